"""Every figure with small, fixed data: what all of them have in common is tested with these."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from mali_powstancy.analysis import Comparison, compare, field_loads, road_loads
from mali_powstancy.engine import (
    GameState,
    load_scenario,
    new_game,
)
from mali_powstancy.lab import Estimate, Games, Serial, share, simulate
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.table import Table
from mali_powstancy.views.figures.balances import balance_figure
from mali_powstancy.views.figures.bottlenecks import gates_figure
from mali_powstancy.views.figures.class_maps import class_map
from mali_powstancy.views.figures.dangers import danger_map
from mali_powstancy.views.figures.distributions import chances_figure, roll_die, rolls_figure
from mali_powstancy.views.figures.falls import fall_map, fall_timeline
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.figures.fronts import fronts_beside_a_game
from mali_powstancy.views.figures.loads import load_figure
from mali_powstancy.views.figures.losses import game_beside_history, lost_map
from mali_powstancy.views.figures.maps import city_map
from mali_powstancy.views.figures.routes import route_figure
from mali_powstancy.views.figures.three_games import three_endings, three_lengths
from mali_powstancy.views.figures.tournaments import tempers_figure, tournament_figure
from mali_powstancy.views.figures.tracks import track_figure

PORT_ROAD = "przyczolek~port"


@cache
def played(scenario: str, bots: tuple[str, ...]) -> Session:
    """A whole game between bots, always the same."""
    return Table(Session(new_game(load_scenario(scenario), len(bots))), bots, random.Random(1)).session


def basic_game() -> Session:
    """A basic game in which most orders arrive."""
    return played("basic-1", ("greedy",) * 3)


def lost_game() -> Session:
    """An extended game in which districts fall."""
    return played("extended-1", ("random",) * 4)


def late_position() -> GameState:
    """Roads are closed and a district has fallen."""
    return next(step.state for step in lost_game().steps if step.state.fallen)


@cache
def some_games() -> Games:
    """A few games of the lab."""
    return simulate(4, ["greedy", "greedy"], "short-1", executor=Serial())


@cache
def lost_games() -> Games:
    """A few games in which districts fall."""
    return simulate(4, ["random"] * 3, "extended-3", executor=Serial())


def loads_of_games(**how: str) -> Figure:
    """What was walked in some games."""
    games = some_games()
    return load_figure(field_loads(games), road_loads(games), scenario=games.scenario, **how)


@cache
def changed_rules() -> Comparison:
    """A few games by two sets of rules."""
    return compare("basic-3", "short-3", ["greedy", "greedy"], 12, executor=Serial())


CHANCES: dict[str, Estimate | Fraction] = {"one": share(41, 200), "other": Fraction(1, 2), "third": share(0, 200)}

FIGURES: dict[str, Callable[..., Figure]] = {
    "map": city_map,
    "map, closed": partial(city_map, closed=[PORT_ROAD], fallen="wola"),
    "map, position": lambda **how: city_map(late_position(), **how),
    "map, soldier": lambda **how: city_map(basic_game().state, **how),
    "route": partial(route_figure, "plac-wilsona", "szucha"),
    "route, alternatives": partial(route_figure, "dworzec-gdanski", "port"),
    "route, closed": partial(route_figure, "past", "port", PORT_ROAD, fallen="wola"),
    "route, none": partial(route_figure, "past", "port", [PORT_ROAD, "port~stary-mokotow"]),
    "route, steps": partial(route_figure, "past", "port", steps=2),
    "loads, routes": load_figure,
    "loads, games": loads_of_games,
    "gates": gates_figure,
    "gates, one crossing": partial(gates_figure, closed="port~stary-mokotow"),
    "gates, between": partial(gates_figure, ("past", "port")),
    "track": lambda **how: track_figure(basic_game(), **how),
    "track, open": lambda **how: track_figure(first_rounds(), **how),
    "class": lambda **how: class_map({"A": basic_game(), "B": basic_game().record}, **how),
    "die": partial(rolls_figure, roll_die(random.Random(1), 200)),
    "dangers": partial(danger_map, "starowka"),
    "chances": partial(chances_figure, CHANCES, "title"),
    "fall map": fall_map,
    "fall map, four": partial(fall_map, players=4),
    "fall map, games": lambda **how: fall_map(lost_games(), **how),
    "fall timeline": partial(fall_timeline, players=2),
    "lost map": lost_map,
    "game beside history": game_beside_history,
    "fronts": partial(fronts_beside_a_game, seed=2),
    "tempers": tempers_figure,
    "three_endings": three_endings,
    "three_lengths": three_lengths,
    "tournament": tournament_figure,
    "balance": lambda **how: balance_figure(changed_rules(), **how),
    "balance, no difference": lambda **how: balance_figure(compare(some_games(), some_games()), ("falls",), **how),
}


def first_rounds() -> Session:
    """A game in its fifth round."""
    whole = basic_game()
    session = Session(whole.opening)
    session.steps = [step for step in whole.steps if step.state.round <= 5]
    return session
