"""Random legal play: whole games and the positions in them, for tests that ask whether something always holds."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product, starmap
from typing import NamedTuple

from hypothesis import assume, settings
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
from mali_powstancy.engine.events import Event
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
from mali_powstancy.tabletop.session import Session, Step
from tools.golden import choose

BASIC = ("basic", "short")
EXTENDED = ("extended", "short-extended")
SCENARIOS = (*BASIC, *EXTENDED)
ODDITIES = (0.05, 0.3, 1.0)
"""How often a player does just anything: the first plays games to their end, the last loses early."""
SEEDS = 8 if settings().max_examples <= 100 else 1_000_000
"""Few, so that every test looks at the same games, played once; many when many examples are asked for."""


class Line(NamedTuple):
    """A game from its opening up to some position; `name` tells a reader of a failure how to get it."""

    opening: GameState
    steps: tuple[Step, ...]
    name: str = "a game"

    def __repr__(self) -> str:
        return f"{self.name}.up_to({len(self.steps)})"

    @property
    def state(self) -> GameState:
        return self.steps[-1].state if self.steps else self.opening

    @property
    def states(self) -> list[GameState]:
        """All positions, the opening first."""
        return [self.opening, *(step.state for step in self.steps)]

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]

    @property
    def moves(self) -> list[Move]:
        return [step.move for step in self.steps if step.move is not None]

    @property
    def session(self) -> Session:
        """A session of its own that has come as far as this."""
        session = Session(self.opening)
        session.steps = list(self.steps)
        return session

    def up_to(self, steps: int) -> "Line":
        return self._replace(steps=self.steps[:steps])


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


@st.composite
def lines(draw: st.DrawFn, scenarios: Sequence[str] = SCENARIOS, phases: Sequence[Phase] = tuple(Phase)) -> Line:
    """Games up to some position: of these phases, each that a game meets is equally likely, however rare it is."""
    game = draw(games(scenarios))
    by_phase: dict[Phase, list[int]] = {}
    for number, state in enumerate(game.states):
        if state.phase in phases:
            by_phase.setdefault(state.phase, []).append(number)
    assume(by_phase)
    phase = draw(st.sampled_from(list(by_phase)))
    return game.up_to(draw(st.sampled_from(by_phase[phase])))


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
