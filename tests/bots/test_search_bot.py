import random
from collections.abc import Iterator
from functools import cache, partial
from itertools import chain, pairwise, product
from typing import Any

import pytest

from mali_powstancy.bots import search_bot
from mali_powstancy.bots.ideas import ideas
from mali_powstancy.bots.planner import Planner
from mali_powstancy.bots.prospects import prospects
from mali_powstancy.bots.search_bot import Search
from mali_powstancy.bots.tempers import Temper
from mali_powstancy.bots.worlds import Worlds
from mali_powstancy.engine import (
    HAND,
    PRISON,
    GameState,
    Observation,
    Phase,
    arrange,
    chance_outcomes,
    game_rng,
    legal_moves,
    load_scenario,
    observe,
    outcome,
    play,
    scores,
)
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.moves import EndTurn, PlayerMove, Seat
from mali_powstancy.tabletop.playing import Bot, play_game
from mali_powstancy.tabletop.roster import random_bot
from mali_powstancy.tabletop.search_tree import Node, Span
from mali_powstancy.tabletop.session import Session
from tests.positions import after
from tests.random_play import ODDITIES, SCENARIOS, whole_game

pytestmark = pytest.mark.slow  # whole searches

TWO = ("red", "orange")
FIRST = load_scenario("basic-1")
EXTENDED = load_scenario("extended-1")


def seat_asked(state: GameState) -> Seat:
    assert state.to_act in state.game.seats
    return state.agenda[0].who


def asked(state: GameState) -> Observation:
    """What the seat that is asked sees."""
    return observe(state, seat_asked(state))


def answer(state: GameState, iterations: int, temper: Temper = Temper.BALANCED) -> str:
    return str(Search(temper, iterations)(asked(state), random.Random(1)))


@cache
def positions() -> tuple[GameState, ...]:
    """Positions of all scenarios in which a player is asked, of each phase a few."""
    found: dict[tuple[str, Phase], list[GameState]] = {}
    for scenario, seed in product(SCENARIOS, range(3)):
        for players, oddity in zip((2, 3, 4), reversed(ODDITIES), strict=True):
            for state in whole_game(scenario, players, seed, oddity).states[::-1]:
                of_phase = found.setdefault((scenario, state.phase), [])
                if state.to_act in state.game.seats and len(of_phase) < 2 * seed + 2:
                    of_phase.append(state)
    return tuple(chain(*found.values()))


# Always legal, always an end ----------------------------------------------------------------------------------------


