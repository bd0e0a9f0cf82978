import gettext
import io
import json
import random
import re
import shutil
from functools import cache

import pytest

from mali_powstancy.engine import (
    Ending,
    IllegalMove,
    Outcome,
    Phase,
    Reason,
    ScenarioError,
    arrange,
    load_scenario,
    new_game,
    observe,
    parse_move,
    play,
    read_scenario,
    seen_by,
    stop_here,
)
from mali_powstancy.engine.cards import VICTORY, Colour
from mali_powstancy.engine.events import (
    EVENT_KINDS,
    CardPeeked,
    CardSealed,
    CardsRevealed,
    DieRolled,
    Event,
    GoalDealt,
    GoalsKept,
    OrderDelivered,
    OrderLaid,
    OrdersSwapped,
    SoldierMoved,
    Walked,
)
from mali_powstancy.engine.rules.playing import ASKED
from mali_powstancy.engine.scenario_file import ScenarioFault
from mali_powstancy.tabletop import texts as catalogue
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.record import Record, RecordError, RecordFault
from mali_powstancy.tabletop.session import Session, UndoReason
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.tomlfile import Fault, FaultKind
from mali_powstancy.texts import languages, system_language, texts_for
from mali_powstancy.texts.sentences import Texts
from mali_powstancy.views.board.board_view import board_view
from tests import positions
from tools import build_docs, build_texts, golden

LANGUAGES = languages()
BASIC = new_game(positions.BASIC, 4)
EXTENDED = new_game(positions.EXTENDED, 4)
HEADER = '\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {}\\n"\n\n'
PLURALS = {"pl": "nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);", "en": "nplurals=2; plural=(n != 1);"}


@pytest.fixture(params=LANGUAGES)
def texts(request) -> Texts:
    return texts_for(request.param)


@cache
def golden_games() -> list[Session]:
    """Games in which everything happens that can happen."""
    return [golden.played(game) for game in golden.GAMES]


def is_whole(sentence: str) -> bool:
    """The sentence ends as one, and no placeholder or key is left in it."""
    return sentence.endswith(".") and not re.search(r"[{}]|\bNone\b|[a-z]~[a-z]|[a-z]>[a-z]", sentence)


# Events -------------------------------------------------------------------------------------------------------------


def test_every_event_of_whole_games_is_a_sentence_for_everybody(texts):
    kinds: set[type] = set()
    for session in golden_games():
        game = session.state.game
        for event in (event for step in session.steps for event in step.events):
            kinds.add(type(event))
            for seen in {event, seen_by(event, None), seen_by(event, 0)}:
                assert is_whole(texts.event(seen, game)), seen
    stop = stop_here(BASIC).events[0]
    assert is_whole(texts.event(stop, BASIC.game))
    assert kinds | {type(stop)} == set(EVENT_KINDS)


