"""Moves of Bitwa Warszawska as words on a button: what a player can decide."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.game import FRONT
from mali_powstancy.bitwa_warszawska.moves import (
    NO_PLACE,
    WAYS,
    Activate,
    Add,
    Bid,
    Block,
    GiveFour,
    HandOut,
    LayMarker,
    LaySpecial,
    MoveMarker,
    Play,
    PlayerMove,
    Remove,
    Step,
    TakeFunds,
    TakeSupplies,
)
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.state import GameState
from mali_powstancy.bitwa_warszawska.texts.sentences import Texts


def tell_move(texts: Texts, move: PlayerMove, state: GameState | Observation) -> str:
    """What a move of who is asked would do, as a short sentence without a full stop."""
    key, game = f"move.{move.verb}", state.game
    match move:
        case LaySpecial(place=place) if place == NO_PLACE:
            return texts.say("move.special.none")
        case LayMarker(place=place) | LaySpecial(place=place) | Block(place=place):
            return texts.say(key, place=texts.place(place))
        case TakeFunds(side=side) | TakeSupplies(side=side):
            return texts.say(key, side=texts.say(f"side.{side}"))
        case GiveFour(seat=seat):
            return texts.say(key, seat=texts.who(game.seat_of[seat], state))
        case HandOut(order=order):
            return texts.say(key, order=texts.order([game.seat_of[name] for name in order], state))
        case Add(front=front):
            return texts.say(key, at=texts.at(FRONT[front]))
        case Step(way=way):
            return _tell_step(texts, way)
        case Remove(line=line):
            return texts.say(key, line=texts.say(f"line.{line[1]}"))
        case MoveMarker(card=card, marker=marker, place=place):
            army = texts.say(f"name.army.{marker}")
            return texts.say(key, card=texts.card(card, game), army=army, place=texts.place(place))
        case Bid(card=card, resource=resource):
            return texts.say(key, card=texts.card(card, game), resource=texts.say(f"resource.{resource}"))
        case Play():
            return _tell_play(texts, move, state)
        case Activate():
            return _tell_activation(texts, move, state)
        case _:
            return texts.say(key)


def _tell_step(texts: Texts, way: str) -> str:
    """To the first line, back from it, or from one second line to another."""
    front, other = FRONT[way[0]], FRONT[way[3]]
    if front != other:
        return texts.say("move.step.across", front=texts.front(front), other=texts.front(other))
    return texts.say("move.step.forward" if way in WAYS[:3] else "move.step.back", at=texts.at(front))


def _tell_play(texts: Texts, move: Play, state: GameState | Observation) -> str:
    """A card with its front and, where there is a choice, its effect."""
    card = texts.card(move.card, state.game)
    if not move.front:
        return texts.say("move.play", card=card)
    at = texts.at(FRONT[move.front])
    if not move.option:
        return texts.say("move.play.front", card=card, at=at)
    effect = texts.option(move.card, move.option - 1, state.game)
    return texts.say("move.play.effect", card=card, at=at, effect=effect.removesuffix("."))


def _tell_activation(texts: Texts, move: Activate, state: GameState | Observation) -> str:
    """Which commander is activated, and with which effect."""
    game, front = state.game, FRONT[move.front]
    commander = state.commanders[3 * game.armies[state.agenda[0].who] + front]
    values = {
        "card": texts.card(move.card, game),
        "commander": texts.card(commander, game),
        "at": texts.at(front),
    }
    if not move.option:
        return texts.say("move.activate", **values)
    effect = texts.option(commander, move.option - 1, game)
    return texts.say("move.activate.effect", effect=effect.removesuffix("."), **values)
