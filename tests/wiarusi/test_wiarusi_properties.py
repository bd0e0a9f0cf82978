import json
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.wiarusi import (
    CHANCE,
    Ending,
    GameState,
    IllegalMove,
    Phase,
    Reason,
    SetupError,
    active_threats,
    bolts,
    chance_outcomes,
    described,
    how_opened,
    is_chance,
    legal_moves,
    new_game,
    observe,
    opened,
    outcome,
    play,
    refusal,
    sample_chance,
    seen_by,
    stop_here,
)
from mali_powstancy.wiarusi.cards import TILES
from mali_powstancy.wiarusi.events import (
    EVENT_KINDS,
    CardDealt,
    ChaplainTileDrawn,
    MissionBegan,
    MissionFailed,
    MissionSucceeded,
    MoraleDropped,
    SpeechAnswered,
    StopCalled,
    TileDrawn,
    TileLaid,
    TilesPassed,
)
from mali_powstancy.wiarusi.game import with_tile
from mali_powstancy.wiarusi.moves import MOVE_KINDS, Play
from mali_powstancy.wiarusi.state import KEPT, draft_of, finished, replaced, with_one, without
from tests.wiarusi.random_wars import LEVELS, every_move, games, level, lines, whole_game

ASKED = [*Phase][: [*Phase].index(Phase.OVER) + 1]  # what comes after is done by the rules themselves


# Random play is no use if it never gets anywhere --------------------------------------------------------------------


def test_random_play_meets_every_phase_event_move_and_ending():
    played = [whole_game(name, players, seed) for name in LEVELS for players in (2, 3, 4, 5) for seed in range(8)]
    ends = [outcome(line.state) for line in played]
    assert {state.phase for line in played for state in line.states} == {*ASKED}
    assert {type(event) for line in played for event in line.events} == {*EVENT_KINDS} - {StopCalled}
    assert {type(step.move) for line in played for step in line.steps} == {*MOVE_KINDS}
    assert {end.ending for end in ends if end} == {*Ending} - {Ending.STOPPED}
    assert all(
        end.winners == (line.opening.game.seats if end.ending == "win" else ())
        for line, end in zip(played, ends, strict=True)
    )


# Legal moves --------------------------------------------------------------------------------------------------------


@given(lines())
def test_property_only_one_party_is_asked_and_reasons_say_so(line):
    state = line.state
    for move in every_move(state.game):
        reason = refusal(state, move)
        if state.to_act is None:
            assert reason is Reason.OVER
        elif is_chance(move) != (state.to_act == CHANCE):
            assert reason is Reason.NOT_YOUR_DECISION
        else:
            assert reason not in (Reason.OVER, Reason.NOT_YOUR_DECISION)


@given(lines(), st.sampled_from([None, [], {}, 1.0, True, b"night", ("mute",), frozenset(), 1j]))
def test_property_odd_parts_of_moves_are_refused(line, part):
    state = line.state
    for kind in MOVE_KINDS:
        for fields in range(1, len(kind._fields)):
            odd = tuple.__new__(kind, (*[part] * fields, kind._field_defaults["verb"]))
            assert isinstance(refusal(state, odd), Reason), odd


@given(lines())
def test_property_a_wrong_verb_is_malformed(line):
    state = line.state
    for move in [*legal_moves(state), *chance_outcomes(state)][:3]:
        assert refusal(state, tuple.__new__(type(move), (*move[:-1], "no-verb"))) is Reason.MALFORMED


# Chance -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [Phase.TRAP, Phase.DEALING, Phase.PANIC, Phase.THIRD_TILE])
def test_samples_come_as_often_as_their_chances_HW_6_HW_33(phase):
    states = [s for seed in range(8) for s in whole_game("at-once", 4, seed).states if s.phase is phase]
    state = max(states, key=lambda s: len(set(chance_outcomes(s).values())))
    outcomes, rng, times = chance_outcomes(state), Random(5), 20_000
    found = Counter(sample_chance(state, rng) for _ in range(times))
    for move, chance in outcomes.items():
        spread = (float(chance * (1 - chance)) / times) ** 0.5
        assert abs(found[move] / times - float(chance)) < 5 * spread + 1e-9, move


