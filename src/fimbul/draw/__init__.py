"""A scene as a self-contained SVG, or many that move: for notebooks and `fimbul replay --svg`."""

from fimbul.draw.art import symbols
from fimbul.draw.moving import film
from fimbul.draw.page import svg

__all__ = ["film", "svg", "symbols"]
