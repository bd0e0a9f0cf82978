"""The teacher's desk: everything is on it, in both languages, without marks, and no key where a pupil looks."""

import re
from functools import cache
from html import escape

import pytest

from mali_powstancy.texts import languages, texts_for
from tools.lesson_text import SOURCES, frame
from tools.print_sheets import documents, sources
from tools.printed_text import KEY, PAGE, TEACHER, WORKSHEET, printed_texts
from tools.prose import ROOT
from tools.site_desk import DESK, FRONT, PICTURES, WITHIN, desk_pages, desk_pictures, paper_css, size_in_words
from tools.site_pages import lessons, pages
from tools.typesetting import typeset

each_language = pytest.mark.parametrize("lang", languages())
DOCS_FOR_TEACHERS = ("ways-to-run", "school-server", "scenarios", "glossary", "rules", "rulings")


@cache
def all_pages() -> dict[str, str | bytes]:
    return pages()


def front(lang: str) -> str:
    return str(all_pages()[f"{lang}/{FRONT}.html"])


def main_part(page: str) -> str:
    """What a page says, without its frame."""
    return page.partition("<main>")[2].partition("</main>")[0]


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main_part(page)))


@each_language
def test_the_desk_lists_every_lesson_with_its_plan_its_worksheet_and_its_key_as_page_and_pdf(lang):
    assert len(lessons(lang)) == 15
    for lesson in lessons(lang):
        assert typeset(f"<h3>{escape(lesson.title)}</h3>", lang) in front(lang)
        for kind in (TEACHER, WORKSHEET, KEY):
            for ending in ("html", "pdf"):
                assert f'href="{DESK}/{lesson.stem}.{kind}.{ending}"' in front(lang)
        assert typeset(escape(lesson.about(lang)), lang) in front(lang)


@each_language
def test_every_text_beside_a_lesson_is_on_the_desk(lang):
    for source in sources(lang):
        for text in printed_texts(source):
            name = text.name.removesuffix(f".{PAGE}")
            assert desk_pages(lang)[name].title == text.title
            assert f'href="{DESK}/{name}.html"' in front(lang), name


@each_language
def test_every_pdf_has_a_page_and_both_are_linked(lang):
    for name, _ in documents(lang):
        page = desk_pages(lang)[name.removesuffix(".pdf")]
        assert page.pdf
        assert f'href="{name}"' in str(all_pages()[f"{lang}/{DESK}/{page.name}.html"])
    assert {f"{page.name}.pdf" for page in desk_pages(lang).values() if page.pdf} == {
        name for name, _ in documents(lang)
    }


@each_language
def test_no_page_of_the_desk_shows_a_mark_of_a_reference_or_an_id_of_a_source(lang):
    for name, page in desk_pages(lang).items():
        shown = re.sub(r"<(pre|code)\b.*?</\1>", "", page.content, flags=re.DOTALL)
        assert not re.search(r"\[@|term:|\[\d+[,\]]|#sources|\bS\d{1,3}\b", shown), name


@each_language
def test_the_key_is_one_click_away_from_the_worksheet_and_not_on_it(lang):
    key = texts_for(lang).say("desk.key").lower()
    for lesson in lessons(lang):
        sheet = str(all_pages()[f"{lang}/{DESK}/{lesson.stem}.{WORKSHEET}.html"])
        assert key not in words(sheet).lower()
        assert f'<a href="{lesson.stem}.{KEY}.html">' in sheet
        answers = words(str(all_pages()[f"{lang}/{DESK}/{lesson.stem}.{KEY}.html"]))
        assert key in answers.lower()
        assert len(answers.split()) > 20
        lesson_page = str(all_pages()[f"{lang}/index.html"])
        assert f"{lesson.stem}.{KEY}" not in lesson_page


