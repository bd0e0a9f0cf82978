"""The start menu and its games: each has its own variants, seats, first lesson and saves, and none is loaded early."""

import random
import subprocess
import sys
from typing import Any

import pytest

from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.scenario_file import ScenarioError
from mali_powstancy.tabletop.storage import MemoryStorage, StorageError, StorageFault
from mali_powstancy.texts import languages
from tests.table.play import buttons, fields_of, view_of

FIRST, OTHER = "mali-powstancy", "wiarusi"
KEY = "board"


def board(scenario: str = FIRST, storage: MemoryStorage | None = None, language: str = "en", **asked: Any) -> Any:
    return Host(storage or MemoryStorage(), KEY, language, random.Random(1), scenario=scenario, **asked)


def turn(host: Any, game_id: str, **values: str) -> Any:
    """Another game is chosen in the menu; the page sends the whole form of the game before."""
    before = {name: field["value"] for name, field in fields_of(host).items()}
    host.handle({"do": "form", "key": "menu", "values": before | {"game": game_id} | values})
    assert host.problem is None
    return host


def offered(field: Any) -> list[str]:
    return [option["value"] for option in field["options"]]


# --- which games there are


@pytest.mark.parametrize("language", languages())
def test_the_menu_begins_with_the_games_and_says_what_the_chosen_one_is(language):
    host = board(language=language)
    for game_id in library.GAMES:
        fields = fields_of(turn(host, game_id))
        assert next(iter(fields)) == "game"
        assert (fields["game"]["value"], offered(fields["game"])) == (game_id, [*library.GAMES])
        words = library.catalogue_of(game_id, language)
        assert fields["game"]["note"] == words.say("game.about")
        assert words.say("game.name") in view_of(host)["dialog"]["title"]
        assert {library.load_scenario(name).game_id for name in offered(fields["scenario"])} == {game_id}
    assert "13" in library.catalogue_of(OTHER, language).say("game.about")


def test_a_board_begins_with_the_game_that_it_is_for():
    host = board(OTHER)
    assert (host.menu.scenario.id, host.menu.sitting) == ("wiarusi-beginner", (PERSON, "careful", "careful"))
    assert board().menu.scenario.id == "basic"
    assert board("wiarusi-veteran").menu.scenario.id == "wiarusi-veteran"


@pytest.mark.parametrize("name", ["chess", "", "wiarusi-9"])
def test_an_unknown_name_is_told_with_all_there_is(name):
    with pytest.raises(ScenarioError) as wrong:
        board(name)
    assert all(known in str(wrong.value) for known in (*library.GAMES, "extended-1", "wiarusi-veteran-1"))


