"""The greedy bot: every scout goes for the nearest useful order, finishes it, minds the soldier, and at last goes home.

It looks no further than its own turn. Every decision is a function of what its seat sees.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from mali_powstancy.bots.advice import Advice
from mali_powstancy.bots.plans import FAR, Plan, Situation, goal_promise, net_of
from mali_powstancy.bots.reasons import reasons_for
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import Action, OrderId
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
from mali_powstancy.engine.state import Phase

_SAVED_POINT = 0.4
"""What a movement point is worth in a coming round: a high card is kept until it brings more than that."""
_BETTER = 1e-6
"""Two plans are not equal if they differ by more than this."""
_END = EndTurn()
Option = TypeVar("Option", bound=PlayerMove)


def greedy_advice(observation: Observation, rng: random.Random) -> Advice:
    """What `greedy_bot` plays, and why."""
    move = greedy_bot(observation, rng)
    return Advice(move, reasons_for(observation, move))


def greedy_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """The legal move that promises most for the seat that is asked; equal ones are chosen by chance."""
    if len(observation.legal) == 1:
        return observation.legal[0]
    return _DECISIONS[observation.phase](observation, rng)


def _situation(seen: Observation, points: int) -> Situation:
    assert seen.seat is not None, "only a seat that is asked can be advised"
    return Situation(seen, seen.seat, points)


def _any_of(moves: Sequence[Option], rng: random.Random) -> Option:
    """One of these; only `random()`, because it gives the same numbers in every version of Python."""
    return moves[int(rng.random() * len(moves))] if len(moves) > 1 else moves[0]


def _best(worth: Mapping[Option, float], rng: random.Random) -> Option:
    most = max(worth.values())
    return _any_of([move for move, value in worth.items() if value >= most - _BETTER], rng)


# Walking ------------------------------------------------------------------------------------------------------------


class Walks(NamedTuple):
    """How a turn's points are used: the fields each scout walks over, by scout number, and what that is worth."""

    paths: Mapping[int, tuple[FieldId, ...]]
    value: float


def _path(here: Situation, plan: Plan, start: FieldId, points: int) -> tuple[FieldId, ...]:
    """The fields of a shortest way of a plan, as far as the points carry, as far from the soldier as can be."""
    steps, far = here.net.steps, here.net.far
    soldier = here.seen.soldier
    feared = here.board.free.distances[soldier] if soldier is not None else {}
    aims = [plan.aim]
    if plan.errand is not None and plan.errand.open and not plan.carries:
        aims.append(plan.errand.to)
    path: list[FieldId] = []
    at = start
    for aim in aims:
        row = far[aim]
        while at != aim and len(path) < points:
            nearer = [near for near in steps[at] if row.get(near, FAR) < row.get(at, FAR) and near != soldier]
            if not nearer:
                return tuple(path)
            at = max(nearer, key=lambda field: feared.get(field, 0)) if len(nearer) > 1 and feared else nearer[0]
            path.append(at)
    return tuple(path)


def _value_after(here: Situation, plan: Plan, walked: int, points: int) -> float:
    """What a plan is worth when the scout has walked so far along its way."""
    distance = plan.distance - walked
    if plan.errand is None:
        return here.home_value(distance, points)
    return here.value(plan.errand, distance, points)


def _walks(here: Situation, plans: Sequence[Plan], points: int, movers: range | None = None) -> list[Walks]:
    """The best use of 0, 1, 2, ... points along the ways of the plans, the soldier not minded."""
    where = here.seen.where
    best = [Walks({}, 0.0)] * (points + 1)
    for plan in plans:
        can = points if movers is None or plan.number in movers else 0
        path = _path(here, plan, where[plan.number], can)
        values = [_value_after(here, plan, walked, 0) for walked in range(len(path) + 1)]
        best = [
            max(
                (
                    Walks({**best[total - use].paths, plan.number: path[:use]}, best[total - use].value + values[use])
                    for use in range(min(total, len(path)) + 1)
                ),
                key=lambda walks: walks.value,
            )
            for total in range(points + 1)
        ]
    return best


def _ends(here: Situation, plans: Sequence[Plan], paths: Mapping[int, Sequence[FieldId]]) -> dict[int, FieldId]:
    """Where the scouts stand after these walks."""
    where = here.seen.where
    return {plan.number: (paths.get(plan.number) or (where[plan.number],))[-1] for plan in plans}


