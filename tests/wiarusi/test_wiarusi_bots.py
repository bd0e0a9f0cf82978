import random
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

import pytest

from mali_powstancy.tabletop.advice import Because
from mali_powstancy.tabletop.playing import Bot, UnknownBot
from mali_powstancy.tabletop.texts import AIM
from mali_powstancy.wiarusi import (
    CHANCE,
    Ending,
    GameState,
    Observation,
    Phase,
    active_threats,
    apply_unchecked,
    game_rng,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    play,
    sample_chance,
)
from mali_powstancy.wiarusi.bots import BOTS, Strong, adviser_named, bot_named, careful_bot
from mali_powstancy.wiarusi.bots.careful import HANDS, LIMIT, cost_of, safest
from mali_powstancy.wiarusi.bots.prospects import prospects
from mali_powstancy.wiarusi.bots.reasons import reasons_for
from mali_powstancy.wiarusi.bots.reckoning import Reckoning
from mali_powstancy.wiarusi.bots.worlds import Worlds
from mali_powstancy.wiarusi.cards import SIGN
from mali_powstancy.wiarusi.moves import Deal, Lay, PlayerMove
from tests.wiarusi.random_wars import LEVELS, whole_game
from tests.wiarusi.tables import after, table
from tests.wiarusi.test_wiarusi_properties import with_other_secrets

SHIPPED = ("wiarusi-beginner", "wiarusi-standard", "wiarusi-veteran")
FEW = 4
"""Trials of a strong bot where it only matters that it searches."""


def makers() -> dict[str, Any]:
    """All bots, the strong one in a hurry."""
    return {**BOTS, "strong": lambda: Strong(FEW)}


def played(bots: list[Bot], level: str, seed: int) -> tuple[GameState, list[str]]:
    """A whole game through the checked API, and its moves."""
    rng = game_rng(seed)
    streams = [random.Random(f"{seed}/{seat}") for seat in range(len(bots))]
    state, moves = new_game(load_scenario(level), len(bots)), []
    while (seat := state.to_act) is not None:
        move: Any = sample_chance(state, rng) if seat == CHANCE else bots[seat](observe(state, seat), streams[seat])
        moves.append(str(move))
        state, _ = play(state, move)
    return state, moves


def seen(state: GameState) -> Observation:
    """What the seat that is asked sees."""
    assert state.to_act in state.game.seats
    return observe(state, state.to_act)


@cache
def asked() -> tuple[GameState, ...]:
    """Positions of all levels in which a player is asked, of each phase some."""
    found: dict[tuple[str, int, Phase], list[GameState]] = {}
    for name, players, seed in product(LEVELS, (2, 3, 4, 5), range(3)):
        for state in whole_game(name, players, seed).states:
            of_phase = found.setdefault((name, players, state.phase), [])
            if state.to_act in state.game.seats and len(legal_moves(state)) > 1 and len(of_phase) < 3:
                of_phase.append(state)
    return tuple(state for states in found.values() for state in states)


def answer(state: GameState, name: str = "careful") -> str:
    return str(bot_named(name)(seen(state), random.Random(1)))


# Always legal, always an end, always the same ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("level", SHIPPED)
@pytest.mark.parametrize(
    ("name", "games"), [("random", 5), ("careful", 3), pytest.param("strong", 1, marks=pytest.mark.slow)]
)
def test_games_of_bots_are_legal_and_end_at_every_table(name, games, level, players):
    for seed in range(games):
        state, _ = played([makers()[name]() for _ in range(players)], level, seed)
        assert Ending(state.ending) is not Ending.STOPPED


def test_positions_of_every_question_are_looked_at():
    assert {state.phase for state in asked()} == {
        *(Phase.DIFFICULTY, Phase.TURN, Phase.CHRISTMAS, Phase.SPEECH, Phase.FORGET, Phase.LAY, Phase.SUPPORT)
    }


@pytest.mark.parametrize("name", BOTS)
def test_every_question_is_answered_and_the_adviser_plays_the_same(name):
    for state in asked()[:: 40 if name == "strong" else 1]:
        move = bot_named(name)(seen(state), random.Random(1))
        assert move in legal_moves(state)
        assert adviser_named(name)(seen(state), random.Random(1)).move == move


