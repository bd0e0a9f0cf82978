"""A board of Wiarusi at any position, without a disk, and a way to find things in what it shows."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.table import Table
from mali_powstancy.views.board.board_view import board_view
from mali_powstancy.wiarusi import GameState

Block = dict[str, Any]
TAKE: Mapping[str, Any] = {"do": "take-screen"}
PERSONS = (PERSON, PERSON, PERSON)
ALONE = (PERSON, "careful", "careful")
"""One person, so that nothing is covered."""


def host_at(
    state: GameState, seats: Sequence[str] = ALONE, *doing: str | Mapping[str, Any], lang: str = "en", seed: int = 3
) -> Any:
    """A board on which a game goes on from this position, after these moves and messages."""
    players = len(seats)
    host = Host(MemoryStorage(), "board", lang, random.Random(1), scenario="wiarusi-standard", players=players)
    host.table = Table(Session(state), tuple(seats), random.Random(seed))
    host.dialog = None
    for each in doing:
        host.handle({"do": "play", "moves": [each]} if isinstance(each, str) else each)
        assert host.notice is None, host.notice
    return host


def blocks_in(thing: Any) -> Iterator[Block]:
    """All blocks of a view, those inside others too."""
    if isinstance(thing, dict):
        if "t" in thing:
            yield thing
        for value in thing.values():
            yield from blocks_in(value)
    elif isinstance(thing, list):
        for item in thing:
            yield from blocks_in(item)


def of_kind(host: Host, kind: str) -> list[Block]:
    """The blocks of a kind that the page would show now."""
    return [block for block in blocks_in(board_view(host, 1)) if block["t"] == kind]


def cards_of(host: Host) -> dict[str, Block]:
    """All cards on the page by their keys; spaces that hold a line together are like any other here."""
    cards = [card for block in of_kind(host, "faces") for card in block["items"]]
    return {
        card["key"]: card | {"lines": [line.replace("\N{NO-BREAK SPACE}", " ") for line in card.get("lines", [])]}
        for card in cards
    }


def buttons_of(host: Host) -> dict[str, Block]:
    """All buttons in the panel and on the table by their keys."""
    view = board_view(host, 1)
    shown = [view["panel"], view["stage"], view["around"]]
    return {item["key"]: item for block in blocks_in(shown) if block["t"] == "buttons" for item in block["items"]}


def choices(host: Host) -> set[str]:
    """The moves that can be pressed in the panel and on the table."""
    pressed = [*cards_of(host).values(), *buttons_of(host).values()]
    return {each["do"]["moves"][0] for each in pressed if each.get("do", {}).get("do") == "play"}


def words_of(host: Host) -> str:
    """Everything that can be read on the page, without drawings."""
    view = board_view(host, 1)
    return "\n".join(_words([view["stage"], view["around"], view["panel"], view["dialog"], view["text"], view["say"]]))


_DRAWN = ("sign", "signs", "svg", "portrait", "do", "key", "t", "kind", "role")


def _words(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for name, value in thing.items():
            if name not in _DRAWN:
                yield from _words(value)
    elif isinstance(thing, list):
        for item in thing:
            yield from _words(item)
