import re
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from mali_powstancy import history
from mali_powstancy.engine import load_scenario
from mali_powstancy.history import HistoryError, UnknownId, amount, cited, item, mark_of, read_history, when
from mali_powstancy.history.items import Fact, HistorySource
from mali_powstancy.history.reading import FILES, PRINTED
from mali_powstancy.texts import languages

DATA = Path(history.__file__).resolve().parent.parent / "data" / "history"
TEXTS = {name: (DATA / f"{name}.toml").read_text("utf-8") for name in FILES}
EVERYTHING = list(history.history().by_id.values())
LONGEST_SENTENCE = 25
BOARD = load_scenario("basic").board

SMALL = {
    "sources": '[[source]]\nid = "S1"\ntitle = "T"\npublisher = "P"\nkind = "museum"\ntrust = "strong"\n'
    'address = "a.b/c"\n'
    '[[source]]\nid = "S2"\ntitle = "T"\npublisher = "P"\nkind = "blog"\ntrust = "weak"\naddress_unknown = true\n',
    "facts": '[[fact]]\nid = "a-fact"\ntopic = "post"\ntext = { pl = "Tak.", en = "Yes." }\n'
    'sources = ["S1"]\nmark = "stated"\n',
    "events": '[[event]]\nid = "a-loss"\nday = 1944-08-11\nkind = "district"\nshort = { pl = "Tak", en = "Yes" }\n'
    'what = { pl = "Tak.", en = "Yes." }\nsources = ["S1"]\nmark = "stated"\n',
    "numbers": '[[number]]\nid = "a-number"\nvalue = 3\nsays = "about"\nunit = "letters"\n'
    'label = { pl = "Listy", en = "Letters" }\nsources = ["S1"]\nmark = "stated"\n',
    "people": '[[person]]\nid = "a-person"\nname = "A B"\nsurname = "B"\npseudonyms = []\ngroup = "carrier"\n'
    'role = { pl = "Tak", en = "Yes" }\nfacts = { pl = "Tak.", en = "Yes." }\nsources = ["S1"]\nmark = "stated"\n',
    "places": '[[place]]\nid = "a-place"\nname = { pl = "A", en = "A" }\ndistrict = "a-district"\n'
    'what = { pl = "Tak.", en = "Yes." }\nsources = ["S1"]\nmark = "stated"\n',
    "districts": '[[district]]\nid = "a-district"\nname = { pl = "A", en = "A" }\nlost = "a-loss"\nhow = "lost"\n'
    'note = { pl = "Tak.", en = "Yes." }\nsources = ["S1"]\nmark = "stated"\n',
    "battles": '[[battle]]\nid = "a-battle"\nfront = "N"\nname = { pl = "A", en = "A" }\nday = 1920-08-13\n'
    'held_by = "WP"\nwhat = { pl = "Tak.", en = "Yes." }\nsources = ["S1"]\nmark = "stated"\n',
}


def faults(**changed: tuple[str, str]) -> list[str]:
    """What is said of the small history in which one piece of a file is replaced."""
    texts = dict(SMALL)
    for file, (old, new) in changed.items():
        assert old in texts[file]
        texts[file] = texts[file].replace(old, new, 1)
    with pytest.raises(HistoryError) as raised:
        read_history(texts)
    return list(map(str, raised.value.faults))


def words_of(thing: object) -> list[str]:
    """All prose of an item, in both languages."""
    fields = ("text", "what", "short", "label", "facts", "role", "note", "held", "care")
    found = [getattr(thing, field, None) for field in fields]
    return [words for one in found if isinstance(one, Mapping) for words in one.values()]


# --- the files of the course


def test_a_small_history_can_be_read():
    made = read_history(SMALL)
    assert made.districts[0].lost is made.events[0]
    assert set(made.by_id) == {
        "S1",
        "S2",
        "a-fact",
        "a-loss",
        "a-number",
        "a-person",
        "a-place",
        "a-district",
        "a-battle",
    }


