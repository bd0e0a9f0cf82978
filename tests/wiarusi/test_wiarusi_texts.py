"""Every event, move, question, refusal and ending of Wiarusi as a sentence, and the whole table in words."""

import re
import shutil
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from mali_powstancy.tabletop import texts as catalogue
from mali_powstancy.tabletop.advice import Because
from mali_powstancy.tabletop.tomlfile import Fault, FaultKind
from mali_powstancy.texts import texts_for as texts_of_the_first_game
from mali_powstancy.wiarusi import (
    Ending,
    GameState,
    Outcome,
    Phase,
    Reason,
    ScenarioError,
    active_threats,
    bolts,
    legal_moves,
    load_scenario,
    new_game,
    observe,
    outcome,
    read_scenario,
    seen_by,
    stop_here,
)
from mali_powstancy.wiarusi.cards import THREATS, Effect, Gift, Knock
from mali_powstancy.wiarusi.events import (
    EVENT_KINDS,
    CardDealt,
    CardDrawnAndPlayed,
    CardPlayed,
    CardsShuffledBack,
    ChaplainTileDrawn,
    CharacterGiven,
    CharmUsed,
    DifficultyChosen,
    Event,
    MoraleDropped,
    NotSupported,
    Passing,
    SpeechAnswered,
    SpeechMade,
    TileDrawn,
    TileForgotten,
    TileLaid,
    TilesPassed,
    Withdrew,
)
from mali_powstancy.wiarusi.moves import PlayerMove, parse_move
from mali_powstancy.wiarusi.rules.playing import ASKED
from mali_powstancy.wiarusi.scenario_file import ScenarioFault
from mali_powstancy.wiarusi.texts import Texts, in_words, tell_move, texts_for
from tests.wiarusi.random_wars import LEVELS, Line, level, whole_game
from tests.wiarusi.tables import after, table
from tools import build_texts

LANGUAGES = ("pl", "en")
THREE = table({}, {}, {})
TWO = table({}, {})
FIVE = table({}, {}, {}, {}, {})


@pytest.fixture(params=LANGUAGES)
def texts(request) -> Texts:
    return texts_for(request.param)


@cache
def wars() -> list[Line]:
    """Games of all levels and numbers of players, in which everything happens that can happen."""
    return [whole_game(name, players, seed) for name in LEVELS for players in range(2, 6) for seed in (1, 2, 3)]


def is_whole(sentence: str) -> bool:
    """The sentence begins and ends as one, and no placeholder, key or id is left in it."""
    ends = sentence.endswith((".", ".”"))
    return ends and sentence[0] == sentence[0].upper() and not has_holes(sentence)


def has_holes(text: str) -> bool:
    return bool(re.search(r"[{}]|\bNone\b|  |\.\.|\b(night|snow|rain|all|trauma|phobia)-[a-z]|\b[LR][12]\b|-1\b", text))


# Events -------------------------------------------------------------------------------------------------------------


def test_every_event_of_whole_games_is_a_sentence_for_everybody(texts):
    kinds: set[type] = set()
    for line in wars():
        for step in line.steps:
            for event in step.events:
                kinds.add(type(event))
                for seen in {event, seen_by(event, None), seen_by(event, 0)}:
                    assert is_whole(texts.event(seen, step.state)), seen
    stop = stop_here(THREE).events[0]
    assert is_whole(texts.event(stop, THREE))
    assert kinds | {type(stop)} == set(EVENT_KINDS)


