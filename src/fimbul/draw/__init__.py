"""A scene as a static, self-contained SVG: for notebooks, docs and `fimbul replay --svg`."""

from fimbul.draw.art import symbols
from fimbul.draw.page import svg

__all__ = ["svg", "symbols"]
