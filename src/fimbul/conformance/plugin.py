"""The plug-in of pytest: `pytest --pyargs fimbul.conformance --game NAME`."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("fimbul").addoption(
        "--game",
        action="append",
        default=[],
        metavar="NAME",
        help="A game that the conformance suite of Fimbul is run on; without it, all of them.",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "conforming" in metafunc.fixturenames:
        from fimbul.games import names

        metafunc.parametrize("conforming", metafunc.config.getoption("--game") or names())
