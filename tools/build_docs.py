"""Write the rules as documents, linked to code and tests, the glossary, and the list of changes that tests notice."""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.texts.glossary import Term, terms
from tools.build_texts import messages_in

ROOT = Path(__file__).resolve().parent.parent
TESTS = "tests"
LANGUAGES = ("en", "pl")
GENERATED = {"en": "Made by `make docs` from the texts, the code and the tests. Please don't edit it by hand."}
GENERATED["pl"] = "Plik tworzy polecenie `make docs` z tekstów, kodu i testów. Nie zmieniaj go ręcznie."

CODE_AND_TESTS = {"en": "Code and tests", "pl": "Kod i testy", "both": "Code and tests / Kod i testy"}
RULINGS = """\
# {title}

<!-- {generated} -->

Where the rulebook is silent, the game follows these rulings. The code and the tests that put a ruling into practice
quote its id. The rules themselves: [in English]({rules}).

Tam, gdzie instrukcja milczy, gra trzyma się tych ustaleń. Kod i testy, które wprowadzają ustalenie, podają jego numer.
Same zasady: [po polsku]({rules_pl})."""

MUTANT_TABLE = """\
# Mutants

<!-- {generated} -->

Each row breaks a rule on purpose, just as a mistake in the code or the data might. `make mutants` makes one change at
a time and runs only the tests with a rule's id in their names. For each rule in the row, at least one test has to fail.
"""
MUTANTS_OF_A_GAME = """\
## {name}

The list is in [{source}](../{source}).

| rules | the mistake | file | line and changed line |
|---|---|---|---|
{rows}
"""

GLOSSARY = """\
# Słowniczek / Glossary

<!-- {generated} -->

Każde pojęcie kursu ma w tym projekcie jedną nazwę polską i jedną angielską; tych samych słów używają zasady, lekcje
i program.

Every term in the course has one Polish and one English name. The rules, the lessons and the program all use the same
words.
"""
GLOSSARY_SECTIONS = {
    "game": "Gra / The game",
    "wiarusi": "Gra Wiarusi / The game Wiarusi",
    "bitwa-warszawska": "Gra Bitwa Warszawska / The game Bitwa Warszawska",
    "history": "Historia / History",
    "method": "Jak się dowiadujemy / How we find out",
}

IN_THE_CODE = {
    "object": "object",
    "field": "field",
    "plain-field": "plain field",
    "space": "space",
    "start-object": "start object",
    "temper": "temper",
    "common-defeat": "common defeat",
}
"""What the code calls a term that readers know by another English name: the id of the term and the code's name."""
CODE_TABLE = """\
## In the code

Readers and code use different words for these; the code keeps its older names.

| readers say | the code says |
|---|---|
{rows}
"""

RuleId = str
RuleTexts = Mapping[RuleId, tuple[str, str]]
"""Title and text by rule."""


class RuleBook(NamedTuple):
    """A game with rules of its own: where they are told, carried out, proved and broken, and how its pages begin."""

    name: str
    letters: str
    """How the ids of its rules begin, as a pattern; those of house rulings begin with H."""
    texts: str
    code: str
    mutants: str
    page: str
    """What its pages are called after: `docs/rules{page}.md`."""
    title: Mapping[str, str]
    """Of the page with the rules in each language, and of the one with the rulings in both."""
    introduction: Mapping[str, str]
    parts: Mapping[RuleId, tuple[str, str]]
    """The parts of the rules: the first id of each, its title in English and in Polish."""
    sections: Mapping[RuleId, tuple[str, str]]
    """The sections of the parts, likewise."""

    def catalogue(self, language: str) -> str:
        """The file with the texts of its rules."""
        return f"{self.texts}/{language}/rules.po"

    def rules(self, language: str) -> str:
        """The page with its rules in a language."""
        return f"rules{self.page}{'.pl' if language == 'pl' else ''}.md"

    @property
    def rulings(self) -> str:
        """The page with its house rulings in both languages."""
        return f"rulings{self.page}.md"


