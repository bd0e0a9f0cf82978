"""The greedy bot: every scout goes for the nearest useful order, minds the soldier, and at last goes home.

It is the quick one. It looks no further than its own turn, and judges every move by one number: what the scout that is
moved can hope for where it then stands.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import NamedTuple

from mali_powstancy.bots.goals import goal_hope
from mali_powstancy.bots.outlook import harm
from mali_powstancy.bots.tempers import CARES, Temper
from mali_powstancy.bots.terrain import FAR, arrest_chance, net_of, rounds_to_end
from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    Collect,
    Drop,
    EndTurn,
    GiveExtraMove,
    Jump,
    KeepGoals,
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import Phase, replaced
from mali_powstancy.tabletop.adding import total

_NEARNESS: tuple[float, ...] = tuple(0.78**distance for distance in range(6 * FAR))
"""What is d movement points away is worth this part of itself: near things first, and orders begun are finished."""
_PACE = 2.4
"""Movement points that one scout can count on in a coming round."""
_LATE_MATTERS = (1.0, 0.8, 0.5, 0.3, 0.2)
"""How much it matters now that an order might be late, by rounds left after this one."""
_CARES = CARES[Temper.BALANCED]
_TOO_FAR = 0.6
"""What is left of an order's worth for each movement point that will be missing."""
_LEAD = (0.1, 0.7, 0.7, 0.7)
"""What is left of it if another patrol carries it, by how many movement points one is ahead."""
_ARREST = 1.2
"""What the arrest of a scout costs, besides the order it loses; nobody should be sent to prison as a short cut."""
_HOME, _WAITING = 2.3, 0.3
"""To be home when the game ends, and before."""
_HOPELESS = 0.05
"""Who carries an order that is worth less than this goes home."""
_SMALL_DANGER = 0.4
"""Less than this nobody minds."""
_WORTH_ACTING = 0.2
"""By so much an action must help."""
_WORTH_DROPPING = 1.0
"""By so much free hands must be better than an order that is carried."""
_SAVED_POINT = 0.4
"""What a movement point is worth in a coming round: a high card is kept until it brings more than that."""
_ERRAND = 5.0
"""What an order counts when cards are compared, whichever it is."""
_JUMP = 2
"""Movement points that a card counts at least, because its scout may jump."""
_END = EndTurn()

DistanceRow = Mapping[FieldId, int]
Now = tuple[int, int, tuple[FieldId, ...], tuple[OrderId | None, ...]]
"""By this a seat sees that its turn goes on as expected."""


class Greedy:
    """The greedy bot at one seat of one game."""

    def __init__(self) -> None:
        self._ahead: list[tuple[Now, PlayerMove]] = []  # the rest of a turn, the next move last

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        """The legal move that promises most for the seat that is asked; equal ones are chosen by chance."""
        if self._ahead:
            expected, move = self._ahead.pop()
            if expected == _now(observation):
                return move
            self._ahead = []
        if len(observation.legal) == 1:
            return observation.legal[0]
        if observation.phase in _IN_TURN:
            if not (observation.points or observation.action_open or Collect in map(type, observation.legal)):
                return _END
            self._ahead = _Sight(observation).turn()[::-1]
            return self._ahead.pop()[1]
        if observation.phase == Phase.CHOOSE_CARD:
            return _card(observation, rng)
        worth = _Sight(observation).worth
        worths = [worth(move) for move in observation.legal]
        most = max(worths)
        best = [move for move, value in zip(observation.legal, worths, strict=True) if value == most]
        return best[int(rng.random() * len(best))]  # `random()` gives the same numbers in every version of Python


def _now(seen: Observation) -> Now:
    return seen.round, seen.points, seen.where, seen.carrying


class _Order(NamedTuple):
    """An open order: the ways to its start and to its destination, and what is known about it."""

    id: OrderId
    start: FieldId
    to: FieldId
    to_start: DistanceRow
    to_end: DistanceRow
    length: int
    worth: float
    reach: float
    """Movement points that one scout can still use for it."""
    rival: int
    """Movement points that a scout of another patrol needs who carries it."""


class _Hope(NamedTuple):
    """The best that a scout can do from some field."""

    value: float
    distance: int
    aim: FieldId
    """Where it goes next."""
    order: _Order | None
    """None when it goes home."""


