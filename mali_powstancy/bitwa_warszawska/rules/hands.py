"""Cards leave a hand: they are discarded or laid somewhere, and the turn goes on."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import Army, CardId
from mali_powstancy.bitwa_warszawska.events import card_discarded
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.bitwa_warszawska.state import Draft, Phase, Task, replaced

_TURN = Phase.TURN


def take_from_hand(draft: Draft, card: CardId) -> Seat:
    """The card leaves the hand of who acts; who that is [V-36]."""
    seat = draft.agenda[0].who
    hand = draft.hands[seat]
    at = hand.index(card)
    draft.hands = replaced(draft.hands, seat, hand[:at] + hand[at + 1 :])
    return seat


def discard(draft: Draft, army: Army, card: CardId) -> None:
    """The card lies on its army's discard pile, for all to see [HV-23]."""
    draft.discards = replaced(draft.discards, army, (*draft.discards[army], card))


def discard_from_hand(draft: Draft, card: CardId) -> None:
    """Any card pays for moving a marker or activating a commander [V-40]."""
    seat = take_from_hand(draft, card)
    discard(draft, draft.game.armies[seat], card)
    draft.tell(card_discarded(seat, card))


def go_on_after(draft: Draft, tasks: tuple[Task, ...]) -> None:
    """What an action asks comes next; a turn is one action, then the next seat has its turn [V-36, V-37]."""
    task = draft.agenda[0]
    draft.done((*tasks, draft.game.next_turns[task.number]) if task.phase is _TURN else tasks)
