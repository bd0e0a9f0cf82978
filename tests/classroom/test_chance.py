"""Chance in a lesson is really random; only who stores or compares outputs hands a generator in."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from mali_powstancy import classroom
from mali_powstancy.classroom.chance import STORED, VARIABLE, chance_of, new_seed, seeds_of
from tests import lessons_in_pyodide
from tools.execution import executed

LESSONS = Path(__file__).parents[2] / "lessons"
NOTEBOOK = """from mali_powstancy.classroom import die_rolls, new_seed
desk = die_rolls().desk
desk.handle({"do": "roll", "rolls": 200})
print(desk.memory(), new_seed())"""


def rolls() -> Any:
    """What somebody rolls who opens the lesson and presses the button twice."""
    desk = classroom.die_rolls().desk
    for _ in range(2):
        desk.handle({"do": "roll", "rolls": 200})
    return desk.memory()


def seeds() -> list[int]:
    """The games of all live experiments of a lesson that was just opened."""
    panels = [classroom.experiment("arrests"), classroom.experiment("falls")]
    panels += [classroom.temper_tables(), classroom.rule_editor(), classroom.retelling()]
    return [*(panel.desk.seed for panel in panels), new_seed()]  # type: ignore[attr-defined]


@pytest.fixture
def learner(in_lesson, monkeypatch) -> None:
    """Somebody who learns, and hands nothing in."""
    monkeypatch.delenv(VARIABLE, raising=False)


def test_two_computers_get_different_rolls_and_different_games(learner):
    assert rolls() != rolls()
    ones, others = seeds(), seeds()
    assert len({*ones, *others}) == 2 * len(ones)


def test_who_hands_a_generator_in_gets_the_same_again_and_another_one_gives_others(learner, monkeypatch):
    monkeypatch.setenv(VARIABLE, STORED)
    first = rolls(), seeds()
    assert first == (rolls(), seeds())
    assert len(set(first[1])) == len(first[1]), "places of a lesson do not share their luck"
    monkeypatch.setenv(VARIABLE, "another")
    assert first[0] != rolls()
    assert not set(first[1]) & set(seeds())


def test_an_empty_variable_hands_nothing_in(learner, monkeypatch):
    monkeypatch.setenv(VARIABLE, "")
    assert chance_of("die").random() != chance_of("die").random()
    assert next(seeds_of("die")) != next(seeds_of("die"))


def test_stored_outputs_can_be_made_again_and_a_learner_gets_others(learner):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(NOTEBOOK)])
    one, other = (executed(notebook, "en", "chance").cells[0].outputs for _ in range(2))
    assert one == other
    assert str(new_seed()) not in one[0]["text"]


def test_the_browser_compares_with_the_same_chance():
    assert (VARIABLE, STORED) == lessons_in_pyodide.CHANCE


@pytest.mark.parametrize(
    "path", sorted(LESSONS.glob("*/[0-9][0-9]-*.md")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_no_code_of_a_lesson_fixes_its_chance(path):
    code = "\n".join(re.findall(r"^```python[^\n]*\n(.*?)^```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    assert re.findall(r"\bseed=(?!new_seed\(\))|\bRandom\(", code) == []
    for call in re.findall(r"\b(?:simulate|tournament|compare)\(.*", code):
        assert "seed=new_seed()" in call, "games that are the same for everybody"
