"""How long it takes to draw a Swiss round of 256 and an arena in which 1,000 wait, to work out
standings, and to draw a knock-out and a round robin: `python -m benchmarks.tournaments`.
Processor time, the best of several.
"""

from __future__ import annotations

from functools import partial
from random import Random

from benchmarks.pairing import best
from fimbul.server.tournaments.arena import Free, arena_tables
from fimbul.server.tournaments.bouts import Bout, Entrant
from fimbul.server.tournaments.course import Tournament, next_step
from fimbul.server.tournaments.standings import standings
from fimbul.server.wire.tournaments import NewTournament, TournamentKind

SWISS, ARENA, BOUTS = 256, 1_000, 10_000
AGES = 10**6  # seconds after which an arena would end


def held(kind: TournamentKind) -> Tournament:
    wish = NewTournament("T", "brandub", kind, "Host", rounds=15, rest=0)
    return Tournament(id="t", wish=wish, host="", state="running", created=0, begins=1, until=AGES)


def crowd(count: int) -> list[Entrant]:
    roll = Random(7)
    return [Entrant(number=n, name=str(n), strength=roll.gauss(25, 6)) for n in range(count)]


def played(people: list[Entrant], rounds: int) -> list[Bout]:
    """A Swiss tournament after so many rounds."""
    roll, bouts = Random(1), list[Bout]()
    for now in range(2, 2 + rounds):
        step = next_step(now, held("swiss"), people, bouts)
        for draw in step.draws:
            places = draw.places or roll.choice([(1, 2), (2, 1), (1, 1)])
            names = draw.entrants
            bout = Bout(
                number=len(bouts), round=step.round, entrants=names, ended=now, places=places
            )
            bouts.append(bout)
    return bouts


def fought(people: list[Entrant]) -> list[Bout]:
    """An arena after ten thousand matches."""
    roll = Random(3)
    return [
        Bout(
            number=n,
            round=1,
            entrants=tuple(one.number for one in roll.sample(people, 2)),
            table="t",
            laid=True,
            ended=1,
            places=roll.choice([(1, 2), (2, 1)]),
        )
        for n in range(BOUTS)
    ]


def waiting(count: int) -> list[Free]:
    roll = Random(2)
    return [
        Free(n, roll.randrange(20), roll.gauss(25, 6), roll.randrange(50), last=frozenset({n ^ 1}))
        for n in range(count)
    ]


def main() -> None:
    people, many = crowd(SWISS), crowd(ARENA)
    for rounds in (0, 4, 8):
        drawn = partial(next_step, 100, held("swiss"), people, played(people, rounds))
        print(f"{best(drawn):8.2f} ms  round {rounds + 1} of a Swiss of 256, drawn")
    free, past = waiting(ARENA), fought(many)
    for seats in (2, 4):
        told = f"an arena of 1,000 who wait, {seats} at a table"
        print(f"{best(partial(arena_tables, free, seats)):8.2f} ms  {told}")
    whole = best(lambda: next_step(100, held("arena"), many, past))
    print(f"{whole:8.2f} ms  the same from the store's rows, after 10,000 matches")
    print(f"{best(lambda: standings('arena', many, past)):8.2f} ms  its standings alone")
    print(
        f"{best(lambda: next_step(9, held('knock_out'), people, [])):8.2f} ms  a knock-out of 256"
    )
    small = people[:32]
    told = "a round of a round robin of 32"
    print(f"{best(lambda: next_step(9, held('round_robin'), small, [])):8.2f} ms  {told}")


if __name__ == "__main__":
    main()
