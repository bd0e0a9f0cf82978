"""The command line: play many games, show a position, check files. Everything it says comes from `texts`."""

from __future__ import annotations

import argparse
import errno
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from mali_powstancy import __version__
from mali_powstancy.tabletop.game import Scenario
from mali_powstancy.tabletop.library import (
    FIRST,
    board_of,
    bots_of,
    is_scenario,
    load_scenario,
    rules_of,
    shipped_scenarios,
    tally_of,
    told_in,
)
from mali_powstancy.tabletop.record import LARGEST_RECORD, RecordError, RecordFault
from mali_powstancy.tabletop.scenario_file import ScenarioError
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import Texts, languages, system_language, texts_for

if TYPE_CHECKING:  # the lab is loaded when games are played: help should be quick
    from concurrent.futures import Executor

    from mali_powstancy.lab import Estimate, Games, Standings

PROGRAM = "mali-powstancy"
SCENARIO, GAMES, SEED = "basic", 100, 1
BOT, CONTESTANTS = "greedy", "planner,greedy,random"
MOST_GAMES, MOST_CORES = 1_000_000, 1024
LARGEST_SEED = 10**18
LONGEST_SHOWN = 200
REPLACE = "--replace"
_CODE = re.compile(r"M[0-9A-Z]{3}(-[0-9A-Z]{1,4}){2,}", re.IGNORECASE)
"""A code as the board writes it, in groups with dashes, typed instead of the name of a file."""
WORK = "my-work"
"""The learner's own copy of the lessons, with a folder for each language."""
GOOD, FAULTY, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


class BadGame(Exception):
    """What should be a game is none, or cannot be replayed; the text is a sentence about it."""


