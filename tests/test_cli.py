import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mali_powstancy import bots, cli, lab
from mali_powstancy.engine import (
    HAND,
    PRISON,
    Ending,
    GameState,
    Phase,
    game_rng,
    load_scenario,
    new_game,
    observe,
    parse_move,
    scores,
)
from mali_powstancy.lab import simulate
from mali_powstancy.lab.fingerprints import fingerprint
from mali_powstancy.lab.storing import GamesFile
from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.carrying import LARGEST_BUNDLE, Carried, as_bundle
from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.packing import PERSON, ExerciseSave, Save, pack
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import LARGEST_FILE, FileStorage
from mali_powstancy.texts import texts_for
from mali_powstancy.views.board import map_board
from mali_powstancy.wiarusi.bots import roster as wiarusi_roster
from tools import golden

ROOT = Path(__file__).resolve().parent.parent
EN = texts_for("en")
OWN = 'based_on = "short"\nid = "own"\nversion = 1\ntitle = "Własna gra"\ntitle_en = "Own game"\n'


@pytest.fixture
def run(capsys):
    """Run a command: exit code, output, messages."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return call


@cache
def played(scenario: str) -> Session:
    """A whole game of version 1 that was not lost."""
    sessions = (golden.played(game) for game in golden.GAMES if game.scenario == f"{scenario}-1")
    return next(session for session in sessions if session.state.ending not in (Ending.TOKENS, Ending.FALLS))


def first(session: Session, wanted: Callable[[GameState], bool]) -> tuple[str, GameState]:
    """The first position of this kind, and after how many moves it came."""
    return next((str(n), step.state) for n, step in enumerate(session.steps, start=1) if wanted(step.state))


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """A folder with two whole games, and one in the middle of a round."""
    folder = tmp_path_factory.mktemp("records")
    for scenario in ("basic", "extended"):
        (folder / f"{scenario}.json").write_text(played(scenario).record.to_json(), "utf-8")
    session = Session(new_game(load_scenario("basic-1"), 2, start_player=0))
    for move in ("first 0", "draw plac-wilsona>wytwornia", "card 4"):
        session.play(parse_move(move))
    (folder / "running.json").write_text(session.record.to_json(), "utf-8")
    return folder


def python(*arguments: str, **settings) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "LANG": "pl_PL.UTF-8"}
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        environment.pop(name, None)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, env=environment, text=True, encoding="utf-8", **{**pipes, **settings}
    )


# Help and version ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "usage", "options"), [("pl", "użycie: ", "opcje:"), ("en", "usage: ", "options:")]
)
def test_help_is_in_the_language_asked_for(language, usage, options, run):
    for command in ((), ("simulate",), ("tournament",), ("show",), ("validate",), ("saves",)):
        code, shown, messages = run(*command, "--help", "--lang", language)
        assert (code, messages) == (0, "")
        assert shown.startswith(f"{usage}{' '.join(('mali-powstancy', *command))} ")
        assert options in shown


def test_one_bot_alone_is_offered_where_it_can_play(run):
    offers = [" ".join(run(command, "--help", "--lang", "en")[1].split()) for command in ("simulate", "tournament")]
    assert ["one bot alone plays every seat" in shown for shown in offers] == [True, False]
    assert "two or more bots, separated by commas" in offers[1]


def test_the_language_is_that_of_the_system_unless_given(run, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "en")
    assert run("--help")[1].startswith("usage: ")
    assert run("--lang=pl", "--help")[1].startswith("użycie: ")


def test_the_version_is_that_of_the_project(run):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert run("--version") == (0, f"mali-powstancy {project['version']}\n", "")


def test_help_loads_nothing_heavy():
    code = "import sys, mali_powstancy.cli as cli; cli.main(['--help']); print(*sys.modules)"
    shown, _ = python("-c", code).communicate(timeout=60)
    loaded = shown.splitlines()[-1].split()
    assert "mali_powstancy.cli" in loaded
    heavy = (
        "mali_powstancy.views",
        "mali_powstancy.lab",
        "concurrent.futures",
        "IPython",
        "babel",
        "ipywidgets",
        "networkx",
        "numpy",
        "plotly",
        "tqdm",
    )
    assert [name for name in heavy if name in loaded] == []


# simulate -----------------------------------------------------------------------------------------------------------


def cells(shown: str) -> list[list[str]]:
    """The table rows, cell by cell."""
    return [re.split(r"  +", line.strip()) for line in shown.splitlines() if line.startswith("  ")]


def test_many_games_are_summed_up(run):
    arguments = ("--bots", "random", "--games", "20", "--seed", "3", "--players", "2")
    code, shown, messages = run("simulate", *arguments, "--lang", "en")
    assert (code, messages) == (0, "")
    lines = shown.splitlines()
    assert lines[0] == "Basic variant, 2 players, seed 3. 20 games."
    assert cells(shown)[0] == ["ending", "games", "share", "95% interval"]
    games = simulate(20, ["random"] * 2, seed=3)
    defeats = lab.share(sum(row.is_defeat for row in games), 20)
    interval = f"{100 * defeats.low:.1f} … {100 * defeats.high:.1f}%"
    assert ["everyone loses: small tokens", "20", f"{100 * defeats.value:.1f}%", interval] in cells(shown)
    rounds = lab.mean(row.rounds for row in games)
    assert f"average number of rounds: {rounds.value:.1f} ({rounds.low:.1f} … {rounds.high:.1f})" in lines
    assert [row[:2] for row in cells(shown)[-2:]] == [["red", "random"], ["orange", "random"]]


def test_many_games_in_polish(run):
    arguments = ("--bots", "random", "--games", "2", "--scenario", "short-extended")
    code, shown, _ = run("simulate", *arguments, "--lang", "pl")
    assert code == 0
    assert shown.startswith("Krótka gra rozszerzona, 4 graczy, ziarno 1. 2 gry.\n")
    assert "przedział 95%" in shown
    assert "100,0%" in shown


def test_scored_games_have_mean_points_and_wins(run, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN + "[numbers]\ntokens_to_lose = 100\n", "utf-8")
    code, shown, _ = run("simulate", "--bots", "greedy,random", "--games", "5", "--scenario", str(file), "--lang", "en")
    assert code == 0
    assert shown.startswith("Own game, 2 players")
    games = simulate(5, ["greedy", "random"], file)
    points, delivered = lab.mean(row.points[0] for row in games), lab.mean(len(row.delivered[0]) for row in games)
    wins = sum(row.win_of(0) for row in games) / 5
    red = next(row for row in cells(shown) if row[0] == "red")
    assert [red[1], red[2]] == ["greedy", f"{100 * wins:.1f}%"]
    assert red[4:6] == [f"{points.value:.1f}", f"{points.low:.1f} … {points.high:.1f}"]
    assert red[6] == f"{delivered.value:.1f}"
    assert "scored games only: 5." in shown


def test_the_same_seed_gives_the_same_table_on_any_number_of_cores(run):
    arguments = ("simulate", "--bots", "random", "--games", "6", "--scenario", "extended", "--lang", "en", "--seed")
    expected = run(*arguments, "-4")
    assert expected[0] == 0
    assert run(*arguments, "-4", "--cores", "1") == expected
    assert run(*arguments, "-4", "--cores", "2") == expected
    assert run(*arguments, "-5")[1] != expected[1]


def test_no_more_processes_are_started_than_there_are_cores(run, monkeypatch):
    asked = []

    def processes(workers):
        asked.append(workers)
        return nullcontext()

    monkeypatch.setattr(lab.executors, "cores", lambda: 3)
    monkeypatch.setattr(lab.executors, "processes", processes)
    for cores in ("2", "3", "1024"):
        assert run("simulate", "--bots", "random", "--games", "1", "--cores", cores)[0] == 0
    assert asked == [2, 3, 3]


def test_a_file_of_other_games_is_refused_in_a_sentence(run, tmp_path):
    file = tmp_path / "results.jsonl"
    arguments = ("simulate", "--bots", "random", "--games", "2", "--players", "2", "--lang", "en", "--file", str(file))
    assert run(*arguments)[0] == 0
    code, shown, messages = run(*arguments, "--seed", "7")
    assert (code, shown) == (2, "")
    told = "this file holds results of other games (seed: 1 ≠ 7). Nothing in it was changed; name another file."
    assert messages == f"{file}: {told}\n"
    file.write_text("my diary\n", "utf-8")
    code, shown, messages = run(*arguments)
    assert (code, shown) == (2, "")
    assert messages.startswith(f"{file}: this isn't a file of game results, or it's damaged (my diary).")
    assert file.read_text("utf-8") == "my diary\n"


NOT_KEPT = "results can't be read or written here. What was saved before is still there."


def test_a_file_that_cannot_be_written_is_refused_in_a_sentence(run, tmp_path):
    for file in (tmp_path, tmp_path / "no-folder" / "results.jsonl"):
        code, shown, messages = run("simulate", "--bots", "random", "--games", "2", "--file", str(file), "--lang", "en")
        assert (code, shown, messages) == (2, "", f"{file}: {NOT_KEPT}\n")
    code, shown, messages = run("tournament", "--games", "2", "--folder", os.devnull, "--lang", "en")
    assert (code, shown, messages) == (2, "", f"{os.devnull}: {NOT_KEPT}\n")  # it is no folder, and no word of files


@pytest.mark.parametrize("device", ["/dev/null", "/dev/full", "/dev/zero"])
def test_a_device_is_no_file_for_results(run, device):
    code, shown, messages = run("simulate", "--bots", "random", "--games", "2", "--file", device, "--lang", "en")
    assert (code, shown, messages) == (2, "", f"{device}: {NOT_KEPT}\n")


def test_a_file_that_another_run_is_writing_is_refused_in_a_sentence(run, tmp_path):
    file = tmp_path / "results.jsonl"
    arguments = ("simulate", "--bots", "random", "--games", "2", "--players", "2", "--lang", "en", "--file", str(file))
    assert run(*arguments)[0] == 0
    before = file.read_bytes()
    scenario = load_scenario("basic")
    with GamesFile(file, scenario, ["random"] * 2, 1, fingerprint()):
        code, shown, messages = run(*arguments)
    assert (code, shown) == (2, "")
    assert messages.startswith(f"{file}: another run of the program is writing its results here.")
    assert file.read_bytes() == before


FULL_DISK = """
import resource, sys
from mali_powstancy import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
sys.exit(cli.main(["simulate", "--bots", "random", "--games", "90", "--cores", "1", "--file", sys.argv[1]]))
"""


def test_a_full_disk_is_told_and_what_was_written_is_kept(run, tmp_path):
    file = tmp_path / "results.jsonl"
    process = python("-c", FULL_DISK, str(file))
    shown, messages = process.communicate(timeout=60)
    told = texts_for("pl").say("cli.file.not-kept", file=str(file))
    assert (process.returncode, shown, messages) == (2, "", told + "\n")
    assert file.stat().st_size == 20_000
    arguments = ("simulate", "--bots", "random", "--games", "90", "--lang", "en")
    assert run(*arguments, "--file", str(file)) == run(*arguments)


def test_a_bad_bot_is_named_in_a_sentence(run, monkeypatch):
    monkeypatch.setattr("mali_powstancy.bots.roster.BOTS", {"lazy": lambda: lambda observation, rng: None})
    code, shown, messages = run("simulate", "--bots", "lazy", "--games", "2", "--cores", "1", "--lang", "en")
    assert (code, shown) == (2, "")
    assert messages.startswith("This bot can't play: bot 'lazy' at seat ")


def test_a_bar_grows_in_a_terminal_and_is_gone_at_the_end(run, monkeypatch):
    arguments = ("simulate", "--bots", "random", "--games", "4", "--lang", "en")
    assert run(*arguments)[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, shown, messages = run(*arguments)
    assert code == 0
    assert "0/4 [00:00<?, ? games/s]" in messages
    assert messages.rstrip("\r").rpartition("\r")[2].strip() == ""
    assert "\r" not in shown


def interrupt_after(games: int, monkeypatch) -> None:
    """Somebody presses Ctrl-C when so many games have been played."""
    played: list[object] = []

    def play_on(*arguments, real=lab.playing.play_on):
        if len(played) == games:
            raise KeyboardInterrupt
        played.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(lab.playing, "play_on", play_on)


def test_an_interrupted_simulation_shows_what_is_done(run, monkeypatch):
    interrupt_after(3, monkeypatch)
    code, shown, messages = run("simulate", "--bots", "random", "--games", "9", "--lang", "en")
    assert code == 130
    assert messages == "Interrupted. Games played so far: 3 of 9.\n"
    assert "4 players, seed 1. 3 games." in shown


def test_a_simulation_interrupted_at_once_shows_no_table(run, monkeypatch):
    interrupt_after(0, monkeypatch)
    code, shown, messages = run("simulate", "--lang", "pl")
    assert (code, shown) == (130, "")
    assert messages == "Przerwano. Oto gry rozegrane do tej chwili: 0 z 100.\n"


# tournament ---------------------------------------------------------------------------------------------------------


def test_a_tournament_shows_who_is_better(run):
    arguments = ("--bots", "random,greedy", "--games", "20", "--scenario", "short-1", "--seed", "2")
    code, shown, messages = run("tournament", *arguments, "--lang", "en")
    assert (code, messages) == (0, "")
    assert shown.startswith("Tournament: Short game, 2 players, seed 2. Each pair: 20 games.\n")
    found = lab.tournament(["random", "greedy"], 20, "short-1", seed=2)
    rows = cells(shown)
    assert rows[0] == [
        "bot",
        *["wins", "95% interval", "average points", "95% interval", "everyone lost", "95% interval"],
    ]
    assert [row[0] for row in rows[1:3]] == ["greedy", "random"]
    assert rows[1][1] == f"{100 * found.bots[0].wins.value:.1f}%"
    lead = found.matches[0].lead
    assert rows[4][:2] == ["random – greedy", "greedy"]
    assert rows[4][3:5] == [f"{100 * lead.value:.1f}%", f"{100 * lead.low:.1f} … {100 * lead.high:.1f}%"]


def test_equal_bots_are_not_told_apart(run):
    arguments = ("--bots", "easy,easy-rival", "--games", "2", "--players", "4", "--scenario", "short")
    code, shown, _ = run("tournament", *arguments, "--lang", "pl")
    assert code == 0
    assert shown.startswith("Turniej: Krótka gra, 4 graczy, ziarno 1. Każda para: 2 gry.\n")
    row = cells(shown)[-1]
    assert row[:2] == ["easy – easy-rival", "nie wiadomo"]  # one deal shows nothing
    assert (row[3][-1], row[4]) == ("%", "–")


def test_an_interrupted_tournament_shows_whole_deals_and_goes_on_from_its_folder(run, monkeypatch, tmp_path):
    arguments = ("tournament", "--bots", "random,greedy", "--games", "8", "--scenario", "short", "--lang", "en")
    expected = run(*arguments)
    folder = ("--folder", str(tmp_path / "results"))
    with monkeypatch.context() as patch:
        interrupt_after(5, patch)
        code, shown, messages = run(*arguments, *folder)
    assert code == 130
    assert messages == "Interrupted. Games each pair has played so far: 4.\n"
    assert "Each pair: 4 games." in shown
    assert run(*arguments, *folder) == expected


# Other games --------------------------------------------------------------------------------------------------------


def test_games_of_any_scenario_are_summed_up_in_the_words_of_their_game(run, tmp_path):
    file = tmp_path / "results.jsonl"
    arguments = ("simulate", "--scenario", "wiarusi-standard", "--bots", "random", "--players", "3", "--games", "12")
    code, shown, messages = run(*arguments, "--file", str(file), "--lang", "en")
    assert (code, messages) == (0, "")
    games = simulate(12, ["random"] * 3, "wiarusi-standard", seed=1)
    lines = shown.splitlines()
    assert lines[0] == "Standard game, 3 players, seed 1. 12 games."
    lost = sum(row.ending == "loss-morale" for row in games)
    assert ["everyone loses: morale", str(lost)] in [row[:2] for row in cells(shown)]
    missions = lab.mean(row.rounds for row in games)
    assert f"average number of missions: {missions.value:.1f} ({missions.low:.1f} … {missions.high:.1f})" in lines
    assert "bot: random, random, random" in lines
    knocks = lab.mean(games.columns()["knocks"])
    interval = f"{knocks.low:.1f} … {knocks.high:.1f}"
    assert ["hard knocks", f"{knocks.value:.1f}", interval] in cells(shown)
    assert run(*arguments, "--file", str(file), "--lang", "pl")[1].startswith("Gra standardowa, 3 graczy, ziarno 1.")
    code, shown, messages = run("simulate", "--games", "12", "--file", str(file), "--lang", "en")
    assert (code, shown) == (2, "")
    assert "game: wiarusi ≠ mali-powstancy" in messages


def test_the_id_of_a_game_names_its_scenario_for_newcomers(run):
    assert run("show", "wiarusi", "--lang", "en")[1] == run("show", "wiarusi-beginner", "--lang", "en")[1]
    assert run("show", "mali-powstancy", "--lang", "en")[1] == run("show", "basic", "--lang", "en")[1]
    games = ("--bots", "random", "--players", "3", "--games", "2", "--lang", "en")
    shown = run("simulate", "--scenario", "wiarusi", *games)
    assert shown == run("simulate", "--scenario", "wiarusi-beginner", *games)
    assert shown[0] == 0


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("game", library.GAMES)
def test_what_every_game_counts_is_summed_up(run, game, lang):
    arguments = ("simulate", "--scenario", game, "--bots", "random", "--games", "2", "--seed", "4", "--lang", lang)
    code, shown, messages = run(*arguments)
    assert (code, messages) == (0, "")
    if game != library.FIRST:  # that one tells of its patrols
        names = [library.catalogue_of(game, lang).say(f"tally.{name}") for name in library.tally_of(game).COLUMNS]
        assert [row[0] for row in cells(shown)[-len(names) :]] == names


def test_every_game_has_bots_that_play_if_none_are_named(run):
    code, shown, _ = run("simulate", "--scenario", "wiarusi-beginner", "--games", "1", "--lang", "en")
    assert code == 0
    assert "bot: random, random, random, random, random" in shown
    code, shown, messages = run("simulate", "--scenario", "wiarusi-beginner", "--bots", "greedy", "--lang", "en")
    assert (code, shown) == (2, "")
    known = ", ".join(wiarusi_roster.BOTS)
    assert messages == texts_for("en").say("cli.unknown-bot", found="greedy", wanted=known) + "\n"


def test_a_tournament_of_a_game_that_all_win_together(run, monkeypatch):
    twins = dict.fromkeys(("one", "other"), wiarusi_roster.BOTS["random"])
    monkeypatch.setattr(wiarusi_roster, "BOTS", twins)
    arguments = ("tournament", "--scenario", "wiarusi-standard", "--players", "3", "--games", "4")
    code, shown, messages = run(*arguments, "--lang", "en")
    assert (code, messages) == (0, "")
    assert shown.startswith("Tournament: Standard game, 3 players, seed 1. Each bot: 4 games.\n")
    rows = cells(shown)
    assert rows[0] == ["bot", "wins", "95% interval", "everyone lost", "95% interval"]
    assert [row[0] for row in rows[1:3]] == ["one", "other"]
    assert rows[3] == ["pair", "better bot", "wins", "lead", "95% interval"]
    assert rows[4][:2] == ["one – other", "can't tell"]
    assert "so one bot plays every seat at its own table" in shown
    code, _, messages = run(*arguments[:-2], "--bots", "one", "--lang", "pl")
    assert code == 2
    assert messages == texts_for("pl").say("cli.tournament.which-bots", found="one") + "\n"


def test_a_game_of_any_kind_is_shown_in_the_words_of_its_game(run):
    file = str(ROOT / "tests" / "samples" / "record-format-2-wiarusi.json")
    code, shown, messages = run("show", file, "--step", "40", "--log", "--lang", "en")
    assert (code, messages) == (0, "")
    lines = shown.splitlines()
    assert lines[:2] == ["Standard game (wiarusi-standard-1), 3 players", "Move 40 of 43"]
    assert "     3  Mission 1. Félix is in the lead." in lines
    assert "     5  Félix is dealt a card." in lines
    assert any(line.startswith("Trials pile: ") for line in lines)
    secrets = run("show", file, "--step", "40", "--log", "--secrets", "--lang", "en")[1]
    assert "     5  Félix is dealt a card." not in secrets.splitlines()
    assert secrets.count("Trials pile: ") == 3  # as every seat sees it
    assert run("show", "wiarusi-standard", "--lang", "pl")[1].startswith(
        "Gra standardowa (wiarusi-standard-1), 5 graczy"
    )
    assert run("validate", file, "wiarusi-veteran", "--lang", "en")[0] == 0


def test_a_scenario_file_of_another_game_is_checked_by_its_rules(run, tmp_path):
    file = tmp_path / "own.toml"
    text = 'based_on = "wiarusi-standard"\nid = "own"\nversion = 1\ntitle = "Własna"\n[tiles]\nL1 = {tiles}\n'
    file.write_text(text.format(tiles=9), "utf-8")
    assert run("validate", str(file), "--lang", "en")[0] == 0
    assert run("simulate", "--bots", "random", "--games", "1", "--scenario", str(file), "--lang", "en")[0] == 0
    file.write_text(text.format(tiles=1), "utf-8")
    code, shown, _ = run("validate", str(file), "--lang", "en")
    assert code == 1
    assert f"{file}, players.2: too few support tiles for everyone (L1)." in shown.splitlines()
    assert run("show", str(file), "--lang", "en")[0] == 2


# show ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["basic", "extended-1", "short", "short-extended"])
def test_the_opening_of_a_scenario_is_shown(name, run):
    code, shown, messages = run("show", name, "--lang", "pl")
    assert (code, messages) == (0, "")
    assert "Zosia, zastęp czerwony: plac Wilsona.\n" in shown
    assert ("Żołnierz: plac Narutowicza" in shown) == ("extended" not in name)
    assert shown.endswith("Teraz: Losujemy, kto dostanie znacznik gracza rozpoczynającego.\n")


def test_the_last_position_of_a_record_is_shown(run, records):
    code, shown, _ = run("show", str(records / "basic.json"), "--lang", "en")
    assert code == 0
    session = played("basic")
    steps, rounds = len(session.steps), session.state.round
    assert f"Move {steps} of {steps}\n" in shown
    assert f"The game lasted {rounds} rounds.\n" in shown
    score = scores(session.state)[0]
    assert f"red: total {score.total} (orders {score.orders}, return {score.returned}, goals 0)\n" in shown
    assert shown.splitlines()[-1].startswith("The game is over. The deck and the order track are empty. ")


def test_an_earlier_position_of_a_record_is_shown(run, records):
    step, state = first(played("extended"), lambda state: state.phase is Phase.TURN and state.action_open)
    code, shown, _ = run("show", str(records / "extended.json"), "--step", step, "--lang", "pl")
    assert code == 0
    texts = texts_for("pl")
    assert f"Posunięcie {step} z {len(played('extended').steps)}\n" in shown
    for slot in state.track:
        assert texts.order(slot.order, state.game) in shown
    assert shown.endswith("\n".join(["", *map_board.in_words(texts, observe(state, None)), ""]))
    assert "Upadła dzielnica" not in shown
    assert "; karta w tej rundzie: " in shown
    assert shown.endswith(f"Teraz: {texts.question(state)}\n")


@pytest.mark.parametrize(
    ("scenario", "wanted", "told"),
    [
        ("basic", lambda state: PRISON in state.where, ": in prison.\n"),
        ("basic", lambda state: HAND in state.where, ": in the player's hand.\n"),
        ("basic", lambda state: any(state.carrying), " Carrying an order: "),
        ("basic", lambda state: state.late, "Late orders: "),
        ("basic", lambda state: state.tokens, "Blocked road: "),
        ("extended", lambda state: state.fallen, "Fallen district: "),
    ],
)
def test_a_position_tells_what_has_become_of_scouts_and_city(scenario, wanted, told, run, records):
    session = played(scenario)
    step, _ = first(session, wanted)
    before, after = [
        run("show", str(records / f"{scenario}.json"), "--step", str(number), "--lang", "en")[1].replace("none", "")
        for number in (int(step) - 1, step)
    ]
    line = next(line for line in after.splitlines(keepends=True) if told in line)
    assert line not in before
    assert line.strip() != told.strip()


def test_the_log_tells_the_game_in_sentences(run, records):
    code, shown, _ = run("show", str(records / "running.json"), "--log", "--lang", "en")
    assert code == 0
    assert "     1  The red patrol gets the start marker.\n" in shown
    assert "     2  A new order in slot 1 of the track: Wilson Square → Security Printing Works (6 points).\n" in shown
    assert "     3  The red patrol puts down a movement card, face down.\n" in shown


def test_what_is_hidden_is_shown_only_on_demand(run, records):
    hidden = run("show", str(records / "running.json"), "--log", "--lang", "en")[1]
    secret = run("show", str(records / "running.json"), "--log", "--lang", "en", "--secrets")[1]
    assert "a card is face down" in hidden
    assert "card face down: 4" in secret
    assert "movement card 4, face down" in secret
    assert "movement card 4, face down" not in hidden


def test_secret_goals_are_hidden_while_a_game_is_running_and_public_when_it_is_scored(run, records):
    record = str(records / "extended.json")
    step, _ = first(played("extended"), lambda state: all(state.goals))
    assert "secret goals: " not in run("show", record, "--step", step, "--lang", "en")[1]
    assert run("show", record, "--step", step, "--lang", "en", "--secrets")[1].count("secret goals: ") >= 2
    assert run("show", record, "--lang", "en")[1].count("secret goals: ") >= 2


@pytest.mark.parametrize(
    ("scenario", "heads"),
    [
        ("short", ["red", "orange", "green", "violet"]),
        ("wiarusi-beginner", [f"player {number}" for number in range(1, 6)]),
        ("bitwa-warszawska", [f"{army} Army, player {number}" for number in (1, 2) for army in ("Polish", "Red")]),
    ],
)
def test_with_secrets_every_game_is_shown_as_each_seat_sees_it_under_its_name(scenario, heads, run):
    told = run("show", scenario, "--lang", "en", "--secrets")[1].split("\n\nSeen by: ")[1:]
    assert [words.partition("\n")[0] for words in told] == heads
    assert "Seen by: " not in run("show", scenario, "--lang", "en")[1]


def test_cards_known_from_gossip_are_shown_only_on_demand(run, records):
    record = str(records / "extended.json")
    step, state = first(played("extended"), lambda state: len(state.top) > 0)
    assert "known from gossip" not in run("show", record, "--step", step, "--lang", "en")[1]
    shown = run("show", record, "--step", step, "--lang", "en", "--secrets")[1]
    assert f"known from gossip, from the top: {texts_for('en').order(state.top[0].order, state.game)}\n" in shown


def test_a_stopped_game_says_that_the_round_is_the_last(run, tmp_path):
    session = Session(new_game(load_scenario("basic"), 2, start_player=0))
    session.play(parse_move("first 0"))
    session.stop()
    file = tmp_path / "stopped.json"
    file.write_text(session.record.to_json(), "utf-8")
    assert "\nThis is the last round.\n" in run("show", str(file), "--lang", "en")[1]


def test_a_defeat_shows_no_points(run, tmp_path):
    file = tmp_path / "lost.json"
    session = bots.play_game(load_scenario("basic-1"), 2, [bots.random_bot] * 2, game_rng(1, 0))
    assert session.state.ending == Ending.TOKENS
    file.write_text(session.record.to_json(), "utf-8")
    shown = run("show", str(file), "--lang", "en")[1]
    assert "total" not in shown
    assert "Everyone loses, so nobody counts points." in shown


# validate -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def own_game(tmp_path):
    """An own scenario and a game played in it."""
    (tmp_path / "own.toml").write_text(OWN, "utf-8")
    session = bots.play_game(load_scenario(tmp_path / "own.toml"), 2, [bots.random_bot] * 2, game_rng(1, 0))
    (tmp_path / "own.json").write_text(session.record.to_json(), "utf-8")
    return tmp_path


def test_good_files_are_called_good(run, records, own_game):
    files = [str(records / "basic.json"), str(own_game / "own.toml"), "extended"]
    assert run("validate", *files, "--lang", "en") == (0, "".join(f"{file}: all good.\n" for file in files), "")
    assert run("validate", "basic", "--lang", "pl")[1] == "basic: w porządku.\n"


def test_all_faults_of_a_scenario_file_are_listed(run, tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('based_on = "basic"\nid = "Bad"\nversion = 0\n', "utf-8")
    code, shown, messages = run("validate", str(file), "--lang", "pl")
    assert (code, messages) == (1, "")
    assert [line.removeprefix(f"{file}, ").split(":")[0] for line in shown.splitlines()] == [
        "scenario.id",
        "scenario.version",
    ]


def saved() -> Save:
    """A whole game with whoever sat at the table."""
    return Save.of(played("extended"), (PERSON,) * len(played("extended").state.patrols))


def test_a_code_may_be_typed_instead_of_a_file(run):
    typed = code_of(saved())
    code, shown, _ = run("show", typed.lower(), "--step", "1", "--lang", "en")
    assert code == 0
    assert f"Move 1 of {len(played('extended').steps)}\n" in shown
    wrong = f"{typed[:-1]}{'0' if typed[-1] != '0' else '1'}"
    for language in ("pl", "en"):
        code, shown, messages = run("show", wrong, "--lang", language)
        assert (code, shown) == (2, "")
        assert messages.endswith(f": {texts_for(language).say('table.save.mistyped')}\n")
    assert "my-own-game" in run("show", "my-own-game", "--lang", "en")[2], (
        "which is no code, but a file that is missing"
    )


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (lambda: pack(saved())[:-2] + "AA", "damaged"),
        (lambda: pack(saved()).replace("MP1.", "MP9.", 1), "newer-format"),
        (lambda: pack(ExerciseSave("03-a", 1)), "exercise"),
        (lambda: as_bundle({"game": Carried("text", None)}), "all-saves"),
        (lambda: "a letter to my aunt", "not-a-save"),
    ],
    ids=["damaged", "newer", "exercise", "all saves", "no game"],
)
def test_what_is_wrong_with_a_game_is_said_in_both_languages(text, fault, language, run, tmp_path):
    file = tmp_path / "game.mpsave"
    file.write_text(text(), "utf-8")
    sentence = f"{file}: {texts_for(language).say(f'table.save.{fault}')}\n"
    assert run("validate", str(file), "--lang", language) == (1, sentence, "")
    assert run("show", str(file), "--lang", language) == (2, "", sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This isn't a game. "),
        (b"\xff\xfe\x00", "This isn't a game. "),
        (b"[]", "This isn't a game. "),
        (b"{", "This isn't a game record, or the file is damaged."),
        (b"{}", "The record is incomplete, or has something in it that doesn't belong (format)."),
        (b'{"format": 99}', "This record comes from a newer version of the program (format 99). "),
        (b" " * 1_999_999 + b"{}", "This file is too big to be a game record (2000001)."),
        (b" " * 8_000_001, "This file is too big to be a game record (8000001)."),
    ],
)
def test_what_is_wrong_with_a_record_is_said(content, sentence, run, tmp_path):
    file = tmp_path / "game.json"
    file.write_bytes(content)
    code, shown, messages = run("validate", str(file), "--lang", "en")
    assert (code, messages) == (1, "")
    assert shown.startswith(f"{file}: {sentence}")
    code, shown, messages = run("show", str(file), "--lang", "en")
    assert (code, shown) == (2, "")
    assert messages.startswith(f"{file}: {sentence}")


def test_a_record_with_a_byte_order_mark_is_good(run, records, tmp_path):
    file = tmp_path / "marked.json"
    file.write_bytes(b"\xef\xbb\xbf" + (records / "running.json").read_bytes())
    assert run("validate", str(file), "--lang", "en")[0] == 0


def test_a_changed_record_is_refused(run, records, tmp_path):
    file = tmp_path / "changed.json"
    file.write_text((records / "running.json").read_text("utf-8").replace("card 4", "card 5"), "utf-8")
    code, shown, _ = run("validate", str(file), "--lang", "en")
    assert code == 1
    assert "This record has been changed since the game was saved." in shown


def test_a_record_of_an_own_scenario_needs_its_file(run, own_game):
    record, scenario = str(own_game / "own.json"), str(own_game / "own.toml")
    code, shown, _ = run("validate", record, "--lang", "en")
    assert code == 1
    assert "own-1" in shown
    assert run("validate", record, "basic", "--scenario", scenario, "--lang", "en")[0] == 0
    assert run("show", record, "--scenario", scenario, "--lang", "pl")[1].startswith("Własna gra (own-1), 2 graczy\n")


def test_an_own_scenario_that_is_not_of_the_record_does_no_harm(run, records, own_game):
    scenario = str(own_game / "own.toml")
    assert run("validate", str(records / "basic.json"), "--scenario", scenario, "--lang", "en")[0] == 0


def test_one_missing_file_does_not_hide_the_others(run, tmp_path):
    code, shown, messages = run("validate", "basic", str(tmp_path / "none.json"), "extended", "--lang", "en")
    assert code == 2
    assert shown == "basic: all good.\nextended: all good.\n"
    assert "none.json: there's no such file or scenario." in messages


# Bad input ----------------------------------------------------------------------------------------------------------

NEWEST = load_scenario("basic").name
BAD = {
    "no command": ((), "Brakuje polecenia. Pomoże: mali-powstancy --help"),
    "unknown command": (("dance",), "Nie rozumiem: dance --lang pl. Pomoże: mali-powstancy --help"),
    "unknown option": (("simulate", "--dance"), "Nie rozumiem: --dance. Pomoże: mali-powstancy simulate --help"),
    "shortened option": (("simulate", "--game", "1"), "Nie rozumiem: --game 1. "),
    "value missing": (("simulate", "--games"), "Nie rozumiem: simulate --games --lang pl. "),
    "file missing": (("validate",), "Nie rozumiem: validate --lang pl. Pomoże: mali-powstancy validate --help"),
    "games no number": (("simulate", "--games", "many"), "--games: potrzebna jest liczba całkowita od 1 do 1000000, "),
    "no games": (("simulate", "--games", "0"), "--games: potrzebna jest liczba całkowita od 1 do 1000000, a nie „0”."),
    "negative games": (("simulate", "--games", "-3"), "--games: potrzebna jest liczba całkowita od 1 "),
    "too many games": (("simulate", "--games", "9" * 5000), "--games: potrzebna jest liczba całkowita od 1 "),
    "seed no number": (("simulate", "--seed", "1.5"), "--seed: potrzebna jest liczba całkowita od "),
    "too few players": (("simulate", "--players", "1"), f"{NEWEST}: liczba osób do wyboru to 2, 3, 4, a nie 1."),
    "players no number": (("simulate", "--players", "two"), f"{NEWEST}: liczba osób do wyboru to 2, 3, 4, a nie two."),
    "unknown bot": (("simulate", "--bots", "greedy,wizard"), "Nie ma bota „wizard”. Do wyboru: random, greedy, "),
    "no bot": (("simulate", "--bots", ""), "Nie ma bota „”. Do wyboru: "),
    "too few bots": (
        ("simulate", "--bots", "random,greedy", "--players", "4"),
        "Podaj jednego bota albo po jednym na każde miejsce. Miejsc jest 4, a botów 2.",
    ),
    "too many bots": (("simulate", "--bots", "random," * 4 + "random"), f"{NEWEST}: liczba osób do wyboru to 2, 3, 4"),
    "no core": (("simulate", "--cores", "0"), "--cores: potrzebna jest liczba całkowita od 1 do 1024, a nie „0”."),
    "one contestant": (("tournament", "--bots", "greedy"), "Turniej potrzebuje co najmniej dwóch różnych botów, a "),
    "twin contestants": (("tournament", "--bots", "greedy,greedy"), "Turniej potrzebuje co najmniej dwóch różnych "),
    "tournament for none": (("tournament", "--players", "0"), f"{NEWEST}: liczba osób do wyboru to 2, 3, 4, a nie 0."),
    "unknown scenario": (
        ("simulate", "--scenario", "dance"),
        "Nie ma scenariusza „dance”. Do wyboru: mali-powstancy, wiarusi, bitwa-warszawska, basic-1, ",
    ),
    "no scenario": (
        ("simulate", "--scenario", ""),
        "Nie ma scenariusza „”. Do wyboru: mali-powstancy, wiarusi, bitwa-warszawska, basic-1, ",
    ),
    "scenario file missing": (("simulate", "--scenario", "no.toml"), "no.toml: nie ma takiego pliku ani scenariusza. "),
    "folder as a scenario": (("simulate", "--scenario", "folder.toml"), "folder.toml: to jest folder, a potrzebny "),
    "nothing to show": (("show", "dance"), "dance: nie ma takiego pliku ani scenariusza. Scenariusze: basic-1, "),
    "folder to show": (("show", "."), ".: to jest folder, a potrzebny jest plik."),
    "name too long": (("show", "x" * 5000), f"{'x' * 200}…: tego pliku nie da się otworzyć."),
    "strange name": (("show", "a\0b"), "nie ma takiego pliku ani scenariusza"),
    "step too far": (("show", "basic", "--step", "1"), "basic: nie ma tu pozycji 1. Podaj --step od 0 do 0."),
    "step no number": (("show", "basic", "--step", "last"), "--step: potrzebna jest liczba całkowita od 0 "),
    "negative step": (("show", "basic", "--step", "-1"), "--step: potrzebna jest liczba całkowita od 0 "),
}


@pytest.mark.parametrize(("arguments", "sentence"), BAD.values(), ids=BAD)
def test_bad_input_is_answered_with_one_sentence(arguments, sentence, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    code, shown, messages = run(*arguments, "--lang", "pl")
    assert (code, shown) == (2, "")
    assert sentence in messages
    assert len(messages.splitlines()) == 1


def test_an_unknown_language_is_named_in_that_of_the_system(run, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "en")
    assert run("show", "basic", "--lang", "it") == (2, "", "There's no language “it”. Choose from: pl, en.\n")
    assert run("show", "basic", "--lang")[0] == 2


def test_a_file_that_may_not_be_read_is_refused(run, tmp_path, monkeypatch):
    def refuse(*arguments, **settings):
        raise PermissionError

    file = tmp_path / "game.json"
    file.write_text("{}", "utf-8")
    monkeypatch.setattr(Path, "open", refuse)
    assert run("validate", str(file), "--lang", "en") == (2, "", f"{file}: this file can't be opened.\n")


def test_a_device_is_not_read(run):
    assert run("show", os.devnull, "--lang", "en") == (2, "", f"{os.devnull}: this file can't be opened.\n")


# As a program -------------------------------------------------------------------------------------------------------


def test_the_module_runs_as_a_program(tmp_path):
    process = python("-m", "mali_powstancy", "simulate", "--games", "2", "--bots", "random", "--lang", "en")
    shown, messages = process.communicate(timeout=60)
    assert (process.returncode, messages) == (0, "")
    assert shown.startswith("Basic variant, 4 players, seed 1. 2 games.")


def test_a_problem_leaves_no_traceback():
    process = python("-m", "mali_powstancy", "show", "dance")
    shown, messages = process.communicate(timeout=60)
    assert (process.returncode, shown) == (2, "")
    assert messages.startswith("dance: nie ma takiego pliku ani scenariusza.")


@pytest.mark.parametrize("arguments", [["show", "basic"], ["show", "basic", "--log"], ["--help"]], ids=" ".join)
def test_a_reader_who_leaves_early_does_no_harm(arguments):
    process = python("-m", "mali_powstancy", *arguments)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    messages = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)
    assert messages == ""
    assert process.returncode == 2 or arguments == ["--help"]  # argparse does not care whether help was read


PRESSES_CTRL_C = """
import signal, sys
from mali_powstancy import cli
from mali_powstancy.lab import sending
from mali_powstancy.lab.storing import GamesFile
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a test in the background inherits its ignoring
    sending.ALONE_SECONDS = sending.WORTH_SECONDS = 0.0
    def add(store, row, real=GamesFile.add):
        real(store, row)
        if row.game == 20:
            signal.raise_signal(signal.SIGINT)
    GamesFile.add = add
    sys.exit(cli.main(["simulate", "--bots", "random", "--games", "50000", "--file", sys.argv[1], "--lang", "en"]))
