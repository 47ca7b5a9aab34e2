"""The README's pictures, from recorded matches: `python -m docs.pictures` draws them anew.

Each is what a spectator sees after so many choices; of a large table only the zones that are named.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

import fimbul
from fimbul.draw import film, svg, symbols
from fimbul.kernel import Scene

BEFORE, MOMENTS = 100, 12  # choices that a film goes back at most, scenes in it
HERE = Path(__file__).parent
RECORDED = HERE.parents[1] / "tests" / "recorded"
DRAWN: dict[
    str, tuple[str, int, tuple[str, ...]]
] = {  # the record, how many choices of it, which zones (none: all)
    "brandub": ("rules-1/plain", 40, ()),
    "drakkar": ("rules-2/plain", 63, ()),
    "nine_realms": ("rules-1/plain", 24, ()),
    "rag_narok": ("rules-3/plain", 95, ()),
    "ragnarocks": ("rules-1/plain", 64, ()),
    "ragnarok_star": ("rules-1/plain", 120, ("sea", "rounds")),
}


def scenes(name: str, since: int = 0) -> list[Scene]:
    """What a spectator sees in the middle of a match that was really played: then, and where it
    has changed, after each of so many choices before."""
    file, count, zones = DRAWN[name]
    record = fimbul.read_saga((RECORDED / name / f"{file}.saga").read_text("utf-8"))
    seen: list[Scene] = []
    for played in range(max(0, count - since), count + 1):
        part = structs.replace(record, choices=record.choices[:played], result=None)
        match = fimbul.replay(part)
        scene = match.game.scene(match.state, None)
        if zones:
            kept = tuple(zone for zone in scene.zones if zone.id in zones)
            scene = structs.replace(scene, zones=kept, notes=())
        if scene not in seen[-1:]:
            seen.append(scene)
    return seen


def picture(name: str) -> str:
    return svg(scenes(name)[-1], symbols(fimbul.game(name)))


def moving(name: str) -> str:
    """The last turns before that picture; what is noted beside the table would only flicker."""
    shown = [structs.replace(scene, notes=()) for scene in scenes(name, BEFORE)]
    return film(shown[-MOMENTS:], symbols(fimbul.game(name)))


if __name__ == "__main__":
    for name in DRAWN:
        (HERE / f"{name}.svg").write_text(picture(name), "utf-8")
