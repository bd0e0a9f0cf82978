"""A live run ends, can be stopped and begun again, says the same twice, and says something kind whatever happens."""

import asyncio
import random
from functools import cache
from itertools import count, repeat
from typing import Any

import pytest

from mali_powstancy.analysis import arrests_per_round
from mali_powstancy.bots import random_bot
from mali_powstancy.classroom import experiment
from mali_powstancy.classroom.desks import experiments
from mali_powstancy.classroom.desks.experiments import (
    ARRESTS,
    EXPERIMENTS,
    GAMES,
    LOOKS,
    MOST_RUNS,
    SLICE,
    Experiment,
    ExperimentDesk,
)
from mali_powstancy.lab import Serial, simulate
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.page.desk import UnknownMessage
from mali_powstancy.views.page.panel import Panel

QUICK = Experiment(
    title="experiment.arrests.title",
    about="experiment.arrests.about",
    what="experiment.arrests.what",
    bots=("random", "random"),
    measure=arrests_per_round,
    scenario="short",
)
"""The same question, answered by bots that do not think."""


START = {"do": "start", "values": {"guess": "20"}}


def desk(asked: Experiment = QUICK, lang: str = "en") -> ExperimentDesk:
    """A desk whose games are always those of the same seed."""
    return ExperimentDesk(asked, lang, repeat(1))


def played(asked: Experiment = QUICK) -> ExperimentDesk:
    """A desk whose first run is done."""
    made = desk(asked)
    made.handle(START)
    play_on(made)
    return made


@cache
def done() -> ExperimentDesk:
    """A desk whose first run is done, only to be compared with."""
    return played()


def play_on(made: ExperimentDesk, slices: int = 1000) -> None:
    for _ in range(slices):
        if made.stage == "playing":
            made.step()


def keys_of_buttons(made: ExperimentDesk) -> set[str]:
    found = {each["key"] for block in made.blocks() if block["t"] == "buttons" for each in block["items"]}
    return found | {block["submit"]["key"] for block in made.blocks() if block["t"] == "ask"}


def block(made: ExperimentDesk, kind: str) -> dict[str, Any] | None:
    return next((each for each in made.blocks() if each["t"] == kind), None)


# --- to the end


def test_before_the_start_nothing_is_played_and_nothing_is_shown():
    made = desk()
    made.step()
    assert (made.stage, made.runs, made.figure()) == ("ready", [], None)
    assert keys_of_buttons(made) == {"start"}
    assert "200 games" in str(made)


def test_a_run_of_200_games_finds_what_the_lab_finds():
    made = played()
    games = simulate(GAMES, QUICK.bots, "short", seed=1, executor=Serial())
    assert GAMES == 200
    assert made.stage == "done"
    assert made.runs[0].rows == list(games)
    assert made.runs[0].result == arrests_per_round(games)
    figure = made.figure()
    assert figure is not None
    assert [row[0] for row in figure.twin.rows] == [f"after {n} games" for n in LOOKS]


def test_it_shows_how_far_it_is_and_its_interval_grows_narrower():
    made = desk()
    made.handle(START)
    assert block(made, "progress") == {
        "t": "progress",
        "label": "Games played so far: 0 of 200.",
        "value": 0,
        "most": 200,
    }
    play_on(made, 3)
    progress = block(made, "progress")
    assert progress is not None
    assert progress["value"] == 3 * SLICE
    assert made.figure() is None
    play_on(made)
    widths = [look.high - look.low for look in made.runs[0].looks]
    assert len(widths) == len(LOOKS)
    assert widths[-1] < widths[0] / 2
    table = block(made, "table")
    assert table is not None
    assert [row[0] for row in table["rows"]] == [f"after {n} games" for n in LOOKS]


def test_the_same_seed_says_the_same_twice():
    one, other = done(), played()
    assert str(one) == str(other)
    assert one.blocks() == other.blocks()
    figures = [each.figure() for each in (one, other)]
    assert figures[0] == figures[1]


def test_a_screen_reader_hears_of_the_looks_and_of_the_end_only():
    made = desk()
    made.handle(START)
    heard = [made.news]
    while made.stage == "playing":
        made.step()
        heard.append(made.news)
    assert len([news for news in heard if news]) == 1 + len(LOOKS)


# --- the guess


@pytest.mark.parametrize("message", [{"do": "start"}, {"do": "start", "values": {"guess": "many"}}])
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_without_a_guess_nothing_is_played_and_a_kind_sentence_asks_for_one(message, lang):
    made = desk(lang=lang)
    made.handle(message)
    assert (made.stage, made.runs, made.memory()) == ("ready", [], None)
    assert made.news == made.texts.say("experiment.guess-needed")
    assert any(each.get("text") == made.news for each in made.blocks())


