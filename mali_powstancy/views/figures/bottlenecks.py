"""Bottlenecks: which roads and objects the city needs most, and where only one crossing is left."""

from __future__ import annotations

from mali_powstancy.analysis.graphs import bottleneck, bridges, gates
from mali_powstancy.analysis.routes import Closed, Names, RoadWeight, road_weights
from mali_powstancy.engine import Scenario
from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.views.figures.figure import Figure, Twin, for_phones, twin
from mali_powstancy.views.figures.ground import City, Trace, closed_marks, closed_words, lines, with_legend
from mali_powstancy.views.figures.loads import by_weight, road_numbers, road_widths

LABELLED = 8
"""So many of the weightiest roads have their number on the map; the table has all."""

HEADINGS = (
    "figure.gates.road",
    "figure.gates.longer",
    "figure.gates.extra",
    "figure.gates.cut-off",
    "figure.gates.note",
)


@for_phones
def gates_figure(
    between: tuple[FieldId, FieldId] | None = None,
    *,
    closed: Names = (),
    fallen: Names = (),
    scenario: Scenario | str = "basic",
    lang: str = "pl",
    look: str = "light",
) -> Figure:
    """Draw what would happen to the city if one more road or place closed: longer routes, or parts cut off.

    With two places, the fewest roads that keep them together are marked too: close those, and the two are cut off.
    """
    city = City(scenario, lang, look)
    shut = city.closed(closed, fallen)
    weights = road_weights(city.board, *shut)
    only, doors = bridges(city.board, *shut), gates(city.board, *shut)
    cut = bottleneck(city.board, *between, *shut) if between else ()
    extra = {row.road: float(row.extra) for row in weights if row.road not in only and row.road not in cut}
    plates = road_numbers(city, extra, sign="+", most=LABELLED) if not between else []
    traces = road_widths(city, extra) if not between else []
    others = tuple(road for road in cut if road not in only)  # the only crossing says more
    traces += _crossings(city, only or (), "figure.gates.only") + _crossings(city, others, "figure.gates.cut")
    traces += [*city.fields(), *_doors(city, doors), *closed_marks(city, shut)]
    say = city.texts.say
    title = say("figure.gates.title")
    if between:
        title = say("figure.gates.title-between", start=city.field(between[0]), end=city.field(between[1]))
    heavy = [end for road in by_weight(extra) for end in city.board.road[road].ends]
    spec = city.map(title, traces, shut, annotations=plates, first=[*(between or ()), *doors, *heavy])
    if only or cut or doors:
        with_legend(city, spec)
    return Figure(spec, _summary(city, weights, only, doors, cut, shut), _twin(city, weights, only, doors, cut))


def _crossings(city: City, roads: tuple[RoadId, ...], name: str) -> list[Trace]:
    """Roads that must not close: a wide line with a light middle, which no other road has."""
    if not roads:
        return []
    ways = [city.way(city.board.road[road].path) for road in roads]
    wide, look = city.sizes.road * 3.2, city.look
    is_cut = name == "figure.gates.cut"
    colour = look.chart("series-3" if is_cut else "series-1")
    dark = lines(ways, line={"color": colour, "width": wide}, name=city.texts.say(name), showlegend=True)
    light = lines(ways, line={"color": look.colour("paper"), "width": wide * 0.35, "dash": "dash" if is_cut else "dot"})
    return [dark, light]


def _doors(city: City, doors: tuple[FieldId, ...]) -> list[Trace]:
    """Objects through which everybody has to go: a large diamond."""
    if not doors:
        return []
    look = city.look
    trace = city.dots(
        doors,
        city.sizes.object * 1.5,
        look.colour("disc"),
        look.chart("series-1"),
        name=city.texts.say("figure.gates.door"),
        showlegend=True,
    )
    trace["marker"] |= {"symbol": "diamond", "line": {"color": look.chart("series-1"), "width": 4 * look.line}}
    return [trace]


def _summary(
    city: City,
    weights: tuple[RoadWeight, ...],
    only: tuple[RoadId, ...],
    doors: tuple[FieldId, ...],
    cut: tuple[RoadId, ...],
    shut: Closed,
) -> str:
    texts, words = city.texts, []
    if not set(cut) <= set(only):
        words.append(texts.say("figure.gates.summary-cut", roads="; ".join(map(city.road, cut))))
    if only:
        words.append(texts.say("figure.gates.summary-only", roads="; ".join(map(city.road, only))))
    if doors:
        words.append(texts.say("figure.gates.summary-doors", objects=", ".join(map(city.field, doors))))
    if not only and not cut:
        most = max(weights, key=lambda row: row.extra)
        words.append(
            texts.say(
                "figure.gates.summary",
                road=city.road(most.road),
                pairs=texts.count("figure.count.pairs", most.longer),
                fields=texts.count("count.fields", most.extra),
            )
        )
    sentence = "; ".join([*words, *closed_words(city, shut)])
    return sentence[0].upper() + sentence[1:] + "."


def _twin(
    city: City,
    weights: tuple[RoadWeight, ...],
    only: tuple[RoadId, ...],
    doors: tuple[FieldId, ...],
    cut: tuple[RoadId, ...],
) -> Twin:
    """The roads, those first that the city needs most; then the objects through which everybody has to go."""
    say = city.texts.say
    rows = []
    for row in sorted(weights, key=lambda row: (-row.cut_off, -row.extra, city.board.road[row.road].id)):
        marks = [say(key) for key, ones in (("figure.gates.only", only), ("figure.gates.cut", cut)) if row.road in ones]
        rows.append([city.road(row.road), str(row.longer), str(row.extra), str(row.cut_off), ", ".join(marks)])
    rows += [[city.field(door), "", "", "", say("figure.gates.door")] for door in doors]
    headings = map(say, HEADINGS)
    return twin(city.texts, headings, rows)
