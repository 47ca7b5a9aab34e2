"""The command that starts the server: `fimbul serve`, or `python -m fimbul.server`."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click

from fimbul.kernel import FimbulError
from fimbul.server.ops.listening import shown
from fimbul.server.ops.rates import Rate
from fimbul.server.settings import Declared, declared, settings_from


class RateType(click.ParamType[Rate]):
    name = "rate"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Rate:
        if isinstance(value, Rate):
            return value
        try:
            each_second, burst = (float(part) for part in str(value).split("/"))
        except ValueError:
            self.fail(
                f"{value!r} is not a rate: give the average a second and the burst, as 0.5/5",
                param,
            )
        if each_second <= 0 or burst < 1:
            self.fail(f"{value!r} would allow nothing", param)
        return Rate(each_second, burst)


def type_of(one: Declared) -> click.ParamType[Any]:
    """What the option takes, with the bounds of its field."""
    low = one.meta.ge if one.meta.gt is None else one.meta.gt
    if one.kind is int:
        least = None if low is None else int(low) + (one.meta.gt is not None)
        return click.IntRange(min=least, max=None if one.meta.le is None else int(one.meta.le))
    if one.kind is float:
        return click.FloatRange(min=low, min_open=one.meta.gt is not None, max=one.meta.le)
    if one.kind is Path:
        return click.Path(path_type=Path, dir_okay=False)
    if get_origin(one.kind) is Literal:
        return click.Choice(get_args(one.kind))
    return RateType() if one.kind is Rate else click.STRING


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """An option for every setting, or its environment variable in place of the option."""
    return with_some(declared())(command)


def with_some(settings: Iterable[Declared]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option for each of these."""

    def options(command: Callable[..., None]) -> Callable[..., None]:
        for one in reversed(list(settings)):
            command = option_of(one)(command)
        return command

    return options


def option_of(one: Declared) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        one.option,
        one.name,
        envvar=one.variable,
        type=None if one.kind is bool else type_of(one),
        is_flag=one.kind is bool,
        multiple=one.kind is tuple,
        default=one.default,
        show_default=True,
        show_envvar=True,
        help=one.meta.description,
    )


@click.command()
@with_settings
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def serve(open_page: bool, **values: Any) -> None:
    """Serve the table in the browser: play bots, invite friends, watch, replay."""
    from fimbul.server.run import serve as run

    chosen = settings_from(values)

    def tell(port: int) -> None:
        address = f"http://{shown(chosen.host, port)}/"
        click.echo(f"Fimbul is served at {address} (stop with Ctrl+C)")
        if open_page:
            webbrowser.open(address)

    try:
        run(chosen, tell)
    except FimbulError as wrong:
        raise click.ClickException(str(wrong)) from None
    except OSError as wrong:
        raise click.ClickException(f"{wrong.filename}: {wrong.strerror}") from None
