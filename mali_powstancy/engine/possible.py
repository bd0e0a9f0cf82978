"""Which positions can be: what the rules never lead to, each with a sentence that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mali_powstancy.engine.board import DistrictId, FieldId
from mali_powstancy.engine.cards import VICTORY, Action, Colour, GoalId, OrderId
from mali_powstancy.engine.rules.ordering import leads_to_fallen, order_phase_ahead
from mali_powstancy.engine.rules.soldier import nearest_scouts
from mali_powstancy.engine.state import HAND, PRISON, Draft, Phase

Doubt = tuple[bool, str]
"""Whether something is wrong, and what it is."""

IN_TURNS = (Phase.PLACE_SCOUT, Phase.TURN, Phase.PEEK)
OF_SOLDIER = (Phase.DIE, Phase.TARGET, Phase.CHOOSE_EXTRA, Phase.EXTRA_MOVE)
"""After the prisoners were set free."""
OF_PASSING = (Phase.BLOCK_ROAD, Phase.DISPLACED, Phase.EXTRA_ORDER, Phase.EVACUATED, Phase.LATE)
"""After the cards on the track have moved on."""


def impossibility(draft: Draft) -> str | None:
    """What is wrong with a position of a running round; None if the rules can lead to it."""
    groups = (_tokens, _scouts, _orders, _deck, _cards, _goals, _soldier, _passing)
    return next((what for faults in groups for is_wrong, what in faults(draft) if is_wrong), None)


def turns_are_over(draft: Draft) -> bool:
    """Everybody has moved in this round, and cards that were used up are back in the hands."""
    return bool(draft.cards) and all(task.phase is not Phase.TURNS_END for task in draft.agenda)


def _subjects(draft: Draft, phase: Phase) -> tuple[str, ...]:
    return tuple(task.subject for task in draft.agenda if task.phase is phase)


def _is_twice(things: Iterable[object]) -> bool:
    return any(count > 1 for count in Counter(things).values())


# The board ----------------------------------------------------------------------------------------------------------


def _tokens(draft: Draft) -> Iterator[Doubt]:
    board, scenario = draft.game.board, draft.game.scenario
    blocked = [token.road for token in draft.tokens if token.road is not None]
    for place, road in draft.tokens:
        yield road is not None and place not in board.road[road].ends, f"{road} is no road of {place}"
    yield _is_twice(blocked), "a road is blocked twice"
    yield _is_twice(draft.fallen), "a district has fallen twice"
    if not draft.game.is_extended:
        yield len(draft.tokens) >= scenario.tokens_to_lose, "so many small tokens, and the game would be over"
        yield bool(draft.fallen), "no district falls in the basic variant"
        laid = Counter(token.place for token in draft.tokens)
        for place, count in Counter(_destinations(draft)).items():
            yield count > laid[place], f"an order to {place} was late, so a small token of {place} must be there"
        return
    yield len(draft.fallen) >= scenario.falls_to_lose, "so many districts fallen, and the game would be over"
    held = {board.district_of[token.place]: token.place for token in draft.tokens}
    yield len(held) < len(draft.tokens), "a district has two small tokens, and would have fallen"
    for district in draft.fallen:
        yield district not in held, f"{district} has fallen, so its small token must be there"
    for district, places in _late_by_district(draft).items():
        yield district not in held, f"an order to {district} was late, so a small token must be there"
        if district not in draft.fallen:
            yield len(places) > 1, f"{len(places)} orders to {district} were late, so it would have fallen"
            yield held.get(district) != places[0], f"the small token of {district} belongs to {places[0]}"


def _destinations(draft: Draft) -> list[FieldId]:
    """Where the late orders were to go whose consequences have been drawn; that of the last may be asked for now."""
    late = draft.late[:-1] if draft.agenda[0].phase is Phase.BLOCK_ROAD else draft.late
    return [draft.game.orders[order].to for order in late]


def _late_by_district(draft: Draft) -> dict[DistrictId, list[FieldId]]:
    found: dict[DistrictId, list[FieldId]] = {}
    for place in _destinations(draft):
        found.setdefault(draft.game.board.district_of[place], []).append(place)
    return found


def _scouts(draft: Draft) -> Iterator[Doubt]:
    game, board = draft.game, draft.game.board
    blocked = {token.road for token in draft.tokens}
    displaced, evacuated = _subjects(draft, Phase.DISPLACED), _subjects(draft, Phase.EVACUATED)
    seat = draft.agenda[0].who if draft.agenda[0].phase in IN_TURNS else None
    has_moved = draft.order_of_play[: draft.order_of_play.index(seat)] if seat in draft.order_of_play else ()
    for number, place in enumerate(draft.where):
        scout, order = game.scouts[number], draft.carrying[number]
        if place in (PRISON, HAND):
            yield game.is_extended, f"there is no field {place!r}: nobody is arrested in the extended variant"
            yield order is not None, f"{scout} is not on the board and carries an order"
            at_die = place == PRISON and draft.agenda[0].phase in OF_SOLDIER
            yield at_die, f"{scout} is in prison, but prisoners are set free before the die is rolled: say 'hand'"
            yield place == HAND and game.seat_of[number] in has_moved, f"{scout} came back in this round's turn"
            continue
        yield place == draft.soldier, f"nobody can stand on {place}, where the soldier is"
        in_fallen = board.district_of[place] in draft.fallen and scout not in evacuated
        yield in_fallen, f"nobody can stand on {place}: its district has fallen"
        on_blocked = place in board.road_of and board.road_of[place].id in blocked and scout not in displaced
        yield on_blocked, f"nobody can stand on {place}: the road is blocked"
        yield order is not None and game.orders[order].to == place, f"{order} would have been delivered"
    for numbers in game.numbers_of:
        carried = [draft.carrying[number] for number in numbers if draft.carrying[number] is not None]
        yield not set(carried) <= set(dict(draft.track)) - {VICTORY}, "a scout carries an order that is not open"
        yield _is_twice(carried), "two scouts of a patrol carry the same order"


def _soldier(draft: Draft) -> Iterator[Doubt]:
    game, (phase, _, subject) = draft.game, draft.agenda[0]
    if game.is_extended:
        yield draft.soldier is not None, "there is no soldier in the extended variant"
        yield phase in (*OF_SOLDIER, Phase.SOLDIER), "there is no die in the extended variant"
        return
    if phase in (Phase.TARGET, Phase.CHOOSE_EXTRA, Phase.EXTRA_MOVE):
        colour = Colour.BLACK if phase is Phase.TARGET else Colour.RED
        numbers = [face.number for face in game.scenario.die if face.colour is colour]
        walked = phase is Phase.EXTRA_MOVE and 0 <= draft.points <= max(numbers, default=0)
        yield draft.points not in numbers and not walked, f"no {colour} face of the die shows {draft.points}"
    nearest = nearest_scouts(draft)
    if phase is Phase.TARGET:
        yield len({draft.where[n] for n in nearest}) < 2, "the soldier's target is asked for only if there are several"
    elif phase is Phase.CHOOSE_EXTRA:
        yield len(nearest) < 2, "who gets the extra move is asked only if several are nearest"
    elif phase is Phase.EXTRA_MOVE:
        away = draft.where[game.number[subject]] in (PRISON, HAND)
        yield away, f"{subject} is not on the board, so it gets no extra move"


# Orders and the deck ------------------------------------------------------------------------------------------------


def _orders(draft: Draft) -> Iterator[Doubt]:
    spaces = draft.game.scenario.track_spaces
    heard = [peeked.order for peeked in draft.top]
    gone = [*draft.late, *draft.discarded, *_subjects(draft, Phase.LATE), *(o for own in draft.delivered for o in own)]
    everywhere = [*dict(draft.track), *gone, *heard]
    yield _is_twice([slot.order for slot in draft.track]) or _is_twice(everywhere), "an order is in two places"
    yield VICTORY in gone, "the Victory card is neither delivered nor late"
    yield any(slot.space > spaces for slot in draft.track), f"the track ends with space {spaces}"
    for order in draft.discarded:
        has_fallen = leads_to_fallen(draft, order)
        yield not has_fallen, f"{order} was put away, but neither of its districts has fallen"


def drawn_cards(draft: Draft) -> list[OrderId]:
    """All cards that have left the deck, as far as they are told."""
    drawn = [*dict(draft.track), *draft.late, *draft.discarded, *_subjects(draft, Phase.LATE)]
    return [*drawn, *(order for own in draft.delivered for order in own)]


def _deck(draft: Draft) -> Iterator[Doubt]:
    game, heard, due = draft.game, [peeked.order for peeked in draft.top], draft.game.counts.orders_due
    laying = len(_subjects(draft, Phase.LAY_ORDER))
    is_passing = draft.agenda[0].phase in OF_PASSING
    in_deck = draft.victory_at >= 0
    if game.is_extended:
        on_track = VICTORY in dict(draft.track)
        yield in_deck and on_track, "the Victory card is in two places"
        yield in_deck and draft.victory_at >= draft.deck_left, "the Victory card lies below the deck: it needs a card"
        left = not in_deck and not on_track and not is_passing
        yield left, "the Victory card is neither in the deck nor on the track, and the game would be over"
        came_before = laying and on_track and dict(draft.track)[VICTORY] > 1
        yield bool(came_before), "no more orders are laid after the Victory card has come"
    else:
        yield in_deck or VICTORY in dict(draft.track), "there is no Victory card in the basic variant"
    most = game.counts.orders_above_victory + game.counts.orders_below_victory + game.is_extended
    yield not 0 <= draft.deck_left <= most - len(drawn_cards(draft)), "the deck has not so many cards"
    yield laying > due(draft.round), f"round {draft.round} lays {due(draft.round)} orders, not {laying}"
    # Cards that gossip has shown.
    yield bool(heard) and Action.GOSSIP not in game.actions.values(), "without gossip nobody knows what is on the deck"
    yield len(heard) > draft.deck_left, "more cards are known than lie in the deck"
    victory_known = draft.victory_at if 0 <= draft.victory_at < len(heard) else None
    known = heard.index(VICTORY) if VICTORY in heard else None
    yield known != victory_known, "the Victory card lies elsewhere in the deck than among the known cards"
    yield any(not seats for _, seats in draft.top), "somebody must know a known card"
    if not order_phase_ahead(draft):
        return  # what is known of the deck then stays known for ever
    before = laying if not draft.cards else due(draft.round + 1)
    yield len(heard) > before, f"gossip tells of the next order phase only: here of {before} cards"
    for _, seats in draft.top:
        for seat in seats if draft.cards else ():
            tells = game.actions.get(draft.cards[seat]) is Action.GOSSIP
            yield not tells, f"{game.patrols[seat]} knows a card, but has not played gossip"


# Cards and goals ----------------------------------------------------------------------------------------------------


def _cards(draft: Draft) -> Iterator[Doubt]:
    game, whole = draft.game, draft.game.scenario.cards
    cards = draft.cards or (None,) * len(draft.hands)
    taken_back = turns_are_over(draft) and all(hand == whole for hand in draft.hands)
    for patrol, card, hand, sealed in zip(game.patrols, cards, draft.hands, draft.sealed, strict=True):
        yield _is_twice(hand) or (card in hand and not taken_back), f"a movement card of {patrol} is there twice"
        yield sealed is not None and sealed not in hand, f"{patrol} has not the card {sealed} that lies face down"
    yield len({len(hand) for hand in draft.hands}) > 1, "everybody uses one card a round, so hands are equally large"
    yield () in draft.hands and not draft.cards, "nobody chooses from an empty hand"
    stuck = () in draft.hands and turns_are_over(draft)
    yield stuck, "after the turns nobody has an empty hand: who has used all cards takes them back"


def _goals(draft: Draft) -> Iterator[Doubt]:
    scenario = draft.game.scenario
    yield _is_twice(goal for own in draft.goals_dealt for goal in own), "a goal was dealt twice"
    for patrol, dealt, kept in zip(draft.game.patrols, draft.goals_dealt, draft.goals, strict=True):
        yield len(dealt) > scenario.goals_dealt, f"everybody is dealt {scenario.goals_dealt} goals"
        yield len(kept) > scenario.goals_kept, f"everybody keeps {scenario.goals_kept} goals"
        yield not set(kept) <= set(dealt), f"{patrol} keeps a goal that was not dealt to it"
        yield _is_twice(kept), f"{patrol} keeps a goal twice"
        yield colours(draft, kept) < len(kept), f"{patrol} keeps two goals of one colour"


def colours(draft: Draft, goals: Iterable[GoalId]) -> int:
    """How many colours these goals have."""
    return len({draft.game.scenario.goals[goal].kind for goal in goals})


# Time passes --------------------------------------------------------------------------------------------------------


def _passing(draft: Draft) -> Iterator[Doubt]:
    game, board = draft.game, draft.game.board
    phase, _, subject = draft.agenda[0]
    if phase not in OF_PASSING:
        return
    if phase is Phase.BLOCK_ROAD:
        last = game.orders[draft.late[-1]].to if draft.late else None
        yield last != subject, f"a road of {subject} is blocked when an order to it was late: name it last in `late`"
        held = {board.district_of[token.place] for token in draft.tokens} | {*draft.fallen}
        yield game.is_extended and board.district_of[subject] in held, f"the district of {subject} would have fallen"
        is_last = not game.is_extended and len(draft.tokens) + 1 >= game.scenario.tokens_to_lose
        yield is_last, "with one more small token the game would be over"
    if displaced := _subjects(draft, Phase.DISPLACED):
        road = draft.tokens[-1].road if draft.tokens else None
        fields = board.road[road].fields if road is not None else ()
        yield displaced != _leaving(draft, fields), "those on the road of the last token leave it in the order of play"
    if evacuated := _subjects(draft, Phase.EVACUATED):
        inside = board.fields_in[draft.fallen[-1]] if draft.fallen else ()
        yield evacuated != _leaving(draft, inside), "those in the district that fell last leave it in the order of play"
    if phase is Phase.EXTRA_ORDER:
        yield not draft.tokens, "an extra order comes after a small token"


def _leaving(draft: Draft, fields: Iterable[FieldId]) -> tuple[str, ...]:
    """Who stands on these fields, in the order in which they leave [H-40]."""
    game, closed = draft.game, set(fields)
    numbers = [number for seat in draft.order_of_play for number in game.numbers_of[seat]]
    return tuple(game.scouts[number] for number in numbers if draft.where[number] in closed)
