"""What all tests share: how hard the property tests look, a lesson of samples, and a learner's folder."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same for everybody: a red test is about the change, not about luck or a slow computer.
settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", max_examples=5_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

SAMPLES = Path(__file__).parent / "classroom" / "lessons"


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
