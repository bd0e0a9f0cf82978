import pytest
from playwright.sync_api import Locator, expect

from mali_powstancy.texts import texts_for
from mali_powstancy.texts.moves import tell_move
from mali_powstancy.views.board.dialogs import player_name
from tests.browser.board_page import START, BoardPage, board_cell
from tests.browser.conftest import PATIENCE, WINDOW
from tests.table.play import started, view_of

GAME = ("short", 2, ("person", "greedy"))
CARD = {"do": "play", "moves": ["card 2"]}
# The first turn: Zosia can go to Dworzec Gdański on foot or with a jump, and Port is too far away.
TURN = board_cell('new_game("short", 2, ("person", "greedy"), seed=2)', START, CARD)
PL = texts_for("pl")

# Pieces that move are caught in the middle of it, so that no test has to be quick.
SLOW_MOTION = """() => {
    window.mpMoving = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        if (this.dataset.piece) { animation.playbackRate = 0.001; window.mpMoving.push(animation); }
        return animation;
    };
}"""
# The beginning of the text version is in the window.
TEXT_IN_SIGHT = """root => {
    const { top, height } = root.querySelector(".mp-text").getBoundingClientRect();
    return height > 0 && top >= 0 && top < innerHeight - 60;
}"""
BREAK_UNDO = """
from mali_powstancy.tabletop import host
whole = host._COMMANDS["undo"]
def broken(*_):
    raise RuntimeError("broken on purpose")
host._COMMANDS["undo"] = broken
"""
MEND_UNDO = 'host._COMMANDS["undo"] = whole'
# Nothing but a number: the page cannot make anything of it.
SEND_NONSENSE = 'board.send({"view": {"n": 1_000_000}})'
# A running cell would not do: the board answers beside it.
THINK_UNTIL_TOLD = """
import time
from pathlib import Path
from mali_powstancy.tabletop import host
quick = host._COMMANDS["hint"]
def slow(*given):
    end = time.monotonic() + 60
    while not Path("go-on").exists() and time.monotonic() < end:
        time.sleep(0.05)
    quick(*given)
host._COMMANDS["hint"] = slow
"""


def turn_in_python(lang: str = "pl"):
    """The same game in Python, where one can see what the page should say."""
    host = started(*GAME, seed=2, lang=lang)
    host.handle(CARD)
    return host


def position(board: BoardPage) -> tuple[str, str]:
    """The changing part of the map, and everything in the panel."""
    return board.root.locator(".mp-above").inner_html(), board.panel_text


def place_of(board: BoardPage, scout: str) -> str | None:
    """The field on which a scout stands."""
    return board.scout(scout).get_attribute("data-field")


# --- a turn


