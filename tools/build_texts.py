"""Compile the texts of both languages: every texts/<language>/*.po of the package -> *.mo, and check them."""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import get_args

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from mali_powstancy.bitwa_warszawska import Ending as EndingOfBitwa
from mali_powstancy.bitwa_warszawska import Reason as ReasonOfBitwa
from mali_powstancy.bitwa_warszawska.cards import ARMIES, FRONTS, KINDS, RESOURCES
from mali_powstancy.bitwa_warszawska.events import EVENT_KINDS as EVENTS_OF_BITWA
from mali_powstancy.bitwa_warszawska.moves import SIDES_OF_FUNDS, SIDES_OF_SUPPLIES
from mali_powstancy.bitwa_warszawska.moves import PlayerMove as MoveOfBitwa
from mali_powstancy.bitwa_warszawska.players import PLAYERS as PLAYERS_OF_BITWA
from mali_powstancy.bitwa_warszawska.rules.playing import ASKED as ASKED_IN_BITWA
from mali_powstancy.bitwa_warszawska.scenario_file import ScenarioFault as FaultOfBitwa
from mali_powstancy.bitwa_warszawska.tally import COLUMNS as COLUMNS_OF_BITWA
from mali_powstancy.bots.tempers import Temper
from mali_powstancy.engine.cards import Action, Colour, GoalKind
from mali_powstancy.engine.events import EVENT_KINDS
from mali_powstancy.engine.moves import PlayerMove
from mali_powstancy.engine.refusals import Reason
from mali_powstancy.engine.rules.playing import ASKED
from mali_powstancy.engine.scenario_file import ScenarioFault
from mali_powstancy.engine.scoring import Ending
from mali_powstancy.table.players import PLAYERS, kind_of
from mali_powstancy.tabletop.messages import MOTIONS, PACES, QUESTIONS, THEMES
from mali_powstancy.tabletop.packing import SaveFault
from mali_powstancy.tabletop.record import RecordFault
from mali_powstancy.tabletop.session import UndoReason
from mali_powstancy.tabletop.storage import StorageFault
from mali_powstancy.tabletop.texts import AIM, SHARED
from mali_powstancy.tabletop.tomlfile import FaultKind
from mali_powstancy.wiarusi import Ending as EndingOfWiarusi
from mali_powstancy.wiarusi import Reason as ReasonOfWiarusi
from mali_powstancy.wiarusi.cards import THREATS, TILES, Effect
from mali_powstancy.wiarusi.events import EVENT_KINDS as EVENTS_OF_WIARUSI
from mali_powstancy.wiarusi.moves import PlayerMove as MoveOfWiarusi
from mali_powstancy.wiarusi.players import PLAYERS as PLAYERS_OF_WIARUSI
from mali_powstancy.wiarusi.rules.playing import ASKED as ASKED_IN_WIARUSI
from mali_powstancy.wiarusi.scenario_file import ScenarioFault as FaultOfWiarusi
from mali_powstancy.wiarusi.tally import COLUMNS as COLUMNS_OF_WIARUSI

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "mali_powstancy"
TEXTS = PACKAGE / "texts"
"""The texts that every table shares, and those of the first game."""
WIARUSI = PACKAGE / "wiarusi" / "texts"
USES_OF_CARDS = ("play", "blockade", "resource", "activate")
"""What can be done with a card of Bitwa Warszawska, as its board names it."""
BITWA_WARSZAWSKA = PACKAGE / "bitwa_warszawska" / "texts"
"""The texts of a further game lie in its own package."""
PAGES = (
    ROOT / "site" / "pages",
    *(ROOT / "tools" / name for name in ("site_pages.py", "site_desk.py", "site_reader.py", "printed_text.py")),
)
"""Who says the texts of the static site, which are no part of the package."""
KEPT_HEADERS = ("Language", "Content-Type", "Plural-Forms")
SAME_IN_BOTH: Mapping[str, str] = {
    "game.name": "a game keeps its name",
    "table.player.with-temper": "two names and a bracket",
}
"""Keys whose text is the same in both languages, each with the reason."""
Forms = tuple[str, ...]
"""The forms of a message: one, or one for each plural form of the language."""


class PlainCatalog(Catalog):
    """A catalogue whose compiled file names no date, person or tool, so that two builds are the same bytes."""

    def __iter__(self) -> Iterator[Message]:
        header, *messages = super().__iter__()
        lines = [line for line in str(header.string).split("\n") if line.split(":")[0] in KEPT_HEADERS]
        yield Message("", "".join(f"{line}\n" for line in lines))
        yield from messages


