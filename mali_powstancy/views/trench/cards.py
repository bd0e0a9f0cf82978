"""A whole trial card of Wiarusi: what is drawn on it and what stands on it, for a button and for paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files

from mali_powstancy.views.drawn import DARK, GROUND, INK, LIGHT, disc, dots, framed, paint, placed
from mali_powstancy.views.trench.signs import bolt, christmas_sign, flake, threat_sign, trap_sign
from mali_powstancy.wiarusi.cards import CardId, Gift, Knock, Threat, ThreatId
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.texts import Texts

PICTURE = (72, 40)
"""Width and height of the picture on a trial card in its own units."""
WEATHER: tuple[ThreatId, ...] = (Threat.NIGHT, Threat.SNOW, Threat.RAIN)


@cache
def trench_css() -> str:
    """The style of trial cards, which on a page and on paper are made alike; colours are those around them."""
    return files("mali_powstancy").joinpath("views", "static", "trench.css").read_text("utf-8")


def trial_card(card: CardId, game: Game, texts: Texts) -> str:
    """The card as HTML that may stand in a button: the picture, each threat with its word, the trap, what it does."""
    trial = game.scenario.trials[card]
    if isinstance(trial, Gift):
        return _card(
            "gift", card, christmas_sign(), _name(texts.name(trial)) + _line("effect", texts.effect(card, game))
        )
    if isinstance(trial, Knock):
        signs = bolt() * trial.bolts + (threat_sign(trial.threat) if trial.threat else "")
        bolts = texts.count("kit.bolts", trial.bolts)
        words = _name(texts.name(trial)) + _line("effect", texts.effect(card, game)) + _line("kind", bolts)
        return _card("knock", card, signs, words)
    signs = "".join(_line("threat", texts.threat(threat), threat_sign(threat)) for threat in trial.threats)
    many = " mp-trial-many" if len(trial.threats) > 3 else ""
    words = f'<span class="mp-trial-threats{many}">{signs}</span>'
    if card in game.traps:
        words += _line("trap", texts.say("kit.trap"), trap_sign())
    return _card("threats", card, landscape(trial.threats), words)


def _card(kind: str, card: CardId, picture: str, words: str) -> str:
    return (
        f'<span class="mp-trial mp-trial-of-{kind}" data-card="{card}">'
        f'<span class="mp-trial-picture">{picture}</span>{words}</span>'
    )


def _name(name: str) -> str:
    return _line("name", name[:1].upper() + name[1:])


def _line(kind: str, text: str, sign: str = "") -> str:
    return f'<span class="mp-trial-{kind}">{sign}<span>{escape(text, quote=False)}</span></span>'


def landscape(threats: Sequence[ThreatId], label: str = "") -> str:
    """What a card shows: its weather is the sky behind, side by side if there is more; its attack lies in front."""
    width, height = PICTURE
    skies = [threat for threat in threats if threat in WEATHER]
    attacks = [threat for threat in threats if threat not in WEATHER]
    broad = width / max(1, len(skies))
    drawn = [f'<rect width="{width}" height="{height}" fill="{GROUND}"/>', "" if skies else _EMPTY_SKY]
    for number, sky in enumerate(skies):
        # What falls from one sky does not fall into the next one.
        part = f'<svg x="{number * broad:g}" width="{broad:g}" height="{height}" viewBox="0 0 {broad:g} {height}">'
        drawn.append(f"{part}{_sky(sky, broad)}</svg>")
    drawn.append(_EARTH)
    step = width / max(1, len(attacks))
    for number, attack in enumerate(attacks):
        middle, half = step * (number + 0.5), min(11.5, step / 2 - 1.5)
        drawn.append(disc(middle, 21, half, GROUND, 1.4))
        drawn.append(placed(threat_sign(attack), middle - half * 0.7, 21 - half * 0.7, half * 1.4))
    drawn.append(f'<rect x=".7" y=".7" width="70.6" height="38.6" fill="none" stroke="{INK}" stroke-width="1.4"/>')
    return framed("scene", "".join(drawn), label, PICTURE)


_EARTH = f'<path d="M0 40V34C8 31.5 14 35.5 22 34S38 31.5 48 34S64 32 72 34.5V40z" fill="{DARK}"/>'
_EMPTY_SKY = (
    f'<path d="M8 34V24M26 34V25M46 34V24M64 34V25M8 26L26 27L46 26L64 27M8 30L26 31L46 30L64 31" fill="none" '
    f'stroke="{INK}" stroke-width=".9" stroke-opacity=".55"/>'
)


def _sky(weather: ThreatId, width: float) -> str:
    """The sky of a weather in a width."""
    columns = max(2, round(width / 12))
    places = [
        (round((column + 0.36 + 0.28 * row) * width / columns, 1), 6.5 + 7 * (column % 2) + 14 * row)
        for column in range(columns)
        for row in (0, 1)
    ]
    ground = {Threat.NIGHT: DARK, Threat.SNOW: LIGHT, Threat.RAIN: paint("water")}[Threat(weather)]
    back = f'<rect width="{width:g}" height="{PICTURE[1]}" fill="{ground}"/>'
    if weather == Threat.NIGHT:
        moon = f'<path d="M10 3.5A5.6 5.6 0 1 0 15.6 11.6A5 5 0 0 1 10 3.5z" fill="{LIGHT}"/>'
        return f"{back}{dots(places[1:], 1.6, LIGHT)}{moon}"
    if weather == Threat.SNOW:
        flakes = "".join(flake(x, y, 3.2) for x, y in places)
        return f'{back}<path d="{flakes}" fill="none" stroke="{DARK}" stroke-width=".7"/>'
    drops = "".join(f"M{x + 1:.1f} {y - 2.5:g}l-2 5" for x, y in places)
    return f'{back}<path d="{drops}" fill="none" stroke="{INK}" stroke-width="1.3"/>'
