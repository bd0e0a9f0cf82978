"""The greedy bot: every scout goes for the nearest useful order, finishes it, minds the soldier, and at last goes home.

It looks no further than its own turn, which it plans once and then plays as long as everything goes as planned.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from mali_powstancy.bots.plans import FAR, NEARNESS, Plan, Row, Situation, goal_promise, terrain_of
from mali_powstancy.engine.board import FieldId, Road
from mali_powstancy.engine.cards import VICTORY, Action, OrderId
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    Collect,
    Drop,
    EndTurn,
    GiveExtraMove,
    Gossip,
    Jump,
    KeepGoals,
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import Phase, Task, replaced
from mali_powstancy.tabletop.adding import total

_SAVED_POINT = 0.4
"""What a movement point is worth in a coming round: a high card is kept until it brings more than that."""
_SMALL_DANGER = 0.45
"""Nobody makes a detour for less than this."""
_BETTER = 1e-6
"""Two plans are not equal if they differ by more than this."""
_ERRAND = 5.0
"""What an errand counts when cards are compared, whichever it is."""
_JUMP = 2
"""Movement points that a card counts at least, because its scout may jump."""
_END = EndTurn()
Option = TypeVar("Option", bound=PlayerMove)


class Greedy:
    """The greedy bot at one seat of one game."""

    def __init__(self) -> None:
        self._moves: list[PlayerMove] = []  # the rest of the planned turn, the next move last
        self._expected: Now | None = None

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        """The legal move that promises most for the seat that is asked; equal ones are chosen by chance."""
        now = _now(observation)
        if not self._moves or now != self._expected:
            if len(observation.legal) == 1:
                return observation.legal[0]
            phase = observation.phase
            if phase not in _IN_TURN:
                return _DECISIONS[phase](observation, rng)
            self._moves = _turn(observation, rng)[::-1]
        move = self._moves.pop()
        if self._moves:
            self._expected = _foreseen(now, move, observation)
        return move


def _situation(seen: Observation, points: int) -> Situation:
    assert seen.seat is not None, "only a seat that is asked can be advised"
    return Situation(seen, seen.seat, points)


def _any_of(moves: Sequence[Option], rng: random.Random) -> Option:
    """One of these; only `random()`, because it gives the same numbers in every version of Python."""
    return moves[int(rng.random() * len(moves))] if len(moves) > 1 else moves[0]


def _best(worth: Mapping[Option, float], rng: random.Random) -> Option:
    most = max(worth.values())
    return _any_of([move for move, value in worth.items() if value >= most - _BETTER], rng)


# Looking ahead ------------------------------------------------------------------------------------------------------

Now = tuple[int, tuple[Task, ...], int, tuple[FieldId, ...], tuple[OrderId | None, ...]]
"""What may change within a turn."""


def _now(seen: Observation) -> Now:
    return (seen.round, seen.agenda, seen.points, seen.where, seen.carrying)


def _foreseen(now: Now, move: PlayerMove, seen: Observation) -> Now:
    """What is expected after a step or a collected order, if it brings about nothing else, such as a delivery."""
    round, agenda, points, where, carrying = now
    if isinstance(move, Walk):
        return round, agenda, points - 1, replaced(where, seen.game.number[move.scout], move.to), carrying
    assert isinstance(move, Collect), "after anything else one has to think again"
    return round, agenda, points, where, replaced(carrying, seen.game.number[move.scout], move.order)


# A turn -------------------------------------------------------------------------------------------------------------


def _turn(seen: Observation, rng: random.Random) -> list[PlayerMove]:
    """Collect what is planned, act, then jump or walk as far as it is worth it, then end."""
    points = seen.points
    if not points and not seen.action_open and Collect not in map(type, seen.legal):
        return [_END]
    here = _situation(seen, points)
    plans = here.assigned(points)
    extra = seen.phase is Phase.EXTRA_MOVE
    if extra:
        plans = [plan for plan in plans if plan.number == here.game.number[seen.agenda[0].subject]]
    moves: list[PlayerMove] = []
    for at, plan in enumerate(plans):
        if _collects_at(plan, seen.where[plan.number]):
            moves.append(_collect(here, plan))
            plans[at] = here.after_collecting(plan)
    if (drop := _drop(here, plans)) is not None:
        return [*moves, drop]
    if not points and not seen.action_open:
        return [*moves, _END]
    walks = _best_walks(here, plans, points)
    whole_card = not extra and points == seen.cards[here.seat]
    if seen.action_open and (whole_card or not points):
        action = _action(here, plans, walks.value, rng)
        if action is not None:
            return [*moves, action]
    if whole_card:
        jump = _best_jump(here, plans, walks.value + _BETTER)
        if jump is not None:
            return [*moves, jump]
    moves += _steps(here, plans, walks)
    acts_at_last = seen.action_open and points and sum(map(len, walks.paths)) == points
    return moves if acts_at_last else [*moves, _END]


def _collects_at(plan: Plan, field: FieldId) -> bool:
    return plan.errand is not None and plan.errand.open and not plan.carries and field == plan.aim


def _collect(here: Situation, plan: Plan) -> Collect:
    assert plan.errand is not None
    return Collect(here.game.scouts[plan.number], plan.errand.order)


def _drop(here: Situation, plans: Sequence[Plan]) -> Drop | None:
    """An order that will not arrive is given up if free hands have something clearly better to do."""
    seen = here.seen
    for plan in plans:
        order = seen.carrying[plan.number]
        if order is None or (plan.carries and plan.value > 0.5):
            continue
        if seen.where[plan.number] == here.game.orders[order].start:  # or it might be collected and dropped for ever
            continue
        kept = here.carried_plan(plan.number, seen.where[plan.number], seen.points)
        least = 1.0 + (kept.value if kept is not None else 0.0)
        others = {other.errand.order: other.value for other in plans if other.errand is not None}
        for errand in here.fetchable():
            fetched = here.fetch_plan(plan.number, seen.where[plan.number], errand, seen.points)
            if errand.open and fetched.value > least + others.get(errand.order, 0.0):
                return Drop(here.game.scouts[plan.number])
    return None


def _best_jump(here: Situation, plans: Sequence[Plan], least: float) -> Jump | None:
    """The best jump that brings a plan farther than the card, if it makes the turn worth more than this."""
    best, where, soldier = None, here.seen.where, here.seen.soldier
    staying = [here.value_at(plan, plan.distance) for plan in plans]
    for at, plan in enumerate(plans):
        for to in here.jumps.get(where[plan.number], ()):
            distance = here.distance_from(plan, to)
            if to == soldier or distance >= plan.distance - here.points:
                continue
            value = total(staying) - staying[at] + here.value_at(plan, distance)
            if value > least:
                value -= here.danger(plans, [to if other is plan else where[other.number] for other in plans])
                if value > least:
                    best, least = Jump(here.game.scouts[plan.number], to), value
    return best


# Walking ------------------------------------------------------------------------------------------------------------


class Walks(NamedTuple):
    """How a turn's points are used: the fields each scout walks over, plan by plan, and what that is worth."""

    paths: tuple[tuple[FieldId, ...], ...]
    value: float


