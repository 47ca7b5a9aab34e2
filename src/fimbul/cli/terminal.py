"""The talk between a person and the table: lines in, words and boards out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from msgspec import structs
from rich.console import Console, RenderableType
from rich.text import Text

import fimbul
from fimbul.cli.arguments import PERSON
from fimbul.cli.editing import complete_with
from fimbul.cli.refusals import unusable
from fimbul.cli.rulebook import entries_text
from fimbul.cli.sitting import Sitting, Unclear
from fimbul.cli.table import Indented, TableLook, marked_in, rows_of, screen, table
from fimbul.cli.telling import because, ending
from fimbul.cli.words import grouped, labels_of, packed
from fimbul.kernel import Decision, Match, Scene, named, phrase, sentence

HELP = """\
Name what you want to touch: d4, cell:d4, or any word that fits just one option.
Several words answer several questions in a row: a3 d3 d7. Notation works too.
  options       what may be touched     board          the whole table again
  look [THING]  read a card, or all     news           what happened last
  why THING     why it cannot be        hint           what a bot would do
  undo          back to your choice     rules [WORDS]  of this, or search
  usual         answer so, where that is offered, until something else is asked
  save FILE     keep it as a .saga      quit           leave the table"""


MOST_TEXTS = 5  # so many options are shown with their texts; more would fill the screen
MOST_CHANCES = 6  # lines of what options would come to; `look` tells it of any


class Terminal:
    """Shows the table, reads lines, obeys them; ends at `quit`, end of input or Ctrl-C."""

    def __init__(self, sitting: Sitting, *, plain: bool = False) -> None:
        self.sitting = sitting
        self.plain = plain
        self.console: Console = screen(plain)
        self.own_files: set[Path] = set()  # files that `save` may replace
        self.kept = len(sitting.match.choices)  # so many choices are saved, or were loaded
        self.last: list[str] = []  # the news that were told last
        self.orders: dict[str, Callable[[str], None]] = {
            "help": lambda words: self.say(HELP),
            "options": lambda words: self._show_options(),
            "board": lambda words: self._show_table(whole=True),
            "look": self._look,
            "news": lambda words: self._tell_news(),
            "why": self._tell_why,
            "hint": lambda words: self._give_hint(),
            "undo": lambda words: self._undo(),
            "usual": lambda words: self._go_as_usual(),
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
        self.say("Farewell.", "dim")
        if unsaved:
            self.say("To keep a match, `save FILE` before you leave.", "dim")

    def names(self) -> list[str]:
        """All that could be typed now."""
        decision = self.sitting.mine()
        options = decision.options if decision else ()
        return [*(option.partition(":")[2] for option in options), *self.orders, "quit"]

    def say(self, words: str, style: str = "") -> None:
        """In the language of whoever sits here, where the catalogue has words for it."""
        self.console.print(Text(self._told(words), style))

    def _told(self, words: str) -> str:
        return self.sitting.teller.tell(words)

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
            self.console.print(Text(f"> {line.strip()}"))
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
            self.say(unclear.words, "red")
            return
        for seat, thing in choices:
            self.sitting.choose(seat, thing)
        self._go_on()

    def _go_on(self) -> None:
        """Let the bots answer until a person is asked or the match is over, then show it."""
        self._let_others()
        self._show_table()

    def _let_others(self) -> None:
        while (asked := self.sitting.theirs()) or self.sitting.answer_for_form():
            if asked:
                name = self.sitting.scene().names()[asked.seat]
                with self._waiting(phrase("{name} thinks...", name=name)):
                    self.sitting.let_bot_choose(asked.seat)

    def _waiting(self, words: str) -> AbstractContextManager[object]:
        """A spinner, where there is a screen to show it."""
        if self.console.is_terminal and not self.plain:
            return self.console.status(Text(self._told(words)))
        return nullcontext()

    def _show_table(self, *, whole: bool = False) -> None:
        sitting, scene = self.sitting, self.sitting.scene()
        decision = sitting.mine()
        players = dict.fromkeys(sitting.people, self._told("you")) if sitting.bots else {}
        news = sitting.take_news()
        self.last = news or self.last
        look = TableLook(
            options=frozenset(decision.options if decision else ()),
            asked=tuple(open_.seat for open_ in sitting.state.open),
            players=players | {seat: bot.name for seat, bot in sitting.bots.items()},
            news=tuple(news),
            plain=self.plain,
            language=sitting.teller.language,
        )
        below = self._question(decision, marked_in(scene)) if decision else []
        look = look if whole else self._fitting(scene, look, below)
        self.say("")
        self.console.print(table(scene, look, self.console.width))
        if look.fewer:
            self.console.print(
                Indented(self._told("`board` shows more, `look` reads cards."), "dim")
            )
        if decision:
            self._print(below)
        else:
            self._show_result()

    def _fitting(self, scene: Scene, look: TableLook, below: list[RenderableType]) -> TableLook:
        """Without the last rows, if the screen is too small for all and the question below.

        A board cannot give way, so where there is one nothing does.
        """
        boards = any(zone.kind == "board" for zone in scene.zones)
        if boards or self.plain or not self.console.is_terminal:
            return look
        room = self.console.height - 2 - sum(self._height(one) for one in below)
        for fewer in range(len(rows_of(scene)) + 1):
            look = structs.replace(look, fewer=fewer)
            tried = table(scene, structs.replace(look, news=()), self.console.width)
            if (height := self._height(tried) + bool(fewer)) <= room:
                break
        if height + len(look.news) > room:
            look = structs.replace(look, news=tuple(packed(look.news, self.console.width - 2)))
        return look

    def _height(self, shown: RenderableType) -> int:
        return len(self.console.render_lines(shown, pad=False))

    def _print(self, lines: list[RenderableType]) -> None:
        for line in lines:
            self.console.print(line)

    def _show_prompt(self) -> None:
        decision = self.sitting.mine()
        if decision:
            self._print(self._question(decision))
        else:
            self._show_result()

    def _question(
        self, decision: Decision, marked: frozenset[str] = frozenset()
    ) -> list[RenderableType]:
        names = self.sitting.scene().names()
        question = sentence(named(decision.prompt, names))
        who = phrase("{who}: {what}", who=names[decision.seat], what=question)
        asked = Text(self._told(who), "bold")
        chances = self.sitting.foretold()
        chances = chances if len(chances) <= MOST_CHANCES else []
        lines = [asked, *self._options(marked), *(Indented(line, "cyan") for line in chances)]
        if (found := self.sitting.usual()) is not None:
            told = phrase("`usual`: {text}. {tip}", text=found[1].text, tip=found[1].tip)
            lines.append(Indented(self._told(told), "dim"))
        return lines

    def _show_options(self) -> None:
        if self.sitting.mine() is None:
            self.say("There is nothing to choose now.")
        self._print(self._options())

    def _options(self, marked: frozenset[str] = frozenset()) -> list[RenderableType]:
        """By name; of those that are marked above a hint is enough; cards have their texts."""
        decision, scene = self.sitting.mine(), self.sitting.scene()
        options = decision.options if decision else ()
        labels = labels_of(scene)
        lying = [thing for zone in scene.zones if zone.kind != "board" for thing in zone.things]
        texts = {thing.id: thing.tip for thing in lying if thing.tip}
        cards = [option for option in options if option in texts]
        cards = cards if len(cards) <= MOST_TEXTS else []
        rest = [option for option in options if option not in cards and option not in marked]
        names = packed(grouped(rest, labels, options), self.console.width - 2)
        names += [f"{labels[card]}: {texts[card]}" for card in cards]
        above = len(cards) + len(rest) < len(options)
        marked_above = self._told("Name one that is marked with > above.")
        hint = [Indented(marked_above, "dim")] if above else []
        return [*hint, *[Indented(name, "yellow") for name in names]]

    def _show_result(self) -> None:
        result = self.sitting.state.result
        assert result, "without a decision and without a result nobody could go on"
        names = self.sitting.scene().names()
        first, *rest = ending(result, names, self.sitting.teller)
        self.say(first, "bold green")
        for line in rest:
            self.say(line)
        self.say("The match is over: `save FILE` keeps it, `undo` goes back, `quit` leaves.")

    def _look(self, words: str) -> None:
        """The text of a card or of whatever is on the table; without a name, all that has one."""
        texts = self.sitting.texts(words)
        for name, text in texts:
            self.console.print(Indented(f"{name}: {text}"))
        if not texts:
            self.say(self.sitting.unread(words) if words else "Nothing to read.")

    def _tell_news(self) -> None:
        for line in self.last or [self._told("Nothing has happened yet.")]:
            self.console.print(Indented(line))

    def _tell_why(self, words: str) -> None:
        if not words:
            self.say("why what? For example: why d4")
            return
        answer, rule = self.sitting.why(words)
        self.say(answer)
        for line in because(rule, self.sitting.teller):
            self.console.print(Indented(line, "dim"))

    def _give_hint(self) -> None:
        if self.sitting.mine() is None:
            self.say("There is nothing to choose now.")
            return
        try:
            with self._waiting("asking a bot..."):
                picks = self.sitting.hint()
        except Unclear as unclear:
            self.say(unclear.words, "red")
            return
        self.say(phrase("A bot would touch {things}.", things=" → ".join(picks)))

    def _go_as_usual(self) -> None:
        """Answer all questions of a run, the bots' answers between them included."""
        found = self.sitting.usual()
        if found is None:
            self.say("There is no usual answer to that.")
            return
        seat, run = found
        while (one := self.sitting.usual()) and (one[0], one[1].name) == (seat, run.name):
            self.sitting.choose(seat, one[1].pick)
            self._let_others()
        self._show_table()

    def _undo(self) -> None:
        if self.sitting.undo():
            self._show_table()
        else:
            self.say("You have not chosen anything yet.")

    def _show_rules(self, words: str) -> None:
        book = self.sitting.teller.book()
        decision = self.sitting.mine()
        wanted = words or (decision.rule if decision else "")
        found = entries_text(book, wanted)
        if found:
            self.console.print(found)
        else:
            self.say(phrase("Nothing in the rulebook contains all of {words}.", words=f"`{words}`"))

    def _save(self, words: str) -> None:
        """Keep the match; a file that was not written here is never overwritten."""
        if not words:
            self.say("save where? For example: save match.saga")
            return
        path = Path(words if words.endswith(".saga") else f"{words}.saga").expanduser()
        if path.exists() and path.resolve() not in self.own_files:
            taken = phrase("{path} exists already; choose another name.", path=str(path))
            self.say(taken, "red")
            return
        tags = {f"Seat{seat}": PERSON for seat in self.sitting.people}
        tags |= {f"Seat{seat}": bot.name for seat, bot in self.sitting.bots.items()}
        try:
            path.write_text(_saga(self.sitting.match, tags), encoding="utf-8")
        except OSError as wrong:
            self.say(unusable(wrong), "red")
        else:
            self.own_files.add(path.resolve())
            self.kept = len(self.sitting.match.choices)
            saved = "Saved as {path}. `fimbul play --load {path}` takes it up again."
            self.say(phrase(saved, path=str(path)))


def _saga(match: Match[Any], tags: Mapping[str, str]) -> str:
    """A match that is over takes its tale with it, so that it outlives its rules."""
    record = match.record(tags)
    if record.result is None:
        return fimbul.write_saga(record)
    from fimbul.server.replay.tale import told_saga

    return told_saga(match.game, record)
