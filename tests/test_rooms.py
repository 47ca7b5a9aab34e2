"""The rooms of the page: each may know those before it, none those after it."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "web"
SRC, PROOFS = PAGE / "src", PAGE / "tests"
ROOMS = (
    "wire",
    "app",
    "ui",
    "rulebook",
    "scene",
    "replay",
    "table",
    "puzzles",
    "lessons",
    "workshop",
    "people",
    "tournaments",
    "lobby",
)
DOORS = ("App.svelte", "main.ts")  # they stand before all rooms and know every one
IMPORT = re.compile(r'(?:from|import)\s*\(?\s*"(\.[^"]*)"')


def sources() -> list[Path]:
    return sorted(path for path in SRC.rglob("*") if path.suffix in (".ts", ".svelte"))


def room_of(path: Path) -> str:
    return path.relative_to(SRC).parts[0]


def imports(path: Path, text: str) -> list[Path]:
    return [(path.parent / name).resolve() for name in IMPORT.findall(text)]


def breaks(path: Path, text: str) -> list[str]:
    """What a file of a room imports from a room that comes after its own."""
    known = ROOMS[: ROOMS.index(room_of(path)) + 1]
    return [
        f"{path.relative_to(SRC)} imports {wanted.relative_to(SRC)}"
        for wanted in imports(path, text)
        if room_of(wanted) not in known
    ]


def test_every_file_has_a_room() -> None:
    assert sources()
    lost = {room_of(path) for path in SRC.rglob("*") if path.is_file()} - {*ROOMS, *DOORS}
    assert not lost, f"no room of the page: {lost}"


def test_no_room_knows_a_later_one() -> None:
    rooms = [path for path in sources() if path.name not in DOORS]
    broken = [line for path in rooms for line in breaks(path, path.read_text("utf-8"))]
    assert not broken, "\n".join(broken)


def test_the_rooms_are_really_looked_at() -> None:
    path = SRC / "scene/view.svelte.ts"
    assert breaks(path, 'import { Table } from "../table/table.svelte";')
    assert breaks(path, 'const page = await import("../lobby/Front.svelte");')
    assert not breaks(path, 'import { say } from "../app/words";')


def test_tests_lie_in_the_rooms_of_what_they_prove() -> None:
    lost = [
        str(path.relative_to(PROOFS))
        for path in PROOFS.rglob("*.test.ts")
        if not (SRC / path.relative_to(PROOFS)).parent.is_dir()
    ]
    assert not lost, lost
