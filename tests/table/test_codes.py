"""Codes: a whole game in a few letters, and every slip of the pen is noticed."""

import random
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mali_powstancy import engine
from mali_powstancy.engine import (
    Scenario,
    legal_moves,
    load_scenario,
    new_game,
    parse_move,
)
from mali_powstancy.tabletop import codes, library
from mali_powstancy.tabletop.codes import (
    LETTERS,
    LONGEST_CODE,
    MOST_STEPS,
    PRIME,
    code_of,
    from_code,
    with_check_letters,
)
from mali_powstancy.tabletop.packing import Save, SaveError, SaveFault
from mali_powstancy.tabletop.record import Record, RecordError, RecordFault
from mali_powstancy.tabletop.session import Session
from tests.engine.test_record import session_of
from tests.engine.test_scenario_files import TINY, read
from tests.random_play import SCENARIOS, lines, whole_game
from tools.golden import GAMES, Golden, played

SAMPLES = Path(__file__).parent.parent / "samples"
SAVE = Save.of(whole_game("short-1", 2, seed=1).up_to(30).session, ("person", "greedy"))
CODE = code_of(SAVE)
PLAIN = CODE.replace("-", "")


def fault_of(text: str) -> SaveFault:
    with pytest.raises(SaveError) as caught:
        from_code(text)
    return caught.value.fault


def cause_of(text: str) -> RecordError:
    with pytest.raises(SaveError) as caught:
        from_code(text)
    assert caught.value.fault is SaveFault.RECORD
    assert caught.value.cause is not None
    return caught.value.cause


def refused(save: Save) -> SaveFault:
    with pytest.raises(SaveError) as caught:
        code_of(save)
    return caught.value.fault


def letters_in(code: str) -> int:
    return len(code.replace("-", ""))


def round_trip(save: Save) -> None:
    again = from_code(code_of(save))
    assert again == save
    assert Session.from_record(again.record).state == Session.from_record(save.record).state


@st.composite
def saves(draw: st.DrawFn) -> Save:
    """Games up to any position, sometimes stopped, with any players."""
    session = draw(lines()).session
    if draw(st.booleans()) and session.state.to_act is not None:
        session.stop()
    seats = tuple(draw(st.sampled_from(codes.PLAYERS)) for _ in session.opening.patrols)
    return Save.of(session, seats, draw(st.none() | st.integers(0, 9_999)))


# --- there and back


@pytest.mark.slow
@given(saves())
def test_a_game_comes_back_from_its_code(save):
    round_trip(save)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_whole_game_comes_back_with_every_position(scenario, players):
    session = whole_game(scenario, players, seed=5).session
    again = Session.from_record(from_code(code_of(Save.of(session, ("person",) * players))).record)
    assert again.steps == session.steps


@pytest.mark.parametrize("step", [0, 1, 30, 60])
@pytest.mark.parametrize("scenario", ["short", "short-extended"])
def test_a_game_that_was_stopped_comes_back_to_its_end_H_61(scenario, step):
    rng = random.Random(step)
    session = whole_game(scenario, 3, seed=1).up_to(step).session
    session.stop()
    while session.state.to_act is not None:
        session.play_chance(rng)
        if session.state.to_act is not None:
            session.play(rng.choice(legal_moves(session.state)))
    assert session.record.moves[step] == "stop"
    round_trip(Save.of(session, ("person",) * 3))


@pytest.mark.parametrize(
    ("patrols", "start"),
    [
        (("violet", "green"), 1),
        (("red", "orange"), None),
        (("orange", "violet", "red"), 2),
        (("violet", "green", "orange", "red"), 0),
    ],
)
def test_patrols_and_the_start_player_are_kept(patrols, start):
    session = Session(new_game(load_scenario("basic"), patrols=patrols, start_player=start))
    round_trip(Save.of(session, ("person",) * len(patrols)))
    session.play(parse_move(f"first {start or 0}"))
    round_trip(Save.of(session, ("person",) * len(patrols)))


