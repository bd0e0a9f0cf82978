"""Teacher's pages and worksheets as pages to print: Markdown -> HTML with a header, a footer and lines to write on."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise
from mimetypes import guess_type
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mali_powstancy.texts import texts_for
from mali_powstancy.views.print.sheets import SIZES, page_of
from tools.lesson_text import LessonError, LessonText, Shelf, course_shelf, frame

WORKSHEET = ".worksheet.md"
PAGE_BREAK = "<!-- page -->"
TOP, SIDE, BOTTOM = 20, 17, 18
"""The margins of these pages in millimetres; print.css makes the text as wide as they leave."""
ROOM = SIZES["a4"][1] - TOP - BOTTOM
"""The height that they leave, in millimetres."""
DOTS = re.compile(r"[.\s…]*\.[.\s…]*")
"""A row of dots in a source is a line to write on."""


def printed_html(source: Path, shelf: Shelf | None = None) -> str:
    """A Markdown file of lessons/<language>/ as a page of HTML on A4 paper that needs nothing else."""
    text = LessonText(source, shelf or course_shelf(), on_paper=True)
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(text.markdown())
    title = next((inline.content for heading, inline in pairwise(tokens) if heading.type == "heading_open"), "")
    if not title:
        raise LessonError(f"lessons/{text.name}: a page to print needs a heading.")
    _rule_lines(tokens)
    for picture in _pictures(tokens):
        picture.attrs["src"] = _inside(source.parent / str(picture.attrs["src"]), text.name)
    content = markdown.renderer.render(tokens, markdown.options, {})
    parts = "".join(f'<section class="part">{part}</section>' for part in content.split(PAGE_BREAK))
    kind = "worksheet" if source.name.endswith(WORKSHEET) else "teacher"
    return page_of(f'<main class="{kind}">{parts}</main>', title, text.lang, _frame(title, text.lang))


def _rule_lines(tokens: list[Token]) -> None:
    """Paragraphs and cells of dots become empty ones that the style draws lines in, one for each row of dots."""
    for opening, inline in pairwise(tokens):
        if opening.type in ("paragraph_open", "td_open") and inline.type == "inline" and DOTS.fullmatch(inline.content):
            opening.attrJoin("class", "write")
            rows = 0 if opening.type == "td_open" else inline.content.count("\n") + 1
            inline.children = [Token("html_inline", "", 0, content='<span class="line"></span>')] * rows


def _pictures(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from (child for child in token.children or () if child.type == "image")


def _inside(picture: Path, name: str) -> str:
    """A picture as an address that holds it, because a page to print has no folder."""
    if not picture.is_file():
        raise LessonError(f"lessons/{name}: there is no picture {picture.name}.")
    return f"data:{guess_type(picture.name)[0]};base64,{b64encode(picture.read_bytes()).decode()}"


def _frame(title: str, lang: str) -> str:
    """The paper with its margins: above the title, below the licence and the number of the page."""
    # The browser counts the pages, so the words around its numbers are taken from the sentence of the other sheets.
    before, between, after = texts_for(lang).say("print.page", number="\0", of="\0").split("\0")
    counted = f"{_css(before)} counter(page) {_css(between)} counter(pages) {_css(after)}"
    boxes = {"top-left": _css(title), "bottom-left": _css(frame()["licence"][lang]), "bottom-right": counted}
    letters = "font:400 8pt 'MP Sans',sans-serif;color:#000;white-space:nowrap"
    drawn = "".join(f"@{place}{{content:{content};{letters}}}" for place, content in boxes.items())
    width, height = SIZES["a4"]
    return f"@page{{size:{width}mm {height}mm;margin:{TOP}mm {SIDE}mm {BOTTOM}mm;{drawn}}}"


def _css(text: str) -> str:
    """A text as CSS writes it; `<` is escaped too, so that it cannot end the style."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ").replace("\n", " ")
    return f'"{quoted}"'