@pytest.mark.parametrize("name", BOTS)
def test_the_same_streams_give_the_same_game_and_other_ones_another(name):
    def game(seed: int) -> list[str]:
        return played([makers()[name]() for _ in range(3)], "wiarusi-standard", seed)[1]

    assert game(1) == game(1)
    assert game(1) != game(2)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_carries_nothing_from_one_game_into_another(name):
    used = [makers()[name]() for _ in range(3)]
    played(used, "wiarusi-beginner", 5)
    fresh = [makers()[name]() for _ in range(3)]
    assert played(used, "wiarusi-standard", 6) == played(fresh, "wiarusi-standard", 6)


def test_only_random_is_used_of_its_stream():
    class OnlyRandom:
        def __init__(self) -> None:
            self.numbers = random.Random(5)

        def random(self) -> float:
            return self.numbers.random()

    for state, maker in product(asked()[::30], makers().values()):
        one = maker()(seen(state), random.Random(5))
        assert one == maker()(seen(state), OnlyRandom())


def test_bots_are_made_by_name_and_an_unknown_one_is_named():
    assert [*BOTS] == ["random", "careful", "strong"]
    for ask in (bot_named, adviser_named):
        with pytest.raises(UnknownBot, match="there is no bot 'brave'; there are random, careful, strong"):
            ask("brave")


# Secrets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTS)
def test_what_others_hide_changes_nothing_W_60_W_62_HW_19_HW_54(name):
    rng = random.Random(3)
    different = 0
    for state in asked()[:: 12 if name == "strong" else 2]:
        seat = state.agenda[0].who
        other = with_other_secrets(state, seat, rng)
        different += state != other
        one, two = (adviser_named(name) if name != "strong" else Strong(FEW).advise for _ in "ab")
        assert one(observe(state, seat), random.Random(1)) == two(observe(other, seat), random.Random(1))
    assert different > 10


def test_what_is_said_aloud_tells_nothing_of_the_own_hand_W_60():
    """The other players imagine other hands for this seat: what it says aloud about a move is the same in all."""
    rng = random.Random(7)
    compared = 0
    for state in asked():
        seat, moves = state.agenda[0].who, legal_moves(state)
        onlooker = (seat + 1) % state.game.players
        world = Worlds(observe(state, onlooker)).draw(rng)
        for move in moves:
            if move in legal_moves(world):
                assert said(observe(world, seat), move) == said(observe(state, seat), move)
                compared += world.hands[seat] != state.hands[seat]
    assert compared > 200


def said(observation: Observation, move: PlayerMove) -> list[Because]:
    return aloud(reasons_for(observation, move))


def aloud(reasons: Iterable[Because]) -> list[Because]:
    return [because for because in reasons if not because.secret]


def test_a_strong_bot_does_not_say_aloud_that_a_careful_one_with_its_hand_would_do_otherwise_W_60():
    """Only who holds the hand knows what a careful player would do with it."""
    others = 0
    for state in asked()[::10]:
        move, reasons = Strong(12).advise(seen(state), random.Random(1))
        others += move != careful_bot(seen(state), random.Random(1))
        assert aloud(reasons) == said(seen(state), move)
    assert others


@pytest.mark.parametrize("phase", [Phase.LAY, Phase.SPEECH])
def test_of_a_sealed_choice_nothing_is_said_W_62_HW_19(phase):
    for state in asked():
        if state.phase is phase:
            assert len({tuple(said(seen(state), move)) for move in legal_moves(state)}) == 1


# Reasons ------------------------------------------------------------------------------------------------------------


def texts(language: str) -> dict[str, list[str]]:
    """The sentences of a catalogue by key: one, or the forms for numbers."""
    from pathlib import Path

    import mali_powstancy.wiarusi

    path = Path(mali_powstancy.wiarusi.__file__).parent / "texts" / language / "bots.po"
    found: dict[str, list[str]] = {}
    for block in path.read_text("utf-8").split("\n\n")[1:]:
        key = re.search(r'^msgid "(.+)"$', block, re.M)
        assert key, block
        assert key[1] not in found
        found[key[1]] = re.findall(r'^msgstr(?:\[\d])? "(.+)"$', block, re.M)
    return found


