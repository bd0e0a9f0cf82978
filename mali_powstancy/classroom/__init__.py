"""The few names a notebook imports: games, exercises, quizzes, workshops and pictures of the board."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from mali_powstancy.classroom.chance import chance_of, new_seed, seeds_of
from mali_powstancy.classroom.figures import FIGURES, figure_named, lesson_language
from mali_powstancy.classroom.saves import running_notebook, save_key, shelf, storage
from mali_powstancy.classroom.showing import place
from mali_powstancy.engine import (
    GameState,
    Scenario,
    load_scenario,
    observe,
)
from mali_powstancy.engine import new_game as opening_of
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import FIRST, script_named, tutorial_of
from mali_powstancy.tabletop.messages import SIZES, Look
from mali_powstancy.tabletop.page_storage import PageShelf
from mali_powstancy.tabletop.record import Record
from mali_powstancy.tabletop.storage import RULES
from mali_powstancy.texts import texts_for
from mali_powstancy.views.map.board_svg import board_svg
from mali_powstancy.views.pictures.notebook import draw_positions

if TYPE_CHECKING:
    from mali_powstancy.tabletop.storage import Shelf
    from mali_powstancy.views.board.widget import BoardWidget
    from mali_powstancy.views.page.desk import Desk
    from mali_powstancy.views.page.panel import Panel

__all__ = [
    "Picture",
    *FIGURES,
    "changed_game",
    "check_up",
    "class_results",
    "die_rolls",
    "exercise",
    "exit_ticket",
    "experiment",
    "guess_first",
    "history_cards",
    "letter_workshop",
    "new_game",
    "new_seed",
    "panel_of",
    "quiz",
    "replay_on_projector",
    "research_workshop",
    "retelling",
    "routes_on_projector",
    "rule_editor",
    "sample_games",
    "show_board",
    "side_by_side",
    "temper_tables",
    "tutorial",
]

FIXED_SEED = 1
"""An exercise on the board runs the same way for everyone."""


class Picture:
    """A drawing for a notebook, with a sentence for anyone who can't see it."""

    def __init__(self, svg: str, text: str) -> None:
        self.svg = svg
        self.text = text

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.text


def show_board(state: GameState | None = None, lang: str | None = None) -> Picture:
    """Show the board as a spectator sees it; by default, the start of the basic game for four players.

    Its words are in the language of the lesson, unless you ask for another.
    """
    lang = lang or lesson_language()
    state = state or opening_of(load_scenario("basic"), players=4)
    board = state.game.board
    counts = {"objects": len(board.places), "roads": len(board.roads), "fields": len(board.fields)}
    text = texts_for(lang).say("board.summary", **counts)
    return Picture(board_svg(board, observe(state, None), lang), text)


def new_game(
    scenario: Any = FIRST,
    players: int | None = None,
    seats: tuple[str, ...] = (),
    *,
    lang: str | None = None,
    seed: int | None = None,
    name: str | None = None,
    size: int = 100,
) -> BoardWidget:
    """Open a board to play on. You can start a new game or carry on with the one saved in this part of the notebook.

    `scenario` is a game, `mali-powstancy`, `wiarusi` or `bitwa-warszawska`, or one of its variants, such as `extended`.
    `seats` says who sits where: `person`, or a computer player: `easy`, `medium` or `hard`. These play for points and
    for the city. Two more have a playing style of their own: `hard-helper` puts the city first, and `hard-rival` plays
    only for its own points. Without `seats`, one person plays against a `medium` computer player. In Wiarusi, the
    computer players are `careful` and `strong`; without `seats`, one person plays with two careful ones. In Bitwa
    Warszawska, they are `planner` and `strong`; without `seats`, one person plays the Polish Army against a planner.
    Each cell of a notebook saves its own game; give it a `name` to keep it apart from the others. `size` is the size of
    the letters in per cent, for example 150 for a projector; you can change it on the board too.
    """
    if size not in SIZES:
        raise ValueError(f"there is no size {size!r}; choose from: {', '.join(map(str, SIZES))}")
    board = _board(name, lang, seed, scenario=scenario, players=players, seats=tuple(seats))
    board.host.look = Look(size=size)
    return board


def tutorial(
    game: str = FIRST, *, lang: str | None = None, seed: int | None = None, name: str | None = None
) -> BoardWidget:
    """Open a board with the first lesson of a game, step by step: one round of it, or in `wiarusi` one mission.

    If there is no such game, a `ValueError` tells you which ones there are.
    """
    if tutorial_of(game) is None:
        raise ValueError(f"there is no first lesson of {game}")
    return _board(name, lang, seed, scenario=game, lesson=True)


