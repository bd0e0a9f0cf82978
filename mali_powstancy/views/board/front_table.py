"""The open table of Bitwa Warszawska as blocks: three fronts, both camps, resources - what everybody may look at.

Every part has a key that stays the same, so that a step of a lesson can point at it (`marks`): `camp WP`, `lane N`,
`strength N`, the places `WP:L1.N`, `WP:L2.N`, `WP:C.N`, `WP:O.N`, and `resource funds`; a hand adds `card wp-haller`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mali_powstancy.bitwa_warszawska import Observation, reserve
from mali_powstancy.bitwa_warszawska.cards import (
    ARMIES,
    COMMANDER,
    FRONTS,
    LINE_ONE,
    LINE_TWO,
    MARKERS,
    ORDER,
    RESOURCES,
    Army,
    Front,
    MarkerSpot,
)
from mali_powstancy.bitwa_warszawska.forecast import battles_now, orders_now, strengths_now
from mali_powstancy.bitwa_warszawska.state import NOWHERE
from mali_powstancy.bitwa_warszawska.texts import Texts
from mali_powstancy.bitwa_warszawska.texts.sentences import capital
from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.front import (
    advantage_marker,
    blockade_marker,
    card_back,
    effect_marker,
    initiative_marker,
    point_sign,
    resource_sign,
    round_marker,
    scoring_marker,
    unit_sign,
)
from mali_powstancy.views.page.blocks import badge, balance, camp, card, cards, half, lane, lanes, spot


class Pressable(NamedTuple):
    """A place that can be pressed now: what that sends, and what it does in words."""

    do: Object
    call: str


Pressables = Mapping[str, Pressable]
"""By the key of the place."""


def spots_of(name: str) -> tuple[str, ...]:
    """The keys of the spots that a place is shown on: `ACz:L2` is on all three fronts [HV-4]."""
    return tuple(f"{name}.{front}" for front in FRONTS) if name.endswith(":L2") else (name,)


# Fronts ---------------------------------------------------------------------------------------------------------------


def fronts(texts: Texts, seen: Observation, targets: Pressables, own: Army | None) -> Object:
    """Both camps, and the three fronts between them."""
    camps = _camp(texts, seen, 0, own), _camp(texts, seen, 1, own)
    scenario = seen.game.scenario
    between = [
        {"key": "round", **badge(texts.say("staff.round", round=seen.round, rounds=scenario.rounds), round_marker())},
        {"key": "goal", **badge(texts.say("staff.goal", points=scenario.points), point_sign())},
    ]
    items = [_lane(texts, seen, front, targets) for front in range(3)]
    return lanes(texts.say("staff.fronts"), camps, between, items)


def _camp(texts: Texts, seen: Observation, army: Army, own: Army | None) -> Object:
    game, lang = seen.game, texts.language
    most = game.scenario.points
    score = seen.points[army], most, texts.say("staff.points", points=seen.points[army], most=most)
    is_asked = seen.to_act is not None and seen.to_act >= 0 and game.armies[seen.to_act] == army
    asked = [badge(texts.say("staff.asked"), kind="loud")] if is_asked else []
    return camp(
        f"camp {ARMIES[army]}",
        texts.army(army),
        unit_sign(army, lang),
        score,
        [*asked, *_badges(texts, seen, army, own)],
        is_asked=is_asked,
        is_own=army == own,
    )


def _badges(texts: Texts, seen: Observation, army: Army, own: Army | None) -> Iterator[Object]:
    game, lang = seen.game, texts.language
    if army == own:
        yield badge(texts.say("staff.own"), kind="loud")
    left = reserve(seen, army)
    yield {"key": f"reserve {ARMIES[army]}", **badge(texts.say("staff.reserve", n=left), unit_sign(army, lang))}
    yield badge(texts.say("staff.deck", n=seen.deck_sizes[army]), card_back(army, lang))
    for seat in game.camps[army]:
        key = "staff.hand.passed" if seen.passed[seat] else "staff.hand"
        hand = texts.say(key, n=seen.hand_sizes[seat])
        is_alone = len(game.camps[army]) == 1
        yield badge(hand if is_alone else texts.say("staff.hand.of", seat=_short(texts, seen, seat), hand=hand))
        numbers = [str(at) for at, other in enumerate(seen.initiative, start=1) if other == seat]
        if game.players == 2:
            if seen.initiative and seen.initiative[0] == seat:
                yield badge(texts.say("staff.initiative"), initiative_marker(), "loud")
        elif numbers:
            yield badge(texts.say("staff.turns", numbers=texts.joined(numbers)), initiative_marker(int(numbers[0])))


def _short(texts: Texts, seen: Observation, seat: int) -> str:
    """A partner by number only: the army stands above."""
    army = seen.game.armies[seat]
    return texts.say("staff.seat", number=seen.game.camps[army].index(seat) + 1)


def _lane(texts: Texts, seen: Observation, front: Front, targets: Pressables) -> Object:
    badges = []
    if seen.scoring == front:
        badges.append({"key": "scoring", **badge(texts.say("staff.scoring"), scoring_marker(), "loud")})
    if seen.fought[front]:
        winner = seen.advantage[front]
        key = "staff.fought.tied" if winner == NOWHERE else "staff.fought"
        army = "" if winner == NOWHERE else texts.army(winner)
        badges.append(badge(texts.say(key, army=army), kind="loud"))
    halves = _half(texts, seen, 0, front, targets), _half(texts, seen, 1, front, targets)
    is_asked = any(key.endswith(f".{FRONTS[front]}") for key in targets)
    value = _balance(texts, seen, front)
    return lane(f"lane {FRONTS[front]}", texts.front(front), badges, halves, value, is_asked=is_asked)


def _balance(texts: Texts, seen: Observation, front: Front) -> Object:
    first, second = strengths_now(seen, front)
    winner = battles_now(seen).winners[front]
    advantage = seen.advantage[front]
    parts = sums(texts, seen, 0, front), sums(texts, seen, 1, front)
    heads = [f"{texts.army(army)}: {value}" for army, value in enumerate((first, second))]
    told = texts.say("staff.strength", wp=texts.army(0), acz=texts.army(1), first=first, second=second)
    sign = advantage_marker(None if advantage == NOWHERE else advantage, texts.language)
    note = ""
    if not seen.fought[front]:
        note = texts.say("staff.now.tied" if winner is None else "staff.now", army=_named(texts, winner))
    return balance(f"strength {FRONTS[front]}", texts.against(first, second), told, sign, note, parts, heads)


def _named(texts: Texts, army: Army | None) -> str:
    return "" if army is None else texts.army(army)


def sums(texts: Texts, seen: Observation, army: Army, front: Front) -> list[str]:
    """Of what the strength of an army is the sum; in brackets what an order would give if its condition held [V-5]."""
    at, game = 3 * army + front, seen.game
    lines, orders = orders_now(seen, front)
    found = [
        texts.say("staff.sum.first", n=lines.l1[at], sum=2 * lines.l1[at]),
        texts.say("staff.sum.second", n=lines.l2[at], sum=lines.l2[at]),
    ]
    if seen.strength[at]:
        name = texts.card(seen.commanders[at], game)
        found.append(texts.say("staff.sum.commander", card=name, n=seen.strength[at]))
    if seen.verified[at]:
        found.append(texts.say("staff.sum.order", card=texts.card(seen.orders[at], game), n=seen.verified[at]))
    for part in orders[army]:
        key = "staff.sum.order" if part.holds else "staff.sum.order.not"
        found.append(texts.say(key, card=texts.card(seen.orders[at], game), n=part.number))
    return found


# Places ---------------------------------------------------------------------------------------------------------------


def _half(texts: Texts, seen: Observation, army: Army, front: Front, targets: Pressables) -> Object:
    behind = [_commander(texts, seen, army, front, targets), _order(texts, seen, army, front, targets)]
    ahead = [_second_line(texts, seen, army, front, targets), _first_line(texts, seen, army, front, targets)]
    return half(behind, ahead)


def _pressed(targets: Pressables, key: str) -> Object:
    target = targets.get(key)
    return {} if target is None else {"do": target.do, "call": target.call}


def closers(seen: Observation, army: Army, place: MarkerSpot) -> list[str]:
    """Whose blockade markers lie on a place of an army's half."""
    found = [ARMIES[1 - army]] if seen.markers[1 - army] == place else []
    return [*found, MARKERS[2]] if seen.special == 10 * army + place else found


