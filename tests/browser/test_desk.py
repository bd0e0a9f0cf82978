"""The teacher's desk on the site: found from the start page, read, printed, on a phone, in the dark and with keys."""

import pytest
from playwright.sync_api import expect

from mali_powstancy.texts import languages, texts_for
from tests.browser.site_page import barriers, go_to, is_wider_than_the_screen, unmarked_focus
from tools.site_desk import DESK, FRONT, desk_pages

PHONE = {"width": 360, "height": 740}
LOOKED_AT = (
    "02-city-graph.worksheet",
    "04-we-play.teacher",
    "11-game-and-history.key",
    "desk-term",
    "paper-kit",
    "paper-kit-wiarusi",
    "rules-wiarusi",
    "paper-kit-bitwa-warszawska",
    "rules-bitwa-warszawska",
    "certificate",
    "rules-extended",
    "rules",
    "ways-to-run",
    "school-server",
    "glossary",
)


@pytest.mark.parametrize("lang", languages())
def test_from_the_start_page_to_a_worksheet_its_key_and_a_pdf_to_print(site, context, watch, lang):
    say = texts_for(lang).say
    page = context.new_page()
    page.goto(f"{site.address}/{lang}/index.html")
    page.locator("body[data-ready]").wait_for()
    go_to(page, page.locator(f'.calls a[href="{FRONT}.html"]'))
    assert unmarked_focus(page) == ""
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(say("desk.title"))
    pack = page.locator("#lesson-02")
    address = pack.locator(".pdf").nth(1).get_attribute("href")
    answer = page.request.get(f"{site.address}/{lang}/{address}")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.body().startswith(b"%PDF")
    pack.get_by_role("link", name=say("desk.worksheet"), exact=True).click()
    expect(page.locator("h1")).to_have_text(desk_pages(lang)["02-city-graph.worksheet"].title)
    expect(page.locator("main")).not_to_contain_text(say("desk.key"))
    assert page.locator("main img").evaluate("picture => picture.naturalWidth") > 100
    page.get_by_role("link", name=say("desk.key"), exact=True).click()
    expect(page.locator("h1")).to_have_text(desk_pages(lang)["02-city-graph.key"].title)
    page.locator(".brand").click()
    expect(page.locator("h1")).to_have_text(say("desk.title"))


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_page_of_the_desk_has_a_barrier_or_is_wider_than_a_phone(site, context, watch, look):
    page = context.new_page()
    page.emulate_media(color_scheme=look)
    addresses = [FRONT, *(f"{DESK}/{name}" for name in LOOKED_AT)]
    for number, address in enumerate(addresses):
        lang = languages()[(number + (look == "dark")) % len(languages())]
        page.goto(f"{site.address}/{lang}/{address}.html")
        page.locator("h1").wait_for()
        assert barriers(page) == [], address
        page.set_viewport_size(PHONE)
        assert not is_wider_than_the_screen(page), address
        page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.parametrize("lang", languages())
def test_boxes_of_a_worksheet_are_boxes_and_dots_to_be_joined_stand_side_by_side(site, context, watch, lang):
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.goto(f"{site.address}/{lang}/{DESK}/01-letters.worksheet.html")
    sides = "boxes => boxes.map(box => Math.min(...getComputedStyle(box).borderWidth.split(' ').map(parseFloat)))"
    drawn = page.locator("td.write").evaluate_all(sides)
    assert len(drawn) >= 25
    assert min(drawn) >= 1
    lines = "cell => { const all = new Range(); all.selectNodeContents(cell); return all.getClientRects().length }"
    assert page.locator("td", has_text="•").first.evaluate(lines) == 1


@pytest.mark.parametrize("lang", languages())
def test_the_letter_to_parents_is_one_click_away_from_the_desk(site, context, watch, lang):
    page = context.new_page()
    page.goto(f"{site.address}/{lang}/{FRONT}.html")
    letter = texts_for(lang).say("desk.parents")
    page.locator("#lesson-04").get_by_role("link", name=letter).click()
    expect(page.get_by_role("heading", name=letter)).to_be_in_viewport()
