"""Scripts and the exercises on the board: what every script keeps, and what is true of single ones."""

import re
from random import Random

import pytest

from mali_powstancy.engine import GameState, Phase, legal_moves, load_scenario, parse_move, play
from mali_powstancy.engine.events import OrderDelivered, ScoutArrested, ScoutDisplaced
from mali_powstancy.engine.moves import Jump, Walk
from mali_powstancy.history import care_note, places
from mali_powstancy.table.exercises import SCRIPTS
from mali_powstancy.table.exercises.die_and_soldier import catching_faces
from mali_powstancy.table.marks import Marks
from mali_powstancy.table.tutorial import TUTORIAL
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.library import GAMES, exercises_of, script_named
from mali_powstancy.tabletop.packing import ExerciseSave, SaveError, SaveFault, pack, unpack
from mali_powstancy.tabletop.saving import short_code
from mali_powstancy.tabletop.scripts import Lesson, Script, Verdict
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.board.board_view import board_in_words, board_view
from tests.table.play import buttons
from tests.table.script_checks import check_script, check_step, check_texts, host_of, keys_of, solution

EXERCISES = tuple(SCRIPTS.values())
OF_ALL_GAMES = {name: script for game_id in GAMES for name, script in exercises_of(game_id).items()}
CARE = {place.object for place in places() if place.care and place.object}
"""Objects of the board that were places of murder or imprisonment."""
OF_THE_RULEBOOK = ("03", "06")
ids = pytest.mark.parametrize("script", EXERCISES, ids=lambda script: script.id)
of_all_games = pytest.mark.parametrize("script", OF_ALL_GAMES.values(), ids=OF_ALL_GAMES)


# --- every script


@of_all_games
def test_every_exercise_can_be_done_explained_and_taken_back(script):
    check_script(script)


@pytest.mark.parametrize("number", [number for number, step in enumerate(TUTORIAL.steps) if step.wants])
def test_the_first_lesson_keeps_the_same_rules(number):
    if TUTORIAL.steps[number].key != "jump":  # with another card its second line is not possible
        check_step(TUTORIAL, number)


def test_the_texts_of_the_first_lesson_are_short_enough_too():
    check_texts(TUTORIAL)


def test_there_is_a_script_for_every_exercise_of_the_plan():
    assert list(OF_ALL_GAMES) == [
        *("02-a", "02-b"),
        *("03-a", "03-b", "03-c", "03-d", "03-e"),
        "05-a",
        *("06-a", "06-b", "06-c", "06-d", "06-e"),
        "14-a",
        *("12-a", "12-b", "12-c", "14-b"),
        *("13-a", "13-b", "13-c", "13-d", "14-c"),
    ]
    assert all(script.id == name and script.is_exercise for name, script in OF_ALL_GAMES.items())
    assert all(script_named(name) is script for name, script in OF_ALL_GAMES.items())
    assert not TUTORIAL.is_exercise


def test_an_unknown_exercise_is_refused_with_the_names_that_there_are():
    with pytest.raises(KeyError, match=r"03-a.*12-c"):
        script_named("03-z")


@of_all_games
def test_an_exercise_is_small_and_has_its_own_words_for_two_mistakes_or_more(script):
    assert 1 <= len(script.steps) <= 4
    assert len({mistake.why for step in script.steps for mistake in step.mistakes}) >= 2
    assert all(step.hint for step in script.steps if step.wants)
    own = {key for key in keys_of(script) if re.match(r"exercise\.\d", key)}
    assert all(key.startswith(f"exercise.{script.id}.") for key in own)


@ids
def test_places_of_murder_and_imprisonment_are_only_in_the_examples_of_the_rulebook_and_carry_a_note(script):
    named = places_of(script)
    assert named & CARE <= set(script.quiet)
    if not script.id.startswith(OF_THE_RULEBOOK):
        assert script.quiet == ()
        assert not any(place in text for place in CARE for text in moves_wanted(script))


def moves_wanted(script: Script) -> list[str]:
    return [move for step in script.steps for line in step.wants for move in line]


