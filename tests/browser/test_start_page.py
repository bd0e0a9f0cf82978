import json

import pytest
from playwright.sync_api import expect

from mali_powstancy.texts import languages, texts_for
from tests.browser.site_page import barriers, is_wider_than_the_screen, unmarked_focus
from tests.browser.site_server import NoWorkerServer
from tools.serve_site import served
from tools.site_pages import lessons

SAVES, WHEN = "mali-powstancy/saves/", "mali-powstancy/when/"
GAME, ANSWER = "just-play", "01-letters 01-a"
MOST_TAB_STOPS = 40
EARLY, LATE = "2026-01-02T10:00:00.000Z", "2026-03-04T10:00:00.000Z"
PUT = "([name, text]) => localStorage.setItem(name, text)"
ALL = "() => ({ ...localStorage })"
KEEP_MORE = """async () => {
    await new Promise((resolve) => { indexedDB.open("JupyterLite Storage - test").onsuccess = resolve; });
    await (await caches.open("test")).put(new URL("../kept", location.href), new Response("x"));
}"""
MORE = """async () => [(await indexedDB.databases()).map((each) => each.name), await caches.keys()].flat()"""
FULL = """() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, text) {
        if (text === "too much") throw new DOMException("full", "QuotaExceededError");
        set.call(this, name, text);
    };
}"""


def say(lang, key, **values):
    return texts_for(lang).say(f"site.{key}", **values)


def keep(page, key, text, when=None):
    page.evaluate(PUT, [SAVES + key, text])
    if when:
        page.evaluate(PUT, [WHEN + key, when])


def kept(page):
    everything = page.evaluate(ALL)
    return {name.removeprefix(SAVES): text for name, text in everything.items() if name.startswith(SAVES)}


def saves_file(saves, **more):
    content = {"format": "mali-powstancy-saves", "version": 1, "saves": saves} | more
    return {"name": "saves.json", "mimeType": "application/json", "buffer": json.dumps(content).encode()}


@pytest.fixture
def start(site, context, watch):
    """The Polish start page."""
    page = context.new_page()
    page.goto(f"{site.address}/pl/index.html")
    page.locator("body[data-ready]").wait_for()
    return page


def said(page):
    return page.locator("#saves-said")


