"""Random legal play of Wiarusi: whole games and the positions in them, for tests that ask whether something holds."""

from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from mali_powstancy import wiarusi
from mali_powstancy.wiarusi import (
    CHANCE,
    GameState,
    Move,
    Phase,
    Scenario,
    apply_unchecked,
    game_rng,
    legal_moves,
    load_scenario,
    new_game,
    read_scenario,
    sample_chance,
)
from mali_powstancy.wiarusi.cards import THREATS, TILES
from mali_powstancy.wiarusi.events import MissionFailed
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.moves import (
    Charm,
    Deal,
    Decline,
    DrawCard,
    DrawTile,
    Drop,
    FirstLeader,
    Forget,
    GiveCharacter,
    Keep,
    Lay,
    Play,
    Regain,
    Relieve,
    Shed,
    Speak,
    Withdraw,
)
from tests import any_game
from tests.any_game import SEEDS

# A short war with many hard knocks, so that random play meets everything, victories too.
SHORT = """
id = "short-war"
version = 1
title = "Krótka wojna"
based_on = "wiarusi-standard"
victory = "{victory}"
deck_without = ["all-six", "night-shell-1", "night-mask-1", "snow-shell-1", "snow-mask-1", "rain-shell-1",
    "rain-mask-1", "night-whistle-1", "snow-whistle-1", "rain-whistle-1", "night-shell-2", "snow-whistle-2"]

[numbers]
first_difficulty = 1
bolts_to_lose = 6

[players]
2 = {{ pile = 4 }}
3 = {{ pile = 4 }}
4 = {{ pile = 5 }}
5 = {{ pile = 6 }}
"""
LEVELS = ("wiarusi-beginner", "wiarusi-standard", "wiarusi-veteran", "at-once", "after-support")
ODDITIES = (0.1, 1.0)
"""How often a player does just anything: the first plays longer games, the last loses early."""


@lru_cache
def level(name: str) -> Scenario:
    """A shipped level, or a short war with one of the two readings of when it is won."""
    return load_scenario(name) if name.startswith("wiarusi") else read_scenario(SHORT.format(victory=name))


def choose(state: GameState, rng: Random, oddity: float = 0.1) -> Move:
    """What happens next: chance, or a player who avoids failure and with probability `oddity` does just anything."""
    if state.to_act == CHANCE:
        return sample_chance(state, rng)
    moves: list[Move] = [*legal_moves(state)]
    if len(moves) > 1 and rng.random() >= oddity:
        if state.phase is Phase.DIFFICULTY:
            return moves[0]
        if state.phase is Phase.TURN:
            safe: list[Move] = [move for move in moves if not isinstance(move, Withdraw) and not _fails(state, move)]
            leave: list[Move] = [Withdraw()]
            moves = safe or (leave if Withdraw() in moves else moves)
        elif state.phase in (Phase.SPEECH, Phase.SUPPORT):
            moves = moves[:-1]
    return moves[int(rng.random() * len(moves))]


def _fails(state: GameState, move: Move) -> bool:
    return any(isinstance(event, MissionFailed) for event in apply_unchecked(state, move).events)


Line = any_game.Line[GameState, any_game.PlayedMove]


@lru_cache(maxsize=400)
def whole_game(name: str, players: int, seed: int, oddity: float = ODDITIES[0]) -> Line:
    """A game from set-up to its end; in every third one the first leader and some characters were given."""
    rng = game_rng(seed)
    given: dict[str, Any] = {
        "leader": seed % players,
        "characters": ["anselme", "lazare", "gaston", "felix", "charles"][:players],
    }
    opening = new_game(level(name), players, **(given if seed % 3 == 0 else {}))
    told = f"whole_game({name!r}, {players}, {seed}, {oddity})"
    return any_game.whole(wiarusi, opening, lambda state: choose(state, rng, oddity), told)


def games() -> st.SearchStrategy[Line]:
    """Whole games of all levels, for 2 to 5 players."""
    return st.builds(
        whole_game,
        st.sampled_from(LEVELS),
        st.integers(2, 5),
        st.integers(0, SEEDS - 1),
        st.sampled_from(ODDITIES),
    )


def lines(phases: tuple[Phase, ...] = tuple(Phase)) -> st.SearchStrategy[Line]:
    """Games up to some position of these phases."""
    return any_game.cut_in_phases(games(), phases)


@lru_cache(maxsize=32)
def every_move(game: Game) -> tuple[Move, ...]:
    """All moves that can be written with the names of a game and a few wrong ones; `Shed` with up to two knocks."""
    cards = [*game.cards, "no-card"]
    tiles = [*TILES, "L3"]
    knocks = [*game.knock_cards, "night-shell-3"]
    return (
        *map(GiveCharacter, [*game.scenario.characters, "nobody"]),
        *map(FirstLeader, range(-2, 7)),
        *(kind(tile) for kind in (DrawTile, Lay, Forget) for tile in tiles),
        *(kind(card) for kind in (DrawCard, Play, Charm, Drop) for card in cards),
        *map(Deal, range(-1, 70)),
        *map(Speak, [*THREATS, "fog"]),
        *(Relieve(seat, knock) for seat in range(-1, 6) for knock in knocks),
        *(Shed(named) for count in (0, 1, 2) for named in product(knocks, repeat=count)),
        Withdraw(),
        Keep(),
        Regain(),
        Decline(),
    )
