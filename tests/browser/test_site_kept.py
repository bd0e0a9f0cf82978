"""The static site where a service worker is allowed: on this computer and on https."""

import json
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.site_lesson import SiteLesson
from tools.build_site import VERSION_FILE, WORKER
from tools.serve_site import served

KEEP = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    const kept = new Promise((done) => navigator.serviceWorker.addEventListener("message", done, { once: true }));
    active.postMessage("keep");
    return (await kept).data;
}"""


def test_after_a_visit_everything_works_with_the_server_gone(site, context, watch):
    with served(site.folder) as address:
        page = context.new_page()
        page.goto(f"{address}/pl/index.html")
        assert page.evaluate(KEEP) == "kept"
        page.close()

    page = context.new_page()
    page.goto(f"{address}/")
    expect(page.locator("body")).to_contain_text("Polski")
    page.goto(f"{address}/pl/index.html")
    expect(page.locator("h1").first).to_be_visible()
    page.goto(f"{address}/play/index.html?lang=pl")
    expect(page.locator('.mp-board-widget[data-ready="true"]').first).to_be_visible()
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


def change(folder, version: str, title: str) -> None:
    """A new version of the site, in which a page has another title."""
    page = folder / "en" / "index.html"
    old = json.loads((folder / VERSION_FILE).read_text("utf-8"))["version"]
    text = page.read_text("utf-8")
    begin, end = text.index("<title>") + len("<title>"), text.index("</title>")
    page.write_text(text[:begin] + title + text[end:], "utf-8")
    worker = (folder / WORKER).read_text("utf-8")
    assert worker.count(f'"{old}"') == 1
    (folder / WORKER).write_text(worker.replace(f'"{old}"', f'"{version}"'), "utf-8")
    (folder / VERSION_FILE).write_text(json.dumps({"version": version}), "utf-8")


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
