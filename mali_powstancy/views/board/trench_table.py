"""The open table of Wiarusi as blocks: threats, no man's land, piles and friends - what everybody may talk about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mali_powstancy.tabletop.board import Object
from mali_powstancy.views.page.blocks import badge, card, cards, gauge, gauges, people, person, pile, piles
from mali_powstancy.views.trench.characters import chaplain, character
from mali_powstancy.views.trench.signs import (
    bolt,
    charm_sign,
    christmas_sign,
    face_down,
    leader_marker,
    speech_token,
    threat_sign,
    trap_sign,
)
from mali_powstancy.wiarusi import Observation
from mali_powstancy.wiarusi.cards import THREATS, CardId, Gift, Knock, ThreatCard, ThreatId
from mali_powstancy.wiarusi.game import Game
from mali_powstancy.wiarusi.moves import Seat
from mali_powstancy.wiarusi.rules.threats import active_threats, bolts
from mali_powstancy.wiarusi.texts import Texts
from mali_powstancy.wiarusi.texts.sentences import capital


def threats_of(game: Game, card_id: CardId) -> tuple[ThreatId, ...]:
    """The threats on a card, a trauma's or phobia's too."""
    trial = game.scenario.trials[card_id]
    if isinstance(trial, ThreatCard):
        return trial.threats
    return (trial.threat,) if isinstance(trial, Knock) and trial.threat else ()


def signs_of(game: Game, card_id: CardId) -> list[str]:
    """What is drawn on a card."""
    trial = game.scenario.trials[card_id]
    if isinstance(trial, Gift):
        return [christmas_sign()]
    signs = [threat_sign(threat) for threat in threats_of(game, card_id)]
    if isinstance(trial, Knock):
        return [*signs, *[bolt()] * trial.bolts]
    return [*signs, trap_sign()] if card_id in game.traps else signs


def kind_of(game: Game, card_id: CardId) -> str:
    """How a card looks: hard knocks and the gift stand apart from threats."""
    return "knock" if card_id in game.knock_cards else "gift" if card_id in game.gifts else "plain"


def title_of(texts: Texts, game: Game, card_id: CardId) -> str:
    """The name of a card, as it stands above others."""
    return capital(texts.card(card_id, game))


# Threats and no man's land --------------------------------------------------------------------------------------------


def threat_gauges(texts: Texts, seen: Observation) -> Object:
    """Six numbers; at two of a kind it is said loudly that the next one fails the mission."""
    active, limit = active_threats(seen), seen.game.scenario.identical_threats
    items = [_gauge(texts, seen, threat, active.get(threat, 0), limit) for threat in THREATS]
    return gauges(texts.say("trench.threats"), items, texts.say("trench.threats.about", limit=limit))


def _gauge(texts: Texts, seen: Observation, threat: ThreatId, number: int, limit: int) -> Object:
    alarm = None
    if number == limit - 1:
        alarm = texts.say("trench.threat.last")
    elif number >= limit:
        alarm = texts.say("trench.threat.too-many")
    bearers = [
        f"{texts.card(knock, seen.game)} ({texts.who(seat, seen)})"
        for seat in seen.game.seats
        for knock in seen.knocks[seat]
        if knock in seen.game.shows[threat] and not seen.withdrawn[seat]
    ]
    lines = []
    if bearers:
        lying = sum(card_id in seen.game.shows[threat] for card_id in seen.nml)
        lines = [texts.say("trench.threat.split", cards=lying, knocks=" + ".join(bearers))]
    name = capital(texts.threat(threat))
    return gauge(f"threat {threat}", name, threat_sign(threat), number, limit, lines=lines, alarm=alarm)


def room(seen: Observation) -> int:
    """How many signs can still be laid before some threat is there once too often."""
    active, limit = active_threats(seen), seen.game.scenario.identical_threats
    return sum(max(0, limit - 1 - active.get(threat, 0)) for threat in THREATS)


def no_mans_land(texts: Texts, seen: Observation) -> Object:
    """The cards in the middle, and how much room there is for others."""
    game = seen.game
    items = [card(f"nml {lying}", title_of(texts, game, lying), signs_of(game, lying)) for lying in seen.nml]
    about = texts.say("trench.nml.room", signs=room(seen))
    empty = texts.say("trench.nml.empty")
    return cards(texts.say("trench.nml"), items, key="nml", empty=empty, size="small", about=about)


# Piles ----------------------------------------------------------------------------------------------------------------


def numbers(texts: Texts, seen: Observation) -> Object:
    """The mission, the pile above peace, the reserve above the monument, and the speeches that are left."""
    game = seen.game
    level = texts.title(game.scenario)
    items = []
    if seen.mission:
        leader = texts.say("trench.mission.leader", seat=texts.who(seen.leader, seen))
        items.append(pile("mission", texts.say("trench.mission"), str(seen.mission), leader, leader_marker()))
    items += [
        pile("pile", texts.say("trench.pile"), str(seen.pile), texts.say("trench.pile.below"), face_down()),
        pile("reserve", texts.say("trench.reserve"), str(seen.reserve), _reserve(texts, seen), face_down()),
        pile("supply", texts.say("trench.supply"), str(seen.supply), texts.say("trench.supply.about"), speech_token()),
        pile("level", texts.say("trench.level"), level),
    ]
    return piles(texts.say("trench.numbers"), items)


def most_missions(seen: Observation) -> int:
    """So many missions there can be at most with this reserve, the present one included [W-46]."""
    return -(-seen.reserve // seen.game.scenario.least_drop)


def _reserve(texts: Texts, seen: Observation) -> str:
    if seen.ending or not seen.mission:
        return texts.say("trench.reserve.below")
    missions = texts.missions(most_missions(seen))
    return texts.say("trench.reserve.missions", missions=missions)


# Friends --------------------------------------------------------------------------------------------------------------


def friends(texts: Texts, seen: Observation, players: Mapping[Seat, str], own: Seat | None) -> Object:
    """What lies open before everyone; `players` says who plays whom, `own` is whose hand is on the screen."""
    items = [_friend(texts, seen, seat, players.get(seat, ""), is_own=seat == own) for seat in seen.game.seats]
    if (seat := seen.game.chaplain) is not None:
        tiles = badge(texts.say("trench.tiles", n=seen.tile_counts[seat]))
        laid = [badge(texts.say("trench.laid"), face_down(), "loud")] if seen.has_laid[seat] else []
        about = texts.say("trench.chaplain.about")
        items.append(person("chaplain", capital(texts.who(seat, seen)), chaplain(), about, [tiles, *laid]))
    return people(texts.say("trench.friends"), items)


def _friend(texts: Texts, seen: Observation, seat: Seat, player: str, *, is_own: bool) -> Object:
    game, limit = seen.game, seen.game.scenario.bolts_to_lose
    borne, away = bolts(seen, seat), seen.withdrawn[seat]
    who = seen.characters[seat]
    name = capital(texts.who(seat, seen)) if who is None else game.scenario.characters[who].name
    states = [texts.say("trench.away" if away else "trench.in-mission")] if seen.mission else []
    if player:
        states.append(player)
    if is_own:
        states.append(texts.say("trench.you"))
    notes: list[Object] = [_note(texts, game, knock) for knock in seen.knocks[seat]]
    hand = seen.hands[seat]
    if game.scenario.has_open_hands and hand and not is_own:
        notes.append({"sign": "", "title": texts.say("trench.open-hand"), "text": texts.cards(hand, game)})
    return person(
        f"friend {seat}",
        name,
        character(who or ""),
        ", ".join(states),
        list(_badges(texts, seen, seat)),
        notes=notes,
        bears=(borne, limit, bolt(), texts.say("trench.bolts", bolts=borne, limit=limit)),
        is_away=away,
        is_asked=seen.to_act == seat,
    )


def _badges(texts: Texts, seen: Observation, seat: Seat) -> Iterator[Object]:
    if seat == seen.leader:
        yield badge(texts.say("trench.leads"), leader_marker(), "loud")
    if (who := seen.characters[seat]) is not None:
        charm = seen.game.scenario.characters[who].charm
        key = "trench.charm" if seen.charms[seat] else "trench.charm.used"
        sign = charm_sign(charm, is_used=not seen.charms[seat])
        yield badge(texts.say(key, charm=texts.threat(charm)), sign, "plain" if seen.charms[seat] else "spent")
    yield badge(texts.say("trench.hand", n=seen.hand_sizes[seat]))
    yield badge(texts.say("trench.tiles", n=seen.tile_counts[seat]))
    if seen.tokens[seat]:
        yield badge(texts.say("trench.tokens", n=seen.tokens[seat]), speech_token())
    if seen.has_laid[seat]:
        yield badge(texts.say("trench.laid"), face_down(), "loud")
    if seen.has_answered[seat]:
        yield badge(texts.say("trench.answered"), face_down(), "loud")


def _note(texts: Texts, game: Game, knock: CardId) -> Object:
    """A hard knock with its effect in one line."""
    return {"sign": bolt(), "title": f"{title_of(texts, game, knock)}.", "text": texts.effect(knock, game)}


def out_of_play(texts: Texts, seen: Observation) -> Sequence[str]:
    """What may be looked through at any time [W-63, HW-22]."""
    game, lines = seen.game, []
    if seen.returned:
        lines.append(texts.say("words.returned", cards=texts.cards(seen.returned, game)))
    if seen.discard:
        lines.append(texts.say("words.discard", cards=texts.cards(seen.discard, game)))
    if seen.removed:
        lines.append(texts.say("words.removed", tiles="; ".join(texts.say(f"tile.{tile}") for tile in seen.removed)))
    return lines
