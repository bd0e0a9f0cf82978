import json
import random
from typing import Any

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.board.widget import page_script
from tests.engine.test_scenario_files import TINY, read

# A board on an empty page: what it sends is noted, and nothing answers.
SHOW = """async ([script, base, asleep, view]) => {
    window.sent = [];
    const heard = {};
    const state = { base, asleep, keeps: [] };
    const model = {
        get: (name) => state[name],
        on: (names, handler) => { for (const name of names.split(" ")) heard[name] = handler; },
        off: () => {},
        send: (message) => window.sent.push(message),
    };
    const board = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    board.default.render({ model, el: document.body });
    heard["msg:custom"]({ view });
}"""


def test_a_place_may_be_called_like_something_that_tables_of_a_page_inherit(context):
    scenario = read(json.loads(json.dumps(TINY).replace('"mill"', '"constructor"')))
    place = (MemoryStorage(), "board", "en", random.Random(1))
    host = Host(*place, scenario=scenario, players=2, seats=(PERSON, PERSON))
    sent: list[Any] = []
    kernel = BoardPage(host, sent.append)
    kernel.receive({"do": "start"})
    kernel.receive({"do": "take-screen"})
    kernel.show(with_map=True)
    view = sent[-1]["view"]
    assert not view["reach"], "a movement card is chosen, and no field"
    page = context.new_page()
    page.evaluate(SHOW, [page_script(), kernel.base, kernel.asleep, view])
    field = page.locator('.mp-field[data-field="constructor"]')
    assert field.get_attribute("aria-label") == view["map"]["labels"]["constructor"]
    assert "mp-can" not in (field.get_attribute("class") or "")
    field.focus()
    page.keyboard.press("Enter")
    first, *others = page.evaluate("window.sent")
    assert first["do"] == "ready"
    assert [(message["do"], message.get("field")) for message in others] == [("try", "constructor")]