SENTENCES: list[tuple[Event, str, str]] = [
    (
        CharacterGiven(0, "felix"),
        "Miejsce 1: Félix Moreau, amulet: noc.",
        "Seat 1: Félix Moreau, charm: night.",
    ),
    (
        DifficultyChosen(1, 5),
        "Gustave wybiera trudność. Dla każdej osoby: 5 kart.",
        "Gustave chooses the difficulty: 5 cards for each player.",
    ),
    (
        CardPlayed(2, "night-shell-trap"),
        "Charles zagrywa kartę: noc i pocisk, z pułapką.",
        "Charles plays a card: night and shell, with a trap.",
    ),
    (
        CardDrawnAndPlayed(2, "merry-christmas"),
        "Charles odkrywa i zagrywa kartę ze stosu: „Wesołych Świąt!”.",
        "Charles turns up a card from the pile and plays it: “Merry Christmas”.",
    ),
    (
        CharmUsed(0, "all-weather"),
        "Félix używa amuletu (noc) i odrzuca kartę z ziemi niczyjej: noc, śnieg i deszcz.",
        "Félix uses a charm (night) and discards a card from no man's land: night, snow and rain.",
    ),
    (
        SpeechMade(0, "night"),
        "Félix mówi: „Razem damy radę”. Temat przemowy: noc.",
        "Félix says: “Together we'll manage.” The topic of the speech: night.",
    ),
    (SpeechAnswered(1, None), "Gustave niczego nie odrzuca.", "Gustave discards nothing."),
    (
        SpeechAnswered(1, "trauma-night"),
        "Gustave odrzuca kartę: trauma nocy.",
        "Gustave discards a card: trauma of the night.",
    ),
    (
        Withdrew(1, True),
        "Gustave musi się wycofać z misji. Brutalny los: lękliwość.",
        "Gustave has to withdraw from the mission. Hard knock: fearful.",
    ),
    (
        TileForgotten(0, "R1"),
        "Félix traci żeton wsparcia: w prawo (wskazuje: Charles).",
        "Félix loses a support tile: right (points to Charles).",
    ),
    (
        CardsShuffledBack(("night-shell-1", "night-shell-2", "snow-rain")),
        "Karty z ziemi niczyjej wracają do stosu doświadczeń: 2 × noc i pocisk; śnieg i deszcz.",
        "The cards in no man's land are shuffled back into the trials pile: 2 × night and shell; snow and rain.",
    ),
    (
        CardsShuffledBack(()),
        "Na ziemi niczyjej nie ma kart, więc nic nie wraca do stosu doświadczeń.",
        "There are no cards in no man's land, so nothing is shuffled back into the trials pile.",
    ),
    (
        TilesPassed((Passing(0, "L1", 1), Passing(2, "L1", 2))),
        "Żetony wsparcia są odkryte i przekazane: Félix → Gustave; Charles → Charles.",
        "The support tiles are turned up and passed on: Félix → Gustave; Charles → Charles.",
    ),
    (
        NotSupported("tie"),
        "Remis: nikt nie ma najwięcej nowych żetonów, więc nikt nie dostaje pomocy.",
        "It's a tie: nobody has the most new tiles, so nobody gets help.",
    ),
    (
        MoraleDropped(4),
        "Morale spada. Z rezerwy na stos doświadczeń: 4 karty.",
        "Morale drops. From the reserve to the trials pile: 4 cards.",
    ),
]


@pytest.mark.parametrize(("event", "polish", "english"), SENTENCES, ids=lambda value: getattr(value, "event", ""))
def test_an_event_is_told_with_the_names_of_the_friends(event, polish, english):
    assert texts_for("pl").event(event, THREE) == polish
    assert texts_for("en").event(event, THREE) == english


def test_the_chaplain_is_named_as_such(texts):
    chaplain = {"pl": "Kapelan", "en": "The chaplain"}[texts.language]
    assert texts.event(TileDrawn(2, None), TWO).startswith(chaplain)
    assert texts.event(CharacterGiven(2, "anselme"), TWO).startswith(chaplain)
    assert chaplain.lower() in texts.event(TileLaid(0, "R1"), TWO)


def test_a_trap_is_not_named_where_traps_are_ignored(texts):
    beginner = table({}, {}, {}, level="beginner")
    assert "pułap" not in (told := texts.event(CardPlayed(0, "night-shell-trap"), beginner))
    assert "trap" not in told


def test_a_scenario_without_sayings_has_speeches_too(texts):
    quiet = new_game(level("wiarusi-standard")._replace(sayings=()), 3, characters=["felix", "gustave", "charles"])
    assert is_whole(texts.event(SpeechMade(0, "mask"), quiet))


SECRETS: list[tuple[Event, Event]] = [
    (CardDealt(1, "night-shell-1"), CardDealt(1, "panicked")),
    (TileDrawn(1, "L1"), TileDrawn(1, "R1")),
    (TileLaid(1, "L1"), TileLaid(1, "R1")),
]


@pytest.mark.parametrize(("one", "other"), SECRETS, ids=lambda event: event.event)
def test_the_sentence_of_a_hidden_event_tells_no_secret(one, other, texts):
    for stranger in (None, 0, 2):
        told = [texts.event(seen_by(event, stranger), THREE) for event in (one, other)]
        assert told[0] == told[1]
    own = [texts.event(seen_by(event, 1), THREE) for event in (one, other)]
    assert len({*own, *told}) == 3


