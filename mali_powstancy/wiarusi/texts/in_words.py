"""The whole table in words: plain lines that are enough to play by, for a screen reader and for the command line."""

from __future__ import annotations

from collections.abc import Iterator

from mali_powstancy.wiarusi.cards import THREATS, CardId, Knock, ThreatCard, ThreatId
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.observation import Observation
from mali_powstancy.wiarusi.rules.threats import active_threats, bolts
from mali_powstancy.wiarusi.scoring import Ending, Outcome
from mali_powstancy.wiarusi.texts.moves import tell_move
from mali_powstancy.wiarusi.texts.sentences import Texts, capital


def in_words(seen: Observation, language: str) -> list[str]:
    """What a seat sees, a sentence or two on each line; of a spectator's view only what everybody sees."""
    return [line for _, lines in parts_in_words(Texts(language), seen) for line in lines]


def parts_in_words(texts: Texts, seen: Observation) -> list[tuple[str, list[str]]]:
    """The same in parts, each with a heading."""
    parts = {"now": _now(texts, seen)}
    if seen.mission:
        parts["nml"] = _no_mans_land(texts, seen)
    if seen.seat is not None:
        parts["own"] = _own(texts, seen, seen.seat)
    parts["friends"] = _friends(texts, seen)
    parts["piles"] = _piles(texts, seen)
    return [(texts.say(f"words.part.{name}"), list(lines)) for name, lines in parts.items()]


def _friends(texts: Texts, seen: Observation) -> Iterator[str]:
    for seat in seen.game.seats:
        yield from _player(texts, seen, seat)
    if seen.game.chaplain is not None:
        yield _chaplain(texts, seen, seen.game.chaplain)


def _now(texts: Texts, seen: Observation) -> Iterator[str]:
    """Which mission it is, what is asked, and what may be done."""
    if seen.mission:
        leader = texts.who(seen.leader, seen)
        yield texts.say("words.mission", title=texts.title(seen.game.scenario), number=seen.mission, leader=leader)
    else:
        yield texts.say("words.set-up", title=texts.title(seen.game.scenario))
    if seen.ending:
        yield texts.ending(Outcome(Ending(seen.ending), ()), seen)
    yield texts.question(seen)
    if seen.failed and not seen.ending:
        yield texts.say("words.failed")
    if seen.stopping and not seen.ending:
        yield texts.say("words.stopping")
    if answered := [texts.who(seat, seen) for seat in seen.game.seats if seen.has_answered[seat]]:
        yield texts.say("words.answered", names=texts.joined(answered))
    if seen.legal:
        yield texts.say("words.moves")
        yield from dict.fromkeys(f"{tell_move(texts, move, seen)}." for move in seen.legal)


def _no_mans_land(texts: Texts, seen: Observation) -> Iterator[str]:
    """The cards in the middle, and how often each threat is active."""
    game = seen.game
    limit = game.scenario.identical_threats
    yield texts.say("words.nml", cards=texts.cards(seen.nml, game)) if seen.nml else texts.say("words.nml.empty")
    yield texts.say("words.threats", limit=limit)
    active = active_threats(seen)
    for threat in THREATS:
        number = active.get(threat, 0)
        line = f"{capital(texts.threat(threat))}: {number}."
        if bearers := _bearers(texts, seen, threat):
            line += " " + texts.say("words.threat.knocks", knocks="; ".join(bearers))
        if number == limit - 1:
            line += " " + texts.say("words.threat.last")
        yield line


def _bearers(texts: Texts, seen: Observation, threat: ThreatId) -> list[str]:
    """The traumas and phobias that count now, each with its owner."""
    shows = seen.game.shows[threat]
    return [
        f"{texts.card(knock, seen.game)} ({texts.who(seat, seen)})"
        for seat in seen.game.seats
        for knock in seen.knocks[seat]
        if knock in shows and not seen.withdrawn[seat]
    ]


def _own(texts: Texts, seen: Observation, seat: Seat) -> Iterator[str]:
    """What only this seat sees: hand, tiles, a laid tile and a sealed answer."""
    game = seen.game
    hand, tiles, laid, answer = seen.hands[seat], seen.tiles[seat], seen.laid[seat], seen.answers[seat]
    if hand:
        yield texts.say("words.hand")
        yield from (_in_hand(texts, seen, seat, card) for card in hand)
    else:
        yield texts.say("words.hand.empty")
    if answer is not None:
        yield texts.say("words.answer", card=texts.card(answer, game)) if answer else texts.say("words.answer.kept")
    if tiles:
        yield texts.say("words.tiles", tiles="; ".join(texts.tile(tile, seat, seen) for tile in tiles))
    if laid is not None:
        yield texts.say("words.laid.own", tile=texts.tile(laid, seat, seen))


