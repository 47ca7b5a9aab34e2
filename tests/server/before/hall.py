"""What lay on the tables of a hall file: written beside it once, compared ever after."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from fimbul.server.bots.pool import BotPool
from fimbul.server.ops.rates import Limits
from fimbul.server.services import Services
from fimbul.server.store.sqlite import SqliteStore
from fimbul.server.table.situation import Situation
from tests.server.harness import EASY

HALLS = sorted(Path(__file__).parent.glob("*/hall.json"))


class Asked(Struct, frozen=True):
    """An open decision, and how often its seat has chosen in the row already."""

    seat: int
    part: int
    options: tuple[str, ...]


class Lying(Struct, frozen=True, omit_defaults=True):
    """A table as it lay: of a running match what is open, of a finished one how it ended."""

    id: str
    name: str
    game: str
    tokens: tuple[str, ...]  # by seat
    rules: str = "1"  # by which it is played
    state: str = ""
    choices: int = 0
    number: int = 0
    sealed: dict[int, str] = {}
    asked: tuple[Asked, ...] = ()
    chat: int = 0
    question: str = ""  # that waits for consent
    ended: str = ""  # by the rules, or how else
    places: tuple[int, ...] = ()


class Hall(Struct, frozen=True):
    """A hall file, and what was written beside it."""

    folder: Path
    tables: list[Lying]

    @classmethod
    def read(cls, file: Path) -> Hall:
        return cls(file.parent, msgspec.json.decode(file.read_bytes(), type=list[Lying]))

    def write(self, database: bytes) -> None:
        text = msgspec.json.format(msgspec.json.encode(self.tables), indent=1)
        (self.folder / "hall.json").write_bytes(text + b"\n")
        (self.folder / "hall.sqlite.gz").write_bytes(gzip.compress(database, mtime=0))

    def copy_to(self, path: Path) -> Path:
        path.write_bytes(gzip.decompress((self.folder / "hall.sqlite.gz").read_bytes()))
        return path

    def saga(self, table: Lying) -> Path:
        return self.folder / f"{table.name}.saga"


def services(path: Path, limits: Limits = EASY) -> Services:
    """A server's services over that file, with every game there is."""
    return Services(store=SqliteStore(path), pool=BotPool("tests.server.bots", 1), limits=limits)


def looked_at(now: Situation, known: Lying) -> Lying:
    """The table as it lies now; its name, tokens and chat are known already."""
    match, result, ask = now.match, now.standing.result, now.standing.ask
    found = structs.replace(
        known,
        rules=now.facts.rules,
        state=now.standing.state,
        question="" if ask is None else ask.kind,
        ended="" if result is None else result.kind,
        places=() if result is None else result.places,
    )
    if match is None:
        return found
    return structs.replace(
        found,
        choices=len(match.made),
        number=match.state.number,
        sealed=match.state.sealed,
        asked=tuple(Asked(d.seat, match.part(d.seat), d.options) for d in match.state.open),
    )
