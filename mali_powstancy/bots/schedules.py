"""Schedules: in which order the scouts of a patrol do their errands, and what that is worth.

All scouts of a patrol share the movement points of one card, so errands are done one after the other. Time is counted
in movement points: what is done at a time of 0 or before is done in the present turn, the rest in coming rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mali_powstancy.bots.outlook import Outlook
from mali_powstancy.bots.terrain import FAR
from mali_powstancy.engine.board import FieldId
from mali_powstancy.tabletop.adding import total

_TIMELY = (0.0, 0.05, 0.15, 0.35, 0.58, 0.78, 0.9, 0.95, 0.98, 1.0, 1.0, 1.0)
"""How likely an order arrives in time, by the slack in movement points from -4 on; with more slack it does."""
_KEPT = 0.96
"""What a rescue that comes one movement point later is worth: an order need not be early, only in time."""
KEPT: tuple[float, ...] = tuple(_KEPT**time for time in range(4 * FAR))
_RACE = (0.12, 0.2, 0.3, 0.42, 0.55, 0.68, 0.78, 0.86, 0.92, 0.96)
"""How likely one is the first, by the lead in movement points from -3 on."""
_SURE = 0.8
"""What is left of the bonus for coming home if a scout comes home in a later round."""
PATIENCE = 1.5
"""Added to the movement points of an errand when errands are compared by worth per point."""

URGENT: tuple[float, ...] = (*[0.5 ** (slack / 24) for slack in range(4 * FAR)], 1.0, 1.0, 1.0, 1.0)
"""What can wait is done later: by slack in movement points; the last four are for -4 to -1."""


class Errand(NamedTuple):
    """One scout (counted within its patrol) does one job."""

    scout: int
    job: int
    need: int
    """Movement points, from where the scout stands then."""


class Schedule(NamedTuple):
    """Errands one after the other, and what they are worth together."""

    errands: tuple[Errand, ...]
    value: float
    places: tuple[FieldId, ...]
    """Where the scouts stand at last."""


def likelihood(look: Outlook, job: int, when: int) -> float:
    """How likely a job that is done at this time brings what it is worth: in time, and before the others."""
    if when <= 0:
        return 1.0
    slack = look.deadlines[job] - when
    if slack < -4:
        return 0.0
    likely = 1.0 if slack >= 8 else _TIMELY[slack + 4]
    if look.jobs[job].left == 1:
        return 0.0
    lead = look.jobs[job].rival - when
    if lead < 7:
        likely *= _RACE[lead + 3] if lead >= -3 else 0.1
    return likely


def best_schedule(
    look: Outlook,
    fields: Sequence[FieldId],
    carried: Sequence[int],
    time: int,
    done: Sequence[int] = (),
    first: tuple[int, int] | None = None,
    sight: int = 5,
) -> Schedule:
    """The errands from these fields, always the one with most worth per movement point next, beginning with `first`."""
    jobs, deadlines = look.jobs, look.deadlines
    gone = look.given_up
    free = [n for n in range(len(jobs)) if n not in carried and n not in done and n not in gone]
    options = [_options(look, field, job, free) for field, job in zip(fields, carried, strict=True)]
    errands: list[Errand] = []
    places = list(fields)
    values = [0.0]
    value = 0.0
    now = time
    least = look.cares.least
    while True:
        best_rate = least
        best_scout = best_job = -1
        best_need, best_gain = 0, 0.0
        for scout, mine in enumerate(options):
            for job, need, worth, left, rival in mine:
                when = now + need
                if when > 0:
                    slack = deadlines[job] - when
                    if slack < -4 or left == 1:
                        continue
                    gain = worth if slack >= 8 else worth * _TIMELY[slack + 4]
                    lead = rival - when
                    if lead < 7:
                        gain *= _RACE[lead + 3] if lead >= -3 else 0.1
                    rate = gain * URGENT[slack] / (need + PATIENCE)
                else:
                    gain = worth
                    rate = gain / (need + PATIENCE)
                if first is not None and (scout, job) == first:
                    rate += 1e6
                if rate > best_rate:
                    best_rate, best_scout, best_job, best_need, best_gain = rate, scout, job, need, gain
        if best_scout < 0:
            break
        first = None
        errands.append(Errand(best_scout, best_job, best_need))
        now += best_need
        if now > 0:
            rescue = jobs[best_job].rescue
            worth = jobs[best_job].worth
            value += best_gain / worth * ((worth - rescue) * look.faded[now] + rescue * KEPT[now])
        else:
            value += best_gain
        values.append(value)
        places[best_scout] = jobs[best_job].to
        if len(errands) >= sight or now > 24:
            break
        if best_job in free:
            free.remove(best_job)
        options = [
            _options(look, places[scout], -1, free) if scout == best_scout else [o for o in mine if o[0] != best_job]
            for scout, mine in enumerate(options)
        ]
    if look.home_rounds > look.game.track_spaces:
        return Schedule(tuple(errands), value, tuple(places))
    return _with_way_home(look, fields, errands, values, time)


def _with_way_home(
    look: Outlook, fields: Sequence[FieldId], errands: Sequence[Errand], values: Sequence[float], time: int
) -> Schedule:
    """As many of these errands as leave most together with the way home."""
    places = list(fields)
    best = Schedule((), home_value(look, places, time), tuple(places))
    for count, (scout, job, need) in enumerate(errands, start=1):
        time += need
        places[scout] = look.jobs[job].to
        value = values[count] + home_value(look, places, time, ends_now=time <= 0 and count == look.last_jobs)
        if value > best.value:
            best = Schedule(tuple(errands[:count]), value, tuple(places))
    return best


NextJob = tuple[int, int, float, int, int]


def _options(look: Outlook, field: FieldId, carried: int, free: Sequence[int]) -> list[NextJob]:
    """What a scout can do next from a field: the job, the movement points it needs, its worth, rounds left, rival."""
    jobs = look.jobs
    if carried >= 0:
        job = jobs[carried]
        return [(carried, job.to_end.get(field, FAR), job.worth, job.left, job.rival)]
    found = []
    for number in free:
        job = jobs[number]
        need = job.to_start.get(field, FAR) + job.length
        if need < FAR:
            found.append((number, need, job.worth, job.left, job.rival))
    return found


def value_of(look: Outlook, schedule: Schedule, time: int, beaten: Mapping[int, float]) -> float:
    """What a schedule is worth when it begins at another time, and others may deliver these jobs before its turn."""
    value = 0.0
    jobs = look.jobs
    for _, job, need in schedule.errands:
        time += need
        if time <= 0:
            value += jobs[job].worth * (1.0 - beaten.get(job, 0.0))
        else:
            rescue = jobs[job].rescue
            value += likelihood(look, job, time) * ((jobs[job].worth - rescue) * look.faded[time] + rescue * KEPT[time])
    return value + home_value(look, schedule.places, time)


def home_value(look: Outlook, places: Sequence[FieldId], now: int, ends_now: bool = False) -> float:
    """What the way home is worth from these places at the end of the game (B-29), which may come with this round."""
    if look.home_rounds > look.game.track_spaces:
        return 0.0
    distances = sorted([look.home(place) for place in places])
    bonus = look.game.scenario.return_bonus
    left = -now if ends_now else look.home_left - now
    value = 0.0
    for points, distance in zip(bonus, distances, strict=True):
        left -= distance
        now += distance
        if left < 0 and distance > 0:
            break
        sure = 1.0 if now <= 0 or distance == 0 else _SURE  # what is done in this turn is done
        value = points * look.cares.points * sure
    # Nearer is better even when it is not sure that all come home.
    return value + total([0.02 * look.faded[min(distance, FAR)] for distance in distances])