def _in_hand(texts: Texts, seen: Observation, seat: Seat, card: CardId) -> str:
    """A card of the own hand and what it would do."""
    trial = seen.game.scenario.trials[card]
    line = capital(texts.card(card, seen.game)) + "."
    if effect := texts.effect(card, seen.game):
        line += f" {effect}"
    if isinstance(trial, ThreatCard):
        raised: tuple[ThreatId, ...] = trial.threats
    else:
        raised = (trial.threat,) if isinstance(trial, Knock) and trial.threat else ()
    if raised and seen.mission and not seen.withdrawn[seat]:
        active = active_threats(seen)
        after = {threat: active.get(threat, 0) + 1 for threat in raised}
        line += " " + texts.say("words.after", threats=", ".join(f"{texts.threat(t)} {n}" for t, n in after.items()))
        if max(after.values()) >= seen.game.scenario.identical_threats:
            line += " " + texts.say("words.after.fails")
    return line


def _player(texts: Texts, seen: Observation, seat: Seat) -> Iterator[str]:
    """What lies open before a player, the hard knocks oldest first."""
    game = seen.game
    character = seen.characters[seat]
    name = capital(texts.who(seat, seen)) if character is None else game.scenario.characters[character].name
    parts = [f"{name}."]
    if seen.mission:
        parts = [texts.say("words.withdrawn" if seen.withdrawn[seat] else "words.in-mission", name=name)]
    if seat == seen.seat:
        parts.append(texts.say("words.you"))
    if seat == seen.leader:
        parts.append(texts.say("words.leader"))
    if charm := texts.charm(seat, seen):
        parts.append(texts.say("words.charm" if seen.charms[seat] else "words.charm.used", charm=charm))
    counts = {"cards": seen.hand_sizes[seat], "tiles": seen.tile_counts[seat], "tokens": seen.tokens[seat]}
    parts.append(texts.say("words.counts", **counts))
    if seen.has_laid[seat]:
        parts.append(texts.say("words.laid"))
    parts.append(texts.say("words.bolts", bolts=bolts(seen, seat), limit=game.scenario.bolts_to_lose))
    if seat != seen.seat and (hand := seen.hands[seat]):
        parts.append(texts.say("words.open-hand", cards=texts.cards(hand, game)))
    yield " ".join(parts)
    for number, knock in enumerate(seen.knocks[seat], 1):
        values = {"name": name, "number": number, "knock": texts.card(knock, game), "effect": texts.effect(knock, game)}
        yield texts.say("words.knock", **values)


def _chaplain(texts: Texts, seen: Observation, seat: Seat) -> str:
    line = texts.say("words.chaplain", tiles=seen.tile_counts[seat])
    return f"{line} {texts.say('words.laid')}" if seen.has_laid[seat] else line


def _piles(texts: Texts, seen: Observation) -> Iterator[str]:
    """What may be counted and looked through at any time."""
    game = seen.game
    yield texts.say("words.pile", cards=texts.count("count.cards", seen.pile))
    reserve = texts.say("words.reserve", cards=texts.count("count.cards", seen.reserve))
    if seen.mission and not seen.ending:
        most = -(-seen.reserve // game.scenario.least_drop)
        reserve += " " + texts.say("words.missions", missions=texts.count("count.missions", most))
    yield reserve
    if seen.returned:
        yield texts.say("words.returned", cards=texts.cards(seen.returned, game))
    if seen.discard:
        yield texts.say("words.discard", cards=texts.cards(seen.discard, game))
    yield texts.say("words.supply", tokens=seen.supply)
    if seen.removed:
        yield texts.say("words.removed", tiles="; ".join(texts.say(f"tile.{tile}") for tile in seen.removed))
    if ours := _named_by_us(seen):
        yield texts.say("words.ours", names=", ".join(ours))


def _named_by_us(seen: Observation) -> list[str]:
    """The Polish names of hard knocks in sight that we made up, because we have not seen the Polish card."""
    own = seen.hands[seen.seat] if seen.seat is not None else ()
    in_sight = [*(own or ()), *(knock for knocks in seen.knocks for knock in knocks)]
    trials = [seen.game.scenario.trials[card] for card in in_sight]
    return [trial.name for trial in trials if isinstance(trial, Knock) and trial.name_origin == "ours"]
