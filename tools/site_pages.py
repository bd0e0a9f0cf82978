"""The pages of the static site that are no notebooks: doors, start pages, the teacher's desk, the check, Just play.

Their sources are `site/pages` and the texts `site.*` and `desk.*`; the lists of lessons come from the lessons.
"""

from __future__ import annotations

import argparse
import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

from mali_powstancy.tabletop.library import GAMES, catalogue_of
from mali_powstancy.texts import Texts, languages, texts_for
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.board.just_play import KEY, JustPlay
from mali_powstancy.views.map.board_svg import map_css
from mali_powstancy.views.page.files import font_faces, script, style
from mali_powstancy.views.palette import COLOURS, LOOKS, TINTS, colour
from mali_powstancy.views.pictures.postmark import Postmark, postmark_svg
from tools.lesson_text import privacy_markdown
from tools.printed_text import TEACHER
from tools.prose import plain, read_blocks
from tools.serve_site import NOT_FOUND, TYPES
from tools.site_desk import DESK, FRONT, TERM, beside, desk_pages, desk_pictures, front, paper_css
from tools.site_policy import OWN_PAGE, PLAY_PAGE, with_policy
from tools.site_reader import PLOTLY, READER, ReaderPage, notebook_of, reader_pages
from tools.typesetting import typeset

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "site" / "pages"
SHARED, PLAY = "pages", "play"
"""The folders of the site with what the pages share, and with Just play."""
SCRIPTS = ("words.js", "saves.js", "doors.js", "start.js", "check.js", "reader.js", "live.js")
"""The scripts of the pages that are no game."""
BACKGROUND = "background.js"
"""The script of pages that start Python."""
SILENT = (BACKGROUND, "charts.js", "engine.js", "missing.js", "model.js", "python.js", "tables.js", "waking.js")
"""Scripts that say nothing of their own."""
PROJECTOR = "projector-routes"
"""The notebook of the teacher."""
PROJECT = "project-label"
"""The notebook of who wants to go on after the last lesson."""
NAMES = {"pl": "Polski", "en": "English"}
"""What the languages call themselves."""

_PLACE = re.compile(r"\{\{([\w.: -]+)\}\}")
"""`{{site.back}}` is a text, `{{en site.back}}` it in this language, `{{all site.back}}` in all, `{{map}}` a part."""
_SAID = re.compile(r"""say\(\s*"(site\.[a-z.-]+)\"""")
"""A text that a script says."""
_FONT = re.compile(r"font-weight:(\d+);.*?url\(data:font/woff2;base64,([^)]+)\)")
_LESSON = re.compile(r"(\d\d)-[a-z0-9-]+\.md")
_AGE = re.compile(r"\*\*(?:od (\d+) lat|(\d+) and over)\*\*")
"""How a lesson says that it is not for everyone."""


class ListedLesson(NamedTuple):
    """A lesson as the list shows it."""

    number: int
    stem: str
    title: str
    question: str
    """The one question that the lesson asks."""
    age: int = 0
    """From which age it is, if it says so; 0 if it is for everyone."""

    def about(self, lang: str) -> str:
        """The question, and for whom the lesson is if that is not everyone."""
        if not self.age:
            return self.question
        return f"{self.question} {texts_for(lang).say('site.lessons.age', n=self.age)}"


def write_pages(out: Path, pdfs: Mapping[str, bytes] | None = None) -> None:
    """Write all pages into the folder of the site, and the PDF files of the desk, by their places there."""
    for path, content in pages(pdfs).items():
        file = out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())


