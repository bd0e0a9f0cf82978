"""A card comes to the table: into no man's land, beside a player, or as a gift; and it may fail the mission."""

from __future__ import annotations

from mali_powstancy.wiarusi.cards import CardId
from mali_powstancy.wiarusi.events import CardDrawnAndPlayed, KnockRemoved, KnockTaken, LeaderChanged, MissionFailed
from mali_powstancy.wiarusi.moves import DrawCard, Relieve, Seat
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.piles import be_seen, discard, take_from_pile
from mali_powstancy.wiarusi.rules.threats import failing_threat
from mali_powstancy.wiarusi.state import Draft, Phase, Position, Task, replaced, task_of, with_one, without

_CHRISTMAS = Phase.CHRISTMAS


def land(draft: Draft, seat: Seat, card: CardId) -> tuple[Task, ...]:
    """The card of a player comes to the table and works at once; what it asks [W-13, W-17, W-33, HW-17, HW-40].

    After every single card it is seen whether the mission has failed, and that stays so [W-15, HW-14].
    """
    game = draft.game
    be_seen(draft, card)
    if card in game.gifts:
        discard(draft, card)
        return (task_of(_CHRISTMAS, seat),) if any(draft.knocks) else ()  # K-16
    if card in game.knock_cards:
        draft.knocks = replaced(draft.knocks, seat, (*draft.knocks[seat], card))
        draft.tell(KnockTaken(seat, card))
        if card == game.tyrannical and draft.leader != seat:  # K-5, HW-37: at once, the order of turns stays
            draft.leader = seat
            draft.tell(LeaderChanged(seat))
    else:
        draft.nml = with_one(draft.nml, card, game.rank)
    if not draft.failed and game.signs[card] and (threat := failing_threat(draft)) is not None:
        draft.failed = True
        draft.tell(MissionFailed(threat))
    return ()


def draw_and_play(draft: Draft, move: DrawCard) -> None:
    """A card by a trap or by clumsiness is played by who drew it; a trap on it is ignored [W-31, W-32, W-71, K-14]."""
    seat = draft.agenda[0].seat
    take_from_pile(draft, move.card)
    draft.tell(CardDrawnAndPlayed(seat, move.card))
    draft.done(land(draft, seat, move.card))


# Merry Christmas ----------------------------------------------------------------------------------------------------


def legal_reliefs(position: Position) -> list[Relieve]:
    """Any hard knock of any player, oneself and the withdrawn included [K-16, HW-17]."""
    return [Relieve(seat, knock) for seat, knocks in enumerate(position.knocks) for knock in knocks]


def refuse_relief(position: Position, move: Relieve) -> Reason | None:
    """The hard knock must lie with that player; the chaplain has none [HW-17, HW-54]."""
    if type(move.seat) is not int:
        return Reason.MALFORMED
    there = move.seat in position.game.seats and move.knock in position.knocks[move.seat]
    return None if there else Reason.NO_SUCH_KNOCK


def relieve(draft: Draft, move: Relieve) -> None:
    """The hard knock is discarded [K-16, HW-17]."""
    remove_knock(draft, move.seat, move.knock)
    draft.done()


def remove_knock(draft: Draft, seat: Seat, knock: CardId) -> None:
    """A hard knock leaves a player as one card, however many it counts as [HW-38, HW-45]."""
    draft.knocks = replaced(draft.knocks, seat, without(draft.knocks[seat], knock))
    discard(draft, knock)
    draft.tell(KnockRemoved(seat, knock))
