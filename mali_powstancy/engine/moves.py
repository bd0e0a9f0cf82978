"""Moves: the smallest decisions of players and of chance, each a value with a text form both ways.

>>> str(Walk("zosia", "past"))
'walk zosia past'
>>> parse_move("walk zosia past") == Walk("zosia", "past")
True
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.engine.cards import Colour, GoalId, OrderId, ScoutId
from mali_powstancy.tabletop.game import Seat as Seat
from mali_powstancy.tabletop.move_texts import MoveTexts

# Every kind ends with its verb, so that moves of different kinds are never equal.


class FirstPlayer(NamedTuple):
    """Chance gives the start marker to a seat (B-4)."""

    seat: Seat
    verb: Literal["first"] = "first"


class DealGoal(NamedTuple):
    """Chance deals a secret goal (E-3)."""

    goal: GoalId
    verb: Literal["deal"] = "deal"


class Draw(NamedTuple):
    """Chance turns up the top card of the deck (B-6)."""

    order: OrderId
    verb: Literal["draw"] = "draw"


class Roll(NamedTuple):
    """Chance rolls the die (B-19)."""

    colour: Colour
    number: int
    verb: Literal["roll"] = "roll"


class KeepGoals(NamedTuple):
    """A player keeps these of the goals dealt, the others go back to the box unseen (E-3)."""

    goals: tuple[GoalId, ...]
    verb: Literal["keep"] = "keep"


class ChooseCard(NamedTuple):
    """A player lays a movement card face down (B-11)."""

    card: int
    verb: Literal["card"] = "card"


class PlaceScout(NamedTuple):
    """A freed scout comes back to the board (B-17)."""

    scout: ScoutId
    field: FieldId
    verb: Literal["place"] = "place"


class Walk(NamedTuple):
    """One scout walks one field (B-14)."""

    scout: ScoutId
    to: FieldId
    verb: Literal["walk"] = "walk"


class Jump(NamedTuple):
    """One scout jumps to a neighbouring object (B-15)."""

    scout: ScoutId
    to: FieldId
    verb: Literal["jump"] = "jump"


class Collect(NamedTuple):
    """A scout takes an order where it starts (B-7)."""

    scout: ScoutId
    order: OrderId
    verb: Literal["collect"] = "collect"


class Drop(NamedTuple):
    """A scout gives up the order it carries (B-9)."""

    scout: ScoutId
    verb: Literal["drop"] = "drop"


class Pals(NamedTuple):
    """Two own scouts in one district change places (E-5)."""

    scout: ScoutId
    other: ScoutId
    verb: Literal["pals"] = "pals"


class Unit(NamedTuple):
    """An insurgent unit brings a scout to a neighbouring object (E-6)."""

    scout: ScoutId
    to: FieldId
    verb: Literal["unit"] = "unit"


class SwapOrders(NamedTuple):
    """Two orders on neighbouring spaces of the track change places (E-7); the nearer to space 1 is named first."""

    order: OrderId
    other: OrderId
    verb: Literal["swap"] = "swap"


class Gossip(NamedTuple):
    """A player looks at the cards of the next order phase (E-8)."""

    verb: Literal["gossip"] = "gossip"


class EndTurn(NamedTuple):
    """A player ends the turn or the extra move."""

    verb: Literal["end"] = "end"


class Target(NamedTuple):
    """A player decides towards which of the own scouts the soldier runs (B-20)."""

    field: FieldId
    verb: Literal["target"] = "target"


class GiveExtraMove(NamedTuple):
    """A player decides which of the own scouts gets the extra move of a red die (B-22)."""

    scout: ScoutId
    verb: Literal["extra"] = "extra"


class Block(NamedTuple):
    """The player who moved last lays a small token on a road (B-24)."""

    road: RoadId
    verb: Literal["block"] = "block"


class Retreat(NamedTuple):
    """A displaced or evacuated scout goes to one of several nearest safe fields (B-26, E-12)."""

    scout: ScoutId
    to: FieldId
    verb: Literal["retreat"] = "retreat"


ChanceMove = FirstPlayer | DealGoal | Draw | Roll
PlayerMove = (
    KeepGoals
    | ChooseCard
    | PlaceScout
    | Walk
    | Jump
    | Collect
    | Drop
    | Pals
    | Unit
    | SwapOrders
    | Gossip
    | EndTurn
    | Target
    | GiveExtraMove
    | Block
    | Retreat
)
Move = ChanceMove | PlayerMove

CHANCE_KINDS: tuple[type[ChanceMove], ...] = get_args(ChanceMove)
MOVE_KINDS: tuple[type[Move], ...] = get_args(Move)


_TEXTS: MoveTexts[Move] = MoveTexts(
    MOVE_KINDS, {"seat": int, "card": int, "number": int, "colour": Colour}, {KeepGoals: str}
)
parse_move = _TEXTS.read
