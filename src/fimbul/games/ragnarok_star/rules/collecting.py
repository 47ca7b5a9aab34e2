"""Step 3 of a number: collections. Collectors choose together; undecided fans are shared out."""

from __future__ import annotations

from collections.abc import Sequence

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import fail
from fimbul.games.ragnarok_star.rules.guests import discard, effect_of, holders
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import (
    COLUMN,
    CROWD,
    ISLAND_AND_FAN,
    NO_WISH,
    WISHES,
    Wish,
)
from fimbul.games.ragnarok_star.state.table import (
    RagnarokStar,
    acting,
    action_of,
    count,
    linked,
    tell,
)
from fimbul.kernel import Said, phrase

COLLECT = 3
NOTHING = tuple(
    tuple(
        Said(seat=seat, words=phrase("{who} finds no {fan} to collect", who=who, fan=fan))
        for fan in p.ONE
    )
    for seat, who in enumerate(p.WHO)
)
GAINED = "{who} collects {fans} on {island}"
COLLECTED = tuple(
    tuple(
        tuple(
            tuple(
                Said(seat=seat, words=phrase(GAINED, who=who, fans=p.some(many, fan), island=name))
                for many in range(4)
            )
            for fan in p.KINDS
        )
        for name in p.ISLAND_NAMES
    )
    for seat, who in enumerate(p.WHO)
)


def reach(state: RagnarokStar, seat: int, more: int = 0) -> list[tuple[int, int]]:
    """Islands with fans of the type, and how many may be taken there; the home island first."""
    action, at = action_of(state, seat), state.boats[seat]  # rule: collect.own-or-linked
    if at == p.NONE:  # rule: ruling.collect-at-sea
        return []
    fan, limit = p.FAN_OF[action], p.LIMIT_OF[action] + more  # rule: collect.simple, collect.double
    here = min(limit, state.islands[CROWD[at][fan]])
    found = [(at, here)] if here else []  # rule: ruling.blocked-port-other-actions
    if limit > 1:  # rule: collect.across-not-simple
        for island in linked(state, at):  # rule: ruling.link-only-collecting
            there = min(limit - 1, state.islands[CROWD[island][fan]])  # rule: collect.across-ice
            if there:
                found.append((island, there))
    return found


class Collects(StarStep, frozen=True):  # rule: ruling.collect-choice
    """Whoever has a fan within reach chooses, hidden; the others have failed.

    Whoever holds a Guest Star is also asked about fans just out of reach: it might be Chuck
    Berryserk.
    """

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: band.free-space
        seats = acting(state, COLLECT)  # rule: ruling.announce-in-software
        askable = holders(state, p.CHUCK)  # rule: ruling.guest-window
        asked = [
            seat
            for seat in seats
            if reach(state, seat) or (seat in askable and reach(state, seat, 1))
        ]
        empty = [seat for seat in seats if seat not in asked]
        for seat in empty:
            state.events.append(NOTHING[seat][p.FAN_OF[action_of(state, seat)]])
        if asked:  # rule: resolve.announce
            state.then(tuple([Collect(seat) for seat in asked]), Share())
        fail(state, empty)  # rule: collect.fails


class Collect(Asking, frozen=True):  # rule: collect.single-island, ruling.collect-no-mix
    """From one island alone: touch as many of its fans as are wanted, or take none.

    Touching the second of them takes two. Beyond the limit Chuck Berryserk is played; whoever has
    nothing to collect without him can only play him or fail.
    """

    rule = "collect.single-island"

    def ask(self, state: RagnarokStar) -> str:
        action = action_of(state, self.seat)
        return COLLECTING[action] if reach(state, self.seat) else BEYOND[action]

    def options(self, state: RagnarokStar) -> list[str]:
        seat = self.seat
        fan = p.FAN_OF[action_of(state, seat)]
        names: list[str] = []  # rule: ruling.collect-zero
        for island, most in reach(state, seat, effect_of(state, seat) == p.CHUCK):
            names += p.FAN_IDS[island][fan][:most][::-1]  # rule: collect.fewer
        return [*names, p.TAKE_NONE if reach(state, seat) else p.LET_FAIL]

    def default(self, state: RagnarokStar, options: Sequence[str]) -> str:
        """All that the band's own island gives without a Guest Star; else one across the ice."""
        near = reach(state, self.seat)
        if not near:
            return p.LET_FAIL
        at, fan = state.boats[self.seat], p.FAN_OF[action_of(state, self.seat)]
        island, most = min(near, key=lambda found: (found[0] != at, found[0]))
        return p.FAN_IDS[island][fan][most - 1]

    def run(self, state: RagnarokStar, pick: str | None) -> None:  # rule: resolve.simultaneous
        """Only noted: what was chosen is settled together."""
        seat, wish = self.seat, NO_WISH
        if pick in p.FAN_AT:
            island, _, many = p.FAN_AT[pick]
            wish = Wish(island, many)
            if many > dict(reach(state, seat)).get(island, 0):
                discard(state, seat)
        state.picks[seat] = wish.pack()

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing not in p.FAN_AT:
            return super().why(state, thing)
        island, fan, _ = p.FAN_AT[thing]
        action, at = action_of(state, self.seat), state.boats[self.seat]
        if fan != p.FAN_OF[action]:
            return self.rule, ONLY[p.FAN_OF[action]]
        if island == at:
            return "collect.double", "One action cannot collect that many."
        if island not in linked(state, at):
            return (
                "collect.single-island",
                "Your boat is not docked there, and no ice leads there.",
            )
        if p.LIMIT_OF[action] == 1:
            return "collect.across-not-simple", "A simple collection does not cross the ice."
        return "collect.across-ice", "Across the ice only one fan can be taken."

    def fits(self, state: RagnarokStar) -> bool:
        return is_collecting(state, self.seat)


