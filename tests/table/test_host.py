import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from mali_powstancy.bots import Advice, roster
from mali_powstancy.bots.planner import Planner
from mali_powstancy.engine import (
    Phase,
    arrange,
    game_rng,
    is_chance,
    legal_moves,
    load_scenario,
)
from mali_powstancy.engine.moves import Jump, Walk
from mali_powstancy.table.exercises import SCRIPTS
from mali_powstancy.tabletop import host as host_module
from mali_powstancy.tabletop import saving
from mali_powstancy.tabletop.carrying import Carried, as_bundle
from mali_powstancy.tabletop.codes import from_code
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import LARGEST_TEXT, PERSON, Save, pack, unpack
from mali_powstancy.tabletop.record import Record
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import (
    PLACES,
    FileStorage,
    MemoryStorage,
    Storage,
    StorageError,
    StorageFault,
    places_beside,
)
from mali_powstancy.texts import texts_for
from tests.table.play import (
    KEY,
    buttons,
    do_next,
    fields_of,
    game_in,
    host_for,
    play_to_the_end,
    play_until,
    started,
    view_of,
)
from tests.table.script_checks import solution

EN = texts_for("en")

# The menu ------------------------------------------------------------------------------------------------------------


def test_a_new_board_offers_a_game_in_one_press():
    host = Host(MemoryStorage(), KEY, "en", random.Random(1))
    assert host.dialog is not None
    assert host.dialog.kind == "menu"
    host.handle({"do": "start"})
    assert not host.dialog
    assert host.can_choose


def test_the_menu_chooses_scenario_players_seats_and_language():
    host = host_for()
    values = {"scenario": "extended", "players": "3", "seat-1": "hard", "seat-2": "easy", "language": "pl"}
    host.handle({"do": "form", "key": "menu", "values": values})
    assert host.language == "pl"
    host.handle({"do": "start", "values": values})
    assert host.table.state.game.scenario.id == "extended"
    assert host.table.seats == (PERSON, "hard", "easy")


def answers(field) -> list[str]:
    return [option["value"] for option in field["options"]]


def test_the_menu_offers_persons_and_three_levels_and_asks_for_a_temper_only_where_a_computer_player_sits():
    host = host_for("basic", 2)
    fields = fields_of(host)
    assert answers(fields["seat-0"]) == answers(fields["seat-1"]) == [PERSON, "easy", "medium", "hard"]
    assert "style" not in fields
    host.handle({"do": "form", "key": "menu", "values": {"seat-1": "hard"}})
    asked = fields_of(host)["style"]
    assert (asked["value"], answers(asked)) == ("balanced", ["balanced", "helper", "rival"])
    host.handle({"do": "form", "key": "menu", "values": {"style": "rival"}})
    told = fields_of(host)["style"]
    assert told["value"] == "rival"
    assert told["note"] != asked["note"], "it says what the temper means"


@pytest.mark.parametrize(
    ("temper", "seats"),
    [
        ("balanced", (PERSON, "hard", "easy")),
        ("helper", (PERSON, "hard-helper", "easy-helper")),
        ("rival", (PERSON, "hard-rival", "easy-rival")),
        ("furious", (PERSON, "hard", "easy")),
    ],
)
def test_the_temper_is_that_of_all_computer_players_at_the_table(temper, seats):
    host = host_for("short", 3)
    values = {"players": "3", "seat-1": "hard", "seat-2": "easy", "style": temper}
    host.handle({"do": "form", "key": "menu", "values": values})
    host.handle({"do": "start"})
    assert host.table.seats == seats


def test_a_temper_that_a_cell_asks_for_is_in_the_menu():
    host = host_for("short", 3, (PERSON, "hard-rival"))
    fields = fields_of(host)
    assert [fields[name]["value"] for name in ("seat-1", "seat-2", "style")] == ["hard", "medium", "rival"]
    host.handle({"do": "start"})
    assert host.table.seats == (PERSON, "hard-rival", "medium-rival")


