import re

import pytest

from mali_powstancy.texts.glossary import Term, terms
from tests.course.course_texts import ALL, EXERCISES, text
from tools import style
from tools.prose import in_entries, sentences

GLOSSARY = {
    name: Term(name, {"pl": name, "en": name}, {"pl": "", "en": ""}, {"pl": (stem,), "en": ()}, "game")
    for name, stem in {"order": "rozkaz*", "track": "tor rozkazów", "turn": "tura"}.items()
}
SKELETON = "\n\n".join(
    [
        "# Tytuł",
        "## Pytanie",
        "## Po tej lekcji",
        "## Skąd to wiemy",
        "## Ćwiczenie A: raz",
        "## Ćwiczenie B: dwa",
        "## Ćwiczenie C: trzy",
        "## Quiz",
        "## Podsumowanie",
        "## Bilet wyjścia",
        "## Dalej",
    ]
)


def test_the_lessons_are_written_as_lessons_are():
    assert [str(fault) for fault in style.faults([*ALL, *EXERCISES])] == []


def test_every_permission_has_a_reason_and_is_needed():
    used = {(document.name, word) for document in [*ALL, *EXERCISES] for word in style.forbidden_in(document)}
    assert all((*style.TALKS_ABOUT.values(), *style.EVERYDAY.values(), *style.EXPLAINED.values()))
    assert [where for where in style.TALKS_ABOUT if where not in used] == []
    assert style.needless_exemptions([*ALL, *EXERCISES], terms()) == []


def asking(folder, polish, name="01-small"):
    """What the quiz of a lesson asks, as a document in Polish."""
    path = folder / f"{name}.toml"
    path.write_text(f'[[question]]\ntask = {{ pl = "{polish}", en = "x" }}\n', "utf-8")
    return next(in_entries(path))


def test_what_a_lesson_asks_is_written_like_its_prose(tmp_path):
    long = asking(tmp_path, "słowo " * 26)
    assert [fault.place for fault in style.faults([long], GLOSSARY)] == ["lessons/pl/01-small.toml:1"] * 2
    assert style.faults([asking(tmp_path, "słowo " * 26, "08-small")], GLOSSARY) == []
    (glory,) = style.faults([asking(tmp_path, "Byli bohaterami.")], GLOSSARY)
    assert "no glory" in glory.what


# --- sentences


def test_a_long_sentence_is_listed_and_a_long_mean_too():
    assert list(style.long_sentences(text("słowo " * 25 + "\n\n" + "Krótko. " * 3))) == []
    long, mean = style.long_sentences(text("słowo " * 26))
    assert "26 words" in long.what
    assert "26.0 words on average" in mean.what
    assert list(style.long_sentences(text("## " + "słowo " * 30 + "\n\n| " + "słowo " * 30 + "|"))) == []


# --- terms


@pytest.mark.parametrize(
    "markdown",
    [
        "Niesie [rozkaz](term:order). Rozkazy są dwa.",
        "Na [torze rozkazów](term:track) leży karta.",
        "Na [tor rozkazów](term:track) leży [rozkaz](term:order).",
        "## Rozkazy\n\nTo [rozkazy](term:order).",
        "To [polecenie](term:order), czyli rozkaz.",
        "Zobacz [tu](rozkaz.md) i `rozkaz`.",
        "To turniej.",
    ],
)
def test_the_first_use_links(markdown):
    assert list(style.unlinked_terms(text(markdown), GLOSSARY)) == []


@pytest.mark.parametrize("markdown", ["To rozkazy. A [rozkaz](term:order)?", "> Rozkaz!", "| tura |", "- nasza tura"])
def test_a_first_use_without_a_link_is_found(markdown):
    (use,) = style.unlinked_terms(text(markdown), GLOSSARY)
    assert "does not link" in use.fault.what


def test_a_term_that_is_asked_about_is_linked_by_this_lesson_or_an_earlier_one(tmp_path):
    asked = asking(tmp_path, "Czyja to tura?", "02-b")
    first, second, third = (text(body, name=name) for name, body in (("01-a", "A."), ("02-b", "B."), ("03-c", "C.")))
    linking = {lesson.name: text("[tura](term:turn)", name=lesson.name) for lesson in (first, second, third)}
    (use,) = style.unlinked([first, second, third, asked], GLOSSARY)
    assert use.fault.place == "lessons/pl/02-b.toml:1"
    assert style.unlinked([linking["01-a"], second, third, asked], GLOSSARY) == []
    assert style.unlinked([first, linking["02-b"], third, asked], GLOSSARY) == []
    assert len(style.unlinked([first, second, linking["03-c"], asked], GLOSSARY)) == 1


def test_an_exemption_excuses_a_term_and_is_reported_when_nothing_needs_it(monkeypatch):
    monkeypatch.setattr(style, "EVERYDAY", {"turn": "a word of every game"})
    monkeypatch.setattr(style, "EXPLAINED", {("01-small", "order"): "the same sentence says it"})
    using = [text("Moja tura i rozkaz."), text("Rozkaz.", name="02-b")]
    (left,) = (use for use in style.unlinked(using, GLOSSARY) if not style.is_exempt(use))
    assert (left.fault.lesson, left.term) == ("02-b", "order")
    assert style.needless_exemptions(using, GLOSSARY) == []
    everyday, explained = style.needless_exemptions([text("[Tura](term:turn) i [rozkaz](term:order).")], GLOSSARY)
    assert "'turn'" in everyday
    assert "('01-small', 'order')" in explained


