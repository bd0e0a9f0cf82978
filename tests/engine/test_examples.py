"""The ten examples of the rulebook, replayed one by one."""

from fractions import Fraction

from mali_powstancy.engine import (
    PRISON,
    GameState,
    Phase,
    Reason,
    arrange,
    chance_outcomes,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    parse_move,
    play,
    refusal,
    scores,
)
from mali_powstancy.engine.events import (
    BroughtByUnit,
    CardPeeked,
    DistrictFell,
    Event,
    OrderDelivered,
    OrderLate,
    OrderLost,
    OrdersSwapped,
    PlacesExchanged,
    RoadBlocked,
    ScoutArrested,
    ScoutDisplaced,
    ScoutEvacuated,
    SoldierMoved,
    TimePassed,
)
from mali_powstancy.engine.moves import Draw, Jump, Retreat, Target
from mali_powstancy.engine.state import Slot, Token

BASIC = load_scenario("basic-1")
EXTENDED = load_scenario("extended-1")


def replay(state: GameState, *moves: str) -> tuple[GameState, list[Event]]:
    """Play moves given as text; the last position and everything that happened on the way."""
    events: list[Event] = []
    for text in moves:
        state, happened = play(state, parse_move(text))
        events += happened
    return state, events


def why_not(state: GameState, move: str) -> Reason | None:
    return refusal(state, parse_move(move))


def options(state: GameState, kind: type) -> set[str]:
    """The legal moves of one kind, as text."""
    return {str(move) for move in legal_moves(state) if isinstance(move, kind)}


def asked(state: GameState) -> str:
    """The patrol that is asked."""
    assert state.to_act is not None
    assert state.to_act >= 0
    return state.patrols[state.to_act]


def test_example_01_whoever_visits_plac_wilsona_may_collect_and_the_first_in_port_gets_15_points_B_6_B_7_B_8_B_10():
    order = "plac-wilsona>port"
    state = new_game(BASIC, patrols=["red", "orange"], start_player=0)
    state, _ = replay(state, "first 0", f"draw {order}")
    assert state.track == (Slot(order, 1),)

    state, _ = replay(state, "card 1", "card 2")
    assert why_not(state, f"collect antek {order}") is Reason.NOT_AT_START
    state, _ = replay(state, f"collect zosia {order}", "end", f"collect hania {order}")
    assert (state.order_of("zosia"), state.order_of("hania")) == (order, order)

    state = arrange(
        BASIC,
        patrols=["red", "orange"],
        scouts={"zosia": "przyczolek", "hania": "przyczolek"},
        carrying={"zosia": order, "hania": order},
        track=[(order, 3)],
        cards={"red": 1, "orange": 2},
    )
    state, events = replay(state, "walk zosia port")
    assert events[1:] == [OrderDelivered("zosia", order, 15), OrderLost("hania", order)]
    assert state.track == ()
    assert state.delivered == ((order,), ())
    assert [score.orders for score in scores(state)] == [15, 0]

    state, events = replay(state, "end", "walk hania port")
    assert not any(isinstance(event, OrderDelivered) for event in events)


def test_example_02_two_points_lead_from_past_to_dworzec_pocztowy_or_are_shared_by_two_scouts_B_14():
    state = arrange(
        BASIC,
        patrols=["red", "green"],
        scouts={"zosia": "past", "antek": "pawiak"},
        cards={"red": 2, "green": 4},
    )
    together, _ = replay(state, "walk zosia past~dworzec-pocztowy:1", "walk zosia dworzec-pocztowy")
    assert together.position_of("zosia") == "dworzec-pocztowy"
    assert why_not(together, "walk antek starowka~pawiak:1") is Reason.NO_POINTS_LEFT

    shared, _ = replay(state, "walk zosia past~dworzec-pocztowy:1", "walk antek starowka~pawiak:1")
    assert shared.position_of("zosia") == "past~dworzec-pocztowy:1"
    assert shared.position_of("antek") == "starowka~pawiak:1"
    assert why_not(shared, "walk zosia dworzec-pocztowy") is Reason.NO_POINTS_LEFT


