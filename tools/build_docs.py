"""Write the rules as documents, linked to code and tests, the glossary, and the list of changes that tests notice."""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from mali_powstancy.texts import texts_for
from mali_powstancy.texts.glossary import Term, terms

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = "mali_powstancy/texts/pl/rules.po"
ENGINE = "mali_powstancy/engine"
TESTS = "tests"
MUTANTS = "tools/mutants.toml"
GENERATED = {"en": "Made by `make docs` from the texts, the code and the tests. Please don't edit it by hand."}
GENERATED["pl"] = "Plik tworzy polecenie `make docs` z tekstów, kodu i testów. Nie zmieniaj go ręcznie."

TITLES = {
    "en": ("Rules of the game", "Basic variant", "Extended variant"),
    "pl": ("Zasady gry", "Wariant podstawowy", "Wariant rozszerzony"),
}
INTRODUCTION = {
    "en": (
        "This is how the program plays the game: an unofficial educational reconstruction, in our own words. "
        "Where the rulebook is silent, the [house rulings](rulings.md) say more. [Po polsku](rules.pl.md)."
    ),
    "pl": (
        "Tak w tę grę gra program; jest to nieoficjalna rekonstrukcja edukacyjna, opisana naszymi słowami. "
        "Tam, gdzie instrukcja milczy, więcej mówią [ustalenia domowe](rulings.md). [In English](rules.md)."
    ),
}
SECTIONS = {
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
}
"""The sections of the rules: the first id of each, its title in English and in Polish."""
CODE_AND_TESTS = {"en": "Code and tests", "pl": "Kod i testy", "both": "Code and tests / Kod i testy"}
RULINGS = """\
# House rulings / Ustalenia domowe

<!-- {generated} -->

Where the rulebook is silent, the game follows these rulings. The code and the tests that put a ruling into practice
quote its id. The rules themselves: [in English](rules.md).

Tam, gdzie instrukcja milczy, gra trzyma się tych ustaleń. Kod i testy, które wprowadzają ustalenie, podają jego numer.
Same zasady: [po polsku](rules.pl.md)."""

MUTANT_TABLE = """\
# Mutants

<!-- {generated} -->

Each row breaks a rule on purpose, just as a mistake in the code or the data might. `make mutants` makes one change at
a time and runs only the tests with a rule's id in their names. For each rule in the row, at least one test has to fail.
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

PROGRAMMERS_WORDS = {
    # word: (what it means, the module that declares it)
    "GameState": ("a position, as a value", "engine.state"),
    "Observation": ("what one seat may know of a position", "engine.observation"),
    "Session": ("a game in progress: its opening and its steps", "engine.session"),
    "Record": ("a game as it is written down", "engine.record"),
    "Host": ("everything on one board: menu, game, dialogs, notices", "table.host"),
    "Script": ("an exercise on the board, step by step", "table.scripts"),
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

Each of these names has one meaning in the whole program.

| word | meaning | module |
|---|---|---|
{rows}
"""


class Source(NamedTuple):
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
    return re.findall(r'^msgid "rule\.([A-Z]-\d+)\.title"$', catalogue.read_text("utf-8"), re.MULTILINE)


