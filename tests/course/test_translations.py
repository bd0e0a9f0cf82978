import re
import tomllib
from pathlib import Path

import pytest

from tools import translations
from tools.prose import ROOT, digest

POLISH = "# Tytuł\n\nJeden.\n\n```python\n1 + 1\n```\n\n## Quiz\n\nDwa.\n"
ENGLISH = "# Title\n\nOne.\n\n```python\n1 + 1\n```\n\n## Quiz\n\nTwo.\n"


def test_the_lessons_say_the_same_in_both_languages():
    assert translations.faults() == []


def test_the_data_says_the_same_in_both_languages():
    assert translations.data_faults() == []


def test_no_text_of_the_data_is_older_than_its_polish():
    assert translations.stale_data() == []


def test_every_entry_of_the_lists_has_a_reason():
    assert all(reason for reason in (*translations.SAME_BLOCKS.values(), *translations.SAME_TEXTS.values()))


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    """A lesson in Polish and its stamped translation."""
    for language, text in (("pl", POLISH), ("en", ENGLISH)):
        (tmp_path / language).mkdir()
        (tmp_path / language / "01-a.md").write_text(text, "utf-8")
    assert translations.stamp_new(tmp_path / "en/01-a.md") == 4
    assert translations.faults(tmp_path) == []
    return tmp_path


def change(lessons: Path, name: str, old: str, new: str) -> list[str]:
    path = lessons / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return translations.faults(lessons)


def test_a_stamp_is_the_digest_of_the_polish_block(lessons):
    text = (lessons / "en/01-a.md").read_text("utf-8")
    assert f"<!-- pl {digest('Jeden.')} -->\nOne.\n" in text
    assert text.count("<!-- pl") == 4


def test_a_changed_source_makes_its_translation_stale(lessons):
    (fault,) = change(lessons, "pl/01-a.md", "Jeden.", "Jeden i pół.")
    assert fault.startswith("01-a:2 (lessons/en/01-a.md:5) is stale")
    assert "make translated PARAGRAPH=01-a:2" in fault


def test_one_stale_block_is_stamped_and_no_other(lessons):
    change(lessons, "pl/01-a.md", "Jeden.", "Jeden i pół.")
    change(lessons, "pl/01-a.md", "Dwa.", "Dwa i pół.")
    assert translations.stamp_new(lessons / "en/01-a.md") == 0
    translations.stamp_paragraph("01-a:2", lessons)
    (fault,) = translations.faults(lessons)
    assert fault.startswith("01-a:5 ")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("en/01-a.md", "One.", "Jeden.", "01-a:2 .* is the same as in Polish"),
        ("en/01-a.md", "One.", "", "01-a:2 .* is empty"),
        ("en/01-a.md", "1 + 1", "1 + 2", "01-a:3 .* has other code"),
        ("en/01-a.md", "```python\n", "```python solution\n", "01-a:3 .* has other code"),
        ("en/01-a.md", "```python\n", "<!-- pl 01234567 -->\n```python\n", "01-a:3 .* stamp above a code cell"),
        ("en/01-a.md", "## Quiz", "### Quiz", "01-a:4 differs: .*heading 2.*heading 3"),
        ("en/01-a.md", "Two.", "Two.\n\nThree.", "01-a:6 differs: lessons/pl/01-a.md has ended"),
        ("en/01-a.md", "Two.", "- Two.", "01-a:5 differs: .*paragraph.*list"),
        ("en/01-a.md", f"<!-- pl {digest('Jeden.')} -->\n", "", "01-a:2 .* carries no stamp"),
        ("pl/01-a.md", "Dwa.", "<!-- pl 01234567 -->\nDwa.", "lessons/pl/01-a.md:11 is a stamp"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(name, old, new, said, lessons):
    (fault,) = change(lessons, name, old, new)
    assert re.match(said, fault), fault


def test_a_missing_translation_and_a_missing_source_are_named(lessons):
    (lessons / "pl/01-a.md").rename(lessons / "pl/02-b.md")
    missing_source, missing_translation = translations.faults(lessons)
    assert "lessons/en/01-a.md has no Polish source" in missing_source
    assert "lessons/en/02-b.md is missing" in missing_translation


@pytest.mark.parametrize("paragraph", ["01-a", "01-a:x", "01-a:9", "01-a:0", "01-a:3", "09-z:1", ":1"])
def test_what_is_no_paragraph_is_not_stamped(paragraph, lessons):
    before = (lessons / "en/01-a.md").read_bytes()
    with pytest.raises(translations.NotStamped):
        translations.stamp_paragraph(paragraph, lessons)
    assert (lessons / "en/01-a.md").read_bytes() == before


def test_other_blocks_and_empty_ones_are_not_stamped(lessons, capsys):
    change(lessons, "en/01-a.md", "One.", "")
    with pytest.raises(translations.NotStamped, match="empty"):
        translations.stamp_paragraph("01-a:2", lessons)
    assert translations.main(["--new", str(lessons / "pl/01-a.md")]) == 1
    assert "is no translation" in capsys.readouterr().err


def data(folder: Path, name: str, text: str) -> list[str]:
    path = folder / "mali_powstancy/data" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return translations.data_faults(folder)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('hint = { pl = "Tak" }', "hint has no text in 'en'"),
        ('hint = { pl = "Tak", en = " " }', "hint has no text in 'en'"),
        ('hint = { en = "Yes" }', "hint has no text in 'pl'"),
        ('[[exercise]]\ntitle = { pl = "Tytuł", en = "Tytuł" }', "exercise.0.title is the same"),
    ],
)
def test_texts_of_the_data_need_both_languages(text, said, tmp_path):
    (fault,) = data(tmp_path, "lessons/01-a.toml", text)
    assert said in fault


