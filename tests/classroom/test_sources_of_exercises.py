from mali_powstancy.classroom.desks.exercising import ExerciseDesk
from mali_powstancy.classroom.desks.quizzes import TicketDesk
from mali_powstancy.classroom.exercises import Exercise, Ordering
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.history import cited
from mali_powstancy.texts import texts_for

EN = texts_for("en")
SOURCES = [source.named for source in cited("letters-total")]


def folded(blocks):
    """What lies behind “How we know”."""
    found = [block for block in blocks if block["t"] == "details" and block["label"] == EN.say("course.sources")]
    return [item for block in found for item in block["blocks"][0]["items"]]


def test_the_sources_of_an_exercise_are_named_once_its_answer_is_known():
    asked = lesson("01", "en").exercises["01-d"]
    assert isinstance(asked, Exercise)
    desk = ExerciseDesk(asked)
    assert folded(desk.blocks()) == []
    desk.handle({"do": "check", "values": {"answer": "exact"}})
    assert folded(desk.blocks()) == []
    desk.handle({"do": "check", "values": {"answer": "range"}})
    assert set(SOURCES) <= set(folded(desk.blocks()))


def test_those_of_an_exit_ticket_too_and_what_is_about_the_game_names_none():
    desk = TicketDesk(lesson("01", "en"), "en")
    key, asking = next(iter(desk.askings.items()))
    desk.handle({"do": "check", "ticket": key, "values": {"answer": "both"}})
    assert asking.is_passed
    assert folded(desk.blocks()) == SOURCES
    about_the_game = lesson("04", "en").exercises["04-c"]
    assert isinstance(about_the_game, Exercise)
    assert about_the_game.refs == ("game",)
    assert "[@" not in about_the_game.praise
    game = ExerciseDesk(about_the_game)
    game.handle({"do": "check", "values": {"answer": "11"}})
    assert game.asking.is_passed
    assert folded(game.blocks()) == []


def test_a_sentence_of_any_part_may_name_its_source_and_nobody_sees_the_mark():
    for lang in ("pl", "en"):
        events = lesson("01", lang).questions[5]
        assert isinstance(events, Ordering)
        assert set(events.refs) >= {"post-start", "post-record", "last-letter", "end-of-post"}
        assert not any("@" in words for words in (events.praise, *(item.text for item in events.items)))
        assert events.items[-1].text.endswith(("list.", "letter."))
