"""Who somebody is, as far as a server without accounts can tell."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection


def person_at(host: str) -> str:
    """Those who share an address are one to us. A household has 2^64 addresses of the newer kind,
    and is one by the first half."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64)
    return str(found)


def address(connection: HTTPConnection) -> str:
    return person_at(connection.client.host) if connection.client else ""
