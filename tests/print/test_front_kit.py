"""The paper kit of Bitwa Warszawska: everything of the box is there, as often as it has to be, in both languages."""

import re
from collections import Counter

import pytest

from mali_powstancy.bitwa_warszawska.cards import ARMIES, MARKERS, RESOURCES
from mali_powstancy.bitwa_warszawska.texts import texts_for
from mali_powstancy.texts import languages
from mali_powstancy.views import front
from mali_powstancy.views.print import front_board, front_cards, front_kit, sheets
from tests.print.test_kit import words
from tools.print_sheets import bitwa_lengths

standard, short = bitwa_lengths()
each_language = pytest.mark.parametrize("lang", languages())
KITS = {lang: front_kit.front_kit_html(standard, short, lang) for lang in languages()}
RULES = {
    lang: words("".join(sheet.content for sheet in front_kit.rules_sheets(standard, short, lang)))
    for lang in languages()
}


@each_language
def test_every_card_of_both_decks_is_there_exactly_once_with_its_words(lang):
    texts, html = texts_for(lang), KITS[lang]
    assert sorted(re.findall(r'data-card="([^"]+)"', html)) == sorted(standard.cards)
    for army, name in enumerate(ARMIES):
        cards = [words(card) for card in front_cards.army_cards(army, standard, lang)]
        own = [card for card in standard.cards.values() if card.army == name]
        assert len(cards) == len(own) == 53
        for said, card in zip(cards, own, strict=True):
            assert said.startswith(f"{texts.army(army)} {texts.say(f'kind.{card.kind}')}")
            assert texts.name(card).lower() in said.lower()
            assert said.endswith(front.origin(card, texts))


@each_language
def test_resource_cards_say_at_their_ends_what_the_scenario_gives(lang):
    cards = list(front_cards.resource_cards(standard, lang))
    assert [next(r for r in RESOURCES if front.resource_sign(r) in card) for card in cards] == [
        *("funds", "supplies") * 2,
        "support",
    ]
    ends = [[words(end) for end in re.findall(r'<p class="end[^"]*">(.*?)</p>', card)] for card in cards]
    numbers = [[re.findall(r"\d", re.sub(r"2\. lini\w", "", end)) for end in card] for card in ends]
    assert numbers == [
        [["5"], ["4"]],  # V-26
        [["3"], ["1"]],  # HV-17
        [["4", "3", "7"], ["3", "6"]],  # V-27 to V-29
        [["4"], ["2"]],  # HV-17
        [[], []],
    ]
    counts = {players: standard.players[players]._replace(hand=8, more=9, high=6, low=5) for players in (2, 3, 4)}
    changed = "".join(front_cards.resource_cards(standard._replace(players=counts), lang))
    for number in (8, 9, 6, 5, 17, 16):
        assert re.search(rf"\b{number}\b", words(changed))


@each_language
def test_there_are_all_units_and_markers_of_the_box(lang):
    units, markers = (sheet.content for sheet in front_cards.token_sheets(standard, lang))
    for army in (0, 1):
        assert units.count(f'unit">{front.unit_sign(army, lang)}') == standard.units == 21
    for marker in MARKERS:
        assert markers.count(front.blockade_marker(marker, lang)) == 1
    assert markers.count(front.point_sign()) == 2
    assert markers.count(front.effect_marker()) == 6
    assert markers.count(front.advantage_marker(None, lang)) == 3
    assert markers.count(front.scoring_marker()) == markers.count(front.round_marker()) == 1
    assert [markers.count(front.initiative_marker(number)) for number in range(5)] == [1] * 5
    headed = re.findall(r"<h2>[^<]*?(\d+)[^<]*</h2><div class=\"tokens\">(.*?)(?=<h2>|$)", units + markers)
    assert len(headed) == 8
    for number, tokens in headed:  # what stands above them is how many there are
        assert tokens.count('class="token') == int(number)


@each_language
def test_the_board_has_three_fronts_that_are_mirrored_and_as_many_places_as_the_best_commander_lets_in(lang):
    texts = texts_for(lang)
    boards = front_board.front_sheets(standard, lang)
    assert [board.title for board in boards] == [texts.front(number) for number in range(3)]
    for number, board in enumerate(boards):
        assert board.paper == sheets.A4_WIDE
        assert front.front_sign(number) in board.content
        parts = re.findall(r'<div class="(fields|row-2|row-1|between)"', board.content)
        assert parts == ["fields", "row-2", "row-1", "between", "row-1", "row-2", "fields"]
        left, right = board.content.split('class="between"')
        for army, half in enumerate((left, right)):
            assert half.count(front.unit_sign(army, lang)) == 2
            assert front.unit_sign(1 - army, lang) not in half
            assert half.count('class="slot"') == standard.line_limit == 3
            assert half.count('class="slot more"') == 3
    assert front_board.most_units(standard) == max(card.limit for card in standard.cards.values()) == 6


