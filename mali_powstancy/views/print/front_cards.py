"""The cards and tokens of the paper kit of Bitwa Warszawska: army cards, resource cards, reminders, units, markers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from mali_powstancy.bitwa_warszawska import new_game
from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, MARKERS, UNIT_VALUES, Army
from mali_powstancy.bitwa_warszawska.scenario import Counts, Scenario
from mali_powstancy.bitwa_warszawska.texts import Texts, texts_for
from mali_powstancy.views.front import (
    advantage_marker,
    army_card,
    blockade_marker,
    effect_marker,
    initiative_marker,
    point_sign,
    resource_sign,
    round_marker,
    scoring_marker,
    unit_sign,
)
from mali_powstancy.views.print.sheets import Sheet, card

STEPS = (
    "kit.step.scoring",
    "kit.step.resources",
    "kit.step.actions",
    "kit.step.battles",
    "kit.step.points",
    "kit.step.losses",
    "kit.step.end",
)
CLOSED = (
    "kit.closed.first",
    "kit.closed.second",
    "kit.closed.commander",
    "kit.closed.commander-field",
    "kit.closed.order",
)
"""What a blockade marker does in each place [V-53 to V-57]."""
EFFECTS = 3
"""So many effect markers each army has: one for the commander of each front [V-12]."""
ORDERS = (0, 1, 2, 3, 4)
"""The initiative markers: without a number for two players, with one for more [V-15]."""


def values_of(scenario: Scenario) -> dict[str, object]:
    """The numbers that cards and rules say."""
    cards = scenario.cards.values()
    return {
        "cards": len(cards),
        "deck": sum(card.army == ARMIES[0] for card in cards),
        "designed": sum(card.origin == "designed" for card in cards),
        "points": scenario.points,
        "rounds": scenario.rounds,
        "units": scenario.units,
        "first": scenario.first_units,
        "limit": scenario.line_limit,
        "l1": UNIT_VALUES[0],
        "l2": UNIT_VALUES[1],
    }


def army_cards(army: Army, scenario: Scenario, lang: str) -> Iterator[str]:
    """Every card of an army, in the order of the file."""
    game = new_game(scenario, 2).game
    for each in game.decks[army]:
        yield _card("army", army_card(each, game, texts_for(lang)))


# Resource cards -------------------------------------------------------------------------------------------------------


def resource_cards(scenario: Scenario, lang: str) -> Iterator[str]:
    """Funds and Supplies for two players and for more, Public support for all [V-14].

    A card lies between the armies. Its ends say different things, and each army uses the end that is turned to it.
    """
    texts = texts_for(lang)
    for players in (2, max(scenario.players)):
        counts = scenario.players[players]
        whose = texts.say("kit.players.two" if players == 2 else "kit.players.more")
        yield _resource("funds", whose, _funds(players, counts, texts), texts)
        values = texts.say("kit.supplies", n=counts.high), texts.say("kit.supplies", n=counts.low)
        yield _resource("supplies", whose, values, texts)
    laid = texts.say("kit.support.special"), texts.say("kit.support.other")
    yield _resource("support", texts.say("kit.players.all"), laid, texts)


def _funds(players: int, counts: Counts, texts: Texts) -> tuple[str, str]:
    """Up to how many cards one draws with each end, and who has the initiative [V-26 to V-29]."""
    hand, more = counts.hand, counts.more
    if players == 2:
        return texts.say("kit.funds.won", n=more), texts.say("kit.funds.lost", n=hand)
    return (
        texts.say("kit.funds.cards", more=more, n=hand, alone=more + hand),
        texts.say("kit.funds.markers", n=hand, alone=2 * hand),
    )


def _resource(resource: str, whose: str, ends: tuple[str, str], texts: Texts) -> str:
    turned, upright = ends
    name = texts.say(f"resource.{resource}")
    return _card(
        "resource",
        f'<p class="end turned">{_e(turned)}</p>'
        f'<div class="middle">{resource_sign(resource)}<p class="name">{_e(name)}</p><p>{_e(whose)}</p></div>'
        f'<p class="end">{_e(upright)}</p>',
    )


# Reminders ------------------------------------------------------------------------------------------------------------


def reminder_card(scenario: Scenario, lang: str) -> str:
    """A round step by step."""
    texts = texts_for(lang)
    steps = "".join(f"<li>{_e(texts.say(key, **values_of(scenario)))}</li>" for key in STEPS)
    return _card("steps", f'<p class="name">{_e(texts.say("kit.steps"))}</p><ol>{steps}</ol>')


def blockade_card(lang: str) -> str:
    """What a blockade marker closes."""
    texts = texts_for(lang)
    signs = "".join(blockade_marker(marker, lang) for marker in MARKERS)
    return _card(
        "talk", f'<p class="name">{_e(texts.say("kit.closed"))}</p><p class="marks">{signs}</p>{closed_list(texts)}'
    )


def closed_list(texts: Texts) -> str:
    """What a blockade marker does in each place, as a list."""
    return f"<ul>{''.join(f'<li>{_e(texts.say(key))}</li>' for key in CLOSED)}</ul>"


# Tokens ---------------------------------------------------------------------------------------------------------------


def token_sheets(scenario: Scenario, lang: str) -> list[Sheet]:
    """The units of both armies on one sheet, all markers on another."""
    texts = texts_for(lang)
    units = "".join(
        f"<h2>{_e(texts.say('kit.tokens.units', army=texts.army(army), n=scenario.units))}</h2>"
        f'<div class="tokens">{_unit(army, lang) * scenario.units}</div>'
        for army in (0, 1)
    )
    groups = (
        ("kit.tokens.blockades", [_marker(blockade_marker(each, lang), _whose(each, texts)) for each in MARKERS]),
        ("kit.tokens.points", [_marker(unit_sign(a, lang) + point_sign(), texts.army(a)) for a in (0, 1)]),
        (
            "kit.tokens.effects",
            [_marker(effect_marker() + unit_sign(army, lang), "") for army in (0, 1) for _ in range(EFFECTS)],
        ),
        ("kit.tokens.advantage", [_marker(advantage_marker(None, lang), "")] * len(FRONTS)),
        (
            "kit.tokens.others",
            [
                _marker(scoring_marker(), texts.say("kit.token.scoring")),
                _marker(round_marker(), texts.say("kit.token.round")),
            ],
        ),
        ("kit.tokens.initiative", [_marker(initiative_marker(number), "") for number in ORDERS]),
    )
    markers = "".join(
        f'<h2>{_e(texts.say(key, n=len(items)))}</h2><div class="tokens">{"".join(items)}</div>'
        for key, items in groups
    )
    return [
        Sheet(texts.say("kit.part.units"), f'<div class="area mp-look-light">{units}</div>'),
        Sheet(texts.say("kit.part.markers"), f'<div class="area mp-look-light">{markers}</div>'),
    ]


def _unit(army: Army, lang: str) -> str:
    return f'<div class="token unit">{unit_sign(army, lang)}</div>'


def _whose(marker: str, texts: Texts) -> str:
    return texts.army(MARKERS.index(marker)) if marker in ARMIES else texts.say("kit.token.special")


def _marker(sign: str, words: str) -> str:
    said = f"<p>{_e(words)}</p>" if words else ""
    return f'<div class="token army-marker"><span>{sign}</span>{said}</div>'


def _card(kind: str, content: str) -> str:
    """A card in the colours of paper, whatever the look of a page around it."""
    return card(f"{kind} mp-look-light", content)


def _e(text: str) -> str:
    return escape(text, quote=False)
