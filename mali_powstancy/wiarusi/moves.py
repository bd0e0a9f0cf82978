"""Moves: the smallest decisions of players and of chance, each a value with a text form both ways.

>>> str(Play("night-shell-1"))
'play night-shell-1'
>>> parse_move("play night-shell-1") == Play("night-shell-1")
True
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from mali_powstancy.tabletop.game import Seat as Seat
from mali_powstancy.tabletop.move_texts import MoveTexts
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


_TEXTS: MoveTexts[Move] = MoveTexts(MOVE_KINDS, {"seat": int, "number": int}, {Shed: str})
parse_move = _TEXTS.read
"""Knocks may stand in any order."""
