"""What the exercises on the board of Bitwa Warszawska tell is true in their positions."""

from collections.abc import Iterator

import pytest

from mali_powstancy.bitwa_warszawska import (
    GameState,
    Phase,
    arrange,
    described,
    legal_moves,
    parse_move,
    play,
    refusal,
    strength_of,
)
from mali_powstancy.bitwa_warszawska.events import FrontWon, PointsGained, ScoringPointGained
from mali_powstancy.bitwa_warszawska.exercises import SCRIPTS
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.tabletop.scripts import Lesson

WP, ACZ = 0, 1
N, M, S = 0, 1, 2


def at(name: str, step: int = 0) -> GameState:
    state: GameState = Lesson(SCRIPTS[name], step).session.state
    return state


def strengths(state: GameState) -> list[tuple[int, int]]:
    """What each front's row says: the Polish Army, the Red Army."""
    return [(strength_of(state, WP, front), strength_of(state, ACZ, front)) for front in (N, M, S)]


def after(state: GameState, *moves: str) -> tuple[GameState, list[object]]:
    events: list[object] = []
    for move in moves:
        state, told = play(state, parse_move(move))
        events += told
    return state, events


def won(events: list[object]) -> dict[int, int]:
    """Who won on which front."""
    return {event.front: event.army for event in events if isinstance(event, FrontWon)}


def ends(state: GameState) -> Iterator[list[object]]:
    """All events of every way in which whoever has the turn can use the cards that are left in this round."""
    for move in legal_moves(state):
        later, told = play(state, move)
        if later.round != state.round or later.to_act not in (WP, ACZ):
            yield list(told)
        else:
            for rest in ends(later):
                yield [*told, *rest]


@pytest.mark.parametrize(
    ("name", "step", "told"),
    [
        ("13-a", 0, [(0, 5), (3, 3), (0, 1)]),
        ("13-b", 0, [(2, 1), (4, 1), (9, 0)]),
        ("13-b", 1, [(2, 3), (4, 1), (9, 0)]),
        ("13-c", 0, [(1, 1), (5, 3), (1, 1)]),
        ("13-c", 2, [(3, 3), (1, 3), (0, 1)]),
        ("13-d", 0, [(5, 4), (3, 3), (2, 3)]),
        ("14-c", 0, [(1, 4), (2, 2), (2, 0)]),
        ("14-c", 1, [(1, 8), (5, 2), (2, 0)]),
    ],
)
def test_the_strengths_of_the_texts_are_those_of_the_positions(name, step, told):
    assert strengths(at(name, step)) == told


def test_only_a_blockade_on_the_unused_commander_keeps_the_lead():
    played = at("13-a", 1)
    assert played.used == (False, False, False, True, False, False)
    results = {}
    for move in legal_moves(played):
        state, _ = after(played, str(move), "step M2-M1", "step M2-M1")
        answer = parse_move("activate acz-dyrektywa M 1")
        if (reason := refusal(state, answer)) is None:
            state, _ = play(state, answer)
        results[str(move)] = (strengths(state)[M], reason)
    assert results.pop("block ACz:C.M") == ((5, 3), Reason.COMMANDER_BLOCKED)
    assert set(results.values()) == {((5, 5), None)}
    late, _ = after(at("13-a"), "play wp-13-dp", "activate acz-dyrektywa M 1")
    _, events = after(late, "play wp-szyfry M", "block ACz:C.M", "step M2-M1", "step M2-M1")
    assert M not in won(events)


def test_the_commander_hears_again_only_for_a_second_card():
    state = at("13-b")
    assert refusal(state, parse_move("activate acz-4-dk N 1")) is Reason.COMMANDER_BLOCKED
    _, events = after(at("13-b", 1), "play acz-14-dk")
    assert won(events) == {N: ACZ, M: ACZ, S: WP}
    assert PointsGained(ACZ, 1) in events


def test_steps_of_the_commander_never_win_both_fronts_and_cavalry_never_the_south():
    heard, _ = after(at("13-b"), "move-marker acz-4-dk WP ACz:O.N")
    stepping, _ = after(heard, "activate acz-6-dk N 2")
    most = max(sum(won([*events]).get(front) == ACZ for front in (N, M)) for events in ends(stepping) if won([*events]))
    assert most == 1
    cavalry, _ = after(at("13-b"), "play acz-4-dk", "play acz-6-dk")
    assert strengths(cavalry)[S] == (9, 8)


def test_an_order_in_time_wins_and_one_that_waits_comes_too_late():
    state, _ = after(at("13-c", 1), "step M2-M1", "step M2-M1")
    _, events = after(state, "activate wp-8-bj M 1")
    assert won(events) == {M: ACZ}
    for other in ("play acz-21-ds", "pass", "bid acz-smolensk funds"):
        _, events = after(at("13-c"), other, "activate wp-8-bj M 1")
        assert won(events)[M] == WP


@pytest.mark.parametrize(("front", "points"), [("N", [PointsGained(ACZ, 1)]), ("M", []), ("S", [])])
def test_where_the_late_order_still_changes_something(front, points):
    _, events = after(at("13-c", 2), f"play acz-smolensk {front}", "halt")
    assert [event for event in events if isinstance(event, PointsGained)] == points


def test_exactly_the_wanted_steps_win_all_three_battles():
    state = at("13-d", 1)
    three = {N: WP, M: WP, S: WP}

    def lines(state: GameState) -> Iterator[tuple[str, ...]]:
        for move in legal_moves(state):
            later, events = play(state, move)
            if later.phase is Phase.STEPS:
                yield from ((str(move), *rest) for rest in lines(later))
            elif won([*events]) == three:
                yield (str(move),)

    assert set(lines(state)) == set(SCRIPTS["13-d"].steps[1].wants)
    _, events = after(state, *SCRIPTS["13-d"].steps[1].wants[0])
    assert {PointsGained(WP, 2), ScoringPointGained(WP, S)} <= set(events)


def test_order_fields_that_are_taken_or_closed_say_so():
    state = at("13-d")
    assert refusal(state, parse_move("play wp-przedmoscie M")) is Reason.ORDER_FIELD_OCCUPIED
    assert refusal(state, parse_move("play wp-przedmoscie S")) is Reason.ORDER_FIELD_BLOCKED


def test_two_fronts_hold_against_every_card_that_the_red_army_could_have():
    before = at("14-c", 1)
    words = described(before)
    unseen = [*before.hands[ACZ], *before.decks[ACZ]]
    assert len(unseen) > 45
    for card in unseen:
        words["hands"]["ACz-1"] = [card]
        words["ACz"]["deck"] = [other for other in unseen if other != card]
        state, _ = after(arrange(before.game.scenario, **words), "play wp-1-dj")
        for events in ends(state):
            assert won(events).get(M) == won(events).get(S) == WP, card


def test_without_the_cavalry_the_last_card_takes_the_south():
    for other in ("pass", "bid wp-1-dj funds", "move-marker wp-1-dj WP ACz:L1.S"):
        _, events = after(at("14-c", 1), other, "play acz-60-ds")
        assert won(events).get(S) != WP