def closing(texts: Texts, seen: Observation, army: Army, place: MarkerSpot) -> Object | None:
    """Whose blockade lies there, and in about five words what it does [V-53 to V-57]."""
    if not (markers := closers(seen, army, place)):
        return None
    whose = texts.joined([texts.say(f"staff.closed.{marker}") for marker in markers])
    text = f"{capital(whose)}: {texts.say(_effect_of_closing(seen, army, place))}"
    return badge(text, blockade_marker(markers[0], texts.language))


def _effect_of_closing(seen: Observation, army: Army, place: MarkerSpot) -> str:
    if place < LINE_TWO:
        return "staff.closes.first"
    if place == LINE_TWO:
        return "staff.closes.second"
    if place >= ORDER:
        return "staff.closes.order"
    is_held = bool(seen.commanders[3 * army + place - COMMANDER])
    return "staff.closes.commander" if is_held else "staff.closes.field"


def _told(texts: Texts, army: Army, front: Front, name: str, what: str, closed: Object | None) -> str:
    """A place as a sentence, for who does not see it."""
    sentence = f"{texts.army(army)}, {texts.front(front)}, {name}: {what}."
    return sentence if closed is None else f"{sentence} {closed['text']}."


def _first_line(texts: Texts, seen: Observation, army: Army, front: Front, targets: Pressables) -> Object:
    key, number = f"{ARMIES[army]}:L1.{FRONTS[front]}", seen.l1[3 * army + front]
    name, closed = texts.say("line.1"), closing(texts, seen, army, LINE_ONE + front)
    told = _told(texts, army, front, name, texts.units(number), closed)
    sign = unit_sign(army, texts.language)
    return spot(key, name, told, sign=sign, number=number, closed=closed, **_pressed(targets, key))


