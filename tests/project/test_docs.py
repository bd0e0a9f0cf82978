import re
from functools import cache

import pytest

from mali_powstancy.analysis.routes import distance
from mali_powstancy.classroom.exercises import NumberExercise
from mali_powstancy.classroom.lesson_files import read_lesson
from mali_powstancy.engine import load_scenario as load_basic
from mali_powstancy.wiarusi import load_scenario
from mali_powstancy.wiarusi.cards import Effect, Gift, Knock
from tools import build_docs, spelling

RULES = [f"docs/{name}" for game in build_docs.GAMES for name in (game.rules("en"), game.rules("pl"), game.rulings)]
IN_BOTH_LANGUAGES = sorted(path.name.removesuffix(".pl.md") for path in build_docs.ROOT.glob("docs/*.pl.md"))
PACKAGE = "mali_powstancy"
WALKS = ["docs/add-a-move.md", "docs/add-an-exercise.md"]
WITH_PATHS = ["docs/architecture.md", "docs/where-is-what.md", *WALKS, "CONTRIBUTING.md"]
OF_EACH_GAME = {"table.py", "state.py", "observation.py", "arranging.py", "tally.py", "my-work/"}
"""What every game has in its own folder, and the folder that a reader's own work goes into."""
_BLOCK = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_TRANSLATED = re.compile(r"<[^>\n]*>|#.*|(?<=/)(?:pl|en)\b")
"""What may differ between the commands of two languages: words to be filled in, comments and folders."""


@cache
def writers() -> dict[str, build_docs.Writer]:
    return {game.name: build_docs.Writer(build_docs.ROOT, game) for game in build_docs.GAMES}


@cache
def documents() -> dict[str, str]:
    return build_docs.documents([*writers().values()])


@pytest.mark.parametrize("game", [game.name for game in build_docs.GAMES])
def test_every_rule_has_a_text_a_function_a_test_and_a_mutant(game):
    writer = writers()[game]
    assert writer.mutants
    assert writer.gaps() == []


def test_the_documents_are_what_their_sources_give():
    assert build_docs.stale(documents(), build_docs.ROOT) == []


@pytest.mark.parametrize("document", RULES)
def test_every_link_leads_to_a_file_and_to_an_anchor_in_it(document):
    text = documents()[document]
    links = re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", text)
    assert len(links) > 20
    for file, anchor in links:
        path = (build_docs.ROOT / "docs" / file).resolve()
        assert path.is_file(), file
        if anchor:
            assert f'<a id="{anchor}"></a>' in path.read_text("utf-8"), (file, anchor)


def unknown_paths(text: str) -> list[str]:
    """The paths in a document that lead nowhere: from the project's folder, the package, or that of a table's head."""
    found = []
    for part in text.split("\n\n"):
        head = re.findall(r"`([\w/-]+/)`", part.split("\n")[0]) if part.startswith("|") else []
        homes = [build_docs.ROOT, build_docs.ROOT / PACKAGE, *(build_docs.ROOT / PACKAGE / folder for folder in head)]
        for path in re.findall(r"`([\w.-]*/[\w./-]*|[\w-]+\.(?:py|js|mjs|toml|md|po|txt))`", part):
            known = path in OF_EACH_GAME or "NN-name" in path or any((home / path).exists() for home in homes)
            if not known:
                found.append(path)
    return found


def test_a_path_that_leads_nowhere_is_found():
    table = "| rule | module of `engine/rules/` |\n|---|---|\n| a | `setup.py`, `nothing.py` |"
    text = f"`engine/moves.py`, `tools/links.py`, `table.py` and `engine/lost.py`\n\n`setup.py`\n\n{table}"
    assert unknown_paths(text) == ["engine/lost.py", "setup.py", "nothing.py"]


@pytest.mark.parametrize("document", WITH_PATHS)
def test_every_path_in_a_document_about_the_code_leads_somewhere(document):
    text = (build_docs.ROOT / document).read_text("utf-8")
    assert len(re.findall(r"`[\w/-]+/[\w.-]+`", text)) > 5
    assert unknown_paths(text) == []


