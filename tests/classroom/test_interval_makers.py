"""The answers about intervals are those of the shipped games, and everybody who reads the numbers sees the same."""

import random
import re

import pytest

from mali_powstancy.classroom.exercises import Choice
from mali_powstancy.classroom.makers.intervals import comparisons, make_narrower, make_overlap
from mali_powstancy.lab import Estimate
from mali_powstancy.views.pictures.interval_picture import IntervalBar, interval_picture

LANGUAGES = ("pl", "en")


def numbers(words: str) -> list[float]:
    return [float(each.replace(",", ".")) for each in re.findall(r"\d+(?:[.,]\d+)?", words)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whether_two_intervals_share_a_piece_can_be_read_off_the_picture(lang):
    answers = []
    for seed in range(60):
        question = make_overlap(random.Random(seed), lang)
        assert isinstance(question, Choice)
        assert question.picture is not None
        a_low, a_high, b_low, b_high = numbers(question.picture.label)
        shared = a_low < b_high and b_low < a_high
        right = "unknown" if shared else "A" if a_low > b_high else "B"
        assert question.right_answer == right
        answers.append(right)
        replies = [question.check(each).message for each in question.typical_mistakes()]
        assert len(set(replies)) == 3
    assert set(answers) == {"A", "B", "unknown"}
    assert 15 <= answers.count("unknown") <= 45


def test_the_piece_that_is_named_lies_in_both_intervals():
    for seed in range(60):
        question = make_overlap(random.Random(seed), "en")
        assert question.picture is not None
        if question.right_answer == "unknown":
            a_low, a_high, b_low, b_high = numbers(question.picture.label)
            begin, end = numbers(question.praise)
            assert (begin, end) == (max(a_low, b_low), min(a_high, b_high))


def test_there_are_comparisons_of_both_kinds():
    assert all(len(found) >= 5 for found in comparisons().values())
    assert {shared for shared, found in comparisons().items() for each in found if (each.gap < 0) != shared} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_more_games_have_the_narrower_interval(lang):
    for seed in range(60):
        question = make_narrower(random.Random(seed), lang)
        assert isinstance(question, Choice)
        ends = {int(option.key): numbers(option.text) for option in question.options}
        widths = {games: high - low for games, (low, high) in ends.items()}
        assert sorted(widths, key=lambda games: -widths[games]) == sorted(widths)
        assert len({option.text for option in question.options}) == 3
        assert f" {question.right_answer} " in re.split(r"[.:] ", question.task)[-1]
        (value,) = numbers(question.task.partition("%")[0])
        assert all(low < value < high for low, high in ends.values())


def test_the_picture_puts_intervals_on_one_scale():
    one, other = Estimate(0.2, 0.1, 0.3, 10), Estimate(0.5, 0.3, 0.7, 10)
    drawn = interval_picture([IntervalBar("A", one, "10%", "30%"), IntervalBar("B <", other, "30%", "70%")])
    (first, second) = re.findall(r'd="M([\d.]+) \d+V\d+M([\d.]+) ', drawn)
    assert first[1] == second[0]
    assert float(first[0]) < float(second[0]) < float(second[1])
    assert "B &lt;" in drawn
