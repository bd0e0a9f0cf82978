"""Tables are guessed before they are played, can be stopped and played on, and say the same for the same bots."""

from itertools import count, repeat
from typing import Any

import pytest

from mali_powstancy.classroom import temper_tables
from mali_powstancy.classroom.desks import bot_tables
from mali_powstancy.classroom.desks.bot_tables import ORDER, TABLES, TempersDesk, found_by, seated
from mali_powstancy.classroom.desks.experiments import GAMES, MOST_RUNS, SLICE
from mali_powstancy.lab import Serial, simulate
from mali_powstancy.views.page.desk import UnknownMessage

RIVAL, HELPER, BALANCED = ORDER
MIXED = (RIVAL, HELPER, HELPER)


def desk(lang: str = "en") -> TempersDesk:
    return TempersDesk(lang, repeat(1))


def start(made: TempersDesk, *bots: str, guess: str = "30") -> None:
    values = {f"seat-{seat}": bot for seat, bot in enumerate(bots)} | {"guess": guess}
    made.handle({"do": "start", "values": values})


def play_on(made: TempersDesk, slices: int = 1000) -> None:
    for _ in range(slices):
        if made.stage == "playing":
            made.step()


def fill(made: TempersDesk) -> None:
    """End a run as if all its games were like those that were played."""
    run = made.runs[-1]
    if not run.rows:
        made.step()
    while len(run.rows) < GAMES - SLICE:
        run.rows.append(run.rows[len(run.rows) % SLICE]._replace(game=run.first + len(run.rows)))
    play_on(made)


def keys_of_buttons(made: TempersDesk) -> set[str]:
    found = {each["key"] for block in made.blocks() if block["t"] == "buttons" for each in block["items"]}
    return found | {block["submit"]["key"] for block in made.blocks() if block["t"] == "ask"}


def block(made: TempersDesk, kind: str) -> dict[str, Any]:
    return next(each for each in made.blocks() if each["t"] == kind)


# --- before and while


def test_before_the_start_nothing_is_played_and_nothing_is_shown():
    made = desk()
    made.step()
    assert (made.stage, made.runs, made.figure(), made.memory()) == ("ready", [], None, None)
    assert keys_of_buttons(made) == {"start"}
    assert "200 games" in str(made)


@pytest.mark.parametrize("guess", ["", "  ", "many", "101", "-1", "3,5", "٣", "1" * 50, "0" * 5_000, "9" * 5_000])
@pytest.mark.parametrize("lang", ["pl", "en"])
def test_without_a_guess_nothing_is_played_and_a_kind_sentence_asks_for_one(guess, lang):
    made = desk(lang)
    start(made, *MIXED, guess=guess)
    assert (made.stage, made.runs, made.guesses) == ("ready", [], {})
    assert made.trouble == made.news == made.texts.say("experiment.guess-needed")
    assert any(each.get("text") == made.trouble for each in made.blocks())
    fields = block(made, "ask")["fields"]
    assert [field["value"] for field in fields] == [*MIXED, guess]


@pytest.mark.parametrize(("guess", "read"), [("0", 0), ("100", 100), (" 30 ", 30), ("30%", 30), ("007", 7)])
def test_any_whole_number_up_to_100_is_a_guess(guess, read):
    made = desk()
    start(made, *MIXED, guess=guess)
    assert made.guesses == {MIXED: read}
    assert made.stage == "playing"
    assert keys_of_buttons(made) == {"stop", "start"}
    assert block(made, "ask")["submit"]["off"] == made.texts.say("experiment.started", n=GAMES)


@pytest.mark.parametrize("message", [{"do": "start"}, {"do": "start", "values": {"seat-0": "random"}}])
def test_a_start_without_a_table_is_refused(message):
    made = desk()
    with pytest.raises(ValueError, match=r"form|sits down"):
        made.handle(message)
    assert made.stage == "ready"


@pytest.mark.parametrize("message", [{"do": "stop"}, {"do": "go-on"}, {"do": "another"}])
def test_what_does_not_fit_now_changes_nothing(message):
    made = desk()
    made.handle(message)
    assert (made.stage, made.runs) == ("ready", [])


def test_an_unknown_message_is_refused():
    with pytest.raises(UnknownMessage):
        desk().handle({"do": "cheat"})


def test_a_second_start_while_games_are_played_changes_nothing():
    made = desk()
    start(made, *MIXED)
    play_on(made, 1)
    start(made, RIVAL, RIVAL, RIVAL)
    assert [run.bots for run in made.runs] == [MIXED]


# --- what is played


def test_the_seats_change_from_game_to_game():
    assert [seated(MIXED, game) for game in range(4)] == [
        MIXED,
        (HELPER, HELPER, RIVAL),
        (HELPER, RIVAL, HELPER),
        MIXED,
    ]


def test_the_games_are_those_of_the_lab_with_changing_seats():
    made = desk()
    start(made, *MIXED)
    play_on(made, 1)
    for game, row in enumerate(made.runs[0].rows):
        assert [row] == list(simulate([game], seated(MIXED, game), TABLES.scenario, 1, Serial()))


