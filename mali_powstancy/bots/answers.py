"""Answers: what the planner decides outside its turns: cards, freed scouts, the soldier, blocked roads, retreats."""

from __future__ import annotations

from typing import NamedTuple

from mali_powstancy.bots.goals import goal_hope
from mali_powstancy.bots.outlook import JUMP, Outlook
from mali_powstancy.bots.schedules import Errand, Schedule, best_schedule, value_of
from mali_powstancy.bots.tempers import Attention
from mali_powstancy.bots.terrain import FAR, net_of
from mali_powstancy.bots.turns import Hand, Turn, better, ended, give_up_hopeless, schedules, useful_hops
from mali_powstancy.engine.cards import Action
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    GiveExtraMove,
    KeepGoals,
    PlaceScout,
    PlayerMove,
    Retreat,
    Seat,
    Target,
)
from mali_powstancy.engine.observation import Observation
from mali_powstancy.tabletop.adding import total

_SAVED = 0.4
"""Which part of what a movement point brings now it brings in a later round."""
_KEEP = 0.4
"""What a movement point will bring with orders that nobody knows yet."""
_ACTION = 0.2
"""What the action of a card is worth, besides a unit."""
_DELIVERS = 0.8
"""How likely somebody who can deliver an order in this round does so."""


def worth_of_goals(seen: Observation) -> dict[PlayerMove, float]:
    """What the goals that could be kept promise."""
    goals = seen.game.scenario.goals
    return {
        move: total([goal_hope(seen, goals[goal]) for goal in move.goals])
        for move in seen.legal
        if isinstance(move, KeepGoals)
    }


class CardIdea(NamedTuple):
    """What a movement card is good for: the best schedule with it."""

    value: float
    errands: tuple[Errand, ...]
    is_jump: bool


