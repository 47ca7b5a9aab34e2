"""Levels: how strong a bot plays, in five words that every game understands.

What a level means is up to the game: its lore names a bot for each. Where lore names none, the
DEFAULTS hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fimbul.bots.outlooks import Outlook
from fimbul.kernel import Game

if TYPE_CHECKING:
    from fimbul.bots.description import Bot

DEFAULTS = {
    "thrall": "random",
    "karl": "greedy",
    "jarl": "mcts:100ms",
    "konung": "mcts:500ms",
    "odin": "mcts:3s",
}
LEVELS = tuple(DEFAULTS)  # the weakest first


def level_bot(game: Game[Any], level: str) -> str:
    """The description of the bot that plays a game at that level."""
    return game.lore.levels.get(level) or DEFAULTS[level]


class LevelBot:
    """Plays as the game at hand understands its level, so it is known only at the first pick."""

    def __init__(self, level: str, seed: int, make: Callable[[str, int], Bot]) -> None:
        self.name, self.seed, self.make = level, seed, make
        self.player: Bot | None = None

    def pick(self, outlook: Outlook) -> str:
        """The pick of the same bot as before, unless another game is played now."""
        description = level_bot(outlook.game, self.name)
        if self.player is None or self.player.name != description:
            self.player = self.make(description, self.seed)
        return self.player.pick(outlook)
