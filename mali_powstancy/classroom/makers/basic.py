"""Questions about the basic game: ways, orders, the order of play, the soldier and the die."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from math import dist

from mali_powstancy.analysis.routes import Route, distance, shortest_route
from mali_powstancy.classroom.exercises import AnswerOption, Choice, Drawing, Exercise, Several, mixed
from mali_powstancy.classroom.makers.making import drawing, is_quiet, numbers, pick, question_id, stations, tries
from mali_powstancy.engine import GameState, Scenario, arrange, load_scenario, parse_move, play
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.cards import Colour, Order
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.rules.soldier import nearest_scouts
from mali_powstancy.texts import Texts, texts_for

# What these makers share ----------------------------------------------------------------------------------------------


@cache
def _scenario() -> Scenario:
    return load_scenario("basic")


@cache
def _game() -> Game:
    return new_game(_scenario(), players=4).game


def map_drawing(lang: str, marked: Sequence[FieldId]) -> Drawing:
    """The map of the game with rings around these objects, to measure on."""
    texts = texts_for(lang)
    names = ", ".join(texts.field(place, _game()) for place in marked)
    label = texts.say("quiz.map.marked", objects=names) if marked else texts.say("quiz.map")
    return drawing(texts, _scenario().board, label, marked=marked)


# Ways -----------------------------------------------------------------------------------------------------------------


def make_distance(rng: random.Random, lang: str) -> Exercise:
    """How many fields is it from one object to another?"""
    texts, board, game = texts_for(lang), _scenario().board, _game()
    start, to, route = _two_places(rng, board)
    far = len(route.fields) - 1
    names = {"start": texts.field(start, game), "to": texts.field(to, game)}
    passed = [texts.field(field, game) for field in route.fields if field in board.place]
    detour = distance(board, start, to, blocked=[route.roads[0]]) or far
    mistakes = [
        (far - 1, texts.say("quiz.distance.between", n=far - 1, **names)),
        (far + 1, texts.say("quiz.distance.with-start", n=far + 1, **names)),
        (len(route.roads), texts.say("quiz.distance.roads", n=len(route.roads))),
        (detour, texts.say("quiz.distance.detour", n=detour, via=" → ".join(passed[:-1]))),
    ]
    return Choice(
        id=question_id("distance", rng),
        lang=lang,
        task=texts.say("quiz.distance.task", **names),
        hint=texts.say("quiz.distance.hint"),
        praise=texts.say("quiz.distance.praise", fields=texts.count("count.fields", far), route=" → ".join(passed)),
        about=texts.say("quiz.distance.about"),
        options=numbers(far, mistakes),
        is_sorted=True,
        picture=drawing(texts, board, texts.say("quiz.distance.picture", **names), marked=[start, to]),
    )


def _two_places(rng: random.Random, board: Board) -> tuple[FieldId, FieldId, Route]:
    """Two objects that are neither near nor far, and the shortest way between them, which passes quiet places."""
    for stream in tries(rng):
        start, to = pick(stream, stations()), pick(stream, stations())
        route = shortest_route(board, start, to)
        if route is not None and 3 <= len(route.fields) - 1 <= 7 and is_quiet(board, route.fields):
            return start, to, route
    raise AssertionError


def make_points(rng: random.Random, lang: str) -> Exercise:
    """Which of three orders is worth most?"""
    texts, scenario, game = texts_for(lang), _scenario(), _game()
    board = scenario.board
    orders = [order for order in scenario.orders.values() if {order.start, order.to} <= set(stations())]
    for stream in tries(rng):
        three = mixed(stream, orders)[:3]
        if len({order.points for order in three}) == len(three):
            break
    far = {order.id: board.free.distances[order.start][order.to] for order in three}
    best = max(three, key=lambda order: order.points)
    widest = max(three, key=lambda order: _straight(board, order))
    values = {
        order.id: {
            "order": texts.order(order.id, game),
            "fields": texts.count("count.fields", far[order.id]),
            "points": texts.count("count.points", order.points),
        }
        for order in three
    }
    options = [
        AnswerOption(
            order.id,
            texts.order(order.id, game),
            order is best,
            texts.say("quiz.points.widest" if order is widest else "quiz.points.shorter", **values[order.id]),
        )
        for order in three
    ]
    return Choice(
        id=question_id("points", rng),
        lang=lang,
        task=texts.say("quiz.points.task"),
        hint=texts.say("quiz.points.hint"),
        praise=texts.say("quiz.points.praise", **values[best.id]),
        about=texts.say("quiz.points.about"),
        options=tuple(options),
        is_sorted=True,
        picture=drawing(texts, board, texts.say("quiz.map")),
    )


def _straight(board: Board, order: Order) -> float:
    """How far apart the two objects are drawn."""
    return dist(board.place[order.start].at, board.place[order.to].at)


def make_neighbours(rng: random.Random, lang: str) -> Exercise:
    """To which objects does one road lead?"""
    texts, board, game = texts_for(lang), _scenario().board, _game()
    for stream in tries(rng):
        here = pick(stream, stations())
        joined = {end: road for road in board.roads_at[here] for end in road.ends if end != here}
        near = [place for place in joined if place in stations()]
        others = sorted(set(stations()) - set(joined) - {here}, key=lambda place: _apart(board, here, place))[:5]
        if near:
            break
    chosen = [*mixed(rng, near)[:3], *mixed(rng, others)[: 5 - min(3, len(near))]]
    options = []
    for place in chosen:
        values = {"here": texts.field(here, game), "there": texts.field(place, game)}
        if place in joined:
            reply = texts.say(
                "quiz.neighbours.missed", fields=texts.count("count.fields", joined[place].length), **values
            )
        else:
            steps = texts.count("count.fields", board.free.distances[here][place])
            reply = texts.say("quiz.neighbours.no-road", fields=steps, **values)
        options.append(AnswerOption(place, values["there"], place in joined, reply))
    name = texts.field(here, game)
    right = ", ".join(option.text for option in options if option.right)
    return Several(
        id=question_id("neighbours", rng),
        lang=lang,
        task=texts.say("quiz.neighbours.task", here=name),
        hint=texts.say("quiz.neighbours.hint"),
        praise=texts.say("quiz.neighbours.praise", here=name, there=right),
        about=texts.say("quiz.neighbours.about"),
        options=tuple(options),
        picture=drawing(texts, board, texts.say("quiz.neighbours.picture", here=name), marked=[here]),
    )


def _apart(board: Board, one: FieldId, other: FieldId) -> float:
    return dist(board.place[one].at, board.place[other].at)


# The round ------------------------------------------------------------------------------------------------------------


def make_order_of_play(rng: random.Random, lang: str) -> Exercise:
    """Who goes first with these cards?"""
    texts, scenario = texts_for(lang), _scenario()
    for stream in tries(rng):
        patrols = list(scenario.patrols)
        cards = {patrol: pick(stream, scenario.cards) for patrol in patrols}
        begins = pick(stream, patrols)
        state = arrange(scenario, patrols=patrols, cards=cards, start_player=begins)
        first = patrols[state.order_of_play[0]]
        if first != begins and max(cards.values()) > cards[first]:
            break
    names = {patrol: texts.patrol(seat, state.game) for seat, patrol in enumerate(patrols)}
    least = cards[first]

    def reply(patrol: str) -> str:
        values = {"patrol": names[patrol], "card": cards[patrol], "least": least, "first": names[begins]}
        if cards[patrol] == least:
            return texts.say("quiz.order-of-play.tie", **values)
        if patrol == begins:
            return texts.say("quiz.order-of-play.marker", **values)
        if cards[patrol] == max(cards.values()):
            return texts.say("quiz.order-of-play.highest", **values)
        return texts.say("quiz.order-of-play.lower", **values)

    is_tie = list(cards.values()).count(least) > 1
    praise = "quiz.order-of-play.praise.tie" if is_tie else "quiz.order-of-play.praise"
    return Choice(
        id=question_id("order-of-play", rng),
        lang=lang,
        task=texts.say(
            "quiz.order-of-play.task",
            cards=", ".join(f"{names[patrol]} – {cards[patrol]}" for patrol in patrols),
            first=names[begins],
        ),
        hint=texts.say("quiz.order-of-play.hint"),
        praise=texts.say(praise, patrol=names[first], card=least, first=names[begins]),
        about=texts.say("quiz.order-of-play.about"),
        options=tuple(AnswerOption(patrol, names[patrol], patrol == first, reply(patrol)) for patrol in patrols),
        is_sorted=True,
    )


def make_late(rng: random.Random, lang: str) -> Exercise:
    """In how many rounds can an order still be delivered?"""
    texts, scenario, game = texts_for(lang), _scenario(), _game()
    orders = [order for order in scenario.orders.values() if {order.start, order.to} <= set(stations())]
    order = pick(rng, orders)
    spaces = scenario.track_spaces
    space = 1 + int(rng.random() * spaces)
    left = spaces - space + 1  # it leaves the track when the last of these rounds ends
    values = {"space": space, "spaces": spaces}
    mistakes = [
        (left - 1, texts.say("quiz.late.without-this", n=left - 1, **values)),
        (space, texts.say("quiz.late.space", **values)),
        (spaces, texts.say("quiz.late.whole", **values)),
        (left + 1, texts.say("quiz.late.too-many", n=left + 1, **values)),
    ]
    return Choice(
        id=question_id("late", rng),
        lang=lang,
        task=texts.say("quiz.late.task", order=texts.order(order.id, game), **values),
        hint=texts.say("quiz.late.hint", **values),
        praise=texts.say("quiz.late.praise", rounds=texts.count("count.rounds", left), **values),
        about=texts.say("quiz.late.about"),
        options=numbers(left, mistakes),
        is_sorted=True,
    )


# The soldier ----------------------------------------------------------------------------------------------------------


def make_soldier(rng: random.Random, lang: str) -> Exercise:
    """Where does the soldier stand after a black number?"""
    texts, scenario = texts_for(lang), _scenario()
    for stream in tries(rng):
        state, number = _at_the_die(stream, scenario)
        found = _runs(state, number)
        if found is not None:
            break
    assert found is not None
    (near, path), (other, elsewhere) = found
    board, game = scenario.board, state.game
    here, far = state.soldier or "", board.free.distances[state.soldier or ""]
    end = play(state, parse_move(f"roll {Colour.BLACK} {number}")).state.soldier or ""
    scout, other_scout = (texts.scout(game.scouts[each], game) for each in (near, other))
    values = {
        "n": number,
        "scout": scout,
        "near": texts.count("count.fields", far[state.where[near]]),
        "other": other_scout,
        "far": texts.count("count.fields", far[state.where[other]]),
    }
    mistakes = {
        (here, *path)[number - 1]: texts.say("quiz.soldier.too-few", **values),
        path[number]: texts.say("quiz.soldier.too-many", **values),
        elsewhere[number - 1]: texts.say("quiz.soldier.other", **values),
    }
    chosen = [AnswerOption(field, texts.field(field, game), False, reply) for field, reply in mistakes.items()]
    return Choice(
        id=question_id("soldier", rng),
        lang=lang,
        task=texts.say("quiz.soldier.task", n=number, here=texts.field(here, game)),
        hint=texts.say("quiz.soldier.hint"),
        praise=texts.say("quiz.soldier.praise", **values),
        about=texts.say("quiz.soldier.about"),
        options=(AnswerOption(end, texts.field(end, game), True, ""), *chosen),
        picture=drawing(texts, board, _in_words(texts, state), state, [here]),
    )


def make_extra_move(rng: random.Random, lang: str) -> Exercise:
    """Which of three scouts with orders gains most from a red number?

    Two of them are nearest to the soldier, and one of these can deliver; the third is nearest to its own destination.
    """
    texts, scenario = texts_for(lang), _scenario()
    number = max(face.number for face in scenario.die if face.colour == Colour.RED)
    for stream in tries(rng):
        state = _with_three_orders(stream, scenario, number)
        if state is not None:
            break
    assert state is not None
    board, game = scenario.board, state.game
    far = board.free.distances[state.soldier or ""]
    near = min(far[place] for place in state.where)
    ends = [scenario.orders[order].to for order in state.carrying if order is not None]
    options = []
    for scout, here, end in zip(game.scouts, state.where, ends, strict=False):
        left = board.free.distances[here][end]
        is_nearest = far[here] == near
        key = "quiz.extra-move.praise" if left <= number else "quiz.extra-move.too-far"
        reply = texts.say(
            key if is_nearest else "quiz.extra-move.not-nearest",
            n=number,
            scout=texts.scout(scout, game),
            near=texts.count("count.fields", near),
            away=texts.count("count.fields", far[here]),
            left=texts.count("count.fields", left),
        )
        options.append(AnswerOption(scout, texts.scout(scout, game), is_nearest and left <= number, reply))
    goals = ", ".join(f"{option.text} → {texts.field(end, game)}" for option, end in zip(options, ends, strict=True))
    return Choice(
        id=question_id("extra-move", rng),
        lang=lang,
        task=texts.say("quiz.extra-move.task", n=number, goals=goals),
        hint=texts.say("quiz.extra-move.hint", n=number),
        praise=next(option.reply for option in options if option.right),
        about=texts.say("quiz.extra-move.about"),
        options=tuple(options),
        picture=drawing(texts, board, f"{_in_words(texts, state)} {goals}", state, [state.soldier or "", *ends]),
    )


def _with_three_orders(rng: random.Random, scenario: Scenario, number: int) -> GameState | None:
    """The three scouts of a patrol with their orders, mixed; None if this draw does not fit."""
    board = scenario.board
    patrols = mixed(rng, scenario.patrols)[:2]
    soldier, *free = mixed(rng, stations())
    far = board.free.distances[soldier]
    near = next((away for away in range(2, 5) if [far[place] for place in free].count(away) > 1), None)
    if near is None:
        return None
    nearest = [place for place in free if far[place] == near][:2]
    others = [place for place in free if far[place] > near][:4]
    if len(others) < 4:
        return None
    can_deliver, too_far, not_nearest = range(3, number + 1), range(number + 1, number + 6), range(1, 3)
    asked = mixed(rng, [(nearest[0], can_deliver), (nearest[1], too_far), (others.pop(0), not_nearest)])
    orders = mixed(rng, scenario.orders.values())
    carried: list[Order] = []
    for place, lengths in asked:
        fitting = (order for order in orders if order not in carried and _leads_on(order, place, soldier, lengths))
        order = next(fitting, None)
        if order is None:
            return None
        carried.append(order)
    scouts = [scout.id for patrol in patrols for scout in scenario.patrols[patrol].scouts]
    return arrange(
        scenario,
        patrols=patrols,
        scouts=dict(zip(scouts, [*(place for place, _ in asked), *others], strict=True)),
        carrying={scout: order.id for scout, order in zip(scouts, carried, strict=False)},
        track=[(order.id, space) for space, order in enumerate(carried, 1)],
        soldier=soldier,
        cards=dict.fromkeys(patrols, 1),
        at_die=True,
    )


def _leads_on(order: Order, here: FieldId, soldier: FieldId, lengths: range) -> bool:
    """From here the order's destination is so far, and the way there is quiet and passes no soldier."""
    board = _scenario().board
    if order.to == here or not is_quiet(board, [order.start, order.to]):
        return False
    path = board.path(here, order.to)
    return len(path) in lengths and soldier not in path and is_quiet(board, path)


