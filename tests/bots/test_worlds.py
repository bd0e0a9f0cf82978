import random
from collections import Counter
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.bots.worlds import Worlds
from mali_powstancy.engine import GameState, Phase, arrange, chance_outcomes, legal_moves, observe, outcome, play
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.state import Position
from tests.positions import BASIC, EXTENDED, after, idle_until
from tests.random_play import EXTENDED as EXTENDED_NAMES
from tests.random_play import SCENARIOS, Line, lines, whole_game
from tools.golden import choose

HIDDEN = {"sealed", "deck", "top", "goals", "goals_dealt"}
TWO = ("red", "orange")


def public_parts(state: GameState) -> dict[str, object]:
    names = [name for name in Position.__slots__ if not name.startswith("_") and name not in HIDDEN]
    return {name: getattr(state, name) for name in names}


def played_to_its_end(state: GameState, rng: random.Random) -> GameState:
    while state.to_act is not None:
        state = play(state, choose(state, rng)).state
    return state


def assert_agrees(state: GameState, seat: int | None, rng: random.Random) -> None:
    """A world of this seat is a position that the real one could be."""
    world = Worlds(observe(state, seat)).draw(rng)
    assert observe(world, seat) == observe(state, seat)
    assert public_parts(world) == public_parts(state)
    assert [card is None for card in world.sealed] == [card is None for card in state.sealed]
    assert all(card is None or card in hand for card, hand in zip(world.sealed, world.hands, strict=True))
    cards = [peeked.order for peeked in world.top]
    assert sorted([*world.deck, *cards]) == sorted([*state.deck, *(peeked.order for peeked in state.top)])
    assert [place for place, order in enumerate(cards) if order == VICTORY] == [
        place for place, peeked in enumerate(state.top) if peeked.order == VICTORY
    ]
    assert [order for order in world.game.orders if order in world.deck] == [*world.deck]
    assert all(peeked.seats for peeked in world.top)
    if state.phase is not Phase.OVER:  # what was dealt to whom does not matter any more
        assert [len(dealt) for dealt in world.goals_dealt] == [len(dealt) for dealt in state.goals_dealt]
    assert [len(kept) for kept in world.goals] == [len(kept) for kept in state.goals]
    everybodys = [*chain(*world.goals_dealt)]
    assert len(set(everybodys)) == len(everybodys)
    assert all({*kept} <= {*dealt} for kept, dealt in zip(world.goals, world.goals_dealt, strict=True))
    if state.phase is not Phase.KEEP_GOALS:
        assert legal_moves(world) == legal_moves(state)
    if state.phase not in (Phase.DEAL_GOAL, Phase.LAY_ORDER, Phase.EXTRA_ORDER, Phase.PEEK):
        assert chance_outcomes(world) == chance_outcomes(state)
    assert bool(legal_moves(world)) == bool(legal_moves(state))
    assert len(chance_outcomes(world)) == len(chance_outcomes(state))


@given(lines(), st.integers(0, 1_000))
def test_property_a_world_agrees_with_what_every_seat_and_a_spectator_see(line: Line, seed: int) -> None:
    rng = random.Random(seed)
    for seat in (None, *line.opening.game.seats):
        assert_agrees(line.state, seat, rng)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_agree_all_through_a_game(scenario: str, players: int) -> None:
    rng = random.Random(players)
    for state in whole_game(scenario, players, seed=3).states[::3]:
        assert_agrees(state, int(rng.random() * players), rng)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_can_be_played_to_its_end_from_any_world(scenario: str, players: int) -> None:
    rng = random.Random(players)
    states = whole_game(scenario, players, seed=4).states
    for state in states[:: len(states) // 4]:
        for seat in state.game.seats:
            end = played_to_its_end(Worlds(observe(state, seat)).draw(rng), rng)
            assert outcome(end) is not None
            assert sum(map(len, (end.deck, end.late, end.discarded, *end.delivered))) <= len(end.game.orders)


def test_goals_of_others_could_have_been_dealt_and_kept_E_3_H_19() -> None:
    rng = random.Random(1)
    scenario = EXTENDED
    colours = {goal.id: goal.kind for goal in scenario.goals.values()}
    for players in (2, 3, 4):
        state = next(s for s in whole_game("extended", players, seed=1).states if s.phase is Phase.CHOOSE_CARD)
        worlds = Worlds(observe(state, 0))
        for _ in range(50):
            world = worlds.draw(rng)
            for dealt, kept in zip(world.goals_dealt, world.goals, strict=True):
                assert len({colours[goal] for goal in dealt}) >= scenario.goals_kept
                assert len({colours[goal] for goal in kept}) == scenario.goals_kept
                assert [*dealt] == [goal for goal in scenario.goals if goal in dealt]
                assert [*kept] == [goal for goal in dealt if goal in kept]
            assert world.goals[0] == state.goals[0]


def test_who_has_not_chosen_goals_has_none_yet_E_3() -> None:
    state = next(s for s in whole_game("extended", 3, seed=1).states if s.phase is Phase.KEEP_GOALS)
    first, second, third = (task.who for task in state.agenda[:3])
    later = play(state, legal_moves(state)[0]).state
    world = Worlds(observe(later, third)).draw(random.Random(1))
    assert [len(world.goals[seat]) for seat in (first, second, third)] == [3, 0, 0]


def test_an_arranged_position_without_goals_has_worlds_without_goals() -> None:
    state = arrange(EXTENDED, patrols=TWO, cards={"red": 1, "orange": 3})
    assert Worlds(observe(state, 1)).draw(random.Random(1)) == state


def assert_about_equal(counts: Counter[object], kinds: int) -> None:
    """Each of the possibilities came about equally often: within five standard deviations."""
    mean = counts.total() / kinds
    assert len(counts) == kinds
    assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())


