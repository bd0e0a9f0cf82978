import re

import pytest

from tools import build_docs, spelling

WRITER = build_docs.Writer(build_docs.ROOT)
IN_BOTH_LANGUAGES = sorted(path.name.removesuffix(".pl.md") for path in build_docs.ROOT.glob("docs/*.pl.md"))
_BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_TRANSLATED = re.compile(r"<[^>\n]*>|#.*|(?<=/)(?:pl|en)\b")
"""What may differ between the commands of two languages: words to be filled in, comments and folders."""


def test_every_rule_has_a_text_a_function_and_a_test():
    assert WRITER.gaps() == []


def test_the_documents_are_what_their_sources_give():
    assert build_docs.stale(WRITER.documents(), build_docs.ROOT) == []


@pytest.mark.parametrize("document", ["docs/rules.md", "docs/rules.pl.md", "docs/rulings.md"])
def test_every_link_leads_to_a_file_and_to_an_anchor_in_it(document):
    text = WRITER.documents()[document]
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", text)
    assert len(links) > 20
    for file, anchor in links:
        path = (build_docs.ROOT / "docs" / file).resolve()
        assert path.is_file(), file
        if anchor:
            assert f'<a id="{anchor}"></a>' in path.read_text("utf-8"), (file, anchor)


@pytest.mark.parametrize("document", sorted(build_docs.ROOT.glob("docs/*.md")), ids=lambda path: path.name)
def test_no_document_waits_for_its_figures(document):
    assert re.findall(r"^[A-Z]{4,}$|TODO|TBD|FIXME", document.read_text("utf-8"), re.MULTILINE) == []


def page(name: str, lang: str) -> str:
    return (build_docs.ROOT / "docs" / (f"{name}.pl.md" if lang == "pl" else f"{name}.md")).read_text("utf-8")


def structure(text: str) -> dict[str, list[str]]:
    """What a document and its translation have in common."""
    prose = _BLOCK.sub("", text)
    rows = re.findall(r"^\|.*", prose, re.MULTILINE)
    return {
        "headings and lists": re.findall(r"^ *(#+|-|\d+\.) ", prose, re.MULTILINE),
        "tables": [re.sub(r"[^|]", "", row) for row in rows],
        "figures in tables": [
            figure.replace(",", ".") for row in rows for figure in re.findall(r"\d+(?:[.,]\d+)?", row)
        ],
        "code": [_TRANSLATED.sub("", block) for block in _BLOCK.findall(text)],
        "links": sorted(link.replace(".pl.md", ".md") for link in re.findall(r"\]\(([^)]+)\)", prose)),
    }


@pytest.mark.parametrize("name", IN_BOTH_LANGUAGES)
def test_a_document_is_built_alike_in_both_languages(name):
    assert structure(page(name, "pl")) == structure(page(name, "en"))


@pytest.mark.parametrize("name", IN_BOTH_LANGUAGES)
def test_a_polish_document_leads_to_polish_ones(name):
    links = {link.removesuffix(".md") for link in re.findall(r"\]\((?:\.\./)?([\w-]+\.md)\)", page(name, "pl"))}
    assert links & {"README", *IN_BOTH_LANGUAGES} - {name} == set()


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("name", ["privacy", "ways-to-run"])
def test_what_a_page_for_teachers_quotes_is_what_the_screen_says(name, lang):
    seen = " ".join(text for _, text in spelling.texts(build_docs.ROOT, lang)).lower()
    quoted = re.findall("[„“]([^”]+?)(?: …)?”", " ".join(page(name, lang).split()))
    assert quoted
    assert [text for text in quoted if text.lower() not in seen] == []


@pytest.mark.parametrize(("document", "rules"), [("rules.md", 48), ("rules.pl.md", 48), ("rulings.md", 61)])
def test_every_rule_has_its_paragraph(document, rules):
    anchors = re.findall(r'<a id="([beh]-\d+)"></a>', WRITER.documents()[f"docs/{document}"])
    assert len(anchors) == len(set(anchors)) == rules


def test_ids_are_cited_in_square_brackets_only():
    docstring = "A jump [B-15, D-2, H-1] (see H-9) and [E-13,\n    H-2]; not [a list] nor [H]."
    assert build_docs.cited(docstring) == ["B-15", "H-1", "E-13", "H-2"]


@pytest.fixture
def project(tmp_path):
    """A small project with one rule."""
    for folder in (build_docs.ENGINE, build_docs.TESTS, "mali_powstancy/texts/pl", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / build_docs.CATALOGUE).write_text('msgid "rule.B-1.title"\nmsgstr "Tytuł"\n', "utf-8")
    return tmp_path


def test_missing_functions_missing_tests_and_unknown_ids_are_named(project):
    (project / build_docs.ENGINE / "a.py").write_text('def one():\n    """[H-99]"""\n', "utf-8")
    (project / build_docs.TESTS / "test_a.py").write_text("def test_two_E_77():\n    pass\n", "utf-8")
    assert build_docs.Writer(project).gaps() == [
        "B-1 is cited by no function",
        "B-1 is proved by no test",
        "E-77 has no text, but test_two_E_77 cites it",
        "H-99 has no text, but one cites it",
    ]


def test_functions_and_methods_are_found_by_their_docstrings_and_tests_by_their_names(project):
    code = 'class A:\n    def one(self):\n        """[B-1]"""\n\n\ndef two():\n    """(B-1)"""\n'
    (project / build_docs.ENGINE / "a.py").write_text(code, "utf-8")
    tests = "def test_this_B_1():\n    pass\n\n\ndef test_that_B_12():\n    pass\n\n\ndef helper_B_1():\n    pass\n"
    (project / build_docs.TESTS / "test_a.py").write_text(tests, "utf-8")
    writer = build_docs.Writer(project)
    assert writer.functions == {"B-1": [build_docs.Source("mali_powstancy/engine/a.py", "A.one")]}
    assert writer.tests["B-1"] == [build_docs.Source("tests/test_a.py", "test_this_B_1")]


def test_a_changed_and_a_missing_document_are_noticed(project):
    documents = {"docs/a.md": "a\n", "docs/b.md": "b\n"}
    (project / "docs/a.md").write_text("changed\n", "utf-8")
    assert build_docs.stale(documents, project) == ["docs/a.md", "docs/b.md"]
