"""Lessons as pages of the static site: what wakes by itself, what stays, and what there is without Python."""

import re

import pytest
from playwright.sync_api import expect

from mali_powstancy.texts import languages, texts_for
from tests.browser.conftest import PATIENCE, WINDOW, context_of
from tests.browser.site_page import barriers, go_to, is_wider_than_the_screen, unmarked_focus
from tests.browser.watching import Watch
from tools.prose import ROOT
from tools.site_reader import READER

STEMS = [path.stem for path in sorted((ROOT / "lessons" / "pl").glob("*.md")) if "." not in path.stem]
FIRST = "01-letters"
NUMBER = 3  # the exercise of that lesson that asks for a number
LONG = 180_000  # milliseconds until something has woken on a very busy computer
NO_ANSWERS = ("00-start-06", "10-change-the-rules-12")
"""Where something else is said: that the computer works, under which name rules were saved."""
# What is answered in a cell and what was said to it, as far as something was.
SAID = """(cell) => {
    const said = [...cell.querySelectorAll(".mp-verdict")].map(({ textContent }) => textContent);
    const given = [...cell.querySelectorAll(".mp-ask :is(input, textarea, select)")].map((one) =>
        one.matches("[type=radio], [type=checkbox]") ? one.checked : one.value);
    return said.length ? JSON.stringify([said, given]) : null;
}"""
# Goes through a lesson like a reader: every board and desk wakes, is as high as before, and answers to a button. What
# can be filled in is filled in; `said` is what came of it.
WALK = """async (said) => {
    const fill = (root) => {
        const groups = new Set();
        for (const one of root.querySelectorAll(".mp-ask :is(input, textarea)")) {
            const isPicked = one.matches("[type=radio], [type=checkbox]");
            if (isPicked && groups.has(one.name)) continue;
            groups.add(one.name);
            if (isPicked) one.click();
            else if (!one.value) {
                one.value = "5";
                for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
            }
        }
    };
    const until = async (test) => { while (!test()) await new Promise((done) => setTimeout(done, 30)); };
    const quiet = ["fullscreen", "print", "text", "settings"];
    const seen = [];
    for (const cell of document.querySelectorAll(".live")) {
        const { cell: id } = cell.dataset;
        const fold = cell.closest("details");
        if (fold) fold.open = true;
        const before = cell.offsetHeight;
        cell.scrollIntoView({ block: "center", behavior: "instant" });
        await until(() => ["awake", "failed"].includes(cell.dataset.state));
        if (cell.dataset.state === "failed") { seen.push([id, "failed"]); continue; }
        const root = cell.querySelector(".mp-page");
        const jump = cell.offsetHeight - before;
        if (jump) seen.push([id, `jumps by ${jump}`]);
        const own = "[inert], .mp-tools, .mp-track"; // what the page does by itself
        const canPress = (one) => one.ariaDisabled !== "true" && one.checkVisibility() && !one.closest(own);
        const buttons = [...root.querySelectorAll("button[data-key]")].filter(canPress);
        const all = buttons.filter(({ dataset: { key } }) => !quiet.includes(key));
        if (!all.length) { seen.push([id, "no button"]); continue; }
        fill(root);
        await until(() => !root.dataset.waiting);
        const n = Number(root.dataset.n);
        (all.find((one) => one.matches(".mp-primary")) ?? all[0]).click();
        await until(() => Number(root.dataset.n) > n && !root.dataset.waiting);
        const told = (SAID)(cell);
        if (told) said[id] = told;
    }
    return seen;
}""".replace("SAID", SAID)
BEGIN = f"""() => {{
    window.said = {{}};
    window.walked = ({WALK})(window.said).then((seen) => {{ window.seen = seen; }});
}}"""
# Of these cells what is answered in them now, once they have woken. The page goes back to its reader's place meanwhile.
KEPT = f"""(ids) => {{
    const look = async () => {{
        const kept = {{}};
        for (const id of ids) {{
            const cell = document.querySelector(`[data-cell="${{id}}"]`);
            const fold = cell.closest("details");
            if (fold) fold.open = true;
            while (!["awake", "failed"].includes(cell.dataset.state)) {{
                cell.scrollIntoView({{ block: "center", behavior: "instant" }});
                await new Promise((done) => setTimeout(done, 100));
            }}
            kept[id] = ({SAID})(cell);
        }}
        return kept;
    }};
    look().then((kept) => {{ window.kept = kept; }});
}}"""