def test_different_games_have_different_codes():
    session = whole_game("short-1", 2, seed=1).session
    found = {code_of(SAVE), code_of(SAVE._replace(lesson=0)), code_of(SAVE._replace(seats=("greedy", "person")))}
    for step in range(len(session.steps), -1, -1):
        session.rewind(step)
        found.add(code_of(Save.of(session, ("person", "person"))))
    assert len(found) == 3 + len(whole_game("short-1", 2, seed=1).steps) + 1


def test_the_engine_may_list_moves_in_any_order(monkeypatch):
    monkeypatch.setattr(engine, "legal_moves", lambda state: legal_moves(state)[::-1])
    assert code_of(SAVE) == CODE
    assert from_code(CODE) == SAVE


# --- codes that must be read for ever

OLD: dict[str, tuple[tuple[str, ...], str]] = {
    "record-format-1-basic": (
        ("person", "greedy"),
        "M23KMPY7MBDQ2YT6VVMJVX7CNHVKCSSYHZKX1KB0QH7TKWKT82YA4PQTVZNPMV2HTS8N40D57RFDXW1RW5TVJ2N0GC34RP",
    ),
    "record-format-1-extended": (
        ("person", "greedy"),
        (
            "M21WKQNBTMZZAPCM5H0C8AP9J7S3HM84E8TJEFQQXZT2AHNVJC1EE24BR27C9WABVVW6X4SFWQSG1NM40DTY5NKVFNPAC74BQ04J"
            "BJ41GHSYSZ4"
        ),
    ),
    "record-format-2-wiarusi": (
        ("person", "careful", "strong"),
        "MECSS4VYT6RNSC7SCPTZ3VP3875MKBZCC6MK8QWK5NBPJJ0PMF48XVK4ER",
    ),
    "record-format-2-bitwa": (
        ("person", "planner", "strong"),
        (
            "M1QS374571Q83D5V0QBFCK7ACRH0D2WC9VZXCVYAP39BD8EKSDEDCCSQ77BK64AQRDPQ61K7GSCR9CNN8XWFPD5G7KZMHMZY23AN"
            "8Z4QH08KFJ84RC9926KMY"
        ),
    ),
}
"""By a file of samples: who sits at the table, and the code."""


@pytest.mark.parametrize("name", OLD)
def test_a_code_of_version_1_still_leads_to_its_game(name):
    seats, code = OLD[name]
    save = Save(Record.from_json((SAMPLES / f"{name}.json").read_text("utf-8")), seats, None)
    assert from_code(code) == save
    assert code_of(save).replace("-", "") == code


NEWER = {
    ("random", "person"): "T1D2N0GF4BKT",
    ("person", "easy-helper"): "VPJ2N0GC1WNB",
    ("medium", "person"): "T5M2N0GY45AQ",
}
"""By seats: how the code of the basic game ends then; players only grow in number."""


@pytest.mark.parametrize("seats", NEWER)
def test_who_sits_at_the_table_is_read_for_ever(seats):
    record = Record.from_json((SAMPLES / "record-format-1-basic.json").read_text("utf-8"))
    _, basic = OLD["record-format-1-basic"]
    code = basic[: -len(NEWER[seats])] + NEWER[seats]
    assert from_code(code) == Save(record, seats, None)
    assert code_of(Save(record, seats, None)).replace("-", "") == code


def test_lists_that_are_written_in_codes_only_grow_at_their_end():
    assert codes.SCENARIOS[:18] == (
        *("basic-1", "extended-1", "short-1", "short-extended-1"),
        *("basic-2", "extended-2", "short-2", "short-extended-2"),
        *("basic-3", "extended-3", "short-3", "short-extended-3"),
        *("wiarusi-beginner-1", "wiarusi-standard-1", "wiarusi-veteran-1", "wiarusi-open-1"),
        *("bitwa-standard-1", "bitwa-short-1"),
    )
    assert codes.PLAYERS[:15] == (
        *("person", "random", "greedy"),
        *("easy", "easy-helper", "easy-rival"),
        *("medium", "medium-helper", "medium-rival"),
        *("hard", "hard-helper", "hard-rival"),
        *("careful", "strong", "planner"),
    )


