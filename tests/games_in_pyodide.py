"""A few games of every kind of bot, as fingerprints of their rows: the same in every Python, also in the browser's."""

from __future__ import annotations

from collections.abc import Iterator

TABLES = (
    # bots, scenario, games
    (("random", "random", "random"), "extended-3", 8),
    (("greedy", "greedy", "greedy", "greedy"), "basic-3", 8),
    (("greedy", "greedy", "greedy"), "extended-3", 8),
    (("planner", "planner-rival"), "basic-3", 8),
    (("planner", "planner-helper", "easy"), "extended-3", 8),
    (("search", "medium"), "short-3", 1),
    (("planner", "search"), "short-extended-3", 1),
)


def told() -> Iterator[str]:
    """A line for each table."""
    from mali_powstancy.analysis.results import sample_of
    from mali_powstancy.lab import Serial, simulate

    for bots, scenario, games in TABLES:
        found = simulate(games, bots, scenario, seed=5, executor=Serial(), progress=False)
        yield f"{scenario} {' '.join(bots)}: {sample_of(found)}"


def main(arguments: list[str]) -> int:
    """Print all lines; it always goes well."""
    print(*told(), sep="\n")
    return 0
