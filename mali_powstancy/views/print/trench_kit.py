"""The paper kit of Wiarusi: its rules on two sides, and everything to cut out, in one language."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from mali_powstancy.texts import texts_for as common_texts
from mali_powstancy.views.print.kit import KitPart, part_table
from mali_powstancy.views.print.quick_rules import RuleSides, Section, rule_sections, two_sheets
from mali_powstancy.views.print.sheets import Sheet, card_sheets, document
from mali_powstancy.views.print.trench_cards import (
    friend_cards,
    quiet_cards,
    talk_card,
    talk_lists,
    token_sheet,
    trial_cards,
    values_of,
)
from mali_powstancy.views.trench import bolt, threat_sign, trap_sign
from mali_powstancy.wiarusi.cards import THREATS
from mali_powstancy.wiarusi.scenario import Counts, Scenario
from mali_powstancy.wiarusi.texts import Texts, texts_for

FRONT: tuple[Section, ...] = (
    ("kit.rules.aim", ("kit.rules.aim.friends", "kit.rules.aim.win", "kit.rules.aim.lose", "kit.rules.aim.most")),
    (
        "kit.rules.setup",
        (
            "kit.rules.setup.friend",
            "kit.rules.setup.tiles",
            "kit.rules.setup.piles",
            "kit.rules.setup.speeches",
            "kit.rules.setup.leader",
            "kit.rules.setup.levels",
        ),
    ),
    (
        "kit.rules.deal",
        ("kit.rules.deal.difficulty", "kit.rules.deal.first", "kit.rules.deal.order", "kit.rules.deal.secret"),
    ),
    (
        "kit.rules.turn",
        (
            "kit.rules.turn.one",
            "kit.rules.turn.play",
            "kit.rules.turn.charm",
            "kit.rules.turn.speech",
            "kit.rules.turn.withdraw",
            "kit.rules.turn.last",
        ),
    ),
    ("kit.rules.trap", ("kit.rules.trap.draw", "kit.rules.trap.second", "kit.rules.trap.empty")),
)
BACK: tuple[Section, ...] = (
    (
        "kit.rules.end",
        ("kit.rules.end.failure", "kit.rules.end.count", "kit.rules.end.success", "kit.rules.end.stay"),
    ),
    (
        "kit.rules.support",
        (
            "kit.rules.support.pass",
            "kit.rules.support.success",
            "kit.rules.support.failure",
            "kit.rules.support.tie",
            "kit.rules.support.knocks",
        ),
    ),
    (
        "kit.rules.morale",
        ("kit.rules.morale.count", "kit.rules.morale.empty", "kit.rules.morale.leader", "kit.rules.morale.again"),
    ),
    (
        "kit.rules.knocks",
        ("kit.rules.knocks.first", "kit.rules.knocks.withdrawn", "kit.rules.knocks.empty", "kit.rules.knocks.gift"),
    ),
    (
        "kit.rules.two",
        ("kit.rules.two.chaplain", "kit.rules.two.tile", "kit.rules.two.most", "kit.rules.two.speeches"),
    ),
)
CARE = ("kit.care.age", "kit.care.lost", "kit.care.knocks", "kit.care.role", "kit.care.enemy")
HOW = ("kit.how.paper", "kit.how.fold", "kit.how.again")


def trench_rules(standard: Scenario, veteran: Scenario, lang: str) -> RuleSides:
    """What stands on the two sides of the rules, with the numbers of the scenarios."""
    texts = texts_for(lang)
    values = values_of(standard) | {"veteran": veteran.players[max(veteran.players)].pile}
    talk = f"<section><h2>{_e(texts.say('kit.talk'))}</h2>{talk_lists(texts)}</section>"
    return RuleSides(
        texts.say("kit.rules"),
        _signs(texts),
        rule_sections(FRONT, values, texts),
        rule_sections(BACK, values, texts) + talk,
        _numbers(standard, veteran, texts),
    )


def rules_sheets(standard: Scenario, veteran: Scenario, lang: str) -> list[Sheet]:
    """The rules on two sides of A4."""
    return two_sheets(trench_rules(standard, veteran, lang))


def trench_rules_html(standard: Scenario, veteran: Scenario, lang: str) -> str:
    """The rules as a page of HTML that prints two sheets of A4."""
    texts = texts_for(lang)
    return document(rules_sheets(standard, veteran, lang), lang, texts.say("kit.rules"), texts.say("kit.note"))


def trench_kit_parts(standard: Scenario, veteran: Scenario, lang: str) -> list[KitPart]:
    """The parts of the kit, without the list of them."""
    texts = texts_for(lang)
    trials = [*trial_cards(standard, lang), *quiet_cards(standard, lang), talk_card(lang), talk_card(lang)]
    titles = {part: texts.say(f"kit.part.{part}") for part in ("trials", "friends", "tokens")}
    uses = {part: texts.say(f"kit.use.{part}") for part in ("rules", "trials", "friends", "tokens")}
    return [
        KitPart(texts.say("kit.rules"), uses["rules"], rules_sheets(standard, veteran, lang)),
        KitPart(titles["trials"], uses["trials"], card_sheets(titles["trials"], trials)),
        KitPart(titles["friends"], uses["friends"], card_sheets(titles["friends"], friend_cards(standard, lang))),
        KitPart(titles["tokens"], uses["tokens"], [token_sheet(standard, lang)]),
    ]


def trench_kit_html(standard: Scenario, veteran: Scenario, lang: str) -> str:
    """The kit on A4 paper, beginning with a list of its parts."""
    texts = texts_for(lang)
    parts = trench_kit_parts(standard, veteran, lang)
    sheets = [_list(parts, lang), *(sheet for part in parts for sheet in part.sheets)]
    return document(sheets, lang, texts.say("kit.title"), texts.say("kit.note"))


def _list(parts: list[KitPart], lang: str) -> Sheet:
    """What is in the kit and on which pages, how to print it, and what to think of before playing."""
    texts, common = texts_for(lang), common_texts(lang)
    tips = [common.say("print.list.scale"), *(texts.say(key) for key in HOW), common.say("print.list.table")]
    notes = [texts.say(key) for key in CARE]
    return Sheet(
        texts.say("kit.title"),
        f'<div class="area"><p>{_e(texts.say("kit.about"))}</p>{part_table(parts, common)}'
        f"<h2>{_e(common.say('print.list.how'))}</h2>{_bullets(tips)}"
        f"<h2>{_e(texts.say('kit.care'))}</h2>{_bullets(notes)}</div>",
    )


def _bullets(lines: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{_e(line)}</li>' for line in lines)}</ul>"


def _signs(texts: Texts) -> str:
    """What each sign on the cards is called."""
    drawn = [(threat_sign(threat), texts.threat(threat)) for threat in THREATS]
    drawn += [(trap_sign(), texts.say("kit.trap").lower()), (bolt(), texts.say("kit.knock"))]
    cells = "".join(f"<li>{sign}<span>{_e(word)}</span></li>" for sign, word in drawn)
    return f'<ul class="signs">{cells}</ul>'


def _numbers(standard: Scenario, veteran: Scenario, texts: Texts) -> str:
    """What depends on the number of players."""
    whole = len(standard.trials)

    def row(key: str, scenario: Scenario, number: Callable[[Counts], object]) -> str:
        cells = "".join(f"<td>{_e(str(number(counts)))}</td>" for counts in scenario.players.values())
        return f'<tr><th scope="row">{_e(texts.say(key))}</th>{cells}</tr>'

    head = "".join(f'<th scope="col">{_e(texts.count("count.players", n))}</th>' for n in standard.players)
    body = (
        row("kit.table.pile", standard, lambda counts: counts.pile)
        + row("kit.table.reserve", standard, lambda counts: whole - counts.pile)
        + row("kit.table.veteran", veteran, lambda counts: f"{counts.pile} / {whole - counts.pile}")
        + row("kit.table.speeches", standard, lambda counts: counts.speeches)
        + row("kit.table.tiles", standard, lambda counts: _kinds(counts, standard, texts))
    )
    return f"<h2>{_e(texts.say('kit.table'))}</h2><table><tr><td></td>{head}</tr>{body}</table>"


def _kinds(counts: Counts, scenario: Scenario, texts: Texts) -> str:
    """Which tiles are used."""
    return texts.say("kit.table.tiles.all" if set(counts.kinds) == set(scenario.tiles) else "kit.table.tiles.near")


def _e(text: str) -> str:
    return escape(text, quote=False)
