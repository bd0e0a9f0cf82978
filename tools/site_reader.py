"""The lessons as pages of the site: the same cells as in their notebooks, and nothing of a notebook around them.

`site_pages` puts these parts into its frame. A page is whole without Python: texts, pictures, charts and what cells
have said. Beside it lies what its script needs to draw charts and to wake boards and desks.
"""

from __future__ import annotations

import ast
import json
import re
import struct
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

import nbformat
from markdown_it import MarkdownIt
from markdown_it.token import Token

from mali_powstancy.classroom.reader import LessonReader
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.figures.figure import PLOTLY_MIME
from tools.build_lessons import BONNET
from tools.lesson_text import GLOSSARY, PRIVACY, SOURCES
from tools.printed_text import follow_links
from tools.prose import ROOT
from tools.site_desk import DESK, on_screen

READER = "lesson"
"""The folder of these pages in the folder of each language."""
PICTURES = "pages/lessons"
"""The folder of the site with pictures of boards that are not awake."""
PLOTLY = "static/plotly.min.js"
"""What draws charts, as plotly's own package brings it."""
UP = "../../"
WAKE = "▶▶"
"""The button of a notebook: what a lesson says about it is for notebooks alone."""

_HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>\s*', re.DOTALL)
_MARK = re.compile(rf'\s*<a href="#{SOURCES}">\[(.*?)\]</a>')
_SOURCE = "source-"
"""With its number behind it, the place of one source."""
_PLACE_OF_SOURCES = f'<p><a id="{SOURCES}"></a></p>'
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(kw_only=True)
class ReaderPage:
    """One lesson as a page in one language."""

    lang: str
    stem: str
    title: str = ""
    content: str = ""
    """HTML for the main part of the page"""
    parts: list[tuple[str, str]] = field(default_factory=list)
    """the places and the headings of its parts"""
    charts: dict[str, Any] = field(default_factory=dict)
    """what plotly draws, by the id of the cell"""
    programs: dict[str, str] = field(default_factory=dict)
    """what wakes a board or a desk, by the id of the cell"""
    pictures: dict[str, bytes] = field(default_factory=dict)
    """by their places in the site"""

    def data(self) -> str:
        """What the script of the page reads."""
        return _json({"charts": self.charts, "programs": self.programs})

    def first_views(self) -> str:
        """How its boards and desks look when they have just woken: so the page shows them until they have."""
        heard: list[Any] = []
        live = LessonReader(f"{self.lang}/{self.stem}.ipynb", lambda text: heard.append(json.loads(text)))
        views, bases = {}, {}
        for cell, program in self.programs.items():
            heard.clear()
            live.receive(json.dumps({"cell": cell, "run": program}))
            live.receive(json.dumps({"cell": cell, "message": {"do": "ready", "kept": {}}}))
            begins, *_, shown = heard
            view = shown["message"]["view"]
            views[cell] = {"live": begins["live"], "view": view}
            if base := view.pop("base", ""):  # the map is long, and all boards of a lesson may share it
                views[cell]["base"] = sha256(base.encode()).hexdigest()[:8]
                bases[views[cell]["base"]] = base
        return _json({"cells": views, "bases": bases})


@cache
def reader_pages(lang: str) -> Mapping[str, ReaderPage]:
    """Every notebook of a language in which there is something to do, by its stem."""
    notebooks = sorted((ROOT / "notebooks" / lang).glob("*.ipynb"))
    return {path.stem: _page(path) for path in notebooks if path.stem not in (GLOSSARY, PRIVACY)}


def first_views() -> dict[str, str]:
    """How everything that can be used looks when it has just woken, by the places in the site."""
    every = [page for lang in languages() for page in reader_pages(lang).values()]
    return {f"{page.lang}/{READER}/{page.stem}.first.json": page.first_views() for page in every}


def notebook_of(lang: str, stem: str, up: str) -> str:
    """The address of a notebook in the view of one document."""
    return f"{up}notebooks/index.html?path={lang}/{stem}.ipynb"


def _page(path: Path) -> ReaderPage:
    """The page of a notebook."""
    page = ReaderPage(lang=path.parent.name, stem=path.stem)
    notebook: Any = nbformat.read(path, as_version=4)
    set_up = next((cell.id for cell in notebook.cells if cell.cell_type == "code"), "")
    imports = next((cell.source for cell in notebook.cells if cell.id == set_up), "")
    parts: list[str] = []
    is_asleep = True  # so far it is said how to wake a notebook
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            html = _prose(cell.source, is_asleep=is_asleep)
            if html.startswith(("<h2>", _PLACE_OF_SOURCES)):
                parts.append(html)
            else:
                parts[-1:] = ["\n".join([*parts[-1:], html])]
        elif cell.id == set_up:
            is_asleep = False
        else:
            parts[-1] += _cell(page, cell, imports)
    html = on_screen("\n".join(_part(part, page) for part in parts), page.lang)
    page.parts = [(place, re.sub(r"<[^>]+>", "", said)) for place, said in _HEADING.findall(html)]
    page.title = re.sub(r"<[^>]+>", "", html.partition("<h1>")[2].partition("</h1>")[0])
    page.content = _MARK.sub(_mark, html)
    return page


def _mark(found: re.Match[str]) -> str:
    """The numbers behind a sentence, each with the way to its source, and a word about how certain it is."""
    said = (
        f'<a href="#{_SOURCE}{each}">{each}</a>' if each.isdecimal() else f"<small>{each}</small>"
        for each in found[1].split(", ")
    )
    return f'<span class="mark">{" ".join(said)}</span>'