def _best_walks(here: Situation, plans: Sequence[Plan], points: int, movers: range | None = None) -> Walks:
    """The best use of the points, the soldier minded: perhaps a scout stays behind, or steps aside."""
    by_points = _walks(here, plans, points, movers)
    best = by_points[points]
    if here.seen.soldier is None or movers is not None:  # an extra move comes after his run
        return best
    danger = here.danger(_ends(here, plans, best.paths), plans)
    if danger < 0.1:
        return best._replace(value=best.value - danger)
    best = best._replace(value=best.value - danger)
    for walks in by_points[:points]:
        value = walks.value - here.danger(_ends(here, plans, walks.paths), plans)
        if value > best.value + _BETTER:
            best = walks._replace(value=value)
    for plan in plans:
        rest = _walks(here, [other for other in plans if other is not plan], points)
        for path in _ways_aside(here, here.seen.where[plan.number], points):
            own = _value_at(here, plan, path[-1] if path else here.seen.where[plan.number])
            left = points - len(path)
            for walks in rest[left : left + 1] if path else rest:
                if walks.value + own <= best.value:
                    continue
                paths = {**walks.paths, plan.number: path}
                value = walks.value + own - here.danger(_ends(here, plans, paths), plans)
                if value > best.value + _BETTER:
                    best = Walks(paths, value)
    return best


def _value_at(here: Situation, plan: Plan, field: FieldId) -> float:
    """What a plan is worth when its scout ends the turn on some field."""
    distance = here.net.far[plan.aim].get(field, FAR)
    if plan.errand is None:
        return here.home_value(distance, 0)
    if not plan.carries:
        distance = min(FAR, distance + plan.errand.length)
    return here.value(plan.errand, distance, 0)


def _ways_aside(here: Situation, start: FieldId, points: int) -> Iterator[tuple[FieldId, ...]]:
    """A shortest way to every field in reach that is no nearer to the soldier, the nearest first: nobody is a decoy."""
    steps, seen = here.net.steps, {start}
    edge: list[tuple[FieldId, ...]] = [()]
    row = here.board.free.distances[here.seen.soldier or start]
    yield ()
    for _ in range(points):
        further: list[tuple[FieldId, ...]] = []
        for path in edge:
            for near in steps[path[-1] if path else start]:
                if near not in seen:
                    seen.add(near)
                    further.append((*path, near))
        yield from [path for path in further if row[path[-1]] >= row[start]]
        edge = further


# A turn -------------------------------------------------------------------------------------------------------------


def _turn(seen: Observation, rng: random.Random) -> PlayerMove:
    """Collect what is planned, act, then jump or walk as far as it is worth it, then end."""
    here = _situation(seen, seen.points)
    points = seen.points
    plans = here.assigned(points)
    legal = seen.legal
    scouts = here.game.scouts
    for plan in plans:
        if plan.errand is not None and not plan.carries and plan.errand.open:
            collect = Collect(scouts[plan.number], plan.errand.order)
            if seen.where[plan.number] == plan.errand.start and collect in legal:
                return collect
    if (drop := _drop(here, plans)) is not None:
        return drop
    movers = None
    if seen.phase is Phase.EXTRA_MOVE:
        number = here.game.number[seen.agenda[0].subject]
        movers = range(number, number + 1)
    walks = _best_walks(here, plans, points, movers)
    standing = sum([_value_after(here, plan, 0, 0) for plan in plans])
    standing -= here.danger(_ends(here, plans, {}), plans) if movers is None else 0.0
    if seen.action_open and (points == 0 or points == seen.cards[here.seat]):
        action = _action(here, plans, walks.value if points else standing, rng)
        if action is not None:
            return action
    if points and movers is None and points == seen.cards[here.seat]:
        jump, value = _best_hop(here, plans, [move for move in legal if isinstance(move, Jump)], 0)
        if jump is not None and value > max(walks.value, standing) + _BETTER:
            return jump
    if walks.value <= standing + _BETTER:
        return _END
    return _first_step(here, walks) or _END


def _first_step(here: Situation, walks: Walks) -> Walk | None:
    """The scout with the shortest walk goes first, because it is the surest to arrive."""
    going = sorted((len(path), number) for number, path in walks.paths.items() if path)
    for _, number in going:
        step = Walk(here.game.scouts[number], walks.paths[number][0])
        if step in here.seen.legal:
            return step
    return None


