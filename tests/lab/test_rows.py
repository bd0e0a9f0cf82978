import subprocess
import sys
from collections import Counter

import pytest

from mali_powstancy.bots import Bot, Greedy, play_game, random_bot
from mali_powstancy.engine import game_rng, load_scenario, outcome, scores
from mali_powstancy.engine.events import OrderLaid, OrdersSwapped, ScoutArrested, TimePassed, Walked
from mali_powstancy.engine.tally import GameRow, OrderFate, row_of
from mali_powstancy.lab import Games, Serial, simulate
from mali_powstancy.tabletop.library import tally_of

SCENARIOS = ("basic", "extended", "short", "short-extended")


def events_of(session):
    return [event for step in session.steps for event in step.events]


@pytest.fixture(scope="module", params=[(name, players) for name in SCENARIOS for players in (2, 4)], ids=str)
def game(request):
    """A game with its record, and its row; three of four seats play well enough to deliver orders."""
    name, players = request.param
    greedy: list[Bot] = [Greedy(), Greedy(), Greedy()]
    bots = [*greedy[:2], random_bot, greedy[2]][:players]
    session = play_game(load_scenario(name), players, bots, game_rng(2, 5))
    return session, row_of(5, session.opening, events_of(session), session.state)


def test_a_row_agrees_with_the_end_of_the_game(game):
    session, row = game
    end = session.state
    ended = outcome(end)
    assert ended is not None
    assert (row.game, row.ending, row.winners, row.rounds) == (5, ended.ending, ended.winners, end.round)
    assert row.points == tuple(score.total for score in scores(end))
    assert row.is_defeat == ended.is_defeat == (row.points == ())
    assert row.delivered == end.delivered
    assert row.tokens == len(end.tokens)
    assert tuple(fall.district for fall in row.falls) == end.fallen
    assert row.first == int(str(session.steps[0]).removeprefix("first "))


def test_every_order_that_was_laid_has_one_fate(game):
    session, row = game
    end, track_spaces = session.state, session.state.game.track_spaces
    laid = [event.order for event in events_of(session) if isinstance(event, OrderLaid) and event.order != "victory"]
    assert [fate.order for fate in row.orders] == laid
    fates = {fate.order: fate for fate in row.orders}
    delivered = {order: seat for seat, orders in enumerate(end.delivered) for order in orders}
    assert {order: fate.seat for order, fate in fates.items() if fate.fate == "delivered"} == delivered
    assert set(end.late) <= {order for order, fate in fates.items() if fate.fate == "late"}
    assert {o: fate.space for o, fate in fates.items() if fate.fate == "open"} == {
        slot.order: slot.space for slot in end.track if slot.order in fates
    }
    for fate in row.orders:
        assert 1 <= fate.laid_round <= fate.end_round <= row.rounds
        assert 1 <= fate.space <= track_spaces + (fate.fate == "delivered")
    if not any(isinstance(event, OrdersSwapped) for event in events_of(session)):
        late = [fate for fate in row.orders if fate.fate == "late"]
        assert all(fate.end_round - fate.laid_round in (track_spaces - 1, track_spaces) for fate in late)


def test_walks_are_counted_by_field_and_by_road(game):
    session, row = game
    board = session.state.game.board
    walks = [event for event in events_of(session) if isinstance(event, Walked)]
    assert sum(row.roads) >= len(walks) > 0
    assert sum(row.visits) >= sum(row.roads)
    for field, visits in zip(board.fields, row.visits, strict=True):
        assert visits >= sum(walk.to == field for walk in walks)
    for road, uses in zip(board.roads, row.roads, strict=True):
        assert uses >= sum(walk.came in road.path and walk.to in road.path for walk in walks)


def test_arrests_are_counted_by_round_and_by_seat(game):
    session, row = game
    arrested = [event.scout for event in events_of(session) if isinstance(event, ScoutArrested)]
    seat_of = session.state.game.seat_of
    by_seat = Counter(seat_of[session.state.game.number[scout]] for scout in arrested)
    assert row.arrested == tuple(by_seat[seat] for seat in session.state.game.seats)
    rounds = [step.state.round for step in session.steps if any(isinstance(e, ScoutArrested) for e in step.events)]
    assert len(row.arrests) == len(rounds) == len(set(row.arrests))
    assert (len(row.arrests) > 0) == (len(arrested) > 0)


def test_a_swapped_order_is_late_when_its_new_space_says_so():
    for number in range(40):
        session = play_game(load_scenario("extended"), 2, [random_bot] * 2, game_rng(1, number))
        events = events_of(session)
        swaps = [event for event in events if isinstance(event, OrdersSwapped)]
        if not swaps:
            continue
        spaces = {}
        for event in events:
            if isinstance(event, OrderLaid):
                spaces[event.order] = 1
            elif isinstance(event, TimePassed):
                spaces = {order: space + 1 for order, space in spaces.items()}
            elif isinstance(event, OrdersSwapped):
                one, other = event.order, event.other
                spaces[one], spaces[other] = spaces[other], spaces[one]
                assert spaces[other] == event.space
        row = row_of(number, session.opening, events, session.state)
        left = session.state.game.track_spaces + 1
        assert all(spaces[fate.order] >= left for fate in row.orders if fate.fate == "late")
        return
    pytest.fail("nobody has swapped orders")


