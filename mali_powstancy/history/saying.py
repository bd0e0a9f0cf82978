"""Days and numbers of history in words, so that no estimate is ever shown as if somebody had counted."""

from __future__ import annotations

from datetime import date

from mali_powstancy.history.items import HistoryBattle, HistoryEvent, HistoryNumber
from mali_powstancy.tabletop.texts import Catalogue

_MONTHS = {
    1: "history.month.january",
    2: "history.month.february",
    3: "history.month.march",
    4: "history.month.april",
    5: "history.month.may",
    6: "history.month.june",
    7: "history.month.july",
    8: "history.month.august",
    9: "history.month.september",
    10: "history.month.october",
    11: "history.month.november",
    12: "history.month.december",
}
_LEAST_GROUPED = {"pl": 10_000, "en": 1_000}
"""Polish writes four digits without a gap."""
_LARGE = {1_000_000_000: "history.billions", 1_000_000: "history.millions"}
"""So large numbers are easier to read in words."""


def in_digits(value: int, lang: str) -> str:
    """A number with its digits in groups of three; whole tenths of a million or a billion are said as such.

    >>> in_digits(10000, "en"), in_digits(3700, "pl")
    ('10,000', '3700')
    >>> in_digits(4500000, "en"), in_digits(10000000000, "en")
    ('4.5 million', '10 billion')
    """
    for unit, key in _LARGE.items():
        if value >= unit and value % (unit // 10) == 0:
            texts = Catalogue(lang)
            return texts.say(key, n=texts.number(value / unit, 0 if value % unit == 0 else 1))
    if value < _LEAST_GROUPED.get(lang, 1_000):
        return str(value)
    left, right = divmod(value, 1_000)
    return Catalogue(lang).say("history.thousands", left=in_digits(left, lang), right=f"{right:03}")


def amount(number: HistoryNumber, lang: str) -> str:
    """A number as it may be shown: with "about", "over", "at least" or "at most", or as a range.

    >>> from mali_powstancy.history import numbers
    >>> by_id = {number.id: number for number in numbers()}
    >>> amount(by_id["letters-first-day"], "en"), amount(by_id["letters-per-day"], "en")
    ('about 900', 'from 3,000 to 6,000')
    >>> amount(by_id["letters-total-100"], "en"), amount(by_id["kilinski-killed"], "en")
    ('over 100,000', 'about 300 (from 50 to 500)')
    >>> amount(by_id["past-losses-siege"], "en")
    'at least 60'
    """
    say = Catalogue(lang).say
    low, high = number.low, number.high
    span = ""
    if low is not None and high is not None:
        span = say("history.amount.range", low=in_digits(low, lang), high=in_digits(high, lang))
    value = number.value
    if value is None:
        if span:
            return span
        return _edge(low, high, lang)
    digits = in_digits(value, lang)
    words = {
        "about": say("history.amount.about", n=digits),
        "over": say("history.amount.over", n=digits),
        "at-least": say("history.amount.at-least", n=digits),
        "up-to": say("history.amount.up-to", n=digits),
        "exactly": digits,
    }[number.says]
    return f"{words} ({span})" if span else words


def _edge(low: int | None, high: int | None, lang: str) -> str:
    """One end of a range of which the other is not known."""
    if low is not None:
        return Catalogue(lang).say("history.amount.over", n=in_digits(low, lang))
    assert high is not None, "a number has a value or an end"
    return Catalogue(lang).say("history.amount.up-to", n=in_digits(high, lang))


def day_words(day: date, lang: str, *, year: bool = False) -> str:
    """A day in words.

    >>> day_words(date(1944, 8, 6), "pl"), day_words(date(1981, 2, 28), "en", year=True)
    ('6 sierpnia', '28 February 1981')
    """
    words = Catalogue(lang).say(_MONTHS[day.month], day=day.day)
    return Catalogue(lang).say("history.day-and-year", day=words, year=day.year) if year else words


def when(event: HistoryEvent | HistoryBattle, lang: str, *, year: bool = False) -> str:
    """When something happened, in words: a day, two days, "about" a day, or a year.

    >>> from mali_powstancy.history import battles, events
    >>> by_id = {event.id: event for event in (*events(), *battles())}
    >>> when(by_id["capitulation"], "pl"), when(by_id["praga-lost"], "en"), when(by_id["plaque-unveiled"], "en")
    ('2–3 października', 'about 4 August', '1993')
    >>> when(by_id["wkra-1920"], "en", year=True)
    '14–18 August 1920'
    """
    if isinstance(event, HistoryBattle):
        return _days(event.day, event.until, lang, year)
    if event.day is None:
        return str(event.year)
    words = _days(event.day, event.until, lang, year)
    return Catalogue(lang).say("history.amount.about", n=words) if event.day_about else words


def _days(first: date, until: date | None, lang: str, year: bool) -> str:
    """A day, or the first and the last of several."""
    last = until or first
    words = day_words(last, lang, year=year)
    if until is None:
        return words
    if first.month == last.month:
        return f"{first.day}–{words}"
    return f"{day_words(first, lang)} – {words}"
