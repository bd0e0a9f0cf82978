"""Print worksheets, keys, teacher's pages, rules and the paper kit as PDF files into dist/print, with Chromium."""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mali_powstancy.bitwa_warszawska import load_scenario as load_bitwa
from mali_powstancy.bitwa_warszawska.scenario import Scenario as ScenarioOfBitwa
from mali_powstancy.engine import load_scenario
from mali_powstancy.texts import languages
from mali_powstancy.views.print.certificate import certificate_html
from mali_powstancy.views.print.front_kit import front_kit_html, front_rules_html
from mali_powstancy.views.print.kit import board_html, kit_html
from mali_powstancy.views.print.trench_kit import trench_kit_html, trench_rules_html
from mali_powstancy.views.print.two_sides import VARIANTS, two_sides_html
from mali_powstancy.whole_files import write_whole
from mali_powstancy.wiarusi import load_scenario as load_wiarusi
from mali_powstancy.wiarusi.scenario import Scenario as ScenarioOfWiarusi
from tools import small_pdf
from tools.browser import NoBrowser, open_browser
from tools.lesson_text import LessonTextError
from tools.printed_text import PAGE, ROOM, printed_html, printed_texts
from tools.typesetting import typeset

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
PRINTED = "dist/print"
PAGES = "*.*.md"
"""What lies beside the lessons: teacher's pages, worksheets, pages of the desk."""
KIT, BOARD, RULES, CERTIFICATE = "paper-kit", "board-a3", "rules", "certificate"
"""The names of what belongs to no lesson; each variant has rules of its own."""
BASIC, EXTENDED = "basic", "extended"
"""The scenarios of the kit, each in its newest version."""
WIARUSI, BITWA = "wiarusi", "bitwa-warszawska"
"""What the kits and the rules of the other games have in their names."""

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
  for (const text of document.querySelectorAll(".fits")) {
    const isLong = () => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1;
    const size = parseFloat(getComputedStyle(text).fontSize);
    for (let part = 1; part >= least && isLong(); part -= 0.01) text.style.fontSize = `${size * part}px`;
  }
}"""
"""What is a little too long for its page becomes a little smaller: a part of a worksheet, a side of the rules."""
_DATE = re.compile(rb"\(D:\d{14}[^)]*\)")
_NO_DATE = b"(D:20000101000000+00'00')"


def sources(lang: str, root: Path = ROOT) -> list[Path]:
    """The teacher's pages, worksheets and pages of the desk in a language, in the order of the lessons."""
    return sorted((root / "lessons" / lang).glob(PAGES))


def documents(lang: str, root: Path = ROOT) -> Iterator[tuple[str, str]]:
    """Everything to print in a language: the name of the file and a page of HTML."""
    for name, html in _written(lang, root):
        yield name, typeset(html, lang)


def _written(lang: str, root: Path) -> Iterator[tuple[str, str]]:
    basic, extended = load_scenario(BASIC), load_scenario(EXTENDED)
    yield f"{KIT}.pdf", kit_html(basic, extended, lang)
    yield f"{BOARD}.pdf", board_html(basic, lang)
    for variant in VARIANTS:
        yield f"{RULES}-{variant}.pdf", two_sides_html(variant, basic, extended, lang)
    yield f"{KIT}-{WIARUSI}.pdf", trench_kit_html(*wiarusi_levels(), lang)
    yield f"{RULES}-{WIARUSI}.pdf", trench_rules_html(*wiarusi_levels(), lang)
    yield f"{KIT}-{BITWA}.pdf", front_kit_html(*bitwa_lengths(), lang)
    yield f"{RULES}-{BITWA}.pdf", front_rules_html(*bitwa_lengths(), lang)
    yield f"{CERTIFICATE}.pdf", certificate_html(lang)
    for source in sources(lang, root):
        for text in printed_texts(source):
            yield f"{text.name.removesuffix(f'.{PAGE}')}.pdf", printed_html(text)


def wiarusi_levels() -> tuple[ScenarioOfWiarusi, ScenarioOfWiarusi]:
    """The two levels of Wiarusi that differ in numbers: standard and veterans."""
    return load_wiarusi("wiarusi-standard"), load_wiarusi("wiarusi-veteran")


def bitwa_lengths() -> tuple[ScenarioOfBitwa, ScenarioOfBitwa]:
    """The two lengths of Bitwa Warszawska: the whole game and the short one for a lesson."""
    return load_bitwa("bitwa-standard"), load_bitwa("bitwa-short")


def printed(browser: Browser, html: str) -> bytes:
    """A page of HTML as PDF, on the paper that it asks for."""
    with printer(browser) as page:
        return printed_by(page, html)


@contextmanager
def printer(browser: Browser) -> Iterator[Page]:
    """A page that prints one document after another: to open one for each would take longer than to print."""
    page = browser.new_page()
    page.emulate_media(media="print")
    yield page
    page.close()


def printed_by(page: Page, html: str) -> bytes:
    """A page of HTML as a small PDF. The same HTML gives the same file tomorrow, because it says no date."""
    page.set_content(html)
    page.evaluate("() => document.fonts.ready")
    page.evaluate(FIT, {"room": ROOM * PIXELS, "least": LEAST})
    made = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True)
    return small_pdf.smaller(_DATE.sub(_NO_DATE, made))


def ready(wanted: Mapping[str, str], folder: Path) -> dict[str, bytes]:
    """Documents as PDF by their names; what was printed before from the same HTML is taken as it is."""
    makers = (__file__, small_pdf.__file__)
    how = hashlib.sha256(b"".join(Path(maker).read_bytes() for maker in makers)).digest()
    folder.mkdir(parents=True, exist_ok=True)
    kept = {name: folder / f"{hashlib.sha256(how + html.encode()).hexdigest()}.pdf" for name, html in wanted.items()}
    missing = [name for name, file in kept.items() if not file.is_file()]
    if missing:
        # In a thread of its own, because tests that need the site have a browser of theirs in this one.
        with ThreadPoolExecutor(1) as beside:
            beside.submit(_print_into, {kept[name]: wanted[name] for name in missing}).result()
    for file in set(folder.glob("*.pdf")) - set(kept.values()):
        file.unlink()
    return {name: file.read_bytes() for name, file in kept.items()}


def _print_into(wanted: Mapping[Path, str]) -> None:
    with open_browser() as browser, printer(browser) as page:
        for file, html in wanted.items():
            write_whole(file, printed_by(page, html))


def write_all(browser: Browser, folder: Path, wanted: Mapping[str, Mapping[str, str]]) -> None:
    """Print documents by language and name into folders of their own; what lay there before is gone."""
    for lang, of_language in wanted.items():
        place = folder / lang
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        with printer(browser) as page:
            for name, html in of_language.items():
                (place / name).write_bytes(printed_by(page, html))
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
    except (NoBrowser, LessonTextError) as error:
        sys.exit(str(error))
