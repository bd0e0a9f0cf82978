import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mali_powstancy.engine import observe, parse_move
from mali_powstancy.engine.events import EVENT_KINDS, StopCalled
from tools import golden

ROOT = Path(__file__).resolve().parents[2]
NEWEST = (3, 14)


def pythons() -> dict[str, str]:
    """A Python of every version from 3.11 on this computer: the running one, and others that can be started."""
    found = {"{}.{}".format(*sys.version_info): sys.executable}
    wanted = [f"3.{minor}" for minor in range(11, NEWEST[1] + 1)]
    places = [which for version in wanted if (which := shutil.which(f"python{version}"))]
    places += [str(path) for path in sorted(Path.home().glob(".pyenv/versions/3.*/bin/python3"))]
    for place in places:
        asked = [place, "-c", "import sys; print('{}.{}'.format(*sys.version_info))"]
        try:
            answer = subprocess.run(asked, capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if answer.returncode == 0 and answer.stdout.strip() in wanted:
            found.setdefault(answer.stdout.strip(), place)
    return found


PYTHONS = pythons()


def checked(python: str, **environment: str) -> tuple[int, str]:
    """What `golden.py --check` says: its exit code, and everything it prints."""
    command = [python, "-X", "utf8", "tools/golden.py", "--check"]
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=ROOT, env={**bare, "PYTHONPATH": ".", **environment}, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("game", golden.GAMES, ids=lambda game: game.file)
def test_a_golden_game_is_played_as_before(game):
    assert golden.difference(game) == ""


@pytest.mark.parametrize("seed", ["0", "4242"])
def test_golden_games_do_not_depend_on_hashing(seed):
    assert checked(sys.executable, PYTHONHASHSEED=seed) == (0, "")


@pytest.mark.slow  # starts every Python that is installed
@pytest.mark.parametrize("version", PYTHONS)
def test_golden_games_are_the_same_in_every_python(version):
    assert checked(PYTHONS[version]) == (0, "")


def test_there_is_one_golden_game_per_variant_and_number_of_players():
    expected = {f"{variant}-{players}.txt" for variant in ("basic", "extended") for players in (2, 3, 4)}
    assert {game.file for game in golden.GAMES} == expected
    assert {path.name for path in golden.FOLDER.iterdir()} == expected | {game.views for game in golden.GAMES}


@pytest.mark.parametrize("game", golden.GAMES, ids=lambda game: game.file)
def test_a_golden_file_is_short_enough_to_be_read(game):
    assert len((golden.FOLDER / game.file).read_bytes()) < 60_000


def test_golden_games_have_every_kind_of_event_but_a_called_stop():
    met = {type(event) for game in golden.GAMES for step in golden.played(game).steps for event in step.events}
    assert met == {*EVENT_KINDS} - {StopCalled}


def test_golden_games_end_in_victory_in_defeat_and_in_a_tie():
    last_lines = {(golden.FOLDER / game.file).read_text("utf-8").splitlines()[-1] for game in golden.GAMES}
    assert {
        "ended by tokens, won by none",
        "ended by falls, won by none",
        "ended by all-orders, won by red, green",
        "ended by victory-card, won by red, orange",
    } <= last_lines


@pytest.mark.parametrize("game", golden.GAMES, ids=lambda game: game.file)
def test_the_moves_in_a_golden_file_are_those_of_the_game(game):
    lines = (golden.FOLDER / game.file).read_text("utf-8").splitlines()
    who = {"chance", *golden.played(game).opening.patrols}
    moves = [line.partition(": ")[2].removesuffix(" *") for line in lines[3:-6] if line.partition(":")[0] in who]
    assert [parse_move(move) for move in moves] == [step.move for step in golden.played(game).steps]


def test_secrets_in_golden_files_are_marked():
    lines = (golden.FOLDER / "extended-2.txt").read_text("utf-8").splitlines()
    for word in ("card-sealed", "goal-dealt", "goals-kept", "card-peeked", ": card ", ": deal ", ": keep "):
        marked = [line.endswith(" *") for line in lines if word in line]
        assert marked
        assert all(marked)
    assert not any(line.endswith(" *") for line in lines if ": walk " in line or "cards-revealed" in line)


def test_a_changed_game_is_shown_as_a_difference(tmp_path):
    game = golden.GAMES[0]
    kept = (golden.FOLDER / game.file).read_text("utf-8")
    (tmp_path / game.file).write_text(kept.replace("ended by", "finished by"), "utf-8")
    shown = golden.difference(game, tmp_path).splitlines()
    assert [line for line in shown if line.startswith("-finished by")]
    assert [line for line in shown if line.startswith("+ended by")]
    assert golden.difference(game, tmp_path / "missing").startswith(f"--- {game.file} (kept)")


def test_only_the_known_options_are_understood(capsys):
    assert golden.main(["--chekc"]) == 2
    assert capsys.readouterr().err == "usage: golden.py [--check]\n"


def test_a_change_of_what_a_seat_may_see_is_noticed(monkeypatch):
    game = golden.GAMES[3]
    assert (golden.FOLDER / game.views).read_text("utf-8") == golden.views_of(game)
    monkeypatch.setattr(golden, "seen_by", lambda event, seat: event)  # secrets of others are told
    leaked, kept = golden.views_of(game), (golden.FOLDER / game.views).read_text("utf-8")
    changed = [one for one, other in zip(leaked.splitlines(), kept.splitlines(), strict=True) if one != other]
    assert len(changed) > 5


def test_a_hidden_card_that_shows_in_an_observation_is_noticed(monkeypatch):
    game = golden.GAMES[3]
    kept = (golden.FOLDER / game.views).read_text("utf-8")
    monkeypatch.setattr(golden, "observe", lambda state, seat: observe(state, seat)._replace(sealed=state.sealed))
    assert golden.views_of(game) != kept