def places_of(script: Script) -> set[str]:
    """The objects that a script points at, walks to, or puts a scout beside."""
    named = set()
    for number, step in enumerate(script.steps):
        state = Lesson(script, number).session.state
        named |= {*(step.marks or Marks()).fields, *state.where, *(slot.order for slot in state.track)}
    words = " ".join([*named, *moves_wanted(script)])
    return {place.id for place in load_scenario("basic").board.places if re.search(rf"\b{place.id}\b", words)}


@pytest.mark.parametrize("language", languages())
def test_a_quiet_note_says_what_a_place_was_in_short_sentences(language):
    for script in EXERCISES:
        for place in script.quiet:
            said = care_note(place, language)
            assert max(len(sentence.split()) for sentence in re.split(r"(?<=[.;])\s+", said)) <= 25
            view = board_view(host_of(script, language), 1)
            assert said in [block.get("text") for block in view["panel"]]
            assert said in board_in_words(host_of(script, language))


def test_hostile_input_changes_nothing_and_gets_a_kind_sentence():
    for script in OF_ALL_GAMES.values():
        host = host_of(script, "pl")
        before = host.lesson.session.state
        for text in ("", "nonsense", "walk", "card 03", 7, None, ["end"]):
            answer = host.answer([text])
            assert (answer.passed, answer.kind) == (False, "unreadable")
            assert answer.message.endswith(".")
        assert host.lesson.session.state == before
        assert host.problem is None


# --- what the examples of the rulebook tell


def events_of(script: Script) -> list[object]:
    lesson = Lesson(script)
    events: list[object] = []
    while not lesson.is_over:
        events += lesson.attempt(lesson.wanted).played
    return events


@pytest.mark.parametrize(
    ("name", "delivered"),
    [
        ("02-a", OrderDelivered("zosia", "dworzec-pocztowy>wytwornia", 8)),
        ("02-b", OrderDelivered("zosia", "dworzec-pocztowy>wytwornia", 8)),
        ("03-a", OrderDelivered("zosia", "plac-wilsona>port", 15)),
        ("03-c", OrderDelivered("zosia", "starowka>przyczolek", 9)),
        ("03-c", OrderDelivered("hania", "sggw>past", 8)),
        ("03-d", OrderDelivered("gosia", "bank-polski>sggw", 9)),
        ("06-a", OrderDelivered("gosia", "cytadela>palacyk-michla", 9)),
        ("06-b", OrderDelivered("marysia", "stary-mokotow>cytadela", 14)),
        ("06-c", OrderDelivered("gosia", "dworzec-gdanski>bank-polski", 5)),
        ("06-e", OrderDelivered("gosia", "sggw>past", 8)),
        ("14-a", OrderDelivered("zosia", "dworzec-pocztowy>wytwornia", 8)),
        ("14-a", OrderDelivered("antek", "sggw>past", 8)),
    ],
)
def test_the_order_of_the_exercise_arrives(name, delivered):
    assert delivered in events_of(SCRIPTS[name])


@ids
def test_nobody_is_asked_whom_the_soldier_arrests(script):
    lesson = Lesson(script)
    while not lesson.is_over:
        assert lesson.session.state.phase != Phase.TARGET
        lesson.attempt(lesson.wanted)


def test_the_scout_on_the_closed_road_goes_to_the_nearer_end():
    assert ScoutDisplaced("hania", "przyczolek~szucha:1", "przyczolek") in events_of(SCRIPTS["03-e"])


def test_the_ways_round_a_closed_road_are_as_long_as_the_texts_say():
    state = Lesson(SCRIPTS["03-e"]).session.state
    board = state.game.board
    longer = {}
    for other in ("przyczolek", "sggw", "stary-mokotow", "plac-trzech-krzyzy"):
        road = next(road for road in board.roads_at["szucha"] if other in road.ends)
        around = board.ways(frozenset({road.id}), frozenset()).distances["szucha"][other]
        longer[other] = (board.free.distances["szucha"][other], around)
    assert longer == {"przyczolek": (3, 4), "sggw": (2, 3), "stary-mokotow": (1, 4), "plac-trzech-krzyzy": (2, 5)}


