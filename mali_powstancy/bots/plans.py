"""Plans: which order each scout of a seat goes for, how far it is, and what that is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mali_powstancy.engine.board import Board, DistrictId, FieldId, Road, RoadId
from mali_powstancy.engine.cards import VICTORY, Colour, Goal, GoalKind, OrderId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.state import HAND, PRISON, Token

FAR = 99
"""Farther than any way; also stands for no way at all."""
NEARNESS: tuple[float, ...] = tuple(0.78**distance for distance in range(2 * FAR + 1))
"""What is d movement points away is worth this part of itself: near things first, and orders begun are finished."""
_PACE = 2.4
"""Movement points that one scout can count on in a coming round; the cards of a cycle give three, for all scouts."""
_LATE_MATTERS = (0.0, 1.0, 0.8, 0.5, 0.3, *[0.2] * FAR)
"""How much it matters now that an order might be late, by rounds left: in the last one fully."""
_ARREST = 1.2
"""What the arrest of a scout costs, besides the order it loses; nobody should be sent to prison as a short cut."""
_HOME = 2.3
"""A scout at home at the end: the bonus for all three, shared out."""


# Ways ---------------------------------------------------------------------------------------------------------------


Row = dict[FieldId, int]
Steps = Mapping[FieldId, tuple[FieldId, ...]]


class Rows(dict[FieldId, Row]):
    """Rows of distances, each worked out when it is first asked for; what is farther than `FAR` is as far as that."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def __missing__(self, aim: FieldId) -> Row:
        row = self[aim] = dict.fromkeys(self._steps, FAR)
        row[aim] = distance = 0
        edge = [aim]
        while edge and distance < FAR - 1:
            distance += 1
            further = []
            for field in edge:
                for near in self._steps[field]:
                    if row[near] == FAR:
                        row[near] = distance
                        further.append(near)
            edge = further
        row[HAND], row[PRISON] = 0, FAR
        return row


class _FewerWays(Rows):
    """Rows with something closed: as before, if all who lost a step have another one that brings them as near."""

    def __init__(self, steps: Steps, before: Rows, lost: Iterable[FieldId], closed: Iterable[FieldId]) -> None:
        super().__init__(steps)
        self._before, self._lost, self._closed = before, lost, dict.fromkeys(closed, FAR)

    def __missing__(self, aim: FieldId) -> Row:
        row, steps = self._before[aim], self._steps
        for field in self._lost:
            if field != aim and row[field] <= min([row[near] for near in steps[field]], default=FAR):
                return super().__missing__(aim)
        self[aim] = row = {**row, **self._closed} if self._closed else row
        return row


class _Homes(dict[FieldId, tuple[int, FieldId]]):
    """The nearest start object by field."""

    def __init__(self, board: Board, far: Rows) -> None:
        self._homes, self._far = board.start_objects, far

    def __missing__(self, field: FieldId) -> tuple[int, FieldId]:
        nearest = self[field] = min([(self._far[home][field], home) for home in self._homes])
        return nearest


class Net(NamedTuple):
    """The ways that scouts can walk now, around the soldier; `far[aim][field]` are movement points to the aim."""

    steps: Steps
    far: Rows
    """For every field, `FAR` where there is no way. A scout in the hand is near to everything, one in prison is not."""
    home: Mapping[FieldId, tuple[int, FieldId]]
    """By field: how far home is, and which start object is the nearest."""


@lru_cache(maxsize=1024)
def net_of(
    board: Board, blocked: tuple[RoadId, ...], fallen: tuple[DistrictId, ...], soldier: FieldId | None = None
) -> Net:
    """The ways left open; nobody walks over the soldier's field, but it has its distances, because he will leave it."""
    if soldier is not None:
        return _around(board, net_of(board, blocked, fallen), soldier)
    if blocked:  # one road after the other, for most distances stay the same
        return _without_road(board, net_of(board, blocked[:-1], fallen), board.road[blocked[-1]])
    steps = board.ways(fallen=frozenset(fallen)).steps
    return _net(board, steps, Rows(steps))


def _net(board: Board, steps: Steps, rows: Rows) -> Net:
    return Net(steps, rows, _Homes(board, rows))


def _around(board: Board, without: Net, soldier: FieldId) -> Net:
    steps, beside = dict(without.steps), without.steps[soldier]
    for near in beside:
        steps[near] = tuple([field for field in steps[near] if field != soldier])
    return _net(board, steps, _FewerWays(steps, without.far, beside, ()))