def test_nobody_reads_what_the_chaplain_has_drawn(texts):
    assert texts.event(ChaplainTileDrawn("L1"), TWO) == texts.event(ChaplainTileDrawn("R1"), TWO)


def test_two_friends_with_one_first_name_are_told_by_both(texts):
    characters = dict(level("wiarusi-standard").characters)
    characters["gaston"] = characters["gaston"]._replace(name="Félix Fayard")
    state = new_game(
        level("wiarusi-standard")._replace(characters=characters), 3, characters=["felix", "gaston", "charles"]
    )
    assert [texts.who(seat, state) for seat in range(3)] == ["Félix Moreau", "Félix Fayard", "Charles"]


def test_who_has_no_character_yet_is_told_by_the_seat(texts):
    state = new_game(level("wiarusi-standard"), 3)
    assert is_whole(texts.question(state))
    assert texts.who(1, state) == {"pl": "gracz 2", "en": "player 2"}[texts.language]


# Moves --------------------------------------------------------------------------------------------------------------


def looks(move: PlayerMove, texts: Texts, line: Line) -> tuple[object, ...]:
    """A move with its cards as they look: several cards of the deck look alike."""
    game, trials = line.opening.game, line.opening.game.scenario.trials
    return tuple(
        texts.card(part, game) if isinstance(part, str) and part in trials else part for part in (type(move), *move)
    )


def test_every_move_of_whole_games_has_words_of_its_own(texts):
    kinds = set()
    for line in wars():
        for state in line.states:
            told: dict[str, tuple[object, ...]] = {}
            for move in legal_moves(state):
                kinds.add(type(move))
                words = tell_move(texts, move, state)
                assert words
                assert not words.endswith(".")
                assert not has_holes(words)
                assert words[0].isupper()
                looked = looks(move, texts, line)
                assert told.setdefault(words, looked) == looked
    assert {kind._field_defaults["verb"] for kind in kinds} == {
        key.removeprefix("move.") for key in build_texts.messages(build_texts.WIARUSI, "pl") if key.startswith("move.")
    }


@pytest.mark.parametrize(
    ("move", "polish", "english"),
    [
        ("deal 2", "Rozdaj każdej osobie: 2 karty", "Deal 2 cards to each player"),
        ("play trauma-rain", "Zagraj kartę: trauma deszczu", "Play a card: trauma of the rain"),
        (
            "relieve 2 mute",
            "Zabierz kartę brutalnego losu: Charles, małomówność",
            "Take away a hard knock: Charles, mute",
        ),
        (
            "lay R2",
            "Połóż zakryty żeton wsparcia: o dwa miejsca w prawo (wskazuje: Gaston)",
            "Lay a support tile, face down: two places to the right (points to Gaston)",
        ),
        ("shed mute clumsy", "Odrzuć brutalny los: niezgrabność; małomówność", "Get rid of hard knocks: clumsy; mute"),
        ("regain", "Odzyskaj amulet (noc)", "Get the charm back (night)"),
    ],
)
def test_a_move_is_told_with_the_names_of_the_friends(move, polish, english):
    parsed: Any = parse_move(move)
    assert tell_move(texts_for("pl"), parsed, FIVE) == polish
    assert tell_move(texts_for("en"), parsed, FIVE) == english


# Refusals, questions, endings, faults -------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_a_refusal_says_why_not_and_what_can_be_done(reason, texts):
    sentence = texts.refusal(reason)
    assert is_whole(sentence)
    assert len(re.findall(r"[.]( |$)", sentence)) >= 2


def test_everything_that_is_asked_is_asked_in_a_sentence(texts):
    asked: set[Phase] = set()
    for line in wars():
        for state in line.states:
            asked.add(state.phase)
            question = texts.question(state)
            assert is_whole(question)
            assert question == texts.question(observe(state, None))
    assert asked == set(ASKED)


def test_a_question_names_who_is_asked_and_the_topic():
    state = after(table({"speeches": 1}, {}, {}), "speak rain")
    assert texts_for("pl").question(state) == (
        "Temat przemowy: deszcz. Gustave wybiera kartę do odrzucenia albo zatrzymuje wszystkie."
    )
    assert texts_for("en").question(THREE) == ("Félix takes one action: a card, the charm, a speech or withdrawing.")


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_a_sentence(ending, texts):
    assert is_whole(texts.ending(Outcome(ending, ())))
    assert texts.say(f"ending.{ending}.short")


