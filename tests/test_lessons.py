import json
import re
from base64 import b64decode
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from mali_powstancy.texts import texts_for
from tools import build_lessons, pictures

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = build_lessons.build_all(ROOT / "lessons")
SHOWS_A_BOARD = re.compile(r"\b(show_board|new_game|tutorial)\(")

LESSON = """\
# A lesson

![A bar with a ring](../pictures/run-button.png)

```python picture="board"
new_game()
```

```python
1 + 1
```
"""


def cells(notebook: str, kind: str) -> list[dict]:
    return [cell for cell in json.loads(notebook)["cells"] if cell["cell_type"] == kind]


def source(cell: dict) -> str:
    return "".join(cell["source"])


@pytest.fixture(params=["pl", "en"])
def lesson(request, tmp_path):
    """A small lesson, in each language."""
    path = tmp_path / request.param / "07-small.md"
    path.parent.mkdir()
    path.write_text(LESSON, "utf-8")
    return path


# --- what a lesson shows before it is run


def test_a_marked_cell_shows_a_picture_until_it_is_run(lesson):
    marked, plain = cells(build_lessons.build_lesson(lesson), "code")
    (output,) = marked["outputs"]
    assert output["output_type"] == "display_data"
    assert b64decode(output["data"]["image/png"]).startswith(b"\x89PNG")
    assert "".join(output["data"]["image/svg+xml"]).startswith("<svg")
    assert "".join(output["data"]["text/plain"]) == texts_for(lesson.parent.name).say("table.asleep")
    assert not marked["execution_count"]
    assert marked["metadata"] == {}
    assert plain["outputs"] == []


def test_a_picture_in_the_prose_travels_inside_the_notebook(lesson):
    (prose,) = cells(build_lessons.build_lesson(lesson), "markdown")
    assert "![A bar with a ring](attachment:run-button.png)" in source(prose)
    assert b64decode(prose["attachments"]["run-button.png"]["image/png"]).startswith(b"\x89PNG")


def test_a_picture_that_does_not_exist_stops_the_build(lesson):
    lesson.write_text(LESSON.replace("run-button", "lost"), "utf-8")
    with pytest.raises(FileNotFoundError, match="lost"):
        build_lessons.build_lesson(lesson)
    lesson.write_text(LESSON.replace('picture="board"', 'picture="lost"'), "utf-8")
    with pytest.raises(FileNotFoundError, match="lost"):
        build_lessons.build_lesson(lesson)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_place_of_a_board_has_its_picture(name):
    for cell in cells(NOTEBOOKS[name], "code"):
        assert bool(cell["outputs"]) == bool(SHOWS_A_BOARD.search(source(cell))), source(cell)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_small_enough_to_be_sent_to_a_class(name):
    assert len(NOTEBOOKS[name].encode()) <= 300 * 1024


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_first_lesson_shows_the_button_that_runs_it_before_its_first_cell(lang):
    first, second, *_ = json.loads(NOTEBOOKS[f"{lang}/00-start.ipynb"])["cells"]
    assert "▶" in source(first)
    assert "run-button.png" in first["attachments"]
    assert second["cell_type"] == "code"


# --- pictures


@pytest.fixture
def shot(tmp_path, monkeypatch):
    """A picture of a page, in a project of its own, as it was taken from that page."""
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    wanted = pictures.Shot("docs/pictures/here.png", "<p>here</p>", (40, 30), 1_000)
    save(wanted, pictures.hash_of(wanted))
    return wanted


def save(shot: pictures.Shot, mark: str | None) -> None:
    """A stand-in for a picture that carries a hash, or none."""
    info = PngInfo()
    if mark is not None:
        info.add_text(pictures.HASH, mark)
    path = pictures.ROOT / shot.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pictures.packed(Image.new("RGB", shot.window, "red"), shot.room, info))


def test_a_picture_is_right_as_long_as_its_page_is_the_same(shot):
    assert pictures.stale_shots([shot]) == []
    changed = shot._replace(page="<p>there</p>")
    assert pictures.stale_shots([changed]) == [changed]
    larger = shot._replace(window=(50, 30))
    assert pictures.stale_shots([larger]) == [larger]


def test_a_missing_picture_and_one_without_a_hash_are_noticed(shot):
    save(shot, None)
    assert pictures.stale_shots([shot]) == [shot]
    (pictures.ROOT / shot.path).unlink()
    assert pictures.stale_shots([shot]) == [shot]


def test_a_picture_that_nothing_asks_for_is_noticed(shot):
    assert pictures.orphans([shot]) == []
    assert pictures.orphans([]) == [shot.path]


def test_a_drawing_keeps_its_colours_and_loses_the_rare_ones():
    picture = Image.new("RGB", (10, 10), (1, 2, 3))
    picture.putpixel((0, 0), (200, 100, 50))
    picture.putpixel((1, 0), (200, 100, 50))
    picture.putpixel((2, 0), (199, 100, 50))
    fewer = pictures.with_fewer_colours(picture, 2).convert("RGB")
    assert fewer.getpixel((5, 5)) == (1, 2, 3)
    assert fewer.getpixel((2, 0)) == (200, 100, 50)


def test_a_picture_takes_no_more_room_than_it_has():
    colourful = Image.radial_gradient("L").convert("RGB")
    roomy = pictures.packed(colourful, 100_000, PngInfo())
    small = pictures.packed(colourful, len(roomy) - 1, PngInfo())
    assert len(small) < len(roomy)
    with pytest.raises(ValueError, match="room for 10"):
        pictures.packed(colourful, 10, PngInfo())


@pytest.mark.parametrize("shot", pictures.shots(), ids=lambda shot: shot.path)
def test_every_picture_fills_its_window_and_is_small(shot):
    path = ROOT / shot.path
    with Image.open(path) as picture:
        assert picture.width == shot.window[0]
        assert shot.window[1] / 2 < picture.height <= shot.window[1]
    assert path.stat().st_size <= shot.room
