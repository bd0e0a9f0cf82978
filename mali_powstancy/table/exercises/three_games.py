"""Lesson 14, three games: the position of this one, about what cannot wait and about a card that nobody shows."""

from __future__ import annotations

from mali_powstancy.engine import GameState, arrange, load_scenario
from mali_powstancy.table.exercises.lines import walk
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.scripts import Beginning, Line, Mistake, Script, ScriptStep

_FIRST = "exercise.first"
_LAST_MOMENT, _SHARED = "dworzec-pocztowy>wytwornia", "sggw>past"


def _two_letters() -> GameState:
    """Zosia's order is late after this round; Antek's has time, but Olek carries the same one."""
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "orange"],
        round=5,
        soldier="dworzec-pocztowy",
        scouts={
            "zosia": "past",
            "antek": "elektrownia",
            "felek": "plac-wilsona",
            "hania": "plac-wilsona",
            "olek": "port",
            "kazik": "stary-mokotow",
        },
        carrying={"zosia": _LAST_MOMENT, "antek": _SHARED, "olek": _SHARED},
        track=[(_LAST_MOMENT, 5), (_SHARED, 3)],
        cards={"red": 3, "orange": 4},
    )


_OLEK_FOLLOWS = walk("olek", "przyczolek", "plac-trzech-krzyzy~przyczolek:1", "plac-trzech-krzyzy")
_NEXT_ROUND: Line = ("end", *_OLEK_FOLLOWS, "end", "roll black 1", "draw port>dworzec-pocztowy", "card 3")
_OLEK_DELIVERS = walk("olek", "past~plac-trzech-krzyzy:1", "past")
_OTHERS = ("walk felek", "jump felek")

_TWO_LETTERS = Script(
    "14-a",
    Beginning(_two_letters),
    (
        ScriptStep(
            "exercise.14-a.title.urgent",
            "exercise.14-a.step.urgent",
            wants=(walk("zosia", "bank-polski", "starowka", "wytwornia"),),
            first=_FIRST,
            mistakes=(
                Mistake(("walk antek", "jump antek"), "exercise.14-a.mistake.antek-first"),
                Mistake(("walk zosia", "jump zosia"), "exercise.14-a.mistake.astray"),
                Mistake(_OTHERS, "exercise.14-a.mistake.other-scout"),
                Mistake(("drop zosia", "drop antek"), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.14-a.mistake.end"),
            ),
            then=_NEXT_ROUND,
            marks=Marks(fields=("wytwornia",), pieces=("zosia", "antek"), orders=(_LAST_MOMENT,)),
            hint="exercise.14-a.hint.urgent",
        ),
        ScriptStep(
            "exercise.14-a.title.card",
            "exercise.14-a.step.card",
            wants=(("card 2",),),
            first=_FIRST,
            mistakes=(
                Mistake(("card 1",), "exercise.14-a.mistake.card-too-low"),
                Mistake(("card 4", "card 5"), "exercise.14-a.mistake.card-too-high", _OLEK_DELIVERS),
            ),
            marks=Marks(fields=("past",), pieces=("antek", "olek"), orders=(_SHARED,), cards=(1, 2, 4, 5)),
            hint="exercise.14-a.hint.card",
        ),
        ScriptStep(
            "exercise.14-a.title.walk",
            "exercise.14-a.step.walk",
            wants=(walk("antek", "past~elektrownia:1", "past"), ("jump antek past",)),
            first=_FIRST,
            mistakes=(
                Mistake(("walk antek", "jump antek"), "exercise.14-a.mistake.not-there"),
                Mistake(("walk zosia", "jump zosia", *_OTHERS), "exercise.14-a.mistake.other-scout"),
                Mistake(("drop antek",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.14-a.mistake.too-slow", _OLEK_DELIVERS),
            ),
            marks=Marks(fields=("past",), pieces=("antek",), orders=(_SHARED,)),
            hint="exercise.14-a.hint.walk",
        ),
    ),
    title_key="exercise.14-a.title",
    praise_key="exercise.14-a.praise",
)

EXERCISES = (_TWO_LETTERS,)