@cache
def given() -> dict[str, Because]:
    """A reason of every kind that bots give in games and positions, for any legal move."""
    found: list[Because] = []
    for name, players in product(LEVELS, (2, 3, 4, 5)):
        for state in whole_game(name, players, 1).states:
            for move in legal_moves(state):
                found += reasons_for(seen(state), move)
    for state in asked()[::15]:
        found += Strong(12).advise(seen(state), random.Random(2)).reasons
    return {because.key: because for because in found}


@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_reason_has_a_sentence_with_its_values_and_no_sentence_is_idle(language):
    sentences = {key: forms for key, forms in texts(language).items() if not key.endswith(AIM)}
    assert set(given()) == set(sentences)
    for key, because in given().items():
        names = {name for name, _ in because.values}
        forms = sentences[key]
        assert len(forms) == (1 if "n" not in names else 3 if language == "pl" else 2)
        for form in forms:
            assert set(re.findall(r"{(\w+)}", form)) == names


@pytest.mark.parametrize("language", ["pl", "en"])
def test_why_a_card_is_played_can_be_read_before_the_card_is_named(language):
    sentences = texts(language)
    pointing = re.compile(r"\b(this card|this one|t[aąę] kart[aąę]|tej karty|ta jest)\b", re.I)
    for key, forms in sentences.items():
        if key.startswith("bot.wiarusi.play.") and f"{key}{AIM}" not in sentences:
            assert not pointing.search(" ".join(forms)), key


def test_one_to_three_reasons_are_given_and_one_of_them_may_be_said():
    for state in asked():
        for move in legal_moves(state):
            reasons = reasons_for(seen(state), move)
            assert 1 <= len(reasons) <= 3
            assert said(seen(state), move)


def test_a_strong_bot_says_when_its_trials_were_better_than_the_careful_move():
    told = Counter()
    for state in asked()[::10]:
        move, reasons = Strong(12).advise(seen(state), random.Random(1))
        is_other = move != careful_bot(seen(state), random.Random(1))
        told[is_other] += 1
        assert (Because("bot.wiarusi.tried", (("n", 12),), secret=True) in reasons) == is_other
        assert len(reasons) <= 3
    assert set(told) == {True, False}


# The careful bot, rule by rule --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("held", [0, 1, 2])
def test_it_deals_so_that_all_hands_come_to_what_no_mans_land_can_bear(players, held):
    cards = iter(load_scenario("wiarusi-standard").trials)
    state = table(*({"hand": [next(cards) for _ in range(held)]} for _ in range(players)), active=None, top=25)
    number = int(answer(state).removeprefix("deal "))
    distances = {n: abs(players * (held + n) - HANDS[players]) for n in range(1, 6)}
    assert distances[number] == min(distances.values())


def test_it_deals_no_less_than_the_rules_allow_W_12():
    full = {"hand": ["night-shell-1", "snow-mask-1", "rain-mask-1", "all-six"]}
    state = table(full, {"hand": ["night-mask-1"]}, {"hand": ["rain-shell-1", "trauma-snow"]}, active=None, mission=1)
    assert answer(state) == "deal 3"


def test_it_plays_the_card_with_the_least_pressure():
    hand = ["night-shell-1", "snow-mask-1", "rain-whistle-1"]
    state = table({"hand": hand}, {"hand": ["mute"]}, {}, nml=["night-mask-1", "snow-shell-1"])
    assert answer(state) == "play rain-whistle-1"  # nothing of it is active
    assert safest(Reckoning(seen(state))) == ("rain-whistle-1", 0.0)


def test_a_card_that_fails_is_never_safe_and_who_has_no_other_leaves():
    state = table({"hand": ["night-shell-1"]}, {"hand": ["mute"]}, {}, nml=["night-mask-1", "night-whistle-1"])
    assert cost_of(Reckoning(seen(state)), "night-shell-1") > LIMIT
    without_charm = table(
        {"hand": ["night-shell-1"], "charm": False}, {"hand": ["mute"]}, {}, nml=["night-mask-1", "night-whistle-1"]
    )
    assert answer(without_charm) == "withdraw"


