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


def deal(setup: StarSetup, seed: int) -> RagnarokStar:  # rule: ruling.first-steps-once
    """The table before the first round, done once; then everybody keeps a first contract."""
    state = empty_table(setup.seats, setup.mode, seed)  # rule: ruling.fewer-players
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
    return RagnarokStar(
        seats=seats,
        seed=seed,
        mode=mode,
        supply=[p.STOCK] * 4,  # rule: setup.fan-supply
        islands=[0] * 16,  # rule: setup.board
        boats=[p.NONE] * seats,  # rule: setup.boats-centre
        halls=[0] * 4 * seats,  # rule: setup.player-kit, setup.scoring-track
        ice=[p.NONE] * 4,
        decks=[(), ()],
        spare=[p.NONE] * 2,
        used=[(), ()],
        peeks=[0] * seats,
        eyes=[0] * seats,
        shields=[0] * seats,
        written=[()] * seats,
        plan=[p.NONE] * p.PLACES * seats,
        ticks=[p.NONE] * p.PLACES * seats,
        picks=[p.NONE] * seats,
        offered=[()] * seats,
        hands=[()] * seats,
        bases=[()] * seats,
        shown=[()] * seats,
        tally=[0] * p.COUNTS * seats,
        dawn=[0] * p.COUNTS * seats,
        lodges=[START_LODGE if mode else NO_LODGE] * seats,  # rule: angry.setup
        held=[p.NONE] * seats,  # rule: diva.setup
        second=[p.NONE] * seats,
    )


def shuffle_decks(state: RagnarokStar) -> None:  # rule: ruling.diva-contracts
    """One young and one old card leave the game unseen."""
    for deck in (p.YOUNG, p.OLD):  # rule: setup.young-deck, setup.old-deck
        first = deck * p.DECK_CARDS
        cards = state.shuffled(range(first, first + p.DECK_CARDS))
        state.spare[deck] = cards.pop()  # rule: ruling.discarded-fan-cards
        state.decks[deck] = tuple(cards)
    state.contracts = state.shuffled(range(p.CONTRACTS[state.mode]))  # rule: setup.contract-deck
    state.stars = state.shuffled(range(p.STARS)) if state.mode == p.DIVA else []  # rule: diva.setup


def place_first_fans(state: RagnarokStar) -> int:  # rule: ruling.first-fans-random
    """Two fans of each type, so that 3, 2, 2 and 1 stand on the islands; where three stand."""
    crowded, fourth = state.roll(4), state.roll(4)  # rule: setup.first-fans-eight
    three = [fan for fan in p.KINDS if fan != fourth]
    for fan in three:  # rule: setup.first-fans-three
        put(state, crowded, fan)
    for side in p.BESIDE:  # rule: setup.first-fans-two
        put(state, side[crowded], fourth)
    for fan in state.shuffled(three):  # rule: setup.first-fans-rest, setup.first-fans-shape
        crowds = [sum(state.islands[SHORE[island]]) for island in p.RING]
        fewest = [island for island in p.RING if crowds[island] == min(crowds)]
        put(state, fewest[state.roll(len(fewest))], fan)
    return crowded


def put(state: RagnarokStar, island: int, fan: int) -> None:
    state.supply[fan] -= 1
    state.islands[CROWD[island][fan]] += 1


def place_first_ice(state: RagnarokStar, crowded: int) -> None:  # rule: ruling.ice-setup-spots
    """The Berg before the crowded port, the Bridge across the board, the Pack Ice in hand."""
    state.ice[crowded] = p.BERG  # rule: setup.ice-blocking
    state.ice[(crowded + 2) % 4] = p.BRIDGE  # rule: setup.ice-linking
    longest_haired = state.roll(state.seats)  # rule: ruling.longest-hair, setup.first-ice-master
    state.master = state.first = longest_haired  # rule: ruling.first-ice-master-may
    words = "The Berg blocks the port of {island}, where three fans wait"
    tell(state, words, island=p.ISLAND_NAMES[crowded])
    say(state, state.master, "{who} holds the Pack Ice and is the first Ice Master")
