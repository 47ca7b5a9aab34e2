"""The first state: realms, heroes and cards as chance lays them out."""

from __future__ import annotations

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.cards import read_cards
from fimbul.games.nine_realms.rules.battle import Battle
from fimbul.games.nine_realms.rules.strength import EMPTY
from fimbul.games.nine_realms.setup import CLOCKS, NineRealmsSetup
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Dice


def deal(setup: NineRealmsSetup, seed: int) -> NineRealms:
    state = lay_out(setup, seed)
    state.then(Battle())
    return state


def lay_out(setup: NineRealmsSetup, seed: int) -> NineRealms:
    """The table before the first battle; chance is drawn in this order."""
    dice = Dice(seed)  # rule: ruling.random-stream
    chosen = setup.aesir if setup.sides == "choose" else dice.roll(p.SEATS)  # rule: setup.sides
    cards = read_cards(setup.cards)[0] if setup.cards is not None else None
    box = p.box_of(cards)
    row = tuple(dice.shuffled(range(p.BATTLES)))  # rule: setup.realm-row
    sets = [tuple(dice.shuffled(box.own_heroes(side))) for side in (0, 1)]  # rule: setup.hero-sets
    pile = dice.shuffled(range(p.DECK))  # rule: setup.draw-pile
    hands = [tuple(sorted(pile[-p.HAND :])), tuple(sorted(pile[-2 * p.HAND : -p.HAND]))]
    del pile[-2 * p.HAND :]  # rule: setup.hand
    if chosen == 1:
        sets.reverse()
        hands.reverse()
    return NineRealms(
        seed=dice.seed,
        aesir=chosen,
        cards=cards,
        clock=CLOCKS[setup.clock],
        row=row,
        sets=sets,
        drawn=[(), ()],
        beside=[(), ()],
        hands=hands,
        lines=[EMPTY, EMPTY],
        pile=pile,
    )
