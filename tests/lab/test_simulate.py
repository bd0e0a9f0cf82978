import math
import multiprocessing
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from mali_powstancy.bots import play_game, random_bot
from mali_powstancy.engine import SetupError, game_rng
from mali_powstancy.lab import GamesFileError, Maker, Serial, cores, sending, simulate
from mali_powstancy.lab.executors import processes
from mali_powstancy.lab.processes import Processes
from mali_powstancy.lab.running import simulate_tables
from mali_powstancy.lab.storing import GamesFile
from mali_powstancy.tabletop.library import bots_of, load_scenario, tally_of
from mali_powstancy.tabletop.playing import BotFault, UnknownBot
from mali_powstancy.texts import texts_for
from tests.lab import odd_bots
from tests.lab.posting import Posting

PAIR = ["random", "random"]
OWN = 'based_on = "short"\nid = "own"\nversion = 1\ntitle = "Własna gra"\ntitle_en = "Own game"\n'


@pytest.fixture
def always_worth_it(monkeypatch):
    """Other processes are used at once, however few games there are."""
    monkeypatch.setattr(sending, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(sending, "WORTH_SECONDS", 0.0)
    monkeypatch.setattr(sending, "cores", lambda: 2)


@pytest.fixture(scope="module", params=[("extended-1", 2), ("wiarusi-standard-1", 3)], ids=str)
def expected(request):
    """Forty games of each game, played one by one."""
    scenario, players = request.param
    return simulate(40, ["random"] * players, scenario, seed=3, executor=Serial())


# The same games -----------------------------------------------------------------------------------------------------


def test_a_fixed_seed_gives_fixed_games():
    games = simulate(4, PAIR, "basic-1", seed=5)
    assert [(row.ending, row.rounds, row.first, sum(row.visits)) for row in games] == [
        ("tokens", 8, 1, 35),
        ("tokens", 8, 1, 39),
        ("tokens", 8, 0, 35),
        ("tokens", 8, 0, 29),
    ]
    other = simulate(4, PAIR, "basic-1", seed=6)
    assert [row.visits for row in other] != [row.visits for row in games]


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        *((name, "short-3") for name in ("random", "greedy", "planner", "easy-rival")),
        *((name, "wiarusi-standard-1") for name in bots_of("wiarusi").BOTS),
    ],
)
def test_a_game_is_the_one_that_is_recorded_with_the_same_seed(name, scenario):
    loaded = load_scenario(scenario)
    (row,) = simulate([7], [name, "random", name], scenario, seed=9)
    bots = bots_of(loaded.game_id).BOTS
    session = play_game(loaded, 3, [bots[name](), bots["random"](), bots[name]()], game_rng(9, 7))
    events = [event for step in session.steps for event in step.events]
    assert row == tally_of(loaded.game_id).row_of(7, session.opening, events, session.state)


def test_one_run_may_have_tables_of_several_games():
    tables = [("wiarusi-beginner", ["random"] * 4), ("short-1", PAIR)]
    played = simulate_tables(tables, 3, 5, Posting())
    assert played == [simulate(3, bots, scenario, seed=5, executor=Serial()) for scenario, bots in tables]


def test_a_game_is_the_same_alone_and_among_many(expected):
    assert simulate([17], expected.bots, expected.scenario, seed=3)[0] == expected[17]
    some = simulate(iter([30, 2, 17, 2]), expected.bots, expected.scenario, seed=3)
    assert list(some) == [expected[2], expected[17], expected[30]]


def test_threads_play_the_same_games(expected):
    with ThreadPoolExecutor(3) as executor:
        games = simulate(40, expected.bots, expected.scenario, seed=3, executor=executor)
        assert games == expected
        assert (games.complete, games.note) == (True, "")
        assert executor.submit(int).result() == 0  # it is left open for its owner


