"""A panel as a widget: it carries messages between the page and the desk, and decides nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import anywidget
import ipywidgets
import traitlets

from mali_powstancy.tabletop.storage import Storage
from mali_powstancy.views.page.desk import Desk
from mali_powstancy.views.page.files import script, style
from mali_powstancy.views.page.panel_page import Bundles, PanelPage


class PanelWidget(anywidget.AnyWidget):
    """The panel's own part of the page. All that a notebook could store of it is how to wake it."""

    _esm = script("panel")
    _css = style("panel")
    asleep = traitlets.Dict().tag(sync=True)
    keeps = traitlets.List(traitlets.Unicode()).tag(sync=True)


class Panel(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A desk on the page, and below it the desk's figure. What was done is kept in the storage under the key."""

    def __init__(self, desk: Desk, storage: Storage, key: str, further: Sequence[str] = ()) -> None:
        self.output = ipywidgets.Output()
        self.page = PanelPage(
            desk, storage, key, further, send=lambda message: self.widget.send(message), put_below=self._put_below
        )
        self.widget = PanelWidget(asleep={"sentence": desk.texts.say("course.asleep")}, keeps=self.page.keeps)
        super().__init__([self.widget])
        self.widget.on_msg(self._receive)
        self.page.show_figure()

    @property
    def desk(self) -> Desk:
        """What there is to do."""
        return self.page.desk

    def answer(self, answer: object) -> Any:
        """What the desk says to an answer, without a click; nothing is kept of it."""
        return self.desk.answer(answer)

    def _receive(self, _: object, message: Mapping[str, Any], buffers: object) -> None:
        self.page.receive(message)

    def _put_below(self, below: Bundles) -> None:
        shown = [{"output_type": "display_data", "data": bundle, "metadata": {}} for bundle in below]
        self.output.outputs = tuple(shown)
        self.children = [self.widget, self.output] if below else [self.widget]

    # Where no widget is shown.

    def __repr__(self) -> str:
        return str(self.desk)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The widget, and the whole state of the desk in words."""
        bundle: dict[str, Any] = dict(super()._repr_mimebundle_(**kwargs))
        return bundle | {"text/plain": str(self.desk)}
