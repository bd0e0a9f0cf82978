"""The reader, a lesson as a page of the site: its live cells run one by one as they come into view, without a notebook.

Only the standard library is needed here. The page sends and hears texts in JSON, which any browser reads. It sends
`{"cell": id, "run": program}` once for each cell and then `{"cell": id, "message": …}`; it hears `{"cell": id, "live":
kind, …}` with what the front end of that kind begins with, and then `{"cell": id, "message": …}`, or, if a cell fails,
`{"cell": id, "failed": report}`.
"""

from __future__ import annotations

import ast
import json
import traceback
from collections.abc import Callable, Sequence
from typing import Any

from mali_powstancy.classroom.saves import on_page, page_begins, runs_again
from mali_powstancy.classroom.showing import shown_at
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.reports import without_folders
from mali_powstancy.tabletop.storage import Storage
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.page.desk import Desk
from mali_powstancy.views.page.panel_page import Bundles, PanelPage

SHOWN_BY = "reader"


class LessonReader:
    """The live cells of one lesson, such as `pl/00-start.ipynb`; what is kept has the names it has in the notebook."""

    def __init__(self, lesson: str, tell: Callable[[str], None]) -> None:
        """`tell` sends a text to the page."""
        self.live: dict[str, BoardPage | PanelPage] = {}
        """What the cells have made, by their ids."""
        self._lesson, self._tell = lesson, tell
        self._cell = ""
        page_begins()

    def receive(self, text: str) -> None:
        """Do what the page asks for."""
        asked = json.loads(text)
        cell = asked["cell"]
        with on_page(self._lesson, cell):
            if "run" in asked:
                self._run(cell, asked["run"])
            else:
                self.live[cell].receive(asked["message"])

    # What runs a cell.

    def _run(self, cell: str, program: str) -> None:
        self._cell = cell
        runs_again(cell)
        try:
            with shown_at(self):
                made = _value(program)
        except Exception:
            self._tell_page({"cell": cell, "failed": without_folders(traceback.format_exc())})
            raise
        self.live[cell] = made
        begins: Object = {"keeps": made.keeps}
        kind = "panel"
        if isinstance(made, BoardPage):
            kind, begins = "board", begins | {"base": made.base}
        self._tell_page({"cell": cell, "live": kind, **begins})

    # What a cell shows.

    def board(self, host: Host) -> BoardPage:
        """A board on the page."""
        return BoardPage(host, self._sender(), SHOWN_BY)

    def panel(self, desk: Desk, storage: Storage, key: str, further: Sequence[str]) -> PanelPage:
        """A desk on the page, and its figure below."""
        send = self._sender()

        def put_below(figure: Bundles) -> None:
            send({"below": figure})

        return PanelPage(desk, storage, key, further, send=send, put_below=put_below, shown_by=SHOWN_BY)

    def _sender(self) -> Callable[[Object], None]:
        cell = self._cell
        return lambda message: self._tell_page({"cell": cell, "message": message})

    def _tell_page(self, said: Object) -> None:
        self._tell(json.dumps(said, ensure_ascii=False))


def _value(program: str) -> Any:
    """What the last line of a program gives, as a notebook shows it."""
    *before, last = ast.parse(program).body
    if not isinstance(last, ast.Expr):
        raise TypeError("the last line of a live cell shows nothing")
    names: dict[str, Any] = {}
    exec(compile(ast.Module(before, []), "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
