import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import get_args

import pytest

from mali_powstancy.bots import Advice, Because, adviser_named, play_game
from mali_powstancy.bots import greedy_bot as greedy_module
from mali_powstancy.bots.greedy_bot import Greedy
from mali_powstancy.bots.planner import reasons_for
from mali_powstancy.engine import (
    HAND,
    GameState,
    Observation,
    Phase,
    arrange,
    chance_outcomes,
    game_rng,
    legal_moves,
    load_scenario,
    observe,
    outcome,
    play,
)
from mali_powstancy.engine.events import CardPeeked, OrderCollected, OrderDelivered
from mali_powstancy.engine.moves import (
    EndTurn,
    GiveExtraMove,
    Jump,
    PlayerMove,
    Unit,
    Walk,
)
from mali_powstancy.lab import Serial, simulate, tournament
from mali_powstancy.texts import texts_for
from tests.positions import BASIC, EXTENDED, after, fell, idle_until
from tests.random_play import ODDITIES, SCENARIOS, whole_game
from tools.build_texts import TEXTS, messages, placeholders

TWO = ("red", "orange")
KINDS: tuple[type[PlayerMove], ...] = get_args(PlayerMove)


def greedy_bot(observation: Observation, rng: random.Random) -> PlayerMove:
    """What the greedy bot plays if it is asked only once."""
    return Greedy()(observation, rng)


def greedy_advice(observation: Observation, rng: random.Random) -> Advice:
    """What it plays, and why."""
    return adviser_named("greedy")(observation, rng)


def asked(state: GameState) -> Observation:
    """What the seat that is asked sees."""
    assert state.to_act is not None
    return observe(state, state.to_act)


def advised(state: GameState) -> tuple[str, list[str]]:
    """The move the greedy bot advises, and the keys of its reasons."""
    move, reasons = greedy_advice(asked(state), random.Random(1))
    return str(move), [reason.key for reason in reasons]


def played_on(state: GameState) -> GameState:
    """The position after the rest of the turn, as the greedy bot plays it."""
    seat, rng = state.to_act, random.Random(1)
    while state.to_act == seat and state.phase in (Phase.TURN, Phase.EXTRA_MOVE):
        state = play(state, greedy_bot(asked(state), rng)).state
    return state


@cache
def random_positions() -> tuple[GameState, ...]:
    """Positions in which a player is asked, from games of all scenarios in which players do more or less anything."""
    games = [
        whole_game(scenario, players, seed=players, oddity=oddity)
        for scenario in SCENARIOS
        for players in (2, 3, 4)
        for oddity in ODDITIES
    ]
    often = (Phase.TURN, Phase.CHOOSE_CARD)
    return tuple(
        state
        for game in games
        for number, state in enumerate(game.states)
        if state.to_act in state.game.seats and (state.phase not in often or number % 3 == 0)
    )


def questions() -> Iterator[Observation]:
    """What the seats that are asked see in these positions."""
    return map(asked, random_positions())


# Always legal, always an end ----------------------------------------------------------------------------------------


def test_the_advice_is_legal_in_every_position_and_has_one_to_three_reasons():
    rng = random.Random(1)
    phases = set()
    for seen in questions():
        move, reasons = greedy_advice(seen, rng)
        assert move in seen.legal
        assert 1 <= len(reasons) <= 3
        assert len(set(reasons)) == len(reasons)
        phases.add(seen.phase)
    assert len(phases) >= 9


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_bots_play_every_scenario_to_its_end_without_walking_back(name, players):
    session = play_game(load_scenario(name), players, [Greedy() for _ in range(players)], game_rng(4))
    assert outcome(session.state) is not None
    before = session.opening
    left: dict[str, set[str]] = {}
    for step in session.steps:
        if isinstance(step.move, Walk | Jump | Unit):
            left.setdefault(step.move.scout, set()).add(before.position_of(step.move.scout))
            assert step.move.to not in left[step.move.scout], step
        for event in step.events:
            if isinstance(event, OrderCollected | OrderDelivered):  # with a new aim the way may lead back
                left.pop(event.scout, None)
        if isinstance(step.move, EndTurn):
            left.clear()
        before = step.state


