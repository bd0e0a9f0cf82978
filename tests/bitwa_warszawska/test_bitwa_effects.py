"""The language of effects, and the cards that are written in it."""

import re
import tomllib
from collections import Counter
from contextlib import suppress
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mali_powstancy.bitwa_warszawska.cards import ARMIES
from mali_powstancy.bitwa_warszawska.effects import (
    BAD_CONDITION,
    BAD_NUMBER,
    BLOCKABLE,
    MISPLACED,
    UNREADABLE,
    Amount,
    Clause,
    Condition,
    Count,
    EffectError,
    parse,
    written,
)
from mali_powstancy.bitwa_warszawska.scenario_file import load_scenario

STANDARD = load_scenario("bitwa-standard")
DATA = files("mali_powstancy.bitwa_warszawska").joinpath("data")
CARDS = tomllib.loads(DATA.joinpath("decks", "warsaw-1.toml").read_text("utf-8"))["cards"]

# What the rulebook prints: these cards are never changed.
PRINTED = {
    "wp-pilsudski": "may start; battle: may advance all",
    "wp-haller": "strength 2 if own < foe | move 3 if own > foe",
    "wp-galica": "strength 1 | move 2",
    "wp-do-broni": "move 1; battle: strength 2 if own.L1 >= 3",
    "wp-przedmoscie": "move 3",
    "acz-gaj": "start if at N | remove 1 from any if at M/S",
    "acz-jakir": "strength 1 | move 2",
    "acz-stalin": "strength 2 | advance own.L1",
    "acz-14-dk": "add 2 L1 on M",
    "acz-53-ds": "add 1 L1 + 1 L2 on one",
    "acz-proletariat": "move 1; remove 1 per 3 own.L2 from L1",
    "acz-niemiecka-blokada": "move 4",
}


# The cards ----------------------------------------------------------------------------------------------------------


def test_there_are_53_cards_of_each_army_V_9():
    kinds = Counter((card.army, card.kind) for card in STANDARD.cards.values())
    assert kinds == {
        ("WP", "commander"): 15,
        ("WP", "unit"): 23,
        ("WP", "order"): 15,
        ("ACz", "commander"): 15,
        ("ACz", "unit"): 20,
        ("ACz", "order"): 18,
    }
    assert all(card.id.startswith(f"{card.army.lower()}-") for card in STANDARD.cards.values())


def test_the_printed_cards_are_as_in_the_rulebook():
    found = {card.id: written(card.options) for card in STANDARD.cards.values() if card.origin == "rulebook"}
    assert found == PRINTED
    assert Counter(card.origin for card in STANDARD.cards.values()) == {"rulebook": 12, "designed": 94}


def test_limits_of_commanders_V_44_HV_44():
    limits = {card.id: card.limit for card in STANDARD.cards.values() if card.kind == "commander"}
    assert {name: limits[name] for name in ("wp-galica", "wp-haller")} == {"wp-galica": 6, "wp-haller": 4}
    ours = {"wp-pilsudski": 4, "acz-gaj": 4, "acz-stalin": 4, "acz-jakir": 6}
    assert {name: limits[name] for name in ours} == ours
    from_rulebook = {card.id for card in STANDARD.cards.values() if card.limit and card.limit_origin == "rulebook"}
    assert from_rulebook == {"wp-galica", "wp-haller"}
    assert {*limits.values()} == {4, 5, 6}
    assert not any(card.limit for card in STANDARD.cards.values() if card.kind != "commander")


def test_every_card_has_both_names_a_caption_and_a_source_that_is_cited():
    cited = {source for card in STANDARD.cards.values() for source in card.sources}
    assert cited == {*STANDARD.sources}
    for army in ARMIES:
        own = [card for card in STANDARD.cards.values() if card.army == army]
        assert len({card.name for card in own}) == len({card.name_en for card in own}) == 53
    for card in STANDARD.cards.values():
        assert card.sources
        for caption in (card.caption, card.caption_en):
            assert caption.endswith(".")
            assert len(caption) <= 110
    assert {source.grade for source in STANDARD.sources.values()} == {"A", "B", "C"}


