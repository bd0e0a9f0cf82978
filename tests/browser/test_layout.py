import pytest
from playwright.sync_api import expect

from tests.browser.board_page import BoardPage, board_cell

CLOSEST = 44  # pixels between the middles of two fields: as wide as a finger
SMALLEST_TEXT = 12  # pixels
NARROW = {"width": 700, "height": 720}
PHONE = {"width": 390, "height": 844}

# A late round of the extended game for four, with as many orders on the track as players who mean well ever had in
# 18 games, and long names among them. The red patrol has a turn with an action, and two things to choose from.
ARRANGE = """
import random
from mali_powstancy.engine import (
    load_scenario,
)
from mali_powstancy.tabletop.session import Session
from mali_powstancy.engine.arranging import arrange
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.table import Table
track = [
    ("plac-wilsona>port", 4), ("cytadela>szucha", 3), ("przyczolek>wytwornia", 3), ("wytwornia>szucha", 2),
    ("plac-trzech-krzyzy>przyczolek", 2), ("browary>past", 1), ("pawiak>starowka", 1),
]
state = arrange(
    load_scenario("extended-1"),
    round=8,
    start_player=start_player,
    track=track,
    carrying={"hania": "plac-wilsona>port", "zosia": "cytadela>szucha"},
    scouts={"zosia": "plac-trzech-krzyzy", "hania": "przyczolek", "gosia": "cytadela", "marysia": "cytadela"},
    cards={"red": 2, "orange": 3, "green": 4, "violet": 5},
    hands={"red": (1, 3, 4, 5)},
    goals={"red": ("most-from-wola", "most-orders-1", "districts-4-a")},
    turn="red",
)
"""
SHOW = """
board.host.table = Table(Session(state), (PERSON, "greedy", "greedy", "greedy"), random.Random(1))
board.host.dialog = None
board.host.language = lang
board.page.show(with_map=True)
"""
# Everything that one needs for a decision, and how many there are of it.
NEEDED = {
    ".mp-bar button": 6,
    ".mp-says-ask": 1,
    ".mp-card": 5,
    ".mp-choices button": 2,
    ".mp-row": 7,
    ".mp-patrols > li": 4,
    ".mp-chip": 12,
    ".mp-scout": 12,
    ".mp-disc": 59,
}
# What is there, and what of it the window or a frame around it cuts off; noted when the browser has looked.
LOOK = """([root, selectors]) => {
    window.mpSeen = null;
    root.scrollIntoView({ block: "start" });
    const all = (part) => [...root.querySelectorAll(`.mp-frame ${part}`)];
    const kind = new Map(selectors.flatMap((part) => all(part).map((one) => [one, part])));
    const watcher = new IntersectionObserver((entries) => {
        watcher.disconnect();
        const count = Object.fromEntries(selectors.map((part) => [part, 0]));
        for (const { target } of entries) count[kind.get(target)] += 1;
        const cut = entries.filter((entry) => entry.intersectionRatio < 0.99);
        window.mpSeen = [count, cut.map(({ target }) => target.outerHTML.slice(0, 120))];
    });
    for (const one of kind.keys()) watcher.observe(one);
}"""
DISTANCES = """root => {
    const middles = [...root.querySelectorAll(".mp-field")].map((field) => {
        const { x, y, width, height } = field.querySelector(".mp-disc").getBoundingClientRect();
        return [field.dataset.field, x + width / 2, y + height / 2];
    });
    return middles.flatMap(([one, x, y], index) =>
        middles.slice(index + 1).map(([other, u, v]) => [Math.hypot(x - u, y - v), one, other]));
}"""
# What sticks out of the board or of its own frame to the side. A large map may: it has a frame in which it scrolls.
TOO_WIDE = """root => {
    const { left, right } = root.getBoundingClientRect();
    const inside = [...root.querySelectorAll("*")].filter((one) =>
        one.checkVisibility({ opacityProperty: true }) && !one.ownerSVGElement
            && !one.closest(".mp-canvas > *, .mp-hidden"));
    const out = inside.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width && (box.left < left - 1 || box.right > right + 1);
    });
    const cut = inside.filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).display !== "inline" && !one.matches(".mp-canvas"));
    const around = [];
    for (let one = root; one; one = one.parentElement)
        if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) around.push(one);
    return [...out, ...cut, ...around].map((one) => one.outerHTML.slice(0, 120));
}"""
# The sizes of all letters on the screen; of the map as large as it is shown.
SMALL_TEXT = """([root, smallest]) => {
    const found = new Set();
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement;
        if (!texts.currentNode.textContent.trim() || !one.checkVisibility() || one.closest(".mp-hidden")) continue;
        const matrix = one.ownerSVGElement ? one.getScreenCTM() : { a: 1, b: 0 };
        const size = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(matrix.a, matrix.b);
        if (size < smallest) found.add(`${size}: ${one.outerHTML.slice(0, 120)}`);
    }
    return [...found];
}"""


@pytest.fixture
def late(lab, open_notebook):
    """The board in the arranged round."""
    board = open_notebook(lab, [board_cell("new_game()")])
    show(board, "pl")
    return board


def show(board: BoardPage, lang: str, start_player: str = "orange") -> None:
    """Put the arranged round on the board."""
    with board.answered():
        board.in_kernel(f"lang, start_player = {lang!r}, {start_player!r}" + ARRANGE + SHOW)