def test_keys_alone_lead_through_the_door_to_every_lesson_and_to_the_game(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/index.html")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert unmarked_focus(page) == ""
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/index.html")
    page.locator("body[data-ready]").wait_for()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    links = []
    for _ in range(MOST_TAB_STOPS):
        page.keyboard.press("Tab")
        here = page.evaluate("() => [document.activeElement.href ?? '', document.activeElement.id]")
        if here == ["", ""]:
            break
        assert unmarked_focus(page) == ""
        links.append(here)
    reached = [link for link, _ in links]
    for lesson in lessons("en"):
        assert f"{site.address}/en/lesson/{lesson.stem}.html" in reached
    ids = [name for _, name in links]
    assert {"play", "saves-file", "saves-clear"} <= set(ids)
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lessons")).to_be_focused()
    page.locator("#play").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/index.html?lang=en")
    page.goto(f"{site.address}/index.html")
    assert page.locator(".door", has_text=say("en", "root.last")).get_attribute("data-lang") == "en"


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_barriers_in_any_look_and_nothing_is_cut_on_a_narrow_screen(site, context, watch, look):
    page = context.new_page()
    page.emulate_media(color_scheme=look)
    pages = ("index.html", "pl/index.html", "en/index.html", "pl/privacy.html", "en/privacy.html")
    for place in ("PL/mistyped", *pages):
        page.goto(f"{site.address}/{place}")
        assert barriers(page) == []
        page.set_viewport_size({"width": 360, "height": 720})
        assert not is_wider_than_the_screen(page)
        page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("a.brand").click()
    page.locator("#saves-clear").click()
    expect(page.locator("#ask")).to_be_visible()
    assert barriers(page) == []


def test_a_mistyped_address_leads_to_the_start_page_of_either_language(site, context, watch):
    page = context.new_page()
    page.set_viewport_size({"width": 640, "height": 360})
    for lang in languages():
        page.goto(f"{site.address}/PL/")
        expect(page.get_by_text(say(lang, "not-found"))).to_be_in_viewport()
        page.locator(f'.door[lang="{lang}"]').click()
        expect(page).to_have_url(f"{site.address}/{lang}/index.html")


def test_a_page_that_was_opened_as_a_file_says_what_it_needs(site, browser):
    context = browser.new_context()
    opened = [context.new_page() for _ in range(3)]
    for page, place in zip(opened, ("index.html", "en/index.html", "play/index.html"), strict=True):
        page.goto((site.folder / place).as_uri())
    for page in opened:
        expect(page.get_by_text(say("en", "stuck"))).to_be_visible()
    page.goto(f"{site.address}/en/index.html")
    expect(page.get_by_text(say("en", "stuck"))).to_be_hidden()
    context.close()


def test_what_was_begun_on_this_computer_is_shown(start):
    assert start.locator("#waits").is_hidden()
    expect(start.locator("#saves-count")).to_have_text(say("pl", "saves.none"))
    expect(start.locator("#saves-download")).to_be_disabled()
    keep(start, GAME, "a game")
    keep(start, ANSWER, "an answer")
    start.reload()
    expect(start.locator("#waits")).to_be_visible()
    expect(start.locator("#play")).to_contain_text(say("pl", "start.play-on"))
    expect(start.locator("#saves-count")).to_have_text(say("pl", "saves.count", n=2))
    assert start.locator(".begun:visible").count() == 1
    expect(start.locator('[data-lesson="01-letters"]')).to_contain_text(say("pl", "lessons.begun"))


def test_saves_are_carried_in_one_file_and_this_computer_is_cleared_only_when_asked(start):
    keep(start, GAME, "a game", EARLY)
    keep(start, ANSWER, "an answer", LATE)
    start.evaluate(PUT, ["somebody-else", "stays"])
    start.evaluate("() => { sessionStorage['mali-powstancy/place/pl/01'] = 'here'; sessionStorage.other = 'stays'; }")
    start.evaluate(KEEP_MORE)
    start.reload()
    with start.expect_download() as downloading:
        start.locator("#saves-download").click()
    content = json.loads(downloading.value.path().read_text("utf-8"))
    assert content["saves"] == {
        GAME: {"text": "a game", "when": EARLY},
        ANSWER: {"text": "an answer", "when": LATE},
    }
    start.locator("#saves-clear").click()
    start.keyboard.press("Escape")
    expect(said(start)).to_have_text(say("pl", "saves.nothing-changed"))
    expect(start.locator("#saves-clear")).to_be_focused()
    assert len(kept(start)) == 2
    start.locator("#saves-clear").click()
    start.locator("#ask .danger").click()
    expect(said(start)).to_have_text(say("pl", "clear.done"))
    assert start.evaluate(ALL) == {"somebody-else": "stays"}
    assert start.evaluate("() => ({ ...sessionStorage })") == {"other": "stays"}
    assert not {"JupyterLite Storage - test", "test"} & set(start.evaluate(MORE))
    start.locator("#saves-file").set_input_files(downloading.value.path())
    expect(said(start)).to_have_text(say("pl", "saves.brought", n=2))
    assert kept(start) == {GAME: "a game", ANSWER: "an answer"}
    assert start.evaluate(ALL)[WHEN + ANSWER] == LATE


@pytest.mark.parametrize(
    "forbidden", ["indexedDB.databases", "caches.keys", "navigator.serviceWorker.getRegistrations"]
)
def test_what_cannot_be_cleared_is_told_and_all_else_is_cleared(start, forbidden):
    keep(start, GAME, "a game")
    start.evaluate(KEEP_MORE)
    start.evaluate(f"() => {{ {forbidden} = async () => {{ throw new DOMException('forbidden'); }}; }}")
    start.locator("#saves-clear").click()
    start.locator("#ask .danger").click()
    expect(said(start)).to_have_text(say("pl", "clear.other-tab"))
    start.reload()  # with everything allowed again
    left = {"indexedDB.databases": "JupyterLite Storage - test", "caches.keys": "test"}
    assert {"JupyterLite Storage - test", "test"} & set(start.evaluate(MORE)) == {left.get(forbidden)} - {None}
    assert kept(start) == {}


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ({"name": "a.json", "mimeType": "application/json", "buffer": b"\xff\xfe broken"}, "saves.not-ours"),
        ({"name": "a.json", "mimeType": "application/json", "buffer": b"null"}, "saves.not-ours"),
        (saves_file({"a": {"text": 7}}), "saves.not-ours"),
        (saves_file({"a": {"text": "b"}}, version=2), "saves.too-new"),
        (saves_file({}), "saves.file-empty"),
        (saves_file({"a": {"text": "b"}, GAME: {"text": "too much"}}), "saves.no-room"),
    ],
)
def test_a_bad_file_is_told_kindly_and_nothing_is_lost(start, content, answer):
    start.evaluate(FULL)
    keep(start, ANSWER, "an answer")
    start.locator("#saves-file").set_input_files(content)
    expect(said(start)).to_have_text(say("pl", answer))
    assert kept(start) == {ANSWER: "an answer"}


def test_a_huge_file_is_refused_before_it_is_read(start):
    start.evaluate("() => { Blob.prototype.text = async () => { document.body.dataset.read = 'yes'; return ''; }; }")
    huge = {"name": "a.json", "mimeType": "application/json", "buffer": b" " * 20_000_001}
    start.locator("#saves-file").set_input_files(huge)
    expect(said(start)).to_have_text(say("pl", "saves.too-large"))
    assert start.evaluate("() => document.body.dataset.read") is None
    assert kept(start) == {}


