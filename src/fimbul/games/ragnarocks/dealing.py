"""Laying the table: the pieces, the cards, and who chooses them."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.icons import icons
from fimbul.games.ragnarocks.moments import POWERS, Steps, speakers
from fimbul.games.ragnarocks.regions import map_land
from fimbul.games.ragnarocks.rules import TurnStep, begin_turn
from fimbul.games.ragnarocks.scoring import contested, frozen, score
from fimbul.games.ragnarocks.setup import RagnarocksSetup
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.games.ragnarocks.teams import in_turn, mates, take_over
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
        words = f"{{{state.opener}}} opens for both colours, then {{{1 - state.opener}}} chooses"
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
        if not contested(state):  # rule: ruling.end-test
            score(state, "end.nobody-can-act")
        elif frozen(state):
            score(state, "ruling.frozen")
        else:
            begin_turn(state, self.seat)


# -- the advanced set-up -----------------------------------------------------------------------


class CardStep(TurnStep, frozen=True):
    """A choice among the cards, before the first turn."""

    first: int  # the seat that has the first turn
    before_play = True

    def laid(self) -> tuple[str, ...]:
        """The cards that lie on the table already, out of reach."""
        return ()


class Offer(CardStep, frozen=True):  # rule: adv.ivory-offers-two, ruling.must-play-offer
    """Ivory picks two different cards, one after the other."""

    offered: tuple[str, ...] = ()
    rule = "adv.ivory-offers-two"

    def ask(self, state: Ragnarocks) -> str:
        return f"Offer {'a second' if self.offered else 'two'} of the mythology cards to red"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in POWERS if name not in self.offered]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there are enough cards"
        offered = (*self.offered, pick.removeprefix("power:"))
        if len(offered) < p.OFFERED:
            state.then(Offer(self.seat, self.first, offered))
        else:
            state.then(Keep(1 - self.seat, self.first, offered))

    def laid(self) -> tuple[str, ...]:
        return self.offered

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"offer={pick.removeprefix('power:')}"


class Keep(CardStep, frozen=True):  # rule: adv.red-chooses-one
    """Red keeps one of the two, ivory gets the other."""

    offered: tuple[str, ...]
    rule = "adv.red-chooses-one"
    prompt = "Keep one of the two cards; ivory gets the other"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in self.offered if name in POWERS]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "two cards were offered"
        mine = pick.removeprefix("power:")
        other = next((name for name in self.offered if name != mine), "")
        state.powers = (mine, other) if self.seat == 0 else (other, mine)
        words = f"{{{self.seat}}} keeps {POWERS[mine].title}"
        state.events.append(Said(seat=self.seat, words=words))
        lay_out(state, self.first)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"keep={pick.removeprefix('power:')}"


# -- the set-up of a team game -----------------------------------------------------------------


class Pool(CardStep, frozen=True):  # rule: team.card-pool, adv.odin-icon
    """Ivory's players lay out a card with the icon in turn, until there is one for everybody."""

    pool: tuple[str, ...] = ()
    rule = "team.card-pool"

    def ask(self, state: Ragnarocks) -> str:
        return f"Lay out a card for the draft: {len(self.pool) + 1} of {state.seats}"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in icons(state) if name not in self.pool]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there are more cards with the icon than players"
        pool = (*self.pool, pick.removeprefix("power:"))
        ours = mates(state.teams, state.ivory)
        if len(pool) < state.seats:
            state.then(Pool(ours[len(pool) % len(ours)], self.first, pool))
        else:
            state.then(Draft(1 - state.ivory, self.first, pool))

    def laid(self) -> tuple[str, ...]:
        return self.pool

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"pool={pick.removeprefix('power:')}"


class Draft(CardStep, frozen=True):  # rule: team.draft, ruling.team-draft-unequal
    """Everybody takes a card, red's player of each number before ivory's."""

    pool: tuple[str, ...]  # what is left of it
    rule = "team.draft"
    prompt = "Take one of the cards as your power"

    def ways(self, state: Ragnarocks) -> list[str]:
        return [f"power:{name}" for name in self.pool if name in icons(state)]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there is a card for everybody"
        mine = pick.removeprefix("power:")
        powers = list(state.powers)
        powers[self.seat] = mine
        state.powers = tuple(powers)
        words = f"{{{self.seat}}} takes {POWERS[mine].title}"
        state.events.append(Said(seat=self.seat, words=words))
        left = tuple(name for name in self.pool if name != mine)
        waiting = [seat for seat in in_turn(state, 1 - state.ivory) if not state.powers[seat]]
        if waiting:
            state.then(Draft(waiting[0], self.first, left))
        else:
            lay_out(state, self.first)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"draft={pick.removeprefix('power:')}"
