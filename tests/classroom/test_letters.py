import random
import string
from xml.etree import ElementTree

import pytest

from mali_powstancy.classroom.desks import letters, research
from mali_powstancy.classroom.desks.censor import LIMIT, count_words, findings, reason_words
from mali_powstancy.classroom.desks.letters import BEGINNINGS, STAGES, LetterDesk
from mali_powstancy.texts import texts_for
from mali_powstancy.views.page.desk import UnknownMessage
from mali_powstancy.views.pictures.postmark import INKS, LINES, RINGS, WORDS, Postmark, card_svg, lines_of, postmark_svg

LANGUAGES = ("pl", "en")
SVG = "{http://www.w3.org/2000/svg}"


def found(letter: str, lang: str = "pl") -> dict[str, str]:
    """The words that the censor blacks out, and the reason for each."""
    return {letter[each.start : each.end]: each.reason for each in findings(letter, lang)}


def write(letter: str, lang: str = "pl") -> LetterDesk:
    """A desk whose letter was given to the censor."""
    desk = LetterDesk(lang)
    desk.handle({"do": "censor", "values": {"letter": letter}})
    return desk


def shown(desk: LetterDesk) -> str:
    """Everything that the page shows, as text."""
    return repr(desk.blocks())


def with_words(number: int) -> str:
    return " ".join(["dom"] * number)


# Counting -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "number"),
    [
        ("", 0),
        (" \n\t ", 0),
        ("– … !", 0),
        ("Żyję", 1),
        ("Żyję!", 1),
        ("szaro-białe", 1),
        ("3 kocięta", 2),
        ("Całujemy – Hania", 2),
        ("(„Mamo!”)", 1),
        ("dom\ndom\u00a0dom", 3),
        ("dobrze,ale", 1),
    ],
)
def test_words_are_counted_as_agreed(letter, number):
    assert count_words(letter) == number


# The censor -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "words", "reason"),
    [
        ("Służę w trzeciej kompanii.", "trzeciej kompanii", "unit"),
        ("Był w 3. kompanii.", "3. kompanii", "unit"),
        ("Idę z batalionem nr 5.", "batalionem nr 5", "unit"),
        ("Jestem w oddziale.", "oddziale", "unit"),
        ("Jestem w AK.", "AK", "unit"),
        ("To pierwszy pluton.", "pierwszy pluton", "unit"),
        ("Mieszkamy przy ulicy Lipowej 5.", "ulicy Lipowej 5", "place"),
        ("Stoimy przy Lipowej.", "Lipowej", "place"),
        ("Czekam, ul. Lipowa 5.", "ul. Lipowa 5", "place"),
        ("Jesteśmy na Mokotowie.", "Mokotowie", "place"),
        ("Byłem na Starym Mieście.", "Starym Mieście", "place"),
        ("Ciocia jest na Ochocie.", "Ochocie", "place"),
        ("Babcia jest na Pradze.", "Pradze", "place"),
        ("Mamy karabiny.", "karabiny", "weapon"),
        ("Nie mam broni.", "broni", "weapon"),
        ("Widziałem dwa czołgi.", "czołgi", "weapon"),
        ("Jutro będzie natarcie.", "natarcie", "news"),
        ("Słychać ATAKI.", "ATAKI", "news"),
    ],
)
def test_the_censor_finds_polish_words_in_their_forms(letter, words, reason):
    assert found(letter) == {words: reason}


@pytest.mark.parametrize(
    ("letter", "words", "reason"),
    [
        ("I am in the third company.", "third company", "unit"),
        ("We met the 5th battalion.", "5th battalion", "unit"),
        ("We are in Lipowa Street.", "Lipowa Street", "place"),
        ("Come to 41 Wilcza Street!", "41 Wilcza Street", "place"),
        ("We live in the Old Town.", "Old Town", "place"),
        ("We have rifles.", "rifles", "weapon"),
        ("They are attacking.", "attacking", "news"),
    ],
)
def test_the_censor_finds_english_words(letter, words, reason):
    assert found(letter, "en") == {words: reason}