def _part(html: str, page: ReaderPage) -> str:
    """A part of a lesson. What is for the curious, and where everything comes from, is folded away."""
    if html.startswith(_PLACE_OF_SOURCES):
        said, _, rest = html.removeprefix(_PLACE_OF_SOURCES).partition("<h2>")[2].partition("</h2>")
        number = count(1)
        rest = re.sub("<li>", lambda _: f'<li id="{_SOURCE}{next(number)}">', rest)
        return f'<details class="part sources" id="{SOURCES}"><summary>{said}</summary>{rest}</details>'
    if '<div class="program">' in html:
        heading, end, rest = html.partition("</h2>")
        say = texts_for(page.lang).say
        link = f'<a href="{notebook_of(page.lang, page.stem, UP)}">{escape(say("site.reader.to-notebook"))}</a>'
        return (
            f'<section class="part">{heading}{end}<p>{escape(say("site.reader.bonnet"))} {link}</p>'
            f'<details class="bonnet"><summary>{escape(say("site.reader.bonnet.look"))}</summary>{rest}</details>'
            "</section>"
        )
    return f'<section class="part">{html}</section>'


# Prose ----------------------------------------------------------------------------------------------------------------


def _prose(source: str, *, is_asleep: bool) -> str:
    """Text of a lesson; nothing is said of the button that a page does not have."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(source)
    _leave_out(tokens, is_asleep=is_asleep)
    follow_links(tokens, _to_page)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _leave_out(tokens: list[Token], *, is_asleep: bool) -> None:
    """Before a lesson is awake a whole paragraph tells of the button, later at most a sentence."""
    for at in [at for at, token in enumerate(tokens) if token.type == "inline" and WAKE in token.content][::-1]:
        if is_asleep:
            del tokens[at - 1 : at + 2]
            continue
        for child in tokens[at].children or ():
            kept = (sentence for sentence in _SENTENCE.split(child.content) if WAKE not in sentence)
            child.content = " ".join(kept)


def _to_page(link: str) -> str:
    """Where a link of a notebook leads to on the site."""
    file, _, place = link.partition("#")
    name = file.removesuffix(".ipynb")
    if not file:
        return link
    if name == GLOSSARY:
        return f"../{DESK}/{GLOSSARY}.html#{place}" if place else f"../{DESK}/{GLOSSARY}.html"
    return f"../{PRIVACY}.html" if name == PRIVACY else f"{name}.html"


# Cells ----------------------------------------------------------------------------------------------------------------


def _cell(page: ReaderPage, cell: Any, imports: str) -> str:
    """What a cell shows: its program and its words, its charts, or something to do."""
    charts = [output.data[PLOTLY_MIME] for output in cell.outputs if PLOTLY_MIME in output.get("data", {})]
    shows = _chart(page, cell, charts[0]) if charts else ""
    if cell.metadata.get("tags") == BONNET["tags"]:
        said = "".join(_words(output) for output in cell.outputs)
        result = shows or f"<pre><samp>{said}</samp></pre>"
        return f'<div class="program"><pre><code>{escape(cell.source)}</code></pre>{result}</div>'
    if shows:
        return shows
    page.programs[cell.id] = _program(imports, cell.source)
    shown = "".join(_shown(page, output) for output in cell.outputs)
    return f'<div class="live" data-cell="{cell.id}">{shown}</div>'


def _chart(page: ReaderPage, cell: Any, chart: Any) -> str:
    """A figure: the room for its chart, and its words."""
    page.charts[cell.id] = chart
    about = "".join(output.data["text/html"] for output in cell.outputs if "text/html" in output.get("data", {}))
    return (
        f'<figure class="chart"><div class="drawing" data-chart="{cell.id}">{_room(chart)}</div>'
        f"<figcaption>{about}</figcaption></figure>"
    )


def _program(imports: str, source: str) -> str:
    """What a cell needs to run by itself: of the imports of the lesson only those of the names that it uses."""
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    lines = []
    for line in ast.parse(imports).body:
        if not isinstance(line, ast.Import | ast.ImportFrom):
            raise TypeError(f"a lesson begins with imports, not with “{ast.unparse(line)}”")
        line.names = [name for name in line.names if (name.asname or name.name) in used]
        if line.names:
            lines.append(ast.unparse(line))
    return "\n".join([*lines, source])


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _words(output: Any) -> str:
    return escape(output.get("text") or output.data["text/plain"])


def _room(chart: Mapping[str, Any]) -> str:
    """Nothing jumps when a chart is drawn: so much room it will take, on a wide page and on a phone."""
    high = chart["layout"]["height"]
    low = json.loads(chart["narrow"]["change"])["layout"].get("height", high) if "narrow" in chart else high
    rooms = {"room": high, "room narrow": low}
    return "".join(
        f'<svg class="{name}" width="1" height="{px}" aria-hidden="true"></svg>' for name, px in rooms.items()
    )


def _shown(page: ReaderPage, output: Any) -> str:
    """What stands for a board or a desk until it is awake: its picture, if there is one, and its words."""
    words = _words(output)
    if "image/png" not in output.data:
        return f'<p class="words">{words}</p>'
    picture = b64decode(output.data["image/png"])
    place = f"{PICTURES}/{sha256(picture).hexdigest()[:16]}.png"
    page.pictures[place] = picture
    width, height = struct.unpack(">II", picture[16:24])
    first = words.partition("\n")[0]
    return f'<img src="{UP}{place}" alt="{first}" width="{width}" height="{height}" loading="lazy">'
