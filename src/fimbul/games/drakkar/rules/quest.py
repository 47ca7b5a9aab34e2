"""Phase 3: the Quest. Whoever can sail alone does; the others look for help."""

from __future__ import annotations

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Pack, Quest
from fimbul.games.drakkar.rules.steps import DrakkarStep
from fimbul.games.drakkar.state import ship as s
from fimbul.games.drakkar.state.ship import Ship
from fimbul.games.drakkar.state.table import Drakkar, clockwise, collect, say, throw
from fimbul.kernel import Counted, phrase

LACKS = "{who} cannot fulfil {quest} alone: it asks for {needs}"


def spears_needed(pack: Pack, quest: Quest, berths: Ship, helper: Ship = ()) -> int | None:
    """How many own Spears must be discarded to meet the quest; None: it cannot be met.

    All Vikings and Beer of a helper count, without regard to space; a helper's Spears do not.
    """
    if not s.complete(pack, berths):  # rule: quest.requirements
        return None
    barrels = s.beer(pack, berths) + s.beer(pack, helper)  # rule: team.adds, ruling.help-all-cards
    if barrels < quest.beer:
        return None
    together = s.strength(pack, berths) + s.strength(pack, helper)  # rule: team.only-vikings-beer
    needed = max(0, -(-(quest.strength - together) // p.BOOST))  # rule: ruling.requirement-strength
    return needed if needed <= len(s.spears(berths)) else None  # rule: ruling.help-no-spear


def quest_of(state: Drakkar, seat: int) -> Quest:
    return state.pack.quests[state.kept[seat][-1]]


class SailOut(DrakkarStep, frozen=True):  # rule: quest.check, ruling.quest-order
    """Quests are shown or turned over, and those met alone are paid, clockwise from the Earl."""

    part, beat = "sail", True

    def run(self, state: Drakkar, pick: str | None) -> None:
        for seat in clockwise(state):
            if s.complete(state.pack, state.ships[seat]):  # rule: ruling.quest-secret
                state.shown.append(state.kept[seat][-1])
        for seat in clockwise(state):
            quest, berths = quest_of(state, seat), state.ships[seat]
            spears = spears_needed(state.pack, quest, berths)
            if spears is not None:
                fulfil(state, seat, spears)
            elif s.complete(state.pack, berths):
                needs = p.said_needs(quest.strength, quest.beer)
                say(state, seat, LACKS, quest=quest.name, needs=needs)
            else:  # rule: team.flip, team.no-ship-sells
                say(state, seat, "{who} has no complete ship and turns the quest over, unseen")


def fulfil(state: Drakkar, seat: int, spears: int) -> None:  # rule: quest.loot
    """Only as many Spears as are needed go; the loot shown comes from the stacks."""
    for spear in s.spears(state.ships[seat])[:spears]:  # rule: ruling.spear-how-many
        state.ships[seat] = s.without(state.ships[seat], spear)
        throw(state, spear)
    got = collect(state, seat, state.pack.quest_loots[state.kept[seat][-1]])
    who, quest, loot = p.PLAYERS[seat], quest_of(state, seat).name, p.said_loot(got)
    words = phrase("{who} fulfils {quest} and takes {loot}", who=who, quest=quest, loot=loot)
    state.events.append(Counted(seat=seat, amount=sum(got), rule="quest.loot", words=words))
    state.fulfilled.append(seat)
