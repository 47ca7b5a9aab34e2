"""Nine Realms: Aesir against Jötunn, nine battles of Strength, Wisdom and Cunning."""

from fimbul.games.nine_realms import deal, instinct
from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.engine.search import NineRealmsEngine
from fimbul.games.nine_realms.learning import LEARNING
from fimbul.games.nine_realms.lore import near, redeal, secrets, value
from fimbul.games.nine_realms.scene.table import show
from fimbul.games.nine_realms.setup import NineRealmsSetup
from fimbul.games.nine_realms.state import NineRealms
from fimbul.kernel import Game, Lore

CHOICES = 16  # in one battle: two heroes, two exchanges, six cards, six dice

# Luck decides much here and thought soon finds all there is to find, so the levels ask for little:
# few tries of the kernel's search, the engine's instinct, few dreams, and as many as do any good.
LEVELS = {"karl": "mcts:2n", "jarl": "engine:1n/8", "konung": "engine:80n", "odin": "engine:1s"}


def box(setup: NineRealmsSetup) -> dict[str, int]:  # rule: comp.fifty-four
    return {"realms": p.BATTLES, "heroes": p.SEATS * p.BATTLES, "cards": p.DECK}


def count(state: NineRealms) -> dict[str, int]:
    """Where every card of the box lies now."""
    heroes = (*state.sets, *state.drawn, *state.beside)
    lines = state.lines
    return {
        "realms": len(set(state.row)),
        "heroes": sum(map(len, heroes)) + sum(line.hero != p.NONE for line in lines),
        "cards": len(state.pile)
        + len(state.discard)
        + sum(map(len, state.hands))
        + sum(len(line.cards) + (line.last != p.NONE) for line in lines),
    }


# The rulebook says `leaving = "loses"`, and every table keeps to that.
GAME = Game(  # rule: ruling.leaving
    package=__name__,
    state_type=NineRealms,
    setup_type=NineRealmsSetup,
    deal=deal.deal,
    show=show,
    lore=Lore(
        value=value,
        redeal=redeal,
        secrets=secrets,
        instinct=instinct.instinct,
        engine=NineRealmsEngine(),
        levels=LEVELS,
        pace={"mcts": 6_400, "engine": 24_000},
        near=near,
    ),
    learning=LEARNING,
    box=box,
    count=count,
    bound=lambda setup: p.BATTLES * CHOICES,
    turns=lambda state: len(state.won),
)
