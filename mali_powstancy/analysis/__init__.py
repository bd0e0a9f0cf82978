"""Analysis: what can be learned from the board, from exact chances, and from many games.

Results are rows with names; `columns()` gives them to plotly or pandas. Where many games speak, a value comes with the
interval in which the true one may be expected. networkx is only loaded by the functions that return its graphs.
"""

from mali_powstancy.analysis.chances import (
    arrests_per_round,
    cards_due,
    chance_in_games,
    chance_of_any,
    chance_that,
    count_chances,
    die_chances,
    field_dangers,
    next_chances,
    orders_with,
    reach_chance,
    reach_chances,
    scout_dangers,
)
from mali_powstancy.analysis.comparison import Comparison, compare
from mali_powstancy.analysis.falls import (
    district_falls,
    fall_counts,
    fall_orders,
    fall_pairs,
    fallen_by_round,
    token_counts,
)
from mali_powstancy.analysis.graphs import bottleneck, bridges, gates, graph_of_fields, graph_of_objects, parts
from mali_powstancy.analysis.loads import field_loads, open_orders, road_loads, routes_along_roads, routes_over_fields
from mali_powstancy.analysis.measures import MEASURES
from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.orders import order_values, values_by_distance
from mali_powstancy.analysis.routes import (
    Closed,
    Route,
    all_shortest_routes,
    closed_in,
    detours,
    distance,
    distances_between_objects,
    road_weights,
    shortest_route,
)
from mali_powstancy.analysis.seats import seat_balance, start_balance
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
    "cards_due",
    "chance_in_games",
    "chance_of_any",
    "chance_that",
    "closed_in",
    "compare",
    "count_chances",
    "detours",
    "die_chances",
    "distance",
    "distances_between_objects",
    "district_falls",
    "fall_counts",
    "fall_orders",
    "fall_pairs",
    "fallen_by_round",
    "field_dangers",
    "field_loads",
    "gates",
    "graph_of_fields",
    "graph_of_objects",
    "next_chances",
    "open_orders",
    "order_values",
    "orders_with",
    "parts",
    "reach_chance",
    "reach_chances",
    "road_loads",
    "road_weights",
    "routes_along_roads",
    "routes_over_fields",
    "scout_dangers",
    "seat_balance",
    "shortest_route",
    "start_balance",
    "token_counts",
    "values_by_distance",
]
