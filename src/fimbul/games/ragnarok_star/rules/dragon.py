"""Divalkyrie: steps 8 and 9 of a number, controlling angry fans and calling Fafnirvana."""

from __future__ import annotations

from functools import cache

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.rules.angry import BACKWARD, FORWARD, fail
from fimbul.games.ragnarok_star.rules.guests import discard, effect_of, holders
from fimbul.games.ragnarok_star.rules.steps import Asking, StarStep
from fimbul.games.ragnarok_star.state.packing import BIT, COLUMN, CROWD, SPELLS, STAR_PLAYED, Spell
from fimbul.games.ragnarok_star.state.table import (
    RagnarokStar,
    acting,
    action_of,
    around,
    blocked,
    count,
    hall,
    say,
    tell,
    tick_of,
)
from fimbul.kernel import Placed, phrase

CONTROL, CALL = 8, 9
DRAGON = "dragon:fafnirvana"


class Bewitchings(StarStep, frozen=True):  # rule: bewitch.move, ruling.bewitch-several
    def run(self, state: RagnarokStar, pick: str | None) -> None:
        state.then(tuple([Bewitch(seat) for seat in acting(state, CONTROL)]), Bewitched())


class Bewitch(Asking, frozen=True):
    """Touch the exit of a lodge to drive its angry fans on, its stage to call them back."""

    prompt = "Touch the exit of a lodge to drive its angry fans on, or its stage to call them back"
    rule = "bewitch.move"

    def options(self, state: RagnarokStar) -> list[str]:
        seats = state.around(self.seat)
        return [name for seat in seats for name in (p.EXIT_IDS[seat], p.STAGE_IDS[seat])]

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        forward = pick in p.EXIT_OF
        lodge = p.EXIT_OF[pick or ""] if forward else p.STAGE_OF[pick or ""]
        state.picks[self.seat] = Spell(lodge, forward).pack()

    def fits(self, state: RagnarokStar) -> bool:
        return state.at > 0 and action_of(state, self.seat) == p.BEWITCH


