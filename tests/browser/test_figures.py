"""Figures in real notebooks: their colours follow the page, as boards and panels do."""

import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from mali_powstancy.views.palette import CHART_COLOURS, COLOURS, own_colours
from tests.browser.conftest import ShowNotebook, file_name
from tests.browser.notebook_page import NotebookPage, write_notebook
from tests.browser.test_panels import PanelPage
from tests.views.test_palette import contrast
from tools.servers import Server

CELLS = [
    "from mali_powstancy.classroom import *",
    'city_map(closed="przyczolek~port", fallen="wola")',
    "fall_map()",
    "class_map(sample_games())",
    "timeline()",
    "die_rolls()",
]
FIGURES = len(CELLS) - 1
READABLE = 4.5
# By element: its colours as they are seen. For words: their own colour, and the first opaque one that lies behind them.
SEEN = """async (figure) => {
    const all = document.createElement("style");
    all.textContent = ".js-plotly-plot * { pointer-events: all !important; }"; // else nothing is found at a point
    document.head.append(all);
    figure.scrollIntoView({ block: "center" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const hex = (colour) => {
        const [red, green, blue, alpha = 1] = (colour.match(/[0-9.]+/g) ?? [0, 0, 0, 0]).map(Number);
        const two = (part) => part.toString(16).padStart(2, "0");
        return alpha < 0.1 ? null : `#${two(red)}${two(green)}${two(blue)}`;
    };
    const area = (one) => {
        const { backgroundColor, fill, fillOpacity, opacity } = getComputedStyle(one);
        if (one.matches("svg")) return hex(backgroundColor);
        return one.style.fill && fillOpacity > 0.9 && opacity > 0.9 && !one.matches("text, tspan") ? hex(fill) : null;
    };
    const behind = (word) => {
        const halo = getComputedStyle(word).textShadow;
        if (halo !== "none") return hex(halo.match(/rgb[^)]*/)[0]);
        const { left, top, width, height } = word.getBoundingClientRect();
        const below = document.elementsFromPoint(left + width / 2, top + height / 2);
        return below.filter((one) => figure.contains(one)).map(area).find(Boolean) ?? null;
    };
    const isSeen = (one) => {
        const { width, height } = one.getBoundingClientRect();
        return one.checkVisibility() && (one.matches("path") ? width || height : width && height);
    };
    const drawn = [...figure.querySelectorAll(".main-svg :is(rect, path, circle, text)")].filter(isSeen);
    const fill = (one) => one.style.fill && getComputedStyle(one).fillOpacity > 0 && hex(getComputedStyle(one).fill);
    const stroke = (one) => getComputedStyle(one).strokeOpacity > 0 && parseFloat(getComputedStyle(one).strokeWidth) > 0
        && hex(getComputedStyle(one).stroke);
    const colours = drawn.flatMap((one) => [fill(one), stroke(one)]);
    const words = drawn.filter((one) => one.matches("text") && one.textContent.trim() && fill(one))
        .map((one) => [one.textContent, fill(one), behind(one)]);
    all.remove();
    return { paper: area(figure.querySelector(".main-svg")), colours: [...new Set(colours)].filter(Boolean), words };
}"""


@pytest.fixture
def lesson(server: Server, show_notebook: ShowNotebook, request: pytest.FixtureRequest) -> NotebookPage:
    """A notebook with figures of all kinds, one of them below a panel, after it was run."""
    folder = Path(tempfile.mkdtemp(prefix=f"{file_name(request.node)}-", dir=server.folder))
    write_notebook(folder / "pl/lesson.ipynb", CELLS)
    notebook = show_notebook(server, f"{folder.name}/pl/lesson.ipynb")
    notebook.page.set_viewport_size({"width": 1280, "height": 1000})  # every figure is seen whole
    notebook.run_all()
    root = notebook.page.locator('.mp-panel-widget[data-ready="true"]')
    root.scroll_into_view_if_needed()
    PanelPage(notebook, root).click("roll-30")
    expect(notebook.page.locator(".jp-RenderedPlotly")).to_have_count(FIGURES)
    return notebook


def check(page: Page, column: int) -> None:
    """Every figure has the colours of this column of the palette and no others, and its words can be read."""
    known = {codes[column] for codes in (COLOURS | CHART_COLOURS).values()} if column else set(own_colours().values())
    for number in range(FIGURES):
        figure = page.locator(".jp-RenderedPlotly").nth(number)
        figure.scroll_into_view_if_needed()
        expect(figure.locator(".main-svg").first).to_be_visible()
        assert figure.evaluate("figure => figure.clientHeight") > 400  # a change of the page has not folded it up
        seen = figure.evaluate(SEEN)
        assert seen["paper"] == COLOURS["paper"][column]
        assert set(seen["colours"]) - known == set()
        assert len(seen["words"]) > 5
        weak = {(word, ink, ground): contrast(ink, ground) for word, ink, ground in map(tuple, seen["words"])}
        assert {words: value for words, value in weak.items() if value < READABLE} == {}


def test_figures_are_light_or_dark_as_the_page_is_and_their_words_can_be_read(lesson):
    for theme, look in (("Light", "light"), ("Dark", "dark"), ("Light", "light")):
        lesson.do("apputils:change-theme", theme=f"JupyterLab {theme}")
        expect(lesson.page.locator(f".mp-panel-widget.mp-look-{look}")).to_have_count(1)
        check(lesson.page, ["light", "dark"].index(look))
