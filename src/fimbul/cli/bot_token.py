"""`fimbul bot-token`: an operator hands out the token of a bot that plays from elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from fimbul.cli.helping import SpokenGroup

FILE = click.option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("bots.toml"),
    show_default=True,
    help="The file of tokens, which `fimbul serve --bot-tokens` reads.",
)


@click.group("bot-token", cls=SpokenGroup)
def bot_token() -> None:
    """Hand out tokens for bots that play on a server over the network. The server may be running:
    a new token is valid, and a removed one invalid, with the bot's next request."""


@bot_token.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(("play", "called")),
    default=("play", "called"),
    show_default=True,
    help="What it is for: to sit and play; to be asked to tables by its name.",
)
@FILE
def add(name: str, scopes: tuple[str, ...], file: Path) -> None:
    """Make a token for the bot NAME. It is shown this once; the file keeps its hash."""
    from fimbul.server.ops.bot_keys import SCOPES, add_key

    token = add_key(file, name, tuple(scope for scope in SCOPES if scope in scopes))
    click.echo(token)
    click.echo(f"That is the token of {name}: keep it, it is not shown again.", err=True)


@bot_token.command("list")
@FILE
def list_tokens(file: Path) -> None:
    """List the bots that have tokens, and what for."""
    from fimbul.server.ops.bot_keys import read_keys

    for key in read_keys(file):
        click.echo(f"{key.name}: {', '.join(key.scopes)}")


@bot_token.command()
@click.argument("name")
@FILE
def remove(name: str, file: Path) -> None:
    """Revoke the token of the bot NAME."""
    from fimbul.server.ops.bot_keys import remove_key

    remove_key(file, name)
    click.echo(f"{name} cannot play here any more")
