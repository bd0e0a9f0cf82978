"""A sheet of paper, what stands on each of them, and a document of many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.front import front_css
from mali_powstancy.views.map.board_svg import map_css
from mali_powstancy.views.page.files import font_faces
from mali_powstancy.views.trench import trench_css

A4, A4_WIDE, A3_WIDE = "a4", "a4-wide", "a3-wide"
SIZES = {A4: (210, 297), A4_WIDE: (297, 210), A3_WIDE: (420, 297)}
"""Width and height of each paper in millimetres."""
CARD = (63, 88)
"""Width and height of a card in millimetres: nine of them on a sheet."""
COLUMNS, ROWS = 3, 3
PER_SHEET = COLUMNS * ROWS
_TICK = 3
"""So long are the lines beside the cards that show where to cut, in millimetres."""


class Sheet(NamedTuple):
    """One side of paper."""

    title: str
    content: str
    """HTML"""
    paper: str = A4


def document(sheets: Sequence[Sheet], lang: str, title: str = "", note: str = "") -> str:
    """A page of HTML that prints one sheet of paper for each sheet and needs nothing else.

    Below each sheet stands of which game it is and whose, in a `note` if it is not the first game.
    """
    texts = texts_for(lang)
    note = note or texts.say("print.note")
    pages = "".join(_page(sheet, number, len(sheets), texts, note) for number, sheet in enumerate(sheets, start=1))
    return page_of(pages, title or texts.say("print.title"), lang, page_sizes())


def page_of(content: str, title: str, lang: str, style: str = "") -> str:
    """A whole HTML page with our letters and the style of everything printed."""
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{print_css()}{style}</style></head><body>{content}</body></html>"
    )


@cache
def print_css() -> str:
    """The style of everything printed, with the letters inside."""
    own = files("mali_powstancy.views").joinpath("static", "print.css").read_text("utf-8")
    return f"{font_faces()}\n{map_css()}\n{trench_css()}\n{front_css()}\n{own}"


def page_sizes() -> str:
    """Every paper has its size and no margin: the sheets bring their own."""
    rules = []
    for paper, (width, height) in SIZES.items():
        rules.append(f"@page {paper}{{size:{width}mm {height}mm;margin:0}}")
        rules.append(f".sheet.{paper}{{page:{paper};width:{width}mm;height:{height}mm}}")
    return "".join(rules)


def _page(sheet: Sheet, number: int, of: int, texts: Texts, note: str) -> str:
    place = escape(texts.say("print.page", number=number, of=of))
    return (
        f'<section class="sheet {sheet.paper}"><header><h1>{escape(sheet.title)}</h1><p>{place}</p></header>'
        f"{sheet.content}<footer>{escape(note)}</footer></section>"
    )


# Cards ----------------------------------------------------------------------------------------------------------------


def card_sheets(title: str, cards: Iterable[str]) -> list[Sheet]:
    """Cards to cut out, nine on a sheet."""
    all_cards = list(cards)
    groups = [all_cards[first : first + PER_SHEET] for first in range(0, len(all_cards), PER_SHEET)]
    return [Sheet(title, f'<div class="cards">{"".join(group)}</div>{_crop_marks(len(group))}') for group in groups]


def card(kind: str, content: str) -> str:
    """One card; its edge is the line to cut along."""
    return f'<article class="card {kind}">{content}</article>'


def _crop_marks(cards: int) -> str:
    """Short lines in the margin that go on where the edges of the cards end."""
    width, height = CARD
    rows = -(-cards // COLUMNS)
    left, top = (SIZES[A4][0] - COLUMNS * width) / 2, (SIZES[A4][1] - ROWS * height) / 2
    right, bottom = left + COLUMNS * width, top + rows * height
    lines = [f"M{left + n * width} {y}v{_TICK}" for n in range(COLUMNS + 1) for y in (top - _TICK - 1, bottom + 1)] + [
        f"M{x} {top + n * height}h{_TICK}" for n in range(rows + 1) for x in (left - _TICK - 1, right + 1)
    ]
    box = "0 0 {} {}".format(*SIZES[A4])
    return f'<svg class="crop" viewBox="{box}" aria-hidden="true"><path d="{"".join(lines)}"/></svg>'


# Drawings -------------------------------------------------------------------------------------------------------------


def drawing(content: str, label: str, half: float, kind: str = "") -> str:
    """A drawing around the middle of a square, from `-half` to `half`, with words for who does not see it."""
    box = f"{-half} {-half} {2 * half} {2 * half}"
    return (
        f'<svg class="mp-map mp-look-light drawing {kind}" viewBox="{box}" role="img" '
        f'aria-label="{escape(label)}">{content}</svg>'
    )
