"""The boards on a phone, upright and on its side, used with fingers alone: everything can be hit, read and reached."""

import random

import pytest
from playwright.sync_api import expect

from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.texts import languages
from tests.browser.live_board import LiveBoard, new_host
from tests.browser.site_page import is_wider_than_the_screen
from tests.browser.test_accessibility import barriers
from tests.browser.test_front_board import StaffPlayer
from tests.browser.test_layout import SMALL_TEXT, TOO_WIDE
from tests.browser.test_trench_board import TablePlayer
from tools.site_reader import READER

UPRIGHT, ON_ITS_SIDE = (360, 640), (844, 390)
SIZES = (UPRIGHT, ON_ITS_SIDE)
FINGER = 44  # pixels: the least width and height of what a finger hits
LETTERS = 12  # pixels
MOST_DECISIONS = 250
MOST_TAPS = 3_000
DOUBLE = 400  # milliseconds; of two taps that follow sooner the board takes the second for a slip
# What a keyboard on the screen leaves of the window: less than a half, and on its side hardly anything.
KEYBOARDS = ((UPRIGHT, 330), (ON_ITS_SIDE, 150))
# What a finger could hit now and is too small for it; plotly draws buttons and sliders without being asked.
TOO_SMALL = """([root, least]) => [...root.querySelectorAll(
        "button, select, input, textarea, summary, a, .updatemenu-item-rect, .slider-touch-rect")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert], .mp-canvas"))
    .filter((one) => !one.matches(":is(p, li, td, blockquote) a:not(nav a)")) // a word of a sentence is as high as that
    .map((one) => [one.matches("input") ? one.closest("label") ?? one : one, one])
    .map(([hit]) => [hit.getBoundingClientRect(), hit])
    .filter(([box]) => Math.min(box.width, box.height) < least - 0.5)
    .map(([box, hit]) => `${box.width} x ${box.height}: ${hit.outerHTML.slice(0, 120)}`)"""
