"""Build the static site, `dist/site`: the whole course in the browser, from any web server, nothing else needed."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat

from mali_powstancy.texts import languages
from tools import apt, print_sheets, serve_site, site_env, site_licences, site_policy, site_wheels
from tools.browser import find_chromium
from tools.pyodide import ensure_pyodide
from tools.site_desk import DESK
from tools.site_env import BUILD
from tools.site_pages import BACKGROUND, SHARED, notice, program_line, write_pages
from tools.site_reader import first_views
from tools.start import LAB_SETTINGS, LESSON_PAGE

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "dist" / "site"
LITE = ROOT / "site" / "lite"
PRESENTER = ROOT / "projector" / "voila" / "templates" / "projector" / "static" / "presenter.js"
"""The keys of a remote control, as on the projector."""
SOURCES = {
    "site": "*",
    "lesson-page": "*",
    "projector": PRESENTER.name,
    "lessons": "*.md",
    "lessons/pictures": "*",
    "notebooks": "*.ipynb",
    "mali_powstancy": "*",
    "docs": "*.md",
}
"""Folders, and which of their files the site is made of."""
TOOLS = ROOT / "tools"

EXTENSIONS = (
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
    "jupyterlab-plotly",
    "@jupyterlite/pyodide-kernel-extension",
)
"""The parts of Jupyter that show boards and figures, and the kernel; whatever else is installed here stays here."""
LANGUAGE_PACK = "jupyterlab_language_pack_pl_PL", "pl_PL"
"""Jupyter's own menus in Polish."""
PYODIDE = "static/pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "package.json")
KERNEL_PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"
EPOCH = 946_684_800  # the time stamp of everything, so that two builds are alike

WORKER, VERSION_FILE, LIST = "service-worker.js", "version.json", "files.json"
SERVER = "serve.py"
"""The site's own small server, for a USB stick: only for who holds the folder, so no browser is told of it."""
NAME = "Mali powstańcy"
NO_SETTINGS = '<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>'
"""JupyterLite looks for settings in the page at the root, and stops if there is no place for them."""
LEFT_OUT = (
    *("index.html", "doc", "repl", "jupyterlite.schema.v0.json", "package.json", "rspack.*", "*/package.json"),
    *("notebooks/build", "build/service-worker.js"),
    *("bootstrap.js", "manifest.webmanifest", "icon-*.png", "build/fa-*.svg", "build/fa-*.eot", "build/fa-*.ttf"),
)
"""Parts of JupyterLite that no page of ours asks for: other applications, fonts for old browsers."""

_SETTINGS = re.compile(r'<script id="jupyter-config-data".*?</script>', re.DOTALL)

PDFS = "PDF files of the teacher's desk"
LARGEST_PDFS = 13_000_000
"""Bytes that the PDF files of the desk may have together."""
LARGEST = 80_000_000 + LARGEST_PDFS
"""Bytes that the site may have."""
KINDS = {
    "Python": r"static/pyodide/(?!.*\.whl$)",
    "packages": r"static/pyodide/.*\.whl$",
    "Jupyter": r"(build|extensions|notebooks|tree|api/translations)/|jupyter-lite|config-utils|overrides",
    "lessons": r"(files|api)/",
    PDFS: r".*\.pdf$",
    "pages": r"",
}
"""What the site consists of; the first pattern that fits a file counts."""


# --- what is built from what


def sources() -> Iterator[Path]:
    """Every file that the site is made of."""
    for folder, pattern in SOURCES.items():
        for path in sorted((ROOT / folder).rglob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
    yield from makers()
    yield from sorted(TOOLS.glob("*.mjs"))
    names = ("pyproject.toml", "constraints.txt", "lessons/frame.toml", *site_licences.OURS)
    yield from (ROOT / name for name in names)


def makers() -> list[Path]:
    """The programs that build the site: this one, and all of our tools that it imports, directly or through others."""
    found = [Path(__file__).resolve()]
    for path in found:  # it grows while it is read
        found += [tool for tool in imported_tools(path) if tool not in found]
    return sorted(found)


def imported_tools(program: Path) -> list[Path]:
    """Our tools that a program imports itself."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(program.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return [tool for tool in sorted(TOOLS.glob("*.py")) if f"tools.{tool.stem}" in names]


def fingerprint() -> str:
    """Changes whenever the site has to be built again."""
    seen = hashlib.sha256()
    for path in sources():
        seen.update(path.relative_to(ROOT).as_posix().encode() + hashlib.sha256(path.read_bytes()).digest())
    return seen.hexdigest()


def is_current() -> bool:
    """Whether the site is there and is what its sources give."""
    try:
        return bool(json.loads((SITE / VERSION_FILE).read_text("utf-8"))["sources"] == fingerprint())
    except (OSError, ValueError, KeyError):
        return False


# --- its parts


def write_contents(folder: Path) -> None:
    """The site's copies of the lessons: their first cell says who they are, because nobody else tells the kernel."""
    for original in sorted((ROOT / "notebooks").glob("*/*.ipynb")):
        name = original.relative_to(ROOT / "notebooks").as_posix()
        notebook: Any = nbformat.read(original, as_version=4)
        first = next((cell for cell in notebook.cells if cell.cell_type == "code"), None)
        if first is not None:
            begin = f'import mali_powstancy_site; mali_powstancy_site.begin("{name}")'
            first.source = "\n".join([program_line(original.parent.name), begin, first.source])
        notebook.metadata.kernelspec = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, copy)


