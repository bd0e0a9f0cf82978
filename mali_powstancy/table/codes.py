"""Codes: a whole game in so few letters that a person can carry it to another computer on a sheet of paper.

A game is told by numbers: which of the possible moves was played, again and again. Together they are one large
number, and its letters are the code. Likely moves take less room than unlikely ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from mali_powstancy.engine.cards import ScoutId
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import Collect, EndTurn, Jump, Move, Unit, Walk
from mali_powstancy.engine.record import RULES, Record, RecordError, RecordFault
from mali_powstancy.engine.refusals import IllegalMove
from mali_powstancy.engine.rules.playing import chance_outcomes, legal_moves
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.scenario_file import load_scenario
from mali_powstancy.engine.session import Session
from mali_powstancy.engine.state import GameState
from mali_powstancy.table.packing import LAST_STEP, Save, SaveError, SaveFault, checked

# Everything here is written in codes that people keep: lists only grow at their end, and nothing else ever changes
# within a version.
VERSION = 1
SCENARIOS = (
    *("basic-1", "extended-1", "short-1", "short-extended-1"),
    *("basic-2", "extended-2", "short-2", "short-extended-2"),
    *("basic-3", "extended-3", "short-3", "short-extended-3"),
)
"""The shipped scenarios by number."""
PLAYERS = (
    *("person", "random", "greedy"),
    *("easy", "easy-helper", "easy-rival"),
    *("medium", "medium-helper", "medium-rival"),
    *("hard", "hard-helper", "hard-rival"),
)
"""Who can sit at the table, by number."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which look like others (Crockford's base 32)."""
GROUP = 4
"""Letters between two dashes."""
LONGEST_CODE = 1_500
"""Letters. Nobody copies so many by hand, and reading hostile ones takes no time."""
MOST_STEPS = 4_000
CHECK_LETTERS = 5
PRIME = 33_554_393
"""The number of every code, in all versions, is divisible by this prime, the largest with so many letters.

One wrong letter changes the number by d * 32**n and two swapped ones by d * 31 * 32**n, with 0 < d < 32.
The prime divides neither, so both are always noticed; of other mistakes all but one in 33 million are.
"""
HASHES = 1_024
"""How much of the hash of a scenario is in a code."""

_SEPARATORS = str.maketrans("", "", "-_‐‑‒–—−\u00ad\u200b\ufeff")
_FORGIVEN = str.maketrans("OIL", "011")
_DIGITS = str.maketrans(LETTERS, "0123456789ABCDEFGHIJKLMNOPQRSTUV")
_FIRST = LETTERS.index("M")
"""Codes of version 1 begin with an M, those of version 2 with an N, and so on."""


class Digit(NamedTuple):
    """One answer: it owns the numbers from `start` to `start + width` among `total`; wide answers need less room."""

    start: int
    width: int
    total: int


def code_of(save: Save) -> str:
    """The code of a game: capital letters and digits in groups.

    `SaveError` if it has none: an own scenario, a player without a number, a game that is much too long or began
    from an arranged position.
    """
    record, seats, lesson = checked(save)
    if record.arranged is not None:
        raise SaveError(SaveFault.ARRANGED)
    session = _session(record)
    if len(session.steps) > MOST_STEPS:
        raise SaveError(SaveFault.TOO_LONG)
    value = _folded([*_head(session, seats, lesson), *_moves(session)])
    letters = with_check_letters(LETTERS[_FIRST + VERSION - 1] + _letters_of(value))
    if len(letters) > LONGEST_CODE:
        raise SaveError(SaveFault.TOO_LONG)
    return "-".join(letters[place : place + GROUP] for place in range(0, len(letters), GROUP))


def from_code(text: str) -> Save:
    """The game of a code; raise `SaveError` for any other text.

    Small letters, dashes and spaces do not matter, and O, I and L are read as 0, 1 and 1.
    """
    letters = _clean(text)
    if _number_of(letters) % PRIME:
        raise SaveError(SaveFault.MISTYPED)
    version, content = LETTERS.index(letters[0]) - _FIRST + 1, letters[1:-CHECK_LETTERS]
    if version > VERSION:
        raise SaveError(SaveFault.NEWER_FORMAT)
    if version < 1:
        raise SaveError(SaveFault.NOT_A_CODE)
    save = _read(_Reader(_number_of(content)))
    if _clean(code_of(save)) != letters:  # every game has one code, so nothing is left over or told in a second way
        raise SaveError(SaveFault.WRONG_SHAPE)
    return save


# Letters and numbers ------------------------------------------------------------------------------------------------


