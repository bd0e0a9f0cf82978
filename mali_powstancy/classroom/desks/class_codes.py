"""The codes of a class: a teacher pastes one for each group, and all their ways come onto one map, unranked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from mali_powstancy.classroom.figures import lesson_look
from mali_powstancy.engine import (
    outcome,
)
from mali_powstancy.engine.tally import DELIVERED, LATE
from mali_powstancy.history import amount, number
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.notices import told
from mali_powstancy.tabletop.packing import PERSON, Save, SaveError, SaveFault
from mali_powstancy.tabletop.reading import read_game
from mali_powstancy.tabletop.record import Record, RecordError
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import Texts
from mali_powstancy.views.figures.class_maps import class_map
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.figures.games import order_lives
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    details,
    heading,
    listing,
    note,
    table,
    text_block,
    verdict,
    words,
)
from mali_powstancy.views.page.desk import Desk, Message

MOST_LINES = 40
"""No class has more groups; what stands below is not read."""
ROWS = 8
"""So many lines of the field can be seen at once."""
BASIC, EXTENDED = "basic", "extended"
"""The variants of which there are sample games."""
_SAMPLES = {BASIC: "sample-games.toml", EXTENDED: "sample-games-extended.toml"}
HISTORY = "letters-per-day"
"""The number of history that the class is compared with."""
_COUNTED = re.compile(r"^\d{1,2}\s*[.):]\s*")
"""What somebody has written before a code to count it: `3.` or `3)`."""


class Group(NamedTuple):
    """What the game of one group came to; nothing in it tells who played."""

    number: int
    """The line in which its code stands."""
    game: Session
    is_by_computers: bool

    @property
    def fates(self) -> list[str]:
        """What became of each order that was laid on the track."""
        return [life.fate for life in order_lives(self.game)]

    @property
    def delivered(self) -> int:
        """How many orders came to where they belong."""
        return self.fates.count(DELIVERED)

    @property
    def late(self) -> int:
        """How many orders left the track undelivered."""
        return self.fates.count(LATE)

    def name(self, texts: Texts) -> str:
        """Its number, and whether only computer players sat at the table."""
        name = texts.say("figure.class.group", n=self.number)
        return texts.say("class.by-computers", group=name) if self.is_by_computers else name

    def ending(self, texts: Texts) -> str:
        """How its game ended, in a few words."""
        ended = outcome(self.game.state)
        return texts.say("class.goes-on") if ended is None else texts.say(f"ending.{ended.ending}.short")

    @property
    def is_extended(self) -> bool:
        """Districts can fall in its game."""
        return bool(self.game.state.game.is_extended)

    def fallen(self, texts: Texts) -> str:
        """The districts that have fallen in its game, if any."""
        state = self.game.state
        names = [texts.district(district, state.game) for district in state.fallen]
        return ", ".join(names) or texts.say("class.no-fall")

    def cells(self, texts: Texts, *, with_falls: bool = False) -> list[str]:
        """Its row of the table."""
        state = self.game.state
        numbers = (self.delivered, self.late, len(state.tokens), state.round)
        fallen = [self.fallen(texts)] if with_falls else []
        return [self.name(texts), *map(str, numbers), *fallen, self.ending(texts)]


class Refused(NamedTuple):
    """A line that gives no game, and why."""

    number: int
    why: str


class ClassDesk(Desk):
    """A field for codes, one in a line; below it what the groups have done, and all their ways on one map."""

    def __init__(self, lang: str, variant: str = BASIC) -> None:
        super().__init__(lang)
        self.variant = variant
        """Of which variant the sample games are; codes of every game can be pasted."""
        self.lines: list[str] = []
        """What stands in the field, without empty lines."""
        self.groups: list[Group] = []
        self.refused: list[Refused] = []
        self.was_read = False
        """The lines have been looked at since somebody pressed the button."""
        self._figure: Figure | None = None
        self._form = 0  # a new number fills the form anew

    # What can be done.

    def _do_draft(self, message: Message) -> None:
        """Note what was pasted so far; it is read when the button is pressed."""
        self._take(message)

    def _do_read(self, message: Message) -> None:
        """Read all lines, and show what they tell."""
        self._take(message)
        self._form += 1
        self._read()

    def _do_sample(self, message: Message) -> None:
        """Add games that computers have played, to try everything out."""
        self._take(message)
        self.lines += [code for code in sample_codes(self.variant) if code not in self.lines]
        self._form += 1
        self._read()

    def _do_remove(self, message: Message) -> None:
        """Take one line away."""
        line = message["line"]
        if type(line) is int and 1 <= line <= len(self.lines):
            del self.lines[line - 1]
        self._form += 1
        self._read()

    def _do_clear(self, message: Message) -> None:
        """An empty field for the next class."""
        self.lines = []
        self._form += 1
        self._read()
        self.was_read = False
        self.news = self.texts.say("class.state.empty")

    def _take(self, message: Message) -> None:
        values = message.get("values")
        if isinstance(values, Mapping) and isinstance(text := values.get("codes"), str):
            self.lines = _lines(text)

    def _read(self) -> None:
        """Find the game of every line, or say why there is none."""
        self.groups, self.refused, self._figure = [], [], None
        seen: dict[str, int] = {}
        for place, line in enumerate(self.lines[:MOST_LINES], 1):
            try:
                save = game_in(line)
                game = Session.from_record(save.record)
            except (SaveError, RecordError) as error:
                self.refused.append(Refused(place, told(error)(self.texts)))
                continue
            told_as = save.record.to_json()
            if told_as in seen:
                again = self.texts.say("class.again", other=seen[told_as])
                self.refused.append(Refused(place, again))
                continue
            seen[told_as] = place
            self.groups.append(Group(place, game, PERSON not in save.seats))
        if self.groups:
            games = {group.name(self.texts): group.game for group in self.groups}
            self._figure = class_map(games, lang=self.language, look=lesson_look())
        self.was_read = True
        self.news = self._summary()

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """The field, what is wrong with which line, the table of the groups, and how to take lines away."""
        return [*self._field(), *self._troubles(), *self._results(), *self._removing()]

    def _field(self) -> Iterator[Object]:
        say = self.texts.say
        yield heading(say("class.title"))
        yield text_block(say("class.task"), "ask")
        field = words("codes", say("class.label"), "\n".join(self.lines), rows=ROWS)
        read = button("read", say("class.read"), {"do": "read"}, "primary")
        sample = button("sample", say("class.sample"), {"do": "sample"})
        yield ask(f"codes-{self._form}", [field], read, also=[sample], live=True)
        yield note(say("class.privacy"))

    def _troubles(self) -> Iterator[Object]:
        """A sentence for every line that gives no game; the others count all the same."""
        if not self.was_read:
            return
        say = self.texts.say
        if not self.lines:
            yield verdict("empty", "", say("class.empty"))
        if self.refused:
            lines = [say("class.line", n=refused.number, why=refused.why) for refused in self.refused]
            yield listing(say("class.troubles"), lines)
            yield note(say("class.mend", game=say("table.bar.game"), save=say("table.game.save")))
        if len(self.lines) > MOST_LINES:
            yield note(say("class.too-many", most=MOST_LINES))

    def _results(self) -> Iterator[Object]:
        if not self.groups:
            return
        say = self.texts.say
        yield text_block(self._summary(), "good")
        yield table(say("class.table"), self._head(), self._rows())
        yield text_block(self._beside_history(), "plain")

    def _removing(self) -> Iterator[Object]:
        if not self.was_read or not self.lines:
            return
        say = self.texts.say
        removing = [
            button(f"remove-{line}", say("class.remove", n=line), {"do": "remove", "line": line})
            for line in range(1, min(len(self.lines), MOST_LINES) + 1)
        ]
        clear = button("clear", say("class.clear"), {"do": "clear"}, "quiet")
        yield details("remove", say("class.removing"), [buttons(*removing, clear, label=say("class.removing"))])

    @property
    def _with_falls(self) -> bool:
        """A column for fallen districts stands only where some can fall."""
        return any(group.is_extended for group in self.groups)

    def _rows(self) -> list[list[str]]:
        return [group.cells(self.texts, with_falls=self._with_falls) for group in self.groups]

    def _head(self) -> list[str]:
        say = self.texts.say
        return [
            say("class.column.group"),
            say("figure.class.delivered"),
            say("figure.class.late"),
            say("class.column.tokens"),
            say("figure.class.rounds"),
            *([say("class.column.fallen")] if self._with_falls else []),
            say("class.column.ending"),
        ]

    def _summary(self) -> str:
        """What the whole class has done together."""
        if not self.groups:
            return self.texts.say("class.none" if self.lines else "class.empty")
        games = self.texts.count("count.games", len(self.groups))
        orders = self.texts.count("class.delivered", sum(group.delivered for group in self.groups))
        return self.texts.say("class.summary", games=games, orders=orders)

    def _beside_history(self) -> str:
        return self.texts.say("class.history", letters=amount(number(HISTORY), self.language))

    def figure(self) -> Figure | None:
        """All ways on one map."""
        return self._figure

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """The lines, and whether they were read."""
        return {"lines": self.lines, "read": self.was_read} if self.lines else None

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Put the lines back into the field; what does not fit is ignored."""
        lines = memory.get("lines")
        if not isinstance(lines, list):
            return
        self.lines = [line for line in lines if isinstance(line, str) and line.strip()]
        if self.lines and memory.get("read") is True:
            self._read()
            self.news = ""

    def __str__(self) -> str:
        if not self.was_read or not self.lines:
            return self.texts.say("class.state.empty")
        rows = [", ".join(cells) for cells in self._rows()]
        lines = [self.texts.say("class.line", n=refused.number, why=refused.why) for refused in self.refused]
        return "\n".join([self._summary(), *rows, *lines])


def _lines(text: str) -> list[str]:
    """The lines that hold something, without what somebody has written before them to count them."""
    return [line for raw in text.splitlines() if (line := _COUNTED.sub("", raw.strip(), count=1))]


def game_in(text: str) -> Save:
    """The game of a code, a packed save or a record; `SaveError` says why there is none."""
    save = read_game(text)
    if save.lesson is not None:
        raise SaveError(SaveFault.EXERCISE)
    return save


@cache
def sample_codes(variant: str = BASIC) -> tuple[str, ...]:
    """Three short games between computer players: one to its end, one that was stopped, one that all have lost.

    Raise `LookupError` if there are none of this variant, and say of which there are.
    """
    if variant not in _SAMPLES:
        raise LookupError(f"there are no sample games for {variant!r}; choose from: {', '.join(_SAMPLES)}")
    text = files("mali_powstancy").joinpath("data", "lessons", _SAMPLES[variant]).read_text("utf-8")
    return tuple(game["code"] for game in tomllib.loads(text)["game"])


def sample_games(variant: str = BASIC) -> list[Record]:
    """The games of the sample codes, ready for a figure."""
    return [game_in(code).record for code in sample_codes(variant)]
