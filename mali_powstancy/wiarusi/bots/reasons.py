"""Reasons: what speaks for a move, as keys of sentences; what a hand or a tile would betray is marked as secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from mali_powstancy.tabletop.advice import Because
from mali_powstancy.wiarusi.bots.reckoning import Reckoning
from mali_powstancy.wiarusi.cards import THREATS
from mali_powstancy.wiarusi.moves import (
    Charm,
    Deal,
    Decline,
    Drop,
    Forget,
    Keep,
    Lay,
    Play,
    PlayerMove,
    Regain,
    Relieve,
    Shed,
    Speak,
    Withdraw,
)
from mali_powstancy.wiarusi.observation import Observation

MOST = 3
"""So many reasons are given at most."""


def reasons_for(seen: Observation, move: PlayerMove) -> tuple[Because, ...]:
    """One to three reasons for a legal move, the most important first; at least one may be said aloud."""
    return tuple(islice(_REASONS[type(move)](Reckoning(seen), move), MOST))


def _because(key: str, secret: bool = False, **values: str | int) -> Because:
    return Because(f"bot.wiarusi.{key}", tuple(values.items()), secret)


def _deal(at: Reckoning, move: Deal) -> Iterator[Because]:
    held, players = sum(at.seen.hand_sizes), at.game.players
    if move.number * players >= at.seen.pile:
        yield _because("deal.all")
    yield _because("deal.hands", n=held + min(move.number * players, at.seen.pile))


def _play(at: Reckoning, move: Play) -> Iterator[Because]:
    """The card will lie open, so what it does may be said; how it compares with the rest of the hand may not."""
    game, card = at.game, move.card
    if not at.seen.pile:
        yield _because("play.pile-is-empty")
    if card in game.gifts:
        yield _because("play.christmas")
    elif card in game.knock_cards:
        yield _because("play.knock", knock=card, n=at.bolts(at.seat) + game.bolts[card])
    elif at.fails(card):
        yield _because("play.fails", threat=next(t for t in THREATS if at.is_doubled(t) and card in game.shows[t]))
    else:
        crowded = [t for t in THREATS if card in game.shows[t] and at.active(t) == game.scenario.identical_threats - 2]
        yield _because("play.crowds", threat=crowded[0]) if crowded else _because("play.room")
    if Withdraw() not in at.seen.legal:
        yield _because("play.bound")
    if card in game.traps and at.seen.pile:
        chance = at.chance_of_failure(at.signs + game.signs[card])
        yield _because("play.trap", secret=True, percent=round(100 * chance))
    if failing := sum([at.fails(other) for other in at.hand if other != card]):
        yield _because("play.hand", secret=True, n=failing)


def _charm(at: Reckoning, move: Charm) -> Iterator[Because]:
    key = "charm.doubled" if at.is_doubled(at.charm) else "charm.room"
    yield _because(key, threat=at.charm, card=move.card)


def _speak(at: Reckoning, move: Speak) -> Iterator[Because]:
    seen = at.seen
    listeners = [seat for seat in at.game.seats if seat != at.seat and not seen.withdrawn[seat]]
    if listeners:
        yield _because("speak.cards", threat=move.threat, n=sum([seen.hand_sizes[seat] for seat in listeners]))
    else:
        yield _because("speak.wait")
    if at.is_doubled(move.threat):
        yield _because("speak.doubled", threat=move.threat)


def _withdraw(at: Reckoning, move: Withdraw) -> Iterator[Because]:
    doubled = sum(map(at.is_doubled, THREATS))
    if at.seen.legal == (move,) and doubled and at.game.fearful in at.seen.knocks[at.seat]:
        yield _because("withdraw.fear")
    elif not at.hand:
        yield _because("withdraw.empty")
    elif doubled:
        yield _because("withdraw.doubled", n=doubled)
    else:
        yield _because("withdraw.early")
    if failing := sum(map(at.fails, at.hand)):
        yield _because("withdraw.hand", secret=True, n=failing)


def _relieve(at: Reckoning, move: Relieve) -> Iterator[Because]:
    yield _because("relieve", seat=move.seat, knock=move.knock, n=at.bolts(move.seat))


def _drop(at: Reckoning, move: Drop) -> Iterator[Because]:
    yield _because("answer")
    yield _because("drop", secret=True, card=move.card)
    if at.fails(move.card):
        yield _because("drop.fails", secret=True)


def _keep(at: Reckoning, move: Keep) -> Iterator[Because]:
    yield _because("answer")
    yield _because("keep.none" if len(at.seen.legal) == 1 else "keep", secret=True)


def _lay(at: Reckoning, move: Lay) -> Iterator[Because]:
    yield _because("lay")
    yield from _helped(at, move)


def _forget(at: Reckoning, move: Forget) -> Iterator[Because]:
    yield _because("forget", tile=move.tile)


def _helped(at: Reckoning, move: Lay) -> Iterator[Because]:
    """Whom the tile helps is nobody's business before the support [W-62]."""
    seat = at.game.target[at.seat][move.tile]
    if seat == at.game.chaplain:
        yield _because("lay.chaplain", secret=True)
    elif borne := at.bolts(seat):
        yield _because("lay.knocks", secret=True, seat=seat, n=borne)
    else:
        yield _because("lay.friend", secret=True, seat=seat)


def _shed(at: Reckoning, move: Shed) -> Iterator[Because]:
    yield _because("shed", n=at.bolts(at.seat))
    for knock in move.knocks:
        yield _because("shed.knock", knock=knock)


def _regain(at: Reckoning, move: Regain) -> Iterator[Because]:
    yield _because("regain", threat=at.charm)


def _decline(at: Reckoning, move: Decline) -> Iterator[Because]:
    yield _because("decline")


_REASONS: dict[type, Callable[[Reckoning, Any], Iterator[Because]]] = {
    Deal: _deal,
    Play: _play,
    Charm: _charm,
    Speak: _speak,
    Withdraw: _withdraw,
    Relieve: _relieve,
    Drop: _drop,
    Keep: _keep,
    Forget: _forget,
    Lay: _lay,
    Shed: _shed,
    Regain: _regain,
    Decline: _decline,
}
