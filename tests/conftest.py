"""What all tests share: how hard the property tests look, a lesson of samples, and a learner's folder."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from mali_powstancy.tabletop import codes, library

# jsonschema, which reads notebooks, builds 38 grammars with it, for addresses that no notebook has: seconds a process.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # None: not to be had

# The same for everybody: a red test is about the change, not about luck or a slow computer.
settings.register_profile("ci", max_examples=60, derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

SMALL_GAME = library.Parts(
    rules="tests.small_game.rules",
    bots="tests.small_game.players",
    tally="tests.small_game.tally",
    players="tests.small_game.players",
    board="tests.small_game.board",
    texts="tests.small_game",
    scenarios=("race",),
    newcomers="race",
)
"""What the library is told of the game of the tests."""
SAMPLES = Path(__file__).parent / "classroom" / "lessons"


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """The examples of the package are tests (`--doctest-modules`); tests have none, and looking for them takes long."""
    return [found for found in (yield) if not isinstance(found, DoctestModule)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Damaged files by the hundred are not for the quick checks."""
    for item in items:
        if item.name.startswith("test_fuzz"):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Thousands of tests stay till the end: nothing is gained by searching them for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def samples(monkeypatch) -> Path:
    """The lessons of samples take the place of those of the course."""
    from mali_powstancy.classroom import lesson_files

    monkeypatch.setattr(lesson_files, "folder", SAMPLES)
    return SAMPLES


@pytest.fixture
def in_lesson(tmp_path, monkeypatch) -> Path:
    """A learner's folder of English lessons."""
    folder = tmp_path / "en"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(scope="module")
def small_game() -> Iterator[None]:
    """The game of the tests stands in the library, and its scenario has a number, so that its games have codes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(library.GAMES, "race", SMALL_GAME)
        patch.setattr(codes, "SCENARIOS", (*codes.SCENARIOS, "race-1"))
        yield
