"""What the page keeps: it comes back when the page wakes, nothing is written over unseen, and nothing is lost."""

import random
from typing import Any

import pytest

from mali_powstancy.table.exercises import SCRIPTS
from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.page_storage import PageShelf, PageStorage
from mali_powstancy.tabletop.storage import LARGEST_FILE, FileStorage, StorageError, StorageFault, places_beside
from mali_powstancy.tabletop.teaching import end_lesson
from mali_powstancy.texts import texts_for
from mali_powstancy.views.board.board_page import BoardPage
from tests.table.script_checks import solution

EN = texts_for("en")
KEY = "lesson board"


class Browser:
    """Stands in for the browser's own storage; it does what blocks.js does."""

    def __init__(self, **texts: Any) -> None:
        self.texts: dict[str, Any] = dict(texts)
        self.is_full = False
        self.is_forbidden = False

    def ready(self, keys):
        def is_wanted(name):
            return any(name == key or (key.endswith("/") and name.startswith(key)) for key in keys)

        if self.is_forbidden:
            return {"do": "ready", "kept": None, "keeps": False}
        kept = {key: text for key, text in self.texts.items() if is_wanted(key)}
        return {"do": "ready", "kept": kept, "keeps": not self.is_full}

    def keep(self, message, written=None):
        """Does what the message asks for, where nothing else has come between; the answer."""
        if self.is_full or self.is_forbidden:
            return {"do": "not-kept", "n": message["n"], "elsewhere": {}}
        elsewhere = {}
        written = {} if written is None else written
        for key, text in message["keep"].items():
            now = self.texts.get(key)
            if now not in (text, message["over"][key]) and now != written.get(key, now is None):
                elsewhere[key] = now
                continue
            self.texts.pop(key, None)
            if text is not None:
                self.texts[key] = text
            written[key] = text
        return {"do": "kept", "n": message["n"], "elsewhere": elsewhere}


class Tab:
    """A page with one board in it, with a kernel of its own unless it is given that of another board."""

    def __init__(self, browser, key=KEY, storage=None, **asked: Any) -> None:
        self.browser = browser
        self.storage = storage or PageStorage()
        self.host: Any = Host(self.storage, key, "en", random.Random(1), scenario="short", **asked)
        self.sent: list[dict] = []
        self.page = BoardPage(self.host, self.hear)
        self.is_deaf = False
        self.is_slow = False
        """Its answers come later."""
        self.written: dict[str, str | None] = {}
        self.answers: list[dict] = []

    def hear(self, message):
        self.sent.append(message)
        if "keep" in message and not self.is_deaf:
            self.answers.append(self.browser.keep(message, self.written))

    def open(self):
        self.page.receive(self.browser.ready(self.page.keeps))
        self.answer()
        return self

    def do(self, **message):
        self.page.receive(message)
        self.answer()

    def answer(self):
        while self.answers and not self.is_slow:
            self.page.receive(self.answers.pop(0))

    @property
    def views(self):
        return [message["view"] for message in self.sent if "view" in message]

    def play(self):
        """Starts a game and chooses a card."""
        self.do(do="start")
        self.do(do="play", moves=["card 5"])
        return self.host.table.session.record


# --- the storage itself


def told(storage, browser, *keys):
    storage.wake(keys, browser.ready(keys))
    return storage


def test_what_the_page_brings_is_there():
    storage = told(PageStorage(), Browser(a="text", b="other"), "a")
    assert storage.read("a") == "text"
    assert storage.read("b") is None, "nobody has asked for it"
    assert storage.to_keep() is None


def test_changes_are_told_until_the_page_has_kept_them():
    browser = Browser()
    storage = told(PageStorage(), browser, "a", "b")
    storage.write("a", "1")
    storage.remove("b")
    lost = storage.to_keep()
    assert lost["keep"] == {"a": "1", "b": None}
    storage.write("a", "2")
    again = storage.to_keep()
    assert again["keep"] == {"a": "2", "b": None}
    storage.hear({"do": "kept", "n": lost["n"]})
    assert storage.to_keep()["keep"] == {"a": "2"}, "what came after the message that was kept"
    storage.hear(browser.keep(storage.to_keep()))
    assert storage.to_keep() is None
    assert browser.texts == {"a": "2"}


