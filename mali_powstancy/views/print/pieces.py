"""The pieces of the paper kit: scouts and the soldier to fold and stand up, tokens, and the start marker."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.board_svg import SOLDIER, TOKEN, scout_drawing
from mali_powstancy.views.palette import PATROLS
from mali_powstancy.views.print.cards import patrol_name
from mali_powstancy.views.print.sheets import Sheet, drawing


def small_tokens(basic: Scenario, extended: Scenario) -> int:
    """So many small tokens can lie on the board at most: in the extended variant one for each district (E-10)."""
    return max(basic.tokens_to_lose, len(extended.board.districts))


def piece_sheets(basic: Scenario, extended: Scenario, lang: str) -> list[Sheet]:
    """The pieces that stand up, and those that lie flat."""
    texts = texts_for(lang)
    standing = "".join(_stands(basic, lang))
    how = f'<p class="how">{escape(texts.say("print.pieces.how"))}</p>'
    return [
        Sheet(texts.say("print.part.pieces"), f'<div class="area">{how}<div class="stands">{standing}</div></div>'),
        Sheet(texts.say("print.part.tokens"), f'<div class="area">{_tokens(basic, extended, lang)}</div>'),
    ]


def _stands(scenario: Scenario, lang: str) -> Iterator[str]:
    """Each piece seen from both sides, with a foot at both ends."""
    texts = texts_for(lang)
    for drawn, name, about in scouts(scenario, lang):
        yield _stand(drawing(drawn, f"{name}, {about}", 17), name)
    soldier = drawing(f'<g class="mp-soldier">{SOLDIER}</g>', texts.say("print.soldier"), 17)
    yield _stand(soldier, texts.say("print.soldier"))


def scouts(scenario: Scenario, lang: str) -> Iterator[tuple[str, str, str]]:
    """Every scout: the drawing of the board, the name, and the name of the patrol."""
    texts = texts_for(lang)
    for number, patrol in enumerate(scenario.patrols.values()):
        shape = number % PATROLS
        for scout in patrol.scouts:
            drawn = f'<g class="mp-scout mp-patrol-{shape}">{scout_drawing(shape, scout.name)}</g>'
            yield drawn, scout.name, patrol_name(patrol, texts)


def _stand(picture: str, name: str) -> str:
    face = f"{picture}<p>{escape(name)}</p>"
    hidden = face.replace('role="img"', 'role="presentation"')  # the same piece from behind is not a second one
    return (
        f'<div class="stand"><div class="foot"></div><div class="face behind" aria-hidden="true">{hidden}</div>'
        f'<div class="face">{face}</div><div class="foot"></div></div>'
    )


def _tokens(basic: Scenario, extended: Scenario, lang: str) -> str:
    texts = texts_for(lang)
    carried = [
        f'<div class="token">{drawing(drawn, f"{name}, {of}", 17)}</div>' for drawn, name, of in scouts(basic, lang)
    ]
    small = drawing(f'<g class="mp-token">{TOKEN}</g>', texts.say("print.token.small"), 13)
    blocking = [f'<div class="token">{small}</div>'] * small_tokens(basic, extended)
    fallen = [
        f'<div class="token large fallen"><p>{escape(texts.say("print.token.large"))}</p></div>'
    ] * extended.falls_to_lose
    marker = [f'<div class="token large marker"><p>{escape(texts.say("print.marker"))}</p></div>']
    groups = (
        ("print.tokens.scouts", carried),
        ("print.tokens.small", blocking),
        ("print.tokens.large", fallen),
        ("print.tokens.marker", marker),
    )
    return "".join(
        f'<h2>{escape(texts.say(key, n=len(items)))}</h2><div class="tokens">{"".join(items)}</div>'
        for key, items in groups
    )
