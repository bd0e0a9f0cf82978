"""Golden games: whole games as readable text, so that no change of the rules goes unnoticed.

Beside each game lies what every seat could see of it, as a short sum for each round: so no change of what is hidden
goes unnoticed either. `python tools/golden.py` writes them to `tests/golden`; with `--check` it only
shows what would change.
"""

from __future__ import annotations

import difflib
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeVar

from mali_powstancy.engine import (
    CHANCE,
    GameState,
    Move,
    Phase,
    game_rng,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    outcome,
    sample_chance,
    scores,
    seen_by,
)
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.events import Event, RoundBegan
from mali_powstancy.engine.moves import Collect, Gossip, Jump, Pals, PlaceScout, PlayerMove, SwapOrders, Unit, Walk
from mali_powstancy.tabletop.session import Session

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
Offered = TypeVar("Offered")


class Golden(NamedTuple):
    """Which game is written: a scenario with its version, how many play, and the seed of chance and all decisions."""

    scenario: str
    players: int
    seed: int

    @property
    def file(self) -> str:
        """The name of its text file: the id of the scenario and the number of players."""
        return f"{self.scenario.rpartition('-')[0]}-{self.players}.txt"

    @property
    def views(self) -> str:
        """The name of the file with what each seat sees of it."""
        return self.file.replace(".txt", ".views.txt")


# Seeds that were looked for: these games have every kind of event but a called stop, defeats and shared wins too.
GAMES = (
    Golden("basic-1", 2, 31),
    Golden("basic-1", 3, 9),
    Golden("basic-1", 4, 115),
    Golden("extended-1", 2, 123),
    Golden("extended-1", 3, 10),
    Golden("extended-1", 4, 6),
)


# A player who means well --------------------------------------------------------------------------------------------

FAR = 1_000
"""Farther than any field of any board."""


def choose(state: GameState, rng: random.Random, oddity: float = 0.05) -> Move:
    """What happens next: chance, or a player who carries orders and with probability `oddity` does just anything.

    Only `rng.random()` is used, because it gives the same numbers in every version of Python.
    """
    if state.to_act == CHANCE:
        return sample_chance(state, rng)
    moves = legal_moves(state)
    if state.phase not in (Phase.TURN, Phase.EXTRA_MOVE, Phase.PLACE_SCOUT) or rng.random() < oddity:
        return _any_of(moves, rng)
    collects = [move for move in moves if isinstance(move, Collect)]
    if collects:
        return _any_of(collects, rng)
    aims, distances = _aims(state), _distances(state)
    worth = [_worth(state, move, aims, distances, rng) for move in moves]
    return moves[worth.index(max(worth))]


def _any_of(options: Sequence[Offered], rng: random.Random) -> Offered:
    return options[int(rng.random() * len(options))]


def _distances(state: GameState) -> Mapping[FieldId, Mapping[FieldId, int]]:
    blocked = frozenset(token.road for token in state.tokens if token.road is not None)
    return state.game.board.ways(blocked, frozenset(state.fallen)).distances


def _aims(state: GameState) -> dict[int, FieldId]:
    """Where the scouts of the seat that is asked want to go, by scout number: to a destination, to a start or home."""
    game, distances = state.game, _distances(state)
    own = [number for number in game.numbers_of[state.to_act or 0] if state.where[number] in game.board.rank]
    aims = {number: game.orders[order].to for number in own if (order := state.carrying[number]) is not None}
    free_orders = [slot.order for slot in state.track if slot.order != VICTORY and slot.order not in state.carrying]
    offers = sorted(
        (distances[state.where[number]].get(game.orders[order].start, FAR), number, order)
        for number in own
        if number not in aims
        for order in free_orders
    )
    for _, number, order in offers:
        start = game.orders[order].start
        if number not in aims and start not in aims.values():
            aims[number] = start
    if not state.deck_left or any(slot.order == VICTORY for slot in state.track):  # the end is near: go home
        for number in own:
            homes = [(distances[state.where[number]].get(home, FAR), home) for home in game.board.start_objects]
            aims.setdefault(number, min(homes)[1])
    return aims


def _worth(
    state: GameState,
    move: PlayerMove,
    aims: Mapping[int, FieldId],
    distances: Mapping[FieldId, Mapping[FieldId, int]],
    rng: random.Random,
) -> float:
    """How much a move is worth; ending the turn, which is listed first, is worth nothing."""
    match move:
        case Walk() | Jump() | Unit():
            number = state.game.number[move.scout]
            if (aim := aims.get(number)) is None:
                return 0
            far = distances[aim]
            nearer = far.get(state.where[number], FAR) - far.get(move.to, FAR)
            if isinstance(move, Walk):  # who carries goes first, and among those who has least to go
                return 1 + (state.carrying[number] is not None) - far.get(move.to, FAR) / FAR if nearer > 0 else 0
            points_saved = nearer if isinstance(move, Unit) else nearer - state.points
            return 3 + points_saved if points_saved > 0 else 0
        case Gossip() | SwapOrders() | Pals():
            return 10 * (rng.random() < 0.2)
        case PlaceScout():
            starts = [state.game.orders[slot.order].start for slot in state.track if slot.order != VICTORY]
            return FAR - min((distances[move.field].get(start, FAR) for start in starts), default=0)
    return 0


def played(game: Golden) -> Session:
    """The whole game."""
    rng = game_rng(game.seed)
    session = Session(new_game(load_scenario(game.scenario), game.players))
    while session.state.to_act is not None:
        session.play(choose(session.state, rng))
    return session


# The game as text ---------------------------------------------------------------------------------------------------


def text_of(game: Golden) -> str:
    """The game move by move, with all secrets."""
    session = played(game)
    return "\n".join([*_heading(session, game), *_lines(session), *_result(session.state)]) + "\n"


