"""A race for two or three: everybody has a secret lucky number and plays a card at the same time as the others.

It has all that a game can ask of the tabletop: chance, secrets, and answers that are given at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from mali_powstancy.tabletop.game import CHANCE, Among, IllegalMove, Seat, SetupError, UnreadableMove
from mali_powstancy.tabletop.scenario_file import ScenarioError, ScenarioReader
from mali_powstancy.tabletop.tomlfile import Fault, FaultKind

ID = "race"
RULES = 1
BONUS = 2
"""Steps for the own lucky number [R-4]."""
SECRET = ("dealt", "sealed")
"""Events whose number only the owner knows."""
HIDDEN = 0
"""Stands for a number that somebody has and that is not shown."""


class Reason(Enum):
    """Why a move is refused, and the rule that says so."""

    NOT_NOW = ("not-now", "R-2")
    NOT_A_MOVE = ("not-a-move", "R-2")
    GAME_OVER = ("game-over", "R-5")
    NO_SUCH_NUMBER = ("no-such-number", "R-2")

    @property
    def key(self) -> str:
        return self.value[0]

    @property
    def rule(self) -> str:
        return self.value[1]


NOT_NOW, NOT_A_MOVE, GAME_OVER = Reason.NOT_NOW, Reason.NOT_A_MOVE, Reason.GAME_OVER


class Scenario(NamedTuple):
    """A race with so many cards for each."""

    id: str
    version: int
    title: str
    title_en: str
    cards: int

    @property
    def game_id(self) -> str:
        return ID

    @property
    def name(self) -> str:
        return f"{self.id}-{self.version}"

    @property
    def hash(self) -> str:
        return sha256(str(self.cards).encode()).hexdigest()[:32]

    @property
    def part_hashes(self) -> Mapping[str, str]:
        return {"numbers": self.hash[:12]}

    @property
    def players(self) -> Mapping[int, None]:
        return {2: None, 3: None}


class Table(NamedTuple):
    """What does not change during a race."""

    scenario: Scenario
    seats: tuple[Seat, ...]


class Move(NamedTuple):
    """Chance deals a lucky number and rolls the die; players play a card."""

    verb: str
    number: int

    def __str__(self) -> str:
        return f"{self.verb} {self.number}"


class Event(NamedTuple):
    """Something that has happened; a number that is a secret of others is None."""

    event: str
    seat: Seat | None = None
    number: int | None = None


class State(NamedTuple):
    """A position."""

    game: Table
    phase: str
    """What is asked: `deal`, `card`, `roll`, or `over`."""
    lucky: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    played: tuple[tuple[int, ...], ...]
    sealed: tuple[int | None, ...]
    waiting: tuple[Seat, ...]
    """Who has yet to play a card in this round."""
    steps: tuple[int, ...]
    is_stopping: bool = False

    @property
    def to_act(self) -> Seat | None:
        if self.phase == "over":
            return None
        return self.waiting[0] if self.phase == "card" else CHANCE


class Seen(NamedTuple):
    """A position with no secrets but the own ones."""

    position: State
    legal: Sequence[Move]

    @property
    def game(self) -> Table:
        return self.position.game

    @property
    def to_act(self) -> Seat | None:
        return self.position.to_act


class Outcome(NamedTuple):
    """How a race has ended."""

    ending: str
    winners: tuple[Seat, ...]


# Playing ------------------------------------------------------------------------------------------------------------


def legal_moves(state: State) -> Sequence[Move]:
    """The cards in the hand of the seat that is asked [R-2]."""
    return [Move("card", card) for card in state.hands[state.waiting[0]]] if state.phase == "card" else []


def chance_outcomes(state: State) -> Mapping[Move, Fraction]:
    """A lucky number that nobody has yet [R-1], or the die [R-3]."""
    numbers = range(1, state.game.scenario.cards + 1) if state.to_act == CHANCE else ()
    left = [number for number in numbers if state.phase == "roll" or number not in state.lucky]
    return {Move(state.phase, number): Fraction(1, len(left)) for number in left}


def sample_chance(state: State, rng: Random) -> Move:
    """One of the outcomes, which are all as likely."""
    moves = list(chance_outcomes(state))
    if not moves:
        raise ValueError("chance is not asked")
    return moves[int(rng.random() * len(moves))]


def play_chance(state: State, rng: Random) -> tuple[State, tuple[Event, ...]]:
    """Chance acts until a card is asked for or the race is over."""
    events: tuple[Event, ...] = ()
    while state.to_act == CHANCE:
        state, happened = apply_unchecked(state, sample_chance(state, rng))
        events += happened
    return state, events


def is_chance(move: Move) -> bool:
    """Whether chance makes this move."""
    return move.verb != "card"


def refusal(state: State, move: Move) -> Reason | None:
    """Why a move is not possible, or None."""
    if type(move) is not Move or move.verb not in ("deal", "card", "roll") or type(move.number) is not int:
        return NOT_A_MOVE
    if state.to_act is None:
        return GAME_OVER
    if move.verb != state.phase:
        return NOT_NOW
    return None if move in legal_moves(state) or move in chance_outcomes(state) else Reason.NO_SUCH_NUMBER


def play(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The position after a move, and what has happened."""
    reason = refusal(state, move)
    if reason is not None:
        raise IllegalMove(move, reason)
    return apply_unchecked(state, move)


