"""Time passes: cards move on, late orders block roads, districts fall, scouts retreat, the round and the game end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.engine.events import (
    DistrictFell,
    GameEnded,
    OrderLate,
    RoadBlocked,
    ScoutDisplaced,
    ScoutEvacuated,
    StopCalled,
    TimePassed,
    TokenLaid,
    VictoryLeft,
)
from mali_powstancy.engine.moves import Block, Retreat
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.hopping import blocked_roads, fields_of_blocked_roads, move_scout
from mali_powstancy.engine.rules.ordering import lay, lose_order
from mali_powstancy.engine.scoring import Ending
from mali_powstancy.engine.state import CHANCE, NOBODY, Draft, Phase, Position, Task, Token, task_of

_TIME_PASSED = TimePassed()
_LATE, _BLOCK_ROAD, _DISPLACED, _EVACUATED = Phase.LATE, Phase.BLOCK_ROAD, Phase.DISPLACED, Phase.EVACUATED
_EXTRA_ORDER = Task(Phase.EXTRA_ORDER, CHANCE)
_NEXT_ROUND = (Task(Phase.ROUND_BEGINS),)


def pass_time(draft: Draft, task: Task) -> None:
    """All cards move on one space; those that leave are late, in the order laid [B-23, E-9, H-12, H-35].

    The Victory card moves and leaves like the others, but its leaving is no late order [H-53, H-54].
    """
    slots, last = draft.game.slots, draft.game.track_spaces
    track = [slots[order][space + 1] for order, space in draft.track]
    leaving = [slot.order for slot in track if slot.space > last]
    draft.track = tuple(track)
    draft.tell(_TIME_PASSED)
    draft.done()
    if not leaving:
        return
    lay(draft, tuple([slot for slot in track if slot.space <= last]))
    for order in leaving:  # H-35: all leave before any is resolved
        lose_order(draft, order)
    if VICTORY in leaving:  # H-53, H-54: its leaving is no late order; the others are still resolved
        draft.tell(VictoryLeft())
    draft.ask(tuple([task_of(_LATE, NOBODY, order) for order in leaving if order != VICTORY]))


def resolve_late_order(draft: Draft, task: Task) -> None:
    """An order did not arrive: its destination suffers, perhaps its whole district [B-24, E-10, E-11, H-27, H-42]."""
    order = task.subject
    place = draft.game.orders[order].to
    _be_late(draft, order)
    draft.done()
    if not draft.game.is_extended:
        _lay_small_token(draft, place)
        return
    district_of = draft.game.board.district_of
    district = district_of[place]
    if district in draft.fallen:
        return  # H-27: no token, no extra card
    if any(district_of[token.place] == district for token in draft.tokens):  # H-42: it belongs to the destination
        _fall(draft, district)
    else:  # H-26: token, displacement, then the extra card
        draft.ask((_block_task(draft, place), _EXTRA_ORDER))


def _be_late(draft: Draft, order: OrderId) -> None:
    draft.late = (*draft.late, order)
    draft.tell(OrderLate(order))


def _lose(draft: Draft, ending: Ending) -> None:
    """The game is lost at once; orders that left the track together with this one are late all the same [H-35]."""
    for task in draft.agenda:
        if task.phase is _LATE:
            _be_late(draft, task.subject)
    end_game(draft, ending)


def _lay_small_token(draft: Draft, place: FieldId) -> None:
    """The last of the tokens loses the game at once, without asking for its road [B-31, H-18]."""
    if len(draft.tokens) + 1 >= draft.game.scenario.tokens_to_lose:
        _lay_in_object(draft, place)
        _lose(draft, Ending.TOKENS)
    else:
        draft.ask((_block_task(draft, place),))


def _block_task(draft: Draft, place: FieldId) -> Task:
    """Who moved last in the round decides [B-24, H-12, H-39]."""
    return task_of(_BLOCK_ROAD, draft.order_of_play[-1], place)


# Blocking roads -----------------------------------------------------------------------------------------------------


def legal_blocks(position: Position) -> list[Block]:
    """Any road of the destination that is not blocked yet, whoever stands on it [B-24, H-13, H-41]."""
    blocked = [token.road for token in position.tokens]
    return [block for block in position.game.blocks[position.agenda[0].subject] if block.road not in blocked]


def refuse_block(position: Position, move: Block) -> Reason | None:
    """A road of the destination, and not twice the same [B-24, H-13]."""
    road = position.game.board.road.get(move.road)
    if road is None:
        return Reason.UNKNOWN_ROAD
    if position.agenda[0].subject not in road.ends:
        return Reason.NOT_ITS_ROAD
    return Reason.ALREADY_BLOCKED if move.road in blocked_roads(position) else None


def block_road(draft: Draft, move: Block) -> None:
    """A small token closes a road, and scouts on it are displaced one by one [B-24, B-25, B-26, H-40]."""
    place = draft.task.subject
    draft.tokens = (*draft.tokens, Token(place, move.road))
    draft.tell(RoadBlocked(move.road, place))
    draft.done()
    road = draft.game.board.road[move.road]
    draft._ways = draft._ways.without_road(road)
    _ask_to_leave(draft, _DISPLACED, road.fields)


def lay_without_road(draft: Draft) -> None:
    """No open road is left: the token lies in the object, closes nothing, but counts [H-13]."""
    place = draft.task.subject
    draft.done()
    _lay_in_object(draft, place)


def _lay_in_object(draft: Draft, place: FieldId) -> None:
    draft.tokens = (*draft.tokens, Token(place, None))
    draft.tell(TokenLaid(place))


# Falling districts --------------------------------------------------------------------------------------------------


def _fall(draft: Draft, district: str) -> None:
    """A district is lost: large token, extra card, then evacuation [E-11, H-26]; the third one ends all [E-17, H-31].

    Its small token stays and its road stays blocked [H-43].
    """
    draft.fallen = (*draft.fallen, district)
    draft.tell(DistrictFell(district))
    board = draft.game.board
    draft._ways = draft._ways.without_district(board, district)
    if len(draft.fallen) >= draft.game.scenario.falls_to_lose:
        _lose(draft, Ending.FALLS)
        return
    _ask_to_leave(draft, _EVACUATED, board.fields_in[district])
    draft.ask((_EXTRA_ORDER,))


# Retreating ---------------------------------------------------------------------------------------------------------


def _ask_to_leave(draft: Draft, phase: Phase, fields: Collection[FieldId]) -> None:
    """One by one, in the round's order of play, each patrol in the order of its list [H-40]."""
    game = draft.game
    if set(fields).isdisjoint(draft.where):
        return
    leaving = [n for seat in draft.order_of_play for n in game.numbers_of[seat] if draft.where[n] in fields]
    draft.ask(tuple([task_of(phase, game.seat_of[number], game.scouts[number]) for number in leaving]))


