"""The whole table in words: plain lines that are enough to play by, for a screen reader and for the command line."""

from __future__ import annotations

from collections.abc import Iterator

from mali_powstancy.bitwa_warszawska.cards import HALVES, RESOURCES, Army, Front
from mali_powstancy.bitwa_warszawska.forecast import strengths_now
from mali_powstancy.bitwa_warszawska.moves import Seat
from mali_powstancy.bitwa_warszawska.observation import Observation
from mali_powstancy.bitwa_warszawska.rules.movement import reserve
from mali_powstancy.bitwa_warszawska.scoring import Ending, Outcome, winning_army
from mali_powstancy.bitwa_warszawska.state import NOWHERE
from mali_powstancy.bitwa_warszawska.texts.moves import tell_move
from mali_powstancy.bitwa_warszawska.texts.sentences import Texts


def in_words(seen: Observation, language: str) -> list[str]:
    """What a seat sees, a sentence or two on each line; of a spectator's view only what everybody sees."""
    texts = Texts(language)
    moves = [f"{tell_move(texts, move, seen)}." for move in seen.legal]
    possible = [texts.say("words.moves"), *dict.fromkeys(moves)] if moves else []
    (_, now), *parts = parts_in_words(texts, seen)
    return [*now, *possible, *(line for _, lines in parts for line in lines)]


def parts_in_words(texts: Texts, seen: Observation) -> list[tuple[str, list[str]]]:
    """The same without the possible moves, in parts with headings."""
    parts = [(texts.say("words.head.now"), list(_now(texts, seen)))]
    parts += [(texts.front(front), list(_front(texts, seen, front))) for front in range(3)]
    if cards := list(cards_in_words(texts, seen)):
        parts.append((texts.say("words.head.cards"), cards))
    parts.append((texts.say("words.head.beside"), list(_beside(texts, seen))))
    if seen.seat is not None:
        parts.append((texts.say("words.head.hand"), list(_own(texts, seen, seen.seat))))
    return [*parts, (texts.say("words.head.hands"), list(_hands(texts, seen)))]


def cards_in_words(texts: Texts, seen: Observation) -> Iterator[str]:
    """What the commanders and orders at the fronts do, and which cards are discarded; all of it lies open [HV-23]."""
    game = seen.game
    for front in range(3):
        for army in (0, 1):
            for kind, laid in (("commander", seen.commanders), ("order", seen.orders)):
                if card := laid[3 * army + front]:
                    where = f"{texts.front(front)}, {texts.army(army)}, {texts.say(f'kind.{kind}')}"
                    says = f"{texts.effect(card, game)} {texts.caption(card, game)}".strip()
                    yield f"{where}: {texts.card(card, game)}. {says}"
    for army, cards in enumerate(seen.discards):
        if cards:
            names = ", ".join(texts.card(card, game) for card in cards)
            yield texts.say("words.discards", army=texts.army(army), cards=names)


def _hands(texts: Texts, seen: Observation) -> Iterator[str]:
    """How many cards everybody holds."""
    for seat in seen.game.seats:
        key = "words.cards.passed" if seen.passed[seat] else "words.cards"
        cards = texts.count("count.cards", seen.hand_sizes[seat])
        yield texts.say(key, seat=texts.who(seat, seen), cards=cards)


def _both(texts: Texts) -> dict[str, str]:
    return {"wp": texts.army(0), "acz": texts.army(1)}


def _now(texts: Texts, seen: Observation) -> Iterator[str]:
    """Which round it is, what is asked, and what may be done."""
    scenario, (first, second) = seen.game.scenario, seen.points
    values = {"round": seen.round, "rounds": scenario.rounds, "points": scenario.points}
    yield texts.say("words.round", title=texts.title(scenario), first=first, second=second, **values, **_both(texts))
    if seen.ending:
        army = winning_army(seen)
        winners = () if army is None else seen.game.camps[army]
        yield texts.ending(Outcome(Ending(seen.ending), winners), seen)
    yield texts.question(seen)
    if seen.initiative:
        yield texts.say("words.initiative", order=texts.order(seen.initiative, seen))
    if seen.scoring != NOWHERE:
        yield texts.say("words.scoring", front=texts.front(seen.scoring))
    elif not seen.ending:
        yield texts.say("words.scoring.none")
    if seen.stopping and not seen.ending:
        yield texts.say("words.last")


def _front(texts: Texts, seen: Observation, front: Front) -> Iterator[str]:
    """One front: both strengths, then what each army has there."""
    first, second = strengths_now(seen, front)
    line = texts.say("words.front", front=texts.front(front), first=first, second=second, **_both(texts))
    if seen.fought[front]:
        winner = seen.advantage[front]
        tied = winner == NOWHERE
        line += " " + (texts.say("words.fought.tied") if tied else texts.say("words.fought", winner=texts.army(winner)))
    yield line
    for army in (0, 1):
        yield _at_front(texts, seen, army, front)


def _at_front(texts: Texts, seen: Observation, army: Army, front: Front) -> str:
    at, game = 3 * army + front, seen.game
    commander, order = seen.commanders[at], seen.orders[at]
    if not commander:
        told = texts.say("words.commander.none")
    elif seen.used[at]:
        told = texts.say("words.commander.used", card=texts.card(commander, game), strength=seen.strength[at])
    else:
        told = texts.say("words.commander", card=texts.card(commander, game))
    return texts.say(
        "words.army",
        army=texts.army(army),
        l1=seen.l1[at],
        l2=seen.l2[at],
        limit=game.limit[commander],
        commander=told,
        order=texts.say("words.order", card=texts.card(order, game)) if order else texts.say("words.order.none"),
    )


def _beside(texts: Texts, seen: Observation) -> Iterator[str]:
    """Reserves and piles, markers, and what lies at the resource cards."""
    for army in (0, 1):
        values = {"deck": seen.deck_sizes[army], "discard": len(seen.discards[army])}
        yield texts.say("words.reserve", army=texts.army(army), reserve=reserve(seen, army), **values)
    for army, place in enumerate(seen.markers):
        if place != NOWHERE:
            told = texts.place(HALVES[10 * (1 - army) + place])
            yield texts.say("words.blockade", army=texts.army(army), place=told)
    if seen.special != NOWHERE:
        yield texts.say("words.special", place=texts.place(HALVES[seen.special]))
    for at, name in enumerate(RESOURCES):
        first, second = len(seen.bids[2 * at]), len(seen.bids[2 * at + 1])
        resource = texts.say(f"resource.{name}")
        yield texts.say("words.bids", resource=resource, first=first, second=second, **_both(texts))


def _own(texts: Texts, seen: Observation, seat: Seat) -> Iterator[str]:
    """The own hand with what each card does, and the partner's."""
    game = seen.game
    hand = seen.hands[seat] or ()
    yield texts.say("words.hand" if hand else "words.hand.empty")
    for card in hand:
        kind = texts.say(f"kind.{game.kind[card]}")
        yield f"{texts.card(card, game)} ({kind}). {texts.effect(card, game)} {texts.caption(card, game)}".strip()
    for other in game.camps[game.armies[seat]]:
        if other != seat and (cards := seen.hands[other]):
            names = ", ".join(texts.card(card, game) for card in cards)
            yield texts.say("words.partner", seat=texts.who(other, seen), cards=names)
