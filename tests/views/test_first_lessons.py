"""First lessons on their boards: what is lit or framed is what a step teaches, and what was said goes in time."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from mali_powstancy.table.gestures import reach
from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.board.board_view import board_view

MALI = "mali-powstancy"
OF_MEMORY = {"pawiak", "szucha", "plac-narutowicza"}
"""Places of imprisonment and murder, where no task leads (see the order files)."""


def first_lesson(game: str, lang: str = "en") -> Host:
    host = Host(MemoryStorage(), "lesson", lang, random.Random(1), scenario=game)
    host.handle({"do": "start-lesson"})
    assert host.lesson is not None
    return host


def steps_of(game: str) -> Iterator[tuple[Host, Any]]:
    """The lesson at each of its steps, with what the page shows."""
    host = first_lesson(game)
    while host.lesson is not None:
        yield host, board_view(host, 1)
        wanted = host.lesson.wanted
        host.handle({"do": "play", "moves": list(wanted)} if wanted else {"do": "go-on"})
        assert host.notice is None


def at_step(key: str) -> tuple[Host, Any]:
    return next(
        (host, view) for host, view in steps_of(MALI) if host.lesson is not None and host.lesson.step.key == key
    )


def parts(thing: Any) -> Iterator[dict[str, Any]]:
    if isinstance(thing, dict):
        yield thing
        thing = list(thing.values())
    if isinstance(thing, list):
        for item in thing:
            yield from parts(item)


@pytest.mark.parametrize("game", library.GAMES)
def test_whatever_a_step_lights_or_frames_it_also_takes(game):
    pressed = 0
    for host, view in steps_of(game):
        lesson, framed = host.lesson, (view.get("marks") or {}).get("blocks", [])
        assert lesson is not None
        lit = [
            item["do"]
            for item in parts([view["panel"], view.get("stage"), view.get("around")])
            if isinstance(item.get("do"), dict) and (game == MALI or item.get("key") in framed)
        ]
        for do in lit:
            if do["do"] == "play":
                pressed += 1
                assert lesson.takes(do["moves"]), (lesson.step.key, do)
        for piece, fields in view.get("reach", {}).items():
            for field, options in fields.items():
                for option in options:
                    pressed += 1
                    [moves] = [found.moves for found in reach(host.state)[piece][field] if found.kind == option["kind"]]
                    assert lesson.takes([str(move) for move in moves]), (lesson.step.key, piece, field)
    assert pressed >= 1


def test_no_step_lights_a_place_of_memory():
    for _, view in steps_of(MALI):
        assert not OF_MEMORY & {field for fields in view.get("reach", {}).values() for field in fields}


def test_nobody_is_asked_whether_to_march_or_to_jump_before_the_step_about_jumping():
    asked = [
        host.lesson.step.key
        for host, view in steps_of(MALI)
        if host.lesson is not None
        and any(len(o) > 1 for fields in view.get("reach", {}).values() for o in fields.values())
    ]
    assert asked == ["jump"]


@pytest.mark.parametrize(
    ("step", "gesture", "said"),
    [
        ("walk", {"scout": "antek", "field": "pawiak"}, "tutorial.first.quiet-place"),
        ("walk", {"scout": "zosia"}, "tutorial.first.walk"),
        ("share", {"scout": "felek", "field": "szucha"}, "tutorial.first.quiet-place"),
        ("share", {"scout": "antek"}, "tutorial.first.another-scout"),
    ],
)
def test_what_is_possible_but_not_lit_is_explained_by_the_lesson(step, gesture, said):
    host, _ = at_step(step)
    host.handle({"do": "try", **gesture})
    assert host.notice is not None
    assert host.notice.say(host.texts) == host.texts.say(said)


def test_an_exercise_gives_nothing_away():
    """There everything that is possible can be chosen, the wrong things too."""
    for script in library.exercises_of(MALI).values():
        host = Host(MemoryStorage(), "exercise", "en", random.Random(1), lesson=script)
        while host.lesson is not None and host.lesson.step.is_shown_only:
            host.handle({"do": "go-on"})
        lit = board_view(host, 1)["reach"]
        assert {piece: set(fields) for piece, fields in lit.items()} == {
            piece: set(fields) for piece, fields in reach(host.state).items()
        }


def test_what_was_said_passes_when_another_piece_is_chosen_and_a_hint_stays():
    host, _ = at_step("share")
    host.handle({"do": "try", "scout": "antek"})
    panel = board_view(host, 2)["panel"]
    said = host.texts.say("tutorial.first.another-scout")
    assert [block.get("text") for block in panel if block.get("passing")] == [said]
