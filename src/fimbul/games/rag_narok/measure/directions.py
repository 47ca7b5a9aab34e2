"""The directions of all whole degrees, computed without floating point."""

from __future__ import annotations  # rule: ruling.fixed-point, ruling.headings

BITS = 20  # of a direction's length
ONE = 1 << BITS
HALF = ONE >> 1
_DIGITS = 10**30  # the precision in which the directions are computed
_PI = 3_141592653589793238462643383280


def _degree() -> tuple[int, int]:
    """Cosine and sine of one degree, by their series, in thirty digits."""
    angle = _PI // 180
    terms, term = [_DIGITS], _DIGITS
    for n in range(1, 20):
        term = term * angle // _DIGITS // n
        terms.append(term)
    cosine = sum(terms[0::4]) - sum(terms[2::4])
    return cosine, sum(terms[1::4]) - sum(terms[3::4])


def _directions() -> tuple[tuple[int, int], ...]:
    """The directions of one quarter, turned degree by degree; the others by symmetry."""
    cosine, sine = _degree()
    x, y, first = _DIGITS, 0, []
    for _ in range(90):
        first.append(((x * ONE + _DIGITS // 2) // _DIGITS, (y * ONE + _DIGITS // 2) // _DIGITS))
        x, y = (x * cosine - y * sine) // _DIGITS, (x * sine + y * cosine) // _DIGITS
    second = [(-y, x) for x, y in first]
    return (*first, *second, *((-x, -y) for x, y in first), *((-x, -y) for x, y in second))


DIRECTIONS = _directions()
