"""A match that was begun under other rules than today's: where it stands now (decision 21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from fimbul.kernel import FimbulError, Game, Setup, decode, encode
from fimbul.server.match.running import UNREADABLE, Origin, RunningMatch, read_log, write_log
from fimbul.server.store.base import ChoiceRow, Snapshot, Stored

LOST = (FimbulError, *UNREADABLE)


class Beginning(Struct, frozen=True):
    """How the match was laid out, as far as today's rules need to know."""

    game: Game[Any]
    setup: Callable[[], Setup]  # BadSetup, where today's rules do not allow it any more
    seed: int
    mixed: bool

    def match(self, origin: Origin | None = None) -> RunningMatch:
        setup = self.setup() if origin is None else self._setup_if_any()
        return RunningMatch(self.game, setup, self.seed, mixed=self.mixed, origin=origin)

    def _setup_if_any(self) -> Setup:
        """The setup of the match, or None: whoever goes on from a position needs none."""
        try:
            return self.setup()
        except FimbulError:
            return self.game.setup_type()


def carried(begun: Beginning, stored: Stored) -> RunningMatch | None:
    """The match at its last position, to go on from under today's rules; None if they can make
    nothing of it. The position that was written down counts, then whatever leads to it."""
    for way in (_from_kept_state, _from_snapshot, _from_start):
        try:
            match = way(begun, stored)
        except LOST:
            continue
        if match is not None and match.state.result is None:
            return match
    return None


def origin_of(game: Game[Any], shot: Snapshot, rows: tuple[ChoiceRow, ...]) -> Origin:
    """Where a match went on, as it was written down."""
    state = decode(game, shot.state)
    return Origin(state, read_log(shot.log), rows[: shot.choices])


def _from_kept_state(begun: Beginning, stored: Stored) -> RunningMatch | None:
    kept, shot = stored.kept, stored.snapshot
    if kept is None or kept.choices != len(stored.choices):
        return None
    earlier = () if shot is None else read_log(shot.log)[: kept.logged]
    log = (*earlier, *read_log(kept.log.encode()))
    return begun.match(Origin(decode(begun.game, kept.state), log, stored.choices))


def _from_snapshot(begun: Beginning, stored: Stored) -> RunningMatch | None:
    shot, rows = stored.snapshot, stored.choices
    if shot is None or shot.choices > len(rows):
        return None
    return _settled(begun, begun.match(origin_of(begun.game, shot, rows)), rows)


def _from_start(begun: Beginning, stored: Stored) -> RunningMatch:
    return _settled(begun, begun.match(), stored.choices)


def _settled(begun: Beginning, match: RunningMatch, rows: tuple[ChoiceRow, ...]) -> RunningMatch:
    """All choices repeated, and none of them to be taken back."""
    match.play(rows[len(match.made) :])
    return begun.match(Origin(match.state, tuple(match.log), rows))


def as_snapshot(origin: Origin) -> Snapshot:
    """The origin of a match, as it is written down."""
    revision = origin.rows[-1].revision if origin.rows else 0
    return Snapshot(len(origin.rows), revision, encode(origin.state), write_log(origin.log))
