"""Moments of Bitwa Warszawska for the pictures: arranged positions, and what the person does in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska import GameState, arrange, load_scenario, new_game, parse_move
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage

SCENARIO = "bitwa-standard"
FIRST, SECOND = (PERSON, "planner"), ("planner", PERSON)
"""Who sits where: the person with the Polish Army, or with the Red Army."""


class FrontMoment(NamedTuple):
    """How far a game has come when the person sits down, and what the person does then."""

    begun: Callable[[], Session]
    seats: tuple[str, ...] = FIRST
    moves: tuple[str, ...] = ()


def first_marker() -> Session:
    """The beginning: the Polish Army has the initiative and lays its blockade marker first [HV-3]."""
    session = Session(new_game(load_scenario(SCENARIO), 2))
    session.play(parse_move("initiative WP-1 ACz-1"))
    return session


def begun(position: Callable[[], GameState]) -> Session:
    """A game that begins with a position."""
    return Session(position())


def in_the_middle(initiative: tuple[str, str]) -> GameState:
    """The fifth round: every front has a commander, two have an order, and something lies at the resources."""
    return arrange(
        load_scenario(SCENARIO),
        hands={
            "WP-1": ["wp-iwaszkiewicz", "wp-18-dp", "wp-szyfry", "wp-plock"],
            "ACz-1": ["acz-kork", "acz-27-ds", "acz-gdansk", "acz-smolensk"],
        },
        WP={
            "units": {"N": [2, 3], "M": [1, 2], "S": [0, 2]},
            "commanders": {"N": "wp-sikorski", "M": "wp-rydz-smigly"},
            "used": ["N"],
            "strength": {"N": 2},
            "orders": {"M": "wp-kolej"},
            "bids": {"supplies": ["wp-olk"]},
            "points": 3,
            "marker": "ACz:L1.S",
            "deck": 24,
        },
        ACz={
            "units": {"N": [2, 2], "M": [2, 3], "S": [1, 3]},
            "commanders": {"S": "acz-jegorow"},
            "orders": {"N": "acz-radzymin"},
            "bids": {"funds": ["acz-60-ds"], "support": ["acz-41-ds"]},
            "points": 4,
            "marker": "WP:O.N",
            "deck": 24,
        },
        initiative=initiative,
        round=5,
        scoring="M",
    )


def at_the_resources() -> GameState:
    """The beginning of a round before which both armies have won a resource, and the Polish Army Supplies."""
    return arrange(
        load_scenario(SCENARIO),
        hands={"WP-1": ["wp-galica"], "ACz-1": ["acz-jakir"]},
        WP={
            "units": {"N": [0, 3], "M": [0, 2], "S": [0, 1]},
            "commanders": {"N": "wp-latinik"},
            "bids": {"supplies": ["wp-olk", "wp-59-pp"], "funds": ["wp-8-bj"]},
            "points": 2,
            "marker": "ACz:C.M",
        },
        ACz={
            "units": {"N": [0, 2], "M": [0, 3], "S": [0, 2]},
            "commanders": {"M": "acz-kork"},
            "bids": {"funds": ["acz-60-ds", "acz-41-ds"], "supplies": ["acz-11-ds"]},
            "points": 2,
            "marker": "WP:L2",
        },
        turn=None,
        round=4,
        last_scoring="S",
    )


def before_the_battles(points: int) -> GameState:
    """Everybody else has passed; one front is ahead, one behind, one even."""
    return arrange(
        load_scenario(SCENARIO),
        hands={"WP-1": ["wp-galica"], "ACz-1": ["acz-jakir", "acz-8-ds"]},
        WP={
            "units": {"N": [3, 2], "M": [2, 1], "S": [0, 3]},
            "commanders": {"N": "wp-haller", "S": "wp-iwaszkiewicz"},
            "used": ["S"],
            "strength": {"S": 2},
            "orders": {"N": "wp-do-broni"},
            "points": points,
            "marker": "ACz:O.M",
        },
        ACz={
            "units": {"N": [2, 2], "M": [1, 3], "S": [2, 2]},
            "commanders": {"M": "acz-tuchaczewski"},
            "orders": {"S": "acz-na-zachod"},
            "points": 5,
            "marker": "WP:C.M",
        },
        round=7,
        scoring="N",
        passed=["ACz-1"],
    )


WP_FIRST, ACZ_FIRST = ("WP-1", "ACz-1"), ("ACz-1", "WP-1")

MOMENTS = {
    "set-up": FrontMoment(first_marker),
    "own-turn": FrontMoment(partial(begun, partial(in_the_middle, WP_FIRST))),
    "resources": FrontMoment(partial(begun, at_the_resources)),
    "place": FrontMoment(partial(begun, partial(in_the_middle, ACZ_FIRST)), SECOND, ("play acz-gdansk M",)),
    "battle": FrontMoment(partial(begun, partial(before_the_battles, 3)), FIRST, ("pass",)),
    "victory": FrontMoment(partial(begun, partial(before_the_battles, 6)), FIRST, ("pass",)),
}


def front_host(moment: FrontMoment, lang: str, theme: str) -> Host:
    """The host of a board, at a moment: a person has one army, the computer the other."""
    session = moment.begun()
    place = (MemoryStorage(), "picture", lang, Random(1))
    host = Host(*place, scenario=SCENARIO, players=len(moment.seats), seats=moment.seats)
    host.handle({"do": "look", "theme": theme})
    host.sit_down(session, moment.seats)
    for move in moment.moves:
        host.handle({"do": "play", "moves": [move]})
    return host
