"""Set-up: the decks, the first units, the initiative, the blockade markers and the starting hands."""

from __future__ import annotations

from collections.abc import Sequence

from mali_powstancy.bitwa_warszawska.cards import ARMIES, HALVES, PLACES, SeatName
from mali_powstancy.bitwa_warszawska.events import InitiativeGiven, MarkerLaid
from mali_powstancy.bitwa_warszawska.game import PLACE, Game, game_of
from mali_powstancy.bitwa_warszawska.moves import GiveInitiative, LayMarker, Seat
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.camps import first_army, speaker
from mali_powstancy.bitwa_warszawska.rules.drawing import draw_up_to, starting_numbers
from mali_powstancy.bitwa_warszawska.scenario import Scenario
from mali_powstancy.bitwa_warszawska.state import (
    CHANCE,
    NOWHERE,
    Draft,
    GameState,
    Phase,
    Position,
    Task,
    finished,
    replaced,
)
from mali_powstancy.tabletop.game import SetupError


def new_game(
    scenario: Scenario,
    players: int | None = None,
    *,
    pair: str | None = None,
    initiative: Sequence[SeatName] | None = None,
) -> GameState:
    """The position before the first move: units on the second lines, all cards in the decks [V-1, V-8 to V-16].

    Seat 0 plays WP and seat 1 ACz; with four players seat 2 joins WP and seat 3 ACz. With three, `pair` is the army
    of two: WP unless it is said [V-8]. Without `initiative`, the seats in the order of their markers, chance gives it.
    """
    if not isinstance(scenario, Scenario):
        raise SetupError(f"a scenario is needed, as load_scenario gives it, not {scenario!r}")
    if players is None:
        players = min(scenario.players)
    if type(players) is not int or players not in scenario.players:
        allowed = ", ".join(map(str, scenario.players))
        raise SetupError(f"{scenario.name} is for {allowed} players, not {players!r}")
    if pair is not None and (players != 3 or pair not in ARMIES):
        raise SetupError(f"with three players pair is one of {', '.join(ARMIES)}, otherwise nothing, not {pair!r}")
    game = game_of(scenario, players, ARMIES.index(pair) if pair else 0)
    order: tuple[Seat, ...] = ()
    if initiative is not None:
        named = {game.named(each): each for each in game.initiatives}
        if not isinstance(initiative, list | tuple) or tuple(initiative) not in named:
            raise SetupError(f"initiative names the seats in the order of their markers, not {initiative!r}")
        order = named[tuple(initiative)]
    return _opening(game, order)


def _opening(game: Game, order: tuple[Seat, ...]) -> GameState:
    draft = blank(game)
    draft.initiative = order
    draft.agenda = (Task(Phase.INITIATIVE, CHANCE), Task(Phase.MARKERS_BEGIN))
    if order:
        begin_markers(draft, draft.agenda[1])
    return finished(draft)


def blank(game: Game) -> Draft:
    """A draft of round 1 with everything where it lies at first [V-9, V-10, V-13, V-14, V-16]."""
    draft = Draft()
    draft._events = []
    draft.game = game
    draft.agenda = ()
    draft.round = 1
    draft.initiative = ()
    draft.l1 = (0,) * 6
    draft.l2 = (game.scenario.first_units,) * 6
    draft.commanders = draft.orders = ("",) * 6
    draft.used = draft.started = (False,) * 6
    draft.strength = draft.verified = (0,) * 6
    draft.pending = draft.bids = ((),) * 6
    draft.hands = ((),) * game.players
    draft.passed = (False,) * game.players
    draft.decks = game.decks
    draft.discards = ((), ())
    draft.points = (0, 0)
    draft.markers = (NOWHERE, NOWHERE)
    draft.special = draft.scoring = draft.last_scoring = NOWHERE
    draft.fought = (False,) * 3
    draft.advantage = (NOWHERE,) * 3
    draft.stopping = False
    draft.ending = ""
    return draft


# The initiative -----------------------------------------------------------------------------------------------------


def possible_initiatives(position: Position) -> tuple[GiveInitiative, ...]:
    """Every order of the markers alike, because equal rolls are rolled again [V-17, V-18, HV-1, HV-2, HV-20]."""
    return position.game.gifts


def give_initiative(draft: Draft, move: GiveInitiative) -> None:
    """The seats get the initiative markers; with two players one has the initiative [V-15, V-17, V-18]."""
    draft.initiative = tuple(draft.game.seat_of[name] for name in move.order)
    draft.tell(InitiativeGiven(draft.initiative))
    draft.done()


# The blockade markers -----------------------------------------------------------------------------------------------


def begin_markers(draft: Draft, task: Task) -> None:
    """First the army with the initiative lays its marker, then the other; then hands are drawn [HV-3, HV-21]."""
    army = first_army(draft)
    draft.agenda = (
        Task(Phase.MARKER, speaker(draft, army)),
        Task(Phase.MARKER, speaker(draft, 1 - army)),
        Task(Phase.HANDS_BEGIN),
    )


def legal_lays(position: Position) -> list[LayMarker]:
    """Any place of the foe's half [V-11, HV-4]."""
    return [*position.game.lays[position.game.armies[position.agenda[0].who]]]


def refuse_lay(position: Position, move: LayMarker) -> Reason | None:
    """A place of the foe's half [V-11, HV-5]."""
    place = PLACE.get(move.place)
    if place is None:
        return Reason.MALFORMED
    return None if place // 10 == 1 - position.game.armies[position.agenda[0].who] else Reason.WRONG_HALF


def lay_marker(draft: Draft, move: LayMarker) -> None:
    """The marker lies on the foe's half, where it stays to the end of the game [V-11, V-58]."""
    army = draft.game.armies[draft.agenda[0].who]
    draft.markers = replaced(draft.markers, army, PLACE[move.place] % len(PLACES))
    draft.tell(MarkerLaid(army, HALVES[PLACE[move.place]]))
    draft.done()


# The starting hands -------------------------------------------------------------------------------------------------


def begin_hands(draft: Draft, task: Task) -> None:
    """Everyone draws the starting hand, the army with the initiative first; then round 1 begins [V-19, HV-3, HV-57]."""
    draws = draw_up_to(draft, starting_numbers(draft), first_army(draft))
    draft.agenda = (*draws, Task(Phase.ROUND_BEGINS))