@pytest.mark.parametrize(("guess", "key"), [("0", "below"), ("100", "above"), ("", "inside")])
def test_a_guess_is_compared_with_the_interval(guess, key):
    made = desk()
    guess = guess or str(round(100 * done().runs[0].result.value))
    made.handle({"do": "start", "values": {"guess": guess}})
    play_on(made)
    assert str(made).endswith(made.texts.say(f"experiment.{key}", guess=guess))


# --- chance


def test_whoever_comes_back_finds_the_guess_and_the_same_games():
    seeds = count(5)
    made, later = ExperimentDesk(QUICK, "en", seeds), ExperimentDesk(QUICK, "en", seeds)
    made.handle(START)
    play_on(made, 1)
    memory = made.memory()
    assert memory is not None
    later.restore(memory)
    field = block(later, "ask")
    assert field is not None
    assert field["fields"][0]["value"] == "20"
    later.handle(START)
    play_on(later, 1)
    assert later.runs[0].rows == made.runs[0].rows


def test_whoever_begins_again_gets_other_games():
    made = ExperimentDesk(QUICK, "en", count(5))
    made.handle(START)
    play_on(made, 1)
    before = made.runs[0].rows
    made.handle({"do": "stop"})
    made.handle({"do": "start"})
    play_on(made, 1)
    assert made.runs[0].rows != before


@pytest.mark.parametrize("memory", [{}, {"guess": "20"}, {"guess": True}, {"guess": 20, "seed": -1}, {"seed": 7}])
def test_what_cannot_be_taken_up_is_ignored(memory):
    made = desk()
    made.restore(memory)
    assert made.seed == 1
    assert made.guess == (20 if memory.get("guess") == 20 else None)


# --- stopping and beginning again


def test_after_a_stop_only_the_games_that_were_played_count():
    made = desk()
    made.handle(START)
    play_on(made, 8)
    made.handle({"do": "stop"})
    made.step()
    assert made.stage == "stopped"
    assert len(made.runs[0].rows) == 8 * SLICE
    assert f"{8 * SLICE} of 200" in str(made)
    assert made.runs[0].result.n == sum(row.rounds for row in made.runs[0].rows)
    assert made.figure() is not None
    assert keys_of_buttons(made) == {"go-on", "again"}


def test_a_stopped_run_that_goes_on_ends_as_if_nobody_had_stopped_it():
    made = desk()
    made.handle(START)
    play_on(made, 7)
    made.handle({"do": "stop"})
    made.handle({"do": "go-on"})
    play_on(made)
    assert str(made) == str(done())


def test_a_stop_before_the_first_game_says_so():
    made = desk()
    made.handle(START)
    made.handle({"do": "stop"})
    assert "before the first game" in str(made)
    assert made.figure() is None


def test_beginning_again_forgets_what_was_played():
    made = played()
    made.handle({"do": "another"})
    play_on(made, 2)
    made.handle({"do": "stop"})
    made.handle(START)
    assert [len(run.rows) for run in made.runs] == [0]
    play_on(made)
    assert str(made) == str(done())


def test_another_200_games_are_other_games_and_all_together_know_more():
    made = played()
    made.handle({"do": "another"})
    play_on(made)
    assert [row.game for run in made.runs for row in run.rows] == list(range(2 * GAMES))
    figure = made.figure()
    assert figure is not None
    assert [row[0] for row in figure.twin.rows] == ["games 1–200", "games 201–400", "all together"]


def test_after_some_runs_it_is_enough():
    made = played()
    for _ in range(MOST_RUNS + 1):
        made.handle({"do": "another"})
        play_on(made)
    assert len(made.runs) == MOST_RUNS
    assert keys_of_buttons(made) == {"again"}


@pytest.mark.parametrize("message", [{"do": "stop"}, {"do": "go-on"}, {"do": "another"}])
def test_what_does_not_fit_now_changes_nothing(message):
    made = desk()
    made.handle(message)
    assert (made.stage, made.runs) == ("ready", [])


def test_a_second_start_while_games_are_played_changes_nothing():
    made = desk()
    made.handle(START)
    play_on(made, 2)
    made.handle(START)
    assert len(made.runs[0].rows) == 2 * SLICE


def test_an_unknown_message_is_refused():
    with pytest.raises(UnknownMessage):
        desk().handle({"do": "cheat"})


