"""A position as a picture inside a panel: it takes its colours from the panel, in every look."""

from __future__ import annotations

from collections.abc import Collection

from mali_powstancy.engine import Observation
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.views.map.board_svg import base_map, changing_layers


def position_picture(
    board: Board, lang: str, observation: Observation | None = None, marked: Collection[FieldId] = ()
) -> str:
    """The map, with an observation everything that stands on it, and a ring around the marked fields.

    The picture is silent: who shows it gives it a label.
    """
    svg = base_map(board, lang).replace(' role="button" tabindex="-1"', "")
    opening, _, rest = svg.partition(">")
    svg = opening.replace(' role="group"', "") + f' aria-hidden="true">{rest}'
    for field in marked:
        before, found, after = svg.partition(f'" data-field="{field}"')
        svg = f"{before} mp-mark{found}{after}"
    if observation is not None:
        layers = changing_layers(observation, lang)
        for name, content in (("mp-below", layers.below), ("mp-above", layers.above)):
            empty = f'<g class="{name}" aria-hidden="true">'
            svg = svg.replace(empty, f"{empty}{content}", 1)
    return svg
