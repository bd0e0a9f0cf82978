"""Wiarusi: a game of friends in the trenches of 1914-18, as pure functions on values, like the first engine.

>>> from mali_powstancy.wiarusi import load_scenario, new_game, parse_move, play
>>> state = new_game(load_scenario("wiarusi-standard"), players=3, characters=["felix", "gustave", "charles"])
>>> state, events = play(state, parse_move("leader 0"))
>>> state.to_act == CHANCE, state.phase.value
(True, 'third-tile')
"""

from mali_powstancy.tabletop.game import IllegalMove, SetupError, game_rng
from mali_powstancy.wiarusi.arranging import arrange, described
from mali_powstancy.wiarusi.moves import Move, parse_move
from mali_powstancy.wiarusi.observation import Observation, observe, seen_by
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.playing import (
    Transition,
    apply_unchecked,
    chance_outcomes,
    is_chance,
    legal_moves,
    play,
    play_chance,
    refusal,
    sample_chance,
    stop_here,
)
from mali_powstancy.wiarusi.rules.setup import new_game
from mali_powstancy.wiarusi.rules.threats import active_threats, bolts
from mali_powstancy.wiarusi.scenario import Scenario
from mali_powstancy.wiarusi.scenario_file import ScenarioError, load_scenario, read_scenario, shipped_scenarios
from mali_powstancy.wiarusi.scoring import Ending, Outcome, next_pile, outcome
from mali_powstancy.wiarusi.state import CHANCE, GameState, Phase
from mali_powstancy.wiarusi.table import (
    GAME_OVER,
    ID,
    NOT_A_MOVE,
    NOT_NOW,
    RULES,
    asked_at_once,
    coded_opening,
    how_opened,
    informs,
    is_private,
    is_silent,
    opened,
    sharing,
    sides,
    weights,
)

__all__ = [
    "CHANCE",
    "GAME_OVER",
    "ID",
    "NOT_A_MOVE",
    "NOT_NOW",
    "RULES",
    "Ending",
    "GameState",
    "IllegalMove",
    "Move",
    "Observation",
    "Outcome",
    "Phase",
    "Reason",
    "Scenario",
    "ScenarioError",
    "SetupError",
    "Transition",
    "active_threats",
    "apply_unchecked",
    "arrange",
    "asked_at_once",
    "bolts",
    "chance_outcomes",
    "coded_opening",
    "described",
    "game_rng",
    "how_opened",
    "informs",
    "is_chance",
    "is_private",
    "is_silent",
    "legal_moves",
    "load_scenario",
    "new_game",
    "next_pile",
    "observe",
    "opened",
    "outcome",
    "parse_move",
    "play",
    "play_chance",
    "read_scenario",
    "refusal",
    "sample_chance",
    "seen_by",
    "sharing",
    "shipped_scenarios",
    "sides",
    "stop_here",
    "weights",
]
