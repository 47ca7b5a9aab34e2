"""`fimbul learn`: a first match, task by task."""

from __future__ import annotations

import os
from typing import Any

import click

import fimbul
from fimbul.cli.helping import Spoken
from fimbul.cli.refusals import speak
from fimbul.kernel import (
    LANGUAGES,
    PANELS,
    Game,
    Lesson,
    Match,
    Scene,
    Task,
    Tongues,
    find_lesson,
    find_primer,
    lesson_match,
    phrase,
)
from fimbul.words import teller_of, voice_of

HELP = "Type what is named and press Enter; back, or quit."
OTHER = "That is allowed, too. Here, touch {thing}."
TITLES = {"aim": "Aim", "turn": "What you do", "end": "The end", "score": "What counts"}
ON = "Enter to go on"


def own_language() -> str:
    """The language of the terminal, if we speak it."""
    told = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return told[:2] if told[:2] in LANGUAGES else LANGUAGES[0]


@click.command(cls=Spoken)
@click.argument("game", default="ragnarocks")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    envvar="FIMBUL_LANGUAGE",
    help="The language; by default that of the terminal.",
)
@click.option("--short", is_flag=True, help="How it is played, on one screen.")
@click.option("--plain", is_flag=True, help="No colours and no frames, for screen readers.")
def learn(game: str, language: str | None, short: bool, plain: bool) -> None:
    """Learn GAME in a first match, or on one screen."""
    spoken = language or own_language()
    speak(voice_of(spoken))
    found = fimbul.game(game)
    if short:
        told_shortly(found, spoken, plain=plain)
    else:
        Learning(found, find_lesson(found), spoken, plain=plain).run()


def told_shortly(game: Game[Any], language: str, *, plain: bool) -> None:
    from rich.text import Text

    from fimbul.cli.table import screen

    console, primer, teller = screen(plain), find_primer(game), teller_of(game, language)
    for about in PANELS:
        console.print(Text(teller.tell(TITLES[about]), "bold"))
        for line in primer.panel(about).text[language].splitlines():
            console.print(Text(f"  {line}"))


class Learning:
    """One lesson at this terminal."""

    def __init__(self, game: Game[Any], lesson: Lesson, language: str, *, plain: bool) -> None:
        from fimbul.cli.table import screen

        self.game, self.lesson, self.teller = game, lesson, teller_of(game, language)
        self.console, self.plain = screen(plain), plain

    def run(self) -> None:
        self.say(f"{self.game.title}: {self.told(self.lesson.title)}", "bold")
        self.say(HELP)
        number = 0
        while number < len(self.lesson.task):
            way = self.task(number)
            if way == "quit":
                return
            number = max(0, number - 1) if way == "back" else number + 1
        self.say(self.told(self.lesson.next), "bold")

    def task(self, number: int) -> str:
        """One task to its end: where to go from there."""
        task = self.lesson.task[number]
        self.say(f"\n{number + 1}/{len(self.lesson.task)} {self.told(task.goal)}", "bold")
        for words in (task.how, task.why):
            if words:
                self.say(self.told(words))
        for count in range(len(task.touch)):
            if (way := self.touched(number, task, count)) != "on":
                return way
        if not task.touch:
            self.show(lesson_match(self.game, self.lesson, number))
        elif task.done:
            self.say(self.told(task.done), "green")
        asked: str = click.prompt(self.teller.tell(ON), default="", show_default=False)
        return asked.strip() or "on"

    def touched(self, number: int, task: Task, count: int) -> str:
        """Ask until the right thing is named; then `on`, else the word that ends it."""
        from fimbul.cli.sitting import Sitting, Unclear

        match = lesson_match(self.game, self.lesson, number, count)
        labels = {thing.id: thing.label for thing in self.show(match).things()}
        while (line := str(click.prompt("", prompt_suffix="> ")).strip()) not in ("back", "quit"):
            try:
                picks = list(Sitting(match, {}, self.teller.language).reading(line))
            except Unclear as unclear:
                self.say(unclear.words, "yellow")
                continue
            if picks and picks[0] == (self.lesson.seat, task.touch[count]):
                return "on"
            wanted = labels.get(task.touch[count], task.touch[count])
            self.say(phrase(OTHER, thing=wanted), "yellow")
        return line

    def show(self, match: Match[Any]) -> Scene:
        from fimbul.cli.table import TableLook, table

        seat = self.lesson.seat
        scene: Scene = self.teller.told(self.game.scene(match.state, seat, brief=True))
        mine = [one for one in match.state.open if one.seat == seat]
        options = frozenset(mine[0].options if mine else ())
        asked, spoken = ((seat,) if mine else ()), self.teller.language
        look = TableLook(asked=asked, options=options, plain=self.plain, language=spoken)
        self.console.print(table(scene, look, self.console.width))
        return scene

    def told(self, words: Tongues) -> str:
        return words.get(self.teller.language, "")

    def say(self, words: str, style: str = "") -> None:
        from rich.text import Text

        self.console.print(Text(self.teller.tell(words), style))