@pytest.mark.parametrize("document", WALKS)
def test_a_walk_names_only_what_is_in_the_code(document):
    text = _BLOCK.sub("", (build_docs.ROOT / document).read_text("utf-8"))
    sources = [path for folder in (PACKAGE, "tests") for path in (build_docs.ROOT / folder).rglob("*.py")]
    words = {word for path in sources for word in re.findall(r"\w+", path.read_text("utf-8"))}
    named = set(re.findall(r"`(\w*[A-Z]\w*|_?[a-z]+_\w+)`", text))
    assert len(named) > 5
    assert sorted(named - words) == []


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_exercise_in_the_walk_is_one(lang):
    (example,) = re.findall(r"^```toml\n(.*?)^```$", (build_docs.ROOT / WALKS[1]).read_text("utf-8"), re.DOTALL | re.M)
    lesson = (build_docs.ROOT / PACKAGE / "data/lessons/02-city-graph.toml").read_text("utf-8")
    exercise = read_lesson(f"{lesson}\n{example}", "02-city-graph", lang).exercises["02-e"]
    assert isinstance(exercise, NumberExercise)
    assert exercise.check(7).passed
    assert len({exercise.check(mistake).message for mistake in (3, 6, 8, 20)}) == 4
    assert distance(load_basic("basic").board, "browary", "port") == 7


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


def numbered(**counts: int) -> list[str]:
    """The ids of rules that are numbered without a gap: so many for each letter."""
    return [f"{letter}-{number}" for letter, count in counts.items() for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("document", "rules"),
    [
        ("rules.md", numbered(b=31, e=17)),
        ("rules.pl.md", numbered(b=31, e=17)),
        ("rulings.md", numbered(h=61)),
        ("rules-wiarusi.md", numbered(w=76, k=16)),
        ("rules-wiarusi.pl.md", numbered(w=76, k=16)),
        ("rulings-wiarusi.md", numbered(hw=59)),
        ("rules-bitwa-warszawska.md", numbered(v=78)),
        ("rules-bitwa-warszawska.pl.md", numbered(v=78)),
        ("rulings-bitwa-warszawska.md", [each for each in numbered(hv=61) if each != "hv-47"]),  # a number not used
    ],
)
def test_every_rule_has_its_paragraph(document, rules):
    assert re.findall(r'<a id="([a-z]+-\d+)"></a>', documents()[f"docs/{document}"]) == rules


@pytest.mark.parametrize("language", build_docs.LANGUAGES)
@pytest.mark.parametrize("game", build_docs.GAMES, ids=lambda game: game.name)
def test_a_rule_has_a_title_and_whole_sentences_in_every_language(game, language):
    texts = build_docs.rule_texts(build_docs.ROOT / game.catalogue(language))
    assert [*texts] == build_docs.rule_ids(build_docs.ROOT / game.catalogue("pl"))
    assert [rule for rule, (title, text) in texts.items() if not title or title[-1] in ". " or text[-1] != "."] == []
    assert [
        rule for rule, (_, text) in texts.items() if re.search(r"[.?!] [a-ząćęłńóśźż]|  |[.?!;:,][A-ZĄ-Ż]", text)
    ] == []


def effects_and_names() -> list[tuple[str, Knock]]:
    """The hard knocks of Wiarusi with the rules that tell their effects: K-1 to K-15, in the order of the effects."""
    rules = dict(zip(Effect, numbered(K=15), strict=True))
    trials = load_scenario("wiarusi-standard").trials.values()
    return [(rules[card.effect], card) for card in trials if isinstance(card, Knock)]


@pytest.mark.parametrize(("rule", "card"), effects_and_names(), ids=lambda value: getattr(value, "id", value))
def test_a_polish_name_of_a_hard_knock_that_we_made_up_is_marked_as_ours(rule, card):
    polish, english = (
        build_docs.rule_texts(build_docs.ROOT / build_docs.WIARUSI.catalogue(language))[rule]
        for language in ("pl", "en")
    )
    first = card.name.split()[0]
    assert polish[0].split(":")[0].lower() == first
    assert english[0].split(":")[0].lower() == card.name_en.split()[0]
    marks = {
        "ours": (f"Nazwa „{first}” jest nasza.", f"The Polish name “{first}” is ours."),
        "rulebook, ours": (f"Nazwa „{first}” jest z instrukcji", f"The Polish name “{first}” is from the rulebook"),
    }
    mark = marks.get(card.name_origin)
    assert (mark is None) == (card.name_origin == "rulebook")
    assert (mark is None) == ("Nazwa „" not in polish[1]) == ("The Polish name" not in english[1])
    assert mark is None or (mark[0] in polish[1] and mark[1] in english[1])


