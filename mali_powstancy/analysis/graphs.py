"""Graphs: the board as a mathematician draws it, for the lessons about routes and bottlenecks.

networkx is loaded when one of these functions is called. The ways are those of the engine, so that the shortest paths
of networkx and the routes of `routes` are the same.

>>> from mali_powstancy.engine import load_scenario
>>> board = load_scenario("basic").board
>>> graph_of_objects(board)["past"]["plac-trzech-krzyzy"]
{'road': 'past~plac-trzech-krzyzy', 'length': 2}
>>> from networkx import shortest_path
>>> shortest_path(graph_of_objects(board), "past", "szucha", weight="length")
['past', 'plac-trzech-krzyzy', 'szucha']
"""

from __future__ import annotations

from typing import Any

from mali_powstancy.analysis.names import known_name
from mali_powstancy.analysis.routes import Names, closed_on, open_ways
from mali_powstancy.engine.board import Board, FieldId, RoadId

Graph = Any
"""A `networkx.Graph`, which has no types of its own."""


def graph_of_objects(board: Board, blocked: Names = (), fallen: Names = ()) -> Graph:
    """All objects, joined where a scout can jump from one to the other; an edge knows its `road` and its `length`."""
    from networkx import Graph as NewGraph

    graph = NewGraph()
    for place in board.places:
        graph.add_node(place.id, district=place.district)
    jumps = open_ways(board, blocked, fallen).jumps
    for road in board.roads:
        one, other = road.ends
        if other in jumps[one]:
            graph.add_edge(one, other, road=road.id, length=road.length)
    return graph


def bridges(board: Board, blocked: Names = (), fallen: Names = ()) -> tuple[RoadId, ...]:
    """The roads that are the only way between two parts of the city."""
    from networkx import bridges as bridges_of

    graph = graph_of_objects(board, blocked, fallen)
    return _in_order(board, {graph.edges[edge]["road"] for edge in bridges_of(graph)})


def gates(board: Board, blocked: Names = (), fallen: Names = ()) -> tuple[FieldId, ...]:
    """The objects through which every way between two parts of the city leads."""
    from networkx import articulation_points

    found = set(articulation_points(graph_of_objects(board, blocked, fallen)))
    return tuple(place for place in board.place if place in found)


def parts(board: Board, blocked: Names = (), fallen: Names = ()) -> tuple[tuple[FieldId, ...], ...]:
    """The objects that ways still join, part by part, the largest part first; fallen objects belong to none."""
    from networkx import connected_components

    closed = closed_on(board, blocked, fallen)
    graph = graph_of_objects(board, *closed)
    graph.remove_nodes_from([place.id for place in board.places if place.district in closed.fallen])
    found = [tuple(sorted(part, key=board.rank.__getitem__)) for part in connected_components(graph)]
    return tuple(sorted(found, key=lambda part: (-len(part), board.rank[part[0]])))


def bottleneck(
    board: Board, start: FieldId, to: FieldId, blocked: Names = (), fallen: Names = ()
) -> tuple[RoadId, ...]:
    """The fewest roads that would part two objects if they were blocked; none if no way joins them now."""
    from networkx import minimum_edge_cut

    if known_name("object", start, board.place) == known_name("object", to, board.place):
        raise ValueError(f"a bottleneck lies between two objects, not between {start!r} and itself")
    graph = graph_of_objects(board, blocked, fallen)
    return _in_order(board, {graph.edges[edge]["road"] for edge in minimum_edge_cut(graph, start, to)})


def _in_order(board: Board, roads: set[RoadId]) -> tuple[RoadId, ...]:
    return tuple(road for road in board.road if road in roads)
