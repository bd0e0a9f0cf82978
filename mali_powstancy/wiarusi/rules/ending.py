"""What follows an action and a mission: failure, victory, success; support, defeat, morale drop, the next leader."""

from __future__ import annotations

from mali_powstancy.wiarusi.events import (
    CardsShuffledBack,
    GameEnded,
    LeaderChanged,
    MissionSucceeded,
    MoraleDropped,
    StopCalled,
    TokenGiven,
)
from mali_powstancy.wiarusi.rules.piles import lower_morale, pile_size, shuffle_back
from mali_powstancy.wiarusi.rules.supporting import pass_tiles, support_task
from mali_powstancy.wiarusi.rules.threats import bolts
from mali_powstancy.wiarusi.scenario import Victory
from mali_powstancy.wiarusi.scoring import Ending
from mali_powstancy.wiarusi.state import Draft, Phase, Position, Task, replaced

_SUPPORT_ENDS = Task(Phase.SUPPORT_ENDS)
_NEXT_MISSION = (Task(Phase.MISSION_BEGINS),)
_OVER = (Task(Phase.OVER),)


def is_peace(position: Position) -> bool:
    """The pile is used up and all hands are empty, also those of the withdrawn [W-8, W-45, HW-48]."""
    return not any(position.hands) and not pile_size(position)


def end_action(draft: Draft, task: Task) -> None:
    """Failure, victory, success, in this order; else the next player in the mission has a turn.

    [W-15, W-16, HW-27, HW-32, HW-47, HW-49]
    """
    game = draft.game
    if draft.failed:
        _fail(draft)
    elif game.scenario.victory is Victory.AT_ONCE and is_peace(draft):
        end_game(draft, Ending.WIN)
    elif False not in draft.withdrawn:
        _succeed(draft)
    else:
        seat = task.seat
        for other in (*game.clockwise_after[seat], seat):  # the last one takes turn after turn
            if not draft.withdrawn[other]:
                draft.agenda = game.turns[other]
                return


def _fail(draft: Draft) -> None:
    """The cards of no man's land are shuffled into the pile; hands and hard knocks stay [W-36, W-37, HW-15]."""
    draft.tell(CardsShuffledBack(draft.nml))
    shuffle_back(draft)
    _support(draft)


def _succeed(draft: Draft) -> None:
    """All have withdrawn: the cards of no man's land are discarded; hands and hard knocks stay [W-35, W-37, W-64]."""
    draft.tell(MissionSucceeded())
    draft.discard = draft.game.in_order(draft.discard + draft.nml)
    draft.nml = ()
    _support(draft)


def _support(draft: Draft) -> None:
    """The support follows a failure and a success alike [W-37, HW-41]."""
    seat = pass_tiles(draft)
    draft.agenda = (*support_task(draft, seat), _SUPPORT_ENDS)


def end_support(draft: Draft, task: Task) -> None:
    """Four hard knocks lose only now; else morale drops [W-44, HW-41, HW-46, HW-47]."""
    game, scenario = draft.game, draft.game.scenario
    if any(bolts(draft, seat) >= scenario.bolts_to_lose for seat in game.seats if draft.knocks[seat]):
        end_game(draft, Ending.KNOCKS)
    elif scenario.victory is Victory.AFTER_SUPPORT and is_peace(draft):
        end_game(draft, Ending.WIN)
    else:
        _drop_morale(draft)


def _drop_morale(draft: Draft) -> None:
    """As many cards as all hands hold, at least three, one more for Demoralized [W-46, K-6, HW-39, HW-51].

    An empty reserve loses, also if it comes out exactly [W-47, HW-50].
    """
    game = draft.game
    due = max(game.scenario.least_drop, sum(map(len, draft.hands)))
    due += any(game.demoralized in knocks for knocks in draft.knocks)
    draft.tell(MoraleDropped(lower_morale(draft, due)))
    if draft.reserve:
        _go_on(draft)
    else:
        end_game(draft, Ending.MORALE)


def _go_on(draft: Draft) -> None:
    """The former leader gets a token, the marker goes on, everyone is back [W-48, W-49, W-50, W-28, HW-41, HW-53].

    While somebody is tyrannical, the marker stays and no token is given [K-5, HW-37].
    """
    game, leader = draft.game, draft.leader
    if not any(game.tyrannical in knocks for knocks in draft.knocks):
        if draft.supply:
            draft.supply -= 1
            draft.tokens = replaced(draft.tokens, leader, draft.tokens[leader] + 1)
            draft.tell(TokenGiven(leader))
        draft.leader = (leader + 1) % game.players
        draft.tell(LeaderChanged(draft.leader))
    draft.withdrawn = (False,) * game.players
    draft.failed = False
    if draft.stopping:
        end_game(draft, Ending.STOPPED)
    else:
        draft.agenda = _NEXT_MISSION


def call_stop(draft: Draft) -> None:
    """The table decides that the running mission is the last one [HW-58]."""
    draft.stopping = True
    draft.tell(StopCalled())


def end_game(draft: Draft, ending: Ending) -> None:
    """Nothing more is asked of anybody."""
    draft.ending = ending
    draft.agenda = _OVER
    draft.tell(GameEnded(ending))
