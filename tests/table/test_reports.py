"""Reports of faults: what they keep, and that nobody can be known by them."""

import sys
from pathlib import Path

import pytest

from mali_powstancy.tabletop.reports import own_names, without_folders


@pytest.fixture
def named(monkeypatch):
    """Makes the computer believe that somebody else sits at it."""

    def make(user: str, home: str) -> None:
        for name in ("LOGNAME", "SUDO_USER", "JUPYTERHUB_USER", "USERPROFILE", "USERNAME"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("USER", user)
        monkeypatch.setenv("HOME", home)

    return make


def test_a_report_names_no_folder_of_the_learner():
    report = """\
  File "/pupils/anna.nowak/bot.py", line 3, in <module>
  File "D:\\pupils\\Anna\\venv\\mali_powstancy\\views\\panel.py", line 9
FileNotFoundError: [Errno 2] No such file: '/pupils/anna nowak/x/y.toml'
PermissionError: /pupils/anna/z.toml
ValueError: 1/2 and a/b are no paths
"""
    said = without_folders(report)
    assert "nna" not in said
    assert 'File "bot.py", line 3' in said
    assert r"mali_powstancy\views\panel.py" in said
    assert "'y.toml'" in said
    assert "1/2 and a/b are no paths" in said


SIGNS = {"root": "/", "drive": "C:", "file": "file:"}
"""Put in late: no file of ours is to name a folder of a computer, not even an invented one."""
PLACES = [
    "{root}home/{name}/x.py",
    "'{root}home/{name}/saves/x.py'",
    "({root}home/{name}/x.py)",
    "[{root}home/{name}/x.py]",
    "path:{root}home/{name}/x.py",
    "{root}Users/{name}/x.py",
    "{drive}\\Users\\{name}\\x.py",
    "c:\\users\\{name}\\x.py",
    "{drive}\\\\Users\\\\{name}\\\\x.py",
    "'{drive}\\\\Users\\\\{name}\\\\x.py'",
    "{drive}/Users/{name}/x.py",
    "\\\\server\\Users\\{name}\\x.py",
    "{root}mnt/c/Users/{name}/x.py",
    "{file}//{root}home/{name}/x.py",
    "{file}///{drive}/Users/{name}/x.py",
    "%2Fhome%2F{name}%2Fx.py",
    "C%3A%5CUsers%5C{name}%5Cx.py",
    "http://localhost:8888/files/home/{name}/x.py",
    "https://school.example/user/{name}/files/x.py",
    "~{name}/x.py",
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ["anna.nowak", "anna-n", "Łucja"])
@pytest.mark.parametrize("is_known", [True, False], ids=["own", "of somebody else"])
def test_a_home_folder_is_left_out_in_every_spelling(place, name, is_known, named):
    named(name if is_known else "other", f"/pupils/{name if is_known else 'other'}")
    said = without_folders(f"OSError: {place.format(**SIGNS, name=name)} cannot be read")
    assert name not in said
    assert name.partition(".")[0] not in said
    assert said.startswith("OSError: ")
    assert "x.py" in said
    assert said.endswith(" cannot be read")


@pytest.mark.parametrize("place", PLACES)
def test_also_where_the_folder_itself_is_meant(place, named):
    named("other", "/pupils/other")
    place = place.format(**SIGNS, name="anna").replace("%2Fx.py", "").replace("%5Cx.py", "")
    for end in ("/x.py", "\\\\x.py", "\\x.py", "/saves/x.py"):
        place = place.replace(end, "")
    if not place.startswith("~"):
        assert "anna" not in without_folders(f"OSError: {place} cannot be read")


@pytest.mark.parametrize(
    "said",
    [
        "Anna Nowak",
        "ANNA NOWAK",
        "anna nowak",
        "Anna%20Nowak",
        "anna+nowak",
        "PermissionError: Anna Nowak has no right",
        "{drive}\\Users\\Anna Nowak\\x.py",
        "C%3A%5CUsers%5CAnna%20Nowak%5Cx.py",
        "/pupils/anna nowak/x.py",
        "a folder called 'Anna Nowak'",
    ],
)
def test_the_own_name_is_left_out_wherever_it_stands(named, said):
    named("uczen", "{drive}\\Users\\Anna Nowak".format(**SIGNS))
    assert "nowak" not in without_folders(said.format(**SIGNS)).lower()


@pytest.mark.parametrize("said", ["Łucja", "łucja", "\\u0141ucja", "%C5%81ucja", "%c5%81ucja", "ŁUCJA"])
def test_polish_letters_hide_no_name(named, said):
    named("Łucja", "/pupils/Łucja")
    assert "ucja" not in without_folders(f"folder {said} of 1").lower()


def test_letters_in_parts_hide_no_name(named):
    named("Józef", "/pupils/Józef")
    assert "zef" not in without_folders("folder Jo\u0301zef of 1")


def test_a_short_name_inside_a_word_is_no_name(named):
    named("al", "/pupils/al")
    assert without_folders("ValueError: al is all of al-2, /x/mali_powstancy/table/host.py") == (
        "ValueError: ~ is all of ~-2, mali_powstancy/table/host.py"
    )


def test_the_name_of_the_person_at_this_computer_is_known(monkeypatch):
    assert Path.home().name in own_names() or len(Path.home().name) < 2
    monkeypatch.setenv("JUPYTERHUB_USER", "anna")
    monkeypatch.setenv("USERPROFILE", "D:\\Profiles\\anna.n\\")
    assert {"anna", "anna.n"} <= own_names()
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert own_names() == set()  # there the home folder is called pyodide, as are many files


def test_addresses_of_a_stack_keep_file_line_and_column():
    stack = "TypeError: x\n    at show (http://localhost:8888/static/board.js?v=1:3:5)\n    at blob:http://x/user/anna/12-34:7:9"
    assert without_folders(stack) == "TypeError: x\n    at show (board.js?v=1:3:5)\n    at 12-34:7:9"
