import re
from collections import Counter
from html import unescape

import pytest

from mali_powstancy.engine import load_scenario
from mali_powstancy.texts import languages, texts_for
from mali_powstancy.views.map.chart import HEIGHT, WIDTH
from mali_powstancy.views.print import boards, kit, pieces, quick_rules, sheets, track
from mali_powstancy.views.print.cards import (
    goal_cards,
    movement_cards,
    order_cards,
    reminder_cards,
    victory_card,
)
from tools.print_sheets import BASIC, EXTENDED

basic, extended = load_scenario(BASIC), load_scenario(EXTENDED)
board = basic.board
each_language = pytest.mark.parametrize("lang", languages())


def words(html: str) -> str:
    """What is read on a card, without tags."""
    shown = re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", shown))).strip()


def labelled(html: str) -> list[str]:
    return re.findall(r'aria-label="([^"]*)"', html)


# Cards


@each_language
def test_every_order_of_the_scenario_is_one_card_with_its_own_ends_and_points(lang):
    texts = texts_for(lang)
    cards = Counter(map(words, order_cards(basic, lang)))
    assert sum(cards.values()) == len(basic.orders) == 42
    for order in basic.orders.values():
        start, to = board.place[order.start], board.place[order.to]
        ends = [
            f"{texts.say(key)} {texts.name(place)} {texts.name(board.district[place.district])}"
            for key, place in (("print.from", start), ("print.to", to))
        ]
        points = texts.count("count.points", order.points)
        wanted = f"{texts.say('print.order')} {points} {' '.join(ends)} {texts.say('print.order.tokens')}"
        assert cards.pop(wanted) == 1
    assert not cards


def test_both_variants_have_the_same_board_and_orders_so_one_kit_is_enough():
    assert basic.orders == extended.orders
    assert basic.patrols == extended.patrols
    assert basic.cards == extended.cards
    assert board.fields == extended.board.fields


@each_language
def test_every_secret_goal_is_one_card_with_its_points_and_the_sign_of_its_kind(lang):
    texts = texts_for(lang)
    cards = list(goal_cards(extended, lang))
    assert len(cards) == len(extended.goals) == 24
    signs: dict[str, set[str]] = {}
    for goal, card in zip(extended.goals.values(), cards, strict=True):
        assert f" {texts.count('count.points', goal.points)} " in words(card)
        if goal.district is not None:
            assert texts.name(board.district[goal.district]) in words(card)
        if goal.districts:
            assert re.search(rf"\b{goal.districts}\b", words(card))
        signs.setdefault(goal.kind, set()).update(re.findall(r'class="mp-pic" d="([^"]+)"', card))
    assert all(len(found) == 1 for found in signs.values())
    assert len(set.union(*signs.values())) == len(signs) == 4


@each_language
def test_a_goal_that_needs_no_comparison_says_nothing_about_ties(lang):
    tie = texts_for(lang).say("print.goal.tie")
    with_tie = [tie in words(card) for card in goal_cards(extended, lang)]
    assert with_tie == [goal.districts == 0 for goal in extended.goals.values()]


@each_language
def test_every_patrol_has_every_movement_card_with_its_action(lang):
    texts = texts_for(lang)
    cards = [words(card) for card in movement_cards(extended, lang)]
    assert len(cards) == len(extended.patrols) * len(extended.cards) == len(set(cards)) == 20
    for patrol in extended.patrols.values():
        for value in extended.cards:
            points = texts.count("count.movement-points", value)
            beginning = f"{texts.say('print.patrol', patrol=texts.name(patrol))} {value} {points} "
            [card] = [card for card in cards if card.startswith(beginning)]
            action = extended.actions.get(value)
            said = texts.say("print.action.none") if action is None else texts.say(f"name.action.{action}")
            assert said in card


@each_language
def test_a_patrol_is_told_by_word_and_shape_and_not_by_colour_only(lang):
    shapes: dict[str, set[str]] = {}
    for card in movement_cards(extended, lang):
        [label] = labelled(card)
        shapes.setdefault(label, set()).update(re.findall(r'class="mp-shape" d="([^"]+)"', card))
    assert len(shapes) == len(extended.patrols)
    assert all(len(found) == 1 for found in shapes.values())
    assert len(set.union(*shapes.values())) == len(extended.patrols)


@each_language
def test_the_reminder_of_each_patrol_lists_the_actions_with_the_numbers_of_their_cards(lang):
    texts = texts_for(lang)
    cards = list(reminder_cards(basic, extended, lang))
    assert len(cards) == len(basic.patrols)
    for card in cards:
        for value, action in extended.actions.items():
            assert f'<li value="{value}">{texts.say(f"name.action.{action}")}</li>' in card


