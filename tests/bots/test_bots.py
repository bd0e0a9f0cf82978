import math
import pickle
import signal
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from time import perf_counter, sleep

import pytest

from mali_powstancy.bots import Because, Bot, bot_named, play_game, random_advice, random_bot
from mali_powstancy.engine import CHANCE, GameState, game_rng, legal_moves, load_scenario, outcome, read_scenario
from mali_powstancy.engine.moves import Draw, EndTurn, FirstPlayer, Roll
from mali_powstancy.tabletop import alarm
from mali_powstancy.tabletop.adding import total
from mali_powstancy.tabletop.playing import BotFault
from tests.positions import BASIC, EXTENDED

SCENARIOS = ("basic", "extended", "short", "short-extended")


def patient_bot(observation, rng):
    """The first legal move: a turn is ended without doing anything."""
    return observation.legal[0]


def texts_of(bots: Sequence[Bot], seed: int) -> list[str]:
    return [str(step) for step in play_game(BASIC, 3, bots, game_rng(seed)).steps]


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_bots_play_every_scenario_to_its_end(name, players):
    session = play_game(load_scenario(name), players, [random_bot] * players, game_rng(1))
    assert session.state.to_act is None
    assert outcome(session.state) is not None


ONE_LONG_WAY = (
    *("plac-wilsona", "cytadela", "wytwornia", "elektrownia", "przyczolek", "port", "stary-mokotow", "sggw"),
    *("plac-narutowicza", "reduta-wawelska", "reduta-kaliska", "palacyk-michla", "pawiak", "dworzec-gdanski"),
    *("starowka", "bank-polski", "past", "browary", "dworzec-pocztowy", "plac-trzech-krzyzy", "szucha"),
)


@pytest.mark.parametrize("bot", ["greedy", "planner", "easy"])
@pytest.mark.parametrize("based_on", ["basic", "extended"])
def test_ways_may_be_longer_than_any_of_the_shipped_boards(bot, based_on):
    """One long way through all places, on a board that can just be drawn."""
    changes = []
    for road in load_scenario(based_on).board.roads:
        is_on_the_way = frozenset(road.ends) in {frozenset(ends) for ends in pairwise(ONE_LONG_WAY)}
        changes.append(
            f"[[road_changes]]\nends = {list(road.ends)}\n{'length = 9' if is_on_the_way else 'closed = true'}"
        )
    longer = "\n".join(changes)
    far = read_scenario(f'based_on = "{based_on}"\nid = "far"\ntitle = "far"\n{longer}')
    assert far.board.free.distances[ONE_LONG_WAY[0]][ONE_LONG_WAY[-1]] == 9 * 20
    assert play_game(far, 2, [bot_named(bot), bot_named(bot)], game_rng(1)).state.ending


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    bots = [random_bot] * 3
    assert texts_of(bots, 1) == texts_of(bots, 1)
    assert texts_of(bots, 1) != texts_of(bots, 2)


def test_every_legal_move_is_equally_likely_for_the_random_bot():
    seen = []

    def watching_bot(observation, rng):
        seen.append((observation.seat, observation.legal, observation.goals_dealt))
        return random_bot(observation, rng)

    session = play_game(EXTENDED, 2, [watching_bot, watching_bot], game_rng(3))
    states: list[GameState] = [session.opening, *(step.state for step in session.steps)]
    asked = [state for state in states if state.to_act not in (CHANCE, None)]
    assert seen == [(state.to_act, tuple(legal_moves(state)), state.goals_dealt[state.to_act or 0]) for state in asked]


def test_the_random_bot_gives_chance_as_its_only_reason():
    def advised_bot(observation, rng):
        advice = random_advice(observation, rng)
        assert advice.reasons == (Because("table.by-chance"),)
        return advice.move

    assert texts_of([advised_bot] * 3, 6) == texts_of([random_bot] * 3, 6)


def test_what_bots_do_does_not_change_chance():
    def chance(bots: Sequence[Bot]) -> list[str]:
        steps = play_game(BASIC, 2, bots, game_rng(7)).steps
        return [str(step) for step in steps if isinstance(step.move, FirstPlayer | Draw | Roll)]

    idle, odd = chance([patient_bot, patient_bot]), chance([random_bot, random_bot])
    shorter = min(len(idle), len(odd))
    assert shorter > 10
    assert idle[:shorter] == odd[:shorter]


def test_a_bot_that_plays_against_the_rules_is_stopped_and_named():
    def cheat(observation, rng):
        return EndTurn()

    with pytest.raises(
        BotFault, match=r"bot 'cheat' at seat \d: it played end, which is refused: not-now \(rule B-5\)"
    ):
        play_game(BASIC, 2, [cheat, cheat], game_rng(1))
    with pytest.raises(BotFault, match="bot 'anna' at seat"):
        play_game(BASIC, 2, [cheat, cheat], game_rng(1), names=["anna", "anna"])