class _Sight:
    """A position as the greedy bot sees it."""

    def __init__(self, seen: Observation) -> None:
        assert seen.seat is not None, "only a seat that is asked can be advised"
        game = seen.game
        self.seen, self.game, self.own = seen, game, game.numbers_of[seen.seat]
        self.net = net_of(seen, seen.soldier)
        self.card = max(seen.hands[seen.seat] or game.scenario.cards)
        self.end = rounds_to_end(seen)
        self.mine = [order for order in seen.carrying[self.own.start : self.own.stop] if order is not None]
        self.homes = [(home, self.net.far[home]) for home in game.board.start_objects]
        self.orders = self._orders()
        self.is_extra = seen.phase is Phase.EXTRA_MOVE
        is_feared = seen.soldier is not None and not self.is_extra  # the extra move comes after his run
        self.feared: DistanceRow = game.distances[seen.soldier or ""] if is_feared else {}
        self.reach = max([face[1] for face in game.scenario.die]) if is_feared else 0

    def _orders(self) -> dict[OrderId, _Order]:
        seen, far, cards = self.seen, self.net.far, self.game.orders
        start, stop = self.own.start, self.own.stop
        theirs, there = seen.carrying[:start] + seen.carrying[stop:], seen.where[:start] + seen.where[stop:]
        found = {}
        for order, space in seen.track:
            if order == VICTORY:
                continue
            card = cards[order]
            to_end = far[card.to]
            left = min(self.game.track_spaces - space, self.end - 1)
            rival = FAR
            if order in theirs:
                rival = min([to_end.get(f, FAR) for f, carried in zip(there, theirs, strict=True) if carried == order])
            found[order] = _Order(
                order,
                card.start,
                card.to,
                far[card.start],
                to_end,
                to_end.get(card.start, FAR),
                card.points + _LATE_MATTERS[min(left, 4)] * harm(seen, _CARES, order),
                seen.points + (0.9 * self.card + _PACE * (left - 1) if left else 0.0),
                rival,
            )
        return found

    # What a scout can hope for.

    def value(self, order: _Order, distance: int) -> float:
        """What an order is worth to a scout that needs so many movement points for it."""
        worth, late, lead = order.worth, distance - order.reach, order.rival - distance
        if late > 0:
            worth *= _TOO_FAR**late
        if lead < len(_LEAD):
            worth *= _LEAD[max(lead, 0)]
        return worth * _NEARNESS[distance]

    def hope(self, field: FieldId, carried: OrderId | None, taken: Collection[OrderId] = ()) -> _Hope:
        """The best that a scout on a field can do: deliver what it carries, fetch what is not taken, or go home."""
        most, best, way, value = 0.0, None, 0, 0.0
        if carried is not None:
            best = self.orders[carried]
            way = best.to_end.get(field, FAR)
            most = self.value(best, way)
        else:
            for order in self.orders.values():
                distance = order.to_start.get(field, FAR) + order.length
                if order.worth * _NEARNESS[distance] > most and order.id not in taken:
                    value = self.value(order, distance)
                    if value > most:
                        most, best, way = value, order, distance
        if most < (_HOME if carried is None else _HOPELESS):
            distance, home = min([(row.get(field, FAR), home) for home, row in self.homes])
            value = self.home_value(distance)
            if value > most:
                return _Hope(value, distance, home, None)
        assert best is not None, "home is worth something"
        return _Hope(most, way, best.start if carried is None else best.to, best)

    def home_value(self, distance: int) -> float:
        """What it is worth to be so far from home: little in the middle of the game, much at its end."""
        return (_HOME if self.end <= self.game.track_spaces else _WAITING) * _NEARNESS[distance]

    @cached_property
    def hopes(self) -> dict[int, _Hope]:
        """What the own scouts on the board go for, no order twice: who has the best hope chooses first."""
        seen, rank = self.seen, self.game.board.rank
        scouts = [number for number in self.own if seen.where[number] in rank]
        found = {number: self.hope(seen.where[number], seen.carrying[number], self.mine) for number in scouts}
        chosen: dict[int, _Hope] = {}
        taken = self.mine
        for number in sorted(found, key=lambda number: -found[number].value):
            hope = found[number]
            if hope.order is not None and seen.carrying[number] is None:
                if hope.order.id in taken:
                    hope = self.hope(seen.where[number], None, taken)
                if hope.order is not None:
                    taken = [*taken, hope.order.id]
            chosen[number] = hope
        return chosen

    def value_at(self, hope: _Hope, distance: int) -> float:
        """What a hope is worth when its scout is still so far away at the end of the turn."""
        return self.home_value(distance) if hope.order is None else hope.order.worth * _NEARNESS[distance]

    def danger(self, field: FieldId, carried: OrderId | None) -> float:
        """What the soldier may cost a scout that ends its turn on a field, unless somebody else is nearer to him."""
        row = self.feared
        near = row.get(field, FAR)
        if near > self.reach:
            return 0.0
        likely = arrest_chance(self.game.scenario.die, near)
        if not likely or any(row[other] < near for other in self.seen.where):
            return 0.0
        order = self.orders.get(carried or "")
        lost = self.value(order, order.to_end.get(field, FAR)) if order is not None and field != order.to else 0.0
        return max(0.0, likely * (_ARREST + lost) - _SMALL_DANGER)

    # A turn.

    def turn(self) -> list[tuple[Now, PlayerMove]]:
        """Collect what is wanted; act, drop or jump if that helps more; or else walk as far as it is worth it."""
        seen, hopes = self.seen, self.hopes
        if self.is_extra:
            number = self.game.number[seen.agenda[0].subject]
            hopes = {number: hopes[number]}
        for number, hope in hopes.items():
            if hope.order is not None and seen.carrying[number] is None and seen.where[number] == hope.order.start:
                return [(_now(seen), Collect(self.game.scouts[number], hope.order.id))]
        if not seen.points and not seen.action_open:
            return [(_now(seen), _END)]
        gained, walk = self.walks(hopes)
        card = seen.cards[seen.seat or 0]
        best: PlayerMove | None = None
        most = 0.0
        for move in seen.legal:
            if type(move) is Walk:  # most of them
                continue
            if isinstance(move, Jump) and self.is_farther(hopes, move):
                gain = self.gain(hopes, move) - gained
            elif isinstance(move, Unit | Pals) and seen.points in (0, card):  # H-20: a walk ends with an action
                gain = self.gain(hopes, move) - _WORTH_ACTING
            elif isinstance(move, Drop) and self.gain(hopes, move) > _WORTH_DROPPING:
                return [(_now(seen), move)]
            else:
                continue
            if gain > most:
                best, most = move, gain
        return walk if best is None else [(_now(seen), best)]

    def is_farther(self, hopes: Mapping[int, _Hope], move: Jump) -> bool:
        """A jump brings a scout farther on its way than all the points would."""
        number = self.game.number[move.scout]
        row = self.net.far[hopes[number].aim]
        return row.get(move.to, FAR) < row.get(self.seen.where[number], FAR) - self.seen.points

    def gain(self, hopes: Mapping[int, _Hope], move: Jump | Unit | Pals | Drop) -> float:
        """How much more the scouts that a move concerns can hope for after it."""
        seen, number_of = self.seen, self.game.number
        number = number_of[move.scout]
        field, carried = seen.where[number], seen.carrying[number]
        if isinstance(move, Drop):
            if carried is None or field == self.orders[carried].start:  # or it is collected and dropped for ever
                return 0.0
            free = self.hope(field, None, self.mine)
            theirs = [hope.value for hope in hopes.values() if hope.order is not None and hope.order is free.order]
            return free.value - hopes[number].value - total(theirs)
        if isinstance(move, Pals):
            other = number_of[move.other]
            brought = [(number, seen.where[other]), (other, field)]
        else:
            brought = [(number, move.to)]
        gain = 0.0
        for number, to in brought:
            carried = seen.carrying[number]
            gain += self.hope(to, carried, self.taken(hopes, number)).value - self.danger(to, carried)
            gain -= hopes[number].value - self.danger(seen.where[number], carried)
        return gain

    def taken(self, hopes: Mapping[int, _Hope], but: int) -> list[OrderId]:
        """The orders that the other own scouts carry or go for, and what is carried already."""
        return self.mine + [hope.order.id for number, hope in hopes.items() if number != but and hope.order is not None]

    def walks(self, hopes: Mapping[int, _Hope]) -> tuple[float, list[tuple[Now, PlayerMove]]]:
        """How the scouts share the points, who has the best hope first, up to where something new begins."""
        seen = self.seen
        now, gained, is_new = _now(seen), 0.0, False
        moves: list[tuple[Now, PlayerMove]] = []
        left = seen.points
        for number, hope in sorted(hopes.items(), key=lambda pair: -pair[1].value):
            path = self.path(number, hope, left)
            gained += self.value_at(hope, hope.distance - len(path)) - hope.value
            left -= len(path)
            for field in path:
                if not is_new:
                    moves.append((now, Walk(self.game.scouts[number], field)))
                    now = (now[0], now[1] - 1, replaced(now[2], number, field), now[3])
            if not is_new and hope.order is not None and path[-1:] == [hope.aim]:
                is_new = True
                if seen.carrying[number] is None:
                    moves.append((now, Collect(self.game.scouts[number], hope.order.id)))
        return gained, moves if is_new else [*moves, (now, _END)]

    def path(self, number: int, hope: _Hope, points: int) -> list[FieldId]:
        """The fields of a shortest way, as far from the soldier as can be, up to where it is best to stay."""
        seen, steps, row = self.seen, self.net.steps, self.net.far[hope.aim]
        feared: DistanceRow = self.game.board.free.distances[seen.soldier] if seen.soldier is not None else {}
        at, carried = seen.where[number], seen.carrying[number]
        path: list[FieldId] = []
        most, best = hope.value - self.danger(at, carried), 0
        while at != hope.aim and len(path) < points:
            nearer = [near for near in steps[at] if row.get(near, FAR) < row.get(at, FAR)]
            if not nearer:
                break
            at = max(nearer, key=lambda field: feared.get(field, 0))
            path.append(at)
            value = self.value_at(hope, hope.distance - len(path)) - self.danger(at, carried)
            if value > most:
                most, best = value, len(path)
        return path[:best]

    # The other decisions.

    def worth(self, move: PlayerMove) -> float:
        """What an answer promises, or what it does not cost."""
        seen, number_of = self.seen, self.game.number
        match move:
            case KeepGoals(goals=goals):
                return total([goal_hope(seen, self.game.scenario.goals[goal]) for goal in goals])
            case PlaceScout(field=field):
                if field not in self.game.board.place:
                    return 0.0
                return self.hope(field, None, self.mine).value - self.danger(field, None)
            case Target(field=field):
                there = [seen.carrying[number] for number in self.own if seen.where[number] == field]
                return -total([_ARREST + (self.orders[order].worth if order else 0.0) for order in there])
            case GiveExtraMove(scout=scout):
                number = number_of[scout]
                hope = self.hope(seen.where[number], seen.carrying[number])
                return self.value_at(hope, hope.distance - len(self.path(number, hope, seen.points))) - hope.value
            case Retreat(scout=scout, to=to):
                return self.hope(to, seen.carrying[number_of[scout]]).value
            case Block(road=road):
                return -self.way_round(road)
        return 0.0

    def way_round(self, road: RoadId) -> float:
        """By how much a blocked road makes ways longer: those of the own scouts, of open orders, and its own."""
        after, before = net_of(self.seen, also=(road,)).far, net_of(self.seen).far
        ways = [self.game.board.road[road].ends]
        ways += [(order.start, order.to) for order in self.orders.values()]
        ways += [(self.seen.where[number], hope.aim) for number, hope in self.hopes.items()]
        return total([min(after[to].get(start, FAR) - before[to].get(start, FAR), 10) for start, to in ways])


