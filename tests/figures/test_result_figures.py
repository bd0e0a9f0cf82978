"""Figures of shipped results and of compared games: what each of them says."""

from datetime import date
from itertools import pairwise

import pytest

from mali_powstancy.analysis import UnknownName, compare
from mali_powstancy.analysis.results import falls_result, result_named
from mali_powstancy.engine import load_scenario
from mali_powstancy.history import districts, when
from mali_powstancy.lab import Serial, simulate, tournament
from mali_powstancy.views.figures.balances import NAMES, balance_figure
from mali_powstancy.views.figures.falls import LARGER, _places, city_and_falls, fall_map, fall_timeline
from mali_powstancy.views.figures.ground import SIZES
from mali_powstancy.views.figures.losses import game_beside_history
from mali_powstancy.views.figures.tournaments import TEMPERS, tempers_figure, tournament_figure
from mali_powstancy.views.map.chart import HEIGHT, WIDTH, along
from mali_powstancy.views.map.lettering import overlap
from tests.figures.examples import changed_rules, lost_games, some_games


def quiet_games():
    """Games of two rounds or so, in which hardly anything falls."""
    return simulate(3, ["greedy", "greedy"], "short-extended-3", executor=Serial())


# Falls ----------------------------------------------------------------------------------------------------------------


def test_the_map_shows_the_share_by_each_round_in_words():
    figure, table = fall_map(players=4, lang="en"), result_named("falls").table(4)
    frames = figure.spec["frames"]
    assert [frame["name"] for frame in frames] == [str(number) for number in range(len(frames))]
    assert len(frames) == len(figure.twin.rows) == len(figure.spec["layout"]["sliders"][0]["steps"])
    assert set(frames[0]["data"][-1]["text"]) == {"<b>0%</b>"}
    most = max(table.share_of(district).value for district in table.fell)
    assert f"<b>{100 * most:.0f}%</b>" in frames[-1]["data"][-1]["text"]
    assert list(figure.twin.rows[-1][1:]) == [text[3:-4] for text in frames[-1]["data"][-1]["text"]]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_no_share_stands_on_a_road(lang):
    figure, board = fall_map(lang=lang), load_scenario("extended").board
    shares = figure.spec["data"][-1]
    high = shares["textfont"]["size"]  # in units of the map it is rather more
    ways = [along(board, road, n / 60) for road in board.roads for n in range(61)]
    for x, y in zip(shares["x"], shares["y"], strict=True):
        assert not [way for way in ways if abs(way[0] - x) < high and abs(way[1] - y) < high / 2]


@pytest.mark.parametrize("look", SIZES)
def test_every_share_is_on_the_map_and_covers_no_name_and_no_other_share(look):
    city, table = city_and_falls(None, 3, "pl", look)
    unit = WIDTH / city.sizes.wide
    high = (city.sizes.district + LARGER) * unit
    shares = {
        district: (x - 1.1 * high, y - high / 2, x + 1.1 * high, y + high / 2)
        for district, (x, y) in _places(city, tuple(table.fell)).items()
    }
    names = [city.name_boxes()[district] for district in table.fell]
    for district, share in shares.items():
        assert min(share) >= 0, district
        assert share[2] <= WIDTH, district
        assert share[3] <= HEIGHT, district
        others = [other for key, other in shares.items() if key != district]
        assert not any(overlap(share, box) for box in [*names, *others]), district


def test_hatching_only_grows_and_is_hidden_where_nothing_fell():
    frames = fall_map(players=2).spec["frames"]
    for traces in zip(*(frame["data"][:-1] for frame in frames), strict=True):
        widths = [trace["line"]["width"] for trace in traces]
        assert widths == sorted(widths)
        assert not traces[0]["visible"]


