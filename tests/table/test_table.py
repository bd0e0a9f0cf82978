import random
from copy import copy
from typing import Any, ClassVar

import pytest

from mali_powstancy.bots import roster
from mali_powstancy.bots.planner import Planner
from mali_powstancy.engine import (
    IllegalMove,
    Phase,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    parse_move,
)
from mali_powstancy.engine.events import CardSealed
from mali_powstancy.engine.moves import ChooseCard, EndTurn, Walk
from mali_powstancy.table.gestures import choices, reach
from mali_powstancy.table.players import PLAYERS, simpler_than
from mali_powstancy.tabletop import codes
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.saving import short_code
from mali_powstancy.tabletop.session import Session, UndoReason, UndoRefused
from mali_powstancy.tabletop.table import SeatError, Table
from tests.table.play import play_to_the_end, play_until, started

PERSONS = (PERSON, PERSON)


def table_for(scenario: str = "short", seats: tuple[str, ...] = PERSONS, seed: int = 1) -> Table:
    return Table(Session(new_game(load_scenario(scenario), len(seats))), seats, random.Random(seed))


def choose_cards(table: Table, *cards: int) -> None:
    """Persons lay these cards, one after the other, each behind the curtain."""
    for card in cards:
        if table.is_curtain_down:
            table.take_screen()
        table.play([ChooseCard(card)])


# Whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("scenario", ["basic", "extended"])
def test_a_whole_game_of_each_variant_is_played_through_the_controller_alone(scenario, players):
    host = started(scenario, players)
    play_to_the_end(host, seed=players)
    assert host.is_over
    assert host.dialog is not None
    assert host.dialog.kind == "end"


@pytest.mark.parametrize("player", [player for player in PLAYERS if player != PERSON])
def test_every_computer_player_plays_to_the_end(player):
    host = started("short-extended", 2, (player, player))
    assert host.is_over
    assert host.table.seats == (player, player)


class Remembering(Planner):
    """A computer player that counts its decisions."""

    made: ClassVar[list["Remembering"]] = []

    def __init__(self) -> None:
        super().__init__()
        self.decisions = 0
        self.made.append(self)

    def advise(self, observation, rng):
        self.decisions += 1
        return super().advise(observation, rng)


def test_a_bot_stays_for_a_game_and_a_new_one_comes_when_the_game_goes_back(monkeypatch):
    monkeypatch.setitem(roster.BOTS, "hard-helper", Remembering)
    Remembering.made.clear()
    seats = (PERSON, "hard-helper", "hard-helper")
    host = started("short", 3, seats)
    play_until(host, lambda state: state.round == 2)
    assert len(Remembering.made) == 2, "one for each seat"
    assert all(bot.decisions > 1 for bot in Remembering.made)
    host.table.rewind(0)
    assert len(Remembering.made) == 4
    host.handle({"do": "open", "text": short_code(host), "sure": True})
    assert len(Remembering.made) == 6
    before = [bot.decisions for bot in Remembering.made[:4]]
    play_to_the_end(host)
    assert [bot.decisions for bot in Remembering.made[:4]] == before, "the old ones are not asked any more"


@pytest.mark.parametrize("seats", [(PERSON,), (PERSON, "nobody"), (PERSON,) * 3])
def test_seats_are_as_many_as_patrols_and_hold_only_players_that_there_are(seats):
    with pytest.raises(SeatError):
        Table(Session(new_game(load_scenario("short"), 2)), seats, random.Random(1))


def test_every_player_has_a_number_in_codes_and_a_bot():
    assert set(PLAYERS) <= set(codes.PLAYERS)
    assert set(PLAYERS) - {PERSON} <= set(roster.BOTS)


def test_the_last_that_takes_the_seat_of_a_bot_is_the_simplest():
    for player in PLAYERS:
        chain = [player]
        while (simpler := simpler_than(chain[-1])) is not None:
            chain.append(simpler)
        assert len(set(chain)) == len(chain)
        assert chain[-1] == "random"


# The curtain ---------------------------------------------------------------------------------------------------------


def test_the_curtain_is_down_while_cards_are_chosen_and_up_when_nothing_is_secret():
    table: Any = table_for("short")
    assert table.state.phase is Phase.CHOOSE_CARD
    assert table.is_curtain_down
    assert table.viewer is None
    first = table.asked
    table.take_screen()
    assert table.viewer == first
    table.play([ChooseCard(3)])
    assert table.is_curtain_down, "the other player must not see the card"
    table.take_screen()
    table.play([ChooseCard(2)])
    assert len(table.state.cards) == 2
    assert not table.is_curtain_down, "in the basic variant nothing is secret now"
    assert table.viewer == table.asked


