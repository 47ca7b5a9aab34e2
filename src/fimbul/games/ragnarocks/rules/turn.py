"""The turn, in the order of the rulebook. Powers speak at the moments named in moments.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fimbul.games.ragnarocks import parts as p
from fimbul.games.ragnarocks.rules.deeds import lay_stone, shift, slides, take_stone
from fimbul.games.ragnarocks.rules.moments import Steps, speakers, told
from fimbul.games.ragnarocks.rules.sayings import MOVE, SUMMON, left, more, of_hex
from fimbul.games.ragnarocks.rules.scoring import ending, few_left, score, warning
from fimbul.games.ragnarocks.rules.teams import take_over
from fimbul.games.ragnarocks.rules.whereabouts import standing
from fimbul.games.ragnarocks.rules.why import why_not_here, why_not_select
from fimbul.games.ragnarocks.state import Ragnarocks
from fimbul.kernel import NOBODY, Said, Step, phrase, player

# -- the turn ----------------------------------------------------------------------------------


class TurnStep(Step[Ragnarocks], frozen=True):
    """A step of a turn: what may be touched, and how that is written down."""

    needed: ClassVar[bool] = False  # a turn in which this cannot be done cannot be completed
    suffices: ClassVar[bool] = False  # whatever is touched here, the turn can still be completed
    fateful: ClassVar[bool] = False  # what is touched here may leave a later step impossible
    before_play: ClassVar[bool] = False  # part of laying the table, not of a turn
    prelude: ClassVar[bool] = False  # a turn may begin with it, and goes on after it

    def ways(self, state: Ragnarocks) -> list[str]:
        """What may be touched, whether or not the turn can be completed then."""
        return []

    def options(self, state: Ragnarocks) -> list[str]:
        ways = self.ways(state)
        if self.fateful and state.powers and looks_ahead(state, self.seat):
            return [way for way in ways if completes(after(state, self, way))]
        return ways

    def default(self, state: Ragnarocks, options: Sequence[str]) -> str:
        """An optional step is passed; in any other the first option is taken."""
        return p.PASS if p.PASS in options else options[0]

    def opens_turn(self) -> bool:
        """Does a turn begin here?"""
        return False

    def sign(self, state: Ragnarocks, pick: str) -> str:
        """The pick as a turn's text has it."""
        return ""

    def harmless(self, state: Ragnarocks) -> bool | None:
        """Can a runestone lie elsewhere and create no region? None: this step does not know."""
        return None


def begin_turn(state: Ragnarocks, seat: int, only: str = "") -> None:
    if not state.powers:
        state.then(Select(seat, only))
        return
    if state.teams:
        take_over(state, seat)
    state.created, state.used, state.another = False, False, ""
    if state.borrowed:  # rule: power.odin.duration, ruling.sample-odin
        state.borrowed = tuple(
            "" if each == seat else name for each, name in enumerate(state.borrowed)
        )
    steps: Steps = [Select(seat, only)]
    for power, owner in speakers(state, seat):
        steps = power.turn_start(state, owner, seat, steps)
        if state.result is not None:
            return
    state.then(*steps)


class Select(TurnStep, frozen=True):  # rule: turn.three-steps, select.own-nomad
    only: str = ""  # the one viking that may take this turn, already chosen
    prompt, rule = "Pick the viking that moves and casts a stone", "select.own-nomad"

    def ask(self, state: Ragnarocks) -> str:
        if few_left(state):
            return more(self.prompt, left(state.supply))
        if state.opener == NOBODY:
            return self.prompt
        colour = p.COLOURS[state.side(self.seat)]
        return phrase("Open for {colour}: pick one of its vikings", colour=colour)

    def options(self, state: Ragnarocks) -> list[str]:
        names = p.board(state.board).vikings
        return [] if self.only else [names[viking] for viking in selectable(state, self.seat)]

    def leads(self, state: Ragnarocks, pick: str) -> TurnStep | None:
        return None if state.powers else Move(self.seat, pick)

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        if self.only and affordable(state, self.seat) and can_act(state, self.seat, self.only):
            pick = self.only
        if not pick:
            skip(state, self.seat)
            return
        steps: Steps = [Move(self.seat, pick)]
        for power, owner in speakers(state, self.seat):
            steps = power.before_move(state, owner, Move(self.seat, pick), steps)
        state.then(*steps)

    def opens_turn(self) -> bool:
        return True

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return standing(state, pick)

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return why_not_select(state, self.seat, thing)


