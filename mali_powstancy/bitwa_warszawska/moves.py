"""Moves: the smallest decisions of players and of chance, each a value with a text form both ways.

>>> str(Play("wp-haller", "M", 1))
'play wp-haller M 1'
>>> parse_move("play wp-12-dp") == Play("wp-12-dp")
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, HALVES, MARKERS, RESOURCES, CardId, SeatName
from mali_powstancy.tabletop.game import Seat as Seat
from mali_powstancy.tabletop.game import UnreadableMove

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
    """The winner of Social support lays the Special blockade marker, or leaves it: `none` (V-35)."""

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


def _text(move: Move) -> str:
    """The verb, then what it is about: `play wp-haller M 1`; what is not said is left out."""
    parts: tuple[object, ...] = move[:-1]
    if isinstance(move, GiveInitiative | HandOut) and isinstance(move.order, tuple):
        parts = move.order
    elif isinstance(move, Play | Activate):
        parts = tuple(part for part in parts if part not in ("", 0))
    return " ".join(map(str, (move.verb, *parts)))  # whatever the parts are: a refusal has to name the move


for _kind in MOVE_KINDS:
    _kind.__str__ = _text  # type: ignore[assignment, method-assign]  # one text form for all kinds

_BY_VERB: dict[str, type[Move]] = {kind._field_defaults["verb"]: kind for kind in MOVE_KINDS}
_OPTIONS = ("1", "2")


def _one_of(*known: str) -> Callable[[str], str]:
    def read(word: str) -> str:
        if word not in known:
            raise ValueError(word)
        return word

    return read


def _option(word: str) -> int:
    if word not in _OPTIONS:
        raise ValueError(word)
    return int(word)


_READERS: dict[str, Callable[[str], object]] = {
    "seat": _one_of(*SEAT_NAMES),
    "front": _one_of(*FRONTS),
    "place": _one_of(*HALVES),
    "resource": _one_of(*RESOURCES),
    "marker": _one_of(*MARKERS),
    "line": _one_of(*LINES),
    "way": _one_of(*NO_WAYS),
    "option": _option,
    "units": _one_of("all"),
}
_OWN_READERS: dict[type[Move], Callable[[str], object]] = {
    TakeFunds: _one_of(*SIDES_OF_FUNDS),
    TakeSupplies: _one_of(*SIDES_OF_SUPPLIES),
    LaySpecial: _one_of(*HALVES, NO_PLACE),
}
_LONGEST = 400
"""No move of any sensible scenario has a longer text."""


def parse_move(text: str) -> Move:
    """The move with this text; raise `UnreadableMove` for any other text."""
    verb, *words = text.split(" ")
    kind = _BY_VERB.get(verb)
    if kind is None or len(text) > _LONGEST or "" in words:
        raise UnreadableMove(text[:_LONGEST])
    names = kind._fields[:-1]
    least = len(names) - sum(name in kind._field_defaults for name in names)
    try:
        if kind is GiveInitiative or kind is HandOut:
            move: Move = kind(tuple(_one_of(*SEAT_NAMES)(word) for word in words))
        elif least <= len(words) <= len(names):
            readers = [_OWN_READERS.get(kind) or _READERS.get(name, str) for name in names]
            move = kind(*(read(word) for read, word in zip(readers, words, strict=False)))  # type: ignore[arg-type]
        else:
            raise UnreadableMove(text)
    except ValueError:
        raise UnreadableMove(text) from None
    if str(move) != text:  # every move has one text
        raise UnreadableMove(text)
    return move