def test_different_tempers_that_a_cell_asks_for_are_kept():
    asked = ("hard-rival", "easy-helper", "medium", "greedy")
    host = host_for("short", 4, asked)
    fields = fields_of(host)
    assert [fields[f"seat-{seat}"]["value"] for seat in range(4)] == list(asked)
    assert all(player in answers(fields[f"seat-{seat}"]) for seat, player in enumerate(asked))
    assert answers(fields["seat-2"]) == [PERSON, "easy", "medium", "hard"]
    host.handle({"do": "start", "values": {"style": "balanced"}})
    assert host.table.seats == asked


def test_who_plays_is_told_in_the_panel_and_in_the_menu_of_the_game():
    host = started("short", 2, (PERSON, "hard-rival"), lang="pl")
    [patrols] = [block for block in view_of(host)["panel"] if block["t"] == "patrols"]
    assert [row.get("note") for row in patrols["rows"]] == [None, "komputer, poziom trudny (rywal)"]
    host.handle({"do": "dialog", "dialog": "game"})
    [players] = [block for block in view_of(host)["dialog"]["blocks"] if block["t"] == "list"]
    assert [line.split(": ", 1)[1] for line in players["items"]] == ["osoba", "komputer, poziom trudny (rywal)"]


def test_a_way_that_is_no_longer_possible_is_refused_and_nothing_happens():
    host = in_a_turn(1)
    before = host.table.state
    host.handle({"do": "go", "to": ["zosia", "port", "walk"]})
    assert host.notice.role == "refusal"
    assert host.table.state == before


def test_a_number_of_players_that_a_scenario_does_not_know_is_mended():
    host = host_for()
    host.handle({"do": "form", "key": "menu", "values": {"players": "9", "seat-0": "nobody"}})
    assert host.menu.players == 4
    assert host.menu.seats[0] == PERSON


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"players": 7}, "players"),
        ({"seats": ("robot",)}, "robot"),
        ({"seats": (PERSON,) * 3}, "3 seats"),
        ({"scenario": "x"}, "x"),
    ],
)
def test_a_wrong_wish_of_a_cell_is_told_at_once(arguments, what):
    with pytest.raises(ValueError, match=what):
        Host(MemoryStorage(), KEY, "en", random.Random(1), **arguments)


def test_a_scenario_for_two_can_be_changed_for_one_for_four():
    basic = load_scenario("basic")
    for_two = basic._replace(id="for-two", players={2: basic.players[2]})
    host = Host(MemoryStorage(), KEY, "en", random.Random(1), scenario=for_two)
    host.handle({"do": "start", "values": {"scenario": "basic", "players": "4"}})
    assert host.table is not None
    assert host.table.seats == (PERSON, "medium", "medium", "medium")


def test_what_was_refused_on_the_board_is_not_told_in_the_menu():
    host = in_a_turn(1)
    refused(host, scout="zosia", field="port")
    host.handle({"do": "dialog", "dialog": "rule", "detail": "B-14"})
    assert host.notice is not None
    host.handle({"do": "dialog", "dialog": "menu"})
    assert host.notice is None


def test_a_new_game_over_a_running_one_asks_first():
    host = started()
    do_next(host, game_rng(1))
    state = host.table.state
    steps = len(host.table.session.steps)
    host.handle({"do": "dialog", "dialog": "menu"})
    host.handle({"do": "start"})
    assert (host.dialog.kind, host.dialog.detail) == ("confirm", "new")
    assert host.table.state == state
    host.handle({"do": "close"})
    assert not host.dialog
    assert host.table.state == state
    host.handle({"do": "start"})
    host.handle(host.dialog.then)
    assert not host.dialog
    assert len(host.table.session.steps) <= steps


def test_a_saved_game_is_not_lost_by_pressing_new():
    storage = MemoryStorage()
    host = started(storage=storage)
    kept = storage.read(KEY)
    again = host_for(storage=storage)
    assert again.saved is not None
    again.handle({"do": "start"})
    assert again.dialog.kind == "confirm"
    again.handle({"do": "close"})
    assert again.dialog.kind == "menu"
    assert storage.read(KEY) == kept
    assert host.table is not None


def test_after_the_end_a_new_game_needs_no_question():
    host = started("short", 2, ("greedy", "greedy"))
    assert host.is_over
    host.handle({"do": "start"})
    assert host.dialog is None or host.dialog.kind == "end"


