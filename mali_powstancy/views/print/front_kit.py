"""The paper kit of Bitwa Warszawska: its rules on two sides, the board, and everything to cut out, in one language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from mali_powstancy.bitwa_warszawska.cards import KINDS, WP
from mali_powstancy.bitwa_warszawska.scenario import Counts, Scenario
from mali_powstancy.bitwa_warszawska.texts import Texts, texts_for
from mali_powstancy.texts import texts_for as common_texts
from mali_powstancy.views.front import blockade_marker, kind_sign, scoring_marker, unit_sign
from mali_powstancy.views.print.front_board import front_sheets, track_sheet
from mali_powstancy.views.print.front_cards import (
    army_cards,
    blockade_card,
    closed_list,
    reminder_card,
    resource_cards,
    token_sheets,
    values_of,
)
from mali_powstancy.views.print.kit import KitPart, part_table
from mali_powstancy.views.print.quick_rules import RuleSides, Section, rule_sections, two_sheets
from mali_powstancy.views.print.sheets import Sheet, card_sheets, document

FRONT: tuple[Section, ...] = (
    ("kit.rules.aim", ("kit.rules.aim.staffs", "kit.rules.aim.points", "kit.rules.aim.strength")),
    (
        "kit.rules.setup",
        (
            "kit.rules.setup.cards",
            "kit.rules.setup.units",
            "kit.rules.setup.initiative",
            "kit.rules.setup.blockades",
            "kit.rules.setup.hands",
            "kit.rules.setup.resources",
        ),
    ),
    ("kit.rules.round", ("kit.rules.round.scoring", "kit.rules.round.same", "kit.rules.round.stages")),
    (
        "kit.rules.resources",
        (
            "kit.rules.resources.won",
            "kit.rules.resources.funds",
            "kit.rules.resources.supplies",
            "kit.rules.resources.support",
            "kit.rules.resources.tie",
            "kit.rules.resources.after",
        ),
    ),
    (
        "kit.rules.actions",
        (
            "kit.rules.actions.one",
            "kit.rules.actions.play",
            "kit.rules.actions.blockade",
            "kit.rules.actions.bid",
            "kit.rules.actions.activate",
            "kit.rules.actions.pass",
        ),
    ),
    ("kit.rules.steps", ("kit.rules.steps.ways", "kit.rules.steps.several", "kit.rules.steps.first")),
)
BACK: tuple[Section, ...] = (
    (
        "kit.rules.cards",
        (
            "kit.rules.cards.unit",
            "kit.rules.cards.limit",
            "kit.rules.cards.commander",
            "kit.rules.cards.replaced",
            "kit.rules.cards.order",
            "kit.rules.cards.reach",
        ),
    ),
    (
        "kit.rules.battle",
        (
            "kit.rules.battle.where",
            "kit.rules.battle.orders",
            "kit.rules.battle.won",
            "kit.rules.battle.points",
            "kit.rules.battle.losses",
            "kit.rules.battle.back",
            "kit.rules.battle.early",
        ),
    ),
    ("kit.rules.end", ("kit.rules.end.when", "kit.rules.end.deck", "kit.rules.end.tie", "kit.rules.end.lesson")),
    (
        "kit.rules.more",
        (
            "kit.rules.more.together",
            "kit.rules.more.alone",
            "kit.rules.more.funds",
            "kit.rules.more.deck",
        ),
    ),
)
BLOCKADES = ("kit.rules.blockades.half", "kit.rules.blockades.stay", "kit.rules.blockades.special")
CARE = (
    "kit.care.age",
    "kit.care.side",
    "kit.care.soldiers",
    "kit.care.children",
    "kit.care.missing",
    "kit.care.cards",
)
HOW = ("kit.how.paper", "kit.how.board", "kit.how.die", "kit.how.reminders")


def front_rules(standard: Scenario, short: Scenario, lang: str) -> RuleSides:
    """What stands on the two sides of the rules, with the numbers of the scenarios."""
    texts = texts_for(lang)
    values = values_of(standard) | {"short": short.points}
    marks = "".join(f"<li>{_e(texts.say(key))}</li>" for key in BLOCKADES)
    closed = f"<section><h2>{_e(texts.say('kit.closed'))}</h2>{closed_list(texts)}<ul>{marks}</ul></section>"
    return RuleSides(
        texts.say("kit.rules"),
        _signs(texts),
        rule_sections(FRONT, values, texts),
        closed + rule_sections(BACK, values, texts),
        _numbers(standard, texts),
    )


def rules_sheets(standard: Scenario, short: Scenario, lang: str) -> list[Sheet]:
    """The rules on two sides of A4."""
    return two_sheets(front_rules(standard, short, lang))


def front_rules_html(standard: Scenario, short: Scenario, lang: str) -> str:
    """The rules as a page of HTML that prints two sheets of A4."""
    texts = texts_for(lang)
    return document(rules_sheets(standard, short, lang), lang, texts.say("kit.rules"), texts.say("kit.note"))


def front_kit_parts(standard: Scenario, short: Scenario, lang: str) -> list[KitPart]:
    """The parts of the kit, without the list of them."""
    texts = texts_for(lang)
    uses = {part: texts.say(f"kit.use.{part}") for part in ("rules", "board", "tracks", "army", "resources", "tokens")}
    reminder = reminder_card(standard, lang)
    # A reminder fills the last sheet of each army; with more players the others lie beside the resource cards.
    armies = {
        texts.say("kit.part.army", army=texts.army(army)): [*army_cards(army, standard, lang), reminder]
        for army in (WP, 1 - WP)
    }
    resources = [*resource_cards(standard, lang), *[blockade_card(lang)] * 2, *[reminder] * 2]
    beside = texts.say("kit.part.resources")
    return [
        KitPart(texts.say("kit.rules"), uses["rules"], rules_sheets(standard, short, lang)),
        KitPart(texts.say("kit.part.board"), uses["board"], front_sheets(standard, lang)),
        KitPart(texts.say("kit.part.tracks"), uses["tracks"], [track_sheet(standard, lang)]),
        *(KitPart(title, uses["army"], card_sheets(title, cards)) for title, cards in armies.items()),
        KitPart(beside, uses["resources"], card_sheets(beside, resources)),
        KitPart(texts.say("kit.part.tokens"), uses["tokens"], token_sheets(standard, lang)),
    ]


def front_kit_html(standard: Scenario, short: Scenario, lang: str) -> str:
    """The kit on A4 paper, beginning with a list of its parts."""
    texts = texts_for(lang)
    parts = front_kit_parts(standard, short, lang)
    sheets = [_list(parts, standard, lang), *(sheet for part in parts for sheet in part.sheets)]
    return document(sheets, lang, texts.say("kit.title"), texts.say("kit.note"))


def _list(parts: Sequence[KitPart], standard: Scenario, lang: str) -> Sheet:
    """What is in the kit and on which pages, how to print it, and what to think of before playing."""
    texts, common = texts_for(lang), common_texts(lang)
    tips = [common.say("print.list.scale"), *(texts.say(key) for key in HOW), common.say("print.list.table")]
    notes = [texts.say(key, **values_of(standard)) for key in CARE]
    return Sheet(
        texts.say("kit.title"),
        f'<div class="area"><p>{_e(texts.say("kit.about"))}</p>{part_table(parts, common)}'
        f"<h2>{_e(common.say('print.list.how'))}</h2>{_bullets(tips)}"
        f"<h2>{_e(texts.say('kit.care'))}</h2>{_bullets(notes)}</div>",
    )


def _bullets(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{_e(line)}</li>' for line in lines)}</ul>"


def _signs(texts: Texts) -> str:
    """What each sign on the cards and markers is called."""
    drawn = [(unit_sign(army, texts.language), texts.army(army)) for army in (0, 1)]
    drawn += [(kind_sign(kind), texts.say(f"kind.{kind}")) for kind in KINDS]
    drawn += [
        (blockade_marker("WP", texts.language), texts.say("kit.sign.blockade")),
        (blockade_marker("special", texts.language), texts.say("kit.sign.special")),
        (scoring_marker(), texts.say("kit.sign.scoring")),
    ]
    cells = "".join(f"<li>{sign}<span>{_e(word)}</span></li>" for sign, word in drawn)
    return f'<ul class="signs">{cells}</ul>'


def _numbers(standard: Scenario, texts: Texts) -> str:
    """What depends on the number of players; who plays alone against two draws for two [V-19, V-29]."""

    def row(key: str, number: Callable[[Counts], object]) -> str:
        cells = "".join(f"<td>{_e(str(number(counts)))}</td>" for counts in standard.players.values())
        return f'<tr><th scope="row">{_e(texts.say(key))}</th>{cells}</tr>'

    head = "".join(f'<th scope="col">{_e(texts.count("count.players", n))}</th>' for n in standard.players)
    body = (
        row("kit.table.hand", lambda counts: counts.hand)
        + row("kit.table.more", lambda counts: counts.more)
        + row("kit.table.supplies", lambda counts: f"{counts.high} / {counts.low}")
    )
    about = f"<p>{_e(texts.say('kit.table.alone'))}</p>"
    return f"<h2>{_e(texts.say('kit.table'))}</h2><table><tr><td></td>{head}</tr>{body}</table>{about}"


def _e(text: str) -> str:
    return escape(text, quote=False)
