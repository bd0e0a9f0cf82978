import ast
import re
from itertools import product
from pathlib import Path

import pytest

import mali_powstancy.table.tutorial as tutorial
import mali_powstancy.tabletop.scripts as scripts
from mali_powstancy.engine import Reason, legal_moves, parse_move, scores
from mali_powstancy.engine.board import road_id
from mali_powstancy.engine.events import (
    CardSealed,
    CardsRevealed,
    DieRolled,
    OrderDelivered,
    OrderLost,
    ScoutArrested,
    SoldierMoved,
    TimePassed,
    Walked,
)
from mali_powstancy.engine.state import Slot
from mali_powstancy.table.gestures import SOLDIER
from mali_powstancy.table.marks import Marks
from mali_powstancy.table.tutorial import PUPIL, REFUSALS, STEPS, TUTORIAL
from mali_powstancy.tabletop.game import IllegalMove
from mali_powstancy.tabletop.scripts import READ_FIRST, TAKE_BACK, Lesson, Reply, ScriptStep
from mali_powstancy.texts import languages, texts_for

ORDER = "dworzec-pocztowy>browary"
NUMBERS = {step.key: number for number, step in enumerate(STEPS)}
ILLEGAL = (
    "nonsense",
    "card 03",
    "card 9",
    "first 1",
    "draw plac-wilsona>port",
    "roll red 2",
    "walk antek plac-wilsona",
    "walk antek nowhere",
    "walk nobody past",
    "walk olek past",
    "walk kazik szucha",
    "jump antek port",
    f"collect zosia {ORDER}",
    "collect antek plac-wilsona>port",
    "drop felek",
    "place antek past",
    "target past",
    "extra antek",
    f"block {road_id('past', 'elektrownia')}",
    "gossip",
)


def at(key: str) -> Lesson:
    """The lesson at the step of this name."""
    return Lesson(TUTORIAL, NUMBERS[key])


def finish(lesson: Lesson) -> list[Reply]:
    """Do what the lesson asks until it is over."""
    replies = []
    while not lesson.is_over:
        replies.append(lesson.attempt(lesson.wanted) if lesson.wanted else lesson.go_on())
        assert replies[-1].advanced, lesson.step.key
    return replies


def delivers(lesson: Lesson) -> bool:
    return lesson.session.state.delivered == ((ORDER,), ())


def said(lesson: Lesson, *moves: str) -> str | None:
    """What the lesson says to these moves, none of which is played."""
    before = lesson.session.state, lesson.number
    reply = lesson.attempt(moves)
    assert (lesson.session.state, lesson.number) == before
    assert reply.played == ()
    assert not reply.advanced
    return reply.explanation


def mistaken(lesson: Lesson, *moves: str) -> Reply:
    """A mistake is played and explained; taking it back loses nothing and the lesson still reaches its end."""
    before, number = lesson.session.state, lesson.number
    reply = lesson.attempt(moves)
    assert reply.played
    assert not reply.advanced
    assert lesson.mistake == reply.explanation
    assert lesson.can_take_back
    assert lesson.session.state != before
    assert lesson.wanted == ()
    assert said(lesson, *moves) == reply.explanation  # first it has to be taken back
    assert lesson.go_on() == Reply((), None, advanced=False)
    assert (lesson.session.state, lesson.number, lesson.mistake) == (before, number, None)
    return reply


# The whole lesson ---------------------------------------------------------------------------------------------------


def test_the_lesson_has_ten_to_fourteen_steps_and_every_step_has_its_own_idea():
    assert 10 <= Lesson(TUTORIAL).total <= 14
    assert len(NUMBERS) == len(STEPS)
    for step in STEPS:
        assert (step.title_key, step.text_key) == (f"tutorial.title.{step.key}", f"tutorial.step.{step.key}")


