"""Sentences: events, refusals, questions, reasons, endings and faults, told with the names of the board."""

from __future__ import annotations

from typing import ClassVar

from mali_powstancy.engine.board import FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, GoalId, OrderId, ScoutId
from mali_powstancy.engine.events import (
    CardPeeked,
    CardSealed,
    CardsRevealed,
    Event,
    ExtraMoveGiven,
    GoalDealt,
    GoalsKept,
    OrderDelivered,
    OrderLaid,
    OrdersSwapped,
    SoldierMoved,
)
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.observation import Observation
from mali_powstancy.engine.scoring import Outcome
from mali_powstancy.engine.state import HAND, PRISON, GameState, Phase
from mali_powstancy.tabletop.texts import GameTexts


class Texts(GameTexts[Game]):
    """Everything the program says about Mali Powstańcy in one language."""

    PLACEHOLDERS: ClassVar = {"seat": "patrol", "start_player": "patrol", "reason": "ending"}

    # Names.

    def patrol(self, seat: Seat, game: Game) -> str:
        """The colour of a seat's patrol."""
        return self.name(game.scenario.patrols[game.patrols[seat]])

    def scout(self, scout: ScoutId, game: Game) -> str:
        """The name of a scout, which is the same in every language."""
        patrol = game.scenario.patrols[game.patrols[game.seat_of[game.number[scout]]]]
        return next(mate.name for mate in patrol.scouts if mate.id == scout)

    def field(self, field: FieldId, game: Game) -> str:
        """An object by its name, a plain field by its road, or where a scout is that is not on the board."""
        board = game.board
        if field in board.place:
            return self.name(board.place[field])
        if field in board.road_of:
            road = board.road_of[field]
            number = road.fields.index(field) + 1
            return self.say("name.plain-field", number=number, road=self.road(road.id, game))
        return self.say({PRISON: "name.prison", HAND: "name.hand"}[field])

    def road(self, road: RoadId, game: Game) -> str:
        """A road by the objects at its ends."""
        return " – ".join(self.field(end, game) for end in game.board.road[road].ends)

    def district(self, district: str, game: Game) -> str:
        """The name of a district."""
        return self.name(game.board.district[district])

    def order(self, order: OrderId, game: Game) -> str:
        """An order by its start and its destination, or the Victory card."""
        if order == VICTORY:
            return self.say("name.victory")
        card = game.orders[order]
        return f"{self.field(card.start, game)} → {self.field(card.to, game)}"

    def goal(self, goal: GoalId, game: Game) -> str:
        """What a secret goal asks for, and its points."""
        card = game.scenario.goals[goal]
        district = "" if card.district is None else self.district(card.district, game)
        points = self.count("count.points", card.points)
        return self.say(f"name.goal.{card.kind}", district=district, districts=card.districts, points=points)

    # What has happened.

    def event(self, event: Event, game: Game) -> str:
        """An event as a sentence. A secret that `seen_by` has taken out of it is not in the sentence either."""
        values = self.values(zip(event._fields[:-1], event[:-1], strict=True), game)
        match event:
            case OrderLaid(order=order) if order != VICTORY:
                values["points"] = self.count("count.points", game.orders[order].points)
            case OrderDelivered(scout=scout):
                values["patrol"] = self.patrol(game.seat_of[game.number[scout]], game)
            case CardsRevealed(cards=cards, order_of_play=seats):
                values["cards"] = ", ".join(f"{self.patrol(seat, game)} {card}" for seat, card in enumerate(cards))
                values["order_of_play"] = ", ".join(self.patrol(seat, game) for seat in seats)
            case SoldierMoved(path=path):
                values |= {"steps": self.count("count.fields", len(path)), "to": self.field(path[-1], game)}
            case OrdersSwapped(space=space):
                values["next_space"] = str(space + 1)
            case ExtraMoveGiven(number=number):
                values["fields"] = self.count("count.fields", number)
        return self.say(_event_key(event), **values)

    def value(self, name: str, value: object, game: Game) -> str:
        """One value of an event or a reason as a reader knows it, by the name of its field."""
        match name, value:
            case (("seat" | "start_player"), int(seat)):
                return self.patrol(seat, game)
            case (("scout" | "other"), str(scout)) if scout in game.number:
                return self.scout(scout, game)
            case (("order" | "other"), str(order)):
                return self.order(order, game)
            case (("came" | "to" | "other_to" | "field" | "target" | "place"), str(field)):
                return self.field(field, game)
            case "road", str(road):
                return self.road(road, game)
            case "district", str(district):
                return self.district(district, game)
            case "goal", str(goal):
                return self.goal(goal, game)
            case "goals", tuple(goals):
                return "; ".join(self.goal(goal, game) for goal in goals)
            case "points", int(points):
                return self.count("count.points", points)
            case "colour", str(colour):
                return self.say(f"name.colour.{colour}")
            case "reason", str(ending):
                return self.say(f"ending.{ending}")
        return str(value)

    # What is asked, and how it ends.

    def question(self, state: GameState | Observation) -> str:
        """What is asked of whom now."""
        game, task = state.game, state.agenda[0]
        if task.phase in (Phase.DEAL_GOAL, Phase.PEEK):
            seat = int(task.subject)
        else:
            seat = task.who if task.who in game.seats else state.start_player
        values = {
            "patrol": self.patrol(seat, game),
            "points": self.count("count.movement-points", state.points),
            "goals": self.count("count.goals", game.scenario.goals_kept),
        }
        if task.subject in game.number:
            values["scout"] = self.scout(task.subject, game)
        if task.subject in game.board.place:
            values["place"] = self.field(task.subject, game)
        if task.phase is Phase.TURN and state.action_open:
            action = game.scenario.actions[state.cards[seat]]
            return self.say("phase.turn.action", action=self.say(f"name.action.{action}"), **values)
        return self.say(f"phase.{task.phase}", **values)

    def ending(self, outcome: Outcome, game: Game | None = None) -> str:
        """Why a game is over; with the game also who has won."""
        sentence = self.say(f"ending.{outcome.ending}")
        if game is None or not outcome.winners:
            return sentence
        patrols = [self.patrol(seat, game) for seat in outcome.winners]
        if len(patrols) == 1:
            return f"{sentence} {self.say('ending.winner', patrol=patrols[0])}"
        return f"{sentence} {self.say('ending.winners', patrols=', '.join(patrols))}"


def _event_key(event: Event) -> str:
    """The key of an event's sentence. With `own` the sentence tells a secret, so the event must still hold it."""
    match event:
        case CardSealed(card=int()):
            return "event.card-sealed.own"
        case GoalDealt(goal=str()):
            return "event.goal-dealt.own"
        case GoalsKept(goals=tuple()):
            return "event.goals-kept.own"
        case CardPeeked(order=str()):
            return "event.card-peeked.own"
        case OrderLaid(order=order) if order == VICTORY:
            return "event.order-laid.victory"
        case OrderLaid(extra=True):
            return "event.order-laid.extra"
    return f"event.{event.event}"
