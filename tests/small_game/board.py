"""The board of the race: its words, and a button for every card."""

from __future__ import annotations

from functools import cache

from mali_powstancy.tabletop.texts import GameTexts
from mali_powstancy.views.board.plain_board import *  # noqa: F403  # all that is not said here
from tests.small_game.rules import SECRET, Event, Move, Outcome, Scenario, Seen, State


class Texts(GameTexts[State]):
    """What is said about a race."""

    def value(self, name: str, value: object, where: State) -> str:
        """A seat is told by its number, counted from 1."""
        return self.say("name.seat", number=value + 1) if name == "seat" and isinstance(value, int) else str(value)

    def event(self, event: Event, where: State) -> str:
        """An event as a sentence; with a number that only some may see, another one."""
        own = ".own" if event.event in SECRET and event.number is not None else ""
        values = self.values([("seat", event.seat), ("number", event.number)], where)
        return self.say(f"event.{event.event}{own}", **values)

    def question(self, seen: State | Seen) -> str:
        """What is asked of whom."""
        state = seen.position if isinstance(seen, Seen) else seen
        return self.say(f"phase.{state.phase}", **self.values([("seat", state.to_act)], state))

    def ending(self, outcome: Outcome, where: State) -> str:
        """Who has won."""
        names = [self.value("seat", seat, where) for seat in outcome.winners]
        return self.say(f"ending.{outcome.ending}", names=self.joined(names))


@cache
def texts_for(language: str) -> Texts:
    """All sentences in a language."""
    return Texts(language, "tests.small_game")


def seat_name(texts: Texts, seat: int, where: State) -> str:
    """Seats are called by their numbers."""
    return texts.say("name.seat", number=seat + 1)


def seat_label(texts: Texts, scenario: Scenario, seat: int) -> str:
    """The same before the game begins."""
    return texts.say("name.seat", number=seat + 1)


def tell_move(texts: Texts, move: Move, where: State) -> str:
    """A move as a button says it."""
    return texts.say(f"move.{move.verb}", number=move.number)


def in_words(texts: Texts, seen: Seen) -> list[str]:
    """How far everybody is, and the own secrets."""
    state, lines = seen.position, []
    for seat, hand in enumerate(state.hands):
        cards = ", ".join(map(str, hand)) or "–"
        lines.append(
            texts.say("text.seat", seat=texts.value("seat", seat, state), steps=state.steps[seat], cards=cards)
        )
    lines += [texts.say("text.lucky", number=number) for number in state.lucky if number]
    return lines
