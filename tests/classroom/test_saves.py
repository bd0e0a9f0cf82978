"""Where a notebook keeps games and answers, and under which name, on a computer and in the browser."""

import sys
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from mali_powstancy import classroom
from mali_powstancy.classroom import saves
from mali_powstancy.classroom.checking import CheckUpDesk
from mali_powstancy.classroom.figures import lesson_language
from mali_powstancy.table import FileStorage, PageStorage
from mali_powstancy.table.page_storage import PageShelf
from mali_powstancy.table.storage import MemoryStorage, StorageError, StorageFault
from mali_powstancy.texts import texts_for


@pytest.fixture
def in_browser(tmp_path, monkeypatch):
    """As if the program ran in a browser, in a notebook that has told its name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setenv("JPY_SESSION_NAME", "en/05-die-and-soldier.ipynb")
    saves._page_storage.cache_clear()
    yield tmp_path
    saves._page_storage.cache_clear()


def test_on_a_computer_games_and_shelves_are_files_beside_the_lesson(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kept, shelf = saves.storage(), saves.shelf("rules", ".toml")
    assert isinstance(kept, FileStorage)
    shelf.write("mine", "text")
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")] == ["saves/mine.toml"]


def test_in_the_browser_the_page_keeps_everything_and_no_file_is_written(in_browser):
    kept, shelf = saves.storage(), saves.shelf("rules", ".toml")
    assert isinstance(kept, PageStorage)
    assert isinstance(shelf, PageShelf)
    assert saves.storage() is kept, "one for all boards of a notebook"
    shelf.write("mine", "text")
    assert saves.shelf("rules", ".toml").read("mine") == "text"
    board: Any = classroom.new_game("short", name="board")
    board.host.handle({"do": "start"})
    panel = classroom.die_rolls()
    assert board.keeps[0] == "05-die-and-soldier board"
    assert panel.page.keeps[0] == "05-die-and-soldier die rolls"
    assert list(in_browser.iterdir()) == []


def test_in_the_browser_the_lesson_has_the_language_of_its_folder(in_browser):
    assert lesson_language() == "en"
    assert classroom.new_game("short").host.language == "en"


@pytest.mark.parametrize(
    ("name", "folder", "language"),
    [("pl/a.ipynb", "en", "pl"), ("a.ipynb", "en", "en"), ("", "pl", "pl"), ("/lessons/en/pl/a.ipynb", "x", "pl")],
)
def test_the_folder_of_the_notebook_comes_before_that_of_the_program(tmp_path, monkeypatch, name, folder, language):
    (tmp_path / folder).mkdir()
    monkeypatch.chdir(tmp_path / folder)
    monkeypatch.setenv("JPY_SESSION_NAME", name)
    assert lesson_language() == language


def test_in_the_browser_the_kernel_tells_the_cell(in_browser, monkeypatch):
    def in_cell(cell):
        kernel = SimpleNamespace(get_parent=lambda: {"metadata": {"cellId": cell}})
        monkeypatch.setattr(saves, "running_notebook", lambda: SimpleNamespace(execution_count=1, kernel=kernel))
        return saves.save_key()

    monkeypatch.setattr(saves, "_boards", Counter())
    assert in_cell("a") == "05-die-and-soldier a 1"
    assert in_cell("b") == "05-die-and-soldier b 1"


class Refusing(MemoryStorage):
    """Takes nothing, for a reason that may change."""

    fault: StorageFault | None = None

    def check(self) -> None:
        if self.fault is not None:
            raise StorageError(self.fault, "somewhere")


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (StorageFault.UNWRITABLE, "start.no-saving"),
        (StorageFault.NOT_KEPT, "start.no-saving-in-browser"),
        (None, "start.works"),
    ],
)
def test_the_check_up_says_what_is_known_of_saving_now(fault, sentence):
    storage = Refusing()
    desk = CheckUpDesk("en", storage)
    storage.fault = fault
    say = texts_for("en").say
    assert desk.blocks()[0]["rows"][1] == [say("start.saving"), say(sentence)]
    desk.handle({"do": "press"})
    assert desk.news == say("start.all-well" if fault is None else sentence)
