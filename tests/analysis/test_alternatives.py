"""What may come of a position, as it is and with a change."""

import pickle
import random
from collections import Counter
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from threading import Timer
from typing import Any, ClassVar

import pytest

from mali_powstancy.analysis import alternatives, chance_that, what_if
from mali_powstancy.bots import Bot, BotFault, random_bot
from mali_powstancy.engine import (
    GameState,
    IllegalMove,
    Observation,
    Phase,
    arrange,
    game_rng,
    load_scenario,
    new_game,
    observe,
    parse_move,
    play,
)
from mali_powstancy.engine.events import ScoutArrested
from mali_powstancy.engine.moves import PlayerMove
from mali_powstancy.tabletop.playing import UnknownBot
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import texts_for
from tests.lab.posting import Posting

BASIC = load_scenario("basic-1")
SHORT = load_scenario("short-1")
EXTENDED = load_scenario("short-extended-1")


def at_last_die() -> GameState:
    """The die of the last round is to be rolled, and Zosia stands beside the soldier."""
    return arrange(
        SHORT,
        patrols=["red", "green"],
        cards={"red": 4, "green": 3},
        at_die=True,
        soldier="plac-narutowicza",
        scouts={"zosia": "reduta-kaliska"},
        deck_left=0,
    )


def begun(scenario=SHORT, players: int = 2, seed: int = 1) -> Session:
    """A game in which the first player is to choose."""
    session = Session(new_game(scenario, players))
    session.play_chance(game_rng(seed))
    return session


def test_the_share_of_games_agrees_with_the_exact_chance():
    state = at_last_die()
    exact = chance_that(state, lambda led_to: any(isinstance(event, ScoutArrested) for event in led_to.events))
    found = what_if(state, 300, "random").of("arrests")
    assert found.value.n == 300
    assert found.value.contains(float(exact))


def test_a_roll_can_be_what_changes():
    found = what_if(at_last_die(), 40, "random", change="roll black 1")
    row = found.difference("arrests")
    assert row.after == (1, 1, 1, 40)
    assert row.difference.value == pytest.approx(1 - row.before.value)
    assert row.difference.low > 0
    safe = what_if(at_last_die(), 10, "random", change=parse_move("roll red 1"))
    assert safe.difference("arrests").after.value == 0


def test_the_same_position_in_both_worlds_makes_no_difference():
    session = begun()
    found = what_if(session, 6, "random", change=lambda state: state)
    assert found.changed is not None
    assert found.changed.rows == found.as_it_is.rows
    assert {one.difference.value for one in found.differences if one.difference.n} == {0}
    assert what_if(session.state, 6, "random", change=session.state) == found
    assert what_if(session.state, 6, "random", change=session) == found


def test_without_a_change_there_is_one_world():
    found = what_if(begun(), 5, "random")
    assert found.changed is None
    assert found.differences == ()
    assert len(found.as_it_is) == 5
    assert found.columns()["measure"][0] == "defeats"
    with pytest.raises(ValueError, match="nothing was changed"):
        found.difference("defeats")


def test_everything_is_determined_by_the_seed():
    session = begun()
    found = what_if(session, 6, "random", change="card 5", seed=4)
    assert what_if(session, 6, "random", change="card 5", seed=4) == found
    assert what_if(session, 6, "random", change="card 5", seed=5).as_it_is.rows != found.as_it_is.rows
    assert what_if(session, 3, "random", change="card 5", seed=4).as_it_is.rows == found.as_it_is.rows[:3]
    assert found.as_it_is.seed == 4
    assert found.columns()["after_n"][0] == 6


def test_both_worlds_have_the_same_luck():
    session = begun(BASIC)
    found = what_if(session, 4, "random", change="card 5")
    assert found.changed is not None
    cards = {}
    for world in (found.as_it_is, found.changed):
        cards[world is found.changed] = [[fate.order for fate in row.orders] for row in world]
    for ones, others in zip(*cards.values(), strict=True):
        both = min(len(ones), len(others))
        assert both > 3
        assert ones[:both] == others[:both]  # the deck lies in the same order
    assert len({tuple(orders[1:]) for orders in cards[False]}) == 4  # and in another one in every game


def test_the_die_of_a_round_is_the_same_in_both_worlds_and_fair():
    states = [at_last_die(), at_last_die()]
    rolls = [[str(alternatives._Luck(1, number).move(state)) for number in range(600)] for state in states]
    assert rolls[0] == rolls[1]
    found = Counter(rolls[0])
    assert len(found) == len(SHORT.die)
    assert all(70 <= times <= 130 for times in found.values())


