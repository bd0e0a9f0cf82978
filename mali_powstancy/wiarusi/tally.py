"""The tally of a game: its events become a row, and rows become tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

from mali_powstancy.tabletop.tally import GameLines, are_whole, written
from mali_powstancy.wiarusi.cards import THREATS, CardId, Knock, ThreatId
from mali_powstancy.wiarusi.events import (
    CharmUsed,
    DifficultyChosen,
    Event,
    KnockRemoved,
    KnockTaken,
    MissionBegan,
    MissionFailed,
    MissionSucceeded,
    MoraleDropped,
    SpeechMade,
    Supported,
    TrapSprung,
)
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.scenario import Scenario
from mali_powstancy.wiarusi.scoring import Ending, outcome
from mali_powstancy.wiarusi.state import GameState, Phase

SUCCEEDED, FAILED, PEACE = "succeeded", "failed", "peace"
"""What can become of a mission; peace comes in the middle of the last one (W-45)."""


class MissionRow(NamedTuple):
    """What became of one mission."""

    leader: Seat
    """Who held the marker when it began."""
    difficulty: int | None
    """How many cards everyone got; None if the game began after the deal."""
    result: str
    """`succeeded`, `failed` or `peace`."""
    threat: ThreatId | None
    """What it failed by."""
    supported: Seat | None
    """Who received more tiles than any other."""
    dropped: int
    """How many cards the morale lost after it."""


class Hit(NamedTuple):
    """A hard knock that somebody has taken."""

    mission: int
    seat: Seat
    knock: CardId


class GameRow(NamedTuple):
    """What is kept of one game."""

    game: int
    """Its number: with the same seed, bots and scenario it is always the same game."""
    ending: str
    """A value of `wiarusi.Ending`."""
    winners: tuple[Seat, ...]
    """All or nobody."""
    rounds: int
    """How many missions there were: they are the rounds of this game."""
    missions: tuple[MissionRow, ...]
    knocks: tuple[Hit, ...]
    """All hard knocks that were taken, in their order."""
    removed: int
    """How many hard knocks were taken away again."""
    traps: int
    """How many traps were sprung."""
    speeches: tuple[int, ...]
    """By seat: how often it has spoken."""
    charms: tuple[int, ...]
    """By seat: how often it has used its charm."""
    supports: tuple[int, ...]
    """By seat: how often it was supported."""
    morale: int
    """Cards that were left in the morale reserve at the end."""
    pile: int
    """Cards that were left in the trials pile at the end."""
    hands: tuple[int, ...]
    """By seat: cards that were left in the hand."""

    @property
    def is_defeat(self) -> bool:
        """Everyone has lost together."""
        return Ending(self.ending).is_defeat

    @property
    def points(self) -> tuple[int, ...]:
        """This game knows no points."""
        return ()

    @property
    def succeeded(self) -> int:
        """How many missions have succeeded."""
        return sum(mission.result == SUCCEEDED for mission in self.missions)

    @property
    def failed(self) -> int:
        """How many missions have failed."""
        return sum(mission.result == FAILED for mission in self.missions)

    def win_of(self, seat: Seat) -> float:
        """1 if all have won: nobody wins alone [W-1]."""
        return float(seat in self.winners)


def row_of(number: int, opening: GameState, events: Iterable[Event], end: GameState) -> GameRow:
    """The row of a game that went from one position to its end by these events.

    A game may begin in the middle: then the missions are the one that was under way and those that came later.
    """
    seats = opening.game.seats
    first = max(opening.mission, 1)
    missions = [_under_way(opening)] if opening.mission else []
    knocks: list[Hit] = []
    removed = traps = 0
    speeches, charms, supports = [0] * len(seats), [0] * len(seats), [0] * len(seats)
    for event in events:
        match event:
            case MissionBegan(leader=leader):
                missions.append(_begun(leader))
            case DifficultyChosen(number=difficulty):
                missions[-1] = missions[-1]._replace(difficulty=difficulty)
            case MissionFailed(threat=threat):
                missions[-1] = missions[-1]._replace(result=FAILED, threat=threat)
            case MissionSucceeded():
                missions[-1] = missions[-1]._replace(result=SUCCEEDED)
            case Supported(seat=seat):
                supports[seat] += 1
                missions[-1] = missions[-1]._replace(supported=seat)
            case MoraleDropped(number=dropped):
                missions[-1] = missions[-1]._replace(dropped=dropped)
            case KnockTaken(seat=seat, knock=knock):
                knocks.append(Hit(first + len(missions) - 1, seat, knock))
            case KnockRemoved():
                removed += 1
            case TrapSprung():
                traps += 1
            case SpeechMade(seat=seat):
                speeches[seat] += 1
            case CharmUsed(seat=seat):
                charms[seat] += 1
    result = outcome(end)
    assert result is not None, "the game is not over"
    return GameRow(
        game=number,
        ending=str(result.ending),
        winners=result.winners,
        rounds=end.mission,
        missions=tuple(missions),
        knocks=tuple(knocks),
        removed=removed,
        traps=traps,
        speeches=tuple(speeches),
        charms=tuple(charms),
        supports=tuple(supports),
        morale=end.reserve,
        pile=end.pile,
        hands=tuple(map(len, end.hands)),
    )


def _begun(leader: Seat) -> MissionRow:
    """A mission of which nothing more is told ends with the game: in peace."""
    return MissionRow(leader, None, PEACE, None, None, 0)


def _under_way(opening: GameState) -> MissionRow:
    """The mission in which a game begins: what was before is not told, but perhaps it is decided."""
    mission = _begun(opening.leader)
    if opening.failed:
        return mission._replace(result=FAILED)
    return mission._replace(result=SUCCEEDED) if opening.phase is Phase.SUPPORT else mission


# Files --------------------------------------------------------------------------------------------------------------


def fits(row: GameRow, scenario: Scenario, players: int) -> bool:
    """The row can be that of a game of this scenario with so many players."""
    by_seat = (row.speeches, row.charms, row.supports, row.hands)
    seats = [mission.leader for mission in row.missions] + [knock.seat for knock in row.knocks]
    seats += [mission.supported for mission in row.missions if mission.supported is not None]
    numbers = [row.game, row.rounds, row.removed, row.traps, row.morale, row.pile, *row.winners, *seats]
    numbers += [number for counts in by_seat for number in counts]
    numbers += [knock.mission for knock in row.knocks] + [mission.dropped for mission in row.missions]
    numbers += [mission.difficulty for mission in row.missions if mission.difficulty is not None]
    return (
        are_whole(numbers)
        and min(numbers) >= 0
        and row.winners == (tuple(range(players)) if Ending(row.ending) is Ending.WIN else ())
        and set(seats) <= set(range(players))
        and {len(counts) for counts in by_seat} == {players}
        and len(row.missions) <= row.rounds
        and all(1 <= knock.mission <= row.rounds for knock in row.knocks)
        and all(isinstance(scenario.trials[knock.knock], Knock) for knock in row.knocks)
        and {mission.result for mission in row.missions} <= {SUCCEEDED, FAILED, PEACE}
        and all((mission.threat in THREATS) == (mission.result == FAILED) for mission in row.missions)
    )


def read_row(content: Mapping[str, Any]) -> GameRow:
    """The row that was written like this."""
    values = written(content, GameRow._fields)
    values["missions"] = tuple(MissionRow(*mission) for mission in content["missions"])
    values["knocks"] = tuple(Hit(*knock) for knock in content["knocks"])
    return GameRow(**values)


# Tables -------------------------------------------------------------------------------------------------------------


def _missions(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every mission, by its number."""
    for number, mission in enumerate(row.missions, start=row.rounds - len(row.missions) + 1):
        yield (number, *mission)


