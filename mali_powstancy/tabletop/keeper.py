"""The keeper: where one thing is kept, how it is found again, and what is to be said if that does not work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from mali_powstancy.tabletop.page_storage import PageStorage
from mali_powstancy.tabletop.storage import Storage, StorageError, StorageFault, free_place, places_beside

Kept = TypeVar("Kept")


class NotOurs(Exception):
    """Something else is kept at this place; it stays, and what is ours is kept beside it."""


class Keeper:
    """Keeps a text under a key, or beside it where something else lies that cannot be read.

    Where the page keeps the texts, it brings those of the keys that it is asked for.
    """

    def __init__(self, storage: Storage, key: str, asked: Sequence[str] = ()) -> None:
        """`asked`: the keys that the page brings, if they are others than those at which this may lie."""
        self.storage = storage
        self.places = places_beside(key)
        self.place: str | None = None
        """Where it lies; None as long as there is no place."""
        self.trouble: Exception | None = None
        """Why it is not kept, or could not be read."""
        self.has_woken = False
        """The page has brought what it keeps."""
        self._page = storage if isinstance(storage, PageStorage) else None
        self._asked = tuple(asked) or self.places

    def move_to(self, key: str) -> None:
        """From now on another key is meant."""
        self.places, self.place = places_beside(key), None

    # Finding and keeping.

    def find(self, read: Callable[[str], Kept], *, forgives: bool = False) -> Kept | None:
        """What is kept, as `read` understands it; what it refuses stays where it is, and this goes beside it.

        Every place is looked at. Why something was refused is said unless something else was found; who `forgives`
        begins anew without a word.
        """
        found, at, free = None, None, None
        for place in self.places:
            try:
                text = self.storage.read(place)
                understood = None if text is None else read(text)
            except NotOurs:
                continue
            except (StorageError, ValueError, RecursionError) as error:
                if (at or free) is None:
                    self.trouble = error
                continue
            if text is None:
                free = free or place
            elif at is None:
                found, at = understood, place
        self.place = at or free
        if at is not None or (forgives and free is not None):
            self.trouble = None
        return found

    def keep(self, text: str | None) -> bool:
        """Keep the text, or nothing any more; False if that failed, and `trouble` says why."""
        try:
            self.place = self.place or free_place(self.storage, self.places)
            if text is None:
                self.storage.remove(self.place)
            else:
                self.storage.write(self.place, text)
        except StorageError as error:
            self.trouble = error
            return False
        self.trouble = None
        return True

    def take_over(self) -> bool:
        """What is kept here from now on takes the place of what another tab or program has kept."""
        if self.place is None:
            return False
        try:
            self.storage.take_over(self.place)
        except StorageError as error:
            self.trouble = error
            return False
        return True

    def check(self) -> None:
        """Whether something could be kept now; what is said about the storage as a whole, is said until it can."""
        try:
            self.storage.check()
        except StorageError as error:
            self.trouble = error
        else:
            if self.place is not None and self._is_trouble(StorageFault.NOT_KEPT):
                self.trouble = None

    def look_elsewhere(self) -> bool:
        """Another tab or program has kept something at our place: that is trouble, until it is decided what stays."""
        is_elsewhere = self.place is not None and self.storage.is_elsewhere(self.place)
        if is_elsewhere:
            self.trouble = StorageError(StorageFault.ELSEWHERE, "")
        elif self._is_trouble(StorageFault.ELSEWHERE):
            self.trouble = None
        return is_elsewhere

    def _is_trouble(self, fault: StorageFault) -> bool:
        return isinstance(self.trouble, StorageError) and self.trouble.fault is fault

    # Where the page keeps it.

    @property
    def asked(self) -> list[str]:
        """The keys under which the page looks for what it keeps; none where it keeps nothing."""
        return list(self._asked) if self._page else []

    @property
    def changes(self) -> dict[str, Any] | None:
        """The message that asks the page to keep what has changed; None if there is nothing for it to do."""
        return self._page.to_keep() if self._page else None

    def wake(self, message: Mapping[str, Any]) -> bool:
        """The page has come up and may bring what it keeps; whether it is the first time that it does."""
        is_first = not self.has_woken
        if self._page:
            self._page.wake(self._asked, message, () if is_first else self.places)
        self.has_woken = True
        return is_first

    def hear(self, message: Mapping[str, Any]) -> None:
        """The page says whether it has kept what it was asked to."""
        if self._page is None:
            return
        was_refused = self._page.is_refused
        self._page.hear(message)
        if was_refused and not self._page.is_refused:
            self.trouble = None
        self.check()