def read(source: Path) -> Catalog:
    """The catalogue in a .po file."""
    with source.open("rb") as file:
        return read_po(file, locale=source.parent.name, abort_invalid=True)


def compiled(catalog: Catalog) -> bytes:
    """The .mo file of a catalogue; the same catalogue always gives the same bytes."""
    plain = PlainCatalog(locale=catalog.locale, charset="utf-8")
    plain.mime_headers = catalog.mime_headers
    for message in catalog:
        if message.id:
            plain.add(message.id, message.string)
    output = io.BytesIO()
    write_mo(output, plain)
    return output.getvalue()


def build_all(texts: Path) -> dict[str, bytes]:
    """Every compiled file: its path inside texts/ and its bytes."""
    sources = sorted(texts.glob("*/*.po"))
    return {source.relative_to(texts).with_suffix(".mo").as_posix(): compiled(read(source)) for source in sources}


def stale(built: Mapping[str, bytes], texts: Path) -> list[str]:
    """The compiled files that are missing, differ from their source, or have none."""
    found = {path.relative_to(texts).as_posix(): path.read_bytes() for path in texts.glob("*/*.mo")}
    return [name for name in sorted(found.keys() | built.keys()) if found.get(name) != built.get(name)]


# Checking -----------------------------------------------------------------------------------------------------------


def messages(texts: Path, language: str) -> dict[str, Forms]:
    """All messages of a language by key."""
    sources = sorted((texts / language).glob("*.po"))
    return {key: forms for source in sources for key, forms in messages_in(source).items()}


def messages_in(source: Path) -> dict[str, Forms]:
    """The messages of one .po file by key."""
    return dict(_messages(source.read_bytes(), source.parent.name))


@cache
def _messages(content: bytes, language: str) -> dict[str, Forms]:
    """The same, read once: reading a whole catalogue takes a while, and every check asks for it."""
    found: dict[str, Forms] = {}
    for message in read_po(io.BytesIO(content), locale=language, abort_invalid=True):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = [message.string or ""] if isinstance(message.string, str | None) else message.string
            found[key] = tuple(forms)
    return found


def faults(texts: Path) -> list[str]:
    """Everything that is wrong with the texts themselves."""
    languages = sorted(folder.name for folder in texts.iterdir() if any(folder.glob("*.po")))
    by_language = {language: messages(texts, language) for language in languages}
    everything = sorted({key for found in by_language.values() for key in found})
    problems = [f"{name}: {key} is there twice" for name, key in _twice(texts)]
    for language, found in by_language.items():
        problems += [f"{language}: {key} is missing" for key in everything if key not in found]
        problems += [f"{language}: {key} is empty" for key, forms in found.items() if not all(map(str.strip, forms))]
    for key in everything:
        problems += _differences(key, {language: found[key] for language, found in by_language.items() if key in found})
    return problems


def _twice(texts: Path) -> list[tuple[str, str]]:
    """The keys that stand in the files of a language more than once, each with the file of its second place."""
    found, seen = [], set()
    for source in sorted(texts.glob("*/*.po")):
        for key in re.findall(r'^msgid "(.+)"$', source.read_text("utf-8"), re.MULTILINE):
            if (source.parent.name, key) in seen:
                found.append((source.relative_to(texts).as_posix(), key))
            seen.add((source.parent.name, key))
    return found


def _differences(key: str, by_language: Mapping[str, Forms]) -> list[str]:
    """What does not fit between the languages: placeholders that differ, or a text that was not translated."""
    problems = []
    wanted: dict[str, set[str]] = {}
    for language, forms in by_language.items():
        for form in forms:
            try:
                wanted.setdefault(key, placeholders(form))
                if placeholders(form) != wanted[key]:
                    problems.append(f"{language}: {key} has other placeholders: {form!r}")
            except ValueError as error:
                problems.append(f"{language}: {key} has a wrong brace: {form!r} ({error})")
    same = len(by_language) > 1 and len(set(by_language.values())) == 1
    if same and key not in SAME_IN_BOTH:
        problems.append(f"{key} is the same in all languages")
    if key in SAME_IN_BOTH and not same:
        problems.append(f"{key} need not be on the list of texts that are the same")
    return problems


def placeholders(text: str) -> set[str]:
    """The names in braces; only plain names are allowed."""
    names = set()
    for _, name, spec, conversion in Formatter().parse(text):
        if name is None:
            continue
        if not name.isidentifier() or spec or conversion:
            raise ValueError(f"{name!r} is no plain name")
        names.add(name)
    return names


