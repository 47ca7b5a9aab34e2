"""The command that starts the server: `fimbul serve`, or `python -m fimbul.server`."""

from __future__ import annotations

import threading
import webbrowser
from pathlib import Path
from typing import Any

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
@click.option(
    "--waiting-days",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Forget a table to which nobody came after so many days.",
)
@click.option(
    "--unfinished-days",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="Forget a match left in the middle after so many days; finished ones are kept.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@click.option("--bots", default="fimbul.bots", hidden=True, help="The module that makes bots.")
def serve(open_page: bool, **settings: Any) -> None:
    """Serve the table in the browser: play bots, invite friends, watch, replay."""
    from fimbul.server.run import Settings
    from fimbul.server.run import serve as run

    chosen = Settings(**settings)
    address = f"http://{chosen.host}:{chosen.port}/"
    click.echo(f"The table is laid at {address} (stop with Ctrl+C)")
    if open_page:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    run(chosen)
