"""Break the rules on purpose, one line at a time, and see that a test naming the rule notices.

`tools/mutants.toml` lists the changes. Every change is made in a copy of the package; then only those tests run whose
names carry the ids of its rules, and at least one of them has to fail.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.build_docs import ROOT, Mutant, listed_mutants, misplaced_mutants, proving_tests

COPIED = ("docs", "mali_powstancy", "tests", "tools", "pyproject.toml")
# Plugins are not loaded: they cost more time than the tests.
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
SECONDS = 300


def tests_of(mutants: Sequence[Mutant]) -> dict[Mutant, list[str]]:
    """By mutant: the tests whose names carry one of its rules, property tests last because they take longest."""
    proving = proving_tests(ROOT)
    tests = {}
    for mutant in mutants:
        found = {test for rule in mutant.rules for test in proving.get(rule, ())}
        in_order = sorted(found, key=lambda test: ("property" in test.name, test))
        tests[mutant] = [f"{test.file}::{test.name}" for test in in_order]
    return tests


def first_failure(mutant: Mutant | None, tests: Sequence[str]) -> str | None:
    """The first test that fails in a copy of the project with this change (None: unchanged); None if all pass."""
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
        environment = {**ENVIRONMENT, "PYTHONPATH": folder}
        run = subprocess.run(
            [*PYTEST, *tests], cwd=copy, env=environment, capture_output=True, encoding="utf-8", timeout=SECONDS
        )
    if run.returncode == 0:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) \S+::(\w+)", run.stdout, re.MULTILINE)
    if run.returncode != 1 or failed is None:  # 1: a test failed; anything else is no answer
        said = f"{run.stdout[-2000:]}{run.stderr[-2000:]}"
        raise SystemExit(f"{mutant.label if mutant else 'unchanged'}: pytest said\n{said}")
    return failed[1]


def main() -> int:
    """Try the mutants, say which test noticed each, and name the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("wanted", nargs="*", help="only mutants of these rules (H-12) or with these words in their why")
    wanted = parser.parse_args().wanted
    mutants = [m for m in listed_mutants(ROOT) if not wanted or any(w in m.rules or w in m.why for w in wanted)]
    if problems := misplaced_mutants(ROOT, mutants):
        raise SystemExit("\n".join(problems))
    tests = tests_of(mutants)
    if nameless := [mutant.label for mutant in mutants if not tests[mutant]]:
        raise SystemExit("no test names these rules: " + "; ".join(nameless))
    if failed := first_failure(None, sorted({test for names in tests.values() for test in names})):
        raise SystemExit(f"{failed} fails without any change; mend it first")
    survivors = []
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        noticing = pool.map(lambda mutant: first_failure(mutant, tests[mutant]), mutants)
        for mutant, test in zip(mutants, noticing, strict=True):
            print(f"{mutant.label}: {test or 'survived'}", flush=True)
            if test is None:
                survivors.append(mutant)
    for mutant in survivors:
        print(f"survived: {mutant.label}\n  {mutant.file}\n  - {mutant.old}\n  + {mutant.new}")
    print(f"{len(mutants) - len(survivors)} caught, {len(survivors)} survived")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
