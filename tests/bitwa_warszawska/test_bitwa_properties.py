"""What holds in every game of Bitwa Warszawska, however it is played."""

import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mali_powstancy.bitwa_warszawska import (
    CHANCE,
    Ending,
    GameState,
    Phase,
    Reason,
    SetupError,
    chance_outcomes,
    how_opened,
    is_chance,
    legal_moves,
    observe,
    opened,
    outcome,
    parse_move,
    play,
    refusal,
    reserve,
    seen_by,
    stop_here,
)
from mali_powstancy.bitwa_warszawska.cards import ARMIES
from mali_powstancy.bitwa_warszawska.events import (
    EVENT_KINDS,
    BattleBegan,
    CardBid,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    RoundBegan,
    RoundEnded,
    ScoringLaid,
    StopCalled,
)
from mali_powstancy.bitwa_warszawska.moves import MOVE_KINDS
from mali_powstancy.bitwa_warszawska.rules.battle import has_battle
from mali_powstancy.bitwa_warszawska.rules.playing import ASKED
from mali_powstancy.bitwa_warszawska.state import Phase as AnyPhase
from mali_powstancy.bitwa_warszawska.state import draft_of, finished, replaced
from tests.bitwa_warszawska.random_battles import LEVELS, TABLES, every_move, games, lines, whole_game

