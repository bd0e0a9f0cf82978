"""What the page shows: the host's game as finished sentences, buttons and blocks, and not one word or rule more.

The page has no catalogue and knows no rule. It gets a `View`, a plain object of blocks and buttons whose `do` it sends
back. Everything secret goes through `host.observation`, which holds the secrets of nobody but the seat at the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from mali_powstancy.history import care_note
from mali_powstancy.tabletop.advice import Because
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.scripts import TAKE_BACK, Lesson
from mali_powstancy.tabletop.table import Happened
from mali_powstancy.views.board.dialogs import dialog_of
from mali_powstancy.views.board.scenes import scenes
from mali_powstancy.views.page.blocks import button, buttons, details, group, listing, note, slider, text_block

MOST_NEWS = 16
"""So many sentences are read aloud at once; the text version and the log have the rest."""
LOG_LENGTH = 40
"""How many lines of the log go to the page; the whole game is in the replay."""


def board_view(host: Host, number: int, *, with_map: bool = False, with_scenes: bool = False) -> Object:
    """Everything the page shows now; what is drawn once only where it is new, and so what has just happened."""
    seen = host.observation
    view = _frame(host, number)
    view["bar"] = list(_bar(host))
    view["say"] = _announcement(host, seen)
    view["read"] = _to_read(host, number)
    if with_map:
        view |= host.board.base(host)
    if seen is not None:
        stage = host.board.stage(host, seen)
        view |= stage
        view["marks"] = _marks_of_hint(host, seen) or view["marks"]
        view["panel"] = list(_panel(host, seen, stage))
        view["text"] = list(_text(host, seen)) if host.shows_text else None
        view |= scenes(host) if with_scenes else {}
    return view


def _to_read(host: Host, number: int) -> str | None:
    """Another one than before means that a lesson has something new to say, which the page brings into sight."""
    lesson = host.lesson
    if lesson is None:
        return None
    return f"{lesson.number} {lesson.mistake or ''} {'' if host.notice is None else number}"


def _text(host: Host, seen: Any) -> Iterator[Object]:
    """The text version, in words that are enough to play by: nothing in it needs a picture."""
    texts = host.texts
    yield text_block(texts.say("table.text.title"), "title")
    yield buttons(button("close-text", texts.say("table.text.close"), {"do": "text"}, "quiet"))
    yield text_block(texts.question(seen), "ask")
    yield from _advised(host, seen, "text ")
    if host.can_choose:
        yield from _moves(host, seen)
    if host.table is not None and host.replay is None and host.viewer is not None:
        since, where = host.table.since_last_turn(), host.board.where(seen)
        happened = host.table.happened(since, len(host.table.session.steps), host.viewer)
        events = [item.event for item in happened if item.event is not None and host.board.is_told(item.event)]
        lines = [texts.event(event, where) for event in events]
        yield details("text-since", texts.say("table.text.since"), [listing(texts.say("table.text.since"), lines)])
    yield from host.board.text_blocks(texts, seen)


def _moves(host: Host, seen: Any) -> Iterator[Object]:
    """All that is possible now, a button each, unless it is chosen by a gesture of its own."""
    texts, where = host.texts, host.board.where(seen)
    items = [
        button(f"text {move}", host.board.tell_move(texts, move, where), {"do": "play", "moves": [str(move)]})
        for move in host.board.listed(seen)
        if host.offers(move)
    ]
    if items:
        yield buttons(*items, label=texts.say("table.text.moves"))
    else:
        yield note(texts.say("table.text.in-panel"))


def problem_view(host: Host, number: int) -> Object:
    """Nothing but the report of a fault: what the page is shown where the game itself cannot be shown."""
    return _frame(host, number) | {"say": host.texts.say("table.problem.sentence"), "read": None}


def _frame(host: Host, number: int) -> Object:
    """A view without a game: the frame, and what stands before the board."""
    return {
        "n": number,
        "lang": host.language,
        "look": host.look._asdict(),
        "labels": _labels(host.texts),
        "map": None,
        "reach": {},
        "selected": None,
        "roads": {},
        "own": [],
        "bar": [],
        "panel": [],
        "dialog": dialog_of(host),
        "text": None,
        "say": "",
        "moved": [],
        "scenes": [],
        "drawings": [],
        "marks": {},
    }


def asleep(host: Host) -> Object:
    """What may be stored in a notebook: the position as everybody may see it, and how to wake the board."""
    drawn = {"below": "", "above": ""} if host.state is None else host.board.asleep(host)
    return {**drawn, "sentence": host.texts.say("table.asleep"), "look": host.look.theme}


def _labels(texts: Any) -> Object:
    """The fixed words of the frame."""
    return {
        "board": texts.say("table.label.board"),
        "panel": texts.say("table.label.panel"),
        "bar": texts.say("table.label.bar"),
        "close": texts.say("table.label.close"),
        "copy": texts.say("table.save.copy"),
        "copied": texts.say("table.label.copied"),
        "problem": texts.say("table.problem.sentence"),
        "options": texts.say("table.label.options"),
        "skip": texts.say("table.scenes.skip"),
        "text": texts.say("table.text.title"),
        "textOpened": texts.say("table.text.opened"),
        "textClosed": texts.say("table.text.closed"),
        "nearer": texts.say("table.map.nearer"),
        "farther": texts.say("table.map.farther"),
        "own": texts.say("table.map.own"),
        "who": texts.say("table.map.who"),
        "reachable": texts.say("table.map.reachable"),
        "between": texts.say("table.map.between"),
        "sheet": texts.say("table.label.sheet"),
    }


# The bar --------------------------------------------------------------------------------------------------------------


def _bar(host: Host) -> Iterator[Object]:
    """The few buttons that are always there; those that cannot be used now say why."""
    texts = host.texts
    if host.replay is None and host.session is not None:
        undo = None if host.can_undo else texts.say("table.bar.undo.off")
        yield button("undo", texts.say("table.bar.undo"), {"do": "undo"}, icon="undo", off=undo)
    if host.replay is None and (host.table is not None or host.exercise is not None):
        hint = None if host.can_choose else texts.say("table.bar.hint.off")
        yield button("hint", texts.say("table.bar.hint"), {"do": "hint"}, icon="hint", off=hint)
    if host.session is not None:
        yield button("text", texts.say("table.bar.text"), {"do": "text"}, icon="text", pressed=host.shows_text)
    if host.session is not None and host.exercise is None:
        kind = "menu" if host.table is None else "game"
        yield button("game", texts.say("table.bar.game"), {"do": "dialog", "dialog": kind}, icon="menu")
    yield button("settings", texts.say("table.bar.settings"), {"do": "dialog", "dialog": "settings"}, icon="settings")
    yield button("fullscreen", texts.say("table.bar.full-screen"), {"do": "fullscreen"}, icon="fullscreen")


# The panel ------------------------------------------------------------------------------------------------------------


def _panel(host: Host, seen: Any, stage: Object) -> Iterator[Object]:
    """From top to bottom: what is asked, what can be answered, and what one needs to know for it."""
    texts = host.texts
    if host.exercise is not None:
        yield from _exercise(host)
    elif host.lesson is not None:
        yield from _lesson(host)
    if host.replay is not None:
        yield from _replay(host)
    elif host.lesson is None or host.can_choose:
        yield text_block(_question(host, seen), "ask")
    yield from _notices(host, seen)
    if host.is_waiting:
        yield text_block(texts.say("table.waiting"), "hint")
        go_on = button("let-others-act", texts.say("table.waiting.go-on"), {"do": "let-others-act"}, "primary")
        yield buttons(go_on)
    if host.can_open:
        yield from _hand_to_open(host)
    if (host.viewer is not None or host.can_choose) and host.replay is None:
        yield from host.board.decisions(host, seen)
    if host.can_cover:
        yield buttons(button("cover", texts.say("table.hand.cover"), {"do": "cover"}, "quiet"))
    yield from host.board.situation(host, seen, stage)
    if host.exercise is not None:
        yield from _end_of_exercise_panel(host)
    elif host.lesson is not None and not host.lesson.is_last:
        yield buttons(button("leave-lesson", texts.say("table.lesson.leave"), {"do": "leave-lesson"}, "quiet"))
    if host.hints_taken and not host.is_over:
        yield note(texts.say("table.hints-taken", number=host.hints_taken))
    if host.table is not None:
        yield {"t": "log", "key": "log", "label": texts.say("table.label.log"), "items": log(host, texts)}


def _question(host: Host, seen: Any) -> str:
    """What is asked now; whoever plays alone with computer players is told that it is their turn."""
    question, table = host.texts.question(seen), host.table
    is_mine = table is not None and host.can_choose and len(table.persons) == 1 and len(table.seats) > 1
    return str(host.texts.say("table.your-turn", question=question) if is_mine else question)


def _hand_to_open(host: Host) -> Iterator[Object]:
    """Who is asked opens the own secrets with one press; where everybody may see the question, only if wanted."""
    texts = host.texts
    if not host.is_curtain_down:
        yield buttons(button("take-screen", texts.say("table.hand.look"), {"do": "take-screen"}, "quiet"))
        return
    name = _asked_name(host)
    take = button("take-screen", texts.say("table.curtain.take", patrol=name), {"do": "take-screen"}, "primary")
    title = text_block(texts.say("table.curtain.title", patrol=name), "title")
    yield group("next", [title, text_block(_curtain_text(host), "plain"), buttons(take)])


def _curtain_text(host: Host) -> str:
    return str(host.texts.say("table.curtain.text", patrol=_asked_name(host)))


def _asked_name(host: Host) -> str:
    """Who is asked, by name."""
    assert host.table is not None
    assert host.table.asked is not None
    return host.board.seat_name(host.texts, host.table.asked, host.board.where(host.table.state))


def _notices(host: Host, seen: Any) -> Iterator[Object]:
    """What has just been refused, advised or gone wrong with saving."""
    texts = host.texts
    if host.notice is not None:
        passing = {"passing": True}  # the page lets it go when a piece is chosen
        yield text_block(host.notice.say(texts), host.notice.role) | passing
        if host.notice.rule is not None:
            label = texts.say("table.show-rule", rule=host.notice.rule)
            show = {"do": "dialog", "dialog": "rule", "detail": host.notice.rule}
            yield buttons(button("rule", label, show, "quiet")) | passing
    yield from _advised(host, seen)
    if host.storage_trouble is not None:
        yield text_block(host.storage_trouble(texts), "refusal")
        yield buttons(button("download", texts.say("table.save.download"), {"do": "download"}))


def _advised(host: Host, seen: Any, place: str = "") -> Iterator[Object]:
    """What is advised, in two steps; what it is about is pointed at. `place` keeps its buttons apart from others."""
    if host.advice is None:
        return
    texts, marks = host.texts, _marks_of_hint(host, seen)
    yield text_block(_hint(host, seen), "hint")
    if host.shows_move:
        play = {"do": "play", "moves": [str(host.advice.move)]}
        yield buttons(button(f"{place}play-hint", texts.say("table.play-hint"), play, "plain", marks=marks))
    else:
        yield buttons(button(f"{place}show-move", texts.say("table.hint.show"), {"do": "hint"}, "plain", marks=marks))


def _marks_of_hint(host: Host, seen: Any) -> Object:
    """What is pointed at while a hint is given: first what its aim is about, then its move."""
    if host.advice is None:
        return {}
    board, move = host.board, host.advice.move
    aim = board.marks_of_aim(_reasons(host), seen)
    return {**aim, **board.marks_of(move, seen)} if host.shows_move else aim


def _reasons(host: Host) -> list[Because]:
    """Why this is advised, as far as those who look may know."""
    assert host.advice is not None
    return [because for because in host.advice.reasons if host.viewer is not None or not because.secret]


def _hint(host: Host, seen: Any) -> str:
    """What speaks for a move; who has asked again is told the move too."""
    assert host.advice is not None
    texts, where = host.texts, host.board.where(seen)
    reasons = " ".join(texts.because(because, where, only_aim=not host.shows_move) for because in _reasons(host))
    if host.shows_move:
        return str(texts.say("table.hint", move=host.board.tell_move(texts, host.advice.move, where), reasons=reasons))
    return str(texts.say("table.hint.aim", reasons=reasons) if reasons else texts.say("table.hint.compare"))


def choice_button(host: Host, move: Any, seen: Any, kind: str = "plain") -> Object:
    """A button that plays a move; what it is about is pointed at."""
    words = host.board.tell_move(host.texts, move, host.board.where(seen))
    play = {"do": "play", "moves": [str(move)]}
    return button(f"move {move}", words, play, kind, marks=host.board.marks_of(move, seen))


# What has happened ----------------------------------------------------------------------------------------------------


def happened_since(host: Host, since: int) -> list[Happened]:
    """What has happened after a step, as the screen may show it; in a replay up to the step that is shown."""
    if host.session is None:
        return []
    if host.table is not None:
        return list(host.table.happened(since, len(host.steps_shown), host.viewer))
    fresh = [event for step in host.session.steps[since:] for event in step.events]
    return [Happened(host.game.seen_by(event, host.viewer)) for event in fresh]


def told(host: Host, texts: Any, happened: Sequence[Happened]) -> list[str]:
    """Events as sentences, and what bots say about theirs; goals dealt face down give the same sentence only once."""
    assert host.session is not None
    board, where = host.board, host.board.where(host.session.state)
    lines = []
    for item in happened:
        if item.event is not None:
            lines += [texts.event(item.event, where)] if board.is_told(item.event) else []
        elif item.because is not None and item.seat is not None:
            who, because = board.seat_name(texts, item.seat, where), texts.because(item.because, where)
            line = texts.say("table.bot-says", patrol=who, because=because)
            lines.append(line[:1].upper() + line[1:])
    return [line for line, _ in groupby(lines)]


def log(host: Host, texts: Any) -> list[str]:
    """The last lines of what has happened, or in a replay of what had happened by then."""
    assert host.table is not None
    steps = host.steps_shown
    since = until = len(steps)
    lines = 0
    while since and lines < LOG_LENGTH:
        since -= 1
        lines += len(steps[since].events)
    return told(host, texts, list(host.table.happened(since, until, host.viewer)))[-LOG_LENGTH:]


def _announcement(host: Host, seen: Any) -> str:
    """What a screen reader is told: what has happened, what was refused or advised, and what is asked now."""
    texts = host.texts
    if host.problem is not None:
        return str(texts.say("table.problem.sentence"))
    if seen is None or host.dialog is not None or (host.is_curtain_down and not host.board.OPEN_TABLE):
        return ""  # the dialog speaks for itself
    since = host.news_from if host.replay is None else max(0, host.replay - 1)
    lines = told(host, texts, happened_since(host, since))[-MOST_NEWS:]
    if host.lesson is not None:
        lines += _said_by(host.lesson, texts)
    if host.notice is not None:
        lines = [host.notice.say(texts)]
    if host.advice is not None:
        lines = [_hint(host, seen)]
    if host.lesson is None or host.can_choose:  # in a lesson nothing else is asked than to read on
        lines = [*lines, _question(host, seen)]
    if host.is_curtain_down:
        lines = [*lines, _curtain_text(host)]
    return " ".join(lines)


def _said_by(lesson: Lesson, texts: Any) -> list[str]:
    """What a script says now: why something was a mistake, what the step is about, or that all is done."""
    if lesson.mistake is not None:
        return [texts.say(lesson.mistake, n=lesson.count)]
    if lesson.is_over and lesson.script.praise_key is not None:
        return [texts.say("exercise.done"), texts.say(lesson.script.praise_key)]
    return [_sentence(texts.say(lesson.step.title_key)), texts.say(lesson.step.text_key)]


def _sentence(title: str) -> str:
    """A title to be read aloud: with a stop at its end, as a sentence has it."""
    return title if title.endswith((".", "?", "!")) else f"{title}."


# The first lesson, exercises and the replay ---------------------------------------------------------------------------


def _lesson(host: Host) -> Iterator[Object]:
    """The present step of the lesson."""
    lesson, texts = host.lesson, host.texts
    assert lesson is not None
    yield note(texts.say("table.lesson.step", number=lesson.number + 1, total=lesson.total))
    yield text_block(texts.say(lesson.step.title_key), "title")
    yield text_block(texts.say(lesson.step.text_key), "plain")
    if lesson.mistake is not None:
        yield from _mistake(lesson, texts)
    elif lesson.step.is_shown_only:
        after = "table.menu.short" if host.is_quick_short else "table.menu.start"
        label = texts.say(after if lesson.is_last else "table.lesson.next")
        yield buttons(button("go-on", label, {"do": "go-on"}, "primary"))


def _mistake(lesson: Lesson, texts: Any) -> Iterator[Object]:
    """Why something was a mistake, and the button that takes it back."""
    assert lesson.mistake is not None
    yield text_block(texts.say(lesson.mistake, n=lesson.count), "refusal")
    yield buttons(button("go-on", texts.say(TAKE_BACK), {"do": "go-on"}, "primary"))


def _exercise(host: Host) -> Iterator[Object]:
    """The exercise: its title, and the present step or that everything is done."""
    lesson, texts, script = host.lesson, host.texts, host.exercise
    assert lesson is not None
    assert script is not None
    yield note(texts.say("exercise.name", id=script.id, title=texts.say(script.title_key or "")))
    if lesson.is_over:
        yield text_block(texts.say("exercise.done"), "title")
        yield text_block(texts.say(script.praise_key or ""), "good")
        yield buttons(button("again", texts.say("exercise.again"), {"do": "again"}))
        return
    if lesson.total > 1:
        yield note(texts.say("exercise.step", number=lesson.number + 1, total=lesson.total))
    yield text_block(texts.say(lesson.step.title_key), "title")
    yield text_block(texts.say(lesson.step.text_key), "plain")
    if lesson.mistake is not None:
        yield from _mistake(lesson, texts)
    elif lesson.step.is_shown_only:
        yield buttons(button("go-on", texts.say("table.lesson.next"), {"do": "go-on"}, "primary"))


def _end_of_exercise_panel(host: Host) -> Iterator[Object]:
    """What some places on this board really were, and the way back to the beginning."""
    lesson, texts, script = host.lesson, host.texts, host.exercise
    assert lesson is not None
    assert script is not None
    yield from (note(care_note(place, host.language)) for place in script.quiet)
    if lesson.number and not lesson.is_over:
        yield buttons(button("again", texts.say("exercise.again"), {"do": "again"}, "quiet"))


def board_in_words(host: Host) -> str:
    """What stands where a page cannot show the board: of an exercise its task and position, else how to see it."""
    lesson, texts, script = host.lesson, host.texts, host.exercise
    if lesson is None or script is None or host.observation is None:
        return str(texts.say("table.repr"))
    head = texts.say("exercise.name", id=script.id, title=texts.say(script.title_key or ""))
    step = texts.say("exercise.step", number=min(lesson.number + 1, lesson.total), total=lesson.total)
    said = " ".join(_said_by(lesson, texts))
    notes = [care_note(place, host.language) for place in script.quiet]
    return "\n".join([head, step, said, *host.board.in_words(texts, host.observation), *notes])


def _replay(host: Host) -> Iterator[Object]:
    """The slider and the buttons of a replay."""
    texts, table, at = host.texts, host.table, host.replay
    assert table is not None
    assert at is not None
    total = len(table.session.steps)
    place = texts.say("table.replay.step", step=at, steps=total)
    yield slider("replay", texts.say("table.replay.label"), 0, total, at, place, {"do": "go-to"})
    back = texts.say("table.replay.first") if at == 0 else None
    on = texts.say("table.replay.last") if at == total else None
    items = [
        button("back", texts.say("table.replay.back"), {"do": "go-to", "value": at - 1}, icon="back", off=back),
        button(
            "next", texts.say("table.replay.next"), {"do": "go-to", "value": at + 1}, "primary", icon="next", off=on
        ),
        button("what-if", texts.say("table.replay.what-if"), {"do": "what-if"}),
    ]
    if not host.is_over:
        items.append(button("rewind", texts.say("table.replay.rewind"), {"do": "rewind"}))
    items.append(button("leave-replay", texts.say("table.replay.leave"), {"do": "leave-replay"}))
    yield buttons(*items)
