"""What the rosters of all games share: how bots are made by their names, and the one that plays by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from mali_powstancy.tabletop.advice import Advice, Adviser, Because
from mali_powstancy.tabletop.game import Seen
from mali_powstancy.tabletop.playing import Bot, UnknownBot

Reasons = tuple[Because, ...]
_BY_CHANCE = (Because("table.by-chance"),)


def random_bot(seen: Seen, rng: random.Random) -> Any:
    """One of the legal moves of the seat that is asked, each as likely as the others."""
    # Only `random()`, because it gives the same numbers in every version of Python.
    return seen.legal[int(rng.random() * len(seen.legal))]


def random_advice(seen: Seen, rng: random.Random) -> Advice:
    """What `random_bot` plays; its only reason is chance."""
    return Advice(random_bot(seen, rng), _BY_CHANCE)


def made_random() -> Bot:
    """Its maker."""
    return random_bot


def by_name(
    makers: Mapping[str, Callable[[], Bot]], reasons_for: Callable[[Any, Any], Reasons]
) -> tuple[Callable[[str], Bot], Callable[[str], Adviser]]:
    """What makes a new bot for one seat of one game, and what makes one that gives reasons.

    They are its own ones, or those that speak for the move that it makes.
    """

    def bot_named(name: str) -> Bot:
        if name not in makers:
            raise UnknownBot(name, makers)
        return makers[name]()

    def adviser_named(name: str) -> Adviser:
        bot = bot_named(name)
        if bot is random_bot:
            return random_advice
        own: Adviser | None = getattr(bot, "advise", None)
        return partial(_with_reasons, bot, reasons_for) if own is None else own

    return bot_named, adviser_named


def _with_reasons(bot: Bot, reasons_for: Callable[[Any, Any], Reasons], seen: Seen, rng: random.Random) -> Advice:
    move = bot(seen, rng)
    return Advice(move, reasons_for(seen, move))
