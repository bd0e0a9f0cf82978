"""Speeches: a player names a threat, and every other player in the mission may give up one card that shows it."""

from __future__ import annotations

from mali_powstancy.wiarusi.cards import CardId
from mali_powstancy.wiarusi.events import AnswerSealed, SpeechAnswered, SpeechMade
from mali_powstancy.wiarusi.moves import Drop, Keep, PlayerMove, Speak
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.piles import be_seen, discard
from mali_powstancy.wiarusi.rules.withdrawing import must_withdraw
from mali_powstancy.wiarusi.state import KEPT, Draft, Phase, Position, Task, replaced, task_of, without

_SPEECH = Phase.SPEECH
_ANSWERED = Task(Phase.ANSWERED)
_KEEP = Keep()


def refuse_speech(position: Position, move: Speak) -> Reason | None:
    """Who is not mute and has a token may speak, whoever listens [K-4, W-20, W-72, HW-20, HW-24, HW-36]."""
    game, seat = position.game, position.agenda[0].who
    if must_withdraw(position):
        return Reason.MUST_WITHDRAW
    if game.mute in position.knocks[seat]:
        return Reason.MUTE
    if not position.tokens[seat]:
        return Reason.NO_SPEECH_TOKEN
    return None if move.threat in game.shows else Reason.MALFORMED


def make_speech(draft: Draft, move: Speak) -> None:
    """The token is used up, or goes back to the supply; all others in the mission are asked clockwise.

    [W-20, W-23, W-24, W-56, W-74, W-76, HW-19, HW-53]
    """
    game, seat = draft.game, draft.agenda[0].who
    draft.tokens = replaced(draft.tokens, seat, draft.tokens[seat] - 1)
    if game.counts.speeches_return:
        draft.supply += 1
    else:
        draft.spent += 1
    draft.tell(SpeechMade(seat, move.threat))
    draft.topic = move.threat
    listeners = [task_of(_SPEECH, other) for other in game.clockwise_after[seat] if not draft.withdrawn[other]]
    draft.done((*listeners, _ANSWERED, game.action_ends[seat]))


def legal_answers(position: Position) -> list[PlayerMove]:
    """Any own card that shows the threat, a trauma or phobia too, or nothing [W-21, W-22, W-75, HW-19, HW-21]."""
    game = position.game
    shows = game.shows[position.topic or ""]
    moves: list[PlayerMove] = [game.drops[card] for card in position.hands[position.agenda[0].who] if card in shows]
    moves.append(_KEEP)
    return moves


def refuse_drop(position: Position, move: Drop) -> Reason | None:
    """A card of the own hand, never one that lies on the table, with the threat of the speech [W-21, HW-23]."""
    if move.card not in position.hands[position.agenda[0].who]:
        return Reason.NOT_IN_HAND
    return None if move.card in position.game.shows[position.topic or ""] else Reason.LACKS_THREAT


def drop_card(draft: Draft, move: Drop) -> None:
    """A listener decides to give up one card; nobody sees it before all have decided [W-21, HW-19]."""
    _answer(draft, move.card)


def keep_cards(draft: Draft, move: Keep) -> None:
    """A listener keeps all cards, or has none that fits: to others it looks the same [HW-19]."""
    _answer(draft, KEPT)


def _answer(draft: Draft, answer: CardId) -> None:
    seat = draft.agenda[0].who
    draft.answers = replaced(draft.answers, seat, answer)
    draft.tell(AnswerSealed(seat))
    draft.done()


def show_answers(draft: Draft, task: Task) -> None:
    """All answers are shown together, and only now the cards leave the hands [HW-19, HW-22]."""
    for seat, answer in enumerate(draft.answers):
        if answer is None:
            continue
        if answer:
            draft.hands = replaced(draft.hands, seat, without(draft.hands[seat], answer))
            be_seen(draft, answer)
            discard(draft, answer)
        draft.tell(SpeechAnswered(seat, answer or None))
    draft.answers = (None,) * len(draft.answers)
    draft.topic = None
    draft.done()