def definitions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """All functions and classes of a module by their full names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield prefix + node.name, node
            yield from definitions(node, f"{prefix}{node.name}.")


def cited(docstring: str) -> list[RuleId]:
    """The ids in square brackets: `[B-14, H-2]`. Ids of the board (D-, R-, ...) are no rules."""
    lists = re.findall(r"\[([A-Z]-\d+(?:,\s*[A-Z]-\d+)*)\]", docstring)
    return re.findall(r"[BEH]-\d+", " ".join(lists))


def citing_functions(root: Path) -> dict[RuleId, list[Source]]:
    """The functions and classes of the engine whose docstring cites a rule."""
    found: dict[RuleId, list[Source]] = {}
    for path in sorted((root / ENGINE).rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for name, node in definitions(ast.parse(path.read_text("utf-8"))):
            for rule in dict.fromkeys(cited(ast.get_docstring(node) or "")):
                found.setdefault(rule, []).append(Source(file, name))
    return found


def proving_tests(root: Path, letters: str = "[BEH]") -> dict[RuleId, list[Source]]:
    """The tests whose name carries the id of a rule: `test_a_jump_never_lands_on_the_soldier_B_15_H_1`."""
    found: dict[RuleId, list[Source]] = {}
    for path in sorted((root / TESTS).rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for name, node in definitions(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                for rule in re.findall(rf"(?<=_){letters}_\d+(?=_|$)", node.name):
                    found.setdefault(rule.replace("_", "-"), []).append(Source(file, name))
    return found


def listed_mutants(root: Path, file: str | Path = MUTANTS) -> list[Mutant]:
    """All mutants of the list, if there is one."""
    path = root / file
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
    """The documents of the project in a folder."""

    def __init__(self, root: Path) -> None:
        self.ids = rule_ids(root / CATALOGUE)
        self.functions = citing_functions(root)
        self.tests = proving_tests(root)
        self.mutants = listed_mutants(root)
        self.misplaced = misplaced_mutants(root, self.mutants)
        self.texts = {language: texts_for(language) for language in TITLES}

    def documents(self) -> dict[str, str]:
        """Every document: its path and its text."""
        return {
            "docs/rules.md": self._rules("en"),
            "docs/rules.pl.md": self._rules("pl"),
            "docs/rulings.md": self._rulings(),
            "docs/mutants.md": self._mutants(),
            "docs/glossary.md": glossary(terms().values()),
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

    def _rules(self, language: str) -> str:
        title, basic, extended = TITLES[language]
        parts = [f"# {title}", f"<!-- {GENERATED[language]} -->", INTRODUCTION[language]]
        for rule in self.ids:
            if rule.startswith("H"):
                continue
            if rule in ("B-1", "E-1"):
                parts.append(f"## {basic if rule == 'B-1' else extended}")
            if rule in SECTIONS:
                parts.append(f"### {SECTIONS[rule][language == 'pl']}")
            heading, text = self.texts[language].rule(rule)
            parts += [f'#### <a id="{rule.lower()}"></a>{rule} {heading}', self._linked(text, language)]
            parts.append(self._sources(rule, language))
        return "\n\n".join(parts) + "\n"

    def _rulings(self) -> str:
        parts = [RULINGS.format(generated=GENERATED["en"])]
        for rule in self.ids:
            if not rule.startswith("H"):
                continue
            (title, text), (title_pl, text_pl) = self.texts["en"].rule(rule), self.texts["pl"].rule(rule)
            parts += [
                f'## <a id="{rule.lower()}"></a>{rule} {title} / {title_pl}',
                self._linked(text, "en"),
                self._linked(text_pl, "pl"),
                self._sources(rule, "both"),
            ]
        return "\n\n".join(parts) + "\n"

    def _mutants(self) -> str:
        rows = []
        for rules, file, old, new, why in self.mutants:
            name = "/".join(Path(file).parts[-2:])  # the files of the data are all called alike
            change = f"{_in_cell(old)} → {_in_cell(new)}"
            rows.append(f"| {self._linked(', '.join(rules), 'en')} | {why} | [{name}](../{file}) | {change} |")
        return MUTANT_TABLE.format(generated=GENERATED["en"], source=MUTANTS, rows="\n".join(rows))

    def _linked(self, text: str, language: str) -> str:
        """The text of a rule, in which the ids of other rules are links."""
        rules = "rules.pl.md" if language == "pl" else "rules.md"

        def link(found: re.Match[str]) -> str:
            rule = found.group()
            return f"[{rule}]({'rulings.md' if rule.startswith('H') else rules}#{rule.lower()})"

        return re.sub(r"\b[BEH]-\d+\b", link, text)

    def _sources(self, rule: RuleId, language: str) -> str:
        """The files that carry a rule out and prove it, folded away, each with what to look for in it."""
        names: dict[str, list[str]] = {}
        for source in (*self.functions.get(rule, ()), *self.tests.get(rule, ())):
            names.setdefault(source.file, []).append(f"`{source.name}`")
        lines = "\n".join(f"- [{file}](../{file}): {', '.join(found)}" for file, found in names.items())
        return f"<details><summary>{CODE_AND_TESTS[language]}</summary>\n\n{lines}\n\n</details>"


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


def stale(documents: Mapping[str, str], root: Path) -> list[str]:
    """The documents that are missing or differ from what was built."""
    return [
        name
        for name, text in documents.items()
        if not (root / name).is_file() or (root / name).read_bytes() != text.encode()
    ]


def main() -> int:
    """Write the documents, or with --check only say what is missing or not as built."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a document is not as built")
    check = parser.parse_args().check
    writer = Writer(ROOT)
    documents = writer.documents()
    problems = writer.gaps()
    for name in stale(documents, ROOT):
        if check:
            problems.append(f"{name} is not what its sources give: run `make docs`")
        else:
            (ROOT / name).write_bytes(documents[name].encode())
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
