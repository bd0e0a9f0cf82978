"""Gestures on the map: what a click may mean, and if it is not possible, why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mali_powstancy.engine import GameState, Move, Phase, Reason, apply_unchecked, legal_moves
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import ScoutId
from mali_powstancy.engine.moves import Block, GiveExtraMove, Jump, PlaceScout, PlayerMove, Retreat, Target, Unit, Walk
from mali_powstancy.engine.rules.hopping import blocked_roads
from mali_powstancy.tabletop.notices import Notice

SOLDIER = "soldier"
"""The name of the soldier's piece, for which a target is chosen."""


class WayThere(NamedTuple):
    """A way to bring a piece to a field: one move, or several steps of a walk."""

    moves: tuple[PlayerMove, ...]

    @property
    def kind(self) -> str:
        """The verb of its moves: `walk`, `jump`, `unit`, `place`, `retreat` or `target`."""
        return self.moves[-1].verb


Reach = Mapping[str, Mapping[FieldId, tuple[WayThere, ...]]]
"""By piece and field: what a click on the field would do, once the piece is chosen."""


def reach(state: GameState) -> Reach:
    """Where the pieces of the seat that is asked can be brought now, and by which moves."""
    found: dict[str, dict[FieldId, list[WayThere]]] = {}

    def add(piece: str, field: FieldId, option: WayThere) -> None:
        found.setdefault(piece, {}).setdefault(field, []).append(option)

    legal = legal_moves(state)
    walkers = dict.fromkeys(move.scout for move in legal if isinstance(move, Walk))
    for scout in walkers:
        for field, walk in _walks(state, scout).items():
            add(scout, field, WayThere(walk))
    for move in legal:
        match move:
            case Jump(scout=scout, to=field) | Unit(scout=scout, to=field) | Retreat(scout=scout, to=field):
                add(scout, field, WayThere((move,)))
            case PlaceScout(scout=scout, field=field):
                add(scout, field, WayThere((move,)))
            case Target(field=field):
                add(SOLDIER, field, WayThere((move,)))
    return {piece: {field: tuple(options) for field, options in fields.items()} for piece, fields in found.items()}


def _walks(state: GameState, scout: ScoutId) -> dict[FieldId, tuple[PlayerMove, ...]]:
    """The shortest walk to every field that a scout can reach with the points left, as the rules allow step by step."""
    here = state.position_of(scout)
    walks: dict[FieldId, tuple[PlayerMove, ...]] = {here: ()}
    edge = [state]
    while edge:
        reached = []
        for position in edge:
            path = walks[position.position_of(scout)]
            for move in legal_moves(position):
                if isinstance(move, Walk) and move.scout == scout and move.to not in walks:
                    walks[move.to] = (*path, move)
                    reached.append(apply_unchecked(position, move).state)
        edge = reached
    del walks[here]
    return walks


def choices(state: GameState) -> list[PlayerMove]:
    """The moves that are chosen from a list and not on the map."""
    on_map = (Walk, Jump, Unit, Retreat, PlaceScout, Target)
    return [move for move in legal_moves(state) if not isinstance(move, on_map)]


# What is not offered -------------------------------------------------------------------------------------------------


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
