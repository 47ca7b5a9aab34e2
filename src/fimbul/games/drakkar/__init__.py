"""Drakkar, the card game: brawl for a deck, build a ship, rob the others, sail on a quest."""

from collections.abc import Mapping

from fimbul.games.drakkar import deal, instinct
from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.checks import lying
from fimbul.games.drakkar.dreams import redeal, secrets
from fimbul.games.drakkar.learning import LEARNING
from fimbul.games.drakkar.lore import near, value, values
from fimbul.games.drakkar.scene import show
from fimbul.games.drakkar.setup import DrakkarSetup
from fimbul.games.drakkar.state.table import Drakkar
from fimbul.kernel import Game, Lore

A_TRICK = 40  # choices of one seat: moving cards twice six times, playing, stealing, a fight
A_BARGAIN = 6 * p.STACK + 5  # choices of one offer: both put a bundle of all tokens together


def box(setup: DrakkarSetup) -> Mapping[str, int]:
    loot = dict.fromkeys(p.LOOT_KINDS, p.STACK)
    return {"cards": p.cards_in_use(setup.seats), "quests": p.QUESTS, **loot}


def count(state: Drakkar) -> Mapping[str, int]:
    """Between two rounds, and when all is over, the cards are in the box."""
    cards = sum(face >= 0 for face in lying(state))
    dealt = sum(len(quests) for quests in (*state.offered, *state.kept))
    piles = zip(p.LOOT_KINDS, state.stacks, *state.loot, strict=True)
    return {
        "cards": cards if state.result is None else p.cards_in_use(state.seats),
        "quests": len(state.quests) + dealt,
        **{kind: sum(counts) for kind, *counts in piles},
    }


def bound(setup: DrakkarSetup) -> int:
    seats = setup.seats
    brawl = seats * (seats + 1) // 2 + 1
    tricks = p.TRICKS * seats * A_TRICK
    return p.ROUNDS * (brawl + seats + tricks + seats * p.OFFERS * A_BARGAIN)


def tricks_over(state: Drakkar) -> int:
    """A trick is what players call a turn."""
    if state.result is not None:
        return p.ROUNDS * p.TRICKS
    return (state.round - 1) * p.TRICKS + max(0, state.trick - 1)


GAME = Game(
    package=__name__,
    state_type=Drakkar,
    setup_type=DrakkarSetup,
    deal=deal.deal,
    show=show,
    lore=Lore(
        value=value,
        values=values,
        redeal=redeal,
        pace={"mcts": 1_100},
        secrets=secrets,
        instinct=instinct.instinct,
        near=near,
    ),
    learning=LEARNING,
    box=box,
    count=count,
    bound=bound,
    turns=tricks_over,
)
