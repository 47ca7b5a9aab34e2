"""The first state: pieces, colours and cards as a setup asks for them."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.moments import POWERS
from fimbul.games.ragnarocks.rules.regions import map_land
from fimbul.games.ragnarocks.rules.set_up import Offer, Opening, Pool, lay_out
from fimbul.games.ragnarocks.rules.teams import in_turn, mates, take_over
from fimbul.games.ragnarocks.setup import RagnarocksSetup
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import Said, phrase, player


def deal(setup: RagnarocksSetup, seed: int) -> Ragnarocks:
    board, start = p.board(setup.board), setup.start()
    hexes, where = board.blank(), bytearray([p.OFF] * len(board.vikings))
    for at in start.runestones:
        hexes[at] = p.STONE
    for side, places in zip(board.sides, start.vikings, strict=True):
        for number, at in zip(side, places, strict=False):  # rule: setup.ivory-start
            hexes[at], where[number] = number, at  # rule: setup.red-start, setup.three-vikings
    state = Ragnarocks(
        seats=setup.seats,
        seed=seed,
        board=setup.board,
        hexes=hexes,
        land=bytearray(len(hexes)),
        where=where,
        stones=bytearray(start.runestones),
        supply=start.stones if setup.supply else p.ENDLESS,  # rule: setup.supply
        ivory=0 if setup.ivory is None else setup.ivory,
        teams=setup.seating,
        zero_move=setup.zero_move,
        stall_limit=setup.stall_limit,
        skips=start.skips,
        stall=start.stall,
        most=len(start.runestones),
        icons=() if setup.cards is None else setup.icons,
    )
    draw_colours(state, setup)
    state.land = map_land(state)  # rule: region.start
    hand_out(state, setup)
    first = state.acting[state.ivory ^ start.side]
    if setup.drafts:  # rule: ruling.when-powers-are-picked
        state.then(Pool(state.ivory, first) if state.teams else Offer(state.ivory, first))
    elif setup.position:
        state.then(Opening(first))
    else:
        lay_out(state, first)  # rule: ruling.first-player
    return state


def draw_colours(state: Ragnarocks, setup: RagnarocksSetup) -> None:
    """Who plays ivory; or who opens, and for now has the colour that moves first."""
    if setup.ivory is None:  # rule: setup.colours, ruling.colour-choice
        state.ivory = state.roll(2)
    elif setup.seating:
        state.ivory = setup.seating[setup.ivory]
    if setup.colours == p.PIE:  # rule: ruling.pie
        state.opener, state.ivory = state.ivory, state.ivory ^ setup.start().side
        words = phrase(
            "{first} opens for both colours, then {second} chooses",
            first=player(state.opener),
            second=player(1 - state.opener),
        )
        state.events.append(Said(seat=state.opener, words=words))


def hand_out(state: Ragnarocks, setup: RagnarocksSetup) -> None:
    """Who has which power, and what a position says lies on the cards."""
    start, cards = setup.start(), setup.icons if state.teams else tuple(POWERS)
    left = [name for name in cards if name not in setup.named_powers]
    names = [""] * state.seats
    for seat, name in zip(in_turn(state, state.ivory), setup.named_powers, strict=True):
        drawn = left.pop(state.roll(len(left))) if name == p.ANY_POWER else name
        names[seat] = drawn if drawn in POWERS else ""
    if not any(names) and not setup.drafts:  # rule: adv.learn-basic-first
        return
    state.powers = tuple(names)
    for team, number in ((state.ivory, start.ivory), (1 - state.ivory, start.red)):
        if number:
            take_over(state, mates(state.teams, team)[number - 1])
    state.hoard, state.debt, state.spent = start.thor, start.frigg, bool(start.idun)
    if start.wait:
        side = p.LETTERS.index(start.wait)
        state.waiting = p.board(state.board).sides[side][len(start.vikings[side])]
    if not start.runestones:  # where runestones lie, everybody has had a turn
        state.newcomers = tuple(range(state.seats))
