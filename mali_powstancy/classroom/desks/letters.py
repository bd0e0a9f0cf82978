"""The letter workshop: write a letter of 25 words, give it to the censor, make an own postmark, keep the card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mali_powstancy.classroom.desks.censor import (
    FRONT,
    LIMIT,
    SCOUTS,
    Finding,
    count_words,
    findings,
    reason_words,
)
from mali_powstancy.classroom.saves import is_kept_by_page
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.messages import Download
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    choice,
    details,
    heading,
    listing,
    note,
    picture,
    text_block,
    verdict,
    words,
)
from mali_powstancy.views.page.desk import MOST_LETTERS, Desk, Message
from mali_powstancy.views.pictures.postmark import (
    INKS,
    LINES,
    RINGS,
    WORDS,
    Postmark,
    WordSpan,
    card_label,
    card_svg,
    lines_of,
)

STAGES = ("writing", "censor", "postmark")
"""What is done with a letter, in this order."""
BEGINNINGS = {
    "well": "letter.begin.well",
    "thinking": "letter.begin.thinking",
    "laughed": "letter.begin.laughed",
    "ask": "letter.begin.ask",
}
"""Sentences for those who do not know how to begin."""


class PostOfLetters(NamedTuple):
    """By whose rules a letter is written: what is said there, and the sign on the postmark."""

    sign: str
    title: str
    task: str
    clean: str
    postmark: str
    afterwards: str = ""
    """What is said below the censor's list, if there is more to do."""


POSTS = {
    SCOUTS: PostOfLetters("lily", "letter.title", "letter.task", "letter.censor.clean", "letter.postmark.task"),
    FRONT: PostOfLetters(
        "envelope",
        "letter.front.title",
        "letter.front.task",
        "letter.front.clean",
        "letter.front.postmark",
        "letter.front.swap",
    ),
}
"""The posts by name."""


