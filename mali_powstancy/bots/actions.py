"""Actions of the extended variant: turns in which pals change places, a unit helps, or orders are swapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mali_powstancy.bots.outlook import Outlook, harm
from mali_powstancy.bots.schedules import Errand, best_schedule, likelihood
from mali_powstancy.bots.tempers import Attention
from mali_powstancy.bots.terrain import FAR
from mali_powstancy.bots.turns import Hand, Turn, better, ended, hopped, useful_hops, walked
from mali_powstancy.engine.cards import Action, OrderId
from mali_powstancy.engine.moves import Jump, Pals, SwapOrders, Unit

_WORTH_ACTING = 0.15
"""By so much an action must make a turn better."""


def turn_with_action(look: Outlook, points: int, plain: Turn, attention: Attention) -> Turn:
    """The best turn with the action of the present card, or the plain turn if no action makes it clearly better."""
    match look.game.actions[look.seen.cards[look.seat]]:
        case Action.UNIT:
            found = _with_unit(look, points, plain, attention)
        case Action.PALS:
            found = _with_pals(look, points, plain, attention)
        case Action.SWAP:
            return _with_swap(look, plain)
        case _:
            return plain
    best = plain
    for turn in found:
        best = better(best, turn)
    return best if best.value > plain.value + _WORTH_ACTING else plain


def _then_move(hand: Hand, attention: Attention) -> Turn:
    """After an action: the best walk along the schedule from there."""
    before = hand.worth_done()
    schedule = best_schedule(hand.look, hand.fields, hand.carried, -hand.points, hand.delivered, None, attention.sight)
    return walked(hand, schedule._replace(value=schedule.value + before))


def _after(plain: Turn, look: Outlook, points: int) -> Hand:
    """The patrol after the moves of a plain turn, before it ends."""
    hand = Hand(look, points)
    for step in plain.steps[:-1]:
        hand.do(step.move)
    return hand


def _with_unit(look: Outlook, points: int, plain: Turn, attention: Attention) -> Iterator[Turn]:
    first = Hand(look, points)
    hands = [hopped(first, hop, Unit) for hop in useful_hops(look, first)]
    turns = [(_then_move(hand.copy(), attention), hand) for hand in hands]
    for turn, _ in turns:
        yield turn
    if look.can_jump and turns:  # a jump may follow: two roads in one turn
        _, hand = max(turns, key=lambda pair: pair[0].value)
        for hop in useful_hops(look, hand):
            yield ended(hopped(hand, hop, Jump), attention)
    last = _after(plain, look, points)
    for hop in useful_hops(look, last):
        yield ended(hopped(last, hop, Unit), attention)


def _with_pals(look: Outlook, points: int, plain: Turn, attention: Attention) -> Iterator[Turn]:
    first = Hand(look, points)
    for hand in _exchanged(first):
        yield _then_move(hand, attention)
    last = _after(plain, look, points)
    for hand in _exchanged(last):
        yield ended(hand, attention)


def _exchanged(before: Hand) -> Iterator[Hand]:
    """The patrol after two of its scouts have changed places (E-5)."""
    district_of = before.look.board.district_of
    fields = before.fields
    for other in range(len(fields)):
        for one in range(other):
            if fields[one] == fields[other] or district_of[fields[one]] != district_of[fields[other]]:
                continue
            hand = before.copy()
            hand.note(Pals(hand.name(one), hand.name(other)))
            hand.act()
            hand.arrive(one, fields[other])
            hand.arrive(other, fields[one])
            yield hand


# Swapping orders ----------------------------------------------------------------------------------------------------


def _with_swap(look: Outlook, plain: Turn) -> Turn:
    """The same turn after the best swap, if it gains something."""
    when = _times(plain.errands, look.seen.points)
    for scout, order in enumerate(look.seen.carrying[look.own.start : look.own.stop]):
        for number in look.given_up:
            if look.jobs[number].order == order:
                when[number] = look.jobs[number].to_end.get(look.fields[scout], FAR) - look.seen.points
    jobs = {job.order: number for number, job in enumerate(look.jobs) if job.open}
    best: SwapOrders | None = None
    most = _WORTH_ACTING
    changes: dict[tuple[OrderId, int], float] = {}
    for move in look.seen.legal:
        if not isinstance(move, SwapOrders):
            continue
        gain = 0.0
        # The card that is named first lies nearer to space 1: it has more rounds left and gives one away.
        for order, more in ((move.order, -1), (move.other, 1)):
            if (order, more) not in changes:
                number = jobs.get(order, -1)
                changes[order, more] = _gain(look, number, more, when.get(number)) if number >= 0 else 0.0
            gain += changes[order, more]
        if gain > most:
            best, most = move, gain
    if best is None:
        return plain
    swap = plain.steps[0]._replace(move=best)
    if any(look.jobs[number].order in (best.order, best.other) for number in look.given_up):
        return plain._replace(steps=(swap,), value=plain.value + most)  # there is hope again: a new plan is needed
    return plain._replace(steps=(swap, *plain.steps), value=plain.value + most)


def _times(errands: Sequence[Errand], points: int) -> dict[int, int]:
    """When the jobs of a turn's errands will be done."""
    time, when = -points, {}
    for errand in errands:
        time += errand.need
        when[errand.job] = time
    return when


def _gain(look: Outlook, number: int, more: int, when: int | None) -> float:
    """What an order gains by a round more, or loses by a round less: for the scout after it, and as a threat."""
    job = look.jobs[number]
    left = max(0, min(job.left + more, look.rounds_to_end))
    if left == job.left or (when is not None and not 0 < when < FAR):
        return 0.0
    lost = harm(look.seen, look.cares, job.order)
    if when is None:
        return lost * (look.late(job, job.left) - look.late(job, left))
    likely = [_in_time(look, number, when, rounds) for rounds in (job.left, left)]
    return (likely[1] - likely[0]) * look.faded[when] * (job.worth - job.rescue + lost * look.late(job, job.left))


def _in_time(look: Outlook, number: int, when: int, left: int) -> float:
    if left <= 1:
        return 0.0
    deadline, card = look.deadlines[number], look.jobs[number]
    look.deadlines[number], look.jobs[number] = look.deadline(left), card._replace(left=left)
    likely = likelihood(look, number, when)
    look.deadlines[number], look.jobs[number] = deadline, card
    return likely
