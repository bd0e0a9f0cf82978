"""What is told of a game of Bitwa Warszawska: how the battles of a round ended, and how the game did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska import GameState, Observation, Phase
from mali_powstancy.bitwa_warszawska.cards import ARMIES
from mali_powstancy.bitwa_warszawska.events import (
    CommanderLeft,
    Event,
    FrontTied,
    FrontWon,
    OrderVerified,
    PointsGained,
    RoundEnded,
    ScoringPointGained,
    UnitsLost,
    UnitsSentBack,
)
from mali_powstancy.bitwa_warszawska.texts import Texts
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.game import Outcome
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.session import SessionStep
from mali_powstancy.views.front import unit_sign
from mali_powstancy.views.page.blocks import details, group, listing, note, table, text_block, way, ways

_TOLD = (FrontWon, FrontTied, OrderVerified, PointsGained, ScoringPointGained, UnitsLost, CommanderLeft)


class Round(NamedTuple):
    """What came of a round that is over."""

    number: int
    events: tuple[Event, ...]
    points: tuple[int, int]
    """Of both armies, after it."""
    steps: int
    """The number of the step with which it ended."""


def rounds(steps: Sequence[SessionStep]) -> list[Round]:
    """All rounds that are over, with their battles, points and losses."""
    found, events = list[Round](), list[Event]()
    for at, step in enumerate(steps, start=1):
        for event in step.events:
            if isinstance(event, RoundEnded):
                found.append(Round(event.round, tuple(events), event.points, at))
                events = []
            elif isinstance(event, (*_TOLD, UnitsSentBack)):
                events.append(event)
    return found


def _told_rounds(host: Host) -> list[Round]:
    return rounds(host.steps_shown)


def new_report(host: Host, seen: Observation) -> Iterator[Object]:
    """How the battles ended, before all else, until a person has had a turn in the next round."""
    last = _last(host, seen)
    if last is not None and not _has_acted(host, last):
        title = text_block(_title(host.texts, last), "title")
        yield group("report", [title, *report(host.texts, seen, last)])


def old_report(host: Host, seen: Observation) -> Iterator[Object]:
    """The same afterwards, folded away."""
    last = _last(host, seen)
    if last is not None and _has_acted(host, last):
        yield details(f"round-{last.number}", _title(host.texts, last), list(report(host.texts, seen, last)))


def _title(texts: Texts, told: Round) -> str:
    return texts.say("staff.report", round=told.number)


def _last(host: Host, seen: Observation) -> Round | None:
    told = _told_rounds(host)
    return told[-1] if told and not seen.ending else None


def _has_acted(host: Host, last: Round) -> bool:
    """A person has acted in a turn since that round ended."""
    states = [step.state for step in host.steps_shown][last.steps - 1 : -1]
    persons = (host.viewer,) if host.table is None else host.table.persons
    return any(state.phase is Phase.TURN and state.to_act in persons for state in states)


def report(texts: Texts, seen: Observation | GameState, told: Round) -> Iterator[Object]:
    """Front by front who won with which strengths, what orders did, the points, and which units were lost."""
    battles = [event for event in told.events if isinstance(event, FrontWon | FrontTied)]
    others = [event for event in told.events if isinstance(event, OrderVerified | CommanderLeft)]
    for events in (battles, others):
        if events:
            yield listing("", [texts.event(event, seen) for event in events])
    gained = [event for event in told.events if isinstance(event, PointsGained | ScoringPointGained)]
    sentences = [texts.event(event, seen) for event in gained] or [texts.say("staff.report.no-points")]
    yield text_block(" ".join(sentences), "good")
    items = [
        way(
            f"{texts.front(event.front)}: {event.number}",
            unit_sign(event.army, texts.language),
            texts.say("staff.home"),
        )
        for event in told.events
        if isinstance(event, UnitsLost)
    ]
    if items:
        yield ways(f"losses-{told.number}", texts.say("staff.losses"), items)


# The end of the game --------------------------------------------------------------------------------------------------


def end_title(texts: Texts, ended: Outcome) -> str:
    """What stands above the end of a game."""
    return texts.say("table.end.title")


def scored(host: Host, ended: Outcome) -> Iterator[Object]:
    """Who has won and by what, the points from round to round, the last battles, and a question to talk about."""
    assert host.table is not None
    state, texts = host.table.state, host.texts
    assert isinstance(state, GameState)
    told = rounds(host.table.session.steps)
    yield text_block(texts.ending(ended, state), "ask")
    if told:
        head = [texts.say("staff.end.round"), *(texts.army(army) for army in range(len(ARMIES)))]
        rows = [[str(each.number), *map(str, each.points)] for each in told]
        yield details("end-points", texts.say("staff.end.points"), [table("", head, rows)], is_open=True)
        yield details("end-last", _title(texts, told[-1]), list(report(texts, state, told[-1])))
    yield note(texts.say("staff.end.note"))
    yield text_block(texts.say("table.end.question", question=texts.say("staff.end.question")), "good")
