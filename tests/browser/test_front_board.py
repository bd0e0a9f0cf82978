"""The board of Bitwa Warszawska in a real notebook: whole games by mouse and by keyboard, secrets, looks and sizes."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.arranged import arranged_board, look_at_each, put
from tests.browser.board_page import board_cell
from tests.browser.test_trench_board import CHOICES, Keys, TablePlayer, WatchfulMouse

LAST = ("move pass", "move done", "move halt", "move end")
"""What ends something; everything else is tried first."""
# Positions of every kind, put on the board one after the other.
ARRANGE = """
import random
from mali_powstancy.bitwa_warszawska import arrange, load_scenario, parse_move
from mali_powstancy.tabletop.session import Session
from mali_powstancy.tabletop.table import Table
WP = dict(units={"N": [1, 3], "M": [2, 2], "S": [0, 1]}, commanders={"N": "wp-sikorski", "M": "wp-haller"}, used=["N"],
          strength={"N": 2}, orders={"M": "wp-wieprz"}, marker="ACz:L2", bids={"funds": ["wp-10-dp"]}, points=3)
ACZ = dict(units={"N": [2, 1], "M": [0, 3], "S": [9, 2]}, commanders={"M": "acz-tuchaczewski"},
           orders={"N": "acz-radzymin"}, marker="WP:L1.S", points=2)
HANDS = {"WP-1": ["wp-pilsudski", "wp-omelianowicz-pawlenko", "wp-przedmoscie", "wp-do-broni"], "ACz-1": ["acz-4-dk"]}
def put(*doing, seats=("person", "random"), **said):
    state = arrange(load_scenario("bitwa-standard"), WP=WP, ACz=ACZ, hands=HANDS, scoring="M", **said)
    board.host.table = Table(Session(state), seats, random.Random(1))
    board.host.dialog, board.host.replay, board.host.chosen = None, None, ()
    for each in doing:
        board.host.handle(each)
    board.page.show(with_map=True)
def point(*path):
    return {"do": "point", "path": list(path)}
def moves(*texts):
    return {"do": "play", "moves": list(texts)}
"""
MOMENTS = {
    "hand": "put()",
    "covered": "put(seats=('person', 'person'))",
    "places": "put(point('wp-omelianowicz-pawlenko', 'play'))",
    "blockade": "put(point('wp-do-broni', 'blockade'))",
    "steps": "put(moves('play wp-przedmoscie S'))",
    "report": "put(moves('pass'), passed=['ACz-1'])",
}


class StaffPlayer(TablePlayer):
    """Chooses a card, a use and a place, and passes now and then, so that a game is over soon."""

    def choice(self) -> str:
        keys = [key for key, _ in self.board.root.evaluate(CHOICES)]
        if "take-screen" in keys:
            return "take-screen"
        confirmed = [key for key in keys if key.startswith("confirm ")]
        moves = [key for key in keys if key.startswith("move ") and key not in LAST]
        uses = [key for key in keys if key.startswith("use ")]
        cards = [key for key in keys if key.startswith("card ")]
        last = [key for key in LAST if key in keys]
        if cards and last and self.rng.random() < 0.45:
            return last[0]
        for each in (confirmed, moves, uses, cards, last):
            if each:
                return self.rng.choice(each)
        return self.rng.choice([key for key in keys if key.startswith(("seat ", "play-hint", "let-others"))])


class StaffMouse(StaffPlayer, WatchfulMouse):
    """Uses the mouse, and searches the page for cards of hands that are closed."""

    WHO = ".mp-camp.mp-asked .mp-camp-name"


class StaffKeys(StaffPlayer, Keys):
    """Uses the keyboard and nothing else."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_by_mouse_and_no_closed_hand_is_on_the_page(lab, open_notebook, players):
    seats = ("person",) * players
    board = open_notebook(lab, [board_cell(f'new_game("bitwa-short", {players}, {seats}, seed=2)')])
    board.page.emulate_media(reduced_motion="reduce")
    player = StaffMouse(board, 2)
    player.play_to_the_end()
    assert player.done["take-screen"] > 5
    assert player.done["searched"] > 10
    assert player.done["card"] > 5
    expect(board.dialog).to_have_attribute("data-dialog", "end")


@pytest.mark.parametrize(("players", "persons"), [(2, 1), (3, 1), (4, 2)])
def test_a_whole_game_by_keyboard_alone(lab, open_notebook, players, persons):
    """Two persons command an army each, so that the screen is handed over by keys as well."""
    seats = ("person",) * persons + ("random",) * (players - persons)
    board = open_notebook(lab, [board_cell(f'new_game("bitwa-short", {players}, {seats}, seed=4)')])
    player = StaffKeys(board, 4)
    player.play_to_the_end()
    assert (player.done["take-screen"] > 1) == (persons > 1)
    assert player.done["card"] > 3
    expect(board.dialog).to_have_attribute("data-dialog", "end")


@pytest.fixture
def arranged(lab, open_notebook):
    """A board on which every moment can be put."""
    return arranged_board(open_notebook(lab, [board_cell('new_game("bitwa-standard", 2, seed=1)')]), ARRANGE)


def test_no_moment_has_barriers_or_is_wider_than_the_screen(arranged: Any):
    look_at_each(arranged, MOMENTS.values())


def test_a_strength_opens_to_its_sum_and_stays_open(arranged: Any):
    put(arranged, "put()")
    sums = arranged.root.locator('[data-key="strength N"] .mp-sums')
    expect(sums).to_be_hidden()
    arranged.root.locator('[data-key="strength N.summary"]').click()
    expect(sums).to_contain_text("1 × 2 = 2")
    arranged.click("card wp-do-broni")
    expect(sums).to_be_visible()
