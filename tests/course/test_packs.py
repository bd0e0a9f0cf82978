"""Every lesson is whole in both languages: the lesson, what it asks, the teacher's page and the worksheet."""

import re

import pytest

from mali_powstancy.classroom.lesson_files import Made, lesson
from tests.course.course_texts import ALL
from tools.lesson_text import LessonText, course_shelf, frame
from tools.printed_text import PAGE_BREAK
from tools.prose import LANGUAGES, Document, ProseBlock
from tools.style import EXERCISE

NUMBERS = tuple(f"{number:02}" for number in range(15))
PROJECT = "project"
"""How the name of the project beside lesson 11 begins, for who wants to go on."""
MINUTES, SPARE = 45, 5
BOXES = {"pl": ("Łagodniej", "Trudniej"), "en": ("Easier", "Challenge")}
HEADINGS = {
    "pl": {
        "for whom": "Dla kogo",
        "aims": "Cele",
        "core curriculum": "Podstawa programowa",
        "needs": "Potrzebne",
        "minutes": "Przebieg",
        "questions": "Pytania do rozmowy",
        "answers": "Odpowiedzi",
        "hints": "Wskazówki",
        "common mistakes": "Częste pomyłki",
        "cards": "Karty: łatwiej i trudniej",
        "rubric": "Kryteria",
        "homework": "Praca domowa",
        "exit ticket": "Bilet wyjścia",
        "letter to parents": "List do rodziców",
        "content note": "Uwaga o treści",
        "without a computer": "Bez komputera",
    },
    "en": {
        "for whom": "Who it's for",
        "aims": "Aims",
        "core curriculum": "Core curriculum",
        "needs": "What you need",
        "minutes": "Lesson plan",
        "questions": "Questions to discuss",
        "answers": "Answers",
        "hints": "Hints",
        "common mistakes": "Common mistakes",
        "cards": "Task cards: easier and challenge",
        "rubric": "Rubric",
        "homework": "Homework",
        "exit ticket": "Exit ticket",
        "letter to parents": "Letter to parents",
        "content note": "Content note",
        "without a computer": "Without a computer",
    },
}
"""What a teacher's page has, in this order; headings of its own may stand between."""
WORDS = {
    "pl": {
        "one computer": "omputer z rzutnikiem",
        "check": "sprawdź aktualny tekst",
        "estimated": "szacowane, dopóki nie sprawdzi ich klasa",
        "spare": "Zapas",
        "cards": ("**Łatwiej", "**Trudniej"),
        "key": "Klucz odpowiedzi",
    },
    "en": {
        "one computer": "omputer with a projector",
        "check": "check the current text",
        "estimated": "until a class has tried them",
        "spare": "Spare",
        "cards": ("**Easier", "**Challenge"),
        "key": "Answer key",
    },
}

each_lesson = pytest.mark.parametrize("number", NUMBERS)
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def document(number: str, lang: str, kind: str = "") -> Document:
    """The lesson of a number, or the page of a kind beside it: `.teacher`."""
    (found,) = (
        each
        for each in ALL
        if each.language == lang and each.name == f"{each.lesson}{kind}" and each.name.startswith(f"{number}-")
    )
    return found


def sections(page: Document) -> dict[str, list[ProseBlock]]:
    """What stands below each heading of a page."""
    found: dict[str, list[ProseBlock]] = {}
    for block in page.blocks:
        if block.level:
            found[block.text.lstrip("#").strip()] = below = []
        else:
            below.append(block)
    return found


def said(blocks: list[ProseBlock]) -> str:
    return "\n".join(block.text for block in blocks)


def cells(blocks: list[ProseBlock], *marks: str) -> list[str]:
    """The code cells with these marks."""
    return [block.text for block in blocks if block.is_code and block.info.split()[1:][: len(marks)] == list(marks)]


def test_there_are_fifteen_lessons_and_no_page_without_one():
    for lang in LANGUAGES:
        lessons = {each.lesson for each in ALL if each.language == lang and each.is_lesson}
        assert sorted(name[:2] for name in lessons if name[0].isdecimal()) == list(NUMBERS)
        assert {each.lesson for each in ALL if each.language == lang} == {*lessons, "desk-term"}


