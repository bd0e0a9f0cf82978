"""Moments of Wiarusi for the pictures: arranged positions, what others have done in them, and what the person does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import NamedTuple

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.playing import play_game
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.wiarusi import Ending, GameState, load_scenario, outcome, parse_move
from mali_powstancy.wiarusi.arranging import At, arrange
from mali_powstancy.wiarusi.bots.roster import bot_named
from mali_powstancy.wiarusi.moves import Seat

SCENARIO = "wiarusi-standard"
SEATS = (PERSON, "careful", "careful", "careful")


class TrenchMoment(NamedTuple):
    """How far a game has come when the person sits down, and what the person does then."""

    begun: Callable[[], Session]
    moves: tuple[str, ...] = ()


def arranged(position: Callable[[], GameState], *moves: str) -> Callable[[], Session]:
    """A game that begins with a position and these moves."""

    def begun() -> Session:
        session = Session(position())
        for move in moves:
            session.play(parse_move(move))
        return session

    return begun


def whole_game(ending: Ending) -> Session:
    """The first of many games between careful computer players that ends so."""
    bots = [bot_named(name) for name in SEATS[1:]]
    games = (play_game(load_scenario(SCENARIO), len(bots), bots, Random(seed)) for seed in count())
    return next(game for game in games if (end := outcome(game.state)) is not None and end.ending is ending)


def at_dawn() -> GameState:
    """The first mission: the leader chooses its difficulty."""
    tiles = (("L1", "R1", "L2"), ("L1", "R1", "R2"), ("L1", "L1", "R1"), ("L1", "R1", "R1"))
    friends = ("felix", "gustave", "lazare", "anselme")
    rows = [At(who=friend, tiles=own) for friend, own in zip(friends, tiles, strict=True)]
    return arrange(load_scenario(SCENARIO), rows, mission=1, top=25, reserve=34)


def in_the_night(active: Seat) -> GameState:
    """The third mission: one more night would fail it, and one friend has withdrawn."""
    return arrange(
        load_scenario(SCENARIO),
        [
            At(who="felix", tiles=["L1", "R1", "L2"], hand=["rain-whistle-1", "snow-shell-trap", "rain-night"]),
            At(who="gustave", tiles=["L1", "R1"], hand=["snow-shell-1", "rain-mask-2"], speeches=1, knocks=["clumsy"]),
            At(who="lazare", tiles=["L1"], laid="R2", hand=["night-whistle-2"], withdrawn=True, charm=False),
            At(who="anselme", tiles=["R1", "L1"], hand=["rain-mask-1", "shell-mask"], knocks=["mute", "trauma-snow"]),
        ],
        leader=3,
        active=active,
        mission=3,
        nml=["night-shell-1", "night-mask-1"],
        top=14,
        reserve=22,
        supply=3,
    )


def last_in_the_mission() -> GameState:
    """Félix is the last one in the mission, and the tiles of two friends point to him."""
    return arrange(
        load_scenario(SCENARIO),
        [
            At(who="felix", tiles=["L1", "R1"], hand=["rain-mask-2"], knocks=["phobia-mask", "prideful"], charm=False),
            At(who="gustave", tiles=["L1"], laid="R1", hand=["snow-shell-1"], withdrawn=True, speeches=1),
            At(who="lazare", tiles=["L1", "R1"], laid="L2", withdrawn=True, charm=False),
            At(
                who="anselme",
                tiles=["L1"],
                laid="R1",
                hand=["shell-mask", "snow-mask-1"],
                knocks=["mute"],
                withdrawn=True,
            ),
        ],
        leader=3,
        active=0,
        mission=4,
        nml=["night-shell-1", "night-mask-1", "rain-whistle-1"],
        top=9,
        reserve=17,
        supply=2,
    )


MOMENTS = {
    "set-up": TrenchMoment(arranged(at_dawn)),
    "own-turn": TrenchMoment(arranged(partial(in_the_night, 3), "play rain-mask-1")),
    "speech": TrenchMoment(arranged(partial(in_the_night, 1), "speak rain")),
    "support": TrenchMoment(arranged(last_in_the_mission), ("withdraw", "lay L1")),
    "morale": TrenchMoment(arranged(last_in_the_mission), ("withdraw", "lay L1", "regain")),
    "victory": TrenchMoment(partial(whole_game, Ending.WIN)),
    "defeat": TrenchMoment(partial(whole_game, Ending.MORALE)),
}


def trench_host(moment: TrenchMoment, lang: str, theme: str) -> Host:
    """The host of a board, at a moment: a person has the first seat, the computer all others."""
    session = moment.begun()
    seats = SEATS[: session.state.game.players]
    host = Host(MemoryStorage(), "picture", lang, Random(1), scenario=SCENARIO, players=len(seats), seats=seats)
    host.handle({"do": "look", "theme": theme})
    host.sit_down(session, seats)
    for move in moment.moves:
        host.handle({"do": "play", "moves": [move]})
    return host