def write_python(folder: Path, wheels: Path) -> None:
    """Pyodide, and the packages beside it."""
    folder.mkdir(parents=True)
    wheels.mkdir()
    pyodide = ensure_pyodide()
    for name in PYODIDE_FILES:
        shutil.copy(pyodide / name, folder / name)
    site_wheels.write_packages(site_wheels.all_wheels(wheels), pyodide, folder)


def write_settings(lite: Path, contents: Path, out: Path) -> None:
    """What `jupyter lite build` reads: the settings of Jupyter, of its kernel, and of the build."""
    settings = json.loads((LITE / "jupyter-lite.json").read_text("utf-8"))
    kernel = settings["jupyter-config-data"]["litePluginSettings"][KERNEL_PLUGIN]
    kernel["loadPyodideOptions"]["packages"] = list(site_wheels.PRELOADED)
    write_json(lite / "jupyter-lite.json", settings)
    write_json(lite / "overrides.json", {**LAB_SETTINGS, **json.loads((LITE / "overrides.json").read_text("utf-8"))})
    asked = {
        "contents": [str(contents)],
        "output_dir": str(out),
        "apps": ["notebooks"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [*(str(site_env.extensions() / name) for name in EXTENSIONS), str(LESSON_PAGE)],
        "source_date_epoch": EPOCH,
    }
    write_json(lite / "jupyter_lite_config.json", {"LiteBuildConfig": asked})


def write_json(path: Path, content: object) -> None:
    """Write what can be read again."""
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")


def run_lite(lite: Path) -> None:
    """Let JupyterLite put its part together."""
    command = [str(site_env.python_of(site_env.ensure_environment())), "-m", "jupyterlite_core", "build"]
    done = subprocess.run(command, cwd=lite, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{done.stdout}\njupyter lite build: {done.returncode}")


def write_translation(out: Path) -> None:
    """Jupyter's menus in Polish."""
    package, locale = LANGUAGE_PACK
    wheel = site_wheels.language_pack()
    start = f"{package}/locale/{locale}/LC_MESSAGES/"
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(start) and name.endswith(".json")]
        words = {Path(name).stem: json.loads(archive.read(name)) for name in sorted(names)}
    folder = out / "api" / "translations"
    folder.mkdir(parents=True, exist_ok=True)
    known = {
        locale: {"displayName": "Polish", "nativeName": "Polski"},
        "en": {"displayName": "English", "nativeName": "English"},
    }
    write_json(folder / "all.json", {"data": known, "message": ""})
    write_json(folder / "en.json", {"data": {}, "message": ""})
    write_json(folder / f"{locale}.json", {"data": words, "message": ""})


def leave_out(out: Path) -> None:
    """Remove what no page of ours asks for."""
    for path in [path for pattern in LEFT_OUT for path in sorted(out.glob(pattern))]:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def desk_pdfs() -> dict[str, bytes]:
    """The PDF files of the teacher's desk by their places; printed again only if what is printed has changed."""
    wanted = {f"{lang}/{DESK}/{name}": html for lang in languages() for name, html in print_sheets.documents(lang)}
    return print_sheets.ready(wanted, BUILD / DESK)


def write_own_files(out: Path, pdfs: Mapping[str, bytes]) -> None:
    """The pages that are no notebooks, and what stands between them and JupyterLite."""
    shutil.copy(LITE / "keep.js", out / "keep.js")
    for script in (PRESENTER, LITE / "lesson.js"):
        shutil.copy(script, out / "notebooks" / script.name)
    (out / "tree").mkdir(exist_ok=True)
    shutil.copy(LITE / "tree.html", out / "tree" / "index.html")
    shutil.copy(LITE / "tree.js", out / "tree" / "tree.js")
    write_pages(out, pdfs)
    for place, views in first_views().items():
        (out / place).write_text(views, "utf-8", newline="\n")


def finish_pages(out: Path) -> None:
    """Every page says what it may load, and lets the browser keep the site."""
    for path in sorted(out.rglob("*.html")):
        page = path.read_text("utf-8")
        name = path.relative_to(out)
        root = "/" if name.as_posix() == serve_site.NOT_FOUND else "../" * (len(name.parts) - 1)
        is_lite = "jupyter-lite-main" in page
        added = [f'<script type="module" src="{root}keep.js"></script>']
        if path == out / "index.html":
            added.append(NO_SETTINGS)
        if is_lite:
            page = _lesson_page(page, root)
            added.append(f'<script type="module" src="{root}{SHARED}/waking.js"></script>')
            added.append(f'<link rel="stylesheet" href="{root}{SHARED}/notice.css">')
            added.append(f'<link rel="icon" href="{root}{SHARED}/sign.svg">')
        page = page.replace("</head>", "\n".join([*added, "</head>"]), 1)
        if "Content-Security-Policy" not in page:
            page = site_policy.with_policy(page, site_policy.LITE_PAGE if is_lite else site_policy.OWN_PAGE)
        path.write_text(page, "utf-8", newline="\n")


def _lesson_page(page: str, root: str) -> str:
    """JupyterLite's page under the name of the course, with our notice as the first thing on it.

    Our scripts come before its own, which goes on at once with the settings that it finds.
    """
    names = (f"{SHARED}/{BACKGROUND}", f"notebooks/{PRESENTER.name}", "notebooks/lesson.js")
    ours = [f'<script src="{root}{name}"></script>' for name in names]
    page, places = _SETTINGS.subn(lambda settings: "\n".join([settings[0], *ours]), page, count=1)
    if not places:
        raise ValueError("JupyterLite's page has no place for its settings")
    page = re.sub(r' *<link rel="manifest"[^>]*>\n', "", page)
    page = re.sub(r"<title>[^<]*</title>", f"<title>{NAME}</title>", page)
    page = re.sub(r"<body[^>]*>", lambda body: f"{body[0]}\n{notice()}", page, count=1)
    return page.replace("Loading JupyterLite...", NAME)


def write_service_worker(out: Path, made_of: str) -> None:
    """The program that keeps the site in the browser; it knows every file by its content.

    The check before a lesson, which asks for all of them, gets their names alone.
    """
    (out / WORKER).unlink()  # JupyterLite's own, which would keep files for another purpose
    names = [path for path in sorted(out.rglob("*")) if path.is_file()]
    files = {path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:20] for path in names}
    program = (LITE / WORKER).read_text("utf-8")
    seen = hashlib.sha256(json.dumps([program, files]).encode()).hexdigest()[:20]
    packages = json.loads((out / PYODIDE / "pyodide-lock.json").read_text("utf-8"))["packages"]
    late = [f"{PYODIDE}/{name}" for name in site_wheels.late_files(packages)]
    late += [name for name in files if name.endswith(".pdf")]
    given = {
        'VERSION = ""': f'VERSION = "{seen}"',
        "FILES = {}": f"FILES = {json.dumps(files, ensure_ascii=False, separators=(',', ':'))}",
        "LATE = []": f"LATE = {json.dumps(late)}",
    }
    for line, made in given.items():
        if program.count(line) != 1:
            raise ValueError(f"{WORKER} has no line {line}")
        program = program.replace(line, made)
    (out / WORKER).write_text(program, "utf-8", newline="\n")
    write_json(out / LIST, list(files))
    write_json(out / VERSION_FILE, {"version": seen, "sources": made_of})