def selectable(state: Ragnarocks, seat: int) -> list[int]:  # rule: ruling.turn-exists
    """The vikings with which this seat can complete a turn.

    In the basic game a free hex beside a nomad is enough: wherever it goes, the hex behind it is
    free for the runestone.
    """
    board, hexes, land = p.board(state.board), state.hexes, state.land
    found: list[int] = []  # rule: ruling.complete-turns-only, turn.mandatory
    if not (affordable(state, seat) if state.powers else state.supply):  # rule: ruling.supply
        return found
    ahead = bool(state.powers) and looks_ahead(state, seat)
    for viking in board.sides[state.side(seat)]:
        at = state.where[viking]
        if at != p.OFF and land[at] == p.CONTESTED:  # rule: select.nomad-meaning
            if ahead:
                if can_act(state, seat, board.vikings[viking]):
                    found.append(viking)
                continue
            for to in board.beside[at]:
                if not hexes[to]:
                    found.append(viking)
                    break
    return found


def affordable(state: Ragnarocks, seat: int) -> bool:
    price = 1
    for power, owner in speakers(state, seat):
        price = power.price(state, owner, seat, price)
    return state.supply == p.ENDLESS or state.supply >= price


# -- looking ahead -----------------------------------------------------------------------------


def looks_ahead(state: Ragnarocks, seat: int) -> bool:
    """Must it be tried out whether a turn of this seat can be completed?"""
    return any(power.fateful for power, owner in speakers(state, seat) if owner == seat)


def can_act(state: Ragnarocks, seat: int, viking: str) -> bool:
    """Can this nomad complete a turn?"""
    twin = state.clone()
    Select(seat).run(twin, viking)
    return completes(twin)


def after(state: Ragnarocks, step: TurnStep, pick: str) -> Ragnarocks:
    """The state as it would be if that were touched at the step that is asked now."""
    twin = state.clone()
    twin.agenda.pop()
    step.run(twin, pick)
    return twin


def completes(state: Ragnarocks) -> bool:  # rule: ruling.complete-turns-only, ruling.must-loses
    """Can the turn under way be brought to its end? Plays on in place.

    Nobody may begin what cannot be finished, nor skip as long as anything can be.
    """
    while state.result is None:
        step = state.agenda[-1][0]
        if not isinstance(step, TurnStep):
            return True
        ways = step.ways(state)
        if ways:
            return step.suffices or any(completes(after(state, step, way)) for way in ways)
        if step.needed:
            return False
        state.agenda.pop()
        step.run(state, None)
    return True


def skip(state: Ragnarocks, seat: int) -> None:  # rule: skip.forced
    state.skips += 1
    words = phrase("{who} cannot complete a turn and skips", who=player(seat))
    state.events.append(Said(seat=seat, words=words))
    state.then(NextTurn(seat))  # rule: turn.alternate


# -- move and summon ---------------------------------------------------------------------------


class Move(TurnStep, frozen=True):  # rule: move.straight-line
    viking: str
    rule = "move.straight-line"
    needed = fateful = True

    def ask(self, state: Ragnarocks) -> str:
        question = self.question(state)
        return told(state, self.seat, "move", question) if state.powers else question

    def question(self, state: Ragnarocks) -> str:
        return of_hex(MOVE, standing(state, self.viking))

    def ways(self, state: Ragnarocks) -> list[str]:
        names = p.board(state.board).names
        return [names[to] for to in reach(state, self)]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "Select offers only vikings that can move"
        walk(state, self, p.board(state.board).index[pick])
        arrived(state, self)

    def sign(self, state: Ragnarocks, pick: str) -> str:
        board = p.board(state.board)
        at, to = state.where[board.numbers[self.viking]], board.index[pick]
        straight = to == at or to in slides(board, state.hexes, at)
        return f"{'-' if straight else '^'}{pick[5:]}"

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return why_not_here(state, self.viking, thing, stone=False)


def arrived(state: Ragnarocks, move: Move) -> None:
    """The selected viking stands where it wanted to go: now it summons."""
    if state.result is not None:
        return
    if not state.powers:
        state.then(Summon(move.seat, move.viking))
        return
    steps: Steps = [OpenSummon(move.seat, move.viking)]
    for power, owner in speakers(state, move.seat):
        steps = power.after_move(state, owner, move, steps)
    state.then(*steps)


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


def walk(state: Ragnarocks, move: Move, to: int) -> None:
    state.last = (shift(state, move.seat, move.viking, to), to)


