"""The live socket described as AsyncAPI 3, from the same structs that are read and written."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

import fimbul
from fimbul.server.wire.messages import SUBPROTOCOLS, Incoming, Outgoing

SCHEMAS = "#/components/schemas/{name}"
CHANNEL = "#/channels/live"


def asyncapi() -> dict[str, Any]:
    """The whole document."""
    heard, told = get_args(Incoming), get_args(Outgoing)
    kinds = [*heard, *told]
    _, schemas = msgspec.json.schema_components(kinds, ref_template=SCHEMAS)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Fimbul, the live socket",
            "version": fimbul.__version__,
            "description": "One WebSocket for each tab at a table. It begins with hello; every "
            "message is one frame of JSON. HTTP is described at /api/openapi.json.",
        },
        "defaultContentType": "application/json",
        "channels": {"live": _channel(kinds)},
        "operations": {
            "hear": _operation("receive", "What a page or a bot says", heard),
            "tell": _operation("send", "What the server says", told),
        },
        "components": {
            "schemas": schemas,
            "messages": {_name(kind): _message(kind) for kind in kinds},
        },
    }


def _channel(kinds: list[Any]) -> dict[str, Any]:
    return {
        "address": "/live/{table}",
        "parameters": {"table": {"description": "The id of a table"}},
        "bindings": {
            "ws": {
                "headers": {
                    "type": "object",
                    "properties": {"Sec-WebSocket-Protocol": {"const": SUBPROTOCOLS[0]}},
                }
            }
        },
        "messages": {
            _name(kind): {"$ref": f"#/components/messages/{_name(kind)}"} for kind in kinds
        },
    }


def _operation(action: str, about: str, kinds: tuple[Any, ...]) -> dict[str, Any]:
    return {
        "action": action,
        "summary": about,
        "channel": {"$ref": CHANNEL},
        "messages": [{"$ref": f"{CHANNEL}/messages/{_name(kind)}"} for kind in kinds],
    }


def _message(kind: Any) -> dict[str, Any]:
    about = " ".join((kind.__doc__ or "").split())
    told = {} if about.startswith(f"{_name(kind)}(") else {"summary": about}
    return {"name": _name(kind), **told, "payload": {"$ref": SCHEMAS.format(name=_name(kind))}}


def _name(kind: Any) -> str:
    return str(kind.__name__)