def needed() -> set[str]:
    """The keys that the first game needs: one for everything its engine can report, and the board's."""
    kinds = [kind._field_defaults["event"] for kind in EVENT_KINDS]
    keys = {f"event.{kind}" for kind in kinds}
    keys |= {f"refusal.{reason.key}" for reason in Reason}
    keys |= {f"fault.{fault}" for fault in (*FaultKind, *ScenarioFault)}
    keys |= {f"record.{fault}" for fault in RecordFault}
    keys |= {f"phase.{phase}" for phase in ASKED}
    keys |= {f"undo.{reason}" for reason in UndoReason}
    keys |= {f"ending.{ending}{length}" for ending in Ending for length in ("", ".short")}
    keys |= {f"name.goal.{kind}" for kind in GoalKind}
    keys |= {f"name.action.{action}" for action in Action}
    keys |= {f"name.colour.{colour}" for colour in Colour}
    return keys | needed_at_the_table()


def needed_at_the_table() -> set[str]:
    """The keys of the board that are put together from what can be chosen there."""
    verbs = [kind._field_defaults["verb"] for kind in get_args(PlayerMove)]
    keys = {f"table.move.{verb}" for verb in verbs}
    keys |= {f"table.option.{kind}" for kind in ("walk", "jump", "unit", "retreat", "place", "target")}
    keys |= {f"table.card.{state}" for state in ("hand", "chosen", "used")}
    keys |= {f"table.player.{kind_of(player)}" for player in PLAYERS}
    keys |= {f"table.temper.{temper}{end}" for temper in Temper for end in ("", ".about")}
    keys |= {f"table.temper.{temper}.name" for temper in Temper if temper is not Temper.BALANCED}
    keys |= {f"table.theme.{theme}" for theme in THEMES}
    keys |= {f"table.motion.{motion}" for motion in MOTIONS}
    keys |= {f"table.pace.{pace}" for pace in PACES}
    keys |= {f"table.save.{fault}" for fault in (*SaveFault, *StorageFault)}
    keys |= {f"table.confirm.{what}{end}" for what in QUESTIONS for end in ("", ".yes")}
    keys |= {f"table.end.column.{column}" for column in ("patrol", "orders", "return", "goals", "total", "delivered")}
    return keys


def needed_in_wiarusi() -> set[str]:
    """The keys that Wiarusi needs: one for everything its engine can ask, report and refuse, and for all its things."""
    kinds = [kind._field_defaults["event"] for kind in EVENTS_OF_WIARUSI]
    keys = {f"event.{kind}" for kind in kinds if kind != "not-supported"}
    keys |= {f"event.not-supported.{why}" for why in ("tie", "no-tiles", "chaplain")}
    keys |= {f"move.{kind._field_defaults['verb']}" for kind in get_args(MoveOfWiarusi)}
    keys |= {f"refusal.{reason.key}" for reason in ReasonOfWiarusi}
    keys |= {f"fault.{fault}" for fault in (*FaultKind, *FaultOfWiarusi)}
    keys |= {f"phase.{phase}" for phase in ASKED_IN_WIARUSI}
    keys |= {f"ending.{ending}{length}" for ending in EndingOfWiarusi for length in ("", ".short")}
    keys |= {f"threat.{threat}" for threat in THREATS}
    keys |= {f"tile.{tile}" for tile in TILES}
    keys |= {f"tally.{column}" for column in COLUMNS_OF_WIARUSI}
    keys |= {f"table.player.{player}" for player in PLAYERS_OF_WIARUSI}
    keys |= {f"trench.{part}.{ending}" for ending in EndingOfWiarusi for part in ("end", "question")}
    keys |= {"table.settled.pile", "count.pile"}
    keys |= {f"table.option.silence{answer}" for answer in ("", ".on", ".off", ".about")}
    return keys | {f"effect.{effect}" for effect in Effect}


