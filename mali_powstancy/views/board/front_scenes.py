"""The scenes of Bitwa Warszawska: cards are laid, units go from place to place, battles are counted front by front.

The last move of a round brings about all its battles at once. So that they can be watched one after the other, the
board is shown between the events of a step, as the game retells it.
"""

from __future__ import annotations

from typing import Any

from mali_powstancy.bitwa_warszawska import Observation
from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, MARKERS, RESOURCES, Front
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CardBid,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CommanderActivated,
    CommanderLeft,
    CommanderReplaced,
    DeckRanOut,
    DeckRenewed,
    EffectChosen,
    Event,
    FourGiven,
    FrontTied,
    FrontWon,
    GameEnded,
    InitiativeGiven,
    MarkerLaid,
    MarkerMoved,
    OrderVerified,
    Passed,
    PointsGained,
    ResourceTied,
    ResourceWon,
    RoundBegan,
    RoundEnded,
    ScoringLaid,
    ScoringNotLaid,
    ScoringPointGained,
    SideTaken,
    SpecialKept,
    SpecialLaid,
    StrengthGained,
    UnitsAdded,
    UnitsAdvanced,
    UnitsLost,
    UnitsRemoved,
    UnitsSentBack,
    UnitStepped,
    moved,
)
from mali_powstancy.bitwa_warszawska.forecast import strengths_now
from mali_powstancy.bitwa_warszawska.moves import SIDES_OF_FUNDS
from mali_powstancy.bitwa_warszawska.retelling import retold
from mali_powstancy.bitwa_warszawska.state import NOWHERE
from mali_powstancy.bitwa_warszawska.texts import Texts
from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.board.front_table import spots_of
from mali_powstancy.views.front import (
    blockade_marker,
    card_back,
    card_face,
    front_result,
    front_standing,
    initiative_marker,
    point_sign,
    resource_sign,
    round_marker,
    scoring_marker,
    unit_sign,
)
from mali_powstancy.views.front.standing import Units

_ROUTINE = (
    *(CardPlayed, CardDiscarded, CommanderActivated, EffectChosen, UnitStepped),
    *(MarkerLaid, SideTaken, FourGiven, SpecialLaid, SpecialKept),
)
"""What one has just done oneself; what comes of it may be worth a scene."""
_BEATS: dict[type[Any], float] = {
    **dict.fromkeys((CardPlayed, CardBid, EffectChosen, MarkerMoved, RoundEnded), 3.0),
    **dict.fromkeys((FrontWon, FrontTied, SpecialLaid, SideTaken), 2.5),
    **dict.fromkeys((BattleBegan, CommanderActivated, CardDiscarded, UnitsAdded, StrengthGained), 2.0),
    **dict.fromkeys((UnitStepped, UnitsAdvanced, UnitsRemoved, OrderVerified, Passed, UnitsSentBack), 2.0),
    **dict.fromkeys((PointsGained, ScoringPointGained, ResourceWon, InitiativeGiven, ScoringLaid), 2.0),
    **dict.fromkeys((UnitsLost, CommanderReplaced, CommanderLeft, CardDrawn, ResourceTied, RoundBegan), 1.2),
}
"""A turn takes three to five seconds in the calm look, three battles about ten; all else as long as it is read."""


def as_one(event: Event, later: Event) -> Event | None:
    """Units that come to the same line one by one, or leave it so, do it together."""
    if not isinstance(event, UnitsAdded | UnitsRemoved) or not isinstance(later, type(event)):
        return None
    is_same = event._replace(number=later.number) == later
    return event._replace(number=event.number + later.number) if is_same else None


def scene(event: Event, before: Observation, after: Observation, texts: Texts) -> Object:
    """A drawing, what it is about on the board, and the board as it is after this event."""
    seen = retold(event, before, after)
    parts: Object = {
        "seen": seen,
        "picture": _picture(event, seen, texts),
        "enters": "turn" if isinstance(event, CardPlayed | CardBid | CardDiscarded | CardDrawn) else "come",
        "marks": {"blocks": _marks(event, seen)},
        "routine": isinstance(event, _ROUTINE),
    }
    if isinstance(event, ScoringLaid | ScoringNotLaid):
        parts["enters"] = "roll"
    return parts | ({"beats": _BEATS[type(event)]} if type(event) in _BEATS else {})


# Pictures and marks ---------------------------------------------------------------------------------------------------


