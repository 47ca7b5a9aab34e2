"""The turn, in the order of the rulebook. Powers speak at the moments named in powers.py."""

from __future__ import annotations

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.powers import Steps, speakers
from fimbul.games.ragnarocks.regions import claim, map_land, split
from fimbul.games.ragnarocks.scoring import contested, ending, many, score
from fimbul.games.ragnarocks.state import Ragnarocks, RagnarocksSetup
from fimbul.games.ragnarocks.why import standing, why_not_here, why_not_select
from fimbul.kernel import Counted, Moved, Placed, Said, Step

# -- setting up --------------------------------------------------------------------------------


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
    lay_out(state, state.seat(start.side))  # rule: ruling.first-player
    return state


def lay_out(state: Ragnarocks, first: int) -> None:
    """What powers change about the table before the first turn."""
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


# -- the turn ----------------------------------------------------------------------------------


def begin_turn(state: Ragnarocks, seat: int) -> None:
    steps: Steps = [Select(seat)]
    for power, owner in speakers(state, seat):
        steps = power.turn_start(state, owner, seat, steps)
    state.then(*steps)


class Select(Step[Ragnarocks], frozen=True):  # rule: turn.three-steps, select.own-nomad
    prompt, rule = "Select one of your nomadic vikings", "select.own-nomad"

    def options(self, state: Ragnarocks) -> list[str]:
        names = p.board(state.board).vikings
        return [names[viking] for viking in selectable(state, self.seat)]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if pick is None:
            skip(state, self.seat)
            return
        steps: Steps = [Move(self.seat, pick)]
        for power, owner in speakers(state, self.seat):
            steps = power.before_move(state, owner, self, steps)
        state.then(*steps)

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return why_not_select(state, self.seat, thing)


def selectable(state: Ragnarocks, seat: int) -> list[int]:
    """The vikings with which this seat can complete a turn.

    In the basic game a free hex beside a nomad is enough: wherever it goes, the hex behind it is
    free for the runestone.
    """  # rule: ruling.turn-exists, ruling.complete-turns-only, turn.mandatory
    board, hexes, land = p.board(state.board), state.hexes, state.land
    found = []
    if state.supply and (not state.powers or affordable(state, seat)):  # rule: ruling.supply
        for viking in board.sides[state.side(seat)]:
            at = state.where[viking]
            if at != p.OFF and land[at] == p.CONTESTED:  # rule: select.nomad-meaning
                for to in board.beside[at]:
                    if not hexes[to]:
                        found.append(viking)
                        break
    for power, owner in speakers(state, seat):
        found = power.select(state, owner, seat, found)
    return found


def affordable(state: Ragnarocks, seat: int) -> bool:
    price = 1
    for power, owner in speakers(state, seat):
        price = power.price(state, owner, seat, price)
    return state.supply == p.ENDLESS or state.supply >= price


def skip(state: Ragnarocks, seat: int) -> None:  # rule: skip.forced
    state.skips += 1
    words = f"{{{seat}}} cannot complete a turn and skips"
    state.events.append(Said(seat=seat, words=words))
    state.then(NextTurn(seat))  # rule: turn.alternate


class Move(Step[Ragnarocks], frozen=True):  # rule: move.straight-line
    viking: str
    rule = "move.straight-line"

    def ask(self, state: Ragnarocks) -> str:
        return f"Move your viking from {standing(state, self.viking)} in a straight line"

    def options(self, state: Ragnarocks) -> list[str]:
        names = p.board(state.board).names
        return [names[to] for to in reach(state, self)]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "Select offers only vikings that can move"
        walk(state, self, p.board(state.board).index[pick])
        if state.result is not None:
            return
        steps: Steps = [Summon(self.seat, self.viking)]
        for power, owner in speakers(state, self.seat):
            steps = power.after_move(state, owner, self, steps)
        state.then(*steps)

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return why_not_here(state, self.viking, thing, stone=False)


def reach(state: Ragnarocks, move: Move) -> list[int]:
    """Where the selected viking can go."""
    board = p.board(state.board)
    at = state.where[board.numbers[move.viking]]
    cells = slides(board, state.hexes, at)
    if state.zero_move:  # rule: ruling.zero-move
        cells.append(at)
    for power, owner in speakers(state, move.seat):
        cells = power.reach(state, owner, move, cells)
    return cells