def _best_walks(here: Situation, plans: Sequence[Plan], points: int) -> Walks:
    """The best use of the points, the soldier minded: perhaps a scout stays behind, or steps aside."""
    carefree = _shared(here, plans, points)
    if here.seen.soldier is None or here.seen.phase is Phase.EXTRA_MOVE:  # which comes after his run
        return carefree
    best = _with_danger(here, plans, carefree)
    if carefree.value - best.value < _SMALL_DANGER:
        return best
    ends = _ends(here, plans, carefree.paths)
    row = here.board.free.distances[here.seen.soldier]
    near = min([row[field] for field in ends])
    for at, plan in enumerate(plans):
        if row[ends[at]] == near:
            others = [*plans[:at], *plans[at + 1 :]]
            rest = [_shared(here, others, left) for left in range(points + 1)]
            for value, path in _ways_aside(here, plan, rest, near):
                if value <= best.value + _BETTER:
                    break
                theirs = rest[points - len(path)].paths
                walks = Walks((*theirs[:at], path, *theirs[at:]), value)
                best = max(best, _with_danger(here, plans, walks), key=_value)
    return best


def _with_danger(here: Situation, plans: Sequence[Plan], walks: Walks) -> Walks:
    return Walks(walks.paths, walks.value - here.danger(plans, _ends(here, plans, walks.paths)))


def _value(walks: Walks) -> float:
    return walks.value


def _shared(here: Situation, plans: Sequence[Plan], points: int) -> Walks:
    """The ways of the scouts when they share the points."""
    shares, value = _shares(here, plans, points)
    paths = [_path(here, plan, steps) if steps else () for plan, steps in zip(plans, shares, strict=True)]
    return Walks(tuple(paths), value)


