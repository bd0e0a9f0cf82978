"""Arranged positions: a game in the middle, set up in words, for lessons, puzzles and tests; and the words of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from mali_powstancy.bitwa_warszawska.cards import (
    ARMIES,
    FRONTS,
    HALVES,
    PLACES,
    RESOURCES,
    Army,
    CardId,
    Front,
    SeatName,
)
from mali_powstancy.bitwa_warszawska.game import FRONT, PLACE, Game
from mali_powstancy.bitwa_warszawska.rules.movement import reserve, room
from mali_powstancy.bitwa_warszawska.rules.playing import go_on
from mali_powstancy.bitwa_warszawska.rules.setup import blank, new_game
from mali_powstancy.bitwa_warszawska.scenario import Scenario
from mali_powstancy.bitwa_warszawska.state import NOWHERE, Draft, GameState, Phase, Task, finished
from mali_powstancy.tabletop.game import SetupError

NOTHING = "none"
"""Stands for no front, no place and nobody."""
_BY_FRONT = ("units", "commanders", "orders", "strength", "verified", "pending")
_AT_ARMY = (*_BY_FRONT, "used", "started", "deck", "discard", "bids", "points", "marker")


def arrange(
    scenario: Scenario,
    *,
    players: int = 2,
    pair: str | None = None,
    hands: Mapping[SeatName, Iterable[CardId]] | None = None,
    WP: Mapping[str, Any] | None = None,  # the armies are written like this everywhere
    ACz: Mapping[str, Any] | None = None,
    initiative: Sequence[SeatName] | None = None,
    turn: int | None = 0,
    round: int = 3,
    special: str = NOTHING,
    scoring: str = NOTHING,
    last_scoring: str | None = None,
    fought: Mapping[str, str] | None = None,
    passed: Iterable[SeatName] = (),
    stopping: bool = False,
) -> GameState:
    """A position of stage 3 in which a seat has its turn, or with `turn` None the beginning of a round.

    `turn` is a place in the order of `initiative`. Of each army are told `units` by front, [first line, second line],
    one unit on each second line unless it is said; `commanders` and `orders` by front; on which fronts commanders are
    `used`, what `strength` they give, where they have `started` a battle, and by which effect they have something
    `pending` in one; what orders have given in battles (`verified`); `deck` or how many cards lie in it, `discard`,
    `bids` by resource, `points`, and `marker`, its place on the foe's half. Cards that nothing names lie in the deck,
    or if that is told in the discard pile. `fought` names fronts and who has won there. `SetupError` says what is
    wrong.
    """
    game = new_game(scenario, players, pair=pair).game
    draft = blank(game)
    rows = [_row(row or {}, ARMIES[army]) for army, row in enumerate((WP, ACz))]
    orders = {game.named(order): order for order in game.initiatives}
    names = tuple(initiative) if initiative is not None else next(iter(orders))
    if names not in orders:
        _wrong(f"initiative names the seats in the order of their markers, not {initiative!r}")
    draft.initiative = orders[names]
    draft.round = _count(round, "round", 1, scenario.rounds)
    draft.hands = _hands(game, hands or {})
    _lay_cards(draft, rows)
    _mark_commanders(draft, rows)
    _place_units(draft, rows)
    draft.points = tuple(_count(row.get("points", 0), "points") for row in rows)
    draft.markers = tuple(
        _place(row.get("marker", f"{ARMIES[1 - army]}:O.S"), 1 - army) % len(PLACES) for army, row in enumerate(rows)
    )
    draft.special = NOWHERE if special == NOTHING else _place(special)
    draft.scoring = _front(scoring)
    draft.last_scoring = draft.scoring if last_scoring is None else _front(last_scoring)
    fronts = {_front(front): winner for front, winner in (fought or {}).items()}
    draft.fought = tuple(front in fronts for front in range(3))
    draft.advantage = tuple(_army_or_nobody(fronts.get(front, NOTHING)) for front in range(3))
    draft.passed = tuple(name in {*passed} for name in game.seat_names)
    draft.stopping = bool(stopping)
    if turn is None:
        _check_round_begins(draft)
        draft.agenda = (Task(Phase.ROUND_BEGINS),)
        go_on(draft)
    else:
        number = _count(turn, "turn", 0, len(draft.initiative) - 1)
        seat = draft.initiative[number]
        if not draft.hands[seat] or draft.passed[seat]:
            _wrong(f"{game.seat_names[seat]} has no cards or has passed, and so no turn")
        draft.agenda = (game.turns[seat][number],)
    return finished(draft)


def described(state: GameState) -> dict[str, Any]:
    """The words by which `arrange` sets this position up: a turn, or the beginning of a round; else `SetupError`."""
    game = state.game
    is_turn = state.phase is Phase.TURN
    if not is_turn and (state.phase is not Phase.SCORING or state.round == 1):
        _wrong(f"a position is told at a turn or when a round begins, not at {state.phase}")
    told: dict[str, Any] = {
        "players": game.players,
        "pair": ARMIES[game.pair] if game.players == 3 else None,
        "hands": {name: [*hand] for name, hand in zip(game.seat_names, state.hands, strict=True)},
        "initiative": [*game.named(state.initiative)],
        "turn": state.agenda[0].number if is_turn else None,
        "round": state.round,
        "special": NOTHING if state.special == NOWHERE else HALVES[state.special],
        "scoring": _front_name(state.scoring),
        "last_scoring": _front_name(state.last_scoring),
        "fought": {
            FRONTS[front]: NOTHING if state.advantage[front] == NOWHERE else ARMIES[state.advantage[front]]
            for front in range(3)
            if state.fought[front]
        },
        "passed": [name for name, is_out in zip(game.seat_names, state.passed, strict=True) if is_out],
        "stopping": state.stopping,
    }
    return told | {ARMIES[army]: _told_army(state, army) for army in (0, 1)}


def _told_army(state: GameState, army: int) -> dict[str, Any]:
    first = 3 * army

    def by_front(values: Sequence[Any]) -> dict[str, Any]:
        own = zip(FRONTS, values[first : first + 3], strict=True)
        return {front: value for front, value in own if value}

    return {
        "units": {FRONTS[front]: [state.l1[first + front], state.l2[first + front]] for front in range(3)},
        "commanders": by_front(state.commanders),
        "orders": by_front(state.orders),
        "used": [*by_front(state.used)],
        "started": [*by_front(state.started)],
        "strength": by_front(state.strength),
        "verified": by_front(state.verified),
        "pending": {
            FRONTS[at - first]: state.game.in_battle[state.commanders[at]].index(state.pending[at]) + 1
            for at in range(first, first + 3)
            if state.pending[at]
        },
        "deck": [*state.decks[army]],
        "discard": [*state.discards[army]],
        "bids": {name: [*state.bids[2 * at + army]] for at, name in enumerate(RESOURCES) if state.bids[2 * at + army]},
        "points": state.points[army],
        "marker": HALVES[10 * (1 - army) + state.markers[army]],
    }


def _wrong(what: str) -> NoReturn:
    raise SetupError(what)


def _count(number: object, item: str, least: int = 0, most: int = 99) -> int:
    if type(number) is not int or not least <= number <= most:
        _wrong(f"{item} must be a number from {least} to {most}, not {number!r}")
    return number


def _front(name: object) -> Front:
    if name == NOTHING:
        return NOWHERE
    if name not in FRONTS:
        _wrong(f"a front is one of {', '.join(FRONTS)}, not {name!r}")
    return FRONT[str(name)]


def _front_name(front: Front) -> str:
    return NOTHING if front == NOWHERE else FRONTS[front]


def _army_or_nobody(name: object) -> Army:
    if name not in (*ARMIES, NOTHING):
        _wrong(f"a front is won by one of {', '.join(ARMIES)} or by {NOTHING}, not by {name!r}")
    return NOWHERE if name == NOTHING else ARMIES.index(str(name))


def _place(name: object, half: Army | None = None) -> int:
    if name not in HALVES or (half is not None and PLACE[str(name)] // 10 != half):
        _wrong(f"a marker of this army cannot lie on {name!r}")
    return PLACE[str(name)]


def _row(row: object, army: str) -> Mapping[str, Any]:
    if not isinstance(row, Mapping) or not set(row) <= set(_AT_ARMY):
        _wrong(f"{army} is told by {', '.join(_AT_ARMY)}, not by {row!r}")
    for key in _BY_FRONT:
        if not isinstance(row.get(key, {}), Mapping) or not set(row.get(key, {})) <= set(FRONTS):
            _wrong(f"{key} of {army} are told by front, not by {row[key]!r}")
    return row


def _hands(game: Game, hands: Mapping[SeatName, Iterable[CardId]]) -> tuple[tuple[CardId, ...], ...]:
    if not set(hands) <= set(game.seat_names):
        _wrong(f"hands are those of {', '.join(game.seat_names)}, not of {', '.join(map(str, hands))}")
    found = []
    for seat, name in enumerate(game.seat_names):
        found.append(game.in_order(_cards(game, hands.get(name, ()), game.armies[seat])))
    return tuple(found)


def _cards(game: Game, names: Iterable[CardId], army: Army, kind: str | None = None) -> tuple[CardId, ...]:
    listed = tuple(names)
    for card in listed:
        if card not in game.decks[army] or kind not in (None, game.kind[card]):
            _wrong(f"{card!r} cannot lie there: it is no {kind or 'card'} of {ARMIES[army]}")
    return listed


def _lay_cards(draft: Draft, rows: Sequence[Mapping[str, Any]]) -> None:
    """Commanders, orders, bids, discard piles and decks; no card lies in two places."""
    game = draft.game
    commanders: list[CardId] = []
    orders: list[CardId] = []
    decks, discards = [], []
    bids: list[tuple[CardId, ...]] = [()] * 6
    for army, row in enumerate(rows):
        for told, fields, kind in (("commanders", commanders, "commander"), ("orders", orders, "order")):
            _cards(game, row.get(told, {}).values(), army, kind)
            fields += [row.get(told, {}).get(front, "") for front in FRONTS]
        for resource, cards in row.get("bids", {}).items():
            if resource not in RESOURCES:
                _wrong(f"bids are told by {', '.join(RESOURCES)}, not by {resource!r}")
            bids[2 * RESOURCES.index(resource) + army] = _cards(game, cards, army)
        discard, told_deck = _cards(game, row.get("discard", ()), army), row.get("deck")
        deck = () if told_deck is None or type(told_deck) is int else _cards(game, told_deck, army)
        lying = Counter([*discard, *deck, *(card for pile in bids[army::2] for card in pile)])
        lying.update(card for card in (*commanders[3 * army :], *orders[3 * army :]) if card)
        lying.update(card for seat in game.camps[army] for card in draft.hands[seat])
        if twice := [card for card, times in lying.items() if times > 1]:
            _wrong(f"{', '.join(twice)}: no card lies in two places")
        rest = tuple(card for card in game.decks[army] if card not in lying)
        if told_deck is None:
            deck, rest = rest, ()
        elif type(told_deck) is int:
            size = _count(told_deck, "deck", 0, len(rest))
            deck, rest = rest[:size], rest[size:]
        decks.append(game.in_order(deck))
        discards.append(discard + rest)
    draft.commanders, draft.orders = tuple(commanders), tuple(orders)
    draft.bids, draft.decks, draft.discards = tuple(bids), tuple(decks), tuple(discards)


def _mark_commanders(draft: Draft, rows: Sequence[Mapping[str, Any]]) -> None:
    """What the commanders have done in this round, and what they and the orders have given."""
    game = draft.game
    used, started, pending, strength, verified = [], [], [], [], []
    for army, row in enumerate(rows):
        for front, name in enumerate(FRONTS):
            commander = draft.commanders[3 * army + front]
            used.append(name in row.get("used", ()))
            started.append(name in row.get("started", ()))
            option = _count(row.get("pending", {}).get(name, 0), "pending", 0, 2)
            strength.append(_count(row.get("strength", {}).get(name, 0), "strength"))
            verified.append(_count(row.get("verified", {}).get(name, 0), "verified"))
            has_done = used[-1] or started[-1] or option or strength[-1]
            if (has_done and not (commander and used[-1])) or option > len(game.in_battle.get(commander, ())):
                _wrong(f"a commander of {ARMIES[army]} who has done something on {name} is there and used")
            pending.append(game.in_battle[commander][option - 1] if option else ())
    draft.used, draft.started, draft.pending = tuple(used), tuple(started), tuple(pending)
    draft.strength, draft.verified = tuple(strength), tuple(verified)


def _place_units(draft: Draft, rows: Sequence[Mapping[str, Any]]) -> None:
    """Units on both lines, within the limits of the second and of the Reserve."""
    lines: tuple[list[int], list[int]] = ([], [])
    for row in rows:
        for front in FRONTS:
            told = row.get("units", {}).get(front, [0, 1])
            if not isinstance(told, list | tuple) or len(told) != 2:
                _wrong(f"units are told as [first line, second line], not as {told!r}")
            for line, number in zip(lines, told, strict=True):
                line.append(_count(number, "units"))
    draft.l1, draft.l2 = tuple(lines[0]), tuple(lines[1])
    if any(room(draft, at) < 0 for at in range(6)) or min(reserve(draft, army) for army in (0, 1)) < 0:
        _wrong("there are more units than a second line holds, or than the army has")


def _check_round_begins(draft: Draft) -> None:
    """When a round begins, the first lines are empty and nothing of the last round is left [V-72]."""
    left = (*draft.l1, *draft.orders, *draft.used, *draft.verified, *draft.fought, *draft.passed)
    if any(left) or draft.special != NOWHERE or draft.scoring != NOWHERE or draft.round == 1:
        _wrong("when a round begins, first lines and order fields are empty and markers lie beside the board")