@pytest.mark.parametrize(
    ("here", "there"),
    [(EARLY, LATE), (LATE, EARLY), (None, LATE), (EARLY, None)],
    ids=["older", "newer", "?", "?"],
)
def test_a_save_of_this_computer_is_never_lost_unasked_whatever_the_clocks_say(start, here, there):
    keep(start, GAME, "here", here)
    keep(start, ANSWER, "the same", EARLY)
    saves = {
        GAME: {"text": "there", "when": there},
        ANSWER: {"text": "the same", "when": LATE},
        "new": {"text": "new", "when": None},
    }
    asked = start.locator("#ask")
    start.locator("#saves-file").set_input_files(saves_file(saves))
    expect(asked).to_contain_text(say("pl", "saves.which.text", n=1))
    start.keyboard.press("Escape")
    expect(said(start)).to_have_text(say("pl", "saves.nothing-changed"))
    assert kept(start) == {GAME: "here", ANSWER: "the same"}
    start.locator("#saves-file").set_input_files(saves_file(saves))
    asked.get_by_text(say("pl", "saves.which.here")).click()
    expect(said(start)).to_have_text(say("pl", "saves.brought", n=1))
    assert kept(start) == {GAME: "here", ANSWER: "the same", "new": "new"}
    start.locator("#saves-file").set_input_files(saves_file(saves))
    asked.get_by_text(say("pl", "saves.which.file")).click()
    # The page says the same as before, so only what it keeps tells that it is done.
    start.wait_for_function("([name, text]) => localStorage.getItem(name) === text", arg=[SAVES + GAME, "there"])
    expect(said(start)).to_have_text(say("pl", "saves.brought", n=1))
    assert kept(start) == {GAME: "there", ANSWER: "the same", "new": "new"}


# --- the check before a lesson


def lights(page):
    return dict(page.locator("#lights li").evaluate_all("all => all.map((one) => [one.id, one.dataset.light])"))


def test_the_check_lights_up_and_tells_what_it_found(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/pl/check.html")
    page.locator('body[data-done="true"]').wait_for()
    found = lights(page)
    slow = {"speed", "worker"}  # on a very busy computer
    assert {name: light for name, light in found.items() if name not in slow} == dict.fromkeys(
        ("browser", "wasm", "memory", "storage", "files", "offline"), "green"
    )
    assert all(found[name] in ("green", "yellow") for name in slow)
    for name, light in found.items():
        expect(page.locator(f"#{name}")).to_contain_text(say("pl", f"light.{light}"))
        assert page.locator(f"#{name} svg").count() == 1
    expect(page.locator("#it-address")).to_have_text(f"{site.address}/")
    assert barriers(page) == []
    page.locator("#copy").click()
    report = page.locator("#report").input_value()
    assert report.splitlines()[-1].startswith("Mozilla")
    assert all(f"{name}: " in report for name in found)
    page.emulate_media(color_scheme="dark")
    assert barriers(page) == []
    page.set_viewport_size({"width": 360, "height": 720})
    assert not is_wider_than_the_screen(page)


def test_the_check_says_what_is_missing_and_what_holds_without_a_service_worker(site, browser):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script("""
        delete Navigator.prototype.serviceWorker;
        Storage.prototype.setItem = () => { throw new DOMException("forbidden"); };
    """)
    for name in ("pyodide.asm.wasm", "files/en/00-start.ipynb", "api/contents/en/all.json"):
        page.route(f"**/{name}", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{site.address}/en/check.html")
    page.locator('body[data-done="true"]').wait_for()
    found = lights(page)
    assert {name for name, light in found.items() if light == "red"} >= {"storage", "files", "worker"}
    assert found["offline"] == "yellow"
    for name in ("pyodide.asm.wasm", "files/en/00-start.ipynb", "api/contents/en/all.json"):
        expect(page.locator("#files")).to_contain_text(f"{name} (404)")
    expect(page.locator("#offline")).to_contain_text(say("en", "offline.none"))
    expect(page.locator("#verdict")).to_have_text(say("en", "verdict.red"))
    assert barriers(page) == []
    context.close()


def test_the_check_sees_that_the_browser_was_refused_to_keep_the_files(site, context):
    with served(site.folder, handler=NoWorkerServer) as address:
        page = context.new_page()
        page.goto(f"{address}/en/check.html")
        page.locator('body[data-done="true"]').wait_for()
    assert lights(page)["offline"] == "yellow"
    expect(page.locator("#offline")).to_contain_text(say("en", "offline.refused"))
    assert "service-worker.js" in page.locator("#report").input_value()


def test_the_check_sees_that_webassembly_is_blocked(site, browser):
    context = browser.new_context(service_workers="block")
    page = context.new_page()

    def forbid(route):
        served = route.fetch()
        assert "'wasm-unsafe-eval'" in served.text()
        route.fulfill(response=served, body=served.text().replace("'wasm-unsafe-eval'", ""))

    page.route("**/check.html", forbid, times=1)  # later the page asks only whether it is there
    page.goto(f"{site.address}/en/check.html")
    page.locator('body[data-done="true"]').wait_for()
    assert {name for name, light in lights(page).items() if light == "red"} == {"wasm", "worker"}
    expect(page.locator("#wasm")).to_contain_text(say("en", "wasm.none"))
    context.close()