def _shares(here: Situation, plans: Sequence[Plan], points: int) -> tuple[list[int], float]:
    """Who has the best plan takes as many points as it needs, then the next one; and what all plans are worth then."""
    shares, value = [0] * len(plans), 0.0
    for at in sorted(range(len(plans)), key=lambda at: -plans[at].value):
        plan = plans[at]
        steps = shares[at] = _wanted(plan, points)
        value += here.value_at(plan, plan.distance - steps)
        points -= steps
    return shares, value


def _wanted(plan: Plan, points: int) -> int:
    """How many of these points a plan can use."""
    if plan.distance >= FAR:
        return 0
    if plan.errand is not None and not plan.errand.open:  # the order is not there yet: wait for it
        return min(points, plan.distance - plan.errand.length)
    return min(points, plan.distance)


def _path(here: Situation, plan: Plan, points: int) -> tuple[FieldId, ...]:
    """The fields of a shortest way of a plan, as far as the points carry, as far from the soldier as can be."""
    steps, far = here.net.steps, here.net.far
    soldier = here.seen.soldier
    aims = [plan.aim] if plan.errand is None or plan.carries else [plan.aim, plan.errand.to]
    path: list[FieldId] = []
    at = here.seen.where[plan.number]
    for aim in aims:
        row = far[aim]
        while at != aim and len(path) < points:
            left = row[at]
            nearer = [near for near in steps[at] if row[near] < left]
            if not nearer:
                return tuple(path)
            if len(nearer) > 1 and soldier is not None:
                nearer.sort(key=here.board.free.distances[soldier].__getitem__)
            at = nearer[-1]
            path.append(at)
    return tuple(path)


def _ends(here: Situation, plans: Sequence[Plan], paths: Sequence[Sequence[FieldId]]) -> list[FieldId]:
    """Where the scouts stand after these walks."""
    where = here.seen.where
    return [path[-1] if path else where[plan.number] for plan, path in zip(plans, paths, strict=True)]


def _ways_aside(
    here: Situation, plan: Plan, rest: Sequence[Walks], near: int
) -> list[tuple[float, tuple[FieldId, ...]]]:
    """Ways to fields farther from the soldier, the best first; `rest` is what the others make of the points left."""
    steps, row = here.net.steps, here.board.free.distances[here.seen.soldier or ""]
    ways: dict[FieldId, tuple[FieldId, ...]] = {here.seen.where[plan.number]: ()}
    edge = [*ways]
    for _ in range(len(rest) - 1):
        further = []
        for field in edge:
            for to in steps[field]:
                if to not in ways:
                    ways[to] = (*ways[field], to)
                    further.append(to)
        edge = further
    to_aim = here.net.far[plan.aim]
    after = plan.distance - to_aim[here.seen.where[plan.number]]
    aside = [
        (rest[-1 - len(path)].value + here.value_at(plan, to_aim[field] + after), path)
        for field, path in ways.items()
        if row[field] > near
    ]
    aside.sort(reverse=True)
    return aside


def _steps(here: Situation, plans: Sequence[Plan], walks: Walks) -> list[PlayerMove]:
    """The scout with the shortest walk goes first, because it is the surest to arrive."""
    going = [(path, plan) for path, plan in zip(walks.paths, plans, strict=True) if path]
    going.sort(key=lambda walk: len(walk[0]))
    moves: list[PlayerMove] = []
    for path, plan in going:
        scout = here.game.scouts[plan.number]
        for field in path:
            moves.append(Walk(scout, field))
            if _collects_at(plan, field):
                moves.append(_collect(here, plan))
    return moves


# Actions (extended variant) -----------------------------------------------------------------------------------------


def _action(here: Situation, plans: Sequence[Plan], value: float, rng: random.Random) -> PlayerMove | None:
    """The action of the card, if it makes this turn better; None if not."""
    legal = here.seen.legal
    match here.game.actions[here.seen.cards[here.seat]]:
        case Action.GOSSIP:
            return next((move for move in legal if isinstance(move, Gossip)), None)
        case Action.UNIT:
            units = [move for move in legal if isinstance(move, Unit)]
            worth: dict[Unit, float] = {move: _unit_worth(here, plans, move) for move in units}
            unit = _best(worth, rng) if worth else None
            return unit if unit is not None and worth[unit] > value + 0.2 else None
        case Action.SWAP:
            swaps = {move: _swap_worth(here, plans, move) for move in legal if isinstance(move, SwapOrders)}
            swap = _best(swaps, rng) if swaps else None
            return swap if swap is not None and swaps[swap] > 0.2 else None
        case Action.PALS:
            pals = {move: _pals_worth(here, move) for move in legal if isinstance(move, Pals)}
            pair = _best(pals, rng) if pals else None
            now = total([plan.value for plan in plans])
            return pair if pair is not None and pals[pair] > now + 0.2 else None
    return None


