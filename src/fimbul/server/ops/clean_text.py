"""Names and chat: text that people wrote, never HTML, and nothing that plays tricks on the eye."""

from __future__ import annotations

import unicodedata

BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # fillers, the empty braille cell


def clean(text: str) -> str:
    """One line: no control or direction characters, single spaces, none at the ends.

    Lone surrogates cannot be sent or stored, so they go as well.
    """
    kept = (" " if c.isspace() else c for c in text if not _is_trick(c))
    return " ".join("".join(kept).split())


def shows(text: str) -> bool:
    """Whether there is anything to see in it: a letter, a digit, a sign, a picture. Marks that
    only change what stands before them, and letters that are blank by design, are nothing."""
    return any(_is_seen(character) for character in text)


def _is_seen(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind[0] in "LNPS" and kind != "Sk" and character not in BLANK


def _is_trick(character: str) -> bool:
    if character.isspace() or character == "\u200d":  # it joins emoji
        return False
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co")
