"""The environment in which the static site is put together: beside JupyterLab its parts would break JupyterLab."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools import apt

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
ENVIRONMENT = BUILD / "site-env"
MARK = "made-for"
VERSIONS = """
import json
from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION
print(json.dumps([PYODIDE_VERSION, PYODIDE_PYTHON_VERSION]))
"""


class NoEnvironment(apt.Missing):
    """The environment is not here and cannot be made."""


class Versions(NamedTuple):
    """What the kernel of the site asks for."""

    pyodide: str
    python: str
    """Such as `3.14`."""


def packages() -> list[str]:
    """What is installed: the extra `site` of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return list(project["optional-dependencies"]["site"])


def made_for() -> str:
    """Changes whenever the environment has to be made again."""
    pins = (ROOT / "constraints.txt").read_bytes()
    return hashlib.sha256(json.dumps([sys.version, packages()]).encode() + pins).hexdigest()


def python_of(environment: Path) -> Path:
    """The Python inside an environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure_environment() -> Path:
    """The folder of the environment; made once for the same pins, then kept."""
    mark = ENVIRONMENT / MARK
    if not mark.is_file() or mark.read_text("utf-8") != made_for():
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="site-env-", dir=BUILD) as folder:
            made = _make(Path(folder) / "env")
            shutil.rmtree(ENVIRONMENT, ignore_errors=True)
            made.rename(ENVIRONMENT)
    return ENVIRONMENT


def _make(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(python_of(folder)), "install", "--quiet"]
    asked = ["--disable-pip-version-check", "--constraint", "constraints.txt", *packages()]
    if subprocess.call([*pip, *asked], cwd=ROOT, stdout=sys.stderr) != 0:
        raise NoEnvironment(
            "Nie udało się pobrać JupyterLite. Sprawdź połączenie z internetem i uruchom jeszcze raz, to bezpieczne.",
            "JupyterLite couldn't be downloaded. Check your internet connection and run this again; it's safe.",
        )
    (folder / MARK).write_text(made_for(), "utf-8")
    return folder


def extensions() -> Path:
    """Where the parts of Jupyter lie that run in a page."""
    return ensure_environment() / "share" / "jupyter" / "labextensions"


@cache
def versions() -> Versions:
    """The versions that the kernel of the site asks for."""
    command = [str(python_of(ensure_environment())), "-c", VERSIONS]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return Versions(*json.loads(told))