def exercise(id: str, *, lang: str | None = None) -> Panel | BoardWidget:
    """Show the exercise with this name, such as `01-a`: a page to answer on, or a board to solve it on.

    If there is no such exercise, a `LookupError` tells you which ones there are.
    """
    from mali_powstancy.classroom.desks.exercising import ExerciseDesk, MadeDesk
    from mali_powstancy.classroom.lesson_files import Made, OnBoard, lesson

    lang = lang or lesson_language()
    exercises = lesson(id.partition("-")[0], lang).exercises
    if id not in exercises:
        raise LookupError(f"there is no exercise {id!r}; choose from: {', '.join(exercises)}")
    entry = exercises[id]
    if isinstance(entry, OnBoard):
        return _board(f"exercise {id}", lang, FIXED_SEED, lesson=script_named(entry.script))
    desk = MadeDesk(entry, lang) if isinstance(entry, Made) else ExerciseDesk(entry)
    return panel_of(desk, f"exercise {id}")


def quiz(number: str, *, lang: str | None = None) -> Panel:
    """Show a lesson's quiz; the lesson is named by its number, such as `01`."""
    from mali_powstancy.classroom.desks.quizzes import QuizDesk
    from mali_powstancy.classroom.lesson_files import lesson

    lang = lang or lesson_language()
    return panel_of(QuizDesk(lesson(number, lang), lang), f"quiz {number}")


def exit_ticket(number: str, *, lang: str | None = None) -> Panel:
    """Show a lesson's last questions; `number` is the lesson, such as `01`. Answers stay on this computer."""
    from mali_powstancy.classroom.desks.quizzes import TicketDesk
    from mali_powstancy.classroom.lesson_files import lesson

    lang = lang or lesson_language()
    return panel_of(TicketDesk(lesson(number, lang), lang), f"ticket {number}")


def letter_workshop(post: str = "scouts", *, lang: str | None = None) -> Panel:
    """Write a letter of up to 25 words that a censor would have let through.

    `post` says whose censor: that of the Scout Field Post of 1944 (`scouts`), or of the French army post of 1915
    (`front`). For any other, a `LookupError` tells you which ones there are.
    """
    from mali_powstancy.classroom.desks.letters import POSTS, LetterDesk

    if post not in POSTS:
        raise LookupError(f"there is no post {post!r}; choose from: {', '.join(POSTS)}")
    name = "letter workshop" if post == "scouts" else f"letter workshop {post}"
    return panel_of(LetterDesk(lang or lesson_language(), post), name)


def history_cards(*, lang: str | None = None) -> Panel:
    """Leaf through cards about places, people and days, each with its sources and with what we don't know."""
    from mali_powstancy.classroom.desks.cards import CardsDesk

    return panel_of(CardsDesk(lang or lesson_language()), "history cards")


def research_workshop(*, lang: str | None = None) -> Panel:
    """Do a small piece of research: a subject, four questions, sources and a museum label of 40 words."""
    from mali_powstancy.classroom.desks.research import ResearchDesk

    return panel_of(ResearchDesk(lang or lesson_language()), "research workshop")


def check_up(*, lang: str | None = None) -> Panel:
    """Check that everything works before a class begins: each line says whether it does."""
    from mali_powstancy.classroom.desks.checking import CheckUpDesk

    return panel_of(CheckUpDesk(lang or lesson_language(), storage()), "check-up")


def die_rolls(*, lang: str | None = None) -> Panel:
    """Roll the game's die 30 or 200 times in a row and compare the results with its exact chances."""
    from mali_powstancy.classroom.desks.dice import DieDesk

    return panel_of(DieDesk(lang or lesson_language(), chance_of("die rolls")), "die rolls")


def experiment(name: str, *, lang: str | None = None) -> Panel:
    """Play 200 games between bots, live. `name` is the experiment, such as `arrests`.

    You can stop it at any time, and it says how sure its result is. If there is no such experiment, a `LookupError`
    tells you which ones there are.
    """
    from mali_powstancy.classroom.desks.experiments import EXPERIMENTS, ExperimentDesk

    if name not in EXPERIMENTS:
        raise LookupError(f"there is no experiment {name!r}; choose from: {', '.join(EXPERIMENTS)}")
    desk = ExperimentDesk(EXPERIMENTS[name], lang or lesson_language(), seeds_of(name))
    return panel_of(desk, f"experiment {name}")


