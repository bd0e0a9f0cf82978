from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from mali_powstancy.engine import (
    CHANCE,
    GameState,
    Phase,
    Reason,
    Scenario,
    Transition,
    arrange,
    chance_outcomes,
    legal_moves,
    new_game,
    observe,
    outcome,
    read_scenario,
    refusal,
    scores,
    seen_by,
    stop_here,
)
from mali_powstancy.engine.cards import GoalKind
from mali_powstancy.engine.events import GoalDealt, GoalsKept, GoalsRedealt, RoundBegan
from mali_powstancy.engine.moves import DealGoal, KeepGoals
from tests.positions import EXTENDED, played

FOUR_COLOURS = (
    "most-from-zoliborz",
    "most-from-wola",
    "most-orders-1",
    "most-orders-2",
    "districts-4-a",
    "most-important-1",
)
OTHER_FOUR_COLOURS = (
    "most-from-ochota",
    "most-from-mokotow",
    "most-orders-3",
    "most-orders-4",
    "districts-5-a",
    "most-important-2",
)
THREE_COLOURS = (
    "most-from-stare-miasto",
    "most-from-srodmiescie",
    "most-from-powisle-czerniakow",
    "most-orders-5",
    "districts-4-b",
    "districts-5-b",
)
TWO_COLOURS = (*THREE_COLOURS[:3], "districts-4-b", "districts-5-b", "districts-6-b")
ONE_COLOUR = tuple(f"most-important-{number}" for number in range(1, 7))


def deal(state: GameState, *hands: Sequence[str]) -> Transition:
    return played(state, *(f"deal {goal}" for hand in hands for goal in hand))


def opening(*hands: Sequence[str], start_player: int = 0) -> GameState:
    """A game for two in which the goals were dealt like this, first to the start player."""
    state = played(new_game(EXTENDED, 2, start_player=start_player), f"first {start_player}").state
    return deal(state, *hands).state


def ended(
    delivered: Mapping[str, Sequence[str]],
    goals: Mapping[str, Sequence[str]],
    patrols: Sequence[str] = ("red", "orange"),
    scenario: Scenario = EXTENDED,
) -> GameState:
    """A game that the Victory card has just ended."""
    state = arrange(
        scenario,
        patrols=patrols,
        cards=dict.fromkeys(patrols, 5),
        turn=patrols[-1],
        track=[("victory", 4)],
        delivered=delivered,
        goals=goals,
    )
    return played(state, "end").state


def goal_points(state: GameState) -> list[int]:
    return [score.goals for score in scores(state)]


# Dealing ------------------------------------------------------------------------------------------------------------


def test_six_goals_are_dealt_to_each_player_beginning_with_the_start_player_E_3():
    state = played(new_game(EXTENDED, 2, start_player=1), "first 1").state
    assert (state.phase, state.to_act) == (Phase.DEAL_GOAL, CHANCE)
    state, events = deal(state, FOUR_COLOURS)
    assert events == tuple(GoalDealt(1, goal) for goal in FOUR_COLOURS)
    assert (state.phase, state.goals_dealt) == (Phase.DEAL_GOAL, ((), FOUR_COLOURS))
    state, events = deal(state, OTHER_FOUR_COLOURS)
    assert events == tuple(GoalDealt(0, goal) for goal in OTHER_FOUR_COLOURS)
    assert state.goals_dealt == (OTHER_FOUR_COLOURS, FOUR_COLOURS)
    assert (state.phase, state.to_act) == (Phase.KEEP_GOALS, 1)


def test_a_goal_that_was_dealt_is_no_longer_in_the_deck_E_3():
    state = played(new_game(EXTENDED, 2, start_player=0), "first 0").state
    assert chance_outcomes(state) == {DealGoal(goal): Fraction(1, 24) for goal in EXTENDED.goals}
    state = played(state, "deal most-orders-2").state
    assert chance_outcomes(state) == {
        DealGoal(goal): Fraction(1, 23) for goal in EXTENDED.goals if goal != "most-orders-2"
    }
    assert refusal(state, DealGoal("most-orders-2")) is Reason.IMPOSSIBLE_CHANCE


def test_a_goal_that_does_not_exist_is_not_dealt_E_3():
    state = played(new_game(EXTENDED, 2, start_player=0), "first 0").state
    assert refusal(state, DealGoal("most-orders-6")) is Reason.IMPOSSIBLE_CHANCE


