"""Random legal play of Bitwa Warszawska: whole games and the positions in them, for tests that ask what holds."""

from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from mali_powstancy import bitwa_warszawska
from mali_powstancy.bitwa_warszawska import (
    CHANCE,
    GameState,
    Move,
    Phase,
    Scenario,
    game_rng,
    legal_moves,
    load_scenario,
    new_game,
    read_scenario,
    sample_chance,
)
from mali_powstancy.bitwa_warszawska.cards import FRONTS, HALVES, MARKERS, RESOURCES
from mali_powstancy.bitwa_warszawska.game import Game
from mali_powstancy.bitwa_warszawska.moves import (
    LINES,
    NO_PLACE,
    NO_WAYS,
    SEAT_NAMES,
    Activate,
    Add,
    AdvanceAll,
    Bid,
    Block,
    Done,
    DrawCard,
    End,
    GiveFour,
    GiveInitiative,
    HandOut,
    Hold,
    Keep,
    LayMarker,
    LaySpecial,
    MoveMarker,
    Pass,
    Play,
    Remove,
    RollFront,
    Start,
    Step,
    Stop,
    TakeFunds,
    TakeSupplies,
)
from tests import any_game
from tests.any_game import SEEDS
from tests.bitwa_warszawska.tables import card_rows

# Small decks with every kind of effect, so that random play meets everything, and all ends.
CARDS = (
    "wp-a WP commander 4: may start; battle: may advance all",
    "wp-b WP commander 5: remove 2 from any | move 2; again",
    "wp-c WP commander 6: advance all | start if own > foe",
    "wp-d WP unit: add 3 L2 on one",
    "wp-e WP unit: add 1 L1 + 2 L2 on N&S",
    "wp-f WP order: block any; move 2; again",
    "wp-g WP order: advance 2; battle: remove 1 from any",
    "wp-h WP order: move 1; battle: strength 2 if own.L1 >= 2",
    "wp-i WP order: battle: may advance all; battle: strength own.L1",
    "acz-a ACz commander 4: start if at N | remove 1 from any if at M/S",
    "acz-b ACz commander 6: strength 2 | advance own.L1",
    "acz-c ACz commander 3: strength 1 if own < foe",
    "acz-d ACz unit: add 3 L2 on one",
    "acz-e ACz unit: add 1 L1 on N&M&S",
    "acz-f ACz order: block L2; move 1",
    "acz-g ACz order: move 1; remove 1 per 3 own.L2 from L1",
    "acz-h ACz order: move 2; battle: strength 1 per 2 own.L2",
    "acz-i ACz order: move 6",
)
SMALL = f"""
id = "small-battle"
version = 1
title = "Mała bitwa"
based_on = "bitwa-standard"
deck = {card_rows(*CARDS)}

[numbers]
units = 12
rounds = 4
points = 5
"""
LEVELS = ("bitwa-standard", "bitwa-short", "small")
TABLES = ((2, None), (3, "WP"), (3, "ACz"), (4, None))
"""How many play, and with three which army is that of two."""


@lru_cache
def level(name: str) -> Scenario:
    """A shipped scenario, or the small one."""
    return load_scenario(name) if name != "small" else read_scenario(SMALL)


def choose(state: GameState, rng: Random, oddity: float = 0.2) -> Move:
    """What happens next: chance, or a player who mostly plays cards and with probability `oddity` does anything."""
    if state.to_act == CHANCE:
        return sample_chance(state, rng)
    moves: list[Move] = [*legal_moves(state)]
    if len(moves) > 1 and rng.random() >= oddity:
        kinds: list[type[Move]] = sorted({type(move) for move in moves} - {Pass}, key=lambda kind: kind.__name__)
        kind = kinds[int(rng.random() * len(kinds))]
        moves = [move for move in moves if type(move) is kind]
    return moves[int(rng.random() * len(moves))]


Line = any_game.Line[GameState, any_game.PlayedMove]


@lru_cache(maxsize=400)
def whole_game(name: str, table: int, seed: int, oddity: float = 0.2) -> Line:
    """A game from set-up to its end; in every third one the initiative was given."""
    rng = game_rng(seed)
    players, pair = TABLES[table]
    opening = new_game(level(name), players, pair=pair)
    if seed % 3 == 0:
        order = opening.game.named(opening.game.initiatives[-1])
        opening = new_game(level(name), players, pair=pair, initiative=order)
    told = f"whole_game({name!r}, {table}, {seed}, {oddity})"
    return any_game.whole(bitwa_warszawska, opening, lambda state: choose(state, rng, oddity), told)


def games() -> st.SearchStrategy[Line]:
    """Whole games of all scenarios and tables."""
    return st.builds(
        whole_game,
        st.sampled_from(LEVELS),
        st.integers(0, len(TABLES) - 1),
        st.integers(0, SEEDS - 1),
        st.sampled_from((0.2, 1.0)),
    )


def lines(phases: tuple[Phase, ...] = tuple(Phase)) -> st.SearchStrategy[Line]:
    """Games up to some position of these phases."""
    return any_game.cut_in_phases(games(), phases)


def every_move(state: GameState) -> tuple[Move, ...]:
    """All moves that can be written with the names of a game, those of some cards, and a few wrong ones."""
    held = {card for hand in state.hands for card in hand}
    some = [card for card in state.game.rank if card in held or state.game.rank[card] % 9 == 0]
    return _every_move(state.game, tuple(some))


@lru_cache(maxsize=512)
def _every_move(game: Game, some: tuple[str, ...]) -> tuple[Move, ...]:
    cards, fronts = [*some, "no-card"], [*FRONTS, "X"]
    orders = [game.named(order) for order in game.initiatives]
    return (
        *(kind(order) for kind in (GiveInitiative, HandOut) for order in [*orders, ("WP-1",), ()]),
        *(DrawCard(seat, card) for seat in SEAT_NAMES for card in [*game.rank, "no-card"]),
        *map(RollFront, fronts),
        *(kind(place) for kind in (LayMarker, LaySpecial, Block) for place in [*HALVES, NO_PLACE, "WP:X"]),
        *map(TakeFunds, ["markers", "cards", "high"]),
        *map(TakeSupplies, ["high", "low", "cards"]),
        *map(GiveFour, [*SEAT_NAMES, "WP-3"]),
        *map(Add, fronts),
        *map(Step, [*NO_WAYS, "X"]),
        *map(Remove, [*LINES, "L3"]),
        *(Play(card, front, option) for card in cards for front in ["", *fronts] for option in (0, 1, 2, 3)),
        *(Activate(card, front, option) for card in cards for front in fronts for option in (0, 1, 2, 3)),
        *(MoveMarker(card, marker, place) for card in cards for marker in MARKERS for place in [*HALVES, "X"]),
        *(Bid(card, resource) for card in cards for resource in [*RESOURCES, "gold"]),
        *(kind() for kind in (End, Pass, Stop, Start, Hold, AdvanceAll, Keep, Done)),
    )