def test_the_same_stream_gives_the_same_advice_and_only_random_is_used():
    class OnlyRandom:
        def __init__(self) -> None:
            self.numbers = random.Random(5)

        def random(self) -> float:
            return self.numbers.random()

    for seen in list(questions())[::7]:
        one = greedy_advice(seen, random.Random(5))
        other = greedy_advice(seen, OnlyRandom())  # type: ignore[arg-type]  # has nothing but `random`
        assert one == other
        assert one.move == greedy_bot(seen, random.Random(5))


# Planning once ------------------------------------------------------------------------------------------------------


def whole_turns(name: str, players: int, seed: int) -> list[list[Observation]]:
    """What greedy bots see in the turns of a whole game, turn by turn."""
    turns: list[list[Observation]] = []

    class Watched(Greedy):
        def __call__(self, observation: Observation, rng: random.Random) -> PlayerMove:
            if observation.phase is Phase.TURN:
                if not turns or (turns[-1][0].round, turns[-1][0].seat) != (observation.round, observation.seat):
                    turns.append([])
                turns[-1].append(observation)
            return super().__call__(observation, rng)

    play_game(load_scenario(name), players, [Watched() for _ in range(players)], game_rng(seed))
    return turns


def test_a_turn_is_planned_once_and_again_only_after_something_new(monkeypatch):
    planned: list[Observation] = []

    class Noting(greedy_module._Sight):
        def turn(self) -> list[tuple[greedy_module.Now, PlayerMove]]:
            planned.append(self.seen)
            return super().turn()

    monkeypatch.setattr(greedy_module, "_Sight", Noting)
    turns = whole_turns("basic", 4, seed=6)
    assert len(planned) < sum(map(len, turns)) / 2
    for one, other in pairwise(planned):
        if (one.round, one.agenda) == (other.round, other.agenda):  # the same turn: an order, or a jump
            assert one.track != other.track or one.carrying != other.carrying or other.points == 0


def test_the_same_observations_give_the_same_moves():
    for name in SCENARIOS:
        bots = [[Greedy() for _ in range(3)] for _ in range(2)]
        one, other = [play_game(load_scenario(name), 3, seats, game_rng(8)) for seats in bots]
        assert [str(step) for step in one.steps] == [str(step) for step in other.steps]


def test_a_bot_that_is_surprised_thinks_again():
    """In the middle of a turn it is asked about something else; it answers as if it had not been in that turn."""
    compared = 0
    turns = whole_turns("basic", 2, seed=3)
    for turn, other in pairwise(turns):
        bot = Greedy()
        bot(turn[0], random.Random(1))
        if len(other[0].legal) > 1:
            assert bot(other[0], random.Random(1)) == greedy_bot(other[0], random.Random(1))
            compared += 1
    assert compared > 10


# Secrets ------------------------------------------------------------------------------------------------------------


def assert_same_advice(one: GameState, other: GameState, seat: int) -> None:
    assert one != other
    assert greedy_advice(observe(one, seat), random.Random(2)) == greedy_advice(observe(other, seat), random.Random(2))


def test_a_card_sealed_by_another_player_changes_nothing():
    state = arrange(BASIC, patrols=TWO, track=[("past>starowka", 1)])
    sealed = [play(state, move).state for move in legal_moves(state)]
    for other in sealed[1:]:
        assert_same_advice(sealed[0], other, seat=sealed[0].to_act or 0)


def test_goals_of_another_player_change_nothing():
    game = whole_game("extended", 2, 1)
    state = next(state for state in game.states if state.phase is Phase.KEEP_GOALS)
    first, second, *_ = [play(state, move).state for move in legal_moves(state)]
    assert first.to_act != state.to_act
    assert_same_advice(first, second, seat=first.to_act or 0)


def test_what_gossip_tells_another_player_changes_nothing():
    compared = 0
    for game in (whole_game("extended", 2, seed) for seed in range(4)):
        for before, step in zip(game.states, game.steps, strict=False):
            if before.phase is not Phase.PEEK or not isinstance(step.events[0], CardPeeked):
                continue
            twins = [play(before, move) for move in list(chance_outcomes(before))[:6]]
            twins = [twin for twin in twins if isinstance(twin.events[0], CardPeeked)]
            states = {end_of_turn(twin.state) for twin in twins}
            for one in states:
                for other in states - {one}:
                    if one.to_act == other.to_act and one.to_act in {0, 1} - {int(before.agenda[0].subject)}:
                        assert_same_advice(one, other, seat=one.to_act or 0)
                        compared += 1
    assert compared > 10