@pytest.mark.parametrize(
    ("letter", "lang"),
    [
        ("Mam granatowy sweter i 3 koty.", "pl"),
        ("Mam ochotę na naleśniki. Wolę lody.", "pl"),
        ("Gram w drużynie. Siostra mówi, że działa!", "pl"),
        ("Pozdrawiam od Twojej Mamy. Jestem przy Tobie.", "pl"),
        ("Bawię się bombką na choinkę.", "pl"),
        ("Hania ma 7 lat, a Staś 9.", "pl"),
        ("I enjoy your company. 41 of us sing.", "en"),
        ("Dear Mum! All is well. The street is quiet.", "en"),
        ("", "pl"),
        ("!!! ??? –", "en"),
    ],
)
def test_the_censor_leaves_personal_news_alone(letter, lang):
    assert findings(letter, lang) == []


@pytest.mark.parametrize(
    ("letter", "lang", "words", "reason"),
    [
        ("Stoimy pod Verdun.", "pl", "Verdun", "front-place"),
        ("Jestem w 5. pułku.", "pl", "5. pułku", "unit"),
        ("Wczoraj była bitwa.", "pl", "bitwa", "fighting"),
        ("Mamy wielu rannych.", "pl", "rannych", "losses"),
        ("Nasz kapitan krzyczy.", "pl", "kapitan", "officers"),
        ("My chyba nie wygramy.", "pl", "nie wygramy", "defeat"),
        ("We are near the Somme.", "en", "Somme", "front-place"),
        ("There was a battle.", "en", "battle", "fighting"),
        ("Two were wounded.", "en", "wounded", "losses"),
        ("The captain shouts.", "en", "captain", "officers"),
        ("It was all for nothing.", "en", "all for nothing", "defeat"),
    ],
)
def test_the_censor_of_1915_has_reasons_of_his_own(letter, lang, words, reason):
    assert {letter[each.start : each.end]: each.reason for each in findings(letter, lang, "front")} == {words: reason}
    assert len(reason_words(reason, lang).split()) >= 3


@pytest.mark.parametrize(
    ("letter", "lang"),
    [
        ("Kochana Mamo! Jem ciepłą zupę i śpię sucho. Kot kolegi grzeje mi stopy. Ściskam Was.", "pl"),
        ("Marna pogoda, ale herbata gorąca. Idę spać. Czekam na list.", "pl"),
        ("Dear Mum! The soup is hot and my bed is dry. Your parcel made us all laugh.", "en"),
    ],
)
def test_the_censor_of_1915_leaves_comfort_alone(letter, lang):
    assert findings(letter, lang, "front") == []


