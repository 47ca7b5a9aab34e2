"""A browser to drive: any Chromium or Chrome on this machine. `python -m tests.browser.found`."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    "chrome.exe",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)


def browser_program() -> str:
    """Where it is; FIMBUL_TEST_BROWSER says so first. Empty: there is none."""
    found = (os.environ.get("FIMBUL_TEST_BROWSER"), *(shutil.which(name) for name in NAMES))
    there = (place for place in PLACES if Path(place).is_file())
    return next((program for program in (*found, *there) if program), "")


if __name__ == "__main__":
    sys.exit(not browser_program())