def test_four_players_are_dealt_all_24_goals_E_3():
    goals = list(EXTENDED.goals)
    four_hands = [goals[player::4] for player in range(4)]
    state = deal(played(new_game(EXTENDED, 4, start_player=2), "first 2").state, *four_hands).state
    assert state.phase is Phase.KEEP_GOALS
    assert state.goals_dealt == tuple(tuple(four_hands[player]) for player in (2, 3, 0, 1))
    assert [task.who for task in state.agenda[:4]] == [2, 3, 0, 1]


def test_goals_dealt_lie_in_the_order_of_the_file_whatever_the_order_of_dealing_E_3():
    assert opening(FOUR_COLOURS[::-1], OTHER_FOUR_COLOURS) == opening(FOUR_COLOURS, OTHER_FOUR_COLOURS)


@pytest.mark.parametrize("poor", [TWO_COLOURS, ONE_COLOUR])
@pytest.mark.parametrize("poor_player", [0, 1])
def test_fewer_than_three_colours_for_anybody_and_all_goals_are_dealt_again_E_3_H_19(poor, poor_player):
    rich = [goal for goal in (*FOUR_COLOURS[:5], "most-important-1", "districts-6-a") if goal not in poor][:6]
    hands = [rich, poor] if poor_player else [poor, rich]
    first = played(new_game(EXTENDED, 2, start_player=0), "first 0").state
    state, events = deal(first, *hands)
    assert events[-1] == GoalsRedealt()
    assert state == first
    assert len(chance_outcomes(state)) == 24


def test_three_colours_for_everybody_are_enough_H_19():
    state, events = deal(
        played(new_game(EXTENDED, 2, start_player=0), "first 0").state, THREE_COLOURS, OTHER_FOUR_COLOURS
    )
    assert GoalsRedealt() not in events
    assert (state.phase, state.to_act) == (Phase.KEEP_GOALS, 0)


# Keeping ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 2, 4])
def test_exactly_three_goals_are_kept_E_3_H_19(number):
    state = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS)
    one_of_each = ("most-from-zoliborz", "most-orders-1", "districts-4-a", "most-important-1")
    assert refusal(state, KeepGoals(one_of_each[:number])) is Reason.GOALS_WRONG_NUMBER
    assert refusal(state, KeepGoals(one_of_each[:3])) is None


@pytest.mark.parametrize("stranger", ["most-important-2", "most-important-6", "no-such-goal"])
def test_only_goals_dealt_to_oneself_are_kept_E_3(stranger):
    state = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS)
    move = KeepGoals(("most-from-zoliborz", "most-orders-1", stranger))
    assert refusal(state, move) is Reason.GOAL_NOT_DEALT


@pytest.mark.parametrize("same", ["most-from-wola", "most-from-zoliborz"])
def test_no_two_goals_of_one_colour_are_kept_E_3_H_19(same):
    state = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS)
    move = KeepGoals(("most-from-zoliborz", same, "most-orders-1"))
    assert refusal(state, move) is Reason.GOALS_SAME_COLOUR


def test_goals_are_named_in_the_order_in_which_they_lie_E_3():
    state = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS)
    move = KeepGoals(("most-orders-1", "most-from-zoliborz", "districts-4-a"))
    assert refusal(state, move) is Reason.NAMES_IN_ORDER


def test_every_choice_of_three_colours_is_offered_and_no_other_E_3_H_19():
    offered = legal_moves(opening(FOUR_COLOURS, OTHER_FOUR_COLOURS))
    assert {str(move) for move in offered} == {
        "keep most-from-zoliborz most-orders-1 districts-4-a",
        "keep most-from-zoliborz most-orders-1 most-important-1",
        "keep most-from-zoliborz most-orders-2 districts-4-a",
        "keep most-from-zoliborz most-orders-2 most-important-1",
        "keep most-from-zoliborz districts-4-a most-important-1",
        "keep most-from-wola most-orders-1 districts-4-a",
        "keep most-from-wola most-orders-1 most-important-1",
        "keep most-from-wola most-orders-2 districts-4-a",
        "keep most-from-wola most-orders-2 most-important-1",
        "keep most-from-wola districts-4-a most-important-1",
        "keep most-orders-1 districts-4-a most-important-1",
        "keep most-orders-2 districts-4-a most-important-1",
    }
    assert len(offered) == 12


def test_who_is_dealt_no_more_goals_than_are_kept_keeps_them_all_E_3():
    scenario = read_scenario('based_on = "extended-1"\nid = "three"\ntitle = "three"\nnumbers = {goals_dealt = 3}')
    state = played(new_game(scenario, 2, start_player=0), "first 0").state
    state = deal(state, FOUR_COLOURS[1:6:2], OTHER_FOUR_COLOURS[1:6:2]).state
    assert [str(move) for move in legal_moves(state)] == ["keep most-from-wola most-orders-2 most-important-1"]
    assert refusal(state, legal_moves(state)[0]) is None


