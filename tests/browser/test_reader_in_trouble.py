"""A lesson's page while its Python is busy, and when it dies: what is said, what stays, and that nothing is lost."""

import json

import pytest
from playwright.sync_api import expect

from mali_powstancy.texts import texts_for
from tests.browser.conftest import WINDOW
from tests.browser.test_reader import FIRST, LONG, NUMBER, awake
from tools.site_reader import READER

DIES = "import os\nos.abort()\nNone"
PATIENCE = 6000  # milliseconds; then a board or a desk says that nobody answers
# In the place of Python: it hears what the page asks for, and the test says what it answers.
NOBODY = """
export const canRun = true;
export const stop = () => {};
export const ask = (said) => window.asked.push(said);
export function listen(hear) {
  window.asked = [];
  window.answer = hear;
  hear({ stage: "awake" });
}
"""
# What listens to the page and was not stopped.
LISTENING = """
const add = Document.prototype.addEventListener;
window.signals = new Set();
Document.prototype.addEventListener = function (name, handler, options) {
  if (options?.signal) window.signals.add(options.signal);
  return add.call(this, name, handler, options);
};
"""
COUNT = "() => [...window.signals].filter((one) => !one.aborted).length"


def say(key, lang="pl"):
    return texts_for(lang).say(key)


@pytest.fixture
def sealed(browser):
    """A page whose requests the test answers itself, because no service worker does."""
    context = browser.new_context(viewport=WINDOW, service_workers="block", locale="pl-PL")
    context.set_default_timeout(LONG)
    yield context.new_page()
    context.close()


def open_lesson(page, site, lang="pl"):
    page.goto(f"{site.address}/{lang}/{READER}/{FIRST}.html")
    page.locator("body[data-ready]").wait_for()


def test_when_python_dies_a_sentence_says_so_and_what_was_done_is_there_after_a_reload(site, sealed):
    lesson = json.loads((site.folder / "pl" / READER / f"{FIRST}.json").read_text("utf-8"))
    last = list(lesson["programs"])[-1]
    lesson["programs"][last] = DIES
    sealed.route(f"**/{FIRST}.json", lambda route: route.fulfill(json=lesson))
    open_lesson(sealed, site)
    desk = awake(sealed, NUMBER)
    desk.locator("input").fill("5")
    desk.locator('button[data-key="check"]').click()
    said = desk.locator(".mp-verdict").inner_text()
    sealed.locator(f'.live[data-cell="{last}"]').scroll_into_view_if_needed()
    expect(sealed.locator("#trouble-text")).to_have_text(say("site.reader.fault"))
    expect(sealed.locator("#trouble")).to_be_visible()
    expect(sealed.locator(f'.live[data-cell="{last}"] .stand-in')).to_be_visible()
    assert desk.locator(".mp-verdict").inner_text() == said
    desk.locator('button[data-key="check"]').click()
    expect(desk.locator(".mp-trouble")).to_have_text(say("site.reader.lost"))
    sealed.unroute(f"**/{FIRST}.json")
    sealed.locator("#again").click()
    sealed.wait_for_event("load")
    sealed.locator("body[data-ready]").wait_for()
    expect(sealed.locator("#trouble")).to_be_hidden()
    desk = awake(sealed, NUMBER)
    expect(desk.locator("input")).to_have_value("5")
    assert desk.locator(".mp-verdict").inner_text() == said


class Puppet:
    """A lesson whose Python is the test itself."""

    def __init__(self, page, site, lang):
        self.page = page
        page.clock.install()
        page.add_init_script(LISTENING)
        page.route("**/pages/python.js", lambda route: route.fulfill(content_type="text/javascript", body=NOBODY))
        open_lesson(page, site, lang)
        first = json.loads((site.folder / lang / READER / f"{FIRST}.first.json").read_text("utf-8"))
        self.views = first["cells"]

    def asked(self, what):
        """The cell that asks for this now."""
        found = f"() => window.asked.find((one) => '{what}' in one)?.cell"
        cell = self.page.wait_for_function(found).json_value()
        self.page.evaluate("() => { window.asked = []; }")
        return cell

    def answer(self, cell, said):
        self.page.evaluate("([said]) => window.answer(said)", [{"message": json.dumps({"cell": cell, **said})}])

    def begin(self, cell):
        self.answer(cell, {"live": self.views[cell]["live"], "keeps": []})

    def show(self, cell):
        self.answer(cell, {"message": {"view": self.views[cell]["view"]}})

    def live(self, cell):
        return self.page.locator(f'.live[data-cell="{cell}"]')


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_who_waits_while_another_part_wakes_is_told_so_and_not_that_nobody_answers(site, sealed, lang):
    python = Puppet(sealed, site, lang)
    sealed.locator(".live").first.scroll_into_view_if_needed()
    cell = python.asked("run")
    python.begin(cell)
    python.show(cell)
    sealed.locator(".live").last.scroll_into_view_if_needed()
    waking = python.asked("run")
    desk = python.live(cell)
    desk.locator(".mp-page button[data-key]").first.click()
    assert python.asked("message") == cell
    for _ in range(4):
        sealed.clock.run_for(PATIENCE - 500)
        expect(desk.locator(".mp-toast")).to_have_text(say("site.reader.busy", lang))
        expect(desk.locator(".mp-trouble")).to_be_hidden()
    python.begin(waking)
    python.show(waking)
    sealed.clock.run_for(PATIENCE - 500)
    expect(desk.locator(".mp-trouble")).to_be_hidden()
    sealed.clock.run_for(1000)
    expect(desk.locator(".mp-trouble")).to_have_text(say("site.reader.lost", lang))


def test_what_was_about_to_wake_when_python_died_listens_no_more(site, sealed):
    python = Puppet(sealed, site, "pl")
    sealed.locator(".live").first.scroll_into_view_if_needed()
    cell = python.asked("run")
    before = sealed.evaluate(COUNT)
    python.begin(cell)
    assert sealed.evaluate(COUNT) > before
    python.answer(cell, {"message": {"thinking": "…"}})
    toast = python.live(cell).locator(".coming .mp-toast").element_handle()
    sealed.evaluate("() => window.answer({ broken: 'it has died' })")
    expect(sealed.locator("#trouble-text")).to_have_text(say("site.reader.fault"))
    expect(python.live(cell).locator(".stand-in")).to_be_visible()
    expect(python.live(cell).locator(".coming")).to_have_count(0)
    assert sealed.evaluate(COUNT) == before
    sealed.clock.run_for(PATIENCE)
    assert not toast.get_attribute("hidden"), "and nothing of it goes on"
