from collections import Counter

import pytest

from mali_powstancy.bots import random_bot
from mali_powstancy.engine import SetupError
from mali_powstancy.lab import Maker, Serial, share, simulate, tournament
from mali_powstancy.lab.tournament import arrangements, tables_of
from tests.lab import odd_bots
from tests.lab.posting import Posting


def idle():
    """A bot that never does anything of its own will."""
    return lambda observation, rng: observation.legal[0]


def plain():
    return random_bot


ALONE = {players: tuple((seat,) for seat in range(players)) for players in (2, 3, 4)}
CAMPS = ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("sides", "games"),
    [(ALONE[2], 2), (ALONE[3], 6), (ALONE[4], 2), (CAMPS, 2), (((0, 1), (2,)), 2), (((0, 1, 2),), 2)],
)
def test_everybody_sits_everywhere_equally_often(sides, games):
    tables = arrangements(sides)
    assert len(set(tables)) == len(tables) == games
    for side in sides:
        for seat in side:
            assert Counter(table[seat] for table in tables) == {0: games // 2, 1: games // 2}
        assert all(len({table[seat] for seat in side}) == 1 for table in tables)


def test_bots_take_turns_around_the_table():
    assert ["".join("AB"[place] for place in places) for places in arrangements(ALONE[3])] == [
        *("ABA", "BAA", "AAB"),
        *("BAB", "ABB", "BBA"),
    ]
    assert tables_of(["one", "other"], "basic", 4) == [[["one", "other"] * 2, ["other", "one"] * 2]]
    assert tables_of(["one", "other"], "wiarusi-standard", 3) == [[["one"] * 3, ["other"] * 3]]


# One side -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def easy_war(tmp_path):
    """A war of three cards that is hard to lose, so that even bots without a plan win it at times."""
    file = tmp_path / "easy-war.toml"
    file.write_text(EASY_WAR, "utf-8")
    return file


EASY_WAR = """
id = "easy-war"
version = 1
title = "Łatwa wojna"
based_on = "wiarusi-beginner"

[numbers]
identical_threats = 9
bolts_to_lose = 99
first_difficulty = 1

[players.3]
pile = 3
speeches = 5
kinds = ["L1", "R1"]
"""


def eager():
    """A bot that plays cards as long as it can."""
    return lambda observation, rng: next(
        (move for move in observation.legal if str(move).startswith("play")), observation.legal[0]
    )


def test_where_all_are_one_side_each_bot_has_a_table_of_its_own(easy_war, tmp_path):
    folder = tmp_path / "results"
    bots: list[str | Maker] = ["random", eager, odd_bots.wiarusi_plain]
    found = tournament(bots, 10, easy_war, 3, seed=2, folder=folder, executor=Serial())
    assert (found.games, found.complete) == (10, True)
    assert sorted(file.stem for file in folder.iterdir()) == [
        "+".join([name] * 3) for name in ("eager", "random", "wiarusi_plain")
    ]
    for bot in bots:
        games = simulate(10, [bot] * 3, easy_war, seed=2, executor=Serial())
        name = games.bots[0]
        (standing,) = (one for one in found.bots if one.bot == name)
        assert standing.wins == share(sum(bool(row.winners) for row in games), 10)
        assert standing.defeats == share(sum(row.is_defeat for row in games), 10)
        assert standing.points.n == 0
    twins, best = found.match("random", "wiarusi_plain"), found.match("eager", "random")
    assert (twins.lead.value, twins.lead.n) == (0, 10)
    assert best.wins.value + best.losses.value + 2 * best.defeats.value == pytest.approx(2)
    assert best.lead.value == pytest.approx(best.wins.value - best.losses.value)
    assert best.lead.value > 0
    assert found == tournament(bots, 10, easy_war, 3, seed=2, folder=folder, executor=Posting())


# Two camps ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "camps"), [(2, ((0,), (1,))), (3, ((0, 2), (1,))), (4, CAMPS)])
def test_two_camps_have_one_bot_each(players, camps):
    def seated(first, second):
        return [first if seat in camps[0] else second for seat in range(players)]

    found = tournament(["planner", "random"], 4, "bitwa-short", players, seed=3, executor=Serial())
    one = simulate(2, seated("planner", "random"), "bitwa-short", seed=3, executor=Serial())
    other = simulate(2, seated("random", "planner"), "bitwa-short", seed=3, executor=Serial())
    assert tables_of(["planner", "random"], "bitwa-short", players) == [[[*one.bots], [*other.bots]]]
    assert {row.winners for row in [*one, *other]} <= {(), *camps}, "an army wins together"
    wins = sum(0 in row.winners for row in one) + sum(1 in row.winners for row in other)
    assert found.games == found.matches[0].wins.n == 4
    assert found.matches[0].wins.value == pytest.approx(wins / 4)
    assert found.match("planner", "random").lead.value > 0


# Everybody alone ----------------------------------------------------------------------------------------------------


def test_the_better_bot_leads():
    found = tournament(["random", "greedy"], 20, "short-1", executor=Serial())
    assert [one.bot for one in found.bots] == ["greedy", "random"]
    assert (found.games, found.complete) == (20, True)
    match = found.match("greedy", "random")
    assert match.lead.low > 0
    assert match.points.low > 0
    assert match.wins.value + match.losses.value + match.defeats.value == pytest.approx(1)
    mirrored = found.match("random", "greedy")
    assert (mirrored.lead.high, mirrored.wins, mirrored.losses) == (-match.lead.low, match.losses, match.wins)
    assert found.bots[0].wins.value == pytest.approx(match.wins.value)
    assert "greedy" in repr(found)
    with pytest.raises(KeyError, match="have not met"):
        found.match("greedy", "planner")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "other", "scenario"),
    [("planner", "greedy", "basic-3"), ("planner", "greedy", "extended-3"), ("greedy", "random", "basic-1")],
)
def test_who_thinks_more_plays_better(better, other, scenario):
    """The longer matches are in docs/bots.md; two hundred games are enough to see that the lead is no luck."""
    found = tournament([better, other], 200, scenario, players=2)
    assert found.games == 200
    assert found.match(better, other).lead.low > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_bots_are_equally_good_because_they_get_the_same_deals(players):
    twins = tournament(["random", odd_bots.plain], 12, "short", players, executor=Serial())
    # Each deal is played with changed seats, and both bots do the same on the same seat.
    assert twins.matches[0].lead.value == 0


