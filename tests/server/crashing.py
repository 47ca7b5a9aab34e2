"""A server that kills itself: `python -m tests.server.crashing STORE ARMED MOMENT`.

It dies at the first such moment after the file ARMED exists. It prints its port.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from fimbul.server.app import make_app
from fimbul.server.ops.crash_points import Moment
from fimbul.server.run import Announced, uvicorn_settings
from fimbul.server.settings import Settings
from tests.server.harness import make_services
from tests.server.stores import store_of


def main(store: str, armed: Path, moment: str) -> None:
    def fault(now: Moment) -> None:
        if now == moment and armed.exists():
            os.kill(os.getpid(), signal.SIGKILL)

    services = make_services(armed, store=store_of(store, fault), fault=fault)
    app = make_app(services)
    Announced(uvicorn_settings(app, Settings(port=0)), say).run()


def say(port: int) -> None:
    print(port, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
