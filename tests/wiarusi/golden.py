"""Golden games of Wiarusi: whole games as text, so that no change of the rules, or of what is hidden, goes unnoticed.

`python -m tests.wiarusi.golden` writes them anew. A line marked * is secret: only one seat, or nobody, may read it.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from mali_powstancy.wiarusi import CHANCE, GameState, bolts, observe, seen_by
from mali_powstancy.wiarusi.events import Event
from tests.wiarusi.random_wars import Line, whole_game

FOLDER = Path(__file__).parent / "golden"
GAMES = {
    f"{level}-{players}.txt": (f"wiarusi-{level}", players, 120 + players)
    for level in ("beginner", "standard", "veteran")
    for players in (2, 3, 4, 5)
} | {"won-at-once.txt": ("at-once", 3, 102), "won-after-support.txt": ("after-support", 3, 102)}
"""The files, and of each game the level, the number of players and the seed."""


def text_of(name: str) -> str:
    """The game move by move, mission by mission."""
    level, players, seed = GAMES[name]
    line = whole_game(level, players, seed)
    heading = f"{line.opening.game.scenario.name} for {players}, seed {seed}"
    return "\n".join([heading, *_missions(line)]) + "\n"


def _missions(line: Line) -> Iterator[str]:
    before, seats = line.opening, (None, *line.opening.game.seats)
    sums = {seat: sha256() for seat in seats}
    for step in line.steps:
        who = "chance" if before.to_act == CHANCE else before.to_act
        secret = " *" if any(seen_by(event, None) != event for event in step.events) else ""
        told = [_event_text(event) for event in step.events]
        yield f"{who}: {step.move}{secret}" + (f" -> {', '.join(told)}" if told else "")
        for seat, seen in sums.items():
            texts = [json.dumps(seen_by(event, seat)) for event in step.events]
            texts.append(json.dumps([*observe(step.state, seat)._replace(game=None)]))  # type: ignore[arg-type]
            seen.update("\n".join(texts).encode())
        if step.state.mission != before.mission or step.state.ending:
            yield from _position(step.state)
            yield "seen by all and by each seat: " + " ".join(seen.hexdigest()[:8] for seen in sums.values())
        before = step.state


def _event_text(event: Event) -> str:
    """An event without what the move says already: `mission-failed night`."""
    words = [word for word in event[:-1] if not isinstance(word, tuple)]
    return " ".join([event.event, *map(str, words)])


def _position(state: GameState) -> Iterator[str]:
    borne = [bolts(state, seat) for seat in state.game.seats]
    piles = f"top {state.top}, lower {len(state.low)} + {state.low_fresh}, reserve {state.reserve}"
    yield f"--- mission {state.mission}, leader {state.leader}: {piles}, bolts {borne}, tokens {[*state.tokens]}"
    for seat, hand in enumerate(state.hands):
        yield f"    {seat} {state.characters[seat]}: {' '.join(hand) or 'no cards'}; {' '.join(state.tiles[seat])} *"
    if state.ending:
        yield f"ended: {state.ending}"


def main() -> None:
    """Write all golden games."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / name).write_text(text_of(name), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
