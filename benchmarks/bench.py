"""How fast the engine is: random games through the public checked API, and what single questions cost.

Only ratios inside one run mean something: *calls* says how many empty function calls of Python fit into one decision.
Peers (catanatron, python-chess, RLCard) are measured in the same run when they are installed; they are never needed.
"""

from __future__ import annotations

import copy
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from mali_powstancy import bitwa_warszawska, engine, wiarusi
from mali_powstancy.engine import (
    GameState,
    Phase,
    game_rng,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    play,
    refusal,
    sample_chance,
)
from mali_powstancy.engine.moves import Walk
from mali_powstancy.tabletop.session import Session

REPEATS = 5
SECONDS = 0.6
"""How long one repeat of one measurement takes."""

PlayGame = Callable[[Random], tuple[float, float, float]]
"""Plays a game: decisions, options offered, forced decisions."""
TraceCall = Callable[[FrameType, str, Any], Any]


class Speed(NamedTuple):
    """The best repeat of random play."""

    decisions_per_second: float
    branch: float
    calls: float


def random_game(scenario: str, players: int, rules: ModuleType = engine) -> PlayGame:
    """Whole games by players who choose uniformly among the legal moves, of any of our games."""
    opening = rules.new_game(rules.load_scenario(scenario), players)
    legal_moves, play, play_chance, chance = rules.legal_moves, rules.play, rules.play_chance, rules.CHANCE

    def play_one(rng: Random) -> tuple[float, float, float]:
        state, decisions, options, forced = opening, 0, 0, 0
        while (seat := state.to_act) is not None:
            if seat == chance:
                state, _ = play_chance(state, rng)
                continue
            moves = legal_moves(state)
            count = len(moves)
            decisions += 1
            options += count
            forced += count == 1
            state, _ = play(state, moves[int(rng.random() * count)])
        return decisions, options, forced

    return play_one


def factory() -> PlayGame:
    """The basic game for four, for a side-by-side run with other engines."""
    return random_game("basic", 4)


# Measuring ----------------------------------------------------------------------------------------------------------


def _nothing() -> None:
    pass


def seconds_per_call() -> float:
    """What an empty function call costs just now."""
    return best(_nothing, 20_000)


def best(action: Callable[[], object], times: int = 2_000, clock: Callable[[], float] = time.process_time) -> float:
    """Seconds for one run of a small action, best of several repeats."""
    fastest = float("inf")
    for _ in range(REPEATS):
        began = clock()
        for _ in range(times):
            action()
        fastest = min(fastest, (clock() - began) / times)
    return fastest


def speeds(players: dict[str, PlayGame]) -> dict[str, Speed]:
    """Random play of every engine, the repeats interleaved, each with its best."""
    fastest = dict.fromkeys(players, float("inf"))
    branch = dict.fromkeys(players, 0.0)
    call = float("inf")
    for repeat in range(REPEATS):
        for name, play_one in players.items():
            call = min(call, seconds_per_call())
            rng = game_rng(repeat)
            decisions = options = 0.0
            began = time.process_time()  # so that a busy machine disturbs less
            while time.process_time() - began < SECONDS:
                made, offered, _ = play_one(rng)
                decisions += made
                options += offered
            fastest[name] = min(fastest[name], (time.process_time() - began) / decisions)
            branch[name] = options / decisions
    return {name: Speed(1 / fastest[name], branch[name], fastest[name] / call) for name in players}


class Work(NamedTuple):
    """What Python does for one decision, counted, so that no other work on the machine disturbs it."""

    bytecodes: float
    calls: float
    """Calls of functions that are written in Python."""


def counted_work(play_one: PlayGame, games: int = 20) -> Work:
    """Bytecodes and calls per decision, after some games that fill the tables."""
    counts: Counter[str] = Counter()

    def on_bytecode(frame: FrameType, event: str, argument: object) -> TraceCall:
        counts[event] += 1
        return on_bytecode

    def on_call(frame: FrameType, event: str, argument: object) -> TraceCall:
        counts[event] += 1
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return on_bytecode

    rng = game_rng(1)
    for _ in range(games):
        play_one(rng)
    decisions = 0.0
    sys.settrace(on_call)
    for _ in range(games):
        decisions += play_one(rng)[0]
    sys.settrace(None)
    return Work(counts["opcode"] / decisions, counts["call"] / decisions)


def walking_state(scenario: str) -> GameState:
    """A position in which somebody may walk."""
    state, rng = new_game(load_scenario(scenario), 4), game_rng(3)
    while state.phase is not Phase.TURN:
        moves: list[Any] = legal_moves(state)
        state, _ = play(state, moves[0] if moves else sample_chance(state, rng))
    return state


