"""Unpacking an archive without trusting it. Python's own `filter` for this is missing before 3.11.4."""

import tarfile
from pathlib import Path, PurePosixPath


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Write the files of an archive into an empty folder; raise `ValueError` if something in it does not belong there.

    Only plain files are written, so no link can lead a later one out of the folder. All names are read first: a hostile
    archive leaves nothing behind.
    """
    members = archive.getmembers()
    for member in members:
        name = PurePosixPath(member.name)
        is_inside = not name.is_absolute() and ".." not in name.parts and not {"\\", ":", "\0"} & set(member.name)
        if not is_inside or not (member.isfile() or member.isdir()):
            raise ValueError(f"{member.name!r} is not to be unpacked")
    for member in members:
        content = archive.extractfile(member)  # nothing for a folder
        if content is not None:
            path = folder / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(content.read())
            path.chmod(0o755 if member.mode & 0o100 else 0o644)
