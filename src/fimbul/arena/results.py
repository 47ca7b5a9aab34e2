"""A series on disk: a file it goes on from, and others for other programs."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from fimbul.arena.ranking import place_parts
from fimbul.arena.series import Deals, PlayedMatch
from fimbul.kernel import BadRecord, Game, counted, write_saga


class SeriesRequest(Struct, frozen=True):
    """What a series was asked for: the first line of its file."""

    game: str
    rules: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    deals: Deals


class SeriesFile:
    """Every match is a line as soon as it has ended, so a series that was stopped goes on."""

    def __init__(self, path: Path, asked: SeriesRequest) -> None:
        """Open it, or begin it; BadRecord if it is that of another series."""
        self.path = path
        self.matches: list[PlayedMatch] = []
        if not path.exists():
            path.write_bytes(msgspec.json.encode(asked) + b"\n")
            return
        whole, _, _ = path.read_bytes().rpartition(b"\n")  # the last line may be torn
        head, *lines = whole.split(b"\n")
        if problem := _difference(head, asked):
            raise BadRecord([f"{path}: {problem}; choose another file"])
        self.matches = [_match(path, line) for line in lines]
        with path.open("r+b") as file:  # nothing that is whole is ever written again
            file.truncate(len(whole) + 1)

    def write(self, ended: PlayedMatch) -> None:
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(ended) + b"\n")
        self.matches.append(ended)


def _difference(head: bytes, asked: SeriesRequest) -> str:
    try:
        kept = msgspec.json.decode(head, type=SeriesRequest)
    except msgspec.MsgspecError:
        return "this is no file of a series"
    same = msgspec.json.decode(msgspec.json.encode(asked), type=SeriesRequest)
    named = [
        name
        for name in SeriesRequest.__struct_fields__
        if getattr(kept, name) != getattr(same, name)
    ]
    return f"this is the file of a series with other {' and '.join(named)}" if named else ""


def _match(path: Path, line: bytes) -> PlayedMatch:
    try:
        return msgspec.json.decode(line, type=PlayedMatch)
    except msgspec.MsgspecError as wrong:
        raise BadRecord([f"{path}: a line of it cannot be read: {wrong}"]) from None


def seat_rows(matches: Iterable[PlayedMatch]) -> Iterator[dict[str, Any]]:
    """One row a seat, with the options of the setup as columns."""
    for ended in sorted(matches, key=lambda one: one.number):
        parts, scores = place_parts(ended), ended.scores or (None,) * len(ended.places)
        for seat, bot in enumerate(ended.bots):
            yield {
                "match": ended.number,
                "deal": ended.deal,
                "seat": seat,
                "bot": bot,
                "place": ended.places[seat],
                "first": parts[seat],
                "score": scores[seat],
                "because": ended.because,
                "choices": ended.choices,
                "seconds": round(ended.seconds, 3),
                **_option_columns(ended),
            }


def _option_columns(ended: PlayedMatch) -> dict[str, Any]:
    if not ended.record:
        return {}
    told = {f"option_{name}": _cell(value) for name, value in ended.record.setup.items()}
    return {"rules": ended.record.rules, "seed": str(ended.record.seed), **told}


def _cell(value: Any) -> Any:
    plain = value is None or isinstance(value, (str, int, float, bool))
    return value if plain else msgspec.json.encode(value).decode()


def write_results(path: Path, game: Game[Any], matches: Sequence[PlayedMatch]) -> str:
    """A file for other programs, by how its name ends; what was written, in words.

    `.json` holds whole matches, `.csv` and `.parquet` a row a seat; a name that ends in `/` is a
    folder with a `.saga` of every match.
    """
    if writer := WRITERS.get(path.suffix):
        writer(path, matches)
        return f"{counted(len(matches), 'match', 'matches')} in {path}"
    path.mkdir(parents=True, exist_ok=True)
    for ended in matches:
        if ended.record:
            saga = write_saga(game, ended.record)
            (path / f"{ended.number:06}.saga").write_text(saga, encoding="utf-8", newline="\n")
    return f"{counted(len(matches), 'saga')} in {path}"


def unwritable(name: str) -> str:
    """Why nothing can be written under that name, or nothing."""
    known = ", ".join(WRITERS)
    folder = name.endswith(("/", "\\"))
    if not folder and Path(name).suffix not in WRITERS:
        return f"{name}: its name must end in {known}, or in / for a folder of .saga files"
    if Path(name).suffix == ".parquet" and not _duckdb_found():
        return f"{name}: Parquet is written by DuckDB: pip install 'fimbul[lab]'"
    return ""


def _duckdb_found() -> bool:
    from importlib.util import find_spec

    return find_spec("duckdb") is not None


def _write_json(path: Path, matches: Sequence[PlayedMatch]) -> None:
    whole = msgspec.json.encode(sorted(matches, key=lambda one: one.number))
    path.write_bytes(msgspec.json.format(whole, indent=1) + b"\n")


def _write_csv(path: Path, matches: Sequence[PlayedMatch]) -> None:
    rows = list(seat_rows(matches))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]) if rows else ["match"])
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(path: Path, matches: Sequence[PlayedMatch]) -> None:
    write_parquet_rows(path, seat_rows(matches))


def write_parquet_rows(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """By way of JSON lines, whose types DuckDB finds out for itself."""
    from tempfile import TemporaryDirectory

    import duckdb

    with TemporaryDirectory() as folder:
        lines = Path(folder) / "rows.json"
        lines.write_bytes(b"\n".join(map(msgspec.json.encode, rows)))
        duckdb.sql(
            f"copy (select * from read_json({_quoted(lines)}, format='newline_delimited')) "
            f"to {_quoted(path)} (format parquet, compression zstd)"
        )


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


WRITERS: Mapping[str, Callable[[Path, Sequence[PlayedMatch]], None]] = {
    ".json": _write_json,
    ".csv": _write_csv,
    ".parquet": _write_parquet,
}
