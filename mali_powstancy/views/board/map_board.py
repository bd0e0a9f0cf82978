"""The board of Mali Powstańcy: the map and what can be done on it, orders and patrols, and how a game is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import Any

from mali_powstancy.engine import (
    HAND,
    PRISON,
    GameState,
    IllegalMove,
    Observation,
    Outcome,
    Phase,
    Reason,
    observe,
    refusal,
    scores,
)
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import (
    Block,
    ChooseCard,
    Collect,
    Drop,
    EndTurn,
    GiveExtraMove,
    Gossip,
    Jump,
    KeepGoals,
    Move,
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.state import Slot
from mali_powstancy.history import UnknownId, place_of
from mali_powstancy.table.gestures import Attempt, Reach, WayThere, choices, reach
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.advice import Because
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.notices import Notice
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.scripts import Lesson
from mali_powstancy.texts import Texts
from mali_powstancy.texts import texts_for as texts_for
from mali_powstancy.texts.moves import tell_move as tell_move
from mali_powstancy.views.board.board_view import choice_button
from mali_powstancy.views.board.dialogs import player_name
from mali_powstancy.views.board.map_scenes import as_one as as_one
from mali_powstancy.views.board.map_scenes import scene as scene
from mali_powstancy.views.board.plain_board import is_told as is_told
from mali_powstancy.views.board.text_version import own_secrets, position_in_words
from mali_powstancy.views.board.text_version import text_blocks as text_blocks
from mali_powstancy.views.map.board_svg import Layers, arrows, base_map, changing_layers, patrol_number
from mali_powstancy.views.map.order_marks import order_numbers, sign
from mali_powstancy.views.map.order_ways import errands, order_ways
from mali_powstancy.views.page.blocks import button, buttons, details, listing, note, text_block
from mali_powstancy.views.page.history_cards import history_card

MOST_SWAPS = 2
"""More swaps of orders than this are folded away: with many orders there are dozens of pairs."""

_DEBRIEF = ("table.debrief.routes", "table.debrief.help", "table.debrief.chance", "table.debrief.model")
"""Questions to talk about after a game; which one comes depends on how long it was."""
LARGE_FROM = 150
"""From this size of letters on, in percent, the names on the map are large too."""
GESTURES = ("go", "keep-goals", "try")
"""A piece is brought to a field, the goals that were ticked are kept, something is chosen that is not offered."""
OPEN_TABLE = False
OPTIONS: Mapping[str, Sequence[str]] = {}


def moves_of(
    gesture: Mapping[str, Any], state: GameState, seen: Observation, has_own_words: Callable[[Reason], bool]
) -> Sequence[Move] | Notice:
    """The moves that are meant by a gesture on the map, or why it is not possible."""
    match gesture["do"]:
        case "go":
            piece, field, kind = gesture["to"]
            options = reach(state).get(piece, {}).get(field, ())
            moves = [option.moves for option in options if option.kind == kind]
            if not moves:
                raise IllegalMove(f"{kind} {piece} {field}", Reason.NOT_NOW)
            return moves[0]
        case "try" if has_own_words(Reason.NOT_NOW) and (possible := _not_offered(gesture, state)):
            return possible
        case "keep-goals":
            chosen = set(gesture["chosen"])  # in the order in which they were dealt
            return [KeepGoals(tuple(goal for goal in seen.goals_dealt if goal in chosen))]
    attempt = Attempt(state, gesture.get("scout"), gesture.get("field"), gesture.get("road"))
    move = attempt.move
    reason = None if move is None else refusal(state, move)
    if move is not None and (reason is None or has_own_words(reason)):
        return [move]
    return attempt.why_not(reason)


def _not_offered(gesture: Mapping[str, Any], state: GameState) -> Sequence[Move]:
    """What would be possible and is not lit, because a lesson comes to it later; the lesson says so."""
    fields = reach(state).get(gesture.get("scout") or "", {})
    options = fields.get(gesture["field"], ()) if gesture.get("field") else next(iter(fields.values()), ())
    return options[0].moves if options else ()


# Words ----------------------------------------------------------------------------------------------------------------


def where(state: GameState | Observation) -> Game:
    """All names are in the game itself."""
    return state.game


def seat_name(texts: Texts, seat: int, where: Game) -> str:
    """A seat is called by its patrol."""
    return texts.patrol(seat, where)


def seat_label(texts: Texts, scenario: Scenario, seat: int) -> str:
    """The patrol that will sit there."""
    return texts.say("table.menu.seat", patrol=texts.name(list(scenario.patrols.values())[seat]))


def listed(seen: Observation) -> list[PlayerMove]:
    """All but the choices of goals, of which there are dozens: they are ticked in the panel."""
    return [move for move in seen.legal if not isinstance(move, KeepGoals)]


def in_words(texts: Texts, seen: Observation) -> list[str]:
    """Everything on the board and on the order track."""
    return position_in_words(texts, seen)


# The stage ------------------------------------------------------------------------------------------------------------


def base(host: Host) -> Object:
    """The map of the board in the language and the size of letters that are chosen, and the arrows on it."""
    return {"base": map_of(host), "arrows": arrows(board_of(host))}


def asleep(host: Host) -> Object:
    """The position as everybody may see it."""
    assert host.state is not None
    layers = _layers(host, observe(host.state, None))
    return {"below": layers.below, "above": layers.above}


def stage(host: Host, seen: Observation) -> Object:
    """What changes on the map, and what can be chosen on it."""
    layers = _layers(host, seen)
    below = layers.below + order_ways(seen)
    return _on_the_map(host, seen) | {
        "map": {"below": below, "above": layers.above, "labels": field_labels(host.texts, seen)},
        "own": _own_pieces(host, seen),
        "marks": {} if host.lesson is None else _lesson_marks(host.lesson),
    }


def situation(host: Host, seen: Observation, stage: Object) -> Iterator[Object]:
    """The order track, the patrols, the own secrets and the state of the round."""
    texts = host.texts
    yield _track(texts, seen)
    yield _patrols(host, seen, set(stage.get("reach", ())))
    if seen.game.is_extended:
        yield from own_secrets(texts, seen)
    is_last = seen.stopping and not seen.ending  # said aloud once; whoever looks up later must not miss it
    yield text_block(_state_of_the_round(texts, seen), "hint" if is_last else "note")


# The end --------------------------------------------------------------------------------------------------------------


def end_title(texts: Texts, ended: Outcome) -> str:
    """What stands above the end of a game."""
    return texts.say("table.end.defeat" if ended.is_defeat else "table.end.title")


def scored(host: Host, ended: Outcome) -> Iterator[Object]:
    """Who has won and why, points by source, and one question to talk about."""
    assert host.table is not None
    state, texts = host.table.state, host.texts
    yield text_block(texts.ending(ended, state.game), "ask")
    if not ended.is_defeat:
        yield _points(host, ended)
        if state.game.is_extended:
            yield _goals(host)
    else:
        yield note(texts.say("table.end.together", delivered=_delivered(host)))
    question = "table.debrief.defeat" if ended.is_defeat else _DEBRIEF[state.round % len(_DEBRIEF)]
    yield text_block(texts.say("table.end.question", question=texts.say(question)), "good")


def further(host: Host) -> Mapping[str, tuple[str, Callable[[], list[Object]]]]:
    """What the places of this board really were."""
    return {"places": (host.texts.say("table.places"), lambda: _places(host))}


def board_of(host: Host) -> Board:
    """The board of the game, or of the scenario that the menu names."""
    board: Board = host.menu.scenario.board if host.state is None else host.state.game.board
    return board


def map_of(host: Host) -> str:
    """The map of that board, in the language and the size of letters that are chosen."""
    return base_map(board_of(host), host.language, large=_is_large(host))


def _layers(host: Host, seen: Observation) -> Layers:
    return changing_layers(seen, host.language, large=_is_large(host))


def _is_large(host: Host) -> bool:
    return bool(host.look.size >= LARGE_FROM)


def _on_the_map(host: Host, seen: Observation | None) -> Object:
    """What can be chosen on the map, and what is chosen already because there is only one."""
    state = host.state
    if not host.can_choose or state is None or seen is None:
        return {}
    texts = host.texts
    found = {
        piece: {
            field: [
                {
                    "do": {"do": "go", "to": [piece, field, option.kind]},
                    "kind": option.kind,
                    "label": option_label(texts, option),
                    "to": texts.field(field, seen.game),
                }
                for option in options
            ]
            for field, options in fields.items()
        }
        for piece, fields in _offered(host, state).items()
    }
    roads = {move.road: move for move in seen.legal if isinstance(move, Block)}
    return {
        "reach": found,
        "selected": next(iter(found)) if len(found) == 1 else None,
        "roads": {
            road: {"do": {"do": "play", "moves": [str(move)]}, "label": tell_move(texts, move, seen.game)}
            for road, move in roads.items()
        },
    }


def _own_pieces(host: Host, seen: Observation) -> list[str]:
    """The scouts on the map of who looks at the screen; where nobody does, of who is asked."""
    seat = host.viewer if host.viewer is not None else seen.to_act
    game, board = seen.game, seen.game.board
    return [
        scout
        for number, scout in enumerate(game.scouts)
        if game.seat_of[number] == seat and seen.where[number] in board.fields
    ]


def _offered(host: Host, state: GameState) -> Reach:
    """Where pieces can be brought, as far as it is offered now."""
    found: dict[str, dict[FieldId, tuple[WayThere, ...]]] = {}
    for piece, fields in reach(state).items():
        for field, options in fields.items():
            if lit := tuple(option for option in options if host.offers(*option.moves)):
                found.setdefault(piece, {})[field] = lit
    return found


def option_label(texts: Texts, option: WayThere) -> str:
    """How a piece would get to a field."""
    return texts.say(f"table.option.{option.kind}", fields=texts.count("count.fields", len(option.moves)))


@lru_cache(maxsize=16)
def _field_names(board: Board, lang: str) -> dict[FieldId, str]:
    """Every field with its district, as a screen reader should call it; it does not change during a game."""
    texts = texts_for(lang)
    names = {}
    for field in board.fields:
        if field in board.place:
            name = texts.name(board.place[field])
        else:
            road = board.road_of[field]
            ends = " – ".join(texts.name(board.place[end]) for end in road.ends)
            name = texts.say("name.plain-field", number=road.fields.index(field) + 1, road=ends)
        names[field] = texts.say(
            "table.field", field=name, district=texts.name(board.district[board.district_of[field]])
        )
    return names


def field_labels(texts: Texts, seen: Observation) -> dict[FieldId, str]:
    """What is to be said about every field: its name, who stands there, and which orders start or end there."""
    game, board = seen.game, seen.game.board
    labels = {field: [name] for field, name in _field_names(board, texts.language).items()}
    standing: dict[FieldId, list[str]] = {}
    for number, field in enumerate(seen.where):
        if field in labels:
            name = texts.scout(game.scouts[number], game)
            patrol = texts.patrol(game.seat_of[number], game)
            standing.setdefault(field, []).append(texts.say("table.field.scout", scout=name, patrol=patrol))
    for field, names in standing.items():
        labels[field].append(texts.say("table.field.scouts", scouts=", ".join(names)))
    if seen.soldier is not None:
        labels[seen.soldier].append(texts.say("table.field.soldier"))
    for slot in seen.track:
        if slot.order != VICTORY:
            order = game.orders[slot.order]
            number = order_numbers(game)[slot.order]
            labels[order.start].append(texts.say("table.field.start", number=number, to=texts.field(order.to, game)))
            labels[order.to].append(texts.say("table.field.end", number=number, start=texts.field(order.start, game)))
    for district in seen.fallen:
        for field in board.fields_in[district]:
            labels[field].append(texts.say("table.field.fallen"))
    for token in seen.tokens:
        if token.road is None:
            labels[token.place].append(texts.say("table.field.token"))
            continue
        for field in board.road[token.road].fields:
            labels[field].append(texts.say("table.field.blocked"))
        labels[token.place].append(texts.say("table.field.road", road=texts.road(token.road, game)))
    return {field: " ".join(sentences) for field, sentences in labels.items()}


def _lesson_marks(lesson: Lesson) -> Object:
    """What the step points at; orders by the objects that they join."""
    if lesson.is_over:
        return {}
    marks, orders = lesson.step.marks or Marks(), lesson.session.state.game.orders
    ends = [end for order in marks.orders for end in (orders[order].start, orders[order].to)]
    return {"fields": [*marks.fields, *ends], "pieces": list(marks.pieces), "orders": list(marks.orders)}


def decisions(host: Host, seen: Observation) -> Iterator[Object]:
    """What the person at the screen can choose in the panel; the rest is chosen on the map."""
    if host.viewer is None or host.replay is not None or seen.ending:
        return
    texts = host.texts
    if seen.phase is Phase.KEEP_GOALS and host.can_choose:
        yield _goals_to_keep(texts, seen)
        return
    if seen.hands[host.viewer] or seen.cards:
        yield _hand(host, seen, host.viewer)
    if host.can_choose and host.state is not None:
        found = [move for move in choices(host.state) if host.offers(move)]
        listed = [move for move in found if not isinstance(move, ChooseCard | KeepGoals)]
        swaps = [move for move in listed if isinstance(move, SwapOrders)]
        folded = swaps if len(swaps) > MOST_SWAPS else []
        # What ends something comes late, and what is seldom wanted last.
        listed.sort(key=lambda move: (isinstance(move, Drop), isinstance(move, EndTurn)))
        is_all = len(seen.legal) == 1
        items = [
            choice_button(host, move, seen, "primary" if is_all else _kind_of(move))
            for move in listed
            if move not in folded
        ]
        if items:
            yield buttons(*items, label=texts.say("table.label.choices"))
        if folded:
            label = texts.say("table.label.swaps", n=len(folded))
            yield details(
                "swaps",
                label,
                [buttons(*(choice_button(host, move, seen, _kind_of(move)) for move in folded), label=label)],
            )


def _kind_of(move: PlayerMove) -> str:
    """How much a button stands out."""
    return "primary" if isinstance(move, Collect) else "quiet" if isinstance(move, Drop) else "plain"


def marks_of(move: PlayerMove, seen: Observation) -> Object:
    """What a move is about: fields, roads and pieces to be pointed at."""
    game = seen.game
    match move:
        case Collect(scout=scout, order=order):
            return {"fields": [game.orders[order].to], "pieces": [scout], "orders": [order]}
        case Block(road=road):
            return {"roads": [road]}
        case Pals(scout=scout, other=other):
            return {"pieces": [scout, other]}
        case SwapOrders(order=order, other=other):
            return {"fields": [game.orders[name].to for name in (order, other)], "orders": [order, other]}
        case Drop(scout=scout) | GiveExtraMove(scout=scout):
            return {"pieces": [scout]}
        case Target(field=field):
            return {"fields": [field]}
        case PlaceScout(scout=scout, field=field):
            return {"fields": [field], "pieces": [scout]}
        case (
            Walk(scout=scout, to=to) | Jump(scout=scout, to=to) | Unit(scout=scout, to=to) | Retreat(scout=scout, to=to)
        ):
            return {"fields": [to], "pieces": [scout]}
        case ChooseCard(card=card):
            return {"blocks": [f"card {card}"]}
        case KeepGoals() | EndTurn() | Gossip():
            return {}


def marks_of_aim(reasons: Sequence[Because], seen: Observation) -> Object:
    """The scouts and orders that reasons speak of, and both ends of the orders."""
    named = [(kind, str(value)) for because in reasons for kind, value in because.values]
    orders = [seen.game.orders[value] for kind, value in named if kind == "order" and value in seen.game.orders]
    fields = {field for order in orders for field in (order.start, order.to)}
    pieces = {value for kind, value in named if kind == "scout"}
    return {"fields": sorted(fields), "pieces": sorted(pieces), "orders": sorted(order.id for order in orders)}


def _hand(host: Host, seen: Observation, seat: int) -> Object:
    """The movement cards of a seat: in the hand, lying face down, or used."""
    texts, game = host.texts, seen.game
    can = seen.phase is Phase.CHOOSE_CARD and seen.to_act == seat
    items = []
    for card in game.scenario.cards:
        chosen = seen.sealed[seat] == card or (bool(seen.cards) and seen.cards[seat] == card)
        state = "chosen" if chosen else "hand" if card in seen.hands[seat] else "used"
        action = game.actions.get(card)
        label = texts.say(f"table.card.{state}", card=card)
        item: Object = {"key": f"card {card}", "number": card, "state": state, "label": label}
        if action is not None:
            item["note"] = texts.say(f"name.action.{action}")
            item["label"] = texts.say("table.card.action", label=label, action=item["note"])
        if can and card in seen.hands[seat] and host.offers(ChooseCard(card)):
            item["do"] = {"do": "play", "moves": [str(ChooseCard(card))]}
        items.append(item)
    return {"t": "cards", "label": texts.say("table.label.cards"), "items": items}


def _goals_to_keep(texts: Texts, seen: Observation) -> Object:
    goals, kept = seen.game.scenario.goals, seen.game.scenario.goals_kept
    kinds = list(dict.fromkeys(goal.kind for goal in goals.values()))
    items = [
        {
            "id": goal,
            "label": texts.goal(goal, seen.game),
            "note": texts.say("table.goal-colour", colour="ABCDEFGH"[kinds.index(goals[goal].kind)]),
        }
        for goal in seen.goals_dealt
    ]
    submit = button("keep", texts.say("table.keep-goals"), {"do": "keep-goals"}, "primary")
    label = texts.say("table.label.goals-to-keep", goals=texts.count("count.goals", kept))
    return {"t": "toggles", "key": "goals", "label": label, "items": items, "submit": submit}


def _track(texts: Texts, seen: Observation) -> Object:
    """The order track, the most urgent card first."""
    slots = sorted(seen.track, key=lambda slot: -slot.space)  # sorting keeps the order of laying
    return {
        "t": "track",
        "key": "track",
        "label": texts.say("table.label.track"),
        "legend": texts.say("table.label.track.legend") if slots else "",
        "empty": texts.say("table.track-empty"),
        "rows": [_row(texts, seen, slot) for slot in slots],
    }


def _row(texts: Texts, seen: Observation, slot: Slot) -> Object:
    game = seen.game
    left = texts.count("count.rounds", game.track_spaces - slot.space + 1)
    row: Object = {"key": f"order {slot.order}", "space": slot.space, "spaces": game.track_spaces, "left": left}
    if slot.order == VICTORY:
        name = texts.say("table.victory")
        empty: Object = {"sign": "", "from": name, "to": "", "points": "", "carriers": [], "victory": True, "marks": {}}
        return row | empty | {"label": texts.say("table.victory.label", left=left)}
    order = game.orders[slot.order]
    numbers = [number for number, carried in enumerate(seen.carrying) if carried == slot.order]
    names = [texts.scout(game.scouts[number], game) for number in numbers]
    label = texts.say(
        "table.order",
        number=order_numbers(game)[slot.order],
        order=texts.order(slot.order, game),
        points=texts.count("count.points", order.points),
        left=left,
    )
    if names:
        label = f"{label} {texts.say('table.order.carried', scouts=', '.join(names))}"
    return row | {
        "sign": sign(game, slot.order),
        "from": texts.field(order.start, game),
        "to": texts.field(order.to, game),
        "points": str(order.points),
        "carriers": [badge(seen, number, name) for number, name in zip(numbers, names, strict=True)],
        "marks": {"fields": [order.start, order.to], "orders": [slot.order]},
        "label": f"{label} {_way_in_words(texts, errands(seen, slot.order))}",
    }


def _way_in_words(texts: Texts, ways: Sequence[Sequence[FieldId]]) -> str:
    """How long the way is that the map shows when the order is chosen."""
    if not ways:
        return texts.say("table.text.no-way")
    return texts.say("table.order.way", fields=texts.count("count.fields", min(len(way) - 1 for way in ways)))


def badge(seen: Observation, number: int, name: str) -> Object:
    """A scout as a small sign: colour and shape of the patrol, and a letter."""
    return {"letter": name[0], "patrol": patrol_number(seen.game, seen.game.seat_of[number])}


def _patrols(host: Host, seen: Observation, can_move: Set[str]) -> Object:
    texts, game = host.texts, seen.game
    rows = []
    for seat in game.seats:
        points = sum(game.orders[order].points for order in seen.delivered[seat])
        row: Object = {
            "key": f"patrol {seat}",
            "patrol": patrol_number(game, seat),
            "name": texts.patrol(seat, game),
            "points": {"sign": str(points), "label": texts.count("count.points", points)},
            "active": seen.to_act == seat,
            "marker": texts.say("table.marker") if seen.start_player == seat else "",
            "scouts": [_scout(texts, seen, number, can_move) for number in game.numbers_of[seat]],
        }
        if seen.cards:
            row["card"] = {
                "sign": str(seen.cards[seat]),
                "label": texts.say("table.played-card", card=seen.cards[seat]),
            }
        elif seen.has_sealed[seat]:
            row["card"] = {"sign": "?", "label": texts.say("table.sealed-card")}
        if host.table is not None and host.table.seats[seat] != PERSON:
            row["note"] = player_name(texts, host.table.seats[seat], host.table.players)
        rows.append(row)
    legend = texts.say("table.label.patrols.legend")
    return {"t": "patrols", "key": "patrols", "label": texts.say("table.label.patrols"), "legend": legend, "rows": rows}


def _scout(texts: Texts, seen: Observation, number: int, can_move: Set[str]) -> Object:
    game = seen.game
    scout, field, order = game.scouts[number], seen.where[number], seen.carrying[number]
    name = texts.scout(scout, game)
    return {
        "piece": scout,
        "name": name,
        "where": texts.field(field, game),
        "carries": None if order is None else texts.order(order, game),
        "number": None if order is None else str(order_numbers(game)[order]),
        "state": field if field in (PRISON, HAND) else "board",
        "can": scout in can_move,
    }


def _state_of_the_round(texts: Texts, seen: Observation) -> str:
    deck = texts.count("count.cards", seen.deck_left)
    line = texts.say("table.round", round=seen.round, deck=deck)
    return f"{line} {texts.say('table.last-round')}" if seen.stopping and not seen.ending else line


def _places(host: Host) -> list[Object]:
    """The places, each on a card that can be unfolded, in words for all ages."""
    assert host.state is not None
    texts, game = host.texts, host.state.game
    blocks: list[Object] = [note(texts.say("table.places.about"))]
    for name in game.board.place:
        try:
            card = history_card(place_of(name).id, host.language, for_all=True)
        except UnknownId:  # an own scenario may have places of which we know nothing
            continue
        blocks.append(details(f"place-{name}", texts.field(name, game), replace(card, title="").blocks()))
    return blocks


def _points(host: Host, ended: Outcome) -> Object:
    """A row for each patrol, points by source; the winners are named in words, not by a colour."""
    assert host.table is not None
    state, texts = host.table.state, host.texts
    columns = ["patrol", "orders", "return", *(["goals"] if state.game.is_extended else []), "total", "delivered"]
    rows = []
    for seat, score in enumerate(scores(state)):
        goals = [str(score.goals)] if state.game.is_extended else []
        name = texts.patrol(seat, state.game)
        shown = texts.say("table.end.winner", patrol=name) if seat in ended.winners else name
        points = [str(score.orders), str(score.returned), *goals, str(score.total), str(score.delivered)]
        rows.append([shown, *points])
    head = [texts.say(f"table.end.column.{column}") for column in columns]
    return {"t": "table", "caption": texts.say("table.end.points"), "head": head, "rows": rows}


def _goals(host: Host) -> Object:
    """Everybody's goals, which are shown when a game is scored."""
    assert host.table is not None
    state, texts = host.table.state, host.texts
    lines = [
        texts.say("table.end.goals-of", patrol=texts.patrol(seat, state.game), goal=texts.goal(goal, state.game))
        for seat, goals in enumerate(state.goals)
        for goal in goals
    ]
    return details("end-goals", texts.say("table.end.goals"), [listing("", lines)])


def _delivered(host: Host) -> str:
    assert host.table is not None
    return str(host.texts.count("count.orders", sum(map(len, host.table.state.delivered))))
