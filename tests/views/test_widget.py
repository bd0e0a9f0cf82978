import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from PIL import ImageFont

from mali_powstancy import classroom
from mali_powstancy.classroom import new_game, tutorial
from mali_powstancy.classroom.saves import save_key
from mali_powstancy.engine import game_rng, load_scenario
from mali_powstancy.engine import new_game as opening_of
from mali_powstancy.tabletop import host as host_module
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.views.board import board_page
from mali_powstancy.views.board.widget import BoardWidget, page_script, page_style
from mali_powstancy.views.pictures.notebook import draw_positions
from tests.table.play import play_to_the_end

ROOT = Path(__file__).parents[2]


@pytest.fixture
def in_lesson(tmp_path, monkeypatch) -> Path:
    """A learner's folder of English lessons."""
    folder = tmp_path / "en"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


class Page:
    """Stands in for the page: keeps what the widget sends."""

    def __init__(self, board: BoardWidget, monkeypatch) -> None:
        self.board = board
        self.views: list[dict] = []
        self.files: list[dict] = []
        self.thinking: list[str] = []
        monkeypatch.setattr(board, "send", self.receive)

    def receive(self, content, buffers=None):
        if "view" in content:
            self.views.append(content["view"])
        if "download" in content:
            self.files.append(content["download"])
        if "thinking" in content:
            self.thinking.append(content["thinking"])

    def do(self, **message):
        self.board._receive(self.board, message, [])
        return self.views[-1]


@pytest.fixture
def page(in_lesson, monkeypatch):
    return Page(new_game("short", 2, (PERSON, PERSON), seed=1), monkeypatch)


def test_the_first_view_brings_the_map_and_later_ones_only_a_new_language(page):
    assert "base" in page.do(do="ready")
    assert "base" not in page.do(do="start")
    polish = page.do(do="language", language="pl")
    assert "plac Wilsona" in polish["base"]
    assert "plac Wilsona" in page.board.base
    assert [view["n"] for view in page.views] == [1, 2, 3]


def test_what_the_page_keeps_holds_no_secret_at_any_time(in_lesson, monkeypatch):
    page = Page(new_game("short-extended", 2, (PERSON, PERSON), seed=1), monkeypatch)
    page.do(do="start")
    host: Any = page.board.host
    goals = [host.texts.goal(goal, host.table.state.game) for goal in host.table.state.game.scenario.goals]

    def look(host):
        page.board.page.show()
        page.board._store()
        kept = str({name: value for name, value in page.board.get_state().items() if name not in ("_esm", "_css")})
        assert not any(goal in kept for goal in goals)

    play_to_the_end(host, each=look)


