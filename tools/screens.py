"""Show the boards of all games on every size of screen, in both languages, to be looked at; none is committed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.texts import languages
from tools.browser import NoBrowser, open_browser
from tools.front_moments import MOMENTS as FRONT_MOMENTS
from tools.front_moments import front_host
from tools.pictures import MOMENTS, board_page, host_at
from tools.trench_moments import MOMENTS as TRENCH_MOMENTS
from tools.trench_moments import trench_host

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).resolve().parent.parent / "dist" / "pictures"
SIZES = ((360, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1366, 768), (1920, 1080))
WIDEST_TOUCHED = 900
"""Smaller screens are those of phones and tablets."""
LIGHT = "light"


def menu_host(lang: str) -> Host:
    """What is seen first."""
    return Host(MemoryStorage(), "picture", lang, Random(1))


def with_settings(host: Host) -> Host:
    """The same board behind a dialog."""
    host.handle({"do": "dialog", "dialog": "settings"})
    return host


SCREENS: dict[str, Callable[[str], Host]] = {
    "menu": menu_host,
    "mali-turn": lambda lang: host_at(MOMENTS["mid-game"], lang, LIGHT),
    "mali-dialog": lambda lang: with_settings(host_at(MOMENTS["mid-game"], lang, LIGHT)),
    "mali-end": lambda lang: host_at(MOMENTS["end"], lang, LIGHT),
    "wiarusi-turn": lambda lang: trench_host(TRENCH_MOMENTS["own-turn"], lang, LIGHT),
    "wiarusi-dialog": lambda lang: with_settings(trench_host(TRENCH_MOMENTS["own-turn"], lang, LIGHT)),
    "wiarusi-end": lambda lang: trench_host(TRENCH_MOMENTS["victory"], lang, LIGHT),
    "bitwa-turn": lambda lang: front_host(FRONT_MOMENTS["own-turn"], lang, LIGHT),
    "bitwa-dialog": lambda lang: with_settings(front_host(FRONT_MOMENTS["own-turn"], lang, LIGHT)),
    "bitwa-end": lambda lang: front_host(FRONT_MOMENTS["victory"], lang, LIGHT),
}


def page_of(name: str, lang: str) -> str:
    """The page of a board that fills its window, as Just play does."""
    click = MOMENTS["mid-game"].click if name == "mali-turn" else ""
    return board_page(SCREENS[name](lang), click).replace('<div id="board"', '<div id="board" class="mp-alone"', 1)


def take(browser: Browser, html: str, size: tuple[int, int], path: Path) -> None:
    """What is seen of the page in a window of this size."""
    width, height = size
    is_touched = width < WIDEST_TOUCHED
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=is_touched, is_mobile=is_touched, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_content(html.replace("<style>", '<meta name="viewport" content="width=device-width"><style>', 1))
    page.wait_for_function("() => !document.querySelector('[data-wait]')")
    page.evaluate("() => document.fonts.ready")
    page.screenshot(path=path)
    context.close()


def main() -> int:
    """Take all pictures; a name on the command line takes only those that begin so."""
    wanted = tuple(sys.argv[1:]) or ("",)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open_browser() as browser:
        for name in (one for one in SCREENS if one.startswith(wanted)):
            for lang in languages():
                html = page_of(name, lang)
                for width, height in SIZES:
                    take(browser, html, (width, height), FOLDER / f"{name}-{lang}-{width}x{height}.png")
    print(f"{FOLDER}: {len(list(FOLDER.glob('*.png')))} pictures")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoBrowser as missing:
        sys.exit(str(missing))
