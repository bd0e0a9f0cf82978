"""Scenes in a page whose kernel is the test itself: they come in order, and whoever skips them misses nothing."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from tests.browser.conftest import WINDOW
from tests.browser.live_board import LiveBoard
from tests.views.test_scenes import resolved

# Notes what the strip says, and what is read out.
LISTEN = """() => {
    const note = (name, said) => said && said !== window[name].at(-1) && window[name].push(said);
    [window.captions, window.announced] = [[], []];
    new MutationObserver(() => {
        note("captions", document.querySelector(".mp-strip-captions > :last-child")?.textContent);
        note("announced", document.querySelector("[aria-live]").textContent);
    }).observe(document.querySelector("#board"), { subtree: true, childList: true, characterData: true });
}"""
# All that a person sees of the board when nothing moves any more, wherever the focus has been.
PICTURE = """() => {
    const passing = ["data-lm-suppress-shortcuts", "tabindex"];
    const attributes = (node) => [...node.attributes].filter(({ name }) => !passing.includes(name))
        .map(({ name, value }) => `${name}=${value}`).sort();
    const told = (node) => node.nodeType === Node.TEXT_NODE ? node.data : [
        node.localName, attributes(node), [...node.childNodes].map(told)];
    return [".mp-canvas", ".mp-bar", ".mp-panel", ".mp-around", ".mp-layer", ".mp-scenes"].map((part) =>
        told(document.querySelector(part)));
}"""
MOVING = "() => document.querySelector('#board').getAnimations({ subtree: true }).length"
SEATS = ("person", "greedy", "greedy")


class Stage(LiveBoard):
    """A board on which somebody plays with hints, and what its page was sent."""

    def __init__(self, browser: Browser, pace: str, **look: Any) -> None:
        self.sent: list[Any] = []
        self.heard: list[Any] = []
        host = Host(*(MemoryStorage(), "key", "pl", Random(5)), scenario="short", players=len(SEATS), seats=SEATS)
        host.handle({"do": "look", "pace": pace})
        super().__init__(browser.new_page(**{"viewport": WINDOW, **look}), host)
        self.page.evaluate(LISTEN)

    def _hear(self, text: str) -> str:
        self.heard.append(json.loads(text))
        told = super()._hear(text)
        self.sent += [message for message in json.loads(told) if "view" in message]
        return told

    @property
    def view(self) -> Any:
        return self.sent[-1]["view"]

    @property
    def captions(self) -> list[str]:
        """What the scenes of the last view say."""
        return [resolved(scene, self.view["drawings"])["caption"] for scene in self.view["scenes"]]

    def begin(self, key: str) -> None:
        """Press a button and wait until its answer is there, or the first of its scenes."""
        number = self.n
        self.page.evaluate("() => { window.captions = []; window.announced = []; }")
        self.page.locator(f'[data-key="{key}"]').first.click()
        self.page.wait_for_function(
            "n => { const { scene, n: at } = document.querySelector('.mp-board-widget').dataset;"
            " return scene || Number(at) > n; }",
            arg=number,
        )

    def play_hint(self) -> None:
        for key in ("hint", "show-move", "play-hint"):
            self.begin(key)

    def wait(self) -> None:
        expect(self.root).to_have_attribute("data-n", str(self.view["n"]))
        self.page.wait_for_function("() => !document.querySelector('[data-scene]')")

    def picture(self) -> Any:
        self.wait()
        self.page.mouse.move(2, 2)
        self.page.wait_for_function(f"() => !({MOVING})()")
        return self.page.evaluate(PICTURE)


@pytest.fixture
def stages(browser: Browser) -> Any:
    """Three tables with the same game: without scenes, watched, skipped."""
    opened = [Stage(browser, "off"), Stage(browser, "brisk"), Stage(browser, "calm")]
    yield opened
    for stage in opened:
        stage.page.close()


def test_scenes_come_in_order_and_whoever_skips_them_sees_the_same_board(stages):
    quick, watched, skipped = stages
    seen = 0
    for turn in range(6):
        for stage in stages:
            stage.begin("start") if turn == 0 else stage.play_hint()
        assert quick.view["scenes"] == []
        captions = watched.captions
        assert skipped.captions == captions
        if captions:
            seen += 1
            skipped.page.wait_for_timeout(400)  # a click that comes at once is the second one of a double click
            heard = len(skipped.heard)
            if seen % 2:
                skipped.page.mouse.click(400, 300)
            else:
                skipped.page.keyboard.press("Enter")
            assert skipped.page.evaluate("() => document.querySelector('[data-scene]') === null"), "all is over at once"
            assert len(skipped.heard) == heard, "and nothing else was done by it"
        pictures = [stage.picture() for stage in stages]
        assert pictures[1] == pictures[0]
        assert pictures[2] == pictures[0]
        assert watched.page.evaluate("() => window.captions") == captions
        assert watched.page.evaluate("() => window.announced.length") <= 1, "it is read out once"
        assert watched.page.evaluate("() => document.querySelector('#board').contains(document.activeElement)")
    assert seen > 1


def test_a_button_in_sight_acts_and_still_pictures_tell_the_same(browser):
    stage = Stage(browser, "calm", reduced_motion="reduce", viewport={"width": 360, "height": 640})
    stage.begin("start")
    assert stage.captions
    assert stage.page.evaluate(MOVING) == 0, "nothing moves"
    strip = stage.page.locator(".mp-strip")
    expect(strip).to_be_in_viewport(ratio=1)
    assert stage.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    stage.page.locator('[data-key="text"]').click()
    expect(stage.page.locator(".mp-text")).to_be_visible()
    assert stage.heard[-1] == {"do": "text"}
    stage.begin("settings")
    stage.page.locator('select[name="pace"]').select_option("off")
    stage.begin("close")
    stage.play_hint()
    stage.wait()
    assert stage.view["scenes"] == []
    stage.page.close()