def _clean(text: str) -> str:
    """Only the letters of a code."""
    if len(text) > 4 * LONGEST_CODE:
        raise SaveError(SaveFault.TOO_LARGE)
    letters = "".join(text.translate(_SEPARATORS).split())
    if not letters.isascii():  # some foreign letters have capitals that are ours
        raise SaveError(SaveFault.NOT_A_CODE)
    letters = letters.upper().translate(_FORGIVEN)
    if len(letters) > LONGEST_CODE:
        raise SaveError(SaveFault.TOO_LARGE)
    if len(letters) < CHECK_LETTERS + 2 or not set(letters) <= set(LETTERS):
        raise SaveError(SaveFault.NOT_A_CODE)
    return letters


def _number_of(letters: str) -> int:
    return int(letters.translate(_DIGITS), 32)


def _letters_of(number: int) -> str:
    letters = []
    while number:
        letters.append(LETTERS[number & 31])
        number >>= 5
    return "".join(reversed(letters))


def with_check_letters(letters: str) -> str:
    """The letters, and those that make the whole number divisible by the prime."""
    number = _number_of(letters) << 5 * CHECK_LETTERS
    return letters + _letters_of(-number % PRIME).rjust(CHECK_LETTERS, LETTERS[0])


def _folded(digits: Sequence[Digit]) -> int:
    """All digits in one number; the first is on the outside, so that it can be read first.

    With equal widths this is counting in changing bases. A wider digit lets a part of the number through as it is,
    so that the number grows less.
    """
    number = 0
    for start, width, total in reversed(digits):
        number = number // width * total + start + number % width
    return number


def _equal(answer: int, answers: int) -> Digit:
    return Digit(answer, 1, answers)


