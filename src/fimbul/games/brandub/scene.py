"""The table: everybody sees everything, so the pieces alone make the scene."""

from functools import cache, lru_cache

from msgspec import structs

from fimbul.games.brandub import parts as p
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import Mark, Plate, Point, Scene, Thing, Tone, Zone, drawn_on, phrase

MORE = ("It moves in a straight line. Two enemies capture it; a king near his throne takes more.",)
GROUND = frozenset(p.SQUARES)


def centre(at: int) -> Point:
    return at % p.SIZE * 10 + 5, (p.SIZE - 1 - at // p.SIZE) * 10 + 5


def show(state: Brandub, seat: int | None) -> Scene:
    scene = laid(bytes(state.where))
    found = tuple(drawn_on(state, seat, p.NUMBER, GROUND))
    return structs.replace(scene, reaches=found) if found else scene


@lru_cache(1024)  # two viewers, and two halves of a turn, see the same
def laid(where: bytes) -> Scene:
    squares, names = ground()
    pieces = [piece(number, at) for number, at in enumerate(where) if at != p.GONE]
    board = Zone("board", "Board", "board", (-10, 0, 80, 80), (5, 10), (*squares, *pieces), names)
    left = [len(s) - where.count(p.GONE, s.start, s.stop) for s in (p.RAIDERS, p.GUARDS[:-1])]
    raiders = Plate(0, "Raiders", "blood", "wolf", (many(left[0], "raider"),))
    return Scene((board,), (raiders, Plate(1, "King", "bone", "axe", (many(left[1], "guard"),))))


def many(count: int, kind: str) -> str:
    return phrase(f"{{count}} {kind}" if count == 1 else f"{{count}} {kind}s", count=count)


@cache
def ground() -> tuple[tuple[Thing, ...], tuple[Mark, ...]]:
    """What never changes: the squares, and the names of rows and columns."""
    beside = [((-5, centre(at)[1]), p.SQUARES[at][6]) for at in range(0, 49, 7)]
    below = [((centre(at)[0], 75), p.SQUARES[at][5]) for at in range(7)]
    captions = [Mark("caption", (point,), text=text) for point, text in beside + below]
    return tuple(square(at) for at in range(len(p.SQUARES))), tuple(captions)


def square(at: int) -> Thing:
    name, marked = p.SQUARES[at], at in p.MARKED
    art, glyph = ("stronghold", "x") if marked else ("square", ".")
    return Thing(name, art, name[5:], centre(at), 10, glyph=glyph, kind="space")


@cache
def piece(number: int, at: int) -> Thing:
    kind = p.KINDS[number]
    label = phrase("{piece} on {at}", piece=kind, at=p.SQUARES[at][5:])
    tone: Tone = "blood" if number in p.RAIDERS else "bone"
    return Thing(p.PIECES[number], kind, label, centre(at), 8, tone=tone, glyph=kind[0], more=MORE)
