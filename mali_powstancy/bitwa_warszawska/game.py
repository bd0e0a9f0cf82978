"""What does not change during a game: the scenario, who plays which army, and tables made from them once."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

from mali_powstancy.bitwa_warszawska.cards import (
    ARMIES,
    FRONTS,
    HALVES,
    PLACES,
    RESOURCES,
    Army,
    CardId,
    SeatName,
)
from mali_powstancy.bitwa_warszawska.effects import Clause
from mali_powstancy.bitwa_warszawska.moves import (
    WAYS,
    Activate,
    Add,
    Bid,
    Block,
    DrawCard,
    GiveInitiative,
    HandOut,
    LayMarker,
    LaySpecial,
    MoveMarker,
    Play,
    Seat,
    Step,
)
from mali_powstancy.bitwa_warszawska.scenario import Scenario
from mali_powstancy.bitwa_warszawska.state import Phase, Task

FRONT = {name: front for front, name in enumerate(FRONTS)}
PLACE = {name: number for number, name in enumerate(HALVES)}
"""The places of both halves by name: ten of WP's half, then ten of ACz's."""


class Game:
    """A scenario with its seats: who plays which army."""

    def __init__(self, scenario: Scenario, players: int, pair: Army) -> None:
        self.scenario = scenario
        self.players = players
        self.pair = pair
        """With three players: the army that two of them play [V-8]."""
        self.counts = scenario.players[players]
        self.seats: tuple[Seat, ...] = tuple(range(players))
        self.armies: tuple[Army, ...] = {2: (0, 1), 3: (0, 1, pair), 4: (0, 1, 0, 1)}[players]
        """By seat: its army."""
        self.camps = tuple(tuple(seat for seat in self.seats if self.armies[seat] == army) for army in (0, 1))
        """By army: its seats."""
        self.seat_names: tuple[SeatName, ...] = tuple(
            f"{ARMIES[army]}-{self.camps[army].index(seat) + 1}" for seat, army in enumerate(self.armies)
        )
        self.seat_of = {name: seat for seat, name in enumerate(self.seat_names)}
        markers = [seat for camp in self.camps for seat in (camp if players == 2 else (camp * 2)[:2])]
        self.initiatives: tuple[tuple[Seat, ...], ...] = tuple(sorted(set(permutations(markers))))
        """Every order of the initiative markers; with three players who is alone has two [V-15, V-18, HV-20]."""
        # What the cards are.
        cards = scenario.cards
        self.decks = tuple(tuple(card.id for card in cards.values() if card.army == army) for army in ARMIES)
        self.rank = {card: number for number, card in enumerate(cards)}
        self.kind = {card.id: card.kind for card in cards.values()}
        self.limit = {"": scenario.line_limit} | {
            card.id: max(card.limit, scenario.line_limit) for card in cards.values() if card.kind == "commander"
        }
        """By commander, or none: so many units the second line of his front holds [V-44]."""
        self.at_once: dict[CardId, tuple[tuple[Clause, ...], ...]] = {}
        """By card and option: what it does when it is played or activated."""
        self.in_battle: dict[CardId, tuple[tuple[Clause, ...], ...]] = {}
        """By card and option: what it does in the battle."""
        self.always: dict[CardId, tuple[bool, ...]] = {}
        """By card and option: nothing can keep it from being used [HV-26]."""
        for card in cards.values():
            options = card.options
            self.at_once[card.id] = tuple(tuple(c for c in option if not c.battle) for option in options)
            self.in_battle[card.id] = tuple(tuple(c for c in option if c.battle) for option in options)
            self.always[card.id] = tuple(any(_cannot_fail(clause) for clause in option) for option in options)
        # Small values are made once, so that playing is mostly looking up.
        self.gifts = tuple(GiveInitiative(self.named(order)) for order in self.initiatives)
        self.hand_outs = tuple(HandOut(self.named(order)) for order in self.initiatives)
        self.draws = tuple(
            {card: DrawCard(self.seat_names[seat], card) for card in self.decks[self.armies[seat]]}
            for seat in self.seats
        )
        halves = (HALVES[10:], HALVES[:10])
        self.lays, self.blocks, self.specials = (
            tuple(tuple(map(LayMarker, half)) for half in halves),
            tuple(tuple(map(Block, half)) for half in halves),
            tuple(tuple(map(LaySpecial, half)) for half in halves),
        )
        """By army and place: its marker, or the Special one, on the half of the foe."""
        self.adds = tuple(map(Add, FRONTS))
        self.steps = tuple(map(Step, WAYS))
        self.unit_plays = {
            card.id: (Play(card.id),) if card.options[0][0].fronts else tuple(Play(card.id, front) for front in FRONTS)
            for card in cards.values()
            if card.kind == "unit"
        }
        self.plays = {
            card: tuple(tuple(Play(card, front, option) for option in (0, 1, 2)) for front in FRONTS)
            for card, kind in self.kind.items()
            if kind != "unit"
        }
        """By card, front and number of the effect."""
        self.activations = {
            card: tuple(Activate(card, front, option) for front in FRONTS for option in (0, 1, 2)) for card in cards
        }
        """By card: three for each front."""
        self.bids = {card: [Bid(card, resource) for resource in RESOURCES] for card in cards}
        self.marker_moves = {
            card: tuple(
                tuple(MoveMarker(card, ARMIES[army], HALVES[10 * (1 - army) + place]) for place in range(len(PLACES)))
                for army in (0, 1)
            )
            for card in cards
        }
        """By card, army whose marker it is, and place."""
        self.turns = tuple(tuple(Task(Phase.TURN, seat, number=number) for number in range(4)) for seat in self.seats)
        self.next_turns = tuple(Task(Phase.NEXT_TURN, number=number) for number in range(4))

    def named(self, order: Iterable[Seat]) -> tuple[SeatName, ...]:
        """Seats by their names."""
        return tuple(self.seat_names[seat] for seat in order)

    def with_card(self, cards: tuple[CardId, ...], card: CardId) -> tuple[CardId, ...]:
        """A set of cards and one more."""
        rank = self.rank
        place = rank[card]
        if not cards or rank[cards[-1]] < place:
            return (*cards, card)
        at = bisect(cards, place, key=rank.__getitem__)
        return (*cards[:at], card, *cards[at:])

    def in_order(self, cards: Iterable[CardId]) -> tuple[CardId, ...]:
        """Cards in the order of the deck's file."""
        return tuple(sorted(cards, key=self.rank.__getitem__))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Game) and (self.scenario, self.armies) == (other.scenario, other.armies)

    def __hash__(self) -> int:
        return hash((self.scenario, self.armies))


def _cannot_fail(clause: Clause) -> bool:
    """No condition and no battle that may have been fought already keeps it from being carried out."""
    return not clause.conditions and clause.verb != "start" and not clause.battle


class _Same:
    """A scenario by identity: two with equal rules may still have other names."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.scenario is other.scenario

    def __hash__(self) -> int:
        return id(self.scenario)


@lru_cache(maxsize=64)
def _game(same: _Same, players: int, pair: Army) -> Game:
    return Game(same.scenario, players, pair)


def game_of(scenario: Scenario, players: int, pair: Army = 0) -> Game:
    """The one `Game` of a scenario and its seats, shared by all its positions."""
    return _game(_Same(scenario), players, pair)
