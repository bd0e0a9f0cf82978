import json
import re
from functools import cache

import nbformat
import pytest

from mali_powstancy.engine import load_scenario
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.figures.figure import PLOTLY_MIME
from mali_powstancy.views.map import board_svg
from tools import site_reader
from tools.build_lessons import BONNET
from tools.lesson_text import SOURCES, frame
from tools.prose import ROOT
from tools.site_pages import lessons, pages
from tools.site_reader import PLOTLY, READER, WAKE, reader_pages
from tools.site_wheels import drawn_maps

STEMS = [path.stem for path in sorted((ROOT / "lessons" / "pl").glob("*.md")) if "." not in path.stem]


@cache
def all_pages() -> dict[str, str | bytes]:
    return pages()


def cells(lang, stem):
    return nbformat.read(ROOT / "notebooks" / lang / f"{stem}.ipynb", as_version=4).cells


def of_both(stems=STEMS):
    return pytest.mark.parametrize(("lang", "stem"), [(lang, stem) for lang in languages() for stem in stems])


def test_every_lesson_is_a_page_and_the_start_page_leads_to_it():
    for lang in languages():
        assert list(reader_pages(lang)) == STEMS
        for lesson in lessons(lang):
            assert f'href="{READER}/{lesson.stem}.html"' in str(all_pages()[f"{lang}/index.html"])
    assert PLOTLY in all_pages()


@of_both()
def test_a_page_has_all_cells_of_its_notebook_in_their_order(lang, stem):
    page = reader_pages(lang)[stem]
    code = [cell for cell in cells(lang, stem) if cell.cell_type == "code"][1:]  # the first one shows nothing
    found = re.findall(r'data-(cell|chart)="([^"]+)"', page.content)
    charts = {cell.id for cell in code if any(PLOTLY_MIME in output.get("data", {}) for output in cell.outputs)}
    programs = [cell for cell in code if cell.metadata.get("tags") == BONNET["tags"]]
    shown = [cell for cell in code if cell not in programs or cell.id in charts]
    assert found == [("chart" if cell.id in charts else "cell", cell.id) for cell in shown]
    assert json.loads(all_pages()[f"{lang}/{READER}/{stem}.json"])["charts"].keys() == charts
    assert page.content.count('class="program"') == len(programs)


@of_both()
def test_a_page_says_what_the_lesson_says_and_nothing_of_a_button_that_it_does_not_have(lang, stem):
    page = reader_pages(lang)[stem]
    text = "\n".join(cell.source for cell in cells(lang, stem) if cell.cell_type == "markdown")
    headings = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    assert [said for _, said in page.parts] == [each for each in headings if each != frame()[SOURCES][lang]]
    assert WAKE in text
    assert WAKE not in page.content
    assert "ipynb" not in page.content.replace(f"?path={lang}/{stem}.ipynb", "")
    assert page.content.count('class="mark"') == text.count(f"](#{SOURCES})")
    led_to = {*re.findall(r'<a href="#(source-[^"]+)">', page.content)}
    assert led_to == {*re.findall(r'<li id="(source-[^"]+)">', page.content)}, "every source is one of a sentence"


def test_of_a_paragraph_after_the_lesson_is_awake_only_the_sentence_about_the_button_goes():
    text = f"First. Press {WAKE} now, please. Last."
    assert site_reader._prose(text, is_asleep=False) == "<p>First. Last.</p>\n"
    assert site_reader._prose(f"{text}\n\nMore.", is_asleep=True) == "<p>More.</p>\n"


@pytest.mark.parametrize("lang", languages())
def test_notebooks_are_one_click_behind(lang):
    for stem in STEMS:
        page = str(all_pages()[f"{lang}/{READER}/{stem}.html"])
        assert f'href="../../notebooks/index.html?path={lang}/{stem}.ipynb"' in page
        assert texts_for(lang).say("site.reader.to-notebook") in page
        assert "Jupyter" not in page


def test_a_map_that_the_site_brings_is_the_one_that_would_be_drawn(monkeypatch):
    brought = {key: tuple(parts) for key, parts in json.loads(drawn_maps()).items()}
    board = load_scenario("short").board
    assert len(brought) == len(languages()), "all scenarios are played on one board"
    drawn = {lang: board_svg.base_map(board, lang) for lang in languages()}
    monkeypatch.setattr(board_svg, "written", None)  # from now on nobody can draw
    monkeypatch.setattr(board_svg, "ready_maps", brought)
    board_svg._base.cache_clear()
    assert {lang: board_svg.base_map(board, lang) for lang in languages()} == drawn
    with pytest.raises(TypeError):
        board_svg.base_map(board, "pl", large=True)
    board_svg._base.cache_clear()
