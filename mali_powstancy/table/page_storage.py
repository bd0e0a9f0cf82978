"""Where games are kept when the program runs in the browser: the page keeps them, and brings them when it wakes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mali_powstancy.table.storage import LARGEST_FILE, Storage, StorageError, StorageFault

ANSWERS = ("kept", "not-kept")
"""What the page says after it was asked to keep something."""
UNDER = "/"
"""A key that ends like this stands for all keys that begin with it."""

Message = Mapping[str, Any]


class PageStorage:
    """Keeps texts as long as the program runs, and lets the page keep them for longer.

    The page is asked again until it says that it has kept a text. It is asked nothing about a key before it has told
    what it keeps there, so that nothing is written over unseen.
    """

    def __init__(self) -> None:
        self.is_refused = False
        """The page cannot keep anything, or could not when it was last asked."""
        self._texts: dict[str, str] = {}
        self._unreadable: set[str] = set()
        self._told: set[str] = set()
        """The keys about which a page has told what it keeps."""
        self._changes: dict[str, tuple[int, str | None]] = {}
        """What the page has not said to have kept, with the number of the change; None is a text to be removed."""
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
        if not _is_readable(text):
            raise StorageError(StorageFault.NOT_KEPT, "")
        self._put(key, text)
        self._note(key, text)
        self.check()

    def remove(self, key: str) -> None:
        """Forget the text, if there is one."""
        self._drop(key)
        self._note(key, None)
        self.check()

    def keys_under(self, beginning: str) -> list[str]:
        """The keys of all texts that begin like this, the one that was written last first."""
        return [key for key in reversed(self._texts) if key.startswith(beginning)]

    # What goes to the page and comes from it.

    def wake(self, keys: Iterable[str], message: Message) -> None:
        """A page has come up and brings what it keeps under these keys: that counts, except where ours is newer.

        `kept` has the texts, and `keeps` is False if the page could not write now. A page that brings nothing of this
        kind keeps nothing.
        """
        kept = message.get("kept")
        self.is_refused = not isinstance(kept, Mapping) or message.get("keeps") is False
        if isinstance(kept, Mapping):
            asked = frozenset(keys)
            found = {key: text for key, text in kept.items() if _is_among(key, asked)}
            newer = {key for key in self._changes if key not in found or _is_among(key, self._told)}
            for key in [*self._texts, *self._unreadable]:
                if _is_among(key, asked) and key not in newer:
                    self._drop(key)
            for key, text in found.items():
                if key not in newer:
                    self._changes.pop(key, None)
                    self._put(key, text)
            self._told |= asked
            for key in newer:
                self._note(key, self._changes[key][1])

    def to_keep(self) -> dict[str, Any] | None:
        """The message that asks the page to keep what has changed; None if it has everything."""
        texts = {key: text for key, (_, text) in self._changes.items() if _is_among(key, self._told)}
        return {"keep": texts, "n": self._number} if texts else None

    def hear(self, message: Message) -> None:
        """The page says whether it has kept what it was asked for; it names the number of that message."""
        number = message.get("n")
        self.is_refused = message.get("do") != "kept"
        if not self.is_refused and type(number) is int:
            self._changes = {
                key: change
                for key, change in self._changes.items()
                if change[0] > number or not _is_among(key, self._told)
            }

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

    def keys(self) -> list[str]:
        """The keys of all texts of this shelf, the one that was written last first."""
        return [key.removeprefix(self.keeps) for key in self._storage.keys_under(self.keeps)]

    def file_name(self, key: str) -> str:
        """The key: there are no files."""
        return key


def keys_for_page(storage: Storage, keys: Iterable[str]) -> list[str]:
    """The keys that the page is to be asked for: all of them where it keeps the texts, else none."""
    return list(keys) if isinstance(storage, PageStorage) else []


def changes_for_page(storage: Storage) -> dict[str, Any] | None:
    """The message that asks the page to keep what has changed; None if there is nothing for it to do."""
    return storage.to_keep() if isinstance(storage, PageStorage) else None


def _is_among(key: object, keys: Iterable[str]) -> bool:
    return isinstance(key, str) and any(key == each or (each.endswith(UNDER) and key.startswith(each)) for each in keys)


def _is_readable(text: object) -> bool:
    """It is a text, not larger than any save, and can be written into a file."""
    try:
        return isinstance(text, str) and len(text) <= LARGEST_FILE and len(text.encode()) <= LARGEST_FILE
    except UnicodeEncodeError:
        return False
