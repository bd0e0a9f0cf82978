"""The drawings of Bitwa Warszawska: there is one for everything, no two are alike, every look and paper shows them."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import ImageChops, ImageStat

from mali_powstancy.bitwa_warszawska import load_scenario, new_game
from mali_powstancy.bitwa_warszawska.cards import ARMIES, KINDS, MARKERS, RESOURCES
from mali_powstancy.bitwa_warszawska.texts import texts_for
from mali_powstancy.texts import languages
from mali_powstancy.views import front
from mali_powstancy.views.front.cards import PLAN, RADIO, TELEGRAPH
from mali_powstancy.views.front.signs import LETTERS
from mali_powstancy.views.page.files import style
from mali_powstancy.views.palette import ARMY_COLOURS, LOOKS, colour
from tests.views.test_palette import contrast
from tests.views.test_trench import shown, words

GAME = new_game(load_scenario("bitwa-standard"), 2).game
CARDS = GAME.scenario.cards
SIGNS = {
    **{f"unit {army}": front.unit_sign(army, "pl") for army in (0, 1)},
    **{f"back {army}": front.card_back(army, "pl") for army in (0, 1)},
    **{f"advantage {army}": front.advantage_marker(army, "pl") for army in (0, None, 1)},
    **{f"blockade {marker}": front.blockade_marker(marker, "pl") for marker in MARKERS},
    **{kind: front.kind_sign(kind) for kind in KINDS},
    **{resource: front.resource_sign(resource) for resource in RESOURCES},
    **{f"initiative {number}": front.initiative_marker(number) for number in range(5)},
    **{f"front {number}": front.front_sign(number) for number in range(3)},
    "radio": front.radio_sign(),
    "telegraph": front.telegraph_sign(),
    "scoring": front.scoring_marker(),
    "point": front.point_sign(),
    "effect": front.effect_marker(),
    "round": front.round_marker(),
}
ENGLISH = {
    **{f"unit {army}": front.unit_sign(army, "en") for army in (0, 1)},
    **{f"back {army}": front.card_back(army, "en") for army in (0, 1)},
    **{f"advantage {army}": front.advantage_marker(army, "en") for army in (0, 1)},
    **{f"blockade {marker}": front.blockade_marker(marker, "en") for marker in ARMIES},
}
PLANS = {front.unit_plan(card): card.id for card in CARDS.values() if card.kind == "unit"}
"""One of the cards with each plan: many units go to the same places."""
ON = [("ink", "disc"), ("ink", "paper"), ("disc", "ink"), ("wp-ink", "wp"), ("acz-ink", "acz")]
"""Which colour is drawn on which."""

each_language = pytest.mark.parametrize("lang", languages())


def test_a_drawing_is_one_small_element_with_a_size_that_a_style_may_change():
    for drawing in [*SIGNS.values(), *ENGLISH.values(), *PLANS]:
        svg = ElementTree.fromstring(drawing)
        assert svg.tag == "{http://www.w3.org/2000/svg}svg"
        _, _, width, height = svg.attrib["viewBox"].split()
        assert (svg.attrib["width"], svg.attrib["height"]) == (width, height)
        assert (int(width), int(height)) == (PLAN if drawing in PLANS else (48, 48))
        assert len(drawing) < 3000


def test_colours_come_from_the_palette_and_are_light_where_no_look_is_set():
    used = {paint for each in [*SIGNS.values(), *PLANS] for paint in re.findall(r'(?:fill|stroke)="([^"]+)"', each)}
    named = {name for pair in ON for name in pair if name not in ("ink", "paper")}
    assert used == {"none", "currentColor"} | {f"var(--mp-{name},{colour(name)})" for name in named}


@pytest.mark.parametrize("look", LOOKS)
def test_what_is_drawn_is_seen_on_what_is_below(look):
    needed = 4.5 if look == "contrast" else 3
    assert {pair for pair in ON if contrast(*(colour(each, look) for each in pair)) < needed} == set()


def test_armies_bear_the_first_letters_of_their_names_and_differ_in_shape():
    assert set(LETTERS) == set(languages())
    for lang, letters in LETTERS.items():
        assert letters == "".join(texts_for(lang).army(army)[0] for army in (0, 1))
    for name, drawing in ENGLISH.items():
        assert drawing != SIGNS[name]
    square, circle = (front.unit_sign(army, "pl") for army in (0, 1))
    assert ("h37v37h-37z" in square, "h37v37h-37z" in circle) == (True, False)


def test_a_drawing_is_silent_beside_words_and_speaks_where_there_are_none():
    for made in (front.point_sign, front.effect_marker, lambda label="": front.unit_sign(1, "en", label)):
        assert 'aria-hidden="true"' in made()
        spoken = ElementTree.fromstring(made(label='the "other" army'))
        assert (spoken.attrib["role"], spoken.attrib["aria-label"]) == ("img", 'the "other" army')
        assert "aria-hidden" not in spoken.attrib


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_no_two_drawings_are_alike_when_they_are_small_and_grey(look):
    small = shown(SIGNS, look, 24)
    for one, other in combinations(SIGNS, 2):
        difference = ImageStat.Stat(ImageChops.difference(small[one], small[other])).mean[0]
        assert difference > 6, (one, other, difference)


# Army cards


@each_language
def test_an_army_card_shows_whose_it_is_what_it_does_one_fact_and_who_made_it(lang):
    texts = texts_for(lang)
    for card in CARDS.values():
        html = front.army_card(card.id, GAME, texts)
        ElementTree.fromstring(html)
        assert not re.search(r"<(?!/?(span|svg|g|path)\b)", html)  # may stand in a button
        army, name = ARMIES.index(card.army), texts.name(card)
        options = [texts.option(card.id, number, GAME) for number in range(len(card.options))]
        limit = [texts.count("card.limit", card.limit)] if card.kind == "commander" else []
        said = [texts.army(army), texts.say(f"kind.{card.kind}"), name[0].upper() + name[1:]]
        said += [f" {texts.say('card.or.between')} ".join(options), *limit, texts.caption(card.id, GAME)]
        assert words(html) == " ".join([*said, front.origin(card, texts)]).replace("  ", " ")
        assert front.unit_sign(army, lang) in html
        assert front.card_picture(card) in html


def test_a_card_says_truly_which_part_of_it_is_ours():
    texts = texts_for("en")
    marks = {card.id: front.origin(card, texts) for card in CARDS.values()}
    from_rulebook = {id_ for id_, mark in marks.items() if mark.startswith("from the rulebook")}
    assert from_rulebook == {card.id for card in CARDS.values() if card.origin == "rulebook"}
    assert len(from_rulebook) == 12
    own_limit = {id_ for id_ in from_rulebook if marks[id_] != "from the rulebook"}
    assert own_limit == {"wp-pilsudski", "acz-gaj", "acz-stalin", "acz-jakir"}  # HV-44
    assert {marks[id_] for id_ in set(CARDS) - from_rulebook} == {"our design"}


def test_the_plan_of_a_unit_card_has_its_units_where_the_effect_puts_them():
    for card in CARDS.values():
        if card.kind != "unit":
            continue
        (clause,) = card.options[0]
        plan = front.unit_plan(card)
        tone = f"var(--mp-{card.army.lower()},{colour(card.army.lower())})"
        spots = re.findall(rf'd="M([\d.]+) ([\d.]+)[^"]*" fill="(?:none" stroke=")?{re.escape(tone)}', plan)
        half = 4.4 if card.army == "WP" else 0
        middles = [(float(x) + half, float(y) + half) for x, y in spots]
        lines = [1 if (x > 36) == (card.army == "WP") else 2 for x, _ in middles]
        rows = sorted({int(y // 16) for _, y in middles})
        fronts = clause.fronts or (1,)
        assert rows == [*fronts], card.id
        for number, line in clause.parts:
            assert lines.count(line) == number * len(fronts), card.id
        assert len(middles) == len(fronts) * sum(number for number, _ in clause.parts), card.id
        assert ("M36 13V4.5" in plan) == (not clause.fronts)  # the player chooses


def test_commanders_are_drawn_all_alike_and_news_travels_by_radio_or_wire():
    pictures = {card.id: front.card_picture(card) for card in CARDS.values()}
    assert {pictures[card.id] for card in CARDS.values() if card.kind == "commander"} == {front.kind_sign("commander")}
    orders = {card.id for card in CARDS.values() if card.kind == "order"}
    assert orders.issuperset(RADIO + TELEGRAPH)
    assert {id_ for id_ in orders if pictures[id_] != front.kind_sign("order")} == {*RADIO, *TELEGRAPH}


def test_words_of_a_card_cannot_break_it():
    wicked = "<b>&\"'"
    card = CARDS["wp-do-broni"]._replace(name=wicked, caption=wicked)
    scenario = GAME.scenario._replace(cards={**CARDS, card.id: card})
    html = front.army_card(card.id, new_game(scenario, 2).game, texts_for("pl"))
    ElementTree.fromstring(html)
    assert html.count("&lt;b&gt;&amp;") == 2


def test_the_style_of_army_cards_has_no_colours_of_its_own():
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(|color", front.front_css())


@pytest.mark.parametrize("look", LOOKS)
def test_boards_have_the_tones_of_the_armies_in_every_look(look):
    for name in ARMY_COLOURS:
        assert re.search(rf"^\.mp-look-{look}{{[^}}]*--mp-{name}:{colour(name, look)}\b", style("board"), re.MULTILINE)