def test_a_bot_that_fails_is_named_and_says_why():
    def forgetful(observation, rng):
        raise LookupError("where was I?")

    with pytest.raises(BotFault, match=r"bot 'forgetful' at seat \d: it failed: LookupError: where was I\?") as fault:
        play_game(BASIC, 2, [forgetful, forgetful], game_rng(1))
    assert isinstance(fault.value.__cause__, LookupError)


def test_a_bot_that_is_too_slow_is_named(monkeypatch):
    def snail(observation, rng):
        sleep(0.02)
        return observation.legal[0]

    with pytest.raises(BotFault, match=r"bot 'snail' at seat \d: it thought for .*more than 0.01 s"):
        play_game(BASIC, 2, [snail, snail], game_rng(1), slowest=0.01)
    monkeypatch.setattr(alarm, "_RINGS", False)  # as on Windows and in the browser
    with pytest.raises(BotFault, match=r"bot 'snail' at seat \d: it thought for 0.\d s, more than 0.01 s"):
        play_game(BASIC, 2, [snail, snail], game_rng(1), slowest=0.01)


def test_a_bot_may_play_games_of_its_own_while_the_clock_runs():
    def dreamer(observation, rng):
        play_game(BASIC, 2, [random_bot] * 2, game_rng(1), slowest=5.0)
        return random_bot(observation, rng)

    def lost_in_dreams(observation, rng):
        while True:
            dreamer(observation, rng)

    play_game(load_scenario("short"), 2, [dreamer, random_bot], game_rng(1), slowest=5.0)
    with pytest.raises(BotFault, match=r"bot 'lost_in_dreams' at seat \d: it thought for more than 0.1 s"):
        play_game(BASIC, 2, [lost_in_dreams] * 2, game_rng(1), slowest=0.1)


def test_an_alarm_that_goes_off_while_another_one_is_set_within_it_is_heard_after_it(monkeypatch):
    def too_late(which, seconds, interval=0.0, real=signal.setitimer):
        monkeypatch.undo()  # the next time it is set as usual
        real(which, 0)  # it has gone off, and whoever sets it now is told that none was set
        return real(which, seconds, interval)

    def think() -> None:
        with alarm.Alarm(0.05) as outer:
            outer.since = perf_counter()
            monkeypatch.setattr(signal, "setitimer", too_late)
            with alarm.Alarm(60.0):
                pass
            sleep(10)

    with pytest.raises(alarm.TooLong):
        think()


def test_the_alarm_of_somebody_else_is_left_as_it_was():
    rung = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 100.0, 7.0)
        play_game(BASIC, 2, [random_bot] * 2, game_rng(1))
        left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
        assert 0 < left < 100
        assert interval == 7
        signal.raise_signal(signal.SIGALRM)
        assert rung == [1]
        play_game(BASIC, 2, [random_bot] * 2, game_rng(1), slowest=None)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("slowest", [0, -1, math.nan, math.inf])
def test_no_limit_leaves_an_alarm_behind(slowest):
    before = signal.getsignal(signal.SIGALRM)
    with suppress(ValueError):
        play_game(load_scenario("short"), 2, [random_bot] * 2, game_rng(1), slowest=slowest)
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_long_thought_is_stopped_though_the_clock_is_set_anew(monkeypatch):
    monkeypatch.setattr(alarm, "_LONGEST", 0.01)

    def snail(observation, rng):
        sleep(5)

    with pytest.raises(BotFault, match=r"it thought for more than 0.1 s and was stopped"):
        play_game(BASIC, 2, [snail, snail], game_rng(1), slowest=0.1)


def test_the_time_of_one_move_is_not_that_of_the_whole_game():
    def steady(observation, rng):
        sleep(0.01)
        return random_bot(observation, rng)

    session = play_game(load_scenario("short"), 2, [steady] * 2, game_rng(1), slowest=0.5)
    assert len(session.steps) > 60


def test_an_interruption_is_no_fault_of_the_bot():
    def interrupted(observation, rng):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(BASIC, 2, [interrupted, interrupted], game_rng(1))


def test_a_fault_travels_between_processes():
    fault = pickle.loads(pickle.dumps(BotFault("anna", 1, "it failed")))
    assert (str(fault), fault.seat) == ("bot 'anna' at seat 1: it failed", 1)


def test_fractions_are_added_alike_in_every_version_of_python():
    assert total([0.1] * 10) == 0.9999999999999999  # what `sum` gives before 3.12, and 1.0 since
    assert total([]) == 0


def test_every_seat_needs_a_bot():
    with pytest.raises(ValueError, match="3 players need as many bots, not 2"):
        play_game(BASIC, 3, [random_bot] * 2, game_rng(1))
