"""The board of Wiarusi in a real notebook: whole games by mouse and by keyboard, secrets, looks and sizes."""

import random
from abc import ABC, abstractmethod
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from mali_powstancy.wiarusi.texts import texts_for
from mali_powstancy.wiarusi.tutorial import STEPS
from tests.browser.arranged import arranged_board, look_at_each
from tests.browser.board_page import BoardPage, board_cell
from tests.browser.players import SEE_FOCUS
from tests.browser.test_secrets import EVERYTHING

PL = texts_for("pl")
SMALLEST_TARGET = 44  # pixels
MOST_PRESSES = 600
# What can be pressed beside the table, and whether it is said to fail the mission.
CHOICES = """root => [...root.querySelectorAll(".mp-panel button")].filter((one) => one.checkVisibility())
    .map((one) => [one.dataset.key, Boolean(one.querySelector(".mp-face-alarm"))])"""
OPEN_DIALOG = "root => root.querySelector('.mp-layer:not([hidden]) .mp-dialog')?.dataset.dialog ?? null"
FACES = (
    "root => [...root.querySelectorAll('.mp-panel button.mp-face')].map((one) => one.getBoundingClientRect().height)"
)
# What a lesson points at, and how it is framed.
FRAMED = """root => [...root.querySelectorAll(".mp-mark")]
    .map((one) => [one.dataset.key, getComputedStyle(one, "::after").borderTopStyle])"""
BUTTON_OF = {"play": "card", "lay": "tile"}
# Positions of every kind, put on the board one after the other.
ARRANGE = """
import random
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.table import Table
from mali_powstancy.wiarusi import arrange, load_scenario, parse_move, play
NIGHTS = ["night-mask-1", "night-whistle-1", "rain-shell-1"]
def rows(*hands):
    more = [{"tiles": ["L1", "R1", "R1"], "knocks": ["trauma-rain"], "speeches": 1},
            {"tiles": ["L1"], "knocks": ["wounded", "mute"], "charm": False}, {"tiles": ["L1", "R1"]},
            {"tiles": ["L1"], "knocks": ["hardheaded", "clumsy"]}, {"knocks": ["absent-minded"]}]
    names = ("felix", "gustave", "charles", "gaston", "lazare")
    return [{"who": who, **own, "hand": hand} for who, own, hand in zip(names, more, hands)]
FULL = ["night-shell-1", "snow-mask-trap", "phobia-mask", "merry-christmas", "all-six"]
TURN = dict(active=0, top=9, reserve=19, mission=3, nml=NIGHTS)
HANDS = [FULL, ["snow-shell-1"], ["snow-rain"], ["rain-mask-1"], []]
def put(moves=(), seats=None, lang="pl", **said):
    state = arrange(load_scenario("wiarusi-standard"), rows(*HANDS), **{**TURN, **said})
    session = Session(state)
    for move in moves:
        session.play(parse_move(move))
    board.host.table = Table(session, seats or ("person",) + ("careful",) * 4, random.Random(1))
    board.host.dialog, board.host.language, board.host.replay = None, lang, None
    board.page.show(with_map=True)
"""
MOMENTS = {
    "turn": "put()",
    "covered": "put(seats=('person',) * 5)",
    "tile": "put(['withdraw'])",
    "speech": "put(['speak snow'], seats=('careful', 'person', 'careful', 'careful', 'careful'))",
    "christmas": "put(['play merry-christmas'])",
    "difficulty": "put(active=None, nml=[])",
}


