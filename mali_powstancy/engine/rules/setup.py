"""Set-up: patrols take their places, the start player is chosen, secret goals are dealt and kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from mali_powstancy.engine.cards import GoalId, PatrolId
from mali_powstancy.engine.events import GoalDealt, GoalsKept, GoalsRedealt, StartPlayerChosen
from mali_powstancy.engine.game import Game, game_of
from mali_powstancy.engine.moves import DealGoal, FirstPlayer, KeepGoals, Seat
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.state import CHANCE, Draft, GameState, Phase, Position, Task, finished, replaced, task_of
from mali_powstancy.tabletop.game import SetupError


def new_game(
    scenario: Scenario,
    players: int | None = None,
    *,
    patrols: Sequence[PatrolId] | None = None,
    start_player: Seat | None = None,
) -> GameState:
    """The position before the first move: all scouts at their start objects [B-2, H-59], the deck ready [B-3, E-2].

    `patrols` names the patrols seat by seat; without it the first ones of the scenario play.
    Without `start_player` chance decides who begins [B-4].
    """
    if not isinstance(scenario, Scenario):
        raise SetupError(f"a scenario is needed, as load_scenario gives it, not {scenario!r}")
    if patrols is not None and not (
        isinstance(patrols, list | tuple) and all(isinstance(patrol, str) for patrol in patrols)
    ):
        raise SetupError(f"patrols must be a list of names, seat by seat, not {patrols!r}")
    if patrols is None:
        count = players if players is not None else max(scenario.players)
        patrols = tuple(scenario.patrols)[:count] if isinstance(count, int) else ()
    patrols = tuple(patrols)
    if players not in (None, len(patrols)) or len(patrols) not in scenario.players:
        allowed = ", ".join(map(str, scenario.players))
        raise SetupError(f"{scenario.name} is for {allowed} players, not {players or len(patrols)}")
    if len(set(patrols)) != len(patrols) or not set(patrols) <= set(scenario.patrols):
        raise SetupError(f"patrols must be different ones of {', '.join(scenario.patrols)}, not {patrols}")
    if start_player is not None and (type(start_player) is not int or start_player not in range(len(patrols))):
        raise SetupError(f"start_player must be a seat from 0 to {len(patrols) - 1}, not {start_player!r}")
    return _opening(game_of(scenario, patrols), start_player)


def _opening(game: Game, start_player: Seat | None) -> GameState:
    scenario, counts = game.scenario, game.counts
    subject = "" if start_player is None else str(start_player)
    draft = Draft.__new__(Draft)
    draft.game = game
    draft.agenda = (
        Task(Phase.FIRST_PLAYER, CHANCE, subject),
        *((Task(Phase.GOALS),) if game.is_extended else ()),
        Task(Phase.ROUND_BEGINS),
    )
    draft.round = 0
    draft.start_player = 0
    draft.where = game.board.start_objects * len(game.seats)
    draft.carrying = (None,) * len(game.scouts)
    draft.hands = (scenario.cards,) * len(game.seats)
    draft.sealed = (None,) * len(game.seats)
    draft.cards = ()
    draft.order_of_play = ()
    draft.points = 0
    draft.action_open = False
    draft.track = ()
    draft.deck = tuple(scenario.orders)
    draft.deck_left = counts.orders_above_victory + counts.orders_below_victory + game.is_extended
    draft.victory_at = counts.orders_above_victory if game.is_extended else -1  # H-50
    draft.top = ()
    draft.delivered = ((),) * len(game.seats)
    draft.late = ()
    draft.discarded = ()
    draft.tokens = ()
    draft.fallen = ()
    draft.soldier = None if game.is_extended else game.board.soldier_start  # E-1
    draft.goals_dealt = ((),) * len(game.seats)
    draft.goals = ((),) * len(game.seats)
    draft.stopping = False
    draft.ending = ""
    draft._ways = game.board.free
    draft._starts = {}
    return finished(draft)


# The start player ---------------------------------------------------------------------------------------------------


def possible_first_players(position: Position) -> list[FirstPlayer]:
    """Every seat, or the one that was chosen at set-up [B-4, H-59]."""
    chosen = position.agenda[0].subject
    return [FirstPlayer(seat) for seat in position.game.seats if chosen in ("", str(seat))]


def choose_first_player(draft: Draft, move: FirstPlayer) -> None:
    """A seat receives the start marker [B-4]."""
    draft.start_player = move.seat
    draft.tell(StartPlayerChosen(move.seat))
    draft.done()


# Secret goals (extended variant) ------------------------------------------------------------------------------------


def deal_goals(draft: Draft, task: Task) -> None:
    """Every player is dealt secret goals, player by player [E-3]."""
    draft.done(draft.game.goal_tasks[draft.start_player])


def possible_goals(position: Position) -> list[DealGoal]:
    """The goals that are still in the deck of goals."""
    left = position.game.deals.copy()
    for goal in chain.from_iterable(position.goals_dealt):
        del left[goal]
    return list(left.values())


def refuse_deal(position: Position, move: DealGoal) -> Reason | None:
    """Only a goal that is still in the deck of goals [E-3]."""
    possible = move.goal in position.game.deals and move.goal not in chain.from_iterable(position.goals_dealt)
    return None if possible else Reason.IMPOSSIBLE_CHANCE


def deal_goal(draft: Draft, move: DealGoal) -> None:
    """One goal is dealt to one player [E-3]."""
    seat = draft.game.seat_named[draft.task.subject]
    dealt = (*draft.goals_dealt[seat], move.goal)
    draft.goals_dealt = replaced(draft.goals_dealt, seat, dealt)
    draft.tell(GoalDealt(seat, move.goal))
    draft.done()


def check_goals(draft: Draft, task: Task) -> None:
    """If anybody has too few colours, all goals are dealt again [H-19]; else everybody chooses."""
    draft.done()
    scenario = draft.game.scenario
    for dealt in draft.goals_dealt:
        if len({scenario.goals[goal].kind for goal in dealt}) < scenario.goals_kept:
            draft.goals_dealt = ((),) * len(draft.game.seats)
            draft.tell(GoalsRedealt())
            draft.ask((Task(Phase.GOALS),))
            return
    draft.goals_dealt = tuple(  # in the order of the file, so that every choice has one way to be named
        [tuple([goal for goal in scenario.goals if goal in dealt]) for dealt in draft.goals_dealt]
    )
    seats = draft.game.clockwise_from[draft.start_player]
    draft.ask(tuple([task_of(Phase.KEEP_GOALS, seat) for seat in seats]))


def legal_goal_choices(position: Position) -> list[KeepGoals]:
    """All sets of goals of different colours among those dealt [E-3, H-19]."""
    goals = position.game.scenario.goals
    dealt, kept = position.goals_dealt[position.agenda[0].who], position.game.scenario.goals_kept
    colour = {goal: goals[goal].kind for goal in dealt}.__getitem__
    return [KeepGoals(chosen) for chosen in combinations(dealt, kept) if len(set(map(colour, chosen))) == kept]


def refuse_goal_choice(position: Position, move: KeepGoals) -> Reason | None:
    """Exactly the number to keep, all of them dealt to this player, no colour twice [E-3, H-19]."""
    scenario = position.game.scenario
    dealt: tuple[GoalId, ...] = position.goals_dealt[position.agenda[0].who]
    if not isinstance(move.goals, tuple) or len(move.goals) != scenario.goals_kept:
        return Reason.GOALS_WRONG_NUMBER
    if not set(move.goals) <= set(dealt):
        return Reason.GOAL_NOT_DEALT
    if len({scenario.goals[goal].kind for goal in move.goals}) < len(move.goals):
        return Reason.GOALS_SAME_COLOUR
    if [*move.goals] != [goal for goal in dealt if goal in move.goals]:
        return Reason.NAMES_IN_ORDER
    return None


def keep_goals(draft: Draft, move: KeepGoals) -> None:
    """A player keeps three goals; the others stay secret [E-3, H-58]."""
    seat = draft.task.who
    draft.goals = replaced(draft.goals, seat, move.goals)
    draft.tell(GoalsKept(seat, move.goals))
    draft.done()
