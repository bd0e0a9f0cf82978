"""The figures of the lessons by short names, in the language of the lesson and the look that was asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mali_powstancy.classroom.saves import notebook_path
from mali_powstancy.texts import languages, system_language

if TYPE_CHECKING:
    from mali_powstancy.views.figures.figure import Figure

FIGURES: Mapping[str, tuple[str, str]] = {
    # name in a notebook: (module of views.figures, function there)
    "city_map": ("maps", "city_map"),
    "route": ("routes", "route_figure"),
    "load": ("loads", "load_figure"),
    "gates": ("bottlenecks", "gates_figure"),
    "order_track": ("tracks", "track_figure"),
    "class_map": ("class_maps", "class_map"),
    "danger_map": ("dangers", "danger_map"),
    "fall_map": ("falls", "fall_map"),
    "fall_timeline": ("falls", "fall_timeline"),
    "lost_map": ("losses", "lost_map"),
    "game_beside_history": ("losses", "game_beside_history"),
    "tempers": ("tournaments", "tempers_figure"),
    "tournament_table": ("tournaments", "tournament_figure"),
    "three_endings": ("three_games", "three_endings"),
    "three_lengths": ("three_games", "three_lengths"),
    "timeline": ("history", "timeline"),
    "letters_per_day": ("history", "letters_per_day"),
    "letters_at_the_front": ("history", "letters_at_the_front"),
    "letters_in_total": ("history", "letters_in_total"),
    "places_in_polish_hands": ("history", "places_in_polish_hands"),
    "fronts_beside_a_game": ("fronts", "fronts_beside_a_game"),
}


def lesson_language() -> str:
    """The language of the lesson: that of the folder it lies in (`pl`, `en`), anywhere else that of the system."""
    # A notebook's kernel starts in the notebook's folder, except in the browser.
    folders = notebook_path().parent.name, Path.cwd().name
    return next((folder for folder in folders if folder in languages()), system_language())


def lesson_look() -> str:
    """How figures look here: as `make start LOOK=projector` asks, else light, which a dark page makes dark itself."""
    return os.environ.get("MALI_POWSTANCY_LOOK") or "light"


def figure_named(name: str) -> Callable[..., Figure]:
    """The figure of this name, which has the language and the look of the lesson unless it is told others."""
    module, function = FIGURES[name]
    draw: Callable[..., Figure] = getattr(import_module(f"mali_powstancy.views.figures.{module}"), function)

    @wraps(draw)
    def shown(*given: Any, lang: str | None = None, look: str | None = None, **more: Any) -> Figure:
        return draw(*given, lang=lang or lesson_language(), look=look or lesson_look(), **more)

    return shown
