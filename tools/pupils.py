"""Pupils without a page: they talk to a Jupyter server as a page does, open a lesson, run it and press its buttons."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from websocket import WebSocketTimeoutException, create_connection

PATIENCE = 600.0  # seconds: thirty kernels at once on a small computer may take minutes
KernelMessage = dict[str, Any]


class CellFailed(Exception):
    """A cell ended with an error."""


class Pupil:
    """Somebody in front of one notebook of a server. `views` holds what each board has shown last, by its id."""

    def __init__(self, address: str, notebook: str, token: str, number: int = 0) -> None:
        self.address = address
        self.notebook = notebook
        self.token = token
        self.session = f"pupil-{number}-{uuid.uuid4().hex[:8]}"
        self.session_id = ""
        self.views: dict[str, KernelMessage] = {}
        self.first_board: float | None = None
        """Seconds from sitting down to the first board that could be played on."""
        self.answer_times: list[float] = []
        """Seconds from pressing something to seeing what came of it."""

    # A kernel.

    def sit_down(self) -> None:
        """Open the notebook: a kernel starts for it."""
        self._since = time.monotonic()
        name = PurePosixPath(self.notebook).name
        wanted = {"kernel": {"name": "python3"}, "name": name, "path": self.notebook, "type": "notebook"}
        made = self._ask("api/sessions", "POST", wanted)
        self.session_id = str(made["id"])
        channels = f"api/kernels/{made['kernel']['id']}/channels?session_id={self.session}&token={self.token}"
        self._line = create_connection(f"{self.address.replace('http', 'ws', 1)}/{channels}", timeout=PATIENCE)

    def wait_for_notebook(self) -> None:
        """Return when the server shows the notebook."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._ask(f"api/contents/{self.notebook}?content=0", "GET")
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
            else:
                return

    def leave(self) -> None:
        """Close the notebook; its kernel ends."""
        self._line.close()
        self._ask(f"api/sessions/{self.session_id}", "DELETE")

    def code_cells(self) -> list[tuple[str, str]]:
        """The code cells of the notebook, as id and code."""
        content = self._ask(f"api/contents/{self.notebook}?content=1", "GET")["content"]
        cells = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
        return [(str(cell["id"]), "".join(cell["source"])) for cell in cells]

    def run(self, cells: list[tuple[str, str]]) -> None:
        """Run cells as the button ▶▶ does, and wait until all are done and every board has answered."""
        waiting = {self._execute(cell, code) for cell, code in cells}
        awake: set[str] = set()
        for message in self._messages():
            waiting -= {self._reply_to(message)}
            if (board := self._new_board(message)) is not None:
                awake.add(board)
                self._send_to(board, {"do": "ready"})
            if not waiting and awake <= self.views.keys():
                return

    def _execute(self, cell: str, code: str) -> str:
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False, "stop_on_error": True}
        return self._send("execute_request", content, {"cellId": cell})

    def _reply_to(self, message: KernelMessage) -> str:
        """Which request is now done; empty if the message is something else."""
        if message["header"]["msg_type"] != "execute_reply":
            return ""
        if message["content"]["status"] != "ok":
            raise CellFailed("\n".join(message["content"].get("traceback", ["a cell was not run"])))
        return str(message["parent_header"]["msg_id"])

    # Its boards.

    def _new_board(self, message: KernelMessage) -> str | None:
        if message["header"]["msg_type"] != "comm_open" or "base" not in message["content"]["data"].get("state", {}):
            return None
        return str(message["content"]["comm_id"])

    def press(self, board: str, what: Mapping[str, Any]) -> KernelMessage:
        """Press something on a board; what it shows then."""
        before, since = self.views[board]["n"], time.monotonic()
        self._send_to(board, dict(what))
        for _ in self._messages():
            if self.views[board]["n"] > before:
                break
        self.answer_times.append(time.monotonic() - since)
        return self.views[board]

    def play_round(self, board: str) -> KernelMessage:
        """Start a game and play as the hints say, until the next round asks for a card."""
        view = self.press(board, {"do": "start"})
        cards_played = 0
        while not (cards_played and _asks_for_card(view)):
            cards_played += _asks_for_card(view)
            self.press(board, {"do": "hint"})
            hint = next(iter(_pressable(self.press(board, {"do": "hint"}), "play-hint")))
            view = self.press(board, hint["do"])
        return view

    def _send_to(self, board: str, message: KernelMessage) -> None:
        self._send("comm_msg", {"comm_id": board, "data": {"method": "custom", "content": message}}, {})

    # The line to the kernel.

    def _send(self, kind: str, content: KernelMessage, metadata: KernelMessage) -> str:
        header = {
            "msg_id": uuid.uuid4().hex,
            "msg_type": kind,
            "session": self.session,
            "username": "",
            "version": "5.3",
            "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }
        message = {"header": header, "parent_header": {}, "metadata": metadata, "content": content}
        self._line.send(json.dumps(message | {"channel": "shell", "buffers": []}))
        return str(header["msg_id"])

    def _messages(self) -> Iterator[KernelMessage]:
        """What the kernel says; views of boards are noted on the way."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            received = self._line.recv()
            if isinstance(received, bytes) or not received:
                continue  # pictures and the like
            message = json.loads(received)
            self._note_view(message)
            yield message
        raise WebSocketTimeoutException("the kernel says nothing more that helps")

    def _note_view(self, message: KernelMessage) -> None:
        content = message["content"]
        if message["header"]["msg_type"] != "comm_msg" or content["data"].get("method") != "custom":
            return
        view = content["data"]["content"].get("view")
        if view is None or "panel" not in view:
            return
        self.views[str(content["comm_id"])] = view
        if self.first_board is None:
            self.first_board = time.monotonic() - self._since

    def _ask(self, path: str, method: str, content: KernelMessage | None = None) -> Any:
        body = None if content is None else json.dumps(content).encode()
        request = urllib.request.Request(f"{self.address}/{path}", body, method=method)
        request.add_header("Content-Type", "application/json")
        request.add_header("Authorization", f"token {self.token}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
        return json.loads(text) if text else None


def _asks_for_card(view: KernelMessage) -> bool:
    return any("do" in card for block in view["panel"] if block["t"] == "cards" for card in block["items"])


def _pressable(part: Any, key: str) -> Iterator[KernelMessage]:
    """Everything of this key in a view that can be pressed."""
    if isinstance(part, dict):
        if part.get("key") == key and "do" in part:
            yield part
        for inner in part.values():
            yield from _pressable(inner, key)
    elif isinstance(part, list):
        for inner in part:
            yield from _pressable(inner, key)