def test_the_wanted_road_makes_no_order_longer_and_that_of_marysia_one():
    game = Lesson(SCRIPTS["03-e"]).session.state.game

    def made_longer(road: str) -> list[str]:
        around, free = game.board.ways(frozenset({road}), frozenset()).distances, game.board.free.distances
        orders = game.orders.values()
        return [order.id for order in orders if around[order.start][order.to] > free[order.start][order.to]]

    assert made_longer("przyczolek~szucha") == []
    assert made_longer("szucha~sggw") == ["elektrownia>sggw"]


def test_the_ways_of_lesson_02_are_as_long_as_the_texts_say():
    board = load_scenario("basic-3").board
    closed = board.ways(frozenset({"bank-polski~past"}), frozenset())
    assert (board.free.distances["past"]["wytwornia"], closed.distances["past"]["wytwornia"]) == (3, 5)
    by_the_breweries = closed.distances["past"]["browary"] + closed.distances["browary"]["wytwornia"]
    assert by_the_breweries == 6
    far = board.free.distances
    assert far["past"]["elektrownia"] + far["elektrownia"]["wytwornia"] == 5


def test_the_order_that_cannot_wait_is_late_if_the_other_goes_first():
    state = Lesson(SCRIPTS["14-a"]).session.state
    far = state.game.board.free.distances
    assert (state.points, far["past"]["wytwornia"], far["elektrownia"]["past"]) == (3, 3, 2)
    for move in ("walk antek past~elektrownia:1", "walk antek past", "end", "end", "roll black 1"):
        state, _ = play(state, parse_move(move))
    assert (state.late, state.phase) == (("dworzec-pocztowy>wytwornia",), Phase.BLOCK_ROAD)
    race = Lesson(SCRIPTS["14-a"], 1).session.state
    assert far[race.position_of("olek")]["past"] == far[race.position_of("antek")]["past"] == 2


def test_with_the_swap_no_order_is_late():
    lesson = Lesson(SCRIPTS["06-c"], 2)
    assert lesson.session.state.late == ()
    assert ("dworzec-pocztowy>plac-wilsona", 4) in lesson.session.state.track


def test_what_gossip_tells_is_shown_to_the_pupil_only():
    host = host_of(SCRIPTS["06-d"])
    host.handle({"do": "play", "moves": ["gossip"]})
    heard = host.texts.say("table.label.gossip")
    assert heard in [block.get("label") for block in board_view(host, 1)["panel"]]
    assert "port>starowka" in host.observation.top


# --- out of reach


def safe_journeys(state: GameState) -> set[tuple[str, ...]]:
    """Everything that Zosia can do in her turn so that no face of the die leads to an arrest."""
    found: set[tuple[str, ...]] = set()
    at_die, _ = play(state, parse_move("end"))
    if catching_faces(at_die) == 0:
        found.add(("end",))
    for move in legal_moves(state):
        if isinstance(move, Walk | Jump) and move.scout == "zosia":
            found |= {(str(move), *line) for line in safe_journeys(play(state, move)[0])}
    return found


def test_every_way_out_of_reach_is_wanted_and_no_other():
    step = SCRIPTS["05-a"].steps[0]
    assert safe_journeys(Lesson(SCRIPTS["05-a"]).session.state) == set(step.wants)


@pytest.mark.parametrize(
    ("walks", "faces"),
    [([], 3), (["cytadela"], 2), (["cytadela", "plac-wilsona~cytadela:2"], 1), (["wytwornia~elektrownia:1"], 2)],
)
def test_the_exact_chance_tells_how_many_faces_still_reach_the_scout(walks, faces):
    host = host_of(SCRIPTS["05-a"])
    for field in walks:
        host.handle({"do": "play", "moves": [f"walk zosia {field}"]})
    host.handle({"do": "play", "moves": ["end"]})
    assert host.lesson.count == faces
    assert any(isinstance(event, ScoutArrested) for step in host.lesson.session.steps for event in step.events)
    assert f"{faces} of 6" in " ".join(str(block.get("text")) for block in board_view(host, 1)["panel"])


