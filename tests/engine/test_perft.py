"""How many different sequences of moves there are, chance included: on tiny boards this can be counted by hand."""

from fractions import Fraction

import pytest

from mali_powstancy import engine
from mali_powstancy.engine import GameState, Move, arrange, chance_outcomes, new_game, play, read_scenario
from mali_powstancy.engine.cards import Colour
from mali_powstancy.engine.moves import EndTurn, Roll
from tests.any_game import Counts, expected, sequences, sequences_tried
from tests.random_play import every_choice_of_goals, every_move

# a ~ b has one plain field, the other two roads have none:
#
#       a
#      / \
#     .   \
#    /     \
#   b ----- c
TRIANGLE = """
id = "triangle"
version = 1
variant = "basic"
title = "Trójkąt"

orders = [{ from = "a", to = "b", points = 2 }, { from = "b", to = "c", points = 1 }]
die = [{ colour = "black", number = 1 }, { colour = "red", number = 1 }, { colour = "black", number = 1 }]
patrols = [
    { id = "red", name = "red", scouts = [{ id = "ana", name = "Ana" }] },
    { id = "blue", name = "blue", scouts = [{ id = "ben", name = "Ben" }] },
]

[board]
start_objects = ["a"]
soldier_start = "c"
districts = [{ id = "town", name = "Town" }]
objects = [
    { id = "a", name = "A", district = "town" },
    { id = "b", name = "B", district = "town" },
    { id = "c", name = "C", district = "town" },
]
roads = [
    { ends = ["a", "b"], length = 2 },
    { ends = ["b", "c"], length = 1 },
    { ends = ["a", "c"], length = 1 },
]

[numbers]
cards = [1, 2]
track_spaces = 2
return_bonus = [1]
tokens_to_lose = 2

[players.2]
orders_in_deck = 2
orders_per_round = [1, 1]
"""

# a - b . c: a road without and a road with a plain field; only c lies in the south.
STREET = """
id = "street"
version = 1
variant = "extended"
title = "Ulica"

orders = [
    { from = "a", to = "c", points = 3 },
    { from = "c", to = "a", points = 3 },
    { from = "b", to = "c", points = 2 },
]
goals = [
    { id = "most", kind = "most-orders", points = 1 },
    { id = "best", kind = "most-important-order", points = 1 },
]
patrols = [
    { id = "red", name = "red", scouts = [{ id = "ana", name = "Ana" }, { id = "ada", name = "Ada" }] },
    { id = "blue", name = "blue", scouts = [{ id = "ben", name = "Ben" }, { id = "bob", name = "Bob" }] },
]

[board]
start_objects = ["a", "b"]
districts = [{ id = "north", name = "North" }, { id = "south", name = "South" }]
objects = [
    { id = "a", name = "A", district = "north" },
    { id = "b", name = "B", district = "north" },
    { id = "c", name = "C", district = "south" },
]
roads = [{ ends = ["a", "b"], length = 1 }, { ends = ["b", "c"], length = 2 }]

[numbers]
cards = [1, 2, 3, 4]
track_spaces = 2
return_bonus = [1, 3]
falls_to_lose = 2
goals_dealt = 1
goals_kept = 1

[actions]
1 = "pals"
2 = "unit"
3 = "swap"
4 = "gossip"

[players.2]
orders_above_victory = 1
orders_below_victory = 2
orders_per_round = [1, 1]
"""

triangle = read_scenario(TRIANGLE)
street = read_scenario(STREET)


def moves_to_try(state: GameState) -> list[Move]:
    """All moves that can be written at a position."""
    return [*every_move(state.game), *every_choice_of_goals(state)]


def at_the_die() -> GameState:
    """Ana stands between A and B, Ben in B; Ben moved later; the order to B is about to be late."""
    return arrange(
        triangle,
        scouts={"ana": "a~b:1", "ben": "b"},
        cards={"red": 1, "blue": 2},
        at_die=True,
        track=[("a>b", 2)],
        deck_left=1,
    )