def test_an_ending_by_hard_knocks_names_who_bears_too_much(texts):
    lost = [line.state for line in wars() if line.state.ending == Ending.KNOCKS]
    assert lost
    for state in lost:
        told = texts.ending(outcome(state), state)
        heavy = [seat for seat in state.game.seats if bolts(state, seat) >= state.game.scenario.bolts_to_lose]
        assert told.removeprefix(texts.ending(outcome(state))).count(texts.who(heavy[0], state)) == 1
        assert is_whole(told)


@pytest.mark.parametrize("kind", [*FaultKind, *ScenarioFault])
@pytest.mark.parametrize("found", ["", "x", "7; 2..4"])
def test_every_fault_of_a_scenario_file_is_a_sentence(kind, found, texts):
    sentence = texts.fault(Fault("own.toml", "players.7", kind, found))
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert "own.toml" in sentence


def test_a_fault_says_what_was_found_and_what_is_wanted():
    own = 'based_on = "wiarusi-standard"\nid = "Own"\nversion = 0\ntitle = "a"\n[players]\n3 = { pile = 59 }\n'
    with pytest.raises(ScenarioError) as error:
        read_scenario(own, "own.toml")
    assert sorted(map(texts_for("en").fault, error.value.faults)) == [
        "own.toml, players.3: too few cards. There are 59, but 60 are needed.",
        "own.toml, scenario.id: “Own” can't be an id. Use small letters a–z, digits and hyphens.",
        "own.toml, scenario.version: 0 is outside the range 1–9999.",
    ]
    with pytest.raises(ScenarioError) as error:
        load_scenario("mystery")
    assert texts_for("pl").fault(error.value.faults[0]).startswith("Nie ma scenariusza „mystery”. Do wyboru: wiarusi-")


# Names and effects --------------------------------------------------------------------------------------------------


def test_every_hard_knock_and_the_gift_say_what_they_do(texts):
    game = THREE.game
    trials = game.scenario.trials.values()
    told = {card.id: texts.effect(card.id, game) for card in trials if isinstance(card, Knock | Gift)}
    assert len(told) == 20
    assert all(map(is_whole, told.values()))
    assert len(set(told.values())) == len(told)
    assert {card.effect for card in trials if isinstance(card, Knock)} == set(Effect)
    assert all(not texts.effect(card, game) for card in game.threat_cards)


def test_the_effect_of_a_wound_tells_how_much_it_counts():
    assert texts_for("pl").effect("wounded", THREE.game) == "Liczy się jak 2 karty brutalnego losu."
    assert texts_for("en").effect("wounded", THREE.game) == "Counts as 2 hard knocks."


def test_every_card_has_words_and_only_equal_cards_share_them(texts):
    game = THREE.game
    by_words: dict[str, set[object]] = {}
    for card in game.scenario.trials.values():
        face = card.id if isinstance(card, Knock | Gift) else (card.threats, card.trap)
        by_words.setdefault(texts.card(card.id, game), set()).add(face)
    assert all(len(faces) == 1 for faces in by_words.values())


def test_levels_have_titles(texts):
    assert len({texts.title(level(name)) for name in LEVELS[:3]}) == 3


def test_things_are_counted_in_the_right_form():
    counted = [key for key in build_texts.messages(build_texts.WIARUSI, "pl") if key.startswith("count.")]
    assert counted
    for key in counted:
        assert len({texts_for("pl").count(key, n).removeprefix(str(n)) for n in (1, 2, 5)}) == 3
        assert len({texts_for("en").count(key, n).removeprefix(str(n)) for n in (1, 2, 5)}) == 2


# The table in words -------------------------------------------------------------------------------------------------


def test_the_table_in_words_is_whole_in_every_position(texts):
    for line in wars()[::4]:
        for number, state in enumerate(line.states):
            seat = None if number % 3 == 0 else number % state.game.players
            for told in in_words(observe(state, seat), texts.language):
                assert told.endswith((".", ":"))
                assert not has_holes(told)
                assert told[0] == told[0].upper()


def rich(first: list[str], tiles: list[str], second: list[str], tile: str, laid: str, **said: Any) -> GameState:
    """A table with something of everything; told are the secrets of two players."""
    gustave = {"knocks": ["phobia-mask", "prideful"], "withdrawn": True, "charm": False, "speeches": 1}
    return table(
        {"hand": first, "tiles": tiles, "knocks": ["mute", "trauma-night"]},
        {"hand": second, "tiles": [tile], "laid": laid, **gustave},
        {},
        nml=["night-mask-1", "snow-rain"],
        mission=4,
        **said,
    )


