"""The start menu: which scenarios of a game are offered, how many play, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mali_powstancy.tabletop.library import players_of, short_scenario
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.players import Players


class Menu(NamedTuple):
    """What the start menu has been set to."""

    scenario: Any
    players: int
    seats: tuple[str, ...]
    """For as many seats as the largest table has; the first `players` count."""
    style: str | None = None
    """Of the computer players whose seat names no other; None in a game in which they have none."""
    told: tuple[tuple[str, str], ...] = ()
    """What was chosen of the things that are settled before a game, by name."""

    @property
    def who(self) -> Players:
        """Who can sit down."""
        return players_of(self.scenario.game_id)

    @property
    def sitting(self) -> tuple[str, ...]:
        """Who would sit down at the table."""
        sitting = self.seats[: self.players]
        style = self.style
        return sitting if style is None else tuple(self.who.with_style(player, style) for player in sitting)

    @property
    def settled(self) -> dict[str, str | int]:
        """What is settled before the game: as it was chosen, or as usual."""
        asked, told = self.who.settled_before(self.scenario, self.players), dict(self.told)
        return {
            name: next((answer for answer in answers if str(answer) == told.get(name)), answers[0])
            for name, answers in asked.items()
        }

    @property
    def has_styles(self) -> bool:
        """A computer player would sit down whose style is to be chosen."""
        who, last = self.who, self.who.STYLES[-1:]
        return any(who.with_style(player, style) != player for player in self.seats[: self.players] for style in last)

    @property
    def values(self) -> dict[str, str]:
        """The form of the menu as it would be sent if it were set to this."""
        seats = {f"seat-{seat}": player for seat, player in enumerate(self.seats[: self.players])}
        style = {} if self.style is None else {"style": self.style}
        game = {"game": self.scenario.game_id, "scenario": self.scenario.id, "players": str(self.players)}
        return game | seats | style | {name: str(answer) for name, answer in self.settled.items()}

    def changed(self, scenario: Any, values: Mapping[str, Any]) -> Menu:
        """The menu after its form was changed; what the game does not know stays as it is, or becomes a person."""
        players = _fitting(scenario, int(values.get("players", self.players)))
        seats = tuple(str(values.get(f"seat-{seat}", player)) for seat, player in enumerate(self.seats))
        known, style = self.who.PLAYERS, values.get("style")
        told = {name: str(values[name]) for name in self.who.settled_before(scenario, players) if name in values}
        return Menu(
            scenario,
            players,
            tuple(seat if seat in known else PERSON for seat in seats),
            str(style) if style in self.who.STYLES else self.style,
            tuple((dict(self.told) | told).items()),
        )


def _fitting(scenario: Any, players: int) -> int:
    return players if players in scenario.players else max(scenario.players)


def menu_for(persons: int, scenario: Any, most: int) -> Menu:
    """The menu for people who turn to this game together: as many as can have a seat, and bots take the rest."""
    players = _fitting(scenario, max(persons, players_of(scenario.game_id).HOW_MANY))
    return usual_menu(scenario, players, (PERSON,) * min(persons, players), most)


def short_menu(game_id: str, most: int) -> Menu:
    """The menu for somebody who wants to play at once: a short game, alone at the usual table."""
    return usual_menu(short_scenario(game_id), None, (), most)


def usual_menu(scenario: Any, players: int | None, seats: Sequence[str], most: int) -> Menu:
    """The menu as somebody asks for it: alone at the usual table with the usual bots, unless something else is said.

    `most`: for how many seats it is remembered who sits there.
    """
    who = players_of(scenario.game_id)
    if players is None:
        players = _fitting(scenario, who.HOW_MANY)
    if players not in scenario.players:
        allowed = ", ".join(map(str, scenario.players))
        raise ValueError(f"{scenario.name} is for {allowed} players, not {players}")
    if unknown := set(seats) - set(who.PLAYERS):
        raise ValueError(f"seats take {', '.join(who.PLAYERS)}, not {', '.join(sorted(map(str, unknown)))}")
    if len(seats) > players:
        raise ValueError(f"there are {players} players, so there are not {len(seats)} seats")
    styles = {style for seat in seats if (style := who.style_of(seat)) is not None}
    is_one = len(styles) == 1  # else every seat keeps the style of its name
    asked = tuple(map(who.kind_of, seats)) if is_one else tuple(seats)
    usual = (PERSON, *(who.USUAL,) * (most - 1))
    style = styles.pop() if is_one else next(iter(who.STYLES), None)
    return Menu(scenario, players, (*asked, *usual[len(asked) :]), style)
