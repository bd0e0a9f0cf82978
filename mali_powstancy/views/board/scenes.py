"""Scenes: what has just happened, one event after the other, as finished sentences and drawings for the page to play.

A scene is an event as the screen may know it, its sentence, and the board as it was after its step, seen by who looks
at it now. The board of a game may add a picture, marks and movement (`Board.scene`); the page only plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host

MOST_SCENES, LAST = 40, 10
"""Of more than these the shortest are left out, the earliest of them first, but none of the last; a scene says so."""
MOST_BEATS = 48
"""If all scenes together would take longer, each gets its share of that."""
LONG = 60
"""A text of so many letters, usually a drawing, is sent once, however many scenes have it."""


@dataclass
class _Scene:
    """An event, or some that are one to who watches, before anything is drawn."""

    event: Any
    caption: str
    at: int
    """After how many steps the board is as the scene shows it."""
    is_own: bool
    """Done by a person at this screen."""
    parts: Object = field(default_factory=dict)

    @property
    def beats(self) -> float:
        """As long as the board says, or as it takes to read."""
        return float(self.parts.get("beats", 1.5 + len(self.caption) / 40))


def scenes(host: Host) -> Object:
    """The `scenes` of what has just happened, and `drawings` that they share; or only what has `moved`.

    That is enough where nobody wants scenes, and where persons at the screen have done nothing but routine themselves.
    """
    all_told = list(_told(host))
    if host.look.pace == "off" or all(one.is_own and one.parts.get("routine") for one in all_told):
        return {"moved": [move for one in all_told for move in one.parts.get("moved", ())]}
    kept = _most_telling(all_told)
    share = min(1.0, MOST_BEATS / sum(one.beats for one in kept))
    shown = list(_drawn(host, kept, share))
    if left_out := len(all_told) - len(kept):
        note = {"kind": "left-out", "caption": host.texts.say("table.scenes.left-out", n=left_out), "beats": 6}
        shown = [shown[0] | note | {"picture": "", "moved": [], "marks": {}}, *shown]
    drawings: dict[str, int] = {}
    return {"scenes": [_short(scene, drawings) for scene in shown], "drawings": list(drawings)}


def _told(host: Host) -> Iterator[_Scene]:
    """A scene for every event that is told, in order; those that are one to who watches become one."""
    session, board, texts, viewer = host.session, host.board, host.texts, host.viewer
    if session is None or not host.new_steps:
        return
    where, last = board.where(session.state), None
    persons = {host.chooser} if host.table is None else {*host.table.persons}
    before = _state(host, host.new_steps[0])
    for number in host.new_steps:
        after = _state(host, number + 1)
        is_own = host.replay is None and before.to_act in persons
        told = [seen for event in session.steps[number].events if board.is_told(seen := _known(host, event))]
        seen_before = host.game.observe(before, viewer) if told else None
        seen_after = host.game.observe(after, viewer) if told else None
        for event in told:
            parts = board.scene(event, seen_before, seen_after, texts)
            is_over = parts.get("seen", seen_after) is seen_after  # else what the step leads to is not told in advance
            seen_before = parts.get("seen", seen_before)
            scene = _Scene(event, texts.event(event, where), number + is_over, is_own, parts)
            if last is None:
                last = scene
            elif (whole := board.as_one(last.event, event)) is not None:
                moved = _one_way([*last.parts.get("moved", ()), *parts.get("moved", ())])
                last = _Scene(whole, texts.event(whole, where), scene.at, is_own, last.parts | parts | {"moved": moved})
            elif scene.caption == last.caption:  # goals that are dealt face down
                last = scene
            else:
                yield last
                last = scene
        before = after
    if last is not None:
        yield last


def _state(host: Host, steps: int) -> Any:
    """The position after so many steps."""
    assert host.session is not None
    return host.session.steps[steps - 1].state if steps else host.session.opening


def _known(host: Host, event: Any) -> Any:
    return host.game.seen_by(event, host.viewer)


def _one_way(moved: list[Object]) -> list[Object]:
    """Where a piece goes on from where it has come to, that is one way."""
    joined: list[Object] = []
    for move in moved:
        last = joined[-1] if joined else None
        if last and last["piece"] == move["piece"] and last["path"][-1:] == move["path"][:1]:
            joined[-1] = move | {"path": [*last["path"], *move["path"][1:]]}
        else:
            joined.append(move)
    return joined


def _most_telling(told: list[_Scene]) -> list[_Scene]:
    """All, or so many that they can be watched."""
    by_weight = sorted(range(len(told)), key=lambda at: (at >= len(told) - LAST, told[at].beats, at))
    return [told[at] for at in sorted(by_weight[-MOST_SCENES:])]


def _drawn(host: Host, kept: list[_Scene], share: float) -> Iterator[Object]:
    """The scenes as the page gets them; of the board only what differs from the scene before."""
    shown: Object = {}
    place, drawn = None, shown
    for one in kept:
        if place != (one.at, one.parts.get("seen")):
            place = one.at, one.parts.get("seen")
            drawn = _board(host.after(one.at), one.parts.get("seen"))
            if host.replay is not None:  # the buttons of the replay stay where they are
                del drawn["panel"]
        new = {part: value for part, value in drawn.items() if part not in shown or shown[part] != value}
        shown = drawn
        parts = {name: one.parts[name] for name in ("picture", "enters", "moved", "marks") if one.parts.get(name)}
        yield {"kind": one.event.event, "caption": one.caption, "beats": round(one.beats * share, 1), **parts, **new}


def _board(past: Host, between: Any) -> Object:
    """The board as it was, or `between` two events, with nothing to choose; in the panel what one needs beside it."""
    seen = past.observation if between is None else between
    stage = past.board.stage(past, seen)
    drawn: Object = {part: stage[part] for part in ("stage", "around") if part in stage}
    if stage["map"] is not None:
        drawn["map"] = {layer: stage["map"][layer] for layer in ("below", "above")}
    return drawn | {"panel": list(past.board.situation(past, seen, stage))}


def _short(thing: Any, drawings: dict[str, int]) -> Any:
    """The same with a number in the place of every long text."""
    if isinstance(thing, str) and len(thing) >= LONG:
        return {"$": drawings.setdefault(thing, len(drawings))}
    if isinstance(thing, dict):
        return {key: _short(value, drawings) for key, value in thing.items()}
    return [_short(each, drawings) for each in thing] if isinstance(thing, list | tuple) else thing