def test_example_03_a_scout_in_an_object_may_jump_and_a_scout_on_a_plain_field_may_not_B_15():
    state = arrange(
        BASIC,
        patrols=["red", "orange"],
        scouts={
            "zosia": "plac-trzech-krzyzy",
            "hania": "past~elektrownia:1",
            "olek": "sggw~stary-mokotow:1",
            "kazik": "wytwornia~elektrownia:2",
        },
        cards={"red": 1, "orange": 2},
    )
    assert {move for move in options(state, Jump) if move.startswith("jump zosia ")} == {
        "jump zosia past",
        "jump zosia elektrownia",
        "jump zosia przyczolek",
        "jump zosia szucha",
        "jump zosia dworzec-pocztowy",
    }
    assert why_not(state, "jump zosia bank-polski") is Reason.NOT_NEIGHBOURING_OBJECT

    state, _ = replay(state, "jump zosia przyczolek", "end")
    assert state.position_of("zosia") == "przyczolek"
    assert asked(state) == "orange"
    assert options(state, Jump) == set()
    assert why_not(state, "jump hania past") is Reason.NOT_IN_OBJECT
    assert why_not(state, "jump hania elektrownia") is Reason.NOT_IN_OBJECT


def test_example_04_green_names_the_target_and_the_soldier_arrests_everybody_in_bank_polski_B_20_B_21_H_9():
    beside_palacyk = "palacyk-michla~browary:1"
    state = arrange(
        BASIC,
        patrols=["red", "green"],
        soldier="browary",
        scouts={
            "zosia": "bank-polski",
            "gosia": "bank-polski",
            "tadek": beside_palacyk,
            "antek": "plac-wilsona",
            "felek": "port",
            "wicek": "port",
        },
        carrying={"zosia": "bank-polski>dworzec-pocztowy", "gosia": "bank-polski>reduta-kaliska"},
        track=[("bank-polski>dworzec-pocztowy", 1), ("bank-polski>reduta-kaliska", 1)],
        cards={"red": 3, "green": 4},
        at_die=True,
    )
    state, _ = replay(state, "roll black 3")
    assert asked(state) == "green"
    assert options(state, Target) == {"target bank-polski", f"target {beside_palacyk}"}
    assert why_not(state, "target port") is Reason.NOT_NEAREST

    state, events = replay(state, "target bank-polski")
    assert events[:5] == [
        SoldierMoved(("bank-polski~browary:1", "bank-polski"), "bank-polski"),
        ScoutArrested("zosia", "bank-polski"),
        OrderLost("zosia", "bank-polski>dworzec-pocztowy"),
        ScoutArrested("gosia", "bank-polski"),
        OrderLost("gosia", "bank-polski>reduta-kaliska"),
    ]
    assert state.soldier == "bank-polski"
    assert [scout for scout in state.game.scouts if state.position_of(scout) == PRISON] == ["zosia", "gosia"]
    assert state.position_of("tadek") == beside_palacyk


