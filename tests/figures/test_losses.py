"""The figures of losses: history stays history, and only names tie it to the game."""

from datetime import date

import pytest

from mali_powstancy.analysis.results import result_named
from mali_powstancy.history import districts, when
from mali_powstancy.views.figures.losses import PART, WHOLE, game_beside_history, lost_map
from tests.figures.test_figures import words_of

ON_THE_BOARD = [one for one in districts() if one.game]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_part_of_the_city_is_lost_on_its_day(lang):
    figure = lost_map(lang=lang)
    told = {name: row[0] for row in figure.twin.rows for name in row[1].split(", ")}
    assert {one.name[lang]: when(one.lost, lang) for one in ON_THE_BOARD}.items() <= told.items()
    assert len(figure.spec["frames"]) == len(figure.twin.rows) == len(figure.spec["layout"]["sliders"][0]["steps"])


def test_nothing_is_lost_on_the_first_day_and_everything_on_the_last():
    first, *_, last = lost_map().spec["frames"]
    assert not any(trace["visible"] for trace in first["data"][:-1])
    assert set(first["data"][-1]["text"]) == {""}
    assert all(trace["visible"] and trace["line"]["width"] == WHOLE for trace in last["data"][:-1])
    assert all("<b>" in words for words in last["data"][-1]["text"])


def test_a_district_of_which_a_part_is_lost_has_thin_lines_and_says_which_part():
    figure = lost_map(lang="en")
    days = [row[0] for row in figure.twin.rows]
    frame = figure.spec["frames"][days.index("6 September")]
    thin = [
        words
        for trace, words in zip(frame["data"], frame["data"][-1]["text"], strict=False)
        if trace["line"]["width"] == PART and trace["visible"]
    ]
    assert thin == ["Powiśle: 6 September", "Sadyba (Lower Mokotów): 2 September"]


def test_the_map_of_history_shows_nothing_of_the_game():
    words = " ".join(words_of(lost_map(lang="en").spec))
    assert not [word for word in ("Citadel", "Pawiak", "SGGW", "game", "round") if word in words]


def test_every_frame_can_be_shown_alone():
    frames = lost_map().spec["frames"]
    assert len({tuple(frame["traces"]) for frame in frames}) == 1
    assert len({tuple(tuple(sorted(trace)) for trace in frame["data"]) for frame in frames}) == 1


def names_of(column):
    """The districts of the right side, from the top to the bottom."""
    return [words.split("</b>: ")[1] for words in column["text"]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_left_side_is_in_the_order_of_games_and_the_right_side_in_that_of_days(players):
    figure, table = game_beside_history(players=players, lang="en"), result_named("falls").table(players)
    *links, left, right = figure.spec["data"]
    shares = sorted((table.share_of(one).value for one in table.fell), reverse=True)
    assert len(left["text"]) == len(right["text"]) == len(links) == len(shares)
    assert left["text"][0].endswith(f"<b>{100 * shares[0]:.0f}%</b>")
    lost: dict[str, date] = {}
    for one in ON_THE_BOARD:
        lost[one.game or ""] = max(lost.get(one.game or "", date.min), one.lost.day or date.min)
    days = dict(zip(names_of(right), sorted(lost.values()), strict=True))
    assert days["Wola"] == days["Ochota"] == lost["wola"]
    assert days["Powiśle and Czerniaków"] == lost["powisle-czerniakow"]
    assert days["City Centre"] == lost["srodmiescie"]
    for link in links:
        begin, end = link["y"]
        assert left["text"][begin].startswith(f"{names_of(right)[end]}: ")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_unbroken_line_is_of_a_district_that_falls_more_often_than_the_average_one(players):
    figure = game_beside_history(players=players, lang="en")
    *links, left, _ = figure.spec["data"]
    solid = {left["text"][link["y"][0]].split(":")[0] for link in links if link["line"]["dash"] == "solid"}
    percents = {words.split(":")[0]: float(words.rpartition("<b>")[2].removesuffix("%</b>")) for words in left["text"]}
    average = sum(percents.values()) / len(percents)
    assert solid == {name for name, value in percents.items() if value > average}
    assert solid >= {"Żoliborz", "Mokotów", "Powiśle and Czerniaków"}
    assert {link["marker"]["symbol"] for link in links} == {"circle", "diamond"}


def test_a_table_that_was_not_played_is_said_to_be_none():
    with pytest.raises(LookupError, match="no games for 5 players"):
        game_beside_history(players=5)
