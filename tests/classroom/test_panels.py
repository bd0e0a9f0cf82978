import json
from pathlib import Path
from typing import Any

import pytest

from mali_powstancy import classroom
from mali_powstancy.classroom import exercise, exit_ticket, quiz
from mali_powstancy.tabletop.messages import Download
from mali_powstancy.tabletop.page_storage import PageShelf, PageStorage
from mali_powstancy.tabletop.storage import FileStorage, MemoryStorage, StorageError, StorageFault, places_beside
from mali_powstancy.texts import texts_for
from mali_powstancy.views.figures.figure import Figure, twin
from mali_powstancy.views.page.blocks import note
from mali_powstancy.views.page.desk import Desk, UnknownMessage
from mali_powstancy.views.page.files import script, style
from mali_powstancy.views.page.panel import Panel

EN = texts_for("en")
DAMAGED: list[dict[str, Any]] = [
    {"draft": 7},
    {"draft": ["x"], "tries": "many"},
    {"checked": {"a": []}},
    {"seed": "x", "asking": 3},
]


class Page:
    """Stands in for the page: keeps what the panel sends."""

    def __init__(self, panel: Panel, monkeypatch) -> None:
        self.panel = panel
        self.views: list[dict] = []
        self.files: list[dict] = []
        monkeypatch.setattr(panel.widget, "send", self.receive)

    def receive(self, content, buffers=None):
        if "view" in content:
            view = content["view"]
            self.views.append({**self.views[-1], **view} if view.get("same") else view)
        if "download" in content:
            self.files.append(content["download"])

    def do(self, **message):
        self.panel._receive(self.panel.widget, message, [])
        return self.views[-1]

    def block(self, kind):
        return next((block for block in self.views[-1]["blocks"] if block["t"] == kind), None)

    @property
    def buttons(self):
        """The keys of all buttons that are shown."""
        found = set()
        for block in self.views[-1]["blocks"]:
            found |= {each["key"] for each in (*block.get("also", ()), *block.get("items", ())) if "do" in each}
            found |= {block["submit"]["key"]} if "submit" in block else set()
        return found


class Lamp(Desk):
    """A desk with a switch, a figure and a fault."""

    def __init__(self) -> None:
        super().__init__("en")
        self.is_on = False

    def _do_switch(self, message):
        self.is_on = not self.is_on
        self.news = "switched"

    def _do_fail(self, message):
        raise ZeroDivisionError

    def _do_hand_out(self, message):
        self.outbox.append(Download("lamp.txt", "a lamp"))

    def blocks(self):
        return [note("on" if self.is_on else "off")]

    def figure(self):
        return Figure({"data": [], "layout": {}}, "A lamp.", twin(EN, ["lamp"], [["on"]])) if self.is_on else None

    def memory(self):
        return {"on": True} if self.is_on else None

    def restore(self, memory):
        self.is_on = memory.get("on") is True

    def __str__(self) -> str:
        return f"The lamp is {'on' if self.is_on else 'off'}. " + "A long sentence. " * 20


@pytest.fixture
def storage():
    return MemoryStorage()


@pytest.fixture
def lamp(storage, monkeypatch):
    return Page(Panel(Lamp(), storage, "lamp"), monkeypatch)


# The panel ------------------------------------------------------------------------------------------------------------


def test_messages_go_to_the_desk_and_what_it_says_comes_back(lamp):
    lamp.do(do="ready")
    view = lamp.do(do="switch")
    assert (view["blocks"][0]["text"], view["say"], view["n"]) == ("on", "switched", 2)


def test_what_has_not_changed_is_not_sent_again(lamp):
    lamp.do(do="ready")
    raw: list[dict] = []
    lamp.panel.widget.send = lambda content, buffers=None: raw.append(content)
    lamp.panel._receive(lamp.panel.widget, {"do": "close-problem"}, [])
    lamp.panel._receive(lamp.panel.widget, {"do": "ready"}, [])
    assert raw[0]["view"] == {"same": 1, "say": "", "n": 2}, "the same as view 1"
    assert "blocks" in raw[1]["view"], "a page that has just come up gets everything"


