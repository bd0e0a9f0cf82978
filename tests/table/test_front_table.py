"""Whole games of Bitwa Warszawska at a table: for two, three and four, with secrets kept, killed and taken up again."""

import json
import random
from typing import Any

import pytest

from mali_powstancy.bitwa_warszawska import GameState, observe
from mali_powstancy.bitwa_warszawska.state import draft_of, finished
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.board.board_view import asleep, board_view
from tests.bitwa_warszawska.front_hosts import sent_from

SHORT = "bitwa-short"


def page(host: Any) -> str:
    """Everything that reaches the page, or may be stored in the notebook."""
    return json.dumps([board_view(host, 1, with_map=True), asleep(host)], ensure_ascii=False)


def press_something(host: Any, rng: random.Random) -> None:
    """What a person could press now in the panel or on the table, seldom pass."""
    view = board_view(host, 1)
    found = [each for part in ("panel", "stage", "around") for each in sent_from(view[part])]
    found = [each for each in found if each["do"] in ("play", "point", "take-screen")]
    others = [each for each in found if each.get("moves") != ["pass"] and each.get("path") != []]
    forward = [each for each in others if each["do"] != "point"] if host.chosen or rng.random() < 0.3 else others
    host.handle(rng.choice(forward or others or found))
    assert host.notice is None, host.notice.say(host.texts)
    assert host.problem is None


def with_other_hands(state: GameState, viewer: int | None) -> GameState:
    """The same position, in which who hides cards from the viewer holds others of the same deck."""
    draft, game = draft_of(state), state.game
    for seat in game.seats:
        army = game.armies[seat]
        if viewer is not None and game.armies[viewer] == army:
            continue
        hand, deck = draft.hands[seat], draft.decks[army]
        number = min(len(hand), len(deck))
        hands, decks = list(draft.hands), list(draft.decks)
        hands[seat] = game.in_order((*deck[:number], *hand[number:]))
        decks[army] = game.in_order((*deck[number:], *hand[:number]))
        draft.hands, draft.decks = tuple(hands), tuple(decks)
    return finished(draft)


@pytest.mark.parametrize(
    ("players", "seed", "shows_text"),
    [
        pytest.param(2, 1, False, marks=pytest.mark.slow),
        (3, 2, True),
        pytest.param(4, 3, False, marks=pytest.mark.slow),
        pytest.param(4, 4, True, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_whole_game_on_one_screen_shows_the_same_whatever_the_foe_holds(players, seed, shows_text):
    rng = random.Random(seed)
    host: Any = Host(*(MemoryStorage(), "board", "en", rng), scenario=SHORT, players=players, seats=(PERSON,) * players)
    host.handle({"do": "start"})
    host.shows_text = shows_text
    compared = number = 0
    while not host.is_over:
        number += 1
        assert number < 3_000
        press_something(host, rng)
        if number % 5 or host.is_over:
            continue
        state, session = host.state, host.table.session
        other = with_other_hands(state, host.viewer)
        assert observe(other, host.viewer) == observe(state, host.viewer)
        before, last = page(host), session.steps[-1]
        session.steps[-1] = last._replace(state=other)
        try:
            assert page(host) == before, "a hidden hand is seen"
        finally:
            session.steps[-1] = last
        compared += other != state
        if players == 2:  # no card comes back from a discard pile, so one that is held was never shown
            open_to = () if host.viewer is None else host.state.game.camps[host.state.game.armies[host.viewer]]
            held = [card for seat in state.game.seats if seat not in open_to for card in state.hands[seat]]
            assert not [
                card for card in held if f'"card {card}"' in before or host.texts.card(card, state.game) in before
            ]
    assert compared > 8
    assert board_view(host, 1)["dialog"]["key"] == "end"
