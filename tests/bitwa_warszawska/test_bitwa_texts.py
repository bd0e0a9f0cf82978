"""What the program says about Bitwa Warszawska: every card, event, move and position, in both languages."""

import re

import pytest
from hypothesis import given, settings

from mali_powstancy.bitwa_warszawska import Reason, legal_moves, load_scenario, new_game, observe, outcome, seen_by
from mali_powstancy.bitwa_warszawska.events import CardDrawn, FrontWon, RoundEnded
from mali_powstancy.bitwa_warszawska.texts import in_words, tell_move, texts_for
from tests.bitwa_warszawska.random_battles import games, lines, whole_game
from tests.bitwa_warszawska.tables import after, all_out, table

STANDARD = load_scenario("bitwa-standard")
GAME = new_game(STANDARD).game
both = pytest.mark.parametrize("language", ["pl", "en"])
few = settings(max_examples=max(settings().max_examples // 5, 1))


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
    assert not any(each.endswith(".") for each in told), "a hint and a list put the full stop"
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


@both
def test_every_refusal_says_what_to_do_instead(language):
    asks = {"pl": "[Ww]ybierz|Zobacz|Możesz|zrób|Użyj|Losuj", "en": "[Cc]hoose|Check|You can|Take|Use|Draw"}[language]
    for reason in Reason:
        last = re.split(r"(?<=\.) ", texts_for(language).refusal(reason))[-1]
        assert re.search(rf"\b({asks})\b", last), last


def test_how_a_battle_ends_in_words_V_77_V_78():
    texts = texts_for("en")
    state, _ = all_out(table(round=13, WP={"points": 4}, ACz={"points": 2}))
    end = outcome(state)
    assert end is not None
    assert texts.ending(end, state).endswith("The Polish Army wins: Polish 4\u00a0:\u00a02 Red.")
    assert texts.ending(end) == "The last round is over, so the army with more points wins."
    state, _ = all_out(table(round=13))
    end = outcome(state)
    assert end is not None
    assert texts.ending(end, state).endswith("The battle is undecided, 0\u00a0:\u00a00.")
    tied, _ = all_out(table(round=13, wp="N 0/1, M 0/1, S 0/2", acz="N 9/1"))
    end = outcome(tied)
    assert end is not None
    assert "more units on its second lines" in texts.ending(end, tied)


@pytest.mark.parametrize(
    ("language", "won", "ended"),
    [
        (
            "pl",
            "Bitwę na Froncie Północnym wygrywa Armia Czerwona: WP 2\u00a0:\u00a05 ACz.",
            "Koniec rundy 4. Punkty: WP 3\u00a0:\u00a01 ACz.",
        ),
        (
            "en",
            "The Red Army wins the battle on the Northern Front: Polish 2\u00a0:\u00a05 Red.",
            "End of round 4. Points: Polish 3\u00a0:\u00a01 Red.",
        ),
    ],
)
def test_both_numbers_of_a_result_stand_beside_their_armies(language, won, ended):
    texts, state = texts_for(language), new_game(STANDARD)
    assert texts.event(FrontWon(1, 0, (2, 5)), state) == won
    assert texts.event(RoundEnded(4, (3, 1)), state) == ended


def test_seats_are_called_by_their_armies():
    texts = texts_for("pl")
    assert [texts.who(seat, new_game(STANDARD)) for seat in (0, 1)] == ["Wojsko Polskie", "Armia Czerwona"]
    four = new_game(STANDARD, 4)
    assert texts.who(2, four) == "Wojsko Polskie, 2. gracz"
    three = whole_game("bitwa-standard", 1, 0).opening
    assert texts.who(1, three) == "Armia Czerwona"
