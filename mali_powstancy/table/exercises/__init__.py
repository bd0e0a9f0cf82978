"""Exercises that are answered on the board: a script for each, by the id of the exercise.

>>> SCRIPTS["03-a"].is_exercise
True
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mali_powstancy.table.exercises import basic_rules, city_graph, die_and_soldier, extended_rules, three_games
from mali_powstancy.tabletop.scripts import Script

_LESSONS = (city_graph, basic_rules, die_and_soldier, extended_rules, three_games)

SCRIPTS: Mapping[str, Script] = MappingProxyType(
    {script.id: script for lesson in _LESSONS for script in lesson.EXERCISES}
)
"""All board exercises by id, in the order of the course."""
