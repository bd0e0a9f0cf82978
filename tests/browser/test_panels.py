"""Exercises, the quiz and the exit ticket in a real notebook, by keyboard and by mouse."""

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from mali_powstancy.texts import texts_for
from tests.browser.conftest import ShowNotebook, file_name
from tests.browser.notebook_page import NotebookPage, write_notebook
from tools.servers import Server

PL = texts_for("pl")
SAMPLES = Path(__file__).parents[1] / "classroom" / "lessons"
SET_UP = f"""from pathlib import Path
from mali_powstancy.classroom import exercise, exit_ticket, lesson_files, quiz
lesson_files.folder = Path({str(SAMPLES)!r})"""
HEADING = """from IPython.display import HTML
HTML("<h2>Część o liczbach</h2>")"""
LARGE = 44  # pixels: what a finger hits

# Every place that can be pressed and is smaller than a finger needs.
SMALL = """([root, large]) => [...root.querySelectorAll("button, .mp-option, .mp-number input, textarea, summary")]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.getBoundingClientRect().height < large || one.getBoundingClientRect().width < large)
    .map((one) => one.outerHTML.slice(0, 200))"""


class PanelPage:
    """One panel of a notebook."""

    def __init__(self, notebook: NotebookPage, root: Locator) -> None:
        self.notebook = notebook
        self.page = notebook.page
        self.root = root

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Leave the block when the kernel has answered to what was done in it."""
        before = int(self.root.get_attribute("data-n") or 0)
        yield
        self.page.wait_for_function(
            "([root, before]) => Number(root.dataset.n) > before && !root.dataset.waiting",
            arg=[self.root.element_handle(), before],
        )

    def click(self, key: str) -> None:
        with self.answered():
            self.root.locator(f'button[data-key="{key}"]').click()

    def choose(self, key: str) -> None:
        with self.answered():
            self.root.locator(f'input[data-key$=".{key}"]').locator("..").click()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def verdict(self) -> Locator:
        return self.root.locator(".mp-verdict")

    @property
    def focused(self) -> str:
        return str(
            self.root.evaluate("root => root.contains(document.activeElement) && document.activeElement.dataset.key")
        )

    def barriers(self) -> list[str]:
        found = Axe().run(self.page, ".mp-panel-widget").response["violations"]
        return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


Panels = Callable[..., list[PanelPage]]


@pytest.fixture
def panels(lab: Server, show_notebook: ShowNotebook, request: pytest.FixtureRequest) -> Panels:
    """A notebook with these cells, run, and its panels."""

    def opened(*cells: str, before: str = SET_UP) -> list[PanelPage]:
        folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=lab.folder))
        write_notebook(folder / "pl/lesson.ipynb", [before, *cells])
        notebook = show_notebook(lab, f"{folder.name}/pl/lesson.ipynb")
        notebook.run_all()
        return ready(notebook, len(cells))

    return opened


def ready(notebook: NotebookPage, count: int) -> list[PanelPage]:
    found = notebook.page.locator('.mp-panel-widget[data-ready="true"]')
    expect(found).to_have_count(count)
    return [PanelPage(notebook, found.nth(number)) for number in range(count)]


def test_every_kind_is_answered_by_mouse_wrong_then_right_and_kept(panels):
    choice, several, number, match, sequence = panels(*(f'exercise("97-{letter}")' for letter in "abcde"))
    for panel, wrong, right in ((choice, ["red"], ["blue"]), (several, ["letter"], ["card"])):
        for key in wrong:
            panel.choose(key)
        panel.click("check")
        expect(panel.verdict).to_have_class(re.compile("mp-verdict-mistake"))
        for key in right:
            panel.choose(key)
        panel.click("check")
        expect(panel.verdict).to_have_class(re.compile("mp-verdict-right"))
    for value, kind in (("", "empty"), ("5", "mistake"), ("6", "right")):
        number.root.locator("input").fill(value)
        number.click("check")
        expect(number.verdict).to_have_class(re.compile(f"mp-verdict-{kind}"))
    for cloud, kind in (("ground", "mistake"), ("sky", "right")):
        match.choose(f"cloud.{cloud}")
        if kind == "mistake":
            match.choose("tree.ground")
        match.click("check")
        expect(match.verdict).to_have_class(re.compile(f"mp-verdict-{kind}"))
    sequence.click("check")
    expect(sequence.verdict).to_have_class(re.compile("mp-verdict-mistake"))
    put_in_order(sequence, lambda key: sequence.click(key))
    sequence.click("check")
    expect(sequence.verdict).to_have_class(re.compile("mp-verdict-right"))

    said = choice.page.locator(".mp-verdict").all_text_contents()
    choice.notebook.restart_kernel()
    choice.notebook.run_all()
    ready(choice.notebook, 5)
    assert choice.page.locator(".mp-verdict").all_text_contents() == said
    assert choice.root.locator('input[data-key$=".blue"]').is_checked()
    choice.notebook.open()
    choice.notebook.run_all()
    ready(choice.notebook, 5)
    assert choice.page.locator(".mp-verdict").all_text_contents() == said


def put_in_order(panel: PanelPage, press: Callable[[str], None]) -> None:
    """Move everything up to its place, by whatever presses a button."""
    keys = ["morning", "noon", "evening"]

    def order() -> list[str]:
        return [
            str(key).rpartition(".")[2]
            for key in panel.root.locator(".mp-sequence > li").evaluate_all("all => all.map((one) => one.dataset.key)")
        ]

    for place, key in enumerate(keys):
        while order().index(key) > place:
            press(f"up.{key}")
    assert order() == keys


def test_every_kind_is_answered_with_the_keyboard_alone(panels):
    choice, several, number, match, sequence = panels(*(f'exercise("97-{letter}")' for letter in "abcde"))
    # A choice: arrows choose, Enter checks.
    choice.root.locator("input").first.focus()
    keys = choice.root.locator("input").evaluate_all("all => all.map((one) => one.value)")
    with choice.answered():
        choice.press(*(["ArrowDown"] * keys.index("red") or ["Space"]))
    with choice.answered():
        choice.press("Enter")
    expect(choice.verdict).to_contain_text("mak")
    while choice.root.locator("input:checked").input_value() != "blue":
        with choice.answered():
            choice.press("ArrowDown")
    with choice.answered():
        choice.press("Enter")
    expect(choice.verdict).to_have_class(re.compile("mp-verdict-right"))
    assert choice.focused.endswith(".blue"), "the focus stays where it was"
    # Several: Space ticks.
    for key in ("letter", "card"):
        several.root.locator(f'input[value="{key}"]').focus()
        with several.answered():
            several.press("Space")
    with several.answered():
        several.press("Enter")
    expect(several.verdict).to_have_class(re.compile("mp-verdict-right"))
    # A number.
    number.root.locator("input").focus()
    with number.answered():
        number.press("6", "Enter")
    expect(number.verdict).to_have_class(re.compile("mp-verdict-right"))
    # A match: every row is one tab stop.
    match.root.locator("input").first.focus()
    for row in range(2):
        wanted = "sky" if "chmura" in match.root.locator("legend").nth(row).inner_text() else "ground"
        with match.answered():
            match.press("Space" if wanted == "sky" else "ArrowRight")
        match.press("Tab")
    with match.answered():
        match.press("Enter")
    expect(match.verdict).to_have_class(re.compile("mp-verdict-right"))

    def press(key: str) -> None:
        sequence.root.locator(f'button[data-key="{key}"]').focus()
        with sequence.answered():
            sequence.press("Enter")
        assert sequence.focused == key, "the focus goes along with what was moved"

    put_in_order(sequence, press)
    sequence.root.locator('button[data-key="check"]').focus()
    with sequence.answered():
        sequence.press("Enter")
    expect(sequence.verdict).to_have_class(re.compile("mp-verdict-right"))
    expect(sequence.root.locator("[aria-live]")).to_contain_text("Po ranku")


def test_a_letter_is_inked_over_by_mouse_and_by_keyboard_and_kept(panels):
    (letter,) = panels('exercise("97-h")')

    def phrase(key: str) -> Locator:
        return letter.root.locator(f'.mp-phrase[value="{key}"]')

    with letter.answered():
        phrase("treasure").click()
    expect(phrase("treasure")).to_have_attribute("aria-pressed", "true")
    assert "line-through" in phrase("treasure").evaluate("one => getComputedStyle(one).textDecorationLine")
    with letter.answered():
        phrase("cake").click()
    letter.click("check")
    expect(letter.verdict).to_contain_text("Ciasto zostaje.")
    # By keyboard: Enter takes the ink off, Tab goes on, Space puts it on.
    phrase("cake").focus()
    with letter.answered():
        letter.press("Enter")
    expect(phrase("cake")).to_have_attribute("aria-pressed", "false")
    phrase("treasure").focus()
    letter.press("Tab")
    assert letter.focused.endswith(".road")
    with letter.answered():
        letter.press("Space")
    expect(phrase("road")).to_have_attribute("aria-pressed", "true")
    assert letter.focused.endswith(".road"), "the focus stays where it was"
    letter.click("check")
    expect(letter.verdict).to_have_class(re.compile("mp-verdict-right"))
    assert letter.barriers() == []
    letter.notebook.restart_kernel()
    letter.notebook.run_all()
    ready(letter.notebook, 1)
    pressed = letter.root.locator('.mp-phrase[aria-pressed="true"]')
    assert pressed.evaluate_all("all => all.map((one) => one.value)") == ["treasure", "road"]
    expect(letter.verdict).to_have_class(re.compile("mp-verdict-right"))
    letter.click("again")
    expect(pressed).to_have_count(0)


def test_a_quiz_to_its_end_and_back_to_the_lesson_by_keyboard(panels):
    (quiz,) = panels('quiz("97")', before=f"{SET_UP}\n{HEADING}")
    quiz.root.locator("input").focus()
    with quiz.answered():
        quiz.press("1", "Enter")
    expect(quiz.verdict).to_contain_text("Brakuje")
    for _ in range(3):
        quiz.root.locator('button[data-key="next"]').focus()
        with quiz.answered():
            quiz.press("Enter")
    expect(quiz.root.locator(".mp-list")).to_contain_text(["dodawanie"])
    assert quiz.barriers() == []
    quiz.root.locator('button[data-key="section.0"]').focus()
    quiz.press("Enter")
    assert quiz.page.evaluate("() => document.activeElement.textContent") == "Część o liczbach"
    with quiz.answered():
        quiz.root.locator('button[data-key="another"]').click()
    expect(quiz.root.locator(".mp-progress")).to_contain_text(PL.say("quiz.where", place=1, places=3))
    assert quiz.focused.startswith("question.2.0"), "the focus is at the first question"


def test_a_ticket_is_printed_alone_with_what_was_written(panels):
    (ticket,) = panels('exit_ticket("97")')
    ticket.root.locator("textarea").first.fill("Kto czytał listy?")
    with ticket.answered():
        ticket.root.locator("textarea").nth(1).focus()
    ticket.root.locator('button[data-key="print"]').click()
    paper = ticket.page.frame_locator(".mp-paper-frame")
    expect(paper.locator(".mp-written").first).to_have_text("Kto czytał listy?")
    expect(paper.locator(".jp-Notebook")).to_have_count(0)
    assert ticket.barriers() == []


def test_no_panel_has_barriers_in_light_or_dark(panels):
    cells = [*(f'exercise("97-{letter}")' for letter in "abcdefgh"), 'quiz("97")', 'exit_ticket("97")']
    shown = panels(*cells)
    for panel in (*shown[:4], shown[7]):
        panel.click("hint")
        panel.click("check")
    for theme, look in (("Dark", "mp-look-dark"), ("Light", "mp-look-light")):
        shown[0].notebook.do("apputils:change-theme", theme=f"JupyterLab {theme}")
        expect(shown[0].root).to_have_class(re.compile(look))
        assert shown[0].barriers() == []
    for panel in shown:
        assert panel.page.evaluate(SMALL, [panel.root.element_handle(), LARGE]) == []


def test_a_fault_is_said_kindly_with_a_report_and_one_can_go_on(panels):
    (panel,) = panels('panel = exercise("97-a")\npanel.desk._do_hint = lambda message: 1 / 0\npanel')
    panel.click("hint")
    dialog = panel.root.locator("[role=dialog]")
    expect(dialog).to_contain_text(PL.say("course.problem.sentence"))
    expect(dialog.locator("textarea")).to_have_value(re.compile("ZeroDivisionError"))
    assert panel.barriers() == []
    panel.click("close-problem")
    expect(dialog).to_be_hidden()
    panel.choose("blue")
    panel.click("check")
    expect(panel.verdict).to_have_class(re.compile("mp-verdict-right"))
