"""Names: is there such a road, field, district or order, and if not, which one may have been meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable


class UnknownName(ValueError):
    """There is nothing of this name; the message names it, and one that is spelt alike."""

    def __init__(self, kind: str, name: object, known: Collection[str]) -> None:
        self.kind = kind
        self.name = name
        meant = _alike(name, known) if isinstance(name, str) else None
        super().__init__(f"there is no {kind} {name!r}" + (f"; did you mean {meant!r}?" if meant else ""))


def known_name(kind: str, name: str, known: Collection[str]) -> str:
    """The name itself, if there is something of this name; else raise `UnknownName`."""
    if not isinstance(name, str) or name not in known:
        raise UnknownName(kind, name, known)
    return name


def known_names(kind: str, names: str | Iterable[str], known: Collection[str]) -> frozenset[str]:
    """The names as a set, if there is something of each name; one name may stand alone."""
    return frozenset([known_name(kind, name, known) for name in ([names] if isinstance(names, str) else names)])


def _alike(name: str, known: Collection[str]) -> str | None:
    from difflib import get_close_matches  # late: only a mistake needs it

    turned = "~".join(reversed(name.split("~")))  # a road has one name, from the end that the board names first
    if turned in known:
        return turned
    return next(iter(get_close_matches(name, known, n=1)), None)
