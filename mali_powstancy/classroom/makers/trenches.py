"""Questions about Wiarusi: does a card fail the mission, how many unseen cards would, and who is supported."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from mali_powstancy.classroom.exercises import AnswerOption, Choice, Exercise, mixed
from mali_powstancy.classroom.makers.making import numbers, pick, question_id, tries
from mali_powstancy.texts import texts_for
from mali_powstancy.wiarusi import (
    GameState,
    Scenario,
    SetupError,
    active_threats,
    arrange,
    load_scenario,
    observe,
    parse_move,
    play,
)
from mali_powstancy.wiarusi.arranging import At
from mali_powstancy.wiarusi.cards import TILES, CardId, Knock, ThreatCard, ThreatId, TileId
from mali_powstancy.wiarusi.events import MissionFailed, Supported, TilesPassed
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.texts import texts_for as sentences_for

NO = "no"
"""The answer that a mission goes on, beside the threats that could fail it."""
NOBODY = "nobody"
"""The answer that a tie helps nobody, beside the seats."""
_ME, _NEIGHBOUR = 0, 1


@cache
def _scenario() -> Scenario:
    return load_scenario("wiarusi-beginner")


@cache
def _pairs() -> tuple[CardId, ...]:
    """The threat cards with two threats, those of which a question stays short."""
    trials = _scenario().trials.items()
    return tuple(id for id, card in trials if isinstance(card, ThreatCard) and len(card.threats) == 2)


@cache
def _wounds() -> dict[ThreatId, CardId]:
    """The trauma or the phobia of each threat."""
    trials = _scenario().trials.items()
    return {card.threat: id for id, card in trials if isinstance(card, Knock) and card.threat}


# Does the mission fail? -----------------------------------------------------------------------------------------------


class _PlayedCard(NamedTuple):
    """A card about to be played, and a trauma or phobia beside somebody who is in the mission, or no longer."""

    state: GameState
    card: CardId
    wound: ThreatId
    is_gone: bool
    failing: ThreatId | None

    @property
    def threats(self) -> Sequence[ThreatId]:
        """What the card shows."""
        trial = _scenario().trials[self.card]
        assert isinstance(trial, ThreatCard)
        return trial.threats


def make_mission_fails(rng: random.Random, lang: str) -> Exercise:
    """No man's land, a trauma and a card: does the mission fail, and by which threat?"""
    say, told = texts_for(lang).say, sentences_for(lang)
    asked = _played_card(rng)
    state, game = asked.state, asked.state.game
    words = {"wound": told.card(_wounds()[asked.wound], game), "who": told.who(_NEIGHBOUR, state)}
    active = active_threats(state)

    def reply(key: str) -> str:
        if key == NO:
            missed = asked.failing == asked.wound  # the trauma is what one forgets to count
            name = "quiz.mission-fails.no.wound" if missed else "quiz.mission-fails.no"
            return say(name, threat=told.threat(asked.failing or key), **words)
        if key == asked.wound and asked.is_gone:
            return say("quiz.mission-fails.gone", threat=told.threat(key), n=active.get(key, 0) + 1, **words)
        return say("quiz.mission-fails.fewer", threat=told.threat(key), n=active.get(key, 0) + 1)

    right = asked.failing or NO
    options = {NO: say("quiz.mission-fails.option.no")} | {
        threat: say("quiz.mission-fails.option.yes", threat=told.threat(threat)) for threat in asked.threats
    }
    praise = say("quiz.mission-fails.praise.no")
    if asked.failing:
        praise = say("quiz.mission-fails.praise.yes", threat=told.threat(asked.failing))
    return Choice(
        id=question_id("mission-fails", rng),
        lang=lang,
        task=say(
            "quiz.mission-fails.task",
            table=told.cards(state.nml, game),
            card=told.card(asked.card, game),
            wound=say("quiz.mission-fails.out" if asked.is_gone else "quiz.mission-fails.in", **words),
        ),
        hint=say("quiz.mission-fails.hint"),
        praise=praise,
        about=say("quiz.mission-fails.about"),
        options=tuple(
            AnswerOption(key, text, key == right, "" if key == right else reply(key)) for key, text in options.items()
        ),
        is_sorted=True,
    )


def _played_card(rng: random.Random) -> _PlayedCard:
    """Half of the missions fail, and in half of the positions the trauma is one of a threat on the card."""
    wants_failure, wants_wound = rng.random() < 0.5, rng.random() < 0.5
    for stream in tries(rng):
        card, *others = mixed(stream, _pairs())
        nml, is_gone = others[: pick(stream, (3, 4))], stream.random() < 0.5
        wound = pick(stream, tuple(_wounds()))
        at: list[At] = [{"hand": [card]}, {"knocks": [_wounds()[wound]], "withdrawn": is_gone}, {}]
        state = _arranged(at, nml, top=10, reserve=20)
        if state is None:
            continue
        events = play(state, parse_move(f"play {card}")).events
        failing = next((event.threat for event in events if isinstance(event, MissionFailed)), None)
        asked = _PlayedCard(state, card, wound, is_gone, failing)
        is_close = any(threat in active_threats(state) for threat in asked.threats)
        if is_close and (failing is not None) == wants_failure and (wound in asked.threats) == wants_wound:
            return asked
    raise AssertionError("no card fits")


# How many unseen cards would fail it? ---------------------------------------------------------------------------------


class _DoubledThreat(NamedTuple):
    """A position in which one threat is active twice, and how many cards of it there are."""

    state: GameState
    threat: ThreatId

    def showing(self, cards: Sequence[CardId]) -> int:
        """How many of these cards show the threat; its trauma or phobia is one of them."""
        return sum(card in self.state.game.shows[self.threat] for card in cards)


