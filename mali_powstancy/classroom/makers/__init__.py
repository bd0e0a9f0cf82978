"""Questions that the engine makes and answers on real positions; the wrong answers to choose from are typical mistakes.

A maker takes a stream of chance and a language: the same stream gives the same question again.
"""

from __future__ import annotations

from collections.abc import Mapping

from mali_powstancy.classroom.makers.basic import (
    make_distance,
    make_extra_move,
    make_late,
    make_neighbours,
    make_order_of_play,
    make_points,
    make_soldier,
    map_drawing,
)
from mali_powstancy.classroom.makers.changed_rules import make_changed_die, make_closed_road
from mali_powstancy.classroom.makers.dilemma import make_rescue
from mali_powstancy.classroom.makers.extended import make_falls, make_goal, make_late_orders
from mali_powstancy.classroom.makers.intervals import make_narrower, make_overlap
from mali_powstancy.classroom.makers.making import QuestionMaker, stations
from mali_powstancy.classroom.makers.staffs import make_after_battle, make_front_strength, make_round_points
from mali_powstancy.classroom.makers.trenches import make_failing_cards, make_mission_fails, make_supported

__all__ = ["MAKERS", "QuestionMaker", "map_drawing", "stations"]

MAKERS: Mapping[str, QuestionMaker] = {
    "distance": make_distance,
    "points": make_points,
    "order-of-play": make_order_of_play,
    "soldier": make_soldier,
    "extra-move": make_extra_move,
    "late": make_late,
    "neighbours": make_neighbours,
    "falls": make_falls,
    "goal": make_goal,
    "late-orders": make_late_orders,
    "overlap": make_overlap,
    "narrower": make_narrower,
    "closed-road": make_closed_road,
    "changed-die": make_changed_die,
    "rescue": make_rescue,
    "mission-fails": make_mission_fails,
    "failing-cards": make_failing_cards,
    "supported": make_supported,
    "front-strength": make_front_strength,
    "round-points": make_round_points,
    "after-battle": make_after_battle,
}
"""All makers by name."""