def test_a_game_from_the_middle_tells_what_came_later():
    session = play_game(load_scenario("basic"), 2, [Greedy(), Greedy()], game_rng(2, 3))
    at = next(n for n, step in enumerate(session.steps) if step.state.round == 4)
    whole = row_of(3, session.opening, events_of(session), session.state)
    later = [event for step in session.steps[at + 1 :] for event in step.events]
    half = row_of(3, session.steps[at].state, later, session.state)
    assert half.orders == whole.orders[-len(half.orders) :]
    assert half.points == whole.points
    assert sum(half.visits) < sum(whole.visits)


# Tables -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def games():
    return simulate(12, ["random", "greedy"], "extended-1", seed=4, executor=Serial())


@pytest.fixture(scope="module")
def missions():
    return simulate(12, ["random"] * 3, "wiarusi-standard-1", seed=4, executor=Serial())


def all_tables(games):
    own = {name: games.table(name) for name in tally_of(games.scenario.game_id).TABLES}
    return {"columns": games.columns(), "seats": games.seats(), **own}


@pytest.mark.parametrize("which", ["games", "missions"])
def test_a_table_has_columns_of_one_length(which, request):
    games = request.getfixturevalue(which)
    found, empty = all_tables(games), all_tables(games[:0])
    assert len(found) >= 4
    for name, table in found.items():
        assert len(set(map(len, table.values()))) == 1
        assert table["game"] == sorted(table["game"]) != []
        assert empty[name] == {column: [] for column in table}
    assert list(found["columns"])[:5] == ["game", "ending", "is_defeat", "winners", "rounds"]
    assert list(found["seats"])[:4] == ["game", "seat", "bot", "win"]


def test_a_table_that_a_game_does_not_have_is_named(games, missions):
    with pytest.raises(KeyError, match="no table 'missions' of mali-powstancy; there are orders, fields, roads, falls"):
        games.table("missions")
    with pytest.raises(KeyError, match="no table 'orders' of wiarusi; there are missions, knocks"):
        missions.table("orders")


def test_tables_say_what_the_rows_say(games):
    assert games.columns()["rounds"] == [row.rounds for row in games]
    seats, orders, fields, falls = games.seats(), games.table("orders"), games.table("fields"), games.table("falls")
    assert seats["bot"] == ["random", "greedy"] * 12
    assert sum(seats["win"]) == pytest.approx(sum(not row.is_defeat for row in games))
    lost = {row.game for row in games if row.is_defeat}
    assert 0 < len(lost) < 12
    assert {game for game, points in zip(seats["game"], seats["points"], strict=True) if points is None} == lost
    assert orders["fate"].count("delivered") == sum(games.columns()["delivered"]) == sum(seats["delivered"])
    assert orders["fate"].count("late") == sum(games.columns()["late"])
    assert [f"{start}>{to}" for start, to in zip(orders["start"], orders["to"], strict=True)] == orders["order"]
    assert sum(fields["visits"]) == sum(sum(row.visits) for row in games)
    assert sum(games.table("roads")["uses"]) == sum(sum(row.roads) for row in games)
    assert len(falls["game"]) == sum(games.columns()["falls"]) > 0
    assert falls["place"][0] == 1


def test_games_are_a_sequence_of_rows(games):
    assert isinstance(games[3], GameRow)
    assert [row.game for row in games[3:5]] == [3, 4]
    assert games[3:5] == games[:12][3:5] != games[4:6]
    assert (games == list(games)) is False
    assert isinstance(games[3].orders[0], OrderFate)
    assert "12 games of extended-1; random greedy; everyone lost" in repr(games)
    assert repr(games[:0]) == "<0 games of extended-1; random greedy>"
    assert "interrupted" in repr(Games(games[:1], scenario=games.scenario, bots=games.bots, complete=False))


def test_a_shared_win_is_divided():
    row = simulate([0], ["random"] * 2, executor=Serial())[0]._replace(winners=(0, 1))
    assert [row.win_of(seat) for seat in (0, 1, 2)] == [0.5, 0.5, 0.0]


def test_rows_need_nothing_but_python():
    code = (
        "import sys; from mali_powstancy.lab import simulate; games = simulate(2, ['random'] * 2);"
        "games.table('orders'); print(*sorted({name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    loaded = done.stdout.split()
    assert "mali_powstancy" in loaded
    assert {"pandas", "numpy", "tqdm", "IPython", "distributed", "networkx", "multiprocessing"}.isdisjoint(loaded)
