import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import browser

ROOT = Path(__file__).resolve().parents[2]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Computer:
    """A stand-in for the computer: which programs it has, who we are on it, and what is run."""

    def __init__(self):
        self.programs: set[str] = set()
        self.apt_works = True
        self.ran: list[str] = []

    def which(self, name: str) -> str | None:
        return f"/bin/{name}" if name in self.programs else None

    def call(self, command, **_) -> int:
        self.ran.append(" ".join(command))
        if "install" in command and self.apt_works:
            self.programs.add("chromium")
        return 0 if self.apt_works else 100


@pytest.fixture
def computer(monkeypatch):
    """A Linux computer with apt, without any browser, on which we are a plain user."""
    stand_in = Computer()
    stand_in.programs = {"apt-get"}
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", stand_in.which)
    monkeypatch.setattr(subprocess, "call", stand_in.call)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    return stand_in


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "chrome"])
def test_the_browser_is_found_by_any_of_its_names(name, computer):
    computer.programs.add(name)
    assert browser.find_chromium() == Path("/bin", name)


def test_the_variable_wins(computer, monkeypatch):
    computer.programs |= {"chromium", "mine"}
    monkeypatch.setenv(browser.VARIABLE, "mine")
    assert browser.find_chromium() == Path("/bin/mine")


def test_a_variable_that_names_nothing_is_said_and_nothing_is_installed(computer, monkeypatch):
    computer.programs.add("chromium")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv(browser.VARIABLE, "lost")
    with pytest.raises(browser.NoBrowser, match="lost"):
        browser.ensure_chromium()
    assert computer.ran == []


def test_windows_and_macos_browsers_are_found_where_they_usually_lie(computer, monkeypatch, tmp_path):
    program = tmp_path / "Google/Chrome/Application/chrome.exe"
    program.parent.mkdir(parents=True)
    program.touch()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("PROGRAMFILES", str(tmp_path))
    assert browser.find_chromium() == program
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(browser, "MAC_PLACES", (str(tmp_path / "none"), str(program)))
    assert browser.find_chromium() == program


@pytest.mark.parametrize(
    ("platform", "command"), [("linux", "apt-get install"), ("darwin", "brew install"), ("win32", "winget install")]
)
def test_a_missing_browser_is_said_in_both_languages_with_the_command(platform, command, computer, monkeypatch, capsys):
    for name in browser.WINDOWS_ROOTS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(browser, "MAC_PLACES", ())
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "argv", ["browser.py", "--ensure"])
    assert browser.main() == 1
    said = capsys.readouterr()
    polish, english = said.err.splitlines()
    assert said.out == ""
    assert polish.startswith("PL: ")
    assert command in polish
    assert english.startswith("EN: ")
    assert command in english


def test_root_installs_it(computer, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(sys, "argv", ["browser.py", "--ensure"])
    assert browser.main() == 0
    assert capsys.readouterr().out == f"{Path('/bin/chromium')}\n"
    update, install = computer.ran
    assert update == "env DEBIAN_FRONTEND=noninteractive apt-get update"
    assert install == "env DEBIAN_FRONTEND=noninteractive apt-get install -y chromium"


def sit_at_terminal(monkeypatch, answer: str) -> Terminal:
    """Somebody does, and will type this; what they see."""
    seen = Terminal()
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", seen)
    return seen


def test_without_a_terminal_sudo_is_never_called(computer, monkeypatch):
    computer.programs.add("sudo")
    for stdin, stderr in ((Terminal("y\n"), io.StringIO()), (io.StringIO("y\n"), Terminal())):
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stderr", stderr)
        with pytest.raises(browser.NoBrowser, match="sudo apt-get install -y chromium"):
            browser.ensure_chromium()
    assert computer.ran == []


def test_nobody_is_asked_in_ci(computer, monkeypatch):
    computer.programs.add("sudo")
    seen = sit_at_terminal(monkeypatch, "y\n")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(browser.NoBrowser):
        browser.ensure_chromium()
    assert (computer.ran, seen.getvalue()) == ([], "")


@pytest.mark.parametrize("answer", ["\n", "n\n", "nie\n", "", "sure\n"])
def test_who_does_not_agree_is_told_the_command_and_sudo_is_not_called(computer, monkeypatch, answer):
    computer.programs.add("sudo")
    sit_at_terminal(monkeypatch, answer)
    with pytest.raises(browser.NoBrowser, match="sudo apt-get install -y chromium"):
        browser.ensure_chromium()
    assert computer.ran == []


@pytest.mark.parametrize("answer", ["t\n", "TAK\n", "y\n", " yes \n"])
def test_who_agrees_in_either_language_has_it_installed(computer, monkeypatch, answer):
    computer.programs.add("sudo")
    seen = sit_at_terminal(monkeypatch, answer)
    assert browser.ensure_chromium() == Path("/bin/chromium")
    assert computer.ran[-1] == "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y chromium"
    command = "sudo apt-get update && sudo apt-get install -y chromium"
    polish, english, _ = seen.getvalue().splitlines()
    assert polish == f"PL: Czegoś brakuje. Czy uruchomić teraz: {command}"
    assert english == f"EN: Something is missing. Run this now: {command}"


def test_where_there_is_no_sudo_nobody_is_asked(computer, monkeypatch):
    seen = sit_at_terminal(monkeypatch, "y\n")
    with pytest.raises(browser.NoBrowser):
        browser.ensure_chromium()
    assert (computer.ran, seen.getvalue()) == ([], "")


def test_nothing_else_of_ours_calls_sudo():
    for path in (ROOT / "Makefile", *sorted((ROOT / "tools").glob("*.py"))):
        called = re.findall(r"""^\t[@-]?sudo\b|["']sudo["']""", path.read_text("utf-8"), re.MULTILINE)
        assert not called or path.name == "apt.py", path.name


def test_a_failed_installation_ends_with_the_command(computer, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    computer.apt_works = False
    with pytest.raises(browser.NoBrowser, match="Try this: apt-get update && apt-get install"):
        browser.ensure_chromium()
    assert len(computer.ran) == 1


def test_a_browser_that_is_there_is_not_installed_again(computer, monkeypatch):
    computer.programs.add("chromium")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert browser.ensure_chromium() == Path("/bin/chromium")
    assert computer.ran == []
