"""The board of Bitwa Warszawska: what lies on it, what can be pressed, and what it says before anything is decided."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from mali_powstancy.bitwa_warszawska import Observation, Phase, arrange, legal_moves, load_scenario, observe, play
from mali_powstancy.bitwa_warszawska.cards import FRONTS
from mali_powstancy.bitwa_warszawska.forecast import battles_now, forecast, strengths_now
from mali_powstancy.bitwa_warszawska.moves import Play
from mali_powstancy.bitwa_warszawska.rules.playing import ASKED
from mali_powstancy.bitwa_warszawska.texts import texts_for
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.views.board import front_board
from tests.bitwa_warszawska.front_hosts import (
    ALONE,
    PERSONS,
    TAKE,
    by_key,
    host_at,
    point,
    pressable,
    rich,
    shown,
    things_in,
)
from tests.bitwa_warszawska.random_battles import TABLES, whole_game
from tests.bitwa_warszawska.tables import after, all_out, table
from tests.table.play import buttons, started, view_of
from tests.wiarusi.trench_hosts import blocks_in, words_of

EN = texts_for("en")


def lanes_of(host):
    [found] = [block for block in blocks_in(shown(host)["stage"]) if block["t"] == "lanes"]
    return found


# The table ------------------------------------------------------------------------------------------------------------


def test_three_fronts_lie_between_two_camps_with_both_strengths_in_sight():
    board = lanes_of(host_at(rich()))
    assert [camp["name"] for camp in board["camps"]] == ["Polish Army", "Red Army"]
    assert [lane["key"] for lane in board["items"]] == ["lane N", "lane M", "lane S"]
    assert [lane["value"]["text"] for lane in board["items"]] == [
        "7\u00a0:\u00a05",
        "8\u00a0:\u00a03",
        "1\u00a0:\u00a04",
    ]
    for lane in board["items"]:
        front = lane["key"][-1]
        for army, half in zip(("WP", "ACz"), lane["halves"], strict=True):
            keys = [spot["key"] for spot in (*half["behind"], *half["ahead"])]
            assert keys == [f"{army}:{place}.{front}" for place in ("C", "O", "L2", "L1")], "from outside in"
    marked = [lane["name"] for lane in board["items"] if any(badge.get("key") == "scoring" for badge in lane["badges"])]
    assert marked == ["Middle Front"]


def test_armies_differ_by_form_letter_and_word_and_not_only_by_colour():
    first, second = (camp["sign"] for camp in lanes_of(host_at(rich()))["camps"])
    drawn = [{*re.findall(r' d="([^"]*)"|(<circle)', sign)} for sign in (first, second)]
    assert drawn[0].isdisjoint(drawn[1]), "neither the shape nor the letter is the same"
    board = by_key(host_at(rich()))
    assert board["WP:L1.N"]["told"] == "Polish Army, Northern Front, line 1: 1 unit."
    assert (board["WP:L1.N"]["sign"], board["ACz:L1.N"]["sign"]) == (first, second)


def test_camps_show_points_reserve_cards_and_who_has_the_initiative():
    first, second = lanes_of(host_at(rich()))["camps"]
    assert (first["score"]["value"], first["score"]["most"]) == (3, 7)
    words = [badge["text"] for badge in first["badges"]]
    assert words == ["decides now", "our side", "reserve: 12", "deck: 45", "in hand: 4", "has the initiative"]
    assert (first["asked"], second["asked"]) == (True, False)
    assert [badge["text"] for badge in lanes_of(host_at(rich()))["between"]] == ["Round 3 of 13", "Points to win: 7"]
    four = lanes_of(host_at(whole_game("bitwa-short", 3, 1).states[8], (PERSON,) * 4))["camps"][0]
    assert [badge["text"] for badge in four["badges"] if "turn order" in badge["text"]]


def test_a_strength_opens_to_its_sum_and_what_is_not_met_yet_stands_in_brackets():
    board = by_key(host_at(rich()))
    assert board["strength N"]["parts"] == [
        ["line 1: 1 × 2 = 2", "line 2: 3 × 1 = 3", "commander Gen. Władysław Sikorski: +2"],
        [
            "line 1: 2 × 2 = 4",
            "line 2: 1 × 1 = 1",
            "(order “Radzymin taken”: +2 once its condition is met)",
        ],
    ]
    assert "order “The strike from the Wieprz”: +2" in board["strength M"]["parts"][0]
    assert board["strength N"]["told"].startswith("Strength: Polish Army 7, Red Army 5.")


def test_the_limit_of_a_second_line_is_seen_as_empty_slots():
    board = by_key(host_at(rich()))
    assert (board["WP:L2.N"]["number"], board["WP:L2.N"]["room"]) == (3, 2)  # Sikorski lets five in
    assert (board["WP:L2.S"]["number"], board["WP:L2.S"]["room"]) == (1, 2)


def test_a_closed_place_says_whose_blockade_it_is_and_what_it_does_and_line_two_is_closed_on_all_fronts():
    board = by_key(host_at(rich(special="WP:C.M")))
    closed = {key: thing["closed"]["text"] for key, thing in board.items() if thing.get("closed")}
    assert closed == {
        "WP:L1.S": "Red blockade: nobody can enter this line",
        **{f"ACz:L2.{front}": "Polish blockade: ways between fronts are closed" for front in FRONTS},
        "WP:C.M": "Special blockade: this commander cannot be activated",
    }
    assert board["ACz:L2.N"]["told"].endswith("ways between fronts are closed.")
    others = by_key(host_at(rich(special="WP:C.S", WP={"marker": "ACz:O.N"})))
    assert others["WP:C.S"]["closed"]["text"] == "Special blockade: no commander can come here"
    assert others["ACz:O.N"]["closed"]["text"] == "Polish blockade: no order can come here"


def test_what_the_cards_on_the_table_do_can_be_read_on_the_board_and_in_words():
    host = host_at(rich(WP={"commanders": {"N": "wp-sikorski"}, "discard": ["wp-10-dp"]}))
    [folded] = by_key(host)["cards"]["blocks"]
    game = host.state.game
    for card, said in (
        ("wp-sikorski", "Northern Front, Polish Army, commander: Gen. Władysław Sikorski."),
        ("acz-radzymin", "Northern Front, Red Army, order: Radzymin taken."),
    ):
        [line] = [line for line in folded["items"] if line.startswith(said)]
        assert EN.effect(card, game) in line
        assert EN.caption(card, game) in line
    assert f"Polish Army, discard pile: {EN.card('wp-10-dp', game)}." in folded["items"]
    assert set(folded["items"]) <= set(front_board.in_words(EN, host.observation))
    assert "cards" not in by_key(host_at(table())), "there is nothing to read yet"


def test_resource_cards_show_what_is_bid_on_them_and_what_they_give():
    card = by_key(host_at(rich()))["resource funds"]
    assert card["lines"] == [
        "Gives more cards and the initiative.",
        "Polish Army 1\u00a0:\u00a00 Red Army. The Polish Army is ahead.",
        "Polish Army: 10th Infantry Division",
    ]


def test_commanders_show_what_they_gave_and_orders_whether_they_hold():
    board = by_key(host_at(rich()))
    assert board["WP:C.N"]["text"] == "Gen. Władysław Sikorski"
    assert [badge["text"] for badge in board["WP:C.N"]["badges"]] == ["used: +2 strength"]
    assert board["WP:O.M"]["notes"] == ["+2 in battle, condition met now"]
    assert board["ACz:O.N"]["notes"] == ["(+2 in battle, condition not met yet)"]


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_text_twin_tells_the_same_as_the_fronts(lang):
    host = host_at(rich(), lang=lang)
    told = "\n".join(front_board.in_words(host.texts, host.observation))
    for lane in lanes_of(host)["items"]:
        assert lane["name"] in told
        for number in lane["value"]["text"].split("\u00a0:\u00a0"):
            assert re.search(rf"{lane['name']}.*\b{number}\b", told)
    assert host.texts.card("wp-sikorski", host.state.game) in told
    host.shows_text = True
    assert [block for block in blocks_in(shown(host)["text"]) if block["t"] == "list"]


# Choosing -------------------------------------------------------------------------------------------------------------


def positions() -> Iterator[tuple[int, Phase, object]]:
    """Of every table one position of each phase in which somebody is asked."""
    for number in range(len(TABLES)):
        met: set[Phase] = set()
        for seed in (3, 4, 5, 10):
            for state in whole_game("bitwa-short", number, seed).states:
                if state.phase not in met and state.to_act is not None and state.to_act >= 0:
                    met.add(state.phase)
                    yield number, state.phase, state
    removing = table(acz="M 1/1", wp="M 1/1", acz_hand=["acz-gaj", "acz-4-dk"], initiative=["ACz-1", "WP-1"])
    yield 0, Phase.REMOVE, after(removing, "play acz-gaj M 2")


MET = list(positions())


def test_every_phase_in_which_somebody_is_asked_is_among_the_positions():
    chance = {Phase.INITIATIVE, Phase.DRAWING, Phase.SCORING, Phase.OVER}
    assert {phase for _, phase, _ in MET} == {*ASKED} - chance


@pytest.mark.parametrize(("number", "phase", "state"), MET, ids=[f"{TABLES[n][0]} {p}" for n, p, _ in MET])
def test_every_possible_move_can_be_pressed_and_no_other(number, phase, state):
    host = host_at(state, (PERSON,) * TABLES[number][0])
    if host.is_curtain_down:
        host.handle(TAKE)
    legal = {str(move) for move in legal_moves(state)}
    assert pressable(host) == legal
    assert pressable(host, ("stage", "around")) <= legal


def test_a_card_is_chosen_then_its_use_then_a_place():
    host = host_at(rich())
    hand = by_key(host)["card wp-236-pp"]
    assert hand["title"] == EN.card("wp-236-pp", host.state.game)
    assert "Now: Northern Front 7\u00a0:\u00a05 → 11\u00a0:\u00a05." in hand["lines"]
    assert hand["do"] == point("wp-236-pp")
    host.handle(point("wp-do-broni"))
    assert [block["label"] for block in shown(host)["panel"] if block.get("now")] == [EN.say("staff.uses")]
    uses = [thing for thing in things_in(shown(host)["panel"]) if thing["key"].startswith("use ")]
    assert [use["key"] for use in uses] == ["use play", "use blockade", "use resource", "use activate"]
    host.handle(point("wp-do-broni", "play"))
    places = by_key(host)
    assert [block["label"] for block in shown(host)["panel"] if block.get("now")] == [EN.say("staff.where.front")]
    said = "An order from this round already lies on this front. Choose another front, or use this card differently."
    assert places["play M 0"]["refused"] == said
    assert places["play M 0"]["rule"]["do"]["detail"] == "HV-11"
    assert places["WP:O.N"]["do"] == {"do": "play", "moves": ["play wp-do-broni N"]}, "also on the board itself"
    host.handle({"do": "play", "moves": ["play wp-do-broni N"]})
    assert host.chosen == ()
    assert host.state.orders[0] == "wp-do-broni"


def test_a_use_that_is_not_possible_stays_in_sight_with_its_rule():
    host = host_at(table(), ALONE, point("wp-13-dp"))
    use = by_key(host)["use activate"]
    assert "do" not in use
    assert use["refused"] == "You have no commander on this front. Play one here first, or choose another action."
    assert use["rule"]["do"] == {"do": "dialog", "dialog": "rule", "detail": "V-61"}
    host.handle(use["rule"]["do"])
    assert shown(host)["dialog"]["blocks"]


def test_a_chosen_card_shows_all_that_stands_on_it_and_its_sources():
    host = host_at(rich(), ALONE, point("wp-pilsudski"))
    drawn = by_key(host)["card wp-pilsudski"]["drawn"]
    for words in (EN.caption("wp-pilsudski", host.state.game), "commander", "from the rulebook"):
        assert words in drawn
    assert by_key(host)["sources wp-pilsudski"]["blocks"][0]["items"]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("pl", ["Blog Muzeum Piłsudskiego, Aleksandra Zagórska i Ochotnicza Legia Kobiet: muzeumpilsudskiblog.pl"]),
        ("en", ["Piłsudski Museum blog, Aleksandra Zagórska and the Women's Volunteer Legion: muzeumpilsudskiblog.pl"]),
    ],
)
def test_sources_are_told_in_the_language_of_the_board(lang, told):
    host = host_at(table(wp_hand=["wp-olk", "wp-13-dp"]), ALONE, point("wp-olk"), lang=lang)
    assert by_key(host)["sources wp-olk"]["blocks"][0]["items"][-1:] == told


def test_units_that_a_lower_limit_sends_back_are_told_before():
    state = table(wp="N 0/5", WP={"commanders": {"N": "wp-sikorski"}}, wp_hand=["wp-pilsudski", "wp-13-dp"])
    host = host_at(state, ALONE, point("wp-pilsudski", "play"))
    assert by_key(host)["move play wp-pilsudski N"]["alarm"] == "Lower limit: 1 unit back to the reserve."


def test_a_card_that_changes_nothing_says_so_before_it_is_played():
    state = table(wp="N 3/6, M 6/3, S 3/0", WP={"commanders": {"N": "wp-galica"}}, wp_hand=["wp-236-pp", "wp-13-dp"])
    assert "This changes nothing now." in by_key(host_at(state))["card wp-236-pp"]["lines"]


def test_an_order_in_the_hand_says_where_its_condition_holds_and_what_it_adds_there():
    state = table(wp="N 3/1, M 1/0, S 3/0", wp_hand=["wp-do-broni", "wp-13-dp"])
    told = "Can be placed now: Northern Front, +2 in battle; Middle Front."
    assert told in by_key(host_at(state))["card wp-do-broni"]["lines"]


def test_steps_are_single_presses_with_a_counter_and_a_button_to_stop():
    state = after(rich(wp_hand=["wp-przedmoscie", "wp-13-dp"]), "play wp-przedmoscie S")
    assert state.phase is Phase.STEPS
    host = host_at(state)
    [counter] = [block for block in blocks_in(shown(host)["panel"]) if block["t"] == "topic"]
    assert counter["title"] == "3 steps left."
    assert "Northern Front 7\u00a0:\u00a05 → 8\u00a0:\u00a05" in by_key(host)["move step N2-N1"]["lines"]
    assert by_key(host)["WP:L2.N"]["do"] == point("WP:L2.N")
    host.handle(point("WP:L2.N"))
    assert by_key(host)["WP:L1.N"]["do"] == {"do": "play", "moves": ["step N2-N1"]}
    host.handle({"do": "play", "moves": ["step N2-N1"]})
    [counter] = [block for block in blocks_in(shown(host)["panel"]) if block["t"] == "topic"]
    assert counter["title"] == "2 steps left."
    host.handle({"do": "undo"})
    assert host.state == state, "a step can be taken back until somebody else is asked"
    assert by_key(host)["move halt"]["label"] == "No more steps"


def test_a_battle_that_begins_at_once_is_confirmed_with_its_forecast():
    state = table(acz="N 2/1", wp="N 1/3", initiative=["ACz-1", "WP-1"], acz_hand=["acz-gaj", "acz-4-dk"], scoring="N")
    host = host_at(state, ("random", PERSON), point("acz-gaj", "play"))
    place = by_key(host)["move play acz-gaj N 1"]
    assert place["do"] == point("acz-gaj", "play", "play acz-gaj N 1")
    host.handle(place["do"])
    confirm = by_key(host)["confirm play acz-gaj N 1"]
    assert confirm["lines"][0] == "The battle on the Northern Front at once: 5\u00a0:\u00a05, won by nobody."
    assert confirm["alarm"] == (
        "Back to the reserve from line 1: Polish Army 1, Red Army 2. The commander leaves at the end of the round."
    )
    assert by_key(host)["back"]["do"] == point("acz-gaj", "play")
    host.handle(confirm["do"])
    assert host.state.fought[0]
    assert host.state.l1[3] == 0


def test_before_the_battles_the_results_and_points_are_told_and_they_come_so():
    host = host_at(rich(passed=["ACz-1"]))
    sentence = (
        "If the battles came now: Northern Front, won by the Polish Army; Middle Front, won by the Polish Army; "
        "Southern Front, won by the Red Army. Points: Polish Army +2."
    )
    assert sentence in words_of(host)
    assert sentence in by_key(host)["move pass"]["lines"], "who passes last begins them"
    before = host.state.points
    host.handle({"do": "play", "moves": ["pass"]})
    assert tuple(map(int, host.table.session.steps[0].state.points)) == (before[0] + 2, before[1])
    report = words_of(host)
    assert "The battles of round 3" in report
    assert "Back to the reserve from line 1" in report


@pytest.mark.parametrize("seed", range(6))
def test_forecasts_come_true(seed):
    """Whatever is forecast of a move or of the battles is what the rules then do."""
    checked = 0
    for state in whole_game("bitwa-short", seed % len(TABLES), 20 + seed).states:
        if state.to_act is None or state.to_act < 0:
            continue
        for move in [move for move in legal_moves(state) if isinstance(move, Play)][:3]:
            found = forecast(state, move)
            reached, events = play(state, move)
            if found.battle is None and reached.round == state.round and not any("battle" in e.event for e in events):
                now = tuple((strength(reached, 0, front), strength(reached, 1, front)) for front in range(3))
                assert found.after == now
                checked += 1
        if state.phase is Phase.TURN and not any(state.pending):
            expected, points = battles_now(observe(state, None)), state.points
            ended, told = all_out(state)
            won = {event.front: event.army for event in told if event.event == "front-won"}
            fought = {f: a for f, a in enumerate(state.advantage) if state.fought[f] and a >= 0}
            assert {front: army for front, army in enumerate(expected.winners) if army is not None} == won | fought
            if ended.round != state.round or ended.to_act is None:
                assert tuple(b - a for a, b in zip(points, ended.points, strict=True)) == expected.points
                checked += 1
    assert checked > 5


def strength(state, army, front):
    at = 3 * army + front
    return 2 * state.l1[at] + state.l2[at] + state.strength[at] + state.verified[at]


def test_strengths_now_count_orders_whose_conditions_hold():
    seen: Observation = observe(rich(), None)
    assert [strengths_now(seen, front) for front in range(3)] == [(7, 5), (8, 3), (1, 4)]


# Teams, the end, marks ------------------------------------------------------------------------------------------------


def test_the_curtain_falls_between_camps_and_not_between_partners():
    said: dict[str, Any] = {"players": 4, "initiative": ["WP-1", "WP-2", "ACz-1", "ACz-2"]}
    hands = {"WP-1": ["wp-13-dp"], "WP-2": ["wp-12-dp"], "ACz-1": ["acz-4-dk"], "ACz-2": ["acz-6-dk"]}
    host = host_at(arrange(load_scenario("bitwa-standard"), hands=hands, **said), (PERSON,) * 4)
    assert host.is_curtain_down
    assert by_key(host)["lane N"], "the fronts lie open"
    assert "card wp-13-dp" not in by_key(host)
    host.handle(TAKE)
    assert {"card wp-13-dp", "card wp-12-dp"} <= {*by_key(host)}, "partners see each other's hands"
    host.handle({"do": "play", "moves": ["bid wp-13-dp funds"]})
    assert (host.viewer, host.is_curtain_down) == (2, False)
    host.handle({"do": "play", "moves": ["bid wp-12-dp funds"]})
    assert host.is_curtain_down
    assert not [key for key in by_key(host) if key.startswith("card ")]


def test_partners_alone_at_a_screen_need_no_curtain_at_all():
    line = whole_game("bitwa-short", 3, 2)
    state = next(state for state in line.states if state.phase is Phase.TURN)
    host = host_at(state, (PERSON, "random", PERSON, "random"))
    for _ in range(12):
        assert not host.is_curtain_down
        if host.is_over:
            break
        assert host.viewer == host.table.asked
        host.handle(
            {"do": "play", "moves": ["pass" if host.state.phase is Phase.TURN else str(host.observation.legal[0])]}
        )


def test_what_was_pressed_of_a_decision_is_gone_with_the_next_person():
    host = host_at(rich(), PERSONS, TAKE, point("wp-1-dp-leg"))
    host.handle({"do": "cover"})
    assert host.chosen == ()
    assert "wp-1-dp-leg" not in str(shown(host)["panel"])
    host.handle(point("wp-1-dp-leg"))
    assert host.chosen == (), "nobody may choose behind the curtain"


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_end_tells_who_won_the_points_of_all_rounds_and_asks_a_question(lang):
    line = whole_game("bitwa-short", 0, 7)
    host = host_at(line.opening, PERSONS, lang=lang)
    host.table.session.rewind(0)
    for move in line.moves:
        host.table.session.play(move)
    host.after_change()
    dialog = shown(host)["dialog"]
    assert dialog["key"] == "end"
    [points] = [block for block in blocks_in(dialog) if block["t"] == "table" and len(block["head"]) == 3]
    assert [int(number) for number in points["rows"][-1][1:]] == [*host.state.points]
    assert host.texts.say("staff.end.question") in words_of(host)


def test_every_part_of_the_table_has_a_key_that_a_lesson_can_point_at():
    keys = {*by_key(host_at(rich()))}
    assert {"camp WP", "camp ACz", "round", "scoring", "reserve WP", "card wp-pilsudski"} <= keys
    assert {f"{part} {front}" for part in ("lane", "strength") for front in FRONTS} <= keys
    assert {f"resource {name}" for name in ("funds", "supplies", "support")} <= keys
    host = host_at(rich(), ALONE)
    marks = front_board.marks_of(Play("wp-do-broni", "N"), host.observation)
    assert marks == {"blocks": ["card wp-do-broni", "WP:O.N"]}
    assert {*marks["blocks"]} <= keys


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_every_place_for_the_first_blockade_has_a_name_of_its_own(lang):
    host = started("bitwa-short", 2, lang=lang)
    look = buttons(view_of(host)["panel"])["take-screen"]["label"]
    assert look.endswith({"pl": "karty (druga strona odwraca wzrok)", "en": "cards (the other side looks away)"}[lang])
    host.handle({"do": "take-screen"})
    labels = [each["label"] for key, each in buttons(view_of(host)["panel"]).items() if key.startswith("move lay")]
    assert len(labels) == len(set(labels)) == len(host.observation.legal) > 1
    assert all(labels)