def test_a_saved_game_that_is_over_is_looked_at_again_and_gives_way_without_a_question():
    storage = MemoryStorage()
    ended = started("short", 2, ("easy", "easy"), storage=storage)
    again = host_for(storage=storage)
    shown = buttons(view_of(again)["dialog"])
    assert shown["continue"]["label"] == again.texts.say("table.menu.look-again")
    again.handle(shown["continue"]["do"])
    assert again.dialog.kind == "end"
    assert again.table.state == ended.table.state
    other = host_for(storage=storage)
    other.handle({"do": "start"})
    assert other.dialog is None
    assert other.table is not None


# Saving --------------------------------------------------------------------------------------------------------------


def test_a_game_goes_on_from_a_file_on_disk(tmp_path):
    host = started(storage=FileStorage(tmp_path / "saves"))
    do_next(host, game_rng(1))
    do_next(host, game_rng(1))
    again = host_for(storage=FileStorage(tmp_path / "saves"))
    again.handle({"do": "continue"})
    assert again.table.state == host.table.state


def two_programs(tmp_path, scenario="short"):
    """Boards of two programs on one folder: a game was begun in the first and has gone on in the other."""
    one: Any = started(scenario, storage=FileStorage(tmp_path))
    other: Any = host_for(scenario, storage=FileStorage(tmp_path))
    other.handle({"do": "continue"})
    do_next(other, game_rng(1))
    do_next(other, game_rng(1))
    return one, other


def kept_in(folder) -> Record:
    return saved_record(FileStorage(folder))


def test_of_two_programs_on_one_folder_neither_writes_over_the_other_unasked(tmp_path):
    one, other = two_programs(tmp_path)
    newer = kept_in(tmp_path)
    assert newer == other.table.session.record
    while one.dialog is None:
        do_next(one, game_rng(2))
    assert kept_in(tmp_path) == newer
    assert EN.say("table.confirm.keep-mine") in str(view_of(one)["dialog"])
    one.handle({"do": "close"})
    assert EN.say("table.save.elsewhere") in str(view_of(one)["panel"])
    do_next(one, game_rng(2))
    assert kept_in(tmp_path) == newer
    do_next(other, game_rng(1))
    assert other.storage_trouble is None, "who kept last goes on keeping"


def test_who_says_so_keeps_the_game_of_this_program(tmp_path):
    one, other = two_programs(tmp_path)
    while one.dialog is None:
        do_next(one, game_rng(2))
    one.handle(one.dialog.then)
    assert (one.dialog, one.storage_trouble) == (None, None)
    assert kept_in(tmp_path) == one.table.session.record
    while other.dialog is None:
        do_next(other, game_rng(1))
    assert other.dialog.detail == "keep-mine", "now it is the other one that does not know"


def test_a_folder_that_is_gone_when_somebody_wants_to_keep_is_told(tmp_path):
    one, _ = two_programs(tmp_path / "saves")
    while one.dialog is None:
        do_next(one, game_rng(2))
    for file in (tmp_path / "saves").iterdir():
        file.unlink()
    (tmp_path / "saves").rmdir()
    (tmp_path / "saves").write_text("a file in its place")
    one.handle(one.dialog.then)
    assert one.storage_trouble(EN) == EN.say("table.save.unwritable", place=str(tmp_path / "saves"))


def test_two_boards_do_not_share_a_save():
    storage = MemoryStorage()
    started(storage=storage)
    other = Host(storage, "another board", "en", random.Random(1))
    assert other.saved is None


def test_a_folder_that_cannot_be_written_is_told_at_once_and_the_game_can_be_downloaded(tmp_path):
    (tmp_path / "saves").write_text("a file where the folder should be", "utf-8")
    host = host_for(storage=FileStorage(tmp_path / "saves"))
    assert "saves" in host.storage_trouble(texts_for("en"))
    host.handle({"do": "start"})
    assert host.table is not None
    host.handle({"do": "download"})
    assert game_in(host.outbox[0].text).record == host.table.session.record


class ReadOnly(MemoryStorage):
    """Gives back what it has, and takes nothing."""

    def check(self) -> None:
        raise StorageError(StorageFault.UNWRITABLE, "disk")


