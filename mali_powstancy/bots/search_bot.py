"""The search bot: it tries the planner's ideas in possible worlds, again and again, and does what went best.

This is information-set Monte Carlo tree search. Each trial draws a world that agrees with what the seat sees, goes down
a tree of the seat's own decisions, lets everybody else play as a planner would, and judges the position at the end of
the next round. All alternatives of a decision are tried with the same luck, so that few trials tell them apart.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from itertools import pairwise

from mali_powstancy.bots.ideas import Idea, ideas
from mali_powstancy.bots.planner import Planner, reasons_for
from mali_powstancy.bots.prospects import prospects
from mali_powstancy.bots.tempers import Temper
from mali_powstancy.bots.worlds import Worlds
from mali_powstancy.engine.moves import PlayerMove
from mali_powstancy.engine.observation import Observation, observe
from mali_powstancy.engine.rules.playing import apply_unchecked, sample_chance
from mali_powstancy.engine.state import CHANCE, GameState, Phase
from mali_powstancy.tabletop.advice import Advice
from mali_powstancy.tabletop.search_tree import FEWEST, Arm, Luck, Node, Span

ITERATIONS = 60
"""Trials per searched decision: about 30 ms per decision, those that need no search counted too."""
_IDEAS = 6
"""More ways than this to answer a question are not tried; of cards always the whole hand."""
_DOUBT = 0.5
"""By so many standard errors another way must be better than the planner's to be played."""
_ROUNDS = 2
"""How many rounds a trial looks ahead, the present one included."""
_IN_THE_TREE = (Phase.CHOOSE_CARD, Phase.TURN)
"""The later own decisions that are part of the tree; others are left to the planner."""


class Search:
    """A bot that searches once per turn and follows what it found; it sits at one seat of one game."""

    def __init__(self, temper: Temper = Temper.BALANCED, iterations: int = ITERATIONS) -> None:
        self.temper, self.iterations = temper, iterations
        self.trials = 0
        """How many trials it has made in this game."""
        self._planner = Planner(temper)
        self._ahead: list[tuple[Hashable, PlayerMove]] = []

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        """A legal move."""
        if self._ahead:
            expected, move = self._ahead.pop(0)
            if expected == _now(observation) and move in observation.legal:
                return move
            self._ahead = []
        if len(observation.legal) == 1:
            return observation.legal[0]
        if self.iterations < 1:
            return self._planner(observation, rng)
        thinking = _Thinking(observation, self.temper, rng)
        way = thinking.decide(self.iterations)
        self.trials += thinking.trials
        self._ahead = _foreseen(thinking.world, observation, way)
        return way[0]

    def advise(self, observation: Observation, rng: random.Random) -> Advice:
        """A legal move, and why: the planner's reasons if it would do the same, else what speaks for the move."""
        move = self(observation, rng)
        planned = Planner(self.temper).advise(observation, random.Random(0))
        return planned if planned.move == move else Advice(move, reasons_for(observation, move, self.temper))


def _now(seen: Observation) -> Hashable:
    """By this a seat sees that its turn goes on as expected."""
    return (seen.round, seen.agenda[0], seen.where, seen.carrying, seen.points, seen.action_open)


def _foreseen(state: GameState, seen: Observation, way: Idea) -> list[tuple[Hashable, PlayerMove]]:
    """The moves after the first one, each with what will be seen before it."""
    ahead = []
    for done, move in pairwise(way):
        state = apply_unchecked(state, done).state
        ahead.append((_now(observe(state, seen.seat)), move))
    return ahead


class _Thinking:
    """The search for one decision."""

    def __init__(self, seen: Observation, temper: Temper, rng: random.Random) -> None:
        assert seen.seat is not None, "only a seat that is asked can search"
        self.seat, self.temper, self.rng = seen.seat, temper, rng
        self.worlds = Worlds(seen)
        self.world = self.worlds.draw(rng)
        self.last_round = seen.round + _ROUNDS - 1
        self.root = self._node(self.world, FEWEST)
        self.nodes: dict[Hashable, Node[Idea] | None] = {}
        """The own later decisions, by what the seat then sees; None where it has been only once."""
        self.span = Span()
        self.luck = Luck(rng)
        self.trials = 0

    def decide(self, iterations: int) -> Idea:
        """The best way after so many trials; if there is only one, none is needed."""
        if len(self.root.arms) > 1:
            while self.trials < iterations:
                self._try()
        return self.root.best(_DOUBT).action

    def _node(self, state: GameState, at_least: int = 1) -> Node[Idea]:
        most = len(state.hands[self.seat]) if state.phase is Phase.CHOOSE_CARD else _IDEAS
        return Node(ideas(state, self.seat, self.temper, most, self.rng), at_least)

    def _try(self) -> None:
        """One trial: a world, a way down the tree, play to the last round that is looked at, and what was learnt."""
        self.trials += 1
        arm = self.root.pick(self.span)
        seed = self.luck.of(arm)
        chance, taste = random.Random(seed), random.Random(seed + 1)
        state = self.worlds.draw(chance)
        players = [Planner(self.temper if seat == self.seat else Temper.BALANCED) for seat in state.game.seats]
        used = [arm]
        way = list(arm.action)
        has_grown = False
        while not self._is_judged(state):
            seat = state.agenda[0].who
            if seat == CHANCE:
                state = apply_unchecked(state, sample_chance(state, chance)).state
                continue
            if seat == self.seat and not way and not has_grown and state.phase in _IN_THE_TREE:
                next_arm = self._grow(state)
                if next_arm is None:
                    has_grown = True
                else:
                    used.append(next_arm)
                    way = list(next_arm.action)
            move = way.pop(0) if way and seat == self.seat else players[seat](observe(state, seat), taste)
            state = apply_unchecked(state, move).state
        value = prospects(state, self.seat, self.temper)
        self.span.widen(value)
        for one in used:
            one.learn(value)

    def _is_judged(self, state: GameState) -> bool:
        """The game is over, or the last round that is looked at; cards that come next would only be luck."""
        return bool(state.ending) or state.round > self.last_round

    def _grow(self, state: GameState) -> Arm[Idea] | None:
        """What is tried at a later own decision; None where the tree ends, which then grows by this decision."""
        seen = observe(state, self.seat)
        known = (seen.agenda, *seen[4:])  # all that is seen, without what follows from it
        if known not in self.nodes:
            self.nodes[known] = None
            return None
        node = self.nodes[known]
        if node is None:
            node = self.nodes[known] = self._node(state)
        return node.pick(self.span)
