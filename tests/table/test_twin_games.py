"""Twin games: two games that differ in one secret. All that the board gives to whoever may not know it is the same.

Both are played through a board each, with the same messages and the same chance, until the rules show the secret to
everybody. Who may know it is worked out from the rules here, and not asked of the board.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from mali_powstancy.engine import (
    CHANCE,
    Move,
    Phase,
    game_rng,
    legal_moves,
    outcome,
)
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.events import CardsRevealed, OrderDiscarded, OrderLaid
from mali_powstancy.engine.moves import ChooseCard, DealGoal, Draw, Gossip, KeepGoals, Seat
from mali_powstancy.engine.rules.ordering import leads_to_fallen
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session, SessionStep
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.board.widget import BoardWidget
from tests.table.play import KEY
from tools.golden import choose

pytestmark = pytest.mark.slow  # a minute of whole games on two boards

Message = dict[str, Any]

# Secrets --------------------------------------------------------------------------------------------------------------


class Secret:
    """What nobody knows: how chance will go on. All other secrets are of somebody, and something else in the twin."""

    owner: Seat | None = None
    is_of_nobody = True
    is_there = True
    """It has come up in the game."""

    def look(self, session: Session) -> None:
        """The first game has gone on: it may have the secret now."""

    def instead(self, at: int, move: Any) -> Any:
        """What is played in the twin as its step of this number; a move of whatever game."""
        return move

    def is_known_to(self, seat: Seat, session: Session) -> bool:
        """This seat may know it in the first game."""
        return seat == self.owner

    def is_told_by(self, step: SessionStep) -> bool:
        """The rules have shown it to everybody."""
        return False


class SealedCard(Secret):
    """The movement card of who chooses first in a round, until all are turned up."""

    is_of_nobody = is_there = False

    def __init__(self, round: int) -> None:
        self.round, self.at, self.card = round, -1, 0

    def look(self, session: Session) -> None:
        at, state = len(session.steps), session.state
        hidden = state.phase is Phase.CHOOSE_CARD and not any(state.sealed)
        if not self.is_there and hidden and state.round >= self.round and len(state.hands[state.to_act or 0]) > 1:
            self.at, self.owner, self.is_there = at, state.to_act, True
            self.hand = state.hands[state.to_act or 0]

    def instead(self, at: int, move: Move) -> Move:
        if at != self.at or not isinstance(move, ChooseCard):
            return move
        return ChooseCard(self.hand[self.hand.index(move.card) - 1])

    def is_told_by(self, step: SessionStep) -> bool:
        return self.is_there and any(isinstance(event, CardsRevealed) for event in step.events)


class KeptGoals(Secret):
    """Which of the goals dealt a seat has kept, until a game that is scored ends."""

    is_of_nobody = False

    def __init__(self, owner: Seat) -> None:
        self.owner = owner
        self.choices: dict[int, list[Move]] = {}

    def look(self, session: Session) -> None:
        if session.state.phase is Phase.KEEP_GOALS and session.state.to_act == self.owner:
            self.choices[len(session.steps)] = list(legal_moves(session.state))

    def instead(self, at: int, move: Move) -> Move:
        choices = self.choices.get(at)
        return move if choices is None else choices[choices.index(move) - 1]

    def is_told_by(self, step: SessionStep) -> bool:
        over = outcome(step.state)
        return over is not None and not over.is_defeat


class DealtGoal(KeptGoals):
    """A goal that was dealt to a seat; one that is not kept is never shown."""

    is_of_nobody = is_there = False

    def look(self, session: Session) -> None:
        state = session.state
        if self.is_there or state.phase is not Phase.KEEP_GOALS:
            return
        goals = state.game.scenario.goals
        dealt = {step.move.goal for step in session.steps if isinstance(step.move, DealGoal)}
        spare = {goals[goal].kind: goal for goal in goals if goal not in dealt}
        own = state.goals_dealt[self.owner or 0]
        self.goal = next(goal for goal in own if goals[goal].kind in spare)
        self.other = spare[goals[self.goal].kind]
        self.order = list(goals)
        last_deal = [at for at, step in enumerate(session.steps) if step.move == DealGoal(self.goal)][-1]
        self.steps = {last_deal, *range(len(session.steps), len(session.steps) + len(state.game.seats))}
        self.is_there = True

    def instead(self, at: int, move: Move) -> Move:
        if not self.is_there or at not in self.steps:
            return move
        if move == DealGoal(self.goal):
            return DealGoal(self.other)
        if isinstance(move, KeepGoals) and self.goal in move.goals:
            kept = (self.other if goal == self.goal else goal for goal in move.goals)
            return KeepGoals(tuple(sorted(kept, key=self.order.index)))
        return move

    def is_told_by(self, step: SessionStep) -> bool:
        return super().is_told_by(step) and self.goal in step.state.goals[self.owner or 0]


class HeardCard(Secret):
    """An order in the deck of which gossip has told, until it or the one in its place is turned up."""

    is_of_nobody = is_there = False

    def look(self, session: Session) -> None:
        top = session.state.top
        if self.is_there or not top or top[-1].order == VICTORY or len(top[-1].seats) > 1:
            return
        bad = [order for order in session.state.deck if leads_to_fallen(session.state, order)]
        other = next((order for order in session.state.deck if order not in bad), None)
        if other is not None:
            self.pair = {top[-1].order: other, other: top[-1].order}
            self.owner, self.is_there = top[-1].seats[0], True

    def instead(self, at: int, move: Move) -> Move:
        return Draw(self.pair[move.order]) if self.is_there and isinstance(move, Draw) and self.has(move) else move

    def has(self, thing: Any) -> bool:
        return thing.order in self.pair

    def is_known_to(self, seat: Seat, session: Session) -> bool:
        return any(self.has(peeked) and seat in peeked.seats for peeked in session.state.top)

    def is_told_by(self, step: SessionStep) -> bool:
        shown = [event for event in step.events if isinstance(event, OrderLaid | OrderDiscarded)]
        return self.is_there and any(map(self.has, shown))


# Twins ----------------------------------------------------------------------------------------------------------------


class Echo(Session):
    """A game in which chance does what it did in the first game, but for the secret."""

    def __init__(self, first: Host, opening: Any, secret: Secret) -> None:
        super().__init__(opening)
        self.first, self.secret = first, secret

    def play_chance(self, rng: random.Random) -> Any:
        while self.state.to_act == CHANCE:
            at = len(self.steps)
            assert self.first.session is not None
            move = self.first.session.steps[at].move
            assert move is not None
            self.play(self.secret.instead(at, move))


class TwinHost(Host):
    """The board of the twin: a game on it echoes that of the first board."""

    def follow(self, first: Host, secret: Secret) -> None:
        self.first, self.secret = first, secret

    def sit_down(self, session: Session, seats: tuple[str, ...], *, brought: bool = False) -> None:
        super().sit_down(Echo(self.first, session.opening, self.secret), seats, brought=brought)


class Screen:
    """A board as its page and its notebook have it."""

    def __init__(self, host: Host) -> None:
        self.board = BoardWidget(host)
        self.sent: list[Any] = []
        self.board.send = lambda content, buffers=None: self.sent.append(content)

    def do(self, message: Message) -> list[Any]:
        """What the page gets as an answer; codes and files hold the whole game, as the board says beside them."""
        self.sent.clear()
        self.board._receive(self.board, message, [])
        return [without_games(content) for content in self.sent]

    @property
    def stored(self) -> dict[str, Any]:
        """What a saved notebook would hold, and how the board is printed; each has a layout of its own."""
        return self.board.get_state() | {"layout": "", "printed": repr(self.board)}


def without_games(thing: Any) -> Any:
    """The same without the text of the game in a code to copy or in a file."""
    if isinstance(thing, dict):
        is_game = thing.get("key") == "code" and thing.get("t") == "copy"
        is_file = thing.keys() == {"name", "text"}
        return {key: without_games(each) for key, each in thing.items() if not (key == "text" and (is_game or is_file))}
    return list(map(without_games, thing)) if isinstance(thing, list | tuple) else thing


class Twins:
    """Two boards side by side, one person after the other before both."""

    def __init__(
        self, scenario: str, seats: tuple[str, ...], secret: Secret, seed: int = 1, other_seed: int | None = None
    ) -> None:
        options: Any = {"scenario": scenario, "players": len(seats), "seats": seats}
        self.first: Any = Host(MemoryStorage(), KEY, "en", random.Random(seed), **options)
        self.twin: Any = TwinHost(MemoryStorage(), KEY, "en", random.Random(other_seed or seed), **options)
        self.twin.follow(self.first, secret)
        self.secret = secret
        self.screens = Screen(self.first), Screen(self.twin)
        self.persons = [seat for seat, player in enumerate(seats) if player == PERSON]
        self.last: Seat | None = self.persons[0] if len(self.persons) == 1 else None
        """Who has touched the screen last."""
        self.compared = 0
        self.has_parted = False

    @property
    def session(self) -> Session:
        return self.first.session

    @property
    def may_differ(self) -> bool:
        """The screen belongs to somebody who may know the secret: that seat is asked, and has the screen."""
        if self.first.replay is not None or self.last is None or not self.secret.is_known_to(self.last, self.session):
            return False
        return len(self.persons) == 1 or self.session.state.to_act == self.last

    def do(self, message: Message, to_twin: Message | None = None) -> None:
        """Both boards get a message, and answer the same if nobody sees the secret who may."""
        steps = 0 if self.first.session is None else len(self.session.steps)
        answer = self.screens[0].do(message)
        self.secret.look(self.session)
        other = self.screens[1].do(message if to_twin is None else to_twin)
        assert self.first.problem is self.twin.problem is None
        new = self.session.steps[steps:]
        if any(map(self.secret.is_told_by, new)) or self.go_different_ways():
            self.has_parted = True
            return
        if not self.may_differ:
            assert other == answer, message
        assert self.screens[1].stored == self.screens[0].stored, message
        self.compared += self.is_different

    def go_different_ways(self) -> bool:
        """A computer player knows the secret, and has decided something else that everybody sees."""
        hidden = ChooseCard | KeepGoals | DealGoal
        pairs = zip(self.session.steps, self.twin.session.steps, strict=False)
        apart = any(one.move != other.move and not isinstance(one.move, hidden) for one, other in pairs)
        turned_up = self.session.state.cards != self.twin.session.state.cards
        return len(self.persons) < len(self.first.table.seats) and (apart or turned_up)

    @property
    def is_different(self) -> bool:
        """The secret is there, so that equal answers mean something."""
        return self.secret.is_of_nobody or self.session.state != self.twin.session.state

    def decide(self, rng: random.Random, *, gossips: bool = False) -> None:
        """The next thing that a person does."""
        state = self.session.state
        if self.first.is_curtain_down:
            self.last = state.to_act
            self.do({"do": "take-screen"})
            return
        self.last = state.to_act
        move = Gossip() if gossips and Gossip() in legal_moves(state) else choose(state, rng)
        other = self.secret.instead(len(self.session.steps), move)
        self.do(message_of(move), message_of(other))

    def look_round(self, number: int | None = None) -> None:
        """Ask for everything that the board can show besides, or for one thing of it."""
        looks = list(self._looks())
        for look in looks if number is None else [looks[number % len(looks)]]:
            for message in look:
                self.do(message)

    def walk(self, seed: int, *, gossips: bool = False, often: bool = False) -> None:
        """Play until the twins part or the game is over; now and then something is taken back."""
        rng = game_rng(seed)
        self.do({"do": "start"})
        for number in range(5_000):
            if self.has_parted or (self.first.is_over and self.first.dialog is None):
                return
            if self.is_different and not self.has_parted:
                self.look_round(None if often else number)
            if self.first.is_over:
                self.do({"do": "close"})
            elif rng.random() < 0.1 and self.first.can_undo:
                self.do({"do": "undo"})
            else:
                self.decide(rng, gossips=gossips)
        raise AssertionError("the game does not end")

    def _looks(self) -> Iterator[list[Message]]:
        steps, scouts = len(self.session.steps), self.session.state.game.scouts
        yield [{"do": "text"}, {"do": "text"}]
        for dialog in ("game", "save", "menu", "open", "settings", "places"):
            yield [{"do": "dialog", "dialog": dialog}, {"do": "close"}]
        yield [{"do": "dialog", "dialog": "rule", "detail": "B-14"}, {"do": "close"}]
        replay = [{"do": "go-to", "value": at} for at in (steps // 2, steps - 1, steps)]
        yield [{"do": "replay"}, *replay, {"do": "text"}, {"do": "text"}, {"do": "leave-replay"}]
        yield [{"do": "language", "language": "pl"}, {"do": "ready"}, {"do": "language", "language": "en"}]
        yield [{"do": "try", "scout": scout, "field": "prison"} for scout in scouts[::2]]
        yield [{"do": "download"}, {"do": "start"}, {"do": "close"}]
        yield [{"do": "hint"}]


def message_of(move: Move) -> Message:
    """What the page sends for a decision."""
    if isinstance(move, KeepGoals):
        return {"do": "keep-goals", "chosen": list(move.goals)}
    return {"do": "play", "moves": [str(move)]}


# The tests ------------------------------------------------------------------------------------------------------------


def persons(players: int) -> tuple[str, ...]:
    return (PERSON,) * players


@pytest.mark.parametrize(("scenario", "players"), [("short", 2), ("short", 4), ("short-extended", 3)])
def test_what_chance_has_not_done_yet_is_known_to_no_screen(scenario, players):
    twins = Twins(scenario, persons(players), Secret(), seed=players, other_seed=99)
    twins.walk(players)
    assert twins.first.is_over
    assert not twins.has_parted
    assert twins.compared > 100


@pytest.mark.parametrize(("scenario", "players"), [("basic", 2), ("basic", 3), ("extended", 4)])
def test_a_card_that_lies_face_down_is_known_to_nobody_but_its_player(scenario, players):
    for round in (1, 3):
        twins = Twins(scenario, persons(players), SealedCard(round), seed=10 * players + round)
        twins.walk(round, often=True)
        assert twins.has_parted
        assert twins.compared > 20


@pytest.mark.parametrize(("secret", "players"), [(KeptGoals, 2), (KeptGoals, 4), (DealtGoal, 2), (DealtGoal, 3)])
def test_goals_are_known_to_nobody_but_their_player(players, secret):
    twins = Twins("short-extended", persons(players), secret(players - 1), seed=players)
    twins.walk(players)
    assert twins.first.is_over
    assert twins.compared > 100


@pytest.mark.parametrize("players", [2, 3])
def test_what_gossip_told_is_known_to_nobody_but_who_heard_it(players):
    twins = Twins("extended", persons(players), HeardCard(), seed=players)
    twins.walk(players, gossips=True, often=True)
    assert twins.has_parted
    assert twins.compared > 20


@pytest.mark.parametrize(("bot", "seed"), [("greedy", 1), ("medium", 2), ("medium", 3)])
def test_a_computer_player_tells_nothing_of_its_goals(bot, seed):
    twins = Twins("short-extended", (PERSON, bot), DealtGoal(1), seed=seed)
    twins.walk(seed)
    assert twins.compared > 20