def end_of_turn(state: GameState) -> GameState:
    while state.phase is Phase.PEEK:
        state = play(state, next(iter(chance_outcomes(state)))).state
    return play(state, EndTurn()).state


def test_public_reasons_do_not_depend_on_the_own_secrets():
    goals = list(EXTENDED.goals)
    compared = 0
    for seen in questions():
        if not seen.game.is_extended or seen.seat is None or seen.phase is not Phase.TURN:
            continue
        other_goals = tuple(None if kept is None else tuple(goals[:3]) for kept in seen.goals)
        hidden = seen._replace(goals=other_goals, goals_dealt=(), top=(None,) * len(seen.top))
        for move in {greedy_bot(seen, random.Random(1)), seen.legal[-1]}:
            told, without = ([r for r in reasons_for(each, move) if not r.secret] for each in (seen, hidden))
            shorter = min(len(told), len(without))  # a secret reason may take the place of a public one
            assert told[:shorter] == without[:shorter]
            compared += 1
    assert compared > 100


def test_only_secret_reasons_tell_of_goals_gossip_and_the_card_that_is_laid():
    told = set()
    for seen in questions():
        move, reasons = greedy_advice(seen, random.Random(1))
        open_orders = {slot.order for slot in seen.track}
        for reason in reasons:
            values = dict(reason.values)
            is_secret = "goal" in values or ("card" in values and len(seen.legal) > 1)
            is_secret |= "order" in values and values["order"] not in open_orders
            is_secret |= reason.key == "bot.chain"  # what comes later
            assert reason.secret == is_secret, (move, reason)
            if reason.secret:
                told.add(reason.key)
    assert {"bot.goal", "bot.keep", "bot.card.deliver"} <= told


# Sentences ----------------------------------------------------------------------------------------------------------

SAMPLES: dict[str, str | int] = {
    "scout": "zosia",
    "other": "antek",
    "order": "plac-wilsona>port",
    "to": "port",
    "field": "past~elektrownia:1",
    "district": "wola",
    "goal": "most-from-wola",
    "road": "past~elektrownia",
    "points": 15,
    "card": 3,
}
REASONS = {key: forms for key, forms in messages(TEXTS, "pl").items() if key.startswith("bot.")}


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize("key", sorted(REASONS))
def test_every_reason_is_a_whole_sentence(key, language):
    game = arrange(EXTENDED).game
    names = placeholders(REASONS[key][0])
    for n in (1, 2, 5, 12, 22):
        values = tuple((name, n if name == "n" else SAMPLES[name]) for name in sorted(names))
        sentence = texts_for(language).because(Because(key, values), game)
        assert re.fullmatch(r"\S.*[.?]", sentence)
        assert "{" not in sentence
        assert "bot." not in sentence
        assert ("n" not in names) or str(n) in sentence


def test_a_reason_with_a_number_comes_in_the_right_form():
    game = arrange(BASIC).game

    def told(language: str, n: int) -> str:
        values = (("scout", "zosia"), ("to", "port"), ("n", n))
        return texts_for(language).because(Because("bot.way-to-destination", values), game)

    assert [told("pl", n).split(". ")[1] for n in (1, 3, 5)] == [
        "Po tym ruchu zostaje 1 pole.",
        "Po tym ruchu zostają 3 pola.",
        "Po tym ruchu zostaje 5 pól.",
    ]
    assert told("en", 1).endswith("there's 1 space to go.")
    assert told("en", 3).endswith("there are 3 spaces to go.")


def test_every_reason_that_is_given_can_be_said():
    for seen in questions():
        for reason in greedy_advice(seen, random.Random(1)).reasons:
            for language in ("pl", "en"):
                assert "{" not in texts_for(language).because(reason, seen.game)


def test_every_kind_of_move_gets_a_reason_whoever_asks():
    kinds: set[type] = set()
    for seen in questions():
        for kind in {type(move) for move in seen.legal}:
            kinds.add(kind)
            move = next(move for move in seen.legal if type(move) is kind)
            assert 1 <= len(reasons_for(seen, move)) <= 3, move
    assert kinds == set(KINDS)


