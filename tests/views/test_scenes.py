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
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.board.board_view import board_view, told
from mali_powstancy.views.board.scenes import MOST_BEATS, MOST_SCENES, scenes
from mali_powstancy.wiarusi.events import EVENT_KINDS as OF_WIARUSI
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
    for line in lines:
        session = Session(line.opening)
        session.steps = list(line.steps)
        yield session


@cache
def met(game: str) -> dict[type, tuple[Session, int]]:
    """For every kind of event a step with one that the first seat is told, if possible brought about by another."""
    kinds = {"mali": EVENT_KINDS, "wiarusi": OF_WIARUSI, "bitwa": OF_BITWA}[game]
    own: dict[type, tuple[Session, int]] = {}
    of_others: dict[type, tuple[Session, int]] = {}
    for session in sessions(game):
        board = library.board_of(session.game.ID)
        asked = [session.opening, *(step.state for step in session.steps)]
        for at, step in enumerate(session.steps):
            for event in step.events:
                if board.is_told(session.game.seen_by(event, 0)):
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
    where, board = host.board.where(session.state), host.board
    sentences = [
        host.texts.event(seen, where)
        for event in session.steps[at].events
        if board.is_told(seen := session.game.seen_by(event, 0))
    ]
    assert [scene["caption"] for scene in shown] == list(dict.fromkeys(sentences))
    of_kind = [scene for scene in shown if scene["kind"] == kind._field_defaults["event"]]
    if game == "mali" and kind is not TurnEnded:
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
        if not last.get("early"):
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
    fall = {key: value for scene in scenes_of(host) for key, value in scene.items() if scene["kind"] != "game-ended"}
    district = next(event.district for event in session.steps[at].events if isinstance(event, DistrictFell))
    assert f'class="mp-fallen" data-district="{district}"' in fall["map"]["below"]
    assert district in board.fields_in


def test_a_walk_is_one_scene_and_the_soldier_runs_from_where_he_stood():
    host = started("short", 3, BOTS)
    longest, runs = 0, 0

    def look(host: Any) -> None:
        nonlocal longest, runs
        for scene in scenes_of(host):
            if scene["kind"] == "walked":
                longest = max(longest, *(len(move["path"]) for move in scene["moved"]))
            if scene["kind"] == "soldier-moved":
                assert scene["early"]
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
    assert any(scenes_of(host) for host.new_steps in [range(3)])
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
