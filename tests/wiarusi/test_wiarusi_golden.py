import subprocess
import sys
from pathlib import Path

import pytest

from mali_powstancy.wiarusi import observe
from mali_powstancy.wiarusi.events import EVENT_KINDS, StopCalled
from tests.wiarusi import golden
from tests.wiarusi.random_wars import whole_game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", golden.GAMES)
def test_a_golden_game_is_played_as_before(name):
    assert golden.text_of(name).splitlines() == (golden.FOLDER / name).read_text("utf-8").splitlines()


def test_there_is_a_golden_game_for_every_level_and_number_of_players():
    assert {path.name for path in golden.FOLDER.iterdir()} == {*golden.GAMES}
    assert len(golden.GAMES) == 14


def test_golden_games_have_every_kind_of_event_and_ending():
    lines = [whole_game(*how) for how in golden.GAMES.values()]
    assert {type(event) for line in lines for event in line.events} == {*EVENT_KINDS} - {StopCalled}
    assert {line.state.ending for line in lines} == {"win", "loss-knocks", "loss-morale"}


@pytest.mark.parametrize("seed", ["0", "4242"])
def test_golden_games_do_not_depend_on_hashing(seed):
    code = "from tests.wiarusi import golden; print(golden.text_of('standard-3.txt'), end='')"
    command = [sys.executable, "-X", "utf8", "-c", code]
    run = subprocess.run(
        command, cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."}, capture_output=True, encoding="utf-8"
    )
    assert run.stdout == (golden.FOLDER / "standard-3.txt").read_text("utf-8"), run.stderr


def test_a_secret_that_shows_is_noticed(monkeypatch):
    monkeypatch.setattr(golden, "observe", lambda state, seat: observe(state, seat)._replace(hands=state.hands))
    assert golden.text_of("standard-3.txt") != (golden.FOLDER / "standard-3.txt").read_text("utf-8")
