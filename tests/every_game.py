"""Every game of the library and the small one of the tests, each with what a test that knows no game asks about it."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from mali_powstancy import bitwa_warszawska, engine, wiarusi
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.tabletop.game import CHANCE, AnyGame, Game
from tests import any_game, random_play
from tests.any_game import SEEDS
from tests.bitwa_warszawska import random_battles
from tests.small_game import rules as race
from tests.wiarusi import random_wars

# mypy holds the games to the protocol here.
MALI: Game[engine.GameState, engine.Move, Any] = engine
WIARUSI: Game[wiarusi.GameState, wiarusi.Move, Any] = wiarusi
BITWA: Game[bitwa_warszawska.GameState, bitwa_warszawska.Move, Any] = bitwa_warszawska
RACE: Game[race.State, race.Move, race.Event] = race

AnyLine = any_game.Line[Any, Any]


class Played(NamedTuple):
    """A game, or a variant of it, as the suite plays it."""

    name: str
    game: AnyGame
    scenario: str
    """A short one, of its newest version, for whole games at a table."""
    players: int
    games: st.SearchStrategy[Any]
    """Whole games of all numbers of players."""
    lines: st.SearchStrategy[Any]
    """Games up to some position; rare phases are as likely as others."""
    candidates: Callable[[Any], Iterable[Any]]
    """Moves that can be written, possible or not, with all possible ones among them."""
    lying: Callable[[Any], Counter[Any] | None]
    """Everything that can be neither lost nor doubled, wherever it lies; None where that cannot be said."""
    asks_at_once: bool = True
    """Its rules ask several seats at the same time, somewhere in every game."""

    def __repr__(self) -> str:
        return self.name


# The small game of the tests.


@lru_cache(maxsize=400)
def whole_race(players: int, seed: int) -> AnyLine:
    """A race from set-up to its end."""
    rng = Random(seed)

    def choose(state: race.State) -> race.Move:
        return race.sample_chance(state, rng) if state.to_act == CHANCE else rng.choice(race.legal_moves(state))

    opening = race.new_game(race.load_scenario("race"), players)
    return any_game.whole(race, opening, choose, f"whole_race({players}, {seed})")


RACES = st.builds(whole_race, st.integers(2, 3), st.integers(0, SEEDS - 1))


def every_card(state: race.State) -> list[race.Move]:
    return [race.Move(verb, number) for verb, number in product(("deal", "card", "roll", "run"), range(-1, 11))]


def lying_in_race(state: race.State) -> Counter[Any]:
    hands = zip(state.hands, state.played, strict=True)
    return Counter((seat, card) for seat, cards in enumerate(hands) for part in cards for card in part)


# The games of the library.


def moves_of_mali(state: engine.GameState) -> list[Any]:
    return [*random_play.every_move(state.game), *random_play.every_choice_of_goals(state)]


def lying_in_mali(state: engine.GameState) -> Counter[Any] | None:
    if state.phase is not engine.Phase.CHOOSE_CARD:
        return None  # orders that leave the track may be late only a little later
    open_orders = [order for order, _ in [*state.track, *state.top] if order != VICTORY]
    delivered = [order for own in state.delivered for order in own]
    return Counter([*state.deck, *state.late, *state.discarded, *delivered, *open_orders])


def moves_of_wiarusi(state: wiarusi.GameState) -> Iterable[Any]:
    return random_wars.every_move(state.game)


def lying_in_wiarusi(state: wiarusi.GameState) -> Counter[Any]:
    rows = (state.fresh, state.low, state.nml, state.discard, *state.hands, *state.knocks)
    tiles = (state.box, state.removed, [tile for tile in state.laid if tile], *state.tiles)
    return Counter([*(card for row in rows for card in row), *(tile for row in tiles for tile in row)])


def lying_in_bitwa(state: bitwa_warszawska.GameState) -> Counter[Any]:
    rows = (*state.decks, *state.discards, *state.hands, *state.bids, state.commanders, state.orders)
    units = [(army, bitwa_warszawska.reserve(state, army)) for army in (0, 1)]
    standing = [(at // 3, number) for line in (state.l1, state.l2) for at, number in enumerate(line)]
    counted = Counter[Any](card for row in rows for card in row if card)
    for army, number in (*units, *standing):
        counted[army] += number
    return counted


PLAYED = [
    Played(
        *("basic", MALI, "short", 2),
        *(random_play.games(random_play.BASIC), random_play.lines(random_play.BASIC)),
        *(moves_of_mali, lying_in_mali),
    ),
    Played(
        *("extended", MALI, "short-extended", 3),
        *(random_play.games(random_play.EXTENDED), random_play.lines(random_play.EXTENDED)),
        *(moves_of_mali, lying_in_mali),
    ),
    Played(
        *("wiarusi", WIARUSI, "wiarusi-standard", 3),
        *(random_wars.games(), random_wars.lines()),
        *(moves_of_wiarusi, lying_in_wiarusi),
    ),
    Played(
        *("bitwa", BITWA, "bitwa-short", 4),
        *(random_battles.games(), random_battles.lines()),
        *(random_battles.every_move, lying_in_bitwa),
        asks_at_once=False,
    ),
    Played(
        *("race", RACE, "race", 3),
        *(RACES, any_game.cut_in_phases(RACES, ("deal", "card", "roll", "over"))),
        *(every_card, lying_in_race),
    ),
]
