"""In the game pieces carry orders; letters belong to history. No text of ours mixes the two."""

import re
from collections.abc import Iterator

import pytest

from mali_powstancy.texts import languages, texts_for
from tests.course.course_texts import ALL, EXERCISES, text
from tools.build_texts import messages_in
from tools.prose import ROOT, Document, sentences

GAME = re.compile(
    r"\bpion(?:ek|k\w+)\b|\bna planszy\b|\bw (?:naszej )?grze\b"
    r"|\bpieces?\b|\bon the board\b|\bin (?:the|our|a)(?: board)? game\b",
    re.IGNORECASE,
)
CARRYING = re.compile(
    r"\b(?:ni(?:es|eś|os|ós)\w+|(?:prze|roz)?no(?:s|sz)\w+|dostarcz\w+|doręcz\w+)\b"
    r"|\b(?:carr(?:y|ies|ied|ying)|deliver\w*|bring\w*)\b",
    re.IGNORECASE,
)
LETTERS = re.compile(r"\blist(?:y|ów|u|em|om|ami|ach)?\b|\bletters?\b", re.IGNORECASE)
HISTORY = re.compile(r"\b(?:w 1944 roku|in 1944|naprawdę|in truth|w historii|in history)\b", re.IGNORECASE)
"""A sentence with one of these sets history beside the game, and may name both."""


def is_mixed(sentence: str) -> bool:
    """Whether a sentence says that letters are carried in the game."""
    return all(each.search(sentence) for each in (GAME, CARRYING, LETTERS)) and not HISTORY.search(sentence)


def mixed_in(documents: list[Document]) -> Iterator[str]:
    for document in documents:
        for block in document.blocks:
            if not block.is_code:
                yield from (each.text for each in sentences(block) if is_mixed(each.text))


@pytest.mark.parametrize(
    "wrong",
    [
        "Pionki niosą listy między dzielnicami.",
        "W naszej grze harcerze noszą listy.",
        "The pieces carry letters from place to place.",
        "In the game every scout delivers a letter.",
    ],
)
def test_a_sentence_that_mixes_them_is_found(wrong):
    assert list(mixed_in([text(f"Najpierw. {wrong} Potem.")])) == [wrong]


@pytest.mark.parametrize(
    "right",
    [
        "Pionki niosą rozkazy.",
        "Harcerze nosili listy.",
        "In the game the patrols carry orders.",
        "In the game scouts carry orders, in history they carried letters.",
        "The letter on a piece is the first letter of the scout's name.",
    ],
)
def test_a_sentence_about_one_of_them_passes(right):
    assert list(mixed_in([text(right)])) == []


def test_no_lesson_exercise_or_page_mixes_them():
    pages = [text((ROOT / name).read_text("utf-8")) for name in ("README.md", "README.pl.md")]
    assert list(mixed_in([*ALL, *EXERCISES, *pages])) == []


@pytest.mark.parametrize("lang", languages())
def test_no_text_of_the_program_mixes_them(lang):
    for path in sorted((ROOT / "mali_powstancy" / "texts" / lang).glob("*.po")):
        said = [form for forms in messages_in(path).values() for form in forms]
        assert list(mixed_in([text(each) for each in said])) == [], path.name


@pytest.mark.parametrize(("lang", "game", "orders"), [("pl", "grach", "rozkaz"), ("en", "board game", "orders")])
def test_the_start_page_says_what_is_carried_in_the_game(lang, game, orders):
    lead = re.split(r"(?<=\.) ", texts_for(lang).say("site.start.lead"))
    (about_the_game,) = (sentence for sentence in lead if game in sentence.lower())
    assert orders in about_the_game
    assert not re.search(r"poczt|\bpost\b|\blist|\bletter", about_the_game)