def test_each_post_has_its_own_reasons_and_its_own_postmark():
    assert found("Nasz kapitan jest na Mokotowie.") == {"Mokotowie": "place"}
    assert [each.reason for each in findings("Nasz kapitan jest na Mokotowie.", "pl", "front")] == ["officers"]
    for lang in LANGUAGES:
        scouts, front = LetterDesk(lang), LetterDesk(lang, "front")
        assert (scouts.postmark.sign, front.postmark.sign) == ("lily", "envelope")
        for desk in (scouts, front):
            desk.handle({"do": "censor", "values": {"letter": "dom"}})
            desk.handle({"do": "postmark"})
            desk.handle({"do": "show", "values": {"ink": "blue"}})
            kept = desk.memory()
            again = LetterDesk(lang, desk.post)
            again.restore(kept or {})
            assert (again.postmark, again.stage) == (desk.postmark, "postmark")
        assert scouts.postmark.sign == "lily"
        assert front.postmark == Postmark(ink="blue", sign="envelope")
        assert shown(scouts) != shown(front)
        assert postmark_svg(scouts.postmark, texts_for(lang)) != postmark_svg(front.postmark, texts_for(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_field_card_asks_to_swap_and_never_to_show(lang):
    desk = LetterDesk(lang, "front")
    desk.handle({"do": "censor", "values": {"letter": "dom"}})
    assert texts_for(lang).say("letter.front.swap") in shown(desk)
    assert texts_for(lang).say("letter.front.swap") not in shown(write("dom", lang))


def test_neighbouring_sentences_are_not_joined():
    assert found("Mamy karabin. Armata stoi.") == {"karabin": "weapon", "Armata": "weapon"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_is_said_in_words(lang):
    for reason in ("unit", "place", "weapon", "news"):
        assert len(reason_words(reason, lang).split()) >= 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_censor_survives_any_text(lang):
    rng = random.Random(1944)
    letters = string.printable + "ąćęłńóśźżĄŻ–„”😀"
    for _ in range(300):
        letter = "".join(rng.choices(letters, k=rng.randrange(80)))
        for each in findings(letter, lang):
            assert 0 <= each.start < each.end <= len(letter)
        ElementTree.fromstring(card_svg("a<b>&\"'" + letter, texts_for(lang)))


# The desk -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_card_gets_a_kind_sentence(lang):
    desk = write("  ", lang)
    assert desk.stage == "writing"
    assert desk.news == desk.refusal == texts_for(lang).say("letter.empty")
    assert desk.refusal in shown(desk)


def test_25_words_pass_and_26_stay_on_the_desk_with_every_word():
    assert write(with_words(LIMIT)).stage == "censor"
    desk = write(with_words(LIMIT + 1))
    assert desk.stage == "writing"
    assert desk.letter == with_words(LIMIT + 1)
    assert "26" in desk.news
    assert "1 słowo" in desk.news
    assert desk.letter in shown(desk)


def test_too_many_lines_are_refused_kindly():
    desk = write("\n".join("ab" for _ in range(LINES + 1)))
    assert desk.stage == "writing"
    assert str(LINES) in desk.news
    assert write("\n".join("ab" for _ in range(LINES))).stage == "censor"


def test_one_endless_word_is_broken_into_lines():
    word = "m" * 300
    assert "".join(word[start:end] for line in lines_of(word) for start, end in line) == word
    assert len(lines_of(word)) > LINES


def test_a_letter_goes_the_whole_way():
    desk = write("Mamo! Jestem w trzeciej kompanii. Śpię dobrze.")
    assert reason_words("unit", "pl") in shown(desk)
    desk.handle({"do": "change"})
    assert desk.stage == "writing"
    assert "trzeciej kompanii" in shown(desk)
    desk.handle({"do": "censor", "values": {"letter": "Mamo! Śpię dobrze."}})
    assert desk.news == texts_for("pl").say("letter.censor.clean")
    desk.handle({"do": "postmark"})
    desk.handle({"do": "draft", "key": "postmark-1", "values": {"ring": "potato", "ink": "red", "word": "here"}})
    assert desk.postmark == Postmark("potato", "red", "here")
    desk.handle({"do": "download"})
    [file] = desk.outbox
    assert file.name == "kartka.svg"
    card = "".join(ElementTree.fromstring(file.text).itertext())
    assert "Śpię dobrze." in card
    assert texts_for("pl").say("letter.invented") in card
    desk.handle({"do": "new"})
    assert (desk.letter, desk.stage) == ("", "writing")


def test_words_left_under_ink_cannot_be_read_on_the_card():
    desk = write("Jestem na Mokotowie.")
    desk.handle({"do": "postmark"})
    pages = [block for block in desk.blocks() if block["t"] == "picture"]
    assert pages
    for page in pages:
        assert "Mokotowie" not in page["svg"]
        assert "Mokotowie" not in page["label"]
        assert "[zamalowane]" in page["label"]


@pytest.mark.parametrize("beginning", BEGINNINGS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_to_begin_with_is_added_and_harms_nobody(beginning, lang):
    desk = LetterDesk(lang)
    desk.handle({"do": "begin", "with": beginning, "values": {"letter": "Żyję. "}})
    assert desk.letter == f"Żyję. {texts_for(lang).say(BEGINNINGS[beginning])}"
    assert findings(desk.letter, lang) == []
    assert desk.letter in shown(desk)


def test_a_letter_that_is_not_ready_gets_no_postmark():
    desk = LetterDesk("pl")
    desk.handle({"do": "postmark"})
    assert desk.stage == "writing"


@pytest.mark.parametrize("message", [{}, {"do": "fly"}, {"do": None}])
def test_unknown_messages_are_refused(message):
    with pytest.raises(UnknownMessage):
        LetterDesk("pl").handle(message)


@pytest.mark.parametrize("values", [None, 7, [], {"letter": 7}, {"ring": "square"}, {"ring": []}, {"ink": {}}])
def test_values_that_do_not_fit_change_nothing(values):
    desk = LetterDesk("pl")
    desk.handle({"do": "draft", "values": values})
    assert desk.letter == ""
    assert desk.postmark == Postmark()


# What is kept ---------------------------------------------------------------------------------------------------------


def test_an_untouched_desk_keeps_nothing():
    assert LetterDesk("pl").memory() is None


@pytest.mark.parametrize("stage", STAGES)
def test_what_was_kept_is_taken_up(stage):
    desk = write("Mamo! Śpię dobrze.")
    desk.stage = stage
    desk.postmark = Postmark("dots", "blue", "class")
    again = LetterDesk("pl")
    memory = desk.memory()
    assert memory is not None
    again.restore(memory)
    assert again.memory() == memory
    assert str(again) == str(desk)


@pytest.mark.parametrize(
    "memory", [{}, {"letter": 7}, {"letter": "", "stage": "censor"}, {"stage": []}, {"ring": 1, "ink": None}, {"x": 1}]
)
def test_what_does_not_fit_in_the_memory_is_ignored(memory):
    desk = LetterDesk("pl")
    desk.restore(memory)
    assert desk.stage == "writing"
    assert desk.postmark == Postmark()
    assert desk.blocks()


def test_the_words_of_the_letter_are_not_in_the_text_form():
    desk = write("Sekret Hani")
    assert "Sekret" not in str(desk)
    assert "2 słowa" in str(desk)
    assert str(LetterDesk("en")) == texts_for("en").say("letter.state.empty")


# Drawings -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ring", RINGS)
def test_every_postmark_is_a_drawing_with_a_label(ring, lang):
    texts = texts_for(lang)
    for ink in INKS:
        for word in WORDS:
            drawing = ElementTree.fromstring(postmark_svg(Postmark(ring, ink, word), texts))
            assert drawing.tag == f"{SVG}svg"
            assert drawing.get("role") == "img"
            label = drawing.get("aria-label", "")
            for key in (RINGS[ring], INKS[ink], WORDS[word]):
                assert texts.say(key) in label
            around = "".join(drawing.itertext())
            assert around == texts.say(WORDS[word]) + texts.say("letter.postmark.lesson")


def test_postmarks_differ():
    drawings = {postmark_svg(Postmark(r, i, w), texts_for("pl")) for r in RINGS for i in INKS for w in WORDS}
    assert len(drawings) == len(RINGS) * len(INKS) * len(WORDS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_says_that_it_is_invented(lang):
    texts = texts_for(lang)
    for postmark in (None, Postmark()):
        assert texts.say("letter.invented") in card_svg("Mamo!", texts, [], postmark)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_desks_say_truly_where_they_keep_what_is_written(monkeypatch, lang):
    say = texts_for(lang).say
    assert say("letter.privacy") in shown(LetterDesk(lang))
    for desk in (letters, research):
        monkeypatch.setattr(desk, "is_kept_by_page", lambda: True)
    assert say("letter.privacy.page") in shown(LetterDesk(lang))
    assert say("research.privacy.page") in repr(research.ResearchDesk(lang).blocks())