@pytest.mark.parametrize("language", languages())
def test_the_wanted_moves_alone_lead_through_the_whole_lesson(language):
    texts, lesson = texts_for(language), Lesson(TUTORIAL)
    for number in range(lesson.total):
        assert (lesson.number, lesson.is_over, lesson.is_last) == (number, False, number == lesson.total - 1)
        assert texts.say(lesson.step.title_key)
        assert texts.say(lesson.step.text_key)
        if lesson.step.is_shown_only:
            reply = lesson.go_on()
        else:
            assert said(lesson) == lesson.go_on().explanation == lesson.step.first
            reply = lesson.attempt(lesson.wanted)
        assert reply.advanced
        assert (reply.explanation, reply.refused) == (None, None)
        assert all(texts.event(event, lesson.session.state.game) for event in reply.played)
    assert lesson.is_over
    assert lesson.number == lesson.total


def test_the_lesson_ends_with_a_delivered_order_and_its_points():
    lesson = Lesson(TUTORIAL)
    events = [event for reply in finish(lesson) for event in reply.played]
    assert OrderDelivered("antek", ORDER, 3) in events
    assert OrderLost("olek", ORDER) in events
    assert [score.orders for score in scores(lesson.session.state)] == [3, 0]
    assert not any(isinstance(event, ScoutArrested) for event in events)


def test_what_the_steps_tell_is_true_on_the_board():
    state = at("order").session.state
    assert state.track == (Slot(ORDER, 1),)
    assert (state.game.orders[ORDER].points, state.game.track_spaces) == (3, 5)
    far = state.game.board.free.distances["dworzec-pocztowy"]
    assert (far["past"], far["browary"], state.position_of("antek")) == (2, 2, "past")

    state = at("walk").session.state
    assert (state.cards, state.order_of_play, state.to_act) == ((3, 4), (0, 1), PUPIL)
    assert at("collect").session.state.position_of("antek") == "dworzec-pocztowy"
    state = at("share").session.state
    assert (state.points, state.order_of("antek")) == (1, ORDER)

    lesson = at("die")
    assert lesson.session.state.soldier == "plac-narutowicza"
    events = lesson.go_on().played
    assert next(event.number for event in events if isinstance(event, DieRolled)) == 1
    assert next(event.path for event in events if isinstance(event, SoldierMoved)) == ("reduta-wawelska",)
    assert TimePassed() in events

    state = at("time").session.state
    assert (state.track, state.round) == ((Slot(ORDER, 2),), 2)
    state = at("race").session.state
    assert state.order_of("antek") == state.order_of("olek") == ORDER
    state = at("jump").session.state
    assert (state.cards, state.order_of_play) == ((2, 3), (0, 1))


def test_the_card_of_the_other_patrol_stays_secret_until_the_reveal():
    events = at("time").go_on().played
    assert CardSealed(1, None) in events
    assert not any(isinstance(event, CardsRevealed) for event in events)


def test_when_the_lesson_is_over_nothing_more_happens():
    lesson = Lesson(TUTORIAL, len(STEPS))
    assert lesson.is_over
    assert lesson.step is STEPS[-1]
    assert lesson.wanted == ()
    assert lesson.go_on() == Reply((), None, advanced=False)
    assert said(lesson, "end") is None
    assert delivers(lesson)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.key)
def test_a_step_points_at_things_that_are_there(step: ScriptStep):
    state, marks = at(step.key).session.state, step.marks or Marks()
    assert set(marks.fields) <= set(state.game.board.fields)
    assert set(marks.pieces) <= {*state.game.scouts, SOLDIER}
    assert set(marks.orders) <= {slot.order for slot in state.track}
    assert set(marks.cards) <= set(state.hands[PUPIL])
    if step.wants:
        assert any(marks)
        assert set(marks.cards) in (set(), set(state.hands[PUPIL]))  # the answer is not given away


# Ways of one's own --------------------------------------------------------------------------------------------------


