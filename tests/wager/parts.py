"""The cards, and every number of the rulebook."""

CARDS, HAND, ROUNDS, SIDES = 24, 4, 2, 6
NAMES = ["", *(f"card:{number}" for number in range(1, CARDS + 1))]
DONE = "button:done"
