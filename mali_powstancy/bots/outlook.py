"""The outlook of a seat: the open orders with what they are worth, who else is after them, and how far one gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mali_powstancy.bots.goals import goal_gain
from mali_powstancy.bots.tempers import Cares
from mali_powstancy.bots.terrain import FAR, arrest_chance, net_of, rounds_to_end
from mali_powstancy.engine.board import DistrictId, FieldId
from mali_powstancy.engine.cards import VICTORY, OrderId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import HAND, PRISON, Phase

JUMP = 1.8
"""Fields that a jump is worth on average, so that no card counts less."""
_PACE = 2.6
"""Movement points that one order gets in a round from a patrol that also has others."""
_UNCARRIED = 4
"""Movement points by which a patrol that does not carry an order yet is thought to be farther from it."""
_PLACED = 3
"""Movement points by which a scout in prison or in the hand is thought to be away from anywhere."""
_TAKEN = 0.06
"""How likely another patrol takes care of an order that it could, by rounds left."""
_LOST = 0.3
"""Which part of an order's worth is lost with it."""


class Job(NamedTuple):
    """An order that can still be delivered, as one seat sees it."""

    order: OrderId
    start: FieldId
    to: FieldId
    length: int
    """Movement points from start to destination."""
    left: int
    """Rounds in which it can still be delivered, the present one included."""
    worth: float
    """What delivering it is worth to this seat: its points, goals, and that it is not late."""
    rescue: float
    """The part of the worth that comes from its not being late."""
    rival: int
    """Movement points that another patrol still needs for it; `FAR` if nobody else can."""
    open: bool
    """It lies on the track; gossip also tells of orders that will."""
    to_start: Mapping[FieldId, int]
    to_end: Mapping[FieldId, int]
    """Movement points from a field to its start and to its destination."""
    late: float
    """How likely it is late if this seat does nothing."""


