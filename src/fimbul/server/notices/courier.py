"""One POST to an address that somebody else has named, so that it can lead nowhere it must not.

The name is looked up once, every address it has must lie outside, and it is one of these that is
called: what the name says a moment later makes no difference. No redirect is followed, and of the
answer nothing but its number is read.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from fimbul.server.wire.errors import BadAddress

PATIENCE = 10.0  # seconds for all of it
_STATUS = 1024  # bytes of its first line
_TRANSLATED = ip_network("64:ff9b::/96")  # an address of the older kind inside a newer one


class NotDelivered(Exception):
    """The request did not get there; `why` is for the owner of the address."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


def read_address(text: str, inside: tuple[str, ...]) -> SplitResult:
    """An address that may be called at all; its host is looked up only when it is."""
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise BadAddress("that is no address of a page") from None
    host = url.hostname or ""
    if url.scheme not in ("https", "http") or not host or url.username or port == 0:
        raise BadAddress("that is no address of a page")
    if url.scheme == "http" and host not in inside:
        raise BadAddress("notices are sent to addresses that begin with https://")
    if host not in inside and _is_inner_name(host):
        raise BadAddress("that address lies inside this server's own network")
    return url


def _is_inner_name(host: str) -> bool:
    try:
        return not is_outside(host)
    except ValueError:
        return host.endswith((".localhost", ".local", ".internal")) or "." not in host


def is_outside(address: str) -> bool:
    """Whether an address belongs to the public internet."""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found.sixtofour or found
    if isinstance(found, IPv6Address) and found in _TRANSLATED:
        found = IPv4Address(int(found) & 0xFFFFFFFF)
    return found.is_global and not found.is_multicast


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


class Courier:
    """`inside` are hosts that the operator allows, wherever they lie."""

    def __init__(self, inside: tuple[str, ...] = ()) -> None:
        self.inside = inside

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The number of the answer; BadAddress or NotDelivered if nobody may, or can, be asked."""
        url = read_address(address, self.inside)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._post(url, body, headers)
        except TimeoutError:
            raise NotDelivered("no answer in time") from None
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise NotDelivered("it cannot be reached") from None

    async def _post(self, url: SplitResult, body: bytes, headers: Mapping[str, str]) -> int:
        host, safe = url.hostname or "", url.scheme == "https"
        port = url.port or (443 if safe else 80)
        reader, writer = await asyncio.open_connection(
            await self._found(host, port),
            port,
            ssl=_trust() if safe else None,
            server_hostname=host if safe else None,
            limit=_STATUS,
        )
        try:
            writer.write(_request(url, body, headers))
            await writer.drain()
            return _number(await reader.readuntil(b"\r\n"))
        finally:
            writer.close()

    async def _found(self, host: str, port: int) -> str:
        """The address to call: of one that also leads inside, none."""
        loop = asyncio.get_running_loop()
        found = [str(info[4][0]) for info in await loop.getaddrinfo(host, port, type=1)]
        if host not in self.inside and not all(map(is_outside, found)):
            raise BadAddress("that address lies inside this server's own network")
        return found[0]


def _request(url: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    named = {
        "Host": url.netloc,
        "User-Agent": "Fimbul",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = [
        " ".join(("POST", path, "HTTP/1.1")),
        *(f"{name}: {value}" for name, value in named.items()),
    ]
    if any(not line.isprintable() for line in lines):
        raise BadAddress("that is no address of a page")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _number(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/1"):
        raise ValueError(line)
    return int(rest[:3])
