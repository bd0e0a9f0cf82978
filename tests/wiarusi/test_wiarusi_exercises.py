"""What the exercises on the board of Wiarusi tell is true in their positions."""

from itertools import product

from mali_powstancy.tabletop.scripts import Lesson
from mali_powstancy.wiarusi import GameState, active_threats, arrange, bolts, described, legal_moves, parse_move, play
from mali_powstancy.wiarusi.events import CardsShuffledBack, MissionFailed, SpeechAnswered, Supported
from mali_powstancy.wiarusi.exercises import SCRIPTS

FELIX, GUSTAVE, CHARLES = 0, 1, 2


def at(name: str, step: int = 0) -> GameState:
    state: GameState = Lesson(SCRIPTS[name], step).session.state
    return state


def after(state: GameState, *moves: str) -> tuple[GameState, list[object]]:
    events: list[object] = []
    for move in moves:
        state, told = play(state, parse_move(move))
        events += told
    return state, events


def safe_cards(state: GameState) -> set[str]:
    """The cards of the seat to move that do not fail the mission."""
    cards = state.hands[state.to_act]
    return {
        card for card in cards if not any(isinstance(event, MissionFailed) for event in after(state, f"play {card}")[1])
    }


def test_exactly_one_card_is_safe_and_a_phobia_counts_as_the_second_shell():
    state = at("12-a")
    counts = active_threats(state)
    assert (counts["night"], counts["shell"]) == (2, 2)
    assert state.knocks[GUSTAVE] == ("phobia-shell",)
    assert safe_cards(state) == {"snow-whistle-1"}


def test_only_the_wanted_charm_makes_room_for_both_cards_one_after_the_other():
    state = at("12-a", 1)
    assert safe_cards(state) == set()
    others, _ = after(state, "charm night-mask-1", "play mute")
    assert safe_cards(others) == {"night-whistle-1"}
    room = at("12-a", 2)
    assert room == after(state, "charm night-shell-1", "play mute")[0]
    for first, second in (("night-whistle-1", "rain-shell-1"), ("rain-shell-1", "night-whistle-1")):
        played, _ = after(room, f"play {first}", "withdraw", "lay L1")
        assert safe_cards(played) == {second}


def test_who_needs_help_can_only_get_it_from_the_wanted_tile_whatever_lies_face_down():
    words = described(at("12-b"))
    assert [bolts(at("12-b"), seat) for seat in (FELIX, GUSTAVE, CHARLES)] == [0, 1, 3]
    supported = {}
    for own, laid in product(("L1", "R1"), product(("L1", "R1"), repeat=2)):
        for seat, tile in zip((GUSTAVE, CHARLES), laid, strict=True):
            words["seats"][seat] |= {"laid": tile, "tiles": ["R1"]}
        state = arrange(at("12-b").game.scenario, **words)
        _, events = after(state, "withdraw", f"lay {own}")
        supported[own, laid] = Supported(CHARLES) in events
    assert {own for (own, _), helps in supported.items() if helps} == {"R1"}


def test_who_stays_and_fails_lays_no_tile():
    state, events = after(at("12-b"), "play night-shell-1")
    assert any(isinstance(event, CardsShuffledBack) for event in events)
    assert not any(isinstance(event, Supported) for event in events)
    assert bolts(state, CHARLES) == 3


def test_night_is_the_one_threat_that_nobody_can_play_and_both_listeners_hold_it():
    state = at("12-c")
    assert [threat for threat, count in active_threats(state).items() if count == 2] == ["night"]
    for seat in (GUSTAVE, CHARLES):
        assert set(state.hands[seat]) & state.game.shows["night"]
    assert not set(state.hands[FELIX]) & state.game.shows["night"]
    _, events = after(at("12-c", 1), "drop trauma-night")
    assert events[-2:] == [SpeechAnswered(GUSTAVE, "night-mask-2"), SpeechAnswered(CHARLES, "trauma-night")]


def test_the_last_one_has_one_safe_card_and_then_none():
    assert safe_cards(at("14-b")) == {"snow-whistle-1"}
    assert safe_cards(at("14-b", 1)) == set()
    assert [bolts(at("14-b"), seat) for seat in (FELIX, GUSTAVE, CHARLES)] == [0, 3, 0]
    for tile, helps in (("L1", True), ("R1", False)):
        _, events = after(at("14-b", 2), f"lay {tile}")
        assert (Supported(GUSTAVE) in events) is helps


def test_a_listener_with_three_bolts_would_get_the_fourth_by_the_trauma():
    state = at("12-c", 1)
    assert (state.to_act, bolts(state, CHARLES)) == (CHARLES, 3)
    assert {str(move) for move in legal_moves(state)} == {"drop rain-night", "drop trauma-night", "keep"}
