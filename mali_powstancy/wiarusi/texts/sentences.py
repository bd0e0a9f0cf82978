"""Sentences of Wiarusi: names, effects, events, questions and endings, told with the names of the friends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, Protocol

from mali_powstancy.tabletop.texts import GameTexts
from mali_powstancy.wiarusi.cards import THREATS, CardId, CharacterId, Effect, Gift, Knock, ThreatId, TileId
from mali_powstancy.wiarusi.events import (
    CardDealt,
    CardsShuffledBack,
    CharacterGiven,
    CharmRegained,
    CharmUsed,
    DifficultyChosen,
    Event,
    MoraleDropped,
    NotSupported,
    SpeechAnswered,
    SpeechMade,
    TileDrawn,
    TileForgotten,
    TileLaid,
    TilesPassed,
    Withdrew,
)
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.observation import Observation
from mali_powstancy.wiarusi.rules.threats import bolts
from mali_powstancy.wiarusi.scoring import Ending, Outcome
from mali_powstancy.wiarusi.state import GameState, Phase

PACKAGE = "mali_powstancy.wiarusi"


class Friends(Protocol):
    """Who sits at a table: a position or what somebody sees of it. From the first mission on it does not change."""

    @property
    def game(self) -> Game: ...
    @property
    def characters(self) -> tuple[CharacterId | None, ...]: ...


class Texts(GameTexts[Friends]):
    """Everything the program says about Wiarusi in one language."""

    PLACEHOLDERS: ClassVar = {"reason": "ending"}

    def __init__(self, language: str, silence: str = "on") -> None:
        super().__init__(language, PACKAGE)
        self._silence = silence
        """What the table has agreed on: whoever plays somebody mute keeps quiet (`on`), or may talk (`off`)."""

    # Names.

    def who(self, seat: Seat, table: Friends) -> str:
        """A seat by the first name of its character, if no other has the same; the chaplain as such."""
        if seat == table.game.chaplain:
            return self.say("name.chaplain")
        if (character := table.characters[seat]) is None:
            return self.seat(seat)
        names = [other.name for other in table.game.scenario.characters.values()]
        name = table.game.scenario.characters[character].name
        first = name.split(" ")[0]
        return first if sum(other.split(" ")[0] == first for other in names) == 1 else name

    def seat(self, seat: Seat) -> str:
        """A seat to which no character has been given yet."""
        return self.say("name.seat", number=seat + 1)

    def threat(self, threat: ThreatId) -> str:
        """The name of a threat."""
        return self.say(f"threat.{threat}")

    def card(self, card: CardId, game: Game) -> str:
        """A trial card: its threats, with the trap if the game has any; or its name."""
        trial = game.scenario.trials[card]
        if isinstance(trial, Gift):
            return self.say("card.gift", name=self.name(trial))
        if isinstance(trial, Knock):
            return self.name(trial)
        threats = self.joined([self.threat(threat) for threat in trial.threats])
        return self.say("card.trap", card=threats) if card in game.traps else threats

    def cards(self, cards: Iterable[CardId], game: Game) -> str:
        """Several cards; those that look alike are counted."""
        told = Counter(self.card(card, game) for card in cards)
        return "; ".join(card if times == 1 else f"{times} × {card}" for card, times in told.items())

    def effect(self, card: CardId, game: Game) -> str:
        """What a hard knock or a gift does, as a sentence; of a threat, nothing needs to be said."""
        trial = game.scenario.trials[card]
        if isinstance(trial, Gift):
            return self.say("effect.gift")
        if not isinstance(trial, Knock):
            return ""
        if trial.effect is Effect.MUTE and self._silence == "off":  # the program refuses no more than the speech
            return self.say("effect.mute.speech-only")
        return self.say(
            f"effect.{trial.effect}",
            threat=self.threat(trial.threat) if trial.threat else "",
            knocks=self.count("count.knocks", trial.bolts),
            n=game.scenario.identical_threats - 1,
        )

    def tile(self, tile: TileId, seat: Seat, table: Friends) -> str:
        """A support tile of a seat: which way it points, and to whom."""
        receiver = self.who(table.game.target[seat][tile], table)
        return self.say("tile.to", tile=self.say(f"tile.{tile}"), seat=receiver)

    def charm(self, seat: Seat, table: Friends) -> str:
        """The threat against which a seat's charm helps; an empty text before the character is known."""
        character = table.characters[seat]
        return "" if character is None else self.threat(table.game.scenario.characters[character].charm)

    def missions(self, n: int) -> str:
        """So many missions."""
        return self.count("count.missions", n)

    # What has happened.

    def event(self, event: Event, table: Friends) -> str:
        """An event as a sentence. A secret that `seen_by` has taken out of it is not in the sentence either."""
        game = table.game
        values = self.values(zip(event._fields[:-1], event[:-1], strict=True), table)
        match event:
            case CharacterGiven(seat=seat, character=character):
                values |= {"number": seat + 1, "charm": self.threat(game.scenario.characters[character].charm)}
            case TileDrawn(seat=seat, tile=str(tile)) | TileLaid(seat=seat, tile=str(tile)):
                values["tile"] = self.tile(tile, seat, table)
            case TileForgotten(seat=seat, tile=tile):
                values["tile"] = self.tile(tile, seat, table)
            case DifficultyChosen(number=number) | MoraleDropped(number=number):
                values["cards"] = self.count("count.cards", number)
            case CharmUsed(seat=seat) | CharmRegained(seat=seat):
                values["charm"] = self.charm(seat, table)
            case SpeechMade(threat=threat) if sayings := game.scenario.sayings:
                saying = sayings[THREATS.index(threat) % len(sayings)]  # W-76: the words are only for telling
                # In Polish a full stop stands behind the closing quotation mark, where the sentence has its own.
                values["words"] = saying.text.removesuffix(".") if self.language == "pl" else saying.text_en
            case Withdrew(forced=True):
                values["knock"] = self.card(game.fearful, game)
            case TilesPassed(passings=passings):
                ways = [f"{self.who(giver, table)} → {self.who(receiver, table)}" for giver, _, receiver in passings]
                values["ways"] = "; ".join(ways)
        return capital(self.say(_event_key(event, game), **values))

    def value(self, name: str, value: object, table: Friends) -> str:
        """One value of an event or a reason as a reader knows it, by the name of its field."""
        match name, value:
            case (("seat" | "leader" | "other"), int(seat)):
                return self.who(seat, table)
            case "threat", str(threat):
                return self.threat(threat)
            case (("card" | "knock"), str(card)):
                return self.card(card, table.game)
            case "cards", tuple(cards):
                return self.cards(cards, table.game)
            case "tile", str(tile):
                return self.say(f"tile.{tile}")
            case "character", str(character):
                return table.game.scenario.characters[character].name
            case "reason", str(ending):
                return self.say(f"ending.{ending}")
        return str(value)

    # What is asked, and how it ends.

    def question(self, state: GameState | Observation) -> str:
        """What is asked of whom now."""
        game, (phase, who, seat) = state.game, state.agenda[0]
        values = {}
        if who >= 0 or seat >= 0:
            values["seat"] = self.who(who if who >= 0 else seat, state)
        if phase in (Phase.STUMBLE, Phase.PANIC):
            values["knock"] = self.card(game.clumsy if phase is Phase.STUMBLE else game.panicked, game)
        if state.topic is not None:
            values["threat"] = self.threat(state.topic)
        return capital(self.say(f"phase.{phase}", **values))

    def ending(self, outcome: Outcome, table: GameState | Observation | None = None) -> str:
        """How a game ended; with the table also who bears too much."""
        sentence = self.say(f"ending.{outcome.ending}")
        if table is None or outcome.ending is not Ending.KNOCKS:
            return sentence
        limit = table.game.scenario.bolts_to_lose
        heavy = [self.who(seat, table) for seat in table.game.seats if bolts(table, seat) >= limit]
        return f"{sentence} {self.say('ending.heavy', names=self.joined(heavy))}"


def capital(text: str) -> str:
    """A text that begins with a capital letter, as a sentence does, also where it begins with the chaplain."""
    return text[:1].upper() + text[1:]


def _event_key(event: Event, game: Game) -> str:
    """The key of an event's sentence. With `own` the sentence tells a secret, so the event must still hold it."""
    match event:
        case CharacterGiven(seat=seat) if seat == game.chaplain:
            return "event.character-given.chaplain"
        case TileDrawn(tile=str()):
            return "event.tile-drawn.own"
        case TileLaid(tile=str()):
            return "event.tile-laid.own"
        case CardDealt(card=str()):
            return "event.card-dealt.own"
        case SpeechMade() if game.scenario.sayings:
            return "event.speech-made.with-words"
        case SpeechAnswered(card=None):
            return "event.speech-answered.kept"
        case Withdrew(forced=True):
            return "event.withdrew.forced"
        case CardsShuffledBack(cards=()):
            return "event.cards-shuffled-back.none"
        case NotSupported(why=why):
            return f"event.not-supported.{why}"
    return f"event.{event.event}"
