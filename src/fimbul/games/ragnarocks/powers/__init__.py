"""The mythology powers, a file each: its card, what it does, and the steps that it alone takes.

A file in this folder is a power, and its class has the same name; there is no list to keep. They
are in the order of the rulebook, in which cards are offered and drawn.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from fimbul.games.ragnarocks.rules.moments import POWERS, Power
from fimbul.kernel import Rulebook

__all__ = ["BOOK", "POWERS"]

BOOK = Rulebook(Path(__file__).parents[1] / "rules.toml")
ORDER = [str(row["id"]) for row in BOOK.tables["power"]]  # rule: ruling.power-list, ruling.names


def _power(name: str) -> Power:
    module, kind = import_module(f"{__name__}.{name}"), name.capitalize()
    power = getattr(module, kind)()
    assert isinstance(power, Power), f"powers/{name}.py must define class {kind}(Power)"
    return power


FOUND = sorted((module.name for module in iter_modules(__path__)), key=ORDER.index)
POWERS.update((name, _power(name)) for name in FOUND)