def test_every_card_comes_equally_often():
    state = play(new_game(BASIC, 4), parse_move("first 0")).state
    assert state.phase is Phase.LAY_ORDER
    found = Counter(str(alternatives._Luck(1, number).move(state)) for number in range(1_050))
    assert len(found) == 42
    assert all(10 <= times <= 45 for times in found.values())
    pairs: Counter[bool] = Counter()
    for number in range(60):
        luck = alternatives._Luck(2, number)
        first = luck.move(state)
        second = luck.move(play(state, first).state)
        pairs[first == second] += 1
    assert pairs == {False: 60}


@pytest.mark.parametrize("scenario", [SHORT, EXTENDED])
@pytest.mark.parametrize("players", [2, 4])
def test_from_every_kind_of_position_games_come_to_an_end(scenario, players):
    session = Session(new_game(scenario, players))
    rng = random.Random(3)
    phases: dict[Phase, GameState] = {session.state.phase: session.state}
    while session.state.to_act is not None:
        session.play_chance(rng)
        if session.state.to_act is not None:
            phases.setdefault(session.state.phase, session.state)
            session.play(random_bot(observe(session.state, session.state.to_act), rng))
    assert len(phases) > 4
    for state in phases.values():
        assert len(what_if(state, 1, "random").as_it_is) == 1


# --- where games are played


def test_threads_play_the_same_games():
    position = at_last_die()  # nothing has to travel, so it needs no record
    with ThreadPoolExecutor(2) as pool:
        found = what_if(position, 23, "random", change="roll black 1", executor=pool)
    assert found == what_if(position, 23, "random", change="roll black 1")
    assert [row.game for row in found.as_it_is] == list(range(23))


def test_a_session_travels_as_its_record():
    own = SHORT._replace(id="own", version=7)  # no shipped one, so it has to travel along
    for session in (begun(own), begun()):
        start = alternatives._changed(alternatives._start(session), "card 2")
        again = pickle.loads(pickle.dumps(start))
        assert again is not start
        assert again.state == start.state
        assert again.position == start.position
        assert again.begun == start.begun


def test_a_changed_rule_travels_along():
    for changed in (SHORT._replace(tokens_to_lose=1), SHORT._replace(id="own", tokens_to_lose=1)):
        again = pickle.loads(pickle.dumps(alternatives._start(begun(changed))))
        assert again.state.game.scenario.tokens_to_lose == 1
        assert again.state.game.scenario.hash == changed.hash != SHORT.hash


@pytest.mark.slow
def test_other_processes_play_the_same_games():
    session = begun()
    session.play(parse_move("card 3"))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = what_if(session, 12, "random", change="card 1", executor=pool)
        assert found == what_if(session, 12, "random", change="card 1")
        with pytest.raises(TypeError, match="this position has no record, so it cannot be sent to other processes"):
            what_if(at_last_die(), 2, "random", executor=pool)


class Lossy(ThreadPoolExecutor):
    """An executor that loses every second part, and breaks at last."""

    sent = 0

    def submit(self, do, /, *args, **kwargs):
        self.sent += 1
        if self.sent > 4:
            raise BrokenExecutor
        return super().submit(int, "a worker was lost") if self.sent % 2 else super().submit(do, *args, **kwargs)


def test_what_a_lost_worker_did_not_finish_is_played_here(capsys):
    session = begun()
    with Lossy(1) as executor:
        found = what_if(session, 33, "random", change="card 5", executor=executor, language="en")
    assert found == what_if(session, 33, "random", change="card 5")
    assert capsys.readouterr().err == texts_for("en").say("lab.note.broken") + "\n"
    assert found.as_it_is.note == "lab.note.broken"


def test_a_bad_bot_is_named_by_an_executor_too():
    def failing() -> Bot:
        raise RuntimeError("no bot today")

    with ThreadPoolExecutor(1) as executor, pytest.raises(BotFault, match="failing") as fault:
        what_if(begun(), 2, [failing, "random"], executor=executor)
    assert "game 0 of seed 1" in fault.value.__notes__[0]


def test_not_all_games_are_sent_at_once():
    class Slow(Executor):
        _max_workers = 2
        waiting = 0

        def submit(self, do, /, *args, **kwargs):
            self.waiting += 1
            assert self.waiting <= 2 * self._max_workers
            future: Future = Future()
            Timer(0.01, self.answer, (future, do, args)).start()
            return future

        def answer(self, future, do, args):
            self.waiting -= 1
            future.set_result(do(*args))

    assert what_if(begun(), 60, "random", executor=Slow()) == what_if(begun(), 60, "random")


def test_a_bot_that_an_executor_cannot_send_plays_here_and_the_reason_is_told(capsys):
    found = what_if(begun(), 3, lambda: random_bot, executor=Posting(), language="en")
    assert (len(found.as_it_is), found.as_it_is.note) == (3, "lab.note.not-importable")
    assert capsys.readouterr().err == texts_for("en").say("lab.note.not-importable") + "\n"


