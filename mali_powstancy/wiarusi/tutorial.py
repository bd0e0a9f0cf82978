"""The first lesson of Wiarusi: a first mission and the beginning of the second, played in about six minutes.

>>> from mali_powstancy.tabletop.scripts import Lesson
>>> lesson = Lesson(TUTORIAL)
>>> while not lesson.is_over:
...     reply = lesson.attempt(lesson.wanted) if lesson.wanted else lesson.go_on()
>>> lesson.session.state.mission, lesson.session.state.knocks
(2, (('trauma-rain',), (), ()))
"""

from __future__ import annotations

from collections.abc import Mapping

from mali_powstancy.tabletop.scripts import Beginning, Later, Line, Mistake, Script, ScriptStep
from mali_powstancy.wiarusi.cards import CardId
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.setup import new_game
from mali_powstancy.wiarusi.scenario_file import load_scenario
from mali_powstancy.wiarusi.state import GameState

FELIX: Seat = 0
"""The seat of the pupil, who also leads the first mission; everybody else and chance follow the script."""
CHARACTERS = ("felix", "gustave", "charles")


def _dealt(*cards: CardId) -> Line:
    """Chance deals these cards, one after the other."""
    return tuple(f"draw {card}" for card in cards)


_FIRST_HANDS = _dealt(
    *("night-shell-1", "night-mask-1", "snow-whistle-1"),
    *("night-whistle-1", "mute", "snow-mask-1"),
    *("trauma-rain", "demoralized", "snow-rain"),
)
"""From Félix on, so every third card is his."""
_SECOND_HANDS = _dealt(
    *("rain-shell-1", "snow-mask-2", "night-mask-2"),
    *("rain-whistle-1", "rain-mask-1", "rain-whistle-2"),
)
"""From Gustave on, who leads now."""

STEPS: tuple[ScriptStep, ...] = (
    ScriptStep("tutorial.title.aim", "tutorial.step.aim", marks=("friend 0", "friend 1", "friend 2")),
    ScriptStep("tutorial.title.piles", "tutorial.step.piles", marks=("pile", "reserve")),
    ScriptStep(
        "tutorial.title.deal",
        "tutorial.step.deal",
        wants=(("deal 3",),),
        first="tutorial.first.deal",
        later=(Later(("deal",), "tutorial.first.fewer"),),
        then=_FIRST_HANDS,
        marks=("deal 3",),
    ),
    ScriptStep(
        "tutorial.title.hand",
        "tutorial.step.hand",
        marks=("card night-shell-1", "card night-whistle-1", "card trauma-rain"),
    ),
    ScriptStep(
        "tutorial.title.play",
        "tutorial.step.play",
        wants=(("play night-shell-1",),),
        first="tutorial.first.play",
        later=(Later(("charm", "withdraw"), "tutorial.first.play-before"),),
        then=("play night-mask-1", "play snow-whistle-1"),
        marks=("nml", "card night-shell-1"),
    ),
    ScriptStep("tutorial.title.counters", "tutorial.step.counters", marks=("threat night",)),
    ScriptStep(
        "tutorial.title.knock",
        "tutorial.step.knock",
        wants=(("play trauma-rain",),),
        first="tutorial.first.knock",
        mistakes=(Mistake(("play night-whistle-1",), "tutorial.mistake.third-night"),),
        later=(Later(("charm", "withdraw"), "tutorial.first.play-before"),),
        then=("play mute", "play snow-mask-1"),
        marks=("threat night", "card night-whistle-1", "card trauma-rain"),
    ),
    ScriptStep("tutorial.title.beside", "tutorial.step.beside", marks=("friend 0", "threat rain")),
    ScriptStep(
        "tutorial.title.charm",
        "tutorial.step.charm",
        wants=(("charm night-shell-1",), ("charm night-mask-1",)),
        first="tutorial.first.charm",
        mistakes=(
            Mistake(("play night-whistle-1",), "tutorial.mistake.third-night"),
            Mistake(("withdraw",), "tutorial.mistake.too-early"),
        ),
        then=("play demoralized", "withdraw", "lay R1"),
        marks=("charm night-shell-1", "charm night-mask-1"),
    ),
    ScriptStep(
        "tutorial.title.last",
        "tutorial.step.last",
        wants=(("play night-whistle-1",),),
        first="tutorial.first.last",
        mistakes=(Mistake(("withdraw",), "tutorial.mistake.too-early"),),
        then=("withdraw", "lay R1"),
        marks=("card night-whistle-1", "threat night"),
    ),
    ScriptStep(
        "tutorial.title.withdraw",
        "tutorial.step.withdraw",
        wants=(("withdraw",),),
        first="tutorial.first.withdraw",
        marks=("move withdraw",),
    ),
    ScriptStep(
        "tutorial.title.tile",
        "tutorial.step.tile",
        wants=(("lay L1",),),
        first="tutorial.first.tile",
        mistakes=(Mistake(("lay R1",), "tutorial.mistake.tie"),),
        marks=("friend 1", "friend 2", "tile L1", "tile R1"),
    ),
    ScriptStep("tutorial.title.support", "tutorial.step.support", then=("shed demoralized mute",), marks=("friend 1",)),
    ScriptStep(
        "tutorial.title.morale",
        "tutorial.step.morale",
        then=("deal 2", *_SECOND_HANDS, "play rain-shell-1", "play snow-mask-2"),
        marks=("pile", "reserve", "friend 0", "friend 1"),
    ),
    ScriptStep(
        "tutorial.title.speech",
        "tutorial.step.speech",
        wants=(("speak rain",),),
        first="tutorial.first.speech",
        mistakes=(
            Mistake(("play rain-whistle-2",), "tutorial.mistake.third-rain"),
            Mistake(("speak night",), "tutorial.mistake.own-speech", ("keep", "keep")),
            Mistake(("speak snow", "speak shell", "speak mask", "speak whistle"), "tutorial.mistake.other-topic"),
        ),
        then=("drop rain-whistle-1", "drop snow-rain"),
        marks=("threat rain", "speeches"),
    ),
    ScriptStep("tutorial.title.answers", "tutorial.step.answers", marks=("friend 0", "friend 1", "friend 2")),
    ScriptStep("tutorial.title.ends", "tutorial.step.ends", marks=("pile", "reserve")),
    ScriptStep("tutorial.title.ready", "tutorial.step.ready"),
)

REFUSALS: Mapping[Reason, str] = {
    Reason.NO_SPEECH_TOKEN: "tutorial.refused.no-token",
    Reason.CHARM_USED: "tutorial.refused.charm-used",
    Reason.CHARM_NO_MATCH: "tutorial.refused.other-card",
    Reason.NOT_IN_HAND: "tutorial.refused.not-in-hand",
}
"""Refusals that a beginner meets, in the lesson's own words."""


def _opening() -> GameState:
    return new_game(load_scenario("wiarusi-beginner"), len(CHARACTERS), characters=CHARACTERS)


TUTORIAL = Script(
    "tutorial", Beginning(_opening, FELIX, ("leader 0", "tile L1", "tile R1", "tile R1")), STEPS, REFUSALS
)