MALI_POWSTANCY = RuleBook(
    name="Mali Powstańcy",
    letters="[BEH]",
    texts="mali_powstancy/texts",
    code="mali_powstancy/engine",
    mutants="tools/mutants.toml",
    page="",
    title={"en": "Rules of the game", "pl": "Zasady gry", "both": "House rulings / Ustalenia domowe"},
    introduction={
        "en": (
            "This is how the program plays the game: an unofficial educational reconstruction, in our own words. "
            "Where the rulebook is silent, the [house rulings](rulings.md) say more. [Po polsku](rules.pl.md)."
        ),
        "pl": (
            "Tak w tę grę gra program; jest to nieoficjalna rekonstrukcja edukacyjna, opisana naszymi słowami. "
            "Tam, gdzie instrukcja milczy, więcej mówią [ustalenia domowe](rulings.md). [In English](rules.md)."
        ),
    },
    parts={"B-1": ("Basic variant", "Wariant podstawowy"), "E-1": ("Extended variant", "Wariant rozszerzony")},
    sections={
        "B-1": ("Set-up", "Przygotowanie gry"),
        "B-5": ("The round and the orders", "Runda i rozkazy"),
        "B-11": ("Movement", "Ruch"),
        "B-18": ("The soldier", "Żołnierz"),
        "B-23": ("Time passes", "Upływ czasu"),
        "B-28": ("The end of the game", "Koniec gry"),
        "E-1": ("Set-up", "Przygotowanie gry"),
        "E-4": ("The move and the action", "Ruch i akcja"),
        "E-9": ("Time passes, districts fall", "Upływ czasu i upadek dzielnic"),
        "E-15": ("The end of the game", "Koniec gry"),
    },
)
WIARUSI = RuleBook(
    name="Wiarusi",
    letters="(?:H?W|K)",
    texts="mali_powstancy/wiarusi/texts",
    code="mali_powstancy/wiarusi",
    mutants="tools/mutants-wiarusi.toml",
    page="-wiarusi",
    title={
        "en": "Rules of Wiarusi",
        "pl": "Zasady gry Wiarusi",
        "both": "House rulings for Wiarusi / Ustalenia domowe do gry Wiarusi",
    },
    introduction={
        "en": (
            "*Wiarusi* is the Polish edition of *Les Poilus* (in English *The Grizzled*), a game by Fabien Riffaud and "
            "Juan Rodríguez. This is how the program plays it: an unofficial educational reconstruction, in our own "
            "words. Where the rulebook is silent, the [house rulings](rulings-wiarusi.md) say more. "
            "We haven't seen every Polish card, so some of the Polish names of hard knocks are ours; where one is, "
            "its text says so. [Po polsku](rules-wiarusi.pl.md)."
        ),
        "pl": (
            "*Wiarusi* to polskie wydanie gry *Les Poilus* (po angielsku *The Grizzled*), której autorami są Fabien "
            "Riffaud i Juan Rodríguez. Tak w tę grę gra program; jest to nieoficjalna rekonstrukcja edukacyjna, "
            "opisana naszymi słowami. Tam, gdzie instrukcja milczy, więcej mówią "
            "[ustalenia domowe](rulings-wiarusi.md). Nie widzieliśmy wszystkich polskich kart, dlatego niektóre nazwy "
            "kart brutalnego losu są nasze; przy każdej takiej nazwie to piszemy. [In English](rules-wiarusi.md)."
        ),
    },
    parts={
        "W-1": ("The rules", "Zasady"),
        "K-1": ("Hard knocks and Merry Christmas", "Brutalny los i Wesołych Świąt!"),
    },
    sections={
        "W-1": ("Set-up", "Przygotowanie gry"),
        "W-9": ("Preparing a mission", "Przygotowanie misji"),
        "W-13": ("The mission", "Misja"),
        "W-35": ("The end of a mission and support", "Koniec misji i wsparcie"),
        "W-46": ("Morale drop", "Spadek morale"),
        "W-51": ("Levels and two players", "Poziomy i gra we dwoje"),
        "W-60": ("Clarifications", "Objaśnienia"),
    },
)
BITWA_WARSZAWSKA = RuleBook(
    name="Bitwa Warszawska",
    letters="H?V",
    texts="mali_powstancy/bitwa_warszawska/texts",
    code="mali_powstancy/bitwa_warszawska",
    mutants="tools/mutants-bitwa.toml",
    page="-bitwa-warszawska",
    title={
        "en": "Rules of Bitwa Warszawska",
        "pl": "Zasady gry Bitwa Warszawska",
        "both": "House rulings for Bitwa Warszawska / Ustalenia domowe do gry Bitwa Warszawska",
    },
    introduction={
        "en": (
            "*Bitwa Warszawska* is a game by Michał Sieńko (Zielona Sowa, 2020). This is how the program plays it: an "
            "unofficial educational reconstruction, in our own words. The rulebook prints 12 of the 106 army cards; "
            "the other 94 are ours, and each card says so. Where the rulebook is silent, the "
            "[house rulings](rulings-bitwa-warszawska.md) say more. [Po polsku](rules-bitwa-warszawska.pl.md)."
        ),
        "pl": (
            "*Bitwa Warszawska* to gra Michała Sieńki (Zielona Sowa, 2020). Tak w tę grę gra program; jest to "
            "nieoficjalna rekonstrukcja edukacyjna, opisana naszymi słowami. Instrukcja pokazuje 12 ze 106 kart armii; "
            "pozostałe 94 są nasze i na każdej to piszemy. Tam, gdzie instrukcja milczy, więcej mówią "
            "[ustalenia domowe](rulings-bitwa-warszawska.md). [In English](rules-bitwa-warszawska.md)."
        ),
    },
    parts={"V-1": ("The rules", "Zasady")},
    sections={
        "V-1": ("The frame", "Ramy gry"),
        "V-8": ("Set-up", "Przygotowanie gry"),
        "V-17": ("Preparing the first round", "Przygotowanie pierwszej rundy"),
        "V-21": ("The scoring marker", "Znacznik dodatkowej punktacji"),
        "V-23": ("The duel for resource cards", "Pojedynek o karty zasobów"),
        "V-36": ("Actions", "Akcje"),
        "V-62": ("Battles", "Bitwy"),
        "V-74": ("The end of the game", "Koniec gry"),
    },
)
GAMES = (MALI_POWSTANCY, WIARUSI, BITWA_WARSZAWSKA)

