"""The engine and all lessons in the Python of the browser, which is newer than ours."""

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests import games_in_pyodide
from tools import build_site, pyodide

ROOT = build_site.ROOT
RUNNER = ROOT / "tests" / "in_pyodide.mjs"


@pytest.fixture(scope="module")
def python() -> Path:
    """The folder of the site with its Python."""
    return build_site.ensure_site() / build_site.PYODIDE


def run(python: Path, packages: Iterable[str], *program: str) -> list[str]:
    """What the program says; it must end well."""
    command = [pyodide.find_node(), str(RUNNER), str(python), str(ROOT), ",".join(packages), *program]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_golden_games_are_the_same(python):
    assert run(python, ["mali-powstancy"], "tools/golden.py", "--check") == []


@pytest.mark.slow
def test_bots_play_the_same_games(python):
    assert run(python, ["mali-powstancy"], "tests/games_in_pyodide.py") == list(games_in_pyodide.told())


@pytest.mark.slow
def test_every_lesson_says_what_its_notebook_says(python):
    packages = json.loads((python / "pyodide-lock.json").read_text("utf-8"))["packages"]
    head, *lessons = run(python, packages, "tests/lessons_in_pyodide.py", "dist/site/files")
    written = len(list((ROOT / "notebooks").glob("*/*.ipynb")))
    assert re.fullmatch(rf"Python 3\.14\.\d+ on emscripten: {written} lessons", head)
    assert len(lessons) == written >= 28
