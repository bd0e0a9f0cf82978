"""The machinery where it meets one game or another; what holds for every game is in test_any_game.py."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from mali_powstancy import engine
from mali_powstancy.bitwa_warszawska import players as bitwa_players
from mali_powstancy.bitwa_warszawska import tally as bitwa_tally
from mali_powstancy.bitwa_warszawska.bots import roster as bitwa_bots
from mali_powstancy.bots import roster as mali_bots
from mali_powstancy.engine import tally as mali_tally
from mali_powstancy.table import players as mali_players
from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.board import Board
from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.game import CHANCE, IllegalMove
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import Roster, UnknownGame, game_of, load_scenario, rules_of, shipped_scenarios
from mali_powstancy.tabletop.packing import PERSON, Save, SaveError, SaveFault, pack
from mali_powstancy.tabletop.players import Players
from mali_powstancy.tabletop.playing import UnknownBot, play_game
from mali_powstancy.tabletop.reading import read_game
from mali_powstancy.tabletop.record import Record, RecordError, RecordFault
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.table import SeatError, Table
from mali_powstancy.tabletop.tally import Row, Tally
from mali_powstancy.views.board import front_board, map_board, trench_board
from mali_powstancy.wiarusi import players as wiarusi_players
from mali_powstancy.wiarusi import tally as wiarusi_tally
from mali_powstancy.wiarusi.bots import roster as wiarusi_bots

# mypy holds them to the protocols here.
TALLIES: tuple[Tally, ...] = (mali_tally, wiarusi_tally, bitwa_tally)
ROWS: tuple[type[Row], ...] = (mali_tally.GameRow, wiarusi_tally.GameRow, bitwa_tally.GameRow)
ROSTERS: tuple[Roster, ...] = (mali_bots, wiarusi_bots, bitwa_bots)
PLAYERS: tuple[Players, ...] = (mali_players, wiarusi_players, bitwa_players)
BOARDS: tuple[Board, ...] = (map_board, trench_board, front_board)

SAMPLES = Path(__file__).parent / "samples"
TABLES = [(name, players) for name in shipped_scenarios() for players in load_scenario(name).players]


def random_game(scenario: str, players: int, seed: int, steps: int | None = None) -> Session:
    """A game of players who do just anything, from its opening to its end, or up to so many steps."""
    rng = random.Random(seed)
    found = load_scenario(scenario)
    game = rules_of(found.game_id)
    among = {"players": players}
    how = game.coded_opening(found, None, lambda answers, _: among.pop("players", None) or rng.choice(list(answers)))
    assert how is not None
    session = Session(game.opened(found, how))
    while (seat := session.state.to_act) is not None and len(session.steps) != steps:
        if seat == CHANCE:
            session.play(game.sample_chance(session.state, rng))
        else:
            session.play(rng.choice(list(game.legal_moves(session.state))))
    return session


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "players"), TABLES)
def test_every_version_of_every_scenario_is_the_same_again_from_its_record_its_save_and_its_code(scenario, players):
    for seed, cut in enumerate((0, 3, 40, None)):
        session = random_game(scenario, players, seed, cut)
        record = session.record
        assert record.players == players == len(session.opening.game.seats)
        seats = (PERSON,) * players
        for text in (record.to_json(), pack(Save(record, seats)), code_of(Save(record, seats))):
            save = read_game(text)
            assert save == Save(record, seats)
            again = Session.from_record(save.record)
            assert (again.opening, again.steps) == (session.opening, session.steps)


@pytest.mark.parametrize("scenario", ["short-1", "wiarusi-standard-1"])
def test_a_game_that_began_in_the_middle_has_a_record_and_no_code(scenario):
    whole = random_game(scenario, 3, 5)
    for step in whole.steps[::5]:
        try:
            record = Session(step.state).record
        except ValueError:
            continue  # some positions cannot be told
        assert Session.from_record(Record.from_json(record.to_json())).state == step.state
        if "arranged" in record.opening:
            with pytest.raises(SaveError) as refused:
                code_of(Save(record, (PERSON,) * 3))
            assert refused.value.fault is SaveFault.ARRANGED
            return
    pytest.fail("no position could be told")


@pytest.mark.parametrize("name", ["basic", "extended", "wiarusi", "bitwa"])
def test_a_record_of_format_2_is_read_for_ever(name):
    text = (SAMPLES / f"record-format-2-{name}.json").read_text("utf-8")
    session = Session.from_record(Record.from_json(text))
    assert session.state.to_act is None
    assert session.record.to_json() == text


def test_released_scenarios_never_change():
    """Old records must stay valid: a changed scenario gets a new version and a new file instead."""
    released = json.loads((SAMPLES.parent / "released_scenarios.json").read_text("utf-8"))
    assert {name: load_scenario(name).hash for name in shipped_scenarios()} == released


def test_names_of_scenarios_are_of_one_game_only():
    names = shipped_scenarios()
    assert len(set(names)) == len(names)
    for game_id in library.GAMES:
        for name in rules_of(game_id).shipped_scenarios():
            scenario = load_scenario(name)
            assert (scenario.game_id, scenario.name) == (game_id, name)
            assert load_scenario(scenario.id).id == scenario.id


def test_a_position_knows_its_game():
    for name in ("short-1", "wiarusi-standard-1"):
        session = random_game(name, 3, 1, 20)
        game = game_of(session.state)
        assert game is session.game
        assert game is game_of(game.observe(session.state, 0))
        assert session.record.game == game.ID


@pytest.mark.parametrize("game_id", library.GAMES)
def test_every_game_has_a_random_bot_that_gives_reasons_and_a_tally(game_id):
    scenario = load_scenario(rules_of(game_id).shipped_scenarios()[0])
    players = max(scenario.players)
    roster = library.bots_of(game_id)
    session = play_game(scenario, players, [roster.BOTS["random"]()] * players, random.Random(4))
    row = library.tally_of(game_id).row_of(4, session.opening, events_of(session), session.state)
    ended = session.game.outcome(session.state)
    assert (row.game, row.ending, row.winners) == (4, ended.ending, ended.winners)
    seen = session.game.observe(next(step.state for step in session.steps if step.state.to_act >= 0), 0)
    if seen.legal:
        move, (reason,) = roster.adviser_named("random")(seen, random.Random(1))
        assert move in seen.legal
        assert library.catalogue_of(game_id, "en").say(reason.key) == "The computer picks this move at random."
    with pytest.raises(UnknownBot, match="no bot 'wizard'; there are random"):
        roster.adviser_named("wizard")


def events_of(session):
    return [event for step in session.steps for event in step.events]


@pytest.mark.parametrize(
    ("text", "game_id"),
    [
        ('based_on = "short"', "mali-powstancy"),
        ('based_on = "wiarusi-veteran-1"', "wiarusi"),
        ('game = "wiarusi"\nbased_on = "short"', "wiarusi"),
        ('game = "chess"', "mali-powstancy"),
        ("based_on = [1]", "mali-powstancy"),
        ("no toml", "mali-powstancy"),
        (None, "mali-powstancy"),
    ],
)
def test_a_scenario_file_tells_its_game(text, game_id, tmp_path):
    file = tmp_path / "own.toml"
    if text is not None:
        file.write_text(text, "utf-8")
    assert library.told_in(str(file)) == game_id


@pytest.mark.parametrize("base", ["short", "wiarusi-beginner"])
def test_a_scenario_of_any_game_is_read_from_a_file(base, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(f'based_on = "{base}"\nid = "own"\nversion = 1\ntitle = "Własna"\n', "utf-8")
    for name in (file, str(file)):
        scenario = load_scenario(name)
        assert (scenario.id, scenario.game_id) == ("own", load_scenario(base).game_id)


def test_a_game_that_is_not_there_is_named():
    with pytest.raises(UnknownGame, match="no game 'chess'; there are mali-powstancy, wiarusi"):
        rules_of("chess")


# Tables --------------------------------------------------------------------------------------------------------------


def test_an_answer_that_is_not_allowed_is_refused_before_it_is_sealed():
    found = load_scenario("short-1")
    table = Table(Session(engine.new_game(found, 2)), (PERSON,) * 2, random.Random(1), screens=[[0], [1]])
    first, second = table.screens if table.state.to_act == 0 else reversed(table.screens)
    with pytest.raises(IllegalMove):
        table.play([engine.parse_move("card 9")], second)
    table.play([engine.parse_move("card 3")], second)
    assert table.asked_at(second) is None
    with pytest.raises(IllegalMove):
        table.play([engine.parse_move("card 2")], second)
    before = len(table.session.steps)
    table.play([engine.parse_move("card 2")], first)
    assert [str(step) for step in table.session.steps[before : before + 2]] == ["card 2", "card 3"]


@pytest.mark.parametrize("screens", [[[0]], [[0], [0, 1]], [[0], [1], [2]], []])
def test_every_person_sits_at_one_screen(screens):
    with pytest.raises(SeatError):
        Table(Session(engine.new_game(load_scenario("short-1"), 2)), (PERSON,) * 2, random.Random(1), screens=screens)


# What is loaded ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        ("mali_powstancy", set()),
        ("mali_powstancy.tabletop.library", {"tabletop"}),
        ("mali_powstancy.tabletop.host", {"tabletop", "whole_files"}),
        *((f"mali_powstancy.{game}", {"tabletop", game}) for game in ("engine", "wiarusi", "bitwa_warszawska")),
    ],
)
def test_only_the_game_that_is_asked_for_is_loaded_and_nothing_but_the_standard_library(asked, parts):
    code = f"import sys; before = set(sys.modules); import {asked}; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    ours = {name for name in loaded if name.startswith("mali_powstancy")}
    assert {name.split(".")[1] for name in ours if "." in name} == parts
    assert {name.partition(".")[0] for name in loaded - ours} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    ("scenario", "own"),
    [
        ("basic-1", {"engine", "bots", "table", "texts"}),
        ("wiarusi-standard", {"wiarusi"}),
        ("bitwa-short", {"bitwa_warszawska"}),
    ],
)
def test_a_game_with_its_board_its_bots_and_the_lab_loads_no_other_game(scenario, own):
    code = f"""
