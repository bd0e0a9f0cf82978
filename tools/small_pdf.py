"""Make a PDF smaller without changing anything that it shows or says.

Chromium writes what helps a screen reader, thousands of small objects, as plain text. PDF 1.5 may hold such objects
packed together, and the list of where they are too; every reader of the last twenty years knows that.
"""

from __future__ import annotations

import re
import zlib

TOGETHER = 400
"""So many objects are packed into one: a reader that wants one of them unpacks no more."""
_LIST = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)\s*endobj\s*", re.DOTALL)
_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref", re.DOTALL)
_FREE, _PLAIN, _PACKED = 0, 1, 2


def smaller(pdf: bytes) -> bytes:
    """The same PDF with its small objects packed; what is no plain PDF of Chromium stays as it is."""
    end, trailer = _LIST.search(pdf), _TRAILER.search(pdf)
    if end is None or trailer is None or b"/Encrypt" in trailer[1]:
        return pdf
    found = _objects(pdf, int(end[1]))
    first = max(found) + 1
    streams = {number: body for number, body in found.items() if body.endswith(b"endstream")}
    small = [number for number in found if number not in streams]
    where: dict[int, tuple[int, int, int]] = {}
    groups = [small[at : at + TOGETHER] for at in range(0, len(small), TOGETHER)]
    for number, group in enumerate(groups, start=first):
        streams[number] = _together([(each, found[each]) for each in group])
        where |= {each: (_PACKED, number, place) for place, each in enumerate(group)}
    made = bytearray(b"%PDF-1.5\n%\xd3\xeb\xe9\xe1\n")
    for number, body in streams.items():
        where[number] = _PLAIN, len(made), 0
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    last = first + len(groups)
    where[last] = _PLAIN, len(made), 0
    named = re.sub(rb"/Size \d+\s*", b"", trailer[1]).strip()
    rows = b"".join(_row(*where.get(number, (_FREE, 0, 0))) for number in range(last + 1))
    index = _stream(b"/Type /XRef /Size %d /W [1 4 2] %b" % (last + 1, named), rows)
    made += b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (last, index, where[last][1])
    return bytes(made)


def _objects(pdf: bytes, listed: int) -> dict[int, bytes]:
    """Every object by its number, as the list at the end says where they are."""
    offsets = [int(row) for row in re.findall(rb"(\d{10}) \d{5} n", pdf[listed:])]
    found = {}
    for start, stop in zip(sorted(offsets), [*sorted(offsets)[1:], listed], strict=True):
        each = _OBJECT.fullmatch(pdf[start:stop])
        if each is None:
            raise ValueError(f"no object of a PDF at {start}")
        found[int(each[1])] = each[2]
    return found


def _together(objects: list[tuple[int, bytes]]) -> bytes:
    """Many objects in one: first their numbers and places, then they themselves."""
    places, bodies = [], bytearray()
    for number, body in objects:
        places.append(b"%d %d" % (number, len(bodies)))
        bodies += body + b"\n"
    head = b" ".join(places) + b"\n"
    return _stream(b"/Type /ObjStm /N %d /First %d" % (len(objects), len(head)), head + bytes(bodies))


def _stream(about: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    return b"<<%b /Filter /FlateDecode /Length %d>>\nstream\n%b\nendstream" % (about, len(packed), packed)


def _row(kind: int, one: int, other: int) -> bytes:
    return bytes([kind]) + one.to_bytes(4, "big") + other.to_bytes(2, "big")
