"""Dangers: on which fields the soldier can reach the scout nearest to him, and with how many faces of the die."""

from __future__ import annotations

from collections.abc import Mapping

from mali_powstancy.analysis.chances import field_dangers
from mali_powstancy.engine import Scenario
from mali_powstancy.engine.board import FieldId
from mali_powstancy.views.figures.figure import Figure, for_phones, twin
from mali_powstancy.views.figures.ground import City, Trace, points
from mali_powstancy.views.figures.pieces import pieces

HEADINGS = ("figure.danger.field", "figure.danger.distance", "figure.danger.faces")


@for_phones
def danger_map(
    soldier: FieldId,
    *,
    scenario: Scenario | str = "basic",
    lang: str = "pl",
    look: str = "light",
) -> Figure:
    """Draw the city with the soldier on a space, and how many faces of the die take him to each space around him.

    A number counts for the scout who is nearest to the soldier; a space without a number is out of his reach.
    """
    city = City(scenario, lang, look)
    rows = field_dangers(city.scenario, soldier)
    sides = len(city.scenario.die)
    faces = {row.field: round(row.chance * sides) for row in rows}
    reached = [row for row in sorted(rows, key=lambda row: row.distance) if row.chance]
    say = city.texts.say
    where = city.field(soldier)
    city.look_at([soldier, *(row.field for row in reached)])
    traces = [*city.fields(), *_numbers(city, {row.field: faces[row.field] for row in reached})]
    named = [soldier, *(row.field for row in reached)]
    title = say("figure.danger.title", field=where)
    spec = city.map(title, traces, first=named, above=pieces(city, (), (), soldier))
    table = [
        [city.field(row.field), str(row.distance), say("figure.danger.of", faces=faces[row.field], sides=sides)]
        for row in reached
    ]
    far = max((row.distance for row in reached), default=0) + 1
    table.append([say("figure.danger.others"), say("figure.danger.at-least", far=far), _none(city, sides)])
    fields = city.texts.count("count.fields", len(reached))
    summary = say("figure.danger.summary", field=where, fields=fields, far=far)
    return Figure(spec, summary, twin(city.texts, map(say, HEADINGS), table))


def _none(city: City, sides: int) -> str:
    return city.texts.say("figure.danger.of", faces=0, sides=sides)


def _numbers(city: City, faces: Mapping[FieldId, int]) -> list[Trace]:
    """A square with its number on every field that can be reached; the more faces, the darker its edge."""
    look = city.look
    traces = []
    for number in sorted(set(faces.values())):
        shown = [field for field in faces if faces[field] == number]
        wide = 4 if number == max(faces.values()) else 2
        traces.append(
            points(
                [city.at[field] for field in shown],
                "markers+text",
                text=[f"<b>{number}</b>"] * len(shown),
                textposition="middle center",
                textfont={"size": look.small, "color": look.colour("ink")},
                marker={
                    "symbol": "square",
                    "size": round(city.sizes.mark * 0.95),
                    "color": look.chart("band"),
                    "line": {"color": look.chart("series-1"), "width": wide * look.line},
                },
            )
        )
    return traces
