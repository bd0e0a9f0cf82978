import ast
import importlib.metadata
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from pathlib import Path
from typing import Any

import pytest

from tools import start


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A stand-in for the project's folder, with a finished environment in it."""
    (tmp_path / "pyproject.toml").write_text("[project]", "utf-8")
    (tmp_path / "constraints.txt").write_text("plotly==7.1.0", "utf-8")
    monkeypatch.setattr(start, "ROOT", tmp_path)
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    start.venv_python().parent.mkdir(parents=True)
    start.venv_python().touch()
    start.home_mark().write_text(start.home(), "utf-8")
    return tmp_path


@pytest.fixture
def commands(monkeypatch):
    """The commands that would be run; each succeeds unless an exit code is put into `codes`."""
    run = Commands()
    monkeypatch.setattr(subprocess, "call", run)
    return run


class Commands:
    def __init__(self):
        self.lines: list[str] = []
        self.codes: list[int] = []

    def __call__(self, command, **_):
        self.lines.append(" ".join(command))
        if "-m venv" in self.lines[-1]:
            start.VENV.mkdir(exist_ok=True)
        return self.codes.pop(0) if self.codes else 0


# --- the Python it runs on


def test_an_old_python_can_read_the_script():
    ast.parse(Path(start.__file__).read_text("utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize(
    ("platform", "command"),
    [("win32", "winget install"), ("darwin", "brew install"), ("linux", "apt install python3.11-venv")],
)
def test_an_old_python_is_told_what_helps(platform, command, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(shutil, "which", lambda name: name == "apt")
    with pytest.raises(SystemExit) as ended:
        start.check_python((3, 9))
    polish, english = capsys.readouterr().out.splitlines()
    assert ended.value.code == 1
    assert "3.9" in polish
    assert "3.9" in english
    assert command in polish
    assert command in english


@pytest.mark.parametrize(("user", "sudo"), [(1000, "sudo "), (0, "")], ids=["a user", "root, who may have no sudo"])
@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_what_helps(missing, user, sudo, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: name == "apt")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else name)
    with pytest.raises(SystemExit) as ended:
        start.check_python((3, 12))
    assert ended.value.code == 1
    assert capsys.readouterr().out.count(f": {sudo}apt install python3.12-venv") == 2


def test_this_python_is_good_enough(capsys):
    start.check_python(sys.version_info[:2])
    assert capsys.readouterr().out == ""


# --- the environment


def test_a_whole_environment_is_left_alone(project, commands):
    start.ensure_venv()
    assert commands.lines == []


def test_an_environment_from_another_folder_or_python_is_made_anew(project, commands):
    start.home_mark().write_text("Python 3.11 in another folder", "utf-8")
    start.ensure_venv()
    assert len(commands.lines) == 1
    assert "venv --clear" in commands.lines[0]
    assert start.home_mark().read_text("utf-8") == start.home()


def test_an_environment_behind_a_link_is_left_alone_and_an_own_one_made(project, commands, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "environment"
    start.home_mark().write_text("Python 3.11 in another folder", "utf-8")
    start.VENV.rename(elsewhere)
    start.VENV.symlink_to(elsewhere, target_is_directory=True)
    start.ensure_venv()
    assert (elsewhere / start.venv_python().relative_to(start.VENV)).exists()
    assert not start.VENV.is_symlink()
    assert start.home_mark().read_text("utf-8") == start.home()


def test_an_environment_whose_python_is_gone_is_made_anew(project, commands):
    start.venv_python().unlink()
    start.ensure_venv()
    assert "venv --clear" in commands.lines[0]


def test_installing_twice_installs_once(project, commands):
    start.ensure_installed("notebook")
    start.ensure_installed("notebook")
    assert len(commands.lines) == 1
    assert commands.lines[0].endswith("--editable .[notebook]")


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_an_update_installs_again(name, project, commands):
    start.ensure_installed("notebook")
    (project / name).write_text("changed", "utf-8")
    start.ensure_installed("notebook")
    assert len(commands.lines) == 2


def test_what_the_tests_need_covers_the_notebooks_but_not_the_other_way(project, commands):
    start.ensure_installed("test")
    assert start.is_installed("notebook")
    start.stamp("test").unlink()
    start.ensure_installed("notebook")
    assert not start.is_installed("test")


def test_an_interrupted_install_begins_anew(project, commands, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "call", interrupted)
    with pytest.raises(KeyboardInterrupt):
        start.ensure_installed("notebook")
    monkeypatch.setattr(subprocess, "call", commands)
    start.ensure_venv()
    start.ensure_installed("notebook")
    assert "venv --clear" in commands.lines[0]
    assert "pip install" in commands.lines[1]
    assert start.is_installed("notebook")


@pytest.mark.parametrize(
    ("free", "advice", "next_run"),
    [
        (10**10, "internet", ["pip install"]),  # what was there before still works: it is not thrown away
        (10**6, "disk", ["venv --clear", "pip install"]),  # a package may be there by half
    ],
)
def test_a_failed_install_says_what_to_do(free, advice, next_run, project, commands, monkeypatch, capsys):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": free}))
    commands.codes = [1]
    with pytest.raises(SystemExit) as ended:
        start.ensure_installed("notebook")
    said = capsys.readouterr().out
    assert ended.value.code == 1
    assert advice in said
    assert "again; it's safe" in said
    commands.lines.clear()
    start.ensure_venv()
    start.ensure_installed("notebook")
    assert len(commands.lines) == len(next_run)
    assert all(expected in line for expected, line in zip(next_run, commands.lines, strict=True))
    assert start.is_installed("notebook")


# --- the settings of Jupyter


def settings(environment: Path) -> dict[str, dict[str, Any]]:
    """What JupyterLab and Notebook 7 read in an environment."""
    return json.loads((environment / "share/jupyter/lab/settings/overrides.json").read_text("utf-8"))


def test_jupyter_does_not_ask_about_news_or_restarts_and_keeps_boards(project, commands, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["start.py", "--setup-only"])
    assert start.main() == 0
    written = settings(start.VENV)
    assert written["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert written["@jupyter-widgets/jupyterlab-manager:plugin"] == {"saveState": True}
    assert written["@jupyterlab/apputils-extension:sessionDialogs"] == {"skipKernelRestartDialog": True}
    (button,) = written["@jupyterlab/notebook-extension:panel"]["toolbar"]
    assert (button["name"], button["command"]) == ("restart-and-run", "mali-powstancy:wake")


def test_changed_settings_reach_an_environment_that_is_installed_already(project, commands, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["start.py", "--setup-only"])
    start.main()
    monkeypatch.setattr(start, "LAB_SETTINGS", {"new": {}})
    start.main()
    assert settings(start.VENV) == {"new": {}}
    assert len(commands.lines) == 1


@pytest.mark.parametrize(("system", "locale"), [("pl_PL.UTF-8", "pl_PL"), ("en_GB.UTF-8", "en")])
def test_menus_speak_the_language_of_the_lesson_that_is_opened(system, locale, project, commands, monkeypatch):
    monkeypatch.setenv("LANGUAGE", system)
    monkeypatch.setattr(start, "WORK", project / "my-work")
    monkeypatch.setattr(start, "run_server", lambda command: 0)
    monkeypatch.setattr(sys, "argv", ["start.py"])
    assert start.main() == 0
    (told,) = start.menus_in(start.lesson_language())
    assert settings(start.VENV)[told] == {"locale": locale}
    monkeypatch.setattr(sys, "argv", ["start.py", "--setup-only"])
    start.main()
    assert told not in settings(start.VENV)  # nobody reads a lesson: what tests see must not depend on the system


def test_there_are_polish_menus():
    names = {entry.name for entry in importlib.metadata.entry_points(group="jupyterlab.languagepack")}
    assert names >= set(start.MENU_LOCALES.values()) - {"en"}  # English is what Jupyter speaks anyway


def test_the_command_of_the_button_comes_with_the_settings(project, commands, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["start.py", "--setup-only"])
    start.main()
    name = "mali-powstancy-lesson-page"
    folder = start.VENV / "share/jupyter/labextensions" / name
    told = json.loads((folder / "package.json").read_text("utf-8"))
    assert told["name"] == name  # Jupyter looks for the folder under this name
    program = folder / told["jupyterlab"]["_build"]["load"]
    assert f'NAME = "{name}"' in program.read_text("utf-8")
    for language, locale in start.MENU_LOCALES.items():
        assert f'{language}: "{locale}"' in program.read_text("utf-8")
    assert '"mali-powstancy:wake"' in program.read_text("utf-8")
    program.write_text("old", "utf-8")
    start.main()
    assert program.read_text("utf-8") != "old"


def test_no_cell_has_buttons_of_its_own():
    schema = next(Path(sys.prefix, "share/jupyter/lab/schemas").rglob("cell-toolbar-extension/plugin.json"))
    buttons = json.loads(schema.read_text("utf-8"))["jupyter.lab.toolbars"]["Cell"]
    assert {button["name"] for button in buttons} == {*start.CELL_BUTTONS}


def test_the_settings_have_names_that_jupyter_knows():
    folders = [Path(sys.prefix, "share/jupyter", name) for name in ("lab/schemas", "labextensions")]
    for name, values in {**start.LAB_SETTINGS, **start.menus_in("pl")}.items():
        package, _, plugin = name.partition(":")
        (schema,) = (path for folder in folders for path in folder.rglob(f"{package}/{plugin}.json"))
        known = json.loads(schema.read_text("utf-8"))["properties"]
        assert values.keys() <= known.keys()


def test_binder_gets_the_same_settings_and_trusts_the_notebooks(tmp_path):
    venv.create(tmp_path / "env", with_pip=False)
    programs = tmp_path / "env/bin"
    (programs / "jupyter").write_text('#!/bin/sh\necho "$@" >>"$0.log"\n', "utf-8")
    (programs / "jupyter").chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([start.ROOT / "binder/postBuild"], cwd=start.ROOT, env={**os.environ, "PATH": path}, check=True)
    assert settings(tmp_path / "env") == start.LAB_SETTINGS
    assert (tmp_path / "env/share/jupyter/labextensions/mali-powstancy-lesson-page/package.json").is_file()
    page = tmp_path / "env/share/jupyter/lab/settings/page_config.json"
    assert json.loads(page.read_text("utf-8")) == {"menusFollowLesson": True}
    trusted = (programs / "jupyter.log").read_text("utf-8").split()
    assert trusted[0] == "trust"
    assert set(trusted[1:]) == {
        f"notebooks/{path.parent.name}/{path.name}" for path in start.ROOT.glob("notebooks/*/*.ipynb")
    }


# --- the learner's copies


class Lessons:
    """Originals and copies in a folder of their own."""

    def __init__(self, folder: Path):
        self.originals, self.copies = folder / "notebooks", folder / "my-work"
        self.record = self.copies / ".originals.json"
        self.original, self.copy = self.originals / "pl/a.ipynb", self.copies / "pl/a.ipynb"
        self.original.parent.mkdir(parents=True)
        self.original.write_text("first", "utf-8")

    def refresh(self) -> list[str]:
        return start.refresh_copies(self.originals, self.copies)


@pytest.fixture
def lessons(tmp_path):
    made = Lessons(tmp_path)
    assert made.refresh() == []
    assert made.copy.read_text("utf-8") == "first"
    return made


def test_an_unchanged_copy_follows_the_original(lessons):
    lessons.original.write_text("second", "utf-8")
    assert lessons.refresh() == []
    assert lessons.copy.read_text("utf-8") == "second"


def test_a_changed_copy_is_kept_and_only_a_newer_original_is_worth_saying(lessons):
    lessons.copy.write_text("mine", "utf-8")
    assert lessons.refresh() == []
    lessons.original.write_text("second", "utf-8")
    assert lessons.refresh() == ["pl/a.ipynb"]
    assert lessons.refresh() == ["pl/a.ipynb"]
    assert lessons.copy.read_text("utf-8") == "mine"


def test_a_renamed_or_deleted_copy_is_made_again(lessons):
    lessons.copy.rename(lessons.copy.with_name("mine.ipynb"))
    lessons.original.write_text("second", "utf-8")
    lessons.refresh()
    assert lessons.copy.read_text("utf-8") == "second"


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b'{"pl/a.ipynb": 7}', b'{"pl/a.ipynb": null}']
)
def test_a_damaged_record_loses_no_work(damage, lessons):
    lessons.copy.write_text("mine", "utf-8")
    lessons.record.write_bytes(damage)
    lessons.original.write_text("second", "utf-8")
    assert lessons.refresh() == ["pl/a.ipynb"]
    assert lessons.copy.read_text("utf-8") == "mine"
    json.loads(lessons.record.read_text("utf-8"))


def test_a_damaged_record_heals_for_copies_that_are_as_the_original(lessons):
    lessons.record.write_bytes(b"{")
    lessons.refresh()
    lessons.original.write_text("second", "utf-8")
    assert lessons.refresh() == []
    assert lessons.copy.read_text("utf-8") == "second"


def test_no_half_written_file_stays(lessons):
    assert {path.name for path in lessons.copies.rglob("*") if path.is_file()} == {"a.ipynb", ".originals.json"}


# --- the lesson on the screen


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "pl"),
        ({"LANG": "C.UTF-8"}, "pl"),
        ({"LANG": "POSIX"}, "pl"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "uk_UA.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "pl:en"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "en_GB:pl"}, "en"),
    ],
)
def test_the_lesson_is_polish_unless_the_system_says_otherwise(variables, expected, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert start.lesson_language() == expected


def test_the_server_listens_to_this_computer_alone():
    command = start.lab_command("pl", 8899, browser=False)
    assert "--ServerApp.ip=127.0.0.1" in command
    assert "--ServerApp.port=8899" in command
    assert "--no-browser" in command
    assert any(part.endswith("/lab/tree/pl/00-start.ipynb") for part in command)
    assert "--KernelManager.transport_encryption=auto" in command


def test_the_first_lesson_exists_in_every_language():
    for language in ("pl", "en"):
        assert (start.ROOT / "notebooks" / language / start.FIRST_LESSON).is_file()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def fetch(address: str, server: subprocess.Popen, seconds: float = 90) -> str:
    """The page at a loopback address, as soon as the server answers."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.read().decode()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.2)


def wait_until_free(port: int, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return
        assert time.monotonic() < end, "the server does not stop"
        time.sleep(0.2)


SLEEPING = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
SERVING = f"""
import sys
from pathlib import Path
from tools import start
start.WORK = Path.cwd()
start.run_server([sys.executable, "-c", {SLEEPING!r}])
"""


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_who_ends_the_command_ends_its_server_too(ending):
    with subprocess.Popen(
        [sys.executable, "-c", SERVING], cwd=start.ROOT, stdout=subprocess.PIPE, text=True
    ) as command:
        assert command.stdout is not None
        server = int(command.stdout.readline())
        time.sleep(0.2)  # until it also listens for signals
        command.send_signal(ending)
        try:
            command.wait(timeout=10)
            assert not is_running(server)
        finally:
            if is_running(server):
                os.kill(server, signal.SIGKILL)


def test_after_a_server_ended_signals_are_answered_as_before(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "WORK", tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    assert start.run_server([sys.executable, "-c", "raise SystemExit(3)"]) == 3
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(("more", "heard"), [([], ""), (["--lan", "--port", "8080"], " --port 8080 --lan")])
def test_the_site_is_built_and_served_without_make(more, heard, project, commands, monkeypatch):
    monkeypatch.setattr(start, "WORK", project / "my-work")
    monkeypatch.setattr(sys, "argv", ["start.py", "--site", *more])
    served: list[str] = []

    def run_server(command: list[str]) -> int:
        served.append(" ".join(command))
        return 0

    monkeypatch.setattr(start, "run_server", run_server)
    assert start.main() == 0
    python = start.venv_python()
    assert commands.lines[-2:] == [f"{python} -m tools.browser --ensure", f"{python} -m tools.build_site"]
    assert any("[test]" in line for line in commands.lines)
    assert served == [f"{python} {project / 'tools' / 'serve_site.py'}{heard}"]


def test_a_site_that_cannot_be_built_is_not_served(project, commands, monkeypatch):
    monkeypatch.setattr(start, "WORK", project / "my-work")
    commands.codes = [0, 1]
    assert start.serve_site(port=None, lan=False) == 1


@pytest.mark.slow
def test_one_command_serves_the_first_lesson(tmp_path):
    port = free_port()
    command = [sys.executable, str(start.ROOT / "tools/start.py"), "--no-browser", "--port", str(port)]
    environment = {**os.environ, "JUPYTER_TOKEN": "lesson", "LC_ALL": "C.UTF-8"}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        address = f"http://127.0.0.1:{port}"
        lab = fetch(f"{address}/lab/tree/pl/00-start.ipynb?token=lesson", server)
        served = json.loads(fetch(f"{address}/api/contents/pl/00-start.ipynb?token=lesson", server))
        with pytest.raises(urllib.error.HTTPError) as refused:  # a stranger at this computer has no token
            urllib.request.urlopen(f"{address}/api/contents/pl/00-start.ipynb", timeout=10)
    finally:
        print((tmp_path / "log").read_text("utf-8"))  # pytest shows it if something is wrong
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)
        wait_until_free(port)
    assert "JupyterLab" in lab
    refused.value.close()
    assert refused.value.code == 403
    assert served["type"] == "notebook"
    assert served["content"]["nbformat"] == 4
    said = (tmp_path / "log").read_text("utf-8")
    assert f"127.0.0.1:{port}/lab/tree/pl/00-start.ipynb" in said  # the page a browser would open
