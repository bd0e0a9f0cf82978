"""Make the pictures of the documents and the lessons from fixed positions; `--check` only compares.

Drawings are compared as text. The pixels of a PNG or a GIF differ between computers, so it carries the hash of the page
that it was taken from, and it is right as long as the page is the same.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from mali_powstancy.engine import Phase, load_scenario, new_game, observe
from mali_powstancy.table.exercises import SCRIPTS
from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.scripts import Lesson, Script
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.texts import languages
from mali_powstancy.views.board.board_view import asleep, board_view
from mali_powstancy.views.board.widget import page_style
from mali_powstancy.views.map.board_svg import board_svg
from mali_powstancy.views.map.chart import HEIGHT, WIDTH
from mali_powstancy.views.page.files import script
from mali_powstancy.views.palette import colour
from mali_powstancy.views.pictures.graph_picture import graph_picture
from tools.browser import NoBrowser, open_browser
from tools.front_moments import MOMENTS as FRONT_MOMENTS
from tools.front_moments import front_host
from tools.trench_moments import MOMENTS as TRENCH_MOMENTS
from tools.trench_moments import trench_host

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = "docs/pictures"
LESSONS = "lessons/pictures"
HASH = "mali-powstancy:page"
"""The name of the text inside a PNG that holds the hash of its page; a GIF has it in its comment."""
SMALL = (WIDTH // 2, HEIGHT // 2)
"""The size of a picture of which a notebook holds many."""
GRAPH = (1326, 920)
"""The size of the graph on a worksheet: sharp on paper, two pixels for each unit of the map."""
CHART = "data-chart="
"""A page that says this draws a chart, and needs what draws it; as with the browser, which of them is no difference."""
FRAME_TIME = 1400
"""So many milliseconds each picture of a film stays."""
COLOURS = (192, 128, 96, 64, 48, 32, 24, 16)

Rgb = tuple[int, int, int]

FRAME = "<!DOCTYPE html><meta charset='utf-8'><style>body{{margin:0}}{style}</style>{content}"


class Shot(NamedTuple):
    """A PNG: the page whose first element it shows, the size of the window, and how many bytes it may take."""

    path: str
    page: str
    window: tuple[int, int]
    room: int


class Film(NamedTuple):
    """A moving GIF: its pages one after another, the size of the window, its width, and how many bytes it may take."""

    path: str
    pages: tuple[str, ...]
    window: tuple[int, int]
    width: int
    room: int


# --- what there is to see


def opening_svg(lang: str) -> str:
    """The board at the opening of the basic game for four, as everybody sees it."""
    opening = new_game(load_scenario("basic"), players=4)
    return board_svg(opening.game.board, observe(opening, None), lang)


def exercise_svg(script: Script, lang: str) -> str:
    """The position at which an exercise on the board begins, as its pupil sees it."""
    lesson = Lesson(script)
    state = lesson.session.state
    return board_svg(state.game.board, observe(state, lesson.seat), lang)


LESSON_DRAWINGS: dict[str, Callable[[str], str]] = {
    "board": opening_svg,
    **{script.id: partial(exercise_svg, script) for script in SCRIPTS.values()},
}
"""What a cell of a lesson can show before it is run, by the name that the lesson says, in a language."""
OF_BLOCKS = ("12-a", "12-b", "12-c", "14-b", "14-c")
"""The exercises on boards that are no drawing: their page is shown, where a notebook has room for it."""


PRINTED_PLACES = (
    "wytwornia",
    "starowka",
    "bank-polski",
    "past",
    "browary",
    "elektrownia",
    "plac-trzech-krzyzy",
    "przyczolek",
)
"""The piece of the board that the worksheet of lesson 02 shows as a graph."""


BUTTONS = {
    "play": {"pl": "Graj", "en": "Play"},
    "teach": {"pl": "Ucz", "en": "Teach"},
    "build": {"pl": "Buduj", "en": "Build"},
}
"""The three doors of the READMEs."""
BUTTON = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="48" role="img" aria-label="{word}">'
    '<rect x="1" y="1" width="148" height="46" rx="10" fill="{fill}" stroke="{ink}" stroke-width="2"/>'
    '<text x="75" y="31" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="19"'
    ' font-weight="bold" fill="{ink}">{word}</text></svg>\n'
)


def button_svg(word: str, is_first: bool) -> str:
    """A door of a README: the first is the one for everybody, so it is the strongest."""
    fill, ink = ("patrol-0", "letter-0") if is_first else ("paper", "ink")
    return BUTTON.format(word=word, fill=colour(fill), ink=colour(ink))


def drawings() -> dict[str, str]:
    """Every drawing by its path."""
    boards = {f"{DOCUMENTS}/board-{lang}.svg": opening_svg(lang) + "\n" for lang in languages()}
    return boards | {
        f"{DOCUMENTS}/button-{name}-{lang}.svg": button_svg(word, name == "play")
        for name, words in BUTTONS.items()
        for lang, word in words.items()
    }


def fonts() -> str:
    """The lines of the board's style that hold its letters, so that a picture looks the same on every computer."""
    return "\n".join(line for line in page_style().splitlines() if line.startswith("@font-face"))