PROGRAMMERS_WORDS = {
    # word: (what it means, the module that declares it)
    "GAMES": ("the list of all games, each by its id and its modules", "tabletop.library"),
    "Game": ("the rules of a game: a module with these functions", "tabletop.game"),
    "Players": ("who can sit at a game's tables, persons and bots: another such module", "tabletop.players"),
    "Board": ("how a game is shown, told and clicked: another such module", "tabletop.board"),
    "Tally": ("what a game counts: how its events become a row; another such module", "tabletop.tally"),
    "RULES": ("the version of a game's rules; it grows when the same moves would lead elsewhere", "tabletop.game"),
    "Scenario": ("a variant of a game with all its numbers, read from a file", "tabletop.game"),
    "Seat": ("a place at the table, counted from 0; no person", "tabletop.game"),
    "sides": ("the seats that win together: one side where everyone does", "tabletop.game"),
    "CHANCE": ("the player that draws cards and rolls dice", "tabletop.game"),
    "GameState": ("a position, as a value", "engine.state"),
    "Observation": ("what one seat may know of a position", "engine.observation"),
    "Reason": ("why a move is refused, with the id of the rule", "tabletop.game"),
    "asked_at_once": ("the seats that have to answer now without seeing each other's answers", "tabletop.game"),
    "Session": ("a game in progress: its opening and its steps", "tabletop.session"),
    "Record": ("a game as it is written down: how it was opened, and its moves", "tabletop.record"),
    "Save": ("a record with who sits where, packed with a checksum", "tabletop.packing"),
    "code_of": ("a code: the same in so few letters that it fits on a slip of paper", "tabletop.codes"),
    "Storage": ("where texts are kept by key: files, memory or the page", "tabletop.storage"),
    "Keeper": ("looks after one kept text: finds it, keeps it, says why it can't", "tabletop.keeper"),
    "Table": ("a session with people and bots in its seats, who act, take back and ask for hints", "tabletop.table"),
    "Screen": ("what some of the people at a table look at together", "tabletop.table"),
    "holder": ("the seat whose secrets a screen may show; nobody's behind the curtain", "tabletop.table"),
    "Host": ("everything on one board: menu, table, lesson, replay, dialogs, notices", "tabletop.host"),
    "Menu": ("which scenario, how many players, who sits where", "tabletop.menu"),
    "Notice": ("a sentence about what was just tried", "tabletop.notices"),
    "GESTURES": ("what can be done on the drawing itself, besides pressing buttons", "tabletop.board"),
    "stage": ("the part of a view that is drawn and changes with the position", "tabletop.board"),
    "scenes": ("what has just happened, one event after the other, as the page plays it", "views.board.scenes"),
    "Script": ("the first lesson or an exercise on the board, step by step, as data", "tabletop.scripts"),
    "Beginning": ("the position that a script or one of its steps begins with, and who is asked", "tabletop.scripts"),
    "Lesson": ("a script at one of its steps", "tabletop.scripts"),
    "Verdict": ("what is said to an answer, and whether it is right", "tabletop.scripts"),
    "Bot": ("a computer player: what its seat sees goes in, a legal move comes out", "tabletop.playing"),
    "Referee": ("asks the bots of one game for their moves and lets no bad answer pass", "tabletop.playing"),
    "Adviser": ("a bot that gives reasons for its move", "tabletop.advice"),
    "Because": ("one such reason: the key of its sentence and the values in it", "tabletop.advice"),
    "Catalogue": ("messages by key in one language", "tabletop.texts"),
    "Fault": ("one thing that is wrong with a file; all are told at once", "tabletop.tomlfile"),
    "Row": ("what is kept of one game among many", "tabletop.tally"),
    "Games": ("many games of one scenario between the same bots, a row each", "lab.rows"),
    "Estimate": ("a value with the interval in which the true one may be expected", "lab.intervals"),
    "Rows": ("results with names, for plotly or pandas", "analysis.tables"),
    "FallsResult": ("how districts fell in the games that are shipped", "analysis.results"),
    "HistoryEvent": ("something that happened in 1944, with its sources", "history.items"),
    "Figure": ("a chart or map as data, with a sentence and a table that say the same", "views.figures.figure"),
    "Desk": ("something to do on a page: messages go in, blocks come out", "views.page.desk"),
    "Panel": ("the widget that shows a desk", "views.page.panel"),
    "BoardWidget": ("the widget that shows a host", "views.board.widget"),
    "LessonTasks": ("what a lesson asks: exercises, quiz and exit ticket", "classroom.lesson_files"),
    "Exercise": ("a task with its right answer and a reply to every wrong one", "classroom.exercises"),
    "QuestionMaker": ("makes a question from a real position", "classroom.makers.making"),
}
WORDS_TABLE = """\
## The programmer's words

This is what each name means throughout the program. Inside its own package a game can use one of them for what only
that game has: the `Board` in `engine` is the map, and its `Game` is whatever stays the same from the first move on.

| word | meaning | module |
|---|---|---|
{rows}
"""