def test_what_was_done_is_kept_and_found_again(lamp, storage):
    assert storage.read("lamp") is None, "nothing is written before something is done"
    lamp.do(do="switch")
    again = Panel(Lamp(), storage, "lamp")
    assert str(again).startswith("The lamp is on.")
    lamp.do(do="switch")
    assert storage.read("lamp") is None


@pytest.mark.parametrize("kept", ["{", "[]", "null", '{"on": 7}', '"on"', "[" * 200_000])
def test_what_cannot_be_read_is_ignored(storage, kept):
    storage.write("lamp", kept)
    assert "off" in str(Panel(Lamp(), storage, "lamp"))


@pytest.mark.parametrize("damaged", ["{", "[]", '"on"', "7", "[" * 200_000])
def test_what_cannot_be_read_stays_and_is_told_and_the_desk_keeps_beside_it(storage, monkeypatch, damaged):
    storage.write("lamp", damaged)
    page = Page(Panel(Lamp(), storage, "lamp"), monkeypatch)
    sentence = EN.say("course.answers-damaged")
    assert page.do(do="ready")["blocks"][-1]["text"] == sentence
    assert sentence not in str(page.do(do="switch")["blocks"]), "from now on there is something to go on with"
    assert storage.read("lamp") == damaged
    assert str(Panel(Lamp(), storage, "lamp")).startswith("The lamp is on.")


def test_what_goes_on_by_itself_is_kept(lamp, storage):
    lamp.panel.desk.is_on = True
    lamp.panel.desk.refresh()
    assert str(Panel(Lamp(), storage, "lamp")).startswith("The lamp is on.")


