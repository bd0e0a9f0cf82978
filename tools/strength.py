"""How strong the bots are whose sides meet: matches with paired deals, and the tables of docs/bots.md, game by game.

`python -m tools.strength` plays all matches and prints the table; `--write` puts it into the page. Interrupted, it goes
on where it was when it is called again. `--games 20` tries it out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.analysis.results import sample_of_tournament, together
from mali_powstancy.bitwa_warszawska.bots.strong import TRIALS as STRONG_TRIALS
from mali_powstancy.bots.search_bot import ITERATIONS
from mali_powstancy.lab import Estimate, Standings, tournament
from mali_powstancy.lab.fingerprints import fingerprint
from mali_powstancy.tabletop.library import load_scenario
from tools.calibrate import ROOT, written
from tools.results import SEED

RESULTS = ROOT / "my-work" / "strength"
PAGE = ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- strength: begin (make strength) -->", "<!-- strength: end -->"
MARKS = {
    "mali-powstancy": (BEGIN, END),
    "bitwa-warszawska": (
        "<!-- strength of Bitwa Warszawska: begin (make strength) -->",
        "<!-- strength of Bitwa Warszawska: end -->",
    ),
}
"""Between which lines of the page the table of a game stands."""
TRIALS = {"search": ITERATIONS, "strong": STRONG_TRIALS}


class Pairing(NamedTuple):
    """Two bots that meet: at which table, in how many games, and by how many deals it is seen that they still do so."""

    scenario: str
    players: int
    one: str
    other: str
    games: int = 400
    deals: int = 5

    def __str__(self) -> str:
        trials = [f", {number} trials" for bot, number in TRIALS.items() if bot in (self.one, self.other)]
        return f"{self.one} against {self.other}{''.join(trials)}"

    @property
    def game_id(self) -> str:
        """Of which game."""
        game_id: str = load_scenario(self.scenario).game_id
        return game_id


PAIRINGS = (
    Pairing("basic-3", 2, "planner", "greedy"),
    Pairing("basic-3", 4, "planner", "greedy"),
    Pairing("extended-3", 2, "planner", "greedy"),
    Pairing("basic-3", 2, "search", "planner", games=200, deals=1),
    Pairing("basic-1", 2, "greedy", "random"),
    Pairing("basic-3", 2, "greedy", "random"),
    Pairing("extended-3", 2, "greedy", "random"),
    Pairing("basic-3", 2, "hard", "medium"),
    Pairing("basic-3", 2, "medium", "easy"),
    Pairing("extended-3", 2, "hard", "medium"),
    Pairing("extended-3", 2, "medium", "easy"),
    Pairing("bitwa-standard", 2, "strong", "planner", games=200, deals=1),
    Pairing("bitwa-standard", 2, "planner", "random", deals=2),
)


def met(pairing: Pairing, games: int | None = None, folder: Path = RESULTS) -> Standings:
    """What came of a pairing; games that are in the folder are not played again."""
    place = folder / fingerprint(game_id=pairing.game_id) / f"{pairing.scenario}-{pairing.players}"
    return tournament(
        [pairing.one, pairing.other], games or pairing.games, pairing.scenario, pairing.players, SEED, folder=place
    )


def sampled(pairings: Iterable[Pairing]) -> str:
    """The sentence by which it can be seen, with a few games, that the figures are still those of these bots."""
    samples = (
        sample_of_tournament([pairing.one, pairing.other], pairing.scenario, pairing.players, SEED, pairing.deals)
        for pairing in pairings
    )
    return f"Their first deals have the fingerprint {together(samples)}."


def report(found: Sequence[tuple[Pairing, Standings]]) -> str:
    """The table, as Markdown."""
    rows, open_ones = [], []
    for pairing, standings in found:
        (match,) = standings.matches
        shares = [f"{100 * part.value:.0f}" for part in (match.wins, match.losses, match.defeats)]
        table = f"{pairing.players} (two of each)" if pairing.players == 4 else str(pairing.players)
        rows.append(
            f"| `{pairing.scenario}`, {table} | {pairing} | {standings.games} | {_signed(match.lead)} "
            f"| {match.points.value:+.1f} | {' : '.join(shares)} % |"
        )
        if match.lead.contains(0):
            open_ones.append(f"{pairing} in `{pairing.scenario}`")
    held = f"These intervals include zero: {'; '.join(open_ones)}." if open_ones else "No interval includes zero."
    head = "| scenario, players | match | games | lead | points ahead | wins : losses : everyone loses |"
    seed = f"Games of seed {SEED}. {sampled(pairing for pairing, _ in found)}"
    return "\n".join([head, "|---|---|--:|--:|--:|--:|", *rows, "", f"{seed} {held}", ""])


def _signed(found: Estimate) -> str:
    """A lead with its interval; near zero with one digit more, so that nobody takes little for nothing."""
    digits = 3 if "0.00" in (f"{abs(found.low):.2f}", f"{abs(found.high):.2f}") else 2
    return f"{found.value:+.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print and perhaps write; 130 after an interruption."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, help="so many games of every match instead of the usual number")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the played games")
    parser.add_argument("--game", choices=MARKS, help="only the matches of this game")
    parser.add_argument("--write", action="store_true", help="put the table into docs/bots.md")
    given = parser.parse_args(arguments)
    if given.games is not None and (given.games < 1 or given.write):
        parser.error("at least one game, and only the whole table can be written into the page")
    found = []
    for pairing in (pairing for pairing in PAIRINGS if given.game in (None, pairing.game_id)):
        standings = met(pairing, given.games, given.results)
        if not standings.complete:
            print("Interrupted. The same command goes on where it was.", file=sys.stderr)
            return 130
        print(standings, file=sys.stderr, flush=True)
        found.append((pairing, standings))
    for game_id, (begin, end) in MARKS.items():
        if own := [(pairing, standings) for pairing, standings in found if pairing.game_id == game_id]:
            block = report(own)
            print(block)
            if given.write:
                PAGE.write_text(written(PAGE.read_text("utf-8"), block, begin, end), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