@pytest.mark.parametrize("number", [None, "7", 1.5, True, [], -1])
def test_an_answer_that_names_no_message_confirms_nothing(number):
    storage = told(PageStorage(), Browser(), "a")
    storage.write("a", "1")
    storage.write("a", "2")
    storage.hear({"do": "kept", "n": number})
    assert storage.to_keep()["keep"] == {"a": "2"}


def test_nothing_is_written_over_before_the_page_has_told_what_it_keeps():
    browser = Browser(a="kept before")
    storage = PageStorage()
    storage.write("a", "written too early")
    storage.write("b", "new")
    assert storage.to_keep() is None
    told(storage, browser, "a", "b")
    assert storage.read("a") == "kept before"
    assert storage.to_keep()["keep"] == {"b": "new"}


def test_an_answer_to_an_earlier_message_does_not_confirm_what_was_not_in_it():
    storage = told(PageStorage(), Browser(), "a")
    storage.write("b", "nobody has asked the page for this key yet")
    storage.write("a", "text")
    sent = storage.to_keep()
    told(storage, Browser(), "b")
    storage.hear({"do": "kept", "n": sent["n"]})
    assert storage.to_keep()["keep"]["b"]


def test_when_a_page_wakes_again_it_counts_except_for_what_it_has_not_kept():
    browser = Browser()
    storage = told(PageStorage(), browser, "a", "b", "c")
    for key in "abc":
        storage.write(key, "ours")
    storage.hear(browser.keep(storage.to_keep()))
    browser.texts |= {"a": "of another tab"}
    del browser.texts["c"]
    storage.write("b", "newer")
    told(storage, browser, "a", "b", "c")
    assert [storage.read(key) for key in "abc"] == ["of another tab", "newer", None]
    assert storage.to_keep()["keep"] == {"b": "newer"}


@pytest.mark.parametrize("text", [None, 7, ["text"], {"a": 1}, "x" * (LARGEST_FILE + 1), "ą" * LARGEST_FILE, "\ud800"])
def test_what_is_no_text_or_too_large_is_refused_and_stays(text):
    browser = Browser(a=text)
    storage = told(PageStorage(), browser, "a")
    with pytest.raises(StorageError) as refused:
        storage.read("a")
    assert refused.value.fault is StorageFault.NOT_READ
    assert storage.to_keep() is None
    told(storage, Browser(), "a")
    assert storage.read("a") is None, "it has gone from the page"


@pytest.mark.parametrize("message", [{}, {"kept": None}, {"kept": "text"}, {"kept": []}, {"kept": {}, "keeps": False}])
def test_a_page_that_keeps_nothing_is_told_by_the_check(message):
    storage = PageStorage()
    storage.check()
    storage.wake(["a"], message)
    with pytest.raises(StorageError) as refused:
        storage.check()
    assert refused.value.fault is StorageFault.NOT_KEPT
    with pytest.raises(StorageError):
        storage.write("a", "text")
    assert storage.read("a") == "text", "as long as the program runs"


def test_a_text_that_cannot_be_kept_leaves_the_one_before_it():
    storage = told(PageStorage(), Browser(a="before"), "a")
    for text, fault in (("\ud800", StorageFault.NOT_TEXT), ("x" * (LARGEST_FILE + 1), StorageFault.TOO_MUCH)):
        with pytest.raises(StorageError) as refused:
            storage.write("a", text)
        assert refused.value.fault is fault
    assert storage.read("a") == "before"


def test_a_shelf_holds_the_texts_under_its_name_the_last_one_first():
    browser = Browser(**{"rules/old": "1", "rules/new": "2", "rulesx": "3", "rules": "4"})
    storage = PageStorage()
    shelf = PageShelf(storage, "rules")
    told(storage, browser, shelf.keeps)
    assert shelf.keys() == ["new", "old"]
    shelf.write("old", "5")
    assert shelf.keys() == ["old", "new"]
    assert (shelf.read("old"), shelf.read("new"), shelf.read("x")) == ("5", "2", None)
    shelf.remove("new")
    browser.keep(storage.to_keep())
    assert browser.texts == {"rulesx": "3", "rules": "4", "rules/old": "5"}
    assert shelf.file_name("old") == "old"


