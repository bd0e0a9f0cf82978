"""Events: facts that a move brought about, without language; logs, animations and statistics read them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from mali_powstancy.bitwa_warszawska.cards import FRONTS, Army, CardId, Front
from mali_powstancy.bitwa_warszawska.moves import PlaceName, Seat

# Every kind ends with its name, so that events of different kinds are never equal.
# A value of None stands for a secret that the reader may not see (see observation.py).


class InitiativeGiven(NamedTuple):
    """The initiative, or the initiative markers, went to seats: by chance, by Funds or by who handed them out."""

    order: tuple[Seat, ...]
    event: Literal["initiative-given"] = "initiative-given"


class MarkerLaid(NamedTuple):
    """An army laid its blockade marker at set-up."""

    army: Army
    place: PlaceName
    event: Literal["marker-laid"] = "marker-laid"


class MarkerMoved(NamedTuple):
    """A blockade marker was moved, by a discarded card or by the effect of one."""

    army: Army
    """Whose marker it is."""
    place: PlaceName
    event: Literal["marker-moved"] = "marker-moved"


class SpecialLaid(NamedTuple):
    """The Special blockade marker was laid on a place until the end of the round."""

    army: Army
    place: PlaceName
    event: Literal["special-laid"] = "special-laid"


class SpecialKept(NamedTuple):
    """The winner of Public support left the Special marker on its card."""

    army: Army
    event: Literal["special-kept"] = "special-kept"


class RoundBegan(NamedTuple):
    """A round began."""

    round: int
    event: Literal["round-began"] = "round-began"


class ScoringLaid(NamedTuple):
    """The additional scoring marker was laid on the front that was rolled."""

    front: Front
    event: Literal["scoring-laid"] = "scoring-laid"


class ScoringNotLaid(NamedTuple):
    """The front that was rolled is that of the last time, so the marker lies on none."""

    front: Front
    event: Literal["scoring-not-laid"] = "scoring-not-laid"


class ResourceWon(NamedTuple):
    """An army won the duel for a resource card."""

    army: Army
    resource: str
    event: Literal["resource-won"] = "resource-won"


class ResourceTied(NamedTuple):
    """Nobody won the duel for a resource card."""

    resource: str
    event: Literal["resource-tied"] = "resource-tied"


class SideTaken(NamedTuple):
    """The winner of a resource card took one of its sides."""

    army: Army
    side: str
    event: Literal["side-taken"] = "side-taken"


class FourGiven(NamedTuple):
    """An army said which of its seats may draw more cards."""

    seat: Seat
    event: Literal["four-given"] = "four-given"


class CardDrawn(NamedTuple):
    """A seat drew a card, which its army sees."""

    seat: Seat
    card: CardId | None
    camp: tuple[Seat, ...]
    """The seats of the army."""
    event: Literal["card-drawn"] = "card-drawn"


class DeckRenewed(NamedTuple):
    """The discard pile of an army became its deck."""

    army: Army
    event: Literal["deck-renewed"] = "deck-renewed"


class DeckRanOut(NamedTuple):
    """The last card of a deck was drawn in a game of two: this round is the last."""

    army: Army
    event: Literal["deck-ran-out"] = "deck-ran-out"


class CardPlayed(NamedTuple):
    """A seat played a card; `front` is where it was laid, or None for a unit card that names its fronts."""

    seat: Seat
    card: CardId
    front: Front | None
    event: Literal["card-played"] = "card-played"


class CardDiscarded(NamedTuple):
    """A seat discarded a card to move a marker or to activate a commander."""

    seat: Seat
    card: CardId
    event: Literal["card-discarded"] = "card-discarded"


class CardBid(NamedTuple):
    """A seat laid a card at a resource card."""

    seat: Seat
    card: CardId
    resource: str
    event: Literal["card-bid"] = "card-bid"


class CommanderReplaced(NamedTuple):
    """A commander left the front because a new one came."""

    army: Army
    front: Front
    card: CardId
    event: Literal["commander-replaced"] = "commander-replaced"


class CommanderLeft(NamedTuple):
    """A commander who had started a battle left at the end of the round."""

    army: Army
    front: Front
    card: CardId
    event: Literal["commander-left"] = "commander-left"


class CommanderActivated(NamedTuple):
    """A commander was activated by a discarded card."""

    army: Army
    front: Front
    card: CardId
    event: Literal["commander-activated"] = "commander-activated"


class EffectChosen(NamedTuple):
    """Which effect of a commander is carried out; 0 is the first."""

    army: Army
    front: Front
    card: CardId
    option: int
    event: Literal["effect-chosen"] = "effect-chosen"


class StrengthGained(NamedTuple):
    """A commander gives strength on a front until the end of the round, or an order in the battle."""

    army: Army
    front: Front
    number: int
    event: Literal["strength-gained"] = "strength-gained"


class UnitsAdded(NamedTuple):
    """Units came from the Reserve to a line."""

    army: Army
    front: Front
    line: int
    number: int
    event: Literal["units-added"] = "units-added"


class UnitStepped(NamedTuple):
    """A unit made a step: `M2-M1`."""

    army: Army
    way: str
    event: Literal["unit-stepped"] = "unit-stepped"


class UnitsAdvanced(NamedTuple):
    """All units of a second line went to the first."""

    army: Army
    front: Front
    number: int
    event: Literal["units-advanced"] = "units-advanced"


class UnitsRemoved(NamedTuple):
    """Units of an army were sent back to its Reserve by the effect of a card."""

    army: Army
    front: Front
    line: int
    number: int
    event: Literal["units-removed"] = "units-removed"


class UnitsSentBack(NamedTuple):
    """Units above the limit of a second line went back to the Reserve."""

    army: Army
    front: Front
    number: int
    event: Literal["units-sent-back"] = "units-sent-back"


class Passed(NamedTuple):
    """A seat is out for this round."""

    seat: Seat
    event: Literal["passed"] = "passed"


class BattleBegan(NamedTuple):
    """The battle of a front began; `early` by a commander."""

    front: Front
    early: bool
    event: Literal["battle-began"] = "battle-began"


class OrderVerified(NamedTuple):
    """An order was verified in the battle: its condition held or did not."""

    army: Army
    front: Front
    card: CardId
    held: bool
    event: Literal["order-verified"] = "order-verified"


class FrontWon(NamedTuple):
    """An army won the battle of a front; `strengths` of both armies."""

    army: Army
    front: Front
    strengths: tuple[int, int]
    event: Literal["front-won"] = "front-won"


class FrontTied(NamedTuple):
    """Nobody won the battle of a front."""

    front: Front
    strengths: tuple[int, int]
    event: Literal["front-tied"] = "front-tied"


class UnitsLost(NamedTuple):
    """The units of a first line went to the Reserve after a battle or at the end of the round."""

    army: Army
    front: Front
    number: int
    event: Literal["units-lost"] = "units-lost"


class PointsGained(NamedTuple):
    """An army gained victory points for won battles."""

    army: Army
    number: int
    event: Literal["points-gained"] = "points-gained"


class ScoringPointGained(NamedTuple):
    """An army gained the point of the additional scoring marker."""

    army: Army
    front: Front
    event: Literal["scoring-point-gained"] = "scoring-point-gained"


class RoundEnded(NamedTuple):
    """A round ended; orders were discarded and all is made ready for the next one."""

    round: int
    points: tuple[int, int]
    event: Literal["round-ended"] = "round-ended"


class StopCalled(NamedTuple):
    """The table decided to stop after this round (HV-51)."""

    event: Literal["stop-called"] = "stop-called"


class GameEnded(NamedTuple):
    """The game is over; `reason` says why, `army` who has won, or None."""

    reason: str
    army: Army | None
    event: Literal["game-ended"] = "game-ended"


Event = (
    InitiativeGiven
    | MarkerLaid
    | MarkerMoved
    | SpecialLaid
    | SpecialKept
    | RoundBegan
    | ScoringLaid
    | ScoringNotLaid
    | ResourceWon
    | ResourceTied
    | SideTaken
    | FourGiven
    | CardDrawn
    | DeckRenewed
    | DeckRanOut
    | CardPlayed
    | CardDiscarded
    | CardBid
    | CommanderReplaced
    | CommanderLeft
    | CommanderActivated
    | EffectChosen
    | StrengthGained
    | UnitsAdded
    | UnitStepped
    | UnitsAdvanced
    | UnitsRemoved
    | UnitsSentBack
    | Passed
    | BattleBegan
    | OrderVerified
    | FrontWon
    | FrontTied
    | UnitsLost
    | PointsGained
    | ScoringPointGained
    | RoundEnded
    | StopCalled
    | GameEnded
)
card_drawn = lru_cache(maxsize=1024)(CardDrawn)
card_played = lru_cache(maxsize=1024)(CardPlayed)
card_discarded = lru_cache(maxsize=1024)(CardDiscarded)
unit_stepped = lru_cache(maxsize=64)(UnitStepped)
"""The most frequent events, each made once: looking a small value up is quicker than making it."""

EVENT_KINDS: tuple[type[Event], ...] = get_args(Event)
FROM_HAND = (CardPlayed, CardDiscarded, CardBid)
"""Events by which a card of a hand is shown."""


def moved(event: Event) -> tuple[tuple[Army, Front, int, int], ...]:
    """On which lines there are more units after this event, or fewer: army, front, line and how many."""
    match event:
        case UnitsAdded(army, front, line, number):
            return ((army, front, line, number),)
        case UnitsRemoved(army, front, line, number):
            return ((army, front, line, -number),)
        case UnitsSentBack(army, front, number):
            return ((army, front, 2, -number),)
        case UnitsLost(army, front, number):
            return ((army, front, 1, -number),)
        case UnitsAdvanced(army, front, number):
            return (army, front, 2, -number), (army, front, 1, number)
        case UnitStepped(army, way):
            start, end = way.split("-")
            return (army, FRONTS.index(start[0]), int(start[1]), -1), (army, FRONTS.index(end[0]), int(end[1]), 1)
    return ()
