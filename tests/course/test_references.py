from typing import NamedTuple

import pytest

from tests.course.course_texts import ALL, EXERCISES, text
from tools import references
from tools.prose import in_entries


class Person(NamedTuple):
    surname: str
    pseudonyms: tuple[str, ...]


PEOPLE = [
    Person("Grenda", ("Granica",)),
    Person("Górecki", ("Kuropatwa", "Gozdal")),
    Person("Banaś", ("Banan",)),
    Person("Taperek", ("Żbik",)),
    Person("Czerniak", ("Longin",)),
]


def test_every_statement_about_history_has_a_reference_or_a_mark():
    from mali_powstancy.history import people

    assert list(map(str, references.unsupported([*ALL, *EXERCISES], people()))) == []


def test_every_reference_leads_somewhere():
    from mali_powstancy.history import cited

    assert references.unresolved([*ALL, *EXERCISES], cited) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Zaczęło się 2 sierpnia.",
        "It began on 2 August.",
        "It began on August 2nd.",
        "Latem 1944 roku było gorąco.",
        "Ostatni list oddano w 1981.",
        "Było około 40 skrzynek.",
        "Doręczono ponad 100 tysięcy listów.",
        "Listów było około 200 tysięcy.",
        "There were about 10,000 letters in one day.",
        "Hundreds of scouts helped.",
        "3000–6000 listów dziennie.",
        "Opowiedział to Grenda.",
        "Dano to Grendzie i Góreckiemu.",
        "Nie ma Banasia ani Taperka.",
        "Grenda's post was small.",
        "List od „Kuropatwy” doszedł.",
        "A letter from “Banan” came.",
    ],
)
def test_a_sentence_that_needs_a_reference(sentence):
    assert references.reasons(sentence, PEOPLE)
    (found,) = references.unsupported([text(f"Tekst.\n\n{sentence}")], PEOPLE)
    assert found.place == "lessons/pl/01-small.md:3"
    for mark in ("[@a]", "[@game]", "[@invented]"):
        assert references.unsupported([text(f"{sentence[:-1]} {mark}.")], PEOPLE) == []
        assert references.unsupported([text(f"{sentence} {mark}")], PEOPLE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Czas: 45 minut.",
        "List miał najwyżej 25 słów.",
        "Poczta doszła na Czerniaków.",
        "Granica miasta jest daleko.",
        "Pracujcie w grupach po 3 osoby.",
        "Work in groups of 4 people.",
        "Zobacz 1944.pl.",
        "Przesuń pionek o 2 pola.",
        "Weź kartkę i ołówek.",
        "W sierpniu było gorąco.",
        "You may 2 times try.",
    ],
)
def test_a_sentence_that_needs_none(sentence):
    assert references.reasons(sentence, PEOPLE) == []


def test_headings_need_none_and_an_invented_letter_is_marked_once():
    assert references.unsupported([text("## 2 sierpnia 1944")], PEOPLE) == []
    letter = "> Mamo! Jest 6 sierpnia. Żyję."
    assert len(references.unsupported([text(letter)], PEOPLE)) == 1
    assert references.unsupported([text(f"{letter} [@invented]")], PEOPLE) == []
    assert len(references.unsupported([text(f"{letter} [@a]")], PEOPLE)) == 1


def test_a_row_of_a_table_may_carry_its_reference_in_another_cell():
    table = "| kiedy | co |\n|---|---|\n| 2 sierpnia | poczta [@a] |\n| 4 sierpnia | decyzja |"
    (found,) = references.unsupported([text(table)], PEOPLE)
    assert "decyzja" in found.sentence


def test_references_to_nothing_and_misspelt_ones_are_listed():
    known = {"a": ()}
    page = text("Tak [@a; @game]. Nie [@lost].\n\nŹle [@a, @b].\n\n```python\n[@x]\n```")
    lost, misspelt = references.unresolved([page], known.__getitem__)
    assert "[@lost] leads nowhere" in lost
    assert "'[@a, @b]' is no reference" in misspelt


def test_every_sentence_of_an_exercise_names_its_own_source(tmp_path):
    file = tmp_path / "01-small.toml"
    words = '{ pl = "Start. Było to 6 sierpnia.", en = "The start. It was on 6 August." }'
    file.write_text(f"[[question]]\npraise = {words}\n[[question.option]]\nreply = {words}\n", "utf-8")
    found = references.unsupported(in_entries(file), PEOPLE)
    assert [each.place for each in found] == ["lessons/pl/01-small.toml:1"] * 2 + ["lessons/en/01-small.toml:1"] * 2
    named = words.replace("sierpnia.", "sierpnia [@a].").replace("August.", "August [@lost].")
    file.write_text(f'[[question]]\nrefs = ["b"]\npraise = {named}\nhint = {words}\n', "utf-8")
    found = references.unsupported(in_entries(file), PEOPLE)
    assert [each.sentence for each in found] == ["Było to 6 sierpnia.", "It was on 6 August."]
    lost = references.unresolved(in_entries(file), {"a": ()}.__getitem__)
    assert [problem.partition(": ")[2].partition(" leads")[0] for problem in lost] == [
        "the reference [@b]",
        "the reference [@lost]",
        "the reference [@b]",
    ]
