"""Twin games of Wiarusi: two that differ in one secret give the same page and the same notebook to who may not know it.

They are played as those of the first game; who may know what is worked out from the rules here, not asked of the board.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.session import Session, SessionStep
from mali_powstancy.wiarusi import Phase
from mali_powstancy.wiarusi.events import CardDrawnAndPlayed, CardPlayed, SpeechAnswered, TileForgotten, TilesPassed
from mali_powstancy.wiarusi.moves import DrawCard, Drop, Keep, Lay, Move, Play
from tests.table.test_twin_games import Message, Secret, Twins, persons

pytestmark = pytest.mark.slow  # half a minute of whole games on two boards


ENOUGH = 60
"""So many equal answers of two boards are compared, and then the next two begin."""


class HeldCard(Secret):
    """A card in the hand of a seat, until it or the one in its place is shown."""

    is_of_nobody = is_there = False

    def __init__(self, owner: int) -> None:
        self.owner = owner
        self.pair: dict[str, str] = {}
        self.since = 0

    def look(self, session: Session) -> None:
        """The first card that was dealt to the owner; an unseen one lies in its place in the twin."""
        state = session.state
        if self.is_there or state.phase is not Phase.TURN or not state.hands[self.owner]:
            return
        card = state.hands[self.owner][0]
        other = next(c for c in state.fresh if state.game.signs[c] != state.game.signs[card])
        self.pair, self.is_there = {card: other, other: card}, True

    def instead(self, at: int, move: Move) -> Move:
        if isinstance(move, DrawCard | Play) and move.card in self.pair:
            return type(move)(self.pair[move.card])
        return move

    def is_known_to(self, seat: int, session: Session) -> bool:
        return any(card in self.pair for card in session.state.hands[seat])

    def is_told_by(self, step: SessionStep) -> bool:
        shown = [e for e in step.events if isinstance(e, CardPlayed | CardDrawnAndPlayed | SpeechAnswered)]
        return self.is_there and any(event.card in self.pair for event in shown)


class LaidTile(Secret):
    """Which tile a seat has laid, until the tiles are turned up."""

    is_of_nobody = is_there = False

    def __init__(self, owner: int) -> None:
        self.owner, self.at = owner, -1

    def look(self, session: Session) -> None:
        state = session.state
        is_asked = state.phase is Phase.LAY and state.to_act == self.owner and len(set(state.tiles[self.owner])) > 1
        if not self.is_there and is_asked:
            self.at, self.is_there, self.kinds = len(session.steps), True, sorted(set(state.tiles[self.owner]))

    def instead(self, at: int, move: Move) -> Move:
        if at != self.at or not isinstance(move, Lay):
            return move
        return Lay(self.kinds[self.kinds.index(move.tile) - 1])

    def is_told_by(self, step: SessionStep) -> bool:
        return self.is_there and any(isinstance(event, TilesPassed | TileForgotten) for event in step.events)


class SealedAnswer(Secret):
    """What the first listener answers, until all have."""

    is_of_nobody = is_there = False

    def __init__(self) -> None:
        self.at = -1

    def look(self, session: Session) -> None:
        state = session.state
        fits = state.phase is Phase.SPEECH and len(state.agenda) > 3 and len(state.answers) > state.answers.count(None)
        if state.phase is Phase.SPEECH and not self.is_there and not fits:
            hand, shows = state.hands[state.to_act or 0], state.game.shows[state.topic or ""]
            if any(card in shows for card in hand) and state.agenda[1].phase is Phase.SPEECH:
                self.at, self.owner, self.is_there = len(session.steps), state.to_act, True

    def instead(self, at: int, move: Move) -> Move:
        return Keep() if at == self.at and isinstance(move, Drop) else move

    def is_told_by(self, step: SessionStep) -> bool:
        return self.is_there and any(isinstance(event, SpeechAnswered) for event in step.events)


class TrenchTwins(Twins):
    """Two boards of Wiarusi: the table lies open but while somebody has opened the own hand."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.opened: int | None = None
        """Whose hand lies open."""

    @property
    def may_differ(self) -> bool:
        if self.first.replay is not None:
            return False
        seat = self.persons[0] if len(self.persons) == 1 else self.opened
        return seat is not None and self.secret.is_known_to(seat, self.session)

    def do(self, message: Message, to_twin: Message | None = None) -> None:
        """A hand that was opened stays open while the same person is asked about secrets, and nobody else has acted."""
        if message["do"] == "take-screen":
            self.opened = self.session.state.to_act
        if message["do"] == "play":
            state, _ = self.session.game.play(self.session.state, self.session.game.parse_move(message["moves"][0]))
            is_hand = state.phase in (Phase.TURN, Phase.SPEECH) and state.to_act is not None and state.to_act >= 0
            is_private = state.phase in (Phase.FORGET, Phase.LAY) or (is_hand and bool(state.hands[state.to_act]))
            stays = state.to_act == self.opened and is_private
            self.opened = self.opened if stays or (state.to_act or 0) < 0 else None
        super().do(message, to_twin)
        self.has_parted |= self.compared >= ENOUGH
        if self.session is not None and self.session.state.to_act != self.opened:
            self.opened = None

    def go_different_ways(self) -> bool:
        """A computer player knows the secret, and has decided something else that everybody sees."""
        pairs = enumerate(zip(self.session.steps, self.twin.session.steps, strict=False))
        apart = [(at, one.move, other.move) for at, (one, other) in pairs if one.move != other.move]
        return any(self.secret.instead(at, one) != other for at, one, other in apart)

    def decide(self, rng: random.Random, *, gossips: bool = False) -> None:
        """The next thing that a person does: what is advised, mostly; a speech, if there can be one."""
        if self.first.is_curtain_down:
            self.do({"do": "take-screen"})
            return
        legal = self.session.game.legal_moves(self.session.state)
        speeches = [move for move in legal if str(move).startswith("speak")]
        drops = [move for move in legal if isinstance(move, Drop)]
        if drops and isinstance(self.secret, SealedAnswer):
            move: Any = drops[0]
        elif speeches:
            move = rng.choice(speeches)
        elif rng.random() < 0.7:
            move, _ = (host.table.hint().move for host in (self.first, self.twin))  # both count their hints
        else:
            move = rng.choice(legal)
        if isinstance(move, Drop) and isinstance(self.secret, HeldCard):
            move = Keep()
        other = self.secret.instead(len(self.session.steps), move)
        self.do({"do": "play", "moves": [str(move)]}, {"do": "play", "moves": [str(other)]})

    def _looks(self) -> Iterator[list[Message]]:
        steps = len(self.session.steps)
        yield [{"do": "text"}, {"do": "text"}]
        for dialog in ("game", "save", "menu", "settings", "talking", "chronicle"):
            yield [{"do": "dialog", "dialog": dialog}, {"do": "close"}]
        replay = [{"do": "go-to", "value": at} for at in (steps // 2, steps - 1, steps)]
        yield [{"do": "replay"}, *replay, {"do": "text"}, {"do": "text"}, {"do": "leave-replay"}]
        yield [{"do": "language", "language": "pl"}, {"do": "ready"}, {"do": "language", "language": "en"}]
        yield [{"do": "download"}, {"do": "start"}, {"do": "close"}]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_card_in_a_hand_is_known_to_nobody_but_its_player(players):
    compared = 0
    for owner in {0, players - 1}:
        twins = TrenchTwins("wiarusi-standard", persons(players), HeldCard(owner), seed=10 * players + owner)
        twins.walk(owner, often=True)
        compared += twins.compared
    assert compared > 20


@pytest.mark.parametrize("players", [3, 4])
def test_a_tile_that_lies_face_down_is_known_to_nobody_but_its_player(players):
    compared = 0
    for owner in {0, players - 1}:
        twins = TrenchTwins("wiarusi-beginner", persons(players), LaidTile(owner), seed=players + owner)
        twins.walk(owner, often=True)
        compared += twins.compared
    assert compared > 20


def test_an_answer_to_a_speech_is_known_to_nobody_before_all_have_given_theirs():
    compared = 0
    for seed in range(3):
        twins = TrenchTwins("wiarusi-standard", persons(4), SealedAnswer(), seed=seed)
        twins.walk(seed, often=True)
        compared += twins.compared
    assert compared > 5


def test_what_chance_has_not_done_yet_is_known_to_no_screen():
    twins = TrenchTwins("wiarusi-beginner", persons(3), Secret(), seed=3, other_seed=99)
    twins.walk(3)
    assert twins.compared >= ENOUGH


@pytest.mark.parametrize("bot", ["careful", "strong"])
def test_a_computer_player_tells_nothing_of_its_hand(bot):
    compared = 0
    for seed in range(3):
        twins = TrenchTwins("wiarusi-standard", (PERSON, bot, "careful"), HeldCard(1), seed=seed)
        twins.walk(seed)
        compared += twins.compared
    assert compared > 3


def test_a_board_that_showed_a_card_would_be_found_out(monkeypatch):
    """The twins are no use if they cannot fail."""
    from mali_powstancy.wiarusi import observation

    monkeypatch.setattr(observation, "_own", lambda by_seat, seat: by_seat)
    twins = TrenchTwins("wiarusi-standard", persons(3), HeldCard(0), seed=30)
    with pytest.raises(AssertionError):
        twins.walk(0)
