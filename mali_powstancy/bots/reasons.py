"""Reasons: why a move is a good one as the greedy bot sees it, as values that the texts turn into sentences.

A public reason is a function of the move and of what everybody knows, so it gives nothing away; what only the owner
knows is told by secret reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mali_powstancy.bots.plans import FAR, Errand, Plan, Situation, arrest_chance, goal_help, goal_promise
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import Action, OrderId, ScoutId
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    Collect,
    Drop,
    EndTurn,
    GiveExtraMove,
    Gossip,
    Jump,
    KeepGoals,
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.state import Phase
from mali_powstancy.tabletop.advice import Because

MOST = 3
"""More reasons than this nobody wants to read."""


def reasons_for(seen: Observation, move: PlayerMove) -> tuple[Because, ...]:
    """One to three reasons for a legal move of the seat that is asked, the most important first."""
    public, secret = public_reasons(seen, move), secret_reasons(seen, move)
    if not public or (secret and secret[0].key == "bot.heard"):
        return (*secret, *public)[:MOST]
    return (*public[:1], *secret[:1], *public[1:])[:MOST]


def public_reasons(seen: Observation, move: PlayerMove) -> tuple[Because, ...]:
    """Reasons that anybody may hear; none for what is itself a secret: which goals are kept, which card is laid."""
    nobodys_goals = tuple([None if kept is None else () for kept in seen.goals])
    known_to_all = seen._replace(goals=nobodys_goals, goals_dealt=(), top=(), sealed=(None,) * len(seen.sealed))
    here = _situation(known_to_all)
    return tuple(_PUBLIC[type(move)](here, move))


def secret_reasons(seen: Observation, move: PlayerMove) -> tuple[Because, ...]:
    """Reasons with which an owner would give a secret away: the own goals, gossip, the card that is laid face down."""
    if isinstance(move, KeepGoals):
        return tuple(_keep_goals(seen, move))
    if isinstance(move, ChooseCard):
        return tuple(_choose_card(_situation(seen, move.card), move)) if len(seen.legal) > 1 else ()
    if not seen.game.is_extended:
        return ()
    here = _situation(seen)
    order = _order_of(here, move)
    if isinstance(move, Walk | Jump | Unit) and (heard := _heard(here, move)) is not None:
        return (because("bot.heard", order=heard.order, secret=True),)
    helped = [(goal_help(seen, here.seat, goal, order), goal.id) for goal in here.goals] if order is not None else []
    best = max(helped, default=(0.0, ""))
    return (because("bot.goal", goal=best[1], secret=True),) if best[0] > 0 else ()


def _situation(seen: Observation, points: int | None = None) -> Situation:
    assert seen.seat is not None, "only a seat that is asked can be advised"
    return Situation(seen, seen.seat, seen.points if points is None else points)


def because(key: str, /, *, secret: bool = False, **values: str | int) -> Because:
    """A reason with its values by name."""
    return Because(key, tuple(values.items()), secret)


# On the way ---------------------------------------------------------------------------------------------------------


def _distance(here: Situation, aim: FieldId, field: FieldId) -> int:
    return here.net.far[aim].get(field, FAR)


def _comes_nearer(here: Situation, aim: FieldId, before: FieldId, after: FieldId) -> bool:
    return _distance(here, aim, after) < _distance(here, aim, before)


def _arriving(here: Situation, scout: ScoutId, before: FieldId, after: FieldId) -> list[Because]:
    """What is good about a scout standing there: it delivers, it is nearer to an order or to home; none if nothing."""
    number = here.game.number[scout]
    order = here.seen.carrying[number]
    going_home = _going_home(here, scout, before, after)
    errand = here.errands.get(order or "")
    if errand is not None and after == errand.to:
        points = here.game.orders[errand.order].points
        return [because("bot.deliver", scout=scout, order=errand.order, points=points)]
    plan = here.best_plan(number, before, here.points, here.leads())
    if plan.errand is None and going_home:
        return going_home
    if errand is not None and _comes_nearer(here, errand.to, before, after):
        left = _distance(here, errand.to, after)
        return [because("bot.way-to-destination", scout=scout, to=errand.to, n=left), *_about(here, errand)]
    if order is None:
        nearer = [errand for errand in here.fetchable() if _comes_nearer(here, errand.start, before, after)]
        best = max([here.fetch_plan(number, after, errand, here.points) for errand in nearer], key=_value, default=None)
        if best is not None and best.errand is not None and best.value > 0:
            return [_to_start(here, scout, best.errand, after), *_about(here, best.errand)]
    return going_home


def _value(plan: Plan) -> float:
    return plan.value


def _to_start(here: Situation, scout: ScoutId, errand: Errand, after: FieldId) -> Because:
    if after == errand.start:
        return because("bot.at-start", scout=scout, order=errand.order)
    return because("bot.way-to-start", scout=scout, order=errand.order, n=_distance(here, errand.start, after))


def _going_home(here: Situation, scout: ScoutId, before: FieldId, after: FieldId) -> list[Because]:
    """Near the end of the game home is worth points."""
    if here.rounds_to_go_home > here.game.track_spaces or before in here.board.start_objects:
        return []
    distance, home = min([(_distance(here, home, after), home) for home in here.board.start_objects])
    if not _comes_nearer(here, home, before, after):
        return []
    if distance == 0:
        return [because("bot.at-home", scout=scout, to=home), *_end_is_near(here)]
    return [because("bot.way-home", scout=scout, to=home, n=distance), *_end_is_near(here)]


def _end_is_near(here: Situation) -> list[Because]:
    """How long the game can go on; the last round is named."""
    return [because("bot.end-is-near", n=here.rounds_to_end)] if here.rounds_to_end < FAR else []


def _about(here: Situation, errand: Errand) -> list[Because]:
    """What speaks for an order: that it is urgent, or else its points."""
    urgent = _urgency(here, errand)
    return urgent or [because("bot.points", order=errand.order, points=here.game.orders[errand.order].points)]


def _urgency(here: Situation, errand: Errand) -> list[Because]:
    """Why an order cannot wait."""
    reasons = []
    district = here.board.district_of[errand.to]
    if here.at_risk(district) and district not in here.seen.fallen:
        reasons.append(because("bot.district-at-risk", district=district))
    if errand.left <= 2:
        reasons.append(because("bot.rounds-left", order=errand.order, n=errand.left))
        tokens = here.game.scenario.tokens_to_lose - len(here.seen.tokens)
        if not here.game.is_extended and tokens <= 2:
            reasons.append(because("bot.tokens-left", n=tokens))
    if any(carried == errand.order for n, carried in enumerate(here.seen.carrying) if n not in here.own):
        reasons.append(because("bot.race", order=errand.order))
    return reasons


def from_soldier(seen: Observation, scout: ScoutId, before: FieldId, after: FieldId) -> list[Because]:
    """That a scout gets away from the soldier, if he could reach it (basic variant)."""
    if seen.soldier is None:
        return []
    row = seen.game.board.free.distances[seen.soldier]
    near, later = row.get(before, FAR), row.get(after, FAR)
    if later <= near or not arrest_chance(seen.game.scenario.die, near):
        return []
    return [because("bot.soldier-near", scout=scout, n=near)]


def _walk(here: Situation, move: Walk | Retreat) -> list[Because]:
    before = here.seen.where[here.game.number[move.scout]]
    reasons = _arriving(here, move.scout, before, move.to)
    away = from_soldier(here.seen, move.scout, before, move.to) if isinstance(move, Walk) else []
    reasons = [*reasons[:1], *away, *reasons[1:]]
    if reasons:
        return reasons
    if isinstance(move, Retreat):
        return [because("bot.retreat", scout=move.scout, to=move.to)]
    return _aside(here, move.scout, before) or [because("bot.ready", scout=move.scout)]


def _aside(here: Situation, scout: ScoutId, before: FieldId) -> list[Because]:
    """That a scout goes round the soldier, who could be near at the end of the turn (basic variant)."""
    if here.seen.soldier is None or here.seen.phase is not Phase.TURN:
        return []
    near = here.board.free.distances[here.seen.soldier].get(before, FAR)
    if not arrest_chance(here.game.scenario.die, near - here.points):
        return []
    return [because("bot.soldier-aside", scout=scout, n=near)]


def _jump(here: Situation, move: Jump) -> list[Because]:
    before = here.seen.where[here.game.number[move.scout]]
    reasons = _arriving(here, move.scout, before, move.to) or [because("bot.ready", scout=move.scout)]
    fields = here.board.free.distances[before][move.to]
    saved = [because("bot.jump", n=fields)] if fields > here.seen.points else []
    return [*reasons[:1], *saved, *from_soldier(here.seen, move.scout, before, move.to), *reasons[1:]]


def _unit(here: Situation, move: Unit) -> list[Because]:
    before = here.seen.where[here.game.number[move.scout]]
    reasons = _arriving(here, move.scout, before, move.to) or [because("bot.ready", scout=move.scout)]
    return [*reasons[:1], because("bot.unit", scout=move.scout), *reasons[1:]]


def _pals(here: Situation, move: Pals) -> list[Because]:
    one, other = (here.seen.where[here.game.number[scout]] for scout in (move.scout, move.other))
    gains = [*_arriving(here, move.scout, one, other)[:1], *_arriving(here, move.other, other, one)[:1]]
    return [*gains, because("bot.pals", scout=move.scout, other=move.other)]


# Orders -------------------------------------------------------------------------------------------------------------


def _collect(here: Situation, move: Collect) -> list[Because]:
    card = here.game.orders[move.order]
    reasons = [because("bot.collect", scout=move.scout, order=move.order, points=card.points)]
    errand = here.errands.get(move.order)
    if errand is None:
        return reasons
    way = because("bot.length", to=errand.to, n=errand.length)
    return [*reasons, *_urgency(here, errand)[:1], way]


def _drop(here: Situation, move: Drop) -> list[Because]:
    number = here.game.number[move.scout]
    order = here.seen.carrying[number] or ""
    plan = here.carried_plan(number, here.seen.where[number], here.points)
    if plan is None or plan.errand is None or plan.distance == FAR:
        return [because("bot.drop.no-way", order=order)]
    if plan.distance > here.points + here.budget[plan.errand.left - 1]:
        return [
            because("bot.drop.too-far", order=order, n=plan.distance),
            because("bot.rounds-left", order=order, n=plan.errand.left),
        ]
    return [because("bot.drop.free-hands", scout=move.scout, order=order)]


def _swap(here: Situation, move: SwapOrders) -> list[Because]:
    reasons = [because("bot.swap", order=move.other)]
    carriers = [here.game.scouts[n] for n in here.own if here.seen.carrying[n] == move.other]
    if carriers:
        reasons.append(because("bot.swap.carried", scout=carriers[0]))
    district = here.board.district_of[here.game.orders[move.other].to]
    if here.at_risk(district) and district not in here.seen.fallen:
        reasons.append(because("bot.district-at-risk", district=district))
    return reasons


def _gossip(here: Situation, move: Gossip) -> list[Because]:
    return [because("bot.gossip")]


# The end of a turn --------------------------------------------------------------------------------------------------


def _end_turn(here: Situation, move: EndTurn) -> list[Because]:
    if here.seen.points == 0:
        return [because("bot.end.no-points")]
    if here.seen.phase is Phase.TURN and (feared := _feared(here)) is not None:
        return [feared]
    if here.rounds_to_go_home <= here.game.track_spaces:
        waiting = [n for n in here.own if here.seen.where[n] in here.board.start_objects]
        if waiting:
            return [because("bot.end.at-home", n=len(waiting)), *_end_is_near(here)]
    return [because("bot.end.nothing-useful", n=here.seen.points)]


def _feared(here: Situation) -> Because | None:
    """That a scout stays where it is because its next step would bring it near the soldier."""
    soldier = here.seen.soldier
    if soldier is None:
        return None
    row = here.board.free.distances[soldier]
    for plan in here.assigned(here.points):
        field = here.seen.where[plan.number]
        nearer = [n for n in here.net.steps[field] if _comes_nearer(here, plan.aim, field, n)]
        least = min([row[near] for near in nearer], default=FAR)
        if nearer and least < row[field] and arrest_chance(here.game.scenario.die, least):
            return because("bot.end.soldier", scout=here.game.scouts[plan.number], n=row[field])
    return None


# Cards and goals ----------------------------------------------------------------------------------------------------


def _only_card(here: Situation, move: ChooseCard) -> list[Because]:
    """The hands lie open, so everybody knows when there is no choice."""
    return [because("bot.card.only", card=move.card)] if len(here.seen.legal) == 1 else []


def _choose_card(here: Situation, move: ChooseCard) -> list[Because]:
    """What the card will be good for."""
    card, reasons = move.card, []
    for plan in here.assigned(card):
        if plan.errand is None:
            continue
        scout, order = here.game.scouts[plan.number], plan.errand.order
        if plan.distance <= card and plan.errand.open:
            reasons.append(because("bot.card.deliver", card=card, scout=scout, order=order, secret=True))
        elif not plan.carries and 0 < plan.distance - plan.errand.length <= card and plan.errand.open:
            reasons.append(because("bot.card.fetch", card=card, scout=scout, order=order, secret=True))
    reasons.sort(key=lambda reason: reason.key)  # delivering comes first
    del reasons[MOST - 1 :]
    action = here.game.actions.get(card)
    if action is Action.UNIT:
        reasons.append(because("bot.card.unit", card=card, secret=True))
    elif action is Action.GOSSIP:
        reasons.append(because("bot.card.gossip", card=card, secret=True))
    if not reasons:
        low = card <= sorted(here.seen.hands[here.seat])[len(here.seen.hands[here.seat]) // 2]
        reasons.append(because("bot.card.save" if low else "bot.card.far", card=card, secret=True))
    return reasons


def _keep_goals(seen: Observation, move: KeepGoals) -> list[Because]:
    """The goals that are kept, the most promising first."""
    goals = seen.game.scenario.goals
    best_first = sorted(move.goals, key=lambda goal: -goal_promise(seen, goals[goal]))
    return [because("bot.keep", goal=goal, secret=True) for goal in best_first]


def _nothing_public(here: Situation, move: KeepGoals) -> list[Because]:
    return []


def _order_of(here: Situation, move: PlayerMove) -> OrderId | None:
    """The order that a move is about."""
    match move:
        case Collect(order=order):
            return order
        case Walk(scout=scout, to=to) | Jump(scout=scout, to=to) | Unit(scout=scout, to=to):
            number = here.game.number[scout]
            plan = here.best_plan(number, to, here.points, here.leads())
            if plan.errand is None or not _comes_nearer(here, plan.aim, here.seen.where[number], to):
                return None
            return plan.errand.order
        case SwapOrders(other=order):
            return order if order in here.seen.carrying[here.own.start : here.own.stop] else None
    return None


def _heard(here: Situation, move: Walk | Jump | Unit) -> Errand | None:
    """The order known from gossip that a scout makes ready for."""
    number = here.game.number[move.scout]
    plan = next((plan for plan in here.assigned(here.points) if plan.number == number), None)
    if plan is None or plan.errand is None or plan.errand.open:
        return None
    return plan.errand if _comes_nearer(here, plan.aim, here.seen.where[number], move.to) else None


# The soldier and the roads ------------------------------------------------------------------------------------------


def _soldier_distance(here: Situation, field: FieldId) -> list[Because]:
    if here.seen.soldier is None:
        return []
    return [because("bot.soldier-distance", n=here.board.free.distances[here.seen.soldier].get(field, FAR))]


def _place(here: Situation, move: PlaceScout) -> list[Because]:
    number = here.game.number[move.scout]
    starting = [e for e in here.fetchable() if e.start == move.field]
    best = max([here.fetch_plan(number, move.field, e, here.points) for e in starting], key=_value, default=None)
    if best is not None and best.errand is not None:
        reason = because("bot.place.start", scout=move.scout, order=best.errand.order)
    elif move.field in here.board.start_objects:
        reason = because("bot.place.home", scout=move.scout, field=move.field)
    else:
        reason = because("bot.ready", scout=move.scout)
    return [reason, *_soldier_distance(here, move.field)]


def _target(here: Situation, move: Target) -> list[Because]:
    seen = here.seen
    row = here.board.free.distances[seen.soldier or ""]
    there = [n for n in here.own if seen.where[n] == move.field]
    reasons = []
    if row[move.field] > seen.points:
        reasons.append(because("bot.target.not-reached", n=row[move.field]))
    if all(seen.carrying[n] is None for n in there):
        reasons.append(because("bot.target.nothing-carried", field=move.field))
    return reasons or [because("bot.target.least", field=move.field)]


def _extra(here: Situation, move: GiveExtraMove) -> list[Because]:
    number = here.game.number[move.scout]
    plan = here.best_plan(number, here.seen.where[number], here.points, here.leads())
    if plan.errand is None:
        return [because("bot.extra.way", scout=move.scout, n=here.points)]
    order = plan.errand.order
    if plan.distance <= here.points:
        return [because("bot.extra.deliver", scout=move.scout, order=order), *_about(here, plan.errand)]
    return [because("bot.extra.order", scout=move.scout, order=order), *_about(here, plan.errand)]


def _block(here: Situation, move: Block) -> list[Because]:
    road = here.board.road[move.road]
    after = here.net_without(road).far
    longer = after[road.ends[0]].get(road.ends[1], FAR) - road.length
    reasons = [because("bot.block.least", road=move.road)]
    if longer == 0:
        reasons.append(because("bot.block.same-length"))
    elif longer < FAR // 2:
        reasons.append(because("bot.block.way-round", n=longer))
    if not any(here.seen.where[n] in road.fields for n in here.own):
        reasons.append(because("bot.block.nobody"))
    return reasons


_PUBLIC: Mapping[type, Callable[[Situation, Any], list[Because]]] = {
    KeepGoals: _nothing_public,
    ChooseCard: _only_card,
    PlaceScout: _place,
    Walk: _walk,
    Jump: _jump,
    Collect: _collect,
    Drop: _drop,
    Pals: _pals,
    Unit: _unit,
    SwapOrders: _swap,
    Gossip: _gossip,
    EndTurn: _end_turn,
    Target: _target,
    GiveExtraMove: _extra,
    Block: _block,
    Retreat: _walk,
}
