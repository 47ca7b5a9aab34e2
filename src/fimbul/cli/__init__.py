"""The command line: every command is a thin call, loaded only when it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

import fimbul
from fimbul.cli.engines import tell_once
from fimbul.cli.helping import SpokenGroup, wished
from fimbul.cli.refusals import speak, told_plainly
from fimbul.kernel import did_you_mean, phrase

COMMANDS = {  # name: (where it lives, what it does)
    "serve": ("fimbul.cli.serve:serve", "Serve the table in the browser."),
    "bots": ("fimbul.cli.bots:bots", "Lend this machine to the bots of a server."),
    "ban": ("fimbul.cli.ban:ban", "Shut somebody out of a server, or let them in again."),
    "reports": ("fimbul.cli.reports:reports", "Read and close the reports of players."),
    "bot-token": (
        "fimbul.cli.bot_token:bot_token",
        "Give a token to a bot that plays over the network.",
    ),
    "tables": ("fimbul.cli.tables:tables", "List, show, close or delete a server's tables."),
    "backup": ("fimbul.cli.backup:backup", "Copy a server's file, even while it is in use."),
    "restore": ("fimbul.cli.backup:restore", "Put a copy of a server's file back."),
    "move": (
        "fimbul.cli.relocate:relocate",
        "Move a server's file into a database.",
    ),
    "mcp": ("fimbul.cli.mcp:mcp", "Offer the tables to an AI agent."),
    "play": ("fimbul.cli.play:play", "Play a match in the terminal."),
    "learn": ("fimbul.cli.learn:learn", "Learn a game in a first match."),
    "games": ("fimbul.cli.games:games", "List the games."),
    "rules": ("fimbul.cli.rules:rules", "Read or search a game's rulebook."),
    "cards": ("fimbul.cli.cards:cards", "Write your printed game's cards into a file."),
    "replay": ("fimbul.cli.replay:replay", "Show a saved match, check it, draw it."),
    "verify": ("fimbul.cli.verify:verify", "Check every die and choice of a played match."),
    "match": ("fimbul.cli.match:match", "Let bots play a series of matches."),
    "balance": (
        "fimbul.cli.balance:balance",
        "Play a study of a game's balance and write its report.",
    ),
    "tune": ("fimbul.cli.tune:tune", "Search for good numbers for a bot."),
    "perft": ("fimbul.cli.perft:perft", "Count all the ways to play so many turns."),
    "bench": ("fimbul.cli.bench:bench", "Measure how fast a game runs here."),
    "puzzle": ("fimbul.cli.puzzle:puzzle", "Find the one best turn."),
    "mine": ("fimbul.cli.mine:mine", "Look for puzzles in matches of bots."),
    "army": ("fimbul.cli.army:army", "Write, check and show armies of Rag'Narok."),
    "new-game": ("fimbul.cli.new_game:new_game", "Begin a game of your own from a template."),
}


class Commands(SpokenGroup):
    """The commands by name; each is imported only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, command = COMMANDS[name][0].partition(":")
        found = getattr(import_module(module), command)
        assert isinstance(found, click.Command), f"{name} must be a click command"
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        tell_once(args[0] if args else None)
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            perhaps = did_you_mean(args[0], COMMANDS)
            wrong = phrase("there is no command '{name}'{perhaps}", name=args[0], perhaps=perhaps)
            raise click.UsageError(wrong, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in --help, without importing what it lists."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The whole command line: what is said of it is said in the language that it asks for."""
        if voice := wished(args):
            speak(voice)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a poor terminal shows ? instead of failing
                stream.reconfigure(errors="replace")
        with told_plainly():
            return super().invoke(ctx)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(fimbul.__version__, prog_name="fimbul")
def main() -> None:
    """Fimbul: a digital table for the games of Ragnarök."""
