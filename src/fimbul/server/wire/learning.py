"""What is sent to those who learn a game."""

from __future__ import annotations

from msgspec import Struct

from fimbul.kernel import About, Spoken, Tongues
from fimbul.server.wire.messages import SeenSent


class LessonTask(Struct, frozen=True):
    """What is said in a task, by language, and what is touched in it."""

    goal: Tongues
    how: Tongues
    why: Tongues
    done: Tongues
    look: tuple[str, ...]
    touch: tuple[str, ...]


class LessonCard(Struct, frozen=True):
    """A lesson, all but its table."""

    game: str
    title: Spoken  # of the game
    name: Tongues
    next: Tongues  # what to try afterwards
    seat: int
    tasks: tuple[LessonTask, ...]


class PrimerPanel(Struct, frozen=True):
    """One of the four things to know; every line of its text is one thought."""

    about: About
    text: Tongues


class PrimerCard(Struct, frozen=True):
    """How a game is played, on one screen."""

    game: str
    title: Spoken
    panels: tuple[PrimerPanel, ...]


class LessonScene(Struct, frozen=True):
    """The table of a lesson in a task after some picks, as the learner sees it."""

    seen: SeenSent
    turn: int
