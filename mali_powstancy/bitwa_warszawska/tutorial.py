"""The first lesson of Bitwa Warszawska: a first round and the beginning of the second, played in about eight minutes.

>>> from mali_powstancy.tabletop.scripts import Lesson
>>> lesson = Lesson(TUTORIAL)
>>> while not lesson.is_over:
...     reply = lesson.attempt(lesson.wanted) if lesson.wanted else lesson.go_on()
>>> lesson.session.state.round, lesson.session.state.points
(2, (2, 0))
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from mali_powstancy.bitwa_warszawska.cards import ARMIES, CardId
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.setup import new_game
from mali_powstancy.bitwa_warszawska.scenario_file import load_scenario
from mali_powstancy.bitwa_warszawska.state import GameState
from mali_powstancy.tabletop.scripts import Beginning, Later, Line, Mistake, Script, ScriptStep

PUPIL: Seat = 0
"""The seat of the pupil, who decides for the Polish Army; the Red Army and chance follow the script."""


def _drawn(army: str, *cards: CardId) -> Line:
    """Chance deals these cards to the only seat of an army."""
    return tuple(f"draw {army}-1 {card}" for card in cards)


_WP, _ACZ = ARMIES
_SET_UP: Line = (
    *("initiative WP-1 ACz-1", "lay ACz:O.S", "lay WP:L1.S"),
    *_drawn(_WP, "wp-galica", "wp-21-dpg", "wp-1-dj", "wp-przedmoscie"),
    *_drawn(_ACZ, "acz-2-ds", "acz-41-ds", "acz-14-dk", "acz-jakir"),
    "scoring M",
)
_FIRST_ROUND: Line = (
    *("play wp-galica M 1", "play acz-2-ds", "play wp-21-dpg", "play acz-41-ds", "bid wp-1-dj funds", "pass"),
    *("play wp-przedmoscie N", "step M2-M1", "step N2-N1", "halt"),
)
"""As the steps tell it; a pupil may make other steps that win the same two battles."""
_NEW_HAND = ("wp-haller", "wp-10-dp", "wp-236-pp", "wp-8358", "wp-francuzi")
_SECOND_ROUND: Line = ("scoring N", *_drawn(_WP, *_NEW_HAND), *_drawn(_ACZ, "acz-16-ds", "acz-smolensk"))

_ENOUGH = (("step M2-M1", "step N2-N1"), ("step M2-M1", "step S2-N2"), ("step S2-M2", "step N2-N1"))
"""All pairs of steps that win on the Northern and on the Middle Front; a test finds the same ones by trying."""


def _opening() -> GameState:
    return new_game(load_scenario("bitwa-standard"), 2)


STEPS: tuple[ScriptStep, ...] = (
    ScriptStep("tutorial.title.aim", "tutorial.step.aim", marks=("camp WP", "camp ACz", "goal")),
    ScriptStep("tutorial.title.fronts", "tutorial.step.fronts", marks=("WP:L1.M", "WP:L2.M", "strength M")),
    ScriptStep(
        "tutorial.title.hand",
        "tutorial.step.hand",
        marks=("card wp-galica", "card wp-21-dpg", "card wp-1-dj", "card wp-przedmoscie"),
    ),
    ScriptStep(
        "tutorial.title.commander",
        "tutorial.step.commander",
        wants=(("play wp-galica M 1",),),
        first="tutorial.first.commander",
        mistakes=(Mistake(("play wp-21-dpg",), "tutorial.mistake.limit"),),
        later=(
            Later(("play wp-galica M 2",), "tutorial.first.strength"),
            Later(("play wp-galica",), "tutorial.first.middle"),
        ),
        then=("play acz-2-ds",),
        marks=("WP:C.M", "WP:L2.M", "card wp-galica", "card wp-21-dpg"),
    ),
    ScriptStep(
        "tutorial.title.unit",
        "tutorial.step.unit",
        wants=(("play wp-21-dpg",),),
        first="tutorial.first.unit",
        then=("play acz-41-ds",),
        marks=("WP:L2.M", "card wp-21-dpg"),
    ),
    ScriptStep(
        "tutorial.title.bid",
        "tutorial.step.bid",
        wants=(("bid wp-1-dj funds",),),
        first="tutorial.first.bid",
        mistakes=(Mistake(("play wp-1-dj",), "tutorial.mistake.closed"),),
        later=(Later(("bid",), "tutorial.first.funds"),),
        then=("pass",),
        marks=("WP:L1.S", "card wp-1-dj", "resource funds"),
    ),
    ScriptStep("tutorial.title.count", "tutorial.step.count", marks=("strength N", "strength M", "strength S")),
    ScriptStep(
        "tutorial.title.order",
        "tutorial.step.order",
        wants=tuple((f"play wp-przedmoscie {front}",) for front in "NMS"),
        first="tutorial.first.order",
        marks=("WP:O.N", "WP:O.M", "WP:O.S", "card wp-przedmoscie"),
    ),
    ScriptStep(
        "tutorial.title.steps",
        "tutorial.step.steps",
        wants=tuple((*line, "halt") for pair in _ENOUGH for line in permutations(pair)),
        first="tutorial.first.steps",
        mistakes=(
            Mistake(("halt",), "tutorial.mistake.tie"),
            Mistake(
                ("step M2-N2", "step M2-S2", "step N2-M2", "step N2-S2", "step M1-M2", "step N1-N2"),
                "tutorial.mistake.weaker",
            ),
            Mistake(("step",), "tutorial.mistake.needless"),
        ),
        marks=("strength N", "strength M", "move halt"),
    ),
    ScriptStep("tutorial.title.battle", "tutorial.step.battle", marks=("camp WP",)),
    ScriptStep("tutorial.title.losses", "tutorial.step.losses", marks=("WP:L1.M", "WP:L2.M", "reserve WP")),
    ScriptStep(
        "tutorial.title.funds",
        "tutorial.step.funds",
        marks=("resource funds", "resource supplies", "resource support"),
        beginning=Beginning(_opening, PUPIL, (*_SET_UP, *_FIRST_ROUND, *_SECOND_ROUND)),
    ),
    ScriptStep(
        "tutorial.title.activate",
        "tutorial.step.activate",
        wants=(("activate wp-francuzi M 1",),),
        first="tutorial.first.activate",
        mistakes=(Mistake(("play wp-haller M",), "tutorial.mistake.replaced"),),
        later=(
            Later(("activate wp-francuzi M 2",), "tutorial.first.strength"),
            Later(("activate",), "tutorial.first.other-card"),
        ),
        then=("play acz-jakir N 1",),
        marks=("WP:C.M", "strength M", "card wp-francuzi"),
    ),
    ScriptStep(
        "tutorial.title.blockade",
        "tutorial.step.blockade",
        wants=tuple((f"move-marker {card} WP ACz:L1.M",) for card in reversed(_NEW_HAND[:-1])),
        first="tutorial.first.blockade",
        mistakes=(
            Mistake(
                tuple(f"move-marker {card} WP" for card in _NEW_HAND), "tutorial.mistake.open-line", ("play acz-14-dk",)
            ),
        ),
        later=(Later(tuple(f"move-marker {card} ACz" for card in _NEW_HAND), "tutorial.first.own-marker"),),
        then=("play acz-14-dk",),
        marks=("ACz:L1.M",),
    ),
    ScriptStep("tutorial.title.closed", "tutorial.step.closed", marks=("ACz:L1.M", "camp ACz")),
    ScriptStep("tutorial.title.ends", "tutorial.step.ends", marks=("goal", "round")),
    ScriptStep("tutorial.title.ready", "tutorial.step.ready"),
)

REFUSALS: Mapping[Reason, str] = {
    Reason.LINE_ONE_BLOCKED: "tutorial.refused.closed",
    Reason.COMMANDER_USED: "tutorial.refused.used",
    Reason.NO_COMMANDER: "tutorial.refused.nobody",
    Reason.NOT_IN_HAND: "tutorial.refused.not-in-hand",
}
"""Refusals that a beginner meets, in the lesson's own words."""

TUTORIAL = Script("tutorial", Beginning(_opening, PUPIL, _SET_UP), STEPS, REFUSALS)