def test_no_game_is_loaded_before_somebody_asks_for_it():
    code = (
        "import sys; from mali_powstancy.views.board.just_play import JustPlay\n"
        "shown = []; game = JustPlay('pl', shown.append)\n"
        'game.receive(\'{"do": "ready", "kept": {}}\')\n'
        "assert 'Wiarusi' in shown[-1]\n"
        "print(sorted(name for name in sys.modules if 'wiarusi' in name or 'trench' in name))\n"
        'game.receive(\'{"do": "form", "key": "menu", "values": {"game": "wiarusi"}}\')\n'
        "print('mali_powstancy.wiarusi' in sys.modules, 'mali_powstancy.wiarusi.tutorial' in sys.modules)\n"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == ["[]", "True False"]


# --- the large choices


def large_choices(host: Any) -> list[Any]:
    [first] = [block for block in view_of(host)["dialog"]["blocks"] if block["t"] == "group"]
    return list(first["blocks"][0]["items"])


def keys_of(host: Any) -> list[str]:
    return [choice["key"] for choice in large_choices(host)]


@pytest.mark.parametrize(
    ("game_id", "short", "minutes"),
    [
        (FIRST, "short", "5 minut"),
        (OTHER, "wiarusi-beginner", "6 minut"),
        ("bitwa-warszawska", "bitwa-short", "8 minut"),
    ],
)
def test_a_newcomer_learns_or_plays_a_short_game_with_one_press(game_id, short, minutes):
    host = turn(board(language="pl"), game_id)
    learn, play = large_choices(host)
    assert (learn["key"], learn["kind"], play["key"], play["kind"]) == ("lesson", "primary", "start", "plain")
    assert minutes in learn["label"]
    assert learn["lines"]
    assert play["lines"]
    host.handle(play["do"])
    assert (host.table.state.game.scenario.id, host.table.persons, host.dialog) == (short, (0,), None)
    host.handle({"do": "dialog", "dialog": "menu"})
    assert keys_of(host) == ["back-to-game", "lesson", "start"]
    if host.table.session.steps:
        host.handle(play["do"])
        assert host.dialog.kind == "confirm", "no game is lost"
        host.handle(buttons(view_of(host)["dialog"])["yes"]["do"])
        assert host.dialog is None
    again = turn(board(storage=host.keeper.storage), game_id)
    assert keys_of(again) == ["continue", "lesson", "start"]


def test_the_saved_game_of_another_kind_comes_first_until_somebody_turns_away_from_it():
    host = board()
    host.handle({"do": "start"})
    host.handle({"do": "dialog", "dialog": "menu"})
    assert keys_of(turn(host, OTHER)) == ["lesson", "start", f"continue {FIRST}"]
    host.handle({"do": "start"})
    again = board("bitwa-warszawska", host.keeper.storage)
    assert keys_of(again) == [f"continue {FIRST}", f"continue {OTHER}", "lesson", "start"]


def test_a_board_that_is_for_one_game_starts_that_with_one_press():
    host = board("short-extended", players=3, seats=(PERSON, PERSON))
    assert keys_of(host) == ["start", "lesson"]
    host.handle({"do": "form", "key": "menu", "values": {"players": "2", "seat-1": "easy"}})
    host.handle(large_choices(host)[0]["do"])
    assert host.table.state.game.scenario.id == "short-extended"
    assert host.table.seats == (PERSON, PERSON, "medium")
    assert "game wiarusi" in buttons(view_of(turn(board(), FIRST))["dialog"])
    assert "game wiarusi" not in buttons(view_of(board("short-extended"))["dialog"])


def test_what_is_settled_before_a_game_is_asked_where_it_is_open():
    host = board("bitwa-short", players=2)
    assert "pair" not in fields_of(host)
    host.handle({"do": "form", "key": "menu", "values": {"players": "3"}})
    assert (fields_of(host)["pair"]["value"], offered(fields_of(host)["pair"])) == ("WP", ["WP", "ACz"])
    host.handle({"do": "form", "key": "menu", "values": {"pair": "nobody"}})
    assert fields_of(host)["pair"]["value"] == "WP"
    host.handle({"do": "start", "values": {"pair": "ACz", "players": "3"}})
    assert host.table.state.game.armies == (0, 1, 1)


def test_with_how_many_cards_two_begin_is_asked_where_there_is_a_series_W_59():
    host = board("wiarusi-standard", players=2)
    pile = fields_of(host)["pile"]
    assert (pile["value"], offered(pile)) == ("20", ["20", "22", "24", "26", "28", "30"])
    assert pile["options"][1]["label"] == "22 cards"
    for other in ({"players": "3"}, {"scenario": "wiarusi-veteran", "players": "2"}):
        host.handle({"do": "form", "key": "menu", "values": other})
        assert "pile" not in fields_of(host)
    host.handle({"do": "start", "values": {"scenario": "wiarusi-standard", "players": "2", "pile": "24"}})
    assert host.table.state.game.pile == 24


def test_what_was_refused_in_a_dialog_is_gone_with_the_next_choice():
    for message in ({"do": "close"}, {"do": "dialog", "dialog": "menu"}, {"do": "start"}):
        host = board()
        host.handle({"do": "dialog", "dialog": "open"})
        host.handle({"do": "open", "text": "no code"})
        assert host.notice is not None
        host.handle(message)
        assert host.notice is None, message


# --- turning from one game to another


def test_turning_to_another_game_keeps_the_people_and_gives_them_its_usual_table():
    host = turn(board(players=2), OTHER)
    assert (host.menu.players, host.menu.sitting) == (3, (PERSON, "careful", "careful"))
    host.handle({"do": "form", "key": "menu", "values": {"game": OTHER, "players": "5"}})
    host.handle({"do": "form", "key": "menu", "values": {f"seat-{seat}": PERSON for seat in range(5)}})
    assert host.menu.sitting == (PERSON,) * 5
    turn(host, FIRST)
    assert host.menu.sitting == (PERSON,) * 4  # there are no more seats
    turn(host, OTHER)
    assert host.menu.sitting == (PERSON,) * 4


def test_a_late_form_of_the_game_before_changes_nothing_in_this_one():
    host = board()
    old = {name: field["value"] for name, field in fields_of(host).items()}
    turn(host, OTHER)
    host.handle({"do": "start", "values": old | {"game": OTHER}})
    assert (host.game.ID, host.table.seats) == (OTHER, (PERSON, "careful", "careful"))


def test_the_variant_of_the_board_is_there_again_when_its_game_comes_back():
    host = turn(turn(board("short"), OTHER), FIRST)
    assert host.menu.scenario.id == "short"


def test_the_first_lesson_is_that_of_the_game_in_the_menu():
    host = turn(board(), OTHER)
    assert "lesson" in buttons(view_of(host)["dialog"])
    host.handle({"do": "start-lesson"})
    assert host.lesson.script is library.tutorial_of(OTHER)
    assert view_of(host)["panel"]


def test_an_unknown_game_in_a_message_changes_nothing():
    host = board()
    before = host.menu
    host.handle({"do": "form", "key": "menu", "values": {"game": "chess"}})
    host.handle({"do": "continue", "game": "chess"})
    assert (host.menu, host.problem) == (before, None)


# --- saves


def both_begun(storage: MemoryStorage) -> Any:
    """A game of each was begun on one board, the first one first."""
    host = board("short", storage)
    host.handle({"do": "start"})
    host.handle({"do": "play", "moves": ["card 5"]})
    host.handle({"do": "dialog", "dialog": "menu"})
    turn(host, OTHER)
    host.handle({"do": "start"})
    assert host.dialog is None, "nothing would be lost, so nothing is asked"
    return host


def test_games_of_both_are_kept_side_by_side_and_each_is_found_by_its_own_menu():
    storage = MemoryStorage()
    host = both_begun(storage)
    assert host.game.ID == OTHER
    again = board("short", storage)
    assert (again.saved.record.game, [*again.elsewhere]) == (FIRST, [OTHER])
    turn(again, OTHER)
    assert (again.saved.record.game, [*again.elsewhere]) == (OTHER, [FIRST])
    again.handle({"do": "continue"})
    assert again.table.state == host.table.state
    again.handle({"do": "dialog", "dialog": "menu"})
    turn(again, FIRST)
    again.handle({"do": "continue"})
    assert again.table.seats == (PERSON, "medium")
    assert len(storage_of(storage)) == 2


def storage_of(storage: MemoryStorage) -> list[str]:
    return [key for number in ("", " beside 1", " beside 2") if storage.read(key := f"{KEY}{number}") is not None]


def test_the_save_of_the_other_game_is_one_button_away():
    storage = MemoryStorage()
    host = both_begun(storage)
    again = board("short", storage)
    shown = buttons(view_of(again)["dialog"])[f"continue {OTHER}"]
    assert shown["label"] == "Wiarusi: back to the saved game"
    again.handle(shown["do"])
    assert (again.game.ID, again.table.state) == (OTHER, host.table.state)


def test_a_board_for_another_game_leaves_the_save_that_lies_at_its_place():
    storage = MemoryStorage()
    first = board("short", storage)
    first.handle({"do": "start"})
    kept = storage.read(KEY)
    host = board(OTHER, storage)
    assert (host.saved, [*host.elsewhere]) == (None, [FIRST])
    host.handle({"do": "start"})
    assert storage.read(KEY) == kept
    assert board(OTHER, storage).saved.record.game == OTHER


def test_a_new_game_over_a_saved_one_of_the_same_game_asks_first():
    storage = MemoryStorage()
    both_begun(storage)
    host = turn(board("short", storage), OTHER)
    host.handle({"do": "start"})
    assert (host.dialog.kind, host.dialog.detail) == ("confirm", "new")


def test_who_does_not_want_another_game_after_all_finds_the_menu_as_it_was():
    storage = MemoryStorage()
    both_begun(storage)
    host = board("short", storage)
    values = {name: field["value"] for name, field in fields_of(host).items()}
    host.handle({"do": "form", "key": "menu", "values": values | {"players": "4", "seat-1": PERSON}})
    wanted = host.menu
    assert (wanted.players, wanted.sitting.count(PERSON)) == (4, 2)
    host.handle({"do": "start", "values": host.quick.values})
    assert (host.dialog.kind, host.menu) == ("confirm", wanted)
    asked = host.dialog.then
    host.handle({"do": "close"})
    assert host.menu == wanted
    host.handle({"do": "start", "values": host.quick.values | {"game": "chess"}})
    assert host.dialog.kind == "confirm", "nor is a game lost for one that nobody knows"
    host.handle(asked)
    assert host.menu == host.quick != wanted
    assert len(host.table.seats) == host.quick.players


def test_a_game_from_a_file_comes_to_its_own_menu_and_asks_only_for_its_own_kind():
    storage = MemoryStorage()
    both_begun(storage)
    text = str(storage.read(f"{KEY} beside 1"))
    empty = board("short")
    empty.handle({"do": "start"})
    empty.handle({"do": "play", "moves": ["card 5"]})
    empty.handle({"do": "open", "text": text})
    assert (empty.game.ID, empty.menu.scenario.game_id, [*empty.elsewhere]) == (OTHER, OTHER, [FIRST])
    host = board("short", storage)
    host.handle({"do": "open", "text": text})
    assert (host.dialog.kind, host.dialog.detail) == ("confirm", "open")
    host.handle(host.dialog.then)
    assert host.game.ID == OTHER


def test_where_nothing_is_kept_a_game_is_not_lost_by_looking_at_another():
    class Forgetful(MemoryStorage):
        is_full = False

        def write(self, key: str, text: str) -> None:
            if self.is_full:
                raise StorageError(StorageFault.UNWRITABLE, "")
            super().write(key, text)

    storage = Forgetful()
    host = board("short", storage)
    host.handle({"do": "start"})
    storage.is_full = True  # what was kept so far is an older position
    host.handle({"do": "play", "moves": ["card 5"]})
    state = host.table.state
    host.handle({"do": "dialog", "dialog": "menu"})
    turn(turn(host, OTHER), FIRST)
    host.handle({"do": "continue"})
    assert host.table.state == state


def test_after_the_first_lesson_of_one_game_the_other_game_is_still_kept():
    storage = MemoryStorage()
    host = board("short", storage)
    host.handle({"do": "start-lesson"})
    host.handle({"do": "go-on"})
    host.handle({"do": "dialog", "dialog": "menu"})
    turn(host, OTHER)
    host.handle({"do": "start"})
    turn(board("short", storage), FIRST).handle({"do": "continue"})
    back = board(OTHER, storage)
    back.handle({"do": "continue", "game": FIRST})
    assert (back.lesson.number, back.game.ID) == (1, FIRST)
    while back.lesson is not None:  # to its end, where nothing is left to keep of it
        wanted = list(back.lesson.wanted)
        back.handle({"do": "play", "moves": wanted} if wanted else {"do": "go-on"})
    assert board(OTHER, storage).saved is not None, "although a place before it is free now"


# --- the game of the tests, last: it stays in the library until this file is done


@pytest.mark.usefixtures("small_game")
def test_a_further_game_needs_no_line_of_the_menu():
    host = turn(board(), "race")
    assert offered(fields_of(host)["game"]) == [*library.GAMES]
    assert "race" in library.GAMES
    [play] = large_choices(host)  # there is no first lesson
    host.handle(play["do"])
    assert (host.game.ID, host.table.seats) == ("race", (PERSON, "random"))