def slides(board: p.Board, hexes: bytearray, at: int) -> list[int]:
    """The free hexes on the six lines from here, each up to the first piece in the way."""
    found = []  # rule: move.any-distance
    for ray in board.rays[at]:
        for to in ray:
            if hexes[to]:  # rule: move.blocked-by-stones, move.blocked-by-vikings
                break
            found.append(to)
    return found


def walk(state: Ragnarocks, move: Move, to: int) -> None:
    board = p.board(state.board)
    number = board.numbers[move.viking]
    at = state.where[number]
    state.hexes[at] = p.EMPTY  # rule: ruling.vacated-hex
    state.hexes[to], state.where[number], state.last = number, to, (at, to)
    origin, end = board.names[at], board.names[to]
    words = f"{origin[5:]} to {end[5:]}" if to != at else f"stays on {end[5:]}"
    state.events.append(
        Moved(seat=move.seat, thing=move.viking, origin=origin, to=end, words=words)
    )
    for power, owner in speakers(state, move.seat):
        power.changed(state, owner)


class Summon(Step[Ragnarocks], frozen=True):  # rule: summon.origin, summon.like-a-move
    viking: str
    rule = "summon.like-a-move"
    ends_turn = True

    def ask(self, state: Ragnarocks) -> str:
        return f"Summon a runestone from {standing(state, self.viking)} in a straight line"

    def options(self, state: Ragnarocks) -> list[str]:
        names = p.board(state.board).names
        return [names[to] for to in aim(state, self)]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "after a move of at least one hex the hex behind the viking is free"
        created = lay_stone(state, self, p.board(state.board).index[pick])
        if state.result is not None:
            return
        steps: Steps = [EndTurn(self.seat)]
        for power, owner in speakers(state, self.seat):
            steps = power.after_summon(state, owner, self, steps)
            steps = power.created(state, owner, self, steps) if created else steps
        state.then(*steps)

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return why_not_here(state, self.viking, thing, stone=True)


def aim(state: Ragnarocks, summon: Summon) -> list[int]:
    """Where a runestone can fly from the selected viking; never to its own hex."""
    board = p.board(state.board)  # rule: ruling.stone-own-hex
    cells = slides(board, state.hexes, state.where[board.numbers[summon.viking]])
    for power, owner in speakers(state, summon.seat):
        cells = power.aim(state, owner, summon, cells)
    return cells


def lay_stone(state: Ragnarocks, summon: Summon, at: int) -> bool:
    """Put a runestone down for good, and settle what it cuts off. True if it created regions."""
    cell = p.board(state.board).names[at]
    state.hexes[at], state.land[at] = p.STONE, p.CONTESTED  # rule: summon.final
    state.stones.append(at)
    state.last = (*state.last, at)
    if state.supply != p.ENDLESS:
        state.supply -= 1
    name, words = f"stone:{len(state.stones)}", f"stone on {cell[5:]}"
    state.events.append(Placed(seat=summon.seat, thing=name, to=cell, words=words))
    parts = split(state, at)
    if parts:
        resolve(state, parts)
    for power, owner in speakers(state, summon.seat):
        power.changed(state, owner)
    return bool(parts)


def resolve(state: Ragnarocks, parts: list[int]) -> None:
    """Regions that were created together are judged together."""
    # rule: summon.settles, ruling.several-regions, ruling.single-hex-region
    closing = "The wall closes: "
    for region in [claim(state, part) for part in parts]:
        size = len(region.cells)
        verb = "settles" if size == 1 else "settle"
        if region.status == p.WILD:
            state.events.append(Said(words=f"{closing}{many(size)} left to the wild"))
        elif region.status in p.SETTLED:
            seat = state.seat(p.SETTLED.index(region.status))
            words = f"{closing}{many(size)} {verb} for {{{seat}}}"
            state.events.append(Counted(seat=seat, amount=size, rule="summon.settles", words=words))


class EndTurn(Step[Ragnarocks], frozen=True):
    def run(self, state: Ragnarocks, pick: str | None) -> None:
        state.skips = 0
        steps: Steps = [NextTurn(self.seat)]
        for power, owner in speakers(state, self.seat):
            steps = power.turn_end(state, owner, self.seat, steps)
        state.then(*steps)


class NextTurn(Step[Ragnarocks], frozen=True):  # rule: turn.alternate, ruling.skip-not-final
    def run(self, state: Ragnarocks, pick: str | None) -> None:
        state.turns += 1
        because = ending(state)
        if because:
            score(state, because)
            return
        following = 1 - self.seat
        for power, owner in speakers(state, self.seat):
            following = power.next_turn(state, owner, self.seat, following)
        begin_turn(state, following)
