"""Possible worlds: whole positions that agree with what one seat sees, everything hidden from it drawn by chance."""

from __future__ import annotations

import random

from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.rules.setup import blank
from mali_powstancy.bitwa_warszawska.state import GameState, finished


def world_of(seen: Observation, rng: random.Random) -> GameState:
    """One of the positions that agree with an observation: `observe` gives it again.

    Every card that this seat has not seen is as likely in any place where it may lie.
    """
    game = seen.game
    draft = blank(game)
    hands, decks = [hand or () for hand in seen.hands], []
    for army in (0, 1):
        left = list(seen.unseen[army])
        for seat in game.camps[army]:
            if seen.hands[seat] is None:
                hidden = [left.pop(int(rng.random() * len(left))) for _ in range(seen.hand_sizes[seat])]
                hands[seat] = game.in_order(hidden)
        decks.append(tuple(left))
    draft.hands, draft.decks = tuple(hands), tuple(decks)
    draft.agenda = seen.agenda
    draft.round = seen.round
    draft.initiative = seen.initiative
    draft.l1, draft.l2 = seen.l1, seen.l2
    draft.commanders, draft.orders = seen.commanders, seen.orders
    draft.used, draft.started, draft.pending = seen.used, seen.started, seen.pending
    draft.strength, draft.verified = seen.strength, seen.verified
    draft.passed, draft.discards, draft.bids = seen.passed, seen.discards, seen.bids
    draft.points, draft.markers, draft.special = seen.points, seen.markers, seen.special
    draft.scoring, draft.last_scoring = seen.scoring, seen.last_scoring
    draft.fought, draft.advantage = seen.fought, seen.advantage
    draft.stopping, draft.ending = seen.stopping, seen.ending
    return finished(draft)
