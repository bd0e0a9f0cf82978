"""The tally of a game: its events become a row, and rows become tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, Army, CardId, Front
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CardBid,
    CardDiscarded,
    CardPlayed,
    CommanderActivated,
    Event,
    FrontTied,
    FrontWon,
    InitiativeGiven,
    RoundEnded,
)
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.bitwa_warszawska.scenario import Scenario
from mali_powstancy.bitwa_warszawska.scoring import Ending, outcome
from mali_powstancy.bitwa_warszawska.state import GameState
from mali_powstancy.tabletop.tally import GameLines, are_whole, written


class Fight(NamedTuple):
    """One battle."""

    round: int
    front: Front
    early: bool
    wp: int
    """The strength of WP, and of ACz."""
    acz: int


class Use(NamedTuple):
    """A card that was played for its effect."""

    round: int
    seat: Seat
    card: CardId


class GameRow(NamedTuple):
    """What is kept of one game."""

    game: int
    """Its number: with the same seed, bots and scenario it is always the same game."""
    ending: str
    """A value of `bitwa_warszawska.Ending`."""
    winners: tuple[Seat, ...]
    """All seats of an army, or nobody."""
    rounds: int
    armies: tuple[Army, ...]
    """By seat."""
    first: Army
    """Who had the initiative in the first round that was played."""
    army_points: tuple[int, int]
    fights: tuple[Fight, ...]
    uses: tuple[Use, ...]
    played: tuple[int, ...]
    """By seat: cards played for their effects."""
    markers: tuple[int, ...]
    """By seat: cards discarded to move a blockade marker."""
    bids: tuple[int, ...]
    """By seat: cards laid at resource cards."""
    activated: tuple[int, ...]
    """By seat: cards discarded to activate a commander."""

    @property
    def is_defeat(self) -> bool:
        """Nobody loses together."""
        return False

    @property
    def points(self) -> tuple[int, ...]:
        """By seat: the victory points of its army."""
        return tuple(self.army_points[army] for army in self.armies)

    def win_of(self, seat: Seat) -> float:
        """1 if the seat's army has won; an undecided battle is half a win for both [V-78]."""
        return float(seat in self.winners) if self.winners else 0.5


def row_of(number: int, opening: GameState, events: Iterable[Event], end: GameState) -> GameRow:
    """The row of a game that went from one position, perhaps in the middle of a game, to its end."""
    game = opening.game
    fights: list[Fight] = []
    uses: list[Use] = []
    counts: dict[str, list[int]] = {kind: [0] * game.players for kind in ("played", "markers", "bids", "activated")}
    at_round, early, payer = opening.round, False, 0
    first: Army | None = game.armies[opening.initiative[0]] if opening.initiative else None
    for event in events:
        match event:
            case CardPlayed(seat=seat, card=card):
                uses.append(Use(at_round, seat, card))
                counts["played"][seat] += 1
            case CardDiscarded(seat=seat):
                counts["markers"][seat] += 1
                payer = seat
            case CommanderActivated():
                counts["markers"][payer] -= 1  # it was for this
                counts["activated"][payer] += 1
            case CardBid(seat=seat):
                counts["bids"][seat] += 1
            case BattleBegan(early=is_early):
                early = is_early
            case FrontWon(front=front, strengths=strengths) | FrontTied(front=front, strengths=strengths):
                fights.append(Fight(at_round, front, early, *strengths))
            case RoundEnded():
                at_round += 1
            case InitiativeGiven(order=order) if first is None:
                first = game.armies[order[0]]
    result = outcome(end)
    assert result is not None, "the game is not over"
    return GameRow(
        game=number,
        ending=str(result.ending),
        winners=result.winners,
        rounds=end.round,
        armies=game.armies,
        first=first or 0,
        army_points=(end.points[0], end.points[1]),
        fights=tuple(fights),
        uses=tuple(uses),
        played=tuple(counts["played"]),
        markers=tuple(counts["markers"]),
        bids=tuple(counts["bids"]),
        activated=tuple(counts["activated"]),
    )


# Files --------------------------------------------------------------------------------------------------------------


def fits(row: GameRow, scenario: Scenario, players: int) -> bool:
    """The row can be that of a game of this scenario with so many players."""
    by_seat = (row.armies, row.played, row.markers, row.bids, row.activated)
    numbers = [row.game, row.rounds, row.first, *row.army_points, *row.winners]
    numbers += [number for counts in by_seat for number in counts]
    numbers += [number for fight in row.fights for number in (fight.round, fight.front, fight.wp, fight.acz)]
    numbers += [number for use in row.uses for number in (use.round, use.seat)]
    camps = [tuple(seat for seat, army in enumerate(row.armies) if army == each) for each in (0, 1)]
    return (
        are_whole(numbers)
        and min(numbers) >= 0
        and Ending(row.ending) in Ending
        and {len(counts) for counts in by_seat} == {players}
        and {*row.armies} == {0, 1}
        and row.winners in (*camps, ())
        and row.first in (0, 1)
        and 1 <= row.rounds <= scenario.rounds
        and all(fight.front < len(FRONTS) and 1 <= fight.round <= row.rounds for fight in row.fights)
        and all(type(fight.early) is bool for fight in row.fights)
        and all(use.seat < players and 1 <= use.round <= row.rounds for use in row.uses)
        and all(scenario.cards[use.card].army == ARMIES[row.armies[use.seat]] for use in row.uses)
    )


def read_row(content: Mapping[str, Any]) -> GameRow:
    """The row that was written like this."""
    values = written(content, GameRow._fields)
    values["fights"] = tuple(Fight(*fight) for fight in content["fights"])
    values["uses"] = tuple(Use(*use) for use in content["uses"])
    return GameRow(**values)


# Tables -------------------------------------------------------------------------------------------------------------


def _fights(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every battle, and who has won it."""
    for fight in row.fights:
        winner = "" if fight.wp == fight.acz else ARMIES[int(fight.acz > fight.wp)]
        yield (fight.round, FRONTS[fight.front], fight.early, fight.wp, fight.acz, winner)


def _uses(row: GameRow, scenario: Scenario) -> Iterator[tuple[Any, ...]]:
    """Every card that was played for its effect, of which kind it is, and whether its player has won."""
    for use in row.uses:
        card = scenario.cards[use.card]
        yield (*use, card.army, card.kind, row.win_of(use.seat))


ENDINGS: tuple[str, ...] = tuple(Ending)
COLUMNS: Mapping[str, Callable[[GameRow], float]] = {
    "wp": lambda row: row.army_points[0],
    "acz": lambda row: row.army_points[1],
    "wp_first": lambda row: row.first == 0,
    "fights": lambda row: len(row.fights),
    "early": lambda row: sum(fight.early for fight in row.fights),
    "tied": lambda row: sum(fight.wp == fight.acz for fight in row.fights),
    "played": lambda row: sum(row.played),
    "markers": lambda row: sum(row.markers),
    "bids": lambda row: sum(row.bids),
    "activated": lambda row: sum(row.activated),
}
SEAT_COLUMNS: Mapping[str, Callable[[GameRow, Seat], Any]] = {
    "army": lambda row, seat: ARMIES[row.armies[seat]],
    "points": lambda row, seat: row.points[seat],
    "played": lambda row, seat: row.played[seat],
    "markers": lambda row, seat: row.markers[seat],
    "bids": lambda row, seat: row.bids[seat],
    "activated": lambda row, seat: row.activated[seat],
}
TABLES: Mapping[str, GameLines] = {
    "fights": GameLines((*Fight._fields, "winner"), _fights),
    "uses": GameLines((*Use._fields, "army", "kind", "win"), _uses),
}
