"""What the README promises, on a machine that has nothing yet: clone, `make start`, and the first lesson runs.

The project is cloned into an empty folder, with an empty home. With `--tests` the second command follows: `make test`.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tools.pupils import Pupil

ROOT = Path(__file__).resolve().parent.parent
LESSON = "pl/00-start.ipynb"
RUNTIME = "running"
"""Where the server tells about itself: one place on all systems."""
PATIENCE = 600.0  # seconds for everything that is installed
# What an account gathers in time. Certificates and addresses of package registries belong to the machine, and stay.
GATHERED = ("XDG_", "JUPYTER", "JPY_", "IPYTHON", "PYTHON", "VIRTUAL_ENV", "CONDA", "MAKE", "MFLAGS")


class Running(NamedTuple):
    """A Jupyter server as it tells about itself."""

    pid: int
    url: str
    token: str


def fresh_environment(home: Path) -> dict[str, str]:
    """The variables of an account that was made just now."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(GATHERED)}
    return {**kept, "HOME": str(home), "LC_ALL": "C.UTF-8", "JUPYTER_RUNTIME_DIR": str(home / RUNTIME)}


def wait_for_server(home: Path, make: subprocess.Popen[bytes]) -> Running:
    """The server that has started under this home."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for found in (home / RUNTIME).glob("jpserver-*.json"):
            try:
                told = json.loads(found.read_text("utf-8"))
            except ValueError:
                continue  # it is being written
            return Running(told["pid"], str(told["url"]).rstrip("/"), told["token"])
        if make.poll() is not None:
            raise SystemExit(f"`make start` has ended with {make.returncode}")
        time.sleep(0.2)
    raise SystemExit("`make start` brings no server")


def start_and_run_first_cell(project: Path, home: Path) -> None:
    """`make start`, the first notebook over HTTP, its first cell, and the end of the server by its process id."""
    environment = fresh_environment(home)
    make = subprocess.Popen(["make", "start", "BROWSER=none"], cwd=project, env=environment, start_new_session=True)
    try:
        server = wait_for_server(home, make)
        pupil = Pupil(server.url, LESSON, server.token)
        pupil.wait_for_notebook()
        pupil.sit_down()
        pupil.run(pupil.code_cells()[:1])
        pupil.leave()
        os.kill(server.pid, signal.SIGTERM)
        make.wait(timeout=60)
    finally:
        if make.poll() is None:
            os.killpg(make.pid, signal.SIGKILL)
            make.wait()


def main(arguments: list[str] | None = None) -> int:
    """Clone, start, perhaps test."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tests", action="store_true", help="run `make test` there too")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        project, home = Path(folder) / "project", Path(folder) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(project)], check=True)
        since = time.monotonic()
        start_and_run_first_cell(project, home)
        print(f"make start: from nothing to the first cell of the first lesson in {time.monotonic() - since:.0f} s")
        if asked.tests:
            subprocess.run(["make", "test"], cwd=project, env=fresh_environment(home), check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
