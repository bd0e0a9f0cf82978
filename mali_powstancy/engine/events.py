"""Events: facts that a move brought about, without language; logs, animations and statistics read them."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from mali_powstancy.engine.board import DistrictId, FieldId, RoadId
from mali_powstancy.engine.cards import Colour, GoalId, OrderId, ScoutId
from mali_powstancy.engine.moves import Seat

# Every kind ends with its name, so that events of different kinds are never equal.
# A value of None stands for a secret that the reader may not see (see observation.py).


class StartPlayerChosen(NamedTuple):
    """A seat received the start marker at set-up."""

    seat: Seat
    event: Literal["start-player-chosen"] = "start-player-chosen"


class GoalDealt(NamedTuple):
    """A secret goal was dealt."""

    seat: Seat
    goal: GoalId | None
    event: Literal["goal-dealt"] = "goal-dealt"


class GoalsRedealt(NamedTuple):
    """Somebody had too few colours, so all goals were collected and are dealt again (H-19)."""

    event: Literal["goals-redealt"] = "goals-redealt"


class GoalsKept(NamedTuple):
    """A player chose secret goals."""

    seat: Seat
    goals: tuple[GoalId, ...] | None
    event: Literal["goals-kept"] = "goals-kept"


class RoundBegan(NamedTuple):
    """A round began; `start_player` holds the marker."""

    round: int
    start_player: Seat
    event: Literal["round-began"] = "round-began"


class OrderLaid(NamedTuple):
    """A card from the deck was laid on space 1 of the track; `extra` because of a late order."""

    order: OrderId
    extra: bool
    event: Literal["order-laid"] = "order-laid"


class OrderDiscarded(NamedTuple):
    """A card from the deck leads from or to a fallen district and was put away, seen by all (E-14)."""

    order: OrderId
    event: Literal["order-discarded"] = "order-discarded"


class CardSealed(NamedTuple):
    """A player laid a movement card face down."""

    seat: Seat
    card: int | None
    event: Literal["card-sealed"] = "card-sealed"


class CardsRevealed(NamedTuple):
    """All movement cards were turned up; `order_of_play` follows from them."""

    cards: tuple[int, ...]
    order_of_play: tuple[Seat, ...]
    event: Literal["cards-revealed"] = "cards-revealed"


class CardsTakenBack(NamedTuple):
    """All movement cards are used up: everybody took the whole set back (B-16)."""

    event: Literal["cards-taken-back"] = "cards-taken-back"


class ScoutPlaced(NamedTuple):
    """A freed scout came back to the board."""

    scout: ScoutId
    field: FieldId
    event: Literal["scout-placed"] = "scout-placed"


class Walked(NamedTuple):
    """A scout walked one field."""

    scout: ScoutId
    came: FieldId
    to: FieldId
    event: Literal["walked"] = "walked"


class Jumped(NamedTuple):
    """A scout jumped to a neighbouring object."""

    scout: ScoutId
    came: FieldId
    to: FieldId
    event: Literal["jumped"] = "jumped"


class BroughtByUnit(NamedTuple):
    """An insurgent unit brought a scout to a neighbouring object."""

    scout: ScoutId
    came: FieldId
    to: FieldId
    event: Literal["brought-by-unit"] = "brought-by-unit"


class PlacesExchanged(NamedTuple):
    """Two scouts of a patrol changed places; each now stands where the other stood."""

    scout: ScoutId
    to: FieldId
    other: ScoutId
    other_to: FieldId
    event: Literal["places-exchanged"] = "places-exchanged"


class OrdersSwapped(NamedTuple):
    """Two orders changed places on the track; `space` is now that of the second one named."""

    order: OrderId
    other: OrderId
    space: int
    event: Literal["orders-swapped"] = "orders-swapped"


class CardPeeked(NamedTuple):
    """A player looked at a card of the deck; `position` counts from the top, from 1."""

    seat: Seat
    position: int
    order: OrderId | None
    event: Literal["card-peeked"] = "card-peeked"


class OrderCollected(NamedTuple):
    """A scout took an order."""

    scout: ScoutId
    order: OrderId
    event: Literal["order-collected"] = "order-collected"


class OrderDropped(NamedTuple):
    """A scout gave up the order it carried."""

    scout: ScoutId
    order: OrderId
    event: Literal["order-dropped"] = "order-dropped"


class OrderDelivered(NamedTuple):
    """A scout brought an order to its destination and earned the points."""

    scout: ScoutId
    order: OrderId
    points: int
    event: Literal["order-delivered"] = "order-delivered"


class OrderLost(NamedTuple):
    """A scout no longer carries an order: another delivered it, it is late, or the scout was arrested."""

    scout: ScoutId
    order: OrderId
    event: Literal["order-lost"] = "order-lost"


class TurnEnded(NamedTuple):
    """A player ended the turn or the extra move."""

    seat: Seat
    event: Literal["turn-ended"] = "turn-ended"


class ScoutFreed(NamedTuple):
    """A scout got away from prison, back to the player's hand."""

    scout: ScoutId
    event: Literal["scout-freed"] = "scout-freed"


