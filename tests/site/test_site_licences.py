"""Licences: nothing is in the site without the text under which it may be passed on."""

import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest

from tools import build_site, site_licences
from tools.site_licences import FOLDER, JUPYTER, OWN_EXTENSION, OWN_WHEELS, TEXTS, LicensedPart, NoLicence

MADE_OF = re.compile(r"licen[cs]e|copyright|permission|public domain", re.IGNORECASE)


@pytest.fixture(scope="module")
def site() -> Path:
    return build_site.ensure_site()


@pytest.fixture(scope="module")
def listed(site) -> dict[str, str]:
    """What the page lists, by name, and where it leads."""
    page = (site / FOLDER / "index.html").read_text("utf-8")
    return {name: file for file, name in re.findall(r'<li><a href="([^"]+)">([^<]+)</a></li>', page)}


@pytest.mark.slow
def test_everything_that_the_site_carries_is_listed_with_its_licence(site, listed):
    lock = json.loads((site / build_site.PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    folders = {
        path.parent.relative_to(site / "extensions").as_posix() for path in site.rglob("extensions/**/package.json")
    }
    carried = {*lock["packages"], *folders, "build", "pyodide", "python", "Lato", "Mali Powstańcy"}
    ours = {*OWN_WHEELS, OWN_EXTENSION.removeprefix("extensions/")}
    assert carried - ours <= listed.keys()
    for file in listed.values():
        assert MADE_OF.search((site / FOLDER / file).read_text("utf-8")), file
    assert len(set(listed.values())) == len(listed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name, part in tomllib.loads((TEXTS / "parts.toml").read_text("utf-8")).items() if "sign" in part]
)
def test_what_is_inside_pyodide_is_really_there(site, name):
    sign = tomllib.loads((TEXTS / "parts.toml").read_text("utf-8"))[name]["sign"]
    assert sign.encode() in (site / build_site.PYODIDE / "pyodide.asm.wasm").read_bytes()


@pytest.mark.slow
def test_fonts_of_others_have_their_licence_among_the_scripts_that_brought_them(site, listed):
    kinds = {re.split(r"[-_]", path.name)[0] for path in (site / "build").glob("*.woff*")}
    assert kinds == {"MathJax", "fa"}
    text = (site / FOLDER / listed["build"]).read_text("utf-8")
    assert "\nmathjax-full " in text
    assert "\n@fortawesome/fontawesome-free " in text


@pytest.mark.slow
def test_the_texts_of_pyodide_and_python_are_the_right_ones(site, listed):
    texts = {name: (site / FOLDER / listed[name]).read_text("utf-8") for name in ("pyodide", "python", "micropip")}
    assert "Mozilla Public License Version 2.0" in texts["pyodide"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in texts["python"]
    assert "Exhibit A - Source Code Form License Notice" in texts["micropip"]


def wheel(folder: Path, **files: str) -> Path:
    path = folder / "a-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/"), text)
    return path


@pytest.mark.parametrize("name", ["a.dist-info__LICENSE", "a.dist-info__licenses__LICENCE", "a.dist-info__COPYING.rst"])
def test_the_text_of_a_package_is_found_under_each_of_its_names(tmp_path, name):
    assert "do as you like" in site_licences.of_wheel(wheel(tmp_path, a="", **{name: "do as you like"}))


@pytest.mark.parametrize("files", [{}, {"a__license.py": "x = 1"}, {"a.dist-info__LICENSE": " \n"}])
def test_a_package_without_a_text_is_refused(tmp_path, files):
    with pytest.raises(NoLicence, match=r"PL: .*a-1-py3.*\nEN: .*a-1-py3"):
        site_licences.of_wheel(wheel(tmp_path, **files))


def scripts(out: Path, folder: str, *packed: dict) -> None:
    place = out / folder / "static"
    place.mkdir(parents=True)
    (out / folder / "package.json").write_text("{}")
    (place / "third-party-licenses.json").write_text(json.dumps({"packages": packed}))


def told(text: str, licence: str) -> dict:
    return {"name": "a-script", "versionInfo": "1.2", "licenseId": licence, "extractedText": text}


def test_scripts_inside_others_have_their_own_text_or_the_usual_one(tmp_path, monkeypatch):
    monkeypatch.setattr(site_licences, "installed_text", lambda package: f"text of {package}")
    scripts(tmp_path, "extensions/anywidget", told("do as you like", "own"), told("", "MIT"))
    (found,) = (each for each in site_licences.of_scripts(tmp_path) if each.name == "anywidget")
    assert "text of anywidget" in found.text
    assert "do as you like" in found.text
    assert "Permission is hereby granted, free of charge" in found.text
    assert found.file == "jupyter/anywidget.txt"


def test_a_script_of_which_nobody_knows_the_licence_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(site_licences, "installed_text", lambda package: "a text")
    for licence in ("", "Beerware", "../../LICENSE-x"):
        with pytest.raises(NoLicence, match=r"a-script 1\.2"):
            site_licences._of_script(told(" ", licence))
    scripts(tmp_path, "extensions/new-one")
    with pytest.raises(NoLicence, match="new-one"):
        list(site_licences.of_scripts(tmp_path))


def test_every_part_of_pyodide_names_authors_and_a_licence_that_is_there():
    for name, part in tomllib.loads((TEXTS / "parts.toml").read_text("utf-8")).items():
        assert part["authors"], name
        assert (TEXTS / f"{part['licence']}.txt").is_file(), name


def test_names_make_good_files_and_the_list_is_safe():
    assert LicensedPart("jupyter", "@jupyterlite/pyodide-kernel", "").file == "jupyter/jupyterlite-pyodide-kernel.txt"
    assert "<b>" not in site_licences.listing([LicensedPart("course", "<b>", "")])
    assert set(JUPYTER) >= {f"extensions/{name}" for name in build_site.EXTENSIONS}
