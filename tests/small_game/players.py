"""Who can sit down: a person, or a computer player that plays just any card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from mali_powstancy.tabletop.advice import Advice, Adviser, Because
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.players import kind_of as kind_of
from mali_powstancy.tabletop.players import style_of as style_of
from mali_powstancy.tabletop.players import with_style as with_style
from mali_powstancy.tabletop.playing import Bot
from tests.small_game.rules import Move, Scenario, Seen

PLAYERS = OFFERED = (PERSON, "random")
STYLES: tuple[str, ...] = ()
HOW_MANY = 2
USUAL = HINT = "random"
SELF_EVIDENT: tuple[str, ...] = ()


def any_card(seen: Seen, rng: Random) -> Advice:
    """One of the cards in the hand."""
    return Advice(seen.legal[int(rng.random() * len(seen.legal))], (Because("bot.any-card"),))


def plays_any_card(seen: Seen, rng: Random) -> Move:
    """The same without a reason."""
    return any_card(seen, rng).move


def _random() -> Bot:
    return plays_any_card


BOTS: Mapping[str, Callable[[], Bot]] = {"random": _random}


def adviser_named(name: str) -> Adviser:
    """There is one."""
    return {"random": any_card}[name]


def settled_before(scenario: Scenario, players: int) -> Mapping[str, Sequence[str]]:
    """Nothing but the number of players."""
    return {}


def simpler_than(player: str) -> str | None:
    """Nobody is simpler."""
    return None
