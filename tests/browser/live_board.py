"""A board on a plain page with its host beside it: no Jupyter, no browser's Python, so it is there at once.

The page is the one of Just play: the same thin bar, the same style, the same front end.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.board.board_page import BoardPage as Talk
from mali_powstancy.views.board.widget import page_script, page_style
from tests.browser.board_page import WITHOUT_SCENES, BoardPage

ROOT = Path(__file__).resolve().parents[2]
ALONE = '<header id="bar"><a id="home" href="#">‹ Mali powstańcy</a></header><div id="board" class="mp-alone"></div>'
AMONG = '<h1>Lekcja</h1><h2>…</h2><h3>…</h3><p>…</p><div id="board"></div><p style="height: 120vh">…</p>'
PAGE = """<!DOCTYPE html><html lang="pl"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Mali powstańcy</title>
<style>{style}</style><body class="mp-look-light">{content}<script type="module">
const ears = [];
const model = {{
  get: (name) => ({{ base: {base}, asleep: {{}} }})[name],
  on: (name, ear) => name === "msg:custom" && ears.push(ear),
  off: () => null,
  send: async (message) => {{
    for (const one of JSON.parse(await window.tellHost(JSON.stringify(message)))) ears.forEach((ear) => ear(one));
  }},
}};
const script = URL.createObjectURL(new Blob([{script}], {{ type: "text/javascript" }}));
window.stopBoard = (await import(script)).default.render({{ model, el: document.querySelector("#board") }});
</script>"""


class LiveBoard(BoardPage):
    """A board whose host is in the test itself."""

    def __init__(self, page: Page, host: Host, *, alone: bool = True) -> None:
        self.page = page
        self.root = page.locator(".mp-board-widget").first
        self.host = host
        self._told: list[Any] = []
        self._talk = Talk(host, self._told.append)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.expose_function("tellHost", self._hear)
        styles = [page_style(), (ROOT / "site" / "pages" / "play.css").read_text("utf-8") if alone else ""]
        page.set_content(
            PAGE.format(
                style="\n".join(styles),
                content=ALONE if alone else AMONG,
                base=_literal(self._talk.base),
                script=_literal(page_script()),
            )
        )
        page.evaluate("() => { document.body.dataset.awake = 'true'; }")
        self.wait_until_ready()

    def _hear(self, text: str) -> str:
        self._talk.receive(json.loads(text))
        told, self._told[:] = json.dumps(self._told), []
        return told


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("</", "<\\/")


def new_host(scenario: str | None = None, seats: tuple[str, ...] = (), lang: str = "pl", seed: int = 1) -> Host:
    """A board with a game that has begun, or with its menu. It plays no scenes, because tests do not watch."""
    place = (MemoryStorage(), "phone", lang, Random(seed))
    host = Host(*place) if scenario is None else Host(*place, scenario=scenario, players=len(seats), seats=seats)
    host.handle(WITHOUT_SCENES)
    if scenario is not None:
        host.handle({"do": "start"})
    return host
