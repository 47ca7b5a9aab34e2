"""Laying the table: the pieces, the cards, and who chooses them."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import Steps, speakers
from fimbul.games.ragnarocks.regions import map_land
from fimbul.games.ragnarocks.rules import TurnStep, begin_turn
from fimbul.games.ragnarocks.scoring import contested, score
from fimbul.games.ragnarocks.state import Ragnarocks, RagnarocksSetup
from fimbul.kernel import Said, Step


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
        zero_move=setup.zero_move,
        stall_limit=setup.stall_limit,
        skips=start.skips,
        stall=start.stall,
        most=len(start.runestones),
    )
    if setup.ivory is None:  # rule: setup.colours, ruling.colour-choice
        state.ivory = state.roll(setup.seats)
    state.land = map_land(state)  # rule: region.start
    hand_out(state, setup)
    if setup.powers == p.DRAFT:  # rule: ruling.when-powers-are-picked
        state.then(Offer(state.ivory, state.seat(start.side)))
    elif setup.position:
        state.then(Opening(state.seat(start.side)))
    else:
        lay_out(state, state.seat(start.side))  # rule: ruling.first-player
    return state


def hand_out(state: Ragnarocks, setup: RagnarocksSetup) -> None:
    """Who has which power, and what a position says lies on the cards."""
    start, left = setup.start(), [name for name in p.TITLES if name not in setup.named_powers]
    names = []
    for name in setup.named_powers:
        drawn = left.pop(state.roll(len(left))) if name == p.ANY_POWER else name
        names.append(drawn if drawn in p.TITLES else "")
    if not any(names) and setup.powers != p.DRAFT:  # rule: adv.learn-basic-first
        return
    state.powers = tuple(names if state.ivory == 0 else reversed(names))
    state.hoard, state.debt, state.spent = start.thor, start.frigg, bool(start.idun)
    if start.wait:
        side = p.LETTERS.index(start.wait)
        state.waiting = p.board(state.board).sides[side][len(start.vikings[side])]
    if not start.runestones:  # where runestones lie, everybody has had a turn
        state.newcomers = tuple(range(state.seats))


def lay_out(state: Ragnarocks, first: int) -> None:
    """What powers change about the table before the first turn, ivory's first.

    A position is past that.
    """  # rule: adv.setup-text, adv.setup-order, ruling.setup-sequence
    steps: Steps = [Opening(first)]
    for power, owner in speakers(state, state.ivory):
        steps = power.setup(state, owner, steps)
    state.then(*steps)


class Opening(Step[Ragnarocks], frozen=True):
    """The first turn, unless a position leaves nothing to play for."""

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if contested(state):
            begin_turn(state, self.seat)
        else:  # rule: ruling.end-test
            score(state, "end.nobody-can-act")


# -- the advanced set-up -----------------------------------------------------------------------


class Offer(TurnStep, frozen=True):  # rule: adv.ivory-offers-two, ruling.must-play-offer
    """Ivory picks two different cards, one after the other."""

    first: int  # the seat that has the first turn
    offered: tuple[str, ...] = ()
    rule = "adv.ivory-offers-two"
    before_play = True

    def ask(self, state: Ragnarocks) -> str:
        return f"Offer {'a second' if self.offered else 'two'} of the mythology cards to red"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in p.TITLES if name not in self.offered]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there are enough cards"
        offered = (*self.offered, pick.removeprefix("power:"))
        if len(offered) < p.OFFERED:
            state.then(Offer(self.seat, self.first, offered))
        else:
            state.then(Keep(1 - self.seat, self.first, offered))

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"offer={pick.removeprefix('power:')}"


class Keep(TurnStep, frozen=True):  # rule: adv.red-chooses-one
    """Red keeps one of the two, ivory gets the other."""

    first: int
    offered: tuple[str, ...]
    rule = "adv.red-chooses-one"
    prompt = "Keep one of the two cards; ivory gets the other"
    before_play = True

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in self.offered if name in p.TITLES]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "two cards were offered"
        mine = pick.removeprefix("power:")
        other = next((name for name in self.offered if name != mine), "")
        state.powers = (mine, other) if self.seat == 0 else (other, mine)
        words = f"{{{self.seat}}} keeps {p.TITLES[mine]}"
        state.events.append(Said(seat=self.seat, words=words))
        lay_out(state, self.first)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"keep={pick.removeprefix('power:')}"
