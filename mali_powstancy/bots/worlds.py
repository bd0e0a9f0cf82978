"""Possible worlds: whole positions that agree with what one seat knows, everything hidden from it drawn by chance."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeVar

from mali_powstancy.engine.cards import VICTORY, Action, GoalId, OrderId
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.rules.hopping import blocked_roads
from mali_powstancy.engine.rules.ordering import lay
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.state import Draft, GameState, Peeked, Phase, draft_of, finished

Item = TypeVar("Item")


class Worlds:
    """All positions that agree with an observation: `observe` gives it again. What they share is worked out once."""

    def __init__(self, observation: Observation) -> None:
        self.seen = observation
        self._common = _what_is_known(observation)
        self._hearers = _who_may_have_heard(observation)
        self._hidden = [place for place, order in enumerate(observation.top) if order is None]
        self._may_lie_on_top = _orders_that_may_be_heard_of(observation)
        self._goals_are_known = not observation.game.scenario.goals or None not in observation.goals

    def draw(self, rng: random.Random) -> GameState:
        """One of them, by chance; only `random()` is used, because it gives the same numbers in every Python."""
        seen = self.seen
        draft = draft_of(self._common)
        draft.sealed = tuple(
            [
                hand[int(rng.random() * len(hand))] if has_sealed and card is None else card
                for card, has_sealed, hand in zip(seen.sealed, seen.has_sealed, seen.hands, strict=True)
            ]
        )
        if seen.top:
            self._draw_top(draft, rng)
        if not self._goals_are_known:
            draft.goals_dealt, draft.goals = _draw_goals(seen, rng)
        return finished(draft)

    def _draw_top(self, draft: Draft, rng: random.Random) -> None:
        """The cards that others have heard of lie on the deck; where the Victory card lies, everybody knows [H-50]."""
        seen = self.seen
        orders = list(seen.top)
        ordinary = [place for place in self._hidden if place != seen.victory_at]
        drawn = _some_of(self._may_lie_on_top, len(ordinary), rng)
        for place, order in zip(ordinary, drawn, strict=True):
            orders[place] = order
        draft.top = tuple(
            [
                Peeked(VICTORY if order is None else order, self._hearers[order_seen is not None])
                for order, order_seen in zip(orders, seen.top, strict=True)
            ]
        )
        draft.deck = tuple([order for order in seen.unseen if order not in drawn])


def _some_of(items: Iterable[Item], count: int, rng: random.Random) -> list[Item]:
    """So many different ones, in the order in which they were drawn."""
    left = list(items)
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


def _what_is_known(seen: Observation) -> GameState:
    """The position with everything that this seat knows, and with nothing where something is hidden."""
    game = seen.game
    draft = draft_of(new_game(game.scenario, patrols=game.patrols))
    draft.game = game
    draft.agenda = seen.agenda
    draft.round = seen.round
    draft.start_player = seen.start_player
    draft.where = seen.where
    draft.carrying = seen.carrying
    draft.hands = seen.hands
    draft.cards = seen.cards
    draft.order_of_play = seen.order_of_play
    draft.points = seen.points
    draft.action_open = seen.action_open
    lay(draft, seen.track)
    draft.deck = seen.unseen
    draft.deck_left = seen.deck_left
    draft.victory_at = seen.victory_at
    draft.delivered = seen.delivered
    draft.late = seen.late
    draft.discarded = seen.discarded
    draft.tokens = seen.tokens
    draft.fallen = seen.fallen
    draft.soldier = seen.soldier
    draft.goals = tuple([kept or () for kept in seen.goals])
    draft.goals_dealt = tuple([seen.goals_dealt if seat == seen.seat else draft.goals[seat] for seat in game.seats])
    draft.stopping = seen.stopping
    draft.ending = seen.ending
    ways = game.board.ways(blocked_roads(draft), frozenset(seen.fallen[:-1]))
    for district in seen.fallen[-1:]:  # apart, because scouts who leave it still use the ways through it [H-15]
        ways = ways.without_district(game.board, district)
    draft._ways = ways
    return finished(draft)


# Cards on top of the deck (extended variant) ------------------------------------------------------------------------


def _orders_that_may_be_heard_of(seen: Observation) -> tuple[OrderId, ...]:
    """The orders that gossip may have shown to others: none of a district that had fallen before [H-55]."""
    if not seen.fallen or all(task.phase is not Phase.TIME_PASSES for task in seen.agenda):
        return seen.unseen  # districts may have fallen since somebody looked
    district_of, orders = seen.game.board.district_of, seen.game.orders
    return tuple(
        order
        for order in seen.unseen
        if district_of[orders[order].start] not in seen.fallen and district_of[orders[order].to] not in seen.fallen
    )


def _who_may_have_heard(seen: Observation) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Who is taken to know a card on top: one that this seat has not seen, and one that it has.

    Others have heard of it if they could: they had a turn with the card of gossip. Nobody says no to it.
    """
    others = [seat for seat in seen.game.seats if seat != seen.seat]
    listening = [int(task.subject) for task in seen.agenda if task.phase is Phase.PEEK]
    to_come = [task.who for task in seen.agenda if task.phase is Phase.TURN_BEGINS]
    if seen.action_open:
        to_come.append(seen.agenda[0].who)
    heard = [
        seat
        for seat in others
        if seat in listening
        or (seen.cards and seen.game.actions.get(seen.cards[seat]) is Action.GOSSIP and seat not in to_come)
    ]
    own = () if seen.seat is None else (seen.seat,)
    return tuple(heard or others), tuple(sorted((*heard, *own)))