ONLY = tuple(phrase("This action collects {fans} only.", fans=fans) for fans in p.MANY)
SIMPLE = "Collect {fan} for your hall, or take none"
DOUBLE = "Collect up to 2 {fans} for your hall. Touch the second one to take both"
COLLECTING = tuple(
    phrase(SIMPLE, fan=p.A_FAN[fan]) if limit == 1 else phrase(DOUBLE, fans=p.MANY[fan])
    for fan, limit in zip(p.FAN_OF, p.LIMIT_OF, strict=True)
)
OUT_OF_REACH = "No {fan} is within your reach. Play your Guest Star if it helps, or let it fail"
BEYOND = tuple(phrase(OUT_OF_REACH, fan=p.ONE[fan]) for fan in p.FAN_OF)


def is_collecting(state: RagnarokStar, seat: int) -> bool:
    return state.at > 0 and (action := action_of(state, seat)) >= 0 and p.LIMIT_OF[action] > 0


def shares(available: int, wanted: Sequence[int]) -> list[int]:  # rule: ruling.undecided-algorithm
    """What each claimant gets: level by level, each level for all who ask for it or for none."""
    if sum(wanted) <= available:
        return list(wanted)
    got = [0] * len(wanted)  # rule: collect.undecided-no-position-priority
    for level in range(1, max(wanted) + 1):  # rule: collect.undecided-no-double-priority
        claimants = [who for who, many in enumerate(wanted) if many >= level]
        if len(claimants) > available:  # rule: collect.undecided-rest
            break
        available -= len(claimants)
        for who in claimants:  # rule: collect.undecided-equal
            got[who] += 1
    return got


class Share(StarStep, frozen=True):  # rule: collect.undecided-equal
    """All collections of this number take effect together, for each island and type."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        claims: dict[int, list[tuple[int, int]]] = {}  # rule: ruling.undecided-demand
        failed: list[int] = []
        for seat in acting(state, COLLECT):
            wish, state.picks[seat] = WISHES.get(state.picks[seat]), p.NONE
            fan = p.FAN_OF[action_of(state, seat)]
            if wish and wish.many:
                claims.setdefault(CROWD[wish.island][fan], []).append((seat, wish.many))
            elif wish and not reach(state, seat):  # rule: angry.fail-collect
                state.events.append(NOTHING[seat][fan])
                failed.append(seat)
        for crowd, wants in claims.items():
            failed += share_out(state, crowd, wants)
        fail(state, failed)


def share_out(state: RagnarokStar, crowd: int, wants: list[tuple[int, int]]) -> list[int]:
    """Fans of one type from one island to those who want them; returns who gets none."""
    (island, fan), there = ISLAND_AND_FAN[crowd], state.islands[crowd]
    got = shares(there, [many for _, many in wants])  # rule: ruling.failure-collect
    for (seat, _), many in zip(wants, got, strict=True):
        if many:
            gain(state, seat, fan, many)
            state.islands[crowd] -= many
            if state.boats[seat] != island:
                count(state, seat, p.ACROSS, many)
            state.events.append(COLLECTED[seat][island][fan][many])
    if sum(got) < sum([many for _, many in wants]):
        undecided(state, there, crowd, got)
    return [seat for (seat, _), many in zip(wants, got, strict=True) if not many]


def gain(state: RagnarokStar, seat: int, fan: int, many: int) -> None:  # rule: hall.placement
    """Into the column of its type; whoever finds no seat stands in the pit."""
    state.halls[COLUMN[seat][fan]] += many  # rule: ruling.hall-compact, hall.mosh-pit, ruling.pit
    count(state, seat, p.GAINED + fan, many)


def undecided(state: RagnarokStar, there: int, crowd: int, got: list[int]) -> None:
    """A conflict in words."""
    island, fan = ISLAND_AND_FAN[crowd]
    name, bands, left = p.ISLAND_NAMES[island], p.COUNT_WORDS[len(got)], there - sum(got)
    if not any(got) and there == 1:
        words = "{bands} bands want the last {fan} on {island}, so {pronoun} stays"
        tell(state, words, bands=bands, fan=p.ONE[fan], island=name, pronoun=p.PRONOUN[fan])
        return
    fans = p.some(there, fan)
    if not any(got):
        words = "{bands} bands want the {fans} on {island}, so they stay"
        tell(state, words, bands=bands, fans=fans, island=name)
    else:
        tell(
            state,
            SHARED[min(left, 2)],
            bands=bands,
            fans=fans,
            island=name,
            each=max(got),
            left=left,
        )


SHARED = (
    "{bands} bands share the {fans} on {island}, {each} each",
    "{bands} bands share the {fans} on {island}, {each} each, and {left} stays",
    "{bands} bands share the {fans} on {island}, {each} each, and {left} stay",
)
