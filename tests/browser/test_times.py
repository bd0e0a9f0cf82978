"""How long it takes until a click is seen. The times are printed; what is asserted holds on every computer."""

from collections.abc import Callable
from itertools import cycle, islice

import pytest

from tests.browser.board_page import BoardPage

CLICKS = 48
GAME = "from mali_powstancy.classroom import new_game\nnew_game(seed=1)"
WALKER, TO = "antek", "past~dworzec-pocztowy:1"
# From a click to the second frame after the awaited change: by then it is on the screen.
MEASURE = """(thing, [attribute, awaited]) => {
    const times = (window.mpTimes = []);
    let clicked = null;
    thing.closest(".mp-board-widget").addEventListener("click", (event) => { clicked = event; }, { capture: true });
    new MutationObserver((changes) => {
        if (!clicked || !changes.some(({ target }) => target.matches(awaited))) return;
        const { timeStamp } = clicked;
        clicked = null;
        requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - timeStamp)));
    }).observe(thing, { attributeFilter: [attribute], subtree: true });
}"""


@pytest.fixture
def board(lab, open_notebook) -> BoardPage:
    """A game against the bot, at the first turn of the person."""
    board: BoardPage = open_notebook(lab, [GAME])
    board.click("start")
    board.click("card 5")
    return board


@pytest.fixture
def say_times(capsys) -> Callable[[str, BoardPage], None]:
    """Prints what was measured, also if the test succeeds."""

    def say(what: str, board: BoardPage) -> None:
        times = sorted(board.page.evaluate("() => window.mpTimes"))
        assert len(times) == CLICKS
        median, late = times[CLICKS // 2], times[int(CLICKS * 0.95)]
        with capsys.disabled():
            print(f"\n{what}: median {median:.0f} ms, p95 {late:.0f} ms of {CLICKS} clicks")

    return say


def wait_for_times(board: BoardPage, number: int) -> None:
    """So many clicks have been measured."""
    board.page.wait_for_function("number => window.mpTimes.length === number", arg=number)


def test_a_move_and_its_undo_are_repainted_with_the_answer_of_the_kernel(board, say_times):
    board.click_scout(WALKER)
    assert TO in board.fields_to_choose
    board.root.evaluate(MEASURE, ["data-n", ".mp-board-widget"])
    before = board.n
    for number in range(0, CLICKS, 2):
        board.click_field(TO)
        wait_for_times(board, number + 1)
        assert board.scout(WALKER).get_attribute("data-field") == TO
        board.button("undo").click()
        wait_for_times(board, number + 2)
        assert board.scout(WALKER).get_attribute("data-field") != TO
    assert board.n == before + CLICKS
    say_times("click to repaint through the kernel", board)


def test_choosing_a_scout_shows_its_fields_without_the_kernel(board, say_times):
    board.root.locator(".mp-fields").evaluate(MEASURE, ["class", ".mp-can"])
    before, shown = board.n, set()
    for number, scout in enumerate(islice(cycle(("zosia", "felek")), CLICKS)):
        board.click_scout(scout)
        wait_for_times(board, number + 1)
        shown.add(frozenset(board.fields_to_choose))
    assert len(shown) == 2
    assert all(shown)
    assert board.n == before
    assert board.root.get_attribute("data-waiting") is None
    say_times("choosing a scout, in the browser alone", board)
