"""Retelling: after each event of a step the table is what the rules have made of it so far."""

from itertools import product
from typing import Any

import pytest

from mali_powstancy.engine import Observation, observe, seen_by, shipped_scenarios
from mali_powstancy.engine.events import EVENT_KINDS, RoundBegan, StopCalled
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.retelling import retold
from mali_powstancy.engine.rules import playing
from mali_powstancy.tabletop.session import Session
from tests.any_game import on_the_way
from tests.random_play import ODDITIES, whole_game
from tools import golden

NOT_RETOLD = ("agenda", "legal", "points", "action_open", "unseen", "victory_at", "goals_dealt")
"""Of the agenda it is only told who is asked after the step; the others are shown to nobody who watches."""
OF_A_ROUND = ("start_player", "cards", "order_of_play")
"""They change when a round ends, and it is told when the next one begins."""


def table_of(seen: Observation) -> dict[str, Any]:
    """What lies open, and what the seat knows besides."""
    return {name: value for name, value in seen._asdict().items() if name not in NOT_RETOLD}


def compare(session: Session, viewer: Seat | None) -> tuple[int, set[type]]:
    """Retells a whole game; how often it was compared within a step, and what had happened."""
    before, within, met = session.opening, 0, set[type]()
    for step in session.steps:
        seen, after = observe(before, viewer), observe(step.state, viewer)
        positions = on_the_way(playing, before, step.move) if len(step.events) > 1 else {}
        for told, event in enumerate(step.events):
            if told and told in positions:
                rest = dict.fromkeys(OF_A_ROUND) if isinstance(event, RoundBegan) else {}
                real = observe(positions[told], viewer)
                assert table_of(seen) | rest == table_of(real) | rest, step.events[:told]
                within += 1
            seen = retold(seen_by(event, viewer), seen, after)
            assert seen is after or not seen.legal, "between two events nothing can be chosen"
            met.add(type(event))
        if step.events:
            assert table_of(seen) == table_of(after), step.events
            assert (seen.phase, seen.to_act) == (after.phase, after.to_act)
        before = step.state
    return within, met


def test_in_golden_games_the_table_is_what_the_rules_have_made_of_it_so_far():
    within, met = 0, set[type]()
    for game, viewer in product(golden.GAMES, (0, 1, None)):
        compared, kinds = compare(golden.played(game), viewer)
        within, met = within + compared, met | kinds
    assert within > 200
    assert met == {*EVENT_KINDS} - {StopCalled}


@pytest.mark.parametrize("scenario", shipped_scenarios())
def test_so_it_is_in_games_of_every_scenario_whoever_looks(scenario):
    games = enumerate(product((2, 3, 4), range(5), ODDITIES))
    within = sum(
        compare(whole_game(scenario, players, seed, oddity).session, (0, players - 1, None)[number % 3])[0]
        for number, (players, seed, oddity) in games
    )
    assert within > 300
