"""Playing a card: units are added, a commander is laid or replaced, an order is laid; and activating a commander."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mali_powstancy.bitwa_warszawska.cards import COMMANDER, ORDER, Army, CardId, Front
from mali_powstancy.bitwa_warszawska.events import CommanderActivated, CommanderReplaced, EffectChosen, card_played
from mali_powstancy.bitwa_warszawska.game import FRONT, numbers_of_choice
from mali_powstancy.bitwa_warszawska.moves import Activate, Play, Seat
from mali_powstancy.bitwa_warszawska.refusals import Reason
from mali_powstancy.bitwa_warszawska.rules.blockade import is_closed
from mali_powstancy.bitwa_warszawska.rules.carrying import usable_options
from mali_powstancy.bitwa_warszawska.rules.hands import discard, discard_from_hand, go_on_after, take_from_hand
from mali_powstancy.bitwa_warszawska.rules.movement import add_units, send_surplus_back
from mali_powstancy.bitwa_warszawska.state import Draft, Phase, Position, Task, replaced


def legal_plays(position: Position, army: Army, cards: Iterable[CardId]) -> list[Sequence[Play]]:
    """Every way in which each of these cards of an army can be played [V-40, V-41, V-46, V-47, V-51]."""
    game = position.game
    kinds, fields = game.kind, _open_fields(position, army)
    found: list[Sequence[Play]] = []
    for card in cards:
        kind = kinds[card]
        if kind == "unit":
            found.append(game.unit_plays[card])
        elif kind == "order":
            found.append(game.order_plays[card][fields])
        else:
            found.append(_ways_to_lay(position, army, card))
    return found


def _open_fields(position: Position, army: Army) -> int:
    """The order fields of an army that are empty and open, as a set of `FIELDS` [V-57, HV-11]."""
    north, middle, south = position.orders[3 * army : 3 * army + 3]
    fields = (not north) + 2 * (not middle) + 4 * (not south)
    for place in (position.markers[1 - army], position.special - 10 * army):
        if ORDER <= place < ORDER + 3:
            fields &= ~(1 << place - ORDER)
    return fields


def _ways_to_lay(position: Position, army: Army, card: CardId) -> list[Play]:
    """The fronts to which a commander can come, and his effects there [V-46, V-47, V-56]."""
    plays, always = position.game.plays[card], position.game.commander_plays[card]
    found: list[Play] = []
    for front in range(3):
        if is_closed(position, army, COMMANDER + front):
            if position.commanders[3 * army + front]:
                found.append(plays[front][0])  # HV-9: he replaces the other without any effect
        elif (known := always[front]) is not None:
            found += known
        else:
            found += [plays[front][number] for number in _choices(position, army, front, card)]
    return found


def _choices(position: Position, army: Army, front: Front, card: CardId) -> list[int]:
    """The numbers of the effects to choose from now [V-47, HV-26]."""
    return numbers_of_choice(usable_options(position, army, front, card), len(position.game.at_once[card]))


def refuse_play(position: Position, move: Play) -> Reason | None:
    """A front where the card can be laid, and an effect if there is a choice [V-46, V-47, V-51, V-56]."""
    game = position.game
    kind = game.kind[move.card]
    if type(move.option) is not int or (move.front != "" and move.front not in FRONT):
        return Reason.MALFORMED
    if kind == "unit":
        return _refuse_unit(position, move)
    if move.front == "":
        return Reason.CHOICE_MISSING
    army, front = game.armies[position.agenda[0].who], FRONT[move.front]
    if kind == "order":
        return _refuse_order(position, army, front, move.option)
    if is_closed(position, army, COMMANDER + front):
        if not position.commanders[3 * army + front]:
            return Reason.COMMANDER_FIELD_BLOCKED
        return Reason.COMMANDER_BLOCKED if move.option else None
    return _refuse_choice(position, army, front, move.card, move.option)


def _refuse_unit(position: Position, move: Play) -> Reason | None:
    """Only a card for one front of the player's choice names a front [V-41]."""
    is_free = not position.game.scenario.cards[move.card].options[0][0].fronts
    if move.option or (move.front and not is_free):
        return Reason.CHOICE_NEEDLESS
    return Reason.CHOICE_MISSING if is_free and not move.front else None


def _refuse_order(position: Position, army: Army, front: Front, option: int) -> Reason | None:
    """One order per front, on an open field; a marker hinders only the next order [V-57, HV-10, HV-11]."""
    if position.orders[3 * army + front]:
        return Reason.ORDER_FIELD_OCCUPIED
    if is_closed(position, army, ORDER + front):
        return Reason.ORDER_FIELD_BLOCKED
    return Reason.CHOICE_NEEDLESS if option else None


def _refuse_choice(position: Position, army: Army, front: Front, card: CardId, option: int) -> Reason | None:
    """One of the effects that can be used, if there are two to choose from [V-47, HV-26]."""
    choices = _choices(position, army, front, card)
    if option in choices:
        return None
    if not 0 <= option <= 2:
        return Reason.MALFORMED
    if not option:
        return Reason.CHOICE_MISSING
    return Reason.CHOICE_NEEDLESS if len(position.game.at_once[card]) == 1 else Reason.EFFECT_NOT_USABLE


