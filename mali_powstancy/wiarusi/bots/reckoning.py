"""Reckoning: what a seat can count for itself - what a card would do, and how likely the next card is to fail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from mali_powstancy.wiarusi.cards import THREATS, CardId, ThreatId
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.moves import PlayerMove, Seat
from mali_powstancy.wiarusi.observation import Observation
from mali_powstancy.wiarusi.rules.threats import active_signs, fails

Kind = TypeVar("Kind", bound=PlayerMove)

_BYTE = 255


class Reckoning:
    """One look at an observation, in which a seat is asked."""

    __slots__ = ("game", "hand", "seat", "seen", "signs")

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None, "only a seat that is asked has something to reckon"
        self.seen, self.game, self.seat = seen, seen.game, seen.seat
        self.signs = active_signs(seen)
        self.hand: tuple[CardId, ...] = seen.hands[self.seat] or ()

    def moves(self, kind: type[Kind]) -> list[Kind]:
        """The legal moves of a kind."""
        return [move for move in self.seen.legal if isinstance(move, kind)]

    def active(self, threat: ThreatId) -> int:
        """How often a threat is active."""
        return self.signs >> 8 * THREATS.index(threat) & _BYTE

    @property
    def charm(self) -> ThreatId:
        """The threat of the own charm."""
        return self.game.scenario.characters[self.seen.characters[self.seat] or ""].charm

    def is_doubled(self, threat: ThreatId) -> bool:
        """One more of this threat fails the mission."""
        return self.active(threat) >= self.game.scenario.identical_threats - 1

    def fails(self, card: CardId) -> bool:
        """This card would fail the mission."""
        return fails(self.game, self.signs + self.game.signs[card])

    def crowding(self, card: CardId) -> int:
        """How often the threats of a card are active, all together."""
        signs = self.signs
        return sum([signs >> place & _BYTE for place in self.game.places[card]])

    def chance_of_failure(self, signs: int) -> float:
        """How likely the next card of the pile fails the mission, when so many threats are active.

        It is counted over all cards that this seat has not seen, those in other hands too: nothing is told about them.
        """
        seen, game = self.seen, self.game
        if not seen.pile:
            return 0.0
        failing = _part(game, signs, seen.unseen)
        if seen.top or not (returned := self.missing):
            return failing
        # A card that was shuffled back may lie in each place of the lower part and in each place of another hand.
        back = len(returned) / (
            seen.lower + sum([s for s, h in zip(seen.hand_sizes, seen.hands, strict=True) if h is None])
        )
        return failing * (1.0 - back) + _part(game, signs, returned) * back

    @property
    def missing(self) -> list[CardId]:
        """The cards that were shuffled back and that this seat has not seen since."""
        in_sight = [card for hand in self.seen.hands if hand is not None for card in hand]
        return [card for card in self.seen.returned if card not in in_sight]

    def bolts(self, seat: Seat) -> int:
        """How many hard knocks a player bears."""
        return sum(map(self.game.bolts.__getitem__, self.seen.knocks[seat]))


def _part(game: Game, signs: int, cards: Iterable[CardId]) -> float:
    """How many of these cards would fail the mission, as a part of them all; a hard knock is a threat for its owner."""
    found = [fails(game, signs + game.signs[card]) for card in cards]
    return sum(found) / len(found) if found else 0.0