# --- boards


def test_a_game_comes_back_in_the_next_tab_before_anything_is_shown():
    browser = Browser()
    record = Tab(browser).open().play()
    assert list(browser.texts) == [KEY]
    again = Tab(browser)
    assert again.host.saved is None
    again.open()
    assert len(again.views) == 1
    assert "continue" in str(again.views[0]["dialog"])
    again.do(do="continue")
    assert again.host.table.session.record == record


def test_an_answer_of_the_page_shows_nothing_new():
    tab = Tab(Browser()).open()
    tab.play()
    assert len(tab.views) == 3
    assert tab.storage.to_keep() is None
    kinds = [next(iter(message)) for message in tab.sent]
    assert kinds == ["view", "keep", "view", "keep", "view"], "nothing is seen that is not kept"


def test_the_first_lesson_gives_way_to_what_was_kept():
    browser = Browser()
    first = Tab(browser, lesson=True).open()
    assert first.host.lesson is not None
    first.do(do="go-on")
    again = Tab(browser, lesson=True)
    assert again.host.lesson is not None, "so far nothing is known of a save"
    again.open()
    assert again.host.session is None
    assert again.host.dialog.kind == "menu"
    again.do(do="continue")
    assert again.host.lesson.number == 1


def test_an_exercise_goes_on_where_it_was_left():
    script = next(iter(SCRIPTS.values()))
    browser = Browser()
    tab = Tab(browser, lesson=script).open()
    assert tab.page.answer(solution(script)).passed
    again = Tab(browser, lesson=script)
    assert not again.host.lesson.is_over
    again.open()
    assert again.host.lesson.is_over


def test_what_was_answered_before_the_page_woke_is_not_written_over_a_save():
    browser = Browser(**{KEY: "MP1.NONSENSE"})
    tab = Tab(browser)
    tab.host.handle({"do": "start"})
    tab.open()
    tab.play()
    assert browser.texts[KEY] == "MP1.NONSENSE"
    assert set(browser.texts) == set(places_beside(KEY)[:2])


def test_a_page_that_comes_up_again_does_not_disturb_the_game():
    tab = Tab(Browser()).open()
    record = tab.play()
    tab.browser.texts[KEY] = "something else"
    tab.open()
    assert tab.host.table.session.record == record
    assert tab.host.dialog is None


def test_two_boards_of_one_notebook_keep_apart():
    browser = Browser()
    one = Tab(browser, "one").open()
    other = Tab(browser, "other", storage=one.storage).open()
    one.play()
    assert set(browser.texts) == {"one"}
    other.play()
    assert set(browser.texts) == {"one", "other"}
    assert Tab(browser, "other").open().host.saved is not None
    assert Tab(browser, "third").open().host.saved is None


# --- two tabs


def forgotten(browser):
    """A tab in which a game was begun, which then went on in another tab."""
    one = Tab(browser).open()
    one.play()
    other = Tab(browser).open()
    other.do(do="continue")
    play_on(other)
    play_on(other)
    return one, other


def play_on(tab):
    tab.do(do="hint")
    tab.do(do="play", moves=[str(tab.host.advice.move)])


def asks_which(tab):
    """The question what shall stay is on the screen."""
    return EN.say("table.confirm.keep-mine") in str(tab.views[-1]["dialog"])


def test_a_move_in_a_forgotten_tab_writes_nothing_over_the_newer_game_and_is_told():
    browser = Browser()
    one, other = forgotten(browser)
    newer = browser.texts[KEY]
    play_on(one)
    assert browser.texts == {KEY: newer}
    assert asks_which(one)
    assert one.host.storage_trouble(EN) == EN.say("table.save.elsewhere")
    assert one.host.table is not None, "the game in the tab goes on"
    one.do(do="close")
    assert EN.say("table.save.elsewhere") in str(one.views[-1]["panel"])
    assert "download" in str(one.views[-1]["panel"])
    play_on(one)
    assert not asks_which(one), "it is asked once"
    assert browser.texts == {KEY: newer}
    play_on(other)
    assert other.host.storage_trouble is None
    assert browser.texts[KEY] != newer


