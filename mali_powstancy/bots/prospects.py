"""Prospects: what a position promises a seat, as its temper sees it, and how far it is ahead of the others."""

from __future__ import annotations

from collections.abc import Mapping

from mali_powstancy.bots.outlook import Outlook
from mali_powstancy.bots.schedules import best_schedule
from mali_powstancy.bots.tempers import CARES, Cares, Temper
from mali_powstancy.engine.cards import Goal, GoalKind
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.observation import observe
from mali_powstancy.engine.scoring import progress, scores
from mali_powstancy.engine.state import HAND, GameState
from mali_powstancy.tabletop.adding import total

_AHEAD: Mapping[Temper, float] = {Temper.BALANCED: 0.5, Temper.RIVAL: 1.0, Temper.HELPER: 0.0}
"""What a point of the others counts against an own one."""
_ONLY_POINTS = CARES[Temper.RIVAL]


def prospects(state: GameState, seat: Seat, temper: Temper) -> float:
    """What a position is worth to a seat: own points and those to be expected, less those of others and of the city."""
    cares, ahead = CARES[temper], _AHEAD[temper]
    others = [other for other in state.game.seats if other != seat]
    if state.ending:
        final = scores(state)
        own = cares.points * final[seat].total if final else 0.0  # after a defeat one has nothing (H-60)
        theirs = [float(final[other].total if final else _delivered(state, other)) for other in others]
    else:
        own = _expected_points(state, seat, cares)
        theirs = [_expected_points(state, other, _ONLY_POINTS) for other in others] if ahead else [0.0]
    return own - cares.points * ahead * total(theirs) / len(theirs) - _harm_done(state, cares)


def _delivered(state: GameState, seat: Seat) -> int:
    """The points of the orders that a seat has delivered."""
    return sum([state.game.orders[order].points for order in state.delivered[seat]])


def _expected_points(state: GameState, seat: Seat, cares: Cares) -> float:
    """The points delivered, what the errands of the coming rounds promise, less the orders that threaten to be late."""
    seen = observe(state, seat)
    look = Outlook(seen, seat, cares, {})
    look.plan_with(seen.hands[seat])
    fields = look.fields
    if HAND in fields:
        fields = [_best_start(look) if field == HAND else field for field in fields]
    value = best_schedule(look, fields, look.carried, 0).value
    value += cares.points * _delivered(state, seat)
    value -= total([job.rescue for job in look.jobs])
    return value + _goals_so_far(state, seat)


def _best_start(look: Outlook) -> str:
    """Where a freed scout will be placed: at the start of the order with most worth per movement point (B-17)."""
    free = [job for number, job in enumerate(look.jobs) if number not in look.carried]
    if not free:
        return look.board.start_objects[0]
    return max(free, key=lambda job: job.worth / (job.length + 1.5)).start


def _goals_so_far(state: GameState, seat: Seat) -> float:
    """What the own goals promise by what has been delivered (E-16)."""
    goals = state.game.scenario.goals
    return total([goals[name].points * _likely(state, seat, goals[name]) for name in state.goals[seat]])


def _likely(state: GameState, seat: Seat, goal: Goal) -> float:
    """How likely a goal is fulfilled at the end, as far as one can tell by the lead over the others."""
    if goal.kind is GoalKind.DISTRICTS_REACHED:
        return min(1.0, progress(state, seat, goal) / goal.districts) ** 2
    own = progress(state, seat, goal)
    lead = own - max([progress(state, other, goal) for other in state.game.seats if other != seat])
    if goal.kind is GoalKind.MOST_IMPORTANT_ORDER:
        lead = max(-2, min(lead, 1))
    return max(0.02, min(0.98, (0.5 if own else 0.3) + 0.15 * lead))


def _harm_done(state: GameState, cares: Cares) -> float:
    """What the city has lost: small tokens, in the extended variant fallen districts and those at risk."""
    scenario = state.game.scenario
    if not state.game.is_extended:
        return total([_cost(cares.tokens, scenario.tokens_to_lose - number) for number in range(len(state.tokens))])
    harm = total([_cost(cares.falls, scenario.falls_to_lose - number) for number in range(len(state.fallen))])
    district_of = state.game.board.district_of
    at_risk = sum([district_of[token.place] not in state.fallen for token in state.tokens])
    return harm + at_risk * cares.at_risk * _cost(cares.falls, scenario.falls_to_lose - len(state.fallen))


def _cost(costs: tuple[float, ...], left: int) -> float:
    """The cost of the next loss, when so many more lose the game."""
    return costs[max(0, min(left, len(costs) - 1))]
