"""Moments of a game, put on one board in a notebook one after the other."""

import re
from collections.abc import Collection
from itertools import cycle

from playwright.sync_api import ViewportSize, expect

from tests.browser.board_page import BoardPage
from tests.browser.test_accessibility import LOOKS, check
from tests.browser.test_layout import SMALL_TEXT, SMALLEST_TEXT, TOO_WIDE

SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 1024, "height": 768},
    {"width": 1920, "height": 1080},
)


def arranged_board(board: BoardPage, arrange: str) -> BoardPage:
    """A board on which every moment can be put; `arrange` is the code that says how."""
    board.page.emulate_media(reduced_motion="reduce")
    board.in_kernel(arrange)
    return board


def put(board: BoardPage, moment: str) -> None:
    with board.answered():
        board.in_kernel(moment)


def look_at_each(board: BoardPage, moments: Collection[str]) -> None:
    """No moment has barriers in the look whose turn it is, and none is wider than a screen or written too small."""
    for moment, look in zip(moments, cycle(LOOKS), strict=False):
        put(board, moment)
        board.click("settings")
        board.choose("theme", look)
        board.click("close")
        expect(board.root).to_have_class(re.compile(f"mp-look-{look}"))
        check(board)
    board.page.mouse.move(0, 0)  # a choice that is pointed at frames what it is about, a little outside of it
    for size in SIZES:
        board.page.set_viewport_size(size)
        for moment in moments:
            put(board, moment)
            wide = [each for each in board.root.evaluate(TOO_WIDE) if "jp-" not in each]
            assert not wide, (moment, size, wide)  # JupyterLab itself is wider than a phone
            small = board.page.evaluate(SMALL_TEXT, [board.root.element_handle(), SMALLEST_TEXT])
            assert not small, (moment, size, small)
