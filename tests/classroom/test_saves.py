"""Where a notebook keeps games and answers, and under which name, on a computer and in the browser."""

import json
import random
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mali_powstancy import classroom, cli
from mali_powstancy.classroom import saves
from mali_powstancy.classroom.desks.checking import CheckUpDesk
from mali_powstancy.classroom.desks.rule_desk import RuleDesk
from mali_powstancy.classroom.figures import lesson_language
from mali_powstancy.engine import load_scenario
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.page_storage import PageShelf, PageStorage
from mali_powstancy.tabletop.storage import FileStorage, MemoryStorage, StorageError, StorageFault, places_beside
from mali_powstancy.texts import texts_for
from mali_powstancy.views.board.board_page import BoardPage
from tests.table.test_page_storage import Browser

EN = texts_for("en")


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
        (None, "start.kept-in-folder"),
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


def kept(storage: Any) -> str:
    """What the check-up says of a place that keeps everything."""
    return str(CheckUpDesk("en", storage).blocks()[0]["rows"][1][1])


def test_the_check_up_says_where_everything_is_kept(tmp_path, monkeypatch):
    assert kept(FileStorage(tmp_path)) == EN.say("start.kept-in-folder")
    assert kept(PageStorage()) == EN.say("start.kept-in-browser")
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "somewhere")
    assert kept(FileStorage(tmp_path)) == EN.say("start.kept-for-visit")
    stored = str(CheckUpDesk("en", FileStorage(tmp_path)))
    assert f"{EN.say('start.saving')}: {EN.say('start.works')}" in stored, "a stored notebook goes elsewhere"


def sent(host: Host) -> dict[str, Any]:
    """What a page is shown of the board."""
    told: list[dict[str, Any]] = []
    BoardPage(host, told.append).show()
    return next(message["view"] for message in told if "view" in message)


def test_on_binder_a_board_and_a_panel_that_do_not_answer_promise_nothing(monkeypatch):
    host, panel = Host(MemoryStorage(), "board", "en", random.Random(1)), classroom.check_up(lang="en")
    assert sent(host)["labels"]["lost"] == EN.say("table.label.lost")
    assert panel.page._labels()["lost"] == EN.say("course.lost")
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "somewhere")
    assert sent(host)["labels"]["lost"] == EN.say("table.label.lost-visit")
    assert panel.page._labels()["lost"] == EN.say("course.lost-visit")


# In the browser, from one day to the next -----------------------------------------------------------------------------


class OnPage:
    """A board or a panel on a page of a browser."""

    def __init__(self, browser: Browser, widget: Any, monkeypatch: Any) -> None:
        self.browser, self.widget = browser, widget
        self.page = widget if hasattr(widget, "keeps") else widget.widget
        self.views: list[dict[str, Any]] = []
        self.written: dict[str, str | None] = {}
        self.answers: list[dict[str, Any]] = []
        monkeypatch.setattr(self.page, "send", self.hear)
        self.do(**browser.ready(self.page.keeps))

    def hear(self, content: dict[str, Any], buffers: object = None) -> None:
        if "keep" in content:
            self.answers.append(self.browser.keep(content, self.written))
        elif "view" in content:
            view = content["view"]
            self.views.append({**self.views[-1], **view} if view.get("same") else view)

    def do(self, **message: Any) -> dict[str, Any]:
        self.widget._receive(self.page, message, [])
        while self.answers:
            self.widget._receive(self.page, self.answers.pop(0), [])
        return self.views[-1]


@pytest.fixture
def show(in_browser, monkeypatch):
    """Shows what a cell makes in a browser; `new_day()` is another kernel and another page."""

    def shown(browser: Browser, widget: Any) -> Any:
        return OnPage(browser, widget, monkeypatch)

    return shown


def new_day() -> None:
    saves._page_storage.cache_clear()


def save_rules(editor: Any, **values: str) -> None:
    editor.do(do="draft", values=values)
    editor.do(do="save")


