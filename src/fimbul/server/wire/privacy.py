"""What is kept about players, as data."""

from __future__ import annotations

from msgspec import Struct

from fimbul.kernel import Spoken


class KeptData(Struct, frozen=True):
    """What is kept, and for how long."""

    what: Spoken
    until: Spoken


class PrivacyPage(Struct, frozen=True):
    kept: tuple[KeptData, ...]
    told: tuple[Spoken, ...]  # who else learns something, and when
