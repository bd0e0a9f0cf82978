import json
import re
from functools import cache
from itertools import cycle, product
from random import Random
from typing import Any, cast

import pytest

from mali_powstancy.analysis import UnknownName
from mali_powstancy.engine.tally import row_of
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.figures.bottlenecks import gates_figure
from mali_powstancy.views.figures.class_maps import class_map
from mali_powstancy.views.figures.distributions import chances_figure, roll_die, rolls_figure
from mali_powstancy.views.figures.figure import LOOKS, PLOTLY_MIME, Figure, twin
from mali_powstancy.views.figures.games import ways_of
from mali_powstancy.views.figures.maps import city_map
from mali_powstancy.views.figures.routes import route_figure
from mali_powstancy.views.figures.tracks import track_figure
from tests.figures.examples import FIGURES, basic_game, first_rounds, lost_game

KIB = 1024
SHOWN = ("text", "ticktext", "label")


@cache
def made(name: str, how: tuple[str, str]) -> Figure:
    lang, look = how
    return FIGURES[name](lang=lang, look=look)


def words_of(value: object, key: str = "") -> list[str]:
    """Everything that stands on the figure."""
    if isinstance(value, dict):
        return [word for inner, part in value.items() for word in words_of(part, inner)]
    if isinstance(value, list):
        return [word for part in value for word in words_of(part, key)]
    return [re.sub("<[^>]*>", " ", value)] if isinstance(value, str) and key in SHOWN else []


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_one_that_plotly_knows(name):
    for how in zip(cycle(languages()), LOOKS, strict=False):  # no look has words of its own
        figure = made(name, how)
        drawn = figure.plotly()  # raises for any name or value that plotly does not know
        assert len(drawn.data) == len(figure.spec["data"]), how
        assert len(drawn.frames) == len(figure.spec.get("frames", [])), how


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_small_asks_for_nothing_from_outside_and_says_nothing_by_hovering_alone(name):
    for how in product(languages(), LOOKS):
        figure = made(name, how)
        text = figure.to_json()
        assert len(text.encode()) <= (200 if name.startswith("fall map") else 40) * KIB, how
        assert figure.spec["layout"]["hovermode"] is False, how
        for unwanted in ("http", "//", "hovertext", "hovertemplate"):
            assert unwanted not in text, how


@pytest.mark.parametrize("name", FIGURES)
def test_the_same_data_give_the_same_figure(name):
    how = {"lang": "pl", "look": "light"}
    assert FIGURES[name](**how).to_json() == FIGURES[name](**how).to_json()


@pytest.mark.parametrize(("name", "lang"), list(product(FIGURES, languages())))
def test_the_summary_is_one_sentence(name, lang):
    summary = made(name, (lang, "light")).summary
    assert summary.endswith(".")
    assert not re.search(r"[.!?] +[A-ZŁŚŻ]", summary)
    assert "{" not in summary
    assert len(summary) < 400


@pytest.mark.parametrize(("name", "lang"), list(product(FIGURES, languages())))
def test_every_number_on_the_figure_is_in_its_twin_or_summary(name, lang):
    figure = made(name, (lang, "light"))
    said = f"{figure.twin} {figure.summary}"
    numbers = re.compile(r"\d+(?:[.,/]\d+)?")
    missing = {number for word in words_of(figure.spec) for number in numbers.findall(word)} - set(
        numbers.findall(said)
    )
    assert missing == set()


@pytest.mark.parametrize("name", FIGURES)
def test_the_languages_differ_in_words_but_not_in_shape(name):
    polish, english = (made(name, (lang, "light")) for lang in ("pl", "en"))
    assert polish.summary != english.summary
    assert len(polish.twin.rows) == len(english.twin.rows)
    assert len(polish.spec["data"]) == len(english.spec["data"])


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in FIGURES
        if name.split(",")[0] in ("map", "route", "loads", "gates", "class", "replay", "fall map")
    ],
)
@pytest.mark.parametrize("look", LOOKS)
def test_every_map_has_all_names_and_fits_its_screen(name, look):
    figure = made(name, ("pl", look))
    words = " ".join(" ".join(words_of(figure.spec)).split())
    assert all(part in words for part in ("Cytadela", "SGGW", "WOLA", "W i s ł a", "Pałacyk"))
    assert figure.spec["layout"]["height"] <= (720 if look == "projector" else 780)