def test_it_counts_the_exact_chance_that_a_trap_fails():
    state = table({"hand": ["rain-mask-trap"], "charm": False}, {}, {}, nml=["snow-whistle-1", "night-mask-1"], top=9)
    at = Reckoning(seen(state))
    signs = at.signs + state.game.signs["rain-mask-trap"]
    failing = [card for card in at.seen.unseen if card in state.game.shows["mask"]]
    assert active_threats(state)["mask"] == 1
    assert at.chance_of_failure(signs) == len(failing) / len(at.seen.unseen) > 0.2
    assert at.chance_of_failure(signs - SIGN["mask"]) == 0.0
    assert cost_of(at, "rain-mask-trap") > LIMIT
    assert answer(state) == "withdraw"


def test_cards_that_were_shuffled_back_count_where_they_may_lie():
    state = table({}, {"hand": ["mute"]}, {}, top=0, low=["night-mask-1", "night-whistle-1"], low_fresh=2)
    at = Reckoning(seen(state))
    twice = 2 * SIGN["night"]
    nights = sum(card in state.game.shows["night"] for card in at.seen.unseen) / len(at.seen.unseen)
    # Four places in the lower part and one in a hand; two of the five hold the cards that came back.
    assert at.chance_of_failure(twice) == pytest.approx(2 / 5 + 3 / 5 * nights)
    assert Reckoning(seen(table({}, {}, {}, top=0))).chance_of_failure(twice) == 0.0


def test_without_traps_it_fears_none_W_51():
    words: dict[str, Any] = {"nml": ["snow-whistle-1", "night-mask-1"], "top": 9, "level": "beginner"}
    state = table({"hand": ["rain-mask-trap"], "charm": False}, {}, {}, **words)
    assert answer(state) == "play rain-mask-trap"


def test_it_bears_hard_knocks_but_not_the_fourth_W_44():
    def state(*knocks: str, **said: Any) -> GameState:
        return table({"hand": ["clumsy"], "knocks": knocks}, {"hand": ["mute"]}, {}, **said)

    assert answer(state("selfish", "demoralized")) == "play clumsy"
    assert answer(state("selfish", "demoralized", "frenzied")) == "withdraw"
    assert answer(state("selfish", "wounded")) == "withdraw"  # the wound counts twice
    assert answer(state("selfish", "demoralized", "frenzied", top=0)) == "play clumsy"  # peace is near (HW-47)


def test_it_uses_the_charm_on_a_doubled_threat_when_its_cards_are_too_dangerous():
    words: dict[str, Any] = {"nml": ["night-mask-1", "night-whistle-1"]}
    assert answer(table({"hand": ["night-shell-1"]}, {"hand": ["mute"]}, {}, **words)).startswith("charm night-")
    assert answer(table({"hand": ["snow-shell-1"]}, {"hand": ["mute"]}, {}, **words)) == "play snow-shell-1"
    assert answer(table({}, {"hand": ["mute"]}, {}, nml=["night-mask-1"])) == "withdraw"  # it is active only once


def test_of_the_cards_the_charm_may_take_the_most_crowding_one_goes():
    nml = ["night-mask-1", "night-whistle-1", "rain-mask-1"]
    assert answer(table({"hand": ["night-shell-1"]}, {"hand": ["mute"]}, {}, nml=nml)) == "charm night-mask-1"


def test_it_speaks_when_those_who_listen_hold_two_cards_each():
    two, one = {"hand": ["night-shell-1", "snow-mask-1"]}, {"hand": ["night-shell-2"]}
    speaker = {"hand": ["rain-mask-1"], "speeches": 1}
    other_two = {"hand": ["night-mask-1", "snow-mask-2"]}
    assert answer(table(speaker, two, other_two)).startswith("speak ")
    assert answer(table(speaker, two, one)) == "play rain-mask-1"
    assert answer(table(speaker, two, {**one, "withdrawn": True})).startswith("speak ")
    assert answer(table({**speaker, "knocks": ["mute"]}, two, other_two)) == "play rain-mask-1"
    assert answer(table({**speaker, "speeches": 0}, two, other_two)) == "play rain-mask-1"


