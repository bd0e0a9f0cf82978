"""The scenes of Wiarusi: what is drawn and marked for what happens, what is one scene, and that no secret shows."""

import random
from collections.abc import Iterator
from statistics import median
from typing import Any
from xml.etree import ElementTree

import pytest

from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.views.board.scenes import scenes
from mali_powstancy.views.board.trench_table import title_of
from mali_powstancy.views.trench import chaplain, character, monument_card, peace_card, threat_sign, tile_arrow
from mali_powstancy.wiarusi import GameState, observe
from mali_powstancy.wiarusi.events import (
    CardDealt,
    CardsShuffledBack,
    ChaplainTileDrawn,
    GameEnded,
    KnockRemoved,
    KnockTaken,
    MissionFailed,
    MoraleDropped,
    SpeechMade,
    TileDrawn,
    TileLaid,
    TilesPassed,
    TrapSprung,
    Withdrew,
)
from mali_powstancy.wiarusi.state import KEPT, draft_of, finished
from mali_powstancy.wiarusi.texts import texts_for
from tests.table.play import started
from tests.views.test_scenes import at_the_end, met, scenes_of, sessions

Scene = dict[str, Any]


def shown_of(kind: type) -> tuple[Any, Any, list[Scene]]:
    """A step in which something of this kind happens: the event, the position before it, and its scenes."""
    session, at = met("wiarusi")[kind]
    host = at_the_end(session)
    host.new_steps = range(at, at + 1)
    event = next(one for one in session.steps[at].events if isinstance(one, kind))
    return event, session.steps[at - 1].state, scenes_of(host)


def of_kind(shown: list[Scene], kind: type) -> Scene:
    return next(scene for scene in shown if scene["kind"] == kind._field_defaults["event"])  # type: ignore[attr-defined]


def inner(drawing: str) -> str:
    """What is drawn, wherever it is placed and however large."""
    return drawing.partition(">")[2].removesuffix("</svg>")


def keys(thing: Any) -> Iterator[str]:
    """The keys of all blocks and of what lies in them."""
    if isinstance(thing, dict):
        yield from [thing["key"]] if "key" in thing else []
        for value in thing.values():
            yield from keys(value)
    elif isinstance(thing, list):
        for each in thing:
            yield from keys(each)


def war(scenario: str, players: int, seed: int) -> Iterator[Any]:
    """A board after everything that its only person does in four missions, mostly what is advised."""
    rng = random.Random(seed)
    host = started(scenario, players, (PERSON, *["careful"] * (players - 1)), seed=seed)
    while not host.is_over and host.table.state.mission < 5:
        yield host
        legal = host.observation.legal
        speeches = [move for move in legal if str(move).startswith("speak")]
        move = speeches[0] if speeches else host.table.hint().move if rng.random() < 0.9 else rng.choice(legal)
        host.handle({"do": "play", "moves": [str(move)]})
    yield host


# Drawings and marks ---------------------------------------------------------------------------------------------------


def test_what_is_marked_lies_on_the_table_every_picture_is_one_drawing_and_turns_are_short():
    lengths, seen = [], set()
    for players, seed in ((2, 1), (4, 2)):
        for host in war("wiarusi-standard", players, seed):
            table: Scene = {}
            shown = scenes_of(host)
            for scene in shown:
                table |= {part: scene[part] for part in ("stage", "around") if part in scene}
                blocks = scene.get("marks", {}).get("blocks", [])
                assert set(blocks) <= set(keys(table)), scene["caption"]
                if picture := scene.get("picture"):
                    assert ElementTree.fromstring(picture).tag.endswith("svg")
                    seen.add(scene["kind"])
            if shown and not {"mission-began", "tiles-passed"} & {scene["kind"] for scene in shown}:
                lengths.append(sum(scene["beats"] for scene in shown))
    assert len(seen) > 18
    assert 4 <= median(lengths) <= 10, "a usual turn of all others takes three to five seconds"


def test_somebody_withdraws_and_a_trap_opens():
    event, before, shown = shown_of(Withdrew)
    withdrawal = of_kind(shown, Withdrew)
    assert inner(character(before.characters[event.seat])) in withdrawal["picture"]
    assert withdrawal["marks"] == {"blocks": [f"friend {event.seat}"]}
    _, _, shown = shown_of(TrapSprung)
    assert "mp-drawn-trap" in of_kind(shown, TrapSprung)["picture"]
    assert of_kind(shown, TrapSprung)["marks"] == {"blocks": ["pile"]}


def test_a_mission_that_fails_is_seen_to_fail_before_its_cards_are_gone():
    event, _, shown = shown_of(CardsShuffledBack)
    until = [scene["kind"] for scene in shown].index("cards-shuffled-back")
    lying, table = {f"nml {card}" for card in event.cards}, dict[str, Any]()
    for at, scene in enumerate(shown):
        table |= scene
        assert lying & {*keys(table["stage"])} == (lying if at <= until else set()), scene["caption"]
    failed, before, shown = shown_of(MissionFailed)
    scene, limit = of_kind(shown, MissionFailed), before.game.scenario.identical_threats
    assert scene["picture"].count(inner(threat_sign(failed.threat))) == limit
    gauges = next(block for one in shown for block in one.get("stage", ()) if block["t"] == "gauges")
    assert {gauge["value"] for gauge in gauges["items"] if gauge["key"] == f"threat {failed.threat}"} == {limit}
    assert scene["marks"] == {"blocks": [f"threat {failed.threat}"]}


