"""Print worksheets, teacher's pages and the paper kit as PDF files into dist/print, with Chromium."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mali_powstancy.engine import load_scenario
from mali_powstancy.texts import languages
from mali_powstancy.views.print.kit import board_html, kit_html
from tools.browser import NoBrowser, open_browser
from tools.lesson_text import LessonError
from tools.printed_text import ROOM, printed_html

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
PRINTED = "dist/print"
PAGES = ("*.teacher.md", "*.worksheet.md")
BASIC, EXTENDED = "basic", "extended"
"""The scenarios of the kit, each in its newest version."""

PIXELS = 96 / 25.4
"""So many pixels of CSS are a millimetre."""
LEAST = 0.85
"""So small may a worksheet become: its text and tables are still larger than 9 points then."""
FIT = """({ room, least }) => {
  for (const part of document.querySelectorAll(".worksheet .part")) {
    const high = () => part.getBoundingClientRect().height;
    for (let zoom = 1; zoom >= least && high() > room; zoom -= 0.01) part.style.zoom = zoom;
    if (high() > room) part.style.zoom = 1;
  }
}"""
"""A part of a worksheet that is a little too long for one page becomes a little smaller."""


def sources(lang: str, root: Path = ROOT) -> list[Path]:
    """The teacher's pages and worksheets of a language, in the order of the lessons."""
    return sorted(path for pattern in PAGES for path in (root / "lessons" / lang).glob(pattern))


def documents(lang: str, root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Everything to print in a language: the name of the file and a page of HTML."""
    basic, extended = load_scenario(BASIC), load_scenario(EXTENDED)
    yield "paper-kit.pdf", kit_html(basic, extended, lang)
    yield "board-a3.pdf", board_html(basic, lang)
    for source in sources(lang, root):
        yield f"{source.name.removesuffix('.md')}.pdf", printed_html(source)


def printed(browser: Browser, html: str) -> bytes:
    """A page of HTML as PDF, on the paper that it asks for."""
    page = browser.new_page()
    page.emulate_media(media="print")
    page.set_content(html)
    page.evaluate("() => document.fonts.ready")
    page.evaluate(FIT, {"room": ROOM * PIXELS, "least": LEAST})
    pdf = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True)
    page.close()
    return pdf


def write_all(browser: Browser, folder: Path, wanted: Mapping[str, Mapping[str, str]]) -> None:
    """Print documents by language and name into folders of their own; what lay there before is gone."""
    for lang, of_language in wanted.items():
        place = folder / lang
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        for name, html in of_language.items():
            (place / name).write_bytes(printed(browser, html))
            print(f"{PRINTED}/{lang}/{name}")


def main() -> int:
    """Print everything in every language."""
    argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0]).parse_args()
    wanted = {lang: dict(documents(lang)) for lang in languages()}
    with open_browser() as browser:
        write_all(browser, ROOT / PRINTED, wanted)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (NoBrowser, LessonError) as error:
        sys.exit(str(error))
