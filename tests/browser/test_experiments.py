"""A live run in a real notebook: it shows how far it is, hears the stop button between two slices, and goes on."""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import Locator, expect

from mali_powstancy.texts import texts_for
from tests.browser.conftest import file_name
from tests.browser.notebook_page import write_notebook
from tests.browser.test_panels import HEADING, PanelPage, ready

PL = texts_for("pl")
SET_UP = "from mali_powstancy.classroom import die_rolls, experiment, guess_first"
FOLDED = """from IPython.display import Markdown
Markdown("<details>\\n<summary>Co pokazał turniej</summary>\\n\\n*Rywal* prowadzi.\\n\\n</details>")"""
SLOWER = """from mali_powstancy.classroom.desks import experiments
experiments.PAUSE = 0.1  # so that a hand is quick enough for the stop button"""


def test_a_run_is_started_stopped_and_finished_and_the_die_rolls(lab, show_notebook, request):
    folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=lab.folder))
    write_notebook(folder / "pl/lesson.ipynb", [SET_UP, SLOWER, HEADING, 'experiment("arrests")', "die_rolls()"])
    notebook = show_notebook(lab, f"{folder.name}/pl/lesson.ipynb")
    notebook.run_all()
    run, die = ready(notebook, 2)

    run.click("start")
    expect(run.root).to_contain_text(PL.say("experiment.guess-needed"))
    run.root.locator("input").fill("20")
    run.click("start")
    bar = run.root.locator('progress, [role="progressbar"]')
    expect(bar).to_be_visible()
    expect(run.root).to_contain_text(re.compile(r"po \d+ grach: \d+% rund"))
    run.click("stop")
    expect(run.root).to_contain_text("Zatrzymane. Liczą się tylko rozegrane gry")
    expect(run.root).not_to_contain_text("Rozegrane gry: 200.")
    expect(chart(run)).to_be_visible()

    run.click("go-on")
    expect(run.root).to_contain_text(PL.say("experiment.done", n=200))
    expect(run.root).to_contain_text(re.compile(r"Wynik: \d+% rund z aresztowaniem\. Przedział: od \d+% do \d+%\."))
    expect(run.root).to_contain_text("Twoja liczba, 20%")
    expect(chart(run)).to_be_visible()
    assert run.barriers() == []

    die.click("roll-30")
    die.click("roll-200")
    expect(die.root.locator("table")).to_contain_text("2. 200 rzutów")
    expect(chart(die)).to_be_visible()


def test_a_result_waits_for_a_guess_and_words_about_it_are_folded_away(lab, show_notebook, request):
    folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=lab.folder))
    write_notebook(folder / "pl/lesson.ipynb", [SET_UP, HEADING, FOLDED, 'guess_first("tournament_table")'])
    notebook = show_notebook(lab, f"{folder.name}/pl/lesson.ipynb")
    notebook.run_all()
    (panel,) = ready(notebook, 1)

    told = notebook.page.locator("details p", has_text="Rywal prowadzi")
    expect(told).to_be_hidden()
    notebook.page.locator("summary", has_text="Co pokazał turniej").click()
    expect(told).to_be_visible()

    panel.click("show")
    expect(panel.root).to_contain_text(PL.say("experiment.guess.needed"))
    expect(chart(panel)).to_have_count(0)
    panel.root.locator("input").fill("Myślę, że pomocnik")
    panel.click("show")
    expect(panel.root).to_contain_text("Twoje przewidywanie: Myślę, że pomocnik")
    expect(chart(panel)).to_be_visible()
    assert panel.barriers() == []


def chart(panel: PanelPage) -> Locator:
    """The figure below a panel."""
    box = panel.root.locator("xpath=ancestor::*[contains(@class, 'widget-vbox')][1]")
    return box.locator(".js-plotly-plot .main-svg").first