def pages(pdfs: Mapping[str, bytes] | None = None) -> dict[str, str | bytes]:
    """Every file of the pages: its place in the site and what is in it."""
    printed = pdfs or {}
    made: dict[str, str | bytes] = {"index.html": _page("root", languages()[0], "")}
    made[NOT_FOUND] = _page("not-found", languages()[0], "/")  # seen at any address, so its links begin at the top
    made["licences/index.html"] = _page("licences", languages()[0], "../")  # the build fills in the list
    for lang in languages():
        made[f"{lang}/index.html"] = _page("start", lang, "../")
        made[f"{lang}/check.html"] = _page("check", lang, "../")
        made[f"{lang}/privacy.html"] = _page("privacy", lang, "../")
        made |= _desk(lang, {Path(path).name: len(pdf) for path, pdf in printed.items() if path.startswith(f"{lang}/")})
        made |= _reader(lang)
        made[f"{SHARED}/{lang}.js"] = _words(lang, SCRIPTS)
        made[f"{PLAY}/{lang}.js"] = _words(lang, ("play.js",), base=_board(lang).base, keeps=_board(lang).keeps)
    made[f"{PLAY}/index.html"] = _page("play", languages()[0], "../")
    fonts, faces = _fonts()
    made |= {f"{SHARED}/{name}": font for name, font in fonts.items()}
    made |= {**desk_pictures(), **printed}
    made[f"{SHARED}/paper.css"] = paper_css()
    made[f"{SHARED}/site.css"] = "\n".join([faces, _looks(), map_css(), _source("site.css")])
    board = style("board").replace(font_faces(), faces.replace('url("', f'url("../{SHARED}/'))
    made[f"{SHARED}/live.css"] = style("board", "panel").replace(font_faces(), "")
    made[f"{SHARED}/reader.css"] = _source("reader.css")
    made[PLOTLY] = files("plotly").joinpath("package_data", Path(PLOTLY).name).read_bytes()
    made[f"{PLAY}/play.css"] = "\n".join([board, _looks(), _source("trouble.css"), _source("play.css")])
    made[f"{SHARED}/notice.css"] = "\n".join([_looks("#trouble"), _source("trouble.css"), _source("notice.css")])
    made[f"{PLAY}/board.js"] = script("board")
    made[f"{SHARED}/panel.js"] = script("panel")
    made |= {f"{SHARED}/{name}": _source(name) for name in (*SCRIPTS, *SILENT, "sign.svg")}
    made |= {f"{PLAY}/{name}": _source(name) for name in ("play.js", "worker.js")}
    return made


# Pages ----------------------------------------------------------------------------------------------------------------


def _page(name: str, lang: str, up: str, more: Mapping[str, str] | None = None) -> str:
    """A page in a language, with the rules of what it may load; `up` leads to the folder of the site.

    `more` are parts that only this page has.
    """
    texts = texts_for(lang)
    other = next(each for each in languages() if each != lang)
    parts: Mapping[str, Callable[[], str]] = {
        "lang": lambda: lang,
        "other": lambda: other,
        "other name": lambda: NAMES[other],
        "up": lambda: up,
        "languages": lambda: " ".join(languages()),
        "version": lambda: escape(version("mali-powstancy")),
        "games": lambda: "\n".join(_games(lang, up)),
        "lessons": lambda: "\n".join(_lesson_cards(lang)),
        "projector": lambda: f"{READER}/{PROJECTOR}.html",
        "project": lambda: f"{READER}/{PROJECT}.html",
        "project name": lambda: escape(_title(lang, PROJECT)),
        "game": lambda: escape(KEY),
        "projector name": lambda: escape(_title(lang, PROJECTOR)),
        "types": lambda: "\n".join(_types()),
        "map": lambda: _map(lang),
        "sign": lambda: _sign(texts),
        "privacy": lambda: _privacy(lang),
        "head": lambda: _filled(_source("head.html"), lang, parts),
        "foot": lambda: _filled(_source("foot.html"), lang, parts),
        "doors": lambda: _filled(_source("doors.html"), lang, parts),
        **{part: lambda html=html: html for part, html in (more or {}).items()},  # type: ignore[misc]
    }
    page = typeset(_filled(_source(f"{name}.html"), lang, parts), lang)
    return with_policy(page, PLAY_PAGE if f"/{BACKGROUND}" in page else OWN_PAGE)


def notice() -> str:
    """What a lesson says if Python does not come: in all languages, because one page shows the lessons of all."""
    return _filled(_source("notice.html"), languages()[0], {})


def program_line(lang: str) -> str:
    """The first line of a lesson's first cell: all that Jupyter shows of a cell that is folded away."""
    return f"# {texts_for(lang).say('site.lesson.program')}"


