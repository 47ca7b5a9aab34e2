"""A band of RagnaRok Star that plays by a script, without a thought about anybody else.

It sails to where most wanted fans stand, collects double here and there, and keeps the first
contract it is offered. Whoever searches has to beat it: importing this module makes it a bot by its
name. Only on strict boards is it at home.
"""

from __future__ import annotations

from fimbul.bots import Outlook
from fimbul.bots.description import PLAIN
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.state.packing import HALL, SHORE
from fimbul.games.ragnarok_star.state.table import RagnarokStar, blocked
from fimbul.kernel import Dice

NAME = "star-script"
DOUBLES = (p.GIRL2, p.BOY2, p.LADY2, p.MAN2)  # by fan


class StarScript:
    """Everything it looks at lies open on the table."""

    name = NAME

    def __init__(self, seed: int = 0) -> None:
        self.dice = Dice(seed)

    def pick(self, outlook: Outlook) -> str:
        options = outlook.decision.options
        if outlook.decision.rule != "program.numbers":
            return options[0]
        table = outlook.dream(self.dice)
        assert isinstance(table, RagnarokStar), "it plays RagnaRok Star alone"
        script = written(table, outlook.seat)
        return next((thing for thing in script if thing in options), options[0])


def written(state: RagnarokStar, seat: int) -> list[str]:
    """The program, in the order in which it is written; ticks stand behind their moves."""
    fans, at = state.halls[HALL[seat]], state.boats[seat]
    crowds = [wanted(state.islands[SHORE[to]], fans) for to in p.RING]
    here = crowds[at] if at != p.NONE else [0] * 4
    to = max(p.RING, key=lambda to: sum(map(max, here, crowds[to])) - 2 * blocked(state, to))
    frozen = blocked(state, at) or blocked(state, to)
    before = [fan for fan in p.KINDS if crowds[to][fan] < here[fan]]
    after = sorted(set(p.KINDS) - set(before), key=lambda fan: -crowds[to][fan])
    move = [p.ACT_IDS[p.FLY if frozen else p.SAIL], p.ISLAND_IDS[to]]
    first, then = ([p.ACT_IDS[DOUBLES[fan]] for fan in part] for part in (before, after))
    return [*first, *move, *then, p.ACT_IDS[p.SHIELD], p.ACT_IDS[p.MAN1], p.DONE]


def wanted(crowd: list[int], fans: list[int]) -> list[int]:
    """By type: how many of that island's fans a double collection would bring to a seat."""
    return [min(2, there, max(0, p.LINES - mine)) for there, mine in zip(crowd, fans, strict=True)]


PLAIN[NAME] = StarScript