def test_a_saved_game_is_offered_also_where_nothing_can_be_written():
    storage = ReadOnly()
    host = started(storage=storage)
    again = host_for(storage=storage)
    assert "disk" in again.storage_trouble(texts_for("en"))
    again.handle({"do": "continue"})
    assert again.table.state == host.table.state


class FullDisk(MemoryStorage):
    """Works until it is full."""

    full = False

    def write(self, key: str, text: str) -> None:
        if self.full:
            raise StorageError(StorageFault.UNWRITABLE, "disk")
        super().write(key, text)


def test_a_disk_that_fills_up_is_told_and_forgotten_when_it_works_again():
    storage = FullDisk()
    host = started(storage=storage)
    rng = game_rng(1)
    storage.full = True
    do_next(host, rng)
    do_next(host, rng)
    assert "disk" in host.storage_trouble(texts_for("en"))
    storage.full = False
    do_next(host, rng)
    do_next(host, rng)
    assert host.storage_trouble is None


def test_a_damaged_save_is_told_and_stays_where_it_is():
    storage = MemoryStorage()
    storage.write(KEY, "MP1.NONSENSE")
    host = host_for(storage=storage)
    assert host.saved is None
    assert host.storage_trouble(texts_for("en"))
    host.handle({"do": "start"})
    assert storage.read(KEY) == "MP1.NONSENSE"
    again = host_for(storage=storage)
    assert again.storage_trouble is None
    again.handle({"do": "continue"})
    assert again.table.state == host.table.state


@pytest.mark.parametrize("lesson", [False, next(iter(SCRIPTS.values()))], ids=["game", "exercise"])
def test_with_no_free_place_nothing_is_written_over_and_that_is_said(lesson):
    storage = MemoryStorage()
    for number, key in enumerate(places_beside(KEY)):
        storage.write(key, f"MP1.NONSENSE{number}")
    host: Any = Host(storage, KEY, "en", random.Random(1), scenario="short", lesson=lesson)
    if lesson:
        host.answer(solution(lesson))
    else:
        host.handle({"do": "start"})
    assert [storage.read(key) for key in places_beside(KEY)] == [f"MP1.NONSENSE{number}" for number in range(PLACES)]
    assert host.storage_trouble(texts_for("en")) == texts_for("en").say("table.save.no-place")
    storage.remove(places_beside(KEY)[2])
    host.handle({"do": "again" if lesson else "undo"})
    saving.save_game(host)
    assert host.storage_trouble is None, "a place has become free"
    assert storage.read(places_beside(KEY)[2])


def test_a_file_and_a_code_carry_the_game_to_another_computer_and_start_behind_the_curtain():
    host = started("short-extended", 2)
    play_until(host, lambda state: state.round == 2)
    host.handle({"do": "download"})
    code = saving.short_code(host) or ""
    assert from_code(code).record == host.table.session.record
    for message in (
        {"do": "open", "text": host.outbox[0].text, "is_file": True},
        {"do": "open", "text": host.outbox[0].text},
        {"do": "open", "text": code.lower()},
    ):
        elsewhere = host_for(seed=9)
        elsewhere.handle(message)
        assert elsewhere.table.state == host.table.state
        assert elsewhere.is_curtain_down
        assert elsewhere.viewer is None


def test_a_game_alone_against_bots_also_comes_back_behind_the_curtain_from_a_file():
    host = started("short-extended", 2, (PERSON, "greedy"))
    host.handle({"do": "download"})
    elsewhere = host_for()
    elsewhere.handle({"do": "open", "text": host.outbox[0].text, "is_file": True})
    assert elsewhere.is_curtain_down
    elsewhere.handle({"do": "take-screen"})
    assert elsewhere.viewer == 0


