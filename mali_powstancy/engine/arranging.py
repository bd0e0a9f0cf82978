"""Arranged positions: a game in the middle, set up in words, for lessons, puzzles and tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mali_powstancy.engine.board import DistrictId, FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, GoalId, OrderId, PatrolId, ScoutId
from mali_powstancy.engine.rules.ordering import lay
from mali_powstancy.engine.rules.passing import blocked_roads
from mali_powstancy.engine.rules.setup import SetupError, new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.state import (
    CHANCE,
    HAND,
    PRISON,
    Draft,
    GameState,
    Phase,
    Slot,
    Task,
    Token,
    draft_of,
    finished,
)


def arrange(
    scenario: Scenario,
    *,
    patrols: Sequence[PatrolId] | None = None,
    round: int = 1,
    start_player: PatrolId | None = None,
    scouts: Mapping[ScoutId, FieldId] | None = None,
    carrying: Mapping[ScoutId, OrderId] | None = None,
    track: Iterable[tuple[OrderId, int]] = (),
    cards: Mapping[PatrolId, int] | None = None,
    turn: PatrolId | None = None,
    at_die: bool = False,
    hands: Mapping[PatrolId, Sequence[int]] | None = None,
    soldier: FieldId | None = None,
    tokens: Iterable[tuple[FieldId, RoadId | None]] = (),
    fallen: Iterable[DistrictId] = (),
    delivered: Mapping[PatrolId, Sequence[OrderId]] | None = None,
    late: Iterable[OrderId] = (),
    goals: Mapping[PatrolId, Sequence[GoalId]] | None = None,
    deck_left: int | None = None,
    victory_at: int | None = None,
) -> GameState:
    """A position of a running round, in which only what is named differs from the opening.

    With `cards` (the movement cards revealed, by patrol) it is the turn of `turn`, or of the first in the order of
    play; with `at_die` all turns are over and the die is to be rolled; without `cards` everybody is to choose one.
    `track` lists cards and their spaces in the order in which they were laid; the named cards leave the deck.
    Raise `SetupError` for a position that cannot be.
    """
    opening = new_game(scenario, patrols=patrols)
    draft = draft_of(opening)
    seat = {patrol: number for number, patrol in enumerate(opening.patrols)}
    try:
        draft.round = round
        draft.start_player = seat[start_player] if start_player is not None else 0
        draft.where = _by_scout(draft, scouts or {}, draft.where)
        draft.carrying = _by_scout(draft, carrying or {}, draft.carrying)
        draft.delivered = tuple(tuple((delivered or {}).get(patrol, ())) for patrol in seat)
        draft.goals = tuple(tuple((goals or {}).get(patrol, ())) for patrol in seat)
        draft.goals_dealt = draft.goals
        draft.late = tuple(late)
        draft.soldier = soldier if soldier is not None else draft.soldier
        draft.tokens = tuple(Token(place, road) for place, road in tokens)
        draft.fallen = tuple(fallen)
        lay(draft, tuple(Slot(order, space) for order, space in track))
        _set_deck(draft, deck_left, victory_at)
        _set_cards(draft, seat, cards, hands, turn, at_die)
        draft._ways = draft.game.board.ways(blocked_roads(draft), frozenset(draft.fallen))
        _check(draft)
    except (KeyError, TypeError, AttributeError) as error:
        raise SetupError(f"cannot arrange this position: unknown or misplaced {error}") from error
    return finished(draft)


def _by_scout(draft: Draft, wanted: Mapping[ScoutId, str], before: tuple[str | None, ...]) -> tuple[str, ...]:
    values = list(before)
    for scout, value in wanted.items():
        values[draft.game.number[scout]] = value
    return tuple(values)  # type: ignore[arg-type]  # None only where it was allowed before


def _set_deck(draft: Draft, deck_left: int | None, victory_at: int | None) -> None:
    named = {slot.order for slot in draft.track} | set(draft.late).union(*draft.delivered)
    if unknown := named - set(draft.game.orders) - {VICTORY}:
        raise SetupError(f"there are no orders {sorted(unknown)}")
    draft.deck = tuple(order for order in draft.deck if order not in named)
    if draft.game.is_extended:
        if VICTORY in named:
            draft.victory_at = -1
        elif victory_at is not None:
            draft.victory_at = victory_at
    if deck_left is not None:
        draft.deck_left = deck_left


def _set_cards(
    draft: Draft,
    seat: Mapping[PatrolId, int],
    cards: Mapping[PatrolId, int] | None,
    hands: Mapping[PatrolId, Sequence[int]] | None,
    turn: PatrolId | None,
    at_die: bool,
) -> None:
    """The agenda of the rest of the round."""
    whole = draft.game.scenario.cards
    played = cards or {}
    draft.hands = tuple(
        tuple((hands or {}).get(patrol, tuple(card for card in whole if card != played.get(patrol)))) for patrol in seat
    )
    time = (Task(Phase.TIME_PASSES), Task(Phase.ROUND_ENDS))
    after_turns = time if draft.game.is_extended else (Task(Phase.SOLDIER), *time)
    clockwise = draft.game.clockwise_from(draft.start_player)
    if cards is None:
        draft.agenda = (
            *(Task(Phase.CHOOSE_CARD, number) for number in clockwise),
            Task(Phase.REVEAL),
            Task(Phase.TURNS_END),
            *after_turns,
        )
        return
    draft.cards = tuple(cards[patrol] for patrol in seat)
    draft.order_of_play = tuple(sorted(clockwise, key=draft.cards.__getitem__))
    if at_die:
        draft.agenda = (Task(Phase.DIE, CHANCE), *time)
        return
    now = seat[turn] if turn is not None else draft.order_of_play[0]
    later = draft.order_of_play[draft.order_of_play.index(now) + 1 :]
    draft.points = draft.cards[now]
    draft.action_open = draft.cards[now] in draft.game.scenario.actions
    draft.agenda = (
        *(Task(Phase.PLACE_SCOUT, now) for number in draft.game.numbers_of[now] if draft.where[number] == HAND),
        Task(Phase.TURN, now),
        *(Task(Phase.TURN_BEGINS, number) for number in later),
        Task(Phase.TURNS_END),
        *after_turns,
    )


def _check(draft: Draft) -> None:
    """Refuse what can never stand on a table."""
    game, board = draft.game, draft.game.board
    for place in draft.where:
        if place not in board.rank and (game.is_extended or place not in (PRISON, HAND)):
            raise SetupError(f"there is no field {place!r}")
        if place == draft.soldier or board.district_of.get(place) in draft.fallen:
            raise SetupError(f"no scout can stand on {place}")
    if draft.soldier is not None and (game.is_extended or draft.soldier not in board.rank):
        raise SetupError(f"the soldier cannot be on {draft.soldier!r}")
    orders = [slot.order for slot in draft.track]
    gone = [*orders, *draft.late, *(order for own in draft.delivered for order in own)]
    if len(set(gone)) != len(gone):
        raise SetupError("an order is in two places")
    for numbers in game.numbers_of:
        carried = [draft.carrying[number] for number in numbers if draft.carrying[number] is not None]
        if not set(carried) <= set(orders) - {VICTORY} or len(set(carried)) != len(carried):
            raise SetupError("an order is carried once per patrol, and only while it is on the track")
    for token in draft.tokens:
        if token.place not in board.place or (
            token.road is not None and token.place not in board.road[token.road].ends
        ):
            raise SetupError(f"{token.road} does not lead to {token.place}")
    if not set(draft.fallen) <= set(board.district) or any(slot.space < 1 for slot in draft.track):
        raise SetupError("unknown district, or a space before the first")
    if not set(draft.cards) <= set(game.scenario.cards):
        raise SetupError(f"there are only the cards {game.scenario.cards}")
    if not {goal for kept in draft.goals for goal in kept} <= set(game.scenario.goals):
        raise SetupError("there is no such goal")
