"""What does not change during a game: the scenario, how many play, and tables made from them once."""

from __future__ import annotations

from mali_powstancy.tabletop.position import with_one
from mali_powstancy.tabletop.scenario_file import made_once
from mali_powstancy.wiarusi.cards import (
    SIGN,
    THREATS,
    TILES,
    CardId,
    Effect,
    Gift,
    Knock,
    ThreatCard,
    ThreatId,
    TileId,
    tile_target,
)
from mali_powstancy.wiarusi.moves import (
    Charm,
    Deal,
    DrawCard,
    DrawTile,
    Drop,
    FirstLeader,
    Forget,
    GiveCharacter,
    Lay,
    Play,
    Seat,
    Speak,
)
from mali_powstancy.wiarusi.scenario import Scenario
from mali_powstancy.wiarusi.state import CHANCE, Phase, Task

_TILE_RANK = {tile: rank for rank, tile in enumerate(TILES)}


class Game:
    """A scenario with so many players and so many cards in the trials pile at the beginning."""

    def __init__(self, scenario: Scenario, players: int, pile: int) -> None:
        self.scenario = scenario
        self.players = players
        self.pile = pile
        """With how many cards the trials pile begins."""
        self.counts = scenario.players[players]
        self.seats: tuple[Seat, ...] = tuple(range(players))
        self.chaplain: Seat | None = players if self.counts.chaplain else None
        """The seat of the chaplain, if he takes part: the last of the ring (HW-5)."""
        self.ring: tuple[Seat, ...] = tuple(range(players + self.counts.chaplain))
        """All that give and receive support tiles."""
        trials = scenario.trials
        self.cards: tuple[CardId, ...] = tuple(trials)
        self.rank = {card: number for number, card in enumerate(trials)}
        # What the cards are.
        self.threat_cards = frozenset(card.id for card in trials.values() if isinstance(card, ThreatCard))
        self.knock_cards = frozenset(card.id for card in trials.values() if isinstance(card, Knock))
        self.gifts = frozenset(card.id for card in trials.values() if isinstance(card, Gift))
        self.traps = frozenset(
            card.id for card in trials.values() if isinstance(card, ThreatCard) and card.trap and scenario.traps
        )
        """The cards that set off a trap; none in the game for beginners (W-51)."""
        self.signs: dict[CardId, int] = {}
        """By card: what it adds to the active threats, a byte for each; `cards.SIGN` says how."""
        self.places: dict[CardId, tuple[int, ...]] = {}
        """By card: at which bits of that number its threats are counted."""
        self.bolts: dict[CardId, int] = {}
        owner_of: dict[Effect, CardId] = {}
        for card in trials.values():
            self.signs[card.id] = 0
            if isinstance(card, ThreatCard):
                self.signs[card.id] = sum(SIGN[threat] for threat in card.threats)
            elif isinstance(card, Knock):
                self.bolts[card.id] = card.bolts
                self.signs[card.id] = SIGN[card.threat] if card.threat else 0
                owner_of[card.effect] = card.id
        for card_id, signs in self.signs.items():
            self.places[card_id] = tuple(8 * place for place in range(len(THREATS)) if signs >> 8 * place & 1)
        self.shows: dict[ThreatId, frozenset[CardId]] = {
            threat: frozenset(card for card, signs in self.signs.items() if signs & SIGN[threat]) for threat in THREATS
        }
        """By threat: the cards that show it, traumas and phobias too."""
        self.too_many = sum((128 - scenario.identical_threats) * sign for sign in SIGN.values())
        self.nearly_too_many = self.too_many + sum(SIGN.values())
        """Added to the active threats, these raise a byte's highest bit if the mission fails, or is about to."""
        # The one card with each effect; an empty text if the deck has none.
        self.mute = owner_of.get(Effect.MUTE, "")
        self.tyrannical = owner_of.get(Effect.TYRANNICAL, "")
        self.demoralized = owner_of.get(Effect.DEMORALIZED, "")
        self.fragile = owner_of.get(Effect.FRAGILE, "")
        self.fearful = owner_of.get(Effect.FEARFUL, "")
        self.panicked = owner_of.get(Effect.PANICKED, "")
        self.frenzied = owner_of.get(Effect.FRENZIED, "")
        self.selfish = owner_of.get(Effect.SELFISH, "")
        self.hardheaded = owner_of.get(Effect.HARDHEADED, "")
        self.prideful = owner_of.get(Effect.PRIDEFUL, "")
        self.clumsy = owner_of.get(Effect.CLUMSY, "")
        self.absent_minded = owner_of.get(Effect.ABSENT_MINDED, "")
        # Small values are made once, so that playing is mostly looking up.
        self.characters = {name: GiveCharacter(name) for name in scenario.characters}
        self.leaders = tuple(FirstLeader(seat) for seat in self.seats)
        self.draws = {card: DrawCard(card) for card in trials}
        self.plays = {card: Play(card) for card in trials}
        self.charms = {card: Charm(card) for card in trials}
        self.drops = {card: Drop(card) for card in trials}
        self.speeches = [Speak(threat) for threat in THREATS]
        self.deals = tuple(Deal(number) for number in range(max(len(trials), scenario.first_difficulty) + 1))
        self.tile_draws = {tile: DrawTile(tile) for tile in TILES}
        self.lays = {tile: Lay(tile) for tile in TILES}
        self.forgets = {tile: Forget(tile) for tile in TILES}
        self.target = tuple({tile: tile_target(tile, seat, len(self.ring)) for tile in TILES} for seat in self.ring)
        """By seat of the ring and kind of tile: to whom it points (HW-4)."""
        self.turns = tuple((Task(Phase.TURN, seat),) for seat in self.seats)
        self.dealings = tuple(Task(Phase.DEALING, CHANCE, seat) for seat in self.seats)
        self.action_ends = tuple(Task(Phase.ACTION_ENDS, seat=seat) for seat in self.seats)
        self.clockwise_after = tuple(self.seats[seat + 1 :] + self.seats[:seat] for seat in self.seats)
        """By seat: the others, as they play after it."""

    def in_order(self, cards: frozenset[CardId] | tuple[CardId, ...]) -> tuple[CardId, ...]:
        """Cards in the order of the deck's file."""
        return tuple(sorted(cards, key=self.rank.__getitem__))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Game) and (self.scenario, self.players, self.pile) == (
            other.scenario,
            other.players,
            other.pile,
        )

    def __hash__(self) -> int:
        return hash((self.scenario, self.players, self.pile))


def with_tile(tiles: tuple[TileId, ...], tile: TileId) -> tuple[TileId, ...]:
    """A stock of tiles and one more, in the order of the kinds."""
    return with_one(tiles, tile, _TILE_RANK)


game_of = made_once(Game)
"""The one `Game` of a scenario, a number of players and a pile, shared by all its positions."""
