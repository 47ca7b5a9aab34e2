"""Where a server may turn to by itself, and how soon."""

from __future__ import annotations

from msgspec import Struct

# Those of Chromium, Firefox, Safari and Edge, and whatever stands below them.
PUSH_HOSTS = (
    *("fcm.googleapis.com", "updates.push.services.mozilla.com"),
    *("push.apple.com", "notify.windows.com"),
)


class Outward(Struct, frozen=True, kw_only=True):
    after: float = 60.0  # seconds for which somebody may be away until they are told
    every: float = 2.0  # seconds between two looks for what is due
    contact: str = ""  # whom push services may turn to; without it nothing is pushed
    push_hosts: tuple[str, ...] = ()  # besides those that are known
    inside: tuple[str, ...] = ()  # hosts of the operator's own network that may be told
    site: str = ""  # where links lead

    def pushes(self, host: str) -> bool:
        """Whether that host is a known push service: its address comes from whoever subscribes."""
        known = any(host == one or host.endswith(f".{one}") for one in PUSH_HOSTS)
        return known or host in self.push_hosts

    def link(self, path: str) -> str:
        return f"{self.site.rstrip('/')}/#/{path}"
