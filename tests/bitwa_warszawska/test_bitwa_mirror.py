"""The rules know no army: with all cards exchanged, exchanged moves lead to exchanged positions."""

import re
from functools import lru_cache
from typing import Any

import pytest

from mali_powstancy.bitwa_warszawska import GameState, Scenario, legal_moves, new_game, outcome, parse_move, play
from mali_powstancy.bitwa_warszawska.cards import ARMIES, HALVES
from mali_powstancy.bitwa_warszawska.state import NOWHERE
from tests.bitwa_warszawska.random_battles import TABLES, level, whole_game

OTHER = {"WP": "ACz", "ACz": "WP", "wp": "acz", "acz": "wp"}


def turned(text: str) -> str:
    """Every army and every card by the name of the other side's."""
    return re.sub(r"\b(WP|ACz|wp|acz)\b", lambda found: OTHER[found[0]], text)


@lru_cache
def turned_level(name: str) -> Scenario:
    """The scenario in which each army has the cards of the other one."""
    scenario = level(name)
    cards = [card._replace(id=turned(card.id), army=turned(card.army)) for card in scenario.cards.values()]
    return scenario._replace(cards={card.id: card for card in cards})


def seen(state: GameState, turn: bool) -> dict[str, Any]:
    """All of a position by names, cards as sets, if it is asked with the armies exchanged."""

    def name(text: str) -> str:
        return turned(text) if turn else text

    def army(number: int) -> str:
        return "" if number == NOWHERE else name(ARMIES[number])

    game = state.game
    by_army = {
        army(at): (
            [state.l1[3 * at : 3 * at + 3], state.l2[3 * at : 3 * at + 3], state.strength[3 * at : 3 * at + 3]],
            [state.used[3 * at : 3 * at + 3], state.started[3 * at : 3 * at + 3], state.verified[3 * at : 3 * at + 3]],
            [*map(name, state.commanders[3 * at : 3 * at + 3]), *map(name, state.orders[3 * at : 3 * at + 3])],
            [{*map(name, state.bids[2 * resource + at])} for resource in range(3)],
            {*map(name, state.decks[at])},
            {*map(name, state.discards[at])},
            state.points[at],
            state.markers[at],
        )
        for at in (0, 1)
    }
    by_seat = {
        name(game.seat_names[seat]): ({*map(name, state.hands[seat])}, state.passed[seat]) for seat in game.seats
    }
    result = outcome(state)
    asked = state.to_act
    return {
        "armies": by_army,
        "seats": by_seat,
        "initiative": [name(game.seat_names[seat]) for seat in state.initiative],
        "asked": asked if asked is None or asked < 0 else name(game.seat_names[asked]),
        "phase": state.phase,
        "special": "" if state.special == NOWHERE else name(HALVES[state.special]),
        "fronts": (state.scoring, state.last_scoring, state.fought, [*map(army, state.advantage)]),
        "round": state.round,
        "moves": {name(str(move)) for move in legal_moves(state)},
        "winners": result and {name(game.seat_names[seat]) for seat in result.winners},
    }


@pytest.mark.parametrize("at", range(len(TABLES)))
@pytest.mark.parametrize("name", ["bitwa-standard", "small"])
def test_exchanged_armies_play_an_exchanged_game_V_1(name, at):
    players, pair = TABLES[at]
    line = whole_game(name, at, 1)
    state = new_game(turned_level(name), players, pair=pair and turned(pair))
    before = line.opening
    for step in line.steps:
        assert seen(state, turn=False) == seen(before, turn=True)
        state, _ = play(state, parse_move(turned(str(step.move))))
        before = step.state
    assert seen(state, turn=False) == seen(before, turn=True)
    assert state.ending == before.ending != ""
