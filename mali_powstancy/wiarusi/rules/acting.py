"""A turn: exactly one of four actions - play a card, use the charm, make a speech, withdraw."""

from __future__ import annotations

from mali_powstancy.wiarusi.events import CharmUsed, TrapSprung, card_played
from mali_powstancy.wiarusi.moves import Charm, Play, PlayerMove, Withdraw
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.landing import land
from mali_powstancy.wiarusi.rules.piles import discard, pile_size
from mali_powstancy.wiarusi.rules.withdrawing import must_withdraw, spoken
from mali_powstancy.wiarusi.state import CHANCE, Draft, Phase, Position, replaced, task_of, without

_TRAP = Phase.TRAP
_WITHDRAW = Withdraw()


def legal_in_turn(position: Position) -> list[PlayerMove]:
    """Every action that is open to the active player; there is no passing [W-16, HW-12, HW-20]."""
    game, seat = position.game, position.agenda[0].who
    verdict = spoken(position, seat)
    if verdict is Reason.MUST_WITHDRAW:
        return [_WITHDRAW]
    moves: list[PlayerMove] = list(map(game.plays.__getitem__, position.hands[seat]))
    if position.charms[seat] and position.nml:
        shows = _charmed(position)
        moves += [game.charms[card] for card in position.nml if card in shows]
    if position.tokens[seat] and game.mute not in position.knocks[seat]:
        moves += game.speeches
    if verdict is None:
        moves.append(_WITHDRAW)
    return moves


def _charmed(position: Position) -> frozenset[str]:
    """The cards that show the threat of the active player's charm."""
    character = position.characters[position.agenda[0].who]
    assert character is not None, "characters are given before the first mission"
    return position.game.shows[position.game.scenario.characters[character].charm]


# Playing a card -----------------------------------------------------------------------------------------------------


def refuse_play(position: Position, move: Play) -> Reason | None:
    """A card of the own hand, unless fear drives the player away [W-17, W-73]."""
    if must_withdraw(position):
        return Reason.MUST_WITHDRAW
    return None if move.card in position.hands[position.agenda[0].who] else Reason.NOT_IN_HAND


def play_card(draft: Draft, move: Play) -> None:
    """A card leaves the hand; a trap on it brings another one, even if the mission has failed [W-17, W-31, W-34].

    Only a card played from the hand sets a trap off; with an empty pile nothing happens [HW-16, W-65], and in the
    game for beginners there are no traps [W-51, W-52].
    """
    seat, card = draft.agenda[0].who, move.card
    draft.hands = replaced(draft.hands, seat, without(draft.hands[seat], card))
    draft.tell(card_played(seat, card))
    asked = land(draft, seat, card)
    if card in draft.game.traps and pile_size(draft):
        draft.tell(TrapSprung(seat, card))
        asked += (task_of(_TRAP, CHANCE, seat),)
    draft.done((*asked, draft.game.action_ends[seat]))


# The charm ----------------------------------------------------------------------------------------------------------


def refuse_charm(position: Position, move: Charm) -> Reason | None:
    """A charm not yet used, and a card of no man's land with its threat, never a trauma [W-18, W-19, HW-18]."""
    if must_withdraw(position):
        return Reason.MUST_WITHDRAW
    if not position.charms[position.agenda[0].who]:
        return Reason.CHARM_USED
    return None if move.card in position.nml and move.card in _charmed(position) else Reason.CHARM_NO_MATCH


def use_charm(draft: Draft, move: Charm) -> None:
    """One whole card is discarded, and the character is turned over [W-18, W-19, HW-18]."""
    seat = draft.agenda[0].who
    draft.nml = without(draft.nml, move.card)
    discard(draft, move.card)
    draft.charms = replaced(draft.charms, seat, False)
    draft.tell(CharmUsed(seat, move.card))
    draft.done((draft.game.action_ends[seat],))
