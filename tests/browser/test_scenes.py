"""Scenes in a page whose kernel is the test itself: they come in order, and whoever skips them misses nothing."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from mali_powstancy.engine.events import TimePassed
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from tests.browser.conftest import WINDOW
from tests.browser.live_board import LiveBoard
from tests.table.play import play_to_the_end
from tests.views.test_board_view import words
from tests.views.test_scenes import resolved

# Notes what the strip says, which blocks are marked with it, and what is read out.
LISTEN = """() => {
    const note = (name, said) => said && said !== window[name].at(-1) && window[name].push(said);
    [window.captions, window.announced, window.marked] = [[], [], {}];
    new MutationObserver(() => {
        const caption = document.querySelector(".mp-strip-captions > :last-child")?.textContent;
        note("captions", caption);
        const keys = [...document.querySelectorAll("[data-key].mp-mark")].map(({ dataset }) => dataset.key);
        window.marked[caption] = [...window.marked[caption] ?? [], ...keys];
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
    return [".mp-canvas", ".mp-open", ".mp-bar", ".mp-panel", ".mp-around", ".mp-layer", ".mp-scenes"].map((part) =>
        told(document.querySelector(part)));
}"""
MOVING = "() => document.querySelector('#board').getAnimations({ subtree: true }).length"
DOUBLE = 400  # milliseconds; what comes sooner is the second half of a double click, or of two taps a slip
SEATS = ("person", "greedy", "greedy")
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
WATCHED: dict[str, tuple[str, tuple[str, ...], int, dict[str, Any]]] = {
    "mali": ("short", SEATS, 6, {}),
    "mali-on-a-phone": ("short", SEATS, 2, PHONE),
    "wiarusi": ("wiarusi-beginner", ("person", "careful", "careful"), 5, {}),
    "bitwa": ("bitwa-short", ("person", "planner"), 4, {}),
}
"""The game and who plays it, how many decisions of the person are watched, and on what."""


def host_of(scenario: str, seats: tuple[str, ...]) -> Any:
    """A board with a menu that begins such a game."""
    return Host(*(MemoryStorage(), "key", "pl", Random(5)), scenario=scenario, players=len(seats), seats=seats)


class Stage(LiveBoard):
    """A board on which somebody plays with hints, and what its page was sent."""

    def __init__(self, browser: Browser, pace: str, host: Host | None = None, **look: Any) -> None:
        self.sent: list[Any] = []
        self.heard: list[Any] = []
        host = host or host_of("short", SEATS)
        host.handle({"do": "look", "pace": pace})
        super().__init__(browser.new_page(**{"viewport": WINDOW, **look}), host)
        self.has_touch = look.get("has_touch", False)
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
    def scenes(self) -> list[Any]:
        """Those of the last view."""
        return [resolved(scene, self.view["drawings"]) for scene in self.view["scenes"]]

    @property
    def captions(self) -> list[str]:
        """What they say."""
        return [scene["caption"] for scene in self.scenes]

    def hit(self, what: Locator) -> None:
        if self.has_touch:
            self.page.wait_for_timeout(DOUBLE)
        (what.tap if self.has_touch else what.click)()

    def begin(self, key: str) -> None:
        """Press a button and wait until its answer is there, or the first of its scenes."""
        number = self.n
        self.page.evaluate("() => { window.captions = []; window.announced = []; }")
        self.hit(self.page.locator(f'[data-key="{key}"]').first)
        self.page.wait_for_function(
            "n => { const { scene, n: at } = document.querySelector('.mp-board-widget').dataset;"
            " return scene || Number(at) > n; }",
            arg=number,
        )

    def play_hint(self) -> None:
        for key in ("hint", "show-move", "play-hint"):
            self.begin(key)

    def skip(self, by_key: bool) -> None:
        """With Enter, or with the mouse or a finger on the strip."""
        self.page.wait_for_timeout(DOUBLE)
        if by_key:
            self.page.keyboard.press("Enter")
        else:
            self.hit(self.page.locator(".mp-strip"))

    def wait(self) -> None:
        expect(self.root).to_have_attribute("data-n", str(self.view["n"]))
        self.page.wait_for_function("() => !document.querySelector('[data-scene]')")
        if self.view["scenes"]:
            self.page.wait_for_timeout(400)  # a click that comes sooner was meant to skip them

    def picture(self) -> Any:
        self.wait()
        self.page.mouse.move(2, 2)
        self.page.wait_for_function(f"() => !({MOVING})()")
        return self.page.evaluate(PICTURE)


@pytest.mark.parametrize("game", WATCHED)
def test_scenes_come_in_order_and_whoever_skips_them_sees_the_same_board(browser, game):
    scenario, seats, turns, look = WATCHED[game]
    stages = [Stage(browser, pace, host_of(scenario, seats), **look) for pace in ("off", "brisk", "calm")]
    quick, watched, skipped = stages  # without scenes, to the end, and hardly begun
    seen = 0
    for turn in range(turns):
        for stage in stages:
            stage.begin("start") if turn == 0 else stage.play_hint()
        assert quick.view["scenes"] == []
        captions = watched.captions
        assert skipped.captions == captions
        if captions:
            seen += 1
            heard = len(skipped.heard)
            skipped.skip(by_key=seen % 2 == 0)
            assert skipped.page.evaluate("() => document.querySelector('[data-scene]') === null"), "all is over at once"
            assert len(skipped.heard) == heard, "and nothing else was done by it"
        pictures = [stage.picture() for stage in stages]
        assert pictures[1] == pictures[0]
        assert pictures[2] == pictures[0]
        assert watched.page.evaluate("() => window.captions") == captions
        assert watched.page.evaluate("() => window.announced.length") <= 1, "it is read out once"
        assert watched.page.evaluate("() => document.querySelector('#board').contains(document.activeElement)")
    assert seen > 1
    for stage in stages:
        stage.page.close()


def test_who_turns_the_phone_while_scenes_are_played_sees_the_panel_as_high_as_it_is_now(browser):
    stage = Stage(browser, "calm", **PHONE)
    stage.page.set_viewport_size({"width": 844, "height": 390})
    stage.begin("start")
    least = "document.querySelector('.mp-panel').style.minHeight"
    assert stage.page.evaluate(f"() => {least}"), "what is below stays where it is"
    stage.page.set_viewport_size({"width": 390, "height": 844})
    stage.page.wait_for_function(f"() => !{least} || !document.querySelector('[data-scene]')")
    assert stage.page.evaluate("() => document.querySelector('[data-scene]') !== null"), "they go on"
    stage.page.close()


def test_the_track_is_marked_while_time_passes(browser):
    host = host_of("short", ("person", "greedy"))
    host.handle({"do": "start"})
    play_to_the_end(host)
    steps = host.table.session.steps
    number = next(at for at, step in enumerate(steps) if any(isinstance(event, TimePassed) for event in step.events))
    host.handle({"do": "replay"})
    host.handle({"do": "go-to", "value": number})
    stage = Stage(browser, "brisk", host=host)
    stage.begin("next")
    assert any("track" in scene.get("marks", {}).get("blocks", ()) for scene in stage.scenes)
    stage.wait()
    marked = stage.page.evaluate("() => window.marked")
    for scene in stage.scenes:
        assert set(scene.get("marks", {}).get("blocks", ())) <= set(marked[scene["caption"]])
    stage.page.close()


def test_nothing_that_another_person_may_know_stays_on_the_page(browser):
    stage = Stage(browser, "brisk", host_of("short-extended", ("person", "greedy", "person")))
    text, checked = stage.page.locator(".mp-text"), 0
    for turn in range(9):
        stage.wait()
        for key in ("take-screen", "text"):
            button = stage.page.locator(f'[data-key="{key}"]:not([aria-pressed="true"])')
            if button.count() and (turn or key == "take-screen"):
                stage.begin(key)
                stage.wait()
        before = set(text.inner_text().split("\n"))
        stage.begin("start") if turn == 0 else stage.play_hint()
        if stage.view["scenes"] and stage.host.viewer is None:
            gone = before - {"", *words(stage.view["text"] or ())}
            assert not gone & set(text.inner_text().split("\n")), "while others act"
            checked += bool(gone)
    assert checked
    stage.page.close()


def test_who_looks_around_while_scenes_are_played_is_not_taken_back(browser):
    stage = Stage(browser, "brisk", viewport={"width": 700, "height": 420})
    stage.page.add_style_tag(content="body { min-height: 3000px }")
    place = "() => document.scrollingElement.scrollTop"
    for looks_around in (False, True):
        stage.begin("start") if not looks_around else stage.play_hint()
        assert stage.captions
        before = stage.page.evaluate(place)
        if looks_around:
            stage.page.mouse.wheel(0, 200)
            stage.page.wait_for_function(f"before => ({place})() >= before + 200", arg=before)
        stage.wait()
        assert stage.page.evaluate(place) == before + 200 * looks_around
    stage.page.close()


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