@each_language
def test_there_is_one_victory_card(lang):
    assert kit.kit_html(basic, extended, lang).count(words(victory_card(lang)).split(". ")[1]) == 1


# Pieces, track, die, rules


@each_language
def test_every_scout_stands_once_and_has_one_token(lang):
    standing, flat = (sheet.content for sheet in pieces.piece_sheets(basic, extended, lang))
    names = [scout.name for patrol in basic.patrols.values() for scout in patrol.scouts]
    for sheet in (re.sub(r'<div class="face behind".*?</p></div>', "", standing), flat):
        found = [label.split(",")[0] for label in labelled(sheet) if "," in label]
        assert found == names
    assert standing.count('class="stand"') == len(names) + 1  # and the soldier
    assert standing.count("mp-soldier") == 2


@each_language
def test_there_are_as_many_tokens_as_a_game_can_need(lang):
    flat = pieces.piece_sheets(basic, extended, lang)[1].content
    assert flat.count('class="mp-token"') == len(board.districts) >= basic.tokens_to_lose
    assert flat.count("large fallen") == extended.falls_to_lose
    assert flat.count("large marker") == 1


@each_language
def test_the_track_has_the_spaces_of_both_variants(lang):
    texts = texts_for(lang)
    html = "".join(sheet.content for sheet in track.track_sheets(basic, extended, lang))
    spaces = re.findall(r'<div class="space"><p class="value">(\d)</p>(.*?)</div>', html)
    assert [int(number) for number, _ in spaces] == list(range(1, basic.track_spaces + 1))
    said = {int(number): words(text) for number, text in spaces}
    assert texts.say("print.track.last.basic") in said[basic.track_spaces]
    assert texts.say("print.track.last.extended") in said[extended.track_spaces]
    assert texts.say("print.basic-only") in said[extended.track_spaces + 1]


@each_language
def test_the_die_has_the_faces_of_the_scenario_and_so_has_the_table(lang):
    texts = texts_for(lang)
    html = track.die_sheet(basic, lang).content
    faces = [f"{face.colour}-{face.number}" for face in basic.die]
    assert re.findall(r'data-face="([^"]+)"', html) == faces
    rows = re.findall(r'<td class="number">(\d)</td><td>([^<]+)</td>', html)
    assert rows == [
        (str(number), f"{texts.say(f'name.colour.{face.colour}')} {face.number}")
        for number, face in enumerate(basic.die, start=1)
    ]


@each_language
def test_a_die_that_does_not_fold_to_a_cube_is_only_a_table(lang):
    html = track.die_sheet(basic._replace(die=basic.die[:4]), lang).content
    assert "data-face" not in html
    assert html.count('class="number"') == 4


@each_language
def test_the_rules_say_the_numbers_of_the_scenarios(lang):
    texts = texts_for(lang)
    first, second = (words(sheet.content) for sheet in quick_rules.rules_sheets(basic, extended, lang))
    for number in (*basic.return_bonus, basic.tokens_to_lose, basic.track_spaces):
        assert re.search(rf"\b{number}\b", first)
    for start in (*board.start_objects, board.soldier_start):
        assert texts.name(board.place[start]) in first
    for key, row in (
        ("print.table.deck", [counts.orders_above_victory for counts in basic.players.values()]),
        ("print.table.above", [counts.orders_above_victory for counts in extended.players.values()]),
        ("print.table.below", [counts.orders_below_victory for counts in extended.players.values()]),
    ):
        assert f"{texts.say(key)} {' '.join(map(str, row))}" in second
    for action in extended.actions.values():
        assert texts.say(f"name.action.{action}") in second


@each_language
def test_other_numbers_of_a_scenario_are_other_numbers_in_the_rules(lang):
    changed = basic._replace(tokens_to_lose=9, return_bonus=(2, 5, 8))
    page = words(quick_rules.rules_sheets(changed, extended, lang)[0].content)
    assert "2 / 5 / 8" in page
    assert re.search(r"\b9\b", page)


# The board