def play_card(draft: Draft, move: Play) -> None:
    """The card leaves the hand and works at once [V-36, HV-42, HV-53]."""
    game, card = draft.game, move.card
    seat = take_from_hand(draft, card)
    army = game.armies[seat]
    front = FRONT[move.front] if move.front else None
    draft.tell(card_played(seat, card, front))
    if front is None or game.kind[card] == "unit":
        _add(draft, army, card, front)
        tasks: tuple[Task, ...] = ()
    elif game.kind[card] == "order":
        draft.orders = replaced(draft.orders, 3 * army + front, card)
        tasks = _clauses(draft, seat, front, card, 0)
    else:
        tasks = _lay_commander(draft, seat, front, card, move.option)
    go_on_after(draft, tasks)


def _add(draft: Draft, army: Army, card: CardId, front: Front | None) -> None:
    """Units come to the lines and fronts on the card; then it is discarded [V-41, V-42, HV-43]."""
    clause = draft.game.scenario.cards[card].options[0][0]
    for where in clause.fronts if front is None else (front,):
        for number, line in clause.parts:
            add_units(draft, army, where, line, number)
    discard(draft, army, card)


def _clauses(draft: Draft, seat: Seat, front: Front, card: CardId, option: int) -> tuple[Task, ...]:
    """What an effect does at once, as a task."""
    clauses = draft.game.at_once[card][option]
    return (Task(Phase.CLAUSES, seat=seat, front=front, clauses=clauses),) if clauses else ()


def _lay_commander(draft: Draft, seat: Seat, front: Front, card: CardId, option: int) -> tuple[Task, ...]:
    """He replaces who is there; first his limit is applied, then his effect is carried out [V-45, V-46, V-50].

    What the other one gave leaves with him [HV-28, HV-45]. On a closed place he has no effect [HV-9].
    """
    game = draft.game
    army = game.armies[seat]
    at = 3 * army + front
    former = draft.commanders[at]
    draft.commanders = replaced(draft.commanders, at, card)
    if former:
        discard(draft, army, former)
        draft.used = replaced(draft.used, at, False)
        draft.strength = replaced(draft.strength, at, 0)
        draft.pending = replaced(draft.pending, at, ())
        draft.started = replaced(draft.started, at, False)
        draft.tell(CommanderReplaced(army, front, former))
        send_surplus_back(draft, army, front)
    if is_closed(draft, army, COMMANDER + front) or not usable_options(draft, army, front, card):
        return ()
    return _use(draft, seat, front, card, option)


def _use(draft: Draft, seat: Seat, front: Front, card: CardId, option: int) -> tuple[Task, ...]:
    """An effect of a commander is chosen and marked [V-12, V-47, V-49]."""
    army, number = draft.game.armies[seat], max(option - 1, 0)
    at = 3 * army + front
    draft.used = replaced(draft.used, at, True)
    draft.pending = replaced(draft.pending, at, draft.game.in_battle[card][number])
    draft.tell(EffectChosen(army, front, card, number))
    return _clauses(draft, seat, front, card, number)


# Activating a commander ---------------------------------------------------------------------------------------------


def legal_activations(position: Position, army: Army) -> list[int]:
    """Where and how a commander can be activated: three times the front, and the number of the effect [V-61, HV-46]."""
    found = []
    for front in range(3):
        at = 3 * army + front
        card = position.commanders[at]
        if not card or position.used[at] or is_closed(position, army, COMMANDER + front):
            continue
        if usable := usable_options(position, army, front, card):
            choice = numbers_of_choice(usable, len(position.game.at_once[card]))
            found += [3 * front + number for number in choice]
    return found


def refuse_activation(position: Position, move: Activate) -> Reason | None:
    """An own commander who is there, free and not used, with an effect that can be used [V-55, V-61, HV-9, HV-26]."""
    if type(move.option) is not int or move.front not in FRONT:
        return Reason.MALFORMED
    army, front = position.game.armies[position.agenda[0].who], FRONT[move.front]
    card = position.commanders[3 * army + front]
    if not card:
        return Reason.NO_COMMANDER
    if is_closed(position, army, COMMANDER + front):
        return Reason.COMMANDER_BLOCKED
    if position.used[3 * army + front]:
        return Reason.COMMANDER_USED
    if not usable_options(position, army, front, card):
        return Reason.EFFECT_NOT_USABLE
    return _refuse_choice(position, army, front, card, move.option)


def activate(draft: Draft, move: Activate) -> None:
    """A card is discarded, and the commander's effect is carried out as when he is played [V-61, HV-46]."""
    discard_from_hand(draft, move.card)
    seat, front = draft.agenda[0].who, FRONT[move.front]
    army = draft.game.armies[seat]
    card = draft.commanders[3 * army + front]
    draft.tell(CommanderActivated(army, front, card))
    go_on_after(draft, _use(draft, seat, front, card, move.option))
