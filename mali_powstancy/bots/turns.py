"""Turns: the moves with which a patrol uses its movement card, chosen as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mali_powstancy.bots.outlook import Outlook
from mali_powstancy.bots.schedules import PATIENCE, URGENT, Errand, Schedule, best_schedule, likelihood
from mali_powstancy.bots.tempers import Attention
from mali_powstancy.bots.terrain import FAR, net_of
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import OrderId
from mali_powstancy.engine.moves import Collect, Drop, EndTurn, Jump, PlayerMove, Unit, Walk
from mali_powstancy.tabletop.adding import total

_END = EndTurn()
_AFRAID = 0.3
"""When the soldier may cost more than this, other turns are thought of."""
_REACH = 4
"""Fields from the soldier at which a scout is safe enough."""


class Expected(NamedTuple):
    """What the own seat should see before a move of its plan, if nothing else happens."""

    fields: tuple[FieldId, ...]
    carried: tuple[OrderId | None, ...]
    points: int


class PlannedMove(NamedTuple):
    """A move of a planned turn and what the seat should see before it."""

    move: PlayerMove
    expected: Expected


class Turn(NamedTuple):
    """A whole turn: its moves, what it is worth, and the errands it is part of."""

    steps: tuple[PlannedMove, ...]
    value: float
    danger: float
    """What the soldier may cost after it; taken off the value."""
    errands: tuple[Errand, ...]


class Hand:
    """The own patrol in the course of a planned turn."""

    __slots__ = ("carried", "delivered", "fields", "holds", "look", "points", "steps")

    def __init__(self, look: Outlook, points: int) -> None:
        own = look.own
        self.look, self.points = look, points
        self.fields = list(look.fields)
        self.carried = list(look.carried)  # the jobs that scouts carry
        self.holds = list(look.seen.carrying[own.start : own.stop])  # the orders, hopeless ones too
        self.delivered: list[int] = []
        self.steps: list[PlannedMove] = []

    def copy(self) -> Hand:
        """The same patrol, to go on in another way."""
        other = Hand.__new__(Hand)
        other.look, other.points = self.look, self.points
        other.fields, other.carried, other.holds = self.fields[:], self.carried[:], self.holds[:]
        other.delivered, other.steps = self.delivered[:], self.steps[:]
        return other

    def note(self, move: PlayerMove) -> None:
        """The next move, with what is to be seen before it."""
        self.steps.append(PlannedMove(move, Expected(tuple(self.fields), tuple(self.holds), self.points)))

    def name(self, scout: int) -> str:
        """The name of the patrol's scout."""
        return self.look.game.scouts[self.look.own.start + scout]

    def act(self) -> None:
        """A walk that has begun ends with an action (H-20)."""
        if self.points < self.look.seen.cards[self.look.seat]:
            self.points = 0

    def do(self, move: PlayerMove) -> None:
        """One of the moves that a patrol makes in a turn."""
        number = self.look.game.number
        match move:
            case Walk(scout=scout, to=to) | Jump(scout=scout, to=to):
                self.note(move)
                self.points = self.points - 1 if isinstance(move, Walk) else 0
                self.arrive(number[scout] - self.look.own.start, to)
            case Drop():
                pass  # collecting another order drops what is held
            case Collect(scout=scout, order=order):
                job = next(job for job, card in enumerate(self.look.jobs) if card.order == order)
                self.collect(number[scout] - self.look.own.start, job)

    def arrive(self, scout: int, field: FieldId) -> None:
        """A scout stands on a field, and delivers what it carries if this is the destination."""
        self.fields[scout] = field
        job = self.carried[scout]
        if job >= 0 and self.look.jobs[job].to == field:
            self.delivered.append(job)
            self.carried[scout] = -1
            self.holds[scout] = None

    def collect(self, scout: int, job: int) -> None:
        """A scout takes an order where it stands; what it holds in vain is dropped first."""
        if self.holds[scout] is not None:
            self.note(Drop(self.name(scout)))
            self.holds[scout] = None
            self.carried[scout] = -1
        self.note(Collect(self.name(scout), self.look.jobs[job].order))
        self.carried[scout] = job
        self.holds[scout] = self.look.jobs[job].order

    def can_collect(self, scout: int, job: int) -> bool:
        """A scout stands at the start of an open order that no scout of the patrol carries."""
        card = self.look.jobs[job]
        return (
            card.open and self.carried[scout] < 0 and self.fields[scout] == card.start and card.order not in self.holds
        )

    def walk(self, scout: int, aim: FieldId) -> bool:
        """A scout walks towards a field as far as the points last; whether it got there."""
        for field in path(self.look, self.fields[scout], aim, self.points):
            self.note(Walk(self.name(scout), field))
            self.points -= 1
            self.arrive(scout, field)
        return self.fields[scout] == aim

    def follow(self, errands: Sequence[Errand]) -> None:
        """Do errands one after the other as far as the points last, and collect what comes next at hand."""
        look = self.look
        self.collect_at_hand(errands)
        stopped: set[int] = set()  # who cannot finish an errand does not begin another one
        for position, (scout, number, _) in enumerate(errands):
            if scout in stopped:
                continue
            job = look.jobs[number]
            if self.carried[scout] != number:
                stopped.add(scout)
                if self.carried[scout] >= 0 or not self.walk(scout, job.start) or not self.can_collect(scout, number):
                    continue
                self.collect(scout, number)
            if self.walk(scout, job.to):
                stopped.discard(scout)
                self.collect_at_hand([e for e in errands[position + 1 :] if e.scout == scout][:1])
            else:
                stopped.add(scout)

    def collect_at_hand(self, errands: Sequence[Errand]) -> None:
        """Every scout that stands where its next errand starts collects it."""
        begun: set[int] = set()
        for scout, number, _ in errands:
            if scout not in begun:
                begun.add(scout)
                if self.can_collect(scout, number):
                    self.collect(scout, number)

    def go_home(self, errands: Sequence[Errand]) -> None:
        """Use what is left to bring scouts without errands home, the nearest first, when the end is near."""
        look = self.look
        busy = {errand.scout for errand in errands}
        if look.rounds_to_end > look.game.track_spaces:
            return
        for scout in sorted(range(len(self.fields)), key=lambda s: look.home(self.fields[s])):
            if scout not in busy and self.points and 0 < look.home(self.fields[scout]) < FAR:
                homes = look.board.start_objects
                self.walk(scout, min(homes, key=lambda h: look.far[h].get(self.fields[scout], FAR)))

    def worth_done(self) -> float:
        """What has been delivered so far in this turn."""
        return total([self.look.jobs[job].worth for job in self.delivered])

    def turn(self, schedule: Schedule, value: float) -> Turn:
        """The turn so far, ended; what the soldier may cost is taken off its value."""
        self.note(_END)
        danger = self.look.danger(self.fields, self.carried)
        return Turn(tuple(self.steps), value - danger, danger, schedule.errands)