def test_in_a_small_window_everything_for_a_decision_is_seen_and_can_be_hit_and_read(late):
    for lang, start_player in (("pl", "orange"), ("en", "red")):  # the marker goes to another row
        show(late, lang, start_player)
        late.page.evaluate(LOOK, [late.root.element_handle(), list(NEEDED)])
        count, cut = late.page.wait_for_function("() => window.mpSeen").json_value()
        assert count == NEEDED
        assert cut == []
        distance, *fields = min(late.root.evaluate(DISTANCES))
        print(f"closest fields: {distance:.1f} px, {' and '.join(fields)}")
        assert distance >= CLOSEST
        assert late.page.evaluate(SMALL_TEXT, [late.root.element_handle(), SMALLEST_TEXT]) == []
        assert late.root.evaluate(TOO_WIDE) == []


def test_nothing_sticks_out_in_any_size_or_in_a_narrow_window(late):
    widths = set()
    for window in (late.page.viewport_size, NARROW):
        assert window is not None
        late.page.set_viewport_size(window)
        for size in ("125", "150", "200", "100"):
            late.click("settings")
            late.choose("size", size)
            assert late.root.evaluate(TOO_WIDE) == []
            late.click("close")
            assert late.root.evaluate(TOO_WIDE) == []
            assert late.root.evaluate("root => root.style.getPropertyValue('--mp-size') * 100") == int(size)
        widths.add(late.root.evaluate("root => root.clientWidth"))
    assert min(widths) < NARROW["width"] < max(widths)


def test_the_layout_follows_the_width_that_the_window_gives(late):
    late.click("settings")
    late.choose("size", "150")
    late.click("close")
    for width, is_stacked in ((1280, True), (1920, False), (1280, True)):
        late.page.set_viewport_size({"width": width, "height": 900})
        expect(late.root.locator(":scope.mp-stacked")).to_have_count(int(is_stacked))
        map_box, window = late.root.locator(".mp-map").bounding_box(), late.page.viewport_size
        assert map_box is not None
        assert map_box["height"] < window["height"]
        assert late.root.evaluate(TOO_WIDE) == []


def test_labels_side_by_side_are_of_one_size(late):
    late.click("settings")
    late.choose("size", "150")
    late.click("close")
    sizes = late.root.locator(".mp-two > *").evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
    assert len(sizes) == 4
    assert len(set(sizes)) == 1


def test_behind_a_dialog_the_board_is_darker_in_every_look(late):
    late.click("settings")
    for theme in ("light", "dark", "contrast"):
        late.choose("theme", theme)
        veil, paper = late.root.evaluate("""root => [root.querySelector(".mp-layer"), root].map((one) => {
            const canvas = new OffscreenCanvas(1, 1).getContext("2d");
            canvas.fillStyle = getComputedStyle(one).backgroundColor;
            canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data];
        })""")
        assert sum(veil[:3]) < sum(paper[:3]), theme
        assert 100 < veil[3] < 200, theme  # of 255: what is behind it can still be made out


def test_the_menu_of_the_largest_table_fits_and_can_be_read(lab, open_notebook):
    board = open_notebook(lab, [board_cell('new_game("extended", 4, ("person", "hard-rival"))')])
    expect(board.dialog.locator("select")).to_have_count(9)
    for window in (board.page.viewport_size, NARROW):
        assert window is not None
        board.page.set_viewport_size(window)
        for lang in ("en", "pl"):
            board.choose("language", lang)
            assert board.root.evaluate(TOO_WIDE) == []
            assert board.page.evaluate(SMALL_TEXT, [board.dialog.element_handle(), SMALLEST_TEXT]) == []


# How much of a dialog has to be scrolled inside it, and how far it reaches below its board.
CUT = """dialog => {
    const board = dialog.closest(".mp-page").getBoundingClientRect();
    const box = dialog.getBoundingClientRect();
    return [dialog.scrollHeight - dialog.clientHeight, Math.max(0, box.bottom - board.bottom), board.height];
}"""


def test_on_a_phone_the_board_grows_to_its_menu_and_shrinks_again(notebook7, open_notebook):
    board = open_notebook(notebook7, [board_cell('new_game("short", seed=1)')])
    board.page.set_viewport_size(PHONE)
    assert 300 < board.root.evaluate("root => root.clientWidth") <= PHONE["width"]
    hidden, below, high = board.dialog.evaluate(CUT)
    assert (hidden, below) == (0, 0)
    assert high < PHONE["height"]
    assert board.root.evaluate(TOO_WIDE) == []
    frame = board.root.locator(".mp-frame").bounding_box()
    assert frame["height"] < high, "the menu is higher than the map alone"
    board.click("start")
    box, frame = board.root.bounding_box(), board.root.locator(".mp-frame").bounding_box()
    assert abs(box["height"] - frame["height"]) < 10, "nothing is left of the room for the menu"


def test_a_dialog_that_is_higher_than_the_window_scrolls_inside(notebook7, open_notebook):
    board = open_notebook(notebook7, [board_cell('new_game("short", seed=1)', {"do": "start"})])
    board.page.set_viewport_size({"width": 390, "height": 500})
    board.click("game")
    board.click("places")
    hidden, below, _ = board.dialog.evaluate(CUT)
    assert hidden > 0
    assert below == 0
    assert board.dialog.bounding_box()["height"] <= 500 - 24


def test_on_paper_there_are_the_map_and_the_orders_and_no_buttons(late):
    late.click("text")
    late.page.emulate_media(media="print")
    for shown in (".mp-map", ".mp-says-ask", ".mp-track", ".mp-row", ".mp-patrols", ".mp-chip"):
        expect(late.root.locator(f".mp-frame {shown}").first).to_be_visible()
    expect(late.root.locator(".mp-button, button.mp-card, select, textarea").filter(visible=True)).to_have_count(0)
    assert late.root.evaluate(TOO_WIDE) == []
    clipped = late.root.evaluate("""root => [...root.querySelectorAll(".mp-panel, .mp-side")]
        .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className)""")
    assert clipped == []
