import json
from html.parser import HTMLParser
from typing import Any

import pytest

from mali_powstancy.classroom import research_workshop
from mali_powstancy.classroom.desks.censor import count_words
from mali_powstancy.classroom.desks.research import LABEL_WORDS, OWN, ResearchDesk, subjects
from mali_powstancy.history import cited, events, places
from mali_powstancy.texts import texts_for
from mali_powstancy.views.page.desk import MOST_LETTERS, UnknownMessage
from tools.prose import plain, read_documents

LANGUAGES = ("pl", "en")
PROJECT = "project-label"
NOTES = {"what": "Elektrownia.", "when": "Od 2 sierpnia.", "unknown": "Nie wiemy, ilu ludzi tam pracowało."}


def shown(desk: ResearchDesk) -> str:
    """Everything that the page shows, as text."""
    return json.dumps(desk.blocks(), ensure_ascii=False)


def with_notes(lang: str = "pl", subject: str = "elektrownia", **more: object) -> ResearchDesk:
    """A desk with all notes taken, at the label."""
    desk = ResearchDesk(lang)
    desk.handle({"do": "go", "to": "notes", "values": {"subject": subject}})
    sources = [source.id for source in desk.known_sources]
    desk.handle({"do": "go", "to": "label", "values": {**NOTES, "sources": sources, **more}})
    return desk


def hung(label: str, lang: str = "pl", **more: Any) -> ResearchDesk:
    """A desk whose label hangs on the wall."""
    desk = with_notes(lang, **more)
    desk.handle({"do": "show", "values": {"label": label}})
    return desk


