"""The rules of both variants on two sheets, with the numbers of the scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from mali_powstancy.engine.scenario import Counts, Scenario
from mali_powstancy.tabletop.texts import Catalogue
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.print.cards import ACTION_TEXTS
from mali_powstancy.views.print.sheets import Sheet

Section = tuple[str, Sequence[str]]
"""The keys of a heading and of its sentences."""
AIM: Section = (
    "print.rules.aim",
    ("print.rules.aim.scouts", "print.rules.aim.points", "print.rules.aim.together", "print.rules.aim.model"),
)
SETUP: Section = (
    "print.rules.setup",
    (
        "print.rules.setup.scouts",
        "print.rules.setup.soldier",
        "print.rules.setup.cards",
        "print.rules.setup.deck",
        "print.rules.setup.marker",
    ),
)
ORDERS: Section = ("print.phase.orders", ("print.rules.orders.lay",))
MOVEMENT: Section = (
    "print.phase.movement",
    (
        "print.rules.movement.choose",
        "print.rules.movement.walk",
        "print.rules.movement.jump",
        "print.rules.movement.soldier",
        "print.rules.movement.used",
    ),
)
SOLDIER: Section = (
    "print.rules.soldier",
    (
        "print.rules.soldier.release",
        "print.rules.soldier.black",
        "print.rules.soldier.red",
        "print.rules.soldier.tie",
        "print.rules.soldier.back",
    ),
)
TIME: Section = (
    "print.phase.time",
    ("print.rules.time.late", "print.rules.time.blocked", "print.rules.time.move", "print.rules.time.marker"),
)
CARRY: Section = (
    "print.rules.carry",
    ("print.rules.carry.collect", "print.rules.carry.one", "print.rules.carry.drop", "print.rules.carry.deliver"),
)
END: Section = (
    "print.rules.end",
    (
        "print.rules.end.when",
        "print.rules.end.bonus",
        "print.rules.end.winner",
        "print.rules.end.defeat",
        "print.rules.end.bell",
    ),
)
DISTRICTS: Section = (
    "print.rules.districts",
    (
        "print.rules.districts.first",
        "print.rules.districts.second",
        "print.rules.districts.evacuation",
        "print.rules.districts.closed",
    ),
)
BASIC = (AIM, SETUP, ORDERS, MOVEMENT, SOLDIER, TIME, CARRY, END)
EXTENDED: Sequence[Section] = (
    (
        "print.rules.changes",
        (
            "print.rules.changes.without",
            "print.rules.changes.deck",
            "print.rules.changes.goals",
            "print.rules.changes.again",
            "print.rules.changes.action",
            "print.rules.changes.track",
        ),
    ),
    (DISTRICTS[0], (*DISTRICTS[1], "print.rules.districts.replaced")),
    (
        "print.rules.victory",
        ("print.rules.victory.orders", "print.rules.victory.goals", "print.rules.victory.defeat"),
    ),
)


class RuleSides(NamedTuple):
    """The rules of a game that has no map, as HTML without a frame."""

    title: str
    signs: str
    front: str
    back: str
    numbers: str


def two_sheets(rules: RuleSides) -> list[Sheet]:
    """Rules on two sides of A4: the signs and the first half, then the second half and the table of numbers."""
    front = f'<div class="rules fits">{rules.front}</div>'
    back = f'<div class="rules fits">{rules.back}</div><div class="table">{rules.numbers}</div>'
    return [
        Sheet(rules.title, f'<div class="side mp-look-light">{rules.signs}{front}</div>'),
        Sheet(rules.title, f'<div class="side">{back}</div>'),
    ]


def rules_sheets(basic: Scenario, extended: Scenario, lang: str) -> list[Sheet]:
    """One sheet for each variant; the second has the table of numbers for both."""
    texts = texts_for(lang)
    values = values_of(basic, extended, texts)
    return [
        Sheet(
            texts.say("print.part.rules.basic"), f'<div class="area rules">{rule_sections(BASIC, values, texts)}</div>'
        ),
        Sheet(
            texts.say("print.part.rules.extended"),
            f'<div class="area rules">{rule_sections(EXTENDED, values, texts)}{action_list(extended, texts)}</div>'
            f'<div class="area numbers">{number_table(basic, extended, texts)}</div>',
        ),
    ]


def action_list(extended: Scenario, texts: Texts) -> str:
    """What the actions of the movement cards do."""
    actions = "".join(
        f"<li><b>{number}: {_e(texts.say(f'name.action.{action}'))}.</b> {_e(texts.say(ACTION_TEXTS[action]))}</li>"
        for number, action in extended.actions.items()
    )
    return f"<section><h2>{_e(texts.say('print.rules.actions'))}</h2><ul>{actions}</ul></section>"


def values_of(basic: Scenario, extended: Scenario, texts: Texts) -> dict[str, object]:
    """All numbers and names that the rules say."""
    place = basic.board.place
    return {
        "starts": ", ".join(texts.name(place[start]) for start in basic.board.start_objects),
        "soldier": texts.name(place[basic.board.soldier_start]),
        "bonus": " / ".join(map(str, basic.return_bonus)),
        "tokens": basic.tokens_to_lose,
        "spaces": basic.track_spaces,
        "fewer": extended.track_spaces,
        "dealt": extended.goals_dealt,
        "kept": extended.goals_kept,
        "falls": extended.falls_to_lose,
    }


def rule_sections(sections: Sequence[Section], values: Mapping[str, object], texts: Catalogue) -> str:
    """The headings and sentences of the sections."""
    return "".join(
        f"<section><h2>{_e(texts.say(title))}</h2><ul>"
        + "".join(f"<li>{_e(texts.say(key, **values))}</li>" for key in keys)
        + "</ul></section>"
        for title, keys in sections
    )


TABLE = ("print.table.deck", "print.table.above", "print.table.below", "print.table.per-round")
"""The rows of the table of numbers."""


def number_table(basic: Scenario, extended: Scenario, texts: Texts, rows: Sequence[str] = TABLE) -> str:
    """What depends on the number of players."""
    found = {
        "print.table.deck": (basic, "above"),
        "print.table.above": (extended, "above"),
        "print.table.below": (extended, "below"),
        "print.table.per-round": (basic, "per round"),
    }

    def row(key: str, scenario: Scenario, number: str) -> str:
        cells = "".join(f"<td>{_number(counts, number)}</td>" for counts in scenario.players.values())
        return f'<tr><th scope="row">{_e(texts.say(key))}</th>{cells}</tr>'

    head = "".join(f'<th scope="col">{_e(texts.count("count.players", players))}</th>' for players in basic.players)
    title = texts.say("print.table.title")
    body = "".join(row(key, *found[key]) for key in rows)
    return f"<h2>{_e(title)}</h2><table><tr><td></td>{head}</tr>{body}</table>"


def _number(counts: Counts, which: str) -> str:
    odd, even = counts.orders_per_round
    return {
        "above": str(counts.orders_above_victory),
        "below": str(counts.orders_below_victory),
        "per round": f"{odd} / {even}",
    }[which]


def _e(text: str) -> str:
    return escape(text, quote=False)