def test_the_files_have_everything_a_lesson_needs():
    assert len(history.sources()) >= 140
    assert len(history.facts()) >= 100
    assert len(history.events()) >= 55
    assert {person.group for person in history.people()} == {"organiser", "carrier", "scout"}


def test_nothing_of_one_file_has_the_id_of_another():
    ids = [row["id"] for text in TEXTS.values() for rows in tomllib.loads(text).values() for row in rows]
    assert len(ids) == len(set(ids)) == len(EVERYTHING)


def test_what_is_stated_leads_to_a_source_with_a_title():
    for thing in EVERYTHING:
        found = cited(thing.id)
        assert all(source.title and source.publisher for source in found), thing.id
        if mark_of(thing.id) != "about":
            assert found, thing.id
        if mark_of(thing.id) == "several":
            assert len(found) >= 2, thing.id


def test_what_has_no_source_says_about_or_asks():
    without = [thing for thing in EVERYTHING if not cited(thing.id)]
    assert without
    for thing in without:
        assert isinstance(thing, Fact), thing.id
        assert thing.mark == "about"
        assert thing.topic in ("open-question", "curriculum")


def test_every_source_is_cited_or_explained():
    used = {source.id for thing in EVERYTHING if not isinstance(thing, HistorySource) for source in cited(thing.id)}
    assert {source.id for source in history.sources()} == used


def test_a_link_leads_to_the_page_itself_or_the_source_says_that_nobody_knows_where_it_is():
    for source in history.sources():
        if source.kind == PRINTED:
            assert not source.link, source.id
            assert source.date or source.where, source.id
            continue
        assert bool(source.link) != source.address_unknown, source.id
        assert source.address_unknown or re.fullmatch(r"https://[\w.-]+\.\w+/\S+", source.link), source.id


def test_no_fact_rests_on_an_encyclopedia_a_tabloid_or_a_school_alone_without_saying_so():
    weak = {source.id for source in history.sources() if source.kind in ("encyclopedia", "tabloid", "school")}
    assert {"S8", "S12", "S13", "S22", "S32", "S39", "S75", "S80", "S136", "S138", "S147"} <= weak
    for thing in EVERYTHING:
        sources = {source.id for source in cited(thing.id)}
        if sources and sources <= weak and not isinstance(thing, HistorySource):
            assert mark_of(thing.id) == "weak", thing.id


def test_sources_are_numbered_in_order():
    numbers = [int(re.sub(r"\D", "", source.id)) for source in history.sources()]
    assert numbers == sorted(numbers)


def test_a_disputed_thing_names_what_differs():
    """More than one source, or a sentence that says that it is one version."""
    version = re.compile(r"wersj|potwierdz|pomyłk|różn|słabe|muzeum warszawy|zbieracze", re.IGNORECASE)
    for thing in EVERYTHING:
        if mark_of(thing.id) == "disputed" and len(cited(thing.id)) == 1 and not getattr(thing, "group", ""):
            assert version.search(" ".join(words_of(thing))), thing.id


def test_nobody_calls_the_people_of_today_perpetrators():
    """Who did it is named exactly: German forces, German occupiers; the bare word is for the warning alone."""
    for thing in EVERYTHING:
        for words in words_of(thing):
            if thing.id != "practice-youngest":
                assert not re.search(r"\bNiemcy\b|\bNiemców\b|\bthe Germans\b|^Germans\b", words), thing.id


# --- the board


def test_every_object_of_the_board_has_its_note():
    for place in BOARD.places:
        noted = history.place_of(place.id)
        for language in languages():
            sentences = re.split(r"(?<=[.!?]) (?=[A-ZĄĆĘŁŃÓŚŹŻ0-9])", noted.what[language])
            assert 2 <= len(sentences) <= 4, noted.id
        assert noted.held is not None
        assert cited(noted.id)
    assert {place.object for place in history.places() if place.object} == {place.id for place in BOARD.places}


