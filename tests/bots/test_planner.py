import math
import random
from collections.abc import Iterator
from functools import cache

import pytest

from mali_powstancy.bots import bot_named, play_game
from mali_powstancy.bots.goals import goal_gain, goal_hope
from mali_powstancy.bots.outlook import Job, Outlook
from mali_powstancy.bots.planner import Planner
from mali_powstancy.bots.tempers import CARES, Level, Temper
from mali_powstancy.bots.terrain import FAR
from mali_powstancy.engine import (
    GameState,
    Observation,
    Phase,
    Scenario,
    arrange,
    game_rng,
    load_scenario,
    observe,
    outcome,
    play,
    read_scenario,
)
from mali_powstancy.engine.events import OrderCollected, OrderDelivered, ScoutArrested
from mali_powstancy.engine.moves import (
    ChooseCard,
    EndTurn,
    Gossip,
    Jump,
    KeepGoals,
    Pals,
    SwapOrders,
    Unit,
    Walk,
)
from mali_powstancy.engine.scoring import scores
from mali_powstancy.texts import texts_for
from tests.positions import BASIC, EXTENDED
from tests.random_play import ODDITIES, SCENARIOS, whole_game

TWO = ("red", "orange")


def asked(state: GameState) -> Observation:
    """What the seat that is asked sees."""
    assert state.to_act is not None
    return observe(state, state.to_act)


def advised(state: GameState, temper: Temper = Temper.BALANCED) -> tuple[str, list[str]]:
    """The move that a planner advises, and the keys of its reasons."""
    move, reasons = Planner(temper).advise(asked(state), random.Random(1))
    return str(move), [reason.key for reason in reasons]


def played_on(state: GameState, temper: Temper = Temper.BALANCED) -> tuple[GameState, list[str]]:
    """The position after the rest of the turn as a planner plays it, and its moves."""
    seat, planner, rng, moves = state.to_act, Planner(temper), random.Random(1), []
    while state.to_act == seat and state.phase in (Phase.TURN, Phase.EXTRA_MOVE):
        move = planner(asked(state), rng)
        moves.append(str(move))
        state = play(state, move).state
    return state, moves


def turn_of_red(card: int, **arrangement) -> GameState:
    scenario = arrangement.pop("scenario", BASIC)
    return arrange(scenario, patrols=TWO, cards={"red": card, "orange": 5}, turn="red", **arrangement)


def first_with(phase: Phase, players: int) -> GameState:
    """The first position of a game of the extended variant in which this is asked."""
    return next(state for state in whole_game("extended", players, seed=1, oddity=0.0).states if state.phase is phase)


@cache
def questions() -> tuple[Observation, ...]:
    """What seats see when they are asked, in games of all scenarios in which players do more or less anything."""

    def found() -> Iterator[Observation]:
        for scenario in SCENARIOS:
            for players in (2, 3, 4):
                for oddity in ODDITIES:
                    states = whole_game(scenario, players, seed=players, oddity=oddity).states
                    for number, state in enumerate(states):
                        often = state.phase in (Phase.TURN, Phase.CHOOSE_CARD)
                        if state.to_act in state.game.seats and (not often or number % 5 == 0):
                            yield asked(state)

    return tuple(found())


# Always legal, always an end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("temper", Temper)
def test_the_advice_is_legal_and_has_one_to_three_reasons_that_can_be_said_in_both_languages(temper):
    phases = set()
    languages = texts_for("pl"), texts_for("en")
    levels = list(Level)
    for number, seen in enumerate(questions()):
        move, reasons = Planner(temper, levels[number % 3]).advise(seen, random.Random(number))
        assert move in seen.legal
        assert 1 <= len(reasons) <= 3
        assert len(set(reasons)) == len(reasons)
        for reason in reasons:
            said = {language.because(reason, seen.game) for language in languages}
            assert len(said) == 2
        phases.add(seen.phase)
    assert len(phases) >= 9


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_planners_play_every_scenario_to_its_end_and_do_not_walk_back_in_a_turn(name, players):
    bots = [Planner(temper) for temper in (*Temper, Temper.BALANCED)][:players]
    session = play_game(load_scenario(name), players, bots, game_rng(4))
    assert outcome(session.state) is not None
    before = session.opening
    left: dict[str, set[str]] = {}
    for step in session.steps:
        if isinstance(step.move, Walk | Jump | Unit):
            left.setdefault(step.move.scout, set()).add(before.position_of(step.move.scout))
            assert step.move.to not in left[step.move.scout], step
        for event in step.events:
            if isinstance(event, OrderCollected | OrderDelivered | ScoutArrested):
                left.pop(event.scout, None)
        if isinstance(step.move, EndTurn):
            left.clear()
        before = step.state