import sys
from mali_powstancy.tabletop import library
import mali_powstancy.lab
import mali_powstancy.views.board.board_view
mine = library.load_scenario({scenario!r}).game_id
for part in (library.board_of, library.players_of, library.bots_of, library.tally_of, library.tutorial_of):
    part(mine)
mali_powstancy.lab.simulate(1, ("random", "random"), {scenario!r}, progress=False)
print(*sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[1] for name in run.stdout.split() if name.startswith("mali_powstancy.")}
    assert loaded & {"engine", "bots", "table", "texts", "wiarusi", "bitwa_warszawska"} == own


@pytest.mark.parametrize("game_id", library.GAMES)
def test_the_library_names_all_scenarios_of_a_game(game_id):
    shipped = library.rules_of(game_id).shipped_scenarios()
    assert {name.rpartition("-")[0] or name for name in shipped} == set(library.GAMES[game_id].scenarios)


def test_the_first_game_is_at_hand_and_nothing_else_pretends_to_be():
    import mali_powstancy

    assert mali_powstancy.new_game is engine.new_game
    assert "legal_moves" in dir(mali_powstancy)
    with pytest.raises(AttributeError, match="no attribute 'checkmate'"):
        mali_powstancy.checkmate  # noqa: B018


# What does not fit together ------------------------------------------------------------------------------------------


def test_a_record_that_says_another_number_of_players_is_refused():
    whole = random_game("wiarusi-standard-1", 3, 5)
    state = next(step.state for step in whole.steps if step.state.mission and step.state.phase.value == "turn")
    record = Session(state).record
    assert "arranged" in record.opening
    wrong = record._replace(opening={**record.opening, "players": 4})
    with pytest.raises(RecordError) as refused:
        Session.from_record(Record.from_json(wrong.to_json()))
    assert refused.value.fault is RecordFault.BAD_SETUP


def test_a_save_in_a_lesson_that_its_game_does_not_have_is_refused_and_the_board_stays(monkeypatch):
    monkeypatch.setitem(library.GAMES, "wiarusi", library.GAMES["wiarusi"]._replace(tutorial=None))
    host = Host(MemoryStorage(), "board", "en", random.Random(1), scenario="short", players=2)
    record = random_game("wiarusi-standard-1", 3, 5, 4).record
    host.handle({"do": "open", "text": pack(Save(record, (PERSON,) * 3, 1))})
    assert (host.lesson, host.game.ID) == (None, "mali-powstancy")
    assert host.notice is not None
    assert host.notice.role == "refusal"
