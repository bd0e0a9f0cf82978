"""Where games are kept when the program runs in the browser: the page keeps them, and brings them when it wakes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mali_powstancy.tabletop.messages import Message
from mali_powstancy.tabletop.storage import LARGEST_FILE, SharedPlaces, StorageError, StorageFault, as_bytes

ANSWERS = ("kept", "not-kept")
"""What the page says after it was asked to keep something."""
UNDER = "/"
"""A key that ends like this stands for all keys that begin with it."""


class PageStorage(SharedPlaces):
    """Keeps texts as long as the program runs, and lets the page keep them for longer.

    The page is asked again until it says that it has kept a text. It is asked nothing about a key before it has told
    what it keeps there, and it keeps a text only over the one that was told: what another tab has kept or cleared since
    is not written over until somebody says so (`take_over`). So nothing is written over unseen.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_refused = False
        """The page cannot keep anything, or could not when it was last asked."""
        self._texts: dict[str, str] = {}
        self._unreadable: set[str] = set()
        self._told: set[str] = set()
        """The keys about which a page has told what it keeps."""
        self._changes: dict[str, tuple[int, str | None]] = {}
        """What the page has not said to have kept, with the number of the change; None is a text to be removed."""
        self._on_page: dict[str, object] = {}
        """What the page keeps, as far as it has told; another tab may have kept it, and nobody here has seen it."""
        self._number = 0

    # A storage like any other.

    def check(self) -> None:
        """Nothing happens if the page can keep a text, as far as is known."""
        if self.is_refused:
            raise StorageError(StorageFault.NOT_KEPT, "")

    def read(self, key: str) -> str | None:
        """The text that was written last or that the page has brought, or None."""
        if key in self._unreadable:
            raise StorageError(StorageFault.NOT_READ, "")
        return self._texts.get(key)

    def write(self, key: str, text: str) -> None:
        """Keep the text; also where the page cannot, it is here as long as the program runs."""
        as_bytes(text)
        self._check_place(key)
        self._put(key, text)
        self._note(key, text)
        self.check()

    def remove(self, key: str) -> None:
        """Forget the text, if there is one."""
        self._check_place(key)
        self._drop(key)
        self._note(key, None)
        self.check()

    def _now_at(self, key: str) -> object:
        return self._on_page.get(key)

    def keys_under(self, beginning: str) -> list[str]:
        """The keys of all texts that begin like this, the one that was written last first."""
        return [key for key in reversed(self._texts) if key.startswith(beginning)]

    # What goes to the page and comes from it.

    def wake(self, keys: Iterable[str], message: Message, going_on: Iterable[str] = ()) -> None:
        """A page has come up and brings what it keeps under these keys: that counts, except where ours is newer.

        `kept` has the texts, and `keeps` is False if the page could not write now. A page that brings nothing of this
        kind keeps nothing. Who goes on with a text, although another page has come up, names its keys: nothing new is
        taken there, so that a change by another tab is noticed when the next text is written.
        """
        kept = message.get("kept")
        self.is_refused = not isinstance(kept, Mapping) or message.get("keeps") is False
        if isinstance(kept, Mapping):
            asked = frozenset(keys)
            held = {key for key in going_on if _is_among(key, self._told)}
            newer = {key for key in self._changes if key not in kept or _is_among(key, self._told)}
            as_it_was = held | newer  # also what was told of it: the page is to notice if something else is there
            for key in {*self._texts, *self._unreadable, *self._on_page} - as_it_was:
                if _is_among(key, asked):
                    self._drop(key)
                    self._on_page.pop(key, None)
                    self.take_over(key)
            for key, text in kept.items():
                if _is_among(key, asked) and key not in as_it_was:
                    self._changes.pop(key, None)
                    self._put(key, text)
                    self._on_page[key] = text
                    self.take_over(key)
            self._told |= asked
            for key in newer:
                self._note(key, self._changes[key][1])

    def to_keep(self) -> dict[str, Any] | None:
        """The message that asks the page to keep what has changed; None if it has everything.

        `over` has the texts that it may write over; where there is none, nothing may be there.
        """
        texts = {key: text for key, (_, text) in self._changes.items() if _is_among(key, self._told)}
        over = {key: self._on_page.get(key) for key in texts}
        return {"keep": texts, "over": over, "n": self._number} if texts else None

    def hear(self, message: Message) -> None:
        """The page says whether it has kept what it was asked for; it names the number of that message.

        What it has not written over, because another tab has kept or cleared something there, it brings as
        `elsewhere`.
        """
        number, elsewhere = message.get("n"), message.get("elsewhere")
        self.is_refused = message.get("do") != "kept"
        for key, text in elsewhere.items() if isinstance(elsewhere, Mapping) else ():
            if key in self._changes and _is_among(key, self._told):
                del self._changes[key]
                self._on_page[key] = text
                self._drop(key) if text is None else self._put(key, text)
        if self.is_refused or type(number) is not int:
            return
        for key, (since, text) in list(self._changes.items()):
            if since <= number and _is_among(key, self._told):
                del self._changes[key]
                self._on_page[key] = text
                self.take_over(key)

    def _put(self, key: str, text: object) -> None:
        self._drop(key)  # what is written anew is the last one
        if _is_readable(text):
            self._texts[key] = str(text)
        else:
            self._unreadable.add(key)

    def _drop(self, key: str) -> None:
        self._texts.pop(key, None)
        self._unreadable.discard(key)

    def _note(self, key: str, text: str | None) -> None:
        self._number += 1
        self._changes[key] = self._number, text


class PageShelf:
    """A part of what the page keeps: the texts whose keys begin with the shelf's name."""

    def __init__(self, storage: PageStorage, name: str) -> None:
        self.keeps = f"{name}{UNDER}"
        """The key that stands for the whole shelf."""
        self._storage = storage

    def check(self) -> None:
        """Nothing happens if the page can keep a text, as far as is known."""
        self._storage.check()

    def read(self, key: str) -> str | None:
        """The text that was written last, or None."""
        return self._storage.read(self.keeps + key)

    def write(self, key: str, text: str) -> None:
        """Keep the text."""
        self._storage.write(self.keeps + key, text)

    def remove(self, key: str) -> None:
        """Forget the text, if there is one."""
        self._storage.remove(self.keeps + key)

    def is_elsewhere(self, key: str) -> bool:
        """Another tab has kept or cleared something at this place since it was last looked at."""
        return self._storage.is_elsewhere(self.keeps + key)

    def take_over(self, key: str) -> None:
        """Whatever another tab has done at this place, the next text is written there."""
        self._storage.take_over(self.keeps + key)

    def keys(self) -> list[str]:
        """The keys of all texts of this shelf, the one that was written last first."""
        return [key.removeprefix(self.keeps) for key in self._storage.keys_under(self.keeps)]

    def file_name(self, key: str) -> str:
        """The key: there are no files."""
        return key


def _is_among(key: object, keys: Iterable[str]) -> bool:
    return isinstance(key, str) and any(key == each or (each.endswith(UNDER) and key.startswith(each)) for each in keys)


def _is_readable(text: object) -> bool:
    """It is a text, not larger than any save, and can be written into a file."""
    try:
        return isinstance(text, str) and len(text) <= LARGEST_FILE and len(text.encode()) <= LARGEST_FILE
    except UnicodeEncodeError:
        return False
