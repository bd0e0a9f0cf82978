"""Lessons as pages on a phone, upright and turned: every figure, table and desk, the bar and its menu have room."""

from itertools import cycle

from mali_powstancy.texts import languages
from tools.prose import ROOT
from tools.site_reader import READER, reader_pages

STEMS = [path.stem for path in sorted((ROOT / "lessons" / "pl").glob("*.md")) if "." not in path.stem]
UPRIGHT, TURNED = {"width": 360, "height": 640}, {"width": 844, "height": 390}
LETTERS, TARGET = 12, 44
A_LITTLE = 0.1  # of the smaller of two words: lines stand so close that their boxes touch
# What does not fit: everything is unfolded and every chart drawn. Boards have their own tests, and what a map of a desk
# says is in its question. Words of plotly that stand aslant are no boxes, so they are left out.
MEASURE = """async ([letters, target, little]) => {
    for (const fold of document.querySelectorAll("main details, #menu")) fold.open = true;
    for (const place of document.querySelectorAll("[data-chart]")) {
        place.scrollIntoView({ block: "center", behavior: "instant" });
        while (!place.querySelector(".main-svg text")) await new Promise((done) => setTimeout(done, 20));
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found = [];
    const where = (one) => one.closest("[data-cell]")?.dataset.cell ?? "";
    const tell = (what, one) => found.push(`${what}: ${where(one)} ${one.outerHTML.slice(0, 120)}`);
    const size = (one) => parseFloat(getComputedStyle(one).fontSize);
    const hits = (one) => {
        const { width, height } = one.getBoundingClientRect();
        if (Math.min(width, height) < target - 0.5) tell(`only ${width} x ${height}`, one);
    };
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
    const ours = [...document.querySelectorAll(":is(.reader-bar, main, .reader-trouble, .foot) *")]
        .filter((one) => isSeen(one) && !one.closest("svg, .mp-board-widget, .heard"));
    for (const one of ours) {
        const { left, right } = one.getBoundingClientRect();
        if (left < -1 || right > innerWidth + 1) tell("beyond the edge", one);
        const canScroll = ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
        if (canScroll && one.scrollWidth > one.clientWidth + 1) tell("pushed sideways", one);
        const says = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (says && size(one) < letters) tell(`letters of ${size(one)}`, one);
        if (one.matches("button, select, textarea, input, summary, :is(.reader-bar, .reader-trouble, .foot) a"))
            hits(one.closest("label") ?? one);
    }
    // What plotly draws to be pressed; its handle of a slider lies in what can be touched of that.
    for (const one of document.querySelectorAll(".updatemenu-item-rect, .slider-touch-rect")) hits(one);
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is pushed sideways");
    for (const chart of document.querySelectorAll("[data-chart]")) {
        const turned = (one) => one.closest("[transform*=rotate]")?.getAttribute("transform") ?? "";
        const isLevel = (one) => !/rotate\\((?!0)/.test(turned(one));
        const words = [...chart.querySelectorAll(".main-svg text")]
            .filter((one) => isSeen(one) && one.textContent.trim() && size(one) > 1 && isLevel(one));
        const frame = chart.getBoundingClientRect();
        const boxes = words.map((one) => one.getBoundingClientRect());
        words.forEach((one, at) => {
            const { left, top, right, bottom } = boxes[at];
            if (size(one) < letters) tell(`letters of ${size(one)}`, one);
            if (left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1)
                found.push(`${chart.dataset.chart}: “${one.textContent}” is cut off`);
            for (let other = 0; other < at; other++) {
                const across = Math.min(right, boxes[other].right) - Math.max(left, boxes[other].left);
                const down = Math.min(bottom, boxes[other].bottom) - Math.max(top, boxes[other].top);
                const smaller = Math.min((right - left) * (bottom - top), boxes[other].width * boxes[other].height);
                if (across > 0 && down > 0 && across * down > little * smaller)
                    found.push(`${chart.dataset.chart}: “${one.textContent}” lies on “${words[other].textContent}”`);
            }
        });
    }
    return found;
}"""
HEIGHTS = "() => [...document.querySelectorAll('[data-chart]')].map((one) => one.clientHeight)"


def test_every_figure_table_and_desk_has_room_on_a_phone(site, context):
    page = context.new_page()
    page.route("**/play/worker.js", lambda route: route.abort())  # what is asleep is as large as what is awake
    for stem, lang in zip(STEMS, cycle(languages()), strict=False):  # figures are reckoned in every language elsewhere
        page.set_viewport_size(UPRIGHT)
        page.goto(f"{site.address}/{lang}/{READER}/{stem}.html")
        page.locator("body[data-ready]").wait_for()
        assert page.evaluate(MEASURE, [LETTERS, TARGET, A_LITTLE]) == [], stem
        upright = page.evaluate(HEIGHTS)
        page.set_viewport_size(TURNED)
        page.wait_for_function(f"(before) => ({HEIGHTS})().every((high, at) => high !== before[at])", arg=upright)
        assert page.evaluate(MEASURE, [LETTERS, TARGET, A_LITTLE]) == [], stem
        assert len(upright) == len(reader_pages(lang)[stem].charts)