@pytest.mark.parametrize("object_id", [place.id for place in BOARD.places])
@pytest.mark.parametrize("language", languages())
def test_a_note_is_short_enough_for_a_pupil(object_id, language):
    note = history.care_note(object_id, language)
    assert note.startswith(history.place_of(object_id).name[language])
    for sentence in re.split(r"(?<=[.;])\s", note.partition(": ")[2]):
        assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


def test_prisons_and_places_of_murder_are_marked():
    careful = {place.id for place in history.places() if place.care}
    assert {"pawiak", "szucha", "gesiowka", "kilinski-street", "plac-narutowicza"} <= careful
    assert "past" not in careful


@pytest.mark.parametrize("language", languages())
def test_what_is_told_of_a_place_to_all_ages_says_who_did_what_in_one_plain_sentence(language):
    """Nothing more: the whole story is on the quiet shelf, for those of 13 and more."""
    murder = re.compile(r"zamord|mordow|murder", re.IGNORECASE)
    soft_or_graphic = re.compile(
        r"krzywd|cierpi|harm|suffer|rozstrzel|strzela|zwłok|krew|spalon|\bshot\b|corpse|blood|burn|\d{2,} (?:os|peop)",
        re.IGNORECASE,
    )
    careful = [place for place in history.places() if place.object == place.id and place.care]
    assert {place.id for place in careful} == {
        *("pawiak", "szucha", "plac-narutowicza", "reduta-kaliska", "reduta-wawelska")
    }
    for place in careful:
        said = re.split(r"(?<=\.) ", history.care_note(place.id, language))
        (plain,) = [sentence for sentence in said if murder.search(sentence)]
        assert re.search(r"[Nn]iemieck|German", plain), place.id
        assert not soft_or_graphic.search(" ".join(said)), place.id
    for place in history.places():
        if place.object == place.id and not place.care:
            assert not murder.search(place.what[language]), place.id


def test_places_that_were_never_polish_have_no_days():
    never = {place.id for place in history.places() if place.never_held}
    assert never == {"cytadela", "dworzec-gdanski", "pawiak", "plac-narutowicza", "szucha"}


def test_coordinates_are_marked_as_approximate():
    with_spot = [place for place in history.places() if place.at]
    assert {place.id for place in with_spot if place.at_mark == "stated"} == {"main-post-office", "kilinski-street"}
    assert {place.at_mark for place in with_spot} == {"about", "stated"}


def test_every_district_of_the_game_has_a_day_in_history():
    game = {district.game for district in history.districts() if district.game}
    assert game == {district.id for district in BOARD.districts}
    assert [district.id for district in history.districts() if not district.game] == ["praga"]


def test_wola_and_ochota_did_not_capitulate():
    how = {district.id: district.how for district in history.districts()}
    assert how["wola"] == how["ochota"] == "lost"
    assert how["mokotow"] == how["zoliborz"] == how["city-centre"] == "capitulated"
    for district in ("wola", "ochota"):
        found = history.district(district)
        assert "utracona" in found.note["pl"]
        assert "capitulate" in found.note["en"]


def test_districts_come_in_the_order_in_which_they_were_lost():
    days = [district.lost.day or date.min for district in history.districts()]
    assert days == sorted(days)


# --- August 1920


def test_the_battles_of_1920_are_within_the_thirteen_days_and_in_order():
    """They are those of the battle; fronts from north to south, and nobody holds one place twice on an evening."""
    found = history.battles()
    assert [*dict.fromkeys(battle.front for battle in found)] == ["N", "M", "S"]
    assert all(date(1920, 8, 13) <= battle.day <= battle.last_day <= date(1920, 8, 25) for battle in found)
    evenings = [(battle.name["pl"], battle.last_day) for battle in found]
    assert len(evenings) == len(set(evenings))
    assert {battle.held_by for battle in found} == {"WP", "ACz"}


