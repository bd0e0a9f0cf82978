"""The bar of a lesson's page stays above: nothing that a board or a desk brings into sight lies under it."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_reader import LONG
from tools.site_reader import READER

USUAL, SMALL, ON_ITS_SIDE = (390, 844), (360, 640), (844, 390)
BOARD, READS = 1, "00-start"  # the board of that lesson on which newcomers learn
TITLE = ".mp-panel > .mp-says-title"
# Whether all of something is seen and could be touched: its corners and its middle.
IS_BARE = """one => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const points = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]];
    return points.concat([[(left + right) / 2, (top + bottom) / 2]])
        .every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
}"""
COME_TO_REST = """async () => {
    for (let before = -1; before !== scrollY;) {
        before = scrollY;
        await new Promise((done) => setTimeout(done, 300));
    }
}"""
STANDS_AT = "([one, y]) => scrollBy({ top: one.getBoundingClientRect().top - y, behavior: 'instant' })"


@pytest.fixture
def lesson(site, browser):
    """Opens lesson 00 on a phone; its first board when it has woken."""
    opened = []

    def show(size):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, locale="pl-PL"
        )
        context.set_default_timeout(LONG)
        opened.append(context)
        page = context.new_page()
        page.goto(f"{site.address}/pl/{READER}/{READS}.html")
        page.locator("body[data-ready]").wait_for()
        cell = page.locator(".live").nth(BOARD)
        cell.scroll_into_view_if_needed()
        expect(cell).to_have_attribute("data-state", "awake", timeout=LONG)
        return page, cell

    yield show
    for context in opened:
        context.close()


def put(page, one, y):
    """Scroll until the top of something is so far below that of the window."""
    page.evaluate(STANDS_AT, [one.element_handle(), y])


def expect_bare(page, *several):
    """Once the page has come to rest."""
    page.evaluate(COME_TO_REST)
    for one in several:
        assert one.evaluate(IS_BARE), one


@pytest.mark.parametrize("where", ["below", "above"])
def test_a_new_step_of_the_first_lesson_comes_out_from_under_the_bar(lesson, where):
    page, cell = lesson(USUAL)
    step = cell.locator(".mp-panel > :first-child")
    if where == "below":
        put(page, step, 0.75 * USUAL[1])
    else:
        put(page, cell.locator('[data-key="go-on"]'), 60)
    before = step.inner_text()
    cell.locator('[data-key="go-on"]').tap()
    expect(step).not_to_have_text(before)
    expect_bare(page, step, cell.locator(TITLE))


def test_the_text_version_opens_with_its_title_and_its_way_out_in_sight(lesson):
    page, cell = lesson(USUAL)
    cell.locator('.mp-bar [data-key="text"]').tap()
    text = cell.locator(".mp-text")
    expect(text).to_be_visible()
    expect_bare(page, text.locator("h3").first, text.locator('[data-key="close-text"]'))


@pytest.mark.parametrize(("size", "top"), [(SMALL, -40), (ON_ITS_SIDE, 52)])
def test_a_dialog_shows_its_head_and_its_main_button_together_wherever_the_page_is_scrolled_to(lesson, size, top):
    page, cell = lesson(size)
    put(page, cell, 0.4 * size[1])
    cell.locator('.mp-bar [data-key="settings"]').tap()
    dialog = cell.locator(".mp-dialog")
    expect(dialog).to_be_visible()
    parts = [dialog.locator(part) for part in ("h2", ".mp-close", ".mp-primary")]
    expect_bare(page, *parts)
    put(page, cell.locator(".mp-layer"), top)
    expect_bare(page, *parts)


def test_what_a_heading_in_the_menu_leads_to_stands_below_the_bar(lesson):
    page, _ = lesson(USUAL)
    page.locator("#menu summary").tap()
    link = page.locator("#parts a").nth(5)
    place = link.get_attribute("href")
    link.tap()
    heading = page.locator(str(place))
    expect_bare(page, heading)
    assert heading.evaluate("one => one.getBoundingClientRect().top") < 100