"""


def test_ctrl_c_ends_kindly(tmp_path):
    file = tmp_path / "results.jsonl"
    process = python("-c", PRESSES_CTRL_C, str(file))
    shown, messages = process.communicate(timeout=60)
    done = len(file.read_text("utf-8").splitlines()) - 1
    assert done > 0
    assert process.returncode == 130
    assert messages == f"Interrupted. Games played so far: {done} of 50000.\n"
    assert shown.startswith(f"Basic variant, 4 players, seed 1. {done} games.\n")


def test_an_old_terminal_shows_what_it_can():
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "mali_powstancy", "show", "basic", "--lang", "pl"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Wariant podstawowy" in done.stdout


def test_without_a_command_it_says_where_help_is(capsys):
    assert cli.main([]) == 2
    assert "--help" in capsys.readouterr().err


def test_an_empty_file_name_is_no_file(capsys):
    assert cli.main(["validate", "", "--lang", "en"]) == 2
    assert "folder" not in capsys.readouterr().err


# saves --------------------------------------------------------------------------------------------------------------

BUNDLE: dict[str, Any] = {
    "format": "mali-powstancy-saves",
    "version": 1,
    "saves": {"01-letters quiz 01": {"text": "{}", "when": None}},
}


def test_saves_are_carried_to_another_folder_and_what_is_there_stays(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for lessons in ("my-work/pl", "other"):
        (tmp_path / lessons).mkdir(parents=True)
    Path("from-the-site.json").write_text(json.dumps(BUNDLE), "utf-8-sig")
    code, shown, messages = run("saves", "unpack", "from-the-site.json", "--lang", "pl")
    saves = Path("my-work/pl/saves")
    assert (code, shown, messages) == (0, f"Nowe w folderze {saves}: 1 zapis.\n", "")
    code, shown, _ = run("saves", "pack", "all.json", "--lang", "pl")
    assert (code, shown.startswith("W pliku all.json: 1 zapis.")) == (0, True)
    assert json.loads(Path("all.json").read_text("utf-8"))["saves"].keys() == BUNDLE["saves"].keys()
    assert run("saves", "unpack", "all.json", "--folder", "other", "--lang", "en")[0] == 0
    assert run("saves", "unpack", "all.json", "--folder", "other/saves", "--lang", "en") == (
        0,
        "Already here, just the same: 1 save.\n",
        "",
    )
    (file,) = saves.glob("*.mpsave")
    file.write_text("played on", "utf-8")
    code, shown, _ = run("saves", "unpack", "all.json", "--lang", "pl")
    assert (code, shown.startswith("Tutaj jest coś innego niż w pliku i tak zostaje: 1 zapis.")) == (0, True)
    assert file.read_text("utf-8") == "played on"
    run("saves", "unpack", "all.json", "--replace", "--lang", "pl")
    assert file.read_text("utf-8") == "{}"


def test_without_a_folder_of_their_own_the_lessons_are_where_one_is(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("saves.json").write_text(json.dumps(BUNDLE), "utf-8")
    assert run("saves", "unpack", "saves.json")[0] == 0
    assert list((tmp_path / "saves").glob("01-letters-quiz-01~*.mpsave"))


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not-ours"),
        (b"\xff\xfe", "not-ours"),
        (b"MP1.ABC", "not-ours"),
        (json.dumps(BUNDLE | {"version": 2}).encode(), "too-new"),
        (json.dumps(BUNDLE | {"saves": {}}).encode(), "empty"),
    ],
)
def test_a_bad_file_of_saves_is_told_and_nothing_is_changed(content, reason, language, run, tmp_path):
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    sentence = texts_for(language).say(f"cli.saves.{reason}", file=str(file))
    arguments = ("saves", "unpack", str(file), "--folder", str(tmp_path), "--lang", language)
    assert run(*arguments) == (2, "", f"{sentence}\n")
    assert os.listdir(tmp_path) == ["bad.json"]


@pytest.mark.parametrize("language", ["pl", "en"])
def test_more_saves_than_one_file_can_hold_are_told_and_stay(language, run, tmp_path):
    say = texts_for(language).say
    file, ending = str(tmp_path / "all.json"), ("--folder", str(tmp_path), "--lang", language)
    storage = FileStorage(tmp_path / "saves")
    largest = "x" * LARGEST_FILE
    for number in range(LARGEST_BUNDLE // LARGEST_FILE + 1):
        storage.write(f"game {number}", largest)

    def written():  # when, not when last read: packing may read them
        return {path.name: path.stat().st_mtime_ns for path in storage.folder.iterdir()}

    before = written()
    sentence = say("cli.saves.too-many", folder=str(storage.folder))
    assert run("saves", "pack", file, *ending) == (2, "", f"{sentence}\n")
    assert os.listdir(tmp_path) == ["saves"]
    assert written() == before


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize(("begin", "reason"), [(json.dumps(BUNDLE), "too-large"), ("{", "not-ours")])
def test_a_file_of_saves_that_is_too_large_is_told_and_nothing_is_changed(begin, reason, language, run, tmp_path):
    file = tmp_path / "large.json"
    file.write_text(begin + " " * LARGEST_BUNDLE, "utf-8")
    sentence = texts_for(language).say(f"cli.saves.{reason}", file=str(file))
    arguments = ("saves", "unpack", str(file), "--folder", str(tmp_path), "--lang", language)
    assert run(*arguments) == (2, "", f"{sentence}\n")
    assert os.listdir(tmp_path) == ["large.json"]


@pytest.mark.parametrize("language", ["pl", "en"])
def test_what_cannot_be_done_with_saves_is_told(language, run, tmp_path):
    say = texts_for(language).say
    here, work = str(tmp_path), f"my-work/{language}"
    lang, folder = ("--lang", language), ("--folder", str(tmp_path))
    missing, taken = str(tmp_path / "missing"), str(tmp_path / "taken.json")
    saves = tmp_path / "saves"
    assert run("saves", "pack", taken, *folder, *lang) == (0, say("cli.saves.none", folder=str(saves)) + "\n", "")
    assert not Path(taken).exists()
    Path(taken).write_text(json.dumps(BUNDLE), "utf-8")
    assert run("saves", "unpack", taken, *folder, *lang)[0] == 0
    for arguments, sentence in (
        (("unpack", missing, *folder), say("cli.saves.no-file", file=missing)),
        (("unpack", "", *folder), say("cli.saves.no-file", file="")),
        (("unpack", here, *folder), say("cli.is-folder", file=here)),
        (("unpack", "\0", *folder), say("cli.saves.no-file", file="\0")),
        (("unpack", taken, "--folder", missing), say("cli.saves.no-folder", folder=missing, usual=work)),
        (("unpack", taken, "--folder", taken), say("cli.saves.no-folder", folder=taken, usual=work)),
        (("pack", taken, *folder), say("cli.saves.exists", file=taken)),
        (("pack", f"{missing}/x.json", *folder), say("cli.saves.not-written", file=f"{missing}/x.json")),
    ):
        assert run("saves", *arguments, *lang) == (2, "", f"{sentence}\n")
    (saves / "unknown~0.mpsave").write_text("x", "utf-8")
    shown = run("saves", "pack", str(tmp_path / "new.json"), *folder, *lang)[1]
    assert shown.endswith(say("cli.saves.left-out", saves=texts_for(language).count("count.saves", 1)) + "\n")
    for wrong in (("saves",), ("saves", "pack"), ("saves", "carry", taken)):
        assert run(*wrong, *lang)[0] == 2


def test_a_folder_that_cannot_be_read_is_told(run, tmp_path, monkeypatch):
    def fail(*arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "glob", fail)
    code, shown, messages = run("saves", "pack", str(tmp_path / "all.json"), "--folder", str(tmp_path), "--lang", "en")
    assert (code, shown, messages) == (2, "", f"{tmp_path / 'saves'}: this folder can't be read.\n")


def test_saves_in_a_folder_that_cannot_be_written_are_told(run, tmp_path):
    (tmp_path / "saves").write_text("a file where the folder should be", "utf-8")
    file = tmp_path / "all.json"
    file.write_text(json.dumps(BUNDLE), "utf-8")
    code, shown, messages = run("saves", "unpack", str(file), "--folder", str(tmp_path), "--lang", "en")
    assert (code, shown) == (2, "")
    assert "nothing can be saved here" in messages
