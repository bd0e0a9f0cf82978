"""Games and answers that the browser keeps, as where the whole program runs in it; here the kernel is a usual one."""

from playwright.sync_api import Locator, Page, expect

from mali_powstancy.tabletop.packing import pack
from mali_powstancy.tabletop.saving import as_save
from mali_powstancy.texts import texts_for
from tests.browser.board_page import BoardPage
from tests.table.play import game_in, started

PL = texts_for("pl")
IN_BROWSER = "from mali_powstancy.classroom import die_rolls, new_game, saves\nsaves.runs_in_browser = lambda: True"
BOARD = 'new_game("short", 2, ("person", "greedy"), seed=1, name="first")'
OTHER = 'new_game("short", 2, ("person", "greedy"), seed=1, name="second")'
SAVES, TIMES = "mali-powstancy/saves/", "mali-powstancy/when/"
KEY = "game first"
NOT_KEPT = PL.say("table.save.not-kept", place="")

# Nothing of ours may be written, or not even looked for, while this says so.
NO_ROOM = """() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
        if (window.mpIsFull && key.startsWith("mali-powstancy")) throw new DOMException("", "QuotaExceededError");
        return write.call(this, key, text);
    };
    window.mpIsFull = true;
}"""
FORBIDDEN = """() => Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("", "SecurityError"); },
})"""


def kept(page: Page) -> dict[str, str]:
    """Everything of ours that the browser keeps, by its whole name."""
    entries: dict[str, str] = page.evaluate("() => ({ ...localStorage })")
    return {name: text for name, text in entries.items() if name.startswith("mali-powstancy")}


def keep(page: Page, **texts: str) -> None:
    """Put texts into the browser's storage, as another program or another version of ours would."""
    page.evaluate("texts => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text))", texts)


def boards(board: BoardPage, count: int) -> list[BoardPage]:
    """All boards of the notebook, when they are ready."""
    ready: Locator = board.page.locator('.mp-board-widget[data-ready="true"]')
    expect(ready).to_have_count(count)
    return [BoardPage(board.notebook, ready.nth(number)) for number in range(count)]


def saved_game(board: BoardPage) -> Locator:
    """The button that goes on with a saved game."""
    return board.dialog.locator('[data-key="continue"]')


def moves_in(text: str) -> tuple[str, ...]:
    return tuple(game_in(text).record.moves)


def game_of_another_tab() -> str:
    host = started("short", 2, ("person", "greedy"))
    host.handle({"do": "play", "moves": ["card 3"]})
    save = as_save(host)
    assert save is not None
    return pack(save)


def test_a_game_and_answers_outlive_kernel_and_page_and_no_file_is_written(lab, open_notebook):
    first = open_notebook(lab, [IN_BROWSER, BOARD, OTHER, "die_rolls()"])
    played, other = boards(first, 2)
    page = first.page
    die = page.locator(".mp-panel-widget")
    expect(die).to_have_attribute("data-ready", "true")
    played.click("start")
    played.click("card 5")
    assert "card 5" in moves_in(kept(page)[SAVES + KEY]), "kept before it is seen"
    assert kept(page)[TIMES + KEY].endswith("Z")
    assert set(kept(page)) == {SAVES + KEY, TIMES + KEY}
    die.locator("button").first.click()
    page.wait_for_function("([name]) => localStorage.getItem(name)", arg=[f"{SAVES}game die rolls"])
    rolled = die.locator(".mp-desk").inner_text()

    first.notebook.restart_kernel()
    first.notebook.open()
    first.notebook.run_all()
    played, other = boards(first, 2)
    expect(saved_game(other)).to_have_count(0)
    played.click("continue")
    expect(played.root.locator(".mp-patrols")).to_be_visible()
    expect(die).to_have_attribute("data-ready", "true")
    assert die.locator(".mp-desk").inner_text() == rolled
    assert [path.name for path in first.notebook.path.parent.iterdir() if "checkpoints" not in path.name] == [
        "game.ipynb"
    ]
    before = moves_in(kept(page)[SAVES + KEY])
    played.take_hint()
    assert len(moves_in(kept(page)[SAVES + KEY])) > len(before)


def test_what_nobody_can_read_stays_and_the_game_is_kept_beside_it(lab, open_notebook):
    board = open_notebook(lab, [IN_BROWSER, BOARD])
    keep(board.page, **{SAVES + KEY: "MP9.FROM-TOMORROW", f"{SAVES}another lesson": "{", TIMES: "x", "foreign": "x"})
    board.notebook.run_all()
    board.wait_until_ready()
    expect(board.dialog.locator(".mp-says-refusal")).to_have_text(PL.say("table.save.newer-format"))
    board.click("start")
    board.click("card 5")
    after = kept(board.page)
    assert (after[SAVES + KEY], after[f"{SAVES}another lesson"]) == ("MP9.FROM-TOMORROW", "{")
    assert "card 5" in moves_in(after[f"{SAVES}{KEY} beside 1"])


