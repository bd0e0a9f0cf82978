"""The cards of the paper kit: orders with the Victory card, movement cards with reminders, and secret goals."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import Action, Goal, GoalKind, Order, Patrol
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.map.board_svg import scout_drawing
from mali_powstancy.views.map.pictograms import pictogram
from mali_powstancy.views.palette import PATROLS
from mali_powstancy.views.print.sheets import card, drawing

ACTION_TEXTS = {
    Action.PALS: "print.action.pals",
    Action.UNIT: "print.action.unit",
    Action.SWAP: "print.action.swap",
    Action.GOSSIP: "print.action.gossip",
}
GOAL_TITLES = {
    GoalKind.MOST_FROM_DISTRICT: "print.goal.title.most-from-district",
    GoalKind.MOST_ORDERS: "print.goal.title.most-orders",
    GoalKind.DISTRICTS_REACHED: "print.goal.title.districts-reached",
    GoalKind.MOST_IMPORTANT_ORDER: "print.goal.title.most-important-order",
}
GOAL_TEXTS = {
    GoalKind.MOST_FROM_DISTRICT: "print.goal.text.most-from-district",
    GoalKind.MOST_ORDERS: "print.goal.text.most-orders",
    GoalKind.DISTRICTS_REACHED: "print.goal.text.districts-reached",
    GoalKind.MOST_IMPORTANT_ORDER: "print.goal.text.most-important-order",
}
# Kinds of goals are told apart by a drawing and by their name, so they need no colour. What follows "|" is filled.
_GOAL_SIGNS = {
    GoalKind.MOST_FROM_DISTRICT: "M-9-8L-1-10L9-6L10 5L2 10L-8 7zM-3 0H5M2-3L5 0L2 3",
    GoalKind.MOST_ORDERS: "M-9-3H4V10H-9zM-6-3V-6.5H7V6.5H4M-3-6.5V-10H10V3H7M-6 1H1M-6 4H1M-6 7H-1",
    GoalKind.DISTRICTS_REACHED: "M-10-7L-3-10L3-7L10-10V7L3 10L-3 7L-10 10zM-3-10V7M3-7V10",
    GoalKind.MOST_IMPORTANT_ORDER: "M0-10L2.9-3.6L10-3L4.7 1.6L6.3 8.5L0 4.9L-6.3 8.5L-4.7 1.6L-10-3L-2.9-3.6z",
}


def order_cards(scenario: Scenario, lang: str) -> Iterator[str]:
    """Every order of a scenario, in the order of its file."""
    texts = texts_for(lang)
    for order in scenario.orders.values():
        yield _order_card(order, scenario, texts)


def victory_card(lang: str) -> str:
    """The card that ends the extended game."""
    texts = texts_for(lang)
    return card(
        "victory",
        f'<p class="kind">{_e(texts.say("print.extended-only"))}</p>'
        f"{drawing(_STAR, texts.say('print.victory.title'), 12, 'large')}"
        f'<p class="name">{_e(texts.say("print.victory.title"))}</p><p>{_e(texts.say("print.victory.text"))}</p>',
    )


_STAR = f'<path class="mp-pic" d="{_GOAL_SIGNS[GoalKind.MOST_IMPORTANT_ORDER]}"/>'


def _order_card(order: Order, scenario: Scenario, texts: Texts) -> str:
    points = texts.count("count.points", order.points)
    return card(
        "order",
        f'<p class="kind">{_e(texts.say("print.order"))}</p><p class="points">{_e(points)}</p>'
        f"{_end('print.from', order.start, scenario, texts)}"
        '<svg class="arrow" viewBox="0 0 20 12" aria-hidden="true"><path d="M10 0V9M5 5L10 10L15 5"/></svg>'
        f"{_end('print.to', order.to, scenario, texts)}"
        f'<p class="room">{_e(texts.say("print.order.tokens"))}</p>',
    )


def _end(label: str, field: FieldId, scenario: Scenario, texts: Texts) -> str:
    """Where an order starts or leads to: the object as it is drawn on the board, its name and its district."""
    place = scenario.board.place[field]
    name, district = texts.name(place), texts.name(scenario.board.district[place.district])
    return (
        f'<div class="end">{drawing(_disc(field), name, 24)}<div><p class="label">{_e(texts.say(label))}</p>'
        f'<p class="name">{_e(name)}</p><p class="district">{_e(district)}</p></div></div>'
    )


def _disc(field: FieldId) -> str:
    return f'<g class="mp-field mp-object"><circle class="mp-disc" r="22"/>{pictogram(field)}</g>'


def movement_cards(scenario: Scenario, lang: str) -> Iterator[str]:
    """The movement cards of every patrol; the lower half is for the extended variant."""
    texts = texts_for(lang)
    for number, patrol in enumerate(scenario.patrols.values()):
        for value in scenario.cards:
            points, or_jump = texts.count("count.movement-points", value), texts.say("print.or-jump")
            action = scenario.actions.get(value)
            if action is None:
                half = f"<p>{_e(texts.say('print.action.none'))}</p>"
            else:
                half = (
                    f'<p class="name">{_e(texts.say(f"name.action.{action}"))}</p>'
                    f"<p>{_e(texts.say(ACTION_TEXTS[action]))}</p>"
                )
            yield card(
                "movement",
                f'<div class="whose">{patrol_sign(number, patrol, texts)}<p>{_e(patrol_name(patrol, texts))}</p></div>'
                f'<p class="value">{value}</p>'
                f'<p class="move">{_e(f"{points} {or_jump}")}</p>'
                f'<div class="action"><p class="label">{_e(texts.say("print.action.label"))}</p>{half}</div>',
            )


def reminder_cards(basic: Scenario, extended: Scenario, lang: str) -> Iterator[str]:
    """For every patrol one card with the phases of a round and the actions."""
    texts = texts_for(lang)
    phases = "".join(
        f"<li>{_e(texts.say(key))}</li>"
        for key in ("print.phase.orders", "print.phase.movement", "print.phase.soldier", "print.phase.time")
    )
    actions = "".join(
        f'<li value="{value}">{_e(texts.say(f"name.action.{action}"))}</li>'
        for value, action in extended.actions.items()
    )
    for number, patrol in enumerate(basic.patrols.values()):
        yield card(
            "reminder",
            f'<div class="whose">{patrol_sign(number, patrol, texts)}<p>{_e(patrol_name(patrol, texts))}</p></div>'
            f'<p class="name">{_e(texts.say("print.reminder.round"))}</p><ol>{phases}</ol>'
            f'<p class="name">{_e(texts.say("print.reminder.actions"))}</p><ol>{actions}</ol>',
        )


def goal_cards(scenario: Scenario, lang: str) -> Iterator[str]:
    """Every secret goal of a scenario, in the order of its file."""
    texts = texts_for(lang)
    for goal in scenario.goals.values():
        yield _goal_card(goal, scenario, texts)


def _goal_card(goal: Goal, scenario: Scenario, texts: Texts) -> str:
    district = "" if goal.district is None else texts.name(scenario.board.district[goal.district])
    title = texts.say(GOAL_TITLES[goal.kind])
    sign = f'<path class="mp-pic" d="{_GOAL_SIGNS[goal.kind]}"/>'
    task = texts.say(GOAL_TEXTS[goal.kind], district=district, districts=goal.districts)
    # Only who has the most can have as many as another.
    tie = "" if goal.kind is GoalKind.DISTRICTS_REACHED else f'<p class="room">{_e(texts.say("print.goal.tie"))}</p>'
    return card(
        f"goal {goal.kind}",
        f'<p class="kind">{_e(texts.say("print.goal"))}</p><p class="points">'
        f"{_e(texts.count('count.points', goal.points))}</p>{drawing(sign, title, 14, 'large')}"
        f'<p class="name">{_e(title)}</p><p>{_e(task)}</p>{tie}',
    )


def patrol_sign(number: int, patrol: Patrol, texts: Texts) -> str:
    """The shape and colour of a patrol."""
    inside = f'<g class="mp-scout mp-patrol-{number % PATROLS}">{scout_drawing(number % PATROLS, "")}</g>'
    return drawing(inside, patrol_name(patrol, texts), 17)


def patrol_name(patrol: Patrol, texts: Texts) -> str:
    """`zastęp czerwony`, `red patrol`"""
    return texts.say("print.patrol", patrol=texts.name(patrol))


def _e(text: str) -> str:
    return escape(text, quote=False)
