from playwright.sync_api import Locator, expect

from mali_powstancy.texts import texts_for
from tests.browser.board_page import BoardPage, board_cell
from tests.table.play import game_in

PL = texts_for("pl")
BOARD = board_cell('new_game("short", 2, ("person", "greedy"), seed=1)')
NO_FOLDER = "from pathlib import Path\nPath('saves').write_text('a file, and no folder')"


def position(board: BoardPage) -> tuple[str, ...]:
    """What the map shows besides the streets, and what stands beside it; without what the other player said.

    What is marked on the map is what the button under the pointer is about, so it does not count; nor do hints, which
    nobody keeps.
    """
    layers = board.root.locator(".mp-below, .mp-above").all()
    blocks = board.root.locator(".mp-panel > :not(:has(.mp-log))").all()
    shown = [layer.inner_html().replace(" mp-mark", "") for layer in layers]
    told = [block.inner_text() for block in blocks]
    hints = PL.say("table.hints-taken", number="").split(":")[0]
    return (*shown, *(line for line in told if not line.startswith(hints)))


def boards(board: BoardPage, count: int) -> list[BoardPage]:
    """All boards of the notebook, when they are ready."""
    ready: Locator = board.page.locator('.mp-board-widget[data-ready="true"]')
    expect(ready).to_have_count(count)
    return [BoardPage(board.notebook, ready.nth(number)) for number in range(count)]


def take_advice(board: BoardPage, times: int) -> None:
    """Do a few times what the hint says."""
    for _ in range(times):
        board.take_hint()


def saved_game(board: BoardPage) -> Locator:
    """The button that goes on with a saved game."""
    return board.dialog.locator('[data-key="continue"]')


def test_after_the_kernel_was_lost_the_cell_offers_the_game_which_goes_on_as_it_was(notebook7, open_notebook):
    played, _ = boards(open_notebook(notebook7, [BOARD, BOARD]), 2)
    played.click("start")
    take_advice(played, 5)
    before = position(played)

    played.notebook.restart_kernel()
    played.button("text").click()
    expect(played.root.locator(".mp-trouble")).to_have_text(PL.say("table.label.lost"))
    played.notebook.run_all()
    played, other = boards(played, 2)
    expect(saved_game(played)).to_be_visible()
    expect(saved_game(other)).to_have_count(0)

    played.click("start")
    assert played.dialog.get_attribute("data-dialog") == "confirm"
    expect(played.dialog).to_contain_text(PL.say("table.confirm.new"))
    played.click("no")
    other.click("start")
    other.click("card 5")

    played.click("continue")
    assert position(played) == before
    take_advice(played, 1)
    assert position(played) != before


def test_a_new_game_takes_the_place_of_a_saved_one_only_after_a_question(lab, open_notebook):
    board = open_notebook(lab, [BOARD])
    board.click("start")
    take_advice(board, 3)
    board.notebook.run_all()
    board.wait_until_ready()
    expect(saved_game(board)).to_be_visible()
    board.click("start")
    board.click("yes")
    expect(board.root.locator("button.mp-card")).to_have_count(5)
    opening = position(board)
    board.notebook.run_all()
    board.wait_until_ready()
    board.click("continue")
    assert position(board) == opening


def test_a_folder_that_cannot_be_written_is_said_at_once_and_the_game_can_be_taken_along(lab, open_notebook, tmp_path):
    board = open_notebook(lab, [NO_FOLDER, BOARD])
    trouble = PL.say("table.save.unwritable", place=board.notebook.path.parent / "saves")
    expect(board.dialog.locator(".mp-says-refusal")).to_have_text(trouble)
    board.click("start")
    board.click("card 5")
    expect(board.root.locator(".mp-panel .mp-says-refusal")).to_have_text(trouble)
    with board.page.expect_download() as download:
        board.click("download")
    download.value.save_as(tmp_path / "game.mpsave")
    assert "card 5" in game_in((tmp_path / "game.mpsave").read_text("utf-8")).record.moves
