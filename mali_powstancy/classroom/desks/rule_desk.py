"""The rule workshop: change a rule in a form, save it as a scenario file, say what it will do, and let games tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from mali_powstancy.classroom.desks.changed_rules import (
    BASE,
    CLOSED,
    DIE,
    FACES,
    LONGEST_ANSWER,
    LONGEST_NAME,
    MOST_ROADS,
    NAME,
    NUMBERS,
    ROADS,
    BeyondTheForm,
    RoadChange,
    RulesForm,
    changed_scenario,
    faults_of,
    is_face,
    is_length,
    original_rules,
    read_rules,
    rules_like,
    scenario_text,
    tidy,
)
from mali_powstancy.classroom.desks.paired_desk import PairedDesk
from mali_powstancy.classroom.desks.paired_games import PairedGames
from mali_powstancy.classroom.desks.rule_words import NUMBER_LABELS, RuleWords
from mali_powstancy.engine import Scenario, ScenarioError, load_scenario, read_scenario
from mali_powstancy.engine.cards import Colour
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.messages import Download
from mali_powstancy.tabletop.storage import RULES, Shelf, StorageError
from mali_powstancy.tabletop.tomlfile import LARGEST_FILE
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    details,
    group,
    heading,
    line,
    listing,
    note,
    number,
    part,
    pick,
    picture,
    text_block,
    upload,
    verdict,
)
from mali_powstancy.views.page.desk import Message
from mali_powstancy.views.pictures.position_picture import position_picture

LONGEST_FILE_NAME = 80
LONGEST_ROAD = 6
HIGHEST_FACE = 6
"""Longer roads and higher faces are not offered, but a file may have them."""
MEASURES = ("defeats", "gap", "late", "rounds")
"""What the figure compares."""
GUESSED = ("defeats", "gap")
"""What is to be guessed."""


class RuleDesk(PairedDesk):
    """A form for changed rules. All that is wrong is said beside its field; what is good can be saved and compared."""

    def __init__(self, lang: str, shelf: Shelf, seeds: Iterator[int]) -> None:
        super().__init__(lang, seeds)
        self.shelf = shelf
        self.usual = load_scenario(BASE)
        self.words = RuleWords(self.texts)
        self.rules = self._original()
        self.saved = ""
        """The file of the rules in the form; empty if they were not saved as they are."""
        self.said: tuple[str, str] | None = None
        """What was said to the last button: how loudly, and what."""
        self.refused: list[str] = []
        """What is wrong with a file that could not be opened."""
        self._form = 0  # a new number fills the form anew

    @property
    def measures(self) -> Sequence[str]:
        """What the figure compares."""
        return MEASURES

    @property
    def guessed(self) -> Sequence[str]:
        """What is to be guessed."""
        return GUESSED

    def _original(self) -> RulesForm:
        return original_rules(self.texts.say("editor.usual-name"))

    # What the form says.

    @property
    def faults(self) -> dict[str, list[str]]:
        """Everything that is wrong, in kind sentences, by field."""
        return self.words.faults(self.rules)

    @property
    def scenario(self) -> Scenario | None:
        """The rules in the form, if nothing is wrong with them."""
        return None if faults_of(self.rules) else changed_scenario(self.rules)

    @property
    def changes(self) -> list[str]:
        """What is different from the basic game, one sentence for each change."""
        return self.words.changes(self.rules)

    # What can be done.

    def _do_draft(self, message: Message) -> None:
        """Note what stands in a form now; all that is wrong is said at once."""
        self._take(message)
        self.news = self._count_of_faults() if self.faults else ""

    def _do_save(self, message: Message) -> None:
        """Write the rules into a file of their own; what is there is never written over."""
        self._take(message)
        if self.faults:
            self._answer("hint", self._count_of_faults())
            return
        try:
            key = self._free_key()
            self.shelf.write(key, scenario_text(self.rules, key))
        except StorageError:
            self._answer("hint", self.texts.say("editor.not-saved"))
            return
        self.saved = self.shelf.file_name(key)
        self._answer("good", self.texts.say("editor.saved", file=self.saved))

    def _free_key(self) -> str:
        """The name of the rules if it is free or holds the same rules, otherwise with a number."""
        own = changed_scenario(self.rules)
        keys = (own.id if n == 1 else f"{own.id}-{n}" for n in count(1))
        return next(key for key in keys if _holds(self.shelf.read(key), own))

    def _do_original(self, message: Message) -> None:
        """Back to the rules as they are; saved files stay."""
        self._put(self._original())
        self._answer("good", self.texts.say("editor.original-again"))

    def _do_open(self, message: Message) -> None:
        """Fill the form with a saved file."""
        values = message.get("values")
        key = str(values.get("file") if isinstance(values, Mapping) else "")[:80]
        file = self.shelf.file_name(key)
        try:
            text = self.shelf.read(key)
        except StorageError:
            text = None
        if text is None:
            self._answer("hint", self.texts.say("editor.not-opened", file=file))
        elif self._shows(text, file):
            self.saved = file
            self._answer("good", self.texts.say("editor.opened", file=file))

    def _do_open_file(self, message: Message) -> None:
        """Fill the form with a file that somebody has brought; it is only read, and not saved here."""
        text, name = message.get("text"), message.get("name")
        file = (tidy(name, LONGEST_FILE_NAME) if isinstance(name, str) else "") or "rules.toml"
        if self._shows(text if isinstance(text, str) else "", file):
            self._answer("good", self.texts.say("editor.brought", file=file))

    def _shows(self, text: str, file: str) -> bool:
        """Whether the form shows these rules now. A file that it cannot show changes nothing, and it is said why."""
        try:
            rules, _ = read_rules(text, file)
        except ScenarioError as error:
            self._answer("hint", self.texts.say("editor.faulty-file", file=file))
            self.refused = [self.texts.fault(fault) for fault in error.faults[:10]]
            return False
        except BeyondTheForm:
            self._answer("hint", self.texts.say("editor.beyond", file=file))
            return False
        self._put(rules)
        return True

    def _do_download(self, message: Message) -> None:
        """Hand out the file, to be taken to another computer."""
        if (scenario := self.scenario) is not None:
            self.outbox.append(Download(f"{scenario.id}.toml", scenario_text(self.rules)))
            self.news = self.texts.say("editor.downloaded", file=f"{scenario.id}.toml")

    def _do_start(self, message: Message) -> None:
        """Play the pairs of games, once somebody has said what will happen."""
        if self.stage == "playing":
            return
        self._take(message)
        scenario, why = self.scenario, self._refusal()
        if scenario is None or why:
            self._answer("hint", why)
            return
        self.said = None
        self._play_pairs(PairedGames(self.usual, scenario, self.seed, self._usual_games))

    def _refusal(self) -> str:
        """Why nothing can be compared yet; empty if something can."""
        if self.faults:
            return self._count_of_faults()
        if not self.changes:
            return self.texts.say("editor.no-change")
        return "" if self.has_guessed else self.texts.say("editor.guess-first")

    def _answer(self, kind: str, text: str) -> None:
        self.said, self.news, self.refused = (kind, text), text, []

    def _put(self, rules: RulesForm) -> None:
        """Show other rules in the form."""
        self._change(rules)
        self._form += 1

    def _change(self, rules: RulesForm) -> None:
        """Other rules in the form: what was saved, guessed and played belongs to those of before."""
        if rules == self.rules:
            return
        self.rules = rules
        self.saved, self.said, self.refused = "", None, []
        if self.pairs is not None:
            self._forget_games()

    def _take(self, message: Message) -> None:
        """Take over what stands in a form; what does not fit is left as it was."""
        values = message.get("values")
        if not isinstance(values, Mapping):
            return
        self._take_guess(values)
        self._change(self._rules_in(values))

    def _rules_in(self, values: Mapping[str, Any]) -> RulesForm:
        """The rules with everything that these values change."""

        def text(key: str, before: str) -> str:
            given = values.get(key)
            return tidy(given, LONGEST_ANSWER) if isinstance(given, str) else before

        def fitting(key: str, before: str, fits: Callable[[object], bool]) -> str:
            given = values.get(key)
            return str(given) if fits(given) else before

        rules, places = self.rules, ["", *self.usual.board.place]
        roads = [
            RoadChange(
                fitting(f"start-{row}", change.start, places.__contains__),
                fitting(f"to-{row}", change.to, places.__contains__),
                fitting(f"what-{row}", change.what, is_length),
            )
            for row, change in enumerate(rules.roads)
        ]
        faces = [fitting(f"face-{at}", face, is_face) for at, face in enumerate(rules.faces)]
        name = values.get(NAME)
        return RulesForm(
            tidy(name, LONGEST_NAME) if isinstance(name, str) else rules.name,
            tuple(roads),
            tuple(faces),
            *(text(field, rules.number(field)) for field in NUMBERS),
        )

    # What is said.

    def _count_of_faults(self) -> str:
        return self.texts.count("editor.faults", sum(map(len, self.faults.values())))

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """The form, what is different, and the games that tell what it does."""
        say = self.texts.say
        return [
            heading(say("editor.title")),
            note(say("editor.about")),
            self._rules_form(),
            *self._said_blocks(),
            *self._changes_blocks(),
            *self._files_blocks(),
            heading(say("editor.guess.title"), 4),
            group("run", [*self._guess_blocks(), *self._state_blocks()]),
        ]

    def _rules_form(self) -> Object:
        say, rules, faults = self.texts.say, self.rules, self.faults
        fields = [
            line(NAME, say("editor.name"), rules.name, faults=faults.get(NAME, [])),
            part(
                ROADS, say("editor.roads"), list(self._rows()), say("editor.roads.about"), faults=faults.get(ROADS, [])
            ),
            part(
                DIE, say("editor.die"), list(self._face_fields()), say("editor.die.about"), faults=faults.get(DIE, [])
            ),
            part(
                "numbers",
                say("editor.numbers"),
                [
                    number(field, say(label), rules.number(field), faults=faults.get(field, []))
                    for field, label in NUMBER_LABELS.items()
                ],
                faults=faults.get("", []),
            ),
        ]
        save = button("save", say("editor.save"), {"do": "save"}, "primary")
        original = button("original", say("editor.original"), {"do": "original"})
        return ask(f"rules-{self._form}", fields, save, also=[original], live=True)

    def _rows(self) -> Iterator[Object]:
        """A row for every changed road, and an empty one for the next."""
        say, faults = self.texts.say, self.faults
        rows = [*self.rules.asked_roads]
        shown = min(max(rows, default=-1) + 2, MOST_ROADS)
        for row, change in enumerate(self.rules.roads[:shown]):
            fields = [
                pick(f"start-{row}", say("editor.road.start"), self.words.places(), change.start),
                pick(f"to-{row}", say("editor.road.to"), self.words.places(), change.to),
                pick(f"what-{row}", say("editor.road.what"), self._lengths(change), change.what),
            ]
            own = faults.get(f"{ROADS}.{row}", [])
            yield part(f"{ROADS}.{row}", say("editor.road", n=row + 1), fields, self._now(change), faults=own)

    def _now(self, change: RoadChange) -> str | None:
        """How the road is on the usual board, as soon as one knows which is meant."""
        if not (change.start and change.to) or change.start == change.to:
            return None
        length = self.words.length(change)
        return self.texts.say("editor.road.none") if length is None else self.texts.say("editor.road.now", n=length)

    def _lengths(self, change: RoadChange) -> list[tuple[str, str]]:
        say = self.texts.say
        lengths = [str(length) for length in range(1, LONGEST_ROAD + 1)]
        if change.what not in ("", CLOSED, *lengths):
            lengths.append(change.what)
        known = [("", say("editor.choose")), (CLOSED, say("editor.closed"))]
        return known + [(length, say("editor.length", n=length)) for length in lengths]

    def _face_fields(self) -> Iterator[Object]:
        for at, face in enumerate(self.rules.faces):
            yield pick(f"face-{at}", self.texts.say("editor.face", n=at + 1), self._face_options(face), face)

    def _face_options(self, face: str) -> list[tuple[str, str]]:
        faces = [f"{colour} {number}" for colour in Colour for number in range(1, HIGHEST_FACE + 1)]
        if face and face not in faces:
            faces.append(face)
        return [(name, self.words.face(name)) for name in (*faces, "")]

    def _said_blocks(self) -> Iterator[Object]:
        if self.said is not None:
            kind, text = self.said
            yield verdict("right" if kind == "good" else "empty", "", text)
        if self.refused:
            yield listing(self.texts.say("editor.file-faults"), self.refused)

    def _changes_blocks(self) -> Iterator[Object]:
        say, scenario = self.texts.say, self.scenario
        if scenario is None:
            yield text_block(self._count_of_faults(), "hint")
            return
        changes = self.changes
        yield listing(say("editor.changes"), changes or [say("editor.changes.none")])
        if len(changes) > 1:
            yield text_block(say("editor.one-at-a-time"), "hint")
        roads = rules_like(scenario, self.rules.name).asked_roads.values()
        ends = {end for change in roads for end in (change.start, change.to)}
        if roads:
            drawn = position_picture(scenario.board, self.language, marked=sorted(ends))
            yield details("map", say("editor.map"), [picture(drawn, " ".join(changes))], is_open=True)

    def _files_blocks(self) -> Iterator[Object]:
        say = self.texts.say
        kept = _keys(self.shelf)
        blocks: list[Object] = []
        if kept:
            files = [(key, self.shelf.file_name(key)) for key in kept]
            open_it = button("open", say("editor.open"), {"do": "open"})
            # The list is made anew when there is another file, or another one was opened.
            key = f"files-{self._form}-{len(kept)}-{kept[0]}"
            blocks.append(ask(key, [pick("file", say("editor.file"), files, kept[0])], open_it))
        if self.scenario is not None:
            blocks.append(buttons(button("download", say("editor.download"), {"do": "download"})))
        blocks.append(upload("rules-file", say("editor.bring"), RULES[1], LARGEST_FILE, {"do": "open-file"}))
        yield details("files", say("editor.files"), blocks)

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """What stands in the form, and which games were played: the same ones are quickly played again."""
        if self.rules == self._original() and not self.guess:
            return None
        return {
            "rules": {**self.rules._asdict(), "roads": [list(road) for road in self.rules.roads]},
            "guess": self.guess,
            "seed": self.seed,
        }

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Fill in the form as it was; what does not fit is ignored."""
        kept, guess = memory.get("rules"), memory.get("guess")
        values: dict[str, object] = dict(guess) if isinstance(guess, Mapping) else {}
        if isinstance(kept, Mapping):
            values |= {field: kept.get(field) for field in (NAME, *NUMBERS)}
            values |= {f"face-{at}": face for at, face in enumerate(_listed(kept.get("faces"), FACES))}
            for row, road in enumerate(_listed(kept.get("roads"), MOST_ROADS)):
                names = (f"start-{row}", f"to-{row}", f"what-{row}")
                values |= dict(zip(names, _listed(road, 3), strict=False))
        self._take({"values": values})
        self._take_seed(memory)

    def __str__(self) -> str:
        """The rules, what is wrong with them, and what the games say."""
        say = self.texts.say
        lines = [say("editor.state", name=self.rules.name)]
        if self.faults:
            lines += [self._count_of_faults(), *(each for faults in self.faults.values() for each in faults)]
        else:
            lines += self.changes or [say("editor.changes.none")]
        lines += self._stage_lines()
        return "\n".join(lines)


def last_saved(shelf: Shelf) -> Scenario | None:
    """The rules that were saved last and can be played; None if there are none."""
    for key in _keys(shelf):
        try:
            return read_scenario(shelf.read(key) or "", shelf.file_name(key))
        except (ScenarioError, StorageError):
            continue
    return None


def _keys(shelf: Shelf) -> list[str]:
    """What the shelf keeps; nothing if it cannot be read."""
    try:
        return shelf.keys()
    except StorageError:
        return []


def _holds(text: str | None, scenario: Scenario) -> bool:
    """Whether a file may be written: there is none, or it holds the same rules; a damaged one stays as it is."""
    try:
        return text is None or read_scenario(text).part_hashes == scenario.part_hashes
    except ScenarioError:
        return False


def _listed(value: object, most: int) -> list[Any]:
    return list(value)[:most] if isinstance(value, list | tuple) else []
