"""`fimbul serve`: the table in the browser."""

from __future__ import annotations

from fimbul.cli.helping import Spoken
from fimbul.server.command import serve as plain

# The server knows nothing of the terminal's languages, so its command gets its voice here.
serve = Spoken("serve", callback=plain.callback, params=plain.params, help=plain.help)

__all__ = ["serve"]
