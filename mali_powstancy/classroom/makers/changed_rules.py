"""Questions about changed rules: what a closed road does to a way, and what another die does to a chance."""

from __future__ import annotations

import random

from mali_powstancy.analysis.chances import reach_chance
from mali_powstancy.analysis.routes import Route, shortest_route
from mali_powstancy.classroom.desks.changed_rules import CLOSED, FACES, RoadChange, changed_scenario, original_rules
from mali_powstancy.classroom.exercises import Choice, Exercise
from mali_powstancy.classroom.makers.making import drawing, is_quiet, numbers, pick, question_id, stations, tries
from mali_powstancy.engine import Scenario, load_scenario, new_game
from mali_powstancy.engine.board import Road
from mali_powstancy.engine.cards import Colour
from mali_powstancy.texts import Texts, texts_for

_NAME = "question"
"""The changed rules that are asked about need a name like all others."""


def make_closed_road(rng: random.Random, lang: str) -> Exercise:
    """A road is closed: how many fields is it now from one of its ends to the other?"""
    texts = texts_for(lang)
    road, scenario, route = a_closed_road(rng)
    game = new_game(scenario, players=2).game
    far = len(route.fields) - 1
    start, to = (texts.field(end, game) for end in road.ends)
    passed = [texts.field(field, game) for field in route.fields if field in game.board.place]
    mistakes = [
        (road.length, texts.say("editor.closed-road.old", n=road.length)),
        (far - 1, texts.say("editor.closed-road.between", n=far - 1, to=to)),
        (far + 1, texts.say("editor.closed-road.with-start", n=far + 1, start=start)),
        (len(route.roads), texts.say("editor.closed-road.roads", n=len(route.roads))),
    ]
    return Choice(
        id=question_id("closed-road", rng),
        lang=lang,
        task=texts.say("editor.closed-road.task", start=start, to=to, n=road.length),
        hint=texts.say("editor.closed-road.hint"),
        praise=texts.say(
            "editor.closed-road.praise", fields=texts.count("count.fields", far), route=" → ".join(passed)
        ),
        about=texts.say("editor.closed-road.about"),
        options=numbers(far, mistakes),
        is_sorted=True,
        picture=drawing(
            texts, game.board, texts.say("editor.closed-road.picture", start=start, to=to), marked=road.ends
        ),
    )


def a_closed_road(rng: random.Random) -> tuple[Road, Scenario, Route]:
    """A road between two quiet places, the basic game without it, and the way round, which is quiet too."""
    roads = [road for road in load_scenario("basic").board.roads if set(road.ends) <= set(stations())]
    for stream in tries(rng):
        road = pick(stream, roads)
        scenario = changed_scenario(original_rules(_NAME).with_roads([RoadChange(*road.ends, CLOSED)]))
        route = shortest_route(scenario.board, *road.ends)
        if route is not None and is_quiet(scenario.board, route.fields) and len(route.fields) - 1 <= 7:
            return road, scenario, route
    raise AssertionError


def make_changed_die(rng: random.Random, lang: str) -> Exercise:
    """A die has other faces: how many of them bring the soldier to the nearest scout?"""
    texts = texts_for(lang)
    for stream in tries(rng):
        scenario, far = a_changed_die(stream), 2 + int(stream.random() * 2)
        black = [face.number for face in scenario.die if face.colour == Colour.BLACK]
        right = int(reach_chance(scenario, far) * len(scenario.die))
        mistakes = [
            (len(black), texts.say("editor.changed-die.all-black", n=len(black))),
            (black.count(far), texts.say("editor.changed-die.exactly", n=far)),
            (sum(face.number >= far for face in scenario.die), texts.say("editor.changed-die.red")),
            (sum(number > far for number in black), texts.say("editor.changed-die.farther", n=far)),
            (len(black) - right, texts.say("editor.changed-die.short", n=far)),
        ]
        if 0 < right < len(black) and len({value for value, _ in mistakes} - {right}) >= 2:
            break
    return Choice(
        id=question_id("changed-die", rng),
        lang=lang,
        task=texts.say("editor.changed-die.task", faces=_faces(texts, scenario), n=texts.count("count.fields", far)),
        hint=texts.say("editor.changed-die.hint"),
        praise=texts.say("editor.changed-die.praise", n=right, faces=FACES),
        about=texts.say("editor.changed-die.about"),
        options=numbers(right, mistakes),
        is_sorted=True,
    )


def a_changed_die(rng: random.Random) -> Scenario:
    """The basic game with six faces of any colour, with numbers from 1 to 6."""
    faces = sorted(f"{pick(rng, list(Colour))} {1 + int(rng.random() * 6)}" for _ in range(FACES))
    return changed_scenario(original_rules(_NAME)._replace(faces=tuple(faces)))


def _faces(texts: Texts, scenario: Scenario) -> str:
    """The faces in words: `black 1, black 2, red 6`."""
    return ", ".join(f"{texts.say(f'name.colour.{face.colour}')} {face.number}" for face in scenario.die)
