"""Reasons: why a move is played, told from a plan: which scout does which errand, and what comes after.

The errand of a move is seen by all as soon as it is played. Goals, gossip, the card that is laid face down and what
will come later are secrets of the owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mali_powstancy.bots.goals import goal_gain, goal_hope
from mali_powstancy.bots.outlook import Job, at_risk, budget_of
from mali_powstancy.bots.schedules import Errand
from mali_powstancy.bots.tempers import Temper
from mali_powstancy.bots.terrain import FAR, arrest_chance, net_of, rounds_to_end
from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.engine.cards import Action, OrderId, ScoutId
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
from mali_powstancy.tabletop.advice import Because

_MOST = 3
"""More reasons than this nobody wants to read."""
_SOON = 2
"""An order with so few rounds left is urgent."""
_PROBABLY = 0.5
"""What is as likely as this is called probable."""
_GOOD_PAY = 1.2
"""Points for a movement point that a rival finds good."""


class Intent(NamedTuple):
    """What a bot has in mind: jobs, and the errands in their order."""

    jobs: Sequence[Job]
    errands: Sequence[Errand]
    temper: Temper
    is_jump: bool = False
    """The coming turn is a jump; said of a card that is chosen."""


def reasons(seen: Observation, move: PlayerMove, plan: Intent) -> tuple[Because, ...]:
    """One to three reasons for a move that belongs to a plan, the most important first."""
    first, *others = _found(seen, move, plan)
    secret_first = sorted(others, key=lambda reason: not reason.secret)  # a hint says what only its owner may know
    return (first, *secret_first)[:_MOST]


def _found(seen: Observation, move: PlayerMove, plan: Intent) -> list[Because]:
    match move:
        case Walk() | Jump() | Unit() | Retreat():
            return _going(seen, move, plan)
        case Pals(scout=scout, other=other):
            found = [*_arriving(seen, plan, scout, _field(seen, other))[:1]]
            found += [*_arriving(seen, plan, other, _field(seen, scout))[:1]]
            return [*found, _because("bot.pals", scout=scout, other=other)]
        case Collect(scout=scout, order=order):
            found = [_because("bot.collect", scout=scout, order=order, points=seen.game.orders[order].points)]
            if (job := _job(plan, order)) is not None:
                found += [*_about(seen, plan, job), _because("bot.length", to=job.to, n=job.length)]
            return found
        case Drop(scout=scout):
            return _dropping(seen, plan, scout)
        case SwapOrders(other=order):
            return _swapping(seen, plan, order)
        case Gossip():
            return [_because("bot.gossip")]
        case EndTurn():
            return _ending(seen, plan)
        case ChooseCard(card=card):
            # The hands lie open, so everybody knows when there is no choice.
            return _card(seen, card, plan) if len(seen.legal) > 1 else [_because("bot.card.only", card=card)]
        case KeepGoals(goals=goals):
            kept = [seen.game.scenario.goals[goal] for goal in goals]
            best_first = sorted(kept, key=lambda goal: -goal_hope(seen, goal))
            return [_because("bot.keep", goal=goal.id, secret=True) for goal in best_first]
        case PlaceScout(scout=scout, field=field):
            return _placing(seen, plan, scout, field)
        case GiveExtraMove(scout=scout):
            return _extra(seen, plan, scout)
        case Target(field=field):
            return _target(seen, field)
        case Block(road=road):
            return _blocking(seen, road)


def _because(key: str, /, *, secret: bool = False, **values: str | int) -> Because:
    return Because(key, tuple(values.items()), secret)


# Errands ------------------------------------------------------------------------------------------------------------


def _field(seen: Observation, scout: ScoutId) -> FieldId:
    return seen.where[seen.game.number[scout]]


def _jobs_of(seen: Observation, plan: Intent, scout: ScoutId) -> Iterator[Job]:
    """What a scout has still to do, one after the other."""
    number = seen.game.number[scout] - seen.game.numbers_of[seen.seat or 0].start
    done = {order for orders in seen.delivered for order in orders}
    return (plan.jobs[e.job] for e in plan.errands if e.scout == number and plan.jobs[e.job].order not in done)


def _job_of(seen: Observation, plan: Intent, scout: ScoutId) -> Job | None:
    """What a scout is up to."""
    return next(_jobs_of(seen, plan, scout), None)


def _going(seen: Observation, move: Walk | Jump | Unit | Retreat, plan: Intent) -> list[Because]:
    """Why a scout goes from one field to another."""
    before = _field(seen, move.scout)
    found = _arriving(seen, plan, move.scout, move.to)
    after: list[Because] = []
    if isinstance(move, Jump) and (fields := seen.game.board.free.distances[before][move.to]) > seen.points:
        after.append(_because("bot.jump", n=fields))
    if isinstance(move, Unit):
        after.append(_because("bot.unit", scout=move.scout))
    if not isinstance(move, Retreat):
        after += _from_soldier(seen, move.scout, before, move.to)
    if found:
        return [*found[:1], *after, *found[1:]]
    if after:
        return [*after, _because("bot.ready", scout=move.scout)]
    if homewards := _homewards(seen, move.scout, before, move.to):
        return homewards
    if isinstance(move, Retreat):
        return [_because("bot.retreat", scout=move.scout, to=move.to)]
    return _aside(seen, move.scout, before) or [_because("bot.ready", scout=move.scout)]


def _arriving(seen: Observation, plan: Intent, scout: ScoutId, to: FieldId) -> list[Because]:
    """What a scout does for its errand by going to a field; none if that is not what it is up to."""
    job, before = _job_of(seen, plan, scout), _field(seen, scout)
    if job is None:
        return []
    carries = seen.carrying[seen.game.number[scout]] == job.order
    row = job.to_end if carries else job.to_start
    if carries and to == job.to:
        points = seen.game.orders[job.order].points
        return [_because("bot.deliver", scout=scout, order=job.order, points=points), *_afterwards(seen, plan, scout)]
    if row.get(to, FAR) >= row.get(before, FAR):
        return []
    if not job.open:
        return [_because("bot.ready", scout=scout), _because("bot.heard", order=job.order, secret=True)]
    if carries:
        way = _because("bot.way-to-destination", scout=scout, to=job.to, n=row[to])
    elif to == job.start:
        way = _because("bot.at-start", scout=scout, order=job.order)
    else:
        way = _because("bot.way-to-start", scout=scout, order=job.order, n=row[to])
    return [way, *_about(seen, plan, job)]


def _about(seen: Observation, plan: Intent, job: Job) -> list[Because]:
    """What speaks for an order: that it cannot wait, that it would be late, a goal, or its points."""
    found: list[Because] = []
    if plan.temper is not Temper.RIVAL:
        found += _district(seen, job)
        left = seen.game.scenario.tokens_to_lose - len(seen.tokens)
        if job.late >= _PROBABLY and job.rescue > 0:
            found.append(_because("bot.rescue", order=job.order))
        if not seen.game.is_extended and left <= _SOON and job.left <= _SOON:
            found.append(_because("bot.tokens-left", n=left))
    if job.left <= _SOON:
        found.append(_because("bot.rounds-left", order=job.order, n=job.left))
    own = seen.game.numbers_of[seen.seat or 0]
    if any(order == job.order for number, order in enumerate(seen.carrying) if number not in own):
        found.append(_because("bot.race", order=job.order))
    points = seen.game.orders[job.order].points
    if plan.temper is Temper.RIVAL and points >= _GOOD_PAY * job.length:
        found.append(_because("bot.good-pay", order=job.order, points=points, n=job.length))
    # What is said openly must not tell that there is no goal.
    return [*(found or [_because("bot.points", order=job.order, points=points)]), *_goal(seen, job)]


def _job(plan: Intent, order: OrderId | None) -> Job | None:
    """What is known about an order; none if no way leads to its destination."""
    return next((job for job in plan.jobs if job.order == order), None)


def _district(seen: Observation, job: Job) -> Iterator[Because]:
    """That a district needs an order, because one more that is late makes it fall."""
    district = seen.game.board.district_of[job.to]
    if at_risk(seen, district) and district not in seen.fallen:
        yield _because("bot.district-at-risk", district=district)


def _goal(seen: Observation, job: Job) -> Iterator[Because]:
    """The own secret goal that an order helps most."""
    seat, goals = seen.seat or 0, seen.game.scenario.goals
    gains = [(goal_gain(seen, seat, goals[goal], job.order), goal) for goal in seen.goals[seat] or ()]
    gain, best = max(gains, default=(0.0, ""))
    if gain > 0:
        yield _because("bot.goal", goal=best, secret=True)


def _afterwards(seen: Observation, plan: Intent, scout: ScoutId) -> list[Because]:
    """The order that a scout goes for after its present one; nobody else need know."""
    later = list(_jobs_of(seen, plan, scout))[1:2]
    return [_because("bot.chain", scout=scout, order=job.order, secret=True) for job in later if job.open]


# The soldier and home -----------------------------------------------------------------------------------------------


def _homewards(seen: Observation, scout: ScoutId, before: FieldId, after: FieldId) -> list[Because]:
    """That a scout goes home, and how long the way still is."""
    far, homes = seen.game.board.free.distances, seen.game.board.start_objects
    distance, home = min([(far[home][after], home) for home in homes])
    if far[home][before] <= distance:
        return []
    if distance == 0:
        return [_because("bot.at-home", scout=scout, to=home), *_end_is_near(seen)]
    return [_because("bot.way-home", scout=scout, to=home, n=distance), *_end_is_near(seen)]


def _end_is_near(seen: Observation) -> Iterator[Because]:
    """How long the game can go on; the last round is named."""
    if (rounds := rounds_to_end(seen)) < FAR:
        yield _because("bot.end-is-near", n=rounds)


def _from_soldier(seen: Observation, scout: ScoutId, before: FieldId, after: FieldId) -> Iterator[Because]:
    """That a scout gets away from the soldier, if he could reach it (basic variant)."""
    if seen.soldier is not None:
        row = seen.game.board.free.distances[seen.soldier]
        near = row.get(before, FAR)
        if row.get(after, FAR) > near and arrest_chance(seen.game.scenario.die, near):
            yield _because("bot.soldier-near", scout=scout, n=near)


def _aside(seen: Observation, scout: ScoutId, before: FieldId) -> list[Because]:
    """That a scout goes round the soldier, who could be near at the end of the turn (basic variant)."""
    if seen.soldier is None or seen.phase is not Phase.TURN:
        return []
    near = seen.game.board.free.distances[seen.soldier].get(before, FAR)
    if not arrest_chance(seen.game.scenario.die, near - seen.points):
        return []
    return [_because("bot.soldier-aside", scout=scout, n=near)]


def _ending(seen: Observation, plan: Intent) -> list[Because]:
    """Why nobody walks any more."""
    if seen.points == 0:
        return [_because("bot.end.no-points")]
    if (feared := _feared(seen, plan)) is not None:
        return [feared]
    own = seen.game.own[seen.seat or 0]
    home = sum([field in seen.game.board.start_objects for field in seen.where[own]])
    if home and rounds_to_end(seen) <= seen.game.track_spaces:
        return [_because("bot.end.at-home", n=home), *_end_is_near(seen)]
    return [_because("bot.end.nothing-useful", n=seen.points)]


def _feared(seen: Observation, plan: Intent) -> Because | None:
    """That a scout waits because its next step would bring it nearer to the soldier."""
    if seen.soldier is None or seen.phase is not Phase.TURN:
        return None
    row, steps = seen.game.board.free.distances[seen.soldier], seen.game.board.free.steps
    for number in seen.game.numbers_of[seen.seat or 0]:
        scout, field = seen.game.scouts[number], seen.where[number]
        job = _job_of(seen, plan, scout) if field in steps else None
        if job is None:
            continue
        way = job.to_end if seen.carrying[number] == job.order else job.to_start
        nearer = [row[near] for near in steps[field] if way.get(near, FAR) < way.get(field, FAR)]
        if nearer and min(nearer) < row[field] and arrest_chance(seen.game.scenario.die, min(nearer)):
            return _because("bot.end.soldier", scout=scout, n=row[field])
    return None


# Other decisions ----------------------------------------------------------------------------------------------------


def _placing(seen: Observation, plan: Intent, scout: ScoutId, field: FieldId) -> list[Because]:
    job = _job_of(seen, plan, scout)
    if job is not None and job.start == field and job.open:
        found = [_because("bot.place.start", scout=scout, order=job.order), *_about(seen, plan, job)]
    elif field in seen.game.board.start_objects:
        found = [_because("bot.place.home", scout=scout, field=field)]
    else:
        found = [_because("bot.ready", scout=scout)]
    if seen.soldier is not None:
        distance = seen.game.board.free.distances[seen.soldier][field]
        found.insert(1, _because("bot.soldier-distance", n=distance))
    return found


def _extra(seen: Observation, plan: Intent, scout: ScoutId) -> list[Because]:
    job = _job_of(seen, plan, scout)
    if job is None or not job.open:
        return [_because("bot.extra.way", scout=scout, n=seen.points)]
    carries = seen.carrying[seen.game.number[scout]] == job.order
    if carries and job.to_end.get(_field(seen, scout), FAR) <= seen.points:
        return [_because("bot.extra.deliver", scout=scout, order=job.order), *_about(seen, plan, job)]
    return [_because("bot.extra.order", scout=scout, order=job.order), *_about(seen, plan, job)]


def _dropping(seen: Observation, plan: Intent, scout: ScoutId) -> list[Because]:
    """Why an order that is carried is given up."""
    order = seen.carrying[seen.game.number[scout]] or ""
    job = _job(plan, order)
    need = job.to_end.get(_field(seen, scout), FAR) if job is not None else FAR
    if job is None or need == FAR:
        return [_because("bot.drop.no-way", order=order)]
    hand = seen.hands[seen.seat or 0]
    if need > seen.points + budget_of(hand, seen.game.scenario.cards, seen.game.track_spaces)[job.left - 1]:
        return [
            _because("bot.drop.too-far", order=order, n=need),
            _because("bot.rounds-left", order=order, n=job.left),
        ]
    return [_because("bot.drop.free-hands", scout=scout, order=order)]


def _swapping(seen: Observation, plan: Intent, order: OrderId) -> list[Because]:
    """Why an order gets a round more: who carries it, its district, and perhaps a goal."""
    found = [_because("bot.swap", order=order)]
    own = seen.game.own[seen.seat or 0]
    if order in seen.carrying[own]:
        found.append(_because("bot.swap.carried", scout=seen.game.scouts[own][seen.carrying[own].index(order)]))
    if (job := _job(plan, order)) is not None:
        found += [*_district(seen, job), *(_goal(seen, job) if len(found) > 1 else ())]
    return found


def _target(seen: Observation, field: FieldId) -> list[Because]:
    """Why the soldier may run there."""
    distance = seen.game.board.free.distances[seen.soldier or ""][field]
    found = []
    if distance > seen.points:
        found.append(_because("bot.target.not-reached", n=distance))
    numbers = seen.game.numbers_of[seen.seat or 0]
    if not any(seen.carrying[number] for number in numbers if seen.where[number] == field):
        found.append(_because("bot.target.nothing-carried", field=field))
    return found or [_because("bot.target.least", field=field)]


def _blocking(seen: Observation, name: RoadId) -> list[Because]:
    """Why a road can be done without."""
    road = seen.game.board.road[name]
    longer = net_of(seen, also=(name,)).far[road.ends[0]].get(road.ends[1], FAR) - road.length
    found = [_because("bot.block.least", road=name)]
    if longer == 0:
        found.append(_because("bot.block.same-length"))
    elif longer < FAR // 2:
        found.append(_because("bot.block.way-round", n=longer))
    if not any(field in road.fields for field in seen.where[seen.game.own[seen.seat or 0]]):
        found.append(_because("bot.block.nobody"))
    return found


def _comes_to_start(seen: Observation, job: Job, number: int, time: int) -> bool:
    """A scout that is not there yet reaches the start of a job that will be done at this time in the coming turn."""
    return time - job.length <= 0 and job.to_start.get(seen.where[number], 0) > 0


def _card(seen: Observation, card: int, plan: Intent) -> list[Because]:
    """What the planned turn does with the card, and what a higher one is kept for; all of it is secret."""
    found: list[Because] = []
    later: list[Job] = []
    start = seen.game.numbers_of[seen.seat or 0].start
    time = 0 if plan.is_jump else -card
    for errand in plan.errands:
        job, scout = plan.jobs[errand.job], seen.game.scouts[start + errand.scout]
        time += errand.need
        carries = seen.carrying[start + errand.scout] == job.order
        if time <= 0 and job.open:
            found.append(_because("bot.card.deliver", card=card, scout=scout, order=job.order, secret=True))
        elif job.open and not carries and not later and _comes_to_start(seen, job, start + errand.scout, time):
            found.append(_because("bot.card.fetch", card=card, scout=scout, order=job.order, secret=True))
        elif job.open:
            later.append(job)
    if plan.is_jump:
        found.append(_because("bot.card.jump", card=card, secret=True))
    action = seen.game.actions.get(card)
    if action is Action.UNIT:
        found.append(_because("bot.card.unit", card=card, secret=True))
    elif action is Action.GOSSIP:
        found.append(_because("bot.card.gossip", card=card, secret=True))
    highest = max(seen.hands[seen.seat or 0])
    if highest > card and later:
        found.append(_because("bot.card.keep", card=highest, order=later[0].order, secret=True))
    if not found:
        is_low = card < highest
        found.append(_because("bot.card.save" if is_low else "bot.card.far", card=card, secret=True))
    return found
