"""Persons who play through the page alone: they see what it shows and use the mouse, or the keyboard, or words.

They mean well: who carries an order goes to its destination, who carries none goes to where one starts. That is
enough to bring every game to an end. Chance is seeded, so they play the same game every time.
"""

from __future__ import annotations

import json
import random
import re
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from playwright.sync_api import Locator

from mali_powstancy.engine import load_scenario
from mali_powstancy.views.map.board_svg import arrows
from tests.browser.board_page import BoardPage

MOST_DECISIONS = 400

# What somebody knows who has played on this map for a while: where the arrows lead, and how far everything is.
BOARD = load_scenario("short").board
ARROWS = arrows(BOARD)
DISTANCES = BOARD.free.distances

# All that the players look at, in one go: it is done some hundred times in a game.
LOOK = """root => {
    const all = (selector) => [...root.querySelectorAll(selector)];
    const shown = (selector) => all(selector).filter((node) => node.checkVisibility());
    const patrolOf = (node) => [...node.classList].find((name) => /^mp-patrol-\\d+$/.test(name)) ?? "";
    const dialog = root.querySelector(".mp-layer:not([hidden]) > .mp-dialog");
    const here = document.activeElement;
    const inMap = here?.closest(".mp-field");
    const notebook = window.jupyterapp.shell.currentWidget.content;
    return JSON.stringify({
        n: Number(root.dataset.n),
        dialog: dialog?.dataset.dialog ?? null,
        options: shown(".mp-options button").map((node) => [node.dataset.key, node.textContent]),
        goals: shown(".mp-toggles input").map((node) =>
            [node.dataset.key, node.labels[0].querySelector("small").textContent]),
        goals_label: shown(".mp-toggles legend")[0]?.textContent ?? "",
        cards: shown("button.mp-card").map((node) => node.dataset.key),
        moves: shown('.mp-panel button[data-key^="move "]').map((node) => node.dataset.key),
        lines: shown(".mp-text li").map((node) => node.textContent),
        texts: shown('.mp-text button[data-key^="text "]').map((node) => [node.dataset.key, node.textContent]),
        orders: all(".mp-row:not(.mp-victory)").map((row) => ({
            from: row.querySelector(".mp-from-to > span").textContent,
            to: row.querySelector(".mp-to").textContent,
            carriers: [...row.querySelectorAll(".mp-badge")].map((badge) => [patrolOf(badge), badge.textContent]),
        })),
        on_map: Object.fromEntries(all(".mp-above [data-piece].mp-can").map((node) =>
            [node.dataset.piece, node.dataset.field])),
        chips: Object.fromEntries(shown("button.mp-chip").map((node) => [node.dataset.key.slice("scout.".length),
            {name: node.querySelector(":scope > span:not([class])").textContent, patrol: patrolOf(node)}])),
        selected: root.querySelector(".mp-above .mp-selected")?.dataset.piece
            ?? root.querySelector('.mp-chip[aria-pressed="true"]')?.dataset.key.slice("scout.".length) ?? null,
        can: all(".mp-field.mp-can").map((node) => node.dataset.field),
        roads: all(".mp-road.mp-can").map((node) => node.dataset.road),
        focus: {inside: root.contains(here), key: here?.closest("[data-key]")?.dataset.key ?? null,
                field: inMap?.dataset.field ?? null, what: here?.outerHTML.slice(0, 120) ?? ""},
        notebook: {selected: notebook.activeCellIndex, mode: notebook.mode, cells: notebook.widgets.length},
    });
}"""
READ_NAMES = """root => Object.fromEntries([...root.querySelectorAll(".mp-field")].map((node) =>
    [node.getAttribute("aria-label").split(",")[0], node.dataset.field]))"""
