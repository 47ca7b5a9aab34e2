"""Whether a choice showed anybody something: then it cannot simply be taken back.

Mostly the choice itself tells. Where it does not, it has to be tried in other worlds, which takes
so long that it is done in another process, and only if somebody may want to take it back.
"""

from __future__ import annotations

import secrets
from typing import Any

from msgspec import Struct

from fimbul.kernel import Dice, Game, IllegalChoice, Rolled, State, Turned, choose, seed_with

DREAMS = 12  # worlds in which a choice is tried to see whether it shows anything


class Disclosure(Struct, frozen=True):
    """A choice that ended its row, before and after: what did it show to whom?"""

    game: Game[Any]
    before: State
    seat: int
    thing: str
    after: State

    def told_at_once(self) -> bool | None:
        """Whether it revealed or rolled something; None where only other worlds can tell.

        Where nothing is hidden only dice and sealed picks can. Where something is, turned and
        secret things count as well, for a few worlds may agree by chance.
        """
        rolled = self.after.seed != seed_with(self.before, self.seat, self.thing)
        if rolled or len(self.before.asked) > 1:
            return True
        if not self.game.hides(self.before):
            return False
        turned = (isinstance(e, Turned | Rolled) or e.only is not None for e in self.after.events)
        return True if any(turned) else None

    def fixes(self) -> bool:
        """The whole truth, as far as a few worlds know it: if anybody would have seen something
        else there, the choice told them which world this is."""
        told = self.told_at_once()
        viewers = (None, *range(self.before.seats))
        return any(self.shows_to(viewer) for viewer in viewers) if told is None else told

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
