"""Names and chat: text that people wrote, never HTML, and nothing that plays tricks on the eye."""

from __future__ import annotations

import unicodedata


def clean(text: str) -> str:
    """One line: no control or direction characters, single spaces, none at the ends.

    Lone surrogates cannot be sent or stored, so they go as well.
    """
    kept = (" " if c.isspace() else c for c in text if not _is_trick(c))
    return " ".join("".join(kept).split())


def _is_trick(character: str) -> bool:
    if character.isspace() or character == "\u200d":  # it joins emoji
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co")
