"""Storage: what was written is there, whatever happens while it is written."""

import errno
import os
import signal
import stat
import subprocess
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.tabletop import storage as storage_module
from mali_powstancy.tabletop.notices import told
from mali_powstancy.tabletop.page_storage import PageShelf, PageStorage
from mali_powstancy.tabletop.storage import FileStorage, MemoryStorage, Storage, StorageError, StorageFault
from mali_powstancy.texts import texts_for

KEYS = [
    "game",
    "Game",
    "GAME",
    "lesson 1",
    "lesson-1",
    "../game",
    "a/b",
    "",
    ".",
    "con",
    "żółw",
    "x" * 999,
    "\0",
    "~",
]
TEXTS = ["", "MP1.ABC", "Śródmieście\r\nWola\n\r", "\ufeffx", "x" * 100_000]


@pytest.fixture(params=["files", "memory", "page", "shelf of a page"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    kinds: dict[str, Storage] = {
        "files": FileStorage(tmp_path / "saves" / "of mine"),
        "memory": MemoryStorage(),
        "page": PageStorage(),
        "shelf of a page": PageShelf(PageStorage(), "rules"),
    }
    return kinds[request.param]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


# --- every storage


def test_nothing_is_there_before_something_is_written(storage):
    assert storage.read("game") is None
    storage.remove("game")
    storage.check()


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: repr(text[:20]))
def test_a_text_is_read_as_it_was_written(storage, text):
    storage.write("game", text)
    assert storage.read("game") == text


def test_the_last_text_counts(storage):
    storage.write("game", "a long first text")
    storage.write("game", "second")
    assert storage.read("game") == "second"


def test_a_removed_text_is_gone_and_can_be_written_again(storage):
    storage.write("game", "text")
    storage.remove("game")
    assert storage.read("game") is None
    storage.write("game", "new")
    assert storage.read("game") == "new"


def test_keys_do_not_share_a_text(storage):
    for key in KEYS:
        storage.write(key, f"text of {key}")
    assert [storage.read(key) for key in KEYS] == [f"text of {key}" for key in KEYS]
    storage.remove("game")
    assert [key for key in KEYS if storage.read(key) is None] == ["game"]


# --- files


def test_a_text_is_there_for_the_next_program(tmp_path):
    FileStorage(tmp_path).write("game", "text")
    assert FileStorage(tmp_path).read("game") == "text"
    assert names(tmp_path) == ["game.mpsave"]


def test_the_folder_is_made_when_something_is_written_and_not_before(tmp_path):
    storage = FileStorage(tmp_path / "saves" / "deep")
    storage.check()
    storage.read("game")
    storage.remove("game")
    assert names(tmp_path) == []
    storage.write("game", "text")
    storage.check()
    assert names(tmp_path) == ["deep", "game.mpsave", "saves"]


def test_a_folder_is_checked_where_the_program_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    storage = FileStorage(Path("saves"))
    storage.check()
    storage.write("game", "text")
    assert (tmp_path / "saves" / "game.mpsave").read_bytes() == b"text"


@given(st.lists(st.text() | st.sampled_from(KEYS), unique=True, max_size=3))
def test_every_key_has_a_file_name_of_its_own_that_every_system_allows(keys):
    storage = FileStorage(Path("saves"))
    found = [storage.path(key).name for key in keys]
    # Some systems take small and capital letters, or a letter and its parts, for the same.
    assert len({unicodedata.normalize("NFKD", name).casefold() for name in found}) == len(keys)
    for name in found:
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-~.")
        assert len(name) <= 80
        assert not name.startswith(".")
        assert name.removesuffix(".mpsave") not in {"con", "prn", "aux", "nul", "com1", "lpt1"}


def test_a_plain_key_can_be_recognised_by_its_file():
    storage = FileStorage(Path("saves"))
    assert storage.path("board-2").name == "board-2.mpsave"
    assert storage.path("Lekcja 2/gra").name.startswith("lekcja-2-gra~")


def test_a_key_that_its_file_does_not_tell_is_noted_once(tmp_path):
    for _ in range(2):
        storage = FileStorage(tmp_path)
        for key in ("Lekcja 2/gra", "board-2"):
            storage.read(key)
            for text in ("one", "two"):
                storage.write(key, text)
    assert (tmp_path / "keys.txt").read_text("utf-8") == "Lekcja 2/gra\n"
    assert storage.noted_keys() == ["Lekcja 2/gra"]
    storage.remove("Lekcja 2/gra")
    assert storage.noted_keys() == []


@pytest.mark.parametrize(
    "spoilt",
    [b"Lekcja \xff2/gra\n{}", b"{}\xff\xfe", b"\xef\xbb\xbf{}\xc5\n", b"half a line \xc5", b"\r\n\r\n{}half"],
    ids=["another line", "behind the last one", "with a mark at the start", "only a bad byte", "a cut-off line"],
)
def test_a_bad_byte_among_the_noted_keys_spoils_its_own_line_alone(tmp_path, spoilt):
    storage = FileStorage(tmp_path)
    keys = ["Lekcja 2/gra", "Lekcja 3/gra"]
    for key in keys:
        storage.write(key, f"text of {key}")
    noted = b"".join(f"{key}\n".encode() for key in keys)
    (tmp_path / "keys.txt").write_bytes(spoilt.replace(b"{}", noted))
    if b"{}" in spoilt:
        assert storage.noted_keys() == keys
    for key in [*keys, "Lekcja 4/gra"]:
        another = FileStorage(tmp_path)
        another.read(key)  # only what one has seen is written over
        another.write(key, "new")  # what was lost is noted again, and nothing twice
    assert storage.noted_keys() == [*keys, "Lekcja 4/gra"]
    content = (tmp_path / "keys.txt").read_bytes()
    assert content.startswith(spoilt.replace(b"{}", noted)), "a line is never changed"
    assert content.count(b"Lekcja 3/gra\n") == 1


# --- when it goes wrong


def refused(storage: FileStorage, fault: StorageFault) -> list[StorageError]:
    """The errors of all methods that fail like this."""
    reading: list[Callable[[], object]] = [lambda: storage.read("game")]
    writing: list[Callable[[], object]] = [storage.check, lambda: storage.write("game", "text")]
    caught = []
    for action in reading if fault is StorageFault.UNREADABLE else writing:
        with pytest.raises(StorageError) as error:
            action()
        caught.append(error.value)
    return caught


@pytest.mark.parametrize("fault", [StorageFault.UNREADABLE, StorageFault.UNWRITABLE])
def test_a_file_in_place_of_the_folder_is_told_with_the_name_of_the_folder(tmp_path, fault):
    folder = tmp_path / "saves"
    folder.write_text("no folder")
    for place in (folder, folder / "deep"):
        for error in refused(FileStorage(place), fault):
            assert isinstance(error, OSError)
            assert (error.fault, error.place) == (fault, str(place))
            assert str(error) == f"{fault} ({place})"
            assert error.__cause__ is not None
    with pytest.raises(StorageError):
        FileStorage(folder).remove("game")
    assert folder.read_text() == "no folder"


def test_what_is_no_text_is_refused_and_stays(tmp_path):
    storage = FileStorage(tmp_path)
    storage.path("game").write_bytes(b"MP1.\xff\xfe")
    refused(storage, StorageFault.UNREADABLE)
    assert storage.path("game").read_bytes() == b"MP1.\xff\xfe"


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    storage = FileStorage(tmp_path)
    storage.path("game").mkdir()
    refused(storage, StorageFault.UNREADABLE)
    with pytest.raises(StorageError):
        storage.write("game", "text")
    with pytest.raises(StorageError):
        storage.remove("game")
    assert names(tmp_path) == ["game.mpsave"]


def test_a_huge_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(storage_module, "LARGEST_FILE", 100)
    storage = FileStorage(tmp_path)
    storage.write("game", "x" * 100)
    assert storage.read("game") == "x" * 100
    storage.path("game").write_text("x" * 101)
    refused(storage, StorageFault.UNREADABLE)


def test_a_text_that_cannot_be_written_leaves_the_old_one(tmp_path):
    storage = FileStorage(tmp_path)
    storage.write("game", "old")
    with pytest.raises(StorageError):
        storage.write("game", "half a letter: \ud800")
    assert storage.read("game") == "old"
    assert names(tmp_path) == ["game.mpsave"]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can get larger than this, as if the disk were full; that holds for the administrator too."""
    import resource  # late: Windows has no such limit, and only this test needs it

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_and_the_old_text_is_there(tmp_path):
    storage = FileStorage(tmp_path)
    storage.write("game", "old")
    with room_for(1_000):
        with pytest.raises(StorageError):
            storage.check()
        with pytest.raises(StorageError) as caught:
            storage.write("game", "x" * 5_000)
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.EFBIG
    assert storage.read("game") == "old"
    assert names(tmp_path) == ["game.mpsave"]


@pytest.mark.parametrize("moment", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.EIO, "broken"), KeyboardInterrupt()], ids=["broken", "interrupted"])
def test_a_write_that_is_broken_off_leaves_the_old_text_and_no_rubbish(tmp_path, monkeypatch, moment, error):
    storage = FileStorage(tmp_path)
    storage.write("game", "old")

    def fail(*arguments: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os if moment == "fsync" else Path, moment, fail)
        with pytest.raises(StorageError if isinstance(error, OSError) else KeyboardInterrupt):
            storage.write("game", "new")
    assert storage.read("game") == "old"
    assert names(tmp_path) == ["game.mpsave"]


def test_the_folder_is_synced_once_the_new_text_is_in_its_place(tmp_path, monkeypatch):
    storage, synced = FileStorage(tmp_path / "saves" / "deep"), []

    def note(opened: int, real: Callable[[int], None] = os.fsync) -> None:
        if stat.S_ISDIR(os.fstat(opened).st_mode):
            synced.append((os.fstat(opened).st_ino, storage.path("game").exists() and storage.read("game")))
        real(opened)

    monkeypatch.setattr(os, "fsync", note)
    storage.write("game", "first")
    above = [(folder.stat().st_ino, False) for folder in (tmp_path / "saves", tmp_path)]
    inside = storage.folder.stat().st_ino
    assert synced == [*above, (inside, "first")]  # new folders last too
    storage.write("game", "second")
    assert synced[3:] == [(inside, "second")]


def test_a_folder_that_cannot_be_synced_is_no_trouble(tmp_path, monkeypatch):
    def refuse(opened: int, real: Callable[[int], None] = os.fsync) -> None:
        if stat.S_ISDIR(os.fstat(opened).st_mode):
            raise OSError(errno.EINVAL, "no such thing here")
        real(opened)

    monkeypatch.setattr(os, "fsync", refuse)
    FileStorage(tmp_path).write("game", "text")
    assert FileStorage(tmp_path).read("game") == "text"


@pytest.mark.parametrize("hours", [-3, 3], ids=["left before", "left when the clock was wrong"])
def test_parts_that_a_killed_program_left_are_removed_and_nothing_else(tmp_path, hours):
    left = {"game.mpsave.123.part", "board-2.mpsave.99999.part"}
    others = {"my.part", "game.mpsave.mine.part", "mine.toml.123.part", "game.mpsave.part"}
    for name in (*left, *others, "now.mpsave.77.part"):
        (tmp_path / name).write_text("half")
        if not name.startswith("now"):  # this one is just being written by another program
            os.utime(tmp_path / name, (time.time() + hours * 3600,) * 2)
    FileStorage(tmp_path).write("game", "text")
    assert set(names(tmp_path)) == {*others, "now.mpsave.77.part", "game.mpsave"}


WRITER = """
import sys
from pathlib import Path
from mali_powstancy.tabletop.storage import FileStorage, StorageError, StorageFault
storage = FileStorage(Path(sys.argv[1]))

def write(letter):
    try:
        storage.take_over("game")  # whatever the other program has written
        storage.write("game", letter * 300_000)
    except StorageError as error:
        if error.fault is not StorageFault.ELSEWHERE:
            raise

write("a")
print("begun", flush=True)
while True:
    write("b")
    write("a")
"""


@pytest.mark.parametrize("milliseconds", [0, 7, 23])
def test_a_program_that_is_killed_while_it_writes_leaves_a_whole_text(tmp_path, milliseconds):
    with subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline().strip() == b"begun"
        time.sleep(milliseconds / 1000)
        writer.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    storage = FileStorage(tmp_path)
    assert storage.read("game") in {"a" * 300_000, "b" * 300_000}
    storage.write("game", "new")  # whatever was left over is not in the way
    assert storage.read("game") == "new"


def test_two_programs_that_write_at_once_leave_a_whole_text(tmp_path):
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE) for _ in range(2)
    ]
    try:
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline().strip() == b"begun"
        found = {FileStorage(tmp_path).read("game") for _ in range(50)}
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
    assert found <= {"a" * 300_000, "b" * 300_000}


def test_what_another_program_has_written_or_removed_since_is_not_written_over_until_somebody_says_so(tmp_path):
    one, other = FileStorage(tmp_path), FileStorage(tmp_path)
    one.write("game", "of one")
    assert other.read("game") == "of one"
    other.write("game", "of the other")
    for action in (lambda: one.write("game", "again of one"), lambda: one.remove("game")):
        with pytest.raises(StorageError) as error:
            action()
        assert error.value.fault is StorageFault.ELSEWHERE
    assert one.is_elsewhere("game")
    assert not other.is_elsewhere("game")
    assert other.read("game") == "of the other"
    one.take_over("game")
    one.write("game", "again of one")
    one.write("game", "and again")
    assert other.is_elsewhere("game")
    assert other.read("game") == "and again"
    other.remove("game")
    with pytest.raises(StorageError):
        one.write("game", "back again")
    assert names(tmp_path) == []


def test_nothing_is_written_over_what_was_never_looked_at(tmp_path):
    FileStorage(tmp_path).write("game", "of a program before")
    storage = FileStorage(tmp_path)
    with pytest.raises(StorageError) as error:
        storage.write("game", "text")
    assert error.value.fault is StorageFault.ELSEWHERE
    assert storage.read("game") == "of a program before"
    storage.write("game", "text")


# --- shelves


def test_a_shelf_tells_what_it_keeps_the_last_one_first(tmp_path):
    for shelf in (FileStorage(tmp_path / "saves", ".toml"), MemoryStorage()):
        assert shelf.keys() == []
        for moment, key in enumerate(("first", "second")):
            shelf.write(key, key)
            if isinstance(shelf, FileStorage):
                os.utime(shelf.path(key), (moment, moment))  # a clock may be too coarse for two files
        assert shelf.keys() == ["second", "first"]
        shelf.write("first", "again")
        assert shelf.keys() == ["first", "second"]
        shelf.remove("second")
        assert shelf.keys() == ["first"]


def test_the_last_text_is_the_first_of_the_shelf_also_after_the_clock_was_put_back(tmp_path):
    shelf = FileStorage(tmp_path, ".toml")
    shelf.write("first", "written while the clock was wrong")
    os.utime(shelf.path("first"), (time.time() + 90_000,) * 2)
    shelf.write("second", "written after it was put right")
    shelf.write("third", "the last one")
    assert shelf.keys() == ["third", "second", "first"]


def test_a_shelf_of_files_has_only_its_own_kind(tmp_path):
    saves, rules = FileStorage(tmp_path), FileStorage(tmp_path, ".toml")
    saves.write("game", "a save")
    rules.write("mine", "rules")
    rules.write("two words", "a name that cannot be read back")
    (tmp_path / "folder.toml").mkdir()
    assert rules.keys() == ["mine"]
    assert rules.file_name("mine") == f"{tmp_path.name}/mine.toml"
    assert saves.read("mine") is None


@pytest.mark.parametrize("text", ["half a letter: \ud83d", "ą" * (storage_module.LARGEST_FILE // 2 + 1)])
def test_a_text_that_could_not_be_read_again_is_refused_in_a_sentence_and_the_one_before_stays(tmp_path, text):
    for storage in (FileStorage(tmp_path), MemoryStorage()):
        storage.write("answer", "before")
        with pytest.raises(StorageError) as refused:
            storage.write("answer", text)
        assert storage.read("answer") == "before"
        for lang, word in (("pl", "Poprzedni zapis został"), ("en", "What you saved before is still there")):
            assert word in told(refused.value)(texts_for(lang))
