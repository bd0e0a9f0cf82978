import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.unpacking import unpack

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "mali_powstancy"
READ_WHILE_RUNNING = {".py", ".typed", ".json", ".toml", ".po", ".mo", ".js", ".css", ".woff2"}
STATIC = PACKAGE / "views" / "static"  # all of it, the licence of the fonts too


def run(*command: str | Path, cwd: Path) -> str:
    # Nothing of the source tree may help: neither the folder nor the path.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build(source: Path, output: Path, *what: str) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", output, source, cwd=output.parent)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the wheel and the sdist, built from the source tree."""
    output = tmp_path_factory.mktemp("built") / "dist"
    build(ROOT, output, "--sdist", "--wheel")
    return output


@pytest.fixture(scope="module")
def wheel(built):
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The folder of programs of an environment that holds the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--no-deps", "--no-index", wheel, cwd=folder)
    return programs


def names_and_hashes(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        (record,) = (name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
        return sorted(archive.read(record).decode().splitlines())


def test_the_wheel_holds_all_that_the_package_reads(wheel):
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and (path.suffix in READ_WHILE_RUNNING or STATIC in path.parents)
        if "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        assert expected <= set(archive.namelist())
    assert "mali_powstancy/py.typed" in expected
    assert any(name.startswith("mali_powstancy/data/") for name in expected)
    assert {Path(name).suffix for name in expected} == READ_WHILE_RUNNING | {".txt"}
    assert "mali_powstancy/views/static/fonts/OFL.txt" in expected


def test_the_wheel_holds_both_licences(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {Path(name).name for name in archive.namelist() if ".dist-info/licenses/" in name}
    assert held == {"LICENSE", "LICENSE-content"}


def test_the_sdist_builds_to_the_same_wheel(built, wheel, tmp_path):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        unpack(archive, tmp_path)
    (source,) = tmp_path.iterdir()
    assert not (source / ".venv").exists()
    assert not (source / "my-work").exists()
    build(source, tmp_path / "again", "--wheel")
    (again,) = (tmp_path / "again").glob("*.whl")
    assert names_and_hashes(again) == names_and_hashes(wheel)


def test_the_command_works_without_any_other_package(installed, tmp_path):
    assert "simulate" in run(installed / "mali-powstancy", "--help", cwd=tmp_path)


def test_the_module_plays_without_any_other_package(installed, tmp_path):
    simulate = ("simulate", "--games", "2", "--seed", "1")
    first = run(installed / "python", "-m", "mali_powstancy", *simulate, cwd=tmp_path)
    assert first.strip()
    origin = run(installed / "python", "-c", "import mali_powstancy; print(mali_powstancy.__file__)", cwd=tmp_path)
    assert str(ROOT) not in origin
