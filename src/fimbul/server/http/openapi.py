"""The HTTP part described as OpenAPI 3.1, from the same list that routes it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

import fimbul
from fimbul.server.http.endpoint import Endpoint, Lines
from fimbul.server.wire.bodies import Trouble
from fimbul.server.wire.errors import NoSuchPath

_NAME = re.compile(r"\{(\w+)\}")
TOKENS = ("seat", "bot")
LINES = "application/x-ndjson"


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    told = [_one(kind) for one in endpoints for kind in (one.takes, one.gives)]
    typed = [kind for kind in told if _is_type(kind)]
    kinds = [*typed, Trouble]
    shapes, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    schemas = dict(zip(map(str, kinds), shapes, strict=True))
    paths: dict[str, dict[str, Any]] = defaultdict(dict)
    for one in endpoints:
        paths[one.path][one.method.lower()] = _operation(one, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fimbul",
            "version": fimbul.__version__,
            "description": "Tables, seats and records. Pages play by the socket /live/{table}, "
            "which /api/asyncapi.json describes; programs by /api/bot.",
        },
        "paths": dict(paths),
        "components": {
            "schemas": components,
            "securitySchemes": {name: {"type": "http", "scheme": "bearer"} for name in TOKENS},
        },
    }


def _is_type(kind: Any) -> bool:
    return kind is not None and not isinstance(kind, str)


def _operation(one: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    handler: Any = one.does
    told: dict[str, Any] = {
        "operationId": f"{handler.__qualname__.rpartition('.')[2]}_{one.method.lower()}",
        "summary": one.about,
        "parameters": [*_path_parameters(one), *_query_parameters(one)],
        "responses": _responses(one, schemas),
    }
    if one.takes is not None:
        told["requestBody"] = {"required": True, "content": _content(one.takes, schemas)}
    told["security"] = _security(one)
    return told


def _security(one: Endpoint) -> list[dict[str, list[str]]]:
    """Either of them opens it; a scope is told with the token that has it."""
    bot: list[dict[str, list[str]]] = [{"bot": [one.scope]}] if one.scope else []
    seat: list[dict[str, list[str]]] = [{"seat": []}] if one.seated else []
    return [*bot, *seat]


def _one(kind: Any) -> Any:
    return kind.of if isinstance(kind, Lines) else kind


def _path_parameters(one: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _NAME.findall(one.path)
    ]


def _query_parameters(one: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": query.name, "in": "query", "description": query.about, "schema": query.schema}
        for query in one.query
    ]


def _responses(one: Endpoint, schemas: dict[str, Any]) -> dict[str, Any]:
    codes: dict[int, list[str]] = defaultdict(list)
    nowhere = (NoSuchPath,) if one.query or _NAME.search(one.path) else ()  # as a zero in it is
    for error in (*one.errors, *nowhere):
        codes[error.status].append(error.code)
    trouble = {"application/problem+json": {"schema": schemas[str(Trouble)]}}
    refusals = {
        str(status): {"description": ", ".join(sorted(set(names))), "content": trouble}
        for status, names in sorted(codes.items())
    }
    success = {
        "description": HTTPStatus(one.status).phrase,
        "content": _content(one.gives, schemas),
    }
    return {str(one.status): success, **refusals}


def _content(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    media = LINES if isinstance(kind, Lines) else "application/json"
    return {media: {"schema": schemas[str(_one(kind))]}}