class Summon(TurnStep, frozen=True):  # rule: summon.origin, summon.like-a-move
    viking: str
    rule = "summon.like-a-move"
    needed = suffices = ends_turn = True

    def ask(self, state: Ragnarocks) -> str:
        question = self.question(state)
        return told(state, self.seat, "summon", question) if state.powers else question

    def question(self, state: Ragnarocks) -> str:
        return of_hex(SUMMON, standing(state, self.viking))

    def ways(self, state: Ragnarocks) -> list[str]:
        names = p.board(state.board).names
        return [names[to] for to in aim(state, self)]

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "after a move of at least one hex the hex behind the viking is free"
        take_stone(state)
        summoned(state, self, p.board(state.board).index[pick])

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return f"/{pick[5:]}"

    def why(self, state: Ragnarocks, thing: str) -> tuple[str, str]:
        return why_not_here(state, self.viking, thing, stone=True)


class OpenSummon(Summon, frozen=True):
    """A summon after which a power may have more to say."""

    ends_turn = False


def aim(state: Ragnarocks, summon: Summon) -> list[int]:
    """Where a runestone can fly from the selected viking; never to its own hex."""
    board = p.board(state.board)  # rule: ruling.stone-own-hex
    if not state.supply:
        return []
    cells = slides(board, state.hexes, state.where[board.numbers[summon.viking]])
    for power, owner in speakers(state, summon.seat):
        cells = power.aim(state, owner, summon, cells)
    return cells


def summoned(state: Ragnarocks, summon: Summon, at: int) -> None:
    """Lay the runestone of this turn, and see what follows from it."""
    created = lay_stone(state, summon.seat, at)
    if state.result is not None:
        return
    end = EndTurn(summon.seat, summon.viking)
    if not state.powers:  # nobody has more to say: what comes next comes at once
        end.run(state, None)
        return
    steps: Steps = [end]
    for power, owner in speakers(state, summon.seat):
        steps = power.after_summon(state, owner, summon, steps)
        steps = power.created(state, owner, summon, steps) if created else steps
    state.then(*steps)


class EndTurn(Step[Ragnarocks], frozen=True):
    viking: str = ""  # the one that was selected

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        state.skips, over = 0, NextTurn(self.seat)
        if state.supply in p.WARNED and len(state.last) > 2:
            state.events.append(Said(words=warning(state)))
        if not state.powers:
            over.run(state, None)
            return
        steps: Steps = [over]
        for power, owner in speakers(state, self.seat):
            steps = power.turn_end(state, owner, self, steps)
        state.then(*steps)


class NextTurn(Step[Ragnarocks], frozen=True):  # rule: turn.alternate, ruling.skip-not-final
    def run(self, state: Ragnarocks, pick: str | None) -> None:
        state.turns += 1
        because = ending(state)
        if because:
            score(state, because)
            return
        if state.opener != NOBODY:
            opened(state)
            return
        if not state.powers:
            begin_turn(state, 1 - self.seat)
            return  # rule: team.alternate, ruling.team-frequency
        state.newcomers = tuple(seat for seat in state.newcomers if seat != self.seat)
        steps: Steps = [BeginTurn(state.rival(self.seat))]
        for power, owner in speakers(state, self.seat):
            steps = power.next_turn(state, owner, self.seat, steps)
        state.then(*steps)


class BeginTurn(Step[Ragnarocks], frozen=True):
    only: str = ""

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        begin_turn(state, self.seat, self.only)


# -- one opens, the other chooses a colour -----------------------------------------------------


def opened(state: Ragnarocks) -> None:
    """A first turn is played: the same seat plays the other side's, then the rival chooses."""
    if state.turns < p.OPENING_TURNS:  # rule: ruling.pie
        state.ivory = 1 - state.ivory
        begin_turn(state, state.opener)
    else:
        state.then(TakeSide(1 - state.opener))


class TakeSide(TurnStep, frozen=True):  # rule: ruling.pie
    """Whoever did not open takes a colour; the side that opened first has the next turn."""

    rule = "ruling.pie"

    def ask(self, state: Ragnarocks) -> str:
        colour = p.COLOURS[state.side(self.seat)]
        return phrase("Choose your colour: {colour} has the next turn", colour=colour)

    def options(self, state: Ragnarocks) -> list[str]:
        return list(p.PLAY)

    def run(self, state: Ragnarocks, pick: str | None) -> None:
        assert pick, "there are two colours"
        side, first = p.PLAY.index(pick), state.side(self.seat)
        state.ivory, state.opener = self.seat ^ side, NOBODY
        words = phrase(
            "{who} has chosen to play {colour}", who=player(self.seat), colour=p.COLOURS[side]
        )
        state.events.append(Said(seat=self.seat, words=words))
        begin_turn(state, state.seat(first))

    def sign(self, state: Ragnarocks, pick: str) -> str:
        return p.COLOURS[p.PLAY.index(pick)]
