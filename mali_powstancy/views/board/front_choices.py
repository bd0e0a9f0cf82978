"""What a player of Bitwa Warszawska can choose: a card, what to do with it, and where; and what would come of it.

What was pressed of a decision so far is in `host.chosen`: `(card, use, where)` in a turn, a place where a unit makes
its steps, the seats that have a marker already. A place can be pressed in the panel or on the fronts themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mali_powstancy.bitwa_warszawska import GameState, Observation, Phase, refusal
from mali_powstancy.bitwa_warszawska.cards import (
    ARMIES,
    COMMANDER,
    FRONTS,
    HALVES,
    LINE_TWO,
    ORDER,
    RESOURCES,
    Army,
    CardId,
)
from mali_powstancy.bitwa_warszawska.forecast import Forecast, OrderPart, forecast, orders_now
from mali_powstancy.bitwa_warszawska.game import FRONT
from mali_powstancy.bitwa_warszawska.moves import (
    NO_PLACE,
    Activate,
    Add,
    AdvanceAll,
    Bid,
    Block,
    Done,
    End,
    HandOut,
    Keep,
    LayMarker,
    LaySpecial,
    MoveMarker,
    Pass,
    Play,
    PlayerMove,
    Remove,
    Seat,
    Start,
    Step,
    Stop,
    TakeFunds,
    TakeSupplies,
)
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.state import replaced
from mali_powstancy.bitwa_warszawska.texts import Texts, tell_move
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.views.board.front_table import Pressable, preview, spots_of
from mali_powstancy.views.front import (
    army_card,
    blockade_marker,
    card_picture,
    front_sign,
    kind_sign,
    resource_sign,
    unit_sign,
)
from mali_powstancy.views.page.blocks import (
    answer,
    button,
    buttons,
    card,
    cards,
    choices,
    details,
    listing,
    text_block,
    topic,
)

USES = ("play", "blockade", "resource", "activate")
"""The four kinds of action with a card [V-40]."""
_KIND_OF = {Play: "play", MoveMarker: "blockade", Bid: "resource", Activate: "activate"}
_STEPPING = (Phase.STEPS, Phase.ADVANCE, Phase.OPERATIONS)


def decisions(host: Host, seen: Observation) -> Iterator[Object]:
    """What can be chosen now, and then the hands that the seat at the screen may see."""
    if seen.ending:
        return
    is_by_hand = seen.phase in (Phase.TURN, Phase.AGAIN)
    if host.can_choose:
        yield from _ASKED[seen.phase](host, seen)
    seat = host.viewer
    if seat is None:
        return
    if not (host.can_choose and is_by_hand):
        yield from _hand(host.texts, seen, seat, "staff.own-hand")
    for other in seen.game.camps[seen.game.armies[seat]]:
        if other != seat:
            yield from _hand(host.texts, seen, other, "staff.partner-hand")


def targets(host: Host, seen: Observation) -> dict[str, Pressable]:
    """The places on the table that can be pressed now, by the keys of their blocks."""
    if not host.can_choose:
        return {}
    if seen.phase in _STEPPING:
        return dict(_where_to_step(host, seen))
    moves = _moves_of_use(seen, host.chosen) if seen.phase in (Phase.TURN, Phase.AGAIN) else list(seen.legal)
    texts, found = host.texts, dict[str, list[PlayerMove]]()
    for move in moves:
        for key in _spots(seen, move):
            found.setdefault(key, []).append(move)
    return {key: _target(host, seen, key, each, texts) for key, each in found.items()}


def _target(host: Host, seen: Observation, key: str, moves: list[PlayerMove], texts: Texts) -> Pressable:
    """What a press on a place does: the one move that it can mean, or the choice between several."""
    if len(moves) == 1:
        return Pressable(_does(host, moves[0]), texts.say("staff.call.here"))
    return Pressable(_point(*host.chosen[:2], key), texts.say("staff.call.choose"))


def _spots(seen: Observation, move: PlayerMove) -> tuple[str, ...]:
    """The keys of the places that a move is about."""
    match move:
        case LayMarker(place) | LaySpecial(place) | Block(place) | MoveMarker(_, _, place):
            return () if place == NO_PLACE else spots_of(place)
        case Bid(_, resource):
            return (f"resource {resource}",)
        case Activate(_, front):
            return (f"{_own(seen)}:C.{front}",)
        case Play(each, front) if front:
            field = {"commander": "C", "order": "O", "unit": "L2"}[seen.game.kind[each]]
            return (f"{_own(seen)}:{field}.{front}",)
        case Add(front):
            return (f"{_own(seen)}:L2.{front}",)
        case Step(way):
            return tuple(f"{_own(seen)}:L{end[1]}.{end[0]}" for end in way.split("-"))
    return ()


def marks_of(move: PlayerMove, seen: Observation) -> Object:
    """The card and the places that a move is about."""
    named = [f"card {move.card}"] if isinstance(move, Play | MoveMarker | Bid | Activate) else []
    return {"blocks": [*named, *_spots(seen, move)]}


def _own(seen: Observation) -> str:
    """The army that is asked."""
    return ARMIES[_army(seen)]


def _army(seen: Observation) -> Army:
    return seen.game.armies[seen.agenda[0].who]


def _point(*path: str) -> Object:
    return {"do": "point", "path": list(path)}


def _does(host: Host, move: PlayerMove) -> Object:
    """What plays a move; a battle that would begin at once is confirmed first."""
    if isinstance(move, Play | Activate) and forecast(_state(host), move).battle is not None:
        return _point(move.card, _KIND_OF[type(move)], str(move))
    return {"do": "play", "moves": [str(move)]}


def _state(host: Host) -> GameState:
    state = host.state
    assert isinstance(state, GameState)
    return state


def _refused(host: Host, key: str, label: str, reason: Reason, sign: str = "") -> Object:
    """What is not possible stays in sight, and says why and by which rule."""
    texts = host.texts
    show = {"do": "dialog", "dialog": "rule", "detail": reason.rule}
    rule = button(f"rule {key}", texts.say("table.show-rule", rule=reason.rule), show, "quiet")
    return answer(key, label, sign=sign, refused=texts.refusal(reason), rule=rule)


def _back(texts: Texts, label: str, *path: str) -> Object:
    return buttons(button(label.rpartition(".")[2], texts.say(label), _point(*path), "quiet", icon="back"))


def _answer(host: Host, seen: Observation, move: PlayerMove, label: str, sign: str = "", kind: str = "plain") -> Object:
    """A move with its forecast."""
    lines, alarm = told_forecast(host.texts, seen, _state(host), move)
    do, marks = _does(host, move), marks_of(move, seen)
    return answer(f"move {move}", label, do, sign=sign, lines=lines, alarm=alarm, kind=kind, marks=marks)


# What would come of it ------------------------------------------------------------------------------------------------


def told_forecast(texts: Texts, seen: Observation, state: GameState, move: PlayerMove) -> tuple[list[str], str | None]:
    """What an action would do here and now, line by line, and what it would cost."""
    found = forecast(state, move)
    lines = _changes(texts, found)
    if found.battle is not None:
        lines = [_battle(texts, found)]
    if found.removed:
        lines.append(texts.say("staff.would.remove", units=texts.units(found.removed)))
    lines += _laid(texts, seen, move)
    if found.next is not None and isinstance(move, Play | Activate):
        lines.append(texts.say(f"staff.then.{found.next.phase}", n=found.next.number))
    if not lines and isinstance(move, Play | Activate):
        lines.append(texts.say("staff.would.nothing"))
    alarms = []
    if found.sent_back:
        alarms.append(texts.say("staff.would.send-back", units=texts.units(found.sent_back)))
    if found.battle is not None:
        alarms.append(_cost(texts, found, move))
    return lines, " ".join(alarms) or None


def _changes(texts: Texts, found: Forecast) -> list[str]:
    """The fronts whose strengths would change, and how."""
    return [
        f"{texts.front(front)} {texts.against(*before)} → {texts.against(*after)}"
        for front, (before, after) in enumerate(zip(found.before, found.after, strict=True))
        if before != after
    ]


def _battle(texts: Texts, found: Forecast) -> str:
    battle = found.battle
    assert battle is not None
    values = {"at": texts.at(battle.front), "strengths": texts.against(*battle.strengths)}
    if battle.event == "front-tied":
        return texts.say("staff.would.tie", **values)
    return texts.say("staff.would.win", **values, army=texts.army(battle.army))


def _cost(texts: Texts, found: Forecast, move: PlayerMove) -> str:
    """What a battle costs that begins now: the first lines, and at the end of the round its commander [V-65, V-71]."""
    lost = [f"{texts.army(army)} {number}" for army, number in enumerate(found.lost)]
    told = texts.say("staff.would.lose", lost=", ".join(lost))
    if isinstance(move, AdvanceAll | Keep):
        return told
    return f"{told} {texts.say('staff.would.leave')}"


def _laid(texts: Texts, seen: Observation, move: PlayerMove) -> Iterator[str]:
    """What lies there afterwards: the limit of a commander, the strength of an order in the battle."""
    if not isinstance(move, Play) or not move.front:
        return
    game, front = seen.game, FRONT[move.front]
    at = 3 * _army(seen) + front
    if game.kind[move.card] == "commander":
        before, after = game.limit[seen.commanders[at]], game.limit[move.card]
        if before != after:
            yield texts.say("staff.would.limit", before=before, after=after)
    elif game.kind[move.card] == "order":
        for part in _order_parts(seen, move):
            yield texts.say("staff.order.now" if part.holds else "staff.order.not", n=part.number)


def _order_parts(seen: Observation, move: Play) -> list[OrderPart]:
    """What an order that is laid would add to the strength in its battle; nothing of another card."""
    if seen.game.kind[move.card] != "order":
        return []
    army, front = _army(seen), FRONT[move.front]
    laid = seen._replace(orders=replaced(seen.orders, 3 * army + front, move.card))
    return orders_now(laid, front)[1][army]


# A turn ---------------------------------------------------------------------------------------------------------------


def _turn(host: Host, seen: Observation) -> Iterator[Object]:
    """First a card, then one of four uses, then a place; or nothing more."""
    texts, hand = host.texts, seen.hands[seen.agenda[0].who] or ()
    path = host.chosen
    if path and path[0] in hand:
        yield from _uses(host, seen, path[0])
    else:
        items = [_in_hand(host, seen, each) for each in hand]
        yield cards(texts.say("staff.hand.choose"), items, about=texts.say("staff.hand.about"))
    last: PlayerMove = Pass() if seen.phase is Phase.TURN else Done()
    lines = [texts.say("staff.pass.about" if isinstance(last, Pass) else "staff.done.about")]
    if isinstance(last, Pass) and _is_last(seen):
        lines.append(preview(texts, seen))
    yield choices(
        "", [answer(f"move {last}", tell_move(texts, last, seen), _does(host, last), lines=lines, kind="quiet")]
    )


def _is_last(seen: Observation) -> bool:
    """Nobody else acts any more in this round, so that passing begins the battles."""
    me = seen.agenda[0].who
    return all(seen.passed[seat] or not seen.hand_sizes[seat] for seat in seen.game.seats if seat != me)


def _in_hand(host: Host, seen: Observation, card_id: CardId) -> Object:
    """A card of the hand that can be chosen, and what it would do here and now."""
    texts = host.texts
    lines = [texts.effect(card_id, seen.game), *_here_and_now(host, seen, card_id)]
    call = texts.say("staff.call.card")
    return _face(texts, seen, card_id, lines, do=_point(card_id), call=call)


def _face(
    texts: Texts,
    seen: Observation,
    card_id: CardId,
    lines: list[str],
    do: Object | None = None,
    call: str | None = None,
) -> Object:
    kind = seen.game.kind[card_id]
    title = texts.card(card_id, seen.game)
    # How news travelled is seen on the card itself; where its units go is told by the lines.
    sign = kind_sign(kind) if kind == "unit" else card_picture(seen.game.scenario.cards[card_id])
    return card(f"card {card_id}", title, [sign], lines, do=do, call=call, kind=kind)


def _here_and_now(host: Host, seen: Observation, card_id: CardId) -> Iterator[str]:
    """Of a unit card how the strengths would change; of others where they can be laid, and what that would change."""
    texts, state = host.texts, _state(host)
    plays = [move for move in seen.legal if isinstance(move, Play) and move.card == card_id]
    if seen.game.kind[card_id] == "unit":
        changes = [change for move in plays for change in _changes(texts, forecast(state, move))]
        yield (
            texts.say("staff.now.changes", changes="; ".join(changes)) if changes else texts.say("staff.would.nothing")
        )
        return
    where = {
        number: "; ".join(_laid_now(texts, seen, state, move) for move in plays if move.option == number)
        for number in sorted({move.option for move in plays})
    }
    if len({*where.values()}) == 1:
        yield texts.say("staff.now.fronts", fronts=next(iter(where.values())))
    elif where:
        options = [(number, told) for number, told in where.items() if number]
        yield from (texts.say("staff.now.option", number=number, fronts=told) for number, told in options)
    if not plays:
        yield texts.say("staff.now.nowhere")


def _laid_now(texts: Texts, seen: Observation, state: GameState, move: Play) -> str:
    """A front for an order or a commander: the strengths that would change, what an order would add in its battle."""
    front, found = FRONT[move.front], forecast(state, move)
    told = ", ".join(_changes(texts, found)) or texts.front(front)
    if found.battle is not None:
        return _battle(texts, found).removesuffix(".")
    added = sum(part.number for part in _order_parts(seen, move) if part.holds)
    return texts.say("staff.now.in-battle", front=told, n=added) if added else told


def _uses(host: Host, seen: Observation, card_id: CardId) -> Iterator[Object]:
    """The chosen card, its four uses, and the places of the one that was chosen."""
    texts, path = host.texts, host.chosen
    drawn = army_card(card_id, seen.game, texts)
    kind = seen.game.kind[card_id]
    yield cards(texts.say("staff.chosen"), [card(f"card {card_id}", "", drawn=drawn, kind=kind)])
    yield _sources(texts, seen, card_id)
    yield _back(texts, "staff.other-card")
    use = path[1] if len(path) > 1 and path[1] in USES else None
    uses = [_use(host, seen, card_id, each, is_chosen=each == use) for each in USES]
    asked = [choices(texts.say("staff.uses"), uses)]
    if use is not None:
        yield asked.pop()
        asked += _places(host, seen, card_id, use)
    yield asked[0] | {"now": True}  # a small screen turns to it
    yield from asked[1:]


def _sources(texts: Texts, seen: Observation, card_id: CardId) -> Object:
    """Where the fact on a card comes from."""
    scenario = seen.game.scenario
    known = [scenario.sources[each] for each in scenario.cards[card_id].sources if each in scenario.sources]
    return details(f"sources {card_id}", texts.say("staff.sources"), [listing("", list(map(texts.source, known)))])


def _moves_of_use(seen: Observation, path: Sequence[str]) -> list[PlayerMove]:
    """All moves with a card and a use that were chosen."""
    if len(path) < 2:
        return []
    return [
        move
        for move in seen.legal
        if isinstance(move, Play | MoveMarker | Bid | Activate)
        and move.card == path[0]
        and _KIND_OF[type(move)] == path[1]
    ]


def _sign_of(use: str, kind: str, whose: str, lang: str) -> str:
    if use == "blockade":
        return blockade_marker(whose, lang)
    return resource_sign(RESOURCES[0]) if use == "resource" else kind_sign("commander" if use == "activate" else kind)


def _use(host: Host, seen: Observation, card_id: CardId, use: str, *, is_chosen: bool) -> Object:
    """One of the four uses; what cannot be done now says why."""
    texts, kind = host.texts, seen.game.kind[card_id]
    label = texts.say(f"staff.use.{use}.{kind}" if use == "play" else f"staff.use.{use}")
    sign, key = _sign_of(use, kind, _own(seen), texts.language), f"use {use}"
    moves = _moves_of_use(seen, (card_id, use))
    if not moves:
        return _refused(host, key, label, _why_not(host, card_id, use), sign)
    if use == "play" and kind == "unit" and len(moves) == 1:
        return _answer(host, seen, moves[0], label, sign)
    about = texts.say(f"staff.use.{use}.about")
    look = "chosen" if is_chosen else "plain"
    return answer(key, label, _point(card_id, use), sign=sign, lines=[about], kind=look)


def _why_not(host: Host, card_id: CardId, use: str) -> Reason:
    """Why a use is not possible anywhere: the reason that is not merely that nobody is there, if there is one."""
    state, kind = _state(host), Play if use == "play" else Activate
    reasons = [reason for front in FRONTS if (reason := refusal(state, kind(card_id, front))) is not None]
    return next((reason for reason in reasons if reason is not Reason.NO_COMMANDER), reasons[0])


def _places(host: Host, seen: Observation, card_id: CardId, use: str) -> Iterator[Object]:
    """Where the card is used."""
    texts, path = host.texts, host.chosen
    moves = _moves_of_use(seen, path)
    confirmed = next((move for move in moves if path[2:] == (str(move),)), None)
    if confirmed is not None:
        yield from _confirm(host, seen, confirmed)
    elif use == "blockade":
        yield from _markers(host, seen, card_id)
    elif use == "resource":
        items = [
            _answer(host, seen, move, texts.say(f"resource.{move.resource}"), resource_sign(move.resource))
            for move in moves
            if isinstance(move, Bid)
        ]
        yield choices(
            texts.say("staff.where.resource"),
            [item | {"lines": [texts.say(f"staff.gives.{name}")]} for item, name in zip(items, RESOURCES, strict=True)],
        )
    else:
        only = path[2].rpartition(".")[2] if len(path) > 2 else None
        items = [
            item for front in FRONTS if only in (None, front) for item in _on_front(host, seen, card_id, use, front)
        ]
        yield choices(texts.say("staff.where.front"), items)


def _on_front(host: Host, seen: Observation, card_id: CardId, use: str, front: str) -> Iterator[Object]:
    """What a card can do on a front: an effect of a commander each, or why it cannot."""
    texts, state, number = host.texts, _state(host), FRONT[front]
    name, sign = texts.front(number), front_sign(number)
    commander = card_id if use == "play" else seen.commanders[3 * _army(seen) + number]
    kind = Play if use == "play" else Activate
    options = len(seen.game.scenario.cards[commander].options) if commander else 1
    is_choice = options > 1
    legal = [option for option in range(3) if refusal(state, kind(card_id, front, option)) is None]
    for option in legal:
        effect = texts.option(commander, option - 1, seen.game) if option else ""
        label = f"{name}: {effect}" if option else name
        if use == "activate" and not option:
            label = f"{name}: {texts.card(commander, seen.game)}"
        yield _answer(host, seen, kind(card_id, front, option), label, sign)
    for option in range(1, options + 1) if is_choice and legal != [0] else (0,):
        reason = refusal(state, kind(card_id, front, option))
        if option in legal or reason is None or (legal and not option):
            continue
        effect = texts.option(commander, option - 1, seen.game) if option and legal else ""
        label = f"{name}: {effect}" if effect else name
        yield _refused(host, f"{use} {front} {option}", label, reason, sign)
        if not legal:
            return


def _markers(host: Host, seen: Observation, card_id: CardId) -> Iterator[Object]:
    """The places of the own marker on the foe's half, and of the foe's on the own [V-52, HV-5]."""
    texts, army = host.texts, _army(seen)
    for whose in (army, 1 - army):
        moves = {place: MoveMarker(card_id, ARMIES[whose], place) for place in HALVES[10 * (1 - whose) :][:10]}
        label = texts.say("staff.where.own-marker" if whose == army else "staff.where.foe-marker")
        shown = choices("", list(_each_place(host, seen, moves, ARMIES[whose])))
        yield details(f"marker {ARMIES[whose]}", label, [shown], is_open=whose == army)


def _each_place(host: Host, seen: Observation, moves: Mapping[str, PlayerMove], marker: str) -> Iterator[Object]:
    """Ten places of a half: what a marker there would do, or why it cannot lie there."""
    texts, state = host.texts, _state(host)
    for place, move in moves.items():
        label, sign = texts.place_of_half(place), blockade_marker(marker, texts.language)
        reason = refusal(state, move)
        if reason is not None:
            yield _refused(host, f"at {marker} {place}", label, reason, sign)
            continue
        lines = [texts.say(_closes(seen, place))]
        marks = marks_of(move, seen)
        yield answer(f"move {move}", label, _does(host, move), sign=sign, lines=lines, marks=marks)


def _closes(seen: Observation, place: str) -> str:
    """What a marker on a place does, as the key of a sentence."""
    at = HALVES.index(place)
    army, where = at // 10, at % 10
    if where < LINE_TWO:
        return "staff.closes.first"
    if where == LINE_TWO:
        return "staff.closes.second"
    if where >= ORDER:
        return "staff.closes.order"
    return "staff.closes.commander" if seen.commanders[3 * army + where - COMMANDER] else "staff.closes.field"


def _confirm(host: Host, seen: Observation, move: PlayerMove) -> Iterator[Object]:
    """A battle that begins at once is announced with its forecast first [V-64]."""
    texts = host.texts
    lines, alarm = told_forecast(texts, seen, _state(host), move)
    yield text_block(texts.say("staff.confirm.battle"), "ask")
    start = answer(
        f"confirm {move}",
        texts.say("move.start"),
        {"do": "play", "moves": [str(move)]},
        lines=lines,
        alarm=alarm,
        kind="primary",
    )
    yield choices("", [start])
    yield _back(texts, "staff.confirm.back", *host.chosen[:2])


# Steps ----------------------------------------------------------------------------------------------------------------


def _steps(host: Host, seen: Observation) -> Iterator[Object]:
    """Single steps with a counter, and the button that ends them [HV-13, V-32]."""
    texts, army = host.texts, _army(seen)
    left = seen.agenda[0].number
    key = "staff.left.operations" if seen.phase is Phase.OPERATIONS else "staff.left.steps"
    yield topic(unit_sign(army, texts.language), texts.count(key, left), texts.say("staff.left.about"))
    chosen = host.chosen[0] if host.chosen else None
    moves = [move for move in seen.legal if isinstance(move, Step | Add) and _begins_at(seen, move, chosen)]
    if chosen is not None:
        yield _back(texts, "staff.other-place")
    items = [_answer(host, seen, move, tell_move(texts, move, seen)) for move in moves]
    yield choices(texts.say("staff.steps"), items)
    stop: PlayerMove = End() if seen.phase is Phase.OPERATIONS else Stop()
    yield buttons(button(f"move {stop}", tell_move(texts, stop, seen), _does(host, stop)))


def _begins_at(seen: Observation, move: Step | Add, chosen: str | None) -> bool:
    """A step from the place that was chosen, or a unit added there."""
    return chosen is None or _spots(seen, move)[0] == chosen


def _where_to_step(host: Host, seen: Observation) -> Iterator[tuple[str, Pressable]]:
    """First the places from which a unit can go, then those to which it can."""
    texts = host.texts
    chosen = host.chosen[0] if host.chosen else None
    moves = [move for move in seen.legal if isinstance(move, Step | Add)]
    if chosen is not None:
        for move in moves:
            if _begins_at(seen, move, chosen):
                yield _spots(seen, move)[-1], Pressable(_does(host, move), texts.say("staff.call.to"))
        return
    for key in {_spots(seen, move)[0]: None for move in moves}:
        yield key, Pressable(_point(key), texts.say("staff.call.from"))


# Markers and resources ------------------------------------------------------------------------------------------------


def _marker(host: Host, seen: Observation) -> Iterator[Object]:
    """Where the blockade goes: the own marker at set-up or by a card, or the special one [V-11, V-35, HV-52]."""
    texts, army = host.texts, _army(seen)
    kind = {Phase.MARKER: LayMarker, Phase.SPECIAL: LaySpecial, Phase.BLOCK: Block}[seen.phase]
    moves = {place: kind(place) for place in HALVES[10 * (1 - army) :][:10]}
    marker = "special" if seen.phase is Phase.SPECIAL else ARMIES[army]
    items = list(_each_place(host, seen, moves, marker))
    leave = LaySpecial(NO_PLACE)
    if leave in seen.legal:
        items.append(answer(f"move {leave}", tell_move(texts, leave, seen), _does(host, leave)))
    yield choices(texts.say("staff.where.marker"), items, texts.say("staff.where.marker.about"))


def _funds(host: Host, seen: Observation) -> Iterator[Object]:
    """Either side of Funds: who draws up to how many, and who hands out the markers [V-27, V-29]."""
    texts, army, counts = host.texts, _army(seen), seen.game.counts
    items = []
    for move in seen.legal:
        assert isinstance(move, TakeFunds)
        lines = []
        for other in (army, 1 - army):
            is_richer = (move.side == "cards") == (other == army)
            numbers = [counts.more if is_richer else counts.hand, counts.hand]
            is_pair = len(seen.game.camps[other]) == 2
            drawn = " + ".join(map(str, numbers)) if is_pair else str(sum(numbers))
            lines.append(texts.say("staff.funds.draws", army=texts.army(other), cards=drawn))
        giver = army if move.side == "markers" else 1 - army
        lines.append(texts.say("staff.funds.markers", army=texts.army(giver)))
        items.append(answer(f"move {move}", tell_move(texts, move, seen), _does(host, move), lines=lines))
    yield choices(texts.say("resource.funds"), items)


def _supplies(host: Host, seen: Observation) -> Iterator[Object]:
    """Either side of Supplies: how many operations each army has [V-31, V-32]."""
    texts, army, counts = host.texts, _army(seen), seen.game.counts
    items = []
    for move in seen.legal:
        assert isinstance(move, TakeSupplies)
        numbers = (counts.high, counts.low) if move.side == "high" else (counts.low, counts.high)
        lines = [f"{texts.army(other)}: {number}" for other, number in zip((army, 1 - army), numbers, strict=True)]
        items.append(answer(f"move {move}", tell_move(texts, move, seen), _does(host, move), lines=lines))
    yield choices(texts.say("resource.supplies"), items, texts.say("staff.supplies.about"))


def _hand_out(host: Host, seen: Observation) -> Iterator[Object]:
    """Who has the first marker, then the second and so on; the last goes to who is left [V-28]."""
    texts, given = host.texts, host.chosen
    orders = [move for move in seen.legal if isinstance(move, HandOut) and move.order[: len(given)] == given]
    at = len(given)
    names = {move.order[at]: None for move in orders}
    items = []
    for name in names:
        who = texts.who(seen.game.seat_of[name], seen)
        fitting = [move for move in orders if move.order[at] == name]
        if len(fitting) == 1:
            items.append(
                answer(f"move {fitting[0]}", who, _does(host, fitting[0]), lines=[tell_move(texts, fitting[0], seen)])
            )
        else:
            items.append(answer(f"seat {name}", who, _point(*given, name)))
    yield choices(texts.say("staff.order.next", number=at + 1), items)
    if given:
        yield _back(texts, "staff.order.again")


def _each_move(host: Host, seen: Observation) -> Iterator[Object]:
    """A few moves side by side, each with what would come of it."""
    texts = host.texts
    loud = (Start, AdvanceAll)
    items = [
        _answer(host, seen, move, tell_move(texts, move, seen), kind="primary" if isinstance(move, loud) else "plain")
        if isinstance(move, Start | Remove | AdvanceAll | Keep)
        else answer(f"move {move}", tell_move(texts, move, seen), _does(host, move))
        for move in seen.legal
    ]
    yield choices("", items)


_ASKED: Mapping[Phase, Callable[[Host, Observation], Iterator[Object]]] = {
    Phase.MARKER: _marker,
    Phase.FUNDS: _funds,
    Phase.FOUR: _each_move,
    Phase.HAND_OUT: _hand_out,
    Phase.SUPPLIES: _supplies,
    Phase.OPERATIONS: _steps,
    Phase.SPECIAL: _marker,
    Phase.TURN: _turn,
    Phase.AGAIN: _turn,
    Phase.STEPS: _steps,
    Phase.ADVANCE: _steps,
    Phase.REMOVE: _each_move,
    Phase.START: _each_move,
    Phase.ADVANCE_ALL: _each_move,
    Phase.BLOCK: _marker,
}
"""What is shown in each phase in which somebody is asked."""


# Hands ----------------------------------------------------------------------------------------------------------------


def _hand(texts: Texts, seen: Observation, seat: Seat, key: str) -> Iterator[Object]:
    """A hand that nothing is asked about."""
    if hand := seen.hands[seat]:
        items = [_face(texts, seen, each, [texts.effect(each, seen.game)]) for each in hand]
        yield cards(texts.say(key, seat=texts.who(seat, seen)), items, size="small")


def listed(seen: Observation) -> Iterable[PlayerMove]:
    """What the text version offers one by one: in a turn there are far too many, so they are chosen in the panel."""
    return () if seen.phase in (Phase.TURN, Phase.AGAIN) else seen.legal
