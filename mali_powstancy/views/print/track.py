"""The order track and the die of the paper kit."""

from __future__ import annotations

from html import escape

from mali_powstancy.engine.cards import Colour, Face
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.print.sheets import A4_WIDE, Sheet

PER_TRACK_SHEET = 3
_SIDE = 40
"""The edge of the die in millimetres."""
# Where the faces lie before they are folded, in edges from the left and from the top.
_NET = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
# Flaps to glue: the middle of the edge that they hang on, in edges, and to which side they stand out.
_FLAPS = ((0, 1, "up"), (2, 1, "up"), (3, 1, "up"), (0, 2, "down"), (2, 2, "down"), (3, 2, "down"), (4, 1, "right"))
_FLAP_LINES = {
    "up": "l5-9h{inner}l5 9",
    "down": "l5 9h{inner}l5-9",
    "right": "l9 5v{inner}l-9 5",
}
_OCTAGON = "M-7-16H7L16-7V7L7 16H-7L-16 7V-7z"


def track_sheets(basic: Scenario, extended: Scenario, lang: str) -> list[Sheet]:
    """The spaces of the order track as columns for cards, the late orders and the prison at its end."""
    texts = texts_for(lang)
    spaces = max(basic.track_spaces, extended.track_spaces)
    columns = [_space(number, basic, extended, texts) for number in range(1, spaces + 1)]
    late = texts.say("print.track.late.basic"), texts.say("print.track.late.extended")
    columns.append(
        f'<div class="space outcome"><p class="name">{_e(texts.say("print.track.late"))}</p><p>{_e(late[0])}</p>'
        f'<p>{_e(late[1])}</p><div class="prison"><p class="name">{_e(texts.say("print.prison"))}</p>'
        f"<p>{_e(texts.say('print.prison.text'))}</p></div></div>"
    )
    groups = [columns[first : first + PER_TRACK_SHEET] for first in range(0, len(columns), PER_TRACK_SHEET)]
    title = texts.say("print.part.track")
    return [Sheet(title, f'<div class="track">{"".join(group)}</div>', A4_WIDE) for group in groups]


def _space(number: int, basic: Scenario, extended: Scenario, texts: Texts) -> str:
    notes = []
    if number == 1:
        notes.append(texts.say("print.track.first"))
    for scenario, key in ((extended, "print.track.last.extended"), (basic, "print.track.last.basic")):
        if number == scenario.track_spaces:
            notes.append(texts.say(key))
        if number > scenario.track_spaces:
            notes.append(texts.say("print.basic-only"))
    lines = "".join(f"<p>{_e(line)}</p>" for line in notes)
    return f'<div class="space"><p class="value">{number}</p>{lines}</div>'


def die_sheet(scenario: Scenario, lang: str) -> Sheet:
    """A die to fold, and a table for who rolls an ordinary one."""
    texts = texts_for(lang)
    net = _net(scenario.die, texts) if len(scenario.die) == len(_NET) else ""
    how = f'<p class="how">{_e(texts.say("print.die.how"))}</p>' if net else ""
    rows = "".join(
        f'<tr><td class="number">{number}</td><td>{_e(_said(face, texts))}</td>'
        f"<td>{_e(_meaning(face, texts))}</td></tr>"
        for number, face in enumerate(scenario.die, start=1)
    )
    head = "".join(
        f"<th>{_e(texts.say(key))}</th>" for key in ("print.die.ordinary", "print.die.ours", "print.die.meaning")
    )
    table = f"<h2>{_e(texts.say('print.die.table'))}</h2><table><tr>{head}</tr>{rows}</table>"
    return Sheet(texts.say("print.part.die"), f'<div class="area">{how}{net}{table}</div>')


def _said(face: Face, texts: Texts) -> str:
    """`czarna 3`"""
    return f"{texts.say(f'name.colour.{face.colour}')} {face.number}"


def _meaning(face: Face, texts: Texts) -> str:
    fields = texts.count("count.fields", face.number)
    return texts.say("print.die.black" if face.colour is Colour.BLACK else "print.die.red", fields=fields)


def _net(faces: tuple[Face, ...], texts: Texts) -> str:
    flaps = "".join(
        f'<path class="flap" d="M{column * _SIDE} {row * _SIDE}{_FLAP_LINES[way].format(inner=_SIDE - 10)}"/>'
        for column, row, way in _FLAPS
    )
    squares = "".join(_face(face, *place, texts) for face, place in zip(faces, _NET, strict=True))
    width, height = 4 * _SIDE + 12, 3 * _SIDE + 4
    return (
        f'<svg class="net" viewBox="-2 -2 {width} {height}" width="{width}mm" role="img" '
        f'aria-label="{escape(texts.say("print.part.die"))}">{flaps}{squares}</svg>'
    )


def _face(face: Face, column: int, row: int, texts: Texts) -> str:
    """Black numbers stand on the soldier's shape, red ones in a ring, so that they differ without colour."""
    middle = f"translate({(column + 0.5) * _SIDE} {(row + 0.5) * _SIDE})"
    sign = f'<path d="{_OCTAGON}"/>' if face.colour is Colour.BLACK else '<circle r="15"/>'
    return (
        f'<g class="face-of-die {face.colour}" data-face="{face.colour}-{face.number}" transform="{middle}">'
        f'<rect x="{-_SIDE / 2}" y="{-_SIDE / 2}" width="{_SIDE}" height="{_SIDE}"/>{sign}'
        f'<text class="value" y="3">{face.number}</text>'
        f'<text class="word" y="9">{_e(texts.say(f"name.colour.{face.colour}"))}</text></g>'
    )


def _e(text: str) -> str:
    return escape(text, quote=False)
