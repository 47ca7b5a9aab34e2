"""Frames of the socket's protocol that hold one short text, read and written by hand."""

from __future__ import annotations

FAST = "fimbul.fast"
_TEXT = 0x81  # one whole frame of text
_MASKED = 0x80  # as browsers send it
_MASK = 4  # bytes
_LONG, _LONGEST = 126, 127  # the length stands in the next two bytes, or eight


def frame(text: str) -> bytes:
    """A text as the one frame that holds it. Servers mask nothing."""
    data = text.encode()
    size = len(data)
    if size < _LONG:
        return bytes((_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_TEXT, _LONG, size >> 8, size & 255)) + data
    return bytes((_TEXT, _LONGEST)) + size.to_bytes(8, "big") + data


def text_of(data: bytes) -> str | None:
    """What a browser said, if the data is one whole frame of text, not very long, and no more."""
    if len(data) < 2 + _MASK or data[0] != _TEXT or not _MASKED <= data[1] < _MASKED + _LONGEST:
        return None
    size, head = data[1] - _MASKED, 2
    if size == _LONG:
        size, head = int.from_bytes(data[2:4], "big"), 4
    start = head + _MASK
    if len(data) != start + size:
        return None
    mask = (data[head:start] * (size // _MASK + 1))[:size]
    clear = int.from_bytes(data[start:], "big") ^ int.from_bytes(mask, "big")
    try:
        return clear.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None
