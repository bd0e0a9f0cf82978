"""The same war told differently: one rule of one game, a guess first, and games of any of the three that answer."""

import json
from itertools import repeat

import pytest

from mali_powstancy.classroom import retelling
from mali_powstancy.classroom.desks.retelling import (
    LONGEST_WISH,
    RETOLD,
    RetellingDesk,
    changed_rules,
    changed_text,
)
from mali_powstancy.classroom.desks.side_by_side import THREE_GAMES
from mali_powstancy.tabletop.library import load_scenario, rules_of
from mali_powstancy.texts import languages
from mali_powstancy.views.figures.balances import balance_figure

CHANGES = [
    (game, name, value)
    for game, retold in RETOLD.items()
    for name, rule in retold.rules.items()
    for value in rule.offered
]
SILENCE = {"game": "wiarusi", "rule": "speeches", "value": "0"}
GUESS = {"defeats": "more", "rounds": "same"}


def desk(lang: str = "en", **chosen: str) -> RetellingDesk:
    """A desk on which these were chosen one by one, as on the page."""
    made = RetellingDesk(lang, repeat(7))
    for name, value in chosen.items():
        made.handle({"do": "draft", "values": {name: value}})
    return made


def play(made: RetellingDesk, slices: int) -> None:
    for _ in range(slices):
        made.step()


def test_all_three_games_can_be_told_differently():
    assert tuple(RETOLD) == THREE_GAMES
    assert all(len(retold.rules) >= 3 for retold in RETOLD.values())


def test_what_a_rule_is_now_is_what_the_scenario_says():
    for game, retold in RETOLD.items():
        for name, rule in retold.rules.items():
            assert changed_rules(game, name, rule.usual).part_hashes == load_scenario(retold.base).part_hashes
            assert rule.usual not in rule.offered


def test_every_change_is_a_scenario_file_that_differs_in_nothing_else():
    for game, name, value in CHANGES:
        base, changed = load_scenario(RETOLD[game].base), changed_rules(game, name, value)
        other = {part for part, found in changed.part_hashes.items() if found != base.part_hashes[part]}
        assert len(other) == 1, (game, name)
        assert rules_of(game).read_scenario(changed_text(game, name, value)) == changed


def test_nothing_is_played_before_a_rule_is_changed_and_a_guess_is_made():
    made = desk(game="wiarusi")
    made.handle({"do": "start", "values": GUESS})
    assert made.stage == "ready"
    assert "Change one thing first" in made.news
    made = desk(**SILENCE)
    made.handle({"do": "start", "values": {"defeats": "more"}})
    assert made.stage == "ready"
    assert "Guess first" in made.news
    assert made.figure() is None


@pytest.mark.parametrize(("game", "rule"), [(game, next(iter(retold.rules))) for game, retold in RETOLD.items()])
def test_every_game_is_played_and_every_measure_has_a_name(game, rule):
    retold = RETOLD[game]
    made = desk(game=game, rule=rule, value=str(retold.rules[rule].offered[0]))
    made.handle({"do": "start", "values": dict.fromkeys(retold.guessed, "more")})
    play(made, 1)
    assert made.pairs is not None
    assert len(made.pairs) == 5
    made.handle({"do": "stop"})
    comparison = made.pairs.comparison
    for lang in languages():
        figure = balance_figure(comparison, retold.measures, lang=lang)
        assert len({row[0] for row in figure.twin.rows}) == len(retold.measures)
    assert len(list(made._results())) == len(retold.guessed)
    assert f"of {retold.pairs}" in str(made)


def test_what_was_wished_stands_beside_the_result_and_stays_private():
    made = desk(**SILENCE, wish="silence has\na price")
    assert "silence has a price" not in str(made)
    made.handle({"do": "start", "values": GUESS})
    play(made, 1)
    made.handle({"do": "stop"})
    assert "“silence has a price”" in str(made.blocks())
    made.handle({"do": "draft", "values": {"wish": "x" * 999}})
    assert len(made.wish) == LONGEST_WISH


def test_another_game_or_rule_begins_anew():
    made = desk(**SILENCE)
    made.handle({"do": "start", "values": GUESS})
    play(made, 1)
    made.handle({"do": "draft", "values": {"game": "wiarusi", "rule": "speeches", "value": "0"}})
    assert made.stage == "playing"
    made.handle({"do": "draft", "values": {"game": "wiarusi", "rule": "speeches", "value": "9"}})
    assert (made.stage, made.pairs, made.guess) == ("ready", None, {})
    made.handle({"do": "draft", "values": {"game": "bitwa-warszawska", "rule": "speeches", "value": "9"}})
    assert (made.rule, made.value, made.asked_pairs) == ("", None, 50)


@pytest.mark.parametrize(
    "values",
    [{"game": "chess"}, {"rule": "tokens"}, {"value": "7"}, {"value": None}, {"game": 3, "rule": [], "value": {}}],
)
def test_what_does_not_fit_is_ignored(values):
    made = desk(**SILENCE)
    made.handle({"do": "draft", "values": values})
    assert (made.game_id, made.rule, made.value) == ("wiarusi", "speeches", 0)


def test_everything_is_kept_and_the_same_games_are_played_again():
    made = desk(**SILENCE, wish="silence")
    made.handle({"do": "start", "values": GUESS})
    later = RetellingDesk("en", repeat(8))
    later.restore(json.loads(json.dumps(made.memory())))
    assert later.memory() == made.memory()
    assert later.seed == 7
    assert RetellingDesk("en", repeat(8)).memory() is None
    later.restore({"game": "x", "rule": 3, "value": None, "guess": [], "seed": -1})
    assert later.memory() == made.memory()


def test_the_rules_can_be_taken_along_as_a_file():
    made = desk(**SILENCE)
    made.handle({"do": "download"})
    (file,) = made.outbox
    assert file.name == "wiarusi-beginner-speeches-0.toml"
    assert "based_on" in file.text


def test_a_notebook_asks_for_it_by_name(in_lesson):
    assert repr(retelling(lang="en")) == str(desk())