def test_merry_christmas_has_the_name_of_the_card():
    (gift,) = (card for card in load_scenario("wiarusi-standard").trials.values() if isinstance(card, Gift))
    names = [
        build_docs.rule_texts(build_docs.ROOT / build_docs.WIARUSI.catalogue(lang))["K-16"][0] for lang in ("pl", "en")
    ]
    assert names == [gift.name, gift.name_en]


def test_ids_are_cited_in_square_brackets_only():
    docstring = "A jump [B-15, D-2, H-1] (see H-9) and [E-13,\n    H-2]; not [a list] nor [H]."
    assert build_docs.cited(docstring, build_docs.MALI_POWSTANCY) == ["B-15", "H-1", "E-13", "H-2"]


def test_games_do_not_take_the_rules_of_each_other():
    docstring = "[B-1, W-2, H-3, HW-4], [K-5, WP-6, WC-7], [E-8]"
    assert build_docs.cited(docstring, build_docs.MALI_POWSTANCY) == ["B-1", "H-3", "E-8"]
    assert build_docs.cited(docstring, build_docs.WIARUSI) == ["W-2", "HW-4", "K-5"]


SMALL = build_docs.MALI_POWSTANCY


@pytest.fixture
def project(tmp_path):
    """A small project with one rule."""
    for folder in (SMALL.code, build_docs.TESTS, f"{SMALL.texts}/pl", f"{SMALL.texts}/en", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    for language, title in (("pl", "Tytuł"), ("en", "Title")):
        text = f'msgid "rule.B-1.title"\nmsgstr "{title}"\n\nmsgid "rule.B-1.text"\nmsgstr "{title}. B-1."\n'
        (tmp_path / SMALL.catalogue(language)).write_text(text, "utf-8")
    return tmp_path


def test_missing_functions_missing_tests_and_unknown_ids_are_named(project):
    (project / SMALL.code / "a.py").write_text('def one():\n    """[H-99]"""\n', "utf-8")
    (project / build_docs.TESTS / "test_a.py").write_text("def test_two_E_77():\n    pass\n", "utf-8")
    assert build_docs.Writer(project, SMALL).gaps() == [
        "B-1 is cited by no function",
        "B-1 is proved by no test",
        "E-77 has no text, but test_two_E_77 cites it",
        "H-99 has no text, but one cites it",
    ]


def test_functions_and_methods_are_found_by_their_docstrings_and_tests_by_their_names(project):
    code = 'class A:\n    def one(self):\n        """[B-1]"""\n\n\ndef two():\n    """(B-1)"""\n'
    (project / SMALL.code / "a.py").write_text(code, "utf-8")
    tests = "def test_this_B_1():\n    pass\n\n\ndef test_that_B_12():\n    pass\n\n\ndef helper_B_1():\n    pass\n"
    (project / build_docs.TESTS / "test_a.py").write_text(tests, "utf-8")
    writer = build_docs.Writer(project, SMALL)
    assert writer.functions == {"B-1": [build_docs.Mention("mali_powstancy/engine/a.py", "A.one")]}
    assert writer.tests["B-1"] == [build_docs.Mention("tests/test_a.py", "test_this_B_1")]


def test_a_changed_and_a_missing_document_are_noticed(project):
    documents = {"docs/a.md": "a\n", "docs/b.md": "b\n"}
    (project / "docs/a.md").write_text("changed\n", "utf-8")
    assert build_docs.stale(documents, project) == ["docs/a.md", "docs/b.md"]


def test_a_changed_text_a_new_function_and_a_new_test_make_documents_stale(project):
    def built() -> dict[str, str]:
        return build_docs.Writer(project, SMALL).documents()

    for name, text in built().items():
        (project / name).write_text(text, "utf-8")
    assert build_docs.stale(built(), project) == []
    (project / SMALL.code / "a.py").write_text('def one():\n    """[B-1]"""\n', "utf-8")
    assert build_docs.stale(built(), project) == ["docs/rules.md", "docs/rules.pl.md"]
    (project / SMALL.code / "a.py").unlink()
    (project / build_docs.TESTS / "test_a.py").write_text("def test_two_B_1():\n    pass\n", "utf-8")
    assert build_docs.stale(built(), project) == ["docs/rules.md", "docs/rules.pl.md"]
    (project / build_docs.TESTS / "test_a.py").unlink()
    catalogue = project / SMALL.catalogue("pl")
    catalogue.write_text(catalogue.read_text("utf-8").replace("Tytuł.", "Inny."), "utf-8")
    assert build_docs.stale(built(), project) == ["docs/rules.pl.md"]
