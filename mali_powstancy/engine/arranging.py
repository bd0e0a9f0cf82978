"""Arranged positions: a game in the middle, set up in words, for lessons, puzzles and tests; and the words of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NoReturn, TypedDict, TypeVar, Unpack

from mali_powstancy.engine.board import DistrictId, FieldId, RoadId
from mali_powstancy.engine.cards import VICTORY, Action, GoalId, OrderId, PatrolId, ScoutId
from mali_powstancy.engine.game import Game
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.possible import OF_PASSING, colours, drawn_cards, impossibility, turns_are_over
from mali_powstancy.engine.rules.choosing import begin_turn
from mali_powstancy.engine.rules.hopping import blocked_roads
from mali_powstancy.engine.rules.ordering import lay
from mali_powstancy.engine.rules.playing import go_on
from mali_powstancy.engine.rules.setup import new_game
from mali_powstancy.engine.rules.soldier import nearest_scouts
from mali_powstancy.engine.scenario import Scenario
from mali_powstancy.engine.state import (
    CHANCE,
    HAND,
    NOBODY,
    PRISON,
    Draft,
    GameState,
    Peeked,
    Phase,
    Slot,
    Task,
    Token,
    draft_of,
    finished,
)
from mali_powstancy.tabletop.game import SetupError

Value = TypeVar("Value")
By = Mapping[PatrolId, Value]

MOST = 1_000
"""No list that is said is longer, and no number larger."""


class Arrangement(TypedDict, total=False):
    """The words in which a position is told; what is left out is as at the opening. `docs/arrange.md` shows them."""

    # Who plays, and when.
    players: int | None
    patrols: Sequence[PatrolId] | None
    round: int
    """0 is the set-up: the start player is chosen, goals are dealt (`dealt`) and kept (`goals`)."""
    start_player: PatrolId | None
    stopping: bool
    """The table has called "stop here"."""
    # The board.
    scouts: Mapping[ScoutId, FieldId] | None
    """By scout: a field, `prison` or `hand`."""
    carrying: Mapping[ScoutId, OrderId] | None
    soldier: FieldId | None
    tokens: Iterable[tuple[FieldId, RoadId | None]]
    """Small tokens in the order in which they were laid: the object, and the road that is blocked."""
    fallen: Iterable[DistrictId]
    # Orders.
    track: Iterable[tuple[OrderId, int]] | Mapping[OrderId, int]
    """The open orders and their spaces, in the order in which they were laid."""
    delivered: By[Sequence[OrderId]] | None
    late: Iterable[OrderId]
    discarded: Iterable[OrderId]
    """Orders of fallen districts that were put away."""
    top: Iterable[tuple[OrderId, Sequence[PatrolId]]]
    """The known cards on top of the deck, and who knows each."""
    deck_left: int | None
    victory_at: int | None
    """How many cards lie above the Victory card; -1 when it has left the deck."""
    # Goals.
    dealt: By[Sequence[GoalId]] | None
    goals: By[Sequence[GoalId]] | None
    # Movement cards.
    hands: By[Sequence[int]] | None
    sealed: By[int] | None
    """The cards laid face down, while others still choose."""
    cards: By[int] | None
    """The cards revealed in this round."""
    # What is asked now: without all these the choice of cards, and after it the first turn.
    orders: int
    """The order phase: so many cards are still to be laid."""
    turn: PatrolId | None
    points: int | None
    """What is left of the card, or of the number that was rolled."""
    action_used: bool
    at_die: bool
    """The same as `now="die"`."""
    now: str | Sequence[str] | None
    """What else is asked, one text for each task that is still to be done: `"evacuated zosia"`, see `_TASKS`."""


_NAMED = tuple(Arrangement.__annotations__)
_SETTING_UP = {"players", "patrols", "round", "start_player", "stopping", "dealt", "goals"}
_TASKS = {
    "peek": "gossip shows the next card",
    "soldier": "prisoners are set free, then the die is rolled",
    "die": "the die is rolled",
    "target": "whose player chooses where the soldier runs",
    "choose-extra": "whose player chooses who gets the extra move",
    "extra-move SCOUT": "a scout walks on after a red face",
    "time-passes": "all cards on the track move on",
    "block-road OBJECT": "a road of this object is to be blocked",
    "displaced SCOUT": "a scout leaves a road that was blocked",
    "extra-order": "an extra order is laid",
    "evacuated SCOUT": "a scout leaves a district that fell",
    "late ORDER": "this order has left the track and comes next",
}
_PASSING = {  # B: block-road, D: displaced, X: extra-order, E: evacuated, L: late
    False: re.compile(r"(B|D+)?L*"),
    True: re.compile(r"((B|D+)X|X?E*)L*"),
}
_LETTERS = dict(zip(OF_PASSING, "BDXEL", strict=True))


def arrange(scenario: Scenario, **said: Unpack[Arrangement]) -> GameState:
    """A position at any point where somebody is asked, in which only what is said differs from the opening.

    With `cards` (the movement cards revealed, by patrol) it is the turn of `turn`, or of the first in the order of
    play; with `at_die` all turns are over and the die is to be rolled; without `cards` everybody is to choose one.
    `now` leads to all other points. Where nobody has to be asked, the rules act by themselves, as in any game.
    Raise `SetupError`, with a sentence, for a position that cannot be.
    """
    words = {name: value for name, value in said.items() if value is not None}
    for name in words:
        _one_of(_NAMED, name, "word to arrange by")
    opening = new_game(scenario, words.get("players"), patrols=words.get("patrols"))  # type: ignore[arg-type]
    draft = draft_of(opening)
    saying = _Saying(draft, words)
    saying.set_round()
    if draft.round == 0:
        saying.set_up()
    else:
        saying.set_board()
        saying.set_orders()
        saying.set_goals()
        saying.set_cards()
        saying.set_agenda()
        saying.set_deck()
        saying.set_hands()
    if (fault := impossibility(draft)) is not None:
        _refuse(fault)
    ways = draft.game.board.ways(blocked_roads(draft), frozenset(draft.fallen[:-1]))
    for district in draft.fallen[-1:]:  # the last by itself: who leaves it still goes the ways before it fell [H-15]
        ways = ways.without_district(draft.game.board, district)
    draft._ways = ways
    go_on(draft)
    if draft.ending:
        _refuse("the game would be over")
    return finished(draft)


def _refuse(what: str) -> NoReturn:
    raise SetupError(f"cannot arrange this position: {what}")


# Reading words ------------------------------------------------------------------------------------------------------


def _shown(value: object) -> str:
    """A value as an error tells it: short, and never by what it says of itself."""
    return repr(value)[:60] if type(value) in (str, int, float, bool) else f"a {type(value).__name__}"


def _one_of(known: Collection[str], value: object, what: str) -> str:
    if isinstance(value, str) and str(value) in known:
        return str(value)
    near: list[str] = []
    if isinstance(value, str):
        from difflib import get_close_matches  # late: importing should be quick

        near = get_close_matches(value[:100], [*map(str, known)], n=1)
    _refuse(f"there is no {what} {_shown(value)}" + (f"; did you mean {near[0]!r}?" if near else ""))


def _listed(value: object, name: str) -> tuple[Any, ...]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        _refuse(f"{name} must be a list, not {_shown(value)}")
    things = tuple(islice(value, MOST + 1))
    if len(things) > MOST:
        _refuse(f"{name} is too long a list")
    return things


def _pairs(value: object, name: str) -> list[tuple[Any, Any]]:
    pairs = [_listed(pair, name) for pair in (value.items() if isinstance(value, Mapping) else _listed(value, name))]
    if any(len(pair) != 2 for pair in pairs):
        _refuse(f"{name} must be a list of pairs")
    return [(one, other) for one, other in pairs]


def _mapped(value: object, name: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        _refuse(f"{name} must say who has what, like {{'red': ...}}, not {_shown(value)}")
    return value


def _whole(value: object, name: str, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= MOST:
        _refuse(f"{name} must be a whole number from {least}, not {_shown(value)}")
    return value


def _yes_or_no(value: object, name: str) -> bool:
    if type(value) is not bool:
        _refuse(f"{name} must be True or False, not {_shown(value)}")
    return value


class _Saying:
    """What is said of a position goes into a draft, word by word."""

    def __init__(self, draft: Draft, words: Mapping[str, object]) -> None:
        self.draft = draft
        self.game: Game = draft.game
        self.words = words

    def _of_seats(self, name: str, read: Callable[[object, str], Value], default: Value) -> tuple[Value, ...]:
        """By seat, from words by patrol."""
        said = _mapped(self.words.get(name, {}), name)
        for patrol in said:
            self._patrol(patrol)
        return tuple([read(said[patrol], name) if patrol in said else default for patrol in self.game.patrols])

    def _patrol(self, value: object) -> Seat:
        return self.game.patrols.index(_one_of(self.game.patrols, value, "patrol at this table called"))

    def _scout(self, value: object) -> int:
        return self.game.number[_one_of(self.game.number, value, "scout at this table called")]

    def _order(self, value: object, name: str = "") -> OrderId:
        return _one_of(self.game.orders, value, "order")

    def _orders(self, value: object, name: str) -> tuple[OrderId, ...]:
        return tuple(map(self._order, _listed(value, name)))

    def _goals(self, value: object, name: str) -> tuple[GoalId, ...]:
        return tuple([_one_of(self.game.scenario.goals, goal, "goal") for goal in _listed(value, name)])

    def _field(self, value: object) -> FieldId:
        found = self.game.board.field_named(value) if isinstance(value, str) else None
        return found if found is not None else _one_of(self.game.board.rank, value, "field")

    def _card(self, value: object, name: str) -> int:
        if type(value) is not int or value not in self.game.scenario.cards:
            _refuse(f"there are only the cards {', '.join(map(str, self.game.scenario.cards))}, not {_shown(value)}")
        return value

    def _hand(self, value: object, name: str) -> tuple[int, ...]:
        return tuple(sorted(self._card(card, name) for card in _listed(value, name)))

    # What a position consists of.

    def set_round(self) -> None:
        self.draft.round = _whole(self.words.get("round", 1), "round")
        self.draft.start_player = self._patrol(self.words["start_player"]) if "start_player" in self.words else 0
        self.draft.stopping = _yes_or_no(self.words.get("stopping", False), "stopping")

    def set_board(self) -> None:
        draft, board = self.draft, self.game.board
        where, carrying = list(draft.where), list(draft.carrying)
        for scout, field in _mapped(self.words.get("scouts", {}), "scouts").items():
            where[self._scout(scout)] = field if field in (PRISON, HAND) else self._field(field)
        for scout, order in _mapped(self.words.get("carrying", {}), "carrying").items():
            carrying[self._scout(scout)] = None if order is None else self._order(order)
        draft.where, draft.carrying = tuple(where), tuple(carrying)
        if "soldier" in self.words:
            draft.soldier = self._field(self.words["soldier"])
        draft.tokens = tuple(
            Token(_one_of(board.place, place, "object"), None if road is None else self._road(road))
            for place, road in _pairs(self.words.get("tokens", ()), "tokens")
        )
        districts = _listed(self.words.get("fallen", ()), "fallen")
        draft.fallen = tuple([_one_of(board.district, district, "district") for district in districts])

    def _road(self, value: object) -> RoadId:
        found = self.game.board.road_named(value) if isinstance(value, str) else None
        return found if found is not None else _one_of(self.game.board.road, value, "road")

    def set_orders(self) -> None:
        draft, words = self.draft, self.words
        slots = _pairs(words.get("track", ()), "track")
        cards = (*self.game.orders, VICTORY)
        lay(draft, tuple([Slot(_one_of(cards, order, "order"), _whole(space, "a space", 1)) for order, space in slots]))
        draft.delivered = self._of_seats("delivered", self._orders, ())
        draft.late = self._orders(words.get("late", ()), "late")
        draft.discarded = self._orders(words.get("discarded", ()), "discarded")
        draft.top = tuple(
            Peeked(_one_of(cards, order, "order"), tuple(sorted({self._patrol(who) for who in _listed(knows, "top")})))
            for order, knows in _pairs(words.get("top", ()), "top")
        )

    def set_deck(self) -> None:
        """Cards that are told are not in the deck; the Victory card lies as at the opening, or as deep as it can."""
        draft, words = self.draft, self.words
        drawn = drawn_cards(draft)
        seen = {*drawn, *(peeked.order for peeked in draft.top)}
        draft.deck = tuple([order for order in draft.deck if order not in seen])
        has_left = words.get("victory_at") == -1 and VICTORY not in drawn
        left = max(0, draft.deck_left - len(drawn) - has_left)
        draft.deck_left = _whole(words.get("deck_left", left), "deck_left")
        if "victory_at" in words:
            draft.victory_at = _whole(words["victory_at"], "victory_at", -1)
        elif VICTORY in drawn:
            draft.victory_at = -1
        elif self.game.is_extended:
            heard = [peeked.order for peeked in draft.top]
            deepest = max(0, min(draft.victory_at - len(drawn), draft.deck_left - 1))
            draft.victory_at = heard.index(VICTORY) if VICTORY in heard else max(deepest, len(heard))

    def set_goals(self) -> None:
        draft = self.draft
        goals: tuple[tuple[GoalId, ...], ...] = self._of_seats("goals", self._goals, ())
        dealt: tuple[tuple[GoalId, ...], ...] = self._of_seats("dealt", self._goals, ())
        dealt = dealt if "dealt" in self.words else goals
        draft.goals, draft.goals_dealt = tuple(map(self._in_order, goals)), tuple(map(self._in_order, dealt))

    def _in_order(self, goals: tuple[GoalId, ...]) -> tuple[GoalId, ...]:
        """As the rules keep them: in the order of the file, but a goal that is said twice stays so."""
        return tuple(sorted(goals, key=[*self.game.scenario.goals].index))

    def set_cards(self) -> None:
        draft, words = self.draft, self.words
        draft.sealed = self._of_seats("sealed", self._card, None)
        if "cards" not in words:
            if early := {"turn", "at_die", "now", "points", "action_used"} & {*words} - self._denied():
                _refuse(f"{', '.join(sorted(early))} come after the cards: say which cards were played")
            return
        if early := {"sealed", "orders"} & {*words}:
            _refuse(f"{', '.join(sorted(early))} come before the cards are revealed")
        cards = self._of_seats("cards", self._card, 0)
        if 0 in cards:
            _refuse("everybody has played a card: name all of them")
        clockwise = self.game.clockwise_from[draft.start_player]
        draft.cards, draft.order_of_play = cards, tuple(sorted(clockwise, key=cards.__getitem__))

    def _denied(self) -> set[str]:
        """The words that are said to be not so."""
        return {name for name in ("at_die", "action_used") if self.words.get(name) is False}

    def set_hands(self) -> None:
        """Who has not said otherwise has used only the card of this round, but takes all back after the last."""
        draft, whole = self.draft, self.game.scenario.cards
        taken_back = turns_are_over(draft) and draft.round % len(whole) == 0
        hands = self._of_seats("hands", self._hand, None)
        played = draft.cards if draft.cards and not taken_back else (None,) * len(hands)
        draft.hands = tuple(
            tuple(card for card in whole if card != used) if hand is None else hand
            for hand, used in zip(hands, played, strict=True)
        )

    # What is asked.

    def set_up(self) -> None:
        """Before the first round: who begins, and which goals are dealt and kept."""
        draft, game, words = self.draft, self.game, self.words
        if strange := {*words} - _SETTING_UP:
            _refuse(f"before the first round nothing has happened yet: leave out {', '.join(sorted(strange))}")
        chosen = draft.start_player if "start_player" in words else None
        if "dealt" not in words and "goals" not in words:
            draft.agenda = (Task(Phase.FIRST_PLAYER, CHANCE, "" if chosen is None else str(chosen)), *draft.agenda[1:])
            draft.start_player = 0
            return
        if not game.is_extended:
            _refuse("there are no secret goals in the basic variant")
        if chosen is None:
            _refuse("goals are dealt when it is known who begins: say the start_player")
        dealt: tuple[tuple[GoalId, ...], ...] = self._of_seats("dealt", self._goals, ())
        goals: tuple[tuple[GoalId, ...], ...] = self._of_seats("goals", self._goals, ())
        draft.goals_dealt, draft.goals = dealt, goals
        clockwise = game.clockwise_from[draft.start_player]
        numbers = [len(draft.goals_dealt[seat]) for seat in clockwise]
        tasks = game.goal_tasks[draft.start_player]
        each, missing = game.scenario.goals_dealt, len(tasks) - 1 - sum(numbers)
        if missing > 0:
            if numbers != [max(0, min(each, sum(numbers) - each * place)) for place in range(len(numbers))]:
                _refuse(f"goals are dealt player by player, {each} to each, from the start player on")
            if any(draft.goals):
                _refuse("goals are kept when all of them have been dealt")
            draft.agenda = (*tasks[-missing - 1 :], draft.agenda[-1])
            return
        if any(colours(draft, dealt) < game.scenario.goals_kept for dealt in draft.goals_dealt):
            _refuse("somebody has too few colours, and all goals would be dealt again")
        draft.goals, draft.goals_dealt = (tuple(map(self._in_order, all_)) for all_ in (draft.goals, draft.goals_dealt))
        kept = [len(draft.goals[seat]) for seat in clockwise]
        if kept != sorted(kept, reverse=True) or not {*kept} <= {0, game.scenario.goals_kept}:
            _refuse(f"everybody keeps {game.scenario.goals_kept} goals, one after the other from the start player on")
        draft.agenda = (
            *(Task(Phase.KEEP_GOALS, seat) for seat in clockwise if not draft.goals[seat]),
            draft.agenda[-1],
        )

    def set_agenda(self) -> None:
        """The rest of the round."""
        draft, words = self.draft, self.words
        rest = self.game.round_tasks[draft.start_player][len(self.game.seats) :]
        if not draft.cards:
            self._before_the_reveal(rest)
            return
        tasks = self._tasks()
        if _yes_or_no(words.get("at_die", False), "at_die"):
            tasks = [*tasks, (Phase.DIE, "")]
        phases = [phase for phase, _ in tasks]
        if not phases or phases[0] is Phase.PEEK:
            self._in_a_turn(rest[1:], phases)
            return
        if early := {"turn", "action_used"} & {*words} - self._denied():
            _refuse(f"all turns are over, so leave out {', '.join(sorted(early))}")
        if {*phases} <= {*OF_PASSING}:
            if not _PASSING[self.game.is_extended].fullmatch("".join(map(_LETTERS.__getitem__, phases))):
                _refuse("`now` tells what is still to be done when time passes in another order than the rules")
            draft.agenda = (*(self._task(phase, subject) for phase, subject in tasks), rest[-1])
        elif len(phases) > 1 or phases[0] in OF_PASSING:
            _refuse("these cannot be asked one after the other: " + ", ".join(phases))
        else:
            after = rest[-1:] if phases[0] is Phase.TIME_PASSES else rest[-2:]
            draft.agenda = (self._task(*tasks[0]), *after)
        if phases[0] in (Phase.TARGET, Phase.CHOOSE_EXTRA, Phase.EXTRA_MOVE):
            if "points" not in words:
                _refuse(f"{phases[0]} needs the number that was rolled: say the points")
            draft.points = _whole(words["points"], "points")
        elif "points" in words:
            _refuse("nobody has points now")

    def _before_the_reveal(self, rest: tuple[Task, ...]) -> None:
        draft = self.draft
        laying = _whole(self.words.get("orders", 0), "orders")
        clockwise = self.game.clockwise_from[draft.start_player]
        sealed = [draft.sealed[seat] is not None for seat in clockwise]
        if sealed != sorted(sealed, reverse=True):
            _refuse("cards are laid face down one after the other, from the start player on")
        if laying and any(sealed):
            _refuse("movement cards are chosen after the order phase")
        choosing = [Task(Phase.CHOOSE_CARD, seat) for seat in clockwise if draft.sealed[seat] is None]
        draft.agenda = (*(Task(Phase.LAY_ORDER, CHANCE),) * laying, *choosing, *rest)

    def _in_a_turn(self, rest: tuple[Task, ...], peeks: Sequence[Phase]) -> None:
        draft, words, play = self.draft, self.words, self.draft.order_of_play
        if {*peeks} - {Phase.PEEK}:
            _refuse("cards are looked at in a turn, and what comes after the turns is not asked yet")
        seat = self._patrol(words["turn"]) if "turn" in words else play[0]
        begins = self.game.turn_begins
        draft.agenda = (*(begins[number] for number in play[play.index(seat) :]), *rest)
        begin_turn(draft, draft.task)
        card = draft.cards[seat]
        draft.points = _whole(words.get("points", card), "points")
        used = _yes_or_no(words.get("action_used", False), "action_used") or bool(peeks)
        if draft.points > card:
            _refuse(f"a card {card} gives no {draft.points} points")
        if used and not draft.action_open:
            _refuse(f"the card {card} has no action")
        draft.action_open = draft.action_open and not used
        if draft.task.phase is Phase.PLACE_SCOUT and (used or draft.points != card):
            _refuse("a freed scout is placed before anything else in the turn")
        if peeks:
            due = self.game.counts.orders_due(draft.round + 1)
            if self.game.actions[card] is not Action.GOSSIP or draft.points not in (0, card):
                _refuse(f"the card {card} with {draft.points} points left has not begun to look at cards")
            if len(peeks) + len(draft.top) > due:
                _refuse(f"gossip tells of the next order phase only: of {due} cards")
            draft.agenda = (Task(Phase.PEEK, CHANCE, str(seat)),) * len(peeks) + draft.agenda

    def _tasks(self) -> list[tuple[Phase, str]]:
        """What `now` says, as phases and what they are about."""
        said = self.words.get("now", ())
        phases = {text.partition(" ")[0]: " " in text for text in _TASKS}
        tasks = []
        for text in [said] if isinstance(said, str) else _listed(said, "now"):
            phase, _, subject = text.partition(" ") if isinstance(text, str) else (text, "", "")
            phase = _one_of(phases, phase, "task for `now` called")
            if phases[phase] != bool(subject):
                _refuse(f"`now` says {next(task for task in _TASKS if task.split()[0] == phase)!r}, not {_shown(text)}")
            tasks.append((Phase(phase), subject))
        return tasks

    def _task(self, phase: Phase, subject: str) -> Task:
        """Who is asked is worked out, not said."""
        game, draft = self.game, self.draft
        match phase:
            case Phase.DIE:
                return Task(phase, CHANCE)
            case Phase.EXTRA_ORDER:
                return Task(phase, CHANCE)
            case Phase.TARGET | Phase.CHOOSE_EXTRA:
                nearest = nearest_scouts(draft) if draft.soldier is not None else []
                return Task(phase, game.seat_of[nearest[0]] if nearest else 0)
            case Phase.EXTRA_MOVE | Phase.DISPLACED | Phase.EVACUATED:
                number = self._scout(subject)
                return Task(phase, game.seat_of[number], game.scouts[number])
            case Phase.BLOCK_ROAD:
                return Task(phase, draft.order_of_play[-1], _one_of(game.board.place, subject, "object"))
            case Phase.LATE:
                return Task(phase, NOBODY, self._order(subject))
            case _:
                return Task(phase)


# The words of a position --------------------------------------------------------------------------------------------


def described(state: GameState) -> Arrangement:
    """The words that `arrange` makes this position of again, as plain values that can be saved as JSON.

    Raise `SetupError` if the game is over, for then nobody is asked.
    """
    if state.ending:
        raise SetupError("the game is over, and only a running game can be arranged")
    game, patrols = state.game, state.patrols
    words: dict[str, Any] = {"patrols": list(patrols), "round": state.round}
    if state.stopping:
        words["stopping"] = True
    if state.phase is Phase.FIRST_PLAYER:
        chosen = state.agenda[0].subject
        return {**words, **({"start_player": patrols[int(chosen)]} if chosen else {})}  # type: ignore[typeddict-item]
    words["start_player"] = patrols[state.start_player]
    lists = {"delivered": state.delivered, "dealt": state.goals_dealt, "goals": state.goals}
    for name, by_seat in lists.items():
        words[name] = {patrol: list(own) for patrol, own in zip(patrols, by_seat, strict=True) if own}
    if state.round == 0:
        return {name: words[name] for name in words if name in _SETTING_UP}  # type: ignore[return-value]
    words |= {
        "scouts": dict(zip(game.scouts, state.where, strict=True)),
        "carrying": {s: order for s, order in zip(game.scouts, state.carrying, strict=True) if order is not None},
        "soldier": state.soldier,
        "tokens": [list(token) for token in state.tokens],
        "fallen": list(state.fallen),
        "track": [list(slot) for slot in state.track],
        "late": list(state.late),
        "discarded": list(state.discarded),
        "top": [[order, [patrols[seat] for seat in seats]] for order, seats in state.top],
        "deck_left": state.deck_left,
        "victory_at": state.victory_at,
        "hands": {patrol: list(hand) for patrol, hand in zip(patrols, state.hands, strict=True)},
        "sealed": {patrol: card for patrol, card in zip(patrols, state.sealed, strict=True) if card is not None},
        "cards": dict(zip(patrols, state.cards, strict=False)),
        **_asked(state),
    }
    if not game.is_extended:
        del words["victory_at"]
    return {name: said for name, said in words.items() if said not in (None, [], {})}  # type: ignore[return-value]


def _asked(state: GameState) -> dict[str, Any]:
    """The words for what is asked now."""
    phase = state.phase
    if phase in (Phase.LAY_ORDER, Phase.CHOOSE_CARD):
        laying = sum(task.phase is Phase.LAY_ORDER for task in state.agenda)
        return {"orders": laying} if laying else {}
    asked = [task for task in state.agenda if task.phase in (*OF_PASSING, Phase.PEEK)] or [state.agenda[0]]
    now = [task.phase.value if task.phase is Phase.PEEK else f"{task.phase} {task.subject}".strip() for task in asked]
    if phase in (Phase.PLACE_SCOUT, Phase.TURN, Phase.PEEK):
        seat = int(state.agenda[0].subject) if phase is Phase.PEEK else state.agenda[0].who
        used = state.cards[seat] in state.game.actions and not state.action_open
        words = {"turn": state.patrols[seat], "points": state.points, "action_used": used}
        return {**words, "now": now} if phase is Phase.PEEK else words
    has_points = phase in (Phase.TARGET, Phase.CHOOSE_EXTRA, Phase.EXTRA_MOVE)
    return {"now": now, "points": state.points} if has_points else {"now": now}