class LetterDesk(Desk):
    """A letter on its way from the first word to the postmark. What was written stays until a new letter is begun."""

    def __init__(self, lang: str, post: str = SCOUTS) -> None:
        super().__init__(lang)
        self.post = post
        self.letter = ""
        self.stage = "writing"
        self.postmark = self._plain
        self.refusal: str | None = None
        """Why the letter cannot go on yet."""
        self._form = 0  # a new number fills the form anew

    @property
    def _plain(self) -> Postmark:
        """The postmark before anything was chosen."""
        return Postmark(sign=POSTS[self.post].sign)

    @property
    def count(self) -> int:
        """How many words the letter has."""
        return count_words(self.letter)

    @property
    def findings(self) -> list[Finding]:
        """What the censor blacks out."""
        return findings(self.letter, self.language, self.post)

    @property
    def hidden(self) -> list[WordSpan]:
        """Where that is in the letter."""
        return [(found.start, found.end) for found in self.findings]

    # What can be done.

    def _do_draft(self, message: Message) -> None:
        """Note what was written or chosen so far."""
        self._take(message)

    def _do_begin(self, message: Message) -> None:
        """Write a sentence to begin with behind what is there."""
        self._take(message)
        sentence = self.texts.say(BEGINNINGS[str(message["with"])])
        self.letter = f"{self.letter.rstrip()} {sentence}".lstrip()
        self._form += 1
        self.refusal = None
        self.news = self.texts.say("letter.news.begun", sentence=sentence)

    def _do_censor(self, message: Message) -> None:
        """Give the letter to the censor, if it fits on the card."""
        self._take(message)
        self.refusal = self._refusal()
        if self.refusal is not None:
            self.news = self.refusal
            return
        self.stage = "censor"
        self.news = self._censor_says()

    def _do_change(self, message: Message) -> None:
        """Back to writing, with the letter as it is."""
        self._take(message)
        self.stage = "writing"
        self.refusal = None
        self._form += 1
        self.news = self.texts.say("letter.news.change")

    def _do_postmark(self, message: Message) -> None:
        """On to the postmark."""
        if self._refusal() is None:
            self.stage = "postmark"
            self.news = self.texts.say(POSTS[self.post].postmark)

    def _do_show(self, message: Message) -> None:
        """Put the chosen postmark onto the card."""
        self._take(message)
        self.news = self._card_label()

    def _do_download(self, message: Message) -> None:
        """Hand out the card as a file."""
        self._take(message)
        self.outbox.append(Download(self.texts.say("letter.file-name"), self._card() + "\n"))
        self.news = self.texts.say("letter.print")

    def _do_new(self, message: Message) -> None:
        """A clean card; the postmark stays."""
        self.letter, self.stage, self.refusal = "", "writing", None
        self._form += 1
        self.news = self.texts.say("letter.news.new")

    def _take(self, message: Message) -> None:
        """Take over what stands in the form; what does not fit is left as it was."""
        values = message.get("values")
        if not isinstance(values, Mapping):
            return
        if isinstance(written := values.get("letter"), str):
            self.letter = written[:MOST_LETTERS]
        self.postmark = self._chosen(values)

    def _chosen(self, values: Mapping[str, Any]) -> Postmark:
        asked = {"ring": RINGS, "ink": INKS, "word": WORDS}
        fitting = {name: values[name] for name, known in asked.items() if _is_one_of(values.get(name), known)}
        return self.postmark._replace(**fitting)

    def _refusal(self) -> str | None:
        """Why the letter cannot be given away, kindly; None if it can."""
        if self.count == 0:
            return self.texts.say("letter.empty")
        if self.count > LIMIT:
            over = self.texts.count("letter.words", self.count - LIMIT)
            return self.texts.say("letter.too-long", n=self.count, over=over)
        if len(lines_of(self.letter)) > LINES:
            return self.texts.say("letter.too-many-lines", lines=LINES)
        return None

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """The stage of the letter, and where one can go from there."""
        parts = {"writing": self._writing, "censor": self._with_the_censor, "postmark": self._with_a_postmark}
        return list(parts[self.stage]())

    def _writing(self) -> Iterator[Object]:
        say = self.texts.say
        yield heading(say(POSTS[self.post].title))
        yield text_block(say(POSTS[self.post].task), "ask")
        counter = say("letter.counter", n="{n}", most=LIMIT)
        field = words("letter", say("letter.label"), self.letter, rows=4, most=LIMIT, counter=counter)
        beginnings = [
            button(f"begin-{name}", say(key), {"do": "begin", "with": name}) for name, key in BEGINNINGS.items()
        ]
        give = button("censor", say("letter.give"), {"do": "censor"}, "primary")
        if self.refusal is not None:
            yield verdict("mistake" if self.count else "empty", "", self.refusal)
        yield ask(f"letter-{self._form}", [field], give, live=True)
        yield details("begin", say("letter.begin.title"), [buttons(*beginnings, label=say("letter.begin.title"))])
        yield details("counting", say("letter.counting.title"), [note(say("letter.counting"))])
        yield note(say("letter.privacy.page" if is_kept_by_page() else "letter.privacy"))

    def _with_the_censor(self) -> Iterator[Object]:
        say, found = self.texts.say, self.findings
        yield heading(say("letter.censor.title"))
        yield text_block(self._censor_says(), "hint" if found else "good")
        yield picture(card_svg(self.letter, self.texts, self.hidden), card_label(self.letter, self.texts))
        if found:
            lines = [
                say(
                    "letter.censor.line",
                    words=self.letter[each.start : each.end],
                    reason=reason_words(each.reason, self.language),
                )
                for each in found
            ]
            yield listing(say("letter.censor.list"), lines)
            yield note(say("letter.censor.mistaken"))
        if POSTS[self.post].afterwards:
            yield note(say(POSTS[self.post].afterwards))
        onwards = say("letter.censor.leave") if found else say("letter.censor.on")
        change = button("change", say("letter.change"), {"do": "change"}, "primary" if found else "plain")
        yield buttons(change, button("postmark", onwards, {"do": "postmark"}, "plain" if found else "primary"))

    def _with_a_postmark(self) -> Iterator[Object]:
        say, mark = self.texts.say, self.postmark
        yield heading(say("letter.postmark.title"))
        yield text_block(say(POSTS[self.post].postmark), "ask")
        fields = [
            choice("ring", say("letter.postmark.ring"), self._options(RINGS), mark.ring, inline=True),
            choice("ink", say("letter.postmark.ink"), self._options(INKS), mark.ink, inline=True),
            choice("word", say("letter.postmark.word"), self._options(WORDS), mark.word, inline=True),
        ]
        show = button("show", say("letter.postmark.show"), {"do": "show"}, "primary")
        yield ask(f"postmark-{self._form}", fields, show, live=True)
        yield picture(self._card(), self._card_label())
        yield buttons(
            button("download", say("letter.download"), {"do": "download"}),
            button("change", say("letter.change"), {"do": "change"}),
            button("new", say("letter.new"), {"do": "new"}, "quiet"),
        )
        yield note(say("letter.print"))

    def _options(self, known: Mapping[str, str]) -> list[tuple[str, str]]:
        return [(name, self.texts.say(key)) for name, key in known.items()]

    def _censor_says(self) -> str:
        return self.texts.say("letter.censor.found" if self.findings else POSTS[self.post].clean)

    def _card(self) -> str:
        return card_svg(self.letter, self.texts, self.hidden, self.postmark)

    def _card_label(self) -> str:
        return card_label(self.letter, self.texts, self.hidden, self.postmark)

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """The letter, how far it has come, and the postmark."""
        if not self.letter and self.postmark == self._plain:
            return None
        chosen = {"ring": self.postmark.ring, "ink": self.postmark.ink, "word": self.postmark.word}
        return {"letter": self.letter, "stage": self.stage, **chosen}

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Lay the letter back onto the desk; what does not fit is ignored."""
        if isinstance(letter := memory.get("letter"), str):
            self.letter = letter[:MOST_LETTERS]
        self.postmark = self._chosen(memory)
        stage = memory.get("stage")
        self.stage = str(stage) if _is_one_of(stage, STAGES) and self._refusal() is None else "writing"

    def __str__(self) -> str:
        """How far the letter has come; its words stay private."""
        if self.count == 0:
            return self.texts.say("letter.state.empty")
        keys = {
            "writing": "letter.state.writing",
            "censor": "letter.state.censor",
            "postmark": "letter.state.postmark",
        }
        return self.texts.say(keys[self.stage], words=self.texts.count("letter.words", self.count))


def _is_one_of(value: object, known: Mapping[str, str] | Sequence[str]) -> bool:
    """Whether something from outside is one of the names; it may be anything."""
    return isinstance(value, str) and value in known
