"""Moves as words on a button: what a player can decide, told with the names of the board."""

from __future__ import annotations

from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    Collect,
    Drop,
    EndTurn,
    GiveExtraMove,
    Gossip,
    Jump,
    KeepGoals,
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.texts.sentences import Texts


def tell_move(texts: Texts, move: PlayerMove, game: Game) -> str:
    """What a move would do, as a short sentence without a full stop."""
    match move:
        case Walk(scout=scout, to=field) | Jump(scout=scout, to=field) | Unit(scout=scout, to=field):
            return texts.say(f"table.move.{move.verb}", scout=texts.scout(scout, game), field=texts.field(field, game))
        case Retreat(scout=scout, to=field) | PlaceScout(scout=scout, field=field):
            return texts.say(f"table.move.{move.verb}", scout=texts.scout(scout, game), field=texts.field(field, game))
        case Collect(scout=scout, order=order):
            return texts.say("table.move.collect", scout=texts.scout(scout, game), order=texts.order(order, game))
        case Drop(scout=scout):
            return texts.say("table.move.drop", scout=texts.scout(scout, game))
        case Pals(scout=scout, other=other):
            return texts.say("table.move.pals", scout=texts.scout(scout, game), other=texts.scout(other, game))
        case SwapOrders(order=order, other=other):
            return texts.say("table.move.swap", order=texts.order(order, game), other=texts.order(other, game))
        case Gossip():
            return texts.say("table.move.gossip")
        case EndTurn():
            return texts.say("table.move.end")
        case Target(field=field):
            return texts.say("table.move.target", field=texts.field(field, game))
        case GiveExtraMove(scout=scout):
            return texts.say("table.move.extra", scout=texts.scout(scout, game))
        case Block(road=road):
            return texts.say("table.move.block", road=texts.road(road, game))
        case ChooseCard(card=card):
            return texts.say("table.move.card", card=card)
        case KeepGoals(goals=goals):
            return texts.say("table.move.keep", goals="; ".join(texts.goal(goal, game) for goal in goals))
