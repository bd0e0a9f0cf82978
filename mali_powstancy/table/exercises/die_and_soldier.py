"""Lesson 05, the die and the soldier: a scout goes where no face of the die can lead to an arrest."""

from __future__ import annotations

from mali_powstancy.engine import GameState, apply_unchecked, arrange, chance_outcomes, load_scenario
from mali_powstancy.engine.events import ScoutArrested
from mali_powstancy.table.exercises.lines import walk
from mali_powstancy.table.gestures import SOLDIER
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.scripts import Beginning, Mistake, Script, ScriptStep


def _soldier_in_starowka() -> GameState:
    """Zosia is one field from the soldier, and everybody else is far away."""
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "orange"],
        round=3,
        soldier="starowka",
        scouts={
            "zosia": "wytwornia",
            "antek": "stary-mokotow",
            "felek": "port",
            "hania": "port",
            "olek": "sggw",
            "kazik": "stary-mokotow",
        },
        cards={"red": 3, "orange": 2},
        turn="red",
    )


def catching_faces(state: GameState) -> int:
    """How many faces of the die lead to an arrest, when the die is rolled now."""
    chances = chance_outcomes(state)
    caught = [
        chance
        for move, chance in chances.items()
        if any(isinstance(event, ScoutArrested) for event in apply_unchecked(state, move).events)
    ]
    return int(sum(caught) * len(state.game.scenario.die))


_WAYS_TO_SAFETY = (
    (*walk("zosia", "cytadela", "plac-wilsona~cytadela:2", "plac-wilsona~cytadela:1"), "end"),
    (*walk("zosia", "wytwornia~elektrownia:1", "wytwornia~elektrownia:2", "elektrownia"), "end"),
    ("jump zosia elektrownia", "end"),
)
"""A test finds the same ones by trying everything."""

_ARREST = ("roll black 3",)

_OUT_OF_REACH = Script(
    "05-a",
    Beginning(_soldier_in_starowka),
    (
        ScriptStep(
            "exercise.05-a.title.safe",
            "exercise.05-a.step.safe",
            wants=_WAYS_TO_SAFETY,
            first="exercise.first",
            mistakes=(
                Mistake(("end",), "exercise.05-a.mistake.in-reach", _ARREST, catching_faces),
                Mistake(("jump zosia",), "exercise.05-a.mistake.jump"),
                Mistake(("walk zosia",), "exercise.05-a.mistake.walk"),
                Mistake(("walk antek", "walk felek", "jump antek", "jump felek"), "exercise.05-a.mistake.other-scout"),
            ),
            then=_ARREST,
            marks=Marks(pieces=("zosia", SOLDIER)),
            hint="exercise.05-a.hint.safe",
        ),
    ),
    title_key="exercise.05-a.title",
    praise_key="exercise.05-a.praise",
)

EXERCISES = (_OUT_OF_REACH,)
