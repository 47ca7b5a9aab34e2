"""`fimbul serve`: the table in the browser."""

from fimbul.server.command import serve

__all__ = ["serve"]