@given(games())
def test_property_without_traps_nothing_is_drawn_within_a_play_W_51_HW_52(line):
    for before, step in zip(line.states, line.steps, strict=False):
        if before.game.scenario.id == "wiarusi-beginner" and isinstance(step.move, Play):
            assert step.state.phase is not Phase.TRAP


# Values -------------------------------------------------------------------------------------------------------------


@given(lines())
def test_property_a_position_cannot_be_changed(line):
    with pytest.raises(AttributeError):
        line.state.mission = 3
    with pytest.raises(AttributeError):
        del line.state.mission


@given(lines(phases=(Phase.TURN, Phase.DIFFICULTY)))
def test_property_a_position_can_be_told_in_words_and_set_up_again(line):
    state = line.state
    told = json.loads(json.dumps(how_opened(state)))
    assert opened(state.game.scenario, told) == state


def test_other_positions_are_not_told():
    for state in whole_game("wiarusi-standard", 3, 1).states:
        if state.mission and state.phase not in (Phase.TURN, Phase.DIFFICULTY):
            with pytest.raises(SetupError, match="told at a turn"):
                described(state)


# What is counted ----------------------------------------------------------------------------------------------------


@given(games())
def test_property_no_card_is_lost_or_doubled_W_64_HW_6(line):
    for state in line.states:
        lying = [*state.fresh, *state.low, *state.nml, *state.discard]
        for cards in (*state.hands, *state.knocks):
            lying += cards
        assert Counter(lying) == Counter(state.game.cards)
        assert len(state.fresh) == state.top + state.low_fresh + state.reserve
        assert state.pile == state.top + len(state.low) + state.low_fresh
        in_hands = {card for hand in state.hands for card in hand}
        assert {*state.low} == {*state.returned} - in_hands
        assert {*state.returned} <= {*state.low} | in_hands
        for cards in (state.fresh, state.low, state.nml, state.discard, state.returned, *state.hands):
            assert list(cards) == sorted(cards, key=state.game.rank.__getitem__)


@given(games())
def test_property_no_tile_is_lost_or_doubled_W_3_W_4_W_41(line):
    scenario, counts = line.opening.game.scenario, line.opening.game.counts
    for state in line.states:
        tiles = [*state.box, *state.removed, *(tile for tile in state.laid if tile)]
        for stock in state.tiles:
            tiles += stock
            assert list(stock) == sorted(stock, key=TILES.index)
        assert Counter(tiles) == Counter(scenario.tiles)
        if len(counts.kinds) == 2:
            assert {tile for tile in tiles if tile in ("L2", "R2")} == {"L2", "R2"}
            assert state.box.count("L2") == state.box.count("R2") == 2


@given(games())
def test_property_no_token_is_lost_or_doubled_W_6_W_24_W_56_HW_24_HW_53(line):
    for state in line.states:
        assert state.supply + sum(state.tokens) + state.spent == {2: 5, 3: 5, 4: 4, 5: 3}[state.game.players]
        assert state.game.players != 2 or state.spent == 0


@given(games())
def test_property_cards_lie_where_they_belong_W_13_W_15_HW_13_HW_17(line):
    for state in line.states:
        game = state.game
        assert all(card in game.knock_cards for knocks in state.knocks for card in knocks)
        assert game.threat_cards.issuperset(state.nml)
        assert game.threat_cards.issuperset(state.low)
        if state.phase is Phase.TURN:
            assert not state.failed
            assert max(active_threats(state).values(), default=0) <= 2
            assert sum(len(game.scenario.trials[card].threats) for card in state.nml) <= 12


@given(games())
def test_property_piles_and_missions_W_46_W_47_HW_50_HW_51(line):
    """A mission begins with cards in pile and reserve; neither the reserve nor the fresh cards ever grow."""
    for state in line.states:
        if state.phase is Phase.DIFFICULTY:
            assert state.pile >= (1 if state.mission == 1 else 3)
            assert state.reserve >= 1
    for one, other in pairwise(line.states):
        assert one.reserve >= other.reserve
        assert len(one.fresh) >= len(other.fresh)
    drops = [event.number for event in line.events if isinstance(event, MoraleDropped)]
    assert all(number >= 3 for number in drops[:-1])
    if line.opening.game.scenario.id.startswith("wiarusi"):
        most = 13 if line.opening.game.players == 2 else 12
        assert line.state.mission <= (10 if "veteran" in line.opening.game.scenario.id else most)


