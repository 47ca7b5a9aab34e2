"""Logs as JSON lines. What is logged is named at the call: no token and no thing ever is."""

from __future__ import annotations

import json
import logging
import sys
from logging.handlers import RotatingFileHandler
from typing import Any

LARGEST, OLDER = 10_000_000, 5  # bytes of a log file, and how many older ones are kept

_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, message, and the extra facts of the call."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        facts |= {name: value for name, value in record.__dict__.items() if name not in _PLAIN}
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        return json.dumps(facts, default=str)


def log_as_json(file: str = "", level: int = logging.INFO) -> None:
    """Send what the server and its web server say to a file or to the standard error, a line
    each."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if file:
        handler = RotatingFileHandler(file, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8")
    handler.setFormatter(JsonLines())
    for name in ("fimbul", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    for name in ("uvicorn.error", "uvicorn.access"):  # no address of a request, only our own words
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
