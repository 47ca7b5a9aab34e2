"""What the table's geometry finds, in text; with `plain`, without its compiled form."""

from __future__ import annotations

from tests.games.uncompiled import tell_either

PACKAGE = "fimbul.games.rag_narok"
ANYWHERE, BOARDS, HEADINGS = 3000, 120, 360


def tell() -> None:
    """Compiled or not, and what it says of shapes here and on the farthest boards."""
    from fimbul.games.rag_narok import parts as p
    from fimbul.games.rag_narok.measure import geometry as g
    from fimbul.kernel import Dice

    print(f"compiled={not str(g.__file__).endswith('.py')}")
    dice = Dice(7)
    for number in range(400):
        beside = dice.roll(BOARDS) * p.STRIDE if number % 2 else 0
        places = [
            (beside + dice.roll(ANYWHERE), dice.roll(ANYWHERE), dice.roll(HEADINGS))
            for _ in range(2)
        ]
        one, other = (g.base(place, (250 + 25 * dice.roll(30), 250)) for place in places)
        here, there = (place[:2] for place in places)
        far, heading = dice.roll(ANYWHERE), dice.roll(HEADINGS)
        path = g.swept(one, heading, far)
        print(one, path, g.shifted(one, heading, far), g.hull((*one, *other)), g.bounds(path))
        print(g.spun(places[0], there, -heading), g.moved(places[1], heading, far))
        print(g.bearing(here, there), g.bearing((0, 0), here), g.turn_between(heading, far % 360))
        print([g.clash(path, other, slack) for slack in (0, 5, 300)], g.meet(here * 2, there * 2))
        print([g.within(one, other, limit) for limit in (0, 250, far, 1 << 23)], g.gap(one, other))
        print(g.gap(one, g.base((here[0] % p.STRIDE, 0, 0), (250, 250))), g.squared(here, there))
        print(g.in_arc(places[0], there), g.holds(path, there), g.box_of(places[0], (250, 500)))
        print(g.centres_in((places[0], None, places[1]), g.bounds(path)))


if __name__ == "__main__":
    tell_either(PACKAGE, tell)
