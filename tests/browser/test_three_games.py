"""The desks of lesson 14 in a real notebook: a class fills a table and compares it, and tells a rule differently."""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import file_name
from tests.browser.notebook_page import write_notebook
from tests.browser.test_experiments import chart
from tests.browser.test_panels import ready
from tests.browser.test_rule_editor import box, choose

SET_UP = """from mali_powstancy.classroom import retelling, side_by_side
from mali_powstancy.classroom.desks import experiments
experiments.PAUSE = 0.1  # so that a hand is quick enough for the stop button"""


def test_a_table_is_filled_compared_and_kept_and_a_rule_is_told_differently(lab, show_notebook, request):
    folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=lab.folder))
    write_notebook(folder / "pl/lesson.ipynb", [SET_UP, "side_by_side()", "retelling()"])
    notebook = show_notebook(lab, f"{folder.name}/pl/lesson.ipynb")
    notebook.run_all()
    beside, editor = ready(notebook, 2)
    assert beside.barriers() == []
    expect(beside.root).to_contain_text("Najpierw wy")
    beside.root.locator('[data-name="wiarusi"] textarea').fill("przyjacielem")
    beside.click("show")
    expect(beside.root.locator("table")).to_contain_text("Jednym z przyjaciół")
    assert beside.barriers() == []

    expect(editor.root.locator("progress")).to_have_count(0)
    editor.choose("game.wiarusi")
    choose(editor, "rule", "speeches")
    expect(editor.root).to_contain_text("ile wolno sobie powiedzieć")
    choose(editor, "value", "0")
    editor.root.locator('[data-name="wish"] textarea').fill("milczenie kosztuje")
    editor.choose("defeats.more")
    editor.choose("rounds.same")
    editor.click("start")
    expect(editor.root).to_contain_text(re.compile(r"Rozegrane pary gier: \d\d+ z 200"))
    editor.click("stop")
    expect(editor.root).to_contain_text(re.compile("Zero leży"))
    expect(editor.root).to_contain_text("„milczenie kosztuje”")
    expect(chart(editor)).to_be_visible()
    assert editor.barriers() == []

    notebook.page.reload()
    notebook.open()
    notebook.run_all()
    beside, editor = ready(notebook, 2)
    expect(beside.root.locator('[data-name="wiarusi"] textarea')).to_have_value("przyjacielem")
    expect(box(editor, "value")).to_have_value("0")
