"""The first lesson of Bitwa Warszawska by mouse on the screen of a phone, in a page whose kernel is the test itself."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from mali_powstancy.bitwa_warszawska.tutorial import STEPS
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.texts import languages
from mali_powstancy.views.board.board_view import board_view
from mali_powstancy.views.board.widget import page_script, page_style
from tests.browser.test_trench_board import FRAMED

USE = {"play": "play", "move-marker": "blockade", "bid": "resource", "activate": "activate"}
PHONE = {"width": 390, "height": 844}
BOARD = """<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0}%(style)s</style><div id="board"></div>
<script type="module">
const ears = [];
const model = {
  get: () => null, off: () => null, on: (name, ear) => name === "msg:custom" && ears.push(ear),
  send: async (message) => {
    const view = JSON.parse(await kernel(JSON.stringify(message)));
    ears.forEach((ear) => ear({ view }));
  },
};
const script = URL.createObjectURL(new Blob([%(script)s], { type: "text/javascript" }));
(await import(script)).default.render({ model, el: document.querySelector("#board") });
</script>"""
# Where the first line of the panel is, which says what the lesson is about.
HEAD = "() => document.querySelector('.mp-panel > :first-child').getBoundingClientRect().top"


class Phone:
    """A page that shows a host and sends it what is pressed."""

    def __init__(self, page: Page, host: Any) -> None:
        self.page, self.host, self.number = page, host, 0
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.expose_function("kernel", self.answer)
        script = json.dumps(page_script()).replace("</", "<\\/")
        page.set_content(BOARD % {"style": page_style(), "script": script})
        self.wait()

    def answer(self, message: str) -> str:
        said = json.loads(message)
        if said["do"] != "ready":
            self.host.handle(said)
        self.number += 1
        return json.dumps(board_view(self.host, self.number, with_map=True))

    def wait(self, number: int = 1) -> None:
        self.page.wait_for_function("n => Number(document.querySelector('[data-n]')?.dataset.n) >= n", arg=number)

    def click(self, key: str) -> None:
        number = self.number
        self.page.locator(f'[data-key="{key}"]').first.click()
        self.wait(number + 1)

    def use(self, move: str) -> None:
        """A card, what it is used for, and a place; or what is asked after a card."""
        verb, *words = move.split(" ")
        if verb in USE:
            self.click(f"card {words[0]}")
            if not self.page.locator(f'[data-key="move {move}"]').count():
                self.click(f"use {USE[verb]}")
        self.click(f"move {move}")


@pytest.mark.parametrize("language", languages())
def test_every_step_frames_what_it_speaks_of_and_comes_into_sight(browser, language):
    host: Any = Host(MemoryStorage(), "key", language, Random(1), scenario="bitwa-standard", lesson=True)
    page = browser.new_page(reduced_motion="reduce")
    phone = Phone(page, host)
    for number, step in enumerate(STEPS):
        assert host.lesson.number == number
        framed = dict(page.locator("#board").evaluate(FRAMED))
        assert set(step.marks or ()) <= set(framed), step.key
        assert set(framed.values()) <= {"dashed"}
        if number:
            assert -1 < page.evaluate(HEAD) < PHONE["height"], step.key
        for move in step.wants[0] if step.wants else ():
            phone.use(move)
        if not step.wants:
            phone.click("go-on")
    assert host.lesson is None
    page.close()
