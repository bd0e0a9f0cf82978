import json

import pytest

from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.board.just_play import KEY, JustPlay

READY = {"do": "ready", "kept": {}, "keeps": True}


def opened(language="pl", ready=READY):
    """Just play whose page has woken, and everything that the page was told."""
    told = []
    play = JustPlay(language, lambda text: told.append(json.loads(text)))
    play.receive(json.dumps(ready))
    return play, told


def views(told):
    return [message["view"] for message in told if "view" in message]


def test_the_page_gets_the_board_with_its_map_and_in_the_language_it_asks_for():
    for language in languages():
        _, told = opened(language)
        (view,) = views(told)
        assert view["lang"] == language
        assert view["base"].startswith("<svg")
        assert view["dialog"]["key"] == "menu"
    _, told = opened("xx")
    assert views(told)[0]["lang"] == languages()[0]


def test_a_board_that_does_not_answer_speaks_of_the_page_and_of_no_cell():
    for language in languages():
        _, told = opened(language)
        assert views(told)[0]["labels"]["lost"] == texts_for(language).say("site.play.lost")


def test_where_the_browser_keeps_nothing_the_board_does_not_say_that_the_game_is_saved():
    for language in languages():
        play, told = opened(language, READY | {"keeps": False})
        lost = texts_for(language).say("table.label.lost-unsaved")
        assert views(told)[-1]["labels"]["lost"] == lost
        play.receive('{"do": "start"}')
        assert views(told)[-1]["labels"]["lost"] == lost
        play.receive('{"do": "kept", "n": 99, "elsewhere": {}}')
        play.receive('{"do": "text"}')
        assert views(told)[-1]["labels"]["lost"] == texts_for(language).say("site.play.lost")


def test_a_game_is_given_to_the_page_to_keep_and_taken_up_from_it():
    play, told = opened()
    play.receive('{"do": "start"}')
    play.receive('{"do": "play", "moves": ["card 2"]}')
    kept = {key: text for message in told for key, text in message.get("keep", {}).items()}
    assert list(kept) == [KEY]
    later, _ = opened(ready=READY | {"kept": kept})
    assert later.host.saved is not None
    later.receive('{"do": "continue"}')
    assert later.host.state == play.host.state


def test_while_the_computer_thinks_the_page_is_told():
    play, told = opened()
    play.host.say_thinking()
    assert told[-1] == {"thinking": texts_for("pl").say("table.thinking")}


def test_a_fault_of_the_program_is_shown_and_raised():
    play, told = opened()
    with pytest.raises(KeyError):
        play.receive('{"do": "fly"}')
    assert views(told)[-1]["dialog"]["key"] == "problem"
