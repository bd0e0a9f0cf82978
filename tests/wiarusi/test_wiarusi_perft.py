"""How many different sequences of moves there are, chance included: with a tiny deck this can be counted by hand."""

import pytest

from mali_powstancy import wiarusi
from mali_powstancy.wiarusi import GameState, arrange, new_game, read_scenario
from tests.any_game import Counts, expected, sequences, sequences_tried
from tests.wiarusi.random_wars import every_move

# Five cards, two players, no chaplain: whoever is left or right is the other one.
TINY = """
id = "tiny"
version = 1
title = "Malutka"
traps = true
victory = "at-once"
characters = [{ id = "ana", name = "Ana", charm = "night" }, { id = "ben", name = "Ben", charm = "mask" }]
[deck]
threats = [{ id = "a", threats = ["night"] }, { id = "b", threats = ["night"], trap = true }]
knocks = [
    { id = "t", effect = "trauma", threat = "night", name = "t" },
    { id = "m", effect = "mute", name = "m" },
]
gifts = [{ id = "g", name = "g" }]
[tiles]
L1 = 4
R1 = 2
L2 = 0
R2 = 0
[numbers]
identical_threats = 2
bolts_to_lose = 2
least_drop = 1
first_difficulty = 1
shed_after_success = 1
shed_after_failure = 1
[players.2]
pile = 3
speeches = 1
kinds = ["L1"]
"""
tiny = read_scenario(TINY)


OPENING = new_game(tiny, 2, characters=["ana", "ben"], leader=0)


def speaking() -> GameState:
    """Ana has a token and one card; Ben holds both hard knocks; b and g lie face down."""
    return arrange(
        tiny,
        [{"who": "ana", "hand": ["a"], "speeches": 1}, {"who": "ben", "hand": ["t", "m"]}],
        active=0,
        top=1,
        reserve=1,
    )


def at_the_support() -> GameState:
    """Ana has withdrawn and helps Ben, who has used his charm and bears one hard knock."""
    seats = [
        {"who": "ana", "withdrawn": True, "laid": "L1"},
        {"who": "ben", "charm": False, "knocks": ["m"], "hand": ["a"]},
    ]
    return arrange(tiny, seats, active=1, top=1, reserve=2)  # type: ignore[arg-type]


# The first numbers of every list were worked out by hand, up to the bar.
COUNTS: Counts = {
    # Both third tiles are L1: 1, 1. Deal 1 or 2: 2. Five cards, four cards: 10, 40. Then with difficulty 1 a turn with
    # one card (play it or withdraw): 20 * 2 = 40; with difficulty 2 the last card of the pile to seat 0: 20 * 3 = 60.
    # Then after difficulty 1: who withdrew lays L1 or R1: 20 * 2 = 40; who played a, t, m or g leaves seat 1 to play or
    # withdraw: 4 * 4 * 2 = 32, but b is a trap that brings one of three cards: 4 * 3 = 12. After difficulty 2: two
    # cards to play, or withdraw: 60 * 3 = 180. Together 264.
    "opening": (lambda: OPENING, [1, 1, 2, 10, 40, 100, 264, "|", 523, 996, 1653]),
    # Play, six speeches, withdraw: 8. Then: after the card Ben plays one of two or withdraws, 3; he answers the speech
    # about night by dropping t or keeping, 2, the other five only by keeping, 5; after the withdrawal again 3: 13.
    "speaking": (speaking, [8, 13, "|", 40, 72, 91]),
    # Ben plays his card or withdraws: 2. He plays on with an empty hand and can only withdraw, or after withdrawing is
    # supported: shed m, regain the charm, decline: 1 + 3 = 4.
    "support": (at_the_support, [2, 4, "|", 6, 12, 27, 72]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_there_are_so_many_sequences_of_moves(name):
    state, numbers = expected(COUNTS, name)
    assert [sequences(wiarusi, state, depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize("name", COUNTS)
def test_trying_every_move_finds_as_many_sequences(name):
    state, numbers = expected(COUNTS, name)
    for depth, number in enumerate(numbers, start=1):
        if number < 300:
            assert sequences_tried(wiarusi, state, depth, lambda here: {*every_move(here.game)}) == number
