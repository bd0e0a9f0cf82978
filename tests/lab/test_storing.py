import errno
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mali_powstancy.bots import random_bot
from mali_powstancy.bots.planner import Planner
from mali_powstancy.bots.tempers import Temper
from mali_powstancy.engine import load_scenario
from mali_powstancy.engine.tally import read_row
from mali_powstancy.lab import GamesFileError, Maker, Serial, playing, read_games, running, simulate
from mali_powstancy.lab.fingerprints import fingerprint
from mali_powstancy.lab.running import lasting_name
from mali_powstancy.lab.storing import FileFault, GamesFile
from tests.lab import odd_bots

PAIR = ["random", "random"]
SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture(scope="module")
def expected():
    return simulate(12, PAIR, "extended-1", seed=3, executor=Serial())


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.jsonl"


@pytest.fixture
def played(monkeypatch):
    """The numbers of the games that are really played."""
    numbers = []

    def play_on(job, opening, number, real=playing.play_on):
        numbers.append(number)
        return real(job, opening, number)

    monkeypatch.setattr(playing, "play_on", play_on)
    return numbers


def again(file, games=12, bots=PAIR, scenario="extended-1", seed=3):
    return simulate(games, bots, scenario, seed=seed, file=file, executor=Serial())


def test_rows_come_back_as_they_were_written(file, expected):
    assert again(file) == expected
    head, *lines = file.read_text("utf-8").splitlines()
    assert json.loads(head) == {
        "format": 3,
        "rules": 1,
        "scenario": "extended-1",
        "hash": expected.scenario.hash,
        "bots": ["random", "random"],
        "seed": 3,
        "code": fingerprint(),
        "game": "mali-powstancy",
    }
    assert [read_row(json.loads(line)) for line in lines] == list(expected)
    assert any(row.falls for row in expected)


def test_kept_games_can_be_read_without_playing(file, expected):
    again(file)
    with file.open("ab") as more:
        more.write(b'{"game": 12, "ending"')  # another run is writing it
    found = read_games(file)
    assert found == expected
    assert (found.bots, found.seed, found.scenario) == (expected.bots, 3, expected.scenario)
    assert read_games(file, expected.scenario) == expected


def test_only_games_of_known_rules_are_read(file, expected):
    again(file, 2)
    head, *lines = file.read_text("utf-8").splitlines()
    with pytest.raises(GamesFileError, match=r"other-games.*scenario: extended-1 ≠ basic-1"):
        read_games(file, load_scenario("basic-1"))
    for key, other in {"scenario": "our-city-7", "hash": "0", "format": 2, "rules": 0}.items():
        file.write_text("\n".join([json.dumps(json.loads(head) | {key: other}), *lines, ""]), "utf-8")
        with pytest.raises(GamesFileError, match=f"other-games.*{key}: {other}"):
            read_games(file)


@pytest.mark.parametrize("content", [b"", b"my diary\n", b"\xff\n", b"[]\n", b'{"format": 3}\n'])
def test_what_is_no_file_of_games_is_not_read(file, content):
    file.write_bytes(content)
    with pytest.raises(GamesFileError, match="not-games"):
        read_games(file)


@pytest.mark.parametrize("line", ["", "{}", "[1, 2]", "half a line"])
def test_a_damaged_line_is_not_read_as_a_game(file, line):
    again(file, 2)
    head, *lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([head, line, *lines, ""]), "utf-8")
    with pytest.raises(GamesFileError, match="not-games"):
        read_games(file)


def test_a_row_of_other_players_is_not_read_as_a_game(file):
    again(file, 2)
    head, *lines = file.read_text("utf-8").splitlines()
    three = json.loads(head) | {"bots": ["random"] * 3}
    file.write_text("\n".join([json.dumps(three), *lines, ""]), "utf-8")
    with pytest.raises(GamesFileError, match="not-games"):
        read_games(file)


@pytest.mark.parametrize("table", [(PAIR, "extended-1"), (["random"] * 3, "wiarusi-standard-1")], ids=str)
def test_games_that_are_there_are_not_played_again(file, table, played):
    bots, scenario = table
    expected = simulate(12, bots, scenario, 3, Serial())
    played.clear()
    again(file, [2, 5], *table)
    assert again(file, 12, *table) == expected
    assert sorted(played) == list(range(12))
    assert again(file, 12, *table) == expected
    assert list(again(file, [5], *table)) == [expected[5]]
    assert len(played) == 12
    assert json.loads(file.read_bytes().splitlines()[0])["game"] == expected.scenario.game_id