def test_every_shipped_scenario_has_a_number():
    assert sorted(codes.SCENARIOS) == sorted(library.shipped_scenarios())


# --- how long they are


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.file)
def test_a_whole_game_has_less_than_230_letters(game: Golden):
    code = code_of(Save.of(played(game), ("person",) + ("greedy",) * (game.players - 1)))
    assert letters_in(code) < 230


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_rounds_have_less_than_60_letters(scenario, players):
    line = whole_game(f"{scenario}-1", players, seed=1)
    step = max(number for number, state in enumerate(line.states) if state.round <= 2)
    assert letters_in(code_of(Save.of(line.up_to(step).session, ("person",) * players))) < 60


def test_a_code_is_written_in_groups_of_letters_that_do_not_look_alike():
    assert CODE.startswith("M")
    assert {len(group) for group in CODE.split("-")[:-1]} == {4}
    assert set(CODE) <= set(LETTERS) | {"-"}
    assert not set(CODE) & set(ascii_lowercase + "ILOU")


# --- what is forgiven


@pytest.mark.parametrize(
    "change",
    [
        str.lower,
        lambda code: code.replace("-", ""),
        lambda code: code.replace("-", " "),
        lambda code: code.replace("-", "–"),
        lambda code: code.replace("-", "\u00a0—\r\n"),
        lambda code: f"\ufeff  {code}\n",
        lambda code: "-".join(code),
        lambda code: code.replace("0", "O").replace("1", "I"),
        lambda code: code.replace("0", "o").replace("1", "l"),
        lambda code: code.replace("1", "L"),
        lambda code: code.replace("1", "i"),
    ],
)
def test_small_letters_dashes_spaces_and_look_alikes_do_not_matter(change):
    assert {"0", "1", "-"} <= set(CODE)
    assert from_code(change(CODE)) == SAVE


# --- what is noticed


def test_one_wrong_letter_is_always_noticed():
    wrong = [
        PLAIN[:place] + letter + PLAIN[place + 1 :]
        for place in range(len(PLAIN))
        for letter in LETTERS
        if letter != PLAIN[place]
    ]
    assert {fault_of(code) for code in wrong} == {SaveFault.MISTYPED}


def test_two_neighbours_in_the_wrong_order_are_always_noticed():
    swaps = [
        PLAIN[:place] + other + one + PLAIN[place + 2 :]
        for place, (one, other) in enumerate(pairwise(PLAIN))
        if one != other
    ]
    assert len(swaps) > 20
    assert {fault_of(code) for code in swaps} == {SaveFault.MISTYPED}


def test_the_prime_is_one_and_so_single_mistakes_are_noticed_in_codes_of_any_length():
    assert all(PRIME % divisor for divisor in range(2, 5_800))
    assert 31 * 31 < PRIME < 32**codes.CHECK_LETTERS < 5_800**2


@given(st.text(LETTERS, min_size=2, max_size=400), st.data())
def test_one_mistake_in_any_letters_is_noticed(letters, data):
    whole = with_check_letters(letters)
    assert codes._number_of(whole) % PRIME == 0
    place = data.draw(st.integers(0, len(whole) - 2))
    letter = data.draw(st.sampled_from(LETTERS.replace(whole[place], "")))
    assert fault_of(whole[:place] + letter + whole[place + 1 :]) is SaveFault.MISTYPED
    if whole[place] != whole[place + 1]:
        swapped = whole[:place] + whole[place + 1] + whole[place] + whole[place + 2 :]
        assert fault_of(swapped) is SaveFault.MISTYPED


def test_a_missing_or_a_surplus_letter_is_noticed():
    for place in range(len(PLAIN)):
        assert fault_of(PLAIN[:place] + PLAIN[place + 1 :]) is SaveFault.MISTYPED
        assert fault_of(PLAIN[:place] + "7" + PLAIN[place:]) is SaveFault.MISTYPED
    assert fault_of("0" + PLAIN) is SaveFault.NOT_A_CODE


