"""Set up the course in its own folder and open the first lesson: the one command a class needs.

Everything is installed into `.venv` beside this project, so nothing on the computer changes and no
administrator is needed. Running it again is always safe: it repairs, updates, or just starts.
"""

# Kept to the syntax of Python 3.7, so that an old Python can read far enough to say what it lacks.
from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import locale
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
WORK = ROOT / "my-work"
LESSON_PAGE = ROOT / "lesson-page"
"""What we add to Jupyter's page: an extension as Jupyter loads it, without any build."""
OLDEST_PYTHON = (3, 11)
FIRST_LESSON = "00-start.ipynb"
ROOM_NEEDED = 1_000_000_000  # bytes, for everything the tests need and pip's own copies

# An environment with the key's extra is good enough for the values too.
COVERED_BY = {
    "notebook": ("notebook", "projector", "test"),
    "projector": ("projector", "test"),
    "test": ("test",),
}

# What nobody else on this computer can read, a kernel does not warn of.
PRIVATE_KERNELS = "KernelManager.transport_encryption", "auto"

# What Jupyter shows in the corner of every cell.
CELL_BUTTONS = (
    *("duplicate-cell", "move-cell-up", "move-cell-down"),
    *("insert-cell-above", "insert-cell-below", "delete-cell"),
)

# JupyterLab and Notebook 7 read the same settings.
LAB_SETTINGS: dict[str, dict[str, object]] = {
    # The news and update pop-ups cover the corner of the board and ask other hosts.
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    # A notebook that is opened again shows its sleeping board, not "model not found".
    "@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True},
    # The button ▶▶ runs everything without a new kernel: pressed while the first one is still starting, a restart would
    # leave the lesson asleep. Its command is our own (lesson-page/): Jupyter's throws the reader to the last cell.
    "@jupyterlab/notebook-extension:panel": {
        "toolbar": [
            {
                "name": "restart-and-run",
                "command": "mali-powstancy:wake",
                "icon": "ui-components:fast-forward",
                "label": "",
                "rank": 33,
            }
        ]
    },
    # The cells of a lesson are not to be moved or deleted, and their text opens no source: own notes are cells of one's
    # own, and the cells under the bonnet are open.
    "@jupyterlab/cell-toolbar-extension:plugin": {
        "toolbar": [{"name": name, "disabled": True} for name in CELL_BUTTONS]  # `showToolbar` misses late notebooks
    },
    "@jupyterlab/notebook-extension:tracker": {"showEditorForReadOnlyMarkdown": False},
    # Who wants a new kernel all the same is asked nothing: games and answers are saved anyway.
    "@jupyterlab/apputils-extension:sessionDialogs": {"skipKernelRestartDialog": True},
}

MENU_LOCALES = {"pl": "pl_PL", "en": "en"}
"""What Jupyter calls the languages of our lessons."""


def menus_in(language: str) -> dict[str, dict[str, object]]:
    """The setting that gives Jupyter menus in the language of a lesson, as far as they are translated."""
    return {"@jupyterlab/translation-extension:plugin": {"locale": MENU_LOCALES[language]}}


def say(polish: str, english: str) -> None:
    """Say one thing in both languages: we do not yet know who is reading."""
    print(f"PL: {polish}\nEN: {english}", flush=True)


def stop(polish: str, english: str) -> NoReturn:
    """Say why we cannot go on, and end."""
    say(polish, english)
    sys.exit(1)


# --- the Python we run on -------------------------------------------------------------------------


def remedy(python: str) -> str:
    """The one command that brings `python` (such as `python3.11`), with venv, to this system."""
    if sys.platform == "win32":
        return "winget install Python.Python.3.13"
    if sys.platform == "darwin":
        return "brew install python"
    sudo = "" if hasattr(os, "geteuid") and os.geteuid() == 0 else "sudo "  # in a container there is often none
    if shutil.which("apt"):
        return f"{sudo}apt install {python}-venv"  # brings the Python itself along
    return f"{sudo}dnf install {python}" if shutil.which("dnf") else f"{python} + venv"


def check_python(version: tuple[int, int]) -> None:
    """End with a remedy unless this Python is new enough and can make environments."""
    found = "{}.{}".format(*version)
    if version < OLDEST_PYTHON:
        oldest = "{}.{}".format(*OLDEST_PYTHON)
        command = remedy(f"python{oldest}")
        stop(
            f"Potrzebny jest Python {oldest} lub nowszy, a to jest {found}. Pomoże: {command}",
            f"You need Python {oldest} or newer, and this is {found}. Try this: {command}",
        )
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        command = remedy(f"python{found}")
        stop(
            f"Temu Pythonowi brakuje modułu venv. Pomoże: {command}",
            f"This Python is missing its venv module. Try this: {command}",
        )


# --- the environment ------------------------------------------------------------------------------