@each_language
def test_the_tracks_go_to_the_last_point_and_the_last_round(lang):
    def numbers(scenario):
        rows = re.findall(r"<tr>(.*?)</tr>", front_board.track_sheet(scenario, lang).content)
        return [[int(number) for number in re.findall(r"<td>(\d+)</td>", row)] for row in rows]

    assert numbers(standard) == [[*range(8)], [*range(8)], [*range(1, 14)]]
    assert numbers(short._replace(rounds=4)) == [[*range(6)], [*range(6)], [1, 2, 3, 4]]


@each_language
def test_what_a_blockade_closes_lies_on_the_table_twice_and_stands_in_the_rules(lang):
    for key in front_cards.CLOSED:
        assert words(KITS[lang]).count(texts_for(lang).say(key)) == 3


@each_language
def test_every_player_has_a_reminder_and_sheets_of_cards_are_full(lang):
    html = KITS[lang]
    assert html.count('class="card steps') == max(standard.players) == 4
    full = [sheet.count("<article") for sheet in html.split('<section class="sheet') if "<article" in sheet]
    assert full == [sheets.PER_SHEET] * 13


@each_language
def test_the_rules_say_the_numbers_of_the_scenarios(lang):
    texts, page = texts_for(lang), RULES[lang]
    for key, row in (
        ("kit.table.hand", [4, 3, 3]),
        ("kit.table.more", [5, 4, 4]),
        ("kit.table.supplies", ["3 / 1", "4 / 2", "4 / 2"]),
    ):
        assert f"{texts.say(key)} {' '.join(map(str, row))}" in page
    changed = standard._replace(points=18, rounds=17, units=26, first_units=9, line_limit=15)
    other = words("".join(s.content for s in front_kit.rules_sheets(changed, short._replace(points=8), lang)))
    for number in (18, 17, 26, 9, 15, 8):
        assert re.search(rf"\b{number}\b", other)
        assert not re.search(rf"\b{number}\b", page)


@each_language
def test_the_list_says_on_which_pages_each_part_is_and_how_many_cards_are_ours(lang):
    parts = front_kit.front_kit_parts(standard, short, lang)
    pages = KITS[lang].split('<section class="sheet')[1:]
    rows = re.findall(r"<tr><td>([^<]+)</td><td>([\d–]+)</td>", pages[0])
    assert [title for title, _ in rows] == [part.title for part in parts]
    assert [said for _, said in rows] == ["2–3", "4–6", "7", "8–13", "14–19", "20", "21–22"]
    assert len(pages) == 22
    values = front_cards.values_of(standard)
    assert (values["cards"], values["designed"], values["deck"]) == (106, 94, 53)
    assert texts_for(lang).say("kit.care.cards", **values) in words(pages[0])


@each_language
def test_every_sheet_says_of_which_game_it_is_and_whose(lang):
    note = texts_for(lang).say("kit.note")
    assert "CC BY-SA 4.0" in note
    for html in (KITS[lang], front_kit.front_rules_html(standard, short, lang)):
        for page in html.split('<section class="sheet')[1:]:
            assert note in words(page)
            assert re.search(r"<h1>[^<]+</h1>", page)


@each_language
def test_nothing_is_left_open_and_nothing_comes_from_elsewhere(lang):
    html = KITS[lang]
    assert not re.search(r"(kit|card|kind)\.[a-z]|[{}]", words(html))
    assert not re.search(r"<(p|h1|h2|li|th)( [^>]*)?>\s*</\1>", html)
    addresses = set(re.findall(r"(?:src=|href=|url\()[\"']?([^\"')]{0,20})", html))
    assert all(address.startswith("data:font/woff2") for address in addresses)


def test_words_of_a_scenario_cannot_break_a_sheet():
    wicked = "<b>&\"'"
    cards = {id_: card._replace(name=wicked, caption=wicked) for id_, card in standard.cards.items()}
    html = "".join(front_cards.army_cards(0, standard._replace(cards=cards), "pl"))
    assert "<b>" not in html
    assert html.count("&lt;b&gt;&amp;") == 2 * 53


def test_the_languages_differ_only_in_words():
    shapes = [
        Counter(re.findall(r'class="(card [\w -]+|token[\w -]*|slot[\w ]*|sheet [\w-]+)"', html))
        for html in KITS.values()
    ]
    assert shapes[0] == shapes[1]
    assert sum(count for kind, count in shapes[0].items() if kind.startswith("card ")) == 13 * 9
