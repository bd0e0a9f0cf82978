"""Everything works with every Python from 3.11.0 on, as Debian 12 has one.

What came with 3.12 or later, mypy knows: it checks for 3.11. It does not know what came with a later 3.11, because a
release that mends security may bring new arguments. The few of these are named here.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.test_project import PYPROJECT, ROOT, project_files

LATER = {
    "extract": {"filter"},  # of tarfile, 3.11.4
    "extractall": {"filter"},
    "unpack_archive": {"filter"},  # of shutil, 3.11.4
    "getaddresses": {"strict"},  # of email.utils, 3.11.10
    "parseaddr": {"strict"},
}
"""Functions, and their arguments that the first Python 3.11 does not know."""
LATER_NAMES = {
    *("data_filter", "tar_filter", "fully_trusted_filter", "extraction_filter"),  # of tarfile, 3.11.4
    *("GetReparseDeferralEnabled", "SetReparseDeferralEnabled"),  # of expat, 3.11.9
    "verify_generated_headers",  # of email.policy, 3.11.10
}


def too_new(program: str) -> list[str]:
    """What a program uses that the first Python 3.11 has not."""
    found = []
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            found += [f"{called}({each.arg}=)" for each in node.keywords if each.arg in LATER.get(called, ())]
            found += [str(each.arg) for each in node.keywords if each.arg in LATER_NAMES]
        elif isinstance(node, ast.Attribute | ast.Name | ast.alias):
            name = {ast.Attribute: "attr", ast.Name: "id", ast.alias: "name"}[type(node)]
            found += {getattr(node, name)} & LATER_NAMES
    return found


def may_be_too_new(program: str) -> bool:
    """One of the names is there at all; only then is it worth while to read the program as Python does."""
    return any(name in program for name in (*LATER, *LATER_NAMES))


def test_nothing_is_used_that_the_first_python_3_11_does_not_have():
    programs = [name for name in project_files() if name.endswith(".py")]
    assert "tools/start.py" in programs
    suspects = {name: text for name in programs if may_be_too_new(text := (ROOT / name).read_text("utf-8"))}
    assert "tests/project/test_oldest_python.py" in suspects
    assert {name: found for name, text in suspects.items() if (found := too_new(text))} == {}


@pytest.mark.parametrize(
    "program",
    [
        'archive.extractall(folder, filter="data")',
        'shutil.unpack_archive(path, filter="data")',
        "from tarfile import data_filter",
        "archive.extraction_filter = tarfile.tar_filter",
        "getaddresses(fields, strict=True)",
    ],
)
def test_what_is_too_new_is_found(program):
    assert may_be_too_new(program)
    assert too_new(program)
    assert not too_new('archive.extractall(folder); list(filter(None, x)); zip(a, b, strict=True); f(filter="x")')


def test_mypy_and_ruff_check_for_the_oldest_python_that_we_promise():
    assert PYPROJECT["project"]["requires-python"] == ">=3.11"
    assert PYPROJECT["tool"]["mypy"]["python_version"] == "3.11"
    assert PYPROJECT["tool"]["ruff"]["target-version"] == "py311"


def test_ci_says_which_python_it_runs_before_it_tests(tmp_path):
    project, programs = tmp_path / "project", tmp_path / "programs"
    for folder in (project / ".ci", project / ".venv/bin", programs):
        folder.mkdir(parents=True)
    (project / ".ci/run").write_bytes((ROOT / ".ci/run").read_bytes())
    stand_ins = {programs / "make": 'echo "make $*"', project / ".venv/bin/python": f'exec "{sys.executable}" "$@"'}
    for path, does in stand_ins.items():
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    said = subprocess.run(["bash", Path(".ci", "run")], cwd=project, env=environment, check=True, capture_output=True)
    setup, python, test = said.stdout.decode().splitlines()
    assert (setup, test) == ("make setup", "make test")
    assert python.startswith("Python {}.{}.{} ".format(*sys.version_info))
