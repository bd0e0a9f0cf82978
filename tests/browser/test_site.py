"""The static site as it is in a school's network: a plain http address, where no browser allows a service worker."""

import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Request, Route, expect

from mali_powstancy.texts import texts_for
from tests.browser.board_page import BoardPage
from tests.browser.conftest import PATIENCE, WINDOW, Site, context_of
from tests.browser.site_lesson import SiteLesson
from tests.browser.site_page import PlayPage, barriers, go_to, is_wider_than_the_screen, open_play, unmarked_focus
from tests.browser.site_server import OtherServer, SchoolServer
from tests.browser.test_reader import FIRST, NUMBER, awake
from tests.browser.test_resume import position, saved_game, take_advice
from tests.browser.watching import SCHOOL, visible_failures
from tools.browser import launch
from tools.serve_site import SiteHandler, served
from tools.servers import WAKE
from tools.site_reader import READER

pytestmark = pytest.mark.xdist_group("school")  # one browser of its own for all of them

PL = texts_for("pl").say
MOST_BYTES = 20_000_000
"""What may go to each computer of a class before the first board of a lesson is there."""
# What browsers keep for https and for the computer itself.
MISSING = """() => ["caches", "serviceWorker", "storage", "clipboard", "subtle", "randomUUID"].filter(
    (name) => !(name in window) && !(name in navigator) && !(name in crypto))"""
DATABASES = "async () => (await indexedDB.databases()).map((each) => each.name)"
# In how many ways another address is reached; an answer that cannot be read counts, too.
REACHED = """async (address) => {
    const ask = new XMLHttpRequest();
    ask.open("GET", address, false);
    const ways = [() => fetch(address, { mode: "no-cors" }), () => import(address), async () => ask.send()];
    const tried = await Promise.allSettled(ways.map((way) => way()));
    return tried.filter(({ status }) => status === "fulfilled").length;
}"""


