"""Maps: the city with its districts, roads and objects, and what is closed or stands there."""

from __future__ import annotations

from mali_powstancy.analysis.routes import Closed, Names, closed_in
from mali_powstancy.engine import GameState, Observation, Scenario
from mali_powstancy.engine.board import FieldId
from mali_powstancy.views.figures.figure import Figure, Twin, for_phones, twin
from mali_powstancy.views.figures.ground import City, Trace, closed_marks, closed_words
from mali_powstancy.views.figures.pieces import pieces, standing


@for_phones
def city_map(
    position: GameState | Observation | None = None,
    *,
    scenario: Scenario | str = "basic",
    closed: Names = (),
    fallen: Names = (),
    lang: str = "pl",
    look: str = "light",
) -> Figure:
    """Draw the city: districts, roads and places. With a position, also who is where and what is closed.

    `closed` names further roads and `fallen` further districts that are closed, each by its id.
    """
    city = City(scenario if position is None else position.game.scenario, lang, look)
    if position is not None:
        city.game = position.game
    shut = city.closed(closed, fallen)
    if position is not None:
        now = closed_in(position)
        shut = Closed(shut.blocked | now.blocked, shut.fallen | now.fallen)
    traces: list[Trace] = [*city.fields(), *closed_marks(city, shut)]
    there = [] if position is None else pieces(city, position.where, position.carrying, position.soldier)
    spec = city.map(city.texts.say("figure.map.title"), traces, shut, above=there)
    return Figure(spec, _summary(city, shut), _twin(city, shut, position))


def _summary(city: City, shut: Closed) -> str:
    board, texts = city.board, city.texts
    counts = texts.say(
        "figure.map.summary",
        districts=texts.count("figure.count.districts", len(board.districts)),
        objects=texts.count("figure.count.objects", len(board.places)),
        roads=texts.count("figure.count.roads", len(board.roads)),
        fields=texts.count("count.fields", len(board.fields)),
    )
    return "; ".join([counts, *closed_words(city, shut)]) + "."


def _twin(city: City, shut: Closed, position: GameState | Observation | None) -> Twin:
    """A row for every object, and for every other field on which somebody stands."""
    say, board = city.texts.say, city.board
    there: dict[FieldId, list[str]] = {}
    if position is not None:
        there = standing(city, position.where, position.carrying, position.soldier)
    headings = [say("figure.map.object"), say("figure.map.district"), say("figure.map.roads")]
    rows = []
    for field in [*board.place, *(field for field in there if field not in board.place)]:
        district = city.district(board.district_of[field]) if field in board.district_of else ""
        if field in board.district_of and board.district_of[field] in shut.fallen:
            district = f"{district} ({say('figure.map.fallen')})"
        roads = ", ".join(_neighbours(city, field, shut)) if field in board.place else ""
        rows.append([city.field(field), district, roads])
        if position is not None:
            rows[-1].append(", ".join(there.get(field, [])))
    return twin(city.texts, headings + ([say("figure.map.who")] if position is not None else []), rows)


def _neighbours(city: City, place: FieldId, shut: Closed) -> list[str]:
    """The objects at the other ends of its roads, with the fields to go; a closed road says so."""
    words = []
    for road in city.board.roads_at[place]:
        other = road.ends[1] if road.ends[0] == place else road.ends[0]
        key = "figure.map.road-closed" if road.id in shut.blocked else "figure.map.road"
        words.append(city.texts.say(key, object=city.field(other), length=road.length))
    return words
