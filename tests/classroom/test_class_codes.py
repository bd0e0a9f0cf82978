import json
import random
import re
import string
import tomllib
from functools import cache
from pathlib import Path

import pytest

from mali_powstancy.bots.roster import bot_named
from mali_powstancy.classroom.desks.class_codes import MOST_LINES, ClassDesk, game_in, sample_codes, sample_games
from mali_powstancy.classroom.lesson_files import lesson
from mali_powstancy.engine import (
    load_scenario,
    outcome,
    scores,
)
from mali_powstancy.engine.scoring import Ending, return_bonus
from mali_powstancy.engine.tally import DELIVERED, LATE
from mali_powstancy.history import places
from mali_powstancy.tabletop.codes import LETTERS, code_of
from mali_powstancy.tabletop.packing import ExerciseSave, Save, pack
from mali_powstancy.tabletop.playing import play_game
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.games import order_lives, ways_of
from mali_powstancy.views.page.desk import UnknownMessage

LANGUAGES = ("pl", "en")
LESSONS = Path(__file__).parents[2] / "lessons"
SAMPLES = Path(__file__).parents[2] / "mali_powstancy" / "data" / "lessons" / "sample-games.toml"


@cache
def played(scenario: str, players: int, seed: int) -> Session:
    bots = [bot_named("random") for _ in range(players)]
    return play_game(load_scenario(scenario), players, bots, random.Random(seed))


@cache
def save_of(scenario: str = "short", players: int = 2, seed: int = 1) -> Save:
    """A game of persons, as far as its record says."""
    return Save.of(played(scenario, players, seed), ("person",) * players)


@cache
def eight_codes() -> tuple[str, ...]:
    return tuple(code_of(save_of("short", 2 + number % 3, number)) for number in range(8))


def pasted(text: str, lang: str = "pl") -> ClassDesk:
    desk = ClassDesk(lang)
    desk.handle({"do": "read", "values": {"codes": text}})
    return desk


def shown(desk: ClassDesk) -> str:
    """Everything that the page shows but what stands in the field, as text."""
    return repr([block for block in desk.blocks() if block["t"] != "ask"])


def table_of(desk: ClassDesk) -> dict:
    (found,) = [block for block in desk.blocks() if block["t"] == "table"]
    return found


# Eight codes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_eight_codes_give_eight_rows_and_one_map(lang):
    desk = pasted("\n".join(eight_codes()), lang)
    assert [group.number for group in desk.groups] == list(range(1, 9))
    assert desk.refused == []
    rows = table_of(desk)["rows"]
    name = texts_for(lang).say("figure.class.group", n=8)
    assert rows[7][0] == name
    assert all(len(row) == len(table_of(desk)["head"]) for row in rows)
    figure = desk.figure()
    assert figure is not None
    assert name in str(figure.twin)
    assert str(sum(group.delivered for group in desk.groups)) in desk.news


def test_a_row_says_what_the_game_came_to():
    desk = pasted("\n".join(sample_codes()))
    fates = [[life.fate for life in order_lives(Session.from_record(record))] for record in sample_games()]
    for row, found, record in zip(table_of(desk)["rows"], fates, sample_games(), strict=True):
        state = Session.from_record(record).state
        numbers = (found.count(DELIVERED), found.count(LATE), len(state.tokens), state.round)
        assert row[1:5] == [str(number) for number in numbers]


def test_groups_stay_in_the_order_of_their_codes_whatever_they_have_done():
    codes = eight_codes()
    there, back = pasted("\n".join(codes)), pasted("\n".join(reversed(codes)))
    cells = [row[1:] for row in table_of(there)["rows"]]
    assert cells != sorted(cells, reverse=True), "the sample would hide a ranking"
    assert [row[1:] for row in table_of(back)["rows"]] == cells[::-1]


def test_no_row_names_a_winner_or_a_patrol():
    desk = pasted("\n".join(eight_codes()))
    rows = repr(table_of(desk)["rows"])
    for patrol in load_scenario("short").patrols.values():
        assert patrol.name not in rows
    assert "wygr" not in rows


def test_blank_lines_spaces_small_letters_and_counting_do_not_matter():
    one, two, three = eight_codes()[:3]
    messy = f"\n\n  1. {one.lower()}  \r\n\n\t2) {two.replace('-', ' ')}\n \n3: {three.replace('-', '')}\n\n"
    desk = pasted(messy)
    assert desk.refused == []
    assert [group.game.record for group in desk.groups] == [
        group.game.record for group in pasted("\n".join((one, two, three))).groups
    ]