ANSWERED_OR_ASKED = """([root, n]) => Number(root.dataset.n) > n || !root.querySelector(".mp-options").hidden"""
# Where on the screen a road can be touched: not every point of it, because fields lie on it.
POINT_OF_ROAD = """road => {
    const way = road.querySelector(".mp-way");
    const [length, matrix] = [way.getTotalLength(), way.getScreenCTM()];
    for (let part = 0.5; part < 0.9; part += 0.02) {
        const {x, y} = way.getPointAtLength(part * length).matrixTransform(matrix);
        if (document.elementFromPoint(x, y)?.closest(".mp-road") === road) return [x, y];
    }
    return null;
}"""
# Whether something has the focus, or comes after what has it.
SEE_FOCUS = """target => {
    const here = document.activeElement;
    const order = here.compareDocumentPosition(target);
    return {here: here === target, later: Boolean(order & Node.DOCUMENT_POSITION_FOLLOWING),
            inside: target.closest(".mp-board-widget").contains(here), what: here.outerHTML.slice(0, 120)};
}"""


class Order(NamedTuple):
    """A card of the track as the panel shows it: two names, and who carries it."""

    start: str
    to: str
    carriers: tuple[tuple[str, str], ...]
    """Patrol and letter of each."""


class Sight:
    """What the page shows at one moment."""

    def __init__(self, seen: dict[str, Any]) -> None:
        self.n: int = seen["n"]
        self.dialog: str | None = seen["dialog"]
        self.options: list[tuple[str, str]] = [(key, label) for key, label in seen["options"]]
        self.goals: list[tuple[str, str]] = [(key, colour) for key, colour in seen["goals"]]
        self.goals_label: str = seen["goals_label"]
        self.cards: list[str] = seen["cards"]
        self.moves: list[str] = seen["moves"]
        self.texts: list[tuple[str, str]] = [(key, label) for key, label in seen["texts"]]
        self.lines: list[str] = seen["lines"]
        self.orders = [
            Order(order["from"], order["to"], tuple((patrol, letter) for patrol, letter in order["carriers"]))
            for order in seen["orders"]
        ]
        self.on_map: dict[str, str] = seen["on_map"]
        self.chips: dict[str, dict[str, str]] = seen["chips"]
        self.selected: str | None = seen["selected"]
        self.can: list[str] = seen["can"]
        self.roads: list[str] = seen["roads"]
        self.focus: dict[str, Any] = seen["focus"]
        self.notebook: dict[str, Any] = seen["notebook"]

    @property
    def pieces(self) -> list[str]:
        """What can be brought to a field now."""
        return sorted({*self.on_map, *self.chips})

    def carried_by(self, scout: str) -> Order | None:
        """The order that a scout carries."""
        chip = self.chips.get(scout)
        carried = [order for order in self.orders if chip and (chip["patrol"], chip["name"][0]) in order.carriers]
        return carried[0] if carried else None


class Player(ABC):
    """Somebody who plays for everybody who comes to the screen."""

    def __init__(self, board: BoardPage, seed: int) -> None:
        self.board = board
        self.page = board.page
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()
        """How often which kind of thing was done or seen."""

    def look(self) -> Sight:
        """What is on the page now."""
        return Sight(json.loads(self.board.root.evaluate(LOOK)))

    def play_to_the_end(self) -> None:
        """Start the game that the menu offers, and play until the page says that it is over."""
        for _ in range(MOST_DECISIONS):
            sight = self.look()
            if sight.dialog == "end":
                return
            self.do_next(sight)
        raise AssertionError(f"the game does not end: {self.done}")

    def do_next(self, sight: Sight) -> None:
        """Answer what the page asks."""
        if sight.dialog is not None:
            self.press({"menu": "start", "curtain": "take-screen"}[sight.dialog])
            self.done[sight.dialog] += 1
        else:
            self.decide(sight)

    @abstractmethod
    def decide(self, sight: Sight) -> None:
        """Make a decision of the game."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a button, and see its answer."""