class Problem(Exception):
    """The input cannot be used; the text is a sentence for the person who typed it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; the result is the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # an old terminal shows ? for a letter that it does not know
            stream.reconfigure(errors="replace")
    try:
        code = _run(words)
        print(end="", flush=True)  # a reader who has gone is noticed here, not when Python ends
        return code
    except Problem as problem:
        print(problem, file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        has_gone = error.errno == errno.EPIPE or (error.errno == errno.EINVAL and sys.platform == "win32")
        if not has_gone:
            print(f"{PROGRAM}: {error.strerror}", file=sys.stderr)
        # The reader of our output has gone, and Python must not stumble over it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(words: list[str]) -> int:
    texts = texts_for(_language(words))
    parser = _parser(texts)
    try:
        asked, extra = parser.parse_known_args(words)
    except SystemExit:  # help has been shown
        return GOOD
    except _Unclear as unclear:
        raise Problem(_not_understood(texts, words, unclear.program)) from None
    if extra:
        raise Problem(_not_understood(texts, extra, f"{PROGRAM} {asked.command or ''}".strip()))
    if asked.version:
        print(PROGRAM, __version__)
        return GOOD
    if asked.command is None:
        raise Problem(texts.say("cli.no-command", help=f"{PROGRAM} --help"))
    command: Callable[[Texts, argparse.Namespace], int] = asked.run
    return command(texts, asked)


# Arguments ----------------------------------------------------------------------------------------------------------


class _Unclear(Exception):
    """The arguments make no sense; `program` is the command whose help may help."""

    def __init__(self, program: str) -> None:
        self.program = program


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _Unclear(self.prog)


def _language(words: Sequence[str]) -> str:
    """The language that is asked for, before anything else is understood."""
    asked = system_language()
    for word, following in zip(words, [*words, ""][1:], strict=True):
        if word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
        elif word == "--lang":
            asked = following
    if asked not in languages():
        texts = texts_for(system_language())
        raise Problem(texts.say("cli.wrong-language", found=_short(asked), wanted=", ".join(languages())))
    return asked


def _parser(texts: Texts) -> argparse.ArgumentParser:
    say = texts.say

    class Formatter(argparse.HelpFormatter):
        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, say("cli.usage") if prefix is None else prefix)

    settings: dict[str, Any] = {"formatter_class": Formatter, "add_help": False, "allow_abbrev": False}
    parser = _Parser(prog=PROGRAM, description=say("cli.description"), **settings)
    commands = parser.add_subparsers(dest="command", title=say("cli.commands"), metavar=say("cli.word.command"))

    def add_common(to: argparse.ArgumentParser) -> argparse._ArgumentGroup:
        options = to.add_argument_group(say("cli.options"))
        options.add_argument("-h", "--help", action="help", help=say("cli.help.help"))
        options.add_argument("--lang", metavar="|".join(languages()), help=say("cli.help.lang"))
        return options

    def add_command(
        name: str, run: Callable[[Texts, argparse.Namespace], int], summary: str
    ) -> tuple[argparse._ArgumentGroup, argparse._ArgumentGroup]:
        command = commands.add_parser(name, help=summary, description=summary, **settings)
        command.set_defaults(run=run)
        arguments = command.add_argument_group(say("cli.arguments"))
        return arguments, add_common(command)

    add_common(parser).add_argument("--version", action="store_true", help=say("cli.help.version"))

    word_file, word_scenario = say("cli.word.file"), say("cli.word.scenario")

    def add_lab(options: argparse._ArgumentGroup, which: str) -> None:
        options.add_argument("--bots", metavar=say("cli.word.bots"), help=which)
        options.add_argument("--games", metavar="N", default=str(GAMES), help=say("cli.help.games", default=GAMES))
        options.add_argument(
            "--scenario", metavar=word_scenario, default=SCENARIO, help=say("cli.help.scenario", default=SCENARIO)
        )
        options.add_argument("--seed", metavar="N", default=str(SEED), help=say("cli.help.seed", default=SEED))
        options.add_argument("--cores", metavar="N", help=say("cli.help.cores"))

    _, options = add_command("simulate", _simulate, say("cli.help.simulate"))
    add_lab(options, say("cli.help.bots", default=BOT))
    options.add_argument("--players", metavar="N", help=say("cli.help.players"))
    options.add_argument("--file", metavar=word_file, help=say("cli.help.file"))

    _, options = add_command("tournament", _tournament, say("cli.help.tournament"))
    add_lab(options, say("cli.help.tournament-bots", default=CONTESTANTS))
    options.add_argument("--players", metavar="N", default="2", help=say("cli.help.tournament-players", default=2))
    options.add_argument("--folder", metavar=say("cli.word.folder"), help=say("cli.help.folder"))

    arguments, options = add_command("show", _show, say("cli.help.show"))
    arguments.add_argument("what", metavar=f"{word_file}|{word_scenario}", help=say("cli.help.what"))
    options.add_argument("--step", metavar="N", help=say("cli.help.step"))
    options.add_argument("--log", action="store_true", help=say("cli.help.log"))
    options.add_argument("--secrets", action="store_true", help=say("cli.help.secrets"))
    options.add_argument("--scenario", metavar=word_file, help=say("cli.help.own-scenario"))

    arguments, options = add_command("validate", _validate, say("cli.help.validate"))
    arguments.add_argument("files", metavar=word_file, nargs="+", help=say("cli.help.files"))
    options.add_argument("--scenario", metavar=word_file, help=say("cli.help.own-scenario"))

    arguments, options = add_command("saves", _saves, say("cli.help.saves"))
    names = {name: name for name in _CARRYING}
    arguments.add_argument("do", metavar="|".join(names), choices=tuple(names), help=say("cli.help.saves-do", **names))
    arguments.add_argument("file", metavar=word_file, help=say("cli.help.saves-file"))
    options.add_argument("--folder", metavar=say("cli.word.folder"), help=say("cli.help.saves-folder", default=WORK))
    options.add_argument(REPLACE, action="store_true", help=say("cli.help.replace"))
    return parser


def _not_understood(texts: Texts, words: Sequence[str], program: str) -> str:
    return texts.say("cli.not-understood", found=_short(" ".join(words)), help=f"{program} --help")


def _short(text: str) -> str:
    """A text that somebody typed, fit for one line of a message."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_SHOWN else line[:LONGEST_SHOWN] + "…"