def guess_first(name: str, *, lang: str | None = None) -> Panel:
    """Ask for a guess first, then show the figure with this name, such as `fall_map`.

    If there is no such figure, a `LookupError` tells you which ones there are.
    """
    from mali_powstancy.classroom.desks.guessing import GuessDesk

    if name not in FIGURES:
        raise LookupError(f"there is no figure {name!r}; choose from: {', '.join(FIGURES)}")
    lang, draw = lang or lesson_language(), figure_named(name)
    return panel_of(GuessDesk(lang, lambda: draw(lang=lang)), f"guess {name}")


def temper_tables(*, lang: str | None = None) -> Panel:
    """Choose the playing styles of three bots, guess how often everyone loses, and see it in 200 games."""
    from mali_powstancy.classroom.desks.bot_tables import TempersDesk

    return panel_of(TempersDesk(lang or lesson_language(), seeds_of("tempers")), "tables of tempers")


def class_results(variant: str = "basic", *, lang: str | None = None) -> Panel:
    """Paste in the game codes of all the groups in a class and see all their routes on one map.

    It offers sample games too, from this variant: `basic` or `extended`.
    """
    from mali_powstancy.classroom.desks.class_codes import BASIC, ClassDesk

    name = "class results" if variant == BASIC else f"class results {variant}"
    return panel_of(ClassDesk(lang or lesson_language(), variant), name)


def sample_games(variant: str = "basic") -> list[Record]:
    """Three short games of the `basic` or `extended` variant, played by computers and ready for a figure."""
    from mali_powstancy.classroom.desks.class_codes import sample_games as games

    return games(variant)


def rule_editor(*, lang: str | None = None) -> Panel:
    """Change a road, the die or a number in the basic game, then compare games played before and after.

    The changed rules are saved as scenario files in the folder for saves, next to the lesson.
    """
    from mali_powstancy.classroom.desks.rule_desk import RuleDesk

    rules = shelf(*RULES)
    return panel_of(RuleDesk(lang or lesson_language(), rules, seeds_of("rules")), "rule editor", rules)


def changed_game(*, lang: str | None = None, seed: int | None = None) -> BoardWidget:
    """Open a board with the rules you saved last in this lesson, or the basic game if you haven't saved any."""
    from mali_powstancy.classroom.desks.rule_desk import last_saved

    rules = shelf(*RULES)

    def scenario() -> Scenario:
        return last_saved(rules) or load_scenario("basic")

    return _board("changed game", lang, seed, scenario=scenario, further=_keys_on(rules))


def side_by_side(*, lang: str | None = None) -> Panel:
    """Compare the three games: answer eight questions about each of them, then see what the course answers."""
    from mali_powstancy.classroom.desks.side_by_side import SideBySideDesk

    return panel_of(SideBySideDesk(lang or lesson_language()), "side by side")


def retelling(*, lang: str | None = None) -> Panel:
    """Change one rule of one of the three games so that it tells something else; guess, then let bots play it."""
    from mali_powstancy.classroom.desks.retelling import RetellingDesk

    return panel_of(RetellingDesk(lang or lesson_language(), seeds_of("retelling")), "retelling")


def routes_on_projector(*, lang: str | None = None) -> Panel:
    """Show the shortest route between two places on a large map, step by step; you can close roads and districts."""
    from mali_powstancy.classroom.desks.projector import RouteDesk

    return panel_of(RouteDesk(lang or lesson_language()), "routes on the projector")


def replay_on_projector(*, lang: str | None = None) -> Panel:
    """Show a recorded game on a large map, told step by step."""
    from mali_powstancy.classroom.desks.replaying import ReplayDesk

    return panel_of(ReplayDesk(lang or lesson_language()), "replay on the projector")


def panel_of(desk: Desk, name: str, shelf: Shelf | None = None) -> Panel:
    """Put a desk on the page; what you do there is kept under this name for next time.

    A desk that also uses a shelf names it, so that in the browser the page brings along what is on it.
    """
    shown: Panel = place().panel(desk, storage(), save_key(name), _keys_on(shelf))
    return shown


def _keys_on(shelf: Shelf | None) -> list[str]:
    """What the page is to bring, besides the save itself, where it keeps the shelf."""
    return [shelf.keeps] if isinstance(shelf, PageShelf) else []


def __getattr__(name: str) -> Any:
    """The figures, `city_map` and the others, each imported the first time you ask for it."""
    if name not in FIGURES:
        raise AttributeError(f"the classroom has no {name!r}")
    return figure_named(name)


def _board(name: str | None, lang: str | None, seed: int | None, **asked: Any) -> BoardWidget:
    rng = chance_of(f"board {name}") if seed is None else random.Random(seed)
    host = Host(storage(), save_key(name), lang or lesson_language(), rng, **asked)
    shown: BoardWidget = place().board(host)
    return shown


if (_shell := running_notebook()) is not None:
    draw_positions(_shell, lesson_language())
