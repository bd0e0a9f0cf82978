from functools import partial
from pathlib import Path

import mali_powstancy
from mali_powstancy.lab.fingerprints import code_of, fingerprint
from tests.lab import odd_bots


def test_the_fingerprint_changes_with_the_source_of_a_bot(tmp_path, monkeypatch):
    for folder in ("bots", "engine/rules"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "__init__.py").touch()
    monkeypatch.setattr(mali_powstancy, "__file__", str(tmp_path / "__init__.py"))
    seen = {fingerprint()}
    for name, text in (("bots/a.py", "a = 1\n"), ("bots/a.py", "a = 2\n"), ("engine/rules/b.py", "b = 1\n")):
        (tmp_path / name).write_text(text, "utf-8")
        assert fingerprint() not in seen
        seen.add(fingerprint())
    (tmp_path / "bots/a.py").write_bytes(b"a = 2\r\n")  # as some systems store it
    assert fingerprint() in seen


def test_an_own_bot_counts_with_the_file_of_its_maker():
    assert code_of(["random", "greedy"]) == code_of(["planner"]) == fingerprint()
    own = fingerprint([Path(odd_bots.__file__)])
    assert code_of([odd_bots.plain, "random"]) == code_of([partial(odd_bots.plain)]) == own != fingerprint()
    exec(compile("def maker(): ...", "<a cell>", "exec"), cell := {})
    assert code_of([cell["maker"], iter([]).__next__]) == fingerprint()