VILLAGE = """
id = "village"
version = 1
variant = "basic"
title = "Trzy miejsca"
title_en = "Three places"
[numbers]
cards = [1, 2, 3]
track_spaces = 3
return_bonus = [2]
tokens_to_lose = 2
[players.2]
orders_in_deck = 4
orders_per_round = [1, 1]
[board]
start_objects = ["school"]
soldier_start = "station"
[[board.districts]]
id = "village"
name = "Wieś"
name_en = "Village"
[[board.objects]]
id = "school"
name = "Szkoła"
name_en = "School"
district = "village"
at = [100, 100]
[[board.objects]]
id = "shop"
name = "Sklep"
name_en = "Shop"
district = "village"
at = [300, 100]
[[board.objects]]
id = "station"
name = "Dworzec"
name_en = "Station"
district = "village"
at = [200, 300]
[[board.roads]]
ends = ["school", "shop"]
length = 2
[[board.roads]]
ends = ["shop", "station"]
length = 3
[[board.roads]]
ends = ["station", "school"]
length = 2
[[orders]]
from = "school"
to = "shop"
points = 3
[[orders]]
from = "shop"
to = "station"
points = 5
[[orders]]
from = "station"
to = "school"
points = 3
[[orders]]
from = "shop"
to = "school"
points = 3
[[die]]
colour = "black"
number = 1
[[die]]
colour = "red"
number = 2
[[patrols]]
id = "one"
name = "Jeden"
name_en = "One"
scouts = [{ id = "ala", name = "Ala" }]
[[patrols]]
id = "two"
name = "Dwa"
name_en = "Two"
scouts = [{ id = "jan", name = "Jan" }]
"""


def test_a_scenario_with_another_board_and_patrols_of_one_scout_is_played(tmp_path):
    file = tmp_path / "village.toml"
    file.write_text(VILLAGE, encoding="utf-8")
    delivered = 0
    for game in range(8):
        session = play_game(load_scenario(file), 2, [Planner(), Planner(Temper.RIVAL)], game_rng(1, game))
        assert outcome(session.state) is not None
        delivered += sum(map(len, session.state.delivered))
    assert delivered >= 8


class OnlyRandom:
    """A stream that can nothing but `random`, which is the same in every version of Python."""

    def __init__(self) -> None:
        self.numbers = random.Random(5)

    def random(self) -> float:
        return self.numbers.random()


def test_equal_observations_and_streams_give_equal_advice_and_only_random_is_used():
    for seen in questions()[::9]:
        again = Observation(*seen)
        assert again == seen
        one = Planner(level=Level.EASY).advise(seen, random.Random(5))
        other = Planner(level=Level.EASY).advise(again, OnlyRandom())  # type: ignore[arg-type]
        assert one == other


def test_a_planner_sees_no_secret_of_the_others():
    """Two games that differ only in what is hidden from red look the same to red, so red plays the same."""
    dealt = first_with(Phase.CHOOSE_CARD, players=2)
    first = dealt.to_act
    assert first is not None
    looks = []
    for card in (1, 5):
        state = play(dealt, ChooseCard(card)).state
        assert state.to_act not in (first, None)
        seen = asked(state)
        looks.append((seen, Planner().advise(seen, random.Random(3))))
    assert looks[0] == looks[1]