def test_a_code_that_was_cut_off_is_refused_wherever():
    for end in range(len(PLAIN)):
        assert fault_of(PLAIN[:end]) in (SaveFault.MISTYPED, SaveFault.NOT_A_CODE)


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "M", "MALI", "M-0-0-0", "PUŁKOWNIK", "UUUUUUUUUU", "MP1.ABCDEFGH", "{}", "\0" * 20, PLAIN + "!"]
    + [PLAIN[:-1] + odd for odd in ("ı", "ſ", "ß", "Ｍ", "٣", "\ud800")],
    ids=ascii,
)
def test_what_is_not_written_in_these_letters_is_no_code(text):
    assert fault_of(text) is SaveFault.NOT_A_CODE


@pytest.mark.parametrize("text", ["7" * (LONGEST_CODE + 1), "-" * 1_000_000, "M" * 10_000_000], ids=["7", "-", "M"])
def test_a_text_that_is_too_long_is_refused(text):
    assert fault_of(text) is SaveFault.TOO_LARGE


@given(st.text() | st.text(LETTERS + "oil- ") | st.text(LETTERS, min_size=7, max_size=LONGEST_CODE))
def test_any_other_text_is_refused_and_nothing_else_happens(text):
    assert fault_of(text) in {SaveFault.NOT_A_CODE, SaveFault.MISTYPED, SaveFault.TOO_LARGE}


# --- codes that were made up by somebody who knows how


@given(st.text(LETTERS, min_size=1, max_size=60))
def test_made_up_letters_are_refused_or_are_the_code_of_a_game(letters):
    made_up = with_check_letters("M" + letters)
    try:
        save = from_code(made_up)
    except SaveError:
        return
    assert code_of(save).replace("-", "") == made_up