def lesson_shots() -> Iterator[Shot]:
    """What a lesson shows before it runs: the board, and which button runs it."""
    for lang in languages():
        page = board_page(host_at(FRIENDS, lang, "light"), "")
        yield Shot(f"{LESSONS}/wiarusi-{lang}-small.png", page, (900, 1300), 56_000)
        page = board_page(host_at(STAFFS, lang, "light"), "")
        yield Shot(f"{LESSONS}/bitwa-{lang}-small.png", page, (900, 1300), 56_000)
        for name in OF_BLOCKS:
            host = Host(MemoryStorage(), "picture", lang, Random(1), lesson=library.script_named(name))
            page = board_page(host, "", is_asleep=True)
            yield Shot(f"{LESSONS}/{name}-{lang}-small.png", page, (720, 1050), 48_000)
    for name, draw in LESSON_DRAWINGS.items():
        for lang in languages():
            drawing = draw(lang)
            if name == "board":  # the opening is what a lesson begins with; a notebook has room for one in full
                page = FRAME.format(style=fonts(), content=drawing)
                yield Shot(f"{LESSONS}/{name}-{lang}.png", page, (WIDTH, HEIGHT), 60_000)
            page = FRAME.format(style=fonts() + f"svg{{width:{SMALL[0]}px}}", content=drawing)
            yield Shot(f"{LESSONS}/{name}-{lang}-small.png", page, SMALL, 24_000)
    for lang in languages():
        graph = graph_picture(load_scenario("basic").board, PRINTED_PLACES, lang)
        page = FRAME.format(style=fonts() + f"svg{{width:{GRAPH[0]}px;display:block}}", content=graph)
        yield Shot(f"{LESSONS}/02-graph-{lang}.png", page, GRAPH, 40_000)
    button = (ROOT / LESSONS / "run-button.svg").read_text("utf-8")
    yield Shot(f"{LESSONS}/run-button.png", FRAME.format(style="", content=button), (480, 84), 6_000)


class BoardMoment(NamedTuple):
    """A fixed position of a board to play on: the bot plays for everybody until it is reached."""

    scenario: str
    """Without one it is the first lesson."""
    seats: tuple[str, ...]
    """Nobody yet: the menu as newcomers see it."""
    seed: int
    is_reached: Callable[[Host], bool]
    click: str = ""
    """What is clicked in the page before the picture is taken, to show what the page does by itself."""


PAIR = (PERSON, PERSON)
CAREFUL = (PERSON, "hard", "hard", "hard")
CARELESS = (PERSON, "random", "random", "random")

# name: how the game begins, and when the picture is taken; the seeds are such that no piece stands in a place that
# needs care, and no order leads to one that no task may lead to (tests/project/test_pictured_moments.py)
MOMENTS = {
    "set-up": BoardMoment(library.FIRST, (), 1, lambda host: True),
    "mid-game": BoardMoment("basic", CAREFUL, 6, lambda host: walks(host) and round_of(host) == 10, ".mp-scout.mp-can"),
    "fallen": BoardMoment("extended", CARELESS, 9, lambda host: walks(host) and fell(host), ".mp-scout.mp-can"),
    "curtain": BoardMoment("extended", PAIR, 3, lambda host: host.is_curtain_down and round_of(host) == 3),
    "end": BoardMoment("short", PAIR, 4, lambda host: host.is_over),
    "tutorial": BoardMoment("", (), 0, lambda host: host.lesson is not None and bool(host.lesson.wanted)),
}
FRIENDS = BoardMoment("wiarusi-beginner", (PERSON, "careful", "careful"), 1, lambda host: host.table is not None)
"""The board of Wiarusi as lesson 12 shows it before it runs."""
STAFFS = BoardMoment("bitwa-short", (PERSON, "planner"), 1, lambda host: host.table is not None)
"""The board of Bitwa Warszawska as lesson 13 shows it before it runs."""
DARK = "mid-game"
"""The moment that is shown in the dark look too."""
ROUND = BoardMoment("basic", CAREFUL[:3], 10, lambda host: chooses_card(host) and round_of(host) == 3)
"""Where the moving picture begins; it ends with the round."""


