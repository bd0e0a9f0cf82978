"""Golden games of Bitwa Warszawska: whole games as text, so that no change goes unnoticed.

`python -m tests.bitwa_warszawska.golden` writes them anew. A line marked * is secret: only one army may read it.
"""

from collections.abc import Iterator
from pathlib import Path

from mali_powstancy.bitwa_warszawska import GameState, observe, reserve, seen_by
from tests import any_golden
from tests.bitwa_warszawska.random_battles import TABLES, whole_game
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
    moves = any_golden.told(
        line,
        name_of=line.opening.game.seat_names.__getitem__,
        number_of=lambda state: state.round,
        position=_position,
        observe=observe,
        seen_by=seen_by,
    )
    return "\n".join([heading, *moves]) + "\n"


def _position(state: GameState) -> Iterator[str]:
    decks = [*map(len, state.decks)]
    yield f"--- round {state.round}: points {[*state.points]}, markers {[*state.markers]}, decks {decks}"
    for army in (0, 1):
        commanders = " ".join(card or "-" for card in state.commanders[3 * army : 3 * army + 3])
        yield f"    {lines(state, army)}, reserve {reserve(state, army)}; {commanders}"
    if state.ending:
        yield f"ended: {state.ending}"


if __name__ == "__main__":
    any_golden.write(FOLDER, GAMES, text_of)