@given(games())
def test_property_missions_end_when_all_have_withdrawn_or_it_failed_W_16_W_25_W_35_HW_27_HW_32(line):
    for before, step in pairwise(line.states):
        if step.phase in (Phase.TURN, Phase.SPEECH):
            assert not step.withdrawn[step.to_act]
        if before.phase is Phase.TURN and step.phase is Phase.TURN and before.mission == step.mission:
            assert not all(step.withdrawn)
    ends = [event for event in line.events if isinstance(event, MissionBegan | MissionFailed | MissionSucceeded)]
    for one, other in pairwise(ends):
        assert isinstance(one, MissionBegan) != isinstance(other, MissionBegan)


@given(games())
def test_property_the_tyrant_leads_K_5_HW_37(line):
    for state in line.states:
        for seat, knocks in enumerate(state.knocks):
            assert "tyrannical" not in knocks or state.leader == seat


@given(games())
def test_property_how_games_end_W_1_W_8_W_44_W_45_W_47_HW_46(line):
    state, limit = line.state, line.opening.game.scenario.bolts_to_lose
    hardest = max(bolts(state, seat) for seat in state.game.seats)
    assert state.to_act is None
    match state.ending:
        case Ending.WIN:
            assert state.pile == 0
            assert not any(state.hands)
        case Ending.KNOCKS:
            assert hardest >= limit
        case _:
            assert state.ending == Ending.MORALE
            assert state.reserve == 0
            assert hardest < limit


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", LEVELS)
def test_random_games_end_at_every_level_W_1_W_51_W_52_W_53(name, players):
    for seed in range(20, 25):
        line = whole_game(name, players, seed, oddity=1.0)
        assert outcome(line.state) is not None


# Secrets ------------------------------------------------------------------------------------------------------------


def with_other_secrets(state: GameState, seat: int | None, rng: Random) -> GameState:
    """A position that a seat cannot tell from this one: other hands, tiles and answers, as far as they are hidden."""
    draft = draft_of(state)
    game = state.game
    for other in game.seats:
        if other == seat:
            continue
        for card in draft.hands[other]:
            others = [s for s in game.seats if s not in (seat, other) and draft.hands[s]]
            ways = ["stay"]
            if others:
                ways.append("hand")
            if card in draft.returned:
                ways += ["back"] * bool(draft.low_fresh)
                ways += ["low"] * bool(draft.low)
            else:
                ways += ["fresh"] * bool(draft.fresh)
                ways += ["down"] * bool(draft.low)
            way = rng.choice(ways)
            got = card
            if way == "hand":
                third = rng.choice(others)
                got = rng.choice(draft.hands[third])
                draft.hands = replaced(draft.hands, third, with_one(without(draft.hands[third], got), card, game.rank))
            elif way == "fresh":
                got = rng.choice(draft.fresh)
                draft.fresh = with_one(without(draft.fresh, got), card, game.rank)
            elif way == "low":
                got = rng.choice(draft.low)
                draft.low = with_one(without(draft.low, got), card, game.rank)
            elif way == "down":  # an unseen card for one that was shuffled back
                got = rng.choice(draft.low)
                draft.low = without(draft.low, got)
                draft.fresh = with_one(draft.fresh, card, game.rank)
                draft.low_fresh += 1
            elif way == "back":
                got = rng.choice(draft.fresh)
                draft.fresh = without(draft.fresh, got)
                draft.low = with_one(draft.low, card, game.rank)
                draft.low_fresh -= 1
            draft.hands = replaced(draft.hands, other, with_one(without(draft.hands[other], card), got, game.rank))
        if draft.answers[other] is not None:
            draft.answers = replaced(draft.answers, other, rng.choice([KEPT, *draft.hands[other]]))
    for other in game.ring:
        if other == seat:
            continue
        for tile in draft.tiles[other]:
            got = rng.choice(draft.box)
            draft.box = with_tile(without(draft.box, got), tile)
            draft.tiles = replaced(draft.tiles, other, with_tile(without(draft.tiles[other], tile), got))
        if (laid := draft.laid[other]) is not None:
            got = rng.choice(draft.box)
            draft.box = with_tile(without(draft.box, got), laid)
            draft.laid = replaced(draft.laid, other, got)
    return finished(draft)


