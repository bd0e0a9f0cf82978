"""Blocks: the small plain objects of which everything on the page is built."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mali_powstancy.tabletop.board import Object

MOST_BYTES = 4
"""More bytes no letter has in a file."""


def button(
    key: str,
    label: str,
    do: Object,
    kind: str = "plain",
    *,
    icon: str | None = None,
    pressed: bool | None = None,
    off: str | None = None,
    marks: Object | None = None,
    keys: Sequence[str] = (),
) -> Object:
    """A button: its words, what it sends, why it cannot be used now (`off`), and the keys that press it too."""
    optional = {"icon": icon, "pressed": pressed, "off": off, "marks": marks or None, "keys": list(keys) or None}
    given = {name: value for name, value in optional.items() if value is not None}
    return {"key": key, "label": label, "do": do, "kind": kind} | given


def choices(label: str, items: Sequence[Object], about: str | None = None) -> Object:
    """What can be chosen from, below each other, each an `answer`; what is not possible stays and says why."""
    return {"t": "answers", "label": label, "items": list(items), "about": about}


def answer(
    key: str,
    label: str,
    do: Object | None = None,
    *,
    sign: str = "",
    lines: Sequence[str] = (),
    alarm: str | None = None,
    refused: str | None = None,
    rule: Object | None = None,
    kind: str = "plain",
    marks: Object | None = None,
) -> Object:
    """One of them: its words, what would come of it, a warning; or why it is refused, with a button for the rule."""
    made: Object = {"key": key, "label": label, "sign": sign, "lines": list(lines), "kind": kind}
    optional = {"do": do, "alarm": alarm, "refused": refused, "rule": rule, "marks": marks}
    return made | {name: value for name, value in optional.items() if value is not None}


def buttons(*items: Object, label: str | None = None) -> Object:
    """Buttons side by side."""
    block: Object = {"t": "buttons", "items": list(items)}
    return block if label is None else block | {"label": label}


def text_block(text: str, role: str = "note") -> Object:
    """A paragraph; its role says how loud it is."""
    return {"t": "text", "text": text, "role": role}


def upload(key: str, label: str, accept: str, letters: int, do: Object) -> Object:
    """A file to choose, of which the page reads no more than shows that it has more than so many letters."""
    return {"t": "upload", "key": key, "label": label, "accept": accept, "most": MOST_BYTES * letters + 1, "do": do}


def note(text: str) -> Object:
    """A quiet paragraph."""
    return text_block(text, "note")


def listing(label: str, items: Sequence[str]) -> Object:
    """A list with a heading, unless what it stands in says it already."""
    return {"t": "list", "label": label, "items": list(items)}


def details(key: str, label: str, blocks: Sequence[Object], *, is_open: bool = False) -> Object:
    """Blocks that can be folded away."""
    return {"t": "details", "key": key, "label": label, "open": is_open, "blocks": list(blocks)}


def field(
    name: str, label: str, value: object, options: Sequence[tuple[object, str]], about: str | None = None
) -> Object:
    """A question of a form with its possible answers; `about` says what the present answer means."""
    made: Object = {
        "name": name,
        "label": label,
        "value": str(value),
        "options": [{"value": str(option), "label": words} for option, words in options],
    }
    return made if about is None else made | {"note": about}


def form(key: str, fields: Sequence[Object], submit: Object | None, *, live: bool = False) -> Object:
    """A form; a live one tells of every change, and may do without a button."""
    return {"t": "form", "key": key, "fields": list(fields), "submit": submit, "live": live}


def group(name: str, blocks: Sequence[Object]) -> Object:
    """Blocks that stand together at a place of the page, which its style knows by their name."""
    return {"t": "group", "name": name, "blocks": list(blocks)}


def heading(text: str, level: int = 3) -> Object:
    """A heading; its level fits into the page around."""
    return {"t": "heading", "text": text, "level": level}


def verdict(kind: str, lead: str, text: str) -> Object:
    """What is said to an answer: `right`, `mistake` or `empty`; the lead is said first and loudly."""
    return {"t": "verdict", "kind": kind, "lead": lead, "text": text}


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Object:
    """A table; the first column names the rows."""
    return {"t": "table", "caption": caption, "head": list(head), "rows": [list(row) for row in rows]}


def picture(svg: str, label: str) -> Object:
    """A drawing, with a sentence for those who cannot see it."""
    return {"t": "picture", "svg": svg, "label": label}


def slider(key: str, label: str, least: int, most: int, value: int, text: str, do: Object) -> Object:
    """A slider that tells of every change; `text` says its value in words."""
    return {
        "t": "slider",
        "key": key,
        "label": label,
        "min": least,
        "max": most,
        "value": value,
        "text": text,
        "do": do,
    }


def progress(label: str, value: int, most: int) -> Object:
    """How far one has come."""
    return {"t": "progress", "label": label, "value": value, "most": most}


def sequence(key: str, label: str, items: Sequence[Object]) -> Object:
    """Things to be put in order: each has `key`, `text` and two buttons, `up` and `down`."""
    return {"t": "sequence", "key": key, "label": label, "items": list(items)}


# Things on a table ----------------------------------------------------------------------------------------------------


def gauge(
    key: str, name: str, sign: str, value: int, most: int, *, lines: Sequence[str] = (), alarm: str | None = None
) -> Object:
    """How much there is of something that must not come to `most`; an alarm is said loudly."""
    made: Object = {"key": key, "name": name, "sign": sign, "value": value, "most": most, "lines": list(lines)}
    return made if alarm is None else made | {"alarm": alarm}


def gauges(label: str, items: Sequence[Object], about: str | None = None) -> Object:
    """Gauges side by side."""
    return {"t": "gauges", "label": label, "items": list(items), "about": about}


def card(
    key: str,
    title: str,
    signs: Sequence[str] = (),
    lines: Sequence[str] = (),
    *,
    alarm: str | None = None,
    call: str | None = None,
    do: Object | None = None,
    kind: str = "plain",
    drawn: str | None = None,
    marks: Object | None = None,
) -> Object:
    """A card: drawings, a title, what is to be known of it, and a warning.

    What it sends makes it a button, and `call` are the words that say what pressing it does. `drawn` is a card that
    has its own drawing with all words on it, in place of signs and title.
    """
    optional = {"alarm": alarm, "call": call, "do": do, "drawn": drawn, "marks": marks}
    given = {name: value for name, value in optional.items() if value is not None}
    return {"key": key, "title": title, "signs": list(signs), "lines": list(lines), "kind": kind} | given


def cards(
    label: str,
    items: Sequence[Object],
    *,
    key: str | None = None,
    empty: str = "",
    size: str = "large",
    about: str | None = None,
) -> Object:
    """Cards side by side, as many in a row as fit; `small` ones have less to say, and `few` fill the row.

    With a key all can be pointed at.
    """
    block = {"t": "faces", "label": label, "items": list(items), "empty": empty, "size": size, "about": about}
    return block if key is None else block | {"key": key}


def badge(text: str, sign: str = "", kind: str = "plain") -> Object:
    """A few words with a sign."""
    return {"text": text, "sign": sign, "kind": kind}


def person(
    key: str,
    name: str,
    portrait: str,
    state: str,
    badges: Sequence[Object],
    *,
    notes: Sequence[Object] = (),
    bears: tuple[int, int, str, str] | None = None,
    is_away: bool = False,
    is_asked: bool = False,
) -> Object:
    """Somebody at the table: `notes` are cards with a title and a text, `bears` is a number of signs out of a most."""
    made: Object = {"key": key, "name": name, "portrait": portrait, "state": state, "badges": list(badges)}
    made |= {"notes": list(notes), "away": is_away, "asked": is_asked}
    if bears is not None:
        made["bears"] = dict(zip(("value", "most", "sign", "label"), bears, strict=True))
    return made


def people(label: str, items: Sequence[Object]) -> Object:
    """Everybody at the table."""
    return {"t": "people", "label": label, "items": list(items)}


def pile(key: str, name: str, value: str, note: str = "", sign: str = "") -> Object:
    """Something that is counted, large, and what it means."""
    return {"key": key, "name": name, "value": value, "note": note, "sign": sign}


def piles(label: str, items: Sequence[Object]) -> Object:
    """Piles and other numbers side by side."""
    return {"t": "piles", "label": label, "items": list(items)}


def spot(
    key: str,
    name: str,
    told: str,
    *,
    sign: str = "",
    number: int = 0,
    room: int = 0,
    text: str = "",
    notes: Sequence[str] = (),
    badges: Sequence[Object] = (),
    closed: Object | None = None,
    call: str | None = None,
    do: Object | None = None,
) -> Object:
    """A place on a table: so many signs of a kind with `room` for more, or a card by its name.

    `told` is all of it as a sentence. A closed one is hatched, with a badge that says why. What it sends makes it a
    button, and `call` are the words that say what pressing it does.
    """
    made: Object = {"key": key, "name": name, "told": told, "sign": sign, "number": number, "room": room}
    made |= {"text": text, "notes": list(notes), "badges": list(badges)}
    optional = {"closed": closed, "call": call, "do": do}
    return made | {name: value for name, value in optional.items() if value is not None}


def half(behind: Sequence[Object], ahead: Sequence[Object]) -> Object:
    """The spots of one side in a lane: those at its back, and those towards the other side, the foremost last.

    Why one of the latter is closed is said below them, because they may be narrow.
    """
    return {"behind": list(behind), "ahead": list(ahead)}


def lane(
    key: str, name: str, badges: Sequence[Object], halves: tuple[Object, Object], value: Object, *, is_asked: bool
) -> Object:
    """Where two sides face each other; `value`, in the middle, is a `balance`."""
    made: Object = {"key": key, "name": name, "badges": list(badges), "halves": list(halves), "value": value}
    return made | {"asked": is_asked}


def balance(
    key: str,
    text: str,
    told: str,
    sign: str,
    note: str,
    parts: tuple[Sequence[str], Sequence[str]],
    heads: Sequence[str],
) -> Object:
    """Two numbers side by side that can be opened: of what each is the sum."""
    made: Object = {"key": key, "text": text, "told": told, "sign": sign, "note": note, "heads": list(heads)}
    return made | {"parts": [list(part) for part in parts]}


def camp(
    key: str,
    name: str,
    sign: str,
    score: tuple[int, int, str],
    badges: Sequence[Object],
    *,
    is_asked: bool = False,
    is_own: bool = False,
) -> Object:
    """One of two sides: `score` is its number of points, how many win, and both in words."""
    made: Object = {"key": key, "name": name, "sign": sign, "badges": list(badges), "asked": is_asked, "own": is_own}
    return made | {"score": dict(zip(("value", "most", "told"), score, strict=True))}


def lanes(label: str, camps: tuple[Object, Object], between: Sequence[Object], items: Sequence[Object]) -> Object:
    """Two sides and the lanes in which they face each other; `between` are badges of neither."""
    return {"t": "lanes", "label": label, "camps": list(camps), "between": list(between), "items": list(items)}


def way(giver: str, sign: str, receiver: str) -> Object:
    """Something goes from somebody to somebody."""
    return {"from": giver, "sign": sign, "to": receiver}


def ways(key: str, label: str, items: Sequence[Object]) -> Object:
    """What goes from whom to whom, shown one after the other."""
    return {"t": "ways", "key": key, "label": label, "items": list(items)}


def topic(sign: str, title: str, text: str) -> Object:
    """What everything is about now, large."""
    return {"t": "topic", "sign": sign, "title": title, "text": text}


# A form of several questions ------------------------------------------------------------------------------------------


def ask(
    key: str, fields: Sequence[Object], submit: Object, *, also: Sequence[Object] = (), live: bool = False
) -> Object:
    """A form that sends `values`, by the names of its fields; `also` are more buttons in its last row.

    A live form also sends `{"do": "draft"}` with every change. The page fills in the values of a form once: what was
    written stays as it is until the form comes with another key.
    """
    return {"t": "ask", "key": key, "fields": list(fields), "submit": submit, "also": list(also), "live": live}


def choice(
    name: str, legend: str, options: Sequence[tuple[str, str]], value: str | None = None, *, inline: bool = False
) -> Object:
    """A question with one answer; `value` is chosen at first. Sends the chosen one, or None."""
    items = [{"value": option, "label": words, "picked": option == value} for option, words in options]
    return {"t": "choice", "name": name, "legend": legend, "items": items, "inline": inline}


def checks(name: str, legend: str, options: Sequence[tuple[str, str]], chosen: Collection[str] = ()) -> Object:
    """A question with any number of answers. Sends the list of them."""
    items = [{"value": option, "label": words, "picked": option in chosen} for option, words in options]
    return {"t": "checks", "name": name, "legend": legend, "items": items, "inline": False}


def inking(name: str, legend: str, how: str, phrases: Sequence[tuple[str, str]], inked: Collection[str] = ()) -> Object:
    """A letter whose phrases are put under ink and taken from it again. Sends the list of those under ink."""
    items = [{"value": phrase, "label": words, "picked": phrase in inked} for phrase, words in phrases]
    return {"t": "inking", "name": name, "legend": legend, "how": how, "items": items}


def number(name: str, label: str, value: str = "", unit: str | None = None, *, faults: Sequence[str] = ()) -> Object:
    """A question that is answered with a number. Sends what was written, as text. `faults` are said beside it."""
    return {"t": "number", "name": name, "label": label, "value": value, "unit": unit, "faults": list(faults)}


def line(name: str, label: str, value: str = "", *, faults: Sequence[str] = ()) -> Object:
    """A question that is answered with a few words in one line. `faults` are said beside it."""
    return {"t": "line", "name": name, "label": label, "value": value, "faults": list(faults)}


def words(
    name: str, label: str, value: str = "", *, rows: int = 3, most: int | None = None, counter: str | None = None
) -> Object:
    """A question that is answered in writing; the counter shows how many words there are in place of `{n}`."""
    field = {"t": "words", "name": name, "label": label, "value": value, "rows": rows}
    return field | {"most": most, "counter": counter}


def pick(name: str, label: str, options: Sequence[tuple[str, str]], value: str) -> Object:
    """A question whose many answers are in a list that folds out."""
    items = [{"value": option, "label": words} for option, words in options]
    return {"t": "pick", "name": name, "label": label, "items": items, "value": value}


def part(
    name: str, legend: str, fields: Sequence[Object], about: str | None = None, *, faults: Sequence[str] = ()
) -> Object:
    """Questions of a form that stand side by side, and belong together. `faults` are said below them."""
    return {"t": "part", "name": name, "legend": legend, "about": about, "fields": list(fields), "faults": list(faults)}
