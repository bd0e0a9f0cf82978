"""What every script must keep: it can be done, mistakes are explained and taken back, and nothing passes untouched."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from mali_powstancy.engine import GameState
from mali_powstancy.table.gestures import SOLDIER
from mali_powstancy.table.marks import Marks
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import board_of, game_of
from mali_powstancy.tabletop.scripts import TAKE_BACK, Lesson, Script, ScriptStep
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.tabletop.teaching import begin_lesson
from mali_powstancy.texts import languages
from mali_powstancy.views.board.board_view import board_view
from tests.table.play import buttons

ILLEGAL = (
    *("nonsense", "", "card 9", "end end", "first 1", "walk nobody past", "walk zosia nowhere", "draw past>port"),
    *("walk antek szucha", "jump zosia port", "collect zosia plac-wilsona>port", "gossip", "roll black 3", "drop stas"),
    *("block past~elektrownia", "target past", "extra zosia", "place zosia past", "pals zosia antek"),
    *("retreat gosia past", "swap dworzec-pocztowy>plac-wilsona port>starowka", "unit zosia past"),
    *("deal 2", "play all-six", "play nothing", "charm all-six", "speak fog", "drop all-six", "lay L2", "shed wounded"),
    *("leader 1", "tile R1", "relieve 1 mute", "forget R2", "regain", "decline"),
    *("play wp-nobody N", "bid wp-haller gold", "step M1-S1", "activate wp-haller N 1", "block WP:L2", "add N"),
    *("move-marker wp-haller WP ACz:L2", "lay ACz:L1.N", "draw WP-1 wp-haller", "scoring M", "special none"),
)


def check_script(script: Script) -> None:
    """Everything that can be said of any script."""
    check_texts(script)
    for number in range(len(script.steps)):
        check_step(script, number)
    for language in languages():
        check_through_the_host(script, language)


def host_of(script: Script, language: str = "en", storage: MemoryStorage | None = None) -> Any:
    """A board with the script; `Any`, because a test knows what is on it."""
    return Host(storage or MemoryStorage(), "key", language, Random(1), lesson=script)


def solution(script: Script) -> list[str]:
    """The first of the wanted lines of all steps."""
    lesson = Lesson(script)
    moves: list[str] = []
    while not lesson.is_over:
        moves += lesson.wanted
        assert (lesson.attempt(lesson.wanted) if lesson.wanted else lesson.go_on()).advanced
    return moves


# --- the script by itself


def check_step(script: Script, number: int) -> None:
    """Each line completes the step, each mistake can be made and is taken back, and other moves change nothing."""
    step = script.steps[number]
    untouched = Lesson(script, number)
    assert not untouched.is_over
    assert untouched.session.state.to_act == untouched.seat or step.is_shown_only
    assert not untouched.attempt([]).advanced
    check_marks(untouched)
    for line in step.wants:
        lesson = Lesson(script, number)
        replies = [lesson.attempt([move]) for move in line]
        assert [reply.advanced for reply in replies] == [False] * (len(line) - 1) + [True], line
        assert lesson.number == number + 1
    made = set()
    for line in beginnings(step):
        made |= check_answers(script, number, line)
    assert made == {mistake.why for mistake in step.mistakes}, "every mistake can be made"


def beginnings(step: ScriptStep) -> Iterator[tuple[str, ...]]:
    """Every position that the wanted lines pass through, by the moves that lead to it."""
    seen = {line[:length] for line in step.wants for length in range(len(line))}
    yield from sorted(seen)


def check_answers(script: Script, number: int, line: tuple[str, ...]) -> set[str]:
    """What comes of each legal and of some illegal moves after the beginning of a line; the mistakes among them."""
    made = set()
    before = arrived(script, number, line).session.state
    legal = [str(move) for move in game_of(before).legal_moves(before)]
    for move in (*legal, *ILLEGAL):
        lesson = arrived(script, number, line)
        reply = lesson.attempt([move])
        if lesson.mistake is not None:
            made.add(lesson.mistake)
            assert move in legal
            assert reply.played
            assert lesson.session.state != before
            assert lesson.attempt([move]).played == ()  # first it is taken back
            lesson.take_back()
        elif not reply.played:
            assert reply.explanation or reply.refused, move
            assert not reply.advanced
            assert (reply.refused is None) == (move in legal), move
        else:
            assert move in legal
            continue
        assert lesson.session.state == before, move
        assert (lesson.number, lesson.mistake) == (number, None)
        assert lesson.wanted, "it can still be done"
    return made


def arrived(script: Script, number: int, line: tuple[str, ...]) -> Lesson:
    """The script at a step, after the beginning of a wanted line."""
    lesson = Lesson(script, number)
    for move in line:
        assert lesson.attempt([move]).played
    return lesson


def check_marks(lesson: Lesson) -> None:
    """A step points at things that are there."""
    state = lesson.session.state
    if not isinstance(state, GameState):
        check_marked_blocks(lesson)
        return
    marks = lesson.step.marks or Marks()
    assert set(marks.fields) <= set(state.game.board.fields)
    assert set(marks.pieces) <= {*state.game.scouts, SOLDIER}
    assert set(marks.orders) <= {slot.order for slot in state.track}
    assert set(marks.cards) <= set(state.hands[lesson.seat])


def check_marked_blocks(lesson: Lesson) -> None:
    """A board of blocks shows everything that the step points at, and says so to the page."""
    host: Any = Host(MemoryStorage(), "key", "en", Random(1), scenario=lesson.session.state.game.scenario.id)
    begin_lesson(host, lesson.number, lesson.script)
    view = board_view(host, 1)
    marks = list(lesson.step.marks or ())
    assert view["marks"] == {"blocks": marks}
    missing = set(marks) - set(keys_in([view.get(part) for part in ("stage", "around", "panel")]))
    assert not missing, lesson.step.key


def keys_in(blocks: Any) -> Iterator[str]:
    """The keys of all blocks, and of what is in them."""
    if isinstance(blocks, dict):
        yield from ([blocks["key"]] if blocks.get("key") else [])
        blocks = list(blocks.values())
    if isinstance(blocks, list):
        for each in blocks:
            yield from keys_in(each)


# --- its words


def keys_of(script: Script) -> set[str]:
    """All keys that a script can say."""
    keys = {key for key in (script.title_key, script.praise_key) if key is not None} | set(script.refusals.values())
    for step in script.steps:
        keys |= {step.title_key, step.text_key, step.first} | ({step.hint} if step.hint else set())
        keys |= {mistake.why for mistake in step.mistakes} | {later.why for later in step.later}
    return keys


def texts_of(script: Script, language: str) -> Any:
    """The texts of the game of a script."""
    return board_of(game_of(script.beginning.position()).ID).texts_for(language)


def check_texts(script: Script) -> None:
    """Every text is there in every language, and short enough for a pupil of 11."""
    for language in languages():
        texts = texts_of(script, language)
        spoken = [texts.say(key, n=3) for key in sorted(keys_of(script)) if ".title" not in key]
        sentences = [sentence for text in spoken for sentence in re.split(r"(?<=[.!?])\s+", text)]
        lengths = [len(sentence.split()) for sentence in sentences]
        assert max(lengths) <= 25
        assert sum(lengths) / len(lengths) <= 14
        assert all(text.endswith((".", "!", "?")) for text in spoken)
        for step in script.steps:
            assert len(texts.say(step.title_key).split()) <= 5


# --- on a board


def check_through_the_host(script: Script, language: str) -> None:
    """A pupil solves it on a board and leaves it at every step; a saved one goes on where it was."""
    storage = MemoryStorage()
    host = host_of(script, language, storage)
    moves = solution(script)
    assert not host.lesson.is_over, "nothing passes untouched"
    assert host.answer([]).kind == "empty"
    for move in moves:
        number = host.lesson.number
        again = host_of(script, language, storage)
        assert again.lesson.number == number
        while host.lesson.step.is_shown_only:
            host.handle({"do": "go-on"})
        host.handle({"do": "play", "moves": [move]})
        assert host.problem is None
        assert host.lesson.mistake is None
    assert host.lesson.is_over
    assert host_of(script, language, storage).lesson.is_over
    answer = host_of(script, language).answer(moves)
    assert (answer.passed, answer.kind) == (True, "right")
    assert answer.message == host.texts.say(script.praise_key)


# First lessons ------------------------------------------------------------------------------------------------------


def do_step(host: Any) -> None:
    """What the step asks for."""
    wanted = host.lesson.wanted
    host.handle({"do": "play", "moves": list(wanted)} if wanted else {"do": "go-on"})
    assert host.problem is None
    assert host.notice is None


def check_keys(script: Script, refusals: Iterable[str], texts: Path) -> None:
    """The texts of a first lesson are those that its steps and refusals name."""
    said = {*refusals}
    for step in script.steps:
        said |= {step.title_key, step.text_key, step.first}
        said |= {mistake.why for mistake in step.mistakes} | {later.why for later in step.later}
    for language in languages():
        written = re.findall(r'msgid "(.+)"', (texts / language / "tutorial.po").read_text("utf-8"))
        assert sorted(written) == sorted(key for key in said if key.startswith("tutorial."))


def check_played_through(board: Callable[[MemoryStorage], Any], wrong: Mapping[str, str], game_id: str) -> None:
    """A pupil makes these mistakes, is told so and takes them back, goes on after a break, and comes to the menu."""
    storage = MemoryStorage()
    host = board(storage)
    while host.lesson is not None:
        number, key = host.lesson.number, host.lesson.step.key
        panel = [block.get("text") for block in board_view(host, 1)["panel"]]
        assert host.texts.say(host.lesson.step.text_key) in panel
        if key in wrong:
            before = host.state
            host.handle({"do": "play", "moves": [wrong[key]]})
            assert host.lesson.mistake is not None
            view = board_view(host, 1)
            assert host.texts.say(host.lesson.mistake) in [block.get("text") for block in view["panel"]]
            assert buttons(view)["go-on"]["label"] == host.texts.say(TAKE_BACK)
            host.handle({"do": "go-on"})
            assert (host.state, host.lesson.mistake, host.lesson.number) == (before, None, number)
        do_step(host)
        if host.lesson is not None:
            again = board(storage)
            again.handle({"do": "continue"})
            assert (again.lesson.number, again.state) == (host.lesson.number, host.state)
    assert host.can_choose or host.can_open, "what was learnt is played at once"
    assert game_id == host.game.ID