# Strength -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["short-1", "short-extended-1"])
def test_the_greedy_bot_wins_nearly_always_against_the_random_bot(name):
    match = tournament(["greedy", "random"], 30, name, seed=3, executor=Serial()).match("greedy", "random")
    assert match.lead.low > 0.5


@pytest.mark.parametrize("name", [f"{name}-1" for name in SCENARIOS])
def test_four_greedy_bots_hardly_ever_lose_together_on_the_easy_cards_of_version_1(name):
    games = simulate(5, ["greedy"] * 4, name, seed=2, executor=Serial())
    assert sum(game.is_defeat for game in games) <= 1
    delivered = sum(len(orders) for game in games for orders in game.delivered) / len(games)
    assert delivered > (8 if name.startswith("short") else 15)


# Small positions ----------------------------------------------------------------------------------------------------


def turn_of_red(card: int, **arrangement) -> GameState:
    scenario = arrangement.pop("scenario", BASIC)
    return arrange(scenario, patrols=TWO, cards={"red": card, "orange": 5}, turn="red", **arrangement)


def test_an_order_in_hand_is_delivered():
    state = turn_of_red(
        2,
        scouts={"zosia": "past~elektrownia:1"},
        carrying={"zosia": "wytwornia>elektrownia"},
        track=[("wytwornia>elektrownia", 3)],
    )
    assert advised(state) == ("walk zosia elektrownia", ["bot.deliver"])


def test_an_order_is_collected_where_a_scout_stands():
    move, reasons = advised(turn_of_red(3, track=[("past>starowka", 1)]))
    assert move.startswith("collect")
    assert move.endswith("past>starowka")
    assert reasons[0] == "bot.collect"


def test_a_jump_is_better_than_one_step():
    state = turn_of_red(
        1,
        scouts={"zosia": "past"},
        carrying={"zosia": "wytwornia>elektrownia"},
        track=[("wytwornia>elektrownia", 3)],
    )
    assert advised(state) == ("jump zosia elektrownia", ["bot.deliver", "bot.jump"])


@pytest.mark.parametrize("urgent", ["elektrownia>cytadela", "browary>past"])
def test_the_order_of_a_district_at_risk_is_urgent(urgent):
    """Two orders begin two fields from PAST, one to each side; the one whose district may fall is fetched first."""
    district = {"elektrownia>cytadela": "plac-wilsona", "browary>past": "plac-trzech-krzyzy"}[urgent]
    road = {"plac-wilsona": "plac-wilsona~cytadela", "plac-trzech-krzyzy": "plac-trzech-krzyzy~przyczolek"}[district]
    state = turn_of_red(
        2,
        scenario=EXTENDED,
        scouts={"zosia": "plac-wilsona", "antek": "past", "felek": "stary-mokotow"},
        track=[("elektrownia>cytadela", 3), ("browary>past", 3)],
        **fell("ochota", tokens=[(district, road)]),
    )
    reason = greedy_advice(asked(state), random.Random(1)).reasons[0]
    assert dict(reason.values)["order"] == urgent


def test_scouts_go_home_in_the_last_round():
    state = turn_of_red(
        2, scouts={"zosia": "plac-wilsona", "antek": "past~elektrownia:1", "felek": "stary-mokotow"}, deck_left=0
    )
    assert advised(state) == ("walk antek past", ["bot.at-home", "bot.end-is-near"])


def test_at_home_in_the_last_round_nobody_moves_any_more():
    state = turn_of_red(5, deck_left=0)
    assert advised(state) == ("end", ["bot.end.at-home", "bot.end-is-near"])


def near_the_soldier(soldier: str, others: str = "stary-mokotow") -> GameState:
    """Zosia carries an order to Elektrownia, four fields away over PAST; the soldier may stand by her way."""
    return turn_of_red(
        2,
        scouts={
            "zosia": "bank-polski~browary:1",
            **dict.fromkeys(("antek", "felek"), "plac-wilsona"),
            **dict.fromkeys(("hania", "olek", "kazik"), others),
        },
        carrying={"zosia": "browary>elektrownia"},
        track=[("browary>elektrownia", 2)],
        soldier=soldier,
    )