@pytest.mark.parametrize("thing", [thing for thing in EVERYTHING if getattr(thing, "topic", "") == "august-1920"])
def test_facts_of_1920_are_for_13_and_call_nobody_names(thing):
    assert thing.age == 13
    for words in words_of(thing):
        assert not re.search(r"\bbolszewik|\bBolshevik|hord|nawał|bohater|hero", words, re.IGNORECASE), thing.id
        assert not re.search(r"(?<!„)(?<!“)\b(?:cud|miracle)", words), thing.id


# --- numbers and days in words


@pytest.mark.parametrize("language", languages())
def test_no_estimate_is_shown_as_exact(language):
    for number in history.numbers():
        said = amount(number, language)
        if number.says == "exactly":
            assert re.fullmatch(r"[\d,\u202f]+", said), number.id
            assert number.mark != "about", number.id
        else:
            assert re.match(r"(about|over|at least|at most|from|około|ponad|co najmniej|najwyżej|od) ", said), number.id


def test_the_numbers_of_letters_are_never_exact():
    letters = [number for number in history.numbers() if number.unit == "letters"]
    assert len(letters) >= 9
    assert not any(number.says == "exactly" for number in letters)


def test_the_total_spans_what_the_sources_say():
    total = history.number("letters-total")
    versions = [number for number in history.numbers() if number.group == "letters-total"]
    assert total.low == min(number.value or 0 for number in versions)
    assert total.high == max(number.value or 0 for number in versions)
    assert {source for number in versions for source in number.sources} == set(total.sources)


@pytest.mark.parametrize(
    ("name", "polish", "english"),
    [
        ("letters-per-day", "od 3000 do 6000", "from 3,000 to 6,000"),
        ("letters-record-day", "około 10\u202f000", "about 10,000"),
        ("words-limit", "najwyżej 25", "at most 25"),
        ("carriers-age-under-16", "najwyżej 15", "at most 15"),
        ("past-losses-siege", "co najmniej 60", "at least 60"),
        ("overprint-pieces", "294", "294"),
        ("kilinski-killed", "około 300 (od 50 do 500)", "about 300 (from 50 to 500)"),
    ],
)
def test_a_number_in_words(name, polish, english):
    assert amount(history.number(name), "pl") == polish
    assert amount(history.number(name), "en") == english


@pytest.mark.parametrize(
    ("name", "polish", "english"),
    [
        ("post-start", "6 sierpnia", "6 August"),
        ("praga-lost", "około 4 sierpnia", "about 4 August"),
        ("capitulation", "2–3 października", "2–3 October"),
        ("letters-found", "1967", "1967"),
    ],
)
def test_a_day_in_words(name, polish, english):
    assert when(history.event(name), "pl") == polish
    assert when(history.event(name), "en") == english


def test_two_days_of_two_months_in_words():
    event = history.HistoryEvent("e", "city", {}, {}, (), "about", day=date(1944, 8, 31), until=date(1944, 9, 1))
    assert when(event, "en", year=True) == "31 August – 1 September 1944"


# --- asking


def test_an_unknown_id_is_told_with_near_ones():
    with pytest.raises(UnknownId, match="'postt-start'; near: post-start") as raised:
        cited("postt-start")
    assert isinstance(raised.value, KeyError)
    assert "post-start" in raised.value.near
    with pytest.raises(UnknownId, match=r"^nothing in the history has the id 'xyzzyxyzzy'$"):
        mark_of("xyzzyxyzzy")


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (history.fact, "letter-open"),
        (history.event, "post-wilcza"),
        (history.number, "letters-total"),
        (history.person, "kasprzak"),
        (history.place, "szucha"),
        (history.district, "wola"),
        (history.battle, "lwow-1920"),
    ],
)
def test_each_kind_is_found_by_its_id_and_nothing_else(ask, name):
    assert ask(name) is item(name)
    with pytest.raises(UnknownId):
        ask("S1")