class Bewitched(StarStep, frozen=True):  # rule: ruling.bewitch-several, ruling.bewitch-not-failure
    """One after another in seat order; nobody fails by it."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        for seat in acting(state, CONTROL):
            chosen, state.picks[seat] = state.picks[seat], p.NONE
            if chosen != p.NONE:
                lodge, forward = SPELLS[chosen]
                moved = FORWARD if forward else BACKWARD
                state.lodges[lodge] = moved[state.lodges[lodge]]
                _tell_of_spell(state, seat, lodge, forward)


def _tell_of_spell(state: RagnarokStar, seat: int, lodge: int, forward: bool) -> None:
    if seat == lodge:
        say(state, seat, OWN_TO_EXIT if forward else OWN_TO_STAGE)
    else:
        say(state, seat, TO_EXIT if forward else TO_STAGE, whom=p.WHO[lodge])


OWN_TO_EXIT = "{who} moves their own angry fans towards the exit"
OWN_TO_STAGE = "{who} moves their own angry fans towards the stage"
TO_EXIT = "{who} moves the angry fans of {whom} towards the exit"
TO_STAGE = "{who} moves the angry fans of {whom} towards the stage"


class Dragon(StarStep, frozen=True):  # rule: dragon.timing, dragon.does-not-block
    """Whoever has stopped before the dragon is marked, then a call is resolved, then all pay."""

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        sat = state.dragon
        if sat != p.NONE:
            for seat in range(state.seats):
                if state.moved & BIT[seat] and state.boats[seat] == sat:  # rule: dragon.stop
                    state.scared |= BIT[seat]
        arrived = state.scared  # rule: ruling.dragon-arrival
        calls = [seat for seat in acting(state, CALL) if tick_of(state, seat) != p.NONE]
        if len(calls) == 1:
            land(state, calls[0])
        ask_payers(state, state.scared, arrived)
        if len(calls) > 1:  # rule: dragon.conflict, ruling.dragon-three, angry.fail-dragon
            bands = p.COUNT_WORDS[len(calls)]
            tell(state, "{bands} bands call Fafnirvana at once, so he does not move", bands=bands)
            fail(state, calls)


def land(state: RagnarokStar, caller: int) -> None:  # rule: dragon.call
    """The dragon comes to an open port, and everybody there pays, whoever has called him."""
    port = tick_of(state, caller)
    if blocked(state, port):  # rule: dragon.no-ice, ruling.dragon-frozen
        say(state, caller, "{who} calls Fafnirvana, but ice closes the port to him")
        return
    state.dragon, state.caller = port, caller  # rule: ruling.dragon-recall
    state.events.append(_landed(caller, port))
    for seat in range(state.seats):  # rule: ruling.dragon-caller, ruling.dragon-once
        if state.boats[seat] == port:  # rule: dragon.impact, dragon.shield-useless
            state.scared |= BIT[seat]


@cache
def _landed(caller: int, port: int) -> Placed:
    words = phrase(
        "{who} calls Fafnirvana to {island}", who=p.WHO[caller], island=p.ISLAND_NAMES[port]
    )
    return Placed(seat=caller, thing=DRAGON, to=p.ISLAND_IDS[port], words=words)


def ask_payers(state: RagnarokStar, scared: int, arrived: int) -> None:
    """Everybody who is scared and has a fan chooses one; the arrival comes before the impact."""
    payers = [seat for seat in around(state) if scared & BIT[seat] and any(hall(state, seat))]
    if payers:  # rule: ruling.dragon-which-fan
        state.then(tuple([Disembark(seat) for seat in payers]), Ashore(arrived=arrived))


class Disembark(Asking, frozen=True):  # rule: ruling.dragon-which-fan, dragon.impact, dragon.stop
    """The owner chooses the type; Tyra Turner keeps them all aboard."""

    prompt = "Fafnirvana scares one of your fans ashore. Choose the type you lose"
    rule = "dragon.impact"

    def options(self, state: RagnarokStar) -> list[str]:
        seat, fans = self.seat, hall(state, self.seat)
        owned = sorted([fan for fan in p.KINDS if fans[fan]], key=lambda fan: -fans[fan])
        names = [p.COLUMN_IDS[seat][fan] for fan in owned]
        if len(names) == 1 and seat not in holders(state, p.TYRA):
            return []
        if effect_of(state, seat) == p.TYRA:
            names.append(state.pack.star_ids[state.held[seat]])
        return names

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        fans = hall(state, self.seat)
        chosen = fans.index(max(fans))
        if pick is not None:
            chosen = p.COLUMN_OF[pick][1] if pick in p.COLUMN_OF else STAR_PLAYED
        state.picks[self.seat] = chosen

    def why(self, state: RagnarokStar, thing: str) -> tuple[str, str]:
        if thing in p.COLUMN_OF:
            return self.rule, "Choose a type of fan that you have."
        return super().why(state, thing)

    def fits(self, state: RagnarokStar) -> bool:
        docked = state.boats[self.seat] != p.NONE
        return state.mode == p.DIVA and docked and any(hall(state, self.seat))


class Ashore(StarStep, frozen=True):  # rule: dragon.disembark
    """The frightened fans stand on the island; they can be collected from the next number on."""

    arrived: int = 0  # who has paid for stopping, not for the impact of a call

    def run(self, state: RagnarokStar, pick: str | None) -> None:
        for seat in range(state.seats):
            fan, state.picks[seat] = state.picks[seat], p.NONE
            if fan == STAR_PLAYED:
                discard(state, seat)
            elif fan != p.NONE and state.boats[seat] != p.NONE and state.halls[COLUMN[seat][fan]]:
                state.halls[COLUMN[seat][fan]] -= 1
                state.islands[CROWD[state.boats[seat]][fan]] += 1  # rule: ruling.dragon-collectable
                say(state, seat, "Fafnirvana scares {fan} of {who} ashore", fan=p.A_FAN[fan])
                impact = not self.arrived & BIT[seat]  # rule: ruling.dragon-once
                if impact and state.caller not in (p.NONE, seat):
                    count(state, state.caller, p.SCARED)

    def fits(self, state: RagnarokStar) -> bool:
        return state.mode == p.DIVA
