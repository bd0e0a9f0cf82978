"""Replay: a whole game on the map, turn by turn, with buttons, a slider and what happened in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from mali_powstancy.engine import (
    GameState,
)
from mali_powstancy.engine.board import DistrictId
from mali_powstancy.engine.events import (
    DistrictFell,
    Event,
    GameEnded,
    OrderDelivered,
    OrderLate,
    RoadBlocked,
    RoundBegan,
    ScoutArrested,
    TurnEnded,
)
from mali_powstancy.engine.game import Game
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import Texts
from mali_powstancy.views.figures.animation import add_controls
from mali_powstancy.views.figures.figure import Figure, twin
from mali_powstancy.views.figures.games import Played, session_of
from mali_powstancy.views.figures.ground import City, Trace, hatch_lines, lines, points
from mali_powstancy.views.figures.pieces import pieces

TOLD = (OrderDelivered, OrderLate, RoadBlocked, DistrictFell, ScoutArrested)
"""What is worth a sentence."""
MOST_FRAMES = 130
"""A longer game is shown round by round."""


class Scene(NamedTuple):
    """A moment of a game: its name, the position, and what happened since the last one."""

    name: str
    state: GameState
    told: tuple[str, ...]
    happened: tuple[tuple[Event, GameState], ...]
    """All events since the last scene, each with the position after it."""


def replay_figure(game: Played, *, lang: str = "pl", look: str = "light") -> Figure:
    """Show a whole game on the map: play it, pause it, or drag the slider to any turn."""
    session = session_of(game)
    city = City(session.opening.game.scenario, lang, look)
    city.game = session.opening.game
    scenes = list(scenes_of(session, city.texts))
    if len(scenes) > MOST_FRAMES:
        scenes = list(scenes_of(session, city.texts, by_turn=False))
    say = city.texts.say
    # What never changes lies between what changes below it and above it, and is not in any frame.
    hatched = {district: _hatched(city, district) for district in city.board.district if city.game.is_extended}
    below, above = _below(city, scenes[0], hatched), _above(city, scenes[0])
    still = [*city.fields(), city.names()]
    base = city.map(say("figure.replay.title"), [])
    base["data"] = [*below, *still, *above]
    moving = [*range(len(below)), *range(len(below) + len(still), len(base["data"]))]
    base["frames"] = [
        {
            "name": str(number),
            "traces": moving,
            "data": [_change(trace) for trace in (*_below(city, scene, hatched), *_above(city, scene))],
        }
        for number, scene in enumerate(scenes)
    ]
    add_controls(base["layout"], city.look, city.texts, [scene.name for scene in scenes])
    rows = [[scene.name, " ".join(scene.told)] for scene in scenes]
    headings = [say("figure.replay.when"), say("figure.replay.what")]
    return Figure(base, _summary(city, session), twin(city.texts, headings, rows))


def scenes_of(session: Session, texts: Texts, *, by_turn: bool = True) -> Iterator[Scene]:
    """The opening of a game, then every turn and every end of a round, or these alone."""
    game, number = session.opening.game, session.opening.round
    happened: list[tuple[Event, GameState]] = []

    def scene(name: str, state: GameState) -> Scene:
        told = tuple(texts.event(event, game) for event, _ in happened if isinstance(event, TOLD))
        closed = Scene(name, state, told, tuple(happened))
        happened.clear()
        return closed

    yield scene(texts.say("figure.replay.opening"), session.opening)
    for step in session.steps:
        for event in step.events:
            happened.append((event, step.state))
            name = _name_of(event, texts, game, number, by_turn)
            if isinstance(event, RoundBegan):
                number = event.round
            if name:
                yield scene(name, step.state)
    yield scene(texts.say("figure.replay.end", n=session.state.round), session.state)


def _name_of(event: Event, texts: Texts, game: Game, number: int, by_turn: bool) -> str:
    """The name of the scene that an event closes, if it closes one."""
    match event:
        case TurnEnded(seat=seat) if by_turn:
            return texts.say("figure.replay.turn", n=number, patrol=texts.patrol(seat, game))
        case RoundBegan() if number > 0:
            return texts.say("figure.replay.round-end", n=number)
    return ""


def _below(city: City, scene: Scene, hatched: Mapping[DistrictId, Trace]) -> list[Trace]:
    """Fallen districts and blocked roads, always the same traces in the same order."""
    look, state, board = city.look, scene.state, city.board
    blocked = [road for road in board.road if any(token.road == road for token in state.tokens)]
    ways = [city.way(board.road[road].path) for road in blocked]
    wide = city.sizes.road
    bars = {"color": look.colour("bars"), "width": wide * 1.4, "dash": f"{wide * 1.2:.0f}px"}
    return [
        *(trace | {"visible": district in state.fallen} for district, trace in hatched.items()),
        lines(ways, line={"color": look.colour("blocked"), "width": wide * 2.6}),
        lines(ways, line=bars),
    ]


def _hatched(city: City, district: DistrictId) -> Trace:
    """The hatching of a district and below its name the word, to be shown from its fall on."""
    look, at = city.look, city.below_name(district)
    return lines(
        [[at], *hatch_lines(city.board, district)],
        mode="lines+text",
        text=[f"<b>({escape(city.texts.say('figure.map.fallen'), quote=False)})</b>"],
        textposition="bottom center",
        textfont={"size": city.sizes.district, "color": look.colour("quiet"), "shadow": look.halo()},
        line={"color": look.colour("hatch"), "width": 2},
    )


def _above(city: City, scene: Scene) -> list[Trace]:
    """The pieces, and what happened in words, always the same traces in the same order."""
    look, state = city.look, scene.state
    told = "<br>".join(escape(sentence, quote=False) for sentence in scene.told[-2:])
    return [
        *pieces(city, state.where, state.carrying, state.soldier),
        points(
            [(8, 706)],
            "text",
            text=[told],
            textposition="top right",
            textfont={"size": look.small, "color": look.colour("ink"), "shadow": look.halo()},
        ),
    ]


def _change(trace: Trace) -> Trace:
    """Of a trace, only what differs from scene to scene."""
    if "visible" in trace:
        return {"visible": trace["visible"]}
    kept: Trace = {"x": trace["x"], "y": trace["y"]}
    if trace["mode"] != "lines" and "text" in trace:
        kept["text"] = trace["text"]
    return kept


def _summary(city: City, session: Session) -> str:
    texts = city.texts
    events = [event for step in session.steps for event in step.events]
    over = next((event for event in events if isinstance(event, GameEnded)), None)
    return texts.say(
        "figure.replay.summary" if over else "figure.replay.summary-open",
        rounds=texts.count("count.rounds", session.state.round),
        orders=texts.count("count.orders", sum(isinstance(event, OrderDelivered) for event in events)),
        late=sum(isinstance(event, OrderLate) for event in events),
        falls=sum(isinstance(event, DistrictFell) for event in events),
    )
