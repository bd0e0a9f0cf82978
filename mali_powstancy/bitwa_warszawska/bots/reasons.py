"""Reasons: what speaks for a move, as keys of sentences; what the own hand would betray is marked as secret."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.moves import (
    Activate,
    Bid,
    MoveMarker,
    Pass,
    Play,
    PlayerMove,
    Start,
    Step,
)
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.rules.battle import strength_of
from mali_powstancy.tabletop.advice import Because


def reasons_for(seen: Observation, move: PlayerMove) -> tuple[Because, ...]:
    """What the planner would say: what the move is for, and where the army stands worst or best."""
    return (_what_for(move), *_where(seen))


def _what_for(move: PlayerMove) -> Because:
    match move:
        case Play():
            return Because("bot.bitwa.play")
        case Activate():
            return Because("bot.bitwa.activate")
        case Bid(resource=resource):
            return Because("bot.bitwa.bid", (("resource", resource),))
        case MoveMarker():
            return Because("bot.bitwa.marker")
        case Pass():
            return Because("bot.bitwa.pass", secret=True)
        case Start():
            return Because("bot.bitwa.start")
        case Step():
            return Because("bot.bitwa.step")
        case _:
            return Because("bot.bitwa.best")


def _where(seen: Observation) -> tuple[Because, ...]:
    """The front that is closest, if any battle is still to come."""
    assert seen.seat is not None, "reasons are given for a seat"
    army = seen.game.armies[seen.seat]
    leads = {
        front: strength_of(seen, army, front) - strength_of(seen, 1 - army, front)
        for front in range(3)
        if not seen.fought[front]
    }
    if not leads:
        return ()
    front = min(leads, key=lambda each: abs(leads[each]))
    lead = leads[front]
    key = "bot.bitwa.even" if not lead else "bot.bitwa.ahead" if lead > 0 else "bot.bitwa.behind"
    return (Because(key, (("front", front), ("number", abs(lead)))),)