def _unit_worth(here: Situation, plans: Sequence[Plan], move: Unit) -> float:
    """What the turn is worth when a unit has brought a scout there."""
    number, points = here.game.number[move.scout], here.points
    taken = [plan.errand.order for plan in plans if plan.errand is not None and plan.number != number]
    moved = [
        here.best_plan(number, move.to, points, here.leads(taken)) if plan.number == number else plan for plan in plans
    ]
    return _shares(here, moved, points)[1]


def _pals_worth(here: Situation, move: Pals) -> float:
    """What all plans are worth after two scouts have changed places."""
    one, other = here.game.number[move.scout], here.game.number[move.other]
    where = list(here.seen.where)
    where[one], where[other] = where[other], where[one]
    return total([plan.value for plan in here.assigned(here.points, where)])


def _swap_worth(here: Situation, plans: Sequence[Plan], move: SwapOrders) -> float:
    """What is gained when one order gets a round more and the other a round less."""
    distance = {plan.errand.order: plan.distance for plan in plans if plan.errand is not None}
    return _with_more_time(here, move.order, -1, distance) + _with_more_time(here, move.other, 1, distance)


def _with_more_time(here: Situation, order: OrderId, rounds: int, distance: Mapping[OrderId, int]) -> float:
    """What one order gains by rounds more, or loses by rounds less: for the scout that is after it, and as a threat."""
    # The card that is named first lies nearer to space 1: it has more rounds left and gives one away.
    errand = here.errands.get(order)
    if errand is None:
        return 0.0
    left = errand.left + rounds
    gain = 0.0
    if order in distance:
        later = errand._replace(left=max(1, min(left, here.rounds_to_end)))
        gain = here.value(later, distance[order], here.points) - here.value(errand, distance[order], here.points)
    need = min(errand.rival, distance.get(order, FAR))
    late = [need > here.budget[max(0, min(n, here.rounds_to_end) - 1)] + here.points for n in (errand.left, left)]
    return gain + here.harm(order) * 0.5 * (late[0] - late[1])


# The other decisions ------------------------------------------------------------------------------------------------


def _keep_goals(seen: Observation, rng: random.Random) -> PlayerMove:
    """The goals that promise most points."""
    goals = seen.game.scenario.goals
    worth = {
        move: total([goal_promise(seen, goals[goal]) for goal in move.goals])
        for move in seen.legal
        if isinstance(move, KeepGoals)
    }
    return _best(worth, rng)


def _choose_card(seen: Observation, rng: random.Random) -> PlayerMove:
    """The card that brings the scouts farthest on their ways, beyond the points it uses up; the nearest walk first."""
    needs, actions = _needs(seen), seen.game.actions
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if isinstance(move, ChooseCard):
            value = -_SAVED_POINT * move.card + 0.15 * rng.random()  # nobody should foresee the card
            points = max(move.card, _JUMP)
            for need in needs:
                steps = min(need, points)
                value += _ERRAND * NEARNESS[need - steps]
                points -= steps
            worth[move] = value + 0.2 * (move.card in actions)
    return _best(worth, rng)


def _needs(seen: Observation) -> list[int]:
    """How many movement points each own scout needs for its nearest errand, or to come home; the nearest first."""
    assert seen.seat is not None, "only a seat that is asked can be advised"
    orders, own, net = seen.game.orders, seen.game.own[seen.seat], terrain_of(seen).net
    mine, far = seen.carrying[own], net.far
    free: list[tuple[Row, int]] = []
    for order, _ in seen.track:
        if order not in mine and order != VICTORY:
            card = orders[order]
            free.append((far[card.start], far[card.to][card.start]))
    needs = []
    for field, carried in zip(seen.where[own], mine, strict=True):
        if carried is not None:
            needs.append(far[orders[carried].to][field])
        elif free:
            needs.append(min([row[field] + length for row, length in free]))
        else:
            needs.append(net.home[field][0])
    needs.sort()
    return needs


