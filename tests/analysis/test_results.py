import pytest

from mali_powstancy.analysis import UnknownName
from mali_powstancy.analysis.results import (
    ALL_LOSE,
    ALL_WIN,
    SAMPLE,
    SOME_WIN,
    UNDECIDED,
    EndsResult,
    FallsResult,
    OutcomesResult,
    ResultError,
    TournamentResult,
    falls_result,
    fate_of,
    outcomes_result,
    result_from_text,
    result_named,
    result_text,
    sample_of,
    sample_of_tournament,
    shipped_results,
    together,
    tournament_result,
)
from mali_powstancy.engine.tally import Fall
from mali_powstancy.lab import Games, Serial, simulate, tournament
from mali_powstancy.lab.intervals import share
from mali_powstancy.tabletop.library import load_scenario, rules_of, tally_of
from tests.analysis.played import EXTENDED, by_hand, lost_games, row
from tools import results


@pytest.fixture(scope="module")
def games() -> Games:
    return simulate(6, ["random", "greedy"], "short-extended-3", executor=Serial())


# What is shipped ------------------------------------------------------------------------------------------------------


def test_every_set_is_shipped_and_nothing_else():
    assert shipped_results() == sorted(results.SETS)


@pytest.mark.parametrize("name", results.SETS)
def test_a_shipped_result_is_of_the_scenario_that_is_shipped(name):
    result = result_named(name)
    for source in [table.source for table in result.tables] if isinstance(result, EndsResult) else [result.source]:
        scenario = load_scenario(source.scenario)
        assert source == (scenario.name, scenario.hash, rules_of(scenario.game_id).RULES, results.SEED)
        assert load_scenario(scenario.id).name == scenario.name  # the newest one


@pytest.mark.parametrize("name", results.SETS)
def test_a_shipped_file_is_small_and_just_as_it_would_be_written(name):
    content = results.FOLDER.joinpath(f"{name}.json").read_bytes()
    assert len(content) <= results.LARGEST
    assert content.decode() == result_text(result_named(name))


def test_shipped_falls_add_up():
    falls = result_named("falls")
    districts = list(load_scenario(falls.source.scenario).board.district)
    assert [len(table.bots) for table in falls.tables] == [2, 3, 4]
    for table in falls.tables:
        assert table.games == results.SETS["falls"][1] == sum(table.counts)
        assert list(table.fell) == list(table.first) == districts
        assert all(len(times) == table.rounds for times in table.fell.values())
        fell = sum(sum(times) for times in table.fell.values())
        assert fell == sum(number * times for number, times in enumerate(table.counts))
        assert sum(table.first.values()) == table.games - table.counts[0]
        assert 0 < table.lost < table.games


def test_shipped_outcomes_add_up():
    for table in result_named("tempers").tables:
        assert table.games == results.SETS["tempers"][1]
        for counts in (table.endings, table.rounds, table.delivered, table.late):
            assert sum(counts.values()) == table.games
        assert sum(table.points.values()) == table.games - table.lost


def test_the_three_games_stand_side_by_side():
    result = result_named("three-games")
    assert [table.game_id for table in result.tables] == ["mali-powstancy", "wiarusi", "bitwa-warszawska"]
    for table in result.tables:
        assert table.games == results.SETS["three-games"][1] >= 1_000
        for counts in (table.endings, table.fates, table.rounds):
            assert sum(counts.values()) == table.games
        assert set(table.endings) <= set(tally_of(table.game_id).ENDINGS)
        assert result.of(table.game_id) is table
    assert result.of("bitwa-warszawska").share_of([ALL_LOSE]).value == 0  # its rules know no common defeat
    assert result.of("wiarusi").share_of(["loss-morale", "loss-knocks"]) == result.of("wiarusi").share_of([ALL_LOSE])


