"""What the pages of the static site may load: only what lies beside them.

A page says so itself, in a `<meta>` tag, because the site may lie on any web server. What it starts beside itself is
started from a text (`site/pages/background.js`): that has the rules of the page, whatever the server says.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping

OWN_PAGE: Mapping[str, tuple[str, ...]] = {
    "default-src": ("'none'",),
    "script-src": ("'self'",),
    "style-src": ("'self'",),
    "img-src": ("'self'",),
    "font-src": ("'self'",),
    "connect-src": ("'self'",),
    "worker-src": ("'self'",),
    "base-uri": ("'none'",),
    "form-action": ("'none'",),
}
"""A page of our own, such as the start page: nothing but what lies beside it."""

PYTHON: Mapping[tuple[str, str], str] = {
    ("script-src", "'wasm-unsafe-eval'"): "Python in the browser is WebAssembly",
    ("worker-src", "blob:"): "Python starts from a text, so that the rules of the page hold for it too",
}
"""What a page of our own that starts Python, such as Just play, needs beyond that, each with its reason."""

JUPYTER: Mapping[tuple[str, str], str] = {
    ("script-src", "'unsafe-eval'"): "JupyterLab makes checks of its settings while it runs, the kernel loads Python",
    ("script-src", "blob:"): "anywidget loads the program of a board from a text that the kernel has sent",
    ("style-src", "'unsafe-inline'"): "JupyterLab, CodeMirror and anywidget put styles on single elements of the page",
    ("connect-src", "data:"): "JupyterLab reads pictures and other small files that it carries inside itself",
    ("connect-src", "blob:"): "anywidget, as above",
    ("img-src", "data:"): "the pictures of a notebook lie inside it, the icons of JupyterLab inside its stylesheets",
    ("img-src", "blob:"): "a picture that a pupil's own code shows in a widget, or saves from a figure",
    ("img-src", "attachment:"): "a picture inside a notebook has this address for a moment; it is no request",
    ("font-src", "data:"): "the signs of formulas and of icons lie inside a stylesheet",
    ("worker-src", "blob:"): PYTHON["worker-src", "blob:"],
}
"""What a page of JupyterLite needs beyond that, each with its reason."""

_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
_HEAD = re.compile(r"<head[^>]*>")
_DATA = re.compile(r'type="(application|text)/(json|plain)"')


def with_exceptions(exceptions: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The rules of our own pages, and what is allowed beyond them."""
    rules = dict(OWN_PAGE)
    for directive, source in exceptions:
        rules[directive] = (*rules[directive], source)
    return rules


PLAY_PAGE, LITE_PAGE = with_exceptions(PYTHON), with_exceptions(JUPYTER)


def policy(rules: Mapping[str, tuple[str, ...]], page: str = "") -> str:
    """The rules as one line; scripts that stand in the page itself are allowed by their hash."""
    scripts = [f"'sha256-{_digest(code)}'" for code in inline_scripts(page)]
    lines = {**rules, "script-src": (*rules["script-src"], *scripts)}
    return "; ".join(" ".join([directive, *sources]) for directive, sources in lines.items())


def inline_scripts(page: str) -> list[str]:
    """The programs that stand in a page itself; data for a program is none."""
    found = _INLINE.finditer(page)
    return [
        each["code"]
        for each in found
        if each["code"].strip() and " src=" not in each["attributes"] and not _DATA.search(each["attributes"])
    ]


def with_policy(page: str, rules: Mapping[str, tuple[str, ...]]) -> str:
    """The page with its rules, as the first thing in its head."""
    head = _HEAD.search(page)
    if head is None:
        raise ValueError("a page of the site needs a <head>")
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(rules, page)}">'
    return f"{page[: head.end()]}\n    {tag}{page[head.end() :]}"


def _digest(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
