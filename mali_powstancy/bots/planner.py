"""The planner: it plans the errands of all its scouts together, then the whole turn, and follows its plan.

Every decision is a function of what its seat sees and of its own stream of chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from mali_powstancy.bots.actions import turn_with_action
from mali_powstancy.bots.answers import (
    card_ideas,
    extra_turn,
    worth_of_blocks,
    worth_of_extra_moves,
    worth_of_goals,
    worth_of_places,
    worth_of_retreats,
    worth_of_targets,
)
from mali_powstancy.bots.outlook import Outlook
from mali_powstancy.bots.reasons import Intent, reasons
from mali_powstancy.bots.schedules import best_schedule
from mali_powstancy.bots.tempers import ATTENTION, CARES, Level, Temper
from mali_powstancy.bots.turns import Expected, PlannedMove, Turn, best_turn
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import OrderId, ScoutId
from mali_powstancy.engine.moves import (
    ChooseCard,
    EndTurn,
    GiveExtraMove,
    Gossip,
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
from mali_powstancy.tabletop.advice import Advice, Because

_GOSSIP = Gossip()
_HARDLY_NOTICED = 0.1


class Planner:
    """A bot that plans its turn and follows its plan, until something happens that it did not expect."""

    def __init__(self, temper: Temper = Temper.BALANCED, level: Level = Level.HARD) -> None:
        self.temper, self.level = temper, level
        self.plannings = 0
        """How often it has planned a turn."""
        self._cares, self._attention = CARES[temper], ATTENTION[level]
        self._steps: list[PlannedMove] = []
        self._plan = Intent((), (), temper)
        self._misjudged: dict[OrderId, float] = {}

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        """A legal move."""
        if len(observation.legal) == 1:
            return observation.legal[0]
        return _DECISIONS[observation.phase](self, observation, rng)

    def advise(self, observation: Observation, rng: random.Random) -> Advice:
        """A legal move, and why."""
        move = self(observation, rng)
        is_new = isinstance(move, PlaceScout | Retreat | GiveExtraMove)  # what a scout can do from there
        plan = self.plan_with(observation, move) if is_new else self._plan
        return Advice(move, reasons(observation, move, plan))

    def plan_with(self, seen: Observation, move: PlayerMove) -> Intent:
        """The plan that a move fits best: the errands that follow when it has brought scouts to other fields."""
        if isinstance(move, KeepGoals):
            return Intent((), (), self.temper)
        look = self._outlook(seen)
        if isinstance(move, ChooseCard):
            idea = card_ideas(look, self._attention, True)[move]
            return Intent(look.jobs, idea.errands, self.temper, idea.is_jump)
        for scout, field in _brought(seen, move):
            look.fields[seen.game.number[scout] - look.own.start] = field
        time = 0 if isinstance(move, Jump | EndTurn | GiveExtraMove | Retreat) else -seen.points
        schedule = best_schedule(look, look.fields, look.carried, time, (), None, self._attention.sight)
        return Intent(look.jobs, schedule.errands, self.temper)

    # Looking.

    def _look(self, seen: Observation, rng: random.Random) -> Outlook:
        if self._attention.misjudges:
            for order, _ in seen.track:
                if order not in self._misjudged:
                    self._misjudged[order] = self._judgement(rng)
        return self._outlook(seen)

    def _outlook(self, seen: Observation) -> Outlook:
        assert seen.seat is not None, "only a seat that is asked can be advised"
        look = Outlook(seen, seen.seat, self._cares, self._misjudged)
        look.plan_with(seen.hands[seen.seat])
        return look

    def _judgement(self, rng: random.Random) -> float:
        """By what an order is taken for more or less than it is worth: who hardly notices one takes it for little."""
        misses = rng.random() < self._attention.misses
        judged = 1.0 + self._attention.misjudges * (2 * rng.random() - 1)
        return _HARDLY_NOTICED if misses else judged

    def _is_sharp(self, rng: random.Random) -> bool:
        return not self._attention.overlooks or rng.random() >= self._attention.overlooks

    # Turns.

    def _turn(self, seen: Observation, rng: random.Random) -> PlayerMove:
        """The next move of the planned turn; a new plan if there is none or if it does not fit any more."""
        if (step := self._planned(seen)) is not None:
            return step
        is_sharp = self._is_sharp(rng)
        if is_sharp and seen.action_open and _GOSSIP in seen.legal and seen.points == seen.cards[seen.seat or 0]:
            return _GOSSIP  # it costs nothing, and then one knows more
        look = self._look(seen, rng)
        turn = best_turn(look, seen.points, self._attention, is_sharp)
        if is_sharp and seen.action_open:
            turn = turn_with_action(look, seen.points, turn, self._attention)
        return self._begin(look, turn)

    def _extra_move(self, seen: Observation, rng: random.Random) -> PlayerMove:
        """As a turn, but only one scout walks."""
        if (step := self._planned(seen)) is not None:
            return step
        look = self._look(seen, rng)
        scout = seen.game.number[seen.agenda[0].subject] - look.own.start
        return self._begin(look, extra_turn(look, scout, seen.points, self._attention))

    def _planned(self, seen: Observation) -> PlayerMove | None:
        """The next step of the plan, if all is as expected."""
        if not self._steps:
            return None
        own = seen.game.numbers_of[seen.seat or 0]
        now = Expected(seen.where[own.start : own.stop], seen.carrying[own.start : own.stop], seen.points)
        step = self._steps.pop(0)
        return step.move if step.expected == now and step.move in seen.legal else None

    def _begin(self, look: Outlook, turn: Turn) -> PlayerMove:
        self.plannings += 1
        self._plan = Intent(look.jobs, turn.errands, self.temper)
        self._steps = list(turn.steps)
        return self._steps.pop(0).move

    # Other decisions.

    def _choose_card(self, seen: Observation, rng: random.Random) -> PlayerMove:
        """The card with which the coming turn and the rest of the cycle are worth most."""
        self._steps = []
        look = self._look(seen, rng)
        ideas = card_ideas(look, self._attention, self._is_sharp(rng))
        hasty = 0.1 + self._attention.hasty  # nobody should foresee the card
        chosen = _best({move: idea.value + hasty * rng.random() for move, idea in ideas.items()})
        self._plan = Intent(look.jobs, ideas[chosen].errands, self.temper, ideas[chosen].is_jump)
        return chosen

    def _keep_goals(self, seen: Observation, rng: random.Random) -> PlayerMove:
        return _best(worth_of_goals(seen))

    def _place_scout(self, seen: Observation, rng: random.Random) -> PlayerMove:
        return _best(worth_of_places(self._look(seen, rng), self._attention))

    def _target(self, seen: Observation, rng: random.Random) -> PlayerMove:
        return _best(worth_of_targets(self._look(seen, rng)))

    def _give_extra_move(self, seen: Observation, rng: random.Random) -> PlayerMove:
        return _best(worth_of_extra_moves(self._look(seen, rng), self._attention))

    def _block_road(self, seen: Observation, rng: random.Random) -> PlayerMove:
        return _best(worth_of_blocks(self._look(seen, rng), self._attention))

    def _retreat(self, seen: Observation, rng: random.Random) -> PlayerMove:
        return _best(worth_of_retreats(self._look(seen, rng), self._attention))


def reasons_for(seen: Observation, move: PlayerMove, temper: Temper = Temper.BALANCED) -> tuple[Because, ...]:
    """What a planner could say of a move that it has not chosen; only secret reasons know the secrets of the seat."""
    goals = tuple([None if kept is None else () for kept in seen.goals])
    return reasons(seen, move, Planner(temper).plan_with(seen._replace(goals=goals, top=()), move))


def _brought(seen: Observation, move: PlayerMove) -> list[tuple[ScoutId, FieldId]]:
    """The fields to which a move brings scouts."""
    match move:
        case PlaceScout(scout=scout, field=field):
            return [(scout, field)]
        case (
            Walk(scout=scout, to=to) | Jump(scout=scout, to=to) | Unit(scout=scout, to=to) | Retreat(scout=scout, to=to)
        ):
            return [(scout, to)]
        case Pals(scout=scout, other=other):
            one, two = (seen.where[seen.game.number[each]] for each in (scout, other))
            return [(scout, two), (other, one)]
    return []


def _best(worth: Mapping[PlayerMove, float]) -> PlayerMove:
    return max(worth, key=worth.__getitem__)


_DECISIONS: Mapping[Phase, Callable[[Planner, Observation, random.Random], PlayerMove]] = {
    Phase.KEEP_GOALS: Planner._keep_goals,
    Phase.CHOOSE_CARD: Planner._choose_card,
    Phase.PLACE_SCOUT: Planner._place_scout,
    Phase.TURN: Planner._turn,
    Phase.EXTRA_MOVE: Planner._extra_move,
    Phase.TARGET: Planner._target,
    Phase.CHOOSE_EXTRA: Planner._give_extra_move,
    Phase.BLOCK_ROAD: Planner._block_road,
    Phase.DISPLACED: Planner._retreat,
    Phase.EVACUATED: Planner._retreat,
}