fewer = settings(max_examples=max(settings().max_examples // 3, 1))


def lying(state: GameState) -> Counter[str]:
    """Every card, wherever it lies."""
    rows = (*state.decks, *state.hands, *state.discards, *state.bids)
    fields = [card for card in (*state.commanders, *state.orders) if card]
    return Counter([*(card for row in rows for card in row), *fields])


# Random play is no use if it never gets anywhere --------------------------------------------------------------------


def test_random_play_meets_every_phase_event_move_and_ending():
    played = [whole_game(name, at, seed) for name in LEVELS for at in range(len(TABLES)) for seed in range(4)]
    assert {state.phase for line in played for state in line.states} == {*ASKED}
    assert {type(event) for line in played for event in line.events} == {*EVENT_KINDS} - {StopCalled}
    assert {type(move) for line in played for move in line.moves} == {*MOVE_KINDS}
    assert {end.ending for line in played if (end := outcome(line.state))} == {*Ending} - {Ending.STOPPED}


# Moves --------------------------------------------------------------------------------------------------------------


@fewer
@given(lines())
def test_property_a_move_is_refused_exactly_if_it_is_not_possible(line):
    state = line.state
    possible = {*legal_moves(state), *chance_outcomes(state)}
    assert {move for move in every_move(state) if refusal(state, move) is None} == possible
    assert (state.to_act is None) == (not possible)
    for move in possible:
        assert parse_move(str(move)) == move


@fewer
@given(lines())
def test_property_only_one_party_is_asked_and_reasons_say_so_HV_59(line):
    state = line.state
    for move in every_move(state)[::3]:
        reason = refusal(state, move)
        if state.to_act is None:
            assert reason is Reason.OVER
        elif is_chance(move) != (state.to_act == CHANCE):
            assert reason is Reason.NOT_YOUR_DECISION
        else:
            assert reason not in (Reason.OVER, Reason.NOT_YOUR_DECISION)


@fewer
@given(lines(), st.sampled_from([None, [], {}, 1.0, True, b"N", ("N",), frozenset(), 1j]))
def test_property_odd_parts_of_moves_are_refused(line, part):
    state = line.state
    for kind in MOVE_KINDS:
        for fields in range(1, len(kind._fields)):
            odd = tuple.__new__(kind, (*[part] * fields, kind._field_defaults["verb"]))
            assert isinstance(refusal(state, odd), Reason), odd


# Pieces and cards ---------------------------------------------------------------------------------------------------


@fewer
@given(games())
def test_property_units_and_cards_are_neither_lost_nor_doubled_V_9_V_10_V_44(line):
    game = line.opening.game
    for state in line.states:
        assert lying(state) == Counter([*game.rank])
        for army in (0, 1):
            assert 0 <= reserve(state, army) <= game.scenario.units
            own = {*game.decks[army]}
            zones = (state.decks[army], state.discards[army], *state.bids[army::2])
            assert all({*zone} <= own for zone in zones)
            assert {*state.commanders[3 * army : 3 * army + 3], *state.orders[3 * army : 3 * army + 3]} <= own | {""}
            assert all({*state.hands[seat]} <= own for seat in game.camps[army])
        assert all(state.l2[at] <= game.limit[state.commanders[at]] for at in range(6))
        assert min(*state.l1, *state.l2) >= 0


@fewer
@given(games())
def test_property_a_round_begins_with_empty_first_lines_and_fields_V_71_V_72(line):
    for step in line.steps:
        if any(isinstance(event, RoundBegan) for event in step.events):
            state = step.state
            assert not any((*state.l1, *state.orders, *state.used, *state.strength, *state.fought, *state.passed))
            assert (state.special, state.scoring, state.advantage) == (-1, -1, (-1,) * 3)
            assert not any(state.pending)


@fewer
@given(games())
def test_property_closed_places_are_not_entered_V_53_V_54_V_56_V_57(line):
    for before, step in zip(line.states, line.steps, strict=False):
        after = step.state
        if before.phase not in (Phase.TURN, Phase.AGAIN, Phase.STEPS, Phase.ADVANCE, Phase.OPERATIONS):
            continue
        for army in (0, 1):
            closed = {before.markers[1 - army]} & {after.markers[1 - army]}
            if before.special == after.special and before.special // 10 == army:
                closed.add(before.special % 10)
            for front in range(3):
                at = 3 * army + front
                if front in closed and not any(isinstance(event, BattleBegan) for event in step.events):
                    assert after.l1[at] <= before.l1[at]
                if 7 + front in closed:
                    assert after.orders[at] in ("", before.orders[at])
                if 4 + front in closed and not before.commanders[at]:
                    assert not after.commanders[at]


@fewer
@given(games())
def test_property_a_commander_who_gives_strength_is_used_V_49(line):
    for state in line.states:
        for at in range(6):
            assert state.used[at] or not (state.strength[at] or state.pending[at] or state.started[at])
            assert state.commanders[at] or not state.used[at]


# Rounds -------------------------------------------------------------------------------------------------------------


@fewer
@given(games())
def test_property_points_of_a_round_V_2_V_69_V_70(line):
    ends = [RoundEnded(0, (0, 0)), *(event for event in line.events if isinstance(event, RoundEnded))]
    for before, after in pairwise(ends):
        gained = [after.points[army] - before.points[army] for army in (0, 1)]
        assert min(gained) >= 0
        assert sum(gained) <= 3
        assert gained == [1, 1] or not all(gained)


@fewer
@given(games())
def test_property_a_front_is_fought_at_most_once_a_round_V_62_V_63_HV_33(line):
    fronts: list[int] = []
    for event in line.events:
        if isinstance(event, BattleBegan):
            fronts.append(event.front)
        elif isinstance(event, RoundEnded):
            assert len(fronts) == len({*fronts})
            fronts = []
    for state in line.states:
        assert all(state.advantage[front] == -1 or state.fought[front] for front in range(3))
        assert not any(state.fought[front] and has_battle(state, front) for front in range(3))


@fewer
@given(games())
def test_property_the_scoring_marker_moves_V_22_HV_41(line):
    fronts = [event.front for event in line.events if isinstance(event, ScoringLaid)]
    assert all(one != other for one, other in pairwise(fronts))


@fewer
@given(games())
def test_property_an_action_costs_a_card_V_36_V_40(line):
    for before, step in zip(line.states, line.steps, strict=False):
        spent = [event for event in step.events if isinstance(event, CardPlayed | CardDiscarded | CardBid)]
        drawn = [event for event in step.events if isinstance(event, CardDrawn)]
        size = sum(map(len, step.state.hands)) - sum(map(len, before.hands))
        assert size == len(drawn) - len(spent)


@fewer
@given(games())
def test_property_the_game_ends_by_one_of_its_reasons_V_74_V_75_V_76_V_78(line):
    state, game = line.state, line.opening.game
    end = outcome(state)
    assert end is not None
    assert state.round <= game.scenario.rounds
    assert (end.ending is Ending.POINTS) == (max(state.points) >= game.scenario.points)
    assert end.ending is not Ending.DECK or game.players == 2
    assert end.winners in (*game.camps, ())
    assert all(outcome(state) is None for state in line.states[:-1])


@fewer
@given(lines((Phase.TURN, Phase.STEPS, Phase.SCORING)))
def test_property_a_stop_ends_the_game_with_its_round_HV_51(line):
    state, rng_round = line.state, line.state.round
    state, _ = stop_here(state)
    while state.to_act is not None:
        moves = [*chance_outcomes(state), *legal_moves(state)]
        state, _ = play(state, moves[-1])
    assert state.round == rng_round


# Secrets ------------------------------------------------------------------------------------------------------------


@fewer
@given(lines(), st.randoms(use_true_random=False))
def test_property_swapping_hidden_cards_changes_nothing_that_others_see_HV_21_HV_60(line, rng):
    state, game = line.state, line.state.game
    for army in (0, 1):
        holders = [seat for seat in game.camps[army] if state.hands[seat]]
        if not holders or not state.decks[army] or state.to_act in game.camps[army]:
            continue
        seat = rng.choice(holders)
        given_up, taken = rng.choice(state.hands[seat]), rng.choice(state.decks[army])
        draft = draft_of(state)
        hand = game.in_order([taken, *(card for card in state.hands[seat] if card != given_up)])
        deck = game.in_order([given_up, *(card for card in state.decks[army] if card != taken)])
        draft.hands = replaced(state.hands, seat, hand)
        draft.decks = replaced(state.decks, army, deck)
        other = finished(draft)
        for viewer in (None, *game.camps[1 - army]):
            assert observe(other, viewer) == observe(state, viewer)
        assert observe(other, seat) != observe(state, seat)


@fewer
@given(games())
def test_property_drawn_cards_are_seen_by_their_army_only_HV_21_HV_60(line):
    game = line.opening.game
    for event in line.events:
        for seat in (None, *game.seats):
            hidden = isinstance(event, CardDrawn) and (seat is None or game.armies[seat] != game.armies[event.seat])
            assert (seen_by(event, seat) != event) == hidden


# Values -------------------------------------------------------------------------------------------------------------


@fewer
@given(lines())
def test_property_a_position_that_has_words_comes_back_from_them(line):
    state = line.state
    try:
        how = how_opened(state)
    except SetupError:
        assert state.phase not in (Phase.TURN, Phase.INITIATIVE)
        return
    assert opened(state.game.scenario, json.loads(json.dumps(how))) == state


def test_a_position_is_a_value():
    line = whole_game("bitwa-standard", 0, 1)
    state = line.states[40]
    again = line.opening
    for move in line.moves[:40]:
        again, _ = play(again, move)
    assert (again, hash(again)) == (state, hash(state))
    assert again is not state
    with pytest.raises(AttributeError):
        state.round = 3
    with pytest.raises(AttributeError):
        del state.round
    assert repr(state).startswith(f"<bitwa-standard for 2, round {state.round}, {state.phase}")
    assert {*AnyPhase} >= {*ASKED}
    assert ARMIES == ("WP", "ACz")
