"""A playable board in a notebook, seen and touched only as a person can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

from tests.browser.notebook_page import NotebookPage

# Noted when the kernel has answered, as for the commands of Jupyter; nothing of it stays in the notebook.
RUN = """([code]) => {
    window.mpRun = null;
    const { kernel } = window.jupyterapp.shell.currentWidget.context.sessionContext.session;
    kernel.requestExecute({ code, store_history: false }).done.then(
        ({ content }) => { window.mpRun = content.status === "ok" ? "done" : `${content.ename}: ${content.evalue}`; },
        (error) => { window.mpRun = `failed: ${error}`; });
}"""
# A point of the map under which neither a field nor a road nor a piece lies.
EMPTY_POINT = """canvas => {
    const box = canvas.getBoundingClientRect();
    for (let x = box.left + 4; x < box.right; x += 8)
        for (let y = box.top + 4; y < box.bottom; y += 8) {
            const there = document.elementFromPoint(x, y);
            if (canvas.contains(there) && !there.closest(".mp-field, .mp-road, [data-piece]")) return [x, y];
        }
    throw new Error("the map has no empty point");
}"""

START = {"do": "start"}
WITHOUT_SCENES = {"do": "look", "pace": "off"}
# In the kernel: the bot plays for everybody until something is true of the host, and then that is on the board.
PUT = """
import random
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
def put(scenario, seats, is_reached, seed=1, lang="pl", **more):
    place = (MemoryStorage(), "put", lang, random.Random(seed))
    host = Host(*place, scenario=scenario, players=len(seats), seats=seats, **more)
    host.handle({"do": "look", "pace": "off"})
    if host.lesson is None:
        host.handle({"do": "start"})
    while not is_reached(host):
        hint = None if host.is_curtain_down else host.table.hint().move
        host.handle({"do": "play", "moves": [str(hint)]} if hint else {"do": "take-screen"})
    board.page.host = host
    board.page.show(with_map=True)