def test_an_interruption_stops_and_loses_nothing(monkeypatch):
    made = desk()
    made.handle(START)
    play_on(made, 2)
    whole = simulate

    def interrupted(*given, **more):
        games = whole(*given, **more)[:2]
        games.complete = False
        return games

    monkeypatch.setattr(experiments, "simulate", interrupted)
    made.step()
    assert made.stage == "stopped"
    assert len(made.runs[0].rows) == 2 * SLICE + 2
    monkeypatch.undo()
    made.handle({"do": "go-on"})
    play_on(made)
    assert made.runs[0].rows == done().runs[0].rows
    assert made.runs[0].looks == done().runs[0].looks


# --- faults


class Falling:
    """A bot that does not know what to do in the second slice."""

    games = 0

    def __init__(self) -> None:
        Falling.games += 1

    def __call__(self, seen, rng):
        if Falling.games > 2 * (SLICE + 1):
            raise ZeroDivisionError("no idea")
        return random_bot(seen, rng)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_failing_bot_is_told_kindly_and_one_can_try_again(lang):
    Falling.games = 0
    made = desk(Experiment(**{**vars(QUICK), "bots": (Falling, Falling)}), lang)
    made.handle(START)
    play_on(made)
    assert made.stage == "failed"
    assert str(made).endswith(made.texts.say("experiment.failed"))
    assert made.news == made.texts.say("experiment.failed")
    assert "no idea" in made.report
    assert ' "/' not in made.report  # no folder of this computer
    assert made.figure() is None
    assert keys_of_buttons(made) == {"again"}
    Falling.games = -10_000
    made.handle(START)
    play_on(made)
    assert made.stage == "done"
    assert made.report == ""


# --- on a page


def test_on_a_running_loop_it_plays_by_itself_and_hears_a_stop():
    async def lesson() -> tuple[ExperimentDesk, int]:
        made = desk()
        shown = []

        def refresh() -> None:
            shown.append(len(made.runs[-1].rows))
            if shown[-1] == 4 * SLICE:
                asyncio.get_running_loop().call_soon(made.handle, {"do": "stop"})

        made.refresh = refresh
        made.handle(START)
        assert made._task is not None
        await made._task
        assert made.stage == "stopped"
        made.handle({"do": "go-on"})
        await made._task
        return made, len(shown)

    made, times = asyncio.run(lesson())
    assert made.stage == "done"
    assert times == GAMES // SLICE
    assert str(made) == str(done())


def test_a_stop_and_a_go_on_in_one_breath_leave_one_task():
    async def lesson() -> ExperimentDesk:
        made = desk()
        made.handle(START)
        first = made._task
        await asyncio.sleep(0)
        made.handle({"do": "stop"})
        made.handle({"do": "go-on"})
        assert made._task is first
        assert first is not None
        await first
        return made

    assert asyncio.run(lesson()).stage == "done"


def test_the_panel_shows_what_the_desk_does_by_itself(monkeypatch):
    made = desk()
    panel = Panel(made, MemoryStorage(), "key")
    views = []
    monkeypatch.setattr(panel.widget, "send", lambda content, buffers=None: views.append(content["view"]))

    async def lesson() -> None:
        panel._receive(panel.widget, START, [])
        assert made._task is not None
        await made._task

    asyncio.run(lesson())
    assert len(views) == 1 + GAMES // SLICE
    assert [view["n"] for view in views] == sorted({view["n"] for view in views})
    assert "200" in views[-1]["say"]
    assert panel.page.problem is None
    assert list(panel.children) == [panel.widget, panel.output]


def test_a_fault_of_the_picture_is_told_on_the_page(monkeypatch):
    panel = Panel(desk(), MemoryStorage(), "key")
    views = []
    monkeypatch.setattr(panel.widget, "send", lambda content, buffers=None: views.append(content["view"]))
    monkeypatch.setattr(panel.desk, "blocks", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        panel.desk.refresh()
    assert views[-1]["dialog"] is not None
    assert "ZeroDivisionError" in (panel.page.problem or "")


def test_a_notebook_asks_for_it_by_name(in_lesson):
    panel = experiment("arrests")
    assert repr(panel) == str(ExperimentDesk(ARRESTS, "en", repeat(1)))
    with pytest.raises(LookupError, match="arrests"):
        experiment("rain")


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_experiment_has_words_and_can_be_played(name, lang):
    made = desk(EXPERIMENTS[name], lang)
    made.handle(START)
    play_on(made, 1 + random.Random(name).randrange(3))
    assert made.stage == "playing"
    assert "%" in next(each["text"] for each in made.blocks()[2:] if each["t"] == "text")