def venv_python() -> Path:
    """The Python inside the environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def home_mark() -> Path:
    """Says which Python and folder the environment was made for; absent while something is unfinished."""
    return VENV / ".made-for"


def home() -> str:
    """What the environment depends on; a moved folder or another Python needs a new one."""
    return "Python {}.{} in {}".format(*sys.version_info[:2], ROOT)


def read(path: Path) -> str:
    """The text of a file, empty if there is none."""
    return path.read_text("utf-8") if path.is_file() else ""


def ensure_venv() -> None:
    """Make the environment anew, unless it is whole and belongs here."""
    if venv_python().exists() and read(home_mark()) == home():
        return
    say("Przygotowuję środowisko Pythona…", "Preparing the Python environment…")
    if VENV.is_symlink():
        VENV.unlink()  # clearing it would empty an environment that somebody else uses
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]) != 0:
        stop_after_failure()
    home_mark().write_text(home(), "utf-8")


def fingerprint(extras: str) -> str:
    """Changes whenever the environment has to be installed again."""
    seen = hashlib.sha256(f"{home()} [{extras}]".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        seen.update((ROOT / name).read_bytes())
    return seen.hexdigest()


def stamp(extras: str) -> Path:
    """Holds the fingerprint of the last complete installation."""
    return VENV / f".installed-{extras}"


def is_installed(extras: str) -> bool:
    """Whether a complete and current installation has what `extras` asks for."""
    return any(read(stamp(each)) == fingerprint(each) for each in COVERED_BY[extras])


def ensure_installed(extras: str) -> None:
    """Install the project and the extras at the tested versions, unless that is done already."""
    if is_installed(extras):
        return
    say("Instaluję. To potrwa minutę lub dwie…", "Installing. This will take a minute or two…")
    # pip cannot mend a package it was stopped in, so without the mark the next run begins anew. Without
    # a network it stops before it changes anything, and what was there stays.
    home_mark().unlink()
    failed = run_pip(extras)
    if not (failed and is_disk_full()):
        home_mark().write_text(home(), "utf-8")
    if failed:
        stop_after_failure()
    stamp(extras).write_text(fingerprint(extras), "utf-8")  # last: it says that all of the above is done


def run_pip(extras: str) -> bool:
    """Install with pip; true if it failed."""
    # Named relative to the folder, because pip splits these variables at spaces; they reach the
    # build of the project too, which `--constraint` does not.
    tested = {"PIP_CONSTRAINT": "constraints.txt", "PIP_BUILD_CONSTRAINT": "constraints.txt"}
    pip = [str(venv_python()), "-m", "pip", "install", "--disable-pip-version-check"]
    return subprocess.call([*pip, "--editable", f".[{extras}]"], cwd=ROOT, env={**os.environ, **tested}) != 0


def is_disk_full() -> bool:
    """Whether there is too little room to install."""
    return shutil.disk_usage(ROOT).free < ROOM_NEEDED


def stop_after_failure() -> NoReturn:
    """End with what most likely helps; the tool that failed has said the details itself."""
    if is_disk_full():
        stop(
            "Nie udało się: dysk jest prawie pełny. Zwolnij około 1 GB i uruchom jeszcze raz, to bezpieczne.",
            "That didn't work: the disk is almost full. Free up about 1 GB and run this again; it's safe.",
        )
    stop(
        "Nie udało się. Sprawdź połączenie z internetem i uruchom jeszcze raz, to bezpieczne.",
        "That didn't work. Check your internet connection and run this again; it's safe.",
    )


def write_lab_settings(environment: Path, language: str | None = None) -> None:
    """Give JupyterLab and Notebook 7 our settings, and the command that they name, in one environment only.

    Without a language the menus follow the system, as Jupyter has it.
    """
    settings = {**LAB_SETTINGS, **(menus_in(language) if language else {})}
    share = environment / "share" / "jupyter"
    folder = share / "lab" / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "overrides.json").write_text(json.dumps(settings, indent=2) + "\n", "utf-8")
    for original in (path for path in LESSON_PAGE.rglob("*") if path.is_file()):
        copy = share / "labextensions" / f"mali-powstancy-{LESSON_PAGE.name}" / original.relative_to(LESSON_PAGE)
        if not copy.is_file() or digest(copy) != digest(original):  # a server may just be reading it
            replace(copy, original.read_bytes())


# --- the learner's copies of the lessons ----------------------------------------------------------


def digest(path: Path) -> str:
    """A short name for the content of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: half a copy would look like a learner's own change."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)