def single_costs() -> dict[str, float]:
    """Seconds for single questions at a walking decision."""
    state = walking_state("basic")
    walk = next(move for move in legal_moves(state) if isinstance(move, Walk))
    distances = state.game.board.free.distances

    session = Session(state)
    session.play(walk)
    step = session.steps[0]

    def undo() -> None:
        session.steps.append(step)
        session.undo()

    return {
        "copy of a state": best(lambda: copy.copy(state)),
        "undo of one decision": best(undo),
        "legal moves at a walking decision": best(lambda: legal_moves(state)),
        "refusal of a legal walk": best(lambda: refusal(state, walk)),
        "play of a walk (checked, with events)": best(lambda: play(state, walk)),
        "observation": best(lambda: observe(state, state.to_act), 500),
        "distance query": best(lambda: distances["past"]["port"], 20_000),
        "import mali_powstancy": _process("import mali_powstancy") - _process("pass"),
    }


def _process(code: str) -> float:
    def run() -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    return best(run, 1, clock=time.perf_counter)


# Peers --------------------------------------------------------------------------------------------------------------


def peers() -> dict[str, PlayGame]:
    """Other engines, as far as they are installed here."""
    found: dict[str, PlayGame] = {}
    for name, make in (("catanatron, 4 players", _catanatron), ("python-chess", _chess), ("RLCard uno", _uno)):
        try:
            found[name] = make()
        except ImportError:
            print(f"(not installed, so not compared: {name})")
    return found


def _catanatron() -> PlayGame:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found, unused-ignore]

    tally = [0, 0]

    class Counting(RandomPlayer):  # type: ignore[misc, unused-ignore]
        def decide(self, game: Any, playable_actions: Any) -> Any:
            tally[0] += 1
            tally[1] += len(playable_actions)
            return super().decide(game, playable_actions)

    def play_one(rng: Random) -> tuple[float, float, float]:
        tally[:] = [0, 0]
        Game([Counting(colour) for colour in Color], seed=rng.getrandbits(31)).play()
        return tally[0], tally[1], 0

    return play_one


def _chess() -> PlayGame:
    import chess  # type: ignore[import-not-found, unused-ignore]

    def play_one(rng: Random) -> tuple[float, float, float]:
        board, decisions, options = chess.Board(), 0, 0
        while moves := list(board.legal_moves):
            if board.halfmove_clock >= 150 or board.is_insufficient_material():
                break
            decisions += 1
            options += len(moves)
            board.push(moves[int(rng.random() * len(moves))])
        return decisions, options, 0

    return play_one


def _uno() -> PlayGame:
    import rlcard  # type: ignore[import-not-found, unused-ignore]

    table = rlcard.make("uno")

    def play_one(rng: Random) -> tuple[float, float, float]:
        state, _ = table.reset()
        decisions = options = 0
        while not table.is_over():
            moves = list(state["legal_actions"])
            decisions += 1
            options += len(moves)
            state, _ = table.step(moves[int(rng.random() * len(moves))])
        return decisions, options, 0

    return play_one


# Printing -----------------------------------------------------------------------------------------------------------


def main() -> None:
    """Measure everything and print it as two tables."""
    ours = {f"{name}, {n} players": random_game(name, n) for name in ("basic", "extended") for n in (2, 3, 4)}
    ours |= {f"wiarusi-standard, {n} players": random_game("wiarusi-standard", n, wiarusi) for n in (2, 3, 4, 5)}
    bitwa = "bitwa-standard"
    ours |= {f"{bitwa}, {n} players": random_game(bitwa, n, bitwa_warszawska) for n in (2, 3, 4)}
    others = peers()
    table = speeds(ours | others)
    print(f"\nPython {sys.version.split()[0]}, best of {REPEATS}\n")
    print("| random play | decisions/s | branch | calls per decision | vs catanatron | vs uno |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, speed in table.items():
        ratios = [_ratio(speed, table.get(peer)) for peer in ("catanatron, 4 players", "RLCard uno")]
        columns = (f"{speed.decisions_per_second:,.0f}", f"{speed.branch:.1f}", f"{speed.calls:,.0f}", *ratios)
        print(f"| {name} | {' | '.join(columns)} |")
    print("\n| counted | bytecodes per decision | calls of Python functions |\n|---|--:|--:|")
    for name, play_one in ours.items():
        work = counted_work(play_one)
        print(f"| {name} | {work.bytecodes:,.0f} | {work.calls:.1f} |")
    print("\n| one question | microseconds |\n|---|--:|")
    for name, seconds in single_costs().items():
        print(f"| {name} | {seconds * 1e6:,.2f} |")


def _ratio(speed: Speed, peer: Speed | None) -> str:
    return f"{speed.decisions_per_second / peer.decisions_per_second:.1f}" if peer else "-"


if __name__ == "__main__":
    main()
