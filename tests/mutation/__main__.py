"""`python -m tests.mutation ragnarocks`: break its rules, and tell what nobody noticed."""

from __future__ import annotations

import argparse
import sys
from resource import RUSAGE_CHILDREN, getrusage

from tests.mutation.explained import explained
from tests.mutation.mutants import Mutant, drawn
from tests.mutation.trial import NotGreen, survivors


def main() -> None:
    words = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    words.add_argument("games", nargs="+")
    words.add_argument("--mutants", type=int, default=40, help="how many are drawn")
    words.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    words.add_argument("--only", action="append", help="all whose line holds these words")
    words.add_argument("--at-once", type=int, default=2, help="how many are tried at a time")
    asked = words.parse_args()
    for game in asked.games:
        try:
            report(game, chosen(game, asked), asked.at_once)
        except NotGreen as which:
            sys.exit(f"{game}: tests fail before anything is broken: {which}")


def chosen(game: str, asked: argparse.Namespace) -> list[Mutant]:
    if not asked.only:
        return drawn(game, asked.seed, asked.mutants)
    every = drawn(game, asked.seed, sys.maxsize)
    return [mutant for mutant in every if any(words in mutant.key for words in asked.only)]


def report(game: str, mutants: list[Mutant], at_once: int) -> None:
    known, left, before = explained(), 0, spent()
    for mutant in survivors(game, mutants, at_once):
        left += 1
        print(f"survived: {mutant.key}", flush=True)
        if mutant.key in known:
            print(f"  {known[mutant.key]}", flush=True)
    killed = f"{len(mutants) - left} of {len(mutants)} killed"
    print(f"{game}: {killed}, {spent() - before:.0f} s of the processor", flush=True)


def spent() -> float:
    """Seconds of the processor, by all trials so far."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
