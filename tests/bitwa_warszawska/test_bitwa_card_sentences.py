"""What cards do, as sentences: whole, in both languages, with the numbers of the effect and different for each."""

import re

import pytest
from hypothesis import given

from mali_powstancy.bitwa_warszawska.effects import parse, written
from mali_powstancy.bitwa_warszawska.scenario_file import HOME, load_scenario
from mali_powstancy.bitwa_warszawska.texts.card_sentences import effect_sentence, option_sentence
from mali_powstancy.tabletop.texts import Catalogue
from tests.bitwa_warszawska.test_bitwa_effects import EFFECTS

LANGUAGES = ("pl", "en")
CARDS = load_scenario("bitwa-standard").cards.values()


def sentence(effect: str, language: str) -> str:
    return effect_sentence(Catalogue(language, HOME), parse(effect))


def numbers(text: str) -> list[str]:
    """The numbers of an effect or of its sentence, in their order; lines are told in words."""
    return re.findall(r"(?<!L)\d", text)


def is_whole(text: str) -> bool:
    """Every sentence begins and ends as one, and nothing of the effect's language or of a message is left in it."""
    sentences = re.split(r"(?<=\.) ", text)
    holes = re.search(r"[{}<>=|&/+]|  |\.\.|,,|\bL[12]\b|\bcard\.|None| [,.;]", text)
    return not holes and all(part[0].isupper() and part.endswith(".") for part in sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_told_with_its_numbers(language):
    told = {card.id: sentence(written(card.options), language) for card in CARDS}
    assert len(told) == 106
    for card in CARDS:
        assert is_whole(told[card.id]), told[card.id]
        assert numbers(told[card.id]) == numbers(written(card.options)), told[card.id]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_told_alike_only_if_they_do_the_same(language):
    effects = {written(card.options) for card in CARDS}
    assert len({sentence(effect, language) for effect in effects}) == len(effects)


@given(EFFECTS, EFFECTS)
def test_property_any_effect_that_can_be_written_can_be_told(one, other):
    for language in LANGUAGES:
        told = sentence(one, language)
        assert is_whole(told), told
        assert numbers(told) == numbers(one), told
        assert (told == sentence(other, language)) == (one == other), told


# The models of all others: the cards of the rulebook, and one of every further form.
TOLD = [
    (
        "may start; battle: may advance all",
        "Możesz od razu rozpocząć bitwę na tym froncie. "
        "W bitwie możesz przesunąć wszystkie swoje oddziały na tym froncie z drugiej linii na pierwszą.",
        "You may start the battle on this front at once. "
        "In the battle, you may move all your units on this front from the second line to the first.",
    ),
    (
        "strength 2 if own < foe | move 3 if own > foe",
        "Zyskaj 2 punkty siły na tym froncie, jeśli masz tu mniej oddziałów niż przeciwnik, "
        "albo zrób najwyżej 3 kroki, jeśli masz tu więcej oddziałów niż przeciwnik.",
        "Gain 2 strength on this front if you have fewer units here than your opponent, "
        "or take up to 3 steps if you have more units here than your opponent.",
    ),
    (
        "strength 1 | move 2",
        "Zyskaj 1 punkt siły na tym froncie albo zrób najwyżej 2 kroki.",
        "Gain 1 strength on this front, or take up to 2 steps.",
    ),
    (
        "move 1; battle: strength 2 if own.L1 >= 3",
        "Zrób najwyżej 1 krok. "
        "W bitwie zyskaj 2 punkty siły na tym froncie, jeśli masz tu na pierwszej linii co najmniej 3 oddziały.",
        "Take at most 1 step. "
        "In the battle, gain 2 strength on this front if you have at least 3 units on the first line here.",
    ),
    (
        "start if at N | remove 1 from any if at M/S",
        "Rozpocznij od razu bitwę na tym froncie, jeśli to front północny, albo odeślij do rezerwy 1 oddział "
        "przeciwnika z dowolnej linii tego frontu, jeśli to front środkowy lub południowy.",
        "Start the battle on this front at once if this is the northern front, or send 1 of your opponent's units "
        "from either line of this front to the reserve if this is the middle or southern front.",
    ),
    (
        "strength 2 | advance own.L1",
        "Zyskaj 2 punkty siły na tym froncie albo zrób najwyżej tyle kroków z drugiej linii na pierwszą, "
        "ile oddziałów masz tu na pierwszej linii.",
        "Gain 2 strength on this front, or take at most as many steps from the second line to the first "
        "as you have units on the first line here.",
    ),
    (
        "add 1 L1 + 1 L2 on one",
        "Dołóż 1 oddział na pierwszą i 1 na drugą linię wybranego frontu.",
        "Add 1 unit to the first line and 1 to the second line of a front of your choice.",
    ),
    (
        "move 1; remove 1 per 3 own.L2 from L1",
        "Zrób najwyżej 1 krok. Odeślij do rezerwy 1 oddział przeciwnika z pierwszej linii tego frontu "
        "za każde 3 oddziały, które masz tu na drugiej linii.",
        "Take at most 1 step. Send 1 of your opponent's units from the first line of this front to the reserve "
        "for every 3 units you have on the second line here.",
    ),
    (
        "add 1 L1 on N&M",
        "Dołóż po 1 oddziale na pierwszą linię frontu północnego i środkowego.",
        "Add 1 unit each to the first lines of the northern and middle fronts.",
    ),
    (
        "add 1 L2 on N&M&S",
        "Dołóż po 1 oddziale na drugą linię każdego frontu.",
        "Add 1 unit each to the second lines of all three fronts.",
    ),
    (
        "block commander/order; move 2",
        "Przestaw swój znacznik blokady na pole dowódcy lub pole rozkazu przeciwnika na dowolnym froncie. "
        "Zrób najwyżej 2 kroki.",
        "Move your blockade marker to your opponent's commander space or order space on any front. Take up to 2 steps.",
    ),
    (
        "strength 1 | move 2; again",
        "Zyskaj 1 punkt siły na tym froncie; albo zrób najwyżej 2 kroki, a potem możesz wykonać jeszcze jedną akcję.",
        "Gain 1 strength on this front; or take up to 2 steps, and then you may take one more action.",
    ),
]


@pytest.mark.parametrize(("effect", "polish", "english"), TOLD, ids=[effect for effect, _, _ in TOLD])
def test_an_effect_reads_as_if_written_in_the_language(effect, polish, english):
    assert sentence(effect, "pl") == polish
    assert sentence(effect, "en") == english


def test_polish_numbers_have_their_forms():
    assert [sentence(f"move {n}", "pl") for n in (1, 2, 5)] == [
        "Zrób najwyżej 1 krok.",
        "Zrób najwyżej 2 kroki.",
        "Zrób najwyżej 5 kroków.",
    ]
    assert [sentence(f"add {n} L2 on N&S", "pl") for n in (1, 2, 5)] == [
        "Dołóż po 1 oddziale na drugą linię frontu północnego i południowego.",
        "Dołóż po 2 oddziały na drugą linię frontu północnego i południowego.",
        "Dołóż po 5 oddziałów na drugą linię frontu północnego i południowego.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_effects_of_a_commander_can_be_told_one_by_one_V_47(language):
    texts = Catalogue(language, HOME)
    first, second = parse("strength 1 | move 2; again")
    assert option_sentence(texts, first) == sentence("strength 1", language)
    assert option_sentence(texts, second) == sentence("move 2; again", language)
