"""The roster: all computer players by name, each made anew for one seat of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from mali_powstancy.bots.greedy_bot import Greedy
from mali_powstancy.bots.planner import Planner, reasons_for
from mali_powstancy.bots.search_bot import Search
from mali_powstancy.bots.tempers import Level, Temper
from mali_powstancy.tabletop.playing import Bot
from mali_powstancy.tabletop.roster import by_name, made_random


def named(kind: str, temper: Temper) -> str:
    """The name of a bot with a temper: `planner`, `planner-rival`."""
    return str(kind) if temper is Temper.BALANCED else f"{kind}-{temper}"


BOTS: Mapping[str, Callable[[], Bot]] = {
    "random": made_random,
    "greedy": Greedy,
    **{named("planner", temper): partial(Planner, temper) for temper in Temper},
    **{named("search", temper): partial(Search, temper) for temper in Temper},
    **{named(level, temper): partial(Planner, temper, level) for level in Level for temper in Temper},
}
"""The makers of all bots by name: for experiments, and the levels for pupils."""
bot_named, adviser_named = by_name(BOTS, reasons_for)
