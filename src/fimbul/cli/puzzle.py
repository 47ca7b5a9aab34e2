"""`fimbul puzzle`: find the one best turn."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

import fimbul
from fimbul.cli.arguments import language_option
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import BadArgument, speak
from fimbul.kernel import (
    Game,
    Match,
    Puzzle,
    Scene,
    State,
    find_puzzle,
    is_turn_over,
    phrase,
    puzzle_match,
    puzzle_of,
    puzzles,
)
from fimbul.words import teller_of

THEMES = {
    "win": "One turn wins, and no other does.",
    "turn": "One turn brings you ahead; all others leave you behind.",
    "grow": "One turn is far better than all others.",
    "hold": "One turn holds; all others lose ground.",
}
HELP = "Type what you touch, one thing or the whole turn; solution, back, or quit."


@click.command(cls=Spoken)
@click.argument("game", default="ragnarocks")
@click.argument("name", required=False)
@click.option("--plain", is_flag=True, help="No colours and no frames, for screen readers.")
@language_option
def puzzle(game: str, name: str | None, plain: bool, language: str) -> None:
    """Solve the puzzle of the day of GAME, or the one called NAME."""
    found = fimbul.game(game)
    speak(teller_of(found, language))
    known = puzzles(found)
    if not known:
        raise BadArgument(phrase("{game} has no puzzles", game=found.title))
    chosen = find_puzzle(found, name) if name else puzzle_of(known, datetime.now(UTC).toordinal())
    Solving(found, chosen, language, plain=plain).run()


class Solving:
    """One puzzle at this terminal."""

    def __init__(self, game: Game[Any], puzzle: Puzzle, language: str, *, plain: bool) -> None:
        from fimbul.cli.table import screen

        self.game, self.puzzle, self.console = game, puzzle, screen(plain)
        self.teller, self.plain = teller_of(game, language), plain

    def run(self) -> None:
        parts = {"name": self.puzzle.name, "stars": "*" * self.puzzle.stars}
        self.say(phrase("{game}, puzzle {name} {stars}", game=self.game.title, **parts), "bold")
        self.say(phrase("{theme} {help}", theme=THEMES[self.puzzle.theme], help=HELP))
        while (picks := self.turn()) is not None:
            if tuple(picks) == self.puzzle.best:
                self.say("Right! That is the one.", "bold green")
                self.goes_on()
                return
            self.say("Not that one: another turn is clearly better. Try again.", "yellow")
        self.say(phrase("The best turn: {turn}", turn=self.words()), "bold")
        self.goes_on()

    def turn(self) -> list[str] | None:
        """What is picked in a whole turn; None if the solution is wanted."""
        from fimbul.cli.sitting import Sitting, Unclear

        match = puzzle_match(self.game, self.puzzle)
        before, start = match.state.clone(), len(match.choices)
        sitting = Sitting(match, {}, self.teller.language)
        while not is_turn_over(self.game, self.puzzle, before, match.state):
            self.show(match)
            decision = match.state.open[0]
            line = click.prompt(self.teller.tell(decision.prompt), prompt_suffix="> ").strip()
            if line in ("solution", "quit"):
                return None
            if line == "back":
                match.undo(len(match.choices) - start)
                continue
            try:
                for seat, thing in sitting.reading(line):
                    match.choose(seat, thing)
            except Unclear as unclear:
                self.say(unclear.words, "yellow")
        return [thing for _, thing in match.choices[start:]]

    def show(self, match: Match[Any]) -> None:
        from fimbul.cli.table import TableLook, table

        scene = self.scene(match.state, brief=True)
        asked = tuple(open_.seat for open_ in match.state.open)
        options = frozenset(match.state.open[0].options)
        spoken = self.teller.language
        look = TableLook(asked=asked, options=options, plain=self.plain, language=spoken)
        self.console.print(table(scene, look, self.console.width))

    def words(self) -> str:
        """The best turn, by what its things are called."""
        state, names = puzzle_match(self.game, self.puzzle).state, []
        for pick in self.puzzle.best:
            things = self.scene(state).things()
            names.append({thing.id: thing.label for thing in things}.get(pick, pick))
            fimbul.choose(state, self.puzzle.seat, pick)
        return ", ".join(names)

    def scene(self, state: State, *, brief: bool = False) -> Scene:
        return self.teller.told(self.game.scene(state, self.puzzle.seat, brief=brief))

    def goes_on(self) -> None:
        value, second = (round(50 * (one + 1)) for one in (self.puzzle.value, self.puzzle.second))
        worth = "It is worth {value} % to win, the next best turn {second} %."
        self.say(phrase(worth, value=value, second=second))

    def say(self, words: str, style: str = "") -> None:
        from rich.text import Text

        self.console.print(Text(self.teller.tell(words), style))
