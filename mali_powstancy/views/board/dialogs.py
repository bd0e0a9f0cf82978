"""Dialogs: what stands before the board until it is answered, from the start menu to the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from mali_powstancy.bots.tempers import Temper
from mali_powstancy.engine import Outcome, outcome, scores
from mali_powstancy.history import UnknownId, place_of
from mali_powstancy.table.host import MOTIONS, SIZES, THEMES, Host
from mali_powstancy.table.packing import LARGEST_TEXT, SaveError
from mali_powstancy.table.players import OFFERED, kind_of, temper_of
from mali_powstancy.table.storage import SUFFIX
from mali_powstancy.texts import Texts, languages, texts_for
from mali_powstancy.views.page.blocks import (
    Object,
    button,
    buttons,
    details,
    field,
    form,
    listing,
    note,
    text_block,
    upload,
)
from mali_powstancy.views.page.history_cards import history_card

_CLOSE = {"do": "close"}
_DEBRIEF = ("table.debrief.routes", "table.debrief.help", "table.debrief.chance", "table.debrief.model")
"""Questions to talk about after a game; which one comes depends on how long it was."""


def dialog_of(host: Host) -> Object | None:
    """What stands before the board now; a fault of the program comes first, then what was opened, then the curtain."""
    if host.problem is not None:
        return _problem(host.texts, host.problem)
    if host.dialog is not None:
        return _DIALOGS[host.dialog.kind](host)
    return _curtain(host) if host.is_curtain_down else None


def _dialog(key: str, title: str, blocks: Iterator[Object] | list[Object], cancel: Object | None = None) -> Object:
    made: Object = {"key": key, "title": title, "blocks": list(blocks)}
    return made if cancel is None else made | {"cancel": cancel}


def _close_button(texts: Texts) -> Object:
    return button("close", texts.say("table.label.close"), _CLOSE, "quiet")


# The start menu -------------------------------------------------------------------------------------------------------


def _menu(host: Host) -> Object:
    """Go on with a game that was saved, or begin a new one with one press."""
    title = host.texts.say("table.menu.title")
    return _dialog("menu", title, _menu_blocks(host), _CLOSE if host.session is not None else None)


def _menu_blocks(host: Host) -> Iterator[Object]:
    texts = host.texts
    if host.storage_trouble is not None:
        yield text_block(host.storage_trouble(texts), "refusal")
    if host.notice is not None:
        yield text_block(host.notice.say(texts), host.notice.role)
    if host.saved is not None:
        yield text_block(_about_save(host), "ask")
        key, kind = ("look-again", "plain") if host.has_saved_end else ("continue", "primary")
        yield buttons(button("continue", texts.say(f"table.menu.{key}"), {"do": "continue"}, kind))
    elif host.session is not None:
        yield buttons(button("back-to-game", texts.say("table.menu.back"), _CLOSE, "primary"))
    is_first = host.session is None and (host.saved is None or host.has_saved_end)
    kind = "primary" if is_first else "plain"
    start = button("start", texts.say("table.menu.start"), {"do": "start"}, kind)
    yield form("menu", list(_menu_fields(host)), start, live=True)
    yield buttons(
        button("lesson", texts.say("table.menu.lesson"), {"do": "start-lesson"}),
        button("open", texts.say("table.menu.open"), {"do": "dialog", "dialog": "open"}, "quiet"),
    )


def _about_save(host: Host) -> str:
    assert host.saved is not None
    texts, record = host.texts, host.saved.record
    if host.saved.lesson is not None:
        return texts.say("table.menu.saved-lesson")
    scenario = host.scenarios.get(record.scenario)
    title = record.scenario if scenario is None else texts.title(scenario)
    players = texts.count("count.players", len(record.patrols))
    if host.has_saved_end:
        return texts.say("table.menu.saved-end", title=title, players=players)
    return texts.say("table.menu.saved-game", title=title, players=players, moves=len(record.moves))


def _menu_fields(host: Host) -> Iterator[Object]:
    """Scenario, number of players, who sits on each seat, what computer players care for, language."""
    texts, menu = host.texts, host.menu
    scenario = host.scenarios[menu.scenario]
    titles = [(name, texts.title(each)) for name, each in host.scenarios.items()]
    yield field("scenario", texts.say("table.menu.scenario"), menu.scenario, titles)
    numbers = [(number, texts.count("count.players", number)) for number in sorted(scenario.players)]
    yield field("players", texts.say("table.menu.players"), menu.players, numbers)
    for seat, patrol in enumerate(list(scenario.patrols.values())[: menu.players]):
        label, player = texts.say("table.menu.seat", patrol=texts.name(patrol)), menu.seats[seat]
        players = OFFERED if player in OFFERED else (*OFFERED, player)  # a cell may ask for others
        yield field(f"seat-{seat}", label, player, [(each, player_name(texts, each)) for each in players])
    if menu.has_tempers:
        tempers = [(temper, texts.say(f"table.temper.{temper}")) for temper in Temper]
        about = texts.say(f"table.temper.{menu.temper}.about")
        yield field("temper", texts.say("table.menu.temper"), menu.temper, tempers, about)
    yield _language_field(host)


def player_name(texts: Texts, player: str) -> str:
    """Who sits on a seat: a person, or which computer player; a temper is named where it is not the usual one."""
    name, temper = texts.say(f"table.player.{kind_of(player)}"), temper_of(player)
    if temper in (None, Temper.BALANCED):
        return name
    return texts.say("table.player.with-temper", player=name, temper=texts.say(f"table.temper.{temper}.name"))


def _language_field(host: Host) -> Object:
    options = [(language, texts_for(language).say("table.language")) for language in languages()]
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
        button("places", texts.say("table.places"), {"do": "dialog", "dialog": "places"}),
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
    game = table.state.game
    lines = [
        texts.say("table.game.player", patrol=texts.patrol(seat, game), player=player_name(texts, player))
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
    patrol = texts.patrol(table.asked, table.state.game)
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


def _places(host: Host) -> Object:
    """What the places of this board really were, each on a card that can be unfolded, in words for all ages."""
    assert host.state is not None
    texts, game = host.texts, host.state.game
    blocks: list[Object] = [note(texts.say("table.places.about"))]
    for name in game.board.place:
        try:
            card = history_card(place_of(name).id, host.language, for_all=True)
        except UnknownId:  # an own scenario may have places of which we know nothing
            continue
        blocks.append(details(f"place-{name}", texts.field(name, game), replace(card, title="").blocks()))
    blocks.append(buttons(_close_button(texts)))
    return _dialog("places", texts.say("table.places"), blocks, _CLOSE)


# The end --------------------------------------------------------------------------------------------------------------


def _end(host: Host) -> Object:
    """Who has won and why, points by source, and one question to talk about."""
    assert host.table is not None
    state, texts = host.table.state, host.texts
    ended = outcome(state)
    assert ended is not None
    blocks = [text_block(texts.ending(ended, state.game), "ask")]
    if not ended.is_defeat:
        blocks.append(_points(host, ended))
        if state.game.is_extended:
            blocks.append(_goals(host))
    else:
        blocks.append(note(texts.say("table.end.together", delivered=_delivered(host))))
    question = "table.debrief.defeat" if ended.is_defeat else _DEBRIEF[state.round % len(_DEBRIEF)]
    blocks.append(text_block(texts.say("table.end.question", question=texts.say(question)), "good"))
    blocks.append(
        buttons(
            button("replay", texts.say("table.game.replay"), {"do": "replay"}, "primary"),
            button("menu", texts.say("table.game.new"), {"do": "dialog", "dialog": "menu"}),
            button("close", texts.say("table.end.look"), _CLOSE, "quiet"),
        )
    )
    title = "table.end.defeat" if ended.is_defeat else "table.end.title"
    return _dialog("end", texts.say(title), blocks, _CLOSE)


def _delivered(host: Host) -> str:
    assert host.table is not None
    return host.texts.count("count.orders", sum(map(len, host.table.state.delivered)))


def _points(host: Host, ended: Outcome) -> Object:
    """A row for each patrol, points by source; the winners are named in words, not by a colour."""
    assert host.table is not None
    state, texts = host.table.state, host.texts
    columns = ["patrol", "orders", "return", *(["goals"] if state.game.is_extended else []), "total", "delivered"]
    rows = []
    for seat, score in enumerate(scores(state)):
        goals = [str(score.goals)] if state.game.is_extended else []
        name = texts.patrol(seat, state.game)
        shown = texts.say("table.end.winner", patrol=name) if seat in ended.winners else name
        points = [str(score.orders), str(score.returned), *goals, str(score.total), str(score.delivered)]
        rows.append([shown, *points])
    head = [texts.say(f"table.end.column.{column}") for column in columns]
    return {"t": "table", "caption": texts.say("table.end.points"), "head": head, "rows": rows}


def _goals(host: Host) -> Object:
    """Everybody's goals, which are shown when a game is scored."""
    assert host.table is not None
    state, texts = host.table.state, host.texts
    lines = [
        texts.say("table.end.goals-of", patrol=texts.patrol(seat, state.game), goal=texts.goal(goal, state.game))
        for seat, goals in enumerate(state.goals)
        for goal in goals
    ]
    return details("end-goals", texts.say("table.end.goals"), [listing("", lines)])


