"""The die of the game, rolled as often as one likes: every series beside the exact chances."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mali_powstancy.classroom.figures import lesson_look
from mali_powstancy.engine import load_scenario
from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.figures.distributions import roll_die, rolls_figure
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.page.blocks import button, buttons, heading, note, table
from mali_powstancy.views.page.desk import Desk, Message

SERIES = (30, 200)
"""So many rolls a series can have."""
SHOWN = 6
"""So many of the last series stand in the table."""
MOST = 60
"""Nobody rolls more series than that in a lesson; what is kept stays small."""
NAME, TIMES, EXACT = 0, 1, 4
"""Where a row of the figure's table says which face it is about, how often it was rolled, and how likely it is."""


class DieDesk(Desk):
    """Series of rolls of a generator. What was rolled is kept as it came."""

    def __init__(self, lang: str, rng: random.Random) -> None:
        super().__init__(lang)
        self._rng = rng
        self.series: list[dict[str, int]] = []
        """How often each face came up in each series."""

    def _do_roll(self, message: Message) -> None:
        rolls = message.get("rolls")
        if rolls not in SERIES:
            raise ValueError(f"a series has {' or '.join(map(str, SERIES))} rolls, not {rolls!r}")
        if len(self.series) < MOST:
            self.series.append(roll_die(self._rng, rolls))
            self.news = str(self._drawn(self.series[-1]))

    def _do_clear(self, message: Message) -> None:
        self.series.clear()
        self.news = self.texts.say("experiment.die.cleared")

    def _drawn(self, rolled: Mapping[str, int]) -> Figure:
        """The figure of one series."""
        return rolls_figure(rolled, lang=self.language, look=lesson_look())

    def figure(self) -> Figure | None:
        """The last series against the exact chances."""
        return self._drawn(self.series[-1]) if self.series else None

    def blocks(self) -> Sequence[Object]:
        say = self.texts.say
        rolls = [
            button(f"roll-{n}", say("experiment.die.roll", rolls=self._rolls(n)), {"do": "roll", "rolls": n}, "primary")
            for n in SERIES
        ]
        clear = [button("clear", say("experiment.die.clear"), {"do": "clear"}, "quiet")] if self.series else []
        about = note(say("experiment.die.about"))
        return [heading(say("experiment.die.title")), about, *self._table(), buttons(*rolls, *clear)]

    def _rolls(self, n: int) -> str:
        return self.texts.count("figure.count.rolls", n)

    def _table(self) -> Iterator[Object]:
        if not self.series:
            return
        first = max(0, len(self.series) - SHOWN)
        found = [self._drawn(each).twin.rows for each in self.series[first:]]
        head = [self.texts.say("experiment.die.series"), *(row[NAME] for row in found[0])]
        rows = [
            [f"{at + 1}. {self._rolls(sum(self.series[at].values()))}", *(row[TIMES] for row in each)]
            for at, each in enumerate(found, first)
        ]
        exact = [self.texts.say("experiment.die.exact"), *(row[EXACT] for row in found[0])]
        yield table(self.texts.say("experiment.die.table"), head, [*rows, exact])

    def memory(self) -> dict[str, Any] | None:
        """What was rolled."""
        return {"series": list(self.series)} if self.series else None

    def restore(self, memory: Mapping[str, Any]) -> None:
        kept = memory.get("series")
        if isinstance(kept, list) and all(map(_is_series, kept)):
            self.series = kept[:MOST]

    def __str__(self) -> str:
        if not self.series:
            return self.texts.say("experiment.die.state")
        return str(self._drawn(self.series[-1]))


def _is_series(kept: object) -> bool:
    """Whether this was rolled with the die of the game; that of an older version may have had other faces."""
    if not isinstance(kept, dict) or any(type(times) is not int or times < 0 for times in kept.values()):
        return False
    faces = {f"{face.colour} {face.number}" for face in load_scenario("basic").die}
    return kept.keys() == faces and sum(kept.values()) in SERIES
