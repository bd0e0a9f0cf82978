"""The static site where a service worker is allowed: on this computer and on https."""

import hashlib
import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PATIENCE
from tests.browser.site_lesson import SiteLesson
from tests.browser.site_page import open_play
from tests.browser.site_server import OtherServer
from tests.browser.test_resume import position, take_advice
from tools.build_site import VERSION_FILE, WORKER
from tools.serve_site import served
from tools.site_reader import READER

# Asks the service worker to keep files; whether it says in time that it has them all.
KEEP = """([what, patience]) => {
    const kept = new Promise((done) => navigator.serviceWorker.addEventListener("message", ({ data }) => {
        if (data === what.replace("keep", "kept")) done(true);
    }));
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage(what));
    return Promise.race([kept, new Promise((done) => setTimeout(done, patience, false))]);
}"""


# Notes when the service worker says that it has everything; who asked it to is not the test.
NOTE_KEPT = """
navigator.serviceWorker.addEventListener("message", ({ data }) => { window.isKept ||= data === "kept"; });
"""


def test_after_a_game_everything_works_with_the_server_gone(site, context, watch):
    page = context.new_page()
    page.add_init_script(NOTE_KEPT)
    with served(site.folder) as address:
        play = open_play(page, address)
        play.click("start")
        take_advice(play, 1)
        before = position(play)
        page.wait_for_function("() => window.isKept")

    page.reload()
    play.wait_until_ready()
    play.click("continue")
    assert position(play) == before
    take_advice(play, 1)
    assert position(play) != before
    page.goto(f"{address}/")
    expect(page.locator("body")).to_contain_text("Polski")
    page.goto(f"{address}/pl/index.html")
    expect(page.locator("h1").first).to_be_visible()
    page.goto(f"{address}/pl/{READER}/01-letters.html")
    desk = page.locator(".live").first
    desk.scroll_into_view_if_needed()
    expect(desk).to_have_attribute("data-state", "awake", timeout=3 * PATIENCE)
    page.locator("[data-chart]").first.scroll_into_view_if_needed()
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    lesson = SiteLesson(page, address, "pl/00-start.ipynb")
    lesson.open()
    lesson.wake()
    lesson.board(0)


@pytest.fixture
def changing(site, tmp_path):
    """A small site that can be changed: the pages of the real one, with its own service worker."""
    folder = tmp_path / "site"
    shutil.copytree(site.folder, folder, ignore=shutil.ignore_patterns("static", "build", "extensions", "files"))
    return folder


CHANGED = "en/index.html"
IS_KEEPING = "() => navigator.serviceWorker.controller?.state === 'activated'"
FORGET_WORKER = "() => navigator.serviceWorker.ready.then((site) => site.unregister())"


def retitle(folder, title: str) -> str:
    """Give the page another title; the hash of the page."""
    page = folder / CHANGED
    page.write_text(re.sub("<title>.*?</title>", f"<title>{title}</title>", page.read_text("utf-8")), "utf-8")
    return hashlib.sha256(page.read_bytes()).hexdigest()[:20]


def change(folder, version: str, title: str) -> None:
    """A new version of the site, in which the page has another title."""
    worker = (folder / WORKER).read_text("utf-8")
    worker, versions = re.subn('VERSION = "[^"]*"', f'VERSION = "{version}"', worker)
    worker, files = re.subn(f'"{CHANGED}":"[^"]*"', f'"{CHANGED}":"{retitle(folder, title)}"', worker)
    assert (versions, files) == (1, 1)
    (folder / WORKER).write_text(worker, "utf-8")
    (folder / VERSION_FILE).write_text(json.dumps({"version": version}), "utf-8")


def come_from_the_door(page, address: str) -> None:
    """Open the page from another one: the browser may then take it from its memory, unlike with a reload."""
    page.goto(f"{address}/")
    page.goto(f"{address}/{CHANGED}")


def test_a_new_version_of_the_site_is_shown_at_once_and_nothing_that_was_saved_is_lost(changing, context, watch):
    change(changing, "first", "The first")
    with served(changing) as address:
        page = context.new_page()
        page.goto(f"{address}/en/index.html")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
        page.reload()
        expect(page).to_have_title("The first")
        assert page.evaluate("() => navigator.serviceWorker.controller !== null")
        page.evaluate("() => localStorage.setItem('mali-powstancy/saves/game', 'a game')")
        change(changing, "second", "The second")
        page.reload()
        expect(page).to_have_title("The second")
        assert page.evaluate("() => localStorage.getItem('mali-powstancy/saves/game')") == "a game"


def test_a_new_version_is_shown_also_where_the_browser_remembers_the_old_one(changing, context, watch):
    change(changing, "first", "The first")
    with served(changing, handler=OtherServer) as address:
        page = context.new_page()
        page.goto(f"{address}/{CHANGED}")
        expect(page).to_have_title("The first")
        # A browser may leave a worker alive for minutes beside its successor: so this one goes, and its files stay.
        page.evaluate(FORGET_WORKER)
        page.close()
        change(changing, "second", "The second")
        page = context.new_page()
        page.goto(f"{address}/")
        page.wait_for_function(IS_KEEPING)
        for _ in range(2):  # once from the server, once as it was kept
            come_from_the_door(page, address)
            expect(page).to_have_title("The second")


def test_what_was_changed_on_its_way_is_shown_but_not_kept(changing, context, watch):
    change(changing, "first", "The right one")
    with served(changing) as address:
        page = context.new_page()
        page.goto(f"{address}/")
        page.wait_for_function(IS_KEEPING)
        retitle(changing, "Changed by a filter")
        come_from_the_door(page, address)
        assert page.evaluate("() => navigator.serviceWorker.controller !== null")
        expect(page).to_have_title("Changed by a filter")
        assert not page.evaluate(KEEP, ["keep pages", 3000])
        retitle(changing, "The right one")
        come_from_the_door(page, address)
        expect(page).to_have_title("The right one")
        assert page.evaluate(KEEP, ["keep pages", PATIENCE])
