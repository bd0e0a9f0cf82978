"""Messages that come late, twice or out of turn: whatever is on the board, it is shown again, and one can go on.

A slow kernel answers late, and a child clicks twice. So every message that a page has ever been offered may arrive in
any state of the host.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mali_powstancy.engine import game_rng
from mali_powstancy.engine.moves import ChooseCard
from mali_powstancy.tabletop import host as host_module
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import script_named
from mali_powstancy.tabletop.messages import Dialog
from mali_powstancy.tabletop.notices import Notice
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.saving import short_code
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.board import board_page, map_board
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.board.board_view import board_view
from mali_powstancy.views.board.dialogs import _DIALOGS
from tests.table.play import KEY, do_next, host_for, play_to_the_end, started, view_of
from tools.golden import choose

pytestmark = pytest.mark.slow  # every message in every state

RULE = "B-14"
Message = dict[str, Any]


class Page:
    """Stands in for the page, and clicks on nothing but what it has been shown at some time."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.views: list[Any] = []
        self.board = BoardPage(host, lambda sent: self.views.append(sent["view"]) if "view" in sent else None)

    def do(self, message: Message) -> Any:
        """What the page gets for a message: a view with something to go on with."""
        before = len(self.views)
        self.board.receive(message)
        assert len(self.views) == before + 1, f"no view after {message}"
        view = self.views[-1]
        is_fault = view["dialog"] is not None and view["dialog"]["key"] == "problem"
        assert is_fault == (self.host.problem is not None)
        assert not is_fault or message["do"] == "front-end-error" or self.host.problem == "of the page", message
        ways_on = [one for one in offered(view) if one["do"] != "text" and one.get("dialog") != "settings"]
        assert ways_on, f"nothing can be done after {message}"
        return view


def offered(view: Any) -> Iterator[Message]:
    """All messages that a view offers: what stands before the board hides the rest."""
    found = messages_in(view["dialog"] if view["dialog"] is not None else view)
    yield from (message for message in found if message["do"] != "fullscreen")  # which the page does by itself


ADDED: dict[str, Message] = {"keep-goals": {"chosen": []}, "go-to": {"value": 2}, "open": {"text": "no game"}}
"""What the page puts into messages that it is offered: what was ticked, moved to or typed."""


def messages_in(thing: Any) -> Iterator[Message]:
    if isinstance(thing, dict):
        if isinstance(thing.get("do"), dict) and not thing.get("off"):
            yield ADDED.get(thing["do"]["do"], {}) | thing["do"]
        for value in thing.values():
            yield from messages_in(value)
    elif isinstance(thing, list):
        for item in thing:
            yield from messages_in(item)


# States ---------------------------------------------------------------------------------------------------------------


def in_menu() -> Host:
    return host_for()


def with_a_saved_game() -> Host:
    storage = MemoryStorage()
    do_next(started(storage=storage), game_rng(1))
    return host_for(storage=storage)


def with_a_saved_end() -> Host:
    storage = MemoryStorage()
    started("short", 2, ("easy", "easy"), storage=storage)
    return host_for(storage=storage)


def in_a_turn(seed: int = 1) -> Host:
    """The person has the screen and has decided something already."""
    host = started("short", 2, (PERSON, "easy"), seed=seed)
    rng = game_rng(1)
    while not host.can_undo:
        do_next(host, rng)
    return host


def behind_the_curtain() -> Host:
    host = started("short-extended")
    assert host.is_curtain_down
    return host


def keeping_goals() -> Host:
    host = behind_the_curtain()
    host.handle({"do": "take-screen"})
    return host


def interrupted() -> Host:
    """Chance was about to act when somebody stopped the kernel."""
    host: Any = started("short", 2, (PERSON, "easy"))
    host.table.session.rewind(0)
    assert host.is_waiting
    return host


def in_the_last_round(seed: int = 1) -> Host:
    host = in_a_turn(seed)
    host.handle({"do": "stop"})
    return host


