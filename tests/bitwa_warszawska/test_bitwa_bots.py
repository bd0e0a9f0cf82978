"""Computer players of Bitwa Warszawska: legal, blind to secrets, and better than chance; and what the lab counts."""

import json
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings

from mali_powstancy.bitwa_warszawska import (
    CHANCE,
    GameState,
    game_rng,
    load_scenario,
    new_game,
    observe,
    outcome,
    play,
    sample_chance,
    tally,
)
from mali_powstancy.bitwa_warszawska.bots import BOTS, adviser_named, bot_named, planner_bot
from mali_powstancy.bitwa_warszawska.bots.judging import judge
from mali_powstancy.bitwa_warszawska.bots.prospects import prospects
from mali_powstancy.bitwa_warszawska.bots.reasons import reasons_for
from mali_powstancy.bitwa_warszawska.bots.strong import Strong
from mali_powstancy.bitwa_warszawska.bots.worlds import world_of
from mali_powstancy.bitwa_warszawska.events import Event
from mali_powstancy.bitwa_warszawska.moves import Bid
from mali_powstancy.bitwa_warszawska.players import OFFERED, PLAYERS, USUAL, kind_of, simpler_than
from mali_powstancy.tabletop.advice import Adviser, Because
from mali_powstancy.tabletop.playing import Bot, UnknownBot
from tests.bitwa_warszawska.random_battles import TABLES, lines, whole_game
from tests.bitwa_warszawska.tables import after, table, with_cards

