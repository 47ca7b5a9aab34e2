"""Every setting is an option, a variable and a line of the documentation, and is heeded."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner
from msgspec import structs

from fimbul.server import run
from fimbul.server.command import serve
from fimbul.server.keeping import opened
from fimbul.server.ops.rates import Limits, Rate
from fimbul.server.run import services_of, uvicorn_settings
from fimbul.server.settings import Declared, Settings, declared, page

DOCS = Path(__file__).parents[2] / "docs/host/settings.md"
OTHER = {bool: True, int: 7, float: 7.5, str: "words", Path: Path("other.db"), Rate: Rate(3, 9)}


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """With which settings servers were started; none really is."""
    started: list[Settings] = []
    monkeypatch.setattr(run, "serve", lambda settings, tell: started.append(settings))
    return started


def other(one: Declared) -> Any:
    """A value that is not the default."""
    if one.kind is tuple:
        return ("https://one.example", "https://two.example")
    return OTHER[one.kind] if one.kind in OTHER else get_args(one.kind)[-1]  # the last word


def value_in(settings: Settings, name: str) -> Any:
    if name.startswith("limit_"):
        return getattr(settings.limits, name.removeprefix("limit_"))
    return getattr(settings, name)


def words(one: Declared) -> list[str]:
    value = other(one)
    if one.kind is bool:
        return [one.option]
    values = value if one.kind is tuple else (value,)
    return [word for each in values for word in (one.option, str(each))]


ALL = pytest.mark.parametrize("one", list(declared()), ids=lambda one: one.name)


@ALL
def test_every_setting_is_an_option(one: Declared, served: list[Settings]) -> None:
    done = CliRunner().invoke(serve, words(one))
    assert done.exit_code == 0, done.output
    assert value_in(served[0], one.name) == other(one) != one.default


@ALL
def test_every_setting_is_a_variable(one: Declared, served: list[Settings]) -> None:
    value = other(one)
    text = " ".join(value) if one.kind is tuple else str(value)
    done = CliRunner().invoke(serve, [], env={one.variable: text})
    assert done.exit_code == 0, done.output
    assert value_in(served[0], one.name) == value


def test_the_documentation_tells_every_setting() -> None:
    """`python -m fimbul.server.settings` writes it."""
    assert DOCS.read_text(encoding="utf-8") == page()


def test_no_field_is_out_of_reach() -> None:
    names = {one.name for one in declared()}
    own = {field.name for field in structs.fields(Settings)} - {"limits"}
    limits = {f"limit_{field.name}" for field in structs.fields(Limits)} - {"limit_forget"}
    assert names == own | limits  # tables are forgotten after --waiting-days, --unfinished-days


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--port", "70000"], "0<=x<=65535"),
        (["--hint-ms", "0"], "x>=1"),
        (["--waiting-days", "0"], "x>0"),
        (["--rival", "loki"], "'thrall', 'karl', 'jarl', 'konung', 'odin'"),
        (["--limit-chat", "often"], "is not a rate: give the average a second and the burst"),
        (["--limit-chat", "0/5"], "would allow nothing"),
    ],
)
def test_a_bad_value_is_told_in_words(given: list[str], says: str, served: list[Settings]) -> None:
    done = CliRunner().invoke(serve, given)
    assert done.exit_code == 2
    assert says in done.output
    assert not served


def test_the_house_is_furnished_as_set(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path / "db",
        bot_processes=3,
        rival="odin",
        hint_ms=70,
        study_ms=80,
        origins=("https://one.example",),
        limits=Limits(chat=Rate(1, 2)),
    )
    with opened(settings) as keeping:
        services = services_of(settings, keeping)
    assert services.rival == "odin"
    assert (services.advice, services.study) == ("analyse:70ms", "analyse:80ms")
    assert services.origins == ("https://one.example",)
    assert services.limits.chat == Rate(1, 2)
    assert settings.processes == 3
    assert Settings().processes >= 1


def test_headers_of_a_proxy_are_believed_only_where_that_is_set() -> None:
    async def app(*_: object) -> None: ...

    assert not uvicorn_settings(app, Settings()).proxy_headers
    behind = uvicorn_settings(app, Settings(proxy_headers=True, forwarded_allow_ips="10.0.0.1"))
    assert behind.proxy_headers
    assert behind.forwarded_allow_ips == "10.0.0.1"