@each_lesson
@each_language
def test_a_lesson_has_three_exercises_a_quiz_an_exit_ticket_and_a_look_under_the_bonnet(number, lang):
    page = document(number, lang)
    exercises = [blocks for title, blocks in sections(page).items() if title.startswith(f"{EXERCISE[lang]} ")]
    assert len(exercises) >= 3
    assert all(any(block.is_code for block in blocks) for blocks in exercises)
    code = "\n".join(cells(page.blocks))
    assert f'quiz("{number}")' in code
    assert f'exit_ticket("{number}")' in code
    assert cells(page.blocks, "bonnet")
    asked = lesson(number, lang)
    assert any(isinstance(question, Made) for question in asked.questions)
    assert len(asked.questions) > sum(isinstance(question, Made) for question in asked.questions)
    assert asked.tickets


@each_lesson
@each_language
def test_a_lesson_has_an_easier_box_and_a_challenge_and_names_its_sources(number, lang):
    page = document(number, lang)
    quotes = [block.text for block in page.blocks if block.kind == "quote"]
    for name in BOXES[lang]:
        assert any(quote.startswith(f"> **{name}:**") for quote in quotes), name
    built = LessonText(page.path, course_shelf()).markdown()
    assert re.search(rf"^## {frame()['sources'][lang]}\n\n1\. \S", built, re.MULTILINE)


@each_lesson
@each_language
def test_a_teacher_page_has_every_part_in_its_order(number, lang):
    found = sections(document(number, lang, ".teacher"))
    wanted = list(HEADINGS[lang].values())
    assert [title for title in found if title in wanted] == wanted
    assert all(said(found[title]).strip() for title in wanted)
    part = {name: said(found[title]) for name, title in HEADINGS[lang].items()}
    assert WORDS[lang]["one computer"] in part["needs"]
    assert WORDS[lang]["check"] in part["core curriculum"]
    assert all(card in part["cards"] for card in WORDS[lang]["cards"])
    assert any(block.kind == "table" for block in found[HEADINGS[lang]["rubric"]])
    assert 60 <= len(part["letter to parents"].split()) <= 170
    assert len(part["homework"].split()) >= 20


@each_lesson
@each_language
def test_the_minutes_are_estimated_and_add_up_with_five_to_spare(number, lang):
    course = sections(document(number, lang, ".teacher"))[HEADINGS[lang]["minutes"]]
    assert WORDS[lang]["estimated"] in said(course)
    (table,) = (block.text for block in course if block.kind == "table")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    times = [re.fullmatch(r"(\d+)(?: \((\d+)–(\d+)\))?", row[0]) for row in rows]
    assert all(times), rows
    planned = [[int(part) for part in found.groups() if part] for found in times if found]
    assert sum(time for time, *_ in planned) == MINUTES
    assert all(least <= time <= most for time, least, most in planned[:-1])
    assert planned[-1] == [SPARE]
    assert rows[-1][1] == WORDS[lang]["spare"]


@pytest.mark.parametrize("number", [*NUMBERS, PROJECT])
@each_language
def test_a_worksheet_has_something_to_write_and_its_key_on_a_page_of_its_own(number, lang):
    *pages, last = document(number, lang, ".worksheet").path.read_text("utf-8").split(PAGE_BREAK)
    assert pages
    assert re.search(r"(\. ){5}", "".join(pages))
    key = re.search(rf"^##? {WORDS[lang]['key']}$", last, re.MULTILINE)
    assert key
    assert len(last[key.end() :].split()) > 20
    assert WORDS[lang]["key"] not in "".join(pages)


@each_language
def test_the_label_is_a_project_of_its_own_and_lesson_11_leads_to_it(lang):
    page, last = document(PROJECT, lang), document("11", lang)
    assert "research_workshop()" in cells(page.blocks)
    assert not any("research_workshop" in cell for cell in cells(last.blocks))
    assert f"({page.name}.ipynb)" in said(last.blocks)
    for each in (document(PROJECT, lang, ".teacher"), document("11", lang, ".teacher")):
        assert page.blocks[0].text.lstrip("# ") in said(each.blocks)
    quotes = [block.text for block in page.blocks if block.kind == "quote"]
    assert all(any(quote.startswith(f"> **{name}:**") for quote in quotes) for name in BOXES[lang])