@each_language
def test_the_four_parts_show_the_whole_map_and_share_a_strip(lang):
    tiles = boards.tiled_board(board, lang)
    boxes = [re.findall(r'viewBox="(\d+) (\d+) (\d+) (\d+)"', tile.content) for tile in tiles]
    seen = [tuple(map(int, box)) for [box] in boxes]
    assert len(set(seen)) == 4
    assert min(x for x, *_ in seen) == min(y for _, y, *_ in seen) == 0
    assert max(x + width for x, _, width, _ in seen) == WIDTH
    assert max(y + height for _, y, _, height in seen) == HEIGHT
    strips = [2 * width - WIDTH for _, _, width, _ in seen] + [2 * height - HEIGHT for *_, height in seen]
    assert all(10 < strip / 2 < 20 for strip in strips)  # millimetres: enough for glue
    glued = [(tile.content.count('class="beside"'), tile.content.count('class="below"')) for tile in tiles]
    assert glued == [(1, 1), (0, 1), (1, 0), (0, 0)]


@each_language
def test_the_map_is_drawn_without_pieces_and_with_every_name(lang):
    html = boards.whole_board(board, lang).content
    assert "data-piece" not in html
    for place in board.places:
        assert html.count(f'data-field="{place.id}"') == 1
        assert texts_for(lang).name(place).split()[0] in words(html)


# The whole kit


@each_language
def test_the_list_says_on_which_pages_each_part_is(lang):
    parts = kit.kit_parts(basic, extended, lang)
    html = kit.kit_html(basic, extended, lang)
    pages = html.split('<section class="sheet')[1:]
    rows = re.findall(r"<tr><td>([^<]+)</td><td>([\d–]+)</td>", pages[0])
    assert [title for title, _ in rows] == [part.title for part in parts]
    last = 1
    for part, (_, said) in zip(parts, rows, strict=True):
        numbers = [int(number) for number in said.split("–")]
        assert numbers[0] == last + 1
        last = numbers[-1]
        for sheet, page in zip(part.sheets, pages[numbers[0] - 1 : last], strict=True):
            assert sheet.content in page
    assert last == len(pages)


@each_language
def test_every_sheet_says_what_it_is_and_whose(lang):
    note = texts_for(lang).say("print.note")
    assert "CC BY-SA 4.0" in note
    assert "Mali Powstańcy" in note
    for html in (kit.kit_html(basic, extended, lang), kit.board_html(basic, lang)):
        for page in html.split('<section class="sheet')[1:]:
            assert note in page
            assert re.search(r"<h1>[^<]+</h1>", page)


@each_language
def test_nothing_is_drawn_without_a_label_and_nothing_is_written_without_words(lang):
    html = kit.kit_html(basic, extended, lang)
    for svg in re.findall(r"<svg[^>]*>", html):
        assert 'aria-hidden="true"' in svg or re.search(r'aria-label="[^"]+"', svg), svg
    assert not re.search(r"print\.[a-z]|[{}]", words(html))
    assert not re.search(r"<(p|h1|h2|li|th)( [^>]*)?>\s*</\1>", html)


def test_the_languages_differ_only_in_words():
    shapes = [re.sub(r">[^<]+<|aria-label=\"[^\"]*\"", "", kit.kit_html(basic, extended, lang)) for lang in languages()]
    counted = [
        Counter(re.findall(r'class="(card [\w -]+|stand|token[\w ]*|space|sheet [\w-]+)"', html)) for html in shapes
    ]
    assert counted[0] == counted[1]
    assert sum(count for kind, count in counted[0].items() if kind.startswith("card ")) == 42 + 1 + 20 + 4 + 24


@each_language
def test_the_kit_needs_nothing_from_elsewhere(lang):
    html = kit.kit_html(basic, extended, lang) + kit.board_html(basic, lang)
    addresses = set(re.findall(r"(?:src=|href=|url\()[\"']?([^\"')]{0,20})", html))
    assert all(address.startswith("data:font/woff2") for address in addresses)


@each_language
def test_words_of_a_scenario_cannot_break_a_sheet(lang):
    wicked = "<b>&\"'"
    places = [place._replace(name=wicked, name_en=wicked) for place in board.places]
    evil = type(board)(board.districts, places, board.roads, board.start_objects, board.soldier_start)
    changed = basic._replace(board=evil)
    html = "".join(order_cards(changed, lang))
    assert "<b>" not in html
    assert html.count("&lt;b&gt;&amp;") == 42 * 4  # name and label of both ends


def test_cards_are_nine_on_a_sheet_with_lines_to_cut_along():
    found = sheets.card_sheets("x", [sheets.card("order", str(number)) for number in range(20)])
    assert [sheet.content.count("<article") for sheet in found] == [9, 9, 2]
    assert all('class="crop"' in sheet.content for sheet in found)
    width, height = sheets.CARD
    paper = sheets.SIZES[sheets.A4]
    assert paper[0] - sheets.COLUMNS * width >= 20  # no printer reaches the edge
    assert paper[1] - sheets.ROWS * height >= 30
