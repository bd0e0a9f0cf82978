"""Events: facts that a move brought about, without language; logs, animations and statistics read them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from mali_powstancy.wiarusi.cards import CardId, CharacterId, ThreatId, TileId
from mali_powstancy.wiarusi.moves import Seat

# Every kind ends with its name, so that events of different kinds are never equal.
# A value of None stands for a secret that the reader may not see (see observation.py).


class CharacterGiven(NamedTuple):
    """A seat received a character by chance at set-up."""

    seat: Seat
    character: CharacterId
    event: Literal["character-given"] = "character-given"


class LeaderChosen(NamedTuple):
    """A seat received the leader's marker by chance at set-up."""

    seat: Seat
    event: Literal["leader-chosen"] = "leader-chosen"


class TileDrawn(NamedTuple):
    """A seat drew its third support tile at set-up; what the chaplain draws nobody sees."""

    seat: Seat
    tile: TileId | None
    event: Literal["tile-drawn"] = "tile-drawn"


class MissionBegan(NamedTuple):
    """A mission began; `leader` holds the marker."""

    mission: int
    leader: Seat
    event: Literal["mission-began"] = "mission-began"


class DifficultyChosen(NamedTuple):
    """The leader chose how many cards everyone gets."""

    seat: Seat
    number: int
    event: Literal["difficulty-chosen"] = "difficulty-chosen"


class ChaplainTileDrawn(NamedTuple):
    """The chaplain laid a tile that nobody has seen."""

    tile: TileId | None
    event: Literal["chaplain-tile-drawn"] = "chaplain-tile-drawn"


class CardDealt(NamedTuple):
    """A card came to a hand, by the deal or because of a frenzy."""

    seat: Seat
    card: CardId | None
    event: Literal["card-dealt"] = "card-dealt"


class CardPlayed(NamedTuple):
    """A player played a card from the hand."""

    seat: Seat
    card: CardId
    event: Literal["card-played"] = "card-played"


class TrapSprung(NamedTuple):
    """A trap orders its player to draw a card and to play it at once."""

    seat: Seat
    card: CardId
    event: Literal["trap-sprung"] = "trap-sprung"


class CardDrawnAndPlayed(NamedTuple):
    """A card came straight from the pile to the table, by a trap or by clumsiness."""

    seat: Seat
    card: CardId
    event: Literal["card-drawn-and-played"] = "card-drawn-and-played"


class KnockTaken(NamedTuple):
    """A hard knock now lies beside a player."""

    seat: Seat
    knock: CardId
    event: Literal["knock-taken"] = "knock-taken"


class KnockRemoved(NamedTuple):
    """A hard knock was taken away from a player and discarded."""

    seat: Seat
    knock: CardId
    event: Literal["knock-removed"] = "knock-removed"


class CharmUsed(NamedTuple):
    """A charm took a card out of no man's land."""

    seat: Seat
    card: CardId
    event: Literal["charm-used"] = "charm-used"


class SpeechMade(NamedTuple):
    """A player spoke about a threat."""

    seat: Seat
    threat: ThreatId
    event: Literal["speech-made"] = "speech-made"


class AnswerSealed(NamedTuple):
    """A listener has decided; what, is shown when all have."""

    seat: Seat
    event: Literal["answer-sealed"] = "answer-sealed"


class SpeechAnswered(NamedTuple):
    """A listener's answer was shown: the card given up, or None for nothing."""

    seat: Seat
    card: CardId | None
    event: Literal["speech-answered"] = "speech-answered"


class Withdrew(NamedTuple):
    """A player left the mission; `forced` by fear."""

    seat: Seat
    forced: bool
    event: Literal["withdrew"] = "withdrew"


class TileForgotten(NamedTuple):
    """A support tile left the game."""

    seat: Seat
    tile: TileId
    event: Literal["tile-forgotten"] = "tile-forgotten"


