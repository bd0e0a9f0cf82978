"""The rule workshop in a real notebook: a road is changed, a fault shown and mended, saved, played and compared."""

import re
import tempfile
from pathlib import Path

from playwright.sync_api import expect

from mali_powstancy.engine import load_scenario
from mali_powstancy.texts import texts_for
from tests.browser.conftest import file_name
from tests.browser.notebook_page import write_notebook
from tests.browser.test_experiments import chart
from tests.browser.test_panels import PanelPage, ready

PL = texts_for("pl")
SET_UP = """from mali_powstancy.classroom import rule_editor
from mali_powstancy.classroom.desks import experiments
experiments.PAUSE = 0.1  # so that a hand is quick enough for the stop button"""


def test_a_road_is_changed_mended_saved_played_and_compared(lab, show_notebook, request):
    folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=lab.folder))
    write_notebook(folder / "pl/lesson.ipynb", [SET_UP, "rule_editor()"])
    notebook = show_notebook(lab, f"{folder.name}/pl/lesson.ipynb")
    notebook.run_all()
    (editor,) = ready(notebook, 1)
    assert editor.barriers() == []

    # Both roads to the Port are closed: it cannot be reached, and there are no tokens either.
    choose(editor, "start-0", "port")
    choose(editor, "to-0", "przyczolek")
    choose(editor, "what-0", "closed")
    choose(editor, "start-1", "port")
    choose(editor, "to-1", "stary-mokotow")
    choose(editor, "what-1", "closed")
    write(editor, "tokens", "0")
    faults = editor.root.locator(".mp-fault")
    expect(faults).to_have_text([re.compile("Miejsce Port nie ma już żadnej drogi"), re.compile("Wpisz liczbę od 1")])
    expect(box(editor, "tokens")).to_have_attribute("aria-invalid", "true")
    editor.click("save")
    expect(editor.verdict).to_contain_text(PL.count("editor.faults", 2))
    assert not (folder / "pl/saves").joinpath("moje-zasady.toml").exists()
    assert editor.barriers() == []

    write(editor, "tokens", "4")
    choose(editor, "what-1", "2")
    choose(editor, "start-0", "")
    choose(editor, "to-0", "")
    choose(editor, "what-0", "")
    expect(faults).to_have_count(0)
    expect(editor.root).to_contain_text("Droga Port – Stary Mokotów: była długość 4, jest 2.")
    expect(editor.root.locator(".mp-picture svg")).to_be_visible()
    write(editor, "name", "Krótka droga")
    editor.click("save")
    expect(editor.verdict).to_contain_text("saves/krotka-droga.toml")
    saved = load_scenario(folder / "pl/saves/krotka-droga.toml")
    assert saved.board.road["port~stary-mokotow"].length == 2

    editor.click("start")
    expect(editor.verdict).to_contain_text("Najpierw zgadnij")
    editor.choose("defeats.less")
    editor.choose("gap.same")
    editor.click("start")
    expect(editor.root.locator("progress")).to_be_visible()
    expect(editor.root).to_contain_text(re.compile(r"Rozegrane pary gier: \d\d+ z 200"))
    editor.click("stop")
    expect(editor.root).to_contain_text("Zatrzymane. Liczą się tylko rozegrane pary gier")
    expect(editor.root).to_contain_text(re.compile("Zero leży"))
    expect(chart(editor)).to_be_visible()
    assert editor.barriers() == []

    # After a restart the form is there again, and the file can be opened.
    notebook.restart_kernel()
    notebook.run_all()
    (editor,) = ready(notebook, 1)
    expect(box(editor, "name")).to_have_value("Krótka droga")
    editor.click("original")
    expect(box(editor, "name")).to_have_value(PL.say("editor.usual-name"))
    editor.root.locator('summary[data-key="files.summary"]').click()
    editor.click("open")
    expect(box(editor, "name")).to_have_value("Krótka droga")
    expect(box(editor, "what-0")).to_have_value("2")

    # It can be taken along, and opened from the file; a file that is none is told.
    with editor.page.expect_download() as download:
        editor.click("download")
    editor.click("original")
    expect(box(editor, "name")).to_have_value(PL.say("editor.usual-name"))
    bring = editor.root.locator('input[type="file"]')
    name = download.value.suggested_filename
    bring.set_input_files({"name": name, "mimeType": "", "buffer": download.value.path().read_bytes()})
    expect(editor.verdict).to_contain_text(PL.say("editor.brought", file="krotka-droga.toml"))
    expect(box(editor, "what-0")).to_have_value("2")
    bring.set_input_files({"name": "nic.toml", "mimeType": "", "buffer": b"id = "})
    expect(editor.verdict).to_contain_text(PL.say("editor.faulty-file", file="nic.toml"))
    expect(box(editor, "what-0")).to_have_value("2")

    # A huge one is not read to its end: so much of it as shows that it is too large.
    editor.page.evaluate(
        """() => { const { text } = Blob.prototype; Blob.prototype.text = function () {
             document.body.dataset.size = this.size; return text.call(this); }; }"""
    )
    bring.set_input_files({"name": "huge.toml", "mimeType": "", "buffer": b"#" * 5_000_000})
    expect(editor.verdict).to_contain_text(PL.say("editor.faulty-file", file="huge.toml"))
    assert editor.page.evaluate("() => document.body.dataset.size") == "800001"
    assert editor.barriers() == []


def box(editor: PanelPage, name: str):
    """The field of this name."""
    return editor.root.locator(f'[data-name="{name}"]').locator("input, select")


def choose(editor: PanelPage, name: str, value: str) -> None:
    with editor.answered():
        box(editor, name).select_option(value)


def write(editor: PanelPage, name: str, text: str) -> None:
    with editor.answered():
        box(editor, name).fill(text)
        editor.page.keyboard.press("Tab")
