"""A button that a text names is called so on the screen, in English as in Polish."""

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from tools.build_texts import TEXTS
from tools.prose import LESSONS, read_blocks

_PAUSES = ".:…,"
POLISH, ENGLISH = re.compile(r"[„‚]([^”’]+)[”’]"), re.compile(r"[“‘]([^”]+?)(?:”|’(?!\w))")


@cache
def said(language: str) -> dict[str, str]:
    """What the program says, by its key."""
    found = {}
    for file in sorted((TEXTS / language).glob("*.po")):
        with file.open("rb") as source:
            found |= {str(each.id): each.string for each in read_po(source) if isinstance(each.string, str)}
    return found


def same(words: str) -> str:
    return words.replace("’", "'").rstrip(_PAUSES)


def quoted_otherwise(polish: Path, english: Path) -> list[str]:
    """Names in a Polish text that its English text does not name as the screen does. Names begin with a capital."""
    pl, en = said("pl"), said("en")
    wrong = []
    for source, translation in zip(read_blocks(polish), read_blocks(english), strict=True):
        named = {same(name) for name in ENGLISH.findall(translation.text)}
        for name in POLISH.findall("" if source.is_code else source.text):
            keys = [key for key, text in pl.items() if same(text) == same(name)]
            if name[0].isupper() and keys and not named & {same(en[key]) for key in keys}:
                wrong.append(f"{english.name}:{translation.line}: {name} is {en[keys[0]]}")
    return wrong


def test_english_texts_name_buttons_as_the_screen_does():
    checked = sorted((LESSONS / "pl").glob("*.md"))
    assert len(checked) > 30
    assert [fault for file in checked for fault in quoted_otherwise(file, LESSONS / "en" / file.name)] == []


def test_a_button_under_another_name_is_found(tmp_path):
    (tmp_path / "pl.md").write_text("Naciśnij „Pokaż trasy klasy”.\n", "utf-8")
    (tmp_path / "en.md").write_text("Press “Draw everything”.\n", "utf-8")
    assert len(quoted_otherwise(tmp_path / "pl.md", tmp_path / "en.md")) == 1


def test_no_page_for_teachers_asks_for_a_terminal_where_the_desk_has_a_pdf():
    for file in sorted(LESSONS.glob("*/*.*.md")):
        assert not re.search("make (print|site|serve-site)|dist/", file.read_text("utf-8")), file.name