def _picture(event: Event, seen: Observation, texts: Texts) -> str:
    """What the event is about, drawn as on the board and on paper."""
    lang, cards = texts.language, seen.game.scenario.cards
    match event:
        case CardDrawn(seat, None):
            return card_back(seen.game.armies[seat], lang)
        case CardPlayed(_, card) | CardDiscarded(_, card) | CardBid(_, card) | CardDrawn(_, str(card)):
            return card_face(cards[card], lang)
        case CommanderReplaced(_, _, card) | CommanderLeft(_, _, card) | CommanderActivated(_, _, card):
            return card_face(cards[card], lang)
        case EffectChosen(_, _, card) | OrderVerified(_, _, card):
            return card_face(cards[card], lang)
        case FrontWon(army, front, strengths):
            return front_result(_standing(seen, front), strengths, army, lang)
        case FrontTied(front, strengths):
            return front_result(_standing(seen, front), strengths, None, lang)
        case BattleBegan(front) | StrengthGained(_, front):
            return front_standing(_standing(seen, front), strengths_now(seen, front))
        case UnitsLost(army, front):
            winner = None if seen.advantage[front] == NOWHERE else seen.advantage[front]
            return front_result(_standing(seen, front), None, winner, lang, [(army, 1)])
        case _ if lines := moved(event):
            army, front, *_ = lines[-1]
            changed = [(army, line) for _, where, line, _ in lines if where == front]
            return front_standing(_standing(seen, front), strengths_now(seen, front), changed)
    return _sign(event, seen, lang)


def _standing(seen: Observation, front: Front) -> Units:
    return {(army, line): (seen.l1, seen.l2)[line - 1][3 * army + front] for army in (0, 1) for line in (1, 2)}


def _sign(event: Event, seen: Observation, lang: str) -> str:
    """The sign of a marker, of a resource or of an army."""
    match event:
        case MarkerLaid(army) | MarkerMoved(army):
            return blockade_marker(ARMIES[army], lang)
        case SpecialLaid() | SpecialKept():
            return blockade_marker(MARKERS[2], lang)
        case ScoringLaid() | ScoringNotLaid() | ScoringPointGained():
            return scoring_marker()
        case ResourceWon(_, resource) | ResourceTied(resource):
            return resource_sign(resource)
        case SideTaken(_, side):
            return resource_sign(RESOURCES[side not in SIDES_OF_FUNDS])
        case InitiativeGiven():
            return initiative_marker()
        case FourGiven(seat):
            return card_back(seen.game.armies[seat], lang)
        case DeckRenewed(army) | DeckRanOut(army):
            return card_back(army, lang)
        case Passed(seat):
            return unit_sign(seen.game.armies[seat], lang)
        case PointsGained() | GameEnded():
            return point_sign()
    return round_marker()


def _marks(event: Event, seen: Observation) -> list[str]:
    """The keys of the blocks that the event is about; units are shown where they were and where they are."""
    armies = seen.game.armies
    match event:
        case CardPlayed(seat, card, int(front)):
            field = {"commander": "C", "order": "O"}.get(seen.game.kind[card])
            return [f"{ARMIES[armies[seat]]}:{field}.{FRONTS[front]}" if field else f"lane {FRONTS[front]}"]
        case CommanderActivated(army, front) | EffectChosen(army, front) | CommanderReplaced(army, front):
            return [f"{ARMIES[army]}:C.{FRONTS[front]}"]
        case CommanderLeft(army, front):
            return [f"{ARMIES[army]}:C.{FRONTS[front]}"]
        case OrderVerified(army, front):
            return [f"{ARMIES[army]}:O.{FRONTS[front]}"]
        case CardBid(_, _, resource) | ResourceWon(_, resource) | ResourceTied(resource):
            return [f"resource {resource}"]
        case SideTaken(_, side):
            return [f"resource {RESOURCES[side not in SIDES_OF_FUNDS]}"]
        case MarkerLaid(_, place) | MarkerMoved(_, place) | SpecialLaid(_, place):
            return [*spots_of(place)]
        case BattleBegan(front) | ScoringLaid(front):
            return [f"lane {FRONTS[front]}"]
        case FrontWon(_, front) | FrontTied(front) | StrengthGained(_, front):
            return [f"strength {FRONTS[front]}"]
        case PointsGained(army) | ScoringPointGained(army):
            return [f"camp {ARMIES[army]}"]
        case Passed(seat) | FourGiven(seat) | CardDrawn(seat):
            return [f"camp {ARMIES[armies[seat]]}"]
        case InitiativeGiven(order):
            return [f"camp {ARMIES[armies[order[0]]]}"]
        case RoundBegan() | RoundEnded():
            return ["round"]
    return [f"{ARMIES[army]}:L{line}.{FRONTS[front]}" for army, front, line, _ in moved(event)]
