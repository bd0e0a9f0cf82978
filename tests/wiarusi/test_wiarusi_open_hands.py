"""Open hands, for showing the game: everybody sees the cards, bots use what they see, and nothing else changes."""

import random

import pytest

from mali_powstancy.wiarusi import CHANCE, game_rng, load_scenario, new_game, observe, play, sample_chance
from mali_powstancy.wiarusi.bots.careful import careful_bot
from mali_powstancy.wiarusi.bots.reckoning import Reckoning
from mali_powstancy.wiarusi.bots.strong import Strong
from mali_powstancy.wiarusi.bots.worlds import Worlds
from mali_powstancy.wiarusi.rules.piles import possible_draws
from mali_powstancy.wiarusi.rules.threats import active_signs, fails
from mali_powstancy.wiarusi.scenario import Hands

OPEN = load_scenario("wiarusi-open")


def positions(scenario, players, seed):
    """Every position of a game of careful bots in which a seat is asked."""
    rng, state = game_rng(seed), new_game(scenario, players)
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state = play(state, sample_chance(state, rng)).state
        else:
            yield state
            state = play(state, careful_bot(observe(state, state.to_act), rng)).state


@pytest.mark.parametrize("players", [2, 3, 5])
def test_everyone_sees_all_hands_and_nobody_a_tile_or_an_answer_of_others(players):
    for state in positions(OPEN, players, players):
        for seat in (None, *state.game.seats):
            seen = observe(state, seat)
            assert seen.hands == state.hands
            others = [other for other in state.game.ring if other != seat]
            assert {seen.tiles[other] for other in others} == {None}
            assert {seen.laid[other] for other in others} == {None}
            assert {seen.answers[other] for other in others if other in state.game.seats} == {None}


def test_who_sees_all_hands_counts_the_true_chance_that_the_next_card_fails():
    counted = 0
    for seed in range(4):
        for state in positions(OPEN, 3, seed):
            if not state.pile:
                continue
            draws = possible_draws(state)
            signs = active_signs(state)
            failing = sum(
                weight for move, weight in draws.items() if fails(state.game, signs + state.game.signs[move.card])
            )
            at = Reckoning(observe(state, state.to_act))
            assert at.chance_of_failure(signs) == pytest.approx(failing / sum(draws.values()))
            counted += failing > 0
    assert counted > 10


@pytest.mark.parametrize("hands", [*Hands])
def test_possible_worlds_agree_with_what_is_seen(hands):
    scenario = OPEN._replace(hands=hands)
    rng = random.Random(1)
    for state in positions(scenario, 4, 2):
        for seat in (None, *state.game.seats):
            seen = observe(state, seat)
            assert observe(Worlds(seen).draw(rng), seat) == seen


def test_a_strong_player_plays_with_open_hands_to_the_end():
    rng, state, strong = game_rng(3), new_game(OPEN, 3), Strong(6)
    while state.to_act is not None:
        seat = state.to_act
        move = sample_chance(state, rng) if seat == CHANCE else strong(observe(state, seat), rng)
        state = play(state, move).state
    assert state.ending