def read_record(path: Path) -> dict[str, str]:
    """Which original each copy was made from; empty if unreadable, and then no copy counts as ours."""
    try:
        record = json.loads(path.read_text("utf-8"))
        return {str(name): str(value) for name, value in record.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def refresh_copies(originals: Path, copies: Path) -> list[str]:
    """Bring the copies up to date; the names of those that stay behind because the learner changed them.

    A copy is replaced only if it is known to be as we made it.
    """
    record_path = copies / ".originals.json"
    record = read_record(record_path)
    kept = []
    for original in sorted(originals.glob("*/*.ipynb")):
        name = original.relative_to(originals).as_posix()
        copy = copies / name
        if copy.exists() and digest(copy) not in (record.get(name), digest(original)):
            if record.get(name) != digest(original):
                kept.append(name)
            continue
        if not copy.exists() or digest(copy) != digest(original):
            replace(copy, original.read_bytes())
        record[name] = digest(original)
    replace(record_path, (json.dumps(record, indent=2, sort_keys=True) + "\n").encode())
    return kept


# --- the lesson on the screen ---------------------------------------------------------------------


def system_language() -> str:
    """What the system calls its language, such as `pl_PL`; empty if it does not say."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return os.environ[variable]
    if sys.platform == "win32":
        import ctypes

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


def lesson_language() -> str:
    """`pl`, also where the system names no language; `en` where it names another."""
    code = re.split("[-_.:@]", system_language())[0].lower()  # `LANGUAGE` may name several: the first one counts
    return "pl" if code in ("", "c", "posix", "pl") else "en"


def lab_command(language: str, port: int | None, browser: bool) -> list[str]:
    """The command that opens the first lesson; it listens to this computer alone."""
    command = [
        str(venv_python()),
        "-m",
        "jupyterlab",
        f"--ServerApp.root_dir={WORK}",
        f"--LabApp.default_url=/lab/tree/{language}/{FIRST_LESSON}",
        "--ServerApp.ip=127.0.0.1",
        "--{}={}".format(*PRIVATE_KERNELS),
    ]
    if port is not None:
        command.append(f"--ServerApp.port={port}")
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container everybody is root, and Jupyter would refuse
    return command


def run_server(command: list[str], environment: dict[str, str] | None = None) -> int:
    """Run a server until it ends; Ctrl+C is its own question to answer, and who ends us ends it too."""
    endings = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]  # Windows lacks one
    with subprocess.Popen(command, cwd=WORK, env=environment) as server:
        before = {each: signal.signal(each, lambda *_: server.terminate()) for each in endings}
        try:
            while True:
                try:
                    return server.wait()
                except KeyboardInterrupt:
                    continue
        finally:
            for each, answer in before.items():
                signal.signal(each, answer)


def serve_site(port: int | None, lan: bool) -> int:
    """Build the whole course as a site and serve it, as `make serve-site` does: Windows has no make."""
    for step in (["tools.browser", "--ensure"], ["tools.build_site"]):
        code = subprocess.call([str(venv_python()), "-m", *step], cwd=str(ROOT))
        if code != 0:
            return code
    command = [str(venv_python()), str(ROOT / "tools" / "serve_site.py")]
    if port is not None:
        command += ["--port", str(port)]
    if lan:
        command.append("--lan")
    WORK.mkdir(exist_ok=True)
    return run_server(command)


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--setup-only", action="store_true", help="install, but don't open a lesson")
    parser.add_argument("--extras", choices=sorted(COVERED_BY), default="notebook", help="what to install")
    parser.add_argument(
        "--settings-only", action="store_true", help="only give our settings to this Python's own Jupyter"
    )
    parser.add_argument("--site", action="store_true", help="build the whole course as a site and serve it")
    parser.add_argument("--lan", action="store_true", help="with --site: serve it to the whole local network")
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser window")
    parser.add_argument("--port", type=int, help="the port to listen on")
    return parser.parse_args()


def main() -> int:
    """Check, install, copy, open."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # an old console without Polish letters is no reason to fail
    asked = arguments()
    if asked.settings_only:
        write_lab_settings(Path(sys.prefix))
        return 0
    check_python(sys.version_info[:2])
    ensure_venv()
    ensure_installed("test" if asked.site else asked.extras)
    opens_lesson = not (asked.setup_only or asked.site)
    # Each time: they may have changed although no package did.
    write_lab_settings(VENV, lesson_language() if opens_lesson else None)
    if asked.setup_only:
        return 0
    if asked.site:
        return serve_site(asked.port, asked.lan)
    for name in refresh_copies(ROOT / "notebooks", WORK):
        say(
            f"Jest nowsza lekcja {name}, ale zostawiam twoją. Chcesz nową? Zmień nazwę swojej w my-work.",
            f"There's a newer lesson {name}, but yours has been kept. Want the new one? Rename yours in my-work.",
        )
    return run_server(lab_command(lesson_language(), asked.port, not asked.no_browser))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        stop("Przerwano. Można uruchomić jeszcze raz.", "Stopped. It's safe to run this again.")
    except OSError as error:
        stop(
            f"Nie udało się: {error}. Można bezpiecznie uruchomić jeszcze raz.",
            f"That didn't work: {error}. It's safe to run this again.",
        )
