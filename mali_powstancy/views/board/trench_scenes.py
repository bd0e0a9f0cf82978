"""The scenes of Wiarusi: cards and the threats on them, friends who withdraw and help, tiles on their ways, morale."""

from __future__ import annotations

from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.board.trench_table import kind_of, signs_of, threats_of
from mali_powstancy.views.drawn import in_a_row
from mali_powstancy.views.trench.cards import landscape
from mali_powstancy.views.trench.characters import chaplain, character
from mali_powstancy.views.trench.moments import counted_down, taken_off, tile_ways
from mali_powstancy.views.trench.signs import (
    bolt,
    charm_sign,
    face_down,
    leader_marker,
    monument_card,
    peace_card,
    speech_token,
    threat_sign,
    tile_arrow,
    trap_sign,
)
from mali_powstancy.wiarusi import Observation
from mali_powstancy.wiarusi.cards import CardId, TileId
from mali_powstancy.wiarusi.events import (
    AnswerSealed,
    CardDealt,
    CardDrawnAndPlayed,
    CardPlayed,
    CardsShuffledBack,
    ChaplainTileDrawn,
    CharacterGiven,
    CharmRegained,
    CharmUsed,
    DifficultyChosen,
    Event,
    GameEnded,
    HelpDeclined,
    KnockRemoved,
    KnockTaken,
    LeaderChanged,
    LeaderChosen,
    MissionBegan,
    MissionFailed,
    MissionSucceeded,
    MoraleDropped,
    NotSupported,
    SpeechAnswered,
    SpeechMade,
    Supported,
    TileDrawn,
    TileForgotten,
    TileLaid,
    TilesPassed,
    TokenGiven,
    TrapSprung,
    Withdrew,
)
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.retelling import retold
from mali_powstancy.wiarusi.scoring import Ending
from mali_powstancy.wiarusi.texts import Texts


def as_one(event: Event, later: Event) -> Event | None:
    """A hard knock that is played and lies there; a speech while all think about it; a mission and who leads it."""
    match event, later:
        case CardPlayed(card=card), KnockTaken(knock=knock) if card == knock:
            return later
        case CardDrawnAndPlayed(card=card), KnockTaken(knock=knock) if card == knock:
            return event  # it says where the card came from
        case SpeechMade(), AnswerSealed():
            return event
        case AnswerSealed(), AnswerSealed() | SpeechAnswered():
            return later
        case LeaderChanged(seat=seat), MissionBegan(leader=leader) if seat == leader:
            return later
    return None


def scene(event: Event, before: Observation, after: Observation, texts: Texts) -> Object:
    """A drawing of what the sentence tells, and what is marked on the table, as it lies after this event."""
    now = retold(event, before, after)
    return _parts(event, before, now) | ({} if now is after else {"seen": now})


