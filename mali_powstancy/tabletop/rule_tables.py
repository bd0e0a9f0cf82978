"""The rules of a game as tables, phase by phase, and what every engine does with them: list, refuse and play moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from mali_powstancy.tabletop.game import CHANCE, IllegalMove, Reason
from mali_powstancy.tabletop.position import Draft, Event, GameState, Transition

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

PlayerMove = TypeVar("PlayerMove", bound="tuple[Any, ...]")
ChanceMove = TypeVar("ChanceMove", bound="tuple[Any, ...]")
AnyReason = TypeVar("AnyReason", bound=Reason)

Way = tuple[type, Callable[[Any, Any], Any], Mapping[Any, Callable[[Any, Any], None]]]
"""A kind of move, why it may be refused, and what it does in each of the phases it belongs to."""

ASK = "ask"
"""What an act of the rules returns if somebody has to be asked after all."""

_LOOK_ALIKES = frozenset({bool, float, complex})


def never_refused(position: object, move: object) -> None:
    """Nothing can be wrong with such a move: ending a turn, passing, leaving things as they are."""


def unless_possible(
    possible: Mapping[Any, Callable[[Any], Sequence[Any]]], reason: AnyReason
) -> Callable[[Any, Any], AnyReason | None]:
    """Refuses a move of chance that is not among those that are possible in the present phase."""

    def refuse(position: Any, move: tuple[Any, ...]) -> AnyReason | None:
        # To the letter: 1.0 and True only equal 1.
        is_listed = move in possible[position.agenda[0].phase](position) and _LOOK_ALIKES.isdisjoint(map(type, move))
        return None if is_listed else reason

    return refuse


class RuleTables(Generic[GameState, Draft, PlayerMove, ChanceMove, Event, AnyReason]):
    """Who may do what in which phase, and what comes of it. Its methods are the functions of a game's module."""

    __slots__ = (
        "_alike",
        "_apply",
        "_automatic",
        "_call_stop",
        "_dealt",
        "_draft_of",
        "_finished",
        "_legal",
        "_malformed",
        "_misplaced",
        "_not_now",
        "_over",
        "_refuse",
        "_sampled",
        "_weighed",
    )

    def __init__(
        self,
        copies: tuple[Callable[[GameState], Draft], Callable[[Draft], GameState]],
        *,
        ways: Iterable[Way],
        legal: Mapping[Any, Callable[[Any], list[Any]]],
        automatic: Mapping[Any, Callable[[Draft, Any], str | None]],
        alike: Mapping[Any, Callable[[Any], Sequence[ChanceMove]]],
        weighed: Mapping[Any, Callable[[Any], Mapping[Any, int]]] | None = None,
        sampled: Mapping[Any, Callable[[Any, Random], ChanceMove]] | None = None,
        dealt: Mapping[Any, Callable[[Draft, Random], None]] | None = None,
        misplaced: Callable[[Any, Any], AnyReason],
        malformed: AnyReason,
        not_now: AnyReason,
        over: AnyReason,
        call_stop: Callable[[Draft], None],
    ) -> None:
        """Tables by phase: `legal` says what a player may do, `automatic` what the rules do by themselves.

        Chance does one of the moves in `alike`, each as likely as the others (what is there twice, twice), or those in
        `weighed` with their weights. `sampled` draws one of them without listing all, `dealt` does all that chance has
        to do in its phase at once: both only save time.

        `misplaced` says why a move does not belong to the present task; `malformed` is the reason for refusing what is
        no move, `not_now` and `over` those for not stopping again, and `call_stop` makes the running round the last.
        """
        self._draft_of, self._finished = copies
        self._legal, self._automatic, self._alike = legal, automatic, alike
        self._weighed, self._sampled, self._dealt = weighed or {}, sampled or {}, dealt or {}
        self._misplaced, self._malformed = misplaced, malformed
        self._not_now, self._over, self._call_stop = not_now, over, call_stop
        self._refuse: dict[Any, dict[type, tuple[Callable[[Any, Any], Any], str]]] = {}
        self._apply: dict[Any, dict[type, Callable[[Any, Any], None]]] = {}
        for kind, refuse, phases in ways:
            verb = kind._field_defaults["verb"]  # type: ignore[attr-defined]  # moves are named tuples
            for phase, apply in phases.items():
                self._refuse.setdefault(phase, {})[kind] = refuse, verb
                self._apply.setdefault(phase, {})[kind] = apply

    def legal_moves(self, state: GameState) -> list[PlayerMove]:
        """All moves of the seat that is asked; none while chance is to act or the game is over."""
        task = state.agenda[0]  # type: ignore[attr-defined]
        return self._legal[task.phase](state) if task.who >= 0 else []

    def refusal(self, state: GameState, move: PlayerMove | ChanceMove) -> AnyReason | None:
        """None if the move is legal now, else the reason, with the rule that forbids it."""
        task = state.agenda[0]  # type: ignore[attr-defined]
        try:
            refuse, verb = self._refuse[task.phase][type(move)]
        except KeyError:
            return self._misplaced(task, move)
        try:
            reason: AnyReason | None = refuse(state, move) if move[-1] == verb else self._malformed
        except TypeError:
            if all(isinstance(part, str | int) for part in move):
                raise  # the move is well formed, so the mistake is ours
            return self._malformed  # a part of it is something that no table can look up
        return reason

    def play(self, state: GameState, move: PlayerMove | ChanceMove) -> Transition[GameState, Event]:
        """Apply a legal move, of a player or of chance; raise `IllegalMove` for any other."""
        if (reason := self.refusal(state, move)) is not None:
            raise IllegalMove(move, reason)
        return self.apply_unchecked(state, move)

    def apply_unchecked(self, state: GameState, move: PlayerMove | ChanceMove) -> Transition[GameState, Event]:
        """Apply a move that is known to be legal, for searches that took it from `legal_moves`."""
        draft: Any = self._draft_of(state)
        events = draft._events
        self._apply[draft.agenda[0].phase][type(move)](draft, move)
        if draft.agenda[0].phase in self._automatic:
            self.go_on(draft)
        transition: Transition[GameState, Event] = _new(Transition, (self._finished(draft), tuple(events)))
        return transition

    def go_on(self, draft: Draft) -> None:
        """Let the rules act by themselves until somebody has to be asked."""
        automatic, position = self._automatic, cast("Any", draft)
        while (act := automatic.get((task := position.agenda[0]).phase)) is not None:
            if act(draft, task) is ASK:
                return

    def stop_here(self, state: GameState) -> Transition[GameState, Event]:
        """The running round becomes the last one. It is no player's move, but a decision of the table."""
        position: Any = state
        if position.ending or position.stopping:
            raise IllegalMove("stop", self._over if position.ending else self._not_now)
        draft: Any = self._draft_of(state)
        events = draft._events
        self._call_stop(draft)
        return Transition(self._finished(draft), tuple(events))

    # Chance.

    def chance_outcomes(self, state: GameState) -> dict[ChanceMove, Fraction]:
        """What chance can do now, with exact probabilities that add up to 1; empty unless chance is to act."""
        from fractions import Fraction  # late: not every use needs it, and importing should be quick

        phase, who = self._asked(state)
        if who != CHANCE:
            return {}
        weights: Mapping[ChanceMove, int]
        weights = self._weighed[phase](state) if phase in self._weighed else Counter(self._alike[phase](state))
        total = sum(weights.values())
        return {move: Fraction(weight, total) for move, weight in weights.items()}

    def sample_chance(self, state: GameState, rng: Random) -> ChanceMove:
        """What chance does this time, with the probabilities of `chance_outcomes`; `rng` is the game's own stream."""
        phase, who = self._asked(state)
        if who != CHANCE:
            raise ValueError(f"chance is not asked now: {phase}")
        return self._sample(state, phase, rng)

    def play_chance(self, state: GameState, rng: Random) -> Transition[GameState, Event]:
        """What chance does until a player is asked or the game is over: as `sample_chance` and `play`, move by move.

        What was sampled needs no check, and the positions on the way are not made.
        """
        draft: Any = self._draft_of(state)
        events = draft._events
        dealt, apply, automatic = self._dealt, self._apply, self._automatic
        while (task := draft.agenda[0]).who == CHANCE:
            if (phase := task.phase) in dealt:
                dealt[phase](draft, rng)
            else:
                move = self._sample(draft, phase, rng)
                apply[phase][type(move)](draft, move)
            if draft.agenda[0].phase in automatic:
                self.go_on(draft)
        transition: Transition[GameState, Event] = _new(Transition, (self._finished(draft), tuple(events)))
        return transition

    def _sample(self, position: Any, phase: Any, rng: Random) -> ChanceMove:
        if (sampled := self._sampled.get(phase)) is not None:
            return sampled(position, rng)
        moves = self._alike[phase](position)
        return moves[int(rng.random() * len(moves))]

    def _asked(self, state: Any) -> tuple[Any, int]:
        task = state.agenda[0]
        return task.phase, task.who


_new: Any = tuple.__new__  # as `Transition(...)`, but quicker; this runs at every move
