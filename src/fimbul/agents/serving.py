"""How agents reach the tools: by standard input and output, or by HTTP without sessions."""

from __future__ import annotations

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from fimbul.agents.far_server import FarServer
from fimbul.agents.tools import tool_server

LOOPBACK = ("127.0.0.1:*", "localhost:*", "[::1]:*")


def by_stdio(server: FarServer) -> None:
    tool_server(server).run("stdio")


def by_http(server: FarServer, port: int, names: tuple[str, ...] = ()) -> None:
    """On this machine alone; a proxy before it passes on the names by which it is served."""
    uvicorn.run(http_app(server, names), host="127.0.0.1", port=port, log_level="warning")


def http_app(server: FarServer, names: tuple[str, ...] = ()) -> Starlette:
    """Any copy of it can answer any call. Requests for another host name are refused, so that no
    web page can point a name of its own at this machine."""
    own = [*LOOPBACK, *names, *(f"{name}:*" for name in names)]
    pages = [f"{scheme}://{name}" for scheme in ("http", "https") for name in own]
    return tool_server(server).streamable_http_app(
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True, allowed_hosts=own, allowed_origins=pages
        ),
    )