def _place_scout(seen: Observation, rng: random.Random) -> PlayerMove:
    """Where the best order begins that is free, not beside the soldier."""
    here = _situation(seen, seen.points)
    places = [move for move in seen.legal if isinstance(move, PlaceScout)]
    scout = places[0].scout
    number = here.game.number[scout]
    standing = here.assigned(seen.points)
    fields = [seen.where[plan.number] for plan in standing]
    taken = {plan.errand.order for plan in standing if plan.errand is not None}
    leads = here.leads(taken) or here.leads()
    starts = {errand.start for *_, errand in leads} | {*here.board.start_objects}
    worth: dict[PlayerMove, float] = {}
    for move in places:
        if move.scout == scout and move.field in starts:
            plan = here.best_plan(number, move.field, seen.points, leads)
            worth[move] = plan.value - 0.5 * here.danger([*standing, plan], [*fields, move.field])
    return _best(worth, rng) if worth else _any_of(places, rng)


def _target(seen: Observation, rng: random.Random) -> PlayerMove:
    """Where there is least to lose."""
    here = _situation(seen, 0)
    plans = here.assigned(0)
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if isinstance(move, Target):
            there = [plan for plan in plans if seen.where[plan.number] == move.field]
            worth[move] = -total([1.0 + (plan.value if plan.carries else 0.0) for plan in there])
    return _best(worth, rng)


def _give_extra_move(seen: Observation, rng: random.Random) -> PlayerMove:
    """To the scout whom the extra fields help most."""
    here = _situation(seen, seen.points)
    plans = {plan.number: plan for plan in here.assigned(seen.points)}
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if isinstance(move, GiveExtraMove):
            plan = plans[here.game.number[move.scout]]
            after = plan.distance - _wanted(plan, seen.points)
            worth[move] = here.value_at(plan, after) - here.value_at(plan, plan.distance)
    return _best(worth, rng)


def _block_road(seen: Observation, rng: random.Random) -> PlayerMove:
    """The road whose loss makes the ways of the own scouts and of the open orders longer by least."""
    here = _situation(seen, 0)
    plans = here.assigned(0)
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if isinstance(move, Block):
            worth[move] = -_cost_of_block(here, plans, move)
    return _best(worth, rng)


def _cost_of_block(here: Situation, plans: Sequence[Plan], move: Block) -> float:
    """What a blocked road costs those whose way leads along it: the own scouts, and every open order."""
    road = here.board.road[move.road]
    one, other = road.ends
    way_round = here.net_without(road).far[one][other] - road.length
    cost, users = 0.0, 0.0
    for plan in plans:
        field = here.seen.where[plan.number]
        cost += 0.5 * (field in road.fields)
        users += _leads_along(here, road, field, plan.aim) * (0.3 if plan.errand is None else 1.0)
    for errand in here.errands.values():
        users += 0.5 * _leads_along(here, road, errand.start, errand.to)
    return cost + users * min(way_round, 10) + 0.2 * min(way_round, 20)


def _leads_along(here: Situation, road: Road, field: FieldId, aim: FieldId) -> bool:
    """A shortest way from a field to an aim leads along this road."""
    row = here.net.far[aim]
    near, beyond = sorted(road.ends, key=row.__getitem__)
    return field in road.fields or (
        row[beyond] - row[near] == road.length and row[beyond] + here.board.free.distances[beyond][field] == row[field]
    )


def _retreat(seen: Observation, rng: random.Random) -> PlayerMove:
    """The field from which the scout's plan is worth most."""
    here = _situation(seen, 0)
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if isinstance(move, Retreat):
            worth[move] = here.best_plan(here.game.number[move.scout], move.to, 0, here.leads()).value
    return _best(worth, rng)


_DECISIONS: Mapping[Phase, Callable[[Observation, random.Random], PlayerMove]] = {
    Phase.KEEP_GOALS: _keep_goals,
    Phase.CHOOSE_CARD: _choose_card,
    Phase.PLACE_SCOUT: _place_scout,
    Phase.TARGET: _target,
    Phase.CHOOSE_EXTRA: _give_extra_move,
    Phase.BLOCK_ROAD: _block_road,
    Phase.DISPLACED: _retreat,
    Phase.EVACUATED: _retreat,
}
_IN_TURN = (Phase.TURN, Phase.EXTRA_MOVE)
