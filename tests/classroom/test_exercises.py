"""What is true of every exercise and every question of every lesson, and of everything that the makers make."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from mali_powstancy.classroom.asking import Asking
from mali_powstancy.classroom.desks.censor import LIMIT, count_words, findings
from mali_powstancy.classroom.desks.exercising import ExerciseDesk, made_question
from mali_powstancy.classroom.exercises import Exercise, Ink, MatchExercise, NumberExercise, Open, Ordering
from mali_powstancy.classroom.lesson_files import LessonFileError, LessonTasks, Made, lesson_names, read_lesson
from mali_powstancy.classroom.makers import MAKERS
from mali_powstancy.texts import languages
from tests.conftest import SAMPLES

COURSE = Path(__file__).parents[2] / "mali_powstancy" / "data" / "lessons"
FILES = [SAMPLES / "97-sample.toml", *(COURSE / f"{name}.toml" for name in lesson_names())]
SEEDS = range(25)


def lesson_in(file: Path, lang: str) -> LessonTasks:
    return read_lesson(file.read_text("utf-8"), file.stem, lang)


def written(lang: str) -> Iterator[Exercise]:
    """Every exercise, question and ticket of every file."""
    for file in FILES:
        lesson = lesson_in(file, lang)
        entries = (*lesson.exercises.values(), *lesson.questions, *lesson.tickets)
        yield from (entry for entry in entries if isinstance(entry, Exercise))


WRITTEN = [pytest.param(each, id=f"{each.id}-{lang}") for lang in languages() for each in written(lang)]
LONG_THOUGHT = ("closed-road", "changed-die")
"""Makers that try out many changes of the rules for each question."""
MADE = [
    pytest.param(name, lang, id=f"{name}-{lang}", marks=[pytest.mark.slow] if name in LONG_THOUGHT else [])
    for name in MAKERS
    for lang in languages()
]


def check_all(exercise: Exercise) -> None:
    """Everything that is true of any exercise."""
    right = exercise.check(exercise.right_answer)
    assert (right.passed, right.kind) == (True, "right")
    assert repr(right) == right.message
    check_mistakes(exercise)
    check_what_is_no_answer(exercise)
    desk = ExerciseDesk(exercise)
    untouched = str(desk)
    desk.handle({"do": "check", "values": {}})
    said = desk.asking.verdict
    assert said is not None
    assert not said.passed, "nothing passes untouched"
    assert said.message in str(desk)
    assert untouched != str(desk)
    assert exercise.task in untouched


def check_mistakes(exercise: Exercise) -> None:
    said = [exercise.check(mistake) for mistake in exercise.typical_mistakes()]
    assert all((each.passed, each.kind) == (False, "mistake") for each in said)
    assert all(each.message.strip() for each in said)
    if not isinstance(exercise, Open):
        assert len({each.message for each in said}) >= 2, "two typical mistakes have replies of their own"
        assert exercise.praise not in {each.message for each in said}
        assert exercise.right_words


def check_what_is_no_answer(exercise: Exercise) -> None:
    empty: list[object] = [None, "", "  ", [], {}]
    for nothing in empty:
        said = exercise.check(nothing)
        assert (said.passed, said.kind) == (False, "empty")
        assert said.message.endswith((".", "!"))
    for nonsense in (object(), True, b"x", {1: 2}, [3], ["no-such-key"], {"no-such-key": "x"}, "?!", float("nan")):
        said = exercise.check(nonsense)
        assert (said.passed, said.kind) == (False, "unreadable"), nonsense
        assert said.message.endswith((".", "!"))


@pytest.mark.parametrize("exercise", WRITTEN)
def test_every_written_exercise_is_answered_kindly(exercise):
    check_all(exercise)
    for text in (exercise.task, exercise.title, exercise.hint, exercise.praise, *exercise.right_words):
        assert "{" not in text


@pytest.mark.parametrize(("name", "lang"), MADE)
def test_every_made_question_is_answered_kindly(name, lang):
    tasks = set()
    for seed in SEEDS:
        question = MAKERS[name](random.Random(seed), lang)
        check_all(question)
        tasks.add((question.task, tuple(question.right_words)))
        assert question.hint
        assert question.about
        assert question.picture is None or question.picture.label
    assert len(tasks) > len(SEEDS) // 4, "the seeds give different questions"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_both_languages_ask_the_same(file):
    polish, english = (lesson_in(file, lang) for lang in ("pl", "en"))
    assert list(polish.exercises) == list(english.exercises)
    for one, other in zip(
        (*polish.exercises.values(), *polish.questions, *polish.tickets),
        (*english.exercises.values(), *english.questions, *english.tickets),
        strict=True,
    ):
        assert type(one) is type(other)
        if isinstance(one, Exercise) and isinstance(other, Exercise):
            assert one.right_answer == other.right_answer or isinstance(one, Open)
            assert one.task != other.task


# What each kind does besides ------------------------------------------------------------------------------------------


def sample(letter: str, lang: str = "en") -> Exercise:
    found = lesson_in(SAMPLES / "97-sample.toml", lang).exercises[f"97-{letter}"]
    assert isinstance(found, Exercise)
    return found


@pytest.mark.parametrize("answer", [6, 6.0, "6", " 6 ", "6,0"])
def test_a_number_may_be_written_in_many_ways(answer):
    assert sample("c").check(answer).passed


def test_other_numbers_are_said_to_be_too_small_or_too_large():
    exercise = sample("c")
    assert isinstance(exercise, NumberExercise)
    assert exercise.check(1).message == exercise.low
    assert exercise.check("1000").message == exercise.high
    assert exercise.check("six").kind == "unreadable"
    assert exercise.check("9" * 500).kind == "unreadable"


def test_several_mistakes_at_once_are_counted():
    assert sample("b").check(["house"]).message == "A house is too large. And 2 more things to put right."


def test_a_match_says_how_much_is_left():
    exercise = sample("d")
    assert isinstance(exercise, MatchExercise)
    said = exercise.check({"cloud": "sky"})
    assert (said.kind, said.message) == ("empty", "1 item still needs a group.")
    assert exercise.check({"cloud": "nowhere"}).kind == "unreadable"


def test_too_much_ink_is_said_before_too_little_and_the_rest_is_counted():
    letter = sample("h")
    assert letter.check(["treasure"]).message == "The road can still be read."
    assert letter.check(["treasure", "road", "cake"]).message == "The cake stays."
    assert letter.check(["cake", "greeting"]).message.endswith(letter.texts.count("course.more-to-mend", 3))
    harmless = letter.check(["treasure", "road", "greeting"])
    assert (harmless.kind, "“Hello!” tells a stranger nothing" in harmless.message) == ("mistake", True)


def test_a_letter_that_is_black_all_over_is_no_letter():
    letter = sample("h")
    assert isinstance(letter, Ink)
    said = letter.check([phrase.key for phrase in letter.phrases])
    assert (said.kind, said.message) == ("mistake", letter.texts.say("letter.ink.all"))


def test_doubtful_words_are_right_under_ink_and_without_and_both_ways_are_talked_about():
    letter = sample("h")
    left, inked = (letter.check(["treasure", "road", *more]) for more in ([], ["bird"]))
    assert left.passed
    assert inked.passed
    assert left.message == "The treasure and the road are gone.\nYou left “A blackbird sings”. Every wood has one."
    assert inked.message.endswith("\nYou inked over “A blackbird sings”. Every wood has one.")
    assert letter.right_words[-1] == "“A blackbird sings”: censors might disagree about this."


def test_a_letter_is_told_in_words_with_what_is_under_ink():
    asking = Asking(sample("h"))
    assert "The letter: Hello! The treasure is in the oak. Go" in asking.in_words()
    asking.keep({"values": {"answer": ["road"]}})
    assert "oak. [inked over: Go beyond the brook.] A blackbird sings, I eat cake." in asking.in_words()


def test_what_was_inked_is_taken_up_again_and_words_of_another_letter_are_not():
    asking, later, other = (Asking(sample("h")) for _ in range(3))
    asking.check({"values": {"answer": ["road"]}})
    later.restore(asking.memory())
    assert later.draft == ["road"]
    assert later.verdict == asking.verdict
    other.restore({"draft": ["road", "no-such-phrase"], "checked": ["no-such-phrase"]})
    assert other.draft == []
    assert other.verdict is not None
    assert other.verdict.kind == "unreadable"


def test_every_phrase_is_a_button_of_the_letter_that_says_whether_it_is_pressed():
    letter = sample("h")
    (field,) = letter.fields(["road"])
    assert (field["t"], field["legend"], field["how"]) == ("inking", letter.task, letter.texts.say("letter.ink.how"))
    assert [item["value"] for item in field["items"]] == ["greeting", "treasure", "road", "bird", "cake"]
    assert [item["value"] for item in field["items"] if item["picked"]] == ["road"]


@pytest.mark.parametrize(
    ("text", "wrong", "fault"),
    [
        ('ink = "may"', 'ink = "perhaps"', "ink is 'perhaps', not one of: must, never, may"),
        ('ink = "must"', 'ink = "may"', "no phrase must go under ink"),
        ('ink = "never"', 'ink = "may"', "0 phrases never go under ink, not 2 or more"),
        (
            ', reply = { pl = "Drogę wciąż widać.", en = "The road can still be read." }',
            "",
            "phrase 3: reply is missing",
        ),
        ('key = "road"', 'key = "cake"', "two of the same key: 'cake'"),
        ("Drogę wciąż widać.", "Skarb wciąż widać.", "two of the same reply: 'Skarb wciąż widać.'"),
    ],
)
def test_a_letter_that_cannot_be_inked_is_refused(text, wrong, fault):
    sound = (SAMPLES / "97-sample.toml").read_text("utf-8")
    with pytest.raises(LessonFileError) as error:
        read_lesson(sound.replace(text, wrong), "97-sample", "pl")
    assert fault in str(error.value)


@pytest.mark.parametrize("lang", languages())
def test_the_letters_of_lesson_01_keep_the_rule_of_25_words(lang):
    letters = [each for each in written(lang) if isinstance(each, Ink) and each.id.startswith("01-")]
    assert len(letters) == 2
    for letter in letters:
        text = " ".join(phrase.text for phrase in letter.phrases)
        assert count_words(text) <= LIMIT
        for found in findings(text, lang):
            inked = " ".join(phrase.words for phrase in letter.phrases if phrase.ink == "must")
            assert text[found.start : found.end] in inked, "the censor of the workshop agrees"


def test_a_sequence_is_never_shown_in_the_right_order():
    exercise = sample("e")
    assert isinstance(exercise, Ordering)
    assert sorted(exercise.blank) == sorted(exercise.right_answer)
    assert exercise.blank != exercise.right_answer
    assert exercise.check(["morning", "noon"]).kind == "unreadable"


def test_the_answer_is_offered_after_two_tries_and_never_before():
    asking = Asking(sample("a"))
    asking.check({"values": {"answer": None}})
    asking.check({"values": {"answer": "red"}})
    assert not asking.can_reveal, "an empty answer is no try"
    asking.check({"values": {"answer": "green"}})
    assert asking.can_reveal


# Lesson files ---------------------------------------------------------------------------------------------------------

WRONG = """
lesson = "98-wrong"
strange = 1
[[exercise]]
id = "97-a"
kind = "choice"
task = { pl = "Zadanie" }
hint = { pl = "a", en = "b" }
praise = "words"
[[exercise.option]]
key = "a"
text = { pl = "a", en = "a" }
right = true
[[exercise.option]]
key = "a"
text = { pl = "b", en = "b" }
[[exercise]]
id = "98-b"
kind = "riddle"
title = { pl = "a", en = "b" }
task = { pl = "a", en = "b" }
hint = { pl = "a", en = "b" }
praise = { pl = "a", en = "b" }
[[question]]
kind = "made"
maker = "miracle"
count = 0
[[question]]
kind = "board"
script = "x"
[[ticket]]
kind = "made"
maker = "late"
"""


def test_all_faults_of_a_file_are_told_at_once():
    with pytest.raises(LessonFileError) as error:
        read_lesson(WRONG, "98-wrong", "pl")
    told = str(error.value)
    for part in (
        "the file: strange means nothing here",
        "exercise 97-a: id is not the number of the lesson",
        "exercise 97-a: title is missing",
        "exercise 97-a: task has no text in en",
        "exercise 97-a: praise is missing or not",
        "exercise 97-a: there are 2 of [[…option]], not 3",
        "exercise 97-a: there are two of the same key: 'a'",
        "exercise 97-a: there are 1 wrong options, not 2",
        "option 2: reply is missing",
        "exercise 98-b: kind is 'riddle', not one of: choice",
        "question 1: maker is 'miracle', not one of: distance",
        "question 1: count is less than 1",
        "cannot be asked on the board",
        "a ticket is a question in the file",
    ):
        assert part in told


def test_a_file_that_is_no_toml_says_where():
    with pytest.raises(LessonFileError, match="line 1"):
        read_lesson("lesson = =", "98-wrong", "pl")


def test_a_sequence_whose_mistake_is_no_mistake_is_refused():
    text = (SAMPLES / "97-sample.toml").read_text("utf-8")
    wrong = text.replace('before = "noon", after = "morning"', 'before = "morning", after = "noon"')
    with pytest.raises(LessonFileError, match="morning before noon is no mistake"):
        read_lesson(wrong, "97-sample", "pl")


def test_the_same_seed_makes_the_same_question():
    made = Made("97-f", "distance", 1, "", "all", "", "")
    one, same, other = (made_question(made, 0, seed, "pl") for seed in (1, 1, 2))
    assert one == same
    assert one != other