def _filled(template: str, lang: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """The page with every place filled: with a text, or with a part that is HTML already."""

    def fill(place: re.Match[str]) -> str:
        *asked, key = place[1].split()
        if not key.startswith(("site.", "desk.")):
            return parts[place[1]]()
        if asked == ["all"]:
            return " ".join(f'<span lang="{each}">{escape(texts_for(each).say(key))}</span>' for each in languages())
        return escape(texts_for(asked[0] if asked else lang).say(key))

    return _PLACE.sub(fill, template)


def _words(lang: str, scripts: tuple[str, ...], **more: object) -> str:
    """A module with what these scripts say, and whatever else they need in a language."""
    texts = texts_for(lang)
    keys = sorted({key for name in scripts for key in _SAID.findall(_source(name))})
    given = {"lang": lang, "words": {key: texts.template(key) for key in keys}, **more}
    return f"export default {json.dumps(given, ensure_ascii=False, indent=1)};\n"


def _board(lang: str) -> BoardPage:
    """The board of Just play before anything was done on it."""
    return JustPlay(lang, lambda text: None).page


def _map(lang: str) -> str:
    """The map as a picture: nothing in it can be chosen, and the page says what it shows."""
    return re.sub(r' (role|tabindex|aria-[a-z]+)="[^"]*"', "", _board(lang).base)


def _sign(texts: Texts) -> str:
    """A postmark of ours; the word around it is for the eye only."""
    drawn = postmark_svg(Postmark("double", "red", "news"), texts)
    return re.sub(r' (role|aria-[a-z]+)="[^"]*"', "", drawn)


def _games(lang: str, up: str) -> Iterator[str]:
    """Every game of the library, by its name and for whom it is; all are played on the board of Just play."""
    for game in GAMES:
        say = catalogue_of(game, lang).say
        about = f"<b>{escape(say('game.name'))}</b><span>{escape(say('game.about'))}</span>"
        yield f'<li><a href="{up}{PLAY}/index.html?lang={lang}&amp;game={game}">{about}</a></li>'


def _types() -> Iterator[str]:
    """The types of files that a server has to know, a row each."""
    endings: dict[str, list[str]] = {}
    for ending, kind in TYPES.items():
        endings.setdefault(kind.split(";")[0], []).append(ending)
    for kind, named in endings.items():
        yield f"<tr><td>{', '.join(named)}</td><td>{kind}</td></tr>"


# The teacher's desk ---------------------------------------------------------------------------------------------------


def _desk(lang: str, sizes: Mapping[str, int]) -> dict[str, str]:
    """The list of all that lies on the desk, and the pages that it lists."""
    other = next(each for each in languages() if each != lang)
    projects = {PROJECT: _title(lang, PROJECT)}
    lists = front(lang, lessons(lang), projects, sizes, lambda stem: f"{READER}/{stem}.html")
    more = {
        "desk lessons": lists.lessons,
        "desk paper": lists.paper,
        "desk docs": lists.docs,
        "desk term": f"{DESK}/{TERM}.html",
        "desk projector": f"{DESK}/{PROJECTOR}.{TEACHER}.html",
        "desk projector name": escape(desk_pages(lang)[f"{PROJECTOR}.{TEACHER}"].title),
        "desk kept": escape(texts_for(lang).say("desk.kept", size=lists.weight)),
    }
    made = {f"{lang}/{FRONT}.html": _page(FRONT, lang, "../", more)}
    for name, page in desk_pages(lang).items():
        there = f"{DESK}/{name}" if name in desk_pages(other) else FRONT
        parts = {
            "title": escape(page.title),
            "content": page.content,
            "beside": beside(lang, name, sizes),
            "there": f"../../{other}/{there}.html",
            "kind": "sheet-page" if 'class="sheets"' in page.content else "prose",
        }
        made[f"{lang}/{DESK}/{name}.html"] = _page("paper", lang, "../../", parts)
    return made


# Lessons as pages -----------------------------------------------------------------------------------------------------


def _reader(lang: str) -> dict[str, str | bytes]:
    """The lessons of a language as pages, and what lies beside them."""
    made: dict[str, str | bytes] = {}
    for stem, page in reader_pages(lang).items():
        made[f"{lang}/{READER}/{stem}.html"] = reader_html(page)
        made[f"{lang}/{READER}/{stem}.json"] = page.data()
        made |= page.pictures
    return made


def reader_html(page: ReaderPage) -> str:
    """A lesson as a page, in its frame."""
    links = "\n".join(f'<li><a href="#{place}">{said}</a></li>' for place, said in page.parts)
    parts = {
        "title": page.title,
        "stem": page.stem,
        "content": page.content,
        "parts": links,
        "notebook": notebook_of(page.lang, page.stem, "../../"),
    }
    return _page("reader", page.lang, "../../", parts)


def site_style() -> str:
    """How a lesson looks as a page, without its letters."""
    return "\n".join([_looks(), map_css(), _source("site.css"), _source("reader.css")])


# Lessons --------------------------------------------------------------------------------------------------------------


@cache
def lessons(lang: str) -> tuple[ListedLesson, ...]:
    """All lessons of a language in their order, as they present themselves."""
    found = sorted(path for path in (ROOT / "lessons" / lang).glob("*.md") if _LESSON.fullmatch(path.name))
    return tuple(_lesson(path) for path in found)


def _lesson(path: Path) -> ListedLesson:
    texts = [block.text for block in read_blocks(path) if not block.is_code]
    asked = [text for text in texts if text.startswith("**") and text.endswith("**") and text.count("**") == 2]
    if not asked:
        raise ValueError(f"{path.name} asks no question: a paragraph that is bold from its beginning to its end")
    age = next((int(found[1] or found[2]) for text in texts if (found := _AGE.search(text))), 0)
    return ListedLesson(int(path.name[:2]), path.stem, _plain(texts[0]), _plain(asked[0]), age)


def _title(lang: str, stem: str) -> str:
    return _plain(read_blocks(ROOT / "lessons" / lang / f"{stem}.md")[0].text)


def _plain(markdown: str) -> str:
    return " ".join(plain(markdown.lstrip("# ")).split())


def _lesson_cards(lang: str) -> Iterator[str]:
    texts = texts_for(lang)
    for lesson in lessons(lang):
        number = escape(texts.say("site.lessons.number", n=lesson.number))
        yield (
            f'<li data-lesson="{lesson.stem}"><a class="lesson" href="{READER}/{lesson.stem}.html">'
            f'<span class="stamp tint-{lesson.number % TINTS}"><i class="heard">{number}</i>'
            f'<b aria-hidden="true">{lesson.number}</b></span>'
            f'<span class="about"><b>{escape(lesson.title)}</b><span>{escape(lesson.about(lang))}</span>'
            f'<small class="begun" hidden>{escape(texts.say("site.lessons.begun"))}</small></span></a></li>'
        )


# Privacy --------------------------------------------------------------------------------------------------------------


def _privacy(lang: str) -> str:
    """The notice of the project in a language."""
    page = str(MarkdownIt("commonmark").enable("table").render(privacy_markdown(lang)))
    label = escape(texts_for(lang).say("site.privacy.title"))
    # A wide table is pushed from side to side on a narrow screen, also with keys.
    frame = f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><table>'
    return page.replace("<table>", frame).replace("</table>", "</table></div>")


# Style ----------------------------------------------------------------------------------------------------------------


def _fonts() -> tuple[dict[str, bytes], str]:
    """Our letters as files, and the lines of style that name them."""
    found = _FONT.findall(font_faces())
    files = {f"letters-{weight}.woff2": b64decode(data) for weight, data in found}
    faces = (
        f"@font-face{{font-family:'MP Sans';font-weight:{weight};font-display:swap;"
        f'src:url("letters-{weight}.woff2") format("woff2")}}'
        for weight, _ in found
    )
    return files, "\n".join(faces)


def _looks(scope: str = ":root") -> str:
    """The colours of the course for a page or a part of it: light, or dark if the system or the board asks for it."""

    def properties(look: str) -> str:
        return ";".join(f"--mp-{name}:{colour(name, look)}" for name in COLOURS)

    return (
        f"{scope}{{{properties('light')}}}\n"
        f"@media(prefers-color-scheme:dark){{{scope}{{{properties('dark')}}}}}\n"
        + "".join(f"{scope}[data-look={look}]{{{properties(look)}}}\n" for look in LOOKS)
    )


@cache
def _source(name: str) -> str:
    return (SOURCES / name).read_text("utf-8")


def main() -> None:
    """Write the pages into a folder, for a look at them alone."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("out", type=Path, help="the folder of the site")
    write_pages(parser.parse_args().out)


if __name__ == "__main__":
    main()
