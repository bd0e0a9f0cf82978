"""Cards of history: a quiet card on a place, a person, an event or a fact, with years and sources.

>>> print(history_card("jarosz", "en"))
Tadeusz Jarosz
led a troop of letter carriers
Born on 24 June 1929. He led a troop of letter carriers and wrote down his memories.
Code name: Topacz
Born: 1929
Age in August 1944: 15
Sources
- T. Jarosz (relacja), SPPW 1944
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from mali_powstancy.history import (
    Fact,
    HistoryBattle,
    HistoryDistrict,
    HistoryEvent,
    HistoryItem,
    HistoryNumber,
    HistoryPlace,
    HistorySource,
    Person,
    amount,
    cited,
    item,
    mark_of,
    when,
)
from mali_powstancy.tabletop.board import Object
from mali_powstancy.texts import Texts, texts_for
from mali_powstancy.views.page.blocks import heading, listing, note, text_block


@dataclass(frozen=True, repr=False)
class HistoryCard:
    """A card: a name, a few sentences, short lines such as years, and where it is from."""

    title: str
    """Empty for a fact, which is only its sentence."""
    sentences: tuple[str, ...]
    lines: tuple[str, ...]
    sources: tuple[HistorySource, ...]
    sources_heading: str
    no_address: str
    """What is said of a source whose page nobody knows any more."""

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        parts = [self.title, *self.sentences, *self.lines]
        if self.sources:
            parts += [self.sources_heading, *(f"- {self._named(source)}" for source in self.sources)]
        return "\n".join(filter(None, parts))

    def blocks(self) -> list[Object]:
        """The card on a board or a panel."""
        made = [heading(self.title)] if self.title else []
        made += [text_block(sentence, "plain") for sentence in self.sentences]
        made += [note(line) for line in self.lines]
        if self.sources:
            made.append(listing(self.sources_heading, [self._named(source) for source in self.sources]))
        return made

    def as_html(self) -> str:
        """The card in a notebook, with links to its sources."""
        parts = [f"<p><strong>{_html(self.title)}</strong></p>"] if self.title else []
        parts += [f"<p>{_html(sentence)}</p>" for sentence in self.sentences]
        if self.lines:
            parts.append(f"<ul>{''.join(f'<li>{_html(line)}</li>' for line in self.lines)}</ul>")
        if self.sources:
            listed = "".join(f"<li>{self._linked(source)}</li>" for source in self.sources)
            parts.append(f"<p>{_html(self.sources_heading)}</p><ul>{listed}</ul>")
        return f"<blockquote>{''.join(parts)}</blockquote>"

    def _named(self, source: HistorySource) -> str:
        return ", ".join(filter(None, (source.named, source.where, self.no_address if source.address_unknown else "")))

    def _linked(self, source: HistorySource) -> str:
        words = _html(self._named(source))
        return f'<a href="{escape(source.link)}">{words}</a>' if source.link else words

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Mapping[str, str]:
        return {"text/html": self.as_html(), "text/plain": str(self)}


def history_card(name: str, lang: str = "pl", *, for_all: bool = False) -> HistoryCard:
    """The card of what has this id in the history; raise `UnknownId` if nothing has.

    With `for_all`, a place of mass murder is told of as it may be told to readers of every age.
    """
    texts, found = texts_for(lang), item(name)
    title, sentences = _said(found, lang)
    if for_all and isinstance(found, HistoryPlace):
        sentences = [found.told_to_all[lang]]
    lines = [*_lines(found, texts), *_warnings(name, texts)]
    heading_of_sources, no_address = texts.say("history.card.sources"), texts.say("history.card.no-address")
    return HistoryCard(title, tuple(sentences), tuple(lines), cited(name), heading_of_sources, no_address)


def _said(found: HistoryItem, lang: str) -> tuple[str, list[str]]:
    """The name of something, and what is told of it."""
    match found:
        case Fact():
            return "", [found.text[lang]]
        case HistoryEvent():
            return found.short[lang], [found.what[lang]]
        case HistoryNumber():
            return found.label[lang], [amount(found, lang)]
        case Person():
            return found.name, [found.role[lang], found.facts[lang]]
        case HistoryPlace():
            return found.name[lang], [found.what[lang]]
        case HistoryDistrict():
            return found.name[lang], [found.lost.what[lang], found.note[lang]]
        case HistoryBattle():
            return found.name[lang], [found.what[lang]]
        case HistorySource():
            return found.title, [found.publisher]


def _lines(found: HistoryItem, texts: Texts) -> Iterator[str]:
    """Years, days and addresses."""
    lang = texts.language
    match found:
        case HistoryEvent() | HistoryBattle():
            yield when(found, lang, year=True)
        case HistoryDistrict():
            yield when(found.lost, lang, year=True)
        case Person():
            if found.pseudonyms:
                yield texts.say("history.card.also-called", names=", ".join(found.pseudonyms))
            if found.born:
                yield texts.say("history.card.born", year=found.born)
            if found.died:
                yield texts.say("history.card.died", year=found.died)
            if found.age:
                age = texts.say("history.amount.about", n=found.age) if found.age_about else found.age
                yield texts.say("history.card.age", age=age)
        case HistoryPlace():
            if found.address:
                yield texts.say("history.card.address", address=found.address)
            if found.held:
                yield texts.say("history.card.held", held=found.held[lang])
            if found.care:
                yield texts.say("history.card.care")


def _warnings(name: str, texts: Texts) -> Iterator[str]:
    """What a reader has to know about how sure it is."""
    if mark_of(name) == "disputed":
        yield texts.say("history.card.disputed")
    elif mark_of(name) == "weak":
        yield texts.say("history.card.weak")
    elif mark_of(name) == "about":
        yield texts.say("history.card.about")


def _html(text: str) -> str:
    return escape(text, quote=False)
