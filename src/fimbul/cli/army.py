"""`fimbul army`: armies of Rag'Narok written, checked, shown; a file holds one as plain text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

import fimbul
from fimbul.cli.arguments import language_option
from fimbul.cli.helping import SpokenGroup
from fimbul.cli.refusals import BadArgument, Declined, listing, say, speak, voice
from fimbul.kernel import did_you_mean, listed, phrase
from fimbul.words import teller_of

if TYPE_CHECKING:
    from fimbul.games.rag_narok.army.army import Army
    from fimbul.games.rag_narok.army.levy import Problem

GAME = "rag_narok"
WHERE = "ARMY: a ready army by its name, a file, or - to read it from the terminal."
UNIT = "A Unit, as `Duelists: 1 abel, 6 griffin-duelist`; repeat it for several."


@click.group(cls=SpokenGroup)
@language_option
def army(language: str) -> None:
    """Write, check and show armies of Rag'Narok."""
    speak(teller_of(fimbul.game(GAME), language))


@army.command("list")
def ready() -> None:
    """List the ready armies, with what they cost of their budget."""
    from fimbul.games.rag_narok.army.army import READY

    _grid(
        ("army", "people", "AP", "fighters", "name"),
        [
            (
                name,
                one.people,
                f"{one.cost}/{one.budget}",
                str(sum(unit.fighters for unit in one.units)),
                one.name,
            )
            for name, one in READY.items()
        ],
    )


@army.command()
def peoples() -> None:
    """List the peoples."""
    from fimbul.games.rag_narok.measure.tables import PEOPLES, PROFILES

    counts = [card.people for card in PROFILES.values()]
    rows = [
        (people.id, people.name, people.alliance, str(counts.count(people.id)))
        for people in PEOPLES.values()
    ]
    _grid(("people", "name", "alliance", "profiles"), rows)


@army.command()
@click.argument("people")
def units(people: str) -> None:
    """List the fighters of PEOPLE: what they cost, can do and may own."""
    from fimbul.games.rag_narok.army.catalogue import cards_of, row
    from fimbul.games.rag_narok.measure.tables import PEOPLES

    if people not in PEOPLES:
        none = "there is no people '{word}'{perhaps}"
        raise BadArgument(phrase(none, word=people, perhaps=did_you_mean(people, PEOPLES)))
    heads = ("fighter", "AP", "kind", "MOV INI ATT/STR DEF/RES", "skills and options")
    _grid(heads, [row(card) for card in cards_of(people)])


@army.command()
@click.argument("fighter")
def extras(fighter: str) -> None:
    """List the spells, miracles, artefacts and modules that FIGHTER may own, with their AP."""
    from fimbul.games.rag_narok.army.catalogue import extras_of
    from fimbul.games.rag_narok.measure.tables import PROFILES

    if fighter not in PROFILES:
        none = "there is no fighter '{word}'{perhaps}"
        raise BadArgument(phrase(none, word=fighter, perhaps=did_you_mean(fighter, PROFILES)))
    found = extras_of(PROFILES[fighter])
    if not found:
        raise Declined(phrase("{fighter} can own nothing", fighter=PROFILES[fighter].name))
    _grid(("extra", "AP", "kind", "name"), [(e.id, str(e.ap), e.kind, e.name) for e in found])


@army.command()
@click.argument("name")
@click.option("--people", required=True, help="The main people.")
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Its budget, in army points (AP).",
)
@click.option("--commander", required=True, help="The fighter that commands the army.")
@click.option("--unit", "troops", multiple=True, required=True, metavar="UNIT", help=UNIT)
@click.option("--save", metavar="FILE", help="Where to write it; otherwise it is printed.")
def new(name: str, save: str | None, troops: tuple[str, ...], **heads: str | int) -> None:
    """Write an army called NAME, and tell everything that is wrong with it."""
    if not name.strip():
        raise BadArgument("an army has a name")
    lines = [name, *(f"{word} {value}" for word, value in heads.items())]
    for told in troops:
        title, colon, rest = told.partition(":")
        if not colon or not title.strip():
            wrong = "'{unit}': a Unit is written {so}"
            raise BadArgument(phrase(wrong, unit=told, so="`Name: 3 this, 1 that leader`"))
        lines += ["", title.strip(), *_entries(rest)]
    text = "\n".join(lines) + "\n"
    found = _read(text)
    _judged(found)
    if note := _unplayed(found.budget):
        say(note, err=True)
    if save is None:
        click.echo(text, nl=False)
    else:
        Path(save).write_text(text, encoding="utf-8")
        say(phrase("written to {path}", path=save))


