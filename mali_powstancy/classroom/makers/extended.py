"""Questions about the extended variant that the engine makes and answers: falling districts and secret goals."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mali_powstancy.classroom.exercises import AnswerOption, Choice, Exercise, mixed
from mali_powstancy.classroom.makers.making import drawing, pick, question_id, stations, tries
from mali_powstancy.engine import GameState, Scenario, arrange, load_scenario, parse_move, play
from mali_powstancy.engine.board import DistrictId, FieldId, RoadId
from mali_powstancy.engine.cards import Goal, GoalKind, Order
from mali_powstancy.engine.scoring import is_fulfilled
from mali_powstancy.texts import Texts, texts_for

_NOT_ASKED = ("wola", "ochota")
"""Very many inhabitants of these districts were murdered when they were lost: their fall is no question of a quiz."""

_TOKEN, _FALLS, _OVER, _START = "token", "falls", "over", "start"
"""What becomes of a late order: a small token, a fall, the fall that everybody loses by; or looked for at its start."""
_NONE = "none"


@cache
def _scenario() -> Scenario:
    return load_scenario("extended-3")


def _orders() -> list[Order]:
    """The orders that a task of our own may name."""
    return [order for order in _scenario().orders.values() if {order.start, order.to} <= set(stations())]


def _option(key: str, text: str, reply: str, right: str) -> AnswerOption:
    """One of the answers; who gives the right one needs no reply."""
    return AnswerOption(key, text, key == right, "" if key == right else reply)


# Falling districts ----------------------------------------------------------------------------------------------------


class LateOrder(NamedTuple):
    """A round that is about to end with one late order."""

    state: GameState
    order: Order
    start: DistrictId
    to: DistrictId


def make_falls(rng: random.Random, lang: str) -> Exercise:
    """What happens when this order leaves the track: a small token, a fall, or a common defeat?"""
    texts = texts_for(lang)
    state, order, start, to = a_late_order(rng, pick(rng, (_TOKEN, _FALLS, _OVER)))
    game = state.game
    with_token = [token.place for token in state.tokens]
    tokens = dict.fromkeys(game.board.district_of[place] for place in with_token)
    small = [texts.district(each, game) for each in tokens if each not in state.fallen]
    large = [texts.district(each, game) for each in state.fallen]
    nothing = texts.say("quiz.falls.nowhere")
    values = {
        "start": texts.district(start, game),
        "to": texts.district(to, game),
        "order": texts.order(order.id, game),
        "small": ", ".join(small) or nothing,
        "large": ", ".join(large) or nothing,
        "n": len(state.fallen) + 1,
    }
    right = what_happens(state)
    replies = {
        _TOKEN: texts.say("quiz.falls.has-token", **values),
        _FALLS: texts.say("quiz.falls.third" if right == _OVER else "quiz.falls.first", **values),
        _OVER: texts.say("quiz.falls.not-third" if right == _FALLS else "quiz.falls.not-even-one", **values),
        _START: texts.say("quiz.falls.start", **values),
    }
    words = {
        _TOKEN: texts.say("quiz.falls.option.token", district=values["to"]),
        _FALLS: texts.say("quiz.falls.option.falls", district=values["to"]),
        _OVER: texts.say("quiz.falls.option.over", district=values["to"]),
        _START: texts.say(
            "quiz.falls.option.falls" if start in tokens else "quiz.falls.option.token", district=values["start"]
        ),
    }
    praises = {_TOKEN: "quiz.falls.praise.token", _FALLS: "quiz.falls.praise.falls", _OVER: "quiz.falls.praise.over"}
    return Choice(
        id=question_id("falls", rng),
        lang=lang,
        task=texts.say("quiz.falls.task", **values),
        hint=texts.say("quiz.falls.hint"),
        praise=texts.say(praises[right], **values),
        about=texts.say("quiz.falls.about"),
        options=tuple(
            AnswerOption(key, text, key == right, "" if key == right else replies[key]) for key, text in words.items()
        ),
        picture=drawing(texts, game.board, texts.say("quiz.falls.picture", **values), state, [order.start, order.to]),
    )


def a_late_order(rng: random.Random, wanted: str) -> LateOrder:
    """The last turn of a round, with an order on the last space whose lateness means what is wanted."""
    scenario = _scenario()
    board = scenario.board
    asked = [district.id for district in board.districts if district.id not in _NOT_ASKED]
    orders = [
        order for order in _orders() if {board.district_of[order.start], board.district_of[order.to]} <= set(asked)
    ]
    order = pick(rng, orders)
    start, to = board.district_of[order.start], board.district_of[order.to]
    others = mixed(rng, [district for district in asked if district not in (start, to)])
    most = scenario.falls_to_lose - 1
    fallen = others[: most if wanted == _OVER else int(rng.random() * most)]
    # A token where the order starts is the trap for who looks at the wrong end of it.
    with_token = [*fallen, start if wanted == _TOKEN else to]
    patrols = mixed(rng, scenario.patrols)[:2]
    state = arrange(
        scenario,
        patrols=patrols,
        round=6,
        track=[(order.id, scenario.track_spaces)],
        tokens=_tokens_in(rng, with_token),
        fallen=fallen,
        scouts=dict.fromkeys(_scouts(patrols), order.start),
        cards=dict(zip(patrols, (1, 5), strict=True)),
        turn=patrols[-1],
    )
    return LateOrder(state, order, start, to)


def _scouts(patrols: Sequence[str]) -> list[str]:
    return [scout.id for patrol in patrols for scout in _scenario().patrols[patrol].scouts]


def _tokens_in(rng: random.Random, districts: Sequence[DistrictId]) -> list[tuple[FieldId, RoadId]]:
    """For each district a quiet object in it and a road from there to another quiet object; no road twice."""
    board = _scenario().board
    tokens: list[tuple[FieldId, RoadId]] = []
    for district in districts:
        blocked = {road for _, road in tokens}
        tokens.append(
            pick(
                rng,
                [
                    (place, road.id)
                    for place in stations()
                    for road in board.roads_at[place]
                    if board.district_of[place] == district
                    and set(road.ends) <= set(stations())
                    and road.id not in blocked
                ],
            )
        )
    return tokens


def what_happens(state: GameState) -> str:
    """What the end of the round does, as the engine plays it."""
    after = play(state, parse_move("end")).state
    if after.ending:
        return _OVER
    return _FALLS if len(after.fallen) > len(state.fallen) else _TOKEN


def make_late_orders(rng: random.Random, lang: str) -> Exercise:
    """Three orders were late: which district falls, if one does?"""
    texts = texts_for(lang)
    state, orders = three_late_orders(rng, falls=rng.random() < 2 / 3)
    game = state.game
    fell = play(state, parse_move("end")).state.fallen
    right = fell[0] if fell else _NONE
    starts, ends = _ends(orders)
    asked = {}
    for district in dict.fromkeys([*ends, *starts]):
        name = texts.district(district, game)
        reply = "quiz.late-orders.once" if district in ends else "quiz.late-orders.start"
        asked[district] = (name, texts.say(reply, district=name))
    asked[_NONE] = (texts.say("quiz.late-orders.none"), texts.say("quiz.late-orders.one-falls"))
    told = "; ".join(_from_to(texts, state, order) for order in orders)
    return Choice(
        id=question_id("late-orders", rng),
        lang=lang,
        task=texts.say("quiz.late-orders.task", orders=told),
        hint=texts.say("quiz.late-orders.hint"),
        praise=texts.say(
            "quiz.late-orders.praise.falls" if fell else "quiz.late-orders.praise.none", district=asked[right][0]
        ),
        about=texts.say("quiz.late-orders.about"),
        options=tuple(_option(key, text, reply, right) for key, (text, reply) in asked.items()),
        is_sorted=True,
    )


def three_late_orders(rng: random.Random, *, falls: bool) -> tuple[GameState, list[Order]]:
    """Three orders in the order in which they were late, and the end of the round in which the last of them is.

    If none falls, two of them start in the same district: a trap for who looks at the wrong end.
    """
    scenario = _scenario()
    orders = [order for order in _orders() if not {*_ends([order])[0], *_ends([order])[1]} & set(_NOT_ASKED)]
    for stream in tries(rng):
        drawn = mixed(stream, orders)[:3]
        starts, ends = _ends(drawn)
        if len(set(ends[:2])) == 2 and (ends[2] in ends[:2] if falls else len(set(ends)) == 3 and len(set(starts)) < 3):
            break
    patrols = mixed(rng, scenario.patrols)[:2]
    state = arrange(
        scenario,
        patrols=patrols,
        round=6,
        track=[(drawn[2].id, scenario.track_spaces)],
        tokens=_tokens_in(rng, ends[:2]),
        scouts=dict.fromkeys(_scouts(patrols), drawn[2].start),
        cards=dict(zip(patrols, (1, 5), strict=True)),
        turn=patrols[-1],
    )
    return state, drawn


def _ends(orders: Sequence[Order]) -> tuple[list[DistrictId], list[DistrictId]]:
    """The districts in which these orders start, and those to which they lead."""
    district_of = _scenario().board.district_of
    return [district_of[order.start] for order in orders], [district_of[order.to] for order in orders]


# Secret goals ---------------------------------------------------------------------------------------------------------

_BOTH = "both"
_RULE: Mapping[GoalKind, str] = {
    GoalKind.MOST_ORDERS: "quiz.goal.rule.most-orders",
    GoalKind.MOST_FROM_DISTRICT: "quiz.goal.rule.most-from-district",
    GoalKind.MOST_IMPORTANT_ORDER: "quiz.goal.rule.most-important-order",
}
"""The kinds of goals in which patrols are compared, and what is compared."""


def askable_goals() -> list[Goal]:
    """The goals in which patrols are compared, as far as their districts are asked about."""
    goals = _scenario().goals.values()
    return [goal for goal in goals if goal.kind in _RULE and goal.district not in _NOT_ASKED]


def make_goal(rng: random.Random, lang: str) -> Exercise:
    """Which of two patrols has fulfilled a secret goal?"""
    texts = texts_for(lang)
    goal = pick(rng, askable_goals())
    state, counted = two_patrols_at_the_end(rng, goal)
    game = state.game
    names = [texts.patrol(seat, game) for seat in game.seats]
    fulfilled = [seat for seat in game.seats if is_fulfilled(state, seat, goal.id)]
    right = {0: _NONE, 1: str(fulfilled[0]) if fulfilled else _NONE, 2: _BOTH}[len(fulfilled)]
    district = "" if goal.district is None else texts.district(goal.district, game)
    rule = texts.say(_RULE[goal.kind], district=district)
    both, none = "quiz.goal.nothing" if right == _NONE else "quiz.goal.no-tie", "quiz.goal.somebody"
    alone = "quiz.goal.tie" if right == _BOTH else "quiz.goal.less"
    asked = {
        **{
            str(seat): (
                texts.say("quiz.goal.option.one", patrol=name),
                texts.say(alone, patrol=name, rule=rule),
            )
            for seat, name in enumerate(names)
        },
        _BOTH: (texts.say("quiz.goal.option.both"), texts.say(both, rule=rule)),
        _NONE: (texts.say("quiz.goal.option.none"), texts.say(none, rule=rule)),
    }
    counts = ", ".join(f"{name} – {count}" for name, count in zip(names, counted, strict=True))
    delivered = [
        texts.say("quiz.goal.delivered", patrol=name, orders="; ".join(_told(texts, state, goal, seat)))
        for seat, name in enumerate(names)
    ]
    return Choice(
        id=question_id("goal", rng),
        lang=lang,
        task=texts.say("quiz.goal.task", delivered=" ".join(delivered), goal=texts.goal(goal.id, game)),
        hint=texts.say("quiz.goal.hint"),
        praise=texts.say("quiz.goal.praise.tie" if right == _BOTH else "quiz.goal.praise", rule=rule, counts=counts),
        about=texts.say("quiz.goal.about"),
        options=tuple(_option(key, text, reply, right) for key, (text, reply) in asked.items()),
        is_sorted=True,
    )


def two_patrols_at_the_end(rng: random.Random, goal: Goal) -> tuple[GameState, list[int]]:
    """Two patrols with two or three delivered orders each, and what a goal counts of them.

    Whoever counts the wrong thing (points for orders, all points for the best order, ends for starts) is misled.
    """
    scenario = _scenario()
    patrols = mixed(rng, scenario.patrols)[:2]
    for stream in tries(rng):
        first, second = pick(stream, ((2, 2), (2, 3), (3, 2)))
        drawn = mixed(stream, _orders())[: first + second]
        both = (drawn[:first], drawn[first:])
        counted, misread = [_counted(goal, orders) for orders in both], [_misread(goal, orders) for orders in both]
        if _leader(counted) != _leader(misread):
            break
    delivered = {patrol: [order.id for order in orders] for patrol, orders in zip(patrols, both, strict=True)}
    return arrange(scenario, patrols=patrols, round=12, delivered=delivered), counted


def _leader(counted: Sequence[int]) -> int | None:
    """Who has more; None if nobody has."""
    return None if len(set(counted)) == 1 else counted.index(max(counted))


def _counted(goal: Goal, orders: Sequence[Order]) -> int:
    if goal.kind is GoalKind.MOST_ORDERS:
        return len(orders)
    if goal.kind is GoalKind.MOST_IMPORTANT_ORDER:
        return max(order.points for order in orders)
    return sum(_scenario().board.district_of[order.start] == goal.district for order in orders)


def _misread(goal: Goal, orders: Sequence[Order]) -> int:
    """What somebody counts who has read the goal too fast."""
    if goal.kind is GoalKind.MOST_FROM_DISTRICT:
        return sum(_scenario().board.district_of[order.to] == goal.district for order in orders)
    return sum(order.points for order in orders)


def _told(texts: Texts, state: GameState, goal: Goal, seat: int) -> list[str]:
    """The delivered orders of a seat, with what matters for the goal: districts or points."""
    game = state.game
    told = []
    for order_id in state.delivered[seat]:
        order = game.orders[order_id]
        if goal.kind is GoalKind.MOST_FROM_DISTRICT:
            told.append(_from_to(texts, state, order))
        else:
            told.append(f"{texts.order(order_id, game)} ({texts.count('count.points', order.points)})")
    return told


def _from_to(texts: Texts, state: GameState, order: Order) -> str:
    return " → ".join(_with_district(texts, state, end) for end in (order.start, order.to))


def _with_district(texts: Texts, state: GameState, field: FieldId) -> str:
    game = state.game
    return f"{texts.field(field, game)} ({texts.district(game.board.district_of[field], game)})"
