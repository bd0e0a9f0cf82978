"""The engine: the whole game as pure functions on values, without screen, language or chance of its own.

>>> from mali_powstancy.engine import load_scenario, new_game, legal_moves, play, parse_move
>>> state = new_game(load_scenario("basic"), players=2, start_player=0)
>>> state, events = play(state, parse_move("first 0"))
>>> state.to_act == CHANCE, state.phase.value
(True, 'lay-order')
"""

from mali_powstancy.engine.arranging import arrange, described
from mali_powstancy.engine.moves import Move, parse_move
from mali_powstancy.engine.observation import Observation, observe, seen_by
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.playing import (
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
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scenario_file import ScenarioError, load_scenario, read_scenario, shipped_scenarios
from mali_powstancy.engine.scoring import Ending, Outcome, Score, outcome, scores
from mali_powstancy.engine.state import CHANCE, HAND, PRISON, GameState, Phase
from mali_powstancy.engine.table import (
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
from mali_powstancy.tabletop.game import IllegalMove, SetupError, game_rng

__all__ = [
    "CHANCE",
    "GAME_OVER",
    "HAND",
    "ID",
    "NOT_A_MOVE",
    "NOT_NOW",
    "PRISON",
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
    "Score",
    "SetupError",
    "Transition",
    "apply_unchecked",
    "arrange",
    "asked_at_once",
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
    "observe",
    "opened",
    "outcome",
    "parse_move",
    "play",
    "play_chance",
    "read_scenario",
    "refusal",
    "sample_chance",
    "scores",
    "seen_by",
    "sharing",
    "shipped_scenarios",
    "sides",
    "stop_here",
    "weights",
]
