"""The table of how often bots win together."""

import pytest

from tools import strength_wiarusi as strength
from tools.strength_wiarusi import PAGE, TABLES, Series

FEW = (Series("random", "standard", 3, 4), Series("careful", "beginner", 2, 6))


def test_a_line_tells_of_each_table():
    text = strength.report([(FEW[0], ["loss-morale 2"] * 3 + ["loss-knocks 6"]), (FEW[1], ["win 5", "win 7"])])
    assert "| `random` | standard, 3 | 4 | 0.0 % (0.0 to 49.0) | 25 % | 75 % | 3.0 |" in text
    assert "| `careful` | beginner, 2 | 2 | 100.0 % (34.2 to 100.0) | 0 % | 0 % | 6.0 |" in text
    assert f"Games of seed 44. The first ones have the fingerprint {strength.sampled(FEW)}." in text


def test_games_are_played_once_and_an_interrupted_run_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(strength, "TABLES", FEW)
    assert strength.main(["--results", str(tmp_path), "--games", "2"]) == 0
    first = {path.name: path.read_text("utf-8") for path in tmp_path.rglob("*.txt")}
    assert {name: len(text.splitlines()) for name, text in first.items()} == dict.fromkeys(first, 2)
    assert strength.main(["--results", str(tmp_path)]) == 0
    whole = {path.name: path.read_text("utf-8") for path in tmp_path.rglob("*.txt")}
    assert [len(whole[f"{table}.txt"].splitlines()) for table in FEW] == [4, 6]
    assert all(whole[name].startswith(text) for name, text in first.items())
    told = capsys.readouterr().out
    monkeypatch.setattr(strength, "end_of", lambda *_: pytest.fail("played again"))
    assert strength.main(["--results", str(tmp_path)]) == 0
    assert capsys.readouterr().out in told


def test_the_whole_table_is_written_into_the_page(tmp_path, monkeypatch, capsys):
    page = tmp_path / "bots.md"
    page.write_text(f"before\n{strength.BEGIN}\nold\n{strength.END}\nafter\n", "utf-8")
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "TABLES", FEW)
    assert strength.main(["--results", str(tmp_path), "--write"]) == 0
    text = page.read_text("utf-8")
    assert text.startswith(f"before\n{strength.BEGIN}\n\n| bot")
    assert text.endswith(f"{strength.END}\nafter\n")
    assert capsys.readouterr().out.strip() in text
    for arguments in (["--games", "0"], ["--games", "4", "--write"]):
        with pytest.raises(SystemExit):
            strength.main(arguments)


def test_an_interrupted_run_writes_nothing(tmp_path, monkeypatch, capsys):
    def interrupted(*_: object) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(strength, "TABLES", FEW)
    monkeypatch.setattr(strength, "results", interrupted)
    assert strength.main(["--results", str(tmp_path)]) == 130
    assert "goes on where it was" in capsys.readouterr().err


def test_the_page_has_a_line_for_every_table():
    block = PAGE.read_text("utf-8").partition(strength.BEGIN)[2].partition(strength.END)[0]
    lines = [line for line in block.splitlines() if line.startswith("| `")]
    assert len(lines) == len(TABLES)
    for line, one in zip(lines, TABLES, strict=True):
        assert line.startswith(f"| `{one.bot}` | {one.level}, {one.players} | {one.games:,} |")


@pytest.mark.slow
def test_the_bots_still_play_as_they_did():
    """If not, the page tells of other bots: `make strength` writes it anew."""
    assert strength.sampled() in PAGE.read_text("utf-8"), "they play otherwise now: make strength"
