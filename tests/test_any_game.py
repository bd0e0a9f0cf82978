"""What holds for every game: one suite, run over all of them and over the small game of the tests."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from math import lcm
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mali_powstancy import cli
from mali_powstancy.lab import playing
from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.game import CHANCE, IllegalMove, UnreadableMove
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import (
    board_of,
    bots_of,
    game_of,
    load_scenario,
    players_of,
    shipped_scenarios,
    tally_of,
)
from mali_powstancy.tabletop.packing import PERSON, Save, pack
from mali_powstancy.tabletop.playing import play_game
from mali_powstancy.tabletop.reading import read_game
from mali_powstancy.tabletop.record import Record
from mali_powstancy.tabletop.saving import short_code
from mali_powstancy.tabletop.session import Session, UndoRefused
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.table import Table
from mali_powstancy.views.board.board_view import board_view, told
from tests.every_game import PLAYED, Played

pytestmark = pytest.mark.usefixtures("small_game")
every_game = pytest.mark.parametrize("played", PLAYED, ids=repr)
NEWEST = {scenario.id: scenario for scenario in map(load_scenario, shipped_scenarios())}
TABLES = [*((name, players) for name in NEWEST for players in NEWEST[name].players), ("race", 2), ("race", 3)]
"""Every scenario, of which the id means the newest version, and every number of players."""
looks = settings(max_examples=max(settings().max_examples // 4, 1))
"""A quarter of what a property of one game looks at: there are five."""


def possible(played: Played, state: Any) -> list[Any]:
    """What the seat that is asked may do, or chance."""
    return [*played.game.legal_moves(state), *played.game.chance_outcomes(state)]


# Moves --------------------------------------------------------------------------------------------------------------


@every_game
@looks
@given(data=st.data())
def test_property_a_move_is_refused_exactly_if_it_is_not_possible(played, data):
    state, game = data.draw(played.lines).state, played.game
    answers = {move: game.refusal(state, move) for move in played.candidates(state)}
    assert {move for move, reason in answers.items() if reason is None} == {*possible(played, state)}
    refused = [(move, reason) for move, reason in answers.items() if reason is not None]
    for move, reason in refused[:: max(len(refused) // 20, 1)]:
        assert reason.key
        assert reason.rule
        with pytest.raises(IllegalMove) as found:
            game.play(state, move)
        assert (found.value.move, found.value.reason) == (move, reason)


@every_game
@looks
@given(data=st.data())
def test_property_what_is_no_move_is_refused(played, data):
    state, game = data.draw(played.lines).state, played.game
    moves = possible(played, state)[:1]
    texts, tuples, kinds = map(str, moves), map(tuple, moves), map(type, moves)
    for junk in (None, 3, 2.5, "", b"card 1", (), [], ["card", 1], {}, object(), game, *texts, *tuples, *kinds):
        assert game.refusal(state, junk) in (game.NOT_A_MOVE, game.GAME_OVER)
        with pytest.raises(IllegalMove):
            game.play(state, junk)


@every_game
@looks
@given(data=st.data())
def test_property_a_move_is_its_text_and_is_listed_once(played, data):
    moves = possible(played, data.draw(played.lines).state)
    assert len(set(moves)) == len(moves)
    for move in moves:
        read = played.game.parse_move(str(move))
        assert read == move
        assert type(read) is type(move)
        with_zeros = re.sub(r"\d+", r"0\g<0>", str(move))
        for spoilt in (f"{move} ", f" {move}", f"{move} x", str(move).upper(), with_zeros):
            try:
                other = played.game.parse_move(spoilt)
            except UnreadableMove:
                continue
            assert str(other) == spoilt, "a move has one text"


@every_game
@looks
@given(data=st.data())
def test_property_somebody_can_go_on_until_the_game_is_over(played, data):
    line, game = data.draw(played.games), played.game
    for state in line.states:
        assert bool(game.legal_moves(state)) == (state.to_act in state.game.seats)
        assert bool(game.chance_outcomes(state)) == (state.to_act == CHANCE)
        assert (state.to_act is None) == (game.outcome(state) is not None)
        assert game_of(state) is game
    assert line.state.to_act is None
    assert {*game.outcome(line.state).winners} <= {*line.state.game.seats}


# Chance -------------------------------------------------------------------------------------------------------------


class Fixed(Random):
    """A generator that always says the same number."""

    number = 0.0

    def random(self) -> float:
        return self.number


@every_game
@looks
@given(data=st.data())
def test_property_chances_are_exact_and_samples_come_as_often(played, data):
    line, game = data.draw(played.games), played.game
    state = data.draw(st.sampled_from([state for state in line.states if state.to_act == CHANCE]))
    chances = game.chance_outcomes(state)
    assert sum(chances.values()) == 1
    assert all(type(chance) is Fraction and chance > 0 for chance in chances.values())
    assert all(map(game.is_chance, chances))
    parts = 4 * lcm(*(chance.denominator for chance in chances.values()))
    if parts > 5_000:
        assert game.sample_chance(state, Random(1)) in chances
        return
    drawn, rng = Counter[Any](), Fixed()
    for number in range(parts):
        rng.number = (number + 0.5) / parts
        drawn[game.sample_chance(state, rng)] += 1
    assert {move: Fraction(times, parts) for move, times in drawn.items()} == chances


@every_game
@looks
@given(data=st.data())
def test_property_chance_does_nothing_while_somebody_else_is_asked(played, data):
    state, game = data.draw(played.lines).state, played.game
    assert not any(map(game.is_chance, game.legal_moves(state)))
    if state.to_act != CHANCE:
        with pytest.raises(ValueError, match="chance is not asked"):
            game.sample_chance(state, Random(1))


@every_game
@looks
@given(data=st.data())
def test_property_chance_in_one_go_does_what_it_does_move_by_move(played, data):
    state, game = data.draw(played.lines).state, played.game
    together, one_by_one = Random(7), Random(7)
    reached, events = game.play_chance(state, together)
    while state.to_act == CHANCE:
        state, happened = game.play(state, game.sample_chance(state, one_by_one))
        assert events[: len(happened)] == happened
        events = events[len(happened) :]
    assert (reached, events) == (state, ())
    assert together.random() == one_by_one.random()


# Values -------------------------------------------------------------------------------------------------------------


@every_game
@looks
@given(data=st.data())
def test_property_playing_does_not_change_the_position_it_starts_from(played, data):
    line, game = data.draw(played.lines), played.game
    state = line.state
    before, number, moves = repr(state), hash(state), possible(played, state)
    for move in moves[:20]:
        after, events = game.play(state, move)
        assert (after, events) == game.play(state, move) == game.apply_unchecked(state, move)
        assert after != state
    assert (repr(state), hash(state), possible(played, state)) == (before, number, moves)
    again = line.opening
    for move in line.moves:
        again, _ = game.play(again, move)
    assert state == again


@every_game
@looks
@given(data=st.data())
def test_property_nothing_is_lost_or_doubled(played, data):
    counted = [found for state in data.draw(played.games).states if (found := played.lying(state)) is not None]
    assert counted
    assert all(found == counted[0] for found in counted)
    assert counted[0]


@every_game
@looks
@given(data=st.data())
def test_property_a_game_is_the_same_again_from_its_record_its_save_and_its_code(played, data):
    line = data.draw(played.lines)
    session = Session(line.opening)
    for move in line.moves:
        session.play(move)
    assert [(step.move, step.events, step.state) for step in session.steps] == [tuple(step) for step in line.steps]
    assert hash(session.state) == hash(line.state)
    scenario = line.opening.game.scenario
    if scenario.name not in played.game.shipped_scenarios():
        return
    save = Save(session.record, (PERSON,) * len(line.opening.game.seats))
    for text in (session.record.to_json(), pack(save), code_of(save)):
        assert read_game(text) == save
    again = Session.from_record(Record.from_json(session.record.to_json()))
    assert (again.opening, again.steps) == (session.opening, session.steps)


@every_game
@looks
@given(data=st.data())
def test_property_undo_brings_the_position_back_unless_somebody_has_learnt_something(played, data):
    line, game = data.draw(played.lines), played.game
    session = Session(line.opening)
    for move in line.moves:
        before = session.state
        session.play(move)
        if game.is_chance(move) or game.informs(session.steps[-1].events, session.state):
            with pytest.raises(UndoRefused):
                session.undo()
        else:
            assert session.undo() == before
            session.play(move)
    assert session.state == line.state


# Secrets ------------------------------------------------------------------------------------------------------------


def twins(played: Played, line: Any, at: int) -> int:
    """Who was told the same after another move sees the same, also later on; how many such moves there are."""
    game, state, step, found = played.game, line.states[at], line.steps[at], 0

    def told(events: Any, seat: int | None) -> list[Any]:
        return [game.seen_by(event, seat) for event in events]

    others = [move for move in possible(played, state) if move != step.move]
    # What is done openly is known, though the last position of a game may not show it any more.
    is_covered = step.state.to_act is not None and (state.to_act == CHANCE or game.is_silent(state))
    for seat in {None, *state.game.seats} - {state.to_act}:
        for move in others[:10]:
            twin, events = game.play(state, move)
            if told(events, seat) != told(step.events, seat):
                if is_covered and twin != step.state:
                    assert game.observe(twin, seat) != game.observe(step.state, seat), "an event tells a secret"
                continue
            found += 1
            assert game.observe(twin, seat) == game.observe(step.state, seat)
            for later in line.steps[at + 1 : at + 9]:
                if game.refusal(twin, later.move) is not None:
                    break
                twin, events = game.play(twin, later.move)
                if told(events, seat) != told(later.events, seat):
                    is_chance = game.is_chance(later.move)
                    assert is_chance or game.informs(later.events, later.state), "a secret came out"
                    break
                assert game.observe(twin, seat) == game.observe(later.state, seat)
    return found


@every_game
@looks
@given(data=st.data())
def test_property_nobody_sees_more_than_was_told(played, data):
    line = data.draw(played.games)
    for at in data.draw(st.lists(st.integers(0, len(line.steps) - 1), min_size=6, max_size=6)):
        twins(played, line, at)


@every_game
@settings(max_examples=3)
@given(data=st.data())
def test_there_are_secrets_to_be_kept(played, data):
    line = data.draw(played.games)
    assert sum(twins(played, line, at) for at in range(min(len(line.steps), 60)))


@every_game
@looks
@given(data=st.data())
def test_property_only_who_is_asked_is_shown_legal_moves(played, data):
    state, game = data.draw(played.lines).state, played.game
    for seat in (None, *state.game.seats):
        seen = game.observe(state, seat)
        assert [*seen.legal] == ([*game.legal_moves(state)] if seat == state.to_act and seat is not None else [])
        assert seen.to_act == state.to_act
        assert game_of(seen) is game
    with pytest.raises(ValueError, match="no seat"):
        game.observe(state, len(state.game.seats))


@every_game
@looks
@given(data=st.data())
def test_property_who_shares_secrets_is_told_the_same(played, data):
    line, game = data.draw(played.lines), played.game
    groups = game.sharing(line.opening)
    assert sorted(seat for group in groups for seat in group) == [*line.opening.game.seats]
    for first, *others in groups:
        for seat in others:
            assert [game.seen_by(event, seat) for event in line.events] == [
                game.seen_by(event, first) for event in line.events
            ]


@every_game
@looks
@given(data=st.data())
def test_property_who_is_asked_at_once_is_asked_the_same_in_any_order(played, data):
    line, game = data.draw(played.lines), played.game
    state = line.state
    asked = game.asked_at_once(state)
    assert [*asked][:1] == ([] if state.to_act in (None, CHANCE) else [state.to_act])
    assert state.to_act not in asked or asked[state.to_act] == state
    for seat, position in asked.items():
        assert position.to_act == seat
        move = game.legal_moves(position)[0]
        assert game.refusal(position, move) is None
        game.play(position, move)


# Tables -------------------------------------------------------------------------------------------------------------


def simplest(played: Played) -> str:
    """The simplest computer player of a game: those that think are played with their game."""
    players = players_of(played.game.ID)
    name = players.USUAL
    while (simpler := players.simpler_than(name)) is not None:
        name = simpler
    return name


def opened(played: Played) -> Session:
    return Session(played.game.new_game(played.game.load_scenario(played.scenario), played.players))


@every_game
def test_computer_players_sit_on_any_seats_and_alone_they_play_to_the_end(played):
    for number, seats in enumerate(product((PERSON, simplest(played)), repeat=played.players)):
        rng = Random(number)
        table = Table(opened(played), seats, rng)
        while (asked := table.asked) is not None:
            assert seats[asked] == PERSON
            table.take_screen()
            table.play([rng.choice(list(table.observation.legal))])
        assert table.state.to_act is None
        assert (table.seats, table.failures) == (seats, [])


@every_game
def test_each_seat_has_a_screen_and_what_is_asked_at_once_is_answered_in_any_order(played):
    rng, sealed = Random(7), 0
    screens = [*([seat] for seat in range(played.players)), []]
    table = Table(opened(played), (PERSON,) * played.players, rng, screens=screens)
    public = table.screens[-1]
    while table.state.to_act is not None:
        asked = [screen for screen in table.screens if table.asked_at(screen) is not None]
        assert asked
        assert not any(map(table.is_curtain_down_at, asked)), "nobody else sits there"
        assert table.viewer_at(public) is None
        screen, steps = rng.choice(asked), len(table.session.steps)
        table.play([rng.choice(list(table.observation_at(screen).legal))], screen)
        sealed += len(table.session.steps) == steps
    assert bool(sealed) == played.asks_at_once, "somebody has answered before the rules asked"
    again = Session.from_record(Record.from_json(table.session.record.to_json()))
    assert again.steps == table.session.steps


@every_game
@pytest.mark.parametrize("persons", [1, 2])
def test_the_curtain_falls_only_where_the_person_changes(played, persons):
    is_open_table = board_of(played.game.ID).OPEN_TABLE  # what was opened there closes by itself
    scenario = played.game.load_scenario(played.scenario)
    players = max(scenario.players)
    seats = (PERSON,) * persons + (simplest(played),) * (players - persons)
    session = Session(played.game.new_game(scenario, players))
    table, rng, last, kept = Table(session, seats, Random(3)), Random(8), None, 0
    while (asked := table.asked) is not None:
        if persons == 1 or (asked == last and not is_open_table):
            kept += 1
            assert not table.is_curtain_down
        elif table.is_curtain_down:
            table.take_screen()
        last = asked if played.game.is_private(table.state) else None  # else everybody looks on
        table.play([rng.choice(list(table.observation.legal))])
    assert kept or persons == 2


# A board ------------------------------------------------------------------------------------------------------------


def a_board(played: Played, storage: MemoryStorage, language: str, seats: tuple[str, ...] = ()) -> Any:
    """A board; `Any`, because a test knows what is on it."""
    return Host(*(storage, "board", language, Random(5)), scenario=played.scenario, players=played.players, seats=seats)


PARTS = ("map", "stage", "around")
"""What the page shows of a position."""


def begun(played: Played, storage: MemoryStorage, *others: str) -> Any:
    """A board on which a game of persons has begun, these computer players on the last seats."""
    host = a_board(played, storage, "en", (*(PERSON,) * (played.players - len(others)), *others))
    host.handle({"do": "start"})
    return host


def decide(host: Host, rng: Random) -> None:
    """What a person could decide now, who has taken the screen."""
    if host.is_curtain_down:
        host.handle({"do": "take-screen"})
    do_anything(host, rng)


def do_anything(host: Host, rng: Random) -> None:
    """What a person could do now: take the screen, or play any of the moves that the text version offers."""
    if host.is_curtain_down:
        host.handle({"do": "take-screen"})
    else:
        host.handle({"do": "play", "moves": [str(rng.choice(list(host.observation.legal)))]})


def shown(host: Host, number: int) -> dict[str, Any]:
    """The view of a board, which is plain data."""
    view = board_view(host, number, with_map=number == 1, with_scenes=True)
    assert json.loads(json.dumps(view)) == view
    assert view["say"] or view["dialog"] or host.replay is not None
    assert host.problem is None
    return view


def chance_text(host: Host) -> str:
    """A move of chance, which no person can make."""
    steps = host.table.session.steps
    return next(str(step) for step in steps if host.game.is_chance(step.move))


@every_game
@pytest.mark.parametrize("language", ["pl", "en"])
def test_a_whole_game_on_one_screen_shown_and_told_at_every_step(played, language):
    host, rng, number = a_board(played, MemoryStorage(), language, (PERSON,) * played.players), Random(2), 0
    shown(host, 1)
    host.handle({"do": "start"})
    every = 1 if played.name == "race" else 6  # the boards of the larger games have tests of their own
    while not host.is_over:
        number += 1
        if number % every == 0:
            host.shows_text = number % (2 * every) == 0
            shown(host, number)
        if number % 9 == 0 and host.can_choose:
            host.handle({"do": "hint"})
            assert host.advice.move in host.observation.legal
            aim = shown(host, number)
            host.handle({"do": "hint"})
            assert shown(host, number)["say"] != aim["say"]
        if number == 4:
            host.handle({"do": "play", "moves": [chance_text(host)]})
            assert host.notice is not None
            host.handle({"do": "dialog", "dialog": "rule", "detail": host.notice.rule})
            shown(host, number)
            host.handle({"do": "close"})
        do_anything(host, rng)
    assert shown(host, 0)["dialog"]["key"] == "end"
    lines = told(host, host.texts, list(host.table.happened(0, len(host.table.session.steps), None)))
    assert [line for line in lines if line[0].islower() or re.search(r"\.\.|  |””|[^.!?…”]$", line)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_every_table_is_shown_and_gets_hints_with_the_usual_computer_players(scenario, players):
    host, rng, number = (
        Host(MemoryStorage(), "board", "en", Random(1), scenario=scenario, players=players),
        Random(1),
        0,
    )
    host.handle({"do": "start"})
    while not host.is_over:
        number += 1
        if host.can_choose:
            host.handle({"do": "hint"})
            assert host.advice.move in host.observation.legal
        shown(host, number)
        do_anything(host, rng)
    assert shown(host, 0)["dialog"]["key"] == "end"


@every_game
def test_a_game_that_is_stopped_ends_with_its_round(played):
    host, rng = a_board(played, MemoryStorage(), "en", (PERSON,) * played.players), Random(4)
    host.handle({"do": "start"})
    for _ in range(5):
        do_anything(host, rng)
    before = host.table.session.record
    host.handle({"do": "stop"})
    assert host.can_undo or host.is_over
    for _ in range(1_000):
        if host.is_over:
            break
        do_anything(host, rng)
    assert host.is_over
    assert host.table.session.record.moves[: len(before.moves) + 1] == (*before.moves, "stop")
    assert shown(host, 1)["dialog"]["key"] == "end"


@every_game
def test_a_stop_is_an_ending_of_its_own(played):
    endings: dict[bool, set[str]] = {True: set(), False: set()}
    rng = Random(6)
    for number in range(12):
        session, is_stopped = opened(played), number % 2 == 0
        session.play_chance(rng)
        if is_stopped:
            session.stop()
        while session.state.to_act is not None:
            session.play(rng.choice(possible(played, session.state)))
        endings[is_stopped].add(str(played.game.outcome(session.state).ending))
    assert endings[True] - endings[False]


@every_game
def test_what_was_done_at_the_board_is_taken_back_unless_somebody_has_learnt_something(played):
    host, rng, found = begun(played, MemoryStorage()), Random(3), Counter[bool]()
    while not host.is_over:
        before, number = host.state, len(host.table.session.steps)
        decide(host, rng)
        after, steps = host.state, host.table.session.steps[number:]
        is_known = any(host.game.is_chance(step.move) or host.game.informs(step.events, step.state) for step in steps)
        assert host.can_undo == (not is_known)
        host.handle({"do": "undo"})
        found[is_known] += 1
        if is_known:
            assert (host.state, host.notice.role) == (after, "refusal")
            continue
        assert host.state == before
        host.handle({"do": "take-screen"})
        host.handle({"do": "play", "moves": [str(step) for step in steps]})
        assert host.state == after
    assert set(found) == {True, False}


@every_game
def test_a_game_is_looked_at_again_and_is_taken_back_or_played_otherwise_from_any_step(played):
    storage, rng = MemoryStorage(), Random(2)
    host = begun(played, storage)
    while not host.is_over:
        decide(host, rng)
    host.handle({"do": "replay"})
    assert host.replay == 0
    session = host.table.session
    states = [session.opening, *(step.state for step in session.steps)]
    for number, state in enumerate(states):
        host.handle({"do": "go-to", "value": number})
        assert (host.state, host.viewer, host.can_choose) == (state, None, False)
        if number % 20 == 0:
            assert shown(host, number)["panel"]
    host.handle({"do": "go-to", "value": 100_000})
    assert host.state == states[-1]
    host.handle({"do": "leave-replay"})
    assert host.dialog.kind == "end"
    for at, what in product((len(states) // 2, 3, 0), ("what-if", "rewind")):
        text = session.record.to_json()
        for is_asked in (what == "rewind", True):  # of the whole game, and then of one that is running
            host.handle({"do": "open", "text": text, "sure": True})
            host.handle({"do": "replay"})
            host.handle({"do": "go-to", "value": at})
            host.handle({"do": what})
            assert (host.replay is not None) == is_asked, "a running game would be lost, and whoever looks is asked"
            if is_asked:
                assert (host.dialog.kind, host.dialog.detail) == ("confirm", what)
                host.handle(host.dialog.then)
            assert (host.replay, host.dialog) == (None, None)
            assert host.table.session.steps[:at] == session.steps[:at]
            again = a_board(played, storage, "en")
            again.handle({"do": "continue"})
            assert again.table.session.steps == host.table.session.steps
            decide(host, rng)
            text = host.table.session.record.to_json()


@every_game
def test_a_game_goes_on_after_every_step_at_which_the_kernel_was_killed(played):
    storage, rng, number = MemoryStorage(), Random(2), 0
    host: Any = begun(played, storage, simplest(played))
    is_alone = played.players == 2
    while not host.is_over:
        number += 1
        before, host = host, a_board(played, storage, "en")
        host.handle({"do": "continue"})
        assert (host.table.session.steps, host.table.seats) == (before.table.session.steps, before.table.seats)
        assert host.viewer == before.viewer or (not is_alone and host.viewer is None), "others may have come"
        if number % 9 == 0 and host.viewer == before.viewer:
            one, other = ([view.get(part) for part in PARTS] for view in (shown(before, 1), shown(host, 1)))
            assert one == other
        decide(host, rng)
        if number % 5 == 0 and host.can_undo:
            host.handle({"do": "undo"})
        if number == 30 or host.is_over:
            host.handle({"do": "download"})
            for text in (short_code(host), host.outbox[-1].text):
                other = a_board(played, MemoryStorage(), "pl")
                other.handle({"do": "open", "text": text})
                assert other.table.session.steps == host.table.session.steps
                shown(other, 1)


@every_game
def test_every_seat_and_every_move_has_words_in_both_languages(played):
    board, state = board_of(played.game.ID), opened(played).state
    rng = Random(1)
    told = {}
    for language in ("pl", "en"):
        texts = board.texts_for(language)
        told[language] = [board.seat_label(texts, state.game.scenario, seat) for seat in state.game.seats]
        assert len({*told[language]}) == played.players
    while state.to_act is not None:
        if state.to_act >= 0:
            seen = played.game.observe(state, state.to_act)
            for language in ("pl", "en"):
                texts = board.texts_for(language)
                assert all(board.tell_move(texts, move, board.where(seen)) for move in [*board.listed(seen)][:5])
        state, _ = played.game.play(state, rng.choice(possible(played, state)))


# The lab ------------------------------------------------------------------------------------------------------------


@every_game
def test_a_game_of_bots_becomes_a_row_that_can_be_written_and_read(played):
    scenario, tally = played.game.load_scenario(played.scenario), tally_of(played.game.ID)
    bots = [bots_of(played.game.ID).BOTS[simplest(played)]() for _ in range(played.players)]
    session = play_game(scenario, played.players, bots, Random(1))
    events = [event for step in session.steps for event in step.events]
    row = tally.row_of(17, session.opening, events, session.state)
    ended = played.game.outcome(session.state)
    assert (row.game, row.ending, row.winners) == (17, ended.ending, ended.winners)
    assert row.ending in tally.ENDINGS
    assert tally.fits(row, scenario, played.players)
    assert not tally.fits(row, scenario, played.players + 1)
    assert tally.read_row(json.loads(json.dumps(row._asdict()))) == row


# The command line ---------------------------------------------------------------------------------------------------


@pytest.fixture
def run(capsys):
    """What a command prints, if all is well."""

    def call(*arguments: Any) -> str:
        code = cli.main(list(map(str, arguments)))
        shown = capsys.readouterr()
        assert (code, shown.err) == (0, "")
        return shown.out

    return call


@pytest.fixture
def numbers(monkeypatch):
    """The numbers of the games that are really played."""
    found = []

    def play_on(job, opening, number, real=playing.play_on):
        found.append(number)
        return real(job, opening, number)

    monkeypatch.setattr(playing, "play_on", play_on)
    return found


def at_a_table(played: Played, games: int) -> tuple[Any, ...]:
    return *("--scenario", played.scenario, "--players", played.players), *(
        "--games",
        games,
        "--cores",
        1,
        "--lang",
        "pl",
    )


@every_game
def test_results_of_a_simulation_are_kept_and_gone_on_with(played, run, numbers, tmp_path):
    arguments = ("simulate", "--bots", simplest(played), "--file", tmp_path / "results.jsonl")
    run(*arguments, *at_a_table(played, 3))
    summary = run(*arguments, *at_a_table(played, 5))
    assert sorted(numbers) == [*range(5)], "each was played once"
    assert run(*arguments, *at_a_table(played, 5)) == summary
    assert len(numbers) == 5
    assert run(*arguments[:3], *at_a_table(played, 5)) == summary


@every_game
def test_a_tournament_goes_on_from_its_folder(played, run, numbers, tmp_path, monkeypatch):
    roster = bots_of(played.game.ID)
    monkeypatch.setattr(roster, "BOTS", dict.fromkeys(("one", "other"), roster.BOTS[simplest(played)]))
    arguments = ("tournament", "--bots", "one,other", *at_a_table(played, 4), "--folder", tmp_path)
    summary = run(*arguments)
    assert "one – other" in summary
    number = len(numbers)
    assert number >= 4
    assert run(*arguments) == summary
    assert len(numbers) == number


@every_game
def test_a_game_is_shown_and_checked_in_every_form_in_which_it_is_handed_out(played, run, tmp_path):
    host: Any = begun(played, MemoryStorage())
    for number in range(12):
        decide(host, Random(number))
    host.handle({"do": "download"})
    code, record, steps = short_code(host), host.table.session.record.to_json(), len(host.table.session.steps)
    file, found = tmp_path / "game", set()
    for text in (record, host.outbox[-1].text, code, f"\ufeff{record}"):  # some editors begin a file with a mark
        file.write_text(text, "utf-8")
        assert run("validate", file, "--lang", "en") == f"{file}: all good.\n"
        found.add(run("show", file, "--log", "--lang", "en"))
    assert found == {run("show", code, "--log", "--lang", "en")}
    for language, step in (("pl", f"Posunięcie 5 z {steps}"), ("en", f"Move 5 of {steps}")):
        texts = board_of(played.game.ID).texts_for(language)
        scenario = load_scenario(played.scenario)
        of_all = run("show", file, "--step", 5, "--log", "--lang", language)
        assert of_all.startswith(f"{texts.title(scenario)} ({scenario.name}), ")
        assert step in of_all.splitlines()
        assert run("show", file, "--step", 5, "--log", "--secrets", "--lang", language) != of_all
        assert texts.title(scenario) in run("show", played.scenario, "--lang", language)