def test_a_game_that_began_in_the_middle_is_opened_goes_on_and_is_found_again():
    position = arrange(load_scenario("basic"), patrols=["red", "green"], round=2, scouts={"zosia": "port"})
    arranged = Session(position)
    storage = MemoryStorage()
    host = host_for(storage=storage)
    host.handle({"do": "open", "text": pack(Save.of(arranged, (PERSON, PERSON))), "is_file": True})
    assert host.notice is None
    assert host.table.state == position
    rng = game_rng(1)
    while len(host.table.session.steps) < 10:
        do_next(host, rng)
    steps = host.table.session.steps
    host.handle({"do": "dialog", "dialog": "save"})
    assert host.texts.say("table.save.arranged") in str(view_of(host)["dialog"]), "it has no code, and that is told"
    host.handle({"do": "download"})
    kept = host_for(storage=storage)
    kept.handle({"do": "continue"})
    brought = host_for()
    brought.handle({"do": "open", "text": host.outbox[0].text, "is_file": True})
    for again in (kept, brought):
        assert again.table.session.opening == position
        assert again.table.session.steps == steps
        play_to_the_end(again)
        assert again.problem is None
    kept.handle({"do": "replay"})
    assert kept.state == position


@pytest.mark.parametrize("text", ["", "hello", "MP1.XYZ", "M234-5678", "MP9.AAAA", "🙂" * 5000])
@pytest.mark.parametrize("is_file", [True, False])
def test_a_text_that_is_no_game_is_refused_with_a_sentence_and_nothing_is_lost(text, is_file):
    host = started()
    state = host.table.state
    host.handle({"do": "open", "text": text, "is_file": is_file})
    assert host.notice.role == "refusal"
    for language in ("pl", "en"):
        assert host.notice.say(texts_for(language)).endswith(".")
    assert host.table.state == state


def test_a_save_with_a_player_from_elsewhere_is_refused_with_a_sentence():
    host = started()
    save = unpack(pack(Save.of(host.table.session, ("person", "grandmaster"))))
    host.handle({"do": "open", "text": pack(save), "is_file": True, "sure": True})
    assert "doesn't know" in host.notice.say(texts_for("en"))


def test_a_game_that_is_refused_after_the_question_says_why():
    host = started()
    save = Save.of(host.table.session, ("person", "grandmaster"))
    host.handle({"do": "dialog", "dialog": "open"})
    host.handle({"do": "open", "text": pack(save), "is_file": True})
    host.handle(host.dialog.then)
    assert host.dialog.kind == "open"
    assert host.notice.say(host.texts) in str(view_of(host)["dialog"])


def test_a_file_with_all_saves_is_no_game_and_it_is_said_where_it_belongs():
    host = host_for()
    host.handle({"do": "dialog", "dialog": "open"})
    bundle = as_bundle({"pl/00-start": Carried("x" * LARGEST_TEXT, None)})  # larger than any game
    host.handle({"do": "open", "text": bundle, "is_file": True})
    assert host.dialog.kind == "open"
    assert "start page" in host.notice.say(texts_for("en"))
    assert "stronie startowej" in host.notice.say(texts_for("pl"))


def test_opening_a_game_over_a_running_one_asks_first():
    host = started()
    code = saving.short_code(started(seed=5))
    host.handle({"do": "open", "text": code})
    assert (host.dialog.kind, host.dialog.detail) == ("confirm", "open")
    host.handle(host.dialog.then)
    assert not host.dialog


@pytest.mark.parametrize("player", ["random", "greedy", "hard-helper"])
def test_a_game_with_any_player_that_there_ever_was_goes_on_from_save_file_and_code(player):
    storage = MemoryStorage()
    host = started("short", 2, (PERSON, player), storage=storage)
    play_until(host, lambda state: state.round == 2)
    for message in ({"do": "continue"}, {"do": "open", "text": saving.short_code(host), "sure": True}):
        again = host_for(storage=storage)
        again.handle(message)
        assert again.table.state == host.table.state
        assert again.table.seats == (PERSON, player)
    play_to_the_end(host)


# Computer players that fail ------------------------------------------------------------------------------------------


def saved_record(storage: Storage) -> Record:
    """What is kept of the game on the board."""
    text = storage.read(KEY)
    assert text is not None
    return game_in(text).record


class Stumbling(Planner):
    """A computer player that fails in its first turn."""

    def advise(self, observation, rng):
        if observation.phase is Phase.TURN:
            raise RuntimeError("a stone in the way")
        return super().advise(observation, rng)


