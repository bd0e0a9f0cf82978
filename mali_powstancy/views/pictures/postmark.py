"""Postmarks and cards of the letter workshop: our own drawings, which nobody can take for real ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import ceil, cos, pi, sin
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from mali_powstancy.texts import Texts
from mali_powstancy.views.map.lettering import width
from mali_powstancy.views.palette import colour

RINGS = {
    "single": "letter.ring.single",
    "double": "letter.ring.double",
    "dots": "letter.ring.dots",
    "potato": "letter.ring.potato",
}
"""The rings to choose from, and what they are called."""
INKS = {
    "green": "letter.ink.green",
    "violet": "letter.ink.violet",
    "blue": "letter.ink.blue",
    "red": "letter.ink.red",
}
"""The inks to choose from."""
WORDS = {
    "news": "letter.word.news",
    "here": "letter.word.here",
    "thinking": "letter.word.thinking",
    "class": "letter.word.class",
}
"""The words to choose from: there is no free text, so that no name gets onto a postmark."""
SIGNS = {"lily": "letter.postmark.label", "envelope": "letter.postmark.envelope"}
"""What is in the middle: the lily of the scouts or a plain envelope, and how the whole postmark is told."""
LINES = 10
"""So many lines a card had."""

WordSpan = tuple[int, int]
"""The start and the end of some words of a letter."""

_INK_COLOURS = {"green": "patrol-2", "violet": "patrol-3", "blue": "can", "red": "patrol-0"}
_RADIUS = 80
_WIDE, _MARGIN, _TOP, _SIZE, _LINE = 600, 36, 214, 21, 30
_FONT = "'MP Sans', Lato, 'Segoe UI', 'DejaVu Sans', sans-serif"
_SQUARE = "█"  # blacked out with ink; wider than a letter
_HALF_LILY = (
    "M-.7-46L0-47C10-35 14-23 11-8C9 2 5 7 5 13H-.7z"  # half of the middle leaf, and a little more: no seam
    "M9 13C9 0 17-11 28-13C38-14 44-6 43 2C42 9 35 13 29 9C34 5 33-2 27-2C21-1 18 6 18 13z"
    "M-.7 16H19Q22 16 22 19.5Q22 23 19 23H-.7z"  # the band
    "M-.7 26H5C5 35 3 41 0 46L-.7 44zM9 26H17C18 32 22 35 28 34C25 42 12 42 9 26z"
)
_ENVELOPE = "M-34-22H34V22H-34zM-34-22L0 6L34-22"


_UNSEEN = dict.fromkeys({*range(32), 0xFFFE, 0xFFFF} - {ord("\n")}, " ")
"""Characters that a drawing may not hold, each as a space: what stands behind keeps its place."""


class Postmark(NamedTuple):
    """What was chosen for a postmark."""

    ring: str = "single"
    ink: str = "green"
    word: str = "news"
    sign: str = "lily"


def postmark_svg(postmark: Postmark, texts: Texts) -> str:
    """The postmark alone."""
    edge = _RADIUS + 10
    return _svg((-edge, -edge, 2 * edge, 2 * edge), postmark_label(postmark, texts), _postmark(postmark, texts))


def postmark_label(postmark: Postmark, texts: Texts) -> str:
    """The postmark in words."""
    ring, ink, word = RINGS[postmark.ring], INKS[postmark.ink], WORDS[postmark.word]
    return texts.say(SIGNS[postmark.sign], ring=texts.say(ring), ink=texts.say(ink), word=texts.say(word))


def card_svg(letter: str, texts: Texts, hidden: Sequence[WordSpan] = (), postmark: Postmark | None = None) -> str:
    """The letter on a card, which says that it was written in a lesson.

    Without a postmark the card is still with the censor: the hidden words are struck out and can be read. With a
    postmark they are black.
    """
    letter = letter.translate(_UNSEEN)
    lines = lines_of(letter)
    high = _TOP + max(len(lines), 4) * _LINE + 46
    parts = [
        f'<rect x="6" y="6" width="{_WIDE - 12}" height="{high - 12}" rx="10" fill="{colour("sheet")}" '
        f'stroke="{colour("edge")}" stroke-width="2"/>',
        *_header(texts, postmark),
        *(
            _text_line(letter, line, hidden, _TOP + number * _LINE, is_black=postmark is not None)
            for number, line in enumerate(lines)
        ),
        f'<text x="{_WIDE / 2}" y="{high - 22}" font-size="15" font-style="italic" text-anchor="middle" '
        f'fill="{colour("quiet")}">{escape(texts.say("letter.invented"))}</text>',
    ]
    return _svg((0, 0, _WIDE, high), card_label(letter, texts, hidden, postmark), "".join(parts))


def card_label(letter: str, texts: Texts, hidden: Sequence[WordSpan] = (), postmark: Postmark | None = None) -> str:
    """The card in words; what is black on it is not read out."""
    if postmark is None:
        return texts.say("letter.card.read", letter=letter)
    return texts.say("letter.card.label", letter=without(letter, hidden, texts.say("letter.card.black")))


def without(letter: str, hidden: Sequence[WordSpan], instead: str) -> str:
    """The letter with something else in place of the hidden words."""
    for start, end in sorted(hidden, reverse=True):
        letter = letter[:start] + instead + letter[end:]
    return letter


def lines_of(letter: str) -> list[list[WordSpan]]:
    """The lines that a letter fills on the card, each as the places of its pieces."""
    room = _WIDE - 2 * _MARGIN
    lines: list[list[WordSpan]] = []
    for row in re.finditer(r"[^\n]+", letter):
        line: list[WordSpan] = []
        for piece in _pieces(letter, row.span(), room):
            if line and width(letter[line[0][0] : piece[1]], _SIZE) > room:
                lines.append(line)
                line = []
            line.append(piece)
        if line:
            lines.append(line)
    return lines


def _pieces(letter: str, row: WordSpan, room: float) -> Iterator[WordSpan]:
    """The words of a row; one that is wider than the card comes in parts."""
    for found in re.compile(r"\S+").finditer(letter, *row):
        start, end = found.span()
        while width(letter[start:end], _SIZE) > room:
            part = start + 1
            while width(letter[start : part + 1], _SIZE) <= room:
                part += 1
            yield start, part
            start = part
        yield start, end


def _text_line(letter: str, line: Sequence[WordSpan], hidden: Sequence[WordSpan], y: float, *, is_black: bool) -> str:
    """One line of the letter, with its hidden words struck out or black."""
    start, end = line[0][0], line[-1][1]
    shown, at = [], start
    for first, last in sorted(hidden):
        first, last = max(first, start), min(last, end)
        if first >= last:
            continue
        shown.append(escape(letter[at:first]))
        words = _SQUARE * ceil(0.65 * (last - first)) if is_black else escape(letter[first:last])
        look = "" if is_black else f' fill="{colour("selected")}" text-decoration="line-through"'
        shown.append(f"<tspan{look}>{words}</tspan>")
        at = last
    shown.append(escape(letter[at:end]))
    return (
        f'<text x="{_MARGIN}" y="{y}" font-size="{_SIZE}" xml:space="preserve" fill="{colour("sheet-ink")}">'
        f"{''.join(shown)}</text>"
    )


def _header(texts: Texts, postmark: Postmark | None) -> Iterator[str]:
    """For whom the card is, and its postmark."""
    quiet = colour("quiet")
    words = escape(texts.say("letter.card.for"))
    yield f'<text x="{_MARGIN}" y="64" font-size="19" font-style="italic" fill="{quiet}">{words}</text>'
    for y in (78, 112, 146):
        yield f'<path d="M{_MARGIN} {y}H360" stroke="{quiet}" stroke-width="1" stroke-dasharray="2 5"/>'
    place = f"translate({_WIDE - _MARGIN - _RADIUS - 8} {_RADIUS + 18})"
    if postmark is not None:
        yield f'<g transform="{place} rotate(-9)">{_postmark(postmark, texts)}</g>'
    else:
        yield (
            f'<circle transform="{place}" r="{_RADIUS - 6}" fill="none" stroke="{quiet}" stroke-width="1.5" '
            f'stroke-dasharray="3 7"/>'
        )


def _postmark(postmark: Postmark, texts: Texts) -> str:
    """The drawing around the middle of the postmark."""
    ink = colour(_INK_COLOURS[postmark.ink])
    above, below = texts.say(WORDS[postmark.word]), texts.say("letter.postmark.lesson")
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="4">{_ring(postmark.ring)}</g>'
        f"{_sign(postmark.sign, ink)}"
        f"{_around(above, ink, is_above=True)}{_around(below, ink, is_above=False)}"
    )


def _sign(sign: str, ink: str) -> str:
    if sign == "envelope":
        return f'<path d="{_ENVELOPE}" fill="none" stroke="{ink}" stroke-width="4" stroke-linejoin="round"/>'
    halves = f'<path d="{_HALF_LILY}"/><path d="{_HALF_LILY}" transform="scale(-1 1)"/>'
    return f'<g fill="{ink}" transform="scale(.78)">{halves}</g>'


def _ring(ring: str) -> str:
    match ring:
        case "double":
            return f'<circle r="{_RADIUS}"/><circle r="{_RADIUS - 28}" stroke-width="2"/>'
        case "dots":
            return f'<circle r="{_RADIUS}" stroke-width="5" stroke-linecap="round" stroke-dasharray=".1 10.5"/>'
        case "potato":
            return f'<path d="{_potato()}" stroke-linejoin="round" stroke-width="5"/>'
        case _:
            return f'<circle r="{_RADIUS}"/>'


def _potato() -> str:
    """A ring that was cut by hand: not quite round."""
    cuts = (0, 3, -2, 2, 4, -1, 1, 3, -3, 2, 0, 4, -2, 1, 3, -1, 2, -2)
    points = []
    for number, cut in enumerate(cuts):
        angle = 2 * pi * number / len(cuts)
        points.append(f"{(_RADIUS + cut) * cos(angle):.1f} {(_RADIUS + cut) * 0.97 * sin(angle):.1f}")
    return f"M{'L'.join(points)}z"


def _around(words: str, ink: str, *, is_above: bool) -> str:
    """Words along the ring, letter by letter: above from left to right, below too."""
    size, radius = 15, _RADIUS - 20
    widths = [width(letter, size) * 0.88 + 3.2 for letter in words]
    turn = radius if is_above else radius + 8
    at = -sum(widths) / 2
    letters = []
    for letter, wide in zip(words, widths, strict=True):
        angle = (at + wide / 2) / turn
        at += wide
        x, y = turn * sin(angle), (-1 if is_above else 1) * turn * cos(angle)
        tilt = angle * 180 / pi * (1 if is_above else -1)
        letters.append(
            f'<text transform="translate({x:.1f} {y:.1f}) rotate({tilt:.1f})" text-anchor="middle">'
            f"{escape(letter)}</text>"
        )
    return f'<g font-size="{size}" font-weight="700" fill="{ink}" aria-hidden="true">{"".join(letters)}</g>'


def _svg(box: tuple[float, float, float, float], label: str, inside: str) -> str:
    left, top, wide, high = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label={quoteattr(label)} font-family="{_FONT}">{inside}</svg>'
    )
