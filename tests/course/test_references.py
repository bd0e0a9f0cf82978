from typing import NamedTuple

import pytest

from mali_powstancy import history
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
    assert list(map(str, references.unsupported([*ALL, *EXERCISES], history.people()))) == []


def test_every_reference_leads_somewhere():
    assert references.unresolved([*ALL, *EXERCISES], history.cited) == []


def test_every_day_and_year_is_that_of_a_fact_that_its_sentence_refers_to():
    assert references.disagreeing([*ALL, *EXERCISES], history.item) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("2 sierpnia 1944 roku [@post-wilcza].", "2 sierpnia 1946 roku [@post-wilcza]."),
        ("2 August [@post-wilcza].", "3 August [@post-wilcza]."),
        ("On August 2nd [@post-wilcza].", "On July 2nd [@post-wilcza]."),
        ("Latem 1944 roku [@post-start].", "Latem 1943 roku [@post-start]."),
        ("W 1993 roku [@plaque-wilcza].", "W 1946 roku [@plaque-wilcza]."),
        ("Poczta działała do 2–3 października [@end-of-post].", "Poczta działała do 2–4 października [@end-of-post]."),
        ("Od 2 do 28 sierpnia [@wytwornia].", "Od 2 do 29 sierpnia [@wytwornia]."),
        ("From 2 to 28 August [@wytwornia].", "From 1 to 28 August [@wytwornia]."),
        ("The night of 31 August [@old-town-evacuated].", "The night of 30 August [@old-town-evacuated]."),
        ("W nocy z 1 na 2 września [@old-town-lost].", "W nocy z 1 na 3 września [@old-town-lost]."),
        ("Dwie noce, od 31 sierpnia [@old-town-lost; @old-town-evacuated].", "Od 31 sierpnia [@old-town-lost]."),
        ("Oddał go 28 lutego 1981 roku [@last-letter].", "Oddał go 28 lutego 1944 roku [@last-letter]."),
        ("6 sierpnia [@wola-massacre].", "8 sierpnia [@wola-massacre]."),
        ("Urodził się w 1929 roku [@jarosz].", "Urodził się w 1930 roku [@jarosz]."),
        ("Utracono ją 11 sierpnia [@wola].", "Utracono ją 12 sierpnia [@wola]."),
    ],
)
def test_a_wrong_day_or_year_beside_a_right_reference_fails(right, wrong):
    assert references.disagreeing([text(right)], history.item) == []
    (found,) = references.disagreeing([text(f"Tekst.\n\n{wrong}")], history.item)
    assert found.startswith("lessons/pl/01-small.md:3: the ")
    assert references.disagreeing([text(wrong.partition("[")[0] + "[@game].")], history.item) == []


def test_every_day_of_a_sentence_is_compared():
    both = "Najpierw 2 sierpnia, potem 4 sierpnia [@post-wilcza; @post-decision]."
    assert references.disagreeing([text(both)], history.item) == []
    (found,) = references.disagreeing([text(both.replace("; @post-decision", ""))], history.item)
    assert "the day 4.8. is not in post-wilcza" in found


def test_only_the_table_in_which_days_are_matched_may_mix_them():
    row = "| 2 sierpnia 1944 | • • | Poczta rusza dla wszystkich [@post-start]. |"
    table = f"| Data | | Wydarzenie |\n|---|---|---|\n{row}"
    assert references.disagreeing([text(table, name="01-letters.worksheet")], history.item) == []
    assert len(references.disagreeing([text(table, name="02-city-graph.worksheet")], history.item)) == 1
    assert len(references.disagreeing([text(row.replace("• •", ""), name="01-letters.worksheet")], history.item)) == 1
    mixed = [row for page in ALL if page.name == references.MATCHING[0] for row in page.blocks if "• •" in row.text]
    assert len(mixed) == 2, "one table in each language"


def test_an_exercise_is_compared_too(tmp_path):
    file = tmp_path / "01-small.toml"
    words = '{ pl = "Było to 7 sierpnia [@post-start].", en = "It was on 6 August [@post-start]." }'
    file.write_text(f"[[question]]\npraise = {words}\n", "utf-8")
    (found,) = references.disagreeing(in_entries(file), history.item)
    assert found.startswith("lessons/pl/01-small.toml:1: the day 7.8.")


def test_a_reference_to_nothing_is_told_once():
    assert references.disagreeing([text("Było to 6 sierpnia [@lost].")], history.item) == []


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
