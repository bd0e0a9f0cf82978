"""The board of Bitwa Warszawska: three fronts between two camps, the hand of who has opened it, and what is told.

The parts that a step of a lesson can point at are named in `front_table.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mali_powstancy.bitwa_warszawska import GameState, Observation, Phase, Scenario, observe
from mali_powstancy.bitwa_warszawska.cards import Army
from mali_powstancy.bitwa_warszawska.texts import Texts
from mali_powstancy.bitwa_warszawska.texts import tell_move as tell_move
from mali_powstancy.bitwa_warszawska.texts import texts_for as texts_for
from mali_powstancy.bitwa_warszawska.texts.in_words import cards_in_words, parts_in_words
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.views.board.front_choices import decisions as decisions
from mali_powstancy.views.board.front_choices import listed as listed
from mali_powstancy.views.board.front_choices import marks_of as marks_of
from mali_powstancy.views.board.front_choices import targets
from mali_powstancy.views.board.front_scenes import as_one as as_one
from mali_powstancy.views.board.front_scenes import scene as scene
from mali_powstancy.views.board.front_story import end_title as end_title
from mali_powstancy.views.board.front_story import new_report, old_report
from mali_powstancy.views.board.front_story import scored as scored
from mali_powstancy.views.board.front_table import fronts, preview, resources
from mali_powstancy.views.board.plain_board import (
    GESTURES as GESTURES,
)
from mali_powstancy.views.board.plain_board import (
    OPTIONS as OPTIONS,
)
from mali_powstancy.views.board.plain_board import (
    base as base,
)
from mali_powstancy.views.board.plain_board import (
    further as further,
)
from mali_powstancy.views.board.plain_board import (
    is_told as is_told,
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
from mali_powstancy.views.page.blocks import details, listing, note, text_block

OPEN_TABLE = True
"""Hands are all that is hidden; everything else lies open to both camps."""


def seat_name(texts: Texts, seat: int, where: GameState | Observation) -> str:
    """A seat is called by its army, and if two play it by its number."""
    return texts.who(seat, where)


def seat_label(texts: Texts, scenario: Scenario, seat: int) -> str:
    """The first two seats have an army each, the others join one of them."""
    return texts.seat(seat)


def in_words(texts: Texts, seen: Observation) -> list[str]:
    """The whole table as this seat sees it."""
    return [line for _, lines in parts_in_words(texts, seen) for line in lines]


def text_blocks(texts: Texts, seen: Observation) -> Iterator[Object]:
    """The same in parts with headings."""
    for heading, lines in parts_in_words(texts, seen):
        yield listing(heading, lines)


# The table ------------------------------------------------------------------------------------------------------------


def stage(host: Host, seen: Observation) -> Object:
    """The fronts first, with what can be pressed on them; then the resources."""
    return {
        "map": None,
        "marks": pointed_at(host),
        "stage": list(_first(host, seen)),
        "around": list(_around(host, seen)),
    }


def asleep(host: Host) -> Object:
    """The table as everybody may see it."""
    seen, texts = observe(host.state, None), host.texts
    around = [resources(texts, seen, {})]
    return {"below": "", "above": "", "stage": [fronts(texts, seen, {}, None)], "around": around}


def _first(host: Host, seen: Observation) -> Iterator[Object]:
    texts = host.texts
    yield from new_report(host, seen)
    if seen.stopping and not seen.ending:
        yield text_block(texts.say("words.last"), "hint")
    yield fronts(texts, seen, targets(host, seen), _own(host, seen))
    if not seen.ending and seen.phase not in (Phase.MARKER, Phase.INITIATIVE):
        yield note(preview(texts, seen))


def _around(host: Host, seen: Observation) -> Iterator[Object]:
    """The resources, and to fold out what the cards at the fronts do."""
    texts = host.texts
    yield resources(texts, seen, targets(host, seen))
    if lines := list(cards_in_words(texts, seen)):
        yield details("cards", texts.say("words.head.cards"), [listing("", lines)])


def _own(host: Host, seen: Observation) -> Army | None:
    """The army whose hand is on the screen."""
    return None if host.viewer is None else seen.game.armies[host.viewer]


def situation(host: Host, seen: Observation, stage: Object) -> Iterator[Object]:
    """How the last battles ended, once that is no news; all else lies on the table."""
    yield from old_report(host, seen)
