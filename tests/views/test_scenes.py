"""Scenes: whatever is told is also shown, in order, as this screen may see it, and at a length that can be watched."""

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from mali_powstancy import bitwa_warszawska, engine, wiarusi
from mali_powstancy.bitwa_warszawska.events import EVENT_KINDS as OF_BITWA
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CardDrawn,
    FrontTied,
    FrontWon,
    UnitsAdded,
    UnitsRemoved,
)
from mali_powstancy.bitwa_warszawska.forecast import strengths_now
from mali_powstancy.bitwa_warszawska.retelling import retold
from mali_powstancy.bitwa_warszawska.state import draft_of, finished, replaced
from mali_powstancy.bitwa_warszawska.texts import texts_for
from mali_powstancy.engine.events import (
    EVENT_KINDS,
    CardPeeked,
    CardSealed,
    DieRolled,
    DistrictFell,
    GoalDealt,
    GoalsKept,
    TurnEnded,
)
from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.table import Table
from mali_powstancy.views.board import front_scenes
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.board.board_view import board_view, told
from mali_powstancy.views.board.front_table import fronts, preview, resources
from mali_powstancy.views.board.scenes import MOST_BEATS, MOST_SCENES, scenes
from mali_powstancy.wiarusi.events import EVENT_KINDS as OF_WIARUSI
from mali_powstancy.wiarusi.events import AnswerSealed, NotSupported
from tests.bitwa_warszawska import random_battles
from tests.table.play import do_next, play_to_the_end, play_until, started
from tests.table.test_secrets import with_other_secrets
from tests.wiarusi import random_wars
from tools import golden

BOTS = (PERSON, "greedy", "greedy")


def resolved(thing: Any, drawings: list[str]) -> Any:
    """What the page makes of it: numbers stand for drawings."""
    if isinstance(thing, dict):
        return drawings[thing["$"]] if "$" in thing else {key: resolved(thing[key], drawings) for key in thing}
    return [resolved(each, drawings) for each in thing] if isinstance(thing, list) else thing


def scenes_of(host: Host) -> list[dict[str, Any]]:
    sent = scenes(host)
    return [resolved(scene, sent["drawings"]) for scene in sent.get("scenes", ())]


# A scene for every kind of event ------------------------------------------------------------------------------------


def sessions(game: str) -> Iterator[Session]:
    """Whole games, in which everything happens that can happen."""
    if game == "mali":
        yield from map(golden.played, golden.GAMES)
        return
    if game == "wiarusi":
        tables = product((1, 2, 3), random_wars.LEVELS, range(2, 6))
        lines: Iterator[Any] = (random_wars.whole_game(name, players, seed) for seed, name, players in tables)
    else:
        tables = product(range(4), random_battles.LEVELS, range(len(random_battles.TABLES)))
        lines = (random_battles.whole_game(name, at, seed) for seed, name, at in tables)
    yield from map(session_of, lines)


def session_of(line: Any) -> Session:
    """A game that was played without a table."""
    session = Session(line.opening)
    session.steps = list(line.steps)
    return session


def told_in(session: Session, at: int, board: Any) -> list[Any]:
    """What the first seat is told of a step; those that are one scene are one."""
    told_one_by_one = [
        seen for event in session.steps[at].events if board.is_told(seen := session.game.seen_by(event, 0))
    ]
    whole: list[Any] = []
    for event in told_one_by_one:
        both = board.as_one(whole[-1], event) if whole else None
        whole[-1:] = [*whole[-1:], event] if both is None else [both]
    return whole


@cache
def met(game: str) -> dict[type, tuple[Session, int]]:
    """For every kind of event a step with one that the first seat is told, if possible brought about by another."""
    kinds = {"mali": EVENT_KINDS, "wiarusi": OF_WIARUSI, "bitwa": OF_BITWA}[game]
    own: dict[type, tuple[Session, int]] = {}
    of_others: dict[type, tuple[Session, int]] = {}
    for session in sessions(game):
        board = library.board_of(session.game.ID)
        asked = [session.opening, *(step.state for step in session.steps)]
        for at in range(len(session.steps)):
            for event in told_in(session, at, board):
                (own if asked[at].to_act == 0 else of_others).setdefault(type(event), (session, at))
        if len(of_others) == len(kinds) - 1:  # nobody stops these games
            break
    return own | of_others