def test_an_illegal_click_is_refused_with_its_reason_and_the_rule_is_one_press_away(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    host = turn_in_python()
    host.handle({"do": "try", "scout": "zosia", "field": "port"})
    reason = host.notice.say(PL)
    board.click_scout("zosia")
    with board.answered():
        board.click_field("port")
    expect(board.root.locator(".mp-says-refusal")).to_have_text(reason)
    assert reason in board.say
    assert place_of(board, "zosia") == "plac-wilsona"
    board.click("rule")
    title, text = PL.rule("B-14")
    assert title in board.dialog.inner_text()
    assert text in board.dialog.inner_text()
    with board.answered():
        board.press("Escape")
    expect(board.dialog).to_be_hidden()
    assert board.focused == "rule"
    expect(board.root.locator(".mp-says-refusal")).to_have_text(reason)


def test_a_scout_is_chosen_in_the_browser_and_a_field_with_two_ways_asks_which(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    reach = view_of(turn_in_python())["reach"]["zosia"]
    before = board.n
    board.click_scout("zosia")
    assert board.fields_to_choose == set(reach)
    assert not board.asks_kernel
    assert board.n == before
    board.click_field("dworzec-gdanski")
    assert board.options.all_inner_texts() == [option["label"] for option in reach["dworzec-gdanski"]]
    assert len(reach["dworzec-gdanski"]) == 2
    board.press("Escape")
    expect(board.options.first).to_be_hidden()
    assert board.focused == "dworzec-gdanski"
    assert not board.asks_kernel
    board.click_field("dworzec-gdanski")
    with board.answered():
        board.options.last.click()
    assert place_of(board, "zosia") == "dworzec-gdanski"
    board.click("undo")
    assert place_of(board, "zosia") == "plac-wilsona"
    expect(board.button("undo")).to_have_attribute("aria-disabled", "true")


def test_a_hint_tells_move_and_reasons_and_can_be_played(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    host = turn_in_python()
    move, reasons = host.table.hint()
    told = [PL.because(because, host.state.game) for because in reasons]
    assert reasons
    for step, also in (("hint", []), ("show-move", [tell_move(PL, move, host.state.game)])):
        board.click(step)
        hint = board.root.locator(".mp-says-hint").inner_text()
        assert [each for each in (*told, *also) if each not in hint or each not in board.say] == []
        assert (tell_move(PL, move, host.state.game) in hint) == bool(also), "first the aim, then the move"
    before = position(board)
    board.click("play-hint")
    host.handle({"do": "play", "moves": [str(move)]})
    expect(board.root.locator(".mp-says-hint")).to_have_count(0)
    assert position(board) != before
    assert view_of(host)["panel"][-1]["items"][-1] in board.panel_text


def test_a_hard_rival_is_chosen_in_the_menu_and_hints_help_against_it(lab, open_notebook):
    board = open_notebook(lab, [board_cell('new_game("short", seed=2)')])
    temper = board.dialog.locator('select[name="style"]')
    expect(temper).to_have_value("balanced")
    board.choose("seat-1", "person")
    expect(temper).to_have_count(0)
    board.choose("seat-1", "hard")
    board.choose("style", "rival")
    expect(board.dialog).to_contain_text(PL.say("table.temper.rival.about"))
    board.click("start-so")
    host = started("short", 2, ("person", "hard-rival"), seed=2, lang="pl")
    expect(board.root.locator(".mp-patrols > li").last).to_contain_text(
        player_name(PL, "hard-rival", host.table.players)
    )
    for _ in range(4):
        move, reasons = host.table.hint()
        board.click("hint")
        board.click("hint")
        expect(board.root.locator(".mp-says-hint")).to_contain_text(tell_move(PL, move, host.state.game))
        expect(board.root.locator(".mp-says-hint")).to_contain_text(PL.because(reasons[0], host.state.game))
        board.click("play-hint")
        host.handle({"do": "play", "moves": [str(move)]})
    assert view_of(host)["panel"][-1]["items"][-1] in board.panel_text
    board.in_kernel("board.host.say_thinking()")
    expect(board.root.locator(".mp-toast")).to_have_text(PL.say("table.thinking"))


# --- how it looks


def test_the_language_changes_while_playing(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    for lang, citadel in (("pl", "Cytadela"), ("en", "Citadel")):
        board.click("settings")
        board.choose("language", lang)
        board.click("close")
        texts = texts_for(lang)
        assert board.root.get_attribute("lang") == lang
        expect(board.root.locator(".mp-names text").filter(has_text=citadel)).to_have_count(1)
        assert (board.field("cytadela").get_attribute("aria-label") or "").startswith(f"{citadel}, ")
        asked = texts.say("table.your-turn", question=texts.question(turn_in_python(lang).observation))
        expect(board.root.locator(".mp-says-ask").first).to_have_text(asked)
        expect(board.button("undo")).to_have_text(texts.say("table.bar.undo"))
        assert place_of(board, "zosia") == "plac-wilsona"


def test_the_board_fills_the_window_and_comes_back(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    before = board.root.bounding_box()
    whole = {"x": 0, "y": 0, **WINDOW}
    fills = "([root, full]) => (root.getBoundingClientRect().height === innerHeight) === full"
    for full, box in ((True, whole), (False, before)):
        board.button("fullscreen").click()
        expect(board.button("fullscreen")).to_have_attribute("aria-pressed", str(full).lower())
        board.page.wait_for_function(fills, arg=[board.root.element_handle(), full])
        assert board.root.bounding_box() == box


def test_pieces_move_until_a_click_and_not_at_all_where_that_is_not_wanted(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    board.page.evaluate(SLOW_MOTION)

    def walk() -> list[str]:
        board.click_scout("zosia")
        with board.answered():
            board.click_field("plac-wilsona~cytadela:2")
        return states()

    def states() -> list[str]:
        return board.page.evaluate("() => window.mpMoving.map((animation) => animation.playState)")

    assert walk() == ["running"]
    board.root.locator(".mp-canvas").click(position={"x": 5, "y": 5})
    assert states() == ["idle"]
    assert place_of(board, "zosia") == "plac-wilsona~cytadela:2"
    board.click("undo")
    board.page.emulate_media(reduced_motion="reduce")
    assert walk() == ["idle"]
    board.page.emulate_media(reduced_motion="no-preference")
    board.click("undo")
    board.click("settings")
    board.choose("motion", "off")
    board.click("close")
    assert walk() == ["idle"]
    assert place_of(board, "zosia") == "plac-wilsona~cytadela:2"


# --- nothing fails silently


def test_faults_in_the_kernel_and_in_the_page_are_shown_with_a_report_and_the_game_goes_on(
    lab, open_notebook, context, watch
):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    board = open_notebook(lab, [TURN])
    board.click_scout("zosia")
    with board.answered():
        board.click_field("plac-wilsona~cytadela:1")

    board.in_kernel(BREAK_UNDO)
    board.click("undo")
    expect(board.root.locator(".mp-dialog[data-dialog=problem]")).to_be_visible()
    assert board.say == PL.say("table.problem.sentence")
    board.dialog.get_by_role("button", name=PL.say("table.save.copy")).click()
    expect(board.root.locator(".mp-toast")).to_have_text(PL.say("table.label.copied"))
    assert "broken on purpose" in board.page.evaluate("() => navigator.clipboard.readText()")
    board.click("close-problem")
    expect(board.dialog).to_be_hidden()
    board.in_kernel(MEND_UNDO)

    watch.expects(r"console error: TypeError")
    with board.answered():
        board.in_kernel(SEND_NONSENSE)
    trouble = board.root.locator(".mp-trouble")
    expect(trouble.locator("p")).to_have_text(PL.say("table.problem.sentence"))
    assert "TypeError" in trouble.locator("textarea").input_value()
    assert "TypeError" in board.dialog.locator("textarea").input_value(), "the kernel was told, too"
    board.click("close-problem")
    trouble.get_by_role("button", name=PL.say("table.save.copy")).click()
    assert "TypeError" in board.page.evaluate("() => navigator.clipboard.readText()")
    board.button("trouble.close").click()
    expect(trouble).to_be_hidden()

    board.click("undo")
    assert place_of(board, "zosia") == "plac-wilsona"


def test_a_kernel_that_does_not_answer_is_said_and_the_answer_comes_after_all(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    board.in_kernel(THINK_UNTIL_TOLD)
    with board.answered():
        board.button("hint").click()
        expect(board.root.locator(".mp-trouble")).to_have_text(PL.say("table.label.lost"))
        (board.notebook.path.parent / "go-on").touch()
    expect(board.root.locator(".mp-trouble")).to_be_hidden()
    expect(board.root.locator(".mp-says-hint")).to_be_visible()


# --- more than one board, and other hands


def test_two_displays_of_one_board_follow_each_other(lab, open_notebook):
    one = open_notebook(lab, [TURN, "board"])
    one.page.emulate_media(reduced_motion="reduce")  # a piece that moves is hard to hit
    other = nth_board(one, 1)
    expect(other.root).to_have_attribute("data-n", one.root.get_attribute("data-n") or "")
    for moving, watching, field in ((one, other, "plac-wilsona~cytadela:1"), (other, one, "plac-wilsona~cytadela:2")):
        moving.click_scout("zosia")
        with watching.answered(), moving.answered():
            moving.click_field(field)
        assert place_of(one, "zosia") == place_of(other, "zosia") == field
    assert position(one) == position(other)


def nth_board(board: BoardPage, number: int) -> BoardPage:
    """Another board of the same notebook, when it is ready."""
    root: Locator = board.page.locator(".mp-board-widget").nth(number)
    expect(root).to_have_attribute("data-ready", "true")
    return BoardPage(board.notebook, root)


class TestWithFingers:
    @pytest.fixture
    def context(self, browser, used):
        """A tablet: nothing hovers, and nothing has a mouse."""
        fresh = browser.new_context(viewport=WINDOW, locale="pl-PL", has_touch=True)
        fresh.set_default_timeout(PATIENCE)
        yield fresh
        fresh.close()

    def test_a_tap_chooses_a_scout_and_a_tap_moves_it(self, lab, open_notebook):
        board = open_notebook(lab, [TURN])
        board.scout("zosia").tap()
        assert "plac-wilsona~cytadela:1" in board.fields_to_choose
        with board.answered():
            board.field("plac-wilsona~cytadela:1").tap()
        assert place_of(board, "zosia") == "plac-wilsona~cytadela:1"
        with board.answered():
            board.button("undo").tap()
        assert place_of(board, "zosia") == "plac-wilsona"


def test_a_game_goes_to_another_board_as_a_file_and_as_a_code_and_opens_behind_the_curtain(
    lab, open_notebook, context, tmp_path
):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    # The bot has not moved yet: what bots say about their moves is not saved.
    before_the_bot = board_cell('new_game("short-1", 2, ("person", "greedy"), seed=4)', START, CARD)
    one = open_notebook(lab, [before_the_bot, board_cell("new_game()")])
    other = nth_board(one, 1)

    one.click("game")
    one.click("save")
    with one.page.expect_download() as download:
        one.click("download")
    download.value.save_as(tmp_path / download.value.suggested_filename)
    assert download.value.suggested_filename.endswith(".mpsave")
    one.dialog.get_by_role("button", name=PL.say("table.save.copy")).click()
    expect(one.root.locator(".mp-toast")).to_have_text(PL.say("table.label.copied"))
    one.click("close")

    other.click("open")
    with other.answered():
        other.root.locator("input[type=file]").set_input_files(tmp_path / download.value.suggested_filename)
    behind_the_curtain(other)
    assert position(other) == position(one)

    other.click("game")
    other.click("open")
    other.dialog.locator("textarea").click()
    other.press("Control+v")
    other.click("open-code")
    assert other.dialog.get_attribute("data-dialog") == "confirm", "a game is running here"
    other.click("yes")
    behind_the_curtain(other)
    assert position(other) == position(one)


def behind_the_curtain(board: BoardPage) -> None:
    """Take the screen of a board whose curtain is down."""
    expect(board.root.locator(".mp-dialog[data-dialog=curtain]")).to_be_visible()
    expect(board.root.locator(".mp-cards")).to_have_count(0)
    board.click("take-screen")
    expect(board.dialog).to_be_hidden()


def test_the_text_version_is_gone_to_said_and_left_again(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    text, live = board.root.locator(".mp-text"), board.root.locator(".mp-live")
    button = board.root.locator('.mp-bar [data-key="text"]')
    assert not board.root.evaluate(TEXT_IN_SIGHT)
    board.click("text")
    expect(text).to_be_focused()
    expect(live).to_contain_text(PL.say("table.text.opened"))
    assert board.root.evaluate(TEXT_IN_SIGHT)
    board.page.keyboard.press("Tab")
    expect(text.locator('[data-key="close-text"]')).to_be_focused()
    with board.answered():
        board.page.keyboard.press("Enter")
    expect(text).to_be_hidden()
    expect(button).to_be_focused()
    expect(live).to_contain_text(PL.say("table.text.closed"))


def test_an_open_text_version_does_not_draw_the_focus_to_itself_again(lab, open_notebook):
    board = open_notebook(lab, [TURN])
    board.click("text")
    with board.answered():
        board.root.locator('.mp-bar [data-key="hint"]').click()
    expect(board.root.locator(".mp-text")).not_to_be_focused()
    expect(board.root.locator(".mp-live")).not_to_contain_text(PL.say("table.text.opened"))