SENTENCES: list[tuple[Event, str, str]] = [
    (
        Walked("zosia", "past", "past~elektrownia:1"),
        "Zosia idzie: budynek PAST-y → pole 1 na drodze budynek PAST-y – Elektrownia Powiśle.",
        "Zosia walks: PAST Building → space 1 on the road PAST Building – Powiśle Power Station.",
    ),
    (
        OrderDelivered("gosia", "plac-wilsona>port", 15),
        "Gosia dostarcza rozkaz: plac Wilsona → Port. Zastęp zielony zdobywa 15 punktów.",
        "Gosia delivers an order: Wilson Square → Port. The green patrol gets 15 points.",
    ),
    (
        OrderLaid("plac-wilsona>port", True),
        "Dodatkowy rozkaz na polu 1 toru: plac Wilsona → Port (15 punktów).",
        "An extra order in slot 1 of the track: Wilson Square → Port (15 points).",
    ),
    (
        OrderLaid(VICTORY, False),
        "Na polu 1 toru leży teraz karta Zwycięstwo.",
        "The Victory card is now in slot 1 of the track.",
    ),
    (
        CardsRevealed((3, 1, 5, 1), (1, 3, 0, 2)),
        "Karty ruchu są odkryte: czerwony 3, pomarańczowy 1, zielony 5, fioletowy 1. "
        "Kolejność ruchu: pomarańczowy, fioletowy, czerwony, zielony.",
        "The movement cards are revealed: red 3, orange 1, green 5, violet 1. "
        "Order of play: orange, violet, red, green.",
    ),
    (
        SoldierMoved(("reduta-wawelska", "reduta-wawelska~dworzec-pocztowy:1"), "dworzec-pocztowy"),
        "Żołnierz biegnie w stronę: Dworzec Pocztowy. "
        "Przechodzi 2 pola i staje: pole 1 na drodze Reduta Wawelska – Dworzec Pocztowy.",
        "The soldier runs this way: Postal Station. "
        "He moves 2 spaces and stops here: space 1 on the road Wawelska Redoubt – Postal Station.",
    ),
    (DieRolled(Colour.RED, 2), "Na kostce wypada czerwona liczba: 2.", "The die shows a red number: 2."),
    (
        OrdersSwapped("plac-wilsona>port", "wytwornia>szucha", 3),
        "Dwa rozkazy zamieniają się miejscami na torze. "
        "Pole 3: Wytwórnia Papierów Wartościowych → aleja Szucha. Pole 4: plac Wilsona → Port.",
        "Two orders swap places on the track. "
        "Slot 3: Security Printing Works → Szucha Avenue. Slot 4: Wilson Square → Port.",
    ),
]


@pytest.mark.parametrize(("event", "polish", "english"), SENTENCES, ids=lambda value: getattr(value, "event", ""))
def test_an_event_is_told_with_the_names_of_the_board(event, polish, english):
    assert texts_for("pl").event(event, BASIC.game) == polish
    assert texts_for("en").event(event, BASIC.game) == english


def test_the_space_of_swapped_orders_is_the_one_where_they_lie(texts):
    state = arrange(
        positions.EXTENDED,
        track=[("plac-wilsona>port", 2), ("wytwornia>szucha", 3)],
        cards={"red": 3, "orange": 4, "green": 5, "violet": 5},
    )
    after, (event,) = play(state, parse_move("swap plac-wilsona>port wytwornia>szucha"))
    sentence = texts.event(event, state.game)
    for order, space in after.track:
        assert re.search(rf"\b{space}: {texts.order(order, state.game)}", sentence)


SECRETS: list[tuple[Event, Event]] = [
    (CardSealed(1, 3), CardSealed(1, 5)),
    (GoalDealt(1, "most-from-wola"), GoalDealt(1, "most-orders-1")),
    (GoalsKept(1, ("most-from-wola", "most-orders-1")), GoalsKept(1, ("most-from-ochota",))),
    (CardPeeked(1, 1, "plac-wilsona>port"), CardPeeked(1, 1, VICTORY)),
]


@pytest.mark.parametrize(("one", "other"), SECRETS, ids=lambda event: event.event)
def test_the_sentence_of_a_hidden_event_tells_no_secret(one, other, texts):
    for stranger in (None, 0):
        told = [texts.event(seen_by(event, stranger), EXTENDED.game) for event in (one, other)]
        assert told[0] == told[1]
    own = [texts.event(seen_by(event, 1), EXTENDED.game) for event in (one, other)]
    assert len({*own, *told}) == 3


# Refusals, questions, endings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.key)
def test_a_refusal_says_why_not_and_what_can_be_done(reason, texts):
    sentence = texts.refusal(reason)
    assert is_whole(sentence)
    assert len(re.findall(r"[.]( |$)", sentence)) >= 2


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.key)
def test_the_rule_behind_a_refusal_has_a_text(reason, texts):
    title, text = texts.rule(reason.rule)
    assert title
    assert text.endswith(".")


def test_everything_that_is_asked_is_asked_in_a_sentence(texts):
    asked: set[Phase] = set()
    for session in golden_games():
        for state in (session.opening, *(step.state for step in session.steps)):
            asked.add(state.phase)
            question = texts.question(state)
            assert is_whole(question)
            assert question == texts.question(observe(state, None))
    assert asked == set(ASKED)


