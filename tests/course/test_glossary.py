import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

from mali_powstancy.texts import glossary
from mali_powstancy.texts.glossary import terms
from tools import build_docs
from tools.build_docs import rule_texts
from tools.style import uses_of

ROOT = Path(__file__).parents[2]
PLACEHOLDERS = ("TypeVar", "ParamSpec")
FIRST_GAME = ("engine", "bots", "table", "texts")
"""The packages of Mali Powstańcy; every other game is one package."""
GAMES = ("mali", "wiarusi", "bitwa_warszawska")
OF_EACH_GAME = {
    "a position": "Game GameState Position Draft Phase Task Outcome Reason _Refuse _Apply",
    "moves and events": "Move PlayerMove ChanceMove Event Transition RoundBegan GameEnded StopCalled",
    "what a seat knows": "Observation _ObservationParts Ending GameRow Texts",
    "a scenario": "Scenario Counts _ScenarioParts _Reader ScenarioFault",
    "bots": "Worlds Strong",
    "a card or move that two games have, each its own": "Block CardId CardPlayed DrawCard Drop Effect Keep Play",
}
"""Names that each game gives to its own by design. The tabletop may use them too, for the same of any game."""
OF_ONE_GAME = {"Board": "the map in the engine, as the glossary says"}
"""Names of the tabletop that one game uses inside its own package."""


@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_term_has_a_name_and_a_short_explanation_in_both_languages(language):
    for term in terms().values():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", term.id)
        assert term.names[language].strip(), term.id
        assert term.about[language].endswith("."), term.id
        assert len(term.about[language].split()) <= 30, term.id
        assert "|" not in term.names[language] + term.about[language], term.id
        assert term.stems[language], f"{term.id}: say how texts use it, so that the gate can look for it"


@pytest.mark.parametrize("language", ["pl", "en"])
def test_no_two_terms_share_a_name(language):
    names = [term.names[language] for term in terms().values()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_stems_of_a_term_find_its_own_name(language):
    found = {term.id: uses_of(term, language, in_a_sentence(term.names[language])) for term in terms().values()}
    assert [name for name, uses in found.items() if not uses] == []


def in_a_sentence(name: str) -> str:
    """The name as texts use it: alone, with an article, in the plural, without brackets; with a number, or named."""
    bare = name.replace("(", "").replace(")", "")
    return f"{bare}; an {bare}; a {bare}; the {bare}; {bare}s; {bare} 1; a named {bare}"


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("package", ["wiarusi", "bitwa_warszawska"])
def test_the_words_of_a_further_game_are_those_of_its_rules(package, language):
    catalogue = ROOT / "mali_powstancy" / package / "texts" / language / "rules.po"
    rules = " ".join(f"{title} {text}" for title, text in rule_texts(catalogue).values())
    words = [term for term in terms().values() if term.kind == package.replace("_", "-")]
    assert len(words) >= 20
    bare = {term.id: term.names[language].partition(" (")[0].lower() for term in words}
    unused = [term.id for term in words if not uses_of(term, language, rules) and bare[term.id] not in rules.lower()]
    assert unused == []


def test_an_incomplete_term_is_named():
    with pytest.raises(ValueError, match="'lost' needs kind"):
        glossary._term("lost", {"pl": "a", "en": "b", "about": {"pl": "c", "en": "d"}, "kind": "other"})
    with pytest.raises(ValueError, match="'lost' needs kind"):
        glossary._term("lost", {"pl": "a", "en": "b", "about": {"pl": "c"}, "kind": "game"})


def declared() -> dict[str, list[str]]:
    """Where each type of the package and of the tools is declared: its class, its alias or a placeholder for it."""
    found = defaultdict(list)
    for path in (path for folder in ("mali_powstancy", "tools") for path in (ROOT / folder).rglob("*.py")):
        package = path.relative_to(ROOT).parts[1] if path.is_relative_to(ROOT / "mali_powstancy") else "tools"
        tree = ast.parse(path.read_text("utf-8"))
        for name in names_of_types(tree):
            found[name].append("mali" if package in FIRST_GAME else package)
    return found


def names_of_types(tree: ast.Module) -> list[str]:
    """Classes, and what a module calls another type; two functions may use one letter for whatever they are given."""
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if re.match("_?[A-Z]", name) and not name.isupper() and not is_placeholder(node.value):
                names.append(name)
    return names


def is_placeholder(value: ast.expr) -> bool:
    """A `TypeVar` or `ParamSpec`, which stands for any type."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in PLACEHOLDERS


def test_the_programmers_words_are_declared_where_the_table_says():
    for word, (_, module) in build_docs.PROGRAMMERS_WORDS.items():
        source = Path(str(import_module(f"mali_powstancy.{module}").__file__)).read_text("utf-8")
        declares = rf"^ *(class|def) {word}\b|^{word}(:.*)? = |^ *self\.{word}(:.*)? = "
        assert re.search(declares, source, re.MULTILINE), word


def test_no_two_of_the_programmers_words_mean_the_same():
    meanings = [meaning for meaning, _ in build_docs.PROGRAMMERS_WORDS.values()]
    assert len(meanings) == len(set(meanings))
    assert [meaning for meaning in meanings if "|" in meaning or meaning.endswith(".")] == []


def test_a_type_name_has_one_meaning():
    shared = {name for names in OF_EACH_GAME.values() for name in names.split()} | OF_ONE_GAME.keys()
    found = declared()
    assert len(found) > 500
    assert {name: places for name, places in found.items() if len(places) > 1 and name not in shared} == {}


def test_what_each_game_has_of_its_own_is_declared_once_in_each():
    found = declared()
    for name in (name for names in OF_EACH_GAME.values() for name in names.split()):
        places = found[name]
        assert set(places) <= {*GAMES, "tabletop"}, name
        assert len(places) == len(set(places)), name
        assert len(set(places) & set(GAMES)) > 1, name
    for name in OF_ONE_GAME:
        assert len(found[name]) == 2, name
        assert "tabletop" in found[name], name


def test_a_placeholder_does_not_hide_a_type():
    """Only a type that each game has may also be the name of what stands for it."""
    shared = {name for names in OF_EACH_GAME.values() for name in names.split()}
    standing_for = set()
    for path in (ROOT / "mali_powstancy").rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and is_placeholder(node.value) and isinstance(node.targets[0], ast.Name):
                standing_for.add(node.targets[0].id)
    assert "Event" in standing_for
    assert (standing_for & declared().keys()) - shared == set()
