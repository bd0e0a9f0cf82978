"""The board of Wiarusi: the open table, the hand of who has opened it, and what is told of missions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.views.board.dialogs import player_name
from mali_powstancy.views.board.plain_board import (
    GESTURES as GESTURES,
)
from mali_powstancy.views.board.plain_board import (
    base as base,
)
from mali_powstancy.views.board.plain_board import (
    listed as listed,
)
from mali_powstancy.views.board.plain_board import (
    marks_of as marks_of,
)
from mali_powstancy.views.board.plain_board import (
    marks_of_aim as marks_of_aim,
)
from mali_powstancy.views.board.plain_board import (
    moves_of as moves_of,
)
from mali_powstancy.views.board.plain_board import (
    pointed_at,
)
from mali_powstancy.views.board.plain_board import (
    where as where,
)
from mali_powstancy.views.board.trench_choices import decisions as decisions
from mali_powstancy.views.board.trench_scenes import as_one as as_one
from mali_powstancy.views.board.trench_scenes import scene as scene
from mali_powstancy.views.board.trench_story import chronicle, new_report, old_report, talking
from mali_powstancy.views.board.trench_story import end_title as end_title
from mali_powstancy.views.board.trench_story import scored as scored
from mali_powstancy.views.board.trench_table import friends, no_mans_land, numbers, out_of_play, threat_gauges
from mali_powstancy.views.page.blocks import button, buttons, details, listing, text_block
from mali_powstancy.wiarusi import GameState, Observation, Scenario, observe
from mali_powstancy.wiarusi.events import CardDealt, Event
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.texts import Texts
from mali_powstancy.wiarusi.texts import tell_move as tell_move
from mali_powstancy.wiarusi.texts import texts_for as texts_for
from mali_powstancy.wiarusi.texts.in_words import parts_in_words
from mali_powstancy.wiarusi.texts.sentences import capital

OPEN_TABLE = True
OPTIONS = {"silence": ("on", "off")}
"""Whether whoever plays somebody mute keeps quiet at the table; the program only ever refuses the speech."""


# Words ----------------------------------------------------------------------------------------------------------------


def seat_name(texts: Texts, seat: int, where: GameState | Observation) -> str:
    """A seat is called by its character."""
    return texts.who(seat, where)


def seat_label(texts: Texts, scenario: Scenario, seat: int) -> str:
    """Characters are given when the game begins."""
    return capital(texts.seat(seat))


def is_told(event: Event) -> bool:
    """A card that others are dealt is not: how many everyone gets was said before."""
    return not (isinstance(event, CardDealt) and event.card is None)


def in_words(texts: Texts, seen: Observation) -> list[str]:
    """The whole table as this seat sees it."""
    return [line for _, lines in parts_in_words(texts, seen) for line in lines]


def text_blocks(texts: Texts, seen: Observation) -> Iterator[Object]:
    """The same in parts with headings."""
    for heading, lines in parts_in_words(texts, seen):
        yield listing(heading, lines)


# The table ------------------------------------------------------------------------------------------------------------


def stage(host: Host, seen: Observation) -> Object:
    """The open table: threats, no man's land and piles first; then everybody, and what is out of the game."""
    own = host.viewer
    return {
        "map": None,
        "marks": pointed_at(host),
        "stage": list(_first(host, seen)),
        "around": list(_around(host, seen, own)),
    }


def asleep(host: Host) -> Object:
    """The table as everybody may see it."""
    seen, texts = observe(host.state, None), host.texts
    around = [numbers(texts, seen), friends(texts, seen, {}, None)]
    return {"below": "", "above": "", "stage": list(_first(host, seen)), "around": around}


def _first(host: Host, seen: Observation) -> Iterator[Object]:
    texts = host.texts
    yield from new_report(host, seen)
    if seen.game.scenario.has_open_hands:
        yield text_block(texts.say("trench.open-hands"), "hint")
    if seen.stopping and not seen.ending:
        yield text_block(texts.say("words.stopping"), "hint")
    if seen.mission:
        yield threat_gauges(texts, seen)
        yield no_mans_land(texts, seen)
    else:
        yield text_block(texts.say("words.set-up", title=texts.title(seen.game.scenario)), "title")


def _around(host: Host, seen: Observation, own: Seat | None) -> Iterator[Object]:
    texts = host.texts
    yield numbers(texts, seen)
    yield friends(texts, seen, _players(host), own)
    if lines := out_of_play(texts, seen):
        yield details("out", texts.say("trench.out"), [listing("", lines)])
    if host.session is not None and host.exercise is None:
        items = [
            button(name, title, {"do": "dialog", "dialog": name}, "quiet") for name, (title, _) in further(host).items()
        ]
        yield buttons(*items)


def _players(host: Host) -> Mapping[Seat, str]:
    """Which friends a computer plays."""
    if host.table is None:
        return {}
    table = host.table
    return {
        seat: player_name(host.texts, player, table.players)
        for seat, player in enumerate(table.seats)
        if player != PERSON
    }


def situation(host: Host, seen: Observation, stage: Object) -> Iterator[Object]:
    """How the last mission ended, once that is no news; all else lies on the table."""
    yield from old_report(host, seen)


def further(host: Host) -> Mapping[str, tuple[str, Callable[[], list[Object]]]]:
    """What may be said at the table, and the chronicle for who watches and writes."""
    texts = host.texts
    return {
        "talking": (texts.say("trench.talk"), lambda: talking(host)),
        "chronicle": (texts.say("trench.chronicle"), lambda: chronicle(host)),
    }
