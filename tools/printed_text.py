"""Teacher's pages, worksheets and their keys as pages to print: Markdown -> HTML with a frame and lines to write on."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from mali_powstancy.texts import texts_for
from mali_powstancy.views.print.sheets import SIZES, page_of
from tools.lesson_text import LessonText, LessonTextError, References, course_shelf, frame
from tools.typesetting import typeset

TEACHER, WORKSHEET, KEY, PAGE = "teacher", "worksheet", "key", "page"
"""The kinds of texts beside a lesson, as their files are called; a key is the last part of a worksheet."""
PAGE_BREAK = "<!-- page -->"
TOP, SIDE, BOTTOM = 20, 17, 18
"""The margins of these pages in millimetres; print.css makes the text as wide as they leave."""
ROOM = SIZES["a4"][1] - TOP - BOTTOM
"""The height that they leave, in millimetres."""
DOTS = re.compile(r"[.\s…]*\.[.\s…]*")
"""A row of dots in a source is a line to write on."""
FAR = re.compile(r"(?:https?:)?//")

Addressed = Callable[[Path], str]
"""Gives a picture its address."""
Linked = Callable[[str], str]
"""Says where a link of a text leads to; to nowhere if it says nothing."""


class Printed(NamedTuple):
    """One text to be printed or shown."""

    name: str
    """`02-city-graph.key`"""
    title: str
    lang: str
    parts: tuple[str, ...]
    """HTML, a part for each page that the source begins"""

    @property
    def kind(self) -> str:
        """teacher, worksheet, key or page"""
        return self.name.rpartition(".")[2]


def printed_texts(
    source: Path, shelf: References | None = None, addressed: Addressed | None = None, linked: Linked = lambda link: ""
) -> list[Printed]:
    """What a Markdown file of lessons/<language>/ has to be printed: one text, or a worksheet and its answer key."""
    text = LessonText(source, shelf or course_shelf(), on_paper=True)
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(text.markdown())
    _rule_lines(tokens)
    follow_links(tokens, linked)
    for picture in _pictures(tokens):
        file = source.parent / str(picture.attrs["src"])
        if not file.is_file():
            raise LessonTextError(f"lessons/{text.name}: there is no picture {file.name}.")
        picture.attrs["src"] = (addressed or _inside)(file)
    title = next(_headings(tokens), "")
    if not title:
        raise LessonTextError(f"lessons/{text.name}: a page to print needs a heading.")
    parts = list(_parts(tokens))
    name = source.name.removesuffix(".md")

    def html(part: list[Token]) -> str:
        return str(markdown.renderer.render(part, markdown.options, {}))

    key = texts_for(text.lang).say("desk.key")
    if name.endswith(f".{WORKSHEET}") and len(parts) > 1 and next(_headings(parts[-1]), "") == key:
        *sheets, last = parts
        named = f"{title.partition(':')[0]}: {key[0].lower()}{key[1:]}"
        _name(last, named)
        answers = Printed(f"{name.removesuffix(WORKSHEET)}{KEY}", named, text.lang, (html(last),))
        return [Printed(name, title, text.lang, tuple(map(html, sheets))), answers]
    return [Printed(name, title, text.lang, tuple(map(html, parts)))]


def printed_html(printed: Printed) -> str:
    """A text as a page of HTML on A4 paper that needs nothing else."""
    parts = "".join(f'<section class="part">{part}</section>' for part in printed.parts)
    kind = WORKSHEET if printed.kind == KEY else TEACHER if printed.kind == PAGE else printed.kind
    page = f'<main class="{kind}">{parts}</main>'
    return page_of(page, printed.title, printed.lang, _frame(printed.title, printed.lang))


def follow_links(tokens: Sequence[Token], linked: Linked) -> None:
    """Let links lead where they lead now. Those to elsewhere become words with the address, others words alone."""
    for token in tokens:
        dropped, far, said = False, "", ""
        for child in token.children or ():
            if child.type == "link_open":
                address, said = str(child.attrs["href"]), ""
                far = FAR.sub("", address).rstrip("/") if FAR.match(address) else ""
                target = "" if far else linked(address)
                dropped = not target
                if target:
                    child.attrs["href"] = target
                else:
                    _become(child, "")
            elif child.type == "link_close" and dropped:
                known = unquote(FAR.sub("", said).rstrip("/")) == unquote(far)
                _become(child, "" if not far or known else f" ({far})")
                dropped, far = False, ""
            elif far:
                said += child.content
                child.content = FAR.sub("", child.content)


def _become(token: Token, text: str) -> None:
    token.type, token.tag, token.nesting, token.attrs, token.content = "text", "", 0, {}, text


def _headings(tokens: Sequence[Token]) -> Iterator[str]:
    return (inline.content for heading, inline in pairwise(tokens) if heading.type == "heading_open")


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """What stands between the marks of new pages."""
    part: list[Token] = []
    for token in tokens:
        if token.type == "html_block" and token.content.strip() == PAGE_BREAK:
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _name(part: list[Token], title: str) -> None:
    """Make the first heading of a part the title of a text of its own."""
    at = next(number for number, token in enumerate(part) if token.type == "heading_open")
    part[at].tag = part[at + 2].tag = "h1"
    part[at + 1].children = [Token("text", "", 0, content=title)]


def _rule_lines(tokens: Sequence[Token]) -> None:
    """Paragraphs and cells of dots become empty ones that the style draws lines in, one for each row of dots."""
    for opening, inline in pairwise(tokens):
        if opening.type in ("paragraph_open", "td_open") and inline.type == "inline" and DOTS.fullmatch(inline.content):
            opening.attrJoin("class", "write")
            rows = 0 if opening.type == "td_open" else inline.content.count("\n") + 1
            inline.children = [Token("html_inline", "", 0, content='<span class="line"></span>')] * rows


def _pictures(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from (child for child in token.children or () if child.type == "image")


def _inside(picture: Path) -> str:
    """A picture as an address that holds it, because a page to print has no folder."""
    return f"data:{guess_type(picture.name)[0]};base64,{b64encode(picture.read_bytes()).decode()}"


def _frame(title: str, lang: str) -> str:
    """The paper with its margins: above the title, below the licence and the number of the page."""
    # The browser counts the pages, so the words around its numbers are taken from the sentence of the other sheets.
    before, between, after = texts_for(lang).say("print.page", number="\0", of="\0").split("\0")
    counted = f"{_css(before)} counter(page) {_css(between)} counter(pages) {_css(after)}"
    boxes = {
        "top-left": _css(typeset(title, lang)),
        "bottom-left": _css(frame()["licence"][lang]),
        "bottom-right": counted,
    }
    letters = "font:400 8pt 'MP Sans',sans-serif;color:#000;white-space:nowrap"
    drawn = "".join(f"@{place}{{content:{content};{letters}}}" for place, content in boxes.items())
    width, height = SIZES["a4"]
    return f"@page{{size:{width}mm {height}mm;margin:{TOP}mm {SIDE}mm {BOTTOM}mm;{drawn}}}"


def _css(text: str) -> str:
    """A text as CSS writes it; `<` is escaped too, so that it cannot end the style."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ").replace("\n", " ")
    return f'"{quoted}"'