class Cheating(Planner):
    """A computer player that wants to play what is not possible."""

    def advise(self, observation, rng):
        return Advice(Walk("zosia", "nowhere"), ())


class Babbling(Planner):
    """A computer player that answers with something else than a move."""

    def advise(self, observation, rng):
        return "let me think"


@pytest.mark.parametrize(("fault", "word"), [(Stumbling, "a stone"), (Cheating, "nowhere"), (Babbling, "Error")])
def test_a_computer_player_that_fails_is_replaced_said_and_the_game_goes_on(monkeypatch, fault, word):
    monkeypatch.setitem(roster.BOTS, "hard-rival", fault)
    storage = MemoryStorage()
    host = started("short", 2, (PERSON, "hard-rival"), storage=storage)
    rng = game_rng(1)
    while host.problem is None:
        do_next(host, rng)
    assert word in host.problem
    assert "hard-rival" in host.problem, "the report names who has failed"
    assert 'File "mali_powstancy/tabletop/table.py"' in host.problem
    assert str(Path.cwd()) not in host.problem
    assert view_of(host)["dialog"]["key"] == "problem"
    assert host.table.seats == (PERSON, "greedy")
    assert saved_record(storage) == host.table.session.record
    host.handle({"do": "close-problem"})
    assert "orange" in host.notice.say(texts_for("en"))
    assert host.notice.say(host.texts) in view_of(host)["say"]
    play_to_the_end(host)
    assert host.problem is None, "it is said once"


def test_when_even_the_simplest_computer_player_fails_the_game_is_kept(monkeypatch):
    def broken(observation, rng):
        raise RuntimeError("no move at all")

    storage = MemoryStorage()
    host = started("short", 2, (PERSON, "easy"), storage=storage)
    with monkeypatch.context() as faulty:
        faulty.setattr(roster, "adviser_named", lambda name: broken)
        host.table.rewind(0)
        with pytest.raises(RuntimeError):
            do_next(host, game_rng(1))
        assert host.table.seats == (PERSON, "random")
        assert "no move at all" in host.problem
        assert saved_record(storage) == host.table.session.record
    again = host_for(storage=storage)
    again.handle({"do": "continue"})
    play_to_the_end(again)


def test_computer_players_that_were_interrupted_go_on_when_they_are_told_to(monkeypatch):
    class Interrupted(Planner):
        def advise(self, observation, rng):
            if observation.phase is Phase.TURN and not calls:
                calls.append(1)
                raise KeyboardInterrupt
            return super().advise(observation, rng)

    calls: list[int] = []
    monkeypatch.setitem(roster.BOTS, "easy", Interrupted)
    storage = MemoryStorage()
    host = started("short-extended", 2, (PERSON, "easy"), storage=storage)
    with pytest.raises(KeyboardInterrupt):
        play_to_the_end(host)
    assert host.is_waiting
    assert host.problem is None
    assert not host.can_choose
    assert not host.is_curtain_down, "nobody is asked to take the screen of a computer player"
    assert host.viewer == 0
    assert saved_record(storage) == host.table.session.record
    host.handle(buttons(view_of(host)["panel"])["let-others-act"]["do"])
    assert not host.is_waiting
    assert host.table.seats == (PERSON, "easy")
    assert "let-others-act" not in buttons(view_of(host))
    play_to_the_end(host)


def test_computer_players_that_think_for_long_say_so(monkeypatch):
    told: list[int] = []
    clock = count(step=1)
    monkeypatch.setattr("mali_powstancy.tabletop.host.monotonic", lambda: next(clock))
    host = host_for("short", 2, ("easy", "easy"))
    host.say_thinking = lambda: told.append(1)
    host.handle({"do": "start"})
    decisions = len([step for step in host.table.session.steps if not is_chance(step.move)])
    assert len(told) == decisions
    clock = count(step=0)
    host.handle({"do": "start"})
    assert len(told) == decisions, "who is quick says nothing"


# Refusals ------------------------------------------------------------------------------------------------------------


def in_a_turn(card: int = 2):
    """A person's turn in the short game, against the bot."""
    for seed in range(50):
        host = started("short", 2, (PERSON, "greedy"), seed=seed)
        host.handle({"do": "play", "moves": [f"card {card}"]})
        if host.can_choose and host.state.phase is Phase.TURN:
            return host
    raise AssertionError("no such turn")


