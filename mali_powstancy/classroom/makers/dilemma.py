"""Questions about the dilemma of the game: the points of one patrol, or the fate of the whole city."""

from __future__ import annotations

import random
from functools import cache

from mali_powstancy.classroom.exercises import AnswerOption, Choice, Exercise, mixed
from mali_powstancy.classroom.makers.making import drawing, pick, question_id, stations, tries
from mali_powstancy.engine import (
    CHANCE,
    GameState,
    Scenario,
    arrange,
    chance_outcomes,
    legal_moves,
    load_scenario,
    play,
)
from mali_powstancy.engine.cards import Order
from mali_powstancy.texts import texts_for


@cache
def _scenario() -> Scenario:
    return load_scenario("basic")


def make_rescue(rng: random.Random, lang: str) -> Exercise:
    """One more late order ends the game: which of three orders does a helper deliver?"""
    texts, scenario = texts_for(lang), _scenario()
    state, orders = _last_chance(rng)
    saving = next(order for order in orders if not is_lost(_without(state, order)))
    richest = max(orders, key=lambda order: order.points)
    left = {slot.order: texts.count("count.rounds", scenario.track_spaces - slot.space + 1) for slot in state.track}
    named = {order.id: texts.order(order.id, state.game) for order in orders}
    words = {order.id: {"order": named[order.id], "rounds": left[order.id]} for order in orders}
    options = [
        AnswerOption(
            order.id,
            texts.say("quiz.rescue.option", points=texts.count("count.points", order.points), **words[order.id]),
            order is saving,
            texts.say("quiz.rescue.rival" if order is richest else "quiz.rescue.later", **words[order.id]),
        )
        for order in orders
    ]
    return Choice(
        id=question_id("rescue", rng),
        lang=lang,
        task=texts.say("quiz.rescue.task"),
        hint=texts.say("quiz.rescue.hint"),
        praise=texts.say("quiz.rescue.praise", order=named[saving.id], richest=named[richest.id]),
        about=texts.say("quiz.rescue.about"),
        options=tuple(options),
        is_sorted=True,
        picture=drawing(texts, scenario.board, texts.say("quiz.rescue.picture"), state),
    )


def _last_chance(rng: random.Random) -> tuple[GameState, list[Order]]:
    """All turns of a round are over and all but one of the small tokens lie; three orders are on the track.

    The order on the last space is not the one with the most points: that is the dilemma.
    """
    scenario = _scenario()
    fitting = [order for order in scenario.orders.values() if {order.start, order.to} <= set(stations())]
    for stream in tries(rng):
        orders = mixed(stream, fitting)[:3]
        last, *others = orders
        if len({order.points for order in orders}) == 3 and last.points < max(order.points for order in others):
            break
    first = pick(rng, (1, 2))
    spaces = (scenario.track_spaces, first, first + pick(rng, (1, 2)))
    patrols = mixed(rng, scenario.patrols)[:2]
    scouts = [scout.id for patrol in patrols for scout in scenario.patrols[patrol].scouts]
    roads = [road for road in scenario.board.roads if set(road.ends) <= set(stations())]
    state = arrange(
        scenario,
        patrols=patrols,
        round=6,
        track=sorted(zip((order.id for order in orders), spaces, strict=True), key=lambda laid: -laid[1]),
        tokens=[(road.ends[0], road.id) for road in mixed(rng, roads)[: scenario.tokens_to_lose - 1]],
        scouts=dict(zip(scouts, mixed(rng, stations()), strict=False)),
        cards=dict.fromkeys(patrols, 1),
        at_die=True,
    )
    return state, mixed(rng, orders)


def _without(state: GameState, order: Order) -> GameState:
    """The same end of a round, but this order was delivered."""
    by_scout = dict(zip(state.game.scouts, state.where, strict=True))
    return arrange(
        state.game.scenario,
        patrols=state.patrols,
        round=state.round,
        track=[(slot.order, slot.space) for slot in state.track if slot.order != order.id],
        tokens=[(token.place, token.road) for token in state.tokens],
        scouts=by_scout,
        cards=dict(zip(state.patrols, state.cards, strict=True)),
        delivered={state.patrols[0]: [order.id]},
        at_die=True,
    )


def is_lost(state: GameState) -> bool:
    """The game ends before the next round begins, whatever the die shows."""
    now = state.round
    while not state.ending and state.round == now:
        moves = list(chance_outcomes(state)) if state.to_act == CHANCE else legal_moves(state)
        state = play(state, moves[0]).state
    return bool(state.ending)