def test_when_all_have_kept_three_goals_the_first_round_begins_E_3():
    state = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS, start_player=1)
    state, events = played(state, "keep most-from-wola most-orders-2 districts-4-a")
    assert events == (GoalsKept(1, ("most-from-wola", "most-orders-2", "districts-4-a")),)
    assert (state.phase, state.to_act) == (Phase.KEEP_GOALS, 0)
    state, events = played(state, "keep most-from-ochota most-orders-3 most-important-2")
    assert events == (
        GoalsKept(0, ("most-from-ochota", "most-orders-3", "most-important-2")),
        RoundBegan(1, 1),
    )
    assert state.goals == (
        ("most-from-ochota", "most-orders-3", "most-important-2"),
        ("most-from-wola", "most-orders-2", "districts-4-a"),
    )
    assert state.phase is Phase.LAY_ORDER


# Secrecy ------------------------------------------------------------------------------------------------------------

KEPT = "keep most-from-zoliborz most-orders-1 districts-4-a"
REJECTED_OTHERS = (
    "most-from-zoliborz",
    "most-from-wola",
    "most-orders-1",
    "districts-4-a",
    "districts-6-a",
    "most-important-6",
)
OTHERS_KEEP = "keep most-from-ochota most-orders-3 districts-5-a"


@pytest.mark.parametrize("looking", [1, None])
def test_goals_on_the_hand_are_invisible_to_others_E_3(looking):
    one, other = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS), opening(REJECTED_OTHERS, OTHER_FOUR_COLOURS)
    assert one != other
    assert observe(one, looking) == observe(other, looking)
    assert observe(one, looking).goals_dealt == (OTHER_FOUR_COLOURS if looking == 1 else ())
    assert observe(one, 0).goals_dealt == FOUR_COLOURS


def test_only_the_one_who_is_asked_is_offered_a_choice_of_goals_E_3():
    state = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS)
    assert observe(state, 0).legal == tuple(legal_moves(state))
    assert observe(state, 1).legal == observe(state, None).legal == ()


@pytest.mark.parametrize("looking", [1, None])
def test_goals_kept_are_invisible_to_others_E_3(looking):
    dealt = opening(FOUR_COLOURS, OTHER_FOUR_COLOURS)
    one, other = played(dealt, KEPT).state, played(dealt, "keep most-from-wola most-orders-2 most-important-1").state
    assert observe(one, looking) == observe(other, looking)
    assert observe(one, looking).goals[0] is None
    assert observe(one, 0).goals[0] == ("most-from-zoliborz", "most-orders-1", "districts-4-a")
    assert observe(one, 0).goals[1] is None


@pytest.mark.parametrize("looking", [1, None])
def test_rejected_goals_stay_secret_H_58_E_3(looking):
    one = played(opening(FOUR_COLOURS, OTHER_FOUR_COLOURS), KEPT, OTHERS_KEEP).state
    other = played(opening(REJECTED_OTHERS, OTHER_FOUR_COLOURS), KEPT, OTHERS_KEEP).state
    assert one.goals == other.goals
    assert one.goals_dealt != other.goals_dealt
    assert observe(one, looking) == observe(other, looking)
    assert observe(one, 0).goals_dealt == FOUR_COLOURS


def test_who_deals_and_keeps_goals_is_told_to_all_but_which_only_to_the_owner_E_3_H_58():
    dealt, kept = GoalDealt(0, "most-orders-1"), GoalsKept(0, ("most-orders-1",))
    assert seen_by(dealt, 0) == dealt
    assert seen_by(kept, 0) == kept
    for looking in (1, None):
        assert seen_by(dealt, looking) == GoalDealt(0, None)
        assert seen_by(kept, looking) == GoalsKept(0, None)


@pytest.mark.parametrize("looking", [0, 1, None])
def test_at_the_end_kept_goals_are_revealed_to_all_E_16(looking):
    goals = {"red": ["most-orders-1", "districts-4-a"], "orange": ["most-important-2"]}
    running = arrange(EXTENDED, patrols=("red", "orange"), cards={"red": 5, "orange": 5}, goals=goals)
    assert observe(running, looking).goals == tuple(
        kept if owner == looking else None for owner, kept in enumerate(running.goals)
    )
    assert observe(ended({}, goals), looking).goals == (("most-orders-1", "districts-4-a"), ("most-important-2",))