# Planning once ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["basic", "extended"])
def test_it_plans_at_most_once_in_a_turn(name):
    bots = [Planner(), Planner(Temper.HELPER), Planner(Temper.RIVAL)]
    session = play_game(load_scenario(name), 3, bots, game_rng(3))
    turns = [0, 0, 0]
    earlier, before = session.opening, session.opening
    for step in session.steps:
        seat = before.to_act
        goes_on = (earlier.phase, earlier.to_act, earlier.round) == (before.phase, seat, before.round)
        if before.phase in (Phase.TURN, Phase.EXTRA_MOVE) and seat is not None and not goes_on:
            turns[seat] += 1
        earlier, before = before, step.state
    for bot, asked_to_plan in zip(bots, turns, strict=True):
        assert 0 < bot.plannings <= asked_to_plan


def test_it_makes_a_new_plan_when_something_unexpected_happened():
    state = turn_of_red(
        4, scouts={"zosia": "past"}, carrying={"zosia": "cytadela>szucha"}, track=[("cytadela>szucha", 4)]
    )
    planner, rng = Planner(), random.Random(1)
    first = planner(asked(state), rng)
    state = play(state, first).state
    assert planner.plannings == 1
    assert isinstance(planner(asked(state), rng), Walk)
    assert planner.plannings == 1
    elsewhere = turn_of_red(
        4, scouts={"zosia": "starowka"}, carrying={"zosia": "cytadela>szucha"}, track=[("cytadela>szucha", 4)]
    )
    assert planner(asked(elsewhere), rng) in asked(elsewhere).legal
    assert planner.plannings == 2


# Situations of the basic variant ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("field", "chosen"), [("past", "card 5"), ("plac-trzech-krzyzy", "card 3")])
def test_it_chooses_the_card_that_delivers_in_the_last_round(field, chosen):
    state = arrange(
        BASIC,
        patrols=TWO,
        scouts={"zosia": field},
        carrying={"zosia": "plac-wilsona>port"},
        soldier="sggw",
        track=[("plac-wilsona>port", 5)],
    )
    assert BASIC.board.free.distances[field]["port"] == int(chosen[-1])
    move, reasons = advised(state)
    assert (move, reasons[0]) == (chosen, "bot.card.deliver")


def test_a_card_is_not_wasted_on_an_order_that_cannot_arrive():
    state = arrange(
        BASIC,
        patrols=TWO,
        scouts={"zosia": "starowka"},
        carrying={"zosia": "plac-wilsona>port"},
        soldier="sggw",
        track=[("plac-wilsona>port", 5)],
    )
    assert BASIC.board.free.distances["starowka"]["port"] > 5
    assert advised(state) == ("card 1", ["bot.card.save"])


def test_a_low_card_is_enough_for_a_jump_and_the_high_one_is_kept():
    state = arrange(
        BASIC,
        patrols=TWO,
        scouts={"zosia": "przyczolek"},
        carrying={"zosia": "cytadela>szucha"},
        soldier="pawiak",
        track=[("cytadela>szucha", 3)],
    )
    move, reasons = advised(state)
    assert move in ("card 1", "card 2")
    assert "bot.card.jump" in reasons


def test_the_shortest_errands_of_all_scouts_share_one_card():
    state = turn_of_red(
        3,
        scouts={"zosia": "past~elektrownia:1", "antek": "browary~past:1", "felek": "szucha"},
        carrying={"zosia": "wytwornia>elektrownia", "antek": "browary>past", "felek": "przyczolek>stary-mokotow"},
        track=[("wytwornia>elektrownia", 3), ("browary>past", 3), ("przyczolek>stary-mokotow", 3)],
        soldier="dworzec-gdanski",
    )
    end, _ = played_on(state)
    assert len(end.delivered[0]) == 3


def test_after_delivering_the_next_order_is_collected_at_once():
    state = turn_of_red(
        3,
        scouts={"zosia": "bank-polski"},
        carrying={"zosia": "browary>past"},
        track=[("browary>past", 3), ("past>starowka", 2)],
        soldier="sggw",
    )
    move, reasons = Planner().advise(asked(state), random.Random(1))
    assert str(move) == "walk zosia past"
    chain = [reason for reason in reasons if reason.key == "bot.chain"]
    assert [reason.secret for reason in chain] == [True]
    end, _ = played_on(state)
    assert end.delivered[0] == ("browary>past", "past>starowka")


