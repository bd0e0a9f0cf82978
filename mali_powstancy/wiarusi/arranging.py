"""Arranged positions: a game in the middle, set up in words, for lessons, puzzles and tests; and the words of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypedDict

from mali_powstancy.tabletop.game import SetupError
from mali_powstancy.wiarusi.cards import TILES, CardId, CharacterId, TileId
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.rules.setup import new_game
from mali_powstancy.wiarusi.rules.threats import failing_threat
from mali_powstancy.wiarusi.scenario import Scenario
from mali_powstancy.wiarusi.state import Draft, GameState, Phase, Task, draft_of, finished


class At(TypedDict, total=False):
    """What lies before one seat; what is left out is not there, but the charm is unused."""

    who: CharacterId
    charm: bool
    hand: Sequence[CardId]
    knocks: Sequence[CardId]
    """Hard knocks, oldest first."""
    tiles: Sequence[TileId]
    laid: TileId | None
    speeches: int
    """Speech tokens held."""
    withdrawn: bool


_AT_SEAT = tuple(At.__annotations__)
_AT_CHAPLAIN = ("who", "tiles", "laid")


def arrange(
    scenario: Scenario,
    seats: Sequence[At],
    *,
    chaplain: At | None = None,
    leader: Seat = 0,
    active: Seat | None = None,
    mission: int = 2,
    nml: Iterable[CardId] = (),
    top: int = 0,
    low: Iterable[CardId] = (),
    low_fresh: int = 0,
    reserve: int = 1,
    fresh: Iterable[CardId] = (),
    supply: int | None = None,
    removed: Iterable[TileId] = (),
    returned: Iterable[CardId] = (),
    stopping: bool = False,
    pile: int | None = None,
) -> GameState:
    """A position in which a seat has its turn, or with `active` None the leader chooses the difficulty.

    `top`, `low`, `low_fresh` and `reserve` are the piles of HW-6. Face down lie the cards of `fresh`, then those that
    nothing else names, in the order of the deck; what is left over has been discarded. `returned` are cards in hands
    that had been shuffled back, `pile` is for a series of two. `SetupError` says what is wrong.
    """
    opening = new_game(scenario, len(seats), pile=pile)
    game = opening.game
    rows = [_row(seat, _AT_SEAT, f"seat {number}") for number, seat in enumerate(seats)]
    if (chaplain is None) != (game.chaplain is None):
        _wrong("the chaplain takes part exactly with two players")
    ring = rows if chaplain is None else [*rows, _row(chaplain, _AT_CHAPLAIN, "the chaplain")]
    characters = new_game(scenario, len(seats), characters=_characters(game, ring)).characters
    draft = draft_of(opening)
    draft.characters = characters
    draft.mission = _count(mission, "mission", least=1)
    draft.leader = _seat(game, leader, "leader")
    draft.charms = tuple(bool(row.get("charm", True)) for row in rows)
    draft.hands = tuple(_set(game, row.get("hand", ()), game.rank, "hand") for row in rows)
    draft.knocks = tuple(_cards(row.get("knocks", ()), game.knock_cards, "knocks") for row in rows)
    draft.withdrawn = tuple(bool(row.get("withdrawn", False)) for row in rows)
    draft.nml = _set(game, nml, game.threat_cards, "nml")
    draft.low = _set(game, low, game.threat_cards, "low")
    held = [card for hand in draft.hands for card in hand if card in game.threat_cards]
    draft.returned = game.in_order(draft.low + _cards(returned, held, "returned"))
    draft.top, draft.low_fresh = _count(top, "top"), _count(low_fresh, "low_fresh")
    draft.reserve = _count(reserve, "reserve", least=1)
    _deal_out(draft, _cards(fresh, game.rank, "fresh"))
    _lay_tiles(draft, ring, _cards(removed, TILES, "removed"))
    _hand_out_tokens(draft, rows, supply)
    draft.agenda = (Task(Phase.DIFFICULTY, draft.leader),)
    if active is not None:
        draft.agenda = game.turns[_seat(game, active, "active")]
    draft.stopping = bool(stopping)
    _check(draft, active)
    return finished(draft)


def described(state: GameState) -> dict[str, Any]:
    """The words by which `arrange` sets this position up: a turn, or a choice of difficulty; else `SetupError`."""
    if state.phase not in (Phase.TURN, Phase.DIFFICULTY):
        _wrong(f"a position is told at a turn or at a choice of difficulty, not at {state.phase}")
    game = state.game
    seats = [
        {
            "who": state.characters[seat],
            "charm": state.charms[seat],
            "hand": [*state.hands[seat]],
            "knocks": [*state.knocks[seat]],
            "tiles": [*state.tiles[seat]],
            "laid": state.laid[seat],
            "speeches": state.tokens[seat],
            "withdrawn": state.withdrawn[seat],
        }
        for seat in game.seats
    ]
    last = len(game.ring) - 1
    chaplain = {"who": state.characters[last], "tiles": [*state.tiles[last]], "laid": state.laid[last]}
    return {
        "seats": seats,
        "chaplain": None if game.chaplain is None else chaplain,
        "leader": state.leader,
        "active": state.to_act if state.phase is Phase.TURN else None,
        "mission": state.mission,
        "nml": [*state.nml],
        "top": state.top,
        "low": [*state.low],
        "low_fresh": state.low_fresh,
        "reserve": state.reserve,
        "fresh": [*state.fresh],
        "supply": state.supply,
        "removed": [*state.removed],
        "returned": [card for card in state.returned if card not in state.low],
        "stopping": state.stopping,
        "pile": game.pile,
    }


def _wrong(what: str) -> NoReturn:
    raise SetupError(what)


def _row(row: object, keys: Collection[str], item: str) -> Mapping[str, Any]:
    if not isinstance(row, Mapping) or not set(row) <= set(keys):
        _wrong(f"{item} is told by {', '.join(keys)}, not by {row!r}")
    return row


def _characters(game: Game, ring: Sequence[Mapping[str, Any]]) -> list[CharacterId]:
    """The characters as told; who is not named gets one of the rest, in the order of the file."""
    named = [row.get("who") for row in ring]
    rest = [name for name in game.scenario.characters if name not in named]
    return [rest.pop(0) if name is None else name for name in named]


def _cards(names: Iterable[str], known: Collection[str], item: str) -> tuple[str, ...]:
    listed = tuple(names)
    for name in listed:
        if name not in known:
            _wrong(f"{item}: there is no {name!r} that could be there")
    return listed


def _set(game: Game, names: Iterable[CardId], known: Collection[str], item: str) -> tuple[CardId, ...]:
    return game.in_order(_cards(names, known, item))


def _count(number: object, item: str, least: int = 0) -> int:
    if type(number) is not int or number < least:
        _wrong(f"{item} must be a number from {least}, not {number!r}")
    return number


def _seat(game: Game, seat: object, item: str) -> Seat:
    if type(seat) is not int or seat not in game.seats:
        _wrong(f"{item} must be a seat from 0 to {game.players - 1}, not {seat!r}")
    return seat


def _deal_out(draft: Draft, named: tuple[CardId, ...]) -> None:
    """Find the fresh cards, and discard the rest."""
    game = draft.game
    lying = Counter([*draft.nml, *draft.low, *named])
    for cards in (*draft.hands, *draft.knocks):
        lying.update(cards)
    if twice := [card for card, times in lying.items() if times > 1]:
        _wrong(f"{', '.join(twice)}: no card lies in two places")
    rest = [card for card in game.cards if card not in lying]
    missing = draft.top + draft.low_fresh + draft.reserve - len(named)
    if not 0 <= missing <= len(rest):
        _wrong(f"{missing + len(named)} cards lie face down, but {len(named)} to {len(named) + len(rest)} can")
    draft.fresh = game.in_order((*named, *rest[:missing]))
    draft.discard = tuple(rest[missing:])


def _lay_tiles(draft: Draft, ring: Sequence[Mapping[str, Any]], removed: tuple[TileId, ...]) -> None:
    """Give out the tiles; what nobody has stays in the box."""
    stocks = [sorted(_cards(row.get("tiles", ()), TILES, "tiles"), key=TILES.index) for row in ring]
    laid = tuple(row.get("laid") for row in ring)
    used = Counter([*removed, *_cards([tile for tile in laid if tile is not None], TILES, "laid")])
    for stock in stocks:
        used.update(stock)
    left = {tile: count - used[tile] for tile, count in draft.game.scenario.tiles.items()}
    if min(left.values()) < 0:
        _wrong(f"there are too few tiles: {left}")
    draft.tiles = tuple(map(tuple, stocks))
    draft.laid = laid
    draft.removed = tuple(sorted(removed, key=TILES.index))
    draft.box = tuple(tile for tile in TILES for _ in range(left[tile]))


def _hand_out_tokens(draft: Draft, rows: Sequence[Mapping[str, Any]], supply: int | None) -> None:
    """Speech tokens: what nobody holds lies in the supply, unless the supply is told: then the rest is used up."""
    counts = draft.game.counts
    draft.tokens = tuple(_count(row.get("speeches", 0), "speeches") for row in rows)
    left = counts.speeches - sum(draft.tokens)
    draft.supply = left if supply is None else _count(supply, "supply")
    draft.spent = left - draft.supply
    if min(draft.supply, draft.spent) < 0 or (draft.spent and counts.speeches_return):
        _wrong(f"there are {counts.speeches} speech tokens, not {draft.supply + sum(draft.tokens)}")


def _check(draft: Draft, active: Seat | None) -> None:
    """The position can come about in a game."""
    game = draft.game
    if failing_threat(draft) is not None:
        _wrong(f"{failing_threat(draft)} would have failed the mission already")
    for seat, knocks in enumerate(draft.knocks):
        if game.tyrannical in knocks and draft.leader != seat:
            _wrong(f"seat {seat} is tyrannical and so the leader")
        if draft.laid[seat] is not None and not draft.withdrawn[seat]:
            _wrong(f"seat {seat} lays a tile only when withdrawing")
    if active is None:
        empty = not (draft.top or draft.low or draft.low_fresh)
        if True in draft.withdrawn or draft.nml or any(draft.laid) or empty:
            _wrong("when a mission begins, all are in it, nothing lies on the table and something in the pile")
    elif draft.withdrawn[active]:
        _wrong(f"seat {active} has withdrawn and so no turn")
