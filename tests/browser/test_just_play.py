import pytest
from playwright.sync_api import expect

from mali_powstancy.tabletop.library import catalogue_of
from mali_powstancy.texts import texts_for
from tests.browser.site_page import PlayPage, barriers, is_wider_than_the_screen, open_play

SAVED = "mali-powstancy/saves/just-play"
KEEPS_NOTHING = 'Storage.prototype.setItem = () => { throw new DOMException("forbidden"); };'
DIES = """
addEventListener("message", ({ data }) => {
  if (data.message?.dialog === "settings") setTimeout(() => { throw new Error("out of memory"); });
});
"""
THINKS_LONG = """
const quick = hear;
hear = (message) => {
  if (message.dialog === "settings") {
    game.host.say_thinking();
    for (const end = performance.now() + 3000; performance.now() < end;);
  }
  quick(message);
};
"""
FRAMES = """async () => {
    const times = [];
    for (let n = 0; n < 20; n += 1) times.push(await new Promise(requestAnimationFrame));
    return Math.max(...times.slice(1).map((time, n) => time - times[n]));
}"""


def words(lang):
    return texts_for(lang).say


def kept(play, beside=""):
    return play.page.evaluate("key => localStorage.getItem(key)", SAVED + beside)


def test_a_move_is_played_and_kept_and_after_a_reload_the_game_goes_on(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/play/index.html?lang=pl")
    expect(page.locator("#waking")).to_contain_text(words("pl")("site.play.waking"))
    expect(page.locator("#board .mp-map")).to_be_visible()
    assert page.locator("body[data-awake]").count() == 0  # the picture is there before the engine
    assert barriers(page) == []
    play = PlayPage(page)
    play.wait_until_ready()
    assert not page.locator("#waking").is_visible()
    assert page.title() == words("pl")("site.play.title")
    assert barriers(page) == []
    assert play.focused == "lesson"  # the first choice of a newcomer
    play.press("Tab")
    assert play.focused == "start"
    with play.answered():
        play.press("Enter")
    with play.answered():
        play.press("Enter")  # the focus is at the first card
    expect(play.root.locator(".mp-card-chosen")).to_have_count(1)
    before = play.panel_text
    assert kept(play)
    assert barriers(page) == []
    page.reload()
    play.wait_until_ready()
    expect(play.dialog).to_contain_text(words("pl")("table.menu.continue"))
    play.click("continue")
    expect(play.root.locator(".mp-card-chosen")).to_have_count(1)
    assert before.splitlines()[0] in play.panel_text


def test_another_game_starts_from_the_menu_and_is_kept_beside_the_first(site, context, watch):
    play = open_play(context.new_page(), site.address, "en")
    play.click("start")
    play.click("game")
    play.click("menu")
    play.choose("game", "wiarusi")
    expect(play.dialog).to_contain_text(catalogue_of("wiarusi", "en").say("game.about"))
    assert barriers(play.page) == []
    play.click("start")
    expect(play.dialog).to_be_hidden()
    first, other = kept(play), kept(play, " beside 1")
    assert first
    assert other
    assert first != other
    play.page.reload()
    play.wait_until_ready()
    expect(play.dialog).to_contain_text(words("en")("table.menu.continue"))  # the first game
    play.click("continue wiarusi")
    expect(play.dialog).to_be_hidden()
    assert (kept(play), kept(play, " beside 1")) == (first, other)


def test_a_long_dialog_stays_on_the_board_and_the_page_does_not_grow(site, context, watch):
    play = open_play(context.new_page(), site.address)
    play.click("start")
    play.click("game")
    play.click("places")
    expect(play.dialog).to_contain_text(words("pl")("table.places"))
    board, dialog = play.root.bounding_box(), play.dialog.bounding_box()
    assert dialog["y"] + dialog["height"] <= board["y"] + board["height"]
    assert not play.page.evaluate("document.documentElement.scrollHeight > innerHeight")


def test_the_page_speaks_the_language_of_the_board_and_leads_home_in_it(site, context, watch):
    play = open_play(context.new_page(), site.address, "en")
    page = play.page
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.title() == words("en")("site.play.title")
    play.choose("language", "pl")
    expect(page).to_have_title(words("pl")("site.play.title"))
    assert page.locator("html").get_attribute("lang") == "pl"
    assert page.url.endswith("?lang=pl")
    page.set_viewport_size({"width": 360, "height": 720})
    assert not is_wider_than_the_screen(page)
    page.locator("#home").click()
    assert page.url == f"{site.address}/pl/index.html"
    assert page.locator("html").get_attribute("lang") == "pl"


def test_of_two_languages_chosen_one_after_the_other_the_page_speaks_the_last(site, sealed):
    play = open_play(sealed, site.address, "pl")
    coming = []
    sealed.route("**/play/en.js", lambda route: coming.append(route))
    play.choose("language", "en")
    play.choose("language", "pl")
    sealed.wait_for_timeout(300)
    with sealed.expect_response("**/play/en.js"):
        coming[0].continue_()
    sealed.wait_for_timeout(300)
    assert sealed.title() == words("pl")("site.play.title")
    assert sealed.locator("html").get_attribute("lang") == "pl"
    assert sealed.url.endswith("?lang=pl")


@pytest.fixture
def sealed(browser, site):
    """A page whose requests the test answers itself, because no service worker does."""
    context = browser.new_context(service_workers="block", locale="pl-PL")
    yield context.new_page()
    context.close()


def with_more(page, code):
    """The worker of the page does something that it usually does not."""

    def answer(route):
        served = route.fetch()
        route.fulfill(response=served, body=served.text() + code)

    page.route("**/play/worker.js", answer)


def test_a_missing_part_is_told_kindly_with_a_report_and_once_it_is_there_the_game_starts(site, sealed):
    page = sealed
    page.route("**/mali_powstancy*.whl", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{site.address}/play/index.html?lang=pl")
    trouble = page.locator("#trouble")
    expect(trouble).to_be_visible()
    expect(trouble).to_contain_text(words("pl")("site.play.no-files"))
    expect(trouble).to_contain_text(words("pl")("site.play.saves-safe"))
    expect(page.locator("#again")).to_be_focused()
    assert "mali" in page.locator("#report").input_value()
    assert barriers(page) == []
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text(words("pl")("site.play.copied"))
    page.unroute("**/mali_powstancy*.whl")
    page.locator("#again").click()
    PlayPage(page).wait_until_ready()
    expect(trouble).to_be_hidden()


def test_without_its_words_the_page_says_so_in_every_language_and_does_not_wake_for_ever(site, sealed):
    page = sealed
    page.route("**/play/pl.js", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(f"{site.address}/play/index.html?lang=pl")
    trouble = page.locator("#trouble")
    expect(trouble).to_be_visible()
    assert page.locator("#waking").is_hidden()
    for lang in ("pl", "en"):
        expect(trouble).to_contain_text(words(lang)("site.play.no-files"))
        expect(page.locator("#again")).to_contain_text(words(lang)("site.play.again"))
    assert "pl.js" in page.locator("#report").input_value()
    assert barriers(page) == []
    page.locator("#copy").click()
    page.unroute("**/play/pl.js")
    page.locator("#again").click()
    PlayPage(page).wait_until_ready()
    expect(trouble).to_be_hidden()


def test_where_nothing_is_kept_no_save_is_said_to_be_safe(site, sealed):
    sealed.add_init_script(KEEPS_NOTHING)
    sealed.route("**/mali_powstancy*.whl", lambda route: route.fulfill(status=404, body="gone"))
    sealed.goto(f"{site.address}/play/index.html?lang=en")
    trouble = sealed.locator("#trouble")
    expect(trouble).to_contain_text(words("en")("site.play.no-files"))
    expect(trouble).to_contain_text(words("en")("site.play.not-kept"))
    expect(trouble).not_to_contain_text(words("en")("site.play.saves-safe"))


@pytest.mark.parametrize("missing", ["WebAssembly", "Worker"])
def test_an_old_browser_is_told_so(site, sealed, missing):
    sealed.add_init_script(f"delete window.{missing}")
    sealed.goto(f"{site.address}/play/index.html?lang=en")
    expect(sealed.locator("#trouble")).to_contain_text(words("en")("site.play.too-old"))
    assert missing in sealed.locator("#report").input_value()


def test_where_webassembly_is_blocked_it_is_told_at_once(site, sealed):
    def forbid(route):
        served = route.fetch()
        route.fulfill(response=served, body=served.text().replace("'wasm-unsafe-eval'", ""))

    sealed.route("**/play/index.html?*", forbid)
    sealed.goto(f"{site.address}/play/index.html?lang=en")
    expect(sealed.locator("#trouble")).to_contain_text(words("en")("site.play.too-old"))
    assert "WebAssembly is blocked" in sealed.locator("#report").input_value()


def test_an_engine_that_dies_is_told_and_the_game_is_still_kept(site, sealed):
    with_more(sealed, DIES)
    play = open_play(sealed, site.address)
    play.click("start")
    play.button("settings").click()
    expect(sealed.locator("#trouble")).to_contain_text(words("pl")("site.play.stopped"))
    assert kept(play)


def test_while_the_computer_thinks_the_page_says_so_and_lives(site, sealed):
    with_more(sealed, THINKS_LONG)
    play = open_play(sealed, site.address)
    play.click("start")
    with play.answered():
        play.button("settings").click()
        expect(sealed.locator(".mp-toast")).to_contain_text(words("pl")("table.thinking"))
        assert play.asks_kernel
        assert sealed.evaluate(FRAMES) < 1500
    expect(play.dialog).to_be_visible()
    assert sealed.locator(".mp-trouble").is_hidden()
