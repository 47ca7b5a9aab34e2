"""Where things can be brought, in short: a Unit has hundreds of goals, of which most end in the
same picks and are told in the same words, in this scene and the one before."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.kernel import Goal, Reach, Scene, Thing
from fimbul.server.wire.changes import GoalEnd, GoalSent, ReachSent
from fimbul.server.wire.thing_diff import OnTable, changed_thing, thing_change

Picks = tuple[str, ...]
Ends = dict[tuple[Picks, str], int]  # what goals end in, as they are counted


def reaches_sent(old: Scene, new: Scene) -> tuple[tuple[GoalEnd, ...], tuple[ReachSent, ...]]:
    """All reaches of the new scene, and the ends that the old one does not have."""
    ends = _ends_of(old.reaches)
    lying = _known(old, new) if any(reach.ghosts for reach in new.reaches) else {}
    known = len(ends)
    sent = tuple([_sent(reach, ends, lying) for reach in new.reaches])
    return tuple([GoalEnd(*end) for end in list(ends)[known:]]), sent


def _known(old: Scene, new: Scene) -> dict[str, Thing]:
    """What ghosts are told by: things and ghosts by their ids, the one that was told last."""
    before = {ghost.id: ghost for reach in old.reaches for ghost in reach.ghosts}
    return before | OnTable(new).all


def _ends_of(reaches: Sequence[Reach]) -> Ends:
    ends: Ends = {}
    for reach in reaches:
        shared = len(_lead(reach.goals))
        for goal in reach.goals:
            ends.setdefault((goal.picks[shared:], goal.text), len(ends))
    return ends


def _lead(goals: Sequence[Goal]) -> Picks:
    """The first picks that all of them share; each has one more at least."""
    if not goals:
        return ()
    picks = [goal.picks for goal in goals]
    first, last = min(picks), max(picks)  # what these two share, all between them share
    most = min(map(len, picks)) - 1
    return first[: next((n for n in range(most) if first[n] != last[n]), most)]


def _sent(reach: Reach, ends: Ends, lying: dict[str, Thing]) -> ReachSent:
    lead = _lead(reach.goals)
    first = len(lead)
    goals = [
        GoalSent(ends.setdefault((one.picks[first:], one.text), len(ends)), *one.at, one.turn)
        for one in reach.goals
    ]
    there = [(lying.get(ghost.id), ghost) for ghost in reach.ghosts]
    known = [thing_change(thing, ghost) for thing, ghost in there if thing is not None]
    all_known = len(known) == len(there)
    lying.update((ghost.id, ghost) for ghost in reach.ghosts)
    return ReachSent(
        reach.thing, reach.at, lead, tuple(goals), reach.turn, reach.grips,
        () if all_known else reach.ghosts,
        tuple(known) if all_known else (),
        reach.onto, reach.facings,
    )  # fmt: skip


def reaches_told(
    old: Scene, new: Scene, ends: Sequence[GoalEnd], sent: Sequence[ReachSent]
) -> tuple[Reach, ...]:
    """The reaches of the new scene, of which all but these is there already."""
    known = [*_ends_of(old.reaches), *((end.picks, end.text) for end in ends)]
    lying = _known(old, new)
    return tuple([_told(one, known, lying) for one in sent])


def _told(sent: ReachSent, known: Sequence[tuple[Picks, str]], lying: dict[str, Thing]) -> Reach:
    ghosts = (*sent.ghosts, *[changed_thing(lying[one.id], one) for one in sent.lying])
    lying.update((ghost.id, ghost) for ghost in ghosts)
    goals = [_goal(one, sent.lead, *known[one.end]) for one in sent.goals]
    return Reach(
        sent.thing, sent.at, tuple(goals), sent.turn, sent.grips,
        ghosts, sent.onto, sent.facings,
    )  # fmt: skip


def _goal(sent: GoalSent, lead: Picks, last: Picks, text: str) -> Goal:
    return Goal((*lead, *last), (sent.x, sent.y), sent.turn, text)
