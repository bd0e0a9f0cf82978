"""Measures: what is counted in a game, how large it is on the average, and how it differs between two worlds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine.moves import Seat
from mali_powstancy.lab.intervals import Estimate, difference, mean, share, share_of_groups
from mali_powstancy.tabletop.library import FIRST, tally_of
from mali_powstancy.tabletop.tally import Row

CountIn = Callable[[Any], float | None]
"""What a measure is in one game, by its row; None if there is nothing to count, such as points after a common defeat.
"""


class Measure(NamedTuple):
    """Something that is counted in every game, perhaps for one seat."""

    name: str
    seat: Seat | None
    count_in: CountIn
    is_share: bool
    """It lies between 0 and 1, because something happens or does not."""


class Difference(NamedTuple):
    """How large a measure is in two worlds, and by how much it grows from one to the other."""

    measure: str
    seat: Seat | None
    before: Estimate
    after: Estimate
    difference: Estimate
    """After less before, pair by pair: if the interval holds 0, no difference has been shown."""


_EVERYWHERE = (
    Measure("defeats", None, lambda row: float(row.is_defeat), is_share=True),
    Measure("rounds", None, lambda row: row.rounds, is_share=False),
    Measure("gap", None, lambda row: max(row.points) - min(row.points) if row.points else None, is_share=False),
)
COUNTED: Mapping[str, tuple[str, ...]] = {
    # game: what is counted by its own tally, see COLUMNS there
    "wiarusi": ("failed", "knocks", "supports"),
    "bitwa-warszawska": ("fights", "early", "tied"),
}


def measures_of(game_id: str, players: int) -> list[Measure]:
    """What is counted in this game."""
    if game_id == FIRST:
        return measures(players)
    columns = tally_of(game_id).COLUMNS
    own = [Measure(name, None, columns[name], is_share=False) for name in COUNTED.get(game_id, ())]
    return [*_EVERYWHERE, *own]


def measures(players: int) -> list[Measure]:
    """Everything that is counted in Mali Powstańcy: of the whole game first, then seat by seat."""
    whole = [
        *_EVERYWHERE,
        Measure("points", None, lambda row: math.fsum(row.points) / players if row.points else None, is_share=False),
        Measure("delivered", None, lambda row: sum(map(len, row.delivered)), is_share=False),
        Measure("late", None, lambda row: row.late, is_share=False),
        Measure("tokens", None, lambda row: row.tokens, is_share=False),
        Measure("falls", None, lambda row: len(row.falls), is_share=False),
        Measure("arrests", None, lambda row: len(row.arrests), is_share=False),
    ]
    return [*whole, *chain.from_iterable(_measures_of(seat) for seat in range(players))]


def _measures_of(seat: Seat) -> list[Measure]:
    return [
        Measure("wins", seat, lambda row: row.win_of(seat), is_share=True),
        Measure("points", seat, lambda row: row.points[seat] if row.points else None, is_share=False),
        Measure("delivered", seat, lambda row: len(row.delivered[seat]), is_share=False),
    ]


MEASURES = tuple(dict.fromkeys(measure.name for measure in measures(1)))
"""The names of all measures."""


def estimated(measure: Measure, counts: Iterable[float | None]) -> Estimate:
    """The mean of what was counted, with the interval that fits the measure."""
    counted = [count for count in counts if count is not None]
    return share_of_groups(counted, 1) if measure.is_share else mean(counted)


def differences(before: Sequence[Row], after: Sequence[Row], counted: Iterable[Measure]) -> Rows[Difference]:
    """These measures of two worlds whose games belong together pair by pair."""
    return Rows(Difference, (_difference(measure, before, after) for measure in counted))


def _difference(measure: Measure, before: Sequence[Row], after: Sequence[Row]) -> Difference:
    earlier, later = [*map(measure.count_in, before)], [*map(measure.count_in, after)]
    pairs = [(one, other) for one, other in zip(earlier, later, strict=True) if one is not None and other is not None]
    differ = difference_of_shares if measure.is_share else difference
    return Difference(
        measure.name,
        measure.seat,
        estimated(measure, earlier),
        estimated(measure, later),
        differ([other for _, other in pairs], [one for one, _ in pairs]),
    )


def difference_of_shares(ones: Sequence[float], others: Sequence[float]) -> Estimate:
    """The mean difference of shares that belong together pair by pair, with an interval that is never too sure.

    As Agresti and Min (2005) propose, half a case is added to each of the four kinds of pairs: two games that ended
    alike ten times out of ten may still differ one day.
    """
    half = math.sqrt(1 / 2)  # so that two more differences weigh as much as one half of each kind
    found = difference([*ones, half, 0.0], [*others, 0.0, half])
    value = (math.fsum(ones) - math.fsum(others)) / len(ones) if ones else math.nan
    return Estimate(value, max(found.low, -1.0), min(found.high, 1.0), len(ones))


def share_of_cases(successes: Sequence[int], cases: Sequence[int]) -> Estimate:
    """The share of successes among all cases of many games; cases of one game may resemble each other.

    Game by game the successes are compared with what the share lets expect, and their spread gives the interval.
    """
    happened, possible = sum(successes), sum(cases)
    alone = share(happened, possible)
    if possible == 0 or len(cases) < 2:
        return alone
    unexpected = mean(good - alone.value * n for good, n in zip(successes, cases, strict=True))
    half = (unexpected.high - unexpected.low) / 2 * len(cases) / possible
    if half <= (alone.high - alone.low) / 2:
        return alone  # no more alike than separate cases
    return Estimate(alone.value, max(0.0, alone.value - half), min(1.0, alone.value + half), possible)


def find(rows: Iterable[Difference], measure: str, seat: Seat | None) -> Difference:
    """The row of a measure; raise `UnknownName` if there is none."""
    for row in rows:
        if (row.measure, row.seat) == (measure, seat):
            return row
    raise UnknownName("measure" if seat is None else f"measure of seat {seat}", measure, MEASURES)
