"""Questions about intervals: what two of them say about two tables, and what many games do to one of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

from mali_powstancy.analysis.results import OutcomeTable, result_named
from mali_powstancy.classroom.exercises import AnswerOption, Choice, Drawing, Exercise
from mali_powstancy.classroom.makers.making import pick, question_id
from mali_powstancy.lab.intervals import Estimate, share
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.distributions import percent
from mali_powstancy.views.figures.tournaments import table_name
from mali_powstancy.views.pictures.interval_picture import IntervalBar, interval_picture

MEASURES: Mapping[str, Callable[[OutcomeTable], Estimate]] = {
    # key of what is counted: how it is found
    "figure.balance.defeats": OutcomeTable.defeats,
    "figure.balance.rounds": lambda table: table.mean_of("rounds"),
    "figure.balance.delivered": lambda table: table.mean_of("delivered"),
    "figure.balance.late": lambda table: table.mean_of("late"),
}
SHARES = ("figure.balance.defeats",)
"""What is written in percent."""
SHARED = {
    "praise": "quiz.overlap.shared.praise",
    "unknown": "quiz.overlap.shared.praise",
    "less": "quiz.overlap.shared.less",
    "more": "quiz.overlap.shared.more",
    "same": "quiz.overlap.shared.same",
}
"""What is said to an answer if the intervals share a piece."""
APART = {
    "praise": "quiz.overlap.apart.praise",
    "unknown": "quiz.overlap.apart.unknown",
    "less": "quiz.overlap.apart.less",
    "more": "quiz.overlap.apart.praise",
    "same": "quiz.overlap.apart.same",
}
"""What is said if they do not."""
NAMES = ("A", "B")
NUMBERS = ((25, 100, 400), (50, 200, 800))
"""How many games three groups have played: each four times as many as the one before."""


class TableComparison(NamedTuple):
    """What two tables have shown, as it was counted in the shipped games."""

    what: str
    one: OutcomeTable
    other: OutcomeTable

    @property
    def found(self) -> tuple[Estimate, Estimate]:
        """The two values with their intervals."""
        measure = MEASURES[self.what]
        return measure(self.one), measure(self.other)

    @property
    def gap(self) -> float:
        """From the end of the lower interval to the beginning of the higher one; below zero if they share a piece."""
        one, other = self.found
        return max(one.low, other.low) - min(one.high, other.high)

    @property
    def is_plain(self) -> bool:
        """Whoever reads the rounded numbers sees the same: the ends neither touch nor swap."""
        return abs(self.gap) > (0.01 if self.what in SHARES else 0.05)


@cache
def comparisons() -> Mapping[bool, tuple[TableComparison, ...]]:
    """All comparisons of two tables, by whether their intervals share a piece."""
    tables = result_named("tempers").tables
    made = [TableComparison(what, *pair) for what in MEASURES for pair in combinations(tables, 2)]
    plain = [each for each in made if each.is_plain]
    return {shared: tuple(each for each in plain if (each.gap < 0) == shared) for shared in (True, False)}


def make_overlap(rng: random.Random, lang: str) -> Exercise:
    """Two tables, two intervals: does one of them have more, or can we not tell?"""
    texts = texts_for(lang)
    shared = rng.random() < 0.5
    asked = pick(rng, comparisons()[shared])
    if rng.random() < 0.5:
        asked = asked._replace(one=asked.other, other=asked.one)
    bars = [_bar(texts, asked.what, name, found) for name, found in zip(NAMES, asked.found, strict=True)]
    less, more = sorted(bars, key=lambda bar: bar.found.value)
    values = {
        "less": less.name,
        "more": more.name,
        # Where both are, or between which there is nothing.
        "end": min(bars, key=lambda bar: bar.found.high).high,
        "begin": max(bars, key=lambda bar: bar.found.low).low,
    }
    right = "unknown" if shared else more.name
    said = SHARED if shared else APART
    replies = {less.name: said["less"], more.name: said["more"], "same": said["same"], "unknown": said["unknown"]}
    options = {
        **{name: texts.say("quiz.overlap.option.more", name=name) for name in NAMES},
        "same": texts.say("quiz.overlap.option.same"),
        "unknown": texts.say("quiz.overlap.option.unknown"),
    }
    tables = [table_name(texts, table.bots) for table in (asked.one, asked.other)]
    lines = [
        texts.say("quiz.overlap.line", name=bar.name, table=table, value=_written(texts, asked.what, bar.found.value))
        for bar, table in zip(bars, tables, strict=True)
    ]
    games = texts.count("count.games", asked.one.games)
    label = "; ".join(texts.say("quiz.overlap.bar", name=bar.name, low=bar.low, high=bar.high) for bar in bars)
    return Choice(
        id=question_id("overlap", rng),
        lang=lang,
        task=texts.say("quiz.overlap.task", games=games, what=texts.say(asked.what), one=lines[0], other=lines[1]),
        hint=texts.say("quiz.overlap.hint"),
        praise=texts.say(said["praise"], **values),
        about=texts.say("quiz.overlap.about"),
        options=tuple(
            AnswerOption(key, words, key == right, "" if key == right else texts.say(replies[key], **values))
            for key, words in options.items()
        ),
        is_sorted=True,
        picture=Drawing(interval_picture(bars), label),
    )


def make_narrower(rng: random.Random, lang: str) -> Exercise:
    """Three groups have found the same share in different numbers of games: whose is this interval?"""
    texts = texts_for(lang)
    played = pick(rng, NUMBERS)
    least = played[0]
    lost = 3 + int(rng.random() * (least - 5))  # no share so near to 0 or 1 that its interval is lopsided
    found = {games: share(lost * games // least, games) for games in played}
    asked = pick(rng, played)
    intervals = {games: _interval(texts, each) for games, each in found.items()}
    options = [
        AnswerOption(
            str(games),
            intervals[games],
            games == asked,
            texts.say(
                "quiz.narrower.too-narrow" if games > asked else "quiz.narrower.too-wide",
                games=texts.count("count.games", games),
            ),
        )
        for games in played
    ]
    return Choice(
        id=question_id("narrower", rng),
        lang=lang,
        task=texts.say(
            "quiz.narrower.task",
            value=percent(texts, lost / least),
            games=", ".join(map(str, played)),
            asked=texts.count("count.games", asked),
        ),
        hint=texts.say("quiz.narrower.hint"),
        praise=texts.say("quiz.narrower.praise", games=texts.count("count.games", asked)),
        about=texts.say("quiz.narrower.about"),
        options=tuple(options),
    )


def _bar(texts: Texts, what: str, name: str, found: Estimate) -> IntervalBar:
    return IntervalBar(name, found, _written(texts, what, found.low), _written(texts, what, found.high))


def _written(texts: Texts, what: str, value: float) -> str:
    return percent(texts, value) if what in SHARES else texts.number(value)


def _interval(texts: Texts, found: Estimate) -> str:
    return texts.say("figure.interval", low=percent(texts, found.low), high=percent(texts, found.high))