def test_it_speaks_about_what_most_unseen_cards_show():
    def topic(threat: str) -> str:
        shown = [card for card in load_scenario("wiarusi-standard").trials if threat in card]
        hand, *fresh = shown[:2], *shown[2:10]
        return answer(table({"speeches": 1}, {"hand": hand}, {"withdrawn": True}, fresh=fresh, top=4, reserve=4))

    assert topic("mask") == "speak mask"
    assert topic("rain") == "speak rain"


def test_a_listener_gives_up_the_card_that_would_cost_most_W_22():
    speaker = {"speeches": 1, "hand": ["rain-shell-1"]}
    listener = {"hand": ["night-mask-1", "night-shell-1"]}
    state = after(table(speaker, listener, {}, nml=["snow-shell-1", "rain-shell-2"]), "speak night")
    assert answer(state) == "drop night-shell-1"


def test_its_tile_goes_to_who_bears_most():
    def laid(*bolts: list[str], **said: Any) -> str:
        rows = [{"knocks": knocks} for knocks in bolts]
        return answer(after(table({"tiles": ["L1", "R1"]}, *rows, **said), "withdraw"))

    assert laid(["mute"], []) == "lay L1"
    assert laid([], ["mute"]) == "lay R1"
    assert laid(["mute"], ["wounded"]) == "lay R1"
    assert laid([]) == "lay L1"  # with two players never to the chaplain, if there is a choice


def test_of_equals_who_has_used_the_charm_is_helped_and_then_the_first_seat():
    tiles = {"tiles": ["L1", "R1"]}
    assert answer(after(table(tiles, {}, {"charm": False}), "withdraw")) == "lay R1"
    assert answer(after(table(tiles, {}, {}), "withdraw")) == "lay L1"


def test_the_tile_it_forgets_is_the_one_needed_least_HW_34():
    first = {"tiles": ["L1", "R1"], "knocks": ["absent-minded"]}
    assert answer(after(table(first, {"knocks": ["mute"]}, {}), "withdraw")) == "forget R1"
    assert answer(after(table(first, {}, {"knocks": ["mute"]}), "withdraw")) == "forget L1"


def supported(*knocks: str, charm: bool = True) -> GameState:
    """Félix has been supported after a success."""
    gone = {"tiles": [], "withdrawn": True}
    helper = {"laid": "R1", "withdrawn": True}
    return after(table({"knocks": knocks, "charm": charm}, helper, gone), "withdraw")


def test_supported_it_sheds_the_worst_or_takes_the_charm_back():
    assert answer(supported("mute", "hardheaded", "panicked", "fragile")) == "shed fragile hardheaded"
    assert answer(supported("mute", charm=False)) == "regain"
    assert answer(supported("mute", "selfish", charm=False)) == "shed mute selfish"
    assert answer(supported("mute")) == "shed mute"


def test_christmas_relieves_who_bears_most_of_the_worst():
    rows = ({"hand": ["merry-christmas"], "knocks": ["hardheaded"]}, {"knocks": ["mute", "fragile"]}, {})
    assert answer(after(table(*rows), "play merry-christmas")) == "relieve 1 fragile"


# Worlds -------------------------------------------------------------------------------------------------------------


def test_a_world_agrees_with_what_is_seen_HW_55():
    rng = random.Random(2)
    for state in asked():
        for seat in (*state.game.seats, None):
            observation = observe(state, seat)
            world = Worlds(observation).draw(rng)
            assert observe(world, seat) == observation
            assert len(world.fresh) == world.top + world.low_fresh + world.reserve
            assert sorted([*world.box, *world.removed, *filter(None, world.laid), *sum(world.tiles, ())]) == sorted(
                [*state.box, *state.removed, *filter(None, state.laid), *sum(state.tiles, ())]
            )


def test_worlds_differ_in_all_that_is_hidden():
    state = next(s for s in asked() if s.phase is Phase.TURN and len(s.hands[1]) > 1 and s.game.players == 3)
    worlds = [Worlds(observe(state, 0)).draw(random.Random(seed)) for seed in range(30)]
    assert len({world.hands[1] for world in worlds}) > 10
    assert len({world.tiles[1:] for world in worlds}) > 3
    assert {world.hands[0] for world in worlds} == {state.hands[0]}