def test_every_wanted_line_of_every_step_leads_to_the_same_small_win():
    choices = [step.wants for step in STEPS if step.wants]
    delivered = 0
    for lines in product(*choices):
        lesson, left = Lesson(TUTORIAL), list(lines)
        while not lesson.is_over:
            if lesson.step.is_shown_only:
                lesson.go_on()
                continue
            line = left.pop(0)
            if lesson.step.key == "jump" and lesson.session.state.cards[PUPIL] == 1 and len(line) > 1:
                break  # one point is not enough to walk
            for move in line:
                assert lesson.attempt([move]).explanation is None
        else:
            assert delivers(lesson)
            delivered += 1
    assert delivered == 4 * 3


def test_several_walks_in_one_click_and_one_by_one_are_the_same():
    walks = ("walk antek past~dworzec-pocztowy:1", "walk antek dworzec-pocztowy")
    together, apart = at("walk"), at("walk")
    reply = together.attempt(walks)
    first, second = [apart.attempt([walk]) for walk in walks]
    assert (first.advanced, second.advanced, reply.advanced) == (False, True, True)
    assert reply.played == first.played + second.played
    assert together.session.state == apart.session.state
    assert together.number == apart.number == NUMBERS["collect"]


def test_what_is_tried_along_with_a_finished_step_belongs_to_the_next_one():
    lesson = at("walk")
    reply = lesson.attempt([*lesson.wanted, f"collect antek {ORDER}"])
    assert (reply.advanced, reply.explanation, lesson.step.key) == (True, None, "share")

    lesson = at("walk")
    reply = lesson.attempt([*lesson.wanted, "walk antek browary~dworzec-pocztowy:1"])
    assert reply.advanced
    assert reply.explanation == lesson.mistake == "tutorial.mistake.walk-without-order"
    lesson.take_back()
    assert lesson.session.state == at("collect").session.state


def test_a_move_within_a_step_can_be_taken_back():
    lesson = at("walk")
    assert not lesson.can_take_back
    lesson.attempt(["walk antek past~dworzec-pocztowy:1"])
    assert lesson.can_take_back
    lesson.take_back()
    assert lesson.session.state == at("walk").session.state
    assert not lesson.can_take_back
    lesson.take_back()
    assert lesson.session.state == at("walk").session.state
    finish(lesson)
    assert delivers(lesson)


# Mistakes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "moves", "why"),
    [
        ("card", ["card 1"], "card-too-low"),
        ("card", ["card 2"], "card-without-rest"),
        ("card", ["card 4"], "card-too-high"),
        ("card", ["card 5"], "card-too-high"),
        ("walk", ["walk antek bank-polski"], "walk-away"),
        ("walk", ["walk antek past~elektrownia:1", "walk antek elektrownia"], "walk-away"),
        ("walk", ["walk antek past~dworzec-pocztowy:1", "walk antek past"], "walk-away"),
        ("collect", ["walk antek browary~dworzec-pocztowy:1"], "walk-without-order"),
        ("collect", ["end"], "end-without-order"),
        ("share", ["drop antek"], "dropped"),
        ("race", ["card 4"], "card-too-late"),
        ("race", ["card 5"], "card-too-late"),
        ("jump", ["jump antek past"], "not-there"),
        ("jump", ["walk antek past~dworzec-pocztowy:1"], "not-there"),
        ("jump", ["end"], "end-too-early"),
        ("jump", ["drop antek"], "dropped"),
    ],
)
def test_a_mistake_is_played_explained_and_loses_nothing(key, moves, why):
    lesson = at(key)
    assert mistaken(lesson, *moves).explanation == f"tutorial.mistake.{why}"
    finish(lesson)
    assert delivers(lesson)


@pytest.mark.parametrize("moves", [["card 4"], ["card 5"]])
def test_with_a_high_card_the_other_patrol_really_delivers_first(moves):
    assert OrderDelivered("olek", ORDER, 3) in mistaken(at("race"), *moves).played


def test_who_ends_the_turn_too_early_sees_the_other_patrol_deliver():
    assert OrderDelivered("olek", ORDER, 3) in mistaken(at("jump"), "end").played


