"""The answers about Wiarusi are those of its engine, found here in another way than the makers find them."""

import random
from collections import Counter

import pytest

from mali_powstancy.classroom.exercises import Choice
from mali_powstancy.classroom.makers import MAKERS, trenches
from mali_powstancy.wiarusi import arrange, load_scenario, parse_move, play
from mali_powstancy.wiarusi.cards import Knock, ThreatCard
from mali_powstancy.wiarusi.events import MissionFailed

SEEDS = range(40)
SCENARIO = load_scenario("wiarusi-beginner")


def threats_of(card: str) -> tuple[str, ...]:
    """What a card shows, as its file says it."""
    trial = SCENARIO.trials[card]
    if isinstance(trial, ThreatCard):
        return trial.threats
    return (trial.threat,) if isinstance(trial, Knock) and trial.threat else ()


def question(name: str, seed: int, lang: str = "pl") -> Choice:
    made = MAKERS[name](random.Random(seed), lang)
    assert isinstance(made, Choice)
    return made


def test_whether_a_card_fails_the_mission_can_be_counted_by_hand():
    answers = Counter()
    for seed in SEEDS:
        asked = trenches._played_card(random.Random(seed))
        lying = [*asked.state.nml, asked.card]
        counts = Counter(threat for card in lying for threat in threats_of(card))
        counts[asked.wound] += not asked.is_gone
        failing = [threat for threat, times in counts.items() if times == 3]
        assert max(counts.values()) <= 3
        assert question("mission-fails", seed).right_answer == (failing[0] if failing else trenches.NO)
        answers[bool(failing), asked.wound in threats_of(asked.card), asked.is_gone] += 1
    assert len(answers) == 8  # failing or not, by the trauma or without it, in the mission or not


def test_a_trauma_that_was_forgotten_is_named():
    for seed in SEEDS:
        asked = trenches._played_card(random.Random(seed))
        made = question("mission-fails", seed, "en")
        if asked.failing == asked.wound and not asked.is_gone:
            assert "counts as well as the cards on the table" in made.check(trenches.NO).message
        elif asked.is_gone and asked.wound in threats_of(asked.card) and asked.failing != asked.wound:
            assert "has already withdrawn" in made.check(asked.wound).message


@pytest.mark.parametrize("seed", range(8))
def test_the_unseen_cards_that_would_fail_the_mission_really_do(seed):
    """Each of them is dealt to the player and played."""
    state = trenches._doubled_threat(random.Random(seed)).state
    seen = {*state.nml, *state.hands[0]}
    unseen = [card for card in SCENARIO.trials if card not in seen]
    assert len(unseen) == 53
    failing = 0
    for card in unseen:
        position = arrange(SCENARIO, [{"hand": [card]}, {}, {}], active=0, nml=state.nml, top=10, reserve=20)
        events = play(position, parse_move(f"play {card}")).events
        failing += any(isinstance(event, MissionFailed) for event in events)
    assert question("failing-cards", seed).right_answer == str(failing)


def test_the_mistakes_about_unseen_cards_are_numbers_of_their_own():
    for seed in SEEDS:
        made = question("failing-cards", seed)
        replies = [made.check(each).message for each in made.typical_mistakes()]
        assert 2 <= len(replies) == len(set(replies))
        assert "15" in [option.key for option in made.options]
        assert "53" in [option.key for option in made.options]


def test_who_is_supported_is_the_only_one_with_most_tiles():
    steps = {"L1": 1, "R1": -1, "L2": 2, "R2": -2}
    ties = 0
    for seed in SEEDS:
        _, tiles, received, _ = trenches._revealed(random.Random(seed))
        counts = Counter((seat + steps[tile]) % 4 for seat, tile in enumerate(tiles))
        assert [counts[seat] for seat in range(4)] == received
        best = [seat for seat in range(4) if received[seat] == max(received)]
        right = str(best[0]) if len(best) == 1 else trenches.NOBODY
        ties += right == trenches.NOBODY
        assert question("supported", seed).right_answer == right
    assert 10 <= ties <= 30
