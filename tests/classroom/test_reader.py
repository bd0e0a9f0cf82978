import json
import subprocess
import sys

import pytest

from mali_powstancy import classroom
from mali_powstancy.classroom.chance import VARIABLE
from mali_powstancy.classroom.reader import LessonReader
from mali_powstancy.texts import texts_for
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.page.panel_page import PanelPage
from tools.prose import ROOT
from tools.site_reader import reader_pages

DIE = "from mali_powstancy.classroom import die_rolls\ndie_rolls()"
BOARD = 'from mali_powstancy.classroom import new_game\nnew_game("short")'


class Page:
    """Stands in for the page: wakes cells, and has what it was told."""

    def __init__(self, lesson="en/05-die-and-soldier.ipynb"):
        self.told = []
        self.python = LessonReader(lesson, lambda text: self.told.append(json.loads(text)))

    def run(self, cell, program):
        self.python.receive(json.dumps({"cell": cell, "run": program}))
        return self.told[-1]

    def do(self, cell, **message):
        """What the page hears after this."""
        self.told.clear()
        self.python.receive(json.dumps({"cell": cell, "message": message}))
        assert {each["cell"] for each in self.told} == {cell}
        return [each["message"] for each in self.told]


def test_live_cells_stand_side_by_side_and_each_is_answered_in_its_place():
    page = Page()
    assert page.run("05-06", DIE)["live"] == "panel"
    woken = page.run("05-12", BOARD)
    assert (woken["live"], woken["base"].startswith("<svg")) == ("board", True)
    assert page.do("05-12", do="ready", kept={})[-1]["view"]["dialog"]["key"] == "menu"
    assert page.do("05-06", do="ready", kept={})[-1]["view"]["lang"] == "en"
    *_, view, below = page.do("05-06", do="roll", rolls=30)
    assert "30" in view["view"]["say"]
    assert "30" in below["below"][1]["text/html"]


def test_what_is_kept_has_the_names_that_it_has_in_the_notebook():
    page = Page("pl/00-start.ipynb")
    assert page.run("00-start-06", DIE)["keeps"][0] == "00-start die rolls"
    for _ in range(2):  # whoever runs it again finds the same game
        assert page.run("00-start-15", BOARD)["keeps"][0] == "00-start 00-start-15 1"
    kept = page.do("00-start-06", do="ready", kept={})
    assert not any("keep" in each for each in kept), "nothing is kept before something is done"
    page.do("00-start-15", do="ready", kept={})
    assert page.do("00-start-15", do="start")[0]["keep"].keys() == {"00-start 00-start-15 1"}


def test_another_page_has_nothing_of_what_was_done_on_one():
    def begins(page):
        page.run("01-11", 'from mali_powstancy.classroom import exercise\nexercise("01-a")')
        return page.do("01-11", do="ready", kept={})[-1]["view"]["blocks"]

    page = Page("en/01-letters.ipynb")
    fresh = begins(page)
    page.do("01-11", do="draft", values={"answer": ["unit"]})
    assert begins(page) != fresh, "on the page itself it stays"
    assert begins(Page("en/01-letters.ipynb")) == fresh


def test_a_cell_that_fails_says_so_and_the_others_go_on():
    page = Page()
    with pytest.raises(LookupError):
        page.run("a", "from mali_powstancy.classroom import exercise\nexercise('05-z')")
    assert "there is no exercise '05-z'" in page.told[-1]["failed"]
    with pytest.raises(TypeError):
        page.run("b", "board = 1")
    assert page.run("c", DIE)["live"] == "panel"


def test_what_does_not_answer_speaks_of_a_page_and_of_no_cell():
    page = Page()
    for cell, program in (("a", DIE), ("b", BOARD)):
        page.run(cell, program)
        labels = page.do(cell, do="ready", kept={})[-1]["view"]["labels"]
        assert labels["lost"] == texts_for("en").say("site.reader.lost")


def test_beside_a_page_notebooks_get_widgets_as_ever(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = Page()
    page.run("a", DIE)
    assert isinstance(page.python.live["a"], PanelPage)
    assert hasattr(classroom.die_rolls(lang="en"), "children")
    assert isinstance(Page().python.board(classroom.new_game("short").host), BoardPage)


def test_chance_does_not_change_how_a_lesson_looks_when_it_wakes(monkeypatch):
    seen = []
    for chance in ("one", "another"):
        monkeypatch.setenv(VARIABLE, chance)
        seen.append([reader_pages("pl")[stem].first_views() for stem in ("05-die-and-soldier", "09-rivals-or-helpers")])
    assert seen[0] == seen[1]


def test_it_needs_the_standard_library_only():
    code = f"""
import sys
from mali_powstancy.classroom.reader import LessonReader
page = LessonReader("pl/00-start.ipynb", lambda text: None)
for program in {[DIE, BOARD]!r}:
    page._run("cell", program)
print(*{{name.partition('.')[0] for name in sys.modules}})
"""
    ran = subprocess.run(
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert set(ran.stdout.split()) - set(sys.stdlib_module_names) == {"__main__", "mali_powstancy"}
