"""The Python packages of the static site: fetched once, made small, and listed for Pyodide in a lock of our own.

Pyodide's own lock names hundreds of packages that lie on another host. Ours names those that lie beside it, so that
nothing else can be asked for.
"""

from __future__ import annotations

import email
import fnmatch
import hashlib
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from mali_powstancy.engine import load_scenario, shipped_scenarios
from mali_powstancy.texts import languages
from mali_powstancy.views.map.board_svg import cut_map, map_key
from tools import apt, site_env
from tools.pyodide import find_node

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "site" / "wheels.txt"
FETCHED = ROOT / "build" / "site-wheels"
COMPILED = ROOT / "build" / "site-compiled"
HELPERS = ROOT / "site" / "python"
MAPS = "mali_powstancy_maps.json"
"""Beside the helpers: maps that no browser has to draw."""
KERNEL = "@jupyterlite/pyodide-kernel-extension/static/pypi"

OTHER_VERSIONS = {
    "jsonschema": "newer ones need rpds-py, of which there is no wheel for the browser",
    "micropip": "belongs to Pyodide; on a computer nobody needs it",
    "pyrsistent": "needed by that jsonschema",
}
"""Packages of which the site has another version than constraints.txt, or which are not in it."""

LANGUAGE_PACK = "jupyterlab-language-pack-pl-pl"
"""Jupyter's menus in Polish: only its texts go into the site."""

LEFT_OUT = (
    "*.data/*",  # what JupyterLab or a manual page would need
    "*/labextension/*",
    "*/tests/*",
    "*/RECORD",  # would be wrong: it lists what is left out
    "mali_powstancy/*.po",  # what translators write; programs read the .mo beside it
    "plotly/package_data/datasets/*",
    "plotly/package_data/*.js",  # the page has its own copy; only a FigureWidget would read this one
)
"""What the browser does not need of a wheel."""

NOT_SHIPPED = {
    "jedi": "completes names while typing, 5 MB; IPython does without",
    "jupyterlab-widgets": "its files for the page are in the site already",
    "widgetsnbextension": "for an older Jupyter",
}
"""Packages that others ask for, but that the site does without. Of the first, the kernel wants to see an empty one."""

PRELOADED = (
    *("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython"),
    *("ipywidgets", "anywidget", "mali-powstancy", "mali-powstancy-site"),
)
"""What a kernel loads at its start, with all that these need; the rest comes when it is first imported."""

COURSE, PAGE = "mali-powstancy", "mali-powstancy-page"
"""The course for notebooks, in which one can read its programs, and for Just play and lessons as pages."""

USUAL = (PAGE, "networkx", "tqdm")
"""What pages need, and what some lessons import on their way."""

BROWSER = {
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "os_name": "posix",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "extra": "",
}
"""The Python of the browser, as far as requirements ask about it; its version comes from the kernel."""

EPOCH = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever the site is built


class NoWheels(apt.Missing):
    """The packages are not here and cannot be fetched."""


def pins(text: str) -> dict[str, str]:
    """The versions in a file with lines like `name==1.2.3`; what stands behind a semicolon is left out."""
    lines = [line.partition("#")[0].partition(";")[0].strip() for line in text.splitlines()]
    return {canonicalize_name(name): version for line in lines if line for name, _, version in [line.partition("==")]}


def ensure_wheels(wanted: Sequence[str] = ()) -> list[Path]:
    """These wheels (`name==1.2.3`), else those of site/wheels.txt; fetched once, then kept under `build/`."""
    asked = pins("\n".join(wanted) or PINS.read_text("utf-8"))
    if not asked.items() <= _fetched().keys():
        FETCHED.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        kind = ["--only-binary=:all:", "--python-version", site_env.versions().python, "--implementation", "py"]
        where = ["--abi", "none", "--platform", "any", "--dest", str(FETCHED)]
        names = [f"{name}=={number}" for name, number in sorted(asked.items())]
        if subprocess.call([*pip, *kind, *where, *names], stdout=sys.stderr) != 0:
            raise NoWheels(
                "Nie udało się pobrać paczek Pythona. Sprawdź połączenie z internetem i uruchom jeszcze raz.",
                "The Python packages couldn't be downloaded. Check your internet connection and run this again.",
            )
    found = _fetched()
    return [found[pin] for pin in sorted(asked.items())]


