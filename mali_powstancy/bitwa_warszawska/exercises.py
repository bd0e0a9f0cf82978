"""Lesson 13, news and orders: ciphers, a lost radio, an order that comes late, a battle; and a position of lesson 14.

>>> SCRIPTS["13-a"].is_exercise
True
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from types import MappingProxyType

from mali_powstancy.bitwa_warszawska.arranging import arrange
from mali_powstancy.bitwa_warszawska.scenario_file import load_scenario
from mali_powstancy.bitwa_warszawska.state import GameState
from mali_powstancy.tabletop.scripts import Beginning, Later, Mistake, Script, ScriptStep

_FIRST = "exercise.first"
_WP, _ACZ = 0, 1
_STANDARD = "bitwa-standard"
_STRENGTHS = ("strength N", "strength M", "strength S")
_NEXT_ROUND = Mistake(("bid",), "exercise.mistake.next-round")
_PASSED = Mistake(("pass",), "exercise.mistake.passed")


# 13-a: broken ciphers block the commander who would decide the battle -------------------------------------------------


def _before_the_answer() -> GameState:
    """On the Middle Front it is 3 : 3, and a commander of the Red Army there has not been used yet."""
    return arrange(
        load_scenario(_STANDARD),
        hands={"WP-1": ["wp-szyfry", "wp-13-dp"], "ACz-1": ["acz-dyrektywa"]},
        WP={"units": {"N": [0, 0], "M": [0, 3], "S": [0, 0]}, "marker": "ACz:O.N"},
        ACz={
            "units": {"N": [1, 1], "M": [0, 3], "S": [0, 1]},
            "commanders": {"N": "acz-szuwajew", "M": "acz-sollohub"},
            "used": ["N"],
            "strength": {"N": 2},
            "marker": "WP:O.S",
        },
    )


_ANSWER = "activate acz-dyrektywa M 1"
_AT_FUNDS = ("bid acz-dyrektywa funds",)
_TWO_STEPS = ("step M2-M1", "step M2-M1")

_CIPHERS = Script(
    "13-a",
    Beginning(_before_the_answer, _WP),
    (
        ScriptStep(
            "exercise.13-a.title.play",
            "exercise.13-a.step.play",
            wants=(("play wp-szyfry M",), ("play wp-szyfry N",)),
            first=_FIRST,
            mistakes=(
                Mistake(("play wp-13-dp",), "exercise.13-a.mistake.too-late", (_ANSWER,)),
                Mistake(("move-marker wp-szyfry",), "exercise.13-a.mistake.thrown-away"),
                _NEXT_ROUND,
                _PASSED,
            ),
            marks=("strength M", "ACz:C.M", "card wp-szyfry"),
            hint="exercise.13-a.hint.play",
        ),
        ScriptStep(
            "exercise.13-a.title.block",
            "exercise.13-a.step.block",
            wants=(("block ACz:C.M",),),
            first=_FIRST,
            mistakes=(
                Mistake(("block ACz:C.N",), "exercise.13-a.mistake.used-already", (*_TWO_STEPS, _ANSWER)),
                Mistake(("block ACz:C.S",), "exercise.13-a.mistake.nobody-there", (*_TWO_STEPS, _ANSWER)),
                Mistake(("block",), "exercise.13-a.mistake.order-space", (*_TWO_STEPS, _ANSWER)),
            ),
            marks=("ACz:C.N", "ACz:C.M"),
            hint="exercise.13-a.hint.block",
        ),
        ScriptStep(
            "exercise.13-a.title.steps",
            "exercise.13-a.step.steps",
            wants=(_TWO_STEPS,),
            first=_FIRST,
            mistakes=(
                Mistake(("halt",), "exercise.13-a.mistake.steps-left", _AT_FUNDS),
                Mistake(("step M2-N2", "step M2-S2"), "exercise.13-a.mistake.away"),
            ),
            then=_AT_FUNDS,
            marks=("WP:L1.M", "WP:L2.M", "strength M"),
            hint="exercise.13-a.hint.steps",
        ),
    ),
    title_key="exercise.13-a.title",
    praise_key="exercise.13-a.praise",
)


# 13-b: a commander who hears nothing, and what it costs to reach him again --------------------------------------------


def _silence() -> GameState:
    """The marker of the Polish Army lies on the commander of the Northern Front; the Polish Army has passed."""
    return arrange(
        load_scenario(_STANDARD),
        hands={"WP-1": ["wp-zeligowski"], "ACz-1": ["acz-4-dk", "acz-6-dk", "acz-14-dk"]},
        WP={
            "units": {"N": [0, 2], "M": [1, 2], "S": [3, 3]},
            "orders": {"S": "wp-ciechanow"},
            "marker": "ACz:C.N",
        },
        ACz={
            "units": {"N": [0, 1], "M": [0, 1], "S": [0, 0]},
            "commanders": {"N": "acz-szuwajew"},
            "marker": "WP:O.M",
        },
        turn=1,
        passed=["WP-1"],
    )


_SPARE = (("acz-4-dk", "acz-6-dk"), ("acz-6-dk", "acz-4-dk"))
"""Either of two cards moves the marker, the other reaches the commander."""
_HARMFUL = ("L1.N", "L1.M", "L1.S", "L2", "C.M", "C.S")
_HARMLESS = ("O.N", "O.M", "O.S")

_RADIO = Script(
    "13-b",
    Beginning(_silence, _ACZ),
    (
        ScriptStep(
            "exercise.13-b.title.reach",
            "exercise.13-b.step.reach",
            wants=tuple(
                (f"move-marker {one} WP ACz:{place}", f"activate {other} N 1")
                for one, other in _SPARE
                for place in _HARMLESS
            ),
            first=_FIRST,
            mistakes=(
                Mistake(
                    tuple(f"move-marker {card} WP ACz:{place}" for card, _ in _SPARE for place in _HARMFUL),
                    "exercise.13-b.mistake.closes-again",
                ),
                Mistake(
                    tuple(f"move-marker {card} ACz" for card, _ in _SPARE),
                    "exercise.13-b.mistake.own-marker",
                ),
                Mistake(("move-marker acz-14-dk", "activate acz-14-dk"), "exercise.13-b.mistake.needed-card"),
                Mistake(tuple(f"activate {card} N 2" for card, _ in _SPARE), "exercise.13-b.mistake.steps"),
                Mistake(tuple(f"play {card}" for card, _ in _SPARE), "exercise.13-b.mistake.south"),
                _NEXT_ROUND,
                _PASSED,
            ),
            later=(Later(("play acz-14-dk",), "exercise.13-b.first.radio"),),
            marks=("ACz:C.N", "card acz-4-dk", "card acz-6-dk", "card acz-14-dk"),
            hint="exercise.13-b.hint.reach",
        ),
        ScriptStep(
            "exercise.13-b.title.middle",
            "exercise.13-b.step.middle",
            wants=(("play acz-14-dk",),),
            first=_FIRST,
            mistakes=(
                Mistake(("move-marker",), "exercise.13-b.mistake.marker-again"),
                _NEXT_ROUND,
                _PASSED,
            ),
            marks=("strength M", "card acz-14-dk"),
            hint="exercise.13-b.hint.middle",
        ),
    ),
    title_key="exercise.13-b.title",
    praise_key="exercise.13-b.praise",
)


# 13-c: an order that comes before the battle, and one that comes after it ---------------------------------------------


def _before_the_strike() -> GameState:
    """A commander of the Polish Army can begin the battle of the Middle Front with its next card."""
    return arrange(
        load_scenario(_STANDARD),
        hands={"WP-1": ["wp-8-bj"], "ACz-1": ["acz-21-ds", "acz-smolensk"]},
        WP={"units": {"M": [2, 1]}, "commanders": {"M": "wp-rydz-smigly"}, "marker": "ACz:L2"},
        ACz={"units": {"M": [0, 3]}, "marker": "WP:O.N"},
        initiative=["ACz-1", "WP-1"],
    )


def _after_the_strike() -> GameState:
    """The battle of the Middle Front is over; the order has come too late for it, but not for the others."""
    return arrange(
        load_scenario(_STANDARD),
        hands={"ACz-1": ["acz-smolensk"]},
        WP={
            "units": {"N": [0, 3], "M": [0, 1], "S": [0, 0]},
            "commanders": {"M": "wp-rydz-smigly"},
            "used": ["M"],
            "started": ["M"],
            "marker": "ACz:L2",
        },
        ACz={"units": {"N": [0, 3], "M": [0, 3], "S": [0, 1]}, "marker": "WP:O.N"},
        initiative=["ACz-1", "WP-1"],
        fought={"M": "WP"},
    )


_STRIKE = ("activate wp-8-bj M 1",)
_ORDER = "play acz-smolensk"

_LATE_ORDER = Script(
    "13-c",
    Beginning(_before_the_strike, _ACZ),
    (
        ScriptStep(
            "exercise.13-c.title.now",
            "exercise.13-c.step.now",
            wants=((f"{_ORDER} M",),),
            first=_FIRST,
            mistakes=(
                Mistake(("play acz-21-ds", "move-marker acz-21-ds"), "exercise.13-c.mistake.waited", _STRIKE),
                Mistake((f"{_ORDER} N", f"{_ORDER} S"), "exercise.13-c.mistake.other-front", ("halt", *_STRIKE)),
                Mistake(("move-marker acz-smolensk",), "exercise.13-c.mistake.thrown-away"),
                Mistake(("bid",), "exercise.mistake.next-round", _STRIKE),
                Mistake(("pass",), "exercise.mistake.passed", _STRIKE),
            ),
            later=(Later(("move-marker acz-21-ds ACz WP:C.M",), "exercise.13-c.first.also-good"),),
            marks=("strength M", "WP:C.M", "card acz-smolensk"),
            hint="exercise.13-c.hint.now",
        ),
        ScriptStep(
            "exercise.13-c.title.steps",
            "exercise.13-c.step.steps",
            wants=(_TWO_STEPS,),
            first=_FIRST,
            mistakes=(
                Mistake(("halt",), "exercise.13-c.mistake.too-weak", _STRIKE),
                Mistake(("step N2-N1", "step S2-S1"), "exercise.13-c.mistake.elsewhere"),
            ),
            then=("bid wp-8-bj supplies",),
            marks=("strength M", "ACz:L1.M", "ACz:L2.M"),
            hint="exercise.13-c.hint.steps",
        ),
        ScriptStep(
            "exercise.13-c.title.late",
            "exercise.13-c.step.late",
            wants=(
                (f"{_ORDER} N", "halt"),
                (f"{_ORDER} N", "step N2-N1", "halt"),
                (f"{_ORDER} N", "step N2-N1", "step N2-N1"),
            ),
            first=_FIRST,
            mistakes=(
                Mistake((f"{_ORDER} M",), "exercise.13-c.mistake.too-late", ("halt",)),
                Mistake((f"{_ORDER} S",), "exercise.13-c.mistake.won-already", ("halt",)),
                Mistake(("step M2-M1", "step S2-S1"), "exercise.13-c.mistake.lost-unit"),
                Mistake(("move-marker",), "exercise.13-c.mistake.thrown-away"),
                _NEXT_ROUND,
                _PASSED,
            ),
            marks=(*_STRENGTHS, "card acz-smolensk"),
            hint="exercise.13-c.hint.late",
            beginning=Beginning(_after_the_strike, _ACZ),
        ),
    ),
    title_key="exercise.13-c.title",
    praise_key="exercise.13-c.praise",
)


# 13-d: three battles counted before they are fought -------------------------------------------------------------------


def _last_card() -> GameState:
    """The last card of the round: three steps make one battle, a tie and a defeat into three battles won."""
    return arrange(
        load_scenario(_STANDARD),
        hands={"WP-1": ["wp-przedmoscie"]},
        WP={"units": {"N": [1, 3], "M": [0, 3], "S": [0, 2]}, "orders": {"M": "wp-do-broni"}, "marker": "ACz:L1.N"},
        ACz={"units": {"N": [1, 2], "M": [1, 1], "S": [1, 1]}, "marker": "WP:O.S"},
        scoring="S",
    )


_FORWARD = ("step S2-S1", "step S2-S1", "step M2-M1")

_COUNTED = Script(
    "13-d",
    Beginning(_last_card, _WP),
    (
        ScriptStep(
            "exercise.13-d.title.play",
            "exercise.13-d.step.play",
            wants=(("play wp-przedmoscie N",),),
            first=_FIRST,
            mistakes=(
                Mistake(("move-marker",), "exercise.13-d.mistake.marker"),
                _NEXT_ROUND,
                _PASSED,
            ),
            marks=(*_STRENGTHS, "scoring", "card wp-przedmoscie"),
            hint="exercise.13-d.hint.play",
        ),
        ScriptStep(
            "exercise.13-d.title.steps",
            "exercise.13-d.step.steps",
            wants=tuple(sorted(set(permutations(_FORWARD)), reverse=True)),
            first=_FIRST,
            mistakes=(
                Mistake(("step N2-N1",), "exercise.13-d.mistake.won-already"),
                Mistake(("step M2-M1",), "exercise.13-d.mistake.one-is-enough"),
                Mistake(
                    ("step N2-M2", "step N2-S2", "step M2-N2", "step M2-S2", "step S2-N2", "step S2-M2"),
                    "exercise.13-d.mistake.across",
                ),
                Mistake(("halt",), "exercise.13-d.mistake.steps-left"),
            ),
            marks=(*_STRENGTHS, "WP:O.M"),
            hint="exercise.13-d.hint.steps",
        ),
    ),
    title_key="exercise.13-d.title",
    praise_key="exercise.13-d.praise",
)


# 14-c: two staffs, three fronts, and one card that nobody shows -------------------------------------------------------


def _staff() -> GameState:
    """Two cards each: the right two hold two fronts against every card that the Red Army could have."""
    return arrange(
        load_scenario(_STANDARD),
        hands={"WP-1": ["wp-10-dp", "wp-1-dj"], "ACz-1": ["acz-16-ds", "acz-60-ds"]},
        WP={"units": {"N": [0, 1], "M": [0, 2], "S": [0, 2]}, "marker": "ACz:L1.M"},
        ACz={"units": {"N": [2, 0], "M": [0, 2], "S": [0, 0]}, "marker": "WP:O.S"},
    )


_LAST_CARD = ("play acz-60-ds",)

_STAFF = Script(
    "14-c",
    Beginning(_staff, _WP),
    (
        ScriptStep(
            "exercise.14-c.title.where",
            "exercise.14-c.step.where",
            wants=(("play wp-10-dp M",),),
            first=_FIRST,
            mistakes=(
                Mistake(("play wp-10-dp N",), "exercise.14-c.mistake.north"),
                Mistake(("play wp-10-dp S",), "exercise.14-c.mistake.south"),
                Mistake(("move-marker",), "exercise.14-c.mistake.marker"),
                _NEXT_ROUND,
                _PASSED,
            ),
            later=(Later(("play wp-1-dj",), "exercise.14-c.first.middle"),),
            then=("play acz-16-ds",),
            marks=(*_STRENGTHS, "card wp-10-dp"),
            hint="exercise.14-c.hint.where",
        ),
        ScriptStep(
            "exercise.14-c.title.unknown",
            "exercise.14-c.step.unknown",
            wants=(("play wp-1-dj",),),
            first=_FIRST,
            mistakes=(
                Mistake(("move-marker",), "exercise.14-c.mistake.surprised", _LAST_CARD),
                Mistake(("bid",), "exercise.14-c.mistake.surprised", _LAST_CARD),
                Mistake(("pass",), "exercise.14-c.mistake.surprised", _LAST_CARD),
            ),
            then=_LAST_CARD,
            marks=("strength M", "strength S", "ACz:L1.M", "camp ACz", "card wp-1-dj"),
            hint="exercise.14-c.hint.unknown",
        ),
    ),
    title_key="exercise.14-c.title",
    praise_key="exercise.14-c.praise",
)

SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {script.id: script for script in (_CIPHERS, _RADIO, _LATE_ORDER, _COUNTED, _STAFF)}
)
"""All board exercises of the game by id, in the order of the course."""