def walks(host: Host) -> bool:
    """The person is asked to walk, and can."""
    return host.state is not None and host.state.phase is Phase.TURN and bool(host.table and host.can_choose)


def chooses_card(host: Host) -> bool:
    """The person is asked for a movement card."""
    return host.state is not None and host.state.phase is Phase.CHOOSE_CARD and host.can_choose


def round_of(host: Host) -> int:
    """The number of the round."""
    return 0 if host.state is None else host.state.round


def fell(host: Host) -> bool:
    """A district has fallen."""
    return host.state is not None and bool(host.state.fallen)


def host_at(moment: BoardMoment, lang: str, theme: str) -> Host:
    """The host of a board, at a moment."""
    place = (MemoryStorage(), "picture", lang, Random(moment.seed))
    if moment.seats:
        host = Host(*place, scenario=moment.scenario, players=len(moment.seats), seats=moment.seats)
    else:
        host = Host(*place, scenario=moment.scenario or library.FIRST, lesson=not moment.scenario)
    host.handle({"do": "look", "theme": theme})
    for _ in range(2000):
        if moment.is_reached(host):
            return host
        if host.is_over:
            break
        host.handle(next_message(host))
    raise ValueError(f"a moment that is never reached: {moment}")


def next_message(host: Host) -> dict[str, object]:
    """What somebody would do now who takes the bot's advice."""
    if host.lesson is not None:
        return {"do": "play", "moves": list(host.lesson.wanted)} if host.lesson.wanted else {"do": "go-on"}
    if host.table is None:
        return {"do": "start"}
    if host.is_curtain_down:
        return {"do": "take-screen"}
    advised = host.table.hint().move
    host.table.hints_taken = [0] * len(host.table.hints_taken)  # the person in the picture has asked for none
    return {"do": "play", "moves": [str(advised)]}


def board_page(host: Host, click: str, *, is_asleep: bool = False) -> str:
    """The playable board in a page without Jupyter."""
    return FRAME.format(style=page_style(), content=board_in_page(host, click, is_asleep=is_asleep))


def board_in_page(host: Host, click: str = "", *, is_asleep: bool = False) -> str:
    """The playable board; a few lines stand in for the kernel, unless it sleeps."""
    view = None if is_asleep else board_view(host, 1, with_map=True)
    return live_in_page("board", "board", view, asleep(host), click)


def live_in_page(place: str, kind: str, view: Object | None, sleeping: Object, click: str = "") -> str:
    """A board or a panel with its script, at its own place of a page."""
    values = {"view": view, "asleep": sleeping, "script": script(kind), "click": click}
    return LIVE % ({name: literal(value) for name, value in values.items()} | {"place": place})


def literal(value: object) -> str:
    """A value as a script in a page has it."""
    return json.dumps(value, ensure_ascii=False).replace("</", "<\\/")


LIVE = """<div id="%(place)s" data-wait></div>
<script type="module">
const view = %(view)s, asleep = %(asleep)s, click = %(click)s;
const place = document.querySelector("#%(place)s"), ears = [];
const model = {
  get: (name) => ({ base: view?.base ?? "", asleep })[name],
  on: (name, ear) => name === "msg:custom" && ears.push(ear),
  off: () => null,
  send: (message) => view && message.do === "ready" && setTimeout(() => ears.forEach((ear) => ear({ view }))),
};
const script = URL.createObjectURL(new Blob([%(script)s], { type: "text/javascript" }));
(await import(script)).default.render({ model, el: place });
while (view && !place.querySelector('[data-ready="true"]')) await new Promise(requestAnimationFrame);
if (click) place.querySelector(click).dispatchEvent(new MouseEvent("click", { bubbles: true }));
delete place.dataset.wait;
</script>"""


def game_shots() -> Iterator[Shot]:
    """The playable board at every moment."""
    for name, moment in MOMENTS.items():
        for lang in languages():
            for theme in ("light", "dark") if name == DARK else ("light",):
                page = board_page(host_at(moment, lang, theme), moment.click)
                yield Shot(f"{DOCUMENTS}/{name}-{lang}-{theme}.png", page, (1200, 720), 150_000)