def _drop(here: Situation, plans: Sequence[Plan]) -> Drop | None:
    """An order that will not arrive is given up if free hands have something clearly better to do."""
    seen = here.seen
    taken = {plan.errand.order for plan in plans if plan.errand is not None}
    for plan in plans:
        order = seen.carrying[plan.number]
        if order is None or (plan.carries and plan.value > 0.5):
            continue
        kept = here.carried_plan(plan.number, seen.where[plan.number], seen.points)
        least = 1.0 + (kept.value if kept is not None else 0.0)
        for errand in here.fetchable():
            if errand.order in taken or not errand.open:
                continue
            drop = Drop(here.game.scouts[plan.number])
            if here.fetch_plan(plan.number, seen.where[plan.number], errand, seen.points).value > least:
                return drop if drop in seen.legal else None
    return None


def _best_hop(
    here: Situation, plans: Sequence[Plan], hops: Sequence[Jump | Unit], points: int
) -> tuple[PlayerMove | None, float]:
    """The best jump or unit, and what the turn is worth with it and these points for walking."""
    best: PlayerMove | None = None
    most = float("-inf")
    where = here.seen.where
    mates = {plan.number: _walks(here, [p for p in plans if p is not plan], points) for plan in plans}
    fetchable = here.fetchable()
    taken = {plan.number: {p.errand.order for p in plans if p is not plan and p.errand} for plan in plans}
    for hop in hops:
        number = here.game.number[hop.scout]
        free = [errand for errand in fetchable if errand.order not in taken[number]]
        plan = here.options(number, hop.to, points, free)[0]
        value = max(
            [
                mates[number][points - use].value + _value_after(here, plan, use, 0)
                for use in range(min(points, plan.distance) + 1)
            ]
        )
        if not points and value > most and here.seen.soldier is not None:
            moved = [plan if p.number == number else p for p in plans]
            value -= here.danger({p.number: where[p.number] for p in plans} | {number: hop.to}, moved)
        if value > most + _BETTER:
            best, most = hop, value
    return best, most


# Actions (extended variant) -----------------------------------------------------------------------------------------


def _action(here: Situation, plans: Sequence[Plan], value: float, rng: random.Random) -> PlayerMove | None:
    """The action of the card, if it makes this turn better; None if not."""
    legal = here.seen.legal
    match here.game.actions[here.seen.cards[here.seat]]:
        case Action.GOSSIP:
            return next((move for move in legal if isinstance(move, Gossip)), None)
        case Action.UNIT:
            units = [move for move in legal if isinstance(move, Unit)]
            unit, with_unit = _best_hop(here, plans, units, here.seen.points)
            return unit if with_unit > value + 0.2 else None
        case Action.SWAP:
            swaps = {move: _swap_worth(here, plans, move) for move in legal if isinstance(move, SwapOrders)}
            swap = _best(swaps, rng) if swaps else None
            return swap if swap is not None and swaps[swap] > 0.2 else None
        case Action.PALS:
            pals = {move: _pals_worth(here, move) for move in legal if isinstance(move, Pals)}
            pair = _best(pals, rng) if pals else None
            now = sum([plan.value for plan in plans])
            return pair if pair is not None and pals[pair] > now + 0.2 else None
    return None


def _pals_worth(here: Situation, move: Pals) -> float:
    """What all plans are worth after two scouts have changed places."""
    one, other = here.game.number[move.scout], here.game.number[move.other]
    where = list(here.seen.where)
    where[one], where[other] = where[other], where[one]
    return sum([plan.value for plan in here.assigned(here.points, where)])


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
        move: sum([goal_promise(seen, goals[goal]) for goal in move.goals])
        for move in seen.legal
        if isinstance(move, KeepGoals)
    }
    return _best(worth, rng)


def _choose_card(seen: Observation, rng: random.Random) -> PlayerMove:
    """The card with which the coming turn is worth most beyond the points it uses up."""
    here = _situation(seen, 3)
    plans = here.assigned(3)
    cards = [move for move in seen.legal if isinstance(move, ChooseCard)]
    most = max([move.card for move in cards])
    by_points = _walks(here, plans, most)
    jumping = _jump_value(here, plans)
    worth: dict[PlayerMove, float] = {}
    for move in cards:
        value = max(by_points[move.card].value, jumping)
        action = here.game.actions.get(move.card)
        if action is Action.UNIT:
            value += max(0.0, jumping - by_points[0].value) * 0.8
        elif action is not None:
            value += 0.2
        worth[move] = value - _SAVED_POINT * move.card + 0.15 * rng.random()  # nobody should foresee the card
    return _best(worth, rng)


