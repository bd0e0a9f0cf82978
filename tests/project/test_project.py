import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.constraints import PIN

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
DOCUMENTS = sorted(path.name for path in ROOT.glob("*.md"))
REQUIRED = [
    ".ci/run",
    ".gitignore",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE",
    "LICENSE-content",
    "Makefile",
    "README.md",
    "README.pl.md",
    "SECURITY.md",
    "binder/postBuild",
    "binder/requirements.txt",
    "binder/runtime.txt",
    "constraints.txt",
    "pyproject.toml",
    "tools/browser.py",
    "tools/start.py",
]

# Letters in brackets, so that the patterns do not find themselves.
MACHINE_PATH = re.compile(r"(?<![\w.-])/(?:work|root|farm|home|Users)/\w|\b[A-Z]:\\+Users\\", re.ASCII)
PACKAGE_INDEX = re.compile(r"pypi\.[o]rg|python[h]osted|npmj[s]\.|index-[u]rl|file:/[/]")
LOCK_FILE = re.compile(r"\.lock$|(^|/)(package-lock\.json|npm-shrinkwrap\.json)$")


def project_files() -> list[str]:
    """What is, or would be, in the repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    return [name for name in listed if name and (ROOT / name).is_file()]


def lines(name: str) -> list[str]:
    """The lines of a requirements file that are not comments."""
    found = (line.strip() for line in (ROOT / name).read_text("utf-8").splitlines())
    return [line for line in found if line and not line.startswith("#")]


def pins() -> dict[str, str]:
    return dict(line.split(" ;")[0].split("==") for line in lines("constraints.txt"))


def blocks(document: str, *languages: str) -> list[str]:
    """The fenced blocks of a document in one of the languages."""
    found = re.findall(r"^```(\w+)[^\n]*\n(.*?)^```$", (ROOT / document).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [text for language, text in found if language in languages]


# --- files


@pytest.mark.parametrize("name", REQUIRED)
def test_the_file_is_part_of_the_project(name):
    assert name in project_files()


@pytest.mark.parametrize("name", [".ci/run", "binder/postBuild"])
def test_scripts_can_be_executed(name):
    assert os.access(ROOT / name, os.X_OK)


@pytest.mark.parametrize("pattern", [MACHINE_PATH, PACKAGE_INDEX], ids=["machine path", "package index"])
def test_no_file_names_a_machine_or_an_index(pattern):
    texts = ((name, (ROOT / name).read_bytes().decode("utf-8", "replace")) for name in project_files())
    assert [(name, found.group()) for name, text in texts if (found := pattern.search(text))] == []


def test_no_lock_file_with_addresses():
    assert [name for name in project_files() if LOCK_FILE.search(name)] == []


def test_the_version_is_the_same_everywhere():
    version = PYPROJECT["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


@pytest.mark.parametrize("document", ["README.md", "README.pl.md", "CONTRIBUTING.md"])
def test_what_is_promised_about_security_is_found_from_the_first_documents(document):
    assert "](SECURITY.md)" in (ROOT / document).read_text("utf-8")


def test_security_is_told_in_both_languages_point_by_point():
    english, polish = (ROOT / "SECURITY.md").read_text("utf-8").split("\n---\n")
    for sign in ("\n## ", "\n- ", "sudo", "constraints.txt", "Report a vulnerability", "serve.py"):
        assert english.count(sign) == polish.count(sign) > 0, sign


# --- versions of packages


def test_constraints_are_plain_pins():
    assert [line for line in lines("constraints.txt") if not PIN.fullmatch(line)] == []


def test_every_package_we_ask_for_is_pinned():
    asked = {name for extra in PYPROJECT["project"]["optional-dependencies"].values() for name in extra}
    asked = {name for name in asked if not name.startswith("mali-powstancy[")}
    assert asked <= pins().keys()


def test_binder_gets_the_notebook_extra_at_the_tested_versions():
    constraints, *packages, project = lines("binder/requirements.txt")
    assert (constraints, project) == ("-c ../constraints.txt", "-e .")
    expected = PYPROJECT["project"]["optional-dependencies"]["notebook"]
    assert sorted(packages) == sorted(f"{name}=={pins()[name]}" for name in expected)


@pytest.mark.parametrize(("document", "languages"), [("README.md", ["en", "pl"]), ("README.pl.md", ["pl", "en"])])
def test_the_badge_starts_binder_with_our_repository_and_our_start_page(document, languages):
    repository = PYPROJECT["project"]["urls"]["Repository"].removeprefix("https://github.com/")
    found = re.findall(r"\((https://mybinder[^)]*)\)", (ROOT / document).read_text("utf-8"))
    start = f"https://mybinder.org/v2/gh/{repository}/main?urlpath=lab/tree/notebooks"
    assert found == [f"{start}/{language}/00-start.ipynb" for language in languages]
    assert all((ROOT / address.split("lab/tree/")[1]).is_file() for address in found)


# --- lessons


def test_both_languages_have_the_same_lessons_with_the_same_code():
    def code(language: str) -> dict[str, list[str]]:
        lessons = (ROOT / "lessons" / language).glob("*.md")
        return {lesson.name: blocks(str(lesson.relative_to(ROOT)), "python") for lesson in lessons}

    assert code("pl") == code("en")


# --- what the documents tell people to type


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_python_in_a_document_runs(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": document}
    for number, block in enumerate(blocks(document, "python", "pycon")):
        where = f"{document}, block {number}"
        if ">>>" in block:
            # One namespace for the whole document, as a reader's session has.
            example = doctest.DocTestParser().get_doctest(block, namespace, where, document, 0)
            assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0, where
            namespace = example.globs
        else:
            exec(compile(block, where, "exec"), namespace)


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_commands_in_a_document_exist(document, tmp_path):
    for block in blocks(document, "bash", "sh", "console"):
        for line in block.splitlines():
            command = shlex.split(line.removeprefix("$ "), comments=True)
            if command:
                check_command(command, tmp_path)


def check_command(command: list[str], folder: Path) -> None:
    """Fail unless the command would work for a reader."""
    program, *rest = command
    if program == "make":
        # Without the flags of a make that may be running this test.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        subprocess.run(["make", "-n", *rest], cwd=ROOT, env=environment, check=True, capture_output=True)
    elif program in ("py", "python", "python3") and rest[0] != "-m":
        assert (ROOT / rest[0]).is_file(), command
    elif program == "mali-powstancy" or rest[:2] == ["-m", "mali_powstancy"]:
        arguments = rest if program == "mali-powstancy" else rest[2:]
        run = [sys.executable, "-m", "mali_powstancy", *arguments]
        subprocess.run(run, cwd=folder, stdin=subprocess.DEVNULL, check=True, capture_output=True, timeout=120)
    else:
        assert program == "cd" or command[:2] == ["git", "clone"], f"nobody checks this command: {command}"
