"""The whole rules of one variant on two sides of paper: the board and the beginning, then the round and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.board_svg import board_svg
from mali_powstancy.views.print.quick_rules import (
    AIM,
    CARRY,
    DISTRICTS,
    END,
    MOVEMENT,
    ORDERS,
    SETUP,
    SOLDIER,
    TIME,
    Section,
    action_list,
    number_table,
    rule_sections,
    values_of,
)
from mali_powstancy.views.print.sheets import Sheet, document

BASIC, EXTENDED = "basic", "extended"
VARIANTS = (BASIC, EXTENDED)
TITLES = {BASIC: "desk.rules.basic", EXTENDED: "desk.rules.extended"}

_FRONT: dict[str, Sequence[Section]] = {
    BASIC: (AIM, SETUP, CARRY),
    EXTENDED: (
        (
            "print.rules.aim",
            (
                "print.rules.aim.scouts",
                "print.rules.aim.points",
                "print.rules.aim.together",
                "print.rules.changes.without",
                "print.rules.aim.model",
            ),
        ),
        (
            "print.rules.setup",
            (
                "print.rules.setup.scouts",
                "print.rules.setup.cards",
                "print.rules.changes.deck",
                "print.rules.changes.goals",
                "print.rules.changes.again",
                "print.rules.setup.marker",
            ),
        ),
        CARRY,
    ),
}
_BACK: dict[str, Sequence[Section]] = {
    BASIC: (ORDERS, MOVEMENT, SOLDIER, TIME, END),
    EXTENDED: (
        ("print.phase.orders", ("print.rules.orders.lay", "print.rules.districts.replaced")),
        (
            "print.phase.movement",
            (
                "print.rules.movement.choose",
                "print.rules.movement.walk",
                "print.rules.movement.jump",
                "print.rules.changes.action",
                "print.rules.movement.used",
            ),
        ),
        TIME,
        DISTRICTS,
        (
            "print.rules.victory",
            (
                "print.rules.victory.orders",
                "desk.rules.goals",
                "print.rules.end.bonus",
                "print.rules.end.winner",
                "print.rules.victory.defeat",
                "print.rules.end.bell",
            ),
        ),
    ),
}


class TwoSides(NamedTuple):
    """The rules of a variant, as HTML without a frame."""

    title: str
    board: str
    front: str
    back: str
    numbers: str


def two_sides(variant: str, basic: Scenario, extended: Scenario, lang: str) -> TwoSides:
    """What stands on the two sides, with the numbers of the scenarios."""
    texts = texts_for(lang)
    scenario = basic if variant == BASIC else extended
    values = {**values_of(basic, extended, texts), "spaces": scenario.track_spaces}
    more = action_list(extended, texts) if variant == EXTENDED else ""
    rows = _ROWS[variant]
    return TwoSides(
        texts.say(TITLES[variant]),
        f'<figure class="board">{board_svg(basic.board, None, lang)}</figure>',
        rule_sections(_FRONT[variant], values, texts),
        rule_sections(_BACK[variant], values, texts) + more,
        number_table(basic, extended, texts, rows),
    )


_ROWS: dict[str, Sequence[str]] = {
    BASIC: ("print.table.deck", "print.table.per-round"),
    EXTENDED: ("print.table.above", "print.table.below", "print.table.per-round"),
}


def two_sides_html(variant: str, basic: Scenario, extended: Scenario, lang: str) -> str:
    """The rules as a page of HTML that prints two sheets of A4."""
    rules = two_sides(variant, basic, extended, lang)
    front = f'<div class="side">{rules.board}<div class="rules fits">{rules.front}</div></div>'
    back = f'<div class="side"><div class="rules fits">{rules.back}</div><div class="table">{rules.numbers}</div></div>'
    return document([Sheet(rules.title, front), Sheet(rules.title, back)], lang, rules.title)
