"""The strong bot: it tries the planner's ideas in possible worlds, again and again, and does what went best.

Each trial draws a world that agrees with what the seat sees, carries out one of the plans there, lets both armies play
on hastily to the end of the round, and judges how likely the own army wins then. All plans are tried with the same
luck, so that few trials tell them apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from mali_powstancy.bitwa_warszawska.bots.hasty import hasty_move
from mali_powstancy.bitwa_warszawska.bots.planner import Plan, planner_bot, ranked
from mali_powstancy.bitwa_warszawska.bots.prospects import prospects
from mali_powstancy.bitwa_warszawska.bots.reasons import reasons_for
from mali_powstancy.bitwa_warszawska.bots.worlds import world_of
from mali_powstancy.bitwa_warszawska.moves import PlayerMove
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.rules.playing import apply_unchecked, play_chance
from mali_powstancy.bitwa_warszawska.state import CHANCE, GameState, Phase
from mali_powstancy.tabletop.advice import Advice, Because
from mali_powstancy.tabletop.search_tree import best_tried

TRIALS = 60
"""Trials per decision, where there is something to choose."""
_IDEAS = 4
"""So many of the planner's best ideas are tried, and the best one of every other kind of move."""
_DOUBT = 0.5
"""By so many standard errors another move must be better than the planner's to be played."""
_LEFT_TO_THE_PLANNER = (Phase.MARKER, Phase.HAND_OUT, Phase.STEPS, Phase.ADVANCE, Phase.OPERATIONS)
"""Steps are made as the plan of the action has foreseen."""


class Strong:
    """A bot that searches at every decision; it keeps nothing in mind from one to the next."""

    def __init__(self, trials: int = TRIALS) -> None:
        self.trials = trials

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        """A legal move."""
        if not self._searches(observation):
            return planner_bot(observation, rng)
        army = observation.game.armies[observation.agenda[0].who]

        def value(plan: Plan, chance: random.Random) -> float:
            return prospects(_end_of_round(world_of(observation, chance), plan.moves, chance), army)

        return best_tried(_ideas(ranked(observation, rng)), self.trials, rng, value, _DOUBT).moves[0]

    def _searches(self, seen: Observation) -> bool:
        return self.trials > 0 and len(seen.legal) > 1 and seen.phase not in _LEFT_TO_THE_PLANNER

    def advise(self, observation: Observation, rng: random.Random) -> Advice:
        """A legal move, and why: what speaks for it, and that it did best in its trials."""
        move = self(observation, rng)
        reasons = reasons_for(observation, move)
        if self._searches(observation):
            reasons = (*reasons, Because("bot.bitwa.tried", (("n", self.trials),)))
        return Advice(move, reasons)


def _ideas(ranking: Sequence[Plan]) -> list[Plan]:
    """The best plans by the planner's ranking, the first of them first, and each kind of move once at least."""
    best_of_kind = {type(plan.moves[0]): plan for plan in reversed(ranking)}
    return [*dict.fromkeys([*ranking[:_IDEAS], *best_of_kind.values()])]


def _end_of_round(state: GameState, moves: Iterable[PlayerMove], chance: random.Random) -> GameState:
    """Where moves lead when everybody plays on hastily: the next round begins, or the game is over."""
    at_round = state.round
    for move in moves:
        state = apply_unchecked(state, move).state
    while state.round == at_round and not state.ending:
        if state.agenda[0].who == CHANCE:
            state = play_chance(state, chance).state
        else:
            state = apply_unchecked(state, hasty_move(state, chance)).state
    return state
