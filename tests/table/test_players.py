import random

import pytest

from mali_powstancy.bots import Advice, Greedy, UnknownBot, adviser_named, random_advice, roster
from mali_powstancy.bots.planner import Planner, reasons_for
from mali_powstancy.bots.tempers import Level, Temper
from mali_powstancy.engine import observe
from mali_powstancy.table.players import LEVELS, PLAYERS, kind_of, style_of, with_style
from mali_powstancy.tabletop.packing import PERSON
from tests.table.play import play_until, started


@pytest.mark.parametrize(
    ("player", "kind", "temper"),
    [
        (PERSON, PERSON, None),
        ("random", "random", None),
        ("greedy", "greedy", None),
        ("easy", "easy", Temper.BALANCED),
        ("hard-rival", "hard", Temper.RIVAL),
        ("medium-helper", "medium", Temper.HELPER),
    ],
)
def test_a_name_tells_kind_and_temper(player, kind, temper):
    assert (kind_of(player), style_of(player)) == (kind, temper)


def test_every_level_with_every_temper_is_a_player_whose_bot_has_them():
    for level in Level:
        for temper in Temper:
            player = with_style(level, temper)
            assert player in PLAYERS
            assert (kind_of(player), style_of(player)) == (level, temper)
            bot = roster.bot_named(player)
            assert isinstance(bot, Planner)
            assert (bot.level, bot.temper) == (level, temper)
    assert len(PLAYERS) == 3 + len(LEVELS) * len(Temper)


@pytest.mark.parametrize("player", [PERSON, "greedy", "hard-helper"])
def test_who_has_no_open_temper_stays_as_it_is(player):
    assert with_style(player, Temper.RIVAL) == player


def test_every_bot_gives_advice_also_one_that_has_no_reasons_of_its_own(monkeypatch):
    host = started("short", 2, (PERSON, PERSON))
    play_until(host, lambda state: state.round == 2)
    seen = observe(host.table.state, host.table.state.to_act)
    monkeypatch.setitem(roster.BOTS, "silent", Greedy)
    move = Greedy()(seen, random.Random(3))
    assert adviser_named("silent")(seen, random.Random(3)) == Advice(move, reasons_for(seen, move))
    assert adviser_named("random") is random_advice
    assert adviser_named("hard") != adviser_named("hard"), "a new one for each seat"
    with pytest.raises(UnknownBot, match="nobody"):
        adviser_named("nobody")
