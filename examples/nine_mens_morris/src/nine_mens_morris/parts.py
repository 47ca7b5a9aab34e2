"""Board and men: every number of the rulebook, once."""

ACROSS = "a1 d1 g1, b2 d2 f2, c3 d3 e3, a4 b4 c4, e4 f4 g4, c5 d5 e5, b6 d6 f6, a7 d7 g7"
NAMES = ACROSS.replace(",", "").split()  # row by row: three at a time they are a line across
POINTS = [f"point:{name}" for name in NAMES]  # rule: setup.board
INDEX = {name: at for at, name in enumerate(POINTS)}
UPWARD = sorted(range(24), key=NAMES.__getitem__)  # column by column: the lines upward
LINES = [tuple(order[at : at + 3]) for order in (range(24), UPWARD) for at in range(0, 24, 3)]
MILLS = [[set(line) - {at} for line in LINES if at in line] for at in range(24)]
STEPS = {step for a, b, c in LINES for step in ((a, b), (b, a), (b, c), (c, b))}
BESIDE = [[to for to in range(24) if (at, to) in STEPS] for at in range(24)]

MEN, FLYING, FEWEST, QUIET_LIMIT = 9, 3, 3, 50  # rule: setup.men, ruling.quiet
EMPTY, HAND, GONE = 0, 24, 25  # no man; two places beyond the board
SIDES = range(1, MEN + 1), range(MEN + 1, 2 * MEN + 1)  # men by number
KINDS = ["", *["white"] * MEN, *["red"] * MEN]
THINGS = ["", *[f"man:{kind}-{n}" for kind in ("white", "red") for n in range(1, MEN + 1)]]
NUMBER = {name: man for man, name in enumerate(THINGS)}