def _entries(told: str) -> list[str]:
    """The fighters of a Unit, a line each; what follows `with` belongs to the one before."""
    lines: list[str] = []
    for part in (part.strip() for part in told.split(",")):
        if part[:1].isdigit() or not lines:
            lines.append(part)
        else:
            lines[-1] += f", {part}"
    return lines


@army.command(epilog=WHERE)
@click.argument("where", metavar="ARMY")
def check(where: str) -> None:
    """Tell everything that keeps ARMY from the field, each with its rule."""
    found = _army(where)
    _judged(found)
    ready = "{army} may take the field: {cost} of {budget} AP"
    say(phrase(ready, army=found.name, cost=found.cost, budget=found.budget))
    if note := _unplayed(found.budget):
        say(note, err=True)


def _unplayed(budget: int) -> str:
    """A warning where no scenario is for that many AP."""
    from fimbul.games.rag_narok.measure.tables import SCENARIOS

    known = [card.budget for card in SCENARIOS.values()]
    told = listed(
        [
            phrase("{scenario} ({ap} AP)", scenario=card.name, ap=card.budget)
            for card in SCENARIOS.values()
        ]
    )
    none = phrase("No scenario is for {budget} AP: {scenarios}", budget=budget, scenarios=told)
    return "" if budget in known else none


@army.command(epilog=WHERE)
@click.argument("where", metavar="ARMY")
@click.option("--text", is_flag=True, help="Only the text, to share or to save it.")
def show(where: str, text: bool) -> None:
    """Show ARMY with all that it costs."""
    from fimbul.games.rag_narok.army.army import write
    from fimbul.games.rag_narok.army.catalogue import summary

    found = _army(where)
    if text:
        click.echo(write(found), nl=False)
        return
    for line in summary(found):
        say(line)


def _army(where: str) -> Army:
    """A ready army, or one from a file or the terminal."""
    from fimbul.games.rag_narok.army.army import READY

    if where in READY:
        return READY[where]
    if where != "-" and not Path(where).exists():
        none = "'{word}' is neither a file nor a ready army{perhaps}"
        raise BadArgument(phrase(none, word=where, perhaps=did_you_mean(where, READY)))
    try:
        text = sys.stdin.read() if where == "-" else Path(where).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadArgument(phrase("{path}: this is no text file", path=where)) from None
    return _read(text)


def _read(text: str) -> Army:
    from fimbul.games.rag_narok.army.army import BadArmy, read

    try:
        return read(text)
    except BadArmy as bad:
        raise BadArgument(listing("this is no army", bad.problems)) from None


def _judged(found: Army) -> None:
    """Every problem at once, each with its rule; nothing, if there is none."""
    from fimbul.games.rag_narok.army.levy import problems

    wrong = [_with_rule(problem) for problem in problems(found)]
    if wrong:
        refused = phrase("{army} may not take the field", army=found.name)
        raise Declined(listing(refused, wrong))


def _with_rule(problem: Problem) -> str:
    """A problem, and what the rule behind it is called."""
    teller = teller_of(fimbul.game(GAME), voice().language)
    return phrase("{problem} ({rule})", problem=problem.text, rule=teller.title(problem.rule))


def _grid(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    from rich.table import Table

    from fimbul.cli.table import screen

    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="bold")
    tell = voice().tell
    for head in heads:
        grid.add_column(tell(head), no_wrap=head != heads[-1])
    for cells in rows:
        grid.add_row(cells[0], *map(tell, cells[1:]))
    screen().print(grid)
