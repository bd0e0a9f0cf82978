"""Attempts: something was chosen on the map that is not offered, so what was meant, and why is it not possible?"""

from __future__ import annotations

from typing import NamedTuple

from mali_powstancy.engine import GameState, Move, Phase, Reason, legal_moves
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.moves import Block, GiveExtraMove, PlaceScout, Retreat, Target, Walk
from mali_powstancy.engine.rules.hopping import blocked_roads
from mali_powstancy.table.notices import Notice
from mali_powstancy.table.table import SOLDIER


class Attempt(NamedTuple):
    """Something that was chosen on the map: a piece, a field, a road, or a piece and then a field."""

    state: GameState
    scout: str | None
    field: FieldId | None
    road: str | None

    @property
    def move(self) -> Move | None:
        """The move that is meant, as far as one can tell."""
        scout, field, subject = self.scout, self.field, self.state.agenda[0].subject
        known = scout is not None and scout in self.state.game.number
        match self.state.phase:
            case Phase.BLOCK_ROAD:
                return Block(self.road) if self.road is not None else self._only_road()
            case _ if self.road is not None:
                return None
            case Phase.CHOOSE_EXTRA:
                return GiveExtraMove(scout) if scout is not None and known else self._who_stands(field)
            case Phase.TARGET:
                return Target(field or self._place_of(scout)) if field or known else None
            case Phase.DISPLACED | Phase.EVACUATED if field is not None:
                return Retreat(subject, field)
            case Phase.PLACE_SCOUT if scout is not None and known:
                return PlaceScout(scout, field) if field is not None else None
            case Phase.TURN | Phase.EXTRA_MOVE if scout is not None and known:
                return Walk(scout, field if field is not None else self._place_of(scout))
        return None

    def _place_of(self, scout: str | None) -> FieldId:
        return self.state.position_of(scout or "")

    def _only_road(self) -> Block | None:
        """A plain field stands for its road."""
        road = self.state.game.board.road_of.get(self.field or "")
        return None if road is None else Block(road.id)

    def _who_stands(self, field: FieldId | None) -> GiveExtraMove | None:
        """A field stands for the one scout on it that can be meant."""
        movers = [move for move in legal_moves(self.state) if isinstance(move, GiveExtraMove)]
        there = [move for move in movers if self.state.position_of(move.scout) == field]
        return there[0] if there else None

    def why_not(self, reason: Reason | None) -> Notice:
        """The sentence for an attempt that is not possible."""
        if reason is Reason.NOT_ADJACENT and self.scout is not None and self.field is not None:
            return self._too_far()
        if reason is not None:
            return Notice("refusal", lambda texts: texts.refusal(reason), reason.rule)
        if self.scout == SOLDIER:
            return Notice("refusal", lambda texts: texts.say("table.try.soldier"), "B-20")
        if self.state.phase in (Phase.TURN, Phase.EXTRA_MOVE, Phase.PLACE_SCOUT):
            return Notice("refusal", lambda texts: texts.say("table.try.choose-scout"), "B-14")
        return Notice("refusal", lambda texts: texts.refusal(Reason.NOT_NOW), Reason.NOT_NOW.rule)

    def _too_far(self) -> Notice:
        """On the board one may choose a far field, so the reason is not that it is no neighbour."""
        state, here = self.state, self._place_of(self.scout)
        if here == self.field:
            return Notice("refusal", lambda texts: texts.say("table.try.already-there"), "B-14")
        ways = state.game.board.ways(blocked_roads(state), frozenset(state.fallen))
        far = ways.distances[here].get(self.field or "")
        points = state.points
        if far is None or far <= points:  # the soldier stands in the way, or everything is closed
            return Notice("refusal", lambda texts: texts.say("table.try.no-way"), "B-25" if far is None else "B-14")
        return Notice(
            "refusal",
            lambda texts: texts.say(
                "table.try.too-far",
                distance=texts.count("count.fields", far),
                points=texts.count("count.movement-points", points),
            ),
            "B-14",
        )
