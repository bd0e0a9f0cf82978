import json
import re

import plotly.graph_objects
import pytest

from mali_powstancy import history
from mali_powstancy.history import amount
from mali_powstancy.texts import languages
from mali_powstancy.views.figures.figure import LOOKS, Figure
from mali_powstancy.views.figures.history import (
    FIRST_DAY,
    LAST_DAY,
    letters_at_the_front,
    letters_in_total,
    letters_per_day,
    places_in_polish_hands,
    timeline,
)
from mali_powstancy.views.page.history_cards import history_card

FIGURES = {
    "timeline": timeline,
    "per day": letters_per_day,
    "at the front": letters_at_the_front,
    "in total": letters_in_total,
    "places": places_in_polish_hands,
}
MOST_BYTES = 40 * 1024
DIGITS = r"\d[\d,\u202f]*"


def labels(figure: Figure) -> list[str]:
    """All words that stand in the picture."""
    traces = [text for trace in figure.spec["data"] for text in trace.get("text", ())]
    axes = [text for axis in ("xaxis", "yaxis") for text in figure.spec["layout"][axis].get("ticktext", ())]
    return [re.sub(r"<[^>]+>", "", text) for text in [*traces, *axes]]


def cells(figure: Figure) -> list[str]:
    return [cell for row in figure.twin.rows for cell in row]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("make", FIGURES.values(), ids=FIGURES)
def test_a_figure_is_valid_small_and_told(make, lang, look):
    figure = make(lang=lang, look=look)
    plotly.graph_objects.Figure(figure.spec)
    assert len(figure.to_json().encode()) <= MOST_BYTES
    assert json.loads(figure.to_json())["layout"]["height"] <= 720
    assert figure.summary.endswith(".")
    assert figure.twin.rows
    assert not re.search(r"[{}]|\bNone\b|history\.", " ".join([figure.summary, *labels(figure), *cells(figure)]))


@pytest.mark.parametrize("make", FIGURES.values(), ids=FIGURES)
def test_the_languages_differ(make):
    assert make(lang="pl").summary != make(lang="en").summary
    assert set(make(lang="pl").twin.headings) & set(make(lang="en").twin.headings) == set()


@pytest.mark.parametrize("lang", languages())
def test_the_timeline_gives_every_event_its_own_row(lang):
    figure = timeline(lang=lang, care=True)
    words = [trace for trace in figure.spec["data"] if trace["mode"] == "text"]
    rows = [row for trace in words for row in trace["y"]]
    assert sorted(rows) == list(range(len(rows)))
    shown = [event for event in history.events() if event.main and event.kind != "district"]
    said = labels(figure)
    for event in shown:
        assert any(event.short[lang] in label and history.when(event, lang) in label for label in said), event.id


def test_the_table_of_the_timeline_has_all_events_in_order():
    told = [
        event
        for event in history.events()
        if event.kind in ("post", "city") and event.day and FIRST_DAY <= event.day <= LAST_DAY
    ]
    rows = timeline(lang="en", care=True).twin.rows
    assert {row[1] for row in rows} == {event.what["en"] for event in told}
    by_words = {event.what["en"]: event for event in told}
    days = [by_words[row[1]].day or LAST_DAY for row in rows]
    assert days == sorted(days)


def test_massacres_are_told_only_on_request():
    careful = {event.what["en"] for event in history.events() if event.care}
    assert len(careful) >= 4
    assert careful.isdisjoint(cells(timeline(lang="en")))
    assert careful <= set(cells(timeline(lang="en", care=True)))
    assert not any("massacre" in label for label in labels(timeline(lang="en")))


def test_the_timeline_of_one_kind():
    figure = timeline(["district"], lang="en")
    assert figure.twin.rows[0][1] == "The fighting in Praga ends around 4 August."
    assert all(row[2] == "districts" for row in figure.twin.rows)


@pytest.mark.parametrize("kinds", [(), ("war",), ("post", "war")])
def test_an_unknown_kind_of_event_is_refused(kinds):
    with pytest.raises(ValueError, match="events are of the kinds post, city, district"):
        timeline(kinds)


def test_what_sources_dispute_has_an_empty_sign():
    figure = timeline(lang="en")
    symbols = {trace["name"]: trace["marker"]["symbol"] for trace in figure.spec["data"] if "marker" in trace}
    assert symbols == {
        "the post": "circle",
        "the post: sources differ": "circle-open",
        "the city": "square",
        "the city: sources differ": "square-open",
    }


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("make", [letters_per_day, letters_at_the_front, letters_in_total])
def test_no_number_of_letters_looks_exact(make, lang):
    figure = make(lang=lang)
    said = [text for trace in figure.spec["data"] for text in trace.get("text", ())]
    said += [row[1] for row in figure.twin.rows]
    assert said
    for text in said:
        assert re.search(rf"(about|over|from|około|ponad|od) {DIGITS}", text), text
    for trace in figure.spec["data"]:
        if "marker" in trace:
            assert all(symbol.endswith("-open") for symbol in trace["marker"]["symbol"])


