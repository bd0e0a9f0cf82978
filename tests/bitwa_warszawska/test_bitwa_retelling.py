"""Retelling: after each event of a step the table is what the rules have made of it so far."""

from typing import Any

import pytest

from mali_powstancy.bitwa_warszawska import Observation, observe, seen_by
from mali_powstancy.bitwa_warszawska.events import CardPlayed, RoundEnded
from mali_powstancy.bitwa_warszawska.forecast import is_being_fought, orders_now
from mali_powstancy.bitwa_warszawska.retelling import retold
from mali_powstancy.bitwa_warszawska.rules import playing
from tests.any_game import on_the_way
from tests.bitwa_warszawska.random_battles import TABLES, whole_game

NOT_RETOLD = ("agenda", "legal", "hands", "unseen", "discards", "last_scoring")
"""The agenda is retold as far as it says who is asked after the step, and how far a battle has come."""


def table_of(seen: Observation) -> dict[str, Any]:
    """What lies open, and how far battles have come."""
    parts = {name: value for name, value in seen._asdict().items() if name not in NOT_RETOLD}
    battles = [(is_being_fought(seen, front), orders_now(seen, front)) for front in range(3)]
    return parts | {"battles": battles}


@pytest.mark.parametrize("table", range(len(TABLES)))
@pytest.mark.parametrize("level", ["bitwa-short", "small"])
def test_between_two_events_the_table_is_what_the_rules_have_made_of_it_so_far(level, table):
    compared = rounds = 0
    for seed in range(3):
        game = whole_game(level, table, seed)
        for before, step in zip(game.states, game.steps, strict=False):
            seen, after = observe(before, 0), observe(step.state, 0)
            positions = on_the_way(playing, before, step.move)
            for told, event in enumerate(step.events):
                if told and told in positions:
                    rest = {"started": None}  # by whose commander a battle begins early is only known after the step
                    assert table_of(seen) | rest == table_of(observe(positions[told], 0)) | rest, step.events[:told]
                    compared += 1
                if isinstance(event, RoundEnded):
                    for part in ("points", "l1", "l2", "commanders", "markers", "initiative", "hand_sizes"):
                        assert getattr(seen, part) == getattr(after, part), (part, step.events)
                    rounds += 1
                seen = retold(seen_by(event, 0), seen, after)
            if step.events:
                assert table_of(seen) == table_of(after), step.events
                assert (seen.phase, seen.to_act) == (after.phase, after.to_act)
    assert compared > 50
    assert rounds > 5


def test_between_two_events_nothing_can_be_chosen():
    game = whole_game("small", 0, 1)
    before, step = next(
        (before, step)
        for before, step in zip(game.states, game.steps, strict=False)
        if before.to_act == 0 and isinstance(step.events[0], CardPlayed)
    )
    seen = observe(before, 0)
    assert seen.legal
    assert not retold(step.events[0], seen, observe(step.state, 0)).legal
