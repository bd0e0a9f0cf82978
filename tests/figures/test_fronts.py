"""The fronts of August 1920 beside a game: what stands on them is what the history files and the game say."""

import random

import pytest

from mali_powstancy import history
from mali_powstancy.bitwa_warszawska.bots.roster import bot_named
from mali_powstancy.bitwa_warszawska.cards import ARMIES
from mali_powstancy.engine import new_game as opening_of
from mali_powstancy.tabletop.codes import code_of
from mali_powstancy.tabletop.library import load_scenario
from mali_powstancy.tabletop.packing import Save
from mali_powstancy.tabletop.playing import play_game
from mali_powstancy.tabletop.session import Session
from mali_powstancy.texts import languages
from mali_powstancy.views.figures.fronts import DAYS, FIRST_DAY, SHAPES, fronts_beside_a_game, played


def game(scenario: str, bot: str = "random", seed: int = 3) -> Session:
    bots = [bot_named(bot) for _ in ARMIES]
    return play_game(load_scenario(scenario), 2, bots, random.Random(seed))


def signs(data: list[dict], army: str) -> set[tuple[int, int]]:
    """Where the signs of an army stand, above and below."""
    found = set()
    for trace in data:
        symbols = trace.get("marker", {}).get("symbol", ())
        for x, y, symbol in zip(trace["x"], trace["y"], symbols, strict=False):
            if symbol.removesuffix("-open") == SHAPES[army][0]:
                found.add((x, y))
    return found


@pytest.mark.parametrize("army", ARMIES)
def test_on_the_last_day_there_is_a_sign_for_every_evening_and_every_battle_won(army):
    figure, shown = fronts_beside_a_game(seed=2), played(seed=2)
    rows = figure.spec["layout"]["yaxis"]["ticktext"]
    below = next(row for row, label in enumerate(rows) if label.startswith("<b>GRA"))
    expected = {
        ((battle.last_day - FIRST_DAY).days, rows.index(battle.name["pl"]))
        for battle in history.battles()
        if battle.held_by == army
    }
    expected |= {
        (battle.round - 1, below + 1 + battle.front) for battle in shown.battles if battle.winner == ARMIES.index(army)
    }
    assert signs(figure.spec["frames"][-1]["data"], army) == expected
    first = signs(figure.spec["data"], army)
    assert first == {(x, y) for x, y in expected if x == 0}


@pytest.mark.parametrize("lang", languages())
def test_the_table_has_a_row_for_each_day_with_what_its_sources_say(lang):
    figure = fronts_beside_a_game(lang=lang)
    assert len(figure.twin.rows) == len(figure.spec["frames"]) == DAYS
    for battle in history.battles():
        row = figure.twin.rows[(battle.last_day - FIRST_DAY).days]
        assert battle.what[lang] in row[1]
        assert all(source.publisher in row[2] for source in history.cited(battle.id))


def test_what_is_disputed_has_an_empty_sign():
    (disputed,) = [battle for battle in history.battles() if battle.mark == "disputed"]
    open_signs = [
        symbol
        for trace in fronts_beside_a_game().spec["frames"][-1]["data"][:5]
        for symbol in trace.get("marker", {}).get("symbol", ())
        if symbol.endswith("-open")
    ]
    assert (disputed.id, len(open_signs)) == ("drohiczyn-1920", 1)


def test_another_seed_is_another_game_and_the_same_seed_the_same():
    assert played(seed=1) == played(seed=1) != played(seed=2)
    assert played(seed=1).is_over


def test_the_game_of_a_code_is_shown_up_to_where_it_came():
    session = game("bitwa-short")
    rounds = played(code_of(Save(session.record, ("random",) * 2))).rounds
    assert rounds == session.state.round
    begun = Session(session.opening)
    for step in session.steps[: len(session.steps) // 2]:
        begun.play(step.move)
    half = played(begun.record.to_json())
    assert not half.is_over
    assert half.rounds < rounds
    assert "jeszcze nieskończona" in fronts_beside_a_game(begun.record.to_json()).summary


def test_a_game_of_another_kind_is_refused():
    other = Session(opening_of(load_scenario("basic"), 2))
    with pytest.raises(ValueError, match="not of bitwa-warszawska"):
        played(other.record.to_json())
