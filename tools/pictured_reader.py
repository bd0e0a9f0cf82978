"""A lesson as a page, for the pictures of the documents: its bar, and the part in which its first board stands."""

from __future__ import annotations

import re
from functools import cache

from mali_powstancy.texts import texts_for
from mali_powstancy.views.page.files import style
from tools.site_pages import reader_html, site_style
from tools.site_reader import reader_pages

LESSON, CELL = "00-start", "00-start-09"
WINDOW = (1200, 920)
FRAME = "body{margin:0}#page{height:920px;overflow:hidden;background:var(--mp-paper)}#way{width:45%}"
"""What the page's script would do by itself, and where the picture ends."""


def pictured_reader(lang: str, board: str) -> tuple[str, str]:
    """The style and the content of the page; what shows the board, already awake, is given."""
    page = reader_pages(lang)[LESSON]
    html = reader_html(page)
    bar = re.search(r"<header.*?</header>", html, re.DOTALL)
    parts = re.findall(r'<section class="part">.*?</section>', page.content, re.DOTALL)
    number, part = next((at, part) for at, part in enumerate(parts, start=1) if f'data-cell="{CELL}"' in part)
    if bar is None:
        raise ValueError("a lesson's page has no bar")
    say = texts_for(lang).say
    place = say("site.reader.place", n=number - 1, all=len(page.parts))  # the title has a part of its own
    top = bar[0].replace(f">{say('site.reader.menu')}<", f">{place}<")
    before, asleep, rest = part.partition(f'<div class="live" data-cell="{CELL}">')
    shown = f"{before}{asleep}{board}</div>{rest.partition('</div>')[2]}"
    content = f'<div id="page" class="reader prose">{top}<main>{shown}</main></div>'
    return _style(), content


@cache
def _style() -> str:
    return "\n".join([site_style(), style("board"), FRAME])
