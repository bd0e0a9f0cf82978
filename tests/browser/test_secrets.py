import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocket, expect

from mali_powstancy.texts import texts_for
from tests.browser.board_page import START, BoardPage, board_cell

PL = texts_for("pl")
# Into a file, because whatever a cell prints would be in the page.
TELL_GOALS = """
import json
from pathlib import Path
from mali_powstancy.engine import legal_moves
state, texts = board.host.state, board.host.texts
dealt = [{goal: texts.goal(goal, state.game) for goal in goals} for goals in state.goals_dealt]
keep = list(legal_moves(state)[0].goals)
Path("secrets.json").write_text(json.dumps({"to_act": state.to_act, "dealt": dealt, "keep": keep}), "utf-8")
"""
# What is written, what is in attributes, and what stands in boxes to tick or to type in.
EVERYTHING = """() => [
    document.documentElement.outerHTML,
    ...[...document.querySelectorAll("input, textarea, select")].map((box) => box.value),
].join("\\n")"""
TWO_PERSONS = '2, ("person", "person"), seed=1'


class Goals(NamedTuple):
    """The goals of both seats, by id with their sentences, as the kernel told them to nobody but the test."""

    asked: int
    dealt: list[dict[str, str]]
    keep: list[str]

    @property
    def all(self) -> set[str]:
        """Every id and every sentence."""
        return {*self.of(0), *self.of(1)}

    def of(self, seat: int) -> set[str]:
        """The ids and sentences of a seat."""
        return {*self.dealt[seat], *self.dealt[seat].values()}

    def only_of(self, seat: int) -> set[str]:
        """Those that nobody else has."""
        return self.of(seat) - self.of(1 - seat)


class Wire:
    """Everything that the pages of a browser receive from a kernel."""

    def __init__(self, context: BrowserContext) -> None:
        self.received: list[str] = []
        context.on("page", self._listen)

    def _listen(self, page: Page) -> None:
        page.on("websocket", lambda socket: self._note(socket))

    def _note(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(text_of(frame)))

    def catch_up(self, board: BoardPage) -> int:
        """Wait until everything that was sent so far has been noted; how many messages that is."""
        mark = f"# message {len(self.received)}"
        board.in_kernel(mark)  # the kernel tells every page what it is asked to run
        for _ in range(600):
            if mark in self.since():
                return len(self.received)
            board.page.wait_for_timeout(100)
        raise AssertionError("the kernel does not tell what it runs")

    def since(self, number: int = 0) -> str:
        """All that came after so many messages."""
        return "\n".join(self.received[number:])


def text_of(frame: bytes | str) -> str:
    """A message as text, whatever else is in it."""
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")


@pytest.fixture
def wire(context):
    """What comes to the page; made before the page is."""
    return Wire(context)


def goals_of(board: BoardPage) -> Goals:
    """The secrets, from the kernel to the test and past the page."""
    board.in_kernel(TELL_GOALS)
    told = json.loads((board.notebook.path.parent / "secrets.json").read_text("utf-8"))
    return Goals(told["to_act"], told["dealt"], told["keep"])


def page_of(board: BoardPage) -> str:
    """Everything that is in the page now."""
    return str(board.page.evaluate(EVERYTHING))


def file_of(board: BoardPage) -> str:
    """The notebook's file, saved now: its outputs and the state of its widgets."""
    saved: dict[str, Any] = board.notebook.save()
    assert saved["metadata"]["widgets"]
    assert any(cell.get("outputs") for cell in saved["cells"])
    return json.dumps(saved, ensure_ascii=False)


def found(secrets: Iterable[str], text: str) -> list[str]:
    """The secrets that the text tells, also if it is data."""
    return sorted(secret for secret in secrets if secret in text or json.dumps(secret)[1:-1] in text)


def is_curtain_down(board: BoardPage) -> bool:
    """Whether the curtain is all that can be used."""
    return board.dialog.get_attribute("data-dialog") == "curtain" and board.dialog.is_visible()


def test_goals_are_in_the_page_only_for_their_owner_and_never_in_the_file(lab, open_notebook, wire):
    board = open_notebook(lab, [board_cell(f'new_game("short-extended", {TWO_PERSONS})', START)])
    goals = goals_of(board)
    first, second = goals.asked, 1 - goals.asked
    assert is_curtain_down(board)
    wire.catch_up(board)
    assert found(goals.all, page_of(board) + wire.since() + file_of(board)) == []

    board.click("take-screen")
    wire.catch_up(board)
    assert found(goals.dealt[first].values(), page_of(board)) == sorted(set(goals.dealt[first].values()))
    assert found(goals.of(first), wire.since()) == sorted(goals.of(first)), "the search finds what was sent"
    assert found(goals.only_of(second), page_of(board) + wire.since()) == []
    assert found(goals.all, file_of(board)) == []

    for goal in goals.keep:
        board.root.locator(f'input[value="{goal}"]').check()
    before = wire.catch_up(board)
    board.click("keep")
    assert is_curtain_down(board)
    wire.catch_up(board)
    assert found(goals.all, page_of(board) + wire.since(before) + file_of(board)) == []

    board.click("take-screen")
    wire.catch_up(board)
    assert found(goals.of(second), page_of(board)) == sorted(goals.of(second))
    assert found(goals.only_of(first), page_of(board) + wire.since(before)) == []
    assert found(goals.all, file_of(board)) == []


def test_a_laid_card_is_in_the_page_only_as_a_card_that_lies_face_down(notebook7, open_notebook):
    # The same game twice: the boards differ in nothing but the card that the first player lays.
    cells = [board_cell(f'new_game("short", {TWO_PERSONS}, name="{name}")', START) for name in ("one", "two")]
    one = open_notebook(notebook7, cells)
    two = BoardPage(one.notebook, one.page.locator(".mp-board-widget").nth(1))
    expect(two.root).to_have_attribute("data-ready", "true")
    for board, card in ((one, 1), (two, 5)):
        board.click("take-screen")
        board.click(f"card {card}")
        assert is_curtain_down(board)
    assert PL.say("table.sealed-card") in one.panel_text
    assert html_of(one) == html_of(two)
    states = [model["state"] for model in one.notebook.save()["metadata"]["widgets"][WIDGETS]["state"].values()]
    first, second = [state["asleep"] for state in states if "asleep" in state]
    assert first == second

    focused = set()
    for board in (one, two):
        board.click("take-screen")
        focused.add(board.focused)
    assert len(focused) == 1, "the focus does not go back to the card that was pressed"
    for board in (one, two):
        board.click("text")
    assert html_of(one) == html_of(two)
    for board in (one, two):
        board.click("card 3")
    assert html_of(one) != html_of(two), "the cards are turned up"


WIDGETS = "application/vnd.jupyter.widget-state+json"


def html_of(board: BoardPage) -> str:
    """All that a board has in the page; also where the focus is, which marks what it has been on."""
    board.page.mouse.move(1, 1)  # what lies under the pointer may be marked
    html = str(board.root.evaluate("root => root.innerHTML"))
    return re.sub(r'\b(id|aria-describedby)="[^"]*"', "", html)  # every board has names of its own for its sentences
