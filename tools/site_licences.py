"""The licence texts of everything that the static site carries, and the page that lists them.

Whoever copies the site passes on programs of many people, whose one wish is that their licence goes with them.
"""

from __future__ import annotations

import json
import re
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from tools import apt, site_env, site_wheels

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "site" / "licences"
FOLDER = "licences"
PLACE = "<!-- licences -->"
"""Where the list goes in the page."""
OURS = ("LICENSE", "LICENSE-content")
OWN_WHEELS = ("mali-powstancy", "mali-powstancy-page", "mali-powstancy-site", "jedi")
"""The last is an empty one under a name that the kernel wants to see."""
FONT = "mali_powstancy/views/static/fonts/OFL.txt"

OF_PYODIDE = {"pyodide": "micropip", "python": "typing-extensions"}
"""Pyodide and the Python inside bring no text; each has the licence of a package by the same authors (MPL-2.0, PSF)."""
JUPYTER = {
    "build": "jupyterlite-core",
    "extensions/@jupyter-widgets/jupyterlab-manager": "jupyterlab-widgets",
    "extensions/@jupyterlite/pyodide-kernel-extension": "jupyterlite-pyodide-kernel",
    "extensions/anywidget": "anywidget",
    "extensions/jupyterlab-plotly": "plotly",
}
"""Folders with scripts and fonts of others, and the Python package that brought each."""
OWN_EXTENSION = "extensions/mali-powstancy-lesson-page"
THIRD = "third-party-licenses.json"
"""In which a folder of scripts tells what was packed into them."""

_TEXT = re.compile(r"(?:^|/)(?:licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
_PROGRAM = (".py", ".pyc")


class NoLicence(apt.Missing):
    """Something would be passed on without its licence."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Brakuje tekstu licencji: {name}.", f"The text of the licence is missing: {name}.")


class LicensedPart(NamedTuple):
    """Something in the site that has a licence."""

    kind: str
    name: str
    text: str

    @property
    def file(self) -> str:
        """Where its text lies, seen from the page."""
        return f"{self.kind}/{re.sub(r'[^a-z0-9.]+', '-', self.name.lower()).strip('-')}.txt"


def write_licences(out: Path) -> None:
    """Put all texts into the site and the list of them into its page."""
    found = list(all_carried(out))
    for each in found:
        path = out / FOLDER / each.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(each.text, "utf-8", newline="\n")
    page = out / FOLDER / "index.html"
    page.write_text(page.read_text("utf-8").replace(PLACE, listing(found)), "utf-8", newline="\n")


def listing(found: Iterable[LicensedPart]) -> str:
    """The list for the page."""
    items = [f'<li><a href="{escape(each.file)}">{escape(each.name)}</a></li>' for each in found]
    return "\n".join(["<ul>", *items, "</ul>"])


def all_carried(out: Path) -> Iterator[LicensedPart]:
    """Everything in the site that has a licence; raise `NoLicence` if one is missing."""
    yield LicensedPart("course", "Mali Powstańcy", joined((name, (ROOT / name).read_text("utf-8")) for name in OURS))
    yield LicensedPart("course", "Lato", (ROOT / FONT).read_text("utf-8"))
    wheels = {site_wheels.packages_name(path): path for path in sorted((out / "static/pyodide").glob("*.whl"))}
    for name, package in OF_PYODIDE.items():
        yield LicensedPart("python", name, of_wheel(wheels[package]))
    for name, part in tomllib.loads((TEXTS / "parts.toml").read_text("utf-8")).items():
        text = (TEXTS / f"{part['licence']}.txt").read_text("utf-8")
        yield LicensedPart("python", name, f"{name}\nCopyright (c) {part['authors']}\n\n{text}")
    for name, path in wheels.items():
        if name not in OWN_WHEELS:
            yield LicensedPart("packages", name, of_wheel(path))
    translation = site_wheels.language_pack()
    yield LicensedPart("jupyter", site_wheels.packages_name(translation), of_wheel(translation))
    yield from of_scripts(out)


def of_wheel(path: Path) -> str:
    """The texts that a package brings."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in sorted(archive.namelist()) if _TEXT.search(name) and not name.endswith(_PROGRAM)]
        found = [(name, archive.read(name).decode("utf-8", "replace")) for name in names]
    if not any(text.strip() for _, text in found):
        raise NoLicence(path.name)
    return joined(found)


def of_scripts(out: Path) -> Iterator[LicensedPart]:
    """The scripts and fonts of Jupyter: each folder with the package that brought it and what was packed into it."""
    extensions = {path.parent.relative_to(out).as_posix() for path in (out / "extensions").rglob("package.json")}
    if strange := sorted(extensions - {OWN_EXTENSION} - JUPYTER.keys()):
        raise NoLicence(", ".join(strange))
    for folder, package in JUPYTER.items():
        third = sorted((out / folder).rglob(THIRD))
        packed = [each for path in third for each in json.loads(path.read_text("utf-8"))["packages"]]
        own = (package, installed_text(package))
        yield LicensedPart("jupyter", folder.removeprefix("extensions/"), joined([own, *map(_of_script, packed)]))


def _of_script(told: dict[str, Any]) -> tuple[str, str]:
    """The licence of a script inside others; where it brings no text, the one that its licence always has."""
    name, licence = f"{told['name']} {told['versionInfo']}", str(told.get("licenseId", ""))
    text = told.get("extractedText") or ""
    usual = TEXTS / f"{licence}.txt"
    if not text.strip() and not (licence and usual.is_file()):
        raise NoLicence(f"{name} ({licence})")
    return f"{name} ({licence})", text or f"Copyright (c) the authors of {told['name']}\n\n{usual.read_text('utf-8')}"


def installed_text(package: str) -> str:
    """The texts that a package of the site's environment brings."""
    place = f"{package.replace('-', '_')}-*.dist-info"
    folders = [path for path in site_env.ensure_environment().rglob(place) if path.is_dir()]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    found = [(path.name, path.read_text("utf-8", errors="replace")) for path in files if _TEXT.search(path.name)]
    if not found:
        raise NoLicence(package)
    return joined(found)


def joined(texts: Iterable[tuple[str, str]]) -> str:
    """Several texts as one, each under its name."""
    return "\n\n".join(f"{name}\n{'-' * len(name)}\n\n{text.strip()}" for name, text in texts) + "\n"