def test_in_the_basic_variant_the_next_secret_choice_is_behind_the_curtain_also_for_who_had_the_screen():
    table = table_for("short", seed=3)
    choose_cards(table, 1, 2)
    while table.state.phase is not Phase.CHOOSE_CARD:
        table.play([EndTurn() if EndTurn() in legal_moves(table.state) else legal_moves(table.state)[0]])
    assert table.is_curtain_down


def test_in_the_extended_variant_every_change_of_player_goes_through_the_curtain():
    host = started("short-extended", 3)
    seen = []

    def look(host):
        table = host.table
        if not table.is_curtain_down and table.asked is not None:
            seen.append(table.viewer)
            assert table.viewer == table.asked

    play_to_the_end(host, each=look)
    assert set(seen) == {0, 1, 2}


def test_who_plays_alone_against_bots_needs_no_curtain():
    host = started("short-extended", 2, (PERSON, "greedy"))
    play_to_the_end(host, each=lambda host: None if host.is_over else _no_curtain(host))


def _no_curtain(host):
    assert not host.is_curtain_down
    assert host.viewer == 0


def test_nothing_is_played_while_the_curtain_is_down():
    table = table_for("short")
    with pytest.raises(IllegalMove):
        table.play([ChooseCard(1)])


def test_a_game_brought_from_elsewhere_starts_behind_the_curtain_whoever_plays():
    for seats in ((PERSON, "greedy"), PERSONS):
        session = Session(new_game(load_scenario("short"), 2))
        table = Table(session, seats, random.Random(1), brought=True)
        assert table.is_curtain_down
        table.take_screen()
        assert not table.is_curtain_down


def copy_of(session: Session) -> Session:
    """A session of its own in the same position."""
    twin = Session(session.opening)
    twin.steps = list(session.steps)
    return twin


def twin_of(table: Table) -> Table:
    """A table of its own in the same position, on which something can be tried."""
    twin = copy(table)
    twin.session = copy_of(table.session)
    twin.screens = [copy(screen) for screen in table.screens]
    return twin


# Undo ----------------------------------------------------------------------------------------------------------------


def test_one_click_of_several_steps_is_taken_back_at_once():
    table = table_for("short")
    choose_cards(table, 4, 5)
    before = table.state
    fields = next(iter(reach(before).values()))
    option = max((options[0] for options in fields.values()), key=lambda option: len(option.moves))
    assert len(option.moves) > 1
    table.play(option.moves)
    assert table.state != before
    table.undo()
    assert table.state == before


def test_undo_goes_back_to_the_last_point_at_which_somebody_learnt_something():
    table = table_for("short")
    choose_cards(table, 4, 5)
    assert not table.can_undo, "the cards have been revealed"
    with pytest.raises(UndoRefused) as refused:
        table.undo()
    assert refused.value.reason is UndoReason.INFORMED


def test_a_sealed_card_can_be_taken_back_before_the_reveal_and_stays_unknown():
    table = table_for("short", (PERSON,) * 3)
    first = table.asked
    choose_cards(table, 3)
    table.take_screen()
    assert table.can_undo
    table.undo()
    assert table.asked == first
    assert table.is_curtain_down


def test_undo_takes_back_what_bots_did_openly_after_the_click():
    taken_back = 0
    for seed in range(20):
        table = table_for("short", (PERSON, "greedy", PERSON), seed)
        choose_cards(table, 1, 5)
        if table.state.to_act != 0:
            continue
        before, steps = table.state, len(table.session.steps)
        table.play([EndTurn()])
        if table.state.to_act == 2 and table.can_undo:
            assert len(table.session.steps) > steps + 1, "the bot between them has moved"
            table.undo()
            assert table.state == before
            taken_back += 1
    assert taken_back


@pytest.mark.parametrize("scenario", ["short", "short-extended"])
def test_undo_never_changes_what_is_known_property(scenario):
    undone = 0

    def try_undo(host):
        nonlocal undone
        table = twin_of(host.table)
        if not table.can_undo:
            return
        before = list(table.session.steps)
        known = [observe(table.state, seat).unseen for seat in table.state.game.seats]
        table.undo()
        assert [observe(table.state, seat).unseen for seat in table.state.game.seats] == known
        assert all(map(table.session.can_take_back, before[len(table.session.steps) :]))
        undone += 1

    play_to_the_end(started(scenario, 2, seed=5), each=try_undo)
    assert undone > 10


def test_a_teacher_rewinds_past_everything_and_the_game_goes_on():
    host = started("short", 2)
    play_until(host, lambda state: state.round == 3)
    table = host.table
    table.rewind(0)
    assert table.state.round == 1
    assert table.is_curtain_down
    play_to_the_end(host)