def test_example_05_a_late_order_blocks_a_road_of_szucha_and_the_scout_on_it_goes_to_przyczolek_B_24_B_25_B_26():
    late = "wytwornia>szucha"
    state = arrange(
        BASIC,
        patrols=["red", "orange", "violet"],
        scouts={"hania": "przyczolek~szucha:1", "stas": "reduta-wawelska~dworzec-pocztowy:1"},
        track=[(late, 5), ("past>starowka", 1)],
        cards={"red": 1, "orange": 3, "violet": 5},
        at_die=True,
        deck_left=0,
    )
    state, events = replay(state, "roll black 1")
    assert events[-2:] == [TimePassed(), OrderLate(late)]
    assert (asked(state), state.phase) == ("violet", Phase.BLOCK_ROAD)
    assert {str(move) for move in legal_moves(state)} == {
        "block plac-trzech-krzyzy~szucha",
        "block przyczolek~szucha",
        "block szucha~stary-mokotow",
        "block szucha~sggw",
    }
    assert why_not(state, "block wytwornia~starowka") is Reason.NOT_ITS_ROAD

    state, events = replay(state, "block przyczolek~szucha")
    assert events[:2] == [
        RoadBlocked("przyczolek~szucha", "szucha"),
        ScoutDisplaced("hania", "przyczolek~szucha:1", "przyczolek"),
    ]
    assert state.position_of("hania") == "przyczolek"

    state, _ = replay(state, "card 1", "card 2", "card 3")
    assert asked(state) == "orange"
    assert why_not(state, "walk hania przyczolek~szucha:1") is Reason.ROAD_BLOCKED
    assert why_not(state, "jump hania szucha") is Reason.ROAD_BLOCKED


def test_example_06_gosia_walks_into_wola_and_changes_places_with_her_pal_in_palacyk_michla_E_4_E_5():
    order = "starowka>palacyk-michla"
    state = arrange(
        EXTENDED,
        patrols=["red", "green"],
        scouts={"gosia": "starowka", "tadek": "palacyk-michla"},
        carrying={"gosia": order},
        track=[(order, 2)],
        cards={"green": 1, "red": 2},
    )
    assert asked(state) == "green"
    assert why_not(state, "pals gosia tadek") is Reason.NOT_SAME_DISTRICT

    state, events = replay(state, "walk gosia starowka~pawiak:1", "pals gosia tadek")
    assert events[1:] == [
        PlacesExchanged("gosia", "palacyk-michla", "tadek", "starowka~pawiak:1"),
        OrderDelivered("gosia", order, 6),
    ]
    assert state.position_of("gosia") == "palacyk-michla"
    assert state.position_of("tadek") == "starowka~pawiak:1"
    assert {str(move) for move in legal_moves(state)} == {"end"}


def test_example_07_a_unit_brings_the_violet_scout_on_before_two_scouts_walk_E_4_E_6():
    state = arrange(
        EXTENDED,
        patrols=["red", "violet"],
        scouts={"marysia": "elektrownia", "stas": "past", "bolek": "sggw~stary-mokotow:1"},
        cards={"violet": 2, "red": 4},
    )
    assert why_not(state, "unit bolek sggw") is Reason.NOT_IN_OBJECT
    assert why_not(state, "unit marysia cytadela") is Reason.NOT_NEIGHBOURING_OBJECT

    state, events = replay(state, "unit marysia wytwornia", "walk marysia cytadela", "walk stas bank-polski")
    assert events[0] == BroughtByUnit("marysia", "elektrownia", "wytwornia")
    assert state.position_of("marysia") == "cytadela"
    assert state.position_of("stas") == "bank-polski"
    assert why_not(state, "unit stas past") is Reason.ACTION_USED
    assert why_not(state, "walk stas past") is Reason.NO_POINTS_LEFT


def test_example_08_red_swaps_orders_to_gain_a_round_and_walks_to_bank_polski_E_4_E_7():
    saved, sacrificed = "pawiak>plac-wilsona", "past>starowka"
    state = arrange(
        EXTENDED,
        patrols=["red", "green"],
        scouts={"zosia": "plac-trzech-krzyzy"},
        carrying={"zosia": saved},
        track=[(saved, 4), (sacrificed, 3), ("port>reduta-wawelska", 1)],
        cards={"red": 3, "green": 5},
    )
    assert why_not(state, f"swap port>reduta-wawelska {saved}") is Reason.NOT_NEIGHBOURING_SPACES

    state, events = replay(state, f"swap {sacrificed} {saved}")
    assert events == [OrdersSwapped(sacrificed, saved, 3)]
    assert state.track == (Slot(saved, 3), Slot(sacrificed, 4), Slot("port>reduta-wawelska", 1))

    state, _ = replay(state, "walk zosia past~plac-trzech-krzyzy:1", "walk zosia past", "walk zosia bank-polski")
    assert state.position_of("zosia") == "bank-polski"
    assert state.order_of("zosia") == saved

    state, events = replay(state, "end", "end")
    assert OrderLate(sacrificed) in events
    assert OrderLate(saved) not in events
    assert Slot(saved, 4) in state.track