def language_pack() -> Path:
    """The wheel with Jupyter's menus in Polish, in the version that lessons on a computer have."""
    tested = pins((ROOT / "constraints.txt").read_text("utf-8"))
    return ensure_wheels([f"{LANGUAGE_PACK}=={tested[LANGUAGE_PACK]}"])[0]


def _fetched() -> dict[tuple[str, str], Path]:
    paths = sorted(FETCHED.glob("*.whl"))
    return {(str(parsed[0]), str(parsed[1])): path for path in paths for parsed in [parse_wheel_filename(path.name)]}


def kernel_wheels() -> list[Path]:
    """What JupyterLite's kernel brings along for itself."""
    return sorted(
        wheel for wheel in (site_env.extensions() / KERNEL).glob("*.whl") if "widgetsnbextension" not in wheel.name
    )


def own_wheel(folder: Path) -> Path:
    """The wheel of this project, just built."""
    before = set(folder.glob("*.whl"))
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return (set(folder.glob("*.whl")) - before).pop()


def small_wheel(path: Path, name: str, files: Mapping[str, bytes]) -> Path:
    """A wheel with just these files; its version is 0."""
    wheel = path / f"{name.replace('-', '_')}-0-py3-none-any.whl"
    write_zip(wheel, {**files, **_told(name)})
    return wheel


