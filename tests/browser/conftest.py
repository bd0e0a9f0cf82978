"""Real Jupyter, real Chromium: fixtures for tests that play in the browser."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, ViewportSize, expect

from tests.browser.board_page import BoardPage
from tests.browser.notebook_page import NotebookPage, write_notebook
from tests.browser.reruns import AGAIN
from tests.browser.watching import Watch
from tools.browser import open_browser
from tools.serve_site import served
from tools.servers import Server, running_server

ROOT = Path(__file__).resolve().parents[2]
EVIDENCE = ROOT / "build" / "browser"
PATIENCE = 60_000  # milliseconds; what is awaited comes in a fraction of that, except on a very busy computer
WINDOW = ViewportSize(width=1280, height=720)


class Site(NamedTuple):
    """The static site while it is served."""

    folder: Path
    address: str


ShowNotebook = Callable[[Server, str], NotebookPage]
OpenNotebook = Callable[..., BoardPage]
context_of = pytest.StashKey[BrowserContext]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of this folder are run again if the browser or the server was lost."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(AGAIN)


def file_name(item: pytest.Item) -> str:
    """A test's name without the signs that file systems and addresses do not like."""
    return re.sub(r"[^\w-]+", "_", item.name).strip("_")


# --- what a failed test leaves behind


def save_evidence(item: pytest.Item, context: BrowserContext) -> list[str]:
    """Save what every page shows; the names of the files."""
    EVIDENCE.mkdir(parents=True, exist_ok=True)
    saved = []
    for number, page in enumerate(context.pages):
        stem = EVIDENCE / f"{file_name(item)}-{number}"
        try:
            page.screenshot(path=stem.with_suffix(".png"), timeout=10_000)
            stem.with_suffix(".txt").write_text(f"{page.url}\n\n{page.inner_text('body', timeout=10_000)}\n", "utf-8")
        except Error as error:
            saved.append(f"page {number} could not be saved: {error}")
            continue
        saved += [str(stem.with_suffix(suffix).relative_to(ROOT)) for suffix in (".png", ".txt")]
    return saved


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test names the files that show what was on the screen."""
    report = yield
    if report.when == "call" and report.failed and context_of in item.stash:
        report.sections.append(("saved", "\n".join(save_evidence(item, item.stash[context_of]))))
    return report


# --- one browser and one server of each kind, for all tests


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    expect.set_options(timeout=PATIENCE)
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab server."""
    with running_server("lab", tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="session")
def notebook7(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Notebook 7 server."""
    with running_server("notebook", tmp_path_factory.mktemp("notebook")) as server:
        yield server


@pytest.fixture(params=["lab", "notebook7"])
def server(request: pytest.FixtureRequest) -> Server:
    """Each of the two, one after the other."""
    found: Server = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The static site, built first unless it is there and up to date."""
    from tools.build_site import ensure_site  # here, because it takes a while, and few tests want it

    folder = ensure_site()
    with served(folder) as address:
        yield Site(folder, address)


# --- a fresh profile for each test


@pytest.fixture
def used() -> Iterator[list[Server]]:
    """The servers that the test used; their kernels end after its last page is closed."""
    servers: list[Server] = []
    yield servers
    for each in servers:
        each.end_kernels()


@pytest.fixture
def context(browser: Browser, used: list[Server], request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A browser that was never used, in a window of 1280 x 720."""
    fresh = browser.new_context(viewport=WINDOW, locale="pl-PL", accept_downloads=True)
    fresh.set_default_timeout(PATIENCE)
    request.node.stash[context_of] = fresh
    yield fresh
    fresh.close()


@pytest.fixture
def watch(context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Watch]:
    """Fails the test at its end if anything happened that must not; a test may say what it expects."""
    watching = Watch(context)
    yield watching
    if troubles := watching.troubles():
        saved = save_evidence(request.node, context)
        pytest.fail("\n".join([*troubles, "saved:", *saved]), pytrace=False)


@pytest.fixture
def show_notebook(context: BrowserContext, watch: Watch, used: list[Server]) -> ShowNotebook:
    """Opens a notebook file of a server, without running it."""

    def show(server: Server, name: str) -> NotebookPage:
        used.append(server)
        notebook = NotebookPage(context.new_page(), server, name)
        notebook.open()
        return notebook

    return show


@pytest.fixture
def open_notebook(show_notebook: ShowNotebook, request: pytest.FixtureRequest) -> OpenNotebook:
    """Writes a notebook with the given cells, opens it, runs them all, and waits for its board."""

    def opened(server: Server, cells: list[str], name: str = "pl/game.ipynb") -> BoardPage:
        # A folder of its own, also for a second try: no saved game of another test is found there.
        folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=server.folder))
        write_notebook(folder / name, cells)
        notebook = show_notebook(server, f"{folder.name}/{name}")
        notebook.run_all()
        return BoardPage(notebook).wait_until_ready()

    return opened
