"""The text version: the position, what can be done and what has happened, in words that are enough to play by."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mali_powstancy.engine import HAND, PRISON, Observation
from mali_powstancy.engine.board import FieldId
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.scoring import outcome, scores
from mali_powstancy.tabletop.board import Object
from mali_powstancy.texts import Texts
from mali_powstancy.views.map.order_marks import order_numbers
from mali_powstancy.views.map.order_ways import open_ways
from mali_powstancy.views.page.blocks import details, listing


def text_blocks(texts: Texts, seen: Observation) -> Iterator[Object]:
    """The position in parts with headings."""
    track, scouts, state = sections_in_words(texts, seen)
    yield listing(*track)
    yield listing(*scouts)
    yield from own_secrets(texts, seen)
    yield listing(*state)
    around = [listing(texts.say("table.text.map"), _map(texts, seen))]
    yield details("text-map", texts.say("table.text.map"), around)


def sections_in_words(texts: Texts, seen: Observation) -> list[tuple[str, list[str]]]:
    """The order track, the scouts, and how the game stands: a heading each, and a sentence for everything there."""
    return [
        (texts.say("table.label.track"), _orders(texts, seen) or [texts.say("table.track-empty")]),
        (texts.say("table.text.scouts"), _scouts(texts, seen)),
        (texts.say("table.text.state"), list(_state(texts, seen))),
    ]


def position_in_words(texts: Texts, seen: Observation) -> list[str]:
    """The whole position, a sentence each; who reads it needs no picture."""
    say = texts.say
    lines = [say("position.round", round=seen.round) if seen.round else say("position.opening")]
    lines += [sentence for _, sentences in sections_in_words(texts, seen) for sentence in sentences]
    for seat in seen.game.seats:
        if facts := list(_facts(texts, seen, seat)):
            lines.append(f"{texts.patrol(seat, seen.game)}: {'; '.join(facts)}")
    if heard := [order for order in seen.top if order is not None]:
        lines.append(say("position.top", orders="; ".join(texts.order(order, seen.game) for order in heard)))
    if seen.late:
        lines.append(say("position.late", orders="; ".join(texts.order(order, seen.game) for order in seen.late)))
    return [*lines, *_now(texts, seen)]


def _facts(texts: Texts, seen: Observation, seat: Seat) -> Iterator[str]:
    """What there is to know about one patrol besides its points and where its scouts are."""
    say, sealed, goals = texts.say, seen.sealed[seat], seen.goals[seat]
    if seat == seen.start_player and seen.round:
        yield say("position.marker")
    if seen.has_sealed[seat]:
        yield say("position.sealed") if sealed is None else say("position.sealed-card", card=sealed)
    elif seen.cards:
        yield say("position.card", card=seen.cards[seat])
    if goals:
        yield say("position.goals", goals="; ".join(texts.goal(goal, seen.game) for goal in goals))


def _now(texts: Texts, seen: Observation) -> Iterator[str]:
    """What is asked; at the end of a game the points, and who has won."""
    say = texts.say
    ended = outcome(seen)
    if ended is None:
        if seen.stopping:
            yield say("position.last-round")
        yield say("position.now", question=texts.question(seen))
        return
    for seat, score in enumerate(scores(seen)):
        parts = {"orders": score.orders, "returned": score.returned, "goals": score.goals}
        yield f"{texts.patrol(seat, seen.game)}: {say('position.score', total=score.total, **parts)}"
    yield say("position.rounds-played", rounds=texts.count("count.rounds", seen.round))
    yield f"{texts.question(seen)} {texts.ending(ended, seen.game)}"


def own_secrets(texts: Texts, seen: Observation) -> Iterator[Object]:
    """The own secret goals, and what gossip has told; only the seat at the screen has any."""
    if seen.seat is None:
        return
    if kept := seen.goals[seen.seat]:
        yield listing(texts.say("table.label.goals"), [texts.goal(goal, seen.game) for goal in kept])
    if heard := [order for order in seen.top if order is not None]:
        yield listing(texts.say("table.label.gossip"), [texts.order(order, seen.game) for order in heard])


def _orders(texts: Texts, seen: Observation) -> list[str]:
    """Every open order, the most urgent first, with its length and who carries it."""
    lines = []
    game = seen.game
    ways = _distances(seen)
    for order_id, space in sorted(seen.track, key=lambda slot: -slot.space):
        left = texts.count("count.rounds", game.track_spaces - space + 1)
        if order_id == VICTORY:
            lines.append(texts.say("table.victory.label", left=left))
            continue
        order = game.orders[order_id]
        points = texts.count("count.points", order.points)
        number = order_numbers(game)[order_id]
        line = texts.say("table.order", number=number, order=texts.order(order_id, game), points=points, left=left)
        line += " " + _distance(texts, "table.text.distance", ways(order.start, order.to))
        carriers = [game.scouts[number] for number, carried in enumerate(seen.carrying) if carried == order_id]
        if carriers:
            names = ", ".join(texts.scout(scout, game) for scout in carriers)
            line += " " + texts.say("table.order.carried", scouts=names)
        lines.append(line)
    return lines


def _scouts(texts: Texts, seen: Observation) -> list[str]:
    """Where every scout stands and what it carries; of those that are asked also how far the orders are."""
    lines = []
    game, ways = seen.game, _distances(seen)
    for number, scout in enumerate(game.scouts):
        seat = game.seat_of[number]
        place = seen.where[number]
        values = {"scout": texts.scout(scout, game), "patrol": texts.patrol(seat, game)}
        line = texts.say("table.text.scout", **values, field=texts.field(place, game))
        carried = seen.carrying[number]
        if carried is not None:
            order = game.orders[carried]
            line += " " + texts.say("table.text.carries", order=texts.order(carried, game))
            line += " " + _distance(texts, "table.text.to-destination", ways(place, order.to))
        elif seat == seen.seat and place not in (PRISON, HAND):
            carried_by_patrol = [seen.carrying[mate] for mate in game.numbers_of[seat]]
            for order_id, _ in seen.track:
                if order_id != VICTORY and order_id not in carried_by_patrol:
                    start = game.orders[order_id].start
                    far = ways(place, start)
                    if far is not None:
                        fields = texts.count("count.fields", far)
                        line += " " + texts.say("table.text.to-start", start=texts.field(start, game), fields=fields)
        lines.append(line)
    return lines


def _state(texts: Texts, seen: Observation) -> Iterator[str]:
    """Points, soldier, tokens and fallen districts."""
    game = seen.game
    for seat in game.seats:
        points = sum(game.orders[order].points for order in seen.delivered[seat])
        values = {"patrol": texts.patrol(seat, game), "points": texts.count("count.points", points)}
        cards = ", ".join(map(str, seen.hands[seat]))
        yield texts.say("table.text.patrol", **values, cards=cards or texts.say("position.empty"))
    if seen.soldier is not None:
        yield texts.say("table.text.soldier", field=texts.field(seen.soldier, game))
    for token in seen.tokens:
        if token.road is None:
            yield texts.say("table.text.token", field=texts.field(token.place, game))
        else:
            yield texts.say("table.text.blocked", road=texts.road(token.road, game))
    for district in seen.fallen:
        yield texts.say("table.text.fallen", district=texts.district(district, game))
    yield texts.say("table.text.deck", cards=texts.count("count.cards", seen.deck_left))


def _map(texts: Texts, seen: Observation) -> list[str]:
    """Every object with its neighbours and how many steps away they are; closed roads are left out."""
    game, board = seen.game, seen.game.board
    ways = open_ways(seen)
    lines = []
    for place in board.places:
        near = []
        for road in board.roads_at[place.id]:
            other = road.ends[1] if road.ends[0] == place.id else road.ends[0]
            if other in ways.jumps[place.id]:
                near.append(f"{texts.field(other, game)} ({texts.count('count.fields', road.length)})")
        district = texts.district(place.district, game)
        values = {"field": texts.name(place), "district": district}
        if near:
            lines.append(texts.say("table.text.place", **values, near=", ".join(near)))
        else:
            lines.append(texts.say("table.text.closed-place", **values))
    return lines


def _distances(seen: Observation) -> Callable[[FieldId, FieldId], int | None]:
    """How far it is from a field to another; None where no way is open or the scout is not on the board."""
    ways = open_ways(seen)

    def far(one: FieldId, other: FieldId) -> int | None:
        return ways.distances[one].get(other) if one in ways.steps else None

    return far


def _distance(texts: Texts, key: str, far: int | None) -> str:
    if far is None:
        return texts.say("table.text.no-way")
    return texts.say(key, fields=texts.count("count.fields", far))
