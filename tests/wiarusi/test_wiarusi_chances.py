"""The exact chances of the game, and that the piles without a hidden order are those of a real table."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from mali_powstancy.wiarusi import chance_outcomes, load_scenario, new_game, parse_move, play
from mali_powstancy.wiarusi.cards import Knock, ThreatCard
from mali_powstancy.wiarusi.events import MissionFailed
from mali_powstancy.wiarusi.moves import DrawCard, DrawTile, FirstLeader, GiveCharacter
from mali_powstancy.wiarusi.rules.piles import lower_morale, possible_draws, shuffle_back, take_from_pile
from mali_powstancy.wiarusi.state import GameState, Phase, draft_of, finished
from tests.wiarusi.tables import NAMES, after, table

STANDARD = load_scenario("wiarusi-standard")


def opening(players: int) -> GameState:
    """Only tiles are still to be drawn."""
    characters = [*NAMES[:players], *["anselme"][: players == 2]]
    return new_game(STANDARD, players, characters=characters, leader=0)


def to(state: GameState, phase: Phase) -> GameState:
    """Chance acts until this phase."""
    while state.phase is not phase:
        state, _ = play(state, next(iter(chance_outcomes(state))))
    return state


def draw_chances(state: GameState) -> dict[str, Fraction]:
    return {move.card: chance for move, chance in chance_outcomes(state).items() if isinstance(move, DrawCard)}


def tile_chances(state: GameState) -> dict[str, Fraction]:
    return {move.tile: chance for move, chance in chance_outcomes(state).items() if isinstance(move, DrawTile)}


def test_the_first_card_of_a_new_game_WC_1_W_5_HW_6():
    state = play(to(opening(3), Phase.DIFFICULTY), parse_move("deal 3")).state
    chances = draw_chances(state)
    trials = STANDARD.trials
    assert chances == dict.fromkeys(trials, Fraction(1, 59))
    assert sum(chance for card, chance in chances.items() if isinstance(trials[card], Knock)) == Fraction(19, 59)
    assert chances["merry-christmas"] == Fraction(1, 59)
    assert sum(chances[card] for card in state.game.shows["night"]) == Fraction(15, 59)
    traps = [card.id for card in trials.values() if isinstance(card, ThreatCard) and card.trap]
    assert sum(chances[card] for card in traps) == Fraction(9, 59)


def test_the_third_tile_with_five_players_WC_2_W_3_HW_3():
    sixths = {"L1": 1, "R1": 1, "L2": 2, "R2": 2}
    assert tile_chances(opening(5)) == {tile: Fraction(share, 6) for tile, share in sixths.items()}


def test_the_third_tile_with_four_players_WC_3_W_3_HW_3():
    assert tile_chances(opening(4)) == dict.fromkeys(("L1", "R1", "L2", "R2"), Fraction(2, 8))


@pytest.mark.parametrize("players", [2, 3])
def test_the_third_tile_with_two_or_three_players_WC_4_W_4_HW_3(players):
    assert tile_chances(opening(players)) == {"L1": Fraction(3, 6), "R1": Fraction(3, 6)}


def test_third_tiles_are_drawn_without_replacement_W_3_HW_3():
    state = opening(3)
    for left in ((3, 3), (3, 2), (3, 1)):
        assert tile_chances(state) == {tile: Fraction(n, sum(left)) for tile, n in zip(("L1", "R1"), left, strict=True)}
        state = play(state, DrawTile("R1")).state
    assert state.tiles == (("L1", "R1", "R1"),) * 3
    assert Counter(state.box) == {"L1": 3, "L2": 2, "R2": 2}


def test_a_trap_fails_with_three_of_forty_WC_5_W_31_HW_6():
    shows_rain = table({}, {}, {}).game.shows["rain"]
    harmless = [card for card in STANDARD.trials if card not in shows_rain and card != "night-whistle-trap"]
    state = table(
        {"hand": ["night-whistle-trap", "night-snow"]},
        {},
        {},
        nml=["rain-shell-1", "rain-mask-1"],
        top=12,
        reserve=28,
        fresh=["rain-whistle-1", "all-six", "trauma-rain", *[c for c in harmless if c != "night-snow"][:37]],
    )
    state = play(state, parse_move("play night-whistle-trap")).state
    chances = draw_chances(state)
    fails = {card for card in chances if MissionFailed("rain") in play(state, DrawCard(card)).events}
    assert fails == {"rain-whistle-1", "all-six", "trauma-rain"}
    assert sum(chances[card] for card in fails) == Fraction(3, 40)


def after_a_failure() -> GameState:
    """Three fresh cards on top, below them four returned ones and six fresh ones; twenty are fresh in all."""
    returned = ["night-shell-1", "snow-mask-1", "rain-whistle-1", "night-snow"]
    return table({}, {}, {}, active=None, top=3, low=returned, low_fresh=6, reserve=11)


def test_after_a_failure_the_fresh_cards_on_top_come_first_WC_6_HW_6_HW_51():
    state = play(after_a_failure(), parse_move("deal 2")).state
    assert len(state.fresh) == 20
    assert draw_chances(state) == dict.fromkeys(state.fresh, Fraction(1, 20))


def test_then_returned_and_fresh_cards_are_mixed_WC_7_HW_6_HW_51():
    state = play(after_a_failure(), parse_move("deal 2")).state
    for _ in range(3):
        state = play(state, DrawCard(state.fresh[0])).state
    chances = draw_chances(state)
    assert len(state.fresh) == 17
    assert {card: chances[card] for card in state.low} == dict.fromkeys(state.low, Fraction(1, 10))
    assert {card: chances[card] for card in state.fresh} == dict.fromkeys(state.fresh, Fraction(3, 85))
    assert sum(chances.values()) == 1


def test_panic_draws_each_tile_alike_WC_8_K_9_HW_33():
    state = table({"knocks": ["panicked"], "tiles": ["L1", "L1", "R1"]}, {"hand": ["night-snow"]}, {})
    state = play(state, parse_move("withdraw")).state
    assert state.phase is Phase.PANIC
    assert tile_chances(state) == {"L1": Fraction(2, 3), "R1": Fraction(1, 3)}


def test_the_chaplain_draws_each_of_his_tiles_alike_W_57_HW_54():
    state = table({}, {}, active=None, chaplain={"who": "charles", "tiles": ["L1", "R1", "R1"]})
    state = play(state, parse_move("deal 1")).state
    assert state.phase is Phase.CHAPLAIN
    assert tile_chances(state) == {"L1": Fraction(1, 3), "R1": Fraction(2, 3)}


def test_characters_and_leader_are_drawn_alike_W_2_W_7_W_54_HW_1_HW_2():
    state = new_game(STANDARD, 2)
    for left in (6, 5, 4):  # the chaplain too gets one of the rest
        outcomes = chance_outcomes(state)
        assert [*outcomes.values()] == [Fraction(1, left)] * left
        assert all(isinstance(move, GiveCharacter) for move in outcomes)
        state = play(state, next(iter(outcomes))).state
    assert state.characters == ("felix", "gustave", "charles")
    assert chance_outcomes(state) == {FirstLeader(0): Fraction(1, 2), FirstLeader(1): Fraction(1, 2)}
    assert play(state, FirstLeader(1)).state.leader == 1


# The same as at a real table ----------------------------------------------------------------------------------------

DECK = ("night-snow", "snow-rain", "rain-night", "shell-mask", "mask-whistle", "whistle-shell")


def test_the_model_of_the_piles_is_the_physical_shuffle_HW_6_HW_15_HW_51():
    """Six cards, three of them in the pile: two are drawn and go back, one comes from the reserve, three are drawn."""
    assert modelled() == physical()


def physical() -> dict[tuple[str, ...], Fraction]:
    """All orders of the deck and of the shuffled pile, each alike: how likely every sequence of five draws is."""
    found: Counter[tuple[str, ...]] = Counter()
    for deck in permutations(DECK):
        drawn, pile, reserve = deck[:2], deck[2:3], deck[3:]
        for shuffled in permutations(pile + drawn):
            found[(*drawn, *(reserve[0], *shuffled)[:3])] += 1  # what the drop brings lies on top
    return {sequence: Fraction(count, found.total()) for sequence, count in found.items()}


def modelled() -> dict[tuple[str, ...], Fraction]:
    """The same by the engine: weights of draws, the shuffling back and the drop."""
    start = table({}, {}, {}, active=None, top=3, reserve=3, fresh=DECK)
    assert start.fresh == tuple(sorted(DECK, key=start.game.rank.__getitem__))
    found: dict[tuple[str, ...], Fraction] = {}

    def go(state: GameState, drawn: tuple[str, ...], chance: Fraction) -> None:
        if len(drawn) == 5:
            found[drawn] = found.get(drawn, Fraction(0)) + chance
            return
        weights = possible_draws(state)
        for move, weight in weights.items():
            draft = draft_of(state)
            take_from_pile(draft, move.card)
            if len(drawn) == 1:
                draft.nml = draft.game.in_order((drawn[0], move.card))
                shuffle_back(draft)
                assert lower_morale(draft, 1) == 1
            go(finished(draft), (*drawn, move.card), chance * Fraction(weight, sum(weights.values())))

    go(start, (), Fraction(1))
    return found


def test_a_drop_of_the_last_cards_moves_what_is_there_HW_50():
    draft = draft_of(after(table({}, {}, {}, reserve=2)))
    assert lower_morale(draft, 5) == 2
    assert draft.reserve == 0
