"""The paper kit of Wiarusi: everything of the box is there, as often as it has to be, in both languages."""

import re
from collections import Counter

import pytest

from mali_powstancy.texts import languages
from mali_powstancy.views import trench
from mali_powstancy.views.print import sheets, trench_cards, trench_kit
from mali_powstancy.wiarusi.cards import Gift, Knock, ThreatCard
from mali_powstancy.wiarusi.texts import texts_for
from tests.print.test_kit import words
from tools.print_sheets import wiarusi_levels

standard, veteran = wiarusi_levels()
each_language = pytest.mark.parametrize("lang", languages())


def kit(lang):
    return trench_kit.trench_kit_html(standard, veteran, lang)


@each_language
def test_every_trial_card_is_there_exactly_once_with_its_words(lang):
    texts = texts_for(lang)
    assert sorted(re.findall(r'data-card="([^"]+)"', kit(lang))) == sorted(standard.trials)
    cards = dict(zip(standard.trials, trench_cards.trial_cards(standard, lang), strict=True))
    assert len(cards) == 59
    for card, trial in standard.trials.items():
        if isinstance(trial, ThreatCard):
            said = [texts.threat(threat) for threat in trial.threats] + [texts.say("kit.trap")] * trial.trap
            assert words(cards[card]) == " ".join(said)
        else:
            assert words(cards[card]).lower().startswith(texts.name(trial).lower())
            assert isinstance(trial, Gift) or cards[card].count(trench.bolt()) == trial.bolts


def test_the_cards_have_the_threats_traps_and_bolts_of_the_box():
    html = "".join(trench_cards.trial_cards(standard, "en"))
    listed = Counter(re.findall(r'class="mp-trial-threat"><svg[^>]* class="[^"]* mp-drawn-(\w+)"', html))
    assert set(listed.values()) == {14}
    assert html.count(trench.trap_sign()) == 9
    assert html.count(trench.bolt()) == sum(t.bolts for t in standard.trials.values() if isinstance(t, Knock)) == 20


@each_language
def test_every_friend_has_a_side_with_the_charm_and_one_without(lang):
    texts = texts_for(lang)
    cards = trench_cards.friend_cards(standard, lang)
    friends = [card for card in cards if 'class="card friend mp' in card or 'class="card friend behind' in card]
    for number, friend in enumerate(standard.characters.values()):
        there, used = friends[2 * number : 2 * number + 2]
        assert trench.character(friend.id) in there
        assert trench.character(friend.id) in used
        assert friend.name in words(there)
        assert trench.charm_sign(friend.charm) in there
        assert trench.charm_sign(friend.charm, is_used=True) in used
        assert texts.say("kit.charm", threat=texts.threat(friend.charm)) in words(there)
        # both lie side by side in one row of a sheet, so that they can be folded
        place = cards.index(there)
        assert cards[place + 1] == used
        assert place % sheets.COLUMNS == 0
    assert len(friends) == 2 * len(standard.characters) == 12
    assert sum("card steps" in card for card in cards) == max(standard.players)
    assert sum(trench.chaplain() in card for card in cards) == 1


@each_language
def test_there_are_all_tiles_tokens_and_the_two_quiet_cards(lang):
    html = kit(lang)
    assert Counter(re.findall(r'data-tile="(\w+)"', html)) == Counter(standard.tiles) == Counter(L1=6, R1=6, L2=2, R2=2)
    sayings = [saying.text if lang == "pl" else saying.text_en for saying in standard.sayings]
    assert len(sayings) == html.count(trench.speech_token()) == 5
    for saying in sayings:
        assert words(html).count(saying) == 1
    assert (
        html.count(trench.leader_marker()) == html.count(trench.peace_card()) == html.count(trench.monument_card()) == 1
    )
    stone = list(trench_cards.quiet_cards(standard, lang))[1]
    assert all(friend.name in stone for friend in standard.characters.values())


@each_language
def test_what_may_be_said_lies_on_the_table_twice_and_stands_in_the_rules(lang):
    texts = texts_for(lang)
    for key in (*trench_cards.MAY, *trench_cards.MAY_NOT):
        assert words(kit(lang)).count(texts.say(key)) == 3


@each_language
def test_the_rules_say_the_numbers_of_the_scenarios(lang):
    texts = texts_for(lang)
    page = words("".join(sheet.content for sheet in trench_kit.rules_sheets(standard, veteran, lang)))
    for key, row in (
        ("kit.table.pile", [20, 25, 25, 25]),
        ("kit.table.reserve", [39, 34, 34, 34]),
        ("kit.table.veteran", ["30 / 29"] * 4),
        ("kit.table.speeches", [5, 5, 4, 3]),
    ):
        assert f"{texts.say(key)} {' '.join(map(str, row))}" in page
    changed = standard._replace(bolts_to_lose=8, least_drop=7, identical_threats=6, first_difficulty=9)
    other = words("".join(sheet.content for sheet in trench_kit.rules_sheets(changed, veteran, lang)))
    for number in "6789":
        assert re.search(rf"\b{number}\b", other)
        assert not re.search(rf"\b{number}\b", page)


@each_language
def test_the_list_says_on_which_pages_each_part_is(lang):
    parts = trench_kit.trench_kit_parts(standard, veteran, lang)
    pages = kit(lang).split('<section class="sheet')[1:]
    rows = re.findall(r"<tr><td>([^<]+)</td><td>([\d–]+)</td>", pages[0])
    assert [title for title, _ in rows] == [part.title for part in parts]
    assert [said for _, said in rows] == ["2–3", "4–10", "11–12", "13"]
    assert len(pages) == 13


@each_language
def test_every_sheet_says_of_which_game_it_is_and_whose(lang):
    note = texts_for(lang).say("kit.note")
    assert "CC BY-SA 4.0" in note
    for html in (kit(lang), trench_kit.trench_rules_html(standard, veteran, lang)):
        for page in html.split('<section class="sheet')[1:]:
            assert note in words(page)
            assert re.search(r"<h1>[^<]+</h1>", page)


@each_language
def test_nothing_is_left_open_and_nothing_comes_from_elsewhere(lang):
    html = kit(lang)
    assert not re.search(r"kit\.[a-z]|[{}]", words(html))
    assert not re.search(r"<(p|h1|h2|li|th)( [^>]*)?>\s*</\1>", html)
    addresses = set(re.findall(r"(?:src=|href=|url\()[\"']?([^\"')]{0,20})", html))
    assert all(address.startswith("data:font/woff2") for address in addresses)


def test_words_of_a_scenario_cannot_break_a_sheet():
    wicked = "<b>&\"'"
    friends = {id_: friend._replace(name=wicked) for id_, friend in standard.characters.items()}
    sayings = tuple(saying._replace(text=wicked) for saying in standard.sayings)
    changed = standard._replace(characters=friends, sayings=sayings)
    html = "".join([*trench_cards.quiet_cards(changed, "pl"), trench_cards.token_sheet(changed, "pl").content])
    assert "<b>" not in html
    assert html.count("&lt;b&gt;&amp;") == len(friends) + len(sayings)


def test_the_languages_differ_only_in_words():
    shapes = [
        Counter(re.findall(r'class="(card [\w -]+|token[\w ]*|sheet [\w-]+)"', kit(lang))) for lang in languages()
    ]
    assert shapes[0] == shapes[1]
    assert sum(count for kind, count in shapes[0].items() if kind.startswith("card ")) == 59 + 2 + 2 + 12 + 1 + 5
