"""The turn, in the order of the rulebook."""

from functools import cache

from fimbul.games.brandub import parts as p
from fimbul.games.brandub.state import Brandub
from fimbul.kernel import Moved, Removed, Step, phrase

went = cache(lambda a, b: phrase("{start} to {end}", start=p.SQUARES[a][5:], end=p.SQUARES[b][5:]))


class Turn(Step[Brandub], frozen=True):  # rule: turn.raiders-first
    prompt = "Choose a piece to move. The king must reach a corner; the raiders must catch him"
    rule = "turn.raiders-first"

    def options(self, state: Brandub) -> list[str]:
        return [p.PIECES[piece] for piece in p.SIDES[self.seat] if can_walk(state, piece)]

    def run(self, state: Brandub, pick: str | None) -> None:
        if pick:
            state.then(Walk(self.seat, pick))
        else:  # rule: end.no-move
            state.finish((2, 1) if self.seat == 0 else (1, 2), "end.no-move")

    def why(self, state: Brandub, thing: str) -> tuple[str, str]:
        if p.NUMBER.get(thing, p.EMPTY) in p.SIDES[self.seat]:
            return "move.straight", "That piece is blocked on every side."
        return self.rule, "Choose one of your own pieces first."

    def leads(self, state: Brandub, pick: str) -> Step[Brandub]:
        return Walk(self.seat, pick)


class Walk(Step[Brandub], frozen=True):  # rule: move.straight
    piece: str
    prompt, rule = "Choose where it goes along its row or column", "move.straight"

    def options(self, state: Brandub) -> list[str]:
        return [p.SQUARES[to] for to in walks(state, p.NUMBER[self.piece])]

    def run(self, state: Brandub, pick: str | None) -> None:
        assert pick, "Turn offers only pieces that can move"
        move(state, self.seat, p.NUMBER[self.piece], p.INDEX[pick])
        if state.where[p.KING] == p.GONE:  # rule: end.king-taken
            state.finish((1, 2), "end.king-taken")
        elif state.where[p.KING] in p.STRONGHOLDS:  # rule: end.king-escapes
            state.finish((2, 1), "end.king-escapes")
        elif state.quiet == p.QUIET_LIMIT:  # rule: ruling.quiet
            state.finish((1, 1), "ruling.quiet")
        else:
            state.then(Turn(1 - self.seat))

    def why(self, state: Brandub, thing: str) -> tuple[str, str]:
        if p.INDEX.get(thing) in p.MARKED and p.NUMBER[self.piece] != p.KING:
            return "move.strongholds", "Only the king may stop there."
        return self.rule, "A piece walks along free squares of its row or column."


def walks(state: Brandub, piece: int) -> list[int]:
    board, at, found = state.board, state.where[piece], []
    barred = frozenset() if piece == p.KING else p.MARKED  # rule: move.strongholds
    for ray in p.RAYS[at]:
        for to in ray:
            if board[to]:
                break
            if to not in barred:
                found.append(to)
    return found


def can_walk(state: Brandub, piece: int) -> bool:
    """Whether it walks anywhere; nearly always the next square tells."""
    board, at = state.board, state.where[piece]
    for to in p.STEPS[at]:
        if not board[to]:
            return True
    return at != p.GONE and bool(walks(state, piece))


def move(state: Brandub, seat: int, piece: int, to: int) -> None:
    origin, state.where[piece] = state.where[piece], to
    state.board[origin], state.board[to] = p.EMPTY, piece
    start, end, said = p.SQUARES[origin], p.SQUARES[to], went(origin, to)
    state.events.append(Moved(seat=seat, thing=p.PIECES[piece], origin=start, to=end, words=said))
    taken = [ray[0] for ray in p.RAYS[to] if len(ray) > 1 and is_taken(state, seat, *ray[:2])]
    for at in taken:  # rule: capture.between
        lost, name = state.board[at], p.SQUARES[at]
        state.board[at], state.where[lost] = p.EMPTY, p.GONE
        said = phrase("takes the {piece} on {at}", piece=p.KINDS[lost], at=name[5:])
        state.events.append(Removed(seat=seat, thing=p.PIECES[lost], origin=name, words=said))
    state.quiet = 0 if taken else state.quiet + 1


def is_taken(state: Brandub, seat: int, at: int, behind: int) -> bool:
    if state.board[at] not in p.SIDES[1 - seat]:
        return False
    if state.board[at] == p.KING and (at == p.THRONE or p.THRONE in p.BESIDE[at]):
        return all(hostile(state, seat, beside) for beside in p.BESIDE[at])  # rule: capture.king
    return hostile(state, seat, behind)


def hostile(state: Brandub, seat: int, at: int) -> bool:  # rule: capture.marked-squares
    return state.board[at] in p.SIDES[seat] or (at in p.MARKED and not state.board[at])
