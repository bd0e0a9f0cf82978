"""The small drawings of the objects: simple strokes in a square of 22 units around the middle of a field."""

from __future__ import annotations

from mali_powstancy.engine.board import FieldId

# Each drawing is a path of lines; what follows "|" is filled instead.
_HOUSE = "M-9 9V-2L0-9L9-2V9zM-3 9V2H3V9"
_DRAWINGS: dict[FieldId, str] = {
    # a tree of the park at the square
    "plac-wilsona": "M0 10V-1M0 4L4 1M-4 10H4M-3 2A6 6 0 0 1-6-5A6 6 0 0 1 6-5A6 6 0 0 1 3 2z",
    # the gate of the fortress
    "cytadela": "M-10 9V-8H-6V-5H-2V-8H2V-5H6V-8H10V9zM-4 9V4A4 4 0 0 1 4 4V9M-10-1H10",
    # an engine seen from the front, on its rails
    "dworzec-gdanski": (
        "M-7 5V-6Q-7-9-4-9H4Q7-9 7-6V5zM-7-1H7M0-9V-1M-5 5L-9 10M5 5L9 10M-7 8H7"
        "|M-4 2m-1.4 0a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0"
        "M4 2m-1.4 0a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0"
    ),
    # sheets under the roller of a press
    "wytwornia": "M-10-1H10V9H-10zM-7-1V-8H7V-1M-4-5H4M-3 4A3 3 0 1 0 3 4A3 3 0 1 0-3 4M-7.5 4H-6M6 4H7.5",
    # three old houses
    "starowka": (
        "M-10 9V-3L-6.5-8L-3-3V9zM-3 9V-5L0-10L3-5V9zM3-3L6.5-8L10-3V9H3"
        "|M-7.5 0h2v3h-2zM-1-2h2v3h-2zM5.5 0h2v3h-2zM-1 4h2v5h-2z"
    ),
    # columns under a gable
    "bank-polski": "M-10-4L0-10L10-4zM-7-4V6M-2.3-4V6M2.3-4V6M7-4V6M-9 6H9M-10 9H10",
    # plain bars
    "pawiak": "M-9-9H9V9H-9zM-4.5-9V9M0-9V9M4.5-9V9",
    # a small palace with a broad roof
    "palacyk-michla": "M-10-2L-6-9H6L10-2zM-8-2V9H8V-2M-2.5 9V3A2.5 2.5 0 0 1 2.5 3V9M-5.5 2V5M5.5 2V5",
    # a barrel
    "browary": (
        "M-6-9H6Q10 0 6 9H-6Q-10 0-6-9zM-7.5-4H7.5M-7.5 4H7.5M0-9V-4M0 4V9|M-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0"
    ),
    # a telephone
    "past": (
        "M-5-3L-8 9H8L5-3zM-10-3Q-10-9 0-9Q10-9 10-3H5.5Q5.5-5.5 0-5.5Q-5.5-5.5-5.5-3z"
        "M-3 3.5A3 3 0 1 0 3 3.5A3 3 0 1 0-3 3.5"
    ),
    # an envelope
    "dworzec-pocztowy": "M-10-7H10V7H-10zM-10-7L0 2L10-7M-10 7L-3-.5M10 7L3-.5",
    # a round church with its dome, and a cross
    "plac-trzech-krzyzy": "M0-11V-5M-2-9H2M-6 0A6 5.5 0 0 1 6 0M-8 0H8M-6.5 0V8M6.5 0V8M-9 8.5H9M-2 8V4H2V8",
    # a flash between chimneys
    "elektrownia": "M-10 10V3L-5 0V3L0 0V3H4V10zM4 10V-9H8V10zM-10 10H10|M-2-12L-8-5.5H-5L-7-1L0-7.5H-3z",
    # arches of a bridge above the water
    "przyczolek": "M-10-5H10M-10 2A5 5 0 0 1 0 2A5 5 0 0 1 10 2M-10-5V2M0-5V2M10-5V2M-10 7Q-7.5 5-5 7T0 7T5 7T10 7",
    # an anchor
    "port": (
        "M0-5V9M-4-2H4M-9 3Q-8 9 0 9Q8 9 9 3M-9 3L-10.5 5.5M-9 3L-6 5M9 3L10.5 5.5M9 3L6 5"
        "M-2.3-7.3A2.3 2.3 0 1 0 2.3-7.3A2.3 2.3 0 1 0-2.3-7.3"
    ),
    # a tram
    "plac-narutowicza": (
        "M-10-5H10V5H-10zM-10 0H10M-3.3-5V0M3.3-5V0M-4-10H4M0-10L-3-7.5L0-5M-10 9H10"
        "|M-7.5 6.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M3.5 6.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
    ),
    # a wall of sacks
    "reduta-kaliska": (
        "M-10 9V4.5Q-10 3-8.5 3H-1.5Q0 3 0 4.5V9zM0 9V4.5Q0 3 1.5 3H8.5Q10 3 10 4.5V9z"
        "M-5 3V-1.5Q-5-3-3.5-3H3.5Q5-3 5-1.5V3M-5-3.5V-7Q-5-8.5-3.5-8.5H3.5Q5-8.5 5-7V-3.5"
    ),
    # a brick wall
    "reduta-wawelska": (
        "M-10-8H10V9H-10zM-10-2.3H10M-10 3.3H10M-3-8V-2.3M4-8V-2.3M-6-2.3V3.3M1-2.3V3.3M7-2.3V3.3M-3 3.3V9M4 3.3V9"
    ),
    # an ear of grain
    "sggw": (
        "M0 11V-4"
        "|M0-11Q3.5-8 0-4Q-3.5-8 0-11M0 0Q1 -5 6 -6Q7 -1 0 0M0 0Q-1 -5-6 -6Q-7 -1 0 0M0 5Q1 0 6 -1Q7 4 0 5"
        "M0 5Q-1 0-6 -1Q-7 4 0 5M0 10Q1 5 6 4Q7 9 0 10M0 10Q-1 5-6 4Q-7 9 0 10"
    ),
    # a large office house
    "szucha": (
        "M-10 9V-7H10V9zM-10-7V-9H10V-7M-2 9V4H2V9"
        "|M-7.5-4h2.5v2.5h-2.5zM-1.25-4h2.5v2.5h-2.5zM5-4h2.5v2.5h-2.5zM-7.5.5h2.5v2.5h-2.5z"
        "M-1.25.5h2.5v2.5h-2.5zM5 .5h2.5v2.5h-2.5z"
    ),
    # a house with a garden
    "stary-mokotow": "M-10 9V0L-4-6L2 0V9zM-6 9V4H-2V9M6.5 9V2M2 9H10M6.5 2A3.5 4.5 0 0 1 6.5-7A3.5 4.5 0 0 1 6.5 2",
}


def pictogram(field: FieldId) -> str:
    """The drawing of an object; an object that has none of its own is a plain house."""
    lines, _, solid = _DRAWINGS.get(field, _HOUSE).partition("|")
    filled = f'<path class="mp-pic mp-solid" d="{solid}"/>' if solid else ""
    return f'<path class="mp-pic" d="{lines}"/>{filled}'
