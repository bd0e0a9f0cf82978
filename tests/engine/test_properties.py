from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mali_powstancy.engine import (
    HAND,
    PRISON,
    Ending,
    GameState,
    IllegalMove,
    Outcome,
    Phase,
    Reason,
    Transition,
    arrange,
    chance_outcomes,
    game_rng,
    is_chance,
    legal_moves,
    load_scenario,
    observe,
    outcome,
    play,
    refusal,
    scores,
    seen_by,
    stop_here,
)
from mali_powstancy.engine.cards import VICTORY, Colour
from mali_powstancy.engine.events import (
    EVENT_KINDS,
    BroughtByUnit,
    CardPeeked,
    CardSealed,
    CardsRevealed,
    CardsTakenBack,
    DieRolled,
    DistrictFell,
    Event,
    ExtraMoveGiven,
    GameEnded,
    GoalDealt,
    GoalsKept,
    GoalsRedealt,
    Jumped,
    OrderCollected,
    OrderDelivered,
    OrderDiscarded,
    OrderDropped,
    OrderLaid,
    OrderLate,
    OrderLost,
    OrdersSwapped,
    PlacesExchanged,
    RoadBlocked,
    RoundBegan,
    ScoutArrested,
    ScoutDisplaced,
    ScoutEvacuated,
    ScoutFreed,
    ScoutPlaced,
    SoldierMoved,
    StartPlayerChosen,
    StopCalled,
    TimePassed,
    TokenLaid,
    TurnEnded,
    VictoryLeft,
    Walked,
)
from mali_powstancy.engine.moves import (
    MOVE_KINDS,
    Block,
    ChooseCard,
    Collect,
    DealGoal,
    Draw,
    Drop,
    EndTurn,
    FirstPlayer,
    GiveExtraMove,
    Jump,
    KeepGoals,
    Move,
    Pals,
    PlaceScout,
    Retreat,
    Roll,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.engine.state import Slot, Token
from mali_powstancy.tabletop.session import Session, SessionStep
from tests.random_play import (
    EXTENDED,
    SCENARIOS,
    Line,
    every_move,
    games,
    lines,
    whole_game,
)
from tools.golden import choose

# Random play is no use if it never gets anywhere --------------------------------------------------------------------


def test_random_play_meets_every_phase_event_move_and_ending():
    played = [whole_game(name, players, seed) for name in SCENARIOS for players in (2, 3, 4) for seed in range(12)]
    played += [whole_game(name, 2, seed, oddity=1.0) for name in SCENARIOS for seed in range(4)]
    ends = [outcome(line.state) for line in played]
    asked = [*Phase][: [*Phase].index(Phase.OVER) + 1]  # what comes after is done by the rules themselves
    assert {state.phase for line in played for state in line.states} == {*asked}
    assert {type(event) for line in played for event in line.events} == {*EVENT_KINDS} - {StopCalled}
    assert {type(move) for line in played for move in line.moves} == {*MOVE_KINDS}
    assert {end.ending for end in ends if end} == {*Ending} - {Ending.STOPPED}
    assert {len(end.winners) for end in ends if end} >= {0, 1}  # shared wins are rare: golden games have some


# Legal moves --------------------------------------------------------------------------------------------------------


def possible_moves(state: GameState) -> list[Any]:
    """What the seat that is asked may do, or chance."""
    return [*legal_moves(state), *chance_outcomes(state)]


# Junk ---------------------------------------------------------------------------------------------------------------

NO_NAMES: list[Any] = [
    None,
    -1,
    7,
    10**30,
    2.5,
    float("nan"),
    "",
    "3",
    "past ",
    "zosia\n",
    "ó" * 500,
    b"past",
    (),
    (1,),
]
UNHASHABLE: list[Any] = [[], ["zosia"], {}, {"past"}, (["past"],)]
PLAIN_MOVES: list[Any] = [
    FirstPlayer(0),
    DealGoal("most-orders-1"),
    Draw("past>starowka"),
    Roll(Colour.BLACK, 3),
    KeepGoals(("most-orders-1", "most-orders-2", "most-orders-3")),
    ChooseCard(3),
    PlaceScout("zosia", "past"),
    Walk("zosia", "past"),
    Jump("zosia", "past"),
    Collect("zosia", "past>starowka"),
    Drop("zosia"),
    Pals("zosia", "antek"),
    Unit("zosia", "past"),
    SwapOrders("past>starowka", "plac-wilsona>port"),
    Target("past"),
    GiveExtraMove("zosia"),
    Block("browary~past"),
    Retreat("zosia", "past"),
]


def spoilt(moves: list[Any], junk: object) -> list[Any]:
    """Each of the moves with one part replaced by junk, the verb not among them."""
    return [move._replace(**{name: junk}) for move in moves for name in move._fields[:-1]]


def assert_refused_with_a_reason(state: GameState, move: Any) -> None:
    reason = refusal(state, move)
    assert isinstance(reason, Reason), move
    with pytest.raises(IllegalMove) as refused:
        play(state, move)
    assert refused.value.reason is reason


@given(lines(), st.sampled_from(NO_NAMES))
def test_property_a_move_with_a_part_of_the_wrong_type_is_refused(line, junk):
    state = line.state
    for move in spoilt([*possible_moves(state), *PLAIN_MOVES], junk):
        assert_refused_with_a_reason(state, move)


@given(lines(), st.sampled_from(UNHASHABLE))
def test_property_a_move_with_an_unhashable_part_is_refused(line, junk):
    state = line.state
    for move in spoilt([*possible_moves(state)[:50], *PLAIN_MOVES], junk):
        assert_refused_with_a_reason(state, move)


@given(lines(), st.sampled_from(["walk", "jump", "unit", "draw", "roll", "", None, 3]))
def test_property_a_move_with_the_verb_of_another_kind_is_refused(line, verb):
    for move in possible_moves(line.state):
        if move.verb != verb:
            assert_refused_with_a_reason(line.state, move._replace(verb=verb))


@given(lines())
def test_property_a_number_that_only_equals_the_right_one_is_refused(line):
    """`True` and `1.0` equal 1, but a record could not be read again with them in it."""
    for move in possible_moves(line.state):
        for name, part in zip(move._fields[:-1], move[:-1], strict=True):
            if isinstance(part, int):
                for lookalike in (float(part), bool(part)):
                    if lookalike == part:
                        assert_refused_with_a_reason(line.state, move._replace(**{name: lookalike}))


# Chance -------------------------------------------------------------------------------------------------------------

CHANCE_PHASES = (
    Phase.FIRST_PLAYER,
    Phase.DEAL_GOAL,
    Phase.LAY_ORDER,
    Phase.PEEK,
    Phase.DIE,
    Phase.EXTRA_ORDER,
)


@given(lines(phases=CHANCE_PHASES))
def test_property_chance_can_do_what_is_listed_and_nothing_else(line):
    state = line.state
    chances = chance_outcomes(state)
    for move in filter(is_chance, every_move(state.game)):
        if move in chances:
            assert refusal(state, move) is None
        elif type(move) is type(next(iter(chances))):
            assert refusal(state, move) is Reason.IMPOSSIBLE_CHANCE
        else:
            assert refusal(state, move) is Reason.NOT_NOW


# Nothing is lost or doubled -----------------------------------------------------------------------------------------


@given(games())
def test_property_every_order_is_in_exactly_one_place(line):
    rebuilt = Rebuilt(line.opening)
    for before, step in zip(line.states, line.steps, strict=False):
        for event in step.events:
            rebuilt.tell(event, before)
        state = step.state
        places = Counter([*state.deck, *state.late, *state.discarded])
        places.update(order for own in state.delivered for order in own)
        places.update(order for order, _ in [*state.track, *state.top] if order != VICTORY)
        places.update(rebuilt.not_resolved)
        assert places == dict.fromkeys(state.game.orders, 1)


@given(games())
def test_property_the_deck_has_the_cards_that_it_says(line):
    for state in line.states:
        counts, orders = state.game.counts, state.game.orders
        not_in_this_game = len(orders) - counts.orders_above_victory - counts.orders_below_victory
        has_victory = state.victory_at >= 0
        seen = sum(peeked.order != VICTORY for peeked in state.top)
        assert state.deck_left == len(state.deck) + seen + has_victory - not_in_this_game
        assert state.deck_left >= state.victory_at + has_victory
        assert [order for order in orders if order in state.deck] == [*state.deck]
        victories = has_victory + sum(slot.order == VICTORY for slot in state.track)
        assert victories <= state.game.is_extended
        assert (VICTORY in dict(state.top)) <= has_victory


@given(games())
def test_property_scouts_are_on_the_board_or_where_their_variant_allows(line):
    for state in line.states:
        board, away = state.game.board, () if state.game.is_extended else (PRISON, HAND)
        assert len(state.where) == len(state.carrying) == 3 * len(state.patrols)
        assert all(place in board.rank or place in away for place in state.where)
        assert all(order is None for place, order in zip(state.where, state.carrying, strict=True) if place in away)
        assert (state.soldier is None) == state.game.is_extended


@given(games())
def test_property_an_order_is_carried_once_per_patrol_and_only_while_it_is_open_B_8_H_34(line):
    for state in line.states:
        open_orders = {slot.order for slot in state.track} - {VICTORY}
        for numbers in state.game.numbers_of:
            carried = [order for number in numbers if (order := state.carrying[number]) is not None]
            assert len(set(carried)) == len(carried)
            assert open_orders.issuperset(carried)


@given(games())
def test_property_movement_cards_are_in_the_hand_or_used_B_16(line):
    used: list[list[int]] = [[] for _ in line.opening.patrols]
    rounds_of_cards = 0
    for step in line.steps:
        state = step.state
        for event in step.events:
            if event.event == "cards-revealed":
                rounds_of_cards += 1
                for own, card in zip(used, event.cards, strict=True):
                    own.append(card)
            elif event.event == "cards-taken-back":
                assert rounds_of_cards % 5 == 0
                used = [[] for _ in state.patrols]
        for hand, own, sealed in zip(state.hands, used, state.sealed, strict=True):
            assert sorted([*hand, *own]) == [1, 2, 3, 4, 5]
            assert sealed is None or sealed in hand
        assert {5 - len(hand) for hand in state.hands} == {rounds_of_cards % 5 or (5 if any(used) else 0)}


@given(games())
def test_property_tokens_and_fallen_districts_stay_within_their_limits_B_31_E_17(line):
    for state in line.states:
        scenario, district_of = state.game.scenario, state.game.board.district_of
        roads = [token.road for token in state.tokens if token.road is not None]
        assert len(set(roads)) == len(roads)
        assert len(set(state.fallen)) == len(state.fallen)
        if state.game.is_extended:
            tokens = Counter(district_of[token.place] for token in state.tokens)
            assert all(number == 1 for number in tokens.values())
            assert set(state.fallen) <= set(tokens)
            assert (len(state.fallen) >= scenario.falls_to_lose) == (state.ending == Ending.FALLS)
        else:
            assert not state.fallen
            assert (len(state.tokens) >= scenario.tokens_to_lose) == (state.ending == Ending.TOKENS)
            assert len(state.tokens) <= scenario.tokens_to_lose


@given(games())
def test_property_no_scout_stands_where_none_may_stand_B_14_B_25_E_13(line):
    for state in line.states:
        board = state.game.board
        leaving = {task.subject for task in state.agenda if task.phase in (Phase.DISPLACED, Phase.EVACUATED)}
        blocked = {token.road for token in state.tokens}
        fallen = state.fallen[:-1] if state.ending == Ending.FALLS else state.fallen  # H-31: nobody leaves any more
        for scout, place in zip(state.game.scouts, state.where, strict=True):
            assert place != state.soldier
            if scout not in leaving:
                assert place not in board.road_of or board.road_of[place].id not in blocked
                assert board.district_of.get(place) not in fallen


@given(games())
def test_property_a_game_ends_with_the_round_that_its_deck_allows_B_28_E_15(line):
    state = line.state
    counts, scenario = state.game.counts, state.game.scenario
    cards, rounds = counts.orders_above_victory + state.game.is_extended, 0
    while cards > 0:
        rounds += 1
        cards -= counts.orders_per_round[0 if rounds % 2 else 1]
    assert state.phase is Phase.OVER
    assert state.round <= rounds + scenario.track_spaces - 1
    if state.ending == Ending.ALL_ORDERS:
        assert state.round >= rounds


# The events tell everything -----------------------------------------------------------------------------------------


class Rebuilt:
    """A position worked out from the events of a game and nothing else: all of them, or those that one seat may see."""

    def __init__(self, opening: GameState) -> None:
        game = self.game = opening.game
        seats = len(game.seats)
        self.round, self.start_player, self.ending = 0, 0, ""
        self.where: dict[str, str] = dict(zip(game.scouts, opening.where, strict=True))
        self.carrying: dict[str, str] = {}
        self.track: list[Slot] = []
        self.left_track: list[str] = []
        self.top: list[tuple[str | None, set[int]]] = []
        self.deck_left = opening.deck_left
        self.victory_at = opening.victory_at
        self.delivered: list[list[str]] = [[*own] for own in opening.delivered]
        self.points: list[int] = [sum(game.orders[order].points for order in own) for own in opening.delivered]
        self.late: list[str] = []
        self.discarded: list[str] = []
        self.tokens: list[Token] = []
        self.fallen: list[str] = []
        self.soldier = opening.soldier
        self.hands = [set(game.scenario.cards) for _ in game.seats]
        self.sealed: list[int | None] = [None] * seats
        self.cards: tuple[int, ...] = ()
        self.order_of_play: tuple[int, ...] = ()
        self.goals_dealt: list[list[str | None]] = [[] for _ in game.seats]
        self.goals: list[tuple[str, ...] | None] = [*opening.goals]

    @property
    def not_resolved(self) -> list[str]:
        """Orders that left the track in this phase but are not late yet; after a defeat they never will be (H-18)."""
        return [order for order in self.left_track if order not in self.late]

    def tell(self, event: Event, before: GameState) -> None:
        """Take an event in; `before` is asked only whether cards were being peeked at or laid."""
        match event:
            case StartPlayerChosen(seat):
                self.start_player = seat
            case RoundBegan(number, seat):
                self.round, self.start_player = number, seat
                self.cards, self.order_of_play = (), ()
            case GameEnded(reason):
                self.ending = reason
            case GoalDealt(seat, goal):
                self.goals_dealt[seat].append(goal)
            case GoalsRedealt():
                self.goals_dealt = [[] for _ in self.goals_dealt]
            case GoalsKept(seat, goals):
                self.goals[seat] = goals
            case OrderLaid(order, _):
                self.track.append(Slot(order, 1))
                self.take_from_deck(order)
            case OrderDiscarded(order):
                self.discarded.append(order)
                if before.phase is Phase.PEEK:
                    self.deck_left -= 1
                    self.victory_at -= self.victory_at > len(self.top)
                else:
                    self.take_from_deck(order)
            case CardPeeked(seat, number, order):
                if number > len(self.top):
                    self.top.append((order, {seat}))
                else:
                    known, seats = self.top[number - 1]
                    self.top[number - 1] = (known or order, seats | {seat})
            case CardSealed(seat, card):
                self.sealed[seat] = card
            case CardsRevealed(cards, order_of_play):
                self.cards, self.order_of_play = cards, order_of_play
                self.sealed = [None] * len(cards)
                for hand, card in zip(self.hands, cards, strict=True):
                    hand.remove(card)
            case CardsTakenBack():
                assert not any(self.hands)
                self.hands = [set(self.game.scenario.cards) for _ in self.hands]
            case Walked(scout, came, to) | Jumped(scout, came, to) | BroughtByUnit(scout, came, to):
                self.go(scout, came, to)
            case ScoutDisplaced(scout, came, to) | ScoutEvacuated(scout, came, to):
                self.go(scout, came, to)
            case PlacesExchanged(scout, to, other, other_to):
                assert (self.where[scout], self.where[other]) == (other_to, to)
                self.where |= {scout: to, other: other_to}
            case ScoutPlaced(scout, field):
                self.go(scout, HAND, field)
            case ScoutFreed(scout):
                self.go(scout, PRISON, HAND)
            case ScoutArrested(scout, field):
                assert field == self.soldier
                self.go(scout, field, PRISON)
            case SoldierMoved(path, _):
                self.soldier = path[-1]
            case OrdersSwapped(order, other, space):
                spaces = {order: space + 1, other: space}
                self.track = [Slot(name, spaces.get(name, at)) for name, at in self.track]
            case OrderCollected(scout, order):
                assert self.where[scout] == self.game.orders[order].start
                self.carrying[scout] = order
            case OrderDropped(scout, order) | OrderLost(scout, order):
                assert self.carrying.pop(scout) == order
            case OrderDelivered(scout, order, points):
                assert self.where[scout] == self.game.orders[order].to
                assert self.carrying.pop(scout) == order
                seat = self.game.scouts.index(scout) // self.game.patrol_size
                self.delivered[seat].append(order)
                self.points[seat] += points
                self.track = [slot for slot in self.track if slot.order != order]
            case TimePassed():
                moved = [Slot(order, space + 1) for order, space in self.track]
                spaces_left = range(1, self.game.scenario.track_spaces + 1)
                self.track = [slot for slot in moved if slot.space in spaces_left]
                self.left_track = [slot.order for slot in moved if slot.space not in spaces_left]
            case VictoryLeft():
                self.left_track.remove(VICTORY)
            case OrderLate(order):
                assert order in self.left_track
                self.late.append(order)
            case RoadBlocked(road, place):
                self.tokens.append(Token(place, road))
            case TokenLaid(place):
                self.tokens.append(Token(place, None))
            case DistrictFell(district):
                self.fallen.append(district)
            case TurnEnded() | DieRolled() | ExtraMoveGiven() | StopCalled():
                pass
            case _:
                raise AssertionError(f"what does {event} change?")

    def take_from_deck(self, order: str) -> None:
        self.deck_left -= 1
        self.victory_at = max(self.victory_at - 1, -1)
        if self.top:
            known, _ = self.top.pop(0)
            assert known in (None, order)

    def go(self, scout: str, came: str, to: str) -> None:
        assert self.where[scout] == came
        self.where[scout] = to

    def position(self) -> dict[str, object]:
        """Everything but secrets, by the names that positions and observations use."""
        return {
            "round": self.round,
            "start_player": self.start_player,
            "ending": self.ending,
            "where": tuple(self.where.values()),
            "carrying": tuple(self.carrying.get(scout) for scout in self.where),
            "track": tuple(self.track),
            "deck_left": self.deck_left,
            "victory_at": self.victory_at,
            "delivered": tuple(map(tuple, self.delivered)),
            "late": tuple(self.late),
            "discarded": tuple(self.discarded),
            "tokens": tuple(self.tokens),
            "fallen": tuple(self.fallen),
            "soldier": self.soldier,
            "hands": tuple(tuple(sorted(hand)) for hand in self.hands),
            "cards": self.cards,
            "order_of_play": self.order_of_play,
            "sealed": tuple(self.sealed),
        }


def differences(rebuilt: Rebuilt, found: object) -> dict[str, tuple[object, object]]:
    """Where a position or an observation is not what was rebuilt."""
    expected = rebuilt.position()
    return {name: (part, getattr(found, name)) for name, part in expected.items() if part != getattr(found, name)}


@given(games())
def test_property_events_alone_rebuild_the_position(line):
    rebuilt = Rebuilt(line.opening)
    assert differences(rebuilt, line.opening) == {}
    for before, step in zip(line.states, line.steps, strict=False):
        for event in step.events:
            rebuilt.tell(event, before)
        assert differences(rebuilt, step.state) == {}
        assert [(order, {*seats}) for order, seats in step.state.top] == rebuilt.top
        assert [*map(set, step.state.goals_dealt)] == [*map(set, rebuilt.goals_dealt)]
        assert [*step.state.goals] == rebuilt.goals


def recomputed(line: Line) -> tuple[list[tuple[int, int, int, int]], tuple[int, ...]]:
    """Points of every seat for orders, return and goals with the number of orders, and the winners, from events."""
    rebuilt = Rebuilt(line.opening)
    for before, step in zip(line.states, line.steps, strict=False):
        for event in step.events:
            rebuilt.tell(event, before)
    over, seats = rebuilt.ending != "", rebuilt.game.seats
    if rebuilt.ending in ("tokens", "falls"):
        return [], ()
    result = []
    for seat in seats:
        own = [*rebuilt.where.values()][3 * seat : 3 * seat + 3]
        at_home = sum(own.count(home) for home in ("plac-wilsona", "past", "stary-mokotow"))
        goals = [goal for goal in rebuilt.goals[seat] or () if is_reached(rebuilt, seat, goal)]
        goal_points = sum(rebuilt.game.scenario.goals[goal].points for goal in goals)
        bonus = (0, 1, 3, 7)[at_home]
        result.append((rebuilt.points[seat], bonus * over, goal_points * over, len(rebuilt.delivered[seat])))
    ranks = [(sum(points), delivered) for *points, delivered in result]
    return result, tuple(seat for seat in seats if ranks[seat] == max(ranks)) if over else ()


def is_reached(rebuilt: Rebuilt, seat: int, name: str) -> bool:
    """The secret goal, by the words of the rulebook."""
    goal, district_of = rebuilt.game.scenario.goals[name], rebuilt.game.board.district_of
    delivered = [[rebuilt.game.orders[order] for order in own] for own in rebuilt.delivered]
    match goal.kind:
        case "districts-reached":
            return len({district_of[order.to] for order in delivered[seat]}) >= goal.districts
        case "most-important-order":
            best = max((order.points for own in delivered for order in own), default=0)
            return any(order.points == best for order in delivered[seat])
        case "most-from-district":
            delivered = [[order for order in own if district_of[order.start] == goal.district] for own in delivered]
    return bool(delivered[seat]) and all(len(delivered[seat]) >= len(own) for own in delivered)


@given(games())
def test_property_scores_and_winners_follow_from_the_events_B_29_B_30_E_16(line):
    for steps in (len(line.steps) // 2, len(line.steps) - 1, len(line.steps)):
        position = line.up_to(steps)
        points, winners = recomputed(position)
        end = outcome(position.state)
        assert [tuple(score) for score in scores(position.state)] == points
        assert (end.winners if end else ()) == winners


def reached_from(here: str, steps: list[tuple[str, str]]) -> dict[str, int]:
    """How many steps every field is away that can be reached at all."""
    distances, number, grows = {here: 0}, 0, True
    while grows:
        edge = {field for field, distance in distances.items() if distance == number}
        new = {b for a, b in steps if a in edge} | {a for a, b in steps if b in edge}
        grows, number = not new <= distances.keys(), number + 1
        distances = dict.fromkeys(new, number) | distances
    return distances


def nearest_safe_fields(rebuilt: Rebuilt, here: str, displaced: bool) -> set[str]:
    """Where a scout has to go, by the words of the rulings."""
    board, before = rebuilt.game.board, rebuilt.fallen[:-1]
    blocked = {token.road for token in rebuilt.tokens}
    closed = {field for road in board.roads if road.id in blocked for field in road.fields}
    closed |= {field for field in board.fields if board.district_of[field] in rebuilt.fallen} | {str(rebuilt.soldier)}
    everywhere = [step for road in board.roads for step in pairwise(road.path)]
    if displaced:
        along = [*pairwise(board.road_of[here].path)]
        ways = [{end: reached_from(here, along)[end] for end in board.road_of[here].ends}]
    else:
        unblocked = [step for road in board.roads if road.id not in blocked for step in pairwise(road.path)]
        ways = [
            reached_from(here, [(a, b) for a, b in unblocked if not {*map(board.district_of.get, (a, b))} & {*before}])
        ]
    for distances in (*ways, reached_from(here, everywhere)):
        safe = {field: distance for field, distance in distances.items() if field not in closed}
        if safe:
            return {field for field, distance in safe.items() if distance == min(safe.values())}
    return set()


@given(games())
def test_property_scouts_leave_for_the_nearest_safe_field_H_14_H_15_H_28(line):
    rebuilt = Rebuilt(line.opening)
    for before, step in zip(line.states, line.steps, strict=False):
        for event in step.events:
            if isinstance(event, ScoutDisplaced | ScoutEvacuated):
                fields = nearest_safe_fields(rebuilt, event.came, isinstance(event, ScoutDisplaced))
                if step.move == Retreat(event.scout, event.to):
                    assert {move.to for move in possible_moves(before)} == fields
                else:
                    assert {event.to} == fields
            rebuilt.tell(event, before)


CHEAP_AND_DEAR = [
    *("pawiak>starowka", "browary>past", "past>starowka", "szucha>plac-trzech-krzyzy"),  # 3 points each
    *("cytadela>past", "pawiak>plac-wilsona", "stary-mokotow>port"),  # 6 points each
    *("palacyk-michla>sggw", "stary-mokotow>bank-polski"),  # 9 points each
]


@given(st.sampled_from(["basic-1", "extended-1"]), st.integers(2, 4), st.data())
def test_property_ties_are_broken_by_orders_and_then_shared_B_30_H_30(name, players, data):
    scenario = load_scenario(name)
    patrols = [*scenario.patrols][:players]
    owners = [data.draw(st.sampled_from([*patrols, None])) for _ in CHEAP_AND_DEAR]
    goals: dict[str, dict[str, str]] = {patrol: {} for patrol in patrols}  # of each colour one, as the rules want it
    for goal in data.draw(st.permutations([*scenario.goals]))[:9]:
        own = goals[data.draw(st.sampled_from(patrols))]
        if len(own) < scenario.goals_kept:
            own.setdefault(scenario.goals[goal].kind, goal)
    session = Session(
        arrange(
            scenario,
            patrols=patrols,
            cards={patrol: card for card, patrol in enumerate(patrols, start=1)},
            turn=patrols[-1],
            delivered={p: [o for o, owner in zip(CHEAP_AND_DEAR, owners, strict=True) if owner == p] for p in patrols},
            goals={patrol: [*own.values()] for patrol, own in goals.items()},
        )
    )
    session.stop()
    while session.state.to_act is not None:
        session.play(choose(session.state, game_rng(1)))
    points, winners = recomputed(Line(session.opening, tuple(session.steps)))
    assert [tuple(score) for score in scores(session.state)] == points
    assert outcome(session.state) == Outcome(Ending.STOPPED, winners)


# Secrets ------------------------------------------------------------------------------------------------------------


@given(games(), st.data())
def test_property_an_observation_holds_what_the_events_told_this_seat_and_no_more(line, data):
    seat = data.draw(st.sampled_from([None, *line.opening.game.seats]))
    rebuilt = Rebuilt(line.opening)
    for before, step in zip(line.states, line.steps, strict=False):
        for event in step.events:
            rebuilt.tell(seen_by(event, seat), before)
        seen = observe(step.state, seat)
        assert differences(rebuilt, seen) == {}
        assert [*seen.top] == [order for order, _ in rebuilt.top]
        if seat is None:
            assert seen.goals_dealt == ()
        else:
            assert {*seen.goals_dealt} == {*rebuilt.goals_dealt[seat]}
        if not step.state.ending:
            assert [*seen.goals] == [kept if owner == seat else None for owner, kept in enumerate(rebuilt.goals)]


def assert_others_notice_nothing(one: Transition | SessionStep, other: Transition, owners: set[int]) -> None:
    """Two transitions that differ in a secret of the owners look alike to everybody else, spectators included."""
    for seat in {None, *one.state.game.seats} - owners:
        assert observe(one.state, seat) == observe(other.state, seat)
        assert [seen_by(event, seat) for event in one.events] == [seen_by(event, seat) for event in other.events]


@given(lines(phases=[Phase.CHOOSE_CARD]))
def test_property_a_sealed_card_is_secret_until_the_reveal_B_11(line):
    state = line.state
    assume(state.agenda[1].phase is Phase.CHOOSE_CARD)
    owner, first, *others = state.to_act, *possible_moves(state)
    one = play(state, first)
    assert observe(one.state, owner).sealed[owner] == first.card
    assert one.events[0] == seen_by(one.events[0], owner)
    for second in others:
        other = play(state, second)
        assert observe(other.state, owner) != observe(one.state, owner)
        assert_others_notice_nothing(one, other, {owner})
        if state.agenda[2].phase is Phase.CHOOSE_CARD:  # still secret when another one is sealed
            same = legal_moves(one.state)[0]
            assert_others_notice_nothing(play(one.state, same), play(other.state, same), {owner})


def assert_seat_notices_nothing(
    line: Line, start: int, twin: GameState, seat: int | None, change: Callable[[Any], Any] = lambda move: move
) -> None:
    """Play on from a twin position as the line does, as long as this seat cannot learn the secret."""
    for number, step in enumerate(line.steps[start:]):
        move = change(step.move)
        if is_chance(move) and refusal(twin, move) is not None:
            return  # the card that was changed is drawn
        if any(isinstance(event, CardPeeked) and event.seat == seat for event in step.events):
            return
        if step.state.ending and not Ending(step.state.ending).is_defeat:
            return
        twin, events = play(twin, move)
        assert [seen_by(event, seat) for event in events] == [seen_by(event, seat) for event in step.events]
        if number % 5 == 0:
            assert observe(twin, seat) == observe(step.state, seat)


def another_seat(data: st.DataObject, state: GameState, owner: int) -> int | None:
    return data.draw(st.sampled_from([None, *(seat for seat in state.game.seats if seat != owner)]))


@given(games(EXTENDED), st.data())
def test_property_kept_goals_are_secret_until_a_game_is_scored_E_3(line, data):
    kept_at = [number for number, step in enumerate(line.steps) if isinstance(step.move, KeepGoals)]
    at = data.draw(st.sampled_from(kept_at))
    state = line.up_to(at).state
    other_choice = data.draw(st.sampled_from([move for move in legal_moves(state) if move != line.steps[at].move]))
    twin = play(state, other_choice)
    assert observe(twin.state, state.to_act).goals[state.to_act] == other_choice.goals
    assert_others_notice_nothing(line.steps[at], twin, {state.to_act})
    assert_seat_notices_nothing(line, at + 1, twin.state, another_seat(data, state, state.to_act))


@given(games(EXTENDED), st.data())
def test_property_dealt_goals_are_secret_E_3_H_58(line, data):
    """Two goals of one colour, neither of them ever dealt to the observer, are taken for each other all along."""
    game = line.opening.game
    goals, observer = game.scenario.goals, data.draw(st.sampled_from(game.seats))
    dealt = [event for event in line.events if isinstance(event, GoalDealt)]
    everybodys, seen = {event.goal for event in dealt}, {event.goal for event in dealt if event.seat == observer}
    pairs = [
        (one, other)
        for one in goals
        for other in goals
        if one in everybodys and not {one, other} & seen and one != other and goals[one].kind is goals[other].kind
    ]
    assume(pairs)
    one, other = data.draw(st.sampled_from(pairs))
    swap = {one: other, other: one}

    def change(move: Move) -> Move:
        if isinstance(move, DealGoal):
            return DealGoal(swap.get(move.goal, move.goal))
        if isinstance(move, KeepGoals):
            return KeepGoals(tuple(sorted((swap.get(goal, goal) for goal in move.goals), key=[*goals].index)))
        return move

    assert_seat_notices_nothing(line, 0, line.opening, observer, change)


@given(games(EXTENDED), st.data())
def test_property_what_gossip_shows_is_secret_until_the_card_is_laid_E_8(line, data):
    peeked_at = [
        number
        for number, (before, step) in enumerate(zip(line.states, line.steps, strict=False))
        if before.phase is Phase.PEEK and isinstance(step.events[0], CardPeeked) and step.move != Draw(VICTORY)
    ]
    assume(peeked_at)
    at = data.draw(st.sampled_from(peeked_at))
    state = line.up_to(at).state
    owner = int(state.agenda[0].subject)
    twins = [play(state, move) for move in chance_outcomes(state) if move != line.steps[at].move]
    twins = [twin for twin in twins if isinstance(twin.events[0], CardPeeked)]
    assume(twins)
    twin = data.draw(st.sampled_from(twins))
    assert observe(twin.state, owner).top[-1] == twin.state.top[-1].order
    assert_others_notice_nothing(line.steps[at], twin, {owner})
    assert_seat_notices_nothing(line, at + 1, twin.state, another_seat(data, state, owner))


@given(games(EXTENDED))
def test_property_goals_are_shown_at_the_end_of_a_scored_game_only_E_16_H_60(line):
    state = line.state
    for seat in (None, *state.game.seats):
        shown = observe(state, seat).goals
        if Ending(state.ending).is_defeat:
            assert shown == tuple(goals if owner == seat else None for owner, goals in enumerate(state.goals))
        else:
            assert shown == state.goals


# Stop here ----------------------------------------------------------------------------------------------------------


@given(lines(), st.integers(0, 1_000))
def test_property_stop_here_ends_the_game_with_the_round_H_61(line, seed):
    state = line.state
    assume(state.phase is not Phase.OVER)
    last_round = max(state.round, 1)
    stopped, events = stop_here(state)
    assert events == (StopCalled(),)
    assert possible_moves(stopped) == [move for move in possible_moves(state) if str(move) != "gossip"]
    with pytest.raises(IllegalMove) as refused:
        stop_here(stopped)
    assert refused.value.reason is Reason.NOT_NOW
    session, rng = line.session, game_rng(seed)
    session.stop()
    while session.state.to_act is not None:
        session.play(choose(session.state, rng))
    end = session.state
    assert end.round == last_round
    assert session.steps[-1].events[-1] == GameEnded(end.ending)
    if not Ending(end.ending).is_defeat:
        assert (end.ending == Ending.STOPPED) == would_have_gone_on(end)
    points, winners = recomputed(Line(session.opening, tuple(session.steps)))
    assert [tuple(score) for score in scores(end)] == points
    assert outcome(end) == Outcome(Ending(end.ending), winners)


def would_have_gone_on(state: GameState) -> bool:
    if state.game.is_extended:
        return state.victory_at >= 0 or VICTORY in dict(state.track)
    return bool(state.deck_left or state.track)


# What the properties found ------------------------------------------------------------------------------------------


def test_a_bad_extra_card_that_was_the_last_of_the_deck_is_simply_not_laid_H_51_H_56():
    state = arrange(
        load_scenario("extended-1"),
        patrols=["red", "orange"],
        scouts={"felek": "past", "kazik": "past"},
        cards={"red": 1, "orange": 2},
        turn="orange",
        fallen=["mokotow"],
        tokens=[("szucha", "plac-trzech-krzyzy~szucha")],
        track=[("past>starowka", 4), (VICTORY, 2)],
        deck_left=1,
    )
    state, _ = play(state, EndTurn())
    state, _ = play(state, Block("starowka~bank-polski"))
    assert state.phase is Phase.EXTRA_ORDER
    state, events = play(state, Draw("cytadela>szucha"))
    assert events == (OrderDiscarded("cytadela>szucha"), RoundBegan(2, 1))
    assert (state.phase, state.to_act, state.deck_left) == (Phase.CHOOSE_CARD, 1, 0)
    assert state.track == (Slot(VICTORY, 3),)
