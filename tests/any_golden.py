"""Golden games as text, of any game: every move with what it brought about, and sums of what each seat could see."""

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from mali_powstancy.tabletop.game import CHANCE, Seat
from tests.any_game import Line


def told(
    line: Line[Any, Any],
    *,
    name_of: Callable[[Seat], object],
    number_of: Callable[[Any], int],
    position: Callable[[Any], Iterator[str]],
    observe: Callable[[Any, Seat | None], Any],
    seen_by: Callable[[Any, Seat | None], Any],
) -> Iterator[str]:
    """The game move by move; whenever another round (or mission, ...) begins, and at the end, the position too."""
    before, seats = line.opening, (None, *line.opening.game.seats)
    sums = {seat: sha256() for seat in seats}
    for step in line.steps:
        who = "chance" if before.to_act == CHANCE else name_of(before.to_act)
        secret = " *" if any(seen_by(event, None) != event for event in step.events) else ""
        events = [_event_text(event) for event in step.events]
        yield f"{who}: {step.move}{secret}" + (f" -> {', '.join(events)}" if events else "")
        for seat, seen in sums.items():
            texts = [json.dumps(seen_by(event, seat)) for event in step.events]
            texts.append(json.dumps([*observe(step.state, seat)._replace(game=None)]))
            seen.update("\n".join(texts).encode())
        if number_of(step.state) != number_of(before) or step.state.ending:
            yield from position(step.state)
            yield "seen by all and by each seat: " + " ".join(seen.hexdigest()[:8] for seen in sums.values())
        before = step.state


def _event_text(event: Any) -> str:
    """An event without lists: `front-won 0 2`."""
    words = [word for word in event[:-1] if not isinstance(word, tuple)]
    return " ".join([event.event, *map(str, words)])


def write(folder: Path, names: Iterable[str], text_of: Callable[[str], str]) -> None:
    """Write all golden games of a folder."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text(text_of(name), "utf-8", newline="\n")