class MapPlayer(Player):
    """Plays on the map and with the cards and buttons beside it."""

    def decide(self, sight: Sight) -> None:
        """The first of these that is asked or possible."""
        wanted = [move for move in sight.moves if self._wants(move)]
        if sight.goals:
            self._keep_goals(sight)
        elif sight.cards:
            self._press(max(self.rng.choice(sight.cards), self.rng.choice(sight.cards)))
        elif sight.roads:
            self.touch_road(self.rng.choice(sight.roads))
            self.done["road"] += 1
        elif wanted:
            self._press(self.rng.choice(wanted))
        elif self._go_somewhere(sight):
            self.done["go"] += 1
        else:
            assert "move end" in sight.moves, "nothing can be done"
            self._press("move end")

    def _wants(self, move: str) -> bool:
        """Collecting is always right, extra moves are to be given, and of what else there is a little is tried."""
        verb = move.split()[1]
        return verb in ("collect", "extra") or (verb in ("gossip", "pals", "swap") and self.rng.random() < 0.1)

    def _press(self, key: str) -> None:
        self.press(key)
        self.done[key.removeprefix("move ").split()[0]] += 1

    def _keep_goals(self, sight: Sight) -> None:
        number = re.search(r"\d+", sight.goals_label)
        assert number is not None, f"not said how many: {sight.goals_label}"
        of_each_colour = {colour: key for key, colour in sight.goals}
        for key in list(of_each_colour.values())[: int(number[0])]:
            self.tick(key)
        self._press("keep")

    @cached_property
    def field_called(self) -> dict[str, str]:
        """The field of every object by its name, once a game has begun."""
        names: dict[str, str] = self.board.root.evaluate(READ_NAMES)
        return names

    def _aim(self, scout: str, sight: Sight) -> str | None:
        """Where a scout is needed, if anywhere."""
        chip, place = sight.chips.get(scout), sight.on_map.get(scout)
        if chip is None or place is None:
            return None
        if (carried := sight.carried_by(scout)) is not None:
            return self.field_called[carried.to]
        free = [order for order in sight.orders if chip["patrol"] not in [patrol for patrol, _ in order.carriers]]
        starts = [self.field_called[order.start] for order in free]
        return min(starts, key=lambda start: DISTANCES[place][start], default=None)

    def _go_somewhere(self, sight: Sight) -> bool:
        """Bring a piece to a field that is nearer to where it is needed, or to any if it has to go; else nothing."""
        has_to = "move end" not in sight.moves
        self.done["has to"] += has_to
        pieces = sorted(sight.pieces, key=lambda piece: (sight.carried_by(piece) is None, self.rng.random()))
        for piece in pieces:
            aim = self._aim(piece, sight)
            if aim is None and not has_to:
                continue
            sight = self.select(piece, sight)
            assert sight.can, f"{piece} can be chosen, but cannot go anywhere"
            if aim is None:
                self.go(self.rng.choice(sight.can))
                return True
            far = DISTANCES[aim]
            nearest = min(sight.can, key=lambda field: far[field])
            if has_to or far[nearest] < far[sight.on_map[piece]]:
                self.go(nearest)
                return True
        return False

    def select(self, piece: str, sight: Sight) -> Sight:
        """Choose a piece, unless the page has done so; the kernel is not needed for it."""
        if sight.selected == piece:
            return sight
        self.touch_piece(piece, sight)
        now = self.look()
        assert now.selected == piece
        assert now.n == sight.n, "choosing a piece has asked the kernel"
        return now

    def go(self, field: str) -> None:
        """Choose a field for the piece that is chosen, and one of the ways to it if there are several."""
        with self.board.answered():
            before = self.board.n
            self.touch_field(field)
            self.page.wait_for_function(ANSWERED_OR_ASKED, arg=[self.board.root.element_handle(), before])
            sight = self.look()
            if sight.n == before:
                names = [chip["name"] for chip in sight.chips.values()]
                ways = [key for key, label in sight.options if label not in names]
                self.touch_option(self.rng.choice(ways))
                self.done["way"] += 1

    def option_called(self, name: str) -> str:
        """The key of an option by what is written on it."""
        return next(key for key, label in self.look().options if label == name)

    @abstractmethod
    def tick(self, key: str) -> None:
        """Tick a box."""

    @abstractmethod
    def touch_piece(self, piece: str, sight: Sight) -> None:
        """Choose a piece."""

    @abstractmethod
    def touch_field(self, field: str) -> None:
        """Choose a field."""

    @abstractmethod
    def touch_option(self, key: str) -> None:
        """Choose one of several ways."""

    @abstractmethod
    def touch_road(self, road: str) -> None:
        """Choose a road, and see what comes of it."""


