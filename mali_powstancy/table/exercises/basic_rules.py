"""Lesson 03, rules I: examples 1 to 5 of the rulebook as small positions of the basic variant."""

from __future__ import annotations

from mali_powstancy.engine import GameState, arrange, load_scenario
from mali_powstancy.table.exercises.lines import in_any_order, walk
from mali_powstancy.table.gestures import SOLDIER
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.scripts import Beginning, Later, Mistake, Script, ScriptStep

_FIRST = "exercise.first"

# Example 1: an order is collected, and who delivers it first gets the points.

_TO_PORT = "plac-wilsona>port"


def _on_plac_wilsona() -> GameState:
    return arrange(
        load_scenario("basic-3"), patrols=["red", "orange"], track=[(_TO_PORT, 1)], cards={"red": 1, "orange": 2}
    )


def _beside_port() -> GameState:
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "orange"],
        round=4,
        scouts={"zosia": "przyczolek", "hania": "przyczolek"},
        carrying={"zosia": _TO_PORT, "hania": _TO_PORT},
        track=[(_TO_PORT, 4)],
        cards={"red": 1, "orange": 2},
    )


_HANIA_DELIVERS = ("end", "walk hania port")

_FIRST_IN_PORT = Script(
    "03-a",
    Beginning(_on_plac_wilsona),
    (
        ScriptStep(
            "exercise.03-a.title.collect",
            "exercise.03-a.step.collect",
            wants=((f"collect zosia {_TO_PORT}",),),
            first=_FIRST,
            mistakes=(
                Mistake(("end",), "exercise.03-a.mistake.end-without-order", (f"collect hania {_TO_PORT}",)),
                Mistake(("walk zosia", "jump zosia"), "exercise.03-a.mistake.left-without-order"),
            ),
            marks=Marks(orders=(_TO_PORT,)),
            hint="exercise.03-a.hint.collect",
        ),
        ScriptStep(
            "exercise.03-a.title.deliver",
            "exercise.03-a.step.deliver",
            wants=(("walk zosia port",), ("jump zosia port",)),
            first=_FIRST,
            mistakes=(
                Mistake(("end",), "exercise.03-a.mistake.end-too-early", _HANIA_DELIVERS[1:]),
                Mistake(("drop zosia",), "exercise.mistake.dropped"),
                Mistake(("walk zosia", "jump zosia"), "exercise.03-a.mistake.not-there", _HANIA_DELIVERS),
                Mistake(
                    ("walk antek", "walk felek", "jump antek", "jump felek"),
                    "exercise.03-a.mistake.other-scout",
                    _HANIA_DELIVERS,
                ),
            ),
            marks=Marks(fields=("port",), pieces=("zosia", "hania")),
            hint="exercise.03-a.hint.deliver",
            beginning=Beginning(_beside_port),
        ),
    ),
    title_key="exercise.03-a.title",
    praise_key="exercise.03-a.praise",
)

# Example 2: two movement points for one scout or for two.


def _two_points() -> GameState:
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "green"],
        scouts={"zosia": "past", "antek": "elektrownia", "felek": "port"},
        cards={"red": 2, "green": 4},
    )


_ONE_FIELD_EACH = (
    walk("antek", "past~elektrownia:1"),
    walk("antek", "plac-trzech-krzyzy~elektrownia:1"),
    walk("antek", "elektrownia~przyczolek:1"),
    walk("antek", "wytwornia~elektrownia:2"),
    walk("felek", "przyczolek"),
    walk("felek", "port~stary-mokotow:1"),
)
_TOWARDS_STATION = walk("zosia", "past~dworzec-pocztowy:1")