def _card(seen: Observation, rng: random.Random) -> PlayerMove:
    """The card that brings the scouts farthest on their ways, beyond the points it uses up; the nearest walk first."""
    needs = _needs(seen)
    best, most = seen.legal[0], -FAR * _ERRAND
    for move in seen.legal:
        assert isinstance(move, ChooseCard)
        value = -_SAVED_POINT * move.card + 0.15 * rng.random()  # nobody should foresee the card
        points = max(move.card, _JUMP)
        for need in needs:
            steps = min(need, points)
            value += _ERRAND * _NEARNESS[need - steps]
            points -= steps
        if value > most:
            best, most = move, value
    return best


def _needs(seen: Observation) -> list[int]:
    """How many movement points each own scout needs for its nearest order, or to come home; the nearest first."""
    orders, own, far = seen.game.orders, seen.game.own[seen.seat or 0], net_of(seen).far
    mine = seen.carrying[own]
    free = [orders[order] for order, _ in seen.track if order not in mine and order != VICTORY]
    ways = [(far[card.start], far[card.to].get(card.start, FAR)) for card in free]
    ways = ways or [(far[home], 0) for home in seen.game.board.start_objects]
    needs = []
    for field, carried in zip(seen.where[own], mine, strict=True):
        if carried is not None:
            needs.append(far[orders[carried].to].get(field, FAR))
        else:
            needs.append(min(FAR, *[row.get(field, FAR) + length for row, length in ways]))
    return sorted(needs)


_IN_TURN = (Phase.TURN, Phase.EXTRA_MOVE)