@settings(max_examples=max(settings().max_examples // 3, 1))  # each reads three codes
@given(saves(), st.integers(0, 2**600), st.integers(1, 2**40))
def test_a_changed_number_is_refused_or_is_the_code_of_another_game(save, high, low):
    number = codes._number_of(code_of(save).replace("-", "")[1 : -codes.CHECK_LETTERS])
    for changed in {number + low, number ^ (low << 60), number ^ (high << 60)} - {number}:
        made_up = with_check_letters("M" + codes._letters_of(changed))
        try:
            other = from_code(made_up)
        except SaveError:
            continue
        assert other != save
        assert code_of(other).replace("-", "") == made_up


def head(steps: int, stop: int | None = None) -> list[codes.Digit]:
    """The head of a code of the basic game for two that tells of so many steps."""
    session = Session(new_game(load_scenario("basic-1"), 2))
    digits = codes._head(session, ("person", "person"), None)[:-3]  # without steps and stop
    stops = [codes._equal(0, 2)] if stop is None else [codes._equal(1, 2), codes._equal(stop, max(steps, 1))]
    return [*digits, *codes._small(steps), *stops]


def made_of(digits: list[codes.Digit]) -> str:
    return with_check_letters("M" + codes._letters_of(codes._folded(digits)))


def test_a_code_made_by_hand_is_read_like_any_other():
    assert from_code(made_of(head(0))).record.moves == ()
    assert from_code(made_of(head(1))).record.moves == ("first 0",)
    assert from_code(made_of(head(2, stop=0))).record.moves == ("stop", "first 0")


@pytest.mark.parametrize(
    "digits",
    [
        head(MOST_STEPS + 1),
        head(10**9),
        head(0, stop=0),
        [*head(0), codes._equal(1, 2)],
        [*head(1), codes._equal(0, 2), codes._equal(1, 2)],
    ],
    ids=["too many steps", "very many steps", "a stop in no step", "something left", "more left"],
)
def test_a_code_that_tells_something_impossible_is_refused(digits):
    assert fault_of(made_of(digits)) is SaveFault.WRONG_SHAPE


def test_moves_after_the_end_are_refused():
    session = whole_game("basic-1", 2, seed=4).session
    seats = ("person", "person")
    start = session.record.opening["start_player"]
    assert start is None
    moves, steps = codes._moves(session), len(session.steps)
    assert from_code(made_of([*head(steps), *moves])) == Save.of(session, seats)
    assert fault_of(made_of([*head(steps + 1), *moves])) is SaveFault.WRONG_SHAPE
    assert fault_of(made_of([*head(steps + 1, stop=steps), *moves])) is SaveFault.WRONG_SHAPE


def test_a_game_of_many_senseless_steps_has_a_code_too():
    session = Session(new_game(load_scenario("basic-1"), 2, start_player=0))
    for move in [
        "first 0",
        "draw past>starowka",
        "card 1",
        "card 2",
        *["collect antek past>starowka", "drop antek"] * 400,
    ]:
        session.play(parse_move(move))
    round_trip(Save.of(session, ("person", "person")))


# --- games of another time


def test_a_code_of_a_newer_version_is_told():
    for letter in "NPZ":
        assert fault_of(with_check_letters(letter + "ABCDEFGH")) is SaveFault.NEWER_FORMAT
    for letter in "07AK":
        assert fault_of(with_check_letters(letter + "ABCDEFGH")) is SaveFault.NOT_A_CODE


def test_a_scenario_or_a_player_of_a_newer_program_is_told(monkeypatch):
    with monkeypatch.context() as newer:
        newer.setattr(codes, "SCENARIOS", (*(f"new-{number}" for number in range(len(codes.SCENARIOS))), "short-1"))
        scenario = code_of(SAVE)
        assert from_code(scenario) == SAVE
    with monkeypatch.context() as newer:
        newer.setattr(codes, "PLAYERS", (*codes.PLAYERS, "cautious"))
        player = code_of(SAVE._replace(seats=("person", "cautious")))
    assert fault_of(scenario) is SaveFault.NEWER_FORMAT
    assert fault_of(player) is SaveFault.NEWER_FORMAT


@pytest.mark.parametrize("rules", [2, 77])
def test_a_code_of_other_rules_is_refused(monkeypatch, rules):
    with monkeypatch.context() as other:
        other.setattr(engine, "RULES", rules)
        code = code_of(SAVE)
    cause = cause_of(code)
    assert (cause.fault, cause.found) == (RecordFault.OTHER_RULES, str(rules))


def test_a_code_of_a_scenario_that_has_changed_since_is_refused(monkeypatch):
    def changed(name: str) -> Scenario:
        return load_scenario(name)._replace(hash="0" * 32)

    monkeypatch.setattr(library, "load_scenario", changed)
    cause = cause_of(CODE)
    assert (cause.fault, cause.found) == (RecordFault.SCENARIO_CHANGED, "short-1")


# --- games that have no code


def test_a_game_of_an_own_scenario_has_no_code():
    session = session_of(read(TINY), 1)
    assert refused(Save.of(session, ("person",) * len(session.opening.patrols))) is SaveFault.OWN_SCENARIO
    # Nor has one that only has the name of a shipped one.
    assert refused(SAVE._replace(record=SAVE.record._replace(hash="0" * 32))) is SaveFault.OWN_SCENARIO


def test_a_player_without_a_number_has_no_code():
    assert refused(SAVE._replace(seats=("person", "cautious"))) is SaveFault.UNKNOWN_PLAYER


def test_a_record_that_cannot_be_replayed_has_no_code():
    with pytest.raises(SaveError) as caught:
        code_of(SAVE._replace(record=SAVE.record._replace(moves=("end",))))
    assert caught.value.fault is SaveFault.RECORD
    assert caught.value.cause is not None
    assert caught.value.cause.fault is RecordFault.BAD_MOVE


def test_a_table_that_cannot_be_has_no_code():
    assert refused(SAVE._replace(seats=("person",))) is SaveFault.WRONG_SHAPE
    assert refused(SAVE._replace(lesson=-1)) is SaveFault.WRONG_SHAPE


@pytest.mark.parametrize(("limit", "value"), [("MOST_STEPS", 29), ("LONGEST_CODE", len(PLAIN) - 1)])
def test_a_game_that_is_much_too_long_has_no_code(monkeypatch, limit, value):
    monkeypatch.setattr(codes, limit, value + 1)
    assert code_of(SAVE) == CODE
    monkeypatch.setattr(codes, limit, value)
    assert refused(SAVE) is SaveFault.TOO_LONG
