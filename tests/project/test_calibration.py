"""The calibration: what it measures, how it judges, that it goes on where it was, and the deck that it led to."""

from collections import Counter
from pathlib import Path

import pytest

from mali_powstancy.engine import load_scenario
from mali_powstancy.engine.scenario import Variant
from mali_powstancy.lab import Estimate, share, simulate
from tools import calibrate
from tools.calibrate import CELLS, Cell, Measured

PAGE = Path(__file__).resolve().parents[2] / "docs/calibration.md"
BASIC = Cell("basic", 3)
RIVALS = Cell("basic", 3, calibrate.RIVAL)
EXTENDED = Cell("extended", 3)
EXTENDED_RIVALS = Cell("extended", 3, calibrate.RIVAL)
SHORT = Cell("short", 3)
DISTRICTS = tuple("abcdefgh")


def made_up(cell: Cell, defeats: int = 400, **changes) -> Measured:
    """2,000 games that keep every limit, but for what is said."""
    variant = Variant.EXTENDED if "extended" in cell.scenario else Variant.BASIC
    won = 2_000 - defeats
    found = Measured(
        cell,
        variant,
        games=2_000,
        defeats=defeats,
        rounds=26_000,
        late=5_000,
        wins=(won / 3, won / 3, won / 3),
        arrest_rounds=0 if variant is Variant.EXTENDED else 6_000,
        appeared={"a>b": 800, "b>a": 700},
        delivered={"a>b": 600, "b>a": 500},
        roads=(100,) * 20,
        falls={0: 600, 1: 800, 2: 600} if variant is Variant.EXTENDED else {0: 2_000},
        fell=dict.fromkeys(DISTRICTS, 250) if variant is Variant.EXTENDED else dict.fromkeys(DISTRICTS, 0),
        kept={4: 700, 5: 700, 6: 700} if variant is Variant.EXTENDED else {},
        reached={4: 650, 5: 500, 6: 200} if variant is Variant.EXTENDED else {},
    )
    return found._replace(**changes)


def good() -> list[Measured]:
    return [
        made_up(BASIC),
        made_up(RIVALS, 1_000),
        made_up(EXTENDED, 100),
        made_up(EXTENDED_RIVALS, 700),
        made_up(SHORT),
    ]


def kept(results: list[Measured]) -> dict[str, str]:
    return {line.what: line.kept for line in calibrate.lines(results)}


# --- the verdicts


def test_what_keeps_all_limits_is_judged_so():
    verdicts = kept(good())
    assert set(verdicts.values()) == {"yes"}
    assert [what for what in verdicts if "everyone loses" in what] == [
        "basic-3: everyone loses",
        "short-3: everyone loses",
    ]
    assert Counter(what.partition(": ")[2].partition(",")[0] for what in verdicts) == {
        "everyone loses": 2,
        "more defeats than balanced": 2,
        "fallen districts": 1,
        "games with a fall": 1,
        **{f"part of {district} in all falls": 1 for district in DISTRICTS},
        "goal for 6 districts": 1,
        "goal for 5 districts rarer than for 4": 1,
        "goal for 6 districts rarer than for 5": 1,
        "luckiest seat": 5,
        "least delivered": 3,
        "rounds with an arrest": 3,
        "5 busiest roads": 3,
    }


