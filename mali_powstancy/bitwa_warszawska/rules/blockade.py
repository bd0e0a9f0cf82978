"""Blockade markers: which places are closed, and how the markers move."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.cards import ARMIES, HALVES, MARKERS, PLACES, PLACES_OF, Army, MarkerSpot
from mali_powstancy.bitwa_warszawska.events import MarkerMoved
from mali_powstancy.bitwa_warszawska.game import PLACE
from mali_powstancy.bitwa_warszawska.moves import Block, MoveMarker
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.hands import discard_from_hand, go_on_after
from mali_powstancy.bitwa_warszawska.state import Draft, OpenBoard, Position, replaced


def is_closed(position: OpenBoard, army: Army, place: MarkerSpot) -> bool:
    """The foe's marker or the Special one lies on this place of the army's half [V-53 to V-57, V-59, HV-4, HV-6]."""
    return position.markers[1 - army] == place or position.special == 10 * army + place


# Moving a marker for a card -----------------------------------------------------------------------------------------


def refuse_marker_move(position: Position, move: MoveMarker) -> Reason | None:
    """The marker of either army, to another place of the half it lies on; never the Special one [V-52, HV-5]."""
    place = PLACE.get(move.place)
    if place is None or move.marker not in MARKERS:
        return Reason.MALFORMED
    if move.marker not in ARMIES:
        return Reason.SPECIAL_FIXED
    army = ARMIES.index(move.marker)
    if place // 10 == army:
        return Reason.WRONG_HALF
    return Reason.SAME_PLACE if position.markers[army] == place % 10 else None


def move_marker(draft: Draft, move: MoveMarker) -> None:
    """A card is discarded, the marker lies on another place, also on a line with units [V-52, V-58]."""
    discard_from_hand(draft, move.card)
    _shift(draft, ARMIES.index(move.marker), PLACE[move.place])
    go_on_after(draft, ())


def _shift(draft: Draft, army: Army, place: int) -> None:
    draft.markers = replaced(draft.markers, army, place % len(PLACES))
    draft.tell(MarkerMoved(army, HALVES[place]))


# Moving the own marker by the effect of a card ----------------------------------------------------------------------


def places_to_block(position: Position, army: Army, kinds: tuple[str, ...]) -> list[MarkerSpot]:
    """Where the own marker may go: another place of the named kinds on any front [HV-52]."""
    present = position.markers[army]
    return [place for kind in kinds for place in PLACES_OF[kind] if place != present]


def legal_blocks(position: Position) -> list[Block]:
    """Places of the named kinds except the present one; it must be done [HV-52]."""
    task, game = position.agenda[0], position.game
    army = game.armies[task.who]
    return [game.blocks[army][place] for place in places_to_block(position, army, task.clauses[0].kinds)]


def refuse_block(position: Position, move: Block) -> Reason | None:
    """Another place of a named kind on the foe's half [HV-5, HV-52]."""
    task, place = position.agenda[0], PLACE.get(move.place)
    if place is None:
        return Reason.MALFORMED
    army = position.game.armies[task.who]
    if place // 10 == army:
        return Reason.WRONG_HALF
    if position.markers[army] == place % 10:
        return Reason.SAME_PLACE
    kinds = task.clauses[0].kinds
    return None if any(place % 10 in PLACES_OF[kind] for kind in kinds) else Reason.WRONG_KIND_OF_PLACE


def block(draft: Draft, move: Block) -> None:
    """The own marker lies on the named place [HV-52]."""
    _shift(draft, draft.game.armies[draft.agenda[0].who], PLACE[move.place])
    draft.done()
