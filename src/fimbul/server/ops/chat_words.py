"""Words that the operator does not want to read in chat: a file, one word a line."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from fimbul.kernel import FimbulError


class BadWordList(FimbulError):
    """The list cannot be used, and why."""

    code = "settings/words"


class ChatWords:
    """Whole words, whatever their capitals and accents. Without a list every word is welcome."""

    def __init__(self, words: tuple[str, ...] = ()) -> None:
        known = sorted({plain(word) for word in words} - {""})
        self._found = re.compile(rf"\b(?:{'|'.join(map(re.escape, known))})\b") if known else None

    def meets(self, text: str) -> bool:
        return self._found is not None and self._found.search(plain(text)) is not None


def plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one)).strip()


def chat_words(path: str) -> ChatWords:
    """A line that begins with # is a remark."""
    if not path:
        return ChatWords()
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except (OSError, UnicodeError):
        raise BadWordList(f"{path} cannot be read as a list of words") from None
    return ChatWords(tuple(line for line in lines if not line.startswith("#")))
