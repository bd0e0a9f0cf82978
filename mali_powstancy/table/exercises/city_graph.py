"""Lesson 02, the city as a graph: the shortest way, and the way round a road that is closed."""

from __future__ import annotations

from mali_powstancy.engine import GameState, arrange, load_scenario
from mali_powstancy.engine.board import RoadId
from mali_powstancy.table.exercises.lines import walk
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.scripts import Beginning, Mistake, Script, ScriptStep

_FIRST = "exercise.first"
_ORDER = "dworzec-pocztowy>wytwornia"
_CARDS = (1, 2, 3, 4, 5)


def _at_past(*closed: RoadId) -> GameState:
    """Zosia stands in the PAST building with an order for the Security Printing Works."""
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "orange"],
        round=2,
        soldier="sggw",
        scouts={"zosia": "past", "antek": "plac-wilsona", "hania": "port"},
        carrying={"zosia": _ORDER},
        track=[(_ORDER, 2)],
        tokens=[("bank-polski", road) for road in closed],
        late=["dworzec-gdanski>bank-polski" for _ in closed],
    )


_SHORTEST = Script(
    "02-a",
    Beginning(_at_past),
    (
        ScriptStep(
            "exercise.02-a.title.card",
            "exercise.02-a.step.card",
            wants=(("card 3",),),
            first=_FIRST,
            mistakes=(
                Mistake(("card 1", "card 2"), "exercise.02-a.mistake.card-too-low"),
                Mistake(("card 4",), "exercise.02-a.mistake.card-too-high"),
                Mistake(("card 5",), "exercise.02-a.mistake.card-of-the-longer-way"),
            ),
            then=("card 4",),
            marks=Marks(fields=("wytwornia",), pieces=("zosia",), cards=_CARDS),
            hint="exercise.02-a.hint.card",
        ),
        ScriptStep(
            "exercise.02-a.title.walk",
            "exercise.02-a.step.walk",
            wants=(walk("zosia", "bank-polski", "starowka", "wytwornia"),),
            first=_FIRST,
            mistakes=(
                Mistake(walk("zosia", "past~elektrownia:1"), "exercise.02-a.mistake.longer-way"),
                Mistake(("jump zosia",), "exercise.02-a.mistake.jump"),
                Mistake(("walk zosia",), "exercise.02-a.mistake.astray"),
                Mistake(("walk antek", "walk felek", "jump antek", "jump felek"), "exercise.02-a.mistake.other-scout"),
                Mistake(("end",), "exercise.02-a.mistake.end"),
                Mistake(("drop zosia",), "exercise.mistake.dropped"),
            ),
            marks=Marks(fields=("wytwornia",), pieces=("zosia",)),
            hint="exercise.02-a.hint.walk",
        ),
    ),
    title_key="exercise.02-a.title",
    praise_key="exercise.02-a.praise",
)

_DETOUR = Script(
    "02-b",
    Beginning(lambda: _at_past("bank-polski~past")),
    (
        ScriptStep(
            "exercise.02-b.title.card",
            "exercise.02-b.step.card",
            wants=(("card 5",),),
            first=_FIRST,
            mistakes=(
                Mistake(("card 3",), "exercise.02-b.mistake.card-as-before"),
                Mistake(("card 1", "card 2", "card 4"), "exercise.02-b.mistake.card-too-low"),
            ),
            then=("card 4", "end"),
            marks=Marks(fields=("wytwornia",), pieces=("zosia",), cards=_CARDS),
            hint="exercise.02-b.hint.card",
        ),
        ScriptStep(
            "exercise.02-b.title.walk",
            "exercise.02-b.step.walk",
            wants=(
                walk(
                    "zosia",
                    "past~elektrownia:1",
                    "elektrownia",
                    "wytwornia~elektrownia:2",
                    "wytwornia~elektrownia:1",
                    "wytwornia",
                ),
            ),
            first=_FIRST,
            mistakes=(
                Mistake(walk("zosia", "browary~past:1"), "exercise.02-b.mistake.by-the-breweries"),
                Mistake(("jump zosia",), "exercise.02-b.mistake.jump"),
                Mistake(("walk zosia",), "exercise.02-b.mistake.astray"),
                Mistake(("walk antek", "walk felek", "jump antek", "jump felek"), "exercise.02-b.mistake.other-scout"),
                Mistake(("end",), "exercise.02-b.mistake.end"),
                Mistake(("drop zosia",), "exercise.mistake.dropped"),
            ),
            marks=Marks(fields=("wytwornia",), pieces=("zosia",)),
            hint="exercise.02-b.hint.walk",
        ),
    ),
    title_key="exercise.02-b.title",
    praise_key="exercise.02-b.praise",
)

EXERCISES = (_SHORTEST, _DETOUR)