def test_a_question_names_the_patrol_the_points_and_the_action():
    state = arrange(positions.EXTENDED, cards={"red": 2, "orange": 4, "green": 5, "violet": 3})
    assert texts_for("pl").question(state) == (
        "Idzie zastęp czerwony. Zostało: 2 punkty ruchu i akcja „oddział powstańczy”."
    )
    after = play(state, parse_move("unit zosia cytadela")).state
    assert texts_for("en").question(after) == "The red patrol moves. It has 2 movement points left."


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_a_sentence(ending, texts):
    assert is_whole(texts.ending(Outcome(ending, ())))
    assert texts.say(f"ending.{ending}.short")


def test_an_ending_names_the_winners():
    won, shared = Outcome(Ending.ALL_ORDERS, (2,)), Outcome(Ending.ALL_ORDERS, (0, 2))
    assert texts_for("en").ending(won, BASIC.game).endswith(" The green patrol wins.")
    assert texts_for("pl").ending(shared, BASIC.game).endswith(" Wspólnie wygrywają zastępy: czerwony, zielony.")
    lost = Outcome(Ending.TOKENS, ())
    assert texts_for("pl").ending(lost, BASIC.game) == texts_for("pl").ending(lost)


@pytest.mark.parametrize("reason", UndoReason)
def test_a_refused_undo_is_explained(texts, reason):
    assert is_whole(texts.undo_refused(reason))


# Faults -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*FaultKind, *ScenarioFault])
@pytest.mark.parametrize("found", ["", "x", "7; 2..4"])
def test_every_fault_of_a_scenario_file_is_a_sentence(kind, found, texts):
    sentence = texts.fault(Fault("own.toml", "players.7", kind, found))
    assert is_whole(sentence)
    assert "own.toml" in sentence


def test_a_fault_says_what_was_found_and_what_is_wanted():
    with pytest.raises(ScenarioError) as error:
        read_scenario('based_on = "basic"\nid = "Own"\nversion = 0\n', "own.toml")
    assert list(map(texts_for("en").fault, error.value.faults)) == [
        "own.toml, scenario.id: “Own” can't be an id. "
        "Use small letters a–z, digits and hyphens; prison, hand and victory are taken.",
        "own.toml, scenario.version: 0 is outside the range 1–9999.",
    ]
    with pytest.raises(ScenarioError) as error:
        load_scenario("mystery")
    assert texts_for("pl").fault(error.value.faults[0]).startswith("Nie ma scenariusza „mystery”. Do wyboru: basic-1, ")


@pytest.mark.parametrize("fault", RecordFault)
def test_every_fault_of_a_record_is_a_sentence(fault, texts):
    assert is_whole(texts.record_error(RecordError(fault, "3: x")))


def test_a_move_that_is_impossible_in_a_record_is_explained(texts):
    record = Record.of(new_game(positions.BASIC, 2, start_player=0), ("first 0", "draw plac-wilsona>mystery"))
    with pytest.raises(RecordError) as error:
        Session.from_record(record)
    assert isinstance(error.value.__cause__, IllegalMove)
    sentence = texts.record_error(error.value)
    assert "draw plac-wilsona>mystery" in sentence
    assert sentence.endswith(texts.refusal(Reason.IMPOSSIBLE_CHANCE))


def test_a_move_that_cannot_be_read_is_named(texts):
    record = Record.of(new_game(positions.BASIC, 2, start_player=0), ("first 0", "mystery 5"))
    with pytest.raises(RecordError) as error:
        Session.from_record(record)
    sentence = texts.record_error(error.value)
    assert "2" in sentence
    assert "(mystery 5)" in sentence


# Counting, rules, languages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "polish", "english"),
    [
        (0, "0 punktów", "0 points"),
        (1, "1 punkt", "1 point"),
        (2, "2 punkty", "2 points"),
        (5, "5 punktów", "5 points"),
        (12, "12 punktów", "12 points"),
        (21, "21 punktów", "21 points"),
        (22, "22 punkty", "22 points"),
        (112, "112 punktów", "112 points"),
    ],
)
def test_things_are_counted_in_the_right_form(n, polish, english):
    assert texts_for("pl").count("count.points", n) == polish
    assert texts_for("en").count("count.points", n) == english