def _knocks(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every hard knock that was taken, and what it does."""
    for mission, seat, knock in row.knocks:
        card = scenario.trials[knock]
        yield (mission, seat, knock, str(card.effect) if isinstance(card, Knock) else "")


ENDINGS: tuple[str, ...] = tuple(Ending)
COLUMNS: Mapping[str, Callable[[GameRow], Any]] = {
    "succeeded": attrgetter("succeeded"),
    "failed": attrgetter("failed"),
    "dealt": lambda row: sum(mission.difficulty or 0 for mission in row.missions),
    "knocks": lambda row: len(row.knocks),
    "removed": attrgetter("removed"),
    "traps": attrgetter("traps"),
    "speeches": lambda row: sum(row.speeches),
    "charms": lambda row: sum(row.charms),
    "supports": lambda row: sum(row.supports),
    "morale": attrgetter("morale"),
    "pile": attrgetter("pile"),
    "hands": lambda row: sum(row.hands),
}
SEAT_COLUMNS: Mapping[str, Callable[[GameRow, Seat], Any]] = {
    "led": lambda row, seat: sum(mission.leader == seat for mission in row.missions),
    "knocks": lambda row, seat: sum(knock.seat == seat for knock in row.knocks),
    "speeches": lambda row, seat: row.speeches[seat],
    "charms": lambda row, seat: row.charms[seat],
    "supports": lambda row, seat: row.supports[seat],
    "hand": lambda row, seat: row.hands[seat],
}
TABLES: Mapping[str, GameLines] = {
    "missions": GameLines(("mission", *MissionRow._fields), _missions),
    "knocks": GameLines((*Hit._fields, "effect"), _knocks),
}
