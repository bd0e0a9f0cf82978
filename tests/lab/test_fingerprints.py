import sys
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

import mali_powstancy
from mali_powstancy.lab.fingerprints import code_of, fingerprint
from tests.lab import odd_bots


def test_the_fingerprint_changes_with_the_source_of_a_bot(tmp_path, monkeypatch):
    for folder in ("bots", "engine/rules", "wiarusi/bots", "wiarusi/texts", "tabletop"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "__init__.py").touch()
    monkeypatch.setattr(mali_powstancy, "__file__", str(tmp_path / "__init__.py"))
    seen, other = {fingerprint()}, {fingerprint(game_id="wiarusi")}
    for name, text in (("bots/a.py", "a = 1\n"), ("bots/a.py", "a = 2\n"), ("engine/rules/b.py", "b = 1\n")):
        (tmp_path / name).write_text(text, "utf-8")
        assert fingerprint() not in seen
        seen.add(fingerprint())
    assert fingerprint(game_id="wiarusi") in other  # it is another game
    for name in ("wiarusi/bots/a.py", "wiarusi/c.py"):
        (tmp_path / name).write_text("a = 1\n", "utf-8")
        assert fingerprint(game_id="wiarusi") not in other
        other.add(fingerprint(game_id="wiarusi"))
    (tmp_path / "wiarusi/texts/a.py").write_text("words = 1\n", "utf-8")  # what is said changes no game
    (tmp_path / "bots/a.py").write_bytes(b"a = 2\r\n")  # as some systems store it
    assert fingerprint() in seen
    assert fingerprint(game_id="wiarusi") in other
    (tmp_path / "tabletop/playing.py").write_text("asked = 1\n", "utf-8")  # by it all bots are asked
    assert fingerprint() not in seen
    assert fingerprint(game_id="wiarusi") not in other


def test_an_own_bot_counts_with_the_file_of_its_maker():
    assert code_of(["random", "greedy"]) == code_of(["planner"]) == fingerprint()
    assert code_of(["random"], "wiarusi") == fingerprint(game_id="wiarusi") != fingerprint()
    own = fingerprint([Path(odd_bots.__file__)])
    assert code_of([odd_bots.plain, "random"]) == code_of([partial(odd_bots.plain)]) == own != fingerprint()


@pytest.mark.parametrize("code", ["def Own(): ...", "class Own: ..."])
def test_a_bot_that_stands_in_no_file_may_be_another_one_tomorrow(code, monkeypatch):
    cell = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", cell)
    exec(compile(code, "<a cell>", "exec"), cell.__dict__)
    for maker in (cell.Own, partial(cell.Own)):
        with pytest.raises(ValueError, match=r"games of Own cannot be kept in a file.* write the bot into a \.py"):
            code_of(["random", maker])


def test_what_is_no_function_stands_in_no_file():
    with pytest.raises(ValueError, match="games of __next__ cannot be kept in a file"):
        code_of([iter([]).__next__])
