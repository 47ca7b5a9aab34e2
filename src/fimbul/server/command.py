"""The command that starts the server: `fimbul serve`, or `python -m fimbul.server`."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8080, show_default=True, help="On which port.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("fimbul.db"),
    show_default=True,
    help="The file that keeps tables and matches.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@click.option("--bots", default="fimbul.bots", hidden=True, help="The module that makes bots.")
def serve(host: str, port: int, data: Path, open_page: bool, bots: str) -> None:
    """Serve the table in the browser: play bots, invite friends, watch, replay."""
    from fimbul.server.run import Settings
    from fimbul.server.run import serve as run

    address = f"http://{host}:{port}/"
    click.echo(f"The table is laid at {address} (stop with Ctrl+C)")
    if open_page:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    run(Settings(host=host, port=port, data=data, bots=bots))
