"""Plans: which order each scout of a seat goes for, how far it is, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from mali_powstancy.engine.board import Board, Distances, DistrictId, FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, Colour, Goal, GoalKind, OrderId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import HAND

FAR = 99
"""Farther than any way; also stands for no way at all."""
_NEARNESS: tuple[float, ...] = tuple(0.78**distance for distance in range(2 * FAR + 1))
"""What is d movement points away is worth this part of itself: near things first, and orders begun are finished."""
_PACE = 2.4
"""Movement points that one scout can count on in a coming round; the cards of a cycle give three, for all scouts."""
_LATE_MATTERS = (0.0, 1.0, 0.8, 0.5, 0.3, 0.2)
"""How much it matters now that an order might be late, by rounds left: in the last one fully."""
_ARREST = 2.0
"""What the arrest of a scout costs, besides the order it loses; nobody should be sent to prison as a short cut."""
_HOME = 2.3
"""A scout at home at the end: the bonus for all three, shared out."""


class Net(NamedTuple):
    """The ways that scouts can walk now, around the soldier; `far[aim][field]` are movement points to the aim."""

    steps: Mapping[FieldId, tuple[FieldId, ...]]
    far: Mapping[FieldId, Mapping[FieldId, int]]


@lru_cache(maxsize=256)
def net_of(
    board: Board, blocked: frozenset[RoadId], fallen: frozenset[DistrictId], soldier: FieldId | None = None
) -> Net:
    """The ways left open; nobody walks over the soldier's field, but it has its distances, because he will leave it."""
    ways = board.ways(blocked, fallen)
    if soldier is None:
        return Net(ways.steps, ways.distances)
    steps = dict(ways.steps)
    for near in steps[soldier]:
        steps[near] = tuple([field for field in steps[near] if field != soldier])
    return Net(steps, Distances(steps))


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
    """Movement points that another patrol still needs for it; `FAR` if nobody else is after it."""
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


