"""What bots call: from an open decision to the best lines."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import CardFile
from fimbul.games.nine_realms.engine.council import Council
from fimbul.games.nine_realms.engine.dream import Dream
from fimbul.games.nine_realms.engine.field import Field
from fimbul.games.nine_realms.engine.instinct import Instinct
from fimbul.games.nine_realms.engine.lay import lay
from fimbul.games.nine_realms.engine.weights import weights
from fimbul.games.nine_realms.instinct import instinct
from fimbul.games.nine_realms.lore import value
from fimbul.games.nine_realms.rules.battle import ChooseHero, LayLast, LayTwo
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Dice, Enough, Line

STAGES = {ChooseHero.rule: 0, LayTwo.rule: 1, LayLast.rule: 2}


@lru_cache(maxsize=4)
def council_of(cards: CardFile | None) -> Council:
    """One council for each card file: its tables take a while to fill."""
    box = p.box_of(cards)
    dream = Dream(Field(box), Instinct(box, weights()))
    return Council(Field(box), Field(box), dream)


class NineRealmsEngine:
    """Nothing is kept from one search to the next."""

    def search(self, state: NineRealms, enough: Enough, seed: int) -> list[Line]:
        """Lines for the seat that is asked, the best first."""
        if len(state.open) != 1:
            return []
        decision = state.open[0]
        if decision.rule not in STAGES:  # tricksters and dice need no thought
            pick = instinct(state, decision, Dice(seed))
            return [Line((pick,), value(state, decision.seat))] if pick else []
        council = prepared(state, seed)
        council.search(enough)
        return lines(council, state)


def prepared(state: NineRealms, seed: int) -> Council:
    """The council on the open decision."""
    council, decision = council_of(state.cards), state.open[0]
    council.owed = lay(council.root, state, decision.seat)
    council.convene(_picks(state), decision.seat, STAGES[decision.rule], seed)
    return council


def _picks(state: NineRealms) -> list[int]:
    """All that may be picked; two cards are one number, as instinct writes them."""
    decision, box = state.open[0], state.box
    if decision.rule == ChooseHero.rule:
        return [box.hero_number[option] for option in decision.options]
    cards = [box.card_number[option] for option in decision.options]
    if decision.rule == LayLast.rule:
        return cards
    if first := _first(state):
        return [box.card_number[first] << 5 | card for card in cards]
    return [one << 5 | two for one, two in combinations(cards, 2)]


def _first(state: NineRealms) -> str:
    """The first of two cards, if it has been chosen already."""
    lane = state.lanes.get(state.open[0].seat)
    return lane.first if isinstance(lane, LayTwo) else ""


def lines(council: Council, state: NineRealms) -> list[Line]:
    """The best first: those that were tried longest, and of these by what came of them."""
    order = sorted(range(council.count), key=lambda at: _rank(council, at), reverse=True)
    found = []
    for at in order:
        tries = council.tries[at]
        mean = council.totals[at] / tries if tries else 0.0
        found.append(Line(_names(state, council.picks[at]), mean))
    return found


def _rank(council: Council, at: int) -> tuple[int, float, bool]:
    """Where there was no time to dream, instinct comes first."""
    return council.tries[at], council.totals[at], council.picks[at] == council.plain


def _names(state: NineRealms, pick: int) -> tuple[str, ...]:
    rule, box = state.open[0].rule, state.box
    if rule == ChooseHero.rule:
        return (box.hero_ids[pick],)
    if rule == LayLast.rule:
        return (box.card_ids[pick],)
    names = (box.card_ids[pick >> 5], box.card_ids[pick & 31])
    return names[1:] if _first(state) else names
