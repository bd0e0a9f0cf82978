"""Lesson 06, rules II: examples 6 to 10 of the rulebook as small positions of the extended variant."""

from __future__ import annotations

from mali_powstancy.engine import GameState, arrange, load_scenario
from mali_powstancy.table.exercises.lines import in_any_order, walk
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.scripts import Beginning, Later, Line, Mistake, Script, ScriptStep

_FIRST = "exercise.first"

# Example 6: pals from the yard.

_TO_MICHLER = "cytadela>palacyk-michla"


def _pals() -> GameState:
    return arrange(
        load_scenario("extended-3"),
        patrols=["red", "green"],
        round=3,
        scouts={"gosia": "starowka", "tadek": "palacyk-michla", "wicek": "port"},
        carrying={"gosia": _TO_MICHLER},
        track=[(_TO_MICHLER, 3)],
        cards={"green": 1, "red": 2},
    )


_PALS = Script(
    "06-a",
    Beginning(_pals, seat=1),
    (
        ScriptStep(
            "exercise.06-a.title.walk",
            "exercise.06-a.step.walk",
            wants=(walk("gosia", "starowka~pawiak:1"),),
            first=_FIRST,
            mistakes=(
                Mistake(("walk gosia", "jump gosia"), "exercise.06-a.mistake.other-district"),
                Mistake(("walk tadek", "jump tadek"), "exercise.06-a.mistake.tadek-leaves"),
                Mistake(("walk wicek", "jump wicek"), "exercise.06-a.mistake.other-scout"),
                Mistake(("drop gosia",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.06-a.mistake.end"),
            ),
            later=(Later(("jump gosia pawiak",), "exercise.06-a.later.jump"),),
            marks=Marks(fields=("palacyk-michla",), pieces=("gosia", "tadek")),
            hint="exercise.06-a.hint.walk",
        ),
        ScriptStep(
            "exercise.06-a.title.pals",
            "exercise.06-a.step.pals",
            wants=(("pals gosia tadek",),),
            first=_FIRST,
            mistakes=(
                Mistake(("end",), "exercise.06-a.mistake.end"),
                Mistake(("drop gosia",), "exercise.mistake.dropped"),
            ),
            marks=Marks(fields=("palacyk-michla",), pieces=("gosia", "tadek")),
            hint="exercise.06-a.hint.pals",
        ),
    ),
    title_key="exercise.06-a.title",
    praise_key="exercise.06-a.praise",
    quiet=("pawiak",),
)

# Example 7: an insurgent unit helps a scout on.

_TO_CITADEL = "stary-mokotow>cytadela"


def _unit() -> GameState:
    return arrange(
        load_scenario("extended-3"),
        patrols=["red", "violet"],
        round=3,
        scouts={"marysia": "elektrownia", "stas": "past", "bolek": "port"},
        carrying={"marysia": _TO_CITADEL},
        track=[(_TO_CITADEL, 3)],
        cards={"violet": 2, "red": 4},
    )


_ONE_MORE_FIELD = (
    *(walk("stas", field) for field in ("bank-polski", "browary~past:1", "past~dworzec-pocztowy:1")),
    *(walk("stas", field) for field in ("past~plac-trzech-krzyzy:1", "past~elektrownia:1")),
    *(walk("bolek", field) for field in ("przyczolek", "port~stary-mokotow:1")),
)

_UNIT = Script(
    "06-b",
    Beginning(_unit, seat=1),
    (
        ScriptStep(
            "exercise.06-b.title.unit",
            "exercise.06-b.step.unit",
            wants=(("unit marysia wytwornia",),),
            first=_FIRST,
            mistakes=(
                Mistake(("unit marysia",), "exercise.06-b.mistake.unit-elsewhere"),
                Mistake(("unit stas", "unit bolek"), "exercise.06-b.mistake.unit-for-another"),
                Mistake(("jump",), "exercise.06-b.mistake.jump"),
                Mistake(("walk",), "exercise.06-b.mistake.walk-first"),
                Mistake(("drop marysia",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.06-b.mistake.end"),
            ),
            marks=Marks(fields=("cytadela",), pieces=("marysia",)),
            hint="exercise.06-b.hint.unit",
        ),
        ScriptStep(
            "exercise.06-b.title.walk",
            "exercise.06-b.step.walk",
            wants=in_any_order(walk("marysia", "cytadela"), _ONE_MORE_FIELD),
            first=_FIRST,
            mistakes=(
                Mistake(("jump",), "exercise.06-b.mistake.jump"),
                Mistake(("walk marysia",), "exercise.06-b.mistake.astray"),
                Mistake(("walk",), "exercise.06-b.mistake.nothing-for-marysia"),
                Mistake(("drop marysia",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.06-b.mistake.points-left"),
            ),
            marks=Marks(fields=("cytadela",), pieces=("marysia", "stas", "bolek")),
            hint="exercise.06-b.hint.walk",
        ),
    ),
    title_key="exercise.06-b.title",
    praise_key="exercise.06-b.praise",
)

# Example 8: swapping orders.

_SAVED, _NEARLY_THERE = "dworzec-pocztowy>plac-wilsona", "dworzec-gdanski>bank-polski"
_NOBODYS, _NEW = "port>starowka", "elektrownia>sggw"


def _swap() -> GameState:
    return arrange(
        load_scenario("extended-3"),
        patrols=["red", "green"],
        round=5,
        scouts={"zosia": "plac-trzech-krzyzy", "antek": "plac-wilsona", "gosia": "starowka", "tadek": "plac-wilsona"},
        carrying={"zosia": _SAVED, "gosia": _NEARLY_THERE},
        track=[(_SAVED, 4), (_NEARLY_THERE, 3), (_NOBODYS, 3), (_NEW, 2)],
        cards={"red": 3, "green": 5},
    )


_ROUND_ENDS = ("walk gosia bank-polski", "end")

_SWAP = Script(
    "06-c",
    Beginning(_swap),
    (
        ScriptStep(
            "exercise.06-c.title.swap",
            "exercise.06-c.step.swap",
            wants=((f"swap {_NEARLY_THERE} {_SAVED}",),),
            first=_FIRST,
            mistakes=(
                Mistake((f"swap {_NOBODYS} {_SAVED}",), "exercise.06-c.mistake.another-is-late", ("end", *_ROUND_ENDS)),
                Mistake(("swap",), "exercise.06-c.mistake.no-help", ("end", *_ROUND_ENDS)),
                Mistake(("drop zosia",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.06-c.mistake.late", _ROUND_ENDS),
            ),
            later=(Later(("walk", "jump"), "exercise.06-c.later.walk"),),
            marks=Marks(orders=(_SAVED,), pieces=("zosia",)),
            hint="exercise.06-c.hint.swap",
        ),
        ScriptStep(
            "exercise.06-c.title.walk",
            "exercise.06-c.step.walk",
            wants=(walk("zosia", "past~plac-trzech-krzyzy:1", "past", "bank-polski"),),
            first=_FIRST,
            mistakes=(
                Mistake(("jump zosia",), "exercise.06-c.mistake.jump"),
                Mistake(("walk zosia",), "exercise.06-c.mistake.astray"),
                Mistake(("walk antek", "walk felek", "jump antek", "jump felek"), "exercise.06-c.mistake.other-scout"),
                Mistake(("drop zosia",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.06-c.mistake.end"),
            ),
            then=("end", *_ROUND_ENDS),
            marks=Marks(fields=("bank-polski",), pieces=("zosia",)),
            hint="exercise.06-c.hint.walk",
        ),
    ),
    title_key="exercise.06-c.title",
    praise_key="exercise.06-c.praise",
)

# Example 9: street gossip.

_HEARD, _FROM_PORT = "plac-wilsona>plac-trzech-krzyzy", "port>starowka"


def _gossip() -> GameState:
    return arrange(
        load_scenario("extended-3"),
        scouts={"hania": "past", "kazik": "stary-mokotow"},
        cards={"orange": 4, "red": 5, "green": 5, "violet": 5},
        start_player="red",
    )


_TO_PORT = walk("kazik", "port~stary-mokotow:3", "port~stary-mokotow:2", "port~stary-mokotow:1", "port")
_NEXT_ROUND: Line = (
    *("end", "end", "end", "end"),
    *(f"draw {_HEARD}", f"draw {_FROM_PORT}"),
    *("card 1", "card 2", "card 3", "card 4"),
)

_GOSSIP = Script(
    "06-d",
    Beginning(_gossip, seat=1),
    (
        ScriptStep(
            "exercise.06-d.title.gossip",
            "exercise.06-d.step.gossip",
            wants=(("gossip",),),
            first=_FIRST,
            mistakes=(
                Mistake(("walk", "jump"), "exercise.06-d.mistake.blind"),
                Mistake(("end",), "exercise.06-d.mistake.end-without-gossip"),
            ),
            then=(f"draw {_HEARD}", f"draw {_FROM_PORT}"),
            marks=Marks(pieces=("hania", "olek", "kazik")),
            hint="exercise.06-d.hint.gossip",
        ),
        ScriptStep(
            "exercise.06-d.title.walk",
            "exercise.06-d.step.walk",
            wants=(_TO_PORT, ("jump kazik port",)),
            first=_FIRST,
            mistakes=(
                Mistake(("walk kazik", "jump kazik"), "exercise.06-d.mistake.astray"),
                Mistake(("walk", "jump"), "exercise.06-d.mistake.other-scout"),
                Mistake(("end",), "exercise.06-d.mistake.end"),
            ),
            then=_NEXT_ROUND,
            marks=Marks(pieces=("hania", "olek", "kazik")),
            hint="exercise.06-d.hint.walk",
        ),
        ScriptStep(
            "exercise.06-d.title.collect",
            "exercise.06-d.step.collect",
            wants=((f"collect kazik {_FROM_PORT}",),),
            first=_FIRST,
            mistakes=(
                Mistake(("walk kazik", "jump kazik"), "exercise.06-d.mistake.left-without-order"),
                Mistake(("end",), "exercise.06-d.mistake.end-without-order"),
            ),
            marks=Marks(pieces=("kazik",), orders=(_FROM_PORT,)),
            hint="exercise.06-d.hint.collect",
        ),
    ),
    title_key="exercise.06-d.title",
    praise_key="exercise.06-d.praise",
)

# Example 10: a district falls.

_LATE, _LATE_BEFORE, _CARRIED = "browary>stary-mokotow", "elektrownia>sggw", "sggw>past"
_TO_CENTRE, _TO_OCHOTA = "sggw~dworzec-pocztowy:2", "sggw~plac-narutowicza:2"


def _mokotow_falls() -> GameState:
    return arrange(
        load_scenario("extended-3"),
        patrols=["red", "green"],
        round=6,
        tokens=[("sggw", "sggw~stary-mokotow")],
        late=[_LATE_BEFORE],
        carrying={"gosia": _CARRIED},
        track=[(_LATE, 4), (_CARRIED, 2)],
        scouts={"zosia": "plac-trzech-krzyzy~szucha:1", "gosia": "sggw", "felek": "past", "wicek": "past"},
        cards={"red": 4, "green": 5},
        turn="green",
    )


_FALL = Script(
    "06-e",
    Beginning(_mokotow_falls, seat=1, before=("end", "draw dworzec-pocztowy>plac-wilsona")),
    (
        ScriptStep(
            "exercise.06-e.title.retreat",
            "exercise.06-e.step.retreat",
            wants=((f"retreat gosia {_TO_CENTRE}",),),
            first=_FIRST,
            mistakes=(Mistake((f"retreat gosia {_TO_OCHOTA}",), "exercise.06-e.mistake.farther"),),
            then=("draw port>starowka",),
            marks=Marks(fields=("past",), pieces=("gosia",)),
            hint="exercise.06-e.hint.retreat",
        ),
        ScriptStep(
            "exercise.06-e.title.card",
            "exercise.06-e.step.card",
            wants=(("card 3",),),
            first=_FIRST,
            mistakes=(
                Mistake(("card 1", "card 2"), "exercise.06-e.mistake.card-too-low"),
                Mistake(("card 4",), "exercise.06-e.mistake.card-too-high"),
            ),
            then=("card 5",),
            marks=Marks(fields=("past",), pieces=("gosia",), cards=(1, 2, 3, 4)),
            hint="exercise.06-e.hint.card",
        ),
        ScriptStep(
            "exercise.06-e.title.walk",
            "exercise.06-e.step.walk",
            wants=(walk("gosia", "dworzec-pocztowy", "past~dworzec-pocztowy:1", "past"),),
            first=_FIRST,
            mistakes=(
                Mistake(("walk gosia",), "exercise.06-e.mistake.astray"),
                Mistake(("walk", "jump"), "exercise.06-e.mistake.other-scout"),
                Mistake(("drop gosia",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.06-e.mistake.end"),
            ),
            later=(Later(("swap",), "exercise.06-e.later.swap"),),
            marks=Marks(fields=("past",), pieces=("gosia",)),
            hint="exercise.06-e.hint.walk",
        ),
    ),
    title_key="exercise.06-e.title",
    praise_key="exercise.06-e.praise",
    quiet=("szucha", "plac-narutowicza"),
)

EXERCISES = (_PALS, _UNIT, _SWAP, _GOSSIP, _FALL)
