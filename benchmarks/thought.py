"""What stands for a second of a bot's thought, where wall time would measure the neighbours."""

from __future__ import annotations

import re
from typing import NamedTuple

_TIME = re.compile(r"(\w+):([0-9.]+)(s|ms)")


class Thought(NamedTuple):
    """Wall time as it is named; or the processor's time; or so many tries for each second."""

    processor: bool = False
    tries: int = 0

    def of(self, bot: str) -> str:
        """The same bot with that in place of its time: on a busy machine as on a quiet one."""
        time = _TIME.fullmatch(bot)
        if time is None or not (self.processor or self.tries):
            return bot
        seconds = float(time[2]) / (1 if time[3] == "s" else 1000)
        if self.tries:
            return f"{time[1]}:{max(1, round(seconds * self.tries))}n"
        return f"{time[1]}:{seconds:g}cpu"
