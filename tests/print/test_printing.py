"""What comes out of the printer: sizes, pages, letters."""

import io
import re

import pytest
from pypdf import PdfReader

from mali_powstancy.engine import load_scenario
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.print.kit import kit_parts
from mali_powstancy.views.print.sheets import A3_WIDE, A4, A4_WIDE, SIZES
from tools import print_sheets
from tools.browser import open_browser
from tools.print_sheets import BASIC, EXTENDED, documents, printed, printed_by, printer, ready, sources, write_all
from tools.printed_text import PAGE_BREAK, printed_html, printed_texts

pytestmark = pytest.mark.slow

KEY = {"pl": "Klucz odpowiedzi", "en": "Answer key"}
TEACHER_PAGES = {"01": (4, 6), "08": (4, 6), "13": (4, 6), "04": (6, 8), "07": (6, 8), "11": (4, 6), "pr": (1, 2)}
"""How many pages the two lessons of play, the last one, the project and the projector have; all others have 3 to 5.

Of lessons 01, 08 and 13 the sixth page holds hardly more than the end of the list of sources.
"""


@pytest.fixture(scope="module")
def browser():
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module", params=languages())
def pdfs(request, browser):
    """Everything printed in a language, by the name of the file."""
    with printer(browser) as page:
        found = {name: PdfReader(io.BytesIO(printed_by(page, html))) for name, html in documents(request.param)}
    return request.param, found


def size(page):
    """Width and height in millimetres."""
    return tuple(round(float(side) / 72 * 25.4) for side in page.mediabox[2:])


def fonts(reader):
    """Every font of a document."""
    for page in reader.pages:
        for font in (page["/Resources"].get("/Font") or {}).values():
            yield font.get_object()


def is_embedded(font):
    """Whether the letters are in the file; those of a Type 3 font always are."""
    if font["/Subtype"] == "/Type3":
        return True
    below = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
    return any(f"/FontFile{kind}" in below["/FontDescriptor"] for kind in ("", "2", "3"))


def test_the_kit_has_a_page_for_each_sheet_on_its_own_paper(pdfs):
    lang, found = pdfs
    parts = kit_parts(load_scenario(BASIC), load_scenario(EXTENDED), lang)
    papers = [A4, *(sheet.paper for part in parts for sheet in part.sheets)]
    assert [size(page) for page in found["paper-kit.pdf"].pages] == [SIZES[paper] for paper in papers]
    assert len(papers) == 23


def test_the_kit_of_wiarusi_is_on_a4_and_its_rules_on_two_sides(pdfs):
    _, found = pdfs
    assert [size(page) for page in found["paper-kit-wiarusi.pdf"].pages] == [SIZES[A4]] * 13
    assert [size(page) for page in found["rules-wiarusi.pdf"].pages] == [SIZES[A4]] * 2


def test_the_kit_of_bitwa_warszawska_has_a_wide_board_and_its_rules_are_on_two_sides(pdfs):
    _, found = pdfs
    papers = [A4] * 3 + [A4_WIDE] * 4 + [A4] * 15
    assert [size(page) for page in found["paper-kit-bitwa-warszawska.pdf"].pages] == [SIZES[paper] for paper in papers]
    assert [size(page) for page in found["rules-bitwa-warszawska.pdf"].pages] == [SIZES[A4]] * 2


def test_the_board_is_one_large_sheet(pdfs):
    _, found = pdfs
    assert [size(page) for page in found["board-a3.pdf"].pages] == [SIZES[A3_WIDE]]


def test_teacher_pages_and_worksheets_are_on_a4(pdfs):
    _, found = pdfs
    lessons = [
        reader for name, reader in found.items() if name.endswith((".teacher.pdf", ".worksheet.pdf", ".key.pdf"))
    ]
    assert lessons
    assert {size(page) for reader in lessons for page in reader.pages} == {SIZES[A4]}


def test_a_worksheet_has_a_page_for_each_of_its_parts_and_its_key_is_another_file(pdfs):
    lang, found = pdfs
    for path in sources(lang):
        if path.name.endswith(".worksheet.md"):
            stem = path.name.removesuffix(".worksheet.md")
            pages, key = found[f"{stem}.worksheet.pdf"].pages, found[f"{stem}.key.pdf"].pages
            assert len(pages) == path.read_text("utf-8").count(PAGE_BREAK), path.name
            assert 1 <= len(pages) <= 3, path.name
            assert len(key) == 1, path.name
            assert not any(KEY[lang].lower() in page.extract_text().lower() for page in pages), path.name
            assert KEY[lang].lower() in key[0].extract_text().lower(), path.name