def _heading(session: Session, game: Golden) -> Iterator[str]:
    state = session.opening
    yield f"{state.game.scenario.name}, seed {game.seed}: {', '.join(state.patrols)}"
    yield "A move, then what it brought about. A line marked * is secret: only one seat, or nobody, may read it."
    yield ""


def _lines(session: Session) -> Iterator[str]:
    before = session.opening
    for step in session.steps:
        yield f"{_who(before)}: {step}{_mark(step.events)}"
        for event in step.events:
            if isinstance(event, RoundBegan):
                yield from _position(step.state, event.round - 1)
                yield f"=== round {event.round}, the marker is at {before.patrols[event.start_player]}"
            else:
                yield f"    {event_text(event)}{_mark((event,))}"
        before = step.state


def _who(state: GameState) -> str:
    return "chance" if state.to_act == CHANCE else state.patrols[state.to_act or 0]


def _mark(events: Sequence[Event]) -> str:
    return " *" if any(seen_by(event, None) != event for event in events) else ""


def event_text(event: Event) -> str:
    """An event on one line: `walked scout=zosia came=past to=past~elektrownia:1`."""
    named = zip(event._fields[:-1], event[:-1], strict=True)
    return " ".join([event.event, *(f"{name}={_value(value)}" for name, value in named)])


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _position(state: GameState, round_number: int) -> Iterator[str]:
    """The position in a few lines, at the end of a round."""
    if round_number == 0:
        return
    game = state.game
    yield f"--- after round {round_number}"
    for seat, patrol in enumerate(state.patrols):
        scouts = [_scout_text(state, number) for number in game.numbers_of[seat]]
        cards = "".join(map(str, state.hands[seat]))
        yield f"  {patrol}: {', '.join(scouts)}; cards {cards}; delivered {_listed(state.delivered[seat])}"
    yield f"  track: {_listed([f'{space} {order}' for order, space in state.track])}"
    victory = f", Victory under {state.victory_at}" if state.victory_at >= 0 else ""
    yield f"  deck: {state.deck_left}{victory}; late {_listed(state.late)}; discarded {_listed(state.discarded)}"
    if state.top:
        yield f"  top: {_listed([f'{order} known to {_listed(seats)}' for order, seats in state.top])} *"
    tokens = [road or place for place, road in state.tokens]
    yield f"  tokens: {_listed(tokens)}; fallen: {_listed(state.fallen)}; soldier: {state.soldier or 'none'}"


def _scout_text(state: GameState, number: int) -> str:
    order = state.carrying[number]
    return f"{state.game.scouts[number]} {state.where[number]}" + (f" with {order}" if order is not None else "")


def _listed(items: Sequence[object]) -> str:
    return ", ".join(map(str, items)) or "none"


def _result(state: GameState) -> Iterator[str]:
    yield from _position(state, state.round)
    for patrol, score in zip(state.patrols, scores(state), strict=False):  # nobody scores after a defeat
        parts = f"orders {score.orders}, returned {score.returned}, goals {score.goals}"
        yield f"{patrol}: {score.total} points ({parts}; {score.delivered} delivered)"
    end = outcome(state)
    assert end is not None
    winners = [state.patrols[seat] for seat in end.winners]
    yield f"ended by {end.ending}, won by {_listed(winners)}"


# What each seat sees ------------------------------------------------------------------------------------------------


def views_of(game: Golden) -> str:
    """For each round the sums of all that each seat, and somebody who looks on, could see of positions and events."""
    session = played(game)
    seats = (None, *session.opening.game.seats)
    names = ("everybody", *session.opening.patrols)
    lines = [f"{session.opening.game.scenario.name}, seed {game.seed}: sums of what each seat sees, round by round"]
    rounds: dict[int, list[list[str]]] = {}
    for events, state in ((), session.opening), *((step.events, step.state) for step in session.steps):
        seen = rounds.setdefault(state.round, [[] for _ in seats])
        for texts, seat in zip(seen, seats, strict=True):
            texts += [event_text(seen_by(event, seat)) for event in events]
            texts.append(json.dumps([*observe(state, seat)._replace(game=None)]))  # type: ignore[arg-type]
    for number, seen in rounds.items():
        sums = [f"{name} {_sum(texts)}" for name, texts in zip(names, seen, strict=True)]
        lines.append(f"round {number}: {', '.join(sums)}")
    return "\n".join(lines) + "\n"


def _sum(texts: Sequence[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


# Writing and checking -----------------------------------------------------------------------------------------------


def difference(game: Golden, folder: Path = FOLDER) -> str:
    """What would change in the two files of a golden game, as unified diffs; empty if nothing."""
    found: list[str] = []
    for name, text in _files(game).items():
        path = folder / name
        kept = path.read_text("utf-8").splitlines() if path.is_file() else []
        found += difflib.unified_diff(kept, text.splitlines(), f"{name} (kept)", f"{name} (now)", lineterm="")
    return "\n".join(found)


def _files(game: Golden) -> dict[str, str]:
    return {game.file: text_of(game), game.views: views_of(game)}


def main(arguments: Sequence[str]) -> int:
    """Write all golden files, or check them."""
    if arguments == ["--check"]:
        differences = [text for game in GAMES if (text := difference(game))]
        print(*differences, sep="\n", end="\n" if differences else "")
        if differences:
            print("The rules play these games differently now. If that is meant: make golden", file=sys.stderr)
        return 1 if differences else 0
    if arguments:
        print("usage: golden.py [--check]", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        for name, text in _files(game).items():
            (FOLDER / name).write_text(text, "utf-8", newline="\n")
    print(f"tests/golden: {len(GAMES)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
