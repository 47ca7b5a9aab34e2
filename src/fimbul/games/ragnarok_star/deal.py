"""Setting up: decks, opening fans, ice, the first Ice Master, the first contracts."""

from __future__ import annotations

import msgspec

from fimbul.games.ragnarok_star import parts as p
from fimbul.games.ragnarok_star.cards import Contract, FanCard, GuestStar
from fimbul.games.ragnarok_star.rules.contracts import KeepContract, ReturnCards, draw
from fimbul.games.ragnarok_star.rules.course import NewRound
from fimbul.games.ragnarok_star.setup import StarSetup
from fimbul.games.ragnarok_star.state.packing import CROWD, NO_LODGE, SHORE, START_LODGE
from fimbul.games.ragnarok_star.state.table import RagnarokStar, say, tell


def deal(setup: StarSetup, seed: int) -> RagnarokStar:
    """The table before the first round, done once; then everybody keeps a first contract."""
    # rule: ruling.first-steps-once, ruling.fewer-players, overview.players
    state = empty_table(setup.seats, setup.mode, seed)
    state.strict = setup.strict
    state.fan_cards = msgspec.convert(setup.fan_cards, tuple[FanCard, ...])
    state.contract_cards = msgspec.convert(setup.contracts, tuple[Contract, ...])
    state.star_cards = msgspec.convert(setup.guest_stars, tuple[GuestStar, ...])
    shuffle_decks(state)
    crowded = place_first_fans(state)
    place_first_ice(state, crowded)
    for seat in range(state.seats):  # rule: setup.first-contracts, ruling.bottom-order
        state.offered[seat] = draw(state)
    state.then(
        tuple([KeepContract(seat) for seat in range(state.seats)]), ReturnCards(), NewRound()
    )
    return state


def empty_table(seats: int, mode: int, seed: int = 0) -> RagnarokStar:
    """Halls empty, boats at sea, every fan in the supply, no ice yet."""
    # rule: setup.board, setup.player-kit, setup.boats-centre, setup.fan-supply, angry.setup
    # rule: diva.setup, setup.scoring-track
    return RagnarokStar(
        seats=seats,
        seed=seed,
        mode=mode,
        supply=[p.STOCK] * 4,
        islands=[0] * 16,
        boats=[p.NONE] * seats,
        halls=[0] * 4 * seats,
        ice=[p.NONE] * 4,
        decks=[(), ()],
        spare=[p.NONE] * 2,
        used=[(), ()],
        peeks=[0] * seats,
        eyes=[0] * seats,
        shields=[0] * seats,
        written=[()] * seats,
        plan=[p.NONE] * p.WIDTH * seats,
        ticks=[p.NONE] * p.WIDTH * seats,
        picks=[p.NONE] * seats,
        offered=[()] * seats,
        hands=[()] * seats,
        bases=[()] * seats,
        shown=[()] * seats,
        tally=[0] * p.COUNTS * seats,
        dawn=[0] * p.COUNTS * seats,
        lodges=[START_LODGE if mode else NO_LODGE] * seats,
        held=[p.NONE] * seats,
        second=[p.NONE] * seats,
    )


def shuffle_decks(state: RagnarokStar) -> None:
    """One young and one old card leave the game unseen."""
    # rule: setup.young-deck, setup.old-deck, ruling.discarded-fan-cards
    # rule: setup.contract-deck, ruling.diva-contracts, diva.setup
    for deck in (p.YOUNG, p.OLD):
        first = deck * p.DECK_CARDS
        cards = state.shuffled(range(first, first + p.DECK_CARDS))
        state.spare[deck] = cards.pop()
        state.decks[deck] = tuple(cards)
    state.contracts = state.shuffled(range(p.CONTRACTS[state.mode]))
    state.stars = state.shuffled(range(p.STARS)) if state.mode == p.DIVA else []


def place_first_fans(state: RagnarokStar) -> int:
    """Two fans of each type, so that 3, 2, 2 and 1 stand on the islands; where three stand."""
    # rule: setup.first-fans-eight, setup.first-fans-three, setup.first-fans-two
    # rule: setup.first-fans-rest, setup.first-fans-shape, ruling.first-fans-random
    crowded, fourth = state.roll(4), state.roll(4)
    three = [fan for fan in p.KINDS if fan != fourth]
    for fan in three:
        put(state, crowded, fan)
    for side in p.BESIDE:
        put(state, side[crowded], fourth)
    for fan in state.shuffled(three):
        crowds = [sum(state.islands[SHORE[island]]) for island in p.RING]
        fewest = [island for island in p.RING if crowds[island] == min(crowds)]
        put(state, fewest[state.roll(len(fewest))], fan)
    return crowded


def put(state: RagnarokStar, island: int, fan: int) -> None:
    state.supply[fan] -= 1
    state.islands[CROWD[island][fan]] += 1


def place_first_ice(state: RagnarokStar, crowded: int) -> None:
    """The Berg before the crowded port, the Bridge across the board, the Pack Ice in hand."""
    # rule: setup.ice-blocking, setup.ice-linking, ruling.ice-setup-spots
    # rule: setup.first-ice-master, ruling.longest-hair, ruling.first-ice-master-may
    state.ice[crowded] = p.BERG
    state.ice[(crowded + 2) % 4] = p.BRIDGE
    state.master = state.first = state.roll(state.seats)
    tell(state, f"The Berg blocks the port of {p.ISLAND_NAMES[crowded]}, where three fans wait")
    say(state, state.master, "holds the Pack Ice and is the first Ice Master")
