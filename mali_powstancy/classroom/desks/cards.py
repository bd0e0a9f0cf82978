"""Cards of history to leaf through: places, people and days, each with its sources and with what nobody knows yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from mali_powstancy.history import (
    HistoryEvent,
    HistoryPlace,
    Person,
    cited,
    events,
    fact,
    item,
    mark_of,
    people,
    places,
    when,
)
from mali_powstancy.tabletop.board import Object
from mali_powstancy.texts import Texts
from mali_powstancy.views.page.blocks import (
    ask,
    button,
    buttons,
    details,
    heading,
    listing,
    note,
    pick,
    table,
    text_block,
)
from mali_powstancy.views.page.desk import Desk, Message
from mali_powstancy.views.page.history_cards import HistoryCard, history_card

SHELVES = {
    "board": "research.shelf.board",
    "post": "research.shelf.post",
    "people": "research.shelf.people",
    "days": "research.shelf.days",
    "quiet": "research.shelf.quiet",
}
"""Where the cards stand; the last shelf is opened only by who has read what stands on its door."""
QUIET = "quiet"

OPEN_QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "main-office": ("open-main-office", "open-girls", "girls-lead"),
    "main-post-office": ("open-post-office-staff",),
    "wilcza-41": ("open-boxes",),
    "szpitalna-branch": ("open-szpitalna",),
    "napoleon-square-branch": ("open-boxes",),
    "okolnik-branch": ("open-boxes",),
    "czerniakowska-branch": ("open-boxes",),
    "zelazna-branch": ("open-boxes",),
    "mokotow-branch": ("open-mokotow-branch",),
    "plac-wilsona": ("open-zoliborz",),
    "banas": ("open-killed",),
    "post-start": ("open-boxes",),
    "post-joined": ("open-joined",),
    "stamps-in-use": ("open-joined",),
    "order-14": ("open-word-count",),
}
"""The questions of the history files that belong to a card."""

_KINDS = {
    "museum": "research.source.museum",
    "archive": "research.source.archive",
    "research": "research.source.research",
    "association": "research.source.association",
    "memoir": "research.source.memoir",
    "press": "research.source.press",
    "radio": "research.source.radio",
    "scouts": "research.source.scouts",
    "school": "research.source.school",
    "encyclopedia": "research.source.encyclopedia",
    "tabloid": "research.source.tabloid",
    "blog": "research.source.blog",
    "stamps": "research.source.stamps",
    "post": "research.source.post",
    "education": "research.source.education",
    "website": "research.source.website",
    "book": "research.source.book",
}
_TRUST = {"strong": "history.trust.strong", "fair": "history.trust.fair", "weak": "history.trust.weak"}


@cache
def shelf(name: str) -> tuple[str, ...]:
    """The ids of the cards on a shelf. Prisons, camps, places and days of mass murder are on the last one only."""
    on_board = [place.id for place in places() if place.object == place.id and not place.care]
    return {
        "board": tuple(on_board),
        "post": tuple(place.id for place in places() if not place.care and place.id not in on_board),
        "people": tuple(person.id for person in people()),
        "days": tuple(event.id for event in events() if event.main and not event.care),
        QUIET: (
            *(place.id for place in places() if place.care),
            *(event.id for event in events() if event.care),
        ),
    }[name]


def title_of(name: str, lang: str) -> str:
    """The name of a card in a list: a day comes with its date."""
    found = item(name)
    title = history_card(name, lang).title
    return f"{when(found, lang)}: {title}" if isinstance(found, HistoryEvent) else title


def unknowns(name: str, texts: Texts) -> list[str]:
    """What is not known about the subject of a card; never empty, since there is always something to ask."""
    return list(_unknowns(name, texts)) or [texts.say("research.unknown.yours")]


def _unknowns(name: str, texts: Texts) -> Iterator[str]:
    found = item(name)
    yield from (fact(question).text[texts.language] for question in OPEN_QUESTIONS.get(name, ()))
    if isinstance(found, Person) and found.age is None and found.born is None:
        yield texts.say("research.unknown.age")
    if isinstance(found, HistoryPlace) and found.held_about:
        yield texts.say("research.unknown.days")
    if mark_of(name) == "disputed":
        yield texts.say("research.unknown.disputed")
    if len(cited(name)) == 1:
        yield texts.say("research.unknown.one-source")


def source_rows(name: str, texts: Texts) -> list[list[str]]:
    """The sources of a card: what each is called, of which kind it is, and how far it can be trusted."""
    return [[source.named, texts.say(_KINDS[source.kind]), texts.say(_TRUST[source.trust])] for source in cited(name)]


def card_blocks(name: str, texts: Texts) -> list[Object]:
    """A card on the page, with how strong its sources are and what is not known."""
    say = texts.say
    card: HistoryCard = history_card(name, texts.language)
    head = [say("research.column.source"), say("research.column.kind"), say("research.column.trust")]
    found = item(name)
    shown = replace(card, sources=()).blocks()
    if isinstance(found, HistoryPlace) and found.object == found.id and not found.care:
        shown.append(note(say("research.game.never" if found.never_held else "research.game.held")))
    shown.append(listing(say("research.unknown.title"), unknowns(name, texts)))
    if card.sources:
        shown.append(table(say("research.sources.title"), head, source_rows(name, texts)))
    return shown


class CardsDesk(Desk):
    """Shelves with cards, of which one is open. Nothing is asked, and nothing is right or wrong here."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self.shelf = "board"
        self.open = {name: shelf(name)[0] for name in SHELVES}
        """The card that lies open on each shelf."""
        self.is_quiet_open = False
        """Whether the door of the last shelf was opened; it closes again with the lesson."""
        self._form = 0  # a new number fills the form anew

    @property
    def card(self) -> str:
        """The id of the card that is shown, or would be behind the door."""
        return self.open[self.shelf]

    @property
    def is_behind_the_door(self) -> bool:
        """Whether the chosen shelf still hides its cards."""
        return self.shelf == QUIET and not self.is_quiet_open

    # What can be done.

    def _do_shelf(self, message: Message) -> None:
        """Go to another shelf; whoever leaves the last one closes its door."""
        if isinstance(name := message.get("shelf"), str) and name in SHELVES:
            self.shelf = name
            self.is_quiet_open = False
            self._tell()

    def _do_open_door(self, message: Message) -> None:
        """Show the cards of the last shelf."""
        self.is_quiet_open = self.shelf == QUIET
        self._tell()

    def _do_draft(self, message: Message) -> None:
        """Open the card that was chosen from the list."""
        values = message.get("values")
        if isinstance(values, Mapping) and values.get("card") in shelf(self.shelf):
            self.open[self.shelf] = str(values["card"])
            self._tell()

    def _do_show(self, message: Message) -> None:
        self._do_draft(message)

    def _do_step(self, message: Message) -> None:
        """On to the next card, or back; behind the last one comes the first again."""
        cards = shelf(self.shelf)
        by = -1 if message.get("by") == -1 else 1
        self.open[self.shelf] = cards[(cards.index(self.card) + by) % len(cards)]
        self._form += 1
        self._tell()

    def _tell(self) -> None:
        say = self.texts.say
        self.news = say("research.door") if self.is_behind_the_door else title_of(self.card, self.language)

    # What the page shows.

    def blocks(self) -> Sequence[Object]:
        """The shelves, the list of the chosen one, and the open card."""
        say = self.texts.say
        shelves = [
            button(f"shelf-{name}", say(key), {"do": "shelf", "shelf": name}, pressed=self.shelf == name)
            for name, key in SHELVES.items()
        ]
        top = [heading(say("research.cards.title")), buttons(*shelves, label=say("research.cards.shelves"))]
        return [*top, *(self._door() if self.is_behind_the_door else self._open_shelf())]

    def _door(self) -> Iterator[Object]:
        say = self.texts.say
        yield text_block(say("research.door"), "plain")
        yield buttons(
            button("leave", say("research.door.leave"), {"do": "shelf", "shelf": "board"}, "primary"),
            button("open-door", say("research.door.open"), {"do": "open-door"}),
        )

    def _open_shelf(self) -> Iterator[Object]:
        say, cards = self.texts.say, shelf(self.shelf)
        options = [(name, title_of(name, self.language)) for name in cards]
        field = pick("card", say("research.cards.pick"), options, self.card)
        show = button("show", say("research.cards.show"), {"do": "show"})
        yield ask(f"cards-{self.shelf}-{self._form}", [field], show, live=True)
        place = say("research.cards.place", n=cards.index(self.card) + 1, most=len(cards))
        yield buttons(
            button("back", say("research.cards.back"), {"do": "step", "by": -1}),
            button("next", say("research.cards.next"), {"do": "step", "by": 1}),
            label=place,
        )
        yield note(place)
        yield from card_blocks(self.card, self.texts)
        if self.shelf == "board":
            yield details("held", say("research.held.title"), [self._held_table()])

    def _held_table(self) -> Object:
        say, lang = self.texts.say, self.language
        told = [item(name) for name in shelf("board")]
        rows = [[one.name[lang], one.held[lang]] for one in told if isinstance(one, HistoryPlace) and one.held]
        head = [say("research.column.place"), say("research.column.held")]
        return table(say("research.held.title"), head, rows)

    # What is kept.

    def memory(self) -> dict[str, Any] | None:
        """The shelf and the cards that lie open."""
        fresh = self.shelf == "board" and self.open == {name: shelf(name)[0] for name in SHELVES}
        return None if fresh else {"shelf": self.shelf, "open": dict(self.open)}

    def restore(self, memory: Mapping[str, Any]) -> None:
        """Open the same shelf again; what does not fit is ignored."""
        if isinstance(name := memory.get("shelf"), str) and name in SHELVES:
            self.shelf = name
        if isinstance(kept := memory.get("open"), Mapping):
            self.open |= {name: kept[name] for name in SHELVES if kept.get(name) in shelf(name)}

    def __str__(self) -> str:
        say = self.texts.say
        shelf_words = say(SHELVES[self.shelf])
        if self.is_behind_the_door:
            return say("research.state.door", shelf=shelf_words)
        return say("research.state.card", shelf=shelf_words, card=title_of(self.card, self.language))
