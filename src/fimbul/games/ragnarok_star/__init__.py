"""RagnaRok Star: Viking rock bands program their tour in secret and steal each other's crowd."""

from collections.abc import Mapping

from fimbul.games.ragnarok_star import deal
from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.bots.dreams import redeal, secrets
from fimbul.games.ragnarok_star.bots.lore import near, value, values
from fimbul.games.ragnarok_star.bots.programs import programs
from fimbul.games.ragnarok_star.learning import LEARNING
from fimbul.games.ragnarok_star.scene import show
from fimbul.games.ragnarok_star.scene.brief import brief
from fimbul.games.ragnarok_star.setup import StarSetup
from fimbul.games.ragnarok_star.state.packing import ALL_OF, LODGES
from fimbul.games.ragnarok_star.state.table import RagnarokStar
from fimbul.kernel import Game, Lore

# Half a second is enough for all that thought finds here, so the steps lie close together.
LEVELS = {"jarl": "mcts:50ms", "konung": "mcts:100ms", "odin": "mcts:500ms"}


def box(setup: StarSetup) -> Mapping[str, int]:
    return {
        **dict.fromkeys(p.MANY, p.STOCK),
        "fan cards": 2 * p.DECK_CARDS,
        "contracts": p.CONTRACTS[setup.mode],
        "guest stars": p.STARS if setup.mode == p.DIVA else 0,
        "angry fans": setup.seats if setup.mode else 0,
        "tiles": 3,
    }


def count(state: RagnarokStar) -> Mapping[str, int]:
    """Where every part lies; the Ice Master holds the tile that is not on the board."""
    piles = (*state.offered, *state.hands, *state.shown)
    return {
        **{
            name: state.supply[fan] + sum(state.islands[everywhere]) + sum(state.halls[everywhere])
            for fan, (name, everywhere) in enumerate(zip(p.MANY, ALL_OF, strict=True))
        },
        "fan cards": sum(map(len, (*state.decks, *state.used))) + len(state.spare),
        "contracts": len(state.contracts) + sum(map(len, piles)),
        "guest stars": len(state.stars)
        + len(state.star_pile)
        + sum(card != p.NONE for card in (*state.held, *state.second)),
        "angry fans": sum(LODGES[lodge].fans for lodge in state.lodges),
        "tiles": 1 + sum(tile != p.NONE for tile in state.ice),
    }


def bound(setup: StarSetup) -> int:
    """Every number with an action and its answers, and as many changes of mind as are allowed."""
    numbers, touched = p.NUMBERS[setup.mode], 2 if setup.strict else 6  # for one mark, at most
    writing = touched * numbers + 1 + (touched + 1) * p.CHANGES
    stars = 6 * numbers + 6 if setup.mode == p.DIVA else 0
    return setup.seats * (1 + p.ROUNDS * (writing + 2 * numbers + stars + 5))


GAME = Game(
    package=__name__,
    state_type=RagnarokStar,
    setup_type=StarSetup,
    deal=deal.deal,
    show=show,
    brief=brief,
    lore=Lore(
        value=value,
        values=values,
        redeal=redeal,
        secrets=secrets,
        ways=programs,
        levels=LEVELS,
        pace={"mcts": 2_100},
        near=near,
    ),
    learning=LEARNING,
    box=box,
    count=count,
    bound=bound,
    turns=lambda state: p.ROUNDS if state.result is not None else max(0, state.round - 1),
)