class DieRolled(NamedTuple):
    """The die was rolled."""

    colour: Colour
    number: int
    event: Literal["die-rolled"] = "die-rolled"


class SoldierMoved(NamedTuple):
    """The soldier ran along these fields towards a target."""

    path: tuple[FieldId, ...]
    target: FieldId
    event: Literal["soldier-moved"] = "soldier-moved"


class ScoutArrested(NamedTuple):
    """The soldier arrested a scout."""

    scout: ScoutId
    field: FieldId
    event: Literal["scout-arrested"] = "scout-arrested"


class ExtraMoveGiven(NamedTuple):
    """A scout may walk up to so many fields because of a red die."""

    scout: ScoutId
    number: int
    event: Literal["extra-move-given"] = "extra-move-given"


class TimePassed(NamedTuple):
    """All cards on the track moved on by one space."""

    event: Literal["time-passed"] = "time-passed"


class OrderLate(NamedTuple):
    """An order left the track undelivered."""

    order: OrderId
    event: Literal["order-late"] = "order-late"


class VictoryLeft(NamedTuple):
    """The Victory card left the track: the game ends with this round."""

    event: Literal["victory-left"] = "victory-left"


class RoadBlocked(NamedTuple):
    """A small token was laid on a road of the place where an order did not arrive."""

    road: RoadId
    place: FieldId
    event: Literal["road-blocked"] = "road-blocked"


class TokenLaid(NamedTuple):
    """A small token was laid in an object and closes nothing: no open road is left there, or the game is lost."""

    place: FieldId
    event: Literal["token-laid"] = "token-laid"


class ScoutDisplaced(NamedTuple):
    """A scout left a road that was blocked."""

    scout: ScoutId
    came: FieldId
    to: FieldId
    event: Literal["scout-displaced"] = "scout-displaced"


class DistrictFell(NamedTuple):
    """A second order to a district was late: the district has fallen."""

    district: DistrictId
    event: Literal["district-fell"] = "district-fell"


class ScoutEvacuated(NamedTuple):
    """A scout left a fallen district."""

    scout: ScoutId
    came: FieldId
    to: FieldId
    event: Literal["scout-evacuated"] = "scout-evacuated"


class StopCalled(NamedTuple):
    """The table decided to stop at the end of this round (H-61)."""

    event: Literal["stop-called"] = "stop-called"


class GameEnded(NamedTuple):
    """The game is over; `reason` says why."""

    reason: str
    event: Literal["game-ended"] = "game-ended"


Event = (
    StartPlayerChosen
    | GoalDealt
    | GoalsRedealt
    | GoalsKept
    | RoundBegan
    | OrderLaid
    | OrderDiscarded
    | CardSealed
    | CardsRevealed
    | CardsTakenBack
    | ScoutPlaced
    | Walked
    | Jumped
    | BroughtByUnit
    | PlacesExchanged
    | OrdersSwapped
    | CardPeeked
    | OrderCollected
    | OrderDropped
    | OrderDelivered
    | OrderLost
    | TurnEnded
    | ScoutFreed
    | DieRolled
    | SoldierMoved
    | ScoutArrested
    | ExtraMoveGiven
    | TimePassed
    | OrderLate
    | VictoryLeft
    | RoadBlocked
    | TokenLaid
    | ScoutDisplaced
    | DistrictFell
    | ScoutEvacuated
    | StopCalled
    | GameEnded
)
EVENT_KINDS: tuple[type[Event], ...] = get_args(Event)

INFORMS = (StartPlayerChosen, GoalDealt, OrderLaid, OrderDiscarded, CardsRevealed, CardPeeked, DieRolled)
"""Events that tell somebody something new: undo never goes back behind one of them."""
