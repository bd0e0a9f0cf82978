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
from mali_powstancy.engine.record import Record, RecordError
from mali_powstancy.engine.refusals import IllegalMove, Reason
from mali_powstancy.engine.rules.playing import (
    Transition,
    apply_unchecked,
    chance_outcomes,
    game_rng,
    is_chance,
    legal_moves,
    play,
    refusal,
    sample_chance,
    stop_here,
)
from mali_powstancy.engine.rules.setup import SetupError, new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scenario_file import ScenarioError, load_scenario, read_scenario, shipped_scenarios
from mali_powstancy.engine.scoring import Ending, Outcome, Score, outcome, scores
from mali_powstancy.engine.session import Session, UndoReason, UndoRefused
from mali_powstancy.engine.state import CHANCE, HAND, PRISON, GameState, Phase

__all__ = [
    "CHANCE",
    "HAND",
    "PRISON",
    "Ending",
    "GameState",
    "IllegalMove",
    "Move",
    "Observation",
    "Outcome",
    "Phase",
    "Reason",
    "Record",
    "RecordError",
    "Scenario",
    "ScenarioError",
    "Score",
    "Session",
    "SetupError",
    "Transition",
    "UndoReason",
    "UndoRefused",
    "apply_unchecked",
    "arrange",
    "chance_outcomes",
    "described",
    "game_rng",
    "is_chance",
    "legal_moves",
    "load_scenario",
    "new_game",
    "observe",
    "outcome",
    "parse_move",
    "play",
    "read_scenario",
    "refusal",
    "sample_chance",
    "scores",
    "seen_by",
    "shipped_scenarios",
    "stop_here",
]