@pytest.mark.parametrize(
    ("cell", "changes", "what", "verdict"),
    [
        (BASIC, {"defeats": 150}, "basic-3: everyone loses", "no"),
        (BASIC, {"defeats": 210}, "basic-3: everyone loses", "open"),
        (BASIC, {"defeats": 690}, "basic-3: everyone loses", "open"),
        (BASIC, {"defeats": 720}, "basic-3: everyone loses", "no"),
        (EXTENDED, {"falls": {0: 1_100, 1: 500, 2: 400}}, "extended-3: fallen districts", "no"),
        (EXTENDED, {"falls": {2: 1_000, 3: 1_000}}, "extended-3: fallen districts", "no"),
        (EXTENDED, {"falls": {0: 1_020, 2: 980}}, "extended-3: games with a fall", "no"),
        (EXTENDED, {"falls": {0: 990, 2: 1_010}}, "extended-3: games with a fall", "open"),
        (EXTENDED, {"fell": dict.fromkeys(DISTRICTS, 250) | {"a": 0}}, "extended: part of a in all falls", "no"),
        (EXTENDED, {"fell": dict.fromkeys(DISTRICTS, 250) | {"a": 900}}, "extended: part of a in all falls", "no"),
        (EXTENDED, {"reached": {4: 650, 5: 500, 6: 20}}, "extended-3: goal for 6 districts, kept", "no"),
        (EXTENDED, {"reached": {4: 650, 5: 620, 6: 200}}, "extended-3: goal for 5 districts rarer than for 4", "no"),
        (EXTENDED_RIVALS, {"defeats": 350}, "extended-3-rival: more defeats than balanced", "no"),
        (SHORT, {"defeats": 190}, "short-3: everyone loses", "no"),
        (RIVALS, {"defeats": 690}, "basic-3-rival: more defeats than balanced", "no"),
        (RIVALS, {"defeats": 720}, "basic-3-rival: more defeats than balanced", "open"),
        (BASIC, {"wins": (700.0, 450.0, 450.0)}, "basic-3: luckiest seat", "no"),
        (BASIC, {"wins": (650.0, 500.0, 450.0)}, "basic-3: luckiest seat", "open"),
        (BASIC, {"delivered": {"a>b": 600, "b>a": 170}}, "basic-3: least delivered, b>a", "no"),
        (BASIC, {"delivered": {"a>b": 600}}, "basic-3: least delivered, b>a", "no"),
        (BASIC, {"delivered": {"a>b": 600, "b>a": 180}}, "basic-3: least delivered, b>a", "open"),
        (BASIC, {"arrest_rounds": 2_500}, "basic-3: rounds with an arrest", "no"),
        (BASIC, {"arrest_rounds": 13_100}, "basic-3: rounds with an arrest", "no"),
        (BASIC, {"roads": (100,) * 5 + (10,) * 20}, "basic-3: 5 busiest roads", "no"),
    ],
)
def test_what_breaks_a_limit_is_judged_so(cell, changes, what, verdict):
    results = [found._replace(**changes) if found.cell == cell else found for found in good()]
    assert kept(results)[what] == verdict


@pytest.mark.parametrize(("defeats", "verdict"), [(30, "yes"), (14, "open"), (2, "no")])
def test_after_a_few_games_only_what_lies_wholly_outside_breaks_a_limit(defeats, verdict):
    few = made_up(BASIC)._replace(games=150, defeats=defeats, wins=(45.0, 45.0, 45.0))
    assert kept([few])["basic-3: everyone loses"] == verdict


def test_two_rivals_need_not_lose_more_often_and_rivals_may_leave_orders():
    pair, rivals = made_up(Cell("basic", 2)), made_up(Cell("basic", 2, calibrate.RIVAL), delivered={})
    verdicts = kept([pair, rivals])
    assert not [what for what in verdicts if "than balanced" in what]
    assert [what for what in verdicts if "least delivered" in what] == ["basic-2: least delivered, b>a"]


def test_how_often_the_extended_game_is_lost_is_told_and_not_judged():
    results = [made_up(BASIC), made_up(EXTENDED, 0), made_up(Cell("basic", 3, calibrate.MEDIUM), 1_900)]
    assert not [what for what in kept(results) if "extended-3: common" in what or "than basic" in what]
    assert not [what for what in kept(results) if "medium" in what]
    assert "| basic-3-medium | 2,000 | 95.0 %" in calibrate.report(results)


def test_where_everybody_always_loses_no_seat_is_lucky():
    verdicts = kept([made_up(BASIC, 2_000)])
    assert verdicts["basic-3: everyone loses"] == "no"
    assert "basic-3: luckiest seat" not in verdicts


def test_the_interval_of_a_difference_is_newcombes():
    """The example of Newcombe's paper of 1998: 56 of 70 against 48 of 80."""
    found = calibrate.difference(share(56, 70), share(48, 80))
    assert found.value == pytest.approx(0.2)
    assert [found.low, found.high] == pytest.approx([0.0524, 0.3339], abs=1e-4)


