"""Moves: the smallest decisions of players and of chance, each a value with a text form both ways.

>>> str(Play("wp-haller", "M", 1))
'play wp-haller M 1'
>>> parse_move("play wp-12-dp") == Play("wp-12-dp")
True
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, HALVES, MARKERS, RESOURCES, CardId, SeatName
from mali_powstancy.tabletop.game import Seat as Seat
from mali_powstancy.tabletop.move_texts import MoveTexts, one_of

FrontName = str
"""`N`, `M` or `S`; nothing where there is none to choose."""
PlaceName = str
"""A place of a half: `ACz:L1.N`."""

# Every kind ends with its verb, so that moves of different kinds are never equal.


class GiveInitiative(NamedTuple):
    """Chance gives the initiative, or the initiative markers in their order (V-17, V-18)."""

    order: tuple[SeatName, ...]
    verb: Literal["initiative"] = "initiative"


class DrawCard(NamedTuple):
    """Chance draws a card for a seat from its army's deck (V-9)."""

    seat: SeatName
    card: CardId
    verb: Literal["draw"] = "draw"


class RollFront(NamedTuple):
    """Chance rolls the front of the additional scoring marker (V-21)."""

    front: FrontName
    verb: Literal["scoring"] = "scoring"


class LayMarker(NamedTuple):
    """An army lays its blockade marker at set-up (V-11)."""

    place: PlaceName
    verb: Literal["lay"] = "lay"


class TakeFunds(NamedTuple):
    """The winner of Funds takes a side: `markers` or `cards` (V-27)."""

    side: str
    verb: Literal["funds"] = "funds"


class GiveFour(NamedTuple):
    """An army of two says which seat may draw more cards (V-29)."""

    seat: SeatName
    verb: Literal["four"] = "four"


class HandOut(NamedTuple):
    """An army hands out all initiative markers (V-28)."""

    order: tuple[SeatName, ...]
    verb: Literal["order"] = "order"


class TakeSupplies(NamedTuple):
    """The winner of Supplies takes the side `high` or `low` (V-31)."""

    side: str
    verb: Literal["supplies"] = "supplies"


class Add(NamedTuple):
    """A unit comes from the Reserve to the second line of a front (V-32)."""

    front: FrontName
    verb: Literal["add"] = "add"


class Step(NamedTuple):
    """One unit makes a step: `M2-M1` from the second to the first line of the middle front (HV-13)."""

    way: str
    verb: Literal["step"] = "step"


class End(NamedTuple):
    """An army ends its operations with Supplies (V-32)."""

    verb: Literal["end"] = "end"


class LaySpecial(NamedTuple):
    """The winner of Public support lays the Special blockade marker, or leaves it: `none` (V-35)."""

    place: PlaceName
    verb: Literal["special"] = "special"


class Play(NamedTuple):
    """A card is played: a commander or an order on a front, perhaps with the number of an effect (V-41, V-46, V-51)."""

    card: CardId
    front: FrontName = ""
    option: int = 0
    verb: Literal["play"] = "play"


class MoveMarker(NamedTuple):
    """Any card is discarded to move a blockade marker (V-52)."""

    card: CardId
    marker: str
    place: PlaceName
    verb: Literal["move-marker"] = "move-marker"


class Bid(NamedTuple):
    """Any card is laid at a resource card (V-60)."""

    card: CardId
    resource: str
    verb: Literal["bid"] = "bid"


class Activate(NamedTuple):
    """Any card is discarded to activate the own commander on a front (V-61)."""

    card: CardId
    front: FrontName
    option: int = 0
    verb: Literal["activate"] = "activate"


class Pass(NamedTuple):
    """A seat is out for this round and keeps its hand (V-38)."""

    verb: Literal["pass"] = "pass"


class Stop(NamedTuple):
    """A player makes no more steps (HV-13); `stop` is the word by which a record tells that a table stops (HV-51)."""

    verb: Literal["halt"] = "halt"


class Remove(NamedTuple):
    """A unit of the foe is removed from a line (HV-29)."""

    line: str
    verb: Literal["remove"] = "remove"


class Start(NamedTuple):
    """The battle of a front begins now (V-64)."""

    verb: Literal["start"] = "start"


class Hold(NamedTuple):
    """The battle of a front does not begin now (HV-34)."""

    verb: Literal["hold"] = "hold"


class AdvanceAll(NamedTuple):
    """All own units of the second line go to the first (HV-34)."""

    units: Literal["all"] = "all"
    verb: Literal["advance"] = "advance"


class Keep(NamedTuple):
    """The units stay on their lines (HV-34)."""

    verb: Literal["keep"] = "keep"


class Block(NamedTuple):
    """A card moves the own blockade marker (HV-52)."""

    place: PlaceName
    verb: Literal["block"] = "block"


class Done(NamedTuple):
    """A seat that may act again ends its turn instead (HV-38)."""

    verb: Literal["done"] = "done"


ChanceMove = GiveInitiative | DrawCard | RollFront
PlayerMove = (
    LayMarker
    | TakeFunds
    | GiveFour
    | HandOut
    | TakeSupplies
    | Add
    | Step
    | End
    | LaySpecial
    | Play
    | MoveMarker
    | Bid
    | Activate
    | Pass
    | Stop
    | Remove
    | Start
    | Hold
    | AdvanceAll
    | Keep
    | Block
    | Done
)
Move = ChanceMove | PlayerMove

CHANCE_KINDS: tuple[type[ChanceMove], ...] = get_args(ChanceMove)
MOVE_KINDS: tuple[type[Move], ...] = get_args(Move)

SIDES_OF_FUNDS = ("markers", "cards")
SIDES_OF_SUPPLIES = ("high", "low")
NO_PLACE: PlaceName = "none"
"""Where the Special marker lies that is left on its card."""
LINES = ("L1", "L2")
WAYS = (
    *(f"{front}2-{front}1" for front in FRONTS),
    *(f"{front}1-{front}2" for front in FRONTS),
    *(f"{one}2-{other}2" for one in FRONTS for other in FRONTS if one != other),
)
"""All steps: to the first line, back to the second, and from one second line to another [HV-13]."""
NO_WAYS = tuple(f"{one}{a}-{other}{b}" for one in FRONTS for a in "12" for other in FRONTS for b in "12")
"""All texts of steps, those included that lead nowhere [HV-14]."""
SEAT_NAMES = tuple(f"{army}-{number}" for army in ARMIES for number in (1, 2))


def _option(word: str) -> int:
    if word not in ("1", "2"):
        raise ValueError(word)
    return int(word)


_seat = one_of(*SEAT_NAMES)
_TEXTS: MoveTexts[Move] = MoveTexts(
    MOVE_KINDS,
    {
        "seat": _seat,
        "front": one_of(*FRONTS),
        "place": one_of(*HALVES),
        "resource": one_of(*RESOURCES),
        "marker": one_of(*MARKERS),
        "line": one_of(*LINES),
        "way": one_of(*NO_WAYS),
        "option": _option,
        "units": one_of("all"),
        (TakeFunds, "side"): one_of(*SIDES_OF_FUNDS),
        (TakeSupplies, "side"): one_of(*SIDES_OF_SUPPLIES),
        (LaySpecial, "place"): one_of(*HALVES, NO_PLACE),
    },
    {GiveInitiative: _seat, HandOut: _seat},
)
parse_move = _TEXTS.read