# Saving, settings, faults ---------------------------------------------------------------------------------------------


def _save(host: Host) -> Object:
    """Take the game along: as a file or as a code."""
    texts = host.texts
    download = button("download", texts.say("table.save.download"), {"do": "download"}, "primary")
    blocks = [note(texts.say("table.save.text")), buttons(download)]
    try:
        code = host.code
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
    """Language, colours, motion, size."""
    texts, look = host.texts, host.look
    themes = [(theme, texts.say(f"table.theme.{theme}")) for theme in THEMES]
    motions = [(motion, texts.say(f"table.motion.{motion}")) for motion in MOTIONS]
    sizes = [(size, texts.say("table.settings.percent", size=size)) for size in SIZES]
    fields = [
        _language_field(host),
        field("theme", texts.say("table.settings.theme"), look.theme, themes),
        field("size", texts.say("table.settings.size"), look.size, sizes),
        field("motion", texts.say("table.settings.motion"), look.motion, motions),
    ]
    done = button("close", texts.say("table.settings.done"), _CLOSE, "primary")
    made = form("look", fields, done, live=True)
    return _dialog("settings", texts.say("table.settings.title"), [made], _CLOSE)


def _problem(texts: Texts, report: str) -> Object:
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
    "places": _places,
    "end": _end,
    "save": _save,
    "open": _open,
    "settings": _settings,
}
