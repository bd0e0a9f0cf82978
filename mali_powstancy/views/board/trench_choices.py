"""What a player of Wiarusi can choose, as cards and buttons that say what would come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.views.board.board_view import choice_button
from mali_powstancy.views.board.trench_table import kind_of, room, signs_of, threats_of, title_of
from mali_powstancy.views.page.blocks import button, buttons, card, cards, details, text_block, topic
from mali_powstancy.views.trench.signs import bolt, charm_sign, threat_sign, tile_arrow
from mali_powstancy.wiarusi import GameState, Observation, Phase, refusal
from mali_powstancy.wiarusi.bots.reckoning import Reckoning
from mali_powstancy.wiarusi.cards import THREATS, CardId, ThreatId, TileId
from mali_powstancy.wiarusi.moves import (
    Charm,
    Deal,
    Decline,
    Drop,
    Forget,
    Keep,
    Lay,
    Play,
    PlayerMove,
    Regain,
    Relieve,
    Seat,
    Shed,
    Speak,
    Withdraw,
)
from mali_powstancy.wiarusi.refusals import Reason
from mali_powstancy.wiarusi.rules.preparing import lowest_difficulty, receivers
from mali_powstancy.wiarusi.rules.threats import active_threats, bolts
from mali_powstancy.wiarusi.texts import Texts
from mali_powstancy.wiarusi.texts.sentences import capital

FEW = 4
"""So many difficulties are offered at once; higher ones are folded away."""


def decisions(host: Host, seen: Observation) -> Iterator[Object]:
    """What can be chosen now, and then what the seat at the screen holds besides."""
    seat = host.chooser if host.viewer is None else host.viewer
    if seat is None or seen.ending:
        return
    chosen_from: Phase | None = None
    if host.can_choose:
        chosen_from = seen.phase
        yield from _ASKED[seen.phase](host, seen, seat)
    if chosen_from not in (Phase.TURN, Phase.SPEECH):
        yield from _hand(host.texts, seen, seat)
    if chosen_from not in (Phase.FORGET, Phase.LAY):
        yield from _tiles(host.texts, seen, seat)


def _hand(texts: Texts, seen: Observation, seat: Seat) -> Iterator[Object]:
    """The own cards, while nothing is asked about them."""
    if hand := seen.hands[seat]:
        items = [card_in_hand(texts, seen, seat, each) for each in hand]
        yield cards(texts.say("trench.own-hand"), items, size="large")


def _tiles(texts: Texts, seen: Observation, seat: Seat) -> Iterator[Object]:
    """The own support tiles, and the one that lies face down."""
    if laid := seen.laid[seat]:
        yield cards(texts.say("trench.own-laid"), [_tile(texts, seen, seat, laid)], size="small")
    if tiles := seen.tiles[seat]:
        counts = Counter(tiles)
        items = [_tile(texts, seen, seat, tile, times=counts[tile]) for tile in counts]
        shown = cards("", items, size="small", about=texts.say("trench.own-tiles.about"))
        yield details("own-tiles", texts.say("trench.own-tiles", n=len(tiles)), [shown])


# Cards in a hand ------------------------------------------------------------------------------------------------------


def card_in_hand(
    texts: Texts, seen: Observation, seat: Seat, card_id: CardId, do: Object | None = None, call: str | None = None
) -> Object:
    """A card of a hand: what it would raise, whether it would fail the mission, what its trap may bring."""
    game = seen.game
    lines = [texts.effect(card_id, game)] if card_id in game.knock_cards | game.gifts else []
    alarm = None
    if not seen.withdrawn[seat] and seen.mission:
        active, limit = active_threats(seen), game.scenario.identical_threats
        raised = {threat: active.get(threat, 0) + 1 for threat in threats_of(game, card_id)}
        if raised:
            lines.append(texts.say("trench.raises", threats=_changes(texts, active, raised)))
        if failing := [texts.threat(threat) for threat, number in raised.items() if number >= limit]:
            alarm = texts.say("trench.fails", threats=texts.joined(failing))
        elif card_id in game.traps:
            lines.append(_trap(texts, seen, seat, card_id))
    if card_id in game.knock_cards:
        before, limit = bolts(seen, seat), game.scenario.bolts_to_lose
        after = before + game.bolts[card_id]
        lines.append(texts.say("trench.bolts.after", before=before, after=after, limit=limit))
        if after >= limit:
            alarm = texts.say("trench.bolts.too-many")
    title, signs = title_of(texts, game, card_id), signs_of(game, card_id)
    kind = kind_of(game, card_id)
    return card(f"card {card_id}", title, signs, lines, alarm=alarm, call=call, do=do, kind=kind)


def _changes(texts: Texts, before: dict[ThreatId, int], after: dict[ThreatId, int]) -> str:
    """How the numbers of threats change: `noc 1 → 2`, whose parts stay in one line."""
    changes = [f"{texts.threat(threat)} {before.get(threat, 0)} → {number}" for threat, number in after.items()]
    return ", ".join(change.replace(" ", "\N{NO-BREAK SPACE}") for change in changes)


def _trap(texts: Texts, seen: Observation, seat: Seat, card_id: CardId) -> str:
    """How likely the card that a trap brings fails the mission, counted over all that this seat has not seen."""
    if not seen.pile:
        return texts.say("trench.trap.none")
    at = Reckoning(seen._replace(seat=seat))
    chance = at.chance_of_failure(at.signs + seen.game.signs[card_id])
    return texts.say("trench.trap", percent=round(100 * chance))


# A turn ---------------------------------------------------------------------------------------------------------------


def _turn(host: Host, seen: Observation, seat: Seat) -> Iterator[Object]:
    """One of four: a card, the charm, a speech, away; what is possible comes first, then why the others are not."""
    texts, state = host.texts, host.state
    assert isinstance(state, GameState)
    withdraw = Withdraw()
    if seen.legal == (withdraw,) and (reason := _refused(state, Speak(THREATS[0]))) is Reason.MUST_WITHDRAW:
        yield from _why_not(texts, reason)
        yield buttons(choice_button(host, withdraw, seen, "primary"))
        yield from _hand(texts, seen, seat)
        return
    possible = {type(move) for move in seen.legal}
    ways: dict[type[PlayerMove], Iterable[Object]] = {
        Play: _cards_to_play(texts, seen, seat),
        Charm: _charm(host, seen, state, seat),
        Speak: _speech_to_make(host, seen, state),
        Withdraw: _withdrawal(host, seen, state, seat),
    }
    for kind in sorted(ways, key=lambda kind: kind not in possible):
        yield from ways[kind]


def _cards_to_play(texts: Texts, seen: Observation, seat: Seat) -> Iterator[Object]:
    hand, call = seen.hands[seat] or (), texts.say("trench.play.call")
    items = [card_in_hand(texts, seen, seat, each, _does(Play(each)), call) for each in hand]
    yield cards(texts.say("trench.play"), items, empty=texts.say("trench.play.empty"))


def _withdrawal(host: Host, seen: Observation, state: GameState, seat: Seat) -> Iterator[Object]:
    """The way out of the mission, or why there is none."""
    yield text_block(host.texts.say("trench.withdraw"), "label")
    if Withdraw() in seen.legal:
        yield buttons(choice_button(host, Withdraw(), seen, "plain" if seen.hands[seat] else "primary"))
    elif (reason := _refused(state, Withdraw())) is not None:
        yield from _why_not(host.texts, reason)


def _does(move: PlayerMove) -> Object:
    return {"do": "play", "moves": [str(move)]}


def _refused(state: GameState, move: PlayerMove) -> Reason | None:
    return refusal(state, move)


def _why_not(texts: Texts, reason: Reason) -> Iterator[Object]:
    """What a card or a rule forbids, and the way to its text."""
    yield text_block(texts.refusal(reason), "refusal")
    show = {"do": "dialog", "dialog": "rule", "detail": reason.rule}
    yield buttons(button(f"rule {reason.rule}", texts.say("table.show-rule", rule=reason.rule), show, "quiet"))


def _charm(host: Host, seen: Observation, state: GameState, seat: Seat) -> Iterator[Object]:
    """The cards that the charm can take away, or why it cannot."""
    texts, game = host.texts, seen.game
    who = seen.characters[seat]
    assert who is not None
    threat = game.scenario.characters[who].charm
    targets = [move.card for move in seen.legal if isinstance(move, Charm)]
    active = active_threats(seen)
    items = []
    for lying in targets:
        after = {each: active[each] - 1 for each in threats_of(game, lying)}
        lines = [texts.say("trench.lowers", threats=_changes(texts, active, after))]
        call = texts.say("trench.charm.call")
        signs = signs_of(game, lying)
        items.append(
            card(f"charm {lying}", title_of(texts, game, lying), signs, lines, call=call, do=_does(Charm(lying)))
        )
    label = texts.say("trench.use-charm", charm=texts.threat(threat))
    if items:
        yield cards(label, items, size="small")
        return
    reason = _refused(state, Charm(seen.nml[0] if seen.nml else ""))
    yield text_block(label, "label")
    yield text_block(texts.refusal(reason or Reason.CHARM_NO_MATCH), "note")


def _speech_to_make(host: Host, seen: Observation, state: GameState) -> Iterator[Object]:
    """What a speech can be about, or why there can be none."""
    texts = host.texts
    speeches = [move for move in seen.legal if isinstance(move, Speak)]
    label = texts.say("trench.speak")
    if speeches:
        items = [
            card(f"speak {move.threat}", capital(texts.threat(move.threat)), [threat_sign(move.threat)], do=_does(move))
            for move in speeches
        ]
        shown = cards("", items, size="tiny", about=texts.say("trench.speak.about"))
        yield details("speeches", label, [shown])
    elif (reason := _refused(state, Speak(THREATS[0]))) is not None:
        yield text_block(label, "label")
        yield text_block(texts.refusal(reason), "note")


# Other questions ------------------------------------------------------------------------------------------------------


def _difficulty(host: Host, seen: Observation, seat: Seat) -> Iterator[Object]:
    """How many cards everyone gets, and what hands and pile would be then."""
    texts, state = host.texts, host.state
    assert isinstance(state, GameState)
    least = lowest_difficulty(state)
    about = texts.say("trench.deal.about", cards=texts.count("count.cards", least), signs=room(seen))
    deals = [move for move in seen.legal if isinstance(move, Deal)]
    items = [_deal(texts, seen, state, move) for move in deals]
    yield cards(texts.say("trench.deal"), items[:FEW], about=about)
    if items[FEW:]:
        yield details("deals", texts.say("trench.deal.more"), [cards("", items[FEW:])])


def _deal(texts: Texts, seen: Observation, state: GameState, move: Deal) -> Object:
    dealt = Counter(receivers(state, move.number))
    sizes = [seen.hand_sizes[seat] + dealt[seat] for seat in seen.game.seats]
    hands = ", ".join(f"{texts.who(seat, seen)} {size}" for seat, size in enumerate(sizes))
    lines = [
        texts.say("trench.deal.hands", hands=hands, sum=sum(sizes)),
        texts.say("trench.deal.left", n=seen.pile - dealt.total()),
    ]
    title = texts.say("trench.deal.each", cards=texts.count("count.cards", move.number))
    return card(f"deal {move.number}", title, (), lines, call=texts.say("trench.deal.call"), do=_does(move))


def _speech(host: Host, seen: Observation, seat: Seat) -> Iterator[Object]:
    """The topic, large; cards that fit can be given up, and keeping is always possible."""
    texts, about = host.texts, seen.topic
    assert about is not None
    yield topic(threat_sign(about), capital(texts.threat(about)), texts.say("trench.speech.about"))
    fitting = {move.card: move for move in seen.legal if isinstance(move, Drop)}
    hand = seen.hands[seat] or ()
    call = texts.say("trench.drop.call")
    items = [card_in_hand(texts, seen, seat, each, _does(fitting[each]), call) for each in hand if each in fitting]
    yield cards(texts.say("trench.drop"), items, empty=texts.say("trench.drop.none"))
    yield buttons(choice_button(host, Keep(), seen, "plain" if items else "primary"))
    if others := [card_in_hand(texts, seen, seat, each) for each in hand if each not in fitting]:
        yield cards(texts.say("trench.drop.others"), others, size="small")


def _christmas(host: Host, seen: Observation, seat: Seat) -> Iterator[Object]:
    """Whose hard knock goes."""
    texts = host.texts
    items = []
    for move in seen.legal:
        if isinstance(move, Relieve):
            name = texts.who(move.seat, seen)
            title = f"{name}: {texts.card(move.knock, seen.game)}"
            lines, _ = _with_bolts(texts, seen, move.seat, [move.knock])
            lines.append(texts.effect(move.knock, seen.game))
            call = texts.say("trench.choose")
            items.append(card(f"move {move}", title, signs_of(seen.game, move.knock), lines, call=call, do=_does(move)))
    yield cards(texts.say("trench.christmas"), items)


def _with_bolts(texts: Texts, seen: Observation, seat: Seat, gone: Iterable[CardId]) -> tuple[list[str], str | None]:
    """What somebody bears without these hard knocks; and, where the support is the last help, that it is too much."""
    before, limit = bolts(seen, seat), seen.game.scenario.bolts_to_lose
    after = before - sum(seen.game.bolts[knock] for knock in gone)
    is_lost = seen.phase is Phase.SUPPORT and after >= limit  # W-44
    line = texts.say("trench.bolts.after", before=before, after=after, limit=limit)
    return [line], texts.say("trench.loses") if is_lost else None


def _tile_to_choose(host: Host, seen: Observation, seat: Seat) -> Iterator[Object]:
    """The own tiles as arrows to those they point to."""
    texts, is_lost = host.texts, seen.phase is Phase.FORGET
    call = texts.say("trench.forget.call" if is_lost else "trench.lay.call")
    items = [
        _tile(texts, seen, seat, move.tile, do=_does(move), call=call)
        for move in seen.legal
        if isinstance(move, Lay | Forget)
    ]
    about = texts.say("trench.forget.about" if is_lost else "trench.lay.about")
    yield cards(texts.say("trench.forget" if is_lost else "trench.lay"), items, about=about)


def _tile(
    texts: Texts,
    seen: Observation,
    seat: Seat,
    tile: TileId,
    *,
    times: int = 1,
    do: Object | None = None,
    call: str | None = None,
) -> Object:
    """A tile: which way it points, to whom, and how that friend is."""
    game, receiver = seen.game, seen.game.target[seat][tile]
    name = texts.who(receiver, seen)
    title = texts.say("trench.tile.to", seat=name) if times == 1 else texts.say("trench.tiles.to", seat=name, n=times)
    lines = [capital(texts.say(f"tile.{tile}"))]
    if receiver != game.chaplain:
        limit = game.scenario.bolts_to_lose
        lines.append(texts.say("trench.bolts", bolts=bolts(seen, receiver), limit=limit))
        if not seen.charms[receiver]:
            lines.append(texts.say("trench.charm.used", charm=texts.charm(receiver, seen)))
    if receiver != seat and seat in game.seats and game.selfish in seen.knocks[seat]:
        lines.append(texts.effect(game.selfish, game))
    return card(f"tile {tile}", title, [tile_arrow(tile)], lines, do=do, call=call)


def _support(host: Host, seen: Observation, seat: Seat) -> Iterator[Object]:
    """The ways of being helped, side by side."""
    texts, game, call = host.texts, seen.game, host.texts.say("trench.choose")
    items = []
    for move in seen.legal:
        match move:
            case Shed(knocks=knocks):
                title = texts.say("trench.shed", knocks=texts.joined([texts.card(knock, game) for knock in knocks]))
                lines, alarm = _with_bolts(texts, seen, seat, knocks)
                signs = [bolt()] * sum(game.bolts[knock] for knock in knocks)
                items.append(card(f"move {move}", title, signs, lines, alarm=alarm, call=call, do=_does(move)))
            case Regain():
                who = seen.characters[seat]
                assert who is not None
                charm = game.scenario.characters[who].charm
                lines, alarm = _with_bolts(texts, seen, seat, ())
                lines = [texts.say("trench.regain.about", charm=texts.threat(charm)), *lines]
                title, signs = texts.say("trench.regain"), [charm_sign(charm)]
                items.append(card(f"move {move}", title, signs, lines, alarm=alarm, call=call, do=_does(move)))
    yield cards(texts.say("trench.support"), items, about=texts.say("trench.support.about"))
    yield buttons(choice_button(host, Decline(), seen, "quiet"))


_ASKED = {
    Phase.DIFFICULTY: _difficulty,
    Phase.TURN: _turn,
    Phase.CHRISTMAS: _christmas,
    Phase.SPEECH: _speech,
    Phase.FORGET: _tile_to_choose,
    Phase.LAY: _tile_to_choose,
    Phase.SUPPORT: _support,
}
