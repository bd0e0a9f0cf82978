"""Arranged positions: every position of a game can be told in words, and what cannot be is refused in a sentence."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.engine import (
    CHANCE,
    HAND,
    PRISON,
    GameState,
    Phase,
    Scenario,
    SetupError,
    arrange,
    described,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    refusal,
)
from mali_powstancy.engine.arranging import Arrangement
from mali_powstancy.engine.rules.playing import ASKED
from tests.positions import BASIC, EXTENDED, after
from tests.random_play import Line, lines, whole_game

TWO = ("red", "green")
CARDS = {"red": 1, "green": 2}
AWAY = dict.fromkeys(["felek", "wicek"], "past")
"""The scouts who begin in Mokotów stand elsewhere."""


def again(state: GameState) -> GameState:
    """The position told in words, written down, read and arranged."""
    return arrange(state.game.scenario, **json.loads(json.dumps(described(state))))


def test_the_page_about_it_says_what_is_so() -> None:
    page = Path(__file__).parents[2] / "docs" / "arrange.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 10
    assert failed == 0
    for word in Arrangement.__annotations__:
        assert re.search(rf"\b{word}\b", page.read_text("utf-8")), word


# Every position of a game -------------------------------------------------------------------------------------------


@given(lines(phases=[phase for phase in ASKED if phase is not Phase.OVER]))
def test_property_every_position_can_be_told_and_comes_back(line: Line) -> None:
    state = line.state
    same = again(state)
    assert same == state
    assert legal_moves(same) == legal_moves(state)
    for seat in (None, *state.game.seats):
        assert observe(same, seat) == observe(state, seat)


@pytest.mark.parametrize("scenario", ["basic", "extended"])
def test_whole_games_pass_through_words_at_every_step(scenario: str) -> None:
    seen = set()
    for seed in range(2):
        for oddity in (0.05, 1.0):
            for state in whole_game(scenario, 2 + seed, seed, oddity).states[:-1]:
                assert again(state) == state
                seen.add(state.phase)
    assert {Phase.LAY_ORDER, Phase.CHOOSE_CARD, Phase.TURN, Phase.BLOCK_ROAD} <= seen


def test_a_game_that_is_over_is_not_told() -> None:
    with pytest.raises(SetupError, match="the game is over"):
        described(whole_game("short", 2, 1).state)


# Any point where somebody is asked ----------------------------------------------------------------------------------


def test_the_set_up() -> None:
    assert arrange(BASIC, players=2, round=0) == new_game(BASIC, 2)
    assert arrange(BASIC, players=3, round=0, start_player="green") == new_game(BASIC, 3, start_player=2)
    state = arrange(EXTENDED, players=2, round=0, start_player="orange", dealt={})
    assert (state.phase, state.agenda[0].subject) == (Phase.DEAL_GOAL, "1")


def test_the_order_phase() -> None:
    state = arrange(BASIC, patrols=TWO, orders=1, round=2)
    assert (state.phase, state.to_act) == (Phase.LAY_ORDER, CHANCE)
    assert after(state, "draw past>starowka").phase is Phase.CHOOSE_CARD


def test_cards_face_down() -> None:
    state = arrange(BASIC, patrols=TWO, sealed={"red": 3})
    assert (state.phase, state.to_act, state.sealed) == (Phase.CHOOSE_CARD, 1, (3, None))


def test_a_turn_that_has_begun_and_cards_that_are_known() -> None:
    state = arrange(EXTENDED, patrols=TWO, cards={"red": 4, "green": 5}, points=0, action_used=True)
    assert {move.verb for move in legal_moves(state)} == {"end"}
    heard = arrange(EXTENDED, patrols=TWO, cards={"red": 4, "green": 5}, turn="green", top=[("past>starowka", ["red"])])
    assert observe(heard, 0).top == ("past>starowka",)
    assert observe(heard, 1).top == (None,)
    looking = arrange(EXTENDED, patrols=TWO, cards={"red": 4, "green": 5}, now=["peek"])
    assert looking.phase is Phase.PEEK


def test_prison_and_the_soldier() -> None:
    state = arrange(BASIC, patrols=TWO, cards=CARDS, scouts={"zosia": PRISON}, now="soldier")
    assert (state.phase, state.position_of("zosia")) == (Phase.DIE, HAND)
    state = arrange(BASIC, patrols=TWO, cards=CARDS, scouts={"zosia": HAND})
    assert state.phase is Phase.PLACE_SCOUT
    state = arrange(BASIC, patrols=TWO, cards=CARDS, now="extra-move zosia", points=2)
    assert (state.phase, state.to_act) == (Phase.EXTRA_MOVE, 0)
    green = {scout.id: HAND for scout in BASIC.patrols["green"].scouts}
    scouts = {"zosia": "bank-polski", "antek": "bank-polski", "felek": HAND, **green}
    state = arrange(BASIC, patrols=TWO, cards=CARDS, now="choose-extra", points=_red(), soldier="past", scouts=scouts)
    assert (state.phase, state.to_act) == (Phase.CHOOSE_EXTRA, 0)


def _red() -> int:
    return next(face.number for face in BASIC.die if face.colour == "red")


def test_time_passes_and_a_district_is_left() -> None:
    state = arrange(BASIC, patrols=TWO, cards=CARDS, track=[("past>starowka", BASIC.track_spaces)], now="time-passes")
    assert (state.phase, state.agenda[0].subject, state.late) == (Phase.BLOCK_ROAD, "starowka", ("past>starowka",))
    same = arrange(BASIC, patrols=TWO, cards=CARDS, late=["past>starowka"], now="block-road starowka", deck_left=11)
    assert same == state
    state = arrange(
        EXTENDED,
        patrols=TWO,
        cards=CARDS,
        scouts=AWAY | {"zosia": "szucha"},
        tokens=[("szucha", "plac-trzech-krzyzy~szucha")],
        fallen=["mokotow"],
        now=["extra-order", "evacuated zosia"],
    )
    assert (state.phase, state.agenda[1].phase) == (Phase.EXTRA_ORDER, Phase.EVACUATED)


def test_fields_and_roads_are_found_by_their_ends_in_either_order() -> None:
    one = arrange(BASIC, scouts={"zosia": "past~dworzec-pocztowy:1"}, tokens=[("past", "browary~past")])
    other = arrange(BASIC, scouts={"zosia": "dworzec-pocztowy~past:1"}, tokens=[("past", "past~browary")])
    assert one == other
    road = next(road for road in BASIC.board.roads if len(road.fields) == 2)
    turned = f"{road.ends[1]}~{road.ends[0]}"
    assert BASIC.board.field_named(f"{turned}:1") == road.fields[1]
    assert BASIC.board.field_named(f"{turned}:2") == road.fields[0]
    for wrong in (f"{turned}:3", f"{turned}:0", f"{turned}:01", f"{turned}:-1", f"{turned}:", f"{road.id}:01", turned):
        assert BASIC.board.field_named(wrong) is None


def test_in_the_fifth_round_everybody_has_all_cards_again_at_the_die_B_16() -> None:
    state = arrange(BASIC, patrols=TWO, round=5, cards=CARDS, at_die=True)
    assert state.hands == (BASIC.cards, BASIC.cards)


# What cannot be -----------------------------------------------------------------------------------------------------

GOALS = {
    goal.kind: [each.id for each in EXTENDED.goals.values() if each.kind is goal.kind]
    for goal in EXTENDED.goals.values()
}
SAME_COLOUR = next(goals[:2] for goals in GOALS.values() if len(goals) > 1)

REFUSED_BASIC: dict[str, dict[str, Any]] = {
    "an order to starowka was late": {"late": ["past>starowka"]},
    "prisoners are set free before the die": {"cards": CARDS, "at_die": True, "scouts": {"zosia": PRISON}},
    "nobody has an empty hand": {"round": 5, "cards": CARDS, "at_die": True, "hands": {"red": [], "green": []}},
    "is for 2, 3, 4 players, not 7": {"patrols": None, "players": 7},
    "round 1 lays 1 orders, not 3": {"orders": 3},
    "did you mean 'zosia'": {"scouts": {"zosie": "past"}},
    "did you mean 'scouts'": {"scuots": {}},
    "one after the other, from the start player": {"sealed": {"green": 1}},
    "come before the cards are revealed": {"cards": CARDS, "sealed": {"red": 1}},
    "gives no 3 points": {"cards": CARDS, "points": 3},
    "has no action": {"cards": CARDS, "action_used": True},
    "'extra-move SCOUT'": {"cards": CARDS, "now": "extra-move", "points": 1},
    "face of the die shows 9": {"cards": CARDS, "now": "extra-move zosia", "points": 9},
    "needs the number that was rolled": {"cards": CARDS, "now": "extra-move zosia"},
    "name it last in `late`": {"cards": CARDS, "now": "block-road port"},
    "in another order than the rules": {"cards": CARDS, "now": ["late past>starowka", "displaced zosia"]},
    "the road of the last token": {"cards": CARDS, "now": ["displaced zosia"]},
    "nothing has happened yet": {"round": 0, "track": [("past>starowka", 1)]},
    "neither of its districts has fallen": {"discarded": ["past>starowka"]},
    "came back in this round": {"cards": CARDS, "turn": "green", "scouts": {"zosia": HAND}},
    "without gossip nobody knows": {"top": [("past>starowka", ["red"])]},
}
REFUSED_EXTENDED: dict[str, dict[str, Any]] = {
    "two goals of one colour": {"goals": {"red": SAME_COLOUR}},
    "a goal was dealt twice": {"goals": {"red": SAME_COLOUR[:1], "green": SAME_COLOUR[:1]}},
    "Victory card lies below the deck": {"deck_left": 0},
    "neither in the deck nor on the track": {"deck_left": 3, "victory_at": -1},
    "mokotow has fallen, so its small token": {"fallen": ["mokotow"], "scouts": AWAY},
    "there is no die": {"cards": CARDS, "at_die": True},
    "there is no soldier": {"soldier": "pawiak"},
    "has not played gossip": {"cards": CARDS, "top": [("past>starowka", ["red"])]},
    "lies elsewhere in the deck": {"cards": {"red": 4, "green": 4}, "top": [("victory", ["red"])], "victory_at": 5},
}


@pytest.mark.parametrize(("what", "position"), REFUSED_BASIC.items(), ids=REFUSED_BASIC)
def test_what_cannot_be_is_refused_in_a_sentence(what: str, position: dict[str, Any]) -> None:
    with pytest.raises(SetupError) as caught:
        arrange(BASIC, **{"patrols": TWO, **position})
    assert what in str(caught.value)


@pytest.mark.parametrize(("what", "position"), REFUSED_EXTENDED.items(), ids=REFUSED_EXTENDED)
def test_what_cannot_be_in_the_extended_variant_is_refused_in_a_sentence(what: str, position: dict[str, Any]) -> None:
    with pytest.raises(SetupError) as caught:
        arrange(EXTENDED, **{"patrols": TWO, **position})
    assert what in str(caught.value)


WORDS = st.sampled_from(
    [
        "zosia",
        "red",
        "green",
        "past",
        "port",
        "past~elektrownia:1",
        "past>starowka",
        "victory",
        "prison",
        "hand",
        "wola",
    ]
    + [
        "die",
        "peek",
        "time-passes",
        "block-road port",
        "late past>starowka",
        "extra-order",
        "evacuated zosia",
        "\ud800",
    ]
)
THINGS = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 6) | st.floats() | WORDS | st.text(max_size=3) | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(WORDS | st.integers(), inner, max_size=3)
    ),
    max_leaves=6,
)


def tried(scenario: Scenario, words: dict[str, Any]) -> GameState | str:
    """The position, or the sentence that says why there is none; any other error is a fault."""
    try:
        return arrange(scenario, **words)
    except SetupError as error:
        return str(error)


@given(
    st.sampled_from([BASIC, EXTENDED, load_scenario("short-1")]),
    st.dictionaries(st.sampled_from([*Arrangement.__annotations__, "anything"]), THINGS, max_size=4),
    st.booleans(),
)
def test_fuzz_no_words_raise_anything_but_our_own_error(scenario, words, with_cards) -> None:
    if with_cards:
        words = {"players": 2, "cards": {"red": 4, "orange": 5}, **words}
    state = tried(scenario, words)
    if isinstance(state, str):
        assert 10 < len(state) < 400
    else:
        assert again(state) == state
        assert state.phase in ASKED


@given(lines(phases=[phase for phase in ASKED if phase is not Phase.OVER]), st.data())
def test_fuzz_a_position_with_other_words_is_refused_in_a_sentence_or_can_be_played(line: Line, data) -> None:
    words: dict[str, Any] = {**described(line.state)}
    name = data.draw(st.sampled_from(list(words)))
    words[name] = data.draw(THINGS)
    state = tried(line.state.game.scenario, words)
    if not isinstance(state, str):
        assert again(state) == state
        assert all(refusal(state, move) is None for move in legal_moves(state))
