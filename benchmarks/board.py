"""How fast the board is without a browser: the drawing, what the page gets, the bots, saves; as times and as ratios.

The positions are all of a whole game by four bots, so the 95th percentile stands for a crowded late round.
*Calls* says how many empty function calls of Python fit into one of these, best of five runs.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.bench import REPEATS, seconds_per_call
from mali_powstancy.bots import Advice, adviser_named
from mali_powstancy.engine import (
    CHANCE,
    GameState,
    load_scenario,
    new_game,
    observe,
)
from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON, Save, pack
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.table import Table
from mali_powstancy.views.board.board_view import board_view
from mali_powstancy.views.map.board_svg import base_map, board_svg, changing_layers

SCENARIOS = ("basic", "extended")
SEATS = ("greedy",) * 4
BOTS = ("random", "greedy", "hard")


def played(scenario: str) -> Session:
    """A whole game by four bots."""
    return Table(Session(new_game(load_scenario(scenario), 4)), SEATS, random.Random(1)).session


def asked(session: Session) -> list[int]:
    """The steps after which a player is asked."""
    return [number for number, step in enumerate(session.steps) if step.state.to_act not in (None, CHANCE)]


def percentile(action: Callable[[GameState], object], states: list[GameState]) -> float:
    """Seconds that 95 of 100 positions stay within, in the best of several runs."""
    runs = []
    for _ in range(REPEATS):
        seconds = []
        for state in states:
            began = time.perf_counter()
            action(state)
            seconds.append(time.perf_counter() - began)
        runs.append(sorted(seconds)[int(0.95 * len(seconds))])
    return min(runs)


def host_at(session: Session, steps: int) -> Host:
    """A host that shows this step to the person whose turn it is."""
    host = Host(MemoryStorage(), "board", "pl", random.Random(1))
    game = Session(session.opening)
    game.steps = session.steps[:steps]
    host.table = Table(game, (PERSON,) * 4, random.Random(1))
    host.table.take_screen()
    host.dialog = None
    host.fresh_from = host.news_from = steps - 1  # only the last step is new
    return host


def times(session: Session) -> Iterator[tuple[str, float]]:
    """What is measured: its name and its seconds."""
    steps = asked(session)
    states = [session.steps[number].state for number in steps]
    board = states[0].game.board
    hosts = {id(session.steps[number].state): host_at(session, number + 1) for number in steps}
    yield "changing layers", percentile(lambda state: changing_layers(observe(state, state.to_act)), states)
    yield "whole picture", percentile(lambda state: board_svg(board, observe(state, None)), states)
    yield "what the page gets", percentile(lambda state: board_view(hosts[id(state)], 1), states)
    for name in BOTS:
        yield f"{name} bot, one decision", percentile(lambda state, name=name: _advise(name, state), states)  # type: ignore[misc]


def _advise(name: str, state: GameState) -> Advice:
    """What a bot that has just sat down would do, and why."""
    return adviser_named(name)(observe(state, state.to_act), random.Random(1))


def sizes(session: Session) -> Iterator[tuple[str, int]]:
    """How large things are at most, in bytes or letters."""
    steps = asked(session)
    layers = [changing_layers(observe(session.steps[number].state, None)) for number in steps]
    views = [board_view(host_at(session, number + 1), 1) for number in steps]
    save = Save.of(session, SEATS)
    yield "base map", len(base_map(session.opening.game.board, "pl").encode())
    yield "changing layers", max(len(layer.below.encode()) + len(layer.above.encode()) for layer in layers)
    yield "what the page gets", max(len(json.dumps(view, ensure_ascii=False).encode()) for view in views)
    yield "packed save of the whole game", len(pack(save))
    yield "code of the whole game", len(code_of(save).replace("-", ""))


def main() -> None:
    """Measure everything and print it as two tables."""
    call = seconds_per_call()
    print(f"Python {sys.version.split()[0]}, best of {REPEATS}, p95\n")
    games = {scenario: played(scenario) for scenario in SCENARIOS}
    print("| p95, four patrols | milliseconds | calls |\n|---|--:|--:|")
    for scenario, session in games.items():
        for name, seconds in times(session):
            print(f"| {scenario}: {name} | {seconds * 1e3:.2f} | {seconds / call:,.0f} |")
    print("\n| at most, four patrols | bytes or letters |\n|---|--:|")
    for scenario, session in games.items():
        for name, size in sizes(session):
            print(f"| {scenario}: {name} | {size:,} |")


if __name__ == "__main__":
    main()
