"""Codes: a whole game in so few letters that a person can carry it to another computer on a sheet of paper.

A game is told by numbers: which of the possible moves was played, again and again. Together they are one large
number, and its letters are the code. Likely moves take less room than unlikely ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.game import IllegalMove, SetupError
from mali_powstancy.tabletop.packing import LAST_STEP, Save, SaveError, SaveFault, checked
from mali_powstancy.tabletop.record import Record, RecordError, RecordFault
from mali_powstancy.tabletop.session import Session

# Everything here is written in codes that people keep: lists only grow at their end, and nothing else ever changes
# within a version.
VERSION = 1
SCENARIOS = (
    *("basic-1", "extended-1", "short-1", "short-extended-1"),
    *("basic-2", "extended-2", "short-2", "short-extended-2"),
    *("basic-3", "extended-3", "short-3", "short-extended-3"),
    *("wiarusi-beginner-1", "wiarusi-standard-1", "wiarusi-veteran-1"),
    "wiarusi-open-1",
    *("bitwa-standard-1", "bitwa-short-1"),
)
"""The shipped scenarios of all games by number."""
PLAYERS = (
    *("person", "random", "greedy"),
    *("easy", "easy-helper", "easy-rival"),
    *("medium", "medium-helper", "medium-rival"),
    *("hard", "hard-helper", "hard-rival"),
    *("careful", "strong"),
    "planner",
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
    save = _read(_Digits(_number_of(content)))
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


class _Digits:
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


def _options(session: Session) -> tuple[list[Any], list[int]]:
    """Everything that could happen now and how much room it takes, by the alphabet: a game may list it in any order."""
    game, state = session.game, session.state
    options = sorted([*game.legal_moves(state), *game.chance_outcomes(state)], key=str)
    last = session.steps[-1].move if session.steps else None
    return options, list(game.weights(state, options, last))


def _moves(session: Session) -> list[Digit]:
    """All moves, those of chance included; "stop here" is told in the head."""
    digits, before = [], Session(session.opening)
    for step in session.steps:
        if step.move is not None:
            options, widths = _options(before)
            ends = list(accumulate(widths))
            answer = options.index(step.move)
            start = ends[answer - 1] if answer else 0
            digits.append(Digit(start, ends[answer] - start, ends[-1]))
        before.steps.append(step)
    return digits


# The head: which game it is and how long ----------------------------------------------------------------------------


def _session(record: Record) -> Session:
    """The game replayed; only shipped scenarios have numbers, and none with changed rules."""
    name = record.scenario_name
    if name not in SCENARIOS or library.load_scenario(name).hash != record.hash:
        raise SaveError(SaveFault.OWN_SCENARIO)
    try:
        return Session.from_record(record)
    except RecordError as error:
        raise SaveError(SaveFault.RECORD, error) from error


def _hash_of(scenario: Any) -> int:
    return int(scenario.hash, 16) % HASHES


def _head(session: Session, seats: Sequence[str], lesson: int | None) -> list[Digit]:
    if not set(seats) <= set(PLAYERS):
        raise SaveError(SaveFault.UNKNOWN_PLAYER)
    scenario, game = session.opening.game.scenario, session.game
    steps, stops = len(session.steps), [number for number, step in enumerate(session.steps) if step.move is None]
    return [
        *_small(SCENARIOS.index(scenario.name)),
        *_small(game.RULES),
        _equal(_hash_of(scenario), HASHES),
        *_opening(session, scenario),
        *(digit for name in seats for digit in _small(PLAYERS.index(name))),
        _equal(int(lesson is not None), 2),
        *([] if lesson is None else _small(lesson)),
        *_small(steps),
        _equal(len(stops), 2),  # a game is stopped once at most
        *(_equal(number, steps) for number in stops),
    ]


def _opening(session: Session, scenario: Any) -> list[Digit]:
    """How the game was opened, in the game's own words."""
    digits: list[Digit] = []

    def among(answers: Sequence[Any], answer: Any) -> Any:
        digits.append(_equal(list(answers).index(answer), len(answers)))
        return answer

    if session.game.coded_opening(scenario, session.record.opening, among) is None:
        raise SaveError(SaveFault.ARRANGED)
    return digits


def _read(reader: _Digits) -> Save:
    """The game that a number tells."""
    scenario = _read_scenario(reader)
    session = Session(_read_opening(reader, scenario))
    seats = tuple([_read_player(reader) for _ in session.opening.game.seats])
    lesson = reader.small(LAST_STEP) if reader.equal(2) else None
    steps = reader.small(MOST_STEPS)
    stop = reader.equal(max(steps, 1)) if reader.equal(2) else None
    try:
        _replay(reader, session, steps, stop)
    except IllegalMove as error:  # "stop here" after the end
        raise SaveError(SaveFault.WRONG_SHAPE) from error
    return Save(session.record, seats, lesson)


def _read_opening(reader: _Digits, scenario: Any) -> Any:
    game = library.rules_of(scenario.game_id)
    how = game.coded_opening(scenario, None, lambda answers, _: answers[reader.equal(len(answers))])
    assert how is not None, "what is read can be told"
    try:
        return game.opened(scenario, how)
    except SetupError as error:
        raise SaveError(SaveFault.WRONG_SHAPE) from error


def _read_scenario(reader: _Digits) -> Any:
    index, rules, hashed = reader.small(10**6), reader.small(10**6), reader.equal(HASHES)
    if index >= len(SCENARIOS):
        raise SaveError(SaveFault.NEWER_FORMAT)
    scenario = library.load_scenario(SCENARIOS[index])
    if rules != library.rules_of(scenario.game_id).RULES:
        raise SaveError(SaveFault.RECORD, RecordError(RecordFault.OTHER_RULES, str(rules)))
    if hashed != _hash_of(scenario):
        raise SaveError(SaveFault.RECORD, RecordError(RecordFault.SCENARIO_CHANGED, scenario.name))
    return scenario


def _read_player(reader: _Digits) -> str:
    index = reader.small(10**6)
    if index >= len(PLAYERS):
        raise SaveError(SaveFault.NEWER_FORMAT)
    return PLAYERS[index]


def _replay(reader: _Digits, session: Session, steps: int, stop: int | None) -> None:
    for number in range(steps):
        if number == stop:
            session.stop()
        else:
            options, widths = _options(session)
            if not options:
                raise SaveError(SaveFault.WRONG_SHAPE)
            session.play(options[reader.of(widths)])
