"""The research workshop: choose a subject, answer four questions from sources, write a museum label, keep it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from mali_powstancy.classroom.desks.cards import card_blocks, shelf, title_of
from mali_powstancy.classroom.desks.censor import count_words
from mali_powstancy.classroom.saves import is_kept_by_page
from mali_powstancy.history import HistorySource, cited
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.messages import Download
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    checks,
    details,
    heading,
    listing,
    note,
    pick,
    table,
    text_block,
    verdict,
    words,
)
from mali_powstancy.views.page.desk import MOST_LETTERS, Desk, Message

STAGES = ("subject", "notes", "label")
"""What is done, in this order; one can always go back."""
LABEL_WORDS = 40
"""So long a label may be; a longer one gets advice, no refusal."""
LEAST_SOURCES = 2
QUESTIONS = 4
"""What, when, what is not known, and from where we know it."""
OWN = "own"
"""The subject that is on no card: something from one's own town or family."""
WRITTEN = ("topic", "what", "when", "more", "unknown", "label")
"""What can be written."""


def subjects() -> tuple[str, ...]:
    """What can be chosen: places, offices and people, and one's own subject. Prisons, camps and massacres are not."""
    return (*shelf("people"), *shelf("post"), *shelf("board"), OWN)


class ResearchDesk(Desk):
    """A piece of research on its way from the subject to the label. It is never judged; it only counts, kindly."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.stage = "subject"
        self.subject = ""
        self.written = dict.fromkeys(WRITTEN, "")
        self.chosen: tuple[str, ...] = ()
        """The ids of the sources that were used."""
        self.is_shown = False
        """Whether the label hangs on the wall."""
        self._form = 0  # a new number fills the form anew

    # What is there so far.

    @property
    def title(self) -> str:
        """What the label is about."""
        if self.subject and self.subject != OWN:
            return title_of(self.subject, self.language)
        return self.written["topic"].strip() or self.texts.say("research.subject.own")

    @property
    def known_sources(self) -> tuple[HistorySource, ...]:
        """The sources of the card."""
        return cited(self.subject) if self.subject and self.subject != OWN else ()

    @property
    def used_sources(self) -> list[str]:
        """The sources that were used: those of the card that were ticked, and each line of those written down."""
        ticked = [source.named for source in self.known_sources if source.id in self.chosen]
        return ticked + [line.strip() for line in self.written["more"].splitlines() if count_words(line)]

    @property
    def answered(self) -> int:
        """How many of the four questions have an answer."""
        written = sum(count_words(self.written[name]) > 0 for name in ("what", "when", "unknown"))
        return written + bool(self.used_sources)

    @property
    def length(self) -> int:
        """How many words the label has."""
        return count_words(self.written["label"])

    # What can be done.

    def _do_draft(self, message: Message) -> None:
        """Note what was written or chosen so far."""
        self._take(message)

    def _do_go(self, message: Message) -> None:
        """To another stage, with everything that was written."""
        self._take(message)
        if (stage := message.get("to")) not in STAGES:
            return
        if stage != "subject" and not self.subject:
            self.news = self.texts.say("research.subject.empty")
            return
        self.stage = str(stage)
        self.is_shown = False
        self._form += 1
        self.news = self.texts.say(_HEADINGS[self.stage])

    def _do_show(self, message: Message) -> None:
        """Hang the label on the wall, whatever its length."""
        self._take(message)
        self.is_shown = self.length > 0
        self.news = self._remarks()[0]

    def _do_download(self, message: Message) -> None:
        """Hand out the label as a page to print."""
        self._take(message)
        self.outbox.append(Download(self.texts.say("research.file-name"), self.page()))
        self.news = self.texts.say("research.print")

    def _do_new(self, message: Message) -> None:
        """An empty desk."""
        self.stage, self.subject, self.chosen, self.is_shown = "subject", "", (), False
        self.written = dict.fromkeys(WRITTEN, "")
        self._form += 1
        self.news = self.texts.say("research.news.new")

    def _take(self, message: Message) -> None:
        """Take over what stands in the form; what does not fit is left as it was."""
        values = message.get("values")
        if not isinstance(values, Mapping):
            return
        if isinstance(subject := values.get("subject"), str) and subject in subjects() and subject != self.subject:
            self.subject, self.chosen = subject, ()
        self._take_words(values)
        if isinstance(ticked := values.get("sources"), list):
            self.chosen = tuple(source.id for source in self.known_sources if source.id in ticked)

    def _take_words(self, values: Mapping[str, Any]) -> None:
        for name in WRITTEN:
            if isinstance(text := values.get(name), str):
                self.written[name] = text[:MOST_LETTERS]

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """The stage, and where one can go from there."""
        parts = {"subject": self._choosing, "notes": self._taking_notes, "label": self._writing}
        return [heading(self.texts.say(_HEADINGS[self.stage])), *parts[self.stage]()]

    def _choosing(self) -> Iterator[Object]:
        say = self.texts.say
        options = [("", say("research.subject.none"))]
        for key, names in (
            ("research.subject.person", shelf("people")),
            ("research.subject.place", (*shelf("post"), *shelf("board"))),
        ):
            options += [(name, say(key, name=title_of(name, self.language))) for name in names]
        options.append((OWN, say("research.subject.own")))
        yield text_block(say("research.subject.task"), "ask")
        field = pick("subject", say("research.subject.pick"), options, self.subject)
        on = button("to-notes", say("research.to-notes"), {"do": "go", "to": "notes"}, "primary")
        yield ask(f"subject-{self._form}", [field], on, live=True)
        if not self.subject:
            yield note(say("research.subject.empty"))
        yield note(say("research.privacy.page" if is_kept_by_page() else "research.privacy"))

    def _taking_notes(self) -> Iterator[Object]:
        say = self.texts.say
        if self.subject != OWN:
            yield details("card", say("research.notes.card"), card_blocks(self.subject, self.texts), is_open=True)
        yield text_block(say("research.notes.task"), "ask")
        fields = [words("topic", say("research.notes.topic"), self.written["topic"], rows=1)]
        if self.subject != OWN:
            fields = []
        fields.append(words("what", say("research.notes.what"), self.written["what"], rows=2))
        fields.append(words("when", say("research.notes.when"), self.written["when"], rows=2))
        if self.known_sources:
            known = [(source.id, source.named) for source in self.known_sources]
            fields.append(checks("sources", say("research.notes.sources"), known, self.chosen))
        fields.append(words("more", say("research.notes.more"), self.written["more"], rows=2))
        fields.append(words("unknown", say("research.notes.unknown"), self.written["unknown"], rows=2))
        on = button("to-label", say("research.to-label"), {"do": "go", "to": "label"}, "primary")
        back = button("to-subject", say("research.to-subject"), {"do": "go", "to": "subject"})
        yield ask(f"notes-{self._form}", fields, on, also=[back], live=True)

    def _writing(self) -> Iterator[Object]:
        say = self.texts.say
        notes = [line for line in (self.written["what"], self.written["when"], self.written["unknown"]) if line.strip()]
        if notes:
            yield details("notes", say("research.label.notes"), [listing("", notes)], is_open=True)
        yield text_block(say("research.label.task", most=LABEL_WORDS), "ask")
        counter = say("research.label.counter", n="{n}", most=LABEL_WORDS)
        label = say("research.label.label", title=self.title)
        field = words("label", label, self.written["label"], rows=5, most=LABEL_WORDS, counter=counter)
        show = button("show", say("research.label.show"), {"do": "show"}, "primary")
        back = button("to-notes", say("research.back-to-notes"), {"do": "go", "to": "notes"})
        yield ask(f"label-{self._form}", [field], show, also=[back], live=True)
        if self.is_shown:
            yield from self._on_the_wall()
        elif not self.length:
            yield note(say("research.label.empty"))

    def _on_the_wall(self) -> Iterator[Object]:
        say = self.texts.say
        yield heading(self.title, 4)
        yield text_block(self.written["label"], "plain")
        if self.used_sources:
            yield listing(say("research.page.sources"), self.used_sources)
        rows = [
            [say("research.counted.words"), str(self.length), say("research.counted.most", n=LABEL_WORDS)],
            [
                say("research.counted.sources"),
                str(len(self.used_sources)),
                say("research.counted.least", n=LEAST_SOURCES),
            ],
            [say("research.counted.questions"), str(self.answered), say("research.counted.of", n=QUESTIONS)],
        ]
        head = [say("research.counted.what"), say("research.counted.yours"), say("research.counted.advice")]
        yield table(say("research.counted.title"), head, rows)
        first, *more = self._remarks()
        yield verdict("right", "", first) if not more else text_block(first, "hint")
        yield from (text_block(remark, "hint") for remark in more)
        yield buttons(
            button("download", say("research.download"), {"do": "download"}),
            button("new", say("research.new"), {"do": "new"}, "quiet"),
        )
        yield note(say("research.print"))

    def _remarks(self) -> list[str]:
        """Advice on what could still be better, kindly; or that everything is there."""
        say, found = self.texts.say, []
        if self.length == 0:
            return [say("research.label.empty")]
        if self.length > LABEL_WORDS:
            found.append(say("research.remark.long", n=self.length))
        if len(self.used_sources) < LEAST_SOURCES:
            found.append(say("research.remark.sources"))
        if not count_words(self.written["unknown"]):
            found.append(say("research.remark.unknown"))
        return [*found, say("research.remark.yours")] if found else [say("research.remark.whole")]

    def page(self) -> str:
        """The label as a page of its own, to be printed."""
        say = self.texts.say
        links = {source.named: source.link for source in self.known_sources}
        listed = "".join(f"<li>{_linked(name, links.get(name, ''))}</li>" for name in self.used_sources)
        parts = [f"<h1>{escape(self.title)}</h1>", f"<p>{_lines(self.written['label'])}</p>"]
        if count_words(self.written["unknown"]):
            parts.append(f"<h2>{escape(say('research.unknown.title'))}</h2><p>{_lines(self.written['unknown'])}</p>")
        if listed:
            parts.append(f"<h2>{escape(say('research.page.sources'))}</h2><ul>{listed}</ul>")
        parts.append(f"<p><small>{escape(say('research.page.footer'))}</small></p>")
        head = f'<meta charset="utf-8"><title>{escape(self.title)}</title><style>{_STYLE}</style>'
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head>{head}</head><body>{"".join(parts)}</body></html>\n'
        )

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """The subject, everything written, and how far it has come."""
        if not self.subject and not any(self.written.values()):
            return None
        kept = {"subject": self.subject, "stage": self.stage, "sources": list(self.chosen), "shown": self.is_shown}
        return kept | {"written": dict(self.written)}

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Lay everything back onto the desk; what does not fit is ignored."""
        self._take({"values": {"subject": memory.get("subject"), "sources": memory.get("sources")}})
        if isinstance(written := memory.get("written"), Mapping):
            self._take_words(written)
        if (stage := memory.get("stage")) in STAGES and self.subject:
            self.stage = str(stage)
        self.is_shown = memory.get("shown") is True and self.stage == "label" and self.length > 0

    def __str__(self) -> str:
        """How far it has come; what was written stays private."""
        keys = {
            "subject": "research.state.subject",
            "notes": "research.state.notes",
            "label": "research.state.label",
        }
        return self.texts.say(keys[self.stage], answered=self.answered, n=self.length)


_HEADINGS = {
    "subject": "research.subject.title",
    "notes": "research.notes.title",
    "label": "research.label.title",
}
_STYLE = "body{font:1.1rem/1.5 Georgia,serif;max-width:34em;margin:3em auto;padding:0 1em}h2{font-size:1rem}"


def _linked(name: str, link: str) -> str:
    return f'<a href="{escape(link)}">{escape(name)}</a>' if link else escape(name)


def _lines(text: str) -> str:
    return "<br>".join(escape(line) for line in text.strip().splitlines())