def test_polish_counts_in_three_forms_and_english_in_two():
    counted = [key for key in build_texts.messages(build_texts.TEXTS, "pl") if key.startswith("count.")]
    persons = {"count.players"}  # 2 graczy, 5 graczy: nouns for persons have one form for both
    assert len(counted) >= 6
    for key in counted:
        forms = len({texts_for("pl").count(key, n).removeprefix(str(n)) for n in (1, 2, 5)})
        assert forms == (2 if key in persons else 3)
        assert len({texts_for("en").count(key, n).removeprefix(str(n)) for n in (1, 2, 5)}) == 2


def test_a_number_has_the_decimal_mark_of_its_language():
    assert (texts_for("pl").number(2.25), texts_for("en").number(2.25, 2)) == ("2,2", "2.25")


def test_every_rule_has_a_title_and_a_text(texts):
    rules = build_docs.rule_ids(build_docs.ROOT / build_docs.MALI_POWSTANCY.catalogue("pl"))
    assert len(rules) == 31 + 17 + 61
    assert all(title and text.endswith(".") for title, text in map(texts.rule, rules))


def test_what_is_missing_is_said_clearly(texts):
    with pytest.raises(KeyError, match=r"there is no text 'event.mystery'"):
        texts.say("event.mystery")
    with pytest.raises(KeyError, match=r"there is no text 'count.mystery'"):
        texts.count("count.mystery", 2)
    with pytest.raises(KeyError, match=r"there is no text 'rule.B-99.title'"):
        texts.rule("B-99")
    with pytest.raises(KeyError, match=r"'event.scout-freed' needs a value for 'scout'"):
        texts.say("event.scout-freed")
    with pytest.raises(ValueError, match="not in 'it'"):
        texts_for("it")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "pl"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "C.UTF-8"}, "pl"),
        ({"LC_ALL": "POSIX"}, "pl"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE@euro"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "it_IT"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "pl:en"}, "pl"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "en"),
    ],
)
def test_the_language_is_polish_unless_the_system_names_another(variables, language, monkeypatch):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


# The catalogues -----------------------------------------------------------------------------------------------------


FOLDERS = pytest.mark.parametrize("folder", build_texts.folders(), ids=lambda folder: folder.parent.name)


@FOLDERS
def test_the_texts_are_complete_and_compiled(folder):
    assert build_texts.faults(folder) == []
    assert build_texts.unused_and_missing(folder, build_texts.PACKAGE, build_texts.NEEDS[folder]) == []
    assert build_texts.stale(build_texts.build_all(folder), folder) == []


@FOLDERS
def test_a_reason_that_names_a_card_has_a_sentence_for_a_first_hint_too(folder):
    said = build_texts.messages(folder, "pl")
    naming = {key for key, forms in said.items() if key.startswith("bot.") and re.search("{(card|knock)}", forms[0])}
    assert {f"{key}{catalogue.AIM}" for key in naming} <= said.keys()


@FOLDERS
def test_compiled_texts_name_no_date_person_or_tool(folder):
    for name, content in build_texts.build_all(folder).items():
        compiled = gettext.GNUTranslations(io.BytesIO(content))
        assert set(compiled.info()) == {"language", "content-type", "plural-forms"}, name