def trench_shots() -> Iterator[Shot]:
    """The board of Wiarusi at every moment."""
    for name, moment in TRENCH_MOMENTS.items():
        for lang in languages():
            for theme in ("light", "dark"):
                page = board_page(trench_host(moment, lang, theme), "")
                yield Shot(f"{DOCUMENTS}/wiarusi-{name}-{lang}-{theme}.png", page, (1200, 1200), 100_000)


def front_shots() -> Iterator[Shot]:
    """The board of Bitwa Warszawska at every moment."""
    for name, moment in FRONT_MOMENTS.items():
        for lang in languages():
            for theme in ("light", "dark"):
                page = board_page(front_host(moment, lang, theme), "")
                yield Shot(f"{DOCUMENTS}/bitwa-{name}-{lang}-{theme}.png", page, (1200, 1400), 100_000)


def reader_shots() -> Iterator[Shot]:
    """Lessons as pages."""
    from tools import pictured_reader as reader  # late: the builder of lessons takes drawings from here

    for lesson in reader.MOMENTS:
        for lang in languages():
            styles, content = reader.pictured_reader(lesson, lang)
            page = FRAME.format(style=styles, content=content)
            yield Shot(f"{DOCUMENTS}/lesson-page-{lesson}-{lang}.png", page, reader.WINDOW, 150_000)


def round_hosts(lang: str) -> Iterator[Host]:
    """A board through one round, each time the person has done something."""
    host = host_at(ROUND, lang, "light")
    first = round_of(host)
    while round_of(host) == first and not host.is_over:
        yield host
        host.handle(next_message(host))
    yield host


def films() -> list[Film]:
    """The moving pictures that there have to be."""
    made = []
    for lang in languages():
        pages = tuple(board_page(host, "") for host in round_hosts(lang))
        made.append(Film(f"{DOCUMENTS}/round-{lang}.gif", pages, (1200, 720), 900, 900_000))
    return made


def shots() -> list[Shot]:
    """Every PNG that there has to be."""
    return [*lesson_shots(), *game_shots(), *trench_shots(), *front_shots(), *reader_shots()]


def all_pictures() -> list[Shot | Film]:
    """Every picture that a browser takes."""
    return [*shots(), *films()]


# --- from a page to a small file


def hash_of(shot: Shot | Film) -> str:
    """Changes whenever the picture has to be taken again."""
    seen = (shot.page, shot.window) if isinstance(shot, Shot) else (shot.pages, shot.window, shot.width)
    return hashlib.sha256(repr(seen).encode()).hexdigest()


def hash_inside(path: Path) -> str | None:
    """The hash that a picture carries; None if there is no such file, or none in it."""
    if not path.is_file():
        return None
    with Image.open(path) as picture:
        comment = picture.info.get("comment", b"")
        return picture.info.get(HASH) or (comment.decode("ascii", "replace") or None)


def take(browser: Browser, html: str, window: tuple[int, int]) -> Image.Image:
    """The page as a browser shows it, once nothing on it moves or loads any more."""
    width, height = window
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.set_content(html)
    if CHART in html:
        page.add_script_tag(content=files("plotly").joinpath("package_data", "plotly.min.js").read_text("utf-8"))
    page.wait_for_function("() => !document.querySelector('[data-wait]')")
    page.evaluate("() => document.fonts.ready")
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished)).then(() => null)")
    picture = Image.open(io.BytesIO(page.locator("body > :first-child").screenshot()))
    page.close()
    return picture.convert("RGB")


def with_fewer_colours(picture: Image.Image, colours: int) -> Image.Image:
    """The picture in its most frequent colours; a drawing has few, and these stay exactly as they are."""
    chosen: list[Rgb] = []
    for frequent in frequent_colours(picture):
        # Hardly different ones are the edges of letters: they take room and show nothing.
        if len(chosen) < colours and all(far_apart(frequent, other) for other in chosen):
            chosen.append(frequent)
    palette = [value for one in chosen for value in one]
    sample = Image.new("P", (1, 1))
    sample.putpalette(palette + palette[:3] * (256 - len(chosen)))
    return picture.quantize(palette=sample, dither=Image.Dither.NONE)


