"""The end of a round and of the game: points, orders and markers put back, and whether somebody has won."""

from __future__ import annotations

from mali_powstancy.bitwa_warszawska.events import (
    CommanderLeft,
    GameEnded,
    PointsGained,
    RoundEnded,
    ScoringPointGained,
    StopCalled,
)
from mali_powstancy.bitwa_warszawska.rules.battle import lose_first_lines
from mali_powstancy.bitwa_warszawska.rules.hands import discard
from mali_powstancy.bitwa_warszawska.rules.movement import send_surplus_back
from mali_powstancy.bitwa_warszawska.scoring import Ending, winning_army
from mali_powstancy.bitwa_warszawska.state import NOWHERE, Draft, Phase, Task, replaced

_OVER = (Task(Phase.OVER),)
_NEXT_ROUND = (Task(Phase.ROUND_BEGINS),)


def end_round(draft: Draft, task: Task) -> None:
    """Points, losses, everything put back; then the end of the game or the next round [V-6, V-72, V-73]."""
    _give_points(draft)
    for front in range(3):
        lose_first_lines(draft, front)  # HV-32: also where the battle came early
    _discard_orders(draft)
    _dismiss_commanders(draft)
    draft.used = draft.started = (False,) * 6
    draft.strength = draft.verified = (0,) * 6
    draft.pending = ((),) * 6
    draft.fought = (False,) * 3
    draft.advantage = (NOWHERE,) * 3
    draft.special = draft.scoring = NOWHERE
    draft.passed = (False,) * draft.game.players
    draft.tell(RoundEnded(draft.round, (draft.points[0], draft.points[1])))
    if ending := _ending(draft):
        draft.ending = ending
        draft.agenda = _OVER
        draft.tell(GameEnded(ending, winning_army(draft)))
    else:
        draft.round += 1
        draft.agenda = _NEXT_ROUND


def _give_points(draft: Draft) -> None:
    """One point for more won battles, two for all three; one more on the front of the scoring marker [V-69, V-70].

    [V-2, HV-40]
    """
    won = [draft.advantage.count(army) for army in (0, 1)]
    if won[0] != won[1]:
        army = int(won[1] > won[0])
        number = 2 if won[army] == len(draft.advantage) else 1
        draft.points = replaced(draft.points, army, draft.points[army] + number)
        draft.tell(PointsGained(army, number))
    if draft.scoring != NOWHERE and (army := draft.advantage[draft.scoring]) != NOWHERE:
        draft.points = replaced(draft.points, army, draft.points[army] + 1)
        draft.tell(ScoringPointGained(army, draft.scoring))


def _discard_orders(draft: Draft) -> None:
    """Played orders are discarded [V-72]."""
    for at, card in enumerate(draft.orders):
        if card:
            discard(draft, at // 3, card)
    draft.orders = ("",) * 6


def _dismiss_commanders(draft: Draft) -> None:
    """Commanders who started a battle are discarded, and the limit falls [V-45, V-65, V-72, HV-50, HV-55]."""
    for at, has_started in enumerate(draft.started):
        if has_started:
            army, front, card = at // 3, at % 3, draft.commanders[at]
            discard(draft, army, card)
            draft.commanders = replaced(draft.commanders, at, "")
            draft.tell(CommanderLeft(army, front, card))
            send_surplus_back(draft, army, front)


def _ending(draft: Draft) -> Ending | None:
    """Why the game is over after this round: the first of these reasons [V-74, V-75, V-76, HV-24, HV-51, HV-61]."""
    game = draft.game
    if max(draft.points) >= game.scenario.points:
        return Ending.POINTS
    if game.players == 2 and not all(draft.decks):
        return Ending.DECK
    if draft.round >= game.scenario.rounds:
        return Ending.ROUNDS
    return Ending.STOPPED if draft.stopping else None


def call_stop(draft: Draft) -> None:
    """The table decides that the running round is the last one [HV-51]."""
    draft.stopping = True
    draft.tell(StopCalled())
