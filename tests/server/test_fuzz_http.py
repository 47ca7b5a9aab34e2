"""Schemathesis: whatever fits the description, or does not, gets a described answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fimbul.server.app import make_app
from fimbul.server.run import uvicorn_settings
from fimbul.server.settings import Settings
from tests.server.harness import make_services

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own, because the fuzzer is not asynchronous."""
    data: Path = tmp_path_factory.mktemp("fuzz") / "db"
    server = uvicorn.Server(uvicorn_settings(make_app(make_services(data)), Settings(port=0)))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


def test_every_answer_is_described(address: str) -> None:
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) > 15
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            fuzz(operation, mode)


def fuzz(operation: Any, mode: GenerationMode) -> None:
    """A few cases of one operation: such as fit, or such as do not."""

    @settings(
        max_examples=8,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(operation.as_strategy(generation_mode=mode))
    def answered(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=list(CHECKS), timeout=10)

    with suppress(Unsatisfiable):  # nothing can be wrong where nothing is asked for
        answered()
