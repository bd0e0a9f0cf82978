"""Worked positions: read from `positions.toml`, set up with `arrange`, and replayed move by move."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mali_powstancy.wiarusi import (
    CHANCE,
    GameState,
    Move,
    Scenario,
    active_threats,
    arrange,
    bolts,
    chance_outcomes,
    legal_moves,
    load_scenario,
    parse_move,
    play,
    read_scenario,
    refusal,
)
from mali_powstancy.wiarusi.events import Event, NotSupported, Supported
from mali_powstancy.wiarusi.moves import DrawCard

NOTHING = "none"
_PASSED_ON = ("leader", "active", "nml", "supply", "chaplain")
_FULL = {"phase": "turn", "level": "standard", "first": False, "morale": 0, "pile": {}}


@cache
def positions() -> dict[str, dict[str, Any]]:
    """All worked positions by id."""
    listed = tomllib.loads((Path(__file__).parent / "positions.toml").read_text("utf-8"))["positions"]
    return {position["id"]: position for position in listed}


@cache
def level(name: str) -> Scenario:
    """A shipped level, or the standard one with the other reading of when a game is won."""
    if name == "after-support":
        return read_scenario('id = "late"\nversion = 1\nbased_on = "wiarusi-standard"\nvictory = "after-support"')
    return load_scenario(f"wiarusi-{name}")


def words(position: Mapping[str, Any], case: Mapping[str, Any]) -> dict[str, Any]:
    """A position as a case changes it."""
    changed = {**_FULL, **position, **case.get("change", {})}
    seats = [dict(seat) for seat in position["seats"]]
    for seat, change in case.get("seat_change", {}).items():
        seats[int(seat)].update(change)
    return changed | {"seats": seats}


def set_up(told: Mapping[str, Any]) -> tuple[GameState, list[str]]:
    """The position, and the cards that chance will draw first."""
    pile, morale = told["pile"], told["morale"]
    top = pile.get("top", [])
    brought = morale.get("top", []) if isinstance(morale, dict) else []
    reserve = morale["more"] + len(brought) if isinstance(morale, dict) else morale
    passed_on = {key: told[key] for key in _PASSED_ON if key in told}
    if told["phase"] == "difficulty":
        passed_on["active"] = None
    state = arrange(
        level(told["level"]),
        told["seats"],
        mission=1 if told["first"] else 2,
        top=len(top) + pile.get("more", 0),
        reserve=reserve,
        fresh=[*top, *brought],
        **passed_on,
    )
    return state, [*top, *brought]


def what_chance_does(state: GameState, script: list[str]) -> Move:
    """Chance draws the cards of the script, then just anything."""
    possible = next(iter(chance_outcomes(state)))
    return DrawCard(script.pop(0)) if script and isinstance(possible, DrawCard) else possible


def replay(name: str) -> None:
    """Play all cases of a worked position and check everything that is expected."""
    position = positions()[name]
    for case in position["cases"]:
        replay_case(words(position, case), case["play"], f"{name} {case['case']}")


def replay_case(told: Mapping[str, Any], steps: Iterable[Mapping[str, Any]], label: str) -> GameState:
    """Play one case and give the last position."""
    state, script = set_up(told)
    events: tuple[Event, ...] = ()
    for number, step in enumerate(steps):
        if "do" in step:
            state, events = play(state, parse_move(step["do"]))
            while state.to_act == CHANCE:
                state, more = play(state, what_chance_does(state, script))
                events += more
        else:
            found = {key: seen(state, events, key, value) for key, value in step["expect"].items()}
            wanted = {key: plain(key, value) for key, value in step["expect"].items()}
            assert found == wanted, f"{label}, step {number}"
    return state


# What is expected ---------------------------------------------------------------------------------------------------


def plain(key: str, value: Any) -> Any:
    """What is expected, in the form in which `seen` gives it."""
    match key:
        case "legal" | "offers":
            return set(map(parse_move, value))
        case "nml" | "in_pile" | "discarded":
            return set(value)
        case "removed_tiles":
            return Counter(value)
        case "seats":
            return {seat: {k: _plain_at(k, v) for k, v in row.items()} for seat, row in value.items()}
        case _:
            return None if value == NOTHING else value


def _plain_at(key: str, value: Any) -> Any:
    if key in ("hand", "tiles"):
        return Counter(value)
    return None if value == NOTHING else value


def seen(state: GameState, events: Iterable[Event], key: str, wanted: Any) -> Any:
    """What the position says about one of the things that may be expected."""
    match key:
        case "legal":
            return set(legal_moves(state))
        case "offers":
            return set(legal_moves(state)) & set(map(parse_move, wanted))
        case "refuses":
            reasons = {text: refusal(state, parse_move(text)) for text in wanted}
            return {text: reason and reason.key for text, reason in reasons.items()}
        case "counts":
            return active_threats(state)
        case "nml":
            return set(state.nml)
        case "in_pile":  # what was shuffled back, and no more than is asked for
            return set(state.low) & set(wanted)
        case "discarded":
            return set(state.discard) & set(wanted)
        case "morale":
            return state.reserve
        case "hand_sizes":
            return [*map(len, state.hands)]
        case "bolts":
            return [bolts(state, seat) for seat in state.game.seats]
        case "supported":
            return next((_supported(state, e) for e in events if isinstance(e, Supported | NotSupported)), None)
        case "removed_tiles":
            return Counter(state.removed)
        case "result":
            return state.ending or None
        case "seats":
            return {seat: {k: _seen_at(state, seat, k) for k in row} for seat, row in wanted.items()}
        case "note":
            return wanted
        case _:
            return getattr(state, key)


def _supported(state: GameState, event: Supported | NotSupported) -> int | None:
    if isinstance(event, Supported):
        return event.seat
    return state.game.chaplain if event.why == "chaplain" else None


def _seen_at(state: GameState, name: str, key: str) -> Any:
    seat = state.game.players if name == "chaplain" else int(name)
    match key:
        case "hand":
            return Counter(state.hands[seat])
        case "tiles":
            return Counter(state.tiles[seat])
        case "knocks":
            return [*state.knocks[seat]]
        case "laid":
            return state.laid[seat]
        case "charm":
            return state.charms[seat]
        case "speeches":
            return state.tokens[seat]
        case _:
            return state.withdrawn[seat]