@given(lines(), st.integers(0, 999))
def test_property_nobody_sees_the_secrets_of_others_W_60_W_62_HW_19_HW_26_HW_54_HW_55(line, seed):
    state, rng = line.state, Random(seed)
    for seat in (*state.game.seats, None):
        other = with_other_secrets(state, seat, rng)
        assert observe(other, seat) == observe(state, seat)


def test_other_secrets_are_really_other_ones():
    rng = Random(1)
    states = [s for s in whole_game("wiarusi-standard", 4, 1).states if s.phase is Phase.TURN]
    changed = [with_other_secrets(state, 0, rng) for state in states]
    assert sum(one.hands[1:] != other.hands[1:] for one, other in zip(states, changed, strict=True)) > len(states) / 2
    assert all(one.hands[0] == other.hands[0] for one, other in zip(states, changed, strict=True))


@given(lines())
def test_property_what_a_seat_sees_is_true_W_61_W_63_HW_22_HW_55(line):
    state = line.state
    for seat in (*state.game.seats, None):
        seen = observe(state, seat)
        assert seen.pile == state.pile
        assert seen.reserve == state.reserve
        assert seen.hand_sizes == tuple(map(len, state.hands))
        assert seen.legal == (tuple(legal_moves(state)) if state.to_act == seat else ())
        assert seen.to_act == state.to_act
        assert seen.discard == state.discard
        hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
        own = () if seat is None else state.hands[seat]
        places = [*own, *hidden, *state.fresh, *state.low]
        assert Counter(places) == Counter([*own, *seen.unseen, *(card for card in seen.returned if card not in own)])


@given(games())
def test_property_events_tell_no_secret_of_others_W_60_HW_33_HW_54(line):
    for event in line.events:
        for seat in (*line.opening.game.seats, None):
            told = seen_by(event, seat)
            match event:
                case CardDealt(owner, card):
                    assert told.card == (card if owner == seat else None)
                case TileDrawn(owner, tile) | TileLaid(owner, tile):
                    assert told.tile == (tile if owner == seat else None)
                case ChaplainTileDrawn():
                    assert told.tile is None
                case _:
                    assert told is event


@given(lines(), st.integers(0, 999))
def test_property_sealed_answers_and_tiles_are_told_only_when_shown_HW_19_HW_59(line, seed):
    for before, step in zip(line.states, line.steps, strict=False):
        shown = [event for event in step.events if isinstance(event, SpeechAnswered)]
        if shown:
            assert all(a is None for a in step.state.answers)
            assert step.state.topic is None
        elif before.phase is Phase.SPEECH:
            assert [*map(len, before.hands)] == [*map(len, step.state.hands)]
        if any(isinstance(event, TilesPassed) for event in step.events):
            assert not any(step.state.laid)


@pytest.mark.parametrize("seat", [-1, 3, True, "0", 1.0])
def test_only_seats_at_the_table_can_look(seat):
    with pytest.raises(ValueError, match="no seat"):
        observe(new_game(level("wiarusi-standard"), 3), seat)


# Stop here ----------------------------------------------------------------------------------------------------------


@given(lines(), st.integers(0, 99))
def test_property_a_called_stop_ends_the_game_with_the_mission_HW_58(line, seed):
    state = line.state
    if state.ending:
        with pytest.raises(IllegalMove, match="over"):
            stop_here(state)
        return
    stopped, events = stop_here(state)
    assert events == (StopCalled(),)
    assert stopped.stopping
    assert legal_moves(stopped) == legal_moves(state)
    with pytest.raises(IllegalMove, match="wrong-phase"):
        stop_here(stopped)
    rng, mission = Random(seed), max(state.mission, 1)
    while stopped.to_act is not None:
        moves = legal_moves(stopped)
        stopped, _ = play(stopped, rng.choice(moves) if moves else sample_chance(stopped, rng))
    assert stopped.mission == mission
    end = outcome(stopped)
    assert end.ending in Ending
    if end.ending is Ending.STOPPED:
        assert end.winners == ()
        assert not end.is_defeat
