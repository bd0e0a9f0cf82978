"""A smaller PDF shows and says the same: every object is still there."""

import io

import pytest
from pypdf import PdfReader

from tools.small_pdf import TOGETHER, smaller

SAID = "endobj endstream"
"""What a page may say although it also ends objects in the file."""


def pdf(extra=0, trailer=b""):
    """A page of text and many small objects, as Chromium writes them."""
    text = f"BT /F1 12 Tf 20 50 Td ({SAID}) Tj ET\nendobj\n".encode()
    bodies = [
        b"<</Title (A \xc5\x82 title)>>",
        b"<</Type /Catalog /Pages 3 0 R /Things [%b]>>" % b" ".join(b"%d 0 R" % (7 + n) for n in range(extra)),
        b"<</Type /Pages /Kids [4 0 R] /Count 1>>",
        b"<</Type /Page /Parent 3 0 R /MediaBox [0 0 200 100] /Contents 5 0 R /Resources <</Font <</F1 6 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%b\nendstream" % (len(text), text),
        b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
        *(b"<</S /Span /Number %d>>" % number for number in range(extra)),
    ]
    made, offsets = bytearray(b"%PDF-1.4\n%\xd3\xeb\xe9\xe1\n"), []
    for number, body in enumerate(bodies, start=1):
        offsets.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    made += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    made += b"trailer\n<</Size %d\n/Root 2 0 R\n/Info 1 0 R%b>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(bodies) + 1,
        trailer,
        start,
    )
    return bytes(made)


@pytest.mark.parametrize("extra", [0, TOGETHER - 5, TOGETHER, 3 * TOGETHER])
def test_all_objects_are_found_again_and_the_page_says_the_same(extra):
    before, after = pdf(extra), smaller(pdf(extra))
    old, new = (PdfReader(io.BytesIO(each), strict=True) for each in (before, after))
    assert new.pages[0].extract_text() == old.pages[0].extract_text() == SAID
    assert new.metadata == old.metadata
    assert [thing["/Number"] for thing in new.trailer["/Root"]["/Things"]] == list(range(extra))
    if extra:
        assert len(after) < len(before) / 2
    assert after == smaller(before)


def test_what_is_packed_already_or_locked_or_no_pdf_stays_as_it_is():
    packed = smaller(pdf(20))
    assert smaller(packed) == packed
    locked = pdf(20, trailer=b" /Encrypt 7 0 R")
    assert smaller(locked) == locked
    assert smaller(b"no PDF") == b"no PDF"


def test_a_list_that_leads_nowhere_is_not_believed():
    with pytest.raises(ValueError, match="no object of a PDF at 15"):
        smaller(pdf(3).replace(b"1 0 obj", b"1 0 job", 1))
