"""The cards and tokens of the paper kit of Wiarusi: trials, friends, quiet cards, reminders, tiles and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from mali_powstancy.views.print.sheets import Sheet, card
from mali_powstancy.views.trench import (
    chaplain,
    character,
    charm_sign,
    leader_marker,
    monument_card,
    peace_card,
    speech_token,
    tile_arrow,
    trial_card,
)
from mali_powstancy.wiarusi import new_game
from mali_powstancy.wiarusi.cards import Character
from mali_powstancy.wiarusi.scenario import Scenario
from mali_powstancy.wiarusi.texts import Texts, texts_for

STEPS = (
    "kit.step.deal",
    "kit.step.turn",
    "kit.step.failure",
    "kit.step.success",
    "kit.step.support",
    "kit.step.knocks",
    "kit.step.morale",
    "kit.step.leader",
)
MAY, MAY_NOT = ("kit.talk.open", "kit.talk.advice"), ("kit.talk.hand", "kit.talk.tile", "kit.talk.signs")
"""What may be said at the table and what may not (HW-56)."""


def values_of(scenario: Scenario) -> dict[str, object]:
    """The numbers that cards and rules say."""
    return {
        "cards": len(scenario.trials),
        "identical": scenario.identical_threats,
        "bolts": scenario.bolts_to_lose,
        "drop": scenario.least_drop,
        "first": scenario.first_difficulty,
        "success": scenario.shed_after_success,
        "failure": scenario.shed_after_failure,
    }


def trial_cards(scenario: Scenario, lang: str) -> Iterator[str]:
    """Every trial card of a scenario, in the order of its file."""
    game = new_game(scenario, max(scenario.players)).game
    for each in game.cards:
        yield _card("trial", trial_card(each, game, texts_for(lang)))


def quiet_cards(scenario: Scenario, lang: str) -> Iterator[str]:
    """Peace, below the trials pile; and the Monument with the names of the friends, below the morale reserve."""
    texts = texts_for(lang)
    peace, monument = texts.say("kit.peace"), texts.say("kit.monument")
    names = "".join(f"<li>{_e(friend.name)}</li>" for friend in scenario.characters.values())
    yield _card("quiet", f'{peace_card()}<p class="name">{_e(peace)}</p><p>{_e(texts.say("kit.peace.text"))}</p>')
    yield _card(
        "quiet",
        f'<div class="stone">{monument_card()}<ul>{names}</ul></div><p class="name">{_e(monument)}</p>'
        f"<p>{_e(texts.say('kit.monument.text'))}</p>",
    )


def talk_card(lang: str) -> str:
    """What may be said at the table."""
    texts = texts_for(lang)
    return _card("talk", f'<p class="name">{_e(texts.say("kit.talk"))}</p>{talk_lists(texts)}')


def talk_lists(texts: Texts) -> str:
    """What may be said and what may not, as two lists."""
    return "".join(
        f'<p class="label">{_e(texts.say(title))}</p><ul>{_items(keys, texts)}</ul>'
        for title, keys in (("kit.talk.may", MAY), ("kit.talk.may-not", MAY_NOT))
    )


def reminder_card(scenario: Scenario, lang: str) -> str:
    """A mission step by step."""
    texts = texts_for(lang)
    steps = "".join(f"<li>{_e(texts.say(key, **values_of(scenario)))}</li>" for key in STEPS)
    return _card("steps", f'<p class="name">{_e(texts.say("kit.steps"))}</p><ol>{steps}</ol>')


def friend_cards(scenario: Scenario, lang: str) -> list[str]:
    """Every friend on two cards side by side, to fold: with the charm, and with the charm used.

    The third column of the sheets has room for the chaplain and a reminder for every player.
    """
    extra = [reminder_card(scenario, lang)] * max(scenario.players)
    extra.insert(0, _chaplain_card(lang))
    found = []
    for number, friend in enumerate(scenario.characters.values()):
        found += [_friend_card(friend, lang, is_used=False), _friend_card(friend, lang, is_used=True)]
        found += extra[number : number + 1]
    return found


def _friend_card(friend: Character, lang: str, *, is_used: bool) -> str:
    texts = texts_for(lang)
    about = texts.say("kit.charm.used" if is_used else "kit.charm.text")
    charm = texts.say("kit.charm", threat=texts.threat(friend.charm))
    return _card(
        "friend behind" if is_used else "friend",
        f'{character(friend.id)}<p class="name">{_e(friend.name)}</p>'
        f'<div class="charm">{charm_sign(friend.charm, is_used=is_used)}<p><b>{_e(charm)}</b></p></div>'
        f"<p>{_e(about)}</p>",
    )


def _chaplain_card(lang: str) -> str:
    texts = texts_for(lang)
    return _card(
        "friend alone",
        f'{chaplain()}<p class="name">{_e(texts.say("kit.chaplain"))}</p><p>{_e(texts.say("kit.chaplain.text"))}</p>',
    )


def token_sheet(scenario: Scenario, lang: str) -> Sheet:
    """Support tiles, speech tokens with their words, and the marker of who leads."""
    texts = texts_for(lang)
    tiles = [
        f'<div class="token support" data-tile="{kind}">{tile_arrow(kind)}<p>{_e(texts.say(f"tile.{kind}"))}</p></div>'
        for kind, number in scenario.tiles.items()
        for _ in range(number)
    ]
    sayings = [saying.text if lang == "pl" else saying.text_en for saying in scenario.sayings]
    speeches = [_round_token(speech_token(), words) for words in sayings]
    marker = [_round_token(leader_marker(), texts.say("kit.leader"))]
    groups = (("kit.tokens.tiles", tiles), ("kit.tokens.speeches", speeches), ("kit.tokens.leader", marker))
    content = "".join(
        f'<h2>{_e(texts.say(key, n=len(items)))}</h2><div class="tokens">{"".join(items)}</div>'
        for key, items in groups
    )
    return Sheet(texts.say("kit.part.tokens"), f'<div class="area mp-look-light">{content}</div>')


def _round_token(sign: str, words: str) -> str:
    return f'<div class="token large speech">{sign}<p>{_e(words)}</p></div>'


def _card(kind: str, content: str) -> str:
    """A card in the colours of paper, whatever the look of a page around it."""
    return card(f"{kind} mp-look-light", content)


def _items(keys: Sequence[str], texts: Texts) -> str:
    return "".join(f"<li>{_e(texts.say(key))}</li>" for key in keys)


def _e(text: str) -> str:
    return escape(text, quote=False)
