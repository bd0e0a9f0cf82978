import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from mali_powstancy.engine import load_scenario
from mali_powstancy.views.map.board_svg import arrows
from tests.browser.board_page import START, BoardPage, board_cell

GAME = 'new_game("short", 2, ("person", "greedy"), seed=2)'
CARD = {"do": "play", "moves": ["card 2"]}
PAIR = ("person", "person")
LOOKS = ("light", "dark", "contrast")
MOST_TAB_STOPS = 25

# What can have the focus now and does not show it. The fields of the map have a ring, all else an outline.
UNMARKED = """root => {
    const open = root.querySelector(".mp-layer:not([hidden]) .mp-dialog");
    const all = [...(open ?? root).querySelectorAll("button, select, input, textarea, summary, [tabindex]")]
        .filter((one) => one.checkVisibility() && !one.matches(".mp-dialog"));
    const mark = (one) => {
        const ring = one.querySelector(":scope > .mp-ring");
        const style = getComputedStyle(ring ?? one.closest(".mp-upload") ?? one);
        return ring ? style.stroke : style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    };
    const blank = (one) => { const seen = mark(one); return seen === false || seen === "none"; };
    document.activeElement.blur();
    const wrong = all.filter((one) => {
        const before = blank(one);
        one.focus({ preventScroll: true });
        const after = blank(one);
        return !before || after || document.activeElement !== one;
    });
    return [all.length, wrong.map((one) => one.outerHTML.slice(0, 200))];
}"""
IS_INSIDE = "root => root.contains(document.activeElement)"


def barriers(board: BoardPage) -> list[str]:
    """What axe-core finds wrong with the board, one line for each element."""
    found = Axe().run(board.page, ".mp-board-widget").response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def check(board: BoardPage) -> None:
    """No barrier is found, and the focus can be seen wherever it goes."""
    assert barriers(board) == []
    board.press("Tab")  # from now on the browser shows the focus, because somebody uses the keys
    count, unmarked = board.root.evaluate(UNMARKED)
    assert count
    assert unmarked == []


def test_a_game_has_no_barriers_in_any_of_its_dialogs_and_looks(lab, open_notebook):
    board = open_notebook(lab, [board_cell(GAME)])
    check(board)  # the menu
    board.click("start")
    check(board)
    board.click("card 2")
    for look in LOOKS:
        board.click("settings")
        board.choose("theme", look)
        check(board)
        board.click("close")
        board.click_scout("zosia")
        expect(board.scout("zosia")).to_have_class(re.compile("mp-selected"))
        expect(board.root).to_have_class(re.compile(f"mp-look-{look}"))
        check(board)
    board.click_scout("zosia")
    board.click_field("dworzec-gdanski")
    expect(board.options).to_have_count(2)
    assert barriers(board) == []
    board.press("Escape")
    with board.answered():
        board.click_field("port")
    expect(board.root.locator(".mp-says-refusal")).to_be_visible()
    check(board)
    board.click("rule")
    check(board)
    board.click("close")
    board.click("hint")
    check(board)
    board.click("text")
    expect(board.root.locator(".mp-text")).to_be_visible()
    check(board)


def test_what_surrounds_a_game_has_no_barriers(lab, open_notebook):
    board = open_notebook(lab, [board_cell(GAME, START, CARD)])
    for dialog in ("save", "open", "menu"):
        board.click("game")
        check(board)
        board.click(dialog)
        check(board)
        with board.answered():
            board.press("Escape")
    board.click("game")
    board.click("replay")
    check(board)
    board.click("rewind")
    check(board)
    for name, until in (("curtain", "host.is_curtain_down"), ("goals", "host.can_choose")):
        board.put("short-extended", PAIR, until=until)
        assert board.dialog.is_visible() == (name == "curtain")
        check(board)
    board.put("short-extended", PAIR, until="host.is_over")
    board.root.locator("summary").click()
    check(board)
    board.put("short", PAIR, until="host.lesson is not None", lesson=True)
    check(board)


def test_the_search_for_barriers_finds_one(lab, open_notebook):
    board = open_notebook(lab, [board_cell(GAME, START, CARD)])
    board.field("port").evaluate("field => field.removeAttribute('aria-label')")
    board.button("settings").evaluate("button => { button.style.outline = 'none'; button.textContent = ''; }")
    assert [found.split(":")[0] for found in barriers(board)] == ["aria-command-name", "button-name"]
    board.press("Tab")
    _, (unmarked,) = board.root.evaluate(UNMARKED)
    assert 'data-key="settings"' in unmarked


def test_the_map_is_one_tab_stop_arrows_walk_on_it_and_tab_leaves_the_board(lab, open_notebook):
    board = open_notebook(lab, [board_cell(GAME, START, CARD)])
    ways = arrows(load_scenario("short").board)
    cell = board.notebook.selected_cell
    board.click_scout("antek")
    assert board.focused == "past"
    here = "past"
    for key in ("ArrowUp", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowDown"):
        board.press(key)
        here = ways[here].get(key, here)
        assert board.focused == here
        assert board.root.locator('.mp-field[tabindex="0"]').get_attribute("data-field") == here
    assert here == "bank-polski~browary:1"
    board.press("Tab")
    assert board.focused not in ways
    board.press("Shift+Tab")
    assert board.focused == here
    stops = tab_stops(board)
    assert len(set(stops)) == len(stops) <= MOST_TAB_STOPS
    assert stops.count(here) == 1
    assert not set(stops) & (set(ways) - {here})
    assert board.notebook.selected_cell == cell


def tab_stops(board: BoardPage) -> list[str]:
    """Where the focus is each time that Tab is pressed, until it leaves the board."""
    stops: list[str] = []
    for _ in range(4 * MOST_TAB_STOPS):
        if not board.root.evaluate(IS_INSIDE):
            return stops
        stops.append(board.focused)
        board.press("Tab")
    pytest.fail(f"Tab does not leave the board: {stops}")
