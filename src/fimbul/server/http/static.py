"""The page: built files from the package, or a note on how to build them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from fimbul.server.http.packed import Text, sent, text
from fimbul.server.wire.errors import NoSuchPath

HERE = Path(__file__).parents[1] / "page"
MISSING = """Fimbul's server is running, but its page is not built.

  make play      builds the page and starts the server
  /api/games     what can be played, as JSON
  /api/openapi.json
"""
LONGEST = 200  # characters of a file's name in the page
KEPT = "public, max-age=31536000, immutable"  # Vite names these files by what is in them
TEXTS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def read(file: Path) -> Text:
    return text(file.read_bytes(), TEXTS[file.suffix])


async def page(request: Request) -> Response:
    """A file of the built page; `index.html` for the root."""
    name = request.path_params.get("path", "") or "index.html"
    if "\0" in name or len(name) > LONGEST:  # the system would not even look
        raise NoSuchPath("there is nothing here")
    file = (HERE / name).resolve()
    if file.is_file() and file.is_relative_to(HERE):
        if file.parent.name != "assets":
            return FileResponse(file, headers={"Cache-Control": "no-cache"})
        if file.suffix in TEXTS:
            return sent(request, read(file), KEPT)
        return FileResponse(file, headers={"Cache-Control": KEPT})
    if name == "index.html":
        return PlainTextResponse(MISSING)
    raise NoSuchPath("there is nothing here")