def test_a_value_on_the_limit_is_inside():
    assert calibrate.verdict(Estimate(0.1, 0.1, 0.2, 9), 0.1, 0.2) == "yes"


# --- the games


@pytest.fixture(scope="module")
def everything():
    return {name: load_scenario(name) for name in calibrate.SCENARIOS}


@pytest.mark.slow
def test_every_cell_can_be_measured(everything, tmp_path):
    results, complete = calibrate.measure(CELLS, everything, 2, tmp_path, progress=False)
    assert complete
    assert [found.cell for found in results] == list(CELLS)
    assert {found.games for found in results} == {2}
    assert all(sum(found.wins) == pytest.approx(2 - found.defeats) for found in results)
    assert {len(found.wins) for found in results} == {2, 3, 4}
    assert not any(found.arrest_rounds for found in results if found.variant is Variant.EXTENDED)
    text = calibrate.report(results)
    assert text.startswith("| cell | games |")
    assert all(f"| {cell} | 2 |" in text for cell in CELLS)


def test_the_counts_are_those_of_the_games(everything):
    games = simulate(3, ["planner", "planner"], everything["short"], 5, progress=False)
    found = calibrate.measured(Cell("short", 2), games)
    assert found.late == sum(row.late for row in games)
    assert found.rounds == sum(row.rounds for row in games)
    assert sum(found.delivered.values()) == sum(len(orders) for row in games for orders in row.delivered)
    assert sum(found.appeared.values()) == sum(len(row.orders) for row in games)


def test_an_interrupted_run_goes_on_where_it_was(everything, tmp_path, monkeypatch):
    cells = [Cell("short", 2), Cell("short", 3)]
    whole, _ = calibrate.measure(cells, everything, 3, tmp_path / "whole", progress=False)
    asked = []

    def stopped(games, *args, **others):
        """Nobody lets it finish the second cell."""
        asked.append(games)
        played = simulate(games if len(asked) == 1 else 1, *args, **others)
        played.complete = len(asked) == 1
        return played

    monkeypatch.setattr(calibrate, "simulate", stopped)
    part, complete = calibrate.measure(cells, everything, 3, tmp_path / "parts", progress=False)
    assert not complete
    assert [found.games for found in part] == [3, 1]
    monkeypatch.undo()
    kept_games = {path: path.read_bytes() for path in (tmp_path / "parts").iterdir()}
    assert calibrate.measure(cells, everything, 3, tmp_path / "parts", progress=False) == (whole, True)
    assert all(path.read_bytes().startswith(before) for path, before in kept_games.items())


def test_other_rules_other_bots_and_another_seed_have_files_of_their_own(everything, tmp_path, monkeypatch):
    cell = Cell("basic", 2)
    basic = everything["basic"]
    files = [
        calibrate.result_file(tmp_path, cell, basic),
        calibrate.result_file(tmp_path, cell, load_scenario("basic-1")),
        calibrate.result_file(tmp_path, cell, basic, seed=calibrate.SEED + 1),
        calibrate.result_file(tmp_path, Cell("basic", 2, calibrate.RIVAL), basic),
    ]
    monkeypatch.setattr(calibrate, "fingerprint", lambda: "other")
    files.append(calibrate.result_file(tmp_path, cell, basic))
    assert len(set(files)) == len(files)


# --- the command