RICH = rich(["night-shell-1", "panicked", "merry-christmas"], ["L1", "R1"], ["rain-mask-1"], "L1", "R1")


def test_the_table_in_words_says_everything_that_a_player_sees():
    told = in_words(observe(RICH, 0), "en")
    assert told[0] == "Standard game, mission 4. Félix is in the lead."
    for line in (
        "What you can do now:",
        "Play a card: “Merry Christmas”.",
        "Use the charm and discard a card from no man's land: night and mask.",
        "Withdraw from the mission.",
        "Cards in no man's land: night and mask; snow and rain.",
        "How often each threat is active (the mission fails at 3):",
        "Night: 2. Including: trauma of the night (Félix). One more and the mission fails.",
        "Shell: 0.",
        "Mask: 1.",
        "Night and shell. Once played: night 3, shell 1. The mission would fail.",
        "Panicked. When this character withdraws, chance picks the support tile.",
        "Your support tiles: left (points to Gustave); right (points to Charles).",
        "Félix Moreau: in the mission. This is your character. In the lead. Charm ready to use: night. "
        "Cards in hand: 3. Support tiles: 2. Speech tokens: 0. Hard-knock bolts: 2 (the game is lost at 4).",
        "Félix Moreau, hard knock 1: mute. "
        "This character makes no speeches, and whoever plays it keeps quiet and gives no signs.",
        "Gustave Bidau: out of the mission. Charm used: snow. Cards in hand: 1. Support tiles: 1. Speech tokens: 1. "
        "A support tile lies here, face down. Hard-knock bolts: 2 (the game is lost at 4).",
        "Trials pile: 6 cards.",
        "Morale reserve: 20 cards. That's at most 7 missions, counting this one.",
        "Speech tokens in the supply: 4.",
        "We made up the Polish names of these cards: panika, duma.",
    ):
        assert line in told, line
    assert told.index("What you can do now:") < told.index("Withdraw from the mission.") < told.index("Shell: 0.")


def test_the_table_in_words_tells_nobody_the_secrets_of_another():
    hidden = ["night-shell-1", "panicked", "merry-christmas", "rain-mask-1"]
    hand = ["night-shell-2", "snow-mask-1", "fearful"]
    other = rich(hand, ["L1", "L1"], ["rain-mask-2"], "R1", "L1", fresh=hidden)
    public = [line for line in in_words(observe(RICH, 2), "pl") if not line.startswith("Karty poza grą")]
    assert public == [line for line in in_words(observe(other, 2), "pl") if not line.startswith("Karty poza grą")]
    spectator = in_words(observe(RICH, None), "pl")
    assert not any(re.search("[Tt]woj|[Mm]ożesz", line) for line in spectator)
    assert not any("pocisk, z" in line or "Wesołych" in line for line in spectator[:9])


def test_the_own_laid_tile_and_the_own_answer_are_told_to_their_owner_only(texts):
    laid = texts.say("words.laid.own", tile=texts.tile("R1", 1, RICH))
    assert [laid in in_words(observe(RICH, seat), texts.language) for seat in (None, 0, 1, 2)] == [
        False,
        False,
        True,
        False,
    ]
    spoken = after(table({"speeches": 1}, {"hand": ["rain-mask-1"]}, {"hand": ["rain-mask-2"]}), "speak rain")
    dropped, kept = after(spoken, "drop rain-mask-1"), after(spoken, "keep")
    assert in_words(observe(dropped, 1), texts.language) != in_words(observe(kept, 1), texts.language)
    assert in_words(observe(dropped, 2), texts.language) == in_words(observe(kept, 2), texts.language)


def test_the_counters_in_words_are_those_of_the_rules():
    for line in wars()[::7]:
        for state in line.states[::5]:
            if state.mission:
                told, active = in_words(observe(state, None), "pl"), active_threats(state)
                for threat in THREATS:
                    name = texts_for("pl").threat(threat).capitalize()
                    assert sum(each.startswith(f"{name}: {active.get(threat, 0)}.") for each in told) == 1


def test_a_game_that_is_over_is_told_with_its_end(texts):
    for line in wars():
        told = in_words(observe(line.state, 0), texts.language)
        assert texts.ending(outcome(line.state), line.state) in told
        assert texts.say("words.moves") not in told


