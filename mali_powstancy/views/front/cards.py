"""A whole army card of Bitwa Warszawska: what is drawn on it and what stands on it, for a button and for paper."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, WP, Army, Card, CardId
from mali_powstancy.bitwa_warszawska.game import Game
from mali_powstancy.bitwa_warszawska.texts import Texts
from mali_powstancy.views.drawn import GROUND, INK, filled, framed, lined, placed
from mali_powstancy.views.front.signs import TONES, kind_sign, radio_sign, shape, telegraph_sign, unit_sign

PLAN = (72, 48)
"""Width and height of the plan on a unit card in its own units."""
FACE = (80, 84)
"""The same of a card that is laid."""
RADIO = ("wp-szyfry", "wp-zagluszanie", "wp-ciechanow")
TELEGRAPH = ("acz-minsk", "acz-smolensk")
"""The cards that tell of news and how it travelled; their captions say what happened."""


@cache
def front_css() -> str:
    """The style of army cards, which on a page and on paper are made alike; colours are those around them."""
    return files("mali_powstancy").joinpath("views", "static", "front.css").read_text("utf-8")


def army_card(card_id: CardId, game: Game, texts: Texts) -> str:
    """The card as HTML that may stand in a button: whose, of which kind, what it does, one fact, and who made it."""
    card = game.scenario.cards[card_id]
    army = ARMIES.index(card.army)
    whose = _line("army", texts.army(army), unit_sign(army, texts.language))
    kind = _line("kind", texts.say(f"kind.{card.kind}"))
    return (
        f'<span class="mp-army mp-army-of-{card.kind}" data-card="{escape(card_id)}">'
        f'<span class="mp-army-head">{whose}{kind}</span>{_line("name", _capital(texts.name(card)))}'
        f'<span class="mp-army-picture">{card_picture(card)}</span>{_effect(card, game, texts)}'
        f"{_line('caption', texts.caption(card_id, game))}{_line('origin', origin(card, texts))}</span>"
    )


def card_picture(card: Card, label: str = "") -> str:
    """What is drawn on a card: where the units go, a figure, a sheet, or how the news of which it tells travelled."""
    if card.kind == "unit":
        return unit_plan(card, label)
    if card.id in RADIO:
        return radio_sign(label)
    return telegraph_sign(label) if card.id in TELEGRAPH else kind_sign(card.kind, label)


def card_face(card: Card, lang: str) -> str:
    """A card that is laid, small and without words: whose it is above, and below what is drawn on it."""
    army = ARMIES.index(card.army)
    edge = "M7 2H73a5 5 0 0 1 5 5V77a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z"
    head = filled("M2 26V7a5 5 0 0 1 5-5H73a5 5 0 0 1 5 5V26z", TONES[army])
    width, x = (68, 6) if card.kind == "unit" else (46, 17)
    drawn = placed(card_picture(card), x, 31, width, 46)
    sign = placed(unit_sign(army, lang), 29, 3, 22)
    content = f"{lined(edge, 0, 'none', GROUND)}{head}{lined('M2 26H78', 2)}{lined(edge, 2.6)}{sign}{drawn}"
    return framed(f"face mp-drawn-army-{army}", content, size=FACE)


def origin(card: Card, texts: Texts) -> str:
    """Who made the card: the rulebook, we, or we its limit only [HV-44]."""
    if card.origin != "rulebook":
        return texts.say("card.origin.designed")
    is_whole = card.kind != "commander" or card.limit_origin == "rulebook"
    return texts.say("card.origin.rulebook" if is_whole else "card.origin.rulebook.limit")


def _effect(card: Card, game: Game, texts: Texts) -> str:
    """The effect in words; of two between which the player chooses each by itself [V-47]; and the limit [V-44]."""
    told = [_line("option", texts.option(card.id, number, game)) for number in range(len(card.options))]
    lines = _line("or", texts.say("card.or.between")).join(told)
    if card.kind == "commander":
        lines += _line("limit", texts.count("card.limit", card.limit))
    return f'<span class="mp-army-effect">{lines}</span>'


def _line(kind: str, text: str, sign: str = "") -> str:
    return f'<span class="mp-army-{kind}">{sign}<span>{escape(text, quote=False)}</span></span>'


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# The plan of a unit card ----------------------------------------------------------------------------------------------


def unit_plan(card: Card, label: str = "") -> str:
    """Where the units of a card go: three fronts from north to south, the first line towards the enemy.

    If the player chooses the front, only one is drawn, between two arrows.
    """
    (clause,) = card.options[0]
    army = ARMIES.index(card.army)
    fronts = clause.fronts or (1,)
    numbers = {line: number for number, line in clause.parts}
    drawn = [_band(army, row, numbers if row in fronts else {}) for row in range(3) if clause.fronts or row == 1]
    if not clause.fronts:
        drawn.append(lined("M36 13V4.5M31.5 8.5L36 4L40.5 8.5M36 35V43.5M31.5 39.5L36 44L40.5 39.5", 2.4))
    return framed("plan", "".join(drawn), label, PLAN)


def _band(army: Army, row: int, numbers: dict[int, int]) -> str:
    """A front with its two lines and what is added to them; as on the board, the left half is the Polish one."""
    top = 1.2 + row * (PLAN[1] - 1.2) / len(FRONTS)
    found = [lined(f"M1.2 {top:g}h69.6v14.4h-69.6z", 1.4, fill=GROUND), lined(f"M36 {top:g}v14.4", 1.2)]
    for line in (1, 2):
        number = numbers.get(line, 0)
        # The first line is the inner one: on the right of the Polish half, on the left of the other.
        middle = 53.5 if (line == 1) == (army == WP) else 18.5
        for place in range(number):
            x = middle + 11.5 * (place - (number - 1) / 2)
            found.append(shape(army, x, top + 7.2, 4.4, TONES[army], 1.5))
    edge = 70.8 if army == WP else 1.2
    found.append(lined(f"M{edge:g} {top:g}v14.4", 2.4, INK))
    return "".join(found)