def test_the_command_measures_chosen_cells_and_writes_the_page(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{calibrate.BEGIN}\nold\n{calibrate.END}\nafter\n", "utf-8")
    common = ["--games", "2", "--cells", "short-2", "--results", str(tmp_path / "games"), "--page", str(page)]
    code = calibrate.main([*common, "--seed", "3", "--write"])
    text = page.read_text("utf-8")
    told = capsys.readouterr().out
    assert code == (1 if "| no |" in told else 0)
    assert text.startswith(f"before\n{calibrate.BEGIN}\n")
    assert text.endswith(f"{calibrate.END}\nafter\n")
    assert "old" not in text
    assert "Games of seed 3." in text
    assert told.strip() in text


def test_an_interrupted_command_writes_nothing_and_says_so(tmp_path, capsys, monkeypatch):
    page = tmp_path / "page.md"
    monkeypatch.setattr(calibrate, "measure", lambda *_: ([made_up(SHORT)], False))
    assert calibrate.main(["--games", "2", "--page", str(page), "--write"]) == 130
    assert not page.exists()
    assert "goes on where it was" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("results", "code"), [([made_up(BASIC)], 0), ([made_up(BASIC, 210)], 0), ([made_up(BASIC, 100)], 1)]
)
def test_the_command_fails_if_a_limit_is_not_kept(results, code, monkeypatch):
    monkeypatch.setattr(calibrate, "measure", lambda *_: (results, True))
    assert calibrate.main(["--games", "2000"]) == code


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "0"], "at least one game"),
        (["--cells", "basic-5"], "no such cell: basic-5"),
        (["--scenarios", "basic-1,basic"], "not another basic"),
        (["--scenarios", "nothing"], "unknown-name"),
        (["--write", "--games", "200"], "only the whole table"),
        (["--write", "--seed", "3"], "only the whole table"),
        (["--write", "--cells", "basic-2"], "only the whole table"),
        (["--write", "--scenarios", "basic-1,extended,short,short-extended"], "only the whole table"),
        (["--games", "2", "--results", __file__], "File exists"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments, said, capsys):
    with pytest.raises(SystemExit):
        calibrate.main(arguments)
    assert said in capsys.readouterr().err


def test_a_page_without_a_place_for_the_table_is_refused():
    with pytest.raises(ValueError, match="no place for the table"):
        calibrate.written("nothing here", "block")


# --- the page and the deck


def test_the_page_has_one_place_for_the_table():
    page = PAGE.read_text("utf-8")
    assert calibrate.written(page, "block\n").count("block\n") == page.count("block\n") + 1
    assert page.count(calibrate.BEGIN) == page.count(calibrate.END) == 1


@pytest.mark.slow
def test_the_bots_still_play_as_they_did(everything, tmp_path):
    """If not, the page tells of other bots: `make calibrate` and `--write`."""
    results, _ = calibrate.measure(CELLS, everything, calibrate.SAMPLE, tmp_path, progress=False)
    assert calibrate.sampled(results) in PAGE.read_text("utf-8"), "they play otherwise now: make calibrate"


def test_the_page_tells_the_figures_of_the_deck_and_of_the_die():
    scenario = load_scenario("basic-3")
    board, orders = scenario.board, scenario.orders.values()
    distances = [board.free.distances[order.start][order.to] for order in orders]
    page = " ".join(PAGE.read_text("utf-8").split())
    assert Counter(distances) == {3: 3, 4: 2, 5: 10, 6: 8, 7: 7, 8: 6, 9: 3, 10: 2, 11: 1}
    assert f"mean {sum(distances) / len(distances):.2f}" in page
    assert [(face.colour.value, face.number) for face in scenario.die] == [
        *(("black", number) for number in (1, 2, 3)),
        *(("red", number) for number in (4, 5, 6)),
    ]
    assert "black 1, 2, 3 and red 4, 5, 6" in page


def test_the_page_tells_what_was_wrong_with_version_2():
    old = load_scenario("extended-2")
    board = old.board
    into = Counter(board.district_of[order.to] for order in old.orders.values())
    pairs = {(board.district_of[order.start], board.district_of[order.to]) for order in old.orders.values()}
    page = " ".join(PAGE.read_text("utf-8").split())
    assert (into["mokotow"], into["stare-miasto"], into["powisle-czerniakow"]) == (13, 13, 10)
    assert f"{13 + 13 + 10} of 42 orders led into three districts" in page
    assert f"only {len(pairs)} of the 42 ordered pairs" in page


def test_a_patrol_can_deliver_to_as_many_districts_as_a_goal_asks_for():
    scenario = load_scenario("extended-3")
    reachable = {scenario.board.district_of[order.to] for order in scenario.orders.values()}
    assert max(goal.districts for goal in scenario.goals.values()) <= len(reachable)
