"""Whether a choice showed anybody something: then it cannot simply be taken back.

It is read off what the choice did, so the same choice is always judged the same way (decision 18).
"""

from __future__ import annotations

from typing import Any

from fimbul.kernel import Choice, Game, State, Wake, seed_with


def showed(game: Game[Any], before: State, choice: Choice, after: State, wake: Wake) -> bool:
    """Of a choice that ended its row: dice were rolled, sealed picks opened, hidden things came to
    light, a seat was told something in private, or a step was come to that tells by itself."""
    if after.seed != seed_with(before, *choice) or len(before.asked) > 1:
        return True
    if not game.hides(before):
        return False
    told = wake.reveals or any(event.only is not None for event in after.events)
    return told or game.uncovers(before, after)
