"""What stands for a second of a bot's thought, where wall time would measure the neighbours."""

from __future__ import annotations

import re
from typing import NamedTuple

_TIME = re.compile(r"([0-9.]+)(s|ms)\b")


class Thought(NamedTuple):
    """Wall time as it is named; or the processor's time; or so many tries for each second."""

    processor: bool = False
    tries: int = 0

    def of(self, bot: str) -> str:
        """The same bot with that in place of its times: on a busy machine as on a quiet one."""
        return _TIME.sub(self._for, bot) if self.processor or self.tries else bot

    def _for(self, time: re.Match[str]) -> str:
        seconds = float(time[1]) / (1 if time[2] == "s" else 1000)
        return f"{max(1, round(seconds * self.tries))}n" if self.tries else f"{seconds:g}cpu"
