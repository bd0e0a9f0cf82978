"""Golden games of Wiarusi: whole games as text, so that no change of the rules, or of what is hidden, goes unnoticed.

`python -m tests.wiarusi.golden` writes them anew. A line marked * is secret: only one seat, or nobody, may read it.
"""

from collections.abc import Iterator
from pathlib import Path

from mali_powstancy.wiarusi import GameState, bolts, observe, seen_by
from tests import any_golden
from tests.wiarusi.random_wars import whole_game

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
    moves = any_golden.told(
        line,
        name_of=str,
        number_of=lambda state: state.mission,
        position=_position,
        observe=observe,
        seen_by=seen_by,
    )
    return "\n".join([heading, *moves]) + "\n"


def _position(state: GameState) -> Iterator[str]:
    borne = [bolts(state, seat) for seat in state.game.seats]
    piles = f"top {state.top}, lower {len(state.low)} + {state.low_fresh}, reserve {state.reserve}"
    yield f"--- mission {state.mission}, leader {state.leader}: {piles}, bolts {borne}, tokens {[*state.tokens]}"
    for seat, hand in enumerate(state.hands):
        yield f"    {seat} {state.characters[seat]}: {' '.join(hand) or 'no cards'}; {' '.join(state.tiles[seat])} *"
    if state.ending:
        yield f"ended: {state.ending}"


if __name__ == "__main__":
    any_golden.write(FOLDER, GAMES, text_of)
