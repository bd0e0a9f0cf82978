"""The strong bot: it tries its moves in possible worlds, again and again, and does what went best.

Each trial draws a world that agrees with what the seat sees, makes one of the moves there, lets everybody go on as a
careful player would to the end of the mission, and judges how likely peace is then. All moves are tried with the same
luck, so that few trials tell them apart.
"""

from __future__ import annotations

import random

from mali_powstancy.tabletop.advice import Advice, Because
from mali_powstancy.tabletop.search_tree import best_tried
from mali_powstancy.wiarusi.bots.careful import careful_bot
from mali_powstancy.wiarusi.bots.prospects import prospects
from mali_powstancy.wiarusi.bots.reasons import MOST, reasons_for
from mali_powstancy.wiarusi.bots.worlds import Worlds
from mali_powstancy.wiarusi.moves import Deal, PlayerMove
from mali_powstancy.wiarusi.observation import Observation, observe
from mali_powstancy.wiarusi.rules.playing import apply_unchecked, play_chance
from mali_powstancy.wiarusi.state import CHANCE, GameState

TRIALS = 40
"""Trials per decision, where there is something to choose."""
_DOUBT = 0.5
"""By so many standard errors another move must be better than the careful one to be played."""
_NEAR = 2
"""Difficulties that lie further from the careful one are not tried."""


class Strong:
    """A bot that searches at every decision; it keeps nothing in mind from one to the next."""

    def __init__(self, trials: int = TRIALS) -> None:
        self.trials = trials

    def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
        """A legal move."""
        usual = careful_bot(observation, rng)
        if len(observation.legal) == 1 or self.trials < 1:
            return usual
        worlds = Worlds(observation)

        def value(move: PlayerMove, chance: random.Random) -> float:
            return prospects(_end_of_mission(worlds.draw(chance), move, chance))

        return best_tried([usual, *_others(observation, usual)], self.trials, rng, value, _DOUBT)

    def advise(self, observation: Observation, rng: random.Random) -> Advice:
        """A legal move, and why: what speaks for it, and that it did best if a careful player would do otherwise."""
        move = self(observation, rng)
        reasons = reasons_for(observation, move)
        if move != careful_bot(observation, rng):
            # What a careful player would do depends on the hand, so this is secret and crowds out nothing said aloud.
            tried = Because("bot.wiarusi.tried", (("n", self.trials),), secret=True)
            aloud = sum(not because.secret for because in reasons)
            reasons = (*reasons[: max(aloud, MOST - 1)], tried)[:MOST]
        return Advice(move, reasons)


def _others(seen: Observation, usual: PlayerMove) -> list[PlayerMove]:
    """What may be better than the usual move."""
    others = [move for move in seen.legal if move != usual]
    if isinstance(usual, Deal):
        return [move for move in others if isinstance(move, Deal) and abs(move.number - usual.number) <= _NEAR]
    return others


def _end_of_mission(state: GameState, move: PlayerMove, chance: random.Random) -> GameState:
    """Where a move leads when everybody plays on carefully: the next mission begins, or the game is over."""
    mission = state.mission
    state = apply_unchecked(state, move).state
    while state.mission == mission and not state.ending:
        seat = state.agenda[0].who
        if seat == CHANCE:
            state = play_chance(state, chance).state
        else:
            state = apply_unchecked(state, careful_bot(observe(state, seat), chance)).state
    return state
