import re
from types import SimpleNamespace

import pytest

from mali_powstancy.texts import languages
from tools.lesson_text import LessonTextError, References
from tools.print_sheets import sources
from tools.printed_text import PAGE_BREAK, printed_html, printed_texts
from tools.prose import read_documents

SOURCE = SimpleNamespace(
    id="S1",
    author="",
    title="Poczta",
    publisher="Muzeum",
    date="",
    where="",
    address="example.org/a",
    address_unknown=False,
    kind="page",
    trust="strong",
)
SHELF = References(lambda fact: {"post": [SOURCE]}[fact], lambda fact: "stated", {"order": object()})  # type: ignore[dict-item]


@pytest.fixture
def texts(tmp_path):
    """Writes a worksheet and gives what is printed of it."""

    def write(text, name="99-try.worksheet.md", lang="pl"):
        (tmp_path / lang).mkdir(exist_ok=True)
        path = tmp_path / lang / name
        path.write_text(text, "utf-8")
        return printed_texts(path, SHELF)

    return write


@pytest.fixture
def page(texts):
    """Writes a worksheet without a key and gives its HTML."""

    def write(text, name="99-try.worksheet.md", lang="pl"):
        (found,) = texts(text, name, lang)
        return printed_html(found)

    return write


def body(html):
    return html.partition("<body>")[2].partition("</body>")[0]


def test_the_title_is_in_the_head_of_every_page(page):
    html = page('# Karta "A" < B\n\nTekst.')
    assert r'@top-left{content:"Karta \"A\" \3c  B"' in html
    assert "<title>Karta &quot;A&quot; &lt; B</title>" in html


@pytest.mark.parametrize(("lang", "before", "between"), [("pl", "strona ", " z "), ("en", "page ", " of ")])
def test_pages_are_numbered_in_the_words_of_the_language(page, lang, before, between):
    html = page("# Title", lang=lang)
    assert f'@bottom-right{{content:"{before}" counter(page) "{between}" counter(pages) ""' in html
    assert re.search(r'@bottom-left\{content:"[^"]*CC BY-SA 4\.0', html)


def test_no_mark_of_a_reference_is_printed_and_the_sources_come_last_without_numbers_or_a_second_licence(page):
    html = body(page("# Title\n\nLetters [@post]. A game [@game; @post]. A story [@invented]."))
    assert "<p>Letters. A game. A story <em>(wymyślone)</em>.</p>" in html
    assert html.index("Źródła") < html.index("<li>Poczta, Muzeum. example.org/a</li>")
    assert "CC BY-SA" not in html
    assert "S1" not in html
    assert not re.search(r"<ol|\[\d", html)


def test_links_lead_nowhere_on_paper_but_say_where_far_ones_would(page):
    html = body(page("# T\n\n[A plan](01-x.teacher.md), [a site](https://example.org/b/), <https://example.org/ó>."))
    assert "<p>A plan, a site (example.org/b), example.org/ó.</p>" in html


KEY = {"pl": "Klucz odpowiedzi", "en": "Answer key"}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("level", ["#", "##"])
def test_the_key_of_a_worksheet_is_a_text_of_its_own_with_the_name_of_the_lesson(texts, lang, level):
    sheet, key = texts(
        f"\n\n{PAGE_BREAK}\n\n".join(["# City: sheet\n\nAsk [@post].", "## 2", f"{level} {KEY[lang]}\n\nYes."]),
        lang=lang,
    )
    assert (sheet.name, sheet.kind, len(sheet.parts)) == ("99-try.worksheet", "worksheet", 2)
    assert (key.name, key.kind, len(key.parts)) == ("99-try.key", "key", 1)
    assert key.title == f"City: {KEY[lang][0].lower()}{KEY[lang][1:]}"
    assert f"<h1>{key.title}</h1>" in key.parts[0]
    assert "Yes." not in printed_html(sheet)
    assert KEY[lang] not in printed_html(sheet)
    assert "Poczta, Muzeum." in key.parts[0]


def test_a_term_is_a_plain_word_on_paper(page):
    assert "<p>Niosą rozkaz dalej.</p>" in body(page("# Title\n\nNiosą [rozkaz](term:order) dalej."))


def test_an_unknown_reference_or_term_is_refused_with_the_line(page):
    with pytest.raises(LessonTextError, match="line 3: no fact is called “nothing”"):
        page("# Title\n\nLetters [@nothing].")
    with pytest.raises(LessonTextError, match="no term “nothing”"):
        page("# Title\n\nA [word](term:nothing).")


def test_a_page_without_a_heading_is_refused(page):
    with pytest.raises(LessonTextError, match="needs a heading"):
        page("Only words.")


def test_each_mark_begins_a_new_page(page):
    html = body(page(f"# One\n\nText.\n\n{PAGE_BREAK}\n\n# Two\n\n{PAGE_BREAK}\n\n# Three"))
    parts = html.split('<section class="part">')[1:]
    assert ["One" in parts[0], "Two" in parts[1], "Three" in parts[2]] == [True] * 3
    assert len(parts) == 3
    assert "<!--" not in html


def test_rows_of_dots_are_lines_to_write_on(page):
    html = body(page("# T\n\n. . . . . .\n. . . .\n\n| a | b |\n|---|---|\n| . . . | word |\n| wait... | . |"))
    assert '<p class="write"><span class="line"></span><span class="line"></span></p>' in html
    assert html.count('<td class="write"></td>') == 2
    assert "<td>wait...</td>" in html


def test_stamps_of_translations_are_not_printed(page):
    html = body(page("<!-- pl 01234567 -->\n# Title\n\n<!-- pl 89abcdef -->\nWords.", lang="en"))
    assert "<!--" not in html
    assert "01234567" not in html


def test_a_picture_is_inside_the_page_and_a_missing_one_is_named(page, tmp_path):
    (tmp_path / "pl").mkdir()
    (tmp_path / "dot.svg").write_text("<svg/>")
    assert '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="a dot"' in page("# T\n\n![a dot](../dot.svg)")
    with pytest.raises(LessonTextError, match=r"there is no picture none\.svg"):
        page("# T\n\n![a dot](../none.svg)")


@pytest.mark.parametrize("lang", languages())
def test_every_lesson_page_of_the_course_can_be_printed(lang):
    pages = sources(lang)
    wanted = {d.path.name for d in read_documents() if d.language == lang and not d.is_lesson}
    assert {path.name for path in pages} == wanted
    for path in pages:
        found = printed_texts(path)
        assert [text.kind for text in found[1:]] == ["key"] * path.name.endswith(".worksheet.md"), path.name
        assert sum(len(text.parts) for text in found) == path.read_text("utf-8").count(PAGE_BREAK) + 1
        for text in found:
            html = body(printed_html(text))
            assert not re.search(r"\[@|term:|<!--|>(\. )+\.<|\[\d+[,\]]|href=", html), text.name
            assert (KEY[lang].lower() in re.sub(r"<[^>]+>", "", html).lower()) == (text.kind == "key") or (
                text.kind in ("teacher", "page")
            ), text.name
