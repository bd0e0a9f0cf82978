"""Bitwa Warszawska: two staffs, three fronts, August 1920; pure functions on values, like the other engines.

>>> from mali_powstancy.bitwa_warszawska import load_scenario, new_game, parse_move, play
>>> state = new_game(load_scenario("bitwa-standard"), players=2)
>>> state, events = play(state, parse_move("initiative ACz-1 WP-1"))
>>> state.to_act, state.phase.value
(1, 'marker')
"""

from mali_powstancy.bitwa_warszawska.arranging import arrange, described
from mali_powstancy.bitwa_warszawska.moves import Move, parse_move
from mali_powstancy.bitwa_warszawska.observation import Observation, observe, seen_by
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.battle import strength_of
from mali_powstancy.bitwa_warszawska.rules.movement import reserve
from mali_powstancy.bitwa_warszawska.rules.playing import (
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
from mali_powstancy.bitwa_warszawska.rules.setup import new_game
from mali_powstancy.bitwa_warszawska.scenario import Scenario
from mali_powstancy.bitwa_warszawska.scenario_file import (
    ScenarioError,
    load_scenario,
    read_scenario,
    shipped_scenarios,
)
from mali_powstancy.bitwa_warszawska.scoring import Ending, Outcome, outcome
from mali_powstancy.bitwa_warszawska.state import CHANCE, GameState, Phase
from mali_powstancy.bitwa_warszawska.table import (
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
    "reserve",
    "sample_chance",
    "seen_by",
    "sharing",
    "shipped_scenarios",
    "sides",
    "stop_here",
    "strength_of",
    "weights",
]
