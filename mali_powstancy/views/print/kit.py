"""The whole paper kit: every sheet that a table needs to play without a computer, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.history import care_note, places
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.print.boards import tiled_board, whole_board
from mali_powstancy.views.print.cards import (
    goal_cards,
    movement_cards,
    order_cards,
    reminder_cards,
    victory_card,
)
from mali_powstancy.views.print.pieces import piece_sheets
from mali_powstancy.views.print.quick_rules import rules_sheets
from mali_powstancy.views.print.sheets import Sheet, card_sheets, document
from mali_powstancy.views.print.track import die_sheet, track_sheets


class KitPart(NamedTuple):
    """What belongs together in the kit, and for which variant it is needed."""

    title: str
    use: str
    sheets: Sequence[Sheet]


def kit_parts(basic: Scenario, extended: Scenario, lang: str) -> list[KitPart]:
    """The parts of the kit on A4 paper, without the list of them."""
    texts = texts_for(lang)
    both, only_basic, only_extended = (
        texts.say("print.both-variants"),
        texts.say("print.basic-only"),
        texts.say("print.extended-only"),
    )
    orders = [*order_cards(basic, lang), victory_card(lang)]
    moving = [*movement_cards(extended, lang), *reminder_cards(basic, extended, lang)]
    goals = list(goal_cards(extended, lang))
    titles = {
        key: texts.say(key)
        for key in ("print.part.orders", "print.part.movement", "print.part.goals", "print.part.pieces")
    }
    return [
        KitPart(texts.say("print.part.rules"), both, rules_sheets(basic, extended, lang)),
        KitPart(texts.say("print.part.tiles"), both, tiled_board(basic.board, lang)),
        KitPart(texts.say("print.part.track"), both, track_sheets(basic, extended, lang)),
        KitPart(titles["print.part.orders"], both, card_sheets(titles["print.part.orders"], orders)),
        KitPart(titles["print.part.movement"], both, card_sheets(titles["print.part.movement"], moving)),
        KitPart(titles["print.part.pieces"], both, piece_sheets(basic, extended, lang)),
        KitPart(texts.say("print.part.die"), only_basic, [die_sheet(basic, lang)]),
        KitPart(titles["print.part.goals"], only_extended, card_sheets(titles["print.part.goals"], goals)),
    ]


def kit_html(basic: Scenario, extended: Scenario, lang: str) -> str:
    """The kit on A4 paper, beginning with a list of its parts."""
    parts = kit_parts(basic, extended, lang)
    return document([_list(parts, basic, lang), *(sheet for part in parts for sheet in part.sheets)], lang)


def board_html(basic: Scenario, lang: str) -> str:
    """The board on one A3 sheet."""
    return document([whole_board(basic.board, lang)], lang)


def part_table(parts: Sequence[KitPart], texts: Texts) -> str:
    """What is in a kit and on which pages; the list itself is the first page."""
    rows, page = [], 2
    for part in parts:
        last = page + len(part.sheets) - 1
        pages = str(page) if last == page else f"{page}–{last}"
        rows.append(f"<tr><td>{_e(part.title)}</td><td>{pages}</td><td>{_e(part.use)}</td></tr>")
        page = last + 1
    head = "".join(
        f"<th>{_e(texts.say(key))}</th>" for key in ("print.list.part", "print.list.pages", "print.list.use")
    )
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _list(parts: Sequence[KitPart], basic: Scenario, lang: str) -> Sheet:
    """What is in the kit and on which pages, how to print it, and what to say of places that need care."""
    texts = texts_for(lang)
    tips = "".join(
        f"<li>{_e(texts.say(key))}</li>"
        for key in (
            "print.list.scale",
            "print.list.paper",
            "print.list.tiles",
            "print.list.large-board",
            "print.list.cut",
            "print.list.table",
        )
    )
    notes = "".join(
        f"<li>{_e(care_note(place.object, lang))}</li>"
        for place in places()
        if place.care and place.object in basic.board.place
    )
    return Sheet(
        texts.say("print.title"),
        f'<div class="area"><p>{_e(texts.say("print.list.about"))}</p>{part_table(parts, texts)}'
        f"<h2>{_e(texts.say('print.list.how'))}</h2><ul>{tips}</ul>"
        f"<h2>{_e(texts.say('print.list.places'))}</h2><p>{_e(texts.say('print.list.places.about'))}</p>"
        f"<ul>{notes}</ul></div>",
    )


def _e(text: str) -> str:
    return escape(text, quote=False)