def apply_unchecked(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The same for a move that is known to be possible."""
    if move.verb == "deal":
        lucky = (*state.lucky, move.number)
        phase = "deal" if len(lucky) < len(state.game.seats) else "card"
        return state._replace(lucky=lucky, phase=phase), (Event("dealt", len(lucky) - 1, move.number),)
    if move.verb == "card":
        seat, *waiting = state.waiting
        sealed = (*state.sealed[:seat], move.number, *state.sealed[seat + 1 :])
        after = state._replace(sealed=sealed, waiting=tuple(waiting), phase="card" if waiting else "roll")
        shown = () if waiting else tuple(Event("shown", each, card) for each, card in enumerate(sealed))
        return after, (Event("sealed", seat, move.number), *shown)
    return _moved(state, move.number)


def _moved(state: State, rolled: int) -> tuple[State, tuple[Event, ...]]:
    """Who has played the same as another stays; all others go on, and one step more with the die [R-3]."""
    events, steps, cards = [Event("rolled", None, rolled)], list(state.steps), state.sealed
    for seat, card in enumerate(cards):
        if card is not None and cards.count(card) == 1:
            far = card + (card == rolled) + BONUS * (card == state.lucky[seat])
            steps[seat] += far
            events.append(Event("walked", seat, far))
        else:
            events.append(Event("stayed", seat))
    hands = tuple(tuple(own for own in hand if own != card) for hand, card in zip(state.hands, cards, strict=True))
    is_over = state.is_stopping or not all(hands)
    after = state._replace(
        steps=tuple(steps),
        hands=hands,
        played=tuple((*own, card) for own, card in zip(state.played, cards, strict=True) if card is not None),
        sealed=(None,) * len(cards),
        waiting=state.game.seats,
        phase="over" if is_over else "card",
    )
    return after, (*events, *[Event("ended")] * is_over)


def stop_here(state: State) -> tuple[State, tuple[Event, ...]]:
    """The round that is being played becomes the last one."""
    if state.to_act is None or state.is_stopping:
        raise IllegalMove("stop", NOT_NOW if state.is_stopping else GAME_OVER)
    return state._replace(is_stopping=True), (Event("stopped"),)


def parse_move(text: str) -> Move:
    """The move with this text."""
    verb, _, number = text.partition(" ")
    if verb not in ("deal", "card", "roll") or not (
        number.isascii() and number.isdigit() and str(int(number)) == number
    ):
        raise UnreadableMove(text[:200])
    return Move(verb, int(number))


def outcome(state: State) -> Outcome | None:
    """The farthest win, together if they are several [R-5]."""
    if state.to_act is not None:
        return None
    winners = tuple(seat for seat in state.game.seats if state.steps[seat] == max(state.steps))
    return Outcome("finished" if not any(state.hands) else "stopped", winners)


# Secrets ------------------------------------------------------------------------------------------------------------


def observe(state: State, seat: Seat | None) -> Seen:
    """Lucky numbers and sealed cards of others are hidden; cards lie open while the die is rolled."""
    if seat not in (None, *state.game.seats):
        raise ValueError(f"there is no seat {seat}")
    lucky = tuple(number if own == seat else HIDDEN for own, number in enumerate(state.lucky))
    is_open = state.phase == "roll"
    sealed = tuple(card if card is None or is_open or own == seat else HIDDEN for own, card in enumerate(state.sealed))
    legal = legal_moves(state) if seat is not None and seat == state.to_act else ()
    return Seen(state._replace(lucky=lucky, sealed=sealed), tuple(legal))


def seen_by(event: Event, seat: Seat | None) -> Event:
    """A lucky number and a card face down are known to their owner alone."""
    return event._replace(number=None) if event.event in SECRET and event.seat != seat else event


# Scenarios ----------------------------------------------------------------------------------------------------------

SHIPPED = {"race-1": Scenario("race", 1, "Wyścig", "The race", 4)}


class _Reader(ScenarioReader):
    game = ID


def shipped_scenarios() -> Sequence[str]:
    """The names of all scenarios."""
    return tuple(SHIPPED)


def load_scenario(name: str) -> Scenario:
    """A scenario by name or id."""
    found = SHIPPED.get(name) or SHIPPED.get(f"{name}-1")
    if found is None:
        raise ScenarioError([Fault(name, "scenario", FaultKind.UNKNOWN_NAME, ", ".join(SHIPPED))])
    return found


def read_scenario(text: str) -> Scenario:
    """A race of one's own: id, version, title, title_en and cards, as TOML."""
    reader = _Reader("race.toml")
    raw = reader.table(reader.parsed(text), "scenario", ("game", *Scenario._fields))
    title, title_en = reader.name(raw, "scenario", "title"), reader.name(raw, "scenario", "title_en")
    version, cards = reader.number(raw, "version", "scenario", 1, 99), reader.number(raw, "cards", "scenario", 3, 9)
    made = Scenario(reader.slug(raw, "scenario"), version, title, title_en, cards)
    reader.stop_at_faults()
    return made


# What a table and a record ask besides ------------------------------------------------------------------------------


def new_game(scenario: Scenario, players: int) -> State:
    """Everybody at the start with a full hand; the lucky numbers are dealt first."""
    if players not in scenario.players:
        raise SetupError(f"{scenario.name} is for 2 or 3 players, not {players}")
    seats = tuple(range(players))
    hand = tuple(range(1, scenario.cards + 1))
    table, nothing = Table(scenario, seats), ((),) * players
    return State(table, "deal", (), (hand,) * players, nothing, (None,) * players, seats, (0,) * players)


def opened(scenario: Scenario, how: Mapping[str, Any]) -> State:
    """Only the number of players can be chosen."""
    return new_game(scenario, **how)


def how_opened(opening: State) -> Mapping[str, Any]:
    """How many play; a game that begins in the middle has no words."""
    how = {"players": len(opening.game.seats)}
    if opened(opening.game.scenario, how) != opening:
        raise SetupError("a race is told from its beginning only")
    return how


def coded_opening(scenario: Scenario, how: Mapping[str, Any] | None, among: Among) -> Mapping[str, Any]:
    """How many play."""
    return {"players": among(sorted(scenario.players), how and how["players"])}


def weights(state: State, moves: Sequence[Move], last: Move | None) -> Sequence[int]:
    """All moves alike."""
    return [1] * len(moves)


def sides(opening: State) -> tuple[tuple[Seat, ...], ...]:
    """Everybody alone."""
    return tuple((seat,) for seat in opening.game.seats)


def sharing(opening: State) -> tuple[tuple[Seat, ...], ...]:
    """Everybody has secrets from everybody."""
    return tuple((seat,) for seat in opening.game.seats)


def asked_at_once(state: State) -> Mapping[Seat, State]:
    """All who have not played a card yet [R-2]."""
    if state.phase != "card":
        return {}
    others = {seat: tuple(other for other in state.waiting if other != seat) for seat in state.waiting}
    return {seat: state._replace(waiting=(seat, *others[seat])) for seat in state.waiting}


def is_private(state: State) -> bool:
    """The lucky number is a secret, and so is the card."""
    return state.phase == "card"


def is_silent(state: State) -> bool:
    """Nobody says why before the cards are shown."""
    return True


def informs(events: Sequence[Event], state: State) -> bool:
    """A card that was sealed can be taken back until all are shown."""
    return any(event.event not in ("sealed", "stopped") for event in events)
