"""Chances: exact ones for one roll of the die and for the next cards, and estimated ones from many games.

>>> from mali_powstancy.engine import load_scenario, new_game, observe
>>> basic = load_scenario("basic-1")
>>> reach_chance(basic, 3)
Fraction(1, 3)
>>> seen = observe(new_game(basic, players=2), seat=0)
>>> chance_of_any(seen, orders_with(basic, to="ochota"), cards=2)
Fraction(11, 41)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from mali_powstancy.analysis.measures import share_of_cases
from mali_powstancy.analysis.names import known_names
from mali_powstancy.analysis.tables import Rows
from mali_powstancy.engine import CHANCE, GameState, Observation, Scenario, Transition, apply_unchecked, chance_outcomes
from mali_powstancy.engine.board import DistrictId, FieldId
from mali_powstancy.engine.cards import VICTORY, Colour, OrderId, ScoutId
from mali_powstancy.engine.moves import ChanceMove
from mali_powstancy.engine.rules.ordering import leads_to_fallen, order_phase_ahead
from mali_powstancy.engine.rules.soldier import nearest_scouts
from mali_powstancy.engine.tally import GameRow
from mali_powstancy.lab.intervals import Estimate, share
from mali_powstancy.lab.rows import Games

# What chance does next ----------------------------------------------------------------------------------------------


class MoveChance(NamedTuple):
    """Something that chance can do now."""

    move: ChanceMove
    chance: Fraction


def next_chances(state: GameState) -> Rows[MoveChance]:
    """What chance can do now, with chances that add up to 1; nothing unless chance is to act."""
    return Rows(MoveChance, (MoveChance(move, chance) for move, chance in chance_outcomes(state).items()))


def chance_that(state: GameState, happens: Callable[[Transition], bool]) -> Fraction:
    """The chance that the next roll, draw or deal leads to something, such as an event or a position."""
    if state.to_act != CHANCE:
        raise ValueError(f"nothing is rolled, drawn or dealt now: {state.phase}")
    led_to = ((chance, apply_unchecked(state, move)) for move, chance in chance_outcomes(state).items())
    return sum((chance for chance, transition in led_to if happens(transition)), Fraction(0))


# The die and the soldier --------------------------------------------------------------------------------------------


class FaceChance(NamedTuple):
    """A colour and number of the die; equal faces are counted together."""

    colour: Colour
    number: int
    chance: Fraction


class ReachChance(NamedTuple):
    """How likely the soldier runs so far with the next roll."""

    distance: int
    chance: Fraction


class FieldDanger(NamedTuple):
    """How likely the soldier reaches a field with the next roll if the scout nearest to him stands there."""

    field: FieldId
    distance: int
    chance: Fraction


class ScoutDanger(NamedTuple):
    """How likely the next roll, if it came now, gets a scout arrested."""

    scout: ScoutId
    distance: int | None
    """Fields between the soldier and the scout, its own counted; None if the scout is not on the board."""
    chance: Fraction
    is_sure: bool
    """False if a player will decide towards whom the soldier runs, or the order of play is not known yet."""


def die_chances(scenario: Scenario) -> Rows[FaceChance]:
    """What the die can show."""
    faces = _die(scenario)
    different = dict.fromkeys(faces)
    return Rows(FaceChance, (FaceChance(*face, Fraction(faces.count(face), len(faces))) for face in different))


def reach_chance(scenario: Scenario, distance: int) -> Fraction:
    """The chance that the soldier runs at least so far with the next roll: the die is black, and large enough."""
    if type(distance) is not int or distance < 1:
        raise ValueError(f"a distance from the soldier is a whole number from 1 on, not {distance!r}")
    faces = _die(scenario)
    return Fraction(sum(colour is Colour.BLACK and number >= distance for colour, number in faces), len(faces))


def reach_chances(scenario: Scenario) -> Rows[ReachChance]:
    """The chances of all distances that the soldier can run with one roll, and of the first that he cannot."""
    farthest = max([number for colour, number in _die(scenario) if colour is Colour.BLACK], default=0)
    return Rows(ReachChance, (ReachChance(far, reach_chance(scenario, far)) for far in range(1, farthest + 2)))


def field_dangers(scenario: Scenario, soldier: FieldId) -> Rows[FieldDanger]:
    """Where one is safe from a soldier on a field: every other field, in the order of the board file."""
    known_names("field", soldier, scenario.board.rank)
    far = scenario.board.free.distances[soldier]
    others = ((field, far[field]) for field in scenario.board.fields if field != soldier and field in far)
    return Rows(FieldDanger, (FieldDanger(field, away, reach_chance(scenario, away)) for field, away in others))


def scout_dangers(seen: GameState | Observation) -> Rows[ScoutDanger]:
    """How likely each scout is arrested if the die is rolled now; all on the field that is reached are arrested."""
    game = seen.game
    _die(game.scenario)
    far = game.board.free.distances[seen.soldier or ""]
    targets = _targets(seen)
    dangers = []
    for scout, place in zip(game.scouts, seen.where, strict=True):
        away = far.get(place)
        in_danger = away is not None and place in targets
        chance = reach_chance(game.scenario, away) if away is not None and in_danger else Fraction(0)
        dangers.append(ScoutDanger(scout, away, chance, is_sure=not in_danger or len(targets) == 1))
    return Rows(ScoutDanger, dangers)


class _Round(NamedTuple):
    """What the soldier's choice depends on."""

    game: object
    soldier: FieldId | None
    where: tuple[FieldId, ...]
    order_of_play: tuple[int, ...]


