"""Start the projector: the teacher's notebook as a page without code, in the projector's size, on this computer alone.

Voilà shows it. A kernel waits ready, so the page comes at once.
"""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import sys
from pathlib import Path

from mali_powstancy.texts import texts_for
from tools import start
from tools.serve_site import port_number

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = "projector-routes.ipynb"
TEMPLATE = "projector"
LOOPBACK = "127.0.0.1"
PORT = 8866
# All that maps and boards need. What else is installed beside them was not made for Voilà.
EXTENSIONS = ["@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"]


def words(language: str) -> dict[str, str]:
    """What the template says itself."""
    texts = texts_for(language)
    return {"dark": f"{texts.say('table.settings.theme')}: {texts.say('table.theme.dark')}"}


def command(notebook: Path, language: str, port: int, browser: bool) -> list[str]:
    """How Voilà is started: for this computer alone, with the token of its environment."""
    settings = [
        ("Voila.ip", LOOPBACK),
        ("Voila.port", port),
        ("Voila.port_retries", 0),
        ("Voila.auto_token", True),
        ("Voila.open_browser", browser),
        ("Voila.log_level", "ERROR"),
        # There a page has until the next ping to answer one; Voilà's own figure is longer, and would be warned of.
        ("Voila.config_file_paths", ROOT / "projector" / "voila"),
        start.PRIVATE_KERNELS,
        ("VoilaConfiguration.template", TEMPLATE),
        *(("VoilaConfiguration.resources", f"{name}={word}") for name, word in words(language).items()),
        *(("VoilaConfiguration.extension_allowlist", name) for name in EXTENSIONS),
        ("VoilaConfiguration.preheat_kernel", True),
        ("VoilaConfiguration.default_pool_size", 1),
        ("VoilaExporter.language_code", language),
    ]
    return [sys.executable, "-m", "voila", str(notebook), *(f"--{name}={value}" for name, value in settings)]


def free_port(wanted: int) -> int:
    """The port that was asked for, or another if somebody listens there already."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # just left is free
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OSError("no free port")


def environment(token: str) -> dict[str, str]:
    """Ours, in which Voilà finds our template, and the token: a command could be read by everybody on this computer."""
    others = [path for path in [os.environ.get("JUPYTER_PATH")] if path]
    path = os.pathsep.join([str(ROOT / "projector"), *others])
    return {**os.environ, "JUPYTER_PATH": path, "JUPYTER_TOKEN": token}


def main() -> int:
    """Bring the notebook into the folder of the learner's own work, and show it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--language", choices=("pl", "en"), default=start.lesson_language())
    parser.add_argument("--port", type=port_number, default=PORT)
    parser.add_argument("--no-browser", action="store_true", help="don't open a browser window")
    asked = parser.parse_args()
    start.refresh_copies(ROOT / "notebooks", start.WORK)
    token = secrets.token_hex(16)
    port = free_port(asked.port)
    if port != asked.port:
        start.say(
            f"Port {asked.port} jest zajęty, może przez inny rzutnik. Biorę {port}.",
            f"Port {asked.port} is in use, perhaps by another projector. Using {port} instead.",
        )
    address = f"http://{LOOPBACK}:{port}/?token={token}"
    start.say(
        f"Rzutnik: {address} (zatrzymanie: Ctrl+C)",
        f"Projector: {address} (press Ctrl+C to stop)",
    )
    notebook = start.WORK / asked.language / NOTEBOOK
    return start.run_server(command(notebook, asked.language, port, not asked.no_browser), environment(token))


if __name__ == "__main__":
    sys.exit(main())