def test_a_source_cites_itself():
    assert [source.id for source in cited("S39b")] == ["S39b"]
    assert mark_of("S39b") == "stated"


def test_a_place_that_is_on_no_board_has_no_note():
    with pytest.raises(UnknownId):
        history.care_note("barricade", "pl")
    with pytest.raises(UnknownId):
        history.place_of("grain-stores")


# --- faults


def test_all_faults_are_told_at_once():
    found = faults(
        facts=('["S1"]', '["S1", "S9"]'),
        places=('district = "a-district"', 'district = "nowhere"'),
        people=('group = "carrier"', 'group = "hero"'),
    )
    assert found == [
        "people.toml: a-person: group is none of organiser, carrier, scout",
        "facts.toml: a-fact: S9 is no known source",
        "places.toml: a-place: nowhere is no known district",
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("facts", ', en = "Yes."', "", "text has no text in en"),
        ("facts", ', en = "Yes."', ', en = "Tak."', "text is the same in all languages"),
        ("facts", ', en = "Yes."', ', en = "Yes.", de = "Ja."', "text is not given by language"),
        ("facts", '{ pl = "Tak.", en = "Yes." }', '"Tak."', "text is not given by language"),
        ("facts", '["S1"]', "[]", "the mark 'stated' needs 1 source"),
        ("facts", '["S1"]', '["S1", "S1"]', "sources has the same text twice"),
        ("facts", '"stated"', '"several"', "the mark 'several' needs 2 source"),
        ("facts", '"stated"', '"certain"', "mark is none of"),
        ("facts", 'id = "a-fact"', 'id = "A fact"', "id is no id"),
        ("facts", 'id = "a-fact"', 'id = "a-place"', "the id is there twice"),
        ("facts", 'topic = "post"\n', "", "topic is missing"),
        ("facts", 'topic = "post"', 'topic = "post"\nyear = 1944', "year is unknown here"),
        ("facts", "[[fact]]", "[[facts]]", "there is no [[fact]]"),
        ("facts", "[[fact]]", "[[fact]", "cannot be read"),
        ("events", "1944-08-11", "1844-08-11", "day is not 1919-2026"),
        ("events", "1944-08-11", "2044-08-11", "day is not 1919-2026"),
        ("events", "1944-08-11", "1944-08-11T10:00:00", "day is no day"),
        ("events", "1944-08-11", "1944-08-11\nuntil = 1944-08-10", "until is not after day"),
        ("events", "1944-08-11", "1944-08-11\nyear = 1944", "needs a day or a year"),
        ("events", "day = 1944-08-11\n", "", "needs a day or a year"),
        ("events", "1944-08-11", '1944-08-11\nclock = "25:00"', "clock is no time"),
        ("events", "day = 1944-08-11", 'year = 1944\nclock = "10:00"', "has a clock but no day"),
        ("events", 'kind = "district"', 'kind = "city"', "a-loss is no event of the kind district"),
        ("numbers", "value = 3\n", "", "needs a value, or low and high"),
        ("numbers", "value = 3", "low = 5\nhigh = 4", "not in order"),
        ("numbers", "value = 3", "value = 3.5", "value is no whole number"),
        ("numbers", 'value = 3\nsays = "about"', 'low = 3\nhigh = 5\nsays = "exactly"', "a range is never exact"),
        ("numbers", 'says = "about"', 'says = "roughly"', "says is none of"),
        ("sources", 'id = "S2"', 'id = "X2"', "id is no id such as S12"),
        ("sources", 'trust = "weak"', 'trust = "bad"', "trust is none of"),
        ("sources", 'kind = "blog"', 'kind = "rumour"', "kind is none of"),
        ("sources", "a.b/c", "https://a.b/c", "address is no address without https://"),
        ("sources", "a.b/c", "a.b", "address is that of a whole site"),
        ("sources", "a.b/c", "a.b/", "address is that of a whole site"),
        ("sources", 'address = "a.b/c"\n', "", "needs the address of its page, or address_unknown"),
        ("sources", 'address = "a.b/c"', 'address = "a.b/c"\naddress_unknown = true', "and not both"),
        ("sources", 'title = "T"', 'title = "T"\ndate = "9 II 2008"', "date is no date such as"),
        ("sources", 'kind = "museum"', 'kind = "encyclopedia"', "a source of the kind encyclopedia is a weak one"),
        ("sources", 'kind = "museum"', 'kind = "tabloid"', "a source of the kind tabloid is a weak one"),
        ("facts", '["S1"]', '["S2"]', "rests on weak sources only"),
        ("facts", '"stated"', '"weak"', "has a source that is not weak (S1)"),
        ("people", 'surname = "B"', 'surname = "B"\nborn = 1930\ndied = 1929', "died before being born"),
        ("people", 'surname = "B"', 'surname = "B"\nborn = 930', "born is not 1850-2026"),
        ("people", "pseudonyms = []", 'pseudonyms = "Granica"', "pseudonyms is no list of texts"),
        ("places", 'district = "a-district"', 'district = "a-district"\nat = [52.2, 21.0]', "no coordinates without"),
        ("places", 'district = "a-district"', 'district = "a-district"\nobject = "past"', "in Polish hands"),
        (
            "places",
            'district = "a-district"',
            'district = "a-district"\nat = [50.1, 19.9]\nat_mark = "about"',
            "at is not in Warsaw",
        ),
        (
            "places",
            'district = "a-district"',
            'district = "a-district"\nnote = { pl = "Tak.", en = "Yes." }',
            "belongs to a place of care",
        ),
        (
            "places",
            'district = "a-district"',
            'district = "a-district"\nnever_held = true\nheld_from = 1944-08-01',
            "never held, and yet",
        ),
        (
            "places",
            'district = "a-district"',
            'district = "a-district"\nheld_from = 1944-08-02\nheld_until = 1944-08-01',
            "held_until is before held_from",
        ),
        ("districts", 'how = "lost"', 'how = "gone"', "how is none of"),
        ("battles", 'front = "N"', 'front = "W"', "front is none of N, M, S"),
        ("battles", "day = 1920-08-13", "day = 1920-08-13\nuntil = 1920-08-12", "until is not after day"),
        ("sources", 'kind = "museum"', 'kind = "book"', "is printed, so it has no address"),
    ],
)
def test_a_fault_is_told_with_its_file(file, old, new, said):
    found = faults(**{file: (old, new)})
    assert any(said in fault for fault in found), found
    assert all(re.match(r"\w+\.toml: ", fault) for fault in found)


def test_what_rests_on_a_weak_source_says_so_and_is_never_exact():
    texts = dict(SMALL)
    texts["numbers"] = texts["numbers"].replace('["S1"]', '["S2"]').replace('"stated"', '"weak"')
    assert read_history(texts).numbers[0].mark == "weak"
    texts["numbers"] = texts["numbers"].replace('says = "about"', 'says = "exactly"')
    with pytest.raises(HistoryError, match="a number without a good source is never exact"):
        read_history(texts)


def test_a_number_without_a_source_is_never_exact():
    texts = dict(SMALL)
    texts["numbers"] = texts["numbers"].replace('says = "about"', 'says = "exactly"').replace('"stated"', '"about"')
    with pytest.raises(HistoryError, match="a number without a good source is never exact"):
        read_history(texts)
    texts["numbers"] = texts["numbers"].replace('mark = "about"', 'mark = "disputed"')
    with pytest.raises(HistoryError, match="exact only as one version of a group"):
        read_history(texts)


def test_a_file_that_is_missing_is_told():
    with pytest.raises(HistoryError, match=r"people.toml: there is no \[\[person\]\]"):
        read_history({name: text for name, text in SMALL.items() if name != "people"})
