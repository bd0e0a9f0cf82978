"""Orders on the map, pointed at and pressed: a board on a bare page, with its host in this process."""

import json
import random
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from mali_powstancy.tabletop.host import Host
from mali_powstancy.tabletop.storage import MemoryStorage
from mali_powstancy.views.board.board_page import BoardPage
from mali_powstancy.views.page.files import script, style

MODEL = (Path(__file__).resolve().parents[2] / "site" / "pages" / "model.js").read_text("utf-8").replace("export ", "")
BEGIN = """
const model = new Model(%s, async (message) => {
    for (const answer of JSON.parse(await tell(JSON.stringify(message)))) model.hear(answer);
});
board.render({ model, el: document.body });
"""


def bare_page(context: BrowserContext, host: Host) -> Page:
    """The board of a host, with nothing around it."""
    sent: list[object] = []
    kernel, page = BoardPage(host, sent.append), context.new_page()

    def tell(message: str) -> str:
        sent.clear()
        kernel.receive(json.loads(message))
        return json.dumps(sent)

    page.expose_function("tell", tell)
    page.set_content(f"<style>{style('board')}</style>")
    begun = BEGIN % json.dumps({"base": kernel.base, "asleep": kernel.asleep, "keeps": kernel.keeps})
    program = script("board").replace("export default", "const board =")
    page.add_script_tag(content=f"{MODEL}\n{program}\n{begun}", type="module")
    page.locator('.mp-board-widget[data-ready="true"]').wait_for()
    return page


def test_an_order_is_shown_by_pointing_pressing_or_keys_and_a_chosen_scout_stays_chosen(context, watch):
    host = Host(MemoryStorage(), "orders", "en", random.Random(3), scenario="short", players=2)
    host.handle({"do": "start"})
    while host.state.phase.name != "TURN" or host.is_curtain_down:
        host.handle({"do": "take-screen"} if host.is_curtain_down else {"do": "play", "moves": ["card 3"]})
    page = bare_page(context, host)
    order = host.state.track[0].order
    way = page.locator(f'.mp-errand[data-order="{order}"]')
    flag = page.locator(f'.mp-flag[data-order="{order}"]')
    row = page.locator(f'[data-key="order {order}"]')
    expect(way).to_be_hidden()
    flag.hover()
    expect(way).to_be_visible()
    flag.click()
    page.mouse.move(1, 1)
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(way).to_be_visible()
    row.click()
    page.mouse.move(1, 1)
    expect(row).to_have_attribute("aria-pressed", "false")
    expect(way).to_be_hidden()
    page.keyboard.press("Tab")  # whoever uses keys sees where the focus is
    row.focus()
    expect(way).to_be_visible()

    scouts = page.locator(".mp-scout.mp-can")
    name = scouts.first.get_attribute("data-piece")
    chosen = page.locator(f'.mp-scout.mp-selected[data-piece="{name}"]')
    for _ in range(2):
        page.locator(f'.mp-scout[data-piece="{name}"] .mp-letter').click()
        expect(chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
