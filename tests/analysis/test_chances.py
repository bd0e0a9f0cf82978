"""Chances: the formulas agree with going through all cases."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.analysis import chances
from mali_powstancy.analysis.names import UnknownName
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine import (
    CHANCE,
    GameState,
    Observation,
    Phase,
    Transition,
    apply_unchecked,
    arrange,
    chance_outcomes,
    game_rng,
    load_scenario,
    new_game,
    observe,
    parse_move,
    play,
    sample_chance,
)
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.events import OrderLaid, ScoutArrested
from mali_powstancy.engine.moves import Roll
from mali_powstancy.lab.intervals import share
from tests.analysis.played import by_hand, row, short_games
from tests.positions import fell
from tests.random_play import lines

BASIC = load_scenario("basic-1")
EXTENDED = load_scenario("extended-1")
SHORT = load_scenario("short-1")


def at_die(soldier: str, **scouts: str) -> GameState:
    """A position of two patrols in which the die is to be rolled; red played last."""
    return arrange(
        BASIC,
        patrols=["red", "green"],
        cards={"red": 4, "green": 3},
        at_die=True,
        soldier=soldier,
        scouts=scouts,
    )


def somebody_is_arrested(transition: Transition) -> bool:
    return any(isinstance(event, ScoutArrested) for event in transition.events)


# --- the die


def test_the_faces_of_the_die_add_up():
    found = chances.die_chances(BASIC)
    assert sum(face.chance for face in found) == 1
    assert Counter({(face.colour, face.number): face.chance * 6 for face in found}) == Counter(
        (face.colour, face.number) for face in BASIC.die
    )


def test_equal_faces_are_counted_together():
    loaded = BASIC._replace(die=(*BASIC.die[:3], *BASIC.die[:1] * 3))
    assert [face.chance for face in chances.die_chances(loaded)] == [Fraction(4, 6), Fraction(1, 6), Fraction(1, 6)]


@pytest.mark.parametrize("distance", range(1, 7))
def test_the_soldier_reaches_a_distance_as_often_as_the_faces_say(distance):
    faces = [face for face in BASIC.die if face.colour.value == "black" and face.number >= distance]
    assert chances.reach_chance(BASIC, distance) == Fraction(len(faces), len(BASIC.die))


def test_the_table_of_distances_ends_with_the_first_safe_one():
    found = chances.reach_chances(BASIC)
    assert [row.distance for row in found] == [1, 2, 3, 4, 5]
    assert [row.chance for row in found[-2:]] == [Fraction(1, 6), 0]
    assert found.columns()["chance"][0] == pytest.approx(4 / 6)


@pytest.mark.parametrize("distance", [0, -1, 1.5, True, "1"])
def test_a_distance_is_a_whole_number(distance):
    with pytest.raises(ValueError, match="whole number from 1 on"):
        chances.reach_chance(BASIC, distance)


def test_the_extended_variant_has_no_die():
    for ask in (chances.die_chances, chances.reach_chances):
        with pytest.raises(ValueError, match=r"no die and no soldier in extended-1"):
            ask(EXTENDED)
    with pytest.raises(ValueError, match=r"no die and no soldier in extended-1"):
        chances.scout_dangers(arrange(EXTENDED))


def test_the_danger_of_every_field():
    found = {danger.field: danger for danger in chances.field_dangers(BASIC, "plac-narutowicza")}
    assert set(found) == set(BASIC.board.fields) - {"plac-narutowicza"}
    assert found["reduta-kaliska"] == ("reduta-kaliska", 1, Fraction(4, 6))
    assert found["plac-wilsona"].chance == 0
    with pytest.raises(UnknownName, match="there is no field 'x'"):
        chances.field_dangers(BASIC, "x")


@given(lines(("basic", "short"), phases=[Phase.DIE]))
def test_the_danger_of_every_scout_agrees_with_all_rolls(line):
    state = line.state
    found = chances.scout_dangers(state)
    assert chances.scout_dangers(observe(state, None)) == found
    arrested: Counter[str] = Counter()
    for move, chance in chance_outcomes(state).items():
        after = apply_unchecked(state, move)
        if after.state.phase is Phase.TARGET:  # the owner decides: in the worst case against this scout
            possible = [
                apply_unchecked(after.state, target) for target in observe(after.state, after.state.to_act).legal
            ]
        else:
            possible = [after]
        caught = {e.scout for one in possible for e in one.events if isinstance(e, ScoutArrested)}
        arrested.update(dict.fromkeys(caught, chance))
    assert {row.scout: row.chance for row in found} == {row.scout: arrested[row.scout] for row in found}
    unsure = [row for row in found if not row.is_sure]
    asks = any(apply_unchecked(state, move).state.phase is Phase.TARGET for move in chance_outcomes(state))
    assert bool(unsure) == asks


def test_before_the_cards_are_shown_every_nearest_scout_may_be_meant():
    scouts = {"zosia": "reduta-kaliska", "gosia": "reduta-wawelska"}
    state = arrange(BASIC, patrols=["red", "green"], soldier="plac-narutowicza", scouts=scouts)
    found = {danger.scout: danger for danger in chances.scout_dangers(state)}
    for scout in scouts:
        assert found[scout] == (scout, 1, Fraction(4, 6), False)
    assert found["antek"].chance == 0
    later = {danger.scout: danger for danger in chances.scout_dangers(at_die("plac-narutowicza", **scouts))}
    assert [later["zosia"].chance, later["gosia"].chance] == [Fraction(4, 6), 0]
    assert later["zosia"].is_sure


def test_the_chance_of_an_event_of_the_next_roll():
    state = at_die("plac-narutowicza", zosia="reduta-kaliska")
    assert chances.chance_that(state, somebody_is_arrested) == Fraction(4, 6)
    assert [row.move for row in chances.next_chances(state)] == [Roll(face.colour, face.number) for face in BASIC.die]
    assert sum(row.chance for row in chances.next_chances(state)) == 1


def test_nothing_is_rolled_while_a_player_is_asked():
    state = arrange(BASIC)
    assert chances.next_chances(state) == ()
    with pytest.raises(ValueError, match="nothing is rolled, drawn or dealt now: choose-card"):
        chances.chance_that(state, somebody_is_arrested)


# --- the next cards


def draws(state: GameState, cards: int) -> dict[frozenset[str], Fraction]:
    """What may lie on the track after so many draws, by going through all of them."""
    ends: defaultdict[frozenset[str], Fraction] = defaultdict(Fraction)
    open_cases = [(state, Fraction(1), cards)]
    while open_cases:
        now, chance, left = open_cases.pop()
        if not left:
            ends[frozenset(slot.order for slot in now.track)] += chance
            continue
        for move, part in chance_outcomes(now).items():
            open_cases.append((apply_unchecked(now, move).state, chance * part, left - 1))
    return ends


@pytest.mark.parametrize(("scenario", "players"), [(BASIC, 4), (SHORT, 3), (EXTENDED, 4)])
def test_the_first_cards_of_a_game_by_going_through_all_of_them(scenario, players):
    state = play(new_game(scenario, players), parse_move("first 0")).state
    rng = game_rng(1)
    while state.phase is not Phase.LAY_ORDER:  # in the extended variant goals are dealt before
        move = sample_chance(state, rng) if state.to_act == CHANCE else observe(state, state.to_act).legal[0]
        state = play(state, move).state
    wanted = set(chances.orders_with(scenario, to="ochota"))
    by_number: defaultdict[int, Fraction] = defaultdict(Fraction)
    for track, chance in draws(state, 2).items():
        by_number[len(track & wanted)] += chance
    seen = observe(state, 1)
    assert [row.chance for row in chances.count_chances(seen, wanted, 2)] == [by_number[number] for number in range(3)]
    assert chances.chance_of_any(seen, wanted, 2) == 1 - by_number[0]
    single = next(iter(wanted))
    assert chances.chance_of_any(seen, single, 2) == Fraction(2, 42)


def gossiped(**more: object) -> GameState:
    """A position of the extended variant in which green, seat 1, is about to hear the next two cards."""
    settings: dict = {**fell("wola"), "deck_left": 12, "victory_at": 6, **more}
    state = arrange(EXTENDED, cards={"red": 5, "orange": 5, "green": 4, "violet": 5}, turn="green", **settings)
    return play(state, parse_move("gossip")).state


def by_what_can_lie_there(wanted: set[str], state: GameState) -> dict[int, Fraction]:
    """How many of the wanted cards are among the next three, over all ways in which gossip shows standing cards."""
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    total = Fraction(0)
    for first, chance in chance_outcomes(state).items():
        one = apply_unchecked(state, first).state
        if one.discarded:
            continue  # everybody would have seen it, so this is another case
        for second, part in chance_outcomes(one).items():
            two = apply_unchecked(one, second).state
            if two.discarded:
                continue
            sure = len(wanted & {peeked.order for peeked in two.top})
            share = Fraction(len(wanted.intersection(two.deck)), len(two.deck))
            found[sure] += chance * part * (1 - share)
            found[sure + 1] += chance * part * share
            total += chance * part
    return {number: chance / total for number, chance in found.items()}


@pytest.mark.parametrize("district", ["ochota", "wola"])
def test_cards_that_another_player_has_heard_of_do_not_lead_to_a_fallen_district(district):
    state = gossiped()
    wanted = set(chances.orders_with(EXTENDED, to=district))
    expected = by_what_can_lie_there(wanted, state)
    heard = next(
        two.state
        for first in chance_outcomes(state)
        if not (one := apply_unchecked(state, first).state).discarded
        for second in chance_outcomes(one)
        if not (two := apply_unchecked(one, second)).state.discarded
    )
    found = chances.count_chances(observe(heard, 0), wanted, 3)
    assert {row.number: row.chance for row in found if row.chance} == {n: c for n, c in expected.items() if c}
    assert sum(row.chance for row in found) == 1
    if district == "wola":
        assert chances.chance_of_any(observe(heard, 0), wanted, 2) == 0


def test_who_has_heard_the_cards_knows_them():
    state = gossiped(fallen=[], tokens=[])
    for _ in range(2):
        state = play(state, next(iter(chance_outcomes(state)))).state
    first, second = (peeked.order for peeked in state.top)
    knows, guesses = observe(state, 2), observe(state, 0)
    assert knows.top == (first, second)
    assert chances.chance_of_any(knows, first, 1) == 1
    assert chances.chance_of_any(knows, second, 1) == 0
    assert chances.chance_of_any(knows, second, 2) == 1
    assert chances.chance_of_any(guesses, second, 1) == Fraction(1, 42)
    assert chances.count_chances(knows, [first, second], 2)[2].chance == 1
    other = state.deck[0]
    assert chances.chance_of_any(knows, other, 3) == Fraction(1, 40)
    assert chances.chance_of_any(guesses, other, 3) == Fraction(3, 42)


def test_everybody_knows_where_the_victory_card_lies():
    seen = observe(arrange(EXTENDED, deck_left=12, victory_at=2), 0)
    assert chances.chance_of_any(seen, VICTORY, 2) == 0
    assert chances.chance_of_any(seen, VICTORY, 3) == 1
    assert chances.chance_of_any(seen, seen.unseen[0], 3) == Fraction(2, 42)
    assert chances.chance_of_any(seen, seen.unseen[0], 12) == chances.chance_of_any(seen, seen.unseen[0], 99)


@given(lines(), st.data())
def test_chances_add_up_and_grow_with_the_cards(line, data):
    seen = observe(line.state, data.draw(st.sampled_from(line.state.game.seats)))
    wanted = data.draw(st.sets(st.sampled_from(list(seen.game.orders)), max_size=5))
    before = Fraction(0)
    for cards in range(seen.deck_left + 1):
        found = chances.count_chances(seen, wanted, cards)
        assert sum(row.chance for row in found) == 1
        assert 1 - found[0].chance >= before
        before = 1 - found[0].chance
    gone = set(seen.game.orders) - set(seen.unseen) - set(seen.top)
    assert chances.chance_of_any(seen, gone, 99) == 0


def test_the_hypergeometric_formula_by_going_through_all_orders_of_a_deck():
    deck, wanted, cards = range(6), {0, 1, 2}, 4
    cases = [len(wanted.intersection(order[:cards])) for order in permutations(deck)]
    expected = {number: Fraction(times, len(cases)) for number, times in Counter(cases).items()}
    assert dict(chances._drawn(len(deck), len(wanted), cards)) == expected


def test_the_cards_of_the_next_order_phase_are_meant_if_nothing_is_said():
    state = arrange(BASIC, patrols=["red", "green", "orange"], round=1)
    seen = observe(state, 0)
    order = seen.unseen[0]
    assert chances.cards_due(seen) == 1  # three players: two cards in odd rounds, one in even ones
    assert chances.chance_of_any(seen, order) == Fraction(1, 42)
    assert chances.cards_due(observe(arrange(BASIC, patrols=["red", "green", "orange"], round=2), 0)) == 2
    assert chances.cards_due(observe(arrange(BASIC, deck_left=0), 0)) == 0
    assert chances.chance_of_any(observe(arrange(BASIC, deck_left=0), 0), order) == 0
    assert chances.cards_due(observe(arrange(BASIC, deck_left=1), 0)) == 1


def test_the_next_order_phase_lays_as_many_cards_as_said():
    state = arrange(BASIC, round=1)
    due, laid = chances.cards_due(observe(state, 0)), 0
    while state.round == 1 or state.phase is Phase.LAY_ORDER:
        seat = state.to_act
        assert seat is not None
        move = next(iter(chance_outcomes(state))) if seat == CHANCE else observe(state, seat).legal[0]
        state, events = play(state, move)
        laid += sum(isinstance(event, OrderLaid) for event in events)
    assert laid == due == 2


def test_orders_by_where_they_start_and_end():
    orders = BASIC.orders.values()
    of = BASIC.board.district_of
    assert chances.orders_with(BASIC) == tuple(BASIC.orders)
    assert set(chances.orders_with(BASIC, start="wola")) == {o.id for o in orders if of[o.start] == "wola"}
    assert set(chances.orders_with(BASIC, to="port")) == {o.id for o in orders if o.to == "port"}
    assert len(chances.orders_with(BASIC, start="wola", to="mokotow")) == 1
    with pytest.raises(UnknownName, match="there is no district or object 'Port'; did you mean 'port'"):
        chances.orders_with(BASIC, to="Port")


def test_a_wrong_question_gets_a_sentence():
    seen = observe(new_game(BASIC, 2), 0)
    with pytest.raises(TypeError, match="a chance depends on who asks"):
        chances.chance_of_any(new_game(BASIC, 2), "x", 1)  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="there is no order 'x'"):
        chances.chance_of_any(seen, ["x"], 1)
    for cards in (-1, 1.5, "2"):
        with pytest.raises(ValueError, match="whole number from 0 on"):
            chances.chance_of_any(seen, seen.unseen[0], cards)  # type: ignore[arg-type]


def test_a_seat_never_learns_more_than_it_has_seen():
    state = gossiped(fallen=[], tokens=[])
    outcomes = list(chance_outcomes(state))
    views: list[Observation] = [observe(apply_unchecked(state, move).state, 0) for move in outcomes[:2]]
    wanted = [str(outcomes[0].order), str(outcomes[1].order)]
    assert chances.count_chances(views[0], wanted, 3) == chances.count_chances(views[1], wanted, 3)


# --- whole games


def test_a_chance_in_games_is_the_share_of_those_in_which_it_happened():
    games = short_games()
    shortest = min(row.rounds for row in games)
    found = chances.chance_in_games(games, lambda row: row.rounds == shortest)
    assert found == share([row.rounds for row in games].count(shortest), len(games))
    assert found.value > 0


def test_an_order_appears_as_often_as_the_deck_says():
    opening = new_game(SHORT, 2)
    order = next(iter(SHORT.orders))
    exact = chances.chance_of_any(observe(opening, 0), order, opening.deck_left)
    assert exact == Fraction(6, 42)
    for game in short_games():
        assert len(game.orders) <= 6
        assert game.is_defeat or len(game.orders) == 6


def test_arrests_are_counted_round_by_round():
    games = by_hand(row(0, (0,), rounds=8, arrests=(2, 3)), row(1, (0,), rounds=4, arrests=(4,)))
    found = chances.arrests_per_round(games)
    assert (found.value, found.n) == (3 / 12, 12)
    assert found.low < 0.25 < found.high


def test_all_tables_become_columns():
    seen = observe(arrange(BASIC), 0)
    tables: list[Rows] = [
        chances.next_chances(at_die("plac-narutowicza")),
        chances.die_chances(BASIC),
        chances.reach_chances(BASIC),
        chances.field_dangers(BASIC, "past"),
        chances.scout_dangers(seen),
        chances.count_chances(seen, seen.unseen[:3], 4),
    ]
    for table in tables:
        columns = table.columns()
        assert list(columns) == list(table.kind._fields)
        assert {len(column) for column in columns.values()} == {len(table)}
        assert {type(chance) for chance in columns["chance"]} == {float}