def test_a_tournament_counts_what_simulations_give():
    found = tournament(["greedy", "random"], 8, "short-1", 2, seed=5, executor=Serial())
    one = simulate(4, ["greedy", "random"], "short-1", seed=5)
    other = simulate(4, ["random", "greedy"], "short-1", seed=5)
    wins = sum(row.win_of(0) for row in one) + sum(row.win_of(1) for row in other)
    assert found.matches[0].wins.value == pytest.approx(wins / 8)
    assert found.matches[0].wins.n == 8
    assert found.matches[0].lead.n == 4
    assert found.matches[0].defeats.value == pytest.approx(sum(row.is_defeat for row in [*one, *other]) / 8)
    ahead = [
        [row.points[seat] - row.points[1 - seat] for seat, row in enumerate(deal) if row.points]
        for deal in zip(one, other, strict=True)
    ]
    scored = [sum(games) / len(games) for games in ahead if games]
    assert scored
    assert found.matches[0].points.value == pytest.approx(sum(scored) / len(scored))


def test_every_pair_meets_and_games_are_rounded_up_to_whole_deals():
    found = tournament(["greedy", "random", idle], 7, "short", 3, executor=Serial())
    assert [(match.one, match.other) for match in found.matches] == [
        ("greedy", "random"),
        ("greedy", "idle"),
        ("random", "idle"),
    ]
    assert found.games == 12
    assert {one.wins.n for one in found.bots} == {24}


def test_an_interrupted_tournament_counts_whole_deals_only():
    odd_bots.games_begun = 0
    found = tournament([odd_bots.tired, "random"], 40, "short", 2, executor=Serial())
    assert (found.games, found.complete) == (8, False)
    odd_bots.games_begun = 9
    nothing = tournament([odd_bots.tired, "random"], 40, "short", 2, executor=Serial())
    assert (nothing.games, nothing.complete) == (0, False)


def test_a_tournament_goes_on_from_its_folder(tmp_path):
    folder = tmp_path / "results"
    odd_bots.games_begun = 0
    tournament([odd_bots.tired, "random"], 20, "short", 2, folder=folder, executor=Serial())
    assert sorted(file.name for file in folder.iterdir()) == ["random+tired.jsonl", "tired+random.jsonl"]
    odd_bots.games_begun = 11
    found = tournament([odd_bots.tired, "random"], 20, "short", 2, folder=folder, executor=Serial())
    assert (found.games, found.complete) == (20, True)
    assert odd_bots.games_begun == 11 + 11  # nine of twenty games were there
    assert found == tournament([odd_bots.tired, "random"], 20, "short", 2, executor=Serial())


@pytest.mark.parametrize("games", [0, -5])
def test_a_tournament_needs_a_game(games):
    with pytest.raises(ValueError, match=f"at least one game, not {games}"):
        tournament(["random", "greedy"], games)


@pytest.mark.parametrize("players", [0, -1, 5])
def test_a_tournament_needs_as_many_players_as_the_scenario_knows(players):
    with pytest.raises(SetupError, match="is for 2, 3, 4 players, not "):
        tournament(["random", "greedy"], 2, players=players)


def test_one_name_is_no_list_of_bots():
    with pytest.raises(TypeError, match=r"one bot for each seat: \['random', \.\.\.\]"):
        tournament("random", 2)


@pytest.mark.parametrize("bots", [[], ["random"], ["random", "random"], ["plain", plain]])
def test_a_tournament_needs_different_bots(bots):
    with pytest.raises(ValueError, match="bot"):
        tournament(bots, 2)