def test_every_card_of_a_hand_is_sealed_equally_often_B_11() -> None:
    state = arrange(BASIC, patrols=TWO, hands={"red": (1, 3, 4), "orange": (2, 3, 5)})
    worlds, rng = Worlds(observe(after(state, "card 3"), 1)), random.Random(1)
    assert_about_equal(Counter(worlds.draw(rng).sealed for _ in range(1500)), 3)
    own = Worlds(observe(after(state, "card 3"), 0))
    assert {own.draw(rng).sealed for _ in range(20)} == {(3, None)}


def test_every_goal_not_seen_is_dealt_to_others_equally_often_E_3() -> None:
    state = next(s for s in whole_game("extended", 2, seed=2).states if s.phase is Phase.CHOOSE_CARD)
    worlds, rng = Worlds(observe(state, 0)), random.Random(2)
    unknown = len(EXTENDED.goals) - len(state.goals_dealt[0])
    dealt = Counter(goal for _ in range(1200) for goal in worlds.draw(rng).goals_dealt[1])
    assert len(dealt) == unknown
    assert all(250 < times < 550 for times in dealt.values()), "one of three, a colour counts a little"


def heard_of(state: GameState) -> GameState:
    """The position after gossip has shown the next card."""
    state = after(state, "gossip")
    return play(state, next(iter(chance_outcomes(state)))).state


def test_a_card_that_another_has_heard_of_is_any_that_is_not_known_E_8() -> None:
    state = heard_of(arrange(EXTENDED, patrols=TWO, cards={"red": 4, "orange": 5}, track=[("past>starowka", 1)]))
    worlds, rng = Worlds(observe(state, 1)), random.Random(3)
    drawn = [worlds.draw(rng) for _ in range(41 * 30)]
    assert_about_equal(Counter(world.top[0].order for world in drawn), 41)
    assert {world.top[0].seats for world in drawn} == {(0,)}
    assert all(world.top[0].order not in world.deck for world in drawn)
    own = Worlds(observe(state, 0)).draw(rng)
    assert own.top == state.top


def test_a_card_of_a_fallen_district_is_not_heard_of_H_55() -> None:
    state = heard_of(
        arrange(
            EXTENDED,
            patrols=TWO,
            cards={"red": 4, "orange": 5},
            scouts={"felek": "past", "kazik": "past"},
            fallen=["mokotow"],
            tokens=[("szucha", "plac-trzech-krzyzy~szucha")],
        )
    )
    district_of, worlds, rng = state.game.board.district_of, Worlds(observe(state, 1)), random.Random(4)
    for _ in range(200):
        order = state.game.orders[worlds.draw(rng).top[0].order]
        assert "mokotow" not in (district_of[order.start], district_of[order.to])


def test_where_the_victory_card_lies_is_known_to_all_H_50() -> None:
    state = arrange(EXTENDED, patrols=TWO, cards={"red": 4, "orange": 5}, victory_at=0)
    world = Worlds(observe(heard_of(state), 1)).draw(random.Random(5))
    assert [peeked.order for peeked in world.top] == [VICTORY]


def test_scouts_who_leave_a_falling_district_use_the_same_ways_H_15() -> None:
    """The ways before the last fall are part of what a world has to know."""
    found = 0
    for name in EXTENDED_NAMES:
        for players in (2, 3, 4):
            for seed in range(12):
                for state in whole_game(name, players, seed).states:
                    if state.phase is Phase.EVACUATED:
                        found += 1
                        world = Worlds(observe(state, 0)).draw(random.Random(seed))
                        assert legal_moves(world) == legal_moves(state)
    assert found > 3


def test_worlds_are_the_same_for_the_same_stream() -> None:
    state = idle_until(whole_game("extended", 4, seed=5).up_to(60).state, Phase.TURN)
    worlds = Worlds(observe(state, 1))
    one, other = random.Random(7), random.Random(7)
    assert [worlds.draw(one) for _ in range(5)] == [worlds.draw(other) for _ in range(5)]
