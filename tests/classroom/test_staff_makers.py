"""The answers about Bitwa Warszawska are those of its engine, counted here in another way than the makers do it."""

import random
import re
from collections import Counter

import pytest

from mali_powstancy.classroom.exercises import Choice
from mali_powstancy.classroom.makers import MAKERS, staffs

SEEDS = range(40)


def question(name: str, seed: int, lang: str = "pl") -> Choice:
    made = MAKERS[name](random.Random(seed), lang)
    assert isinstance(made, Choice)
    return made


def numbers(words: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", words)))


def test_a_first_line_counts_double_and_the_commander_on_top():
    armies = Counter()
    for seed in SEEDS:
        army, first, second, extra = staffs._strong_army(random.Random(seed))
        made = question("front-strength", seed)
        assert numbers(made.task) == [first, second, extra]
        assert made.right_answer == str(first * 2 + second + extra)
        assert str(first + second + extra) in [option.key for option in made.options]
        armies[army] += 1
    assert min(armies[0], armies[1]) > 5


def test_the_points_of_a_round_are_one_two_and_one_more():
    found = Counter()
    for seed in SEEDS:
        _, army, winners, scoring = staffs._round(random.Random(seed))
        won, lost = winners.count(army), winners.count(1 - army)
        points = 2 if won == 3 else int(won > lost)
        points += winners[scoring] == army
        assert question("round-points", seed).right_answer == str(points)
        found[points] += 1
    assert set(found) == {0, 1, 2, 3}


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_victory_costs_the_first_line(lang):
    for seed in SEEDS:
        state, winner, front = staffs._won_battle(random.Random(seed))
        first, second = state.l1[3 * winner + front], state.l2[3 * winner + front]
        made = question("after-battle", seed, lang)
        assert made.right_answer == str(second)
        assert {"0", str(first), str(first + second)} <= {option.key for option in made.options}