def in_replay() -> Host:
    host = in_a_turn()
    host.handle({"do": "replay"})
    return host


def at_the_end() -> Host:
    """The last decision of the game can be taken back, for nobody has learnt anything by it."""
    for seed in range(20):
        host = in_the_last_round(seed)
        rng = game_rng(1)
        while not host.is_over:
            do_next(host, rng)
        assert host.dialog == Dialog("end")
        if host.can_undo:
            return host
    raise AssertionError("no game ended with a decision that can be taken back")


def after_the_end() -> Host:
    host = at_the_end()
    host.handle({"do": "close"})
    return host


def in_replay_of_the_end() -> Host:
    host = at_the_end()
    host.handle({"do": "replay"})
    return host


def asked_about(message: Message, state: Callable[[], Host] = in_a_turn) -> Callable[[], Host]:
    def asked() -> Host:
        host = state()
        host.handle(message)
        assert host.dialog is not None
        return host

    return asked


def in_the_lesson() -> Host:
    return Host(MemoryStorage(), KEY, "en", random.Random(1), lesson=True)


def at_a_mistake() -> Host:
    host: Any = in_the_lesson()
    while not host.lesson.step.mistakes:
        wanted = host.lesson.wanted
        host.handle({"do": "play", "moves": list(wanted)} if wanted else {"do": "go-on"})
    host.handle({"do": "play", "moves": [host.lesson.step.mistakes[0].moves[0]]})
    assert host.lesson.mistake is not None
    return host


def in_an_exercise() -> Host:
    return Host(MemoryStorage(), KEY, "en", random.Random(1), lesson=script_named("03-a"))


def after_an_exercise() -> Host:
    host: Any = in_an_exercise()
    while not host.lesson.is_over:
        wanted = host.lesson.wanted
        host.handle({"do": "play", "moves": list(wanted)} if wanted else {"do": "go-on"})
    return host


def after_a_fault() -> Host:
    host = in_a_turn()
    host.problem = "of the page"
    return host


STATES: dict[str, Callable[[], Host]] = {
    state.__name__: state
    for state in (
        in_menu,
        with_a_saved_game,
        with_a_saved_end,
        in_a_turn,
        behind_the_curtain,
        keeping_goals,
        interrupted,
        in_the_last_round,
        in_replay,
        at_the_end,
        after_the_end,
        in_replay_of_the_end,
        in_the_lesson,
        at_a_mistake,
        in_an_exercise,
        after_an_exercise,
        after_a_fault,
    )
} | {
    "asked whether to begin anew": asked_about({"do": "start"}),
    "asked whether to take back": asked_about({"do": "rewind"}, in_replay),
    "asked whether to go another way": asked_about({"do": "what-if"}, in_replay),
    **{
        f"dialog {kind}": asked_about({"do": "dialog", "dialog": kind, "detail": RULE})
        for kind in _DIALOGS
        if kind not in ("confirm", "end")
    },
}


# Messages -------------------------------------------------------------------------------------------------------------