def _without_road(board: Board, net: Net, road: Road) -> Net:
    path = road.path
    steps = {**net.steps, **dict.fromkeys(road.fields, ())}
    for end, beside in ((path[0], path[1]), (path[-1], path[-2])):
        steps[end] = tuple([near for near in steps[end] if near != beside])
    return _net(board, steps, _FewerWays(steps, net.far, road.ends, road.fields))


class Terrain(NamedTuple):
    """What can be walked and jumped, and why not more."""

    blocked: tuple[RoadId, ...]
    net: Net
    jumps: Mapping[FieldId, tuple[FieldId, ...]]


def terrain_of(seen: Observation) -> Terrain:
    """The ways that a seat sees."""
    return _terrain(seen.game.board, seen.tokens, seen.fallen, seen.soldier)


@lru_cache(maxsize=1024)
def _terrain(
    board: Board, tokens: tuple[Token, ...], fallen: tuple[DistrictId, ...], soldier: FieldId | None
) -> Terrain:
    blocked = blocked_by(tokens)
    jumps = board.ways(frozenset(blocked), frozenset(fallen)).jumps
    return Terrain(blocked, net_of(board, blocked, fallen, soldier), jumps)


def blocked_by(tokens: Iterable[Token]) -> tuple[RoadId, ...]:
    """The roads that tokens block, in the order in which they were laid."""
    return tuple([token.road for token in tokens if token.road is not None])


@lru_cache(maxsize=256)
def _budget(highest: int, rounds: int) -> tuple[float, ...]:
    """Movement points that can be counted on in so many rounds to come."""
    return (0.0, *[0.9 * highest + _PACE * more for more in range(rounds + 1)])


# Plans --------------------------------------------------------------------------------------------------------------


class Errand(NamedTuple):
    """An order that can still be delivered, as one seat sees it."""

    order: OrderId
    start: FieldId
    to: FieldId
    length: int
    """Movement points from start to destination."""
    left: int
    """Rounds in which it can still be delivered, the present one included."""
    worth: float
    rival: int
    """Movement points that another patrol still needs for it; `FAR` if nobody else carries it."""
    open: bool = True
    """It lies on the track; gossip also tells of orders that will."""


class Plan(NamedTuple):
    """What one scout is up to: deliver what it carries, fetch an order (its `errand`), or go home (no errand)."""

    number: int
    errand: Errand | None
    carries: bool
    aim: FieldId
    """Where it goes next."""
    distance: int
    """Movement points until the errand is done."""
    value: float


Lead = tuple[Row, int, float, Errand]
"""An order that a scout may fetch: the way to its start, the way from there, the most it can be worth."""
_made = tuple.__new__  # as calling the class, but quicker; every turn makes dozens of errands and plans