def test_a_game_that_another_tab_has_kept_is_offered_when_the_cell_runs_again(lab, open_notebook):
    board = open_notebook(lab, [IN_BROWSER, BOARD])
    board.click("start")
    board.click("card 5")
    keep(board.page, **{SAVES + KEY: game_of_another_tab()})
    board.notebook.run_all()
    board.wait_until_ready()
    board.click("continue")
    assert "card 3" in moves_in(kept(board.page)[SAVES + KEY])


def play_on(board: BoardPage) -> None:
    board.take_hint()


def test_a_forgotten_tab_writes_nothing_over_a_newer_game_and_nothing_back_after_clearing(lab, open_notebook):
    board = open_notebook(lab, [IN_BROWSER, BOARD])
    question = board.dialog.get_by_text(PL.say("table.confirm.keep-mine"))
    board.click("start")
    board.click("card 5")
    play_on(board)
    expect(question).to_have_count(0)
    newer = game_of_another_tab()
    # Another tab of the same browser has played on.
    other = board.page.context.new_page()
    other.goto(f"{lab.address}/api")
    keep(other, **{SAVES + KEY: newer})
    play_on(board)
    expect(question).to_be_visible()
    assert kept(board.page)[SAVES + KEY] == newer
    board.click("no")
    expect(board.root.locator(".mp-panel .mp-says-refusal")).to_have_text(PL.say("table.save.elsewhere"))
    with board.page.expect_download() as download:
        board.click("download")
    assert "card 5" in moves_in(download.value.path().read_text("utf-8"))

    # The cell is run again: the game of the other tab is offered. Then the computer is cleared.
    board.notebook.run_all()
    board.wait_until_ready()
    board.click("continue")
    assert "card 3" in moves_in(kept(board.page)[SAVES + KEY])
    other.evaluate("() => localStorage.clear()")
    other.close()
    play_on(board)
    expect(question).to_be_visible()
    assert kept(board.page) == {}
    board.click("yes")
    expect(question).to_have_count(0)
    assert "card 3" in moves_in(kept(board.page)[SAVES + KEY])


def test_after_a_reload_the_first_run_plays_by_the_rules_that_were_saved(lab, open_notebook):
    names = "from mali_powstancy.classroom import changed_game, rule_editor"
    board = open_notebook(lab, [f"{IN_BROWSER}\n{names}", "rule_editor()", "changed_game(seed=1)"])
    page = board.page
    rules = {"name": "Trzy", "tokens": "3"}
    for name, text in rules.items():
        page.locator(f'[data-name="{name}"] input').fill(text)
        page.keyboard.press("Tab")
    page.locator('.mp-panel-widget [data-key="save"]').click()
    page.wait_for_function("([name]) => localStorage.getItem(name)", arg=[f"{SAVES}rules/trzy"])
    board.notebook.run_all()
    board.wait_until_ready()
    board.click("start")
    board.click("card 4")
    assert f"{SAVES}game changed game/trzy-1" in kept(page)

    board.notebook.restart_kernel()
    board.notebook.open()
    board.notebook.run_all()
    board.wait_until_ready()
    expect(board.dialog.locator('select[name="scenario"]')).to_have_value("trzy")
    board.click("continue")
    assert "card 4" in moves_in(kept(page)[f"{SAVES}game changed game/trzy-1"])


def test_a_browser_without_room_is_told_and_forgotten_when_there_is_room_again(lab, open_notebook):
    board = open_notebook(lab, [IN_BROWSER, BOARD])
    board.click("start")
    before = kept(board.page)
    board.page.evaluate(NO_ROOM)
    board.button("card 5").click()
    trouble = board.root.locator(".mp-panel .mp-says-refusal")
    expect(trouble).to_have_text(NOT_KEPT)
    assert kept(board.page) == before, "the game before the move is still there"
    with board.page.expect_download() as download:
        board.click("download")
    assert "card 5" in moves_in(download.value.path().read_text("utf-8"))
    board.page.evaluate("() => { window.mpIsFull = false; }")
    board.click("text")
    expect(trouble).to_have_count(0)
    assert "card 5" in moves_in(kept(board.page)[SAVES + KEY])


def test_a_browser_that_must_not_keep_anything_is_told_at_once(lab, open_notebook):
    board = open_notebook(lab, [IN_BROWSER, BOARD])
    board.page.evaluate(FORBIDDEN)
    board.notebook.run_all()
    board.wait_until_ready()
    expect(board.dialog.locator(".mp-says-refusal")).to_have_text(NOT_KEPT)
    board.click("start")
    board.click("card 5")
    expect(board.root.locator(".mp-panel .mp-says-refusal")).to_have_text(NOT_KEPT)
