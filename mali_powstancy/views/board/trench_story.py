"""What is told of a game of Wiarusi: how a mission ended, how the game ended, and the chronicle of all missions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mali_powstancy.tabletop.board import Object
from mali_powstancy.tabletop.game import Outcome
from mali_powstancy.tabletop.host import Host
from mali_powstancy.views.page.blocks import (
    button,
    buttons,
    details,
    group,
    listing,
    note,
    picture,
    table,
    text_block,
    way,
    ways,
)
from mali_powstancy.views.trench.signs import monument_card, peace_card, tile_arrow
from mali_powstancy.wiarusi import GameState, Observation, Phase
from mali_powstancy.wiarusi.chronicle import Mission, MoraleDrop, missions
from mali_powstancy.wiarusi.events import NotSupported, Supported
from mali_powstancy.wiarusi.scoring import Ending, next_pile
from mali_powstancy.wiarusi.texts import Texts
from mali_powstancy.wiarusi.texts.sentences import capital


def told_missions(host: Host) -> tuple[Mission, ...]:
    """All missions so far; in a replay those up to the step that is shown."""
    return () if host.session is None else missions(host.session.opening, host.steps_shown)


# The end of a mission -------------------------------------------------------------------------------------------------


def new_report(host: Host, seen: Observation) -> Iterator[Object]:
    """How the last mission ended, before all else, until a person has acted in the next one."""
    last = _last_mission(host, seen)
    if last is not None and not _has_acted(host, last, seen):
        yield group("report", [text_block(_title(host.texts, last), "title"), *report(host.texts, seen, last)])


def old_report(host: Host, seen: Observation) -> Iterator[Object]:
    """The same afterwards, folded away."""
    last = _last_mission(host, seen)
    if last is not None and _has_acted(host, last, seen):
        yield details(f"mission-{last.number}", _title(host.texts, last), list(report(host.texts, seen, last)))


def _title(texts: Texts, mission: Mission) -> str:
    return texts.say("trench.last", number=mission.number)


def _last_mission(host: Host, seen: Observation) -> Mission | None:
    """The last mission that was decided, while the game goes on."""
    decided = [mission for mission in told_missions(host) if mission.is_decided]
    return decided[-1] if decided and not seen.ending else None


def _has_acted(host: Host, last: Mission, seen: Observation) -> bool:
    """A person has had a turn since that mission was decided; choosing a difficulty is none."""
    if last.number == seen.mission:
        return False
    states = [step.state for step in host.steps_shown]
    persons = (host.viewer,) if host.table is None else host.table.persons
    asked = [state for state in states[:-1] if state.mission == seen.mission and state.to_act in persons]
    return any(state.phase is not Phase.DIFFICULTY for state in asked)


def report(texts: Texts, seen: Observation | GameState, mission: Mission) -> Iterator[Object]:
    """Success or failure and why, tiles and their ways, who was supported, how morale dropped."""
    if mission.failed_by is not None:
        yield text_block(texts.say("trench.failed", threat=texts.threat(mission.failed_by)), "refusal")
    elif mission.has_succeeded:
        yield text_block(texts.say("trench.succeeded"), "good")
    if mission.passings:
        items = [
            way(capital(texts.who(giver, seen)), tile_arrow(tile), capital(texts.who(receiver, seen)))
            for giver, tile, receiver in mission.passings
        ]
        yield ways(f"tiles-{mission.number}", texts.say("trench.passed"), items)
        received = mission.received
        counts = ", ".join(f"{texts.who(seat, seen)} {received[seat]}" for seat in seen.game.ring)
        yield note(texts.say("trench.received", counts=counts))
    if mission.supported is not None:
        yield text_block(texts.event(Supported(mission.supported), seen), "plain")
    elif mission.unsupported is not None:
        yield text_block(texts.event(NotSupported(mission.unsupported), seen), "plain")
    if mission.drop is not None:
        yield text_block(drop_in_words(texts, seen, mission.drop), "plain")


def drop_in_words(texts: Texts, seen: Observation | GameState, drop: MoraleDrop) -> str:
    """Why so many cards left the reserve, and what is left of it."""
    least = seen.game.scenario.least_drop
    parts = [texts.say("trench.drop-morale", in_hands=drop.in_hands, least=least)]
    if drop.demoralized is not None:
        parts.append(texts.say("trench.drop-morale.more", seat=texts.who(drop.demoralized, seen)))
    parts.append(texts.say("trench.drop-morale.moved", cards=texts.count("count.cards", drop.number)))
    left = texts.count("count.cards", drop.reserve)
    parts.append(texts.say("trench.drop-morale.left", cards=left))
    if drop.reserve:
        more = texts.missions(-(-drop.reserve // least))
        parts.append(texts.say("trench.drop-morale.missions", missions=more))
    return " ".join(parts)


# The end of the game --------------------------------------------------------------------------------------------------


def end_title(texts: Texts, ended: Outcome) -> str:
    """What stands above the end of a game."""
    return texts.say(f"trench.end.{ended.ending}")


def scored(host: Host, ended: Outcome) -> Iterator[Object]:
    """How it ended, and what the way there was; the end by the Monument card is told quietly."""
    assert host.table is not None
    state, texts, told = host.table.state, host.texts, missions(host.table.session.opening, host.table.session.steps)
    assert isinstance(state, GameState)
    if ended.ending == Ending.MORALE:
        yield picture(monument_card(), texts.say("trench.end.monument"))
        yield listing("", [character.name for character in state.game.scenario.characters.values()])
        yield text_block(_what_went_wrong(texts, state, told), "plain")
    else:
        if ended.ending == Ending.WIN:
            yield picture(peace_card(), texts.say("trench.end.peace"))
        yield text_block(texts.ending(ended, state), "ask")
    yield note(_in_numbers(texts, told))
    yield details("end-curve", texts.say("trench.curve"), curve(texts, state, told))
    if told:
        yield details("end-last", _title(texts, told[-1]), list(report(texts, state, told[-1])))
    yield text_block(texts.say("table.end.question", question=texts.say(f"trench.question.{ended.ending}")), "good")
    yield from _series(host, state)


def _series(host: Host, state: GameState) -> Iterator[Object]:
    """How a series of two goes on, with one press; one that has not begun is no series [W-59, HW-57]."""
    table, pile, counts = host.table, next_pile(state), state.game.counts
    if table is None or not counts.rise or pile == counts.pile:
        return
    if pile is None:
        yield text_block(host.texts.say("trench.series.over", pile=state.game.pile), "plain")
        return
    scenario, seats = state.game.scenario, {f"seat-{seat}": player for seat, player in enumerate(table.seats)}
    values = {"game": scenario.game_id, "scenario": scenario.id, "players": str(len(seats)), "pile": str(pile), **seats}
    yield text_block(host.texts.say("trench.series", pile=pile), "plain")
    yield buttons(button("series", host.texts.say("trench.series.next"), {"do": "start", "values": values}))


def _failures(told: Sequence[Mission]) -> int:
    return sum(mission.failed_by is not None for mission in told)


def _in_numbers(texts: Texts, told: Sequence[Mission]) -> str:
    missions_played = str(len(told))
    return texts.say("trench.end.numbers", missions=missions_played, failures=_failures(told))


def _what_went_wrong(texts: Texts, state: GameState, told: Sequence[Mission]) -> str:
    """One sentence: the reserve was used up by failures, by cards that stayed in hands, or by time."""
    failures, held = _failures(told), sum(map(len, state.hands))
    values = {"missions": told[-1].number, "failures": failures, "held": held, "pile": state.pile}
    if 2 * failures >= len(told):
        return texts.say("trench.wrong.failures", **values)
    key = "trench.wrong.hands" if held > state.game.scenario.least_drop else "trench.wrong.time"
    return texts.say(key, **values)


WIDTH, HEIGHT, EDGE = 320, 150, 26


def curve(texts: Texts, state: GameState, told: Sequence[Mission]) -> list[Object]:
    """Pile and reserve from mission to mission, as a drawing and as a table."""
    points = [(mission.number, mission.pile, mission.reserve) for mission in told]
    rows = [[str(number), str(pile), str(reserve)] for number, pile, reserve in points]
    rows.append([texts.say("trench.curve.end"), str(state.pile), str(state.reserve)])
    points.append((len(told) + 1, state.pile, state.reserve))
    head = [texts.say(f"trench.curve.{column}") for column in ("mission", "pile", "reserve")]
    drawn = picture(_drawn(points, head[1], head[2]), texts.say("trench.curve.label"))
    return [drawn, table(texts.say("trench.curve"), head, rows)]


def _drawn(points: Sequence[tuple[int, int, int]], pile: str, reserve: str) -> str:
    most = max(1, *(max(each[1:]) for each in points))
    wide, high = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE

    def at(place: int, value: int) -> tuple[float, float]:
        return EDGE + wide * place / max(1, len(points) - 1), EDGE + high * (1 - value / most)

    lines = []
    for column, dash, shape in ((1, "", "circle"), (2, "6 4", "square")):
        dots = [at(place, point[column]) for place, point in enumerate(points)]
        path = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in dots)
        lines.append(f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="{dash}"/>')
        for x, y in dots:
            lines.append(
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3.5" fill="currentColor"/>'
                if shape == "circle"
                else f'<rect x="{x - 3.5:.0f}" y="{y - 3.5:.0f}" width="7" height="7" fill="var(--mp-paper,#fff)" '
                'stroke="currentColor" stroke-width="2"/>'
            )
        x, y = dots[0]
        lines.append(f'<text x="{x:.0f}" y="{y - 8:.0f}">{(pile, reserve)[column - 1]}</text>')
    axis = f'<path d="M{EDGE} {HEIGHT - EDGE}H{WIDTH - EDGE}" stroke="currentColor" stroke-width="1" opacity=".5"/>'
    marks = "".join(
        f'<text x="{at(place, 0)[0]:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{point[0]}</text>'
        for place, point in enumerate(points[:-1])
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="mp-curve" aria-hidden="true" font-size="12" fill="currentColor">'
        f"{axis}{marks}{''.join(lines)}</svg>"
    )


# Chronicle and talking ------------------------------------------------------------------------------------------------


def chronicle(host: Host) -> list[Object]:
    """Who watches and writes, and mission by mission what all could see, to be copied and told on."""
    texts, state = host.texts, host.state
    assert state is not None
    told = told_missions(host)
    blocks: list[Object] = [note(texts.say("trench.chronicle.about"))]
    lines = []
    for mission in told:
        sentences = [texts.event(event, state) for event in mission.events]
        blocks.append(details(f"chronicle-{mission.number}", _heading(texts, mission), [listing("", sentences)]))
        lines += [_heading(texts, mission), *(f"- {sentence}" for sentence in sentences), ""]
    if lines:
        label, copy = texts.say("trench.chronicle.text"), texts.say("table.save.copy")
        blocks.append(
            {"t": "copy", "key": "chronicle", "label": label, "text": "\n".join(lines).strip(), "button": copy}
        )
    return blocks


def _heading(texts: Texts, mission: Mission) -> str:
    if mission.failed_by is not None:
        how = texts.say("trench.chronicle.failed", threat=texts.threat(mission.failed_by))
    else:
        how = texts.say("trench.chronicle.succeeded" if mission.has_succeeded else "trench.chronicle.running")
    return texts.say("trench.chronicle.mission", number=mission.number, how=how)


def talking(host: Host) -> list[Object]:
    """What may be said at the table and what may not [W-60, W-61, W-62, HW-56]."""
    texts = host.texts
    may = ("trench.talk.may.open", "trench.talk.may.support", "trench.talk.may.difficulty")
    may_not = ("trench.talk.may-not.hand", "trench.talk.may-not.tile", "trench.talk.may-not.signs")
    return [
        listing(texts.say("trench.talk.may"), [texts.say(key) for key in may]),
        listing(texts.say("trench.talk.may-not"), [texts.say(key) for key in may_not]),
        note(texts.say("trench.talk.mute")),
    ]
