"""Write the lists of hashes anew, as an index gives them: `make pins index=ADDRESS`.

The address is not kept: whoever installs by the lists may use any index that gives the same files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from tests.pins.listing import BUILD, PEOPLE, SCALE, SERVER, hashes_of, pins, written
from tests.pins.needed import to_build, to_keep_accounts, to_run, to_scale


def write(path: Path, index: str, names: Iterable[str]) -> None:
    versions = pins()
    hashes = {name: hashes_of(index, name, versions[name]) for name in names}
    if missing := [name for name, found in hashes.items() if not found]:
        sys.exit(f"That index does not give the pinned version of {', '.join(sorted(missing))}.")
    path.write_text(written(hashes, versions), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Which package index? make pins index=ADDRESS")
    write(SERVER, sys.argv[1], to_run())
    write(SCALE, sys.argv[1], to_scale())
    write(PEOPLE, sys.argv[1], to_keep_accounts())
    write(BUILD, sys.argv[1], to_build())