def test_with_card_1_a_walk_does_not_reach_the_destination_but_a_jump_does():
    lesson = at("race")
    assert lesson.attempt(["card 1"]).advanced
    reply = mistaken(lesson, "walk antek browary~dworzec-pocztowy:1")
    assert reply.explanation == "tutorial.mistake.not-there"
    assert lesson.attempt(["jump antek browary"]).advanced
    assert delivers(lesson)


def test_a_mistake_in_the_middle_of_a_line_goes_back_only_to_there():
    lesson = at("walk")
    lesson.attempt(["walk antek past~dworzec-pocztowy:1"])
    assert mistaken(lesson, "walk antek past").played == (Walked("antek", "past~dworzec-pocztowy:1", "past"),)
    assert lesson.wanted == ("walk antek dworzec-pocztowy",)
    finish(lesson)
    assert delivers(lesson)


def test_every_mistake_of_the_script_can_be_made():
    made = set()
    for number in range(len(STEPS)):
        for move in legal_moves(Lesson(TUTORIAL, number).session.state):
            lesson = Lesson(TUTORIAL, number)
            lesson.attempt([str(move)])
            made.add(lesson.mistake)
    assert made - {None} == {mistake.why for step in STEPS for mistake in step.mistakes}


# Kind words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "move", "why"),
    [
        ("map", "walk antek bank-polski", READ_FIRST),
        ("order", "card 3", READ_FIRST),
        ("die", "roll red 2", READ_FIRST),
        ("card", "walk antek bank-polski", "first.card"),
        ("walk", "walk felek szucha", "first.walk"),
        ("walk", "end", "first.walk"),
        ("walk", "jump antek dworzec-pocztowy", "first.no-jump-yet"),
        ("walk", f"collect antek {ORDER}", "refused.not-at-start"),
        ("walk", "walk antek dworzec-pocztowy", "refused.too-far"),
        ("walk", "walk olek bank-polski", "refused.other-patrol"),
        ("collect", "walk zosia plac-wilsona~cytadela:1", "first.collect"),
        ("share", "walk antek browary~dworzec-pocztowy:1", "first.another-scout"),
        ("share", "walk felek szucha", "first.quiet-place"),
        ("share", "end", "first.share"),
        ("race", "card 3", "refused.card-used"),
        ("race", "end", "first.race"),
        ("jump", "jump antek reduta-wawelska", "refused.soldier"),
        ("jump", "jump zosia cytadela", "first.jump"),
    ],
)
def test_a_move_that_comes_too_soon_or_is_forbidden_gets_a_kind_word(key, move, why):
    lesson = at(key)
    assert said(lesson, move) == (why if why == READ_FIRST else f"tutorial.{why}")
    finish(lesson)
    assert delivers(lesson)


def test_without_points_left_the_lesson_says_so():
    lesson = at("share")
    lesson.attempt(["walk felek sggw~stary-mokotow:1"])
    assert said(lesson, "walk felek stary-mokotow") == "tutorial.refused.no-points"


def test_a_refusal_without_words_of_the_lesson_names_its_reason():
    lesson = at("share")
    reply = lesson.attempt([f"collect zosia {ORDER}"])
    assert (reply.explanation, reply.refused) == (REFUSALS[Reason.NOT_AT_START], Reason.NOT_AT_START)
    reply = lesson.attempt(["jump antek browary"])
    assert (reply.explanation, reply.refused) == (None, Reason.MOVE_BEGUN)


def test_no_single_move_breaks_the_script():
    for number in range(len(STEPS)):
        start = Lesson(TUTORIAL, number)
        legal = [str(move) for move in legal_moves(start.session.state)]
        for move in (*legal, *ILLEGAL):
            lesson = Lesson(TUTORIAL, number)
            reply = lesson.attempt([move])
            if not reply.played:
                assert lesson.session.state == start.session.state, move
                assert reply.explanation or reply.refused, move
                assert (reply.refused is None) == (move in legal or start.step.is_shown_only), move
            if lesson.mistake:
                lesson.take_back()
                assert lesson.session.state == start.session.state, move
            finish(lesson)
            assert delivers(lesson), move


