import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import browser


class Computer:
    """A stand-in for the computer: which programs it has, who we are on it, and what is run."""

    def __init__(self):
        self.programs: set[str] = set()
        self.apt_works = True
        self.sudo_asks = True
        self.ran: list[str] = []

    def which(self, name: str) -> str | None:
        return f"/bin/{name}" if name in self.programs else None

    def call(self, command, **_) -> int:
        self.ran.append(" ".join(command))
        if command == ["sudo", "-n", "true"]:
            return int(self.sudo_asks)
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


def test_a_user_installs_it_only_if_sudo_needs_no_password(computer):
    computer.programs.add("sudo")
    with pytest.raises(browser.NoBrowser):
        browser.ensure_chromium()
    assert computer.ran == ["sudo -n true"]
    computer.sudo_asks = False
    assert browser.ensure_chromium() == Path("/bin/chromium")
    assert computer.ran[-1].startswith("sudo -n env ")


def test_a_failed_installation_ends_with_the_command(computer, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    computer.apt_works = False
    with pytest.raises(browser.NoBrowser, match="apt-get install"):
        browser.ensure_chromium()
    assert len(computer.ran) == 1


def test_a_browser_that_is_there_is_not_installed_again(computer, monkeypatch):
    computer.programs.add("chromium")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert browser.ensure_chromium() == Path("/bin/chromium")
    assert computer.ran == []
