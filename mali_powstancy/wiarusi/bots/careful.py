"""The careful bot: it deals little, plays what is safest, leaves before it gets dangerous and helps who needs it most.

It looks one card ahead and imagines nothing; every choice follows one short rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from math import inf

from mali_powstancy.wiarusi.bots.reckoning import Reckoning
from mali_powstancy.wiarusi.cards import CardId, Effect, Knock, ThreatId, TileId
from mali_powstancy.wiarusi.moves import (
    Charm,
    Deal,
    Drop,
    Forget,
    Lay,
    PlayerMove,
    Regain,
    Relieve,
    Seat,
    Shed,
    Speak,
    Withdraw,
)
from mali_powstancy.wiarusi.observation import Observation
from mali_powstancy.wiarusi.state import Phase

_WITHDRAW, _REGAIN = Withdraw(), Regain()

HANDS: Mapping[int, int] = {2: 7, 3: 7, 4: 8, 5: 12}
"""By number of players: about so many cards should all hands hold together when a mission begins."""
PRESSURE = 1.0
"""What a sign of a card costs for each time that its threat is active already."""
KNOCK = (0.0, 0.0, 2.0, 20.0)
"""What a hard knock costs who then bears one, two, three, four of them."""
FAILURE = 30.0
"""What a failed mission costs; a trap costs its part of that."""
LIMIT = 5.0
"""A card that costs more is kept, and its owner leaves."""
SPEECH = 2
"""Somebody speaks when those who listen hold so many cards each."""
WORST = (
    Effect.HARDHEADED,
    Effect.FRAGILE,
    Effect.WOUNDED,
    Effect.TRAUMA,
    Effect.PHOBIA,
    Effect.DEMORALIZED,
    Effect.CLUMSY,
    Effect.FRENZIED,
    Effect.PRIDEFUL,
    Effect.FEARFUL,
    Effect.SELFISH,
    Effect.TYRANNICAL,
    Effect.PANICKED,
    Effect.ABSENT_MINDED,
    Effect.MUTE,
)
"""Hard knocks, those first that are the hardest to live with."""


def careful_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """A legal move; chance has no part in it."""
    if len(observation.legal) == 1:
        return observation.legal[0]
    return _ANSWERS[observation.agenda[0].phase](Reckoning(observation))


# Difficulty ---------------------------------------------------------------------------------------------------------


def _difficulty(at: Reckoning) -> PlayerMove:
    """About as many cards as no man's land can bear, those counted that are in the hands already."""
    players = at.game.players
    due = HANDS[players] - sum(at.seen.hand_sizes)
    wanted = (2 * due + players) // (2 * players)  # to the nearest number for everyone
    return min(at.moves(Deal), key=lambda move: abs(move.number - wanted))


# A turn -------------------------------------------------------------------------------------------------------------


def _turn(at: Reckoning) -> PlayerMove:
    """A speech for full hands, else the safest card, else the charm, else away."""
    if (speech := _speech(at)) is not None:
        return speech
    card, cost = safest(at)
    if cost <= LIMIT:
        return at.game.plays[card]
    if (charm := _charm(at)) is not None:
        return charm
    return _WITHDRAW if _WITHDRAW in at.seen.legal else at.game.plays[card]  # with an empty hand one may always [W-70]


def safest(at: Reckoning) -> tuple[CardId, float]:
    """The card of the hand that costs least, and what it costs; no card costs more than any other."""
    found, least = "", inf
    for card in at.hand:
        cost = cost_of(at, card)
        if cost < least:
            found, least = card, cost
    return found, least


def cost_of(at: Reckoning, card: CardId) -> float:
    """What it costs to play a card: crowded threats, a trap's chance to fail, a hard knock more to bear."""
    game, signs = at.game, at.signs
    if at.fails(card):
        return FAILURE
    cost = PRESSURE * at.crowding(card)
    if card in game.traps:
        cost += FAILURE * at.chance_of_failure(signs + game.signs[card])
    elif card in game.knock_cards and at.seen.pile:  # with an empty pile peace is near, and nobody asks for knocks
        borne = at.bolts(at.seat) + game.bolts[card]
        cost += KNOCK[min(borne, len(KNOCK)) - 1]
    return cost


def _charm(at: Reckoning) -> PlayerMove | None:
    """The charm, where its threat is active as often as it can be without failing: for the most crowding card."""
    charms = at.moves(Charm) if at.is_doubled(at.charm) else []
    return max(charms, key=lambda move: at.crowding(move.card), default=None)


def _speech(at: Reckoning) -> PlayerMove | None:
    """A speech, when those who listen hold enough cards: about what most unseen cards show."""
    seen = at.seen
    if not seen.tokens[at.seat]:
        return None
    listeners = [seen.hand_sizes[s] for s in at.game.seats if s != at.seat and not seen.withdrawn[s]]
    if not listeners or sum(listeners) < SPEECH * len(listeners):
        return None
    return max(at.moves(Speak), key=lambda move: _worth_saying(at, move.threat), default=None)


def _worth_saying(at: Reckoning, threat: ThreatId) -> tuple[int, int]:
    shows = at.game.shows[threat]
    return (sum(card in shows for card in at.seen.unseen), at.active(threat))


# Helping ------------------------------------------------------------------------------------------------------------


def need(at: Reckoning, seat: Seat) -> tuple[int, int, int]:
    """How much somebody needs help: hard knocks first, then a charm that is used; of equals the first seat."""
    if seat == at.game.chaplain:
        return (-1, 0, -seat)
    return (at.bolts(seat), not at.seen.charms[seat], -seat)


def _lay(at: Reckoning) -> PlayerMove:
    """The tile that goes to who needs help most."""
    return max(at.moves(Lay), key=lambda move: need(at, _target(at, move.tile)))


def _forget(at: Reckoning) -> PlayerMove:
    """The tile that goes to who needs help least."""
    return min(at.moves(Forget), key=lambda move: need(at, _target(at, move.tile)))


def _target(at: Reckoning, tile: TileId) -> Seat:
    return at.game.target[at.seat][tile]


def _support(at: Reckoning) -> PlayerMove:
    """The worst hard knocks go if there are two, or the charm comes back."""
    if at.bolts(at.seat) < 2 and _REGAIN in at.seen.legal:
        return _REGAIN
    return min(at.moves(Shed), key=lambda move: sum([_rank(at, knock) for knock in move.knocks]))


def _christmas(at: Reckoning) -> PlayerMove:
    """Who bears most is relieved of the worst."""
    return min(at.moves(Relieve), key=lambda move: (-at.bolts(move.seat), _rank(at, move.knock)))


def _rank(at: Reckoning, knock: CardId) -> int:
    card = at.game.scenario.trials[knock]
    assert isinstance(card, Knock)
    return WORST.index(card.effect)


def _speech_answer(at: Reckoning) -> PlayerMove:
    """Of the cards that fit, the one that would cost most to play."""
    return max(at.moves(Drop), key=lambda move: cost_of(at, move.card))


_ANSWERS: dict[Phase, Callable[[Reckoning], PlayerMove]] = {
    Phase.DIFFICULTY: _difficulty,
    Phase.TURN: _turn,
    Phase.CHRISTMAS: _christmas,
    Phase.SPEECH: _speech_answer,
    Phase.FORGET: _forget,
    Phase.LAY: _lay,
    Phase.SUPPORT: _support,
}