_POINTS = Script(
    "03-b",
    Beginning(_two_points),
    (
        ScriptStep(
            "exercise.03-b.title.together",
            "exercise.03-b.step.together",
            wants=((*_TOWARDS_STATION, *walk("zosia", "dworzec-pocztowy")),),
            first=_FIRST,
            mistakes=(
                Mistake(
                    ("walk antek", "walk felek", "jump antek", "jump felek"), "exercise.03-b.mistake.point-for-another"
                ),
                Mistake(("walk zosia",), "exercise.03-b.mistake.astray"),
                Mistake(("end",), "exercise.03-b.mistake.end"),
            ),
            later=(Later(("jump zosia",), "exercise.03-b.later.jump"),),
            marks=Marks(fields=("dworzec-pocztowy",), pieces=("zosia",)),
            hint="exercise.03-b.hint.together",
        ),
        ScriptStep(
            "exercise.03-b.title.shared",
            "exercise.03-b.step.shared",
            wants=in_any_order(_TOWARDS_STATION, _ONE_FIELD_EACH),
            first=_FIRST,
            mistakes=(
                Mistake(walk("zosia", "dworzec-pocztowy"), "exercise.03-b.mistake.both-points"),
                Mistake(("walk zosia",), "exercise.03-b.mistake.astray"),
                Mistake(("walk antek", "walk felek"), "exercise.03-b.mistake.nothing-for-zosia"),
                Mistake(("end",), "exercise.03-b.mistake.points-left"),
            ),
            later=(Later(("jump zosia", "jump antek", "jump felek"), "exercise.03-b.later.jump"),),
            marks=Marks(fields=("dworzec-pocztowy",), pieces=("zosia", "antek", "felek")),
            hint="exercise.03-b.hint.shared",
            beginning=Beginning(_two_points),
        ),
    ),
    title_key="exercise.03-b.title",
    praise_key="exercise.03-b.praise",
)

# Example 3: a jump begins in an object.

_TO_BRIDGEHEAD, _TO_PAST = "starowka>przyczolek", "sggw>past"


def _in_an_object() -> GameState:
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "orange"],
        round=3,
        scouts={
            "zosia": "plac-trzech-krzyzy",
            "hania": "past~elektrownia:1",
            "olek": "plac-wilsona~cytadela:1",
            "kazik": "port~stary-mokotow:2",
        },
        carrying={"zosia": _TO_BRIDGEHEAD, "hania": _TO_PAST},
        track=[(_TO_BRIDGEHEAD, 3), (_TO_PAST, 2)],
        cards={"red": 1, "orange": 2},
    )


def _on_a_plain_field() -> GameState:
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "orange"],
        round=3,
        scouts={
            "zosia": "przyczolek",
            "hania": "past~elektrownia:1",
            "olek": "plac-wilsona~cytadela:1",
            "kazik": "port~stary-mokotow:2",
        },
        carrying={"hania": _TO_PAST},
        track=[(_TO_PAST, 2)],
        delivered={"red": [_TO_BRIDGEHEAD]},
        cards={"red": 1, "orange": 2},
        turn="orange",
    )