def before_the_fall() -> GameState:
    """Two orders to C are late, so the south falls; the Victory card and one order from C are left in the deck."""
    state = arrange(
        street,
        scouts={"ana": "c", "ada": "b~c:1"},
        cards={"red": 1, "blue": 2},
        turn="blue",
        track=[("a>c", 2), ("b>c", 2)],
        deck_left=2,
        victory_at=0,
    )
    return play(state, EndTurn()).state


# The first numbers of every list were worked out by hand, up to the bar.
COUNTS: Counts = {
    # 2 start players, 2 orders, 2 cards, 2 cards. Then a turn at A with the soldier in C: end, walk towards B or
    # jump to B; with A>B on the track also collect. (3 + 4) * 2 * 2 * 2 = 56. Sixth move, if the card is 1 / 2:
    #   A>B: 4 after ending, 1 / 3 after walking, 1 after jumping, 4 after collecting (end, walk, jump, drop) = 10 / 12
    #   B>C: 3 after ending, 1 / 3 after walking, 2 after jumping (end, collect) = 6 / 8
    # and the lower card is 1 in three of four cases: 2 * (3 * 10 + 12 + 3 * 6 + 8) = 136.
    "triangle": (lambda: new_game(triangle, 2), [2, 4, 8, 16, 56, 136, "|", 360, 822, 1740, 3362, 6088, 10354]),
    # Start player 2, goals 2, the other goal 1, keep it 1 and 1, order 3, cards 4 and 4. Then a turn: 1 end, 3 walks
    # (from A to B, from B to A or towards C), 3 jumps, which is 7; collect once if the order starts in A or B; and
    # the action of the lower card: 1 pals (7 of 16 pairs of cards), 3 units (5), no swap (3), 1 gossip (1).
    # 4 * (3 * 16 * 7 + 2 * 16 * 1 + 3 * (7 * 1 + 5 * 3 + 1 * 1)) = 1748.
    "street": (lambda: new_game(street, 2), [2, 4, 4, 4, 4, 12, 48, 192, 1748, "|", 8684, 39680]),
    # Black 1: the soldier arrests Ben in B. A>B is late, blue blocks one of B's 2 roads; if a~b, Ana can only go to A.
    # Red 1: Ben ends (blue blocks one of 2) or walks next to Ana (and can only end). 2 + 2 = 4, then 2 + 2 + 1 = 5:
    # after black the order B>C is drawn and blue has 1 card left, after red a blocked a~b leaves Ana 2 ways to go,
    # a blocked b~c 1 draw, and Ben who walked and ended 2 roads to block: 2 + 2 + 1 + 2 = 7.
    "at the die": (at_the_die, [2, 4, 5, 7, "|", 8, 10, 16, 30, 58, 119, 239, 494, 1016]),
    # The only road of C is blocked without a question. Ada leaves it for B or C: 2. The extra card is Victory: 1.
    # The south falls. The extra card C>A comes from there and was the last one: 1. Whoever is in C can only go to B.
    # No order phase any more: blue, the new start player, has 3 cards left, then red has 3.
    "before the fall": (before_the_fall, [2, 2, 2, 6, 18, "|", 104, 316, 930]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_there_are_so_many_sequences_of_moves(name):
    state, numbers = expected(COUNTS, name)
    assert [sequences(engine, state, depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize("name", COUNTS)
def test_trying_every_move_finds_as_many_sequences(name):
    state, numbers = expected(COUNTS, name)
    for depth, number in enumerate(numbers, start=1):
        if number < 2_000:
            assert sequences_tried(engine, state, depth, moves_to_try) == number


def test_equal_faces_of_the_die_are_one_outcome_with_their_chances_together():
    assert chance_outcomes(at_the_die()) == {Roll(Colour.BLACK, 1): Fraction(2, 3), Roll(Colour.RED, 1): Fraction(1, 3)}