# Secret goals (extended variant) ------------------------------------------------------------------------------------


def _draw_goals(
    seen: Observation, rng: random.Random
) -> tuple[tuple[tuple[GoalId, ...], ...], tuple[tuple[GoalId, ...], ...]]:
    """The goals dealt to everybody and those kept, the own ones as they are; nobody has too few colours [H-19]."""
    scenario = seen.game.scenario
    dealing = any(task.phase is Phase.DEAL_GOAL for task in seen.agenda)
    to_keep = {task.who for task in seen.agenda if task.phase is Phase.KEEP_GOALS}
    has_begun = seen.phase is not Phase.FIRST_PLAYER
    counts = [_cards_dealt(seen, seat) if has_begun else 0 for seat in seen.game.seats]
    free = [goal for goal in scenario.goals if goal not in seen.goals_dealt]
    while True:
        pack = _some_of(free, sum(counts) - len(seen.goals_dealt), rng)
        dealt = [
            seen.goals_dealt if seat == seen.seat else tuple([pack.pop() for _ in range(count)])
            for seat, count in enumerate(counts)
        ]
        if dealing or all(
            count < scenario.goals_dealt or len({scenario.goals[goal].kind for goal in own}) >= scenario.goals_kept
            for count, own in zip(counts, dealt, strict=True)
        ):
            break
    if not dealing:  # in the order of the file, as the rules have them
        dealt = [tuple([goal for goal in scenario.goals if goal in own]) for own in dealt]
    kept: list[tuple[GoalId, ...]] = []
    for seat, shown in enumerate(seen.goals):
        if shown is not None:
            kept.append(shown)
        elif dealing or seat in to_keep or not has_begun:
            kept.append(())
        else:
            kept.append(_draw_kept(seen, dealt[seat], rng))
    return tuple(dealt), tuple(kept)


def _cards_dealt(seen: Observation, seat: Seat) -> int:
    """How many goals a seat has been dealt: as many as all others, as far as the deal has come."""
    still_due = sum(task.phase is Phase.DEAL_GOAL and task.subject == str(seat) for task in seen.agenda)
    if seat == seen.seat:
        return len(seen.goals_dealt)
    if still_due or seen.seat is None or any(task.phase is Phase.DEAL_GOAL for task in seen.agenda):
        return seen.game.scenario.goals_dealt - still_due
    return len(seen.goals_dealt)  # in an arranged position nobody need have any


def _draw_kept(seen: Observation, dealt: Sequence[GoalId], rng: random.Random) -> tuple[GoalId, ...]:
    """Any choice of goals that the rules allow [E-3, H-19]; in an arranged position whatever there is."""
    scenario = seen.game.scenario
    choices = [
        chosen
        for chosen in combinations(dealt, scenario.goals_kept)
        if len({scenario.goals[goal].kind for goal in chosen}) == len(chosen)
    ]
    return choices[int(rng.random() * len(choices))] if choices else tuple(dealt)