def _small(number: int) -> list[Digit]:
    """A number without upper limit, small ones in little room: three bits, and whether there are more."""
    digits = [_equal(number % 8, 8), _equal(int(number >= 8), 2)]
    return digits if number < 8 else [*digits, *_small(number // 8)]


class _Reader:
    """Takes the digits out of a number, in the order in which they were written."""

    def __init__(self, number: int) -> None:
        self.number = number

    def equal(self, answers: int) -> int:
        """One of so many answers that need the same room."""
        self.number, answer = divmod(self.number, answers)
        return answer

    def of(self, widths: Sequence[int]) -> int:
        """One of the answers with these widths."""
        rest, place = divmod(self.number, sum(widths))
        answer = 0
        while place >= widths[answer]:
            place -= widths[answer]
            answer += 1
        self.number = rest * widths[answer] + place
        return answer

    def small(self, limit: int) -> int:
        """A number written by `_small`, up to a limit."""
        number, unit = 0, 1
        while True:
            number += self.equal(8) * unit
            more = self.equal(2)
            if number > limit or (more and unit > limit):
                raise SaveError(SaveFault.WRONG_SHAPE)
            if not more:
                return number
            unit *= 8


# What happens in a game ---------------------------------------------------------------------------------------------


def _options(state: GameState) -> list[Move]:
    """Everything that could happen now, in the order of the alphabet: so the engine may list it in any order."""
    return sorted([*legal_moves(state), *chance_outcomes(state)], key=str)


def _widths(state: GameState, options: Iterable[Move], last: ScoutId | None) -> list[int]:
    return [_width(state, move, last) for move in options]


def _width(state: GameState, move: Move, last: ScoutId | None) -> int:
    """How likely a move is, by measure over many games; `last` is the scout that moved just before.

    Scouts collect what they can, walk on until nothing is left to walk, and carry orders to where they belong.
    """
    match move:
        case EndTurn():
            return 1 if state.points else 12
        case Collect():
            return 16
        case Walk() | Jump() | Unit():
            goes_on = 3 if isinstance(move, Walk) and move.scout == last else 1
            return goes_on * (8 if _is_nearer(state, move) else 1)
    return 1


def _is_nearer(state: GameState, move: Walk | Jump | Unit) -> bool:
    """The scout gets nearer to where its order is to go, as if nothing were closed."""
    order = state.order_of(move.scout)
    if order is None:
        return False
    far = state.game.board.free.distances[state.game.orders[order].to]
    return far[move.to] < far[state.position_of(move.scout)]


def _scout_of(move: Move | None) -> ScoutId | None:
    return move.scout if isinstance(move, Walk | Jump | Unit) else None


def _moves(session: Session) -> list[Digit]:
    """All moves, those of chance included; "stop here" is told in the head."""
    digits, state, last = [], session.opening, None
    for step in session.steps:
        if step.move is not None:
            options = _options(state)
            ends = list(accumulate(_widths(state, options, last)))
            answer = options.index(step.move)
            start = ends[answer - 1] if answer else 0
            digits.append(Digit(start, ends[answer] - start, ends[-1]))
        state, last = step.state, _scout_of(step.move)
    return digits


# The head: which game it is and how long ----------------------------------------------------------------------------


def _session(record: Record) -> Session:
    """The game replayed; only shipped scenarios have numbers, and none with changed rules."""
    name = f"{record.scenario}-{record.version}"
    if name not in SCENARIOS or load_scenario(name).hash != record.hash:
        raise SaveError(SaveFault.OWN_SCENARIO)
    try:
        return Session.from_record(record)
    except RecordError as error:
        raise SaveError(SaveFault.RECORD, error) from error


def _hash_of(scenario: Scenario) -> int:
    return int(scenario.hash, 16) % HASHES


def _head(session: Session, seats: Sequence[str], lesson: int | None) -> list[Digit]:
    if not set(seats) <= set(PLAYERS):
        raise SaveError(SaveFault.UNKNOWN_PLAYER)
    record, game = session.record, session.opening.game
    steps, stops = len(session.steps), [number for number, step in enumerate(session.steps) if step.move is None]
    begins = len(game.seats) if record.start_player is None else record.start_player
    return [
        *_small(SCENARIOS.index(game.scenario.name)),
        *_small(RULES),
        _equal(_hash_of(game.scenario), HASHES),
        *_patrols(game),
        _equal(begins, len(game.seats) + 1),
        *(digit for name in seats for digit in _small(PLAYERS.index(name))),
        _equal(int(lesson is not None), 2),
        *([] if lesson is None else _small(lesson)),
        *_small(steps),
        _equal(len(stops), 2),  # a game is stopped once at most
        *(_equal(number, steps) for number in stops),
    ]


def _patrols(game: Game) -> list[Digit]:
    """How many play, and at each seat one of the patrols that are left."""
    numbers, left = sorted(game.scenario.players), list(game.scenario.patrols)
    digits = [_equal(numbers.index(len(game.patrols)), len(numbers))]
    for patrol in game.patrols:
        digits.append(_equal(left.index(patrol), len(left)))
        left.remove(patrol)
    return digits


def _read(reader: _Reader) -> Save:
    """The game that a number tells."""
    scenario = _read_scenario(reader)
    numbers, left = sorted(scenario.players), list(scenario.patrols)
    players = numbers[reader.equal(len(numbers))]
    patrols = [left.pop(reader.equal(len(left))) for _ in range(players)]
    begins = reader.equal(players + 1)
    seats = tuple([_read_player(reader) for _ in range(players)])
    lesson = reader.small(LAST_STEP) if reader.equal(2) else None
    steps = reader.small(MOST_STEPS)
    stop = reader.equal(max(steps, 1)) if reader.equal(2) else None
    session = Session(new_game(scenario, patrols=patrols, start_player=None if begins == players else begins))
    try:
        _replay(reader, session, steps, stop)
    except IllegalMove as error:  # "stop here" after the end
        raise SaveError(SaveFault.WRONG_SHAPE) from error
    return Save(session.record, seats, lesson)


def _read_scenario(reader: _Reader) -> Scenario:
    index, rules, hashed = reader.small(10**6), reader.small(10**6), reader.equal(HASHES)
    if index >= len(SCENARIOS):
        raise SaveError(SaveFault.NEWER_FORMAT)
    if rules != RULES:
        raise SaveError(SaveFault.RECORD, RecordError(RecordFault.OTHER_RULES, str(rules)))
    scenario = load_scenario(SCENARIOS[index])
    if hashed != _hash_of(scenario):
        raise SaveError(SaveFault.RECORD, RecordError(RecordFault.SCENARIO_CHANGED, scenario.name))
    return scenario


def _read_player(reader: _Reader) -> str:
    index = reader.small(10**6)
    if index >= len(PLAYERS):
        raise SaveError(SaveFault.NEWER_FORMAT)
    return PLAYERS[index]


def _replay(reader: _Reader, session: Session, steps: int, stop: int | None) -> None:
    last = None
    for number in range(steps):
        if number == stop:
            session.stop()
            last = None
        else:
            options = _options(session.state)
            if not options:
                raise SaveError(SaveFault.WRONG_SHAPE)
            move = options[reader.of(_widths(session.state, options, last))]
            session.play(move)
            last = _scout_of(move)