def test_a_packed_save_counts_as_well_as_a_code():
    desk = pasted(f"{pack(save_of(seed=3))}\n{code_of(save_of(seed=4))}")
    assert [group.game.record for group in desk.groups] == [save_of(seed=3).record, save_of(seed=4).record]


def test_the_same_game_counts_once_also_as_a_save():
    save = save_of(seed=3)
    desk = pasted(f"{code_of(save)}\n{pack(save)}")
    assert len(desk.groups) == 1
    assert desk.refused[0].number == 2
    assert desk.refused[0].why == texts_for("pl").say("class.again", other=1)


@pytest.mark.parametrize("scenario", ["basic", "extended", "short", "short-extended", "basic-1", "extended-1"])
def test_games_of_all_scenarios_come_onto_one_map(scenario):
    desk = pasted("\n".join([code_of(save_of(scenario, 3, 5)), *eight_codes()]))
    assert len(desk.groups) == 9
    assert desk.figure() is not None


# Games that still go on -----------------------------------------------------------------------------------------------


def cut(session: Session, steps: int) -> Session:
    shorter = Session(session.opening)
    shorter.steps = session.steps[:steps]
    return shorter


@pytest.mark.parametrize("steps", [0, 5, 40])
def test_a_game_that_goes_on_counts_and_says_so(steps):
    code = code_of(Save.of(cut(played("short", 2, 1), steps), ("person", "person")))
    (row,) = table_of(pasted(code))["rows"]
    assert row[-1] == texts_for("pl").say("class.goes-on")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_secrets_of_a_running_game_are_shown_nowhere(lang):
    texts = texts_for(lang)
    whole = played("extended", 2, 7)
    goals = sorted({goal for step in whole.steps for seat in step.state.goals for goal in seat})
    assert goals
    for steps in range(0, len(whole.steps) - 1, 9):
        session = cut(whole, steps)
        desk = pasted(code_of(Save.of(session, ("person", "person"))), lang)
        figure = desk.figure()
        assert figure is not None
        everything = f"{shown(desk)} {desk} {desk.news} {json.dumps(figure.spec)} {figure.summary} {figure.twin}"
        for goal in goals:
            assert goal not in everything
            assert texts.goal(goal, whole.opening.game) not in everything


# Damage ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", range(1, 9))
def test_a_damaged_line_is_named_and_the_others_count(line):
    codes = list(eight_codes())
    codes[line - 1] = codes[line - 1][:-1] + LETTERS[LETTERS.index(codes[line - 1][-1]) - 1]
    desk = pasted("\n".join(codes))
    assert [group.number for group in desk.groups] == [number for number in range(1, 9) if number != line]
    (refused,) = desk.refused
    texts = texts_for("pl")
    mistyped = texts.say("table.save.mistyped")
    assert refused == (line, mistyped)
    assert texts.say("class.line", n=line, why=mistyped) in shown(desk)
    assert f"{texts.say('figure.class.group', n=line)} (".capitalize() in shown(desk), "as the table names the group"
    assert texts.say("figure.class.group", n=line) not in [row[0] for row in table_of(desk)["rows"]]


def test_one_wrong_letter_is_found_in_every_place_of_a_code():
    code = sample_codes()[1]
    for place, letter in enumerate(code):
        if letter == "-":
            continue
        other = LETTERS[(LETTERS.index(letter) + 1) % len(LETTERS)]
        desk = pasted(code[:place] + other + code[place + 1 :])
        assert desk.groups == []
        assert len(desk.refused) == 1