"""


def board_cell(game: str, *messages: Mapping[str, object]) -> str:
    """A cell that shows a board on which all this has been done already; `game` is what the cell asks for.

    It plays no scenes, because tests do not watch.
    """
    done = [f"board.host.handle({message!r})" for message in (WITHOUT_SCENES, *messages)]
    return "\n".join(["from mali_powstancy.classroom import new_game, tutorial", f"board = {game}", *done, "board"])


class BoardPage:
    """One board: its map, panel, bar and dialog."""

    def __init__(self, notebook: NotebookPage, root: Locator | None = None) -> None:
        self.notebook = notebook
        self.page: Page = notebook.page
        self.root = root or self.page.locator(".mp-board-widget").first

    def wait_until_ready(self) -> BoardPage:
        """Return when the board shows a position from the kernel."""
        self.page.locator('.mp-board-widget[data-ready="true"]').first.wait_for()
        return self

    @property
    def asks_kernel(self) -> bool:
        """Whether the page has sent something and waits for the answer."""
        return self.root.get_attribute("data-waiting") is not None

    @property
    def n(self) -> int:
        """The number of the view that is on the screen; it counts up with every answer of the kernel."""
        return int(self.root.get_attribute("data-n") or 0)

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Leave the block when the kernel has answered to what was done in it, and the answer is on the screen.

        Scenes are skipped, with a key that means nothing else.
        """
        before, root = self.n, self.root.element_handle()
        yield
        is_shown = "Number(root.dataset.n) > before"
        self.page.wait_for_function(f"([root, before]) => {is_shown} || root.dataset.scene", arg=[root, before])
        if self.root.get_attribute("data-scene") is not None:
            self.page.keyboard.press("F8")
        self.page.wait_for_function(f"([root, before]) => {is_shown}", arg=[root, before])

    # --- the map

    def field(self, name: str) -> Locator:
        """A field of the map."""
        return self.root.locator(f'.mp-field[data-field="{name}"]')

    def scout(self, name: str) -> Locator:
        """A scout on the map."""
        return self.root.locator(f'.mp-scout[data-piece="{name}"]')

    def road(self, name: str) -> Locator:
        """A road of the map."""
        return self.root.locator(f'.mp-road[data-road="{name}"]')

    def click_field(self, name: str) -> None:
        """Click into the middle of a field, whatever stands on it."""
        self._click_middle(self.field(name).locator(".mp-disc"))

    def click_scout(self, name: str) -> None:
        """Click a scout."""
        self._click_middle(self.scout(name))

    def _click_middle(self, thing: Locator) -> None:
        # With the mouse: the locator's own click would wait until nothing stands on a field.
        thing.scroll_into_view_if_needed()
        box = thing.bounding_box()
        assert box is not None, f"not on the screen: {thing}"
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    @property
    def is_animated(self) -> bool:
        """Whether pieces are still on their way."""
        return bool(
            self.root.locator(".mp-above").evaluate("above => above.getAnimations({ subtree: true }).length > 0")
        )

    def click_paper(self) -> None:
        """Click on the map where there is nothing to choose."""
        self.page.mouse.click(*self.root.locator(".mp-canvas").evaluate(EMPTY_POINT))

    @property
    def fields_to_choose(self) -> set[str]:
        """The fields that are marked as possible now."""
        fields = self.root.locator(".mp-field.mp-can").all()
        return {field.get_attribute("data-field") or "" for field in fields}

    # --- beside the map

    def button(self, key: str) -> Locator:
        """A button by its key."""
        return self.root.locator(f'button[data-key="{key}"]').first

    def click(self, key: str) -> None:
        """Press a button and wait for what it does."""
        self._unfold(self.button(key))
        with self.answered():
            self.button(key).click()

    def _unfold(self, wanted: Locator) -> None:
        """What the first menu has under "more" is not in sight at once."""
        more = self.root.locator('[data-key="more.summary"]')
        if more.is_visible() and not wanted.is_visible():
            more.click()

    @property
    def dialog(self) -> Locator:
        """The dialog, if one is open."""
        return self.root.locator("[role=dialog]")

    @property
    def options(self) -> Locator:
        """The ways to a field, while there is a choice between them."""
        return self.root.locator(".mp-options button")

    def choose(self, name: str, value: str) -> None:
        """Choose something in a form, which says so to the kernel at once."""
        field = self.root.locator(f'select[name="{name}"]')
        self._unfold(field)
        with self.answered():
            field.select_option(value)

    def take_hint(self) -> None:
        """Ask for a hint, then for its move, and play that."""
        for key in ("hint", "show-move", "play-hint"):
            self.click(key)

    @property
    def focused(self) -> str:
        """What has the focus: the key of a button, or a field."""
        return str(
            self.root.evaluate("""root => {
                const here = root.contains(document.activeElement) ? document.activeElement.dataset : {};
                return here.key ?? here.field ?? "";
            }""")
        )

    @property
    def panel_text(self) -> str:
        """Everything that is written in the panel."""
        return self.root.locator(".mp-panel").inner_text()

    @property
    def say(self) -> str:
        """What a screen reader was told last."""
        return self.root.locator("[aria-live]").first.inner_text()

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        for key in keys:
            self.page.keyboard.press(key)

    # --- behind the page

    def ask_kernel(self, code: str) -> None:
        """Let the kernel run something that no cell shows; do not wait for it."""
        self.page.evaluate(RUN, [code])

    def in_kernel(self, code: str) -> None:
        """Let the kernel run something that no cell shows, to its end."""
        self.ask_kernel(code)
        self.page.wait_for_function("() => window.mpRun")
        done = self.page.evaluate("() => window.mpRun")
        assert done == "done", f"{code}: {done}"

    def put(self, *game: object, until: str, **more: object) -> None:
        """Put another game on the board: scenario, seats, and what is true of the host when it is shown."""
        given = [*map(repr, game), f"lambda host: {until}", *(f"{name}={value!r}" for name, value in more.items())]
        with self.answered():
            self.in_kernel(f"{PUT}\nput({', '.join(given)})")