def test_processes_play_the_same_games(expected, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(OWN, "utf-8")
    with Processes(2) as executor:
        assert simulate(40, expected.bots, expected.scenario, seed=3, executor=executor) == expected
        assert simulate([17], expected.bots, expected.scenario, seed=3, executor=executor)[0] == expected[17]
        assert simulate(6, PAIR, own, executor=executor) == simulate(6, PAIR, own)


def test_without_an_executor_all_cores_play_the_same_games(expected, always_worth_it):
    games = simulate(40, expected.bots, expected.scenario, seed=3)
    assert games == expected
    assert (games.complete, games.note) == (True, "")
    assert multiprocessing.active_children() == []


def test_few_games_start_no_process(monkeypatch):
    monkeypatch.setattr(sending, "processes", None)
    assert len(simulate(3, PAIR, "short")) == 3


def test_chunks_grow_with_the_speed_of_the_games(monkeypatch):
    sizes = []

    class Watching(Executor):
        def submit(self, do, /, *args, **kwargs):
            sizes.append(len(args[1]))
            return Serial().submit(do, *args, **kwargs)

    monkeypatch.setattr(sending, "CHUNK_SECONDS", 1000.0)
    simulate(40, PAIR, "short", executor=Watching())
    assert sizes == [1, 2, 4, 8, 16, 9]
    monkeypatch.setattr(sending, "CHUNK_SECONDS", 0.0)
    sizes.clear()
    simulate(4, PAIR, "short", executor=Watching())
    assert sizes == [1, 1, 1, 1]


def test_every_game_has_new_bots():
    made = []

    def maker():
        made.append(maker)
        return random_bot

    simulate(3, [maker, "random"], "short", executor=Serial())
    assert len(made) == 3


# Where there is only one process ------------------------------------------------------------------------------------


def said(capsys, language, note):
    return capsys.readouterr().err == texts_for(language).say(note) + "\n"


@pytest.mark.parametrize("platform", ["emscripten", "wasi"])
def test_in_the_browser_games_are_played_one_by_one_and_it_is_said(platform, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sending, "processes", None)
    games = simulate(3, PAIR, "short", language="pl")
    monkeypatch.undo()
    assert (len(games), games.note) == (3, "lab.note.no-processes")
    assert said(capsys, "pl", games.note)


@pytest.mark.parametrize("error", [ImportError, NotImplementedError, PermissionError, OSError])
def test_where_no_process_can_start_games_are_played_one_by_one_and_it_is_said(
    error, expected, always_worth_it, monkeypatch, capsys
):
    def refuse(*arguments, **settings):
        raise error

    monkeypatch.setattr(Processes, "__init__", refuse)
    games = simulate(5, expected.bots, expected.scenario, seed=3, language="en")
    assert games == expected[:5]
    assert games.note == "lab.note.no-processes"
    assert said(capsys, "en", games.note)


def test_without_the_module_of_processes_there_are_none(monkeypatch):
    monkeypatch.setitem(sys.modules, "mali_powstancy.lab.processes", None)
    with processes() as pool:
        assert pool is None


@pytest.mark.parametrize("home", ["a function", "a notebook"])
def test_a_bot_that_cannot_travel_plays_here_and_it_is_said(home, always_worth_it, monkeypatch, capsys):
    def maker():
        return random_bot

    if home == "a notebook":
        maker.__module__ = maker.__qualname__ = "__main__"
        main = sys.modules["__main__"]
        monkeypatch.setattr(main, "__main__", maker, raising=False)
    games = simulate(3, [maker, "random"], "short", language="en")
    assert (len(games), games.note) == (3, "lab.note.not-importable")
    assert said(capsys, "en", games.note)
    assert games.bots == ("maker", "random")


def test_a_bot_that_an_executor_cannot_send_plays_here_and_the_reason_is_told(capsys):
    games = simulate(6, [lambda: random_bot, "random"], "short", executor=Posting(), language="en")
    assert (len(games), games.note) == (6, "lab.note.not-importable")
    assert said(capsys, "en", games.note)
    assert simulate(6, [odd_bots.plain, "random"], "short", executor=Posting()).note == ""


def test_there_is_at_least_one_core():
    assert cores() >= 1


# Lost workers -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_a_lost_process_did_not_finish_is_played_again_here(capsys, tmp_path):
    file = tmp_path / "games.jsonl"
    bots: list[str | Maker] = [odd_bots.deadly, "random"]
    odd_bots.games_begun = 100  # the tests themselves are not deadly
    expected = simulate(60, bots, "short", executor=Serial())
    with Processes(2) as executor:
        games = simulate(60, bots, "short", executor=executor, file=file, language="en")
    assert games == expected
    assert games.note == "lab.note.broken"
    assert said(capsys, "en", games.note)
    assert len(file.read_text("utf-8").splitlines()) == 61


def test_a_chunk_that_comes_to_nothing_is_played_again_here(expected, capsys):
    class Forgetful(ThreadPoolExecutor):
        sent = 0

        def submit(self, do, /, *args, **kwargs):
            self.sent += 1
            if self.sent % 3 == 0:
                return super().submit(int, "a worker was lost")
            return super().submit(do, *args, **kwargs)

    with Forgetful(2) as executor:
        games = simulate(40, expected.bots, expected.scenario, seed=3, executor=executor, language="en")
    assert games == expected
    assert said(capsys, "en", "lab.note.broken")


def test_an_executor_that_is_shut_down_in_the_middle_loses_nothing(expected, capsys):
    class Closing(ThreadPoolExecutor):
        sent = 0

        def submit(self, do, /, *args, **kwargs):
            self.sent += 1
            if self.sent == 4:
                self.shutdown(cancel_futures=True)
            return super().submit(do, *args, **kwargs)

    games = simulate(40, expected.bots, expected.scenario, seed=3, executor=Closing(2), language="en")
    assert (games, games.note) == (expected, "lab.note.broken")


def test_an_error_of_our_own_is_not_hidden(monkeypatch):
    def broken(*arguments):
        raise ZeroDivisionError

    monkeypatch.setattr("mali_powstancy.engine.tally.row_of", broken)
    with ThreadPoolExecutor(2) as executor, pytest.raises(ZeroDivisionError):
        simulate(3, PAIR, "short", executor=executor)


# Interruption -------------------------------------------------------------------------------------------------------


def test_an_interruption_gives_what_is_done():
    odd_bots.games_begun = 0
    games = simulate(50, [odd_bots.tired, "random"], "short", executor=Serial())
    assert [row.game for row in games] == list(range(9))
    assert not games.complete


def test_an_interruption_ends_all_processes(expected, always_worth_it, monkeypatch, tmp_path):
    def interrupt(store, row, real=GamesFile.add):
        real(store, row)
        if row.game >= 5:
            raise KeyboardInterrupt

    file = tmp_path / "games.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(GamesFile, "add", interrupt)
        games = simulate(40, expected.bots, expected.scenario, seed=3, file=file)
    assert 0 < len(games) < 40
    assert not games.complete
    assert list(games) == [expected[row.game] for row in games]
    assert multiprocessing.active_children() == []
    assert simulate(40, expected.bots, expected.scenario, seed=3, file=file, executor=Serial()) == expected
    assert len(file.read_text("utf-8").splitlines()) == 41


# Bad bots -----------------------------------------------------------------------------------------------------------

BAD = {
    odd_bots.liar: "bot 'liar' at seat 1: it gave 'walk zosia port', which is no move",
    odd_bots.cheat: "bot 'cheat' at seat 1: it played walk zosia port, which is refused: not-now (rule B-5)",
    odd_bots.chance: "bot 'chance' at seat 1: it played draw nowhere>nowhere, which is refused: not-now (rule B-5)",
    odd_bots.blocker: "bot 'blocker' at seat 1: it played block no-road, which is refused: not-now (rule B-5)",
    odd_bots.failing: "bot 'failing' at seat 1: it failed: KeyError: 'an order that is not there'",
    odd_bots.slow: "bot 'slow' at seat 1: it thought for ",
    odd_bots.not_a_bot: "bot 'not_a_bot' at seat 1: its maker gave 'random', which is no bot",
    odd_bots.unmade: "bot 'unmade' at seat 1: it could not be made: RuntimeError: no wood left",
    odd_bots.endless: "bot 'endless' at seat 1: it thought for more than 0.5 s and was stopped",
    odd_bots.stubborn: "bot 'stubborn' at seat 1: it thought for more than 0.5 s and was stopped",
    odd_bots.never_made: "bot 'never_made' at seat 1: it was not made within 0.5 s",
    odd_bots.circling: "bot 'circling' at seat 1: it goes round in circles: 5,000 moves in one game, and no end",
    odd_bots.leaving: "bot 'leaving' at seat 1: it failed: SystemExit: 3",
    odd_bots.strange: "bot 'strange' at seat 1: it failed: Strange: not even an exception",
    odd_bots.generating: "bot 'generating' at seat 1: it failed: GeneratorExit",
    odd_bots.talkative: f"bot 'talkative' at seat 1: it failed: ValueError: {('too much ' * 23)[:200]}",
    odd_bots.strangely_made: "bot 'strangely_made' at seat 1: it could not be made: Strange",
    odd_bots.gone: "bot 'gone' at seat 1: it could not be made: SystemExit: nobody is here",
    odd_bots.mute: "bot 'mute' at seat 1: it gave something of the kind Unspeakable, which is no move",
    odd_bots.mute_walker: "bot 'mute_walker' at seat 1: it played something of the kind Walk, which is refused",
    odd_bots.mute_failing: "bot 'mute_failing' at seat 1: it failed: Unspeakable",
}
TOO_SLOW = (odd_bots.slow, odd_bots.endless, odd_bots.stubborn, odd_bots.never_made)


@pytest.mark.parametrize("maker", BAD)
def test_a_bad_bot_is_named(maker):
    with pytest.raises(BotFault) as fault:
        simulate(1, ["random", maker], "short", slowest=0.5 if maker in TOO_SLOW else None)
    assert str(fault.value).startswith(BAD[maker])  # how long a slow one thought differs
    assert len(str(fault.value)) < 300
    assert (fault.value.name, fault.value.seat) == (maker.__name__, 1)
    assert "game 0 of seed 1" in fault.value.__notes__[0]


def test_a_bad_bot_is_named_from_another_process_too(tmp_path):
    file = tmp_path / "games.jsonl"
    with Processes(1) as executor, pytest.raises(BotFault) as fault:
        simulate(9, ["random", odd_bots.failing], "short", executor=executor, file=file)
    assert str(fault.value) == BAD[odd_bots.failing]
    assert fault.value.__notes__


def test_a_bot_without_end_is_named_from_another_process_too():
    with Processes(1) as executor, pytest.raises(BotFault, match="bot 'endless' at seat 1: it thought for more than"):
        simulate(9, ["random", odd_bots.endless], "short", executor=executor, slowest=0.5)


def test_a_slow_bot_is_named_from_a_thread_too():
    """Threads cannot be interrupted, so it is noticed when the answer comes."""
    with ThreadPoolExecutor(1) as executor, pytest.raises(BotFault, match=r"thought for .* s, more than 0.5 s"):
        simulate(1, ["random", odd_bots.slow], "short", executor=executor, slowest=0.5)


def test_what_went_wrong_inside_a_bot_is_told():
    with pytest.raises(BotFault) as fault:
        simulate(1, ["random", odd_bots.failing], "short")
    assert isinstance(fault.value.__cause__, KeyError)


def test_games_before_a_fault_are_kept(tmp_path, monkeypatch):
    file = tmp_path / "games.jsonl"
    simulate(3, [odd_bots.plain, "random"], "short", file=file)
    monkeypatch.setattr(odd_bots, "TWICE", iter([random_bot, random_bot]))
    with pytest.raises(BotFault):
        simulate(9, [odd_bots.twice, "random"], "short", file=tmp_path / "other.jsonl")
    assert len((tmp_path / "other.jsonl").read_text("utf-8").splitlines()) == 3


# Refused ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "scenario", "known"),
    [("wizard", "basic", "random, greedy, planner"), ("greedy", "wiarusi-standard", "random")],
)
def test_an_unknown_bot_is_refused_before_anything_is_played(name, scenario, known, tmp_path):
    with pytest.raises(UnknownBot, match=f"there is no bot '{name}'; there are {known}"):
        simulate(3, ["random", name], scenario, file=tmp_path / "games.jsonl")
    assert list(Path(tmp_path).iterdir()) == []