def test_all_tables_of_a_desk_get_the_same_deals_and_those_of_another_desk_others():
    seeds = count(1)
    made, other = TempersDesk("en", seeds), TempersDesk("en", seeds)
    for bots in (MIXED, (RIVAL,) * 3):
        start(made, *bots)
        made.handle({"do": "stop"})
    start(other, *MIXED)
    assert [run.seed for run in (*made.runs, *other.runs)] == [1, 1, 2]


def test_whoever_comes_back_finds_the_guesses_and_the_same_deals():
    made, later = desk(), TempersDesk("en", repeat(2))
    start(made, *MIXED)
    memory = made.memory()
    assert memory is not None
    later.restore(memory)
    assert (later.guesses, later.seed) == ({MIXED: 30}, 1)
    for damaged in ({}, {"guesses": 3}, {"guesses": {"rival": 30}, "seed": 4}, {"guesses": {" ".join(MIXED): "x"}}):
        fresh = desk()
        fresh.restore(damaged)
        assert (fresh.guesses, fresh.seed) == ({}, 1)


def test_the_same_bots_are_the_same_table_wherever_they_sit():
    made = desk()
    start(made, HELPER, RIVAL, HELPER)
    play_on(made, 1)
    made.handle({"do": "stop"})
    start(made, HELPER, HELPER, RIVAL, guess="")
    assert [run.bots for run in made.runs] == [MIXED]
    play_on(made, 1)
    assert len(made.runs[0].rows) == 2 * SLICE


def test_all_wins_and_common_defeats_make_up_all_games():
    made = desk()
    start(made, RIVAL, HELPER, BALANCED)
    play_on(made, 4)
    found = found_by((RIVAL, HELPER, BALANCED), made.runs[0].rows)
    assert found.games == 4 * SLICE
    assert sum(each.value for each in found.wins.values()) + found.lost.value == pytest.approx(1)
    mixed = found_by(
        MIXED, [row._replace(winners=(seated(MIXED, row.game).index(RIVAL),)) for row in made.runs[0].rows]
    )
    assert (mixed.wins[RIVAL].value, mixed.wins[HELPER].value) == (1, 0)


# --- what is said


def test_after_a_stop_only_the_games_that_were_played_count_and_one_can_go_on():
    made = desk()
    start(made, *MIXED)
    play_on(made, 2)
    made.handle({"do": "stop"})
    assert f"{2 * SLICE} of 200" in str(made)
    assert keys_of_buttons(made) == {"go-on", "start"}
    assert block(made, "table")["rows"][0][:3] == ["1 × rival, 2 × helper", str(2 * SLICE), "30%"]
    assert made.figure() is not None
    made.handle({"do": "go-on"})
    assert made.stage == "playing"


@pytest.mark.parametrize(("guess", "key"), [("0", "below"), ("100", "above")])
def test_a_guess_is_compared_with_the_interval(guess, key):
    made = desk()
    start(made, RIVAL, RIVAL, RIVAL, guess=guess)
    fill(made)
    assert made.stage == "done"
    said = next(each["text"] for each in made.blocks() if each.get("role") == "good")
    assert said.endswith(made.texts.say(f"experiment.{key}", guess=guess))


def test_a_guess_that_fits_is_told_so():
    made = desk()
    start(made, RIVAL, RIVAL, RIVAL)
    fill(made)
    bots = made.runs[-1].bots
    made.guesses[bots] = round(100 * made.found[bots].lost.value)
    assert made._found().endswith(made.texts.say("experiment.inside", guess=made.guesses[bots]))


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_table_stays_in_the_table_and_in_the_figure(lang):
    made = desk(lang)
    for bots in (MIXED, (BALANCED,) * 3):
        start(made, *bots)
        fill(made)
    table = block(made, "table")
    assert [len(row) for row in table["rows"]] == [len(table["head"])] * 2 == [7, 7]
    assert [row.count("–") for row in table["rows"]] == [1, 2]
    figure = made.figure()
    assert figure is not None
    names = [row[0] for row in table["rows"]]
    assert [row[0] for row in figure.twin.rows] == names
    assert all(name in figure.summary for name in names)
    assert all(name in str(made) for name in names)


@pytest.mark.slow
def test_another_200_games_join_those_before_and_after_some_runs_it_is_enough():
    made = desk()
    start(made, *MIXED)
    fill(made)
    for _ in range(MOST_RUNS - 1):
        made.handle({"do": "another"})
        fill(made)
    assert [run.first for run in made.runs] == [GAMES * at for at in range(MOST_RUNS)]
    assert made.found[MIXED].games == GAMES * MOST_RUNS
    assert keys_of_buttons(made) == {"start"}
    start(made, *MIXED, guess="")
    assert made.stage == "done"
    assert "1000" in made.trouble


def test_a_failure_is_told_kindly_and_one_can_try_again(monkeypatch):
    made = desk()
    start(made, *MIXED)
    monkeypatch.setattr(bot_tables, "simulate", lambda *given, **more: 1 / 0)
    made.step()
    assert made.stage == "failed"
    assert str(made).endswith(made.texts.say("experiment.failed"))
    assert ' "/' not in made.report
    assert keys_of_buttons(made) == {"start"}
    monkeypatch.undo()
    start(made, *MIXED, guess="")
    play_on(made, 1)
    assert len(made.runs) == 1
    assert len(made.runs[0].rows) == SLICE


def test_a_notebook_asks_for_it_by_name(in_lesson):
    assert repr(temper_tables()) == str(desk())