@pytest.mark.parametrize("variant", [BASIC, EXTENDED])
def test_the_rules_of_a_variant_are_two_sides_of_a4(pdfs, variant):
    lang, found = pdfs
    pages = found[f"rules-{variant}.pdf"].pages
    assert [size(page) for page in pages] == [SIZES[A4]] * 2
    text = " ".join(page.extract_text() for page in pages)
    assert not re.search(r"\b[BEH]-\d", text)
    assert texts_for(lang).say(f"desk.rules.{variant}") in re.sub(r"\s+", " ", text)


def test_the_certificate_is_one_wide_sheet(pdfs):
    _, found = pdfs
    assert [size(page) for page in found["certificate.pdf"].pages] == [SIZES[A4_WIDE]]


def test_nothing_printed_shows_a_mark_of_a_reference(pdfs):
    _, found = pdfs
    for name, reader in found.items():
        text = " ".join(page.extract_text() for page in reader.pages)
        assert not re.search(r"\[@|\[\d+[,\]]", text), name


def test_a_teacher_page_is_short_enough_to_be_read_before_a_lesson(pdfs):
    lang, found = pdfs
    pages = {name: len(reader.pages) for name, reader in found.items() if name.endswith(".teacher.pdf")}
    assert pages.keys() == {f"{path.stem}.pdf" for path in sources(lang) if path.name.endswith(".teacher.md")}
    for name, number in pages.items():
        least, most = TEACHER_PAGES.get(name[:2], (3, 5))
        assert least <= number <= most, (name, number)


def test_no_page_is_empty_and_every_page_says_its_number_and_licence(pdfs):
    lang, found = pdfs
    for name, reader in found.items():
        pages = [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]
        for number, text in enumerate(pages, start=1):
            if name != "certificate.pdf":  # it hangs on a wall
                assert texts_for(lang).say("print.page", number=number, of=len(pages)) in text, name
            assert "CC BY-SA 4.0" in text, name
            assert len(text) > 160, (name, number)


def test_all_letters_are_ours_and_in_the_file(pdfs):
    _, found = pdfs
    for name, reader in found.items():
        assert all(map(is_embedded, fonts(reader))), name
        ours = {"Regular", "Bold"}
        names = {font["/BaseFont"].split("+")[-1] for font in fonts(reader) if "/BaseFont" in font}
        assert names >= {f"MPSans-{weight}" for weight in ours}, name
        if name in ("paper-kit.pdf", "board-a3.pdf", "paper-kit-wiarusi.pdf"):
            assert names == {f"MPSans-{weight}" for weight in ours}, name


def test_every_file_is_packed_and_still_tells_a_screen_reader_what_it_is(pdfs):
    lang, found = pdfs
    for name, reader in found.items():
        assert reader.pdf_header == "%PDF-1.5", name
        root = reader.trailer["/Root"]
        assert root["/Lang"][:2] == lang, name
        assert root["/MarkInfo"]["/Marked"] == True, name  # noqa: E712 - a value of the PDF, equal to True
        assert root["/StructTreeRoot"]["/K"], name


def test_polish_letters_can_be_searched_for(pdfs):
    lang, found = pdfs
    text = "".join(page.extract_text() for page in found["paper-kit.pdf"].pages)
    for word in ("Żoliborz", "Staś", "Elektrownia Powiśle" if lang == "pl" else "Powiśle Power Station"):
        assert word in re.sub(r"\s+", " ", text)


DRAWN = (
    *("paper-kit", "certificate", "rules-basic", "rules-extended"),
    *(f"{sheets}-{game}" for game in ("wiarusi", "bitwa-warszawska") for sheets in ("paper-kit", "rules")),
)