# --- the whole


def build(work: Path) -> Path:
    """The site, built in a folder of its own."""
    made_of = fingerprint()  # first: what is changed while we build is built next time
    find_chromium()  # early: without it there are no PDF files
    lite, contents, out = work / "lite", work / "contents", work / "out"
    lite.mkdir()
    write_contents(contents)
    write_python(lite / PYODIDE, work / "wheels")
    write_settings(lite, contents, out)
    run_lite(lite)
    leave_out(out)
    write_translation(out)
    write_own_files(out, desk_pdfs())
    site_licences.write_licences(out)
    finish_pages(out)
    write_service_worker(out, made_of)
    shutil.copy(serve_site.__file__, out / SERVER)
    return out


def ensure_site() -> Path:
    """The folder of the site; built first if its sources have changed, and put in its place only when it is whole."""
    if not is_current():
        BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="site-", dir=BUILD) as work:
            made = build(Path(work))
            SITE.parent.mkdir(exist_ok=True)
            if SITE.exists():
                SITE.rename(Path(work) / "old")
            made.rename(SITE)
    return SITE


def sizes(folder: Path) -> dict[str, int]:
    """How many bytes there are of each kind."""
    found = dict.fromkeys(KINDS, 0)
    for path in folder.rglob("*"):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            found[next(kind for kind, pattern in KINDS.items() if re.match(pattern, name))] += path.stat().st_size
    return found


def size_table(found: Mapping[str, int]) -> str:
    """The sizes, one line for each kind, and their sum."""
    limited = {f"{kind}, at most {LARGEST_PDFS / 1e6:.0f}" if kind == PDFS else kind: found[kind] for kind in found}
    lines = {**limited, f"together, at most {LARGEST / 1e6:.0f}": sum(found.values())}
    return "\n".join(f"  {size / 1e6:6.1f} MB  {kind}" for kind, size in lines.items())


def main() -> int:
    """Build the site if its sources have changed, and say how large it is."""
    began = time.monotonic()
    try:
        folder = ensure_site()
    except apt.Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    found = sizes(folder)
    print(f"{folder.relative_to(ROOT)}, {time.monotonic() - began:.1f} s\n{size_table(found)}")
    return 0 if sum(found.values()) <= LARGEST and found[PDFS] <= LARGEST_PDFS else 1


if __name__ == "__main__":
    sys.exit(main())
