"""Moves of Wiarusi as words on a button: what a player can decide."""

from __future__ import annotations

from typing import assert_never

from mali_powstancy.wiarusi.moves import (
    Charm,
    Deal,
    Decline,
    Drop,
    Forget,
    Keep,
    Lay,
    Play,
    PlayerMove,
    Regain,
    Relieve,
    Shed,
    Speak,
    Withdraw,
)
from mali_powstancy.wiarusi.observation import Observation
from mali_powstancy.wiarusi.state import GameState
from mali_powstancy.wiarusi.texts.sentences import Texts


def tell_move(texts: Texts, move: PlayerMove, state: GameState | Observation) -> str:
    """What a move of who is asked would do, as a short sentence without a full stop."""
    key, game, seat = f"move.{move.verb}", state.game, state.agenda[0].who
    match move:
        case Deal(number=number):
            return texts.say(key, cards=texts.count("count.cards", number))
        case Play(card=card) | Charm(card=card) | Drop(card=card):
            return texts.say(key, card=texts.card(card, game))
        case Speak(threat=threat):
            return texts.say(key, threat=texts.threat(threat))
        case Relieve(seat=other, knock=knock):
            return texts.say(key, seat=texts.who(other, state), knock=texts.card(knock, game))
        case Forget(tile=tile) | Lay(tile=tile):
            return texts.say(key, tile=texts.tile(tile, seat, state))
        case Shed(knocks=knocks):
            return texts.say(key, knocks=texts.cards(knocks, game))
        case Regain():
            return texts.say(key, charm=texts.charm(seat, state))
        case Withdraw() | Keep() | Decline():
            return texts.say(key)
        case _:
            assert_never(move)
