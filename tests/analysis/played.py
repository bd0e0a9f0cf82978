"""Games that the tests of the analysis share: some that were really played, and some written down by hand."""

from functools import lru_cache

from mali_powstancy.engine import load_scenario
from mali_powstancy.engine.tally import Fall, GameRow, OrderFate
from mali_powstancy.lab import Games, Serial, simulate

BASIC = load_scenario("basic-1")
EXTENDED = load_scenario("extended-1")


@lru_cache
def short_games() -> Games:
    """Games that mostly end well."""
    return simulate(16, ["greedy", "greedy"], "short-1", executor=Serial())


@lru_cache
def lost_games() -> Games:
    """Games in which districts fall."""
    return simulate(24, ["random"] * 3, "extended-1", executor=Serial())


def row(
    game: int,
    winners: tuple[int, ...] = (),
    *,
    points: tuple[int, ...] = (),
    first: int = 0,
    rounds: int = 8,
    orders: tuple[OrderFate, ...] = (),
    falls: tuple[Fall, ...] = (),
    tokens: int = 0,
    arrested: tuple[int, ...] = (0, 0),
    arrests: tuple[int, ...] = (),
    visits: tuple[int, ...] = (0,) * len(BASIC.board.fields),
    roads: tuple[int, ...] = (0,) * len(BASIC.board.roads),
) -> GameRow:
    """A game of two players in which only what is named has happened; without a winner it is a common defeat."""
    delivered = tuple(tuple(fate.order for fate in orders if fate.seat == seat) for seat in range(2))
    return GameRow(
        game=game,
        ending="all-orders" if winners else "falls",
        winners=winners,
        rounds=rounds,
        first=first,
        points=points or ((10, 10) if winners else ()),
        delivered=delivered,
        orders=orders,
        tokens=tokens,
        falls=falls,
        visits=visits,
        roads=roads,
        arrests=arrests,
        arrested=arrested,
        goals=((), ()),
        fulfilled=((), ()),
    )


def by_hand(*rows: GameRow, scenario=BASIC, seed: int | None = 1) -> Games:
    """These games of two players."""
    return Games(rows, scenario=scenario, bots=["one", "other"], seed=seed)
