"""The same war told differently: one rule of one of the three games is changed, and games say what that does.

A rule is a number in a scenario file. Only one is changed at a time, so that one knows what did it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from mali_powstancy.classroom.desks.experiments import GAMES
from mali_powstancy.classroom.desks.paired_desk import PairedDesk
from mali_powstancy.classroom.desks.paired_games import BOTS, PairedGames
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.library import catalogue_of, load_scenario, rules_of
from mali_powstancy.tabletop.messages import Download
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    choice,
    group,
    heading,
    note,
    pick,
    text_block,
    words,
)
from mali_powstancy.views.page.desk import Message

LONGEST_WISH = 200


class Rule(NamedTuple):
    """A number of a game that can be changed, and what it says in the story."""

    name: str
    told: str
    """The keys of its words: what is counted, and what that tells."""
    table: str
    """Where it stands in a scenario file."""
    numbers: Mapping[str, int]
    """The keys there, each with its number in the game as it is; one rule may be two numbers that go together."""
    offered: tuple[int, ...]
    """Other values for the first number; the second one stays as far from it as it is."""

    @property
    def usual(self) -> int:
        """The first number in the game as it is."""
        return next(iter(self.numbers.values()))

    def lines(self, value: int) -> Iterator[str]:
        """What a scenario file says then."""
        yield f"[{self.table}]"
        yield from (f"{key} = {value + number - self.usual}" for key, number in self.numbers.items())


class Retold(NamedTuple):
    """A game whose rules can be changed here."""

    base: str
    """The scenario that is changed."""
    bots: tuple[str, ...]
    pairs: int
    """So many pairs of games a class can wait for: the fewer, the longer a game takes."""
    measures: tuple[str, ...]
    guessed: tuple[str, ...]
    rules: Mapping[str, Rule]


RETOLD: Mapping[str, Retold] = {
    "mali-powstancy": Retold(
        "basic",
        BOTS,
        GAMES,
        ("defeats", "gap", "late", "rounds"),
        ("defeats", "gap"),
        {
            "tokens": Rule(
                "retelling.tokens", "retelling.tokens.told", "numbers", {"tokens_to_lose": 4}, (2, 3, 6, 12)
            ),
            "track": Rule("retelling.track", "retelling.track.told", "numbers", {"track_spaces": 5}, (3, 4, 7)),
            "orders": Rule("retelling.orders", "retelling.orders.told", "players.2", {"orders_in_deck": 12}, (8, 16)),
        },
    ),
    "wiarusi": Retold(
        "wiarusi-beginner",
        ("careful", "careful", "careful"),
        GAMES,
        ("defeats", "rounds", "knocks", "supports"),
        ("defeats", "rounds"),
        {
            "speeches": Rule("retelling.speeches", "retelling.speeches.told", "players.3", {"speeches": 5}, (0, 2, 9)),
            "help": Rule("retelling.help", "retelling.help.told", "numbers", {"shed_after_success": 2}, (1, 3)),
            "bolts": Rule("retelling.bolts", "retelling.bolts.told", "numbers", {"bolts_to_lose": 4}, (3, 5, 6)),
            "threats": Rule("retelling.threats", "retelling.threats.told", "numbers", {"identical_threats": 3}, (2, 4)),
        },
    ),
    "bitwa-warszawska": Retold(
        "bitwa-short",
        BOTS,
        GAMES // 4,
        ("rounds", "gap", "early", "tied"),
        ("rounds", "gap"),
        {
            "points": Rule("retelling.points", "retelling.points.told", "numbers", {"points": 5}, (3, 7)),
            "rounds": Rule("retelling.rounds", "retelling.rounds.told", "numbers", {"rounds": 13}, (3, 5)),
            "hand": Rule("retelling.hand", "retelling.hand.told", "players.2", {"hand": 4, "more": 5}, (2, 6)),
            "units": Rule("retelling.units", "retelling.units.told", "numbers", {"first_units": 1}, (0, 3)),
        },
    ),
}
"""What can be changed, by game."""


def changed_text(game_id: str, rule: str, value: int) -> str:
    """A scenario file that says only what is different."""
    retold = RETOLD[game_id]
    base = load_scenario(retold.base)
    lines = [
        f'game = "{game_id}"',
        f'id = "{base.id}-{rule}-{value}"',
        "version = 1",
        f'title = "{base.title}: {rule} {value}"',
        f'based_on = "{base.name}"',
        "",
        *retold.rules[rule].lines(value),
        "",
    ]
    return "\n".join(lines)


@cache
def changed_rules(game_id: str, rule: str, value: int) -> Any:
    """The scenario in which a rule has another value."""
    return rules_of(game_id).read_scenario(changed_text(game_id, rule, value))


class RetellingDesk(PairedDesk):
    """Which game, which rule, which number; what it is to tell; a guess; and then the games."""

    def __init__(self, lang: str, seeds: Iterator[int]) -> None:
        super().__init__(lang, seeds)
        self.game_id = next(iter(RETOLD))
        self.rule = ""
        """The name of the rule to be changed; empty as long as none was chosen."""
        self.value: int | None = None
        """Its new number."""
        self.wish = ""
        """What the game is to tell now, in somebody's own words."""
        self.trouble = ""
        """Why nothing was played."""

    @property
    def retold(self) -> Retold:
        """The game that is changed."""
        return RETOLD[self.game_id]

    @property
    def measures(self) -> Sequence[str]:
        """What the figure compares."""
        return self.retold.measures

    @property
    def guessed(self) -> Sequence[str]:
        """What is to be guessed."""
        return self.retold.guessed

    @property
    def asked_pairs(self) -> int:
        """So many pairs of games are played."""
        return self.retold.pairs

    # What can be done.

    def _do_draft(self, message: Message) -> None:
        """Note what stands in the forms."""
        self._take(message)

    def _do_start(self, message: Message) -> None:
        """Play, once somebody has changed a rule and said what that will do."""
        if self.stage == "playing":
            return
        self._take(message)
        self.trouble = self._refusal()
        if self.trouble or self.value is None:
            self.news = self.trouble
            return
        retold = self.retold
        usual, changed = load_scenario(retold.base), changed_rules(self.game_id, self.rule, self.value)
        pairs = PairedGames(usual, changed, self.seed, self._usual_games, bots=retold.bots, pairs=retold.pairs)
        self._play_pairs(pairs)

    def _refusal(self) -> str:
        """Why nothing can be played yet; empty if something can."""
        if self.value is None:
            return self.texts.say("editor.no-change")
        return "" if self.has_guessed else self.texts.say("editor.guess-first")

    def _do_download(self, message: Message) -> None:
        """Hand out the scenario file: it can be played, and changed further."""
        if self.value is not None:
            file = f"{changed_rules(self.game_id, self.rule, self.value).id}.toml"
            self.outbox.append(Download(file, changed_text(self.game_id, self.rule, self.value)))
            self.news = self.texts.say("editor.downloaded", file=file)

    def _take(self, message: Message) -> None:
        """Take over what stands in a form; what does not fit is left as it was."""
        values = message.get("values")
        if not isinstance(values, Mapping):
            return
        self._take_change(values)
        if isinstance(wish := values.get("wish"), str):
            self.wish = " ".join(wish[:LONGEST_WISH].split())
        self._take_guess(values)

    def _take_change(self, values: Mapping[str, Any]) -> None:
        """Another game, rule or number: what was guessed and played belongs to what was there before."""
        before = self.game_id, self.rule, self.value
        if (game_id := values.get("game")) in RETOLD and game_id != self.game_id:
            self.game_id, self.rule, self.value = str(game_id), "", None
        elif (rule := values.get("rule")) in ("", *self.retold.rules) and rule != self.rule:
            self.rule, self.value = str(rule), None
        elif self.rule and (value := str(values.get("value", ""))) in map(str, self._offered()):
            self.value = int(value)
        if (self.game_id, self.rule, self.value) == before:
            return
        self.trouble = ""
        if self.game_id != before[0]:
            self._usual_games = []
        if self.pairs is not None or self.game_id != before[0]:
            self._forget_games()

    def _offered(self) -> tuple[int, ...]:
        return self.retold.rules[self.rule].offered if self.rule else ()

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """The change, what it is to tell, the guess, and what the games say."""
        say = self.texts.say
        found = [heading(say("retelling.title")), note(say("retelling.about")), self._change_form()]
        if self.rule:
            found.append(text_block(say(self.retold.rules[self.rule].told), "plain"))
        if self.value is None:
            return found
        found.append(buttons(button("download", say("editor.download"), {"do": "download"}, "quiet")))
        found.append(heading(say("editor.guess.title"), 4))
        trouble = [text_block(self.trouble, "hint")] if self.trouble else []
        told = [text_block(self._wished(), "plain")] if self.wish and self.stage in ("stopped", "done") else []
        return [*found, group("run", [*trouble, *self._guess_blocks(), *self._state_blocks(), *told])]

    def _change_form(self) -> Object:
        say = self.texts.say
        games = [(game_id, catalogue_of(game_id, self.language).say("game.name")) for game_id in RETOLD]
        rules = [(name, self._named(rule)) for name, rule in self.retold.rules.items()]
        fields = [
            choice("game", say("retelling.game"), games, self.game_id, inline=True),
            pick("rule", say("retelling.rule"), [("", say("editor.choose")), *rules], self.rule),
        ]
        if self.rule:
            offered = [(str(value), str(value)) for value in self._offered()]
            chosen = "" if self.value is None else str(self.value)
            fields.append(pick("value", say("retelling.value"), [("", say("editor.choose")), *offered], chosen))
            fields.append(words("wish", say("retelling.wish"), self.wish, rows=2))
        on = button("on", say("retelling.on"), {"do": "draft"}, "primary")
        return ask(f"change-{self.game_id}-{self.rule}", fields, on, live=True)

    def _named(self, rule: Rule) -> str:
        return self.texts.say("retelling.now", what=self.texts.say(rule.name), n=rule.usual)

    def _wished(self) -> str:
        return self.texts.say("retelling.wished", wish=self.wish)

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """What was changed, wished and guessed, and which games were played."""
        if not self.rule and not self.wish:
            return None
        change = {"game": self.game_id, "rule": self.rule, "value": self.value, "wish": self.wish}
        return change | {"guess": dict(self.guess), "seed": self.seed}

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Fill in the forms as they were; what does not fit is ignored."""
        for key in ("game", "rule", "value", "wish"):  # each field depends on the one before
            self._take({"values": {key: memory.get(key)}})
        if isinstance(guess := memory.get("guess"), Mapping):
            self._take_guess(guess)
        self._take_seed(memory)

    def __str__(self) -> str:
        """The change, and what the games say; what somebody has wished for stays private."""
        name = catalogue_of(self.game_id, self.language).say("game.name")
        lines = [self.texts.say("retelling.title"), self.texts.say("retelling.state", game=name)]
        if self.value is not None:
            rule = self.retold.rules[self.rule]
            change = {"what": self.texts.say(rule.name), "before": rule.usual, "after": self.value}
            lines.append(self.texts.say("editor.change.number", **change))
        return "\n".join([*lines, *self._stage_lines()])
