"""Bring Pyodide, the Python of the browser, to this computer: the version that the site's kernel asks for."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import apt, site_env
from tools.site_env import BUILD

NEEDED = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)


class NoPyodide(apt.Missing):
    """Pyodide is not here and cannot be brought."""


def remedy() -> str:
    """The one command that brings npm to this system."""
    if sys.platform == "win32":
        return "winget install OpenJS.NodeJS.LTS"
    if sys.platform == "darwin":
        return "brew install node"
    return apt.command_for(["npm"]) if shutil.which("apt-get") else "sudo dnf install npm"


def find_npm() -> str:
    """The program npm, which fetches Pyodide."""
    return _find("npm")


def find_node() -> str:
    """The program node, which runs Pyodide outside a browser."""
    return _find("node")


def _find(program: str) -> str:
    """A program, installed first if it is missing and we may."""
    if not shutil.which(program):
        apt.install(["npm"])  # brings node along
    found = shutil.which(program)
    if found is None:
        raise NoPyodide(
            f"Potrzebny jest program {program}. Pomoże: {remedy()}",
            f"You need the program {program}. Try this: {remedy()}",
        )
    return found


def ensure_pyodide() -> Path:
    """The folder with Pyodide's files; fetched once, then kept under `build/`."""
    kept = BUILD / f"pyodide-{site_env.versions().pyodide}"
    if not is_whole(kept):
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="pyodide-", dir=BUILD) as folder:
            fetched = _fetch(Path(folder))
            shutil.rmtree(kept, ignore_errors=True)
            fetched.rename(kept)
    return kept


def is_whole(folder: Path) -> bool:
    """Whether all that is needed of Pyodide is in the folder."""
    return all((folder / name).is_file() for name in NEEDED)


def _fetch(folder: Path) -> Path:
    """Let npm bring Pyodide into an empty folder."""
    (folder / "package.json").write_text('{ "private": true }\n', "utf-8")  # else npm looks for one further up
    version = site_env.versions().pyodide
    command = [find_npm(), "install", "--no-audit", "--no-fund", "--ignore-scripts", f"pyodide@{version}"]
    failed = subprocess.call(command, cwd=folder, stdout=sys.stderr)
    fetched = folder / "node_modules" / "pyodide"
    if failed or not is_whole(fetched):
        raise NoPyodide(
            "Nie udało się pobrać Pyodide. Sprawdź połączenie z internetem i uruchom jeszcze raz, to bezpieczne.",
            "Pyodide couldn't be downloaded. Check your internet connection and run this again; it's safe.",
        )
    return fetched