def needed_in_bitwa() -> set[str]:
    """The keys that Bitwa Warszawska needs: for what its engine can ask, report and refuse, and for what cards do."""
    keys = {f"event.{kind._field_defaults['event']}" for kind in EVENTS_OF_BITWA}
    keys |= {f"move.{kind._field_defaults['verb']}" for kind in get_args(MoveOfBitwa)} - {"move.step"}
    keys |= {f"refusal.{reason.key}" for reason in ReasonOfBitwa}
    keys |= {f"fault.{fault}" for fault in (*FaultKind, *FaultOfBitwa)}
    keys |= {f"phase.{phase}" for phase in ASKED_IN_BITWA}
    keys |= {f"ending.{ending}{length}" for ending in EndingOfBitwa for length in ("", ".short")}
    keys |= {f"name.army.{army}" for army in ARMIES} | {f"kind.{kind}" for kind in KINDS}
    keys |= {f"front.{front}{where}" for front in FRONTS for where in ("", ".at")} | {"line.1", "line.2"}
    keys |= {f"place.{kind}" for kind in ("L1", "L2", "C", "O")} | {f"resource.{name}" for name in RESOURCES}
    keys |= {f"side.{side}" for side in (*SIDES_OF_FUNDS, *SIDES_OF_SUPPLIES)}
    keys |= {f"tally.{column}" for column in COLUMNS_OF_BITWA} | {f"staff.use.play.{kind}" for kind in KINDS}
    keys |= {f"staff.use.{use}{about}" for use in USES_OF_CARDS for about in ("", ".about")} - {"staff.use.play"}
    keys |= {f"table.settled.pair{answer}" for answer in ("", *(f".{army}" for army in ARMIES))}
    return keys | {f"table.player.{player}" for player in PLAYERS_OF_BITWA}


def mentioned(sources: Iterable[Path]) -> set[str]:
    """All text constants in Python sources: a key that is said by name is among them."""
    return {text for source in sources for text in _constants(source.read_text("utf-8"))}


@cache
def _constants(program: str) -> frozenset[str]:
    nodes = ast.walk(ast.parse(program))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def named_on_pages(pages: Iterable[Path] = PAGES) -> set[str]:
    """The keys that the pages of the static site, their scripts and their builder name."""
    files = [file for each in pages for file in (sorted(each.iterdir()) if each.is_dir() else [each])]
    return {key for file in files for key in re.findall(r"\b(?:site|desk)(?:\.[a-z-]+)+", file.read_text("utf-8"))}


def unused_and_missing(texts: Path, package: Path, needs: Callable[[], set[str]] = needed) -> list[str]:
    """Keys that the program needs and no catalogue has, and texts that nothing says; rules are for the documents.

    What a game says that has its own texts is looked for among those, and then among the ones that all games share.
    """
    keys = {key for key in messages(texts, "pl") if not key.startswith("rule.")}
    games = {folder.parent for folder in folders(package)} - {package}
    is_game = texts.parent in games
    home = texts.parent if is_game else package
    sources = [file for file in home.rglob("*.py") if is_game or games.isdisjoint(file.parents)]
    shared = {key for key in messages(TEXTS, "pl") if key.split(".")[0] in SHARED} if is_game else set()
    said = mentioned(package.rglob("*.py")) | named_on_pages()
    families = {key.split(".")[0] for key in keys | shared}
    like_keys = {
        t for t in mentioned(sources) if re.fullmatch(r"[a-z]+(\.[a-z-]+)+", t) and t.split(".")[0] in families
    }
    literal = {text for text in like_keys if not text.endswith((".js", ".css", ".mo"))}  # `board.js` is a file
    problems = [f"{key} has no text" for key in sorted((needs() | literal) - keys - shared)]
    begun = [text for text in said if re.fullmatch(r"[a-z]+\.[a-z]+\.", text)]  # as in f"bot.wiarusi.{reason}"
    said |= {key for key in keys for text in begun if key.startswith(text) and key.removeprefix(text) in said}
    said |= needs()
    said |= {f"{key}{AIM}" for key in said}
    return problems + [f"{key} is said by nothing" for key in sorted(keys - said)]


NEEDS: Mapping[Path, Callable[[], set[str]]] = {
    TEXTS: needed,
    WIARUSI: needed_in_wiarusi,
    BITWA_WARSZAWSKA: needed_in_bitwa,
}
"""The keys that are put together from what can happen, by the folder that has their texts."""


def folders(package: Path = PACKAGE) -> list[Path]:
    """Every folder of texts in the package, the common one first."""
    return sorted({source.parent.parent for source in package.rglob("texts/*/*.po")}, key=lambda f: (len(f.parts), f))


def main() -> int:
    """Compile, or with --check only say what is wrong or not as compiled."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if anything is wrong with the texts")
    check = parser.parse_args().check
    problems = []
    for texts in folders():
        built = build_all(texts)
        problems += faults(texts) + unused_and_missing(texts, PACKAGE, NEEDS.get(texts, set))
        for name in stale(built, texts):
            if check:
                place = texts.relative_to(PACKAGE).as_posix()
                problems.append(f"{place}/{name} is not what its source gives: run `make texts`")
            elif name in built:
                (texts / name).write_bytes(built[name])
            else:
                (texts / name).unlink()
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
