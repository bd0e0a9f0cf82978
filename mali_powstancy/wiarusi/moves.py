"""Moves: the smallest decisions of players and of chance, each a value with a text form both ways.

>>> str(Play("night-shell-1"))
'play night-shell-1'
>>> parse_move("play night-shell-1") == Play("night-shell-1")
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

from mali_powstancy.tabletop.game import Seat as Seat
from mali_powstancy.tabletop.game import UnreadableMove
from mali_powstancy.wiarusi.cards import CardId, CharacterId, ThreatId, TileId

# Every kind ends with its verb, so that moves of different kinds are never equal.


class GiveCharacter(NamedTuple):
    """Chance gives a character to the next seat (HW-1)."""

    character: CharacterId
    verb: Literal["character"] = "character"


class FirstLeader(NamedTuple):
    """Chance gives the leader's marker to a seat (HW-2)."""

    seat: Seat
    verb: Literal["leader"] = "leader"


class DrawTile(NamedTuple):
    """Chance draws a support tile: the third of a seat, the chaplain's, or that of who is panicked (HW-3, W-57)."""

    tile: TileId
    verb: Literal["tile"] = "tile"


class DrawCard(NamedTuple):
    """Chance turns up the next card of the trials pile (HW-6)."""

    card: CardId
    verb: Literal["draw"] = "draw"


class Deal(NamedTuple):
    """The leader chooses how many cards everyone gets (W-9)."""

    number: int
    verb: Literal["deal"] = "deal"


class Play(NamedTuple):
    """A player plays a card from the hand (W-17)."""

    card: CardId
    verb: Literal["play"] = "play"


class Charm(NamedTuple):
    """A player's charm takes a card out of no man's land (W-18)."""

    card: CardId
    verb: Literal["charm"] = "charm"


class Speak(NamedTuple):
    """A player makes a speech about a threat (W-20)."""

    threat: ThreatId
    verb: Literal["speak"] = "speak"


class Withdraw(NamedTuple):
    """A player leaves the mission (W-25)."""

    verb: Literal["withdraw"] = "withdraw"


class Relieve(NamedTuple):
    """Christmas takes a hard knock away from any player (HW-17)."""

    seat: Seat
    knock: CardId
    verb: Literal["relieve"] = "relieve"


class Drop(NamedTuple):
    """A listener gives up a card that shows the threat of the speech (W-21)."""

    card: CardId
    verb: Literal["drop"] = "drop"


class Keep(NamedTuple):
    """A listener keeps all cards (HW-19)."""

    verb: Literal["keep"] = "keep"


class Forget(NamedTuple):
    """An absent-minded player loses a support tile (HW-34)."""

    tile: TileId
    verb: Literal["forget"] = "forget"


class Lay(NamedTuple):
    """A withdrawing player lays a support tile face down (W-26)."""

    tile: TileId
    verb: Literal["lay"] = "lay"


class _Shed(NamedTuple):
    knocks: tuple[CardId, ...]
    verb: Literal["shed"] = "shed"


class Shed(_Shed):
    """The supported player gets rid of hard knocks (W-39); in which order they are named does not matter."""

    __slots__ = ()

    def __new__(cls, knocks: tuple[CardId, ...]) -> Shed:
        """The same move for the same knocks: they are kept in the order of the alphabet."""
        named = isinstance(knocks, tuple) and all(isinstance(knock, str) for knock in knocks)
        return super().__new__(cls, tuple(sorted(knocks)) if named else knocks)


class Regain(NamedTuple):
    """The supported player gets the charm back (W-39)."""

    verb: Literal["regain"] = "regain"


class Decline(NamedTuple):
    """The supported player does without help (HW-45)."""

    verb: Literal["decline"] = "decline"


ChanceMove = GiveCharacter | FirstLeader | DrawTile | DrawCard
PlayerMove = Deal | Play | Charm | Speak | Withdraw | Relieve | Drop | Keep | Forget | Lay | Shed | Regain | Decline
Move = ChanceMove | PlayerMove

CHANCE_KINDS: tuple[type[ChanceMove], ...] = get_args(ChanceMove)
MOVE_KINDS: tuple[type[Move], ...] = get_args(Move)


def _text(move: Move) -> str:
    """The verb, then what it is about: `play night-shell-1`."""
    words = move.knocks if isinstance(move, Shed) and isinstance(move.knocks, tuple) else move[:-1]
    return " ".join(map(str, (move.verb, *words)))  # whatever the parts are: a refusal has to name the move


for _kind in MOVE_KINDS:
    _kind.__str__ = _text  # type: ignore[assignment, method-assign]  # one text form for all kinds

_BY_VERB: dict[str, type[Move]] = {kind._field_defaults["verb"]: kind for kind in MOVE_KINDS}
_READERS: dict[str, Callable[[str], object]] = {"seat": int, "number": int}


_LONGEST = 400
"""No move of any sensible scenario has a longer text."""


def parse_move(text: str) -> Move:
    """The move with this text; raise `UnreadableMove` for any other text. Only knocks may stand in any order."""
    verb, *words = text.split(" ")
    kind = _BY_VERB.get(verb)
    if kind is None or len(text) > _LONGEST:
        raise UnreadableMove(text[:_LONGEST])
    if kind is Shed:
        if not words or "" in words:
            raise UnreadableMove(text)
        return Shed(tuple(words))
    names = kind._fields[:-1]
    try:
        parts = [_READERS.get(name, str)(word) for name, word in zip(names, words, strict=True)]
    except ValueError:
        raise UnreadableMove(text) from None
    move: Move = kind(*parts)  # type: ignore[arg-type]  # the readers give each field its type
    if str(move) != text or "" in words:  # "deal 03" must not be a second text of "deal 3"
        raise UnreadableMove(text)
    return move
