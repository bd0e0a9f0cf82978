"""Tables: rows with names, which become columns for a figure or a data frame."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import itemgetter
from typing import Any, Generic, TypeVar, get_type_hints

from mali_powstancy.lab.intervals import Estimate
from mali_powstancy.lab.rows import Columns

NamedRow = TypeVar("NamedRow", bound=tuple[Any, ...])


class Rows(tuple[NamedRow, ...], Generic[NamedRow]):
    """Rows of one kind, each a `NamedTuple`, in an order that is always the same."""

    kind: type[NamedRow]

    def __new__(cls, kind: type[NamedRow], rows: Iterable[NamedRow] = ()) -> Rows[NamedRow]:
        """The rows as a tuple that knows their kind, also when there are none."""
        new = super().__new__(cls, rows)
        new.kind = kind
        return new

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.kind, tuple(self)

    def columns(self) -> Columns:
        """One list per column, as plotly and pandas take it.

        An estimate becomes four columns (`share`, `share_low`, `share_high`, `share_n`), a fraction a decimal number.
        """
        columns: Columns = {}
        for at, (name, kind) in enumerate(get_type_hints(self.kind).items()):
            for ending, part in _PARTS.get(kind, _WHOLE):
                columns[name + ending] = [part(row[at]) for row in self]
        return columns


_Columns = tuple[tuple[str, Callable[[Any], Any]], ...]
_WHOLE: _Columns = (("", lambda value: value),)
_PARTS: dict[type, _Columns] = {
    Estimate: tuple((ending, itemgetter(at)) for at, ending in enumerate(("", "_low", "_high", "_n"))),
    Fraction: (("", float),),
}
"""By the type of a row's value: the columns that it becomes."""