def test_after_a_fault_in_showing_the_page_comes_back_whole(lamp, monkeypatch):
    lamp.do(do="ready")
    with monkeypatch.context() as broken:
        broken.setattr(lamp.panel.desk, "blocks", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            lamp.do(do="switch")
    raw: list[dict] = []
    monkeypatch.setattr(lamp.panel.widget, "send", lambda content, buffers=None: raw.append(content))
    lamp.panel._receive(lamp.panel.widget, {"do": "close-problem"}, [])
    assert raw[0]["view"]["blocks"]
    assert raw[0]["view"]["dialog"] is None


def test_a_fault_is_shown_on_the_page_and_raised(lamp):
    lamp.do(do="ready")
    with pytest.raises(ZeroDivisionError):
        lamp.do(do="fail")
    dialog = lamp.views[-1]["dialog"]
    assert "ZeroDivisionError" in str(dialog)
    assert str(Path(__file__).parents[2]) not in str(dialog), "folders may hold a pupil's name"
    assert lamp.views[-1]["say"] == EN.say("course.problem.sentence")
    assert lamp.do(do="close-problem")["dialog"] is None


def test_a_fault_in_showing_is_shown_too(lamp, monkeypatch):
    monkeypatch.setattr(lamp.panel.desk, "blocks", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        lamp.do(do="ready")
    assert "ZeroDivisionError" in str(lamp.views[-1]["dialog"])


def test_an_unknown_message_is_shown_and_raised(lamp):
    with pytest.raises(UnknownMessage, match="dance"):
        lamp.do(do="dance")
    assert lamp.views[-1]["dialog"]["key"] == "problem"


def test_a_fault_of_the_page_is_shown(lamp):
    assert "broken" in str(lamp.do(do="front-end-error", report="broken")["dialog"])


def in_browser(lamp, kept, monkeypatch):
    """The lamp on a page that keeps what it is given in `kept`, as blocks.js does; its answers come at once."""
    answers: list[dict] = []

    def receive(content, buffers=None):
        if "keep" not in content:
            return lamp.receive(content)
        for key, text in content["keep"].items():
            kept.pop(key, None) if text is None else kept.update({key: text})
        answers.append({"do": "kept", "n": content["n"]})

    def do(**message):
        Page.do(lamp, **message)
        while answers:
            Page.do(lamp, **answers.pop())
        return lamp.views[-1]

    monkeypatch.setattr(lamp.panel.widget, "send", receive)
    monkeypatch.setattr(lamp, "do", do)
    lamp.do(do="ready", kept=dict(kept), keeps=True)
    return lamp


def test_where_the_page_keeps_what_was_done_it_comes_back_before_anything_is_shown(monkeypatch):
    kept: dict[str, str] = {}
    lamp = in_browser(Page(Panel(Lamp(), PageStorage(), "lamp"), monkeypatch), kept, monkeypatch)
    assert lamp.panel.page.keeps == list(places_beside("lamp"))
    lamp.do(do="switch")
    assert kept == {"lamp": '{"on": true}'}
    assert len(lamp.views) == 2, "an answer of the page shows nothing new"
    again = in_browser(Page(Panel(Lamp(), PageStorage(), "lamp"), monkeypatch), kept, monkeypatch)
    assert again.views[0]["blocks"][0]["text"] == "on"
    assert len(again.panel.children) == 2, "the figure is below"
    again.do(do="switch")
    assert kept == {}


@pytest.mark.parametrize("garbage", ["{", "[" * 200_000, 7, None, "\ud800"])
def test_what_the_page_keeps_and_nobody_can_read_stays(garbage, monkeypatch):
    kept = {"lamp": garbage}
    lamp = in_browser(Page(Panel(Lamp(), PageStorage(), "lamp"), monkeypatch), kept, monkeypatch)
    lamp.do(do="switch")
    assert kept == {"lamp": garbage, places_beside("lamp")[1]: '{"on": true}'}
    assert lamp.panel.page.keeper.trouble is None


def test_a_page_that_wakes_again_does_not_disturb_the_desk(monkeypatch):
    kept: dict[str, str] = {}
    lamp = in_browser(Page(Panel(Lamp(), PageStorage(), "lamp"), monkeypatch), kept, monkeypatch)
    lamp.do(do="switch")
    assert lamp.do(do="ready", kept={"lamp": '{"on": false}'}, keeps=True)["blocks"][0]["text"] == "on"


def test_a_browser_that_cannot_keep_anything_is_said_until_it_can(monkeypatch):
    lamp = Page(Panel(Lamp(), PageStorage(), "lamp"), monkeypatch)
    sentence = EN.say("course.not-kept-by-browser")
    assert lamp.do(do="ready", kept=None, keeps=False)["blocks"][-1]["text"] == sentence
    assert lamp.do(do="ready", kept={}, keeps=True)["blocks"][-1]["text"] == "off"
    assert lamp.do(do="switch")["blocks"][-1]["text"] == "on"
    assert lamp.do(do="not-kept", n=1)["blocks"][-1]["text"] == sentence
    shown = len(lamp.views)
    lamp.do(do="not-kept", n=1)
    assert len(lamp.views) == shown, "it has been said"
    assert lamp.do(do="kept", n=1)["blocks"][-1]["text"] == "on"


def test_the_page_brings_a_shelf_that_the_desk_uses(monkeypatch):
    storage = PageStorage()
    shelf = PageShelf(storage, "rules")
    monkeypatch.setattr(classroom, "storage", lambda: storage)
    panel = classroom.panel_of(Lamp(), "lamp", shelf)
    assert panel.page.keeps[-1] == "rules/"
    Page(panel, monkeypatch).do(do="ready", kept={"rules/mine": "text", "other/mine": "x"}, keeps=True)
    assert shelf.keys() == ["mine"]


def test_a_save_that_cannot_be_read_from_the_disk_stays_and_the_desk_keeps_beside_it(tmp_path, monkeypatch):
    storage = FileStorage(tmp_path)
    storage.path("lamp").write_bytes(b"\xff")
    page = Page(Panel(Lamp(), storage, "lamp"), monkeypatch)
    assert len(page.do(do="switch")["blocks"]) == 1, "keeping works"
    assert storage.path("lamp").read_bytes() == b"\xff"
    assert str(Panel(Lamp(), storage, "lamp")).startswith("The lamp is on.")


def test_a_folder_that_cannot_be_written_is_said(lamp, monkeypatch):
    def refuse(key, text):
        raise StorageError(StorageFault.UNWRITABLE, "somewhere")

    monkeypatch.setattr(lamp.panel.page.keeper.storage, "write", refuse)
    view = lamp.do(do="switch")
    assert view["blocks"][-1]["text"] == EN.say("course.not-kept", place="somewhere")
    assert view["blocks"][0]["text"] == "on"


def test_the_figure_lies_below_and_goes_again(lamp):
    panel = lamp.panel
    assert panel.children == (panel.widget,)
    lamp.do(do="switch")
    assert panel.children == (panel.widget, panel.output)
    assert panel.output.outputs[0]["data"]["text/plain"] == "A lamp."
    assert "<details>" in panel.output.outputs[1]["data"]["text/html"]
    lamp.do(do="switch")
    assert panel.children == (panel.widget,)


def test_a_file_is_handed_out(lamp):
    lamp.do(do="hand-out")
    assert lamp.files == [{"name": "lamp.txt", "text": "a lamp"}]


def test_the_text_form_is_whole_and_nothing_else_is_stored(lamp):
    bundle = lamp.panel._repr_mimebundle_()
    assert bundle["text/plain"] == str(lamp.panel.desk)
    lamp.do(do="switch")
    assert set(lamp.panel.widget.asleep) == {"sentence"}


def test_the_page_of_a_panel_loads_nothing_and_has_no_words():
    assert "http" not in script("panel").replace("http://www.w3.org/2000/svg", "")
    assert "@import" not in style("panel")
    assert script("panel").count("export default") == 1


# An exercise ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def page_of(samples, in_lesson, monkeypatch):
    return lambda panel: Page(panel, monkeypatch)


def test_wrong_then_right_with_hint_and_answer_on_request(page_of):
    page = page_of(exercise("97-a"))
    page.do(do="ready")
    assert page.buttons == {"check", "hint"}
    page.do(do="check", values={"answer": "red"})
    assert page.block("verdict")["text"] == "A poppy is red."
    assert page.views[-1]["say"] == "A poppy is red."
    page.do(do="hint", values={"answer": "green"})
    assert "The sky" in page.block("text")["text"]
    assert page.block("ask")["fields"][0]["items"]
    page.do(do="check", values={"answer": "green"})
    assert page.buttons == {"check", "show-answer"}
    page.do(do="show-answer", values={"answer": "green"})
    assert page.block("list")["items"] == ["blue"]
    page.do(do="check", values={"answer": "blue"})
    assert page.block("verdict")["kind"] == "right"
    key = page.block("ask")["key"]
    page.do(do="again")
    assert page.block("verdict") is None
    assert page.block("ask")["key"] != key, "an empty form has another key"


def test_an_answer_is_found_again_in_every_kind(page_of, in_lesson):
    answers = {"a": {"answer": "red"}, "b": {"answer": ["letter"]}, "c": {"answer": "5"}, "g": {"answer": "Letters."}}
    for letter, values in {**answers, "d": {"cloud": "ground", "tree": None}}.items():
        page = page_of(exercise(f"97-{letter}"))
        page.do(do="draft", key="form.0", values=values)
        page.do(do="check", values=values)
        said = str(page.panel)
        assert str(exercise(f"97-{letter}")) == said
        again = page_of(exercise(f"97-{letter}"))
        again.do(do="ready")
        assert again.block("ask") == page.block("ask")
    assert len(list((in_lesson / "saves").glob("*.mpsave"))) == 5


def test_things_are_put_in_order_with_buttons(page_of):
    page = page_of(exercise("97-e"))
    wanted = ["morning", "noon", "evening"]
    page.do(do="ready")
    for place, key in enumerate(wanted):
        while [item["key"] for item in page.block("sequence")["items"]].index(key) > place:
            page.do(do="move", item=key, by=-1)
    assert "of 3" in page.views[-1]["say"]
    assert "off" in page.block("sequence")["items"][0]["up"]
    page.do(do="check")
    assert page.block("verdict")["kind"] == "right"
    assert "After the morning" in str(exercise("97-e"))


def test_a_made_exercise_has_always_another_one_and_goes_on_where_it_was(page_of):
    page = page_of(exercise("97-f"))
    page.do(do="ready")
    first = str(page.panel)
    page.do(do="another")
    assert str(page.panel) != first
    assert str(exercise("97-f")) == str(page.panel)


def test_answers_of_solution_cells_keep_nothing(page_of, in_lesson):
    said = exercise("97-c").answer(" 6 ")
    assert (said.passed, repr(said)) == (True, "Three and three are six.")
    assert not (in_lesson / "saves").exists()


def test_damaged_memory_does_no_harm(page_of):
    for letter in "abcdefg":
        for kept in DAMAGED:
            desk = exercise(f"97-{letter}").desk
            desk.restore(json.loads(json.dumps(kept)))
            assert desk.blocks()
            assert str(desk)


def test_unknown_lessons_and_exercises_are_refused_with_what_there_is(samples):
    with pytest.raises(LookupError, match="97-sample"):
        exercise("55-a")
    with pytest.raises(LookupError, match="97-a, 97-b"):
        exercise("97-z")


# The quiz and the exit ticket -----------------------------------------------------------------------------------------


def test_a_quiz_goes_from_question_to_question_and_says_what_to_look_at_again(page_of):
    page = page_of(quiz("97"))
    page.do(do="ready")
    assert page.block("progress")["label"] == "Question 1 of 3."
    page.do(do="next", values={})
    right = page.panel.desk.asking.exercise.right_answer
    page.do(do="check", values={"answer": right})
    page.do(do="next", values={})
    page.do(do="next", values={})
    assert page.panel.desk.is_over
    lists = [block for block in page.views[-1]["blocks"] if block["t"] == "list"]
    assert [block["label"] for block in lists] == [EN.say("quiz.end.known"), EN.say("quiz.end.again")]
    assert lists[1]["items"][0] == "adding"
    assert {"section.0", "another", "back"} <= page.buttons
    assert "1/3" in str(page.panel)
    assert str(quiz("97")) == str(page.panel), "the end is kept"
    page.do(do="another")
    assert page.panel.desk.seed == 2
    assert page.panel.desk.askings[1].exercise.task


def test_a_quiz_without_mistakes_ends_with_praise(page_of):
    page = page_of(quiz("97"))
    for asking in page.panel.desk.askings:
        page.do(do="check", values={"answer": str(asking.exercise.right_answer)})
        page.do(do="next", values={})
    assert page.block("text")["text"] == EN.say("quiz.end.all")
    page.do(do="back")
    assert not page.panel.desk.is_over


def test_another_set_has_other_made_questions(page_of):
    desk: Any = quiz("97").desk
    before = [asking.exercise.task for asking in desk.askings]
    for _ in range(3):
        desk.handle({"do": "another"})
    after = [asking.exercise.task for asking in desk.askings]
    assert before[0] == after[0]
    assert before != after


def test_a_ticket_keeps_what_was_written_and_asks_for_no_name(page_of):
    page = page_of(exit_ticket("97"))
    page.do(do="ready")
    assert EN.say("course.ticket.private") in str(page.views[-1])
    page.do(do="draft", key="97-t1.0", values={"answer": "Who read it?"})
    page.do(do="check", ticket="97-t2", values={"answer": "?"})
    assert page.block("verdict")["kind"] == "empty"
    page.do(do="check", ticket="97-t2", values={"answer": "The lily."})
    assert page.block("verdict")["lead"] == EN.say("course.lead.kept")
    assert "print" in page.buttons
    again = page_of(exit_ticket("97"))
    again.do(do="ready")
    asked = [block["fields"][0]["value"] for block in again.views[-1]["blocks"] if block["t"] == "ask"]
    assert asked == ["Who read it?", "The lily."]
