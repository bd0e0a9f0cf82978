"""How fast figures are made, how large they are, and how long their tables: as times and as ratios.

Times are those of building a figure and writing its JSON once its city is known, best of five runs.
*Calls* says how many empty function calls of Python fit into that.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction

from benchmarks.bench import REPEATS, seconds_per_call
from benchmarks.board import played
from mali_powstancy.lab import share
from mali_powstancy.views.figures.bottlenecks import gates_figure
from mali_powstancy.views.figures.class_maps import class_map
from mali_powstancy.views.figures.distributions import chances_figure, roll_die, rolls_figure
from mali_powstancy.views.figures.falls import fall_map, fall_timeline
from mali_powstancy.views.figures.figure import Figure
from mali_powstancy.views.figures.loads import load_figure
from mali_powstancy.views.figures.losses import game_beside_history, lost_map
from mali_powstancy.views.figures.maps import city_map
from mali_powstancy.views.figures.routes import route_figure
from mali_powstancy.views.figures.tournaments import tempers_figure, tournament_figure
from mali_powstancy.views.figures.tracks import track_figure


def makers() -> dict[str, Callable[[], Figure]]:
    """The figures, those of games with whole games of four patrols."""
    basic, extended = played("basic"), played("extended")
    chances = {str(number): share(number, 200) for number in range(0, 200, 25)} | {"exact": Fraction(1, 3)}
    return {
        "map": city_map,
        "map with a position": lambda: city_map(extended.state),
        "route, closed road": lambda: route_figure("plac-wilsona", "port", "przyczolek~port"),
        "loads": load_figure,
        "gates": gates_figure,
        "track": lambda: track_figure(extended),
        "class map of eight": lambda: class_map([basic] * 8),
        "die": lambda: rolls_figure(roll_die(random.Random(1), 200)),
        "chances": lambda: chances_figure(chances, "title"),
        "fall map": fall_map,
        "fall timeline": fall_timeline,
        "lost map": lost_map,
        "game beside history": game_beside_history,
        "tempers": tempers_figure,
        "tournament": tournament_figure,
    }


def fastest(make: Callable[[], Figure]) -> float:
    """Seconds of the best run."""
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        make().to_json()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def main() -> None:
    """Measure every figure and print one table."""
    call = seconds_per_call()
    print(f"Python {sys.version.split()[0]}, best of {REPEATS}\n")
    print("| figure | milliseconds | calls | bytes | bytes of the table |\n|---|--:|--:|--:|--:|")
    for name, make in makers().items():
        figure = make()
        seconds, size = fastest(make), len(figure.to_json().encode())
        table = len(figure.as_html().encode())
        print(f"| {name} | {seconds * 1e3:.1f} | {seconds / call:,.0f} | {size:,} | {table:,} |")


if __name__ == "__main__":
    main()
