"""A whole match in a link: a report in a file can open it at a table, wherever that is served."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from zlib import DEFLATED, compressobj

HOME = "http://localhost:8080"  # where a server of one's own answers


def table_link(home: str, saga: str) -> str:
    """The page unpacks what stands behind the #; no server sees it on the way."""
    packing = compressobj(9, DEFLATED, -15)
    packed = packing.compress(saga.encode()) + packing.flush()
    return f"{home.rstrip('/')}/#/saga/{urlsafe_b64encode(packed).decode().rstrip('=')}"
