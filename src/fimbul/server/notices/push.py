"""Web push: sealed for one browser, handed to the push service that this browser has named."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from importlib.util import find_spec
from time import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fimbul.kernel import FimbulError
from fimbul.server.notices.courier import Courier
from fimbul.server.store.base import Conflict, Store
from fimbul.server.wire.notices import Subscription

KEPT = 86_400  # seconds for which a push service keeps what it cannot hand over
SIGNED = 12 * 3600  # seconds for which our signature holds
NAME = "push"  # of our key


class BadNotices(FimbulError):
    """Nothing can be pushed with these settings, and why."""

    code = "settings/notices"


def can_push() -> bool:
    return find_spec("pywebpush") is not None


class WebPush:
    """Our key is made once, and kept in the store: all workers sign by the same one."""

    def __init__(self, store: Store, courier: Courier, contact: str) -> None:
        self.store, self.courier, self.contact = store, courier, contact
        self._key: Any = None

    async def public_key(self) -> str:
        """What a browser is told before it subscribes."""
        return _public(await self._signer())

    async def send(self, subscription: Subscription, text: bytes, topic: str) -> int:
        """Hand it to the push service and return the status. It replaces a notice of the same topic
        that the service still holds."""
        signer = await self._signer()
        body, headers = await asyncio.to_thread(_sealed, signer, self.contact, subscription, text)
        short = base64.urlsafe_b64encode(hashlib.sha256(topic.encode()).digest())[:32].decode()
        more = {"TTL": str(KEPT), "Urgency": "normal", "Topic": short}
        return await self.courier.post(subscription.endpoint, body, {**headers, **more})

    async def _signer(self) -> Any:
        if self._key is None:
            rows = await self._kept()
            if not rows:
                made = await asyncio.to_thread(_made)
                try:
                    line = ("insert into keyring values (?, ?)", (NAME, made))
                    await self.store.note(line)
                except Conflict:
                    pass  # another worker was quicker
                rows = await self._kept()
            self._key = await asyncio.to_thread(_read, rows[0][0])
        return self._key

    async def _kept(self) -> list[tuple[Any, ...]]:
        return await self.store.look_up("select value from keyring where name = ?", NAME)


def _made() -> str:
    from py_vapid import Vapid02

    fresh = Vapid02()
    fresh.generate_keys()
    return str(fresh.private_pem().decode())


def _read(pem: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_pem(pem.encode())


def _public(signer: Any) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw = signer.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _sealed(
    signer: Any, contact: str, subscription: Subscription, text: bytes
) -> tuple[bytes, dict[str, str]]:
    from pywebpush import WebPusher

    told: dict[str, Any] = msgspec.to_builtins(subscription)
    sealed = WebPusher(told).encode(text, content_encoding="aes128gcm")
    url = urlsplit(subscription.endpoint)
    claims = {
        "sub": contact,
        "aud": f"{url.scheme}://{url.netloc}",
        "exp": int(time()) + SIGNED,
    }
    kind = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
    return bytes(sealed["body"]), {**signer.sign(claims), **kind}
