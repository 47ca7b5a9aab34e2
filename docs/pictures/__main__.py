"""The README's pictures, from recorded matches: `python -m docs.pictures` draws them anew.

Each is what a spectator sees after so many choices; of a large table only the zones that are named.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

import fimbul
from fimbul.draw import svg, symbols

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


def picture(name: str) -> str:
    """The table of that game, in the middle of a match that was really played."""
    file, count, zones = DRAWN[name]
    record = fimbul.read_saga((RECORDED / name / f"{file}.saga").read_text("utf-8"))
    match = fimbul.replay(structs.replace(record, choices=record.choices[:count], result=None))
    scene = match.game.scene(match.state, None)
    if zones:
        kept = tuple(zone for zone in scene.zones if zone.id in zones)
        scene = structs.replace(scene, zones=kept, notes=())
    return svg(scene, symbols(match.game))


if __name__ == "__main__":
    for name in DRAWN:
        (HERE / f"{name}.svg").write_text(picture(name), "utf-8")