def _whole(texts: Texts, option: str, text: str, low: int, high: int) -> int:
    """The number that was typed."""
    try:
        number = int(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise Problem(texts.say("cli.wrong-number", option=option, low=low, high=high, found=_short(text)))
    return number


# Files --------------------------------------------------------------------------------------------------------------


def _file(texts: Texts, name: str) -> Path:
    """A file that is there and can be read."""
    path = Path(name)
    try:
        if name and path.is_dir():
            raise Problem(texts.say("cli.is-folder", file=_short(name)))
        if not name or not path.exists():
            raise Problem(texts.say("cli.no-file", file=_short(name), scenarios=", ".join(shipped_scenarios())))
        if path.is_file():  # a device or a pipe might never end
            with path.open("rb"):
                return path
    except OSError:
        pass
    raise Problem(texts.say("cli.not-readable", file=_short(name)))


def _scenario(texts: Texts, name: str) -> Any:
    """The scenario of this name or in this file."""
    try:
        return load_scenario(_file(texts, name) if name.endswith(".toml") else name)
    except ScenarioError as error:
        raise Problem("\n".join(_faults(texts, name, error))) from None


def _faults(texts: Texts, name: str, error: ScenarioError) -> list[str]:
    """Everything that is wrong with a scenario, in the words of its game."""
    words = board_of(told_in(name)).texts_for(texts.language)
    return list(map(words.fault, error.faults))


def _replayed(texts: Texts, name: str, own_scenario: str | None) -> Session:
    """The game in a file, in any form, or that of a code; `BadGame` if it cannot be replayed."""
    from mali_powstancy.tabletop.notices import told  # late, as all of the table: help should be quick
    from mali_powstancy.tabletop.packing import SaveError
    from mali_powstancy.tabletop.reading import read_game

    try:
        record = read_game(_text_of_game(texts, name)).record
        scenario = None if own_scenario is None else _scenario(texts, own_scenario)
        if scenario is not None and (scenario.id, scenario.version) != (record.scenario, record.version):
            scenario = None
        return Session.from_record(record, scenario)
    except (SaveError, RecordError) as error:
        raise BadGame(f"{_short(name)}: {told(error)(texts)}") from None


def _text_of_game(texts: Texts, name: str) -> str:
    """What is in a file; a code that was typed instead of its name is taken as it is."""
    if _CODE.fullmatch(name) and not Path(name).exists():
        return name
    path = _file(texts, name)
    size = path.stat().st_size
    if size > 4 * LARGEST_RECORD:  # a letter has at most four bytes
        raise RecordError(RecordFault.TOO_LARGE, str(size))
    return path.read_bytes().decode(errors="replace")  # what is no text is no game either, and is told as such


# simulate and tournament --------------------------------------------------------------------------------------------


def _simulate(texts: Texts, asked: argparse.Namespace) -> int:
    from mali_powstancy import lab

    scenario = _scenario(texts, asked.scenario)
    texts = board_of(scenario.game_id).texts_for(texts.language)
    bots = _bots(texts, asked.bots, [BOT], scenario)
    players = asked.players
    if players is None:
        players = str(max(scenario.players) if len(bots) == 1 else len(bots))
    seats = _players(texts, scenario, players)
    if len(bots) not in (1, seats):
        raise Problem(texts.say("cli.wrong-number-of-bots", bots=len(bots), players=seats))
    games = _whole(texts, "--games", asked.games, 1, MOST_GAMES)
    seed = _whole(texts, "--seed", asked.seed, -LARGEST_SEED, LARGEST_SEED)
    with _on_cores(texts, asked.cores) as executor, _told(texts):
        played = lab.simulate(
            games,
            bots * seats if len(bots) == 1 else bots,
            scenario,
            seed,
            executor,
            file=asked.file,
            language=texts.language,
        )
    if not played.complete:
        print(texts.say("cli.simulate.interrupted", done=len(played), games=games), file=sys.stderr)
    if len(played):
        counted = {"players": texts.count("count.players", seats), "games": texts.count("count.games", len(played))}
        print(texts.say("cli.simulate.title", scenario=texts.title(scenario), seed=seed, **counted))
        print(*_summary(texts, played), sep="\n")
    return GOOD if played.complete else INTERRUPTED


def _tournament(texts: Texts, asked: argparse.Namespace) -> int:
    from mali_powstancy import lab

    scenario = _scenario(texts, asked.scenario)
    texts = board_of(scenario.game_id).texts_for(texts.language)
    bots = _bots(texts, asked.bots, CONTESTANTS.split(","), scenario)
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise Problem(texts.say("cli.tournament.which-bots", found=_short(",".join(bots))))
    players = _players(texts, scenario, asked.players)
    games = _whole(texts, "--games", asked.games, 1, MOST_GAMES)
    seed = _whole(texts, "--seed", asked.seed, -LARGEST_SEED, LARGEST_SEED)
    with _on_cores(texts, asked.cores) as executor, _told(texts):
        found = lab.tournament(
            bots, games, scenario, players, seed, executor, folder=asked.folder, language=texts.language
        )
    if not found.complete:
        print(texts.say("cli.tournament.interrupted", done=found.games), file=sys.stderr)
    if found.games:
        counted = {"players": texts.count("count.players", players), "games": texts.count("count.games", found.games)}
        print(texts.say("cli.tournament.title", scenario=texts.title(scenario), seed=seed, **counted))
        print(*_ranking(texts, found), sep="\n")
    return GOOD if found.complete else INTERRUPTED


def _bots(texts: Texts, text: str | None, usual: list[str], scenario: Scenario) -> list[str]:
    """The names of bots that were typed, or the usual ones, or as many others if the game does not know these."""
    known = bots_of(scenario.game_id).BOTS
    if text is None:
        return usual if set(usual) <= set(known) else list(known)[: len(usual)]
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in known:
            raise Problem(texts.say("cli.unknown-bot", found=_short(name), wanted=", ".join(known)))
    return names


def _players(texts: Texts, scenario: Scenario, text: str) -> int:
    if text not in map(str, scenario.players):
        wanted = ", ".join(map(str, scenario.players))
        raise Problem(texts.say("cli.wrong-players", scenario=scenario.name, wanted=wanted, found=_short(text)))
    return int(text)


@contextmanager
def _on_cores(texts: Texts, text: str | None) -> Iterator[Executor | None]:
    """Where the games are played; None: where the lab likes."""
    if text is None:
        yield None
        return
    from mali_powstancy.lab.executors import Serial, cores, processes

    workers = min(_whole(texts, "--cores", text, 1, MOST_CORES), cores())
    if workers == 1:
        yield Serial()
        return
    with processes(workers) as pool:
        yield pool


@contextmanager
def _told(texts: Texts) -> Iterator[None]:
    """What goes wrong while games are played is told in sentences."""
    from mali_powstancy.lab.storing import FileFault, GamesFileError
    from mali_powstancy.tabletop.playing import BotFault

    sentences = {
        FileFault.NOT_GAMES: "cli.file.not-games",
        FileFault.IN_USE: "cli.file.in-use",
        FileFault.REPLACED: "cli.file.replaced",
        FileFault.OTHER_GAMES: "cli.file.other-games",
        FileFault.OTHER_PROGRAM: "cli.file.other-program",
    }
    try:
        yield
    except GamesFileError as error:
        raise Problem(texts.say(sentences[error.fault], file=_short(str(error.path)), found=error.found)) from None
    except BotFault as fault:
        told = " ".join([str(fault), *getattr(fault, "__notes__", ())])
        raise Problem(texts.say("cli.bot-fault", found=told)) from None
    except OSError as error:
        if error.filename is None:
            raise
        raise Problem(texts.say("cli.file.not-kept", file=_short(str(error.filename)))) from None


def _summary(texts: Texts, games: Games) -> Iterator[str]:
    """How the games ended, how long they were, and what else is counted in them."""
    from mali_powstancy.lab import mean, share

    say, tally = texts.say, tally_of(games.scenario.game_id)
    sure = say("cli.interval")
    rows = [[say("cli.simulate.ending"), say("cli.simulate.games"), say("cli.simulate.share"), sure]]
    for ending in tally.ENDINGS:
        times = sum(row.ending == ending for row in games)
        if times:
            rows.append([say(f"ending.{ending}.short"), str(times), *_percent(texts, share(times, len(games)))])
    yield from ("", *_table(rows), "")
    rounds, sure_rounds = _plain(texts, mean(row.rounds for row in games))
    yield f"{say('cli.simulate.mean-rounds')}: {rounds} ({sure_rounds})"
    if games.scenario.game_id == FIRST:
        yield from _patrols(texts, games)
        return
    means = [
        [say(f"tally.{name}"), *_plain(texts, mean(column(row) for row in games))]
        for name, column in tally.COLUMNS.items()
    ]
    yield f"{say('cli.simulate.bot')}: {', '.join(games.bots)}"
    yield from ("", *_table([["", say("cli.simulate.mean"), sure], *means]))


def _patrols(texts: Texts, games: Games) -> Iterator[str]:
    """What every patrol achieved."""
    from mali_powstancy.lab import mean
    from mali_powstancy.lab.intervals import share_of_groups

    say = texts.say
    sure = say("cli.interval")
    scored = [row for row in games if row.points]
    rows = [
        [
            *(say("cli.simulate.patrol"), say("cli.simulate.bot")),
            *(say("cli.simulate.wins"), sure),
            *(say("cli.simulate.mean-points"), sure),
            *(say("cli.simulate.mean-delivered"), sure),
        ]
    ]
    game = rules_of(FIRST).new_game(games.scenario, games.players).game
    for seat, bot in enumerate(games.bots):
        wins = share_of_groups([row.win_of(seat) for row in games], 1)
        points = mean(row.points[seat] for row in scored)
        delivered = mean(len(row.delivered[seat]) for row in games)
        numbers = [*_percent(texts, wins), *_plain(texts, points), *_plain(texts, delivered)]
        rows.append([texts.patrol(seat, game), bot, *numbers])
    yield from ("", *_table(rows, words=2), "")
    yield say("cli.simulate.note", games=len(scored))


def _ranking(texts: Texts, found: Standings) -> Iterator[str]:
    """The bots, the best first, and every pair of them."""
    say = texts.say
    sure = say("cli.interval")
    has_points = found.scenario.game_id == FIRST or any(one.points.n for one in found.bots)

    def scored(words: Sequence[str]) -> Sequence[str]:
        return words if has_points else ()

    rows = [
        [
            say("cli.simulate.bot"),
            *(say("cli.simulate.wins"), sure),
            *scored([say("cli.simulate.mean-points"), sure]),
            *(say("cli.tournament.defeats"), sure),
        ]
    ]
    for one in found.bots:
        points = scored(_plain(texts, one.points))
        rows.append([one.bot, *_percent(texts, one.wins), *points, *_percent(texts, one.defeats)])
    yield from ("", *_table(rows), "")
    rows = [
        [
            *(say("cli.tournament.pair"), say("cli.tournament.better"), say("cli.simulate.wins")),
            *(say("cli.tournament.lead"), sure),
            *scored([say("cli.tournament.points-lead"), sure]),
        ]
    ]
    for match in found.matches:
        better = say("cli.tournament.nobody")
        if not match.lead.contains(0):
            better = match.one if match.lead.value > 0 else match.other
        won = f"{texts.number(100 * match.wins.value)} : {texts.number(100 * match.losses.value)}%"
        lead, points = _percent(texts, match.lead), scored(_plain(texts, match.points))
        rows.append([f"{match.one} – {match.other}", better, won, *lead, *points])
    yield from (*_table(rows, words=2), "")
    yield say("cli.tournament.note")


def _percent(texts: Texts, found: Estimate) -> tuple[str, str]:
    """A share and its interval, in percent."""
    hundredfold = found._replace(value=100 * found.value, low=100 * found.low, high=100 * found.high)
    return _plain(texts, hundredfold, "%")


def _plain(texts: Texts, found: Estimate, unit: str = "") -> tuple[str, str]:
    """A value and its interval; a dash where nothing is known."""
    value, low, high = (texts.number(round(number, 1) + 0.0) for number in found[:3])  # no -0.0
    return f"{value}{unit}" if found.n else "–", f"{low} … {high}{unit}" if found.n > 1 else "–"


def _table(rows: Sequence[Sequence[str]], words: int = 1) -> Iterator[str]:
    """Rows in columns: those with words come first and stand to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            text.ljust(width) if at < words else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  " + "  ".join(cells).rstrip()


# show ---------------------------------------------------------------------------------------------------------------


def _show(texts: Texts, asked: argparse.Namespace) -> int:
    names_scenario = is_scenario(asked.what)
    try:
        if names_scenario:
            scenario = _scenario(texts, asked.what)
            session = Session(rules_of(scenario.game_id).new_game(scenario, max(scenario.players)))
        else:
            session = _replayed(texts, asked.what, asked.scenario)
    except BadGame as bad:
        raise Problem(str(bad)) from None
    steps = len(session.steps)
    if asked.step is not None:
        step = _whole(texts, "--step", asked.step, 0, LARGEST_SEED)
        if step > steps:
            raise Problem(texts.say("cli.wrong-step", what=_short(asked.what), found=step, steps=steps))
        session.rewind(step)
    scenario = session.opening.game.scenario
    texts = board_of(scenario.game_id).texts_for(texts.language)
    players = texts.count("count.players", len(session.opening.game.seats))
    print(f"{texts.title(scenario)} ({scenario.name}), {players}")
    if not names_scenario:
        print(texts.say("cli.show.step", step=len(session.steps), steps=steps))
    if asked.log and session.steps:
        print("", texts.say("cli.show.log"), *_log(texts, session, asked.secrets), sep="\n")
    print("", *_in_words(scenario.game_id, texts, session.state, asked.secrets), sep="\n")
    return GOOD


def _log(texts: Texts, session: Session, secrets: bool) -> Iterator[str]:
    """What has happened, event by event, as somebody tells it who looked on."""
    where = board_of(session.game.ID).where(session.state)
    for number, step in enumerate(session.steps, start=1):
        for event in step.events:
            seen = event if secrets else session.game.seen_by(event, None)
            yield f"  {number:>4}  {texts.event(seen, where)}"


def _in_words(game_id: str, texts: Any, state: Any, secrets: bool) -> Iterator[str]:
    """A position as its game tells it: as somebody sees it who looks on, or as every seat does, each under its name."""
    board, observe = board_of(game_id), rules_of(game_id).observe
    if not secrets:
        yield from board.in_words(texts, observe(state, None))
        return
    for number, seat in enumerate(state.game.seats):
        yield from ([""] if number else [])
        yield texts.say("cli.show.seen-by", seat=board.seat_name(texts, seat, board.where(state)))
        yield from board.in_words(texts, observe(state, seat))


# validate -----------------------------------------------------------------------------------------------------------


def _validate(texts: Texts, asked: argparse.Namespace) -> int:
    """Check every file; the worst result is the exit code."""
    return max(_validate_one(texts, name, asked.scenario) for name in asked.files)


def _validate_one(texts: Texts, name: str, own_scenario: str | None) -> int:
    try:
        if is_scenario(name):
            load_scenario(_file(texts, name) if name.endswith(".toml") else name)
        else:
            _replayed(texts, name, own_scenario)
    except ScenarioError as error:
        print(*_faults(texts, name, error), sep="\n")
        return FAULTY
    except BadGame as bad:
        print(bad)
        return FAULTY
    except Problem as problem:
        print(problem, file=sys.stderr)
        return BAD_INPUT
    print(texts.say("cli.good", file=_short(name)))
    return GOOD


# saves --------------------------------------------------------------------------------------------------------------


def _saves(texts: Texts, asked: argparse.Namespace) -> int:
    """Carry all saves between the folder of the lessons and one file, which the site reads and writes too."""
    from mali_powstancy.tabletop.storage import SAVES  # late, as all of the table: help should be quick

    given = asked.folder
    if given is None:  # at home the lessons are in a folder of their own; elsewhere one is in it already
        own = Path(WORK, texts.language)
        lessons = own if own.is_dir() else Path()
    else:
        lessons = Path(given)
    if not lessons.is_dir():
        raise Problem(texts.say("cli.saves.no-folder", folder=_short(str(lessons)), usual=f"{WORK}/{texts.language}"))
    folder = lessons if lessons.name == SAVES else lessons / SAVES
    carry: Callable[[Texts, argparse.Namespace, Path], None] = _CARRYING[asked.do]
    carry(texts, asked, folder)
    return GOOD


def _pack(texts: Texts, asked: argparse.Namespace, folder: Path) -> None:
    from mali_powstancy.tabletop.carrying import BundleError, as_bundle, saves_of
    from mali_powstancy.whole_files import write_whole

    file, path = _short(asked.file), Path(asked.file)
    try:
        saves, left_out = saves_of(folder)
    except OSError:
        raise Problem(texts.say("cli.saves.not-read", folder=_short(str(folder)))) from None
    if saves:
        try:
            path.touch(exist_ok=False)  # a file that is there is not written over
            write_whole(path, as_bundle(saves).encode())
        except FileExistsError:
            raise Problem(texts.say("cli.saves.exists", file=file)) from None
        except BundleError:
            path.unlink()
            raise Problem(texts.say("cli.saves.too-many", folder=_short(str(folder)))) from None
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                path.unlink()  # half a file is of no use
            raise Problem(texts.say("cli.saves.not-written", file=file)) from None
        print(texts.say("cli.saves.packed", file=file, saves=texts.count("count.saves", len(saves))))
    else:
        print(texts.say("cli.saves.none", folder=_short(str(folder))))
    if left_out:
        print(texts.say("cli.saves.left-out", saves=texts.count("count.saves", left_out)))


def _unpack(texts: Texts, asked: argparse.Namespace, folder: Path) -> None:
    from mali_powstancy.tabletop.carrying import BundleError, BundleFault, in_bundle, put_into
    from mali_powstancy.tabletop.storage import StorageError

    why = {
        BundleFault.NOT_OURS: "cli.saves.not-ours",
        BundleFault.TOO_NEW: "cli.saves.too-new",
        BundleFault.EMPTY: "cli.saves.empty",
        BundleFault.TOO_LARGE: "cli.saves.too-large",
    }
    try:
        taken = put_into(folder, in_bundle(_bundle_text(texts, asked.file)), replace=asked.replace)
    except BundleError as error:
        raise Problem(texts.say(why[error.fault], file=_short(asked.file))) from None
    except StorageError:
        raise Problem(texts.say("cli.saves.not-written", file=_short(str(folder)))) from None
    told = {"cli.saves.brought": taken.new, "cli.saves.same": taken.same, "cli.saves.kept": taken.kept}
    for sentence, keys in told.items():
        if keys:
            saves = texts.count("count.saves", len(keys))
            print(texts.say(sentence, folder=_short(str(folder)), saves=saves, option=REPLACE))


def _bundle_text(texts: Texts, name: str) -> str:
    """What is in a file of saves, or as much of it as shows that it is none."""
    from mali_powstancy.tabletop.carrying import LARGEST_BUNDLE

    try:
        if name and Path(name).is_dir():
            raise Problem(texts.say("cli.is-folder", file=_short(name)))
        if Path(name).is_file():  # a device or a pipe might never end
            with Path(name).open(encoding="utf-8-sig", newline="") as file:
                return file.read(LARGEST_BUNDLE + 1)
    except UnicodeDecodeError:
        return ""
    except (OSError, ValueError):
        raise Problem(texts.say("cli.not-readable", file=_short(name))) from None
    raise Problem(texts.say("cli.saves.no-file", file=_short(name)))


_CARRYING = {"pack": _pack, "unpack": _unpack}