def _targets(seen: GameState | Observation) -> set[FieldId]:
    """The fields towards which the soldier may run."""
    possible_orders = [seen.order_of_play] if seen.order_of_play else [(seat,) for seat in seen.game.seats]
    rounds = [_Round(seen.game, seen.soldier, seen.where, order) for order in possible_orders]
    # The rules read nothing else of a position, and observations have it too.
    return {seen.where[number] for one in rounds for number in nearest_scouts(one)}  # type: ignore[arg-type]


def _die(scenario: Scenario) -> list[tuple[Colour, int]]:
    if not scenario.die:
        raise ValueError(f"there is no die and no soldier in {scenario.name}")
    return [(face.colour, face.number) for face in scenario.die]


# The next cards -----------------------------------------------------------------------------------------------------


class CountChance(NamedTuple):
    """How likely exactly so many of some cards come."""

    number: int
    chance: Fraction


class _NextCards(NamedTuple):
    """What somebody knows of the next cards of the deck."""

    known: list[OrderId]
    hidden: int
    """Cards that another player has heard of: none of them leads from or to a fallen district (H-24)."""
    unheard: int
    """Cards that nobody has seen."""


def orders_with(scenario: Scenario, *, start: str | None = None, to: str | None = None) -> tuple[OrderId, ...]:
    """The orders that start or end in a district or object."""
    board = scenario.board
    for name in (start, to):
        if name is not None:
            known_names("district or object", name, [*board.district, *board.place])

    def fits(field: FieldId, wanted: FieldId | DistrictId | None) -> bool:
        return wanted is None or wanted in (field, board.district_of[field])

    return tuple(order.id for order in scenario.orders.values() if fits(order.start, start) and fits(order.to, to))


def cards_due(seen: Observation) -> int:
    """How many cards the next order phase lays, if no late order brings one earlier."""
    if not order_phase_ahead(seen) or seen.stopping:  # type: ignore[arg-type]  # it reads only what is public
        return 0
    return min(seen.game.counts.orders_due(seen.round + 1), seen.deck_left)


def chance_of_any(seen: Observation, orders: OrderId | Iterable[OrderId], cards: int | None = None) -> Fraction:
    """The chance that at least one of these orders is among the next cards of the deck, for who has seen so much."""
    return 1 - count_chances(seen, orders, cards)[0].chance


def count_chances(
    seen: Observation, orders: OrderId | Iterable[OrderId], cards: int | None = None
) -> Rows[CountChance]:
    """How likely 0, 1, 2, ... of these orders are among the next cards of the deck, for who has seen so much.

    `cards` are those of the next order phase if it is not said. Cards that will be put away because their district has
    fallen are counted as well. Hidden cards are taken to have been heard of after the last fall, as is the case
    whenever a player is asked during the turns.
    """
    if not isinstance(seen, Observation):
        raise TypeError("a chance depends on who asks: give observe(position, seat), not the position")
    wanted = known_names("order", orders, [*seen.game.orders, VICTORY])
    ahead = _next_cards(seen, cards_due(seen) if cards is None else cards)
    sure = sum(card in wanted for card in ahead.known)
    chances = _chances_of_unknown(seen, wanted, ahead.hidden, ahead.unheard)
    shifted = [Fraction(0)] * sure + chances
    return Rows(CountChance, (CountChance(number, chance) for number, chance in enumerate(shifted)))


def _next_cards(seen: Observation, cards: int) -> _NextCards:
    if type(cards) is not int or cards < 0:
        raise ValueError(f"the next cards are a whole number from 0 on, not {cards!r}")
    known: list[OrderId] = []
    hidden = unheard = 0
    for at in range(min(cards, seen.deck_left)):
        heard = seen.top[at] if at < len(seen.top) else None
        if at == seen.victory_at:
            known.append(VICTORY)
        elif heard is not None:
            known.append(heard)
        elif at < len(seen.top):
            hidden += 1
        else:
            unheard += 1
    return _NextCards(known, hidden, unheard)


def _chances_of_unknown(seen: Observation, wanted: frozenset[OrderId], hidden: int, unheard: int) -> list[Fraction]:
    """How likely 0, 1, 2, ... of the wanted cards are among the hidden ones, drawn first, and the unheard ones."""
    standing = [card for card in seen.unseen if not leads_to_fallen(seen, card)]  # type: ignore[arg-type]  # see above
    if len(standing) < hidden:
        standing = [*seen.unseen]  # only after a fall, when nothing is known about them any more
    wanted_standing, wanted_unseen = len(wanted.intersection(standing)), len(wanted.intersection(seen.unseen))
    chances = [Fraction(0)] * (min(wanted_unseen, hidden + unheard) + 1)
    for early, chance in _drawn(len(standing), wanted_standing, hidden):
        for later, other in _drawn(len(seen.unseen) - hidden, wanted_unseen - early, unheard):
            chances[early + later] += chance * other
    return chances


def _drawn(cards: int, wanted: int, draws: int) -> Iterator[tuple[int, Fraction]]:
    """How likely so many of the wanted cards are among some draws without putting back: counts and their chances."""
    for count in range(max(0, draws - (cards - wanted)), min(wanted, draws) + 1):
        yield count, Fraction(comb(wanted, count) * comb(cards - wanted, draws - count), comb(cards, draws))


# Whole games --------------------------------------------------------------------------------------------------------


def chance_in_games(games: Games, happens: Callable[[GameRow], bool]) -> Estimate:
    """The share of games in which something happened: what is known about its chance."""
    return share(sum(map(bool, map(happens, games))), len(games))


def arrests_per_round(games: Games) -> Estimate:
    """The share of all rounds in which the soldier arrested somebody."""
    return share_of_cases([len(row.arrests) for row in games], [row.rounds for row in games])
