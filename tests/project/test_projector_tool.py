"""How the projector is started; what it shows is tested in the browser."""

import random
import re
import socket
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mali_powstancy.classroom.desks.projector import RouteDesk
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.page.panel import Panel
from tools import projector, start


@pytest.fixture
def command() -> list[str]:
    return projector.command(Path("pl") / projector.NOTEBOOK, "pl", 8866, browser=False)


def test_only_this_computer_and_only_with_the_token(command):
    assert "--Voila.ip=127.0.0.1" in command
    assert "--Voila.auto_token=True" in command
    assert projector.environment("secret")["JUPYTER_TOKEN"] == "secret"
    assert "secret" not in " ".join(command)
    assert "--Voila.port_retries=0" in command  # else the address that was said might be another one


def test_every_setting_is_one_that_voila_knows(command):
    homes = {"Voila": "voila.app", "VoilaConfiguration": "voila.configuration", "VoilaExporter": "voila.exporter"}
    homes["KernelManager"] = "jupyter_client.manager"
    known = {name: getattr(import_module(home), name).class_trait_names() for name, home in homes.items()}
    settings = [part[2:].partition("=")[0].partition(".") for part in command if part.startswith("--")]
    assert [(owner, name) for owner, _, name in settings if name not in known[owner]] == []


def test_voila_finds_our_template_and_it_names_no_other_host(monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", projector.environment("secret")["JUPYTER_PATH"])
    folder = projector.ROOT / "projector" / "voila" / "templates" / projector.TEMPLATE
    found = import_module("voila.paths").collect_template_paths(["voila", "nbconvert"], projector.TEMPLATE)
    assert str(folder) in found
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) >= 5
    named = {path.name: re.findall(r"""\w+://|["'(]//""", path.read_text("utf-8")) for path in files}
    assert {name: hosts for name, hosts in named.items() if hosts} == {}


def test_another_path_of_jupyter_is_kept(monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", "elsewhere")
    assert projector.environment("secret")["JUPYTER_PATH"].endswith("elsewhere")


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_notebook_and_the_words_are_there_in_both_languages(language):
    assert (projector.ROOT / "notebooks" / language / projector.NOTEBOOK).is_file()
    assert all(projector.words(language).values())


def test_a_free_port_is_taken_as_asked_and_a_taken_one_is_not():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        assert projector.free_port(taken) not in (0, taken)
    assert projector.free_port(taken) == taken


def test_who_starts_it_on_a_taken_port_reads_so_and_gets_another(monkeypatch, tmp_path, capsys):
    ran = []

    def run(command: list[str], environment: dict[str, str]) -> int:
        ran.append(command)
        return 0

    monkeypatch.setattr(start, "WORK", tmp_path)
    monkeypatch.setattr(start, "run_server", run)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr(sys, "argv", ["projector", "--port", str(taken), "--language", "en"])
        assert projector.main() == 0
    said = capsys.readouterr().out
    assert f"Port {taken} jest zajęty" in said
    assert f"Port {taken} is in use" in said
    (command,) = ran
    port = next(part.partition("=")[2] for part in command if part.startswith("--Voila.port="))
    assert f"http://127.0.0.1:{port}/?token=" in said
    assert str(tmp_path / "en" / projector.NOTEBOOK) in command
    assert (tmp_path / "en" / projector.NOTEBOOK).is_file()


def test_a_number_that_is_no_port_is_told_kindly(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["projector", "--port", "70000"])
    with pytest.raises(SystemExit):
        projector.main()
    assert "EN: A port is a number from 1 to 65535, not 70000." in capsys.readouterr().out


# A kernel that is started before its page comes ----------------------------------------------------------------------


def test_a_board_that_waited_for_its_page_offers_the_game_that_was_saved_meanwhile():
    storage = MemoryStorage()
    now, waiting = (Host(storage, "projector", "pl", random.Random(1)) for _ in range(2))
    now.handle({"do": "ready"})
    now.handle({"do": "start"})
    assert waiting.saved is None
    waiting.handle({"do": "ready"})
    assert waiting.saved is not None
    waiting.handle({"do": "continue"})
    assert waiting.table.session.record == now.table.session.record


def test_a_game_that_was_begun_before_the_page_came_stays():
    storage = MemoryStorage()
    host = Host(storage, "projector", "pl", random.Random(1))
    host.handle({"do": "start"})
    table = host.table
    host.handle({"do": "ready"})
    assert host.table is table


def test_a_map_that_waited_for_its_page_takes_up_the_step_that_was_kept_meanwhile():
    storage = MemoryStorage()
    now, waiting = (Panel(RouteDesk("pl"), storage, "routes") for _ in range(2))
    for message in ({"do": "ready"}, {"do": "next"}):
        now._receive(now, message, [])
    assert waiting.desk.memory() != now.desk.memory()
    waiting._receive(waiting, {"do": "ready"}, [])
    assert waiting.desk.memory() == now.desk.memory()
