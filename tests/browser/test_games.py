"""Whole games in real notebooks, played only through the page."""

import pytest
from playwright.sync_api import expect

from mali_powstancy.table.tutorial import STEPS
from mali_powstancy.tabletop.scripts import TAKE_BACK
from mali_powstancy.texts import texts_for
from tests.browser.board_page import BoardPage
from tests.browser.players import KeyboardPlayer, MousePlayer, Player, TextPlayer

PL, EN = texts_for("pl"), texts_for("en")
IMPORT = "from mali_powstancy.classroom import new_game, tutorial"
CELL_BELOW = "'a cell below'"
PERSONS = ("person", "person")


@pytest.fixture
def open_game(open_notebook):
    """Opens a notebook with a game and another cell below it."""

    def opened(server, scenario: str, seats=PERSONS, *, seed: int) -> BoardPage:
        game = f"new_game({scenario!r}, {len(seats)}, {seats!r}, seed={seed})"
        board = open_notebook(server, [f"{IMPORT}\n{game}", CELL_BELOW])
        board.page.emulate_media(reduced_motion="reduce")
        return board

    return opened


def is_told_how_it_ended(board: BoardPage) -> None:
    """The dialog of the end has points for each of two patrols, or says that all have lost together."""
    expect(board.dialog).to_have_attribute("data-dialog", "end")
    title = board.dialog.locator("h2").inner_text()
    assert title in (PL.say("table.end.title"), PL.say("table.end.defeat"))
    is_defeat = title == PL.say("table.end.defeat")
    expect(board.dialog.locator("tbody tr")).to_have_count(0 if is_defeat else 2)
    expect(board.dialog.locator(".mp-says-good")).to_be_visible()
    expect(board.button("replay")).to_be_visible()


def has_met(player: Player, *kinds: str) -> None:
    """These kinds of decisions came in the game; its seed was looked for, and another one may be needed some day."""
    missing = [kind for kind in kinds if not player.done[kind]]
    assert not missing, f"never met: {missing}, only {player.done}"


# Two games of two persons: each variant, mouse and keyboard, Notebook 7 and JupyterLab --------------------------------
# In JupyterLab the mouse plays the first lesson below, and the keyboard a whole game of Wiarusi.


def test_two_persons_play_the_short_game_by_mouse_in_notebook_7(notebook7, open_game):
    board = open_game(notebook7, "short-2", seed=1)
    player = MousePlayer(board, seed=1)
    player.play_to_the_end()
    is_told_how_it_ended(board)
    has_met(player, "menu", "curtain", "card", "go", "way", "collect", "end", "road", "extra")


def test_two_persons_play_the_short_extended_game_by_keyboard_in_jupyterlab(lab, open_game):
    board = open_game(lab, "short-extended-2", seed=3)
    player = KeyboardPlayer(board, seed=3)
    player.play_to_the_end()
    is_told_how_it_ended(board)
    has_met(player, "menu", "curtain", "keep", "card", "go", "way", "collect", "end", "road", "gossip", "swap", "slip")
    assert player.around == {"selected": 0, "mode": "command", "cells": 2}


# Words instead of the map ---------------------------------------------------------------------------------------------


def test_the_text_version_is_enough_to_play_against_a_bot(lab, open_game):
    board = open_game(lab, "short-2", ("person", "greedy"), seed=2)
    player = TextPlayer(board, seed=2)
    board.click("start")
    board.click("text")
    player.play_to_the_end()
    is_told_how_it_ended(board)
    has_met(player, "card", "walk", "jump", "collect", "end")


# The first lesson -----------------------------------------------------------------------------------------------------


class Pupil(MousePlayer):
    """Somebody who follows the first lesson and what it points at."""

    def is_at(self, key: str) -> None:
        """The lesson is at the step of this name."""
        step = next(step for step in STEPS if step.key == key)
        expect(self.board.root.locator(".mp-panel .mp-says-title")).to_have_text(EN.say(step.title_key))

    def reads(self, *keys: str) -> None:
        """Steps that only show something are read one after another."""
        for key in keys:
            self.is_at(key)
            self.press("go-on")

    def takes_back(self, mistake: str) -> None:
        """A mistake is explained, and nothing is lost by it."""
        expect(self.board.root.locator(".mp-panel .mp-says-refusal")).to_have_text(EN.say(mistake))
        expect(self.board.button("go-on")).to_have_text(EN.say(TAKE_BACK))
        self.press("go-on")

    def goes(self, piece: str, field: str) -> None:
        """A piece is brought to a field on the map."""
        self.select(piece, self.look())
        self.go(field)

    def presses_collect(self) -> None:
        """The one order that lies here is collected."""
        (collect,) = [move for move in self.look().moves if move.startswith("move collect")]
        self.press(collect)

    @property
    def marked_pieces(self) -> list[str]:
        """The pieces that the lesson points at."""
        return self._marked(".mp-above .mp-mark", "piece")

    @property
    def marked_objects(self) -> list[str]:
        """The objects that the lesson points at."""
        return self._marked(".mp-object.mp-mark", "field")

    def _marked(self, selector: str, name: str) -> list[str]:
        found: list[str] = self.board.root.locator(selector).evaluate_all(
            "(nodes, name) => nodes.map((node) => node.dataset[name])", name
        )
        return found


def test_the_first_lesson_is_played_by_mouse_with_two_mistakes_on_the_way(lab, open_notebook):
    board = open_notebook(lab, [f"{IMPORT}\ntutorial(seed=1)"], name="en/lesson.ipynb")
    board.page.emulate_media(reduced_motion="reduce")
    pupil = Pupil(board, seed=1)
    pupil.reads("map", "patrol", "order")

    pupil.is_at("card")
    pupil.press("card 1")
    pupil.takes_back("tutorial.mistake.card-too-low")
    pupil.is_at("card")
    pupil.press("card 3")

    pupil.is_at("walk")
    (messenger,), (start,) = pupil.marked_pieces, pupil.marked_objects
    pupil.goes(messenger, start)

    pupil.is_at("collect")
    pupil.press("move end")
    pupil.takes_back("tutorial.mistake.end-without-order")
    pupil.is_at("collect")
    pupil.presses_collect()

    pupil.is_at("share")
    pupil.page.mouse.move(0, 0)  # off the button, which is about the messenger
    helper = pupil.marked_pieces[0]
    assert helper != messenger
    wanted = [line[0].split() for step in STEPS if step.key == "share" for line in step.wants]
    pupil.goes(helper, next(field for _, piece, field in wanted if piece == helper))
    pupil.press("move end")
    pupil.reads("die", "soldier", "time")

    pupil.is_at("race")
    pupil.press("card 2")
    pupil.is_at("jump")
    (destination,) = [field for field in pupil.marked_objects if field != start]
    pupil.goes(messenger, destination)
    pupil.reads("delivered", "ready")
    expect(board.dialog).to_be_hidden()  # a game begins at once
    expect(board.root.locator("button.mp-card")).to_have_count(5)