# On paper: whether all charts fit between the margins of A4, and nothing that sleeps is pale.
ON_PAPER = """() =>
    [...document.querySelectorAll(".js-plotly-plot .main-svg")].every((one) => one.getBoundingClientRect().width <= 681)
    && [...document.querySelectorAll(".stand-in")].every((one) => getComputedStyle(one).opacity === "1")"""


@pytest.fixture(scope="module")
def visited(browser):
    """One browser for all these tests: what it keeps of the site need not come again."""
    opened = browser.new_context(viewport=WINDOW, locale="pl-PL")
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


@pytest.fixture
def reading(site, visited, request):
    """Opens a lesson as a page; every error is noted, also one of the rules of what it may load.

    Nothing is left of what the test before has answered.
    """
    request.node.stash[context_of] = visited
    names = [site.address, site.address.replace("127.0.0.1", "localhost")]
    watch, errors = Watch(visited), []

    def note(message):
        if message.type == "error":
            errors.append(message.text)

    def opened(lang, stem=FIRST, address=names[0]):
        page = visited.new_page()
        page.goto(f"{address}/{lang}/{READER}/{stem}.html")
        page.locator("body[data-ready]").wait_for()
        return page

    visited.on("console", note)
    yield opened
    visited.remove_listener("console", note)
    troubles = watch.troubles()
    for page in visited.pages:
        page.close()
    with visited.new_page() as page:
        for name in names:
            page.goto(f"{name}/pages/sign.svg")
            page.evaluate("() => localStorage.clear()")
    assert troubles + errors == []


def awake(page, number=0):
    """The board or desk with this number, when it has woken."""
    cell = page.locator(".live").nth(number)
    cell.scroll_into_view_if_needed()
    expect(cell).to_have_attribute("data-state", "awake", timeout=LONG)
    return cell


def printed_pages(page):
    """On how many pages the lesson is printed, which all are of A4."""
    printed = page.pdf(prefer_css_page_size=True)
    sizes = {tuple(map(float, each.split())) for each in re.findall(rb"/MediaBox\s*\[([^\]]+)\]", printed)}
    assert {tuple(round(side) for side in size[2:]) for size in sizes} == {(595, 842)}
    return len(re.findall(rb"/Type\s*/Page\b", printed))


@pytest.mark.parametrize("stem", STEMS)
def test_everything_in_a_lesson_wakes_where_it_stood_answers_is_printed_and_kept(reading, site, stem):
    # Both at once, under two names of this computer: neither finds what the other has kept.
    names = [site.address, site.address.replace("127.0.0.1", "localhost")]
    opened = [reading(lang, stem, name) for lang, name in zip(languages(), names, strict=True)]
    for page in opened:
        page.evaluate(BEGIN)
    for page in opened:
        page.wait_for_function("() => window.seen", timeout=LONG)
        assert page.evaluate("() => window.seen") == []
        assert page.locator('.live:not([data-state="awake"])').count() == 0
        assert barriers(page) == []
        page.emulate_media(media="print")
        assert page.evaluate(ON_PAPER)
        assert 2 <= printed_pages(page) <= 24
        page.emulate_media(media="screen")
        said = page.evaluate("() => window.said")
        page.reload()
        page.locator("body[data-ready]").wait_for()
        answered = {cell: what for cell, what in said.items() if cell not in NO_ANSWERS}
        assert answered or stem == "projector-routes", "the page for teachers asks nothing"
        page.evaluate(KEPT, [*answered])
        page.wait_for_function("() => window.kept", timeout=LONG)
        assert page.evaluate("() => window.kept") == answered


