"""Set-up: characters and support tiles are given, the deck is divided into pile and reserve, a leader is found."""

from __future__ import annotations

from collections.abc import Sequence

from mali_powstancy.tabletop.game import SetupError
from mali_powstancy.wiarusi.cards import TILES, CharacterId, TileId
from mali_powstancy.wiarusi.events import CharacterGiven, LeaderChosen, TileDrawn
from mali_powstancy.wiarusi.game import Game, game_of, with_tile
from mali_powstancy.wiarusi.moves import DrawTile, FirstLeader, GiveCharacter, Seat
from mali_powstancy.wiarusi.scenario import Scenario
from mali_powstancy.wiarusi.state import (
    CHANCE,
    NOBODY,
    Draft,
    GameState,
    Phase,
    Position,
    Task,
    finished,
    replaced,
    without,
)

FIRST_TILES: tuple[TileId, ...] = ("L1", "R1")
"""What everyone begins with, before the third tile is drawn (W-3)."""


def new_game(
    scenario: Scenario,
    players: int | None = None,
    *,
    characters: Sequence[CharacterId] | None = None,
    leader: Seat | None = None,
    pile: int | None = None,
) -> GameState:
    """The position before the first move: the deck is divided, everyone has two support tiles [W-1, W-3, W-5, W-6].

    `characters` names the characters seat by seat, with two players perhaps the chaplain's too; who is not named gets
    one by chance [W-2, HW-1]. Without `leader` chance decides who leads first [W-7, HW-2]. `pile` is for a series of
    two players, in which the trials pile grows [W-59].
    """
    if not isinstance(scenario, Scenario):
        raise SetupError(f"a scenario is needed, as load_scenario gives it, not {scenario!r}")
    if players is None:
        players = max(scenario.players)
    if type(players) is not int or players not in scenario.players:
        allowed = ", ".join(map(str, scenario.players))
        raise SetupError(f"{scenario.name} is for {allowed} players, not {players!r}")
    counts = scenario.players[players]
    if pile is None:
        pile = counts.pile
    if type(pile) is not int or pile not in counts.piles:
        raise SetupError(f"the pile begins with {', '.join(map(str, counts.piles))} cards, not {pile!r}")
    game = game_of(scenario, players, pile)
    given = tuple(characters) if isinstance(characters, list | tuple) else ()
    if characters is not None and len(given) not in {players, len(game.ring)}:
        raise SetupError(f"characters must be a list of names, seat by seat, not {characters!r}")
    for character in given:
        if not isinstance(character, str) or character not in scenario.characters or given.count(character) > 1:
            raise SetupError(f"characters must be different ones of {', '.join(scenario.characters)}, not {given}")
    if leader is not None and (type(leader) is not int or leader not in game.seats):
        raise SetupError(f"leader must be a seat from 0 to {players - 1}, not {leader!r}")
    return _opening(game, given, leader)


def _opening(game: Game, given: tuple[CharacterId, ...], leader: Seat | None) -> GameState:
    scenario, ring = game.scenario, game.ring
    box = [tile for tile in TILES for _ in range(scenario.tiles[tile])]
    for tile in FIRST_TILES * len(ring):
        box.remove(tile)
    draft = Draft.__new__(Draft)
    draft.game = game
    draft.agenda = (
        *(Task(Phase.CHARACTER, CHANCE, seat) for seat in ring[len(given) :]),
        *((Task(Phase.LEADER, CHANCE),) if leader is None else ()),
        *(Task(Phase.THIRD_TILE, CHANCE, seat) for seat in ring),
        Task(Phase.MISSION_BEGINS),
    )
    draft.mission = 0
    draft.leader = NOBODY if leader is None else leader
    draft.characters = given + (None,) * (len(ring) - len(given))
    draft.charms = (True,) * len(game.seats)
    draft.hands = ((),) * len(game.seats)
    draft.knocks = ((),) * len(game.seats)
    draft.tiles = (FIRST_TILES,) * len(ring)
    draft.laid = (None,) * len(ring)
    draft.tokens = (0,) * len(game.seats)
    draft.withdrawn = (False,) * len(game.seats)
    draft.fresh = game.cards
    draft.top = game.pile
    draft.low = ()
    draft.low_fresh = 0
    draft.reserve = len(game.cards) - game.pile
    draft.returned = ()
    draft.nml = ()
    draft.discard = ()
    draft.supply = game.counts.speeches
    draft.spent = 0
    draft.box = tuple(box)
    draft.removed = ()
    draft.failed = False
    draft.topic = None
    draft.answers = (None,) * len(game.seats)
    draft.stopping = False
    draft.ending = ""
    return finished(draft)


# Characters ---------------------------------------------------------------------------------------------------------


def possible_characters(position: Position) -> list[GiveCharacter]:
    """The characters that nobody has yet, each alike [HW-1]."""
    return [move for name, move in position.game.characters.items() if name not in position.characters]


def give_character(draft: Draft, move: GiveCharacter) -> None:
    """A seat receives a character, the charm side up [W-2, HW-1]."""
    seat = draft.agenda[0].seat
    draft.characters = replaced(draft.characters, seat, move.character)
    draft.tell(CharacterGiven(seat, move.character))
    draft.done()


# The first leader ---------------------------------------------------------------------------------------------------


def possible_leaders(position: Position) -> tuple[FirstLeader, ...]:
    """Every player alike, never the chaplain [HW-2, W-54]."""
    return position.game.leaders


def choose_leader(draft: Draft, move: FirstLeader) -> None:
    """A seat receives the leader's marker [W-7, HW-2]."""
    draft.leader = move.seat
    draft.tell(LeaderChosen(move.seat))
    draft.done()


# The third tile -----------------------------------------------------------------------------------------------------


def tiles_to_draw(position: Position) -> tuple[TileId, ...]:
    """What is left of the kinds that are used with so many players [W-4, HW-3]."""
    return tuple([tile for tile in position.box if tile in position.game.counts.kinds])


def draw_third_tile(draft: Draft, move: DrawTile) -> None:
    """One tile of those left over comes to a seat; what nobody draws stays in the box [W-3, HW-3]."""
    seat = draft.agenda[0].seat
    draft.box = without(draft.box, move.tile)
    draft.tiles = replaced(draft.tiles, seat, with_tile(draft.tiles[seat], move.tile))
    draft.tell(TileDrawn(seat, move.tile))
    draft.done()