def _parts(event: Event, before: Observation, after: Observation) -> Object:
    game = after.game
    match event:
        # Set-up, and before a mission.
        case CharacterGiven(seat=seat, character=who):
            return _part(character(who), _friend(after, seat), beats=1)
        case LeaderChosen(seat=seat) | LeaderChanged(seat=seat) | MissionBegan(leader=seat):
            return _part(in_a_row(leader_marker(), _portrait(after, seat)), _friend(after, seat), beats=2)
        case TileDrawn(seat=seat, tile=tile):
            return _part(_tile(tile), _friend(after, seat), beats=0.6 if tile is None else 1)
        case DifficultyChosen():
            return _part(face_down(), "pile", beats=2)
        case ChaplainTileDrawn():
            return _part(in_a_row(chaplain(), face_down()), "chaplain", beats=2)
        case CardDealt(card=str(card)):
            return _part(_card(game, card), beats=1, enters="turn")
        # Turns.
        case CardPlayed(card=card):
            return _part(_card(game, card), *_laid(after, card), beats=2, routine=True)
        case TrapSprung():
            return _part(trap_sign(), "pile", beats=2)
        case CardDrawnAndPlayed(card=card):
            return _part(_card(game, card), *_laid(after, card), beats=2.5, enters="turn")
        case KnockTaken(seat=seat, knock=card):
            drawn = in_a_row(_portrait(after, seat), *signs_of(game, card))
            return _part(drawn, _friend(after, seat), *_gauges(game, card), beats=2.5)
        case KnockRemoved(seat=seat, knock=card):
            drawn = in_a_row(_portrait(after, seat), *map(taken_off, signs_of(game, card)))
            return _part(drawn, _friend(after, seat), beats=2, seen=before)
        case CharmUsed(seat=seat, card=card):
            drawn = in_a_row(charm_sign(_charm(after, seat)), _card(game, card))
            return _part(drawn, *_laid(before, card), _friend(after, seat), beats=3, seen=before)
        case SpeechMade(seat=seat, threat=threat):
            drawn = in_a_row(_portrait(after, seat), speech_token(), threat_sign(threat))
            return _part(drawn, _friend(after, seat), f"threat {threat}", beats=3)
        case AnswerSealed():
            return {"routine": True}  # what the speech shows stays
        case SpeechAnswered(seat=seat, card=card):
            given = [] if card is None else [_card(game, card)]
            return _part(in_a_row(_portrait(after, seat), *given), _friend(after, seat), beats=2, enters="turn")
        case Withdrew(seat=seat):
            return _part(_portrait(after, seat), _friend(after, seat), beats=2, routine=True)
        case TileLaid(seat=seat, tile=tile):
            return _part(_tile(tile), _friend(after, seat), beats=1, routine=True)
        case TileForgotten(seat=seat, tile=tile):
            return _part(_tile(tile), _friend(after, seat), beats=2)
        # The end of a mission.
        case MissionFailed(threat=threat):
            drawn = in_a_row(*[threat_sign(threat)] * game.scenario.identical_threats)
            return _part(drawn, f"threat {threat}", beats=4)
        case MissionSucceeded():
            return _part(in_a_row(*[_portrait(after, seat) for seat in game.seats]), "nml", beats=4)
        case CardsShuffledBack():
            return _part(face_down(), "nml", "pile", beats=2)
        case TilesPassed(passings=passings):
            ways = [(_portrait(after, giver), tile_arrow(tile), _portrait(after, to)) for giver, tile, to in passings]
            report = [] if after.ending else [f"tiles-{before.mission}"]
            return _part(tile_ways(ways), *report, beats=2 + len(ways))
        case Supported(seat=seat) | HelpDeclined(seat=seat):
            return _part(_portrait(after, seat), _friend(after, seat), beats=2)
        case NotSupported(why=why):
            return _part(chaplain() if why == "chaplain" else "", beats=2.5)
        case CharmRegained(seat=seat):
            return _part(charm_sign(_charm(after, seat)), _friend(after, seat), beats=2)
        case MoraleDropped():
            return _part(counted_down(before.reserve, after.reserve), "reserve", "pile", beats=3)
        case TokenGiven(seat=seat):
            return _part(speech_token(), _friend(after, seat), beats=1)
        case GameEnded(reason=reason):
            ends = {Ending.WIN: peace_card, Ending.MORALE: monument_card, Ending.KNOCKS: bolt}
            return _part(ends[Ending(reason)]() if reason in ends else "", enters="turn")
    return {}


def _part(picture: str, *blocks: str, **more: object) -> Object:
    return {"picture": picture, "marks": {"blocks": list(blocks)}, **more}


def _laid(seen: Observation, card: CardId) -> list[str]:
    """The keys of a card, if it lies in no man's land, and of the threats on it."""
    return [*([f"nml {card}"] if card in seen.nml else []), *_gauges(seen.game, card)]


def _gauges(game: Game, card: CardId) -> list[str]:
    """The keys of the threats on a card."""
    return [f"threat {threat}" for threat in threats_of(game, card)]


# Drawings -------------------------------------------------------------------------------------------------------------


def _card(game: Game, card: CardId) -> str:
    """What is drawn on a card, as one drawing."""
    if kind_of(game, card) != "plain":
        return in_a_row(*signs_of(game, card))
    trap = [trap_sign()] if card in game.traps else []
    return in_a_row(landscape(threats_of(game, card)), *trap)


def _tile(tile: TileId | None) -> str:
    return face_down() if tile is None else tile_arrow(tile)


def _portrait(seen: Observation, seat: Seat) -> str:
    return chaplain() if seat == seen.game.chaplain else character(seen.characters[seat] or "")


def _friend(seen: Observation, seat: Seat) -> str:
    """The key of somebody at the table."""
    return "chaplain" if seat == seen.game.chaplain else f"friend {seat}"


def _charm(seen: Observation, seat: Seat) -> str:
    who = seen.characters[seat]
    assert who is not None, "characters are given before anybody uses a charm"
    return seen.game.scenario.characters[who].charm
