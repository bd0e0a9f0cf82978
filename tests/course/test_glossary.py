import re

import pytest

from mali_powstancy.texts import glossary
from mali_powstancy.texts.glossary import terms
from tools.build_docs import ROOT, WIARUSI, rule_texts
from tools.style import uses_of


@pytest.mark.parametrize("term", terms().values(), ids=lambda term: term.id)
def test_a_term_has_a_name_and_a_short_explanation_in_both_languages(term):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", term.id)
    for language in ("pl", "en"):
        assert term.names[language].strip()
        assert term.about[language].endswith(".")
        assert len(term.about[language].split()) <= 30
        assert "|" not in term.names[language] + term.about[language]
        assert term.stems[language], "say how texts use it, so that the gate can look for it"


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
def test_the_words_of_wiarusi_are_those_of_its_rules(language):
    rules = " ".join(f"{title} {text}" for title, text in rule_texts(ROOT / WIARUSI.catalogue(language)).values())
    words = [term for term in terms().values() if term.kind == "wiarusi"]
    assert len(words) >= 20
    bare = {term.id: term.names[language].partition(" (")[0].lower() for term in words}
    unused = [term.id for term in words if not uses_of(term, language, rules) and bare[term.id] not in rules.lower()]
    assert unused == []


def test_an_incomplete_term_is_named():
    with pytest.raises(ValueError, match="'lost' needs kind"):
        glossary._term("lost", {"pl": "a", "en": "b", "about": {"pl": "c", "en": "d"}, "kind": "other"})
    with pytest.raises(ValueError, match="'lost' needs kind"):
        glossary._term("lost", {"pl": "a", "en": "b", "about": {"pl": "c"}, "kind": "game"})