@pytest.mark.parametrize("scenario", ["basic", "wiarusi-standard"])
@pytest.mark.parametrize("bots", [[], ["random"], ["random"] * 6])
def test_a_wrong_number_of_bots_is_refused(bots, scenario):
    with pytest.raises(SetupError):
        simulate(3, bots, scenario)


@pytest.mark.parametrize("bots", ["random", ["random", 7]])
def test_what_is_no_list_of_bots_is_refused(bots):
    with pytest.raises(TypeError, match="bot"):
        simulate(3, bots)


def test_a_wrong_number_of_games_is_refused():
    with pytest.raises(ValueError, match="-1 games"):
        simulate(-1, PAIR)
    assert list(simulate(0, PAIR)) == []


@pytest.mark.parametrize("games", [[1.5], 1.5, "17", None, ["1"]])
def test_what_is_no_number_of_games_is_refused_by_its_name(games):
    with pytest.raises(TypeError, match="games: a whole number is needed, not "):
        simulate(games, PAIR)


@pytest.mark.parametrize("seed", ["x", 1.0, None])
def test_what_is_no_seed_is_refused_by_its_name(seed):
    with pytest.raises(TypeError, match=f"seed: a whole number is needed, not {seed!r}"):
        simulate(2, PAIR, seed=seed)