class Outlook:
    """A position with everything that schedules are made of, worked out once."""

    __slots__ = (
        "board",
        "budget",
        "can_jump",
        "cares",
        "carried",
        "deadlines",
        "faded",
        "far",
        "fields",
        "game",
        "given_up",
        "home_left",
        "home_rounds",
        "homes",
        "jobs",
        "jumps",
        "last_jobs",
        "misjudged",
        "moves_before",
        "own",
        "rounds_to_end",
        "seat",
        "seen",
        "soldier_row",
        "steps",
    )

    def __init__(self, seen: Observation, seat: Seat, cares: Cares, misjudged: Mapping[OrderId, float]) -> None:
        game = seen.game
        self.seen, self.seat, self.cares, self.misjudged = seen, seat, cares, misjudged
        self.game, self.board = game, game.board
        self.faded = faded(cares.patience)
        own = self.own = game.numbers_of[seat]
        self.steps, self.jumps, self.far = net_of(seen)
        self.soldier_row = self.board.free.distances[seen.soldier] if seen.soldier is not None else None
        self.rounds_to_end = rounds_to_end(seen)
        self.can_jump = bool(seen.points and seen.cards and seen.points == seen.cards[seat])
        self.moves_before = self._moves_before()
        self.homes: dict[FieldId, int] = {}
        self.fields: list[FieldId] = list(seen.where[own.start : own.stop])
        self.jobs: list[Job] = self._jobs()
        index = {job.order: number for number, job in enumerate(self.jobs)}
        self.carried: list[int] = [index.get(order or "", -1) for order in seen.carrying[own.start : own.stop]]
        self.given_up: list[int] = []
        self.home_rounds = self._home_rounds()
        is_last = not game.is_extended and not seen.deck_left
        self.last_jobs = len(seen.track) if is_last else FAR  # when they are delivered, the game is over (B-28)
        self.deadlines: list[int] = []
        self.home_left = 0
        self.budget: Sequence[float] = ()

    def plan_with(self, hand: Sequence[int]) -> None:
        """With these cards after this turn: until when jobs must be done, in movement points after the turn."""
        budget = budget_of(tuple(hand), self.game.scenario.cards, self.game.track_spaces + 1)
        self.budget = budget
        self.deadlines = [int(budget[job.left - 1]) for job in self.jobs]
        self.home_left = int(budget[min(self.home_rounds, len(budget)) - 1])

    def deadline(self, left: int) -> int:
        """Movement points after this turn until an order with so many rounds left is late."""
        return int(self.budget[left - 1])

    def home(self, field: FieldId) -> int:
        """Movement points to the nearest start object."""
        distance = self.homes.get(field)
        if distance is None:
            far = self.far
            distance = min([far[place].get(field, FAR) for place in self.board.start_objects])
            self.homes[field] = distance
        return distance

    def _moves_before(self) -> list[int]:
        """By seat: movement points that it still has in this round, after the turn of this seat."""
        seen, points = self.seen, [0] * len(self.game.seats)
        if seen.phase is Phase.TURN and self.seat in seen.order_of_play:
            for seat in seen.order_of_play[seen.order_of_play.index(self.seat) + 1 :]:
                points[seat] = seen.cards[seat]
        return points

    def _home_rounds(self) -> int:
        """Rounds until the end, or fewer if the last orders will be delivered sooner (B-28)."""
        seen = self.seen
        if self.rounds_to_end >= FAR or seen.stopping or self.game.is_extended:
            return self.rounds_to_end
        rounds = 1
        for job in self.jobs:
            need = FAR
            for number, order in enumerate(seen.carrying):
                if order == job.order:
                    soon = self.moves_before[self.game.seat_of[number]]
                    need = min(need, job.to_end.get(seen.where[number], FAR) - soon)
            rounds = max(rounds, min(job.left, 1 + (max(0, need) + 1) // 3))
        return rounds

    # Orders.

    def _jobs(self) -> list[Job]:
        seen, spaces = self.seen, self.game.track_spaces
        jobs = []
        for order, space in seen.track:
            if order != VICTORY and (job := self._job(order, spaces - space + 1, True)) is not None:
                jobs.append(job)
        for peeked in seen.top:
            if peeked is not None and peeked != VICTORY and (job := self._job(peeked, spaces, False)) is not None:
                jobs.append(job)
        return jobs

    def _job(self, order: OrderId, left: int, is_open: bool) -> Job | None:
        """The order with what it is worth to this seat; None if no way leads to its destination."""
        seen, card = self.seen, self.game.orders[order]
        to_start, to_end = self.far[card.start], self.far[card.to]
        length = to_end.get(card.start, FAR)
        if length == FAR and order not in seen.carrying:
            return None
        if left > self.rounds_to_end:
            left = self.rounds_to_end
        rival, late = self._others(order, to_start, to_end, length, left)
        others = len(self.game.seats) - 1  # with several, what one of them does not get helps little
        worth = self.cares.points * card.points * (1.0 + self.cares.denies * (1.0 - late) / others**2)
        for goal in seen.goals[self.seat] or ():
            worth += goal_gain(seen, self.seat, self.game.scenario.goals[goal], order)
        rescue = late * harm(seen, self.cares, order)
        worth += rescue
        if order in self.misjudged:
            worth *= self.misjudged[order]
        if not is_open:
            worth *= 0.6
        return Job(order, card.start, card.to, length, left, worth, rescue, rival, is_open, to_start, to_end, late)

    def _others(
        self, order: OrderId, to_start: Mapping[FieldId, int], to_end: Mapping[FieldId, int], length: int, left: int
    ) -> tuple[int, float]:
        """Movement points another patrol needs for an order, and how likely it is late if this seat does nothing."""
        seen, size = self.seen, self.game.patrol_size
        where, carrying = seen.where, seen.carrying
        rival, late = FAR, 1.0
        reach = _PACE * left
        for seat, numbers in enumerate(self.game.numbers_of):
            if seat == self.seat:
                continue
            start = numbers.start
            if order in carrying[start : start + size]:
                need = to_end.get(where[carrying.index(order, start)], FAR)
                soon = need - self.moves_before[seat]
                if soon < rival:
                    rival = soon
                over = need - reach
                late *= 0.15 if over <= -3 else 0.35 if over <= 0 else 0.7 if over <= 2.5 else 1.0
                continue
            need = FAR
            for number in numbers:
                if carrying[number] is None:
                    far = to_start.get(where[number])
                    if far is None:  # off the board, or cut off on it
                        far = _PLACED if where[number] in (PRISON, HAND) else FAR
                    if far < need:
                        need = far
            need += length
            if need + _UNCARRIED < rival:
                rival = need + _UNCARRIED
            if need <= reach:
                late *= 1.0 - _TAKEN * left
        return rival + self.cares.stubborn, late

    def late(self, job: Job, left: int) -> float:
        """How likely an order with so many rounds left is late if this seat does nothing."""
        return self._others(job.order, job.to_start, job.to_end, job.length, left)[1]

    # The soldier.

    def danger(self, fields: Sequence[FieldId], carried: Sequence[int]) -> float:
        """What the soldier may cost this seat if its turn ends with its scouts on these fields (basic variant)."""
        row = self.soldier_row
        if row is None:
            return 0.0
        seen = self.seen
        near = [row.get(field, FAR) for field in fields]
        least = min(near)
        likely = arrest_chance(self.game.scenario.die, least)
        if not likely:
            return 0.0
        own, order = self.own, seen.order_of_play
        my_place = order.index(self.seat) if self.seat in order else -1
        for number, field in enumerate(seen.where):  # a scout of another patrol may be nearer
            distance = row.get(field, FAR)
            if distance > least or own.start <= number < own.stop or field in fields:
                continue  # B-21: who shares a field with a target is arrested too
            later = my_place >= 0 and order.index(self.game.seat_of[number]) > my_place
            if distance < least or later:
                likely *= 0.35 if later else 0.05  # who still has a turn may go away
                break
        losses: dict[FieldId, float] = {}
        for field, distance, number in zip(fields, near, carried, strict=True):
            if distance == least:
                lost = (
                    _LOST * self.jobs[number].worth if number >= 0 else 0.0
                )  # the scout itself comes back where it likes
                losses[field] = losses.get(field, 0.0) + lost
        return likely * min(losses.values())


def harm(seen: Observation, cares: Cares, order: OrderId) -> float:
    """What it costs if an order is late, to who cares so: a road or a district, or the whole game."""
    scenario = seen.game.scenario
    if not seen.game.is_extended:
        return cares.tokens[min(scenario.tokens_to_lose - len(seen.tokens), len(cares.tokens) - 1)]
    district = seen.game.board.district_of[seen.game.orders[order].to]
    if district in seen.fallen:
        return 0.0
    fall = cares.falls[min(scenario.falls_to_lose - len(seen.fallen), len(cares.falls) - 1)]
    return fall if at_risk(seen, district) else fall * cares.at_risk


def at_risk(seen: Observation, district: DistrictId) -> bool:
    """A token lies in the district, so its next late order makes it fall (extended variant)."""
    district_of = seen.game.board.district_of
    return seen.game.is_extended and any(district_of[token.place] == district for token in seen.tokens)


@lru_cache(maxsize=16)
def faded(patience: float) -> tuple[float, ...]:
    """What is left of a point, by movement points that it comes later."""
    return tuple([patience**time for time in range(4 * FAR)])


@lru_cache(maxsize=4096)
def budget_of(hand: tuple[int, ...], cards: tuple[int, ...], rounds: int) -> tuple[float, ...]:
    """The movement points that coming rounds can give, by their number, high cards first; a jump counts a little."""
    budget = [0.0]
    left = sorted(hand)
    for _ in range(rounds):
        left = left or sorted(cards)
        budget.append(budget[-1] + max(left.pop(), JUMP))
    return tuple(budget)
