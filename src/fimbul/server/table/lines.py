"""A table told to a program: all in words, made from what its seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from fimbul.bots.outlooks import asked_of_bots
from fimbul.kernel import Decision, Scene, Thing, decision_of, named
from fimbul.server.match.running import RunningMatch
from fimbul.server.table.advice import looked_at, said
from fimbul.server.table.cards import card_of
from fimbul.server.table.consent import brought
from fimbul.server.table.customs import seen_state, undo_leave
from fimbul.server.table.publish import shown_clocks, sight_of
from fimbul.server.table.situation import Situation
from fimbul.server.wire.messages import SeenSent
from fimbul.server.wire.outside import OptionTold, TableLine
from fimbul.words import Teller


def table_line(
    now: Situation, seat: int, teller: Teller, after: int = 0, *, whole: bool = False
) -> TableLine:
    """How things stand for that seat; `after` is how much of the log it has read, `whole` asks for
    the scene itself, without what can be reached in one gesture: programs have no hands."""
    line = TableLine(
        table=now.id,
        game=now.game.id,
        title=now.game.title,
        seat=seat,
        state=now.standing.state,
        revision=now.progress.wire(seat),
        seats=card_of(now).seats,
        result=now.standing.result,
        brought=brought(now.game, now.options),
    )
    return line if now.match is None else _in_match(line, now, now.match, teller, after, whole)


def _in_match(
    line: TableLine,
    now: Situation,
    match: RunningMatch,
    teller: Teller,
    after: int,
    whole: bool,
) -> TableLine:
    sight, result = sight_of(now, match, line.seat), line.result
    assert sight.scene is not None, "a sight is made whole"
    scene = teller.told(sight.scene)
    return structs.replace(
        line,
        **_question(match, sight, scene, teller),
        number=sight.number,
        part=match.part(line.seat),
        turn=match.turn_of(seen_state(now, match, line.seat)),
        waiting=sight.waiting,
        text=_text(now, match, line.seat, scene, teller),
        names=scene.names(),
        told=_told(match, line.seat, scene.names(), teller, after),
        undo="no" if line.state != "running" or now.halted else undo_leave(now, line.seat),
        clocks=shown_clocks(now),
        because="" if result is None else teller.sentence(result.because),
        scene=structs.replace(scene, reaches=(), usual=()) if whole else None,
    )


def _question(match: RunningMatch, sight: SeenSent, scene: Scene, teller: Teller) -> dict[str, Any]:
    asked, seat = sight.decision, sight.seat
    if asked is None or seat is None or seat not in sight.waiting:
        return {}
    names = scene.names()
    return {
        "prompt": named(teller.tell(asked.prompt), names),
        "rule": asked.rule,
        "options": tuple(_options(_played_on(match, seat, asked), scene)),
    }


def _played_on(match: RunningMatch, seat: int, asked: Decision) -> Decision:
    """Without what only takes back, or only time takes: as our own bots are asked."""
    now = decision_of(match.state, seat)
    if now is None:
        return asked
    kept = set(asked_of_bots(match.state, now).options)
    return Decision(seat, asked.prompt, tuple([o for o in asked.options if o in kept]), asked.rule)


def _options(asked: Decision, scene: Scene) -> list[OptionTold]:
    things: dict[str, Thing] = {thing.id: thing for thing in scene.things()}
    labels = {name: thing.label for name, thing in things.items()}
    previews, names = {one.thing: one for one in scene.previews}, scene.names()
    return [
        OptionTold(
            option,
            named(said(option, labels), names),
            named(things[option].tip, names) if option in things else "",
            named(looked_at(previews[option]), names) if option in previews else "",
        )
        for option in asked.options
    ]


def _text(now: Situation, match: RunningMatch, seat: int, scene: Scene, teller: Teller) -> str:
    """In rows of words, where the game has them for terminals."""
    if now.game.brief is None:
        return str(scene)
    return str(teller.told(now.game.scene(seen_state(now, match, seat), seat, brief=True)))


def _told(
    match: RunningMatch, seat: int, names: Sequence[str], teller: Teller, after: int
) -> tuple[str, ...]:
    lines = match.lines(seat, min(after, len(match.log)))
    return tuple(named(teller.tell(line.words), names) for line in lines)