def test_a_file_from_before_there_were_other_games_goes_on(file, played):
    """The sample is as it was written then; only the bots count as those of today."""
    head, *lines = (SAMPLES / "games-format-3.jsonl").read_text("utf-8").splitlines()
    assert "game" not in json.loads(head)
    old = json.dumps(json.loads(head) | {"code": fingerprint()})
    file.write_text("\n".join([old, *lines, ""]), "utf-8")
    games = again(file, 4, PAIR, "short-extended-1", seed=6)
    assert played == [3]
    assert games == simulate(4, PAIR, "short-extended-1", seed=6, executor=Serial()) == read_games(file)
    assert file.read_text("utf-8").splitlines()[:4] == [old, *lines]


def test_a_file_of_another_game_is_refused(file, expected):
    again(file, 2)
    head, *lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([json.dumps(json.loads(head) | {"game": "wiarusi"}), *lines, ""]), "utf-8")
    with pytest.raises(GamesFileError, match="game: wiarusi ≠ mali-powstancy") as error:
        again(file, 2)
    assert error.value.fault == "other-games"


def test_an_interrupted_run_goes_on(file, played):
    odd_bots.games_begun = 0
    bots: list[str | Maker] = [odd_bots.tired, "random"]
    games = again(file, 20, bots, "short")
    assert (len(games), games.complete) == (9, False)
    whole = again(file, 20, bots, "short")
    assert (len(whole), whole.complete) == (20, True)
    assert played == [*range(10), *range(9, 20)]  # the tenth was begun twice
    assert whole == simulate(20, bots, "short", seed=3, executor=Serial())


@pytest.mark.parametrize("cut", [1, 40, 700])
def test_a_line_that_was_cut_off_is_dropped(file, expected, played, cut):
    again(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    played.clear()
    assert again(file) == expected
    assert played == [11]
    assert file.read_bytes() == whole


@pytest.mark.parametrize("left", [0, 1, 30])
def test_a_head_that_was_cut_off_is_written_again(file, expected, left):
    again(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:left])
    assert again(file) == expected
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"seed": 4}, "seed: 3 ≠ 4"),
        ({"bots": ["random", "greedy"]}, "bots: random, random ≠ random, greedy"),
        ({"scenario": "short-1"}, "scenario: extended-1 ≠ short-1; hash: "),
    ],
    ids=["seed", "bots", "scenario"],
)
def test_a_file_of_other_games_is_refused_and_stays_as_it_is(file, settings, told):
    again(file, 2)
    before = file.read_bytes()
    with pytest.raises(GamesFileError) as error:
        again(file, 2, **settings)
    assert error.value.fault == "other-games"
    assert told in str(error.value)
    assert file.read_bytes() == before


def test_games_of_bots_that_have_changed_since_are_not_mixed_with_new_ones(file, monkeypatch):
    again(file, 2)
    before = file.read_bytes()
    monkeypatch.setattr(running, "code_of", lambda bots, game_id: "0123456789")
    with pytest.raises(GamesFileError, match=f"code: {fingerprint()} ≠ 0123456789") as error:
        again(file, 3)
    assert error.value.fault == "other-program"
    assert file.read_bytes() == before


def test_a_file_from_before_says_that_it_is_one(file):
    again(file, 2)
    head, *lines = file.read_text("utf-8").splitlines()
    old = {key: value for key, value in json.loads(head).items() if key != "code"} | {"format": 1}
    file.write_text("\n".join([json.dumps(old), *lines, ""]), "utf-8")
    with pytest.raises(GamesFileError, match=r"format: 1 ≠ 3; code: \? ≠ ") as error:
        again(file, 2)
    assert error.value.fault == "other-program"


@pytest.mark.parametrize(
    "content",
    [b"my diary", b"my diary\n", b"\xff\n", b"[]\n", b"3\n", b'{"format": 1}\n', b"\n\n"],
)
def test_a_file_with_something_else_is_refused_and_stays_as_it_is(file, content):
    file.write_bytes(content)
    with pytest.raises(GamesFileError, match="not-games"):
        again(file, 2)
    assert file.read_bytes() == content