def legal_retreats(position: Position) -> list[Retreat]:
    """The nearest safe fields; if there are several, the owner decides [B-26, E-12, H-14, H-15, H-28]."""
    task = position.agenda[0]
    here = position.where[position.game.number[task.subject]]
    fields = _ends_to_go_to(position, here) if task.phase is _DISPLACED else _fields_to_flee_to(position, here)
    return [Retreat(task.subject, field) for field in fields]


def _ends_to_go_to(position: Position, here: FieldId) -> list[FieldId]:
    """The nearer safe end, measured along the road; if neither is safe, the nearest safe field [H-14, H-15]."""
    road = position.game.board.road_of[here]
    at = road.path.index(here)
    unsafe = _unsafe_fields(position)
    ends = [(at, road.ends[0]), (road.length - at, road.ends[1])]
    safe = [(distance, end) for distance, end in ends if end not in unsafe]
    return [end for distance, end in safe if distance == min(safe)[0]] or _over_everything(position, here)


def _fields_to_flee_to(position: Position, here: FieldId) -> list[FieldId]:
    """Along unblocked roads, through the falling district but none that fell earlier; else over everything [H-15]."""
    ways = position._ways.before or position._ways
    return _nearest_safe(position, ways.steps, here) or _over_everything(position, here)


def _over_everything(position: Position, here: FieldId) -> list[FieldId]:
    return _nearest_safe(position, position.game.board.free.steps, here)


def _nearest_safe(position: Position, steps: Mapping[FieldId, Iterable[FieldId]], here: FieldId) -> list[FieldId]:
    """The safe fields that are reached first when going out from here step by step, in the order of the board file."""
    unsafe = _unsafe_fields(position)
    seen, edge = {here}, {here}
    while edge:
        if safe := edge - unsafe:
            return sorted(safe, key=position.game.board.rank.__getitem__)
        edge = {near for field in edge for near in steps[field]} - seen
        seen |= edge
    return []


def _unsafe_fields(position: Position) -> set[FieldId]:
    """The soldier's field, fallen districts and the plain fields of blocked roads [H-14, H-28]."""
    board = position.game.board
    unsafe = fields_of_blocked_roads(position) | {position.soldier or ""}
    for district in position.fallen:
        unsafe.update(board.fields_in[district])
    return unsafe


def refuse_retreat(position: Position, move: Retreat) -> Reason | None:
    """The scout whose turn it is to leave, to one of its nearest safe fields [H-14, H-28, H-40]."""
    if move.scout not in position.game.number:
        return Reason.UNKNOWN_SCOUT
    if move.scout != position.agenda[0].subject:
        return Reason.NOT_THIS_SCOUT
    if move in legal_retreats(position):
        return None
    is_displaced = position.agenda[0].phase is Phase.DISPLACED
    return Reason.NOT_NEARER_END if is_displaced else Reason.NOT_NEAREST_SAFE


def retreat(draft: Draft, move: Retreat) -> None:
    """A scout goes to safety with its order, and delivers it if that is the destination [B-26, E-12, H-4, H-28]."""
    number = draft.game.number[move.scout]
    event = ScoutDisplaced if draft.task.phase is Phase.DISPLACED else ScoutEvacuated
    draft.tell(event(move.scout, draft.where[number], move.to))
    draft.done()
    move_scout(draft, number, move.to)


# The end of the round and of the game -------------------------------------------------------------------------------


def end_round(draft: Draft, task: Task) -> None:
    """The game is over, or the start marker goes to the left and a new round begins [B-27, B-28, E-15, H-17, H-61]."""
    if draft.game.is_extended and draft.victory_at < 0 and VICTORY not in dict(draft.track):
        end_game(draft, Ending.VICTORY_CARD)
    elif not draft.deck_left and not draft.track:
        end_game(draft, Ending.ALL_ORDERS)
    elif draft.stopping:
        end_game(draft, Ending.STOPPED)
    else:
        draft.start_player = (draft.start_player + 1) % len(draft.game.seats)
        draft.cards, draft.order_of_play = (), ()
        draft.agenda = _NEXT_ROUND


def call_stop(draft: Draft) -> None:
    """The table decides that the running round is the last one [H-61]."""
    draft.stopping = True
    draft.tell(StopCalled())


def end_game(draft: Draft, ending: Ending) -> None:
    """Nothing more is asked of anybody."""
    draft.ending = ending
    draft.agenda = (Task(Phase.OVER),)
    draft.tell(GameEnded(ending))
