"""Prospects: how likely a position at the beginning of a mission is to end in peace, roughly."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from mali_powstancy.wiarusi.cards import Effect, Knock
from mali_powstancy.wiarusi.scoring import Ending
from mali_powstancy.wiarusi.state import GameState

# They follow a logistic regression over missions of careful bots, rounded by hand; see docs/bots.md.
START = 3.9
CARD = -0.56
"""A card of the pile or of a hand: all of them have to go."""
RESERVE = 0.08
CARD_AND_RESERVE = 0.0055
"""With a large reserve there is time for many cards."""
BOLTS = (0.0, -0.2, -0.6, -1.15)
"""By how many hard knocks a player bears."""
CHARM = 0.19
TOKEN = 0.37
SUPPLY = 0.09
KNOCKS: Mapping[Effect, float] = {
    Effect.TRAUMA: -0.25,
    Effect.PHOBIA: -0.25,
    Effect.FRAGILE: -0.55,
    Effect.PRIDEFUL: -0.45,
    Effect.DEMORALIZED: -0.3,
    Effect.TYRANNICAL: -0.25,
    Effect.CLUMSY: -0.25,
    Effect.FEARFUL: -0.2,
    Effect.MUTE: -0.2,
    Effect.FRENZIED: -0.1,
}
"""What a hard knock costs besides being one."""


def prospects(state: GameState) -> float:
    """How likely peace is, between 0 and 1; at the end of a game it is certain."""
    if state.ending:
        return 1.0 if state.ending == Ending.WIN else 0.0
    game, trials = state.game, state.game.scenario.trials
    cards = state.pile + sum(map(len, state.hands))
    odds = START + CARD * cards + (RESERVE + CARD_AND_RESERVE * cards) * state.reserve
    odds += CHARM * sum(state.charms) + TOKEN * sum(state.tokens) + SUPPLY * state.supply
    for knocks in state.knocks:
        if knocks:
            borne = sum(map(game.bolts.__getitem__, knocks))
            odds += BOLTS[min(borne, len(BOLTS) - 1)]
            for knock in knocks:
                card = trials[knock]
                assert isinstance(card, Knock)
                odds += KNOCKS.get(card.effect, 0.0)
    return 1.0 / (1.0 + exp(-odds))
