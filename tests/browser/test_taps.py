"""Taps that are meant for something else than what lies under them, and boards that are taken away while they play."""

import pytest
from playwright.sync_api import expect

from mali_powstancy.tabletop.packing import PERSON
from tests.browser.live_board import LiveBoard, new_host
from tests.browser.test_scenes import Stage

# As soon as the scenes are over: a tap on a card, before anybody can have seen it.
TAP_AT_THE_END = """root => {
    window.tapped = 0;
    new MutationObserver(() => {
        if (root.dataset.scene || window.tapped) return;
        window.tapped += 1;
        root.querySelector("button.mp-card").dispatchEvent(
            new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    }).observe(root, { attributeFilter: ["data-scene"] });
}"""
# A finger begins in the middle of the map and moves so far; where the browser's own movement was held back.
MOVE = """([canvas, ...ways]) => {
    const { x, y, width, height } = canvas.getBoundingClientRect();
    const seen = () => canvas.querySelector("svg").getAttribute("viewBox").split(" ").map(Number);
    const finger = (way) => new Touch({
        identifier: 1, target: canvas, clientX: x + width / 2 + way, clientY: y + height / 2 });
    const tell = (kind, touches) => {
        const event = new TouchEvent(kind, { bubbles: true, cancelable: true, touches, changedTouches: touches });
        canvas.dispatchEvent(event);
        return [event.defaultPrevented, seen()];
    };
    const told = [tell("touchstart", [finger(0)]), ...ways.map((way) => tell("touchmove", [finger(way)]))];
    tell("touchend", []);
    return told;
}"""


def test_a_tap_that_comes_just_after_the_scenes_plays_no_card(browser):
    stage = Stage(browser, "brisk")
    stage.root.evaluate(TAP_AT_THE_END)
    stage.begin("start")
    assert stage.captions
    stage.wait()
    stage.page.wait_for_function("() => window.tapped")
    heard = len(stage.heard)
    stage.page.wait_for_timeout(500)
    assert len(stage.heard) == heard
    stage.root.locator("button.mp-card").first.click()
    stage.page.wait_for_function("root => !root.dataset.waiting", arg=stage.root.element_handle())
    assert len(stage.heard) == heard + 1, "what comes later is meant"
    stage.page.close()


def test_a_board_that_is_taken_away_plays_no_scenes_on(browser):
    stage = Stage(browser, "brisk")
    stage.begin("start")
    root = stage.root.element_handle()
    assert len(stage.captions) > 1
    stage.page.evaluate("() => window.stopBoard()")
    look = "root => [root.isConnected, root.innerHTML]"
    before = root.evaluate(look)
    stage.page.wait_for_timeout(2500)
    assert root.evaluate(look) == before
    stage.page.close()


@pytest.fixture
def phone(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield LiveBoard(context.new_page(), new_host("short", (PERSON, "greedy")))
    context.close()


def test_a_trembling_finger_is_a_tap_and_a_drag_begins_where_the_finger_is(phone):
    for _ in range(3):
        phone.root.locator('[data-key="nearer"]').click()
    canvas = phone.root.locator(".mp-canvas")
    expect(canvas).to_have_class("mp-canvas mp-nearer")
    start, trembles, drags, further = phone.page.evaluate(MOVE, [canvas.element_handle(), 3, 9, 29])
    assert trembles == [False, start[1]], "else a phone gives no click"
    assert drags == [True, pytest.approx(start[1], abs=0.1)], "and the map does not jump"
    assert further[0]
    unit = start[1][2] / canvas.locator("svg").evaluate("one => one.getBoundingClientRect().width")
    assert drags[1][0] - further[1][0] == pytest.approx(20 * unit, rel=0.05)