SHORT = load_scenario("bitwa-short")
few = settings(max_examples=max(settings().max_examples // 4, 1))


def battle(bots: Sequence[Bot], at: int, seed: int) -> tuple[GameState, GameState, list[Event]]:
    """A game of bots, by army: its opening, its end and what has happened."""
    rng = game_rng(seed)
    players, pair = TABLES[at]
    opening = state = new_game(SHORT, players, pair=pair)
    happened: list[Event] = []
    while state.to_act is not None:
        if state.to_act == CHANCE:
            state, events = play(state, sample_chance(state, rng))
        else:
            army = state.game.armies[state.to_act]
            state, events = play(state, bots[army](observe(state, state.to_act), rng))
        happened += events
    return opening, state, happened


@few
@given(lines())
def test_property_a_world_agrees_with_what_a_seat_sees_HV_21(line):
    state = line.state
    for seat in (None, *state.game.seats):
        seen = observe(state, seat)
        assert observe(world_of(seen, Random(3)), seat)._replace(legal=()) == seen._replace(legal=())


@few
@given(lines())
def test_property_what_is_hidden_changes_neither_move_nor_reason_HV_60(line):
    state = line.state
    if state.to_act is None or state.to_act < 0:
        return
    seen = observe(state, state.to_act)
    other = world_of(seen, Random(7))
    for name in BOTS:
        advice = adviser(name)(seen, Random(5))
        assert advice.move in seen.legal
        assert adviser(name)(observe(other, state.to_act), Random(5)) == advice


def adviser(name: str) -> Adviser:
    """A bot with its reasons; the strong one is in a hurry, for it only matters that it searches."""
    return Strong(6).advise if name == "strong" else adviser_named(name)


@pytest.mark.parametrize("army", [0, 1])
@pytest.mark.parametrize("name", ["planner", "strong"])
def test_who_thinks_beats_chance_with_either_army(name, army):
    """Whether the strong bot beats the planner takes more games than a test: docs/bots.md tells."""
    thinker: Bot = Strong(6) if name == "strong" else bot_named(name)
    bots = [thinker, bot_named("random")][:: -1 if army else 1]
    ends = [outcome(battle(bots, 0, seed)[1]) for seed in range(4)]
    assert [end.winners for end in ends if end] == [(army,)] * 4


@pytest.mark.parametrize("at", range(len(TABLES)))
def test_planners_play_to_the_end_at_every_table(at):
    _, state, happened = battle([planner_bot, planner_bot], at, at)
    assert outcome(state) is not None
    kinds = {event.event for event in happened}
    assert {"card-played", "effect-chosen", "unit-stepped", "front-won"} <= kinds


def test_the_planner_wins_the_front_that_it_can():
    scenario = with_cards("wp-own WP unit: add 3 L1 on one")
    state = table(scenario, wp_hand=["wp-own"], scoring="S", acz="S 0/3")
    assert str(planner_bot(observe(state, 0), Random(1))) == "play wp-own S"


def test_the_strong_bot_keeps_for_the_next_round_what_is_of_no_use_now():
    """All fronts are lost whatever WP plays, and its first lines with them; a resource helps in the next round."""
    scenario = with_cards("wp-one WP unit: add 2 L1 on M")
    lost = {"units": {front: [4, 3] for front in "NMS"}}
    state = table(scenario, wp_hand=["wp-one"], acz_hand=[], ACz=lost, WP={"marker": "ACz:L1.N"})
    for seed in range(3):
        assert isinstance(Strong(24)(observe(state, 0), Random(seed)), Bid)


def test_who_ends_the_steps_does_not_speak_for_one_more():
    seen = observe(after(table(wp="N 0/1", wp_hand=["wp-przedmoscie", "wp-13-dp"]), "play wp-przedmoscie N"), 0)
    said = {str(move): reasons_for(seen, move)[0].key for move in seen.legal}
    assert said.pop("halt") == "bot.bitwa.best"
    assert {*said.values()} == {"bot.bitwa.step"}


def test_a_strong_bot_says_that_it_has_tried():
    said = Strong(6).advise(observe(table(), 0), Random(1))
    assert said.reasons[-1] == Because("bot.bitwa.tried", (("n", 6),))
    assert Strong(0).advise(observe(table(), 0), Random(1)).move == planner_bot(observe(table(), 0), Random(1))


@pytest.mark.parametrize("better", [{"points": 1}, {"units": {"N": [0, 2]}}, {"bids": {}}])
@pytest.mark.parametrize("army", ["WP", "ACz"])
def test_prospects_grow_with_what_an_army_has(army, better):
    if "bids" in better:
        better = {"bids": {"funds": ["wp-olk" if army == "WP" else "acz-minsk"]}}
    number, state = ["WP", "ACz"].index(army), table(**{army: better})
    assert prospects(table(), number) == pytest.approx(0.5)
    assert prospects(state, number) > 0.5
    assert prospects(state, number) + prospects(state, 1 - number) == pytest.approx(1)


def test_judging_is_fair_to_both_armies():
    for state in whole_game("bitwa-standard", 0, 3).states[::9]:
        assert judge(state, 0) == pytest.approx(-judge(state, 1))


def test_the_roster_and_who_can_sit_down():
    assert {*PLAYERS} - {"person"} == {*BOTS}
    assert USUAL in OFFERED
    assert [kind_of(player) for player in PLAYERS] == [*PLAYERS]
    assert [simpler_than(player) for player in ("strong", "planner", "random")] == ["planner", "random", None]
    with pytest.raises(UnknownBot):
        bot_named("nobody")


# The tally ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(len(TABLES)))
def test_a_battle_becomes_a_row_that_can_be_written_and_read(at):
    opening, end, happened = battle([bot_named("random"), bot_named("planner")], at, 5 + at)
    row = tally.row_of(17, opening, happened, end)
    players = opening.game.players
    assert tally.fits(row, SHORT, players)
    assert not tally.fits(row, SHORT, players + 1)
    assert tally.read_row(json.loads(json.dumps(row._asdict()))) == row
    assert row.points == tuple(end.points[army] for army in opening.game.armies)
    assert sum(map(row.win_of, opening.game.camps[0])) in (
        0,
        0.5 * len(opening.game.camps[0]),
        len(opening.game.camps[0]),
    )
    spent = sum(event.event == "card-discarded" for event in happened)
    assert sum(row.markers) + sum(row.activated) == spent
    assert len(row.uses) == sum(row.played) == sum(event.event == "card-played" for event in happened)
    assert {name: column(row) for name, column in tally.COLUMNS.items()}["early"] == sum(f.early for f in row.fights)
    for seat in opening.game.seats:
        assert all(column(row, seat) is not None for column in tally.SEAT_COLUMNS.values())
    for lines_of in tally.TABLES.values():
        assert all(len(line) == len(lines_of.names) for line in lines_of.of(row, SHORT))
    for spoilt in ({"rounds": 0}, {"first": 2}, {"winners": (9,)}, {"armies": (0,) * players}):
        assert not tally.fits(row._replace(**spoilt), SHORT, players)
    assert not row.is_defeat