class MousePlayer(MapPlayer):
    """Uses the mouse and nothing else."""

    def press(self, key: str) -> None:
        """Click a button."""
        self.board.click(key)

    def tick(self, key: str) -> None:
        """Click a box."""
        self.board.root.locator(f'input[data-key="{key}"]').click()

    def touch_piece(self, piece: str, sight: Sight) -> None:
        """Click a piece on the map or its name in the panel; who stands where the chosen one can go is asked for."""
        if piece in sight.on_map and (piece not in sight.chips or self.rng.random() < 0.5):
            self.skip_animation()
            self.board.click_scout(piece)
            if self.look().options:
                self.touch_option(self.option_called(sight.chips[piece]["name"]))
        else:
            self.board.button(f"scout.{piece}").click()

    def touch_field(self, field: str) -> None:
        """Click into the middle of a field."""
        self.skip_animation()
        self.board.click_field(field)

    def touch_option(self, key: str) -> None:
        """Click an option."""
        self.board.root.locator(f'.mp-options button[data-key="{key}"]').click()

    def touch_road(self, road: str) -> None:
        """Click a road where no field lies on it."""
        self.board.road(road).scroll_into_view_if_needed()
        point = self.board.road(road).evaluate(POINT_OF_ROAD)
        assert point is not None, f"{road} cannot be clicked"
        with self.board.answered():
            self.page.mouse.click(*point)

    def skip_animation(self) -> None:
        """Click beside everything while pieces move: they are where they go."""
        if self.board.is_animated:
            self.board.click_paper()
            assert not self.board.is_animated
            self.done["skip"] += 1


