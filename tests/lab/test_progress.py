import io
import sys
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient

from mali_powstancy.lab import Serial, simulate

PAIR = ["random", "random"]
CODE = "from mali_powstancy.lab import simulate\nprint(len(simulate(30, ['random'] * 2, 'short', progress=None)))"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def terminal_in(monkeypatch):
    """From now on messages go to a terminal; pytest would undo this after a fixture."""
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    return shown


def test_a_bar_in_a_terminal_shows_games_and_speed_and_is_gone_at_the_end(monkeypatch):
    terminal = terminal_in(monkeypatch)
    simulate(30, PAIR, "short", executor=Serial(), language="en")
    assert "0/30 [00:00<?, ? games/s]" in terminal.getvalue()
    assert terminal.getvalue().rpartition("\r")[2] == ""
    assert terminal.getvalue().rstrip("\r").rpartition("\r")[2].strip() == ""


def test_a_bar_begins_with_what_is_done(monkeypatch, tmp_path):
    terminal = terminal_in(monkeypatch)
    simulate(10, PAIR, "short", file=tmp_path / "games.jsonl", progress=False)
    assert terminal.getvalue() == ""
    simulate(40, PAIR, "short", file=tmp_path / "games.jsonl", language="pl")
    assert "10/40 [00:00<?, ? gier/s]" in terminal.getvalue()


def test_nobody_looks_on_where_there_is_no_terminal(capsys):
    simulate(5, PAIR, "short")
    assert capsys.readouterr() == ("", "")
    simulate(5, PAIR, "short", progress=True, language="en")
    assert "0/5" in capsys.readouterr().err


def test_without_tqdm_there_is_no_bar_and_no_failure(monkeypatch):
    terminal = terminal_in(monkeypatch)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert len(simulate(5, PAIR, "short")) == 5
    assert terminal.getvalue() == ""


@pytest.mark.slow
def test_a_notebook_run_by_a_tool_stores_no_bar():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CODE)])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = notebook.cells[0].outputs
    assert [(output.output_type, output.text) for output in outputs] == [("stream", "30\n")]


@pytest.mark.slow
def test_a_notebook_run_by_a_person_shows_a_bar_and_keeps_none():
    messages: list[dict[str, Any]] = []
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        client.execute_interactive(
            CODE, allow_stdin=True, timeout=120, output_hook=messages.append, stdin_hook=messages.append
        )
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    shown = [message["content"]["data"] for message in messages if message["msg_type"] == "display_data"]
    assert len(shown) == 1
    assert "application/vnd.jupyter.widget-view+json" in shown[0]
    later = [message["content"]["data"] for message in messages if message["msg_type"] == "update_display_data"]
    assert later[-1] == {"text/plain": ""}
    streams = [message["content"]["text"] for message in messages if message["msg_type"] == "stream"]
    assert streams == ["30\n"]
