"""Motives: why the planner plays a move, told from its own plan: which scout does which errand, and what comes after.

The errand of a move is seen by all as soon as it is played. Goals, gossip, the card that is laid face down and what
will come later are secrets of the owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mali_powstancy.bots.goals import goal_gain, goal_hope
from mali_powstancy.bots.outlook import Job
from mali_powstancy.bots.plans import FAR, arrest_chance
from mali_powstancy.bots.reasons import MOST, because, from_soldier, reasons_for
from mali_powstancy.bots.schedules import Errand
from mali_powstancy.bots.tempers import Temper
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import Action, ScoutId
from mali_powstancy.engine.moves import (
    ChooseCard,
    Collect,
    EndTurn,
    GiveExtraMove,
    Jump,
    KeepGoals,
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    Unit,
    Walk,
)
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import Phase
from mali_powstancy.tabletop.advice import Because

_SOON = 2
"""An order with so few rounds left is urgent."""
_PROBABLY = 0.5
"""What is as likely as this is called probable."""
_GOOD_PAY = 1.2
"""Points for a movement point that a rival finds good."""


class Plan(NamedTuple):
    """What the planner has in mind: jobs, and the errands in their order."""

    jobs: Sequence[Job]
    errands: Sequence[Errand]
    temper: Temper
    is_jump: bool = False
    """The coming turn is a jump; said of a card that is chosen."""


def motives(seen: Observation, move: PlayerMove, plan: Plan) -> tuple[Because, ...]:
    """One to three reasons for a move of the planner, the most important first."""
    match move:
        case Walk() | Jump() | Unit() | Retreat():
            found = _going(seen, move, plan)
        case Pals(scout=scout, other=other):
            found = [*_arriving(seen, plan, scout, _field(seen, other))[:1]]
            found += [*_arriving(seen, plan, other, _field(seen, scout))[:1]]
            found.append(because("bot.pals", scout=scout, other=other))
        case Collect(scout=scout, order=order):
            points = seen.game.orders[order].points
            found = [because("bot.collect", scout=scout, order=order, points=points)]
            if (job := _job_of(seen, plan, scout)) is not None:
                found += _about(seen, plan, job)
                found.append(because("bot.length", to=job.to, n=job.length))
        case ChooseCard(card=card) if len(seen.legal) > 1:
            found = _card(seen, card, plan)
        case KeepGoals(goals=goals):
            kept = [seen.game.scenario.goals[goal] for goal in goals]
            best_first = sorted(kept, key=lambda goal: -goal_hope(seen, goal))
            found = [because("bot.keep", goal=goal.id, secret=True) for goal in best_first]
        case PlaceScout(scout=scout, field=field):
            found = _placing(seen, plan, scout, field)
        case GiveExtraMove(scout=scout):
            found = _extra(seen, plan, scout)
        case EndTurn() if seen.points and (feared := _feared(seen, plan)) is not None:
            found = [feared]
        case _:
            found = []
    if not found:
        return reasons_for(seen, move)
    first, *others = found
    secret_first = sorted(others, key=lambda reason: not reason.secret)  # a hint says what only its owner may know
    return (first, *secret_first)[:MOST]


# Errands ------------------------------------------------------------------------------------------------------------


def _field(seen: Observation, scout: ScoutId) -> FieldId:
    return seen.where[seen.game.number[scout]]


def _jobs_of(seen: Observation, plan: Plan, scout: ScoutId) -> Iterator[Job]:
    """What a scout has still to do, one after the other."""
    number = seen.game.number[scout] - seen.game.numbers_of[seen.seat or 0].start
    done = {order for orders in seen.delivered for order in orders}
    return (plan.jobs[e.job] for e in plan.errands if e.scout == number and plan.jobs[e.job].order not in done)


def _job_of(seen: Observation, plan: Plan, scout: ScoutId) -> Job | None:
    """What a scout is up to."""
    return next(_jobs_of(seen, plan, scout), None)


def _going(seen: Observation, move: Walk | Jump | Unit | Retreat, plan: Plan) -> list[Because]:
    """Why a scout goes from one field to another."""
    before = _field(seen, move.scout)
    found = _arriving(seen, plan, move.scout, move.to)
    after: list[Because] = []
    if isinstance(move, Jump) and (fields := seen.game.board.free.distances[before][move.to]) > seen.points:
        after.append(because("bot.jump", n=fields))
    if isinstance(move, Unit):
        after.append(because("bot.unit", scout=move.scout))
    if not isinstance(move, Retreat):
        after += from_soldier(seen, move.scout, before, move.to)
    if not found:
        found = after or _homewards(seen, move.scout, before, move.to)
        return [*found, *([because("bot.ready", scout=move.scout)] if after or not found else [])]
    return [*found[:1], *after, *found[1:]]


def _arriving(seen: Observation, plan: Plan, scout: ScoutId, to: FieldId) -> list[Because]:
    """What a scout does for its errand by going to a field; none if that is not what it is up to."""
    job, before = _job_of(seen, plan, scout), _field(seen, scout)
    if job is None:
        return []
    carries = seen.carrying[seen.game.number[scout]] == job.order
    row = job.to_end if carries else job.to_start
    if carries and to == job.to:
        points = seen.game.orders[job.order].points
        return [because("bot.deliver", scout=scout, order=job.order, points=points), *_afterwards(seen, plan, scout)]
    if row.get(to, FAR) >= row.get(before, FAR):
        return []
    if not job.open:
        return [because("bot.ready", scout=scout), because("bot.heard", order=job.order, secret=True)]
    if carries:
        way = because("bot.way-to-destination", scout=scout, to=job.to, n=row[to])
    elif to == job.start:
        way = because("bot.at-start", scout=scout, order=job.order)
    else:
        way = because("bot.way-to-start", scout=scout, order=job.order, n=row[to])
    return [way, *_about(seen, plan, job)]


def _about(seen: Observation, plan: Plan, job: Job) -> list[Because]:
    """What speaks for an order: that it cannot wait, that it would be late, a goal, or its points."""
    found = []
    district = seen.game.board.district_of[job.to]
    tokens = [seen.game.board.district_of[token.place] for token in seen.tokens]
    if plan.temper is not Temper.RIVAL:
        if seen.game.is_extended and district in tokens and district not in seen.fallen:
            found.append(because("bot.district-at-risk", district=district))
        left = seen.game.scenario.tokens_to_lose - len(seen.tokens)
        if job.late >= _PROBABLY and job.rescue > 0:
            found.append(because("bot.rescue", order=job.order))
        if not seen.game.is_extended and left <= _SOON and job.left <= _SOON:
            found.append(because("bot.tokens-left", n=left))
    if job.left <= _SOON:
        found.append(because("bot.rounds-left", order=job.order, n=job.left))
    found += [*_goal(seen, job)]
    own = seen.game.numbers_of[seen.seat or 0]
    if any(order == job.order for number, order in enumerate(seen.carrying) if number not in own):
        found.append(because("bot.race", order=job.order))
    points = seen.game.orders[job.order].points
    if plan.temper is Temper.RIVAL and points >= _GOOD_PAY * job.length:
        found.append(because("bot.good-pay", order=job.order, points=points, n=job.length))
    return found or [because("bot.points", order=job.order, points=points)]


def _goal(seen: Observation, job: Job) -> Iterator[Because]:
    """The own secret goal that an order helps most."""
    seat, goals = seen.seat or 0, seen.game.scenario.goals
    gains = [(goal_gain(seen, seat, goals[goal], job.order), goal) for goal in seen.goals[seat] or ()]
    gain, best = max(gains, default=(0.0, ""))
    if gain > 0:
        yield because("bot.goal", goal=best, secret=True)


def _afterwards(seen: Observation, plan: Plan, scout: ScoutId) -> list[Because]:
    """The order that a scout goes for after its present one; nobody else need know."""
    later = list(_jobs_of(seen, plan, scout))[1:2]
    return [because("bot.chain", scout=scout, order=job.order, secret=True) for job in later if job.open]


# The soldier and home -----------------------------------------------------------------------------------------------


def _homewards(seen: Observation, scout: ScoutId, before: FieldId, after: FieldId) -> list[Because]:
    """That a scout goes home, and how long the way still is."""
    far, homes = seen.game.board.free.distances, seen.game.board.start_objects
    distance, home = min([(far[home][after], home) for home in homes])
    if far[home][before] <= distance:
        return []
    if distance == 0:
        return [because("bot.at-home", scout=scout, to=home)]
    return [because("bot.way-home", scout=scout, to=home, n=distance)]


def _feared(seen: Observation, plan: Plan) -> Because | None:
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
            return because("bot.end.soldier", scout=scout, n=row[field])
    return None


# Other decisions ----------------------------------------------------------------------------------------------------


def _placing(seen: Observation, plan: Plan, scout: ScoutId, field: FieldId) -> list[Because]:
    job = _job_of(seen, plan, scout)
    if job is not None and job.start == field and job.open:
        found = [because("bot.place.start", scout=scout, order=job.order), *_about(seen, plan, job)]
    elif field in seen.game.board.start_objects:
        found = [because("bot.place.home", scout=scout, field=field)]
    else:
        found = [because("bot.ready", scout=scout)]
    if seen.soldier is not None:
        distance = seen.game.board.free.distances[seen.soldier][field]
        found.insert(1, because("bot.soldier-distance", n=distance))
    return found


def _extra(seen: Observation, plan: Plan, scout: ScoutId) -> list[Because]:
    job = _job_of(seen, plan, scout)
    if job is None or not job.open:
        return []
    carries = seen.carrying[seen.game.number[scout]] == job.order
    if carries and job.to_end.get(_field(seen, scout), FAR) <= seen.points:
        return [because("bot.extra.deliver", scout=scout, order=job.order), *_about(seen, plan, job)]
    return [because("bot.extra.order", scout=scout, order=job.order), *_about(seen, plan, job)]


def _comes_to_start(seen: Observation, job: Job, number: int, time: int) -> bool:
    """A scout that is not there yet reaches the start of a job that will be done at this time in the coming turn."""
    return time - job.length <= 0 and job.to_start.get(seen.where[number], 0) > 0


def _card(seen: Observation, card: int, plan: Plan) -> list[Because]:
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
            found.append(because("bot.card.deliver", card=card, scout=scout, order=job.order, secret=True))
        elif job.open and not carries and not later and _comes_to_start(seen, job, start + errand.scout, time):
            found.append(because("bot.card.fetch", card=card, scout=scout, order=job.order, secret=True))
        elif job.open:
            later.append(job)
    if plan.is_jump:
        found.append(because("bot.card.jump", card=card, secret=True))
    action = seen.game.actions.get(card)
    if action is Action.UNIT:
        found.append(because("bot.card.unit", card=card, secret=True))
    elif action is Action.GOSSIP:
        found.append(because("bot.card.gossip", card=card, secret=True))
    highest = max(seen.hands[seen.seat or 0])
    if highest > card and later:
        found.append(because("bot.card.keep", card=highest, order=later[0].order, secret=True))
    if not found:
        is_low = card < highest
        found.append(because("bot.card.save" if is_low else "bot.card.far", card=card, secret=True))
    return found
