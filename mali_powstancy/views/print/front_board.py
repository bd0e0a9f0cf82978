"""The board of the paper kit of Bitwa Warszawska: a sheet for each front, and one for points, rounds and reserves."""

from __future__ import annotations

from html import escape

from mali_powstancy.bitwa_warszawska.cards import FRONTS, UNIT_VALUES, WP, Army, Front
from mali_powstancy.bitwa_warszawska.scenario import Scenario
from mali_powstancy.bitwa_warszawska.texts import Texts, texts_for
from mali_powstancy.views.front import advantage_marker, front_sign, kind_sign, scoring_marker, unit_sign
from mali_powstancy.views.print.sheets import A4_WIDE, Sheet


def front_sheets(scenario: Scenario, lang: str) -> list[Sheet]:
    """The three fronts from north to south, each as wide as the table: WP's half on the left, ACz's on the right."""
    return [_front(front, scenario, lang) for front in range(len(FRONTS))]


def most_units(scenario: Scenario) -> int:
    """So many units a second line holds with the commander who lets in most [V-44]."""
    return max(scenario.line_limit, *(card.limit for card in scenario.cards.values()))


def _front(front: Front, scenario: Scenario, lang: str) -> Sheet:
    texts = texts_for(lang)
    left, right = (_half(army, scenario, texts) for army in (0, 1))
    middle = (
        f'<div class="between">{front_sign(front)}<p class="name">{_e(texts.front(front))}</p>'
        f'<div class="spot">{advantage_marker(None, lang)}<p>{_e(texts.say("kit.board.advantage"))}</p></div>'
        f'<div class="spot">{scoring_marker()}<p>{_e(texts.say("kit.board.scoring"))}</p></div></div>'
    )
    content = f'<div class="front-board mp-look-light">{"".join(left)}{middle}{"".join(reversed(right))}</div>'
    return Sheet(texts.front(front), content, A4_WIDE)


def _half(army: Army, scenario: Scenario, texts: Texts) -> list[str]:
    """From outside in: the fields of commander and order, the second line, the first line."""
    fields = "".join(
        f'<div class="field">{kind_sign(kind)}<p>{_e(texts.say(f"kit.board.{kind}"))}</p></div>'
        for kind in ("commander", "order")
    )
    most, free = most_units(scenario), scenario.line_limit
    slots = "".join(f'<i class="slot{"" if number < free else " more"}"></i>' for number in range(most))
    more = f'<p class="more">{_e(texts.say("kit.board.more", n=free))}</p>' if most > free else ""
    return [
        f'<div class="fields">{fields}</div>',
        f'<div class="row-2">{_line(army, 2, texts)}<div class="slots">{slots}</div>{more}</div>',
        f'<div class="row-1">{_line(army, 1, texts)}</div>',
    ]


def _line(army: Army, line: int, texts: Texts) -> str:
    """The head of a line: whose, which, and what a unit is worth there [V-4]."""
    value = texts.say("kit.board.value", n=UNIT_VALUES[line - 1])
    name = f'<p class="name">{_e(texts.say(f"line.{line}"))}</p>'
    return f"{unit_sign(army, texts.language)}{name}<p>{_e(value)}</p>"


def track_sheet(scenario: Scenario, lang: str) -> Sheet:
    """Points of both armies, rounds, and room for the reserves, the decks and what is discarded."""
    texts = texts_for(lang)
    numbers = "".join(f"<td>{number}</td>" for number in range(scenario.points + 1))
    rows = "".join(
        f'<tr><th scope="row">{unit_sign(army, lang)}<span>{_e(texts.army(army))}</span></th>{numbers}</tr>'
        for army in (0, 1)
    )
    rounds = "".join(f"<td>{number}</td>" for number in range(1, scenario.rounds + 1))
    places = "".join(
        f'<div class="reserve">{unit_sign(army, lang)}<p class="name">{_e(texts.say("kit.board.reserve"))}</p>'
        f"<p>{_e(texts.say('kit.board.reserve.about', army=texts.army(army)))}</p></div>"
        for army in (WP, 1 - WP)
    )
    return Sheet(
        texts.say("kit.part.tracks"),
        f'<div class="tracks mp-look-light"><h2>{_e(texts.say("kit.board.points"))}</h2><table>{rows}</table>'
        f"<h2>{_e(texts.say('kit.board.rounds'))}</h2><table><tr>{rounds}</tr></table>"
        f'<div class="reserves">{places}</div></div>',
        A4_WIDE,
    )


def _e(text: str) -> str:
    return escape(text, quote=False)
