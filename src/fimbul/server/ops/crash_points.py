"""The moments at which a crash would matter. Tests pass something that crashes there.

accepted      a choice was found legal; nothing is written
writing       it is in the transaction, which is not committed
written       it is on the disk; nobody knows
persisted     the event loop knows
acknowledged  its player was told
published     everybody was told
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Moment = Literal["accepted", "writing", "written", "persisted", "acknowledged", "published"]
Fault = Callable[[Moment], None]


def no_fault(moment: Moment) -> None:
    """No crash: what a real server passes."""
