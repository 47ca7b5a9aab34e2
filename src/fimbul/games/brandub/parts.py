"""Board and pieces: every number of the rulebook, once."""

SIZE, QUIET_LIMIT = 7, 60  # rule: setup.board, ruling.quiet
SQUARES = [f"cell:{letter}{number}" for number in range(1, 8) for letter in "abcdefg"]
INDEX = {name: at for at, name in enumerate(SQUARES)}
THRONE, STRONGHOLDS = 24, (0, 6, 42, 48)
MARKED = frozenset((THRONE, *STRONGHOLDS))
EMPTY, KING, GONE = 0, 13, 49  # gone: to a place beyond the board, with no way from it
SIDES = RAIDERS, GUARDS = range(1, 9), range(9, 14)  # pieces by number; the king is the last one
START = (3, 10, 21, 22, 26, 27, 38, 45, 17, 23, 25, 31, THRONE)  # rule: setup.pieces
KINDS = ["", *["raider"] * 8, *["guard"] * 4, "king"]
PIECES = [f"piece:{kind}-{number}" for number, kind in enumerate(KINDS)]
NUMBER = {name: piece for piece, name in enumerate(PIECES)}


def ray(at: int, dx: int, dy: int) -> tuple[int, ...]:
    x, y = at % SIZE + dx, at // SIZE + dy
    to = y * SIZE + x
    return (to, *ray(to, dx, dy)) if 0 <= x < SIZE and 0 <= y < SIZE else ()


WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
RAYS = [[ray(at, *way) for way in WAYS] for at in range(GONE)] + [[]]
BESIDE = [[line[0] for line in rays if line] for rays in RAYS]
STEPS = [[to for to in beside if to not in MARKED] for beside in BESIDE]