def test_a_link_to_no_term_is_found():
    (fault,) = style.dead_terms(text("To [coś](term:lost)."), GLOSSARY)
    assert "'lost'" in fault.what


def test_a_lesson_brings_few_new_terms_and_knows_those_of_earlier_ones():
    links = [f"[x](term:t{number})" for number in range(9)]
    first, second = text(" ".join(links[:6]), name="01-a"), text(" ".join(links), name="02-b")
    assert style.new_terms([second, first], "pl") == {"01-a": links_ids(0, 6), "02-b": links_ids(6, 9)}
    assert style.new_terms([second], "pl") == {"02-b": links_ids(0, 9)}
    assert [fault.lesson for fault in style.too_many_terms([second], "pl")] == ["02-b"]
    assert list(style.too_many_terms([first, second], "pl")) == []


def links_ids(start: int, end: int) -> list[str]:
    return [f"t{number}" for number in range(start, end)]


# --- skeleton


def test_a_whole_skeleton_is_right():
    assert list(style.skeleton_faults(text(SKELETON))) == []
    bonnet = SKELETON.replace("## Dalej", "## Pod maską\n\n## Dalej")
    assert list(style.skeleton_faults(text(bonnet))) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("# Tytuł\n", "", "one title"),
        ("## Quiz", "### Quiz", "`## Quiz` is missing"),
        ("## Dalej", "## Inne", "`## Dalej` is missing"),
        ("## Podsumowanie\n\n## Bilet wyjścia", "## Bilet wyjścia\n\n## Podsumowanie", "another order"),
        ("## Podsumowanie", "## Coś\n\n## Podsumowanie", "`## Coś` may stand only between"),
        ("## Ćwiczenie C: trzy", "## Trzy", "exercises are A, B, not A, B, C"),
        ("## Ćwiczenie C: trzy", "## Ćwiczenie D: trzy", "exercises are A, B, D"),
    ],
)
def test_a_broken_skeleton_is_said(old, new, said):
    assert old in SKELETON
    faults = [fault.what for fault in style.skeleton_faults(text(SKELETON.replace(old, new, 1)))]
    assert any(said in fault for fault in faults), faults


# --- words


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Bohaterski czyn.", "pl"),
        ("Byli bohaterami.", "pl"),
        ("Chwała im.", "pl"),
        ("Oddali życie.", "pl"),
        ("A heroic deed.", "en"),
        ("Glory to them.", "en"),
        ("They gave their lives.", "en"),
    ],
)
def test_words_of_glory_are_found(sentence, language):
    (fault,) = style.forbidden_words(text(sentence, language))
    assert fault.place == f"lessons/{language}/01-small.md:1"


def test_a_text_may_talk_about_such_a_word(monkeypatch):
    monkeypatch.setattr(style, "TALKS_ABOUT", {("01-small", "bohater"): "the word is the subject"})
    assert list(style.forbidden_words(text("Co znaczy bohater?"))) == []
    assert len(list(style.forbidden_words(text("Co znaczy bohater?", name="02-b")))) == 1


@pytest.mark.parametrize("sentence", ["Zachowali spokój.", "Oddali list.", "Żyli w mieście."])
def test_plain_words_are_fine(sentence):
    assert list(style.forbidden_words(text(sentence))) == []


# Plain words about murder ---------------------------------------------------------------------------------------------

MURDER = re.compile(r"mordow|murder", re.IGNORECASE)
SOFT = re.compile(
    r"cierpieni\w+ wielu|cierpieli|nie przeżyło tych dni|wielk\w+ krzywd|suffered|suffering|great harm|did not survive",
    re.IGNORECASE,
)


@pytest.mark.parametrize("lesson", ["02-city-graph", "03-rules-basic", "08-how-districts-fall"])
@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_main_text_says_plainly_who_murdered_whom(lesson, language):
    """One sentence at a time, with the perpetrators in it; numbers are for frames from 13 on."""
    (page,) = [page for page in ALL if page.name == lesson and page.language == language]
    told = [sentence.text for block in page.blocks if block.kind == "paragraph" for sentence in sentences(block)]
    plain = [sentence for sentence in told if MURDER.search(sentence)]
    assert 1 <= len(plain) <= 2
    for sentence in plain:
        assert re.search(r"niemieck|German", sentence, re.IGNORECASE)
        assert re.search(r"ludzi|mieszkańców|people|inhabitants", sentence)
        assert not re.search(r"tysi|thousand|\d{2,}", sentence)


def test_no_soft_word_stands_for_murder():
    soft = [page.place(block.line) for page in [*ALL, *EXERCISES] for block in page.blocks if SOFT.search(block.text)]
    assert soft == []
