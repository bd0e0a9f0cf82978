"""Lesson 12, what may I tell you: the next card, a friend in need, a speech; and a position of lesson 14.

>>> SCRIPTS["12-a"].is_exercise
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from mali_powstancy.tabletop.scripts import Beginning, Later, Mistake, Script, ScriptStep
from mali_powstancy.wiarusi.arranging import At, arrange
from mali_powstancy.wiarusi.cards import CardId, ThreatCard
from mali_powstancy.wiarusi.scenario_file import load_scenario
from mali_powstancy.wiarusi.state import GameState

_FIRST = "exercise.first"
_FELIX, _CHARLES = 0, 2
_TILES = ("L1", "R1")


def _arranged(seats: Sequence[At], nml: Sequence[CardId], mission: int, top: int, reserve: int) -> GameState:
    """Félix has his turn. All hard knocks that lie nowhere else are still face down, so threats have been discarded."""
    scenario = load_scenario("wiarusi-beginner")
    lying = {card for at in seats for card in (*at.get("hand", ()), *at.get("knocks", ()))}
    fresh = [name for name, card in scenario.trials.items() if not isinstance(card, ThreatCard) and name not in lying]
    return arrange(scenario, seats, active=_FELIX, mission=mission, nml=nml, top=top, reserve=reserve, fresh=fresh)


# 12-a: which card can still be played, and what the charm changes -----------------------------------------------------


def _two_nights() -> GameState:
    """Two nights lie there and a shell, which Gustave's phobia makes two; one of Félix's cards can still be played."""
    return _arranged(
        [
            {"who": "felix", "hand": ["night-whistle-1", "rain-shell-1", "snow-whistle-1"], "tiles": _TILES},
            {"who": "gustave", "hand": ["rain-mask-1", "mute"], "knocks": ["phobia-shell"], "tiles": _TILES},
            {"who": "charles", "hand": ["rain-night"], "tiles": _TILES},
        ],
        ["night-shell-1", "night-mask-1"],
        mission=2,
        top=14,
        reserve=31,
    )


_THIRD_NIGHT = Mistake(("play night-whistle-1",), "exercise.12-a.mistake.third-night")
_THIRD_SHELL = Mistake(("play rain-shell-1",), "exercise.12-a.mistake.third-shell")
_TOO_EARLY = Mistake(("withdraw",), "exercise.12-a.mistake.too-early")

_NEXT_CARD = Script(
    "12-a",
    Beginning(_two_nights, _FELIX),
    (
        ScriptStep(
            "exercise.12-a.title.card",
            "exercise.12-a.step.card",
            wants=(("play snow-whistle-1",),),
            first=_FIRST,
            mistakes=(_THIRD_NIGHT, _THIRD_SHELL, _TOO_EARLY),
            later=(Later(("charm",), "exercise.12-a.first.no-charm-yet"),),
            then=("play rain-mask-1", "withdraw", "lay R1"),
            marks=("threat night", "threat shell", "card night-whistle-1", "card rain-shell-1", "card snow-whistle-1"),
            hint="exercise.12-a.hint.card",
        ),
        ScriptStep(
            "exercise.12-a.title.charm",
            "exercise.12-a.step.charm",
            wants=(("charm night-shell-1",),),
            first=_FIRST,
            mistakes=(
                Mistake(("charm night-mask-1",), "exercise.12-a.mistake.other-card"),
                _THIRD_NIGHT,
                _THIRD_SHELL,
                _TOO_EARLY,
            ),
            then=("play mute",),
            marks=("charm night-shell-1", "charm night-mask-1"),
            hint="exercise.12-a.hint.charm",
        ),
        ScriptStep(
            "exercise.12-a.title.room",
            "exercise.12-a.step.room",
            wants=(("play night-whistle-1",), ("play rain-shell-1",)),
            first=_FIRST,
            mistakes=(_TOO_EARLY,),
            marks=("card night-whistle-1", "card rain-shell-1"),
            hint="exercise.12-a.hint.room",
        ),
    ),
    title_key="exercise.12-a.title",
    praise_key="exercise.12-a.praise",
)


# 12-b: the tile that really helps -------------------------------------------------------------------------------------


def _three_knocks() -> GameState:
    """Gustave's tile points to Charles, that of Charles to Félix: where Félix's points decides whether it is a tie."""
    return _arranged(
        [
            {"who": "felix", "charm": False, "hand": ["night-shell-1"], "tiles": _TILES},
            {"who": "gustave", "knocks": ["clumsy"], "tiles": ("R1",), "laid": "L1", "withdrawn": True},
            {
                "who": "charles",
                "knocks": ["trauma-rain", "mute", "demoralized"],
                "tiles": ("R1",),
                "laid": "L1",
                "withdrawn": True,
            },
        ],
        ["night-mask-1", "night-whistle-1", "snow-shell-1"],
        mission=3,
        top=14,
        reserve=27,
    )


_WHO_NEEDS_HELP = Script(
    "12-b",
    Beginning(_three_knocks, _FELIX),
    (
        ScriptStep(
            "exercise.12-b.title.leave",
            "exercise.12-b.step.leave",
            wants=(("withdraw",),),
            first=_FIRST,
            mistakes=(Mistake(("play night-shell-1",), "exercise.12-b.mistake.failed"),),
            marks=("friend 2", "threat night", "card night-shell-1"),
            hint="exercise.12-b.hint.leave",
        ),
        ScriptStep(
            "exercise.12-b.title.tile",
            "exercise.12-b.step.tile",
            wants=(("lay R1",),),
            first=_FIRST,
            mistakes=(Mistake(("lay L1",), "exercise.12-b.mistake.tie"),),
            then=("shed demoralized trauma-rain",),
            marks=("friend 0", "friend 1", "friend 2"),
            hint="exercise.12-b.hint.tile",
        ),
    ),
    title_key="exercise.12-b.title",
    praise_key="exercise.12-b.praise",
)


# 12-c: a speech, and what one gives up --------------------------------------------------------------------------------


def _before_the_speech() -> GameState:
    """Night is the one threat that nobody can play any more; Gustave and Charles both hold it, Félix holds snow."""
    return _arranged(
        [
            {"who": "felix", "charm": False, "hand": ["snow-whistle-1", "snow-rain"], "tiles": _TILES, "speeches": 1},
            {"who": "gustave", "hand": ["night-mask-2", "rain-shell-1"], "tiles": _TILES},
            {
                "who": "charles",
                "hand": ["rain-night", "trauma-night", "snow-shell-2"],
                "knocks": ["clumsy", "demoralized", "phobia-whistle"],
                "tiles": _TILES,
            },
        ],
        ["night-shell-1", "night-mask-1"],
        mission=3,
        top=13,
        reserve=27,
    )


_GUSTAVE_DROPS = "drop night-mask-2"

_SPEECH = Script(
    "12-c",
    Beginning(_before_the_speech, _FELIX),
    (
        ScriptStep(
            "exercise.12-c.title.speak",
            "exercise.12-c.step.speak",
            wants=(("speak night",),),
            first=_FIRST,
            mistakes=(
                Mistake(("speak snow",), "exercise.12-c.mistake.own-cards", ("keep", "drop snow-shell-2")),
                Mistake(
                    ("speak rain", "speak shell", "speak mask", "speak whistle"), "exercise.12-c.mistake.can-be-played"
                ),
            ),
            marks=("threat night", "friend 1", "friend 2"),
            hint="exercise.12-c.hint.speak",
        ),
        ScriptStep(
            "exercise.12-c.title.listen",
            "exercise.12-c.step.listen",
            wants=(("drop trauma-night",),),
            first=_FIRST,
            mistakes=(
                Mistake(("drop rain-night",), "exercise.12-c.mistake.other-card"),
                Mistake(("keep",), "exercise.12-c.mistake.kept"),
            ),
            marks=("friend 2", "card trauma-night", "card rain-night"),
            hint="exercise.12-c.hint.listen",
            beginning=Beginning(_before_the_speech, _CHARLES, ("speak night", _GUSTAVE_DROPS)),
        ),
    ),
    title_key="exercise.12-c.title",
    praise_key="exercise.12-c.praise",
)


# 14-b: the last one in the mission: a card, the way out, and help for somebody who may not ask ------------------------


def _last_in_the_mission() -> GameState:
    """One card is safe and one is not; the tile of Charles, face down, points to Gustave."""
    return _arranged(
        [
            {"who": "felix", "charm": False, "hand": ["snow-whistle-1", "night-shell-1"], "tiles": _TILES},
            {
                "who": "gustave",
                "knocks": ["clumsy", "mute", "demoralized"],
                "tiles": ("L1",),
                "laid": "R1",
                "withdrawn": True,
            },
            {"who": "charles", "tiles": ("L1",), "laid": "R1", "withdrawn": True},
        ],
        ["night-mask-1", "night-whistle-1"],
        mission=3,
        top=14,
        reserve=27,
    )


_FAILED = Mistake(("play night-shell-1",), "exercise.14-b.mistake.failed")

_LAST_ONE = Script(
    "14-b",
    Beginning(_last_in_the_mission, _FELIX),
    (
        ScriptStep(
            "exercise.14-b.title.card",
            "exercise.14-b.step.card",
            wants=(("play snow-whistle-1",),),
            first=_FIRST,
            mistakes=(_FAILED, Mistake(("withdraw",), "exercise.14-b.mistake.too-early")),
            marks=("threat night", "card snow-whistle-1", "card night-shell-1"),
            hint="exercise.14-b.hint.card",
        ),
        ScriptStep(
            "exercise.14-b.title.leave",
            "exercise.14-b.step.leave",
            wants=(("withdraw",),),
            first=_FIRST,
            mistakes=(_FAILED,),
            marks=("threat night", "card night-shell-1", "move withdraw"),
            hint="exercise.14-b.hint.leave",
        ),
        ScriptStep(
            "exercise.14-b.title.tile",
            "exercise.14-b.step.tile",
            wants=(("lay L1",),),
            first=_FIRST,
            mistakes=(Mistake(("lay R1",), "exercise.14-b.mistake.tie"),),
            then=("shed clumsy mute",),
            marks=("friend 1", "friend 2", "tile L1", "tile R1"),
            hint="exercise.14-b.hint.tile",
        ),
    ),
    title_key="exercise.14-b.title",
    praise_key="exercise.14-b.praise",
)

SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {script.id: script for script in (_NEXT_CARD, _WHO_NEEDS_HELP, _SPEECH, _LAST_ONE)}
)
"""All board exercises of the game by id, in the order of the course."""
