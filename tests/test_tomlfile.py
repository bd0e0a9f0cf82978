"""The reader of TOML files, whatever they are for: each way to be wrong has its fault, and all are raised together."""

import ast
from pathlib import Path

import pytest

from mali_powstancy.tabletop import scenario_file, tomlfile
from mali_powstancy.tabletop.tomlfile import LARGEST_FILE, LONGEST_LIST, Fault, FaultKind, FaultyFile, Reader

TABLE = {
    "id": "good-id",
    "bad": "No Id",
    "taken": "taken",
    "long": "x" * 121,
    "bell": "a\x07",
    "blank": " ",
    "number": 5,
    "flag": True,
    "names": ["b", "a"],
    "twice": ["a", "a"],
}


class Strict(Reader):
    reserved = ("taken",)
    named_by = (("id",), ("from", "to"))


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (lambda r: r.text(TABLE, "none", "it"), "it: missing (none)"),
        (lambda r: r.text(TABLE, "number", "it"), "it.number: wrong-type (5)"),
        (lambda r: r.text(TABLE, "long", "it"), "it.long: too-large (121)"),
        (lambda r: r.text(TABLE, "bell", "it"), "it.bell: not-printable (U+0007)"),
        (lambda r: r.name(TABLE, "it", "blank"), "it: missing (blank)"),
        (lambda r: r.slug(TABLE, "it", "bad"), "it.bad: bad-id (No Id)"),
        (lambda r: r.slug(TABLE, "it", "taken"), "it.taken: bad-id (taken)"),
        (lambda r: r.number(TABLE, "none", "it", 1, 9), "it: missing (none)"),
        (lambda r: r.number(TABLE, "flag", "it", 1, 9), "it.flag: wrong-type (True)"),
        (lambda r: r.number(TABLE, "number", "it", 6, 9), "it.number: out-of-range (5; 6..9)"),
        (lambda r: r.whole(None, "it", 6, 9), "it: missing"),
        (lambda r: r.numbers(3, "it", 1, 9), "it: wrong-type (3)"),
        (lambda r: r.numbers([1, 2], "it", 1, 9, length=3), "it: wrong-length (2; 3)"),
        (lambda r: r.numbers([1, 10], "it", 1, 9), "it[1]: out-of-range (10; 1..9)"),
        (lambda r: r.flag(TABLE, "number", "it"), "it.number: wrong-type (5)"),
        (lambda r: r.flag(TABLE, "none", "it"), "it: missing (none)"),
        (lambda r: r.one_of(TABLE, "id", "it", ["other"]), "it.id: unknown-name (good-id)"),
        (lambda r: r.some_of(TABLE, "names", "it", ["a", "c"]), "it.names: unknown-name (b)"),
        (lambda r: r.some_of(TABLE, "twice", "it", ["a", "b"]), "it.twice: duplicate (a)"),
        (lambda r: r.some_of(TABLE, "names", "it", ["a"]), "it.names: wrong-length (2; 1..1)"),
        (lambda r: r.table(None, "it", ()), "it: missing"),
        (lambda r: r.table([], "it", ()), "it: wrong-type (list of 0)"),
        (lambda r: r.table({"a": 1, "b": 2}, "it", ("a",)), "it: unknown-key ('b')"),
        (lambda r: r.each([{}] * (LONGEST_LIST + 1), "it", (), r.name), f"it: too-large ({LONGEST_LIST + 1})"),
        (lambda r: r.each([3], "it", (), r.name), "it[0]: wrong-type (3)"),
        (lambda r: r.each([{"id": "a"}], "it", ("id",), r.name), "it[0] a: missing (name)"),
        (lambda r: r.each([{"from": "a", "to": "b"}], "it", ("from", "to"), r.name), "it[0] a - b: missing (name)"),
        (lambda r: r.unique(["a", "b", "a"], "it"), "it: duplicate (a)"),
    ],
)
def test_what_is_wrong_is_one_fault_at_its_place(read, told):
    reader = Strict("my.toml")
    read(reader)
    assert [fault.told for fault in reader.faults] == [told]


def test_what_is_right_is_read():
    reader = Strict("my.toml")
    assert reader.slug(TABLE, "it") == "good-id"
    assert reader.number(TABLE, "number", "it", 5, 5) == 5
    assert reader.number(TABLE, "none", "it", 1, 9, default=3) == 3
    assert reader.flag(TABLE, "flag", "it")
    assert reader.some_of(TABLE, "names", "it", ["a", "b", "c"]) == ("a", "b")
    assert reader.one_of(TABLE, "id", "it", None) == "good-id"
    assert reader.origin(TABLE, "it") == "designed"
    reader.stop_at_faults()


def test_all_faults_are_raised_together():
    reader = Reader("my.toml")
    reader.fault("here", FaultKind.MISSING, "key")
    reader.fault("", "a sentence of its own")
    with pytest.raises(FaultyFile) as caught:
        reader.stop_at_faults()
    assert str(caught.value) == "my.toml: here: missing (key)\nmy.toml: a sentence of its own"
    assert caught.value.faults[0] == Fault("my.toml", "here", FaultKind.MISSING, "key")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("a = ", FaultKind.UNREADABLE), ("[" * 100_000, FaultKind.UNREADABLE)]
    + [(text, FaultKind.TOO_LARGE) for text in ("#" * (LARGEST_FILE + 1), "a" + ".a" * 2_001)],
)
def test_a_text_that_cannot_be_read_is_refused_at_once(text, kind):
    with pytest.raises(FaultyFile) as caught:
        Reader("my.toml").parsed(text)
    assert [(fault.item, fault.kind) for fault in caught.value.faults] == [("file", kind)]


def test_a_file_is_opened_or_refused(tmp_path):
    path = tmp_path / "my.toml"
    path.write_bytes("\ufeffa = 'ł'".encode())
    reader = Reader(str(path))
    assert reader.parsed(reader.opened()) == {"a": "ł"}
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FaultyFile, match="file: unreadable"):
        reader.opened()


@pytest.mark.parametrize("module", [tomlfile, scenario_file])
def test_the_reader_knows_no_game_and_needs_the_standard_library_only(module):
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name for name in imported if name.startswith("mali_powstancy")} <= {"mali_powstancy.tabletop.tomlfile"}