class KeyboardPlayer(MapPlayer):
    """Uses keys and nothing else; the focus is always in the board, and the notebook around it does not notice."""

    def __init__(self, board: BoardPage, seed: int) -> None:
        super().__init__(board, seed)
        self.around: dict[str, Any] | None = None
        board.root.focus()
        self.around = self.look().notebook

    def look(self) -> Sight:
        """What is on the page now, the focus and the notebook included."""
        sight = super().look()
        self._is_inside(sight.focus)
        assert self.around in (None, sight.notebook), "the keys have reached the notebook"
        return sight

    def _is_inside(self, focus: dict[str, Any]) -> None:
        assert focus["inside"], f"the focus is lost to {focus['what']}"

    def press(self, key: str) -> None:
        """Go to a button and press it."""
        self._tab_to(self.board.button(key))
        self._slip("ArrowDown", "ArrowUp", "b", "x")
        with self.board.answered():
            self.page.keyboard.press(self.rng.choice(("Enter", "Space")))

    def tick(self, key: str) -> None:
        """Go to a box and tick it."""
        self._tab_to(self.board.root.locator(f'input[data-key="{key}"]'))
        self.page.keyboard.press("Space")

    def touch_piece(self, piece: str, sight: Sight) -> None:
        """Go to the field where a piece stands, or to its name in the panel if it stands nowhere, and choose it."""
        field = sight.on_map.get(piece)
        if field is None:
            self._tab_to(self.board.button(f"scout.{piece}"))
            self.page.keyboard.press("Enter")
            return
        if sight.selected is not None:
            self.page.keyboard.press("Escape")  # the field may be one where the other piece can go
        self._walk_to(field)
        for _ in sight.pieces:
            self.page.keyboard.press("Enter")  # goes through all who stand here
            if self.look().selected == piece:
                return

    def touch_field(self, field: str) -> None:
        """Walk to a field with the arrows and choose it."""
        self._walk_to(field)
        self._slip("b", "x", "m", "j")
        self.page.keyboard.press("Enter")

    def touch_option(self, key: str) -> None:
        """Walk through the list, which has the focus when it opens."""
        for _ in self.look().options:
            if self.look().focus["key"] == key:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrows do not reach {key}")

    def touch_road(self, road: str) -> None:
        """Walk to an end of the road; its roads are listed there."""
        self._walk_to(road.split("~")[0])
        with self.board.answered():
            self.page.keyboard.press("Enter")
            options = self.look().options
            assert options, f"no roads are offered at the end of {road}"
            self.touch_option(self.rng.choice(options)[0])

    def _slip(self, *keys: str) -> None:
        """Now and then press keys that mean nothing here but much in a notebook: insert, cut, change, next."""
        if self.rng.random() < 0.2:
            before = self.look()
            for key in keys:
                self.page.keyboard.press(key)
            assert self.look().focus == before.focus
            self.done["slip"] += 1

    def _walk_to(self, field: str) -> None:
        """Come to the map with Tab, and to the field with the arrows."""
        if self.look().focus["field"] is None:
            self._tab_to(self.board.root.locator('.mp-field[tabindex="0"]'))
        here = self.look().focus["field"]
        assert here is not None, "the map has no tab stop"
        for key in way_with_arrows(here, field):
            self.page.keyboard.press(key)
        assert self.look().focus["field"] == field

    def _tab_to(self, target: Locator) -> None:
        """Tab forwards or backwards to something, whichever way it is."""
        for _ in range(60):
            focus = target.evaluate(SEE_FOCUS)
            self._is_inside(focus)
            if focus["here"]:
                return
            self.page.keyboard.press("Tab" if focus["later"] else "Shift+Tab")
        raise AssertionError(f"Tab does not reach {target}")


def way_with_arrows(here: str, there: str) -> list[str]:
    """The shortest row of arrow keys from a field to another."""
    ways: dict[str, list[str]] = {here: []}
    edge = deque([here])
    while there not in ways:
        field = edge.popleft()
        for key, neighbour in ARROWS[field].items():
            if neighbour not in ways:
                ways[neighbour] = [*ways[field], key]
                edge.append(neighbour)
    return ways[there]


class TextPlayer(Player):
    """Reads the text version and presses its buttons; never looks at the map."""

    def press(self, key: str) -> None:
        """Click a button of a dialog or of the text version."""
        self.board.click(key)

    def decide(self, sight: Sight) -> None:
        """Collect; go where an order starts or ends; sometimes go anywhere; end the turn."""
        assert sight.texts, "the text version offers nothing"
        key = next(self._choices(sight))
        self.press(key)
        self.done[key.split()[1]] += 1

    def _choices(self, sight: Sight) -> Iterator[str]:
        """From the best to the last."""
        of_kind: dict[str, list[tuple[str, str]]] = {}
        for key, label in sight.texts:
            of_kind.setdefault(key.split()[1], []).append((key, label))
        yield from (key for key, _ in of_kind.get("collect", []))
        going = of_kind.get("walk", []) + of_kind.get("jump", [])
        orders = [ends for line in sight.lines if (ends := re.match(r"[^:]*: (.*) → (.*?)\. ", line))]
        places = {name for ends in orders for name in ends.groups()}
        for key, label in self.rng.sample(going, len(going)):
            if any(name in label for name in places) and self.rng.random() < 0.7:
                yield key
        if "end" in of_kind and self.rng.random() < 0.6:
            yield "text end"
        yield self.rng.choice(sight.texts)[0]