def at_the_end(session: Session) -> Host:
    """A board whose only person sits on the first seat and has seen this whole game."""
    players = session.opening.game.seats
    simplest = next(name for name in library.players_of(session.game.ID).PLAYERS if name != PERSON)
    seats = (PERSON, *[simplest] * (len(players) - 1))
    host = Host(MemoryStorage(), "key", "en", random.Random(1), scenario=session.opening.game.scenario)
    host.table, host.dialog = Table(session, seats, random.Random(1)), None
    return host


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (game, kind)
        for game, kinds in (("mali", EVENT_KINDS), ("wiarusi", OF_WIARUSI), ("bitwa", OF_BITWA))
        for kind in kinds
        if kind.__name__ != "StopCalled"
    ],
)
def test_every_kind_of_event_has_its_scene(game, kind):
    session, at = met(game)[kind]
    host = at_the_end(session)
    host.new_steps = range(at, at + 1)
    shown = scenes_of(host)
    assert kind._field_defaults["event"] in [scene["kind"] for scene in shown]
    assert not any("style=" in scene.get("picture", "") for scene in shown), "the site forbids it"
    where, board = host.board.where(session.state), host.board
    sentences = [host.texts.event(event, where) for event in told_in(session, at, board)]
    assert [scene["caption"] for scene in shown] == list(dict.fromkeys(sentences))
    of_kind = [scene for scene in shown if scene["kind"] == kind._field_defaults["event"]]
    if game == "wiarusi":
        assert of_kind[0].keys() >= {"picture"} or kind in (AnswerSealed, NotSupported)
    elif game == "mali" and kind is not TurnEnded:
        assert all(scene["picture"].startswith("<svg") for scene in of_kind)


@pytest.mark.parametrize("game", [engine, wiarusi, bitwa_warszawska])
def test_a_stop_has_its_scene(game):
    host: Any = Host(MemoryStorage(), "key", "en", random.Random(1), scenario=game.ID)
    host.handle({"do": "start"})
    host.handle({"do": "stop"})
    assert "stop-called" in [scene["kind"] for scene in scenes_of(host)]


# Order and length ---------------------------------------------------------------------------------------------------


def test_what_bots_do_comes_in_its_order_and_the_last_scene_is_the_board():
    host = started("short", 3, BOTS)
    watched = 0

    def look(host: Any) -> None:
        nonlocal watched
        shown = scenes_of(host)
        if not shown:
            return
        new = host.new_steps
        happened = [one for one in host.table.happened(new.start, new.stop, host.viewer) if one.event is not None]
        lines = told(host, host.texts, happened)
        captions = [scene["caption"] for scene in shown if scene["kind"] != "walked"]
        assert captions == [line for line in lines if line in captions]
        assert {scene["kind"] for scene in shown} == {one.event.event for one in happened}
        last = {key: value for scene in shown for key, value in scene.items()}
        stage = host.board.stage(host, host.observation)
        assert (last["map"]["below"], last["map"]["above"]) == (stage["map"]["below"], stage["map"]["above"])
        watched += len(shown) > 8

    play_to_the_end(host, each=look)
    assert watched


def test_a_die_is_rolled_before_anybody_runs_and_before_a_district_is_dark():
    session, at = met("mali")[DieRolled]
    host, board = at_the_end(session), session.opening.game.board
    host.new_steps = range(at, at + 1)
    die = next(scene for scene in scenes_of(host) if scene["kind"] == "die-rolled")
    rolled = next(event for event in session.steps[at].events if isinstance(event, DieRolled))
    assert f">{rolled.number}</text>" in die["picture"]
    assert die["enters"] == "roll"
    assert f'data-piece="soldier" data-field="{session.steps[at - 1].state.soldier}"' in die["map"]["above"]
    session, at = met("mali")[DistrictFell]
    host = at_the_end(session)
    host.new_steps = range(at, at + 1)
    district = next(event.district for event in session.steps[at].events if isinstance(event, DistrictFell))
    assert district in board.fields_in
    kinds, table = [scene["kind"] for scene in scenes_of(host)], dict[str, Any]()
    assert 1 < kinds.index("district-fell") < len(kinds), "time passes before it, and an order is late"
    for number, scene in enumerate(scenes_of(host)):
        table |= scene
        is_dark = f'class="mp-fallen" data-district="{district}"' in table["map"]["below"]
        assert is_dark == (number >= kinds.index("district-fell")), scene["caption"]


