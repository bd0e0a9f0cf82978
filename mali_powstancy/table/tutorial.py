"""The first lesson: a scripted round and a half of the short game that a pupil plays in about five minutes.

>>> from mali_powstancy.tabletop.scripts import Lesson
>>> lesson = Lesson(TUTORIAL)
>>> while not lesson.is_over:
...     reply = lesson.attempt(lesson.wanted) if lesson.wanted else lesson.go_on()
>>> lesson.session.state.delivered[PUPIL]
('dworzec-pocztowy>browary',)
"""

from __future__ import annotations

from collections.abc import Mapping

from mali_powstancy.engine import GameState, Reason, load_scenario, new_game
from mali_powstancy.engine.cards import OrderId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.table.gestures import SOLDIER
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.scripts import Beginning, Later, Line, Mistake, Script, ScriptStep

PUPIL: Seat = 0
"""The seat of the pupil, who leads the red patrol; everybody else and chance follow the script."""
PATROLS = ("red", "orange")

_ORDER: OrderId = "dworzec-pocztowy>browary"

_OLEK_DELIVERS: Line = ("walk olek browary~dworzec-pocztowy:1", "walk olek browary")

STEPS: tuple[ScriptStep, ...] = (
    ScriptStep(
        "tutorial.title.map",
        "tutorial.step.map",
        marks=Marks(fields=("past", "past~dworzec-pocztowy:1", "dworzec-pocztowy")),
    ),
    ScriptStep(
        "tutorial.title.patrol",
        "tutorial.step.patrol",
        then=(f"draw {_ORDER}",),
        marks=Marks(pieces=("zosia", "antek", "felek")),
    ),
    ScriptStep(
        "tutorial.title.order",
        "tutorial.step.order",
        marks=Marks(fields=("dworzec-pocztowy", "browary"), orders=(_ORDER,)),
    ),
    ScriptStep(
        "tutorial.title.card",
        "tutorial.step.card",
        wants=(("card 3",),),
        first="tutorial.first.card",
        mistakes=(
            Mistake(("card 1",), "tutorial.mistake.card-too-low"),
            Mistake(("card 2",), "tutorial.mistake.card-without-rest"),
            Mistake(("card 4", "card 5"), "tutorial.mistake.card-too-high"),
        ),
        then=("card 4",),
        marks=Marks(
            fields=("past~dworzec-pocztowy:1", "dworzec-pocztowy"), pieces=("antek", "felek"), cards=(1, 2, 3, 4, 5)
        ),
    ),
    ScriptStep(
        "tutorial.title.walk",
        "tutorial.step.walk",
        wants=(("walk antek past~dworzec-pocztowy:1", "walk antek dworzec-pocztowy"),),
        first="tutorial.first.walk",
        mistakes=(Mistake(("walk antek",), "tutorial.mistake.walk-away"),),
        later=(
            Later(("jump antek",), "tutorial.first.no-jump-yet"),
            Later(("walk antek pawiak",), "tutorial.first.quiet-place"),
        ),
        marks=Marks(fields=("past~dworzec-pocztowy:1", "dworzec-pocztowy"), pieces=("antek",)),
    ),
    ScriptStep(
        "tutorial.title.collect",
        "tutorial.step.collect",
        wants=((f"collect antek {_ORDER}",),),
        first="tutorial.first.collect",
        mistakes=(
            Mistake(("walk antek",), "tutorial.mistake.walk-without-order"),
            Mistake(("end",), "tutorial.mistake.end-without-order"),
        ),
        marks=Marks(fields=("dworzec-pocztowy",), pieces=("antek",), orders=(_ORDER,)),
    ),
    ScriptStep(
        "tutorial.title.share",
        "tutorial.step.share",
        wants=(
            ("walk felek port~stary-mokotow:3", "end"),
            ("walk felek sggw~stary-mokotow:1", "end"),
            ("walk zosia plac-wilsona~cytadela:1", "end"),
            ("walk zosia plac-wilsona~dworzec-gdanski:1", "end"),
        ),
        first="tutorial.first.share",
        mistakes=(Mistake(("drop antek",), "tutorial.mistake.dropped"),),
        later=(
            Later(("walk antek",), "tutorial.first.another-scout"),
            Later(("walk felek szucha",), "tutorial.first.quiet-place"),
        ),
        then=(
            "walk olek past~dworzec-pocztowy:1",
            "walk olek dworzec-pocztowy",
            f"collect olek {_ORDER}",
            "walk hania plac-wilsona~dworzec-gdanski:1",
            "walk hania dworzec-gdanski",
            "end",
        ),
        marks=Marks(pieces=("felek", "zosia")),
    ),
    ScriptStep(
        "tutorial.title.die",
        "tutorial.step.die",
        then=("roll black 1",),
        marks=Marks(fields=("plac-narutowicza",), pieces=(SOLDIER,)),
    ),
    ScriptStep(
        "tutorial.title.soldier",
        "tutorial.step.soldier",
        marks=Marks(fields=("reduta-wawelska",), pieces=(SOLDIER,)),
    ),
    ScriptStep(
        "tutorial.title.time",
        "tutorial.step.time",
        then=("draw elektrownia>cytadela", "card 3"),
        marks=Marks(orders=(_ORDER,)),
    ),
    ScriptStep(
        "tutorial.title.race",
        "tutorial.step.race",
        wants=(("card 2",), ("card 1",)),
        first="tutorial.first.race",
        mistakes=(Mistake(("card 4", "card 5"), "tutorial.mistake.card-too-late", _OLEK_DELIVERS),),
        marks=Marks(fields=("browary",), pieces=("antek", "olek"), orders=(_ORDER,), cards=(1, 2, 4, 5)),
    ),
    ScriptStep(
        "tutorial.title.jump",
        "tutorial.step.jump",
        wants=(("jump antek browary",), ("walk antek browary~dworzec-pocztowy:1", "walk antek browary")),
        first="tutorial.first.jump",
        mistakes=(
            Mistake(("walk antek", "jump antek"), "tutorial.mistake.not-there"),
            Mistake(("end",), "tutorial.mistake.end-too-early", _OLEK_DELIVERS),
            Mistake(("drop antek",), "tutorial.mistake.dropped"),
        ),
        marks=Marks(fields=("browary",), pieces=("antek",), orders=(_ORDER,)),
    ),
    ScriptStep(
        "tutorial.title.delivered",
        "tutorial.step.delivered",
        marks=Marks(fields=("browary",), pieces=("antek",)),
    ),
    ScriptStep(
        "tutorial.title.ready",
        "tutorial.step.ready",
    ),
)

REFUSALS: Mapping[Reason, str] = {
    Reason.NOT_AT_START: "tutorial.refused.not-at-start",
    Reason.NOT_ADJACENT: "tutorial.refused.too-far",
    Reason.NO_POINTS_LEFT: "tutorial.refused.no-points",
    Reason.SOLDIER_THERE: "tutorial.refused.soldier",
    Reason.NOT_YOUR_SCOUT: "tutorial.refused.other-patrol",
    Reason.CARD_NOT_IN_HAND: "tutorial.refused.card-used",
}
"""Refusals that a beginner meets, in the lesson's own words."""


def _opening() -> GameState:
    return new_game(load_scenario("short-1"), patrols=PATROLS, start_player=PUPIL)


TUTORIAL = Script("tutorial", Beginning(_opening, PUPIL, ("first 0",)), STEPS, REFUSALS)
