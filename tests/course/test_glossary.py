import ast
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from mali_powstancy.texts import glossary
from mali_powstancy.texts.glossary import terms
from tools import build_docs
from tools.build_docs import rule_texts
from tools.style import uses_of

ROOT = Path(__file__).parents[2]
SHARED = {"Rows"}
"""Of the greedy bot's plans too, which nobody else imports."""


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


def declared(*folders: str) -> Counter[str]:
    """How many modules of these folders declare each type."""
    found: Counter[str] = Counter()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        found.update({node.name.lstrip("_") for node in tree.body if isinstance(node, ast.ClassDef)})
    return found


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
    own = ("analysis", "classroom", "history", "views")
    found = declared(*(f"mali_powstancy/{folder}" for folder in own), "tools")
    assert [name for name, times in found.items() if times > 1] == []
    others = declared(*(f"mali_powstancy/{folder}" for folder in ("engine", "bots", "lab", "table", "texts")))
    assert sorted(found.keys() & others.keys() - SHARED) == []
