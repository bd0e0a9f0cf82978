"""Alternatives: what may come of a position, as it is and if something were different, with the same luck in both.

Zosia stands beside the soldier, and the die is to be rolled. What if it shows a black 1?

>>> from mali_powstancy.engine import arrange, load_scenario
>>> position = arrange(
...     load_scenario("short-1"), patrols=["red", "green"], cards={"red": 4, "green": 3}, at_die=True,
...     soldier="plac-narutowicza", scouts={"zosia": "reduta-kaliska"}, deck_left=0,
... )
>>> found = what_if(position, games=50, bots="random", change="roll black 1")
>>> found.difference("arrests").after.value
1.0
>>> found.difference("arrests").difference.low > 0
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from mali_powstancy.analysis.measures import Difference, Measured, differences, find, measured
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine import (
    GameState,
    Move,
    Phase,
    Scenario,
    Transition,
    parse_move,
    play,
    sample_chance,
)
from mali_powstancy.engine.cards import OrderId
from mali_powstancy.engine.moves import MOVE_KINDS, ChanceMove, Seat
from mali_powstancy.engine.rules.ordering import possible_cards
from mali_powstancy.lab.executors import Serial
from mali_powstancy.lab.playing import Job, Maker, check_bots, play_on, sendable
from mali_powstancy.lab.rows import Games, Table
from mali_powstancy.lab.running import play_tables, short_name, whole
from mali_powstancy.lab.sending import CannotTravel
from mali_powstancy.tabletop.game import UnreadableMove
from mali_powstancy.tabletop.playing import SLOWEST
from mali_powstancy.tabletop.record import Record, RecordError
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.tally import Row

Change = Move | str | GameState | Session | Callable[[GameState], GameState]
"""A move that is played, or its text, or another position, or what makes another position of this one."""


class WhatIf(NamedTuple):
    """What may come of a position."""

    as_it_is: Games
    changed: Games | None
    """The games in the other world; None if nothing was to be changed."""
    measures: Rows[Measured]
    """All measures of the games as it is."""
    differences: Rows[Difference]
    """All measures of both worlds, pair by pair; empty if nothing was to be changed."""

    def of(self, measure: str, seat: Seat | None = None) -> Measured:
        """One measure of the games as it is, such as `defeats`, or `wins` of a seat."""
        return find(self.measures, measure, seat)

    def difference(self, measure: str, seat: Seat | None = None) -> Difference:
        """One measure in both worlds."""
        if self.changed is None:
            raise ValueError("nothing was changed, so there is no other world: give a change")
        return find(self.differences, measure, seat)

    def columns(self) -> Table:
        """One row per measure."""
        return self.measures.columns() if self.changed is None else self.differences.columns()


def what_if(
    position: GameState | Session,
    games: int = 200,
    bots: str | Maker | Sequence[str | Maker] = "greedy",
    change: Change | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    *,
    progress: bool | None = None,
    slowest: float | None = SLOWEST,
    language: str | None = None,
) -> WhatIf:
    """Play so many games from a position, as it is and with a change, with one bot for each seat or one for all.

    Game by game both worlds have the same luck: the cards come in the same order, and the die of a round shows the
    same. Bots see only what their seats may see. Interrupted, it gives what is done (`complete` of the games is False).
    Games are played here, one by one, or by an executor; those that a lost worker did not finish are played here. To
    other processes a position travels as its record, so give the session then; a bare position has none and
    stays here.
    """
    starts = _starts(position, change)
    players = len(starts[0].state.game.seats)
    if whole("games", games) < 1:
        raise ValueError(f"to see what may come, play at least one game, not {games}")
    makers = _makers(bots, players, starts[0].state.game.scenario.game_id)
    names = tuple(map(short_name, makers))
    scenarios = [start.state.game.scenario for start in starts]
    jobs = [
        _World(sendable(scenario), makers, names, whole("seed", seed), slowest, start)
        for scenario, start in zip(scenarios, starts, strict=True)
    ]
    where = Serial() if executor is None else executor
    worlds = play_tables(jobs, scenarios, games, where, progress=progress, language=language)
    as_it_is, changed = worlds if len(worlds) == 2 else (worlds[0], None)
    compared = Rows(Difference) if changed is None else differences(as_it_is, changed, players)
    return WhatIf(as_it_is, changed, measured(as_it_is), compared)


# What is asked ------------------------------------------------------------------------------------------------------


class _Start:
    """A position from which games begin, perhaps with a first move. To another process it travels as its record."""

    def __init__(self, position: GameState, record: Record | None = None, first: Move | None = None) -> None:
        self.position = position
        self.record = record
        self.first = first
        self.begun = Transition(position, ()) if first is None else play(position, first)
        self.state = self.begun.state

    def __reduce__(self) -> tuple[Any, ...]:
        if self.record is None:
            raise CannotTravel(
                "this position has no record, so it cannot be sent to other processes: "
                "give a session that led to it or begins with it, or no executor"
            )
        return _replayed, (self.record.to_json(), sendable(self.position.game.scenario), self.first)


@lru_cache(maxsize=8)
def _replayed(record: str, scenario: Scenario | str, first: Move | None) -> _Start:
    rules = None if isinstance(scenario, str) else scenario  # a shipped one is found by its name
    session = Session.from_record(Record.from_json(record), rules)
    return _Start(session.state, session.record, first)


def _starts(position: GameState | Session, change: Change | None) -> tuple[_Start, ...]:
    """Where the games of both worlds begin, or of the one if nothing is changed."""
    now = _start(position)
    if now.state.phase is Phase.OVER:
        raise ValueError("this game is over, so nothing can come of it any more")
    if change is None:
        return (now,)
    other = _changed(now, change)
    if len(other.state.game.seats) != len(now.state.game.seats):
        raise ValueError(
            f"both worlds need the same number of players, not {len(now.state.game.seats)} "
            f"and {len(other.state.game.seats)}"
        )
    return now, other


def _start(position: GameState | Session) -> _Start:
    if isinstance(position, GameState):
        return _Start(position)
    if not isinstance(position, Session):
        raise TypeError(f"a position or a session is needed, not {position!r:.200}")
    try:
        return _Start(position.state, position.record)
    except RecordError:  # it was over before it began
        return _Start(position.state)


def _changed(now: _Start, change: Change) -> _Start:
    if isinstance(change, GameState | Session):
        other = _start(change)
        if other.state.phase is Phase.OVER:
            raise ValueError("the game of the other position is over, so nothing can come of it any more")
        return other
    if isinstance(change, str):
        try:
            change = parse_move(change)
        except UnreadableMove:
            raise ValueError(f"{change!r:.200} is not the text of a move, such as 'walk zosia past'") from None
    if isinstance(change, MOVE_KINDS):
        return _Start(now.position, now.record, first=change)  # the refusal of an illegal move names the rule
    if not callable(change):
        raise TypeError(f"a change is a move, a position or a function of a position, not {change!r:.200}")
    made = change(now.state)
    if not isinstance(made, GameState):
        raise TypeError(f"a change makes a position of a position, not {made!r:.200}")
    return _changed(now, made)


def _makers(bots: str | Maker | Sequence[str | Maker], players: int, game_id: str) -> tuple[str | Maker, ...]:
    makers = (bots,) * players if isinstance(bots, str) or not isinstance(bots, Sequence) else tuple(bots)
    if len(makers) != players:
        raise ValueError(f"{players} players need as many bots, not {len(makers)}")
    check_bots(makers, game_id)
    return makers


# Playing ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _World(Job):
    """The games of one world: they begin somewhere in the middle, and their luck is that of the other world."""

    start: _Start

    def play(self, number: int) -> Row:
        start = self.start
        return play_on(self, start.position, number, start.begun, _Luck(self.seed, number).move)


class _Luck:
    """The luck of one game, the same in both worlds: an order of all cards, a roll for every round, and the rest."""

    def __init__(self, seed: int, number: int) -> None:
        self._name = f"{seed}/{number}"
        self._rest = Random(f"{self._name}/rest")
        self._place: dict[OrderId, float] = {}

    def move(self, state: GameState) -> ChanceMove:
        """What chance does now."""
        match state.phase:
            case Phase.LAY_ORDER | Phase.EXTRA_ORDER | Phase.PEEK:
                return state.game.draws[min(possible_cards(state), key=self._place_of)]
            case Phase.DIE:
                return sample_chance(state, Random(f"{self._name}/die/{state.round}"))
        return sample_chance(state, self._rest)

    def _place_of(self, card: OrderId) -> float:
        """Where a card lies in the order of all cards: the smallest number comes first."""
        if card not in self._place:
            self._place[card] = Random(f"{self._name}/card/{card}").random()
        return self._place[card]
