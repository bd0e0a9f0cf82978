import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mali_powstancy.engine import (
    CHANCE,
    Ending,
    GameState,
    IllegalMove,
    Reason,
    arrange,
    game_rng,
    is_chance,
    legal_moves,
    new_game,
    observe,
)
from mali_powstancy.engine.events import INFORMS, CardPeeked, CardsRevealed, StopCalled, Walked
from mali_powstancy.engine.moves import MOVE_KINDS, ChooseCard, Collect, Drop, EndTurn, FirstPlayer, Gossip, Walk
from mali_powstancy.tabletop.record import Record
from mali_powstancy.tabletop.session import Session, SessionStep, UndoRefused
from tests.positions import BASIC, EXTENDED
from tests.random_play import SCENARIOS, Line, lines, whole_game

# Undo ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def session() -> Session:
    """Red has revealed a 2 and orange a 3, so it is the turn of red; the track is empty."""
    session = Session(arrange(BASIC, patrols=["red", "orange"], hands={"red": [2, 4], "orange": [3, 5]}))
    session.play(ChooseCard(2))
    session.play(ChooseCard(3))
    return session


def test_a_step_can_be_taken_back(session):
    before = session.state
    events = session.play(Walk("antek", "past~elektrownia:1"))
    assert events == (Walked("antek", "past", "past~elektrownia:1"),)
    assert session.state.position_of("antek") == "past~elektrownia:1"
    assert session.can_undo
    assert session.undo() is before
    assert session.state is before


def test_decisions_are_taken_back_one_by_one_up_to_the_reveal(session):
    states = [session.state]
    for move in (Walk("antek", "past~elektrownia:1"), EndTurn(), Walk("olek", "browary~past:1"), EndTurn()):
        session.play(move)
        states.append(session.state)
    assert session.state.to_act == CHANCE
    while session.can_undo:
        assert session.state is states.pop()
        session.undo()
    assert session.state is states.pop()
    assert not states
    assert isinstance(session.steps[-1].events[-1], CardsRevealed)
    with pytest.raises(UndoRefused, match="learnt something"):
        session.undo()


def test_a_sealed_card_can_be_taken_back_until_all_cards_are_revealed():
    session = Session(arrange(BASIC, patrols=["red", "orange", "green"]))
    session.play(ChooseCard(2))
    session.play(ChooseCard(3))
    session.undo()
    session.undo()
    assert session.state == session.opening
    assert not session.can_undo


def test_there_is_nothing_to_undo_at_the_opening():
    session = Session(new_game(BASIC, 2))
    assert not session.can_undo
    with pytest.raises(UndoRefused, match="nothing to undo"):
        session.undo()


def test_what_was_taken_back_leaves_no_trace_in_the_record():
    session = Session(new_game(BASIC, 2))
    session.play_chance(game_rng(1))
    text = session.record.to_json()
    session.play(ChooseCard(1))
    assert session.record.to_json() != text
    session.undo()
    assert session.record.to_json() == text


def tells_something(step: SessionStep) -> bool:
    """Chance has acted, a secret has come out, or the goals of all players are shown because the game is scored."""
    scored = bool(step.state.ending) and not Ending(step.state.ending).is_defeat
    goals_shown = scored and any(step.state.goals)
    by_chance = step.move is not None and is_chance(step.move)
    return by_chance or goals_shown or any(isinstance(event, INFORMS) for event in step.events)


@given(lines())
def test_property_undo_goes_back_to_the_last_point_at_which_somebody_learnt_something(line):
    session = line.session
    while session.can_undo:
        session.undo()
    kept = len(session.steps)
    assert tuple(session.steps) == line.steps[:kept]
    assert session.state is line.states[kept]
    assert not any(tells_something(step) for step in line.steps[kept:])
    assert not kept or tells_something(line.steps[kept - 1])


def first_with(kind: type, kinds_of_move: tuple[type, ...] = MOVE_KINDS) -> Line:
    """A game up to the first step of these kinds that brought about such an event."""
    for line in (whole_game(name, 4, seed) for seed in range(12) for name in SCENARIOS):
        for number, step in enumerate(line.steps, start=1):
            if isinstance(step.move, kinds_of_move) and any(isinstance(event, kind) for event in step.events):
                return line.up_to(number)
    raise AssertionError(f"no {kind.__name__} in any of these games")


def assert_cannot_be_undone(session: Session) -> None:
    steps = [*session.steps]
    assert not session.can_undo
    with pytest.raises(UndoRefused, match="learnt something"):
        session.undo()
    assert session.steps == steps


@pytest.mark.parametrize("kind", INFORMS)
def test_every_event_that_tells_somebody_something_stops_undo(kind):
    assert_cannot_be_undone(first_with(kind).session)


def test_hearing_of_cards_that_another_seat_has_heard_of_stops_undo():
    assert_cannot_be_undone(first_with(CardPeeked, (Gossip,)).session)


def secrets_known(state: GameState, seat: int | None) -> tuple:
    """What a seat knows that chance or another seat has decided in secret."""
    seen = observe(state, seat)
    others = [other for other in state.game.seats if other != seat]
    return (
        seen.unseen,
        seen.top,
        seen.discarded,
        seen.goals_dealt,
        [seen.goals[other] or None for other in others],
        [seen.sealed[other] for other in others],
    )


