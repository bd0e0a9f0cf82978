"""How many different sequences of moves there are, chance included: with tiny decks this can be counted by hand."""

import pytest

from mali_powstancy import bitwa_warszawska
from mali_powstancy.bitwa_warszawska import GameState, arrange, new_game, read_scenario
from tests.any_game import Counts, expected, sequences, sequences_tried
from tests.bitwa_warszawska.random_battles import every_move
from tests.bitwa_warszawska.tables import card_rows

tiny = read_scenario(
    f"""
id = "tiny"
version = 1
title = "Malutka"
deck = {card_rows("wp-a WP unit: add 1 L1 on N", "wp-b WP order: move 1", "acz-a ACz unit: add 1 L2 on one")}
[numbers]
points = 2
rounds = 2
units = 4
first_units = 1
line_limit = 2
[players.2]
hand = 1
more = 1
high = 1
low = 0
"""
)


def opening() -> GameState:
    return new_game(tiny, 2, initiative=["WP-1", "ACz-1"])


def order() -> GameState:
    """WP holds an order that moves one unit, ACz nothing; one unit on each second line."""
    return arrange(tiny, hands={"WP-1": ["wp-b"]}, round=1)


def supplies() -> GameState:
    """Round 2 begins, and WP has won Supplies with a card."""
    return arrange(tiny, WP={"bids": {"supplies": ["wp-a"]}, "deck": []}, turn=None, round=2)


# The first numbers of every list were worked out by hand, up to the bar.
COUNTS: Counts = {
    # Ten places, ten places, one of two cards of WP, the only card of ACz, three fronts: 10, 100, 200, 200, 600. Then
    # WP's turn: wp-a has one way to be played, wp-b three without a marker on an order field and two with one (three
    # of ten places); either has 18 marker moves, three bids, and passing. That is 23 for wp-a, 25 for wp-b where
    # ACz's marker lies on none of WP's order fields (7 of 10) and 24 otherwise: 10 * 3 * (10 * 23 + 7 * 25 + 3 * 24).
    "opening": (opening, [10, 100, 200, 200, 600, 30 * (230 + 175 + 72), "|"]),
    # wp-b on N or M (a marker lies on O.S), 18 marker moves, 3 bids, pass: 24. Then after either play: one of 3 steps
    # forward, 6 between fronts, or stop: 2 * 10; after all others the round ends and chance rolls one of 3: 22 * 3.
    "order": (order, [2 + 18 + 3 + 1, 20 + 66, "|", 126, 195]),
    # Three rolls; ACz has a card to draw and WP none; WP takes a side. With high WP does one of 3 adds, 9 steps, end;
    # with low, ACz does: 3, 3, 6, 6 * 13.
    "supplies": (supplies, [3, 3, 6, 6 * 13, "|"]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_there_are_so_many_sequences_of_a_battle(name):
    state, numbers = expected(COUNTS, name)
    assert [sequences(bitwa_warszawska, state, depth) for depth in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize("name", COUNTS)
def test_trying_every_move_finds_as_many_sequences_of_a_battle(name):
    state, numbers = expected(COUNTS, name)
    for depth, number in enumerate(numbers, start=1):
        if number < 200:
            assert sequences_tried(bitwa_warszawska, state, depth, lambda here: {*every_move(here)}) == number