class Page(HTMLParser):
    """The words and the links of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words = ""
        self.links: list[str] = []
        self.tags: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]


# The subject ----------------------------------------------------------------------------------------------------------


def test_nothing_that_is_told_quietly_is_a_subject():
    careful = {place.id for place in places() if place.care} | {event.id for event in events() if event.care}
    assert careful
    assert not careful & set(subjects())
    assert subjects()[-1] == OWN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_subject_can_be_carried_to_the_label(lang):
    for subject in subjects():
        desk = with_notes(lang, subject)
        assert desk.stage == "label"
        desk.handle({"do": "show", "values": {"label": "Jedno zdanie."}})
        assert desk.title in shown(desk)


@pytest.mark.parametrize("subject", [None, "", "szucha", "wola-massacre", 5, ["past"]])
def test_without_a_subject_one_stays_and_is_told_kindly(subject):
    desk = ResearchDesk("pl")
    desk.handle({"do": "go", "to": "notes", "values": {"subject": subject}})
    assert desk.stage == "subject"
    assert desk.news == texts_for("pl").say("research.subject.empty")
    assert desk.news in shown(desk)


def test_another_subject_keeps_the_words_but_not_the_sources():
    desk = with_notes()
    assert len(desk.used_sources) == len(cited("elektrownia"))
    desk.handle({"do": "go", "to": "subject", "values": {}})
    desk.handle({"do": "go", "to": "notes", "values": {"subject": "past"}})
    assert desk.used_sources == []
    assert desk.written["what"] == NOTES["what"]


# The notes ------------------------------------------------------------------------------------------------------------


def test_answers_and_sources_are_counted():
    desk = ResearchDesk("pl")
    assert desk.answered == 0
    desk = with_notes(more="Książka z biblioteki\n\n – \nRozmowa z babcią")
    assert desk.answered == 4
    assert desk.used_sources[-2:] == ["Książka z biblioteki", "Rozmowa z babcią"]
    assert len(desk.used_sources) == len(cited("elektrownia")) + 2


def test_sources_that_are_not_on_the_card_are_not_ticked():
    desk = with_notes()
    desk.handle({"do": "draft", "values": {"sources": ["S1", "nonsense", 4]}})
    assert desk.chosen == ()


def test_an_own_subject_has_a_name_and_own_sources():
    desk = with_notes(subject=OWN, topic="Szkoła na rogu", more="Kronika szkoły")
    assert desk.title == "Szkoła na rogu"
    assert desk.used_sources == ["Kronika szkoły"]
    desk.handle({"do": "go", "to": "notes"})
    assert texts_for("pl").say("research.notes.topic") in shown(desk)
    assert texts_for("pl").say("research.notes.card") not in shown(desk)


@pytest.mark.parametrize("values", [None, 3, [], {"what": None}, {"what": ["a"]}, {"sources": "S1"}])
def test_what_does_not_fit_is_left_as_it_was(values):
    desk = with_notes()
    before = desk.memory()
    desk.handle({"do": "draft", "values": values})
    assert desk.memory() == before


def test_a_book_is_cut():
    assert len(hung("a" * 2 * MOST_LETTERS).written["label"]) == MOST_LETTERS


# The label ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_label_is_praised(lang):
    desk = hung("słowo " * LABEL_WORDS, lang)
    assert desk.length == LABEL_WORDS
    assert texts_for(lang).say("research.remark.whole") == desk.news
    assert desk.news in shown(desk)


@pytest.mark.parametrize(
    ("label", "more", "remark"),
    [
        ("słowo " * (LABEL_WORDS + 1), {}, "research.remark.long"),
        ("Krótko.", {"sources": ["S75"]}, "research.remark.sources"),
        ("Krótko.", {"unknown": " … "}, "research.remark.unknown"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_advice_is_given_and_nothing_is_refused(label, more, remark, lang):
    desk = hung(label, lang, **more)
    say = texts_for(lang).say
    assert say(remark, n=desk.length) in shown(desk)
    assert say("research.remark.yours") in shown(desk)
    assert desk.is_shown
    assert '"mistake"' not in shown(desk)
    desk.handle({"do": "download"})
    assert len(desk.outbox) == 1


@pytest.mark.parametrize("label", ["", "   ", "– … !"])
def test_an_empty_label_is_not_hung(label):
    desk = hung(label)
    assert not desk.is_shown
    assert desk.news == texts_for("pl").say("research.label.empty")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_to_print_has_the_label_its_sources_and_what_is_not_known(lang):
    desk = hung("To <b>jest</b> & działa.\nDrugi wiersz.", lang, more="Książka <i>")
    desk.handle({"do": "download"})
    name, text = desk.outbox[0]
    assert name == texts_for(lang).say("research.file-name")
    page = Page(text)
    assert "To <b>jest</b> & działa." in page.words
    assert NOTES["unknown"] in page.words
    assert "Książka <i>" in page.words
    assert not {"b", "i", "script"} & set(page.tags)
    assert page.links == [source.link for source in cited("elektrownia") if source.link]
    assert f'lang="{lang}"' in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_label_that_the_project_shows_keeps_to_the_rule(lang):
    project = next(one for one in read_documents() if (one.name, one.language) == (PROJECT, lang))
    (sample,) = [block.text for block in project.blocks if block.kind == "quote" and "Wilcza" in block.text]
    assert 25 < count_words(plain(sample).replace(">", "")) <= LABEL_WORDS


def test_a_new_subject_clears_the_desk():
    desk = hung("Jedno zdanie.")
    desk.handle({"do": "new"})
    assert desk.memory() is None
    assert desk.stage == "subject"


def test_unknown_messages_are_refused_and_unknown_stages_ignored():
    desk = with_notes()
    with pytest.raises(UnknownMessage):
        desk.handle({"do": "grade"})
    for stage in (None, "attic", ["notes"], 3):
        desk.handle({"do": "go", "to": stage})
        assert desk.stage == "label"


# What is kept ---------------------------------------------------------------------------------------------------------


def test_everything_is_there_again_after_a_break():
    desk = hung("Jedno zdanie.", more="Książka")
    again = ResearchDesk("pl")
    again.restore(json.loads(json.dumps(desk.memory())))
    assert again.memory() == desk.memory()
    assert str(again) == str(desk)
    assert again.is_shown


def test_an_untouched_desk_keeps_nothing():
    assert ResearchDesk("en").memory() is None


@pytest.mark.parametrize(
    "memory",
    [
        {},
        {"stage": "label"},
        {"subject": "szucha", "stage": "notes"},
        {"subject": 4, "stage": 5, "sources": 6, "written": 7, "shown": 8},
        {"written": {"label": 1}, "stage": ["label"]},
    ],
)
def test_a_strange_memory_is_ignored(memory):
    desk = ResearchDesk("pl")
    desk.restore(memory)
    assert desk.memory() is None
    assert desk.stage == "subject"
    assert desk.blocks()


def test_the_words_stay_private(in_lesson):
    desk = hung("Tajne zdanie.")
    assert "Tajne" not in str(desk)
    assert repr(research_workshop()) == str(ResearchDesk("en"))
