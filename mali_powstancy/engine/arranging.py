"""Arranged positions: a game in the middle, set up in words, for lessons, puzzles and tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mali_powstancy.engine.board import DistrictId, FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, GoalId, OrderId, PatrolId, ScoutId
from mali_powstancy.engine.rules.choosing import begin_turn
from mali_powstancy.engine.rules.hopping import blocked_roads
from mali_powstancy.engine.rules.ordering import lay
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
    if cards is None and (turn is not None or at_die):
        raise SetupError("a turn and the die come after the cards: say which cards were played")
    strangers = {patrol for named in (cards, hands, delivered, goals) for patrol in named or ()} - set(seat)
    if strangers:
        raise SetupError(f"not at this table: {', '.join(map(str, strangers))}")
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
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, SetupError):
            raise
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
    draft.deck_left = max(0, draft.deck_left - len(named)) if deck_left is None else deck_left
    if VICTORY in named:
        draft.victory_at = -1
    elif victory_at is not None:
        draft.victory_at = victory_at
    elif draft.game.is_extended:  # as at the opening, but not below the cards that are left
        draft.victory_at = max(0, min(draft.victory_at - len(named), draft.deck_left - 1))


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
    clockwise = draft.game.clockwise_from[draft.start_player]
    whole_round = draft.game.round_tasks[draft.start_player]
    if cards is None:
        draft.agenda = whole_round
        return
    after_turns = whole_round[len(clockwise) + 1 :]  # everybody has chosen, and the cards are revealed
    draft.cards = tuple(cards[patrol] for patrol in seat)
    draft.order_of_play = tuple(sorted(clockwise, key=draft.cards.__getitem__))
    if at_die:
        draft.agenda = (Task(Phase.DIE, CHANCE), *after_turns[2:])
        return
    now = seat[turn] if turn is not None else draft.order_of_play[0]
    later = draft.order_of_play[draft.order_of_play.index(now) + 1 :]
    begins = draft.game.turn_begins
    draft.agenda = (begins[now], *(begins[number] for number in later), *after_turns)
    begin_turn(draft, draft.task)


def _check(draft: Draft) -> None:
    """Refuse what the rules never lead to."""
    for is_wrong, what in _impossibilities(draft):
        if is_wrong:
            raise SetupError(f"cannot arrange this position: {what}")


def _impossibilities(draft: Draft) -> Iterator[tuple[bool, str]]:
    """Everything that could be wrong, and whether it is."""
    game, board, scenario = draft.game, draft.game.board, draft.game.scenario
    blocked = [token.road for token in draft.tokens if token.road is not None]
    for token in draft.tokens:
        known = token.place in board.place and (token.road is None or token.place in board.road[token.road].ends)
        yield not known, f"{token.road} is no road of {token.place}"
    yield len(set(blocked)) < len(blocked), "a road is blocked twice"
    yield not set(draft.fallen) <= set(board.district), "there is no such district"
    yield len(set(draft.fallen)) < len(draft.fallen), "a district has fallen twice"
    if game.is_extended:
        yield len(draft.fallen) >= scenario.falls_to_lose, "so many districts fallen, and the game would be over"
        yield draft.soldier is not None, "there is no soldier in the extended variant"
        yield draft.agenda[0].phase is Phase.DIE, "there is no die in the extended variant"
        held = [board.district_of.get(token.place) for token in draft.tokens]
        yield len(set(held)) < len(held), "a district has two small tokens, and would have fallen"
    else:
        yield len(draft.tokens) >= scenario.tokens_to_lose, "so many small tokens, and the game would be over"
        yield bool(draft.fallen), "no district falls in the basic variant"
        yield draft.soldier not in board.rank, "the soldier stands nowhere"
    for number, place in enumerate(draft.where):
        away, order = place in (PRISON, HAND), draft.carrying[number]
        yield place not in board.rank and (game.is_extended or not away), f"there is no field {place!r}"
        yield place == draft.soldier or board.district_of.get(place) in draft.fallen, f"nobody can stand on {place}"
        yield place in board.road_of and board.road_of[place].id in blocked, f"the road of {place} is blocked"
        yield order is not None and away, "a scout who is not on the board carries an order"
        yield order is not None and game.orders[order].to == place, f"{order} would have been delivered"
    orders = [slot.order for slot in draft.track]
    gone = [*orders, *draft.late, *(order for own in draft.delivered for order in own)]
    yield len(set(gone)) < len(gone), "an order is in two places"
    yield VICTORY in gone and (not game.is_extended or VICTORY not in orders), "the Victory card cannot be there"
    yield not all(1 <= slot.space <= scenario.track_spaces for slot in draft.track), "a card lies beside the track"
    for numbers in game.numbers_of:
        carried = [draft.carrying[number] for number in numbers if draft.carrying[number] is not None]
        yield not set(carried) <= set(orders) - {VICTORY}, "a scout carries an order that is not on the track"
        yield len(set(carried)) < len(carried), "two scouts of a patrol carry the same order"
    yield not set(draft.cards).union(*draft.hands) <= set(scenario.cards), f"there are only the cards {scenario.cards}"
    yield not set().union(*draft.goals) <= set(scenario.goals), "there is no such goal"
    yield not 0 <= draft.deck_left <= len(draft.deck) + (draft.victory_at >= 0), "the deck has not so many cards"
    yield draft.victory_at >= max(draft.deck_left, 1), "the Victory card lies below the deck"
    yield draft.victory_at >= 0 and not game.is_extended, "there is no Victory card in the basic variant"
    for card, hand in zip(draft.cards or (None,) * len(draft.hands), draft.hands, strict=True):
        yield card in hand or len(set(hand)) < len(hand), "a movement card is there twice"
    yield len({len(hand) for hand in draft.hands}) > 1, "everybody uses one card a round, so hands are equally large"
    yield not draft.cards and () in draft.hands, "nobody chooses from an empty hand"
    whole = (draft.round, draft.deck_left, draft.victory_at, *(slot.space for slot in draft.track))
    yield any(type(number) is not int for number in whole), "rounds, spaces and cards are whole numbers"
    yield draft.round < 1, "rounds count from 1"
