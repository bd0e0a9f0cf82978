"""The scenes of Mali Powstańcy: every scene shows what its own event has changed, and nothing of what comes later."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from mali_powstancy.engine import shipped_scenarios
from mali_powstancy.engine.events import EVENT_KINDS
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.session import Session
from tests.random_play import ODDITIES, whole_game
from tests.views.test_scenes import at_the_end, scenes_of
from tools import golden

Table = dict[tuple[str, ...], Any]

CHANGES: dict[str, str] = {
    "start-player-chosen": "marker",
    "goals-kept": "secrets",
    "round-began": "marker card round",
    "order-laid": "order round secrets",  # the round is told with how many cards are left
    "order-discarded": "round secrets",
    "card-sealed": "card",
    "cards-revealed": "card",
    "scout-placed": "scout state",
    **dict.fromkeys(("walked", "jumped", "brought-by-unit", "places-exchanged"), "scout"),
    "scout-displaced": "scout",
    "scout-evacuated": "scout",
    "orders-swapped": "order",
    "card-peeked": "secrets",
    "order-delivered": "order carries points",
    **dict.fromkeys(("order-collected", "order-dropped", "order-lost"), "carries"),
    "soldier-moved": "soldier",
    "scout-arrested": "scout state",
    "scout-freed": "state",
    "time-passed": "order",
    "road-blocked": "road token",
    "token-laid": "token",
    "district-fell": "district",
}
"""What an event may change of what is seen; all others change nothing of it."""
ONE_BY_ONE = {"scout-arrested", "scout-freed", "road-blocked", "token-laid", "district-fell", "soldier-moved"}
"""Of each kind of thing these change exactly one, and they always do."""


def on_the_map(layers: dict[str, str]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for district in re.findall(r'class="mp-fallen" data-district="([^"]+)"', layers["below"]):
        yield ("district", district), True
    for road in re.findall(r'class="mp-blocked" data-road="([^"]+)"', layers["below"]):
        yield ("road", road), True
    for number, token in enumerate(re.findall(r'class="mp-token" ([^>]*) transform', layers["above"])):
        yield ("token", str(number)), token
    for piece, field in re.findall(r'data-piece="([^"]+)" data-field="([^"]+)"', layers["above"]):
        yield ("soldier" if piece == "soldier" else "scout", piece), field


def in_the_panel(panel: list[Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    track, patrols, *secrets, state = panel
    for row in track["rows"]:
        yield ("order", row["key"]), row["space"]
    for row in patrols["rows"]:
        yield ("points", row["key"]), row["points"]["sign"]
        yield ("marker", row["key"]), row["marker"]
        yield ("card", row["key"]), row.get("card")
        for scout in row["scouts"]:
            yield ("carries", scout["piece"]), scout["number"]
            yield ("state", scout["piece"]), scout["state"]
    yield ("secrets",), secrets
    yield ("round",), state["text"]


def seen_on(board: dict[str, Any]) -> Table:
    """All that can be told from the drawings and words of a board."""
    return dict([*on_the_map(board["map"]), *in_the_panel(board["panel"])])


def as_it_lay(host: Host, steps: int) -> Table:
    """The same of the real board after so many steps."""
    past = host.after(steps)
    seen = past.observation
    stage = past.board.stage(past, seen)
    return seen_on({"map": stage["map"], "panel": list(past.board.situation(past, seen, stage))})


def watch(session: Session) -> set[str]:
    """Looks at the scenes of every step that has any; the kinds of scenes there were."""
    host, kinds = at_the_end(session), set[str]()
    for at, step in enumerate(session.steps):
        host.new_steps = range(at, at + 1)
        if not (told := scenes_of(host)):  # the own hand has done no more than a step or a card
            continue
        shown, board = as_it_lay(host, at), dict[str, Any]()
        for scene in told:
            board |= scene
            before, shown, kind = shown, seen_on(board), scene["kind"]
            changed = [key for key in before | shown if before.get(key) != shown.get(key)]
            names, may_change = sorted(name for name, *_ in changed), CHANGES.get(kind, "").split()
            if kind in ONE_BY_ONE:
                assert names == sorted(may_change), (kind, changed, step.events)
            elif kind != "game-ended":
                assert {*names} <= {*may_change}, (kind, changed, step.events)
            kinds.add(kind)
        assert shown == as_it_lay(host, at + 1), step.events
    return kinds


def test_every_scene_of_golden_games_shows_what_its_own_event_has_changed():
    kinds = set[str]().union(*(watch(golden.played(game)) for game in golden.GAMES))
    assert kinds == {kind._field_defaults["event"] for kind in EVENT_KINDS} - {"stop-called"}


@pytest.mark.parametrize("scenario", shipped_scenarios())
def test_so_it_is_in_games_of_every_scenario(scenario):
    games = product((3,), (1,), ODDITIES[:2])
    kinds = set[str]().union(*(watch(whole_game(scenario, *game).session) for game in games))
    assert kinds >= {"time-passed", "order-late", "game-ended"}
