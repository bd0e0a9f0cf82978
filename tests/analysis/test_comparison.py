"""Change a rule, see the balance."""

from pathlib import Path

import pytest

from mali_powstancy.analysis import compare
from mali_powstancy.analysis.comparison import Comparison
from mali_powstancy.engine import load_scenario
from mali_powstancy.lab import Serial, simulate
from tests.analysis.played import by_hand, row, short_games
from tests.lab import odd_bots

SHORT = load_scenario("short-1")
BOTS = ["random", "random"]


@pytest.fixture
def rules_file(tmp_path):
    """Makes a scenario file: the short game, lost with another number of tokens."""

    def write(tokens: int) -> Path:
        file = tmp_path / f"{tokens}.toml"
        numbers = f"[numbers]\ntokens_to_lose = {{ value = {tokens} }}\n"
        file.write_text(f'based_on = "short-1"\nid = "mine"\nversion = {tokens}\n{numbers}', "utf-8")
        return file

    return write


def test_the_same_rules_make_no_difference():
    found = compare("short-1", SHORT, BOTS, games=12, executor=Serial())
    assert found.before == found.after
    for one in found.differences:
        assert one.before == one.after or one.before.n == 0
        assert one.difference.value == 0 or one.difference.n == 0
    assert found.of("defeats").difference.low < 0 < found.of("defeats").difference.high


@pytest.mark.parametrize(
    ("easy", "hard", "players"), [("wiarusi-beginner", "wiarusi-veteran", 3), ("bitwa-short", "bitwa-standard", 2)]
)
def test_rules_of_any_game_are_compared_by_what_that_game_counts(easy, hard, players):
    found = compare(easy, hard, ["random"] * players, games=6, executor=Serial())
    table = found.before.columns()
    for one in found.differences:
        if one.measure in table:
            assert one.before.value == pytest.approx(sum(table[one.measure]) / 6)
    assert {"defeats", "rounds", "gap"} < {one.measure for one in found.differences}


def test_games_of_two_games_make_no_pairs():
    ones, others = (simulate(2, BOTS, rules, executor=Serial()) for rules in ("short-1", "bitwa-short"))
    with pytest.raises(ValueError, match="games of mali-powstancy and of bitwa-warszawska make no pairs"):
        compare(ones, others)


def test_a_changed_rule_makes_a_difference(rules_file):
    longer = load_scenario(rules_file(5))
    found = compare(SHORT, longer, BOTS, games=24, seed=3, executor=Serial())
    assert found.of("rounds").difference.low > 0
    assert found.of("tokens").after.value > found.of("tokens").before.value
    assert found.after == simulate(24, BOTS, longer, 3, Serial())
    assert found == compare(SHORT, longer, BOTS, games=24, seed=3, executor=Serial())


def test_an_interruption_gives_the_pairs_that_are_done(rules_file, capsys):
    odd_bots.games_begun = 0
    found = compare("short-1", rules_file(5), [odd_bots.tired, "random"], games=50, executor=Serial(), progress=True)
    assert [row.game for row in found.before] == [row.game for row in found.after] == [0, 1, 2, 3]  # nine games
    assert not found.before.complete
    assert not found.after.complete
    assert found.of("rounds").difference.n == 4
    assert capsys.readouterr().err.count(" 0/100 ") == 1  # one bar for both


def test_rules_can_come_from_a_file(rules_file):
    found = compare("short-1", rules_file(1), BOTS, games=8, executor=Serial())
    assert found.after.scenario.tokens_to_lose == 1
    assert found.of("rounds").difference.high < 0


def test_games_that_were_played_can_be_compared():
    games = short_games()
    found = compare(games, games[:10])
    assert isinstance(found, Comparison)
    assert len(found.before) == 16
    assert found.of("rounds").difference == (0, 0, 0, 10)  # of the pairs that there are
    assert found.of("rounds").before.n == 10
    assert found.of("wins", 1).seat == 1
    assert found.columns()["measure"][0] == "defeats"
    assert len(found.columns()["difference_low"]) == len(found.differences)


def test_pairs_need_one_seed_and_one_number_of_players():
    with pytest.raises(ValueError, match="games of seed 1 and of seed 2 make no pairs"):
        compare(by_hand(row(0), seed=1), by_hand(row(0), seed=2))
    three = simulate(1, ["random"] * 3, "short", executor=Serial())
    with pytest.raises(ValueError, match="games for 2 and for 3 players"):
        compare(by_hand(row(0)), three)


def test_a_wrong_question_gets_a_sentence():
    with pytest.raises(TypeError, match="compare games with games, or rules with rules"):
        compare(by_hand(row(0)), "short", BOTS)
    with pytest.raises(TypeError, match="say which bots play"):
        compare("short", "basic")
    with pytest.raises(TypeError, match="bots are only needed for games to come"):
        compare(by_hand(row(0)), by_hand(row(0)), BOTS)