def card_ideas(look: Outlook, attention: Attention, is_sharp: bool) -> dict[PlayerMove, CardIdea]:
    """What the coming turn and the rest of the cycle are worth with each card of the hand."""
    hand = look.seen.hands[look.seat]
    highest, middle = max(hand), sorted(hand)[len(hand) // 2]
    look.plan_with([card for card in hand if card != highest])
    give_up_hopeless(look, highest)
    found = schedules(look, highest, attention)
    found.append(best_schedule(look, look.fields, look.carried, -middle, (), None, attention.sight))
    hops = _hops(look, attention) if is_sharp else []
    contested = _contested(look)
    keep = _KEEP if look.rounds_to_end > len(hand) else 0.0
    ideas: dict[PlayerMove, CardIdea] = {}
    for move in look.seen.legal:
        if not isinstance(move, ChooseCard):
            continue
        card = move.card
        look.plan_with([other for other in hand if other != card])
        beaten = {number: _beaten(look, rivals, card) for number, rivals in contested.items()}
        value, best, is_jump = float("-inf"), found[0], False
        for schedule in found:
            if (worth := value_of(look, schedule, -card, beaten)) > value:
                value, best = worth, schedule
        action = look.game.actions.get(card)
        with_unit = action is Action.UNIT
        for schedule, gained in hops:
            if (worth := gained + value_of(look, schedule, -card if with_unit else 0, beaten)) > value:
                value, best, is_jump = worth, schedule, not with_unit
        if action is not None and not with_unit:
            value += _ACTION
        # A movement point kept for later brings everything forward by one.
        saved = max(card, JUMP) * ((1 - look.faded[1]) * value * _SAVED + keep)
        ideas[move] = CardIdea(value - saved, best.errands, is_jump)
    return ideas


def _contested(look: Outlook) -> dict[int, list[tuple[Seat, int]]]:
    """The jobs that others carry and may deliver in this round: who, and how many movement points they need."""
    found: dict[int, list[tuple[Seat, int]]] = {}
    seen, own = look.seen, look.own
    for number, job in enumerate(look.jobs):
        for scout, order in enumerate(seen.carrying):
            if order == job.order and scout not in own:
                seat, need = look.game.seat_of[scout], job.to_end.get(seen.where[scout], FAR)
                if need <= max(seen.hands[seat]):
                    found.setdefault(number, []).append((seat, need))
    return found


def _beaten(look: Outlook, rivals: list[tuple[Seat, int]], card: int) -> float:
    """How likely somebody delivers a job in this round before a turn with this card (B-12)."""
    safe = 1.0
    clockwise = look.game.clockwise_from[look.seen.start_player]
    for seat, need in rivals:
        hand = look.seen.hands[seat]
        first = clockwise.index(seat) < clockwise.index(look.seat)
        enough = [other for other in hand if other >= need]
        before = [other for other in enough if other < card or (other == card and first)]
        safe *= 1.0 - _DELIVERS * len(before) / len(enough)
    return 1.0 - safe


def _hops(look: Outlook, attention: Attention) -> list[tuple[Schedule, float]]:
    """The schedules after a jump, with what the jump itself delivers."""
    found = []
    before = Hand(look, 1)
    for scout, to, number in useful_hops(look, before):
        hand = before.copy()
        if number >= 0:
            hand.carried[scout] = number
        hand.arrive(scout, to)
        schedule = best_schedule(look, hand.fields, hand.carried, 0, hand.delivered, None, attention.sight)
        found.append((schedule, hand.worth_done()))
    return found


def worth_of_places(look: Outlook, attention: Attention) -> dict[PlayerMove, float]:
    """What the coming turn is worth with a freed scout where orders start, or at home."""
    seen, points = look.seen, look.seen.points
    give_up_hopeless(look, points)
    interesting = {job.start for job in look.jobs} | {*look.board.start_objects}
    places = [move for move in seen.legal if isinstance(move, PlaceScout)]
    scout = look.game.number[places[0].scout] - look.own.start
    worth: dict[PlayerMove, float] = {}
    for move in places:
        if move.scout == places[0].scout and move.field in interesting:
            fields = list(look.fields)
            fields[scout] = move.field
            schedule = best_schedule(look, fields, look.carried, -points, (), None, attention.sight)
            worth[move] = schedule.value - look.danger(fields, look.carried)
    return worth or dict.fromkeys(places, 0.0)


def extra_turn(look: Outlook, scout: int, points: int, attention: Attention) -> Turn:
    """The best use of an extra move: this scout alone walks (B-22)."""
    give_up_hopeless(look, points)
    best = ended(Hand(look, points), attention, alone=scout)
    carried = look.carried[scout]
    if carried >= 0:
        aims = [(look.jobs[carried].to, -1)]
    else:
        gone = [*look.carried, *look.given_up]
        aims = [(job.start, number) for number, job in enumerate(look.jobs) if number not in gone]
        homes = look.board.start_objects
        aims.append((min(homes, key=lambda home: look.far[home].get(look.fields[scout], FAR)), -1))
    for aim, number in aims:
        if look.far[aim].get(look.fields[scout], FAR) > points + 6:
            continue
        hand = Hand(look, points)
        if hand.walk(scout, aim) and number >= 0 and hand.can_collect(scout, number):
            hand.collect(scout, number)
            hand.walk(scout, look.jobs[number].to)
        best = better(best, ended(hand, attention, alone=scout))
    return best


def worth_of_extra_moves(look: Outlook, attention: Attention) -> dict[PlayerMove, float]:
    """What the extra move is worth for each scout that may get it."""
    start, points = look.own.start, look.seen.points
    return {
        move: extra_turn(look, look.game.number[move.scout] - start, points, attention).value
        for move in look.seen.legal
        if isinstance(move, GiveExtraMove)
    }


def worth_of_targets(look: Outlook) -> dict[PlayerMove, float]:
    """What is left when the soldier runs towards a field: the less there is to lose, the better."""
    worth: dict[PlayerMove, float] = {}
    for move in look.seen.legal:
        if isinstance(move, Target):
            there = [scout for scout, field in enumerate(look.fields) if field == move.field]
            lost = [1.0 + (look.jobs[look.carried[s]].worth if look.carried[s] >= 0 else 0.0) for s in there]
            worth[move] = -total(lost)
    return worth


def worth_of_blocks(look: Outlook, attention: Attention) -> dict[PlayerMove, float]:
    """What is left when a road is blocked: the own schedule, and the ways of all open orders."""
    seen, board = look.seen, look.board
    schedule = best_schedule(look, look.fields, look.carried, 0, (), None, attention.sight)
    worth: dict[PlayerMove, float] = {}
    for move in seen.legal:
        if not isinstance(move, Block):
            continue
        road = board.road[move.road]
        after = net_of(seen, also=(move.road,)).far
        cost = 0.0
        for scout, number, _ in schedule.errands[: len(look.fields)]:
            job, field = look.jobs[number], look.fields[scout]
            aim = job.to if look.carried[scout] == number else job.start
            cost += min(after[aim].get(field, FAR) - look.far[aim].get(field, FAR), 10)
        for job in look.jobs:
            cost += 0.5 * min(after[job.to].get(job.start, FAR) - job.length, 10)
        way_round = after[road.ends[0]].get(road.ends[1], FAR) - road.length
        worth[move] = -cost - 0.2 * min(way_round, 20)
    return worth


def worth_of_retreats(look: Outlook, attention: Attention) -> dict[PlayerMove, float]:
    """What the schedule is worth when a scout goes to each of its nearest safe fields."""
    worth: dict[PlayerMove, float] = {}
    for move in look.seen.legal:
        if isinstance(move, Retreat):
            hand = Hand(look, 0)
            hand.arrive(look.game.number[move.scout] - look.own.start, move.to)
            schedule = best_schedule(look, hand.fields, hand.carried, 0, hand.delivered, None, attention.sight)
            worth[move] = schedule.value + hand.worth_done()
    return worth