@pytest.mark.parametrize("line", [b"half a line", b"{}", b"[1, 2]", b'{"game": 1}', b""])
def test_a_damaged_line_in_the_middle_is_refused(file, line):
    again(file, 3)
    lines = file.read_bytes().split(b"\n")
    content = b"\n".join([*lines[:2], line, *lines[2:]])
    file.write_bytes(content)
    with pytest.raises(GamesFileError, match="not-games"):
        again(file, 3)
    assert file.read_bytes() == content


DAMAGE: dict[str, list[Any]] = {
    "winners": [5, [7], [0.0], [True], ["0"], None],
    "points": [[1], ["a", "b"], [float("inf"), 2], [], [1, 2, 3]],
    "delivered": [[[]], 7, [["no-order"], []], [[], [], []]],
    "rounds": [None, "8", 8.0],
    "ending": ["foo", "tokens", [], 3],
    "first": [2, -1],
    "orders": [[["no-order", 1, 2, "late", None, 3]], [[]], [7]],
    "falls": [[["no-district", 2]], [["praga"]]],
    "visits": [[], [1]],
    "roads": [[1], "abc"],
    "arrested": [[0], [0, None]],
    "goals": [[], [[]], [["no-goal"], []], 7],
    "fulfilled": [[], [["no-goal"], []], [[], [], []], None],
}
WIARUSI_DAMAGE: dict[str, list[Any]] = {
    "game": [-1, 0.0, "0"],
    "ending": ["foo", "win", [], 3],
    "winners": [5, [0], [0, 1, 2], None],
    "rounds": [None, 0, 3.0],
    "missions": [7, [[]], [[0, 3, "lost", None, None, 3]], [[9, 3, "succeeded", None, None, 3]], [[0, 3, "failed"]]],
    "knocks": [[[1, 0, "no-card"]], [[1, 0, "all-six"]], [[1, 3, "mute"]], [[0, 0, "mute"]], [["1", 0, "mute"]]],
    "removed": [None, True],
    "traps": [-1, [1]],
    "speeches": [[], [0, 0], [0, 0, 0, 0], [0, 0, "1"]],
    "charms": [[1, 1], 7],
    "supports": [None, [0, 0, 0.0]],
    "morale": ["9", -3],
    "pile": [None, 1.5],
    "hands": [[1, 2], [1, 2, -1]],
}


@pytest.mark.parametrize(
    ("table", "field", "value"),
    [
        (table, field, value)
        for table, damage in (
            ((["planner", "planner"], "short"), DAMAGE),
            ((["random"] * 3, "wiarusi-standard"), WIARUSI_DAMAGE),
        )
        for field, values in damage.items()
        for value in values
    ],
    ids=str,
)
def test_a_row_that_no_game_can_have_is_refused(file, table, field, value):
    games = again(file, 2, *table)
    assert games[0].points or games.scenario.game_id == "wiarusi", "it was scored"
    head, one, other, _ = file.read_bytes().split(b"\n")
    content = b"\n".join([head, json.dumps(json.loads(one) | {field: value}).encode(), other, b""])
    file.write_bytes(content)
    with pytest.raises(GamesFileError, match="not-games"):
        again(file, 2, *table)
    assert file.read_bytes() == content


def test_two_runs_do_not_write_one_file(file, expected):
    settings: tuple[Any, ...] = (file, expected.scenario, PAIR, 3, fingerprint())
    with GamesFile(*settings) as store:
        store.add(expected[0])
        before = file.read_bytes()
        with pytest.raises(GamesFileError, match="in-use"):
            GamesFile(*settings)
        assert file.read_bytes() == before
        child = os.dup(store._file.fileno())  # what a copy of this process has of it
    with GamesFile(*settings) as store:
        assert store.rows == {0: expected[0]}
    os.close(child)


def test_a_refused_file_is_left_to_others(file):
    again(file, 2)
    for _ in range(2):
        with pytest.raises(GamesFileError, match="other-games"):
            again(file, 2, seed=4)
    assert len(again(file, 3)) == 3


def test_a_system_without_locks_keeps_games_too(file, expected, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)  # as on Windows
    assert again(file) == expected


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(OSError, match=tmp_path.name):
        again(tmp_path, 2)


def test_a_device_and_a_pipe_are_no_files(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, os.devnull, "/dev/zero"):
        with pytest.raises(OSError, match=f"no plain file: '{path}'"):
            again(path, 2)


