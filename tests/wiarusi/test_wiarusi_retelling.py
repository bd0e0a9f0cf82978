"""Retelling: until the tiles of a mission are turned up, the table is what the rules have made of it so far."""

from itertools import product
from typing import Any

from mali_powstancy.wiarusi import Observation, Phase, observe, seen_by
from mali_powstancy.wiarusi.events import (
    KnockRemoved,
    KnockTaken,
    LeaderChanged,
    MissionFailed,
    TileForgotten,
    TileLaid,
    Withdrew,
)
from mali_powstancy.wiarusi.retelling import retold
from mali_powstancy.wiarusi.rules import playing
from tests.any_game import on_the_way
from tests.wiarusi.random_wars import LEVELS, ODDITIES, whole_game

NOT_RETOLD = ("agenda", "legal", "tiles", "laid", "unseen", "failed", "ending")
"""What does not lie open, and what is only said once a mission has ended."""


def table_of(seen: Observation) -> dict[str, Any]:
    """What lies open."""
    return {name: value for name, value in seen._asdict().items() if name not in NOT_RETOLD}


def test_until_tiles_are_turned_up_the_table_is_what_the_rules_have_made_of_it_so_far():
    compared, last = 0, set[type]()
    for level, players, seed, oddity in product(LEVELS, (2, 3, 4), range(8), ODDITIES):
        game = whole_game(level, players, seed, oddity)
        for before, step in zip(game.states, game.steps, strict=False):
            seen, after = observe(before, 0), observe(step.state, 0)
            positions = on_the_way(playing, before, step.move)
            for told, event in enumerate(step.events):
                if told and told in positions and positions[told].phase is Phase.ACTION_ENDS:
                    assert table_of(seen) == table_of(observe(positions[told], 0)), step.events
                    compared += 1
                    last.add(type(step.events[told - 1]))
                seen = retold(seen_by(event, 0), seen, after)
            assert seen is after or not step.events
    assert compared > 900
    assert last >= {KnockRemoved, KnockTaken, LeaderChanged, MissionFailed, TileForgotten, TileLaid, Withdrew}
