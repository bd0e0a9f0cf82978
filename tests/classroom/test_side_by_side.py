"""Three games side by side: a class answers first, nothing written is lost, and ours is only one answer."""

import json

import pytest

from mali_powstancy.classroom import side_by_side
from mali_powstancy.classroom.desks.side_by_side import LONGEST_CELL, THREE_GAMES, SideBySideDesk, asked_of_all
from mali_powstancy.texts import languages

OURS = asked_of_all("en")[0].ours["wiarusi"]


def desk(lang: str = "en") -> SideBySideDesk:
    return SideBySideDesk(lang)


def filled(**cells: str) -> SideBySideDesk:
    made = desk()
    made.handle({"do": "draft", "values": cells})
    return made


@pytest.mark.parametrize("lang", languages())
def test_eight_questions_are_asked_of_every_game(lang):
    asked = asked_of_all(lang)
    assert len({question.id for question in asked}) == 8
    for question in asked:
        assert question.ask.endswith("?")
        assert list(question.ours) == list(THREE_GAMES)
    unknown = {"pl": "Nie wiemy.", "en": "We don't know."}[lang]
    assert all(answer.startswith(unknown) for answer in asked[-1].ours.values())  # nobody speaks for a witness


def test_ours_is_shown_only_to_who_has_written_something():
    made = desk()
    made.handle({"do": "show", "values": {"wiarusi": "  "}})
    assert "You first" in made.news
    assert OURS not in str(made.blocks()) + made.page()
    made.handle({"do": "show", "values": {"wiarusi": "a friend"}})
    assert OURS in str(made.blocks())
    assert OURS in made.page()
    made.handle({"do": "go", "to": 1})
    assert asked_of_all("en")[1].ours["wiarusi"] not in str(made.blocks())


def test_one_can_go_through_all_questions_and_back_and_nothing_is_lost():
    made = desk()
    for at in range(8):
        made.handle({"do": "go", "to": at + 1, "values": {"mali-powstancy": f"cell {at}"}})
    assert (made.question, made.answered) == (None, 8)
    whole = str(made.blocks())
    assert all(f"cell {at}" in whole for at in range(8))
    made.handle({"do": "go", "to": 3})
    assert "cell 3" in str(made.blocks())
    for wrong in (-1, 9, "2", None, True):
        made.handle({"do": "go", "to": wrong})
        assert made.at == 3


def test_what_was_written_is_kept_and_what_does_not_fit_is_ignored():
    made = filled(wiarusi="a friend", **{"bitwa-warszawska": "an officer"})
    made.handle({"do": "show"})
    memory = json.loads(json.dumps(made.memory()))
    later = desk()
    later.restore(memory)
    assert later.blocks() == made.blocks()
    odd = {"cells": [["who", "chess", "x"], ["what", "wiarusi", "x"], 7, ["who", "wiarusi"]], "shown": "who", "at": 99}
    other = desk()
    other.restore(odd)
    assert (other.memory(), other.at) == (None, 0)
    made.handle({"do": "new"})
    assert (made.memory(), made.answered) == (None, 0)


def test_a_long_answer_is_cut_and_an_answer_can_be_taken_back():
    made = filled(wiarusi="x" * 1000)
    assert made.written == {("who", "wiarusi"): "x" * LONGEST_CELL}
    made.handle({"do": "draft", "values": {"wiarusi": " "}})
    assert made.memory() is None


def test_the_printed_table_is_a_page_of_its_own_that_runs_nothing():
    made = filled(wiarusi="<script>alert(1)</script>")
    made.handle({"do": "download"})
    (file,) = made.outbox
    assert file.name.endswith(".html")
    assert "<script" not in made.page()
    assert "&lt;script&gt;" in made.page()


def test_what_was_written_stays_out_of_the_stored_notebook(in_lesson):
    made = filled(wiarusi="a friend")
    assert "a friend" not in str(made)
    assert repr(side_by_side(lang="en")) == str(desk())