def test_the_first_run_on_another_day_plays_by_the_rules_that_were_saved(show):
    browser = Browser()
    editor = show(browser, classroom.rule_editor())
    save_rules(editor, tokens="2", name="Mine", **{"start-0": "port", "to-0": "past", "what-0": "3"})
    board = show(browser, classroom.changed_game(seed=1))
    assert board.widget.host.menu.scenario.id == "mine"
    board.do(do="start")
    board.do(do="play", moves=["card 4"])
    record = board.widget.host.table.session.record
    (key,) = (key for key in browser.texts if "changed game" in key)
    assert key == "05-die-and-soldier changed game/mine-1"

    new_day()
    again = classroom.changed_game(seed=1)
    assert again.host.menu.scenario.id == "basic", "so far nothing is known of any rules"
    assert set(again.keeps) == {"rules/", "05-die-and-soldier changed game/"}
    page = show(browser, again)
    assert again.host.menu.scenario.tokens_to_lose == 2
    assert "port~past" in page.views[0]["base"], "the map has the new road"
    assert again.host.saved is not None, "the game by these rules is offered"
    page.do(do="continue")
    assert again.host.table is not None
    assert again.host.table.session.record == record
    page.do(do="undo")
    assert [key for key in browser.texts if "changed game" in key] == [key]


def test_games_by_different_rules_are_kept_apart(show):
    browser = Browser()
    for tokens in ("2", "3"):
        new_day()
        save_rules(show(browser, classroom.rule_editor()), tokens=tokens, name=f"With {tokens}")
        show(browser, classroom.changed_game(seed=1)).do(do="start")
    assert sum("changed game/" in key for key in browser.texts) == 2


def test_rules_that_are_not_for_two_can_be_played_too():
    basic = load_scenario("basic")
    for_more = basic._replace(players={number: basic.players[number] for number in (3, 4)})
    host = Host(MemoryStorage(), "board", "en", random.Random(1), scenario=lambda: for_more)
    assert host.menu.players == 3


def test_answers_of_a_forgotten_tab_are_not_written_over_newer_ones_until_somebody_says_so(show):
    browser = Browser()
    one = show(browser, classroom.exercise("01-a"))
    one.do(do="draft", values={"answer": ["unit"]})
    new_day()
    other = show(browser, classroom.exercise("01-a"))
    other.do(do="draft", values={"answer": ["unit", "place"]})
    newer = dict(browser.texts)
    view = one.do(do="draft", values={"answer": ["weapon"]})
    assert browser.texts == newer
    assert EN.say("course.elsewhere") in [block.get("text") for block in view["blocks"]]
    assert view["labels"]["lost"] == EN.say("course.lost-unsaved")
    view = one.do(do="draft", values={"answer": ["health"]})
    assert browser.texts == newer
    assert "keep-mine" in str(view["blocks"][-1])
    view = one.do(do="keep-mine")
    assert "keep-mine" not in str(view["blocks"])
    assert view["labels"]["lost"] == EN.say("course.lost")
    (text,) = browser.texts.values()
    assert "health" in text


def test_answers_of_two_programs_on_one_folder_are_not_written_over_until_somebody_says_so(
    at_home, tmp_path, monkeypatch
):
    at_home(tmp_path / "en")
    one, other = (OnPage(Browser(), classroom.exercise("01-a"), monkeypatch) for _ in range(2))
    one.do(do="draft", values={"answer": ["unit"]})
    (file,) = (tmp_path / "en" / "saves").glob("*.mpsave")
    view = other.do(do="draft", values={"answer": ["weapon"]})
    assert "unit" in file.read_text("utf-8")
    assert EN.say("course.elsewhere") in [block.get("text") for block in view["blocks"]]
    view = other.do(do="keep-mine")
    assert EN.say("course.elsewhere") not in [block.get("text") for block in view["blocks"]]
    assert "weapon" in file.read_text("utf-8")
    file.unlink()
    file.mkdir()
    view = one.do(do="keep-mine")
    assert EN.say("course.not-kept", place=str(file.parent)) in [block.get("text") for block in view["blocks"]]


def test_after_clear_this_computer_an_open_panel_does_not_write_its_answers_back(show):
    browser = Browser()
    page = show(browser, classroom.exercise("01-a"))
    page.do(do="draft", values={"answer": ["unit"]})
    browser.texts.clear()
    page.do(do="draft", values={"answer": ["place"]})
    assert browser.texts == {}


