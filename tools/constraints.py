"""Write constraints.txt: one tested version of every package, good for all systems and Pythons we support."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = """\
# The exact versions the course is tested with, extras included; a marker limits a pin to where it is needed.
# Made by `make constraints`: edit pyproject.toml and run that, not this file.
"""
# Held back: a newer Python would otherwise get a version the lessons were not tried with.
WANTED = ["networkx==3.6.1"]
PIN = re.compile(r"[a-z0-9._-]+==[\w.]+( ; .+)?")


def resolve(folder: Path) -> list[str]:
    """Every package of every extra, resolved for all platforms at once, as `name==version` lines."""
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    # pip resolves for the Python and system it runs on; uv also for those it does not.
    subprocess.run([python, "-m", "pip", "install", "--quiet", "uv"], check=True)
    wanted = folder / "wanted.txt"
    wanted.write_text("\n".join(WANTED), "utf-8")
    scope = ["--universal", "--fork-strategy=fewest", "--python-version=3.11", "--all-extras", f"--constraint={wanted}"]
    output = ["--no-header", "--no-annotate", "--quiet"]
    command = [python, "-m", "uv", "pip", "compile", *scope, *output, "pyproject.toml"]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def main() -> int:
    """Resolve and write."""
    with tempfile.TemporaryDirectory() as folder:
        pins = resolve(Path(folder))
    if strange := [line for line in pins if not PIN.fullmatch(line)]:
        print("Not a plain pin:", *strange, sep="\n  ", file=sys.stderr)
        return 1
    (ROOT / "constraints.txt").write_text(HEADER + "\n".join(pins) + "\n", "utf-8")
    print(f"constraints.txt: {len(pins)} pins. Give binder/requirements.txt the same versions, then `make test`.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
