"""Every setting of the server, declared once.

The options of `fimbul serve`, the environment variables `FIMBUL_...` and the page of the
documentation are made from these fields; a test compares the three.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from fimbul.server.ops.rates import DAY, Limits, Patience

LIMIT = "limit_"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
Makers = Literal["everybody", "moderators", "nobody"]
Level = Literal["thrall", "karl", "jarl", "konung", "odin"]
HEAD = """\
# Settings

*Written by `python -m fimbul.server.settings`.* Every setting is an option of `fimbul serve` and an
environment variable; the option wins. A setting that may be given several times is one variable
with spaces between the values. A rate such as `0.5/5` allows 0.5 a second on average (one in two
seconds) and 5 in a burst.

| Option | Variable | Default | What it sets |
|---|---|---|---|
"""


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    host: Annotated[str, Meta(description="The address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Meta(description="The port to listen on.", ge=0, le=65535)] = 8080
    data: Annotated[Path, Meta(description="The file that keeps tables and matches.")] = Path(
        "fimbul.db"
    )
    database: Annotated[
        str,
        Meta(
            description="A PostgreSQL database in place of the file, such as "
            "postgresql://fimbul@127.0.0.1/fimbul; many workers may share it."
        ),
    ] = ""
    bus: Annotated[
        str,
        Meta(
            description="A NATS server by which workers over one database tell each other what "
            "happens, such as nats://127.0.0.1:4222."
        ),
    ] = ""
    waiting_days: Annotated[
        float, Meta(description="Days after which a table that nobody joined is deleted.", gt=0)
    ] = 1.0
    unfinished_days: Annotated[
        float,
        Meta(
            description="Days after which an unfinished match is deleted.",
            gt=0,
        ),
    ] = 60.0
    finished_days: Annotated[
        float, Meta(description="Days after which a finished match is deleted; 0: never.", ge=0)
    ] = 0.0
    uploaded_days: Annotated[
        float, Meta(description="Days after which an uploaded record is deleted.", gt=0)
    ] = 30.0
    names: Annotated[
        tuple[str, ...],
        Meta(
            description="A name under which this is served, such as play.example.org; "
            "without any: every name, or only its local ones if it listens on this machine alone."
        ),
    ] = ()
    origins: Annotated[
        tuple[str, ...],
        Meta(description="Another site whose pages may play here, such as https://example.org."),
    ] = ()
    proxy_headers: Annotated[
        bool, Meta(description="Trust X-Forwarded-For and X-Forwarded-Proto from a proxy.")
    ] = False
    forwarded_allow_ips: Annotated[
        str, Meta(description="Proxies whose headers are trusted, separated by commas.")
    ] = "127.0.0.1"
    root_path: Annotated[
        str, Meta(description="The path under which a proxy serves this, such as /fimbul.")
    ] = ""
    metrics: Annotated[
        str,
        Meta(
            description="A separate address for /metrics, such as 127.0.0.1:9090; "
            "without it they are served with everything else."
        ),
    ] = ""
    log_file: Annotated[
        str, Meta(description="A file for the log, rotated at 10 MB; otherwise standard error.")
    ] = ""
    log_addresses: Annotated[
        bool, Meta(description="Log the address that each request came from.")
    ] = False
    games: Annotated[
        tuple[str, ...],
        Meta(description="A game of an installed package that may be played here, by its name."),
    ] = ()
    bots: Annotated[str, Meta(description="The Python module that makes the bots.")] = "fimbul.bots"
    bot_tokens: Annotated[
        str,
        Meta(
            description="A file of tokens for bots that play from elsewhere, written by "
            "`fimbul bot-token`."
        ),
    ] = ""
    bot_processes: Annotated[
        int, Meta(description="Processes in which bots think; 0: one per core.", ge=0)
    ] = 0
    rival: Annotated[Level, Meta(description="The level of the bots in Play now.")] = "jarl"
    hint_ms: Annotated[int, Meta(description="Milliseconds a hint may take.", gt=0)] = 500
    study_ms: Annotated[
        int, Meta(description="Milliseconds to judge one moment of a finished match.", gt=0)
    ] = 150
    ping: Annotated[
        float, Meta(description="Seconds between two checks that a socket is alive.", gt=0)
    ] = 10.0
    pong: Annotated[float, Meta(description="Seconds a socket has to answer a check.", gt=0)] = 15.0
    guest_days: Annotated[
        float,
        Meta(
            description="Days without use after which an account that only its browser opens is "
            "deleted.",
            gt=0,
        ),
    ] = 400.0
    mail: Annotated[
        str,
        Meta(
            description="A mail server for sign-in links and notices, such as "
            "smtp://name:password@mail.example.org:587; needs --mail-from and --address."
        ),
    ] = ""
    mail_from: Annotated[str, Meta(description="The address that mail comes from.")] = ""
    address: Annotated[
        str,
        Meta(
            description="The address that players open, such as https://play.example.org, for "
            "links in mail and notices."
        ),
    ] = ""
    provider: Annotated[
        str,
        Meta(
            description="An OpenID Connect provider by which players may sign in, such as "
            "https://id.example.org; needs --provider-id and --address."
        ),
    ] = ""
    provider_id: Annotated[
        str, Meta(description="What the provider calls this server (its client id).")
    ] = ""
    provider_secret: Annotated[
        str,
        Meta(
            description="The secret that the provider gave for it, if any; better as a variable, "
            "for others may read command lines."
        ),
    ] = ""
    provider_name: Annotated[
        str, Meta(description="The provider's name on the button; otherwise its address.")
    ] = ""
    notice_seconds: Annotated[
        float,
        Meta(description="Seconds a player may be away from a table before being told.", ge=0),
    ] = 60.0
    push_contact: Annotated[
        str,
        Meta(
            description="Whom push services may contact, as mailto:name@example.org or "
            "https://example.org; without it nothing is pushed."
        ),
    ] = ""
    push_hosts: Annotated[
        tuple[str, ...],
        Meta(description="The host of another push service than those of the known browsers."),
    ] = ()
    moderators: Annotated[
        tuple[str, ...],
        Meta(description="An account that may read reports and ban accounts, by its id."),
    ] = ()
    chat_words: Annotated[
        str,
        Meta(description="A file of words that chat may not hold, one a line; # begins a comment."),
    ] = ""
    inner_hosts: Annotated[
        tuple[str, ...],
        Meta(description="A host of the inner network that webhooks may call."),
    ] = ()
    tournaments: Annotated[
        Makers, Meta(description="Who may make tournaments: everybody, moderators or nobody.")
    ] = "everybody"
    limits: Limits = Limits()

    @property
    def processes(self) -> int:
        return self.bot_processes or os.cpu_count() or 1

    @property
    def hosts(self) -> frozenset[str]:
        """The names that a request may call us by; none: any. A server for this machine alone
        answers to no other name, so that no page can have its own name lead here."""
        alone = self.host in LOOPBACK and not self.proxy_headers
        return frozenset(self.names) or (LOOPBACK if alone else frozenset())

    @property
    def advice(self) -> str:
        return f"analyse:{self.hint_ms}ms"

    @property
    def study(self) -> str:
        return f"analyse:{self.study_ms}ms"

    @property
    def bounds(self) -> Limits:
        """The limits, with how long tables are kept."""
        kept = Patience(
            waiting=self.waiting_days * DAY,
            running=self.unfinished_days * DAY,
            over=self.finished_days * DAY,
            sent=self.uploaded_days * DAY,
        )
        return structs.replace(self.limits, forget=kept)


class Declared(Struct, frozen=True):
    """A setting as options, variables and documents are made from it."""

    name: str
    kind: Any  # bool, int, float, str, Path, Rate, some words; a tuple is given word by word
    default: Any
    meta: Meta

    @property
    def option(self) -> str:
        name = self.name.removesuffix("s") if self.kind is tuple else self.name
        return "--" + name.replace("_", "-")

    @property
    def variable(self) -> str:
        return "FIMBUL_" + self.name.upper()

    @property
    def shown(self) -> str:
        """The default, as one would write it."""
        if self.kind is bool:
            return "yes" if self.default else "no"
        return " ".join(self.default) if self.kind is tuple else str(self.default)


def declared() -> Iterator[Declared]:
    """All of them, in the order of the fields; those of `Limits` begin with `limit_`."""
    yield from _fields(Settings, "", leave="limits")
    yield from _fields(Limits, LIMIT, leave="forget")


def _fields(kind: type[Struct], prefix: str, leave: str) -> Iterator[Declared]:
    hints = get_type_hints(kind, include_extras=True)
    for field in structs.fields(kind):
        if field.name != leave:
            of, meta = get_args(hints[field.name])
            whole = tuple if get_origin(of) is tuple else of
            yield Declared(prefix + field.name, whole, field.default, meta)


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Settings from values by the names of `declared`."""
    limits = {name: value for name, value in values.items() if name.startswith(LIMIT)}
    rest = {name: value for name, value in values.items() if name not in limits}
    bounds = Limits(**{name.removeprefix(LIMIT): value for name, value in limits.items()})
    return Settings(**rest, limits=bounds)


def page() -> str:
    """docs/host/settings.md."""
    lines = [
        f"| `{one.option}` | `{one.variable}` | {f'`{one.shown}`' if one.shown else 'none'} "
        f"| {one.meta.description} |"
        for one in declared()
    ]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