@pytest.mark.parametrize("others", ["stary-mokotow", "past"])
def test_a_scout_with_an_order_does_not_end_its_turn_beside_the_soldier(others):
    """Nor among scouts of another patrol whom he would run to: all scouts on a field are arrested together."""
    far, near = (near_the_soldier(soldier, others) for soldier in ("plac-narutowicza", "past~plac-trzech-krzyzy:1"))
    assert played_on(far).position_of("zosia") == "past"
    there = played_on(near).position_of("zosia")
    assert there != "past"
    assert BASIC.board.free.distances["past~plac-trzech-krzyzy:1"][there] > 1


def both_next_to_the_soldier(carrier: str) -> GameState:
    """The die is to be rolled; Zosia and Antek stand equally near to the soldier, and one of them carries an order."""
    return arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 2, "orange": 1},
        at_die=True,
        scouts={
            "zosia": "reduta-kaliska",
            "antek": "reduta-wawelska",
            "felek": "plac-wilsona",
            **dict.fromkeys(("hania", "olek", "kazik"), "plac-wilsona"),
        },
        carrying={carrier: "bank-polski>dworzec-pocztowy"},
        track=[("bank-polski>dworzec-pocztowy", 2)],
        soldier="plac-narutowicza",
    )


def test_the_soldier_runs_to_the_scout_with_least_to_lose():
    state = after(both_next_to_the_soldier(carrier="zosia"), "roll black 3")
    assert state.phase is Phase.TARGET
    assert advised(state) == ("target reduta-wawelska", ["bot.target.nothing-carried"])


def test_the_extra_move_goes_to_the_scout_who_can_deliver():
    state = after(both_next_to_the_soldier(carrier="antek"), "roll red 2")
    assert advised(state)[0] == "extra antek"
    assert advised(state)[1][0] == "bot.extra.deliver"
    delivered = played_on(play(state, GiveExtraMove("antek")).state).delivered
    assert delivered[0] == ("bank-polski>dworzec-pocztowy",)


def test_a_freed_scout_comes_back_where_an_order_begins():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 2, "orange": 5},
        turn="red",
        scouts={"zosia": HAND},
        track=[("elektrownia>cytadela", 2)],
    )
    assert state.phase is Phase.PLACE_SCOUT
    assert advised(state) == ("place zosia elektrownia", ["bot.place.start", "bot.soldier-distance", "bot.rescue"])


def test_an_order_that_cannot_arrive_is_dropped_for_one_that_can():
    state = turn_of_red(
        2,
        scenario=EXTENDED,
        scouts={"zosia": "past", "antek": "plac-wilsona"},
        carrying={"zosia": "browary>elektrownia"},
        track=[("browary>elektrownia", 2), ("past>starowka", 2)],
        fallen=["powisle-czerniakow"],
        tokens=[("elektrownia", "past~elektrownia")],
    )
    assert advised(state) == ("drop zosia", ["bot.drop.no-way"])
    assert advised(after(state, "drop zosia"))[0] == "collect zosia past>starowka"


def test_the_road_that_is_needed_least_is_blocked():
    """Felek carries an order along the only short road to Port, so the other road of Port is closed."""
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 5, "orange": 1},
        at_die=True,
        scouts={"felek": "przyczolek"},
        carrying={"felek": "stary-mokotow>port"},
        track=[("plac-wilsona>port", 5), ("stary-mokotow>port", 2)],
    )
    move, reasons = advised(idle_until(state, Phase.BLOCK_ROAD))
    assert move == "block port~stary-mokotow"
    assert reasons[0] == "bot.block.least"


def test_a_displaced_scout_goes_to_the_end_that_is_nearer_to_its_aim():
    state = arrange(
        BASIC,
        patrols=TWO,
        cards={"red": 5, "orange": 1},
        at_die=True,
        scouts={"zosia": "past~elektrownia:1"},
        carrying={"zosia": "browary>past"},
        track=[("wytwornia>elektrownia", 5), ("browary>past", 2)],
    )
    state = after(idle_until(state, Phase.BLOCK_ROAD), "block past~elektrownia")
    assert state.phase is Phase.DISPLACED
    assert advised(state) == ("retreat zosia past", ["bot.deliver"])