def test_a_full_disk_is_told_with_the_file_and_what_was_written_is_kept(file, expected, monkeypatch):
    """That of a real disk is in the tests of the command line."""
    with GamesFile(file, expected.scenario, PAIR, 3, fingerprint()) as store:
        store.add(expected[0])
        real = store._file
        monkeypatch.setattr(store, "_file", Full(real))
        with pytest.raises(OSError, match=file.name):
            store.add(expected[1])
    assert real.closed
    assert again(file) == expected


@pytest.mark.parametrize("moment", [0, 5, 11])
@pytest.mark.parametrize("whole", ["the file", "its folder"])
def test_a_file_that_is_deleted_in_mid_run_is_written_again_and_that_is_said(
    tmp_path, expected, monkeypatch, capsys, moment, whole
):
    file = tmp_path / "of mine" / "games.jsonl"
    file.parent.mkdir()

    def add(store, row, real=GamesFile.add):
        real(store, row)
        if row.game == moment:
            file.unlink()
            if whole == "its folder":
                file.parent.rmdir()

    with monkeypatch.context() as patch:
        patch.setattr(GamesFile, "add", add)
        assert simulate(12, PAIR, "extended-1", 3, Serial(), file=file, language="en") == expected
    assert capsys.readouterr().err == (
        f"The file {file} was deleted while games were being played. It has been written again, with all the results.\n"
    )
    assert len(file.read_bytes().splitlines()) == 13
    with GamesFile(file, expected.scenario, PAIR, 3, fingerprint()) as store:
        assert list(store.rows.values()) == list(expected)
    again(file)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("moment", [5, 11])
def test_a_file_that_is_replaced_in_mid_run_stays_and_the_games_are_kept_beside_it(file, expected, monkeypatch, moment):
    file.with_stem("games-2").write_text("taken too")

    def add(store, row, real=GamesFile.add):
        real(store, row)
        if row.game == moment:
            file.with_name("other").write_text("something else")
            file.with_name("other").replace(file)

    with monkeypatch.context() as patch:
        patch.setattr(GamesFile, "add", add)
        with pytest.raises(GamesFileError) as error:
            again(file)
    assert (error.value.fault, error.value.path) == (FileFault.REPLACED, file)
    assert error.value.found == str(file.with_stem("games-3"))
    assert file.read_text() == "something else"
    with GamesFile(error.value.found, expected.scenario, PAIR, 3, fingerprint()) as store:
        assert list(store.rows.values()) == list(expected)[: moment + 2]


class Full:
    """A file on a full disk: it fails when it is written, and once more when it is closed."""

    def __init__(self, file):
        self.file = file
        self.fileno = file.fileno

    def write(self, line):
        self.file.write(line[:10])

    def flush(self):
        raise OSError(errno.ENOSPC, "No space left on device")

    def close(self):
        self.file.close()
        self.flush()


def test_a_bot_without_a_lasting_name_is_not_kept(file):
    with pytest.raises(ValueError, match=r"lambda.*cannot be kept in a file"):
        again(file, 2, [lambda: random_bot, "random"])
    exec(compile("def maker(): ...", "<a cell>", "exec"), cell := {})
    with pytest.raises(ValueError, match="maker cannot be kept in a file"):
        again(file, 2, [cell["maker"], "random"])
    assert not file.exists()


class Nameless:
    """A maker that is no function."""

    def __call__(self):
        return random_bot


def test_names_last():
    assert lasting_name("planner-rival") == "planner-rival"
    assert lasting_name(odd_bots.plain) == "tests.lab.odd_bots.plain"
    assert lasting_name(Planner) == "mali_powstancy.bots.planner.Planner"
    rival = lasting_name(partial(Planner, temper=Temper.RIVAL))
    assert rival == "mali_powstancy.bots.planner.Planner(temper=rival)"
    assert lasting_name(partial(Planner, Temper.RIVAL)) != rival
    assert lasting_name(partial(odd_bots.settable, odd_bots.plain)).endswith(".settable(tests.lab.odd_bots.plain)")
    nameless: list[Maker] = [Nameless(), partial(Nameless())]
    nameless += [partial(odd_bots.settable, lambda: 1), partial(odd_bots.settable, taste=[object()])]
    for maker in nameless:
        with pytest.raises(ValueError, match="without a name"):
            lasting_name(maker)
