"""The drawings of Wiarusi: there is one for everything, no two are alike, and every look and paper shows them."""

import io
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from mali_powstancy.texts import languages
from mali_powstancy.views import trench
from mali_powstancy.views.palette import ARMY_COLOURS, COLOURS, LOOKS, colour, look_css
from mali_powstancy.wiarusi import load_scenario, new_game
from mali_powstancy.wiarusi.cards import THREATS, TILES, Gift, Knock, ThreatCard
from mali_powstancy.wiarusi.texts import texts_for
from tests.views.test_palette import contrast
from tools.browser import open_browser

GAME = new_game(load_scenario("wiarusi-standard"), 4).game
BEGINNERS = new_game(load_scenario("wiarusi-beginner"), 4).game
FRIENDS = GAME.scenario.characters
SIGNS = {
    **{threat: trench.threat_sign(threat) for threat in THREATS},
    **{f"charm {threat}": trench.charm_sign(threat) for threat in THREATS},
    **{f"used charm {threat}": trench.charm_sign(threat, is_used=True) for threat in THREATS},
    **{tile: trench.tile_arrow(tile) for tile in TILES},
    "bolt": trench.bolt(),
    "trap": trench.trap_sign(),
    "christmas": trench.christmas_sign(),
    "speech": trench.speech_token(),
    "leader": trench.leader_marker(),
    "back": trench.face_down(),
}
USED = {name: SIGNS[name] for name in ("charm night", "used charm night", "charm whistle", "used charm whistle")}
PORTRAITS = {**{friend: trench.character(friend) for friend in FRIENDS}, "chaplain": trench.chaplain()}
CARDS = {"peace": trench.peace_card(), "monument": trench.monument_card()}
DRAWINGS = SIGNS | PORTRAITS | CARDS
ON = [("ink", "disc"), ("ink", "water"), ("ink", "paper"), ("sheet-ink", "sheet")]
"""Which colour is drawn on which."""

each_language = pytest.mark.parametrize("lang", languages())
each_drawing = pytest.mark.parametrize("name", DRAWINGS)


def words(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def test_every_friend_has_a_portrait_of_his_own_and_a_stranger_has_none():
    stranger = trench.character("stranger").replace("stranger", "X")
    assert stranger not in {portrait.replace(name, "X") for name, portrait in PORTRAITS.items()}


@each_drawing
def test_a_drawing_is_one_element_with_a_size_that_a_style_may_change(name):
    svg = ElementTree.fromstring(DRAWINGS[name])
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    _, _, width, height = svg.attrib["viewBox"].split()
    assert (svg.attrib["width"], svg.attrib["height"]) == (width, height)
    assert width == height or name in CARDS
    assert len(DRAWINGS[name]) < 6000


@each_drawing
def test_colours_come_from_the_palette_and_are_light_where_no_look_is_set(name):
    for paint in re.findall(r'(?:fill|stroke)="([^"]+)"', DRAWINGS[name]):
        if paint not in ("none", "currentColor"):
            [found] = re.findall(r"^var\(--mp-([a-z-]+),(#[0-9a-f]{6})\)$", paint)
            assert found == (found[0], colour(found[0]))
            assert found[0] in {each for pair in ON for each in pair}


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_drawn_is_seen_on_what_is_below(look):
    needed = 4.5 if look == "contrast" else 3
    assert {pair for pair in ON if contrast(*(colour(each, look) for each in pair)) < needed} == set()


def test_a_drawing_is_silent_beside_words_and_speaks_where_there_are_none():
    assert 'aria-hidden="true"' in trench.threat_sign("night")
    spoken = ElementTree.fromstring(trench.threat_sign("night", 'a "dark" night'))
    assert (spoken.attrib["role"], spoken.attrib["aria-label"]) == ("img", 'a "dark" night')
    assert "aria-hidden" not in spoken.attrib


def test_a_drawing_can_be_put_into_a_larger_one():
    part = ElementTree.fromstring(trench.placed(trench.peace_card(), 3, 4.5, 21, 29))
    assert [part.attrib[name] for name in ("x", "y", "width", "height")] == ["3", "4.5", "21", "29"]
    assert part.attrib["viewBox"] == "0 0 63 88"
    assert ElementTree.fromstring(trench.placed(trench.bolt(), 0, 0, 7)).attrib["height"] == "7"


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_no_two_drawings_are_alike_when_they_are_small_and_grey(look):
    # Signs lie beside signs and portraits beside portraits; which charm was used is told by the portrait.
    kinds = {name: sign for name, sign in SIGNS.items() if not name.startswith("used")}, PORTRAITS, USED
    for kind in kinds:
        small = shown(kind, look, 24)
        for one, other in combinations(kind, 2):
            difference = ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean[0]
            assert difference > 6, (one, other, difference)


def shown(drawings, look, size):
    """What a browser makes of drawings in so many pixels, in grey."""
    looks = look_css(COLOURS | ARMY_COLOURS)
    page = f"<style>{looks}body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>"
    page += f'<div class="mp-look-{look}" style="background:var(--mp-paper);color:var(--mp-ink);width:{size}px">'
    with open_browser() as browser:
        tab = browser.new_page(viewport={"width": size, "height": size * len(drawings)})
        tab.set_content(f"{page}{''.join(drawings.values())}</div>")
        picture = Image.open(io.BytesIO(tab.screenshot())).convert("L")
    return {name: picture.crop((0, n * size, size, (n + 1) * size)) for n, name in enumerate(drawings)}


# Trial cards


@each_language
@pytest.mark.parametrize("card", GAME.cards)
def test_a_trial_card_shows_all_that_is_on_it_by_sign_and_by_word(card, lang):
    texts, trial = texts_for(lang), GAME.scenario.trials[card]
    html = trench.trial_card(card, GAME, texts)
    ElementTree.fromstring(html)
    assert not re.search(r"<(?!/?(span|svg|g|path|circle|rect)\b)", html)  # may stand in a button
    if isinstance(trial, ThreatCard):
        said = [texts.threat(threat) for threat in trial.threats] + [texts.say("kit.trap")] * trial.trap
        assert words(html) == " ".join(said)
        for threat in trial.threats:
            assert trench.threat_sign(threat) in html
        assert (trench.trap_sign() in html) == trial.trap
        assert trench.landscape(trial.threats) in html
    else:
        assert texts.name(trial).lower() in words(html).lower()
        assert texts.effect(card, GAME) in words(html)
        assert html.count(trench.bolt()) == (trial.bolts if isinstance(trial, Knock) else 0)
        assert (trench.christmas_sign() in html) == isinstance(trial, Gift)
        if isinstance(trial, Knock) and trial.threat:
            assert trench.threat_sign(trial.threat) in html


def test_beginners_see_no_traps():
    cards = [trench.trial_card(card, BEGINNERS, texts_for("en")) for card in BEGINNERS.cards]
    assert not any(trench.trap_sign() in card for card in cards)


def test_cards_with_other_threats_show_another_landscape_and_no_threat_is_left_out():
    trials = [trial for trial in GAME.scenario.trials.values() if isinstance(trial, ThreatCard)]
    landscapes = {trial.threats: trench.landscape(trial.threats) for trial in trials}
    assert len(set(landscapes.values())) == len(landscapes)
    for threats, drawn in landscapes.items():
        ElementTree.fromstring(drawn)
        for threat in ("shell", "mask", "whistle"):
            assert (f"mp-drawn-{threat}" in drawn) == (threat in threats)


def test_the_style_of_trial_cards_has_no_colours_of_its_own():
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(|color", trench.trench_css())