def test_every_frame_of_the_map_can_be_shown_alone():
    frames = fall_map().spec["frames"]
    assert len({tuple(frame["traces"]) for frame in frames}) == 1
    assert len({tuple(tuple(sorted(trace)) for trace in frame["data"]) for frame in frames}) == 1


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_timeline_keeps_game_and_history_apart(lang):
    figure = fall_timeline(lang=lang)
    game = {"pl": "gra", "en": "game"}[lang]
    in_history = [row for row in figure.twin.rows if row[0] != game]
    assert {row[1]: row[2] for row in in_history[:-1]} == {one.name[lang]: when(one.lost, lang) for one in districts()}
    months = {"pl": ("sierpnia", "września", "października"), "en": ("August", "September", "October")}[lang]
    assert not any(month in row[2] for row in figure.twin.rows if row[0] == game for month in months)
    axes = {trace.get("xaxis", "x") for trace in figure.spec["data"]}
    assert axes == {"x", "x2"}
    top, bottom = figure.spec["layout"]["yaxis"]["domain"], figure.spec["layout"]["yaxis2"]["domain"]
    assert bottom[1] < top[0]
    titles = " ".join(note["text"] for note in figure.spec["layout"]["annotations"])
    assert all(word in titles for word in {"pl": ("GRA", "HISTORIA"), "en": ("GAME", "HISTORY")}[lang])


def test_days_of_history_stand_at_their_days():
    (marks,) = [t for t in fall_timeline().spec["data"] if t.get("xaxis") == "x2" and t["mode"] == "markers"]
    days = sorted(one.lost.day for one in districts() if one.lost.day)
    assert marks["x"] == [(day - date(1944, 8, 1)).days for day in days]


def test_few_falls_say_nothing_about_when():
    figure = fall_timeline(quiet_games(), lang="en")
    assert "no district falls often" in figure.summary
    assert len(fall_map(quiet_games()).spec["frames"]) >= 1


def test_games_and_what_was_counted_in_them_give_the_same_figure():
    games = lost_games()
    for draw in (fall_map, fall_timeline, game_beside_history):
        assert draw(games).to_json() == draw(falls_result([games]), players=3).to_json()


def test_a_table_that_was_not_played_is_said_to_be_none():
    for draw in (fall_map, fall_timeline, game_beside_history):
        with pytest.raises(LookupError, match="no games for 5 players"):
            draw(players=5)


# Tempers and tournaments ----------------------------------------------------------------------------------------------


def test_every_pair_is_seen_from_the_one_that_leads():
    figure = tournament_figure(lang="en")
    leads = figure.spec["data"][0]["x"]
    assert len(leads) == 3
    assert min(leads) >= 0
    sure = [symbol == "circle" for symbol in figure.spec["data"][0]["marker"]["symbol"]]
    below = figure.spec["data"][0]["error_x"]["arrayminus"]
    assert sure == [lead - less > 0 for lead, less in zip(leads, below, strict=True)]


def test_a_tournament_just_played_can_be_shown():
    standings = tournament(["random", "greedy"], 4, "short-3", executor=Serial())
    figure = tournament_figure(standings, lang="en")
    assert "greedy v random" in str(figure.twin) or "random v greedy" in str(figure.twin)


def test_tempers_have_names_of_their_own():
    assert {bot for table in result_named("tempers").tables for bot in table.bots} == set(TEMPERS)
    assert [row[0] for row in tempers_figure(lang="en").twin.rows] == [
        "3 × balanced",
        "3 × helper",
        "3 × rival",
        "1 × rival, 2 × helper",
    ]


# Before and after -----------------------------------------------------------------------------------------------------


def test_each_measure_has_its_own_axis_and_all_that_is_known():
    figure = balance_figure(changed_rules(), list(NAMES), lang="en")
    layout = figure.spec["layout"]
    assert sum(key.startswith("xaxis") for key in layout) == len(NAMES) == len(figure.twin.rows)
    tops = [layout[f"yaxis{'' if at == 1 else at}"]["domain"] for at in range(1, len(NAMES) + 1)]
    assert all(below[1] < above[0] for above, below in pairwise(tops))


def test_a_clear_difference_is_told_and_none_is_not_made_up():
    assert "rounds per game: difference −" in balance_figure(changed_rules(), lang="en").summary
    same = balance_figure(compare(some_games(), some_games()), lang="en")
    assert "no clear difference" in same.summary
    assert all(row[3].endswith("which may be chance") for row in same.twin.rows)


def test_unknown_measures_are_refused():
    with pytest.raises(UnknownName, match="did you mean 'rounds'"):
        balance_figure(changed_rules(), ["round"])
    with pytest.raises(ValueError, match="say what to compare"):
        balance_figure(changed_rules(), [])