def every_message() -> list[Message]:
    """Every kind of message, as a page could have been offered it in some state."""
    playing: Any = in_a_turn()
    view = view_of(playing)
    goes = [option["do"] for fields in view["reach"].values() for options in fields.values() for option in options]
    move = str(choose(playing.table.state, game_rng(1)))
    scout, field = goes[0]["to"][:2]
    other: Any = started("short-extended", seed=7)
    values = {"scenario": "basic", "players": "3", "seat-0": "easy", "language": "pl", "style": "rival"}
    game = {"do": "open", "text": short_code(other)}
    return [
        {"do": "ready"},
        {"do": "ready", "kept": {}, "keeps": True},
        {"do": "form", "key": "menu", "values": values},
        {"do": "form", "key": "menu", "values": {"scenario": "the rules of another cell"}},
        {"do": "form", "key": "look", "values": {"theme": "dark", "size": "150"}},
        {"do": "start"},
        {"do": "start", "values": values},
        {"do": "start", "sure": True},
        *({"do": "dialog", "dialog": kind, "detail": RULE} for kind in (*_DIALOGS, "curtain", "problem")),
        {"do": "dialog", "dialog": "confirm", "detail": "new"},
        {"do": "close"},
        {"do": "close-problem"},
        {"do": "take-screen"},
        {"do": "play", "moves": [move]},
        {"do": "play", "moves": [str(ChooseCard(2))]},
        {"do": "play", "moves": []},
        {"do": "point", "path": []},
        {"do": "point", "path": ["a card of another game", "an order"]},
        goes[0],
        {"do": "keep-goals", "chosen": []},
        {"do": "keep-goals", "chosen": ["no such goal"]},
        {"do": "try", "scout": scout},
        {"do": "try", "scout": "soldier", "field": field},
        {"do": "try", "scout": scout, "field": field},
        {"do": "try", "road": next(iter(playing.state.game.board.road))},
        {"do": "try", "scout": None, "field": field},
        {"do": "undo"},
        {"do": "let-others-act"},
        {"do": "hint"},
        {"do": "stop"},
        {"do": "replay"},
        *({"do": "go-to", "value": value} for value in (-1, 0, 3, 9999)),
        {"do": "leave-replay"},
        {"do": "rewind"},
        {"do": "rewind", "sure": True},
        {"do": "what-if"},
        {"do": "what-if", "sure": True},
        {"do": "start-lesson"},
        {"do": "start-lesson", "sure": True},
        {"do": "go-on"},
        {"do": "leave-lesson"},
        {"do": "again"},
        {"do": "continue"},
        game,
        game | {"sure": True},
        {"do": "open", "text": "no game"},
        {"do": "open", "text": "no game", "is_file": True, "sure": True},
        {"do": "download"},
        {"do": "keep-mine"},
        {"do": "cover"},
        {"do": "language", "language": "pl"},
        {"do": "look", "theme": "light"},
        {"do": "text"},
        {"do": "front-end-error", "report": "of the page"},
    ]


MESSAGES = every_message()


def test_no_kind_of_message_is_left_out():
    assert {message["do"] for message in MESSAGES} == {*host_module._COMMANDS, *map_board.GESTURES}


@pytest.mark.parametrize("state", STATES)
def test_in_every_state_every_message_once_and_twice_is_answered_with_a_view(state):
    for message in MESSAGES:
        page = Page(STATES[state]())
        page.do(message)
        page.do(message)


@pytest.mark.parametrize(
    ("scenario", "seats"),
    [
        ("short", (PERSON, "easy")),
        ("short", (PERSON, PERSON)),
        ("short-extended", (PERSON, PERSON)),
        ("short-extended", ("easy", PERSON, "easy")),
        ("basic", (PERSON, "easy")),
    ],
)
def test_games_in_which_old_messages_arrive_again_and_again_are_always_shown(scenario, seats):
    """Persons play, and after each of their decisions something arrives that was offered earlier in the game."""
    rng = random.Random(f"{scenario} {seats}")
    host = host_for(scenario, len(seats), seats)
    page = Page(host)
    old: dict[str, Message] = {str(message): message for message in offered(page.do({"do": "ready"}))}
    for _ in range(400):
        late = old[rng.choice(list(old))]
        old |= {str(message): message for message in offered(page.do(late))}
        if host.problem is None and host.can_choose:
            page.do({"do": "play", "moves": [str(choose(host.table.state, rng))]} if host.table else {"do": "go-on"})
        elif (host.is_over and host.dialog is None) or (host.table is None and host.lesson is None):
            page.do({"do": "start"})
        old |= {str(message): message for message in offered(page.views[-1])}
    assert len({message["do"] for message in old.values()}) >= 12


# What must not happen -------------------------------------------------------------------------------------------------


