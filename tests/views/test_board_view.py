import json
import re
from collections import Counter
from unittest.mock import Mock

import pytest

from mali_powstancy.engine import (
    Phase,
    arrange,
    game_rng,
    load_scenario,
)
from mali_powstancy.engine.events import Walked
from mali_powstancy.history import UnknownId, places
from mali_powstancy.tabletop.host import _COMMANDS, Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.table import Table
from mali_powstancy.views.board import map_board
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.board.board_view import asleep, board_view
from mali_powstancy.views.board.map_board import field_labels
from mali_powstancy.views.board.scenes import scenes
from tests.table.play import buttons, host_for, play_to_the_end, play_until, started, strings, view_of

LARGEST_VIEW, LARGEST_WITH_TEXT = 68 * 1024, 82 * 1024
UNFINISHED = re.compile(r"[{}]|\bNone\b|table\.|tutorial\.|bot\.|[a-z]~[a-z]|[a-z]>[a-z]")
NOT_FOR_READING = {"do", "key", "marks", "reach", "roads", "map", "moved", "selected", "piece", "look", "accept", "id"}


def words(thing):
    """Everything in a view that is for reading."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            if key not in NOT_FOR_READING:
                yield from words(value)
    elif isinstance(thing, list):
        for item in thing:
            yield from words(item)


def check(host: Host) -> None:
    """What holds for everything that is ever sent to the page."""
    view = board_view(host, 1)
    text = json.dumps(view, ensure_ascii=False)
    assert len(text.encode()) <= LARGEST_WITH_TEXT
    assert len(json.dumps(view | {"text": None}, ensure_ascii=False).encode()) <= LARGEST_VIEW
    assert json.loads(text) == view, "only plain objects"
    unfinished = [word for word in words(view) if UNFINISHED.search(word)]
    assert not unfinished
    for found in (view["panel"], view["bar"], (view["dialog"] or {}).get("blocks", []), view["text"] or []):
        twice = [key for key, times in Counter(all_keys(found)).items() if times > 1]
        assert not twice
    for item in [*buttons(view).values(), *view["roads"].values()]:
        assert item["do"]["do"] in {*_COMMANDS, *map_board.GESTURES, "fullscreen"}
        assert item["label"].strip()


def all_keys(blocks):
    """The keys of all buttons, rows and cards in blocks: focus is kept by them."""
    if isinstance(blocks, dict):
        if "key" in blocks:
            yield blocks["key"]
        for value in blocks.values():
            yield from all_keys(value)
    elif isinstance(blocks, list):
        for block in blocks:
            yield from all_keys(block)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize(("scenario", "players"), [("basic-1", 4), ("extended", 4), ("short-extended", 2)])
def test_every_screen_of_a_game_is_finished_sentences_and_known_commands(scenario, players, lang):
    host = started(scenario, players, lang=lang)
    host.shows_text = True
    play_to_the_end(host, each=check)
    check(host)
    host.handle({"do": "replay"})
    for step in range(0, len(host.table.session.steps), 7):
        host.handle({"do": "go-to", "value": step})
        check(host)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_place_of_the_board_tells_in_a_game_what_it_really_was_and_who_says_so(lang):
    host = started("basic", 4, lang=lang)
    host.handle({"do": "dialog", "dialog": "game"})
    assert buttons(view_of(host)["dialog"])["places"]["do"] == {"do": "dialog", "dialog": "places"}
    host.handle({"do": "dialog", "dialog": "places"})
    check(host)
    cards = {block["label"]: block for block in view_of(host)["dialog"]["blocks"] if block["t"] == "details"}
    assert len(cards) == len(host.state.game.board.places)
    for place in (place for place in places() if place.care and place.object):
        card = cards[host.texts.field(place.object, host.state.game)]
        assert place.told_to_all[lang] in list(words(card))
        assert place.note is None or place.what[lang] not in list(words(card))
        assert not card["open"]
    assert all(any(block["t"] == "list" and block["items"] for block in card["blocks"]) for card in cards.values())


def test_a_place_of_own_rules_of_which_nothing_is_known_is_left_out(monkeypatch):
    host = started("basic", 2)
    monkeypatch.setattr(map_board, "place_of", Mock(side_effect=UnknownId("elsewhere")))
    host.handle({"do": "dialog", "dialog": "places"})
    assert not any(block["t"] == "details" for block in view_of(host)["dialog"]["blocks"])


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_hint_and_everything_that_computer_players_say_is_finished_sentences(lang):
    host = started("short-extended", 3, (PERSON, "hard-rival", "easy-helper"), lang=lang)

    def ask(host):
        if host.can_choose:
            host.handle({"do": "hint"})
            check(host)
            host.handle({"do": "hint"})
            assert host.shows_move
        check(host)

    play_to_the_end(host, each=ask)
    assert host.table.seats == (PERSON, "hard-rival", "easy-helper"), "none of them has failed"


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("dialog", ["menu", "game", "save", "open", "settings", "end"])
def test_every_dialog_is_finished_and_can_be_closed(dialog, lang):
    host = started("short", 2, ("hard-rival", "easy-helper"), lang=lang)
    host.handle({"do": "dialog", "dialog": dialog})
    check(host)
    assert view_of(host)["dialog"]["cancel"] == {"do": "close"}
    host.handle({"do": "close"})
    assert view_of(host)["dialog"] is None


@pytest.mark.parametrize("what", ["new", "lesson", "open", "what-if", "rewind"])
def test_every_question_offers_the_way_back_first_and_a_download(what):
    host = started()
    host.handle({"do": "dialog", "dialog": "menu"})
    host.dialog = host.dialog._replace(kind="confirm", detail=what, then={"do": "start", "sure": True})
    check(host)
    assert list(buttons(view_of(host)["dialog"])) == ["no", "yes", "download"]


@pytest.mark.parametrize("rule", ["B-14", "H-1", "E-3"])
def test_the_text_of_a_rule_is_one_press_away(rule):
    host = started()
    host.handle({"do": "dialog", "dialog": "rule", "detail": rule})
    check(host)
    title, text = host.texts.rule(rule)
    dialog = view_of(host)["dialog"]
    assert title in dialog["title"]
    assert text in list(words(dialog))


def test_a_refusal_is_shown_with_a_button_for_its_rule_and_announced():
    host = in_a_turn()
    host.handle({"do": "try", "scout": "zosia", "field": "port"})
    view = view_of(host)
    sentence = host.notice.say(host.texts)
    assert sentence in list(words(view["panel"]))
    assert sentence in view["say"]
    assert buttons(view)["rule"]["do"] == {"do": "dialog", "dialog": "rule", "detail": "B-14"}


def test_a_hint_tells_its_aim_then_the_move_and_can_be_played():
    host = in_a_turn()
    host.shows_text = True
    host.handle({"do": "hint"})
    move = host.board.tell_move(host.texts, host.advice.move, host.state.game)
    reasons = [host.texts.because(because, host.state.game) for because in host.advice.reasons]
    assert reasons
    for step, is_told in (("hint", False), ("show-move", True)):
        view = view_of(host)
        for part in (list(words(view["panel"])), list(words(view["text"])), [view["say"]]):
            assert all(any(reason in word for word in part) for reason in reasons), step
        assert (move in view["say"], "play-hint" in buttons(view)) == (is_told, is_told), step
        if not is_told:
            assert view["marks"]["pieces"], "what it is about is pointed at"
            assert buttons(view)["hint"]["do"] == buttons(view)["show-move"]["do"], "the same button again will do"
            host.handle(buttons(view)["show-move"]["do"])
    before = host.state
    host.handle(buttons(view)["play-hint"]["do"])
    assert host.state != before
    assert (host.advice, host.shows_move) == (None, False)


def test_the_aim_of_a_card_leaves_the_card_to_be_found():
    host = started("short", 2, (PERSON, "greedy"), seed=2)
    play_until(host, lambda state: state.phase is Phase.CHOOSE_CARD)
    host.handle({"do": "hint"})
    card = str(host.advice.move.card)
    aim = view_of(host)
    assert "?" not in aim["say"].replace("pozwoli?", "").replace("na nią?", "")
    assert not re.search(rf"\bkart\w* {card}\b", aim["say"])
    assert "blocks" not in aim["marks"]
    host.handle({"do": "hint"})
    assert view_of(host)["marks"] == {**aim["marks"], "blocks": [f"card {card}"]}


def test_who_plays_alone_with_computer_players_is_told_that_it_is_their_turn():
    for seats, is_told in (((PERSON, "greedy"), True), ((PERSON, PERSON), False)):
        host = started("short", 2, seats, seed=2)
        play_until(host, lambda state: state.phase is Phase.TURN)
        view = view_of(host)
        question = host.texts.question(host.observation)
        asked = host.texts.say("table.your-turn", question=question) if is_told else question
        assert asked in list(words(view["panel"]))
        assert asked in view["say"]


def test_a_late_press_tells_no_move_of_another_decision():
    host = in_a_turn()
    for _ in range(2):
        host.handle({"do": "hint"})
        assert (host.advice is not None, host.shows_move) == (True, False)
        host.handle({"do": "play", "moves": [str(host.observation.legal[0])]})
        assert host.can_choose


def test_how_many_hints_it_took_is_told_to_who_asked_and_to_nobody_else():
    host = started("short", 2, (PERSON, PERSON), seed=2)
    host.handle({"do": "take-screen"})
    told = host.texts.say("table.hints-taken", number=1)
    assert told not in list(words(view_of(host)))
    for _ in range(2):  # asked again, it is the same hint
        host.handle({"do": "hint"})
        assert told in list(words(view_of(host)["panel"]))
    host.handle({"do": "play", "moves": [str(host.advice.move)]})
    host.handle({"do": "take-screen"})
    assert host.viewer == 1
    assert told not in list(words(view_of(host)))
    play_to_the_end(host)
    assert told not in list(words(view_of(host))), "everybody looks at the end"
    alone = started("short", 2, (PERSON, "greedy"), seed=2)
    alone.handle({"do": "hint"})
    play_to_the_end(alone)
    assert told in list(words(view_of(alone)["dialog"]))
    assert "hint" not in json.dumps(alone.table.session.record._asdict(), default=str)


def in_a_turn():
    host = started("short", 2, (PERSON, "greedy"), seed=2)
    play_until(host, lambda state: state.phase is Phase.TURN)
    return host


def test_many_swaps_of_orders_are_folded_away_and_few_are_not():
    def shown(orders):
        host = started("short-extended", 2, (PERSON, PERSON))
        track = [
            (order, 1 + number % 2) for number, order in enumerate(list(load_scenario("extended").orders)[:orders])
        ]
        state = arrange(
            load_scenario("extended"), patrols=("red", "orange"), track=track, cards={"red": 3, "orange": 4}
        )
        host.table = Table(Session(state), (PERSON, PERSON), game_rng(1))
        host.table.take_screen()
        panel = view_of(host)["panel"]
        folds = [block for block in panel if block["t"] == "details"]
        return len(buttons(folds)), sum(key.startswith("move swap") for key in buttons(panel))

    assert shown(orders=2) == (0, 1)
    assert shown(orders=6) == (9, 9)


# The map -------------------------------------------------------------------------------------------------------------


def test_every_piece_that_can_move_has_its_fields_in_the_page():
    host = in_a_turn()
    view = view_of(host)
    assert set(view["reach"]) == {"zosia", "antek", "felek"}
    options = [option for fields in view["reach"].values() for found in fields.values() for option in found]
    assert {option["kind"] for option in options} == {"walk", "jump"}
    for option in options:
        assert option["do"]["do"] == "go"


def test_every_field_tells_its_name_and_who_stands_there():
    host = in_a_turn()
    labels = field_labels(host.texts, host.observation)
    board = host.state.game.board
    assert set(labels) == set(board.fields)
    for scout in host.state.game.scouts:
        place = host.state.position_of(scout)
        if place in labels:
            assert host.texts.scout(scout, host.state.game) in labels[place]
    assert "soldier" in labels[host.state.soldier]


def test_labels_tell_blocked_roads_and_fallen_districts():
    host = started("extended", 4, seed=1)
    play_until(host, lambda state: bool(state.fallen), seed=6)
    labels = field_labels(host.texts, host.observation)
    fallen = host.state.fallen[0]
    assert all("fallen" in labels[field] for field in host.state.game.board.fields_in[fallen])
    blocked = [token for token in host.state.tokens if token.road is not None]
    assert all("blocked" in labels[token.place] for token in blocked)


def test_in_the_lesson_the_pieces_move_and_the_step_is_announced():
    host = Host(MemoryStorage(), "key", "en", game_rng(1), lesson=True)
    moved = set()
    while host.lesson is not None:
        view, shown = view_of(host), scenes(host)
        moved |= {move["piece"] for one in (shown, *shown.get("scenes", ())) for move in one.get("moved", ())}
        assert host.texts.say(host.lesson.step.text_key) in view["say"]
        moves = list(host.lesson.wanted)
        host.handle({"do": "play", "moves": moves} if moves else {"do": "go-on"})
    assert {"antek", "olek", "soldier"} <= moved


def test_the_base_map_is_sent_only_where_it_is_new():
    host = in_a_turn()
    assert "base" not in board_view(host, 1)
    full = board_view(host, 1, with_map=True)
    assert full["base"].startswith("<svg")
    assert set(full["arrows"]) == set(host.state.game.board.fields)


def test_large_letters_make_the_names_on_the_map_large_and_the_page_gets_that_map():
    sent = []
    page = BoardPage(in_a_turn(), sent.append)
    for size, has_large_names in (("125", None), ("150", True), ("200", None), ("100", False)):
        page.receive({"do": "look", "size": size})
        base = sent[-1]["view"].get("base")
        assert (None if base is None else "mp-large" in base) == has_large_names
        assert ("mp-large" in page.base) == (int(size) >= 150)


def test_before_a_game_the_board_of_the_chosen_scenario_is_there():
    host = host_for()
    assert board_view(host, 1, with_map=True)["base"].startswith("<svg")
    assert view_of(host)["map"] is None
    assert asleep(host)["above"] == ""


# Languages -----------------------------------------------------------------------------------------------------------


def test_the_language_can_change_while_playing_and_everything_changes_with_it():
    host = in_a_turn()
    host.shows_text = True
    host.handle({"do": "try", "scout": "zosia", "field": "port"})
    english = set(words(view_of(host)))
    host.handle({"do": "language", "language": "pl"})
    polish = set(words(view_of(host)))
    same = {word for word in english & polish if re.search(r"[a-z]{4}", word)}
    scouts = [scout for patrol in load_scenario("basic").patrols.values() for scout in patrol.scouts]
    names = {word for scout in scouts for word in (scout.id, scout.name)}
    places = {place.name for place in load_scenario("basic").board.places}
    fixed = {"plain", "note", "track", "patrols", "cards", "buttons", "text", "refusal", "quiet", "primary", "board"}
    fixed |= {"list", "details", "hand", "used", "chosen", "undo", "hint", "menu", "settings", "fullscreen", "title"}
    drawings = {text for text in same if text.startswith("<svg")}
    assert same - names - places - fixed - drawings == set()


# The lesson ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_step_of_the_lesson_is_shown_and_points_at_something_that_is_there(lang):
    host = Host(MemoryStorage(), "key", lang, game_rng(1), lesson=True)
    while host.lesson is not None:
        check(host)
        view = view_of(host)
        shown = list(words(view["panel"]))
        assert host.texts.say(host.lesson.step.text_key) in shown
        assert host.texts.say(host.lesson.step.title_key) in shown
        board = host.lesson.session.state.game.board
        assert set(view["marks"]["fields"]) <= set(board.fields)
        moves = list(host.lesson.wanted)
        host.handle({"do": "play", "moves": moves} if moves else {"do": "go-on"})


def test_the_screen_reader_is_told_what_happened_and_what_is_asked():
    host = in_a_turn()
    host.handle({"do": "play", "moves": ["end"]})
    said = view_of(host)["say"]
    assert host.texts.question(host.observation) in said
    assert len(said) > len(host.texts.question(host.observation))


def test_the_text_version_tells_the_own_goals_and_only_these():
    host = started("short-extended", 2, (PERSON, "greedy"))
    play_until(host, lambda state: state.phase is Phase.TURN and state.to_act == 0)
    host.handle({"do": "text"})
    state = host.table.state
    mine, others = ([host.texts.goal(goal, state.game) for goal in goals] for goals in state.goals)
    told = set(strings(view_of(host)["text"]))
    assert told >= set(mine)
    assert not told & (set(others) - set(mine))


def test_in_a_replay_the_step_that_is_shown_is_read_out_and_nothing_glides():
    host = started("short", 2, ("greedy", "greedy"))
    host.handle({"do": "replay"})
    steps = host.table.session.steps
    at = next(number for number, step in enumerate(steps, 1) if any(isinstance(event, Walked) for event in step.events))
    host.handle({"do": "go-to", "value": at})
    view = view_of(host)
    assert host.texts.event(steps[at - 1].events[0], host.state.game) in view["say"]
    assert view["moved"] == []


def test_the_log_is_in_sentences_and_not_endless():
    host = started("basic", 2, ("greedy", "greedy"))
    host.handle({"do": "close"})
    [log] = [block for block in view_of(host)["panel"] if block["t"] == "log"]
    assert 20 < len(log["items"]) <= 40
    assert all(line.endswith((".", "!")) for line in log["items"])
    assert any("Game over" in line for line in log["items"])


def test_strings_sees_everything():
    assert list(strings({"a": ["b", {"c": "d"}]})) == ["a", "b", "c", "d"]
