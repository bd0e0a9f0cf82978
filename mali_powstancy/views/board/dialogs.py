"""Dialogs: what stands before the board until it is answered, from the start menu to the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import GAMES, catalogue_of, has_tutorial
from mali_powstancy.tabletop.messages import MOTIONS, PACES, SIZES, THEMES
from mali_powstancy.tabletop.packing import LARGEST_TEXT, PERSON, SaveError
from mali_powstancy.tabletop.players import Players
from mali_powstancy.tabletop.saving import short_code
from mali_powstancy.tabletop.storage import SUFFIX
from mali_powstancy.tabletop.texts import languages
from mali_powstancy.views.page.blocks import (
    answer,
    button,
    buttons,
    choices,
    details,
    field,
    form,
    group,
    listing,
    note,
    text_block,
    upload,
)

_CLOSE = {"do": "close"}


def dialog_of(host: Host) -> Object | None:
    """What stands before the board now; a fault of the program comes first, then what was opened, then the curtain."""
    if host.problem is not None:
        return _problem(host.texts, host.problem)
    if host.dialog is not None:
        made = _DIALOGS.get(host.dialog.kind, _further)
        return made(host)
    return _curtain(host) if host.is_curtain_down and not host.board.OPEN_TABLE else None


def _dialog(key: str, title: str, blocks: Iterator[Object] | list[Object], cancel: Object | None = None) -> Object:
    made: Object = {"key": key, "title": title, "blocks": list(blocks)}
    return made if cancel is None else made | {"cancel": cancel}


def _close_button(texts: Any) -> Object:
    return button("close", texts.say("table.label.close"), _CLOSE, "quiet")


# The start menu -------------------------------------------------------------------------------------------------------


def _menu(host: Host) -> Object:
    """A few large choices; whoever wants something else finds it under "more"."""
    return _dialog(
        "menu", host.texts.say("game.name"), _menu_blocks(host), _CLOSE if host.session is not None else None
    )


def _menu_blocks(host: Host) -> Iterator[Object]:
    texts = host.texts
    if host.storage_trouble is not None:
        yield text_block(host.storage_trouble(texts), "refusal")
    if host.notice is not None:
        yield text_block(host.notice.say(texts), host.notice.role)
    if host.is_for_any_game:
        yield note(texts.say("game.about"))
    first, *others = _large_choices(host)
    yield group("first", [choices("", [first | {"kind": "primary"}, *others])])
    if host.is_for_any_game:
        label = texts.say("table.menu.other-games")
        yield note(label)
        yield buttons(*(_other_game(host, game_id) for game_id in GAMES if game_id != host.game.ID), label=label)
    start = button("start-so", texts.say("table.menu.start"), {"do": "start"}, "primary")
    opening = button("open", texts.say("table.menu.open"), {"do": "dialog", "dialog": "open"}, "quiet")
    more = [form("menu", list(_menu_fields(host)), start, live=True), buttons(opening)]
    yield details("more", texts.say("table.menu.more"), more)


def _large_choices(host: Host) -> Iterator[Object]:
    """Go on, learn, play: each with a line that says what it is, the likeliest first."""
    texts = host.texts
    back = answer("back-to-game", texts.say("table.menu.back"), _CLOSE)
    if host.session is not None and not host.is_over:
        yield back
    elif host.session is None and host.saved is not None and not host.has_saved_end:
        yield answer("continue", texts.say("table.menu.continue"), {"do": "continue"}, lines=[_about_save(host)])
    others = [_other_save(host, game_id) for game_id in host.elsewhere] if host.session is None else []
    new = [_start(host), *([_learn(host)] if has_tutorial(host.game.ID) else [])]
    new = new[::-1] if host.is_quick_short else new
    yield from [*new, *others] if host.is_turned else [*others, *new]
    if host.is_over:
        yield back
    if host.session is None and host.saved is not None and host.has_saved_end:
        yield answer("continue", texts.say("table.menu.look-again"), {"do": "continue"}, lines=[_about_save(host)])


def _learn(host: Host) -> Object:
    minutes = host.texts.count("count.minutes", GAMES[host.game.ID].minutes)
    label = host.texts.say("table.menu.lesson", minutes=minutes)
    return answer("lesson", label, {"do": "start-lesson"}, lines=[host.texts.say("table.menu.lesson.about")])


def _start(host: Host) -> Object:
    """A game with one press, and who would sit down to it."""
    texts, quick = host.texts, host.quick
    persons = quick.sitting.count(PERSON)
    bots = quick.players - persons
    who = [
        *([texts.say("table.menu.you") if persons == 1 else texts.count("count.persons", persons)] if persons else []),
        *([texts.count("count.bots", bots)] if bots else []),
    ]
    if host.is_quick_short:
        label, about = texts.say("table.menu.short"), texts.say("table.menu.short.about", who=texts.joined(who))
    else:
        title = texts.title(quick.scenario)
        label, about = (
            texts.say("table.menu.start"),
            texts.say("table.menu.start.about", title=title, who=texts.joined(who)),
        )
    return answer("start", label, {"do": "start", "values": quick.values}, lines=[about])


def _other_game(host: Host, game_id: str) -> Object:
    """Turns the menu to another game."""
    turn = {"do": "form", "key": "menu", "values": {"game": game_id}}
    return button(f"game {game_id}", catalogue_of(game_id, host.language).say("game.name"), turn)


def _about_save(host: Host) -> str:
    assert host.saved is not None
    texts, record = host.texts, host.saved.record
    if host.saved.lesson is not None:
        return str(texts.say("table.menu.saved-lesson"))
    scenario = host.scenarios.get(record.scenario)
    title = record.scenario if scenario is None else texts.title(scenario)
    values = {"title": title, "players": texts.count("count.players", record.players), "moves": len(record.moves)}
    return str(texts.say("table.menu.saved-end" if host.has_saved_end else "table.menu.saved-game", **values))


def _other_save(host: Host, game_id: str) -> Object:
    """Back to what was saved here of another game."""
    name = catalogue_of(game_id, host.language).say("game.name")
    label = host.texts.say("table.menu.continue-other", game=name)
    return answer(f"continue {game_id}", label, {"do": "continue", "game": game_id})


def _menu_fields(host: Host) -> Iterator[Object]:
    """Game, scenario, number of players, who sits on each seat, what computer players care for, language."""
    texts, menu, who = host.texts, host.menu, host.menu.who
    games = [(game_id, catalogue_of(game_id, host.language).say("game.name")) for game_id in GAMES]
    yield field("game", texts.say("table.menu.game"), menu.scenario.game_id, games, texts.say("game.about"))
    titles = [(name, texts.title(each)) for name, each in host.scenarios.items()]
    yield field("scenario", texts.say("table.menu.scenario"), menu.scenario.id, titles)
    numbers = [(number, texts.count("count.players", number)) for number in sorted(menu.scenario.players)]
    yield field("players", texts.say("table.menu.players"), menu.players, numbers)
    for name, answers in who.settled_before(menu.scenario, menu.players).items():
        named = [
            (
                each,
                texts.say(f"table.settled.{name}.{each}")
                if isinstance(each, str)
                else texts.count(f"count.{name}", each),
            )
            for each in answers
        ]
        yield field(name, texts.say(f"table.settled.{name}"), menu.settled[name], named)
    for seat in range(menu.players):
        label, player = host.board.seat_label(texts, menu.scenario, seat), menu.seats[seat]
        players = who.OFFERED if player in who.OFFERED else (*who.OFFERED, player)  # a cell may ask for others
        yield field(f"seat-{seat}", label, player, [(each, player_name(texts, each, who)) for each in players])
    if menu.has_styles:
        styles = [(style, texts.say(f"table.temper.{style}")) for style in who.STYLES]
        about = texts.say(f"table.temper.{menu.style}.about")
        yield field("style", texts.say("table.menu.temper"), menu.style, styles, about)
    yield _language_field(host)


def player_name(texts: Any, player: str, who: Players) -> str:
    """Who sits on a seat: a person, or which computer player; a style is named where it is not the usual one."""
    name, style = texts.say(f"table.player.{who.kind_of(player)}"), who.style_of(player)
    if style in (None, *who.STYLES[:1]):
        return str(name)
    return str(texts.say("table.player.with-temper", player=name, temper=texts.say(f"table.temper.{style}.name")))


def _language_field(host: Host) -> Object:
    options = [(language, host.board.texts_for(language).say("table.language")) for language in languages()]
    return field("language", host.texts.say("table.menu.language"), host.language, options)


def _game(host: Host) -> Object:
    """What can be done with the game as a whole."""
    texts, table = host.texts, host.table
    assert table is not None
    items = [button("back-to-game", texts.say("table.menu.back"), _CLOSE, "primary")]
    if host.replay is None:
        items.append(button("replay", texts.say("table.game.replay"), {"do": "replay"}))
    if host.is_over:
        items.append(button("end", texts.say("table.game.result"), {"do": "dialog", "dialog": "end"}))
    else:
        stopping = texts.say("table.game.stop.off") if table.state.stopping else None
        items.append(button("stop", texts.say("table.game.stop"), {"do": "stop"}, off=stopping))
    items += [
        *(
            button(name, title, {"do": "dialog", "dialog": name})
            for name, (title, _) in host.board.further(host).items()
        ),
        button("save", texts.say("table.game.save"), {"do": "dialog", "dialog": "save"}),
        button("open", texts.say("table.menu.open"), {"do": "dialog", "dialog": "open"}),
        button("menu", texts.say("table.game.new"), {"do": "dialog", "dialog": "menu"}),
    ]
    blocks = [buttons(*items, label=texts.say("table.game.title")), _players(host)]
    return _dialog("game", texts.say("table.game.title"), blocks, _CLOSE)


def _players(host: Host) -> Object:
    """Who plays for each patrol."""
    texts, table = host.texts, host.table
    assert table is not None
    board, where = host.board, host.board.where(table.state)
    lines = [
        texts.say(
            "table.game.player",
            patrol=board.seat_name(texts, seat, where),
            player=player_name(texts, player, table.players),
        )
        for seat, player in enumerate(table.seats)
    ]
    return listing("", lines)


# Questions ------------------------------------------------------------------------------------------------------------


def _confirm(host: Host) -> Object:
    """Something would be lost: say what, and what is kept."""
    dialog, texts = host.dialog, host.texts
    assert dialog is not None
    yes = button("yes", texts.say(f"table.confirm.{dialog.detail}.yes"), dict(dialog.then or {}), "danger")
    no = button("no", texts.say("table.confirm.no"), _CLOSE, "primary")
    download = button("download", texts.say("table.save.download"), {"do": "download"}, "quiet")
    question = text_block(texts.say(f"table.confirm.{dialog.detail}"), "ask")
    return _dialog("confirm", texts.say("table.confirm.title"), [question, buttons(no, yes, download)], _CLOSE)


def _curtain(host: Host) -> Object:
    """The screen goes to another player; nothing secret is on it until that player has it."""
    texts, table = host.texts, host.table
    assert table is not None
    assert table.asked is not None
    patrol = host.board.seat_name(texts, table.asked, host.board.where(table.state))
    take = button("take-screen", texts.say("table.curtain.take", patrol=patrol), {"do": "take-screen"}, "primary")
    blocks = [text_block(texts.say("table.curtain.text", patrol=patrol), "ask"), buttons(take)]
    return _dialog("curtain", texts.say("table.curtain.title", patrol=patrol), blocks)


def _rule(host: Host) -> Object:
    """The text of a rule."""
    assert host.dialog is not None
    rule = host.dialog.detail
    title, text = host.texts.rule(rule)
    heading = host.texts.say("table.rule.title", rule=rule, title=title)
    return _dialog("rule", heading, [text_block(text, "plain"), buttons(_close_button(host.texts))], _CLOSE)


def _further(host: Host) -> Object:
    """What the game itself has to show besides."""
    assert host.dialog is not None
    title, blocks = host.board.further(host)[host.dialog.kind]
    return _dialog(host.dialog.kind, title, [*blocks(), buttons(_close_button(host.texts))], _CLOSE)


def _end(host: Host) -> Object:
    """How it has ended, and what can be done now."""
    assert host.table is not None
    texts, ended = host.texts, host.game.outcome(host.table.state)
    assert ended is not None
    what_now = buttons(
        button("replay", texts.say("table.game.replay"), {"do": "replay"}, "primary"),
        button("menu", texts.say("table.game.new"), {"do": "dialog", "dialog": "menu"}),
        button("close", texts.say("table.end.look"), _CLOSE, "quiet"),
    )
    is_alone = len(host.table.persons) == 1  # nobody else reads how many hints it took
    hints = [note(texts.say("table.hints-taken", number=host.hints_taken))] if is_alone and host.hints_taken else []
    blocks = [*host.board.scored(host, ended), *hints, what_now]
    return _dialog("end", host.board.end_title(texts, ended), blocks, _CLOSE)


# Saving, settings, faults ---------------------------------------------------------------------------------------------


def _save(host: Host) -> Object:
    """Take the game along: as a file or as a code."""
    texts = host.texts
    download = button("download", texts.say("table.save.download"), {"do": "download"}, "primary")
    blocks = [note(texts.say("table.save.text")), buttons(download)]
    try:
        code = short_code(host)
    except SaveError as error:
        blocks.append(note(texts.say(f"table.save.{error.fault}")))
    else:
        label, copy = texts.say("table.save.code"), texts.say("table.save.copy")
        blocks.append({"t": "copy", "key": "code", "label": label, "text": code or "", "button": copy})
    blocks.append(buttons(_close_button(texts)))
    return _dialog("save", texts.say("table.save.title"), blocks, _CLOSE)


def _open(host: Host) -> Object:
    """Bring a game back: from a file or from a code."""
    texts = host.texts
    blocks = [note(texts.say("table.open.text"))]
    if host.notice is not None:
        blocks.append(text_block(host.notice.say(texts), host.notice.role))
    label = texts.say("table.open.file")
    submit = button("open-code", texts.say("table.open.submit"), {"do": "open"}, "primary")
    blocks.append(upload("file", label, f"{SUFFIX},.json,.txt", LARGEST_TEXT, {"do": "open"}))
    blocks.append({"t": "entry", "key": "code", "label": texts.say("table.open.code"), "submit": submit})
    blocks.append(buttons(_close_button(texts)))
    return _dialog("open", texts.say("table.open.title"), blocks, _CLOSE)


def _settings(host: Host) -> Object:
    """Language, colours, size, pace and motion."""
    texts, look = host.texts, host.look
    themes = [(theme, texts.say(f"table.theme.{theme}")) for theme in THEMES]
    paces = [(pace, texts.say(f"table.pace.{pace}")) for pace in PACES]
    motions = [(motion, texts.say(f"table.motion.{motion}")) for motion in MOTIONS]
    sizes = [(size, texts.say("table.settings.percent", size=size)) for size in SIZES]
    fields = [
        _language_field(host),
        field("theme", texts.say("table.settings.theme"), look.theme, themes),
        field("size", texts.say("table.settings.size"), look.size, sizes),
        field("pace", texts.say("table.settings.pace"), look.pace, paces),
        field("motion", texts.say("table.settings.motion"), look.motion, motions),
        *(_option_field(host, name) for name in host.board.OPTIONS),
    ]
    done = button("close", texts.say("table.settings.done"), _CLOSE, "primary")
    made = form("look", fields, done, live=True)
    return _dialog("settings", texts.say("table.settings.title"), [made], _CLOSE)


def _option_field(host: Host, name: str) -> Object:
    """Something the table may agree on."""
    key = f"table.option.{name}"
    answers = [(answer, host.texts.say(f"{key}.{answer}")) for answer in host.board.OPTIONS[name]]
    return field(name, host.texts.say(key), host.option(name), answers, host.texts.say(f"{key}.about"))


def _problem(texts: Any, report: str) -> Object:
    """Something went wrong in the program: a calm sentence, and a report for those who can mend it."""
    label, copy = texts.say("table.problem.report"), texts.say("table.save.copy")
    blocks = [
        text_block(texts.say("table.problem.sentence"), "refusal"),
        {"t": "copy", "key": "report", "label": label, "text": report, "button": copy},
        buttons(
            button("close-problem", texts.say("table.problem.go-on"), {"do": "close-problem"}, "primary"),
            button("download", texts.say("table.save.download"), {"do": "download"}),
        ),
    ]
    return _dialog("problem", texts.say("table.problem.title"), blocks, {"do": "close-problem"})


_DIALOGS: Mapping[str, Callable[[Host], Object]] = {
    "menu": _menu,
    "game": _game,
    "confirm": _confirm,
    "rule": _rule,
    "end": _end,
    "save": _save,
    "open": _open,
    "settings": _settings,
}