def make_failing_cards(rng: random.Random, lang: str) -> Exercise:
    """One threat is active twice: how many cards that this seat has not seen would fail the mission?"""
    say, told = texts_for(lang).say, sentences_for(lang)
    asked = _doubled_threat(rng)
    state, game = asked.state, asked.state.game
    unseen = observe(state, _ME).unseen
    hand = state.hands[_ME]
    right, all_of_it, held = asked.showing(unseen), asked.showing(game.cards), asked.showing(hand)
    values = {"threat": told.threat(asked.threat), "all": all_of_it, "right": right, "cards": len(unseen)}
    mistakes = [
        (right + held if held else right, say("quiz.failing-cards.hand", **values)),
        (all_of_it, say("quiz.failing-cards.whole", **values)),
        (len(unseen), say("quiz.failing-cards.unseen", **values)),
    ]
    if _wounds()[asked.threat] in unseen:
        mistakes.append((right - 1, say("quiz.failing-cards.wound", **values)))
    return Choice(
        id=question_id("failing-cards", rng),
        lang=lang,
        task=say("quiz.failing-cards.task", table=told.cards(state.nml, game), hand=told.cards(hand, game), **values),
        hint=say("quiz.failing-cards.hint", **values),
        praise=say("quiz.failing-cards.praise", seen=all_of_it - right, **values),
        about=say("quiz.failing-cards.about"),
        options=numbers(right, mistakes),
        is_sorted=True,
    )


def _doubled_threat(rng: random.Random) -> _DoubledThreat:
    """The first mission of three: three cards on the table, three in each hand, the rest face down."""
    for stream in tries(rng):
        nml = mixed(stream, _pairs())[:3]
        rest = [card for card in mixed(stream, _scenario().trials) if card not in nml]
        at: list[At] = [{"hand": rest[3 * seat : 3 * seat + 3]} for seat in range(3)]
        state = _arranged(at, nml, top=13, reserve=34)
        if state is None:
            continue
        doubled = [threat for threat, times in active_threats(state).items() if times == 2]
        if len(doubled) == 1:
            return _DoubledThreat(state, doubled[0])
    raise AssertionError("no position fits")


# Who is supported? ----------------------------------------------------------------------------------------------------


def make_supported(rng: random.Random, lang: str) -> Exercise:
    """Four friends have laid their tiles: who receives most, or is it a tie?"""
    say, told = texts_for(lang).say, sentences_for(lang)
    state, tiles, received, supported = _revealed(rng)
    names = [told.who(seat, state) for seat in state.game.seats]
    most = max(received)

    def reply(key: str) -> str:
        if key == NOBODY:
            return say("quiz.supported.no-tie", who=names[received.index(most)], n=most)
        if supported is None and received[int(key)] == most:
            return say("quiz.supported.tie", who=names[int(key)], n=most)
        if supported is None:
            return say("quiz.supported.fewer.tie", who=names[int(key)], n=received[int(key)], most=most)
        return say("quiz.supported.fewer", who=names[int(key)], n=received[int(key)], other=names[supported], most=most)

    right = NOBODY if supported is None else str(supported)
    options = {str(seat): name for seat, name in enumerate(names)} | {NOBODY: say("quiz.supported.option.nobody")}
    lines = "; ".join(f"{names[seat]} – {told.tile(tile, seat, state)}" for seat, tile in enumerate(tiles))
    praise = say("quiz.supported.praise.tie", n=most)
    if supported is not None:
        praise = say("quiz.supported.praise", who=names[supported], n=most)
    return Choice(
        id=question_id("supported", rng),
        lang=lang,
        task=say("quiz.supported.task", tiles=lines),
        hint=say("quiz.supported.hint"),
        praise=praise,
        about=say("quiz.supported.about"),
        options=tuple(
            AnswerOption(key, text, key == right, "" if key == right else reply(key)) for key, text in options.items()
        ),
        is_sorted=True,
    )


def _revealed(rng: random.Random) -> tuple[GameState, Sequence[TileId], list[int], Seat | None]:
    """A mission that ended well: its tiles, how many each seat received, and who is supported; half are ties."""
    wants_tie = rng.random() < 0.5
    for stream in tries(rng):
        tiles = [pick(stream, TILES) for _ in range(4)]
        who = mixed(stream, _scenario().characters)[:4]
        at: list[At] = [
            {"who": name, "withdrawn": True, "laid": tile} for name, tile in zip(who[:3], tiles[:3], strict=True)
        ]
        state = _arranged([*at, {"who": who[3], "tiles": tiles[3:]}], (), active=3, top=10, reserve=20)
        if state is None:
            continue
        leaving = play(state, parse_move("withdraw")).state
        events = play(leaving, parse_move(f"lay {tiles[3]}")).events
        passings = next(event.passings for event in events if isinstance(event, TilesPassed))
        received = [sum(passing.receiver == seat for passing in passings) for seat in range(4)]
        supported = next((event.seat for event in events if isinstance(event, Supported)), None)
        if (supported is None) == wants_tie:
            return state, tiles, received, supported
    raise AssertionError("no tiles fit")


def _arranged(
    at: Sequence[At], nml: Sequence[CardId], *, top: int, reserve: int, active: Seat = _ME
) -> GameState | None:
    """The position, if it can come about: the mission has not failed yet, and there are tiles enough."""
    try:
        return arrange(_scenario(), at, active=active, nml=nml, top=top, reserve=reserve)
    except SetupError:
        return None