def test_a_panel_with_no_free_place_keeps_nothing_and_says_so(show):
    places = places_beside("05-die-and-soldier exercise 01-a")
    browser = Browser(**dict.fromkeys(places, "{"))
    page = show(browser, classroom.exercise("01-a"))
    view = page.do(do="draft", values={"answer": ["unit"]})
    assert browser.texts == dict.fromkeys(places, "{")
    assert view["blocks"][-1]["text"] == EN.say("course.no-place")


def test_a_desk_of_rules_sees_what_another_tab_has_saved_when_its_page_comes_up_again(show):
    browser = Browser()
    page = show(browser, classroom.rule_editor())
    browser.texts["rules/theirs"] = "text"
    page.do(**browser.ready(page.page.keeps))
    desk: RuleDesk = page.widget.desk
    assert desk.shelf.keys() == ["theirs"]


# From the browser to a folder and back --------------------------------------------------------------------------------


@pytest.fixture
def at_home(monkeypatch):
    """As if the same lesson ran on a computer, in a folder of its own."""

    def go(folder: Path) -> None:
        folder.mkdir(parents=True)
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.chdir(folder)
        monkeypatch.setenv("JPY_SESSION_NAME", str(folder / "05-die-and-soldier.ipynb"))

    return go


def test_a_game_an_answer_and_rules_are_carried_from_the_browser_to_a_folder_and_back(
    show, at_home, tmp_path, monkeypatch
):
    browser = Browser()
    board = show(browser, classroom.new_game("short", name="board", seed=1))
    board.do(do="start")
    board.do(do="play", moves=["card 4"])
    state = board.widget.host.state
    show(browser, classroom.exercise("01-a")).do(do="draft", values={"answer": ["unit", "place"]})
    save_rules(show(browser, classroom.rule_editor()), tokens="2", name="Mine")
    on_board = show(browser, classroom.exercise("03-a"))
    on_board.do(do="go-on")
    step = on_board.widget.host.lesson.number

    # What the start page of the site hands out.
    handed_out = {key: {"text": text, "when": "2020-11-17T04:00:00.000Z"} for key, text in browser.texts.items()}
    file = tmp_path / "mali-powstancy-saves.json"
    file.write_text(json.dumps({"format": "mali-powstancy-saves", "version": 1, "saves": handed_out}), "utf-8")

    lessons = tmp_path / "my-work" / "en"
    at_home(lessons)
    assert cli.main(["saves", "unpack", str(file), "--folder", str(lessons)]) == 0
    host: Any = classroom.new_game("short", name="board", seed=1).host
    host.handle({"do": "continue"})
    assert host.state == state
    assert "place" in str(classroom.exercise("01-a").desk.memory())
    assert classroom.exercise("03-a").host.lesson.number == step
    assert classroom.changed_game().host.menu.scenario.id == "mine"
    host.handle({"do": "undo"})
    host.handle({"do": "play", "moves": ["card 5"]})
    assert cli.main(["saves", "pack", str(tmp_path / "back.json"), "--folder", str(lessons)]) == 0

    # Another browser, in which the file was brought back.
    saved = json.loads((tmp_path / "back.json").read_text("utf-8"))["saves"]
    assert saved.keys() == handed_out.keys()
    monkeypatch.setattr(sys, "platform", "emscripten")
    new_day()
    other = Browser(**{key: save["text"] for key, save in saved.items()})
    board = show(other, classroom.new_game("short", name="board", seed=1))
    board.do(do="continue")
    assert board.widget.host.state == host.state
    assert "place" in str(show(other, classroom.exercise("01-a")).widget.desk.memory())
    assert show(other, classroom.changed_game()).widget.host.menu.scenario.id == "mine"
    whens = {key: save["when"] for key, save in saved.items()}
    board_key = "05-die-and-soldier board"
    assert whens.pop(board_key) > "2020-11-17T04:00:00.000Z", "it was played on"
    assert set(whens.values()) == {"2020-11-17T04:00:00.000Z"}, "what was only carried is as old as before"
