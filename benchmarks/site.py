"""The static site: how long it takes to build, how large it is, and how long a browser needs to the first board.

*Cold* is a browser that was never there, *warm* the same browser once more: the site is kept in it.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request

from tools.browser import open_browser
from tools.build_site import build, ensure_site, size_table, sizes
from tools.serve_site import served
from tools.servers import WAKE
from tools.site_env import BUILD
from tools.site_reader import READER

RUNS = 5
PATIENCE = 120_000  # milliseconds
BOARD = '.mp-board-widget[data-ready="true"]'
KEEP = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    const kept = new Promise((done) => navigator.serviceWorker.addEventListener("message", done, { once: true }));
    active.postMessage("keep");
    await kept;
}"""


def show_lesson(page: Page, address: str) -> None:
    """Open the first lesson, press its button at once, and wait for the first board."""
    page.goto(f"{address}/notebooks/index.html?path=pl/00-start.ipynb", wait_until="commit")
    page.locator(WAKE).filter(visible=True).first.click()
    page.locator(BOARD).first.wait_for()


def show_text(page: Page, address: str) -> None:
    """Open the first lesson as a page and wait until it can be read."""
    page.goto(f"{address}/pl/{READER}/00-start.html", wait_until="commit")
    page.locator("main h2").first.wait_for()


def show_page(page: Page, address: str) -> None:
    """Open the first lesson as a page, go to its first board at once, and wait until it has woken."""
    show_text(page, address)
    page.locator("body[data-ready]").wait_for()
    page.locator(f".live:has({BOARD})").first.scroll_into_view_if_needed()
    page.locator(f'.live[data-state="awake"] {BOARD}').first.wait_for()


def show_play(page: Page, address: str) -> None:
    """Open Just play and wait for the board."""
    page.goto(f"{address}/play/index.html?lang=pl", wait_until="commit")
    page.locator(BOARD).first.wait_for()


WAYS: dict[str, tuple[Callable[[Page, str], None], int, int]] = {
    "lesson 00 as a page: its text": (show_text, 1, 1),
    "lesson 00 as a page": (show_page, 6, 4),
    "lesson 00 as a notebook": (show_lesson, 20, 10),
    "Just play": (show_play, 8, 4),
}
"""What is shown, and how many seconds it should take, cold and warm; a notebook must not take more than 30."""


def measured(show: Callable[[Page, str], None], context: BrowserContext, address: str) -> tuple[float, set[str]]:
    """Seconds to the first board, and the files that were asked for."""
    page = context.new_page()
    asked: set[str] = set()

    def note(request: Request) -> None:
        if request.url.startswith(address):
            asked.add(unquote(urlsplit(request.url).path).lstrip("/"))

    page.on("request", note)
    began = time.perf_counter()
    show(page, address)
    took = time.perf_counter() - began
    before = set(asked)
    page.evaluate(KEEP)
    page.close()
    return took, before


def size_of(files: set[str], folder: Path) -> int:
    """Bytes of all these files."""
    paths = [folder / name / "index.html" if (folder / name).is_dir() else folder / name for name in files]
    return sum(path.stat().st_size for path in paths if path.is_file())


def fresh(browser: Browser) -> BrowserContext:
    """A browser that was never used."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="pl-PL")
    context.set_default_timeout(PATIENCE)
    return context


def main() -> None:
    """Print everything."""
    ensure_site()  # so that nothing has to be fetched while the time is taken
    with tempfile.TemporaryDirectory(dir=BUILD) as work:
        began = time.perf_counter()
        folder = build(Path(work))
        print(f"built in {time.perf_counter() - began:.1f} s\n{size_table(sizes(folder))}\n")
        print(f"| first board, {RUNS} times | MB before it | cold: best | median | goal | warm: best | median | goal |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|")
        with served(folder) as address, open_browser() as browser:
            for name, (show, cold_goal, warm_goal) in WAYS.items():
                cold, warm, files = [], [], set[str]()
                for _ in range(RUNS):
                    context = fresh(browser)
                    took, files = measured(show, context, address)
                    cold.append(took)
                    warm.append(measured(show, context, address)[0])
                    context.close()
                figures = [
                    f"{size_of(files, folder) / 1e6:.1f}",
                    *(f"{min(cold):.1f}", f"{statistics.median(cold):.1f}", str(cold_goal)),
                    *(f"{min(warm):.1f}", f"{statistics.median(warm):.1f}", str(warm_goal)),
                ]
                print(f"| {name} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
