"""The command line: play many games, show a position, check files. Everything it says comes from `texts`."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from mali_powstancy import __version__, bots
from mali_powstancy.bots import Result
from mali_powstancy.engine import (
    Ending,
    GameState,
    Record,
    RecordError,
    Scenario,
    ScenarioError,
    Session,
    load_scenario,
    new_game,
    observe,
    outcome,
    scores,
    seen_by,
    shipped_scenarios,
)
from mali_powstancy.engine.cards import VICTORY
from mali_powstancy.engine.moves import Seat
from mali_powstancy.engine.record import LARGEST_RECORD, RecordFault
from mali_powstancy.texts import Texts, languages, system_language, texts_for

PROGRAM = "mali-powstancy"
SCENARIO, GAMES, SEED = "basic", 100, 1
MOST_GAMES = 1_000_000
LARGEST_SEED = 10**18
LONGEST_SHOWN = 200
GOOD, FAULTY, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


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
        if error.errno not in (errno.EPIPE, errno.EINVAL):
            print(f"{PROGRAM}: {error.strerror}", file=sys.stderr)
        # The reader of our output has gone (EINVAL: on Windows), and Python must not stumble over it when it ends.
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
    _, options = add_command("simulate", _simulate, say("cli.help.simulate"))
    options.add_argument(
        "--scenario", metavar=word_scenario, default=SCENARIO, help=say("cli.help.scenario", default=SCENARIO)
    )
    options.add_argument("--players", metavar="N", help=say("cli.help.players"))
    options.add_argument("--games", metavar="N", default=str(GAMES), help=say("cli.help.games", default=GAMES))
    options.add_argument("--seed", metavar="N", default=str(SEED), help=say("cli.help.seed", default=SEED))

    arguments, options = add_command("show", _show, say("cli.help.show"))
    arguments.add_argument("what", metavar=f"{word_file}|{word_scenario}", help=say("cli.help.what"))
    options.add_argument("--step", metavar="N", help=say("cli.help.step"))
    options.add_argument("--log", action="store_true", help=say("cli.help.log"))
    options.add_argument("--secrets", action="store_true", help=say("cli.help.secrets"))
    options.add_argument("--scenario", metavar=word_file, help=say("cli.help.own-scenario"))

    arguments, options = add_command("validate", _validate, say("cli.help.validate"))
    arguments.add_argument("files", metavar=word_file, nargs="+", help=say("cli.help.files"))
    options.add_argument("--scenario", metavar=word_file, help=say("cli.help.own-scenario"))
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


def _is_scenario(name: str) -> bool:
    """The name is that of a shipped scenario or of a scenario file; all others are taken for records."""
    shipped = shipped_scenarios()
    return name.endswith(".toml") or name in {*shipped, *(full.rpartition("-")[0] for full in shipped)}


def _scenario(texts: Texts, name: str) -> Scenario:
    """The scenario of this name or in this file."""
    try:
        return load_scenario(_file(texts, name) if name.endswith(".toml") else name)
    except ScenarioError as error:
        raise Problem("\n".join(map(texts.fault, error.faults))) from None


def _replayed(texts: Texts, name: str, own_scenario: str | None) -> Session:
    """The game recorded in a file; `RecordError` if it is no good record."""
    path = _file(texts, name)
    size = path.stat().st_size
    if size > 4 * LARGEST_RECORD:  # a letter has at most four bytes
        raise RecordError(RecordFault.TOO_LARGE, str(size))
    try:
        record = Record.from_json(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise RecordError(RecordFault.UNREADABLE) from None
    scenario = None if own_scenario is None else _scenario(texts, own_scenario)
    if scenario is not None and (scenario.id, scenario.version) != (record.scenario, record.version):
        scenario = None
    return Session.from_record(record, scenario)


# simulate -----------------------------------------------------------------------------------------------------------


def _simulate(texts: Texts, asked: argparse.Namespace) -> int:
    scenario = _scenario(texts, asked.scenario)
    players = max(scenario.players) if asked.players is None else _players(texts, scenario, asked.players)
    games = _whole(texts, "--games", asked.games, 1, MOST_GAMES)
    seed = _whole(texts, "--seed", asked.seed, -LARGEST_SEED, LARGEST_SEED)
    results: list[Result] = []
    code = GOOD
    try:
        for result in _with_bar(texts, bots.simulate(scenario, players, range(games), seed), games):
            results.append(result)
    except KeyboardInterrupt:
        code = INTERRUPTED
        print(texts.say("cli.simulate.interrupted", done=len(results), games=games), file=sys.stderr)
    if results:
        counted = {"players": texts.count("count.players", players), "games": texts.count("count.games", len(results))}
        print(texts.say("cli.simulate.title", scenario=texts.title(scenario), seed=seed, **counted))
        print(*_summary(texts, scenario, players, results), sep="\n")
    return code


def _players(texts: Texts, scenario: Scenario, text: str) -> int:
    if text not in map(str, scenario.players):
        wanted = ", ".join(map(str, scenario.players))
        raise Problem(texts.say("cli.wrong-players", scenario=scenario.name, wanted=wanted, found=_short(text)))
    return int(text)


def _with_bar(texts: Texts, results: Iterable[Result], games: int) -> Iterator[Result]:
    """The same results, with a bar that grows in a terminal and is gone at the end."""
    if not sys.stderr.isatty():
        yield from results
        return
    width = 30
    line = ""
    try:
        for done, result in enumerate(results, start=1):
            filled = width * done // games
            bar = (
                f"[{'#' * filled}{'.' * (width - filled)}] {texts.say('cli.simulate.progress', done=done, games=games)}"
            )
            if done % max(1, games // 100) == 0:
                line = bar
                print(f"\r{line}", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        print(f"\r{' ' * len(line)}\r", end="", file=sys.stderr, flush=True)


def _summary(texts: Texts, scenario: Scenario, players: int, results: Sequence[Result]) -> Iterator[str]:
    """How the games ended, how long they were, and what every patrol achieved."""
    say, number = texts.say, texts.number

    rows = [[say("cli.simulate.ending"), say("cli.simulate.games"), say("cli.simulate.share")]]
    for ending in Ending:
        times = sum(result.outcome.ending is ending for result in results)
        if times:
            rows.append([say(f"ending.{ending}.short"), str(times), number(100 * times / len(results)) + "%"])
    yield from ("", *_table(rows), "")
    yield f"{say('cli.simulate.mean-rounds')}: {_mean(texts, [result.rounds for result in results])}"
    game = new_game(scenario, players).game
    scored = [result for result in results if result.scores]
    columns = ("cli.simulate.patrol", "cli.simulate.wins", "cli.simulate.mean-points", "cli.simulate.mean-delivered")
    rows = [[say(column) for column in columns]]
    for seat in game.seats:
        rows.append(
            [
                texts.patrol(seat, game),
                str(sum(seat in result.outcome.winners for result in results)),
                _mean(texts, [result.scores[seat].total for result in scored]),
                _mean(texts, [result.delivered[seat] for result in results]),
            ]
        )
    yield from ("", *_table(rows), "")
    yield say("cli.simulate.note", games=len(scored))


def _mean(texts: Texts, numbers: Sequence[int]) -> str:
    return texts.number(sum(numbers) / len(numbers)) if numbers else "–"


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows in columns: the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
        yield "  " + "  ".join([first.ljust(widths[0]), *cells])


# show ---------------------------------------------------------------------------------------------------------------


def _show(texts: Texts, asked: argparse.Namespace) -> int:
    is_scenario = _is_scenario(asked.what)
    try:
        if is_scenario:
            session = Session(new_game(_scenario(texts, asked.what)))
        else:
            session = _replayed(texts, asked.what, asked.scenario)
    except RecordError as error:
        raise Problem(f"{_short(asked.what)}: {texts.record_error(error)}") from None
    steps = len(session.steps)
    if asked.step is not None:
        step = _whole(texts, "--step", asked.step, 0, LARGEST_SEED)
        if step > steps:
            raise Problem(texts.say("cli.wrong-step", what=_short(asked.what), found=step, steps=steps))
        session.rewind(step)
    scenario = session.opening.game.scenario
    players = texts.count("count.players", len(session.opening.patrols))
    print(f"{texts.title(scenario)} ({scenario.name}), {players}")
    if not is_scenario:
        print(texts.say("cli.show.step", step=len(session.steps), steps=steps))
    if asked.log and session.steps:
        print("", texts.say("cli.show.log"), *_log(texts, session, asked.secrets), sep="\n")
    print("", *_position(texts, session.state, asked.secrets), sep="\n")
    return GOOD


def _log(texts: Texts, session: Session, secrets: bool) -> Iterator[str]:
    """What has happened, event by event, as somebody tells it who looked on."""
    for number, step in enumerate(session.steps, start=1):
        for event in step.events:
            yield f"  {number:>4}  {texts.event(event if secrets else seen_by(event, None), session.state.game)}"


def _position(texts: Texts, state: GameState, secrets: bool) -> Iterator[str]:
    """A position as text: who stands where, what lies where, and what is asked."""
    say, game, view = texts.say, state.game, observe(state, None)
    yield say("cli.show.round", round=state.round) if state.round else say("cli.show.opening")
    yield from ("", say("cli.show.patrols"))
    for seat in game.seats:
        yield f"  {texts.patrol(seat, game)}: {'; '.join(_facts(texts, state, seat, secrets))}"
        if goals := state.goals[seat] if secrets else view.goals[seat]:
            yield "    " + say("cli.show.goals", goals="; ".join(texts.goal(goal, game) for goal in goals))
        for number in game.numbers_of[seat]:
            order = state.carrying[number]
            carried = "" if order is None else "; " + say("cli.show.carries", order=texts.order(order, game))
            yield f"    {texts.scout(game.scouts[number], game)}: {texts.field(state.where[number], game)}{carried}"
    yield from ("", say("cli.show.track"))
    for space in range(1, game.scenario.track_spaces + 1):
        cards = [_card(texts, state, order) for order, at in state.track if at == space]
        yield "  " + say("cli.show.space", space=space, cards="; ".join(cards) or say("cli.show.empty"))
    yield "  " + say("cli.show.deck", cards=texts.count("count.cards", state.deck_left))
    if secrets and state.top:
        yield "  " + say("cli.show.top", orders="; ".join(texts.order(card.order, game) for card in state.top))
    yield ""
    if state.soldier is not None:
        yield say("cli.show.soldier", field=texts.field(state.soldier, game))
    tokens = [texts.road(t.road, game) if t.road is not None else texts.field(t.place, game) for t in state.tokens]
    yield say("cli.show.tokens", tokens="; ".join(tokens) or say("cli.show.empty"))
    if game.is_extended:
        fallen = ", ".join(texts.district(district, game) for district in state.fallen)
        yield say("cli.show.fallen", districts=fallen or say("cli.show.empty"))
    late = "; ".join(texts.order(order, game) for order in state.late)
    yield say("cli.show.late", orders=late or say("cli.show.empty"))
    yield ""
    ended = outcome(state)
    if ended is None:
        if state.stopping:
            yield say("cli.show.last-round")
        yield say("cli.show.now", question=texts.question(state))
    else:
        yield from _final_scores(texts, state)
        yield say("cli.show.rounds-played", rounds=texts.count("count.rounds", state.round))
        yield f"{texts.question(state)} {texts.ending(ended, game)}"


def _facts(texts: Texts, state: GameState, seat: Seat, secrets: bool) -> Iterator[str]:
    """What there is to know about one patrol."""
    say, game = texts.say, state.game
    if seat == state.start_player and state.round:
        yield say("cli.show.marker")
    delivered = state.delivered[seat]
    points = texts.count("count.points", sum(game.orders[order].points for order in delivered))
    yield say("cli.show.delivered", orders=texts.count("count.orders", len(delivered)), points=points)
    yield say("cli.show.hand", cards=" ".join(map(str, state.hands[seat])) or say("cli.show.empty"))
    if state.sealed[seat] is not None:
        yield say("cli.show.sealed-card", card=state.sealed[seat]) if secrets else say("cli.show.sealed")
    elif state.cards:
        yield say("cli.show.card", card=state.cards[seat])


def _card(texts: Texts, state: GameState, order: str) -> str:
    name = texts.order(order, state.game)
    return name if order == VICTORY else f"{name} ({texts.count('count.points', state.game.orders[order].points)})"


def _final_scores(texts: Texts, state: GameState) -> Iterator[str]:
    found = scores(state)
    if not found:
        return
    yield texts.say("cli.show.scores")
    for seat, score in enumerate(found):
        parts = {"orders": score.orders, "returned": score.returned, "goals": score.goals}
        yield f"  {texts.patrol(seat, state.game)}: {texts.say('cli.show.score', total=score.total, **parts)}"
    yield ""


# validate -----------------------------------------------------------------------------------------------------------


def _validate(texts: Texts, asked: argparse.Namespace) -> int:
    """Check every file; the worst result is the exit code."""
    return max(_validate_one(texts, name, asked.scenario) for name in asked.files)


def _validate_one(texts: Texts, name: str, own_scenario: str | None) -> int:
    try:
        if _is_scenario(name):
            load_scenario(_file(texts, name) if name.endswith(".toml") else name)
        else:
            _replayed(texts, name, own_scenario)
    except ScenarioError as error:
        print(*map(texts.fault, error.faults), sep="\n")
        return FAULTY
    except RecordError as error:
        print(f"{_short(name)}: {texts.record_error(error)}")
        return FAULTY
    except Problem as problem:
        print(problem, file=sys.stderr)
        return BAD_INPUT
    print(texts.say("cli.good", file=_short(name)))
    return GOOD
