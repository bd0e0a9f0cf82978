"""Random legal play: whole games and the positions in them, for tests that ask whether something always holds."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product, starmap

from hypothesis import strategies as st

from mali_powstancy.engine import (
    HAND,
    PRISON,
    GameState,
    Move,
    Phase,
    game_rng,
    load_scenario,
    new_game,
)
from mali_powstancy.engine.cards import VICTORY, Colour
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    Collect,
    DealGoal,
    Draw,
    Drop,
    EndTurn,
    FirstPlayer,
    GiveExtraMove,
    Gossip,
    Jump,
    KeepGoals,
    Pals,
    PlaceScout,
    Retreat,
    Roll,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.tabletop.session import Session, SessionStep
from tests import any_game
from tests.any_game import SEEDS
from tools.golden import choose

BASIC = ("basic", "short")
EXTENDED = ("extended", "short-extended")
SCENARIOS = (*BASIC, *EXTENDED)
ODDITIES = (0.05, 0.3, 1.0)
"""How often a player does just anything: the first plays games to their end, the last loses early."""


class Line(any_game.Line[GameState, SessionStep]):
    """A game of Mali Powstańcy up to some position."""

    __slots__ = ()

    @property
    def session(self) -> Session:
        """A session of its own that has come as far as this."""
        session = Session(self.opening)
        session.steps = list(self.steps)
        return session


@lru_cache(maxsize=400)
def whole_game(scenario: str, players: int, seed: int, oddity: float = ODDITIES[0]) -> Line:
    """A game from set-up to its end; in every third one the start player was chosen, else chance decides."""
    rng = game_rng(seed)
    chosen = seed % players if seed % 3 == 0 else None
    session = Session(new_game(load_scenario(scenario), players, start_player=chosen))
    while session.state.to_act is not None:
        session.play(choose(session.state, rng, oddity))
    return Line(session.opening, tuple(session.steps), f"whole_game({scenario!r}, {players}, {seed}, {oddity})")


def games(scenarios: Sequence[str] = SCENARIOS) -> st.SearchStrategy[Line]:
    """Whole games of these scenarios, for 2, 3 or 4 players."""
    return st.builds(
        whole_game,
        st.sampled_from(scenarios),
        st.integers(2, 4),
        st.integers(0, SEEDS - 1),
        st.sampled_from(ODDITIES),
    )


def lines(scenarios: Sequence[str] = SCENARIOS, phases: Sequence[Phase] = tuple(Phase)) -> st.SearchStrategy[Line]:
    """Games up to some position of these phases."""
    return any_game.cut_in_phases(games(scenarios), phases)


@lru_cache(maxsize=32)
def every_move(game: Game) -> tuple[Move, ...]:
    """All moves that can be written with the names of a game and a few wrong ones; `KeepGoals` not among them."""
    scenario, board = game.scenario, game.board
    scouts = [scout.id for patrol in scenario.patrols.values() for scout in patrol.scouts] + ["nobody"]
    fields = [*board.fields, PRISON, HAND, "nowhere"]
    orders = [*scenario.orders, VICTORY, "none"]
    return (
        *map(FirstPlayer, range(-1, 5)),
        *map(DealGoal, [*scenario.goals, "none"]),
        *map(Draw, orders),
        *starmap(Roll, product(Colour, range(8))),
        *map(ChooseCard, range(8)),
        *(kind(*names) for kind in (PlaceScout, Walk, Jump, Unit, Retreat) for names in product(scouts, fields)),
        *starmap(Collect, product(scouts, orders)),
        *map(Drop, scouts),
        *map(GiveExtraMove, scouts),
        *starmap(Pals, product(scouts, scouts)),
        *starmap(SwapOrders, product(orders, orders)),
        *map(Target, fields),
        *map(Block, [*board.road, "no-road"]),
        Gossip(),
        EndTurn(),
    )


def every_choice_of_goals(state: GameState) -> list[KeepGoals]:
    """Right and wrong sets of the goals dealt to the seat that is asked and of two others."""
    dealt = state.goals_dealt[state.to_act] if state.to_act is not None and state.to_act >= 0 else ()
    others = [goal for goal in state.game.scenario.goals if goal not in dealt][:2]
    kept = state.game.scenario.goals_kept
    goals = (*dealt, *others, "none")
    return [KeepGoals(chosen) for count in range(kept + 1) for chosen in product(goals, repeat=count)]
