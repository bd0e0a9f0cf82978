import io
import tarfile

import pytest

from tests.unpacking import unpack


def archive_with(*members: tuple[str, bytes, str]) -> tarfile.TarFile:
    """An archive whose members have a name, a kind of `tarfile`, and what is in them or where they lead."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, kind, content in members:
            info = tarfile.TarInfo(name)
            info.type, info.mode = kind, 0o4777
            if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
                info.linkname = content
            else:
                info.size = len(content)
            archive.addfile(info, io.BytesIO(content.encode()))
    return tarfile.open(fileobj=io.BytesIO(made.getvalue()))


@pytest.fixture
def folder(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    return inside


def test_files_and_folders_come_out_as_they_are_without_special_rights(folder):
    with archive_with(
        ("a", tarfile.DIRTYPE, ""), ("a/b/run", tarfile.REGTYPE, "text"), ("c", tarfile.REGTYPE, "")
    ) as archive:
        unpack(archive, folder)
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} == {"a/b/run", "c"}
    assert (folder / "a/b/run").read_text() == "text"
    assert (folder / "a/b/run").stat().st_mode & 0o7777 == 0o755


FILE, LINK, HARD = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE


@pytest.mark.parametrize(
    "members",
    [
        [("../out", FILE, "x")],
        [("a/../../out", FILE, "x")],
        [("{folder}/../out", FILE, "x")],
        [("..\\out", FILE, "x")],
        [("C:/out", FILE, "x")],
        [("a", LINK, ".."), ("a/out", FILE, "x")],
        [("a", LINK, "{folder}/.."), ("a/out", FILE, "x")],
        [("a", HARD, "../secret")],
        [("a", LINK, "../secret")],
        [("a", tarfile.FIFOTYPE, "")],
        [("a", tarfile.CHRTYPE, "")],
        [("../made", tarfile.DIRTYPE, "")],
    ],
    ids=str,
)
def test_a_hostile_archive_is_refused_before_anything_is_written(folder, members):
    (folder.parent / "secret").write_text("secret")
    named = [(name.format(folder=folder), kind, content.format(folder=folder)) for name, kind, content in members]
    with archive_with(("good", FILE, "x"), *named) as archive, pytest.raises(ValueError, match="not to be unpacked"):
        unpack(archive, folder)
    assert list(folder.iterdir()) == []
    assert {path.name for path in folder.parent.iterdir()} == {"inside", "secret"}


def test_a_name_that_comes_twice_does_not_write_over_the_first(folder):
    with archive_with(("a", FILE, "one"), ("a", FILE, "two")) as archive, pytest.raises(FileExistsError):
        unpack(archive, folder)
    assert (folder / "a").read_text() == "one"
