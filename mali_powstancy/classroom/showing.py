"""Where boards and desks of a lesson are shown: as widgets in a notebook, or on a page that has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from mali_powstancy.tabletop.host import Host
    from mali_powstancy.tabletop.storage import Storage
    from mali_powstancy.views.page.desk import Desk


class ShowingPlace(Protocol):
    """Shows what a cell has made."""

    def board(self, host: Host) -> Any:
        """A board, with its host as `host`."""

    def panel(self, desk: Desk, storage: Storage, key: str, further: Sequence[str]) -> Any:
        """A desk; what is done at it is kept under the key."""


class Notebook:
    """Shows everything as a widget."""

    def board(self, host: Host) -> Any:
        """A board that is a widget."""
        from mali_powstancy.views.board.widget import BoardWidget  # late: pictures do not need the widgets

        return BoardWidget(host)

    def panel(self, desk: Desk, storage: Storage, key: str, further: Sequence[str]) -> Any:
        """A panel that is a widget."""
        from mali_powstancy.views.page.panel import Panel  # late, likewise

        return Panel(desk, storage, key, further)


_place: ContextVar[ShowingPlace | None] = ContextVar("place", default=None)


def place() -> ShowingPlace:
    """Where the cell that runs now shows what it makes."""
    return _place.get() or Notebook()


@contextmanager
def shown_at(new: ShowingPlace) -> Iterator[None]:
    """For a while, everything is shown there."""
    token = _place.set(new)
    try:
        yield
    finally:
        _place.reset(token)