class Situation:
    """A position with everything that plans are made of, worked out once."""

    def __init__(self, seen: Observation, seat: Seat, points: int) -> None:
        game = seen.game
        self.seen, self.seat, self.points = seen, seat, points
        self.game, self.board = game, game.board
        self.own = game.numbers_of[seat]
        self.blocked, self.net, self.jumps = terrain_of(seen)
        self.rounds_to_end = rounds_to_end(seen)
        self.budget = _budget(max(seen.hands[seat] or game.scenario.cards), game.track_spaces)
        self.goals = [game.scenario.goals[goal] for goal in seen.goals[seat] or ()]
        self.errands: dict[OrderId, Errand] = {}
        self.heard: dict[OrderId, Errand] = {}
        self._leads: list[Lead] | None = None
        self._look_at_orders()
        self.rounds_to_go_home = self._rounds_to_go_home()

    def net_without(self, road: Road) -> Net:
        """The ways left open if one more road were blocked."""
        return net_of(self.board, (*self.blocked, road.id), self.seen.fallen, self.seen.soldier)

    # Orders.

    def _look_at_orders(self) -> None:
        """The orders with what they are worth to this seat; not those to whose destination no way leads."""
        seen, own, game, far = self.seen, self.own, self.game, self.net.far
        where, carrying, spaces, orders = seen.where, seen.carrying, game.track_spaces, game.orders
        errands, to_end, budget, goals = self.errands, self.rounds_to_end, self.budget, self.goals
        carriers: dict[OrderId, list[FieldId]] = {}
        for numbers in (slice(own.start), slice(own.stop, None)):  # the other patrols
            for field, order in zip(where[numbers], carrying[numbers], strict=True):
                if order is not None:
                    carriers.setdefault(order, []).append(field)
        harm = None if game.is_extended else self.harm(VICTORY)  # the same for all orders
        for order, space in (*seen.track, *[(order, 1) for order in seen.top if order is not None]):
            if order == VICTORY:
                continue
            _, start, to, points, _ = orders[order]
            to_destination = far[to]
            length = to_destination[start]
            if length == FAR and order not in carrying:
                continue
            rival = min(map(to_destination.__getitem__, carriers[order])) if order in carriers else FAR
            left = spaces - space + 1
            if left > to_end:
                left = to_end
            late = 1.0 if rival > budget[left - 1] + 2 else 0.3
            worth = points + _LATE_MATTERS[left] * late * (self.harm(order) if harm is None else harm)
            for goal in goals:
                worth += goal_help(seen, self.seat, goal, order)
            errands[order] = _made(Errand, (order, start, to, length, left, worth, min(rival, FAR), True))
        for heard in seen.top:
            if heard is not None and heard in errands:
                errand = errands.pop(heard)
                self.heard[heard] = errand._replace(open=False, worth=errand.worth / 2)

    def harm(self, order: OrderId) -> float:
        """What it costs this seat if an order is late: a road or a district, and the last of them the whole game."""
        seen, game = self.seen, self.game
        if game.is_extended:
            district = self.board.district_of[game.orders[order].to]
            if district in seen.fallen:
                return 0.0
            if not self.at_risk(district):
                return 2.0
            return (30.0, 30.0, 10.0, 6.0)[min(game.scenario.falls_to_lose - len(seen.fallen), 3)]
        return (30.0, 30.0, 7.0, 3.0)[min(game.scenario.tokens_to_lose - len(seen.tokens), 3)]

    def at_risk(self, district: DistrictId) -> bool:
        """A token lies in the district, so its next late order makes it fall (extended variant)."""
        district_of = self.board.district_of
        return self.game.is_extended and any(district_of[token.place] == district for token in self.seen.tokens)

    def value(self, errand: Errand, distance: int, points: int) -> float:
        """What an order is worth that needs so many movement points, of which these can be used in this turn."""
        worth = errand.worth
        if distance == 0:
            return worth * 1.1 if errand.open else worth  # a scout with free hands is worth something
        if distance >= FAR:
            return 0.0
        left = errand.left
        slack = points + self.budget[left - 1] - distance
        if slack < 0:
            if left == 1 or slack < -6:
                return 0.0
            worth *= 0.6**-slack
        lead = errand.rival - distance
        if lead < 4:  # another patrol is about as near
            worth *= 0.7 if lead >= 1 else 0.35 if lead >= -1 else 0.1
        return worth * NEARNESS[distance]

    def _rounds_to_go_home(self) -> int:
        """The rounds until the end, or fewer if the last orders will be delivered sooner (B-28)."""
        if self.rounds_to_end == FAR or self.seen.stopping or self.game.is_extended:
            return self.rounds_to_end
        rounds, seen, own, far = 1, self.seen, self.own, self.net.far
        held = seen.carrying[own.start : own.stop]
        for order, errand in self.errands.items():
            need = errand.rival
            if order in held:
                # What this turn can still walk is taken off, so that the answer stays the same while it walks.
                walks = [far[errand.to][seen.where[n]] - self.points for n in own if seen.carrying[n] == order]
                need = max(0, min(need, *walks))
            rounds = max(rounds, min(errand.left, 1 + need // 3))
        return rounds

    # Scouts.

    def carried_plan(self, number: int, field: FieldId, points: int) -> Plan | None:
        """To deliver what a scout carries, from some field; None if it carries nothing or there is no way."""
        errand = self.errands.get(self.seen.carrying[number] or "")
        if errand is None:
            return None
        distance = self.net.far[errand.to][field]
        return _made(Plan, (number, errand, True, errand.to, distance, self.value(errand, distance, points)))

    def fetch_plan(self, number: int, field: FieldId, errand: Errand, points: int) -> Plan:
        """To fetch an order from some field."""
        distance = min(FAR, self.net.far[errand.start][field] + errand.length)
        return Plan(number, errand, False, errand.start, distance, self.value(errand, distance, points))

    def after_collecting(self, plan: Plan) -> Plan:
        """The plan when its scout has taken the order; from now on it counts as carried."""
        assert plan.errand is not None
        carrying = self.seen.carrying
        carrying = (*carrying[: plan.number], plan.errand.order, *carrying[plan.number + 1 :])
        self.seen, self._leads = self.seen._replace(carrying=carrying), None
        return plan._replace(carries=True, aim=plan.errand.to)

    def home_plan(self, number: int, field: FieldId, points: int) -> Plan:
        """To go to the nearest start object, where scouts wait for orders and, at the end, bring points."""
        distance, home = self.net.home[field]
        return _made(Plan, (number, None, False, home, distance, self.home_value(distance, points)))

    def home_value(self, distance: int, points: int) -> float:
        """What it is worth to be so far from home: little in the middle of the game, much at its end."""
        rounds = self.rounds_to_go_home
        if rounds > self.game.track_spaces:
            return 0.3 * NEARNESS[distance]
        if distance > points + self.budget[rounds - 1]:
            return 0.05 * NEARNESS[distance]
        return _HOME * (1.0 if rounds <= 2 else 0.6) * NEARNESS[distance]

    def value_at(self, plan: Plan, distance: int) -> float:
        """What a plan is worth at the end of a turn, when its scout is still so far away."""
        return self.home_value(distance, 0) if plan.errand is None else self.value(plan.errand, distance, 0)

    def distance_from(self, plan: Plan, field: FieldId) -> int:
        """Movement points until the errand of a plan is done, from another field."""
        distance = self.net.far[plan.aim][field]
        return distance if plan.errand is None or plan.carries else min(FAR, distance + plan.errand.length)

    def leads(self, taken: Collection[OrderId] = ()) -> list[Lead]:
        """The orders, but those taken, that no scout of this seat carries yet; gossip tells of some of them."""
        if self._leads is None:
            mine, far = self.seen.carrying[self.own.start : self.own.stop], self.net.far
            self._leads = [
                (far[errand.start], errand.length, errand.worth * 1.1, errand)
                for errand in (*self.errands.values(), *self.heard.values())
                if errand.order not in mine
            ]
        return [lead for lead in self._leads if lead[3].order not in taken] if taken else self._leads

    def fetchable(self) -> list[Errand]:
        """The orders of all leads."""
        return [errand for *_, errand in self.leads()]

    def best_plan(self, number: int, field: FieldId, points: int, leads: Iterable[Lead]) -> Plan:
        """The best that a scout could do from some field: an order it carries or fetches, or going home."""
        if self.seen.carrying[number] is not None:
            carried = self.carried_plan(number, field, points)
            home = self.home_plan(number, field, points)
            return carried if carried is not None and carried.value >= home.value else home
        most, chosen, way = self.home_value(self.net.home[field][0], points), None, 0
        for row, length, worth, errand in leads:
            distance = row[field] + length
            if worth * NEARNESS[distance] > most:  # it may be better, so it is worth a closer look
                value = self.value(errand, distance, points)
                if value > most:
                    most, chosen, way = value, errand, distance
        if chosen is None:
            return self.home_plan(number, field, points)
        return _made(Plan, (number, chosen, False, chosen.start, way, most))

    def assigned(self, points: int, where: Sequence[FieldId] | None = None) -> list[Plan]:
        """The best plans for all own scouts on the board together, no order twice."""
        where = self.seen.where if where is None else where
        leads = self.leads()
        rank = self.board.rank
        scouts = [number for number in self.own if where[number] in rank]
        best = [self.best_plan(number, where[number], points, leads) for number in scouts]
        if _no_order_twice(best):
            return best
        taken: list[OrderId] = []
        for plan in sorted(best, key=_by_value):  # who has the best plan chooses first
            number = plan.number
            if plan.errand is not None and plan.errand.order in taken:
                plan = self.best_plan(number, where[number], points, self.leads(taken))
                best[scouts.index(number)] = plan
            if plan.errand is not None:
                taken.append(plan.errand.order)
        return best

    # Danger.

    def danger(self, plans: Sequence[Plan], fields: Sequence[FieldId]) -> float:
        """What the soldier may cost this seat if its turn ends with its scouts on these fields (basic variant)."""
        seen = self.seen
        if seen.soldier is None or not fields:
            return 0.0
        near = self.game.distances[seen.soldier]
        least = min([near[field] for field in fields])
        chances = _arrest_chances(self.game.scenario)
        if least >= len(chances):
            return 0.0
        likely = chances[least]
        order, seat_of = seen.order_of_play, self.game.seat_of
        later = order[order.index(self.seat) + 1 :] if self.seat in order else ()
        for number, field in enumerate(seen.where):  # a scout of another patrol may be nearer
            if near[field] > least or number in self.own or field in fields:
                continue  # B-21: who shares a field with a target is arrested too
            if seat_of[number] in later:
                likely *= 0.3  # who still has a turn may go away
                break
            if near[field] < least:
                return 0.0
        losses: dict[FieldId, float] = {}
        for plan, field in zip(plans, fields, strict=True):
            if near[field] == least:
                losses[field] = losses.get(field, 0.0) + _ARREST + self._carried_there(plan, field)
        return likely * min(losses.values())

    def _carried_there(self, plan: Plan, field: FieldId) -> float:
        """What a scout that ends its turn on a field still carries: nothing where it has delivered."""
        if plan.errand is None or not plan.carries or field == plan.errand.to:
            return 0.0
        return self.value(plan.errand, self.net.far[plan.errand.to][field], 0)


def _by_value(plan: Plan) -> float:
    return -plan.value


def _no_order_twice(plans: Iterable[Plan]) -> bool:
    orders = [plan.errand.order for plan in plans if plan.errand is not None]
    return len(orders) < 2 or len(set(orders)) == len(orders)


@lru_cache(maxsize=256)
def arrest_chance(die: tuple[tuple[Colour, int, str], ...], distance: int) -> float:
    """How likely the next roll brings the soldier so far (B-20)."""
    return sum(face[0] == Colour.BLACK and face[1] >= distance for face in die) / len(die)


@lru_cache(maxsize=64)
def _arrest_chances(scenario: Scenario) -> tuple[float, ...]:
    """The same for 0, 1, 2, ... fields, as far as the soldier ever comes."""
    return tuple(
        [arrest_chance(scenario.die, distance) for distance in range(max([n for _, n, _ in scenario.die]) + 1)]
    )


def rounds_to_end(seen: Observation) -> int:
    """Rounds in which something can still be done, the present one included; `FAR` while nobody can tell."""
    spaces = seen.game.track_spaces
    if seen.stopping:
        return 1
    if seen.game.is_extended:
        return next((spaces - space + 1 for order, space in seen.track if order == VICTORY), FAR)
    if seen.deck_left:
        return FAR
    return max([spaces - space + 1 for _, space in seen.track], default=1)  # B-28


def goal_help(seen: Observation, seat: Seat, goal: Goal, order: OrderId) -> float:
    """How much nearer an order would bring a secret goal (E-16); goals weigh little beside the orders themselves."""
    game = seen.game
    card, district_of = game.orders[order], game.board.district_of
    match goal.kind:
        case GoalKind.MOST_FROM_DISTRICT:
            return 0.3 * goal.points if district_of[card.start] == goal.district else 0.0
        case GoalKind.MOST_ORDERS:
            return 0.1 * goal.points
        case GoalKind.DISTRICTS_REACHED:
            reached = {district_of[game.orders[done].to] for done in seen.delivered[seat]}
            new = len(reached) < goal.districts and district_of[card.to] not in reached
            return goal.points / goal.districts if new else 0.0
        case GoalKind.MOST_IMPORTANT_ORDER:
            best = [max([game.orders[done].points for done in orders], default=0) for orders in seen.delivered]
            higher = card.points >= max(best) and card.points > best[seat]
            return 0.3 * goal.points if higher else 0.0


def goal_promise(seen: Observation, goal: Goal) -> float:
    """The points of a goal, as far as one can expect to fulfil it at this table."""
    players = len(seen.game.seats)
    deliveries = 0.8 * seen.game.counts.orders_above_victory / players + 1
    if goal.kind is GoalKind.DISTRICTS_REACHED:
        return goal.points * min(0.9, max(0.05, 0.5 + 0.15 * (deliveries - 1.4 * goal.districts)))
    shared = {GoalKind.MOST_FROM_DISTRICT: 1.4, GoalKind.MOST_IMPORTANT_ORDER: 1.2}.get(goal.kind, 1.0)
    return goal.points * shared / players
