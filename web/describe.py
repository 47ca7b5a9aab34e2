"""The README as an index of packages shows it.

There is no folder beside it there: a link to a file of ours leads to the address of the sources, by
the tag of the version. Where no address is named (`Source` under `[project.urls]`), the words of a
link stay alone and pictures are left out, so that nothing is shown broken.
"""

from __future__ import annotations

import re

PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)\s]+)\)")
EMPTY_ROW = re.compile(r"^\|(?:\s*\|)+\n", re.MULTILINE)
HEAD = "| | |\n|---|---|\n"  # whose empty first line is no empty row


def described(readme: str, source: str, version: str) -> str:
    if source:
        at = source.rstrip("/")
        readme = PICTURE.sub(rf"![\1]({at}/raw/v{version}/\2)", readme)
        return LINK.sub(rf"[\1]({at}/blob/v{version}/\2)", readme)
    readme = LINK.sub(r"\1", PICTURE.sub("", readme))
    return HEAD.join(EMPTY_ROW.sub("", part) for part in readme.split(HEAD))
