import pytest

from tests.course.course_texts import ALL, text
from tools import links


def test_no_link_is_dead():
    assert links.dead_links() == []


def test_every_picture_is_described():
    assert links.undescribed(ALL) == []


def test_every_picture_has_its_rights():
    assert links.rights_faults() == []


@pytest.fixture
def project(tmp_path):
    """A small project: two lessons, a document and a picture with its entry."""
    for folder in ("lessons/pl", "lessons/pictures", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "lessons/pl/02-b.md").write_text("# Druga\n\n## Bilet wyjścia\n", "utf-8")
    (tmp_path / "docs/rules.md").write_text('#### <a id="b-1"></a>B-1 Rule\n', "utf-8")
    (tmp_path / "lessons/pictures/a.png").touch()
    entry = '[[picture]]\nfile = "lessons/pictures/a.*"\nauthor = "we"\nlicence = "CC-BY-SA-4.0"\nsource = "own"\n'
    (tmp_path / links.REGISTER).write_text(entry, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "target",
    [
        "02-b.md",
        "02-b.ipynb",
        "02-b.md#bilet-wyjścia",
        "../../docs/rules.md#b-1",
        "#tytuł",
        "http://a.pl",
        "term:order",
    ],
)
def test_a_link_that_leads_somewhere(target, project):
    (project / "lessons/pl/01-a.md").write_text(f"# Tytuł\n\n[tu]({target})\n", "utf-8")
    assert links.dead_links(project) == []


@pytest.mark.parametrize("target", ["03-c.md", "03-c.ipynb", "02-b.md#nic", "../../docs/rules.md#b-2", "#nic", "x.png"])
def test_a_dead_link_is_named_with_its_line(target, project):
    (project / "lessons/pl/01-a.md").write_text(f"# Tytuł\n\nRaz\n[tu]({target})\n", "utf-8")
    (fault,) = links.dead_links(project)
    assert fault.startswith(f"lessons/pl/01-a.md:4: the link {target!r}")


def test_a_picture_in_the_prose_has_to_exist_and_to_be_described(project):
    (project / "lessons/pl/01-a.md").write_text("![Co tu widać](../pictures/b.png)\n", "utf-8")
    assert len(links.dead_links(project)) == 1
    assert len(links.undescribed([text("![](a.png)\n\n![obraz](a.png)")])) == 2
    assert links.undescribed([text("![Most nad rzeką](a.png)")]) == []


def test_pictures_and_entries_belong_together(project):
    assert links.rights_faults(project) == []
    (project / "lessons/pictures/b.png").touch()
    (fault,) = links.rights_faults(project)
    assert "b.png has no entry" in fault
    (project / "lessons/pictures/b.png").rename(project / "lessons/pictures/a.svg")
    assert links.rights_faults(project) == []
    for name in ("a.svg", "a.png"):
        (project / "lessons/pictures" / name).unlink()
    (fault,) = links.rights_faults(project)
    assert "no picture is called 'lessons/pictures/a.*'" in fault


@pytest.mark.parametrize("name", ["docs/pictures/b.png", "docs/lessons/b.SVG", "docs/a.webp", "site/pages/b.svg"])
def test_pictures_of_documents_and_of_the_site_need_an_entry_too(name, project):
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).touch()
    (fault,) = links.rights_faults(project)
    assert f"{name} has no entry" in fault


def test_an_entry_says_whose_the_picture_is(project):
    (project / links.REGISTER).write_text('[[picture]]\nfile = "lessons/pictures/a.png"\nlicence = "CC0"\n', "utf-8")
    (fault,) = links.rights_faults(project)
    assert "lacks author, source" in fault