class Mention(NamedTuple):
    """A function, class or test, and the file it is in; no line number, so that unrelated edits change nothing."""

    file: str
    name: str


class Mutant(NamedTuple):
    """A change in one line of a file, by which it breaks rules; `why` says how."""

    rules: tuple[RuleId, ...]
    file: str
    old: str
    new: str
    why: str

    @property
    def label(self) -> str:
        """How it is named in reports."""
        return f"{', '.join(self.rules)}: {self.why}"


# Finding ------------------------------------------------------------------------------------------------------------


def rule_ids(catalogue: Path) -> list[RuleId]:
    """The ids of all rules that have a text, in the order of the catalogue."""
    return re.findall(r'^msgid "rule\.([A-Z]+-\d+)\.title"$', catalogue.read_text("utf-8"), re.MULTILINE)


def rule_texts(catalogue: Path) -> RuleTexts:
    """Title and text of every rule in a catalogue."""
    found = messages_in(catalogue)
    return {rule: (found[f"rule.{rule}.title"][0], found[f"rule.{rule}.text"][0]) for rule in rule_ids(catalogue)}


@cache
def tree_of(code: str) -> ast.Module:
    """A module, parsed once for the rulebooks of all games."""
    return ast.parse(code)


def definitions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """All functions and classes of a module by their full names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield prefix + node.name, node
            yield from definitions(node, f"{prefix}{node.name}.")


def cited(docstring: str, game: RuleBook) -> list[RuleId]:
    """The ids in square brackets: `[B-14, H-2]`. Ids of the board (D-, R-, ...) are no rules."""
    lists = re.findall(r"\[([A-Z]+-\d+(?:,\s*[A-Z]+-\d+)*)\]", docstring)
    return re.findall(rf"\b{game.letters}-\d+", " ".join(lists))


def citing_functions(root: Path, game: RuleBook) -> dict[RuleId, list[Mention]]:
    """The functions and classes of a game's engine whose docstring cites a rule."""
    found: dict[RuleId, list[Mention]] = {}
    for path in sorted((root / game.code).rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for name, node in definitions(tree_of(path.read_text("utf-8"))):
            for rule in dict.fromkeys(cited(ast.get_docstring(node) or "", game)):
                found.setdefault(rule, []).append(Mention(file, name))
    return found


def proving_tests(root: Path, game: RuleBook) -> dict[RuleId, list[Mention]]:
    """The tests whose name carries the id of a rule: `test_a_jump_never_lands_on_the_soldier_B_15_H_1`."""
    found: dict[RuleId, list[Mention]] = {}
    for path in sorted((root / TESTS).rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for name, node in definitions(tree_of(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                for rule in re.findall(rf"(?<=_){game.letters}_\d+(?=_|$)", node.name):
                    found.setdefault(rule.replace("_", "-"), []).append(Mention(file, name))
    return found


def listed_mutants(root: Path, game: RuleBook) -> list[Mutant]:
    """All mutants of a game's list, if there is one."""
    path = root / game.mutants
    entries = tomllib.loads(path.read_text("utf-8"))["mutants"] if path.is_file() else []
    return [Mutant(tuple(e["rules"]), e["file"], e["old"], e["new"], e["why"]) for e in entries]


def misplaced_mutants(root: Path, mutants: Iterable[Mutant]) -> list[str]:
    """What is wrong with mutants that do not change exactly one line of their file, at exactly one place."""
    problems = []
    for mutant in mutants:
        found = (root / mutant.file).read_text("utf-8").count(mutant.old)
        if found != 1:
            problems.append(f"{mutant.label}: its line stands {found} times in {mutant.file}: {mutant.old}")
        if "\n" in mutant.old + mutant.new or mutant.old == mutant.new:
            problems.append(f"{mutant.label}: it is no change of one line")
    return problems


# Writing ------------------------------------------------------------------------------------------------------------


class Writer:
    """The documents about the rules of one game in a folder."""

    def __init__(self, root: Path, game: RuleBook) -> None:
        self.game = game
        self.ids = rule_ids(root / game.catalogue("pl"))
        self.functions = citing_functions(root, game)
        self.tests = proving_tests(root, game)
        self.mutants = listed_mutants(root, game)
        self.misplaced = misplaced_mutants(root, self.mutants)
        self._root = root

    def documents(self) -> dict[str, str]:
        """Its rules and rulings: the path of each document and its text."""
        texts = {language: rule_texts(self._root / self.game.catalogue(language)) for language in LANGUAGES}
        return {
            **{f"docs/{self.game.rules(language)}": self._rules(texts[language], language) for language in LANGUAGES},
            f"docs/{self.game.rulings}": self._rulings(texts),
        }

    def gaps(self) -> list[str]:
        """What keeps the documents from being complete."""
        problems = [f"{rule} is cited by no function" for rule in self.ids if rule not in self.functions]
        problems += [f"{rule} is proved by no test" for rule in self.ids if rule not in self.tests]
        for rule, sources in sorted({**self.tests, **self.functions}.items()):
            if rule not in self.ids:
                problems.append(f"{rule} has no text, but {sources[0].name} cites it")
        broken = {rule for mutant in self.mutants for rule in mutant.rules}
        problems += [f"{rule} is broken by no mutant" for rule in self.ids if broken and rule not in broken]
        problems += [f"{rule} has no text, but a mutant breaks it" for rule in sorted(broken - set(self.ids))]
        return problems + self.misplaced

    def _rules(self, texts: RuleTexts, language: str) -> str:
        game = self.game
        parts = [f"# {game.title[language]}", f"<!-- {GENERATED[language]} -->", game.introduction[language]]
        for rule in self.ids:
            if rule.startswith("H"):
                continue
            if rule in game.parts:
                parts.append(f"## {game.parts[rule][language == 'pl']}")
            if rule in game.sections:
                parts.append(f"### {game.sections[rule][language == 'pl']}")
            heading, text = texts[rule]
            parts += [f'#### <a id="{rule.lower()}"></a>{rule} {heading}', self._linked(text, language)]
            parts.append(self._sources(rule, language))
        return "\n\n".join(parts) + "\n"

    def _rulings(self, texts: Mapping[str, RuleTexts]) -> str:
        game = self.game
        head = {"title": game.title["both"], "rules": game.rules("en"), "rules_pl": game.rules("pl")}
        parts = [RULINGS.format(generated=GENERATED["en"], **head)]
        for rule in self.ids:
            if not rule.startswith("H"):
                continue
            (title, text), (title_pl, text_pl) = texts["en"][rule], texts["pl"][rule]
            parts += [
                f'## <a id="{rule.lower()}"></a>{rule} {title} / {title_pl}',
                self._linked(text, "en"),
                self._linked(text_pl, "pl"),
                self._sources(rule, "both"),
            ]
        return "\n\n".join(parts) + "\n"

    def mutant_table(self) -> str:
        """The changes that the tests of this game notice."""
        rows = []
        for rules, file, old, new, why in self.mutants:
            name = "/".join(Path(file).parts[-2:])  # the files of the data are all called alike
            change = f"{_in_cell(old)} → {_in_cell(new)}"
            rows.append(f"| {self._linked(', '.join(rules), 'en')} | {why} | [{name}](../{file}) | {change} |")
        return MUTANTS_OF_A_GAME.format(name=self.game.name, source=self.game.mutants, rows="\n".join(rows))

    def _linked(self, text: str, language: str) -> str:
        """The text of a rule, in which the ids of other rules are links."""

        def link(found: re.Match[str]) -> str:
            rule = found.group()
            page = self.game.rulings if rule.startswith("H") else self.game.rules(language)
            return f"[{rule}]({page}#{rule.lower()})"

        return re.sub(rf"\b{self.game.letters}-\d+\b", link, text)

    def _sources(self, rule: RuleId, language: str) -> str:
        """The files that carry a rule out and prove it, folded away, each with what to look for in it."""
        names: dict[str, list[str]] = {}
        for source in (*self.functions.get(rule, ()), *self.tests.get(rule, ())):
            names.setdefault(source.file, []).append(f"`{source.name}`")
        lines = "\n".join(f"- [{file}](../{file}): {', '.join(found)}" for file, found in names.items())
        return f"<details><summary>{CODE_AND_TESTS[language]}</summary>\n\n{lines}\n\n</details>"


def documents(writers: Iterable[Writer]) -> dict[str, str]:
    """Every document: its path and its text."""
    writers = list(writers)
    head = MUTANT_TABLE.format(generated=GENERATED["en"])
    return {
        **{path: text for writer in writers for path, text in writer.documents().items()},
        "docs/mutants.md": "\n".join([head, *(writer.mutant_table() for writer in writers)]),
        "docs/glossary.md": glossary(terms().values()),
    }


def glossary(listed: Iterable[Term]) -> str:
    """The glossary as tables, one for each kind of term; every row can be linked to: `#term-order`."""
    listed = list(listed)
    parts = [GLOSSARY.format(generated="Made by `make docs` from mali_powstancy/data/glossary.toml.")]
    for kind, title in GLOSSARY_SECTIONS.items():
        rows = [
            f'| <a id="term-{term.id}"></a>{" | ".join((*term.names.values(), *term.about.values()))} |'
            for term in listed
            if term.kind == kind
        ]
        parts.append(
            f"## {title}\n\n| Polski | English | Znaczenie | Meaning |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
        )
    names = {term.id: term.names["en"] for term in listed}
    rows = [f"| {names[term]} | {code} |" for term, code in IN_THE_CODE.items() if term in names]
    parts.append(CODE_TABLE.format(rows="\n".join(rows)))
    rows = [f"| `{word}` | {meaning} | `{module}` |" for word, (meaning, module) in PROGRAMMERS_WORDS.items()]
    return "\n".join([*parts, WORDS_TABLE.format(rows="\n".join(rows))])


def _in_cell(code: str) -> str:
    """Code in a cell of a table, where a bar would end the cell."""
    return "`" + code.strip().replace("|", "\\|") + "`"


def stale(built: Mapping[str, str], root: Path) -> list[str]:
    """The documents that are missing or differ from what was built."""
    return [
        name
        for name, text in built.items()
        if not (root / name).is_file() or (root / name).read_bytes() != text.encode()
    ]


def main() -> int:
    """Write the documents, or with --check only say what is missing or not as built."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a document is not as built")
    check = parser.parse_args().check
    writers = [Writer(ROOT, game) for game in GAMES]
    built = documents(writers)
    problems = [gap for writer in writers for gap in writer.gaps()]
    for name in stale(built, ROOT):
        if check:
            problems.append(f"{name} is not what its sources give: run `make docs`")
        else:
            (ROOT / name).write_bytes(built[name].encode())
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