class TileLaid(NamedTuple):
    """A withdrawn player laid a support tile face down, chosen or by chance."""

    seat: Seat
    tile: TileId | None
    event: Literal["tile-laid"] = "tile-laid"


class MissionFailed(NamedTuple):
    """So many identical threats are active that the mission has failed."""

    threat: ThreatId
    event: Literal["mission-failed"] = "mission-failed"


class MissionSucceeded(NamedTuple):
    """All have withdrawn in time; the cards of no man's land were discarded."""

    event: Literal["mission-succeeded"] = "mission-succeeded"


class CardsShuffledBack(NamedTuple):
    """The cards of no man's land went back into the trials pile."""

    cards: tuple[CardId, ...]
    event: Literal["cards-shuffled-back"] = "cards-shuffled-back"


class Passing(NamedTuple):
    """One laid tile and its way."""

    giver: Seat
    tile: TileId
    receiver: Seat


class TilesPassed(NamedTuple):
    """The laid tiles were turned up and given to those they point to."""

    passings: tuple[Passing, ...]
    event: Literal["tiles-passed"] = "tiles-passed"


class Supported(NamedTuple):
    """One player received more tiles than any other."""

    seat: Seat
    event: Literal["supported"] = "supported"


class NotSupported(NamedTuple):
    """Nobody gets help: a `tie`, `no-tiles`, or the `chaplain` received most."""

    why: str
    event: Literal["not-supported"] = "not-supported"


class CharmRegained(NamedTuple):
    """A player turned the character back to the charm."""

    seat: Seat
    event: Literal["charm-regained"] = "charm-regained"


class HelpDeclined(NamedTuple):
    """The supported player did without help."""

    seat: Seat
    event: Literal["help-declined"] = "help-declined"


class MoraleDropped(NamedTuple):
    """So many cards went from the reserve onto the trials pile."""

    number: int
    event: Literal["morale-dropped"] = "morale-dropped"


class TokenGiven(NamedTuple):
    """The former leader received a speech token."""

    seat: Seat
    event: Literal["token-given"] = "token-given"


class LeaderChanged(NamedTuple):
    """The leader's marker went to a seat."""

    seat: Seat
    event: Literal["leader-changed"] = "leader-changed"


class StopCalled(NamedTuple):
    """The table decided to stop after this mission (HW-58)."""

    event: Literal["stop-called"] = "stop-called"


class GameEnded(NamedTuple):
    """The game is over; `reason` says how it ended."""

    reason: str
    event: Literal["game-ended"] = "game-ended"


Event = (
    CharacterGiven
    | LeaderChosen
    | TileDrawn
    | MissionBegan
    | DifficultyChosen
    | ChaplainTileDrawn
    | CardDealt
    | CardPlayed
    | TrapSprung
    | CardDrawnAndPlayed
    | KnockTaken
    | KnockRemoved
    | CharmUsed
    | SpeechMade
    | AnswerSealed
    | SpeechAnswered
    | Withdrew
    | TileForgotten
    | TileLaid
    | MissionFailed
    | MissionSucceeded
    | CardsShuffledBack
    | TilesPassed
    | Supported
    | NotSupported
    | CharmRegained
    | HelpDeclined
    | MoraleDropped
    | TokenGiven
    | LeaderChanged
    | StopCalled
    | GameEnded
)
card_dealt = lru_cache(maxsize=1024)(CardDealt)
card_played = lru_cache(maxsize=1024)(CardPlayed)
"""The most frequent events, each made once: looking a small value up is quicker than making it."""

EVENT_KINDS: tuple[type[Event], ...] = get_args(Event)

INFORMS = (
    CharacterGiven,
    LeaderChosen,
    TileDrawn,
    ChaplainTileDrawn,
    CardDealt,
    CardPlayed,
    CardDrawnAndPlayed,
    SpeechAnswered,
    TileForgotten,
    TilesPassed,
)
"""Events by which chance was resolved or a secret was shown: undo never goes back behind one of them (HW-59).

A tile laid in panic is resolved by a move of chance, which is never taken back either.
"""