def test_effects_are_written_in_the_file_as_the_program_writes_them():
    assert {card["id"]: card["effect"] for card in CARDS} == {
        card.id: written(card.options) for card in STANDARD.cards.values()
    }


def test_each_army_has_three_commanders_who_can_start_a_battle():
    starts = Counter(
        card.army
        for card in STANDARD.cards.values()
        if any(clause.verb == "start" for option in card.options for clause in option)
    )
    assert starts == {"WP": 3, "ACz": 3}


def test_communication_is_always_a_blockade():
    telling = ("wp-szyfry", "wp-zagluszanie", "wp-ciechanow", "acz-znaleziony-rozkaz", "acz-minsk")
    assert all(STANDARD.cards[card].options[0][0].verb == "block" for card in telling)


# Reading ------------------------------------------------------------------------------------------------------------


def test_a_clause_is_read_part_by_part():
    ((clause,),) = parse("battle: strength 1 per 2 own.L1 if at N/S and foe.L2 >= own")
    assert clause == Clause(
        "strength",
        Amount(1, 2, Count(False, 1)),
        battle=True,
        conditions=(Condition((0, 2)), Condition((), Count(True, 2), ">=", Count(False, 0))),
    )
    assert parse("add 1 L1 + 2 L2 on N&S") == ((Clause("add", parts=((1, 1), (2, 2)), fronts=(0, 2)),),)
    assert parse("block any")[0][0].kinds == BLOCKABLE
    assert parse("remove own.L1 from any")[0][0] == Clause("remove", Amount(1, 1, Count(False, 1)))
    assert parse("may start; battle: may advance all")[0][1] == Clause("advance all", may=True, battle=True)


@pytest.mark.parametrize(
    ("text", "kind", "faults"),
    [
        ("", None, [(UNREADABLE, "")]),
        ("fly 3", None, [(UNREADABLE, "fly 3")]),
        ("move 7", None, [(BAD_NUMBER, "7")]),
        ("move 0; strength nine", None, [(BAD_NUMBER, "0"), (BAD_NUMBER, "nine")]),
        ("move 1 per 1 own", None, [(BAD_NUMBER, "1 per 1 own")]),
        ("move 02", None, [(BAD_NUMBER, "02")]),
        ("move ²", None, [(BAD_NUMBER, "²")]),
        ("remove 1 from L3", None, [(UNREADABLE, "remove 1 from L3")]),
        ("add 1 L2 + 1 L1 on N", None, [(UNREADABLE, "add 1 L2 + 1 L1 on N")]),
        ("add 1 L1 on M&N", None, [(UNREADABLE, "add 1 L1 on M&N")]),
        ("add 7 L1 on M", None, [(BAD_NUMBER, "7")]),
        ("block order/L1", None, [(UNREADABLE, "block order/L1")]),
        ("move 1 if at X", None, [(BAD_CONDITION, "at X")]),
        ("move 1 if at S/N", None, [(BAD_CONDITION, "at S/N")]),
        ("move 1 if own", None, [(BAD_CONDITION, "own")]),
        ("move 1 if own ! 3", None, [(BAD_CONDITION, "own ! 3")]),
        ("move 1 if own > 9", None, [(BAD_NUMBER, "9")]),
        ("move 1 if own > 1 if foe > 1", None, [(BAD_CONDITION, "move 1 if own > 1 if foe > 1")]),
        ("battle: move 1", None, [(MISPLACED, "battle: move 1")]),
        ("may move 1", None, [(MISPLACED, "may move 1")]),
        ("move 1", "unit", [(MISPLACED, "move 1")]),
        ("add 1 L1 on N if own > 1", "unit", [(MISPLACED, "add 1 L1 on N if own > 1")]),
        ("add 1 L1 on N; add 1 L1 on S", "unit", [(MISPLACED, "add 1 L1 on N; add 1 L1 on S")]),
        ("add 1 L1 on N", "order", [(MISPLACED, "add 1 L1 on N")]),
        ("add 1 L1 on N", "commander", [(MISPLACED, "add 1 L1 on N")]),
        ("start", "order", [(MISPLACED, "start")]),
        ("strength 1", "order", [(MISPLACED, "strength 1")]),
        ("battle: strength 1", "commander", [(MISPLACED, "battle: strength 1")]),
        ("move 1 | move 2", "order", [(MISPLACED, "move 1 | move 2")]),
        ("move 1 | move 2 | move 3", "commander", [(MISPLACED, "move 1 | move 2 | move 3")]),
        ("again; move 1", "order", [(MISPLACED, "again")]),
    ],
)
def test_everything_wrong_with_an_effect_is_named(text, kind, faults):
    with pytest.raises(EffectError) as caught:
        parse(text, kind)
    assert [*caught.value.faults] == faults
    assert str(caught.value).count(": ") >= len(faults)


