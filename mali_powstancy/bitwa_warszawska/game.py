"""What does not change during a game: the scenario, who plays which army, and tables made from them once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from mali_powstancy.bitwa_warszawska.cards import (
    ARMIES,
    FRONTS,
    HALVES,
    RESOURCES,
    Army,
    CardId,
    Front,
    SeatName,
)
from mali_powstancy.bitwa_warszawska.effects import Clause, Option
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
from mali_powstancy.tabletop.scenario_file import made_once

FIELDS = tuple(tuple(front for front in range(3) if fields >> front & 1) for fields in range(8))
"""The fronts of each set of order fields: 1 for North, 2 for Middle, 4 for South."""
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
        self.usable: dict[CardId, tuple[tuple[int, ...] | None, ...]] = {}
        """By card and front: the options that can be used there; None where that depends on the position [HV-26]."""
        for card in cards.values():
            options = card.options
            self.at_once[card.id] = tuple(tuple(c for c in option if not c.battle) for option in options)
            self.in_battle[card.id] = tuple(tuple(c for c in option if c.battle) for option in options)
            self.usable[card.id] = tuple(_usable(options, front) for front in range(len(FRONTS)))
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
        self.order_plays = {
            card: tuple(tuple(plays[front][0] for front in fronts) for fronts in FIELDS)
            for card, plays in self.plays.items()
            if self.kind[card] == "order"
        }
        """By order and by the fronts with an open field, as `FIELDS` tells them."""
        self.commander_plays = {
            card: tuple(
                None if usable is None else tuple(plays[front][number] for number in numbers_of_choice(usable, options))
                for front, usable in enumerate(self.usable[card])
            )
            for card, plays in self.plays.items()
            if self.kind[card] == "commander"
            for options in (len(cards[card].options),)
        }
        """By commander and front, where the place is open; None where it depends on the position."""
        self.activations = {
            card: tuple(Activate(card, front, option) for front in FRONTS for option in (0, 1, 2)) for card in cards
        }
        """By card: three for each front."""
        self.bids = {card: [Bid(card, resource) for resource in RESOURCES] for card in cards}
        self.marker_moves = {
            card: tuple(
                tuple(
                    tuple(MoveMarker(card, ARMIES[army], place) for place in half if place != present)
                    for present in half
                )
                for army, half in enumerate(halves)
            )
            for card in cards
        }
        """By card, army whose marker it is, and the place where it lies now [HV-5]."""
        self.turns = tuple(tuple(Task(Phase.TURN, seat, number=number) for number in range(4)) for seat in self.seats)
        self.next_turns = tuple(Task(Phase.NEXT_TURN, number=number) for number in range(4))

    def named(self, order: Iterable[Seat]) -> tuple[SeatName, ...]:
        """Seats by their names."""
        return tuple(self.seat_names[seat] for seat in order)

    def in_order(self, cards: Iterable[CardId]) -> tuple[CardId, ...]:
        """Cards in the order of the deck's file."""
        return tuple(sorted(cards, key=self.rank.__getitem__))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Game) and (self.scenario, self.armies) == (other.scenario, other.armies)

    def __hash__(self) -> int:
        return hash((self.scenario, self.armies))


def _usable(options: Sequence[Option], front: Front) -> tuple[int, ...] | None:
    """The options of which a clause cannot fail on a front; None if those of another one may or may not [HV-26]."""
    fates = [{_fate(clause, front) for clause in option} for option in options]
    if any(None in fate and True not in fate for fate in fates):
        return None
    return tuple(number for number, fate in enumerate(fates) if True in fate)


def _fate(clause: Clause, front: Front) -> bool | None:
    """Whether a clause can be carried out on a front; None if units or a battle there can make a difference."""
    if clause.battle:
        return None
    known = [condition.on(front) for condition in clause.conditions]
    if False in known:
        return False
    return None if clause.verb == "start" or None in known else True


def numbers_of_choice(usable: Sequence[int], options: int) -> list[int]:
    """The numbers of the effects to choose from; [0] if there is nothing to choose [V-47, HV-26]."""
    if not usable or options == 1:
        return [0]
    return [number + 1 for number in usable]


game_of = made_once(Game)
"""The one `Game` of a scenario and its seats, shared by all its positions."""