def test_a_walk_is_one_scene_and_the_soldier_runs_from_where_he_stood():
    host = started("short", 3, BOTS)
    longest, runs = 0, 0

    def look(host: Any) -> None:
        nonlocal longest, runs
        for scene in scenes_of(host):
            if scene["kind"] == "walked":
                longest = max(longest, *(len(move["path"]) for move in scene["moved"]))
            if scene["kind"] == "soldier-moved":
                assert scene["moved"][0]["piece"] == "soldier"
                assert len(scene["moved"][0]["path"]) > 1
                runs += 1

    play_to_the_end(host, each=look)
    assert longest > 3
    assert runs


def test_what_a_person_does_is_no_scene_if_it_is_routine_and_nobody_answers():
    host = started("short", 2)
    play_until(host, lambda state: state.phase == engine.Phase.TURN)
    walk = next(move for move in host.observation.legal if str(move).startswith("walk"))
    host.handle({"do": "play", "moves": [str(walk)]})
    sent = scenes(host)
    assert "scenes" not in sent
    assert [move["piece"] for move in sent["moved"]] == [walk.scout]
    assert len(sent["moved"][0]["path"]) == 2
    for message in ({"do": "text"}, {"do": "language", "language": "pl"}, {"do": "undo"}, {"do": "ready"}):
        host.handle(message)
        assert scenes(host) == {"moved": []}, message


def test_a_long_game_of_bots_is_shortened_and_says_so():
    host = started("short", 3, ("greedy",) * 3)
    assert host.is_over
    shown = scenes_of(host)
    assert len(shown) == MOST_SCENES + 1
    assert shown[0]["kind"] == "left-out"
    assert sum(scene["beats"] for scene in shown[1:]) <= MOST_BEATS + MOST_SCENES * 0.05
    assert shown[-1]["kind"] == "game-ended"
    assert len(json.dumps(board_view(host, 1, with_scenes=True))) < 400_000


# When there are scenes ----------------------------------------------------------------------------------------------


def test_the_page_is_sent_scenes_once_and_none_when_they_are_off():
    sent: list[Any] = []
    page = BoardPage(started("short", 3, BOTS), sent.append)
    host: Any = page.host
    rng = engine.game_rng(1)
    while not host.new_steps or not scenes(host).get("scenes"):
        do_next(host, rng)
    page.show()
    assert sent[-1]["view"]["scenes"] == []
    host.look = host.look._replace(pace="off")
    assert "scenes" not in scenes(host)
    before = host.new_steps
    page.receive({"do": "look", "pace": "calm"})
    assert before
    assert sent[-1]["view"]["scenes"] == []
    assert sent[-1]["view"]["look"]["pace"] == "calm"


def test_a_replay_shows_the_scenes_of_one_step_forward_but_of_no_jump():
    host = started("short", 2, (PERSON, "greedy"))
    play_to_the_end(host)
    host.handle({"do": "replay"})
    for value in (1, 2, 3):
        host.handle({"do": "go-to", "value": value})
        assert host.new_steps == range(value - 1, value)
    shown = scenes_of(host)
    assert [scene["kind"] for scene in shown] == [event.event for event in host.table.session.steps[2].events]
    assert not any("panel" in scene for scene in shown), "its buttons stay where they are"
    for value in (2, 9, 9, 0):
        host.handle({"do": "go-to", "value": value})
        assert not host.new_steps


def test_a_game_that_was_loaded_shows_no_scenes():
    storage = MemoryStorage()
    host = started("short", 2, (PERSON, "greedy"), storage=storage)
    assert host.new_steps
    again: Any = Host(storage, "board", "en", random.Random(1), scenario="short")
    again.handle({"do": "continue"})
    assert again.table is not None
    assert not again.new_steps