COUNTS = st.sampled_from(["own", "own.L1", "own.L2", "foe", "foe.L1", "foe.L2"])
NUMBERS = st.integers(1, 6).map(str)
AMOUNTS = NUMBERS | COUNTS | st.builds("{} per {} {}".format, NUMBERS, st.integers(2, 6), COUNTS)
FRONTS = st.sets(st.sampled_from("NMS"), min_size=1).map(lambda fronts: [front for front in "NMS" if front in fronts])
SIGNS = st.sampled_from(["<", "<=", "=", ">=", ">"])
CONDITIONS = FRONTS.map(lambda fronts: f"at {'/'.join(fronts)}") | st.builds(
    "{} {} {}".format, COUNTS, SIGNS, NUMBERS | COUNTS
)
LINES = st.sampled_from(["L1", "L2", "any"])
ACTIONS = (
    st.builds("{} {}".format, st.sampled_from(["move", "advance", "strength", "battle: strength"]), AMOUNTS)
    | st.builds("{}remove {} from {}".format, st.sampled_from(["", "battle: "]), AMOUNTS, LINES)
    | st.sampled_from(["start", "may start", "advance all", "battle: may advance all", "again", "block any"])
    | st.sets(st.sampled_from(BLOCKABLE), min_size=1, max_size=3).map(
        lambda kinds: "block " + "/".join(kind for kind in BLOCKABLE if kind in kinds)
    )
    | st.builds("add {} L1 + {} L2 on {}".format, NUMBERS, NUMBERS, FRONTS.map("&".join) | st.just("one"))
)
CLAUSES = ACTIONS | st.builds(
    "{} if {}".format, ACTIONS, st.lists(CONDITIONS, min_size=1, max_size=3).map(" and ".join)
)
EFFECTS = st.lists(st.lists(CLAUSES, min_size=1, max_size=3).map("; ".join), min_size=1, max_size=2).map(" | ".join)


@given(EFFECTS)
def test_property_an_effect_is_written_as_it_was_read(text):
    assert written(parse(text)) == text


@given(st.text(max_size=40) | st.builds(lambda text, at: text[:at] + text[at + 1 :], EFFECTS, st.integers(0, 30)))
def test_property_any_text_is_read_or_refused(text):
    with suppress(EffectError):
        effect = parse(text)
        assert parse(written(effect)) == effect


TAUGHT = ("tutorial.py", "exercises.py")
"""What tells positions to learn from, and so names their cards."""


def test_no_card_is_named_in_the_code():
    package = files("mali_powstancy.bitwa_warszawska")
    for folder in (package, package.joinpath("rules")):
        for entry in folder.iterdir():
            if entry.name.endswith(".py") and entry.name not in TAUGHT:
                code = re.sub(r'""".*?"""', "", entry.read_text("utf-8"), flags=re.DOTALL)
                assert not [card for card in STANDARD.cards if card in code], entry.name
