"""Questions about Bitwa Warszawska: how strong an army is on a front, what a round gives, and what a battle leaves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

from mali_powstancy.bitwa_warszawska import GameState, Scenario, arrange, load_scenario, parse_move, play, strength_of
from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, Army, Front
from mali_powstancy.bitwa_warszawska.events import FrontWon, PointsGained, ScoringPointGained
from mali_powstancy.bitwa_warszawska.texts import texts_for as sentences_for
from mali_powstancy.classroom.exercises import Choice, Exercise
from mali_powstancy.classroom.makers.making import numbers, pick, question_id, tries
from mali_powstancy.texts import texts_for

_WP, _ACZ = 0, 1
_COMMANDERS = ("wp-galica", "acz-jakir")
"""One of each army whose first effect gives strength whatever else is on the front."""
_LAST_CARDS = ("wp-kolej", "acz-dyrektywa")
"""A card for each hand, so that somebody has a turn and can pass."""

UnitCounts = Sequence[tuple[int, int]]
"""Units on the first and on the second line of each front."""


@cache
def _scenario() -> Scenario:
    return load_scenario("bitwa-standard")


def _arranged(wp: UnitCounts, acz: UnitCounts, *, strength: Sequence[int] = (0, 0), scoring: str = "none") -> GameState:
    """A position in which the Polish Army has the turn; commanders on the Northern Front may have given strength."""
    told = []
    for lines, extra, commander in zip((wp, acz), strength, _COMMANDERS, strict=True):
        row: dict[str, Any] = {"units": {front: [*line] for front, line in zip(FRONTS, lines, strict=True)}}
        if extra:
            row |= {"commanders": {"N": commander}, "used": ["N"], "strength": {"N": extra}}
        told.append(row)
    hands = {f"{army}-1": [card] for army, card in zip(ARMIES, _LAST_CARDS, strict=True)}
    return arrange(_scenario(), WP=told[_WP], ACz=told[_ACZ], hands=hands, scoring=scoring)


def _line(rng: random.Random, most_first: int = 3) -> tuple[int, int]:
    return pick(rng, range(most_first + 1)), pick(rng, range(4))


# How strong? ----------------------------------------------------------------------------------------------------------


def make_front_strength(rng: random.Random, lang: str) -> Exercise:
    """Units on two lines and a commander who has given strength: how strong is the army there?"""
    say, told = texts_for(lang).say, sentences_for(lang)
    army, first, second, extra = _strong_army(rng)
    lines: list[UnitCounts] = [[(0, 1)] * 3, [(0, 1)] * 3]
    lines[army] = [(first, second), (0, 1), (0, 1)]
    gives = [0, 0]
    gives[army] = extra
    state = _arranged(*lines, strength=gives)
    right = strength_of(state, army, 0)
    values = {"first": first, "second": second, "extra": extra, "right": right}
    mistakes = [
        (first + second + extra, say("quiz.front-strength.alike", **values)),
        (first + 2 * second + extra, say("quiz.front-strength.swapped", **values)),
        (2 * first + second, say("quiz.front-strength.commander", **values)),
        (2 * (first + second) + extra, say("quiz.front-strength.twice", **values)),
    ]
    return Choice(
        id=question_id("front-strength", rng),
        lang=lang,
        task=say("quiz.front-strength.task", army=told.army(army), at=told.at(0), **values),
        hint=say("quiz.front-strength.hint"),
        praise=say("quiz.front-strength.praise", **values),
        about=say("quiz.front-strength.about"),
        options=numbers(right, mistakes),
        is_sorted=True,
    )


def _strong_army(rng: random.Random) -> tuple[Army, int, int, int]:
    """Numbers for which the usual mistakes lead elsewhere."""
    for stream in tries(rng):
        army, (first, second), extra = pick(stream, (_WP, _ACZ)), _line(stream), pick(stream, (1, 2))
        if first and second and first != second:
            return army, first, second, extra
    raise AssertionError("no army fits")


# What does the round give? --------------------------------------------------------------------------------------------


def make_round_points(rng: random.Random, lang: str) -> Exercise:
    """Three battles and the marker: how many points does an army get this round?"""
    say, told = texts_for(lang).say, sentences_for(lang)
    state, army, winners, scoring = _round(rng)
    right = _points(state, army)
    won = winners.count(army)
    extra = int(winners[scoring] == army)
    values = {"won": won, "lost": winners.count(1 - army), "right": right, "army": told.army(army)}
    for_battles = right - extra
    mistakes = [
        (won + extra, say("quiz.round-points.each", **values)),
        (for_battles, say("quiz.round-points.marker", **values)),
        (won, say("quiz.round-points.each", **values)),
        (right + 1, say("quiz.round-points.more", **values)),
        (0, say("quiz.round-points.none", **values)),
        (3, say("quiz.round-points.all", **values)),
    ]
    lines = "; ".join(
        f"{told.front(front)}: {say('quiz.round-points.tie') if winner is None else told.army(winner)}"
        for front, winner in enumerate(winners)
    )
    return Choice(
        id=question_id("round-points", rng),
        lang=lang,
        task=say("quiz.round-points.task", battles=lines, scoring=told.front(scoring), army=told.army(army)),
        hint=say("quiz.round-points.hint"),
        praise=say("quiz.round-points.praise", **values),
        about=say("quiz.round-points.about"),
        options=numbers(right, mistakes),
        is_sorted=True,
    )


def _round(rng: random.Random) -> tuple[GameState, Army, tuple[Army | None, ...], Front]:
    """A round that is about to be fought, who wins each front, and where the marker lies."""
    wanted = pick(rng, (0, 1, 2, 3))
    for stream in tries(rng):
        scoring, army = pick(stream, range(3)), pick(stream, (_WP, _ACZ))
        state = _arranged([_line(stream) for _ in FRONTS], [_line(stream) for _ in FRONTS], scoring=FRONTS[scoring])
        won = {event.front: event.army for event in _fought(state) if isinstance(event, FrontWon)}
        winners = tuple(won.get(front) for front in range(3))
        if _points(state, army) == wanted and winners.count(None) <= 1:
            return state, army, winners, scoring
    raise AssertionError("no round fits")


def _fought(state: GameState) -> Sequence[object]:
    """What happens when both sides pass."""
    after, first = play(state, parse_move("pass"))
    return (*first, *play(after, parse_move("pass")).events)


def _points(state: GameState, army: Army) -> int:
    events = _fought(state)
    gained = sum(event.number for event in events if isinstance(event, PointsGained) and event.army == army)
    return gained + sum(isinstance(event, ScoringPointGained) and event.army == army for event in events)


# What does a battle leave? --------------------------------------------------------------------------------------------


def make_after_battle(rng: random.Random, lang: str) -> Exercise:
    """The army that wins a battle: how many of its units are still on the front afterwards?"""
    say, told = texts_for(lang).say, sentences_for(lang)
    state, winner, front = _won_battle(rng)
    at = 3 * winner + front
    first, second = state.l1[at], state.l2[at]
    after = play(play(state, parse_move("pass")).state, parse_move("pass")).state
    right = after.l1[at] + after.l2[at]
    values = {"first": first, "second": second, "army": told.army(winner), "at": told.at(front)}
    mistakes = [
        (first + second, say("quiz.after-battle.all", **values)),
        (first, say("quiz.after-battle.first", **values)),
        (0, say("quiz.after-battle.none", **values)),
    ]
    return Choice(
        id=question_id("after-battle", rng),
        lang=lang,
        task=say("quiz.after-battle.task", **values),
        hint=say("quiz.after-battle.hint"),
        praise=say("quiz.after-battle.praise", **values),
        about=say("quiz.after-battle.about"),
        options=numbers(right, mistakes),
        is_sorted=True,
    )


def _won_battle(rng: random.Random) -> tuple[GameState, Army, Front]:
    """A round with a front that an army with units on both lines wins."""
    for stream in tries(rng):
        front = pick(stream, range(3))
        state = _arranged([_line(stream) for _ in FRONTS], [_line(stream) for _ in FRONTS])
        won = {event.front: event.army for event in _fought(state) if isinstance(event, FrontWon)}.get(front)
        if won is not None and 0 < state.l1[3 * won + front] != state.l2[3 * won + front] > 0:
            return state, won, front
    raise AssertionError("no battle fits")
