"""The trials pile and the morale reserve: what may lie where, without a hidden order (HW-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mali_powstancy.wiarusi.cards import CardId
from mali_powstancy.wiarusi.moves import DrawCard
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.state import Draft, Position, with_one, without

if TYPE_CHECKING:
    from random import Random


def pile_size(position: Position) -> int:
    """How many cards lie in the trials pile; everyone may count them [W-63]."""
    return position.top + len(position.low) + position.low_fresh


def possible_draws(position: Position) -> dict[DrawCard, int]:
    """Every card that may be drawn, with a weight [HW-6].

    On top lie fresh cards only; in the lower part each card that was shuffled back is as likely as each place of it.
    """
    draws, low, low_fresh = position.game.draws, position.low, position.low_fresh
    if position.top:
        return {draws[card]: 1 for card in position.fresh}
    weights = {draws[card]: len(position.fresh) or 1 for card in low}
    if low_fresh:
        weights |= {draws[card]: low_fresh for card in position.fresh}
    return weights


def sample_draw(position: Position, rng: Random) -> DrawCard:
    """One of `possible_draws`, as likely as its weight [HW-6]."""
    fresh = position.fresh
    if not position.top:
        low = position.low
        place = int(rng.random() * (len(low) + position.low_fresh))
        if place < len(low):
            return position.game.draws[low[place]]
    return position.game.draws[fresh[int(rng.random() * len(fresh))]]


def refuse_draw(position: Position, move: DrawCard) -> Reason | None:
    """Only a card that may lie on top of the pile [HW-6]."""
    card = move.card
    if card in position.fresh and (position.top or position.low_fresh):
        return None
    return None if card in position.low and not position.top else Reason.IMPOSSIBLE_CHANCE


def take_from_pile(draft: Draft, card: CardId) -> None:
    """The card leaves the pile [HW-6]."""
    if not draft.top and card in draft.low:
        draft.low = without(draft.low, card)
        return
    fresh = draft.fresh
    at = fresh.index(card)
    draft.fresh = fresh[:at] + fresh[at + 1 :]
    if draft.top:
        draft.top -= 1
    else:
        draft.low_fresh -= 1


def draw_cards(draft: Draft, number: int, rng: Random) -> list[CardId]:
    """So many cards leave the pile: as one `sample_draw` and `take_from_pile` after another [HW-6]."""
    drawn, fresh, low, random = [], list(draft.fresh), list(draft.low), rng.random
    from_top = min(number, draft.top)
    for _ in range(from_top):
        drawn.append(fresh.pop(int(random() * len(fresh))))
    draft.top -= from_top
    for _ in range(number - from_top):
        place = int(random() * (len(low) + draft.low_fresh))
        if place < len(low):
            drawn.append(low.pop(place))
        else:
            drawn.append(fresh.pop(int(random() * len(fresh))))
            draft.low_fresh -= 1
    draft.fresh, draft.low = tuple(fresh), tuple(low)
    return drawn


def shuffle_back(draft: Draft) -> None:
    """The cards of no man's land go into the pile, and the whole pile is its lower part now [W-36, HW-6, HW-15]."""
    game = draft.game
    draft.low = game.in_order(draft.low + draft.nml)
    draft.returned = game.in_order(draft.returned + draft.nml)
    draft.low_fresh += draft.top
    draft.top = 0
    draft.nml = ()


def discard(draft: Draft, card: CardId) -> None:
    """The card is out of the game for good, for all to see [W-64, HW-22]."""
    draft.discard = with_one(draft.discard, card, draft.game.rank)


def be_seen(draft: Draft, card: CardId) -> None:
    """Everyone sees where the card is, also if it had been shuffled back once [HW-55]."""
    if card in draft.returned:
        draft.returned = without(draft.returned, card)


def lower_morale(draft: Draft, number: int) -> int:
    """So many cards, or as many as there are, go from the reserve to the top of the pile; how many [W-46, HW-51]."""
    number = min(number, draft.reserve)
    draft.reserve -= number
    draft.top += number
    return number
