"""A server that kills itself: `python -m tests.server.crashing DATABASE MOMENT`.

It dies at the first such moment after the file DATABASE.armed exists. It prints its port.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from socket import socket

import uvicorn

from fimbul.server.app import make_app
from fimbul.server.ops.crash_points import Moment
from fimbul.server.run import uvicorn_settings
from fimbul.server.settings import Settings
from tests.server.harness import make_services


def main(data: Path, moment: str) -> None:
    armed = data.with_suffix(".armed")

    def fault(now: Moment) -> None:
        if now == moment and armed.exists():
            os.kill(os.getpid(), signal.SIGKILL)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            print(self.servers[0].sockets[0].getsockname()[1], flush=True)

    Server(uvicorn_settings(make_app(make_services(data, fault=fault)), Settings(port=0))).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
