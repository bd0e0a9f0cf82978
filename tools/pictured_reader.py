"""Lessons as pages, for the pictures of the documents: the bar, and a part in which something has been done."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from mali_powstancy.classroom.reader import LessonReader
from mali_powstancy.texts import texts_for
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.page.files import style
from mali_powstancy.views.page.panel_page import PanelPage
from tools.pictures import literal, live_in_page
from tools.site_pages import reader_html, site_style
from tools.site_reader import ReaderPage, reader_pages

WINDOW = (1200, 980)
FRAME = "body{margin:0}#page{height:980px;overflow:hidden;background:var(--mp-paper)}#way{width:45%}"
"""What the page's script would do by itself, and where the picture ends."""
READY: Mapping[str, Any] = {"do": "ready", "kept": {}}
Doing = tuple[Mapping[str, Any], ...]


def played(*moves: str) -> Doing:
    """Moves on a board, one after another."""
    return tuple({"do": "play", "moves": [move]} for move in moves)


class ReaderMoment(NamedTuple):
    """A part of a lesson, when something has been done in it."""

    shows: str
    """The chart, the board or the desk for which the part is shown."""
    done: Doing = ()
    """What has been done there."""


# By the lesson.
MOMENTS = {
    "00-start": ReaderMoment("00-start-09", ({"do": "go-on"},) * 3),
    "01-letters": ReaderMoment("01-letters-11", ({"do": "draft", "values": {"answer": ["unit", "place"]}},)),
    "02-city-graph": ReaderMoment("02-city-graph-08"),
    "03-rules-basic": ReaderMoment(
        "03-rules-basic-15", played("extra gosia", "walk gosia past", "walk gosia past~dworzec-pocztowy:1")
    ),
}


def pictured_reader(lesson: str, lang: str) -> tuple[str, str]:
    """The style and the content of the page."""
    moment, page = MOMENTS[lesson], reader_pages(lang)[lesson]
    bar = re.search(r"<header.*?</header>", reader_html(page), re.DOTALL)
    parts = re.findall(r'<section class="part">.*?</section>', page.content, re.DOTALL)
    number = next(at for at, part in enumerate(parts) if f'="{moment.shows}"' in part)  # the title is no. 0
    if bar is None:
        raise ValueError("a lesson's page has no bar")
    say = texts_for(lang).say
    place = say("site.reader.place", n=number, all=len(page.parts))
    top = bar[0].replace(f">{say('site.reader.menu')}<", f">{place}<")
    content = f'<div id="page" class="reader prose">{top}<main>{_awake(parts[number], page, moment)}</main></div>'
    return _style(), content


def used(lesson: str, lang: str, cell: str, done: Doing) -> tuple[BoardPage | PanelPage, list[Any]]:
    """A board or a desk at which this was done, and what its page has heard: what it begins with, and views."""
    told: list[Any] = []
    live = LessonReader(f"{lang}/{lesson}.ipynb", lambda text: told.append(json.loads(text)))
    live.receive(json.dumps({"cell": cell, "run": reader_pages(lang)[lesson].programs[cell]}))
    for message in (READY, *done):
        live.receive(json.dumps({"cell": cell, "message": message}))
    return live.live[cell], [one for one in told if "live" in one or "view" in one["message"]]


def _awake(part: str, page: ReaderPage, moment: ReaderMoment) -> str:
    """A part of a lesson in which everything has woken."""

    def live(found: re.Match[str]) -> str:
        begin, cell = found.groups()
        _, (begins, *_, last) = used(page.stem, page.lang, cell, moment.done if cell == moment.shows else ())
        view = last["message"]["view"] | {"base": begins.get("base", ""), "scenes": [], "moved": []}
        return f"{begin}{live_in_page(f'live-{cell}', begins['live'], view, {})}</div>"

    def drawn(found: re.Match[str]) -> str:
        begin, cell = found.groups()
        return f"{begin}{CHART % {'id': cell, 'chart': literal(page.charts[cell])}}</div>"

    part = re.sub(r'(<div class="live" data-cell="([^"]+)">).*?</div>', live, part, flags=re.DOTALL)
    return re.sub(r'(<div class="drawing" data-chart="([^"]+)">).*?</div>', drawn, part, flags=re.DOTALL)


CHART = """<div id="chart-%(id)s" data-wait></div>
<script type="module">
const place = document.querySelector("#chart-%(id)s"), { data, layout, config } = %(chart)s;
while (!window.Plotly) await new Promise(requestAnimationFrame);
await Plotly.newPlot(place, data, { ...layout, width: place.clientWidth, autosize: false }, config);
delete place.dataset.wait;
</script>"""


@cache
def _style() -> str:
    return "\n".join([site_style(), style("board", "panel"), FRAME])
