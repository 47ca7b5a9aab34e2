"""The README as an index of packages shows it.

There is no folder beside it there: a link to a file of ours leads to the address of the sources, by
the tag of the version. Where no address is named (`Source` under `[project.urls]`), the words of a
link stay alone, and pictures and a mere *more* are left out, so that nothing is shown broken. Who
reads it there has no Makefile either, and installs the package.
"""

from __future__ import annotations

import re

HERE_AND_THERE = {  # beside the sources, and for whoever installs the package
    "make play     # sets everything up, lays the table and opens it in the browser\n"
    "make test     # proves all of it": "pip install fimbul\n"
    "fimbul serve --host localhost --open    # lays the table and opens it in the browser",
    "`make play` serves": "`fimbul serve --host localhost` serves",
    "it is `make terminal`, or `.venv/bin/fimbul play GAME`; "
    "`pip install .` puts the program where you like": "it is `fimbul play GAME`",
}
ASIDE = re.compile(r" \(\[more\]\([^)\s]+\)\)| \[All commands\]\([^)\s]+\)\.")
PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)\s]+)\)")
EMPTY_ROW = re.compile(r"^\|(?:\s*\|)+\n", re.MULTILINE)
HEAD = "| | |\n|---|---|\n"  # whose empty first line is no empty row


def described(readme: str, source: str, version: str) -> str:
    for here, there in HERE_AND_THERE.items():
        readme = readme.replace(here, there)
    if source:
        at = source.rstrip("/")
        readme = PICTURE.sub(rf"![\1]({at}/raw/v{version}/\2)", readme)
        return LINK.sub(rf"[\1]({at}/blob/v{version}/\2)", readme)
    readme = LINK.sub(r"\1", PICTURE.sub("", ASIDE.sub("", readme)))
    readme = re.sub(r"\n{3,}", "\n\n", readme)
    return HEAD.join(EMPTY_ROW.sub("", part) for part in readme.split(HEAD))