class Situation:
    """A position with everything that plans are made of, worked out once."""

    def __init__(self, seen: Observation, seat: Seat, points: int) -> None:
        game = seen.game
        self.seen, self.seat, self.points = seen, seat, points
        self.game, self.board = game, game.board
        self.own = game.numbers_of[seat]
        self.blocked = frozenset([token.road for token in seen.tokens if token.road is not None])
        self.fallen = frozenset(seen.fallen)
        self.net = net_of(self.board, self.blocked, self.fallen, seen.soldier)
        self.rounds_to_end = _rounds_to_end(seen)
        hand = seen.hands[seat] or game.scenario.cards
        self.budget = [0.0, 0.9 * max(hand)]  # by rounds to come
        self.budget += [self.budget[1] + _PACE * more for more in range(1, game.track_spaces + 1)]
        self.goals = [game.scenario.goals[goal] for goal in seen.goals[seat] or ()]
        self.errands: dict[OrderId, Errand] = {}
        for order, space in seen.track:
            if order != VICTORY and (errand := self._errand(order, game.track_spaces - space + 1)) is not None:
                self.errands[order] = errand
        self.heard: dict[OrderId, Errand] = {}
        for peeked in seen.top:
            if peeked is not None and peeked != VICTORY and (errand := self._errand(peeked, game.track_spaces)):
                self.heard[peeked] = errand._replace(open=False, worth=errand.worth / 2)
        self.rounds_to_go_home = self._rounds_to_go_home()

    # Orders.

    def _errand(self, order: OrderId, left: int) -> Errand | None:
        """The order with what it is worth to this seat; None if no way leads to its destination."""
        card = self.game.orders[order]
        to_destination = self.net.far[card.to]
        length = to_destination.get(card.start, FAR)
        if length == FAR and order not in self.seen.carrying:
            return None
        left = min(left, self.rounds_to_end)
        rival = self._rival(order, card.start, to_destination, length)
        late = 1.0 if rival > self.budget[left - 1] + 2 else 0.3
        worth = card.points + _LATE_MATTERS[min(left, 5)] * late * self.harm(order)
        worth += sum([goal_help(self.seen, self.seat, goal, order) for goal in self.goals])
        return Errand(order, card.start, card.to, length, left, worth, rival)

    def _rival(self, order: OrderId, start: FieldId, to_destination: Mapping[FieldId, int], length: int) -> int:
        """Movement points another patrol needs for an order; one that does not carry it may have other plans."""
        where, carrying, own = self.seen.where, self.seen.carrying, self.own
        to_start = self.net.far[start]
        least = FAR
        for number, carried in enumerate(carrying):
            if number in own:
                continue
            if carried == order:
                need = to_destination.get(where[number], FAR)
            elif carried is None:
                need = 4 + length + (0 if where[number] == HAND else to_start.get(where[number], FAR))
            else:
                continue
            least = min(least, need)
        return least

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
        if distance == 0:
            return errand.worth * 1.1 if errand.open else errand.worth  # a scout with free hands is worth something
        if distance >= FAR:
            return 0.0
        slack = points + self.budget[errand.left - 1] - distance
        if slack < 0:
            if errand.left == 1 or slack < -6:
                return 0.0
            likely: float = 0.6**-slack
        else:
            likely = 1.0
        lead = errand.rival - distance
        if lead < 4:  # another patrol is about as near
            likely *= 0.7 if lead >= 1 else 0.35 if lead >= -1 else 0.1
        return errand.worth * likely * _NEARNESS[distance]

    def _rounds_to_go_home(self) -> int:
        """The rounds until the end, or fewer if the last orders will be delivered sooner (B-28)."""
        if self.rounds_to_end == FAR or self.seen.stopping or self.game.is_extended:
            return self.rounds_to_end
        rounds = 1
        for order, errand in self.errands.items():
            mine = [n for n in self.own if self.seen.carrying[n] == order]
            # What this turn can still walk is taken off, so that the answer stays the same while it walks.
            own = [max(0, self.net.far[errand.to].get(self.seen.where[n], FAR) - self.points) for n in mine]
            need = min([errand.rival, *own])
            rounds = max(rounds, min(errand.left, 1 + need // 3))
        return rounds

    # Scouts.

    def carried_plan(self, number: int, field: FieldId, points: int) -> Plan | None:
        """To deliver what a scout carries, from some field; None if it carries nothing or there is no way."""
        errand = self.errands.get(self.seen.carrying[number] or "")
        if errand is None:
            return None
        distance = self.net.far[errand.to].get(field, FAR)
        return Plan(number, errand, True, errand.to, distance, self.value(errand, distance, points))

    def fetch_plan(self, number: int, field: FieldId, errand: Errand, points: int) -> Plan:
        """To fetch an order from some field."""
        distance = min(FAR, self.net.far[errand.start].get(field, FAR) + errand.length)
        return Plan(number, errand, False, errand.start, distance, self.value(errand, distance, points))

    def home_plan(self, number: int, field: FieldId, points: int) -> Plan:
        """To go to the nearest start object, where scouts wait for orders and, at the end, bring points."""
        far = self.net.far
        distance, home = FAR, self.board.start_objects[0]
        for place in self.board.start_objects:
            if (d := far[place].get(field, FAR)) < distance:
                distance, home = d, place
        return Plan(number, None, False, home, distance, self.home_value(distance, points))

    def home_value(self, distance: int, points: int) -> float:
        """What it is worth to be so far from home: little in the middle of the game, much at its end."""
        rounds = self.rounds_to_go_home
        if rounds > self.game.track_spaces:
            return 0.3 * _NEARNESS[distance]
        if distance > points + self.budget[rounds - 1]:
            return 0.05 * _NEARNESS[distance]
        return _HOME * (1.0 if rounds <= 2 else 0.6) * _NEARNESS[distance]

    def fetchable(self) -> list[Errand]:
        """The orders that no scout of this seat carries yet, those known from gossip among them."""
        mine = self.seen.carrying[self.own.start : self.own.stop]
        return [errand for order, errand in (*self.errands.items(), *self.heard.items()) if order not in mine]

    def options(self, number: int, field: FieldId, points: int, fetchable: Iterable[Errand]) -> list[Plan]:
        """What a scout could do from some field, the best first; as many as can matter, and going home at the end."""
        home = self.home_plan(number, field, points)
        if self.seen.carrying[number] is not None:
            carried = self.carried_plan(number, field, points)
            return [home] if carried is None or carried.value < home.value else [carried]
        plans = [self.fetch_plan(number, field, errand, points) for errand in fetchable]
        plans = [plan for plan in plans if plan.value > home.value]
        plans.sort(key=_by_value)
        del plans[len(self.own) :]  # the others can take away no more than one each
        plans.append(home)
        return plans

    def assigned(self, points: int, where: Sequence[FieldId] | None = None) -> list[Plan]:
        """The best plans for all own scouts on the board together, no order twice."""
        where = self.seen.where if where is None else where
        fetchable = self.fetchable()
        rank = self.board.rank
        choices = [self.options(n, where[n], points, fetchable) for n in self.own if where[n] in rank]
        if all(len(plans) == 1 for plans in choices):
            return [plans[0] for plans in choices]
        best: tuple[Plan, ...] = ()
        most = -1.0
        for plans in product(*choices):
            total = 0.0
            taken = []
            for plan in plans:
                total += plan.value
                if plan.errand is not None and not plan.carries:
                    taken.append(plan.errand.order)
            if total > most and len(set(taken)) == len(taken):
                best, most = plans, total
        return list(best)

    # Danger.

    def danger(self, where: Mapping[int, FieldId], plans: Sequence[Plan]) -> float:
        """What the soldier may cost this seat if its turn ends with its scouts on these fields (basic variant)."""
        seen = self.seen
        if seen.soldier is None:
            return 0.0
        row = self.board.free.distances[seen.soldier]
        own_fields = where.values()
        least = min([row.get(field, FAR) for field in own_fields], default=FAR)
        likely = arrest_chance(self.game.scenario.die, least)
        if not likely:
            return 0.0
        for number, field in enumerate(seen.where):  # a scout of another patrol may be nearer
            if number in self.own or row.get(field, FAR) > least or field in own_fields:
                continue  # B-21: who shares a field with a target is arrested too
            seat = self.game.seat_of[number]
            later = self._plays_later(seat)
            if row[field] < least or later:
                likely *= 0.3 if later else 0.0  # who still has a turn may go away
                break
        losses: dict[FieldId, float] = {}
        for plan in plans:
            field = where[plan.number]
            if row.get(field, FAR) == least:
                losses[field] = losses.get(field, 0.0) + _ARREST + self._carried_there(plan, field)
        return likely * min(losses.values(), default=0.0)

    def _carried_there(self, plan: Plan, field: FieldId) -> float:
        """What a scout that ends its turn on a field still carries: nothing where it has delivered."""
        if plan.errand is None or not plan.carries or field == plan.errand.to:
            return 0.0
        return self.value(plan.errand, self.net.far[plan.errand.to].get(field, FAR), 0)

    def _plays_later(self, seat: Seat) -> bool:
        order = self.seen.order_of_play
        return seat in order and self.seat in order and order.index(seat) > order.index(self.seat)


def _by_value(plan: Plan) -> float:
    return -plan.value


@lru_cache(maxsize=256)
def arrest_chance(die: tuple[tuple[Colour, int, str], ...], distance: int) -> float:
    """How likely the next roll brings the soldier so far (B-20)."""
    return sum(face[0] == Colour.BLACK and face[1] >= distance for face in die) / len(die)


def _rounds_to_end(seen: Observation) -> int:
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
