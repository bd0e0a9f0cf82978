"""Break the rules on purpose, one line at a time, and see that a test naming the rule notices.

`tools/mutants.toml` lists the changes. Every change is made in a copy of the package; then only those tests run whose
names carry the ids of its rules, and at least one of them has to fail.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tools.build_docs import proving_tests

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "mutants.toml"
COPIED = ("mali_powstancy", "tests", "tools", "pyproject.toml")


class Mutant(NamedTuple):
    """A one-line change of a rule."""

    rules: tuple[str, ...]
    file: str
    old: str
    new: str
    why: str

    @property
    def label(self) -> str:
        """What stands in the report."""
        return f"{', '.join(self.rules)}: {self.why}"


def listed() -> list[Mutant]:
    """All mutants of the list; each must change exactly one place of its file."""
    entries = tomllib.loads(LIST.read_text("utf-8"))["mutants"]
    mutants = [Mutant(tuple(e["rules"]), e["file"], e["old"], e["new"], e["why"]) for e in entries]
    for mutant in mutants:
        found = (ROOT / mutant.file).read_text("utf-8").count(mutant.old)
        if found != 1 or "\n" in mutant.old or "\n" in mutant.new or mutant.old == mutant.new:
            raise SystemExit(
                f"{mutant.label}: its line stands {found} times in {mutant.file}, or is no one-line change"
            )
    return mutants


def tests_of(mutant: Mutant) -> list[str]:
    """The tests whose names carry one of the rule's ids."""
    found = proving_tests(ROOT)
    return sorted({f"{test.file}::{test.name}" for rule in mutant.rules for test in found.get(rule, [])})


def is_caught(mutant: Mutant | None, tests: list[str]) -> bool:
    """Some of the tests fail in a copy of the project with this change (None: unchanged)."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "golden", "samples"))
            else:
                shutil.copy(source, copy / name)
        if mutant is not None:
            path = copy / mutant.file
            path.write_text(path.read_text("utf-8").replace(mutant.old, mutant.new), "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    if run.returncode not in (0, 1):  # 1: a test failed; anything else is no answer
        raise SystemExit(
            f"{mutant.label if mutant else 'unchanged'}: pytest said\n{run.stdout[-2000:]}{run.stderr[-2000:]}"
        )
    return run.returncode == 1


def main() -> int:
    """Try all mutants and name the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", help="only mutants of these rules, for example H-12")
    wanted = set(parser.parse_args().rules)
    mutants = [mutant for mutant in listed() if not wanted or wanted & set(mutant.rules)]
    tests = {mutant: tests_of(mutant) for mutant in mutants}
    if nameless := [mutant.label for mutant in mutants if not tests[mutant]]:
        raise SystemExit("no test names these rules: " + "; ".join(nameless))
    if is_caught(None, sorted({test for names in tests.values() for test in names})):
        raise SystemExit("the tests fail without any change; mend them first")
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        caught = list(pool.map(lambda mutant: is_caught(mutant, tests[mutant]), mutants))
    survivors = [mutant for mutant, noticed in zip(mutants, caught, strict=True) if not noticed]
    for mutant in survivors:
        print(f"survived: {mutant.label}\n  {mutant.file}\n  - {mutant.old}\n  + {mutant.new}")
    print(f"{len(mutants) - len(survivors)} caught, {len(survivors)} survived")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
