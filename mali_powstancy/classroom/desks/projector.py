"""Routes on the projector: the shortest one between two places, step by step, and what closing a road does to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mali_powstancy.analysis.names import known_name
from mali_powstancy.analysis.routes import Closed, Route, all_shortest_routes, road_of_step
from mali_powstancy.classroom.desks.demonstrations import Demonstration, demonstrations
from mali_powstancy.classroom.desks.stepping import SteppingDesk
from mali_powstancy.engine import load_scenario, new_game
from mali_powstancy.engine.board import Board, DistrictId, FieldId, RoadId
from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.map.route_svg import route_svg
from mali_powstancy.views.page.blocks import (
    button,
    buttons,
    details,
    field,
    form,
    group,
    note,
    picture,
    table,
    text_block,
)
from mali_powstancy.views.page.desk import Message

FREE = (Closed(),)
"""One act, in which nothing is closed."""
FEW = 3
"""So many closed roads and districts are named beside the map; more are named below it."""
FIRST = "across"
"""The demonstration that is there at first."""


class RouteDesk(SteppingDesk):
    """A route on a large map. Whatever changes begins a new act, and stepping back leads into the act before."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.game = new_game(load_scenario("basic"), players=2).game
        self.board: Board = self.game.board
        self.demonstration: Demonstration | None = None
        self.acts: tuple[Closed, ...] = FREE
        """What is closed, act by act."""
        self.act = 0
        self.step = 0
        self.choice = 0
        """Which of the routes of equal length is shown."""
        self._choice_before = 0  # and which was in the act before
        self._district = next(iter(self.board.district))
        self._begin(demonstrations(self.board)[FIRST])

    def _begin(self, demonstration: Demonstration) -> None:
        self.demonstration = demonstration
        self.start, self.end, self.acts = demonstration.start, demonstration.end, demonstration.acts
        self.go_to_start()
        self._road = self._roads()[0]

    # Where we are.

    @property
    def closed(self) -> Closed:
        """What is closed now."""
        return self.acts[self.act]

    @property
    def routes(self) -> Sequence[Route]:
        """All shortest routes that are left; none if there is no way."""
        return all_shortest_routes(self.board, self.start, self.end, *self.closed)

    @property
    def route(self) -> Route | None:
        """The one that is shown."""
        found = self.routes
        return found[self.choice % len(found)] if found else None

    @property
    def before(self) -> Route | None:
        """The route of the act before, if there was another one."""
        if self.act == 0:
            return None
        then = all_shortest_routes(self.board, self.start, self.end, *self.acts[self.act - 1])
        was = then[self._choice_before % len(then)] if then else None
        return was if was != self.route else None

    @property
    def question(self) -> str:
        """What a demonstration asks before its first step; until then the route is not shown."""
        is_asked = self.demonstration is not None and self.is_at_start
        return self.demonstration.question[self.language] if self.demonstration and is_asked else ""

    @property
    def length(self) -> int:
        """How many steps the route has."""
        return self.route.length if self.route else 0

    @property
    def is_at_start(self) -> bool:
        return self.act == 0 and self.step == 0

    @property
    def is_at_end(self) -> bool:
        return self.act == len(self.acts) - 1 and self.step == self.length

    def go_on(self) -> None:
        """One field farther; at the end of the route the next act begins."""
        if self.step < self.length:
            self.step += 1
        else:
            self._enter(self.act + 1)

    def _enter(self, act: int) -> None:
        """Begin an act: with the route of before if it is still a shortest one."""
        was, self._choice_before = self.route, self.choice
        self.act, self.step = act, 0
        routes = list(self.routes)
        self.choice = routes.index(was) if was in routes else 0

    def go_back(self) -> None:
        """One field back; from the beginning of the route to the end of the act before."""
        if self.step > 0:
            self.step -= 1
        else:
            self.act, self.choice, self._choice_before = self.act - 1, self._choice_before, 0
            self.step = self.length

    def go_to_start(self) -> None:
        """The first act, and no step yet."""
        self.act = self.step = self.choice = self._choice_before = 0

    # What can be done, besides stepping.

    def _do_form(self, message: Message) -> None:
        """Something was chosen in a list: an end of the route begins a new one, the others wait for their button."""
        values = message["values"]
        if message.get("key") == "ends":
            self._choose_ends(values["start"], values["end"])
        elif "road" in values:
            self._road = known_name("road", values["road"], self.board.road)
        else:
            self._district = known_name("district", values["district"], self.board.district)

    def _choose_ends(self, start: FieldId, end: FieldId) -> None:
        known_name("object", start, self.board.place)
        known_name("object", end, self.board.place)
        self.is_playing = False
        self.demonstration = None
        self.acts = (self.closed,)  # what is closed stays closed
        self.start, self.end = start, end
        self.go_to_start()
        self._road = self._roads()[0]
        self.news = self._summary()

    def _do_toggle_road(self, message: Message) -> None:
        """Close the chosen road, or open it again."""
        self._do_form({"values": message["values"]})
        self._change(self.closed._replace(blocked=self.closed.blocked ^ {self._road}))

    def _do_toggle_district(self, message: Message) -> None:
        """Let the chosen district fall, or take that back."""
        self._do_form({"values": message["values"]})
        self._change(self.closed._replace(fallen=self.closed.fallen ^ {self._district}))

    def _change(self, closed: Closed) -> None:
        """A new act, behind the present one."""
        self.is_playing = False
        self.demonstration = None
        was, self.act = self.closed, 0
        self.acts = (was, closed)
        self._enter(1)
        self.news = " ".join([*self._closed_words(), self._summary(), *self._difference()])

    def _do_show(self, message: Message) -> None:
        """One of the ready demonstrations."""
        known = demonstrations(self.board)
        self.is_playing = False
        self._begin(known[known_name("demonstration", message["demonstration"], known)])
        self.news = self.where()

    def _do_open_all(self, message: Message) -> None:
        """Everything is open again, between the same two places."""
        self.is_playing = False
        self.demonstration = None
        self.acts = FREE
        self.go_to_start()
        self.news = self._summary()

    def _do_another(self, message: Message) -> None:
        """The next route of equal length."""
        self.is_playing = False
        self.choice, self.step = (self.choice + 1) % max(1, len(self.routes)), 0
        self.news = self._summary()

    # What is said.

    def _name(self, place: FieldId) -> str:
        return self.texts.field(place, self.game)

    def _ends(self) -> dict[str, str]:
        return {"start": self._name(self.start), "end": self._name(self.end)}

    def where(self) -> str:
        """The step, and the place that was reached."""
        route = self.route
        if route is None:
            return self.texts.say("projector.no-way", **self._ends())
        if self.question:
            return f"{self._between()}. {self.question}"
        words = f"{self._step()}: {self._name(route.fields[self.step])}."
        return " ".join([words, *(self._difference() if self.step == 0 else [])])

    def _between(self) -> str:
        return f"{self._name(self.start)} → {self._name(self.end)}"

    def _step(self) -> str:
        return self.texts.say("projector.step", n=self.step, of=self.length)

    def _summary(self) -> str:
        """The route in one sentence, without its steps."""
        if self.route is None:
            return self.texts.say("projector.no-way", **self._ends())
        fields = self.texts.count("count.fields", self.length)
        return self.texts.say("projector.route", **self._ends(), fields=fields)

    def _progress(self) -> str:
        """How far one has come, and how far it is in all."""
        count = self.texts.count
        return self.texts.say(
            "projector.progress", walked=count("count.fields", self.step), all=count("count.fields", self.length)
        )

    def _others(self) -> list[str]:
        """How many routes of the same length there are, if several."""
        number = len(self.routes)
        if number < 2:
            return []
        return [self.texts.count("projector.equal", number)]

    def _difference(self) -> list[str]:
        """How the route differs from that of before, if there was one."""
        if self.act == 0 or self.route is None:
            return []
        then = all_shortest_routes(self.board, self.start, self.end, *self.acts[self.act - 1])
        count, say = self.texts.count, self.texts.say
        if not then:
            return [say("projector.way-again")]
        more = self.length - then[0].length
        if self.before is None:
            return [say("projector.same-route")]
        was = count("count.fields", then[0].length)
        if more == 0:
            return [say("projector.other-route", was=was)]
        key = "projector.longer" if more > 0 else "projector.shorter"
        return [say(key, was=was, difference=count("count.fields", abs(more)))]

    def _closed_words(self) -> list[str]:
        """What is closed, in a sentence for the roads and one for the districts."""
        say, closed = self.texts.say, self.closed
        roads = [self.texts.road(road, self.game) for road in self.board.road if road in closed.blocked]
        districts = [
            self.texts.district(district, self.game) for district in self.board.district if district in closed.fallen
        ]
        words = [say("projector.closed-roads", roads="; ".join(roads))] if roads else []
        return words + ([say("projector.fallen", districts=", ".join(districts))] if districts else [])

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """Above what to choose, then the map and what is said beside it, below the same as a table."""
        return [
            group("bar", list(self._bar())),
            group("stage", [picture(self._map(), self._label())]),
            group("side", list(self._side())),
            group("rest", list(self._rest())),
        ]

    def _bar(self) -> Iterator[Object]:
        say = self.texts.say
        places = [(place.id, self.texts.name(place)) for place in self.board.places]
        ends = [
            field("start", say("projector.from"), self.start, places),
            field("end", say("projector.to"), self.end, places),
        ]
        yield form("ends", ends, None, live=True)
        shown = self.demonstration.key if self.demonstration else ""
        ready = [
            button(f"show-{key}", one.title[self.language], {"do": "show", "demonstration": key}, pressed=key == shown)
            for key, one in demonstrations(self.board).items()
        ]
        again = button("start", say("projector.again"), {"do": "start"})
        yield buttons(*ready, again, self.full_screen(), label=say("projector.demonstrations"))

    def _side(self) -> Iterator[Object]:
        say, route = self.texts.say, self.route
        if route is None:
            yield text_block(say("projector.no-way.short"), "step")
            yield text_block(say("projector.no-way", **self._ends()), "plain")
        elif self.question:
            yield text_block(say("projector.guess"), "step")
            yield text_block(self._between(), "place")
        else:
            yield text_block(self._step(), "step")
            yield text_block(self._name(route.fields[self.step]), "place")
            yield text_block(self._progress(), "plain")
        yield self.steppers()
        for sentence in self._difference():
            yield text_block(sentence, "hint")
        if self.question:
            yield text_block(self.question, "hint")
        for sentence in [] if self.question else self._others():
            yield text_block(sentence, "plain")
            yield buttons(button("another", say("projector.another"), {"do": "another"}))
        if 0 < self._closings <= FEW:
            yield text_block(" ".join(self._closed_words()), "plain")
        yield from self._closing()

    def _closing(self) -> Iterator[Object]:
        """A road or a district to be closed or opened: those of the route first."""
        say, closed = self.texts.say, self.closed
        first = self._roads_first()
        roads = [(road, self.texts.road(road, self.game)) for road in self._roads()]
        toggle = say("projector.open" if self._road in closed.blocked else "projector.close")
        yield form(
            " ".join(["road", *first]),  # another order of the list is another form
            [field("road", say("projector.road"), self._road, roads)],
            button("toggle-road", toggle, {"do": "toggle-road"}, "plain"),
            live=True,
        )
        districts = [(district.id, self.texts.name(district)) for district in self.board.districts]
        toggle = say("projector.open" if self._district in closed.fallen else "projector.close")
        yield form(
            "district",
            [field("district", say("projector.district"), self._district, districts)],
            button("toggle-district", toggle, {"do": "toggle-district"}, "plain"),
            live=True,
        )
        if self._closings:
            yield buttons(button("open-all", say("projector.open-all"), {"do": "open-all"}))

    @property
    def _closings(self) -> int:
        """How many roads and districts are closed."""
        return len(self.closed.blocked) + len(self.closed.fallen)

    def _roads_first(self) -> list[RoadId]:
        """The roads of the route in its order, then what is closed."""
        along = self.route.roads if self.route else ()
        return list(dict.fromkeys([*along, *(road for road in self.board.road if road in self.closed.blocked)]))

    def _roads(self) -> list[RoadId]:
        """All roads, those that a class talks about first."""
        return list(dict.fromkeys([*self._roads_first(), *self.board.road]))

    def _rest(self) -> Iterator[Object]:
        say = self.texts.say
        if self._closings > FEW:
            yield text_block(" ".join(self._closed_words()), "plain")
        yield note(say("projector.keys"))
        yield note(say("projector.lines"))
        if self.route:
            yield details("table", say("projector.table"), [self._table(self.route)])

    def _table(self, route: Route) -> Object:
        """The route as a table: the same as the map, for those who cannot see it."""
        say = self.texts.say
        step_road = road_of_step(self.board)
        rows = []
        for number, place in enumerate(route.fields):
            road = "" if number == 0 else self.texts.road(step_road[route.fields[number - 1], place].id, self.game)
            district: DistrictId = self.board.district_of[place]
            rows.append([str(number), self._name(place), self.texts.district(district, self.game), road])
        head = [
            say("figure.route.step"),
            say("figure.route.field"),
            say("figure.route.district"),
            say("projector.road"),
        ]
        return table(self._summary(), head, rows)

    def _map(self) -> str:
        if self.question:
            return route_svg(self.board, self.language, (), 0, ends=(self.start, self.end), closed=self.closed)
        route, before = self.route, self.before
        return route_svg(
            self.board,
            self.language,
            route.fields if route else (),
            self.step,
            ends=(self.start, self.end),
            others=[other.fields for other in self.routes if other != route],
            before=before.fields if before else (),
            closed=self.closed,
        )

    def _label(self) -> str:
        return " ".join([*([] if self.question else [self._summary()]), self.where(), *self._closed_words()])

    # What is kept.

    def memory(self) -> dict[str, Any]:
        """The two places, what is closed, and the step."""
        return {
            "start": self.start,
            "end": self.end,
            "roads": sorted(self.closed.blocked),
            "districts": sorted(self.closed.fallen),
            "step": self.step,
            "demonstration": self.demonstration.key if self.demonstration else "",
            "act": self.act,
        }

    def restore(self, memory: Mapping[str, Any]) -> None:
        """The route as it was; what does not fit is ignored."""
        known, key, act = demonstrations(self.board), memory.get("demonstration"), memory.get("act")
        if isinstance(key, str) and key in known:
            self._begin(known[key])
            self.act = act if type(act) is int and 0 <= act < len(self.acts) else 0
        elif _is_one_of(memory.get("start"), self.board.place) and _is_one_of(memory.get("end"), self.board.place):
            self.demonstration = None
            self.start, self.end = memory["start"], memory["end"]
            roads, districts = (
                frozenset(name for name in kept if _is_one_of(name, there)) if isinstance(kept, list) else frozenset()
                for kept, there in (
                    (memory.get("roads"), self.board.road),
                    (memory.get("districts"), self.board.district),
                )
            )
            self.acts = (Closed(roads, districts),)
            self.go_to_start()
        step = memory.get("step")
        self.step = step if type(step) is int and 0 <= step <= self.length else 0

    def __str__(self) -> str:
        """The route, the step and everything around it, in words."""
        lines = [self._summary()]
        if self.route:
            lines += [f"{self._step()}: {self._name(self.route.fields[self.step])}. {self._progress()}"]
        lines += [*self._difference(), *self._others(), *self._closed_words()]
        steps = self.route.fields if self.route else ()
        return "\n".join([*lines, *(f"{number}. {self._name(place)}" for number, place in enumerate(steps))])


def _is_one_of(value: object, known: Mapping[str, object]) -> bool:
    return isinstance(value, str) and value in known