def _second_line(texts: Texts, seen: Observation, army: Army, front: Front, targets: Pressables) -> Object:
    at = 3 * army + front
    key, number, limit = f"{ARMIES[army]}:L2.{FRONTS[front]}", seen.l2[at], seen.game.limit[seen.commanders[at]]
    name, closed = texts.say("line.2"), closing(texts, seen, army, LINE_TWO)
    what = texts.say("staff.of-limit", units=texts.units(number), limit=limit)
    told = _told(texts, army, front, name, what, closed)
    sign, room = unit_sign(army, texts.language), max(0, limit - number)
    return spot(key, name, told, sign=sign, number=number, room=room, closed=closed, **_pressed(targets, key))


def _commander(texts: Texts, seen: Observation, army: Army, front: Front, targets: Pressables) -> Object:
    at, game = 3 * army + front, seen.game
    key, card_id = f"{ARMIES[army]}:C.{FRONTS[front]}", seen.commanders[at]
    name, closed = texts.say("kind.commander"), closing(texts, seen, army, COMMANDER + front)
    badges = []
    if card_id:
        if seen.strength[at]:
            badges.append(badge(texts.say("staff.used.strength", n=seen.strength[at]), effect_marker(), "loud"))
        elif seen.used[at]:
            badges.append(badge(texts.say("staff.used"), effect_marker()))
        if seen.started[at]:
            badges.append(badge(texts.say("staff.leaves")))
        if seen.pending[at] and not seen.fought[front]:
            badges.append(badge(texts.say("staff.in-battle")))
    text = texts.card(card_id, game) if card_id else ""
    notes = [texts.say("staff.limit", limit=game.limit[card_id])] if card_id else []
    what = text if card_id else texts.say("words.commander.none")
    said = ". ".join([what, *notes, *(each["text"] for each in badges)])
    told = _told(texts, army, front, name, said, closed)
    return spot(
        *(key, name, told),
        text=text or texts.say("staff.nobody"),
        notes=notes,
        badges=badges,
        closed=closed,
        **_pressed(targets, key),
    )


def _order(texts: Texts, seen: Observation, army: Army, front: Front, targets: Pressables) -> Object:
    at, game = 3 * army + front, seen.game
    key, card_id = f"{ARMIES[army]}:O.{FRONTS[front]}", seen.orders[at]
    name, closed = texts.say("kind.order"), closing(texts, seen, army, ORDER + front)
    text = texts.card(card_id, game) if card_id else ""
    _, parts = orders_now(seen, front)
    notes = [texts.say("staff.order.now" if part.holds else "staff.order.not", n=part.number) for part in parts[army]]
    what = ". ".join([text or texts.say("words.order.none"), *notes])
    told = _told(texts, army, front, name, what, closed)
    shown = text or texts.say("staff.nothing")
    return spot(key, name, told, text=shown, notes=notes, closed=closed, **_pressed(targets, key))


# Resources ------------------------------------------------------------------------------------------------------------


def resources(texts: Texts, seen: Observation, targets: Pressables) -> Object:
    """The three resource cards: what is bid on them, who would win them, and what that brings [V-24]."""
    items = []
    for at, name in enumerate(RESOURCES):
        bids = [seen.bids[2 * at + army] for army in (0, 1)]
        lines = [texts.say(f"staff.gives.{name}"), _lead(texts, [len(bid) for bid in bids])]
        for army, bid in enumerate(bids):
            if bid:
                laid = ", ".join(texts.card(each, seen.game) for each in bid)
                lines.append(f"{texts.army(army)}: {laid}")
        key = f"resource {name}"
        title, sign = texts.say(f"resource.{name}"), resource_sign(name)
        items.append(card(key, title, [sign], lines, **_pressed(targets, key)))
    return cards(texts.say("staff.resources"), items, size="few", about=texts.say("staff.resources.about"))


def _lead(texts: Texts, numbers: list[int]) -> str:
    values = {"wp": texts.army(0), "acz": texts.army(1), "cards": texts.against(*numbers)}
    if numbers[0] == numbers[1]:
        return texts.say("staff.bids.tied", **values)
    return texts.say("staff.bids", **values, army=texts.army(int(numbers[1] > numbers[0])))


def preview(texts: Texts, seen: Observation) -> str:
    """How the round would end if everybody passed now: three results, and the points."""
    winners, points = battles_now(seen)
    results = [
        texts.say(
            "staff.preview.tied" if army is None else "staff.preview.front",
            front=texts.front(front),
            army=_named(texts, army),
        )
        for front, army in enumerate(winners)
    ]
    gained = [f"{texts.army(army)} +{number}" for army, number in enumerate(points) if number]
    told = texts.joined(gained) if gained else texts.say("staff.preview.none")
    return texts.say("staff.preview", results="; ".join(results), points=told)