def test_cards_that_were_shuffled_back_may_be_in_hands():
    state = table({}, {"hand": ["mute", "selfish"]}, {}, top=0, low=["night-mask-1"], low_fresh=1)
    worlds = [Worlds(observe(state, 0)).draw(random.Random(seed)) for seed in range(400)]
    held = sum("night-mask-1" in world.hands[1] for world in worlds)
    assert 160 < held < 240  # two of the four places
    assert all(("night-mask-1" in world.low) != ("night-mask-1" in world.hands[1]) for world in worlds)


def test_before_the_first_mission_there_are_no_worlds():
    with pytest.raises(ValueError, match="still being set"):
        Worlds(observe(new_game(load_scenario("wiarusi-standard"), 3), 0))


# The strong bot -----------------------------------------------------------------------------------------------------


def test_without_trials_it_is_careful():
    for state in asked()[::5]:
        assert Strong(0)(seen(state), random.Random(1)) == careful_bot(seen(state), random.Random(1))


def test_it_sees_that_leaving_first_makes_room_for_a_friend_W_69():
    """Félix's trauma blocks the night; the others have only cards of the night."""
    state = table(
        {"knocks": ["trauma-night"], "hand": [], "tiles": ["L1"], "charm": False},
        {"hand": ["night-shell-1"], "charm": False},
        {"hand": ["night-whistle-2"], "charm": False},
        nml=["night-mask-1"],
        top=0,
    )
    assert str(Strong(40)(seen(state), random.Random(1))) == "withdraw"


def test_prospects_grow_with_everything_that_helps():
    def value(first: Any = {}, **said: Any) -> float:  # noqa: B006
        return prospects(table(first, {}, {}, active=None, **said))

    usual = value(top=10, reserve=20)
    assert 0.0 < usual < 1.0
    assert value(top=9, reserve=20) > usual
    assert value(top=10, reserve=21) > usual
    assert value({"charm": False}, top=10, reserve=20) < usual
    assert value({"hand": ["night-shell-1"]}, top=10, reserve=20) < usual
    assert value({"speeches": 1}, top=10, reserve=20) > usual
    one, two, three = (
        value({"knocks": knocks}, top=10, reserve=20)
        for knocks in (["panicked"], ["panicked", "selfish"], ["panicked", "selfish", "absent-minded"])
    )
    assert usual > one > two > three
    assert value({"knocks": ["fragile"]}, top=10, reserve=20) < one


def test_an_end_is_certain():
    for name, players in product(SHIPPED, (2, 3)):
        state, _ = played([careful_bot] * players, name, 3)
        assert prospects(state) == (1.0 if state.ending == Ending.WIN else 0.0)


def test_difficulties_far_from_the_careful_one_are_not_tried(monkeypatch):
    state = table({}, {}, {}, active=None, top=30)
    usual = careful_bot(seen(state), random.Random(1))
    assert isinstance(usual, Deal)
    tried = set()

    def note(state: GameState, move: Deal, chance: random.Random) -> GameState:
        tried.add(move.number)
        return apply_unchecked(state, move).state

    monkeypatch.setattr("mali_powstancy.wiarusi.bots.strong._end_of_mission", note)
    Strong(40)(seen(state), random.Random(1))
    assert tried == {n for n in range(1, 11) if abs(n - usual.number) <= 2}


@pytest.mark.slow
def test_strong_wins_more_often_than_careful_and_random_never():
    def wins(name: str, games: int) -> int:
        ends = [played([bot_named(name) for _ in range(3)], "wiarusi-standard", seed)[0] for seed in range(games)]
        return sum(end.ending == Ending.WIN for end in ends)

    assert wins("random", 100) == 0
    careful, strong = wins("careful", 200), wins("strong", 24)
    assert 14 <= careful <= 60
    assert strong / 24 > careful / 200


def test_lays_of_equal_tiles_are_one_choice():
    state = after(table({"tiles": ["L1", "L1"]}, {}, {}), "withdraw")
    assert seen(state).legal == (Lay("L1"),)
    assert answer(state, "strong") == "lay L1"