# --- the board of an exercise


def panel_texts(host) -> str:
    return " ".join(str(block.get("text", "")) for block in board_view(host, 1)["panel"])


def test_a_board_with_an_exercise_offers_no_games():
    host = host_of(SCRIPTS["03-a"])
    shown = set(buttons(board_view(host, 1)))
    assert {"undo", "hint", "text", "settings", "fullscreen"} <= shown
    assert not shown & {"game", "menu", "start", "leave-lesson", "open"}
    before = host.lesson
    for command in ("start", "start-lesson", "leave-lesson", "continue", "replay", "what-if", "stop"):
        host.handle({"do": command})
    host.handle({"do": "open", "text": "whatever"})
    for dialog in ("menu", "game", "open", "save", "end"):
        host.handle({"do": "dialog", "dialog": dialog})
        assert host.dialog is None
    assert host.lesson is before
    host.handle({"do": "dialog", "dialog": "settings"})
    host.handle({"do": "close"})
    assert host.dialog is None


def test_the_end_of_an_exercise_is_said_and_it_can_be_done_again():
    storage = MemoryStorage()
    host = host_of(SCRIPTS["03-b"], "en", storage)
    host.answer(solution(SCRIPTS["03-b"]))
    texts = host.texts
    assert texts.say("exercise.done") in panel_texts(host)
    assert texts.say("exercise.03-b.praise") in panel_texts(host)
    assert not host.can_choose
    assert board_view(host, 1)["marks"] == {}
    host.handle({"do": "try", "scout": "zosia", "field": "past"})
    host.handle({"do": "go-on"})
    assert host.lesson.is_over
    host.handle({"do": "again"})
    assert (host.lesson.number, host.can_choose) == (0, True)
    assert host_of(SCRIPTS["03-b"], "en", storage).lesson.number == 0


def test_a_hint_is_given_when_it_is_asked_for():
    host = host_of(SCRIPTS["02-a"])
    assert host.texts.say("exercise.02-a.hint.card") not in panel_texts(host)
    host.handle({"do": "hint"})
    assert host.texts.say("exercise.02-a.hint.card") in panel_texts(host)


def test_the_rules_say_themselves_why_something_is_forbidden():
    host = host_of(SCRIPTS["02-b"])
    host.handle({"do": "play", "moves": ["card 5"]})
    host.handle({"do": "play", "moves": ["walk zosia bank-polski"]})
    assert host.texts.say("refusal.road-blocked") in panel_texts(host)
    host = host_of(SCRIPTS["06-a"])
    host.handle({"do": "play", "moves": ["pals gosia tadek"]})
    assert host.texts.say("refusal.not-same-district") in panel_texts(host)
    host = host_of(SCRIPTS["03-c"])
    host.handle({"do": "try", "scout": "zosia", "field": "port"})
    assert "Distance: 3 spaces" in panel_texts(host)


def test_a_mistake_stays_on_the_board_until_it_is_taken_back():
    host = host_of(SCRIPTS["03-a"])
    before = host.lesson.session.state
    host.handle({"do": "play", "moves": ["end"]})
    assert host.texts.say("exercise.03-a.mistake.end-without-order") in panel_texts(host)
    assert not host.can_choose
    host.handle({"do": "undo"})
    assert host.lesson.session.state == before


def test_a_new_beginning_can_put_the_pupil_on_another_seat():
    host = host_of(SCRIPTS["03-c"])
    assert host.viewer == 0
    host.handle({"do": "play", "moves": ["jump zosia przyczolek"]})
    assert (host.viewer, host.state.to_act) == (1, 1)
    assert board_view(host, 1)["moved"] == []  # the pieces are set up anew


