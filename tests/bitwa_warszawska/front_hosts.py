"""A board of Bitwa Warszawska at any position, without a disk, and a way to find and press things on it."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mali_powstancy.bitwa_warszawska import GameState
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.table import Table
from mali_powstancy.views.board.board_view import board_view
from tests.bitwa_warszawska.tables import table

Message = Mapping[str, Any]
TAKE: Message = {"do": "take-screen"}
PERSONS = (PERSON, PERSON)
ALONE = (PERSON, "random")
"""One person, so that nothing is covered."""
RICH: Mapping[str, Any] = {
    "wp": "N 1/3, M 2/2, S 0/1",
    "acz": "N 2/1, M 0/3, S 1/2",
    "WP": {
        "commanders": {"N": "wp-sikorski", "M": "wp-haller"},
        "used": ["N"],
        "strength": {"N": 2},
        "orders": {"M": "wp-wieprz"},
        "marker": "ACz:L2",
        "bids": {"funds": ["wp-10-dp"]},
        "points": 3,
    },
    "ACz": {
        "commanders": {"M": "acz-tuchaczewski"},
        "orders": {"N": "acz-radzymin"},
        "marker": "WP:L1.S",
        "points": 2,
    },
    "wp_hand": ["wp-pilsudski", "wp-1-dp-leg", "wp-236-pp", "wp-do-broni"],
    "scoring": "M",
}
"""Something of everything: commanders used and not, orders that hold and do not, both blockades, a bid."""


def rich(**said: Any) -> GameState:
    """That position, with what is said otherwise."""
    return table(**{**RICH, **said})


def host_at(state: GameState, seats: Sequence[str] = ALONE, *doing: str | Message, lang: str = "en") -> Any:
    """A board on which a game goes on from this position, after these moves and messages."""
    host = Host(MemoryStorage(), "board", lang, random.Random(1), scenario="bitwa-standard", players=len(seats))
    host.table = Table(Session(state), tuple(seats), random.Random(3))
    host.dialog = None
    for each in doing:
        host.handle({"do": "play", "moves": [each]} if isinstance(each, str) else each)
        assert host.notice is None, host.notice.say(host.texts)
    return host


def point(*path: str) -> Message:
    """Something was pressed that is no move yet."""
    return {"do": "point", "path": list(path)}


def shown(host: Host) -> dict[str, Any]:
    """What the page gets."""
    return board_view(host, 1)


def things_in(thing: Any) -> Iterator[dict[str, Any]]:
    """Everything with a key, wherever it is."""
    if isinstance(thing, dict):
        if "key" in thing:
            yield thing
        for value in thing.values():
            yield from things_in(value)
    elif isinstance(thing, list):
        for item in thing:
            yield from things_in(item)


def by_key(host: Host) -> dict[str, dict[str, Any]]:
    """All that the table and the panel show, by its key; what was said first counts."""
    view = shown(host)
    found: dict[str, dict[str, Any]] = {}
    for thing in things_in([view["stage"], view["around"], view["panel"]]):
        found.setdefault(thing["key"], thing)
    return found


def sent_from(part: Any) -> list[Message]:
    """What can be sent by pressing something in a part of a view."""
    return [thing["do"] for thing in things_in(part) if isinstance(thing.get("do"), dict) and not thing.get("off")]


def pressable(host: Host, parts: Sequence[str] = ("panel",)) -> set[str]:
    """Every move to which presses in these parts of the page lead, one after the other."""
    seen, open_paths, moves = set[tuple[str, ...]](), [host.chosen], set[str]()
    while open_paths:
        host.chosen = open_paths.pop()
        view = shown(host)
        for message in (each for part in parts for each in sent_from(view[part])):
            if message["do"] == "play":
                moves |= {*message["moves"]}
            elif message["do"] == "point" and (path := tuple(message["path"])) not in seen:
                seen.add(path)
                open_paths.append(path)
    host.chosen = ()
    return moves
