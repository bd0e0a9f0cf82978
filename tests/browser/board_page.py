"""A playable board in a notebook, seen and touched only as a person can."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page

from tests.browser.notebook_page import NotebookPage


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
    def n(self) -> int:
        """The number of the view that is on the screen; it counts up with every answer of the kernel."""
        return int(self.root.get_attribute("data-n") or 0)

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Leave the block when the kernel has answered to what was done in it, and the answer is on the screen."""
        before = self.n
        yield
        self.page.wait_for_function(
            "([root, before]) => Number(root.dataset.n) > before", arg=[self.root.element_handle(), before]
        )

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
        with self.answered():
            self.button(key).click()

    @property
    def dialog(self) -> Locator:
        """The dialog, if one is open."""
        return self.root.locator("[role=dialog]")

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