@pytest.mark.slow
def test_no_two_moves_in_a_row_break_the_script():
    for number in (number for number, step in enumerate(STEPS) if step.wants):
        for first in legal_moves(Lesson(TUTORIAL, number).session.state):
            lesson = Lesson(TUTORIAL, number)
            lesson.attempt([str(first)])
            for second in legal_moves(lesson.session.state):
                again = Lesson(TUTORIAL, number)
                again.attempt([str(first), str(second)])
                while again.can_take_back:
                    again.take_back()
                finish(again)
                assert delivers(again), (first, second)


# Resuming -----------------------------------------------------------------------------------------------------------


def test_a_resumed_lesson_is_like_one_that_was_played_so_far():
    played = Lesson(TUTORIAL)
    for number in range(len(STEPS) + 1):
        resumed = Lesson(TUTORIAL, number)
        assert (resumed.number, resumed.step, resumed.wanted) == (played.number, played.step, played.wanted)
        assert resumed.session.state == played.session.state
        assert resumed.session.record == played.session.record
        finish(resumed)
        assert delivers(resumed)
        if not played.is_over:
            assert (played.attempt(played.wanted) if played.wanted else played.go_on()).advanced


@pytest.mark.parametrize("step", [-1, len(STEPS) + 1, True, "2"])
def test_a_step_that_does_not_exist_cannot_be_resumed(step):
    with pytest.raises(ValueError, match="steps"):
        Lesson(TUTORIAL, step)


# Words --------------------------------------------------------------------------------------------------------------


def keys() -> set[str]:
    """All keys that the lesson can say."""
    sources = [Path(str(module.__file__)).read_text("utf-8") for module in (tutorial, scripts)]
    constants = [node.value for text in sources for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    return {text for text in constants if isinstance(text, str) and re.fullmatch(r"(tutorial|table)\.[a-z.-]+", text)}


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", text)


def test_every_text_of_the_lesson_is_listed():
    said = {TAKE_BACK, *REFUSALS.values()}
    for step in STEPS:
        said |= {step.title_key, step.text_key, step.first}
        said |= {mistake.why for mistake in step.mistakes} | {later.why for later in step.later}
    assert said == keys()


@pytest.mark.parametrize("language", languages())
def test_every_text_exists_and_is_short_enough_to_be_read_aloud(language):
    texts = texts_for(language)
    spoken = [texts.say(key) for key in sorted(keys()) if ".title." not in key and key != TAKE_BACK]
    lengths = [len(sentence.split()) for text in spoken for sentence in sentences(text)]
    assert max(lengths) <= 22
    assert sum(lengths) / len(lengths) <= 12
    assert all(text.endswith((".", "!", "?")) for text in spoken)
    for step in STEPS:
        assert len(texts.say(step.text_key).split()) <= 45
        assert len(texts.say(step.title_key).split()) <= 5


def test_the_texts_name_things_as_the_board_does():
    game, english = Lesson(TUTORIAL).session.state.game, texts_for("en")
    assert english.field("dworzec-pocztowy", game) in english.say("tutorial.step.order")
    assert english.field("browary", game) in english.say("tutorial.step.order")
    for language in languages():
        texts = texts_for(language)
        assert all(texts.scout(scout, game) in texts.say("tutorial.step.patrol") for scout in game.scouts[:3])


# The engine ---------------------------------------------------------------------------------------------------------


def test_the_script_uses_only_the_public_engine():
    source = "".join(Path(str(module.__file__)).read_text("utf-8") for module in (tutorial, scripts))
    assert not re.search(r"(?<!self)\._(?!replace\b)[a-z]", source)
    assert "engine.rules" not in source


def test_the_lesson_is_a_real_game_that_can_be_saved_and_played_on():
    lesson = Lesson(TUTORIAL, len(STEPS))
    session = type(lesson.session).from_record(lesson.session.record)
    assert session.state == lesson.session.state
    session.play(parse_move("end"))
    assert session.state.to_act == 1
    with pytest.raises(IllegalMove):
        session.play(parse_move("card 1"))
