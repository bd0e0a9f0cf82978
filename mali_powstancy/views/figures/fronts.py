"""The fronts of August 1920, day by day as sources tell them, and below them a game, round by round."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from html import escape
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska.bots.roster import bot_named
from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, Army, Front
from mali_powstancy.bitwa_warszawska.events import FrontTied, FrontWon, GameEnded, RoundEnded
from mali_powstancy.bitwa_warszawska.scenario import GAME_ID
from mali_powstancy.bitwa_warszawska.texts import texts_for as sentences_for
from mali_powstancy.history import HistoryBattle, battles, cited, day_words
from mali_powstancy.tabletop.library import load_scenario
from mali_powstancy.tabletop.playing import play_game
from mali_powstancy.tabletop.reading import read_game
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.figures.animation import add_controls, buttons_below
from mali_powstancy.views.figures.figure import (
    Figure,
    FigureLook,
    Spec,
    axis,
    base_layout,
    for_phones,
    legend,
    look_named,
    twin,
)

FIRST_DAY = date(1920, 8, 13)
DAYS = 13
"""So many days had the battle, and so many rounds can a game have (V-75)."""
SCENARIO = "bitwa-standard"
BOT = "planner"
SHAPES = {"WP": ("square", "series-0"), "ACz": ("circle", "series-1")}
"""The sign of each army: shape and colour."""
HELD = {"WP": "figure.fronts.wp", "ACz": "figure.fronts.acz"}
"""What the legend says of each sign."""
TIE = "diamond-open"
COLUMNS = (
    *("figure.fronts.column.day", "figure.fronts.column.history"),
    *("figure.fronts.column.sources", "figure.fronts.column.game"),
)
ROW = 1.75
"""The height of a row, in heights of its letters."""


class GameBattle(NamedTuple):
    """The battle of a front in a round: who won, or nobody, and with what strength."""

    round: int
    front: Front
    winner: Army | None
    strengths: tuple[int, int]


class PlayedGame(NamedTuple):
    """What the figure shows of a game."""

    battles: tuple[GameBattle, ...]
    rounds: int
    points: tuple[int, int]
    winner: Army | None
    is_over: bool


class _FrontRows(NamedTuple):
    """What stands beside the rows: below the days the places of each front, then below the rounds those of the game."""

    labels: tuple[str, ...]
    places: dict[str, int]
    """The row of each place, by its Polish name."""
    game: int
    """The row above the game, with the numbers of its rounds; the fronts are the next three."""


# The game -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def played(code: str = "", seed: int = 1) -> PlayedGame:
    """The game in a code or a saved file, or without one a game between two computer players, another for each seed."""
    if code:
        session = Session.from_record(read_game(code).record)
        if session.game.ID != GAME_ID:
            raise ValueError(f"this is a game of {session.game.ID}, not of {GAME_ID}")
    else:
        bots = [bot_named(BOT) for _ in ARMIES]
        session = play_game(load_scenario(SCENARIO), len(bots), bots, random.Random(seed), slowest=None)
    return _told(session)


def _told(session: Session) -> PlayedGame:
    round_now, points = 1, (0, 0)
    found: list[GameBattle] = []
    ended: GameEnded | None = None
    for step in session.steps:
        for event in step.events:
            match event:
                case FrontWon():
                    found.append(GameBattle(round_now, event.front, event.army, event.strengths))
                case FrontTied():
                    found.append(GameBattle(round_now, event.front, None, event.strengths))
                case RoundEnded():
                    round_now, points = event.round + 1, event.points
                case GameEnded():
                    ended = event
    rounds = max((battle.round for battle in found), default=0)
    return PlayedGame(tuple(found), rounds, points, ended.army if ended else None, ended is not None)


# The figure -----------------------------------------------------------------------------------------------------------


@for_phones
def fronts_beside_a_game(code: str = "", *, seed: int = 1, lang: str = "pl", look: str = "light") -> Figure:
    """Draw 13 to 25 August 1920, day by day, and below them a game of Bitwa Warszawska, round by round.

    Above, each row is a place and a sign says who held it in the evening; the rows are no map. Below, a sign says who
    won the battle of a front. The game is that of a `code`, or one between two computer players: another `seed`,
    another game.
    """
    texts, seen, game = texts_for(lang), look_named(look), played(code, seed)
    rows = _rows(lang)
    frames = [
        {"name": str(number), "data": [*_marks(rows, game, number, seen, texts)], "traces": [*range(_TRACES)]}
        for number in range(DAYS)
    ]
    layout = _layout(rows, game, seen, texts)
    spec: Spec = {"data": frames[0]["data"], "layout": layout, "frames": [_bare(frame) for frame in frames]}
    add_controls(layout, seen, texts, [_when(number, game, texts) for number in range(DAYS)])
    if not seen.is_narrow:
        buttons_below(layout, seen)  # the names of the places leave little room beside the slider
    return Figure(spec, _summary(game, texts), twin(texts, *_table(game, texts)))


def _rows(lang: str) -> _FrontRows:
    sentences, texts = sentences_for(lang), texts_for(lang)
    labels = [f"<b>{escape(texts.say('figure.fronts.history'))}</b>"]
    places: dict[str, int] = {}
    for front, name in enumerate(FRONTS):
        labels.append(f"<b>{escape(sentences.front(front))}</b>")
        for battle in battles():
            if battle.front == name and battle.name["pl"] not in places:
                places[battle.name["pl"]] = len(labels)
                labels.append(escape(battle.name[lang], quote=False))
    game = len(labels)
    labels.append(f"<b>{escape(texts.say('figure.fronts.game'))}</b>")
    labels += [escape(sentences.front(front)) for front in range(len(FRONTS))]
    return _FrontRows(tuple(labels), places, game)


def _column(day: date) -> int:
    return (day - FIRST_DAY).days


_TRACES = 8
"""Today's line, bars and evenings of both armies, then the game: won by either, and tied."""


