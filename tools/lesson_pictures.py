"""Take the pictures of lessons that the README shows, from a real JupyterLab in which the lesson was woken.

They are not compared with anything: pixels differ between computers, and a lesson may change a word without a new
picture. Run it when a lesson looks different.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import ViewportSize

from tools.browser import NoBrowser, open_browser
from tools.pictures import packed
from tools.servers import WAKE, running_server

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "lessons"
ROOM = 130_000
WINDOW = ViewportSize(width=1120, height=800)
IS_DONE = "() => [...document.querySelectorAll('.jp-InputPrompt')].every(each => !each.textContent.includes('*'))"
TO_THE_TOP = "heading => heading.scrollIntoView({block: 'start'})"
CALM = 4_000
"""Milliseconds until everything is drawn."""


class LessonPart(NamedTuple):
    """What a picture shows: a lesson, from one of its headings on."""

    lesson: str
    heading: str


PARTS = (
    LessonPart("en/01-letters", "Exercise A: The censor reads a letter"),
    LessonPart("en/02-city-graph", "The shortest route"),
    LessonPart("en/03-rules-basic", "Exercise D: Nearest to the soldier"),
    LessonPart("pl/01-letters", "Ćwiczenie A: Cenzor czyta list"),
    LessonPart("pl/02-city-graph", "Najkrótsza trasa"),
    LessonPart("pl/03-rules-basic", "Ćwiczenie D: Najbliżej żołnierza"),
)


def take_all(folder: Path) -> None:
    """Every picture, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as own, running_server("lab", Path(own) / "server") as server:
        for language in ("en", "pl"):
            shutil.copytree(ROOT / "notebooks" / language, server.folder / language)
        with open_browser() as browser:
            for lesson, heading in PARTS:
                page = browser.new_page(viewport=WINDOW)
                page.goto(server.notebook_address(f"{lesson}.ipynb"))
                page.locator(".jp-Notebook .jp-Cell").first.wait_for()
                page.keyboard.press("Control+b")  # the list of files is not part of the lesson
                page.locator(WAKE).first.click()
                page.wait_for_timeout(CALM)
                page.wait_for_function(IS_DONE)
                for _ in range(2):  # a notebook draws what comes into view, which moves what is below
                    page.locator("h2", has_text=heading).first.evaluate(TO_THE_TOP)
                    page.wait_for_timeout(CALM / 2)
                with Image.open(io.BytesIO(page.locator(".jp-NotebookPanel").screenshot())) as picture:
                    name = f"{lesson.partition('/')[2]}-{lesson.partition('/')[0]}.png"
                    (folder / name).write_bytes(packed(picture.convert("RGB"), ROOM, PngInfo()))
                page.close()
                server.end_kernels()


def main() -> int:
    """Take the pictures."""
    try:
        take_all(PICTURES)
    except NoBrowser as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
