"""A finished match as it was seen, kept so that it can be looked at whatever its rules say later.

A tale holds, for every seat, for spectators and with all open, the first scene and what changed
with each choice; no rules are needed to read it (decision 21).
"""

from __future__ import annotations

import base64
import binascii
import lzma
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct, structs

from fimbul.kernel import BadRecord, Game, Record, Scene, frozen, reworded, thawed, write_saga
from fimbul.server.match.running import RunningMatch
from fimbul.server.match.viewpoint import OPEN, told_sight
from fimbul.server.replay.forgiving import forgiving
from fimbul.server.replay.reel import Reel, open_lines, opened
from fimbul.server.wire.bodies import Replay, ReplayScene, RulesNote
from fimbul.server.wire.changes import SceneChange
from fimbul.server.wire.errors import Malformed
from fimbul.server.wire.messages import LogLine, SeenSent
from fimbul.server.wire.scene_diff import apply_change, scene_change

TALE = "Tale"  # the tag of a record that brings its own
MOST_BYTES = 16 * 1024 * 1024  # bytes of a tale that somebody sends, unfolded
ROOM = 64 * 1024 * 1024  # bytes of memory to unfold it in
FOLDED = ({"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 22},)  # looks back 4 MiB
MARK = b"\xfd7zXZ"  # with which it begins


class Shown(Struct, frozen=True, omit_defaults=True):
    """What one more choice changed for a viewer."""

    seen: SeenSent  # without its scene
    change: SceneChange


class Telling(Struct, frozen=True):
    """The whole match through one pair of eyes."""

    viewer: int | None  # a seat, a spectator, or OPEN
    first: SeenSent
    shown: tuple[Shown, ...]
    log: tuple[LogLine, ...]

    def sights(self) -> Iterator[SeenSent]:
        """One after the other, with their scenes."""
        scene = self.first.scene
        assert scene is not None, "a telling begins with a whole scene"
        yield self.first
        for one in self.shown:
            scene = apply_change(scene, one.change)
            yield structs.replace(one.seen, scene=scene)


class Tale(Struct, frozen=True):
    about: Replay
    tellings: tuple[Telling, ...]


def tale_of(reel: Reel) -> Tale:
    """The match of a reel, seen by everybody."""
    viewers = (OPEN, None, *range(reel.seats))
    match, seen = reel.match.anew(), [_seen_by_all(reel.game, reel.match.anew())]
    for row in reel.rows:
        match.play([row])
        seen.append(_seen_by_all(reel.game, match))
    tellings = (_telling(reel.match, who, [all_[who] for all_ in seen]) for who in viewers)
    return Tale(reel.about(), tuple(tellings))


def _seen_by_all(game: Game[Any], match: RunningMatch) -> dict[int | None, SeenSent]:
    """Nobody is asked anything in a tale, so nothing need be looked up for an answer."""
    state = match.state.clone()
    state.asked = ()
    own = [game.scene(state, seat) for seat in range(state.seats)]
    public = game.scene(state, None)
    scenes: dict[int | None, Scene] = {OPEN: opened(state, public, own), None: public}
    scenes |= dict(enumerate(own))
    return {who: told_sight(match.state, match.told, who, scene) for who, scene in scenes.items()}


def _telling(match: RunningMatch, viewer: int | None, sights: Sequence[SeenSent]) -> Telling:
    lines = open_lines(match) if viewer == OPEN else tuple(match.lines(viewer))
    shown = tuple([_shown(old, new) for old, new in pairwise(sights)])
    return Telling(viewer, sights[0], shown, lines)


def _shown(old: SeenSent, new: SeenSent) -> Shown:
    assert old.scene is not None, "sights of a telling are whole"
    assert new.scene is not None, "sights of a telling are whole"
    return Shown(structs.replace(new, scene=None), scene_change(old.scene, new.scene))


# -- folded -----------------------------------------------------------------------------------


def fold(tale: Tale) -> bytes:
    """Viewers see much of the same far apart in the text: zlib, by which earlier tales are folded,
    does not look back so far and needs four times the bytes."""
    return lzma.compress(msgspec.json.encode(tale, enc_hook=frozen), filters=FOLDED)


def fold_text(tale: Tale) -> str:
    """With all open and nothing else: short enough for a file that people send each other."""
    seen = tuple(one for one in tale.tellings if one.viewer == OPEN)
    return base64.b64encode(fold(structs.replace(tale, tellings=seen))).decode()


def told_saga(game: Game[Any], record: Record) -> str:
    """A record as text that holds its own tale, so that it can be looked at for ever."""
    return f'{write_saga(game, record)}\n[{TALE} "{fold_text(tale_of(Reel(game, record)))}"]\n'


def unfold(data: bytes, most: int = 0) -> Tale:
    """The tale in these bytes; BadRecord if there is none, or it is longer than `most`."""
    try:
        return _read(_opened(data, most))
    except (
        zlib.error,
        lzma.LZMAError,
        EOFError,
        msgspec.MsgspecError,
        RecursionError,
        UnicodeError,
    ) as wrong:
        raise BadRecord(["tale: it cannot be read"]) from wrong


def _opened(data: bytes, most: int) -> bytes:
    if data.startswith(MARK):
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=ROOM)
        text, whole = unpacker.decompress(data, most or -1), unpacker.eof
    else:
        opener = zlib.decompressobj()
        text, whole = opener.decompress(data, most), not opener.unconsumed_tail
    if most and not whole and len(text) == most:
        raise BadRecord(["tale: it is longer than any match"])
    return text


def _read(text: bytes) -> Tale:
    """As today's types have it; whatever earlier code said in other words is left out."""
    try:
        tale = msgspec.json.decode(text, type=Tale)
    except msgspec.ValidationError:
        tale = forgiving(msgspec.json.decode(text), Tale)
    return reworded(tale, thawed)


def unfold_text(text: str) -> Tale:
    try:
        return unfold(base64.b64decode(text, validate=True), MOST_BYTES)
    except binascii.Error:
        raise BadRecord(["tale: it cannot be read"]) from None


class ToldReel:
    """A match to be looked at as it was seen; `sent`: as a file says, which somebody sent."""

    def __init__(self, tale: Tale, rules: str, *, sent: bool = False) -> None:
        self._tale, self._note = tale, RulesNote(rules, "told", unchecked=sent)
        self._sights: dict[int | None, tuple[SeenSent, ...]] = {}

    @cached_property
    def _tellings(self) -> dict[int | None, Telling]:
        return {one.viewer: one for one in self._tale.tellings}

    @property
    def game_id(self) -> str:
        return self._tale.about.game

    @property
    def seats(self) -> int:
        return len(self._tale.about.names)

    def about(self) -> Replay:
        return structs.replace(self._tale.about, note=self._note)

    def scene(self, count: int, viewer: int | None, home: int | None = None) -> ReplayScene:
        """A file may bring the open view alone: then that is what everybody sees."""
        shown = viewer if viewer in self._tellings else OPEN
        sights = self._sights_of(shown)
        if count >= len(sights):
            raise Malformed(f"at: this match has {len(sights) - 1} choices")
        seen = sights[count]
        if shown == OPEN and home in self._tellings:
            seen = structs.replace(seen, scene=self._turned(seen, self._sights_of(home)[count]))
        lines = [line for line in self._tellings[shown].log if line.at < seen.number]
        return ReplayScene(seen, tuple(lines))

    def _sights_of(self, viewer: int | None) -> tuple[SeenSent, ...]:
        if viewer not in self._sights:
            if viewer not in self._tellings:
                raise BadRecord(["tale: nothing was seen in it"])
            self._sights[viewer] = tuple(self._tellings[viewer].sights())
        return self._sights[viewer]

    def _turned(self, seen: SeenSent, home: SeenSent) -> Scene | None:
        """Boards as that seat has them."""
        if seen.scene is None or home.scene is None:
            return seen.scene
        halves = {zone.id: zone.half for zone in home.scene.zones}
        zones = [structs.replace(z, half=halves.get(z.id, z.half)) for z in seen.scene.zones]
        return structs.replace(seen.scene, zones=tuple(zones))