# The figure as a value ------------------------------------------------------------------------------------------------


def test_a_notebook_gets_the_drawing_then_the_sentence_and_the_table(monkeypatch):
    published: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.publish_display_data", published.append)
    figure = FIGURES["route"](lang="en")
    figure._ipython_display_()
    drawing, text = published
    assert drawing["text/plain"] == figure.summary == repr(figure)
    assert set(drawing[PLOTLY_MIME]) == {"data", "layout", "config", "narrow"}
    assert drawing[PLOTLY_MIME]["config"]["displayModeBar"] is False
    assert text["text/html"].startswith(f"<p>{figure.summary}</p><details><summary>")
    assert text["text/html"].count("<tr>") == len(figure.twin.rows) + 1
    assert text["text/plain"] == str(figure.twin)
    json.dumps(published)


def test_words_in_the_table_are_no_html():
    made_twin = twin(texts_for("en"), ["<b>"], [["a & b <script>"]])
    assert "<script>" not in made_twin.as_html()
    assert "a &amp; b &lt;script&gt;" in made_twin.as_html()


def test_a_table_has_whole_rows():
    with pytest.raises(ValueError, match="every row of this table has 2 cells"):
        twin(texts_for("en"), ["a", "b"], [["only one"]])


# What single figures say ----------------------------------------------------------------------------------------------


def test_a_route_numbers_its_steps_and_says_how_long_it_is():
    figure = route_figure("past", "port", lang="en")
    assert "PAST Building → Port: 5 spaces" in figure.spec["layout"]["title"]["text"]
    (numbers,) = [t["text"] for t in figure.spec["data"] if t.get("text") and t["text"][0] == "<b>0</b>"]
    assert numbers == [f"<b>{n}</b>" for n in range(6)]
    assert [row[0] for row in figure.twin.rows[:6]] == list("012345")


def test_a_closed_road_shows_the_route_before_and_after():
    figure = route_figure("past", "port", "przyczolek~port", lang="en")
    assert "is 9 spaces long" in figure.summary
    assert "before, the shortest route was 5 spaces long" in figure.summary
    assert "closed roads: Czerniaków Bridgehead – Port" in figure.summary


def test_all_shortest_routes_are_shown():
    figure = route_figure("dworzec-gdanski", "port", lang="en")
    assert "there are 4 such routes" in figure.summary
    (others,) = [trace for trace in figure.spec["data"] if "other routes" in trace.get("name", "")]
    assert others["name"] == "other routes of the same length: 3"
    assert others["line"]["dash"] == "dash"
    assert sum(row[0].startswith("other route") for row in figure.twin.rows) == 3


def test_a_closed_road_elsewhere_changes_no_route():
    assert "before" not in route_figure("past", "port", "plac-wilsona~cytadela", lang="en").summary


def test_there_may_be_no_way():
    figure = route_figure("past", "port", ["przyczolek~port", "port~stary-mokotow"], lang="en")
    assert "There's no route between PAST Building and Port now" in figure.summary


def test_a_class_goes_along_a_route_step_by_step():
    def shown(steps: int) -> int:
        data = route_figure("past", "port", steps=steps).spec["data"]
        return next(len(trace["text"]) for trace in data if trace.get("text") and trace["text"][0] == "<b>0</b>")

    assert [shown(steps) for steps in range(6)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="this route has 5 steps, not 6"):
        route_figure("past", "port", steps=6)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: route_figure("past", "prot"), "there is no field 'prot'; did you mean 'port'"),
        (lambda: route_figure("past", "port", "port~przyczolek"), "no road 'port~przyczolek'; did you mean"),
        (lambda: city_map(fallen="Wola"), "there is no district 'Wola'; did you mean 'wola'"),
        (lambda: gates_figure(("past", "nowhere")), "there is no object 'nowhere'"),
    ],
)
def test_an_unknown_name_gets_a_clear_sentence(wrong, sentence):
    with pytest.raises(UnknownName, match=re.escape(sentence)):
        wrong()


