"""The board: four islands around the open sea, ports, ice, boats, fans and the dragon.

A thousand units each way; the islands lie north, east, south and west.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.collecting import Collect
from fimbul.games.ragnarok_star.rules.dragon import DRAGON
from fimbul.games.ragnarok_star.rules.programming import Scrawl, Write
from fimbul.games.ragnarok_star.scene import about
from fimbul.games.ragnarok_star.scene.boards import FAN_TONES, LOOKS
from fimbul.games.ragnarok_star.state.packing import MARKS, SHORE
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Mark, Point, Thing, Zone, decision_of, phrase

SIZE = 1000
KEPT = 2048  # crowds that are drawn once, and shown again and again
CENTRES: tuple[Point, ...] = ((500, 170), (830, 500), (500, 830), (170, 500))
PORTS: tuple[Point, ...] = ((500, 345), (655, 500), (500, 655), (345, 500))
SPOTS: tuple[Point, ...] = ((665, 335), (665, 665), (335, 665), (335, 335))
BERTHS: tuple[Point, ...] = ((-45, 0), (45, 0), (-45, 52), (45, 52))  # before a port, seen from it
TURNED = ((1, 0, 0, 1), (0, -1, 1, 0), (1, 0, 0, -1), (0, 1, 1, 0))  # towards the open sea
AT_SEA: tuple[Point, ...] = ((455, 470), (545, 470), (455, 540), (545, 540))
ISLAND, SPOT, TILE, BOAT, BEAST = 320, 84, 78, 72, 96
BESIDE_PORT = 96
RESTS: tuple[Point, ...] = ((500, 500), (500, 400))  # the dragon, where boats leave him room


def sea(state: RagnarokStar, seat: int | None) -> Zone:
    collects = seat is not None and asked_to_collect(state, seat)
    ice, crowds = tuple(state.ice), [tuple(state.islands[SHORE[island]]) for island in p.RING]
    things = [
        *_islands(),
        *_ice(ice),
        *[fan for island in p.RING for fan in _fans(island, crowds[island], collects)],
        *_boats(state),
    ]
    if state.mode == p.DIVA:
        things.append(_dragon(state))
    return Zone(
        "sea",
        "The islands",
        "board",
        (0, 0, SIZE, SIZE),
        (20, 40),
        tuple(things),
        (*_marks(ice), *([] if seat is None else _route(state, seat))),
    )


def _route(state: RagnarokStar, seat: int) -> Iterator[Mark]:  # rule: program.secret
    """Where the program that this seat is writing would take its boat, number by number."""
    lane, here = state.lanes.get(seat), state.boats[seat]
    at = PORTS[here] if here != p.NONE else AT_SEA[seat]
    for written in lane.marks if isinstance(lane, Write | Scrawl) else ():
        mark = MARKS[written]
        if mark.to != p.NONE and mark.action != p.DRAGON:  # rule: program.destination
            if PORTS[mark.to] != at:
                yield Mark("arrow", (at, PORTS[mark.to]), "gold")
            at = PORTS[mark.to]


@cache
def _islands() -> tuple[Thing, ...]:
    middle = (SIZE // 2, SIZE // 2)
    water = Thing("water:sea", "water", "open sea", middle, SIZE, more=(about.SEA,))
    islands = zip(p.ISLAND_IDS, p.ISLANDS, p.ISLAND_NAMES, CENTRES, strict=True)
    lands = [
        Thing(name, f"island-{art}", said, at, ISLAND, more=(about.ISLAND,))
        for name, art, said, at in islands
    ]
    return (water, *lands)


@cache
def _ice(ice: tuple[int, ...]) -> tuple[Thing, ...]:
    tiles = [_tile(spot, tile) for spot, tile in enumerate(ice) if tile != p.NONE]
    return (*[_spot(spot) for spot in p.RING], *tiles)


def _spot(spot: int) -> Thing:
    name, beside = p.ISLAND_NAMES[spot], p.ISLAND_NAMES[(spot + 1) % len(p.ISLANDS)]
    return Thing(
        p.SPOT_IDS[spot],
        "spot",
        phrase("spot before {island}", island=name),
        SPOTS[spot],
        SPOT,
        glyph="o",
        tone="ice",
        more=(phrase(about.SPOT, port=name, island=beside),),
    )


def _tile(spot: int, tile: int) -> Thing:
    return Thing(
        p.TILE_IDS[tile],
        f"ice-{p.TILES[tile]}",
        p.TILE_NAMES[tile],
        SPOTS[spot],
        TILE,
        glyph="#=^"[tile],
        tone="ice",
        tip=about.TILES[tile],
    )


def asked_to_collect(state: RagnarokStar, seat: int) -> bool:
    decision = decision_of(state, seat)
    return decision is not None and decision.rule == Collect.rule


@lru_cache(maxsize=KEPT)
def _fans(island: int, crowd: tuple[int, ...], collects: bool) -> tuple[Thing, ...]:
    """In rows on their island, by type; more of them stand closer.

    A seat that collects touches the last one that it wants, so there the second is called two.
    """
    total = sum(crowd)
    across = 4 if total <= 8 else 5 if total <= 15 else 7
    step = 220 // across
    lines = -(-total // across)
    left, top = CENTRES[island]
    things: list[Thing] = []
    for fan in p.KINDS:
        for number in range(crowd[fan]):
            line, column = divmod(len(things), across)
            row = min(across, total - line * across)
            at = (
                left + (2 * column - row + 1) * step // 2,
                top + 14 + (2 * line - lines + 1) * min(step, 56) // 2,
            )
            who = p.some(number + 1, fan) if collects else p.ONE[fan]
            label = phrase("{fans} on {island}", fans=who, island=p.ISLAND_NAMES[island])
            names = (p.FAN_IDS[island][fan][number], label)
            things.append(_fan(names, fan, at, min(step + 6, 56)))
    return tuple(things)


def _fan(names: tuple[str, str], fan: int, at: Point, size: int) -> Thing:
    return Thing(
        names[0],
        f"fan-{p.FANS[fan]}",
        names[1],
        at,
        size,
        tone=FAN_TONES[fan],
        glyph=p.LETTERS[fan],
        more=(about.FANS[fan],),
    )


def _boats(state: RagnarokStar) -> Iterator[Thing]:
    for seat, at in enumerate(state.boats):
        docked = [other for other in range(state.seats) if state.boats[other] == at]
        place = berth(at, docked.index(seat), len(docked)) if at != p.NONE else AT_SEA[seat]
        yield _boat(seat, place, shielded=bool(state.shields[seat]))


@cache
def _boat(seat: int, at: Point, *, shielded: bool) -> Thing:
    return Thing(
        p.BOAT_IDS[seat],
        f"boat-{LOOKS[seat][1]}-shield" if shielded else f"boat-{LOOKS[seat][1]}",
        phrase("boat of {band}", band=p.BANDS[seat]),
        at,
        BOAT,
        glyph=str(seat),
        tone=LOOKS[seat][0],
        tip=about.SHIELDED if shielded else "",
        more=(about.BOAT,),
    )


def berth(island: int, place: int, boats: int) -> Point:
    """Before the port, one boat beside another."""
    x, y = BERTHS[place] if boats > 1 else (0, 0)
    a, b, c, d = TURNED[island]
    port = PORTS[island]
    return port[0] + a * x + b * (y + 50), port[1] + c * x + d * (y + 50)


def _dragon(state: RagnarokStar) -> Thing:
    at = _lair(state.dragon) if state.dragon != p.NONE else RESTS[p.NONE in state.boats]
    return Thing(
        DRAGON, "dragon", "Fafnirvana", at, BEAST, glyph="&", tone="blood", more=(about.DRAGON,)
    )


def _lair(island: int) -> Point:
    a, b, c, d = TURNED[island]
    port = PORTS[island]
    return port[0] - a * BESIDE_PORT + b * 10, port[1] - c * BESIDE_PORT + d * 10


@cache
def _marks(ice: tuple[int, ...]) -> tuple[Mark, ...]:
    names = zip(p.ISLAND_NAMES, CENTRES, strict=True)
    captions = [Mark("caption", ((x, y - 92),), "ink", name) for name, (x, y) in names]
    return (*captions, *[_link(spot) for spot, tile in enumerate(ice) if p.LINKING[tile]])


def _link(spot: int) -> Mark:
    ends, middle = (CENTRES[spot], CENTRES[(spot + 1) % 4]), SPOTS[spot]
    path = tuple(
        (middle[0] + (x - middle[0]) // 2, middle[1] + (y - middle[1]) // 2) for x, y in ends
    )
    return Mark("path", (path[0], middle, path[1]), "ice")
