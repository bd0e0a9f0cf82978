"""A certificate for a whole class: no names, no ranks, one drawing of our own."""

from __future__ import annotations

import re
from html import escape

from mali_powstancy.texts import texts_for
from mali_powstancy.views.palette import colour
from mali_powstancy.views.pictures.postmark import Postmark, postmark_svg
from mali_powstancy.views.print.sheets import A4_WIDE, SIZES, page_of, page_sizes

_WIDE, _HIGH = SIZES[A4_WIDE]
_EDGE, _TOOTH = 9.0, 4.0
"""How far from the edge of the paper the drawn stamp begins, and how far its teeth are apart, in millimetres."""
DONE = ("desk.certificate.read", "desk.certificate.routes", "desk.certificate.played", "desk.certificate.apart")


def certificate_html(lang: str) -> str:
    """The certificate as a page of HTML on one A4 sheet that needs nothing else."""
    return page_of(certificate(lang), texts_for(lang).say("desk.certificate"), lang, page_sizes())


def certificate(lang: str) -> str:
    """The sheet itself."""
    texts = texts_for(lang)

    def said(key: str) -> str:
        return escape(texts.say(key), quote=False)

    done = "".join(f"<li>{said(key)}</li>" for key in DONE)
    return (
        f'<section class="sheet {A4_WIDE} certificate">{_stamp()}'
        f'<div class="words"><p class="over">{said("desk.certificate.over")}</p>'
        f"<h1>{said('desk.certificate.title')}</h1><p>{said('desk.certificate.text')}</p><ul>{done}</ul>"
        f'<p class="keep">{said("desk.certificate.keep")}</p><p class="rule"></p><p class="rule"></p>'
        f"<p>{said('desk.certificate.together')}</p></div>"
        f'<p class="who">{said("desk.certificate.who")}</p><p class="when">{said("desk.certificate.when")}</p>'
        f'<div class="mark">{_quiet(postmark_svg(Postmark("double", "red", "class"), texts))}</div>'
        f"<footer>{said('print.note')}</footer></section>"
    )


def _quiet(drawing: str) -> str:
    """A drawing that says nothing: it is only for the eye."""
    return re.sub(r' (role|aria-label)="[^"]*"', "", drawing).replace("<svg ", '<svg aria-hidden="true" ', 1)


def _stamp() -> str:
    """The edge of a postage stamp, with its teeth, and the waves of a machine that cancels stamps."""
    wide, high = _WIDE - 2 * _EDGE, _HIGH - 2 * _EDGE
    across, down = round(wide / _TOOTH), round(high / _TOOTH)

    def teeth(number: int, dx: float, dy: float) -> str:
        """Half circles, one after another, each of them a hole in the edge."""
        step_x, step_y = dx / number, dy / number
        radius = abs(step_x + step_y) * 0.32
        gap = 0.5 - 0.32
        one = (
            f"l{step_x * gap:.3f} {step_y * gap:.3f}"
            f"a{radius:.3f} {radius:.3f} 0 0 0 {step_x * 0.64:.3f} {step_y * 0.64:.3f}"
            f"l{step_x * gap:.3f} {step_y * gap:.3f}"
        )
        return one * number

    edge = f"M{_EDGE} {_EDGE}{teeth(across, wide, 0)}{teeth(down, 0, high)}"
    edge += f"{teeth(across, -wide, 0)}{teeth(down, 0, -high)}z"
    inner = _EDGE + 7
    across_it, down_it = _WIDE - 2 * inner, _HIGH - 2 * inner
    frame = (
        f'<rect x="{inner}" y="{inner}" width="{across_it}" height="{down_it}" rx="2" fill="none" '
        f'stroke="{colour("can")}" stroke-width=".9"/>'
        f'<rect x="{inner + 2}" y="{inner + 2}" width="{across_it - 4}" height="{down_it - 4}" rx="1" '
        f'fill="none" stroke="{colour("can")}" stroke-width=".3"/>'
    )
    waves = "".join(f'<path d="M204 {y}{"q5 -4 10 0t10 0" * 3}"/>' for y in (45, 51, 57, 63, 69))
    return (
        f'<svg class="stamp-edge" viewBox="0 0 {_WIDE} {_HIGH}" aria-hidden="true">'
        f'<path d="{edge}" fill="{colour("sheet")}" stroke="{colour("edge")}" stroke-width=".35"/>{frame}'
        f'<g fill="none" stroke="{colour("patrol-0")}" stroke-width=".8" opacity=".55">{waves}</g></svg>'
    )