def refused(host, **attempt: str) -> tuple[str, str | None]:
    before = host.table.state
    host.handle({"do": "try", **attempt})
    assert host.table.state == before
    assert host.notice is not None
    assert host.notice.role == "refusal"
    return host.notice.say(texts_for("en")), host.notice.rule


def test_a_field_that_is_too_far_says_how_far_it_is():
    sentence, rule = refused(in_a_turn(1), scout="zosia", field="port")
    assert "too far" in sentence
    assert "1 movement point" in sentence
    assert rule == "B-14"


def test_another_patrols_scout_and_the_soldier_are_not_moved():
    host = in_a_turn()
    assert "another patrol" in refused(host, scout="hania")[0]
    assert "No player moves the soldier" in refused(host, scout="soldier")[0]
    assert "First choose a scout" in refused(host, field="port")[0]
    assert "already here" in refused(host, scout="zosia", field=host.state.position_of("zosia"))[0]
    assert "First choose a scout" in refused(host, scout="zosia", road="past~elektrownia")[0]


def test_something_allowed_that_the_page_did_not_offer_is_simply_done():
    host = in_a_turn()
    walk = next(move for move in legal_moves(host.state) if isinstance(move, Walk))
    host.handle({"do": "try", "scout": walk.scout, "field": walk.to})
    assert host.notice is None
    assert host.state.position_of(walk.scout) == walk.to


def test_a_refused_move_of_the_page_changes_nothing_and_names_its_rule():
    host = in_a_turn()
    jump = next(move for move in legal_moves(host.state) if isinstance(move, Jump))
    walk = next(move for move in legal_moves(host.state) if isinstance(move, Walk))
    host.handle({"do": "play", "moves": [str(walk)]})
    state = host.state
    host.handle({"do": "play", "moves": [str(jump)]})
    assert host.state == state
    assert host.notice.rule in ("H-1", "B-15")


def test_a_fault_of_the_program_is_shown_kept_and_raised(monkeypatch):
    host = started()

    def broken(host, message):
        raise RuntimeError("a loose screw")

    monkeypatch.setitem(host_module._COMMANDS, "undo", broken)
    with pytest.raises(RuntimeError):
        host.handle({"do": "undo"})
    assert "a loose screw" in host.problem
    assert 'File "mali_powstancy/tabletop/host.py"' in host.problem
    assert str(Path.cwd()) not in host.problem
    host.handle({"do": "close-problem"})
    assert host.problem is None


