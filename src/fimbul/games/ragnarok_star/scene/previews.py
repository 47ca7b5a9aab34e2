"""What touching a thing would do, before it is touched."""

from __future__ import annotations

from collections.abc import Iterator

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.collecting import Collect
from fimbul.games.ragnarok_star.rules.conditions import columns, lines
from fimbul.games.ragnarok_star.rules.programming import Write
from fimbul.games.ragnarok_star.scene import about
from fimbul.games.ragnarok_star.state.packing import CROWD, MARKS, SHORE
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked, hall, linked
from fimbul.kernel import Fact, Note, Preview, listed, phrase, step_of


def previews(state: RagnarokStar, seat: int | None) -> tuple[Preview, ...]:
    """For what this seat may touch now; all of it follows from what it sees."""
    step = step_of(state, seat)
    if isinstance(step, Write):
        return tuple(_program_previews(state, step))
    if isinstance(step, Collect):
        return tuple(_collect_previews(state, step))
    return ()


def _program_previews(state: RagnarokStar, step: Write) -> Iterator[Preview]:
    """Where the boat would be by then if nothing stops it, and what is there now."""
    at = state.boats[step.seat]
    for mark in [MARKS[written] for written in step.marks]:
        if mark.to != p.NONE and mark.action != p.DRAGON:
            at = mark.to
    for name in step.options(state):
        action = p.ACT_OF.get(name)
        if action is not None and p.FAN_OF[action] != p.NONE:
            yield Preview(name, notes=(_reach_note(state, at, action),))
        elif name in p.ISLAND_OF:
            yield Preview(name, notes=(_port_note(state, p.ISLAND_OF[name]),))


def _reach_note(state: RagnarokStar, at: int, action: int) -> Note:
    fan, limit = p.FAN_OF[action], p.LIMIT_OF[action]
    if at == p.NONE:
        fact = Fact("Your boat would still be at sea", "collect.fails")
        return Note(about.CALLED[action], (fact,))
    facts = [Fact(_waiting(state, "{fans} on {island} now", at, fan), "collect.simple")]
    for island in linked(state, at) if limit > 1 else ():
        there = _waiting(state, "{fans} across the ice on {island}", island, fan)
        facts.append(Fact(there, "collect.across-ice"))
    return Note(about.CALLED[action], tuple(facts))


def _waiting(state: RagnarokStar, template: str, island: int, fan: int) -> str:
    fans = p.some(state.islands[CROWD[island][fan]], fan)
    return phrase(template, fans=fans, island=p.ISLAND_NAMES[island])


def _port_note(state: RagnarokStar, island: int) -> Note:
    ice = "Ice blocks this port" if blocked(state, island) else "The port is open"
    crowd = state.islands[SHORE[island]]
    waiting = [p.some(count, fan) for fan, count in enumerate(crowd) if count]
    there = listed(waiting) if waiting else "Nobody waits there"
    facts = (Fact(ice, "ice.blocks-port"), Fact(there, "arrival.place"))
    return Note(p.ISLAND_NAMES[island], facts)


def _collect_previews(state: RagnarokStar, step: Collect) -> Iterator[Preview]:
    for name in step.options(state):
        if name in p.FAN_AT:
            _, fan, many = p.FAN_AT[name]
            fans = hall(state, step.seat)
            before = lines(fans) + columns(fans)
            fans[fan] += many
            gain = lines(fans) + columns(fans) - before
            said = phrase("Your hall would hold {fans}", fans=p.some(fans[fan], fan))
            yield Preview(name, notes=(Note(said, (Fact("gain in glory", "hall.glory", gain),)),))