@pytest.mark.parametrize("executor", [4, Serial])
def test_what_is_no_executor_is_refused(executor):
    with pytest.raises(TypeError, match=r"executor: one is needed such as ProcessPoolExecutor\(4\), or None, not "):
        simulate(2, PAIR, executor=executor)


@pytest.mark.parametrize("slowest", [0, -1, math.nan])
@pytest.mark.parametrize("maker", ["random", odd_bots.plain])
def test_a_limit_that_nobody_can_keep_is_refused(slowest, maker):
    with pytest.raises(ValueError, match=f"slowest: seconds above 0 are needed, or None for no limit, not {slowest}"):
        simulate(2, [maker, "random"], "short", slowest=slowest)


@pytest.mark.parametrize("slowest", [math.inf, 1e300])
def test_a_bot_may_think_for_ever(slowest):
    games = simulate(2, [odd_bots.plain, "random"], "short", slowest=slowest)
    assert games == simulate(2, [odd_bots.plain, "random"], "short", slowest=None)


@pytest.mark.parametrize("name", ["short-1", "own"])
@pytest.mark.parametrize("where", ["here", "threads", "processes"])
def test_a_scenario_with_a_changed_rule_is_played_by_that_rule(name, where, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(OWN, "utf-8")
    scenario = load_scenario(own if name == "own" else name)
    changed = scenario._replace(tokens_to_lose=1)
    executors = {"here": Serial, "threads": partial(ThreadPoolExecutor, 1), "processes": partial(Processes, 1)}
    with executors[where]() as executor:
        usual = simulate(3, PAIR, scenario, executor=executor)
        strict = simulate(3, PAIR, changed, executor=executor)
    assert [row.tokens for row in strict] == [1, 1, 1] != [row.tokens for row in usual]
    assert strict.scenario != usual.scenario


def test_a_file_of_games_by_the_old_rules_is_refused(tmp_path):
    scenario, file = load_scenario("short-1"), tmp_path / "games.jsonl"
    simulate(2, PAIR, scenario, file=file)
    with pytest.raises(GamesFileError, match="hash: "):
        simulate(2, PAIR, scenario._replace(tokens_to_lose=1), file=file)


def test_a_finished_file_needs_no_executor(tmp_path):
    class Broken(Executor):
        def submit(self, *arguments, **settings):
            raise AssertionError("there is nothing to play")

    file = tmp_path / "games.jsonl"
    played = simulate(3, ["random"] * 2, "short-1", file=file, executor=Serial())
    assert simulate(3, ["random"] * 2, "short-1", file=file, executor=Broken()) == played


def test_games_of_a_cancelled_chunk_are_played_here():
    class Tired(Executor):
        _max_workers = 1

        def submit(self, *arguments, **settings):
            future: Future = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    rows = simulate(3, ["random"] * 2, "short-1", seed=4, executor=Tired())
    assert rows == simulate(3, ["random"] * 2, "short-1", seed=4, executor=Serial())
