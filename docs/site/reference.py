"""The Python reference, from docstrings: what `import fimbul` gives, and what a game is made of."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_origin

import fimbul
from fimbul import arena, bots, draw, kernel

QUOTED = re.compile(r"(: |-> )'([^']+)'")
ANNOTATED = re.compile(r"typing\.Annotated\[([^,\[\]]+), [^\[\]]*\]")
SPELLED = re.compile(r"\b(?:typing|collections\.abc|msgspec|fimbul(?:\.\w+)+)\.(?=[A-Z])")
MADE = re.compile(r" = <.*?>(?=[,)])")
ROOMS = (
    (fimbul, "What one needs to play, store and replay matches from Python."),
    (kernel, "What games are made of; a game imports from here alone."),
    (bots, "Players that are programs."),
    (arena, "Series of matches, and what follows from them."),
    (
        draw,
        "A scene as a picture: `svg(scene, symbols(game))` is a whole SVG, for any page; "
        "`film(scenes, symbols(game))` is one that moves.",
    ),
)


def reference() -> str:
    parts = ["# Python reference", "Made from the docstrings."]
    known: set[int] = set()
    for module, about in ROOMS:
        parts += [f"## `{module.__name__}`", about]
        for name in sorted(module.__all__):
            value = getattr(module, name)
            if id(value) not in known and callable(value) and get_origin(value) is None:
                known.add(id(value))
                parts += _entry(name, value)
    return "\n\n".join(parts) + "\n"


def _entry(name: str, value: Any) -> list[str]:
    parts = [f"### `{name}`"]
    if (signature := _signature(name, value)) is not None:
        parts.append(f"```python\n{signature}\n```")
    if (told := _told(value)) is not None:
        parts.append(told)
    if inspect.isclass(value):
        for method, found in sorted(vars(value).items()):
            if not method.startswith("_") and inspect.isfunction(found) and _told(found):
                parts.append(f"- `{_signature(method, found)}`: {_told(found)}")
    return parts


def _signature(name: str, value: Any) -> str | None:
    try:
        return _plain(f"{name}{inspect.signature(value)}")
    except (TypeError, ValueError, NameError):  # a struct may name what only types know
        return None


def _plain(signature: str) -> str:
    """Types as one writes them: without quotes, and without what they are annotated with."""
    signature = QUOTED.sub(r"\1\2", signature)
    signature = ANNOTATED.sub(r"\1", signature)
    return MADE.sub(" = ...", SPELLED.sub("", signature))


def _told(value: Any) -> str | None:
    """The docstring as one paragraph; none that Python made itself."""
    text = inspect.getdoc(value) if not inspect.isclass(value) else value.__doc__
    if not text or text.startswith(f"{getattr(value, '__name__', '')}("):
        return None
    return " ".join(text.split()).replace("<", "&lt;").replace("[", "\\[")
