"""The pieces on a map figure: scouts with the colour, shape and letter of the board, and the soldier."""

from __future__ import annotations

from collections.abc import Sequence

from mali_powstancy.engine.board import FieldId
from mali_powstancy.views.figures.ground import City, Trace, points
from mali_powstancy.views.map.board_svg import patrol_number
from mali_powstancy.views.map.chart import rows_around, spread
from mali_powstancy.views.map.lettering import Point

SHAPES = ("circle", "square", "triangle-up", "diamond")
"""Of the patrols, as on the board."""
GROWN = (1.0, 0.92, 1.25, 1.2)
"""So much larger a shape is drawn, that its letter has room."""
SHEET = (10, -11)
"""Where the order lies that a scout carries."""


def spots(city: City, where: Sequence[FieldId], soldier: FieldId | None) -> tuple[dict[int, Point], Point | None]:
    """Where every scout on the board is drawn, by its number, and the soldier: beside each other on one field."""
    together: dict[FieldId, list[int | None]] = {}
    if soldier is not None:
        together[soldier] = [None]
    for number, field in enumerate(where):
        if field in city.at:
            together.setdefault(field, []).append(number)
    found = spread([spot for field, ones in together.items() for spot in rows_around(city.at[field], len(ones))])
    owners = [one for ones in together.values() for one in ones]
    placed = dict(zip(owners, found, strict=True))
    at_soldier = placed.pop(None, None)
    return {number: spot for number, spot in placed.items() if number is not None}, at_soldier


def pieces(
    city: City, where: Sequence[FieldId], carrying: Sequence[str | None], soldier: FieldId | None
) -> list[Trace]:
    """A trace for each patrol, one for the orders that are carried, and one for the soldier if there is one."""
    game, look = city.game, city.look
    scouts, at_soldier = spots(city, where, soldier)
    size = city.sizes.mark * 0.92
    is_narrow = look.is_narrow  # scouts are too near to each other there for letters
    letter = look.small if is_narrow else round(size * 0.62)
    traces = []
    for seat in range(len(game.patrols)):
        kind = patrol_number(game, seat)
        numbers = [number for number in scouts if game.seat_of[number] == seat]
        traces.append(
            points(
                [scouts[number] for number in numbers],
                "markers" if is_narrow else "markers+text",
                text=[f"<b>{city.texts.scout(game.scouts[number], game)[0]}</b>" for number in numbers],
                textposition="middle center",
                textfont={"size": letter, "color": look.colour(f"letter-{kind}")},
                marker={
                    "symbol": SHAPES[kind],
                    "size": round((city.sizes.object if is_narrow else size) * GROWN[kind], 1),
                    "color": look.colour(f"patrol-{kind}"),
                    "line": {"color": look.colour("rim"), "width": 1.5},
                },
            )
        )
    sheets = [(x + SHEET[0], y + SHEET[1]) for number, (x, y) in scouts.items() if carrying[number] is not None]
    white = {"symbol": "square", "size": round(size * 0.42), "color": look.colour("sheet")}
    traces.append(points(sheets, marker=white | {"line": {"color": look.colour("sheet-ink"), "width": 1.5}}))
    if city.scenario.die:
        dark = {"symbol": "octagon", "size": round(size * 1.3), "color": look.colour("soldier")}
        traces.append(
            points(
                [at_soldier] if at_soldier else [],
                "markers+text",
                text=[f"<b>{city.texts.say('figure.map.soldier-letter')}</b>"] if at_soldier else [],
                textposition="middle center",
                textfont={"size": letter, "color": look.colour("helmet")},
                marker=dark | {"line": {"color": look.colour("helmet"), "width": 2}},
            )
        )
    return traces


def standing(
    city: City, where: Sequence[FieldId], carrying: Sequence[str | None], soldier: FieldId | None
) -> dict[FieldId, list[str]]:
    """Who stands on each field, in words; scouts in prison or in a hand too."""
    there: dict[FieldId, list[str]] = {}
    for number, field in enumerate(where):
        name = city.texts.scout(city.game.scouts[number], city.game)
        if carrying[number] is not None:
            name = city.texts.say("figure.map.with-order", scout=name)
        there.setdefault(field, []).append(name)
    if soldier is not None:
        there.setdefault(soldier, []).append(city.texts.say("figure.map.soldier"))
    return there
