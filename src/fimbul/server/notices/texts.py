"""What notices say: that something waits at a table, never what lies on it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fimbul.kernel import phrase
from fimbul.server.wire.notices import NoticeKind
from fimbul.words import Voice

TITLES: dict[NoticeKind, str] = {
    "turn": "Your turn: {game}",
    "invitation": "An invitation: {game}",
    "over": "The match is over: {game}",
    "round": "A round begins: {game}",
}
TEXTS: dict[NoticeKind, str] = {
    "turn": "You are waited for at {game}, with {others}.",
    "invitation": "{others} would like to play {game} with you.",
    "over": "Your match of {game} with {others} is over.",
    "round": "Your next match of {game} in the tournament can begin.",
}
NOBODY = "nobody else"
OPEN = "Open the table: {link}"
OFF = "No more emails like this: {link}"


class Notice(Struct, frozen=True):
    """A notice in words; `id` is the same however often it is tried."""

    id: str
    kind: NoticeKind
    game: str
    title: str
    text: str
    path: str  # of the page: where it leads


def told(
    voice: Voice,
    key: str,
    kind: NoticeKind,
    game: tuple[str, str],
    where: tuple[str, Sequence[str]],
) -> Notice:
    """`game` is its id and title, `where` the table's path and who else is there."""
    (name, title), (path, others) = game, where
    parts = {"game": voice.tell(title), "others": ", ".join(others) or voice.tell(NOBODY)}
    return Notice(
        key,
        kind,
        name,
        voice.tell(phrase(TITLES[kind], **parts)),
        voice.tell(phrase(TEXTS[kind], **parts)),
        path,
    )


def letter(voice: Voice, notice: Notice, link: str, off: str) -> str:
    """The same as a plain email."""
    lines = (notice.text, voice.tell(phrase(OPEN, link=link)), voice.tell(phrase(OFF, link=off)))
    return "\n\n".join(lines) + "\n"