def frequent_colours(picture: Image.Image) -> list[Rgb]:
    """The colours of a picture, the most frequent first; only those that are worth a place."""
    counted = picture.getcolors(maxcolors=picture.width * picture.height) or []
    counted.sort(key=lambda entry: (-entry[0], entry[1]))
    return [cast(Rgb, colour) for _, colour in counted[:2000]]


def far_apart(one: Rgb, other: Rgb) -> bool:
    """Whether an eye might see the difference."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= 8


def packed(picture: Image.Image, room: int, info: PngInfo) -> bytes:
    """The bytes of a PNG in as many colours as there is room for."""
    for colours in COLOURS:
        output = io.BytesIO()
        with_fewer_colours(picture, colours).save(output, "PNG", optimize=True, pnginfo=info)
        if len(output.getvalue()) <= room:
            return output.getvalue()
    raise ValueError(f"{len(output.getvalue())} bytes in {COLOURS[-1]} colours, but there is room for {room}")


def packed_film(pictures: Sequence[Image.Image], room: int, mark: str) -> bytes:
    """The bytes of a GIF that shows the pictures again and again, the first and the last for longer."""
    width, height = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
    strip = Image.new("RGB", (width, height * len(pictures)), colour("paper"))
    for number, picture in enumerate(pictures):
        strip.paste(picture, (0, number * height))
    times = [FRAME_TIME] * len(pictures)
    times[0] = times[-1] = 2 * FRAME_TIME
    for colours in COLOURS:
        fewer = with_fewer_colours(strip, colours)  # the same colours in all of them: what stands still takes no room
        first, *others = (fewer.crop((0, top, width, top + height)) for top in range(0, fewer.height, height))
        output = io.BytesIO()
        first.save(
            output, "GIF", save_all=True, append_images=others, duration=times, loop=0, comment=mark, optimize=False
        )
        if len(output.getvalue()) <= room:
            return output.getvalue()
    raise ValueError(f"{len(output.getvalue())} bytes in {COLOURS[-1]} colours, but there is room for {room}")


def write_shots(stale: Iterable[Shot | Film]) -> None:
    """Take the pictures and write them."""
    with open_browser() as browser:
        for shot in stale:
            path = ROOT / shot.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_taken(browser, shot))
            print(f"{shot.path}: {path.stat().st_size} bytes")


def _taken(browser: Browser, shot: Shot | Film) -> bytes:
    if isinstance(shot, Shot):
        info = PngInfo()
        info.add_text(HASH, hash_of(shot))
        return packed(take(browser, shot.page, shot.window), shot.room, info)
    pictures = [take(browser, page, shot.window) for page in shot.pages]
    size = (shot.width, round(pictures[0].height * shot.width / pictures[0].width))
    smaller = [picture.resize(size, Image.Resampling.LANCZOS) for picture in pictures]
    return packed_film(smaller, shot.room, hash_of(shot))


# --- all of them


def stale_drawings() -> dict[str, str]:
    """The drawings that are missing or differ."""
    found = {path: (ROOT / path).read_text("utf-8") for path in drawings() if (ROOT / path).is_file()}
    return {path: svg for path, svg in drawings().items() if found.get(path) != svg}


def stale_shots(wanted: Iterable[Shot | Film]) -> list[Shot | Film]:
    """The pictures that are missing or were taken from another page."""
    return [shot for shot in wanted if hash_inside(ROOT / shot.path) != hash_of(shot)]


def orphans(wanted: Iterable[Shot | Film]) -> list[str]:
    """The pictures that nothing asks for any more."""
    expected = {shot.path for shot in wanted}
    found = (path for folder in (DOCUMENTS, LESSONS) for path in (ROOT / folder).glob("*.[pg][ni][gf]"))
    return sorted(name for path in found if (name := path.relative_to(ROOT).as_posix()) not in expected)


def main() -> int:
    """Write the pictures that are not right, or with --check say which ones they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, need no browser, fail on a difference")
    check = parser.parse_args().check
    wanted = all_pictures()
    old_drawings, old_shots, left_over = stale_drawings(), stale_shots(wanted), orphans(wanted)
    if check:
        wrong = [*old_drawings, *(shot.path for shot in old_shots), *left_over]
        for path in wrong:
            print(f"{path} is not what its source gives: run `make pictures`", file=sys.stderr)
        return int(bool(wrong))
    for path, svg in old_drawings.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(svg, "utf-8")
    for path in left_over:
        (ROOT / path).unlink()
    if old_shots:
        write_shots(old_shots)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NoBrowser as missing:
        sys.exit(str(missing))