def test_a_scout_with_an_order_gets_out_of_the_soldiers_reach():
    state = turn_of_red(
        4,
        scouts={"zosia": "dworzec-pocztowy", "antek": "plac-wilsona", "felek": "plac-wilsona"},
        carrying={"zosia": "plac-wilsona>port"},
        track=[("plac-wilsona>port", 2)],
        soldier="browary~dworzec-pocztowy:1",
    )
    end, moves = played_on(state)
    row = BASIC.board.free.distances["browary~dworzec-pocztowy:1"]
    assert row[end.position_of("zosia")] >= 5
    assert any("zosia" in move for move in moves)
    assert "bot.soldier-near" in advised(state)[1]


RESCUE = {
    "scouts": {"zosia": "plac-trzech-krzyzy~elektrownia:1", "antek": "bank-polski"},
    "carrying": {"zosia": "plac-wilsona>port", "antek": "starowka>palacyk-michla"},
    "track": [("starowka>palacyk-michla", 5), ("plac-wilsona>port", 4)],
    "tokens": [("szucha", "szucha~sggw"), ("cytadela", "cytadela~wytwornia"), ("past", "browary~past")],
    "soldier": "sggw",
}


def test_a_helper_rescues_the_city_where_a_rival_takes_the_points():
    """Four points reach either the small order that would lose the game now or the one that brings fifteen."""
    state = turn_of_red(4, **RESCUE)
    for temper in (Temper.HELPER, Temper.BALANCED):
        assert played_on(state, temper)[0].delivered[0] == ("starowka>palacyk-michla",)
        assert {"bot.rescue", "bot.tokens-left"} & {*advised(state, temper)[1]}
    assert played_on(state, Temper.RIVAL)[0].delivered[0] == ("plac-wilsona>port",)
    assert "bot.rescue" not in advised(state, Temper.RIVAL)[1]


def test_scouts_go_home_when_the_end_is_near():
    state = turn_of_red(
        5,
        scouts={"zosia": "dworzec-gdanski", "antek": "bank-polski", "felek": "szucha", "kazik": "przyczolek"},
        carrying={"kazik": "port>plac-trzech-krzyzy"},
        track=[("port>plac-trzech-krzyzy", 4)],
        soldier="plac-narutowicza",
        deck_left=0,
    )
    end, _ = played_on(state)
    home = BASIC.board.start_objects
    assert sum(end.position_of(scout) in home for scout in ("zosia", "antek", "felek")) == 3
    assert "bot.at-home" in advised(state)[1] or "bot.way-home" in advised(state)[1]


def test_an_order_that_nobody_can_deliver_any_more_is_dropped_for_a_better_one():
    state = turn_of_red(
        2,
        scouts={"zosia": "past", "antek": "port", "felek": "port"},
        carrying={"zosia": "plac-wilsona>port"},
        track=[("plac-wilsona>port", 5), ("past>starowka", 2)],
        soldier="sggw",
    )
    end, moves = played_on(state)
    assert moves[:2] == ["drop zosia", "collect zosia past>starowka"]
    assert end.delivered[0] == ("past>starowka",)


# Situations of the extended variant ---------------------------------------------------------------------------------


def test_it_keeps_the_goals_that_promise_most():
    state = first_with(Phase.KEEP_GOALS, players=3)
    seen = asked(state)
    move, reasons = Planner().advise(seen, random.Random(1))
    assert isinstance(move, KeepGoals)
    goals = seen.game.scenario.goals

    def hope(choice: KeepGoals) -> float:
        return sum(goal_hope(seen, goals[goal]) for goal in choice.goals)

    assert hope(move) == max(hope(choice) for choice in seen.legal if isinstance(choice, KeepGoals))
    assert {(reason.key, reason.secret) for reason in reasons} == {("bot.keep", True)}


