"""Taps that are meant for something else than what lies under them."""

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