@ids
@pytest.mark.parametrize("language", languages())
def test_the_text_form_says_exercise_step_and_position(script, language):
    host = host_of(script, language)
    texts = texts_for(language)
    said = board_in_words(host)
    assert said.splitlines()[0] == texts.say("exercise.name", id=script.id, title=texts.say(script.title_key))
    assert texts.say(script.steps[0].text_key) in said
    assert all(texts.scout(scout, host.state.game) in said for scout in host.state.game.scouts)
    assert said == board_in_words(host_of(script, language)), "the same in every run"
    assert not re.search(r"[{}]|exercise\.|table\.|[a-z]~[a-z]|[a-z]>[a-z]|\bNone\b", said)
    host.answer(solution(script))
    done = board_in_words(host)
    assert texts.say("exercise.done") in done
    assert done != said


def test_a_board_without_an_exercise_keeps_its_text_form():
    host = Host(MemoryStorage(), "key", "en", Random(1))
    assert board_in_words(host) == host.texts.say("table.repr")
    with pytest.raises(ValueError, match="no exercise"):
        host.answer(["end"])


# --- saves


def test_a_save_of_something_else_stays_and_the_exercise_is_kept_beside_it():
    storage = MemoryStorage()
    host_of(SCRIPTS["03-a"], "en", storage).answer(solution(SCRIPTS["03-a"])[:1])
    other = storage.read("key")
    host = host_of(SCRIPTS["03-b"], "en", storage)
    assert host.lesson.number == 0
    host.answer(solution(SCRIPTS["03-b"])[:2])
    assert storage.read("key") == other
    assert host_of(SCRIPTS["03-b"], "en", storage).lesson.number == 1
    assert host_of(SCRIPTS["03-a"], "en", storage).lesson.number == 1


def test_an_exercise_that_has_become_shorter_opens_at_its_end():
    storage = MemoryStorage()
    storage.write("key", pack(ExerciseSave("03-a", 40)))
    assert host_of(SCRIPTS["03-a"], "en", storage).lesson.is_over


def test_a_saved_exercise_comes_back_and_older_programs_see_a_newer_format():
    save = ExerciseSave("03-a", 1)
    assert unpack(pack(save)) == save
    assert pack(save).startswith("MP2.")


@pytest.mark.parametrize(
    "save", [("", 0), ("A b", 0), ("03-a", -1), ("03-a", True), ("03-a", "1"), (3, 1), ("x" * 99, 1)]
)
def test_a_save_that_cannot_be_one_of_an_exercise_is_refused(save):
    with pytest.raises(SaveError) as caught:
        pack(ExerciseSave(*save))
    assert caught.value.fault is SaveFault.WRONG_SHAPE


def test_a_board_to_play_on_does_not_open_an_exercise_and_says_so():
    host = Host(MemoryStorage(), "key", "en", Random(1))
    host.handle({"do": "open", "text": pack(ExerciseSave("03-a", 1))})
    assert host.lesson is None
    assert host.notice is not None
    assert host.notice.say(host.texts) == host.texts.say("table.save.exercise")


def test_an_exercise_has_no_code():
    with pytest.raises(SaveError) as caught:
        short_code(host_of(SCRIPTS["03-a"]))
    assert caught.value.fault is SaveFault.EXERCISE


def test_a_part_of_the_answer_is_told_as_the_next_task():
    answer = host_of(SCRIPTS["06-a"]).answer(["walk gosia starowka~pawiak:1"])
    assert answer == Verdict(False, texts_for("en").say("exercise.06-a.step.pals"), "mistake")
    answer = host_of(SCRIPTS["06-a"]).answer(["walk gosia bank-polski"])
    assert answer == Verdict(False, texts_for("en").say("exercise.06-a.mistake.other-district"), "mistake")
    answer = host_of(SCRIPTS["06-a"]).answer(["pals gosia tadek"])
    assert answer == Verdict(False, texts_for("en").say("refusal.not-same-district"), "mistake")


def test_more_moves_than_the_exercise_asks_for_are_no_answer():
    script = SCRIPTS["03-a"]
    right = solution(script)
    assert host_of(script).answer(right).passed
    assert not host_of(script).answer([*right, "end"]).passed


def test_a_board_that_is_done_is_answered_anew():
    script = SCRIPTS["03-a"]
    host = host_of(script)
    assert host.answer(solution(script)).passed
    assert host.answer([]).kind == "empty"
    assert host.answer(solution(script)).passed