@pytest.mark.parametrize(
    ("changes", "fate"),
    [
        ({"winners": (1,), "ending": "all-orders"}, SOME_WIN),
        ({"winners": (0, 1), "ending": "all-orders"}, SOME_WIN),  # two rivals who share a win have not won together
        ({"winners": (), "ending": "tokens"}, ALL_LOSE),
        ({"winners": (), "ending": "stopped"}, UNDECIDED),
    ],
)
def test_who_has_won(games, changes, fate):
    assert fate_of(games[0]._replace(**changes), 2) == fate


def test_who_has_won_where_all_are_one_side():
    fates = {row.ending: fate_of(row, 3) for row in simulate(12, ["random"] * 3, "wiarusi-beginner", 3, Serial())}
    assert fates
    assert all(fate == (ALL_WIN if ending == "win" else ALL_LOSE) for ending, fate in fates.items())


def test_the_shipped_tournament_is_of_all_pairs():
    standings = result_named("tournament").standings
    assert {standing.bot for standing in standings.bots} == set(results.TEMPERS)
    assert len(standings.matches) == 3
    assert standings.games == results.SETS["tournament"][1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["falls", "tempers"])
def test_the_bots_still_play_as_they_did(name):
    """If not, what the lessons show is no longer what these bots do: `make results` plays all games again."""
    result = result_named(name)
    assert isinstance(result, FallsResult | OutcomesResult)
    for table in result.tables:
        again = simulate(SAMPLE, table.bots, result.source.scenario, result.source.seed, Serial())
        assert sample_of(again) == table.sample, f"{table.bots} play otherwise now: make results"


@pytest.mark.slow
@pytest.mark.parametrize("table", result_named("three-games").tables, ids=lambda table: table.game_id)
def test_the_bots_of_all_three_games_still_play_as_they_did(table):
    again = simulate(SAMPLE, table.bots, table.source.scenario, table.source.seed, Serial(), slowest=None)
    assert sample_of(again) == table.sample, f"{table.game_id} is played otherwise now: make results"


@pytest.mark.slow
def test_the_bots_still_meet_as_they_did():
    """The same for the tournament."""
    result = result_named("tournament")
    again = sample_of_tournament(results.TEMPERS, result.source.scenario, 2, result.source.seed)
    assert again == result.sample, "the tempers play otherwise now: make results"


def test_a_sample_notices_one_other_move_in_one_of_its_games(games):
    row = games[5]
    other = row._replace(visits=(row.visits[0] + 1, *row.visits[1:]))
    changed = Games([*games.rows[:5], other], scenario=games.scenario, bots=games.bots, seed=games.seed)
    assert sample_of(changed) != sample_of(games) == sample_of(games, 6)
    assert sample_of(changed, 5) == sample_of(games, 5)


def test_a_sample_of_a_tournament_is_of_all_matches_and_seats():
    found = sample_of_tournament(["random", "greedy"], "short-3", 2, 1, 3)
    tables = [simulate(3, bots, "short-3", 1, Serial()) for bots in (["random", "greedy"], ["greedy", "random"])]
    assert found == together(sample_of(games, 3) for games in tables)
    assert found != sample_of_tournament(["greedy", "random"], "short-3", 2, 1, 3)


# Counting and writing -------------------------------------------------------------------------------------------------


def test_falls_are_counted_by_district_round_and_order():
    few = [
        row(0, falls=(Fall("wola", 4), Fall("ochota", 6)), rounds=6),
        row(1, falls=(Fall("ochota", 5), Fall("wola", 5)), rounds=7),
        row(2, falls=(Fall("wola", 2),), rounds=4),
        row(3, (0,), rounds=8),
    ]
    table = falls_result([by_hand(*few, scenario=EXTENDED)]).table(2)
    assert list(table.fell) == list(EXTENDED.board.district)
    assert (table.games, table.lost, table.rounds, table.counts) == (4, 3, 8, (1, 1, 2))
    assert table.share_of("wola") == share(3, 4)
    assert table.first["wola"] == 2
    assert table.rounds_of("wola") == [2, 4, 5]
    assert table.share_of("mokotow") == share(0, 4)
    by_round = [table.share_by("wola", number).value for number in range(1, 9)]
    assert by_round == [0, 0.25, 0.25, 0.5, 0.75, 0.75, 0.75, 0.75]  # what has fallen stays fallen
    assert [order for order, _ in table.orders] == [(), ("ochota", "wola"), ("wola",), ("wola", "ochota")]
    again = falls_result([by_hand(*few, few[1], scenario=EXTENDED)]).table(2)
    assert again.orders[0] == (("ochota", "wola"), 2)


