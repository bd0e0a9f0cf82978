"""What the program says about Bitwa Warszawska: every card, event, move and position, in both languages."""

import re

import pytest
from hypothesis import given, settings

from mali_powstancy.bitwa_warszawska import Reason, legal_moves, load_scenario, new_game, observe, outcome, seen_by
from mali_powstancy.bitwa_warszawska.effects import parse
from mali_powstancy.bitwa_warszawska.events import CardDrawn
from mali_powstancy.bitwa_warszawska.texts import in_words, tell_move, texts_for
from mali_powstancy.bitwa_warszawska.texts.cards import tell_effect
from tests.bitwa_warszawska.random_battles import games, lines, whole_game
from tests.bitwa_warszawska.tables import after, all_out, table

STANDARD = load_scenario("bitwa-standard")
GAME = new_game(STANDARD).game
both = pytest.mark.parametrize("language", ["pl", "en"])
few = settings(max_examples=max(settings().max_examples // 5, 1))


@pytest.mark.parametrize(
    ("effect", "polish", "english"),
    [
        ("move 3", "Do 3 kroków.", "Up to 3 steps."),
        ("move 1", "Do 1 kroku.", "Up to 1 step."),
        (
            "strength 2 if own < foe | move 3 if own > foe",
            "+2 do siły na tym froncie, jeśli własnych oddziałów tutaj jest mniej niż oddziałów przeciwnika tutaj. "
            "Albo: do 3 kroków, jeśli własnych oddziałów tutaj jest więcej niż oddziałów przeciwnika tutaj.",
            "+2 strength on this front, if there are fewer units of yours here than enemy units here. "
            "Or: up to 3 steps, if there are more units of yours here than enemy units here.",
        ),
        (
            "may start; battle: may advance all",
            "Możesz: bitwa na tym froncie zaczyna się od razu; "
            "w bitwie: możesz: wszystkie twoje oddziały stąd przechodzą z 2. na 1. linię.",
            "You may: the battle on this front begins at once; "
            "in battle: you may: all your units here move from line 2 to line 1.",
        ),
        (
            "move 1; remove 1 per 3 own.L2 from L1",
            "Do 1 kroku; odeślij stąd do rezerwy 1 oddział przeciwnika (1. linia) "
            "za każde 3 własne oddziały tutaj na 2. linii.",
            "Up to 1 step; send 1 enemy unit here (line 1) back to its reserve "
            "for every 3 units of yours on line 2 here.",
        ),
        (
            "add 1 L1 + 1 L2 on one",
            "+1 na 1. linię i +1 na 2. linię jednego frontu, który wybierzesz.",
            "+1 on line 1 and +1 on line 2 of one front that you choose.",
        ),
        (
            "block commander/order; move 2; again",
            "Przestaw swoją blokadę na inne miejsce przeciwnika: pole dowódcy, pole rozkazu; do 2 kroków; "
            "masz jeszcze jedną akcję.",
            "Move your blockade to another place of the enemy: commander field, order field; up to 2 steps; "
            "you have one more action.",
        ),
        (
            "battle: strength 2 if own.L1 >= 3 and at N/M",
            "W bitwie: +2 do siły na tym froncie, jeśli własnych oddziałów tutaj na 1. linii jest co najmniej 3 i "
            "karta leży tutaj: Front Północny, Front Środkowy.",
            "In battle: +2 strength on this front, if there are at least 3 units of yours on line 1 here and "
            "the card lies here: Northern Front, Middle Front.",
        ),
    ],
)
def test_a_card_is_told_from_its_effect(effect, polish, english):
    assert tell_effect(texts_for("pl"), parse(effect)) == polish
    assert tell_effect(texts_for("en"), parse(effect)) == english


@both
def test_different_effects_have_different_sentences(language):
    texts = texts_for(language)
    told = {card.options: texts.effect(card.id, GAME) for card in STANDARD.cards.values()}
    assert len({*told.values()}) == len(told)
    assert all(re.fullmatch(r"[^{}]+\.", sentence) for sentence in told.values())


@both
def test_every_amount_condition_and_place_has_words(language):
    texts = texts_for(language)
    counts = [f"{whose}{line}" for whose in ("own", "foe") for line in ("", ".L1", ".L2")]
    for verb in ("move {}", "advance {}", "strength {}", "remove {} from any", "remove {} from L2"):
        for amount in ("1", "2", "5", *counts, *(f"2 per {n} {count}" for n in (2, 5) for count in counts)):
            assert "{" not in tell_effect(texts, parse(verb.format(amount)))
    for sign in ("<", "<=", "=", ">=", ">"):
        for right in ("3", "foe.L2"):
            assert "{" not in tell_effect(texts, parse(f"move 1 if own.L1 {sign} {right}"))
    for kind in ("L1", "L2", "commander", "order", "any"):
        assert tell_effect(texts, parse(f"block {kind}"))


@both
@few
@given(line=games())
def test_property_every_event_is_told_without_a_secret(language, line):
    texts = texts_for(language)
    for step in line.steps:
        for event in step.events:
            for seat in (None, 0, 1):
                sentence = texts.event(seen_by(event, seat), step.state)
                assert sentence
                assert "{" not in sentence
                if isinstance(event, CardDrawn) and seat not in event.camp:
                    assert texts.card(str(event.card), step.state.game) not in sentence


@both
@few
@given(line=lines())
def test_property_every_move_and_position_is_told(language, line):
    texts, state = texts_for(language), line.state
    assert texts.question(state)
    moves = legal_moves(state)
    told = [tell_move(texts, move, state) for move in moves]
    names = [card.name for card in state.game.scenario.cards.values()]
    if len({*names}) == len(names):  # the cards of the small game have the same names
        assert len({*told}) == len(told), "two moves with the same words"
    for seat in (None, *state.game.seats):
        sentences = in_words(observe(state, seat), language)
        assert sentences
        assert not any("{" in sentence or not sentence.strip() for sentence in sentences)


@both
def test_a_spectator_is_told_no_hand(language):
    state = table()
    texts = texts_for(language)
    told = " ".join(in_words(observe(state, None), language))
    assert not any(texts.card(card, state.game) in told for hand in state.hands for card in hand)
    own = " ".join(in_words(observe(state, 0), language))
    assert all(texts.card(card, state.game) in own for card in state.hands[0])
    assert not any(texts.card(card, state.game) in own for card in state.hands[1])


def test_a_front_in_words():
    state = after(table(wp="N 1/3", wp_hand=["wp-galica"]), "play wp-galica N 1")
    told = in_words(observe(state, 1), "pl")
    assert "Front Północny. Siła: Wojsko Polskie 6, Armia Czerwona 1." in told
    used = "dowódca gen. Andrzej Galica (użyty, siła +1)"
    assert f"Wojsko Polskie: 1. linia 1, 2. linia 3 (limit 6), {used}, bez rozkazu." in told


@both
def test_every_reason_has_a_sentence(language):
    told = [texts_for(language).refusal(reason) for reason in Reason]
    assert len({*told}) == len(told)


def test_how_a_battle_ends_in_words_V_77_V_78():
    texts = texts_for("en")
    state, _ = all_out(table(round=13, WP={"points": 4}, ACz={"points": 2}))
    end = outcome(state)
    assert end is not None
    assert texts.ending(end, state).endswith("The Polish Army wins, 4 : 2.")
    assert texts.ending(end) == "The last round is over, so more points win."
    state, _ = all_out(table(round=13))
    end = outcome(state)
    assert end is not None
    assert texts.ending(end, state).endswith("The battle is undecided, 0 : 0.")
    tied, _ = all_out(table(round=13, wp="N 0/1, M 0/1, S 0/2", acz="N 9/1"))
    end = outcome(tied)
    assert end is not None
    assert "more units on its second lines" in texts.ending(end, tied)


def test_seats_are_called_by_their_armies():
    texts = texts_for("pl")
    assert [texts.who(seat, new_game(STANDARD)) for seat in (0, 1)] == ["Wojsko Polskie", "Armia Czerwona"]
    four = new_game(STANDARD, 4)
    assert texts.who(2, four) == "Wojsko Polskie, 2. gracz"
    three = whole_game("bitwa-standard", 1, 0).opening
    assert texts.who(1, three) == "Armia Czerwona"