def stopped_game(goals_of_red: Sequence[str]) -> GameState:
    """A game that is over and scored after one round."""
    state = played(opening(goals_of_red, OTHER_FOUR_COLOURS), KEPT, OTHERS_KEEP, "draw plac-wilsona>port").state
    return played(stop_here(state).state, "card 1", "card 1", "end", "end").state


@pytest.mark.parametrize("looking", [1, None])
def test_rejected_goals_stay_secret_even_when_the_game_is_over_H_58(looking):
    one, other = stopped_game(FOUR_COLOURS), stopped_game(REJECTED_OTHERS)
    assert one.phase is Phase.OVER
    assert one.goals_dealt != other.goals_dealt
    assert observe(one, looking) == observe(other, looking)
    assert observe(one, looking).goals[0] == ("most-from-zoliborz", "most-orders-1", "districts-4-a")


# Most orders from a district ----------------------------------------------------------------------------------------

FROM_WOLA = ["pawiak>starowka", "browary>past", "palacyk-michla>sggw"]
TO_WOLA = ["starowka>palacyk-michla", "dworzec-pocztowy>browary", "sggw>browary"]


@pytest.mark.parametrize(
    ("red", "orange", "expected"),
    [
        (FROM_WOLA[:2], FROM_WOLA[2:], [10, 0]),
        (FROM_WOLA[:1], FROM_WOLA[1:], [0, 10]),
        (FROM_WOLA[:1], FROM_WOLA[1:2], [10, 10]),
        (FROM_WOLA[:1], TO_WOLA, [10, 0]),
        (TO_WOLA, [], [0, 0]),
    ],
    ids=["more", "fewer", "a tie", "only the start counts", "from elsewhere only"],
)
def test_the_goal_of_most_orders_from_a_district_E_16(red, orange, expected):
    for seat, patrol in enumerate(("red", "orange")):  # there is one such card, and either may have it
        state = ended({"red": red, "orange": orange}, {patrol: ["most-from-wola"]})
        assert goal_points(state)[seat] == expected[seat]


# Most orders --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "orange", "expected"),
    [
        (["past>starowka", "pawiak>starowka"], ["plac-wilsona>port"], [10, 0]),
        (["past>starowka"], ["plac-wilsona>port"], [10, 10]),
        ([], ["plac-wilsona>port"], [0, 10]),
        ([], [], [0, 0]),
    ],
    ids=["more", "a tie", "none and one", "nothing delivered"],
)
def test_the_goal_of_most_orders_E_16_H_29(red, orange, expected):
    state = ended({"red": red, "orange": orange}, {"red": ["most-orders-1"], "orange": ["most-orders-2"]})
    assert goal_points(state) == expected


def test_a_goal_of_having_the_most_is_compared_with_all_players_and_all_tied_fulfil_it_E_16_H_29():
    patrols = ("red", "orange", "green")
    delivered = {"red": ["past>starowka"], "orange": ["plac-wilsona>port"], "green": ["szucha>plac-trzech-krzyzy"]}
    goals = {patrol: [f"most-orders-{number}"] for number, patrol in enumerate(patrols, start=1)}
    assert goal_points(ended(delivered, goals, patrols)) == [10, 10, 10]
    delivered["green"] = ["szucha>plac-trzech-krzyzy", "browary>past"]
    assert goal_points(ended(delivered, goals, patrols)) == [0, 0, 10]


# Orders to so many districts ----------------------------------------------------------------------------------------

TO_SEVEN_DISTRICTS = [
    "pawiak>plac-wilsona",
    "past>starowka",
    "starowka>palacyk-michla",
    "browary>past",
    "wytwornia>elektrownia",
    "palacyk-michla>plac-narutowicza",
    "plac-narutowicza>sggw",
]


@pytest.mark.parametrize(("districts", "points"), [(4, 6), (5, 10), (6, 15)])
def test_the_goal_of_orders_to_4_5_or_6_districts_needs_that_many_E_16(districts, points):
    goals = {"red": [f"districts-{districts}-a"], "orange": [f"districts-{districts}-b"]}
    for reached in range(8):
        state = ended({"red": TO_SEVEN_DISTRICTS[:reached]}, goals)
        assert goal_points(state) == [points if reached >= districts else 0, 0]


def test_two_orders_to_one_district_reach_one_district_E_16():
    four_orders = [*TO_SEVEN_DISTRICTS[:3], "pawiak>starowka"]
    assert goal_points(ended({"red": four_orders}, {"red": ["districts-4-a"]})) == [0, 0]