def _at_the_die(rng: random.Random, scenario: Scenario) -> tuple[GameState, int]:
    """Two patrols somewhere on the board, the soldier on an object, and a black number of the die."""
    patrols = mixed(rng, scenario.patrols)[:2]
    scouts = [scout.id for patrol in patrols for scout in scenario.patrols[patrol].scouts]
    free = mixed(rng, stations())
    number = pick(rng, [face.number for face in scenario.die if face.colour == Colour.BLACK])
    state = arrange(
        scenario,
        patrols=patrols,
        scouts=dict(zip(scouts, free, strict=False)),
        soldier=free[len(scouts)],
        cards=dict.fromkeys(patrols, 1),
        at_die=True,
    )
    return state, number


def _runs(
    state: GameState, number: int
) -> tuple[tuple[int, tuple[FieldId, ...]], tuple[int, tuple[FieldId, ...]]] | None:
    """The nearest scout with the way to it, and a farther one with another way; None if this is no good question.

    It is none if two are equally near, if the soldier would reach a scout, or if a way leads to a place of care.
    """
    board, here = state.game.board, state.soldier or ""
    far = [board.free.distances[here][place] for place in state.where]
    near = nearest_scouts(state)[0]
    if far.count(far[near]) > 1 or far[near] <= number:
        return None
    path = board.path(here, state.where[near])
    if not is_quiet(board, path[: number + 1]):
        return None
    for other in sorted(range(len(far)), key=far.__getitem__):
        elsewhere = board.path(here, state.where[other])
        if elsewhere[0] != path[0] and elsewhere[number - 1] not in path and is_quiet(board, elsewhere[:number]):
            return (near, path), (other, elsewhere)
    return None


def _in_words(texts: Texts, state: GameState) -> str:
    """Where everybody stands, for those who cannot see the picture."""
    game = state.game
    where = [
        f"{texts.scout(scout, game)} – {texts.field(place, game)}"
        for scout, place in zip(game.scouts, state.where, strict=True)
    ]
    return texts.say("quiz.soldier.picture", here=texts.field(state.soldier or "", game), scouts=", ".join(where))