def _marks(rows: _FrontRows, game: PlayedGame, now: int, look: FigureLook, texts: Texts) -> Iterator[Spec]:
    """Everything up to a day."""
    last = len(rows.labels) - 0.5
    line = {"color": look.chart("grid"), "width": 2 * look.line}
    yield {"type": "scatter", "mode": "lines", "x": [now, now], "y": [-0.5, last], "line": line, "showlegend": False}
    for army in ARMIES:
        xs, ys = _bars(rows, army, now)
        line = {"color": look.chart(SHAPES[army][1]), "width": 3 * look.line}
        yield {"type": "scatter", "mode": "lines", "x": xs, "y": ys, "line": line, "showlegend": False}
    for army in ARMIES:
        over = [battle for battle in battles() if battle.held_by == army and _column(battle.last_day) <= now]
        spots = [(_column(battle.last_day), rows.places[battle.name["pl"]]) for battle in over]
        signs = [f"{SHAPES[army][0]}{'-open' if battle.mark == 'disputed' else ''}" for battle in over]
        yield _signs(spots, signs, army, look) | {"name": texts.say(HELD[army]), "showlegend": True}
    for winner in (0, 1, None):
        spots = [
            (battle.round - 1, rows.game + 1 + battle.front)
            for battle in game.battles
            if battle.winner == winner and battle.round - 1 <= now
        ]
        if winner is None:
            tied = _signs(spots, [TIE] * len(spots), "", look)
            yield tied | {"name": texts.say("figure.fronts.tied"), "showlegend": True}
        else:
            army = ARMIES[winner]
            yield _signs(spots, [SHAPES[army][0]] * len(spots), army, look) | {"showlegend": False}


def _bars(rows: _FrontRows, army: str, now: int) -> tuple[list[int | None], list[int | None]]:
    """Lines over the days for which a place was fought for, as far as they have come."""
    xs: list[int | None] = []
    ys: list[int | None] = []
    for battle in battles():
        first, last = _column(battle.day), min(_column(battle.last_day), now)
        if battle.held_by == army and first < last:
            row = rows.places[battle.name["pl"]]
            xs += [first, last, None]
            ys += [row, row, None]
    return xs, ys


def _signs(spots: Sequence[tuple[int, int]], symbols: Sequence[str], army: str, look: FigureLook) -> Spec:
    colour = look.chart(SHAPES[army][1]) if army else look.colour("ink")
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [x for x, _ in spots] or [None],  # without a point there would be no line in the legend
        "y": [y for _, y in spots] or [None],
        "marker": {
            "symbol": [*symbols] or (SHAPES[army][0] if army else TIE),
            "size": round(look.small * 0.95),
            "color": colour,
            "line": {"width": 2 * look.line, "color": colour},
        },
    }


def _bare(frame: Spec) -> Spec:
    """A frame without what stays the same in all of them."""
    data = [{"x": trace["x"], "y": trace["y"]} | _symbols(trace) for trace in frame["data"]]
    return {**frame, "data": data}


def _symbols(trace: Spec) -> Spec:
    return {"marker": trace["marker"]} if "marker" in trace else {}