def test_a_fault_in_a_callback_is_shown_on_the_page_and_raised(page, monkeypatch):
    page.do(do="start")
    monkeypatch.setitem(host_module._COMMANDS, "undo", lambda host, message: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        page.do(do="undo")
    dialog = page.views[-1]["dialog"]
    assert dialog["key"] == "problem"
    assert "ZeroDivisionError" in str(dialog)


def test_a_fault_in_showing_the_game_is_shown_on_the_page_and_raised(page, monkeypatch):
    parts = set(page.do(do="start"))
    monkeypatch.setattr(board_page, "board_view", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        page.do(do="ready")
    dialog = page.views[-1]["dialog"]
    assert dialog["key"] == "problem"
    assert "ZeroDivisionError" in str(dialog)
    assert set(page.views[-1]) == parts


def test_while_computer_players_think_for_long_the_page_is_told_so(in_lesson, monkeypatch):
    page = Page(new_game("short", 2, ("easy", "easy"), seed=1), monkeypatch)
    with monkeypatch.context() as slow:
        slow.setattr("mali_powstancy.tabletop.host.LONG", 0)
        page.do(do="start")
    assert set(page.thinking) == {page.board.host.texts.say("table.thinking")}
    assert len(page.views) == 1, "the answer comes at the end"


def test_a_game_is_handed_out_as_a_file(page):
    page.do(do="start")
    page.do(do="download")
    assert page.files[0]["name"].endswith(".mpsave")
    assert page.board.host.outbox == []


def test_a_page_without_a_notebook_needs_the_standard_library_only():
    code = "import sys, mali_powstancy.views.board.board_page; print(*{name.partition('.')[0] for name in sys.modules})"
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert set(ran.stdout.split()) - set(sys.stdlib_module_names) == {"__main__", "mali_powstancy"}


def test_the_page_loads_nothing_from_elsewhere():
    for text in (page_script(), page_style()):
        addresses = re.findall(r"https?://[^\s\"')]+", text)
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}
        assert "@import" not in text
    assert set(re.findall(r"url\((\w+):", page_style())) <= {"data"}


def test_the_page_has_no_words_of_its_own():
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", page_script(), flags=re.DOTALL)
    texts = re.findall(r'"([^"\n]*)"', code)
    assert [text for text in texts if re.fullmatch(r"[A-ZŁŚŻ][a-ząęółśżźćń]+( \w+)+[.!?]?", text)] == []


def test_polish_letters_are_in_the_bundled_fonts():
    fonts = Path(classroom.__file__).parent.parent / "views" / "static" / "fonts"
    assert (fonts / "OFL.txt").is_file()
    files = list(fonts.glob("*.woff2"))
    assert len(files) == 2
    for file in files:
        font = ImageFont.truetype(str(file), 40)
        missing = bytes(font.getmask("\ue000"))  # the box that stands for every letter that is not there
        drawn = {letter: bytes(font.getmask(letter)) for letter in "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”–…→0123456789"}
        assert [letter for letter, mask in drawn.items() if mask == missing] == []


# What a notebook imports ---------------------------------------------------------------------------------------------


def test_a_board_describes_itself_in_words_where_no_widget_is_shown(in_lesson):
    assert "0x" not in repr(new_game())
    assert "▶" in repr(new_game(lang="pl"))


def test_the_board_speaks_the_language_of_the_lesson(in_lesson):
    assert new_game().host.language == "en"
    assert new_game(lang="pl").host.language == "pl"


def test_the_first_lesson_opens_at_once_and_is_offered_again_later(in_lesson, monkeypatch):
    page = Page(tutorial(name="first"), monkeypatch)
    page.do(do="go-on")
    again = tutorial(name="first").host
    assert again.saved is not None
    again.handle({"do": "continue"})
    assert again.lesson is not None
    assert again.lesson.number == 1


def test_games_are_kept_in_a_folder_beside_the_lesson(in_lesson, monkeypatch):
    page = Page(new_game(name="mine"), monkeypatch)
    assert not (in_lesson / "saves").exists(), "nothing is written before something is played"
    page.do(do="start")
    assert len(list((in_lesson / "saves").glob("*.mpsave"))) == 1


def test_two_boards_of_one_cell_and_of_two_cells_have_their_own_saves(monkeypatch):
    class Shell:
        execution_count = 1
        cell = "a"

        def get_parent(self):
            return {"metadata": {"cellId": self.cell}}

    shell = Shell()
    monkeypatch.setattr("mali_powstancy.classroom.saves.running_notebook", lambda: shell)
    monkeypatch.setenv("JPY_SESSION_NAME", "/somewhere/pl/00-start.ipynb")
    first, second = save_key(), save_key()
    shell.cell = "b"
    third = save_key()
    assert len({first, second, third}) == 3
    assert all("somewhere" not in key for key in (first, second, third))
    shell.cell, shell.execution_count = "a", 7
    assert (save_key(), save_key()) == (first, second), "the same cell run again finds its games"


def test_wrong_wishes_are_refused_with_what_there_is(in_lesson):
    with pytest.raises(ValueError, match="2, 3, 4"):
        new_game(players=9)
    with pytest.raises(ValueError, match="person"):
        new_game(seats=("robot",))
    with pytest.raises(ValueError, match="hard-rival"):
        new_game(seats=("person", "search"))  # thinks too long for a board


def test_a_position_at_the_end_of_a_cell_draws_itself():
    shell: Any = InteractiveShell()
    draw_positions(shell, "en")
    shown, _ = shell.display_formatter.format(opening_of(load_scenario("basic"), 2))
    assert shown["image/svg+xml"].startswith("<svg")
    assert "round 0" in shown["text/plain"]


def test_a_seed_gives_the_same_game_again(in_lesson, monkeypatch):
    def opening(name):
        page = Page(new_game("short", 2, ("greedy", "greedy"), seed=5, name=name), monkeypatch)
        page.do(do="start")
        host: Any = page.board.host
        return host.table.session.record

    assert opening("one") == opening("two")
    assert game_rng(1).random() == game_rng(1).random()