def test_a_move_of_several_steps_is_played_whole_or_not_at_all():
    table = table_for("short")
    choose_cards(table, 4, 5)
    before = table.state
    scout, fields = next(iter(reach(before).items()))
    good = next(iter(fields.values()))[0].moves[0]
    with pytest.raises(IllegalMove):
        table.play([good, Walk(scout, "nowhere")])
    assert table.state == before


def test_chance_is_not_for_players():
    table = table_for("short")
    table.take_screen()
    with pytest.raises(IllegalMove):
        table.play([parse_move("roll red 1")])


def test_stop_here_ends_the_game_after_the_running_round():
    host = started("short", 2)
    round_number = host.table.state.round
    host.handle({"do": "stop"})
    play_to_the_end(host)
    assert host.table.state.round == round_number
    assert host.table.state.ending == "stopped"


# What can be chosen --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["basic", "extended", "short", "short-extended"])
def test_every_legal_move_can_be_chosen_on_the_map_or_from_a_list_and_nothing_else_property(scenario):
    def look(host):
        state = host.table.state
        if state.to_act is None:
            return
        found = [options for fields in reach(state).values() for options in fields.values()]
        offered = [option.moves for options in found for option in options]
        single = {moves[0] for moves in offered if len(moves) == 1} | set(choices(state))
        assert single == set(legal_moves(state))
        for moves in offered:
            position = Session(state)
            for move in moves:
                position.play(move)  # every step of a longer walk is legal, too

    play_to_the_end(started(scenario, 3, seed=2), each=look)


def test_a_walk_is_as_short_as_can_be_and_needs_no_more_points_than_there_are():
    table = table_for("short")
    choose_cards(table, 5, 5)
    state = table.state
    for scout, fields in reach(state).items():
        far = state.game.board.free.distances[state.position_of(scout)]
        for field, options in fields.items():
            walks = [option for option in options if option.kind == "walk"]
            assert all(len(walk.moves) == far[field] <= state.points for walk in walks)


# What is told --------------------------------------------------------------------------------------------------------


def test_others_never_hear_which_card_was_laid_until_all_are_turned_up():
    table = table_for("short", (PERSON,) * 3)
    choose_cards(table, 3)
    seat = table.state.start_player
    for viewer in (None, *(other for other in range(3) if other != seat)):
        told = table.happened(0, len(table.session.steps), viewer)
        sealed = [item.event for item in told if isinstance(item.event, CardSealed)]
        assert [event.card for event in sealed] == [None]


@pytest.mark.parametrize("player", ["greedy", "hard", "easy-rival"])
def test_bots_say_why_but_not_about_secret_choices(player):
    host = started("short-extended", 2, (player, player))
    table = host.table
    said = [item for item in table.happened(0, len(table.session.steps), None) if item.because is not None]
    assert said
    assert not any(item.because.secret for item in said)
    for number in table._reasons:
        before = table.session.steps[number - 1].state
        assert before.phase not in (Phase.CHOOSE_CARD, Phase.KEEP_GOALS)


def test_since_the_last_turn_begins_after_the_own_last_decision():
    host = started("short", 2, (PERSON, "greedy"))
    rounds = 2
    play_until(host, lambda state: state.round == rounds and state.phase is Phase.CHOOSE_CARD)
    table = host.table
    since = table.since_last_turn()
    assert 0 < since < len(table.session.steps)
    before = table.session.steps[since - 1]
    assert before.move is not None
    asked = table.session.steps[since - 2].state.to_act
    assert asked == 0
    assert all(step.state.to_act != 0 for step in table.session.steps[since - 1 : -1])


def test_a_hint_is_legal_always_the_same_and_changes_nothing():
    def look(host):
        if host.can_choose:
            before = host.table.state
            hint = host.table.hint()
            assert hint == host.table.hint()
            assert hint.move in legal_moves(before)
            assert hint.reasons
            assert host.table.state == before

    play_to_the_end(started("short-extended", 2), each=look)


def test_hints_are_those_of_the_hard_computer_player_with_its_reasons():
    asked = 0

    def look(host):
        nonlocal asked
        if host.can_choose:
            at = len(host.table.session.steps)
            fresh = Table(copy_of(host.table.session), (PERSON, PERSON), random.Random(5))
            fresh.take_screen()
            expected = Planner().advise(observe(fresh.state, fresh.viewer), random.Random(at))
            assert fresh.hint() == expected
            asked += 1

    play_to_the_end(started("short", 2), each=look)
    assert asked > 20


def test_who_follows_the_hints_plays_like_the_hard_computer_player():
    """The one that gives hints remembers its plan, so that it does not send a scout there and back."""
    table = table_for("short", (PERSON, "hard"), seed=4)
    twin = Planner()
    while table.asked is not None:
        seen, stream = table.observation, random.Random(len(table.session.steps))
        hint = table.hint()
        assert hint.move == twin(seen, stream)
        table.play([hint.move])
