"""Find Chromium, the browser that tests and pictures use; `--ensure` also brings it to this computer."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tools import apt

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

VARIABLE = "MALI_POWSTANCY_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
WINDOWS_ROOTS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
WINDOWS_PLACES = ("Google/Chrome/Application/chrome.exe", "Chromium/Application/chrome.exe")

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # The same pixels on every computer, as far as that goes.
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
]
# A lesson needs no network: here every other host is unknown, so that a request to one does not work by luck.
HOSTS = "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"


class NoBrowser(apt.Missing):
    """There is no Chromium."""


def remedy() -> str:
    """The one command that brings Chromium to this system."""
    if sys.platform == "win32":
        return "winget install Google.Chrome"
    if sys.platform == "darwin":
        return "brew install --cask chromium"
    if shutil.which("apt-get"):
        return apt.command_for(["chromium"])
    return "sudo dnf install chromium"


def usual_places() -> list[Path]:
    """Where a browser lies that is not on the path: Windows and macOS do not put it there."""
    if sys.platform == "win32":
        roots = [Path(os.environ[name]) for name in WINDOWS_ROOTS if os.environ.get(name)]
        return [root / place for root in roots for place in WINDOWS_PLACES]
    return [Path(place) for place in MAC_PLACES] if sys.platform == "darwin" else []


def find_chromium() -> Path:
    """The program to start: the one that the variable MALI_POWSTANCY_BROWSER names, else the first one found."""
    if asked := os.environ.get(VARIABLE):
        if found := shutil.which(asked):
            return Path(found)
        raise NoBrowser(
            f"Zmienna {VARIABLE} wskazuje na {asked}, a takiego programu nie ma.",
            f"The variable {VARIABLE} names {asked}, and there is no such program.",
        )
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    for place in usual_places():
        if place.is_file():
            return place
    raise NoBrowser(
        f"Potrzebna jest przeglądarka Chromium. Pomoże: {remedy()}",
        f"You need the browser Chromium. Try this: {remedy()}",
    )


def ensure_chromium() -> Path:
    """The program to start, installed first if it is missing and we may."""
    try:
        return find_chromium()
    except NoBrowser:
        if os.environ.get(VARIABLE):
            raise
    apt.install(["chromium"])
    return find_chromium()


def launch(chromium: BrowserType, name: str = "") -> Browser:
    """A Chromium without a window, which knows no other host than this computer; it may know it by another name too."""
    hosts = f"MAP {name} 127.0.0.1 , {HOSTS}" if name else HOSTS
    return chromium.launch(executable_path=find_chromium(), args=[*FLAGS, f"--host-resolver-rules={hosts}"])


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A Chromium for a while."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


def main() -> int:
    """Say where the browser is, or what helps."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--ensure", action="store_true", help="install it with apt if it is missing and we may")
    try:
        print(ensure_chromium() if parser.parse_args().ensure else find_chromium())
    except NoBrowser as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
