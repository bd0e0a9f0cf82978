"""A real JupyterLab or Notebook 7, as `make start` sets it up, on this computer alone."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.start import menus_in, write_lab_settings

PATIENCE = 90.0  # seconds for a slow computer to start a server
OWN = "own"
"""Beside the notebooks: the folder with a server's own files."""
OPENED_BY = {"lab": "lab/tree", "notebook": "notebooks"}
WAKE = '[data-jp-item-name="restart-and-run"]'
"""The button that wakes a whole lesson, ▶▶, in every front end of Jupyter."""
APP = {"lab": ("jupyterlab", "LabApp"), "notebook": ("notebook", "JupyterNotebookApp")}


class Server:
    """A running server: where its notebooks lie and at which addresses they open."""

    def __init__(self, kind: str, folder: Path, port: int, token: str, process: subprocess.Popen[bytes]) -> None:
        self.kind = kind
        self.folder = folder
        self.address = f"http://127.0.0.1:{port}"
        self.token = token
        self.process = process
        self.log = folder.parent / "log"

    def notebook_address(self, name: str) -> str:
        """The page that shows the notebook `pl/game.ipynb`, without anything from an earlier visit."""
        fresh = "reset&" if self.kind == "lab" else ""
        return f"{self.address}/{OPENED_BY[self.kind]}/{name}?{fresh}token={self.token}"

    def ask(self, path: str, method: str = "GET") -> bytes:
        """The server's answer, without any page."""
        proof = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(f"{self.address}/{path}", method=method, headers=proof)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return bytes(answer.read())

    def end_kernels(self) -> None:
        """End every kernel, so that the next test has the computer for itself."""
        for session in json.loads(self.ask("api/sessions")):
            self.ask(f"api/sessions/{session['id']}", "DELETE")

    def wait_until_up(self) -> None:
        """Return when the server answers."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.ask("api/status")
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert self.process.poll() is None, "the server has ended"
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.2)
            else:
                return


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def server_command(kind: str, notebooks: Path, port: int, python: Path) -> list[str]:
    """How to start the server: no questions, no window, no guests."""
    module, app = APP[kind]
    command = [str(python), "-m", module, "--no-browser", f"--{app}.expose_app_in_browser=True"]
    settings = {
        "ServerApp.root_dir": notebooks,
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": port,
        "ServerApp.port_retries": 0,
    }
    command += [f"--{name}={value}" for name, value in settings.items()]
    return [*command, "--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else command


@contextmanager
def running_server(kind: str, folder: Path, menus: str = "en") -> Iterator[Server]:
    """A server with folders of its own: no setting, trust, workspace or language of this computer's user reaches it."""
    write_lab_settings(Path(sys.prefix))
    notebooks = folder / "notebooks"
    notebooks.mkdir(parents=True)
    # Beside the server, for all of them read the settings of the environment, and some may want other menus.
    config = folder / OWN / "config" / "labconfig"
    config.mkdir(parents=True)
    (config / "default_setting_overrides.json").write_text(json.dumps(menus_in(menus)), "utf-8")
    with server_of(Path(sys.executable), kind, notebooks) as server:
        yield server


@contextmanager
def server_of(python: Path, kind: str, notebooks: Path) -> Iterator[Server]:
    """The server that is installed beside a Python, with the settings it finds there; its own files lie beside."""
    folder = notebooks.parent
    own = folder / OWN
    own.mkdir(exist_ok=True)
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "XDG_DATA_HOME": "share",
        "XDG_STATE_HOME": "state",
        "XDG_CACHE_HOME": "cache",
    }
    port, token = free_port(), secrets.token_hex(16)
    # By the environment, because everybody on this computer can read a command.
    environment = {
        **os.environ,
        **{variable: str(own / name) for variable, name in places.items()},
        "JUPYTER_TOKEN": token,
    }
    with (folder / "log").open("wb") as stream:
        process = subprocess.Popen(
            server_command(kind, notebooks, port, python), env=environment, cwd=notebooks, stdout=stream, stderr=stream
        )
    server = Server(kind, notebooks, port, token, process)
    try:
        server.wait_until_up()
        yield server
        server.end_kernels()
    finally:
        process.terminate()  # it ends its kernels first
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
