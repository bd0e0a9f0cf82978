"""The calibration of Bitwa Warszawska: what it measures, how it judges, and that it goes on where it was."""

import pytest

from mali_powstancy.lab import simulate
from tools import calibrate_bitwa as calibrate
from tools.calibrate_bitwa import CELLS, PAGE, Counted, Meeting

PAIR = Meeting("planner", "planner", 2)
GOOD = Meeting("strong", "strong", 2)
CHANCE = Meeting("random", "planner", 2)
ALONE = (Meeting("planner", "planner", 3, "WP"), Meeting("planner", "planner", 3, "ACz"))


def made_up(cell: Meeting, **changes) -> Counted:
    """2,000 games that reach every goal, but for what is said."""
    found = Counted(
        cell,
        games=2_000,
        wins=(1_000, 1_000) if cell.is_equal else (10, 1_990),
        first_wins=1_000,
        rounds={6: 1_000, 8: 1_000},
        cards={55: 1_000, 61: 1_000},
        early={0: 1_000, 1: 1_000},
        fights=40_000,
        tied=4_000,
        actions={kind: {4 * cell.players: 2_000} for kind in calibrate.KINDS},
        used={"a": 900, "b": 800},
        won={"a": 450, "b": 390},
    )
    return found._replace(**changes)


def judged(*results: Counted) -> dict[str, tuple[str, str]]:
    return {line.what: (line.kept, line.reached) for line in calibrate.lines(results)}


def test_what_reaches_all_goals_is_judged_so():
    verdicts = judged(made_up(PAIR), made_up(CHANCE), *map(made_up, ALONE))
    assert {kept for kept, _ in verdicts.values()} == {"yes"}
    assert verdicts["planner-2: WP wins"] == ("yes", "yes")
    assert verdicts["random-planner-2: planner wins"] == ("yes", "")
    assert "planner-3-two-WP: WP wins" not in verdicts
    assert verdicts["3 players: who is alone wins"] == ("yes", "yes")
    assert judged(made_up(GOOD))["strong-2: WP wins"] == ("yes", "open")


@pytest.mark.parametrize(
    ("changes", "what", "verdict"),
    [
        ({"wins": (1_200, 800)}, "planner-2: WP wins", ("no", "no")),
        ({"wins": (880, 1_120)}, "planner-2: WP wins", ("open", "no")),
        ({"first_wins": 1_150}, "planner-2: first initiative wins", ("no", "no")),
        ({"rounds": {10: 2_000}}, "planner-2: rounds", ("no", "no")),
        ({"rounds": {6: 1_900, 13: 100}}, "planner-2: games of 13 rounds", ("no", "")),
        ({"cards": {40: 2_000}}, "planner-2: cards used", ("no", "")),
        ({"wins": (950, 950)}, "planner-2: undecided", ("no", "")),
        ({"tied": 9_000}, "planner-2: fronts tied", ("no", "")),
        ({"early": {2: 2_000}}, "planner-2: early battles", ("no", "")),
        ({"actions": {kind: {1: 2_000} for kind in calibrate.KINDS}}, "planner-2: markers, a player", ("yes", "")),
        ({"actions": {kind: {1: 2_000} for kind in calibrate.KINDS}}, "planner-2: bids, a player", ("no", "")),
        ({"used": {"a": 900, "b": 100}, "won": {"a": 450, "b": 50}}, "planner-2: least played, b", ("no", "no")),
        ({"won": {"a": 600, "b": 390}}, "planner-2: most often with the winner, a", ("no", "no")),
    ],
)
def test_what_misses_a_target_is_judged_so(changes, what, verdict):
    assert judged(made_up(PAIR, **changes))[what] == verdict


def test_the_camp_of_one_counts_over_both_armies():
    found = [made_up(ALONE[0], wins=(700, 1_300)), made_up(ALONE[1], wins=(1_300, 700))]
    assert calibrate.alone_wins(found).value == 0.65
    assert judged(*found)["3 players: who is alone wins"] == ("no", "no")
    assert "3 players: who is alone wins" not in judged(found[0])


def test_games_become_counts():
    games = simulate(6, ["random", "random"], "bitwa-short", seed=2)
    found = calibrate.measured(Meeting("random", "random", 2), games)
    assert (found.games, sum(found.rounds.values())) == (6, 6)
    assert found.wins[0] == sum(row.winners == (0,) for row in games)
    assert found.first_wins == sum(row.winners == (row.first,) for row in games)
    assert sum(found.used.values()) == len({(row.game, use.card) for row in games for use in row.uses})
    assert {*found.used} == {*games.scenario.cards}
    assert found.won["wp-olk"] == sum(0 in row.winners for row in games if any(u.card == "wp-olk" for u in row.uses))


def test_a_run_goes_on_and_writes_the_page(tmp_path, monkeypatch, capsys):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{calibrate.BEGIN}\nold\n{calibrate.END}\nafter\n", "utf-8")
    monkeypatch.setattr(calibrate, "PAGE", page)
    monkeypatch.setattr(calibrate, "SCENARIO", "bitwa-short")
    monkeypatch.setattr(calibrate, "CELLS", (Meeting("random", "planner", 2), Meeting("random", "random", 3, "ACz")))
    assert calibrate.main(["--results", str(tmp_path), "--games", "1", "--scenario", "bitwa-short"]) in (0, 1)
    kept = {path: path.read_bytes() for path in tmp_path.glob("*.jsonl")}
    assert len(kept) == 2
    assert '"setup":{"pair":"ACz"}' in b"".join(kept.values()).decode().replace(" ", "")
    told = capsys.readouterr().out
    arguments = ["--results", str(tmp_path), "--games", "1", "--scenario", "bitwa-short", "--write"]
    assert calibrate.main(arguments) in (0, 1)
    assert capsys.readouterr().out == told
    assert {path: path.read_bytes() for path in tmp_path.glob("*.jsonl")} == kept
    assert page.read_text("utf-8") == f"before\n{calibrate.BEGIN}\n\n{told.rstrip()}\n\n{calibrate.END}\nafter\n"
    for wrong in (["--cells", "nobody"], ["--games", "0"], ["--cells", "random-planner-2", "--write"]):
        with pytest.raises(SystemExit):
            calibrate.main(wrong)


def test_the_page_has_a_line_for_every_cell():
    block = PAGE.read_text("utf-8").partition(calibrate.BEGIN)[2].partition(calibrate.END)[0]
    lines = [line for line in block.splitlines() if line.startswith("| ")]
    for cell in CELLS:
        assert any(line.startswith(f"| {cell} |") for line in lines), cell