# Whose words these are ----------------------------------------------------------------------------------------------


def test_a_game_says_its_own_words_and_those_that_all_share(texts):
    first = texts_of_the_first_game(texts.language)
    assert texts.say("event.game-ended", ending="x") == first.say("event.game-ended", ending="x")
    assert texts.count("count.cards", 5) == first.count("count.cards", 5)
    assert texts.undo_refused("nothing") == first.undo_refused("nothing")
    assert texts.number(2.5) == first.number(2.5)
    assert texts.template("fault.bad-id") != first.template("fault.bad-id")


def test_what_another_game_says_is_missing(texts):
    for key in (
        "event.walked",
        "refusal.not-adjacent",
        "name.victory",
        "rule.B-1.title",
        "bot.greedy",
        "words.mystery",
    ):
        with pytest.raises(KeyError, match=f"there is no text '{key}'"):
            texts.say(key)
    for key in ("count.mystery", "mystery.count", "table.mystery"):
        with pytest.raises(KeyError, match=f"there is no text '{key}'"):
            texts.count(key, 2)
    with pytest.raises(KeyError, match=r"there is no text 'event.withdrew'"):
        texts_of_the_first_game(texts.language).say("event.withdrew")
    with pytest.raises(KeyError, match=r"'event.withdrew' needs a value for 'seat'"):
        texts.say("event.withdrew")
    with pytest.raises(ValueError, match="not in 'it'"):
        texts_for("it")


def test_a_game_may_divide_its_texts_into_any_files(tmp_path, monkeypatch):
    shutil.copytree(build_texts.WIARUSI, tmp_path / "own", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    source = tmp_path / "own" / "pl" / "zebra.po"
    head = (build_texts.WIARUSI / "pl" / "game.po").read_text("utf-8").partition("\n\n")[0]
    source.write_text(
        head + '\n\nmsgid "bot.zebra"\nmsgid_plural "bot.zebra"\n'
        'msgstr[0] "{seat} ma {n} kartę."\nmsgstr[1] "{seat} ma {n} karty."\nmsgstr[2] "{seat} ma {n} kart."\n'
        '\nmsgid "bot.why"\nmsgstr "{seat} widzi: {threat}, {tile}."\n'
        '\nmsgid "bot.zebra.aim"\nmsgid_plural "bot.zebra.aim"\n'
        'msgstr[0] "Kto ma {n} kartę?"\nmsgstr[1] "Kto ma {n} karty?"\nmsgstr[2] "Kto ma {n} kart?"\n',
        "utf-8",
    )
    source.with_suffix(".mo").write_bytes(build_texts.compiled(build_texts.read(source)))
    folder = catalogue._folder
    places = {"mali_powstancy.wiarusi": tmp_path / "own"}
    monkeypatch.setattr(catalogue, "_folder", lambda package: places.get(package) or folder(package))
    catalogue._own.cache_clear()
    try:
        texts = Texts("pl")
        zebra = Because("bot.zebra", (("seat", 1), ("n", 3)))
        assert texts.because(zebra, THREE) == "Gustave ma 3 karty."
        assert texts.because(zebra, THREE, only_aim=True) == "Kto ma 3 karty?"
        why = Because("bot.why", (("seat", 0), ("threat", "mask"), ("tile", "L1")))
        assert {texts.because(why, THREE, only_aim=aim) for aim in (False, True)} == {"Félix widzi: maska, w lewo."}
        assert texts.event(Withdrew(0, False), THREE) == "Félix wycofuje się z misji."
        assert texts.count("count.points", 5) == "5 punktów"
    finally:
        catalogue._own.cache_clear()


def loaded_by(module: str) -> set[str]:
    """The modules that an import loads in a fresh interpreter."""
    code = f"import sys; before = {{*sys.modules}}; import {module}; print(*{{*sys.modules}} - before)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_who_needs_no_words_loads_none():
    words = {"gettext", "mali_powstancy.texts", "mali_powstancy.wiarusi.texts", "mali_powstancy.tabletop.texts"}
    assert not words & loaded_by("mali_powstancy.wiarusi")
    assert not any(name.startswith("mali_powstancy.wiarusi") for name in loaded_by("mali_powstancy"))


def test_the_words_of_one_game_load_nothing_of_the_other_ones_and_only_the_standard_library():
    loaded = loaded_by("mali_powstancy.wiarusi.texts")
    assert "mali_powstancy.texts" not in loaded
    assert {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names) == {"mali_powstancy"}