_JUMP = Script(
    "03-c",
    Beginning(_in_an_object),
    (
        ScriptStep(
            "exercise.03-c.title.jump",
            "exercise.03-c.step.jump",
            wants=(("jump zosia przyczolek",),),
            first=_FIRST,
            mistakes=(
                Mistake(("walk zosia",), "exercise.03-c.mistake.half-way"),
                Mistake(("jump zosia",), "exercise.03-c.mistake.jump-elsewhere"),
                Mistake(("walk antek", "walk felek", "jump antek", "jump felek"), "exercise.03-c.mistake.other-scout"),
                Mistake(("drop zosia",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.03-c.mistake.end"),
            ),
            marks=Marks(fields=("przyczolek",), pieces=("zosia",)),
            hint="exercise.03-c.hint.jump",
        ),
        ScriptStep(
            "exercise.03-c.title.plain-field",
            "exercise.03-c.step.plain-field",
            wants=(walk("hania", "past"),),
            first=_FIRST,
            mistakes=(
                Mistake(walk("hania", "elektrownia"), "exercise.03-c.mistake.wrong-end"),
                Mistake(("drop hania",), "exercise.mistake.dropped"),
                Mistake(("end",), "exercise.03-c.mistake.end"),
            ),
            marks=Marks(fields=("past",), pieces=("hania",)),
            hint="exercise.03-c.hint.plain-field",
            beginning=Beginning(_on_a_plain_field, seat=1),
        ),
    ),
    title_key="exercise.03-c.title",
    praise_key="exercise.03-c.praise",
    quiet=("szucha",),
)

# Example 4, its red number: who gets the extra move. Its black number lets a player choose whom the soldier arrests:
# the rules tell what he does then, but no exercise asks anybody to pick a victim.

_TO_SGGW, _TO_STAROWKA = "bank-polski>sggw", "palacyk-michla>starowka"


def _soldier_in_browary() -> GameState:
    return arrange(
        load_scenario("basic-2"),
        patrols=["red", "green"],
        round=2,
        soldier="browary",
        scouts={
            "zosia": "bank-polski",
            "gosia": "bank-polski",
            "tadek": "palacyk-michla~browary:1",
            "antek": "plac-wilsona",
            "felek": "port",
            "wicek": "port",
        },
        carrying={"zosia": _TO_STAROWKA, "gosia": _TO_SGGW},
        track=[(_TO_STAROWKA, 2), (_TO_SGGW, 1)],
        cards={"red": 3, "green": 4},
        at_die=True,
    )


_NEAREST = Script(
    "03-d",
    Beginning(_soldier_in_browary, seat=1, before=("roll red 6",)),
    (
        ScriptStep(
            "exercise.03-d.title.extra",
            "exercise.03-d.step.extra",
            wants=(("extra gosia",),),
            first=_FIRST,
            mistakes=(Mistake(("extra tadek",), "exercise.03-d.mistake.extra-without-order"),),
            marks=Marks(pieces=(SOLDIER, "gosia", "tadek"), orders=(_TO_SGGW,)),
            hint="exercise.03-d.hint.extra",
        ),
        ScriptStep(
            "exercise.03-d.title.deliver",
            "exercise.03-d.step.deliver",
            wants=(
                walk(
                    "gosia",
                    *("past", "past~dworzec-pocztowy:1", "dworzec-pocztowy"),
                    *("sggw~dworzec-pocztowy:2", "sggw~dworzec-pocztowy:1", "sggw"),
                ),
            ),
            first=_FIRST,
            mistakes=(
                Mistake(("walk gosia",), "exercise.03-d.mistake.astray"),
                Mistake(("end",), "exercise.03-d.mistake.end"),
                Mistake(("drop gosia",), "exercise.mistake.dropped"),
            ),
            marks=Marks(fields=("sggw",), pieces=("gosia",)),
            hint="exercise.03-d.hint.deliver",
        ),
    ),
    title_key="exercise.03-d.title",
    praise_key="exercise.03-d.praise",
)

# Example 5: a late order closes a road, and a scout on it goes to the nearer end.

_LATE = "wytwornia>szucha"


def _late_order() -> GameState:
    return arrange(
        load_scenario("basic-3"),
        patrols=["red", "orange", "violet"],
        round=6,
        scouts={
            "hania": "przyczolek~szucha:1",
            "marysia": "szucha~sggw:1",
            "stas": "dworzec-pocztowy",
            "bolek": "cytadela",
        },
        track=[(_LATE, 5)],
        cards={"red": 1, "orange": 3, "violet": 5},
        at_die=True,
        deck_left=0,
    )


_CLOSED_ROAD = Script(
    "03-e",
    Beginning(_late_order, seat=2, before=("roll black 1",)),
    (
        ScriptStep(
            "exercise.03-e.title.block",
            "exercise.03-e.step.block",
            wants=(("block przyczolek~szucha",),),
            first=_FIRST,
            mistakes=(
                Mistake(("block szucha~sggw",), "exercise.03-e.mistake.own-scout"),
                Mistake(("block szucha~stary-mokotow",), "exercise.03-e.mistake.road-to-mokotow"),
                Mistake(("block plac-trzech-krzyzy~szucha",), "exercise.03-e.mistake.road-to-centre"),
            ),
            marks=Marks(fields=("szucha",), pieces=("hania", "marysia")),
            hint="exercise.03-e.hint.block",
        ),
    ),
    title_key="exercise.03-e.title",
    praise_key="exercise.03-e.praise",
    quiet=("szucha",),
)

EXERCISES = (_FIRST_IN_PORT, _POINTS, _JUMP, _NEAREST, _CLOSED_ROAD)