def test_districts_reached_are_those_of_the_destinations_E_16():
    from_four_districts = ["dworzec-gdanski>pawiak", "starowka>palacyk-michla", "sggw>browary", "elektrownia>pawiak"]
    assert goal_points(ended({"red": from_four_districts}, {"red": ["districts-4-a"]})) == [0, 0]
    to_four_districts = ["stary-mokotow>bank-polski", "sggw>browary", "stary-mokotow>port", "sggw>reduta-wawelska"]
    assert goal_points(ended({"red": to_four_districts}, {"red": ["districts-4-a"]})) == [6, 0]


def test_reaching_districts_is_no_competition_E_16():
    five_others = [
        "szucha>dworzec-gdanski",
        "pawiak>starowka",
        "sggw>browary",
        "port>plac-trzech-krzyzy",
        "stary-mokotow>port",
    ]
    delivered = {"red": TO_SEVEN_DISTRICTS[:4], "orange": five_others}
    assert goal_points(ended(delivered, {"red": ["districts-4-a"], "orange": ["districts-4-b"]})) == [6, 6]


# The most important order -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "orange", "expected"),
    [
        (["plac-wilsona>port"], ["cytadela>szucha", "szucha>dworzec-gdanski"], [10, 0]),
        (["cytadela>szucha"], ["szucha>dworzec-gdanski", "past>starowka"], [10, 10]),
        (["past>starowka"], [], [10, 0]),
        ([], [], [0, 0]),
    ],
    ids=["15 against 12", "12 against 12", "anything against nothing", "nothing delivered"],
)
def test_the_goal_of_the_most_important_order_E_16_H_29(red, orange, expected):
    goals = {"red": ["most-important-1"], "orange": ["most-important-2"]}
    assert goal_points(ended({"red": red, "orange": orange}, goals)) == expected


def worthless_orders() -> Scenario:
    orders = "".join(
        f'[[orders]]\nfrom = "{order.start}"\nto = "{order.to}"\npoints = 0\n' for order in EXTENDED.orders.values()
    )
    return read_scenario(f'based_on = "extended-1"\nid = "worthless"\ntitle = "worthless"\n{orders}')


def test_an_order_of_no_points_is_a_delivered_order_too_H_29():
    goals = {"red": ["most-important-1", "most-orders-1"], "orange": ["most-important-2", "most-orders-2"]}
    state = ended({"red": ["past>starowka"]}, goals, scenario=worthless_orders())
    assert goal_points(state) == [20, 0]


# Points of goals ----------------------------------------------------------------------------------------------------


def test_every_fulfilled_goal_adds_its_points_to_the_score_E_16():
    goals = {"red": ["most-from-srodmiescie", "most-orders-1", "districts-5-a"], "orange": ["most-important-1"]}
    state = ended({"red": ["past>starowka", "browary>past"], "orange": ["plac-wilsona>port"]}, goals)
    red, orange = scores(state)
    assert (red.orders, red.goals, red.returned, red.total) == (6, 20, 7, 33)
    assert (orange.orders, orange.goals, orange.returned, orange.total) == (15, 10, 7, 32)


def test_goals_decide_who_wins_E_16():
    delivered = {"red": ["plac-wilsona>port"], "orange": ["past>starowka", "browary>past"]}
    without, by_goal = outcome(ended(delivered, {})), outcome(ended(delivered, {"orange": ["most-orders-1"]}))
    assert without is not None
    assert by_goal is not None
    assert (without.winners, by_goal.winners) == ((0,), (1,))


def test_goals_give_no_points_before_the_end_E_16():
    state = arrange(
        EXTENDED,
        patrols=("red", "orange"),
        cards={"red": 5, "orange": 5},
        turn="orange",
        track=[("victory", 3)],
        delivered={"red": ["past>starowka"]},
        goals={"red": ["most-orders-1"]},
    )
    assert goal_points(state) == [0, 0]
    assert goal_points(played(state, "end").state) == [0, 0]


def test_the_24_goals_are_of_four_kinds_E_16():
    kinds = [goal.kind for goal in EXTENDED.goals.values()]
    assert {kind: kinds.count(kind) for kind in GoalKind} == {
        GoalKind.MOST_FROM_DISTRICT: 7,
        GoalKind.MOST_ORDERS: 5,
        GoalKind.DISTRICTS_REACHED: 6,
        GoalKind.MOST_IMPORTANT_ORDER: 6,
    }
