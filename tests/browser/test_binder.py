import os
import shutil
import subprocess
import sys
import venv

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT
from tests.browser.lesson_page import LessonPage
from tests.browser.test_resume import position, saved_game, take_advice
from tests.browser.watching import visible_failures
from tools.servers import server_of

pytestmark = pytest.mark.xdist_group("binder")  # one server of its own for all of them

START_PAGE = "notebooks/pl/00-start.ipynb"
"""What the badges of the READMEs open."""


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """A Jupyter server with what Binder would install, in a clone of the project, after `postBuild`."""
    folder = tmp_path_factory.mktemp("binder")
    project = folder / "repository"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(project)], check=True)
    venv.create(folder / "empty", with_pip=True)
    python = folder / "empty" / "bin" / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-compile", "-r", "binder/requirements.txt"]
    subprocess.run(pip, cwd=project, check=True)
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    home = folder / "home"
    own = {"PATH": path, "HOME": str(home), "JUPYTER_DATA_DIR": str(folder / "own" / "data")}
    subprocess.run(["binder/postBuild"], cwd=project, check=True, env={**os.environ, **own})
    with server_of(python, "lab", project) as server:
        yield server


def test_binder_opens_the_start_page_and_a_game_is_played_saved_and_found_again(image, show_notebook):
    lesson = LessonPage(show_notebook(image, START_PAGE).page, image, START_PAGE)
    lesson.wake()
    board = lesson.board(1)
    board.click("start")
    take_advice(board, 3)
    before = position(board)

    lesson.open()
    lesson.wake()
    board = lesson.board(1)
    expect(saved_game(board)).to_be_visible()
    board.click("continue")
    assert position(board) == before
    assert visible_failures(lesson.page) == []


@pytest.mark.parametrize(("language", "menu"), [("pl", "Plik"), ("en", "File")])
def test_menus_follow_the_lesson_that_a_badge_opens(language, menu, image, show_notebook):
    chosen = image.folder.parent / "own/settings/@jupyterlab/translation-extension"
    shutil.rmtree(chosen, ignore_errors=True)  # as on a machine that was never used
    page = show_notebook(image, f"notebooks/{language}/00-start.ipynb").page
    expect(page.get_by_role("menubar").first.get_by_text(menu, exact=True)).to_be_visible()


def test_the_image_has_no_tools_of_tests(image):
    python = image.folder.parent / "empty" / "bin" / "python"
    listed = subprocess.run([str(python), "-m", "pip", "list"], check=True, stdout=subprocess.PIPE, text=True).stdout
    installed = {line.split()[0].lower() for line in listed.splitlines()}
    assert "jupyterlab" in installed
    assert installed.isdisjoint({"pytest", "playwright", "nbval", "mypy", "ruff", "hypothesis", "voila"})


def test_repo2docker_reads_our_files():
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", "."]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in done.stdout
    assert "RUN ./binder/postBuild" in done.stdout
