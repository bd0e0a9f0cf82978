"""Blocks: the small plain objects of which everything on the page is built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Object = dict[str, Any]
"""A plain object for the page, which reads it as JSON."""


def button(
    key: str,
    label: str,
    do: Object,
    kind: str = "plain",
    *,
    icon: str | None = None,
    pressed: bool | None = None,
    off: str | None = None,
    marks: Object | None = None,
) -> Object:
    """A button: its words, what it sends, and why it cannot be used now (`off`)."""
    optional = {"icon": icon, "pressed": pressed, "off": off, "marks": marks or None}
    given = {name: value for name, value in optional.items() if value is not None}
    return {"key": key, "label": label, "do": do, "kind": kind} | given


def buttons(*items: Object, label: str | None = None) -> Object:
    """Buttons side by side."""
    block: Object = {"t": "buttons", "items": list(items)}
    return block if label is None else block | {"label": label}


def text_block(text: str, role: str = "note") -> Object:
    """A paragraph; its role says how loud it is."""
    return {"t": "text", "text": text, "role": role}


def note(text: str) -> Object:
    """A quiet paragraph."""
    return text_block(text, "note")


def listing(label: str, items: Sequence[str]) -> Object:
    """A list with a heading, unless what it stands in says it already."""
    return {"t": "list", "label": label, "items": list(items)}


def details(key: str, label: str, blocks: Sequence[Object], *, is_open: bool = False) -> Object:
    """Blocks that can be folded away."""
    return {"t": "details", "key": key, "label": label, "open": is_open, "blocks": list(blocks)}


def field(
    name: str, label: str, value: object, options: Sequence[tuple[object, str]], about: str | None = None
) -> Object:
    """A question of a form with its possible answers; `about` says what the present answer means."""
    made: Object = {
        "name": name,
        "label": label,
        "value": str(value),
        "options": [{"value": str(option), "label": words} for option, words in options],
    }
    return made if about is None else made | {"note": about}


def form(key: str, fields: Sequence[Object], submit: Object, *, live: bool = False) -> Object:
    """A form; a live one tells of every change."""
    return {"t": "form", "key": key, "fields": list(fields), "submit": submit, "live": live}