@pytest.mark.parametrize("name", [f"{name}.pdf" for name in DRAWN])
@pytest.mark.parametrize("lang", languages())
def test_no_drawn_sheet_is_cut_off_or_too_small_to_read(browser, lang, name):
    page = browser.new_page()
    page.emulate_media(media="print")
    page.set_content(dict(documents(lang))[name])
    page.evaluate("() => document.fonts.ready")
    page.evaluate(print_sheets.FIT, {"room": 1, "least": print_sheets.LEAST})
    cut, small, outside = page.evaluate(LOOK)
    page.close()
    assert cut == []
    assert small == []
    assert outside == []


# Boxes that are too small for their content; texts below 9 points, but for the note at the foot; what leaves a sheet.
LOOK = """() => {
  const boxes = [...document.querySelectorAll(".fits, .sheet, .card, .space, .prison, .token, .face")];
  const cut = boxes.filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1);
  const small = [], outside = [];
  for (const element of document.querySelectorAll("body *:not(style)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest("footer, .board")) continue;  // the board lies on the table, too
    const drawn = element instanceof SVGGraphicsElement ? element.getScreenCTM() : { a: 1, b: 0 };
    const scale = Math.hypot(drawn.a, drawn.b);
    const points = parseFloat(getComputedStyle(element).fontSize) * scale * 0.75;
    if (points < 8.99) small.push(`${element.textContent} ${points}`);
    const sheet = element.closest(".sheet").getBoundingClientRect(), box = element.getBoundingClientRect();
    if (element instanceof SVGElement) continue;  // a part of the map goes on beyond its sheet
    if (box.bottom > sheet.bottom - 15 || box.right > sheet.right - 15 || box.left < sheet.left + 15)
      outside.push(element.textContent);
  }
  return [cut.map((box) => box.innerText), small, outside];
}"""


def worksheet(tmp_path, text):
    (tmp_path / "pl").mkdir(exist_ok=True)
    path = tmp_path / "pl" / "99-try.worksheet.md"
    path.write_text(text, "utf-8")
    return printed_html(printed_texts(path)[0])


def test_marks_decide_where_pages_of_a_worksheet_begin(browser, tmp_path):
    html = worksheet(tmp_path, f"# One\n\nText.\n\n{PAGE_BREAK}\n\n# Two\n\n{PAGE_BREAK}\n\n# Three")
    pages = PdfReader(io.BytesIO(printed(browser, html))).pages
    # the title of the whole stands on every page, the heading only on its own
    assert [[word in page.extract_text() for word in ("Text", "Two", "Three")] for page in pages] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]


@pytest.mark.parametrize(("lines", "pages"), [(20, 1), (42, 1), (60, 2)])
def test_a_worksheet_that_is_a_little_too_long_still_fits_on_its_page(browser, tmp_path, lines, pages):
    html = worksheet(tmp_path, "# One\n\n" + "\n".join(f"- line {number}" for number in range(lines)))
    assert len(PdfReader(io.BytesIO(printed(browser, html))).pages) == pages


def test_a_new_print_takes_the_place_of_the_old_one(browser, tmp_path, capsys):
    (tmp_path / "pl").mkdir()
    (tmp_path / "pl" / "old.pdf").write_text("old")
    (tmp_path / "mine.txt").write_text("mine")
    write_all(browser, tmp_path, {"pl": {"new.pdf": worksheet(tmp_path / "pl", "# Title")}})
    assert sorted(path.name for path in tmp_path.rglob("*.*")) == ["mine.txt", "new.pdf"]
    assert "dist/print/pl/new.pdf" in capsys.readouterr().out


def test_what_was_printed_before_is_not_printed_again_and_what_nobody_wants_is_gone(tmp_path, monkeypatch):
    one, other = worksheet(tmp_path, "# One"), worksheet(tmp_path, "# Other")
    first = ready({"pl/a.pdf": one}, tmp_path / "kept")
    assert first["pl/a.pdf"].startswith(b"%PDF")
    assert PdfReader(io.BytesIO(first["pl/a.pdf"])).metadata.get("/CreationDate") == "D:20000101000000+00'00'"
    with monkeypatch.context() as without_browser:
        without_browser.setattr(print_sheets, "open_browser", None)
        assert ready({"en/b.pdf": one}, tmp_path / "kept") == {"en/b.pdf": first["pl/a.pdf"]}
    ready({"pl/a.pdf": other}, tmp_path / "kept")
    assert len(list((tmp_path / "kept").iterdir())) == 1