def test_names_numbers_and_titles_of_sources_may_be_the_same(tmp_path):
    assert data(tmp_path, "lessons/01-a.toml", 'text = { pl = "25", en = "25" }') == []
    assert data(tmp_path, "history/sources.toml", '[[source]]\ntitle = { pl = "Tytuł", en = "Tytuł" }') == []
    assert data(tmp_path, "history/events.toml", 'what = { pl = "Tytuł", en = "Tytuł" }') != []
    (tmp_path / "mali_powstancy/data/history/events.toml").unlink()
    assert data(tmp_path, "lessons/words.toml", 'stems = { pl = ["a"], en = [] }') == []
    assert data(tmp_path, "lessons/words.toml", 'what = { pl = "Tytuł" }') != []


HINTS = '[[exercise]]\nhint = {{ pl = "{}", en = "{}" }}\ntask = {{ pl = "Licz", en = "Count" }}\n'


@pytest.fixture
def stamped(tmp_path: Path) -> Path:
    """A project with a data file whose two texts were read."""
    (tmp_path / "lessons").mkdir()
    data(tmp_path, "lessons/01-a.toml", HINTS.format("Tak", "Yes"))
    assert len(translations.stale_data(tmp_path)) == 2
    assert translations.stamp_new_data(tmp_path / "mali_powstancy/data/lessons/01-a.toml", tmp_path) == 2
    assert translations.stale_data(tmp_path) == []
    return tmp_path


def test_a_text_of_the_data_is_stale_when_only_its_polish_changes(stamped):
    data(stamped, "lessons/01-a.toml", HINTS.format("Tak, ale", "Yes"))
    (fault,) = translations.stale_data(stamped)
    assert fault.startswith("lessons/01-a.toml:exercise.0.hint is stale")
    assert translations.stamp_new_data(stamped / "mali_powstancy/data/lessons/01-a.toml", stamped) == 0
    assert translations.stale_data(stamped) == [fault]
    translations.stamp_data("lessons/01-a.toml:exercise.0.hint", stamped)
    assert translations.stale_data(stamped) == []


def test_a_text_that_was_translated_again_is_stamped_as_new(stamped):
    data(stamped, "lessons/01-a.toml", HINTS.format("Nie", "No"))
    (fault,) = translations.stale_data(stamped)
    assert "carries no stamp" in fault
    assert translations.stamp_new_data(stamped / "mali_powstancy/data/lessons/01-a.toml", stamped) == 1
    assert len((stamped / translations.TRANSLATED).read_text("utf-8").splitlines()) == 2


CATALOGUE = 'msgid "a.b"\nmsgstr "{}"\n\nmsgid "n"\nmsgid_plural "n"\nmsgstr[0] "{}"\nmsgstr[1] "{}"\n'


def catalogue(folder: Path, language: str, *forms: str, game: str = "") -> Path:
    path = folder / "mali_powstancy" / game / "texts" / language / "small.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    header = f'msgid ""\nmsgstr "Language: {language}\\nContent-Type: text/plain; charset=utf-8\\n"\n\n'
    path.write_text(header + CATALOGUE.format(*forms), "utf-8")
    return path


def test_a_message_is_stale_when_only_its_polish_changes_in_any_form(stamped):
    catalogue(stamped, "pl", "Tak jest", "{n} karta", "{n} karty")
    english = catalogue(stamped, "en", "Indeed", "{n} card", "{n} cards")
    assert all("carries no stamp" in fault for fault in translations.stale_data(stamped))
    assert translations.stamp_new_data(english, stamped) == 2
    assert translations.stale_data(stamped) == []
    catalogue(stamped, "pl", "Tak było", "{n} karta", "{n} kart")
    first, second = translations.stale_data(stamped)
    assert first.startswith("texts/small.po:a.b is stale")
    assert "make translated PARAGRAPH=texts/small.po:n`" in second
    assert translations.stamp_new_data(english, stamped) == 0
    translations.stamp_data("texts/small.po:n", stamped)
    assert translations.stale_data(stamped) == [first]


def test_the_messages_of_a_further_game_are_stamped_with_its_name(stamped):
    catalogue(stamped, "pl", "Tak jest", "{n} karta", "{n} karty", game="other")
    english = catalogue(stamped, "en", "Indeed", "{n} card", "{n} cards", game="other")
    assert translations.stamp_new_data(english, stamped) == 2
    catalogue(stamped, "pl", "Tak było", "{n} karta", "{n} karty", game="other")
    (fault,) = translations.stale_data(stamped)
    assert fault.startswith("other/texts/small.po:a.b is stale")
    translations.stamp_data("other/texts/small.po:a.b", stamped)
    assert translations.stale_data(stamped) == []


def test_all_files_with_texts_in_two_languages_are_stamped():
    names = {path.relative_to(ROOT).as_posix() for path in translations.stamped_files(ROOT)}
    both = {
        path.relative_to(ROOT).as_posix()
        for folder in ("lessons", "mali_powstancy/data")
        for path in (ROOT / folder).rglob("*.toml")
        if list(translations.bilingual(tomllib.loads(path.read_text("utf-8"))))
    }
    assert both - names == set()
    assert {path.relative_to(ROOT).as_posix() for path in ROOT.glob("mali_powstancy/**/en/*.po")} - names == set()
    assert sum(1 for path in translations.stamped_files(ROOT) for _ in translations.pairs(ROOT, path)) > 4000


@pytest.mark.parametrize(
    "id", ["lessons/01-a.toml:exercise.9.hint", "lessons/09-z.toml:a", "../x.toml:a", ".toml:", "texts/lost.po:a"]
)
def test_what_is_no_text_of_the_data_is_not_stamped(id, stamped):
    with pytest.raises(translations.NotStamped):
        translations.stamp_data(id, stamped)
