"""What the tests of the table share: a host without a disk, and a person who plays through it as through the page."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from mali_powstancy.engine import GameState, game_rng
from mali_powstancy.engine.moves import KeepGoals
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON, Save, unpack
from mali_powstancy.tabletop.storage import MemoryStorage, Storage
from mali_powstancy.views.board.board_view import board_view
from tools.golden import choose

KEY = "board"
View = dict[str, Any]


def game_in(text: str) -> Save:
    """The game that a text holds."""
    save = unpack(text)
    assert isinstance(save, Save)
    return save


def host_for(
    scenario: str = "short",
    players: int = 2,
    seats: tuple[str, ...] | None = None,
    *,
    seed: int = 1,
    storage: Storage | None = None,
    lang: str = "en",
) -> Any:
    """A host whose menu is set like this; everybody is a person unless `seats` says otherwise.

    `Any`, because a test knows what is on the board: a game, a lesson or a dialog.
    """
    seats = (PERSON,) * players if seats is None else seats
    return Host(
        MemoryStorage() if storage is None else storage,
        KEY,
        lang,
        random.Random(seed),
        scenario=scenario,
        players=players,
        seats=seats,
    )


def started(*args: Any, **kwargs: Any) -> Any:
    """A host whose game has begun."""
    host = host_for(*args, **kwargs)
    host.handle({"do": "start"})
    return host


def view_of(host: Host) -> View:
    """What the page would get now."""
    return board_view(host, 1)


def fields_of(host: Host) -> dict[str, View]:
    """The questions of the start menu by name, which it has under "more"."""
    [more] = [block for block in view_of(host)["dialog"]["blocks"] if block["t"] == "details"]
    [form] = [block for block in more["blocks"] if block["t"] == "form"]
    return {field["name"]: field for field in form["fields"]}


def do_next(host: Host, rng: random.Random) -> None:
    """Do what a person would do next: take the screen, or decide something sensible."""
    if host.is_curtain_down:
        host.handle({"do": "take-screen"})
        return
    assert host.table is not None
    assert host.can_choose
    move = choose(host.table.state, rng)
    if isinstance(move, KeepGoals):
        host.handle({"do": "keep-goals", "chosen": list(move.goals)})
    else:
        host.handle({"do": "play", "moves": [str(move)]})
    assert host.notice is None or host.problem is not None, host.notice


def play_to_the_end(host: Host, seed: int = 1, each: Callable[[Host], None] = lambda host: None) -> None:
    """Persons play through the host until the game is over; `each` looks at every screen on the way."""
    rng = game_rng(seed)
    for _ in range(5_000):
        each(host)
        if host.is_over:
            return
        do_next(host, rng)
    raise AssertionError("the game does not end")


def play_until(host: Host, condition: Callable[[GameState], bool], seed: int = 1) -> None:
    """Persons play until a position is reached."""
    rng = game_rng(seed)
    while not condition(host.table.state):
        assert not host.is_over, "the game is over before that"
        do_next(host, rng)


def strings(thing: Any) -> Iterator[str]:
    """All texts in a plain object, keys included."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield str(key)
            yield from strings(value)
    elif isinstance(thing, list | tuple):
        for item in thing:
            yield from strings(item)


def buttons(thing: Any) -> dict[str, View]:
    """All buttons in a view or block by their key."""
    found: dict[str, View] = {}
    if isinstance(thing, dict):
        if "do" in thing and "key" in thing:
            found[thing["key"]] = thing
        for value in thing.values():
            found |= buttons(value)
    elif isinstance(thing, list):
        for item in thing:
            found |= buttons(item)
    return found
