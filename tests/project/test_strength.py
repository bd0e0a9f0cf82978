"""The table of how strong the bots are."""

import pytest

from mali_powstancy.lab import Standings, tournament
from tools import strength
from tools.strength import MARKS, PAGE, PAIRINGS, Pairing


@pytest.fixture(scope="module")
def found() -> list[tuple[Pairing, Standings]]:
    pairings = (
        Pairing("short-1", 2, "greedy", "random", 20, 1),
        Pairing("short-1", 4, "random", "greedy", 4, 1),
        Pairing("short-1", 2, "easy", "medium", 4, 1),
    )
    return [(one, tournament([one.one, one.other], one.games, one.scenario, one.players)) for one in pairings]


def test_a_line_tells_of_each_match(found):
    text = strength.report(found)
    assert text.count("\n| `short-1`, ") == 3
    match = found[0][1].matches[0]
    line = next(line for line in text.splitlines() if line.startswith("| `short-1`, 2 | greedy against random | 20 |"))
    assert f"{match.lead.value:+.2f} ({match.lead.low:.2f} to {match.lead.high:.2f}) |" in line
    assert "| `short-1`, 4 (two of each) | random against greedy | 4 |" in text


def test_an_interval_that_holds_zero_is_named(found):
    assert "These intervals include zero: " in strength.report(found)
    assert "easy against medium in `short-1`" in strength.report(found[2:])
    assert "No interval includes zero." in strength.report(found[:1])
    assert "Games of seed 8. Their first deals have the fingerprint " in strength.report(found[:1])


def test_games_are_played_once(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(strength, "PAIRINGS", (Pairing("short-1", 2, "greedy", "random", 6, 1),))
    assert strength.main(["--results", str(tmp_path)]) == 0
    files = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert len(files) == 2
    told = capsys.readouterr().out
    assert strength.main(["--results", str(tmp_path)]) == 0
    assert capsys.readouterr().out == told
    assert files == {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}


def test_the_whole_table_is_written_into_the_page(tmp_path, monkeypatch, capsys):
    page = tmp_path / "bots.md"
    page.write_text(f"before\n{strength.BEGIN}\nold\n{strength.END}\nafter\n", "utf-8")
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "PAIRINGS", (Pairing("short-1", 2, "greedy", "random", 6, 1),))
    assert strength.main(["--results", str(tmp_path), "--write"]) == 0
    text = page.read_text("utf-8")
    assert text.startswith(f"before\n{strength.BEGIN}\n\n| scenario")
    assert text.endswith(f"{strength.END}\nafter\n")
    assert capsys.readouterr().out.strip() in text
    for arguments in (["--games", "0"], ["--games", "4", "--write"]):
        with pytest.raises(SystemExit):
            strength.main(arguments)


def test_an_interrupted_run_writes_nothing(monkeypatch, capsys, found):
    monkeypatch.setattr(strength, "met", lambda *_: found[0][1]._replace(complete=False))
    assert strength.main([]) == 130
    assert "goes on where it was" in capsys.readouterr().err


@pytest.mark.parametrize("game_id", MARKS)
def test_the_page_has_a_line_for_every_match(game_id):
    begin, end = MARKS[game_id]
    block = PAGE.read_text("utf-8").partition(begin)[2].partition(end)[0]
    lines = [line for line in block.splitlines() if line.startswith("| `")]
    pairings = [pairing for pairing in PAIRINGS if pairing.game_id == game_id]
    assert pairings
    for line, one in zip(lines, pairings, strict=True):
        assert f"`{one.scenario}`, {one.players}" in line
        assert f"| {one} | {one.games} |" in line


@pytest.mark.slow
@pytest.mark.parametrize("game_id", MARKS)
def test_the_bots_still_meet_as_they_did(game_id):
    """If not, the page tells of other bots: `make strength` writes it anew."""
    pairings = [pairing for pairing in PAIRINGS if pairing.game_id == game_id]
    assert strength.sampled(pairings) in PAGE.read_text("utf-8"), "they play otherwise now: make strength"