def path(look: Outlook, start: FieldId, aim: FieldId, points: int) -> list[FieldId]:
    """The fields of a shortest way, as far as the points carry, round the soldier and as far from him as can be."""
    if start == aim or points <= 0:
        return []
    soldier, steps = look.seen.soldier, look.steps
    row: Mapping[FieldId, int] = look.far[aim]
    feared = look.soldier_row
    if soldier is not None and (
        soldier == aim or look.far[soldier].get(start, FAR) + row.get(soldier, FAR) == row.get(start)
    ):
        net = net_of(look.seen, soldier)
        row, steps = net.far[aim], net.steps
    if start not in row:
        return []
    found: list[FieldId] = []
    at = start
    while at != aim and len(found) < points:
        nearer = [near for near in steps[at] if row.get(near, FAR) < row[at] and near != soldier]
        if not nearer:
            break
        at = nearer[0] if feared is None or len(nearer) == 1 else max(nearer, key=lambda f: feared.get(f, 0))
        found.append(at)
    return found


# The best turn ------------------------------------------------------------------------------------------------------


def give_up_hopeless(look: Outlook, points: int) -> None:
    """Orders that will not arrive in time hold no scout back."""
    for scout, number in enumerate(look.carried):
        if number >= 0:
            field, job = look.fields[scout], look.jobs[number]
            need = job.to_end.get(field, FAR)
            if job.to in look.jumps.get(field, ()) and job.to != look.seen.soldier:
                continue  # a jump or a unit may still bring it there
            if need >= FAR or likelihood(look, number, need - points) < 0.08:
                look.given_up.append(number)
                look.carried[scout] = -1


def first_ideas(
    look: Outlook, fields: Sequence[FieldId], carried: Sequence[int], time: int, most: int
) -> list[tuple[int, int]]:
    """The first errands that are worth a thought: most worth per movement point, and those that cannot wait."""
    rated = []
    for scout, mine in enumerate(carried):
        for number, job in enumerate(look.jobs):
            if mine >= 0:
                if number != mine:
                    continue
                need = job.to_end.get(fields[scout], FAR)
            elif number in carried or number in look.given_up:
                continue
            else:
                need = job.to_start.get(fields[scout], FAR) + job.length
            if need < FAR and job.worth > 0 and (likely := likelihood(look, number, time + need)):
                urgent = URGENT[look.deadlines[number] - time - need] if time + need > 0 else 1.0
                rated.append((likely * job.worth * urgent / (need + PATIENCE), scout, number))
    rated.sort(reverse=True)
    return [(scout, number) for _, scout, number in rated[: most + 1]]


def schedules(look: Outlook, points: int, attention: Attention) -> list[Schedule]:
    """Several good schedules that begin with different errands, the best first."""
    sight = attention.sight
    found = [best_schedule(look, look.fields, look.carried, -points, (), None, sight)]
    if attention.ideas:
        for first in first_ideas(look, look.fields, look.carried, -points, attention.ideas):
            if found[0].errands and found[0].errands[0][:2] == first:
                continue
            found.append(best_schedule(look, look.fields, look.carried, -points, (), first, sight))
        found.sort(key=_by_value)
    return found


def _by_value(schedule: Schedule) -> float:
    return -schedule.value