def test_it_answers_every_question_and_makes_as_many_trials_as_it_may_where_there_is_something_to_choose():
    tried: dict[Phase, set[int]] = {}
    for state in positions():
        seen, bot = asked(state), Search(iterations=5)
        move, reasons = bot.advise(seen, random.Random(1))
        assert move in seen.legal
        assert 1 <= len(reasons) <= 3
        assert bot.trials == 0 or len(seen.legal) > 1
        tried.setdefault(seen.phase, set()).add(bot.trials)
    assert tried.pop(Phase.KEEP_GOALS) == {0}
    assert len(tried) == 9
    assert all({5} <= trials <= {0, 5} for trials in tried.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_every_scenario_to_its_end(scenario, players):
    bots: list[Bot] = [Search(iterations=2), *[Planner() for _ in range(players - 1)]]
    session = play_game(load_scenario(scenario), players, bots, game_rng(2))
    assert outcome(session.state) is not None


@pytest.mark.parametrize("temper", Temper)
def test_every_temper_plays_with_anybody(temper):
    bots: list[Bot] = [random_bot, Search(temper, 3), random_bot]
    assert outcome(play_game(load_scenario("short"), 3, bots, game_rng(3)).state) is not None


def test_it_speaks_like_the_planner_where_it_would_do_the_same():
    for state in positions()[::9]:
        planned = Planner().advise(asked(state), random.Random(0))
        advice = Search(iterations=1).advise(asked(state), random.Random(0))
        assert advice == planned or advice.move != planned.move


def moves_of(session: Session) -> list[str]:
    return [str(step) for step in session.steps]


def test_the_same_stream_gives_the_same_game_and_another_one_another():
    def game(seed: int) -> list[str]:
        return moves_of(
            play_game(load_scenario("short-extended"), 2, [Search(iterations=5), Planner()], game_rng(seed))
        )

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_only_random_is_used_of_its_stream():
    class OnlyRandom:
        def __init__(self) -> None:
            self.numbers = random.Random(5)

        def random(self) -> float:
            return self.numbers.random()

    for state in positions()[::9]:
        one = Search(iterations=5)(asked(state), random.Random(5))
        other = Search(iterations=5)(asked(state), OnlyRandom())  # type: ignore[arg-type]  # has nothing but `random`
        assert one == other


# The budget ---------------------------------------------------------------------------------------------------------


def test_without_a_budget_it_is_the_planner():
    def game(maker) -> list[str]:
        return moves_of(play_game(load_scenario("short"), 2, [maker(), maker()], game_rng(5)))

    assert game(partial(Search, iterations=0)) == game(Planner)


def test_it_searches_once_per_turn_and_follows_what_it_found():
    bot, rng = Search(iterations=6), random.Random(1)
    searched: list[tuple[int, Phase]] = []

    def watching(seen: Observation, rng: random.Random) -> PlayerMove:
        before = bot.trials
        move = bot(seen, rng)
        searched.extend([(seen.round, seen.phase)] if bot.trials > before else [])
        return move

    play_game(load_scenario("short"), 2, [watching, Planner()], game_rng(1))
    turns = [turn for turn in searched if turn[1] is Phase.TURN]
    assert len(turns) == len(set(turns)) > 5
    assert rng.random()  # the stream of the watcher was never used


def test_it_thinks_again_when_its_turn_does_not_go_on_as_expected():
    turn: dict[str, Any] = {
        "cards": {"red": 3, "orange": 4},
        "track": [("past>starowka", 1), ("port>reduta-wawelska", 2)],
    }
    state = arrange(FIRST, patrols=TWO, scouts={"zosia": "past"}, **turn)
    bot, rng = Search(iterations=8), random.Random(1)
    first = bot(asked(state), rng)
    assert bot.trials == 8
    followed = play(state, first).state
    assert bot(asked(followed), rng) in legal_moves(followed)
    assert bot.trials == 8
    elsewhere = arrange(FIRST, patrols=TWO, scouts={"zosia": "port"}, **turn)
    assert bot(asked(elsewhere), rng) in legal_moves(elsewhere)
    assert bot.trials == 16


# It finds what is better --------------------------------------------------------------------------------------------


def race() -> GameState:
    """Both patrols are near the port with the same order; who plays the lower card brings it there."""
    return arrange(
        FIRST,
        patrols=TWO,
        round=4,
        scouts={
            **{"zosia": "port~stary-mokotow:2", "antek": "past", "felek": "plac-wilsona"},
            **{"hania": "przyczolek", "olek": "plac-wilsona", "kazik": "plac-wilsona"},
        },
        carrying={
            "zosia": "plac-wilsona>port",
            "hania": "plac-wilsona>port",
            "antek": "stary-mokotow>bank-polski",
        },
        track=[("plac-wilsona>port", 4), ("stary-mokotow>bank-polski", 2)],
        hands={"red": (2, 5), "orange": (3, 4)},
        deck_left=5,
    )


def other_way_round(*args, **kwargs):
    return ideas(*args, **kwargs)[::-1]


def test_it_sees_who_would_be_first_even_if_the_planner_does_not(monkeypatch):
    assert answer(race(), 40) == "card 2"
    monkeypatch.setattr(search_bot, "ideas", other_way_round)  # now the first idea is the wrong one
    assert answer(race(), 40) == "card 2"
    assert answer(race(), 2) == "card 5", "two trials tell nothing"


def test_it_brings_an_order_home_before_the_round_ends(monkeypatch):
    state = arrange(
        FIRST,
        patrols=TWO,
        scouts={"zosia": "przyczolek"},
        carrying={"zosia": "plac-wilsona>port"},
        track=[("plac-wilsona>port", 5), ("past>starowka", 1)],
        cards={"red": 1, "orange": 4},
        turn="red",
        deck_left=5,
    )
    monkeypatch.setattr(search_bot, "ideas", other_way_round)
    bot, rng = Search(iterations=60), random.Random(1)
    while state.to_act == 0:
        state = play(state, bot(asked(state), rng)).state
    assert state.delivered[0] == ("plac-wilsona>port",)


@pytest.mark.slow
def test_it_has_more_points_than_the_planner_on_the_same_deals():
    margin = 0
    for game in range(6):
        for seat in (0, 1):
            bots: list[Bot] = [Planner(), Planner()]
            bots[seat] = Search(iterations=15)
            final = scores(play_game(FIRST, 2, bots, game_rng(8, game)).state)
            margin += final[seat].total - final[1 - seat].total if final else 0
    assert margin > 0


# Secrets ------------------------------------------------------------------------------------------------------------


def assert_same_answer(one: GameState, other: GameState) -> None:
    assert one != other
    assert one.to_act == other.to_act
    assert answer(one, 10) == answer(other, 10)


def test_a_card_sealed_by_another_player_changes_nothing():
    sealed = [play(race(), move).state for move in legal_moves(race())]
    assert_same_answer(*sealed)


def test_goals_of_another_player_change_nothing():
    state = next(s for s in whole_game("extended", 2, 1).states if s.phase is Phase.KEEP_GOALS)
    twins = [play(state, move).state for move in legal_moves(state)[:2]]
    later = []
    for twin in twins:
        twin = play(twin, legal_moves(twin)[0]).state
        while twin.to_act not in twin.game.seats:
            twin = play(twin, next(iter(chance_outcomes(twin)))).state
        later.append(after(twin, "card 3") if twin.to_act == state.to_act else twin)
    assert later[0].to_act != state.to_act
    assert_same_answer(*later)


def test_what_gossip_tells_another_player_changes_nothing():
    state = after(arrange(EXTENDED, patrols=TWO, cards={"red": 4, "orange": 5}), "gossip")
    draws = [*chance_outcomes(state)][:2]
    assert_same_answer(*[play(play(state, draw).state, EndTurn()).state for draw in draws])


# Ideas --------------------------------------------------------------------------------------------------------------


def played(state: GameState, way: tuple[PlayerMove, ...]) -> GameState:
    for move in way:
        state = play(state, move).state
    return state


def test_ideas_are_whole_legal_ways_the_first_is_the_planners_and_no_two_are_alike():
    several = 0
    for state in positions():
        seat = seat_asked(state)
        found = ideas(state, seat, Temper.BALANCED, 6, random.Random(1))
        assert found[0][0] == Planner()(asked(state), random.Random(1))
        assert len(found) <= 6
        ends = [played(state, way) for way in found]
        assert len(set(ends)) == len(ends)
        several += len(found) > 3
        if state.phase is Phase.TURN and found[0][-1] == EndTurn():
            assert all(way[-1] == EndTurn() for way in found)
    assert several > 20


def test_ideas_do_not_depend_on_what_is_hidden():
    for state in positions()[::3]:
        seat = seat_asked(state)
        world = Worlds(observe(state, seat)).draw(random.Random(4))
        assert ideas(world, seat, Temper.BALANCED, 6, random.Random(1)) == ideas(
            state, seat, Temper.BALANCED, 6, random.Random(1)
        )


# Prospects ----------------------------------------------------------------------------------------------------------


def with_tokens(*places: str) -> GameState:
    roads = {"port": "przyczolek~port", "starowka": "starowka~bank-polski", "pawiak": "starowka~pawiak"}
    return arrange(FIRST, patrols=TWO, tokens=[(place, roads[place]) for place in places])


def test_small_tokens_harm_those_who_care_for_the_city_each_more_than_the_last():
    for temper, cares in ((Temper.BALANCED, True), (Temper.HELPER, True), (Temper.RIVAL, False)):
        values = [prospects(with_tokens(*places), 0, temper) for places in tokens_one_by_one()]
        losses = [one - other for one, other in pairwise(values)]
        assert losses == sorted(losses)
        assert (losses[0] > 0) == cares


def tokens_one_by_one() -> Iterator[tuple[str, ...]]:
    for count in range(4):
        yield ("port", "starowka", "pawiak")[:count]


def test_points_count_and_those_of_others_only_for_who_wants_to_be_ahead():
    nothing = arrange(FIRST, patrols=TWO)
    mine = arrange(FIRST, patrols=TWO, delivered={"red": ["plac-wilsona>port"]})
    theirs = arrange(FIRST, patrols=TWO, delivered={"orange": ["plac-wilsona>port"]})
    for temper in Temper:
        assert prospects(mine, 0, temper) > prospects(nothing, 0, temper)
    assert prospects(theirs, 0, Temper.RIVAL) < prospects(theirs, 0, Temper.BALANCED) < 0.0
    assert prospects(theirs, 0, Temper.HELPER) == prospects(nothing, 0, Temper.HELPER)


def test_a_defeat_is_worse_than_what_came_before_and_a_win_is_its_points():
    for scenario in SCENARIOS:
        for oddity in ODDITIES:
            line = whole_game(scenario, 2, 1, oddity)
            end = outcome(line.state)
            assert end is not None
            if end.is_defeat:
                assert prospects(line.state, 0, Temper.HELPER) < prospects(line.opening, 0, Temper.HELPER) - 40
                assert prospects(line.state, 0, Temper.RIVAL) <= 0
            else:
                assert prospects(line.state, 0, Temper.RIVAL) == -prospects(line.state, 1, Temper.RIVAL)


def test_goals_reached_count_before_the_end():
    def value(*orders: str) -> float:
        state = arrange(
            EXTENDED, patrols=TWO, goals={"red": ["most-orders-1"]}, delivered={"red": orders}, track=[(VICTORY, 1)]
        )
        return prospects(state, 0, Temper.RIVAL) - sum(EXTENDED.orders[order].points for order in orders)

    assert value("plac-wilsona>port") > value() + 2


def test_a_freed_scout_counts_nearly_like_one_that_stands_where_an_order_starts():
    def value(place: str) -> float:
        track = [("reduta-kaliska>palacyk-michla", 1)]
        return prospects(arrange(FIRST, patrols=TWO, scouts={"zosia": place}, track=track), 0, Temper.RIVAL)

    assert value(PRISON) < value(HAND) <= value("reduta-kaliska")


# The tree -----------------------------------------------------------------------------------------------------------


def tried(node: Node[str], span: Span, worth: dict[str, float], times: int) -> dict[str, int]:
    for _ in range(times):
        arm = node.pick(span)
        arm.learn(worth[arm.action])
        span.widen(worth[arm.action])
    return {arm.action: len(arm.values) for arm in node.arms}


def test_every_alternative_is_tried_and_the_better_ones_more_often():
    times = tried(Node(["bad", "good", "middling"]), Span(), {"bad": -3.0, "good": 5.0, "middling": 2.0}, 90)
    assert times["good"] > times["middling"] > times["bad"] >= 1
    assert sum(times.values()) == 90


def test_an_alternative_that_begins_badly_is_tried_as_often_as_it_must():
    times = tried(Node(["bad", "good"], at_least=3), Span(), {"bad": -3.0, "good": 5.0}, 12)
    assert times == {"bad": 3, "good": 9}


def test_equal_alternatives_are_tried_equally_often():
    times = tried(Node(["one", "other"]), Span(), {"one": 1.0, "other": 1.0}, 40)
    assert times == {"one": 20, "other": 20}


def test_only_what_is_better_with_the_same_luck_beats_the_first():
    node = Node(["first", "lucky", "better"])
    for number in range(8):
        luck = 10.0 * (number % 4)
        for arm, value in zip(node.arms, (luck, 9.0 * (-1) ** number + luck, luck + 1.0), strict=True):
            arm.learn(value)
    assert node.best(1.0).action == "better"
    assert Node(["first", "other"]).best(1.0).action == "first"
