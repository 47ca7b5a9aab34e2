"""A game with everything in it, and nothing where one looks for it."""

from dataclasses import replace

from tests.broken.unhoused.table import Court, LostEngine, LostNotation, RoomySetup, Tent, spread
from tests.wager import GAME as WAGER
from tests.wager.deal import deal
from tests.wager.lore import redeal
from tests.wager.scene import show

GAME = replace(
    WAGER,
    package=__name__,
    state_type=Court,
    setup_type=RoomySetup,
    deal=lambda setup, seed: deal(setup, seed),
    show=lambda state, seat: show(state, seat),
    brief=spread,
    lore=replace(
        WAGER.lore,
        redeal=lambda dream, seat, dice: redeal(dream, seat, dice),
        engine=LostEngine(),
    ),
    notation=LostNotation(),
    workshops={"tent": Tent()},
)