def test_a_goal_needs_less_the_nearer_it_is():
    districts = next(goal for goal in EXTENDED.goals.values() if goal.districts == 4)
    orders = ["plac-wilsona>wytwornia", "dworzec-gdanski>pawiak", "cytadela>past"]
    order = "stary-mokotow>port"
    gains = [
        goal_gain(observe(arrange(EXTENDED, patrols=TWO, delivered={"red": orders[:done]}), 0), 0, districts, order)
        for done in range(4)
    ]
    assert gains == sorted(gains)
    assert gains[0] < gains[3]


def test_an_order_for_the_own_goal_is_preferred_and_only_the_owner_hears_why():
    """From PAST it is equally far to two starts; the goal decides."""
    goal = "most-from-wola"
    tracks = [("browary>elektrownia", 1), ("elektrownia>cytadela", 1)]
    state = turn_of_red(2, scenario=EXTENDED, track=tracks, goals={"red": [goal]}, scouts={"zosia": "past"})
    end, _ = played_on(state)
    carried = [end.order_of(scout) for scout in ("zosia", "antek", "felek")]
    assert "browary>elektrownia" in carried
    reasons = Planner().advise(asked(state), random.Random(1)).reasons
    assert [reason.secret for reason in reasons if reason.key == "bot.goal"] == [True]


@pytest.mark.parametrize("temper", [Temper.BALANCED, Temper.HELPER])
def test_the_order_that_saves_a_district_at_risk_comes_first(temper):
    """One point delivers either of two orders in their last round; one of them would make its district fall."""
    state = turn_of_red(
        1,
        scenario=EXTENDED,
        scouts={"zosia": "past~elektrownia:1", "antek": "cytadela~dworzec-gdanski:1", "felek": "port"},
        carrying={"zosia": "elektrownia>pawiak", "antek": "elektrownia>cytadela"},
        track=[("elektrownia>pawiak", 3), ("elektrownia>cytadela", 4), ("wytwornia>elektrownia", 4)],
        tokens=[("plac-wilsona", "plac-wilsona~cytadela")],
    )
    move, _ = advised(state, temper)
    assert move == "walk antek cytadela"


def test_a_unit_and_the_walk_deliver_two_orders():
    state = turn_of_red(
        2,
        scenario=EXTENDED,
        scouts={"zosia": "wytwornia", "antek": "browary", "felek": "port"},
        carrying={"zosia": "wytwornia>elektrownia", "antek": "browary>past"},
        track=[("wytwornia>elektrownia", 4), ("browary>past", 4)],
    )
    end, moves = played_on(state)
    assert {*end.delivered[0]} == {"wytwornia>elektrownia", "browary>past"}
    assert any(move.startswith("unit") for move in moves)


def test_pals_change_places_when_that_delivers():
    state = turn_of_red(
        1,
        scenario=EXTENDED,
        scouts={"zosia": "plac-narutowicza", "antek": "reduta-kaliska", "felek": "reduta-wawelska~dworzec-pocztowy:1"},
        carrying={"zosia": "bank-polski>reduta-kaliska", "felek": "port>reduta-wawelska"},
        track=[("bank-polski>reduta-kaliska", 4), ("port>reduta-wawelska", 4)],
    )
    end, moves = played_on(state)
    assert len(end.delivered[0]) == 2
    assert any(isinstance(move, Pals) for move in asked(state).legal)
    assert any(move.startswith("pals") for move in moves)


def test_a_swap_gives_the_round_that_is_missing():
    state = turn_of_red(
        3,
        scenario=EXTENDED,
        scouts={"zosia": "past", "antek": "plac-wilsona", "felek": "port"},
        carrying={"zosia": "cytadela>szucha"},
        track=[("cytadela>szucha", 4), ("dworzec-gdanski>pawiak", 3)],
    )
    end, moves = played_on(state)
    assert any(move.startswith("swap") for move in moves)
    assert dict(end.track)["cytadela>szucha"] == 3
    assert any(isinstance(move, SwapOrders) for move in asked(state).legal)


