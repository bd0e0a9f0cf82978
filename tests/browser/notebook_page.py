"""A notebook in the browser, used as a person uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page

from tools.build_lessons import METADATA
from tools.servers import Server

# The notebook is loaded and its kernel answers. Jupyter shows its page long before.
IS_READY = """() => {
    const context = window.jupyterapp?.shell?.currentWidget?.context;
    return Boolean(context?.isReady && context.sessionContext?.isReady && context.sessionContext.session?.kernel);
}"""
# Noted when the command is done: a promise that is waited for here would know no time limit.
DO = """([command, values]) => {
    window.mpDone = null;
    window.jupyterapp.commands.execute(command, values).then(
        () => { window.mpDone = "done"; }, (error) => { window.mpDone = `failed: ${error}`; });
}"""
IS_IDLE = "() => window.jupyterapp.shell.currentWidget.context.sessionContext.session?.kernel?.status === 'idle'"


def write_notebook(path: Path, cells: list[str]) -> None:
    """A notebook with these code cells, never run and never trusted."""
    notebook: Any = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata = METADATA
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)


class NotebookPage:
    """One notebook, open in one page."""

    def __init__(self, page: Page, server: Server, name: str) -> None:
        self.page = page
        self.server = server
        self.name = name

    @property
    def path(self) -> Path:
        """The notebook's file."""
        return self.server.folder / self.name

    def open(self) -> None:
        """Show the notebook, or show it anew, and wait until its kernel answers."""
        self.page.goto(self.server.notebook_address(self.name), wait_until="domcontentloaded")
        self.page.wait_for_function(IS_READY)
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        if self.server.kind == "lab":
            self.do("application:toggle-left-area" if self._side_bar_is_open() else "apputils:dismiss-notification")

    def _side_bar_is_open(self) -> bool:
        return self.page.locator("#jp-left-stack").is_visible()

    def do(self, command: str, **values: object) -> None:
        """One command of Jupyter, finished; the menus call the same ones."""
        self.page.evaluate(DO, [command, values])
        self.page.wait_for_function("() => window.mpDone")
        done = self.page.evaluate("() => window.mpDone")
        assert done == "done", f"{command}: {done}"

    def run_all(self) -> None:
        """Run every cell to its end."""
        self.do("notebook:run-all-cells")
        self.page.wait_for_function(IS_IDLE)

    def run_cell(self, number: int) -> None:
        """Run one cell to its end."""
        self.page.evaluate(
            "number => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = number; }", number
        )
        self.do("notebook:run-cell")
        self.page.wait_for_function(IS_IDLE)

    def restart_kernel(self) -> None:
        """Lose everything that the kernel knew."""
        self.page.evaluate(
            """() => {
                window.mpDone = null;
                window.jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.restart().then(
                    () => { window.mpDone = "done"; }, (error) => { window.mpDone = `failed: ${error}`; });
            }"""
        )
        self.page.wait_for_function("() => window.mpDone === 'done'")
        self.page.wait_for_function(IS_READY)

    def save(self) -> dict[str, Any]:
        """Save, and what is then in the file."""
        self.do("docmanager:save")
        self.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
        return dict(nbformat.read(self.path, as_version=4))

    @property
    def selected_cell(self) -> int:
        """The number of the cell that Jupyter would run."""
        return int(self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCellIndex"))

    def cell(self, number: int) -> Locator:
        """A cell with its output."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(number)
