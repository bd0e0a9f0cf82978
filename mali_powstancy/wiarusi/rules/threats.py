"""Counting: how often each threat is active, and how many hard knocks somebody bears."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from mali_powstancy.wiarusi.cards import THREATS, CardId, ThreatId
from mali_powstancy.wiarusi.moves import Seat

if TYPE_CHECKING:
    from mali_powstancy.wiarusi.game import Game

_BYTE = 255
_HIGHEST_BITS = sum(128 << 8 * place for place in range(len(THREATS)))


class OpenTable(Protocol):
    """What everyone sees of a position, or of an observation."""

    @property
    def game(self) -> Game: ...
    @property
    def nml(self) -> tuple[CardId, ...]: ...
    @property
    def knocks(self) -> tuple[tuple[CardId, ...], ...]: ...
    @property
    def withdrawn(self) -> tuple[bool, ...]: ...


def active_signs(table: OpenTable) -> int:
    """The active threats in one number, a byte for each (see `cards.SIGN`) [W-15, HW-13].

    Traumas and phobias count while their owner is in the mission [K-1, K-2, W-28, W-69, HW-29].
    """
    signs = table.game.signs.__getitem__
    total = sum(map(signs, table.nml))
    for gone, knocks in zip(table.withdrawn, table.knocks, strict=True):
        if knocks and not gone:
            total += sum(map(signs, knocks))
    return total


def active_threats(table: OpenTable) -> dict[ThreatId, int]:
    """How often each threat is active, those that are not left out [W-14, HW-13]."""
    signs = active_signs(table)
    counts = {threat: signs >> 8 * place & _BYTE for place, threat in enumerate(THREATS)}
    return {threat: count for threat, count in counts.items() if count}


def fails(game: Game, signs: int) -> bool:
    """So many active threats fail a mission [W-15]."""
    return bool(signs + game.too_many & _HIGHEST_BITS)


def failing_threat(table: OpenTable) -> ThreatId | None:
    """The first threat that is active three times, so that the mission fails [W-15]."""
    over = active_signs(table) + table.game.too_many & _HIGHEST_BITS
    if not over:
        return None
    return next(threat for place, threat in enumerate(THREATS) if over >> 8 * place & _BYTE)


def is_frightening(table: OpenTable) -> bool:
    """Some threat is active twice, the own trauma included [K-8]."""
    return bool(active_signs(table) + table.game.nearly_too_many & _HIGHEST_BITS)


def bolts(table: OpenTable, seat: Seat) -> int:
    """How many hard knocks a player bears; Wounded counts two [K-3, HW-38]."""
    return sum(map(table.game.bolts.__getitem__, table.knocks[seat]))