def test_who_says_so_keeps_the_game_of_the_forgotten_tab():
    browser = Browser()
    one, other = forgotten(browser)
    play_on(one)
    one.do(do="keep-mine")
    assert one.host.storage_trouble is None
    assert one.host.dialog is None
    play_on(other)
    assert asks_which(other), "now it is the other one that does not know"
    play_on(one)
    assert not asks_which(one)
    again = Tab(browser).open()
    again.do(do="continue")
    assert again.host.table.session.record == one.host.table.session.record


def test_a_saved_game_that_has_gone_on_elsewhere_is_not_taken_back_to_where_it_was():
    browser = Browser()
    Tab(browser).open().play()
    waiting = Tab(browser).open()
    other = Tab(browser).open()
    other.do(do="continue")
    play_on(other)
    newer = browser.texts[KEY]
    waiting.do(do="continue")
    waiting.do(do="undo")
    assert asks_which(waiting)
    assert browser.texts == {KEY: newer}


def test_after_clear_this_computer_an_open_tab_does_not_write_its_game_back():
    browser = Browser()
    tab = Tab(browser).open()
    tab.play()
    browser.texts.clear()
    play_on(tab)
    assert browser.texts == {}
    assert asks_which(tab)
    tab.do(do="keep-mine")
    assert list(browser.texts) == [KEY]


def test_a_page_that_comes_up_again_does_not_make_the_board_forget_what_it_knew():
    tab = Tab(Browser()).open()
    tab.play()
    tab.browser.texts[KEY] = "of another tab"
    tab.open()
    play_on(tab)
    assert tab.browser.texts == {KEY: "of another tab"}
    assert asks_which(tab)


def test_what_was_not_kept_when_another_tab_wrote_is_not_written_over_it_later():
    browser = Browser()
    tab = Tab(browser).open()
    tab.play()
    browser.is_full = True
    play_on(tab)
    browser.is_full = False
    browser.texts[KEY] = "of another tab"
    tab.written.clear()
    tab.open()
    assert browser.texts == {KEY: "of another tab"}
    assert asks_which(tab)


def test_two_moves_before_the_page_answers_are_no_quarrel():
    tab = Tab(Browser()).open()
    tab.is_slow = True
    tab.play()
    play_on(tab)
    tab.is_slow = False
    tab.do(do="text")
    assert tab.host.storage_trouble is None
    assert tab.storage.to_keep() is None


def test_the_end_of_the_first_lesson_takes_away_no_game_of_another_tab():
    browser = Browser()
    tab = Tab(browser, lesson=True).open()
    tab.do(do="go-on")
    browser.texts[KEY] = "of another tab"
    end_lesson(tab.host)
    tab.page.show()
    tab.answer()
    assert browser.texts == {KEY: "of another tab"}
    assert asks_which(tab)


@pytest.mark.parametrize("elsewhere", [None, [], {"another key": "x"}, {KEY: 7}, {KEY: None}])
def test_whatever_the_page_says_of_other_tabs_the_game_goes_on(elsewhere):
    tab = Tab(Browser()).open()
    tab.is_deaf = True
    tab.play()
    tab.do(do="kept", n=99, elsewhere=elsewhere)
    tab.is_deaf = False
    play_on(tab)
    assert tab.host.problem is None
    assert len(tab.host.table.session.record.moves) > 1


def test_the_kernel_that_was_started_again_finds_the_game_in_the_living_page():
    browser = Browser()
    tab = Tab(browser).open()
    record = tab.play()
    restarted = Tab(browser).open()
    restarted.do(do="continue")
    assert restarted.host.table.session.record == record


def test_the_same_cell_run_again_finds_its_game_also_where_the_page_keeps_nothing():
    browser = Browser()
    browser.is_forbidden = True
    tab = Tab(browser).open()
    record = tab.play()
    again = Tab(browser, storage=tab.storage).open()
    again.do(do="continue")
    assert again.host.table.session.record == record


