"""Show boards, scenes and pages on every size of screen, in both languages, to be looked at; none is committed.

Boards stand alone on a page, scenes stand still. The pages are those of the site, which is built first if need be: a
lesson wakes there as it does for a reader.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from mali_powstancy.engine.events import DieRolled
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.texts import languages
from mali_powstancy.views.board.board_view import asleep, board_view
from mali_powstancy.views.board.widget import page_style
from tools import apt
from tools.browser import open_browser
from tools.build_site import ensure_site
from tools.front_moments import MOMENTS as FRONT_MOMENTS
from tools.front_moments import front_host
from tools.pictures import FRAME, MOMENTS, board_page, host_at, live_in_page, round_of
from tools.serve_site import served
from tools.site_reader import READER
from tools.trench_moments import MOMENTS as TRENCH_MOMENTS
from tools.trench_moments import trench_host

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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


def just_rolled(host: Host) -> bool:
    """The die was rolled in what has just been played, late in the game."""
    steps = () if host.session is None else (host.session.steps[number] for number in host.new_steps)
    return round_of(host) > 10 and any(isinstance(event, DieRolled) for step in steps for event in step.events)


class StillScene(NamedTuple):
    """A scene in the middle of those that are played at a moment."""

    host: Callable[[str], Host]
    kind: str


SCENES = {
    "mali-scene": StillScene(
        lambda lang: host_at(MOMENTS["mid-game"]._replace(is_reached=just_rolled, click=""), lang, LIGHT), "die-rolled"
    ),
    "wiarusi-scene": StillScene(lambda lang: trench_host(TRENCH_MOMENTS["support"], lang, LIGHT), "tiles-passed"),
    "bitwa-scene": StillScene(lambda lang: front_host(FRONT_MOMENTS["battle"], lang, LIGHT), "front-won"),
}


class SitePage(NamedTuple):
    """A page of the site in a language, and the board or desk on it that has woken; without one, its top."""

    address: str
    cell: str = ""


PAGES = {
    "start": SitePage("{lang}/index.html"),
    "lesson-top": SitePage(f"{{lang}}/{READER}/01-letters.html"),
    "lesson-desk": SitePage(f"{{lang}}/{READER}/01-letters.html", "01-letters-11"),
    "lesson-board": SitePage(f"{{lang}}/{READER}/03-rules-basic.html", "03-rules-basic-15"),
}
PATIENCE = 60_000
"""Milliseconds until a lesson has woken on a very busy computer."""
TO_THE_TOP = "one => scrollBy({ top: one.getBoundingClientRect().top - 70, behavior: 'instant' })"
AGES = 1e6
"""Beats that a scene takes, or no other will be seen."""


def page_of(name: str, lang: str) -> str:
    """The page of a board that fills its window, as Just play does."""
    if name in SCENES:
        html = still_scene(SCENES[name], lang)
    else:
        html = board_page(SCREENS[name](lang), MOMENTS["mid-game"].click if name == "mali-turn" else "")
    alone = html.replace('<div id="board"', '<div id="board" class="mp-alone"', 1)
    return alone.replace("<style>", '<meta name="viewport" content="width=device-width"><style>', 1)


def still_scene(still: StillScene, lang: str) -> str:
    """The board at a scene; those before it have gone by."""
    host = still.host(lang)
    view = board_view(host, 1, with_map=True, with_scenes=True)
    at = next(at for at, scene in enumerate(view["scenes"]) if scene["kind"] == still.kind)
    before: list[Object] = [scene | {"beats": 0} for scene in view["scenes"][:at]]
    view["scenes"] = [*before, view["scenes"][at] | {"beats": AGES}]
    return FRAME.format(style=page_style(), content=live_in_page("board", "board", view, asleep(host)))


def take_board(page: Page, name: str, lang: str) -> None:
    """Open the page of a board and wait until it is there."""
    page.set_content(page_of(name, lang))
    if name in SCENES:  # the board is not ready before its last scene
        page.locator(f'[data-scene="{SCENES[name].kind}"]').wait_for()
    else:
        page.wait_for_function("() => !document.querySelector('[data-wait]')")


def take_page(page: Page, address: str, cell: str) -> None:
    """Open a page of the site and wait until what is looked for on it has woken."""
    page.goto(address)
    if cell:
        live = page.locator(f'[data-cell="{cell}"]')
        live.evaluate(TO_THE_TOP)
        page.locator(f'[data-cell="{cell}"][data-state="awake"]').wait_for()


def take_sizes(browser: Browser, name: str, lang: str, address: str) -> None:
    """What is seen in a window of each size; a page of the site is opened once for screens of a kind, and turned."""
    for is_touched in (True, False):
        sizes = [size for size in SIZES if (size[0] < WIDEST_TOUCHED) is is_touched]
        context = browser.new_context(has_touch=is_touched, is_mobile=is_touched, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        for number, (width, height) in enumerate(sizes):
            page.set_viewport_size({"width": width, "height": height})
            if name not in PAGES:
                take_board(page, name, lang)
            elif not number:
                take_page(page, f"{address}/{PAGES[name].address.format(lang=lang)}", PAGES[name].cell)
            if name in PAGES and (cell := PAGES[name].cell):
                page.locator(f'[data-cell="{cell}"]').evaluate(TO_THE_TOP)
            page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
            page.screenshot(path=FOLDER / f"{name}-{lang}-{width}x{height}.png")
        context.close()


def main() -> int:
    """Take all pictures; a name on the command line takes only those that begin so."""
    begins = tuple(sys.argv[1:]) or ("",)
    wanted = [name for name in (*SCREENS, *SCENES, *PAGES) if name.startswith(begins)]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ExitStack() as open_now:
        address = open_now.enter_context(served(ensure_site())) if PAGES.keys() & {*wanted} else ""
        browser = open_now.enter_context(open_browser())
        for name in wanted:
            for lang in languages():
                take_sizes(browser, name, lang, address)
    print(f"{FOLDER}: {len(list(FOLDER.glob('*.png')))} pictures")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except apt.Missing as missing:
        sys.exit(str(missing))
