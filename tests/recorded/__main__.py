"""Records matches by the rules of today: `python -m tests.recorded GAME`.

It writes a folder for the present number of the game's rules, and refuses if there is one: what
was recorded is never recorded anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import fimbul
from fimbul.kernel import Game, Match
from fimbul.server.replay.reel import Reel
from fimbul.server.replay.tale import TALE, fold_text, tale_of
from tests.recorded.course import COURSE, HERE, course_of

LONGEST = 400  # choices; what is longer is kept unfinished
PITCHED = {"scenario": "pitched-battle", "first": "griffons-600", "second": "acheron-600"}
TABLES: Mapping[str, Mapping[str, dict[str, Any]]] = {
    "brandub": {"plain": {}},
    "ragnarocks": {"plain": {}, "powers": {"powers": ["odin", "random"]}},
    "nine_realms": {"plain": {}},
    "drakkar": {"plain": {}, "race": {"brawl": "race"}},
    "ragnarok_star": {"plain": {}, "divalkyrie": {"expansions": "divalkyrie"}},
    "rag_narok": {"plain": {}, "pitched": PITCHED},
}


def recorded(game: Game[Any], options: dict[str, Any], seed: int) -> str:
    """A match by chance, as a file that holds its own tale."""
    dice, match = Random(seed), Match(game, game.setup(**options), seed, mixed=True)
    while match.state.open and len(match.choices) < LONGEST:
        decision = dice.choice(match.state.open)
        match.choose(decision.seat, dice.choice(decision.options))
    record = match.record({COURSE: course_of(game, match.record())})
    tale = fold_text(tale_of(Reel(game, record)))
    return f'{fimbul.write_saga(record)}\n[{TALE} "{tale}"]\n'


def main(name: str) -> None:
    game = fimbul.game(name)
    folder: Path = HERE / name / f"rules-{game.rules}"
    folder.mkdir(parents=True)
    for seed, (title, options) in enumerate(TABLES[name].items(), start=1):
        (folder / f"{title}.saga").write_text(recorded(game, options, seed), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