@each_language
def test_the_letter_to_parents_and_all_else_in_a_plan_is_found_from_the_list_and_from_its_top(lang):
    for lesson in lessons(lang):
        plan = desk_pages(lang)[f"{lesson.stem}.{TEACHER}"].content
        places = dict(re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', plan))
        for key in WITHIN:
            (place,) = (place for place, said in places.items() if said == texts_for(lang).say(key))
            assert f'href="{DESK}/{lesson.stem}.{TEACHER}.html#{place}"' in front(lang), (lesson.stem, key)
        top = plan.partition("<h2")[0]
        how_we_know = frame()[SOURCES][lang]
        assert re.findall(r'href="#([^"]+)"', top) == [place for place, said in places.items() if said != how_we_know]


@each_language
def test_the_start_page_leads_to_the_desk_and_the_desk_back(lang):
    assert f'href="{FRONT}.html"' in str(all_pages()[f"{lang}/index.html"])
    assert 'href="index.html"' in front(lang)
    for name in desk_pages(lang):
        assert f'href="../../{lang}/{FRONT}.html"' in str(all_pages()[f"{lang}/{DESK}/{name}.html"])


@each_language
def test_every_document_that_a_teacher_needs_can_be_reached(lang):
    assert 'href="privacy.html"' in front(lang)
    for name in DOCS_FOR_TEACHERS:
        assert re.search(rf'href="(?:\.\./en/)?{DESK}/{name}\.html"', front(lang)), name
        if (ROOT / "docs" / f"{name}.{lang}.md").is_file():
            assert name in desk_pages(lang)


@each_language
def test_the_rules_of_two_sides_have_no_ids_and_the_linked_rules_keep_theirs(lang):
    for variant in ("basic", "extended"):
        text = words(str(all_pages()[f"{lang}/{DESK}/rules-{variant}.html"]))
        assert len(text.split()) > 250
        assert not re.search(r"\b[BEH]-\d", text)
    full = desk_pages(lang)["rules"].content
    assert {f"B-{number}" for number in range(1, 32)} <= set(re.findall(r"\b[BE]-\d+", full))
    assert "tests/" not in full


@each_language
def test_the_extended_rules_can_be_read_without_the_basic_ones(lang):
    extended, basic = (words(str(all_pages()[f"{lang}/{DESK}/rules-{each}.html"])) for each in ("extended", "basic"))

    def said(key: str) -> str:
        return words(f"<main>{typeset(texts_for(lang).say(key), lang)}</main>")

    for key in ("print.rules.carry.deliver", "print.rules.movement.walk", "print.rules.movement.jump"):
        assert said(key) in extended
        assert said(key) in basic
    assert said("print.rules.soldier.tie") in basic
    assert said("print.rules.soldier.tie") not in extended


@each_language
def test_the_certificate_has_no_place_for_a_name_or_a_rank(lang):
    text = words(str(all_pages()[f"{lang}/{DESK}/certificate.html"])).lower()
    assert not re.search(r"\b(imię|nazwisko|name:|pupil|uczeń|uczennica|winner|zwycięz\w+|first place)\b", text)
    assert texts_for(lang).say("desk.certificate.together").lower() in text


@each_language
def test_the_plan_for_a_term_has_every_path_and_leads_to_the_plans(lang):
    content = desk_pages(lang)["desk-term"].content
    tables = re.findall(r"<table>.*?</table>", content, re.DOTALL)
    paths = [re.findall(r"<tr>\s*<td>(\d+)</td>", table) for table in tables]
    assert paths.count(["1", "3", "6"]) == 6
    for rows in (table for table, found in zip(tables, paths, strict=True) if found):
        for row in re.findall(r"<tr>\s*<td>(\d+)</td>\s*<td>(.*?)</td>\s*<td>(.*?)</td>", rows):
            number, chosen, missed = row
            linked = re.findall(r'href="(\d\d-[a-z-]+)\.teacher\.html"', chosen)
            assert len(linked) == int(number) or number == "1"
            assert linked == sorted(linked) or number == "1"
            assert len(missed.split()) > 5
    whole = max(tables, key=lambda table: table.count(".teacher.html") if "00-start" in table else 0)
    assert sorted(re.findall(r'href="(\d\d)-', whole)) == [f"{lesson.number:02}" for lesson in lessons(lang)]


@each_language
def test_wide_tables_can_be_pushed_with_keys_and_no_two_have_the_same_name(lang):
    for name, page in desk_pages(lang).items():
        labels = re.findall(r'role="region" tabindex="0" aria-label="([^"]+)"', page.content)
        assert len(labels) == len(set(labels)), name
        if 'class="sheets"' not in page.content:
            assert len(labels) == page.content.count("<table>"), name
        assert "<style" not in page.content
        assert not re.search(r'\sstyle="', page.content), name


def test_pictures_of_worksheets_are_files_of_the_site():
    found = desk_pictures()
    assert f"{PICTURES}/02-graph-pl.png" in found
    assert all(content.startswith(b"\x89PNG") for content in found.values())
    for lang in languages():
        for page in desk_pages(lang).values():
            assert "data:" not in page.content, page.name


def test_the_style_of_paper_stays_inside_the_paper():
    css = re.sub(r"@page[^{]*\{[^}]*\}", "", paper_css())
    for selectors in re.findall(r"([^{}]+)\{", css):
        assert all(each.strip().startswith(".paper") for each in selectors.split(",")), selectors


def test_sizes_are_said_as_each_language_writes_them():
    assert size_in_words(84_321, texts_for("pl")) == "84 kB"
    assert size_in_words(84_321, texts_for("en")) == "84 KB"
    assert size_in_words(1_234_567, texts_for("pl")) == "1,2 MB"
    assert size_in_words(1_234_567, texts_for("en")) == "1.2 MB"


def test_the_size_of_every_pdf_stands_beside_its_link():
    pdfs = {f"pl/{DESK}/{name}": b"x" * 52_000 for name, _ in documents("pl")}
    made = str(pages(pdfs)[f"pl/{FRONT}.html"])
    assert len(re.findall(r'class="pdf"[^>]*>.*?PDF, 52 kB</a>', made)) == made.count('class="pdf"')
    assert size_in_words(52_000 * len(pdfs), texts_for("pl")) in made
