"""What the page shows: the host's game as finished sentences, buttons and blocks, and not one word or rule more.

The page has no catalogue and knows no rule. It gets a `View`, a plain object of blocks and buttons whose `do` it sends
back. Everything secret goes through `host.observation`, which holds the secrets of nobody but the seat at the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import groupby

from mali_powstancy.engine import HAND, PRISON, Observation, Phase, observe, seen_by
from mali_powstancy.engine.board import Board, FieldId
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.events import (
    BroughtByUnit,
    Event,
    Jumped,
    PlacesExchanged,
    ScoutDisplaced,
    ScoutEvacuated,
    SoldierMoved,
    Walked,
)
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
    Pals,
    PlaceScout,
    PlayerMove,
    Retreat,
    SwapOrders,
    Target,
    Unit,
    Walk,
)
from mali_powstancy.engine.state import Slot
from mali_powstancy.history import care_note
from mali_powstancy.table.host import Host
from mali_powstancy.table.players import PERSON
from mali_powstancy.table.scripts import TAKE_BACK, Lesson
from mali_powstancy.table.table import SOLDIER, Happened, Option, choices, reach
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.texts.moves import tell_move
from mali_powstancy.views.board.dialogs import dialog_of, player_name
from mali_powstancy.views.board.text_version import own_secrets, position_in_words, text_version
from mali_powstancy.views.map.board_svg import arrows, base_map, changing_layers, patrol_number, positions
from mali_powstancy.views.page.blocks import Object, button, buttons, details, note, text_block

MOST_SWAPS = 2
"""More swaps of orders than this are folded away: with many orders there are dozens of pairs."""
MOST_NEWS = 16
"""So many sentences are read aloud at once; the text version and the log have the rest."""
LOG_LENGTH = 40
"""How many lines of the log go to the page; the whole game is in the replay."""
LARGE_FROM = 150
"""From this size of letters on, in percent, the names on the map are large too."""


def board_view(host: Host, number: int, *, with_map: bool = False) -> Object:
    """Everything the page shows now; with the base map only where it is new to the page."""
    texts, seen = host.texts, host.observation
    view = _frame(host, number) | _on_the_map(host, seen)
    view["bar"] = list(_bar(host))
    view["say"] = _announcement(host, seen)
    view["marks"] = {} if host.lesson is None else _lesson_marks(host.lesson)
    if with_map:
        view |= {"base": map_of(host), "arrows": arrows(board_of(host))}
    if seen is not None:
        layers = changing_layers(seen)
        view["map"] = {"below": layers.below, "above": layers.above, "labels": field_labels(texts, seen)}
        view["moved"] = list(_moved(host, seen.game.board))
        view["panel"] = list(_panel(host, seen, set(view["reach"])))
        view["text"] = _text(host, seen) if host.shows_text else None
    return view


def _text(host: Host, seen: Observation) -> list[Object]:
    """The text version, and below its title the way back from it."""
    title, *told_in_words = text_version(host, seen)
    close = button("close-text", host.texts.say("table.text.close"), {"do": "text"}, "quiet")
    return [title, buttons(close), *told_in_words]


def problem_view(host: Host, number: int) -> Object:
    """Nothing but the report of a fault: what the page is shown where the game itself cannot be shown."""
    return _frame(host, number) | {"say": host.texts.say("table.problem.sentence")}


def _frame(host: Host, number: int) -> Object:
    """A view without a game: the frame, and what stands before the board."""
    return {
        "n": number,
        "lang": host.language,
        "look": host.look._asdict(),
        "labels": _labels(host.texts),
        "map": None,
        "reach": {},
        "selected": None,
        "roads": {},
        "bar": [],
        "panel": [],
        "dialog": dialog_of(host),
        "text": None,
        "say": "",
        "moved": [],
        "marks": {},
    }


def asleep(host: Host) -> Object:
    """What may be stored in a notebook: the position as everybody may see it, and how to wake the board."""
    state = host.state
    layers = None if state is None else changing_layers(observe(state, None))
    return {
        "below": layers.below if layers else "",
        "above": layers.above if layers else "",
        "sentence": host.texts.say("table.asleep"),
        "look": host.look.theme,
    }


def board_of(host: Host) -> Board:
    """The board of the game, or of the scenario that the menu names."""
    return host.scenarios[host.menu.scenario].board if host.state is None else host.state.game.board


def map_of(host: Host) -> str:
    """The map of that board, in the language and the size of letters that are chosen."""
    return base_map(board_of(host), host.language, large=host.look.size >= LARGE_FROM)


def _labels(texts: Texts) -> Object:
    """The fixed words of the frame."""
    return {
        "board": texts.say("table.label.board"),
        "panel": texts.say("table.label.panel"),
        "bar": texts.say("table.label.bar"),
        "close": texts.say("table.label.close"),
        "copy": texts.say("table.save.copy"),
        "copied": texts.say("table.label.copied"),
        "problem": texts.say("table.problem.sentence"),
        "options": texts.say("table.label.options"),
        "text": texts.say("table.text.title"),
        "textOpened": texts.say("table.text.opened"),
        "textClosed": texts.say("table.text.closed"),
    }


# The bar --------------------------------------------------------------------------------------------------------------


def _bar(host: Host) -> Iterator[Object]:
    """The few buttons that are always there; those that cannot be used now say why."""
    texts = host.texts
    if host.replay is None and host.session is not None:
        undo = None if host.can_undo else texts.say("table.bar.undo.off")
        yield button("undo", texts.say("table.bar.undo"), {"do": "undo"}, icon="undo", off=undo)
    if host.replay is None and (host.table is not None or host.exercise is not None):
        hint = None if host.can_choose else texts.say("table.bar.hint.off")
        yield button("hint", texts.say("table.bar.hint"), {"do": "hint"}, icon="hint", off=hint)
    if host.session is not None:
        yield button("text", texts.say("table.bar.text"), {"do": "text"}, icon="text", pressed=host.shows_text)
    if host.session is not None and host.exercise is None:
        kind = "menu" if host.table is None else "game"
        yield button("game", texts.say("table.bar.game"), {"do": "dialog", "dialog": kind}, icon="menu")
    yield button("settings", texts.say("table.bar.settings"), {"do": "dialog", "dialog": "settings"}, icon="settings")
    yield button("fullscreen", texts.say("table.bar.full-screen"), {"do": "fullscreen"}, icon="fullscreen")


# The panel ------------------------------------------------------------------------------------------------------------


def _panel(host: Host, seen: Observation, can_move: Set[str]) -> Iterator[Object]:
    """From top to bottom: what is asked, what can be answered, and what one needs to know for it."""
    texts = host.texts
    if host.exercise is not None:
        yield from _exercise(host)
    elif host.lesson is not None:
        yield from _lesson(host)
    if host.replay is not None:
        yield from _replay(host)
    elif host.lesson is None or host.can_choose:
        yield text_block(texts.question(seen), "ask")
    yield from _notices(host, seen)
    if host.is_waiting:
        yield text_block(texts.say("table.waiting"), "hint")
        go_on = button("let-others-act", texts.say("table.waiting.go-on"), {"do": "let-others-act"}, "primary")
        yield buttons(go_on)
    yield from _decisions(host, seen)
    yield _track(texts, seen)
    yield _patrols(host, seen, can_move)
    if seen.game.is_extended:
        yield from own_secrets(texts, seen)
    is_last = seen.stopping and not seen.ending  # said aloud once; whoever looks up later must not miss it
    yield text_block(_state_of_the_round(texts, seen), "hint" if is_last else "note")
    if host.exercise is not None:
        yield from _end_of_exercise_panel(host)
    elif host.lesson is not None and not host.lesson.is_last:
        yield buttons(button("leave-lesson", texts.say("table.lesson.leave"), {"do": "leave-lesson"}, "quiet"))
    if host.table is not None:
        yield {"t": "log", "key": "log", "label": texts.say("table.label.log"), "items": log(host, texts)}


def _state_of_the_round(texts: Texts, seen: Observation) -> str:
    deck = texts.count("count.cards", seen.deck_left)
    line = texts.say("table.round", round=seen.round, deck=deck)
    return f"{line} {texts.say('table.last-round')}" if seen.stopping and not seen.ending else line


def _notices(host: Host, seen: Observation) -> Iterator[Object]:
    """What has just been refused, advised or gone wrong with saving."""
    texts = host.texts
    if host.notice is not None:
        yield text_block(host.notice.say(texts), host.notice.role)
        if host.notice.rule is not None:
            label = texts.say("table.show-rule", rule=host.notice.rule)
            show = {"do": "dialog", "dialog": "rule", "detail": host.notice.rule}
            yield buttons(button("rule", label, show, "quiet"))
    if host.advice is not None:
        move = host.advice.move
        reasons = " ".join(texts.because(because, seen.game) for because in host.advice.reasons)
        yield text_block(texts.say("table.hint", move=tell_move(texts, move, seen.game), reasons=reasons), "hint")
        play = {"do": "play", "moves": [str(move)]}
        yield buttons(button("play-hint", texts.say("table.play-hint"), play, "plain", marks=marks_of(move, seen)))
    if host.storage_trouble is not None:
        yield text_block(host.storage_trouble(texts), "refusal")
        yield buttons(button("download", texts.say("table.save.download"), {"do": "download"}))


def _decisions(host: Host, seen: Observation) -> Iterator[Object]:
    """What the person at the screen can choose in the panel; the rest is chosen on the map."""
    if host.viewer is None or host.replay is not None or seen.ending:
        return
    texts = host.texts
    if seen.phase is Phase.KEEP_GOALS and host.can_choose:
        yield _goals_to_keep(texts, seen)
        return
    if seen.hands[host.viewer] or seen.cards:
        yield _hand(texts, seen, host.viewer)
    if host.can_choose and host.state is not None:
        listed = [move for move in choices(host.state) if not isinstance(move, ChooseCard | KeepGoals)]
        swaps = [move for move in listed if isinstance(move, SwapOrders)]
        folded = swaps if len(swaps) > MOST_SWAPS else []
        items = [choice_button(texts, move, seen) for move in listed if move not in folded]
        if items:
            yield buttons(*items, label=texts.say("table.label.choices"))
        if folded:
            label = texts.say("table.label.swaps", n=len(folded))
            yield details(
                "swaps", label, [buttons(*(choice_button(texts, move, seen) for move in folded), label=label)]
            )


def choice_button(texts: Texts, move: PlayerMove, seen: Observation) -> Object:
    """A button that plays a move; what it is about is pointed at on the map."""
    kind = "primary" if isinstance(move, Collect) else "quiet" if isinstance(move, Drop | EndTurn) else "plain"
    play = {"do": "play", "moves": [str(move)]}
    return button(f"move {move}", tell_move(texts, move, seen.game), play, kind, marks=marks_of(move, seen))


def marks_of(move: PlayerMove, seen: Observation) -> Object:
    """What a move is about: fields, roads and pieces to be pointed at."""
    game = seen.game
    match move:
        case Collect(scout=scout, order=order):
            return {"fields": [game.orders[order].to], "pieces": [scout]}
        case Block(road=road):
            return {"roads": [road]}
        case Pals(scout=scout, other=other):
            return {"pieces": [scout, other]}
        case SwapOrders(order=order, other=other):
            return {"fields": [game.orders[name].to for name in (order, other)]}
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
        case ChooseCard() | KeepGoals() | EndTurn() | Gossip():
            return {}


def _hand(texts: Texts, seen: Observation, seat: int) -> Object:
    """The movement cards of a seat: in the hand, lying face down, or used."""
    game = seen.game
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
        if can and card in seen.hands[seat]:
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


# Orders and patrols ---------------------------------------------------------------------------------------------------


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
        empty: Object = {"from": name, "to": "", "points": "", "carriers": [], "victory": True, "marks": {}}
        return row | empty | {"label": texts.say("table.victory.label", left=left)}
    order = game.orders[slot.order]
    numbers = [number for number, carried in enumerate(seen.carrying) if carried == slot.order]
    names = [texts.scout(game.scouts[number], game) for number in numbers]
    values = {"order": texts.order(slot.order, game), "points": texts.count("count.points", order.points), "left": left}
    label = texts.say("table.order", **values)
    if names:
        label = f"{label} {texts.say('table.order.carried', scouts=', '.join(names))}"
    return row | {
        "from": texts.field(order.start, game),
        "to": texts.field(order.to, game),
        "points": str(order.points),
        "carriers": [badge(seen, number, name) for number, name in zip(numbers, names, strict=True)],
        "marks": {"fields": [order.start, order.to]},
        "label": label,
    }


def badge(seen: Observation, number: int, name: str) -> Object:
    """A scout as a small sign: colour and shape of the patrol, and a letter."""
    return {"letter": name[0], "patrol": patrol_number(seen.game, seen.game.seat_of[number]), "name": name}


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
            row["note"] = player_name(texts, host.table.seats[seat])
        rows.append(row)
    legend = texts.say("table.label.patrols.legend")
    return {"t": "patrols", "key": "patrols", "label": texts.say("table.label.patrols"), "legend": legend, "rows": rows}


def _scout(texts: Texts, seen: Observation, number: int, can_move: Set[str]) -> Object:
    game = seen.game
    scout, field, order = game.scouts[number], seen.where[number], seen.carrying[number]
    name = texts.scout(scout, game)
    return {
        "piece": scout,
        "letter": name[0],
        "name": name,
        "where": texts.field(field, game),
        "carries": None if order is None else texts.order(order, game),
        "state": field if field in (PRISON, HAND) else "board",
        "can": scout in can_move,
    }


# The map --------------------------------------------------------------------------------------------------------------


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
                }
                for option in options
            ]
            for field, options in fields.items()
        }
        for piece, fields in reach(state).items()
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


def option_label(texts: Texts, option: Option) -> str:
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
            labels[order.start].append(texts.say("table.field.start", to=texts.field(order.to, game)))
            labels[order.to].append(texts.say("table.field.end", start=texts.field(order.start, game)))
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


# What has happened ----------------------------------------------------------------------------------------------------


def _happened(host: Host, since: int) -> list[Happened]:
    """What has happened after a step, as the screen may show it; in a replay up to the step that is shown."""
    if host.session is None:
        return []
    if host.table is not None:
        until = len(host.session.steps) if host.replay is None else host.replay
        return list(host.table.happened(since, until, host.viewer))
    fresh = [event for step in host.session.steps[since:] for event in step.events]
    return [Happened(seen_by(event, host.viewer)) for event in fresh]


def told(host: Host, texts: Texts, happened: Sequence[Happened]) -> list[str]:
    """Events as sentences, and what bots say about theirs; goals dealt face down give the same sentence only once."""
    assert host.session is not None
    game = host.session.state.game
    lines = []
    for item in happened:
        if item.event is not None:
            lines.append(texts.event(item.event, game))
        elif item.because is not None and item.seat is not None:
            because = texts.because(item.because, game)
            lines.append(texts.say("table.bot-says", patrol=texts.patrol(item.seat, game), because=because))
    return [line for line, _ in groupby(lines)]


def log(host: Host, texts: Texts) -> list[str]:
    """The last lines of what has happened, or in a replay of what had happened by then."""
    assert host.table is not None
    steps = host.table.session.steps
    since = until = len(steps) if host.replay is None else host.replay
    lines = 0
    while since and lines < LOG_LENGTH:
        since -= 1
        lines += len(steps[since].events)
    return told(host, texts, list(host.table.happened(since, until, host.viewer)))[-LOG_LENGTH:]


def _announcement(host: Host, seen: Observation | None) -> str:
    """What a screen reader is told: what has happened, what was refused or advised, and what is asked now."""
    texts = host.texts
    if host.problem is not None:
        return texts.say("table.problem.sentence")
    if seen is None or host.dialog is not None or host.is_curtain_down:
        return ""  # the dialog speaks for itself
    since = host.news_from if host.replay is None else max(0, host.replay - 1)
    lines = told(host, texts, _happened(host, since))[-MOST_NEWS:]
    if host.lesson is not None:
        lines += _said_by(host.lesson, texts)
    if host.notice is not None:
        lines = [host.notice.say(texts)]
    if host.advice is not None:
        move = tell_move(texts, host.advice.move, seen.game)
        reasons = " ".join(texts.because(because, seen.game) for because in host.advice.reasons)
        lines = [texts.say("table.hint", move=move, reasons=reasons)]
    if host.lesson is None or host.can_choose:  # in a lesson nothing else is asked than to read on
        lines = [*lines, texts.question(seen)]
    return " ".join(lines)


def _said_by(lesson: Lesson, texts: Texts) -> list[str]:
    """What a script says now: why something was a mistake, what the step is about, or that all is done."""
    if lesson.mistake is not None:
        return [texts.say(lesson.mistake, n=lesson.count)]
    if lesson.is_over and lesson.script.praise_key is not None:
        return [texts.say("exercise.done"), texts.say(lesson.script.praise_key)]
    return [_sentence(texts.say(lesson.step.title_key)), texts.say(lesson.step.text_key)]


def _sentence(title: str) -> str:
    """A title to be read aloud: with a stop at its end, as a sentence has it."""
    return title if title.endswith((".", "?", "!")) else f"{title}."


def _moved(host: Host, board: Board) -> Iterator[Object]:
    """The pieces that moved since the last message, each with the points it went through."""
    at = positions(board)
    soldier = _soldier_before(host)
    for item in _happened(host, host.fresh_from):
        for piece, path in _paths(item.event, soldier):
            yield {"piece": piece, "path": [[round(value) for value in at[field]] for field in path if field in at]}
            if piece == SOLDIER:
                soldier = path[-1]


def _soldier_before(host: Host) -> FieldId:
    """Where the soldier stood before what is new; his event names only the fields that he enters."""
    session, since = host.session, host.fresh_from
    if session is None:
        return ""
    return (session.steps[since - 1].state if since else session.opening).soldier or ""


def _paths(event: Event | None, soldier: FieldId) -> Iterator[tuple[str, Sequence[FieldId]]]:
    match event:
        case Walked() | Jumped() | BroughtByUnit() | ScoutDisplaced() | ScoutEvacuated():
            yield event.scout, (event.came, event.to)
        case PlacesExchanged():
            yield event.scout, (event.other_to, event.to)
            yield event.other, (event.to, event.other_to)
        case SoldierMoved():
            yield SOLDIER, (soldier, *event.path)


# The first lesson, exercises and the replay ---------------------------------------------------------------------------


def _lesson(host: Host) -> Iterator[Object]:
    """The present step of the lesson."""
    lesson, texts = host.lesson, host.texts
    assert lesson is not None
    yield note(texts.say("table.lesson.step", number=lesson.number + 1, total=lesson.total))
    yield text_block(texts.say(lesson.step.title_key), "title")
    yield text_block(texts.say(lesson.step.text_key), "plain")
    if lesson.mistake is not None:
        yield from _mistake(lesson, texts)
    elif lesson.step.is_shown_only:
        label = texts.say("table.lesson.finish" if lesson.is_last else "table.lesson.next")
        yield buttons(button("go-on", label, {"do": "go-on"}, "primary"))


def _mistake(lesson: Lesson, texts: Texts) -> Iterator[Object]:
    """Why something was a mistake, and the button that takes it back."""
    assert lesson.mistake is not None
    yield text_block(texts.say(lesson.mistake, n=lesson.count), "refusal")
    yield buttons(button("go-on", texts.say(TAKE_BACK), {"do": "go-on"}, "primary"))


def _exercise(host: Host) -> Iterator[Object]:
    """The exercise: its title, and the present step or that everything is done."""
    lesson, texts, script = host.lesson, host.texts, host.exercise
    assert lesson is not None
    assert script is not None
    yield note(texts.say("exercise.name", id=script.id, title=texts.say(script.title_key or "")))
    if lesson.is_over:
        yield text_block(texts.say("exercise.done"), "title")
        yield text_block(texts.say(script.praise_key or ""), "good")
        yield buttons(button("again", texts.say("exercise.again"), {"do": "again"}))
        return
    if lesson.total > 1:
        yield note(texts.say("exercise.step", number=lesson.number + 1, total=lesson.total))
    yield text_block(texts.say(lesson.step.title_key), "title")
    yield text_block(texts.say(lesson.step.text_key), "plain")
    if lesson.mistake is not None:
        yield from _mistake(lesson, texts)
    elif lesson.step.is_shown_only:
        yield buttons(button("go-on", texts.say("table.lesson.next"), {"do": "go-on"}, "primary"))


def _end_of_exercise_panel(host: Host) -> Iterator[Object]:
    """What some places on this board really were, and the way back to the beginning."""
    lesson, texts, script = host.lesson, host.texts, host.exercise
    assert lesson is not None
    assert script is not None
    yield from (note(care_note(place, host.language)) for place in script.quiet)
    if lesson.number and not lesson.is_over:
        yield buttons(button("again", texts.say("exercise.again"), {"do": "again"}, "quiet"))


def board_in_words(host: Host) -> str:
    """What stands where a page cannot show the board: of an exercise its task and position, else how to see it."""
    lesson, texts, script = host.lesson, host.texts, host.exercise
    if lesson is None or script is None or host.observation is None:
        return texts.say("table.repr")
    head = texts.say("exercise.name", id=script.id, title=texts.say(script.title_key or ""))
    step = texts.say("exercise.step", number=min(lesson.number + 1, lesson.total), total=lesson.total)
    said = " ".join(_said_by(lesson, texts))
    notes = [care_note(place, host.language) for place in script.quiet]
    return "\n".join([head, step, said, *position_in_words(texts, host.observation), *notes])


def _lesson_marks(lesson: Lesson) -> Object:
    """What the step points at; orders by the objects that they join."""
    if lesson.is_over:
        return {}
    marks, orders = lesson.step.marks, lesson.session.state.game.orders
    ends = [end for order in marks.orders for end in (orders[order].start, orders[order].to)]
    return {"fields": [*marks.fields, *ends], "pieces": list(marks.pieces)}


def _replay(host: Host) -> Iterator[Object]:
    """The slider and the buttons of a replay."""
    texts, table, at = host.texts, host.table, host.replay
    assert table is not None
    assert at is not None
    total = len(table.session.steps)
    place = texts.say("table.replay.step", step=at, steps=total)
    yield {
        "t": "slider",
        "key": "replay",
        "label": texts.say("table.replay.label"),
        "min": 0,
        "max": total,
        "value": at,
        "text": place,
        "do": {"do": "go-to"},
    }
    back = texts.say("table.replay.first") if at == 0 else None
    on = texts.say("table.replay.last") if at == total else None
    items = [
        button("back", texts.say("table.replay.back"), {"do": "go-to", "value": at - 1}, icon="back", off=back),
        button(
            "next", texts.say("table.replay.next"), {"do": "go-to", "value": at + 1}, "primary", icon="next", off=on
        ),
        button("what-if", texts.say("table.replay.what-if"), {"do": "what-if"}),
    ]
    if not host.is_over:
        items.append(button("rewind", texts.say("table.replay.rewind"), {"do": "rewind"}))
    items.append(button("leave-replay", texts.say("table.replay.leave"), {"do": "leave-replay"}))
    yield buttons(*items)