NO_GAMES = {
    "a word": "dzień dobry",
    "a name": "Ala Kowalska",
    "too short": "M1",
    "cut off": sample_codes()[0][:30],
    "two codes in a line": f"{sample_codes()[0]} {sample_codes()[1]}",
    "an empty save": "MP1.AAAA",
    "an exercise": pack(ExerciseSave("03-a", 1)),
    "a newer save": "MP9.ABCDEFG",
    "half a save": pack(save_of(seed=3))[:60],
    "very long": "M" * 100_000,
    "emoji": "🙂🙂🙂🙂🙂🙂🙂🙂",
    "a formula": "=1+1",
    "html": "<script>alert(1)</script>",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", NO_GAMES.values(), ids=NO_GAMES)
def test_what_is_no_game_gets_a_kind_sentence(text, lang):
    desk = pasted(text, lang)
    assert (desk.groups, desk.figure()) == ([], None)
    (refused,) = desk.refused
    assert refused.number == 1
    assert refused.why.endswith((".", "?"))
    assert desk.news == texts_for(lang).say("class.none")


def test_the_first_lesson_is_no_game_of_a_group():
    save = save_of()._replace(lesson=3)
    for text in (pack(save), code_of(save)):
        (refused,) = pasted(text).refused
        assert refused.why == texts_for("pl").say("table.save.exercise")


def test_what_somebody_has_typed_is_not_said_again():
    desk = pasted(f"Ala Kowalska\n{sample_codes()[0]}")
    assert "Kowalska" not in shown(desk) + str(desk) + desk.news


def test_nonsense_of_any_kind_is_borne():
    rng = random.Random(4)
    for _ in range(200):
        desk = pasted("".join(rng.choices(string.printable + "ąęłż–—🙂\u200b", k=rng.randrange(200))))
        assert desk.groups == []
        assert desk.blocks()


@pytest.mark.parametrize("values", [None, [], "text", {"codes": None}, {"codes": 7}, {"codes": ["M"]}, {}])
def test_a_form_without_codes_changes_nothing(values):
    desk = pasted(sample_codes()[0])
    desk.handle({"do": "read", "values": values})
    assert len(desk.groups) == 1


def test_an_unknown_message_is_refused():
    with pytest.raises(UnknownMessage):
        ClassDesk("pl").handle({"do": "rank"})


def test_two_hundred_lines_are_read_up_to_the_size_of_a_class():
    desk = pasted("\n".join([*eight_codes(), *(f"line {number}" for number in range(192))]))
    assert len(desk.groups) == 8
    assert len(desk.groups) + len(desk.refused) == MOST_LINES
    assert texts_for("pl").say("class.too-many", most=MOST_LINES) in shown(desk)
    assert len(desk.lines) == 200, "nothing that was pasted is thrown away"


# Pressing buttons -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_before_anything_is_pasted_the_desk_says_so_calmly(lang):
    desk = ClassDesk(lang)
    assert str(desk) == texts_for(lang).say("class.state.empty")
    assert desk.figure() is None
    desk.handle({"do": "read", "values": {"codes": " \n "}})
    assert texts_for(lang).say("class.empty") in shown(desk)


def test_a_draft_is_noted_but_not_yet_read():
    desk = ClassDesk("pl")
    desk.handle({"do": "draft", "key": "codes-0", "values": {"codes": "\n".join(eight_codes())}})
    assert len(desk.lines) == 8
    assert desk.groups == []
    assert desk.figure() is None


def test_a_line_can_be_removed():
    desk = pasted("\n".join([eight_codes()[0], "MXXX", eight_codes()[1]]))
    desk.handle({"do": "remove", "line": 2})
    assert [group.number for group in desk.groups] == [1, 2]
    assert desk.refused == []
    (form,) = [block for block in desk.blocks() if block["t"] == "ask"]
    assert form["fields"][0]["value"] == "\n".join(eight_codes()[:2])


@pytest.mark.parametrize("line", [0, -1, 9, True, "1", None, 1.0])
def test_a_line_that_is_not_there_cannot_be_removed(line):
    desk = pasted("\n".join(eight_codes()))
    desk.handle({"do": "remove", "line": line})
    assert len(desk.groups) == 8


def test_every_line_has_a_button_to_remove_it_also_a_bad_one():
    desk = pasted(f"{eight_codes()[0]}\nMXXX")
    for lines in (2, 1):
        sent = [item["do"] for block in _inside(desk.blocks()) if block["t"] == "buttons" for item in block["items"]]
        assert [do["line"] for do in sent if do["do"] == "remove"] == list(range(1, lines + 1))
        desk.handle({"do": "remove", "line": 1})
    assert desk.lines == []


def _inside(blocks):
    for block in blocks:
        yield block
        yield from _inside(block.get("blocks", ()))


def test_all_lines_can_be_removed_for_the_next_class():
    desk = pasted("\n".join(eight_codes()))
    desk.handle({"do": "clear"})
    assert (desk.lines, desk.groups, desk.figure(), desk.memory()) == ([], [], None, None)
    assert str(desk) == texts_for("pl").say("class.state.empty")


# What is kept ---------------------------------------------------------------------------------------------------------


def test_codes_are_kept_and_taken_up_again():
    desk = pasted("\n".join([*eight_codes(), "MXXX"]))
    again = ClassDesk("pl")
    again.restore(json.loads(json.dumps(desk.memory())))
    assert str(again) == str(desk)
    assert again.memory() == desk.memory()
    assert again.figure() is not None
    assert again.news == ""


@pytest.mark.parametrize("memory", [{}, {"lines": None}, {"lines": "M"}, {"lines": [1, None, " "]}, {"read": True}])
def test_a_memory_that_does_not_fit_is_ignored(memory):
    desk = ClassDesk("pl")
    desk.restore(memory)
    assert desk.lines == []
    assert desk.blocks()


# The sample games, and what the lesson says about them ----------------------------------------------------------------


def test_the_sample_games_are_what_their_file_says():
    entries = tomllib.loads(SAMPLES.read_text("utf-8"))["game"]
    with_care = {place.object for place in places() if place.care and place.object}
    assert len(entries) == len(sample_codes()) == 3
    for entry in entries:
        save = game_in(entry["code"])
        session = Session.from_record(save.record)
        assert set(save.seats) == {entry["bots"]}
        assert len(save.seats) == entry["players"]
        assert save.record.scenario == entry["scenario"]
        ended = outcome(session.state)
        assert ended is not None
        assert ended.ending == entry["ending"]
        assert entry.get("stopped_in_round", session.state.round) == session.state.round
        assert not with_care & set(ways_of(session).fields), "nobody comes to a place that needs care"
    assert {entry["ending"] for entry in entries} == {Ending.ALL_ORDERS, Ending.STOPPED, Ending.TOKENS}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sample_is_added_to_what_is_there_and_marked_as_played_by_computers(lang):
    desk = pasted(eight_codes()[0], lang)
    for _ in range(2):
        desk.handle({"do": "sample"})
        names = [row[0] for row in table_of(desk)["rows"]]
        assert names[0] == texts_for(lang).say("figure.class.group", n=1)
        assert names[1:] == [
            texts_for(lang).say("class.by-computers", group=texts_for(lang).say("figure.class.group", n=number))
            for number in (2, 3, 4)
        ]


def test_exercise_a_is_right_about_the_map_of_the_three_games():
    right = set(lesson("04", "pl").exercises["04-a"].right_answer)
    sessions = [Session.from_record(record) for record in sample_games()]
    visits = {
        place: sum(ways_of(each).fields[place] for each in sessions) for place in load_scenario("short").board.place
    }
    late = [[life.fate for life in order_lives(each)].count(LATE) for each in sessions]
    delivered = [[life.fate for life in order_lives(each)].count(DELIVERED) for each in sessions]
    assert [place for place, number in visits.items() if number == max(visits.values())] == ["starowka"]
    assert visits["palacyk-michla"] == 0
    assert sum(number > 0 for number in late) == 1
    assert delivered[1] == min(delivered)
    assert sessions[1].state.round == min(each.state.round for each in sessions), "shorter, not worse"
    assert right == {"starowka", "michler", "late"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_exercise_b_quotes_the_log_of_the_second_game(lang):
    prose = re.sub(r"\[([^]]+)\]\(term:.*?\)", r"\1", (LESSONS / lang / "04-we-play.md").read_text("utf-8"))
    quoted = re.findall(r"^\d\. (.*→.*|.*: 6\.|.* 6 \w+\.)$", prose, re.MULTILINE)
    session, texts = Session.from_record(sample_games()[1]), texts_for(lang)
    events = [event for step in session.steps if step.state.round == 1 for event in step.events]
    log = [texts.event(event, session.opening.game) for event in events]
    places_in_log = [log.index(sentence) for sentence in quoted]
    assert len(quoted) == 6
    assert places_in_log == sorted(places_in_log), "in the order in which it happened"


def test_exercise_c_counts_as_the_engine_does():
    exercise = lesson("04", "pl").exercises["04-c"]
    state = Session.from_record(sample_games()[1]).state
    red = list(state.game.patrols).index("red")
    score = scores(state)[red]
    assert (score.orders, score.returned, score.total) == (8, 3, exercise.right_answer)
    assert return_bonus(state, red) == 3
    where = dict(zip(state.game.scouts, state.where, strict=True))
    assert (where["zosia"], where["felek"], where["antek"]) == ("plac-wilsona", "stary-mokotow", "starowka")
    carried = state.game.orders[state.order_of("zosia")]
    assert carried.points == 12
    assert state.game.scenario.return_bonus == (1, 3, 7)
    mistakes = dict(exercise.mistakes)
    assert {score.total + carried.points, score.orders, score.orders + carried.points} <= set(mistakes)