def test_answers_are_there_after_a_reload_and_the_start_page_knows_of_them(reading, site):
    page = reading("pl")
    desk = awake(page, NUMBER)
    desk.locator("input").fill("5")
    desk.locator('button[data-key="check"]').click()
    said = desk.locator(".mp-verdict").inner_text()
    high = desk.evaluate("one => one.offsetHeight")
    page.reload()
    page.locator("body[data-ready]").wait_for()
    assert page.locator(".live").nth(NUMBER).evaluate("one => one.offsetHeight") == high, "room for what is kept"
    desk = awake(page, NUMBER)
    assert desk.evaluate("one => one.offsetHeight") == high
    expect(desk.locator("input")).to_have_value("5")
    assert desk.locator(".mp-verdict").inner_text() == said
    page.goto(f"{site.address}/pl/index.html")
    expect(page.locator(f'[data-lesson="{FIRST}"] .begun')).to_be_visible()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_reload_and_the_way_back_lead_to_the_same_paragraph(reading, site, width):
    page = reading("pl")
    page.set_viewport_size({"width": width, "height": 740})
    paragraph = page.locator("main .part > p").nth(20)
    for _ in range(2):  # what wakes on the way has its height
        paragraph.evaluate(
            "one => scrollTo({ top: scrollY + one.getBoundingClientRect().top + 7, behavior: 'instant' })"
        )
        page.wait_for_timeout(1500)
    here = "one => Math.round(one.getBoundingClientRect().top)"
    assert abs(paragraph.evaluate(here) + 7) < 3
    for leave in (page.reload, lambda: (page.goto(f"{site.address}/pl/index.html"), page.go_back())):
        leave()
        page.locator("body[data-ready]").wait_for()
        page.wait_for_timeout(1500)
        assert abs(paragraph.evaluate(here) + 7) < 40, "as far as lines may break anew"


@pytest.mark.parametrize(("lang", "scheme", "width"), [("pl", "light", 1280), ("en", "dark", 360)])
def test_a_page_has_no_barriers_asleep_and_awake(reading, lang, scheme, width):
    page = reading(lang, "00-start")
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 740})
    assert barriers(page) == []
    for number in range(3):
        awake(page, number)
    assert barriers(page) == []
    assert not is_wider_than_the_screen(page)


def test_keys_alone_lead_through_a_lesson(reading):
    page = reading("pl")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    cells = page.locator(".live")
    for number in range(cells.count()):
        cell = cells.nth(number)
        go_to(page, cell)
        expect(cell).to_have_attribute("data-state", "awake", timeout=LONG)
        submit = cell.locator(".mp-primary:visible").or_(cell.locator(".mp-ask .mp-button:visible")).first
        go_to(page, submit)
        assert unmarked_focus(page) == ""
        before = cell.locator(".mp-page").get_attribute("data-n")
        page.keyboard.press("Enter")
        expect(cell.locator(".mp-page")).not_to_have_attribute("data-n", before)
        assert cell.evaluate("one => one.contains(document.activeElement)"), "the focus is not lost"
    go_to(page, page.locator("#sources summary"))
    page.keyboard.press("Enter")
    expect(page.locator("#sources")).to_have_attribute("open", "")


def test_the_number_behind_a_sentence_leads_to_its_source(site, context, watch):
    page = context.new_page()
    page.goto(f"{site.address}/pl/{READER}/{FIRST}.html")
    number = page.locator(".mark a").last
    expect(number).to_be_hidden()
    page.locator("#menu summary").click()
    page.locator("#marks").check()
    page.keyboard.press("Escape")
    number.click()
    expect(page.locator("#sources")).to_have_attribute("open", "")
    expect(page.locator(number.get_attribute("href") or "")).to_be_in_viewport()


def test_without_its_programs_the_lesson_is_read_and_a_sentence_says_what_did_not_come(site, context, watch):
    context.route(f"**/{FIRST}.json", lambda route: route.fulfill(status=404))
    page = context.new_page()
    page.goto(f"{site.address}/pl/{READER}/{FIRST}.html")
    expect(page.locator("#trouble-text")).to_have_text(texts_for("pl").say("site.reader.files"))
    expect(page.locator(".live").first).to_have_attribute("data-state", "failed")
    expect(page.locator(".live .words").first).not_to_be_empty()
    expect(page.locator("#menu summary")).to_be_visible()


def test_without_python_the_lesson_is_read_and_a_sentence_says_what_did_not_come(site, context, watch):
    context.route("**/static/pyodide/**", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{site.address}/en/{READER}/{FIRST}.html")
    expect(page.locator("#trouble-text")).to_have_text(texts_for("en").say("site.reader.files"))
    assert barriers(page) == []
    expect(page.locator(".live").first).to_have_attribute("data-state", "failed")
    expect(page.locator(".live").first.locator(".stand-in")).to_be_visible()
    expect(page.locator(".live .words").first).not_to_be_empty()
    expect(page.locator("#again")).to_be_enabled()
