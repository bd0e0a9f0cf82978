"""Nothing that the page gets depends on the secrets of others: change a secret, and every byte stays the same."""

import json
from itertools import count

import pytest

from mali_powstancy.engine import Phase, load_scenario, observe
from mali_powstancy.engine.state import draft_of, finished
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.saving import short_code
from mali_powstancy.views.board.board_view import asleep, board_view
from tests.table.play import play_to_the_end, play_until, started, strings, view_of


def page(host) -> str:
    """Everything that reaches the page, or may be stored in the notebook."""
    return json.dumps([board_view(host, 1, with_map=True), asleep(host)], ensure_ascii=False)


def with_other_secrets(state, viewer):
    """The same position, in which everybody but the viewer has other secrets."""
    draft = draft_of(state)
    goals = list(state.game.scenario.goals)
    others = [seat for seat in state.game.seats if seat != viewer]
    used = {goal for seat in state.game.seats if seat == viewer for goal in state.goals_dealt[seat]}
    spare = [goal for goal in goals if goal not in used]
    numbers = count()
    for seat in others:
        kept, dealt = state.goals[seat], state.goals_dealt[seat]
        new = tuple(spare[(next(numbers) * 5 + 3) % len(spare)] for _ in dealt)
        draft.goals_dealt = (*draft.goals_dealt[:seat], new, *draft.goals_dealt[seat + 1 :])
        draft.goals = (*draft.goals[:seat], new[: len(kept)], *draft.goals[seat + 1 :])
        if state.sealed[seat] is not None:
            other = [card for card in state.hands[seat] if card != state.sealed[seat]]  # a last card is no secret
            draft.sealed = (*draft.sealed[:seat], (*other, state.sealed[seat])[0], *draft.sealed[seat + 1 :])
    return finished(draft)


@pytest.mark.parametrize("shows_text", [False, True])
@pytest.mark.parametrize("scenario", ["short", "short-extended"])
def test_the_page_is_the_same_whatever_the_others_hide(scenario, shows_text):
    compared = 0

    def look(host):
        nonlocal compared
        host.shows_text = shows_text
        state, table = host.table.state, host.table
        if state.to_act is None:
            return
        other = with_other_secrets(state, table.viewer)
        if other == state:
            return
        assert observe(other, table.viewer) == observe(state, table.viewer)
        before = page(host)
        steps = table.session.steps
        last = steps[-1]
        steps[-1] = last._replace(state=other)
        try:
            assert page(host) == before
        finally:
            steps[-1] = last
        compared += 1

    play_to_the_end(started(scenario, 3, seed=4), each=look)
    assert compared > 5


def test_while_the_curtain_is_down_no_goal_no_card_and_no_gossip_is_on_the_page():
    host = started("short-extended", 2)
    texts = host.texts
    curtains = 0

    def look(host):
        nonlocal curtains
        if not host.is_curtain_down:
            return
        curtains += 1
        state, game = host.table.state, host.table.state.game
        words = "\n".join(strings([view_of(host), asleep(host)]))
        for seat in game.seats:
            for goal in {*state.goals[seat], *state.goals_dealt[seat]}:
                assert goal not in words
                assert texts.goal(goal, game) not in words
        for peeked in state.top:
            assert peeked.order not in words or peeked.order in dict(state.track)

    play_to_the_end(host, each=look)
    assert curtains > 10


def test_the_owner_sees_the_own_goals_and_nobody_elses():
    host = started("short-extended", 2)
    play_until(host, lambda state: state.phase is Phase.TURN)
    if host.is_curtain_down:
        host.handle({"do": "take-screen"})
    words = "\n".join(strings(view_of(host)))
    texts, state = host.texts, host.table.state
    seat = host.viewer
    assert all(texts.goal(goal, state.game) in words for goal in state.goals[seat])
    others = {texts.goal(goal, state.game) for goal in state.goals[1 - seat]}
    own = {texts.goal(goal, state.game) for goal in state.goals[seat]}
    assert not any(goal in words for goal in others - own)


def test_what_a_notebook_may_store_is_what_everybody_may_see():
    host = started("short-extended", 2)

    def look(host):
        stored = asleep(host)
        screen = host.table.screens[0]
        viewer, screen.holder = screen.holder, None
        try:
            assert asleep(host) == stored
        finally:
            screen.holder = viewer

    play_to_the_end(host, each=look)


def test_in_a_replay_of_a_running_game_nobodys_secrets_are_shown():
    host = started("short-extended", 2, (PERSON, PERSON))
    play_until(host, lambda state: state.round == 2)
    host.handle({"do": "replay"})
    texts, game = host.texts, host.table.state.game
    for step in range(len(host.table.session.steps) + 1):
        host.handle({"do": "go-to", "value": step})
        words = "\n".join(strings(view_of(host)))
        for goal in load_scenario("short-extended").goals:
            assert texts.goal(goal, game) not in words


def test_saves_and_codes_are_not_readable():
    host = started("short-extended", 2)
    play_until(host, lambda state: state.round == 2)
    host.handle({"do": "download"})
    game = host.table.state.game
    for text in (host.outbox[0].text, short_code(host)):
        for word in (*game.scouts, *game.orders, *game.scenario.goals, *game.board.fields):
            assert word not in text
