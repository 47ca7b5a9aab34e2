"""A loop in plain Python, to compare machines: a figure divided by it says more than either."""

from benchmarks.figure import Figure, rate


def count() -> int:
    total = 0
    for number in range(10_000):
        total += number * number % 7
    return 10_000 if total else 0


FIGURES = (Figure("yardstick: plain Python loop", "rounds/s", lambda s: rate(count, s)),)
