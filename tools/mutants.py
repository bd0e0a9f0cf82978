"""Break the rules on purpose, one line at a time, and see that a test naming the rule notices.

`tools/mutants.toml` lists the changes, `tools/mutants-wiarusi.toml` and `tools/mutants-bitwa.toml` those of the other
games. Every change is made in a copy of the project and taken back; between that only those tests run whose names
carry the id of a rule that it breaks, and for each of its rules at least one of them has to fail.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tools.build_docs import GAMES, ROOT, Mutant, RuleId, listed_mutants, misplaced_mutants, proving_tests

COPIED = ("docs", "mali_powstancy", "tests", "tools", "pyproject.toml")
# No plugins and no explanations of failures: they cost more time than the tests.
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", "--assert=plain")
SECONDS = 300
PROVING = {rule: tests for game in GAMES for rule, tests in proving_tests(ROOT, game).items()}


def tests_of(rule: RuleId) -> list[str]:
    """The tests whose names carry this rule, property tests last because they take longest."""
    found = sorted(PROVING.get(rule, ()), key=lambda test: ("property" in test.name, test))
    return [f"{test.file}::{test.name}" for test in found]


class Copies:
    """Copies of the project, one for each worker, compiled once: a change costs no more than the module it is in."""

    def __init__(self, folder: Path, number: int) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        for worker in range(number):
            copy = folder / str(worker)
            for name in COPIED:
                source = ROOT / name
                if source.is_dir():
                    ignored = shutil.ignore_patterns("__pycache__", "golden", "samples", "*.png", "*.gif", "*.svg")
                    shutil.copytree(source, copy / name, ignore=ignored)
                else:
                    shutil.copy2(source, copy / name)
            compileall.compile_dir(copy, quiet=2)
            self._free.put(copy)

    @contextmanager
    def changed(self, mutant: Mutant | None) -> Iterator[Path]:
        """A copy with this change (None: unchanged), for as long as it is used."""
        copy = self._free.get()
        try:
            if mutant is not None:
                path = copy / mutant.file
                path.write_text(path.read_text("utf-8").replace(mutant.old, mutant.new), "utf-8")
            yield copy
        finally:
            if mutant is not None:  # with its old time, by which Python knows the compiled module again
                shutil.copy2(ROOT / mutant.file, copy / mutant.file)
            self._free.put(copy)


def first_failure(copies: Copies, mutant: Mutant | None, tests: Sequence[str]) -> str | None:
    """The first test that fails in a copy of the project with this change (None: unchanged); None if all pass."""
    with copies.changed(mutant) as copy:
        environment = {**ENVIRONMENT, "PYTHONPATH": str(copy)}
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
    """Try the mutants rule by rule, say which test noticed, and name the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("wanted", nargs="*", help="only mutants of these rules (H-12) or with these words in their why")
    wanted = parser.parse_args().wanted
    listed = [mutant for game in GAMES for mutant in listed_mutants(ROOT, game)]
    mutants = [m for m in listed if not wanted or any(w in m.rules or w in m.why for w in wanted)]
    attempts = [(mutant, rule) for mutant in mutants for rule in mutant.rules]
    problems = misplaced_mutants(ROOT, mutants)
    problems += [f"no test names {rule}" for rule in sorted({rule for _, rule in attempts} - set(PROVING))]
    if problems:
        raise SystemExit("\n".join(problems))
    workers = os.cpu_count() or 1
    survivors = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max_workers=workers) as pool:
        copies = Copies(Path(folder), workers)
        if failed := first_failure(copies, None, sorted({test for _, rule in attempts for test in tests_of(rule)})):
            raise SystemExit(f"{failed} fails without any change; mend it first")
        noticing = pool.map(lambda attempt: first_failure(copies, attempt[0], tests_of(attempt[1])), attempts)
        for (mutant, rule), test in zip(attempts, noticing, strict=True):
            print(f"{rule}: {mutant.why}: {test or 'survived'}", flush=True)
            if test is None:
                survivors.append(f"survived the tests of {rule}: {mutant.why}\n- {mutant.old}\n+ {mutant.new}")
    print(*survivors, f"{len(mutants)} mutants, {len(survivors)} survived", sep="\n")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
