"""The talk between a person and the table: lines in, words and boards out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from rich.console import Console
from rich.text import Text

import fimbul
from fimbul.cli.editing import complete_with
from fimbul.cli.refusals import unusable
from fimbul.cli.rulebook import entries_text
from fimbul.cli.sitting import Sitting, Unclear
from fimbul.cli.table import Indented, Look, screen, table
from fimbul.cli.telling import because, outcome
from fimbul.cli.words import grouped, labels_of
from fimbul.kernel import Decision

HELP = """\
Name what you want to touch: d4, cell:d4, or any word that fits one option only.
Several words answer several questions in a row: a3 d3 d7. The game's own notation works too.
  options        what may be touched now        board          show the table again
  look THING     all that a card or piece says  hint           what a bot would do
  why THING      why it cannot be touched       rules [WORDS]  the rule of this question, or search
  undo           back to your last choice       save FILE      keep the match as a .saga
  quit           leave the table"""


class Terminal:
    """Shows the table, reads lines, obeys them; ends at `quit`, end of input or Ctrl-C."""

    def __init__(self, sitting: Sitting, *, plain: bool = False) -> None:
        self.sitting = sitting
        self.plain = plain
        self.console: Console = screen(plain)
        self.own_files: set[Path] = set()  # files that `save` may replace
        self.kept = len(sitting.match.choices)  # so many choices are saved, or were loaded
        self.orders: dict[str, Callable[[str], None]] = {
            "help": lambda words: self.say(HELP),
            "options": lambda words: self._show_options(),
            "board": lambda words: self._show_table(),
            "look": self._look,
            "why": self._tell_why,
            "hint": lambda words: self._give_hint(),
            "undo": lambda words: self._undo(),
            "rules": self._show_rules,
            "save": self._save,
        }

    def run(self) -> None:
        complete_with(self.names)
        try:
            self._go_on()
            while (line := self.read()) is not None:
                if line.lower() in ("quit", "exit", "q"):
                    break
                self.obey(line)
        except KeyboardInterrupt:
            self.say("")
        unsaved = len(self.sitting.match.choices) != self.kept
        self.say("Farewell." + " To keep a match, `save FILE` before you leave." * unsaved, "dim")

    def names(self) -> list[str]:
        """All that could be typed now."""
        decision = self.sitting.mine()
        options = decision.options if decision else ()
        return [*(option.partition(":")[2] for option in options), *self.orders, "quit"]

    def say(self, words: str, style: str = "") -> None:
        self.console.print(Text(words, style))

    def read(self) -> str | None:
        """The next line, or None at the end of input. What a pipe says is shown, as if typed."""
        if sys.stdin.isatty():
            try:
                return input("> ").strip()
            except EOFError:
                self.say("")
                return None
        line = sys.stdin.readline()
        if line:
            self.say(f"> {line.strip()}")
        return line.strip() if line else None

    def obey(self, line: str) -> None:
        order, _, words = line.partition(" ")
        order = {"?": "help"}.get(order, order.lower())
        if not line:
            self._show_prompt()
        elif order in self.orders:
            self.orders[order](words.strip())
        else:
            self.play(line)

    def play(self, line: str) -> None:
        try:
            choices = self.sitting.reading(line)
        except Unclear as unclear:
            self.say(str(unclear), "red")
            return
        for seat, thing in choices:
            self.sitting.choose(seat, thing)
        self._go_on()

    def _go_on(self) -> None:
        """Let the bots answer until a person is asked or the match is over, then show it."""
        while (asked := self.sitting.theirs()) or self.sitting.answer_for_form():
            if asked:
                name = self.sitting.scene().names()[asked.seat]
                with self._waiting(f"{name} thinks ..."):
                    self.sitting.let_bot_choose(asked.seat)
        self._show_table()

    def _waiting(self, words: str) -> AbstractContextManager[object]:
        """Something that turns, where there is a screen to see it."""
        if self.console.is_terminal and not self.plain:
            return self.console.status(Text(words))
        return nullcontext()

    def _show_table(self) -> None:
        sitting, scene = self.sitting, self.sitting.scene()
        decision = sitting.mine()
        players = dict.fromkeys(sitting.people, "you") if sitting.bots else {}
        look = Look(
            options=frozenset(decision.options if decision else ()),
            asked=tuple(open_.seat for open_ in sitting.state.open),
            players=players | {seat: bot.name for seat, bot in sitting.bots.items()},
            news=tuple(sitting.take_news()),
            plain=self.plain,
        )
        self.say("")
        self.console.print(table(scene, look, self.console.width))
        self._show_prompt()

    def _show_prompt(self) -> None:
        decision = self.sitting.mine()
        if decision:
            self._show_question(decision)
            self._show_options()
        else:
            self._show_result()

    def _show_question(self, decision: Decision) -> None:
        name = self.sitting.scene().names()[decision.seat]
        asked = Text(f"{name}: {decision.prompt}", "bold").append(".", "bold")
        self.console.print(asked.append(f" [{decision.rule}]", "not bold cyan"))

    def _show_options(self) -> None:
        decision = self.sitting.mine()
        if decision is None:
            self.say("There is nothing to choose now.")
            return
        for group in grouped(decision, labels_of(self.sitting.scene())):
            self.console.print(Indented(group, "yellow"))

    def _show_result(self) -> None:
        result = self.sitting.state.result
        assert result, "without a decision and without a result nobody could go on"
        names = self.sitting.scene().names()
        first, *rest = outcome(result, names, self.sitting.match.game.rulebook)
        self.say(first, "bold green")
        for line in rest:
            self.say(line)
        self.say("The match is over: `save FILE` keeps it, `undo` goes back, `quit` leaves.")

    def _look(self, words: str) -> None:
        if not words:
            self.say("look at what? For example: look d4")
            return
        first, *rest = self.sitting.look(words)
        self.say(first)
        for line in rest:
            self.console.print(Indented(line, "dim"))

    def _tell_why(self, words: str) -> None:
        if not words:
            self.say("why what? For example: why d4")
            return
        answer, rule = self.sitting.why(words)
        self.say(answer)
        for line in because(rule, self.sitting.match.game.rulebook):
            self.console.print(Indented(line, "dim"))

    def _give_hint(self) -> None:
        if self.sitting.mine() is None:
            self.say("There is nothing to choose now.")
            return
        try:
            with self._waiting("asking ..."):
                picks = self.sitting.hint()
        except Unclear as unclear:
            self.say(str(unclear), "red")
            return
        self.say(f"A bot would touch {', then '.join(picks)}.")

    def _undo(self) -> None:
        if self.sitting.undo():
            self._show_table()
        else:
            self.say("You have not chosen anything yet.")

    def _show_rules(self, words: str) -> None:
        book = self.sitting.match.game.rulebook
        decision = self.sitting.mine()
        wanted = words or (decision.rule if decision else "")
        found = entries_text(book, wanted)
        self.console.print(found or Text(f"Nothing in the rulebook holds all of `{words}`."))

    def _save(self, words: str) -> None:
        """Keep the match; a file that was not written here is never overwritten."""
        if not words:
            self.say("save where? For example: save match.saga")
            return
        path = Path(words if words.endswith(".saga") else f"{words}.saga").expanduser()
        if path.exists() and path.resolve() not in self.own_files:
            self.say(f"{path} exists already; choose another name.", "red")
            return
        tags = {f"Seat{seat}": "a person" for seat in self.sitting.people}
        tags |= {f"Seat{seat}": bot.name for seat, bot in self.sitting.bots.items()}
        try:
            path.write_text(fimbul.write_saga(self.sitting.match.record(tags)), encoding="utf-8")
        except OSError as wrong:
            self.say(unusable(wrong), "red")
        else:
            self.own_files.add(path.resolve())
            self.kept = len(self.sitting.match.choices)
            self.say(f"Saved as {path}. `fimbul play --load {path}` takes it up again.")
