import os
import shutil
import subprocess
import sys

import pytest

from tools import spelling
from tools.prose import ROOT
from tools.translations import pairs, stamped_files


def test_every_word_is_spelt_right_or_listed():
    assert [str(unknown) for unknown in spelling.misspelt()] == []


def test_the_word_lists_are_sorted_and_hold_only_what_the_dictionaries_do_not_know():
    assert spelling.list_faults() == []


@pytest.fixture
def project(tmp_path):
    """A small project with a lesson, a data file, a catalogue and a word list."""
    for folder in ("lessons/pl", "lessons/en", "lessons/words", "mali_powstancy/data", "mali_powstancy/texts/pl"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "lessons/pl/01-a.md").write_text("# List\n\nTen liist idzie na Mokotów.\n", "utf-8")
    (tmp_path / "lessons/en/01-a.md").write_text("# Letter\n\nThis lettre goes to Mokotów.\n", "utf-8")
    (tmp_path / "mali_powstancy/data/glossary.toml").write_text('[a]\npl = "gwara"\nen = "wrongg"\n', "utf-8")
    (tmp_path / "mali_powstancy/texts/pl/game.po").write_text('msgid "a.bcdx"\nmsgstr "żlee {xyzq}"\n', "utf-8")
    (tmp_path / "mali_powstancy/other/texts/en").mkdir(parents=True)
    (tmp_path / "mali_powstancy/other/texts/en/game.po").write_text('msgid "a.b"\nmsgstr "badd"\n', "utf-8")
    return tmp_path


def test_every_text_that_is_translated_is_spelt():
    seen = {text for _, text in spelling.texts(ROOT, "en")}
    forms = {form for path in stamped_files(ROOT) for pair in pairs(ROOT, path) for form in pair.english.split("\n")}
    assert {form for form in forms if form.strip()} - {line for text in seen for line in text.split("\n")} == set()
    assert len(forms) > 3500


@pytest.mark.slow
def test_misspelt_words_are_named_with_their_place(project):
    assert [(found.word, found.place) for found in spelling.misspelt(project)] == [
        ("liist", "lessons/pl/01-a.md:3"),
        ("żlee", "mali_powstancy/texts/pl/game.po:1"),
        ("lettre", "lessons/en/01-a.md:3"),
        ("wrongg", "mali_powstancy/data/glossary.toml, a"),
        ("badd", "mali_powstancy/other/texts/en/game.po:1"),
    ]
    (project / "lessons/words/pl.txt").write_text("liist\nżlee\n", "utf-8")
    (project / "lessons/words/en.txt").write_text("badd\nlettre\nwrongg\n", "utf-8")
    assert spelling.misspelt(project) == []
    assert spelling.list_faults(project) == []


@pytest.mark.slow
def test_a_list_that_is_not_sorted_or_knows_too_much_is_said(project):
    (project / "lessons/words/pl.txt").write_text("żlee\nliist\nkot\n", "utf-8")
    unsorted, known = spelling.list_faults(project)
    assert "not sorted" in unsorted
    assert "'kot'" in known


def test_code_addresses_and_numbers_are_no_words():
    text = "Zobacz `xyzzq` na [stronie](http://abcq.pl/defq) 1944.pl, {namq}, [@idqx] B17x i ![obraz](qqq.png)."
    assert spelling.words_to_check(text) == ["Zobacz", "na", "stronie", "obraz"]


class Computer:
    """A stand-in for the computer: which programs it has, and what is run."""

    def __init__(self):
        self.programs = {"apt-get"}
        self.ran: list[str] = []

    def which(self, name):
        return f"/bin/{name}" if name in self.programs else None

    def call(self, command, **_):
        self.ran.append(" ".join(command))
        if "install" in command:
            self.programs.add("hunspell")
        return 0


@pytest.fixture
def computer(monkeypatch):
    """A Linux computer with apt, without hunspell, on which we are a plain user."""
    stand_in = Computer()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", stand_in.which)
    monkeypatch.setattr(subprocess, "call", stand_in.call)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 0))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return stand_in


def test_a_missing_program_is_a_failure_that_says_what_helps_in_both_languages(computer, capsys):
    assert spelling.main([]) == spelling.main(["--ensure"]) == 1
    polish, english, *_ = capsys.readouterr().err.splitlines()
    assert polish.startswith("PL: ")
    assert english.startswith("EN: ")
    assert "apt-get install -y hunspell hunspell-pl hunspell-en-gb" in english


def test_root_installs_program_and_dictionaries(computer, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert spelling.main(["--ensure"]) == 0
    assert capsys.readouterr().out == "/bin/hunspell\n"
    assert computer.ran[-1].endswith("apt-get install -y hunspell hunspell-pl hunspell-en-gb")


def test_a_missing_dictionary_is_said(computer, monkeypatch):
    computer.programs.add("hunspell")
    monkeypatch.setattr(
        subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, "pl_PL" in command)
    )
    with pytest.raises(spelling.NoHunspell, match="pl_PL"):
        spelling.find_hunspell()
