"""What a table asks of the board of a game: how positions are shown and told, and what is meant by a gesture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from mali_powstancy.tabletop.advice import Because
from mali_powstancy.tabletop.game import Reason, Seat
from mali_powstancy.tabletop.notices import Notice

if TYPE_CHECKING:
    from mali_powstancy.tabletop.host import Host

Object = dict[str, Any]
"""A plain object as the page understands it: a block, a button, a part of a view."""


class Board(Protocol):
    """The module of a game that shows it. What it does not draw, its words and buttons tell."""

    @property
    def GESTURES(self) -> Collection[str]:
        """What can be done on the board itself, by the names of the messages; buttons send moves and need none."""

    @property
    def OPEN_TABLE(self) -> bool:
        """Between turns everyone looks at the open table, and who is asked opens the own secrets on it.

        If not, a curtain covers the board until who is asked has taken the screen.
        """

    @property
    def OPTIONS(self) -> Mapping[str, Sequence[str]]:
        """What a table may agree on and the program only says: by name the possible answers, the usual one first."""

    def moves_of(
        self, gesture: Mapping[str, Any], state: Any, seen: Any, has_own_words: Callable[[Reason], bool], /
    ) -> Sequence[Any] | Notice:
        """The moves that are meant by a gesture, or what is to be said about it.

        `has_own_words`: a lesson explains this refusal itself, so the move is to be tried.
        """

    # Words.

    def texts_for(self, language: str, /, *agreed: str) -> Any:
        """All sentences of the game in a language; with options also the answer to each of them, in their order."""

    def where(self, state: Any, /) -> Any:
        """Where its texts find names: a part of a position, or of what is seen of it."""

    def seat_name(self, texts: Any, seat: Seat, where: Any, /) -> str: ...
    def seat_label(self, texts: Any, scenario: Any, seat: Seat, /) -> str:
        """What the menu calls a seat before the game begins."""

    def tell_move(self, texts: Any, move: Any, where: Any, /) -> str: ...
    def is_told(self, event: Any, /) -> bool:
        """An event, as somebody may know it, is worth a line of its own in the log."""

    def as_one(self, event: Any, later: Any, /) -> Any | None:
        """Two events in a row as one, if they make one scene, as the fields of a walk do; else None."""

    def in_words(self, texts: Any, seen: Any, /) -> list[str]:
        """The whole position, a sentence each; who reads it needs no picture."""

    # Pictures and blocks for the page.

    def base(self, host: Host, /) -> Object:
        """What is drawn once: `base`, the picture below everything, and what belongs to it."""

    def asleep(self, host: Host, /) -> Object:
        """What may be shown of the position without any secret: `below` and `above` the pieces of a map, or `stage`."""

    def stage(self, host: Host, seen: Any, /) -> Object:
        """The parts of a view that change: `map`, `marks`, and what can be chosen on the board.

        Where blocks stand in the place of a map, they are the `stage`; what lies `around` follows further down.
        """

    def scene(self, event: Any, before: Any, after: Any, texts: Any, /) -> Object:
        """What is shown of an event beside its sentence and the board, seen `before` and `after` its step.

        All parts may be left out. `picture`: a drawing, which `enters` as it says: `roll`, `turn` or `come`. `moved`:
        pieces of the map with the points of their ways. `marks`: what is pointed at. `beats`: how long it takes, if not
        as long as its sentence. `routine`: who has done it needs no scene. `seen`: the position once this event of its
        step has happened, if that is not `after`; so it is `before` the next of them.
        """

    def decisions(self, host: Host, seen: Any, /) -> Iterable[Object]:
        """What the person at the screen can choose beside the board."""

    def situation(self, host: Host, seen: Any, stage: Object, /) -> Iterable[Object]:
        """What one needs to know beside the board."""

    def listed(self, seen: Any, /) -> Iterable[Any]:
        """The legal moves that the text version offers one by one."""

    def marks_of(self, move: Any, seen: Any, /) -> Object:
        """What a move is about, to be pointed at."""

    def marks_of_aim(self, reasons: Sequence[Because], seen: Any, /) -> Object:
        """What the reasons for a move are about, to be pointed at before the move is told."""

    def text_blocks(self, texts: Any, seen: Any, /) -> Iterable[Object]:
        """The position for the text version, in parts with headings."""

    def scored(self, host: Host, ended: Any, /) -> Iterable[Object]:
        """How the game has ended, and a question to talk about."""

    def end_title(self, texts: Any, ended: Any, /) -> str: ...
    def further(self, host: Host, /) -> Mapping[str, tuple[str, Callable[[], list[Object]]]]:
        """Further dialogs about the game, by name: the title, and what makes the blocks."""
