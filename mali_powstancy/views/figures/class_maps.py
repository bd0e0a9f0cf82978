"""A class map: the ways of all groups of a class on one map, beside each other and without a ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.engine.tally import DELIVERED, LATE
from mali_powstancy.views.figures.figure import Figure, for_phones, twin
from mali_powstancy.views.figures.games import SessionOrRecord, order_lives, session_of, ways_of
from mali_powstancy.views.figures.ground import City
from mali_powstancy.views.figures.loads import by_weight, field_numbers, road_numbers, road_widths

HEADINGS = (
    "figure.class.name",
    "figure.class.rounds",
    "figure.class.delivered",
    "figure.class.late",
    "figure.class.steps",
    "figure.class.busiest",
)


@for_phones
def class_map(
    games: Sequence[SessionOrRecord] | Mapping[str, SessionOrRecord], *, lang: str = "pl", look: str = "light"
) -> Figure:
    """Draw the routes of several games together on one board; the table has a row for each group, as they were given.

    With a mapping, its keys are the names of the groups; otherwise they are numbered.
    """
    if not games:
        raise ValueError("a class map needs at least one game")
    sessions = [session_of(game) for game in (games.values() if isinstance(games, Mapping) else games)]
    boards = {session.opening.game.board.roads for session in sessions}
    if len(boards) != 1:
        raise ValueError("these games were played on different boards, so they do not fit on one map")
    city = City(sessions[0].opening.game.scenario, lang, look)
    say, texts = city.texts.say, city.texts
    names = (
        list(games)
        if isinstance(games, Mapping)
        else [say("figure.class.group", n=number) for number in range(1, len(sessions) + 1)]
    )
    fields: Counter[FieldId] = Counter()
    roads: Counter[RoadId] = Counter()
    rows = []
    for name, session in zip(names, sessions, strict=True):
        city.game = session.opening.game
        ways = ways_of(session)
        fields += ways.fields
        roads += ways.roads
        fates = [life.fate for life in order_lives(session)]
        busiest = [field for field in ways.fields if field in city.board.place]
        most = max(busiest, key=lambda field: (ways.fields[field], -city.board.rank[field]), default=None)
        rows.append(
            [
                name,
                str(session.state.round),
                str(fates.count(DELIVERED)),
                str(fates.count(LATE)),
                str(sum(ways.fields.values())),
                "" if most is None else f"{city.field(most)} ({ways.fields[most]})",
            ]
        )
    values = {field: float(fields[field]) for field in city.board.place}
    uses = {road: float(roads[road]) for road in city.board.road}
    numbers = field_numbers(city, values, plain=False)
    traces = [*road_widths(city, uses), *city.fields(), *numbers]
    plates = road_numbers(city, uses, beside=numbers)
    spec = city.map(say("figure.class.title"), traces, annotations=plates, first=by_weight(values))
    headings = map(say, HEADINGS)
    empty = [""] * 4
    rows += [[city.field(field), *empty, str(fields[field])] for field in city.board.place]
    rows += [[city.road(road), *empty, str(roads[road])] for road in city.board.road if roads[road]]
    top = max(city.board.place, key=lambda field: fields[field])
    summary = say(
        "figure.class.summary",
        games=texts.count("count.games", len(sessions)),
        field=city.field(top),
        number=fields[top],
    )
    return Figure(spec, summary, twin(texts, headings, rows))