class TablePlayer(ABC):
    """Plays for everybody who comes to the screen, and never looks at anything but the page."""

    def __init__(self, board: BoardPage, seed: int) -> None:
        self.board, self.rng = board, random.Random(seed)
        self.done: Counter[str] = Counter()

    def play_to_the_end(self) -> None:
        """Start the game of the menu, and play until the page says that it is over."""
        for _ in range(MOST_PRESSES):
            dialog = self.board.root.evaluate(OPEN_DIALOG)
            if dialog == "end":
                return
            self.do("start" if dialog == "menu" else self.choice())
        raise AssertionError(f"the game does not end: {self.done}")

    def choice(self) -> str:
        """Open the hand, play what does not fail, else leave; now and then something else."""
        seen: list[tuple[str, bool]] = [(key, fails) for key, fails in self.board.root.evaluate(CHOICES)]
        keys = [key for key, _ in seen]
        if "take-screen" in keys and not [key for key in keys if key.startswith(("deal", "move", "charm"))]:
            return "take-screen"
        safe = [key for key, fails in seen if key.startswith("card ") and not fails]
        helps = [key for key in keys if key.startswith(("tile ", "move relieve", "move shed", "charm "))]
        many = [key for key in keys if key.startswith("deal ")][-1:]  # so that a game is over soon
        away = [key for key in ("move withdraw", "move keep", "move regain", "move decline") if key in keys]
        if safe and away and self.rng.random() < 0.3:
            return away[0]
        for each in (many, safe, helps, away):
            if each:
                return self.rng.choice(each)
        return self.rng.choice([key for key in keys if key.startswith("card ")])

    def do(self, key: str) -> None:
        self.done[key.split()[0]] += 1
        self.press(key)

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a button, and see its answer."""


class WatchfulMouse(TablePlayer):
    """Uses the mouse, and searches the page for cards of hands that are closed."""

    WHO = ".mp-person.mp-asked .mp-person-name"
    """Where the page names who is asked."""

    def __init__(self, board: BoardPage, seed: int) -> None:
        super().__init__(board, seed)
        self.hands: dict[str, set[str]] = {}
        """By who is asked: the cards that were seen in the open hand last."""

    def press(self, key: str) -> None:
        self.board.click(key)
        self._search()

    def _search(self) -> None:
        """A card that was seen in one hand is nowhere on the page while another one or none is open."""
        asked = self.board.root.locator(self.WHO)
        name = asked.inner_text() if asked.count() else ""
        shown = self.board.root.evaluate(
            "root => [...root.querySelectorAll('.mp-panel [data-key^=\"card \"]')].map((one) => one.dataset.key)"
        )
        self.done["looks"] += 1
        is_thorough = self.done["looks"] % 8 == 0  # the whole page, which is long, or the board alone
        page = (
            self.board.page.evaluate(EVERYTHING) if is_thorough else self.board.root.evaluate("root => root.outerHTML")
        )
        for owner, hand in self.hands.items():
            if owner != name or not shown:
                found = [card for card in hand if f'"{card}"' in page or f"face.{card}" in page]
                assert not found, (owner, name, found)
                self.done["searched"] += len(hand)
        self.hands.pop(name, None)
        if shown and self.board.root.locator('[data-key="cover"]').count():
            self.hands[name] = set(shown)


class Keys(TablePlayer):
    """Uses the keyboard and nothing else."""

    def __init__(self, board: BoardPage, seed: int) -> None:
        super().__init__(board, seed)
        board.root.focus()

    def press(self, key: str) -> None:
        target = self.board.button(key)
        for _ in range(80):
            focus = target.evaluate(SEE_FOCUS)
            assert focus["inside"], f"the focus is lost to {focus['what']}"
            if focus["here"]:
                break
            self.board.page.keyboard.press("Tab" if focus["later"] else "Shift+Tab")
        else:
            raise AssertionError(f"Tab does not reach {key}")
        with self.board.answered():
            self.board.page.keyboard.press(self.rng.choice(("Enter", "Space")))


def is_told_how_it_ended(board: BoardPage) -> None:
    expect(board.dialog).to_have_attribute("data-dialog", "end")
    title = board.dialog.locator("h2").inner_text()
    assert title in [PL.say(f"trench.end.{ending}") for ending in ("win", "loss-knocks", "loss-morale")]
    expect(board.button("replay")).to_be_visible()


def test_a_whole_game_of_two_by_mouse_and_no_closed_hand_is_on_the_page(lab, open_notebook):
    board = open_notebook(lab, [board_cell('new_game("wiarusi-beginner", 2, ("person", "person"), seed=2)')])
    board.page.emulate_media(reduced_motion="reduce")
    player = WatchfulMouse(board, 2)
    player.play_to_the_end()
    assert player.done["take-screen"] > 5
    assert player.done["searched"] > 10
    assert player.done["card"] > 5
    is_told_how_it_ended(board)


def test_a_whole_game_by_keyboard_alone(lab, open_notebook):
    board = open_notebook(
        lab, [board_cell('new_game("wiarusi-beginner", 3, ("person", "careful", "careful"), seed=4)')]
    )
    player = Keys(board, 4)
    player.play_to_the_end()
    assert player.done["take-screen"] == 0
    assert player.done["card"] > 3
    is_told_how_it_ended(board)


def test_the_first_lesson_frames_what_each_step_speaks_of(lab, open_notebook):
    board = open_notebook(lab, [board_cell('tutorial("wiarusi")')])
    board.page.emulate_media(reduced_motion="reduce")
    for step in STEPS:
        framed = dict(board.root.evaluate(FRAMED))
        assert set(framed) == set(step.marks or ()), step.key
        assert set(framed.values()) <= {"dashed"}
        for move in step.wants[0] if step.wants else ("go-on",):
            verb, _, what = move.partition(" ")
            if verb == "speak":
                board.root.locator('[data-key="speeches.summary"]').click()
            board.click("move withdraw" if verb == "withdraw" else f"{BUTTON_OF.get(verb, verb)} {what}".strip())
    expect(board.dialog).to_be_hidden()  # a game begins at once
    assert board.root.evaluate(FRAMED) == []


@pytest.fixture
def arranged(lab, open_notebook):
    """A board on which every moment can be put."""
    return arranged_board(open_notebook(lab, [board_cell('new_game("wiarusi-standard", 5, seed=1)')]), ARRANGE)


def test_no_moment_has_barriers_or_is_wider_than_the_screen(arranged: Any):
    look_at_each(arranged, MOMENTS.values())
    assert min(arranged.root.evaluate(FACES)) >= SMALLEST_TARGET
