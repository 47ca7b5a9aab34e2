"""The first state: the box is opened."""

from __future__ import annotations

import msgspec

from fimbul.games.drakkar import parts as p
from fimbul.games.drakkar.cards import Card, Quest
from fimbul.games.drakkar.parts import NO_LOOT, NONE
from fimbul.games.drakkar.rules.course import Month, Score
from fimbul.games.drakkar.setup import CLOCKS, DrakkarSetup
from fimbul.games.drakkar.state.table import Drakkar, empty_table, one_token


def deal(setup: DrakkarSetup, seed: int) -> Drakkar:  # rule: setup.two-decks, game.three-rounds
    """The box is opened: two decks, three stacks, an Earl, and three rounds ahead."""
    state = begin(setup.seats, seed)
    state.late, state.race = setup.can_be_late, setup.brawl == "race"
    state.count, state.clock = setup.count, CLOCKS[setup.clock]
    if setup.cards:
        state.cards = msgspec.convert(setup.cards, tuple[Card, ...])
    if setup.quests:
        state.quest_cards = msgspec.convert(setup.quests, tuple[Quest, ...])
    state.then(*[Month()] * p.ROUNDS, Score())
    return state


def begin(setup_seats: int, seed: int) -> Drakkar:
    """The table before the first round: stacks of loot, a goat each, an Earl."""
    state = Drakkar(seats=setup_seats, seed=seed)
    empty_table(state)
    state.earl = state.roll(setup_seats)  # rule: ruling.first-earl
    state.quests = list(range(p.QUESTS))
    state.kept, state.spurned = [()] * setup_seats, [()] * setup_seats
    state.last = [NONE] * setup_seats
    state.stacks = [p.STACK] * 3  # rule: setup.loot-stacks
    state.loot = [NO_LOOT] * setup_seats
    for seat in range(setup_seats):  # rule: setup.starting-goat
        state.stacks[p.GOAT] -= 1
        state.loot[seat] = one_token(p.GOAT)
    return state