def test_falls_of_real_games_agree_with_their_rows():
    games = lost_games()
    table = falls_result([games]).table(3)
    fallen = sum(len(game.falls) for game in games)
    assert fallen > 2 * len(games)  # the third fall loses
    assert sum(map(sum, table.fell.values())) == fallen
    assert sum(table.first.values()) == sum(table.counts) == len(games)
    assert all(table.share_by(district, table.rounds) == table.share_of(district) for district in table.fell)


def test_a_result_is_the_same_after_writing_and_reading(games):
    standings = tournament(["random", "greedy"], 4, "short-3", executor=Serial())
    for made, kind in (
        (falls_result([games]), FallsResult),
        (outcomes_result([games, games]), OutcomesResult),
        (tournament_result(standings, 1), TournamentResult),
    ):
        text = result_text(made)
        assert isinstance(result_from_text(text), kind)
        assert result_text(result_from_text(text)) == text


def test_means_are_of_single_games(games):
    (table,) = outcomes_result([games]).tables
    assert table.mean_of("rounds").value == pytest.approx(sum(row.rounds for row in games) / len(games))
    assert table.defeats().value == sum(row.is_defeat for row in games) / len(games)


def test_games_of_two_scenarios_make_no_result(games):
    others = simulate(1, ["random", "random"], "short-3", executor=Serial())
    with pytest.raises(ValueError, match="one scenario and one seed"):
        falls_result([games, others])
    with pytest.raises(ValueError, match="without a seed"):
        falls_result([Games(games.rows, scenario=games.scenario, bots=games.bots)])


def test_what_is_not_there_is_said():
    with pytest.raises(UnknownName, match="there is no result 'fall'; did you mean 'falls'"):
        result_named("fall")
    with pytest.raises(LookupError, match="no games for 7 players; there are some for 2, 3, 4"):
        result_named("falls").table(7)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": "falls", "source": {}}', '{"kind": "falls"', "null"])
def test_a_damaged_file_is_refused(text):
    with pytest.raises(ResultError, match=r"falls.json cannot be read as a result .*`make results` makes it again"):
        result_from_text(text, "falls.json")


def test_a_file_of_another_kind_is_refused():
    source = '{"scenario": "basic-3", "hash": "", "rules": 1, "seed": 1}'
    with pytest.raises(ResultError, match="holds no result that is known here, but 'dance'"):
        result_from_text(f'{{"kind": "dance", "source": {source}}}')


# The tool -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_tiny_run_can_be_repeated(tmp_path):
    for folder in ("one", "two"):
        assert results.main(["--games", "4", "--folder", str(tmp_path / folder)]) == 0
    one, two = ({file.name: file.read_bytes() for file in (tmp_path / folder).iterdir()} for folder in ("one", "two"))
    assert one == two
    assert sorted(one) == [f"{name}.json" for name in sorted(results.SETS)]
    assert all(len(content) <= results.LARGEST for content in one.values())


def test_what_is_shipped_is_not_replaced_by_fewer_games(capsys):
    for arguments, message in ((["--games", "4"], "--folder"), (["--games", "0"], "at least one game")):
        with pytest.raises(SystemExit):
            results.main(arguments)
        assert message in capsys.readouterr().err


def test_an_interrupted_run_writes_nothing(tmp_path, monkeypatch, games, capsys):
    stopped = Games(games.rows, scenario=games.scenario, bots=games.bots, seed=1, complete=False)
    monkeypatch.setattr(results, "simulate", lambda *asked: stopped)
    assert results.main(["--only", "falls", "--games", "4", "--folder", str(tmp_path)]) == 130
    assert list(tmp_path.iterdir()) == []
    assert "Interrupted" in capsys.readouterr().err
