import subprocess
import sys
from pathlib import Path

import pytest

from mali_powstancy.bitwa_warszawska import observe
from tests.bitwa_warszawska import golden

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", golden.GAMES)
def test_a_golden_battle_is_fought_as_before(name):
    assert golden.text_of(name).splitlines() == (golden.FOLDER / name).read_text("utf-8").splitlines()


def test_there_is_a_golden_battle_for_every_scenario_and_table():
    assert {path.name for path in golden.FOLDER.iterdir()} == {*golden.GAMES}
    assert len(golden.GAMES) == 12


@pytest.mark.parametrize("seed", ["0", "4242"])
def test_golden_battles_do_not_depend_on_hashing(seed):
    code = "from tests.bitwa_warszawska import golden; print(golden.text_of('small-3-wp.txt'), end='')"
    command = [sys.executable, "-X", "utf8", "-c", code]
    run = subprocess.run(
        command, cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."}, capture_output=True, encoding="utf-8"
    )
    assert run.stdout == (golden.FOLDER / "small-3-wp.txt").read_text("utf-8"), run.stderr


def test_a_secret_of_an_army_that_shows_is_noticed(monkeypatch):
    monkeypatch.setattr(golden, "observe", lambda state, seat: observe(state, seat)._replace(hands=state.hands))
    assert golden.text_of("small-2.txt") != (golden.FOLDER / "small-2.txt").read_text("utf-8")