def test_undo_right_after_the_last_move_goes_on_with_the_game():
    page = Page(at_the_end())
    page.do({"do": "undo"})
    assert page.host.dialog is None
    assert not page.host.is_over
    assert page.host.can_choose


@pytest.mark.parametrize(
    ("state", "kind"),
    [("in_menu", "game"), ("in_menu", "places"), ("in_menu", "end"), ("in_a_turn", "end"), ("in_a_turn", "confirm")],
)
def test_a_dialog_that_does_not_fit_is_dropped(state, kind):
    host = STATES[state]()
    before = host.dialog
    Page(host).do({"do": "dialog", "dialog": kind})
    assert host.dialog == before


def test_the_screen_is_not_taken_by_a_click_in_a_replay():
    host: Any = behind_the_curtain()
    host.handle({"do": "replay"})
    host.handle({"do": "take-screen"})
    host.handle({"do": "leave-replay"})
    assert host.is_curtain_down


def test_leaving_the_lesson_twice_does_not_disturb_the_game_that_was_begun_between():
    host: Any = in_a_turn()
    host.handle({"do": "leave-lesson"})
    assert (host.dialog, host.saved) == (None, None)


def test_an_answer_of_nothing_leaves_the_decision_before_it_to_be_taken_back():
    host = in_a_turn()
    host.handle({"do": "play", "moves": []})
    assert host.can_undo


# Views that fail ------------------------------------------------------------------------------------------------------


def failing(monkeypatch, condition: Callable[[Host], bool]) -> None:
    """Let the view fail wherever the condition holds, as a fault of ours would."""

    def faulty(host: Host, *args: Any, **kwargs: Any) -> Any:
        if condition(host):
            raise RuntimeError("a loose screw")
        return board_view(host, *args, **kwargs)

    monkeypatch.setattr(board_page, "board_view", faulty)


def fault_after(page: Page, message: Message) -> None:
    with pytest.raises(RuntimeError):
        page.board.receive(message)
    assert page.views[-1]["dialog"]["key"] == "problem"


@pytest.mark.parametrize(
    ("message", "condition"),
    [
        ({"do": "dialog", "dialog": "places"}, lambda host: host.dialog is not None),
        ({"do": "text"}, lambda host: host.shows_text),
        ({"do": "replay"}, lambda host: host.replay is not None),
        ({"do": "hint"}, lambda host: host.advice is not None),
        ({"do": "play", "moves": [str(ChooseCard(99))]}, lambda host: host.notice is not None),
    ],
    ids=["dialog", "text", "replay", "hint", "notice"],
)
def test_what_cannot_be_shown_is_told_once_and_the_game_goes_on_without_it(monkeypatch, message, condition):
    page = Page(in_a_turn())
    failing(monkeypatch, condition)
    fault_after(page, message)
    view = page.do({"do": "close-problem"})
    assert view["dialog"] is None
    play_to_the_end(page.host)


def test_a_game_that_cannot_be_shown_at_all_is_kept_and_another_one_can_be_begun(monkeypatch):
    page = Page(in_a_turn())
    kept: Any = page.host.table.session.record
    failing(monkeypatch, lambda host: host.table is not None and host.table.session.record == kept)
    fault_after(page, {"do": "ready"})
    view = page.do({"do": "close-problem"})
    assert view["dialog"]["key"] == "menu"
    assert page.host.saved.record == kept
    fault_after(page, {"do": "continue"})
    page.do({"do": "close-problem"})
    page.do({"do": "start", "sure": True})
    assert page.host.table is not None


def test_the_map_that_a_page_was_waiting_for_comes_with_the_next_view_that_can_be_shown(monkeypatch):
    page = Page(in_a_turn())
    failing(monkeypatch, lambda host: host.notice is not None)
    page.host.notice = Notice("note", lambda texts: "anything")
    fault_after(page, {"do": "ready"})
    assert "base" in page.do({"do": "close-problem"})
    assert "base" not in page.do({"do": "text"})
