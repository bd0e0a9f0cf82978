import json
import re
from functools import cache
from html import escape
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import parse_qs, urlsplit

import pytest

from mali_powstancy.tabletop.library import GAMES, catalogue_of
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.board.just_play import KEY
from mali_powstancy.views.page.files import script
from tools import site_pages
from tools.build_texts import messages
from tools.print_sheets import documents
from tools.serve_site import NOT_FOUND
from tools.site_desk import DESK
from tools.site_pages import ROOT, SOURCES, lessons, pages, write_pages
from tools.site_reader import READER, reader_pages
from tools.typesetting import typeset

ADDRESS = re.compile(r"""(?:https?:)?//[\w.-]+\.[a-z]{2,}[^\s"'<>)\\]*""")
DRAWING = "http://www.w3.org/2000/svg"


@cache
def others() -> tuple[str, ...]:
    """Files that others put into the site: JupyterLite, the printer, and who looks at lessons that have woken."""
    printed = (f"{lang}/{DESK}/{name}" for lang in languages() for name, _ in documents(lang))
    woken = (f"{lang}/{READER}/{stem}.first.json" for lang in languages() for stem in reader_pages(lang))
    return ("notebooks/index.html", "keep.js", *printed, *woken)


class Page(HTMLParser):
    """What a page links to, and what it must not have."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forbidden: list[str] = []
        self.ids: list[str] = []
        self.root: dict[str, str | None] = {}
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if tag == "html":
            self.root = given
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        self.forbidden += [f"{tag} {name}" for name in given if name.startswith("on") or name == "style"]
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.forbidden.append(tag)


@cache
def all_pages() -> dict[str, str]:
    """The texts of all files."""
    return {path: content for path, content in pages().items() if isinstance(content, str)}


def html() -> dict[str, Page]:
    return {path: Page(text) for path, text in all_pages().items() if path.endswith(".html")}


def test_every_page_is_there_in_every_language():
    for lang in languages():
        for name in ("index", "check", "privacy"):
            page = Page(all_pages()[f"{lang}/{name}.html"])
            assert page.root["lang"] == lang
            assert page.tags.count("h1") == page.tags.count("main") == 1
    assert {"index.html", "play/index.html", "play/worker.js", "play/board.js"} <= all_pages().keys()


def test_all_texts_of_the_pages_are_said_and_filled():
    for path, text in all_pages().items():
        if not path.endswith((".js", ".css")):
            assert "{{" not in text, path
    for lang in languages():
        said = messages(ROOT / "mali_powstancy" / "texts", lang)
        for path in (f"pages/{lang}.js", f"play/{lang}.js"):
            words = json.loads(all_pages()[path].removeprefix("export default ").rstrip().rstrip(";"))["words"]
            assert words.keys() <= said.keys()
            assert all(words[key] == said[key][0] for key in words)


def test_scripts_have_no_words_of_their_own():
    for source in SOURCES.glob("*.js"):
        shown = re.findall(r"(?:textContent|title|placeholder) = [\"'`]([^\"'`]+)", source.read_text("utf-8"))
        assert shown == [], source.name


def test_every_link_leads_somewhere():
    known = {*pages(), *others()}
    for path, page in html().items():
        for link in page.links:
            parts = urlsplit(link)
            if not parts.path:
                assert parts.fragment in page.ids, (path, link)
                continue
            target = normpath(join(dirname(path), parts.path)).removeprefix("/")
            assert target in known, (path, link)
            for notebook in parse_qs(parts.query).get("path", []):
                lang, _, name = notebook.partition("/")
                assert (ROOT / "lessons" / lang / Path(name).with_suffix(".md")).is_file()


def test_what_scripts_and_styles_load_is_there():
    known = {*pages(), *others()}
    for path, text in all_pages().items():
        if path.endswith((".js", ".css")) and not path.startswith("play/board"):
            found = re.findall(r"""(?:from|import) "(\.[^"]+)"|url\("([^"]+)"\)""", text)
            for link in (one or other for one, other in found):
                assert normpath(join(dirname(path), link)) in known, (path, link)


def test_no_page_names_another_host_or_holds_a_program_or_a_style_of_its_own():
    for path, text in all_pages().items():
        assert set(ADDRESS.findall(text)) <= {DRAWING}, path
    for path, page in html().items():
        assert page.forbidden == [], path
        assert "Content-Security-Policy" in all_pages()[path]


def test_the_start_page_names_every_game_and_leads_to_it():
    for lang in languages():
        start = all_pages()[f"{lang}/index.html"]
        section = start.partition('aria-labelledby="games"')[2].partition("</section>")[0]
        assert section.count("<a ") == len(GAMES) == 3
        for game in GAMES:
            assert f'<a href="../play/index.html?lang={lang}&amp;game={game}">' in section
            for key in ("game.name", "game.about"):
                assert typeset(escape(catalogue_of(game, lang).say(key)), lang) in section


def test_the_list_shows_every_lesson_with_its_own_title_and_question():
    for lang in languages():
        found = lessons(lang)
        numbered = sorted((ROOT / "lessons" / lang).glob("[0-9][0-9]-*.teacher.md"))
        assert [lesson.stem for lesson in found] == [path.name.removesuffix(".teacher.md") for path in numbered]
        start = all_pages()[f"{lang}/index.html"]
        for lesson in found:
            assert f'href="{READER}/{lesson.stem}.html"' in start
            assert typeset(escape(lesson.title), lang) in start
            assert lesson.question.endswith("?")
            assert typeset(escape(lesson.question), lang) in start
        assert site_pages.PROJECTOR in start
        assert f'href="{READER}/{site_pages.PROJECT}.html"' in start


@pytest.mark.parametrize(("lang", "said"), [("pl", "Od 13 lat."), ("en", "For 13 and over.")])
def test_a_lesson_that_is_not_for_everyone_says_so_in_the_list(lang, said):
    older = [lesson for lesson in lessons(lang) if lesson.age]
    assert [(lesson.number, lesson.age) for lesson in older] == [(12, 13), (13, 13), (14, 13)]
    assert older[0].about(lang) == f"{older[0].question} {said}"
    assert typeset(escape(older[0].about(lang)), lang) in all_pages()[f"{lang}/index.html"]


def test_a_lesson_that_asks_nothing_is_named(tmp_path):
    silent = tmp_path / "99-silent.md"
    silent.write_text("# Title\n\nSome text with **one** word.\n", "utf-8")
    with pytest.raises(ValueError, match=r"99-silent\.md asks no question"):
        site_pages._lesson(silent)


def test_just_play_has_the_board_of_the_lessons():
    assert all_pages()["play/board.js"] == script("board")
    assert ".mp-board-widget" in all_pages()["play/play.css"]
    assert "base64" not in all_pages()["play/play.css"]
    for lang in languages():
        given = json.loads(all_pages()[f"play/{lang}.js"].removeprefix("export default ").rstrip().rstrip(";"))
        assert given["base"].startswith("<svg")
        assert "just-play" in given["keeps"]


def test_what_starts_python_starts_it_under_the_rules_of_the_page():
    starts = [
        name
        for name in (*site_pages.SCRIPTS, *site_pages.SILENT, "play.js")
        if "new Worker(" in (SOURCES / name).read_text("utf-8")
    ]
    assert starts == ["check.js", "python.js", "play.js"]
    for path, page in html().items():
        loads = [link.rpartition("/")[2] for link in page.links]
        does_start = any(name in loads for name in starts)
        assert (site_pages.BACKGROUND in loads) == ("'wasm-unsafe-eval'" in all_pages()[path]) == does_start, path


def test_pages_and_boards_agree_under_which_names_the_browser_keeps_things():
    ours, theirs = all_pages()["pages/saves.js"], script("panel")
    start = re.search(r'const OURS = "([^"]+)"', ours)[1]
    for name, others_name in (("SAVES", "SAVES"), ("WHEN", "TIMES")):
        rest = re.search(rf"const {name} = `\$\{{OURS\}}([^`]+)`", ours)[1]
        assert f'const {others_name} = "{start}{rest}"' in theirs
    for lang in languages():
        assert f'data-key="{KEY}"' in all_pages()[f"{lang}/index.html"]
        assert KEY in all_pages()[f"play/{lang}.js"]


def test_without_its_words_just_play_can_still_say_in_every_language_that_they_are_missing():
    page = all_pages()["play/index.html"]
    for lang in languages():
        for key in ("play.trouble", "play.no-files", "play.again"):
            said = texts_for(lang).say(f"site.{key}")
            assert typeset(f'<span lang="{lang}">{said}</span>', languages()[0]) in page


def test_a_lesson_can_say_in_every_language_that_it_does_not_wake_up():
    for lang in languages():
        for key in ("lesson.trouble", "lesson.no-files", "lesson.slow", "wasm.none", "play.again"):
            assert f'<span lang="{lang}">{texts_for(lang).say(f"site.{key}")}</span>' in site_pages.notice()
        assert f'href="../{lang}/check.html" lang="{lang}"' in site_pages.notice()


def test_a_lesson_has_a_way_back_in_every_language():
    for lang in languages():
        back = texts_for(lang).say("site.back")
        assert f'<a class="back" href="../{lang}/index.html" lang="{lang}" hidden>{back}</a>' in site_pages.notice()


def test_at_a_mistyped_address_every_language_is_offered():
    page = all_pages()[NOT_FOUND]
    for lang in languages():
        assert f'<span lang="{lang}">{texts_for(lang).say("site.not-found")}</span>' in page
        assert f'href="/{lang}/index.html"' in page


def test_the_notice_says_that_file_and_code_of_a_game_hold_what_is_hidden():
    hidden = {
        "pl": "Plik i kod gry zawierają wszystkie ruchy, więc także zakryte jeszcze karty i cele.",
        "en": "A game's file and code hold every move, and that includes cards and goals that are still hidden.",
    }
    for lang in languages():
        assert typeset(hidden[lang], "en") in " ".join(all_pages()[f"{lang}/privacy.html"].split())


def test_two_builds_are_the_same_files(tmp_path):
    write_pages(tmp_path)
    written = {
        path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert written == {path: text if isinstance(text, bytes) else text.encode() for path, text in pages().items()}


def test_the_version_and_the_languages_are_on_the_start_page():
    for lang in languages():
        start = all_pages()[f"{lang}/index.html"]
        assert version("mali-powstancy") in start
        assert texts_for(lang).say("site.start.play") in start
        for other in set(languages()) - {lang}:
            assert f'href="../{other}/index.html"' in start


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_no_two_lessons_ask_the_same_question(lang):
    asked = [lesson.question for lesson in lessons(lang)]
    assert len(set(asked)) == len(asked)
