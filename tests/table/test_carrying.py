"""A file of saves carries them between browser and folder, and takes away nothing that is there."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.tabletop.carrying import (
    LARGEST_BUNDLE,
    BundleError,
    BundleFault,
    Carried,
    as_bundle,
    in_bundle,
    put_into,
    saves_of,
)
from mali_powstancy.tabletop.storage import LARGEST_FILE, NOTES, FileStorage, StorageError

WHEN = datetime(2026, 11, 17, 4, 5, 6, 789_000, UTC)
GAME, ANSWER, RULES = "04-we-play board 1", "01-letters exercise 01-a", "rules/my-rules"
SAVES = {
    GAME: Carried("MP1.ABC", WHEN),
    ANSWER: Carried('{"draft": ["ąę"]}', None),
    RULES: Carried('id = "my-rules"\n', WHEN),
    "just-play": Carried("MP1.DEF", WHEN),
    "../../odd/KEY żółw": Carried("", None),
}


def bundle(**changed: Any) -> str:
    whole = {"format": "mali-powstancy-saves", "version": 1, "saves": {"a": {"text": "x", "when": None}}}
    return json.dumps(whole | changed)


# --- the file


def test_the_file_is_the_one_that_the_site_writes():
    written = json.loads(as_bundle({GAME: SAVES[GAME], ANSWER: SAVES[ANSWER]}))
    assert written == {
        "format": "mali-powstancy-saves",
        "version": 1,
        "saves": {
            GAME: {"text": "MP1.ABC", "when": "2026-11-17T04:05:06.789Z"},
            ANSWER: {"text": '{"draft": ["ąę"]}', "when": None},
        },
    }


def test_saves_come_back_from_the_file():
    assert in_bundle(as_bundle(SAVES)) == SAVES


@pytest.mark.parametrize("when", [None, 7, "", "yesterday", "2026-13-01", [], "9" * 5_000])
def test_a_time_that_is_none_is_no_obstacle(when):
    assert in_bundle(bundle(saves={"a": {"text": "x", "when": when}})) == {"a": Carried("x", None)}


@pytest.mark.parametrize("hour", ["04:05:06.789Z", "05:05:06.789+01:00", "04:05:06.789"])
def test_a_time_is_read_in_any_zone(hour):
    assert in_bundle(bundle(saves={"a": {"text": "x", "when": f"2026-11-17T{hour}"}}))["a"].when == WHEN


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("", BundleFault.NOT_OURS),
        ("MP1.ABC", BundleFault.NOT_OURS),
        ("[" * 200_000, BundleFault.NOT_OURS),
        ("7", BundleFault.NOT_OURS),
        (f'{{"version": {"9" * 5_000}}}', BundleFault.NOT_OURS),
        (" " * LARGEST_BUNDLE + bundle(), BundleFault.NOT_OURS),
        (bundle() + " " * LARGEST_BUNDLE, BundleFault.TOO_LARGE),
        (bundle(saves={"a": {"text": "x" * (LARGEST_FILE + 1)}}), BundleFault.NOT_OURS),
        (bundle(format="other"), BundleFault.NOT_OURS),
        (bundle(version="1"), BundleFault.NOT_OURS),
        (bundle(version=True), BundleFault.NOT_OURS),
        (bundle(version=0), BundleFault.NOT_OURS),
        (bundle(version=2), BundleFault.TOO_NEW),
        (bundle(saves=[]), BundleFault.NOT_OURS),
        (bundle(saves={"a": "x"}), BundleFault.NOT_OURS),
        (bundle(saves={"a": {"text": 7}}), BundleFault.NOT_OURS),
        (bundle(saves={"a": {"text": "\ud800"}}), BundleFault.NOT_OURS),
        (bundle(saves={"a": {"text": "ą" * LARGEST_FILE}}), BundleFault.TOO_LARGE),
        (bundle(saves={"a" * 301: {"text": "x"}}), BundleFault.NOT_OURS),
        (bundle(saves={}), BundleFault.EMPTY),
        ('{"format": "mali-powstancy-saves", "version": 1}', BundleFault.EMPTY),
    ],
    ids=range(21),
)
def test_what_is_no_file_of_saves_is_refused(content, fault):
    with pytest.raises(BundleError) as refused:
        in_bundle(content)
    assert refused.value.fault is fault


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


like_saves = st.fixed_dictionaries({"text": json_values}, optional={"when": json_values})


@given(st.dictionaries(st.text(), json_values | like_saves))
def test_fuzz_whatever_is_in_the_file_it_is_read_or_refused(saves):
    try:
        found = in_bundle(bundle(saves=saves))
    except BundleError:
        return
    assert set(found) == set(saves)


# --- the folder


def test_all_saves_are_brought_into_a_folder_and_out_of_it(tmp_path):
    folder = tmp_path / "saves"
    taken = put_into(folder, SAVES)
    assert (taken.new, taken.same, taken.kept) == ([*SAVES], [], [])
    assert FileStorage(folder).read(GAME) == "MP1.ABC"
    assert FileStorage(folder, ".toml").keys() == ["my-rules"]
    assert (folder / "just-play.mpsave").is_file(), "a board opens it as a file"
    assert list(tmp_path.iterdir()) == [folder], "no key leads out of the folder"
    found, left_out = saves_of(folder)
    assert left_out == 0
    assert {key: text for key, (text, _) in found.items()} == {key: text for key, (text, _) in SAVES.items()}
    assert found[GAME].when == pytest.approx(WHEN, abs=datetime.resolution * 1000), "it was only carried"


def test_what_is_there_stays_unless_it_is_to_be_replaced(tmp_path):
    storage = FileStorage(tmp_path)
    storage.write(GAME, "newer")
    storage.write(ANSWER, SAVES[ANSWER].text)
    storage.path("just-play").write_bytes(b"\xff")
    taken = put_into(tmp_path, SAVES)
    assert (taken.same, taken.kept) == ([ANSWER], [GAME, "just-play"])
    assert storage.read(GAME) == "newer"
    taken = put_into(tmp_path, SAVES, replace=True)
    assert (taken.new, taken.kept) == ([GAME], ["just-play"])
    assert storage.read(GAME) == SAVES[GAME].text
    assert storage.path("just-play").read_bytes() == b"\xff", "what cannot be read stays always"


def test_the_rules_that_were_saved_last_are_the_last_ones_here_too(tmp_path):
    days = {"first": 5, "third": 20, "second": 10}
    put_into(tmp_path, {f"rules/{name}": Carried("x", WHEN.replace(day=day)) for name, day in days.items()})
    assert FileStorage(tmp_path, ".toml").keys() == ["third", "second", "first"]


def test_files_that_nobody_can_name_or_read_are_counted(tmp_path):
    storage = FileStorage(tmp_path)
    storage.write(GAME, "text")
    storage.write(ANSWER, "text")
    storage.path("broken").write_bytes(b"\xff")
    (tmp_path / NOTES).write_text(f"{GAME}\nnothing of this name\n{GAME}\n\n", "utf-8")
    found, left_out = saves_of(tmp_path)
    assert (set(found), left_out) == ({GAME}, 2)
    again = FileStorage(tmp_path)
    again.read(ANSWER)
    again.write(ANSWER, "a step in the lesson")
    assert saves_of(tmp_path)[1] == 1
    assert (tmp_path / NOTES).read_text("utf-8").count(GAME) == 2, "no line is changed"


@pytest.mark.parametrize("notes", [b"\xff\xfe", None])
def test_a_save_is_kept_also_where_its_key_cannot_be_noted(tmp_path, notes):
    path = tmp_path / NOTES
    path.mkdir() if notes is None else path.write_bytes(notes)
    storage = FileStorage(tmp_path)
    storage.write(GAME, "text")
    assert storage.read(GAME) == "text"
    assert saves_of(tmp_path)[0].keys() <= {GAME}


def test_an_empty_folder_and_one_that_is_missing_have_no_saves(tmp_path):
    assert saves_of(tmp_path) == ({}, 0)
    assert saves_of(tmp_path / "missing") == ({}, 0)


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    place: Path = tmp_path / "saves"
    place.write_text("a file")
    with pytest.raises(StorageError):
        put_into(place / "deep", {"a": Carried("x", None)})
    assert os.listdir(tmp_path) == ["saves"]


def test_a_file_that_nobody_could_read_again_is_not_made():
    many = {f"save-{number}": Carried("x" * (LARGEST_FILE - 1), None) for number in range(3)}
    with pytest.raises(BundleError) as refused:
        as_bundle(many)
    assert refused.value.fault is BundleFault.TOO_LARGE