def _layout(rows: _FrontRows, game: PlayedGame, look: FigureLook, texts: Texts) -> Spec:
    height = round(look.title * 3 + look.small * (len(rows.labels) * ROW + 6.6))
    layout = base_layout(look, texts.say("figure.fronts.title"), texts.language, height=height)
    if not look.is_narrow:
        layout["title"] |= {"xref": "container", "x": 0.015, "yref": "container", "y": 0.985, "yanchor": "top"}
        layout["margin"]["t"] = round(look.title * 2.2 + look.small * 2.6)
    down = axis(look, range=[len(rows.labels) - 0.4, -0.6], showline=False, ticks="")
    down |= {"tickvals": [*range(len(rows.labels))], "ticktext": [*rows.labels]}
    days = [(number, 0, str((FIRST_DAY + timedelta(days=number)).day)) for number in range(DAYS)]
    rounds = [(number, rows.game, str(number + 1)) for number in range(game.rounds)]
    small = {"size": max(12, round(look.small * 0.85)), "color": look.colour("ink")}
    if look.is_narrow:  # every second number has room
        days, rounds = days[::2], rounds[::2]
    return layout | {
        "xaxis": axis(look, range=[-0.7, DAYS - 0.3], tickvals=[*range(DAYS)], showticklabels=False, ticks=""),
        "yaxis": down,
        "annotations": [
            {"x": x, "y": y, "text": text, "showarrow": False, "font": small} for x, y, text in (*days, *rounds)
        ],
        "showlegend": True,
        "legend": legend(look),
    }


# In words -------------------------------------------------------------------------------------------------------------


def _when(number: int, game: PlayedGame, texts: Texts) -> str:
    """A day of the battle with the round of the game that stands below it."""
    day = day_words(FIRST_DAY + timedelta(days=number), texts.language)
    if number < game.rounds:
        return texts.say("figure.fronts.day-and-round", day=day, round=number + 1)
    return texts.say("figure.fronts.day-alone" if game.is_over else "figure.fronts.day-unplayed", day=day)


def _summary(game: PlayedGame, texts: Texts) -> str:
    sentences = sentences_for(texts.language)
    held = {army: sum(battle.held_by == army for battle in battles()) for army in ARMIES}
    points = f"{game.points[0]}:{game.points[1]}"
    end = "figure.fronts.end.none" if game.winner is None else "figure.fronts.end.won"
    army = "" if game.winner is None else sentences.army(game.winner)
    return texts.say(
        "figure.fronts.summary",
        evenings=len(battles()),
        wp=held["WP"],
        acz=held["ACz"],
        rounds=texts.count("figure.fronts.rounds", game.rounds),
        end=texts.say(end if game.is_over else "figure.fronts.end.open", army=army, points=points),
    )


def _table(game: PlayedGame, texts: Texts) -> tuple[list[str], list[list[str]]]:
    """One row for each day: what sources say, whose they are, and what happened in the round."""
    headings = [texts.say(name) for name in COLUMNS]
    rows = []
    for number in range(DAYS):
        told = [battle for battle in battles() if _column(battle.day) <= number <= _column(battle.last_day)]
        said = " ".join(_line(battle, number, texts) for battle in told) or texts.say("figure.fronts.nothing")
        publishers = dict.fromkeys(source.publisher for battle in told for source in cited(battle.id))
        rows.append([_when(number, game, texts), said, "; ".join(publishers) or "–", _round(number + 1, game, texts)])
    return headings, rows


def _line(battle: HistoryBattle, number: int, texts: Texts) -> str:
    """Who held a place in the evening, and what happened there; before the last evening, that it is fought for."""
    sentences, place = sentences_for(texts.language), battle.name[texts.language]
    where = f"{sentences.front(FRONTS.index(battle.front))}, {place}"
    if number < _column(battle.last_day):
        return f"{where}: {texts.say('figure.fronts.going-on')}"
    army = sentences.army(ARMIES.index(battle.held_by))
    return f"{where} ({army}): {battle.what[texts.language]}"


def _round(number: int, game: PlayedGame, texts: Texts) -> str:
    """Who won on which front of the game, with both strengths."""
    sentences = sentences_for(texts.language)
    if number > game.rounds:
        return texts.say("figure.fronts.over" if game.is_over else "figure.fronts.unplayed")
    parts = []
    for battle in sorted(game.battles, key=lambda battle: battle.front):  # an early one comes out of order
        if battle.round == number:
            who = texts.say("figure.fronts.tie") if battle.winner is None else sentences.army(battle.winner)
            parts.append(f"{sentences.front(battle.front)}: {who} ({battle.strengths[0]}:{battle.strengths[1]})")
    return "; ".join(parts)