@pytest.mark.parametrize("garbage", ["", "MP1.NONSENSE", "MP9.ABC", "{}", 7, None, "x" * 3_000_000, "\ud800", "\0"])
def test_what_cannot_be_read_is_said_and_stays_and_the_game_is_kept_beside_it(garbage):
    browser = Browser(**{KEY: garbage})
    tab = Tab(browser).open()
    assert tab.host.storage_trouble(EN)
    assert "saves" not in tab.host.storage_trouble(EN)
    record = tab.play()
    assert browser.texts[KEY] == garbage
    assert tab.host.storage_trouble is None
    again = Tab(browser).open()
    assert again.host.storage_trouble is None
    again.do(do="continue")
    assert again.host.table.session.record == record


def test_where_every_place_holds_something_unreadable_nothing_is_kept_and_that_is_said():
    garbage = {key: f"MP1.NONSENSE{number}" for number, key in enumerate(places_beside(KEY))}
    browser = Browser(**garbage)
    tab = Tab(browser).open()
    tab.play()
    assert browser.texts == garbage
    assert tab.host.storage_trouble(EN) == EN.say("table.save.no-place")
    assert tab.host.storage_trouble(EN) in str(tab.views[-1]["panel"])
    assert "download" in str(tab.views[-1]["panel"])


def test_a_board_that_does_not_answer_says_that_all_is_saved_only_where_it_is():
    browser = Browser()
    tab = Tab(browser).open()
    tab.play()
    assert tab.views[-1]["labels"]["lost"] == EN.say("table.label.lost")
    browser.is_full = True
    play_on(tab)
    assert tab.views[-1]["labels"]["lost"] == EN.say("table.label.lost-unsaved")
    assert "saved." not in tab.views[-1]["labels"]["lost"].split(",")[0]


@pytest.mark.parametrize("trouble", ["is_full", "is_forbidden"])
def test_a_browser_that_can_keep_nothing_is_told_at_once_and_the_game_goes_on(trouble):
    browser = Browser()
    setattr(browser, trouble, True)
    tab = Tab(browser).open()
    sentence = EN.say("table.save.not-kept", place="")
    assert sentence in str(tab.views[-1]["dialog"])
    tab.play()
    assert sentence in str(tab.views[-1]["panel"])
    assert browser.texts == {}
    tab.do(do="download")
    assert any("download" in message for message in tab.sent)


def test_a_browser_that_fills_up_is_told_and_forgotten_when_there_is_room_again():
    browser = Browser()
    tab = Tab(browser).open()
    tab.do(do="start")
    before = dict(browser.texts)
    browser.is_full = True
    tab.do(do="play", moves=["card 5"])
    sentence = EN.say("table.save.not-kept", place="")
    assert sentence in str(tab.views[-1]["panel"]), "said by the answer to the page's word"
    assert browser.texts == before
    tab.do(do="text")
    assert sentence in str(tab.views[-1]["panel"])
    browser.is_full = False
    tab.do(do="text")
    assert tab.host.storage_trouble is None
    assert sentence not in str(tab.views[-1]["panel"])
    again = Tab(browser).open()
    again.do(do="continue")
    assert again.host.table.session.record == tab.host.table.session.record


def test_a_message_that_is_lost_on_the_way_comes_again():
    tab = Tab(Browser()).open()
    tab.is_deaf = True
    record = tab.play()
    assert tab.browser.texts == {}
    tab.is_deaf = False
    tab.do(do="text")
    again = Tab(tab.browser).open()
    again.do(do="continue")
    assert again.host.table.session.record == record


def test_a_saved_game_is_offered_also_where_nothing_can_be_written():
    browser = Browser()
    Tab(browser).open().play()
    browser.is_full = True
    again = Tab(browser).open()
    assert again.host.saved is not None
    assert again.host.storage_trouble(EN) == EN.say("table.save.not-kept", place="")


def test_where_games_are_kept_in_files_the_page_is_asked_for_nothing(tmp_path):
    tab = Tab(Browser(), storage=FileStorage(tmp_path))
    assert tab.page.keeps == []
    tab.open()
    tab.play()
    assert not any("keep" in message for message in tab.sent)
    tab.do(do="kept", n=1)
    assert tab.host.storage_trouble is None