def _told(name: str) -> dict[str, bytes]:
    """What a wheel of ours says about itself."""
    folder = f"{name.replace('-', '_')}-0.dist-info"
    return {
        f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 0\n".encode(),
        f"{folder}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }


def all_wheels(folder: Path) -> list[Path]:
    """Every wheel of the site; those that are made here are put into the folder."""
    helpers = {file.name: file.read_bytes() for file in sorted(HELPERS.glob("*.py"))} | {MAPS: drawn_maps()}
    made = [
        own_wheel(folder),
        small_wheel(folder, "mali-powstancy-site", helpers),
        small_wheel(folder, "jedi", {}),
    ]
    return [*ensure_wheels(), *kernel_wheels(), *made]


def drawn_maps() -> bytes:
    """The maps of all shipped scenarios in all languages: to draw one takes a browser half a second."""
    boards = {load_scenario(name).board for name in shipped_scenarios()}
    maps = {map_key(board, lang): cut_map(board, lang) for board in boards for lang in languages()}
    return json.dumps(dict(sorted(maps.items())), ensure_ascii=False).encode()


def write_zip(path: Path, files: Mapping[str, bytes]) -> None:
    """A zip with these files: the same bytes whenever and wherever it is written."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)


def needed_files(wheel: Path) -> dict[str, bytes]:
    """What the browser needs of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        return {name: archive.read(name) for name in names if not any(fnmatch.fnmatch(name, out) for out in LEFT_OUT)}


def entry(wheel: Path, files: Mapping[str, bytes]) -> dict[str, Any]:
    """What Pyodide has to know of a wheel: its name, its hash, what can be imported, what it needs."""
    metadata = next(content for name, content in files.items() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
    told = email.message_from_bytes(metadata)
    python = site_env.versions().python
    there = {**BROWSER, "python_version": python, "python_full_version": f"{python}.0"}
    needs = [Requirement(line) for line in told.get_all("Requires-Dist", [])]
    modules = {name.partition("/")[0] for name in files if name.endswith((".py", ".pyc")) and ".dist-info/" not in name}
    return {
        "name": canonicalize_name(str(told["Name"])),
        "version": str(told["Version"]),
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(module.partition(".")[0] for module in modules),
        "depends": sorted(
            name
            for need in needs
            if need.marker is None or need.marker.evaluate(there)
            if (name := canonicalize_name(need.name)) not in NOT_SHIPPED
        ),
        "unvendored_tests": False,
    }


def compiled(wheels: Mapping[Path, Mapping[str, bytes]], pyodide: Path) -> dict[Path, dict[str, bytes]]:
    """The files of these wheels with compiled modules; kept under `build/`, for compiling takes seconds.

    Our own package keeps its sources too, so that whoever is curious can read them.
    """
    COMPILED.mkdir(parents=True, exist_ok=True)
    stems = {wheel: _content_hash({site_env.versions().pyodide: b"", **files}) for wheel, files in wheels.items()}
    todo = {wheel: stem for wheel, stem in stems.items() if not (COMPILED / f"{stem}.compiled.zip").is_file()}
    if todo:
        for wheel, stem in todo.items():
            modules = {name: content for name, content in wheels[wheel].items() if name.endswith(".py")}
            write_zip(COMPILED / f"{stem}.sources.zip", modules)
        script = Path(__file__).with_name("compile_modules.mjs")
        subprocess.run([find_node(), str(script), str(pyodide), str(COMPILED)], check=True, stdout=sys.stderr)
        for sources in COMPILED.glob("*.sources.zip"):
            sources.unlink()
    return {wheel: _with_compiled(wheels[wheel], COMPILED / f"{stem}.compiled.zip") for wheel, stem in stems.items()}


def _with_compiled(files: Mapping[str, bytes], path: Path) -> dict[str, bytes]:
    made = dict(files)
    tag = f"cpython-{site_env.versions().python.replace('.', '')}"
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            folder, _, module = name.rpartition("/")
            if name.startswith("mali_powstancy"):
                kept = f"__pycache__/{module.removesuffix('.py')}.{tag}.pyc"
                made[f"{folder}/{kept}" if folder else kept] = archive.read(name)
            else:
                made[f"{name}c"] = archive.read(name)
                del made[name]
    return made


def page_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The course for pages that show no programs: modules without their sources, which come and are unpacked sooner."""
    made = {}
    for name, content in files.items():
        if name.endswith(".pyc"):
            folder, _, module = name.rpartition("__pycache__/")
            made[f"{folder}{module.partition('.')[0]}.pyc"] = content
        elif ".dist-info/" not in name and not name.endswith(".py"):
            made[name] = content
    return made


def _content_hash(files: Mapping[str, bytes]) -> str:
    seen = hashlib.sha256()
    for name, content in sorted(files.items()):
        seen.update(f"{name} {len(content)} ".encode() + content)
    return seen.hexdigest()[:32]


def write_packages(wheels: Iterable[Path], pyodide: Path, folder: Path) -> None:
    """Put the wheels, made small, and their lock into a folder; nothing may be needed that is not there."""
    files = {wheel: needed_files(wheel) for wheel in wheels}
    packages = {told["name"]: told for wheel in files for told in [entry(wheel, files[wheel])]}
    missing = {name for each in packages.values() for name in each["depends"]} - packages.keys()
    if missing:
        raise ValueError(f"site/wheels.txt lacks {', '.join(sorted(missing))}")
    at_start = set(with_needs(packages, PRELOADED))
    wheel_of = {packages_name(wheel): wheel for wheel in files}
    files |= compiled({wheel_of[name]: files[wheel_of[name]] for name in at_start}, pyodide)
    for name, wheel in wheel_of.items():
        write_zip(folder / wheel.name, files[wheel])
        packages[name] = entry(folder / wheel.name, files[wheel])
    for_pages = page_files(files[wheel_of[COURSE]])
    told = entry(small_wheel(folder, PAGE, for_pages), {**for_pages, **_told(PAGE)})
    packages[PAGE] = {
        **told,
        "imports": [],
    }  # pages ask for it by name; a notebook has the course
    info = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["info"]
    lock = {"info": info, "packages": dict(sorted(packages.items()))}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock, indent=1) + "\n", "utf-8")


def with_needs(packages: Mapping[str, Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """These packages and all that they need, in the order of the alphabet."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += packages[name]["depends"]
    return sorted(found)


def late_files(packages: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The files of packages that hardly any lesson needs."""
    usual = with_needs(packages, [*PRELOADED, *USUAL])
    return [told["file_name"] for name, told in packages.items() if name not in usual]


def packages_name(wheel: Path) -> str:
    """The name of the package in a wheel."""
    return str(parse_wheel_filename(wheel.name)[0])
