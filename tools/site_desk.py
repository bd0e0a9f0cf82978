"""The teacher's desk of the site: what lies on it, as pages that any browser shows, and the list of all that.

`site_pages` puts these parts into its frames; what is printed comes from `print_sheets`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape, unescape
from importlib.resources import files
from itertools import count
from typing import NamedTuple, Protocol

from markdown_it import MarkdownIt

from mali_powstancy.engine import load_scenario
from mali_powstancy.texts import Texts, languages, texts_for
from mali_powstancy.texts.glossary import terms
from mali_powstancy.views.front import front_css
from mali_powstancy.views.palette import TINTS
from mali_powstancy.views.print.certificate import certificate
from mali_powstancy.views.print.front_kit import front_kit_html, front_rules
from mali_powstancy.views.print.kit import board_html, kit_html
from mali_powstancy.views.print.sheets import page_sizes
from mali_powstancy.views.print.trench_kit import trench_kit_html, trench_rules
from mali_powstancy.views.print.two_sides import VARIANTS, two_sides
from mali_powstancy.views.trench import trench_css
from tools.build_texts import TEXTS, messages_in
from tools.lesson_text import SOURCES, frame, glossary_markdown
from tools.print_sheets import (
    BASIC,
    BITWA,
    BOARD,
    CERTIFICATE,
    EXTENDED,
    KIT,
    RULES,
    WIARUSI,
    bitwa_lengths,
    sources,
    wiarusi_levels,
)
from tools.printed_text import KEY, PAGE, TEACHER, WORKSHEET, Printed, follow_links, printed_texts
from tools.prose import ROOT

DESK = "desk"
"""The folder of these pages in the folder of each language."""
FRONT = "teachers"
"""The page that lists them all."""
PICTURES = "pages/desk"
"""The folder of the site with the pictures of worksheets."""
TERM = "desk-term"
DOCS = {
    "ways-to-run": ("desk.docs.ways", "desk.docs.ways.about"),
    "school-server": ("desk.docs.server", "desk.docs.server.about"),
    "rules": ("desk.docs.rules", "desk.docs.rules.about"),
}
"""Documents of docs/ in both languages: what they are called and what they are about."""
ENGLISH_DOCS = {"scenarios": ("desk.docs.scenarios", "desk.docs.scenarios.about")}
"""Documents of docs/ that are there in English only."""
GLOSSARY, RULINGS = "glossary", "rulings"
MADE_DOCS = {
    GLOSSARY: ("desk.docs.glossary", "desk.docs.glossary.about"),
    RULINGS: ("desk.docs.rulings", "desk.docs.rulings.about"),
}
"""Documents that are made from the texts, because those in docs/ have both languages side by side."""
KINDS = {TEACHER: "desk.plan", WORKSHEET: "desk.worksheet", KEY: "desk.key"}
WITHIN = ("desk.homework", "desk.parents", "desk.rubric", "desk.offline")
"""What people look for in a plan: the headings to which the list of lessons leads at once."""

_UP = "../../"
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_HEADING = re.compile(r"<h([2-6])>(.*?)</h\1>", re.DOTALL)
_PLACE = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|<details>.*?</details>\s*", re.DOTALL)


NotebookLink = Callable[[str], str]
"""Where the notebook of a stem is."""


class DeskPage(NamedTuple):
    """One page of the desk in one language."""

    name: str
    """its file is called so, in the folder of the desk"""
    title: str
    content: str
    """HTML for the main part of the page"""
    pdf: bool = True
    """whether the same is there as a PDF"""


class Listed(Protocol):
    """A lesson as the lists of the site show it."""

    @property
    def number(self) -> int:
        """0 to 14"""

    @property
    def stem(self) -> str:
        """`02-city-graph`"""

    @property
    def title(self) -> str:
        """`The city as a graph`"""

    def about(self, lang: str) -> str:
        """The one question that it asks, and for whom it is if that is not everyone."""


# Pages ----------------------------------------------------------------------------------------------------------------


@cache
def desk_pages(lang: str) -> Mapping[str, DeskPage]:
    """Every page of the desk in a language, by its name."""
    found = [*_lesson_pages(lang), *_rules_pages(lang), *_sheet_pages(lang), *_doc_pages(lang)]
    return {page.name: page for page in found}


def desk_pictures() -> dict[str, bytes]:
    """The pictures of all pages of the desk: their places in the site and what is in them."""
    shown = (page.content for lang in languages() for page in desk_pages(lang).values())
    names = {name for content in shown for name in re.findall(rf'src="{_UP}{PICTURES}/([^"]+)"', content)}
    return {f"{PICTURES}/{name}": (ROOT / "lessons" / "pictures" / name).read_bytes() for name in sorted(names)}


def _lesson_pages(lang: str) -> Iterator[DeskPage]:
    """Plans, worksheets, keys and pages of the desk."""
    for source in sources(lang):
        for text in printed_texts(source, addressed=lambda file: f"{_UP}{PICTURES}/{file.name}", linked=_to_text):
            content = on_screen("<hr>".join(_parts(text)), lang)
            if text.kind == TEACHER:
                content = content.replace("<h2 ", f"{_contents(content, lang)}<h2 ", 1)
            yield DeskPage(text.name.removesuffix(f".{PAGE}"), text.title, content)


def _parts(text: Printed) -> Iterator[str]:
    for part in text.parts:
        yield part.replace('<p><a id="sources"></a></p>\n', "")


def _contents(html: str, lang: str) -> str:
    """Links to the parts of a long page, all but the list of its sources."""
    places = [(place, said) for place, said in _PLACE.findall(html) if said != frame()[SOURCES][lang]]
    links = "".join(f'<li><a href="#{place}">{said}</a></li>' for place, said in places)
    label = escape(texts_for(lang).say("desk.contents"))
    return f'<nav class="contents" aria-label="{label}"><ul>{links}</ul></nav>'


def _to_text(link: str) -> str:
    """Where a link from one text of the lessons to another leads."""
    return f"{link.removesuffix('.md').removesuffix(f'.{PAGE}')}.html" if link.endswith(".md") else ""


def _rules_pages(lang: str) -> Iterator[DeskPage]:
    """The rules of each variant and of the other games, which on paper fill two sides."""
    basic, extended = load_scenario(BASIC), load_scenario(EXTENDED)
    for variant in VARIANTS:
        rules = two_sides(variant, basic, extended, lang)
        text = f"<h1>{escape(rules.title)}</h1>{rules.board}{rules.front}{rules.back}{rules.numbers}"
        yield DeskPage(f"{RULES}-{variant}", rules.title, on_screen(text, lang))
    others = {WIARUSI: trench_rules(*wiarusi_levels(), lang), BITWA: front_rules(*bitwa_lengths(), lang)}
    for game, other in others.items():
        text = f"<h1>{escape(other.title)}</h1>{other.signs}{other.front}{other.back}{other.numbers}"
        yield DeskPage(f"{RULES}-{game}", other.title, on_screen(text, lang))


def _sheet_pages(lang: str) -> Iterator[DeskPage]:
    """What is drawn for paper, shown as the paper that it will be."""
    texts = texts_for(lang)
    basic, extended = load_scenario(BASIC), load_scenario(EXTENDED)
    drawn = {
        KIT: kit_html(basic, extended, lang),
        BOARD: board_html(basic, lang),
        f"{KIT}-{WIARUSI}": trench_kit_html(*wiarusi_levels(), lang),
        f"{KIT}-{BITWA}": front_kit_html(*bitwa_lengths(), lang),
        CERTIFICATE: certificate(lang),
    }
    titles = {
        KIT: "desk.kit",
        BOARD: "desk.board",
        f"{KIT}-{WIARUSI}": "desk.kit.wiarusi",
        f"{KIT}-{BITWA}": "desk.kit.bitwa",
        CERTIFICATE: "desk.certificate",
    }
    for name, html in drawn.items():
        sheets = _STYLE.sub("", html.partition("<body>")[2].partition("</body>")[0] or html)
        sheets = re.sub(r"(</?h)([12])\b", lambda tag: f"{tag[1]}{int(tag[2]) + 1}", sheets)
        title = texts.say(titles[name])
        label, about = escape(texts.say("desk.sheets")), escape(texts.say("desk.sheets.about"))
        yield DeskPage(
            name,
            title,
            f"<h1>{escape(title)}</h1><p>{about}</p>"
            f'<div class="sheets" role="region" tabindex="0" aria-label="{label}">'
            f'<div class="paper">{sheets}</div></div>',
        )


# Documents ------------------------------------------------------------------------------------------------------------


def _doc_pages(lang: str) -> Iterator[DeskPage]:
    """The documents that a teacher may need."""
    texts = texts_for(lang)
    written = {**DOCS, **(ENGLISH_DOCS if lang == "en" else {})}
    found = {name: (key, _document(name, lang)) for name, (key, _) in written.items()}
    found[GLOSSARY] = MADE_DOCS[GLOSSARY][0], glossary_markdown(terms(), lang)
    found[RULINGS] = MADE_DOCS[RULINGS][0], _rulings(texts)
    for name, (key, text) in found.items():
        markdown = MarkdownIt("commonmark").enable("table")
        tokens = markdown.parse(text)
        follow_links(tokens, _to_document)
        html = str(markdown.renderer.render(tokens, markdown.options, {}))
        yield DeskPage(name, texts.say(key), on_screen(html, lang), pdf=False)


def _document(name: str, lang: str) -> str:
    """A document without what is for programmers, and without the line that leads to its other language."""
    text = (ROOT / "docs" / (f"{name}.md" if lang == "en" else f"{name}.{lang}.md")).read_text("utf-8")
    return _COMMENT.sub("", text[text.index("# ") :])


def _rulings(texts: Texts) -> str:
    """The house rulings in one language."""
    title, lead = texts.say("desk.docs.rulings"), texts.say("desk.docs.rulings.lead")
    keys = [key.split(".")[1] for key in messages_in(TEXTS / "pl" / "rules.po") if re.match(r"rule\.H-.*\.title", key)]
    parts = [f"# {title}\n\n{lead}"]
    for each in keys:
        said, text = texts.template(f"rule.{each}.title"), texts.template(f"rule.{each}.text")
        parts.append(f'## <a id="{each.lower()}"></a>{each} {said}\n\n{text}')
    return "\n\n".join(parts)


def _to_document(link: str) -> str:
    """Where a link from one document to another leads; what is no document of the site leads nowhere."""
    file, _, place = link.partition("#")
    if not file:
        return link
    name, _, lang = file.removesuffix(".md").partition(".")
    if name == "privacy":
        target = f"{_UP}{lang or 'en'}/privacy.html"
    elif name in (*DOCS, *ENGLISH_DOCS):
        target = f"{_UP}{lang or 'en'}/{DESK}/{name}.html"
    elif name in MADE_DOCS:
        target = f"{name}.html"
    else:
        return ""
    return f"{target}#{place}" if place else target


def _marked(html: str) -> str:
    """Headings are places to which links can lead, by the names that GitHub gives them."""
    seen: set[str] = set()

    def mark(heading: re.Match[str]) -> str:
        words = unescape(re.sub(r"<[^>]+>", "", heading[2]))
        name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        if not name or name in seen:
            return heading[0]
        seen.add(name)
        return f'<h{heading[1]} id="{name}">{heading[2]}</h{heading[1]}>'

    return _HEADING.sub(mark, html)


def on_screen(html: str, lang: str) -> str:
    """HTML under the rules of the site: styles come from files, and wide things can be pushed with keys too."""
    numbers = count(1)

    def framed(table: re.Match[str]) -> str:
        label = escape(texts_for(lang).say("desk.table", n=next(numbers)))
        return f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><table>{table[1]}</table></div>'

    html = _marked(_STYLE.sub("", html)).replace("<pre>", '<pre tabindex="0">')
    html = re.sub(r'<(t[hd]) style="text-align:(\w+)">', r'<\1 class="at-\2">', html)
    html = re.sub(r"<th></th>", "<td></td>", html)
    html = re.sub(r"<thead>\s*<tr>\s*(<td></td>\s*)+</tr>\s*</thead>", "", html)
    return re.sub(r"<table>(.*?)</table>", framed, html, flags=re.DOTALL)


# Style ----------------------------------------------------------------------------------------------------------------


def paper_css() -> str:
    """The style of printed sheets, for sheets inside a page of the site: there they have no first heading."""
    own = files("mali_powstancy.views").joinpath("static", "print.css").read_text("utf-8")
    rules = []
    for selectors, properties in _RULE.findall(_COMMENT.sub("", trench_css() + front_css() + own) + page_sizes()):
        if selectors.strip().startswith("@"):
            rules.append(f"{selectors.strip()}{{{properties}}}")
            continue
        scoped = (_scoped(selector.strip()) for selector in selectors.split(","))
        rules.append(f"{', '.join(scoped)} {{{properties}}}")
    return "\n".join(rules)


def _scoped(selector: str) -> str:
    lower = re.sub(r"\bh([12])\b", lambda tag: f"h{int(tag[1]) + 1}", selector)
    return ".paper" if lower == "body" else f".paper {lower}"


# The list -------------------------------------------------------------------------------------------------------------


class DeskFront(NamedTuple):
    """The parts of the page that lists everything, as HTML."""

    lessons: str
    paper: str
    docs: str
    weight: str
    """how heavy all PDF files of the language are, in words"""


def front(
    lang: str, lessons: Sequence[Listed], projects: Mapping[str, str], sizes: Mapping[str, int], notebook: NotebookLink
) -> DeskFront:
    """The lists of lessons and projects, of papers and of documents.

    `projects` are titles by stem, `sizes` those of the PDF files by name; `notebook` says where a stem's notebook is.
    """
    texts = texts_for(lang)
    packs = [_lesson(lang, lesson, sizes, notebook) for lesson in lessons]
    packs += [_project(lang, stem, title, sizes, notebook) for stem, title in projects.items()]
    return DeskFront(
        "\n".join(packs),
        "\n".join(_paper(lang, sizes)),
        "\n".join(_docs(lang)),
        size_in_words(sum(sizes.values()), texts),
    )


def _lesson(lang: str, lesson: Listed, sizes: Mapping[str, int], notebook: NotebookLink) -> str:
    own = [page for page in desk_pages(lang).values() if page.name.startswith(f"{lesson.number:02}-")]
    own.sort(key=lambda page: (not page.name.startswith(f"{lesson.stem}."), _rank(page)))
    number = escape(texts_for(lang).say("site.lessons.number", n=lesson.number))
    stamp = f'<i class="heard">{number}</i><b aria-hidden="true">{lesson.number}</b>'
    head = (
        f'<li class="pack" id="lesson-{lesson.number:02}">'
        f'<span class="stamp tint-{lesson.number % TINTS}">{stamp}</span>'
        f'<div class="about"><h3>{escape(lesson.title)}</h3><p>{escape(lesson.about(lang))}</p>'
    )
    return head + _pack(lang, own, lesson.stem, lesson.title, sizes, notebook)


def _project(lang: str, stem: str, title: str, sizes: Mapping[str, int], notebook: NotebookLink) -> str:
    """A project for who wants to go on: it has no number."""
    own = sorted((page for page in desk_pages(lang).values() if page.name.startswith(f"{stem}.")), key=_rank)
    head = (
        f'<li class="pack" id="{stem}"><span class="stamp tint-0"><b aria-hidden="true">+</b></span>'
        f'<div class="about"><h3>{escape(title)}</h3><p>{escape(texts_for(lang).say("desk.project"))}</p>'
    )
    return head + _pack(lang, own, stem, title, sizes, notebook)


def _pack(
    lang: str, own: Sequence[DeskPage], stem: str, title: str, sizes: Mapping[str, int], notebook: NotebookLink
) -> str:
    """What lies beside a notebook, and the notebook itself."""
    texts = texts_for(lang)
    rows = "".join(
        f'<li><a href="{DESK}/{page.name}.html">{escape(_what(page, stem, texts))}</a> '
        f"{pdf_link(page, sizes, texts, f'{DESK}/')}</li>"
        for page in own
    )
    return (
        f"<ul>{rows}</ul>{_within(lang, stem, title)}"
        f'<p class="to-lesson"><a href="{notebook(stem)}">{escape(texts.say("desk.open"))}'
        f'<i class="heard">: {escape(title)}</i></a></p></div></li>'
    )


def _within(lang: str, stem: str, title: str) -> str:
    """Links to what is looked for in the plan beside a notebook."""
    texts, plan = texts_for(lang), f"{stem}.{TEACHER}"
    places = {said: place for place, said in _PLACE.findall(desk_pages(lang)[plan].content)}
    links = " · ".join(
        f'<a href="{DESK}/{plan}.html#{places[said]}">{said}<i class="heard">: {escape(title)}</i></a>'
        for said in (escape(texts.say(key)) for key in WITHIN)
        if said in places
    )
    return f'<p class="within">{escape(texts.say("desk.within"))} {links}</p>'


def _rank(page: DeskPage) -> int:
    kind = page.name.rpartition(".")[2]
    return list(KINDS).index(kind) if kind in KINDS else len(KINDS)


def _what(page: DeskPage, stem: str, texts: Texts) -> str:
    """What a page beside a notebook is called in its list."""
    kind = page.name.removeprefix(f"{stem}.")
    return texts.say(KINDS[kind]) if kind in KINDS else page.title


def pdf_link(page: DeskPage, sizes: Mapping[str, int], texts: Texts, folder: str = "") -> str:
    """A link to the PDF of a page that says how large it is, and to who cannot see the page, of what."""
    name = f"{page.name}.pdf"
    size = f", {size_in_words(sizes[name], texts)}" if name in sizes else ""
    said = f'<i class="heard">{escape(page.title)}, </i>PDF{escape(size)}'
    return f'<a class="pdf" href="{folder}{name}" type="application/pdf">{said}</a>'


def size_in_words(size: int, texts: Texts) -> str:
    """`84 kB`, `1,2 MB`."""
    if size < 1_000_000:
        return texts.say("desk.size", n=max(1, round(size / 1000)))
    number = f"{size / 1_000_000:.1f} MB"
    return number.replace(".", ",") if texts.language == "pl" else number


def _paper(lang: str, sizes: Mapping[str, int]) -> Iterator[str]:
    texts, pages = texts_for(lang), desk_pages(lang)
    listed = {
        KIT: "desk.kit.about",
        BOARD: "desk.board.about",
        f"{RULES}-{BASIC}": "desk.rules.basic.about",
        f"{RULES}-{EXTENDED}": "desk.rules.extended.about",
        f"{KIT}-{WIARUSI}": "desk.kit.wiarusi.about",
        f"{RULES}-{WIARUSI}": "desk.rules.wiarusi.about",
        f"{KIT}-{BITWA}": "desk.kit.bitwa.about",
        f"{RULES}-{BITWA}": "desk.rules.bitwa.about",
        CERTIFICATE: "desk.certificate.about",
    }
    for name, about in listed.items():
        page = pages[name]
        yield (
            f'<li><a href="{DESK}/{name}.html">{escape(page.title)}</a> {pdf_link(page, sizes, texts, f"{DESK}/")}'
            f"<p>{escape(texts.say(about))}</p></li>"
        )


def _docs(lang: str) -> Iterator[str]:
    texts = texts_for(lang)
    for name, (key, about) in {**DOCS, **MADE_DOCS, **ENGLISH_DOCS}.items():
        folder = DESK if name in desk_pages(lang) else f"../en/{DESK}"
        yield (
            f'<li><a href="{folder}/{name}.html"><b>{escape(texts.say(key))}</b>'
            f"<span>{escape(texts.say(about))}</span></a></li>"
        )


def beside(lang: str, name: str, sizes: Mapping[str, int]) -> str:
    """The other pages of the same lesson and the PDF of this one: what stands above a page."""
    texts, pages = texts_for(lang), desk_pages(lang)
    stem, _, kind = name.rpartition(".")
    here = []
    if kind in KINDS:
        for other, key in KINDS.items():
            if f"{stem}.{other}" in pages:
                current = ' aria-current="page"' if other == kind else ""
                here.append(f'<a href="{stem}.{other}.html"{current}>{escape(texts.say(key))}</a>')
    if pages[name].pdf:
        here.append(pdf_link(pages[name], sizes, texts))
    label = escape(texts.say("desk.beside"))
    return f'<nav class="beside" aria-label="{label}">{" ".join(here)}</nav>\n' if here else ""
