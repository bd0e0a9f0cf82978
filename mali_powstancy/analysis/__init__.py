"""Analysis: what can be learned from the board, from exact chances, and from many games.

Results are rows with names; `columns()` gives them to plotly or pandas. Where many games speak, a value comes with the
interval in which the true one may be expected. networkx is only loaded by the functions that need its graphs.
"""

from mali_powstancy.analysis.chances import arrests_per_round, chance_in_games, die_chances, field_dangers, reach_chance
from mali_powstancy.analysis.comparison import Comparison, compare
from mali_powstancy.analysis.graphs import bottleneck, bridges, gates, parts
from mali_powstancy.analysis.loads import field_loads, road_loads, routes_along_roads, routes_over_fields
from mali_powstancy.analysis.measures import MEASURES
from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.routes import (
    Closed,
    Route,
    all_shortest_routes,
    closed_in,
    distance,
    road_weights,
    shortest_route,
)
from mali_powstancy.analysis.tables import Rows

__all__ = [
    "MEASURES",
    "Closed",
    "Comparison",
    "Route",
    "Rows",
    "UnknownName",
    "all_shortest_routes",
    "arrests_per_round",
    "bottleneck",
    "bridges",
    "chance_in_games",
    "closed_in",
    "compare",
    "die_chances",
    "distance",
    "field_dangers",
    "field_loads",
    "gates",
    "parts",
    "reach_chance",
    "road_loads",
    "road_weights",
    "routes_along_roads",
    "routes_over_fields",
    "shortest_route",
]
