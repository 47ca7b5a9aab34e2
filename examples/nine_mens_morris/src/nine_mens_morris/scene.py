"""The table: everybody sees everything, so the men alone make the scene."""

from functools import cache, lru_cache

from msgspec import structs

from fimbul.kernel import Mark, Plate, Point, Scene, Thing, Tone, Zone, drawn_on, phrase
from nine_mens_morris import parts as p
from nine_mens_morris.state import NineMensMorris

BOX = (-10, 0, 80, 80)
GROUND = frozenset(p.POINTS)


def centre(at: int) -> Point:
    name = p.NAMES[at]
    return "abcdefg".index(name[0]) * 10 + 5, 75 - int(name[1]) * 10


def show(state: NineMensMorris, seat: int | None) -> Scene:
    scene = laid(bytes(state.where))
    found = tuple(drawn_on(state, seat, p.NUMBER, GROUND))
    return structs.replace(scene, reaches=found) if found else scene


@lru_cache(1024)  # two viewers, and two halves of a turn, see the same
def laid(where: bytes) -> Scene:
    points, marks = ground()
    men = [standing_man(man, at) for man, at in enumerate(where) if at < p.HAND]
    board = Zone("board", "Board", "board", BOX, (5, 10), (*points, *men), marks)
    white, red = (facts([where[man] for man in side]) for side in p.SIDES)
    return Scene(
        (board,), (Plate(0, "White", "bone", "axe", white), Plate(1, "Red", "blood", "wolf", red))
    )


def facts(places: list[int]) -> tuple[str, ...]:
    held = places.count(p.HAND)
    stand = len(places) - held - places.count(p.GONE)
    told = many(stand, "man on the board", "men on the board")
    return (told, many(held, "man in hand", "men in hand")) if held else (told,)


def many(count: int, one: str, more: str) -> str:
    return phrase(f"{{count}} {one if count == 1 else more}", count=count)


MORE = ("It goes along a line to the next free point. Three men in a line are a mill.",)


@cache
def ground() -> tuple[tuple[Thing, ...], tuple[Mark, ...]]:
    """What never changes: the board with its lines, the points, the names of rows and columns."""
    wood = Thing("wood:board", "wood", "Board", (35, 35), 70, kind="space")
    rows = [Mark("caption", ((-5, 75 - n * 10),), text=str(n)) for n in range(1, 8)]
    columns = [Mark("caption", ((n * 10 + 5, 75),), text="abcdefg"[n]) for n in range(7)]
    return (wood, *[point(at) for at in range(24)]), (*rows, *columns)


def point(at: int) -> Thing:
    return Thing(p.POINTS[at], "point", p.NAMES[at], centre(at), 8, glyph=".", kind="space")


@cache
def standing_man(man: int, at: int) -> Thing:
    kind = p.KINDS[man]
    label = phrase("{man} on {at}", man=f"{kind} man", at=p.NAMES[at])
    tone: Tone = "bone" if kind == "white" else "blood"
    return Thing(p.THINGS[man], kind, label, centre(at), 8, tone=tone, glyph=kind[0], more=MORE)