def test_example_09_orange_hears_of_an_order_in_port_and_is_there_when_it_comes_E_4_E_8_H_24():
    from_port, other = "port>plac-trzech-krzyzy", "browary>past"
    state = arrange(
        EXTENDED,
        scouts={"kazik": "stary-mokotow"},
        cards={"orange": 4, "red": 5, "green": 5, "violet": 5},
        start_player="red",
    )
    state, events = replay(state, "gossip", f"draw {other}", f"draw {from_port}")
    assert events == [CardPeeked(1, 1, other), CardPeeked(1, 2, from_port)]
    assert observe(state, 1).top == (other, from_port)
    assert observe(state, 0).top == (None, None)

    way = ["port~stary-mokotow:3", "port~stary-mokotow:2", "port~stary-mokotow:1", "port"]
    state, _ = replay(state, *(f"walk kazik {field}" for field in way))
    assert state.position_of("kazik") == "port"
    assert why_not(state, f"collect kazik {from_port}") is Reason.ORDER_NOT_OPEN

    state, _ = replay(state, "end", "end", "end", "end")
    assert (state.round, state.phase) == (2, Phase.LAY_ORDER)
    assert chance_outcomes(state) == {Draw(other): Fraction(1)}
    state, _ = replay(state, f"draw {other}")
    assert chance_outcomes(state) == {Draw(from_port): Fraction(1)}
    state, _ = replay(state, f"draw {from_port}", "card 1", "card 2", "card 3", "card 4")
    assert asked(state) == "orange"
    state, _ = replay(state, f"collect kazik {from_port}")
    assert state.order_of("kazik") == from_port


def test_example_10_mokotow_falls_and_the_green_scout_has_exactly_two_ways_out_E_11_E_12_H_28():
    late = "plac-trzech-krzyzy>stary-mokotow"
    between = "plac-trzech-krzyzy~szucha:1"
    state = arrange(
        EXTENDED,
        patrols=["red", "green"],
        tokens=[("sggw", "sggw~stary-mokotow")],
        late=["palacyk-michla>sggw"],
        track=[(late, 4)],
        scouts={"zosia": between, "gosia": "sggw", "felek": "past", "wicek": "past"},
        cards={"red": 4, "green": 5},
        turn="green",
    )
    state, events = replay(state, "end")
    assert events[1:] == [TimePassed(), OrderLate(late), DistrictFell("mokotow")]
    assert state.fallen == ("mokotow",)
    assert state.tokens == (Token("sggw", "sggw~stary-mokotow"),)

    state, events = replay(state, "draw past>starowka")
    assert ScoutEvacuated("zosia", between, "plac-trzech-krzyzy") in events
    assert state.position_of("zosia") == "plac-trzech-krzyzy"
    assert asked(state) == "green"
    beside_narutowicza, beside_dworzec = "sggw~plac-narutowicza:2", "sggw~dworzec-pocztowy:2"
    assert set(legal_moves(state)) == {Retreat("gosia", beside_narutowicza), Retreat("gosia", beside_dworzec)}
    assert why_not(state, "retreat gosia plac-narutowicza") is Reason.NOT_NEAREST_SAFE
    assert why_not(state, "retreat gosia sggw~dworzec-pocztowy:1") is Reason.NOT_NEAREST_SAFE

    for choice in (beside_narutowicza, beside_dworzec):
        after, events = replay(state, f"retreat gosia {choice}")
        assert ScoutEvacuated("gosia", "sggw", choice) in events
        assert after.position_of("gosia") == choice