# Nothing covers the middle of it, and no edge cuts it off.
IS_ON_TOP = """one => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


@pytest.fixture(scope="module")
def school(browser):
    """A browser to which this computer is one in the network of a school."""
    opened = launch(browser.browser_type, SCHOOL)
    yield opened
    opened.close()


@pytest.fixture
def site(site):
    """The site at the address that stands on the blackboard."""
    return Site(site.folder, site.address.replace("127.0.0.1", SCHOOL))


@pytest.fixture
def context(school, request):
    """A browser that was never used."""
    fresh = school.new_context(viewport=WINDOW, locale="pl-PL", accept_downloads=True)
    fresh.set_default_timeout(PATIENCE)
    request.node.stash[context_of] = fresh
    yield fresh
    fresh.close()


@pytest.fixture
def open_lesson(site, context, watch):
    """Opens a lesson of the site."""

    def opened(name: str) -> SiteLesson:
        lesson = SiteLesson(context.new_page(), site.address, name)
        lesson.open()
        return lesson

    return opened


def wake_with_keys(lesson: SiteLesson) -> None:
    """Go from the notebook back to the bar, along it to the button that runs everything, and press it."""
    button = lesson.page.locator(WAKE).filter(visible=True).first
    go_to(lesson.page, lesson.page.locator(".jp-NotebookPanel-toolbar"), "Shift+Tab")
    go_to(lesson.page, button, "ArrowRight")
    lesson.page.keyboard.press("Enter")
    lesson.wait_until_run()


def press(board: BoardPage, key: str) -> None:
    """Go to a button of the board, press it, and wait for what it does."""
    go_to(board.page, board.button(key))
    assert unmarked_focus(board.page) == ""
    with board.answered():
        board.press("Enter")


def clear_this_computer(page) -> None:
    """Press the button of the start page, and say that it is meant."""
    page.locator("body[data-ready]").wait_for()
    page.locator("#saves-clear").click()
    page.locator("#ask .danger").click()
    expect(page.locator("#saves-said")).to_have_text(PL("site.clear.done"))


def test_the_first_board_of_a_lesson_is_there_before_much_was_fetched(site, context, watch, capsys):
    came: list[Request] = []
    context.on("requestfinished", lambda request: came.append(request))
    with served(site.folder, handler=SchoolServer) as address:
        began = time.monotonic()
        lesson = SiteLesson(context.new_page(), address.replace("127.0.0.1", SCHOOL), "pl/00-start.ipynb")
        lesson.open()
        lesson.begin_to_wake()
        lesson.board(0)
        seconds = time.monotonic() - began
        fetched = [(request.url, request.sizes()["responseBodySize"]) for request in list(came)]
    size = sum(size for _, size in fetched)
    with capsys.disabled():
        print(f"\nfirst board of a lesson: {size / 1e6:.1f} MB, packed, in {len(fetched)} answers, {seconds:.1f} s")
    assert [size for url, size in fetched if url.endswith("pyodide.asm.wasm") and size > 1_000_000]
    assert size <= MOST_BYTES


def test_keys_alone_lead_to_a_lesson_and_after_the_page_was_loaded_again_its_game_goes_on(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/pl/index.html")
    page.locator("body[data-ready]").wait_for()
    lesson = SiteLesson(page, site.address, "pl/00-start.ipynb")
    go_to(page, page.locator('[data-lesson="00-start"] a'))
    assert unmarked_focus(page) == ""
    page.keyboard.press("Enter")
    page.locator("body[data-ready]").wait_for()  # the lesson as a page; its notebook is one click behind
    go_to(page, page.locator("#menu summary"))
    page.keyboard.press("Enter")
    go_to(page, page.get_by_role("link", name=PL("site.reader.to-notebook")).first)
    page.keyboard.press("Enter")
    lesson.wait_until_open()
    expect(lesson.heading).to_contain_text("Zaczynamy")
    expect(page.locator(".lm-MenuBar-item").first).to_have_text("Plik")  # Jupyter's menus speak Polish too
    wake_with_keys(lesson)
    board = lesson.board(1)
    press(board, "start")
    press(board, "card 2")
    before = position(board)

    page.reload(wait_until="domcontentloaded")
    lesson.wait_until_open()
    wake_with_keys(lesson)
    board = lesson.board(1)
    expect(saved_game(board)).to_be_visible()
    expect(board.dialog.locator(".mp-says-refusal")).to_have_count(0)
    press(board, "continue")
    assert position(board) == before
    go_to(page, board.root.locator(".mp-bar"))
    go_to(page, board.button("hint"), "ArrowRight")
    press(board, "hint")
    press(board, "show-move")
    press(board, "play-hint")
    assert position(board) != before
    assert visible_failures(lesson.page) == []

    lesson.page.locator("#jp-NotebookLogo").click()
    clear_this_computer(lesson.page)
    assert lesson.page.evaluate(DATABASES) == []
    assert lesson.page.evaluate("() => localStorage.length") == 0


# --- Python does not come


# What would happen after a minute and a half happens when the test says so.
HURRY = """
const { setTimeout: wait } = window;
window.setTimeout = (what, after, ...given) => {
    if (after === 90000) window.hurry = () => what(...given);
    return wait(what, after, ...given);
};
"""
PICTURES = ".jp-Notebook .jp-OutputArea-output img"


def sentence(lang: str, key: str) -> str:
    return texts_for(lang).say(f"site.{key}")


def expect_trouble(lesson: SiteLesson, lang: str, key: str) -> None:
    """The lesson says what is wrong, in its language alone; it can be read, also after its button was pressed."""
    notice = lesson.page.get_by_role("alert").filter(has_text=sentence(lang, "lesson.readable"))
    expect(notice).to_contain_text(sentence(lang, key))
    other = "en" if lang == "pl" else "pl"
    assert sentence(other, key) not in notice.inner_text()
    expect(lesson.page.locator(PICTURES)).to_have_count(2)
    lesson.begin_to_wake()
    expect(notice).to_contain_text(sentence(lang, key))
    lesson.page.wait_for_timeout(1_000)  # if Jupyter were to clear them, it would do so now
    assert lesson.page.locator(PICTURES).count() == 2
    assert [found["id"] for found in Axe().run(lesson.page, "#trouble").response["violations"]] == []


@pytest.mark.parametrize("missing", ["pyodide.asm.wasm", "pyodide.asm.mjs"])
def test_where_a_part_of_python_is_missing_a_lesson_says_so_at_once_and_stays_readable(site, context, missing):
    context.route(f"**/{missing}", lambda route: route.fulfill(status=404, body="gone"))
    lesson = SiteLesson(context.new_page(), site.address, "pl/00-start.ipynb")
    lesson.open()
    expect_trouble(lesson, "pl", "lesson.no-files")


def test_where_webassembly_is_blocked_a_lesson_says_so_at_once_and_stays_readable(site, context):
    def forbid(route):
        served = route.fetch(url=route.request.url.replace(SCHOOL, "127.0.0.1"))
        route.fulfill(response=served, body=f"delete self.WebAssembly; {served.text()}")

    context.route("**/comlink.worker.*.js", forbid)
    context.add_init_script("delete window.WebAssembly")
    lesson = SiteLesson(context.new_page(), site.address, "en/00-start.ipynb")
    lesson.open()
    lesson.page.emulate_media(color_scheme="dark")
    expect_trouble(lesson, "en", "wasm.none")
    go_to(lesson.page, lesson.page.get_by_role("link", name=sentence("en", "play.to-check")))
    assert unmarked_focus(lesson.page) == ""
    lesson.page.keyboard.press("Enter")
    expect(lesson.page.locator("h1")).to_have_text(sentence("en", "check.title"))


def test_a_lesson_that_wakes_up_slowly_says_so_and_when_it_is_awake_no_longer(site, context):
    held: list[Route] = []
    page = context.new_page()
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.add_init_script(HURRY)
    lesson = SiteLesson(page, site.address, "pl/00-start.ipynb")
    lesson.open()
    lesson.begin_to_wake()
    expect(page.get_by_text(sentence("pl", "lesson.waking"))).to_be_visible()
    page.evaluate("() => window.hurry()")
    expect_trouble(lesson, "pl", "lesson.slow.text")
    for route in held:
        route.continue_()
    expect(page.locator("#trouble")).to_be_hidden()
    lesson.board(0)


# --- the whole way


def test_a_lesson_as_a_page_wakes_and_keeps_its_answers(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/pl/{READER}/{FIRST}.html")
    assert page.evaluate("() => window.isSecureContext") is False
    desk = awake(page, NUMBER)
    desk.locator("input").fill("5")
    desk.locator('button[data-key="check"]').click()
    expect(desk.locator(".mp-verdict")).to_be_visible()
    page.reload()
    expect(awake(page, NUMBER).locator("input")).to_have_value("5")


def test_from_the_start_page_to_the_game_and_after_a_reload_it_goes_on(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/pl/index.html")
    assert page.evaluate("() => window.isSecureContext") is False
    assert page.evaluate(MISSING) == ["caches", "serviceWorker", "storage", "clipboard", "subtle", "randomUUID"]
    page.locator("#play").click()
    play = PlayPage(page)
    play.wait_until_ready()
    play.click("start")
    take_advice(play, 1)
    before = position(play)
    page.reload()
    play.wait_until_ready()
    play.click("continue")
    assert position(play) == before

    page.locator("#home").click()
    expect(page.locator("#waits")).to_be_visible()
    clear_this_computer(page)
    assert page.locator("#waits").is_hidden()


def test_the_check_says_what_holds_at_a_plain_address(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/pl/check.html")
    page.locator('body[data-done="true"]').wait_for()
    found = dict(page.locator("#lights li").evaluate_all("all => all.map((one) => [one.id, one.dataset.light])"))
    assert {name for name, light in found.items() if light == "red"} == set()
    assert found["offline"] == "yellow"
    expect(page.locator("#offline")).to_contain_text(PL("site.offline.none"))
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text(PL("site.check.copied"))
    assert barriers(page) == []


def test_neither_a_page_nor_python_beside_it_reaches_another_address_on_any_server(site, context):
    asked: list[str] = []

    class Elsewhere(SiteHandler):
        def send_head(self):
            asked.append(self.path)
            return super().send_head()

    with served(site.folder, handler=OtherServer) as address, served(site.folder, handler=Elsewhere) as elsewhere:
        page = context.new_page()
        page.goto(f"{address}/pl/index.html")
        assert page.evaluate(REACHED, f"{address}/pages/words.js") == 3
        assert page.evaluate(REACHED, f"{elsewhere}/pages/words.js") == 0
        open_play(page, address)
        assert page.evaluate(REACHED, f"{elsewhere}/pages/words.js") == 0
        assert page.workers[0].evaluate(REACHED, f"{elsewhere}/pages/words.js") == 0
        lesson = SiteLesson(context.new_page(), address, "pl/00-start.ipynb")
        lesson.open()
        lesson.wake()
        assert lesson.page.evaluate(REACHED, f"{elsewhere}/pages/words.js") == 0
        assert lesson.page.workers[0].evaluate(REACHED, f"{elsewhere}/pages/words.js") == 0
        assert asked == []


def test_a_lesson_with_figures_fetches_what_it_needs_on_its_way_and_speaks_its_language(open_lesson):
    asked: list[str] = []
    lesson = open_lesson("en/02-city-graph.ipynb")
    lesson.page.on("request", lambda request: asked.append(request.url))
    lesson.wake()
    assert lesson.page.evaluate("() => document.documentElement.lang") == "en"
    expect(lesson.page.locator(".jp-Notebook .js-plotly-plot .main-svg").first).to_be_attached()
    assert [address for address in asked if "/networkx-" in address]
    assert not [address for address in asked if "/plotly-" in address]


def test_links_lead_to_other_lessons_to_the_word_in_the_glossary_and_back_to_the_start_page(site, open_lesson, context):
    lesson = open_lesson("pl/00-start.ipynb")
    with context.expect_page() as opened:
        lesson.page.locator('.jp-Notebook a[href*="#term-model"]').first.click()
    glossary = SiteLesson(opened.value, site.address, "pl/glossary.ipynb")
    glossary.wait_until_open()
    expect(glossary.page.locator("h3", has_text="model").first).to_be_in_viewport()
    glossary.page.close()
    with context.expect_page() as opened:  # beside the lesson, which stays awake
        lesson.page.locator('.jp-Notebook a[href$="privacy.ipynb"]').first.click()
    expect(opened.value).to_have_url(f"{site.address}/notebooks/index.html?path=pl/privacy.ipynb")
    expect(lesson.page).to_have_url(lesson.address)
    opened.value.close()

    lesson.page.locator('.jp-Notebook a[href$="01-letters.ipynb"]').first.click()
    expect(lesson.heading).to_contain_text("Listy w płonącym mieście")
    lesson.page.locator("#jp-NotebookLogo").click()
    expect(lesson.page).to_have_url(f"{site.address}/pl/index.html")
    lesson.page.goto(f"{site.address}/tree?path=en%2F01-letters.ipynb")
    expect(lesson.page).to_have_url(f"{site.address}/notebooks/index.html?path=en/01-letters.ipynb")


@pytest.mark.parametrize(("lang", "size"), [("pl", (1280, 720)), ("en", (640, 360))])
def test_the_way_back_is_in_sight_and_no_badge_alarms(site, open_lesson, lang, size):
    lesson = open_lesson(f"{lang}/00-start.ipynb")
    width, height = size
    lesson.page.set_viewport_size({"width": width, "height": height})
    name = sentence(lang, "back")
    back = lesson.page.locator("#menu-panel").get_by_role("link", name=name, exact=True)
    expect(back).to_be_in_viewport(ratio=1)
    assert back.evaluate(IS_ON_TOP)
    sign = lesson.page.locator("#jp-NotebookLogo")
    assert [sign.get_attribute(given) for given in ("title", "aria-label")] == [name, name]
    expect(lesson.page.locator(".jp-NotebookKernelStatus")).to_have_count(0)
    expect(lesson.page.get_by_text("Trusted")).to_have_count(0)
    back.click()
    expect(lesson.page).to_have_url(f"{site.address}/{lang}/index.html")


def test_a_lesson_is_dark_where_the_start_page_is(open_lesson):
    lesson = open_lesson("pl/00-start.ipynb")
    for look, is_light in (("dark", "false"), ("light", "true")):
        lesson.page.emulate_media(color_scheme=look)
        expect(lesson.page.locator("body")).to_have_attribute("data-jp-theme-light", is_light)
        assert [found["id"] for found in Axe().run(lesson.page, ".back").response["violations"]] == []
    lesson.page.emulate_media(color_scheme="dark")
    lesson.begin_to_wake()
    lesson.board(0)
    expect(lesson.page.locator(".mp-board-widget.mp-look-dark").first).to_be_visible()


def test_a_figure_keeps_its_words_apart_on_a_phone_and_the_page_stays_as_wide_as_it(open_lesson):
    lesson = open_lesson("pl/01-letters.ipynb")
    lesson.page.set_viewport_size({"width": 390, "height": 844})
    figure = lesson.page.locator(".jp-RenderedPlotly").first
    figure.scroll_into_view_if_needed()
    assert figure.evaluate("one => one.getBoundingClientRect().width") >= 500
    around = "one => [one.parentElement.clientWidth <= innerWidth, getComputedStyle(one.parentElement).overflowX]"
    assert figure.evaluate(around) == [True, "auto"]
    assert not is_wider_than_the_screen(lesson.page)


def test_a_remote_control_leads_the_map_in_sight_without_a_click_and_bars_keep_their_keys(open_lesson):
    lesson = open_lesson("pl/projector-routes.ipynb")
    lesson.wake()
    expect(lesson.page.locator('.mp-panel-widget[data-ready="true"]')).to_have_count(2)
    steps = lesson.page.locator(".mp-panel-widget .mp-says-step")
    lesson.page.locator(".mp-panel-widget").first.evaluate("panel => panel.scrollIntoView()")
    for key, step in (("PageDown", 1), ("ArrowRight", 2), ("PageUp", 1)):
        lesson.page.keyboard.press(key)
        expect(steps.first).to_have_text(f"Krok {step} z 11")
    lesson.page.locator(".mp-panel-widget").nth(1).evaluate("panel => panel.scrollIntoView()")
    lesson.page.keyboard.press("PageDown")
    expect(steps.nth(1)).to_contain_text("Krok 1 z")
    lesson.page.locator(".jp-Notebook-toolbarCellTypeDropdown select").focus()
    lesson.page.keyboard.press("ArrowRight")
    expect(steps.first).to_have_text("Krok 1 z 11")
    expect(steps.nth(1)).to_contain_text("Krok 1 z")


def test_every_page_has_its_policy_and_no_page_breaks_it(site, context, watch):
    page = context.new_page()
    broken: list[str] = []
    page.on("console", lambda message: broken.append(message.text) if "Content Security" in message.text else None)
    for path in sorted(site.folder.rglob("*.html")):
        page.goto(f"{site.address}/{path.relative_to(site.folder).as_posix()}")
        page.wait_for_load_state("load")
        if page.locator("script").count():  # what it does later may break the policy, too
            page.wait_for_timeout(300)
    assert broken == []