def test_the_total_has_a_row_for_each_source():
    figure = letters_in_total(lang="en")
    sources = history.cited("letters-total")
    assert sorted(row[0] for row in figure.twin.rows[:-1]) == sorted(source.publisher for source in sources)
    assert figure.twin.rows[-1][1] == "from 100,000 to 200,000"
    assert "Nobody counted exactly" in figure.summary


def test_letters_per_day_name_their_days():
    figure = letters_per_day(lang="pl")
    assert figure.spec["layout"]["yaxis"]["ticktext"][0] == "Pierwszy dzień pracy (6 albo 7 sierpnia)"
    assert figure.spec["layout"]["yaxis"]["ticktext"][-1].endswith("(13 sierpnia)")
    assert amount(history.number("letters-record-day"), "pl") in figure.summary


@pytest.mark.parametrize("lang", languages())
def test_the_letters_of_the_front_keep_the_two_months_and_what_others_say_apart(lang):
    figure = letters_at_the_front(lang=lang)
    labels_of_rows = figure.spec["layout"]["yaxis"]["ticktext"]
    assert [re.findall(r"191[45]", label) for label in labels_of_rows] == [["1914"], ["1915"], ["1915"], []]
    told = [history.number(f"front-letters-{name}") for name in ("october", "april-to", "april-from", "others")]
    assert [row[1] for row in figure.twin.rows] == [amount(number, lang) for number in told]
    assert all(amount(number, lang) in figure.summary for number in told)
    least, most = told[-1].low or 0, told[-1].high or 0
    assert all(least <= (number.value or 0) <= most for number in told[1:3])  # the range spans what April says


def test_places_have_a_bar_for_their_days_and_quiet_ones_are_left_out():
    figure = places_in_polish_hands(lang="en")
    names = figure.spec["layout"]["yaxis"]["ticktext"]
    by_name = {place.name["en"]: place for place in history.places()}
    assert len(names) == len(set(names)) > 10
    assert not any(by_name[name].care for name in names)
    bars, words = figure.spec["data"]
    ends = {row: base + days for row, base, days in zip(bars["y"], bars["base"], bars["x"], strict=True)}
    for row, name in enumerate(names):
        last = by_name[name].held_until
        assert ends.get(row) == (None if last is None else (last - FIRST_DAY).days + 1)
        assert words["text"][row] == by_name[name].held["en"]
    assert "Citadel" in figure.summary


# --- cards


@pytest.mark.parametrize("lang", languages())
def test_everything_has_a_card(lang):
    for name in history.history().by_id:
        card = history_card(name, lang)
        said = str(card)
        assert said.splitlines()[0] in str(card.blocks()), name
        assert not re.search(r"[{}]|\bNone\b|history\.card", said), name
        assert card.as_html().count("<li>") == len(card.lines) + len(card.sources), name
        assert all(source.title in said for source in history.cited(name)), name


def test_a_card_of_a_place_says_who_held_it_and_asks_for_care():
    card = history_card("szucha", "en")
    assert card.title == "Szucha Avenue"
    assert "In Polish hands: never" in card.lines
    assert "This is a place of remembrance. In the game it is only a point on the map." in card.lines
    assert 'href="https://archiwum.muzeum-niepodleglosci.pl/' in card.as_html()
    assert history_card("past", "en").lines == (
        "Address: ul. Zielna 37/39",
        "In Polish hands: from 20 August to the end",
    )


@pytest.mark.parametrize("lang", languages())
def test_a_card_for_all_ages_is_quieter_and_has_the_same_sources(lang):
    for place in history.places():
        whole, quiet = history_card(place.id, lang), history_card(place.id, lang, for_all=True)
        assert whole.sentences == (place.what[lang],)
        assert quiet.sentences == ((place.note or place.what)[lang],)
        assert (quiet.lines, quiet.sources) == (whole.lines, whole.sources)


def test_a_card_says_if_sources_differ_or_if_nothing_was_checked():
    assert history_card("end-of-post", "en").lines == ("The sources disagree.",)
    assert history_card("box-places", "en").lines == ("Only a weak source says this. We have found no better one.",)
    assert history_card("curriculum-hours", "en").lines[-1].startswith("We know this only roughly")
    assert "Age in August 1944: about 16" in history_card("banas", "en").lines


def test_a_card_says_of_a_source_that_its_page_is_lost():
    card = history_card("letters-szpitalna", "en")
    (told,) = [line for line in str(card).splitlines() if line.startswith("- ")]
    assert told.endswith(", narodowa.pl, the page's address is no longer known")
    assert told.removeprefix("- ") in card.as_html()
    assert "<a " not in card.as_html()
    assert "no longer known" not in str(history_card("potato-postmark", "en"))


def test_a_card_is_shown_as_a_page_and_as_words():
    card = history_card("potato-postmark", "pl")
    assert card._repr_mimebundle_() == {"text/html": card.as_html(), "text/plain": str(card)}
    assert repr(card) == str(card)


def test_a_card_of_nothing_is_refused():
    with pytest.raises(history.UnknownId):
        history_card("nothing-of-the-kind")