def test_a_step_of_a_lesson_that_begins_with_another_game_shows_no_scenes_of_that():
    host: Any = Host(MemoryStorage(), "board", "en", random.Random(1), scenario="bitwa-warszawska", lesson=True)
    host.handle({"do": "start-lesson"})
    new_games = 0
    while not host.lesson.is_last:
        before = host.lesson.session
        if host.lesson.wanted:
            host.handle({"do": "play", "moves": [*host.lesson.wanted]})
        else:
            host.handle({"do": "go-on"})
        if host.lesson.session is not before:
            new_games += 1
            assert host.lesson.session.steps
            assert not host.new_steps
            assert host.fresh_from == len(host.lesson.session.steps), "nor is it read out"
    assert new_games


def test_what_cannot_be_shown_in_a_scene_is_left_away_and_the_game_stays(monkeypatch):
    sent: list[Any] = []
    page = BoardPage(started("short", 3, BOTS), sent.append)
    host: Any = page.host
    table, rng = host.table, engine.game_rng(1)
    while not host.new_steps or not scenes(host).get("scenes"):
        do_next(host, rng)

    def torn(*given):
        raise RuntimeError("the film is torn")

    with monkeypatch.context() as patch:
        patch.setattr(host.board, "scene", torn)
        with pytest.raises(RuntimeError):
            page.show(with_scenes=True)
    assert "the film is torn" in host.problem
    assert host.table is table
    host.handle({"do": "close-problem"})
    page.show(with_scenes=True)
    assert sent[-1]["view"]["scenes"] == []
    assert sent[-1]["view"]["dialog"] is None


# Secrets ------------------------------------------------------------------------------------------------------------


def of_another(event: Any, viewer: int | None) -> Any:
    """The same event with another secret, if it is one that the viewer may not know."""
    match event:
        case CardSealed(seat=seat) if seat != viewer:
            return event._replace(card=event.card % 5 + 1)
        case GoalDealt(seat=seat) if seat != viewer:
            return event._replace(goal="other")
        case GoalsKept(seat=seat) if seat != viewer:
            return event._replace(goals=("other",))
        case CardPeeked(seat=seat) if seat != viewer:
            return event._replace(order="other")
    return event


@pytest.mark.parametrize("scenario", ["short", "short-extended"])
def test_scenes_are_the_same_whatever_the_others_hide(scenario):
    host, compared = started(scenario, 3, BOTS, seed=4), 0

    def look(host: Any) -> None:
        nonlocal compared
        steps, viewer = host.table.session.steps, host.viewer
        before, new = scenes(host), host.new_steps
        real = steps[:]
        for at in new:
            events = tuple(of_another(event, viewer) for event in real[at].events)
            hidden = real[at].state.to_act is not None
            state = with_other_secrets(real[at].state, viewer) if hidden else real[at].state
            steps[at] = real[at]._replace(state=state, events=events)
        compared += steps != real
        try:
            assert scenes(host) == before
        finally:
            steps[:] = real

    play_to_the_end(host, each=look)
    assert compared > 3


# Bitwa Warszawska ---------------------------------------------------------------------------------------------------


def battles(names: tuple[str, ...] = ("bitwa-short", "small"), tables: tuple[int, ...] = (0, 3)) -> Iterator[Session]:
    """Games of two and of four, with all kinds of cards."""
    for name, table, seed in product(names, tables, range(2)):
        yield session_of(random_battles.whole_game(name, table, seed))


def table_of(texts: Any, seen: Any) -> list[Any]:
    """All of the open table that is drawn."""
    return [fronts(texts, seen, {}, 0), resources(texts, seen, {}), preview(texts, seen)]


@pytest.mark.parametrize("table", range(len(random_battles.TABLES)))
def test_after_its_last_event_a_step_is_drawn_as_the_rules_have_left_the_table(table):
    texts, drawn = texts_for("en"), 0
    for session in battles(tables=(table,)):
        before: Any = session.opening
        for step in session.steps:
            seen, after = bitwa_warszawska.observe(before, 0), bitwa_warszawska.observe(step.state, 0)
            for event in step.events:
                if isinstance(event, FrontWon | FrontTied):
                    assert strengths_now(seen, event.front) == event.strengths
                seen = retold(event, seen, after)
            if step.events:
                assert table_of(texts, seen) == table_of(texts, after), step.events
                drawn += 1
            before = step.state
    assert drawn > 300