@pytest.mark.parametrize(
    ("wrong", "kind", "sentence"),
    [
        (lambda: city_map(look="pink"), ValueError, "light, dark, projector, not 'pink'"),
        (lambda: class_map([]), ValueError, "at least one game"),
        (lambda: track_figure(cast(Any, "a file")), TypeError, "needs a session or a record, not 'a file'"),
        (lambda: chances_figure({}, "title"), ValueError, "no chances"),
        (lambda: roll_die(Random(1), 0), ValueError, "between 1 and 1 000 000 times, not 0"),
    ],
)
def test_wrong_data_get_a_clear_sentence(wrong, kind, sentence):
    with pytest.raises(kind, match=re.escape(sentence)):
        wrong()


def test_a_lonely_crossing_is_marked():
    figure = gates_figure(closed="port~stary-mokotow", lang="en")
    assert "The only crossing between parts of the city: Czerniaków Bridgehead – Port" in figure.summary
    assert any(trace.get("name") == "the only crossing" for trace in figure.spec["data"])
    assert gates_figure(lang="en").spec["layout"]["showlegend"] is False


def test_the_only_crossing_is_not_marked_a_second_time_as_a_road_to_close():
    names = [trace.get("name") for trace in gates_figure(("przyczolek", "port"), lang="en").spec["data"]]
    assert "fewest roads to close" in " ".join(filter(None, names))
    lonely = gates_figure(("przyczolek", "port"), closed="port~stary-mokotow", lang="en")
    assert [name for name in (trace.get("name") for trace in lonely.spec["data"]) if name and "close" in name] == []


def test_a_track_agrees_with_the_end_of_the_game():
    session = basic_game()
    figure = track_figure(session, lang="en")
    delivered = sum(map(len, session.state.delivered))
    assert sum(row[4] == "delivered" for row in figure.twin.rows) == delivered > 0
    assert f"{delivered} delivered" in figure.summary
    assert "still there" in track_figure(first_rounds(), lang="en").summary
    assert any(row[4] == "still on the track" for row in track_figure(first_rounds(), lang="en").twin.rows)


def test_a_track_needs_an_order():
    with pytest.raises(ValueError, match="no order has been laid"):
        track_figure(Session(basic_game().opening))


def test_a_class_map_adds_up_and_keeps_the_order_of_the_groups():
    alone = class_map([basic_game()], lang="en")
    both = class_map({"Lipa": basic_game(), "Dąb": basic_game().record}, lang="en")
    assert [row[0] for row in both.twin.rows[:2]] == ["Lipa", "Dąb"]
    assert both.twin.rows[0][1:] == both.twin.rows[1][1:] == alone.twin.rows[0][1:]
    one, two = ({row[0]: row[-1] for row in figure.twin.rows if row[1] == ""} for figure in (alone, both))
    assert {name: 2 * int(times) for name, times in one.items()} == {name: int(times) for name, times in two.items()}


def test_visits_are_those_that_the_lab_counts():
    for session in (basic_game(), lost_game()):
        row = row_of(0, session.opening, [event for step in session.steps for event in step.events], session.state)
        board, ways = session.opening.game.board, ways_of(session)
        assert tuple(ways.fields[field] for field in board.fields) == row.visits


def test_the_exact_chances_of_the_die_are_shown():
    figure = rolls_figure(roll_die(Random(1), 600, "basic-1"), scenario="basic-1", lang="en")
    assert [row[-1] for row in figure.twin.rows] == ["1/6"] * 6
    assert sum(int(row[1]) for row in figure.twin.rows) == 600
    with pytest.raises(ValueError, match="there is no die"):
        roll_die(Random(1), 200, "extended-1")
