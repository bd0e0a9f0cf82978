"""Short ways to set a table of Bitwa Warszawska for a test, and to play on it."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from mali_powstancy.bitwa_warszawska import (
    CHANCE,
    GameState,
    Move,
    Reason,
    Scenario,
    arrange,
    chance_outcomes,
    load_scenario,
    parse_move,
    play,
    read_scenario,
    refusal,
)
from mali_powstancy.bitwa_warszawska.cards import FRONTS
from mali_powstancy.bitwa_warszawska.events import Event

STANDARD = load_scenario("bitwa-standard")
WP_HAND = ["wp-1-dp-leg", "wp-236-pp", "wp-13-dp"]
ACZ_HAND = ["acz-4-dk", "acz-10-dk", "acz-11-dk"]


def card_rows(*cards: str) -> str:
    """Cards as a list of tables; each is told as `id army kind [limit]: effect`."""
    rows = []
    for told_card in cards:
        head, effect = told_card.split(": ", 1)
        name, army, kind, *limit = head.split()
        values = {"id": name, "army": army, "kind": kind, "name": name, "effect": effect}
        row = [f'{key} = "{value}"' for key, value in values.items()] + [f"limit = {number}" for number in limit]
        rows.append(f"{{ {', '.join(row)} }}")
    return f"[{', '.join(rows)}]"


@cache
def with_cards(*cards: str) -> Scenario:
    """The standard game with own cards, told as in `card_rows`."""
    text = 'id = "own"\nversion = 1\ntitle = "Własna"\nbased_on = "bitwa-standard"\n'
    return read_scenario(text + f"own_cards = {card_rows(*cards)}")


def units(told: str) -> dict[str, list[int]]:
    """Units by front: `N 1/3, M 0/2`."""
    rows = [part.split() for part in told.split(", ")] if told else []
    return {front: [*map(int, numbers.split("/"))] for front, numbers in rows}


def table(scenario: Scenario = STANDARD, **said: Any) -> GameState:
    """A position of stage 3, round 3: WP has the turn, both hold three unit cards, markers lie on the foe's O.S.

    `wp` and `acz` tell units as in `N 1/3, M 0/2`, `wp_hand` and `acz_hand` the hands.
    """
    for army in ("WP", "ACz"):
        row = dict(said.get(army, {}))
        if army.lower() in said:
            row["units"] = units(said.pop(army.lower()))
        said[army] = row
    hands: Mapping[str, Iterable[str]] = {
        "WP-1": said.pop("wp_hand", WP_HAND),
        "ACz-1": said.pop("acz_hand", ACZ_HAND),
    }
    return arrange(scenario, **{"hands": hands, "initiative": None, **said})


def told(state: GameState, *moves: str, draws: Iterable[str] = ()) -> tuple[GameState, list[Event]]:
    """The position after these moves, and what has happened; chance does what is scripted, then the first thing."""
    script, happened = [*draws], []
    for text in (*moves, ""):
        if text:
            state, events = play(state, parse_move(text))
            happened += events
        while state.to_act == CHANCE:
            possible: dict[str, Move] = {str(move): move for move in chance_outcomes(state)}
            state, events = play(state, possible[script.pop(0)] if script else next(iter(possible.values())))
            happened += events
    assert not script, "chance was not asked so often"
    return state, happened


def after(state: GameState, *moves: str, draws: Iterable[str] = ()) -> GameState:
    """The position after these moves."""
    return told(state, *moves, draws=draws)[0]


def all_out(state: GameState) -> tuple[GameState, list[Event]]:
    """Everyone passes: the battles come, and the round ends."""
    happened: list[Event] = []
    round_before = state.round
    while state.round == round_before and state.to_act is not None:
        if state.phase.value != "turn":
            break
        state, events = play(state, parse_move("pass"))
        happened += events
    return state, happened


def reason(state: GameState, text: str) -> str | None:
    """Why a move is refused, as a key and a rule."""
    found: Reason | None = refusal(state, parse_move(text))
    return found and f"{found.key} {found.rule}"


def lines(state: GameState, army: int) -> str:
    """The units of an army as they are told: `N 0/1, M 2/1, S 0/0`."""
    rows = [f"{front} {state.l1[3 * army + at]}/{state.l2[3 * army + at]}" for at, front in enumerate(FRONTS)]
    return ", ".join(rows)
