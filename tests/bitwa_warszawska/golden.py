"""Golden games of Bitwa Warszawska: whole games as text, so that no change goes unnoticed.

`python -m tests.bitwa_warszawska.golden` writes them anew. A line marked * is secret: only one army may read it.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from mali_powstancy.bitwa_warszawska import CHANCE, GameState, observe, reserve, seen_by
from mali_powstancy.bitwa_warszawska.events import Event
from tests.bitwa_warszawska.random_battles import TABLES, Line, whole_game
from tests.bitwa_warszawska.tables import lines

FOLDER = Path(__file__).parent / "golden"
NAMES = ("2", "3-wp", "3-acz", "4")
GAMES = {
    f"{level}-{NAMES[table]}.txt": (f"bitwa-{level}" if level != "small" else level, table, 120 + table)
    for level in ("standard", "short", "small")
    for table in range(len(TABLES))
}
"""The files, and of each game the scenario, the table and the seed."""


def text_of(name: str) -> str:
    """The game move by move, round by round."""
    level, table, seed = GAMES[name]
    line = whole_game(level, table, seed)
    heading = f"{line.opening.game.scenario.name}, {', '.join(line.opening.game.seat_names)}, seed {seed}"
    return "\n".join([heading, *_rounds(line)]) + "\n"


def _rounds(line: Line) -> Iterator[str]:
    before, seats = line.opening, (None, *line.opening.game.seats)
    names = line.opening.game.seat_names
    sums = {seat: sha256() for seat in seats}
    for step in line.steps:
        who = "chance" if before.to_act == CHANCE else names[before.to_act or 0]
        secret = " *" if any(seen_by(event, None) != event for event in step.events) else ""
        told = [_event_text(event) for event in step.events]
        yield f"{who}: {step.move}{secret}" + (f" -> {', '.join(told)}" if told else "")
        for seat, seen in sums.items():
            texts = [json.dumps(seen_by(event, seat)) for event in step.events]
            texts.append(json.dumps([*observe(step.state, seat)._replace(game=None)]))  # type: ignore[arg-type]
            seen.update("\n".join(texts).encode())
        if step.state.round != before.round or step.state.ending:
            yield from _position(step.state)
            yield "seen by all and by each seat: " + " ".join(seen.hexdigest()[:8] for seen in sums.values())
        before = step.state


def _event_text(event: Event) -> str:
    """An event without lists: `front-won 0 2`."""
    words = [word for word in event[:-1] if not isinstance(word, tuple)]
    return " ".join([event.event, *map(str, words)])


def _position(state: GameState) -> Iterator[str]:
    decks = [*map(len, state.decks)]
    yield f"--- round {state.round}: points {[*state.points]}, markers {[*state.markers]}, decks {decks}"
    for army in (0, 1):
        commanders = " ".join(card or "-" for card in state.commanders[3 * army : 3 * army + 3])
        yield f"    {lines(state, army)}, reserve {reserve(state, army)}; {commanders}"
    if state.ending:
        yield f"ended: {state.ending}"


def main() -> None:
    """Write all golden games."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / name).write_text(text_of(name), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