def test_tiles_are_turned_one_by_one_with_their_arrows():
    event, before, shown = shown_of(TilesPassed)
    scene = of_kind(shown, TilesPassed)
    assert "style=" not in scene["picture"]  # which a strict page forbids: when each is turned, the page says
    _, *turned = scene["picture"].split('<g class="mp-turned">')
    assert len(turned) == len(event.passings)
    for drawn, passing in zip(turned, event.passings, strict=True):
        assert inner(tile_arrow(passing.tile)) in drawn
        is_chaplain = passing.receiver == before.game.chaplain
        assert inner(chaplain() if is_chaplain else character(before.characters[passing.receiver])) in drawn


def test_morale_is_counted_down_and_the_last_card_is_turned_up():
    event, before, shown = shown_of(MoraleDropped)
    scene = of_kind(shown, MoraleDropped)
    assert f">{before.reserve}</text>" in scene["picture"]
    assert f">{before.reserve - event.number}</text>" in scene["picture"]
    assert scene["marks"] == {"blocks": ["reserve", "pile"]}
    ends = {}
    for session in sessions("wiarusi"):
        host = at_the_end(session)
        host.new_steps = range(len(session.steps) - 1, len(session.steps))
        ends[session.state.ending] = of_kind(scenes_of(host), GameEnded)["picture"]
        if len(ends) == 3:
            break
    assert ends["win"] == peace_card()
    assert ends["loss-morale"] == monument_card()


# What is one scene ----------------------------------------------------------------------------------------------------


def test_a_hard_knock_is_one_scene_when_it_comes_and_is_crossed_out_when_it_goes():
    event, _, shown = shown_of(KnockTaken)
    assert [scene["kind"] for scene in shown].count("knock-taken") == 1
    assert not [scene for scene in shown if scene["kind"] == "card-played"]
    assert f"friend {event.seat}" in of_kind(shown, KnockTaken)["marks"]["blocks"]
    assert "mp-drawn-over" not in of_kind(shown, KnockTaken)["picture"]
    event, before, shown = shown_of(KnockRemoved)
    gone = of_kind(shown, KnockRemoved)
    assert title_of(texts_for("en"), before.game, event.knock) in str(gone["around"]), "it is still there"
    assert "mp-drawn-over" in gone["picture"]


def test_a_speech_lasts_until_its_answers_are_shown_together():
    session, at = met("wiarusi")[SpeechMade]
    end = next(n for n in range(at, len(session.steps)) if "speech-answered" in kinds_in(session.steps[n].events))
    host = at_the_end(session)
    host.new_steps = range(at, end + 1)
    shown = [scene["kind"] for scene in scenes_of(host)]
    answers = kinds_in(session.steps[end].events).count("speech-answered")
    assert shown[: 1 + answers] == ["speech-made", *["speech-answered"] * answers]
    assert "answer-sealed" not in shown


def kinds_in(events: Any) -> list[str]:
    return [event.event for event in events]


# Secrets --------------------------------------------------------------------------------------------------------------


def with_other_secrets(state: GameState, viewer: int) -> GameState:
    """The same position, in which everybody but the viewer holds, has laid and answers something else."""
    game, draft = state.game, draft_of(state)
    others = [seat for seat in game.seats if seat != viewer]
    hidden = [card for seat in others for card in state.hands[seat] if card not in state.returned]
    pool = sorted({*state.fresh, *hidden}, reverse=True)
    swapped = dict(zip(hidden, pool, strict=False))
    parts: list[list[Any]] = [list(part) for part in (state.hands, state.tiles, state.laid, state.answers)]
    hands, tiles, laid, answers = parts
    for seat in others:
        hands[seat] = game.in_order(tuple(swapped.get(card, card) for card in state.hands[seat]))
        answers[seat] = None if state.answers[seat] is None else (*hands[seat], KEPT)[0]
    for seat in game.ring:
        if seat != viewer:
            tiles[seat] = ("R2",) * len(state.tiles[seat])
            laid[seat] = None if state.laid[seat] is None else "L2"
    draft.hands, draft.tiles, draft.laid, draft.answers = map(tuple, parts)
    draft.fresh = game.in_order(tuple({*pool} - {*swapped.values()}))
    return finished(draft)


def of_another(event: Any, viewer: int) -> Any:
    """The same event with another secret, if it is one that the viewer may not know."""
    match event:
        case CardDealt(seat=seat) if seat != viewer:
            return event._replace(card="all-six")
        case TileDrawn(seat=seat) | TileLaid(seat=seat) if seat != viewer:
            return event._replace(tile="R2")
        case ChaplainTileDrawn():
            return event._replace(tile="R2")
    return event


@pytest.mark.parametrize("players", [2, 4])
def test_scenes_are_the_same_whatever_the_others_hide(players):
    compared = 0
    for host in war("wiarusi-standard", players, seed=3):
        steps, real, viewer = host.table.session.steps, host.table.session.steps[:], host.viewer
        before = scenes(host)
        for at in host.new_steps:
            state = with_other_secrets(real[at].state, viewer)
            assert observe(state, viewer) == observe(real[at].state, viewer)
            events = tuple(of_another(event, viewer) for event in real[at].events)
            steps[at] = real[at]._replace(state=state, events=events)
        compared += steps != real
        try:
            assert scenes(host) == before
        finally:
            steps[:] = real
    assert compared > 10