def best_turn(look: Outlook, points: int, attention: Attention, is_sharp: bool) -> Turn:
    """The best use of a card, the soldier minded; who is not sharp does not think of jumps and actions."""
    give_up_hopeless(look, points)
    found = schedules(look, points, attention)
    best = walked(Hand(look, points), found[0])
    for schedule in found[1:3]:
        if schedule.value <= best.value:
            break
        best = better(best, walked(Hand(look, points), schedule))
    if is_sharp and look.can_jump:
        for turn in _jumps(look, points, attention):
            best = better(best, turn)
    if best.danger > _AFRAID:
        for turn in _out_of_the_way(look, points, found[0], attention):
            best = better(best, turn)
    return best


def better(one: Turn, other: Turn) -> Turn:
    """The turn that is worth more; the first if they are equal."""
    return other if other.value > one.value + 1e-9 else one


def walked(hand: Hand, schedule: Schedule) -> Turn:
    """The turn that walks along a schedule as far as the points last."""
    hand.follow(schedule.errands)
    hand.go_home(schedule.errands)
    return hand.turn(schedule, schedule.value)


def useful_hops(look: Outlook, hand: Hand) -> Iterator[tuple[int, FieldId, int]]:
    """Jumps that bring a scout nearer to something: the scout, the object, and the order it collects before (or -1)."""
    soldier = look.seen.soldier
    for scout, field in enumerate(hand.fields):
        for to in look.jumps.get(field, ()):
            if to == soldier:
                continue
            carried = hand.carried[scout]
            if carried >= 0:
                row = look.jobs[carried].to_end
                if row.get(to, FAR) < row.get(field, FAR):
                    yield scout, to, -1
                continue
            nearer = False
            for number, job in enumerate(look.jobs):
                if number in hand.carried or number in hand.delivered or number in look.given_up:
                    continue
                if job.start == field and job.open:
                    if job.to_end.get(to, FAR) < job.length:
                        yield scout, to, number
                elif job.to_start.get(to, FAR) == 0:
                    nearer = True
            if nearer or (look.rounds_to_end <= look.game.track_spaces and look.home(to) < look.home(field)):
                yield scout, to, -1


def hopped(before: Hand, hop: tuple[int, FieldId, int], kind: type[Jump] | type[Unit]) -> Hand:
    """The patrol after a jump or a unit."""
    scout, to, number = hop
    hand = before.copy()
    if number >= 0:
        hand.collect(scout, number)
    hand.note(kind(hand.name(scout), to))
    if kind is Jump:
        hand.points = 0
    else:
        hand.act()
    hand.arrive(scout, to)
    return hand


def ended(hand: Hand, attention: Attention, alone: int | None = None) -> Turn:
    """The turn that ends here, with what can be collected at hand, and what the coming rounds promise.

    In an extra move one scout is `alone`: the others collect nothing.
    """
    schedule = best_schedule(hand.look, hand.fields, hand.carried, 0, hand.delivered, None, attention.sight)
    hand.collect_at_hand([errand for errand in schedule.errands if alone is None or errand.scout == alone])
    return hand.turn(schedule, schedule.value + hand.worth_done())


def _jumps(look: Outlook, points: int, attention: Attention) -> Iterator[Turn]:
    before = Hand(look, points)
    for hop in useful_hops(look, before):
        yield ended(hopped(before, hop, Jump), attention)


def _out_of_the_way(look: Outlook, points: int, schedule: Schedule, attention: Attention) -> Iterator[Turn]:
    """Turns that leave points unused, or bring a scout that the soldier could reach farther from him."""
    row = look.soldier_row
    assert row is not None, "without a soldier there is no danger"
    for less in range(1, min(points, 3) + 1):
        hand = Hand(look, points - less)
        hand.follow(schedule.errands)
        for number, step in enumerate(hand.steps):
            hand.steps[number] = step._replace(expected=step.expected._replace(points=step.expected.points + less))
        hand.points += less
        yield ended(hand, attention)
    for scout, field in enumerate(look.fields):
        here = row.get(field, FAR)
        if here > points + _REACH:
            continue
        aside = [
            (steps, to) for to, steps in _around(look, field, points).items() if row[to] > here or row[to] > _REACH
        ]
        for _, to in sorted(aside)[:4]:
            hand = Hand(look, points)
            hand.collect_at_hand(schedule.errands)
            hand.walk(scout, to)
            before = hand.worth_done()
            rest = best_schedule(look, hand.fields, hand.carried, -hand.points, hand.delivered, None, attention.sight)
            hand.follow([errand for errand in rest.errands if errand.scout != scout])
            yield hand.turn(rest, rest.value + before)


def _around(look: Outlook, start: FieldId, points: int) -> dict[FieldId, int]:
    """The fields in reach by walking, with their distance."""
    soldier, found = look.seen.soldier, {start: 0}
    edge = [start]
    for steps in range(1, points + 1):
        further = []
        for field in edge:
            for near in look.steps[field]:
                if near not in found and near != soldier:
                    found[near] = steps
                    further.append(near)
        edge = further
    del found[start]
    return found