def test_a_position_that_an_executor_cannot_send_is_refused():
    assert what_if(begun(), 3, "random", executor=Posting()) == what_if(begun(), 3, "random")
    with pytest.raises(TypeError, match="this position has no record, so it cannot be sent to other processes"):
        what_if(at_last_die(), 2, "random", executor=Posting())


def test_a_position_without_a_record_stays_here():
    with pytest.raises(TypeError, match="give a session that led to it or begins with it, or no executor"):
        pickle.dumps(alternatives._start(at_last_die()))
    travelled = pickle.loads(pickle.dumps(alternatives._start(Session(at_last_die()))))
    assert travelled.state == at_last_die()
    changed = alternatives._changed(alternatives._start(begun()), lambda state: state)
    with pytest.raises(TypeError, match="has no record"):
        pickle.dumps(changed)


# --- bots


class Watcher:
    """A bot that notes what it is given."""

    seen: ClassVar[list[object]] = []

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        Watcher.seen.append(observation)
        return random_bot(observation, rng)


def test_bots_see_only_what_their_seats_see():
    Watcher.seen.clear()
    what_if(begun(), 1, [Watcher, "random"])
    assert Watcher.seen
    assert all(isinstance(seen, Observation) and seen.seat == 0 for seen in Watcher.seen)


def test_every_game_has_bots_of_its_own():
    made: list[int] = []

    def maker() -> Bot:
        made.append(len(made))
        return random_bot

    what_if(begun(), 3, maker, change="card 1")
    assert len(made) == 3 * 2 * 2


def test_an_interruption_gives_what_is_done():
    games = iter(range(100))

    def maker() -> Bot:
        if next(games) == 2 * 2 * 3 + 1:  # two bots in two worlds, in the fourth game
            raise KeyboardInterrupt
        return random_bot

    found = what_if(begun(), 10, maker, change="card 1")
    assert len(found.as_it_is) == 3
    assert not found.as_it_is.complete
    assert found.difference("rounds").difference.n == 3


def test_an_interruption_in_the_second_world_gives_whole_pairs():
    games = iter(range(100))

    def maker() -> Bot:
        if next(games) == 2 * 2 * 3 + 2:  # the second world of the fourth game
            raise KeyboardInterrupt
        return random_bot

    found = what_if(begun(), 10, maker, change="card 1")
    assert found.changed is not None
    assert len(found.as_it_is) == len(found.changed) == 3


# --- what is refused


def finished() -> GameState:
    session = begun()
    rng = random.Random(1)
    while session.state.to_act is not None:
        session.play(random_bot(observe(session.state, session.state.to_act), rng))
        session.play_chance(rng)
    return session.state


WRONG: Any = 7
NO_NUMBER: Any = "2"


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: what_if(finished(), 2), ValueError, "this game is over"),
        (lambda: what_if(begun(), 2, change=finished()), ValueError, "the game of the other position is over"),
        (lambda: what_if(begun(), 2, change="card 9"), IllegalMove, "card 9: card-not-in-hand"),
        (lambda: what_if(begun(), 2, change="roll black 1"), IllegalMove, "not-now"),
        (lambda: what_if(begun(), 2, change="fly home"), ValueError, "'fly home' is not the text of a move"),
        (lambda: what_if(begun(), 2, change=WRONG), TypeError, "a change is a move, a position or a function"),
        (lambda: what_if(begun(), 2, change=lambda state: WRONG), TypeError, "makes a position of a position, not 7"),
        (lambda: what_if(begun(), 2, change=begun(players=3)), ValueError, "same number of players, not 2 and 3"),
        (lambda: what_if(WRONG, 2), TypeError, "a position or a session is needed, not 7"),
        (lambda: what_if(begun(), 0), ValueError, "at least one game, not 0"),
        (lambda: what_if(begun(), NO_NUMBER), TypeError, "games: a whole number is needed, not '2'"),
        (lambda: what_if(begun(), 2, seed=NO_NUMBER), TypeError, "seed: a whole number is needed, not '2'"),
        (lambda: what_if(begun(), 2, executor=WRONG), TypeError, "executor: one is needed such as"),
        (lambda: what_if(begun(), 2, slowest=-1), ValueError, "slowest: seconds above 0 are needed"),
        (lambda: what_if(begun(), 2, ["random"] * 3), ValueError, "2 players need as many bots, not 3"),
        (lambda: what_if(begun(), 2, "clever"), UnknownBot, "there is no bot 'clever'"),
        (lambda: what_if(begun(), 2, ["random", WRONG]), TypeError, "a bot is a name or a maker, not 7"),
    ],
)
def test_a_wrong_question_gets_a_sentence(call, error, sentence):
    with pytest.raises(error, match=sentence):
        call()


def test_a_maker_that_fails_is_named():
    def broken() -> Bot:
        raise RuntimeError("no bot today")

    with pytest.raises(BotFault, match="broken"):
        what_if(new_game(load_scenario("short-1"), 2), 1, [broken, "random"])
