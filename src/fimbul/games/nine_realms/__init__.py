"""Nine Realms: Aesir against Jötunn, nine battles of Strength, Wisdom and Cunning."""

from fimbul.games.nine_realms import parts as p
from fimbul.games.nine_realms.engine.search import NineRealmsEngine
from fimbul.games.nine_realms.instinct import instinct
from fimbul.games.nine_realms.lore import redeal, value
from fimbul.games.nine_realms.rules import deal
from fimbul.games.nine_realms.scene import show
from fimbul.games.nine_realms.state import NineRealms, NineRealmsSetup, box, count
from fimbul.kernel import Game, Lore

CHOICES = 16  # in one battle: two heroes, two exchanges, six cards, six dice

# The rulebook says `leaving = "loses"`, and every table keeps to that.  # rule: ruling.leaving
GAME = Game(
    package=__name__,
    state_type=NineRealms,
    setup_type=NineRealmsSetup,
    deal=deal,
    show=show,
    lore=Lore(value=value, redeal=redeal, instinct=instinct, engine=NineRealmsEngine()),
    box=box,
    count=count,
    bound=lambda setup: p.BATTLES * CHOICES,
    turns=lambda state: len(state.won),
)