def catalogues(folder, polish: str, english: str):
    for language, content in (("pl", polish), ("en", english)):
        (folder / language).mkdir()
        text = HEADER.format(PLURALS[language]).lstrip() + content
        (folder / language / "game.po").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("polish", "english", "problem"),
    [
        ('msgid "a.b"\nmsgstr "raz"\n', "", "en: a.b is missing"),
        ('msgid "a.b"\nmsgstr "raz"\n', 'msgid "a.b"\nmsgstr ""\n', "en: a.b is empty"),
        ('msgid "a.b"\nmsgstr "to samo"\n', 'msgid "a.b"\nmsgstr "to samo"\n', "a.b is the same in all languages"),
        (
            'msgid "a.b"\nmsgstr "{a} raz"\n',
            'msgid "a.b"\nmsgstr "{b} once"\n',
            "a.b has other placeholders: ",
        ),
        ('msgid "a.b"\nmsgstr "{a raz"\n', 'msgid "a.b"\nmsgstr "once"\n', "pl: a.b has a wrong brace: "),
        ('msgid "a.b"\nmsgstr "{a.c} raz"\n', 'msgid "a.b"\nmsgstr "{a.c} once"\n', "pl: a.b has a wrong brace: "),
        (
            'msgid "a.b"\nmsgstr "raz"\n\nmsgid "a.b"\nmsgstr "raz"\n',
            'msgid "a.b"\nmsgstr "once"\n',
            "pl/game.po: a.b is there twice",
        ),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_noticed(polish, english, problem, tmp_path):
    assert any(problem in found for found in build_texts.faults(catalogues(tmp_path, polish, english)))


def test_a_key_in_two_files_of_a_language_is_noticed(tmp_path):
    texts = catalogues(tmp_path, 'msgid "a.b"\nmsgstr "raz"\n', 'msgid "a.b"\nmsgstr "once"\n')
    shutil.copy(texts / "pl/game.po", texts / "pl/more.po")
    assert build_texts.faults(texts) == ["pl/more.po: a.b is there twice"]


def test_a_text_that_nobody_says_and_one_that_is_missing_are_noticed(tmp_path):
    texts = catalogues(tmp_path, 'msgid "cli.b"\nmsgstr "raz"\n', 'msgid "cli.b"\nmsgstr "once"\n')
    (tmp_path / "code.py").write_text('say("cli.c")\n', "utf-8")
    problems = build_texts.unused_and_missing(texts, tmp_path)
    assert {"cli.b is said by nothing", "cli.c has no text", "event.walked has no text"} <= set(problems)


def test_a_text_whose_key_is_put_together_is_said(tmp_path):
    texts = catalogues(tmp_path, 'msgid "bot.x.b"\nmsgstr "raz"\n', 'msgid "bot.x.b"\nmsgstr "once"\n')
    code = tmp_path / "code.py"
    code.write_text('say(f"bot.x.{why}")\n', "utf-8")
    assert "bot.x.b is said by nothing" in build_texts.unused_and_missing(texts, tmp_path, set)
    code.write_text('why = "b"\nsay(f"bot.x.{why}")\n', "utf-8")
    assert build_texts.unused_and_missing(texts, tmp_path, set) == []


def test_a_changed_a_missing_and_an_orphaned_compiled_file_are_noticed(tmp_path):
    texts = catalogues(tmp_path, 'msgid "a.b"\nmsgstr "raz"\n', 'msgid "a.b"\nmsgstr "once"\n')
    built = build_texts.build_all(texts)
    assert build_texts.stale(built, texts) == ["en/game.mo", "pl/game.mo"]
    (texts / "pl/game.mo").write_bytes(built["pl/game.mo"])
    (texts / "en/other.mo").write_bytes(built["en/game.mo"])
    assert build_texts.stale(built, texts) == ["en/game.mo", "en/other.mo"]


def test_a_further_language_needs_only_a_catalogue(tmp_path, monkeypatch):
    shutil.copytree(build_texts.TEXTS, tmp_path / "texts", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copytree(tmp_path / "texts" / "en", tmp_path / "texts" / "uk")
    source = tmp_path / "texts" / "uk" / "table.po"
    source.write_text(source.read_text("utf-8").replace('msgstr "English"', 'msgstr "українська"'), "utf-8")
    (source.with_suffix(".mo")).write_bytes(build_texts.compiled(build_texts.read(source)))
    monkeypatch.setattr(catalogue, "_folder", lambda package: tmp_path / "texts")
    for cached in (catalogue.languages, catalogue._common, texts_for):
        cached.cache_clear()
    try:
        assert languages() == ("pl", "en", "uk")
        assert texts_for("uk").say("table.language") == "українська"
        host = Host(MemoryStorage(), "key", "pl", random.Random(1))
        host.handle({"do": "language", "language": "uk"})
        view = board_view(host, 1, with_map=True)
        assert "українська" in json.dumps(view, ensure_ascii=False)
    finally:
        monkeypatch.undo()
        for cached in (catalogue.languages, catalogue._common, texts_for):
            cached.cache_clear()