def _jump_value(here: Situation, plans: Sequence[Plan]) -> float:
    """What the best jump of the coming turn would be worth."""
    jumps = here.board.ways(here.blocked, here.fallen).jumps
    hops = [
        Jump(here.game.scouts[plan.number], to)
        for plan in plans
        for to in jumps.get(here.seen.where[plan.number], ())
        if to != here.seen.soldier
    ]
    return _best_hop(here, plans, hops, 0)[1]


def _place_scout(seen: Observation, rng: random.Random) -> PlayerMove:
    """Where the best order begins that is free, not beside the soldier."""
    here = _situation(seen, seen.points)
    places = [move for move in seen.legal if isinstance(move, PlaceScout)]
    scout = places[0].scout
    number = here.game.number[scout]
    fetchable = here.fetchable()
    standing = here.assigned(seen.points)
    taken = {plan.errand.order for plan in standing if plan.errand is not None}
    free = [errand for errand in fetchable if errand.order not in taken] or fetchable
    starts = {errand.start for errand in free} | {*here.board.start_objects}
    worth: dict[PlayerMove, float] = {}
    for move in places:
        if move.scout == scout and move.field in starts:
            plan = here.options(number, move.field, seen.points, free)[0]
            where = {other.number: seen.where[other.number] for other in standing} | {number: move.field}
            worth[move] = plan.value - 0.5 * here.danger(where, [*standing, plan])
    return _best(worth, rng) if worth else _any_of(places, rng)


def _target(seen: Observation, rng: random.Random) -> PlayerMove:
    """Where there is least to lose."""
    here = _situation(seen, 0)
    plans = here.assigned(0)
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if isinstance(move, Target):
            there = [plan for plan in plans if seen.where[plan.number] == move.field]
            worth[move] = -sum([1.0 + (plan.value if plan.carries else 0.0) for plan in there])
    return _best(worth, rng)


def _give_extra_move(seen: Observation, rng: random.Random) -> PlayerMove:
    """To the scout whom the extra fields help most."""
    here = _situation(seen, seen.points)
    plans = {plan.number: plan for plan in here.assigned(seen.points)}
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if isinstance(move, GiveExtraMove):
            plan = plans[here.game.number[move.scout]]
            gain = _value_after(here, plan, min(seen.points, plan.distance), 0) - _value_after(here, plan, 0, 0)
            worth[move] = gain
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
    """What a blocked road costs: for the own scouts, for every open order, and for the two objects at its ends."""
    road = here.board.road[move.road]
    after = net_of(here.board, here.blocked | {move.road}, here.fallen, here.seen.soldier).far
    cost = 0.0
    for plan in plans:
        field = here.seen.where[plan.number]
        longer = after[plan.aim].get(field, FAR) - here.net.far[plan.aim].get(field, FAR)
        cost += 0.5 * (field in road.fields) + min(longer, 10) * (0.3 if plan.errand is None else 1.0)
    for errand in here.errands.values():
        cost += 0.5 * min(after[errand.to].get(errand.start, FAR) - errand.length, 10)
    way_round = after[road.ends[0]].get(road.ends[1], FAR) - road.length
    return cost + 0.2 * min(way_round, 20)


def _retreat(seen: Observation, rng: random.Random) -> PlayerMove:
    """The field from which the scout's plan is worth most."""
    here = _situation(seen, 0)
    worth: dict[PlayerMove, float] = {}
    fetchable = here.fetchable()
    for move in seen.legal:
        if isinstance(move, Retreat):
            worth[move] = here.options(here.game.number[move.scout], move.to, 0, fetchable)[0].value
    return _best(worth, rng)


_DECISIONS: Mapping[Phase, Callable[[Observation, random.Random], PlayerMove]] = {
    Phase.KEEP_GOALS: _keep_goals,
    Phase.CHOOSE_CARD: _choose_card,
    Phase.PLACE_SCOUT: _place_scout,
    Phase.TURN: _turn,
    Phase.EXTRA_MOVE: _turn,
    Phase.TARGET: _target,
    Phase.CHOOSE_EXTRA: _give_extra_move,
    Phase.BLOCK_ROAD: _block_road,
    Phase.DISPLACED: _retreat,
    Phase.EVACUATED: _retreat,
}
