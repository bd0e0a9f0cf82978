import os

import pytest

from tools import clean_machine, load_test
from tools.load_test import Visit
from tools.pupils import CellFailed, Pupil
from tools.servers import running_server


@pytest.mark.slow
def test_four_pupils_at_once_play_a_round_and_lose_nothing():
    visits, lines = load_test.load(4)
    assert [each.is_kept for each in visits] == [True] * 4
    assert all(each.first_board > 0 and len(each.answers) > 4 and each.memory > 10_000_000 for each in visits)
    assert "games found again   4 of 4" in lines


@pytest.mark.slow
def test_a_cell_that_fails_is_no_lesson(tmp_path):
    with running_server("lab", tmp_path / "class") as server:
        pupil = Pupil(server.address, "lesson.ipynb", server.token)
        pupil.sit_down()
        with pytest.raises(CellFailed, match="ZeroDivisionError"):
            pupil.run([("a", "1 / 0")])
        pupil.leave()


def test_the_report_names_a_lost_game():
    visits = [Visit(1.0, [0.1, 0.2], 50_000_000, True), Visit(3.0, [0.3], 70_000_000, False)]
    lines = load_test.report(visits, 100_000_000)
    assert "games found again   1 of 2" in lines
    assert "to the first board  p50 2.00 s, p95 2.90 s" in lines


@pytest.mark.slow
def test_the_first_command_of_the_readme_brings_the_first_lesson_to_an_empty_machine(capfd):
    assert clean_machine.main([]) == 0
    assert "make start: from nothing to the first cell" in capfd.readouterr().out


def test_a_fresh_account_has_an_empty_home_and_no_settings_of_its_own(tmp_path, monkeypatch):
    for name in ("JUPYTER_TOKEN", "XDG_DATA_HOME", "PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS"):
        monkeypatch.setenv(name, "something")
    environment = clean_machine.fresh_environment(tmp_path)
    assert environment["HOME"] == str(tmp_path)
    assert environment["PATH"] == os.environ["PATH"]
    assert "something" not in environment.values()