def test_gossip_comes_before_the_walk():
    state = turn_of_red(4, scenario=EXTENDED, track=[("past>starowka", 1)])
    assert Planner()(asked(state), random.Random(1)) == Gossip()


# Tempers and levels -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demanding(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    """The basic variant with long ways: every object has two orders to objects about six fields away."""
    far, places = BASIC.board.free.distances, [place.id for place in BASIC.board.places]
    lines = ['id = "demanding"', "version = 1", 'title = "t"', 'title_en = "t"', 'based_on = "basic"']
    for place in places:
        nearest_to_six = sorted((abs(far[place][to] - 5.6), to) for to in places if to != place)
        for _, to in nearest_to_six[:2]:
            points = math.ceil(1.5 * far[place][to])
            lines += ["[[orders]]", f'from = "{place}"', f'to = "{to}"', f"points = {points}"]
    file = tmp_path_factory.mktemp("scenarios") / "demanding.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return load_scenario(file)


def defeats(scenario: Scenario, temper: Temper, games: int) -> int:
    """How many games between four planners of one temper end in a common defeat."""
    lost = 0
    for game in range(games):
        ended = outcome(play_game(scenario, 4, [Planner(temper) for _ in range(4)], game_rng(5, game)).state)
        assert ended is not None
        lost += ended.is_defeat
    return lost


@pytest.mark.slow
def test_a_table_of_rivals_loses_together_much_more_often(demanding):
    lost = {temper: defeats(demanding, temper, 80) for temper in Temper}
    assert lost[Temper.RIVAL] >= lost[Temper.BALANCED] + 12
    assert lost[Temper.RIVAL] >= lost[Temper.HELPER] + 12


def margin(one: Level, other: Level, deals: int) -> float:
    """By how many points a level is ahead of another, on average over paired deals with both seatings."""
    ahead, games = 0, 0
    for deal in range(deals):
        for seat in (0, 1):
            bots = [Planner(level=other), Planner(level=other)]
            bots[seat] = Planner(level=one)
            points = [score.total for score in scores(play_game(BASIC, 2, bots, game_rng(9, deal)).state)]
            if points:
                ahead, games = ahead + points[seat] - points[1 - seat], games + 1
    return ahead / games


@pytest.mark.slow
def test_hard_beats_medium_and_medium_beats_easy():
    assert margin(Level.HARD, Level.MEDIUM, 30) > 2
    assert margin(Level.MEDIUM, Level.EASY, 30) > 2


@pytest.mark.parametrize("bot", ["planner", "planner-rival", "planner-helper"])
def test_orders_that_are_worth_nothing_do_no_harm(bot):
    cards = [
        f'[[orders]]\nfrom = "{order.start}"\nto = "{order.to}"\npoints = 0\norigin = "designed"\n'
        for order in load_scenario("short-1").orders.values()
    ]
    worthless = read_scenario('based_on = "short-1"\nid = "worthless"\ntitle = "worthless"\n' + "\n".join(cards))
    session = play_game(worthless, 2, [bot_named(bot), bot_named(bot)], game_rng(1))
    assert session.state.ending


# Rivals -------------------------------------------------------------------------------------------------------------


def rival_at(place: str, **settings) -> Job:
    """An order as red sees it when all scouts of the other patrol are at one place; both roads to Port are blocked."""
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 1, "orange": 3},
        track=[("past>starowka", 1)],
        tokens=[("port", "przyczolek~port"), ("port", "port~stary-mokotow")],
        scouts=dict.fromkeys([scout.id for scout in BASIC.patrols["orange"].scouts], place),
        **settings,
    )
    (job,) = Outlook(observe(state, 0), 0, CARES[Temper.BALANCED], {}).jobs
    return job


def test_a_rival_who_is_cut_off_is_no_rival():
    cut_off, free, arrested = rival_at("port"), rival_at("past"), rival_at("prison", soldier="szucha")
    assert cut_off.rival == FAR
    assert cut_off.late == 1.0
    assert free.rival < arrested.rival == free.rival + 3 < FAR  # who is freed can be placed near
    assert free.late < 1.0
