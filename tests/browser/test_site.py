"""The static site as it is in a school's network: a plain http address, where no browser allows a service worker."""

import pytest
from playwright.sync_api import expect

from mali_powstancy.texts import texts_for
from tests.browser.conftest import PATIENCE, WINDOW, context_of
from tests.browser.site_lesson import SiteLesson
from tests.browser.test_resume import position, saved_game, take_advice
from tests.browser.watching import visible_failures

PL = texts_for("pl")
MOST_BYTES = 30_000_000


@pytest.fixture
def context(browser, request):
    """A browser that was never used and allows no service worker."""
    fresh = browser.new_context(viewport=WINDOW, locale="pl-PL", accept_downloads=True, service_workers="block")
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


def test_a_lesson_runs_and_a_game_goes_on_after_the_page_was_loaded_again(open_lesson):
    lesson = open_lesson("pl/00-start.ipynb")
    expect(lesson.heading).to_contain_text("Zaczynamy")
    lesson.wake()
    board = lesson.board(1)
    board.click("start")
    take_advice(board, 3)
    before = position(board)

    lesson.page.reload(wait_until="domcontentloaded")
    lesson.wait_until_open()
    lesson.wake()
    board = lesson.board(1)
    expect(saved_game(board)).to_be_visible()
    expect(board.dialog.locator(".mp-says-refusal")).to_have_count(0)
    board.click("continue")
    assert position(board) == before
    take_advice(board, 1)
    assert position(board) != before
    assert visible_failures(lesson.page) == []


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

    lesson.page.locator('.jp-Notebook a[href$="01-letters.ipynb"]').first.click()
    expect(lesson.heading).to_contain_text("Listy w płonącym mieście")
    lesson.page.locator("#jp-NotebookLogo").click()
    expect(lesson.page).to_have_url(f"{site.address}/pl/index.html")
    lesson.page.goto(f"{site.address}/tree?path=en%2F01-letters.ipynb")
    expect(lesson.page).to_have_url(f"{site.address}/notebooks/index.html?path=en/01-letters.ipynb")


def test_every_page_has_its_policy_and_no_page_breaks_it(site, context, watch):
    page = context.new_page()
    broken: list[str] = []
    page.on("console", lambda message: broken.append(message.text) if "Content Security" in message.text else None)
    for path in sorted(site.folder.rglob("*.html")):
        page.goto(f"{site.address}/{path.relative_to(site.folder).as_posix()}")
        page.wait_for_load_state("load")
        page.evaluate("() => new Promise((done) => setTimeout(done, 300))")
    assert broken == []