@given(lines())
def test_property_undo_never_changes_what_any_seat_knows(line):
    session = line.session
    assume(session.can_undo)
    after = session.state
    before = session.undo()
    for seat in (None, *before.game.seats):
        assert secrets_known(before, seat) == secrets_known(after, seat)


def test_the_end_of_a_scored_game_shows_all_goals_so_it_cannot_be_undone():
    line = whole_game("short-extended-1", 2, 0)
    assert line.state.ending == "victory-card"
    assert line.steps[-1].move == EndTurn()
    assert_cannot_be_undone(line.session)


def test_a_defeat_shows_no_goals_so_its_last_decision_can_be_undone_H_60():
    line = whole_game("extended-1", 2, 0, oddity=1.0)
    assert line.state.ending == "falls"
    assert line.steps[-1].move == EndTurn()
    assert line.session.can_undo


def test_gossip_can_be_taken_back_until_a_card_is_seen_E_8():
    session = Session(arrange(EXTENDED, patrols=["red", "orange"], cards={"red": 4, "orange": 5}))
    session.play(Gossip())
    assert session.state.to_act == CHANCE
    assert session.can_undo
    events = session.play_chance(game_rng(1))
    assert [type(event) for event in events] == [CardPeeked]
    assert not session.can_undo


# Rewind -------------------------------------------------------------------------------------------------------------


@given(lines(), st.data())
def test_property_a_teacher_can_go_back_to_any_step(line, data):
    session = line.session
    steps = data.draw(st.integers(0, len(line.steps)))
    assert session.rewind(steps) is line.states[steps]
    assert tuple(session.steps) == line.steps[:steps]
    for step in line.steps[steps:]:
        session.play(step.move)
    assert tuple(session.steps) == line.steps


@pytest.mark.parametrize("steps", [-1, 3, 100])
def test_there_is_no_going_back_to_a_step_that_was_not_played(session, steps):
    before = [*session.steps]
    with pytest.raises(UndoRefused, match=f"there are 2 steps, not {steps}"):
        session.rewind(steps)
    assert session.steps == before


def test_going_back_to_the_present_changes_nothing(session):
    before = [*session.steps]
    assert session.rewind(2) is session.state
    assert session.steps == before


# Stop ---------------------------------------------------------------------------------------------------------------


def test_stop_is_a_step_of_its_own_that_can_be_taken_back_H_61(session):
    before = session.state
    assert session.stop() == (StopCalled(),)
    assert session.state.stopping
    assert (session.steps[-1].move, str(session.steps[-1])) == (None, "stop")
    assert session.can_undo
    assert session.undo() is before
    assert not session.state.stopping


def test_stop_can_be_called_once_H_61(session):
    session.stop()
    before = [*session.steps]
    with pytest.raises(IllegalMove) as refused:
        session.stop()
    assert refused.value.reason is Reason.NOT_NOW
    assert session.steps == before


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_there_is_nothing_to_stop_when_the_game_is_over_H_61(scenario):
    session = whole_game(scenario, 2, 0).session
    before = [*session.steps]
    with pytest.raises(IllegalMove) as refused:
        session.stop()
    assert refused.value.reason is Reason.GAME_OVER
    assert session.steps == before


@given(lines(), st.integers(0, 20))
def test_property_a_record_with_a_stop_replays_H_61(line, more):
    session = line.session
    assume(session.state.to_act is not None)
    session.stop()
    for _ in range(more):
        if session.state.to_act in session.state.game.seats:
            session.play(legal_moves(session.state)[0])
        session.play_chance(game_rng(more))
    assert "stop" in session.record.moves
    assert Session.from_record(Record.from_json(session.record.to_json())).steps == session.steps


# Chance -------------------------------------------------------------------------------------------------------------


@given(lines(), st.integers(0, 99))
def test_property_chance_plays_until_somebody_is_asked(line, seed):
    session = line.session
    before = len(session.steps)
    events = session.play_chance(game_rng(seed))
    played = session.steps[before:]
    assert session.state.to_act != CHANCE
    assert all(is_chance(step.move) for step in played)
    assert events == tuple(event for step in played for event in step.events)
    assert bool(played) == (line.state.to_act == CHANCE)
    again = line.session
    again.play_chance(game_rng(seed))
    assert again.steps == session.steps


def test_chance_acts_by_the_generator_that_is_passed_in():
    drawn = set()
    for seed in range(20):
        session = Session(new_game(BASIC, 2, start_player=0))
        session.play_chance(game_rng(seed))
        assert session.steps[0].move == FirstPlayer(0)
        drawn.add(session.state.track)
    assert len(drawn) > 10


# Refused moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Walk("antek", "port"), Reason.NOT_ADJACENT),
        (Walk("olek", "browary~past:1"), Reason.NOT_YOUR_SCOUT),
        (Drop("antek"), Reason.CARRIES_NOTHING),
        (Collect("antek", "past>starowka"), Reason.ORDER_NOT_OPEN),
        (ChooseCard(4), Reason.NOT_NOW),
        (FirstPlayer(0), Reason.NOT_NOW),
        (None, Reason.NOT_A_MOVE),
    ],
)
def test_a_refused_move_leaves_the_session_as_it_was(session, move, reason):
    steps, state = [*session.steps], session.state
    with pytest.raises(IllegalMove) as refused:
        session.play(move)
    assert refused.value.reason is reason
    assert session.steps == steps
    assert session.state is state
