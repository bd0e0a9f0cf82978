"""Sentences of Bitwa Warszawska: names of armies, fronts, places and cards, events, questions and endings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Protocol

from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, Army, CardId, Front, Source
from mali_powstancy.bitwa_warszawska.events import (
    BattleBegan,
    CardDrawn,
    CardPlayed,
    EffectChosen,
    Event,
    OrderVerified,
)
from mali_powstancy.bitwa_warszawska.game import Game
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.scoring import Outcome
from mali_powstancy.bitwa_warszawska.state import GameState
from mali_powstancy.bitwa_warszawska.texts.card_sentences import effect_sentence, option_sentence
from mali_powstancy.tabletop.texts import SOURCE, GameTexts

PACKAGE = "mali_powstancy.bitwa_warszawska"


class Played(Protocol):
    """Where names are found: a position, or what somebody sees of it."""

    @property
    def game(self) -> Game: ...


class Texts(GameTexts[Played]):
    """Everything the program says about Bitwa Warszawska in one language."""

    PLACEHOLDERS: ClassVar = {"reason": "ending"}

    def __init__(self, language: str) -> None:
        super().__init__(language, PACKAGE)

    # Names.

    def army(self, army: Army) -> str:
        """The name of an army."""
        return self.say(f"name.army.{ARMIES[army]}")

    def who(self, seat: Seat, table: Played) -> str:
        """A seat by its army, and if two play it by its number."""
        game = table.game
        army = game.armies[seat]
        if len(game.camps[army]) == 1:
            return self.army(army)
        return self.say("name.seat", army=self.army(army), number=game.camps[army].index(seat) + 1)

    def seat(self, seat: Seat) -> str:
        """A seat before the game begins: the first two have an army each, the others join one of them [V-8]."""
        return self.army(seat) if seat < len(ARMIES) else self.say("name.joins", number=seat + 1)

    def front(self, front: Front) -> str:
        """The name of a front."""
        return self.say(f"front.{FRONTS[front]}")

    def at(self, front: Front) -> str:
        """Where something is: on a front."""
        return self.say(f"front.{FRONTS[front]}.at")

    def place(self, name: str) -> str:
        """A place of a half: `1. linia, Front Północny (Armia Czerwona)`."""
        half, _, _ = name.partition(":")
        return f"{self.place_of_half(name)} ({self.say(f'name.army.{half}')})"

    def place_of_half(self, name: str) -> str:
        """The same where everybody knows whose half it is: `1. linia, Front Północny`."""
        _, _, place = name.partition(":")
        kind, _, front = place.partition(".")
        return self.say(f"place.{kind}", front=self.say(f"front.{front}") if front else "")

    def way(self, way: str) -> str:
        """A step: from where to where."""
        start, _, end = way.partition("-")
        ends = [f"{self.say(f'front.{part[0]}')}, {self.say(f'line.{part[1]}')}" for part in (start, end)]
        return " → ".join(ends)

    def card(self, card: CardId, game: Game) -> str:
        """The name of a card."""
        return self.name(game.scenario.cards[card])

    def effect(self, card: CardId, game: Game) -> str:
        """What a card does, as a sentence made from its effect."""
        return effect_sentence(self, game.scenario.cards[card].options)

    def option(self, card: CardId, number: int, game: Game) -> str:
        """One of the effects of a commander."""
        return option_sentence(self, game.scenario.cards[card].options[number])

    def caption(self, card: CardId, game: Game) -> str:
        """The fact that stands on a card."""
        found = game.scenario.cards[card]
        return found.caption if self.language == SOURCE else found.caption_en

    def source(self, source: Source) -> str:
        """Where a fact comes from: what it is, and where that is found."""
        is_source = self.language == SOURCE
        what, where = (source.what, source.where) if is_source else (source.what_en, source.where_en)
        return f"{what}: {where}"

    def units(self, number: int) -> str:
        """So many units."""
        return self.count("count.units", number)

    def against(self, first: int, second: int) -> str:
        """What both armies have, on one line: `2 : 5`."""
        return f"{first}\u00a0:\u00a0{second}"

    def order(self, seats: Iterable[Seat], table: Played) -> str:
        """Seats one after the other."""
        return "; ".join(f"{number}. {self.who(seat, table)}" for number, seat in enumerate(seats, start=1))

    # What has happened.

    def event(self, event: Event, table: Played) -> str:
        """An event as a sentence. A secret that `seen_by` has taken out of it is not in the sentence either."""
        values = self.values(zip(event._fields[:-1], event[:-1], strict=True), table)
        front = getattr(event, "front", None)
        if front is not None:
            values["at"] = self.at(front)
        if "number" in values:
            values["units"] = self.units(int(str(values["number"])))
        if isinstance(event, EffectChosen):
            values["effect"] = self.option(event.card, event.option, table.game)
        return self.say(_event_key(event), **values)

    def value(self, name: str, value: object, table: Played) -> str:
        """One value of an event or a reason as a reader knows it, by the name of its field."""
        match name, value:
            case "seat", int(seat):
                return self.who(seat, table)
            case "army", int(army):
                return self.army(army)
            case "front", int(front):
                return self.front(front)
            case "line", int(line):
                return self.say(f"line.{line}")
            case "card", str(card):
                return self.card(card, table.game).translate(_INNER_QUOTES)
            case "place", str(place):
                return self.place(place)
            case "way", str(way):
                return self.way(way)
            case "resource", str(resource):
                return self.say(f"resource.{resource}")
            case "side", str(side):
                return self.say(f"side.{side}")
            case "order", tuple(seats):
                return self.order(seats, table)
            case (("strengths" | "points"), (int(one), int(other))):
                return self.against(one, other)
            case "reason", str(ending):
                return self.say(f"ending.{ending}")
        return str(value)

    # What is asked, and how it ends.

    def question(self, state: GameState | Observation) -> str:
        """What is asked of whom now."""
        task = state.agenda[0]
        values: dict[str, object] = {"number": task.number}
        if task.who >= 0 or task.seat >= 0:
            values["seat"] = self.who(task.who if task.who >= 0 else task.seat, state)
        if task.front >= 0:
            values["at"] = self.at(task.front)
        return self.say(f"phase.{task.phase}", **values)

    def ending(self, outcome: Outcome, table: GameState | Observation | None = None) -> str:
        """How a game ended; with the table also who has won, and by what [V-77, V-78]."""
        sentence = self.say(f"ending.{outcome.ending}")
        if table is None:
            return sentence
        points = self.against(*table.points)
        if not outcome.winners:
            return f"{sentence} {self.say('ending.undecided', points=points)}"
        army = self.army(table.game.armies[outcome.winners[0]])
        key = "ending.by-units" if table.points[0] == table.points[1] else "ending.won"
        return f"{sentence} {self.say(key, army=army, points=points)}"


_INNER_QUOTES = str.maketrans("„”", "«»")
"""Names stand between quotation marks; those of a name itself are others then."""


def _event_key(event: Event) -> str:
    """The key of an event's sentence. With `own` the sentence tells a secret, so the event must still hold it."""
    match event:
        case CardDrawn(card=str()):
            return "event.card-drawn.own"
        case CardPlayed(front=int()):
            return "event.card-played.front"
        case BattleBegan(early=True):
            return "event.battle-began.early"
        case OrderVerified(held=False):
            return "event.order-verified.not"
    return f"event.{event.event}"


def capital(text: str) -> str:
    """A text that begins with a capital letter, as a sentence does."""
    return text[:1].upper() + text[1:]
