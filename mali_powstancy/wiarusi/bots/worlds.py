"""Possible worlds: whole positions that agree with what one seat sees, everything hidden from it drawn by chance."""

from __future__ import annotations

import random
from collections import Counter

from mali_powstancy.wiarusi.cards import TILES, CardId, TileId
from mali_powstancy.wiarusi.observation import Observation
from mali_powstancy.wiarusi.rules.setup import new_game
from mali_powstancy.wiarusi.state import KEPT, Draft, GameState, draft_of, finished


class Worlds:
    """All positions that agree with an observation: `observe` gives it again. What they share is worked out once.

    What others did says nothing about their hands here: every card that may be in a place is equally likely there.
    """

    def __init__(self, observation: Observation) -> None:
        if not observation.mission:
            raise ValueError("a table that is still being set has no worlds: nobody is asked there")
        self.seen = observation
        self._common = _what_is_known(observation)
        self._others = [seat for seat in observation.game.seats if seat != observation.seat]
        self._hidden = [seat for seat in self._others if observation.hands[seat] is None]
        self._held = sum([observation.hand_sizes[seat] for seat in self._hidden])
        in_sight = [card for hand in observation.hands if hand is not None for card in hand]
        self._back = [card for card in observation.returned if card not in in_sight]
        self._tiles, self._box = _tiles(observation)

    def draw(self, rng: random.Random) -> GameState:
        """One of them, by chance; only `random()` is used, because it gives the same numbers in every Python."""
        draft = draft_of(self._common)
        self._draw_cards(draft, rng)
        if self.seen.topic is not None:
            self._draw_answers(draft, rng)
        self._draw_tiles(draft, rng)
        return finished(draft)

    def _draw_cards(self, draft: Draft, rng: random.Random) -> None:
        """Fill the other hands; what is left lies in the piles.

        A card that was shuffled back lies in any place of another hand or of the lower part of the pile [HW-55].
        """
        seen, rank = self.seen, self.seen.game.rank.__getitem__
        back, unseen = list(self._back), list(seen.unseen)
        places = self._held + seen.lower
        hands = list(draft.hands)
        for seat in self._hidden:
            hand = []
            for _ in range(seen.hand_sizes[seat]):
                pack = back if rng.random() * places < len(back) else unseen
                places -= 1
                hand.append(pack.pop(int(rng.random() * len(pack))))
            hands[seat] = tuple(sorted(hand, key=rank))
        draft.hands = tuple(hands)
        draft.low = tuple(back)
        draft.low_fresh = seen.lower - len(back)
        draft.fresh = tuple(unseen)

    def _draw_answers(self, draft: Draft, rng: random.Random) -> None:
        """Who has answered a speech gives up any card that fits, or none [HW-19]."""
        seen = self.seen
        shows = seen.game.shows[seen.topic or ""]
        answers = list(seen.answers)
        for seat in self._others:
            if seen.has_answered[seat]:
                possible: list[CardId] = [KEPT, *[card for card in draft.hands[seat] if card in shows]]
                answers[seat] = possible[int(rng.random() * len(possible))]
        draft.answers = tuple(answers)

    def _draw_tiles(self, draft: Draft, rng: random.Random) -> None:
        """Any tile of those that are not in sight may be in a stock or laid face down [HW-26, HW-54]."""
        seen = self.seen
        left = list(self._tiles)
        tiles, laid = list(draft.tiles), list(draft.laid)
        for seat in seen.game.ring:
            if seat == seen.seat:
                continue
            drawn = [left.pop(int(rng.random() * len(left))) for _ in range(seen.tile_counts[seat])]
            tiles[seat] = _sorted(drawn)
            laid[seat] = left.pop(int(rng.random() * len(left))) if seen.has_laid[seat] else None
        draft.tiles, draft.laid = tuple(tiles), tuple(laid)
        draft.box = _sorted(left + self._box)


def _sorted(tiles: list[TileId]) -> tuple[TileId, ...]:
    return tuple([tile for tile in TILES for _ in range(tiles.count(tile))])


def _tiles(seen: Observation) -> tuple[list[TileId], list[TileId]]:
    """The tiles that others may have, and those that certainly stay in the box [W-4]."""
    counts = Counter(seen.game.scenario.tiles)
    own = () if seen.seat is None else (*(seen.tiles[seen.seat] or ()), seen.laid[seen.seat])
    counts.subtract([tile for tile in (*own, *seen.removed) if tile is not None])
    used = [tile for tile in seen.game.counts.kinds for _ in range(counts[tile])]
    box = [tile for tile in TILES if tile not in seen.game.counts.kinds for _ in range(counts[tile])]
    others = [seat for seat in seen.game.ring if seat != seen.seat]
    if len(used) < sum([seen.tile_counts[seat] + seen.has_laid[seat] for seat in others]):
        return used + box, []  # an arranged position with tiles of the box
    return used, box


def _what_is_known(seen: Observation) -> GameState:
    """The position with everything that this seat knows, and with nothing where something is hidden."""
    game = seen.game
    draft = draft_of(new_game(game.scenario, game.players, pile=game.pile))
    draft.game = game
    draft.agenda = seen.agenda
    draft.mission = seen.mission
    draft.leader = seen.leader
    draft.characters = seen.characters
    draft.charms = seen.charms
    draft.hands = tuple([hand or () for hand in seen.hands])
    draft.knocks = seen.knocks
    draft.tiles = tuple([stock or () for stock in seen.tiles])
    draft.laid = seen.laid
    draft.tokens = seen.tokens
    draft.withdrawn = seen.withdrawn
    draft.top = seen.top
    draft.reserve = seen.reserve
    draft.returned = seen.returned
    draft.nml = seen.nml
    draft.discard = seen.discard
    draft.supply = seen.supply
    draft.spent = seen.spent
    draft.removed = seen.removed
    draft.failed = seen.failed
    draft.topic = seen.topic
    draft.answers = seen.answers
    draft.stopping = seen.stopping
    draft.ending = seen.ending
    return finished(draft)