# The smallest letters beside the map, and of the names on it that matter for the chosen piece.
NEAR_NAMES = """root => [...root.querySelectorAll(".mp-near")].map((one) => {
    const matrix = one.getScreenCTM();
    return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(matrix.a, matrix.b);
})"""
# Where what leads on in a game can be tapped; what asks comes first, and nothing is taken back or looked up.
LEADS_ON = """(root, chance) => {
    const keys = /^(card|move|deal|tile|charm|lay|use|confirm|go|take-screen)/;
    const all = (part) => [...root.querySelectorAll(part)].filter((one) =>
        one.checkVisibility() && one.ariaDisabled !== "true");
    const found = [
        all(".mp-layer:not([hidden]) .mp-primary"),
        all(".mp-options:not([hidden]) button"),
        all(".mp-panel button[data-key]").filter(({ dataset: { key } }) => keys.test(key)),
    ].find((some) => some.length) ?? [];
    const one = found[Math.floor(chance * found.length)];
    if (!one) return null;
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
STRIP = """root => {
    const box = root.querySelector(".mp-strip")?.getBoundingClientRect();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
# A keyboard on the screen leaves the layout as it is, on Android and on an iPhone alike: only less of it is seen.
KEYBOARD = """left => {
    Object.defineProperty(visualViewport, "height", { configurable: true, get: () => left });
    visualViewport.dispatchEvent(new Event("resize"));
}"""
# Where a field stands in the window, and whether something lies on one of its ends.
TYPED = """area => {
    const { left, top, bottom } = area.getBoundingClientRect();
    const isOn = (y) => document.elementFromPoint(left + 9, y) === area;
    return [top, bottom, !isOn(top + 4) || !isOn(bottom - 4)];
}"""
# Where the middle of something on the map is in the window.
MIDDLE = """one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
SEEN = """root => root.querySelector(".mp-canvas > svg").getAttribute("viewBox").split(" ").map(Number)"""


@pytest.fixture
def phone(browser):
    """Opens a board on a phone of some size, alone on its page or within a lesson."""
    opened = []

    def show(size, host, *, alone=True, motion="reduce"):
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, reduced_motion=motion
        )
        context.set_default_timeout(15_000)
        opened.append(context)
        return LiveBoard(context.new_page(), host, alone=alone)

    yield show
    for context in opened:
        context.close()


def expect_comfort(board):
    """Nothing sticks out, everything can be hit, and all letters beside the map can be read."""
    root = board.root.element_handle()
    assert board.errors == []
    assert board.root.locator(".mp-trouble").is_hidden()
    assert not is_wider_than_the_screen(board.page)
    assert board.root.evaluate(TOO_WIDE) == []
    assert board.page.evaluate(TOO_SMALL, [root, FINGER]) == []
    for part in (".mp-side", ".mp-open", ".mp-dialog"):
        assert board.page.evaluate(SMALL_TEXT, [board.root.locator(part).element_handle(), LETTERS]) == []
    assert [size for size in board.root.evaluate(NEAR_NAMES) if size < LETTERS] == []


def tap(board, x, y):
    board.page.touchscreen.tap(x, y)


def tap_button(board, button):
    board.page.wait_for_timeout(DOUBLE)
    with board.answered():
        button.tap()


def own_turn(board):
    """Answer until the person is asked to walk; the first card is good enough."""
    while not board.root.locator(".mp-above .mp-can").count():
        card = board.root.locator("button.mp-card")
        tap_button(board, card.first if card.count() else board.root.locator(".mp-panel .mp-choices button").first)


class Toucher:
    """Plays with fingers: on the map, a little beside what is meant, or with the buttons that say the same."""

    def __init__(self, board, seed):
        self.board = board
        self.rng = random.Random(seed)

    def play(self, most=MOST_DECISIONS):
        """To the end of the game, or as many decisions as that."""
        for number in range(most):
            if number % 12 == 0:
                expect_comfort(self.board)
            if self.board.root.locator('.mp-layer:not([hidden]) [data-dialog="end"]').count():
                return True
            self.decide()
        return False

    def decide(self):
        root = self.board.root
        options = root.locator(".mp-options:not([hidden]) button")
        dialog = root.locator(".mp-layer:not([hidden]) .mp-primary")
        cards = root.locator("button.mp-card")
        collect = root.locator('.mp-panel [data-key^="move collect"]')
        pieces = root.locator(".mp-above .mp-can")
        if options.count():  # one of them may choose somebody else, which asks nobody
            options.first.tap()
            return expect(options).to_have_count(0)
        for choice in (dialog, cards, collect):
            if choice.count():
                return self.press(choice.first)
        if pieces.count() and self.rng.random() < 0.7:
            return self.walk(pieces)
        choices = root.locator('.mp-panel .mp-choices button[data-key^="move "]')
        roads = root.locator(".mp-reachable button")
        return self.press(choices.first if choices.count() else roads.first)

    def press(self, button):
        """What is played is seen by its end; a press may also only show something."""
        button.tap()
        self.board.page.wait_for_function("root => !root.dataset.waiting", arg=self.board.root.element_handle())

    def walk(self, pieces):
        """Choose somebody and go somewhere."""
        root, page = self.board.root, self.board.page
        if not root.locator(".mp-field.mp-can").count():
            tap(self.board, *pieces.nth(self.rng.randrange(pieces.count())).evaluate(MIDDLE))
            expect(root.locator(".mp-field.mp-can").first).to_be_visible()
        before = self.board.n
        buttons = root.locator(".mp-reachable .mp-ways-on:visible button")
        if buttons.count() and self.rng.random() < 0.5:
            buttons.nth(self.rng.randrange(buttons.count())).tap()
        else:
            fields = root.locator(".mp-field.mp-can .mp-disc")
            x, y = fields.nth(self.rng.randrange(fields.count())).evaluate(MIDDLE)
            tap(self.board, x + self.rng.uniform(-6, 6), y + self.rng.uniform(-6, 6))
        answered = "([root, n]) => Number(root.dataset.n) > n || !root.querySelector('.mp-options').hidden"
        page.wait_for_function(answered, arg=[root.element_handle(), before])


class Fingers(TablePlayer):
    """Plays at a table of cards with fingers."""

    def play(self):
        """To the end of the game."""
        self.play_to_the_end()
        return self.done["card"] > 3

    def press(self, key):
        if self.done.total() % 15 == 0:
            expect_comfort(self.board)
        tap_button(self.board, self.board.button(key))


class FingersOfStaff(Fingers, StaffPlayer):
    """The same for a staff."""


SHORT = ("short", (PERSON, "greedy"))
WIARUSI = ("wiarusi-beginner", (PERSON, "careful", "careful"))
BITWA = ("bitwa-short", (PERSON, "random"))


@pytest.mark.parametrize("size", SIZES, ids=["upright", "on-its-side"])
@pytest.mark.parametrize(
    ("game", "player"),
    [(SHORT, Toucher), (WIARUSI, Fingers), (BITWA, FingersOfStaff)],
    ids=["short", "wiarusi", "bitwa"],
)
def test_a_short_game_is_played_to_its_end_with_fingers(phone, size, game, player):
    board = phone(size, new_host(game[0], game[1], seed=4))
    assert player(board, 4).play()
    expect_comfort(board)
    expect(board.dialog).to_have_attribute("data-dialog", "end")
    expect(board.dialog).to_be_in_viewport()


class Hasty:
    """Taps faster than one should: twice, into scenes, and where a moment ago something else was."""

    def __init__(self, board, seed):
        self.board, self.rng = board, random.Random(seed)
        self.skipped = 0
        self.there = (5, 5)

    def play(self):
        """To the end of the game."""
        root = self.board.root
        for _ in range(MOST_TAPS):
            if root.get_attribute("data-scene") is not None:
                self.interrupt()
            elif root.locator('.mp-layer:not([hidden]) [data-dialog="end"]').count():
                return
            else:
                self.choose()
        raise AssertionError(f"after {MOST_TAPS} taps the game is not over")

    def choose(self):
        """Something that leads on, and now and then the same place once more at once."""
        found = self.board.root.evaluate(LEADS_ON, self.rng.random())
        if not found:
            return self.board.page.wait_for_timeout(50)
        self.there = found
        tap(self.board, *self.there)
        if self.rng.random() < 0.4:
            tap(self.board, *self.there)
        self.board.page.wait_for_function("root => !root.dataset.waiting", arg=self.board.root.element_handle())

    def interrupt(self):
        """Wait a little, which is sometimes too little, and tap into the scene or where something was before."""
        board = self.board
        assert not is_wider_than_the_screen(board.page)
        board.page.wait_for_timeout(self.rng.choice((0, 100, 400, 900)))
        strip = board.root.evaluate(STRIP)
        tap(board, *(self.rng.choice((strip, self.there)) if strip else self.there))
        self.skipped += bool(strip) and board.root.get_attribute("data-scene") is None


@pytest.mark.parametrize("size", SIZES, ids=["upright", "on-its-side"])
@pytest.mark.parametrize("game", [SHORT, WIARUSI, BITWA], ids=["short", "wiarusi", "bitwa"])
def test_a_short_game_with_scenes_is_played_to_its_end_by_somebody_in_a_hurry(phone, size, game):
    host = new_host(game[0], game[1], seed=4)
    host.handle({"do": "look", "pace": "brisk"})
    board = phone(size, host, motion="no-preference")
    hurry = Hasty(board, 4)
    hurry.play()
    assert hurry.skipped > 5
    expect_comfort(board)
    expect(board.dialog).to_be_in_viewport()


@pytest.mark.parametrize("size", SIZES)
def test_two_fingers_bring_the_map_nearer_one_moves_it_and_the_page_still_scrolls(phone, size):
    board = phone(size, new_host("short", (PERSON, "greedy")), alone=False)
    page, canvas = board.page, board.root.locator(".mp-canvas")
    own_turn(board)
    canvas.scroll_into_view_if_needed()
    touch = page.context.new_cdp_session(page)

    def fingers(*steps):
        for number, points in enumerate(steps):
            kind = "touchStart" if number == 0 else "touchMove"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})
            page.wait_for_timeout(20)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(50)

    x, y = canvas.evaluate(MIDDLE)
    whole, top = board.root.evaluate(SEEN), page.evaluate("scrollY")
    fingers(*([(x, y - step)] for step in range(0, 90, 15)))
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") > top, "one finger scrolls the page"
    assert board.root.evaluate(SEEN) == whole
    canvas.scroll_into_view_if_needed()
    x, y = canvas.evaluate(MIDDLE)
    fingers(*([(x - apart, y), (x + apart, y)] for apart in (20, 30, 40, 50, 60)))
    nearer = board.root.evaluate(SEEN)
    assert nearer[2] < whole[2] / 2
    top = page.evaluate("scrollY")
    fingers(*([(x - step, y - step)] for step in range(0, 60, 12)))
    moved = board.root.evaluate(SEEN)
    assert (moved[0], moved[1]) > (nearer[0], nearer[1])
    assert moved[2:] == nearer[2:]
    assert page.evaluate("scrollY") == top
    board.button("own").tap()
    for piece in board.root.locator(".mp-above .mp-can").all():
        expect(piece).to_be_in_viewport()
    for _ in range(8):
        if (farther := board.button("farther")).is_enabled():
            farther.tap()
    assert board.root.evaluate(SEEN) == whole
    expect(board.button("farther")).to_be_disabled()
    board.button("nearer").tap()
    assert board.root.evaluate(SEEN)[2] < whole[2]
    assert barriers(board) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("scenario", "seats"),
    [("wiarusi-beginner", (PERSON, "careful", "careful")), ("bitwa-short", (PERSON, "planner"))],
)
def test_what_is_asked_and_the_own_cards_are_in_sight_wherever_the_table_is_scrolled_to(phone, size, scenario, seats):
    board = phone(size, new_host(scenario, seats, "en"), alone=size == UPRIGHT)
    page = board.page
    ask = board.root.locator(
        ".mp-panel :is(.mp-says-ask, [data-now] .mp-label)"
    ).last  # of several presses the present one
    for turn in range(4):
        board.root.evaluate("root => root.scrollIntoView({ block: 'start' })")
        page.mouse.wheel(0, 90 * turn)
        expect(ask).to_be_in_viewport(timeout=5000)
        choices = board.root.locator(".mp-panel button:is(.mp-face, .mp-answer)")
        if turn == 0:
            expect(choices.first).to_be_in_viewport(timeout=5000)
        if turn % 3 == 0:
            expect_comfort(board)
        tap_button(board, choices.first)


def test_the_handle_makes_the_sheet_lower_and_higher_and_the_map_is_never_covered(phone):
    board = phone(UPRIGHT, new_host("short", (PERSON, "greedy")))
    handle, side, canvas = (board.root.locator(part) for part in (".mp-handle", ".mp-side", ".mp-canvas"))
    seen = {}
    for _ in range(3):
        seen[board.root.get_attribute("data-sheet")] = side.bounding_box()["height"]
        assert canvas.bounding_box()["height"] >= 100
        assert canvas.bounding_box()["y"] + canvas.bounding_box()["height"] <= side.bounding_box()["y"] + 2
        handle.tap()
    assert seen["low"] < seen["half"] < seen["high"]
    handle.focus()
    board.press("ArrowUp")
    assert side.bounding_box()["height"] == seen["high"]
    assert handle.get_attribute("aria-label")


def test_a_long_dialog_keeps_its_name_and_main_button_in_a_low_window(phone):
    board = phone(UPRIGHT, new_host())
    dialog = board.dialog
    expect_comfort(board)
    board.page.set_viewport_size({"width": 360, "height": 300})
    for summary in dialog.locator("summary").all():
        summary.tap()
    assert dialog.evaluate("one => one.scrollHeight > one.clientHeight")
    expect(dialog.locator("h2")).to_be_in_viewport()
    expect_comfort(board)


def type_over_a_keyboard(page, area, least, left):
    """Write where a keyboard has come up over the page, of which it leaves so much from `least` to `left`."""
    area.tap()
    expect(area).to_be_focused()
    page.evaluate(KEYBOARD, left)
    top, bottom, is_covered = area.evaluate(TYPED)
    assert least <= top < bottom <= left
    assert not is_covered
    area.press_sequentially("MP1")
    assert area.evaluate(TYPED) == [top, bottom, False]


@pytest.mark.parametrize(("size", "left"), KEYBOARDS)
def test_the_keyboard_does_not_cover_the_code_of_a_game_that_is_opened(phone, size, left):
    board = phone(size, new_host())
    dialog = board.dialog
    dialog.locator('[data-key="more.summary"]').tap()
    tap_button(board, dialog.locator('[data-key="open"]'))
    area = dialog.locator("textarea")
    expect(area).to_have_count(1)
    type_over_a_keyboard(board.page, area, 0, left)
    board.page.evaluate(KEYBOARD, size[1])
    expect(dialog.locator("h2")).to_be_in_viewport()
    expect_comfort(board)


def test_a_finger_beside_a_field_means_the_nearest_possible_one_and_far_away_nothing(phone):
    board = phone(UPRIGHT, new_host("short", (PERSON, "greedy")))
    own_turn(board)
    piece = board.root.locator(".mp-above .mp-can").first
    x, y = piece.evaluate(MIDDLE)
    tap(board, x + 9, y + 9)
    expect(board.root.locator(".mp-above .mp-selected")).to_have_count(1)
    for field in board.root.locator(".mp-field.mp-can").all()[:4]:
        name = field.get_attribute("data-field")
        x, y = field.locator(".mp-disc").evaluate(MIDDLE)
        impossible = board.root.evaluate(
            """(root, [x, y]) => {
            const far = (one) => {
                const box = one.getBoundingClientRect();
                return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
            };
            const others = [...root.querySelectorAll(".mp-field:not(.mp-can) .mp-disc")];
            others.sort((one, other) => far(one) - far(other));
            const box = others[0].getBoundingClientRect();
            return far(others[0]) < 28 ? [box.x + box.width / 2, box.y + box.height / 2] : [x + 12, y];
        }""",
            [x, y],
        )
        before = board.n
        tap(board, *impossible)
        page = board.page
        page.wait_for_function(
            "([root, n]) => Number(root.dataset.n) > n || !root.querySelector('.mp-options').hidden",
            arg=[board.root.element_handle(), before],
        )
        assert board.root.locator(".mp-says-refusal").count() == 0, name
        if board.n > before:
            tap_button(board, board.button("undo"))
            if not board.root.locator(".mp-field.mp-can").count():
                tap(board, *board.root.locator(".mp-above .mp-can").first.evaluate(MIDDLE))
    before = board.n
    box = board.root.locator(".mp-canvas").bounding_box()
    tap(board, box["x"] + 3, box["y"] + box["height"] - 3)
    board.page.wait_for_timeout(200)
    assert board.n == before


def test_on_a_projector_map_and_cards_are_seen_together_and_what_is_said_is_large(browser):
    for (width, height), least in {(1024, 768): 20, (1920, 1080): 28}.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        host = new_host("short", (PERSON, "greedy"))
        host.handle({"do": "look", "size": 150})
        board = LiveBoard(page, host)
        for part in (".mp-map", ".mp-panel .mp-says-ask", ".mp-cards"):
            expect(board.root.locator(part)).to_be_in_viewport(ratio=0.99, timeout=5000)
        said = board.root.locator(".mp-panel .mp-says-ask").evaluate("one => getComputedStyle(one).fontSize")
        assert float(said.removesuffix("px")) >= least
        page.close()


# A lesson as a page: from its top to its end, waking what is on the way.
SCROLL = """async () => {
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const wide = [];
    for (const cell of document.querySelectorAll(".live")) {
        const fold = cell.closest("details");
        if (fold) fold.open = true;
        cell.scrollIntoView({ block: "start", behavior: "instant" });
        while (!["awake", "failed"].includes(cell.dataset.state)) await wait(50);
        const { scrollWidth, clientWidth } = document.documentElement;
        if (scrollWidth > clientWidth || cell.dataset.state === "failed") wide.push([cell.dataset.cell, scrollWidth]);
    }
    return wide;
}"""


# The smallest letters of a lesson; names on maps have their own rule, and what is heard alone has no size.
SMALL_LETTERS = """([root, least]) => {
    const found = new Set();
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement;
        const isSeen = one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
        if (!texts.currentNode.data.trim() || !isSeen || one.closest(".mp-canvas, .mp-picture, .mp-hidden")) continue;
        const matrix = one.ownerSVGElement ? one.getScreenCTM() : { a: 1, b: 0 };
        const size = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(matrix.a, matrix.b);
        if (size > 1 && size < least) found.add(`${size}: ${one.outerHTML.slice(0, 120)}`); // a slider's names have 1
    }
    return [...found];
}"""
# What is used in each lesson: the desk or board of that number, and what of it is tapped.
USED = {
    "01-letters": (0, ".mp-phrase"),
    "04-we-play": (0, ".mp-primary"),
    "08-how-districts-fall": (0, "button[data-key]"),
}


@pytest.fixture
def lesson(site, browser):
    """Opens a lesson as a page on a phone of some size."""
    contexts = {}

    def opened(size, lang, stem):
        if size not in contexts:
            contexts[size] = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True
            )
        page = contexts[size].new_page()
        page.set_default_timeout(180_000)
        page.goto(f"{site.address}/{lang}/{READER}/{stem}.html")
        page.locator("body[data-ready]").wait_for()
        return page

    yield opened
    for context in contexts.values():
        context.close()


def expect_room_in(page):
    """Everything of a lesson can be hit and read, now that its desks are awake, and nothing is pushed sideways."""
    main = page.locator("main").element_handle()
    assert not is_wider_than_the_screen(page)
    assert page.evaluate(TOO_SMALL, [main, FINGER]) == []
    assert page.evaluate(SMALL_LETTERS, [main, LETTERS]) == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("size", SIZES, ids=["upright", "on-its-side"])
def test_lessons_are_pages_for_a_phone(lesson, size, lang):
    for stem, (number, tapped) in USED.items():
        page = lesson(size, lang, stem)
        bar = page.locator(".reader-bar")
        bar.locator("summary").tap()
        assert page.evaluate(TOO_SMALL, [bar.element_handle(), FINGER]) == [], stem
        assert page.evaluate(SMALL_LETTERS, [bar.element_handle(), LETTERS]) == [], stem
        assert not is_wider_than_the_screen(page)
        bar.locator("#parts a").last.tap()
        expect(bar.locator("#parts")).to_be_hidden()
        assert page.evaluate(SCROLL) == [], stem
        expect_room_in(page)
        root = page.locator(".live .mp-page").nth(number)
        before = int(root.get_attribute("data-n"))
        root.locator(tapped).locator("visible=true").first.tap()
        page.wait_for_function("([root, n]) => Number(root.dataset.n) > n", arg=[root.element_handle(), before])
        expect_room_in(page)
        page.close()


@pytest.mark.parametrize(("size", "left"), KEYBOARDS, ids=["upright", "on-its-side"])
def test_the_keyboard_does_not_cover_the_letter_of_25_words(lesson, size, left):
    page = lesson(size, "pl", "01-letters")
    assert page.evaluate(SCROLL) == []
    area = page.locator(".live .mp-words textarea").first
    expect(area).to_be_visible()
    bar = page.locator(".reader-bar").bounding_box()["height"]
    type_over_a_keyboard(page, area, bar, left)