def test_every_command_that_is_broken_is_noticed(monkeypatch):
    for name in list(host_module._COMMANDS):
        host = started()
        monkeypatch.setitem(host_module._COMMANDS, name, lambda host, message: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            host.handle({"do": name})
        assert "ZeroDivisionError" in host.problem
        monkeypatch.undo()


def test_a_message_that_nobody_knows_is_a_fault_and_not_silence():
    host = started()
    with pytest.raises(KeyError):
        host.handle({"do": "dance"})
    assert host.problem


def test_a_fault_of_the_page_is_kept():
    host = started()
    host.handle({"do": "front-end-error", "report": "TypeError: x is undefined"})
    assert "TypeError" in host.problem


def test_a_fault_of_the_page_names_nobody():
    host = started()
    host.handle({"do": "front-end-error", "report": "at show (https://school.example/user/anna/files/board.js:3:5)"})
    assert host.problem == "at show (board.js:3:5)"


# News ----------------------------------------------------------------------------------------------------------------


def test_of_a_game_that_is_taken_up_or_taken_back_nothing_is_news():
    storage = MemoryStorage()
    host = started("short", 2, storage=storage)
    play_until(host, lambda state: state.round == 2)
    again = host_for("short", 2, storage=storage)
    again.handle({"do": "continue"})
    assert again.fresh_from == len(host.table.session.steps)
    host.handle({"do": "replay"})
    host.handle({"do": "go-to", "value": 8})
    host.handle({"do": "what-if", "sure": True})
    assert host.fresh_from == 8


def test_what_others_do_after_a_rewind_is_news():
    host = started("short", 2, (PERSON, "greedy"))
    play_until(host, lambda state: state.round == 2)
    steps = [host.table.session.opening, *(step.state for step in host.table.session.steps)]
    at = next(number for number, state in enumerate(steps) if state.to_act == 1)
    host.handle({"do": "replay"})
    host.handle({"do": "go-to", "value": at})
    host.handle({"do": "rewind", "sure": True})
    assert host.fresh_from == at
    assert len(host.table.session.steps) > at


def test_who_takes_the_screen_is_told_what_has_happened_since_the_last_turn():
    host = started("short-extended", 2)
    play_until(host, lambda state: state.round == 2)
    rng = game_rng(3)
    while not (host.is_curtain_down and host.table.asked == 0):
        do_next(host, rng)
    host.handle({"do": "take-screen"})
    assert host.news_from == host.table.since_last_turn() < len(host.table.session.steps)
    assert host.fresh_from == len(host.table.session.steps)
    view = view_of(host)
    assert view["moved"] == []
    assert len(view["say"]) > len(host.texts.question(host.observation))


# The lesson ----------------------------------------------------------------------------------------------------------


def lesson_host(storage, key, language, rng) -> Any:
    """A board that opens with the first lesson."""
    return Host(storage, key, language, rng, lesson=True)


def through_the_lesson(host):
    for _ in range(100):
        if host.lesson is None:
            return
        yield host
        if wanted := host.lesson.wanted:
            host.handle({"do": "play", "moves": list(wanted)})
        else:
            host.handle({"do": "go-on"})
    raise AssertionError("the lesson does not end")


def test_the_lesson_is_played_through_the_host_and_ends_in_a_short_game():
    storage = MemoryStorage()
    host = lesson_host(storage, KEY, "en", random.Random(1))
    assert host.lesson is not None
    assert not host.dialog
    steps = [host.lesson.number for host in through_the_lesson(host)]
    assert len(steps) > 8
    assert (host.dialog, host.table.state.game.scenario.id, host.table.seats[0]) == (None, "short", PERSON)
    assert host.can_choose
    assert game_in(storage.read(KEY) or "").lesson is None


def test_the_lesson_can_be_left_and_resumed_at_every_step():
    storage = MemoryStorage()
    for host in through_the_lesson(lesson_host(storage, KEY, "en", random.Random(1))):
        again = lesson_host(storage, KEY, "en", random.Random(2))
        assert (again.saved is not None) == (host.lesson.number > 0), "before the first step there is nothing to keep"
        if again.saved is None:
            continue
        again.handle({"do": "continue"})
        assert again.lesson.number == host.lesson.number
        again.handle({"do": "leave-lesson"})
        assert again.lesson is None
        assert again.dialog.kind == "menu"
        assert again.saved is not None


def test_a_mistake_in_the_lesson_is_explained_and_taken_back():
    for host in through_the_lesson(lesson_host(MemoryStorage(), KEY, "en", random.Random(1))):
        if host.lesson.step.mistakes:
            break
    before = host.state
    wrong = host.lesson.step.mistakes[0].moves[0]
    host.handle({"do": "play", "moves": [wrong]})
    assert host.lesson.mistake is not None
    assert not host.can_choose
    host.handle({"do": "go-on"})
    assert host.lesson.mistake is None
    assert host.state == before


def test_starting_the_lesson_over_a_game_asks_first():
    host = started()
    host.handle({"do": "start-lesson"})
    assert (host.dialog.kind, host.dialog.detail) == ("confirm", "lesson")
    host.handle(host.dialog.then)
    assert host.lesson is not None


# Looks ---------------------------------------------------------------------------------------------------------------


def test_the_look_changes_only_to_what_there_is():
    host = host_for()
    values = {"theme": "dark", "size": "150", "motion": "off", "pace": "calm"}
    host.handle({"do": "form", "key": "look", "values": values})
    assert host.look == ("dark", "off", 150, "calm")
    host.handle({"do": "look", "theme": "pink", "size": "9999", "motion": "wild", "pace": "hectic"})
    assert host.look == ("dark", "off", 150, "calm")
    host.handle({"do": "language", "language": "xx"})
    assert host.language == "en"
