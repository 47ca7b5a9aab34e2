"""Whether a choice showed anybody something: then it cannot simply be taken back."""

from __future__ import annotations

import secrets
from typing import Any

from msgspec import Struct

from fimbul.kernel import Dice, Game, IllegalChoice, Rolled, State, Turned, choose, seed_with

DREAMS = 6  # worlds in which a choice is tried to see whether it shows anything


class Reveal(Struct, frozen=True):
    """A choice that ended its row, before and after: what did it show to whom?"""

    game: Game[Any]
    before: State
    seat: int
    thing: str
    after: State

    def fixes(self) -> bool:
        """Whether it revealed or rolled something.

        Where nothing is hidden only dice and sealed picks can. Where something is, the choice is
        tried in other worlds: if anybody would have seen something else there, it told them which
        world this is. A few worlds may agree by chance, so turned and secret things count too.
        """
        rolled = self.after.seed != seed_with(self.before, self.seat, self.thing)
        if rolled or len(self.before.asked) > 1:
            return True
        if not self.game.hides(self.before):
            return False
        if any(isinstance(e, Turned | Rolled) or e.only is not None for e in self.after.events):
            return True
        return any(self.shows_to(viewer) for viewer in (None, *range(self.before.seats)))

    def shows_to(self, viewer: int | None) -> bool:
        dice, seen = Dice(secrets.randbits(64)), self.game.seen(self.after, viewer)
        for _ in range(DREAMS):
            dream = self.game.imagine(self.before, viewer, dice)
            try:
                choose(dream, self.seat, self.thing)
            except IllegalChoice:
                return True
            if self.game.seen(dream, viewer) != seen:
                return True
        return False