def test_a_battle_is_counted_front_by_front_before_anything_is_put_back():
    watched = 0
    for session in battles(("small",)):
        for at, step in enumerate(session.steps):
            if [type(event) for event in step.events].count(BattleBegan) < 3:
                continue
            host, shown = at_the_end(session), dict[str, Any]()
            host.new_steps = range(at, at + 1)
            length = 0.0
            for scene in scenes_of(host):
                shown |= scene
                blocks = json.dumps([shown["stage"], shown["around"]])
                assert all(json.dumps(key) in blocks for key in scene["marks"]["blocks"]), "what is marked is there"
                assert scene["picture"].startswith("<svg"), scene
                lanes = {
                    lane["key"]: lane for block in shown["stage"] if block["t"] == "lanes" for lane in block["items"]
                }
                if scene["kind"] in ("round-ended", "game-ended"):
                    break
                assert "report" not in [block.get("key") for block in shown["stage"]], "nothing is told in advance"
                length += scene["beats"]
                if scene["kind"] == "units-lost":
                    [line] = scene["marks"]["blocks"]
                    ahead = [spot for half in lanes[f"lane {line[-1]}"]["halves"] for spot in half["ahead"]]
                    assert [spot["number"] for spot in ahead if spot["key"] == line] == [0]
                    watched += 1
            assert length < 40
    assert watched


@pytest.mark.parametrize(
    ("kind", "picture", "enters"),
    [
        ("card-played", "mp-drawn-face", "turn"),
        ("card-bid", "mp-drawn-face", "turn"),
        ("scoring-laid", "mp-drawn-scoring", "roll"),
        ("marker-moved", "mp-drawn-blockade", "come"),
        ("unit-stepped", "mp-drawn-standing", "come"),
        ("battle-began", "mp-drawn-standing", "come"),
        ("front-won", "mp-drawn-advantage", "come"),
        ("units-lost", "mp-drawn-advantage", "come"),
        ("resource-won", "mp-drawn-resource", "come"),
        ("initiative-given", "mp-drawn-initiative", "come"),
        ("points-gained", "mp-drawn-point", "come"),
    ],
)
def test_an_event_of_a_battle_has_its_drawing(kind, picture, enters):
    [(session, at)] = [found for each, found in met("bitwa").items() if each._field_defaults["event"] == kind]  # type: ignore[attr-defined]
    host = at_the_end(session)
    host.new_steps = range(at, at + 1)
    scene = next(scene for scene in scenes_of(host) if scene["kind"] == kind)
    assert picture in scene["picture"]
    assert scene["enters"] == enters


def test_units_that_come_one_by_one_come_in_one_scene():
    one, other = UnitsAdded(0, 1, 2, 1), UnitsAdded(0, 1, 1, 1)
    assert front_scenes.as_one(one, one) == UnitsAdded(0, 1, 2, 2)
    assert front_scenes.as_one(one, other) is None
    assert front_scenes.as_one(one, UnitsRemoved(0, 1, 2, 1)) is None


def with_another_hand(state: Any, viewer: int) -> Any:
    """The same position, in which the other camp holds cards that lie in its deck."""
    foe = 1 - state.game.armies[viewer]
    hands, deck = list(state.hands), list(state.decks[foe])
    for seat in state.game.camps[foe]:
        number = min(len(hands[seat]), len(deck))
        drawn, deck = deck[:number], [*deck[number:], *hands[seat][:number]]
        hands[seat] = (*drawn, *hands[seat][number:])
    draft = draft_of(state)
    draft.hands, draft.decks = tuple(hands), replaced(state.decks, foe, state.game.in_order(deck))
    return finished(draft)


@pytest.mark.parametrize("table", [0, 3])
def test_scenes_are_the_same_whatever_the_other_camp_holds(table):
    compared = 0
    for session in battles(("small",), (table,)):
        host, steps, real = at_the_end(session), session.steps, session.steps[:]
        for start in range(0, len(real) - 20, 90):
            host.new_steps = range(start, start + 20)
            before = scenes(host)
            for at in host.new_steps:
                events = tuple(
                    event._replace(card="another") if isinstance(event, CardDrawn) and 0 not in event.camp else event
                    for event in real[at].events
                )
                steps[at] = real[at]._replace(state=with_another_hand(real[at].state, 0), events=events)
            compared += any(steps[at] != real[at] for at in host.new_steps)
            try:
                assert scenes(host) == before
            finally:
                steps[:] = real
    assert compared > 1
